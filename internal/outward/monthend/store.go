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
		FROM payment_parts x
		JOIN payments p ON p.org_id = x.org_id AND p.payment_id = x.payment_id
		LEFT JOIN bookings b ON b.org_id = x.org_id AND b.booking_id = x.booking_id
		WHERE x.org_id = $1 AND x.invoice_id = '' AND p.kind = 'payment' AND p.status <> 'void'
			AND p.business_date <= $2
			AND (x.booking_id = '' OR b.status IN ('checked-out', 'cancelled') AND b.check_out <= $2)
		GROUP BY p.payment_id, p.number, p.payer, p.business_date
		HAVING SUM(x.amount) <> 0 ORDER BY p.business_date, p.payment_id`,
		sc.Org, string(last))
}
