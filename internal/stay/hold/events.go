package hold

import (
	"fmt"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("hold.created", "hold", 1, "Rooms are kept for somebody for a while.")

	updated = event.Define[facts]("hold.updated", "hold", 1,
		"Until when rooms are kept, for whom, or what is noted about that was changed.")

	ending = event.Define[facts]("hold.ending", "hold", 1, "The time for which rooms are kept is over within a day.")

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
	GuestName string    `json:"guestName,omitempty" doc:"For whom, if that was said" example:"Asha Rao"`
}

// endingEvent tells the desk that the time of a hold is nearly over.
func (h Hold) endingEvent(zone *time.Location) event.Event {
	happened := ending.Of(h.ID, h.facts())
	happened.Notice = h.notice("Hold ends soon", "are held only until "+
		time.UnixMilli(h.ExpiresAt).In(zone).Format("Mon, 2 Jan 2006, 15:04"))
	return happened
}

// expiredFor tells the desk that rooms aren't held any more, unless they were for nobody in particular.
func (h Hold) expiredFor() event.Event {
	happened := expiredEvent.Of(h.ID, h.facts())
	if h.GuestName != "" {
		happened.Notice = h.notice("Hold ended", "aren't held any more")
	}
	return happened
}

func (h Hold) notice(title, what string) *event.Notice {
	f, whose := h.facts(), ""
	if f.GuestName != "" {
		whose = f.GuestName + ": "
	}
	return &event.Notice{Type: event.HoldEnding, Title: title, Unreachable: true, Message: fmt.Sprintf(
		"%srooms %s from %s to %s %s.", whose, f.Rooms, h.CheckIn.Text(), h.CheckOut.Text(), what)}
}

func (h Hold) facts() facts {
	numbers := make([]string, len(h.Rooms))
	for i, r := range h.Rooms {
		numbers[i] = r.Number
	}
	f := facts{CheckIn: h.CheckIn, CheckOut: h.CheckOut, Rooms: strings.Join(numbers, ", "),
		ExpiresAt: time.UnixMilli(h.ExpiresAt).UTC().Format(time.RFC3339), Notes: h.Notes,
		GuestName: h.GuestName}
	if h.Offer != nil {
		f.PlanCode = &h.Offer.PlanCode
	}
	return f
}
