package ledger

import (
	"errors"

	"sarai/internal/books/balance"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
	"sarai/internal/record/wordindex"
)

// movementRow is a row of table payments.
type movementRow struct {
	Movement
	SearchText string `db:"search_text"`
}

// Posted is an entry as it is stored.
type Posted struct {
	PostingID  string       `db:"posting_id,key"`
	Position   int          `db:"position,key"`
	Account    string       `db:"account"`
	Amount     money.Amount `db:"amount"`
	Day        date.Date    `db:"business_date"`
	Document   string       `db:"document"`
	DocumentID string       `db:"document_id"`
	Number     string       `db:"number"`
	Note       string       `db:"note"`
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"` // UTC milliseconds
}

var (
	movementTable = table.Of[movementRow]("payments", "org_id")
	partTable     = table.Of[Part]("payment_parts", "org_id")
	entryTable    = table.Of[Posted]("ledger_entries", "org_id")

	// MovementColumns are the columns of table payments that ScanMovement reads.
	MovementColumns = movementTable.Columns("")

	// Months has what movements come to by month and all that their list asks, but for the record that they are for.
	Months = NewMonthly(listing.Sums{Table: "payment_months", Documents: "payments", ID: "payment_id",
		Day: "business_date", Kinds: []string{"kind", "method", "account_id", "status"},
		Adds: []listing.Sum{{Column: "number", Of: "1"}, {Column: "amount", Of: "amount"}}})

	// Searched is what the list of movements looks into: their numbers, references and payers. Most payers are the guest
	// of the booking, whose words find them.
	Searched = listing.Words{Kind: wordindex.Payment, Of: wordindex.Booking, By: "booking_id", Number: "number",
		Series: series.Payment, Names: true}
)

// ScanMovement reads a row of MovementColumns.
func ScanMovement(row db.Scanner) (Movement, error) {
	found, err := movementTable.Scan(row)
	return found.Movement, err
}

// Get reads one movement; NotFound if there is none.
func Get(tx *db.Tx, sc scope.Scope, paymentID string) (Movement, error) {
	m, err := db.One(tx, ScanMovement, `SELECT `+MovementColumns+` FROM payments WHERE org_id = $1 AND payment_id = $2`,
		sc.Org, paymentID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such payment.")
	}
	return m, err
}

// insertMovement writes a movement with its parts, joining those for the same booking and invoice.
func insertMovement(books Locked, sc scope.Scope, m Movement, words wordindex.Words, parts []Part) error {
	tx := books.Tx()
	if err := movementTable.Insert(tx, []any{sc.Org}, movementRow{m, m.searchText()}); err != nil {
		return err
	}
	if err := wordindex.Add(tx, sc, wordindex.Payment, m.ID, words); err != nil {
		return err
	}
	parts = joined(parts)
	for i := range parts {
		parts[i].PaymentID = m.ID
	}
	if err := partTable.Insert(tx, []any{sc.Org}, parts...); err != nil {
		return err
	}
	return Months.Add(books, sc, m.ID)
}

// KeepPayers gives the booking's movements their payers' names as words. It is called when the booking's guest gets
// another name, by which they aren't found.
func KeepPayers(tx *db.Tx, sc scope.Scope, bookingID string) error {
	movements, err := MovementsOf(tx, sc, bookingID)
	for _, m := range movements {
		if err == nil {
			err = wordindex.Add(tx, sc, wordindex.Payment, m.ID, m.Words(false))
		}
	}
	return err
}

// saveVoid marks the payment as void and removes its parts.
func saveVoid(books Locked, sc scope.Scope, m Movement) error {
	tx, found := books.Tx(), int64(0)
	err := Months.Change(books, sc, m.ID, func() (err error) {
		found, err = tx.Exec(`UPDATE payments SET status = 'void', void_reason = $3, voided_at = $4
			WHERE org_id = $1 AND payment_id = $2 AND status = 'recorded' AND refunded = 0`,
			sc.Org, m.ID, m.VoidReason, *m.VoidedAt)
		return err
	})
	if err != nil {
		return err
	}
	if found == 0 {
		return errs.Conflict("Payment %s has just been changed. Read it again.", m.Number)
	}
	return tx.Do(`DELETE FROM payment_parts WHERE org_id = $1 AND payment_id = $2`, sc.Org, m.ID)
}

