package registration

import (
	"fmt"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/gueststays"
	"sarai/internal/stay/party"
)

// OfGuests keeps what guests have signed and answered on arrival. Cards move with the persons whose they are.
var OfGuests = guest.Keeper{Name: "registrations", Tell: tell, Erase: eraseGuest}

// signedBy are the guest's cards, with the stays that they are of.
func signedBy(tx *db.Tx, sc scope.Scope, guestID string) (cards []Card, stays []party.Stay, err error) {
	all, err := party.StaysOf(tx, sc, guestID)
	for _, stay := range all {
		if err != nil {
			return nil, nil, err
		}
		var c Card
		if c, err = find(tx, sc, stay.BookingID, stay.PersonID); c.CreatedAt > 0 {
			cards, stays = append(cards, c), append(stays, stay)
		}
	}
	return cards, stays, err
}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "number", Label: "Registration card"},
		{Name: "signedOn", Label: "Signed on"}, {Name: "signedHow", Label: "Signed"},
		{Name: "comingFrom", Label: "Coming from"}, {Name: "goingTo", Label: "Going to"},
		{Name: "purpose", Label: "Purpose of the visit"}, {Name: "vehicle", Label: "Vehicle"}}}
	cards, _, err := signedBy(tx, sc, guestID)
	for _, c := range cards {
		s.Records = append(s.Records, []string{c.Number, c.signedOn(sc), c.SignedHow, c.ComingFrom, c.GoingTo, c.Purpose,
			c.Vehicle})
	}
	return s, err
}

// eraseGuest keeps cards for the hotel's period, which is as long as its state asks.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	cards, stays, err := signedBy(tx, sc, e.GuestID)
	if err != nil || len(cards) == 0 {
		return erased, err
	}
	set, err := settings(tx, sc)
	for i, c := range cards {
		if err != nil {
			return erased, err
		}
		until := date.Of(time.UnixMilli(c.CreatedAt), sc.Zone).AddDays(set.KeptDays)
		switch {
		case stays[i].Live:
			erased.Keep("the registration card", gueststays.NotOver, stays[i].Until)
		case until >= e.Today:
			erased.Keep("the registration card",
				fmt.Sprintf("The hotel keeps registration cards for %d days, as its state asks.", set.KeptDays), until)
		default:
			erased.Removed++
			err = remove(tx, sc, c)
		}
	}
	return erased, err
}
