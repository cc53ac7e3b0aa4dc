package housekeeping

import (
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/property/room"
)

// What becomes of a check-in into a room that is clean, and that nobody has inspected.
const (
	InspectOff    = "off"    // nothing
	InspectWarn   = "warn"   // it is warned of
	InspectRefuse = "refuse" // it is refused
)

// Rules say how a hotel's rooms are cleaned.
type Rules struct {
	StayoversDirty bool            `json:"stayoversDirty"` // whoever closes the day makes rooms dirty that guests sleep in
	Inspected      string          `json:"inspected"`      // InspectOff, InspectWarn or InspectRefuse
	LinenEvery     int             `json:"linenEvery"`     // nights from one full service of a stay to the next
	Turndown       bool            `json:"turndown"`       // rooms that guests sleep in are made ready for the night
	SecondKnock    string          `json:"secondKnock"`    // HH:mm, when a door is knocked at again; "": never
	MaxCredits     int             `json:"maxCredits"`     // what one attendant is given for a day; 0: any number
	Credits        Credits         `json:"credits"`
	OfCategories   []OfCategory    `json:"categories"` // those that differ from Credits
	Floors         []FloorStaffing `json:"floors"`     // whose rooms are cleaned by whom; of others: by all of these
}

// Credits are how much work each service of a room is.
type Credits struct {
	Departure int `json:"departure"`
	Full      int `json:"full"`
	Light     int `json:"light"`
	Turndown  int `json:"turndown"`
}

// OfCategory are the credits of a category's rooms.
type OfCategory struct {
	CategoryID string  `json:"categoryId"`
	Credits    Credits `json:"credits"`
}

// FloorStaffing are the attendants of a floor.
type FloorStaffing struct {
	Floor   string   `json:"floor"`
	UserIDs []string `json:"userIds"`
}

// defaults are the rules of a hotel that has set none: rooms are as clean as somebody says they are.
var defaults = Rules{Inspected: InspectOff, LinenEvery: 1, Credits: Credits{30, 20, 15, 10}}

// check names what is wrong with rules, before the hotel's records are asked.
func (r Rules) check() error {
	var bad errs.Fields
	if r.SecondKnock != "" {
		if _, err := date.ParseClock(r.SecondKnock); err != nil {
			bad.Add("secondKnock", "%s", err)
		}
	}
	seen := map[string]bool{}
	for i, c := range r.OfCategories {
		if seen[c.CategoryID] {
			bad.Add(place("categories", i)+"categoryId", "must not be given twice")
		}
		seen[c.CategoryID] = true
	}
	floors := map[string]bool{}
	for i, f := range r.Floors {
		key := strings.ToLower(f.Floor)
		if floors[key] {
			bad.Add(place("floors", i)+"floor", "must not be given twice")
		}
		floors[key] = true
		if len(slices.Compact(slices.Sorted(slices.Values(f.UserIDs)))) < len(f.UserIDs) {
			bad.Add(place("floors", i)+"userIds", "must not name anybody twice")
		}
	}
	return bad.Err()
}

// of are the credits of a category's rooms.
func (r Rules) of(categoryID string) Credits {
	for _, c := range r.OfCategories {
		if c.CategoryID == categoryID {
			return c.Credits
		}
	}
	return r.Credits
}

// Ready tells whether a party can go into the room as it is kept.
func (r Rules) Ready(housekeeping string) bool {
	return housekeeping == room.Inspected || housekeeping == room.Clean && r.Inspected == InspectOff
}

// The services of a room.
const (
	ServiceDeparture = "departure" // after a party, for the next one
	ServiceFull      = "full"      // of a stay, with fresh linen
	ServiceLight     = "light"     // of a stay
)

// The parts of a visit, each with a state of its own.
const (
	PartService  = "service"
	PartTurndown = "turndown"
)

// What came of a visit. Before the first one, a service is open; it stays so where nobody was let in.
const (
	Open         = "open"
	Done         = "done"
	DoNotDisturb = "do-not-disturb" // the sign was on the door
	Refused      = "refused"        // by the guest
)

// visit is what came of a part of a room's day.
type visit struct {
	RoomID  string    `db:"room_id,key"`
	Day     date.Date `db:"day,key"`
	Part    string    `db:"part,key"`
	State   string    `db:"state"`
	At      int64     `db:"at"` // UTC milliseconds
	Knocks  int       `db:"knocks"`
	Service string    `db:"service"` // as it was due then
	Credits int       `db:"credits"`
}

// Task is a part of what a room needs on a day.
type Task struct {
	Service    string // of PartTurndown: PartTurndown
	State      string
	Credits    int
	Knocks     int    // times that nobody was let in
	KnockAgain string // HH:mm; "": not at a set time
}

// due is the service that the room needs on the day; "" is none.
func (l Line) due(rules Rules, day date.Date) string {
	switch l.Occupancy {
	case Stayover:
		if l.since.DaysUntil(day)%rules.LinenEvery == 0 {
			return ServiceFull
		}
		return ServiceLight
	case DueOut:
		return ServiceDeparture
	case Vacant, Expected:
		if l.Housekeeping == room.Dirty {
			return ServiceDeparture
		}
	case Arrived:
		if l.Housekeeping == room.Dirty {
			return ServiceLight
		}
	}
	return ""
}

