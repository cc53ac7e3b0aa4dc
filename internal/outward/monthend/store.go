package monthend

import (
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

func scanRecord(row db.Scanner) (r record, err error) {
	err = row.Scan(&r.ID, &r.Code, &r.Name, &r.Day, &r.Amount)
	return r, err
}

// drafts are the invoices that were drafted until the day and aren't issued.
func drafts(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	return db.All(tx, func(row db.Scanner) (r record, err error) {
		var at int64
		err = row.Scan(&r.ID, &r.Name, &at, &r.Amount)
		r.Day = date.Of(time.UnixMilli(at), sc.Zone)
		return r, err
	}, `SELECT invoice_id, guest_name, created_at, total FROM invoices
		WHERE org_id = $1 AND status = 'draft' AND created_at < $2 ORDER BY created_at, invoice_id`,
		sc.Org, last.AddDays(1).Start(sc.Zone).UnixMilli())
}

// unapplied is what was received until the day, and is for no invoice though no stay is to come that it is for: the
// payer's money, or the advance of a booking that has ended by then.
func unapplied(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	return db.All(tx, scanRecord, `SELECT p.payment_id, p.number, p.payer, p.business_date,
			CAST(SUM(x.amount) AS BIGINT)
		FROM payment_parts x CROSS JOIN payments p
		LEFT JOIN bookings b ON b.org_id = x.org_id AND b.booking_id = x.booking_id
		WHERE x.org_id = $1 AND x.invoice_id = '' AND p.org_id = $1 AND p.payment_id = x.payment_id
			AND p.kind = 'payment' AND p.status <> 'void' AND p.business_date <= $2
			AND (x.booking_id = '' OR b.status IN ('checked-out', 'cancelled') AND b.check_out <= $2)
		GROUP BY p.payment_id, p.number, p.payer, p.business_date
		HAVING SUM(x.amount) <> 0 ORDER BY p.business_date, p.payment_id`,
		sc.Org, string(last))
}

// openShifts are the shifts of drawers that were opened until the day and aren't closed.
func openShifts(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	return db.All(tx, scanRecord, `SELECT s.shift_id, CAST(s.number AS TEXT), a.name, s.opened_on, s.float_amount
		FROM open_shifts o
		JOIN shifts s ON s.org_id = o.org_id AND s.shift_id = o.shift_id
		JOIN accounts a ON a.org_id = o.org_id AND a.account_id = o.account_id
		WHERE o.org_id = $1 AND s.opened_on <= $2 ORDER BY s.opened_on, s.shift_id`, sc.Org, string(last))
}

// bankLines are what banks' statements say of the days until the last, and nobody has matched or set aside.
func bankLines(tx *db.Tx, sc scope.Scope, last date.Date) ([]record, error) {
	return db.All(tx, func(row db.Scanner) (r record, err error) {
		err = row.Scan(&r.ID, &r.In, &r.Code, &r.Name, &r.Day, &r.Amount)
		return r, err
	}, `SELECT l.line_id, l.account_id, l.reference, l.text, l.day, l.amount FROM accounts a
		JOIN bank_lines l ON l.org_id = a.org_id AND l.account_id = a.account_id AND l.state = 'open'
			AND l.day <= $2 AND l.statement_id <> ''
		WHERE a.org_id = $1 ORDER BY l.day, l.line_id`, sc.Org, string(last))
}
