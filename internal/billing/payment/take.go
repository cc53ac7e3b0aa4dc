package payment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
)

// Create takes a payment. It fails with Invalid, naming the field, for a target that can't be paid and for a time of
// receipt that is in the future or on a closed day.
func (s *Service) Create(ctx context.Context, sc scope.Scope, p NewPayment) (Payment, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Payment, error) {
		_, taken, err := s.Take(tx, sc, p)
		return taken, err
	})
}

// Take is Create for a caller that does more in the transaction.
func (s *Service) Take(tx *db.Tx, sc scope.Scope, p NewPayment) (ledger.Locked, Payment, error) {
	books, recorded, targets, err := load(tx, sc, p)
	if err != nil {
		return books, Payment{}, err
	}
	if err := p.checkReceived(sc, books.Days, tx.Now.UnixMilli()); err != nil {
		return books, Payment{}, err
	}
	t, err := decide(sc.Currency, targets)
	if err != nil {
		return books, Payment{}, err
	}
	recorded.NewMovement = t.movement(p)
	taken, err := s.save(books, sc, t, recorded)
	return books, taken, err
}

// found is what a target names: an invoice that can be paid, with its booking if it has one; or a booking with its
// issued invoices but for parts of split bills, which others may pay, the oldest due first.
type found struct {
	Target
	invoice *invoice.Invoice           // nil: the target is a booking
	booking *booking.Booking           // nil: the invoice has none
	locking db.Later[*booking.Booking] // of an invoice's booking
	group   *group.Group               // nil: the target is none
	open    []invoice.Invoice
}

// load locks the books, and finds what the payment's targets name. Their bookings stay as they are from then on.
func load(tx *db.Tx, sc scope.Scope, p NewPayment) (ledger.Locked, ledger.Prepared, []found, error) {
	lock := ledger.Lock(tx, sc)
	recorded := ledger.NewMovement{Method: p.Method, AccountID: p.AccountID}.Prepare(tx, sc)
	asked := make([]db.Later[found], len(p.Targets))
	for n, target := range p.Targets {
		asked[n] = find(tx, sc, target)
	}
	books, err := lock.Get()
	if err != nil {
		return books, recorded, nil, err
	}
	targets := make([]found, len(asked))
	for n := range asked {
		if targets[n], err = asked[n].Get(); err != nil {
			return books, recorded, nil, err
		}
	}
	for n := range targets {
		if f := &targets[n]; f.invoice != nil {
			if f.booking, err = f.locking.Get(); err != nil {
				return books, recorded, nil, err
			}
		}
	}
	return books, recorded, targets, nil
}

// find finds what the target names. Invalid tells of one that can't be paid.
func find(tx *db.Tx, sc scope.Scope, target Target) db.Later[found] {
	if target.CompanyID != "" {
		return db.Known(found{Target: target}, nil)
	}
	if target.GroupID != "" {
		return db.Known(findGroup(tx, sc, target))
	}
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
		return found{Target: target, booking: b, open: invoices}, err
	})
}

func findGroup(tx *db.Tx, sc scope.Scope, target Target) (found, error) {
	g, err := group.Find(tx, sc, target.GroupID)
	if err != nil {
		return found{}, err
	}
	all, err := invoice.OfGroup(tx, sc, g.ID)
	return found{Target: target, group: &g, open: slices.DeleteFunc(all, func(i invoice.Invoice) bool {
		return i.Due() <= 0
	})}, err
}

func findInvoice(tx *db.Tx, sc scope.Scope, target Target) db.Later[found] {
	return db.Else(invoice.Find(tx, sc, target.InvoiceID), func(i invoice.Invoice, err error) (found, error) {
		i, err = target.checkIssued(i, err)
		f := found{Target: target, invoice: &i}
		if err == nil && i.BookingID != "" {
			f.locking = booking.Lock(tx, sc, i.BookingID)
		}
		return f, err
	})
}

// checkIssued refuses an invoice that isn't there, or isn't issued.
func (t Target) checkIssued(i invoice.Invoice, err error) (invoice.Invoice, error) {
	switch {
	case errs.Is(err, errs.KindNotFound):
		err = t.invalid("invoiceId", "must be the id of one of the hotel's invoices")
	case err != nil:
	case i.Status == invoice.Draft:
		err = t.invalid("invoiceId", "names a draft: issue the invoice before it is paid")
	case i.Status == invoice.Void:
		err = t.invalid("invoiceId", "names invoice %s, which is void", i.Number)
	}
	return i, err
}

// checkDue refuses an invoice of which nothing is due any more.
func (t Target) checkDue(i invoice.Invoice, due money.Amount) error {
	if due > 0 {
		return nil
	}
	return t.invalid("invoiceId", "names invoice %s, which owes nothing any more", i.Number)
}

// checkReceived refuses a time of receipt that is in the future or on a closed day. now is in UTC milliseconds.
func (p NewPayment) checkReceived(sc scope.Scope, days businessday.Days, now int64) error {
	switch {
	case p.ReceivedAt == nil:
		return nil
	case *p.ReceivedAt > now:
		return errs.InvalidField("receivedAt", "must not be in the future")
	}
	return days.Check("receivedAt", businessday.Of(sc, *p.ReceivedAt))
}

