package auth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sarai/internal/identity/auth"
	"sarai/internal/identity/onetime"
	"sarai/internal/identity/organization"
	passwords "sarai/internal/identity/password"
	"sarai/internal/identity/session"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

func reset(secret, newPassword string) request {
	return post("reset-password", object{"token": secret, "newPassword": newPassword})
}

// forgot asks for a reset mail and returns its token.
func (h *house) forgot(email string) string {
	h.t.Helper()
	h.want(200, post("forgot-password", object{"email": email}))
	return h.mailedSecret(strings.ToLower(email))
}

func TestResetPassword(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		begun := h.login("asha@x.example", password)
		h.want(404, post("forgot-password", object{"email": "nobody@x.example"}))
		h.want(400, post("forgot-password", object{"email": "no address"}))
		older := h.forgot("asha@x.example")
		secret := h.forgot("Asha@X.example")

		h.want(400, get("verify-token-forgot?token="+older, ""))
		h.want(400, reset(older, "another password"))
		h.want(400, get("verify-token-forgot", ""))
		found := data[passwords.VerifiedLink](h.t, h.want(200, get("verify-token-forgot?token="+secret, "")))
		if found != (passwords.VerifiedLink{Valid: true, Email: "asha@x.example"}) {
			h.t.Errorf("verify-token-forgot answers %+v", found)
		}
		h.want(400, get("verify-token-register?token="+secret, ""))
		h.want(400, get("verify-token-invite?token="+secret, ""))
		h.want(400, reset(secret, "short"))
		h.want(200, reset(secret, "another password"))

		h.want(401, get("verify-token", begun.Token))
		h.want(401, request{method: "POST", path: "/api/auth/refresh-token", cookie: begun.RefreshToken})
		h.want(401, credentials("asha@x.example", password))
		h.login("asha@x.example", "another password")
		used := h.want(400, reset(secret, "third password"))
		if !strings.Contains(used.body.Message, "used") {
			h.t.Errorf("the second use is refused with %q", used.body.Message)
		}
		h.want(400, get("verify-token-forgot?token="+secret, ""))
	})
}

func TestResetLinkLivesAnHour(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		secret := h.forgot("asha@x.example")
		h.clock.Advance(time.Hour - 2*time.Millisecond)
		h.want(200, get("verify-token-forgot?token="+secret, ""))
		h.clock.Advance(time.Millisecond)
		expired := h.want(400, reset(secret, "another password"))
		if !strings.Contains(expired.body.Message, "expired") {
			h.t.Errorf("an expired link is refused with %q", expired.body.Message)
		}
		h.login("asha@x.example", password)
	})
}

// weak fails unless the answer has the status and, of a weak password, says so: by a warning or by naming the field.
func (h *house) weak(status int, code string, r request) {
	h.t.Helper()
	answer := h.want(status, r)
	switch warned := answer.body.Warnings; {
	case status == 400:
		if len(answer.body.Errors) != 1 || !strings.HasSuffix(strings.ToLower(answer.body.Errors[0].Field), "password") {
			h.t.Errorf("a weak password is refused without naming the field: %s", answer.text)
		}
	case len(warned) != 1 || warned[0].Code != code || warned[0].Message == "":
		h.t.Errorf("the warnings are %+v, want %s: %s", warned, code, answer.text)
	}
}

