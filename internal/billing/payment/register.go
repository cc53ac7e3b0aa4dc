package payment

import (
	"context"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
)

const registerNote = "What the list finds by the same filters, a row each, the oldest first. Received is below zero " +
	"for a refund, and of a void payment zero. At most 50,000 (400 for more)."

// register is the list of the payments and refunds as a file.
func (s *Service) register(ctx context.Context, sc scope.Scope, in *ListQuery) (export.File, error) {
	found, err := s.list(ctx, sc, *in, paging.Query{Page: 1, Limit: export.MaxRows})
	if err == nil {
		err = export.CheckRows(found.Number)
	}
	if err != nil {
		return export.File{}, err
	}
	headings := export.Row("Payment", "Date", "Kind", "Status", "Payer", "Method",
		"Account", "Reference", "Notes", "Bookings", "Invoices", "Amount "+sc.Currency, "Received "+sc.Currency)
	t := export.Register("Payments", headings, found.Records, func(p Payment) []export.Cell {
		bookings, invoices := p.documents()
		return export.Row(p.Number, p.Date, p.Kind, p.Status, p.Payer, p.Method.Text(), p.AccountName,
			p.Reference, p.Notes, bookings, invoices, p.Amount.Number(sc.Currency), p.received().Number(sc.Currency))
	})
	return export.File{Name: export.Name("payments", in.From, in.To), Tables: []export.Table{t}}, nil
}

// documents are the codes of the bookings and the numbers of the invoices that the payment is for.
func (p Payment) documents() (bookings, invoices string) {
	var codes, numbers []string
	for _, part := range p.Parts {
		if part.BookingCode != "" && !slices.Contains(codes, part.BookingCode) {
			codes = append(codes, part.BookingCode)
		}
		if part.InvoiceNumber != "" && !slices.Contains(numbers, part.InvoiceNumber) {
			numbers = append(numbers, part.InvoiceNumber)
		}
	}
	return strings.Join(codes, ", "), strings.Join(numbers, ", ")
}

// received is what the account has got by the payment.
func (p Payment) received() money.Amount {
	switch {
	case p.Status == ledger.Void:
		return 0
	case p.Kind == ledger.Refund:
		return -p.Amount
	}
	return p.Amount
}
