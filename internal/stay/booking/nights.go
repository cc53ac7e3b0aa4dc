package booking

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/allotment"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/stay/lodging"
)

// Take holds the nights of a booking that has none: those of its rooms, and for each room that isn't assigned those of
// some room of its category. A group's booking picks them up from the group's block, as far as they are in it.
func (b *Booking) Take(tx *db.Tx, sc scope.Scope) db.Later[int] {
	if err := b.pickUp(tx, sc, nil, b.Rooms); err != nil {
		return db.Known(0, err)
	}
	nights := inventory.Hold(tx, sc, inventory.Booking, b.ID, stays(b.Rooms))
	return db.Then(nights, func(held int) (int, error) { return held, b.keep(tx, sc, b.Rooms) })
}

// pickUp locks the categories that the booking has rooms of, and takes from its group's block what now has beyond
// before.
func (b *Booking) pickUp(tx *db.Tx, sc scope.Scope, before, now lodging.Rooms) error {
	was, is := picked(before), picked(now)
	if b.GroupID == "" || b.pickedUp || len(is.Beyond(was)) == 0 && len(was.Beyond(is)) == 0 {
		return inventory.LockCategories(tx, sc, entries(now))
	}
	if err := allotment.Lock(tx, sc, slices.Concat(was.Categories(), is.Categories())); err != nil {
		return err
	}
	return allotment.PickUp(tx, sc, b.GroupID, is.Beyond(was))
}

// giveBack gives the group's block what before had beyond now, as far as it isn't released. The booking has released
// these nights.
func (b *Booking) giveBack(tx *db.Tx, sc scope.Scope, before, now lodging.Rooms) error {
	if b.GroupID == "" {
		return nil
	}
	_, err := allotment.GiveBack(tx, sc, b.GroupID, picked(before).Beyond(picked(now)))
	return err
}

// picked are the rooms that the booking counts for in its group's block, by what was booked: also those that it has in
// another category.
func picked(rooms lodging.Rooms) allotment.Rooms {
	list := allotment.Rooms{}
	for _, r := range rooms {
		if r.CategoryID != "" {
			list.Add(r.CategoryID, r.From, r.To, 1)
		}
	}
	return list
}

