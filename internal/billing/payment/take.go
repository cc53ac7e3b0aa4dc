package payment

import (
	"cmp"
	"context"
	"fmt"
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

// Create takes a payment. It fails with Invalid, naming the field, for a target that can't be paid and for a time of
// receipt that is in the future or on a closed day.
func (s *Service) Create(ctx context.Context, sc scope.Scope, p NewPayment) (Payment, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Payment, error) {
		lock := ledger.Lock(tx, sc)
		recorded := ledger.NewMovement{Method: p.Method, AccountID: p.AccountID}.Prepare(tx, sc)
		// Only the first target: what the others find depends on what was paid before them.
		next := find(tx, sc, p.Targets[0])
		books, err := lock.Get()
		if err != nil {
			return Payment{}, err
		}
		if p.ReceivedAt != nil {
			if err := checkReceived(books, sc, *p.ReceivedAt); err != nil {
				return Payment{}, err
			}
		}
		var t tally
		for n, target := range p.Targets {
			if n > 0 {
				next = find(tx, sc, target)
			}
			found, err := next.Get()
			if err != nil {
				return Payment{}, err
			}
			if err := t.pay(books, sc, target, found); err != nil {
				return Payment{}, err
			}
		}
		recorded.NewMovement = t.movement(p)
		m, err := s.ledger.Record(books, sc, recorded)
		if err != nil {
			return Payment{}, err
		}
		return named(tx, sc, m)
	})
}

// checkReceived refuses an instant (UTC milliseconds) that is in the future or on a closed day.
func checkReceived(books ledger.Locked, sc scope.Scope, at int64) error {
	if at > books.Tx().Now.UnixMilli() {
		return errs.InvalidField("receivedAt", "must not be in the future")
	}
	return books.Days(sc).Check("receivedAt", ledger.DayOf(sc, at))
}

// tally adds up what the targets of a payment come to.
type tally struct {
	amount      money.Amount
	parts       []ledger.Part
	bookings    []string // the ids, each once
	bookingCode string   // of the first booking
	guest       string   // of the first booking
	purposes    []string // "booking BK-1", "invoice INV-7"
	payer       string   // of the first target
	payerEmail  string
}

// found is what a target names: an invoice that can be paid, or a booking with its issued invoices but for parts of
// split bills, which others may pay, the oldest due first.
type found struct {
	invoice invoice.Invoice
	booking *booking.Booking // nil: the target is an invoice
	open    []invoice.Invoice
}

// find finds what the target names, and locks the booking that it names. Invalid tells of one that can't be paid.
func find(tx *db.Tx, sc scope.Scope, target Target) db.Later[found] {
	if target.InvoiceID != "" {
		return findInvoice(tx, sc, target)
	}
	b, open := booking.Lock(tx, sc, target.BookingID), invoice.UnsplitOf(tx, sc, target.BookingID)
	return db.Else(b, func(b *booking.Booking, err error) (f found, _ error) {
		if errs.Is(err, errs.KindNotFound) {
			err = target.invalid("bookingId", "must be the id of one of the hotel's bookings")
		}
		if err != nil {
			return f, err
		}
		invoices, err := open.Get()
		return found{booking: b, open: invoices}, err
	})
}

func findInvoice(tx *db.Tx, sc scope.Scope, target Target) db.Later[found] {
	return db.Else(invoice.Find(tx, sc, target.InvoiceID), target.payable)
}

// payable refuses an invoice that isn't issued, or owes nothing.
func (t Target) payable(i invoice.Invoice, err error) (found, error) {
	switch {
	case errs.Is(err, errs.KindNotFound):
		err = t.invalid("invoiceId", "must be the id of one of the hotel's invoices")
	case err != nil:
	case i.Status == invoice.Draft:
		err = t.invalid("invoiceId", "names a draft: issue the invoice before it is paid")
	case i.Status == invoice.Void:
		err = t.invalid("invoiceId", "names invoice %s, which is void", i.Number)
	case i.Due() == 0:
		err = t.invalid("invoiceId", "names invoice %s, which owes nothing any more", i.Number)
	}
	return found{invoice: i}, err
}

