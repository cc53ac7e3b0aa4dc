package guestfile

import "sarai/internal/record/event"

var (
	merged = event.Define[mergeFacts]("guest.merged", "guest", 1,
		"Another record of the guest became part of this one, with all that belongs to it.")

	unmerged = event.Define[mergeFacts]("guest.unmerged", "guest", 1, "A record that became part of this one is apart again.")

	keptApart = event.Define[apartFacts]("guest.kept_apart", "guest", 1, "Two guests look alike and are two people.")
)

type mergeFacts struct {
	Name        string `json:"name" doc:"The guest's name" example:"Asha Menon"`
	DuplicateID string `json:"duplicateId" doc:"The other record" example:"665f1c2ab7e4d90012ab34cd"`
	Moved       int    `json:"moved" doc:"How many bookings, documents and notes have changed hands" example:"4"`
}

type apartFacts struct {
	OtherID string `json:"otherId" doc:"The other guest" example:"665f1c2ab7e4d90012ab34cd"`
}
