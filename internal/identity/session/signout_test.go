package session_test

import (
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// Whoever presses "sign out" after a quarter of an hour sends an access token that has expired. The cookie's
// session must end all the same, or the next person at the desk is signed in.
func TestSigningOutWithAnExpiredAccessToken(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		s.Clock.Advance(16 * time.Minute)
		owner.Get("/api/auth/verify-token").Want(401)
		tokenAlone := &apptest.Caller{Server: s, Token: owner.Token} // whose session would go on: better to say so
		tokenAlone.Post("/api/auth/logout", nil).Want(401)
		out := owner.Post("/api/auth/logout", nil).Want(200)
		if cookie := out.Header.Get("Set-Cookie"); !strings.Contains(cookie, "Max-Age=0") {
			t.Errorf("the cookie is not cleared: %q", cookie)
		}
		cookieAlone := &apptest.Caller{Server: s, Cookies: owner.Cookies}
		cookieAlone.Post("/api/auth/refresh-token", nil).Want(401)
		owner.Post("/api/auth/logout", nil).Want(200)
	})
}
