package guestfile

import "sarai/internal/record/event"

var (
	merged = event.Define[mergeFacts]("guest.merged", "guest", 1,
		"Another record of the guest became part of this one, with all that belongs to it.")

	unmerged = event.Define[mergeFacts]("guest.unmerged", "guest", 1,
		"A record that became part of this one is apart again.")

	erased = event.Define[eraseFacts]("guest.erased", "guest", 1,
		"A guest was forgotten, but for what laws have the hotel keep; or such a term has ended, and the rest of it is gone.")

	told = event.Define[toldFacts]("guest.told", "guest", 1, "Everything that is kept of a guest was handed out.")

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

type eraseFacts struct {
	Removed int    `json:"removed" doc:"From how many records something was removed until now" example:"7"`
	Kept    int    `json:"kept" doc:"Of how many records something stays" example:"2"`
	LooksOn string `json:"nextOn" doc:"The first day on which a term ends; empty: nothing stays" example:"2033-12-31"`
}

type toldFacts struct {
	Purpose  string `json:"purpose" doc:"For what" example:"guest-asked"`
	Sections int    `json:"sections" doc:"From how many places it was collected" example:"9"`
}
