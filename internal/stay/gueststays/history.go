package gueststays

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/booking"
)

// History is what a guest's bookings come to.
type History struct {
	Bookings  int
	Stays     int          // that have begun
	Nights    int          // of these stays until today, whatever number of rooms they have
	Revenue   money.Amount // payments received less refunds, of all bookings
	NoShows   int
	Cancelled int       // without the no-shows
	FirstStay date.Date // its check-in; "": there is none
	LastStay  date.Date // that has begun
	NextStay  date.Date // that is to come
}

// add counts a booking. They come by their check-in.
func (h *History) add(b booking.Past, today date.Date) {
	h.Bookings++
	h.Revenue += b.Received
	switch b.Status {
	case booking.CheckedIn, booking.CheckedOut:
		h.Stays++
		h.Nights += max(0, b.CheckIn.DaysUntil(min(b.CheckOut, today)))
		h.LastStay = b.CheckIn
		if h.FirstStay == "" {
			h.FirstStay = b.CheckIn
		}
	case booking.Confirmed:
		if h.NextStay == "" && b.CheckOut >= today {
			h.NextStay = b.CheckIn
		}
	case booking.Cancelled:
		if b.NoShow {
			h.NoShows++
		} else {
			h.Cancelled++
		}
	}
}

// HistoryOf is what the guest's bookings come to.
func HistoryOf(tx *db.Tx, sc scope.Scope, guestID string) (h History, err error) {
	bookings, err := booking.PastOf(tx, sc, guestID)
	for _, b := range bookings {
		h.add(b, sc.Today(tx.Now))
	}
	return h, err
}
