// Package ledger records money that a hotel takes and gives back: one numbered row a payment or refund,
// never edited. Today a booking's advance and a cancellation's refund come through here.
package ledger

import (
	"errors"
	"strings"

	"sarai/internal/event"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/series"
)

// The two directions in which money moves.
const (
	Payment = "payment" // taken from the guest
	Refund  = "refund"  // given back
)

// Methods are the ways in which money moves (decisions §9).
var Methods = []string{"cash", "card", "upi", "bank_transfer", "ota", "other"}

// Entry is one movement of money for a booking.
type Entry struct {
	Kind        string // Payment or Refund
	BookingID   string
	BookingCode string
	Amount      money.Amount // above zero in both directions
	Method      string
}

// Service records movements.
type Service struct{ bus *event.Bus }

// New makes the service.
func New(bus *event.Bus) *Service { return &Service{bus: bus} }

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

// Record writes the movement with the next number of the payment series, dated by the hotel's own day.
func (s *Service) Record(tx *db.Tx, sc scope.Scope, e Entry) error {
	number, err := series.Next(tx, sc, series.Payment)
	if err != nil {
		return err
	}
	paymentID, now := id.New(), tx.Now.UnixMilli()
	if _, err := tx.Exec(`INSERT INTO payments (org_id, payment_id, number, kind, booking_id, amount, method, business_date, received_at, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9)`,
		sc.Org, paymentID, number, e.Kind, e.BookingID, int64(e.Amount), e.Method, string(sc.Today(tx.Now)), now, sc.User); err != nil {
		return err
	}
	amount := e.Amount.Number(sc.Currency)
	recorded := event.Event{Action: "payment.recorded", ResourceType: "payment", ResourceID: paymentID, Details: map[string]any{
		"number": number, "kind": e.Kind, "amount": amount, "method": e.Method, "bookingId": e.BookingID, "bookingCode": e.BookingCode}}
	if e.Kind == Payment {
		recorded.Notice = &event.Notice{Type: "payment_received", Title: "Payment received",
			Message: sc.Currency + " " + string(amount) + " received for booking " + e.BookingCode}
	}
	return s.bus.Publish(tx, sc, recorded)
}

// Movement is an entry as it was recorded.
type Movement struct {
	Number    string
	Kind      string
	BookingID string
	Amount    money.Amount
	Method    string
	Date      date.Date // the hotel's own day
}

// Get reads one movement; NotFound when there is none such.
func Get(tx *db.Tx, sc scope.Scope, paymentID string) (m Movement, err error) {
	err = tx.QueryRow(`SELECT number, kind, booking_id, amount, method, business_date FROM payments WHERE org_id = $1 AND payment_id = $2`,
		sc.Org, paymentID).Scan(&m.Number, &m.Kind, &m.BookingID, &m.Amount, &m.Method, &m.Date)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such payment.")
	}
	return m, err
}

// Revenue is what was taken less what was given back on the hotel's days [from, to].
func Revenue(tx *db.Tx, sc scope.Scope, from, to date.Date) (money.Amount, error) {
	var sum int64
	err := tx.QueryRow(`SELECT CAST(COALESCE(SUM(CASE WHEN kind = 'refund' THEN -amount ELSE amount END), 0) AS BIGINT)
		FROM payments WHERE org_id = $1 AND business_date >= $2 AND business_date <= $3`,
		sc.Org, string(from), string(to)).Scan(&sum)
	return money.Amount(sum), err
}

// Any tells whether the organization has any movement at all.
func Any(tx *db.Tx, org string) (bool, error) {
	var any bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM payments WHERE org_id = $1)`, org).Scan(&any)
	return any, err
}
