package auth_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
		InUse:         func(*db.Tx, string) (bool, error) { return false, nil },
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
	member := web.Get("/api/test/{orgId}", scope.Need{Access: scope.AccessMember},
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
		organization.Details{Profile: organization.Profile{Name: name, Email: "desk@" + strings.ToLower(name) + ".example"}})
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

		Warnings []errs.Warning
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
