package auth_test

import (
	"net/url"
	"strings"
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

// mailbox is somebody whose address two hotels know: the hotel where the owner has accepted an invitation and isn't
// registered yet, and the intruder, who invited the address and registers in its place.
type mailbox struct {
	*apptest.Server
	intruder, hotel *apptest.Caller
	email           string
	register        url.Values // of the hotel's registration mail
}

func newMailbox(s *apptest.Server) *mailbox {
	s.T.Helper()
	m := &mailbox{Server: s, intruder: s.Hotel(), hotel: s.Hotel(), email: "victim@guest.example"}
	m.invite(m.hotel, "Manager")
	m.register = m.accept()
	return m
}

func (m *mailbox) invite(by *apptest.Caller, role string) (invitationID string) {
	m.T.Helper()
	roles := by.Get("/api/roles/{org}/list").Want(200)
	return by.Post("/api/invitations/{org}/create", object{"email": m.email, "role": apptest.RoleNamed(roles, role)}).
		Want(201).Text("data", "_id")
}

// accept accepts the newest invitation and returns what the registration mail's link carries.
func (m *mailbox) accept() url.Values {
	m.T.Helper()
	m.acceptOnly()
	return m.Link(m.Letter(m.email), "register")
}

func (m *mailbox) acceptOnly() {
	m.T.Helper()
	invite := m.Link(m.Letter(m.email), "invite")
	m.Anyone().Get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" +
		url.QueryEscape(m.email)).Want(200)
}

// intrude registers the address with the intruder's invitation, without the mailbox, and signs in.
func (m *mailbox) intrude() *apptest.Caller {
	m.T.Helper()
	id := m.invite(m.intruder, "Front Desk")
	m.Letter(m.email)
	m.Anyone().Post("/api/auth/create-user", object{"email": m.email, "password": apptest.Password, "name": "Mallory",
		"invitationId": id}).Want(201)
	return m.Login(m.intruder.Org, m.email)
}

const ownPassword = "the owner's own password"

func (m *mailbox) registers(with url.Values, password string) apptest.Answer {
	m.T.Helper()
	return m.Anyone().Post("/api/auth/create-user", object{"email": m.email, "password": password, "name": "Vera",
		"invitationId": with.Get("invitationId"), "token": with.Get("token")})
}

// enters fails unless the owner gets into the organization with the password, as this role.
func (m *mailbox) enters(org, password, role string) {
	m.T.Helper()
	m.Anyone().Post("/api/auth/login", object{"email": m.email, "password": password, "orgId": org}).Want(200).
		Is(role, "data", "user", "role")
}

func (m *mailbox) resets() {
	m.T.Helper()
	m.Anyone().Post("/api/auth/forgot-password", object{"email": m.email}).Want(200)
	link := m.Link(m.Letter(m.email), "reset-password")
	m.Anyone().Post("/api/auth/reset-password", object{"token": link.Get("token"), "newPassword": ownPassword}).Want(200)
}

func TestAMailedTokenTakesTheLoginBack(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		m := newMailbox(s)
		stolen := m.intrude()
		m.registers(url.Values{"invitationId": m.register["invitationId"]}, ownPassword).Refused(400, "registration mail")
		m.registers(m.register, ownPassword).Want(201)
		stolen.Get("/api/auth/me").Want(401)
		s.Anyone().Post("/api/auth/login", object{"email": m.email, "password": apptest.Password}).Want(401)
		m.enters(m.hotel.Org, ownPassword, "Manager")
	})
}

// The hotel that invited knows its invitation's id. That the person has accepted doesn't make whoever registers with
// the id alone that person.
func TestAnIDAloneProvesNothing(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		m := newMailbox(s)
		m.registers(url.Values{"invitationId": m.register["invitationId"]}, apptest.Password).Want(201)
		third := s.Hotel()
		m.invite(third, "Accountant")
		register := m.accept()
		s.Anyone().Post("/api/auth/login", object{"email": m.email, "password": apptest.Password}).Want(401)
		m.registers(register, ownPassword).Want(201)
		m.enters(third.Org, ownPassword, "Accountant")
	})
}

func TestAResetFinishesAnAcceptedInvitation(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		m := newMailbox(s)
		stolen := m.intrude()
		m.resets()
		stolen.Get("/api/auth/me").Want(401)
		m.enters(m.hotel.Org, ownPassword, "Manager")
		m.registers(m.register, apptest.Password).Refused(400, "used")
	})
}

// Whoever has accepted needs no registration mail: a reset mail does as well. Before, there is no account.
func TestAResetDoesWithoutARegistration(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		m := newMailbox(s)
		m.resets()
		m.enters(m.hotel.Org, ownPassword, "Manager")
		m.email = "pending@guest.example"
		m.invite(m.hotel, "Manager")
		s.Anyone().Post("/api/auth/forgot-password", object{"email": m.email}).Want(404)
	})
}

// An invitation that took the login back left its person without a password: a reset lets the person into the hotel
// where they were before.
func TestAResetHelpsWhoWasTakenBack(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		m := &mailbox{Server: s, intruder: s.Hotel(), hotel: s.Hotel(), email: "honest@guest.example"}
		m.intrude() // it is the person, who didn't use the mail's link
		m.invite(m.hotel, "Manager")
		m.accept()
		m.hotel.Server.Clock.Advance(8 * apptest.Day) // the registration has expired
		m.resets()
		m.enters(m.intruder.Org, ownPassword, "Front Desk")
		s.Anyone().Post("/api/auth/login", object{"email": m.email, "password": ownPassword, "orgId": m.hotel.Org}).
			Bad("orgId")
	})
}

func TestResendFinishesAnAcceptedInvitation(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		m := newMailbox(s)
		s.Clock.Advance(8 * apptest.Day)
		m.hotel = m.hotel.Again()
		m.intruder = m.intruder.Again()
		m.intrude()
		resend := "/api/invitations/{org}/" + m.register.Get("invitationId") + "/resend"
		m.hotel.Post(resend, nil).Want(200) // the password is nobody's proved one: another registration mail
		m.Link(m.Letter(m.email), "register")
		s.Clock.Advance(8 * apptest.Day)
		m.hotel = m.hotel.Again()
		m.resets()
		s.Anyone().Post("/api/auth/login", object{"email": m.email, "password": ownPassword, "orgId": m.hotel.Org}).
			Bad("orgId")
		answer := m.hotel.Post(resend, nil).Want(200)
		if message := answer.Text("message"); !strings.Contains(message, "sign in") {
			t.Errorf("resend says %q", message)
		}
		s.Mail(m.email, "You can sign in to Hotel")
		m.enters(m.hotel.Org, ownPassword, "Manager")
		m.hotel.Post(resend, nil).Refused(400, "used")
	})
}

// Who has accepted two invitations and registers with one keeps that password when the other's link is used.
func TestASecondRegistrationKeepsThePassword(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		m := newMailbox(s)
		second := s.Hotel()
		m.invite(second, "Accountant")
		also := m.accept()
		m.registers(m.register, ownPassword).Want(201)
		answer := m.registers(also, apptest.Password).Want(201).Is(true, "data", "passwordKept")
		if message := answer.Text("message"); !strings.Contains(message, "password that you have") {
			t.Errorf("it says %q", message)
		}
		m.enters(second.Org, ownPassword, "Accountant")
		s.Anyone().Post("/api/auth/login", object{"email": m.email, "password": apptest.Password}).Want(401)
	})
}
