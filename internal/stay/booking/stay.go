package booking

import (
	"context"
	"fmt"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/lodging"
)

// ChangeStay changes dates, meal plan or notes. Dates can change while the booking is open, the arrival only
// until the guest has arrived (who came early can still begin earlier), and the departure not to a day before today once they have.
func (s *Service) ChangeStay(ctx context.Context, sc scope.Scope, bookingID string, in StayBody) (*Booking, error) {
	if in.MealPlan.Null {
		in.MealPlan.Value = defaultMealPlan
	}
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		checkIn, checkOut := b.CheckIn, b.CheckOut
		if in.CheckIn != "" {
			checkIn = in.CheckIn
		}
		if in.CheckOut != "" {
			checkOut = in.CheckOut
		}
		details := map[string]any{"change": "stay"}
		if checkIn != b.CheckIn || checkOut != b.CheckOut {
			if err := checkNewDates(b, checkIn, checkOut, today(tx, sc)); err != nil {
				return err
			}
			details["oldCheckIn"], details["oldCheckOut"], details["checkIn"], details["checkOut"] = b.CheckIn, b.CheckOut, checkIn, checkOut
			rooms, err := b.Rooms.Restay(b.CheckIn, checkIn, checkOut)
			if err != nil {
				return err
			}
			if err := s.requireInUse(tx, sc, rooms); err != nil {
				return err
			}
			if err := b.replaceRooms(tx, sc, rooms); err != nil {
				return err
			}
			b.CheckIn, b.CheckOut = checkIn, checkOut
			if err := followStay(tx, sc, b); err != nil {
				return err
			}
		}
		if plan := in.MealPlan.Or(b.MealPlan); plan != b.MealPlan {
			details["oldMealPlan"], details["mealPlan"] = b.MealPlan, plan
			b.MealPlan = plan
		}
		b.Notes = in.Notes.Or(b.Notes)
		return s.updated(tx, sc, b, fmt.Sprintf("stay from %s to %s", b.CheckIn, b.CheckOut), details)
	})
}

func checkNewDates(b *Booking, checkIn, checkOut, today date.Date) error {
	if err := b.requireOpen("its dates can't change any more"); err != nil {
		return err
	}
	var fields errs.Fields
	CheckStay(&fields, checkIn, checkOut)
	if early := today <= checkIn && checkIn < b.CheckIn; b.Status == CheckedIn && checkIn != b.CheckIn && !early {
		fields.Add("checkIn", "can't change after the guest has arrived, but to an earlier day from today (%s) on", today)
	}
	if b.Status == CheckedIn && checkOut != b.CheckOut && checkOut < today {
		fields.Add("checkOut", "must not be before today (%s) while the guest is in house", today)
	}
	return fields.Err()
}

// ExpectArrival notes when and how the guest means to arrive.
func (s *Service) ExpectArrival(ctx context.Context, sc scope.Scope, bookingID string, in ExpectBody) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		if err := b.requireOpen("its expected arrival can't change any more"); err != nil {
			return err
		}
		b.ExpectedArrival = in.ExpectedArrivalTime.Or(b.ExpectedArrival)
		b.TransportMode = in.TransportMode.Or(b.TransportMode)
		b.TransportDetails = in.TransportDetails.Or(b.TransportDetails)
		return s.updated(tx, sc, b, "expected arrival details changed",
			map[string]any{"change": "expected-arrival", "expectedArrivalTime": b.ExpectedArrival, "transportMode": b.TransportMode})
	})
}

// AddRoom adds a room from the check-in day, or from today when the guest is in house.
func (s *Service) AddRoom(ctx context.Context, sc scope.Scope, bookingID string, in RoomEntry) (*Booking, error) {
	rate, err := in.RatePerNight.NotNegative(sc.Currency)
	if err != nil {
		return nil, errs.InvalidField("ratePerNight", "%s", err)
	}
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		return s.join(tx, sc, b, lodging.Room{RoomID: in.RoomID, Rate: rate, Adults: in.Adults, Children: in.Children})
	})
}

