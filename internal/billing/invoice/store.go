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
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
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

	list = listing.New[ListQuery](scan, listing.Spec{
		Table: "invoices i", Key: "i.invoice_id", Columns: invoiceTable.Columns("i") + `, COALESCE(b.code, '')`,
		Joins: "LEFT JOIN bookings b ON b.org_id = i.org_id AND b.booking_id = i.booking_id",
		Order: "i.created_at DESC, i.invoice_id DESC",
		Filters: []listing.Filter{
			listing.By("status", listing.Along, "i.status = ?").Sum("status = ?"),
			listing.By("bookingId", listing.Own, "i.booking_id = ?"),
			listing.By("guestId", listing.Own, "i.guest_id = ?"),
			listing.By("companyId", listing.Own,
				`i.booking_id IN (SELECT b.booking_id FROM bookings b WHERE b.org_id = $1 AND b.company_id = ?)`),
			listing.By("overdue", listing.Own, "i.status IN ('issued', 'partially_paid') AND i.due_date < {today}"),
			listing.From("from", "i.invoice_date"),
			listing.To("to", "i.invoice_date").And("i.invoice_date > ''"), // drafts have no date
		},
		Words: &listing.Words{Kind: wordindex.Invoice}, Sums: &months.Sums,
		Totals: []string{"taxable", "tax", "total", "paid", "credited", // drafts and void invoices owe nothing
			"CASE WHEN status IN ('issued', 'partially_paid') THEN total - credited - paid ELSE 0 END"},
	})

	// selectInvoices reads the columns of scan; a condition on i follows.
	selectInvoices = list.Select()

	selectLines = `SELECT ` + lines.Columns("") + ` FROM invoice_lines WHERE org_id = $1 AND invoice_id = $2
		ORDER BY position`

	// months has what invoices come to by month and status; drafts have no month.
	months = ledger.NewMonthly(listing.Sums{Table: "invoice_months", Documents: "invoices i", ID: "i.invoice_id",
		Day: "i.invoice_date", Kinds: []string{"status"},
		Adds: []listing.Sum{{Column: "number", Of: "1"}, {Column: "taxable", Of: "i.taxable"},
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

const (
	ofBooking = ` AND i.booking_id = $2`
	owed      = ` AND i.status IN ('issued', 'partially_paid')`
	firstDue  = ` ORDER BY i.due_date, i.issued_at, i.invoice_id`
)

// OpenOf lists the booking's invoices on which something is still owed, without lines, the first due first.
func OpenOf(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[[]Invoice] {
	return db.AskAll(tx, scan, selectInvoices+ofBooking+owed+firstDue, sc.Org, bookingID)
}

// UnsplitOf is OpenOf without the parts of split bills.
func UnsplitOf(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[[]Invoice] {
	return db.AskAll(tx, scan, selectInvoices+ofBooking+owed+" AND NOT i.split"+firstDue, sc.Org, bookingID)
}

// OfGroup lists a group's invoices, void ones too, without lines, in the order in which they were made.
func OfGroup(tx *db.Tx, sc scope.Scope, groupID string) ([]Invoice, error) {
	return db.All(tx, scan, selectInvoices+` AND i.group_id = $2 AND i.group_id <> ''
		ORDER BY i.created_at, i.invoice_id`, sc.Org, groupID)
}

// LeavesCredit reports whether an invoice of the days [from, to] has a line whose GST leaves the hotel the credit of
// the tax on what it buys. At 5 %, only goods do: rooms, food and transport bear it on condition that no credit is
// taken.
func LeavesCredit(tx *db.Tx, sc scope.Scope, from, to date.Date) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM invoice_lines l
		WHERE l.org_id = $1 AND l.tax_kind IN ('gst', 'utgst')
			AND (l.rate > 500 OR l.rate > 0 AND l.sac <> '' AND substr(l.sac, 1, 2) <> '99')
			AND (SELECT i.invoice_date >= $2 AND i.invoice_date <= $3 AND i.status IN ('issued', 'partially_paid', 'paid')
				FROM invoices i WHERE i.org_id = $1 AND i.invoice_id = l.invoice_id) ORDER BY l.invoice_id DESC LIMIT 1)`,
		sc.Org, string(from), string(to))
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

// draftsAtCheckOut are the drafts that the booking's check-out made, with their lines.
func draftsAtCheckOut(tx *db.Tx, sc scope.Scope, bookingID string) ([]Invoice, error) {
	drafts, err := db.All(tx, scan, selectInvoices+` AND i.booking_id = $2 AND i.status = 'draft' AND i.at_checkout
		ORDER BY i.created_at, i.invoice_id`, sc.Org, bookingID)
	for n := range drafts {
		if err == nil {
			drafts[n].Lines, err = db.All(tx, lines.Scan, selectLines, sc.Org, drafts[n].ID)
		}
	}
	return drafts, err
}

// idsOf are those of the booking's invoices that are not void, in the order in which they were made.
func idsOf(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[[]string] {
	return db.AskAll(tx, db.Value[string], `SELECT invoice_id FROM invoices
		WHERE org_id = $1 AND booking_id = $2 AND status <> 'void' ORDER BY created_at, invoice_id`, sc.Org, bookingID)
}

// Any reports whether the organization has any invoice at all.
func Any(tx *db.Tx, org string) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM invoices WHERE org_id = $1)`, org)
}

// BilledFor tells whether any invoice was made for the booking, a void one too.
func BilledFor(tx *db.Tx, sc scope.Scope, bookingID string) db.Later[bool] {
	return db.Ask(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM invoices WHERE org_id = $1 AND booking_id = $2)`,
		sc.Org, bookingID)
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
// publish it in their own event, and get what they asked for: a refusal is told then.
func AddPaid(books ledger.Locked, sc scope.Scope, invoiceID string, paid money.Amount) db.Later[Invoice] {
	return addPaidAndCredited(books, sc, invoiceID, paid, 0)
}

// addPaidAndCredited is AddPaid for what is paid and credited at once.
func addPaidAndCredited(books ledger.Locked, sc scope.Scope, invoiceID string,
	paid, credited money.Amount) db.Later[Invoice] {
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
		return db.Known(Invoice{}, err)
	}
	return db.Then(Find(tx, sc, invoiceID), func(i Invoice) (Invoice, error) {
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
	})
}

// Taxed reports whether a line of any invoice bears a tax of this name on a day on which the tax was in force.
func Taxed(tx *db.Tx, sc scope.Scope, r tax.Record) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = $1 AND day >= $2
		AND day <= $3 AND tax_name = $4)`, sc.Org, string(r.From), string(r.LastDay()), r.Name)
}

// MoveGuest gives invoices to another guest: whose they are, not what they say of their buyers.
func MoveGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	ids, err := m.Chosen(db.All(tx, db.Value[string], `SELECT invoice_id FROM invoices
		WHERE org_id = $1 AND guest_id = $2 ORDER BY invoice_id`, sc.Org, m.From))
	return m.Give(tx, sc, ids, err, `UPDATE invoices SET guest_id = $2, updated_at = $3, version = version + 1
		WHERE org_id = $1 AND invoice_id IN (`)
}

