package payment

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

// Refund gives back a payment or a part of it: its advance first, then what it paid on invoices, the last one first. It
// fails with Conflict if the payment is void, fully refunded, or itself a refund, and with Invalid, naming the field
// amount, for more than can still be refunded.
func (s *Service) Refund(ctx context.Context, sc scope.Scope, paymentID string, r NewRefund) (Payment, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Payment, error) {
		books, err := ledger.Lock(tx, sc).Get()
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
	if err := refundParts(books, sc, taken); err != nil {
		return m, err
	}
	refund := r.of(payment, taken)
	if refund.BookingID = onlyBooking(taken); refund.BookingID != "" {
		b, err := booking.Find(tx, sc, refund.BookingID).Get()
		if errs.Is(err, errs.KindNotFound) { // a group's or company's
			b, err, refund.BookingID = &booking.Booking{}, nil, ""
		}
		if err != nil {
			return m, err
		}
		refund.BookingCode = b.Code
	}
	if m, err = s.ledger.Record(books, sc, refund.Prepare(tx, sc)); err != nil {
		return m, err
	}
	if err := receivable.Follow(books, sc, receivable.Of(m), negated(taken)...); err != nil {
		return m, err
	}
	return m, s.follow(books, sc, taken)
}

// follow tells the bookings of the parts that their money was given back.
func (s *Service) follow(books ledger.Locked, sc scope.Scope, parts []ledger.Part) error {
	told := map[string]bool{"": true}
	for _, p := range parts {
		if told[p.BookingID] {
			continue
		}
		told[p.BookingID] = true
		if err := s.hooks.OnRefund(books, sc, p.BookingID); err != nil {
			return err
		}
	}
	return nil
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

// of is what the books record: a refund of the payment, taken from these parts.
func (r NewRefund) of(payment ledger.Movement, taken []ledger.Part) ledger.NewMovement {
	refund := ledger.NewMovement{Kind: ledger.Refund, RefundOf: payment.ID, Amount: r.Amount, Parts: taken,
		Method: cmp.Or(r.Method, payment.Method), AccountID: r.AccountID, Reference: r.Reference, Notes: r.Reason,
		Payer: payment.Payer, PayerEmail: payment.PayerEmail}
	if refund.Method == payment.Method {
		refund.AccountID = cmp.Or(refund.AccountID, payment.AccountID)
	}
	return refund
}

// takeFrom chooses what a refund is taken from: advances first, then invoices, the last one first.
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

// RefundBooking gives back this much of what the booking has paid, with a refund for each payment that it takes from.
// The caller holds the lock on the booking. It fails with Conflict if the booking hasn't paid that much.
func (s *Service) RefundBooking(books ledger.Locked, sc scope.Scope, bookingID string, amount money.Amount,
	method ledger.Method) error {
	b, err := booking.Find(books.Tx(), sc, bookingID).Get()
	if err != nil {
		return err
	}
	taken, err := s.ledger.RefundBooking(books, sc, ledger.NewMovement{BookingID: b.ID, BookingCode: b.Code,
		Amount: amount, Method: method})
	if err != nil {
		return err
	}
	by := receivable.Cause{Document: ledger.Refund, ID: b.ID, Number: b.Code, Day: books.Days.Today}
	if err := receivable.Follow(books, sc, by, negated(taken)...); err != nil {
		return err
	}
	return refundParts(books, sc, taken)
}

// refundParts tells bookings and invoices that these parts were given back.
func refundParts(books ledger.Locked, sc scope.Scope, parts []ledger.Part) error {
	for _, p := range parts {
		if err := unpay(books, sc, p, 0, p.Amount); err != nil {
			return err
		}
	}
	return nil
}

// unpay takes the part off what its invoice was paid, and adds to what its booking was paid and refunded.
func unpay(books ledger.Locked, sc scope.Scope, p ledger.Part, paid, refunded money.Amount) error {
	if p.BookingID != "" {
		if err := booking.Receive(books, sc, p.BookingID, paid, refunded); err != nil {
			return err
		}
	}
	if p.InvoiceID == "" {
		return nil
	}
	_, err := invoice.AddPaid(books, sc, p.InvoiceID, -p.Amount).Get()
	return err
}
