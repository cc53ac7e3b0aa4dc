package factor

import "sarai/internal/record/event"

// A login, the resource, gets and loses its second factor.
var (
	Added = event.Define[event.None]("login.mfa_enabled", "login", 1, "A member's login has got a second factor.")

	Removed = event.Define[event.None]("login.mfa_disabled", "login", 1,
		"A member's login has lost its second factor.")
)

// Changes reports whether the event says that a login, its resource, has got or lost its second factor.
func Changes(e event.Event) bool { return Added.Is(e) || Removed.Is(e) }
