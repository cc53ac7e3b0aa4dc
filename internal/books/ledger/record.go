package ledger

import (
	"cmp"
	"fmt"

	"sarai/internal/books/balance"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/series"
)

// NewMovement is a payment or refund that is to be recorded.
type NewMovement struct {
	Kind        string // Payment or Refund
	BookingID   string // "" for several bookings, or for none
	BookingCode string
	For         string       // what it is for, as the notice says it: "invoice INV-7"; "" is the booking, whose guest pays
	Amount      money.Amount // positive in both directions
	// What a payment is for; without parts, all of it is the booking's advance. What a refund is taken from. They add up
	// to Amount.
	Parts      []Part
	Method     Method
	AccountID  string // "" is the default account of the method's kind
	Reference  string
	Notes      string
	Payer      string
	PayerEmail string
	OfGuest    bool   // the payer is called as the guest of BookingID is
	ReceivedAt *int64 // UTC milliseconds; nil is now
	RefundOf   string // of a refund: the payment that it gives back
}

// Prepared is a movement that has asked for its account and its number. What else it says may still change.
type Prepared struct {
	NewMovement
	account db.Later[Account]
	number  db.Later[string]
}

// Prepare asks for the movement's account, and takes its number: on PostgreSQL, all others of the organization wait for
// theirs from then on. The transaction must have asked for the lock on the books before.
func (in NewMovement) Prepare(tx *db.Tx, sc scope.Scope) Prepared {
	return Prepared{in, AccountFor(tx, sc, in.AccountID, in.Method), series.Next(tx, sc, series.Payment)}
}

// Record gives the movement the next number of the payment series, stores it with its parts, posts it, adds it to the
// day's sums and publishes its event. Callers update what bookings and invoices were paid. It fails with Invalid,
// naming the field accountId, for an account that can't be used, and with Conflict for a refund of more than its parts
// have.
func (s *Service) Record(books Locked, sc scope.Scope, in Prepared) (Movement, error) {
	tx := books.Tx()
	account, err := in.account.Get()
	if err != nil {
		return Movement{}, err
	}
	if in.Kind == Refund {
		if err := takeFromPayment(tx, sc, in.NewMovement); err != nil {
			return Movement{}, err
		}
	} else if len(in.Parts) == 0 {
		in.Parts = []Part{{BookingID: in.BookingID, Amount: in.Amount}}
	}
	m := in.movement(books, sc, account)
	if m.Number, err = in.number.Get(); err != nil {
		return m, err
	}
	if err := insertMovement(books, sc, m, m.Words(in.OfGuest), in.Parts); err != nil {
		return m, err
	}
	if err := m.post(books, sc, m.Amount, ""); err != nil {
		return m, err
	}
	if err := m.addToDay(books, sc, 1); err != nil {
		return m, err
	}
	return m, s.publishRecorded(tx, sc, in.NewMovement, m, account)
}

func (in NewMovement) movement(books Locked, sc scope.Scope, account Account) Movement {
	now := books.Tx().Now.UnixMilli()
	m := Movement{ID: id.New(), Kind: in.Kind, BookingID: in.BookingID, Amount: in.Amount, Method: in.Method,
		AccountID: account.ID, Reference: in.Reference, Notes: in.Notes, Payer: in.Payer, PayerEmail: in.PayerEmail,
		Status: Recorded, RefundOf: in.RefundOf, ReceivedAt: now, CreatedBy: sc.User, CreatedAt: now}
	if in.ReceivedAt != nil {
		m.ReceivedAt = *in.ReceivedAt
	}
	m.Date = books.Days.Posting(businessday.Of(sc, m.ReceivedAt))
	for _, p := range in.Parts {
		if p.InvoiceID == "" {
			m.Advance += p.Amount
		}
	}
	return m
}

// post posts this much of the movement; the negative amount reverses it.
func (m Movement) post(books Locked, sc scope.Scope, amount money.Amount, note string) error {
	if m.Kind == Refund {
		amount = -amount
	}
	return Post(books, sc, Posting{Document: m.Kind, DocumentID: m.ID, Number: m.Number, Day: m.Date, Note: note,
		Method: m.Method, Entries: []Entry{{m.AccountID, amount}, {Guests, -amount}}})
}

// addToDay adds the movement to its day's sums, or with a sign of -1 takes it off.
func (m Movement) addToDay(books Locked, sc scope.Scope, sign money.Amount) error {
	if m.Kind == Refund {
		return balance.AddDaily(books.Tx(), sc, balance.Daily{Day: m.Date, Refunds: sign, Refunded: sign * m.Amount})
	}
	return balance.AddDaily(books.Tx(), sc, balance.Daily{Day: m.Date, Payments: sign, Received: sign * m.Amount})
}

