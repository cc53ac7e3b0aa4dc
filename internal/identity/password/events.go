package password

import "sarai/internal/record/event"

var (
	refused = event.Define[event.None]("login.refused", "login", 1,
		"Somebody has failed to prove to be this member. It is noted once for many attempts.")

	resetRequested = event.Define[event.None]("login.reset_requested", "login", 1,
		"Somebody has asked for a link that sets a member's password anew.")
)