// The contract asks for eight characters and no more: a weak password is taken with a warning, unless the operator, or
// whoever asks, wants it refused. The pages always do.
func TestWeakPasswords(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Havelisagar")
		i, _ := h.invite(o, "meera@x.example", "Front Desk")
		strictly := func(r request) request {
			r.body.(object)["strict"] = true
			return r
		}
		h.weak(400, "", strictly(register("meera@x.example", "haveli-sagar", "Meera", i.ID)))
		h.weak(201, "hotel-as-password", register("meera@x.example", "haveli-sagar", "Meera", i.ID))
		begun := h.login("meera@x.example", "haveli-sagar")
		change := func(next string) request {
			return request{method: "POST", path: "/api/auth/change-password", token: begun.Token,
				body: object{"currentPassword": "haveli-sagar", "newPassword": next}}
		}
		h.weak(400, "", strictly(change("baseball1")))
		if fine := h.want(200, strictly(change("haveli-sagar by the lake"))); fine.body.Warnings == nil ||
			len(fine.body.Warnings) > 0 {
			h.t.Errorf("a good password is answered %s", fine.text)
		}
		secret := h.forgot("meera@x.example")
		h.weak(400, "", strictly(reset(secret, "Meera@x.example")))
		page := h.want(200, view("/reset-password?token="+secret))
		h.checkPage(h.submit(400, "/reset-password", page, url.Values{"newPassword": {"Meera@x.example"}}),
			"made of your e-mail address")
		h.weak(200, "address-as-password", reset(secret, "Meera@x.example"))

		invited, invite := h.invite(o, "ravi@x.example", "Front Desk")
		form := h.submit(200, "/invite", h.want(200, view("/invite?token="+invite)), url.Values{"action": {"accept"}})
		h.checkPage(h.submit(400, "/register", form, url.Values{"name": {"Ravi"}, "password": {"Password1"}}),
			"people choose most")
		strict := newHouse(h.t, kittest.Engines()[0], settings{strict: true})
		strict.member(strict.hotel("Haveli"), "asha@x.example", "Front Desk")
		strict.weak(400, "", reset(strict.forgot("asha@x.example"), "password1"))
		h.weak(201, "common-password", register("ravi@x.example", "Password1", "Ravi", invited.ID))
	})
}

func TestOneResetLinkSetsOnePassword(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		secret := h.forgot("asha@x.example")
		var won atomic.Int32
		var winner atomic.Value
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				answer := h.send(reset(secret, fmt.Sprintf("password %d", i)))
				switch answer.status {
				case http.StatusOK:
					won.Add(1)
					winner.Store(fmt.Sprintf("password %d", i))
				case http.StatusBadRequest:
				default:
					h.t.Errorf("a simultaneous reset is answered %s", answer.text)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			h.t.Fatalf("%d of 6 resets with one token succeeded, want one", won.Load())
		}
		h.login("asha@x.example", winner.Load().(string))
	})
}

// A login that has checked the old password while it is being replaced must not leave a session behind.
func TestNoSessionOutlivesItsPassword(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		secret := h.forgot("asha@x.example")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { h.send(credentials("asha@x.example", password)) })
		}
		all.Go(func() { h.send(reset(secret, "another password")) })
		all.Wait()
		h.want(401, credentials("asha@x.example", password))
		begun := h.login("asha@x.example", "another password")
		if list := data[[]session.SessionView](h.t, h.want(200, get("sessions", begun.Token))); len(list) != 1 {
			h.t.Errorf("%d sessions, want only the one begun with the new password", len(list))
		}
	})
}

func TestResetMailsAreLimited(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
	device := h.device("asha@x.example")
	var newest string
	for range 5 {
		newest = h.forgot("asha@x.example")
	}
	for range 3 { // a stranger can't spoil the link that the owner has
		h.want(200, post("forgot-password", object{"email": "asha@x.example"}))
	}
	h.want(200, get("verify-token-forgot?token="+newest, ""))
	for i := range 12 {
		h.want(404, post("forgot-password", object{"email": fmt.Sprintf("%d@x.example", i)}))
	}
	refused := h.want(429, post("forgot-password", object{"email": "other@x.example"}))
	if refused.header.Get("Retry-After") == "" {
		t.Error("no Retry-After with 429")
	}
	h.want(429, post("forgot-password", object{"email": "asha@x.example"}))
	h.want(200, post("forgot-password", object{"email": "asha@x.example"}).from(device))
	own := h.mailedSecret("asha@x.example")
	if own == newest {
		t.Error("the owner's device gets no mail of its own")
	}
	h.want(200, reset(own, "another password"))
	h.login("asha@x.example", "another password")
}

// Whoever has used the newest link gets another, however often somebody asked.
func TestAUsedResetLinkIsReplaced(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
	var newest string
	for range 5 {
		newest = h.forgot("asha@x.example")
	}
	h.want(200, reset(newest, "another password"))
	if again := h.forgot("asha@x.example"); again == newest {
		t.Error("no new mail")
	}
}

