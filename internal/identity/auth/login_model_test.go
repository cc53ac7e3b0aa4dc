package auth_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

const stolenPassword = "the intruder's own password"

// TestNobodyElseGainsAWayIn walks through the table of states and events in docs/security.md at random: what an owner
// of an address does, who reads its mail at home, between what an intruder does, who runs one of two hotels and knows
// the ids of its invitations. Only who has read the mail or knows the password gains or changes a way in.
func TestNobodyElseGainsAWayIn(t *testing.T) {
	apptest.RapidDefault(t, "checks", "12")
	apptest.RapidDefault(t, "steps", "20")
	apptest.RapidDefault(t, "nofailfile", "true")
	eachHouse(t, func(t *testing.T, s *apptest.Server) {
		honest, intruding := s.Hotel(), s.Hotel()
		rapid.Check(t, func(rt *rapid.T) {
			m := newLoginModel(honest.Refreshed(), intruding.Refreshed())
			m.invited(m.honest)
			m.invited(m.intruding)
			if rapid.Bool().Draw(rt, "the intruder is first") {
				m.steals()
			}
			rt.Repeat(map[string]func(*rapid.T){
				"":                              m.check,
				"honest invites":                m.skips(func() bool { return m.invited(m.honest) }),
				"intruder invites":              m.skips(func() bool { return m.invited(m.intruding) }),
				"owner accepts":                 m.accepts,
				"owner registers by id":         m.registersByID,
				"owner registers by mail":       m.registersByMail,
				"owner resets":                  m.skips(m.reset),
				"owner signs in":                m.signsIn,
				"owner changes the password":    m.skips(m.changes),
				"owner adds a factor":           m.skips(m.addsFactor),
				"honest removes":                m.skips(func() bool { return m.removed(m.honest) }),
				"intruder removes":              m.skips(func() bool { return m.removed(m.intruding) }),
				"intruder removes the factor":   m.takesFactor,
				"intruder registers":            m.skips(m.steals),
				"intruder signs in":             m.intrudes,
				"intruder changes the password": m.skips(m.stealsAgain),
				"intruder adds a factor":        m.skips(m.addsStrangeFactor),
				"intruder asks for a reset":     m.asksForReset,
				"minutes pass, or hours":        m.passes,
				"intruder registers, once more": m.skips(m.steals),
			})
		})
	})
}

// loginModel is one address and who has which way in.
type loginModel struct {
	*mailbox
	honest, intruding *apptest.Caller

	holder   string                // whose password the login has: "", "owner" or "intruder"
	factor   string                // whose second factor it has, likewise
	password string                // the owner's, once set
	secret   string                // of the owner's authenticator app
	links    map[string]url.Values // by hotel: of an invitation that isn't answered
	mails    map[string]url.Values // by hotel: of a registration that waits
	ids      map[string]string     // by hotel: its newest invitation
	in       map[string]bool       // the hotels that the owner has got into
	sessions []*apptest.Caller     // the owner's, all of which work
	stolen   []*apptest.Caller     // the intruder's
}

func newLoginModel(honest, intruding *apptest.Caller) *loginModel {
	box := &mailbox{Server: honest.Server, email: fmt.Sprintf("owner%d@guest.example", apptest.Serial())}
	return &loginModel{mailbox: box, honest: honest, intruding: intruding, links: map[string]url.Values{},
		mails: map[string]url.Values{}, ids: map[string]string{}, in: map[string]bool{}}
}

// skips is an action that may be impossible now: then nothing happens.
func (m *loginModel) skips(do func() bool) func(*rapid.T) {
	return func(rt *rapid.T) {
		if !do() {
			rt.Skip()
		}
	}
}

// check holds after every step: the intruder is in no honest hotel, and takes nothing from the owner.
func (m *loginModel) check(rt *rapid.T) {
	for _, s := range m.stolen {
		if a := s.Get("/api/bookings/" + m.honest.Org + "/list"); a.Status == 200 {
			rt.Fatalf("a session of the intruder reads the honest hotel")
		}
		if a := s.Get("/api/auth/me"); a.Status == 200 && m.holder == "owner" {
			rt.Fatalf("a session of the intruder outlives the owner's taking back")
		}
	}
	for _, s := range m.sessions {
		if a := s.Get("/api/auth/me"); a.Status != 200 {
			rt.Fatalf("a session of the owner ended: %s", a.Raw)
		}
	}
	if a := m.attempt(lair, stolenPassword, m.honest.Org, ""); a.Status == 200 {
		rt.Fatalf("the intruder's password opens the honest hotel")
	}
	if a := m.attempt(lair, stolenPassword, "", ""); a.Status == 200 && m.holder != "intruder" {
		rt.Fatalf("the intruder's password works beside the owner's")
	}
	if m.holder != "owner" || m.factor == "intruder" {
		return
	}
	for org := range m.in {
		if a := m.attempt(lair, m.password, org, m.code()); a.Status != 200 { // from anywhere
			rt.Fatalf("the owner's password doesn't open a hotel any more: %s", a.Raw)
		}
	}
	m.refresh() // each code takes half a minute
}

