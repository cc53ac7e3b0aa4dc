package auth_test

import (
	"net/url"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// Who knows an invitation's id can set the first password without the mailbox. When the mailbox's owner turns up
// with a mailed link, that password must not open the owner's hotel.
func TestAPasswordSetWithoutTheMailboxIsNotTheOwners(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		intruder, hotel := s.Hotel(), s.Hotel()
		const email = "victim@guest.example"
		roles := intruder.Get("/api/roles/{org}/list").Want(200)
		s.Clock.Advance(time.Second) // lists are newest first
		intruder.Post("/api/users/{org}/create", object{"name": "V", "email": email,
			"role": apptest.RoleNamed(roles, "Front Desk")}).Want(201)
		s.Letter(email)
		invitation := intruder.Get("/api/invitations/{org}/list").Want(200).Text("data", 0, "_id")
		s.Anyone().Post("/api/auth/create-user", object{"email": email, "password": apptest.Password, "name": "V",
			"invitationId": invitation}).Want(201)
		stolen := s.Login(intruder.Org, email)

		roles = hotel.Get("/api/roles/{org}/list").Want(200)
		hotel.Post("/api/invitations/{org}/create", object{"email": email, "role": apptest.RoleNamed(roles, "Manager")}).
			Want(201)
		invite := s.Link(s.Letter(email), "invite")
		s.Anyone().
			Get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + url.QueryEscape(email)).
			Want(200)
		s.Anyone().Post("/api/auth/login", object{"email": email, "password": apptest.Password}).Want(401)
		stolen.Get("/api/auth/me").Want(401)

		register := s.Link(s.Letter(email), "register")
		const own = "the owner's own password"
		s.Anyone().Post("/api/auth/create-user", object{"email": email, "password": own, "name": "Vera",
			"invitationId": register.Get("invitationId")}).Want(201)
		answer := s.Anyone().Post("/api/auth/login", object{"email": email, "password": own, "orgId": hotel.Org}).Want(200)
		if role := answer.Text("data", "user", "role"); role != "Manager" {
			t.Errorf("the owner is %s, want Manager", role)
		}
	})
}

// A login that was set up through its mailbox joins a second hotel by accepting alone.
func TestAProvedLoginJoinsByRespondAlone(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		first, second := s.Hotel(), s.Hotel()
		roles := second.Get("/api/roles/{org}/list").Want(200)
		second.Post("/api/invitations/{org}/create", object{"email": first.Email,
			"role": apptest.RoleNamed(roles, "Accountant")}).Want(201)
		invite := s.Link(s.Letter(first.Email), "invite")
		s.Anyone().
			Get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" +
				url.QueryEscape(first.Email)).Want(200)
		s.Login(second.Org, first.Email).Get("/api/bookings/{org}/list").Want(200)
	})
}