// PartsOf lists the parts of a movement in their order.
func PartsOf(tx *db.Tx, sc scope.Scope, paymentID string) ([]Part, error) {
	return db.All(tx, partTable.Scan, `SELECT `+partTable.Columns("")+` FROM payment_parts
		WHERE org_id = $1 AND payment_id = $2 ORDER BY position`, sc.Org, paymentID)
}

var selectPaid = `SELECT ` + partTable.Columns("x") + ` FROM payment_parts x
	JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id
	WHERE x.org_id = $1 AND p.kind = 'payment' AND p.status = 'recorded' AND `

const (
	oldestPayment = `p.received_at, p.created_at, p.payment_id, x.position`
	newestPayment = `p.received_at DESC, p.created_at DESC, p.payment_id DESC, x.position`
)

// paidBy lists the parts that a booking has paid: its advances, then the parts on its invoices, each with the newest
// payment first.
func paidBy(tx *db.Tx, sc scope.Scope, bookingID string) ([]Part, error) {
	return db.All(tx, partTable.Scan, selectPaid+`x.booking_id = $2
		ORDER BY CASE x.invoice_id WHEN '' THEN 0 ELSE 1 END, `+newestPayment, sc.Org, bookingID)
}

// Advances are a booking's, the oldest payment first; "" has none.
func Advances(books Locked, sc scope.Scope, bookingID string) db.Later[[]Part] {
	if bookingID == "" {
		return db.Known[[]Part](nil, nil)
	}
	return db.AskAll(books.Tx(), partTable.Scan, selectPaid+`x.booking_id = $2 AND x.invoice_id = ''
		ORDER BY `+oldestPayment, sc.Org, bookingID)
}

// paidOn lists the parts that paid the invoice, the newest payment first.
func paidOn(tx *db.Tx, sc scope.Scope, invoiceID string) ([]Part, error) {
	return db.All(tx, partTable.Scan, selectPaid+`x.invoice_id = $2 ORDER BY `+newestPayment, sc.Org, invoiceID)
}

// lowered are parts that were asked to be lowered.
type lowered []db.Later[int64]

// check fails with Conflict if one of the parts had less.
func (l lowered) check() error {
	for _, asked := range l {
		if found, err := asked.Get(); err != nil {
			return err
		} else if found == 0 {
			return errs.Conflict("What the payment is for has just been changed. Read it again.")
		}
	}
	return nil
}

// lowerPart takes an amount off a part that has as much, and removes a part of zero.
func (l *lowered) lowerPart(tx *db.Tx, sc scope.Scope, p Part, amount money.Amount) error {
	*l = append(*l, db.AskChanged(tx, `UPDATE payment_parts SET amount = amount - $5
		WHERE org_id = $1 AND payment_id = $2 AND booking_id = $3 AND invoice_id = $4 AND amount >= $5`,
		sc.Org, p.PaymentID, p.BookingID, p.InvoiceID, int64(amount)))
	return tx.Do(`DELETE FROM payment_parts WHERE org_id = $1 AND payment_id = $2 AND amount = 0`, sc.Org, p.PaymentID)
}

// raisePart adds an amount to the payment's part for this booking and invoice, or makes that part.
func raisePart(tx *db.Tx, sc scope.Scope, p Part, amount money.Amount) error {
	if err := tx.Do(`UPDATE payment_parts SET amount = amount + $5
		WHERE org_id = $1 AND payment_id = $2 AND booking_id = $3 AND invoice_id = $4`,
		sc.Org, p.PaymentID, p.BookingID, p.InvoiceID, int64(amount)); err != nil {
		return err
	}
	return tx.Do(`INSERT INTO payment_parts (org_id, payment_id, position, booking_id, invoice_id, amount)
		SELECT p.org_id, p.payment_id, COALESCE((SELECT MAX(last.position) + 1 FROM payment_parts last
			WHERE last.org_id = $1 AND last.payment_id = p.payment_id), 0), $3, $4, CAST($5 AS BIGINT)
		FROM payments p WHERE p.org_id = $1 AND p.payment_id = $2 AND NOT EXISTS (SELECT 1 FROM payment_parts x
			WHERE x.org_id = $1 AND x.payment_id = p.payment_id AND x.booking_id = $3 AND x.invoice_id = $4)`,
		sc.Org, p.PaymentID, p.BookingID, p.InvoiceID, int64(amount))
}

