package app_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// Who was invited once, and added in another way after that invitation had timed out, must not be let in by it:
// whoever made it knows its id, and an id is enough to register with.
func TestATimedOutInvitationIsNotSentToWhoGotInOtherwise(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		admin := s.Hotel()
		manager := admin.Member("Manager", object{"users": object{"manage": true}, "roles": object{"view": true}})
		small := admin.Post("/api/roles/{org}/create", object{"name": "Small", "permissions": object{"users": object{"view": true}}}).Want(201).Text("data", "_id")
		var administrator string
		for _, role := range admin.Get("/api/roles/{org}/list").Want(200).List("data") {
			if role.(map[string]any)["name"] == "Administrator" {
				administrator = role.(map[string]any)["_id"].(string)
			}
		}

		victim := "victim@hotel.example"
		old := manager.Post("/api/invitations/{org}/create", object{"email": victim, "role": small}).Want(201).Text("data", "_id")
		s.Letter(victim)
		s.Clock.Advance(8 * 24 * time.Hour)
		admin, manager = s.Login(admin.Org, admin.Email), s.Login(admin.Org, manager.Email)
		admin.Post("/api/users/{org}/create", object{"name": "Vera", "email": victim, "role": administrator}).Want(201)
		s.Letter(victim)
		s.Clock.Advance(8 * 24 * time.Hour)
		manager = s.Login(admin.Org, manager.Email)
		manager.Post("/api/invitations/{org}/"+old+"/resend", nil).Refused(400, "another role")
		s.Anyone().Post("/api/auth/create-user", object{"email": victim, "password": apptest.Password, "name": "Mallory", "invitationId": old}).Want(400)

		// The same for somebody who is in already.
		joined := "joined@hotel.example"
		old = manager.Post("/api/invitations/{org}/create", object{"email": joined, "role": small}).Want(201).Text("data", "_id")
		s.Letter(joined)
		s.Clock.Advance(8 * 24 * time.Hour)
		manager = s.Login(admin.Org, manager.Email)
		manager.Post("/api/invitations/{org}/create", object{"email": joined, "role": small}).Want(201)
		s.Accept(admin.Org, joined, "Jo")
		manager.Post("/api/invitations/{org}/"+old+"/resend", nil).Refused(400, "already")
	})
}

// Whoever added somebody knows the invitation's id. It must not let them register in that person's place with a role
// that an Administrator has given since.
func TestAnInvitationsIdDoesNotOutliveItsRole(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		admin := s.Hotel()
		manager := admin.Member("Manager", object{"users": object{"view": true, "create": true}})
		small := admin.Post("/api/roles/{org}/create", object{"name": "Small"}).Want(201).Text("data", "_id")
		administrator := apptest.RoleNamed(admin.Get("/api/roles/{org}/list"), "Administrator")
		register := func(email, invitation string) apptest.Answer {
			return s.Anyone().Post("/api/auth/create-user", object{"email": email, "password": apptest.Password, "name": "Vera", "invitationId": invitation})
		}
		waiting := func(email string) (user, invitation string) {
			user = manager.Post("/api/users/{org}/create", object{"name": "Vera", "email": email, "role": small}).Want(201).Text("data", "_id")
			for _, i := range manager.Get("/api/invitations/{org}/list").Want(200).List("data") {
				if i := i.(map[string]any); i["email"] == email {
					return user, i["_id"].(string)
				}
			}
			t.Fatal("no invitation for", email)
			return "", ""
		}

		user, invitation := waiting("pending@hotel.example")
		admin.Put("/api/users/{org}/"+user+"/role", object{"role": administrator}).Want(200)
		register("pending@hotel.example", invitation).Refused(400, "not valid")
		s.Accept(admin.Org, "pending@hotel.example", "Vera").Get("/api/audit/{org}/logs").Want(200)

		user, invitation = waiting("accepted@hotel.example")
		link := s.Link(s.Letter("accepted@hotel.example"), "invite")
		s.Anyone().Get("/api/invitations/respond?action=accept&token=" + link.Get("token") + "&email=accepted@hotel.example").Want(200)
		old := s.Link(s.Letter("accepted@hotel.example"), "register")
		admin.Put("/api/users/{org}/"+user+"/role", object{"role": administrator}).Want(200)
		register("accepted@hotel.example", invitation).Refused(400, "not valid")
		register("accepted@hotel.example", old.Get("invitationId")).Refused(400, "not valid")
		s.Anyone().Get("/api/auth/verify-token-register?token=" + old.Get("token")).Want(400)
		fresh := s.Link(s.Letter("accepted@hotel.example"), "register")
		register("accepted@hotel.example", fresh.Get("invitationId")).Want(201)
		s.Login(admin.Org, "accepted@hotel.example").Get("/api/audit/{org}/logs").Want(200)
	})
}

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

