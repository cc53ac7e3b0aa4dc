package ledger

import (
	"errors"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Movement is a payment or refund as it was recorded.
type Movement struct {
	ID         string
	Number     string
	Kind       string // Payment or Refund
	BookingID  string // "" when it is for several bookings, or for none
	Amount     money.Amount
	Refunded   money.Amount // of a payment: what was given back of it
	Method     string
	AccountID  string
	Reference  string
	Notes      string
	Payer      string
	PayerEmail string
	Status     string // Recorded or Void
	RefundOf   string // of a refund: the payment that it gives back
	VoidReason string
	VoidedAt   *int64       // UTC milliseconds
	Advance    money.Amount // how much of it was not for an invoice when it was recorded
	Date       date.Date    // the hotel's own day
	ReceivedAt int64        // UTC milliseconds
	CreatedBy  string
	CreatedAt  int64
}

// Columns are those of a movement in table payments, in the order of ScanMovement.
const Columns = `payment_id, number, kind, booking_id, amount, refunded, method, account_id, reference, notes, payer, payer_email, status, refund_of,
	void_reason, voided_at, advance, business_date, received_at, created_by, created_at`

// ScanMovement reads a row of Columns.
func ScanMovement(row db.Scanner) (m Movement, err error) {
	err = row.Scan(&m.ID, &m.Number, &m.Kind, &m.BookingID, &m.Amount, &m.Refunded, &m.Method, &m.AccountID, &m.Reference, &m.Notes, &m.Payer, &m.PayerEmail,
		&m.Status, &m.RefundOf, &m.VoidReason, &m.VoidedAt, &m.Advance, &m.Date, &m.ReceivedAt, &m.CreatedBy, &m.CreatedAt)
	return m, err
}

// Get reads one movement; NotFound when there is none such.
func Get(tx *db.Tx, sc scope.Scope, paymentID string) (Movement, error) {
	m, err := db.One(tx, ScanMovement, `SELECT `+Columns+` FROM payments WHERE org_id = $1 AND payment_id = $2`, sc.Org, paymentID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such payment.")
	}
	return m, err
}

func insert(tx *db.Tx, sc scope.Scope, m Movement) error {
	_, err := tx.Exec(`INSERT INTO payments (org_id, `+Columns+`, search_text) VALUES (`+db.Placeholders(1, 23)+`)`,
		sc.Org, m.ID, m.Number, m.Kind, m.BookingID, int64(m.Amount), int64(m.Refunded), m.Method, m.AccountID, m.Reference, m.Notes, m.Payer, m.PayerEmail,
		m.Status, m.RefundOf, m.VoidReason, m.VoidedAt, int64(m.Advance), string(m.Date), m.ReceivedAt, m.CreatedBy, m.CreatedAt,
		strings.ToLower(strings.Join([]string{m.Number, m.Payer, m.Reference}, "\n")))
	return err
}

// DayOf is the hotel's own day at an instant (UTC milliseconds).
func DayOf(sc scope.Scope, ms int64) date.Date { return date.Of(time.UnixMilli(ms), sc.Zone) }
