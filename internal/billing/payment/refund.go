package payment

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

// Refund gives back a payment or a part of it: its advance first, then what it paid on invoices, the last one first.
// It fails with Conflict for a refund, a void payment and one that is refunded already, and with Invalid, naming the
// field amount, for more than there is to refund.
func (s *Service) Refund(ctx context.Context, sc scope.Scope, paymentID string, r NewRefund) (Payment, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Payment, error) {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return Payment{}, err
		}
		m, err := s.refundPayment(books, sc, paymentID, r)
		if err != nil {
			return Payment{}, err
		}
		return named(tx, sc, m)
	})
}

func (s *Service) refundPayment(books ledger.Locked, sc scope.Scope, paymentID string, r NewRefund) (
	m ledger.Movement, err error) {
	tx := books.Tx()
	payment, err := ledger.Get(tx, sc, paymentID)
	if err != nil {
		return m, err
	}
	if err := checkRefundable(payment, r.Amount, sc.Currency); err != nil {
		return m, err
	}
	parts, err := ledger.PartsOf(tx, sc, paymentID)
	if err != nil {
		return m, err
	}
	taken := takeFrom(parts, r.Amount)
	if err := unpay(books, sc, taken, asRefund); err != nil {
		return m, err
	}
	refund := r.of(payment, taken)
	if refund.BookingID = onlyBooking(taken); refund.BookingID != "" {
		b, err := booking.Find(tx, sc, refund.BookingID)
		if err != nil {
			return m, err
		}
		refund.BookingCode = b.Code
	}
	return s.ledger.Record(books, sc, refund)
}

func checkRefundable(m ledger.Movement, amount money.Amount, currency string) error {
	switch rest := m.Amount - m.Refunded; {
	case m.Kind == ledger.Refund:
		return errs.Conflict("%s is a refund itself: there is nothing to give back.", m.Number)
	case m.Status == ledger.Void:
		return errs.Conflict("Payment %s is void: there is nothing to give back.", m.Number)
	case rest == 0:
		return errs.Conflict("Payment %s is refunded as a whole already.", m.Number)
	case amount > rest:
		return errs.InvalidField("amount", "must not be more than the %s that is left of payment %s",
			rest.Number(currency), m.Number)
	}
	return nil
}

// of is what is recorded of a refund of the payment, out of these parts.
func (r NewRefund) of(payment ledger.Movement, taken []ledger.Part) ledger.NewMovement {
	refund := ledger.NewMovement{Kind: ledger.Refund, RefundOf: payment.ID, Amount: r.Amount, Parts: taken,
		Method: cmp.Or(r.Method, payment.Method), AccountID: r.AccountID, Reference: r.Reference, Notes: r.Reason,
		Payer: payment.Payer, PayerEmail: payment.PayerEmail}
	if refund.Method == payment.Method {
		refund.AccountID = cmp.Or(refund.AccountID, payment.AccountID)
	}
	return refund
}

// takeFrom chooses the parts that a refund is taken from: those of no invoice first, then the last invoice's.
func takeFrom(parts []ledger.Part, amount money.Amount) (taken []ledger.Part) {
	take := func(p ledger.Part) {
		if p.Amount = min(p.Amount, amount); p.Amount > 0 {
			taken, amount = append(taken, p), amount-p.Amount
		}
	}
	for _, p := range parts {
		if p.InvoiceID == "" {
			take(p)
		}
	}
	for _, p := range slices.Backward(parts) {
		if p.InvoiceID != "" {
			take(p)
		}
	}
	return taken
}

// onlyBooking is the booking that all parts are of, or "".
func onlyBooking(parts []ledger.Part) string {
	for _, p := range parts {
		if p.BookingID != parts[0].BookingID {
			return ""
		}
	}
	return parts[0].BookingID
}

// RefundBooking gives back money of the booking's payments, which it chooses: it makes a refund of each. Callers have
// locked the booking. It fails with Conflict for more than the booking has paid.
func (s *Service) RefundBooking(books ledger.Locked, sc scope.Scope, bookingID string, amount money.Amount,
	method ledger.Method) error {
	b, err := booking.Find(books.Tx(), sc, bookingID)
	if err != nil {
		return err
	}
	taken, err := s.ledger.RefundBooking(books, sc, ledger.NewMovement{BookingID: b.ID, BookingCode: b.Code,
		Amount: amount, Method: method})
	if err != nil {
		return err
	}
	return unpay(books, sc, taken, asRefund)
}

// What takes a part off a payment.
const (
	asRefund = true
	asVoid   = false
)

// unpay takes the parts of payments off what their bookings and invoices have been paid. A booking counts a refund
// beside what it was paid; a payment that is void it was never paid.
func unpay(books ledger.Locked, sc scope.Scope, parts []ledger.Part, refund bool) error {
	for _, p := range parts {
		paid, refunded := -p.Amount, money.Amount(0)
		if refund {
			paid, refunded = 0, p.Amount
		}
		if p.BookingID != "" {
			if err := booking.Receive(books, sc, p.BookingID, paid, refunded); err != nil {
				return err
			}
		}
		if p.InvoiceID != "" {
			if _, err := invoice.AddPaid(books, sc, p.InvoiceID, -p.Amount); err != nil {
				return err
			}
		}
	}
	return nil
}
