package series

import "sarai/internal/record/event"

var updated = event.Define[updatedDetails]("settings.updated", "series", 1,
	"The form of a series of numbers, or its next number, was changed.")

type updatedDetails struct {
	Module string `json:"module" doc:"What is numbered" example:"invoices"`
	From   string `json:"from" doc:"What the next number would have been" example:"INV-42"`
	To     string `json:"to" doc:"What the next number is" example:"INV/26-27/1"`
}
