package lostfound

import (
	"sarai/internal/record/event"
)

var (
	found = event.Define[facts]("lost_item.found", "lost_item", 1, "Something was found that a guest has left behind.")

	updated = event.Define[updatedDetails]("lost_item.updated", "lost_item", 1,
		"What is known of a lost item was changed.")

	moved = event.Define[entryDetails]("lost_item.status_changed", "lost_item", 1,
		"A lost item was claimed, given, sent or disposed of, or an entry about that was corrected.")

	photographed = event.Define[photoDetails]("lost_item.photographed", "lost_item", 1,
		"A photo was added to a lost item.")

	photoRemoved = event.Define[photoDetails]("lost_item.photo_removed", "lost_item", 1,
		"A photo of a lost item was deleted.")
)

// facts are what events tell of an item: of its guest no more than the booking.
type facts struct {
	Description string `json:"description" doc:"What it is" example:"Blue scarf"`
	Category    string `json:"category" doc:"Of which kind" example:"Clothing"`
	RoomNumber  string `json:"roomNumber" doc:"The room in which it was found; empty: none" example:"101"`
	Place       string `json:"place" doc:"Where it was found" example:"Under the bed"`
	FoundOn     string `json:"foundOn" doc:"When" example:"2026-04-14"`
	FoundBy     string `json:"foundBy" doc:"By whom" example:"Meena Bai"`
	KeptAt      string `json:"keptAt" doc:"Where it is kept" example:"Safe 2"`
	Booking     string `json:"bookingCode" doc:"The code of its guest's booking; empty: unknown" example:"BK-42"`
}

func (i Item) facts() facts {
	return facts{i.Description, i.Category, i.RoomNumber, i.Place, string(i.Day), i.FoundBy, i.KeptAt, i.BookingCode}
}

type updatedDetails struct {
	Description string               `json:"description" doc:"What it is" example:"Blue scarf"`
	Guest       bool                 `json:"guestChanged" doc:"Whether another guest, or none, was named"`
	Changes     event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}

type entryDetails struct {
	Description string `json:"description" doc:"What it is" example:"Blue scarf"`
	From        string `json:"from" doc:"What was known before" example:"found"`
	To          string `json:"to" doc:"found, claimed, given, sent or disposed" example:"given"`
	Corrects    bool   `json:"corrects" doc:"The entry before it was wrong"`
	Document    string `json:"document" doc:"The kind of document that was shown; empty: none" example:"passport"`
	Date        string `json:"date" doc:"When" example:"2026-04-15"`
}

type photoDetails struct {
	Description string `json:"description" doc:"What it is" example:"Blue scarf"`
	Position    int    `json:"position" doc:"Which of its photos" example:"1"`
}
