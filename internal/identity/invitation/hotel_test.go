package invitation_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
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

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

const publicURL = "https://sarai.example"

// week is how long an invitation is open.
const week = 7 * 24 * time.Hour

// hotel is an organization with an Administrator, wired as app wires it.
type hotel struct {
	*invitation.Service
	t      *testing.T
	db     *db.DB
	bus    *event.Bus
	users  *user.Service
	clock  *clock.Fake
	o      organization.Organization
	roles  map[string]role.Role // by name
	api    http.Handler
	mu     sync.Mutex
	events []event.Event
}

// box seals the texts of mails.
var box = seal.New("outbox", seal.Key{ID: "test", Secret: make([]byte, 32)})

func eachHotel(t *testing.T, fn func(t *testing.T, h *hotel)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			now := clock.NewFake(time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC))
			fn(t, newHotel(t, kittest.New(t, engine, now), now, "Haveli <Sagar> & Sons"))
		})
	}
}

func newHotel(t *testing.T, d *db.DB, now *clock.Fake, name string) *hotel {
	t.Helper()
	bus := event.NewBus()
	users := user.New(d, bus)
	outbox, err := mail.New(mail.Config{DB: d, Clock: now, Box: box})
	if err != nil {
		t.Fatal(err)
	}
	h := &hotel{Service: invitation.New(d, bus, users, outbox, publicURL+"/"), t: t,
		db: d, bus: bus, users: users, clock: now,
		roles: map[string]role.Role{}}
	bus.Listen(h.Follow)
	bus.Listen(func(_ *db.Tx, _ scope.Scope, e event.Event) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.events = append(h.events, e)
		return nil
	})
	organizations := organization.New(d, bus, organization.SignUpOpen)
	organizations.Connect(organization.Hooks{
		OnCreate: func(tx *db.Tx, sc scope.Scope, o organization.Organization) error {
			if _, err := role.Seed(tx, o.ID); err != nil {
				return err
			}
			roles, err := role.All(tx, o.ID)
			for _, r := range roles {
				h.roles[r.Name] = r
			}
			if err != nil {
				return err
			}
			administrator := h.roles["Administrator"]
			_, err = h.Issue(tx, sc, o,
				invitation.Invite{Email: o.Email, RoleID: administrator.ID, RoleName: administrator.Name})
			return err
		},
		OnErase:       func(*db.Tx, organization.Organization) error { return nil },
		InUse:         func(*db.Tx, string) (bool, error) { return false, nil },
		CurrencyInUse: func(*db.Tx, string) (bool, error) { return true, nil },
	})
	users.Connect(user.Hooks{
		OnInvite: func(tx *db.Tx, sc scope.Scope, invite user.Invite) error {
			r, err := role.Get(tx, sc.Org, invite.RoleID)
			if err != nil {
				return err
			}
			_, err = h.Issue(tx, sc, h.o,
				invitation.Invite{Email: invite.Email, Name: invite.Name, RoleID: r.ID, RoleName: r.Name})
			return err
		},
		// Sessions are auth's, which is not part of these tests.
		OnEnd:        func(*db.Tx, string) error { return nil },
		RemoveFactor: func(*db.Tx, scope.Scope, string) error { return nil },
	})
	h.api, _ = web.New(web.Config{Routes: append(users.Routes(), h.Routes()...), Clock: now,
		Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(), Authenticate: h.authenticate})
	if h.o, err = organizations.CreateByOperator(t.Context(),
		organization.Details{Profile: organization.Profile{Name: name, Email: "Owner@Haveli.example"}}); err != nil {
		t.Fatal(err)
	}
	return h
}

// as is the scope of a caller with the role, without a membership that could be looked up.
func (h *hotel) as(roleName string) scope.Scope {
	return scope.Scope{Org: h.o.ID, UserName: "Asha", Permissions: h.roles[roleName].Permissions}
}

// authenticate takes the name of a role as a token. Its bearer holds the role's flags.
func (h *hotel) authenticate(_ context.Context, token, org string, sc scope.Scope) (scope.Scope, error) {
	caller := h.as(token)
	caller.Idempotency = sc.Idempotency
	if org != "" && org != h.o.ID {
		return sc, errs.Forbidden("You are not a member of this organization.")
	}
	return caller, nil
}

// invite makes an invitation as an Administrator does, and returns its id.
func (h *hotel) invite(email, roleName string) string {
	h.t.Helper()
	made := h.by("Administrator").data("POST", "/api/invitations/{org}/create",
		object{"email": email, "name": "Meera", "role": h.roles[roleName].ID}, 201)
	return made["_id"].(string)
}

func (h *hotel) write(fn func(tx *db.Tx) error) error {
	h.t.Helper()
	return h.db.Write(h.t.Context(), fn)
}

var linkPattern = regexp.MustCompile(publicURL + `/(invite|register)\?\S+`)