// plan says what the room needs on the day, as far as the visits haven't done it. What was done, and stands, is
// remembered with what it was. A room that became dirty later needs its service again.
func (l *Line) plan(rules Rules, day date.Date, visits map[string]visit) {
	credits := rules.of(l.CategoryID)
	of := map[string]int{ServiceDeparture: credits.Departure, ServiceFull: credits.Full, ServiceLight: credits.Light}
	service := l.due(rules, day)
	v, visited := visits[PartService]
	void := v.State == Done && l.Housekeeping == room.Dirty && l.HousekeepingAt >= v.At
	switch {
	case visited && v.State == Done && !void && v.Service != "":
		l.Service = &Task{Service: v.Service, State: Done, Credits: v.Credits, Knocks: v.Knocks}
	case service != "" && (!visited || void || v.State == Done):
		l.Service = &Task{Service: service, State: Open, Credits: of[service]}
	case service != "":
		l.Service = &Task{Service: service, State: v.State, Credits: of[service], Knocks: v.Knocks,
			KnockAgain: rules.again(v)}
	}
	if l.Occupancy == OutOfOrder || !rules.Turndown || !l.sleeps {
		return
	}
	l.Turndown = &Task{Service: PartTurndown, State: Open, Credits: credits.Turndown}
	if v, visited := visits[PartTurndown]; visited {
		l.Turndown.State, l.Turndown.Knocks = v.State, v.Knocks
	}
}

// again is when the door is knocked at once more: after the first time that nobody was let in.
func (r Rules) again(v visit) string {
	if v.Knocks == 1 {
		return r.SecondKnock
	}
	return ""
}

// Load is what an attendant has on a day.
type Load struct {
	Assignee
	Rooms, Credits, Done int // Done of the credits
}

// credits are what the room's tasks come to, and how much of it is done.
func (l Line) credits() (all, done int) {
	for _, t := range []*Task{l.Service, l.Turndown} {
		if t == nil {
			continue
		}
		all += t.Credits
		if t.State == Done {
			done += t.Credits
		}
	}
	return all, done
}

// loads are what each has of the lines, and what nobody has, in the order of the names.
func loads(lines []Line, members map[string]string) (list []Load, nobody Load) {
	by := map[string]*Load{}
	for id, name := range members {
		by[id] = &Load{Assignee: Assignee{id, name}}
	}
	for _, l := range lines {
		all, done := l.credits()
		to := &nobody
		if l.Assignee != nil {
			if by[l.Assignee.ID] == nil {
				by[l.Assignee.ID] = &Load{Assignee: *l.Assignee}
			}
			to = by[l.Assignee.ID]
		} else if all == 0 {
			continue
		}
		to.Rooms, to.Credits, to.Done = to.Rooms+1, to.Credits+all, to.Done+done
	}
	for _, l := range by {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b Load) int {
		return strings.Compare(a.Name+"\x00"+a.ID, b.Name+"\x00"+b.ID)
	})
	return list, nobody
}

// spread gives the rooms that need somebody, and have nobody, to attendants: the most work first, each to whoever has
// least of those who may have it, and of several to whoever has rooms on its floor already. Nobody gets more than the
// rules allow.
func (r Rules) spread(lines []Line, attendants []Load) []Assignment {
	open := slices.DeleteFunc(slices.Clone(lines), func(l Line) bool {
		all, done := l.credits()
		return l.Assignee != nil || all == done
	})
	slices.SortStableFunc(open, func(a, b Line) int {
		workA, _ := a.credits()
		workB, _ := b.credits()
		return workB - workA
	})
	var given []Assignment
	at := map[string]map[string]int{} // rooms by floor and attendant
	for _, l := range lines {
		if l.Assignee != nil {
			tally(at, l.Floor, l.Assignee.ID)
		}
	}
	for _, l := range open {
		work, _ := l.credits()
		best := -1
		for i, a := range attendants {
			if !r.may(a.ID, l.Floor) || r.MaxCredits > 0 && a.Credits+work > r.MaxCredits {
				continue
			}
			floor := at[strings.ToLower(l.Floor)]
			if best < 0 || a.Credits < attendants[best].Credits ||
				a.Credits == attendants[best].Credits && floor[a.ID] > floor[attendants[best].ID] {
				best = i
			}
		}
		if best < 0 {
			continue
		}
		a := &attendants[best]
		a.Rooms, a.Credits = a.Rooms+1, a.Credits+work
		tally(at, l.Floor, a.ID)
		given = append(given, Assignment{RoomID: l.ID, UserID: &a.ID})
	}
	return given
}

func tally(at map[string]map[string]int, floor, userID string) {
	floor = strings.ToLower(floor)
	if at[floor] == nil {
		at[floor] = map[string]int{}
	}
	at[floor][userID]++
}

// may tells whether the attendant cleans on the floor: by its staffing, or because it has none.
func (r Rules) may(userID, floor string) bool {
	for _, f := range r.Floors {
		if strings.EqualFold(f.Floor, floor) {
			return len(f.UserIDs) == 0 || slices.Contains(f.UserIDs, userID)
		}
	}
	return true
}

// staff are the ids of all attendants of floors.
func (r Rules) staff() (ids []string) {
	for _, f := range r.Floors {
		ids = append(ids, f.UserIDs...)
	}
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}
