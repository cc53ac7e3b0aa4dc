package housekeeping

import (
	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

// What happens to the cleaning of a room, the resource.
var (
	assignedEvent = event.Define[assignedDetails]("room.housekeeping_assigned", "room", 1,
		"Somebody is to clean a room on a day, or nobody is any more.")

	noted = event.Define[notedDetails]("room.housekeeping_noted", "room", 1, "Housekeeping's note on a room was changed.")

	photographedEvent = event.Define[photographedDetails]("room.housekeeping_photographed", "room", 1,
		"A photo was added to housekeeping's note on a room.")

	photoRemoved = event.Define[photoRemovedDetails]("room.housekeeping_photo_removed", "room", 1,
		"The photo of housekeeping's note on a room was deleted.")
)

type assignedDetails struct {
	RoomNumber string          `json:"roomNumber" doc:"The room's number" example:"101"`
	Date       date.Date       `json:"date" doc:"The day"`
	Changes    AssigneeChanges `json:"changes" doc:"What changed"`
}

// AssigneeChanges say who cleans a room.
type AssigneeChanges struct {
	Assignee FromTo `json:"assignee" doc:"The name of who cleans it; empty: nobody does"`
}

type notedDetails struct {
	RoomNumber string      `json:"roomNumber" doc:"The room's number" example:"101"`
	Changes    NoteChanges `json:"changes" doc:"What changed"`
}

// NoteChanges say what is noted of a room.
type NoteChanges struct {
	Note FromTo `json:"note" doc:"The text; empty: there is none"`
}

// FromTo is a text before and after.
type FromTo struct {
	From string `json:"from" doc:"Before"`
	To   string `json:"to" doc:"Now"`
}

type photographedDetails struct {
	RoomNumber string `json:"roomNumber" doc:"The room's number" example:"101"`
	Size       int    `json:"size" doc:"The photo's bytes, as it is kept" example:"81920"`
}

type photoRemovedDetails struct {
	RoomNumber string `json:"roomNumber" doc:"The room's number" example:"101"`
}