// takeFromPayment takes a refund off its payment and the payment's parts. It fails with Conflict if they have less.
func takeFromPayment(tx *db.Tx, sc scope.Scope, refund NewMovement) error {
	asked := db.AskChanged(tx, `UPDATE payments SET refunded = refunded + $3 WHERE org_id = $1 AND payment_id = $2
		AND kind = 'payment' AND status = 'recorded' AND refunded + $3 <= amount`,
		sc.Org, refund.RefundOf, int64(refund.Amount))
	var parts lowered
	for _, p := range refund.Parts {
		p.PaymentID = refund.RefundOf
		if err := parts.lowerPart(tx, sc, p, p.Amount); err != nil {
			return err
		}
	}
	if found, err := asked.Get(); err != nil {
		return err
	} else if found == 0 {
		return errs.Conflict("Less than that is left of the payment. Read it again.")
	}
	return parts.check()
}

// insertPosting writes the entries and updates the balances of the accounts; the sums by day, month and year follow at
// the end of the transaction.
func insertPosting(tx *db.Tx, sc scope.Scope, p Posting) error {
	posting, now := id.New(), tx.Now.UnixMilli()
	var rows []Posted
	for i, e := range p.Entries {
		rows = append(rows, Posted{PostingID: posting, Position: i, Account: e.Account, Amount: e.Amount, Day: p.Day,
			Document: p.Document, DocumentID: p.DocumentID, Number: p.Number, Note: p.Note, CreatedBy: sc.User, CreatedAt: now})
	}
	if err := entryTable.Insert(tx, []any{sc.Org}, rows...); err != nil {
		return err
	}
	for i, e := range p.Entries {
		atEnd.Note(tx, posted{balance.Entry{Org: sc.Org, Account: e.Account, Day: p.Day, Amount: e.Amount}, sc.Currency})
		if !id.Valid(e.Account) {
			continue // the books' own accounts store no balance
		}
		if err := tx.Do(`UPDATE accounts SET balance = balance + $3, version = version + 1
			WHERE org_id = $1 AND account_id = $2`, sc.Org, e.Account, int64(e.Amount)); err != nil {
			return err
		}
		if err := noteShift(tx, sc, p, rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// PaidFor tells whether a payment or refund was ever recorded for the booking.
func PaidFor(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[bool] {
	return db.Ask(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM payments WHERE org_id = $1 AND booking_id = $2)
		OR EXISTS (SELECT 1 FROM payment_parts WHERE org_id = $1 AND booking_id = $2)`, sc.Org, bookingID)
}

// MovementsOf are the booking's own payments and refunds.
func MovementsOf(tx *db.Tx, sc scope.Scope, bookingID string) ([]Movement, error) {
	return db.All(tx, ScanMovement, `SELECT `+MovementColumns+` FROM payments
		WHERE org_id = $1 AND booking_id = $2 ORDER BY payment_id`, sc.Org, bookingID)
}

// ErasePayer stores a movement without who has paid, and without notes. Its caller has locked the books.
func ErasePayer(tx *db.Tx, sc scope.Scope, m Movement) error {
	m.Payer = ""
	if err := tx.Do(`UPDATE payments SET payer = '', payer_email = '', notes = '', search_text = $3
		WHERE org_id = $1 AND payment_id = $2`, sc.Org, m.ID, m.searchText()); err != nil {
		return err
	}
	return wordindex.Set(tx, sc, wordindex.Payment, m.ID, m.Words(false))
}
