package app_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/socketclient"
	"sarai/internal/kit/scope"
)

const factorNeeded = "asks for a second factor"

// secured gives the caller a second factor and returns a recovery code.
func secured(c *apptest.Caller) (recovery string) {
	c.Server.T.Helper()
	secret := c.Post("/api/auth/mfa/begin", object{"password": apptest.Password}).Want(200).Text("data", "secret")
	code, err := totp.GenerateCode(secret, c.Server.Clock.Now())
	if err != nil {
		c.Server.T.Fatal(err)
	}
	return c.Post("/api/auth/mfa/confirm", object{"code": code}).Want(200).Text("data", "recoveryCodes", 0)
}

func unsecured(c *apptest.Caller, recovery string) {
	c.Server.T.Helper()
	c.Post("/api/auth/mfa/disable", object{"password": apptest.Password, "code": recovery}).Want(200)
}

// rule lets only members with a second factor in, or everybody again.
func rule(c *apptest.Caller, required bool) apptest.Answer {
	c.Server.T.Helper()
	return c.Put("/api/organization/{org}/update", object{"requiresMFA": required})
}

// Who has no second factor is refused by every route of an organization that asks for one, and by none of the own
// account; with a token from before the rule, too.
func TestTheRuleOfASecondFactorHoldsEverywhere(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		w.allow(everything())
		rule(w.owner, true).Bad("requiresMFA") // who asks for it has one
		w.owner.Get("/api/organization/{org}").Want(200).Is(false, "data", "requiresMFA")
		secured(w.owner)
		rule(w.owner, true).Want(200)
		rule(w.owner, true).Want(200) // changes nothing
		w.owner.Get("/api/organization/{org}").Want(200).Is(true, "data", "requiresMFA")

		w.tried("somebody without a second factor", func() {
			for _, r := range w.App.Routes {
				if r.Need.Access == scope.AccessMember {
					w.member.Do(r.Method, w.path(r, w.ids), w.filled(r)).Refused(403, factorNeeded)
				}
			}
		})
		refusal := w.member.Get("/api/organization/{org}").Refused(403, factorNeeded)
		refusal.Is("secondFactor", "errors", 0, "field")
		w.member.Post("/api/notifications/cleanup", nil).Refused(403, "")
	})
}

// Whom another node has just barred, so that this one still lets the request in, gives nobody any rights.
func TestWhoWasJustBarredGivesNoRights(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		member := owner.Member("Meera", everything())
		member.Get("/api/roles/{org}/list").Want(200) // from here on this node knows what the member may do
		s.Exec(`UPDATE organizations SET requires_mfa = TRUE WHERE org_id = $1`, owner.Org)
		member.Get("/api/roles/{org}/list").Want(200)
		member.Post("/api/roles/{org}/create", object{"name": "Mine", "permissions": object{}}).Refused(403, factorNeeded)
		member.Post("/api/organization/{org}/sheet-key", nil).Refused(403, factorNeeded)
		s.Clock.Advance(2 * time.Second)
		member.Get("/api/roles/{org}/list").Refused(403, factorNeeded)
	})
}

func TestWhoSetsASecondFactorUpIsLetIn(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		member := owner.Member("Meera", object{"organization": object{"update": true}})
		elsewhere := member.AnotherHotel()
		secured(owner)
		rule(member, true).Bad("requiresMFA")
		rule(owner, true).Want(200)

		member.Get("/api/organization/{org}").Refused(403, factorNeeded)
		elsewhere.Get("/api/organization/{org}").Want(200)
		member = s.Login(owner.Org, member.Email)
		member.Get("/api/organization/{org}").Refused(403, factorNeeded)
		member.Post("/api/auth/heartbeat", object{"userid": member.UserID}).Want(200)
		member.Get("/api/auth/verify-token?orgId=" + owner.Org).Want(200)
		me := member.Get("/api/auth/me?orgId=" + owner.Org).Want(200)
		if list := me.List("data", "organizations"); len(list) != 2 ||
			!slices.ContainsFunc(list, func(o any) bool { return o.(map[string]any)["needsMFA"] == true }) {
			t.Errorf("me says %s", me.Raw)
		}

		recovery := secured(member)
		member.Get("/api/organization/{org}").Want(200)
		unsecured(member, recovery)
		member.Get("/api/organization/{org}").Refused(403, factorNeeded)
		secured(member)
		rule(member, false).Want(200) // the permission to change the settings is enough
		guest := owner.Member("Guest", object{})
		guest.Get("/api/organization/{org}").Want(200)

		found := 0
		for _, entry := range owner.Get("/api/audit/{org}/logs?action=settings.updated").Want(200).List("data") {
			if raw, _ := entry.(map[string]any)["details"].(map[string]any); raw["changes"] != nil {
				found++
			}
		}
		if found != 2 {
			t.Errorf("the audit log has %d changes of the rule, want 2", found)
		}
	})
}

// A new member is refused until there is a second factor, whatever the role. The key of spreadsheets is the hotel's,
// not a person's: it works on.
func TestTheRuleForNewMembersAndSheets(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		key := owner.SheetKey()
		secured(owner)
		rule(owner, true).Want(200)
		member := owner.Member("Meera", everything())
		member.Get("/api/organization/{org}").Refused(403, factorNeeded)
		s.Anyone().With("X-Sheet-Key", key).Get("/api/sheets/" + owner.Org + "/rooms").Want(200)
	})
}

// Sockets leave the room when the rule comes, and join it with the second factor.
func TestSocketsFollowTheRule(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner, node := s.Hotel(), socketclient.Start(t)
		member := owner.Member("Meera", object{})
		both := owner.Member("Both", object{})
		elsewhere := both.AnotherHotel()
		first, second := listen(member, node, socketclient.WebSocket()), listen(both, node, socketclient.WebSocket())
		secured(owner)
		rule(owner, true).Want(200)
		note(owner, "secret")
		if r := first.Next("disconnect"); r.Message != "io server disconnect" {
			t.Error(r.Message)
		}
		refused := node.Open("refused", s.URL, object{"token": member.Token}, socketclient.WebSocket())
		if r := refused.Next("connect_error"); !strings.Contains(r.Message, factorNeeded) {
			t.Errorf("refused with %q", r.Message)
		}
		note(elsewhere, "open")
		if n := hears(t, second, "notification:created"); n["orgId"] != elsewhere.Org {
			t.Errorf("heard %v", n)
		}
		secured(both)
		note(owner, "joined")
		if n := hears(t, second, "notification:created"); n["orgId"] != owner.Org ||
			n["notification"].(map[string]any)["title"] != "joined" {
			t.Errorf("heard %v", n)
		}
		silent(t, first)
	})
}

// Another node refuses from the moment it hears, not when what it remembers is old: its clock stands.
func TestTheRuleHoldsOnOtherNodes(t *testing.T) {
	kittest.NeedPostgreSQL(t)
	var config app.Config
	s := apptest.New(t, kittest.PostgreSQL, func(c *app.Config) { config = *c })
	other, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(other.Handler)
	t.Cleanup(listening.Close)
	go other.Run(t.Context())

	owner := s.Hotel()
	member := owner.Member("Meera", object{})
	there := *member
	there.Server = &apptest.Server{T: t, App: other, DB: s.DB, Clock: s.Clock, URL: listening.URL, Document: s.Document}
	there.Get("/api/organization/{org}").Want(200)
	socket := listen(&there, socketclient.Start(t), socketclient.WebSocket())
	secured(owner)
	rule(owner, true).Want(200)
	socket.Next("disconnect")
	there.Get("/api/organization/{org}").Refused(403, factorNeeded)
}
