package registration

import (
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

var (
	signedEvent = event.Define[signedDetails]("booking.signed", "booking", 1, "A guest has signed the registration card.")

	signatureRemoved = event.Define[signedDetails]("booking.signature_removed", "booking", 1,
		"The signature was taken off a registration card.")

	issued = event.Define[issuedDetails]("booking.registration_issued", "booking", 1,
		"A registration card got its number.")

	answered = event.Define[signedDetails]("booking.registration_answered", "booking", 1,
		"What a guest says on the registration card was noted.")

	linked = event.Define[signedDetails]("booking.registration_linked", "booking", 1,
		"A link was made by which a guest signs the registration card on a tablet.")

	settingsChanged = event.Define[settingsDetails]("organization.registration_changed", "organization", 1,
		"Who signs a registration card, or for how long they are kept, was changed.")
)

type issuedDetails struct {
	Code      string `json:"code" doc:"The booking's code" example:"BK-42"`
	GuestName string `json:"guestName" doc:"Whose card it is" example:"Asha Menon"`
	Number    string `json:"number" doc:"The card's number" example:"REG-7"`
}

type settingsDetails struct {
	Cards    string `json:"cards" doc:"party or guest: who has a card of their own" example:"party"`
	KeptDays int    `json:"keptDays" doc:"For how many days cards are kept" example:"400"`
}

type signedDetails struct {
	Code      string `json:"code" doc:"The booking's code" example:"BK-42"`
	GuestName string `json:"guestName" doc:"The guest's name" example:"Asha Menon"`
}

func detailsOf(b *booking.Booking) signedDetails { return signedDetails{b.Code, b.GuestName} }
