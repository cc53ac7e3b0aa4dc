package invoice

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

// stored is an invoice's row.
type stored struct {
	Invoice
	SearchText string `db:"search_text"`
}

func rowOf(i Invoice) stored { return stored{Invoice: i, SearchText: i.searchText()} }

var (
	invoiceTable = table.Of[stored]("invoices", "org_id")
	lines        = table.Of[Line]("invoice_lines", "org_id", "invoice_id")

	listing = db.Listing{Columns: invoiceTable.Columns("i") + `, COALESCE(b.code, '')`, Table: "invoices i",
		Joins: "LEFT JOIN bookings b ON b.org_id = i.org_id AND b.booking_id = i.booking_id", Key: "i.invoice_id",
		Order: "i.created_at DESC, i.invoice_id DESC"}

	// selectInvoices reads the columns of scan; a condition on i follows.
	selectInvoices = listing.Select()

	selectLines = `SELECT ` + lines.Columns("") + ` FROM invoice_lines WHERE org_id = $1 AND invoice_id = $2
		ORDER BY position`

	// months has what invoices come to by month and status; drafts have no month.
	months = ledger.NewMonthly(ledger.Monthly{Table: "invoice_months", Documents: "invoices i", ID: "i.invoice_id",
		Day: "i.invoice_date", Kinds: []string{"status"},
		Sums: []ledger.Sum{{Column: "number", Of: "1"}, {Column: "taxable", Of: "i.taxable"},
			{Column: "tax", Of: "i.total - i.taxable - i.rounding"}, {Column: "total", Of: "i.total"},
			{Column: "paid", Of: "i.paid"}, {Column: "credited", Of: "i.credited"}}})
)

func scan(row db.Scanner) (Invoice, error) {
	var found stored
	err := row.Scan(append(invoiceTable.Pointers(&found), &found.BookingCode)...)
	return found.Invoice, err
}

// Find reads an invoice without its lines; NotFound if there is no such invoice.
func Find(tx *db.Tx, sc scope.Scope, invoiceID string) db.Later[Invoice] {
	return db.Else(db.Ask(tx, scan, selectInvoices+` AND i.invoice_id = $2`, sc.Org, invoiceID),
		func(i Invoice, err error) (Invoice, error) {
			if errors.Is(err, db.ErrNoRows) {
				err = errNoInvoice
			}
			return i, err
		})
}

// Read reads an invoice with its lines; NotFound if there is no such invoice.
func Read(tx *db.Tx, sc scope.Scope, invoiceID string) (Invoice, error) {
	found := Find(tx, sc, invoiceID)
	list, err := db.All(tx, lines.Scan, selectLines, sc.Org, invoiceID)
	if err != nil {
		return Invoice{}, err
	}
	i, err := found.Get()
	i.Lines = list
	return i, err
}