func TestAnUpdateThatChangesNothingLeavesTheSeriesAsItIs(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		entries := func() float64 { return owner.Get("/api/audit/{org}/logs").Want(200).Number("pagination", "total") }
		before, then := owner.Get("/api/series/{org}/booking").Want(200), entries()
		s.Clock.Advance(time.Minute)
		for _, body := range []any{nil, object{}, object{"prefix": "BK", "separator": "-", "nextNumber": 1}} {
			if after := owner.Put("/api/series/{org}/booking/update", body).Want(200); after.Text("data", "updatedAt") != before.Text("data", "updatedAt") {
				t.Errorf("%v moves updatedAt to %s", body, after.Text("data", "updatedAt"))
			}
		}
		if now := entries(); now != then {
			t.Errorf("%v audit entries for no change", now-then)
		}
		changed := owner.Put("/api/series/{org}/booking/update", object{"prefix": "HV"}).Want(200)
		if changed.Text("data", "updatedAt") == before.Text("data", "updatedAt") || entries() != then+1 {
			t.Error("a change leaves no trace")
		}
		owner.Put("/api/series/{org}/booking/update", object{"nextNumber": 1e18}).Refused(400, "at most 999999999999999")
	})
}

func TestATooLargeBodyIsToldInWords(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		body := `{"email":"` + strings.Repeat("x", 1<<20) + `"}`
		s.Anyone().Post("/api/auth/login", body).Refused(400, "The body has more than 1 MiB.")
		s.Anyone().With("Idempotency-Key", "k").Post("/api/organization/create", body).Refused(400, "The body has more than 1 MiB.")
	})
}

// An entry of the audit log names who did it, also when all that is known of the person is the address.
func TestTheAuditLogNamesWhoAcceptedWithoutAName(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		org := s.Anyone().Post("/api/organization/create", object{"name": "Haveli", "email": "nameless@hotel.example"}).Want(201).Text("data", "_id")
		owner := s.Accept(org, "nameless@hotel.example", "Owner")
		entry := owner.Get("/api/audit/{org}/logs?action=user.invitation_accepted").Want(200)
		if name := entry.Text("data", 0, "userName"); name != "nameless@hotel.example" {
			t.Errorf("accepted by %q", name)
		}
	})
}

// A hotel's name can't put a header into a mail, nor markup into a mail or a page.
func TestAHotelsNameIsTextEverywhere(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		for _, name := range []string{"Haveli\r\nBcc: all@x.example", "Haveli\u2028Bcc: all@x.example", "Haveli\u0085x", "Haveli\x00"} {
			s.Anyone().Post("/api/organization/create", object{"name": name, "email": "crlf@hotel.example"}).Bad("name")
		}
		s.Anyone().Post("/api/organization/create", object{"name": "Haveli", "email": "crlf@hotel.example\r\nBcc: all@x.example"}).Bad("email")
		owner := s.Hotel(object{"name": `<img src=x> =?utf-8?q?a=0D=0ABcc:_all@x.example?=`})
		owner.Post("/api/invitations/{org}/create", object{"email": "guest@hotel.example", "role": apptest.RoleNamed(owner.Get("/api/roles/{org}/list").Want(200), "Front Desk"), "name": "<b>Bo</b>"}).Want(201)
		letter := s.Letter("guest@hotel.example")
		head, body, _ := strings.Cut(letter, "\n\n")
		if strings.Contains(head, "\nBcc") {
			t.Errorf("a header came in by the hotel's name:\n%s", head)
		}
		_, html, _ := strings.Cut(body, "text/html")
		if strings.Contains(html, "<img") || strings.Contains(html, "<b>Bo") {
			t.Errorf("markup came in by a name:\n%s", html)
		}
		link := s.Link(letter, "invite")
		page, err := apptest.Client.Get(s.URL + "/invite?token=" + link.Get("token") + "&email=" + url.QueryEscape(link.Get("email")))
		if err != nil {
			t.Fatal(err)
		}
		defer page.Body.Close()
		shown := make([]byte, 1<<16)
		n, _ := page.Body.Read(shown)
		if page.StatusCode != 200 || strings.Contains(string(shown[:n]), "<img") {
			t.Errorf("%d: %s", page.StatusCode, shown[:n])
		}
	})
}
