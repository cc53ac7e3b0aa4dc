package issuedstatement

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	issuedEvent = event.Define[issued]("company_statement.issued", "company_statement", 1,
		"A statement of a company's account was issued.")

	sentEvent = event.Define[sent]("company_statement.sent", "company_statement", 1,
		"A statement of a company's account was mailed.")
)

type issued struct {
	CompanyID string       `json:"companyId" doc:"The company"`
	Company   string       `json:"company" doc:"Its name" example:"Rao Textiles"`
	Number    string       `json:"number" doc:"The statement's number" example:"ST-12"`
	From      date.Date    `json:"from" doc:"Its first day"`
	To        date.Date    `json:"to" doc:"Its last day"`
	Closing   money.Number `json:"closingBalance" doc:"What the company owes at its end" example:"11800"`
}

type sent struct {
	Number string `json:"number" doc:"The statement's number" example:"ST-12"`
	To     string `json:"to" doc:"The address" example:"accounts@rao.example"`
}
