package payment

import (
	"context"
	"fmt"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// Service does what can be done with payments.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	ledger *ledger.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, books *ledger.Service) *Service {
	return &Service{db: d, bus: bus, ledger: books}
}

// target is what a part of a payment is to be for: a booking or an invoice. field is where the request names it.
type target struct {
	field     string // "" or "allocations[1]."
	bookingID string
	invoiceID string
	amount    money.Amount
}

func (t target) invalid(field, format string, args ...any) error {
	return errs.InvalidField(t.field+field, format, args...)
}

// receipt is a payment in the making: what its targets have turned into so far.
type receipt struct {
	parts      []ledger.Part
	bookings   []string // the ids, each once
	code       string   // of the first booking
	purposes   []string // "booking BK-1", "invoice INV-7"
	payer      string   // of the first target
	payerEmail string
}

// Create takes a payment for a booking, an invoice, or several of them.
func (s *Service) Create(ctx context.Context, sc scope.Scope, in CreateBody) (View, error) {
	e, targets, err := in.read(sc)
	if err != nil {
		return View{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		m, err := s.take(tx, sc, e, targets)
		if err != nil {
			return View{}, err
		}
		return viewOf(tx, sc, m)
	})
}

func (s *Service) take(tx *db.Tx, sc scope.Scope, e ledger.Instruction, targets []target) (ledger.Movement, error) {
	books, err := ledger.Lock(tx, sc)
	if err != nil {
		return ledger.Movement{}, err
	}
	if err := checkReceived(tx, sc, books.Books, e.ReceivedAt); err != nil {
		return ledger.Movement{}, err
	}
	var r receipt
	for _, t := range targets {
		if t.invoiceID != "" {
			err = r.payInvoice(books, sc, t)
		} else {
			err = r.payBooking(books, sc, t)
		}
		if err != nil {
			return ledger.Movement{}, err
		}
	}
	return s.ledger.Record(books, sc, r.entry(e))
}

// entry is what is recorded of the payment.
func (r receipt) entry(e ledger.Instruction) ledger.Instruction {
	e.Kind, e.Parts = ledger.Payment, r.parts
	if len(r.bookings) == 1 {
		e.BookingID, e.BookingCode = r.bookings[0], r.code
	}
	if e.For = r.purposes[0]; len(r.purposes) > 1 {
		e.For = fmt.Sprintf("%s and %d more", e.For, len(r.purposes)-1)
	}
	if e.Payer == "" {
		e.Payer = r.payer
	}
	e.PayerEmail = r.payerEmail
	return e
}

// checkReceived refuses an instant that is still to come, or of a day that is closed.
func checkReceived(tx *db.Tx, sc scope.Scope, books ledger.Books, at *int64) error {
	if at == nil {
		return nil
	}
	if *at > tx.Now.UnixMilli() {
		return errs.InvalidField("receivedAt", "must not be in the future")
	}
	return books.CheckDay("receivedAt", ledger.DayOf(sc, *at), sc.Today(tx.Now))
}

// payBooking pays the booking's issued invoices, the oldest due first, and takes the rest as its advance.
func (r *receipt) payBooking(books ledger.Locked, sc scope.Scope, t target) error {
	tx := books.Tx()
	b, err := booking.Lock(tx, sc, t.bookingID)
	if errs.Is(err, errs.KindNotFound) {
		return t.invalid("bookingId", "must be the id of one of the hotel's bookings")
	}
	if err != nil {
		return err
	}
	if owed := max(b.BalanceDue(), 0); b.Status == booking.Cancelled && t.amount > owed {
		return t.invalid("amount", "must not be more than the %s that is owed of the cancelled booking %s",
			owed.Number(sc.Currency), b.Code)
	}
	r.forBooking(b, "booking "+b.Code)
	open, err := invoice.OpenOf(tx, sc, b.ID)
	if err != nil {
		return err
	}
	left := t.amount
	for _, i := range open {
		paid := min(i.Due(), left)
		if paid <= 0 {
			continue
		}
		if _, err := invoice.AddPaid(books, sc, i.ID, paid); err != nil {
			return err
		}
		r.parts = append(r.parts, ledger.Part{BookingID: b.ID, InvoiceID: i.ID, Amount: paid})
		left -= paid
	}
	if left > 0 {
		r.parts = append(r.parts, ledger.Part{BookingID: b.ID, Amount: left})
	}
	return booking.Receive(books, sc, b.ID, t.amount, 0)
}

