package app_test

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// Who was invited once, and added in another way after that invitation had timed out, must not be let in by it:
// whoever made it knows its id, and an id is enough to register with.
func TestATimedOutInvitationIsNotSentToWhoGotInOtherwise(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		admin := s.hotel()
		manager := admin.member("Manager", object{"users": object{"manage": true}, "roles": object{"view": true}})
		small := admin.post("/api/roles/{org}/create", object{"name": "Small", "permissions": object{"users": object{"view": true}}}).want(201).text("data", "_id")
		var administrator string
		for _, role := range admin.get("/api/roles/{org}/list").want(200).list("data") {
			if role.(map[string]any)["name"] == "Administrator" {
				administrator = role.(map[string]any)["_id"].(string)
			}
		}

		victim := "victim@hotel.example"
		old := manager.post("/api/invitations/{org}/create", object{"email": victim, "role": small}).want(201).text("data", "_id")
		s.letter(victim)
		s.clock.Advance(8 * 24 * time.Hour)
		admin, manager = s.login(admin.org, admin.email), s.login(admin.org, manager.email)
		admin.post("/api/users/{org}/create", object{"name": "Vera", "email": victim, "role": administrator}).want(201)
		s.letter(victim)
		s.clock.Advance(8 * 24 * time.Hour)
		manager = s.login(admin.org, manager.email)
		manager.post("/api/invitations/{org}/"+old+"/resend", nil).refused(400, "another role")
		s.anyone().post("/api/auth/create-user", object{"email": victim, "password": password, "name": "Mallory", "invitationId": old}).want(400)

		// The same for somebody who is in already.
		joined := "joined@hotel.example"
		old = manager.post("/api/invitations/{org}/create", object{"email": joined, "role": small}).want(201).text("data", "_id")
		s.letter(joined)
		s.clock.Advance(8 * 24 * time.Hour)
		manager = s.login(admin.org, manager.email)
		manager.post("/api/invitations/{org}/create", object{"email": joined, "role": small}).want(201)
		s.accept(admin.org, joined, "Jo")
		manager.post("/api/invitations/{org}/"+old+"/resend", nil).refused(400, "already")
	})
}

// Whoever added somebody knows the invitation's id. It must not let them register in that person's place with a role
// that an Administrator has given since.
func TestAnInvitationsIdDoesNotOutliveItsRole(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		admin := s.hotel()
		manager := admin.member("Manager", object{"users": object{"view": true, "create": true}})
		small := admin.post("/api/roles/{org}/create", object{"name": "Small"}).want(201).text("data", "_id")
		administrator := roleNamed(admin.get("/api/roles/{org}/list"), "Administrator")
		register := func(email, invitation string) answer {
			return s.anyone().post("/api/auth/create-user", object{"email": email, "password": password, "name": "Vera", "invitationId": invitation})
		}
		waiting := func(email string) (user, invitation string) {
			user = manager.post("/api/users/{org}/create", object{"name": "Vera", "email": email, "role": small}).want(201).text("data", "_id")
			for _, i := range manager.get("/api/invitations/{org}/list").want(200).list("data") {
				if i := i.(map[string]any); i["email"] == email {
					return user, i["_id"].(string)
				}
			}
			t.Fatal("no invitation for", email)
			return "", ""
		}

		user, invitation := waiting("pending@hotel.example")
		admin.put("/api/users/{org}/"+user+"/role", object{"role": administrator}).want(200)
		register("pending@hotel.example", invitation).refused(400, "not valid")
		s.accept(admin.org, "pending@hotel.example", "Vera").get("/api/audit/{org}/logs").want(200)

		user, invitation = waiting("accepted@hotel.example")
		link := s.link(s.letter("accepted@hotel.example"), "invite")
		s.anyone().get("/api/invitations/respond?action=accept&token=" + link.Get("token") + "&email=accepted@hotel.example").want(200)
		old := s.link(s.letter("accepted@hotel.example"), "register")
		admin.put("/api/users/{org}/"+user+"/role", object{"role": administrator}).want(200)
		register("accepted@hotel.example", invitation).refused(400, "not valid")
		register("accepted@hotel.example", old.Get("invitationId")).refused(400, "not valid")
		s.anyone().get("/api/auth/verify-token-register?token=" + old.Get("token")).want(400)
		fresh := s.link(s.letter("accepted@hotel.example"), "register")
		register("accepted@hotel.example", fresh.Get("invitationId")).want(201)
		s.login(admin.org, "accepted@hotel.example").get("/api/audit/{org}/logs").want(200)
	})
}

