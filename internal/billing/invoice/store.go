package invoice

import (
	"errors"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

const columns = `invoice_id, number, status, document, booking_id, guest_id, guest_name, seller, buyer, place_of_supply,
	invoice_date, due_date, notes,
	prices_include_tax, rounding_rule, discount, taxable, cgst, sgst, other_tax, rounding, total, paid, credited,
	at_checkout,
	void_reason, voided_at, issued_at, sent_at, created_by, created_at, updated_at`

// selectInvoices reads the columns of scan; a condition on i follows.
var selectInvoices = `SELECT i.` + strings.Join(strings.Fields(strings.ReplaceAll(columns, ",", " ")), ", i.") + `,
	COALESCE(b.code, '')
	FROM invoices i LEFT JOIN bookings b ON b.org_id = i.org_id AND b.booking_id = i.booking_id WHERE i.org_id = $1`

func (i *Invoice) pointers() []any {
	return []any{&i.ID, &i.Number, &i.Status, &i.Document, &i.BookingID, &i.GuestID, &i.GuestName, &i.Seller, &i.Buyer,
		&i.PlaceOfSupply, &i.Date, &i.DueDate, &i.Notes,
		&i.PricesIncludeTax, &i.RoundingRule, &i.Discount, &i.Taxable, &i.CGST, &i.SGST, &i.OtherTax, &i.Rounding, &i.Total,
		&i.Paid, &i.Credited, &i.AtCheckOut,
		&i.VoidReason, &i.VoidedAt, &i.IssuedAt, &i.SentAt, &i.CreatedBy, &i.CreatedAt, &i.UpdatedAt}
}

func (i *Invoice) values() []any {
	return []any{i.ID, i.Number, i.Status, i.Document, i.BookingID, i.GuestID, i.GuestName, i.Seller, i.Buyer,
		i.PlaceOfSupply, string(i.Date), string(i.DueDate), i.Notes,
		i.PricesIncludeTax, i.RoundingRule, int64(i.Discount), int64(i.Taxable), int64(i.CGST), int64(i.SGST),
		int64(i.OtherTax), int64(i.Rounding), int64(i.Total),
		int64(i.Paid), int64(i.Credited), i.AtCheckOut,
		i.VoidReason, i.VoidedAt, i.IssuedAt, i.SentAt, i.CreatedBy, i.CreatedAt, i.UpdatedAt}
}

func scan(row db.Scanner) (i Invoice, err error) {
	err = row.Scan(append(i.pointers(), &i.BookingCode)...)
	return i, err
}

// Find reads an invoice without its lines; NotFound when there is none such.
func Find(tx *db.Tx, sc scope.Scope, invoiceID string) (Invoice, error) {
	i, err := db.One(tx, scan, selectInvoices+` AND i.invoice_id = $2`, sc.Org, invoiceID)
	if errors.Is(err, db.ErrNoRows) {
		err = errNoInvoice
	}
	return i, err
}

// Read reads an invoice with its lines; NotFound when there is none such.
func Read(tx *db.Tx, sc scope.Scope, invoiceID string) (Invoice, error) {
	i, err := Find(tx, sc, invoiceID)
	if err == nil {
		i.Lines, err = db.All(tx, scanLine, selectLines, sc.Org, invoiceID)
	}
	return i, err
}

// OpenOf are the booking's invoices that are still owed something, without their lines, the oldest due first.
func OpenOf(tx *db.Tx, sc scope.Scope, bookingID string) ([]Invoice, error) {
	return db.All(tx, scan, selectInvoices+` AND i.booking_id = $2 AND i.status IN ('issued', 'partially_paid')
		ORDER BY i.due_date, i.issued_at, i.invoice_id`, sc.Org, bookingID)
}

// draftAtCheckOut is the draft that the booking's check-out has made, with its lines; false when there is none.
func draftAtCheckOut(tx *db.Tx, sc scope.Scope, bookingID string) (Invoice, bool, error) {
	drafts, err := db.All(tx, scan, selectInvoices+` AND i.booking_id = $2 AND i.status = 'draft' AND i.at_checkout
		ORDER BY i.created_at, i.invoice_id`, sc.Org, bookingID)
	if err != nil || len(drafts) == 0 {
		return Invoice{}, false, err
	}
	i := drafts[0]
	i.Lines, err = db.All(tx, scanLine, selectLines, sc.Org, i.ID)
	return i, true, err
}

// GuestInUse tells whether any invoice is the guest's.
func GuestInUse(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
	var used bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoices WHERE org_id = $1
		AND guest_id = $2)`, sc.Org, guestID).Scan(&used)
	return used, err
}

// Any tells whether the organization has any invoice at all.
func Any(tx *db.Tx, org string) (bool, error) {
	var any bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoices WHERE org_id = $1)`, org).Scan(&any)
	return any, err
}

