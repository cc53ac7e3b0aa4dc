package room

import (
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// What happens to rooms.
var (
	created = event.Define[facts]("room.created", "room", 1, "A room was added.")

	updated = event.Define[updatedDetails]("room.updated", "room", 1, "A room was changed, or how clean it is.")

	deleted = event.Define[facts]("room.deleted", "room", 1, "A room was deleted.")

	blocked = event.DefineChange[blockDetails]("room.updated", "blocked", "room", 1,
		"A room can't be sold for some nights.")

	blockChanged = event.DefineChange[blockDetails]("room.updated", "block changed", "room", 1,
		"The nights for which a room can't be sold, or the reason, were changed.")

	unblocked = event.DefineChange[blockDetails]("room.updated", "unblocked", "room", 1,
		"A room can be sold again for some nights.")
)

// facts are what events tell of a room.
type facts struct {
	Number       string       `json:"roomNumber" doc:"The room's number" example:"101"`
	Category     string       `json:"category" doc:"The name of its category" example:"Deluxe"`
	Floor        string       `json:"floor" doc:"The floor it is on" example:"1"`
	Rate         money.Number `json:"ratePerNight" doc:"Its own price, or that of its category" example:"5000"`
	Housekeeping string       `json:"housekeeping" doc:"How clean it is" example:"dirty"`
	Active       bool         `json:"isActive" doc:"Whether it is in use"`
	Notes        string       `json:"notes" doc:"What is noted about it" example:"View of the lake"`
}

func (r Room) facts(sc scope.Scope) facts {
	return facts{r.Number, r.Category, r.Floor, r.Rate.Number(sc.Currency), r.Housekeeping, r.Active, r.Notes}
}

type updatedDetails struct {
	Number  string              `json:"roomNumber" doc:"The room's number now" example:"101"`
	Changes event.FromTo[facts] `json:"changes" doc:"The fields that changed"`
}

type blockDetails struct {
	Number  string    `json:"roomNumber" doc:"The room's number" example:"101"`
	BlockID string    `json:"blockId" doc:"The block's id"`
	From    date.Date `json:"from" doc:"The first night"`
	To      date.Date `json:"to" doc:"The day after the last night"`
	Reason  string    `json:"reason" doc:"Why" example:"Painting"`
}

// What happens to categories of rooms.
var (
	categoryCreated = event.Define[categoryFacts]("room_category.created", "room_category", 1,
		"A category of rooms was added.")

	categoryUpdated = event.Define[categoryChanges]("room_category.updated", "room_category", 1,
		"A category of rooms was changed.")

	categoryDeleted = event.Define[categoryFacts]("room_category.deleted", "room_category", 1,
		"A category without rooms was deleted.")
)

// categoryFacts are what events tell of a category.
type categoryFacts struct {
	Name        string       `json:"name" doc:"The category's name" example:"Deluxe"`
	Code        string       `json:"code" doc:"The hotel's own code for it" example:"DLX"`
	Description string       `json:"description" doc:"What guests are told of it" example:"With a balcony"`
	BaseRate    money.Number `json:"baseRate" doc:"What a night costs without a rate of its own" example:"5000"`
	MaxAdults   int          `json:"maxAdults" doc:"How many adults a room takes" example:"2"`
	MaxChildren int          `json:"maxChildren" doc:"How many children a room takes" example:"1"`
	Amenities   string       `json:"amenities" doc:"What is in the rooms, with commas between" example:"Wi-Fi, kettle"`
}

func (c Category) facts(sc scope.Scope) categoryFacts {
	return categoryFacts{c.Name, c.Code, c.Description, c.BaseRate.Number(sc.Currency), c.MaxAdults, c.MaxChildren,
		strings.Join(c.Amenities, ", ")}
}

type categoryChanges struct {
	Name    string                      `json:"name" doc:"The category's name now" example:"Deluxe"`
	Changes event.FromTo[categoryFacts] `json:"changes" doc:"The fields that changed"`
}
