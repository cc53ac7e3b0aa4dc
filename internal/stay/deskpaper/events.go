package deskpaper

import (
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

var (
	signedEvent = event.Define[signedDetails]("booking.signed", "booking", 1, "A guest has signed the registration card.")

	signatureRemoved = event.Define[signedDetails]("booking.signature_removed", "booking", 1,
		"The signature was taken off a registration card.")
)

type signedDetails struct {
	Code      string `json:"code" doc:"The booking's code" example:"BK-42"`
	GuestName string `json:"guestName" doc:"The guest's name" example:"Asha Menon"`
}

func detailsOf(b *booking.Booking) signedDetails { return signedDetails{b.Code, b.GuestName} }
