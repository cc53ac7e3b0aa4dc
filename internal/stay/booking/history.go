package booking

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
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

// past is what a history takes of a booking.
type past struct {
	status            string
	noShow            bool
	checkIn, checkOut date.Date
	received          money.Amount
}

// add counts a booking. They come by their check-in.
func (h *History) add(b past, today date.Date) {
	h.Bookings++
	h.Revenue += b.received
	switch b.status {
	case CheckedIn, CheckedOut:
		h.Stays++
		h.Nights += max(0, b.checkIn.DaysUntil(min(b.checkOut, today)))
		h.LastStay = b.checkIn
		if h.FirstStay == "" {
			h.FirstStay = b.checkIn
		}
	case Confirmed:
		if h.NextStay == "" && b.checkOut >= today {
			h.NextStay = b.checkIn
		}
	case Cancelled:
		if b.noShow {
			h.NoShows++
		} else {
			h.Cancelled++
		}
	}
}