func (m *loginModel) attempt(network, password, org, code string) apptest.Answer {
	body := object{"email": m.email, "password": password}
	if org != "" {
		body["orgId"] = org
	}
	if code != "" {
		body["code"] = code
	}
	return from(m.Server, network).Post("/api/auth/login", body)
}

// code is what the owner's app shows; each works once, so time passes.
func (m *loginModel) code() string {
	if m.factor != "owner" {
		return ""
	}
	return m.next(m.secret)
}

func (m *mailbox) next(secret string) string {
	m.Clock.Advance(30 * time.Second)
	code, err := totp.GenerateCode(secret, m.Clock.Now())
	if err != nil {
		m.T.Fatal(err)
	}
	return code
}

func (m *loginModel) passes(rt *rapid.T) {
	m.Clock.Advance(rapid.SampledFrom([]time.Duration{time.Minute, time.Hour, 9 * time.Hour}).Draw(rt, "time"))
	m.refresh()
	m.stolen = nil // nothing refreshes what may be over
}

// refresh gives the hotels and the owner new access tokens, before time ends theirs.
func (m *loginModel) refresh() {
	m.honest, m.intruding = m.honest.Refreshed(), m.intruding.Refreshed()
	for i, s := range m.sessions {
		m.sessions[i] = s.Refreshed()
	}
}

func (m *loginModel) invited(by *apptest.Caller) bool {
	roles := by.Get("/api/roles/{org}/list").Want(200)
	a := by.Post("/api/invitations/{org}/create", object{"email": m.email, "role": apptest.RoleNamed(roles, "Manager")})
	if a.Status != 201 {
		return false
	}
	m.ids[by.Org], m.links[by.Org] = a.Text("data", "_id"), m.Link(m.Letter(m.email), "invite")
	delete(m.mails, by.Org)
	return true
}

// drawn is one of the hotels that have something waiting; it skips the step if none has.
func drawn[T any](rt *rapid.T, waiting map[string]T) string {
	if len(waiting) == 0 {
		rt.Skip()
	}
	return rapid.SampledFrom(slices.Sorted(maps.Keys(waiting))).Draw(rt, "hotel")
}

func (m *loginModel) accepts(rt *rapid.T) {
	org := drawn(rt, m.links)
	a := from(m.Server, home).Get("/api/invitations/respond?action=accept&token=" + m.links[org].Get("token") +
		"&email=" + url.QueryEscape(m.email))
	delete(m.links, org)
	if a.Status == 200 && m.holder == "" {
		m.mails[org] = m.Link(m.Letter(m.email), "register")
	}
}

func (m *loginModel) registersByID(rt *rapid.T) {
	org := drawn(rt, m.ids)
	a := m.register(home, m.ids[org], "", "owner's first password")
	if a.Status == 201 {
		m.gained("owner", "owner's first password")
	}
}

func (m *loginModel) register(network, id, token, password string) apptest.Answer {
	return from(m.Server, network).Post("/api/auth/create-user", object{"email": m.email, "password": password,
		"name": "Owner", "invitationId": id, "token": token})
}

// gained notes that an id alone has set a password: only of a login that never had one.
func (m *loginModel) gained(holder, password string) {
	if m.holder != "" {
		m.T.Fatalf("%s registers with an id alone over the password of %s", holder, m.holder)
	}
	m.holder = holder
	if holder == "owner" {
		m.password = password
	}
}

func (m *loginModel) registersByMail(rt *rapid.T) {
	org := drawn(rt, m.mails)
	a := m.register(home, m.mails[org].Get("invitationId"), m.mails[org].Get("token"), "owner's registration")
	delete(m.mails, org)
	if a.Status != 201 || a.At("data", "passwordKept") == true {
		return
	}
	m.holder, m.password, m.in[org] = "owner", "owner's registration", true
	m.factor, m.sessions = "", nil // it takes back all that was set up by whoever had no mail
}

func (m *loginModel) reset() bool {
	if m.Anyone().Post("/api/auth/forgot-password", object{"email": m.email}).Status != 200 {
		return false
	}
	token := m.Link(m.Letter(m.email), "reset-password").Get("token")
	m.password = fmt.Sprintf("owner's reset %d", apptest.Serial())
	m.Anyone().Post("/api/auth/reset-password", object{"token": token, "newPassword": m.password}).Want(200)
	m.holder, m.sessions = "owner", nil
	clear(m.mails)
	return true
}