// Spend adds an expense, tax included, to the sums of the day on which it is posted; a negative amount takes it off.
func Spend(books Locked, sc scope.Scope, day date.Date, amount money.Amount) error {
	return balance.AddDaily(books.Tx(), sc, balance.Daily{Day: books.Days.Posting(day), Spent: amount})
}

func (s *Service) publishRecorded(tx *db.Tx, sc scope.Scope, in NewMovement, m Movement, account Account) error {
	amount := m.Amount.Number(sc.Currency)
	recorded := events.PaymentRecorded.Of(m.ID, events.RecordedDetails{Number: m.Number, Kind: m.Kind, Amount: amount,
		Method: string(m.Method), AccountID: account.ID, AccountName: account.Name, BookingID: in.BookingID,
		BookingCode: in.BookingCode, Date: m.Date, Reference: m.Reference,
		Allocations: allocations(in.Parts, sc.Currency), RefundOf: in.RefundOf})
	recorded.Touched = Touched(in.Parts)
	if in.Kind == Payment {
		// Everybody in the organization reads it, so it doesn't say how much.
		recorded.Notice = &event.Notice{Type: event.PaymentReceived, Title: "Payment received",
			Message:     m.Number + " received for " + cmp.Or(in.For, "booking "+in.BookingCode),
			Unreachable: in.For == "" && in.PayerEmail == ""} // the payer is the booking's guest
	}
	return s.bus.Publish(tx, sc, recorded)
}

// allocations are what events tell of the parts.
func allocations(parts []Part, currency string) []events.Allocation {
	list := make([]events.Allocation, len(parts))
	for i, p := range parts {
		list[i] = events.Allocation{BookingID: p.BookingID, InvoiceID: p.InvoiceID, Amount: p.Amount.Number(currency)}
	}
	return list
}

// VoidPayment voids a payment of the business day: it removes the payment's parts, reverses its posting and takes it
// off the day's sums. It returns the payment, and the parts that it had, for which callers update bookings and
// invoices. It fails with Conflict for a payment of another day, one of which something was refunded, and a refund.
func (s *Service) VoidPayment(books Locked, sc scope.Scope, paymentID, reason string) (Movement, []Part, error) {
	tx := books.Tx()
	m, err := Get(tx, sc, paymentID)
	if err != nil {
		return m, nil, err
	}
	if err := m.checkVoidable(books.Days.Business()); err != nil {
		return m, nil, err
	}
	parts, err := PartsOf(tx, sc, paymentID)
	if err != nil {
		return m, nil, err
	}
	now := tx.Now.UnixMilli()
	m.Status, m.VoidReason, m.VoidedAt = Void, reason, &now
	if err := saveVoid(books, sc, m); err != nil {
		return m, nil, err
	}
	if err := m.post(books, sc, -m.Amount, "void: "+reason); err != nil {
		return m, nil, err
	}
	if err := m.addToDay(books, sc, -1); err != nil {
		return m, nil, err
	}
	voided := events.PaymentVoided.Of(m.ID, events.VoidedDetails{Number: m.Number, Amount: m.Amount.Number(sc.Currency),
		Reason: reason, From: Recorded, To: Void, Allocations: allocations(parts, sc.Currency)})
	voided.Touched = Touched(parts)
	return m, parts, s.bus.Publish(tx, sc, voided)
}

// Touched are the bookings and invoices that the parts are for, as an event names them.
func Touched(parts []Part) map[string][]string {
	touched := map[string][]string{}
	for _, p := range parts {
		if p.BookingID != "" {
			touched["booking"] = append(touched["booking"], p.BookingID)
		}
		if p.InvoiceID != "" {
			touched["invoice"] = append(touched["invoice"], p.InvoiceID)
		}
	}
	return touched
}

// RefundBooking gives back in.Amount of what the booking has paid: its advances first, then what it paid on invoices,
// the newest payment first. It records a refund for each payment that it takes from, and returns the parts that it
// took, for which callers update bookings and invoices. It fails with Conflict for more than the booking has paid.
func (s *Service) RefundBooking(books Locked, sc scope.Scope, in NewMovement) (taken []Part, err error) {
	tx := books.Tx()
	paid, err := paidBy(tx, sc, in.BookingID)
	if err != nil {
		return nil, err
	}
	var payments []string
	of := map[string][]Part{}
	rest := in.Amount
	for _, p := range paid {
		if p.Amount = min(p.Amount, rest); p.Amount == 0 {
			break
		}
		if of[p.PaymentID] == nil {
			payments = append(payments, p.PaymentID)
		}
		of[p.PaymentID], taken, rest = append(of[p.PaymentID], p), append(taken, p), rest-p.Amount
	}
	if rest > 0 {
		return nil, errs.Conflict("Less than that is left of the booking's payments.")
	}
	for _, paymentID := range payments {
		payment, err := Get(tx, sc, paymentID)
		if err != nil {
			return nil, err
		}
		refund, parts := in, of[paymentID]
		refund.Kind, refund.RefundOf, refund.Parts, refund.Amount = Refund, paymentID, parts, sum(parts)
		refund.Payer, refund.PayerEmail = payment.Payer, payment.PayerEmail
		if _, err := s.Record(books, sc, refund.Prepare(tx, sc)); err != nil {
			return nil, err
		}
	}
	return taken, nil
}

