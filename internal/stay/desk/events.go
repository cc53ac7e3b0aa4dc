package desk

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// Guests come and go. An act that was done again, to correct its details or only to repeat it, is told as corrected.
var (
	arrived = event.DefineChange[arrivedDetails]("booking.updated", "checked-in", "booking", 1,
		"The guest was checked in, or the time or remarks of a check-in were corrected.")

	roomsArrived = event.DefineChange[roomsArrivedDetails]("booking.updated", "rooms-checked-in", "booking", 1,
		"More of a party's rooms were checked in, after the first of them.")

	departed = event.DefineChange[departedDetails]("booking.updated", "checked-out", "booking", 1,
		"The guest was checked out, or the details of a check-out were corrected.")

	cancelled = event.DefineChange[CancelledDetails]("booking.deleted", "cancelled", "booking", 1,
		"The booking was cancelled, or the guest never came. Its record stays.")

	cancellationCorrected = event.DefineChange[correctedCancellation]("booking.updated", "cancelled", "booking", 1,
		"The reason or the amounts of a cancellation were corrected.")

	removed = event.DefineChange[removedDetails]("booking.deleted", "removed", "booking", 1,
		"The record of a booking without money was deleted.")

	reinstated = event.DefineChange[reinstatedDetails]("booking.updated", "reinstated", "booking", 1,
		"A cancelled booking is back.")
)

type arrivedDetails struct {
	Code        string     `json:"code" doc:"The booking's code" example:"BK-42"`
	Rooms       []string   `json:"rooms" doc:"The numbers of the rooms" example:"[\"101\"]"`
	ArrivalTime *date.Time `json:"arrivalTime" nullable:"true" doc:"When the guest arrived"`
	Warnings    []string   `json:"warnings,omitzero" doc:"Codes of what spoke against it; left out where it is corrected"`
	Corrected   bool       `json:"corrected,omitempty" doc:"true: the guest had been checked in before"`
}

type roomsArrivedDetails struct {
	booking.About
	Rooms    []string `json:"rooms" doc:"The numbers of the rooms" example:"[\"102\"]"`
	Expected []string `json:"expected" doc:"The numbers of the rooms whose parties are still to come"`
	Warnings []string `json:"warnings" doc:"Codes of what spoke against it"`
}

type departedDetails struct {
	Code             string       `json:"code" doc:"The booking's code" example:"BK-42"`
	Rooms            []string     `json:"rooms" doc:"The numbers of the rooms" example:"[\"101\"]"`
	CheckoutTime     *date.Time   `json:"checkoutTime" nullable:"true" doc:"When the guest left"`
	TotalAmount      money.Number `json:"totalAmount" doc:"What the stay has cost" example:"10000"`
	SettlementMethod string       `json:"settlementMethod" doc:"How it was settled, in the hotel's words" example:"card"`
	Warnings         []string     `json:"warnings" doc:"Codes of what spoke against it"`
	Corrected        bool         `json:"corrected,omitempty" doc:"true: the guest had been checked out before"`
}

// CancelledDetails say how a booking was cancelled.
type CancelledDetails struct {
	booking.About
	Reason         string       `json:"reason" doc:"Why" example:"Change of plans"`
	NoShow         bool         `json:"noShow" doc:"Whether the guest never came"`
	Charge         money.Number `json:"cancellationCharge" doc:"What the guest owes for it" example:"2000"`
	RefundAmount   money.Number `json:"refundAmount" doc:"How much was given back" example:"3000"`
	RetainedAmount money.Number `json:"retainedAmount" doc:"How much of what was paid is kept" example:"2000"`
}

type correctedCancellation struct {
	CancelledDetails
	Corrected bool `json:"corrected" doc:"true: the booking had been cancelled before"`
}

type removedDetails struct {
	booking.About
	Status      string       `json:"status" doc:"The booking's last status" example:"confirmed"`
	GuestID     string       `json:"guestId" doc:"The guest"`
	GuestName   string       `json:"guestName" doc:"The guest's name" example:"Asha Menon"`
	CheckIn     date.Date    `json:"checkIn" doc:"The day of arrival"`
	CheckOut    date.Date    `json:"checkOut" doc:"The day of departure"`
	Rooms       []string     `json:"rooms" doc:"Room numbers; empty ones aren't assigned yet" example:"[\"101\"]"`
	TotalAmount money.Number `json:"totalAmount" doc:"What the stay would have cost" example:"10000"`
}

type reinstatedDetails struct {
	booking.About
	Status string `json:"status" doc:"The booking's status now" example:"confirmed"`
}
