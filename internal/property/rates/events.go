package rates

import (
	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

// updated is about the hotel's calendar of rates: its id is the organization's.
var updated = event.Define[updatedDetails]("rates.updated", "rates", 1,
	"Prices, restrictions or availability of some days were changed.")

type updatedDetails struct {
	Cells  int       `json:"cells" doc:"How many days of products and categories" example:"14"`
	From   date.Date `json:"from" doc:"The first of the days"`
	To     date.Date `json:"to" doc:"The last of the days"`
	Fields string    `json:"fields" doc:"What was changed, with commas between" example:"minStayArrival, price"`
}
