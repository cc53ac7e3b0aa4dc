package auth_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

type object = apptest.Object

// Two people never share a network here: the person whose address it is, and whoever knows the invitation's id.
const (
	home  = "203.0.113.7"
	lair  = "198.51.100.66"
	proxy = "127.0.0.0/8"
)

// eachHouse runs a scenario behind a proxy that says from where a request comes.
func eachHouse(t *testing.T, scenario func(t *testing.T, s *apptest.Server)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			scenario(t, apptest.New(t, engine, func(c *app.Config) {
				c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(proxy)}
			}))
		})
	}
}

func from(s *apptest.Server, network string) *apptest.Caller {
	return s.Anyone().With("X-Forwarded-For", network)
}

// Who knows an invitation's id can set the first password without the mailbox. That password opens the hotel that
// invited, and no other that the mailbox's owner joins.
func TestAPasswordSetWithoutTheMailboxOpensNoOtherHotel(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		m := &mailbox{Server: s, intruder: s.Hotel(), hotel: s.Hotel(), email: "victim@guest.example"}
		stolen := m.intrude()
		m.invite(m.hotel, "Manager")
		m.acceptOnly()
		s.Clock.Advance(time.Minute)
		stolen.Get("/api/bookings/"+m.hotel.Org+"/list").Refused(403, "accept")
		stolen.Get("/api/auth/me").Want(200) // nothing happened to the session
		login := object{"email": m.email, "password": apptest.Password}
		from(s, lair).Post("/api/auth/login", login).Want(200).Is(m.intruder.Org, "data", "user", "orgId")
		login["orgId"] = m.hotel.Org
		from(s, lair).Post("/api/auth/login", login).Refused(403, "mail to set a new password")
		m.resets()
		stolen.Get("/api/auth/me").Want(401)
		m.enters(m.hotel.Org, ownPassword, "Manager")
	})
}

// An Administrator, registered by the contract's plain create-user, is invited by another hotel and accepts. That hotel
// knows the invitation's id, which must open nothing.
func TestNobodyIsTakenOverByAnInvitation(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		m := &mailbox{Server: s, hotel: s.Hotel(), intruder: s.Hotel(), email: "asha@guest.example"}
		own := m.invite(m.hotel, "Administrator")
		m.Letter(m.email)
		from(s, home).Post("/api/auth/create-user", object{"email": m.email, "password": ownPassword, "name": "Asha",
			"invitationId": own}).Want(201)
		asha := m.signsIn(home, ownPassword, m.hotel.Org)
		foreign := m.invite(m.intruder, "Front Desk")
		steal := func() {
			t.Helper()
			from(s, lair).Post("/api/auth/create-user", object{"email": m.email, "password": apptest.Password, "name": "M",
				"invitationId": foreign}).Want(400)
			from(s, lair).Post("/api/auth/login", object{"email": m.email, "password": apptest.Password}).Want(401)
			asha.Get("/api/bookings/{org}/list").Want(200)
		}
		steal()
		m.acceptOnly()
		steal()
		for _, i := range m.intruder.Get("/api/users/{org}/list").Want(200).List("data") {
			if i := i.(map[string]any); i["email"] == m.email {
				m.intruder.Delete("/api/users/{org}/" + i["_id"].(string) + "/delete").Want(200)
			}
		}
		steal()
		foreign = m.invite(m.intruder, "Front Desk")
		steal()
	})
}

// The contract's client responds and signs in, and is in at once: from the client address that accepted, within an
// hour, or with the cookie that accepting has set.
func TestWhoAcceptedJoinsWithThePasswordOfAPlainRegistration(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		m := &mailbox{Server: s, hotel: s.Hotel(), email: "asha@guest.example"}
		own := m.invite(m.hotel, "Administrator")
		m.Letter(m.email)
		from(s, home).Post("/api/auth/create-user", object{"email": m.email, "password": ownPassword, "name": "Asha",
			"invitationId": own}).Want(201)

		second := s.Hotel()
		m.invite(second, "Accountant")
		cookies := (&http.Response{Header: m.acceptOnly().Header}).Cookies()
		if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].Path != "/api/auth" {
			t.Fatalf("accepting sets the cookies %v", cookies)
		}
		m.refusedAt(lair, ownPassword, second.Org)
		s.Clock.Advance(time.Hour)
		m.refusedAt(home, ownPassword, second.Org) // its hour is over
		known := from(s, "192.0.2.9")
		known.Cookies = cookies
		known.Post("/api/auth/login", object{"email": m.email, "password": "a wrong password", "orgId": second.Org}).Want(401)
		m.refusedAt(home, ownPassword, second.Org)
		known.Post("/api/auth/login", object{"email": m.email, "password": ownPassword, "orgId": second.Org}).Want(200).
			Is("Accountant", "data", "user", "role")
		joined := m.signsIn(lair, ownPassword, second.Org) // once proved, it is in from everywhere
		joined.Get("/api/bookings/{org}/list").Want(200)

		third := s.Hotel()
		m.invite(third, "Manager")
		m.acceptOnly()
		joined.Get("/api/bookings/" + third.Org + "/list").Want(200)
	})
}

