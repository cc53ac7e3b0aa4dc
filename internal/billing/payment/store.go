package payment

import (
	"cmp"
	"fmt"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/series"
	"sarai/internal/record/wordindex"
)

// filter narrows the list; zero values match everything.
type filter struct {
	kind      string
	method    ledger.Method
	status    string
	accountID string
	bookingID string
	invoiceID string
	search    string
	hits      *wordindex.Hits
	from, to  date.Date // of the hotel's own days
}

func search(tx *db.Tx, sc scope.Scope, text string) (*wordindex.Hits, error) {
	if text == "" {
		return nil, nil
	}
	issued, err := series.Issued(tx, sc, series.Payment)
	if err != nil {
		return nil, err
	}
	return ledger.Searched.Search(tx, sc, text, issued)
}

// own tells whether the payments are those of a record, which are few.
func (f filter) own() bool { return f.bookingID+f.invoiceID != "" }

// and is what the filter adds to a condition on the organization ($1), with all arguments. By days they are found by
// their days, or else along the order of what is asked beside them.
func (f filter) and(sc scope.Scope, byDays bool) (string, []any) {
	c := f.hits.Where(sc.Org)
	switch record := cmp.Or(f.invoiceID, f.bookingID); {
	case f.own() && f.hits.Few():
		c.And("payment_id IN ("+fmt.Sprintf(f.movementsOf(), "?")+")", record)
	case f.own():
		c = db.Where(sc.Org, record)
		c.And("payment_id = own_id")
	}
	if f.invoiceID != "" {
		c.Given("payment_id IN ("+fmt.Sprintf(movementsOf("booking_id"), "?")+")", f.bookingID)
	}
	other, day := db.Plain, db.Beside
	if byDays {
		other, day = db.Beside, db.Plain
	}
	switch f.kind { // in words: each has an index of its own, but for the usual ones
	case ledger.Refund:
		c.And(other("kind = 'refund'"))
	case ledger.Payment:
		c.And(db.Beside("kind = 'payment'"))
	}
	switch f.status {
	case ledger.Void:
		c.And(other("status = 'void'"))
	case ledger.Recorded:
		c.And(db.Beside("status = 'recorded'"))
	}
	c.Given(other("method = ?"), f.method)
	c.Given(other("account_id = ?"), f.accountID)
	c.Given(day("business_date >= ?"), f.from)
	c.Given(day("business_date <= ?"), f.to)
	f.hits.Narrow(c, false)
	return c.SQL()
}

// table is the table, or what a search has found if that is little, beside the ids of a record's movements if the list
// is narrowed to one.
func (f filter) table() string {
	if !f.own() || f.hits.Few() {
		return f.hits.Table("payments")
	}
	return "(" + fmt.Sprintf(f.movementsOf(), "$2") + ") AS own CROSS JOIN payments"
}

// movementsOf is movementsOf the record that the list is narrowed to.
func (f filter) movementsOf() string {
	if f.invoiceID != "" {
		return movementsOf("invoice_id")
	}
	return movementsOf("booking_id")
}

// movementsOf selects the movements that have, or had, a part for this booking or invoice, or began as the booking's.
// What was refunded of a payment is among the parts of the refund. The ids are put together anew, so that SQLite finds
// them by the record, and not along a key that has them in an order.
func movementsOf(column string) string {
	selected := `SELECT payment_id || '' AS own_id FROM payment_parts WHERE org_id = $1 AND ` + column + ` = %[1]s
		UNION SELECT r.refund_of || '' FROM payment_parts x
			CROSS JOIN payments r
			WHERE x.org_id = $1 AND x.` + column + ` = %[1]s AND r.org_id = $1 AND r.payment_id = x.payment_id
			AND r.kind = 'refund'`
	if column == "booking_id" {
		selected += ` UNION SELECT payment_id || '' FROM payments WHERE org_id = $1 AND booking_id = %[1]s`
	}
	return selected
}

// sums are those of a whole list. Void payments count in the number only.
type sums struct {
	number             int
	received, refunded money.Amount
}

// added selects what adds up to the sums: months and what of them is cut off, unless the movements are those of a
// record or a search.
func (f filter) added(sc scope.Scope) (string, []any) {
	if f.own() || f.hits != nil {
		and, args := f.and(sc, true)
		return ledger.Months.Of(f.table(), and), args
	}
	kind := db.Where(sc.Org)
	kind.Given(db.Beside("kind = ?"), f.kind)
	kind.Given(db.Beside("method = ?"), f.method)
	kind.Given(db.Beside("account_id = ?"), f.accountID)
	kind.Given(db.Beside("status = ?"), f.status)
	and, args := kind.SQL()
	return ledger.Months.Between(and, args, f.from, f.to)
}

func sum(tx *db.Tx, sc scope.Scope, f filter) (s sums, err error) {
	added, args := f.added(sc)
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN kind = 'payment' AND status = 'recorded' THEN amount ELSE 0 END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN kind = 'refund' THEN amount ELSE 0 END), 0) AS BIGINT)
		FROM (`+added+`) AS added`, args...).Scan(&s.number, &s.received, &s.refunded)
	return s, err
}

const newestFirst = "created_at DESC, payment_id DESC"

// page reads a page of the movements, of which the filter finds this many.
func page(tx *db.Tx, sc scope.Scope, f filter, found, limit, offset int) ([]ledger.Movement, error) {
	byDays := f.own() || f.hits.Few() || f.from+f.to != "" && found <= db.Gathered
	and, args := f.and(sc, byDays)
	rows := db.Listing{Columns: ledger.MovementColumns, Table: "payments", Key: "payment_id", Order: newestFirst}
	rows.KeyTable = f.table()
	if byDays {
		rows.KeyOrder = db.Gather(newestFirst)
	}
	return db.All(tx, ledger.ScanMovement, rows.Page(and, len(args)), append(args, limit, offset)...)
}

// partsAtOnce bounds how many movements one statement names.
const partsAtOnce = 500

// partsOf reads the parts of these movements, by movement.
func partsOf(tx *db.Tx, sc scope.Scope, movements []ledger.Movement) (map[string][]Part, error) {
	by := map[string][]Part{}
	for some := range slices.Chunk(movements, partsAtOnce) {
		if err := addParts(tx, sc, some, by); err != nil {
			return nil, err
		}
	}
	return by, nil
}

func addParts(tx *db.Tx, sc scope.Scope, movements []ledger.Movement, by map[string][]Part) error {
	args := []any{sc.Org}
	for _, m := range movements {
		args = append(args, m.ID)
	}
	parts, err := db.All(tx, func(row db.Scanner) (p Part, err error) {
		err = row.Scan(&p.PaymentID, &p.Position, &p.BookingID, &p.InvoiceID, &p.Amount, &p.BookingCode, &p.InvoiceNumber)
		return p, err
	}, `SELECT x.payment_id, x.position, x.booking_id, x.invoice_id, x.amount, COALESCE(b.code, ''), COALESCE(i.number, '')
		FROM payment_parts x
			LEFT JOIN bookings b ON b.org_id = x.org_id AND b.booking_id = x.booking_id
			LEFT JOIN invoices i ON i.org_id = x.org_id AND i.invoice_id = x.invoice_id
		WHERE x.org_id = $1 AND x.payment_id IN (`+db.Placeholders(2, len(movements))+`)
		ORDER BY x.payment_id, x.position`, args...)
	for _, p := range parts {
		by[p.PaymentID] = append(by[p.PaymentID], p)
	}
	return err
}
