package main_test

import (
	"html"
	"maps"
	"regexp"
	"strings"
	"testing"
)

// form is what a browser sends from a page.
type form map[string]string

func (f form) with(name, value string) form {
	filled := maps.Clone(f)
	filled[name] = value
	return filled
}

var formInput = regexp.MustCompile(`<input (?:type="hidden" )?name="([^"]*)" value="([^"]*)"`)

// formOf reads the form of a page, as it is filled in.
func formOf(t *testing.T, page answer) form {
	t.Helper()
	f := form{}
	for _, found := range formInput.FindAllStringSubmatch(string(page.raw), -1) {
		f[found[1]] = html.UnescapeString(found[2])
	}
	if len(f) == 0 {
		t.Fatalf("%s shows no form: %s", page.asked, page.raw)
	}
	return f
}

// page checks what holds for every page, with this status, and that it says the words.
func (a answer) page(status int, words string) answer {
	a.t.Helper()
	a.want(status)
	for name, part := range map[string]string{"Content-Type": "text/html", "Cache-Control": "no-store",
		"Referrer-Policy":         "no-referrer",
		"Content-Security-Policy": "default-src 'none'", "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff"} {
		if !strings.Contains(a.header.Get(name), part) {
			a.t.Errorf("%s: the header %s is %q, without %q", a.asked, name, a.header.Get(name), part)
		}
	}
	policy := a.header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "form-action 'self'") || strings.Contains(policy, "unsafe") ||
		strings.Contains(policy, "script-src") {
		a.t.Errorf("%s: the policy is %q", a.asked, policy)
	}
	text := html.UnescapeString(string(a.raw))
	if !strings.Contains(text, words) {
		a.t.Errorf("%s: the page doesn't say %q: %s", a.asked, words, a.raw)
	}
	if strings.Contains(string(a.raw), "<script") || strings.Contains(string(a.raw), "<img") {
		a.t.Errorf("%s: somebody's text has become HTML: %s", a.asked, a.raw)
	}
	return a
}

const (
	hostileHotel  = `<script>alert("hotel")</script>`
	hostilePerson = `"><img src=x onerror=alert(1)>`
)

// everything is what the database holds, but for outbox and sessions, which change by themselves.
func (p *place) everything() string {
	p.t.Helper()
	var all strings.Builder
	for _, table := range []string{"organizations", "roles", "logins", "login_organizations", "one_time_tokens",
		"memberships", "invitations", "audit_entries", "notifications"} {
		rows := make([]string, 0)
		for _, row := range p.query("SELECT * FROM " + table) {
			rows = append(rows, strings.Join(row, "|"))
		}
		all.WriteString(table + "\n" + strings.Join(rows, "\n") + "\n")
	}
	return all.String()
}

// openedOften opens a link as the link scanners of mail programs do, and sees nothing changed. It returns the page.
func (s *program) openedOften(link string) answer {
	s.t.Helper()
	before := s.place.everything()
	var page answer
	for range 20 {
		page = s.anyone().get(link).page(200, "")
	}
	if after := s.place.everything(); after != before {
		s.t.Errorf("opening %s changes the database:\n%s\nnow:\n%s", link, before, after)
	}
	return page
}