func (r *receipt) forBooking(b *booking.Booking, purpose string) {
	r.from(b.GuestName, b.GuestEmail)
	r.purposes = append(r.purposes, purpose)
	for _, known := range r.bookings {
		if known == b.ID {
			return
		}
	}
	if r.bookings = append(r.bookings, b.ID); len(r.bookings) == 1 {
		r.code = b.Code
	}
}

// from notes who pays: the first whom a target names.
func (r *receipt) from(name, email string) {
	if r.payer == "" {
		r.payer, r.payerEmail = name, email
	}
}

// payInvoice pays the invoice; what is more than it owes is an advance of its booking, or nobody's.
func (r *receipt) payInvoice(books ledger.Locked, sc scope.Scope, t target) error {
	tx := books.Tx()
	i, err := payable(tx, sc, t)
	if err != nil {
		return err
	}
	due := i.Due()
	r.from(i.Buyer.Name, i.Buyer.Email)
	if i.BookingID == "" {
		r.purposes = append(r.purposes, "invoice "+i.Number)
	} else {
		b, err := booking.Lock(tx, sc, i.BookingID)
		if err != nil {
			return err
		}
		if b.Status == booking.Cancelled && t.amount > due {
			return t.invalid("amount", "must not be more than the %s that is owed of invoice %s, since its booking is cancelled",
				due.Number(sc.Currency), i.Number)
		}
		r.forBooking(b, "invoice "+i.Number)
		if err := booking.Receive(books, sc, b.ID, t.amount, 0); err != nil {
			return err
		}
	}
	paid := min(due, t.amount)
	if _, err := invoice.AddPaid(books, sc, i.ID, paid); err != nil {
		return err
	}
	r.parts = append(r.parts, ledger.Part{BookingID: i.BookingID, InvoiceID: i.ID, Amount: paid})
	if t.amount > paid {
		r.parts = append(r.parts, ledger.Part{BookingID: i.BookingID, Amount: t.amount - paid})
	}
	return nil
}

// payable is the target's invoice if it can be paid: it is issued and owes something.
func payable(tx *db.Tx, sc scope.Scope, t target) (invoice.Invoice, error) {
	i, err := invoice.Find(tx, sc, t.invoiceID)
	switch {
	case errs.Is(err, errs.KindNotFound):
		return i, t.invalid("invoiceId", "must be the id of one of the hotel's invoices")
	case err != nil:
		return i, err
	case i.Status == invoice.Draft:
		return i, t.invalid("invoiceId", "names a draft: issue the invoice before it is paid")
	case i.Status == invoice.Void:
		return i, t.invalid("invoiceId", "names invoice %s, which is void", i.Number)
	case i.Due() == 0:
		return i, t.invalid("invoiceId", "names invoice %s, which owes nothing any more", i.Number)
	}
	return i, nil
}

// refundOrder is what a refund is to be.
type refundOrder struct {
	amount    money.Amount
	reason    string
	method    string // "" is the payment's own
	accountID string // "" is the payment's own, or with another method its default
	reference string
}

// Refund gives back a part of a payment: its advance first, then what invoices were paid with it, the last first.
func (s *Service) Refund(ctx context.Context, sc scope.Scope, paymentID string, in RefundBody) (View, error) {
	var fields errs.Fields
	o := refundOrder{amount: aboveZero(&fields, "amount", in.Amount, sc), reason: in.Reason, method: in.Method,
		accountID: in.AccountID, reference: in.Reference}
	if err := fields.Err(); err != nil {
		return View{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return View{}, err
		}
		m, err := s.refundPayment(books, sc, paymentID, o)
		if err != nil {
			return View{}, err
		}
		return viewOf(tx, sc, m)
	})
}

