package rooming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/allotment"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/change"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/group"
	"sarai/internal/stay/lodging"
)

// Member is a booking of a group, with why something can't be done with it; nil: it is done.
type Member struct {
	*booking.Booking
	Problem error
}

// members are the group's bookings with these ids, or without ids those that fit. Invalid names one that isn't its.
func members(tx *db.Tx, sc scope.Scope, groupID string, ids []string, fits func(b *booking.Booking) bool) (
	[]*booking.Booking, error) {
	if _, err := group.Find(tx, sc, groupID); err != nil {
		return nil, err
	}
	all, err := booking.OfGroup(tx, sc, groupID).Get()
	if err != nil || len(ids) == 0 {
		return slices.DeleteFunc(all, func(b *booking.Booking) bool { return !fits(b) }), err
	}
	var chosen []*booking.Booking
	for i, id := range ids {
		at := slices.IndexFunc(all, func(b *booking.Booking) bool { return b.ID == id })
		if at < 0 || slices.Contains(ids[:i], id) {
			return nil, errs.InvalidField(fmt.Sprintf("bookingIds[%d]", i), "must be a booking of this group, and be there once")
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

func (s *Service) members(ctx context.Context, sc scope.Scope, groupID string, ids []string,
	fits func(b *booking.Booking) bool) ([]*booking.Booking, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]*booking.Booking, error) { return members(tx, sc, groupID, ids, fits) })
}

// Arrive checks bookings of the group in, all or none; without ids, all whose stay has begun.
func (s *Service) Arrive(ctx context.Context, sc scope.Scope, groupID string, ids []string, force bool) (
	list []Member, warnings []errs.Warning, err error) {
	found, err := s.members(ctx, sc, groupID, ids, hasBegun)
	if err != nil || len(found) == 0 {
		return nil, nil, err
	}
	var arriving []string
	for _, b := range found {
		arriving = append(arriving, b.ID)
	}
	arrived, err := s.desk.ArriveAll(ctx, sc, arriving, desk.Arrival{Force: force})
	if err != nil {
		return nil, nil, err
	}
	for _, a := range arrived {
		list, warnings = append(list, Member{Booking: a.Booking}), append(warnings, a.Warnings...)
	}
	return list, warnings, nil
}

// ArriveEach checks bookings of the group in: all together or, if some can't, one after the other. Without ids, all
// whose stay has begun.
func (s *Service) ArriveEach(ctx context.Context, sc scope.Scope, groupID string, ids []string, force bool) (
	list []Member, warnings []errs.Warning, err error) {
	list, warnings, err = s.Arrive(ctx, sc, groupID, ids, force)
	if !errs.Is(err, errs.KindInvalid) && !errs.Is(err, errs.KindConflict) {
		return list, warnings, err
	}
	found, err := s.members(ctx, sc, groupID, ids, hasBegun)
	if err != nil {
		return nil, nil, err
	}
	list, err = eachOf(found, func(b *booking.Booking) (*booking.Booking, error) {
		arrived, err := s.desk.ArriveAll(ctx, sc, []string{b.ID}, desk.Arrival{Force: force})
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, arrived[0].Warnings...)
		return arrived[0].Booking, nil
	})
	return list, warnings, err
}

// hasBegun tells whether the guests of a booking are to come today, or were to come before.
func hasBegun(b *booking.Booking) bool { return b.Status == booking.Confirmed && b.CheckIn <= b.Today }

// Leave checks bookings of the group out, one after the other; without ids, all that are in house.
func (s *Service) Leave(ctx context.Context, sc scope.Scope, groupID string, ids []string, force bool) ([]Member,
	error) {
	found, err := s.members(ctx, sc, groupID, ids, func(b *booking.Booking) bool {
		return b.Status == booking.CheckedIn
	})
	if err != nil {
		return nil, err
	}
	return eachOf(found, func(b *booking.Booking) (*booking.Booking, error) {
		left, err := s.desk.CheckOut(ctx, sc, b.ID, desk.Departure{Force: force})
		return left.Booking, err
	})
}