var insertSQL = `INSERT INTO invoices (org_id, ` + columns + `, search_text)
	VALUES (` + db.Placeholders(1, strings.Count(columns, ",")+3) + `)`

// insert writes a new invoice with its lines.
func insert(tx *db.Tx, sc scope.Scope, i Invoice) error {
	if _, err := tx.Exec(insertSQL, append(append([]any{sc.Org}, i.values()...), i.searchText())...); err != nil {
		return err
	}
	return insertLines(tx, sc, i)
}

var saveSQL = func() string {
	var sets []string
	for n, column := range strings.Split(columns+", search_text", ",") {
		if column = strings.TrimSpace(column); column != "invoice_id" {
			sets = append(sets, column+" = "+db.Placeholders(n+2, 1))
		}
	}
	return `UPDATE invoices SET ` + strings.Join(sets, ", ") + ` WHERE org_id = $1 AND invoice_id = $2 AND status = `
}()

// save writes everything of the invoice but its lines. It was read in the status was, and fails with Conflict when it
// has another one by now.
func save(tx *db.Tx, sc scope.Scope, i *Invoice, was string) error {
	i.UpdatedAt = tx.Now.UnixMilli()
	args := append(append([]any{sc.Org}, i.values()...), i.searchText(), was)
	found, err := tx.Exec(saveSQL+db.Placeholders(len(args), 1), args...)
	if err == nil && found == 0 {
		err = errs.Conflict("Somebody has just changed %s. Read it again.", i.Name())
	}
	return err
}

const lineColumns = `position, folio_line_id, tax_id, kind, lodging, room_number, day, description, sac, quantity,
	unit_price, discount,
	tax_name, tax_kind, rate, taxable, cgst, sgst, other_tax, total, credited`

const selectLines = `SELECT ` + lineColumns + ` FROM invoice_lines WHERE org_id = $1 AND invoice_id = $2
	ORDER BY position`

func scanLine(row db.Scanner) (l Line, err error) {
	err = row.Scan(&l.Position, &l.FolioLineID, &l.TaxID, &l.Charge.Kind, &l.Lodging, &l.RoomNumber, &l.Day,
		&l.Description, &l.SAC, &l.Quantity, &l.UnitPrice, &l.Discount,
		&l.Name, &l.Applied.Kind, &l.Rate, &l.Taxable, &l.CGST, &l.SGST, &l.Other, &l.Total, &l.Credited)
	return l, err
}

// atOnce is how many lines one statement writes: engines limit its parameters, and SQLite's driver looks each of them
// up among all.
const atOnce = 20

func insertLines(tx *db.Tx, sc scope.Scope, i Invoice) error {
	for some := range slices.Chunk(i.Lines, atOnce) {
		var args []any
		for _, l := range some {
			args = append(args, sc.Org, i.ID, l.Position, l.FolioLineID, l.TaxID, l.Charge.Kind, l.Lodging, l.RoomNumber,
				string(l.Day), l.Description, l.SAC, int64(l.Quantity),
				int64(l.UnitPrice), int64(l.Discount), l.Name, l.Applied.Kind, int64(l.Rate), int64(l.Taxable), int64(l.CGST),
				int64(l.SGST), int64(l.Other), int64(l.Total), int64(l.Credited))
		}
		if _, err := tx.Exec(`INSERT INTO invoice_lines (org_id, invoice_id, `+lineColumns+`)
			VALUES `+db.Rows(23, len(some)), args...); err != nil {
			return err
		}
	}
	return nil
}

// creditLine adds to what is credited of the invoice's line, and fails with Conflict if that has changed since it was
// read.
func creditLine(tx *db.Tx, sc scope.Scope, i Invoice, l Line, amount money.Amount) error {
	found, err := tx.Exec(`UPDATE invoice_lines SET credited = credited + $5
		WHERE org_id = $1 AND invoice_id = $2 AND position = $3 AND credited = $4`,
		sc.Org, i.ID, l.Position, int64(l.Credited), int64(amount))
	if err == nil && found == 0 {
		err = errs.Conflict("Somebody has just credited invoice %s. Read it again.", i.Number)
	}
	return err
}

// rewrite writes a draft with its lines.
func rewrite(tx *db.Tx, sc scope.Scope, i *Invoice) error {
	if _, err := tx.Exec(`DELETE FROM invoice_lines WHERE org_id = $1 AND invoice_id = $2`, sc.Org, i.ID); err != nil {
		return err
	}
	if err := insertLines(tx, sc, *i); err != nil {
		return err
	}
	return save(tx, sc, i, Draft)
}

