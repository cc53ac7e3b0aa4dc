package creditnote

import (
	"errors"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/series"
	"sarai/internal/record/wordindex"
)

var (
	notes = table.Of[Note]("credit_notes", "org_id")
	lines = table.Of[Line]("credit_note_lines", "org_id", "credit_note_id")

	listing = db.Listing{Columns: notes.Columns("n") + `, i.number, i.invoice_date, i.guest_id, i.buyer,
			i.place_of_supply, COALESCE(b.code, '')`, Table: "credit_notes n",
		Joins: `JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
			LEFT JOIN bookings b ON b.org_id = n.org_id AND b.booking_id = n.booking_id`,
		Key: "n.credit_note_id", Order: "n.created_at DESC, n.credit_note_id DESC"}

	// selectNotes reads the columns of scan; a condition on n follows.
	selectNotes = listing.Select()

	// months has what notes come to by month.
	months = ledger.NewMonthly(ledger.Monthly{Table: "credit_note_months", Documents: "credit_notes n",
		ID: "n.credit_note_id", Day: "n.note_date",
		Sums: []ledger.Sum{{Column: "number", Of: "1"}, {Column: "taxable", Of: "n.taxable"},
			{Column: "tax", Of: "n.total - n.taxable - n.rounding"}, {Column: "total", Of: "n.total"}}})
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

func insert(books ledger.Locked, sc scope.Scope, n Note) error {
	tx := books.Tx()
	if err := notes.Insert(tx, []any{sc.Org}, n); err != nil {
		return err
	}
	if err := months.Add(books, sc, n.ID); err != nil {
		return err
	}
	if err := tax.Declare(tx, sc, tax.OfCreditNote, n.ID, n.Date, n.taxed()); err != nil {
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
	hits                         *wordindex.Hits
	from, to                     date.Date
}

// searched is what the list's search looks into: the notes' numbers, and what is searched of their invoices.
var searched = wordindex.Following{
	List: wordindex.List{Table: "credit_notes", As: "n", Key: "credit_note_id", Said: `(SELECT lower(n.number) || '
' || i.search_text FROM invoices i WHERE i.org_id = $1 AND i.invoice_id = n.invoice_id)`},
	Of: wordindex.Invoice, By: "invoice_id", Number: "number"}

func search(tx *db.Tx, sc scope.Scope, text string) (*wordindex.Hits, error) {
	if text == "" {
		return nil, nil
	}
	issued, err := series.Issued(tx, sc, series.CreditNote)
	if err != nil {
		return nil, err
	}
	return searched.Search(tx, sc, text, issued)
}

// where returns the conditions that follow the one on the organization, and all arguments. By days the notes are found
// by their dates, or else along the list's order. An invoice's and a booking's are found by that.
func (f filter) where(sc scope.Scope, byDays bool) (string, []any) {
	from, to := "n.note_date >= ?", "n.note_date <= ?"
	if !byDays {
		from, to = db.Beside(from), db.Beside(to)
	}
	where := f.hits.Where(sc.Org)
	where.Given("n.invoice_id = ?", f.invoiceID)
	where.Given("n.booking_id = ?", f.bookingID)
	where.Given(from, f.from)
	where.Given(to, f.to)
	f.hits.Narrow(where, false)
	return where.SQL()
}

// own tells whether the filter has what leads to few notes.
func (f filter) own() bool { return f.hits.Few() || f.invoiceID+f.bookingID != "" }

// byDays tells whether the filter has days, and nothing that leads to fewer notes.
func (f filter) byDays() bool { return f.from+f.to != "" && !f.own() }

// sums are what the notes of a list come to.
type sums struct {
	number              int
	taxable, tax, total money.Amount
}

// added selects what adds up to the sums: months and what of them is cut off, unless the filter has something that they
// don't tell apart.
func (f filter) added(sc scope.Scope) (string, []any) {
	if f.own() || f.hits != nil {
		where, args := f.where(sc, f.byDays())
		return months.Of(f.hits.Table("credit_notes n"), where), args
	}
	return months.Between("", []any{sc.Org}, f.from, f.to)
}

func sum(tx *db.Tx, sc scope.Scope, f filter) (s sums, err error) {
	added, args := f.added(sc)
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT), CAST(COALESCE(SUM(taxable), 0) AS BIGINT),
		CAST(COALESCE(SUM(tax), 0) AS BIGINT), CAST(COALESCE(SUM(total), 0) AS BIGINT)
		FROM (`+added+`) AS added`, args...).
		Scan(&s.number, &s.taxable, &s.tax, &s.total)
	return s, err
}

// list reads one page of what the filter finds, which are this many, newest first, without lines.
func list(tx *db.Tx, sc scope.Scope, f filter, found, limit, offset int) ([]Note, error) {
	l, byDays := listing, f.byDays() && found <= db.Gathered
	l.KeyTable = f.hits.Table(l.Table)
	if byDays || f.own() {
		l.KeyOrder = db.Gather(l.Order)
	}
	where, args := f.where(sc, byDays)
	return db.All(tx, scan, l.Page(where, len(args)), append(args, limit, offset)...)
}
