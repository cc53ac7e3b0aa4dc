package waitlist

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// OfGuests keeps the entries of guests. No law has a hotel keep them.
var OfGuests = guest.Keeper{Name: "waitlist", Move: moveToGuest, Tell: tell,
	Erase: func(tx *db.Tx, sc scope.Scope, e guest.Erasure) (guest.Erased, error) {
		removed, err := erase(tx, sc, e.GuestID)
		return guest.Erased{Removed: int(removed)}, err
	}}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "checkIn", Label: "Arrival"}, {Name: "checkOut", Label: "Departure"},
		{Name: "status", Label: "Status"}, {Name: "guestName", Label: "Name"}, {Name: "guestPhone", Label: "Telephone"},
		{Name: "guestEmail", Label: "E-mail"}, {Name: "notes", Label: "Notes"}}}
	entries, err := ofGuest(tx, sc, guestID)
	for _, e := range entries {
		s.Records = append(s.Records, []string{e.CheckIn.Short(), e.CheckOut.Short(), e.Status, e.GuestName, e.GuestPhone,
			e.GuestEmail, e.Notes})
	}
	return s, err
}
