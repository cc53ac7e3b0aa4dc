package auth_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/identity/auth"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/web"
)

func TestUnknownAddressAndWrongPasswordGetTheSameAnswer(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		h.member(o, "asha@haveli.example", "Front Desk")
		h.write(func(tx *db.Tx) error {
			_, err := h.users.EnsureLogin(tx, "invited@haveli.example", "Invited")
			return err
		})
		wrong := h.want(401, credentials("asha@haveli.example", "wrong"))
		for _, email := range []string{"nobody@haveli.example", "invited@haveli.example"} {
			unknown := h.want(401, credentials(email, "wrong"))
			for _, header := range []string{"Date", "X-Request-Id"} {
				wrong.header.Del(header)
				unknown.header.Del(header)
			}
			if unknown.text != wrong.text || !equalHeaders(unknown.header, wrong.header) {
				h.t.Errorf("%s is answered %v %s; a wrong password %v %s", email, unknown.header, unknown.text, wrong.header,
					wrong.text)
			}
		}
	})
}

func equalHeaders(a, b http.Header) bool {
	if len(a) != len(b) {
		return false
	}
	for name := range a {
		if a.Get(name) != b.Get(name) {
			return false
		}
	}
	return true
}

func TestLoginNeedsAnActiveMembership(t *testing.T) {
	eachEngine(t, func(h *house) {
		first, second := h.hotel("First"), h.hotel("Second")
		id := h.member(first, "asha@x.example", "Front Desk")
		h.clock.Advance(time.Second)
		h.member(second, "asha@x.example", "Accountant")

		if got := h.login("asha@x.example", password).User.OrgID.String(); got != second.ID {
			h.t.Errorf("signed in to %s, want the organization used last, %s", got, second.ID)
		}
		h.clock.Advance(time.Second)
		chosen := data[loginData](h.t, h.want(200, post("login",
			object{"email": "asha@x.example", "password": password, "orgId": first.ID}))).User
		if chosen.OrgID.String() != first.ID || chosen.Role != "Front Desk" {
			h.t.Errorf("signed in as %+v, want the organization chosen, %s", chosen, first.ID)
		}
		if got := h.login("asha@x.example", password).User.OrgID.String(); got != first.ID {
			h.t.Errorf("signed in to %s, want the organization used last, %s", got, first.ID)
		}
		for _, org := range []string{"nonsense", h.hotel("Third").ID} {
			refused := h.want(400, post("login", object{"email": "asha@x.example", "password": password, "orgId": org}))
			if len(refused.body.Errors) != 1 || refused.body.Errors[0].Field != "orgId" {
				h.t.Errorf("orgId %s is refused without naming the field: %s", org, refused.text)
			}
		}

		h.deactivate(first, id)
		if got := h.login("asha@x.example", password).User.OrgID.String(); got != second.ID {
			h.t.Errorf("signed in to %s, where the membership is switched off", got)
		}
		h.write(func(tx *db.Tx) error {
			_, err := tx.Exec(`UPDATE organizations SET deleted_at = $2 WHERE org_id = $1`, second.ID, tx.Now.UnixMilli())
			return err
		})
		h.clock.Advance(2 * time.Second) // the directory hears of this change made behind its back
		h.want(403, credentials("asha@x.example", password))
		h.want(401, credentials("asha@x.example", "wrong"))
	})
}

func TestMe(t *testing.T) {
	eachEngine(t, func(h *house) {
		first, second := h.hotel("First"), h.hotel("Second")
		id := h.member(first, "asha@x.example", "Front Desk")
		h.clock.Advance(time.Second)
		h.member(second, "asha@x.example", "Housekeeping")
		token := h.login("asha@x.example", password).Token

		me := data[auth.Me](h.t, h.want(200, get("me", token)))
		if want := (auth.Caller{ID: web.ID(id), Email: "asha@x.example", Name: "Asha of Second", Role: "Housekeeping",
			OrgID: web.ID(second.ID)}); me.User != want {
			h.t.Errorf("me is %+v, want %+v", me.User, want)
		}
		if want := []auth.MyOrganization{{ID: web.ID(second.ID), Name: "Second", Role: "Housekeeping"},
			{ID: web.ID(first.ID), Name: "First", Role: "Front Desk"}}; !slices.Equal(me.Organizations, want) {
			h.t.Errorf("my organizations are %+v", me.Organizations)
		}
		if len(me.Permissions) != 19 || !me.Permissions["rooms"].View || me.Permissions["bookings"].Create {
			h.t.Errorf("my permissions are %+v, want those of Housekeeping over 19 modules", me.Permissions)
		}
		me = data[auth.Me](h.t, h.want(200, get("me?orgId="+first.ID, token)))
		if me.User.Role != "Front Desk" || !me.Permissions["bookings"].Create {
			h.t.Errorf("in the first hotel I am %+v", me.User)
		}
		h.want(403, get("me?orgId="+h.hotel("Third").ID, token))
		h.want(401, get("me", ""))
	})
}

