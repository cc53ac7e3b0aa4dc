package auth_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

// trailOf lists what an organization's audit log has about a login, oldest first.
func trailOf(c *apptest.Caller, userID string) (actions []string) {
	c.Server.T.Helper()
	for _, entry := range c.Get("/api/audit/{org}/by-resource/login/" + userID).Want(200).List("data") {
		actions = append(actions, strings.TrimPrefix(entry.(map[string]any)["action"].(string), "login."))
	}
	slices.Reverse(actions)
	return actions
}

// What happens to a login is in the audit logs of all its hotels, and of no other.
func TestTheAuditLogHasWhatHappensToALogin(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, stranger := s.Hotel(), s.Hotel()
		second := owner.AnotherHotel()
		meera := owner.Member("Porter", object{})
		tick := func() { s.Clock.Advance(time.Second) } // entries are in the order of their time
		wrong := func() {
			tick()
			s.Anyone().Post("/api/auth/login", object{"email": meera.Email, "password": "wrong"}).Want(401)
		}
		want := func(c *apptest.Caller, userID string, wanted ...string) {
			t.Helper()
			if got := trailOf(c, userID); !slices.Equal(got, wanted) {
				t.Errorf("the audit log has %v, want %v", got, wanted)
			}
		}
		for range 3 {
			wrong()
		}
		want(owner, meera.UserID, "signed_in", "refused")
		s.Clock.Advance(time.Minute)
		wrong()
		tick()
		meera = s.Login(owner.Org, meera.Email)
		tick()
		meera.Post("/api/auth/logout", nil).Want(200)
		tick()
		s.Anyone().Post("/api/auth/forgot-password", object{"email": meera.Email}).Want(200)
		tick()
		link := s.Link(s.Letter(meera.Email), "reset-password")
		s.Anyone().Post("/api/auth/reset-password", object{"token": link.Get("token"), "newPassword": ownPassword}).Want(200)
		want(owner, meera.UserID, "signed_in", "refused", "refused", "signed_in", "session_ended", "reset_requested",
			"session_ended")
		entries := owner.Get("/api/audit/{org}/by-resource/login/" + meera.UserID).Want(200)
		entries.Is(object{"reason": "password changed", "sessions": 1}, "data", 0, "details")
		entries.Is(meera.UserID, "data", 0, "userId")
		entries.Is("000000000000000000000000", "data", 1, "userId")
		want(stranger, meera.UserID)

		tick()
		owner = s.Login(owner.Org, owner.Email)
		second.Token = owner.Token
		want(second, owner.UserID, "signed_in")
		want(stranger, owner.UserID)
	})
}

// A copied refresh token leaves its trace.
func TestTheAuditLogHasACopiedRefreshToken(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		s.Clock.Advance(time.Second)
		console := s.Anyone()
		answer := console.Post("/api/auth/login",
			object{"email": owner.Email, "password": apptest.Password, "cookieOnly": true}).Want(200)
		cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
		s.Clock.Advance(time.Second)
		console.With("Cookie", cookie).Post("/api/auth/refresh-token", nil).Want(200)
		s.Clock.Advance(time.Minute)
		console.With("Cookie", cookie).Post("/api/auth/refresh-token", nil).Want(401)
		owner.Get("/api/audit/{org}/by-resource/login/"+owner.UserID).Want(200).
			Is("login.session_ended", "data", 0, "action").
			Is(object{"reason": "refresh token used again", "sessions": 1}, "data", 0, "details")
	})
}

// lines is a log that a test reads while the server writes it.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestTheRequestLineOfASignInNamesTheUser(t *testing.T) {
	var log lines
	s := apptest.New(t, kittest.Engines()[0], func(c *app.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	owner := s.Hotel()
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "route=/api/auth/login") && strings.Contains(line, "user="+owner.UserID) {
			return
		}
	}
	t.Errorf("no line of a sign-in names %s:\n%s", owner.UserID, log.String())
}
