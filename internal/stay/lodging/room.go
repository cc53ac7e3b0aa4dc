package lodging

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/property/tariff"
)

// Why a room holds no more nights ahead.
const (
	Moved = "moved"       // its party moved on to another room
	Left  = "checked-out" // its party has left
)

// Room is one room of a stay for the nights [From, To).
type Room struct {
	Position     int          `db:"position,key"`
	EntryID      string       `db:"entry_id"`     // stands for the party: it stays, whatever room they have
	RoomID       string       `db:"room_id,null"` // the room that they have; "" until one is assigned
	CategoryID   string       `db:"category_id"`  // what was booked; "": just this room
	Locked       bool         `db:"locked"`       // the party is to have this very room
	Number       string       `db:"room_number"`
	Type         string       `db:"room_type"` // the category's name
	Rate         money.Amount `db:"rate"`      // what was asked for a night; the price of those that are added
	Adults       int          `db:"adults"`
	Children     int          `db:"children"`
	DayUse       bool         `db:"day_use"` // the daytime of From, which is To then, and no night
	From         date.Date    `db:"from_date"`
	To           date.Date    `db:"to_date"`
	ArrivedAt    *int64       `db:"arrived_at"`     // when the party came, in UTC milliseconds; nil: not yet
	GuestName    string       `db:"guest_name"`     // of the first guest in it; "": the booking's
	Sharers      string       `db:"sharers"`        // names of the others in it, for a list
	Released     string       `db:"released"`       // "" while it is part of the stay, else Moved or Left
	CheckedOutAt *int64       `db:"checked_out_at"` // UTC milliseconds
	Sold         *Sold        `db:"sold,json"`      // the offer that it was booked by; nil: none
	// Nights are the nights from From on that the room was booked for, also those of a room that was left early; of a day
	// use, its day.
	Nights []Night `db:"nights,json"`
	// FreeNights lists the days of the complimentary ones, for statements that count them.
	FreeNights string `db:"free_nights"`
}

// Assigned tells whether the party has a room of its own, rather than any of a category.
func (r Room) Assigned() bool { return r.RoomID != "" }

// Arrived tells whether the party has come.
func (r Room) Arrived() bool { return r.ArrivedAt != nil }

// Name is the room's id, or its entry while it has no room: what requests, and lines of folios, call it by.
func (r Room) Name() string { return cmp.Or(r.RoomID, r.EntryID) }

// Sold is what was promised when a room was booked by an offer. What becomes of plans and policies doesn't change it.
type Sold struct {
	Party        string         `json:"party,omitempty"` // names who was booked by the offer, wherever they move
	PlanID       string         `json:"planId"`
	PlanCode     string         `json:"plan"`
	ProductID    string         `json:"productId"`
	PromoCode    string         `json:"promo,omitempty"`
	Guarantee    string         `json:"guarantee"`
	Cancellation *tariff.Policy `json:"cancellation,omitempty"`
	NoShow       *tariff.Policy `json:"noShow,omitempty"`
	Prices       []money.Amount `json:"prices,omitempty"` // of the nights, as they were offered
}

// Policy is what was promised to who cancels or, as a no-show, never comes; nil if nothing was.
func (s *Sold) Policy(noShow bool) *tariff.Policy {
	switch {
	case s == nil:
		return nil
	case noShow:
		return s.NoShow
	}
	return s.Cancellation
}

// maxNights is the longest stay that can be booked, and maxRoomNights the largest booking: what it takes to hold, bill
// or cancel it keeps other hotels waiting.
const (
	maxNights     = 365
	maxRoomNights = 2000
)

// MostEarly is how many nights before their stay rooms are kept for guests who come early.
const MostEarly = 3

// Rooms are all rooms that a stay has and has had, in the order of their positions.
type Rooms []Room

// CutAt gives the room's nights from today on back, for a guest who leaves before the booked end. They keep their
// prices.
func (r *Room) CutAt(today date.Date) {
	if today < r.To {
		r.To = max(r.From, today)
	}
}

// Price is the sum of all nights of all rooms.
func (rooms Rooms) Price() money.Amount {
	var sum money.Amount
	for _, r := range rooms {
		sum += r.Price()
	}
	return sum
}

