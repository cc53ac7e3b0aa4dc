package agentfee

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	agreedEvent = event.Define[agreed]("company.commission_agreed", "company", 1,
		"A company was made a travel agent, or its commission was changed.")

	assignedEvent = event.Define[assigned]("booking.agent_set", "booking", 1,
		"It was said which travel agent a booking came by.")

	billedEvent = event.Define[billed]("agent_bill.recorded", "agent_bill", 1, "A travel agent's bill was recorded.")

	paidEvent = event.Define[billed]("agent_bill.paid", "agent_bill", 1, "A travel agent's bill was paid.")

	reversedEvent = event.Define[billed]("agent_bill.reversed", "agent_bill", 1,
		"A travel agent's bill that was not paid was reversed.")
)

type agreed struct {
	Name  string  `json:"name" doc:"The company's name" example:"Aravalli Tours"`
	Rooms float64 `json:"roomsPercent" doc:"Of rooms" example:"10"`
	Food  float64 `json:"foodPercent" doc:"Of food and beverage" example:"5"`
	Other float64 `json:"otherPercent" doc:"Of all else" example:"0"`
	TDS   float64 `json:"tdsPercent" doc:"Withheld from the commission" example:"2"`
	GST   float64 `json:"gstPercent" doc:"On the commission" example:"18"`
}

type assigned struct {
	Code      string `json:"bookingCode" doc:"The booking's code" example:"BK-000123"`
	CompanyID string `json:"companyId" doc:"The agent; empty: none"`
}

type billed struct {
	CompanyID  string       `json:"companyId" doc:"The agent"`
	Number     string       `json:"number" doc:"The agent's number of the bill" example:"AT/42"`
	Commission money.Number `json:"commission" doc:"Before GST" example:"12000"`
	GST        money.Number `json:"gst" doc:"On it" example:"2160"`
	TDS        money.Number `json:"tds" doc:"Withheld" example:"240"`
	Payable    money.Number `json:"payable" doc:"What the agent gets" example:"13920"`
	Date       date.Date    `json:"date" doc:"The day of the books"`
}

func (b Bill) facts(sc scope.Scope, day date.Date) billed {
	return billed{b.CompanyID, b.Number, b.Commission.Number(sc.Currency), b.GST.Number(sc.Currency),
		b.TDS.Number(sc.Currency), b.Payable.Number(sc.Currency), day}
}
