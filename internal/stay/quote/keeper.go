package quote

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// OfGuests keeps the quotes of guests. No law has a hotel keep them: a quote is no document of a tax.
var OfGuests = guest.Keeper{Name: "quotes", Move: moveToGuest, Tell: tell, Erase: eraseGuest}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "number", Label: "Quote"}, {Name: "status", Label: "Status"},
		{Name: "date", Label: "Date"}, {Name: "checkIn", Label: "Arrival"}, {Name: "checkOut", Label: "Departure"},
		{Name: "guestName", Label: "Name"}, {Name: "guestEmail", Label: "E-mail"}, {Name: "guestPhone", Label: "Telephone"},
		{Name: "total", Label: "Total"}, {Name: "notes", Label: "Notes"}}}
	quotes, err := ofGuest(tx, sc, guestID)
	for _, q := range quotes {
		s.Records = append(s.Records, []string{q.Number, q.statusOn(sc.Today(tx.Now)), q.Date.Short(), q.CheckIn.Short(),
			q.CheckOut.Short(), q.GuestName, q.GuestEmail, q.GuestPhone, q.Sum.Total.Text(sc.Currency), q.Notes})
	}
	return s, err
}

// eraseGuest leaves the amounts, of which figures are made.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	quotes, err := ofGuest(tx, sc, e.GuestID)
	if err != nil {
		return erased, err
	}
	for _, found := range quotes {
		q, err := lock(tx, sc, found.ID)
		if err != nil {
			return erased, err
		}
		if q.GuestName == guest.ErasedName {
			continue
		}
		q.GuestName, q.GuestEmail, q.GuestPhone, q.Notes, q.Reason = guest.ErasedName, "", "", "", ""
		q.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &q); err != nil {
			return erased, err
		}
		erased.Removed++
	}
	return erased, nil
}
