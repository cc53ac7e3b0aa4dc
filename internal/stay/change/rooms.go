package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// NewRoom adds a room from the check-in day, or from today when the guest is in house.
type NewRoom struct {
	booking.RoomRequest
	Force bool // although somebody is still in it
}

func (n NewRoom) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	if err := b.RequireOpen("no room can be added"); err != nil {
		return err
	}
	from := b.CheckIn
	if b.Status == booking.CheckedIn {
		from = max(b.CheckIn, sc.Today(tx.Now))
	}
	if from >= b.CheckOut && !(b.DayUse() && from == b.CheckIn) {
		return errs.Conflict("The stay of booking %s ends on %s: extend it before adding a room.", b.Code, b.CheckOut.Text())
	}
	asked, err := s.bookings.Redeemed(tx, sc, b, n.RoomRequest, from)
	if err != nil {
		return err
	}
	added, _, err := s.bookings.Joining(tx, sc, b, "roomId", asked, from, b.CheckOut)
	if err != nil {
		return err
	}
	added.Position = len(b.Rooms)
	if b.Status == booking.CheckedIn {
		added.ArrivedAt = new(tx.Now.UnixMilli()) // for people who are here
	}
	if err := give(tx, sc, b, append(b.Rooms.Clone(), added), added.Name(), n.Force); err != nil {
		return err
	}
	if err := s.sell(tx, sc, b, asked.Services); err != nil {
		return err
	}
	return b.Publish(tx, s.bus, sc, booking.Updated("room "+cmp.Or(added.Number, "not assigned yet")+" added",
		roomAdded.Of(b.ID, roomAddedDetails{b.About(), added.Number, added.From, b.CheckOut})))
}

// IncludeRoom makes a room part of the booking at its own rate, as NewRoom does; one that is part of it already stays
// as it is. NotFound when there is no such room.
func (s *Service) IncludeRoom(ctx context.Context, sc scope.Scope, bookingID, roomID string) (*booking.Booking, error) {
	return s.Make(ctx, sc, bookingID, includedRoom{roomID})
}

type includedRoom struct{ roomID string }

func (i includedRoom) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	known, err := b.LockRooms(tx, sc, s.rooms, []string{i.roomID}).Get()
	if err != nil {
		return err
	}
	if _, ok := known[i.roomID]; !ok {
		return errs.NotFound("There is no such room.")
	}
	if !b.Closed() && b.Rooms.CurrentByName(i.roomID) != nil {
		return nil
	}
	return NewRoom{RoomRequest: booking.RoomRequest{RoomID: i.roomID, Adults: 1}}.apply(s, tx, sc, b)
}

// Move takes the party of one room to another.
type Move struct {
	FromRoomID, ToRoomID string
	// From is the first night in the new room; "" is today for a guest in house, else the whole stay.
	From   date.Date
	Price  string         // of the nights there: KeepPrice, ListPrice or GivenRate
	Rates  []lodging.Rate // of every night there that is not posted yet, if the price is GivenRate
	Force  bool           // although somebody is still in it
	Onward *Onward
}

func (m Move) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	if err := b.RequireOpen("its rooms can't change any more"); err != nil {
		return err
	}
	old := b.Rooms.CurrentByName(m.FromRoomID)
	if old == nil {
		return errs.InvalidField("fromRoomId", "must be the id of a room of this booking (it has %s)", b.RoomNumbers())
	}
	from, err := old.MoveDay(m.From, sc.Today(tx.Now), b.InHouse(old))
	if err != nil {
		return err
	}
	target, err := m.target(s, tx, sc, b, old, from)
	if err != nil {
		return err
	}
	was, number, inHouse := b.Copy(), old.Number, b.InHouse(old)
	rooms, err := s.onward(tx, sc, b, b.Rooms.Move(old.Position, target), m.ToRoomID, m.Onward)
	if err != nil {
		return err
	}
	if inHouse && from <= b.Today { // before the nights, as blocks do it: they lock the room first
		if err := b.MarkDirty(tx, sc, s.rooms, []string{m.FromRoomID}); err != nil {
			return err
		}
	}
	if err := give(tx, sc, b, rooms, m.ToRoomID, m.Force); err != nil {
		return err
	}
	return b.Publish(tx, s.bus, sc, booking.Updated(
		fmt.Sprintf("moved from room %s to room %s from %s", number, target.Number, from.Text()),
		roomMoved.Of(b.ID, roomMovedDetails{b.About(), number, target.Number, from,
			lessened(was, b, sc.Currency)})))
}