func TestVerifyTokenSpeaksOfOneOrganization(t *testing.T) {
	eachEngine(t, func(h *house) {
		first, second := h.hotel("First"), h.hotel("Second")
		id := h.member(first, "asha@x.example", "Front Desk")
		h.clock.Advance(time.Second)
		h.member(second, "asha@x.example", "Housekeeping")
		token := h.login("asha@x.example", password).Token
		for query, want := range map[string]verified{
			"":                    {Role: "Housekeeping", OrgID: second.ID},
			"?orgId=" + first.ID:  {Role: "Front Desk", OrgID: first.ID},
			"?orgId=" + second.ID: {Role: "Housekeeping", OrgID: second.ID},
		} {
			want.Valid, want.UserID, want.Email = true, id, "asha@x.example"
			if got := data[verified](h.t, h.want(200, get("verify-token"+query, token))); got != want {
				h.t.Errorf("verify-token%s answers %+v, want %+v", query, got, want)
			}
		}
		h.want(403, get("verify-token?orgId="+h.hotel("Third").ID, token))
		h.want(403, get("verify-token?orgId=nonsense", token))
		h.deactivate(first, id)
		h.want(403, get("verify-token?orgId="+first.ID, token))
		h.want(200, get("verify-token", token))
	})
}

func TestOrganizationWorkedInLastComesFirstAtTheNextLogin(t *testing.T) {
	eachEngine(t, func(h *house) {
		first, second := h.hotel("First"), h.hotel("Second")
		id := h.member(first, "asha@x.example", "Front Desk")
		h.member(second, "asha@x.example", "Front Desk")
		begun := data[loginData](h.t, h.want(200, post("login",
			object{"email": "asha@x.example", "password": password, "orgId": first.ID})))
		h.want(200, request{method: "GET", path: "/api/test/" + second.ID, token: begun.Token})
		if me := data[auth.Me](h.t, h.want(200, get("me", begun.Token))); me.User.OrgID.String() != second.ID {
			h.t.Errorf("me is in %s, want where the session worked last", me.User.OrgID)
		}
		h.clock.Advance(time.Minute)
		h.want(200, request{method: "POST", path: "/api/auth/heartbeat", token: begun.Token, body: object{"userid": id}})
		if got := h.login("asha@x.example", password).User.OrgID.String(); got != second.ID {
			h.t.Errorf("the next login enters %s, want %s", got, second.ID)
		}
	})
}

func TestChangePassword(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		id := h.member(o, "asha@x.example", "Front Desk")
		here, there := h.login("asha@x.example", password), h.login("asha@x.example", password)
		change := func(current, next string) request {
			return request{method: "POST", path: "/api/auth/change-password", token: here.Token,
				body: object{"currentPassword": current, "newPassword": next}}
		}
		if refused := h.want(400, change("wrong", "another password")); len(refused.body.Errors) != 1 ||
			refused.body.Errors[0].Field != "currentPassword" {
			h.t.Errorf("a wrong password is refused without naming the field: %s", refused.text)
		}
		h.want(400, change(password, "short"))
		h.want(400, change(password, strings.Repeat("long", 33)))
		h.want(200, get("verify-token", there.Token))
		h.want(200, change(password, " another password "))
		h.want(200, get("verify-token", here.Token))
		h.want(401, get("verify-token", there.Token))
		h.want(401, credentials("asha@x.example", password))
		h.want(401, credentials("asha@x.example", "another password"))
		h.login("asha@x.example", " another password ")
		h.mu.Lock()
		defer h.mu.Unlock()
		if last := h.lastEvent; last.Action != "user.password_changed" || last.ResourceID != id || last.Details != nil {
			h.t.Errorf("the last event is %+v, want user.password_changed with nothing secret in it", last)
		}
	})
}

func TestPasswordGuessingIsLimited(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		h.member(o, "asha@x.example", "Front Desk")
		h.member(o, "ravi@x.example", "Front Desk")
		for range 9 {
			h.want(401, credentials("asha@x.example", "wrong"))
		}
		h.login("asha@x.example", password) // forgives
		for range 10 {
			h.want(401, credentials("asha@x.example", "wrong"))
		}
		h.login("ASHA@x.example", password) // a quarter of a second later
		for i := range 41 {
			h.want(401, credentials(fmt.Sprintf("%d@x.example", i), "wrong"))
		}
		refused := h.want(429, credentials("ravi@x.example", password))
		if refused.header.Get("Retry-After") != "900" {
			h.t.Errorf("Retry-After is %q, want 900", refused.header.Get("Retry-After"))
		}
		h.clock.Advance(15 * time.Minute)
		h.login("ravi@x.example", password)
	})
}

