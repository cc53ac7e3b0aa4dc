package search

import (
	"errors"

	"sarai/internal/billing/expense"
	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/quote"
)

// among is a condition that the column is one of the ids, and the arguments of the statement: the organization first.
func among(sc scope.Scope, column string, ids []string) (condition string, args []any) {
	args = []any{sc.Org}
	for _, id := range ids {
		args = append(args, id)
	}
	return ` AND ` + column + ` IN (` + db.Placeholders(2, len(ids)) + `)`, args
}

func guestsByID(tx *db.Tx, sc scope.Scope, ids []string) ([]guest.Guest, error) {
	condition, args := among(sc, "guest_id", ids)
	return db.All(tx, func(row db.Scanner) (g guest.Guest, err error) {
		err = row.Scan(&g.ID, &g.Name, &g.Phone, &g.Email, &g.Company, &g.GSTIN, &g.UpdatedAt, &g.ErasedAt)
		return g, err
	}, `SELECT guest_id, name, phone, email, company, gstin, updated_at, erased_at FROM guests
		WHERE org_id = $1`+condition, args...)
}

// lastStays are the check-in dates of the guests' last stays that have begun, by guest.
func lastStays(tx *db.Tx, sc scope.Scope, guests []guest.Guest) (map[string]date.Date, error) {
	stays := map[string]date.Date{}
	for _, g := range guests {
		var checkIn string
		err := tx.QueryRow(`SELECT check_in FROM bookings
			WHERE org_id = $1 AND guest_id = $2 AND check_in <= $3 AND status IN ('checked-in', 'checked-out')
			ORDER BY check_in DESC LIMIT 1`, sc.Org, g.ID, string(sc.Today(tx.Now))).Scan(&checkIn)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, err
		}
		stays[g.ID] = date.Date(checkIn)
	}
	return stays, nil
}

func companiesByID(tx *db.Tx, sc scope.Scope, ids []string) ([]company.Company, error) {
	condition, args := among(sc, "company_id", ids)
	return db.All(tx, func(row db.Scanner) (c company.Company, err error) {
		err = row.Scan(&c.ID, &c.Name, &c.Code, &c.GSTIN, &c.Email, &c.Phone, &c.Active, &c.UpdatedAt)
		return c, err
	}, `SELECT company_id, name, code, gstin, email, phone, is_active, updated_at FROM companies WHERE org_id = $1`+
		condition, args...)
}

func bookingsByID(tx *db.Tx, sc scope.Scope, ids []string) ([]*booking.Booking, error) {
	condition, args := among(sc, "booking_id", ids)
	byID := map[string]*booking.Booking{}
	bookings, err := db.All(tx, func(row db.Scanner) (*booking.Booking, error) {
		b := &booking.Booking{Today: sc.Today(tx.Now)}
		var checkIn, checkOut string
		err := row.Scan(&b.ID, &b.Code, &b.Status, &b.GuestName, &b.GuestPhone, &b.ExternalRef, &checkIn, &checkOut,
			&b.CreatedAt)
		b.CheckIn, b.CheckOut = date.Date(checkIn), date.Date(checkOut)
		byID[b.ID] = b
		return b, err
	}, `SELECT booking_id, code, status, guest_name, guest_phone, external_reference, check_in, check_out, created_at
		FROM bookings WHERE org_id = $1`+condition, args...)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(`SELECT booking_id, room_number, released, to_date, guest_name, sharers
		FROM booking_rooms WHERE org_id = $1`+condition+` ORDER BY booking_id, position`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var bookingID, to string
		var r lodging.Room
		if err := rows.Scan(&bookingID, &r.Number, &r.Released, &to, &r.GuestName, &r.Sharers); err != nil {
			return nil, err
		}
		r.To = date.Date(to)
		byID[bookingID].Rooms = append(byID[bookingID].Rooms, r)
	}
	return bookings, rows.Err()
}

func invoicesByID(tx *db.Tx, sc scope.Scope, ids []string) ([]invoice.Invoice, error) {
	condition, args := among(sc, "i.invoice_id", ids)
	return db.All(tx, func(row db.Scanner) (i invoice.Invoice, err error) {
		var day string
		err = row.Scan(&i.ID, &i.Number, &i.Status, &i.GuestName, &i.Buyer, &day, (*int64)(&i.Total), &i.UpdatedAt,
			&i.BookingCode)
		i.Date = date.Date(day)
		return i, err
	}, `SELECT i.invoice_id, i.number, i.status, i.guest_name, i.buyer, i.invoice_date, i.total, i.updated_at,
			COALESCE(b.code, '')
		FROM invoices i LEFT JOIN bookings b ON b.org_id = i.org_id AND b.booking_id = i.booking_id
		WHERE i.org_id = $1`+condition, args...)
}

func quotesByID(tx *db.Tx, sc scope.Scope, ids []string) ([]quote.Quote, error) {
	condition, args := among(sc, "quote_id", ids)
	return db.All(tx, func(row db.Scanner) (q quote.Quote, err error) {
		err = row.Scan(&q.ID, &q.Number, &q.GuestName, &q.GuestEmail, &q.GuestPhone)
		return q, err
	}, `SELECT quote_id, number, guest_name, guest_email, guest_phone FROM quotes WHERE org_id = $1`+condition, args...)
}

