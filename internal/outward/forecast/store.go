package forecast

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// firstBooked is when the hotel's first booking was made, in UTC milliseconds; nil without any.
func firstBooked(tx *db.Tx, sc scope.Scope) (at *int64, err error) {
	err = tx.QueryRow(`SELECT MIN(created_at) FROM bookings WHERE org_id = $1`, sc.Org).Scan(&at)
	return at, err
}

// roomsOf are the rooms of all bookings for nights from one to another, cancelled ones too. They are found by their
// check-ins: no stay is longer than a year. A night's price is a key of its JSON that no text in it can look like, so
// counting those counts the nights. CROSS JOIN makes SQLite begin with the bookings.
func roomsOf(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]room, error) {
	return db.All(tx, func(row db.Scanner) (r room, err error) {
		err = row.Scan(&r.came, &r.booked, &r.cancelled, &r.from, &r.to, &r.left, &r.nights)
		return r, err
	}, `SELECT b.status IN ('checked-in', 'checked-out'), b.created_at, b.cancelled_at, r.from_date, r.to_date,
			r.checked_out_at, (LENGTH(r.nights) - LENGTH(REPLACE(r.nights, '"price":', ''))) / 8
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND b.check_in >= $2 AND b.check_in <= $3 AND b.check_out > $4
			AND r.org_id = b.org_id AND r.booking_id = b.booking_id AND r.day_use = FALSE`,
		sc.Org, string(from.AddDays(-366)), string(to), string(from))
}
