package roomstays

import (
	"sarai/internal/kit/date"
	"sarai/internal/stay/booking"
)

// Stay is a party's time in a room.
type Stay struct {
	BookingID string
	Code      string
	Status    string // of the booking
	GuestID   string // of the booking; "": no record
	GuestName string // of the room
	From      date.Date
	To        date.Date
	CameAt    int64 // UTC milliseconds
	LeftAt    int64 // UTC milliseconds; 0: not yet, or moved
}

// At is the stay that an instant (UTC milliseconds) belongs to: the last that had come by then. The stays are in the
// order in which they came, the last one first.
func At(stays []Stay, instant int64) (Stay, bool) {
	for _, s := range stays {
		if s.CameAt <= instant {
			return s, true
		}
	}
	return Stay{}, false
}

// InHouse tells whether the booking hasn't left.
func (s Stay) InHouse() bool { return s.Status == booking.CheckedIn }