// Apply moves advances of a booking to the invoice, but at most this much. It returns how much it moved, which callers
// add to what the invoice was paid.
func Apply(books Locked, sc scope.Scope, advances []Part, invoiceID string, most money.Amount) (money.Amount, error) {
	toInvoice := func(p Part) Part { return Part{BookingID: p.BookingID, InvoiceID: invoiceID} }
	return moveUpTo(books, sc, advances, toInvoice, most)
}

// Unapply turns this much of what the invoice was paid, the newest payment first, into an advance of its booking, or
// nobody's. Callers take it off what the invoice was paid. It fails with Conflict for more than that.
func Unapply(books Locked, sc scope.Scope, invoiceID string, amount money.Amount) error {
	return unapply(books, sc, invoiceID, amount, func(p Part) Part { return Part{BookingID: p.BookingID} })
}

// UnapplyTo is Unapply that leaves the money on an account, such as a company's. Callers take it off what the invoice
// and its booking were paid.
func UnapplyTo(books Locked, sc scope.Scope, invoiceID, account string, amount money.Amount) error {
	return unapply(books, sc, invoiceID, amount, func(Part) Part { return Part{BookingID: account} })
}

func unapply(books Locked, sc scope.Scope, invoiceID string, amount money.Amount, to func(Part) Part) error {
	paid, err := paidOn(books.Tx(), sc, invoiceID)
	if err != nil {
		return err
	}
	moved, err := moveUpTo(books, sc, paid, to, amount)
	if err == nil && moved < amount {
		err = errs.Conflict("Only %s of this was paid on the invoice.", moved.Number(sc.Currency))
	}
	return err
}

// moveUpTo moves the parts in turn, each to what the function to makes of it, until they come to most. It returns how
// much it moved.
func moveUpTo(books Locked, sc scope.Scope, parts []Part, to func(Part) Part, most money.Amount) (
	moved money.Amount, err error) {
	var from lowered
	for _, p := range parts {
		amount := min(p.Amount, most-moved)
		if amount <= 0 {
			break
		}
		if err := from.move(books, sc, p, to(p), amount); err != nil {
			return moved, err
		}
		moved += amount
	}
	return moved, from.check()
}

// Move moves this much of a part to another booking or invoice: from has the part's payment, booking and invoice, to
// the new booking and invoice. Callers update what those were paid. It fails with Conflict for more than the part has.
func Move(books Locked, sc scope.Scope, from, to Part, amount money.Amount) error {
	var l lowered
	if err := l.move(books, sc, from, to, amount); err != nil {
		return err
	}
	return l.check()
}

// move is Move, whose parts are checked later.
func (l *lowered) move(books Locked, sc scope.Scope, from, to Part, amount money.Amount) error {
	if err := l.lowerPart(books.Tx(), sc, from, amount); err != nil {
		return err
	}
	to.PaymentID = from.PaymentID
	return raisePart(books.Tx(), sc, to, amount)
}

// Post writes the posting without its entries of zero; that of a closed day on the business day. All postings of an
// organization together move money.MaxSum at most, so no sum of entries, payments or documents that were posted
// overflows, whichever of them it takes. It fails with Invalid, naming the field amount, for more, and if the entries
// don't add up to zero, which is an error in the program. It fails with Conflict where the hotel wants a shift to be
// open on a drawer and none is.
func Post(books Locked, sc scope.Scope, p Posting) error {
	var total money.Amount
	var entries []Entry
	for _, e := range p.Entries {
		total += e.Amount
		if e.Amount != 0 {
			entries = append(entries, e)
		}
	}
	if total != 0 {
		return fmt.Errorf("posting of %s %s: its entries add up to %d, not to zero", p.Document, p.Number, total)
	}
	if err := checkShifts(books, sc, p); err != nil {
		return err
	}
	p.Entries, p.Day = entries, books.Days.Posting(p.Day)
	return insertPosting(books.Tx(), sc, p)
}
