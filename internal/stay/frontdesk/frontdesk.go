package frontdesk

import (
	"math"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
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

// rank orders what can be said of a room on a day: the highest shows. A guest who is in the room by right goes before
// one who should have left or came early.
type rank int

const (
	leaving rank = iota + 1
	early        // kept for a guest in house whose stay is still to begin
	blocked
	reserved
	unbooked // in the room today, although nobody booked the night
	inHouse
)

// Days are the cells of one room, a day each.
type Days []Cell

// calendar is what Cells fills.
type calendar struct {
	dates []date.Date
	rooms map[string]Days
}

// index is that of the first day that is not before d.
func (c *calendar) index(d date.Date) int {
	i, _ := slices.BinarySearch(c.dates, d)
	return i
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

// occupancy is a room of a booking as the calendar sees it.
type occupancy struct {
	roomID, released  string
	from, to, checkIn date.Date
	status, guestName string
}

// putStay writes the nights of a booking's room, the day on which the guest leaves, and the days up to today on which
// a guest who should have left is still there.
func (c *calendar) putStay(o occupancy, today date.Date) {
	first, end := c.index(o.from), c.index(o.to)
	if o.status == booking.CheckedIn {
		c.put(o.roomID, first, end, Cell{Occupied, o.guestName, inHouse})
		if o.released != lodging.Left && today < o.from && o.from == o.checkIn {
			c.put(o.roomID, c.index(today), c.index(today.AddDays(1)), Cell{Occupied, o.guestName, unbooked})
			if today.DaysUntil(o.from) <= lodging.MostEarly {
				c.put(o.roomID, c.index(today), first, Cell{Occupied, o.guestName, early})
			}
		}
	} else {
		c.put(o.roomID, first, end, Cell{Reserved, o.guestName, reserved})
	}
	if o.released != "" {
		return
	}
	if o.status == booking.CheckedIn && o.to < today {
		c.put(o.roomID, end, c.index(today.AddDays(1)), Cell{Occupied, o.guestName, unbooked})
	}
	if end < len(c.dates) && c.dates[end] == o.to {
		c.put(o.roomID, end, end+1, Cell{Checkout, o.guestName, leaving})
	}
}

// Overview is the front desk's day.
type Overview struct {
	Arrivals, Departures, Stayovers int     // bookings
	Available, Occupied, Total      int     // rooms: free tonight, with guests in them now, in use
	Percentage                      float64 // Occupied / Total
	RevenueToday, RevenueMonth      money.Amount
}

func (o *Overview) countRooms(rooms []room.Room, statuses map[string]string, inHouse map[string]booking.Guest) {
	for _, r := range rooms {
		if !r.Active {
			continue
		}
		o.Total++
		if _, ok := inHouse[r.ID]; ok {
			o.Occupied++
		}
		switch statuses[r.ID] {
		case Occupied, Reserved, Maintenance:
		default:
			o.Available++
		}
	}
	o.Percentage = Percentage(o.Occupied, o.Total)
}

// Percentage is part / whole × 100 with two decimals; 0 of nothing.
func Percentage(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return math.Round(float64(part)*10000/float64(whole)) / 100
}
