package desk

import (
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/housekeeping"
	"sarai/internal/stay/lodging"
)

// What the front desk is warned of. A hotel's settings may refuse each of them.
const (
	EarlyArrival = "early-arrival"
	DirtyRoom    = "dirty-room"
	OccupiedRoom = "occupied-room"
	Uninspected  = "uninspected-room"
	BalanceOwed  = "balance-owed"
)

// Heed refuses those of the warnings that the hotel's settings refuse, unless they are overridden.
func Heed(rules ledger.DeskRules, sc scope.Scope, warnings []errs.Warning, force bool) error {
	return heed(refusals(rules), sc, warnings, force)
}

// refusals are the codes of the warnings that the hotel's books refuse.
func refusals(rules ledger.DeskRules) map[string]bool {
	return map[string]bool{EarlyArrival: rules.RefuseEarlyArrival, DirtyRoom: rules.RefuseDirtyRoom,
		OccupiedRoom: rules.RefuseOccupiedRoom, BalanceOwed: rules.RefuseBalanceOwed}
}

func heed(refuses map[string]bool, sc scope.Scope, warnings []errs.Warning, force bool) error {
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
	return append(list, warnOfRooms(h.entered, h.rooms, h.inHouse, h.cleaning)...)
}

// heed refuses those of the warnings that the hotel refuses, unless they are overridden.
func (h reception) heed(sc scope.Scope, warnings []errs.Warning, force bool) error {
	refuses := refusals(h.rules)
	refuses[Uninspected] = h.cleaning.Inspected == housekeeping.InspectRefuse
	return heed(refuses, sc, warnings, force)
}

// warnOfRooms tells what speaks against going into the rooms: that somebody is in one, or that it is dirty, or that
// nobody has inspected it.
func warnOfRooms(entered []string, rooms map[string]room.Room, inHouse map[string]booking.Guest,
	cleaning housekeeping.Rules) (list []errs.Warning) {
	for _, id := range entered {
		list = append(list, StillIn(inHouse, id, rooms[id].Number)...)
		switch state := rooms[id].Housekeeping; {
		case state == room.Dirty:
			list = append(list, errs.Warning{Code: DirtyRoom, Message: "Room " + rooms[id].Number + " is dirty."})
		case !cleaning.Ready(state):
			list = append(list, errs.Warning{Code: Uninspected,
				Message: "Room " + rooms[id].Number + " is clean, and not inspected yet."})
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
