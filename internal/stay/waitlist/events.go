package waitlist

import (
	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("waitlist.created", "waitlist", 1, "A guest was put on the waitlist.")

	updated = event.Define[facts]("waitlist.updated", "waitlist", 1, "What a guest waits for was changed.")

	opened = event.Define[facts]("waitlist.opened", "waitlist", 1, "Rooms that a guest waits for can be had.")

	filled = event.Define[facts]("waitlist.filled", "waitlist", 1,
		"Rooms that a guest waits for can't be had any more: others have them.")

	booked = event.Define[bookedFacts]("waitlist.booked", "waitlist", 1, "A guest who waited has a booking.")

	cancelled = event.Define[facts]("waitlist.cancelled", "waitlist", 1, "A guest was taken off the waitlist.")

	passed = event.Define[facts]("waitlist.passed", "waitlist", 1, "A guest waited until the day of arrival was over.")
)

// facts are what events tell of an entry.
type facts struct {
	GuestName string    `json:"guestName" doc:"The guest's name" example:"Asha Rao"`
	CheckIn   date.Date `json:"checkIn" doc:"The day of arrival"`
	CheckOut  date.Date `json:"checkOut" doc:"The day of departure"`
	Category  string    `json:"roomType" doc:"Of which category; empty: of any" example:"Deluxe"`
	Rooms     int       `json:"rooms" doc:"How many rooms" example:"1"`
}

type bookedFacts struct {
	GuestName string `json:"guestName" doc:"The guest's name" example:"Asha Rao"`
	BookingID string `json:"bookingId" doc:"The booking" example:"665f1c2ab7e4d90012ab34cd"`
	Code      string `json:"code" doc:"The booking's code" example:"BK-42"`
}

func (e Entry) facts() facts { return facts{e.GuestName, e.CheckIn, e.CheckOut, e.Category, e.Rooms} }

// openedEvent tells the desk.
func (e Entry) openedEvent() event.Event {
	message := e.waitsFor() + ": one is free now."
	if e.Rooms > 1 {
		message = e.waitsFor() + ": they are free now."
	}
	happened := opened.Of(e.ID, e.facts())
	happened.Notice = &event.Notice{Type: event.WaitlistOpened, Title: "Waitlist", Message: message, Unreachable: true}
	return happened
}