// OfGuest are the guest's invoices, without lines.
func OfGuest(tx *db.Tx, sc scope.Scope, guestID string) ([]Invoice, error) {
	return db.All(tx, scan, selectInvoices+` AND i.guest_id = $2 ORDER BY i.invoice_id`, sc.Org, guestID)
}

// OfBooking are the booking's own invoices, void ones too, without lines.
func OfBooking(tx *db.Tx, sc scope.Scope, bookingID string) ([]Invoice, error) {
	return db.All(tx, scan, selectInvoices+ofBooking+` ORDER BY i.invoice_id`, sc.Org, bookingID)
}

// Erase stores whom an invoice names now, and its notes. Its caller has locked the books.
func Erase(tx *db.Tx, sc scope.Scope, i Invoice) error {
	if err := tx.Do(`UPDATE invoices SET guest_name = $3, buyer = $4, notes = $5, sharers = $6, search_text = $7,
		version = version + 1 WHERE org_id = $1 AND invoice_id = $2`, sc.Org, i.ID, i.GuestName, i.Buyer, i.Notes, i.Sharers,
		i.searchText()); err != nil {
		return err
	}
	return wordindex.Set(tx, sc, wordindex.Invoice, i.ID, i.Words())
}

// Never is what an organization's invoices and what is added up of them must never hold.
func Never() db.Never {
	all := months.Never()
	all["an invoice that isn't its lines"] = `SELECT i.invoice_id, i.number, i.status FROM invoices i LEFT JOIN
		(SELECT invoice_id, SUM(total) AS total FROM invoice_lines WHERE org_id = $1 GROUP BY invoice_id) l
		ON l.invoice_id = i.invoice_id
		WHERE i.org_id = $1 AND (l.total IS NULL OR i.total <> l.total + i.rounding)`
	return all
}
