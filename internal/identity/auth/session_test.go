package auth_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/identity/auth"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
)

func TestLifeOfASession(t *testing.T) {
	eachEngine(t, func(h *house) {
		t := h.t
		o := h.hotel("Haveli")
		id := h.member(o, "asha@haveli.example", "Front Desk")

		answer := h.want(200, credentials(" Asha@Haveli.Example", password))
		signedIn := data[loginData](t, answer)
		wantUser := auth.Caller{ID: web.ID(id), Email: "asha@haveli.example", Name: "Asha of Haveli", Role: "Front Desk",
			OrgID: web.ID(o.ID)}
		if signedIn.User != wantUser || signedIn.RefreshToken == "" {
			t.Errorf("login answers %+v, want the user %+v and a refresh token", signedIn, wantUser)
		}
		checkCookie(t, answer, signedIn.RefreshToken, 30*24*3600)

		checked := data[verified](t, h.want(200, get("verify-token", signedIn.Token)))
		want := verified{Valid: true, UserID: id, Email: "asha@haveli.example", Role: "Front Desk", OrgID: o.ID}
		if checked != want {
			t.Errorf("verify-token answers %+v, want %+v", checked, want)
		}

		h.clock.Advance(15 * time.Minute)
		h.want(401, get("verify-token", signedIn.Token))
		answer = h.want(200, request{method: "POST", path: "/api/auth/refresh-token", cookie: signedIn.RefreshToken})
		checkCookie(t, answer, signedIn.RefreshToken, 30*24*3600)
		fresh := data[struct{ Token string }](t, answer).Token
		h.want(200, get("verify-token", fresh))

		answer = h.want(200, request{method: "POST", path: "/api/auth/logout", token: fresh})
		checkCookie(t, answer, "", -1)
		h.want(401, get("verify-token", fresh))
		h.want(401, request{method: "POST", path: "/api/auth/refresh-token", cookie: signedIn.RefreshToken})
	})
}

func checkCookie(t *testing.T, r reply, value string, maxAge int) {
	t.Helper()
	if len(r.cookies) == 0 {
		t.Fatalf("%d cookies, want refreshToken first", len(r.cookies))
	}
	c := r.cookies[0]
	if c.Name != "refreshToken" || c.Value != value || c.Path != "/api/auth" || c.MaxAge != maxAge || !c.HttpOnly ||
		c.SameSite != http.SameSiteStrictMode || c.Secure {
		t.Errorf("cookie %s; want refreshToken=%s; Path=/api/auth; Max-Age=%d; HttpOnly; SameSite=Strict and, over http, "+
			"not Secure", c.Raw, value, maxAge)
	}
}

// With cookieOnly the refresh token is nowhere in the answer but in the cookie, which works as ever.
func TestRefreshTokenInTheCookieAlone(t *testing.T) {
	eachEngine(t, func(h *house) {
		t := h.t
		h.member(h.hotel("Haveli"), "asha@haveli.example", "Front Desk")
		signIn := func(cookieOnly any) reply {
			return h.send(post("login",
				object{"email": "asha@haveli.example", "password": password, "cookieOnly": cookieOnly}))
		}
		answer := signIn(true)
		if answer.status != 200 || data[loginData](t, answer).Token == "" {
			t.Fatalf("signing in answers %d with %v: %s", answer.status, answer.cookies, answer.text)
		}
		refresh := answer.cookies[0].Value
		checkCookie(t, answer, refresh, 30*24*3600)
		if strings.Contains(answer.text, "refreshToken") || refresh == "" || strings.Contains(answer.text, refresh) {
			t.Errorf("the answer has the refresh token: %s", answer.text)
		}
		h.want(200, request{method: "POST", path: "/api/auth/refresh-token", cookie: refresh})
		for _, usual := range []any{false, nil} {
			if answer := signIn(usual); data[loginData](t, answer).RefreshToken != answer.cookies[0].Value {
				t.Errorf("cookieOnly %v answers %s", usual, answer.text)
			}
		}
		if answer := signIn("yes"); answer.status != 400 || !strings.Contains(answer.text, `"field":"cookieOnly"`) {
			t.Errorf("a text is answered %d: %s", answer.status, answer.text)
		}
	})
}

func TestCookieIsSecureUnderHTTPS(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{publicURL: "https://pms.example/"})
	h.member(h.hotel("Haveli"), "asha@haveli.example", "Front Desk")
	answer := h.want(200, credentials("asha@haveli.example", password))
	if len(answer.cookies) != 2 || !answer.cookies[0].Secure || !answer.cookies[1].Secure {
		t.Errorf("cookies %v; want two that are Secure", answer.cookies)
	}
}

