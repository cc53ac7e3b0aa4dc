package payrun

import (
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	drafted = event.Define[details]("payment_run.drafted", "payment_run", 1, "A payment run was drafted.")

	confirmedEvent = event.Define[details]("payment_run.confirmed", "payment_run", 1,
		"A payment run was confirmed: its vendors are paid.")

	cancelledEvent = event.Define[details]("payment_run.cancelled", "payment_run", 1, "A draft of a run was given up.")
)

type details struct {
	Total     money.Number `json:"total" doc:"What the run pays" example:"40000"`
	Bills     int          `json:"bills" doc:"How many bills it pays" example:"3"`
	Vendors   int          `json:"vendors" doc:"How many vendors it pays" example:"2"`
	AccountID string       `json:"accountId" doc:"The account that pays"`
	Notes     string       `json:"notes,omitempty" doc:"What the hotel has noted" example:"Friday's run"`
}
