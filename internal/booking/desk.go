package booking

import (
	"context"
	"math"

	"sarai/internal/inventory"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/ledger"
	"sarai/internal/room"
)

// The values of a calendar cell: what a room is on one day. The first that holds, in this order.
const (
	Occupied    = "occupied"    // a checked-in booking covers the night, or its guest should have left before
	Reserved    = "reserved"    // a confirmed booking covers the night
	Maintenance = "maintenance" // out of order
	Checkout    = "checkout"    // somebody leaves that day and nobody takes the night
	Available   = "available"
)

// Cell is what a room is on one day, with the guest's name where there is one.
type Cell struct{ Status, GuestName string }

// Day is one room on one day of the hotel's calendar.
type Day struct {
	RoomID string
	Date   date.Date
}

// Cells reads the calendar [from, to). What is missing in the map is available.
func Cells(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[Day]Cell, error) {
	cells := map[Day]Cell{}
	if err := departures(tx, sc, cells, from, to); err != nil {
		return nil, err
	}
	if err := heldNights(tx, sc, cells, from, to); err != nil {
		return nil, err
	}
	return cells, nil
}

// heldNights writes the cells whose night somebody holds; an overstaying guest gives way only to one in house.
func heldNights(tx *db.Tx, sc scope.Scope, cells map[Day]Cell, from, to date.Date) error {
	rows, err := tx.Query(`SELECT n.room_id, n.night, n.holder_kind, COALESCE(b.status, ''), COALESCE(b.guest_name, '')
		FROM room_nights n LEFT JOIN bookings b ON b.org_id = n.org_id AND b.booking_id = n.holder_id
		WHERE n.org_id = $1 AND n.night >= $2 AND n.night < $3`, sc.Org, string(from), string(to))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var day Day
		var kind, status, guestName string
		if err := rows.Scan(&day.RoomID, &day.Date, &kind, &status, &guestName); err != nil {
			return err
		}
		cell := Cell{Status: Maintenance}
		if kind == inventory.Booking {
			cell = Cell{Status: Reserved, GuestName: guestName}
			if status != Confirmed {
				cell.Status = Occupied
			}
		}
		if cell.Status == Occupied || cells[day].Status != Occupied {
			cells[day] = cell
		}
	}
	return rows.Err()
}

// departures writes the days on which somebody leaves, and the days up to today on which a guest who should have
// left is still there. Its bookings are found by two indexes, not by one condition with OR, which would read every
// room of every booking there ever was.
func departures(tx *db.Tx, sc scope.Scope, cells map[Day]Cell, from, to date.Date) error {
	day := today(tx, sc)
	rows, err := tx.Query(`SELECT r.room_id, r.to_date, b.status, b.guest_name
		FROM booking_rooms r JOIN bookings b ON b.org_id = r.org_id AND b.booking_id = r.booking_id
		WHERE r.org_id = $1 AND r.released = '' AND r.booking_id IN (
			SELECT booking_id FROM bookings WHERE org_id = $1 AND status = 'checked-in'
			UNION ALL SELECT booking_id FROM bookings WHERE org_id = $1 AND status = 'confirmed' AND check_out >= $2 AND check_out < $3)`,
		sc.Org, string(from), string(to))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var roomID, status, guestName string
		var until date.Date
		if err := rows.Scan(&roomID, &until, &status, &guestName); err != nil {
			return err
		}
		leaves := Day{roomID, until}
		if until >= from && until < to && cells[leaves].Status != Occupied {
			cells[leaves] = Cell{Status: Checkout, GuestName: guestName}
		}
		if !overdue(status, until, day) {
			continue
		}
		for late := max(until, from); late <= day && late < to; late = late.AddDays(1) {
			cells[Day{roomID, late}] = Cell{Status: Occupied, GuestName: guestName}
		}
	}
	return rows.Err()
}

// StatusesOn gives the calendar value of each room on one day; a room that is missing is available.
func StatusesOn(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]string, error) {
	cells, err := Cells(tx, sc, day, day.AddDays(1))
	statuses := make(map[string]string, len(cells))
	for at, cell := range cells {
		statuses[at.RoomID] = cell.Status
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
		day := today(tx, sc)
		if err := countToday(tx, sc, day, &o); err != nil {
			return err
		}
		rooms, err := s.rooms.All(tx, sc)
		if err != nil {
			return err
		}
		statuses, err := StatusesOn(tx, sc, day)
		if err != nil {
			return err
		}
		o.countRooms(rooms, statuses)
		if o.RevenueToday, err = ledger.Revenue(tx, sc, day, day); err != nil {
			return err
		}
		o.RevenueMonth, err = ledger.Revenue(tx, sc, day[:8]+"01", day)
		return err
	})
	return o, err
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
	if o.Total > 0 {
		o.Percentage = math.Round(float64(o.Occupied)*10000/float64(o.Total)) / 100
	}
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
		rooms, err := s.rooms.All(tx, sc)
		if err != nil {
			return err
		}
		unheld, err := inventory.Free(tx, sc, in.CheckIn, in.CheckOut)
		if err != nil {
			return err
		}
		overstayed, err := overstayedRooms(tx, sc, in.CheckIn, in.CheckOut)
		if err != nil {
			return err
		}
		for _, r := range rooms {
			if r.Active && unheld[r.ID] && !overstayed[r.ID] && (in.RoomType == "" || sameName(r.Category, in.RoomType)) {
				free = append(free, r)
			}
		}
		return nil
	})
	return free, err
}
