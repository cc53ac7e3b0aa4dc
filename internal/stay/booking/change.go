package booking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/stay/lodging"
)

// What the nights cost that a change of the stay brings.
const (
	KeepPrice = "keep"  // the rate of the room's booking; in another room, what they cost before
	ListPrice = "list"  // the room's own rate
	GivenRate = "rates" // what the request asks for each
)

// StayChange is a change of rooms, nights or prices, that Make makes and Try only tries.
type StayChange interface {
	change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error
}

// Make changes a booking's stay.
func (s *Service) Make(ctx context.Context, sc scope.Scope, bookingID string, c StayChange) (*Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*Booking, error) { return s.MakeIn(tx, sc, bookingID, c) })
}

// MakeIn is Make inside the caller's transaction.
func (s *Service) MakeIn(tx *db.Tx, sc scope.Scope, bookingID string, c StayChange) (*Booking, error) {
	return Change(tx, sc, bookingID, func(b *Booking) (*Booking, error) { return b, c.change(s, tx, sc, b) })
}

// Trial is what a change would make of a booking. If it conflicts with something, the booking is as it is.
type Trial struct {
	Booking   *Booking
	Conflicts []string // sentences
}

var errTried = errors.New("only tried")

// Try tells what a change would make of a booking, and changes nothing.
func (s *Service) Try(ctx context.Context, sc scope.Scope, bookingID string, c StayChange) (Trial, error) {
	return try(ctx, s.db, sc, bookingID, func(tx *db.Tx) (*Booking, error) { return s.MakeIn(tx, sc, bookingID, c) })
}

// try does the operation on a booking, and rolls it back.
func try(ctx context.Context, d *db.DB, sc scope.Scope, bookingID string,
	operation func(tx *db.Tx) (*Booking, error)) (t Trial, err error) {
	err = d.Write(ctx, func(tx *db.Tx) error {
		was, err := Find(tx, sc, bookingID)
		if err != nil {
			return err
		}
		b, err := operation(tx)
		t = Trial{Booking: b}
		if errs.Is(err, errs.KindConflict) {
			t, err = Trial{was, []string{err.Error()}}, nil
		}
		return cmp.Or(err, errTried)
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return t, err
}

// NewStay gives an open booking other dates or details. A date that is "" stays as it is; nil leaves the details alone.
// The arrival can change only until the guest has arrived (one who came early can still begin earlier), and the
// departure not to a day before today from then on.
type NewStay struct {
	CheckIn, CheckOut date.Date
	Price             string         // of the nights that are new: KeepPrice, ListPrice or GivenRate
	Rates             []lodging.Rate // of every night that is not posted yet, if the price is GivenRate
	Edit              func(d *Details)
}

func (n NewStay) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	was, details := b.copy(), map[string]any{"change": "stay"}
	checkIn, checkOut := cmp.Or(n.CheckIn, b.CheckIn), cmp.Or(n.CheckOut, b.CheckOut)
	if b.DayUse() {
		checkIn = cmp.Or(n.CheckIn, checkOut)
		checkOut = cmp.Or(n.CheckOut, checkIn)
	}
	if checkIn != b.CheckIn || checkOut != b.CheckOut || n.Price == GivenRate {
		if err := n.redate(s, tx, sc, b, checkIn, checkOut); err != nil {
			return err
		}
		details["oldCheckIn"], details["oldCheckOut"] = was.CheckIn, was.CheckOut
		details["checkIn"], details["checkOut"] = checkIn, checkOut
		details["oldTotalAmount"], details["totalAmount"] = was.Total.Number(sc.Currency), b.Total.Number(sc.Currency)
	}
	if n.Edit != nil {
		n.Edit(&b.Details)
		b.Details = b.Details.completed()
	}
	if b.MealPlan != was.MealPlan {
		details["oldMealPlan"], details["mealPlan"] = was.MealPlan, b.MealPlan
	}
	if b.is(was) {
		return nil
	}
	return s.publish(tx, sc, b, updated(fmt.Sprintf("stay from %s to %s", b.CheckIn.Text(), b.CheckOut.Text()), details))
}

// redate gives an open booking other dates or prices.
func (n NewStay) redate(s *Service, tx *db.Tx, sc scope.Scope, b *Booking, checkIn, checkOut date.Date) error {
	if err := b.requireOpen("its dates can't change any more"); err != nil {
		return err
	}
	was, is := lodging.Dates{CheckIn: b.CheckIn, CheckOut: b.CheckOut}, lodging.Dates{CheckIn: checkIn, CheckOut: checkOut}
	if err := was.CheckChange(is, b.Status == CheckedIn, sc.Today(tx.Now)); err != nil {
		return err
	}
	rooms, err := b.Rooms.Restay(b.CheckIn, checkIn, checkOut)
	if err != nil {
		return err
	}
	known, err := inUse(tx, sc, s.rooms, b, rooms)
	if err != nil {
		return err
	}
	var fields errs.Fields
	switch n.Price {
	case ListPrice:
		for _, r := range rooms.Current() {
			if !r.Assigned() {
				continue // it has no rate but that of its booking
			}
			r.PriceNew(b.Rooms[r.Position], known[r.RoomID].Rate)
		}
	case GivenRate:
		rooms.PriceNights(&fields, "rates", n.Rates)
	}
	if err := fields.Err(); err != nil {
		return err
	}
	b.CheckIn, b.CheckOut = checkIn, checkOut
	return b.rearrange(tx, sc, rooms, stayChanged)
}

// NewRoom adds a room from the check-in day, or from today when the guest is in house.
type NewRoom struct {
	RoomRequest
	Force bool // although somebody is still in it
}

func (n NewRoom) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	if err := b.requireOpen("no room can be added"); err != nil {
		return err
	}
	from := b.CheckIn
	if b.Status == CheckedIn {
		from = max(b.CheckIn, sc.Today(tx.Now))
	}
	if from >= b.CheckOut && !(b.DayUse() && from == b.CheckIn) {
		return errs.Conflict("The stay of booking %s ends on %s: extend it before adding a room.", b.Code, b.CheckOut.Text())
	}
	asked, err := n.redeemed(s, tx, sc, b, from)
	if err != nil {
		return err
	}
	added, _, err := s.joining(tx, sc, b, "roomId", asked, from, b.CheckOut)
	if err != nil {
		return err
	}
	added.Position = len(b.Rooms)
	if err := b.give(tx, sc, append(b.Rooms.Clone(), added), added.RoomID, n.Force); err != nil {
		return err
	}
	if err := s.hooks.SellServices(tx, sc, b, asked.services); err != nil {
		return err
	}
	return s.publish(tx, sc, b, updated("room "+cmp.Or(added.Number, "not assigned yet")+" added",
		map[string]any{"change": "room-added", "room": added.Number, "from": added.From, "to": b.CheckOut}))
}

