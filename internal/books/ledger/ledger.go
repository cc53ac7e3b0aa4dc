package ledger

import (
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/series"
)

// The two directions in which money moves.
const (
	Payment = "payment" // taken from the guest
	Refund  = "refund"  // given back
)

// The statuses of a movement. A refund is never void.
const (
	Recorded = "recorded"
	Void     = "void"
)

// Methods are the ways in which money moves (docs/contract.md#money-documents).
var Methods = []string{"cash", "card", "upi", "bank_transfer", "ota", "other"}

// Entry is one movement of money that is to be recorded.
type Entry struct {
	Kind        string // Payment or Refund
	BookingID   string // "" when it is for several bookings, or for none
	BookingCode string
	For         string       // what it is for, as the notice says it: "invoice INV-7"; "" is the booking
	Amount      money.Amount // above zero in both directions
	// Of a payment, what it is for: without any part, all of it is the booking's advance. Of a refund, the parts of the
	// payment from which it is taken. They add up to Amount.
	Parts      []Part
	Method     string // one of Methods
	AccountID  string // "" is the default account of the method's kind
	Reference  string
	Notes      string
	Payer      string
	PayerEmail string
	ReceivedAt *int64 // UTC milliseconds; nil is now
	RefundOf   string // of a refund: the payment that it gives back
}

// Service records movements and keeps the accounts.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// Method brings a method as people write it ("Credit Card", "UPI") to one of Methods; what is none of them
// is "other", and nothing is "cash".
func Method(written string) string {
	word := strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(written))
	switch word {
	case "":
		return "cash"
	case "credit_card", "debit_card":
		return "card"
	case "bank", "neft", "rtgs", "imps", "wire":
		return "bank_transfer"
	}
	for _, method := range Methods {
		if word == method {
			return method
		}
	}
	return "other"
}

// Record writes the movement with the next number of the payment series: its row, its parts, its posting, the day's
// sums and its event. Callers update what bookings and invoices say of their payments. A refund of more than is left of
// its payment's parts is a Conflict.
func (s *Service) Record(books Locked, sc scope.Scope, e Entry) (Movement, error) {
	tx := books.Tx()
	account, err := AccountFor(tx, sc, e.AccountID, e.Method)
	if err != nil {
		return Movement{}, err
	}
	if e.Kind == Refund {
		if err := giveBack(tx, sc, e); err != nil {
			return Movement{}, err
		}
	} else if len(e.Parts) == 0 {
		e.Parts = []Part{{BookingID: e.BookingID, Amount: e.Amount}}
	}
	m := e.movement(tx, sc, account)
	if m.Number, err = series.Next(tx, sc, series.Payment); err != nil {
		return m, err
	}
	if err := insert(tx, sc, m); err != nil {
		return m, err
	}
	if err := insertParts(tx, sc, m.ID, e.Parts); err != nil {
		return m, err
	}
	if err := m.post(books, sc, m.Amount, ""); err != nil {
		return m, err
	}
	if err := m.count(books, sc, 1); err != nil {
		return m, err
	}
	return m, s.tell(tx, sc, e, m, account)
}

func (e Entry) movement(tx *db.Tx, sc scope.Scope, account Account) Movement {
	now := tx.Now.UnixMilli()
	m := Movement{ID: id.New(), Kind: e.Kind, BookingID: e.BookingID, Amount: e.Amount, Method: e.Method, AccountID: account.ID, Reference: e.Reference,
		Notes: e.Notes, Payer: e.Payer, PayerEmail: e.PayerEmail, Status: Recorded, RefundOf: e.RefundOf, ReceivedAt: now, CreatedBy: sc.User, CreatedAt: now}
	if e.ReceivedAt != nil {
		m.ReceivedAt = *e.ReceivedAt
	}
	m.Date = DayOf(sc, m.ReceivedAt)
	for _, p := range e.Parts {
		if p.InvoiceID == "" {
			m.Advance += p.Amount
		}
	}
	return m
}