func register(email, newPassword, name, invitationID string) request {
	return post("create-user", object{"email": email, "password": newPassword, "name": name, "invitationId": invitationID})
}

func TestCreateUser(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		i, secret := h.invite(o, "meera@x.example", "Front Desk")
		type invited struct {
			Valid                bool
			Email, OrgName, Role string
		}
		found := data[invited](h.t, h.want(200, get("verify-token-invite?token="+secret, "")))
		if found != (invited{true, "meera@x.example", "Haveli", "Front Desk"}) {
			h.t.Errorf("verify-token-invite answers %+v", found)
		}
		h.want(400, register("other@x.example", password, "Meera", i.ID))
		h.want(400, register("meera@x.example", password, "Meera", "665f1c2ab7e4d90012ab34cd"))
		h.want(400, register("meera@x.example", "short", "Meera", i.ID))
		h.want(400, register("meera@x.example", password, "", i.ID))
		h.want(400, register("meera@x.example", password, "Meera\nRathore", i.ID))
		h.want(401, credentials("meera@x.example", password))

		done := data[passwords.Registered](h.t, h.want(201, register("Meera@X.example", password, "Meera Rathore", i.ID)))
		if done.Email != "meera@x.example" || done.Name != "Meera Rathore" || done.UserID == "" {
			h.t.Errorf("create-user answers %+v", done)
		}
		signedIn := h.login("meera@x.example", password).User
		if want := (auth.Caller{ID: web.ID(done.UserID), Email: "meera@x.example", Name: "Meera Rathore",
			Role: "Front Desk", OrgID: web.ID(o.ID)}); signedIn != want {
			h.t.Errorf("signed in as %+v, want %+v", signedIn, want)
		}
		h.want(400, register("meera@x.example", "another password", "Meera", i.ID))
		h.want(400, get("verify-token-invite?token="+secret, ""))
		h.login("meera@x.example", password)
	})
}

func TestExpiredInvitationRegistersNobody(t *testing.T) {
	eachEngine(t, func(h *house) {
		i, secret := h.invite(h.hotel("Haveli"), "meera@x.example", "Front Desk")
		h.clock.Advance(7 * 24 * time.Hour)
		h.want(400, get("verify-token-invite?token="+secret, ""))
		h.want(400, register("meera@x.example", password, "Meera", i.ID))
	})
}

func TestRegistrationTokenMustBeThatOfTheInvitation(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		i, secret := h.invite(o, "meera@x.example", "Front Desk")
		if _, err := h.invitations.Respond(h.t.Context(), scope.Scope{}, secret, "meera@x.example", true); err != nil {
			h.t.Fatal(err)
		}
		registration := h.mailedSecret("meera@x.example")
		if found := data[passwords.VerifiedLink](h.t, h.want(200, get("verify-token-register?token="+registration,
			""))); found.Email != "meera@x.example" {
			h.t.Errorf("verify-token-register answers %+v", found)
		}
		other, _ := h.invite(o, "ravi@x.example", "Front Desk")
		with := func(r request, token string) request {
			r.body.(object)["token"] = token
			return r
		}
		h.want(400, with(register("meera@x.example", password, "Meera", i.ID), secret))
		h.want(400, with(register("meera@x.example", password, "Meera", i.ID), "nonsense"))
		h.want(400, with(register("ravi@x.example", password, "Ravi", other.ID), registration))
		h.want(201, with(register("meera@x.example", password, "Meera", i.ID), registration))
		h.want(400, get("verify-token-register?token="+registration, ""))
	})
}