// target is the new room with its nights.
func (m Move) target(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking, old *lodging.Room,
	from date.Date) (lodging.Room, error) {
	same := booking.RoomRequest{RoomID: m.ToRoomID, Rate: &old.Rate, Adults: old.Adults, Children: old.Children}
	target, own, err := s.bookings.Joining(tx, sc, b, "toRoomId", same, from, old.To)
	if err != nil {
		return target, err
	}
	target.Position, target.CategoryID, target.Sold, target.Locked = old.Position, old.CategoryID, old.Sold, true
	var fields errs.Fields
	switch m.Price {
	case ListPrice:
		target.Rate = own
		target = target.Priced(from, old.To)
	default:
		target.Nights = slices.Clone(old.Nights[old.From.DaysUntil(from):])
		if m.Price == GivenRate {
			target.PriceNights(&fields, "rates", m.Rates)
		}
	}
	return target, fields.Err()
}

// LeaveRooms lets some of the rooms go while the booking stays open. Before the arrival it takes them off the booking:
// nothing is charged for them. In house, their nights not stayed are charged. Of a party whose other rooms have come, a
// room that never did is charged for the nights until now.
type LeaveRooms struct {
	RoomIDs []string
	Reason  string
}

func (l LeaveRooms) apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	if err := b.RequireOpen("no room can be checked out"); err != nil {
		return err
	}
	leaving, err := lodging.Chosen(b.Rooms.Current(), l.RoomIDs)
	if err != nil {
		return err
	}
	if len(leaving) == len(b.Rooms.Current()) {
		return errs.Conflict("These are the last rooms of booking %s: use checkout to end the stay.", b.Code)
	}
	if err := b.Rooms.RequireMovedIn(leaving, sc.Today(tx.Now)); err != nil {
		return err
	}
	left := lodging.Numbers(leaving)
	var expected, here []string
	for _, r := range leaving {
		if b.InHouse(r) {
			here = append(here, r.Name())
		} else {
			expected = append(expected, r.Name())
		}
	}
	if err := drop(tx, sc, b, expected); err != nil {
		return err
	}
	if err := l.leave(s, tx, sc, b, here); err != nil {
		return err
	}
	return b.Publish(tx, s.bus, sc, booking.Updated("checked out of "+strings.Join(left, ", "), roomsLeft.Of(b.ID,
		roomsLeftDetails{b.About(), left, lodging.Numbers(b.Rooms.Current()), l.Reason})))
}

func (l LeaveRooms) leave(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking, names []string) error {
	leaving, err := lodging.Chosen(b.Rooms.Current(), names)
	if err != nil || len(leaving) == 0 {
		return err
	}
	before := b.Rooms.Clone()
	if err := b.Leave(tx, sc, s.rooms, leaving); err != nil {
		return err
	}
	a, err := account.Of(tx, sc, b).Get()
	if err != nil {
		return err
	}
	return a.Leave(before)
}

// drop takes rooms off a booking whose parties have not arrived.
func drop(tx *db.Tx, sc scope.Scope, b *booking.Booking, names []string) error {
	leaving, err := lodging.Chosen(b.Rooms.Current(), names)
	if err != nil || len(leaving) == 0 {
		return err
	}
	rooms := b.Rooms.Clone()
	for _, r := range leaving {
		gone := &rooms[r.Position]
		gone.Released, gone.CheckedOutAt = lodging.Left, new(tx.Now.UnixMilli())
		end := gone.From
		if b.Status == booking.CheckedIn {
			end = max(gone.From, min(b.Today, gone.To)) // until now the room was kept for them
		}
		gone.To, gone.Nights = end, gone.Nights[:gone.From.DaysUntil(end)]
	}
	return rearrange(tx, sc, b, rooms, account.StayChanged)
}