// TooDear tells whether the rooms cost more together than an amount can be.
func (rooms Rooms) TooDear() bool {
	var sum money.Amount
	for _, r := range rooms {
		if sum += r.Price(); sum > money.Max {
			return true
		}
	}
	return false
}

func (rooms Rooms) which(such func(r *Room) bool) []*Room {
	var list []*Room
	for i := range rooms {
		if such(&rooms[i]) {
			list = append(list, &rooms[i])
		}
	}
	return list
}

// Current are the rooms that are part of the stay now: neither moved away from nor left.
func (rooms Rooms) Current() []*Room {
	return rooms.which(func(r *Room) bool { return r.Released == "" })
}

// Shown are the rooms that a reader expects: those of the stay, those that were left, and those from which a move is
// still to come.
func (rooms Rooms) Shown(today date.Date) []*Room {
	return rooms.which(func(r *Room) bool { return r.Released != Moved || r.To > today })
}

// Ahead are the current rooms, and those from which a move is still to come.
func (rooms Rooms) Ahead(today date.Date) []*Room {
	return rooms.which(func(r *Room) bool { return r.Released == "" || r.Released == Moved && r.To > today })
}

// CurrentByName is the current room of this name, or nil.
func (rooms Rooms) CurrentByName(name string) *Room {
	for _, r := range rooms.Current() {
		if r.Name() == name {
			return r
		}
	}
	return nil
}

// Chosen finds the named rooms among these, each once. Invalid names those that aren't there by roomIds.
func Chosen(these []*Room, names []string) ([]*Room, error) {
	var fields errs.Fields
	var found []*Room
	for i, name := range names {
		at := slices.IndexFunc(these, func(r *Room) bool { return r.Name() == name })
		if at < 0 {
			fields.Add(fmt.Sprintf("roomIds[%d]", i), "must be the id of a room of this booking that is not checked out "+
				"(it has %s)", strings.Join(Numbers(these), ", "))
		} else if !slices.Contains(found, these[at]) {
			found = append(found, these[at])
		}
	}
	return found, fields.Err()
}

// FirstArrival is when the first of the parties came, in UTC milliseconds; nil: none has come.
func (rooms Rooms) FirstArrival() (first *int64) {
	for _, r := range rooms {
		if r.Arrived() && (first == nil || *r.ArrivedAt < *first) {
			first = r.ArrivedAt
		}
	}
	return first
}

// First is the day from which the first of the rooms is had.
func (rooms Rooms) First() date.Date {
	return slices.MinFunc(rooms, func(a, b Room) int { return cmp.Compare(a.From, b.From) }).From
}

// Unassigned is the current room of this entry if none is assigned to it, or for "" the first such one, of the category
// if there is one; nil if there is none.
func (rooms Rooms) Unassigned(entryID, categoryID string) (first *Room) {
	for _, r := range rooms.Current() {
		switch {
		case r.Assigned() || entryID != "" && r.EntryID != entryID:
		case entryID != "" || r.CategoryID == categoryID:
			return r
		case first == nil:
			first = r
		}
	}
	return first
}

// Promised are the current rooms whose offers have a policy for who cancels or, as a no-show, never comes.
func (rooms Rooms) Promised(noShow bool) []*Room {
	return rooms.which(func(r *Room) bool { return r.Released == "" && r.Sold.Policy(noShow) != nil })
}

// PromisedFee is what the offers of such rooms charge at the moment, each of the prices of its room, for a stay in
// which guests can arrive from an instant on.
func PromisedFee(promised []*Room, noShow bool, now, arrival time.Time) money.Amount {
	var fee money.Amount
	for _, r := range promised {
		fee += r.Sold.Policy(noShow).FeeAt(now, arrival).Of(r.Prices())
	}
	return fee
}

// movedOn are the rooms from which somebody moves on that day.
func (rooms Rooms) movedOn(day date.Date) []*Room {
	return rooms.which(func(r *Room) bool { return r.Released == Moved && r.To == day })
}

// Awaits tells whether the party is still to move into the room from another one.
func (rooms Rooms) Awaits(r *Room, today date.Date) bool {
	return r.From > today && len(rooms.movedOn(r.From)) > 0
}

