package booking

import (
	"context"
	"math"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
)

// The values of a calendar cell: what a room is on one day. The first that holds, in this order.
const (
	Occupied    = "occupied"    // a checked-in booking covers the night, or its guest should have left before
	Reserved    = "reserved"    // a confirmed booking covers the night
	Maintenance = "maintenance" // out of order
	Checkout    = "checkout"    // somebody leaves that day and nobody takes the night
	Available   = "available"
)

// Cell is what a room is on one day, with the guest's name where there is one. The zero value is an available room.
type Cell struct {
	Status, GuestName string
	rank              rank
}

// rank orders what can be said of a room on a day: the highest shows. Who is in it by right goes before a guest who
// should have left.
type rank int

const (
	leaving rank = iota + 1
	blocked
	reserved
	overstaying
	inHouse
)

// Days are the cells of one room, a day each.
type Days []Cell

// Cells reads the calendar of the days [from, to), from being today or later: each room's days in their order. A room
// that is missing is available on all of them. It reads a row a stay, not a row a night.
func Cells(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]Days, error) {
	c := calendar{dates: date.Days(from, to), rooms: map[string]Days{}}
	if err := c.readStays(tx, sc, from, to); err != nil {
		return nil, err
	}
	return c.rooms, c.readBlocks(tx, sc, from, to)
}

// calendar is what Cells fills.
type calendar struct {
	dates []date.Date
	rooms map[string]Days
}

// index is the place of the first day that is not before d.
func (c *calendar) index(d date.Date) int {
	place, _ := slices.BinarySearch(c.dates, d)
	return place
}

// put gives the room's days [from, to) the cell where it ranks above what they have.
func (c *calendar) put(roomID string, from, to int, cell Cell) {
	if from >= to {
		return
	}
	days := c.rooms[roomID]
	if days == nil {
		days = make(Days, len(c.dates))
		c.rooms[roomID] = days
	}
	for i := from; i < to; i++ {
		if cell.rank > days[i].rank {
			days[i] = cell
		}
	}
}

// readStays reads the rooms of the guests in house, who may be overdue, and of those who will come in time: what else
// there was holds no night from today on. The index bookings_live has these alone; CROSS
// JOIN keeps SQLite, which has no statistics, from beginning with the rooms of all bookings there ever were.
func (c *calendar) readStays(tx *db.Tx, sc scope.Scope, from, to date.Date) error {
	rows, err := tx.Query(`SELECT r.room_id, r.from_date, r.to_date, r.released, b.status, b.guest_name
		FROM bookings b CROSS JOIN booking_rooms r
		WHERE b.org_id = $1 AND b.status IN ('confirmed', 'checked-in') AND b.check_in < $3 AND (b.status = 'checked-in' OR b.check_out >= $2)
			AND r.org_id = b.org_id AND r.booking_id = b.booking_id`,
		sc.Org, string(from), string(to))
	if err != nil {
		return err
	}
	defer rows.Close()
	day := today(tx, sc)
	var roomID, released, status, guestName string
	var first, until date.Date
	for rows.Next() {
		if err := rows.Scan(&roomID, &first, &until, &released, &status, &guestName); err != nil {
			return err
		}
		c.putStay(roomID, Room{From: first, To: until, Released: released}, status, guestName, day)
	}
	return rows.Err()
}

// putStay writes the nights of a booking's room, the day on which the guest leaves, and the days up to today on which
// a guest who should have left is still there.
func (c *calendar) putStay(roomID string, r Room, status, guestName string, day date.Date) {
	first, until := c.index(r.From), c.index(r.To)
	if status == CheckedIn {
		c.put(roomID, first, until, Cell{Occupied, guestName, inHouse})
	} else {
		c.put(roomID, first, until, Cell{Reserved, guestName, reserved})
	}
	if r.Released != "" {
		return
	}
	if overdue(status, r.To, day) {
		c.put(roomID, until, c.index(day.AddDays(1)), Cell{Occupied, guestName, overstaying})
	}
	if until < len(c.dates) && c.dates[until] == r.To {
		c.put(roomID, until, until+1, Cell{Checkout, guestName, leaving})
	}
}

func (c *calendar) readBlocks(tx *db.Tx, sc scope.Scope, from, to date.Date) error {
	rows, err := tx.Query(`SELECT room_id, from_date, to_date FROM room_blocks WHERE org_id = $1 AND to_date > $2 AND from_date < $3`,
		sc.Org, string(from), string(to))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var roomID string
		var first, until date.Date
		if err := rows.Scan(&roomID, &first, &until); err != nil {
			return err
		}
		c.put(roomID, c.index(first), c.index(until), Cell{Maintenance, "", blocked})
	}
	return rows.Err()
}

