package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/lodging"
)

// ChangeStay changes dates or details. Dates can change while the booking is open, the arrival only until the
// guest has arrived (one who came early can still begin earlier), and the departure not to a day before today from then
// on.
func (s *Service) ChangeStay(ctx context.Context, sc scope.Scope, bookingID string, c StayChange) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		was, details := b.copy(), map[string]any{"change": "stay"}
		checkIn, checkOut := cmp.Or(c.CheckIn, b.CheckIn), cmp.Or(c.CheckOut, b.CheckOut)
		if checkIn != b.CheckIn || checkOut != b.CheckOut {
			details["oldCheckIn"], details["oldCheckOut"] = b.CheckIn, b.CheckOut
			details["checkIn"], details["checkOut"] = checkIn, checkOut
			if err := s.redate(tx, sc, b, checkIn, checkOut); err != nil {
				return err
			}
		}
		if c.Edit != nil {
			c.Edit(&b.Details)
			b.Details = b.Details.completed()
		}
		if b.MealPlan != was.MealPlan {
			details["oldMealPlan"], details["mealPlan"] = was.MealPlan, b.MealPlan
		}
		if b.is(was) {
			return nil
		}
		return s.publish(tx, sc, b, updated(fmt.Sprintf("stay from %s to %s", b.CheckIn, b.CheckOut), details))
	})
}

// redate gives an open booking other dates.
func (s *Service) redate(tx *db.Tx, sc scope.Scope, b *Booking, checkIn, checkOut date.Date) error {
	if err := b.checkNewDates(checkIn, checkOut, sc.Today(tx.Now)); err != nil {
		return err
	}
	rooms, err := b.Rooms.Restay(b.CheckIn, checkIn, checkOut)
	if err != nil {
		return err
	}
	if err := requireInUse(tx, sc, s.rooms, rooms); err != nil {
		return err
	}
	if err := b.replaceRooms(tx, sc, rooms); err != nil {
		return err
	}
	b.CheckIn, b.CheckOut = checkIn, checkOut
	return followStay(tx, sc, b)
}

// PlanArrival notes when and how the guest means to arrive.
func (s *Service) PlanArrival(ctx context.Context, sc scope.Scope, bookingID string, p ArrivalPlan) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		if err := b.requireOpen("its expected arrival can't change any more"); err != nil {
			return err
		}
		was := b.copy()
		set(&b.ExpectedArrival, p.Time)
		set(&b.TransportMode, p.TransportMode)
		set(&b.TransportDetails, p.TransportDetails)
		if b.is(was) {
			return nil
		}
		return s.publish(tx, sc, b, updated("expected arrival details changed", map[string]any{
			"change": "expected-arrival", "expectedArrivalTime": b.ExpectedArrival, "transportMode": b.TransportMode}))
	})
}

func set(field, given *string) {
	if given != nil {
		*field = *given
	}
}

// AddRoom adds a room from the check-in day, or from today when the guest is in house.
func (s *Service) AddRoom(ctx context.Context, sc scope.Scope, bookingID string, r RoomRequest) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error { return s.addRoom(tx, sc, b, r) })
}

// IncludeRoom makes a room part of the booking at its own rate, as AddRoom does; one that is part of it already stays
// as it is. NotFound when there is no such room.
func (s *Service) IncludeRoom(ctx context.Context, sc scope.Scope, bookingID, roomID string) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		known, err := s.rooms.LockShared(tx, sc, []string{roomID})
		if err != nil {
			return err
		}
		if _, ok := known[roomID]; !ok {
			return errs.NotFound("There is no such room.")
		}
		if !b.closed() && b.Rooms.CurrentByID(roomID) != nil {
			return nil
		}
		return s.addRoom(tx, sc, b, RoomRequest{RoomID: roomID, Adults: 1})
	})
}

// addRoom adds a room to an open booking for the rest of its stay.
func (s *Service) addRoom(tx *db.Tx, sc scope.Scope, b *Booking, r RoomRequest) error {
	if err := b.requireOpen("no room can be added"); err != nil {
		return err
	}
	from := b.CheckIn
	if b.Status == CheckedIn {
		from = max(b.CheckIn, sc.Today(tx.Now))
	}
	if from >= b.CheckOut {
		return errs.Conflict("The stay of booking %s ends on %s: extend it before adding a room.", b.Code, b.CheckOut)
	}
	added, err := s.joining(tx, sc, b, "roomId", r, from)
	if err != nil {
		return err
	}
	if err := b.replaceRooms(tx, sc, append(slices.Clone(b.Rooms), added)); err != nil {
		return err
	}
	if err := followStay(tx, sc, b); err != nil {
		return err
	}
	return s.publish(tx, sc, b, updated("room "+added.Number+" added",
		map[string]any{"change": "room-added", "room": added.Number, "from": added.From, "to": b.CheckOut}))
}

// joining is the room that joins the booking from a day on. Invalid names it by the field.
func (s *Service) joining(tx *db.Tx, sc scope.Scope, b *Booking, field string, r RoomRequest,
	from date.Date) (lodging.Room, error) {
	known, err := s.rooms.LockShared(tx, sc, []string{r.RoomID})
	if err != nil {
		return lodging.Room{}, err
	}
	found, ok := known[r.RoomID]
	problem := unusable(found, ok)
	if problem == "" && b.Rooms.CurrentByID(found.ID) != nil {
		problem = fmt.Sprintf("names room %s, which is part of this booking already", found.Number)
	}
	if problem != "" {
		return lodging.Room{}, errs.InvalidField(field, "%s", problem)
	}
	return r.room(found, len(b.Rooms), from, b.CheckOut), nil
}

