package auth_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/identity/auth"
	"sarai/internal/identity/factor"
	"sarai/internal/identity/invitation"
	"sarai/internal/identity/organization"
	passwords "sarai/internal/identity/password"
	"sarai/internal/identity/role"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

// start is when every house's clock begins.
var start = time.Date(2026, 4, 1, 9, 30, 0, 0, time.UTC)

const (
	password = "correct horse battery"
	// passwordHash is the password's as a server of the real cost stores it.
	passwordHash = "$argon2id$v=19$m=19456,t=2,p=1$c2FyYWkgdGVzdCBzYWx0IQ$DVEKvIYUjaI9iQ5/++MR6+sSgyfBunuKKnaV4nsbbnU"
)

// house is a server with the services of tenancy, as app puts them together.
type house struct {
	t             *testing.T
	db            *db.DB
	clock         *clock.Fake
	auth          *auth.Service
	sessions      *session.Service
	passwords     *passwords.Service
	organizations *organization.Service
	users         *user.Service
	invitations   *invitation.Service
	directory     *user.Directory
	bus           *event.Bus
	url           string

	mu        sync.Mutex
	lastEvent event.Event
}

// eachEngine runs fn with a house on every engine.
func eachEngine(t *testing.T, fn func(h *house)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) { fn(newHouse(t, engine, settings{})) })
	}
}

// settings are what the operator may set.
type settings struct {
	publicURL         string
	lifetime          time.Duration // of a session
	strict, unlimited bool
}

func newHouse(t *testing.T, engine string, set settings) *house {
	t.Helper()
	now := clock.NewFake(start)
	d, keys, bus := kittest.New(t, engine, now), testKeys(t), event.NewBus()
	h := &house{t: t, db: d, clock: now, bus: bus, directory: user.NewDirectory(d, now),
		organizations: organization.New(d, bus, organization.SignUpOpen), users: user.New(d, bus)}
	bus.Listen(func(tx *db.Tx, sc scope.Scope, e event.Event) error { // as package app does
		if user.ChangesMemberships(e) {
			tx.AfterCommit(func() { h.directory.Drop(sc.Org) })
		}
		return nil
	})
	bus.Listen(func(_ *db.Tx, _ scope.Scope, e event.Event) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		if e.ResourceType == "user" {
			h.lastEvent = e
		}
		return nil
	})
	set.publicURL = cmp.Or(set.publicURL, "http://localhost:8080")
	log := slog.New(slog.DiscardHandler)
	outbox, err := mail.New(mail.Config{DB: d, Clock: now, Log: log, Box: keys.Box("outbox")})
	if err != nil {
		t.Fatal(err)
	}
	h.invitations = invitation.New(d, bus, h.users, outbox, set.publicURL)
	h.sessions = session.New(session.Config{DB: d, Clock: now, Keys: keys, Users: h.users, Directory: h.directory,
		PublicURL: set.publicURL, Lifetime: set.lifetime})
	h.sessions.Connect(session.Hooks{OnSessionsEnd: func(*db.Tx, []string) {}})
	h.passwords = passwords.New(passwords.Config{DB: d, Bus: bus, Clock: now, Log: log, Users: h.users,
		Invitations: h.invitations, Sessions: h.sessions, Outbox: outbox, PublicURL: set.publicURL,
		Unlimited: set.unlimited, Strict: set.strict})
	h.auth = auth.New(auth.Config{DB: d, Clock: now, Users: h.users, Directory: h.directory, Invitations: h.invitations,
		Sessions: h.sessions, Passwords: h.passwords, Factors: factor.New(keys), Unlimited: set.unlimited})
	h.organizations.Connect(organization.Hooks{
		OnCreate: func(tx *db.Tx, _ scope.Scope, o organization.Organization) error {
			_, err := role.Seed(tx, o.ID)
			return err
		},
		OnErase:       func(*db.Tx, organization.Organization) error { return nil },
		CurrencyInUse: func(*db.Tx, string) (bool, error) { return false, nil },
	})
	h.users.Connect(user.Hooks{
		OnInvite:     func(*db.Tx, scope.Scope, user.Invite) error { return nil },
		OnEnd:        h.sessions.EndOrphans,
		RemoveFactor: h.auth.RemoveMembersFactor,
	})
	h.url = h.serve(h.auth, h.sessions)
	return h
}