// IncludeRoom makes a room part of the booking at its own rate, as NewRoom does; one that is part of it already stays
// as it is. NotFound when there is no such room.
func (s *Service) IncludeRoom(ctx context.Context, sc scope.Scope, bookingID, roomID string) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		known, err := b.lockRooms(tx, sc, s.rooms, []string{roomID})
		if err != nil {
			return err
		}
		if _, ok := known[roomID]; !ok {
			return errs.NotFound("There is no such room.")
		}
		if !b.closed() && b.Rooms.CurrentByID(roomID) != nil {
			return nil
		}
		return NewRoom{RoomRequest: RoomRequest{RoomID: roomID, Adults: 1}}.change(s, tx, sc, b)
	})
}

// joining is the room that joins the booking for the nights [from, to), and the room's own rate. Invalid names it by
// the field.
func (s *Service) joining(tx *db.Tx, sc scope.Scope, b *Booking, field string, r RoomRequest,
	from, to date.Date) (joins lodging.Room, own money.Amount, err error) {
	var fields errs.Fields
	if err := s.checkCategory(tx, sc, &fields, r); err != nil || len(fields) > 0 {
		return joins, 0, cmp.Or(err, fields.Err())
	}
	if r.anyRoom() {
		joins = r.room(&fields, room.Room{}, 0, from, to)
		return joins, 0, fields.Err()
	}
	known, err := b.lockRooms(tx, sc, s.rooms, []string{r.RoomID})
	if err != nil {
		return joins, 0, err
	}
	found, ok := known[r.RoomID]
	problem := unusable(found, ok)
	if problem == "" && b.Rooms.CurrentByID(found.ID) != nil {
		problem = fmt.Sprintf("names room %s, which is part of this booking already", found.Number)
	}
	if problem != "" {
		return joins, 0, errs.InvalidField(field, "%s", problem)
	}
	joins = r.room(&fields, found, 0, from, to)
	return joins, found.Rate, fields.Err()
}

// Move takes the party of one room to another.
type Move struct {
	FromRoomID, ToRoomID string
	// From is the first night in the new room; "" is today for a guest in house, else the whole stay.
	From  date.Date
	Price string         // of the nights there: KeepPrice, ListPrice or GivenRate
	Rates []lodging.Rate // of every night there that is not posted yet, if the price is GivenRate
	Force bool           // although somebody is still in it
}

