package change

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// Onward is the room that a party goes on to because somebody else has its own from then on. It pays the same there.
type Onward struct {
	RoomID string
	From   date.Date // the first night there
}

// onward are the rooms of a change that is being made, with the way on of the party whose room has the name.
func (s *Service) onward(tx *db.Tx, sc scope.Scope, b *booking.Booking, rooms lodging.Rooms, name string,
	o *Onward) (lodging.Rooms, error) {
	if o == nil {
		return rooms, nil
	}
	i := slices.IndexFunc(rooms, func(r lodging.Room) bool { return r.Released == "" && r.Name() == name })
	if i < 0 {
		return nil, errs.InvalidField("onward.fromRoomId", "must be the id of a room of this booking (it has %s)",
			b.RoomNumbers())
	}
	r := rooms[i]
	from, err := r.MoveDay(o.From, b.Today, b.InHouse(&r))
	if err != nil {
		return nil, errs.In("onward", err)
	}
	same := booking.RoomRequest{RoomID: o.RoomID, Rate: &r.Rate, Adults: r.Adults, Children: r.Children}
	target, _, err := s.bookings.Joining(tx, sc, b, "onward.roomId", same, from, r.To)
	if err != nil {
		return nil, err
	}
	target.CategoryID, target.Sold, target.Locked = r.CategoryID, r.Sold, true
	target.Nights = slices.Clone(r.Nights[r.From.DaysUntil(from):])
	return rooms.Move(i, target), nil
}

// restay gives the booking rooms with other nights. A party that goes on to another room today leaves its own dirty,
// and finds who is in the new one, as at a check-in.
func (n NewStay) restay(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking, rooms lodging.Rooms) error {
	leaves := b.Rooms.CurrentByName(n.OnwardOf)
	rooms, err := s.onward(tx, sc, b, rooms, n.OnwardOf, n.Onward)
	if err != nil {
		return err
	}
	if n.Onward == nil || !b.InHouse(leaves) || n.Onward.From > b.Today {
		return rearrange(tx, sc, b, rooms, account.StayChanged)
	}
	if err := b.MarkDirty(tx, sc, s.rooms, []string{n.OnwardOf}); err != nil { // before the nights, as blocks do it
		return err
	}
	return give(tx, sc, b, rooms, n.Onward.RoomID, n.Force)
}

// GiveWay is another booking whose guests haven't come, and which gets another room, so that a change has room.
type GiveWay struct{ BookingID, FromRoomID, ToRoomID string }

// after makes a change after another booking has given way to it.
func (s *Service) after(tx *db.Tx, sc scope.Scope, way *GiveWay, bookingID string, c Change) (*booking.Booking, error) {
	if way == nil {
		return s.MakeIn(tx, sc, bookingID, c)
	}
	if way.BookingID == bookingID {
		return nil, errs.InvalidField("giveWay.bookingId", "must be the id of another booking")
	}
	// In the order of their ids, so that two such requests don't wait for each other.
	for _, id := range slices.Sorted(slices.Values([]string{way.BookingID, bookingID})) {
		b, err := booking.Lock(tx, sc, id).Get()
		if errs.Is(err, errs.KindNotFound) && id == way.BookingID {
			return nil, errs.InvalidField("giveWay.bookingId", "must be the id of one of the hotel's bookings")
		}
		if err == nil && id == bookingID {
			err = sc.CheckVersion(b.Version) // before the other gives way for nothing
		}
		if err != nil {
			return nil, err
		}
	}
	any := sc
	any.Expected = 0 // the version that the request names is the other booking's
	if _, err := s.MakeIn(tx, any, way.BookingID, stepAside{*way}); err != nil {
		if errs.Is(err, errs.KindConflict) {
			return nil, err
		}
		return nil, errs.In("giveWay", err)
	}
	return s.MakeIn(tx, sc, bookingID, c)
}

type stepAside struct{ GiveWay }

func (a stepAside) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	r := b.Rooms.CurrentByName(a.FromRoomID)
	switch {
	case b.Status != booking.Confirmed:
		return errs.Conflict("Booking %s is %s: only before the arrival it gives way.", b.Code, b.Status)
	case r != nil && r.Locked:
		return errs.Conflict("Room %s is locked to the party of booking %s.", r.Number, b.Code)
	}
	move := Move{FromRoomID: a.FromRoomID, ToRoomID: a.ToRoomID, Price: KeepPrice}
	if err := move.apply(s, tx, sc, b); err != nil {
		return err
	}
	return RoomLock{RoomID: a.ToRoomID, Locked: false}.apply(s, tx, sc, b) // as it was
}
