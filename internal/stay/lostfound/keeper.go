package lostfound

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// OfGuests keeps what was found of guests. No law has a hotel keep their names there; the items themselves stay.
var OfGuests = guest.Keeper{Name: "lostItems", Move: moveToGuest, Tell: tell, Erase: erase}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "foundOn", Label: "Found on"}, {Name: "description", Label: "Item"},
		{Name: "room", Label: "Room"}, {Name: "booking", Label: "Booking"}, {Name: "status", Label: "Status"},
		{Name: "guestName", Label: "Name"}, {Name: "name", Label: "Given or sent to"}, {Name: "note", Label: "Note"}}}
	items, err := ofGuest(tx, sc, guestID)
	for _, i := range items {
		var entries []Entry
		if err == nil {
			entries, err = entriesOf(tx, sc, i.ID)
		}
		for _, e := range entries {
			s.Records = append(s.Records, []string{i.Day.Short(), i.Description, i.RoomNumber, i.BookingCode, e.Status,
				i.GuestName, e.Name, e.Note})
		}
	}
	return s, err
}

func erase(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	items, err := ofGuest(tx, sc, e.GuestID)
	for _, i := range items {
		if err == nil {
			erased.Removed++
			err = forget(tx, sc, i)
		}
	}
	return erased, err
}
