package payment

import (
	"context"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

// apply uses this much of a payment's advance for an invoice; 0 is as much as both allow.
func (s *Service) apply(ctx context.Context, sc scope.Scope, paymentID, invoiceID string, amount money.Amount) (
	Payment, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Payment, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Payment{}, err
		}
		m, err := ledger.Get(tx, sc, paymentID)
		if err != nil {
			return Payment{}, err
		}
		parts, err := ledger.PartsOf(tx, sc, paymentID)
		if err != nil {
			return Payment{}, err
		}
		i, amount, err := applicable(tx, sc, m, parts, invoiceID, amount)
		if err != nil {
			return Payment{}, err
		}
		if err := s.applyAdvances(books, sc, m, parts, i, amount); err != nil {
			return Payment{}, err
		}
		return named(tx, sc, m)
	})
}

// applyAdvances applies this much of the payment's advances to the invoice, and tells of it.
func (s *Service) applyAdvances(books ledger.Locked, sc scope.Scope, m ledger.Movement, parts []ledger.Part,
	i invoice.Invoice, amount money.Amount) error {
	if err := applyParts(books, sc, m, parts, i, amount); err != nil {
		return err
	}
	return s.publishApplied(books.Tx(), sc, m, parts, i, amount)
}

// ApplyOwn gives this much of the payment that is unapplied on the company's account to the invoice, which owes it.
func (s *Service) ApplyOwn(books ledger.Locked, sc scope.Scope, paymentID, companyID, invoiceID string,
	amount money.Amount) error {
	m, err := ledger.Get(books.Tx(), sc, paymentID)
	if err != nil {
		return err
	}
	parts, err := ledger.PartsOf(books.Tx(), sc, paymentID)
	if err != nil {
		return err
	}
	own := slices.DeleteFunc(parts, func(p ledger.Part) bool { return p.BookingID != companyID || p.InvoiceID != "" })
	i, amount, err := applicable(books.Tx(), sc, m, own, invoiceID, amount)
	if err != nil {
		return err
	}
	return s.applyAdvances(books, sc, m, own, i, amount)
}

// applicable finds the invoice, and how much of the payment's advance it gets.
func applicable(tx *db.Tx, sc scope.Scope, m ledger.Movement, parts []ledger.Part, invoiceID string,
	amount money.Amount) (i invoice.Invoice, most money.Amount, err error) {
	if m.Kind == ledger.Refund || m.Status == ledger.Void {
		return i, 0, errs.Conflict("Only a payment that stands can be applied to an invoice.")
	}
	free := advance(parts)
	if free == 0 {
		return i, 0, errs.Conflict("Nothing of payment %s is an advance: all of it is applied or refunded.", m.Number)
	}
	target := Target{InvoiceID: invoiceID}
	i, err = target.checkIssued(invoice.Find(tx, sc, invoiceID).Get())
	if err == nil {
		err = target.checkDue(i, i.Due())
	}
	if err != nil {
		return i, 0, err
	}
	most = min(free, i.Due())
	if amount > most {
		return i, 0, errs.InvalidField("amount",
			"must not be more than %s: payment %s has %s left, and invoice %s owes %s",
			most.Number(sc.Currency), m.Number, free.Number(sc.Currency), i.Number, i.Due().Number(sc.Currency))
	}
	if amount > 0 {
		most = amount
	}
	return i, most, nil
}

// applyParts moves advances to the invoice until they make up the amount.
func applyParts(books ledger.Locked, sc scope.Scope, m ledger.Movement, parts []ledger.Part, i invoice.Invoice,
	amount money.Amount) error {
	if _, err := invoice.AddPaid(books, sc, i.ID, amount).Get(); err != nil {
		return err
	}
	by := receivable.Of(m)
	by.Document, by.Day = receivable.Applied, books.Days.Business()
	for _, p := range advancesFor(parts, i.Account()) {
		moved := min(p.Amount, amount)
		if moved == 0 {
			break
		}
		if err := applyPart(books, sc, p, i, moved); err != nil {
			return err
		}
		if err := receivable.Follow(books, sc, by, ledger.Part{BookingID: p.BookingID, Amount: -moved},
			ledger.Part{BookingID: i.Account(), InvoiceID: i.ID, Amount: moved}); err != nil {
			return err
		}
		amount -= moved
	}
	return nil
}

// advancesFor lists the advances among the parts in the order in which the booking's invoices use them: the booking's
// own, nobody's, other bookings'.
func advancesFor(parts []ledger.Part, account string) []ledger.Part {
	rank := func(p ledger.Part) int {
		switch p.BookingID {
		case account:
			return 0
		case "":
			return 1
		}
		return 2
	}
	advances := slices.DeleteFunc(slices.Clone(parts), func(p ledger.Part) bool { return p.InvoiceID != "" })
	slices.SortStableFunc(advances, func(a, b ledger.Part) int { return rank(a) - rank(b) })
	return advances
}

// applyPart moves an advance to the invoice. Another booking's advance becomes a payment of the invoice's booking.
func applyPart(books ledger.Locked, sc scope.Scope, p ledger.Part, i invoice.Invoice, amount money.Amount) error {
	if err := ledger.Move(books, sc, p, ledger.Part{BookingID: i.Account(), InvoiceID: i.ID}, amount); err != nil ||
		p.BookingID == i.Account() {
		return err
	}
	if p.BookingID != "" {
		if err := booking.Receive(books, sc, p.BookingID, -amount, 0); err != nil {
			return err
		}
	}
	if i.BookingID == "" {
		return nil
	}
	return booking.Receive(books, sc, i.BookingID, amount, 0)
}

// publishApplied tells what was applied. Parts and invoice are as they were before.
func (s *Service) publishApplied(tx *db.Tx, sc scope.Scope, m ledger.Movement, parts []ledger.Part, i invoice.Invoice,
	amount money.Amount) error {
	sums := func(advance, due money.Amount) Sums {
		return Sums{advance.Number(sc.Currency), due.Number(sc.Currency)}
	}
	e := applied.Of(m.ID, appliedDetails{Number: m.Number, InvoiceID: i.ID, InvoiceNumber: i.Number,
		Amount: amount.Number(sc.Currency), From: sums(advance(parts), i.Due()),
		To: sums(advance(parts)-amount, i.Due()-amount)})
	e.Touched = ledger.Touched(append(parts, ledger.Part{BookingID: i.BookingID, InvoiceID: i.ID}))
	return s.bus.Publish(tx, sc, e)
}