// An address alone, from which a client accepts, is enough for an hour; one that many may share behind an unknown proxy
// is not.
func TestTheAddressThatAcceptedIsTheClientsOwn(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		for _, forwarded := range []bool{true, false} {
			m := &mailbox{Server: s, hotel: s.Hotel(), email: fmt.Sprintf("asha%t@guest.example", forwarded)}
			own := m.invite(m.hotel, "Administrator")
			m.Letter(m.email)
			client := s.Anyone()
			if forwarded {
				client = client.With("X-Forwarded-For", home)
			}
			client.Post("/api/auth/create-user", object{"email": m.email, "password": ownPassword, "name": "Asha",
				"invitationId": own}).Want(201)
			second := s.Hotel()
			m.invite(second, "Accountant")
			m.acceptFrom(client)
			status := map[bool]int{true: 403, false: 200}[forwarded]
			client.Post("/api/auth/login", object{"email": m.email, "password": ownPassword, "orgId": second.Org}).
				Want(status)
		}
	})
}

// Behind a named proxy that stands behind another one, everybody has that one's address, unless it is named, too.
func TestAProxyBehindTheNamedOneProvesNothing(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		const cdn = "192.0.2.80"
		for via, status := range map[string]int{cdn: 403, "127.0.0.9": 200} {
			m := &mailbox{Server: s, intruder: s.Hotel(), hotel: s.Hotel(), email: fmt.Sprintf("owner%d@guest.example", status)}
			m.intrude()
			m.invite(m.hotel, "Administrator")
			m.acceptFrom(from(s, home+", "+via))
			login := object{"email": m.email, "password": apptest.Password, "orgId": m.hotel.Org}
			from(s, lair+", "+via).Post("/api/auth/login", login).Refused(403, "this address is yours")
			from(s, home+", "+via).With("X-Real-IP", via).Post("/api/auth/login", login).Want(status)
		}
	})
}

// A page of another site signs its visitor in with a password that its owner has set in the visitor's place. That the
// visitor has accepted an invitation at the same address doesn't prove that password.
func TestAPageOfAnotherSiteProvesNothing(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine, func(c *app.Config) { c.CORSOrigins = []string{"https://app.example", "*"} })
			m := &mailbox{Server: s, intruder: s.Hotel(), hotel: s.Hotel(), email: "owner@guest.example"}
			m.intrude()
			m.invite(m.hotel, "Administrator")
			m.acceptFrom(s.Anyone())
			login := object{"email": m.email, "password": apptest.Password, "orgId": m.hotel.Org}
			s.Anyone().With("Origin", "https://evil.example").Post("/api/auth/login", login).
				Refused(403, "this address is yours")
			s.Anyone().With("Origin", "https://app.example").Post("/api/auth/login", login).Want(200)
		})
	}
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

func (m *mailbox) acceptOnly() apptest.Answer {
	m.T.Helper()
	return m.acceptFrom(from(m.Server, home))
}

func (m *mailbox) acceptFrom(client *apptest.Caller) apptest.Answer {
	m.T.Helper()
	invite := m.Link(m.Letter(m.email), "invite")
	return client.Get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" +
		url.QueryEscape(m.email)).Want(200)
}

// signsIn signs in to the organization from a network.
func (m *mailbox) signsIn(network, password, org string) *apptest.Caller {
	m.T.Helper()
	client := from(m.Server, network)
	client.Token = client.Post("/api/auth/login", object{"email": m.email, "password": password, "orgId": org}).Want(200).
		Text("data", "token")
	client.Org = org
	return client
}