// eachOf does something with one booking after the other. What is refused is noted, and the next follows.
func eachOf(found []*booking.Booking, do func(b *booking.Booking) (*booking.Booking, error)) (list []Member,
	err error) {
	for _, b := range found {
		after, err := do(b)
		switch {
		case err == nil:
			list = append(list, Member{after, nil})
		case errs.Is(err, errs.KindInvalid) || errs.Is(err, errs.KindConflict):
			list = append(list, Member{b, err})
		default:
			return list, err
		}
	}
	return list, nil
}

// Cancel cancels the group and, if asked, its bookings whose guests have not arrived.
func (s *Service) Cancel(ctx context.Context, sc scope.Scope, groupID, reason string, bookings bool) (g group.Group,
	list []Member, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) (err error) {
		if g, err = group.Find(tx, sc, groupID); err != nil || g.Status == group.Cancelled && bookings {
			return err
		}
		g, err = s.groups.CancelIn(tx, sc, groupID, reason)
		return err
	})
	if err != nil || !bookings {
		return g, nil, err
	}
	sc.Expected = 0 // that was the group's; bookings have versions of their own
	found, err := s.members(ctx, sc, groupID, nil, func(b *booking.Booking) bool { return b.Status == booking.Confirmed })
	if err != nil {
		return g, nil, err
	}
	list, err = eachOf(found, func(b *booking.Booking) (*booking.Booking, error) {
		return s.desk.Cancel(ctx, sc, b.ID, desk.Cancellation{Reason: cmp.Or(reason, "The group "+g.Code+" is cancelled")})
	})
	return g, list, err
}

// CancelBookings cancels bookings of the group, one after the other; without ids, all whose guests have not arrived.
func (s *Service) CancelBookings(ctx context.Context, sc scope.Scope, groupID string, ids []string, reason string) (
	[]Member, error) {
	found, err := s.members(ctx, sc, groupID, ids, func(b *booking.Booking) bool { return b.Status == booking.Confirmed })
	if err != nil {
		return nil, err
	}
	return eachOf(found, func(b *booking.Booking) (*booking.Booking, error) {
		return s.desk.Cancel(ctx, sc, b.ID, desk.Cancellation{Reason: reason})
	})
}

// Edit is what is to be changed of several bookings. What is "" or nil stays as it is.
type Edit struct {
	CheckIn, CheckOut date.Date
	CategoryID        string // at the group's rates there, or else the category's
	Notes, Requests   *string
}

// Change changes bookings of the group, one after the other; without ids, all that are open.
func (s *Service) Change(ctx context.Context, sc scope.Scope, groupID string, ids []string, e Edit) ([]Member, error) {
	if e == (Edit{}) {
		return nil, errs.InvalidField("checkIn", "must be given, or checkOut, categoryId, notes or specialRequests")
	}
	var fields errs.Fields
	date.CheckDay(&fields, "checkIn", e.CheckIn)
	date.CheckDay(&fields, "checkOut", e.CheckOut)
	if err := fields.Err(); err != nil {
		return nil, err
	}
	found, err := s.members(ctx, sc, groupID, ids, func(b *booking.Booking) bool { return !b.Closed() })
	if err != nil {
		return nil, err
	}
	price, err := s.prices(ctx, sc, groupID, e.CategoryID)
	if err != nil {
		return nil, err
	}
	return eachOf(found, func(b *booking.Booking) (*booking.Booking, error) {
		return db.Write(ctx, s.db, func(tx *db.Tx) (*booking.Booking, error) { return s.edit(tx, sc, b.ID, e, price) })
	})
}

func (s *Service) edit(tx *db.Tx, sc scope.Scope, bookingID string, e Edit,
	price func(from, to date.Date) []lodging.Rate) (*booking.Booking, error) {
	if err := lockCategories(tx, sc, bookingID, e.CategoryID); err != nil {
		return nil, err
	}
	b, err := s.changes.MakeIn(tx, sc, bookingID, change.NewStay{CheckIn: e.CheckIn, CheckOut: e.CheckOut,
		Price: change.KeepPrice, Edit: func(d *booking.Details) {
			if e.Notes != nil {
				d.Notes = *e.Notes
			}
			if e.Requests != nil {
				d.SpecialRequests = *e.Requests
			}
		}})
	if err != nil || e.CategoryID == "" {
		return b, err
	}
	return s.changes.MakeIn(tx, sc, bookingID, change.NewCategory{CategoryID: e.CategoryID,
		Rates: price(b.CheckIn, b.CheckOut)})
}

