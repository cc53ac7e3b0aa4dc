package invitation_test

import (
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
		small := admin.Post("/api/roles/{org}/create", object{"name": "Small",
			"permissions": object{"users": object{"view": true}}}).Want(201).Text("data", "_id")
		var administrator string
		for _, role := range admin.Get("/api/roles/{org}/list").Want(200).List("data") {
			if role.(map[string]any)["name"] == "Administrator" {
				administrator = role.(map[string]any)["_id"].(string)
			}
		}

		victim := "victim@hotel.example"
		old := manager.Post("/api/invitations/{org}/create", object{"email": victim, "role": small}).Want(201).
			Text("data", "_id")
		s.Letter(victim)
		s.Clock.Advance(8 * 24 * time.Hour)
		admin, manager = s.Login(admin.Org, admin.Email), s.Login(admin.Org, manager.Email)
		admin.Post("/api/users/{org}/create", object{"name": "Vera", "email": victim, "role": administrator}).Want(201)
		s.Letter(victim)
		s.Clock.Advance(8 * 24 * time.Hour)
		manager = s.Login(admin.Org, manager.Email)
		manager.Post("/api/invitations/{org}/"+old+"/resend", nil).Refused(400, "another role")
		s.Anyone().Post("/api/auth/create-user", object{"email": victim, "password": apptest.Password, "name": "Mallory",
			"invitationId": old}).Want(400)

		// The same for somebody who is in already.
		joined := "joined@hotel.example"
		old = manager.Post("/api/invitations/{org}/create", object{"email": joined, "role": small}).Want(201).
			Text("data", "_id")
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
			return s.Anyone().Post("/api/auth/create-user", object{"email": email, "password": apptest.Password, "name": "Vera",
				"invitationId": invitation})
		}
		waiting := func(email string) (user, invitation string) {
			user = manager.Post("/api/users/{org}/create", object{"name": "Vera", "email": email, "role": small}).Want(201).
				Text("data", "_id")
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
		s.Anyone().Get("/api/invitations/respond?action=accept&token=" + link.Get("token") + "&email=accepted@hotel.example").
			Want(200)
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