// OpenOf lists the booking's invoices on which something is still owed, without lines, the first due first.
func OpenOf(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[[]Invoice] {
	return open(tx, sc, bookingID, "")
}

// UnsplitOf is OpenOf without the parts of split bills.
func UnsplitOf(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[[]Invoice] {
	return open(tx, sc, bookingID, " AND NOT i.split")
}

func open(tx *db.Tx, sc scope.Scope, bookingID, which string) db.Later[[]Invoice] {
	return db.AskAll(tx, scan, selectInvoices+` AND i.booking_id = $2
		AND i.status IN ('issued', 'partially_paid')`+which+`
		ORDER BY i.due_date, i.issued_at, i.invoice_id`, sc.Org, bookingID)
}

// LeavesCredit reports whether an invoice of the days [from, to] has a line whose GST leaves the hotel the credit of
// the tax on what it buys. At 5 %, only goods do: rooms, food and transport bear it on condition that no credit is
// taken.
func LeavesCredit(tx *db.Tx, sc scope.Scope, from, to date.Date) (found bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoices i CROSS JOIN invoice_lines l
		WHERE i.org_id = $1 AND i.invoice_date >= $2 AND i.invoice_date <= $3
			AND i.status IN ('issued', 'partially_paid', 'paid')
			AND l.org_id = $1 AND l.invoice_id = i.invoice_id AND l.tax_kind IN ('gst', 'utgst')
			AND (l.rate > 500 OR l.rate > 0 AND l.sac <> '' AND l.sac NOT LIKE '99%'))`,
		sc.Org, string(from), string(to)).Scan(&found)
	return found, err
}

// RetainedOf lists the booking's issued invoices of what is retained, with their lines, the newest first.
func RetainedOf(tx *db.Tx, sc scope.Scope, bookingID string) ([]Invoice, error) {
	found, err := db.All(tx, scan, selectInvoices+` AND i.booking_id = $2
		AND i.status IN ('issued', 'partially_paid', 'paid') AND EXISTS (SELECT 1 FROM invoice_lines l
			WHERE l.org_id = $1 AND l.invoice_id = i.invoice_id AND l.kind = 'retained' AND l.credited < l.total)
		ORDER BY i.issued_at DESC, i.invoice_id DESC`, sc.Org, bookingID)
	for n := range found {
		if err == nil {
			found[n].Lines, err = db.All(tx, lines.Scan, selectLines, sc.Org, found[n].ID)
		}
	}
	return found, err
}

// draftAtCheckOut is the draft that the booking's check-out made, with its lines; false if there is none.
func draftAtCheckOut(tx *db.Tx, sc scope.Scope, bookingID string) (Invoice, bool, error) {
	drafts, err := db.All(tx, scan, selectInvoices+` AND i.booking_id = $2 AND i.status = 'draft' AND i.at_checkout
		ORDER BY i.created_at, i.invoice_id`, sc.Org, bookingID)
	if err != nil || len(drafts) == 0 {
		return Invoice{}, false, err
	}
	i := drafts[0]
	i.Lines, err = db.All(tx, lines.Scan, selectLines, sc.Org, i.ID)
	return i, true, err
}

// idsOf are those of the booking's invoices that are not void, in the order in which they were made.
func idsOf(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[[]string] {
	return db.AskAll(tx, db.Value[string],
		`SELECT invoice_id FROM invoices WHERE org_id = $1 AND booking_id = $2 AND status <> 'void'
		ORDER BY created_at, invoice_id`, sc.Org, bookingID)
}

// GuestInUse reports whether any invoice is the guest's.
func GuestInUse(tx *db.Tx, sc scope.Scope, guestID string) (used bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoices WHERE org_id = $1 AND guest_id = $2)`,
		sc.Org, guestID).Scan(&used)
	return used, err
}

