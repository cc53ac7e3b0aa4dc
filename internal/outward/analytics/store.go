package analytics

// CROSS JOIN makes SQLite, which has no statistics, read the tables in the order in which they are named: it begins
// with the days or the bookings that are asked for, never with the whole history.

import (
	"encoding/json"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/nightaudit"
)

// ofGuests is the condition on room_nights that a night from $2 to $3 is held by a booking whose guest came. A
// cancelled booking holds no night, so these are all bookings' nights except confirmed ones', which the index
// bookings_live finds: those to come hold no night by $3, which keeps them few.
const ofGuests = `org_id = $1 AND night >= $2 AND night <= $3 AND holder_kind = 'booking' AND holder_id NOT IN (
		SELECT booking_id FROM bookings
		WHERE org_id = $1 AND status IN ('confirmed', 'checked-in') AND status = 'confirmed'
			AND check_in <= $3)`

// nightsHeld counts, for each night of the span, the rooms that bookings held whose guests came. It reads nothing but
// indexes.
func nightsHeld(tx *db.Tx, sc scope.Scope, in span) (map[date.Date]int, error) {
	rows, err := tx.Query(`SELECT night, COUNT(*) FROM room_nights WHERE `+ofGuests+` GROUP BY night`,
		sc.Org, string(in.from), string(in.to))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	held := map[date.Date]int{}
	for rows.Next() {
		var night date.Date
		var number int
		if err := rows.Scan(&night, &number); err != nil {
			return nil, err
		}
		held[night] = number
	}
	return held, rows.Err()
}

// nightsSlept counts the nights of the span held by bookings whose guests came, in whatever rooms: those that were
// sold, and those that cost nothing. The room is a subquery of each night, with its condition inside the sum, so that
// both engines find the rows by the booking.
func nightsSlept(tx *db.Tx, sc scope.Scope, in span) (sold nightaudit.Sold, err error) {
	var all int
	err = tx.QueryRow(`SELECT COUNT(*),
			CAST(COALESCE(SUM(free), 0) AS BIGINT)
		FROM (
			SELECT (SELECT MAX(CASE WHEN r.room_id = n.room_id AND r.from_date <= n.night AND r.to_date > n.night
						AND r.free_nights LIKE '%' || n.night || '%' THEN 1 ELSE 0 END)
					FROM booking_rooms r WHERE r.org_id = $1 AND r.booking_id = n.holder_id) AS free
			FROM room_nights n WHERE `+ofGuests+`) nights`,
		sc.Org, string(in.from), string(in.to)).Scan(&all, &sold.Complimentary)
	sold.Rooms = all - sold.Complimentary
	return sold, err
}

// moneyOf reads the money that moved on each day of the span; a day without any is missing.
func moneyOf(tx *db.Tx, sc scope.Scope, in span) (map[date.Date]moved, error) {
	rows, err := tx.Query(`SELECT day, payments, received, refunded, spent FROM daily_money
		WHERE org_id = $1 AND day >= $2 AND day <= $3`, sc.Org, string(in.from), string(in.to))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	days := map[date.Date]moved{}
	for rows.Next() {
		var day date.Date
		var m moved
		if err := rows.Scan(&day, &m.payments, &m.received, &m.refunded, &m.spent); err != nil {
			return nil, err
		}
		days[day] = m
	}
	return days, rows.Err()
}

// owed sums up by due date what issued invoices still owe.
func owed(tx *db.Tx, sc scope.Scope) ([]owing, error) {
	return db.All(tx, func(row db.Scanner) (o owing, err error) {
		err = row.Scan(&o.due, &o.count, &o.amount)
		return o, err
	}, `SELECT due_date, COUNT(*), CAST(SUM(total - credited - paid) AS BIGINT) FROM invoices
		WHERE org_id = $1 AND status IN ('issued', 'partially_paid') GROUP BY due_date`, sc.Org)
}

// department is what folios charge of one department's services, or for rooms.
type department struct {
	rooms          bool
	name           string // "" for rooms, and for what is no department's
	taxable, total money.Amount
}

func (d department) kind() string {
	switch {
	case d.rooms:
		return "rooms"
	case d.name != "":
		return "department"
	}
	return "other"
}

