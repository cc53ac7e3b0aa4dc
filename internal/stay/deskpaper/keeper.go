package deskpaper

import (
	"errors"
	"time"

	"sarai/internal/country/packs"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
)

// OfGuests keeps what guests have signed, which belongs to the register of guests. It moves with their bookings.
var OfGuests = guest.Keeper{Name: "signatures", Tell: tell, Erase: eraseGuest}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "signedAt", Label: "Signed on"}, {Name: "what", Label: "What"}}}
	register, err := booking.RegisterOf(tx, sc, guestID)
	for _, b := range register {
		signed, problem := signature(tx, sc, b.BookingID)
		if errors.Is(problem, db.ErrNoRows) {
			continue
		}
		if problem != nil {
			return s, problem
		}
		s.Records = append(s.Records, []string{clockTime(time.UnixMilli(signed.SignedAt), sc), "Registration card"})
	}
	return s, err
}

func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	law := packs.Of(sc.Country)
	register, err := booking.RegisterOf(tx, sc, e.GuestID)
	if err != nil {
		return erased, err
	}
	for _, b := range register {
		if _, err := signature(tx, sc, b.BookingID); errors.Is(err, db.ErrNoRows) {
			continue
		} else if err != nil {
			return erased, err
		}
		switch {
		case b.Live:
			erased.Keep("the signature", "The stay isn't over.", b.Until)
			continue
		case b.Until >= e.Today && b.Until != "":
			erased.Keep("the signature", law.Registration.KeptBy, b.Until)
			continue
		}
		removed, err := removeSignature(tx, sc, b.BookingID)
		if err != nil {
			return erased, err
		}
		erased.Removed += int(removed)
	}
	return erased, nil
}