// RequireMovedIn refuses, as a Conflict, to check out of rooms into which the party is still to move: it is in another
// room.
func (rooms Rooms) RequireMovedIn(leaving []*Room, today date.Date) error {
	for _, r := range leaving {
		if rooms.Awaits(r, today) {
			return errs.Conflict("The party of room %s moves in on %s only: move it back first, "+
				"or use checkout to end the whole stay.", r.Number, r.From.Short())
		}
	}
	return nil
}

// Restay gives the rooms of a stay that began on was their nights under new dates. Rooms that began with the stay move
// with its beginning, current rooms move with its end. Nights that stay keep their prices. Conflict when a room would
// be left without a night.
func (rooms Rooms) Restay(was, checkIn, checkOut date.Date) (Rooms, error) {
	after := rooms.Clone()
	for i := range after {
		r := &after[i]
		if r.Released == Left {
			continue
		}
		from, to := r.From, r.To
		if from == was {
			from = checkIn
		}
		if r.Released == "" {
			to = checkOut
		}
		if from >= to && !r.DayUse {
			return nil, errs.Conflict("Room %s is part of this stay from %s to %s only: the new dates leave it no night.",
				r.Number, r.From.Short(), r.To.Short())
		}
		r.span(from, to)
	}
	return after, nil
}

// WithoutMoves are the rooms of a stay that is to end on a day: a move to come on it, or later, falls away, and its
// party stays in the room where it is.
func (rooms Rooms) WithoutMoves(checkOut, today date.Date) Rooms {
	after := rooms.Clone()
	for i := len(after) - 1; i >= 0; i-- {
		r := after[i]
		if r.Released != "" || r.From < checkOut || r.From <= today {
			continue
		}
		before := slices.IndexFunc(after, func(b Room) bool {
			return b.Released == Moved && b.EntryID == r.EntryID && b.To == r.From
		})
		if before >= 0 {
			after[before].Released = ""
			after = slices.Delete(after, i, i+1)
		}
	}
	return after
}

// Move puts target into the place of the room at the position, which stays as history if it has had nights. A party
// that moves back into the room it came from continues there.
func (rooms Rooms) Move(position int, target Room) Rooms {
	after := rooms.Clone()
	old := &after[position]
	target.EntryID, target.ArrivedAt = old.EntryID, old.ArrivedAt
	target.GuestName, target.Sharers = old.GuestName, old.Sharers
	target.carryOver(*old)
	if target.From > old.From {
		old.span(old.From, target.From)
		old.Released = Moved
		return append(after, target)
	}
	earlier := after.movedOn(target.From)
	if len(earlier) == 1 && earlier[0].Name() == target.Name() && earlier[0].Rate == target.Rate {
		target.From, target.Nights = earlier[0].From, slices.Concat(earlier[0].Nights, target.Nights)
		*earlier[0] = target
		return slices.Delete(after, position, position+1)
	}
	after[position] = target
	return after
}

// carryOver lets lines that charge the nights in the old room stand for those in this one.
func (r *Room) carryOver(old Room) {
	for i := range r.Nights {
		n, was := &r.Nights[i], old.Night(r.From.AddDays(i))
		if n.Posted, n.PostedAs = was.Posted, ""; was.Posted {
			n.PostedAs = cmp.Or(was.PostedAs, old.Name())
		}
	}
}

// Check refuses, as Invalid, more nights than a booking may have, unless it had even more before, and, as a Conflict,
// rooms that would hold a night twice for the same booking.
func (rooms Rooms) Check(before Rooms) error {
	var fields errs.Fields
	if nights := rooms.count(); nights > before.count() {
		CheckSize(&fields, nights)
	}
	if len(fields) > 0 {
		return fields.Err()
	}
	for i, r := range rooms {
		for _, other := range rooms[:i] {
			if r.Name() == other.Name() && max(r.From, other.From) < min(r.end(), other.end()) {
				return errs.Conflict("Room %s is part of this booking already from %s to %s.",
					other.Number, other.From.Short(), other.To.Short())
			}
		}
	}
	return nil
}

// count is the number of nights of all rooms together.
func (rooms Rooms) count() (nights int) {
	for _, r := range rooms {
		nights += r.From.DaysUntil(r.To)
	}
	return nights
}

// end is the day after the last one that the room is held on.
func (r Room) end() date.Date {
	if r.DayUse {
		return r.BookedEnd()
	}
	return r.To
}

