package statistics

import (
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// inHouse is the condition on bookings b that their guests came, and were in the house between the days $4 and $3. They
// are found by their check-ins: no stay is longer than a year.
const inHouse = `b.org_id = $1 AND b.check_in >= $2 AND b.check_in <= $3 AND b.check_out >= $4
	AND b.status IN ('checked-in', 'checked-out')`

func days(sc scope.Scope, from, to date.Date) []any {
	return []any{sc.Org, string(from.AddDays(-366)), string(to), string(from)}
}

// staysOf are the rooms of the bookings whose guests were in the house from one day to another.
func staysOf(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]stay, error) {
	return db.All(tx, func(row db.Scanner) (s stay, err error) {
		err = row.Scan(&s.bookingID, &s.checkIn, &s.nationality, &s.purpose, &s.entryID, &s.persons, &s.from, &s.to,
			&s.moved)
		return s, err
	}, `SELECT b.booking_id, b.check_in,
			COALESCE((SELECT g.nationality FROM guests g WHERE g.org_id = $1 AND g.guest_id = b.guest_id), ''),
			COALESCE((SELECT c.purpose FROM registration_cards c WHERE c.org_id = $1 AND c.booking_id = b.booking_id
				AND c.stay_guest_id = b.booking_id), ''),
			r.entry_id, r.adults + r.children, r.from_date, r.to_date, r.released = 'moved'
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE `+inHouse+` AND r.org_id = $1 AND r.booking_id = b.booking_id`, days(sc, from, to)...)
}

// peopleOf are the guests with a record of their own in those rooms, but for the bookings' guests.
func peopleOf(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]person, error) {
	return db.All(tx, func(row db.Scanner) (p person, err error) {
		err = row.Scan(&p.bookingID, &p.entryID, &p.nationality)
		return p, err
	}, `SELECT p.booking_id, p.entry_id, g.nationality
		FROM bookings b CROSS JOIN stay_guests p CROSS JOIN guests g
		WHERE `+inHouse+` AND p.org_id = $1 AND p.booking_id = b.booking_id AND p.guest_id <> ''
			AND g.org_id = $1 AND g.guest_id = p.guest_id
		ORDER BY p.booking_id, p.position, p.stay_guest_id`, days(sc, from, to)...)
}

// bedsOf counts the rooms in use, and the adults whom their categories take.
func bedsOf(tx *db.Tx, sc scope.Scope) (rooms, beds int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(SUM(c.max_adults), 0) AS BIGINT)
		FROM rooms r CROSS JOIN room_categories c
		WHERE r.org_id = $1 AND r.is_active AND c.org_id = $1 AND c.category_id = r.category_id`, sc.Org).
		Scan(&rooms, &beds)
	return rooms, beds, err
}

// droppedOf are the bookings for check-ins from one day to another that were cancelled, or whose guests never came.
func droppedOf(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]dropped, error) {
	return db.All(tx, func(row db.Scanner) (d dropped, err error) {
		var cancelled *int64
		err = row.Scan(&d.noShow, &d.source, &d.company, &cancelled, &d.checkIn, &d.checkOut, &d.total, &d.kept, &d.rooms)
		if d.cancelledOn = d.checkIn; cancelled != nil {
			d.cancelledOn = date.Of(time.UnixMilli(*cancelled), sc.Zone)
		}
		return d, err
	}, `SELECT b.no_show, b.source, COALESCE(b.company_id, ''), b.cancelled_at, b.check_in, b.check_out, b.total,
			b.cancellation_charge + b.retained,
			(SELECT COUNT(*) FROM booking_rooms r WHERE r.org_id = $1 AND r.booking_id = b.booking_id
				AND r.released <> 'moved')
		FROM bookings b
		WHERE b.org_id = $1 AND b.check_in >= $2 AND b.check_in <= $3 AND b.status = 'cancelled'`,
		sc.Org, string(from), string(to))
}