func (s *Service) refundPayment(books ledger.Locked, sc scope.Scope, paymentID string, o refundOrder) (ledger.Movement,
	error) {
	tx := books.Tx()
	payment, err := ledger.Get(tx, sc, paymentID)
	if err != nil {
		return payment, err
	}
	switch left := payment.Amount - payment.Refunded; {
	case payment.Kind == ledger.Refund:
		return payment, errs.Conflict("%s is a refund itself: there is nothing to give back.", payment.Number)
	case payment.Status == ledger.Void:
		return payment, errs.Conflict("Payment %s is void: there is nothing to give back.", payment.Number)
	case left == 0:
		return payment, errs.Conflict("Payment %s is refunded as a whole already.", payment.Number)
	case o.amount > left:
		return payment, errs.InvalidField("amount", "must not be more than the %s that is left of payment %s",
			left.Number(sc.Currency), payment.Number)
	}
	parts, err := ledger.PartsOf(tx, sc, paymentID)
	if err != nil {
		return payment, err
	}
	taken := takeFrom(parts, o.amount)
	if err := applyRefund(books, sc, taken); err != nil {
		return payment, err
	}
	refund := ledger.Instruction{Kind: ledger.Refund, RefundOf: payment.ID, Amount: o.amount, Parts: taken,
		Method: o.method, AccountID: o.accountID, Reference: o.reference,
		Notes: o.reason, Payer: payment.Payer, PayerEmail: payment.PayerEmail}
	if refund.Method == "" {
		refund.Method = payment.Method
	}
	if refund.Method == payment.Method && refund.AccountID == "" {
		refund.AccountID = payment.AccountID
	}
	if only := onlyBooking(taken); only != "" {
		b, err := booking.Find(tx, sc, only)
		if err != nil {
			return payment, err
		}
		refund.BookingID, refund.BookingCode = b.ID, b.Code
	}
	return s.ledger.Record(books, sc, refund)
}

// takeFrom chooses the parts that a refund comes from: what is no invoice's first, then the last invoice's.
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
	for n := len(parts) - 1; n >= 0; n-- {
		if parts[n].InvoiceID != "" {
			take(parts[n])
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

// applyRefund subtracts what was given back from what bookings and invoices have been paid.
func applyRefund(books ledger.Locked, sc scope.Scope, taken []ledger.Part) error {
	for _, p := range taken {
		if p.BookingID != "" {
			if err := booking.Receive(books, sc, p.BookingID, 0, p.Amount); err != nil {
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

// GiveBack returns money of the booking's payments to the guest: a refund of each payment that it takes. Callers must
// have locked the booking; it and its invoices are told.
func (s *Service) GiveBack(books ledger.Locked, sc scope.Scope, bookingID string, amount money.Amount,
	method string) error {
	b, err := booking.Find(books.Tx(), sc, bookingID)
	if err != nil {
		return err
	}
	taken, err := s.ledger.RefundBooking(books, sc, ledger.Instruction{BookingID: b.ID, BookingCode: b.Code,
		Amount: amount, Method: method})
	if err != nil {
		return err
	}
	return applyRefund(books, sc, taken)
}

// void takes a payment of today back as if it had never been made.
func (s *Service) void(ctx context.Context, sc scope.Scope, paymentID, reason string) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return err
		}
		m, parts, err := s.ledger.VoidPayment(books, sc, paymentID, reason)
		if err != nil {
			return err
		}
		for _, p := range parts {
			if p.BookingID != "" {
				if err := booking.Receive(books, sc, p.BookingID, -p.Amount, 0); err != nil {
					return err
				}
			}
			if p.InvoiceID != "" {
				if _, err := invoice.AddPaid(books, sc, p.InvoiceID, -p.Amount); err != nil {
					return err
				}
			}
		}
		view, err = viewOf(tx, sc, m)
		return err
	})
	return view, err
}

// apply uses what is an advance of a payment for an invoice: as much as both allow, or the amount that is given.
func (s *Service) apply(ctx context.Context, sc scope.Scope, paymentID, invoiceID string,
	amount *money.Amount) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return err
		}
		m, err := ledger.Get(tx, sc, paymentID)
		if err != nil {
			return err
		}
		parts, err := ledger.PartsOf(tx, sc, paymentID)
		if err != nil {
			return err
		}
		i, wanted, err := appliable(tx, sc, m, parts, invoiceID, amount)
		if err != nil {
			return err
		}
		if err := applyParts(books, sc, parts, i, wanted); err != nil {
			return err
		}
		if view, err = viewOf(tx, sc, m); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, event.Event{Action: "payment.applied", ResourceType: "payment", ResourceID: m.ID,
			Details: map[string]any{
				"number": m.Number, "invoiceId": i.ID, "invoiceNumber": i.Number, "amount": wanted.Number(sc.Currency),
				"from": map[string]any{"advanceAmount": advance(parts).Number(sc.Currency),
					"invoiceBalanceDue": i.Due().Number(sc.Currency)},
				"to": map[string]any{"advanceAmount": view.Advance, "invoiceBalanceDue": (i.Due() - wanted).Number(sc.Currency)}}})
	})
	return view, err
}

