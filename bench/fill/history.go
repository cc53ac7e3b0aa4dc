package fill

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"sarai/internal/kit/date"
)

// History describes the bookings of each organization: one room and three nights each, spread over its rooms so that
// six of ten nights are sold, the last of them four weeks from now. Every twelfth is cancelled.
type History struct {
	Rooms, Bookings int
	Ahead           int // days until the last stays; 0: daysAhead
}

const (
	daysPerStay = 5 // of one room: three nights sold, two empty
	daysAhead   = 28
	zoneName    = "Asia/Kolkata"
	session     = "665f1c2ab7e4d90000000002"
	category    = "665f1c2ab7e4d90000000003"
)

// NightsPerStay are the nights of every stay of a history.
const NightsPerStay = 3

// Login is the Administrator's.
const Login = "665f1c2ab7e4d90000000001"

// TownHotels is the number of organizations that the clients of one server share.
const TownHotels = 16

// Town is the history of each of them.
var Town = History{Rooms: 100, Bookings: 1000}

// RoomID is the id of room i, counted from 0 in each organization.
func RoomID(i int) string { return fmt.Sprintf("665f1c2ab7e4%012x", i) }

// RoomNumber is what stands on the door of room i.
func RoomNumber(i int) string { return fmt.Sprint(101 + i) }

// BookingID is the id of booking i, counted from 0 in each organization. Its guest and its invoice have the same.
func BookingID(i int) string { return fmt.Sprintf("665f1c2b%016x", i) }

// BookingCode is the code of booking i.
func BookingCode(i int) string { return fmt.Sprintf("BK-%d", i+1) }

// fill gives the organizations their rooms and their history, with the same statements on both engines. Rows of
// different organizations are interleaved, as when all of them take bookings every day.
func (in *Installation) fill(ctx context.Context) error {
	return in.write(ctx, func(f *filler) {
		f.exec("BEGIN")
		f.sketch(in.Hotels, in.History)
		for _, statement := range multiply {
			f.exec(statement)
		}
		f.exec("UPDATE series SET next_number = $1, last_number = $2 WHERE module = 'booking' AND org_id IN (SELECT org_id "+
			"FROM hotels)", in.History.Bookings+1, in.History.Bookings)
		for _, sketch := range []string{"hotels", "stays", "nights", "doors"} {
			f.exec("DROP TABLE " + sketch)
		}
		f.exec("COMMIT")
		if in.DatabaseURL != "" {
			f.exec("ANALYZE") // as PostgreSQL does by itself sooner or later; on SQLite nobody does
		}
	})
}

// sketch writes one organization's history into temporary tables.
func (f *filler) sketch(hotels []string, h History) {
	f.exec("CREATE TEMP TABLE hotels (org_id TEXT)")
	f.exec("CREATE TEMP TABLE doors (room_id TEXT, room_number TEXT)")
	f.exec("CREATE TEMP TABLE stays (booking_id TEXT, code TEXT, status TEXT, check_in TEXT, check_out TEXT, room_id " +
		"TEXT, room_number TEXT, released TEXT, created_at BIGINT)")
	f.exec("CREATE TEMP TABLE nights (room_id TEXT, night TEXT, booking_id TEXT)")
	var names, doors, stays, nights [][]any
	for _, hotel := range hotels {
		names = append(names, []any{hotel})
	}
	for i := range h.Rooms {
		doors = append(doors, []any{RoomID(i), RoomNumber(i)})
	}
	for i := range h.Bookings {
		in, out := h.Stay(i)
		status, released := h.Status(i)
		stays = append(stays, []any{BookingID(i), BookingCode(i), status, string(in), string(out), RoomID(i % h.Rooms),
			RoomNumber(i % h.Rooms), released, h.Booked(i).UnixMilli()})
		for _, night := range h.Nights(i) {
			nights = append(nights, []any{RoomID(i % h.Rooms), string(night), BookingID(i)})
		}
	}
	f.insert("hotels", names)
	f.insert("doors", doors)
	f.insert("stays", stays)
	f.insert("nights", nights)
}

// Stay returns the dates of booking i: the rooms take turns, each a day after the one before.
func (h History) Stay(i int) (in, out date.Date) {
	turns := (h.Bookings + h.Rooms - 1) / h.Rooms
	in = Today().AddDays(cmp.Or(h.Ahead, daysAhead) + (i/h.Rooms-turns)*daysPerStay + i%h.Rooms%daysPerStay)
	return in, in.AddDays(NightsPerStay)
}

