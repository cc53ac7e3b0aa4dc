package flash

import (
	"slices"

	"sarai/internal/books/budget"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

var keptTable = table.Of[kept]("flash_days", "org_id")

// Erase deletes the kept days of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "flash_days") }

// firstAndLast are the first and the last day that is kept, and with them all between; both are "" before the first.
func firstAndLast(tx *db.Tx, sc scope.Scope) (first, last date.Date, err error) {
	err = tx.QueryRow(`SELECT COALESCE((SELECT MIN(day) FROM flash_days WHERE org_id = $1), ''),
		COALESCE((SELECT MAX(day) FROM flash_days WHERE org_id = $1), '')`, sc.Org).
		Scan((*string)(&first), (*string)(&last))
	return first, last, err
}

// changedDays are the days until the last with an arrival or a departure of a booking that was written since.
func changedDays(tx *db.Tx, sc scope.Scope, since int64, last date.Date) ([]date.Date, error) {
	return db.All(tx, func(row db.Scanner) (day date.Date, err error) { return day, row.Scan((*string)(&day)) },
		`SELECT check_in FROM bookings WHERE org_id = $1 AND updated_at >= $2 AND `+db.Beside("check_in <= $3")+`
		UNION SELECT check_out FROM bookings WHERE org_id = $1 AND updated_at >= $2 AND `+db.Beside("check_out <= $3"),
		sc.Org, since, string(last))
}

// ofBookings are the figures that are kept of bookings: they change when a booking is changed late.
const ofBookings = "figure IN ('" + arrivals + "', '" + noShows + "', '" + cancellations + "', '" + departures + "')"

// keptSums are what the kept days [from, to] add up to; of bookings, without the changed days.
func keptSums(tx *db.Tx, sc scope.Scope, from, to date.Date, changed []date.Date) ([]kept, error) {
	args := []any{sc.Org, string(from), string(to)}
	return db.All(tx, func(row db.Scanner) (k kept, err error) {
		err = row.Scan(&k.Figure, &k.Name, &k.Amount)
		return k, err
	}, `SELECT figure, name, CAST(SUM(amount) AS BIGINT) FROM flash_days
		WHERE org_id = $1 AND day >= $2 AND day <= $3
			AND NOT (`+ofBookings+` AND `+among("day", 4, changed)+`)
		GROUP BY figure, name`, append(args, texts(changed)...)...)
}

// among is the condition that the column is one of the days, whose parameters begin with the number.
func among(column string, first int, days []date.Date) string {
	if len(days) == 0 {
		return "FALSE"
	}
	return column + " IN (" + db.Placeholders(first, len(days)) + ")"
}

func texts(days []date.Date) []any {
	list := make([]any, len(days))
	for i, day := range days {
		list[i] = string(day)
	}
	return list
}

// departmentsByDay are what folios have earned on each of the days [from, to], by department.
func departmentsByDay(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]kept, error) {
	return db.All(tx, func(row db.Scanner) (k kept, err error) {
		var rooms int
		err = row.Scan(&k.Day, &rooms, &k.Name, &k.Amount)
		switch {
		case rooms != 0:
			k.Figure, k.Name = budget.Rooms, ""
		case k.Name != "":
			k.Figure = budget.OfService
		default:
			k.Figure = budget.Other
		}
		return k, err
	}, `SELECT day, rooms, department, CAST(SUM(taxable) AS BIGINT) FROM (
			SELECT f.posted_on AS day, f.taxable, CASE WHEN o.lodging THEN 1 ELSE 0 END AS rooms,
				CASE WHEN o.lodging THEN '' ELSE COALESCE((SELECT MIN(s.department)
					FROM service_nights n CROSS JOIN booking_services s
					WHERE n.org_id = $1 AND n.line_id = o.line_id AND n.line_id <> ''
						AND s.org_id = $1 AND s.booking_id = n.booking_id AND s.sale_id = n.sale_id), '') END AS department
			FROM folio_lines f CROSS JOIN folio_lines o
			WHERE f.org_id = $1 AND f.posted_on >= $2 AND f.posted_on <= $3
				AND o.org_id = $1 AND o.booking_id = f.booking_id
				AND o.line_id = CASE WHEN f.credits <> '' THEN f.credits WHEN f.reverses <> '' THEN f.reverses
					ELSE f.line_id END) AS charged
		GROUP BY day, rooms, department`, sc.Org, string(from), string(to))
}

// soldByDay are the nights that the reports of the closed days [from, to] count.
func soldByDay(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]kept, error) {
	return db.All(tx, func(row db.Scanner) (k kept, err error) {
		var free int
		err = row.Scan(&k.Day, &free, &k.Amount)
		k.Figure = sold
		if free != 0 {
			k.Figure = complimentary
		}
		return k, err
	}, `SELECT sold_on, CASE WHEN total = 0 THEN 1 ELSE 0 END AS free,
			CAST(SUM(CASE WHEN reverses = '' THEN 1 ELSE -1 END) AS BIGINT)
		FROM folio_lines WHERE org_id = $1 AND sold_on >= $2 AND sold_on <= $3 AND sold_on <> ''
		GROUP BY sold_on, CASE WHEN total = 0 THEN 1 ELSE 0 END`, sc.Org, string(from), string(to))
}

