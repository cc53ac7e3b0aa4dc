package dunning

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	stepsEvent = event.Define[stepsSet]("organization.dunning_steps_changed", "organization", 1,
		"The steps were changed by which companies are reminded of what is overdue.")

	pausedEvent = event.Define[pauseSet]("company.dunning_paused", "company", 1,
		"It was said whether a company is reminded of what is overdue.")

	sentEvent = event.Define[sent]("dunning_letter.sent", "dunning_letter", 1,
		"A company was reminded of what is overdue.")
)

type stepsSet struct {
	Days []int `json:"days" doc:"From when invoices are due, step by step" example:"[7]"`
}

type pauseSet struct {
	Paused bool   `json:"paused" doc:"It isn't reminded" example:"true"`
	Reason string `json:"reason" doc:"Why" example:"It contests April"`
}

type sent struct {
	CompanyID string       `json:"companyId" doc:"The company"`
	Company   string       `json:"company" doc:"Its name" example:"Rao Textiles"`
	Step      int          `json:"step" doc:"The highest step of its invoices" example:"2"`
	Invoices  int          `json:"invoices" doc:"How many invoices it is about" example:"3"`
	Amount    money.Number `json:"amount" doc:"What it asks for, without interest" example:"11800"`
	Interest  money.Number `json:"interest" doc:"What it proposes as interest" example:"120"`
	To        string       `json:"to" doc:"The address" example:"accounts@rao.example"`
	Date      date.Date    `json:"date" doc:"The business day"`
}