// tally is what the targets of a payment come to, and what it pays.
type tally struct {
	currency    string
	amount      money.Amount
	parts       []ledger.Part
	onInvoices  map[string]money.Amount // what the parts pay of each invoice, by id
	onBookings  map[string]money.Amount // what each booking receives, by id
	bookings    []string                // the ids, each once
	bookingCode string                  // of the first booking
	guest       string                  // of the first booking
	purposes    []string                // "booking BK-1", "invoice INV-7"
	payer       string                  // of the first target
	payerEmail  string
}

// decide adds up the targets in turn: what one pays, the next ones don't owe any more.
func decide(currency string, targets []found) (*tally, error) {
	t := &tally{currency: currency, onInvoices: map[string]money.Amount{}, onBookings: map[string]money.Amount{}}
	for _, f := range targets {
		pay := t.payBooking
		if f.invoice != nil {
			pay = t.payInvoice
		}
		switch {
		case f.group != nil:
			pay = t.payGroup
		case f.CompanyID != "":
			pay = t.payCompany
		}
		if err := pay(f); err != nil {
			return nil, err
		}
		t.amount += f.Amount
	}
	return t, nil
}

// due is what the invoice owes after the targets so far.
func (t *tally) due(i invoice.Invoice) money.Amount { return i.Due() - t.onInvoices[i.ID] }

// payBooking pays the booking's open invoices; the rest is its advance.
func (t *tally) payBooking(f found) error {
	b := f.booking
	if owed := max(b.BalanceDue()-t.onBookings[b.ID], 0); b.Status == booking.Cancelled && f.Amount > owed {
		return f.invalid("amount", "must not be more than the %s that is owed of the cancelled booking %s",
			owed.Number(t.currency), b.Code)
	}
	t.purposes = append(t.purposes, "booking "+b.Code)
	t.receive(b, f.Amount)
	t.spread(b.ID, f.open, f.Amount)
	return nil
}

// payGroup pays the group's open invoices, the oldest first; the rest is its advance.
func (t *tally) payGroup(f found) error {
	t.purposes = append(t.purposes, "group "+f.group.Code)
	t.from(cmp.Or(f.group.ContactName, f.group.Name), f.group.ContactEmail)
	t.spread(f.group.ID, f.open, f.Amount)
	return nil
}

// payCompany leaves the amount on the company's account.
func (t *tally) payCompany(f found) error {
	t.purposes = append(t.purposes, "the account of a company")
	t.parts = append(t.parts, ledger.Part{BookingID: f.CompanyID, Amount: f.Amount})
	return nil
}

// payInvoice pays the invoice; the rest is an advance of its booking or group, or nobody's.
func (t *tally) payInvoice(f found) error {
	i, due := *f.invoice, t.due(*f.invoice)
	if err := f.checkDue(i, due); err != nil {
		return err
	}
	if f.booking != nil && f.booking.Status == booking.Cancelled && f.Amount > due {
		return f.invalid("amount",
			"must not be more than the %s that is owed of invoice %s, since its booking is cancelled",
			due.Number(t.currency), i.Number)
	}
	t.purposes = append(t.purposes, "invoice "+i.Number)
	t.from(i.Buyer.Name, i.Buyer.Email)
	if f.booking != nil {
		t.receive(f.booking, f.Amount)
	}
	t.spread(i.Account(), []invoice.Invoice{i}, f.Amount)
	return nil
}

// receive adds the amount to what the booking receives, and notes the booking and its guest.
func (t *tally) receive(b *booking.Booking, amount money.Amount) {
	t.from(b.GuestName, b.GuestEmail)
	if !slices.Contains(t.bookings, b.ID) {
		t.bookings = append(t.bookings, b.ID)
	}
	if t.bookingCode == "" {
		t.bookingCode, t.guest = b.Code, b.GuestName
	}
	t.onBookings[b.ID] += amount
}

// from notes who pays: the guest or buyer of the first target that has one.
func (t *tally) from(name, email string) {
	if t.payer == "" {
		t.payer, t.payerEmail = name, email
	}
}

// spread pays the invoices in turn; the rest is an advance of the booking, or nobody's.
func (t *tally) spread(bookingID string, invoices []invoice.Invoice, amount money.Amount) {
	for _, i := range invoices {
		paid := min(t.due(i), amount)
		if paid <= 0 {
			continue
		}
		t.onInvoices[i.ID] += paid
		t.parts = append(t.parts, ledger.Part{BookingID: bookingID, InvoiceID: i.ID, Amount: paid})
		amount -= paid
	}
	if amount > 0 {
		t.parts = append(t.parts, ledger.Part{BookingID: bookingID, Amount: amount})
	}
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

// save tells the bookings and invoices what they were paid, and records the movement.
func (s *Service) save(books ledger.Locked, sc scope.Scope, t *tally, recorded ledger.Prepared) (Payment, error) {
	for _, bookingID := range t.bookings {
		if err := booking.Receive(books, sc, bookingID, t.onBookings[bookingID], 0); err != nil {
			return Payment{}, err
		}
	}
	var paid []db.Later[invoice.Invoice]
	for _, invoiceID := range slices.Sorted(maps.Keys(t.onInvoices)) {
		paid = append(paid, invoice.AddPaid(books, sc, invoiceID, t.onInvoices[invoiceID]))
	}
	if _, err := db.Every(paid).Get(); err != nil {
		return Payment{}, err
	}
	m, err := s.ledger.Record(books, sc, recorded)
	if err != nil {
		return Payment{}, err
	}
	if err := receivable.Follow(books, sc, receivable.Of(m), t.parts...); err != nil {
		return Payment{}, err
	}
	return named(books.Tx(), sc, m)
}
