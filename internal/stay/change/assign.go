package change

import (
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// Assign gives a room of the booking that has none a room of the hotel: also one of another category, as an upgrade.
type Assign struct {
	EntryID string // "": the first without a room, of the room's category if there is one
	RoomID  string
	Locked  bool
	Force   bool // although somebody is still in it
	Onward  *Onward
}

func (a Assign) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	if err := b.RequireOpen("its rooms can't change any more"); err != nil {
		return err
	}
	known, err := s.rooms.LockShared(tx, sc, []string{a.RoomID}).Get()
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
	same := booking.RoomRequest{RoomID: a.RoomID, Rate: &entry.Rate, Adults: entry.Adults, Children: entry.Children}
	target, _, err := s.bookings.Joining(tx, sc, b, "roomId", same, entry.From, entry.To)
	if err != nil {
		return err
	}
	target.Position, target.CategoryID, target.Sold = entry.Position, entry.CategoryID, entry.Sold
	target.Nights, target.Locked = slices.Clone(entry.Nights), a.Locked
	rooms, err := s.onward(tx, sc, b, b.Rooms.Move(entry.Position, target), a.RoomID, a.Onward)
	if err != nil {
		return err
	}
	if err := give(tx, sc, b, rooms, a.RoomID, a.Force); err != nil {
		return err
	}
	return b.Publish(tx, s.bus, sc, booking.Updated("room "+target.Number+" assigned",
		roomAssigned.Of(b.ID, roomDetails{b.About(), target.Number})))
}

// Unassign takes a room of the hotel from a party that has not arrived. It keeps its nights in the category.
type Unassign struct{ RoomID string }

func (u Unassign) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	r := b.Rooms.CurrentByName(u.RoomID)
	if b.Closed() || r != nil && b.InHouse(r) {
		return errs.Conflict("Booking %s is %s: only before the arrival a room is taken back.", b.Code, b.Status)
	}
	if r == nil || !r.Assigned() {
		return errs.InvalidField("roomId", "must be the id of a room of this booking (it has %s)", b.RoomNumbers())
	}
	known, err := s.rooms.LockShared(tx, sc, []string{u.RoomID}).Get()
	if err != nil {
		return err
	}
	target := *r
	target.RoomID, target.Number, target.Type, target.Locked = "", "", "", false
	if target.CategoryID == "" {
		target.CategoryID = known[u.RoomID].CategoryID
	}
	target.Nights = slices.Clone(r.Nights)
	number := r.Number
	if err := rearrange(tx, sc, b, b.Rooms.Move(r.Position, target), account.StayChanged); err != nil {
		return err
	}
	return b.Publish(tx, s.bus, sc, booking.Updated("room "+number+" taken back",
		roomUnassigned.Of(b.ID, roomDetails{b.About(), number})))
}

// NewCategory books a party that has not arrived into another category. Rooms that were assigned are taken back.
type NewCategory struct {
	CategoryID string
	Rates      []lodging.Rate // of every night, for each of the rooms; nil: they cost what they did
}

func (n NewCategory) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	if b.Status != booking.Confirmed {
		return errs.Conflict("Booking %s is %s: only before the arrival its category can change.", b.Code, b.Status)
	}
	category, err := s.rooms.FindCategory(tx, sc, "categoryId", n.CategoryID)
	if err != nil {
		return err
	}
	was, rooms, changed := b.Copy(), b.Rooms.Clone(), false
	for _, r := range b.Rooms.Current() {
		if r.CategoryID == n.CategoryID {
			continue
		}
		target := *r
		target.RoomID, target.Number, target.Type, target.Locked = "", "", "", false
		target.CategoryID, target.Nights = n.CategoryID, slices.Clone(r.Nights)
		if n.Rates != nil {
			var fields errs.Fields
			target.Rate = n.Rates[0].Price
			if target.PriceNights(&fields, "rates", n.Rates); len(fields) > 0 {
				return fields.Err()
			}
		}
		rooms, changed = rooms.Move(r.Position, target), true
	}
	if !changed {
		return nil
	}
	if err := rearrange(tx, sc, b, rooms, account.StayChanged); err != nil {
		return err
	}
	return b.Publish(tx, s.bus, sc, booking.Updated("category "+category.Name,
		categoryChanged.Of(b.ID, categoryDetails{b.About(), category.ID, category.Name,
			lessened(was, b, sc.Currency)})))
}

// RoomLock says of a room of the booking whether its party is to have this very room.
type RoomLock struct {
	RoomID string
	Locked bool
}

func (p RoomLock) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	r := b.Rooms.CurrentByName(p.RoomID)
	if r == nil || !r.Assigned() {
		return errs.InvalidField("roomId", "must be the id of a room of this booking (it has %s)", b.RoomNumbers())
	}
	if r.Locked == p.Locked {
		return nil
	}
	r.Locked = p.Locked
	if err := booking.SaveRoom(tx, sc, b, r); err != nil {
		return err
	}
	word := " unlocked"
	if p.Locked {
		word = " locked"
	}
	return b.Publish(tx, s.bus, sc, booking.Updated("room "+r.Number+word,
		roomLocked.Of(b.ID, roomLockedDetails{b.About(), r.Number, p.Locked})))
}