// IncludeRoom makes a room part of the booking at its own rate, as AddRoom does; one that is part of it already stays as
// it is. NotFound when there is no such room.
func (s *Service) IncludeRoom(ctx context.Context, sc scope.Scope, bookingID, roomID string) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		known, err := s.rooms.LockShared(tx, sc, []string{roomID})
		if err != nil {
			return err
		}
		wanted, ok := known[roomID]
		switch {
		case !ok:
			return errs.NotFound("There is no such room.")
		case !b.closed() && b.Rooms.CurrentByID(roomID) != nil:
			return nil
		}
		return s.join(tx, sc, b, lodging.Room{RoomID: roomID, Rate: wanted.Rate, Adults: 1})
	})
}

// join adds a room to an open booking for the rest of its stay.
func (s *Service) join(tx *db.Tx, sc scope.Scope, b *Booking, added lodging.Room) error {
	if err := b.requireOpen("no room can be added"); err != nil {
		return err
	}
	added.From, added.To, added.Position = b.CheckIn, b.CheckOut, len(b.Rooms)
	if b.Status == CheckedIn {
		added.From = max(b.CheckIn, today(tx, sc))
	}
	if added.From >= b.CheckOut {
		return errs.Conflict("The stay of booking %s ends on %s: extend it before adding a room.", b.Code, b.CheckOut)
	}
	if err := s.describe(tx, sc, b, "roomId", &added); err != nil {
		return err
	}
	if err := b.replaceRooms(tx, sc, append(slices.Clone(b.Rooms), added)); err != nil {
		return err
	}
	if err := followStay(tx, sc, b); err != nil {
		return err
	}
	return s.updated(tx, sc, b, "room "+added.Number+" added", map[string]any{"change": "room-added", "room": added.Number, "from": added.From, "to": b.CheckOut})
}

// describe fills in the number and category of a room that joins the booking.
func (s *Service) describe(tx *db.Tx, sc scope.Scope, b *Booking, field string, joining *lodging.Room) error {
	known, err := s.rooms.LockShared(tx, sc, []string{joining.RoomID})
	if err != nil {
		return err
	}
	found, ok := known[joining.RoomID]
	switch {
	case !ok:
		return errs.InvalidField(field, "must be the id of one of the hotel's rooms")
	case !found.Active:
		return errs.InvalidField(field, "names room %s, which is not in use", found.Number)
	case b.Rooms.CurrentByID(found.ID) != nil:
		return errs.InvalidField(field, "names room %s, which is part of this booking already", found.Number)
	}
	joining.Number, joining.Type = found.Number, found.Category
	return nil
}

// MoveRoom moves the party of one room to another from a day of the stay on: by default from today for a guest in
// house, else for the whole stay. The price per night stays.
func (s *Service) MoveRoom(ctx context.Context, sc scope.Scope, bookingID string, in MoveBody) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		if err := b.requireOpen("its rooms can't change any more"); err != nil {
			return err
		}
		old := b.Rooms.CurrentByID(in.FromRoomID)
		if old == nil {
			return errs.InvalidField("fromRoomId", "must be the id of a room of this booking (it has %s)", roomNumbers(b))
		}
		from, err := moveDay(b, old, in.From, today(tx, sc))
		if err != nil {
			return err
		}
		target := *old
		target.RoomID, target.From = in.ToRoomID, from
		if err := s.describe(tx, sc, b, "toRoomId", &target); err != nil {
			return err
		}
		rooms := b.Rooms.Move(old.Position, target)
		number, dirty := old.Number, b.Status == CheckedIn && from <= today(tx, sc)
		if dirty { // before the nights, as blocks do it: they lock the room first
			if err := s.rooms.MarkDirty(tx, sc, []string{in.FromRoomID}); err != nil {
				return err
			}
		}
		if err := b.replaceRooms(tx, sc, rooms); err != nil {
			return err
		}
		if err := followStay(tx, sc, b); err != nil {
			return err
		}
		return s.updated(tx, sc, b, fmt.Sprintf("moved from room %s to room %s from %s", number, target.Number, from),
			map[string]any{"change": "room-moved", "fromRoom": number, "toRoom": target.Number, "from": from})
	})
}