func TestRefreshTokenLivesThirtyDaysFromItsLastUse(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@haveli.example", "Front Desk")
		refresh := request{method: "POST", path: "/api/auth/refresh-token",
			cookie: h.login("asha@haveli.example", password).RefreshToken}
		for range 3 {
			h.clock.Advance(29 * 24 * time.Hour)
			h.want(200, refresh)
		}
		h.clock.Advance(30 * 24 * time.Hour)
		h.want(401, refresh)
		h.want(401, request{method: "POST", path: "/api/auth/refresh-token"})
		h.want(401, request{method: "POST", path: "/api/auth/refresh-token", cookie: "nonsense"})
	})
}

// console signs in as a page in a browser does, and returns the access token and the cookie.
func (h *house) console(email string) (access, cookie string) {
	h.t.Helper()
	answer := h.want(200, post("login", object{"email": email, "password": password, "cookieOnly": true}))
	return data[loginData](h.t, answer).Token, answer.cookies[0].Value
}

func refreshBy(cookie string) request {
	return request{method: "POST", path: "/api/auth/refresh-token", cookie: cookie}
}

// refreshed is the cookie that a refresh sets.
func (h *house) refreshed(cookie string) string {
	h.t.Helper()
	answer := h.want(200, refreshBy(cookie))
	checkCookie(h.t, answer, answer.cookies[0].Value, 30*24*3600)
	return answer.cookies[0].Value
}

// A refresh token that only the cookie has is replaced at each use. One that somebody has copied ends the session, for
// the thief and for the owner, as soon as both have used it.
func TestRefreshTokensOfTheConsoleRotate(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		access, first := h.console("asha@x.example")
		other, _ := h.console("asha@x.example")
		second := h.refreshed(first)
		if second == first {
			h.t.Fatal("the refresh token stays the same")
		}
		h.clock.Advance(30*time.Second - time.Millisecond)
		if again := h.refreshed(first); again != second {
			h.t.Error("a request that was under way gets another token than the one before it")
		}
		h.want(200, get("verify-token", access))
		h.clock.Advance(time.Millisecond)
		h.want(401, refreshBy(first))
		h.want(401, refreshBy(second))
		h.want(401, get("verify-token", access))
		h.want(200, get("verify-token", other))

		access, first = h.console("asha@x.example")
		third := h.refreshed(h.refreshed(first))
		h.want(401, refreshBy(first)) // at once, but two generations late
		h.want(401, refreshBy(third))
		h.want(401, get("verify-token", access))

		access, first = h.console("asha@x.example")
		h.refreshed(first)
		h.want(200, request{method: "POST", path: "/api/auth/logout", cookie: first})
		h.want(401, get("verify-token", access))

		usual := h.login("asha@x.example", password).RefreshToken
		for range 2 {
			if same := h.refreshed(usual); same != usual {
				h.t.Error("the refresh token of an API client changes")
			}
			h.clock.Advance(time.Hour)
		}
	})
}

// Tabs that refresh at the same moment all go on, with the same token.
func TestTabsRefreshTogether(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		_, cookie := h.console("asha@x.example")
		cookies := make([]string, 8)
		var all sync.WaitGroup
		for i := range cookies {
			all.Go(func() {
				if answer := h.send(refreshBy(cookie)); answer.status == 200 {
					cookies[i] = answer.cookies[0].Value
				}
			})
		}
		all.Wait()
		for _, got := range cookies {
			if got == "" || got != cookies[0] {
				h.t.Errorf("the tabs have %v", cookies)
				break
			}
		}
		h.refreshed(cookies[0])
	})
}

func TestSessionsEndAfterTheirLifetime(t *testing.T) {
	h := newHouse(t, kittest.Engines()[0], settings{lifetime: 40 * 24 * time.Hour})
	h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
	_, cookie := h.console("asha@x.example")
	h.clock.Advance(29 * 24 * time.Hour)
	answer := h.want(200, refreshBy(cookie))
	cookie = answer.cookies[0].Value
	checkCookie(t, answer, cookie, 11*24*3600)
	access := data[loginData](t, answer).Token
	userID := data[verified](t, h.want(200, get("verify-token", access))).UserID
	h.clock.Advance(5 * time.Minute)
	h.want(200, request{method: "POST", path: "/api/auth/heartbeat", token: access, body: object{"userid": userID}})
	h.clock.Advance(11*24*time.Hour - 5*time.Minute - time.Millisecond)
	answer = h.want(200, refreshBy(cookie))
	h.clock.Advance(time.Millisecond)
	h.want(401, refreshBy(answer.cookies[0].Value))
	h.want(401, get("verify-token", data[loginData](t, answer).Token))
}

