package frontdesk

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/allotment"
	"sarai/internal/property/room"
	"sarai/internal/record/changes"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/hold"
)

// Chart is who has which room on the days [From, To), and which rooms are left.
type Chart struct {
	Revision   int64 // of the organization's last change that it shows
	Today      date.Date
	Nights     []date.Date
	Rooms      []room.Room     // those in use, and others that it shows somebody in, in the order of their numbers
	Categories []ChartCategory // by name
	Stays      []*Stay         // in the order of the rooms, then by From
	Unassigned []*Stay         // those without a room yet, by From
	Blocks     []Block         // by From
	Holds      []hold.Hold     // that keep rooms now
}

// ChartCategory counts the rooms of a category by night.
type ChartCategory struct {
	ID, Name               string
	Rooms                  int   // in use
	Sold, OutOfOrder, Free []int // sold to bookings, also those without a room yet, or held
}

// Stay is a room of a booking for the nights [From, To).
type Stay struct {
	BookingID, Code, Status         string // that of the room, which may have been left before the others
	GuestName                       string // the first in the room
	Sharers                         string // the names of the others
	CompanyID, Company, Channel     string // "": none
	GroupID, Group                  string // its id and name; "": of none
	RoomID                          string // until a room is assigned, the entry's id
	CategoryID                      string // what was booked; "": just the room
	From, To                        date.Date
	Adults, Children                int
	BalanceDue                      money.Amount // of the booking
	Version                         int64        // of the booking
	Rooms                           int          // of the booking in this chart
	Assigned, Locked, DayUse, Moved bool         // Moved: the party went on to another room on To
	Overbooked                      bool         // the booking has a night that no room is free on

	checkIn  date.Date // of the booking
	released string
	place    int // of its room in the chart
}

// Block is a room that is out of order for the nights [From, To).
type Block struct {
	ID, RoomID, Reason string
	From, To           date.Date
}

// Stays reads the chart of the days [from, to). A stay is in it also when it ends on the first day, and while its guest
// is in house although it should have ended.
func (s *Service) Stays(ctx context.Context, sc scope.Scope, from, to date.Date) (Chart, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (c Chart, err error) {
		c.Today, c.Nights = sc.Today(tx.Now), date.Days(from, to)
		if c.Revision, err = changes.Revision(tx, sc.Org); err != nil {
			return c, err
		}
		all, err := stays(tx, sc, from, to)
		if err != nil {
			return c, err
		}
		if c.Blocks, err = blocks(tx, sc, from, to); err != nil {
			return c, err
		}
		if c.Holds, err = hold.Between(tx, sc, from, to); err != nil {
			return c, err
		}
		if c.Rooms, err = s.rooms.All(tx, sc); err != nil {
			return c, err
		}
		kept, err := keptNights(tx, sc, from, to)
		if err != nil {
			return c, err
		}
		found, err := categories(tx, sc)
		if err != nil {
			return c, err
		}
		inGroups, err := allotment.Between(tx, sc, from, to)
		if err != nil {
			return c, err
		}
		c.count(found, all, kept, inGroups)
		c.arrange(all)
		return c, nil
	})
}

// count counts the rooms of each category by night, as Categories does, but from what the chart shows: that is much
// quicker.
func (c *Chart) count(found []categoryRooms, all []*Stay, kept []keptNight,
	inGroups []allotment.InCategory) {
	nights := calendar{dates: c.Nights, rooms: map[string]Days{}}
	c.Categories = make([]ChartCategory, len(found))
	at := make(map[string]*ChartCategory, len(found))
	for i, f := range found {
		c.Categories[i] = ChartCategory{ID: f.ID, Name: f.Name, Rooms: f.rooms, Sold: make([]int, len(c.Nights)),
			OutOfOrder: make([]int, len(c.Nights)), Free: make([]int, len(c.Nights))}
		at[f.ID] = &c.Categories[i]
	}
	for _, stay := range all {
		if stay.Assigned {
			nights.putStay(occupancy{roomID: stay.RoomID, released: stay.released, from: stay.From, to: stay.To,
				checkIn: stay.checkIn, status: stay.Status}, c.Today)
			continue
		}
		category := at[stay.CategoryID]
		for n := nights.index(stay.From); n < nights.index(stay.To); n++ {
			category.Sold[n]++
			category.Free[n]--
		}
	}
	for _, g := range inGroups {
		if category, n := at[g.CategoryID], nights.index(g.Night); category != nil {
			category.Sold[n] += g.Rooms
			category.Free[n] -= g.Rooms
		}
	}
	for _, b := range c.Blocks {
		nights.put(b.RoomID, nights.index(b.From), nights.index(b.To), Cell{rank: blocked})
	}
	for _, k := range kept {
		n := nights.index(k.night)
		nights.put(k.roomID, n, n+1, Cell{rank: reserved})
	}
	for _, r := range c.Rooms {
		if r.Active {
			at[r.CategoryID].add(nights.rooms[r.ID])
		}
	}
	for _, category := range c.Categories {
		for n := range category.Free {
			category.Free[n] = max(category.Free[n], 0) // of an overbooked category nothing
		}
	}
}

// add counts one more room, of which the calendar says this.
func (c *ChartCategory) add(days Days) {
	for n := range c.Free {
		is := rank(0)
		if days != nil {
			is = days[n].rank
		}
		switch is {
		case reserved, inHouse:
			c.Sold[n]++
		case blocked:
			c.OutOfOrder[n]++
		case unbooked: // not to be sold tonight
		default: // also early, unless the night is kept
			c.Free[n]++
		}
	}
}

// shows tells whether the stay is in the chart.
func (c *Chart) shows(s *Stay) bool {
	first, last := c.Nights[0], c.Nights[len(c.Nights)-1]
	overstays := s.Status == booking.CheckedIn && s.released == "" && c.Today >= first
	return s.From <= last && (s.To >= first || overstays)
}

// arrange leaves out stays that don't show, and rooms that are not in use and that nobody has; it counts the rooms of
// each booking, and sorts.
func (c *Chart) arrange(all []*Stay) {
	all = slices.DeleteFunc(all, func(s *Stay) bool { return !c.shows(s) })
	used, rooms := make(map[string]bool, len(c.Rooms)), make(map[string]int, len(all))
	for _, stay := range all {
		used[stay.RoomID] = true
		if !stay.Moved {
			rooms[stay.BookingID]++
		}
	}
	c.Rooms = slices.DeleteFunc(c.Rooms, func(r room.Room) bool { return !r.Active && !used[r.ID] })
	place := make(map[string]int, len(c.Rooms))
	for i, r := range c.Rooms {
		place[r.ID] = i
	}
	for _, stay := range all {
		stay.Rooms, stay.place = max(rooms[stay.BookingID], 1), place[stay.RoomID]
		if stay.Assigned {
			c.Stays = append(c.Stays, stay)
		} else {
			c.Unassigned = append(c.Unassigned, stay)
		}
	}
	byPlace := func(a, b *Stay) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.From, b.From), cmp.Compare(a.BookingID, b.BookingID),
			cmp.Compare(a.RoomID, b.RoomID))
	}
	slices.SortFunc(c.Stays, byPlace)
	slices.SortFunc(c.Unassigned, byPlace)
}
