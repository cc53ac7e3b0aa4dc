package creditnote

import (
	"context"

	"sarai/internal/kit/export"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
)

const registerNote = "What the list finds by the same filters, a row each, the oldest first. At most 50,000 (400 for " +
	"more)."

// register is the list of the notes as a file.
func (s *Service) register(ctx context.Context, sc scope.Scope, in *ListQuery) (export.File, error) {
	found, err := s.list(ctx, sc, *in, paging.Query{Page: 1, Limit: export.MaxRows})
	if err == nil {
		err = export.CheckRows(found.Number)
	}
	if err != nil {
		return export.File{}, err
	}
	headings := export.Row("Credit note", "Date", "Posted on", "Invoice",
		"Invoice date", "Booking", "Guest", "Buyer", "GSTIN", "Place of supply", "Reason", "Taxable value "+sc.Currency,
		"CGST", "SGST", "UTGST", "Other tax", "Rounding", "Total "+sc.Currency)
	t := export.Register("Credit notes", headings, found.Records, func(n Note) []export.Cell {
		v := n.listed(sc.Currency)
		return export.Row(v.Number, v.Date, v.PostedOn, v.InvoiceNumber, v.InvoiceDate, v.BookingCode,
			v.GuestName, v.BuyerName, v.BuyerGSTIN, n.PlaceOfSupply, v.Reason, v.Subtotal, v.CGST, v.SGST, v.UTGST,
			v.OtherTax, v.Rounding, v.TotalAmount)
	})
	return export.File{Name: export.Name("credit-notes", in.From, in.To), Tables: []export.Table{t}}, nil
}