// post writes the movement into the books; a negative amount takes it out again.
func (m Movement) post(books Locked, sc scope.Scope, amount money.Amount, note string) error {
	if m.Kind == Refund {
		amount = -amount
	}
	return Post(books, sc, Posting{Document: m.Kind, DocumentID: m.ID, Number: m.Number, Day: m.Date, Note: note,
		Legs: []Leg{{m.AccountID, amount}, {Guests, -amount}}})
}

func (s *Service) tell(tx *db.Tx, sc scope.Scope, e Entry, m Movement, account Account) error {
	amount := m.Amount.Number(sc.Currency)
	details := map[string]any{"number": m.Number, "kind": m.Kind, "amount": amount, "method": m.Method, "accountId": account.ID, "accountName": account.Name,
		"bookingId": e.BookingID, "bookingCode": e.BookingCode, "date": m.Date, "reference": m.Reference, "allocations": allocations(e.Parts, sc.Currency)}
	if e.RefundOf != "" {
		details["refundOf"] = e.RefundOf
	}
	recorded := event.Event{Action: "payment.recorded", ResourceType: "payment", ResourceID: m.ID, Details: details}
	if e.Kind == Payment {
		purpose := e.For
		if purpose == "" {
			purpose = "booking " + e.BookingCode
		}
		recorded.Notice = &event.Notice{Type: event.PaymentReceived, Title: "Payment received", Message: sc.Currency + " " + string(amount) + " received for " + purpose}
	}
	return s.bus.Publish(tx, sc, recorded)
}

// allocations are parts as the audit log has them.
func allocations(parts []Part, currency string) []map[string]any {
	list := make([]map[string]any, len(parts))
	for i, p := range parts {
		list[i] = map[string]any{"bookingId": p.BookingID, "invoiceId": p.InvoiceID, "amount": p.Amount.Number(currency)}
	}
	return list
}

// Annul makes a payment of today void: its parts are gone, and it is out of the books and the day's sums. It returns the
// payment and the parts that it had, of which the caller tells bookings and invoices. A payment of another day, one of which
// something was refunded, and a refund are a Conflict.
func (s *Service) Annul(books Locked, sc scope.Scope, paymentID, reason string) (Movement, []Part, error) {
	tx := books.Tx()
	m, err := Get(tx, sc, paymentID)
	if err != nil {
		return m, nil, err
	}
	if err := m.mayBeVoid(sc.Today(tx.Now)); err != nil {
		return m, nil, err
	}
	found, err := tx.Exec(`UPDATE payments SET status = 'void', void_reason = $3, voided_at = $4 WHERE org_id = $1 AND payment_id = $2 AND status = 'recorded' AND refunded = 0`,
		sc.Org, paymentID, reason, tx.Now.UnixMilli())
	if err == nil && found == 0 {
		err = errs.Conflict("Payment %s has just been changed. Read it again.", m.Number)
	}
	if err != nil {
		return m, nil, err
	}
	parts, err := PartsOf(tx, sc, paymentID)
	if err != nil {
		return m, nil, err
	}
	if _, err := tx.Exec(`DELETE FROM payment_parts WHERE org_id = $1 AND payment_id = $2`, sc.Org, paymentID); err != nil {
		return m, nil, err
	}
	if err := m.post(books, sc, -m.Amount, "void: "+reason); err != nil {
		return m, nil, err
	}
	if err := m.count(books, sc, -1); err != nil {
		return m, nil, err
	}
	now := tx.Now.UnixMilli()
	m.Status, m.VoidReason, m.VoidedAt = Void, reason, &now
	return m, parts, s.bus.Publish(tx, sc, event.Event{Action: "payment.voided", ResourceType: "payment", ResourceID: m.ID, Details: map[string]any{
		"number": m.Number, "amount": m.Amount.Number(sc.Currency), "reason": reason, "from": Recorded, "to": Void, "allocations": allocations(parts, sc.Currency)}})
}

