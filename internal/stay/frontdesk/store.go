package frontdesk

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/booking"
)

// readStays reads the rooms of the guests in house, who may overstay, and of those who will come in time: no other
// booking holds a night from today on. The index bookings_live has these alone; CROSS JOIN keeps SQLite, which has no
// statistics, from beginning with the rooms of all bookings there ever were.
func (c *calendar) readStays(tx *db.Tx, sc scope.Scope, from, to date.Date) error {
	rows, err := tx.Query(`SELECT r.room_id, r.from_date, r.to_date, r.released, `+booking.RoomStatus+`,
			`+booking.RoomGuest+`, b.check_in
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND b.status IN ('confirmed', 'checked-in')
			AND (b.status = 'checked-in' OR b.check_in < $3 AND b.check_out >= $2)
			AND r.org_id = b.org_id AND r.booking_id = b.booking_id AND r.room_id IS NOT NULL`,
		sc.Org, string(from), string(to))
	if err != nil {
		return err
	}
	defer rows.Close()
	today := sc.Today(tx.Now)
	var o occupancy
	for rows.Next() {
		if err := rows.Scan(&o.roomID, &o.from, &o.to, &o.released, &o.status, &o.guestName, &o.checkIn); err != nil {
			return err
		}
		c.putStay(o, today)
	}
	return rows.Err()
}

func (c *calendar) readBlocks(tx *db.Tx, sc scope.Scope, from, to date.Date) error {
	rows, err := tx.Query(`SELECT room_id, from_date, to_date FROM room_blocks
		WHERE org_id = $1 AND to_date > $2 AND from_date < $3`, sc.Org, string(from), string(to))
	if err != nil {
		return err
	}
	defer rows.Close()
	var roomID string
	var first, end date.Date
	for rows.Next() {
		if err := rows.Scan(&roomID, &first, &end); err != nil {
			return err
		}
		c.put(roomID, c.index(first), c.index(end), Cell{Maintenance, "", blocked})
	}
	return rows.Err()
}

// BalancesInHouse are the balances due of the bookings whose guests are in house, by the booking's id.
func BalancesInHouse(tx *db.Tx, sc scope.Scope) (map[string]money.Amount, error) {
	balances := map[string]money.Amount{}
	rows, err := tx.Query(`SELECT booking_id,
			total + CASE WHEN prices_include_tax THEN 0 ELSE room_tax END + extras - routed - paid + refunded
		FROM bookings
		WHERE org_id = $1 AND status = 'checked-in'`, sc.Org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var bookingID string
		var balance money.Amount
		if err := rows.Scan(&bookingID, &balance); err != nil {
			return nil, err
		}
		balances[bookingID] = balance
	}
	return balances, rows.Err()
}

// countBookings counts those of today. Beside keeps SQLite from looking at all that have left.
func countBookings(tx *db.Tx, sc scope.Scope, today date.Date, o *Overview) error {
	for _, c := range []struct {
		into  *int
		where string
	}{
		{&o.Arrivals, "check_in = $2 AND status IN ('confirmed', 'checked-in')"},
		{&o.Departures, "check_out = $2 AND " + db.Beside("status IN ('checked-in', 'checked-out')")},
		{&o.Stayovers, "status = 'checked-in' AND check_in <> $2 AND check_out <> $2"},
	} {
		query := `SELECT COUNT(*) FROM bookings WHERE org_id = $1 AND ` + c.where
		if err := tx.QueryRow(query, sc.Org, string(today)).Scan(c.into); err != nil {
			return err
		}
	}
	return nil
}

// categoryRooms is a category and how many of its rooms are in use.
type categoryRooms struct {
	tariff.Category
	rooms int
}

func categories(tx *db.Tx, sc scope.Scope) ([]categoryRooms, error) {
	return db.All(tx, func(row db.Scanner) (c categoryRooms, err error) {
		err = row.Scan(&c.ID, &c.Name, &c.MaxAdults, &c.MaxChildren, &c.rooms)
		return c, err
	}, `SELECT c.category_id, c.name, c.max_adults, c.max_children, (SELECT COUNT(*) FROM rooms r
			WHERE r.org_id = $1 AND r.category_id = c.category_id AND r.is_active)
		FROM room_categories c WHERE c.org_id = $1 ORDER BY c.name_key`, sc.Org)
}
