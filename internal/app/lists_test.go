package app_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// A list whose days stand the wrong way round says so, whichever list it is.
func TestListsRefuseDaysTheWrongWayRound(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		for _, list := range []string{"invoices/{org}/list", "credit-notes/{org}/list", "payments/{org}/list",
			"quotes/{org}/list", "expenses/{org}/list", "accounts/{org}/transfers"} {
			owner.Get("/api/" + list + "?from=2026-04-15&to=2026-04-14").Bad("to")
			a := owner.Get("/api/" + list + "?from=x&to=2026-02-30")
			a.Bad("from")
			a.Bad("to")
			owner.Get("/api/" + list + "?from=2026-04-14&to=2026-04-14").Want(200)
		}
	})
}