// CheckStay adds to fields what is wrong with the dates of a stay in so many rooms, as checkIn, checkOut and rooms. A
// day use has one date as both.
func CheckStay(fields *errs.Fields, checkIn, checkOut date.Date, dayUse bool, rooms int) {
	_, badIn := date.Parse(string(checkIn))
	_, badOut := date.Parse(string(checkOut))
	if badIn != nil {
		fields.Add("checkIn", "%s", badIn)
	}
	if badOut != nil {
		fields.Add("checkOut", "%s", badOut)
	}
	if badIn != nil || badOut != nil {
		return
	}
	if dayUse {
		if checkIn != checkOut {
			fields.Add("checkOut", "must be the day of checkIn (%s) for a day use", checkIn.Short())
		}
	} else if checkIn >= checkOut {
		fields.Add("checkOut", "must be after checkIn")
	} else if nights := checkIn.DaysUntil(checkOut); nights > maxNights {
		fields.Add("checkOut", "must be at most %d nights after checkIn (this stay has %d)", maxNights, nights)
	} else {
		CheckSize(fields, rooms*nights)
	}
}

// Dates are those of a stay; a day use has one date as both.
type Dates struct{ CheckIn, CheckOut date.Date }

// CheckChange refuses dates that the stay can't have instead, of a guest who may be in house by now. Invalid names them
// as checkIn and checkOut.
func (d Dates) CheckChange(is Dates, inHouse bool, today date.Date) error {
	var fields errs.Fields
	CheckStay(&fields, is.CheckIn, is.CheckOut, d.CheckIn == d.CheckOut, 1)
	early := today <= is.CheckIn && is.CheckIn < d.CheckIn
	if inHouse && is.CheckIn != d.CheckIn && !early {
		fields.Add("checkIn", "can't change after the guest has arrived, but to an earlier day from today (%s) on",
			today.Short())
	}
	if inHouse && is.CheckOut != d.CheckOut && is.CheckOut < today {
		fields.Add("checkOut", "must not be before today (%s) while the guest is in house", today.Short())
	}
	return fields.Err()
}

// CheckSize adds to fields, as rooms, that these are more nights of all rooms together than a booking may have.
func CheckSize(fields *errs.Fields, roomNights int) {
	if roomNights > maxRoomNights {
		fields.Add("rooms", "must have at most %d nights together (these have %d): make several bookings of them",
			maxRoomNights, roomNights)
	}
}

// Numbers lists the numbers of the rooms.
func Numbers(rooms []*Room) []string {
	list := make([]string, 0, len(rooms))
	for _, r := range rooms {
		list = append(list, r.Number)
	}
	return list
}

// InWords is "room 101", "a room" where none is assigned yet, or "3 rooms".
func InWords(rooms []*Room) string {
	switch {
	case len(rooms) != 1:
		return fmt.Sprintf("%d rooms", len(rooms))
	case rooms[0].Number == "":
		return "a room"
	}
	return "room " + rooms[0].Number
}

// Used are the ids of those of these rooms in which their parties have been.
func (rooms Rooms) Used(these []*Room, today date.Date) []string {
	var ids []string
	for _, r := range these {
		if r.Assigned() && r.Arrived() && !rooms.Awaits(r, today) {
			ids = append(ids, r.RoomID)
		}
	}
	return ids
}

// MoveDay is the first night of a party that moves out of the room: the asked one, or with "" today for a guest in
// house, else the first night in it. Invalid names it as from.
func (r *Room) MoveDay(asked, today date.Date, inHouse bool) (date.Date, error) {
	from := asked
	if from == "" {
		from = r.From
		if inHouse {
			from = max(r.From, today)
		}
	} else if _, err := date.Parse(string(from)); err != nil {
		return "", errs.InvalidField("from", "%s", err)
	}
	switch {
	case from < r.From || from >= r.end():
		return "", errs.InvalidField("from", "must be a night of the stay in room %s, from %s to %s",
			r.Number, r.From.Short(), r.end().AddDays(-1).Short())
	case inHouse && from < today:
		return "", errs.InvalidField("from", "must not be before today (%s) while the guest is in house", today.Short())
	}
	return from, nil
}

// Others names who is in the rooms beside the booking's own guest, each once, for a list.
func Others(rooms []*Room) string {
	var names []string
	for _, r := range rooms {
		for _, name := range []string{r.GuestName, r.Sharers} {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, ", ")
}
