package change

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

var (
	stayChanged = event.DefineChange[stayDetails]("booking.updated", "stay", "booking", 1,
		"The dates, the prices or other details of a stay were changed.")

	nightsPriced = event.DefineChange[nightsDetails]("booking.updated", "nights", "booking", 1,
		"What nights of a stay cost was changed.")

	roomAdded = event.DefineChange[roomAddedDetails]("booking.updated", "room-added", "booking", 1,
		"A room was added to a booking.")

	roomMoved = event.DefineChange[roomMovedDetails]("booking.updated", "room-moved", "booking", 1,
		"The party of a room was moved to another one.")

	roomsLeft = event.DefineChange[roomsLeftDetails]("booking.updated", "rooms-checked-out", "booking", 1,
		"Some of a booking's rooms were let go; the booking goes on.")

	roomAssigned = event.DefineChange[roomDetails]("booking.updated", "room-assigned", "booking", 1,
		"A room of a booking that had none assigned has one.")

	roomUnassigned = event.DefineChange[roomDetails]("booking.updated", "room-unassigned", "booking", 1,
		"A room was taken back from a booking, which keeps its nights in the category.")

	categoryChanged = event.DefineChange[categoryDetails]("booking.updated", "category-changed", "booking", 1,
		"A party that has not arrived was booked into another category.")

	roomLocked = event.DefineChange[roomLockedDetails]("booking.updated", "room-locked", "booking", 1,
		"A party is to have this very room, or may be given another one.")
)

// Lessened is how much less nights cost that the stay had before. Details end with it.
type Lessened struct {
	DiscountAmount      money.Number `json:"discountAmount,omitempty" doc:"Less for nights; left out: none" example:"500"`
	ComplimentaryAmount money.Number `json:"complimentaryAmount,omitempty" doc:"Of nights that are free now" example:"500"`
}

// lessened compares the nights that were with those of the booking now.
func lessened(was booking.Booking, b *booking.Booking, currency string) (l Lessened) {
	less, free := was.Rooms.Lessened(b.Rooms)
	if less > 0 {
		l.DiscountAmount = less.Number(currency)
	}
	if free > 0 {
		l.ComplimentaryAmount = free.Number(currency)
	}
	return l
}

// stayDetails have dates and amounts if the dates or the prices were to change, and meal plans if that has changed.
type stayDetails struct {
	booking.About
	OldCheckIn     date.Date     `json:"oldCheckIn,omitempty" doc:"The day of arrival before"`
	OldCheckOut    date.Date     `json:"oldCheckOut,omitempty" doc:"The day of departure before"`
	CheckIn        date.Date     `json:"checkIn,omitempty" doc:"The day of arrival now"`
	CheckOut       date.Date     `json:"checkOut,omitempty" doc:"The day of departure now"`
	OldTotalAmount *money.Number `json:"oldTotalAmount,omitempty" doc:"What the stay cost before" example:"10000"`
	TotalAmount    *money.Number `json:"totalAmount,omitempty" doc:"What the stay costs now" example:"15000"`
	OldMealPlan    *string       `json:"oldMealPlan,omitempty" doc:"The meals that were inside" example:"EP"`
	MealPlan       *string       `json:"mealPlan,omitempty" doc:"The meals that are inside now" example:"CP"`
	Lessened
}

type nightsDetails struct {
	booking.About
	Reason         string       `json:"reason" doc:"Why" example:"Air conditioning out of order"`
	Nights         []string     `json:"nights" doc:"In words" example:"[\"101 on 3 Apr 2026: 4500, before 5000\"]"`
	OldTotalAmount money.Number `json:"oldTotalAmount" doc:"What the stay cost before" example:"10000"`
	TotalAmount    money.Number `json:"totalAmount" doc:"What the stay costs now" example:"9500"`
	Lessened
}

type roomAddedDetails struct {
	booking.About
	Room string    `json:"room" doc:"The room's number; empty until one is assigned" example:"102"`
	From date.Date `json:"from" doc:"The first night"`
	To   date.Date `json:"to" doc:"The day of departure"`
}

type roomMovedDetails struct {
	booking.About
	FromRoom string    `json:"fromRoom" doc:"The number of the room before; empty: none was assigned" example:"101"`
	ToRoom   string    `json:"toRoom" doc:"The number of the room now" example:"102"`
	From     date.Date `json:"from" doc:"The first night there"`
	Lessened
}

type roomsLeftDetails struct {
	booking.About
	Rooms     []string `json:"rooms" doc:"The numbers of the rooms that were let go" example:"[\"101\"]"`
	Remaining []string `json:"remainingRooms" doc:"The numbers of those that stay" example:"[\"102\"]"`
	Reason    string   `json:"reason" doc:"Why" example:"Change of plans"`
}

type roomDetails struct {
	booking.About
	Room string `json:"room" doc:"The room's number" example:"101"`
}

type categoryDetails struct {
	booking.About
	CategoryID string `json:"categoryId" doc:"The category now" example:"665f1c2ab7e4d90012ab34cd"`
	Category   string `json:"category" doc:"Its name" example:"Deluxe"`
	Lessened
}

type roomLockedDetails struct {
	booking.About
	Room   string `json:"room" doc:"The room's number" example:"101"`
	Locked bool   `json:"locked" doc:"Whether the party is to have this very room"`
}
