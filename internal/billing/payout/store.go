package payout

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/record/listing"
)

// stored is a payout's row.
type stored struct {
	Payout
	Key string `db:"statement_key"`
}

var (
	payoutTable = table.Of[stored]("payouts", "org_id")
	lineTable   = table.Of[Line]("payout_lines", "org_id")

	list = listing.New[listInput](scanListed, listing.Spec{Table: "payouts p", Key: "p.payout_id",
		Columns: payoutTable.Columns("p") + `, c.name`,
		Joins:   "JOIN companies c ON c.org_id = p.org_id AND c.company_id = p.company_id",
		Order:   "p.created_at DESC, p.payout_id DESC",
		Filters: []listing.Filter{
			listing.By("companyId", listing.Along, "p.company_id = ?"),
			listing.By("status", listing.Along, "p.status = ?"),
		}})
)

func scan(row db.Scanner) (Payout, error) {
	found, err := payoutTable.Scan(row)
	return found.Payout, err
}

// listed is a payout with the name of its company.
type listed struct {
	Payout
	company string
}

func scanListed(row db.Scanner) (listed, error) {
	var p stored
	var name string
	err := row.Scan(append(payoutTable.Pointers(&p), &name)...)
	return listed{p.Payout, name}, err
}

// find reads a payout; NotFound if there is none.
func find(tx *db.Tx, sc scope.Scope, payoutID string) (Payout, error) {
	p, err := db.One(tx, scan, `SELECT `+payoutTable.Columns("")+` FROM payouts
		WHERE org_id = $1 AND payout_id = $2`, sc.Org, payoutID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such settlement.")
	}
	return p, err
}

func linesOf(tx *db.Tx, sc scope.Scope, payoutID string) ([]Line, error) {
	return db.All(tx, lineTable.Scan, `SELECT `+lineTable.Columns("")+` FROM payout_lines
		WHERE org_id = $1 AND payout_id = $2 ORDER BY position`, sc.Org, payoutID)
}

func insert(tx *db.Tx, sc scope.Scope, p Payout, lines []Line) error {
	once := func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("statementNumber", "must not be that of a settlement of this company which is posted: "+
				"reverse that first")
		}
		return err
	}
	if err := payoutTable.InsertOr(tx, once, []any{sc.Org}, stored{p, key(p.Number)}); err != nil {
		return err
	}
	return lineTable.Insert(tx, []any{sc.Org}, lines...)
}

// reverse marks the payout as reversed: its lines settle nothing any more. The books are locked.
func reverse(tx *db.Tx, sc scope.Scope, p Payout) error {
	if err := tx.Do(`UPDATE payouts SET status = 'reversed', statement_key = $3, reversed_on = $4, reversal_reason = $5,
		reversed_by = $6 WHERE org_id = $1 AND payout_id = $2`, sc.Org, p.ID, key(p.Number)+"\n"+p.ID,
		string(p.ReversedOn), p.ReversalReason, p.ReversedBy); err != nil {
		return err
	}
	return tx.Do(`UPDATE payout_lines SET settled = 0, unapplied = 0 WHERE org_id = $1 AND payout_id = $2`, sc.Org, p.ID)
}

// give notes the invoice that a line without one is for.
func give(tx *db.Tx, sc scope.Scope, l Line) error {
	return tx.Do(`UPDATE payout_lines SET invoice_id = $4, invoice_number = $5, booking_id = $6, settled = $7,
		unapplied = $8, applied_on = $9, amends_month = $10 WHERE org_id = $1 AND payout_id = $2 AND position = $3`, sc.Org,
		l.PayoutID, l.Position, l.InvoiceID, l.InvoiceNumber, l.BookingID, int64(l.Settled), int64(l.Unapplied),
		string(l.AppliedOn), l.Amends)
}

// Amended are the invoices of locked months that settlements have moved into table 14 on the days [from, to], and still
// settle, as "INV-42 (2026-03)".
func Amended(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]string, error) {
	return db.All(tx, func(row db.Scanner) (string, error) {
		var number, month string
		err := row.Scan(&number, &month)
		return inMonth(number, month), err
	}, `SELECT DISTINCT invoice_number, amends_month FROM payout_lines WHERE org_id = $1 AND applied_on >= $2
		AND applied_on <= $3 AND amends_month <> '' AND settled <> 0 ORDER BY amends_month, invoice_number`, sc.Org,
		string(from), string(to))
}