// lockCategories locks the booking and, before its nights, the categories that it changes between.
func lockCategories(tx *db.Tx, sc scope.Scope, bookingID, categoryID string) error {
	b, err := booking.Lock(tx, sc, bookingID).Get()
	if err != nil || categoryID == "" {
		return err
	}
	categories := []string{categoryID}
	for _, r := range b.Rooms.Current() {
		if r.CategoryID != "" {
			categories = append(categories, r.CategoryID)
		}
	}
	return allotment.Lock(tx, sc, categories)
}

// prices tells what the nights cost a group's booking of the category. Invalid names one that isn't the hotel's.
func (s *Service) prices(ctx context.Context, sc scope.Scope, groupID, categoryID string) (
	func(from, to date.Date) []lodging.Rate, error) {
	if categoryID == "" {
		return nil, nil
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (func(from, to date.Date) []lodging.Rate, error) {
		c, err := s.rooms.FindCategory(tx, sc, "categoryId", categoryID)
		if err != nil {
			return nil, err
		}
		rates, err := group.Rates(tx, sc, groupID)
		return func(from, to date.Date) []lodging.Rate { return priced(rates, c, from, to) }, err
	})
}

// given is a room of a booking with the room of the hotel that it is to have; without one, none is free.
type given struct {
	wish
	room room.Room
}

// Assign gives the group's bookings that have not arrived rooms of their categories, near each other. With dry it only
// tells which.
func (s *Service) Assign(ctx context.Context, sc scope.Scope, groupID string, ids []string, dry bool) (list []given,
	err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if list, err = s.choose(tx, sc, groupID, ids); err != nil {
			return err
		}
		if dry {
			return errTried
		}
		for _, g := range list {
			if g.room.ID == "" {
				continue
			}
			give := change.Assign{EntryID: g.entryID, RoomID: g.room.ID}
			if _, err := s.changes.MakeIn(tx, sc, g.bookingID, give); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return list, err
}

// choose locks the bookings, in the order of their ids, and finds rooms for those that have none.
func (s *Service) choose(tx *db.Tx, sc scope.Scope, groupID string, ids []string) ([]given, error) {
	found, err := members(tx, sc, groupID, ids, func(b *booking.Booking) bool { return b.Status == booking.Confirmed })
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b *booking.Booking) int { return cmp.Compare(a.ID, b.ID) })
	var wishes []wish
	has := map[string]bool{} // rooms
	for _, one := range found {
		b, err := booking.Lock(tx, sc, one.ID).Get()
		if err != nil {
			return nil, err
		}
		if b.Status != booking.Confirmed {
			continue
		}
		for _, r := range b.Rooms.Current() {
			if has[r.RoomID] = r.Assigned(); !r.Assigned() && r.From < r.To {
				wishes = append(wishes, wish{b.ID, b.Code, b.GuestName, r.EntryID, r.CategoryID, r.From, r.To})
			}
		}
	}
	if len(wishes) == 0 {
		return nil, nil
	}
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return nil, err
	}
	taken, err := takenIn(tx, sc, wishes)
	if err != nil {
		return nil, err
	}
	floors := map[string]bool{}
	for _, r := range rooms {
		if has[r.ID] {
			floors[r.Floor] = true
		}
	}
	return near(wishes, rooms, taken, floors), nil
}

// takenIn are the nights of the wishes that somebody has for good, or is in: all but what is kept in some room.
func takenIn(tx *db.Tx, sc scope.Scope, wishes []wish) (taken, error) {
	from, to := wishes[0].from, wishes[0].to
	for _, w := range wishes {
		from, to = min(from, w.from), max(to, w.to)
	}
	held, err := inventory.Held(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	others := taken{}
	for _, n := range held {
		if n.Kind != inventory.Unassigned && n.Kind != inventory.Allotment {
			others.add(n.RoomID, n.Night)
		}
	}
	inHouse, err := booking.RoomsInHouse(tx, sc, "").Get()
	for roomID := range inHouse {
		others.add(roomID, sc.Today(tx.Now))
	}
	return others, err
}
