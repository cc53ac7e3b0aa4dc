package app_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/scope"
)

// Who is known may send a mebibyte, and a stranger what a form needs.
func TestATooLargeBodyIsToldInWords(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		of := func(size int) string {
			const around = len(`{"unknown":""}`)
			return `{"unknown":"` + strings.Repeat("x", size-around) + `"}`
		}
		refuses := func(c *apptest.Caller, path string, limit int, words string) {
			t.Helper()
			for _, c := range []*apptest.Caller{c, c.With("Idempotency-Key", "k")} {
				c.Post(path, of(limit+1)).Refused(400, "The body has more than "+words+".")
				if a := c.Post(path, of(limit)); a.Status != 400 || strings.Contains(string(a.Raw), "The body has more") {
					t.Errorf("%s with %s answers %d %s", path, words, a.Status, a.Raw)
				}
			}
		}
		refuses(s.Hotel(), "/api/guests/{org}/create", 1<<20, "1 MiB")
		refuses(s.Anyone().With("X-Sheet-Key", apptest.ServerSheetKey), "/api/sheets/create", 1<<20, "1 MiB")
		refuses(s.Anyone(), "/api/organization/create", 64<<10, "64 KiB")
		refuses(s.Anyone(), "/api/auth/create-user", 64<<10, "64 KiB")
		refuses(s.Anyone(), "/api/auth/forgot-password", 16<<10, "16 KiB")
		walked := 0
		for _, r := range s.App.Routes {
			if r.Method != "GET" && (r.Need.Access == scope.AccessAnyone || r.Need.Access == scope.AccessOptional) {
				walked++
				s.Anyone().Do(r.Method, r.Path, of(64<<10+1)).Refused(400, "The body has more than")
			}
		}
		if walked < 5 {
			t.Errorf("only %d routes take a body of a stranger", walked)
		}
	})
}
