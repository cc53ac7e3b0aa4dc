package expense

import (
	"context"

	"sarai/internal/country/india"
	"sarai/internal/kit/export"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
)

const registerNote = "What the list finds by the same filters, a row each, the oldest first. CGST, SGST and IGST are " +
	"those of lines. At most 50,000 (400 for more)."

// register is the list of the expenses as a file.
func (s *Service) register(ctx context.Context, sc scope.Scope, in *ListQuery) (export.File, error) {
	found, err := s.list(ctx, sc, *in, paging.Query{Page: 1, Limit: export.MaxRows})
	if err == nil {
		err = export.CheckRows(found.Number)
	}
	if err != nil {
		return export.File{}, err
	}
	headings := export.Row("Expense", "Date", "Posted on", "Vendor", "Bill", "Category",
		"Description", "Amount "+sc.Currency, "Tax", "CGST", "SGST", "IGST", "Tax not claimed", "Total "+sc.Currency,
		"Account", "Due", "Paid", "Balance due")
	t := export.Register("Expenses", headings, found.Records, func(e Expense) []export.Cell {
		v := e.view(sc)
		return export.Row(v.Number, v.Date, v.PostedOn, v.VendorName, v.BillNumber, v.Category,
			v.Description, v.Amount, v.Tax, e.Parts.Of(india.CGST).Number(sc.Currency),
			e.Parts.Of(india.SGST).Number(sc.Currency),
			e.Parts.Of(india.IGST).Number(sc.Currency), e.NotClaimed.Number(sc.Currency), v.Total, v.AccountName, e.DueDate,
			e.Paid.Number(sc.Currency), e.Owed().Number(sc.Currency))
	})
	return export.File{Name: export.Name("expenses", in.From, in.To), Tables: []export.Table{t}}, nil
}