func TestWhoHasAPasswordKeepsIt(t *testing.T) {
	eachEngine(t, func(h *house) {
		id := h.member(h.hotel("First"), "asha@x.example", "Front Desk")
		second := h.hotel("Second")
		i, secret := h.invite(second, "asha@x.example", "Accountant")
		refused := h.want(400, register("asha@x.example", "a stranger's password", "Mallory", i.ID))
		if !strings.Contains(refused.body.Message, "accept") {
			h.t.Errorf("refused with %q, which doesn't say what to do", refused.body.Message)
		}
		h.want(401, credentials("asha@x.example", "a stranger's password"))
		if _, err := h.invitations.Respond(h.t.Context(), scope.Scope{}, secret, "asha@x.example", true); err != nil {
			h.t.Fatal(err)
		}
		signedIn := data[loginData](h.t, h.want(200, post("login",
			object{"email": "asha@x.example", "password": password, "orgId": second.ID}))).User
		if signedIn.ID.String() != id || signedIn.Role != "Accountant" {
			h.t.Errorf("signed in as %+v", signedIn)
		}
	})
}

func TestRepeatedRegistrationAnswersTheSame(t *testing.T) {
	eachEngine(t, func(h *house) {
		i, _ := h.invite(h.hotel("Haveli"), "meera@x.example", "Front Desk")
		once := register("meera@x.example", password, "Meera", i.ID)
		once.key = "key-1"
		first, second := h.want(201, once), h.want(201, once)
		if first.text != second.text {
			h.t.Errorf("the repetition answers %s instead of %s", second.text, first.text)
		}
		other := register("meera@x.example", "another password", "Meera", i.ID)
		other.key = "key-1"
		h.want(400, other)
		var fingerprint string
		h.write(func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT MAX(fingerprint) FROM idempotency_keys`).Scan(&fingerprint)
		})
		if !strings.HasPrefix(fingerprint, "$argon2id$") {
			h.t.Errorf("the stored fingerprint %s makes the password cheap to guess", fingerprint)
		}
	})
}

func TestOneInvitationRegistersOnce(t *testing.T) {
	eachEngine(t, func(h *house) {
		i, _ := h.invite(h.hotel("Haveli"), "meera@x.example", "Front Desk")
		var won atomic.Int32
		var all sync.WaitGroup
		for n := range 6 {
			all.Go(func() {
				answer := h.send(register("meera@x.example", fmt.Sprintf("password %d", n), "Meera", i.ID))
				if answer.status == http.StatusCreated {
					won.Add(1)
				} else if answer.status != http.StatusBadRequest {
					h.t.Errorf("a simultaneous registration is answered %s", answer.text)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			h.t.Errorf("%d of 6 registrations succeeded, want one", won.Load())
		}
	})
}

func TestSweep(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		h.login("asha@x.example", password)
		h.forgot("asha@x.example")
		count := func(table string) (number int) {
			h.t.Helper()
			h.write(func(tx *db.Tx) error {
				if err := errors.Join(session.Sweep(tx), onetime.Sweep(tx)); err != nil {
					return err
				}
				return tx.QueryRow(`SELECT COUNT(*) FROM ` + table).Scan(&number)
			})
			return number
		}
		for _, step := range []struct {
			wait             time.Duration
			sessions, tokens int
		}{{7 * 24 * time.Hour, 1, 1}, {time.Hour, 1, 0}, {23 * 24 * time.Hour, 0, 0}} {
			h.clock.Advance(step.wait)
			if sessions, tokens := count("sessions"), count("one_time_tokens"); sessions != step.sessions ||
				tokens != step.tokens {
				h.t.Errorf("at %v there are %d sessions and %d tokens, want %d and %d", h.clock.Now(), sessions, tokens,
					step.sessions, step.tokens)
			}
		}
	})
}

// The pages

func view(path string) request { return request{method: "GET", path: path} }

var formField = regexp.MustCompile(`name="(\w+)" value="([^"]*)"`)

// submit posts the form of a page that was shown, with more fields filled in.
func (h *house) submit(status int, path string, shown reply, filled url.Values) reply {
	h.t.Helper()
	values := url.Values{}
	for _, found := range formField.FindAllStringSubmatch(shown.text, -1) {
		if found[1] != "action" {
			values.Set(found[1], html.UnescapeString(found[2]))
		}
	}
	for name := range filled {
		values.Set(name, filled.Get(name))
	}
	return h.want(status, request{method: "POST", path: path, body: values})
}

var styleInPage = regexp.MustCompile(`(?s)<style>(.*)</style>`)

// policy is the Content-Security-Policy that allows a page nothing but its style sheet and its own form.
func policy(r reply) string {
	style := styleInPage.FindStringSubmatch(r.text)
	if style == nil {
		return "a page without a style sheet"
	}
	sum := sha256.Sum256([]byte(style[1]))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

func (h *house) checkPage(r reply, words ...string) {
	h.t.Helper()
	for _, word := range words {
		if !strings.Contains(html.UnescapeString(r.text), word) {
			h.t.Errorf("the page doesn't say %q:\n%s", word, r.text)
		}
	}
	if strings.Contains(r.text, "<script") || strings.Contains(r.text, "ZgotmplZ") {
		h.t.Errorf("the page holds a script, or something that the template refused:\n%s", r.text)
	}
	for name, want := range map[string]string{"Content-Type": "text/html; charset=utf-8",
		"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Content-Security-Policy": policy(r)} {
		if got := r.header.Get(name); got != want {
			h.t.Errorf("%s: %s; want %s", name, got, want)
		}
	}
}

func TestAPageOfAWrongLinkHasItsStyle(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	h.checkPage(h.want(400, view("/reset-password?token=x")), "not valid")
}

func TestInvitedPersonGetsInByThePages(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		_, secret := h.invite(o, "meera+desk@x.example", "Front Desk")
		link := "/invite?token=" + secret + "&email=" + url.QueryEscape("meera+desk@x.example")
		for range 2 { // looking changes nothing
			h.checkPage(h.want(200, view(link)), "Join Haveli", "Front Desk", "meera+desk@x.example")
		}
		shown := h.want(200, view(link))
		h.checkPage(h.submit(400, "/invite", shown, nil), "Choose whether")
		form := h.submit(200, "/invite", shown, url.Values{"action": {"accept"}})
		h.checkPage(form, "One more step")
		h.checkPage(h.want(400, view(link)), "already accepted")

		short := h.submit(400, "/register", form, url.Values{"name": {"Meera <Rathore>"}, "password": {"short"}})
		h.checkPage(short, "at least 8 characters", "Meera <Rathore>")
		h.checkPage(h.submit(400, "/register", form, url.Values{"name": {" "}, "password": {password}}), "name must have")
		done := h.submit(200, "/register", short, url.Values{"password": {password}})
		h.checkPage(done, "ready")
		if signedIn := h.login("meera+desk@x.example", password).User; signedIn.Name != "Meera <Rathore>" ||
			signedIn.OrgID.String() != o.ID {
			h.t.Errorf("signed in as %+v", signedIn)
		}
		h.checkPage(h.submit(400, "/register", short, url.Values{"password": {"another password"}}), "used already")
	})
}

func TestDecliningByThePage(t *testing.T) {
	eachEngine(t, func(h *house) {
		i, secret := h.invite(h.hotel("Haveli"), "meera@x.example", "Front Desk")
		link := "/invite?token=" + secret + "&email=meera@x.example"
		h.checkPage(h.submit(200, "/invite", h.want(200, view(link)), url.Values{"action": {"decline"}}), "declined")
		h.checkPage(h.want(400, view(link)), "declined")
		h.want(400, register("meera@x.example", password, "Meera", i.ID))
	})
}

func TestWhoHasAnAccountJoinsByThePage(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("First"), "asha@x.example", "Front Desk")
		second := h.hotel("Second")
		_, secret := h.invite(second, "asha@x.example", "Front Desk")
		shown := h.want(200, view("/invite?token="+secret+"&email=asha@x.example"))
		h.checkPage(h.submit(200, "/invite", shown, url.Values{"action": {"accept"}}), "You are a member now")
		h.want(200, post("login", object{"email": "asha@x.example", "password": password, "orgId": second.ID}))
	})
}

