package nightaudit

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

// closed is about a day: its date is the resource's id.
var closed = event.Define[closedDetails]("night_audit.closed", "night_audit", 1, "A business day was closed.")

type closedDetails struct {
	Date              date.Date    `json:"date" doc:"The day"`
	RoomNightsPosted  int          `json:"roomNightsPosted" doc:"How many nights were charged" example:"32"`
	RoomRevenue       money.Number `json:"roomRevenue" doc:"What they cost, with tax" example:"179200"`
	Revenue           money.Number `json:"revenue" doc:"What the day has earned" example:"168000"`
	NoShows           int          `json:"noShows" doc:"How many bookings were marked as no-shows" example:"1"`
	OverdueArrivals   int          `json:"overdueArrivals" doc:"How many were to arrive and didn't" example:"0"`
	OverdueDepartures int          `json:"overdueDepartures" doc:"How many were to leave and didn't" example:"0"`
}
