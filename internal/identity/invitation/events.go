package invitation

import (
	"sarai/internal/identity/user"
	"sarai/internal/record/event"
)

// What happens to an invitation is told as something that happens to its person: with the invitation's own id, whoever
// reads the audit log could register in the person's place.
var (
	accepted = event.Define[user.Who]("user.invitation_accepted", "user", 1, "Somebody has accepted an invitation.")

	declined = event.Define[user.Who]("user.invitation_declined", "user", 1, "Somebody has declined an invitation.")

	resent = event.Define[user.Who]("user.invitation_resent", "user", 1, "An invitation was mailed again.")

	timedOut = event.Define[user.Who]("user.invitation_timed_out", "user", 1,
		"An invitation was made to expire before its time.")

	deleted = event.Define[deletedDetails]("user.invitation_deleted", "user", 1, "An invitation was taken back.")
)

type deletedDetails struct {
	user.Who
	Status string `json:"status" doc:"How far the invitation had come" example:"pending"`
}

func (i Invitation) who() user.Who { return user.Who{Name: i.Name, Email: i.Email} }