func (t *tally) pay(books ledger.Locked, sc scope.Scope, target Target, found found) error {
	t.amount += target.Amount
	if found.booking == nil {
		return t.payInvoice(books, sc, target, found.invoice)
	}
	return t.payBooking(books, sc, target, found.booking, found.open)
}

// payBooking pays the booking's open invoices; the rest is its advance.
func (t *tally) payBooking(books ledger.Locked, sc scope.Scope, target Target, b *booking.Booking,
	open []invoice.Invoice) error {
	if owed := max(b.BalanceDue(), 0); b.Status == booking.Cancelled && target.Amount > owed {
		return target.invalid("amount", "must not be more than the %s that is owed of the cancelled booking %s",
			owed.Number(sc.Currency), b.Code)
	}
	t.purposes = append(t.purposes, "booking "+b.Code)
	if err := t.receive(books, sc, b, target.Amount); err != nil {
		return err
	}
	return t.spread(books, sc, b.ID, open, target.Amount)
}

// payInvoice pays the invoice; the rest is an advance of its booking, or nobody's.
func (t *tally) payInvoice(books ledger.Locked, sc scope.Scope, target Target, i invoice.Invoice) error {
	t.purposes = append(t.purposes, "invoice "+i.Number)
	t.from(i.Buyer.Name, i.Buyer.Email)
	if i.BookingID != "" {
		b, err := booking.Lock(books.Tx(), sc, i.BookingID).Get()
		if err != nil {
			return err
		}
		if b.Status == booking.Cancelled && target.Amount > i.Due() {
			return target.invalid("amount",
				"must not be more than the %s that is owed of invoice %s, since its booking is cancelled",
				i.Due().Number(sc.Currency), i.Number)
		}
		if err := t.receive(books, sc, b, target.Amount); err != nil {
			return err
		}
	}
	return t.spread(books, sc, i.BookingID, []invoice.Invoice{i}, target.Amount)
}

// receive adds the amount to what the booking was paid, and notes the booking and its guest.
func (t *tally) receive(books ledger.Locked, sc scope.Scope, b *booking.Booking, amount money.Amount) error {
	t.from(b.GuestName, b.GuestEmail)
	if !slices.Contains(t.bookings, b.ID) {
		t.bookings = append(t.bookings, b.ID)
	}
	if t.bookingCode == "" {
		t.bookingCode, t.guest = b.Code, b.GuestName
	}
	return booking.Receive(books, sc, b.ID, amount, 0)
}

// from notes who pays: the guest or buyer of the first target that has one.
func (t *tally) from(name, email string) {
	if t.payer == "" {
		t.payer, t.payerEmail = name, email
	}
}

// spread pays the invoices in turn; the rest is an advance of the booking, or nobody's.
func (t *tally) spread(books ledger.Locked, sc scope.Scope, bookingID string, invoices []invoice.Invoice,
	amount money.Amount) error {
	for _, i := range invoices {
		paid := min(i.Due(), amount)
		if paid <= 0 {
			continue
		}
		if _, err := invoice.AddPaid(books, sc, i.ID, paid); err != nil {
			return err
		}
		t.parts = append(t.parts, ledger.Part{BookingID: bookingID, InvoiceID: i.ID, Amount: paid})
		amount -= paid
	}
	if amount > 0 {
		t.parts = append(t.parts, ledger.Part{BookingID: bookingID, Amount: amount})
	}
	return nil
}

// movement is what the books record.
func (t *tally) movement(p NewPayment) ledger.NewMovement {
	m := ledger.NewMovement{Kind: ledger.Payment, Amount: t.amount, Parts: t.parts, For: t.purposes[0],
		Method: p.Method, AccountID: p.AccountID, Reference: p.Reference, Notes: p.Notes,
		Payer: cmp.Or(p.Payer, t.payer), PayerEmail: t.payerEmail, ReceivedAt: p.ReceivedAt}
	if len(t.bookings) == 1 {
		m.BookingID, m.BookingCode, m.OfGuest = t.bookings[0], t.bookingCode, m.Payer == t.guest
	}
	if more := len(t.purposes) - 1; more > 0 {
		m.For = fmt.Sprintf("%s and %d more", m.For, more)
	}
	return m
}
