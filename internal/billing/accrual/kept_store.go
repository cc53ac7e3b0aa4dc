package accrual

import (
	"cmp"
	"errors"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

var keptFolios = table.Of[keptFolio]("unbilled_folios", "org_id")

// Erase deletes the kept days of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "unbilled_days", "unbilled_folios") }

// newestKept is the last day that is kept; "" before the first.
func newestKept(tx *db.Tx, sc scope.Scope) (day date.Date, err error) {
	err = tx.QueryRow(`SELECT COALESCE(MAX(day), '') FROM unbilled_days WHERE org_id = $1`, sc.Org).Scan((*string)(&day))
	return day, err
}

// firstPosted is the first day with a line on a folio; "" if there is none.
func firstPosted(tx *db.Tx, sc scope.Scope) (day date.Date, err error) {
	err = tx.QueryRow(`SELECT COALESCE(MIN(posted_on), '') FROM folio_lines WHERE org_id = $1`, sc.Org).
		Scan((*string)(&day))
	return day, err
}

// nearest is the kept day that is the fewest days away, of two the earlier one.
func nearest(tx *db.Tx, sc scope.Scope, day date.Date) (keptDay, error) {
	read := func(condition string) (k keptDay, err error) {
		k, err = db.One(tx, func(row db.Scanner) (k keptDay, err error) { return k, row.Scan((*string)(&k.day), &k.at) },
			`SELECT day, kept_at FROM unbilled_days WHERE org_id = $1 AND day `+condition+` LIMIT 1`, sc.Org, string(day))
		if errors.Is(err, db.ErrNoRows) {
			err = nil
		}
		return k, err
	}
	before, err := read("<= $2 ORDER BY day DESC")
	if err != nil || before.day == day {
		return before, err
	}
	after, err := read("> $2 ORDER BY day")
	if before.day == "" || after.day != "" && day.DaysUntil(after.day) < before.day.DaysUntil(day) {
		return after, err
	}
	return before, err
}

func insertKept(tx *db.Tx, sc scope.Scope, k keptDay, folios []keptFolio) error {
	if err := tx.Do(`INSERT INTO unbilled_days (org_id, day, kept_at) VALUES ($1, $2, $3)`, sc.Org, string(k.day),
		k.at); err != nil {
		return err
	}
	return keptFolios.Insert(tx, []any{sc.Org}, folios...)
}

// addKept adds what folios had unbilled at the end of a kept day.
func addKept(tx *db.Tx, sc scope.Scope, day date.Date, amounts map[string]money.Amount) error {
	_, err := db.All(tx, func(row db.Scanner) (one struct{}, err error) {
		var id string
		var amount money.Amount
		err = row.Scan(&id, &amount)
		amounts[id] += amount
		return one, err
	}, `SELECT folio_id, amount FROM unbilled_folios WHERE org_id = $1 AND day = $2`, sc.Org, string(day))
	return err
}

// addMoves adds what was earned and not invoiced on the days [from, to], times the sign.
func addMoves(tx *db.Tx, sc scope.Scope, from, to date.Date, sign money.Amount, amounts map[string]money.Amount) error {
	_, err := db.All(tx, func(row db.Scanner) (one struct{}, err error) {
		var id string
		var amount money.Amount
		err = row.Scan(&id, &amount)
		amounts[id] += sign * amount
		return one, err
	}, `SELECT booking_id, CAST(SUM(earned - invoiced) AS BIGINT) FROM (`+moves+`) AS moves
		GROUP BY booking_id HAVING SUM(earned) <> SUM(invoiced)`, sc.Org, string(from), string(to))
	return err
}

// totals are what was earned and invoiced on some folios by the end of the day, the oldest booking first; those on
// which nothing was are missing.
func totals(tx *db.Tx, sc scope.Scope, ids []string, last date.Date) ([]folio, error) {
	const sales = "e.account IN " + ledger.SalesAccounts
	folios, err := db.AllAmong(tx, func(row db.Scanner) (f folio, err error) {
		err = row.Scan(&f.bookingID, &f.earned, &f.invoiced)
		return f, err
	}, ids, func(among string) string {
		entries := ` CROSS JOIN ledger_entries e WHERE e.org_id = $1 AND e.document_id = d.id
			AND ` + db.Beside(sales) + ` AND ` + db.Beside("e.business_date <= $2")
		return `SELECT folio, CAST(SUM(earned) AS BIGINT), CAST(SUM(invoiced) AS BIGINT) FROM (
				SELECT booking_id AS folio, taxable AS earned, 0 AS invoiced FROM folio_lines
					WHERE org_id = $1 AND booking_id IN ` + among + ` AND ` + db.Beside("payer IN ('', 'company')") + `
						AND ` + db.Beside("posted_on <= $2") + `
				UNION ALL SELECT payer, taxable, 0 FROM folio_lines
					WHERE org_id = $1 AND payer IN ` + among + ` AND payer <> '' AND ` + db.Beside("posted_on <= $2") + `
				UNION ALL SELECT d.folio, 0, -e.amount FROM (
					SELECT booking_id AS folio, invoice_id AS id FROM invoices WHERE org_id = $1 AND booking_id IN ` + among + `
					UNION ALL SELECT group_id, invoice_id FROM invoices
						WHERE org_id = $1 AND group_id IN ` + among + ` AND group_id <> '' AND booking_id = ''
					UNION ALL SELECT booking_id, credit_note_id FROM credit_notes WHERE org_id = $1 AND booking_id IN ` + among + `
					UNION ALL SELECT o.group_id, n.credit_note_id FROM invoices o CROSS JOIN credit_notes n
						WHERE o.org_id = $1 AND o.group_id IN ` + among + ` AND o.group_id <> '' AND n.org_id = $1
							AND n.invoice_id = o.invoice_id AND n.booking_id = '') AS d` + entries + `) AS moves
			GROUP BY folio`
	}, sc.Org, string(last))
	slices.SortFunc(folios, func(a, b folio) int { return cmp.Compare(a.bookingID, b.bookingID) })
	return folios, err
}
