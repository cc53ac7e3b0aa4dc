package message

import (
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
)

// OfGuests keeps the letters to guests, which move with their bookings. No law has a hotel keep them.
var OfGuests = guest.Keeper{Name: "letters", Tell: tell, Erase: eraseGuest}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "subject", Label: "Letter"}, {Name: "date", Label: "Date"},
		{Name: "booking", Label: "Booking"}, {Name: "to", Label: "To"}, {Name: "state", Label: "State"}}}
	err := each(tx, sc, guestID, func(bookingID string) error {
		list, err := ofBooking(tx, sc.Org, bookingID)
		for _, w := range list {
			day := date.Of(time.UnixMilli(w.CreatedAt), sc.Zone).Short()
			s.Records = append(s.Records, []string{w.Subject, day, w.BookingCode, w.Address, w.State})
		}
		return err
	})
	return s, err
}

func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	err = each(tx, sc, e.GuestID, func(bookingID string) error {
		list, err := ofBooking(tx, sc.Org, bookingID)
		if err != nil || len(list) == 0 {
			return err
		}
		erased.Removed += len(list)
		return removeLetters(tx, sc.Org, bookingID)
	})
	return erased, err
}

func each(tx *db.Tx, sc scope.Scope, guestID string, do func(bookingID string) error) error {
	ids, err := booking.IDsOfGuest(tx, sc, guestID)
	for _, bookingID := range ids {
		if err == nil {
			err = do(bookingID)
		}
	}
	return err
}