// The way of a new administrator through the pages alone, with a hotel and a person whose names are attacks.
func TestPagesDoTheirJobAndOpeningThemDoesNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		const email = "owner@hotel.example"
		s := p.serve()
		s.signUp(hostileHotel, email).want(201)

		invite := linkIn(t, p.letter(email), "invite")
		invitation := formOf(t, s.openedOften(invite).page(200, hostileHotel+" is made"))
		s.anyone().submit("/invite", invitation).page(400, "accept or to decline")
		s.anyone().submit("/invite", invitation.with("action", "accept")).page(200, "name and a password")

		register := linkIn(t, p.letter(email), "register")
		registration := formOf(t, s.openedOften(register).page(200, email)).with("name", hostilePerson)
		s.anyone().submit("/register", registration.with("password", "short")).page(400, "at least 8 characters")
		s.anyone().submit("/register", registration.with("password", password)).page(200, "account is ready")
		owner := s.login(email, password)
		if name := owner.get("/api/auth/me?orgId="+owner.org).want(200).text("data", "user", "name"); name != hostilePerson {
			t.Errorf("the name is %q", name)
		}

		s.anyone().post("/api/auth/forgot-password", object{"email": email}).want(200)
		reset := linkIn(t, p.letter(email), "reset-password")
		renewal := formOf(t, s.openedOften(reset).page(200, email))
		s.anyone().submit("/reset-password", renewal.with("newPassword", "short")).page(400, "at least 8 characters")
		s.anyone().submit("/reset-password", renewal.with("newPassword", "a new pass phrase")).page(200,
			"new password is set")
		s.login(email, "a new pass phrase")
		owner.get("/api/auth/me").want(401)

		for _, link := range []string{invite, register, reset} {
			s.anyone().get(link).page(400, "")
		}
		s.anyone().submit("/invite", invitation.with("action", "accept")).page(400, "already accepted")
		s.anyone().submit("/register", registration.with("password", "another password")).page(400, "used")
		s.anyone().submit("/reset-password", renewal.with("newPassword", "another password")).page(400, "link")
		s.login(email, "a new pass phrase")
		s.stop()
	})
}

func TestPagesOfDeclinedWrongAndExpiredLinks(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		owner := s.hotel(hostileHotel, "owner@hotel.example")
		role := owner.get("/api/roles/{org}/list").want(200).text("data", 0, "_id")
		invite := func(email string) string {
			t.Helper()
			owner.post("/api/invitations/{org}/create", object{"email": email, "role": role, "name": hostilePerson}).want(201)
			return linkIn(t, p.letter(email), "invite")
		}

		declined := formOf(t, s.anyone().get(invite("declines@guest.example")).want(200))
		s.anyone().submit("/invite", declined.with("action", "decline")).page(200, "declined")
		s.anyone().submit("/invite", declined.with("action", "accept")).page(400, "already declined")

		other := formOf(t, s.anyone().get(invite("other@guest.example")).want(200))
		s.anyone().submit("/invite", other.with("action", "accept").with("email", "thief@guest.example")).page(400, "link")
		s.anyone().submit("/invite", other.with("action", "<script>")).page(400, "accept or to decline")
		s.anyone().submit("/invite", other.with("action", "accept").with("token", "\x00")).page(400, "")
		s.anyone().submit("/invite", other.with("action", strings.Repeat("x", 100<<10))).page(400, "could not be read")
		s.anyone().submit("/invite", other.with("action", "accept")).page(200, "").page(200, hostilePerson)
		register := linkIn(t, p.letter("other@guest.example"), "register")
		s.anyone().get(register).page(200, hostilePerson)

		late := invite("late@guest.example")
		answered := formOf(t, s.anyone().get(late).want(200)).with("action", "accept")
		s.anyone().post("/api/auth/forgot-password", object{"email": owner.email}).want(200)
		reset := linkIn(t, p.letter(owner.email), "reset-password")
		renewal := formOf(t, s.anyone().get(reset).want(200)).with("newPassword", "a new pass phrase")
		p.change("UPDATE invitations SET expires_at = 1")
		p.change("UPDATE one_time_tokens SET expires_at = 1")
		s.anyone().get(late).page(400, "expired")
		s.anyone().submit("/invite", answered).page(400, "expired")
		s.anyone().get(register).page(400, "expired")
		s.anyone().get(reset).page(400, "")
		s.anyone().submit("/reset-password", renewal).page(400, "")
		s.login(owner.email, password)

		for _, page := range []string{"/invite", "/register", "/reset-password"} {
			for _, token := range []string{"", "?token=", "?token=" + strings.Repeat("a", 43), "?token=<script>", "?token=%ff",
				"?token=" + strings.Repeat("x", 5000)} {
				s.anyone().get(page+token).page(400, "")
			}
			s.anyone().submit(page, form{"token": "<script>alert(1)</script>", "name": "<script>", "password": password,
				"newPassword": password, "action": "accept"}).page(400, "")
		}
		s.stop()
	})
}
