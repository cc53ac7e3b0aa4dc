package booking

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/stay/lodging"
)

// take holds the nights of a booking that has none: those of its rooms, and for each room that isn't assigned those of
// some room of its category.
func (b *Booking) take(tx *db.Tx, sc scope.Scope) error {
	if err := inventory.Hold(tx, sc, inventory.Booking, b.ID, stays(b.Rooms)); err != nil {
		return err
	}
	return b.keep(tx, sc, b.Rooms)
}

// keep keeps the nights of the rooms that are not assigned. Conflict if a category has no room free, unless the booking
// is overbooked, or may be.
func (b *Booking) keep(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms) error {
	wanted := entries(rooms)
	if len(wanted) == 0 {
		b.Overbooked = false
		return nil
	}
	missing, err := inventory.Keep(tx, sc, b.ID, wanted)
	if err != nil {
		return err
	}
	if len(missing) > 0 && !b.Overbooked {
		return errs.Conflict("No room of the category is free on %s.", date.Join(missing))
	}
	b.Overbooked = len(missing) > 0
	return nil
}

// entries are the nights of the rooms that are not assigned.
func entries(rooms lodging.Rooms) []inventory.Entry {
	var list []inventory.Entry
	for _, r := range rooms {
		if !r.Assigned() && r.From < r.To {
			list = append(list, inventory.Entry{CategoryID: r.CategoryID, From: r.From, To: r.To})
		}
	}
	return list
}

// requireRooms refuses a check-in without a room to go to.
func (b *Booking) requireRooms() error {
	if b.Overbooked {
		return errs.Conflict("Booking %s is overbooked: assign it rooms, or change its stay.", b.Code)
	}
	for _, r := range b.Rooms.Current() {
		if !r.Assigned() {
			return errs.Conflict("Booking %s has a room that is not assigned yet: assign it one first.", b.Code)
		}
	}
	return nil
}

// Assign gives a room of the booking that has none a room of the hotel: also one of another category, as an upgrade.
type Assign struct {
	EntryID string // "": the first without a room, of the room's category if there is one
	RoomID  string
	Locked  bool
	Force   bool // although somebody is still in it
}

func (a Assign) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	if err := b.requireOpen("its rooms can't change any more"); err != nil {
		return err
	}
	known, err := s.rooms.LockShared(tx, sc, []string{a.RoomID})
	if err != nil {
		return err
	}
	entry := b.Rooms.Unassigned(a.EntryID, known[a.RoomID].CategoryID)
	switch {
	case entry == nil && a.EntryID != "":
		return errs.InvalidField("entryId", "must be the entryId of a room of this booking that has none assigned")
	case entry == nil:
		return errs.Conflict("Every room of booking %s is assigned: use move-room for another one.", b.Code)
	}
	same := RoomRequest{RoomID: a.RoomID, Rate: &entry.Rate, Adults: entry.Adults, Children: entry.Children}
	target, _, err := s.joining(tx, sc, b, "roomId", same, entry.From, entry.To)
	if err != nil {
		return err
	}
	target.Position, target.CategoryID, target.Sold = entry.Position, entry.CategoryID, entry.Sold
	target.Nights, target.Locked = slices.Clone(entry.Nights), a.Locked
	if err := b.give(tx, sc, b.Rooms.Move(entry.Position, target), a.RoomID, a.Force); err != nil {
		return err
	}
	return s.publish(tx, sc, b, updated("room "+target.Number+" assigned",
		map[string]any{"change": "room-assigned", "room": target.Number}))
}

// Unassign takes a room of the hotel from a booking whose guest has not arrived. It keeps its nights in the category.
type Unassign struct{ RoomID string }

func (u Unassign) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	if b.Status != Confirmed {
		return errs.Conflict("Booking %s is %s: only before the arrival a room is taken back.", b.Code, b.Status)
	}
	r := b.Rooms.CurrentByID(u.RoomID)
	if r == nil || !r.Assigned() {
		return errs.InvalidField("roomId", "must be the id of a room of this booking (it has %s)", b.roomNumbers())
	}
	known, err := s.rooms.LockShared(tx, sc, []string{u.RoomID})
	if err != nil {
		return err
	}
	target := *r
	target.RoomID, target.Number, target.Type, target.Locked = id.New(), "", "", false
	if target.CategoryID == "" {
		target.CategoryID = known[u.RoomID].CategoryID
	}
	target.Nights = slices.Clone(r.Nights)
	number := r.Number
	if err := b.rearrange(tx, sc, b.Rooms.Move(r.Position, target), stayChanged); err != nil {
		return err
	}
	return s.publish(tx, sc, b, updated("room "+number+" taken back",
		map[string]any{"change": "room-unassigned", "room": number}))
}

// RoomLock says of a room of the booking whether its party is to have this very room.
type RoomLock struct {
	RoomID string
	Locked bool
}

func (p RoomLock) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	r := b.Rooms.CurrentByID(p.RoomID)
	if r == nil || !r.Assigned() {
		return errs.InvalidField("roomId", "must be the id of a room of this booking (it has %s)", b.roomNumbers())
	}
	if r.Locked == p.Locked {
		return nil
	}
	r.Locked = p.Locked
	if err := saveRoom(tx, sc, b, r); err != nil {
		return err
	}
	word := map[bool]string{true: " locked", false: " unlocked"}[p.Locked]
	return s.publish(tx, sc, b, updated("room "+r.Number+word, map[string]any{"change": "room-locked", "room": r.Number,
		"locked": p.Locked}))
}
