package profile

import "sarai/internal/record/event"

var (
	noted = event.Define[facts]("guest.noted", "guest", 1, "A note about a guest was written.")

	noteChanged = event.Define[facts]("guest.note_changed", "guest", 1, "A note about a guest was changed.")

	noteDeleted = event.Define[facts]("guest.note_deleted", "guest", 1, "A note about a guest was deleted.")

	consented = event.Define[consentFacts]("guest.consent_noted", "guest", 1,
		"A guest has consented to a use of their data, or doesn't any more.")
)

type facts struct {
	NoteID     string `json:"noteId" doc:"The note" example:"665f1c2ab7e4d90012ab34cd"`
	Department string `json:"department" doc:"Whom it is for; empty: all" example:"Housekeeping"`
}

type consentFacts struct {
	Purpose string `json:"purpose" doc:"For what the data are used" example:"newsletter"`
	Granted bool   `json:"granted" doc:"Whether the guest consents"`
	Notice  string `json:"noticeVersion" doc:"Which notice the guest has been shown" example:"2026-04"`
	Channel string `json:"channel" doc:"How the guest has answered" example:"desk"`
}

func (n Note) facts() facts { return facts{n.ID, n.Department} }
