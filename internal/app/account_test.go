package app_test

import (
	"net/url"
	"testing"
	"time"
)

// Who knows an invitation's id can set the first password without the mailbox. When the mailbox's owner turns up
// with a mailed link, that password must not open the owner's hotel.
func TestAPasswordSetWithoutTheMailboxIsNotTheOwners(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		intruder, hotel := s.hotel(), s.hotel()
		const email = "victim@guest.example"
		roles := intruder.get("/api/roles/{org}/list").want(200)
		s.clock.Advance(time.Second) // lists are newest first
		intruder.post("/api/users/{org}/create", object{"name": "V", "email": email, "role": roleNamed(roles, "Front Desk")}).want(201)
		s.letter(email)
		invitation := intruder.get("/api/invitations/{org}/list").want(200).text("data", 0, "_id")
		s.anyone().post("/api/auth/create-user", object{"email": email, "password": password, "name": "V", "invitationId": invitation}).want(201)
		stolen := s.login(intruder.org, email)

		roles = hotel.get("/api/roles/{org}/list").want(200)
		hotel.post("/api/invitations/{org}/create", object{"email": email, "role": roleNamed(roles, "Manager")}).want(201)
		invite := s.link(s.letter(email), "invite")
		s.anyone().get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + url.QueryEscape(email)).want(200)
		s.anyone().post("/api/auth/login", object{"email": email, "password": password}).want(401)
		stolen.get("/api/auth/me").want(401)

		register := s.link(s.letter(email), "register")
		const own = "the owner's own password"
		s.anyone().post("/api/auth/create-user", object{"email": email, "password": own, "name": "Vera", "invitationId": register.Get("invitationId")}).want(201)
		answer := s.anyone().post("/api/auth/login", object{"email": email, "password": own, "orgId": hotel.org}).want(200)
		if role := answer.text("data", "user", "role"); role != "Manager" {
			t.Errorf("the owner is %s, want Manager", role)
		}
	})
}

// A login that was set up through its mailbox joins a second hotel by accepting alone.
func TestAProvedLoginJoinsByRespondAlone(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		first, second := s.hotel(), s.hotel()
		roles := second.get("/api/roles/{org}/list").want(200)
		second.post("/api/invitations/{org}/create", object{"email": first.email, "role": roleNamed(roles, "Accountant")}).want(201)
		invite := s.link(s.letter(first.email), "invite")
		s.anyone().get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + url.QueryEscape(first.email)).want(200)
		s.login(second.org, first.email).get("/api/bookings/{org}/list").want(200)
	})
}

func roleNamed(roles answer, name string) string {
	roles.t.Helper()
	for i := range roles.list("data") {
		if roles.text("data", i, "name") == name {
			return roles.text("data", i, "_id")
		}
	}
	roles.t.Fatalf("there is no role %s: %s", name, roles.raw)
	return ""
}
