package accrual

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/group"
)

// moves selects what was earned and invoiced on the days [$2, $3], with the folio's booking or the group that pays, and
// the day: lines of folios, and what the invoices and credit notes of bookings and groups have posted as sales.
const moves = `SELECT CASE WHEN payer IN ('', 'company') THEN booking_id ELSE payer END AS booking_id,
		posted_on AS day, taxable AS earned, 0 AS invoiced FROM folio_lines
		WHERE org_id = $1 AND posted_on >= $2 AND posted_on <= $3
	UNION ALL SELECT CASE i.booking_id WHEN '' THEN i.group_id ELSE i.booking_id END, e.business_date, 0, -e.amount
		FROM ledger_entries e JOIN invoices i ON i.org_id = e.org_id AND i.invoice_id = e.document_id
		WHERE e.org_id = $1 AND e.account IN ` + ledger.SalesAccounts + `
			AND e.business_date >= $2 AND e.business_date <= $3 AND i.org_id = $1 AND (i.booking_id <> '' OR i.group_id <> '')
	UNION ALL SELECT CASE n.booking_id WHEN '' THEN o.group_id ELSE n.booking_id END, e.business_date, 0, -e.amount
		FROM ledger_entries e JOIN credit_notes n ON n.org_id = e.org_id AND n.credit_note_id = e.document_id
		JOIN invoices o ON o.org_id = n.org_id AND o.invoice_id = n.invoice_id
		WHERE e.org_id = $1 AND e.account IN ` + ledger.SalesAccounts + `
			AND e.business_date >= $2 AND e.business_date <= $3 AND n.org_id = $1 AND (n.booking_id <> '' OR o.group_id <> '')`

// byDay is what was earned and invoiced on the days [from, to], without days on which nothing was.
func byDay(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]day, error) {
	return db.All(tx, func(row db.Scanner) (d day, err error) {
		err = row.Scan(&d.day, &d.earned, &d.invoiced)
		return d, err
	}, `SELECT day, CAST(SUM(earned) AS BIGINT), CAST(SUM(invoiced) AS BIGINT) FROM (`+moves+`) AS moves
		GROUP BY day HAVING SUM(earned) <> 0 OR SUM(invoiced) <> 0 ORDER BY day`, sc.Org, string(from), string(to))
}

// until is what was earned and invoiced by the end of the day.
func until(tx *db.Tx, sc scope.Scope, last date.Date) (m moved, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(earned), 0) AS BIGINT), CAST(COALESCE(SUM(invoiced), 0) AS BIGINT)
		FROM (`+moves+`) AS moves`, sc.Org, "", string(last)).Scan(&m.earned, &m.invoiced)
	return m, err
}

// firstAccrued is the first day with a posting of unbilled revenue; "" if there is none.
func firstAccrued(tx *db.Tx, sc scope.Scope) (first date.Date, err error) {
	err = tx.QueryRow(`SELECT COALESCE(MIN(business_date), '') FROM ledger_entries
		WHERE org_id = $1 AND account = 'unbilled'`, sc.Org).Scan((*string)(&first))
	return first, err
}

// longestVoid is how many days after an invoice the last posting of it may be: it is void in its month or never, and
// tomorrow at the latest once today is closed.
const longestVoid = 32

// Direct is what invoices of no booking, less their credit notes, have earned on each of the days [from, to]; a day
// without any is missing.
func Direct(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[date.Date]money.Amount, error) {
	sums := map[date.Date]money.Amount{}
	_, err := db.All(tx, func(row db.Scanner) (d day, err error) {
		err = row.Scan(&d.day, &d.earned)
		sums[d.day] = d.earned
		return d, err
	}, `SELECT e.business_date, CAST(COALESCE(-SUM(e.amount), 0) AS BIGINT) FROM (
			SELECT invoice_id AS document_id FROM invoices WHERE org_id = $1 AND booking_id = ''
				AND group_id = '' AND number <> ''
				AND `+db.Beside("invoice_date >= $4")+` AND `+db.Beside("invoice_date <= $3")+`
			UNION ALL SELECT n.credit_note_id FROM credit_notes n JOIN invoices o ON o.org_id = n.org_id
				AND o.invoice_id = n.invoice_id AND o.group_id = '' WHERE n.org_id = $1 AND n.booking_id = ''
				AND `+db.Beside("note_date >= $4")+` AND `+db.Beside("note_date <= $3")+`) AS d
		CROSS JOIN ledger_entries e WHERE e.org_id = $1 AND e.document_id = d.document_id
			AND `+db.Beside("e.account IN "+ledger.SalesAccounts)+`
			AND `+db.Beside("e.business_date >= $2")+` AND `+db.Beside("e.business_date <= $3")+`
		GROUP BY e.business_date`,
		sc.Org, string(from), string(to), string(from.AddDays(-longestVoid)))
	return sums, err
}

// bookingsOf are the bookings and groups with these ids, by id.
func bookingsOf(tx *db.Tx, sc scope.Scope, ids []string) (map[string]booking, error) {
	list, err := db.AllAmong(tx, func(row db.Scanner) (b booking, err error) {
		err = row.Scan(&b.id, &b.code, &b.guest, &b.status, &b.checkIn, &b.checkOut)
		return b, err
	}, ids, func(among string) string {
		return `SELECT booking_id, code, guest_name, status, check_in, check_out FROM bookings
			WHERE org_id = $1 AND booking_id IN ` + among
	}, sc.Org)
	if err != nil {
		return nil, err
	}
	found := map[string]booking{}
	for _, b := range list {
		found[b.id] = b
	}
	return found, addGroups(tx, sc, ids, found)
}

// addGroups adds the groups whose master accounts are among the folios.
func addGroups(tx *db.Tx, sc scope.Scope, folioIDs []string, found map[string]booking) error {
	var ids []string
	for _, id := range folioIDs {
		if _, is := found[id]; !is {
			ids = append(ids, id)
		}
	}
	groups, err := group.All(tx, sc, ids)
	for _, g := range groups {
		status := "confirmed"
		if g.Status == group.Cancelled {
			status = "cancelled"
		}
		found[g.ID] = booking{g.ID, g.Code, g.Name, status, g.CheckIn, g.CheckOut}
	}
	return err
}
