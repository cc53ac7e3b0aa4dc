package hold

import (
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("hold.created", "hold", 1, "Rooms are kept for somebody for a while.")

	released = event.Define[facts]("hold.released", "hold", 1, "Rooms that were kept were let go.")

	booked = event.Define[facts]("hold.booked", "hold", 1, "Rooms that were kept became a booking.")

	expiredEvent = event.Define[facts]("hold.expired", "hold", 1, "The time for which rooms were kept is over.")
)

// facts are what events tell of a hold.
type facts struct {
	CheckIn   date.Date `json:"checkIn" doc:"The day of arrival"`
	CheckOut  date.Date `json:"checkOut" doc:"The day of departure"`
	Rooms     string    `json:"rooms" doc:"Room numbers, with commas between" example:"101, 102"`
	ExpiresAt string    `json:"expiresAt" format:"date-time" doc:"Until when they are kept" example:"2026-04-01T09:30:00Z"`
	Notes     string    `json:"notes" doc:"What is noted about it" example:"Calls back at noon"`
	PlanCode  *string   `json:"planCode,omitempty" doc:"Of rooms kept by an offer: its rate plan" example:"BAR"`
}

func (h Hold) facts() facts {
	numbers := make([]string, len(h.Rooms))
	for i, r := range h.Rooms {
		numbers[i] = r.Number
	}
	f := facts{CheckIn: h.CheckIn, CheckOut: h.CheckOut, Rooms: strings.Join(numbers, ", "),
		ExpiresAt: time.UnixMilli(h.ExpiresAt).UTC().Format(time.RFC3339), Notes: h.Notes}
	if h.Offer != nil {
		f.PlanCode = &h.Offer.PlanCode
	}
	return f
}