// StatusesOn gives the calendar value of each room on one day, today or later; a room that is missing is available.
func StatusesOn(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]string, error) {
	cells, err := Cells(tx, sc, day, day.AddDays(1))
	statuses := make(map[string]string, len(cells))
	for roomID, days := range cells {
		if days[0].Status != "" {
			statuses[roomID] = days[0].Status
		}
	}
	return statuses, err
}

// Overview is the front desk's day.
type Overview struct {
	Arrivals, Departures, Stayovers, Available int
	Occupied, Total                            int
	Percentage                                 float64
	RevenueToday, RevenueMonth                 money.Amount
}

// Overview counts today's arrivals, departures and stayovers in bookings, availability and occupancy in rooms.
func (s *Service) Overview(ctx context.Context, sc scope.Scope) (o Overview, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		o, err = s.ReadOverview(tx, sc)
		return err
	})
	return o, err
}

// ReadOverview is Overview for who reads more in the same transaction.
func (s *Service) ReadOverview(tx *db.Tx, sc scope.Scope) (o Overview, err error) {
	day := today(tx, sc)
	if err := countToday(tx, sc, day, &o); err != nil {
		return o, err
	}
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return o, err
	}
	statuses, err := StatusesOn(tx, sc, day)
	if err != nil {
		return o, err
	}
	o.countRooms(rooms, statuses)
	if o.RevenueToday, err = ledger.Revenue(tx, sc, day, day); err != nil {
		return o, err
	}
	o.RevenueMonth, err = ledger.Revenue(tx, sc, day[:8]+"01", day)
	return o, err
}

// BalancesInHouse are the balances due of the bookings whose guests are in house, by the booking's id.
func BalancesInHouse(tx *db.Tx, sc scope.Scope) (map[string]money.Amount, error) {
	balances := map[string]money.Amount{}
	rows, err := tx.Query(`SELECT booking_id, total + room_tax + extras - paid + refunded FROM bookings WHERE org_id = $1 AND status = 'checked-in'`, sc.Org)
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

func countToday(tx *db.Tx, sc scope.Scope, day date.Date, o *Overview) error {
	for _, c := range []struct {
		into  *int
		where string
	}{
		{&o.Arrivals, "check_in = $2 AND status IN ('confirmed', 'checked-in')"},
		{&o.Departures, "check_out = $2 AND status IN ('checked-in', 'checked-out')"},
		{&o.Stayovers, "status = 'checked-in' AND check_in <> $2 AND check_out <> $2"},
	} {
		if err := tx.QueryRow(`SELECT COUNT(*) FROM bookings WHERE org_id = $1 AND `+c.where, sc.Org, string(day)).Scan(c.into); err != nil {
			return err
		}
	}
	return nil
}

func (o *Overview) countRooms(rooms []room.Room, statuses map[string]string) {
	for _, r := range rooms {
		if !r.Active {
			continue
		}
		o.Total++
		switch statuses[r.ID] {
		case Occupied:
			o.Occupied++
		case Reserved, Maintenance:
		default:
			o.Available++
		}
	}
	o.Percentage = percentage(o.Occupied, o.Total)
}

// percentage is part / whole × 100 with two decimals; 0 of nothing.
func percentage(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return math.Round(float64(part)*10000/float64(whole)) / 100
}

// overstayedRooms are the rooms that can't be offered for a stay over tonight although nobody holds the night: a guest
// who should have left is still in them.
func overstayedRooms(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]bool, error) {
	rooms, day := map[string]bool{}, today(tx, sc)
	if day < from || day >= to {
		return rooms, nil
	}
	statuses, err := StatusesOn(tx, sc, day)
	for id, status := range statuses {
		rooms[id] = status == Occupied
	}
	return rooms, err
}

// FreeRooms lists the rooms in use that are free on every night of the stay, of one category if roomType is given.
func (s *Service) FreeRooms(ctx context.Context, sc scope.Scope, in AvailabilityBody) (free []room.Room, err error) {
	var fields errs.Fields
	checkStay(&fields, in.CheckIn, in.CheckOut)
	if err := fields.Err(); err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		free, err = s.FreeIn(tx, sc, in)
		return err
	})
	return free, err
}

// FreeIn is FreeRooms inside the caller's transaction, for a stay whose dates are right.
func (s *Service) FreeIn(tx *db.Tx, sc scope.Scope, in AvailabilityBody) (free []room.Room, err error) {
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return nil, err
	}
	unheld, err := inventory.Free(tx, sc, in.CheckIn, in.CheckOut)
	if err != nil {
		return nil, err
	}
	overstayed, err := overstayedRooms(tx, sc, in.CheckIn, in.CheckOut)
	if err != nil {
		return nil, err
	}
	for _, r := range rooms {
		if r.Active && unheld[r.ID] && !overstayed[r.ID] && (in.RoomType == "" || sameName(r.Category, in.RoomType)) {
			free = append(free, r)
		}
	}
	return free, nil
}
