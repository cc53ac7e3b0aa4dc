package assignment

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// arriving are the ids of the bookings that arrive from one day to another, in the order in which they are locked.
func arriving(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]string, error) {
	return db.All(tx, db.Value[string],
		`SELECT b.booking_id FROM bookings b WHERE b.org_id = $1 AND b.status = 'confirmed'
			AND b.check_in >= $2 AND b.check_in <= $3 AND EXISTS (SELECT 1 FROM booking_rooms r
				WHERE r.org_id = $1 AND r.booking_id = b.booking_id AND r.category_id <> '' AND NOT r.locked)
		ORDER BY b.booking_id`, sc.Org, string(from), string(to))
}