// Whoever presses "sign out" after a quarter of an hour sends an access token that has expired. The cookie's
// session must end all the same, or the next person at the desk is signed in.
func TestSigningOutWithAnExpiredAccessToken(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		s.clock.Advance(16 * time.Minute)
		owner.get("/api/auth/verify-token").want(401)
		tokenAlone := &caller{s: s, token: owner.token} // whose session would go on: better to say so
		tokenAlone.post("/api/auth/logout", nil).want(401)
		out := owner.post("/api/auth/logout", nil).want(200)
		if cookie := out.header.Get("Set-Cookie"); !strings.Contains(cookie, "Max-Age=0") {
			t.Errorf("the cookie is not cleared: %q", cookie)
		}
		cookieAlone := &caller{s: s, cookies: owner.cookies}
		cookieAlone.post("/api/auth/refresh-token", nil).want(401)
		owner.post("/api/auth/logout", nil).want(200)
	})
}

func TestAnUpdateThatChangesNothingLeavesTheSeriesAsItIs(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		entries := func() float64 { return owner.get("/api/audit/{org}/logs").want(200).number("pagination", "total") }
		before, then := owner.get("/api/series/{org}/booking").want(200), entries()
		s.clock.Advance(time.Minute)
		for _, body := range []any{nil, object{}, object{"prefix": "BK", "separator": "-", "nextNumber": 1}} {
			if after := owner.put("/api/series/{org}/booking/update", body).want(200); after.text("data", "updatedAt") != before.text("data", "updatedAt") {
				t.Errorf("%v moves updatedAt to %s", body, after.text("data", "updatedAt"))
			}
		}
		if now := entries(); now != then {
			t.Errorf("%v audit entries for no change", now-then)
		}
		changed := owner.put("/api/series/{org}/booking/update", object{"prefix": "HV"}).want(200)
		if changed.text("data", "updatedAt") == before.text("data", "updatedAt") || entries() != then+1 {
			t.Error("a change leaves no trace")
		}
		owner.put("/api/series/{org}/booking/update", object{"nextNumber": 1e18}).refused(400, "at most 999999999999999")
	})
}

func TestATooLargeBodyIsToldInWords(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		body := `{"email":"` + strings.Repeat("x", 1<<20) + `"}`
		s.anyone().post("/api/auth/login", body).refused(400, "The body has more than 1 MiB.")
		s.anyone().with("Idempotency-Key", "k").post("/api/organization/create", body).refused(400, "The body has more than 1 MiB.")
	})
}

// An entry of the audit log names who did it, also when all that is known of the person is the address.
func TestTheAuditLogNamesWhoAcceptedWithoutAName(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		org := s.anyone().post("/api/organization/create", object{"name": "Haveli", "email": "nameless@hotel.example"}).want(201).text("data", "_id")
		owner := s.accept(org, "nameless@hotel.example", "Owner")
		entry := owner.get("/api/audit/{org}/logs?action=user.invitation_accepted").want(200)
		if name := entry.text("data", 0, "userName"); name != "nameless@hotel.example" {
			t.Errorf("accepted by %q", name)
		}
	})
}

// A hotel's name can't put a header into a mail, nor markup into a mail or a page.
func TestAHotelsNameIsTextEverywhere(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		for _, name := range []string{"Haveli\r\nBcc: all@x.example", "Haveli\u2028Bcc: all@x.example", "Haveli\u0085x", "Haveli\x00"} {
			s.anyone().post("/api/organization/create", object{"name": name, "email": "crlf@hotel.example"}).bad("name")
		}
		s.anyone().post("/api/organization/create", object{"name": "Haveli", "email": "crlf@hotel.example\r\nBcc: all@x.example"}).bad("email")
		owner := s.hotel(object{"name": `<img src=x> =?utf-8?q?a=0D=0ABcc:_all@x.example?=`})
		owner.post("/api/invitations/{org}/create", object{"email": "guest@hotel.example", "role": roleNamed(owner.get("/api/roles/{org}/list").want(200), "Front Desk"), "name": "<b>Bo</b>"}).want(201)
		letter := s.letter("guest@hotel.example")
		head, body, _ := strings.Cut(letter, "\n\n")
		if strings.Contains(head, "\nBcc") {
			t.Errorf("a header came in by the hotel's name:\n%s", head)
		}
		_, html, _ := strings.Cut(body, "text/html")
		if strings.Contains(html, "<img") || strings.Contains(html, "<b>Bo") {
			t.Errorf("markup came in by a name:\n%s", html)
		}
		link := s.link(letter, "invite")
		page, err := client.Get(s.url + "/invite?token=" + link.Get("token") + "&email=" + url.QueryEscape(link.Get("email")))
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