// remove deletes a draft.
func remove(tx *db.Tx, sc scope.Scope, i Invoice) error {
	if _, err := tx.Exec(`DELETE FROM invoice_lines WHERE org_id = $1 AND invoice_id = $2`, sc.Org, i.ID); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM invoices WHERE org_id = $1 AND invoice_id = $2 AND status = 'draft'`, sc.Org, i.ID)
	return err
}

// AddPaid adds to what is paid of an issued invoice, or with an amount below zero takes it away, and lets the status
// follow. It fails with Conflict for a draft, a void invoice, and an amount that leaves less than nothing owed or paid.
// Callers tell of it in their own event.
func AddPaid(books ledger.Locked, sc scope.Scope, invoiceID string, paid money.Amount) (Invoice, error) {
	return addPaidAndCredited(books, sc, invoiceID, paid, 0)
}

// addPaidAndCredited adds to what is paid and credited of an issued invoice.
func addPaidAndCredited(books ledger.Locked, sc scope.Scope, invoiceID string, paid, credited money.Amount) (Invoice,
	error) {
	tx := books.Tx()
	found, err := tx.Exec(`UPDATE invoices SET paid = paid + $3, credited = credited + $4, updated_at = $5,
			status = CASE WHEN paid + credited + $3 + $4 >= total THEN 'paid' WHEN paid + $3 > 0 THEN 'partially_paid'
			ELSE 'issued' END
		WHERE org_id = $1 AND invoice_id = $2 AND status IN ('issued', 'partially_paid', 'paid') AND paid + $3 >= 0
		AND paid + credited + $3 + $4 <= total`,
		sc.Org, invoiceID, int64(paid), int64(credited), tx.Now.UnixMilli())
	if err != nil {
		return Invoice{}, err
	}
	i, err := Find(tx, sc, invoiceID)
	if err != nil || found == 1 {
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
	status, bookingID, guestID, search string
	from, to                           date.Date // of the invoice's date: drafts have none
	overdue                            bool      // owed, and due before today
	overdueOn                          date.Date // today, if overdue; the transaction knows it
}

// where returns the conditions that follow the one on the organization, and all arguments.
func (f filter) where(sc scope.Scope) (string, []any) {
	where := db.Where(sc.Org)
	where.Given("i.status = ?", f.status)
	where.Given("i.booking_id = ?", f.bookingID)
	where.Given("i.guest_id = ?", f.guestID)
	where.Given("i.invoice_date >= ?", f.from)
	if f.to != "" {
		where.And("i.invoice_date <> '' AND i.invoice_date <= ?", f.to) // drafts have no date
	}
	if f.overdueOn != "" {
		where.And("i.status IN ('issued', 'partially_paid') AND i.due_date < ?", f.overdueOn)
	}
	where.Contains(f.search, "i.search_text")
	return where.SQL()
}

// sums are what the invoices of a list come to.
type sums struct {
	number                                   int
	taxable, tax, total, paid, credited, due money.Amount
}

// sum adds up what the filter finds. Nothing is owed of drafts and void invoices.
func sum(tx *db.Tx, sc scope.Scope, f filter) (s sums, err error) {
	where, args := f.where(sc)
	err = tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(SUM(i.taxable), 0) AS BIGINT),
		CAST(COALESCE(SUM(i.cgst + i.sgst + i.other_tax), 0) AS BIGINT),
			CAST(COALESCE(SUM(i.total), 0) AS BIGINT), CAST(COALESCE(SUM(i.paid), 0) AS BIGINT), CAST(COALESCE(SUM(i.credited),
			0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN i.status IN ('issued', 'partially_paid') THEN i.total - i.credited - i.paid ELSE 0 END),
			0) AS BIGINT)
		FROM invoices i WHERE i.org_id = $1`+where, args...).
		Scan(&s.number, &s.taxable, &s.tax, &s.total, &s.paid, &s.credited, &s.due)
	return s, err
}

// list reads one page of what the filter finds, the newest first, without lines.
func list(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) ([]Invoice, error) {
	where, args := f.where(sc)
	args = append(args, limit, offset)
	return db.All(tx, scan, selectInvoices+where+` ORDER BY i.created_at DESC,
		i.invoice_id DESC`+db.Limit(len(args)-1), args...)
}

// Taxed tells whether an invoice's line of a day on which the tax was in force has a tax of its name.
func Taxed(tx *db.Tx, sc scope.Scope, r tax.Record) (taxed bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = $1 AND day >= $2 AND day <= $3
		AND tax_name = $4)`,
		sc.Org, string(r.From), string(r.LastDay()), r.Name).Scan(&taxed)
	return taxed, err
}