func (m Move) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	if err := b.requireOpen("its rooms can't change any more"); err != nil {
		return err
	}
	old := b.Rooms.CurrentByID(m.FromRoomID)
	if old == nil {
		return errs.InvalidField("fromRoomId", "must be the id of a room of this booking (it has %s)", b.roomNumbers())
	}
	from, err := old.MoveDay(m.From, sc.Today(tx.Now), b.Status == CheckedIn)
	if err != nil {
		return err
	}
	target, err := m.target(s, tx, sc, b, old, from)
	if err != nil {
		return err
	}
	number, rooms := old.Number, b.Rooms.Move(old.Position, target)
	if b.Status == CheckedIn && from <= sc.Today(tx.Now) { // before the nights, as blocks do it: they lock the room first
		if err := b.markDirty(tx, sc, s.rooms, []string{m.FromRoomID}); err != nil {
			return err
		}
	}
	if err := b.give(tx, sc, rooms, m.ToRoomID, m.Force); err != nil {
		return err
	}
	return s.publish(tx, sc, b, updated(
		fmt.Sprintf("moved from room %s to room %s from %s", number, target.Number, from.Text()),
		map[string]any{"change": "room-moved", "fromRoom": number, "toRoom": target.Number, "from": from}))
}

// target is the new room with its nights.
func (m Move) target(s *Service, tx *db.Tx, sc scope.Scope, b *Booking, old *lodging.Room,
	from date.Date) (lodging.Room, error) {
	same := RoomRequest{RoomID: m.ToRoomID, Rate: &old.Rate, Adults: old.Adults, Children: old.Children}
	target, own, err := s.joining(tx, sc, b, "toRoomId", same, from, old.To)
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

// NightPrices changes what nights of the stay cost, also those that are posted.
type NightPrices struct {
	Rates  []lodging.Rate
	Reason string
}

func (n NightPrices) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	if b.Status == Cancelled {
		return errs.Conflict("Booking %s is cancelled: its nights can't change any more.", b.Code)
	}
	was, rooms := b.copy(), b.Rooms.Clone()
	var fields errs.Fields
	if rooms.Reprice(&fields, n.Rates); len(fields) > 0 {
		return fields.Err()
	}
	if err := b.rearrange(tx, sc, rooms, n.Reason); err != nil || b.is(was) {
		return err
	}
	return s.publish(tx, sc, b, updated("prices of nights changed", map[string]any{"change": "nights",
		"reason": n.Reason, "nights": was.Rooms.Repriced(b.Rooms, sc.Currency),
		"oldTotalAmount": was.Total.Number(sc.Currency), "totalAmount": b.Total.Number(sc.Currency)}))
}

// RoomCharge raises what nights cost, such as for an extra bed or a better room, or below zero lowers it: an allowance
// on the room. Tax and figures follow the new price.
type RoomCharge struct {
	RoomID      string    // "": all rooms
	Day         date.Date // the night; "": all that no invoice has
	Amount      money.Amount
	Description string
}

// ChargeRooms makes the charge. Invalid names bad values as date, roomId and unitPrice.
func (b *Booking) ChargeRooms(tx *db.Tx, sc scope.Scope, c RoomCharge) error {
	f, err := askFolio(tx, sc, b).open()
	if err != nil {
		return err
	}
	rooms, nights := b.Rooms.Clone(), f.reconciliation().Adjustable(c.RoomID, c.Day)
	var price money.Amount
	for _, n := range nights {
		price += n.Price
	}
	switch {
	case len(nights) == 0 && c.RoomID != "" && b.Rooms.CurrentByID(c.RoomID) == nil:
		return errs.InvalidField("roomId", "must be the id of a room of this booking (it has %s)", b.roomNumbers())
	case len(nights) == 0:
		return errs.InvalidField("date", "must be a night of the stay that is on no invoice")
	case price+c.Amount < 0:
		return errs.InvalidField("unitPrice", "must not take off more than the nights cost, %s", price.Number(sc.Currency))
	}
	rooms.Adjust(c.Amount, nights, c.Description)
	return b.rearrange(tx, sc, rooms, c.Description)
}

// rearrange gives a booking that is not cancelled other rooms, nights or prices, and the total that they make, and
// brings the folio in line.
func (b *Booking) rearrange(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms, why string) error {
	for i := range rooms {
		rooms[i].Position = i
	}
	if err := rooms.Check(b.Rooms); err != nil {
		return err
	}
	if err := b.exchange(tx, sc, b.Rooms, rooms); err != nil {
		return err
	}
	f, err := askFolio(tx, sc, b).open()
	if err != nil {
		return err
	}
	before := b.Rooms
	b.Rooms = rooms
	if err := b.terms().FollowBilled(before, f.lines); err != nil {
		return err
	}
	if rooms.TooDear() {
		return errs.Conflict("This would make the booking cost more than an amount can be.")
	}
	b.Total = rooms.Price()
	if err := saveRooms(tx, sc, b); err != nil {
		return err
	}
	if err := f.post(tx, sc, f.reconciliation().UpTo(b.postedUntil(tx, sc)), why); err != nil {
		return err
	}
	return f.transfer(tx, sc, b.terms().AbsorbChange(before, f.lines))
}
