package roomstays

import (
	"cmp"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

// most is how many stays are looked at.
const most = 10

// Last are the last stays in a room, the last one first: of those who have come.
func Last(tx *db.Tx, sc scope.Scope, roomID string) ([]Stay, error) {
	first := 0 // whether its stay began here
	stays, err := db.All(tx, func(row db.Scanner) (s Stay, err error) {
		err = row.Scan(&s.BookingID, &s.Code, &s.Status, &s.GuestID, &s.GuestName, &s.From, &s.To, &s.CameAt, &s.LeftAt,
			&first)
		if err == nil && first == 0 { // it moved here
			s.CameAt = max(s.CameAt, s.From.Start(sc.Zone).UnixMilli())
		}
		return s, err
	}, `SELECT b.booking_id, b.code, b.status, COALESCE(b.guest_id, ''), `+booking.RoomGuest+`, r.from_date, r.to_date,
			r.arrived_at, COALESCE(r.checked_out_at, b.checked_out_at, 0),
			CASE WHEN r.from_date = b.check_in THEN 1 ELSE 0 END
		FROM booking_rooms r JOIN bookings b ON b.org_id = r.org_id AND b.booking_id = r.booking_id
		WHERE r.org_id = $1 AND r.room_id = $2 AND r.arrived_at IS NOT NULL
		ORDER BY r.from_date DESC, r.booking_id DESC LIMIT $3`, sc.Org, roomID, most)
	slices.SortStableFunc(stays, func(a, b Stay) int { return cmp.Compare(b.CameAt, a.CameAt) })
	return stays, err
}
