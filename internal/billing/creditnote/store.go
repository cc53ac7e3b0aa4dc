package creditnote

import (
	"errors"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
	"sarai/internal/record/wordindex"
)

var (
	notes = table.Of[Note]("credit_notes", "org_id")
	lines = table.Of[Line]("credit_note_lines", "org_id", "credit_note_id")

	list = listing.New[ListQuery](scan, listing.Spec{
		Table: "credit_notes n", Key: "n.credit_note_id",
		Columns: notes.Columns("n") + `, i.number, i.invoice_date, i.guest_id, i.buyer, i.place_of_supply,
			COALESCE(b.code, '')`,
		Joins: `JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
			LEFT JOIN bookings b ON b.org_id = n.org_id AND b.booking_id = n.booking_id`,
		Order: "n.created_at DESC, n.credit_note_id DESC",
		Filters: []listing.Filter{
			listing.By("invoiceId", listing.Own, "n.invoice_id = ?"),
			listing.By("bookingId", listing.Own, "n.booking_id = ?"),
			listing.From("from", "n.note_date"),
			listing.To("to", "n.note_date"),
		},
		Words: &listing.Words{Of: wordindex.Invoice, By: "invoice_id", Number: "number", Series: series.CreditNote,
			Said: `(SELECT lower(n.number) || '
' || i.search_text FROM invoices i WHERE i.org_id = $1 AND i.invoice_id = n.invoice_id)`},
		Sums: &months.Sums, Totals: []string{"taxable", "tax", "total"},
	})

	// selectNotes reads the columns of scan; a condition on n follows.
	selectNotes = list.Select()

	// months has what notes come to by month.
	months = ledger.NewMonthly(listing.Sums{Table: "credit_note_months", Documents: "credit_notes n",
		ID: "n.credit_note_id", Day: "n.note_date",
		Adds: []listing.Sum{{Column: "number", Of: "1"}, {Column: "taxable", Of: "n.taxable"},
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

// ofGuest are the notes on the guest's invoices, without lines.
func ofGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]Note, error) {
	invoices, err := invoice.OfGuest(tx, sc, guestID)
	all := []Note{}
	for _, i := range invoices {
		var found []Note
		if err == nil {
			found, err = db.All(tx, scan, selectNotes+` AND n.invoice_id = $2 ORDER BY n.credit_note_id`, sc.Org, i.ID)
		}
		all = append(all, found...)
	}
	return all, err
}

func eraseName(tx *db.Tx, sc scope.Scope, noteID, name string) error {
	return tx.Do(`UPDATE credit_notes SET guest_name = $3 WHERE org_id = $1 AND credit_note_id = $2`, sc.Org, noteID, name)
}