// keep keeps the nights of the rooms that are not assigned. Conflict if a category has no room free, unless the booking
// is overbooked, or may be.
func (b *Booking) keep(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms) error {
	wanted := entries(rooms)
	if len(wanted) == 0 {
		b.Overbooked = false
		return nil
	}
	if len(wanted) == 1 {
		wanted[0].Try = b.try
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

// Exchange gives the booking the nights of its rooms as they are now instead of those before. Early nights follow.
func (b *Booking) Exchange(tx *db.Tx, sc scope.Scope, before, now lodging.Rooms) error {
	if err := inventory.ReleaseBetween(tx, sc, b.ID, sc.Today(tx.Now), before.First()); err != nil {
		return err
	}
	if err := b.pickUp(tx, sc, before, now); err != nil {
		return err
	}
	// What was kept for entries goes first: one of them may be given the very room.
	if len(entries(before)) > 0 {
		if _, err := inventory.Keep(tx, sc, b.ID, nil); err != nil {
			return err
		}
	}
	if err := inventory.Exchange(tx, sc, inventory.Booking, b.ID, stays(before), stays(now)); err != nil {
		return err
	}
	if err := b.keep(tx, sc, now); err != nil {
		return err
	}
	if err := b.giveBack(tx, sc, before, now); err != nil {
		return err
	}
	_, err := b.HoldEarly(tx, sc, now)
	return err
}

// Release gives every night and day of the booking back. One that is cancelled already has none.
func (b *Booking) Release(tx *db.Tx, sc scope.Scope) error {
	counts := b.GroupID != "" && b.Status != Cancelled
	if counts {
		if err := allotment.Lock(tx, sc, picked(b.Rooms).Categories()); err != nil {
			return err
		}
	}
	if err := inventory.ReleaseAll(tx, sc, b.ID); err != nil || !counts {
		return err
	}
	return b.giveBack(tx, sc, b.Rooms, nil)
}

// early are the nights before the stay that are kept for guests who are in house already: from today on.
func (b *Booking) early(rooms lodging.Rooms, today date.Date) []inventory.Stay {
	if b.Status != CheckedIn || today >= b.CheckIn || today.DaysUntil(b.CheckIn) > lodging.MostEarly {
		return nil
	}
	var list []inventory.Stay
	for _, r := range rooms.Ahead(today) {
		if r.From == b.CheckIn && r.Arrived() {
			list = append(list, inventory.Stay{RoomID: r.RoomID, RoomNumber: r.Number, From: today, To: r.From})
		}
	}
	return list
}

// HoldEarly holds the early nights that are free. It tells how many are not.
func (b *Booking) HoldEarly(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms) (missed int, err error) {
	return inventory.HoldFree(tx, sc, inventory.Early, b.ID, b.early(rooms, sc.Today(tx.Now)))
}

// Leave ends the rooms' part of the stay now: their nights from today on are free again, and they are dirty. Ending the
// whole stay also leaves the rooms from which a move was still to come. Callers must post the end.
func (b *Booking) Leave(tx *db.Tx, sc scope.Scope, rooms *room.Service, leaving []*lodging.Room) error {
	before := b.Rooms.Clone()
	day := sc.Today(tx.Now)
	dirty := b.Rooms.Used(leaving, day)
	for _, r := range leaving {
		if r.Released == "" {
			r.Released, r.CheckedOutAt = lodging.Left, new(tx.Now.UnixMilli())
		}
		r.CutAt(day)
	}
	if err := b.MarkDirty(tx, sc, rooms, dirty); err != nil { // before the nights, as blocks do it
		return err
	}
	if err := b.Exchange(tx, sc, before, b.Rooms); err != nil {
		return err
	}
	return SaveRooms(tx, sc, b)
}

func stays(rooms lodging.Rooms) []inventory.Stay {
	list := make([]inventory.Stay, 0, len(rooms))
	for _, r := range rooms {
		if r.Assigned() {
			list = append(list, inventory.Stay{RoomID: r.RoomID, RoomNumber: r.Number, From: r.From, To: r.To,
				DayUse: r.DayUse && len(r.Nights) > 0})
		}
	}
	return list
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

// LockRooms reads rooms, which the booking is to have, and keeps them from being made inactive. Days are held by one
// booking at a time.
func (b *Booking) LockRooms(tx *db.Tx, sc scope.Scope, rooms *room.Service,
	ids []string) db.Later[map[string]room.Room] {
	return lockRooms(tx, sc, rooms, b.DayUse(), ids)
}

func lockRooms(tx *db.Tx, sc scope.Scope, rooms *room.Service, dayUse bool,
	ids []string) db.Later[map[string]room.Room] {
	if dayUse {
		return rooms.LockExclusive(tx, sc, ids)
	}
	return rooms.LockShared(tx, sc, ids)
}

// InUse reads the rooms that would hold nights or a day from today on, by id. It refuses those that were made inactive.
func (b *Booking) InUse(tx *db.Tx, sc scope.Scope, rooms *room.Service,
	held lodging.Rooms) (map[string]room.Room, error) {
	today := sc.Today(tx.Now)
	var ids []string
	for _, r := range held {
		if r.Assigned() && (r.From < r.To && r.To > today || r.DayUse && r.From >= today) {
			ids = append(ids, r.RoomID)
		}
	}
	known, err := b.LockRooms(tx, sc, rooms, ids).Get()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if r := known[id]; !r.Active {
			return nil, errs.Conflict("Room %s is not in use any more.", r.Number)
		}
	}
	return known, nil
}

// MarkDirty records that the rooms need cleaning; the event of the change tells it.
func (b *Booking) MarkDirty(tx *db.Tx, sc scope.Scope, rooms *room.Service, ids []string) error {
	b.dirtied = append(b.dirtied, ids...)
	return rooms.MarkDirty(tx, sc, ids)
}