// Booked is when booking i was made, some two weeks before its stay. As in the server, the ids follow it.
func (h History) Booked(i int) time.Time {
	in, _ := h.Stay(i - i%h.Rooms)
	return in.Start(time.UTC).AddDate(0, 0, -14).Add(time.Duration(i%h.Rooms) * time.Minute)
}

// Status returns what became of booking i, and of its room.
func (h History) Status(i int) (status, released string) {
	in, out := h.Stay(i)
	switch day := Today(); {
	case i%12 == 11:
		return "cancelled", ""
	case out < day:
		return "checked-out", "checked-out"
	case in < day:
		return "checked-in", ""
	}
	return "confirmed", ""
}

// Nights are those that booking i holds.
func (h History) Nights(i int) []date.Date {
	list := []date.Date{}
	in, out := h.Stay(i)
	status, _ := h.Status(i)
	for night := in; night < out && status != "cancelled"; night = night.AddDays(1) {
		list = append(list, night)
	}
	return list
}

// Today is the hotels' date, the same for the whole run.
var Today = sync.OnceValue(func() date.Date {
	zone, err := time.LoadLocation(zoneName)
	if err != nil {
		panic(err) // every machine that runs Go has the zones
	}
	return date.Of(time.Now(), zone)
})

// NightPrices are what the nights of a stay cost, as booking_rooms has them.
var NightPrices = "[" + strings.TrimSuffix(strings.Repeat(`{"price":500000},`, NightsPerStay), ",") + "]"

// multiply copies the sketch to every organization. CROSS JOIN fixes SQLite's order of loops: each stay is written for
// all organizations before the next one, and all rooms of an organization before the next one's, as when a hotel opens.
var multiply = []string{
	`INSERT INTO room_categories (org_id, category_id, name, name_key, code, description, base_rate, max_adults,
		max_children, amenities, created_at, updated_at)
		SELECT org_id, '` + category + `', 'Deluxe', 'deluxe', '', '', 500000, 2, 1, '[]', 0, 0 FROM hotels`,
	`INSERT INTO rooms (org_id, room_id, room_number, number_key, category_id, floor, rate, housekeeping, is_active,
		notes, created_at, updated_at)
		SELECT h.org_id, d.room_id, d.room_number, d.room_number, '` + category + `', '1', NULL, 'clean', TRUE, '', 0, 0
			FROM hotels h CROSS JOIN doors d`,
	`INSERT INTO rooms_in_service (org_id, room_id, from_day, to_day)
		SELECT h.org_id, d.room_id, '1970-01-01', '' FROM hotels h CROSS JOIN doors d`,
	`INSERT INTO bookings (org_id, booking_id, code, status, guest_id, guest_name, guest_email, guest_phone, check_in,
		check_out, source, meal_plan,
			notes, special_requests, total, extras, advance, paid, refunded, expected_arrival, transport_mode,
				transport_details, arrived_at,
			arrival_remarks, checked_out_at, final_amount, settlement_method, checkout_remarks, cancelled_at,
				cancellation_reason, cancellation_charge,
			no_show, status_before_cancel, search_text, created_by, created_at, updated_at)
		SELECT h.org_id, s.booking_id, s.code, s.status, s.booking_id, 'Asha Rao', '', '+91 98450 12345', s.check_in,
			s.check_out, 'walk-in', 'EP',
			'', '', 1500000, 0, 0, 0, 0, '', '', '', NULL, '', NULL, NULL, '', '', NULL, '', 0, FALSE, '',
				s.code || ' asha rao', '` + Login + `', s.created_at, s.created_at
		FROM stays s CROSS JOIN hotels h`,
	`INSERT INTO booking_rooms (org_id, booking_id, position, entry_id, room_id, category_id, locked, room_number,
		room_type, rate, adults, children, from_date, to_date, released, checked_out_at, sold, nights, free_nights)
		SELECT h.org_id, s.booking_id, 0, s.room_id, s.room_id, '', TRUE, s.room_number, 'Deluxe', 500000, 2, 0,
			s.check_in, s.check_out, s.released, NULL, 'null', '` + NightPrices + `', ''
		FROM stays s CROSS JOIN hotels h`,
	`INSERT INTO room_nights (org_id, room_id, night, holder_kind, holder_id)
		SELECT h.org_id, n.room_id, n.night, 'booking', n.booking_id FROM nights n CROSS JOIN hotels h`,
	`INSERT INTO booking_counts (org_id, status, source, channel, created_by, number)
		SELECT h.org_id, s.status, 'walk-in', '', '` + Login + `', s.number
		FROM (SELECT status, COUNT(*) AS number FROM stays GROUP BY status) s CROSS JOIN hotels h`,
}
