package organization_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
)

const signUp = "/api/organization/create"

// from is somebody who isn't signed in, at that client address.
func from(s *apptest.Server, address string) *apptest.Caller {
	return s.Anyone().With("X-Forwarded-For", address)
}

// open is a server on which anybody may sign up, behind a proxy that tells clients' addresses.
func open(t *testing.T, engine string, change func(c *app.Config)) *apptest.Server {
	return apptest.New(t, engine, func(c *app.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
		change(c)
	})
}

// One client address can't fill a server with hotels; others sign up meanwhile.
func TestOneAddressSignsUpFewHotels(t *testing.T) {
	for _, engine := range kittest.Engines() {
		s := open(t, engine, func(c *app.Config) { c.Limit = admit.Rate{Requests: 1000, Window: time.Minute} })
		made := 0
		for range 40 {
			a := from(s, "203.0.113.7").Post(signUp, object{"name": "Spam", "email": "spam@hotel.example"})
			switch {
			case a.Status == 201:
				made++
			case a.Status != 429 || a.Header.Get("Retry-After") == "":
				t.Errorf("%d %v: %s", a.Status, a.Header, a.Raw)
			}
		}
		if made < 30 || made == 40 { // a window that ends meanwhile lets some more pass
			t.Errorf("%d hotels were made, want 30", made)
		}
		from(s, "203.0.113.8").Post(signUp, object{"name": "Haveli", "email": "desk@haveli.example"}).Want(201)
	}
}

// Two who know nothing of each other choose the same key, and even send the same: neither is shown the other's hotel.
func TestStrangersKeysAreApart(t *testing.T) {
	for _, engine := range kittest.Engines() {
		s := open(t, engine, func(*app.Config) {})
		body := object{"name": "Haveli", "email": "desk@haveli.example"}
		asha := from(s, "203.0.113.7").With("Idempotency-Key", "1")
		first := asha.Post(signUp, body).Want(201).Text("data", "_id")
		asha.Post(signUp, body).Want(201).Is(first, "data", "_id")
		asha.Post(signUp, body.Merged(object{"name": "Other"})).Bad("Idempotency-Key")
		for _, stranger := range []*apptest.Caller{from(s, "203.0.113.8"), asha.With("User-Agent", "another/1.0")} {
			stranger = stranger.With("Idempotency-Key", "1")
			if other := stranger.Post(signUp, body).Want(201).Text("data", "_id"); other == first {
				t.Error("a stranger with the same key and body was shown the hotel")
			}
		}
		from(s, "203.0.113.9").With("Idempotency-Key", "1").Post(signUp, object{"name": "Fort",
			"email": "desk@fort.example"}).Want(201).Is("Fort", "data", "name")
		// Of those who are signed in, each has keys of their own, wherever they come from.
		owner, other := s.Hotel(), s.Hotel()
		key := func(c *apptest.Caller, address string) *apptest.Caller {
			return c.With("X-Forwarded-For", address).With("Idempotency-Key", "2")
		}
		mine := key(owner, "203.0.113.7").Post(signUp, body).Want(201).Text("data", "_id")
		key(owner, "203.0.113.8").Post(signUp, body).Want(201).Is(mine, "data", "_id")
		if theirs := key(other, "203.0.113.7").Post(signUp, body).Want(201).Text("data", "_id"); theirs == mine {
			t.Error("another person was shown the hotel")
		}
	}
}

// An address gets few mails of sign-ups, however many hotels are made in its name. What isn't mailed isn't made.
func TestAnAddressGetsFewMailsOfSignUps(t *testing.T) {
	for _, engine := range kittest.Engines() {
		s := open(t, engine, func(c *app.Config) { c.MailLimits = mail.Limits{Recipient: 3} })
		body := object{"name": "Haveli", "email": "victim@inbox.example"}
		for range 3 {
			s.Anyone().Post(signUp, body).Want(201)
		}
		before := s.Snapshot()
		a := s.Anyone().Post(signUp, body.Merged(object{"email": "Victim@inbox.example"})).
			Refused(429, "This address has got the 3 mails")
		if a.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		s.Unchanged(before, "a sign-up that can't be mailed")
		if got := len(s.Mailed("victim@inbox.example", "is made on Sarai")); got != 3 {
			t.Errorf("%d mails", got)
		}
		s.Anyone().Post(signUp, body.Merged(object{"email": "other@inbox.example"})).Want(201)
		// The owner gets in all the same: a reset is none of them.
		s.Accept(s.Anyone().Post(signUp, body.Merged(object{"email": "owner@inbox.example"})).Want(201).
			Text("data", "_id"), "owner@inbox.example", "Owner")
		for range 5 {
			s.Anyone().Post("/api/auth/forgot-password", object{"email": "owner@inbox.example"}).Want(200)
		}
		if got := len(s.Mailed("owner@inbox.example", "Set a new password")); got == 0 {
			t.Error("the reset isn't mailed")
		}
	}
}

// Mails to strangers are no way to send one's own text: a sign-up's subject has none, and no name makes a link.
func TestNamesMakeNoLinksInMails(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		const name = "You won. See www.evil.example or https://evil.example/win"
		org := s.Anyone().Post(signUp, object{"name": name, "email": "victim@inbox.example"}).Want(201).
			Text("data", "_id")
		letter := s.Mail("victim@inbox.example", "Subject: Your hotel on Sarai")
		owner := s.Accept(org, "victim@inbox.example", "Asha at asha.example")
		role := apptest.RoleNamed(owner.Get("/api/roles/{org}/list"), "Front Desk")
		owner.Post("/api/invitations/{org}/create", object{"email": "meera@inbox.example", "role": role,
			"name": "Meera, see evil.example"}).Want(201)
		invitation := s.Mail("meera@inbox.example", "Subject: Invitation to You won")
		account := s.Mail("victim@inbox.example", "Subject: Your account on Sarai")
		for _, mail := range []string{letter, account, invitation} {
			plain := strings.NewReplacer("=\r\n", "", "=\n", "").Replace(mail) // quoted-printable
			for _, link := range []string{"www.evil", "evil.example", "https://evil", "asha.example"} {
				if strings.Contains(plain, link) {
					t.Errorf("%s makes a link in\n%s", link, mail)
				}
			}
		}
		// What came with the sign-up was invited by nobody.
		list := owner.Get("/api/invitations/{org}/list").Want(200)
		for i := range list.List("data") {
			id := list.Text("data", i, "invitedBy", "_id")
			if list.Text("data", i, "email") == "victim@inbox.example" && id != strings.Repeat("0", 24) {
				t.Errorf("the sign-up was invited by %q", id)
			}
			if len(id) != 24 {
				t.Errorf("somebody was invited by %q", id)
			}
		}
	})
}
