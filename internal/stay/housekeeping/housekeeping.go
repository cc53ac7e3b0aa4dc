package housekeeping

import (
	"fmt"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// What a room is on a day, for those who clean it.
const (
	Vacant     = "vacant"
	Expected   = "arrival"      // empty, and a party is expected
	Arrived    = "occupied"     // by a party that came on the day
	Stayover   = "stayover"     // by a party that was here before and stays
	DueOut     = "due-out"      // by a party that leaves on the day, or should have left
	OutOfOrder = "out-of-order" // blocked, and nobody is in it
)

// Party are the people of a booking in one room.
type Party struct {
	BookingID, Code, GuestName string
	Persons                    int
	Time                       string // when they are expected, HH:mm; "" if they didn't say
}

// Assignee is a member who cleans a room.
type Assignee struct{ ID, Name string }

// Line is a room of the board on one day.
type Line struct {
	room.Room
	Occupancy string
	InRoom    *Party // nil: nobody
	Arrival   *Party // nil: nobody is expected
	Assignee  *Assignee
	Note      string
	NotedAt   int64 // UTC milliseconds; 0: never
	HasPhoto  bool
	Service   *Task // nil: none is due
	Turndown  *Task // likewise

	ready   bool      // a party can go in, as it is kept
	since   date.Date // of who is in the room: from when on
	arrived int64     // likewise, in UTC milliseconds; 0: unknown
	sleeps  bool      // somebody sleeps in it after the day
}

// Priority tells whether a party is expected in the room, and it isn't ready.
func (l Line) Priority() bool {
	return l.Arrival != nil && (l.InRoom != nil || !l.ready)
}

// Persons are in the room or, while it is empty, expected.
func (l Line) Persons() int {
	switch {
	case l.InRoom != nil:
		return l.InRoom.Persons
	case l.Arrival != nil:
		return l.Arrival.Persons
	}
	return 0
}

// Board is the rooms on one day.
type Board struct {
	Date  date.Date
	Lines []Line
}

// stay is a room of a booking that isn't over.
type stay struct {
	Party
	roomID, status, released string
	from, to, checkIn        date.Date
	arrived                  int64 // UTC milliseconds; 0: not yet
}

// inRoom tells whether the party is in the room now.
func (s stay) inRoom(today date.Date) bool {
	return s.status == booking.CheckedIn && (s.from <= today || s.from == s.checkIn) &&
		(s.released == "" || s.released == lodging.Moved && s.to > today)
}

// seen is what the stay says of the room on a day: who is in it then, or who comes. A party in house is in its room
// until the day on which it leaves, which on the day itself may have passed.
func (s stay) seen(day, today date.Date) string {
	switch {
	case s.inRoom(today):
		switch {
		case day < s.to && (s.from < day || day > today):
			return Stayover
		case day < s.to:
			return Arrived
		case day == s.to || day == today:
			return DueOut
		}
	case day == today:
		if s.status == booking.Confirmed && s.from <= day && (day < s.to || day == s.from) {
			return Expected
		}
	case s.from == day:
		return Expected
	case s.from < day && day < s.to:
		return Stayover
	case s.from < day && day == s.to:
		return DueOut
	}
	return ""
}

// put adds what the stay says of the room.
func (l *Line) put(s stay, day, today date.Date) {
	party := s.Party
	switch what := s.seen(day, today); what {
	case Expected:
		if s.from != s.checkIn { // they move in from another room
			party.Time = ""
		}
		l.Arrival = &party
		l.sleeps = l.sleeps || day < s.to
	case Arrived, Stayover, DueOut:
		l.sleeps = l.sleeps || what != DueOut
		if l.InRoom == nil || l.Occupancy == DueOut { // who stays shows before who should have left
			l.InRoom, l.Occupancy = &party, what
			l.since, l.arrived = s.from, s.arrived
		}
	}
}

// settle says what the room is in which nobody is.
func (l *Line) settle(blocked bool) {
	switch {
	case l.InRoom != nil:
	case blocked:
		l.Occupancy = OutOfOrder
	case l.Arrival != nil:
		l.Occupancy = Expected
	default:
		l.Occupancy = Vacant
	}
}

// The values of Filter.Assignee that are no id.
const (
	Me   = "me"
	None = "none"
)

// Filter chooses lines; its zero value takes all.
type Filter struct {
	Housekeeping, Floor string
	Assignee            string // Me, None or a member's id
}

func (f Filter) takes(sc scope.Scope, l Line) bool {
	assigned := ""
	if l.Assignee != nil {
		assigned = l.Assignee.ID
	}
	switch f.Assignee {
	case "":
	case Me:
		if assigned != sc.User {
			return false
		}
	case None:
		if assigned != "" {
			return false
		}
	default:
		if assigned != f.Assignee {
			return false
		}
	}
	return (f.Housekeeping == "" || f.Housekeeping == l.Housekeeping) &&
		(f.Floor == "" || strings.EqualFold(f.Floor, l.Floor))
}

// Assignment gives a room to a member; nil takes it from whoever has it.
type Assignment struct {
	RoomID string
	UserID *string
}

// Report says how a room was at an instant.
type Report struct {
	Housekeeping *string // nil: nothing about it
	Note         *string // nil: nothing about it
	Service      *string // what came of it: Open, Done, DoNotDisturb or Refused; nil: nothing about it
	Turndown     *string // likewise
	Occupied     *bool   // whether the floor saw somebody in it; nil: nothing about it
	At           *int64  // UTC milliseconds; nil: now
}

// skew is how far a phone's clock may be ahead of the server's.
const skew = 5 * time.Minute

// instant is when the report was made. A clock that is a little ahead means now.
func (r Report) instant(now time.Time) (int64, error) {
	switch {
	case r.At == nil:
		return now.UnixMilli(), nil
	case *r.At > now.Add(skew).UnixMilli():
		return 0, errs.InvalidField("at", "must not be in the future")
	}
	return min(*r.At, now.UnixMilli()), nil
}

// What a report is warned of that came too late to change anything.
const (
	LateHousekeeping = "late-housekeeping"
	LateNote         = "late-note"
	LateService      = "late-service"
	LateOccupancy    = "late-occupancy"
)

func lateState(r room.Room, sc scope.Scope) errs.Warning {
	return errs.Warning{Code: LateHousekeeping, Message: fmt.Sprintf("Room %s is %s since %s, which is later than this: "+
		"it stays so.", r.Number, r.Housekeeping, clockTime(r.HousekeepingAt, sc))}
}

func lateNote(r room.Room, at int64, sc scope.Scope) errs.Warning {
	return errs.Warning{Code: LateNote, Message: fmt.Sprintf("The note about room %s was written at %s, which is later "+
		"than this: it stays.", r.Number, clockTime(at, sc))}
}

func clockTime(ms int64, sc scope.Scope) string {
	return time.UnixMilli(ms).In(sc.Zone).Format("15:04 on 2 Jan 2006")
}

func lateVisit(r room.Room, v visit, sc scope.Scope) errs.Warning {
	return errs.Warning{Code: LateService, Message: fmt.Sprintf("Of the %s of room %s it is known that it was %s at %s, "+
		"which is later than this: it stays so.", v.Part, r.Number, v.State, clockTime(v.At, sc))}
}

func lateSighting(r room.Room) errs.Warning {
	return errs.Warning{Code: LateOccupancy, Message: fmt.Sprintf("What is known of who is in room %s is from later than "+
		"this: it stays so.", r.Number)}
}
