package creditnote

import (
	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

// Refunded lets what is kept of a booking's payments follow a refund.
func (s *Service) Refunded(books ledger.Locked, sc scope.Scope, bookingID string) error {
	b, err := booking.Find(books.Tx(), sc, bookingID).Get()
	if errs.Is(err, errs.KindNotFound) {
		return nil // a group's
	}
	if err != nil || b.Status != booking.Cancelled || b.Retained == 0 {
		return err
	}
	if b, err = booking.Lock(books.Tx(), sc, bookingID).Get(); err != nil {
		return err
	}
	return s.Follow(books, sc, b)
}

// Follow lets invoices and credit notes follow a booking that was cancelled or reinstated, or of whose payments less is
// kept. The caller has locked and saved it.
func (s *Service) Follow(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	if err := account.Refunded(books, sc, b); err != nil {
		return err
	}
	if err := s.invoices.Follow(books, sc, b); err != nil {
		return err
	}
	return s.creditRetained(books, sc, b)
}

// creditRetained credits what issued invoices charge as retained beyond what the booking owes.
func (s *Service) creditRetained(books ledger.Locked, sc scope.Scope, b *booking.Booking) error {
	tx := books.Tx()
	issued, err := invoice.RetainedOf(tx, sc, b.ID)
	if err != nil {
		return err
	}
	for _, i := range issued {
		surplus, charged, err := account.Overbilled(tx, sc, b)
		if err != nil {
			return err
		}
		lines := retainedOf(i, surplus, charged, b.PricesIncludeTax)
		if len(lines) == 0 {
			continue
		}
		_, err = s.credit(books, sc, Request{InvoiceID: i.ID, Reason: "No longer retained of booking " + b.Code,
			Lines: lines})
		if err != nil {
			return err
		}
	}
	return nil
}

// retainedOf asks for what is to be credited of an invoice's retained lines: up to the surplus or, of a booking that
// owes nothing for cancelling, all that is left. A charge before tax that became lower is left to the hotel, since its
// surplus is before tax.
func retainedOf(i invoice.Invoice, surplus money.Amount, charged, inclusive bool) []LineRequest {
	var list []LineRequest
	if surplus == 0 || charged && !inclusive {
		return nil
	}
	for _, l := range i.Lines {
		amount := l.Creditable()
		if charged {
			amount = min(amount, surplus)
		}
		if l.Kind == folio.Retained && amount > 0 {
			list = append(list, LineRequest{Position: &l.Position, Amount: &amount})
			surplus -= amount
		}
	}
	return list
}