// settledBy are the companies whose settlements have settled some of these invoices, by the invoices' ids.
func settledBy(tx *db.Tx, sc scope.Scope, invoiceIDs []string) (map[string]string, error) {
	companies := map[string]string{}
	_, err := db.AllAmong(tx, func(row db.Scanner) (invoiceID string, err error) {
		var companyID string
		err = row.Scan(&invoiceID, &companyID)
		companies[invoiceID] = companyID
		return invoiceID, err
	}, invoiceIDs, func(among string) string {
		return `SELECT invoice_id, company_id FROM payout_lines WHERE org_id = $1 AND settled <> 0 AND invoice_id IN ` +
			among + ` ORDER BY invoice_id, payout_id, position`
	}, sc.Org)
	return companies, err
}

// Operators are the companies that collect tax at source through which invoices were sold, by the invoices' ids: the
// one that has settled the invoice or, if none has, the one that its booking is for, which bookedFor has by the same
// ids.
func Operators(tx *db.Tx, sc scope.Scope, bookedFor map[string]string) (map[string]company.Collector, error) {
	operators := map[string]company.Collector{}
	collectors, err := company.Collectors(tx, sc)
	if err != nil || len(collectors) == 0 {
		return operators, err
	}
	settled, err := settledBy(tx, sc, slices.Sorted(maps.Keys(bookedFor)))
	for invoiceID, companyID := range bookedFor {
		if who, known := collectors[cmp.Or(settled[invoiceID], companyID)]; known {
			operators[invoiceID] = who
		}
	}
	return operators, err
}

// settledOf is what payouts have settled of an invoice.
func settledOf(tx *db.Tx, sc scope.Scope, invoiceID string) (money.Amount, error) {
	return db.One(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(settled), 0) AS BIGINT) FROM payout_lines
		WHERE org_id = $1 AND invoice_id = $2`, sc.Org, invoiceID)
}

// known is an invoice that a reference may mean, or a booking without one.
type known struct {
	BookingID, Code, External string
	InvoiceID, Number         string
	Date                      date.Date
	Due                       money.Amount
	Open                      bool   // it is issued
	CompanyID                 string // whose account it is on; "": nobody's
}

const knownColumns = `COALESCE(b.booking_id, ''), COALESCE(b.code, ''), COALESCE(b.external_reference, ''),
	COALESCE(i.invoice_id, ''), COALESCE(i.number, ''), COALESCE(i.invoice_date, ''),
	CAST(COALESCE(i.total - i.credited - i.paid, 0) AS BIGINT),
	COALESCE(i.status, '') IN ('issued', 'partially_paid', 'paid'),
	COALESCE(c.company_id, '')`

func scanKnown(row db.Scanner) (k known, err error) {
	return k, row.Scan(&k.BookingID, &k.Code, &k.External, &k.InvoiceID, &k.Number, &k.Date, &k.Due, &k.Open, &k.CompanyID)
}

// atOnce bounds how many references one statement names.
const atOnce = 100

// meant finds what the references may mean: numbers of invoices, codes of bookings, and what channels call bookings.
func meant(tx *db.Tx, sc scope.Scope, references []string) (list []known, err error) {
	channels, err := db.All(tx, db.Value[string], `SELECT DISTINCT channel FROM booking_counts
		WHERE org_id = $1 AND channel <> ''`, sc.Org)
	if err != nil {
		return nil, err
	}
	const invoices = ` LEFT JOIN invoices i ON i.org_id = b.org_id AND i.booking_id = b.booking_id AND i.number <> ''
		LEFT JOIN company_invoices c ON c.org_id = i.org_id AND c.invoice_id = i.invoice_id`
	for some := range slices.Chunk(references, atOnce) {
		args := []any{sc.Org}
		for _, r := range some {
			args = append(args, r)
		}
		among := ` IN (` + db.Placeholders(2, len(some)) + `)`
		queries := []string{`SELECT ` + knownColumns + ` FROM bookings b` + invoices + `
			WHERE b.org_id = $1 AND b.code` + among,
			`SELECT ` + knownColumns + ` FROM invoices i
			LEFT JOIN bookings b ON b.org_id = i.org_id AND b.booking_id = i.booking_id
			LEFT JOIN company_invoices c ON c.org_id = i.org_id AND c.invoice_id = i.invoice_id
			WHERE i.org_id = $1 AND i.number <> '' AND i.number` + among}
		for _, query := range queries {
			found, err := db.All(tx, scanKnown, query, args...)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
		if len(channels) == 0 {
			continue
		}
		in := db.Placeholders(len(args)+1, len(channels))
		for _, channel := range channels {
			args = append(args, channel)
		}
		found, err := db.All(tx, scanKnown, `SELECT `+knownColumns+` FROM bookings b`+invoices+`
			WHERE b.org_id = $1 AND b.channel IN (`+in+`) AND b.external_reference <> '' AND b.external_reference`+among,
			args...)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// references are what a known thing may be called, in lower case.
func (k known) references() []string {
	names := []string{strings.ToLower(k.Code), strings.ToLower(k.External), strings.ToLower(k.Number)}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}
