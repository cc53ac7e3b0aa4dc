package booking

import (
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/stay/lodging"
)

// warnOfArrival tells what speaks against a check-in today. Nights before the stay are held as far as they are free.
func warnOfArrival(tx *db.Tx, sc scope.Scope, rooms *room.Service, b *Booking) ([]web.Warning, error) {
	today, warnings, askedInHouse := sc.Today(tx.Now), []web.Warning{}, askInHouse(tx, sc, b.ID)
	entered := b.Rooms.Used(b.Rooms.Ahead(today), today)
	known, err := rooms.LockShared(tx, sc, entered) // before the nights, as blocks do it
	if err != nil {
		return nil, err
	}
	if today < b.CheckIn {
		missed, err := b.holdEarly(tx, sc, b.Rooms)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, web.Warning{Code: lodging.EarlyArrival,
			Message: lodging.EarlyWords(today.DaysUntil(b.CheckIn), b.CheckIn, missed)})
	}
	inHouse, err := byRoom(askedInHouse)
	if err != nil {
		return nil, err
	}
	for _, id := range entered {
		warnings = append(warnings, stillIn(inHouse, id, known[id].Number)...)
		if known[id].Housekeeping == room.Dirty {
			warnings = append(warnings, web.Warning{Code: lodging.DirtyRoom,
				Message: "Room " + known[id].Number + " is dirty."})
		}
	}
	return warnings, nil
}

// stillIn tells who is in a room.
func stillIn(inHouse map[string]Guest, roomID, number string) []web.Warning {
	guest, ok := inHouse[roomID]
	if !ok {
		return nil
	}
	return []web.Warning{{Code: lodging.OccupiedRoom,
		Message: fmt.Sprintf("Room %s is still occupied by %s of booking %s.", number, guest.Name, guest.Code)}}
}

// give is rearrange for a change that gives the booking a room. A guest in house who takes it at once finds who is in
// it, as at a check-in.
func (b *Booking) give(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms, roomID string, force bool) error {
	if err := b.rearrange(tx, sc, rooms, stayChanged); err != nil {
		return err
	}
	r := b.Rooms.CurrentByID(roomID)
	if b.Status != CheckedIn || !r.Assigned() || b.Rooms.Awaits(r, b.Today) {
		return nil
	}
	settings, asked := ledger.AskSettings(tx, sc), askInHouse(tx, sc, b.ID)
	rules, err := settings.Get()
	if err != nil {
		return err
	}
	inHouse, err := byRoom(asked)
	if err != nil {
		return err
	}
	b.Warnings = stillIn(inHouse, roomID, r.Number)
	return lodging.Heed(rules.DeskRules, sc, b.Warnings, force)
}

// warnOfDeparture tells what speaks against letting the guest go.
func (b *Booking) warnOfDeparture(currency string) []web.Warning {
	if b.BalanceDue() <= 0 {
		return []web.Warning{}
	}
	return []web.Warning{{Code: lodging.BalanceOwed, Message: fmt.Sprintf("The guest still owes %s %s.", currency,
		b.BalanceDue().Number(currency))}}
}

// early are the nights before the stay that are kept for guests who are in house already: from today on.
func (b *Booking) early(rooms lodging.Rooms, today date.Date) []inventory.Stay {
	if b.Status != CheckedIn || today >= b.CheckIn || today.DaysUntil(b.CheckIn) > lodging.MostEarly {
		return nil
	}
	var list []inventory.Stay
	for _, r := range rooms.Ahead(today) {
		if r.From == b.CheckIn {
			list = append(list, inventory.Stay{RoomID: r.RoomID, RoomNumber: r.Number, From: today, To: r.From})
		}
	}
	return list
}

// holdEarly holds the early nights that are free. It tells how many are not.
func (b *Booking) holdEarly(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms) (missed int, err error) {
	return inventory.HoldFree(tx, sc, inventory.Early, b.ID, b.early(rooms, sc.Today(tx.Now)))
}

// exchange gives the booking the nights of its rooms as they are now instead of those before. Early nights follow.
func (b *Booking) exchange(tx *db.Tx, sc scope.Scope, before, now lodging.Rooms) error {
	if err := inventory.ReleaseBetween(tx, sc, b.ID, sc.Today(tx.Now), before.First()); err != nil {
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
	_, err := b.holdEarly(tx, sc, now)
	return err
}
