package deskpaper

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// arriving are the ids of the bookings that begin on the day and are not cancelled or over: who said when they come
// first, by the time, then the others.
func arriving(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND check_in = $2 AND status IN ('confirmed', 'checked-in')
		ORDER BY CASE expected_arrival WHEN '' THEN 1 ELSE 0 END, expected_arrival, guest_name, booking_id`,
		sc.Org, string(day))
}