// device signs in and returns the cookie by which the browser is known from then on.
func (h *house) device(email string) string {
	h.t.Helper()
	cookies := h.want(200, credentials(email, password)).cookies
	if len(cookies) != 2 || cookies[0].Name != "refreshToken" || cookies[1].Name != "device" {
		h.t.Fatalf("the cookies are %v; want refreshToken, then device", cookies)
	}
	if c := cookies[1]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/api/auth" ||
		c.MaxAge != 400*24*60*60 || c.Secure {
		h.t.Errorf("the device's cookie is %v", c)
	}
	return cookies[1].Value
}

func (r request) from(device string) request {
	r.device = device
	return r
}

// A guest at the hotel's network who tries passwords keeps nobody out who has been in before.
func TestAKnownDeviceGetsIn(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		h.member(o, "asha@x.example", "Front Desk")
		h.member(o, "ravi@x.example", "Front Desk")
		device := h.device("asha@x.example")
		if again := h.want(200, credentials("ravi@x.example", password).from(device)); again.cookies[1].Value != device {
			h.t.Error("a browser that two people use is not known for both")
		}
		others := h.device("ravi@x.example")
		for i := range 60 {
			h.want(401, credentials(fmt.Sprintf("%d@x.example", i), "wrong"))
		}
		h.want(429, credentials("asha@x.example", password))
		h.want(429, credentials("asha@x.example", password).from(others))
		h.want(429, credentials("asha@x.example", password).from("made-up"))
		h.want(200, credentials("asha@x.example", password).from(device))
		h.want(200, credentials("ravi@x.example", password).from(device))
		for range 10 {
			h.want(401, credentials("asha@x.example", "wrong").from(device))
		}
		h.want(429, credentials("asha@x.example", password).from(device))

		h.clock.Advance(15 * time.Minute)
		h.want(200, reset(h.forgot("ravi@x.example"), "another password"))
		var known int
		h.write(func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT COUNT(*) FROM login_devices d JOIN logins l ON l.login_id = d.login_id
				WHERE l.email = 'ravi@x.example'`).Scan(&known)
		})
		if known != 0 {
			h.t.Errorf("a reset leaves %d devices known", known)
		}
	})
}

func TestALoginHasTwentyDevices(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		first := h.device("asha@x.example")
		h.clock.Advance(time.Minute)
		h.want(200, credentials("asha@x.example", password).from(first))
		for range 21 { // a client without a cookie store
			h.clock.Advance(time.Minute)
			h.device("asha@x.example")
		}
		if again := h.want(200, credentials("asha@x.example", password).from(first)); again.cookies[1].Value != first {
			h.t.Error("the browser that came back has been forgotten")
		}
		var known int
		h.write(func(tx *db.Tx) error { return tx.QueryRow(`SELECT COUNT(*) FROM login_devices`).Scan(&known) })
		if known != 20 {
			h.t.Errorf("%d devices are known, want 20", known)
		}
		h.clock.Advance(400 * 24 * time.Hour)
		if again := h.want(200, credentials("asha@x.example", password).from(first)); again.cookies[1].Value == first {
			h.t.Error("a device is known for longer than 400 days")
		}
	})
}

// Failures to register with somebody's address don't slow that person's sign-in.
func TestRegisteringDoesNotCountAgainstSigningIn(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{})
	h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
	for range 20 {
		h.want(400, register("asha@x.example", password, "Mallory", "665f1c2ab7e4d90012ab34cd"))
	}
	began := time.Now()
	h.login("asha@x.example", password)
	if took := time.Since(began); took > 1900*time.Millisecond {
		t.Errorf("signing in took %v", took)
	}
	for i := range 40 {
		h.want(400, register(fmt.Sprintf("%d@x.example", i), password, "Mallory", "665f1c2ab7e4d90012ab34cd"))
	}
	h.want(429, register("asha@x.example", password, "Mallory", "665f1c2ab7e4d90012ab34cd"))
	h.login("asha@x.example", password)
}

func TestLimitsCanBeSwitchedOff(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{unlimited: true})
	for range 12 {
		h.want(401, credentials("asha@x.example", "wrong"))
		h.want(404, post("forgot-password", object{"email": "asha@x.example"}))
	}
}