func (m Movement) mayBeVoid(today date.Date) error {
	switch {
	case m.Kind == Refund:
		return errs.Conflict("%s is a refund: a refund can't be void. Record what came back as a payment.", m.Number)
	case m.Status == Void:
		return errs.Conflict("Payment %s is void already.", m.Number)
	case m.Refunded > 0:
		return errs.Conflict("Something of payment %s was refunded: it can't be void any more. Refund the rest of it.", m.Number)
	case m.Date != today:
		return errs.Conflict("Payment %s is of %s: a payment can be made void on its own day only. Refund it instead.", m.Number, m.Date)
	}
	return nil
}

// count adds the movement to its day's sums, or takes it out with a sign of -1.
func (m Movement) count(books Locked, sc scope.Scope, sign money.Amount) error {
	if m.Kind == Refund {
		return addToDay(books, sc, m.Date, 0, 0, sign, sign*m.Amount, 0)
	}
	return addToDay(books, sc, m.Date, sign, sign*m.Amount, 0, 0, 0)
}

// Spend adds what an expense took out of an account to the day's sums; below zero when the expense is deleted.
func Spend(books Locked, sc scope.Scope, day date.Date, amount money.Amount) error {
	return addToDay(books, sc, day, 0, 0, 0, 0, amount)
}

func addToDay(books Locked, sc scope.Scope, day date.Date, payments, received, refunds, refunded, spent money.Amount) error {
	_, err := books.Tx().Exec(`INSERT INTO daily_money (org_id, day, payments, received, refunds, refunded, spent) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (org_id, day) DO UPDATE SET payments = daily_money.payments + excluded.payments, received = daily_money.received + excluded.received,
			refunds = daily_money.refunds + excluded.refunds, refunded = daily_money.refunded + excluded.refunded, spent = daily_money.spent + excluded.spent`,
		sc.Org, string(day), int64(payments), int64(received), int64(refunds), int64(refunded), int64(spent))
	return err
}

// Revenue is what was taken less what was given back on the hotel's days [from, to].
func Revenue(tx *db.Tx, sc scope.Scope, from, to date.Date) (money.Amount, error) {
	var sum int64
	err := tx.QueryRow(`SELECT CAST(COALESCE(SUM(received - refunded), 0) AS BIGINT) FROM daily_money WHERE org_id = $1 AND day >= $2 AND day <= $3`,
		sc.Org, string(from), string(to)).Scan(&sum)
	return money.Amount(sum), err
}

// Any tells whether anything is in the organization's books at all.
func Any(tx *db.Tx, org string) (bool, error) {
	var any bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM ledger_entries WHERE org_id = $1)`, org).Scan(&any)
	return any, err
}

// GiveBack returns e.Amount of what the booking has paid, whatever payments it came by: its advances first, then what its
// invoices were paid with, the newest payment first. It records a refund of each payment, and returns the parts that they
// were taken from, of which the caller tells booking and invoices. More than there is is a Conflict.
func (s *Service) GiveBack(books Locked, sc scope.Scope, e Entry) (taken []Part, err error) {
	tx := books.Tx()
	paid, err := PartsOfBooking(tx, sc, e.BookingID)
	if err != nil {
		return nil, err
	}
	var payments []string
	of := map[string][]Part{}
	left := e.Amount
	for _, p := range paid {
		if p.Amount = min(p.Amount, left); p.Amount == 0 {
			break
		}
		if of[p.PaymentID] == nil {
			payments = append(payments, p.PaymentID)
		}
		of[p.PaymentID], taken, left = append(of[p.PaymentID], p), append(taken, p), left-p.Amount
	}
	if left > 0 {
		return nil, errs.Conflict("There is not so much left of the booking's payments to give back.")
	}
	for _, paymentID := range payments {
		payment, err := Get(tx, sc, paymentID)
		if err != nil {
			return nil, err
		}
		refund := e
		refund.Kind, refund.RefundOf, refund.Parts, refund.Amount = Refund, paymentID, of[paymentID], sum(of[paymentID])
		refund.Payer, refund.PayerEmail = payment.Payer, payment.PayerEmail
		if _, err := s.Record(books, sc, refund); err != nil {
			return nil, err
		}
	}
	return taken, nil
}

func sum(parts []Part) (total money.Amount) {
	for _, p := range parts {
		total += p.Amount
	}
	return total
}
