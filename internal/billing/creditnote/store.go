package creditnote

import (
	"errors"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

const selectNotes = `SELECT n.credit_note_id, n.number, n.invoice_id, i.number, i.invoice_date, n.booking_id,
	COALESCE(b.code, ''), i.guest_id, n.guest_name, n.seller, i.buyer,
		i.place_of_supply, n.note_date, n.reason, n.taxable, n.cgst, n.sgst, n.other_tax, n.rounding, n.total, n.sent_at,
		n.created_by, n.created_at
	FROM credit_notes n JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
	LEFT JOIN bookings b ON b.org_id = n.org_id AND b.booking_id = n.booking_id WHERE n.org_id = $1`

func scan(row db.Scanner) (n Note, err error) {
	err = row.Scan(&n.ID, &n.Number, &n.InvoiceID, &n.InvoiceNumber, &n.InvoiceDate, &n.BookingID, &n.BookingCode,
		&n.GuestID, &n.GuestName, &n.Seller, &n.Buyer,
		&n.PlaceOfSupply, &n.Date, &n.Reason, &n.Taxable, &n.CGST, &n.SGST, &n.OtherTax, &n.Rounding, &n.Total, &n.SentAt,
		&n.CreatedBy, &n.CreatedAt)
	return n, err
}

// Read reads a note with its lines; NotFound when there is none such.
func Read(tx *db.Tx, sc scope.Scope, noteID string) (Note, error) {
	n, err := db.One(tx, scan, selectNotes+` AND n.credit_note_id = $2`, sc.Org, noteID)
	if errors.Is(err, db.ErrNoRows) {
		return n, errNoNote
	}
	if err == nil {
		n.Lines, err = db.All(tx, scanLine, `SELECT `+lineColumns+` FROM credit_note_lines WHERE org_id = $1
			AND credit_note_id = $2 ORDER BY position`, sc.Org, noteID)
	}
	return n, err
}

const lineColumns = `position, description, sac, tax_name, tax_kind, rate, quantity, taxable, cgst, sgst, other_tax,
	total`

func scanLine(row db.Scanner) (l Line, err error) {
	err = row.Scan(&l.Position, &l.Description, &l.SAC, &l.Name, &l.Kind, &l.Rate, &l.Quantity, &l.Taxable, &l.CGST,
		&l.SGST, &l.Other, &l.Total)
	return l, err
}

// atOnce is how many lines one statement writes: engines limit its parameters, and SQLite's driver looks each of them
// up among all.
const atOnce = 20

func insert(tx *db.Tx, sc scope.Scope, n Note) error {
	if _, err := tx.Exec(`INSERT INTO credit_notes (org_id, credit_note_id, number, invoice_id, booking_id, guest_name,
		seller, note_date, reason,
			taxable, cgst, sgst, other_tax, rounding, total, sent_at, created_by, created_at)
			VALUES (`+db.Placeholders(1, 18)+`)`,
		sc.Org, n.ID, n.Number, n.InvoiceID, n.BookingID, n.GuestName, n.Seller, string(n.Date), n.Reason,
		int64(n.Taxable), int64(n.CGST), int64(n.SGST), int64(n.OtherTax), int64(n.Rounding), int64(n.Total), n.SentAt,
		n.CreatedBy, n.CreatedAt); err != nil {
		return err
	}
	for some := range slices.Chunk(n.Lines, atOnce) {
		var args []any
		for _, l := range some {
			args = append(args, sc.Org, n.ID, l.Position, l.Description, l.SAC, l.Name, l.Kind, int64(l.Rate), int64(l.Quantity),
				int64(l.Taxable), int64(l.CGST), int64(l.SGST), int64(l.Other), int64(l.Total))
		}
		if _, err := tx.Exec(`INSERT INTO credit_note_lines (org_id, credit_note_id, `+lineColumns+`)
			VALUES `+db.Rows(14, len(some)), args...); err != nil {
			return err
		}
	}
	return nil
}

func sent(tx *db.Tx, sc scope.Scope, noteID string) error {
	_, err := tx.Exec(`UPDATE credit_notes SET sent_at = $3 WHERE org_id = $1
		AND credit_note_id = $2`, sc.Org, noteID, tx.Now.UnixMilli())
	return err
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
		CAST(COALESCE(SUM(n.cgst + n.sgst + n.other_tax), 0) AS BIGINT),
			CAST(COALESCE(SUM(n.total), 0) AS BIGINT)
		FROM credit_notes n JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
		WHERE n.org_id = $1`+where, args...).
		Scan(&s.number, &s.taxable, &s.tax, &s.total)
	return s, err
}

// list reads one page of what the filter finds, the newest first, without lines.
func list(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) ([]Note, error) {
	where, args := f.where(sc)
	args = append(args, limit, offset)
	return db.All(tx, scan, selectNotes+where+` ORDER BY n.created_at DESC,
		n.credit_note_id DESC`+db.Limit(len(args)-1), args...)
}
