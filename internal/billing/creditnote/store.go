package creditnote

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

var (
	notes = db.TableOf[Note]("credit_notes", "org_id")
	lines = db.TableOf[Line]("credit_note_lines", "org_id", "credit_note_id")

	// selectNotes reads the columns of scan; a condition on n follows.
	selectNotes = `SELECT ` + notes.Columns("n") + `, i.number, i.invoice_date, i.guest_id, i.buyer, i.place_of_supply,
			COALESCE(b.code, '')
		FROM credit_notes n JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
		LEFT JOIN bookings b ON b.org_id = n.org_id AND b.booking_id = n.booking_id WHERE n.org_id = $1`
)

func scan(row db.Scanner) (n Note, err error) {
	err = row.Scan(append(notes.Pointers(&n), &n.InvoiceNumber, &n.InvoiceDate, &n.GuestID, &n.Buyer, &n.PlaceOfSupply,
		&n.BookingCode)...)
	return n, err
}

// Read reads a note with its lines; NotFound if there is no such note.
func Read(tx *db.Tx, sc scope.Scope, noteID string) (Note, error) {
	n, err := db.One(tx, scan, selectNotes+` AND n.credit_note_id = $2`, sc.Org, noteID)
	if errors.Is(err, db.ErrNoRows) {
		return n, errNoNote
	}
	if err == nil {
		n.Lines, err = db.All(tx, lines.Scan, `SELECT `+lines.Columns("")+` FROM credit_note_lines
			WHERE org_id = $1 AND credit_note_id = $2 ORDER BY position`, sc.Org, noteID)
	}
	return n, err
}

func insert(tx *db.Tx, sc scope.Scope, n Note) error {
	if err := notes.Insert(tx, []any{sc.Org}, n); err != nil {
		return err
	}
	return lines.Insert(tx, []any{sc.Org, n.ID}, n.Lines...)
}

// markSent stores when the note was sent.
func markSent(tx *db.Tx, sc scope.Scope, n Note) error {
	return tx.Do(`UPDATE credit_notes SET sent_at = $3 WHERE org_id = $1 AND credit_note_id = $2`,
		sc.Org, n.ID, *n.SentAt)
}

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	invoiceID, bookingID, search string
	from, to                     date.Date
}

// where returns the conditions that follow the one on the organization, and all arguments.
func (f filter) where(sc scope.Scope) (string, []any) {
	where := db.Where(sc.Org)
	where.Given("n.invoice_id = ?", f.invoiceID)
	where.Given("n.booking_id = ?", f.bookingID)
	where.Given("n.note_date >= ?", f.from)
	where.Given("n.note_date <= ?", f.to)
	where.Contains(f.search, "lower(n.number)", "i.search_text")
	return where.SQL()
}

// sums are what the notes of a list come to.
type sums struct {
	number              int
	taxable, tax, total money.Amount
}

func sum(tx *db.Tx, sc scope.Scope, f filter) (s sums, err error) {
	where, args := f.where(sc)
	err = tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(SUM(n.taxable), 0) AS BIGINT),
		CAST(COALESCE(SUM(n.cgst + n.sgst + n.other_tax), 0) AS BIGINT), CAST(COALESCE(SUM(n.total), 0) AS BIGINT)
		FROM credit_notes n JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
		WHERE n.org_id = $1`+where, args...).
		Scan(&s.number, &s.taxable, &s.tax, &s.total)
	return s, err
}

// list reads one page of what the filter finds, newest first, without lines.
func list(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) ([]Note, error) {
	where, args := f.where(sc)
	return db.All(tx, scan, selectNotes+where+` ORDER BY n.created_at DESC, n.credit_note_id DESC`+
		db.Limit(len(args)+1), append(args, limit, offset)...)
}