func TestRegistrationMailOpensItsPage(t *testing.T) {
	eachEngine(t, func(h *house) {
		i, secret := h.invite(h.hotel("Haveli"), "meera@x.example", "Front Desk")
		if _, err := h.invitations.Respond(h.t.Context(), scope.Scope{}, secret, "meera@x.example", true); err != nil {
			h.t.Fatal(err)
		}
		link := "/register?token=" + h.mailedSecret("meera@x.example") + "&invitationId=" + i.ID
		shown := h.want(200, view(link))
		h.checkPage(shown, "Join Haveli")
		h.checkPage(h.submit(200, "/register", shown, url.Values{"name": {"Meera"}, "password": {password}}), "ready")
		h.login("meera@x.example", password)
		h.checkPage(h.want(400, view(link)), "used already")
	})
}

func TestResettingByThePage(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		begun := h.login("asha@x.example", password)
		link := "/reset-password?token=" + h.forgot("asha@x.example")
		shown := h.want(200, view(link))
		h.checkPage(shown, "asha@x.example")
		h.want(200, get("verify-token", begun.Token))
		h.checkPage(h.submit(400, "/reset-password", shown, url.Values{"newPassword": {"short"}}), "at least 8 characters")
		h.checkPage(h.submit(400, "/reset-password", shown, url.Values{"newPassword": {"\xff\xff\xff\xff\xff\xff\xff\xff"}}),
			"can't be used")
		h.checkPage(h.submit(200, "/reset-password", shown, url.Values{"newPassword": {" another password "}}),
			"Your new password is set")
		h.want(401, get("verify-token", begun.Token))
		h.login("asha@x.example", " another password ")
		h.checkPage(h.want(400, view(link)), "used already")
		h.checkPage(h.submit(400, "/reset-password", shown, url.Values{"newPassword": {"third password"}}), "used already")
		h.checkPage(h.want(400, view("/reset-password")), "not valid")
		h.checkPage(h.want(400, request{method: "POST", path: "/reset-password",
			body: url.Values{"x": {strings.Repeat("x", 64<<10)}}}), "could not be read")
	})
}

