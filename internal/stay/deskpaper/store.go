package deskpaper

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// arriving are the ids of the bookings that begin on the day and are not cancelled or over: who said when they come
// first, by the time, then the others.
func arriving(tx *db.Tx, sc scope.Scope, day date.Date) ([]string, error) {
	return db.All(tx, func(row db.Scanner) (id string, err error) {
		err = row.Scan(&id)
		return id, err
	}, `SELECT booking_id FROM bookings
		WHERE org_id = $1 AND check_in = $2 AND status IN ('confirmed', 'checked-in')
		ORDER BY CASE expected_arrival WHEN '' THEN 1 ELSE 0 END, expected_arrival, guest_name, booking_id`,
		sc.Org, string(day))
}

// categories are the names of the room categories, by their ids.
func categories(tx *db.Tx, sc scope.Scope) (map[string]string, error) {
	rows, err := tx.Query(`SELECT category_id, name FROM room_categories WHERE org_id = $1`, sc.Org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := map[string]string{}
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		names[id] = name
	}
	return names, rows.Err()
}
