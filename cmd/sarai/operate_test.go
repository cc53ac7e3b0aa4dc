package main_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

func TestMigrateTwiceAndBesideTheServer(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		p.mustRun("migrate")
		schema := fmt.Sprint(p.query("SELECT * FROM goose_db_version"))
		p.mustRun("migrate")
		s := p.serve()
		p.mustRun("migrate")
		if again := fmt.Sprint(p.query("SELECT * FROM goose_db_version")); again != schema {
			t.Errorf("the versions were %s and are %s", schema, again)
		}
		s.anyone().get("/readyz").want(200)
		s.stop()
	})
}

func TestReadyOnlyWithTheSchema(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		if message := s.anyone().get("/readyz").want(200).text("message"); message != "ready" {
			t.Errorf("it says %q", message)
		}
		p.change("UPDATE goose_db_version SET version_id = version_id + 1000 WHERE version_id > 0")
		s.anyone().get("/readyz").refused(503, "sarai migrate")
		s.anyone().get("/healthz").want(200)
		p.change("UPDATE goose_db_version SET version_id = version_id - 1000 WHERE version_id > 0")
		s.anyone().get("/readyz").want(200)
		s.stop()
	})
}

// Two servers that begin at the same moment on one empty database, and then number the same hotel's bookings.
func TestTwoServersOnOnePostgreSQL(t *testing.T) {
	onPostgreSQL(t, func(t *testing.T, p *place) {
		p.watch()
		other := *p
		p.settings = append(p.settings, "SARAI_TOKEN_KEYS=k:"+strings.Repeat("7a", 32))
		other.dir = t.TempDir()
		other.settings = append(p.settings[:len(p.settings):len(p.settings)], "SARAI_DATA_DIR="+other.dir)
		one, two := p.start("serve"), other.start("serve")
		one.awaitServing()
		two.awaitServing()
		one.anyone().get("/readyz").want(200)
		two.anyone().get("/readyz").want(200)

		// Either may send the mails, each into its own directory.
		one.signUp("Haveli", "owner@hotel.example").want(201)
		letter := lastLetter(t, "owner@hotel.example", p, &other)
		accepted := one.anyone().submit("/invite", formOf(t, two.anyone().get(linkIn(t, letter, "invite"))).with("action",
			"accept")).want(200)
		two.anyone().submit("/register", formOf(t, accepted).with("name", "Owner").with("password", password)).want(200)
		owner := one.login("owner@hotel.example", password)
		rooms := owner.rooms(1)
		var booking sync.WaitGroup
		for i := range 20 {
			at := owner.at([]*program{one, two}[i%2])
			booking.Go(func() {
				body := stay(1+i, 1, rooms...)
				body["notes"] = fmt.Sprint(i)
				a, err := at.try("POST", "/api/bookings/{org}/create", body, "Idempotency-Key", fmt.Sprint(i))
				if err != nil || a.status != 201 {
					t.Errorf("%v: %d %s", err, a.status, a.raw)
				}
			})
		}
		booking.Wait()
		if books := p.checkedBooks(t); len(books) != 20 {
			t.Errorf("%d bookings", len(books))
		}
		one.stop()
		owner.at(two).get("/api/bookings/{org}/by-code/BK-20").want(200)
		two.stop()
	})
}

// What the operator makes on the command line, the running server mails; its person gets in by the pages.
func TestTheOperatorMakesAnOrganization(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		p.settings = append(p.settings, "SARAI_SIGNUP=closed")
		s := p.serve()
		s.signUp("Anybody's", "anybody@hotel.example").refused(403, "sarai organization create")
		said := p.mustRun("organization", "create", "Haveli Sagar", "desk@hotel.example", "--timezone", "Europe/Berlin",
			"--currency", "EUR")
		org := regexp.MustCompile(`[0-9a-f]{24}`).FindString(said)
		if !strings.Contains(said, "Haveli Sagar") || !strings.Contains(said, "desk@hotel.example") || org == "" {
			t.Errorf("it says %q", said)
		}
		s.join("desk@hotel.example", "Asha Rao")
		owner := s.login("desk@hotel.example", password)
		profile := owner.get("/api/organization/{org}").want(200)
		for field, want := range map[string]string{"_id": org, "currency": "EUR", "timezone": "Europe/Berlin"} {
			if got := profile.text("data", field); got != want {
				t.Errorf("%s is %q, want %q", field, got, want)
			}
		}
		s.stop()
	})
}

// Who has lost the app and the recovery codes is let in by the operator, and each of the organizations is told.
func TestTheOperatorRemovesASecondFactor(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		owner := s.hotel("Haveli", "asha@hotel.example")
		p.start("login", "remove-second-factor", owner.email).ended("has no second factor")
		secret := owner.post("/api/auth/mfa/begin", object{"password": password}).want(200).text("data", "secret")
		code, err := totp.GenerateCode(secret, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		owner.post("/api/auth/mfa/confirm", object{"code": code}).want(200)
		s.anyone().post("/api/auth/login", object{"email": owner.email, "password": password}).want(401)
		p.start("login", "remove-second-factor", "nobody@hotel.example").ended("no login")
		p.mustRun("login", "remove-second-factor", strings.ToUpper(owner.email))
		again := s.login(owner.email, password)
		logs := again.get("/api/audit/{org}/logs?action=login.mfa_disabled").want(200)
		if by := logs.text("data", 0, "userName"); by != "Operator" {
			t.Errorf("the audit log says that it was %q", by)
		}
		s.stop()
	})
}

func TestSignUpModes(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		first := p.serve("--signup", "first")
		first.signUp("First", "first@hotel.example").want(201)
		first.signUp("Second", "second@hotel.example").refused(403, "Sign-up is closed: this server has its organization.")
		first.stop()
		closed := p.serve("--signup", "closed")
		closed.signUp("Second", "second@hotel.example").refused(403, "Sign-up is closed on this server.")
		closed.stop()
		open := p.serve("--signup", "open")
		open.signUp("Second", "second@hotel.example").want(201)
		open.signUp("Third", "third@hotel.example").want(201)
		open.stop()
		if made := len(p.query("SELECT name FROM organizations")); made != 3 {
			t.Errorf("%d organizations are made", made)
		}
	})
}

// Of many who sign up at once on a fresh server, one is first.
func TestOnlyOneIsFirst(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve("--signup", "first")
		statuses := make([]int, 10)
		var signing sync.WaitGroup
		for i := range statuses {
			signing.Go(func() {
				a, err := s.anyone().try("POST", "/api/organization/create",
					object{"name": "Hotel", "email": fmt.Sprintf("desk%d@hotel.example", i), "timezone": "Asia/Kolkata",
						"currency": "INR"})
				if err != nil {
					t.Error(err)
				}
				statuses[i] = a.status
			})
		}
		signing.Wait()
		made := 0
		for _, status := range statuses {
			made += count(status == 201)
			if status != 201 && status != 403 {
				t.Errorf("the answers are %v", statuses)
			}
		}
		if made != 1 {
			t.Errorf("%d are first: %v", made, statuses)
		}
		s.stop()
	})
}