// appliable is the invoice, and how much of the payment's advance is to be used for it.
func appliable(tx *db.Tx, sc scope.Scope, m ledger.Movement, parts []ledger.Part, invoiceID string,
	amount *money.Amount) (i invoice.Invoice, wanted money.Amount, err error) {
	if m.Kind == ledger.Refund || m.Status == ledger.Void {
		return i, 0, errs.Conflict("Only a payment that stands can be applied to an invoice.")
	}
	free := advance(parts)
	if free == 0 {
		return i, 0, errs.Conflict("Nothing of payment %s is an advance: all of it is applied or refunded.", m.Number)
	}
	if i, err = payable(tx, sc, target{invoiceID: invoiceID}); err != nil {
		return i, 0, err
	}
	wanted = min(free, i.Due())
	if amount != nil {
		if *amount > wanted {
			return i, 0, errs.InvalidField("amount", "must not be more than %s: payment %s has %s left, and invoice %s owes %s",
				wanted.Number(sc.Currency), m.Number, free.Number(sc.Currency), i.Number, i.Due().Number(sc.Currency))
		}
		wanted = *amount
	}
	return i, wanted, nil
}

// advance is what of a payment is no invoice's.
func advance(parts []ledger.Part) (sum money.Amount) {
	for _, p := range parts {
		if p.InvoiceID == "" {
			sum += p.Amount
		}
	}
	return sum
}

// applyParts moves advances onto the invoice: its own booking's first, then nobody's, then those of other bookings.
func applyParts(books ledger.Locked, sc scope.Scope, parts []ledger.Part, i invoice.Invoice, left money.Amount) error {
	if _, err := invoice.AddPaid(books, sc, i.ID, left); err != nil {
		return err
	}
	ranks := []func(ledger.Part) bool{
		func(p ledger.Part) bool { return p.BookingID == i.BookingID },
		func(p ledger.Part) bool { return p.BookingID != i.BookingID && p.BookingID == "" },
		func(p ledger.Part) bool { return p.BookingID != i.BookingID && p.BookingID != "" },
	}
	for _, chosen := range ranks {
		for _, p := range parts {
			amount := min(p.Amount, left)
			if p.InvoiceID != "" || amount <= 0 || !chosen(p) {
				continue
			}
			if err := applyPart(books, sc, p, i, amount); err != nil {
				return err
			}
			left -= amount
		}
	}
	return nil
}

// applyPart moves an advance onto the invoice, and from one booking's payments to the other's where it was another's.
func applyPart(books ledger.Locked, sc scope.Scope, p ledger.Part, i invoice.Invoice, amount money.Amount) error {
	if err := ledger.Move(books, sc, p, ledger.Part{BookingID: i.BookingID, InvoiceID: i.ID}, amount); err != nil ||
		p.BookingID == i.BookingID {
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

func (s *Service) get(ctx context.Context, sc scope.Scope, paymentID string) (View, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (View, error) {
		m, err := ledger.Get(tx, sc, paymentID)
		if err != nil {
			return View{}, err
		}
		return viewOf(tx, sc, m)
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, limit, offset int) (views []View, all sums,
	err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if all, err = sum(tx, sc, f); err != nil {
			return err
		}
		found, err := page(tx, sc, f, limit, offset)
		if err != nil {
			return err
		}
		views, err = viewsOf(tx, sc, found)
		return err
	})
	return views, all, err
}

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	kind, method, accountID, bookingID, invoiceID, status, search string
	from, to                                                      date.Date // of the hotel's own days
}

func viewOf(tx *db.Tx, sc scope.Scope, m ledger.Movement) (View, error) {
	views, err := viewsOf(tx, sc, []ledger.Movement{m})
	if err != nil {
		return View{}, err
	}
	return views[0], nil
}

func viewsOf(tx *db.Tx, sc scope.Scope, movements []ledger.Movement) ([]View, error) {
	views := make([]View, len(movements))
	if len(movements) == 0 {
		return views, nil
	}
	accounts, err := ledger.Names(tx, sc)
	if err != nil {
		return nil, err
	}
	parts, err := allocationsOf(tx, sc, movements)
	if err != nil {
		return nil, err
	}
	for i, m := range movements {
		views[i] = view(sc, m, accounts[m.AccountID], parts[m.ID])
	}
	return views, nil
}
