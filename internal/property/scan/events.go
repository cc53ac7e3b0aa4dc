package scan

import "sarai/internal/record/event"

var (
	stored = event.Define[storedDetails]("guest.document_stored", "guest", 1,
		"A picture of an identity document was stored, maybe in the place of another.")

	viewed = event.Define[viewedDetails]("guest.document_viewed", "guest", 1,
		"Somebody has looked at a picture of an identity document.")

	removed = event.Define[removedDetails]("guest.document_removed", "guest", 1,
		"A picture of an identity document was deleted.")

	settingsChanged = event.Define[settingsDetails]("organization.document_period_changed", "organization", 1,
		"For how long pictures of identity documents are kept was changed.")
)

type storedDetails struct {
	Document string `json:"document" doc:"The kind of document" example:"passport"`
	Pages    int    `json:"pages" doc:"How many pages it has" example:"1"`
}

type viewedDetails struct {
	Document string `json:"document" doc:"The kind of document" example:"passport"`
	Page     int    `json:"page" doc:"Which page" example:"1"`
	Purpose  string `json:"purpose" doc:"For what, as the person said" example:"form-iii"`
}

type removedDetails struct {
	Document string `json:"document" doc:"The kind of document" example:"passport"`
	Expired  bool   `json:"expired" doc:"The hotel's period was over; false: somebody has deleted it"`
}

type settingsDetails struct {
	KeptDays int `json:"keptDays" doc:"Days from the upload" example:"365"`
}
