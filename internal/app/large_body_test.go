package app_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

func TestATooLargeBodyIsToldInWords(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		body := `{"email":"` + strings.Repeat("x", 1<<20) + `"}`
		s.Anyone().Post("/api/auth/login", body).Refused(400, "The body has more than 1 MiB.")
		s.Anyone().With("Idempotency-Key", "k").Post("/api/organization/create", body).
			Refused(400, "The body has more than 1 MiB.")
	})
}
