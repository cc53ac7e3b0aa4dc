package extras

import (
	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

// What happens to the services that are sold to a booking, the resource.
var (
	soldEvent = event.Define[soldDetails]("service.sold", "booking", 1, "Services were sold to a booking.")

	changed = event.Define[changedDetails]("service.changed", "booking", 1,
		"How much a booking has of a service was changed.")

	cancelled = event.Define[cancelledDetails]("service.cancelled", "booking", 1,
		"A service was taken off a booking: nothing more of it is charged.")

	consumedEvent = event.Define[consumedDetails]("service.consumed", "booking", 1,
		"It was noted how much of a service the guests have had on a day.")
)

type soldDetails struct {
	Code     string   `json:"code" doc:"The booking's code" example:"BK-42"`
	Services []string `json:"services" doc:"Their names" example:"[\"Breakfast\"]"`
	From     string   `json:"from" doc:"The first night; empty: that of the stay" example:"2026-04-01"`
	Until    string   `json:"until" doc:"The last night; empty: that of the stay" example:"2026-04-03"`
}

type changedDetails struct {
	Code     string `json:"code" doc:"The booking's code" example:"BK-42"`
	SaleID   string `json:"saleId" doc:"The id of what was sold"`
	Service  string `json:"service" doc:"The service's name" example:"Breakfast"`
	Quantity int    `json:"quantity" doc:"How many" example:"1"`
	Persons  int    `json:"persons" doc:"For how many persons" example:"2"`
	From     string `json:"from" doc:"The first night; empty: that of the stay" example:"2026-04-01"`
	Until    string `json:"until" doc:"The last night; empty: that of the stay" example:"2026-04-03"`
}

type cancelledDetails struct {
	Code    string `json:"code" doc:"The booking's code" example:"BK-42"`
	SaleID  string `json:"saleId" doc:"The id of what was sold"`
	Service string `json:"service" doc:"The service's name" example:"Breakfast"`
	Reason  string `json:"reason" doc:"Why" example:"Early flight"`
}

type consumedDetails struct {
	Code     string    `json:"code" doc:"The booking's code" example:"BK-42"`
	SaleID   string    `json:"saleId" doc:"The id of what was sold"`
	Service  string    `json:"service" doc:"The service's name" example:"Breakfast"`
	Date     date.Date `json:"date" doc:"The day"`
	Of       int       `json:"of" doc:"How many portions the guests have on the day" example:"2"`
	Was      int       `json:"was" doc:"How many they had had, as noted before" example:"0"`
	Consumed int       `json:"consumed" doc:"How many they have had" example:"2"`
}
