package party

import (
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

var (
	added = event.DefineChange[facts]("booking.updated", "guest-added", "booking", 1,
		"Somebody was named as a guest of the stay, beside the booking's own.")

	edited = event.DefineChange[facts]("booking.updated", "stay-guest", "booking", 1,
		"The room, the days or the name of a guest of the stay were changed.")

	removed = event.DefineChange[facts]("booking.updated", "guest-removed", "booking", 1,
		"Somebody is no guest of the stay any more.")
)

// facts are what events tell of a person.
type facts struct {
	booking.About
	StayGuestID string `json:"stayGuestId" doc:"The guest of the stay"`
	GuestID     string `json:"guestId" doc:"Their record; empty: a child without one" example:""`
	Name        string `json:"name" doc:"Their name" example:"Ravi Rao"`
	Room        string `json:"roomNumber" doc:"Their room; empty: none is assigned yet" example:"102"`
}
