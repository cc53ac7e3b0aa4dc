package master

import (
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
	"sarai/internal/stay/folio"
)

var (
	routed = event.Define[routedFacts]("group.routed", "group", 1, "It was set what a group's master account pays.")

	bookingRouted = event.Define[routedFacts]("booking.routed", "booking", 1,
		"It was set to which folio the charges of a booking go.")

	// ChargesMoved and PaymentMoved name the booking as their resource, and touch its group.
	chargesMoved = event.Define[movedFacts]("folio.moved", "booking", 1,
		"Charges of a booking were moved to or from its group's master account.")

	// PaymentMoved is published by whoever moves a payment.
	PaymentMoved = event.Define[movedFacts]("payment.moved", "booking", 1,
		"A part of a payment was moved between a booking and its group's master account.")
)

type routedFacts struct {
	Code  string `json:"code" doc:"The group's or booking's code" example:"GRP-7"`
	Rooms string `json:"rooms" doc:"Where the price of the rooms goes: own or master" example:"master"`
	Food  string `json:"food" doc:"Where food and drinks go" example:"own"`
	Other string `json:"other" doc:"Where all else goes" example:"own"`
	Moved int    `json:"moved" doc:"How many charges that were posted before were moved" example:"0"`
}

type movedFacts struct {
	Code   string       `json:"code" doc:"The booking's code" example:"BK-42"`
	Text   string       `json:"text" doc:"The charges, or the payment's number" example:"Laundry"`
	From   string       `json:"from" doc:"own or master" example:"own"`
	To     string       `json:"to" doc:"own or master" example:"master"`
	Amount money.Number `json:"amount" doc:"With tax" example:"350"`
	Reason string       `json:"reason" doc:"Why; empty: not said" example:"Agreed with the organizer"`
}

func rulesOf(code string, r folio.Routing, moved int) routedFacts {
	return routedFacts{code, folio.NameOf(r.Rooms), folio.NameOf(r.Food), folio.NameOf(r.Other), moved}
}

// MovedFacts are the details of a move.
func (m Move) MovedFacts(code, currency string) movedFacts {
	return movedFacts{code, m.Text, folio.NameOf(m.From), folio.NameOf(m.To), m.Amount.Number(currency), m.Reason}
}