func expensesByID(tx *db.Tx, sc scope.Scope, ids []string) ([]expense.Expense, error) {
	condition, args := among(sc, "expense_id", ids)
	return db.All(tx, func(row db.Scanner) (e expense.Expense, err error) {
		err = row.Scan(&e.ID, &e.Number, &e.VendorName, &e.Category, &e.BillNumber, &e.Description)
		return e, err
	}, `SELECT expense_id, number, vendor_name, category, bill_number, description FROM expenses
		WHERE org_id = $1 AND status = 'recorded'`+condition, args...)
}

// paid is a payment with the name of its booking's guest.
type paid struct {
	ledger.Movement
	guest string
}

func paymentsByID(tx *db.Tx, sc scope.Scope, ids []string) ([]paid, error) {
	condition, args := among(sc, "p.payment_id", ids)
	return db.All(tx, func(row db.Scanner) (p paid, err error) {
		err = row.Scan(&p.ID, &p.Payer, &p.Reference, &p.guest)
		return p, err
	}, `SELECT p.payment_id, p.payer, p.reference, COALESCE(b.guest_name, '')
		FROM payments p LEFT JOIN bookings b ON b.org_id = p.org_id AND b.booking_id = p.booking_id
		WHERE p.org_id = $1`+condition, args...)
}

// backlog is a kind of records of which those from before the index are still to be given their words. All groups
// were made after the index.
type backlog struct {
	kind  wordindex.Kind
	below string // selects the ids below $2, the highest first; the batch's size and the lock follow
	words func(tx *db.Tx, sc scope.Scope, ids []string) (map[string]wordindex.Words, error)
}

var backlogs = []backlog{
	{wordindex.Booking, `SELECT booking_id FROM bookings WHERE org_id = $1 AND booking_id < $2 ORDER BY booking_id DESC`,
		wordsOf(bookingsByID, func(b *booking.Booking) (string, wordindex.Words) { return b.ID, b.Words() })},
	{wordindex.Guest, `SELECT guest_id FROM guests WHERE org_id = $1 AND guest_id < $2 ORDER BY guest_id DESC`,
		wordsOf(guestsByID, func(g guest.Guest) (string, wordindex.Words) { return g.ID, g.Words() })},
	{wordindex.Invoice, `SELECT invoice_id FROM invoices WHERE org_id = $1 AND invoice_id < $2 ORDER BY invoice_id DESC`,
		wordsOf(invoicesByID, func(i invoice.Invoice) (string, wordindex.Words) { return i.ID, i.Words() })},
	{wordindex.Company, `SELECT company_id FROM companies WHERE org_id = $1 AND company_id < $2 ORDER BY company_id DESC`,
		wordsOf(companiesByID, func(c company.Company) (string, wordindex.Words) { return c.ID, c.Words() })},
	{wordindex.Quote, `SELECT quote_id FROM quotes WHERE org_id = $1 AND quote_id < $2 ORDER BY quote_id DESC`,
		wordsOf(quotesByID, func(q quote.Quote) (string, wordindex.Words) { return q.ID, q.Words() })},
	{wordindex.Expense, `SELECT expense_id FROM expenses WHERE org_id = $1 AND expense_id < $2 ORDER BY expense_id DESC`,
		wordsOf(expensesByID, func(e expense.Expense) (string, wordindex.Words) { return e.ID, e.Words() })},
	{wordindex.Payment, `SELECT payment_id FROM payments WHERE org_id = $1 AND payment_id < $2 ORDER BY payment_id DESC`,
		wordsOf(paymentsByID, func(p paid) (string, wordindex.Words) { return p.ID, p.Words(p.Payer == p.guest) })},
}

func wordsOf[T any](read func(*db.Tx, scope.Scope, []string) ([]T, error),
	of func(T) (string, wordindex.Words)) func(*db.Tx, scope.Scope, []string) (map[string]wordindex.Words, error) {
	return func(tx *db.Tx, sc scope.Scope, ids []string) (map[string]wordindex.Words, error) {
		records, err := read(tx, sc, ids)
		words := map[string]wordindex.Words{}
		for _, record := range records {
			id, some := of(record)
			words[id] = some
		}
		return words, err
	}
}

// fillBatch gives the next records their words, and tells whether there may be more of them.
func (b backlog) fillBatch(tx *db.Tx, sc scope.Scope) (more bool, err error) {
	before, waiting, err := wordindex.LockBacklog(tx, sc, b.kind) // two nodes don't fill the same
	if err != nil || !waiting {
		return false, err
	}
	const batch = ` LIMIT 100`
	ids, err := db.All(tx, db.Value[string], b.below+batch+tx.LockExclusive(), sc.Org, before)
	if err != nil {
		return false, err
	}
	if len(ids) == 0 {
		return false, wordindex.EndBacklog(tx, sc, b.kind)
	}
	words, err := b.words(tx, sc, ids)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		if err := wordindex.Add(tx, sc, b.kind, id, words[id]); err != nil {
			return false, err
		}
	}
	return true, wordindex.ShortenBacklog(tx, sc, b.kind, ids[len(ids)-1])
}

// lastID is above all ids.
const lastID = "~"

// checkBatch names the next records below an id that their words don't find, and the id to go on below; "" at the end.
func (b backlog) checkBatch(tx *db.Tx, sc scope.Scope, before string) (lacking []string, next string, err error) {
	ids, err := db.All(tx, db.Value[string], b.below+` LIMIT 100`, sc.Org, before)
	if err != nil || len(ids) == 0 {
		return nil, "", err
	}
	words, err := b.words(tx, sc, ids)
	if err != nil {
		return nil, "", err
	}
	lacking, err = wordindex.Lacking(tx, sc, b.kind, words)
	return lacking, ids[len(ids)-1], err
}