func testKeys(t *testing.T) *token.Keys {
	t.Helper()
	keys, err := token.LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func (h *house) serve(a *auth.Service, s *session.Service) string {
	member := web.Get("/api/test/{orgId}", web.Need{Access: web.AccessMember},
		func(_ context.Context, sc scope.Scope, _ *struct{}) (*web.Data[string], error) {
			return web.OK(sc.UserName), nil
		}, "Show who is in")
	routes := slices.Concat(a.Routes(), s.Routes(), h.passwords.Routes(), []web.Route{member})
	handler, _ := web.New(web.Config{Routes: routes, Authenticate: s.Authenticate, Clock: h.clock,
		Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(), Pages: h.passwords.Pages})
	server := httptest.NewServer(handler)
	h.t.Cleanup(server.Close)
	return server.URL
}

func (h *house) write(fn func(tx *db.Tx) error) {
	h.t.Helper()
	if err := h.db.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// hotel makes an organization.
func (h *house) hotel(name string) organization.Organization {
	h.t.Helper()
	o, err := h.organizations.CreateByOperator(h.t.Context(),
		organization.Profile{Name: name, Email: "desk@" + strings.ToLower(name) + ".example"})
	if err != nil {
		h.t.Fatal(err)
	}
	return o
}

// member makes a person with the password a member of the hotel in a role, and returns the login's id.
func (h *house) member(o organization.Organization, email, roleName string) string {
	h.t.Helper()
	var loginID string
	h.write(func(tx *db.Tx) error {
		l, err := h.users.EnsureLogin(tx, email, "Asha")
		if err != nil {
			return err
		}
		loginID = l.ID
		if _, err := tx.Exec(`UPDATE logins SET password_hash = $2, proved_at = $3 WHERE login_id = $1`, l.ID, passwordHash,
			tx.Now.UnixMilli()); err != nil {
			return err
		}
		sc, err := o.Scope(scope.Scope{})
		if err != nil {
			return err
		}
		return h.users.Admit(tx, sc, user.Member{Login: l.ID, Email: l.Email, Name: "Asha of " + o.Name,
			RoleID: h.role(tx, o, roleName).ID, Active: true})
	})
	return loginID
}

func (h *house) role(tx *db.Tx, o organization.Organization, name string) role.Role {
	h.t.Helper()
	all, err := role.All(tx, o.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, r := range all {
		if r.Name == name {
			return r
		}
	}
	h.t.Fatalf("%s has no role %s", o.Name, name)
	return role.Role{}
}

// invite makes an invitation to the hotel and returns it with the secret of its mail.
func (h *house) invite(o organization.Organization, email, roleName string) (i invitation.Invitation, secret string) {
	h.t.Helper()
	h.write(func(tx *db.Tx) (err error) {
		r := h.role(tx, o, roleName)
		i, err = h.invitations.Issue(tx, scope.Scope{}, o, invitation.Invite{Email: email, RoleID: r.ID, RoleName: r.Name})
		return err
	})
	return i, h.mailedSecret(email)
}

var secretInMail = regexp.MustCompile(`token=([\w-]+)`)

// mailedSecret is the one-time token of the last mail to an address.
func (h *house) mailedSecret(email string) string {
	h.t.Helper()
	var text string
	err := h.db.Read(h.t.Context(), func(tx *db.Tx) error {
		var mailID string
		err := tx.QueryRow(`SELECT mail_id, body_text FROM outbox WHERE recipient = $1
			ORDER BY created_at DESC, mail_id DESC LIMIT 1`, email).Scan(&mailID, &text)
		if err != nil {
			return err
		}
		clear, err := h.sessions.Keys.Box("outbox").Open(text, mailID)
		text = string(clear)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	found := secretInMail.FindStringSubmatch(text)
	if found == nil {
		h.t.Fatalf("no token in the mail:\n%s", text)
	}
	h.clock.Advance(time.Millisecond) // so that the next mail is the newer one
	return found[1]
}

// reply is an answer of the server.
type reply struct {
	status  int
	header  http.Header
	cookies []*http.Cookie
	text    string
	body    struct {
		Success bool
		Message string
		Data    json.RawMessage
		Errors  []errs.Field

		Warnings []web.Warning
	}
}

type request struct {
	method, path  string
	body          any // nil, an object, or url.Values
	token, cookie string
	device        string // the cookie of a browser that is known
	key           string // of idempotency
}

func (h *house) send(r request) reply {
	h.t.Helper()
	return h.sendTo(h.url, r)
}

func (h *house) sendTo(base string, r request) reply {
	h.t.Helper()
	var content io.Reader
	kind := "application/json"
	if values, ok := r.body.(url.Values); ok {
		content, kind = strings.NewReader(values.Encode()), "application/x-www-form-urlencoded"
	} else if r.body != nil {
		encoded, err := json.Marshal(r.body)
		if err != nil {
			h.t.Fatal(err)
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(h.t.Context(), r.method, base+r.path, content)
	if err != nil {
		h.t.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("User-Agent", "test")
	if r.token != "" {
		request.Header.Set("Authorization", "Bearer "+r.token)
	}
	if r.key != "" {
		request.Header.Set("Idempotency-Key", r.key)
	}
	if r.cookie != "" {
		request.AddCookie(&http.Cookie{Name: "refreshToken", Value: r.cookie})
	}
	if r.device != "" {
		request.AddCookie(&http.Cookie{Name: "device", Value: r.device})
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	answer := reply{status: response.StatusCode, header: response.Header, cookies: response.Cookies(), text: string(text)}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(text, &answer.body); err != nil {
			h.t.Fatalf("%s: %v", text, err)
		}
	}
	return answer
}

// want sends a request and expects a status.
func (h *house) want(status int, r request) reply {
	h.t.Helper()
	answer := h.send(r)
	if answer.status != status {
		h.t.Fatalf("%s %s: %d, want %d: %s", r.method, r.path, answer.status, status, answer.text)
	}
	return answer
}

func data[T any](t *testing.T, r reply) (value T) {
	t.Helper()
	if err := json.Unmarshal(r.body.Data, &value); err != nil {
		t.Fatalf("%s: %v", r.text, err)
	}
	return value
}

// loginData is what login answers.
type loginData struct {
	Token, RefreshToken string
	User                auth.Caller
}

// verified is what verify-token answers.
type verified struct {
	Valid                      bool
	UserID, Email, Role, OrgID string
}

func post(path string, body any) request {
	return request{method: "POST", path: "/api/auth/" + path, body: body}
}

func get(path, token string) request {
	return request{method: "GET", path: "/api/auth/" + path, token: token}
}

func credentials(email, password string) request {
	return post("login", object{"email": email, "password": password})
}

func (h *house) login(email, password string) loginData {
	h.t.Helper()
	return data[loginData](h.t, h.want(200, credentials(email, password)))
}

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
		return h.bus.Publish(tx, scope.Scope{Org: o.ID}, event.Event{Action: "user.updated", ResourceType: "user",
			ResourceID: loginID})
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
			list[0].CreatedAt != web.TimeOf(h.clock.Now()) {
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
