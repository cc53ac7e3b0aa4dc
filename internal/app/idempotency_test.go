package app_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/web"
)

// For every route that makes a record, the same key and body answer the first response again and make one record;
// the same key with another body is refused; after a day the key is forgotten.
func TestIdempotency(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		w := s.world()
		var routes []web.Route
		for _, r := range w.app.Routes {
			if r.Status == 201 {
				routes = append(routes, r)
			}
		}
		if len(routes) < 11 {
			t.Errorf("only %d routes make records", len(routes))
		}
		s.run("repeated", func() {
			for i, r := range routes {
				w.repeat(r, fmt.Sprint("key ", i))
			}
		})
		s.run("at the same time", func() {
			for i, r := range routes {
				w.repeatAtOnce(r, fmt.Sprint("many ", i))
			}
		})
		s.run("whose key", w.ownKeys)
		s.run("after a day", func() {
			s.clock.Advance(24*time.Hour + time.Second)
			w.owner = s.login(w.owner.org, w.owner.email).with("X-Sheet-Key", serverSheetKey)
			for i, r := range routes {
				if key(r) == "POST /api/auth/create-user" {
					continue // its invitation is used up, whatever the key
				}
				if usesUp(r) {
					w.renew()
				}
				before := w.counts()
				body := w.request(r)
				a := w.owner.with("Idempotency-Key", fmt.Sprint("key ", i)).do("POST", w.path(r, w.ids), body)
				if a.status != 201 {
					t.Errorf("%s with a key of yesterday answered %d: %s", key(r), a.status, a.raw)
				}
				if after := w.counts(); after == before && !strings.HasSuffix(r.Path, "/seed") {
					t.Errorf("%s with a key of yesterday made nothing", key(r))
				}
			}
		})
	})
}

// request is a body that the route accepts now; create-user's needs an invitation of its own.
func (w *world) request(r web.Route) any {
	w.t.Helper()
	w.free = ""
	body := w.body(key(r))
	if key(r) != "POST /api/auth/create-user" {
		return body
	}
	email := w.address("newcomer")
	w.owner.post("/api/invitations/{org}/create", object{"email": email, "role": w.ids["roleId"]}).want(201)
	invite := w.link(w.letter(email), "invite")
	w.anyone().get("/api/invitations/respond?action=accept&token=" + invite.Get("token") + "&email=" + url.QueryEscape(email)).want(200)
	register := w.link(w.letter(email), "register")
	return object{"email": email, "password": password, "name": "New Comer", "invitationId": register.Get("invitationId"), "token": register.Get("token")}
}

func (w *world) repeat(r web.Route, name string) {
	w.t.Helper()
	if usesUp(r) {
		w.renew()
	}
	path, body := w.path(r, w.ids), w.request(r)
	c := w.owner.with("Idempotency-Key", name)
	if body != nil { // what failed is not remembered
		c.do("POST", path, `{"name":7,"email":7,"from":7,"roomNumber":7,"checkIn":7,"source":7}`).refused(400, "")
	}
	first := c.do("POST", path, body).want(201)
	before := w.snapshot()
	for range 2 {
		again := c.do("POST", path, body).want(201)
		if string(again.raw) != string(first.raw) {
			w.t.Errorf("%s answered %s and then %s", key(r), first.raw, again.raw)
		}
	}
	if body == nil {
		body = object{}
	}
	c.do("POST", path, body.(object).merged(object{"name": "Another " + w.next(), "notes": "another", "reason": "another"})).bad("Idempotency-Key")
	w.unchanged(before, key(r)+" repeated")
	if fresh := w.owner.with("Idempotency-Key", strings.Repeat("k", 201)).do("POST", path, body); fresh.status != 400 {
		w.t.Errorf("%s took a key of 201 characters: %d", key(r), fresh.status)
	}
}

// repeatAtOnce sends the same request from many clients at once: one record, one answer.
func (w *world) repeatAtOnce(r web.Route, name string) {
	w.t.Helper()
	if usesUp(r) {
		w.renew()
	}
	path, body := w.path(r, w.ids), w.request(r)
	c := w.owner.with("Idempotency-Key", name)
	clients := 8
	if costly[key(r)] {
		clients = 3
	}
	answers := make([]answer, clients)
	var done sync.WaitGroup
	for i := range answers {
		done.Add(1)
		go func() {
			defer done.Done()
			var err error
			if answers[i], err = c.try("POST", path, body); err != nil {
				w.t.Error(err)
			}
		}()
	}
	done.Wait()
	before := w.snapshot()
	last := c.do("POST", path, body).want(201)
	w.unchanged(before, key(r)+" repeated once more")
	for _, a := range answers {
		if a.status != 201 || string(a.raw) != string(last.raw) {
			w.t.Errorf("%s at the same time answered %d %s, want %s", key(r), a.status, a.raw, last.raw)
		}
	}
}

// A key is one hotel's, and in it one person's: nobody is answered what another was.
func (w *world) ownKeys() {
	body := object{"name": "Asha Rao"}
	path := "/api/guests/{org}/create"
	first := w.owner.with("Idempotency-Key", "shared").post(path, body).want(201)
	w.allow(object{"guests": object{"create": true}})
	w.member.with("Idempotency-Key", "shared").post(path, body).bad("Idempotency-Key")
	other := w.hotel()
	elsewhere := other.with("Idempotency-Key", "shared").post(path, body).want(201)
	if first.text("data", "_id") == elsewhere.text("data", "_id") {
		w.t.Error("another hotel was answered this one's guest")
	}
	// The same key at another address is another request.
	w.owner.with("Idempotency-Key", "shared").post("/api/roles/{org}/create", object{"name": "Asha Rao"}).bad("Idempotency-Key")
}
