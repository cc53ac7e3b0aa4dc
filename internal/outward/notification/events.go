package notification

import "sarai/internal/record/event"

var (
	created = event.Define[createdDetails]("notification.created", "notification", 1,
		"Somebody wrote a notification by hand.")

	deleted = event.Define[deletedDetails]("notification.deleted", "notification", 1, "A notification was deleted.")

	configured = event.Define[configuredDetails]("settings.updated", "notification_config", 4,
		"Of what is notified, and how, was changed.")

	cleanedUp = event.Define[cleanedUpDetails]("notification.cleaned_up", "notification_config", 1,
		"Old notifications were deleted by hand.")
)

type createdDetails struct {
	Type       string `json:"type" doc:"What it is about" example:"booking_updated"`
	Title      string `json:"title" doc:"Its title" example:"Fire drill at four"`
	Recipients int    `json:"recipients" doc:"How many were named; 0: it is for everybody" example:"2"`
}

type deletedDetails struct {
	Type string `json:"type" doc:"What it was about" example:"booking_updated"`
}

type configuredDetails struct {
	Old Config `json:"old" doc:"The settings before"`
	New Config `json:"new" doc:"The settings now"`
}

type cleanedUpDetails struct {
	DeletedCount int `json:"deletedCount" doc:"How many were deleted" example:"120"`
}
