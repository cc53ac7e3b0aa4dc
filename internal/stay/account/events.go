package account

import (
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

// What happens to the folio of a booking, the resource.
var (
	charged = event.Define[chargedDetails]("folio.charged", "booking", 1,
		"Something was charged to a folio, or its nights cost another price.")

	reversed = event.Define[reversedDetails]("folio.reversed", "booking", 1, "A line of a folio was taken back.")
)

type chargedDetails struct {
	Code         string       `json:"code" doc:"The booking's code" example:"BK-42"`
	LineID       string       `json:"lineId,omitempty" doc:"The line; left out where nights cost another price"`
	Type         string       `json:"type" doc:"The kind of line" example:"service"`
	Lodging      bool         `json:"lodging,omitempty" doc:"true: nights cost another price"`
	Description  string       `json:"description" doc:"What it is" example:"Laundry"`
	Date         string       `json:"date" doc:"The day that it is for; empty: none was given" example:"2026-04-01"`
	TotalAmount  money.Number `json:"totalAmount" doc:"With tax; below zero for an allowance" example:"350"`
	ExtrasAmount money.Number `json:"extrasAmount" doc:"What the folio has besides the stay now" example:"350"`

	DiscountAmount money.Number `json:"discountAmount,omitempty" doc:"Taken off; left out: nothing" example:"50"`
}

type reversedDetails struct {
	Code         string       `json:"code" doc:"The booking's code" example:"BK-42"`
	LineID       string       `json:"lineId" doc:"The line that takes it back"`
	Reverses     string       `json:"reverses" doc:"The line that is taken back"`
	Description  string       `json:"description" doc:"What it was" example:"Laundry"`
	Reason       string       `json:"reason" doc:"Why" example:"Wrong room"`
	TotalAmount  money.Number `json:"totalAmount" doc:"Of the line that takes it back, with tax" example:"-350"`
	ExtrasAmount money.Number `json:"extrasAmount" doc:"What the folio has besides the stay now" example:"0"`
}