// namedAtOnce bounds how many days one statement names: engines limit its parameters.
const namedAtOnce = 500

func insert(tx *db.Tx, sc scope.Scope, rows []kept) error {
	return keptTable.Insert(tx, []any{sc.Org}, rows...)
}

// expectedBetween are the arrivals, departures, no-shows and cancellations of each of the days [from, to].
func expectedBetween(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]kept, error) {
	return expected(tx, func(column string) string { return column + " >= $2 AND " + column + " <= $3" },
		sc.Org, string(from), string(to))
}

// expectedOn are the same of each of some days.
func expectedOn(tx *db.Tx, sc scope.Scope, days []date.Date) (all []kept, err error) {
	for some := range slices.Chunk(days, namedAtOnce) {
		found, err := expected(tx, func(column string) string { return among(column, 2, some) },
			append([]any{sc.Org}, texts(some)...)...)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// expected counts what bookings say of days, from the indexes of check-ins and of departures alone.
func expected(tx *db.Tx, on func(column string) string, args ...any) ([]kept, error) {
	return db.All(tx, func(row db.Scanner) (k kept, err error) {
		err = row.Scan(&k.Day, &k.Figure, &k.Amount)
		return k, err
	}, `SELECT check_in, CASE WHEN status <> 'cancelled' THEN '`+arrivals+`' WHEN no_show THEN '`+noShows+`'
				ELSE '`+cancellations+`' END, COUNT(*)
			FROM bookings WHERE org_id = $1 AND `+on("check_in")+` AND `+db.Beside("status <> 'confirmed'")+` GROUP BY 1, 2
		UNION ALL SELECT check_out, '`+departures+`', COUNT(*)
			FROM bookings WHERE org_id = $1 AND status = 'checked-out' AND `+on("check_out")+` GROUP BY 1`, args...)
}

// forget deletes what is kept of bookings for the days.
func forget(tx *db.Tx, sc scope.Scope, days []date.Date) error {
	for some := range slices.Chunk(days, namedAtOnce) {
		if err := tx.Do(`DELETE FROM flash_days WHERE org_id = $1 AND `+among("day", 2, some)+` AND `+ofBookings,
			append([]any{sc.Org}, texts(some)...)...); err != nil {
			return err
		}
	}
	return nil
}

// moneyOf reads what was received and refunded on the days [from, to].
func moneyOf(tx *db.Tx, sc scope.Scope, f *figures) error {
	return tx.QueryRow(`SELECT CAST(COALESCE(SUM(received), 0) AS BIGINT), CAST(COALESCE(SUM(refunded), 0) AS BIGINT)
		FROM daily_money WHERE org_id = $1 AND day >= $2 AND day <= $3`, sc.Org, string(f.from), string(f.to)).
		Scan(&f.received, &f.refunded)
}

// pickUpOf counts the bookings that were made from one moment to another, and their nights after the day.
func pickUpOf(tx *db.Tx, sc scope.Scope, day date.Date, from, to int64) (p pickUp, err error) {
	_, err = db.All(tx, func(row db.Scanner) (one struct{}, err error) {
		var status string
		var first, last date.Date
		if err = row.Scan(&status, &first, &last); err == nil && status != "cancelled" {
			p.nights += max(0, max(first, day.AddDays(1)).DaysUntil(last))
		}
		return one, err
	}, `SELECT b.status, r.from_date, r.to_date FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND b.created_at >= $2 AND b.created_at < $3 AND r.org_id = $1
			AND r.booking_id = b.booking_id AND r.released <> 'moved'`, sc.Org, from, to)
	if err != nil {
		return p, err
	}
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(CASE WHEN status = 'cancelled' THEN 0 ELSE 1 END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END), 0) AS BIGINT)
		FROM bookings WHERE org_id = $1 AND created_at >= $2 AND created_at < $3`, sc.Org, from, to).
		Scan(&p.bookings, &p.cancelled)
	return p, err
}

// owedByCompanies is what the invoices of companies' bookings still owe, and those bookings in house beyond them.
func owedByCompanies(tx *db.Tx, sc scope.Scope) (sum money.Amount, err error) {
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(owed), 0) AS BIGINT) FROM (
			SELECT i.total - i.credited - i.paid AS owed FROM invoices i CROSS JOIN bookings b
				WHERE i.org_id = $1 AND i.status IN ('issued', 'partially_paid') AND i.booking_id <> ''
					AND b.org_id = $1 AND b.booking_id = i.booking_id AND b.company_id IS NOT NULL
			UNION ALL SELECT CASE WHEN balance > billed THEN balance - billed ELSE 0 END FROM (
				SELECT b.total + CASE WHEN b.prices_include_tax THEN 0 ELSE b.room_tax END + b.extras - b.routed - b.paid
					+ b.refunded AS balance,
					COALESCE((SELECT SUM(i.total - i.credited - i.paid) FROM invoices i WHERE i.org_id = $1
						AND i.booking_id = b.booking_id AND i.status IN ('issued', 'partially_paid')), 0) AS billed
				FROM bookings b WHERE b.org_id = $1 AND b.status = 'checked-in' AND b.company_id IS NOT NULL) AS in_house
		) AS parts`, sc.Org).Scan(&sum)
	return sum, err
}
