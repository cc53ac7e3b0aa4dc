package budget

import "sarai/internal/record/event"

var changed = event.Define[changedDetails]("budget.changed", "budget", 1, "The budget of a financial year was changed.")

type changedDetails struct {
	Year   int `json:"year" doc:"The calendar year in which the financial year begins" example:"2026"`
	Months int `json:"months" doc:"How many of its months are budgeted" example:"12"`
}
