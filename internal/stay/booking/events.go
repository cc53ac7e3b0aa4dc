package booking

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

// What happens to a booking here. Packages above define more, with details that begin with About.
var (
	Created = event.Define[CreatedDetails]("booking.created", "booking", 1, "A booking was made.")

	ArrivalPlanned = event.DefineChange[ArrivalPlannedDetails]("booking.updated", "expected-arrival", "booking", 1,
		"When and how the guest means to arrive was noted.")

	// GuestCorrected says that the guest is the same, but called or reached otherwise.
	GuestCorrected = event.DefineChange[GuestCorrectedDetails]("booking.updated", "guest-details", "booking", 1,
		"Details of the booking's guest were corrected.")

	// GuestChanged says that the booking was given to another guest.
	GuestChanged = event.DefineChange[GuestChangedDetails]("booking.updated", "guest", "booking", 1,
		"The booking was given to another guest.")
)

// About says which booking an event is about.
type About struct {
	Code     string   `json:"code" doc:"The booking's code" example:"BK-42"`
	Warnings []string `json:"warnings,omitempty" doc:"Codes of what spoke against it; left out: nothing did"`
}

// About is what the details of the booking's events begin with.
func (b *Booking) About() About { return About{b.Code, errs.Codes(b.Warnings)} }

// CreatedDetails are those of Created.
type CreatedDetails struct {
	About
	GuestID     string       `json:"guestId" doc:"The guest"`
	GuestName   string       `json:"guestName" doc:"The guest's name" example:"Asha Menon"`
	CheckIn     date.Date    `json:"checkIn" doc:"The day of arrival"`
	CheckOut    date.Date    `json:"checkOut" doc:"The day of departure"`
	Rooms       []string     `json:"rooms" doc:"Room numbers; empty ones aren't assigned yet" example:"[\"101\"]"`
	TotalAmount money.Number `json:"totalAmount" doc:"What the stay costs" example:"10000"`
}

// ArrivalPlannedDetails are those of ArrivalPlanned.
type ArrivalPlannedDetails struct {
	About
	Time string `json:"expectedArrivalTime" doc:"When the guest means to arrive" example:"18:30"`
	Mode string `json:"transportMode" doc:"How the guest means to arrive" example:"train"`
}

// GuestCorrectedDetails are those of GuestCorrected.
type GuestCorrectedDetails struct {
	About
	GuestName string   `json:"guestName" doc:"The guest's name now" example:"Asha Menon"`
	Changed   []string `json:"changed" doc:"The names of the fields that changed" example:"[\"guestPhone\"]"`
}

// GuestChangedDetails are those of GuestChanged.
type GuestChangedDetails struct {
	About
	Previous string `json:"previousGuest" doc:"The name of the guest before" example:"Asha Menon"`
	New      string `json:"newGuest" doc:"The name of the guest now" example:"Ravi Rao"`
	GuestID  string `json:"guestId" doc:"The guest now"`
}