// mailed is the newest mail to an address: its page and the link's query.
func (h *hotel) mailed(email string) (page string, query url.Values, text, html string) {
	h.t.Helper()
	err := h.db.Read(h.t.Context(), func(tx *db.Tx) error {
		var mailID string
		err := tx.QueryRow(`SELECT mail_id, body_text, body_html FROM outbox WHERE org_id = $1 AND recipient = $2
			ORDER BY created_at DESC, mail_id DESC LIMIT 1`, h.o.ID, email).Scan(&mailID, &text, &html)
		for _, sealed := range []*string{&text, &html} {
			if err == nil {
				var clear []byte
				clear, err = box.Open(*sealed, mailID)
				*sealed = string(clear)
			}
		}
		return err
	})
	if err != nil {
		h.t.Fatalf("no mail to %s: %v", email, err)
	}
	link, err := url.Parse(linkPattern.FindString(text))
	if err != nil {
		h.t.Fatal(err)
	}
	return strings.TrimPrefix(link.Path, "/"), link.Query(), text, html
}

// token is the secret of the newest mail, which must lead to the page.
func (h *hotel) token(email, wantPage string) string {
	h.t.Helper()
	h.clock.Advance(time.Second) // the next mail is a newer one
	page, query, _, _ := h.mailed(email)
	if page != wantPage {
		h.t.Fatalf("the newest mail to %s leads to %q, want %q", email, page, wantPage)
	}
	return query.Get("token")
}

func (h *hotel) setPassword(email string) {
	h.t.Helper()
	err := h.write(func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE logins SET proved_at = 1, password_hash = 'x' WHERE email = $1`, email)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hotel) redeem(id, email string) error {
	return h.write(func(tx *db.Tx) error {
		_, err := h.Redeem(tx, id, email)
		return err
	})
}

func (h *hotel) peek(secret, purpose string) (invitation.Opened, error) {
	return db.Read(h.t.Context(), h.db, func(tx *db.Tx) (invitation.Opened, error) { return h.Peek(tx, secret, purpose) })
}

func (h *hotel) respond(secret, email string, accept bool) (invitation.Invitation, error) {
	answered, err := h.Respond(context.Background(), scope.Scope{}, secret, email, accept)
	return answered.Invitation, err
}

func (h *hotel) member(email string) (user.Member, error) {
	return db.Read(h.t.Context(), h.db, func(tx *db.Tx) (user.Member, error) {
		login, err := user.LoginByEmail(tx, email)
		if err != nil {
			return user.Member{}, err
		}
		return h.users.Find(tx, h.o.ID, login.ID)
	})
}

// refused fails the test unless err is of the kind and says part.
func (h *hotel) refused(what string, err error, kind errs.Kind, part string) {
	h.t.Helper()
	if !errs.Is(err, kind) || !strings.Contains(err.Error(), part) {
		h.t.Errorf("%s: got %v, want kind %d with %q", what, err, kind, part)
	}
}

type object = map[string]any

// client sends requests to the hotel as a caller with the role, or without a token if that is empty.
type client struct {
	*hotel
	role string
}

func (h *hotel) by(role string) client { return client{h, role} }

// send sends a request a second after the last one, so that what is made later is newer. "{org}" in the path is the
// hotel.
func (c client) send(method, path string, body object) (status int, envelope object) {
	c.clock.Advance(time.Second)
	content := ""
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			c.t.Error(err)
		}
		content = string(encoded)
	}
	request := httptest.NewRequestWithContext(c.t.Context(), method, strings.ReplaceAll(path, "{org}", c.o.ID),
		strings.NewReader(content))
	if c.role != "" {
		request.Header.Set("Authorization", "Bearer "+c.role)
	}
	recorder := httptest.NewRecorder()
	c.api.ServeHTTP(recorder, request)
	if err := json.Unmarshal(recorder.Body.Bytes(), &envelope); err != nil {
		c.t.Errorf("%s %s: %v: %s", method, path, err, recorder.Body)
	}
	return recorder.Code, envelope
}

// call returns the answer's envelope, and fails the test unless the status is the one wanted.
func (c client) call(method, path string, body object, want int) object {
	c.t.Helper()
	status, envelope := c.send(method, path, body)
	if status != want {
		c.t.Fatalf("%s %s %v: %d, want %d: %v", method, path, body, status, want, envelope)
	}
	return envelope
}

func (c client) data(method, path string, body object, want int) object {
	c.t.Helper()
	data, _ := c.call(method, path, body, want)["data"].(object)
	return data
}

func (c client) list(path string) (list []object) {
	c.t.Helper()
	for _, one := range c.call("GET", path, nil, 200)["data"].([]any) {
		list = append(list, one.(object))
	}
	return list
}

// isRefused fails the test unless the answer has the status and its message says part.
func (c client) isRefused(what, method, path string, body object, want int, part string) {
	c.t.Helper()
	status, envelope := c.send(method, path, body)
	if message, _ := envelope["message"].(string); status != want || !strings.Contains(message, part) {
		c.t.Errorf("%s: got %d %q, want %d with %q", what, status, message, want, part)
	}
}

// bad returns the names of the bad fields of a refused body.
func (c client) bad(method, path string, body object) string {
	c.t.Helper()
	var names []string
	fields, _ := c.call(method, path, body, 400)["errors"].([]any)
	for _, field := range fields {
		names = append(names, field.(object)["field"].(string))
	}
	return strings.Join(names, " ")
}

func keys(data any) string {
	return strings.Join(slices.Sorted(maps.Keys(data.(object))), " ")
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