func TestLogoutByCookieAlone(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@haveli.example", "Front Desk")
		begun := h.login("asha@haveli.example", password)
		h.want(200, get("verify-token", begun.Token))
		h.want(200, request{method: "POST", path: "/api/auth/logout", cookie: begun.RefreshToken})
		h.want(401, get("verify-token", begun.Token))
		h.want(200, request{method: "POST", path: "/api/auth/logout", cookie: begun.RefreshToken})
	})
}

// deactivate switches a membership off, as package user does.
func (h *house) deactivate(o organization.Organization, loginID string) {
	h.t.Helper()
	h.write(func(tx *db.Tx) error {
		if _, err := tx.Exec(`UPDATE memberships SET is_active = $3 WHERE org_id = $1 AND login_id = $2`, o.ID, loginID,
			false); err != nil {
			return err
		}
		if err := h.sessions.EndOrphans(tx, loginID); err != nil {
			return err
		}
		return h.bus.Publish(tx, scope.Scope{Org: o.ID}, user.Updated.Of(loginID, user.UpdatedDetails{}))
	})
}

func TestDeactivationEndsTheSessionsOfWhoHasNowhereElseToGo(t *testing.T) {
	eachEngine(t, func(h *house) {
		first, second := h.hotel("First"), h.hotel("Second")
		id := h.member(first, "asha@x.example", "Front Desk")
		h.member(second, "asha@x.example", "Front Desk")
		begun := h.login("asha@x.example", password)
		inFirst := request{method: "GET", path: "/api/test/" + first.ID, token: begun.Token}
		inSecond := request{method: "GET", path: "/api/test/" + second.ID, token: begun.Token}
		h.want(200, inFirst)

		h.deactivate(first, id)
		h.want(403, inFirst)
		h.want(200, inSecond)
		h.deactivate(second, id)
		h.want(401, inSecond)
		h.want(401, request{method: "POST", path: "/api/auth/refresh-token", cookie: begun.RefreshToken})
	})
}

func TestRefreshEndsTheSessionOfWhoseOrganizationIsGone(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		h.member(o, "asha@x.example", "Front Desk")
		begun := h.login("asha@x.example", password)
		setDeleted := func(at any) {
			h.write(func(tx *db.Tx) error {
				_, err := tx.Exec(`UPDATE organizations SET deleted_at = $2 WHERE org_id = $1`, o.ID, at)
				return err
			})
		}
		setDeleted(start.UnixMilli())
		h.want(401, request{method: "POST", path: "/api/auth/refresh-token", cookie: begun.RefreshToken})
		setDeleted(nil)
		h.want(401, request{method: "POST", path: "/api/auth/refresh-token", cookie: begun.RefreshToken})
	})
}

func TestWhoMayEnterAnOrganization(t *testing.T) {
	eachEngine(t, func(h *house) {
		o, other := h.hotel("Haveli"), h.hotel("Other")
		h.member(o, "asha@x.example", "Front Desk")
		token := h.login("asha@x.example", password).Token
		at := func(org, token string) request { return request{method: "GET", path: "/api/test/" + org, token: token} }
		if name := data[string](h.t, h.want(200, at(o.ID, token))); name != "Asha of Haveli" {
			h.t.Errorf("the caller's name is %q, want the membership's", name)
		}
		h.want(403, at(other.ID, token))
		h.want(404, at("665f1c2ab7e4d90012ab34cd", token))
		h.want(401, at(o.ID, ""))
		h.want(401, at(o.ID, "nonsense"))
		foreign := testKeys(h.t).Issue(claimsFor(h, token))
		h.want(401, at(o.ID, foreign))
		swapped := claimsFor(h, token)
		swapped.Login = "665f1c2ab7e4d90012ab34cd"
		h.want(401, at(o.ID, h.sessions.Keys.Issue(swapped)))
	})
}

func claimsFor(h *house, accessToken string) token.Claims {
	h.t.Helper()
	claims, err := h.sessions.Keys.Verify(accessToken, h.clock.Now())
	if err != nil {
		h.t.Fatal(err)
	}
	return claims
}

