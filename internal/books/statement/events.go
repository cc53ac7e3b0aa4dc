package statement

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	yearClosed = event.Define[yearDetails]("books.year_closed", "books", 1,
		"A financial year was closed: its result is carried forward.")

	yearReopened = event.Define[yearDetails]("books.year_reopened", "books", 1,
		"The financial year that was closed last is open again.")
)

type yearDetails struct {
	First  date.Date    `json:"firstDay" doc:"The year's first day"`
	Last   date.Date    `json:"lastDay" doc:"The year's last day"`
	Result money.Number `json:"result" doc:"What is carried forward; a loss is below zero" example:"250000"`
	Notes  string       `json:"notes" doc:"What is noted about it" example:"As audited"`
}

func (y closedYear) facts(currency string) yearDetails {
	return yearDetails{y.First, y.Last, y.Result.Number(currency), y.Notes}
}
