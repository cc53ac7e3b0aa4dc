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

	visitedEvent = event.Define[visitedDetails]("room.housekeeping_visited", "room", 1,
		"A room's service or turndown was done, or nobody was let in.")

	sighted = event.Define[sightedDetails]("room.occupancy_seen", "room", 1,
		"The floor saw a room otherwise than the desk has it.")

	rulesChanged = event.Define[rulesDetails]("organization.housekeeping_rules_changed", "organization", 1,
		"The rules of cleaning were changed.")

	dirtied = event.Define[dirtiedDetails]("night_audit.rooms_dirtied", "night_audit", 1,
		"Rooms in which guests slept are to be cleaned, since their day was closed.")
)

type visitedDetails struct {
	RoomNumber string    `json:"roomNumber" doc:"The room's number" example:"101"`
	Date       date.Date `json:"date" doc:"The day"`
	Part       string    `json:"part" doc:"service or turndown" example:"service"`
	State      string    `json:"state" doc:"open, done, do-not-disturb or refused" example:"done"`
}

type sightedDetails struct {
	RoomNumber string `json:"roomNumber" doc:"The room's number" example:"101"`
	Kind       string `json:"kind" doc:"sleep or skip" example:"skip"`
}

type rulesDetails struct {
	StayoversDirty bool   `json:"stayoversDirty" doc:"Whether rooms become dirty that guests sleep in"`
	Inspected      string `json:"inspectedBeforeSellable" doc:"off, warn or refuse" example:"warn"`
	LinenEvery     int    `json:"linenEvery" doc:"Nights from one full service to the next" example:"3"`
	Turndown       bool   `json:"turndown" doc:"Whether rooms are made ready for the night"`
}

type dirtiedDetails struct {
	Date        date.Date `json:"date" doc:"The day"`
	RoomNumbers []string  `json:"roomNumbers" doc:"The rooms' numbers"`
}

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