// refusedAt fails unless the password opens the organization to nobody from this network yet.
func (m *mailbox) refusedAt(network, password, org string) {
	m.T.Helper()
	from(m.Server, network).Post("/api/auth/login", object{"email": m.email, "password": password, "orgId": org}).
		Refused(403, "this address is yours")
}

// intrude registers the address with the intruder's invitation, without the mailbox, and signs in.
func (m *mailbox) intrude() *apptest.Caller {
	m.T.Helper()
	id := m.invite(m.intruder, "Front Desk")
	m.Letter(m.email)
	from(m.Server, lair).Post("/api/auth/create-user", object{"email": m.email, "password": apptest.Password,
		"name": "Mallory", "invitationId": id}).Want(201)
	return m.signsIn(lair, apptest.Password, m.intruder.Org)
}

const ownPassword = "the owner's own password"

func (m *mailbox) registers(with url.Values, password string) apptest.Answer {
	m.T.Helper()
	return from(m.Server, home).Post("/api/auth/create-user", object{"email": m.email, "password": password,
		"name": "Vera", "invitationId": with.Get("invitationId"), "token": with.Get("token")})
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
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
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
// the id alone that person: the next hotel opens to who has the mailbox.
func TestAnIDAloneProvesNothing(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		m := newMailbox(s)
		from(s, lair).Post("/api/auth/create-user", object{"email": m.email, "password": apptest.Password, "name": "M",
			"invitationId": m.register.Get("invitationId")}).Want(201)
		third := s.Hotel()
		m.invite(third, "Accountant")
		m.acceptOnly()
		m.refusedAt(lair, apptest.Password, third.Org)
		m.resets()
		from(s, lair).Post("/api/auth/login", object{"email": m.email, "password": apptest.Password}).Want(401)
		m.enters(third.Org, ownPassword, "Accountant")
		m.enters(m.hotel.Org, ownPassword, "Manager")
	})
}

func TestAResetFinishesAnAcceptedInvitation(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
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

// A reset proves the address of who was registered without the mailbox: it opens the hotel that waited for that, too.
func TestAResetProvesTheAddress(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		m := &mailbox{Server: s, intruder: s.Hotel(), hotel: s.Hotel(), email: "honest@guest.example"}
		m.intrude() // it is the person, who didn't use the mail's link
		m.invite(m.hotel, "Manager")
		m.acceptOnly()
		m.hotel.Server.Clock.Advance(8 * apptest.Day)
		m.refusedAt(home, apptest.Password, m.hotel.Org)
		m.resets()
		m.enters(m.intruder.Org, ownPassword, "Front Desk")
		m.enters(m.hotel.Org, ownPassword, "Manager")
	})
}

func TestResendFinishesAnAcceptedInvitation(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
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

// An administrator helps who has lost the phone, but only where the login is this hotel's alone.
func TestAnAdministratorRemovesASecondFactor(t *testing.T) {
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		hotel, second := s.Hotel(), s.Hotel()
		m := &mailbox{Server: s, hotel: hotel, email: "asha@guest.example"}
		m.invite(hotel, "Front Desk")
		m.registers(m.accept(), ownPassword).Want(201)
		asha := m.signsIn(home, ownPassword, hotel.Org)
		remove := "/api/users/{org}/" + memberAt(hotel, m.email) + "/second-factor"
		hotel.Delete(remove).Refused(400, "has no second factor")
		m.confirmedFactor(asha, ownPassword)
		asha.Delete(remove).Refused(403, "permission")
		hotel.Member("Helper", object{"users": object{"manage": true}}).Delete(remove).Refused(403, "")
		second.Delete(remove).Want(404)
		own := memberAt(hotel, hotel.Email)
		hotel.Delete("/api/users/{org}/"+own+"/second-factor").Refused(400, "your account")

		m.invite(second, "Accountant")
		m.acceptOnly()
		hotel.Delete(remove).Refused(403, "runs the server")
		second.Delete(remove).Refused(403, "runs the server")
		second.Delete("/api/users/{org}/" + memberAt(second, m.email) + "/delete").Want(200)
		hotel.Delete(remove).Want(200)
		asha.Get("/api/auth/me").Want(401)
		m.enters(hotel.Org, ownPassword, "Front Desk") // with no code
	})
}
