package session

import "sarai/internal/record/event"

var (
	// SignedIn says that a session of the login begins.
	SignedIn = event.Define[event.None]("login.signed_in", "login", 1, "A member has signed in.")

	ended = event.Define[endedDetails]("login.session_ended", "login", 1, "Sessions of a member have ended.")
)

type endedDetails struct {
	Sessions int    `json:"sessions" doc:"How many" example:"1"`
	Reason   string `json:"reason" doc:"Why, in words" example:"signed out"`
}
