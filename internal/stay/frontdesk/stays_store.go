package frontdesk

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
	"sarai/internal/stay/lodging"
)

// selectStays reads from the bookings to their rooms; CROSS JOIN keeps SQLite from the other way, as in readStays.
const selectStays = `SELECT b.booking_id, b.code, ` + booking.RoomStatus + `, b.check_in, ` + booking.RoomGuest + `,
		r.sharers,
		COALESCE(b.company_id, ''), COALESCE(b.group_id, ''), b.channel, b.overbooked, b.version,
		b.total + CASE WHEN b.prices_include_tax THEN 0 ELSE b.room_tax END + b.extras - b.routed - b.paid + b.refunded,
		COALESCE(r.room_id, r.entry_id), r.category_id, r.room_id IS NOT NULL, r.from_date, r.to_date,
		r.adults, r.children, r.locked, r.day_use, r.released
	FROM bookings b CROSS JOIN booking_rooms r
	WHERE b.org_id = $1 AND r.org_id = b.org_id AND r.booking_id = b.booking_id AND (r.from_date < r.to_date OR r.day_use)`

func scanStay(row db.Scanner) (*Stay, error) {
	s := &Stay{}
	err := row.Scan(&s.BookingID, &s.Code, &s.Status, &s.checkIn, &s.GuestName, &s.Sharers, &s.CompanyID, &s.GroupID,
		&s.Channel, &s.Overbooked, &s.Version, &s.BalanceDue, &s.RoomID, &s.CategoryID, &s.Assigned, &s.From, &s.To,
		&s.Adults, &s.Children, &s.Locked, &s.DayUse, &s.released)
	switch s.released {
	case lodging.Left:
		s.Status = booking.CheckedOut
	case lodging.Moved:
		s.Moved = true
	}
	return s, err
}

// stays are the rooms of bookings that aren't cancelled, as far as they have to do with the days [from, to): also those
// of all guests in house.
func stays(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]*Stay, error) {
	live, err := db.All(tx, scanStay, selectStays+` AND b.status IN ('confirmed', 'checked-in')
		AND (b.status = 'checked-in' OR b.check_in < $3 AND b.check_out >= $2)`, sc.Org, string(from), string(to))
	if err != nil {
		return nil, err
	}
	departed, err := db.All(tx, scanStay, selectStays+` AND b.status = 'checked-out' AND b.check_out >= $2
		AND b.check_in < $3`, sc.Org, string(from), string(to))
	if err != nil {
		return nil, err
	}
	all := append(live, departed...)
	if err := nameGroups(tx, sc, all); err != nil {
		return nil, err
	}
	return all, nameCompanies(tx, sc, all)
}

func nameGroups(tx *db.Tx, sc scope.Scope, all []*Stay) error {
	var ids []string
	for _, s := range all {
		if s.GroupID != "" {
			ids = append(ids, s.GroupID)
		}
	}
	slices.Sort(ids)
	names, err := group.Names(tx, sc, slices.Compact(ids))
	for _, s := range all {
		s.Group = names[s.GroupID]
	}
	return err
}

func nameCompanies(tx *db.Tx, sc scope.Scope, all []*Stay) error {
	names := map[string]string{}
	rows, err := tx.Query(`SELECT company_id, name FROM companies WHERE org_id = $1`, sc.Org)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		names[id] = name
	}
	for i := range all {
		all[i].Company = names[all[i].CompanyID]
	}
	return rows.Err()
}

// blocks are the rooms that are out of order on the days [from, to), by their beginning.
func blocks(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Block, error) {
	return db.All(tx, func(row db.Scanner) (b Block, err error) {
		err = row.Scan(&b.ID, &b.RoomID, &b.From, &b.To, &b.Reason)
		return b, err
	}, `SELECT block_id, room_id, from_date, to_date, reason FROM room_blocks
		WHERE org_id = $1 AND to_date >= $2 AND from_date < $3 ORDER BY from_date, block_id`,
		sc.Org, string(from), string(to))
}

// keptNight is a night of a room that is kept for somebody beside the stays.
type keptNight struct {
	roomID string
	night  date.Date
}

// keptNights are those of holds, and those before the stays of guests who came early.
func keptNights(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]keptNight, error) {
	return db.All(tx, func(row db.Scanner) (n keptNight, err error) {
		err = row.Scan(&n.roomID, &n.night)
		return n, err
	}, `SELECT n.room_id, n.night FROM holds h CROSS JOIN room_nights n
		WHERE h.org_id = $1 AND h.status = 'active' AND h.expires_at > $4
			AND n.org_id = h.org_id AND n.holder_id = h.hold_id AND n.night >= $2 AND n.night < $3
		UNION ALL
		SELECT n.room_id, n.night FROM bookings b CROSS JOIN room_nights n
		WHERE b.org_id = $1 AND b.status = 'checked-in' AND b.check_in > $5 AND n.org_id = b.org_id
			AND n.holder_id = b.booking_id AND n.holder_kind = 'early' AND n.night >= $2 AND n.night < $3`,
		sc.Org, string(from), string(to), tx.Now.UnixMilli(), string(sc.Today(tx.Now)))
}