func TestPagesNameAHotelAsText(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	o, err := h.organizations.CreateByOperator(t.Context(),
		organization.Details{Profile: organization.Profile{Name: `<script>alert("x")</script>`, Email: "desk@x.example"}})
	if err != nil {
		t.Fatal(err)
	}
	_, secret := h.invite(o, "meera@x.example", "Front Desk")
	h.checkPage(h.want(200, view("/invite?token="+secret+"&email=meera@x.example")), `<script>alert("x")</script>`)
}

func TestPagesSpeakTheLanguageThatIsAskedFor(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	_, secret := h.invite(h.hotel("Haveli"), "meera@x.example", "Front Desk")
	link := "/invite?token=" + secret + "&email=meera@x.example"
	english := h.want(200, view(link))
	h.checkPage(english, "Join Haveli", `<html lang="en">`, `href="/?language=en"`, "language=hi")
	shown := h.want(200, view(link+"&language=hi"))
	h.checkPage(shown, "Haveli से जुड़ें", `<html lang="hi">`, "language=en")
	form := h.submit(200, "/invite", shown, url.Values{"action": {"accept"}})
	h.checkPage(form, "बस एक कदम और")
	short := h.submit(400, "/register", form, url.Values{"name": {"Meera"}, "password": {"short"}})
	h.checkPage(short, "पासवर्ड में कम से कम 8 अक्षर")
	h.checkPage(h.submit(200, "/register", short, url.Values{"password": {password}}), "आपका खाता तैयार है",
		`href="/?language=hi"`)
}

// Who has made a hotel isn't invited to it by the hotel.
func TestWhoMadeAHotelIsGreetedAsItsMaker(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	_, secret := h.invite(h.hotel("Haveli"), "devika@x.example", "Administrator")
	link := "/invite?token=" + secret + "&email=devika@x.example"
	shown := h.want(200, view(link))
	h.checkPage(shown, "Haveli is made", "You have made it, and are its Administrator", "Go on", "This wasn’t me")
	form := h.submit(200, "/invite", shown, url.Values{"action": {"accept"}})
	h.checkPage(h.submit(200, "/register", form, url.Values{"name": {"Devika"}, "password": {password}}), "ready")
}