func TestWarmAuthenticationNeedsNoDatabase(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		h.member(o, "asha@x.example", "Front Desk")
		token := h.login("asha@x.example", password).Token
		if _, err := h.sessions.Authenticate(h.t.Context(), token, o.ID, scope.Scope{}); err != nil {
			h.t.Fatal(err)
		}
		if err := h.db.Close(); err != nil {
			h.t.Fatal(err)
		}
		sc, err := h.sessions.Authenticate(h.t.Context(), token, o.ID, scope.Scope{IP: "192.0.2.1"})
		if err != nil {
			h.t.Fatalf("with a closed database: %v", err)
		}
		if sc.Org != o.ID || sc.RoleName != "Front Desk" || sc.Currency != "INR" || sc.Zone == nil || sc.IP != "192.0.2.1" ||
			!sc.Permissions.Has("bookings", scope.Create) {
			h.t.Errorf("the scope is %+v", sc)
		}
		h.clock.Advance(2 * time.Second)
		if _, err := h.sessions.Authenticate(h.t.Context(), token, o.ID, scope.Scope{}); err == nil {
			h.t.Error("after two seconds a closed database isn't asked again")
		}
	})
}

func TestAnotherNodeHearsOfTheEndWithinTwoSeconds(t *testing.T) {
	eachEngine(t, func(h *house) {
		h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		begun := h.login("asha@x.example", password)
		other := session.New(h.sessions.Config)
		other.Connect(session.Hooks{OnSessionsEnd: func(*db.Tx, []string) {}})
		c := h.auth.Config
		c.Sessions = other
		elsewhere := h.serve(auth.New(c), other)
		check := get("verify-token", begun.Token)
		if answer := h.sendTo(elsewhere, check); answer.status != 200 {
			h.t.Fatalf("on the other node: %s", answer.text)
		}
		h.want(200, request{method: "POST", path: "/api/auth/logout", token: begun.Token})
		h.clock.Advance(2 * time.Second)
		if answer := h.sendTo(elsewhere, check); answer.status != 401 {
			h.t.Errorf("two seconds after the end the other node answers %d", answer.status)
		}
	})
}

func TestHeartbeat(t *testing.T) {
	eachEngine(t, func(h *house) {
		id := h.member(h.hotel("Haveli"), "asha@x.example", "Front Desk")
		begun := h.login("asha@x.example", password)
		beat := func(userid string) request {
			return request{method: "POST", path: "/api/auth/heartbeat", token: begun.Token, body: object{"userid": userid}}
		}
		lastUsed := func() time.Time {
			h.t.Helper()
			open := data[[]session.SessionView](h.t, h.want(200, get("sessions", begun.Token)))
			return time.UnixMilli(int64(open[0].LastUsedAt)).UTC()
		}
		for _, step := range []struct {
			wait time.Duration
			seen time.Duration // after the start
		}{{59 * time.Second, 0}, {time.Second, time.Minute}, {30 * time.Second, time.Minute},
			{30 * time.Second, 2 * time.Minute}} {
			h.clock.Advance(step.wait)
			h.want(200, beat(id))
			if got := lastUsed(); !got.Equal(start.Add(step.seen)) {
				h.t.Errorf("at %v the session was seen last at %v, want %v", h.clock.Now(), got, start.Add(step.seen))
			}
		}
		h.want(403, beat("665f1c2ab7e4d90012ab34cd"))
		h.want(400, request{method: "POST", path: "/api/auth/heartbeat", token: begun.Token, body: object{}})
		h.want(401, request{method: "POST", path: "/api/auth/heartbeat", body: object{"userid": id}})
	})
}

func TestSessions(t *testing.T) {
	eachEngine(t, func(h *house) {
		o := h.hotel("Haveli")
		h.member(o, "asha@x.example", "Front Desk")
		h.member(o, "ravi@x.example", "Front Desk")
		h.login("asha@x.example", password)
		h.clock.Advance(30*24*time.Hour - time.Minute)
		here := h.login("asha@x.example", password)
		h.clock.Advance(time.Minute) // the first one expires
		there := h.login("asha@x.example", password)
		foreign := h.login("ravi@x.example", password)

		list := data[[]session.SessionView](h.t, h.want(200, get("sessions", here.Token)))
		if len(list) != 2 || list[0].Current || !list[1].Current || list[0].UserAgent != "test" ||
			list[0].IP != "127.0.0.1" ||
			list[0].CreatedAt != date.TimeOf(h.clock.Now()) {
			h.t.Fatalf("my sessions are %+v; want the other one and then this one", list)
		}
		end := func(id, token string) request {
			return request{method: "DELETE", path: "/api/auth/sessions/" + id, token: token}
		}
		h.want(404, end(list[0].ID.String(), foreign.Token))
		h.want(404, end("nonsense", here.Token))
		h.want(200, get("verify-token", there.Token))
		h.want(200, end(list[0].ID.String(), here.Token))
		h.want(401, get("verify-token", there.Token))
		h.want(404, end(list[0].ID.String(), here.Token))
		h.want(200, get("verify-token", here.Token))
	})
}
