package app_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/web"
)

// makers are the routes that make a record.
func (w *world) makers() (routes []web.Route) {
	w.T.Helper()
	for _, r := range w.App.Routes {
		if r.Status == 201 {
			routes = append(routes, r)
		}
	}
	if len(routes) < 11 {
		w.T.Errorf("only %d routes make records", len(routes))
	}
	return routes
}

// For every route that makes a record, the same key and body answer the first response again and make one record;
// the same key with another body is refused; after a day the key is forgotten.
func TestIdempotency(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		routes := w.makers()
		s.Run("repeated", func() { w.repeat(routes) })
		s.Run("whose key", w.ownKeys)
		s.Run("after a day", func() {
			s.Clock.Advance(24*time.Hour + time.Second)
			w.owner = s.Login(w.owner.Org, w.owner.Email).With("X-Sheet-Key", apptest.ServerSheetKey)
			for i, r := range routes {
				if key(r) == "POST /api/auth/create-user" {
					continue // its invitation is used up, whatever the key
				}
				if usesUp(r) {
					w.renew()
				}
				before := w.owner.RowCounts()
				body := w.request(r)
				a := w.owner.With("Idempotency-Key", fmt.Sprint("key ", i)).Do("POST", w.path(r, w.ids), body)
				if a.Status != 201 {
					t.Errorf("%s with a key of yesterday answered %d: %s", key(r), a.Status, a.Raw)
				}
				if after := w.owner.RowCounts(); after == before && !strings.HasSuffix(r.Path, "/seed") {
					t.Errorf("%s with a key of yesterday made nothing", key(r))
				}
			}
		})
	})
}

// The same request from many clients at once makes one record, and all are answered alike.
func TestIdempotencyAtTheSameTime(t *testing.T) {
	apptest.EachEngine(t, func(_ *testing.T, s *apptest.Server) {
		w := newWorld(s)
		w.repeatAtOnce(w.makers())
	})
}

// request is a body that the route accepts now; create-user's needs an invitation of its own.
func (w *world) request(r web.Route) any {
	w.T.Helper()
	w.free = ""
	body := w.body(key(r))
	if key(r) != "POST /api/auth/create-user" {
		return body
	}
	email := w.address("newcomer")
	w.owner.Post("/api/invitations/{org}/create", object{"email": email, "role": w.ids["roleId"]}).Want(201)
	invite := w.Link(w.Letter(email), "invite")
	w.Anyone().
		Get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + url.QueryEscape(email)).
		Want(200)
	register := w.Link(w.Letter(email), "register")
	return object{"email": email, "password": apptest.Password, "name": "New Comer",
		"invitationId": register.Get("invitationId"), "token": register.Get("token")}
}

// made is a request that has made a record, with its answer.
type made struct {
	web.Route
	caller *apptest.Caller // with the key
	path   string
	body   any
	answer apptest.Answer
}

func (w *world) make(r web.Route, name string) made {
	w.T.Helper()
	if usesUp(r) {
		w.renew()
	}
	path, body := w.path(r, w.ids), w.request(r)
	c := w.owner.With("Idempotency-Key", name)
	if body != nil { // what failed is not remembered
		c.Do("POST", path, `{"name":7,"email":7,"from":7,"reference":7,"roomNumber":7,"checkIn":7,"source":7,
			"dueDate":7}`).Refused(400, "")
	}
	return made{r, c, path, body, c.Do("POST", path, body).Want(201)}
}

func (w *world) repeat(routes []web.Route) {
	w.T.Helper()
	all := make([]made, len(routes))
	for i, r := range routes {
		all[i] = w.make(r, fmt.Sprint("key ", i))
	}
	before := w.Snapshot()
	for _, m := range all {
		for range 2 {
			again := m.caller.Do("POST", m.path, m.body).Want(201)
			if string(again.Raw) != string(m.answer.Raw) {
				w.T.Errorf("%s answered %s and then %s", key(m.Route), m.answer.Raw, again.Raw)
			}
		}
		if m.body == nil {
			m.body = object{}
		}
		m.caller.Do("POST", m.path, m.body.(object).
			Merged(object{"name": "Another " + w.next(), "notes": "another", "reason": "another"})).Bad("Idempotency-Key")
		long := w.owner.With("Idempotency-Key", strings.Repeat("k", 201)).Do("POST", m.path, m.body)
		if long.Status != 400 {
			w.T.Errorf("%s took a key of 201 characters: %d", key(m.Route), long.Status)
		}
	}
	w.Unchanged(before, "repeating requests")
}

// repeatAtOnce sends the same request from many clients at once: one record, one answer.
func (w *world) repeatAtOnce(routes []web.Route) {
	w.T.Helper()
	all := make([]made, len(routes))
	for i, r := range routes {
		all[i] = w.makeAtOnce(r, fmt.Sprint("many ", i))
	}
	before := w.Snapshot()
	for _, m := range all {
		if last := m.caller.Do("POST", m.path, m.body).Want(201); string(last.Raw) != string(m.answer.Raw) {
			w.T.Errorf("%s answered %s at the same time, and then %s", key(m.Route), m.answer.Raw, last.Raw)
		}
	}
	w.Unchanged(before, "repeating requests once more")
}

func (w *world) makeAtOnce(r web.Route, name string) made {
	w.T.Helper()
	if usesUp(r) {
		w.renew()
	}
	path, body := w.path(r, w.ids), w.request(r)
	c := w.owner.With("Idempotency-Key", name)
	clients := 8
	if costly[key(r)] {
		clients = 3
	}
	answers := make([]apptest.Answer, clients)
	var done sync.WaitGroup
	for i := range answers {
		done.Add(1)
		go func() {
			defer done.Done()
			var err error
			if answers[i], err = c.Try("POST", path, body); err != nil {
				w.T.Error(err)
			}
		}()
	}
	done.Wait()
	for _, a := range answers {
		if a.Status != 201 || string(a.Raw) != string(answers[0].Raw) {
			w.T.Errorf("%s at the same time answered %d %s, and %s", key(r), a.Status, a.Raw, answers[0].Raw)
		}
	}
	return made{r, c, path, body, answers[0]}
}

// A key is one hotel's, and in it one person's: nobody is answered what another was.
func (w *world) ownKeys() {
	body := object{"name": "Asha Rao"}
	path := "/api/guests/{org}/create"
	first := w.owner.With("Idempotency-Key", "shared").Post(path, body).Want(201)
	w.allow(object{"guests": object{"create": true}})
	w.member.With("Idempotency-Key", "shared").Post(path, body).Bad("Idempotency-Key")
	other := w.Hotel()
	elsewhere := other.With("Idempotency-Key", "shared").Post(path, body).Want(201)
	if first.Text("data", "_id") == elsewhere.Text("data", "_id") {
		w.T.Error("another hotel was answered this one's guest")
	}
	// The same key at another address is another request.
	w.owner.With("Idempotency-Key", "shared").Post("/api/roles/{org}/create", object{"name": "Asha Rao"}).
		Bad("Idempotency-Key")
}