// departmentsOf sums up what folios charge by the business days on which it was posted: rooms first, then departments
// by name, then all else. A reversal and a credit note's line count where the line does that they take back.
func departmentsOf(tx *db.Tx, sc scope.Scope, in span) ([]department, error) {
	return db.All(tx, func(row db.Scanner) (d department, err error) {
		rooms := 0
		err = row.Scan(&rooms, &d.name, &d.taxable, &d.total)
		d.rooms = rooms != 0
		return d, err
	}, `SELECT rooms, department, CAST(SUM(taxable) AS BIGINT), CAST(SUM(total) AS BIGINT) FROM (
			SELECT f.taxable, f.total, CASE WHEN o.lodging THEN 1 ELSE 0 END AS rooms,
				COALESCE((SELECT MIN(s.department) FROM service_nights n CROSS JOIN booking_services s
					WHERE n.org_id = $1 AND n.line_id = o.line_id AND n.line_id <> ''
						AND s.org_id = $1 AND s.booking_id = n.booking_id AND s.sale_id = n.sale_id), '') AS department
			FROM folio_lines f CROSS JOIN folio_lines o
			WHERE f.org_id = $1 AND f.posted_on >= $2 AND f.posted_on <= $3
				AND o.org_id = $1 AND o.booking_id = f.booking_id
				AND o.line_id = CASE WHEN f.credits <> '' THEN f.credits WHEN f.reverses <> '' THEN f.reverses
					ELSE f.line_id END) AS charged
		GROUP BY rooms, department
		ORDER BY rooms DESC, CASE WHEN department = '' THEN 1 ELSE 0 END, department`,
		sc.Org, string(in.from), string(in.to))
}

// debt is what one invoice still owes.
type debt struct {
	id, number, guest string
	amount            money.Amount
	due               date.Date
}

const mostDebts = 10

// largestDebts are the invoices that owe most; of those that owe the same, the one that was due first comes first.
func largestDebts(tx *db.Tx, sc scope.Scope) ([]debt, error) {
	return db.All(tx, func(row db.Scanner) (d debt, err error) {
		err = row.Scan(&d.id, &d.number, &d.guest, &d.amount, &d.due)
		return d, err
	}, `SELECT invoice_id, number, guest_name, total - credited - paid, due_date FROM invoices
		WHERE org_id = $1 AND status IN ('issued', 'partially_paid')
		ORDER BY total - credited - paid DESC, due_date, invoice_id`+db.Limit(2), sc.Org, mostDebts, 0)
}

// owedInHouse is what the invoices of bookings in house still owe, by booking.
func owedInHouse(tx *db.Tx, sc scope.Scope) (map[string]money.Amount, error) {
	rows, err := tx.Query(`SELECT i.booking_id, CAST(SUM(i.total - i.credited - i.paid) AS BIGINT)
		FROM bookings b CROSS JOIN invoices i
		WHERE b.org_id = $1 AND b.status = 'checked-in'
			AND i.org_id = b.org_id AND i.booking_id = b.booking_id AND i.booking_id <> ''
			AND i.status IN ('issued', 'partially_paid')
		GROUP BY i.booking_id`, sc.Org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sums := map[string]money.Amount{}
	for rows.Next() {
		var bookingID string
		var sum money.Amount
		if err := rows.Scan(&bookingID, &sum); err != nil {
			return nil, err
		}
		sums[bookingID] = sum
	}
	return sums, rows.Err()
}

// visitsOf are the bookings of any status whose guests were expected in the span.
func visitsOf(tx *db.Tx, sc scope.Scope, in span) ([]visit, error) {
	return db.All(tx, func(row db.Scanner) (v visit, err error) {
		var created int64
		err = row.Scan(&v.status, &v.source, &v.mealPlan, &v.noShow, &v.checkIn, &created, &v.dayUse, &v.end)
		v.booked = date.Of(time.UnixMilli(created), sc.Zone)
		return v, err
	}, `SELECT b.status, b.source, b.meal_plan, b.no_show, b.check_in, b.created_at, b.check_in = b.check_out,
			(SELECT MAX(r.to_date) FROM booking_rooms r WHERE r.org_id = $1 AND r.booking_id = b.booking_id)
		FROM bookings b WHERE b.org_id = $1 AND b.check_in >= $2 AND b.check_in <= $3`,
		sc.Org, string(in.from), string(in.to))
}

// promisedIn are the rooms of the bookings for nights of the span that were on the books at a moment, as far as the
// bookings alone can tell. Nights still to come are found by the check-outs, few of which are ahead, and others by the
// check-ins: no stay is longer than a year.
func promisedIn(tx *db.Tx, sc scope.Scope, in span, at time.Time) ([]promised, error) {
	checkIn := "b.check_in >= $2 AND b.check_in <= $3"
	if in.from >= sc.Today(tx.Now) {
		checkIn = db.Beside(checkIn)
	}
	return db.All(tx, func(row db.Scanner) (p promised, err error) {
		var nights []byte
		err = row.Scan(&p.booked, &p.cancelled, &p.inclusive, &p.from, &p.to, &p.left, &nights)
		if err == nil {
			err = json.Unmarshal(nights, &p.nights)
		}
		return p, err
	}, `SELECT b.created_at, b.cancelled_at, b.prices_include_tax, r.from_date, r.to_date, r.checked_out_at, r.nights
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND `+checkIn+` AND b.check_out > $4 AND b.created_at <= $5
			AND (b.cancelled_at IS NULL OR b.cancelled_at > $5)
			AND r.org_id = b.org_id AND r.booking_id = b.booking_id AND r.day_use = FALSE`,
		sc.Org, string(in.from.AddDays(-366)), string(in.to), string(in.from), at.UnixMilli())
}