// MoveRoom moves the party of one room to another from a day of the stay on. The price per night stays.
func (s *Service) MoveRoom(ctx context.Context, sc scope.Scope, bookingID string, m Move) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
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
		same := RoomRequest{RoomID: m.ToRoomID, Rate: &old.Rate, Adults: old.Adults, Children: old.Children}
		target, err := s.joining(tx, sc, b, "toRoomId", same, from)
		if err != nil {
			return err
		}
		target.Position, target.To = old.Position, old.To
		number, rooms := old.Number, b.Rooms.Move(old.Position, target)
		if b.Status == CheckedIn && from <= sc.Today(tx.Now) { // before the nights, as blocks do it: they lock the room first
			if err := s.rooms.MarkDirty(tx, sc, []string{m.FromRoomID}); err != nil {
				return err
			}
		}
		if err := b.replaceRooms(tx, sc, rooms); err != nil {
			return err
		}
		if err := followStay(tx, sc, b); err != nil {
			return err
		}
		return s.publish(tx, sc, b, updated(
			fmt.Sprintf("moved from room %s to room %s from %s", number, target.Number, from),
			map[string]any{"change": "room-moved", "fromRoom": number, "toRoom": target.Number, "from": from}))
	})
}

// UpdateGuest corrects the guest's details on this booking; the document goes to the guest's own record only. When no
// later booking is the guest's, name, e-mail and phone go to that record too; UpdateGuest tells whether they changed
// it.
func (s *Service) UpdateGuest(ctx context.Context, sc scope.Scope, bookingID string, d GuestDetails) (bool, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (bool, error) {
		return Change(tx, sc, bookingID, func(b *Booking) (recorded bool, err error) {
			was := b.copy()
			set(&b.GuestName, d.Name)
			set(&b.GuestEmail, d.Email)
			set(&b.GuestPhone, d.Phone)
			before, after, err := s.correctGuest(tx, sc, b, d)
			if err != nil {
				return false, err
			}
			recorded = before.Name != after.Name || before.Email != after.Email || before.Phone != after.Phone
			changed := changedDetails(was, *b, before, after)
			if len(changed) == 0 {
				return recorded, nil
			}
			return recorded, s.publish(tx, sc, b, updated("guest details changed",
				map[string]any{"change": "guest-details", "guestName": b.GuestName, "changed": changed}))
		})
	})
}

// correctGuest corrects the guest's own record, as far as it follows this booking, and returns it before and after.
func (s *Service) correctGuest(tx *db.Tx, sc scope.Scope, b *Booking,
	d GuestDetails) (before, after guest.Guest, err error) {
	latest, err := isLatest(tx, sc, b)
	if err != nil {
		return before, after, err
	}
	after, err = s.guests.Change(tx, sc, b.GuestID, func(g *guest.Guest, _ date.Date) error {
		before = *g
		if latest {
			set(&g.Name, d.Name)
			set(&g.Email, d.Email)
			set(&g.Phone, d.Phone)
		}
		if d.IDType == nil && d.IDNumber == nil {
			return nil
		}
		idType, number := g.IDType, g.IDNumber.Masked()
		set(&idType, d.IDType)
		set(&number, d.IDNumber)
		return g.Identify(idType, number)
	})
	return before, after, err
}

// changedDetails names what differs on the booking, and of the document in the guest's record.
func changedDetails(was, is Booking, before, after guest.Guest) []string {
	var names []string
	add := func(name string, differs bool) {
		if differs {
			names = append(names, name)
		}
	}
	add("guestName", was.GuestName != is.GuestName)
	add("guestEmail", was.GuestEmail != is.GuestEmail)
	add("guestPhone", was.GuestPhone != is.GuestPhone)
	add("idType", before.IDType != after.IDType)
	add("idNumber", before.IDNumber != after.IDNumber)
	return names
}

// GuestChange names the guests of ChangeGuest.
type GuestChange struct {
	Previous, Current string
	Version           int64 // the booking's
}

// ChangeGuest gives the booking to another guest. Invalid names bad values by the fields of the bookings' API.
func (s *Service) ChangeGuest(ctx context.Context, sc scope.Scope, bookingID string, g NewGuest) (GuestChange, error) {
	var fields errs.Fields
	contact.CheckEmail(&fields, "newGuestEmail", g.Email)
	contact.CheckPhone(&fields, "newGuestPhone", g.Phone)
	if err := fields.Err(); err != nil {
		return GuestChange{}, err
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (GuestChange, error) {
		return Change(tx, sc, bookingID, func(b *Booking) (GuestChange, error) {
			was, change := b.copy(), GuestChange{b.GuestName, g.Name, b.Version}
			if err := b.requireOpen("its guest can't change any more"); err != nil {
				return change, err
			}
			b.GuestName, b.GuestPhone, b.GuestEmail = g.Name, g.Phone, g.Email
			if err := s.giveTo(tx, sc, b, "newGuestId", g.GuestID); err != nil || b.is(was) {
				return change, err
			}
			return change, s.publish(tx, sc, b, updated(fmt.Sprintf("guest changed from %s to %s", was.GuestName, g.Name),
				map[string]any{"change": "guest", "previousGuest": was.GuestName, "newGuest": g.Name, "guestId": b.GuestID}))
		})
	})
}