// Any reports whether the organization has any invoice at all.
func Any(tx *db.Tx, org string) (found bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoices WHERE org_id = $1)`, org).Scan(&found)
	return found, err
}

// insert stores a new invoice with its lines.
func insert(books ledger.Locked, sc scope.Scope, i Invoice) error {
	tx := books.Tx()
	if err := invoiceTable.Insert(tx, []any{sc.Org}, rowOf(i)); err != nil {
		return err
	}
	if err := months.Add(books, sc, i.ID); err != nil {
		return err
	}
	if err := lines.Insert(tx, []any{sc.Org, i.ID}, i.Lines...); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Invoice, i.ID, i.Words())
}

// save stores everything of the invoice but its lines and words.
func save(books ledger.Locked, sc scope.Scope, i *Invoice) error {
	tx := books.Tx()
	i.UpdatedAt = tx.Now.UnixMilli()
	row := rowOf(*i)
	if err := months.Change(books, sc, i.ID, func() error {
		return invoiceTable.Update(tx, []any{sc.Org}, &row)
	}); err != nil {
		return err
	}
	i.Version = row.Version
	return nil
}

// creditedAtOnce bounds how many lines one statement credits: it looks for each among all of them.
const creditedAtOnce = 100

// creditLines adds to what is credited of an invoice's lines at these positions.
func creditLines(tx *db.Tx, sc scope.Scope, invoiceID string, amounts map[int]money.Amount) error {
	for some := range slices.Chunk(slices.Sorted(maps.Keys(amounts)), creditedAtOnce) {
		args, cases, named := []any{sc.Org, invoiceID}, "", make([]string, len(some))
		for i, position := range some {
			named[i] = db.Placeholders(len(args)+1, 1)
			cases += " WHEN position = " + named[i] + " THEN CAST(" + db.Placeholders(len(args)+2, 1) + " AS BIGINT)"
			args = append(args, position, int64(amounts[position]))
		}
		if err := tx.Do(`UPDATE invoice_lines SET credited = credited + CASE`+cases+` END
			WHERE org_id = $1 AND invoice_id = $2 AND position IN (`+strings.Join(named, ",")+`)`, args...); err != nil {
			return err
		}
	}
	return nil
}

// rewrite stores a draft with its lines.
func rewrite(books ledger.Locked, sc scope.Scope, i *Invoice) error {
	tx := books.Tx()
	if err := tx.Do(`DELETE FROM invoice_lines WHERE org_id = $1 AND invoice_id = $2`, sc.Org, i.ID); err != nil {
		return err
	}
	if err := lines.Insert(tx, []any{sc.Org, i.ID}, i.Lines...); err != nil {
		return err
	}
	if err := save(books, sc, i); err != nil {
		return err
	}
	return wordindex.Set(tx, sc, wordindex.Invoice, i.ID, i.Words())
}

// remove deletes a draft.
func remove(books ledger.Locked, sc scope.Scope, i Invoice) error {
	tx := books.Tx()
	if err := tx.Do(`DELETE FROM invoice_lines WHERE org_id = $1 AND invoice_id = $2`, sc.Org, i.ID); err != nil {
		return err
	}
	removed := int64(0)
	err := months.Change(books, sc, i.ID, func() (err error) {
		removed, err = tx.Exec(`DELETE FROM invoices WHERE org_id = $1 AND invoice_id = $2 AND status = 'draft'`, sc.Org,
			i.ID)
		return err
	})
	if err != nil || removed == 0 {
		return err
	}
	return wordindex.Forget(tx, sc, wordindex.Invoice, i.ID)
}

// AddPaid adds to what is paid on an issued invoice, or takes away from it by an amount below zero, and updates the
// status. Conflict for a draft, a void invoice, and an amount that would leave less than nothing owed or paid. Callers
// publish it in their own event.
func AddPaid(books ledger.Locked, sc scope.Scope, invoiceID string, paid money.Amount) (Invoice, error) {
	return addPaidAndCredited(books, sc, invoiceID, paid, 0)
}

// addPaidAndCredited is AddPaid for what is paid and credited at once.
func addPaidAndCredited(books ledger.Locked, sc scope.Scope, invoiceID string,
	paid, credited money.Amount) (Invoice, error) {
	tx := books.Tx()
	var updated db.Later[int64]
	err := months.Change(books, sc, invoiceID, func() error {
		updated = db.AskChanged(tx, `UPDATE invoices SET paid = paid + $3, credited = credited + $4, updated_at = $5,
				version = version + 1,
				status = CASE WHEN paid + credited + $3 + $4 >= total THEN 'paid' WHEN paid + $3 > 0 THEN 'partially_paid'
				ELSE 'issued' END
			WHERE org_id = $1 AND invoice_id = $2 AND status IN ('issued', 'partially_paid', 'paid') AND paid + $3 >= 0
			AND paid + credited + $3 + $4 <= total`,
			sc.Org, invoiceID, int64(paid), int64(credited), tx.Now.UnixMilli())
		return nil
	})
	if err != nil {
		return Invoice{}, err
	}
	i, err := Find(tx, sc, invoiceID).Get()
	if err != nil {
		return i, err
	}
	if rows, err := updated.Get(); err != nil || rows == 1 {
		return i, err
	}
	switch i.Status {
	case Draft:
		return i, errs.Conflict("This invoice is a draft: issue it first.")
	case Void:
		return i, errs.Conflict("Invoice %s is void.", i.Number)
	}
	if paid < 0 {
		return i, errs.Conflict("Only %s is paid of invoice %s.", i.Paid.Text(sc.Currency), i.Number)
	}
	return i, errs.Conflict("Only %s is still owed of invoice %s.", i.Due().Text(sc.Currency), i.Number)
}

// filter is what a list is narrowed by; empty members don't narrow.
type filter struct {
	status, bookingID, guestID string
	companyID, search          string    // companyID: that of the booking
	from, to                   date.Date // of the invoice's date: drafts have none
	overdue                    bool      // owed, and due before today
	hits                       *wordindex.Hits
	overdueOn                  date.Date // today, if overdue; the transaction knows it
}

// searched is what the list's search looks into.
var searched = wordindex.List{Kind: wordindex.Invoice, Table: "invoices", As: "i", Key: "invoice_id"}

// where returns the conditions that follow the one on the organization, and all arguments. By days the invoices are
// found by their dates, or else along the list's order, of a status if one is given. A booking's, a guest's, a
// company's and overdue ones are found by that, and so are those that a search has found, unless the list is walked.
func (f filter) where(sc scope.Scope, byDays, walk bool) (string, []any) {
	status, day := db.Plain, db.Beside
	if byDays || f.own() {
		status = db.Beside
	}
	if byDays {
		day = db.Plain
	}
	where := f.hits.Where(sc.Org)
	where.Given(status("i.status = ?"), f.status)
	where.Given("i.booking_id = ?", f.bookingID)
	where.Given("i.guest_id = ?", f.guestID)
	where.Given(`i.booking_id IN (SELECT b.booking_id FROM bookings b WHERE b.org_id = $1 AND b.company_id = ?)`,
		f.companyID)
	where.Given(day("i.invoice_date >= ?"), f.from)
	if f.to != "" {
		where.And(day("i.invoice_date > ''")+" AND "+day("i.invoice_date <= ?"), f.to) // drafts have no date
	}
	if f.overdueOn != "" {
		where.And("i.status IN ('issued', 'partially_paid') AND i.due_date < ?", f.overdueOn)
	}
	f.hits.Narrow(where, walk)
	return where.SQL()
}

// own tells whether the filter has what leads to few invoices.
func (f filter) own() bool {
	return f.hits.Few() || f.bookingID+f.guestID+f.companyID+string(f.overdueOn) != ""
}

// byDays tells whether the filter has days, and nothing that leads to fewer invoices.
func (f filter) byDays() bool { return f.from+f.to != "" && !f.own() }

// sums are what the invoices of a list come to. Drafts and void invoices owe nothing.
type sums struct {
	number                                   int
	taxable, tax, total, paid, credited, due money.Amount
}

// added selects what adds up to the sums: months and what of them is cut off, unless the filter has something that they
// don't tell apart.
func (f filter) added(sc scope.Scope) (string, []any) {
	if f.own() || f.hits != nil {
		where, args := f.where(sc, f.byDays(), false)
		return months.Of(f.hits.Table("invoices i"), where), args
	}
	kind := db.Where(sc.Org)
	kind.Given(db.Beside("status = ?"), f.status)
	where, args := kind.SQL()
	return months.Between(where, args, f.from, f.to)
}

func sum(tx *db.Tx, sc scope.Scope, f filter) (s sums, err error) {
	added, args := f.added(sc)
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT), CAST(COALESCE(SUM(taxable), 0) AS BIGINT),
		CAST(COALESCE(SUM(tax), 0) AS BIGINT), CAST(COALESCE(SUM(total), 0) AS BIGINT),
		CAST(COALESCE(SUM(paid), 0) AS BIGINT), CAST(COALESCE(SUM(credited), 0) AS BIGINT),
		CAST(COALESCE(SUM(CASE WHEN status IN ('issued', 'partially_paid') THEN total - credited - paid ELSE 0 END), 0)
			AS BIGINT)
		FROM (`+added+`) AS added`, args...).
		Scan(&s.number, &s.taxable, &s.tax, &s.total, &s.paid, &s.credited, &s.due)
	return s, err
}

// list reads one page of what the filter finds, which are this many, newest first, without lines.
func list(tx *db.Tx, sc scope.Scope, f filter, found, limit, offset int) ([]Invoice, error) {
	l, byDays := listing, f.byDays() && found <= db.Gathered
	l.KeyTable = f.hits.Table(l.Table)
	if byDays || f.own() {
		l.KeyOrder = db.Gather(l.Order)
	}
	where, args := f.where(sc, byDays, !byDays && !f.own())
	return db.All(tx, scan, l.Page(where, len(args)), append(args, limit, offset)...)
}

// Taxed reports whether a line of any invoice bears a tax of this name on a day on which the tax was in force.
func Taxed(tx *db.Tx, sc scope.Scope, r tax.Record) (taxed bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = $1 AND day >= $2 AND day <= $3
		AND tax_name = $4)`, sc.Org, string(r.From), string(r.LastDay()), r.Name).Scan(&taxed)
	return taxed, err
}