func (m *loginModel) signsIn(rt *rapid.T) {
	if m.holder != "owner" || m.factor == "intruder" {
		rt.Skip()
	}
	org := rapid.SampledFrom([]string{m.honest.Org, m.intruding.Org}).Draw(rt, "hotel")
	a := m.attempt(home, m.password, org, m.code())
	if a.Status == 200 {
		m.in[org] = true
		session := from(m.Server, home)
		session.Token, session.Org = a.Text("data", "token"), org
		session.Cookies = (&http.Response{Header: a.Header}).Cookies()
		m.sessions = append(m.sessions, session)
	}
}

func (m *loginModel) changes() bool {
	if len(m.sessions) == 0 {
		return false
	}
	next := fmt.Sprintf("owner's change %d", apptest.Serial())
	m.sessions[0].Post("/api/auth/change-password", object{"currentPassword": m.password, "newPassword": next}).Want(200)
	m.password, m.sessions = next, m.sessions[:1]
	return true
}

func (m *loginModel) addsFactor() bool {
	if len(m.sessions) == 0 || m.factor != "" {
		return false
	}
	m.secret, m.factor = m.confirmedFactor(m.sessions[0], m.password), "owner"
	return true
}

func (m *mailbox) confirmedFactor(session *apptest.Caller, password string) (secret string) {
	secret = session.Post("/api/auth/mfa/begin", object{"password": password}).Want(200).Text("data", "secret")
	session.Post("/api/auth/mfa/confirm", object{"code": m.next(secret)}).Want(200)
	return secret
}

// memberAt is the id of the hotel's user with this address; empty if there is none.
func memberAt(hotel *apptest.Caller, email string) string {
	for _, u := range hotel.Get("/api/users/{org}/list").Want(200).List("data") {
		if u := u.(map[string]any); u["email"] == email {
			return u["_id"].(string)
		}
	}
	return ""
}

// removed ends a membership; a session goes with the last.
func (m *loginModel) removed(by *apptest.Caller) bool {
	id := memberAt(by, m.email)
	if id == "" {
		return false
	}
	by.Delete("/api/users/{org}/" + id + "/delete").Want(200)
	delete(m.in, by.Org)
	m.sessions = slices.DeleteFunc(m.sessions, func(s *apptest.Caller) bool {
		return s.Get("/api/auth/me").Status == 401 && len(m.in) == 0
	})
	return true
}

// takesFactor: an administrator takes it from a member of this hotel alone, which changes no password.
func (m *loginModel) takesFactor(rt *rapid.T) {
	id := memberAt(m.intruding, m.email)
	if id == "" || m.factor == "" {
		rt.Skip()
	}
	a := m.intruding.Delete("/api/users/{org}/" + id + "/second-factor")
	if a.Status != 200 {
		return
	}
	if m.in[m.honest.Org] {
		rt.Fatalf("a hotel takes the second factor of another's member")
	}
	m.factor, m.sessions, m.stolen = "", nil, nil
}

func (m *loginModel) steals() bool {
	id := m.ids[m.intruding.Org]
	if id == "" {
		return false
	}
	if m.register(lair, id, "", stolenPassword).Status == 201 {
		m.gained("intruder", stolenPassword)
	}
	m.register(lair, id, "a made-up token", stolenPassword).Want(400)
	return true
}

func (m *loginModel) intrudes(rt *rapid.T) {
	if m.factor != "" {
		rt.Skip()
	}
	a := m.attempt(lair, stolenPassword, "", "")
	if a.Status == 200 {
		session := from(m.Server, lair)
		session.Token, session.Org = a.Text("data", "token"), m.intruding.Org
		m.stolen = append(m.stolen, session)
	}
}

func (m *loginModel) stealsAgain() bool {
	if len(m.stolen) == 0 {
		return false
	}
	change := object{"currentPassword": stolenPassword, "newPassword": stolenPassword + "!"}
	if m.holder != "intruder" && m.stolen[0].Post("/api/auth/change-password", change).Status == 200 {
		m.T.Fatal("a session of the intruder changes the owner's password")
	}
	return true
}

func (m *loginModel) addsStrangeFactor() bool {
	if len(m.stolen) == 0 || m.holder != "intruder" || m.factor != "" ||
		m.stolen[0].Get("/api/auth/me").Status != 200 {
		return false
	}
	m.confirmedFactor(m.stolen[0], stolenPassword)
	m.factor = "intruder"
	return true
}

// asksForReset: the mail goes to the owner; a made-up token opens nothing.
func (m *loginModel) asksForReset(*rapid.T) {
	if from(m.Server, lair).Post("/api/auth/forgot-password", object{"email": m.email}).Status == 200 {
		m.Letter(m.email)
	}
	from(m.Server, lair).Post("/api/auth/reset-password", object{"token": "made-up", "newPassword": stolenPassword}).
		Want(400)
}
