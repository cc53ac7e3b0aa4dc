package desk

import (
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// What the front desk is warned of. A hotel's settings may refuse each of them.
const (
	EarlyArrival = "early-arrival"
	DirtyRoom    = "dirty-room"
	OccupiedRoom = "occupied-room"
	BalanceOwed  = "balance-owed"
)

// Heed refuses those of the warnings that the hotel's settings refuse, unless they are overridden.
func Heed(rules ledger.DeskRules, sc scope.Scope, warnings []errs.Warning, force bool) error {
	refuses := map[string]bool{EarlyArrival: rules.RefuseEarlyArrival, DirtyRoom: rules.RefuseDirtyRoom,
		OccupiedRoom: rules.RefuseOccupiedRoom, BalanceOwed: rules.RefuseBalanceOwed}
	var refused []errs.Warning
	for _, w := range warnings {
		if refuses[w.Code] {
			refused = append(refused, w)
		}
	}
	return booking.Refuse(sc, refused, force)
}

// warnings tell what speaks against a check-in today.
func (h reception) warnings(b *booking.Booking) []errs.Warning {
	list := []errs.Warning{}
	if b.Today < b.CheckIn {
		list = append(list, warnOfEarly(b.Today.DaysUntil(b.CheckIn), b.CheckIn, h.missed))
	}
	return append(list, warnOfRooms(h.entered, h.rooms, h.inHouse)...)
}

// warnOfRooms tells what speaks against going into the rooms: that somebody is in one, or that it is dirty.
func warnOfRooms(entered []string, rooms map[string]room.Room, inHouse map[string]booking.Guest) (list []errs.Warning) {
	for _, id := range entered {
		list = append(list, StillIn(inHouse, id, rooms[id].Number)...)
		if rooms[id].Housekeeping == room.Dirty {
			list = append(list, errs.Warning{Code: DirtyRoom, Message: "Room " + rooms[id].Number + " is dirty."})
		}
	}
	return list
}

// StillIn warns of the guest who is in a room.
func StillIn(inHouse map[string]booking.Guest, roomID, number string) []errs.Warning {
	guest, ok := inHouse[roomID]
	if !ok {
		return nil
	}
	return []errs.Warning{{Code: OccupiedRoom,
		Message: fmt.Sprintf("Room %s is still occupied by %s of booking %s.", number, guest.Name, guest.Code)}}
}

// warnOfDeparture tells what speaks against letting the guest go.
func warnOfDeparture(b *booking.Booking, currency string) []errs.Warning {
	if b.BalanceDue() <= 0 {
		return []errs.Warning{}
	}
	return []errs.Warning{{Code: BalanceOwed, Message: fmt.Sprintf("The guest still owes %s %s.", currency,
		b.BalanceDue().Number(currency))}}
}

// warnOfEarly tells how many nights before the stay the guests come, and what became of the nights until then; missed
// of them are not free.
func warnOfEarly(nights int, checkIn date.Date, missed int) errs.Warning {
	early := fmt.Sprintf("The stay begins on %s: the guest is %d nights early.", checkIn.Text(), nights)
	if nights == 1 {
		early = fmt.Sprintf("The stay begins on %s: the guest is a night early.", checkIn.Text())
	}
	switch {
	case nights > lodging.MostEarly:
		early += " No night before it is held."
	case missed > 0:
		early += " Not every night until then is free; those that are, are held and not charged."
	default:
		early += " The rooms are held until then, and not charged."
	}
	return errs.Warning{Code: EarlyArrival, Message: early}
}
