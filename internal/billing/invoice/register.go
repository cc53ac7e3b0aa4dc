package invoice

import (
	"context"

	"sarai/internal/kit/export"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
)

const registerNote = "What the list finds by the same filters, a row each, the oldest first; void invoices and " +
	"drafts say so. At most 50,000 (400 for more)."

// register is the list of the invoices as a file.
func (s *Service) register(ctx context.Context, sc scope.Scope, in *ListQuery) (export.File, error) {
	found, err := s.list(ctx, sc, *in, paging.Query{Page: 1, Limit: export.MaxRows})
	if err == nil {
		err = export.CheckRows(found.Number)
	}
	if err != nil {
		return export.File{}, err
	}
	headings := export.Row("Invoice", "Date", "Due", "Status", "Document", "Booking",
		"Guest", "Buyer", "GSTIN", "Place of supply", "Taxable value "+sc.Currency, "CGST", "SGST", "UTGST", "Other tax",
		"Rounding", "Total "+sc.Currency, "Paid", "Credited", "Balance due")
	t := export.Register("Invoices", headings, found.Records, func(i Invoice) []export.Cell {
		v := i.Listed(sc.Currency)
		return export.Row(v.Number, i.Date, i.DueDate, v.Status, v.Document, v.BookingCode, v.GuestName,
			v.BuyerName, v.BuyerGSTIN, i.PlaceOfSupply, v.Subtotal, v.CGST, v.SGST, v.UTGST, v.OtherTax, v.Rounding,
			v.TotalAmount, v.AmountPaid, v.AmountCredited, v.BalanceDue)
	})
	return export.File{Name: export.Name("invoices", in.From, in.To), Tables: []export.Table{t}}, nil
}