func moveDay(b *Booking, old *lodging.Room, asked, today date.Date) (date.Date, error) {
	from := asked
	if from == "" {
		from = old.From
		if b.Status == CheckedIn {
			from = max(old.From, today)
		}
	} else if _, err := date.Parse(string(from)); err != nil {
		return "", errs.InvalidField("from", "%s", err)
	}
	switch {
	case from < old.From || from >= old.To:
		return "", errs.InvalidField("from", "must be a night of the stay in room %s, from %s to %s", old.Number, old.From, old.To.AddDays(-1))
	case b.Status == CheckedIn && from < today:
		return "", errs.InvalidField("from", "must not be before today (%s) while the guest is in house", today)
	}
	return from, nil
}

func roomNumbers(b *Booking) string {
	text := ""
	for i, r := range b.Rooms.Current() {
		if i > 0 {
			text += ", "
		}
		text += r.Number
	}
	return text
}

// UpdateGuest corrects the guest's details on this booking; identity goes to the guest's own record.
func (s *Service) UpdateGuest(ctx context.Context, sc scope.Scope, bookingID string, in UpdateGuestBody) error {
	if in.GuestName.Set && in.GuestName.Value == "" {
		return errs.InvalidField("guestName", "must not be empty")
	}
	if in.GuestPhone.Set && in.GuestPhone.Value == "" {
		return errs.InvalidField("guestPhone", "must not be empty")
	}
	if err := checkContact("guestEmail", in.GuestEmail.Value, "guestPhone", in.GuestPhone.Value); err != nil {
		return err
	}
	_, err := s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		changed := in.changed(b)
		b.GuestName = in.GuestName.Or(b.GuestName)
		b.GuestEmail = in.GuestEmail.Or(b.GuestEmail)
		b.GuestPhone = in.GuestPhone.Or(b.GuestPhone)
		if in.IDType.Set || in.IDNumber.Set {
			identify := func(g *guest.Guest, _ date.Date) error {
				return g.Identify(in.IDType.Or(g.IDType), in.IDNumber.Or(g.IDNumber.Masked()))
			}
			if _, err := s.guests.Change(tx, sc, b.GuestID, identify); err != nil {
				return err
			}
		}
		return s.updated(tx, sc, b, "guest details changed", map[string]any{"change": "guest-details", "guestName": b.GuestName, "changed": changed})
	})
	return err
}

// changed names the details that the request changes; of a document, those that it sends.
func (in UpdateGuestBody) changed(b *Booking) []string {
	names := []string{}
	for _, field := range []struct {
		name    string
		differs bool
	}{
		{"guestName", in.GuestName.Or(b.GuestName) != b.GuestName},
		{"guestEmail", in.GuestEmail.Or(b.GuestEmail) != b.GuestEmail},
		{"guestPhone", in.GuestPhone.Or(b.GuestPhone) != b.GuestPhone},
		{"idType", in.IDType.Set},
		{"idNumber", in.IDNumber.Set},
	} {
		if field.differs {
			names = append(names, field.name)
		}
	}
	return names
}

// ChangeGuest gives the booking to another guest and returns the previous and the new guest's name.
func (s *Service) ChangeGuest(ctx context.Context, sc scope.Scope, bookingID string, in ChangeGuestBody) (previous, current string, err error) {
	if err := checkContact("newGuestEmail", in.NewGuestEmail, "newGuestPhone", in.NewGuestPhone); err != nil {
		return "", "", err
	}
	_, err = s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		if err := b.requireOpen("its guest can't change any more"); err != nil {
			return err
		}
		previous, current = b.GuestName, in.NewGuestName
		b.GuestName, b.GuestPhone, b.GuestEmail = in.NewGuestName, in.NewGuestPhone, in.NewGuestEmail
		if err := s.giveGuest(tx, sc, b, "newGuestId", in.NewGuestID); err != nil {
			return err
		}
		return s.updated(tx, sc, b, fmt.Sprintf("guest changed from %s to %s", previous, current),
			map[string]any{"change": "guest", "previousGuest": previous, "newGuest": current, "guestId": b.GuestID})
	})
	return previous, current, err
}

// amountOr reads an optional amount of the request.
func amountOr(field string, given *money.Number, currency string, otherwise money.Amount) (money.Amount, error) {
	if given == nil {
		return otherwise, nil
	}
	amount, err := given.NotNegative(currency)
	if err != nil {
		return 0, errs.InvalidField(field, "%s", err)
	}
	return amount, nil
}
