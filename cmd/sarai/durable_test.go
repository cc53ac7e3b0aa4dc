package main_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// wish is a booking that a clerk has asked for, and what the server has acknowledged of it.
type wish struct {
	key     string // its Idempotency-Key and its notes
	body    object
	id      string // "" until it is acknowledged
	code    string
	status  string // as acknowledged
	pending string // what was asked for and never answered: "created", "checked-in", "cancelled"
	refused bool
}

// clerk works alone on its own bookings, so that it knows what each of them must be.
type clerk struct {
	caller *caller
	name   string
	rooms  []string
	wishes []*wish
}

// work goes on until the server is gone. acknowledged is called after each acknowledgement.
func (c *clerk) work(acknowledged func()) error {
	for {
		var alive bool
		var err error
		w := c.someBooking()
		switch choice := rand.IntN(10); {
		case w == nil || choice < 6:
			w = c.newWish()
			alive, err = c.create(w)
		case choice < 8 && w.status == "confirmed":
			// The clerks arrive ahead of time, and others may still be in the room.
			alive, err = c.ask(w, "checked-in", "POST", "/arrival", object{"remarks": c.name, "force": true})
		default:
			refund := 0
			if w.body["advanceAmount"] != nil {
				refund = 100
			}
			alive, err = c.ask(w, "cancelled", "PUT", "/cancel", object{"reason": "Plans changed", "refundAmount": refund})
		}
		if err != nil || !alive {
			return err
		}
		acknowledged()
	}
}

// someBooking is one of the clerk's that is not cancelled and not in doubt; nil: there is none.
func (c *clerk) someBooking() *wish {
	for _, i := range rand.Perm(len(c.wishes)) {
		if w := c.wishes[i]; w.id != "" && w.pending == "" && w.status != "cancelled" {
			return w
		}
	}
	return nil
}

func (c *clerk) newWish() *wish {
	room := rand.IntN(len(c.rooms))
	booked := []string{c.rooms[room]}
	if rand.IntN(3) == 0 {
		booked = append(booked, c.rooms[(room+1)%len(c.rooms)])
	}
	w := &wish{key: fmt.Sprintf("%s-%d", c.name, len(c.wishes)), body: stay(1+rand.IntN(300), 1+rand.IntN(3), booked...)}
	w.body["notes"] = w.key
	if rand.IntN(2) == 0 {
		w.body["advanceAmount"] = 1000.5
	}
	c.wishes = append(c.wishes, w)
	return w
}

// create asks for the booking; asked again with the same key, it never makes two.
func (c *clerk) create(w *wish) (alive bool, err error) {
	w.pending = "created"
	a, err := c.caller.try("POST", "/api/bookings/{org}/create", w.body, "Idempotency-Key", w.key)
	if err != nil {
		return false, nil // killed before the answer
	}
	w.pending = ""
	if a.status == 400 {
		w.refused = true // somebody has the room
		return true, nil
	}
	if a.status != 201 {
		return true, fmt.Errorf("%s answered %d: %s", a.asked, a.status, a.raw)
	}
	if w.id, err = a.find("data", "bookingId"); err == nil {
		w.code, err = a.find("data", "code")
	}
	w.status = "confirmed"
	return true, err
}

func (c *clerk) ask(w *wish, status, method, path string, body object) (alive bool, err error) {
	w.pending = status
	a, err := c.caller.try(method, "/api/bookings/{org}/"+w.id+path, body)
	if err != nil {
		return false, nil
	}
	if a.status != 200 {
		return true, fmt.Errorf("%s answered %d: %s", a.asked, a.status, a.raw)
	}
	w.status, w.pending = status, ""
	return true, nil
}

// remembers compares what the clerk was told with what is there.
func (c *clerk) remembers(t *testing.T, books map[string]kept) {
	t.Helper()
	for _, w := range c.wishes {
		found, there := books[w.key]
		switch {
		case w.refused && there:
			t.Errorf("%s was refused and is there as %s", w.key, found.code)
		case w.id == "" && w.pending == "" && !w.refused:
			t.Errorf("%s was never asked for", w.key)
		case w.id == "":
		case !there || found.id != w.id || found.code != w.code:
			t.Errorf("%s was acknowledged as %s, and is lost: %+v", w.key, w.code, found)
		case found.status != w.status && found.status != w.pending:
			t.Errorf("%s was acknowledged as %s, and is %s", w.code, w.status, found.status)
		}
	}
}

// resolve asks again for what was in doubt, as a client does, and learns what became of the rest.
func (c *clerk) resolve(t *testing.T, books map[string]kept) {
	t.Helper()
	for _, w := range c.wishes {
		switch {
		case w.pending == "":
		case w.id != "":
			w.status, w.pending = books[w.key].status, ""
		default:
			_, made := books[w.key]
			if alive, err := c.create(w); err != nil || !alive {
				t.Fatalf("%s again: %t %v", w.key, alive, err)
			}
			if made && w.refused {
				t.Errorf("%s is there, and asked for again it was refused", w.key)
			}
		}
	}
}

// kill -9 at any moment, several times: what was acknowledged is there, what wasn't is there whole or not at all.
func TestAcknowledgedIsDurable(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		if !p.onSQLite() {
			p.use(kittest.MigratedDurably(t))
		}
		killUnderLoad(t, p)
	})
}

func killUnderLoad(t *testing.T, p *place) {
	const rounds, size = 5, 12
	p.watch()
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	rooms := owner.rooms(20)
	clerks := make([]*clerk, size)
	for i := range clerks {
		clerks[i] = &clerk{name: fmt.Sprintf("clerk%d", i), rooms: rooms}
	}
	for round := range rounds {
		workers := make([]func(func()) error, size)
		for i, c := range clerks {
			c.caller = owner.at(s)
			workers[i] = c.work
		}
		killWhileWorking(t, s, workers, 10+rand.IntN(100))
		p.awaitAlone()
		s = p.serve()
		books := p.checkedBooks(t)
		for _, c := range clerks {
			c.caller = owner.at(s)
			c.remembers(t, books)
			c.resolve(t, books)
		}
		books = p.checkedBooks(t)
		acknowledged := 0
		for _, c := range clerks {
			c.remembers(t, books)
			acknowledged += len(c.wishes)
		}
		if t.Failed() {
			return
		}
		t.Logf("round %d: %d requests for bookings so far, %d bookings", round, acknowledged, len(books))
	}
	for _, c := range clerks {
		for _, w := range c.wishes {
			if w.id != "" {
				if status := owner.at(s).get("/api/bookings/{org}/"+w.id).want(200).text("data", "status"); status != w.status {
					t.Errorf("%s is %s over HTTP, want %s", w.code, status, w.status)
				}
			}
		}
	}
	s.stop()
}

// killWhileWorking kills the server in the middle of the work that follows so many acknowledgements.
func killWhileWorking(t *testing.T, s *program, workers []func(acknowledged func()) error, after int) {
	t.Helper()
	var acknowledged atomic.Int64
	var working sync.WaitGroup
	reached := make(chan struct{})
	failures := make(chan error, len(workers))
	for _, work := range workers {
		working.Go(func() {
			err := work(func() {
				if acknowledged.Add(1) == int64(after) {
					close(reached)
				}
			})
			if err != nil {
				failures <- err
			}
		})
	}
	select {
	case <-reached:
	case err := <-failures:
		t.Error(err)
	case <-time.After(patience):
		t.Errorf("%d acknowledgements in %s, want %d", acknowledged.Load(), patience, after)
	}
	s.kill()
	working.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
}

// awaitAlone waits until PostgreSQL has noticed that the killed program is gone: what it was told last may still be
// under way.
func (p *place) awaitAlone() {
	p.t.Helper()
	if p.onSQLite() {
		return // and opening it here would mend what the program itself must mend
	}
	d := p.open()
	defer d.Close()
	await(p.t, "PostgreSQL to end the connections of the killed program", func() bool {
		var others [][]string
		err := d.Read(p.t.Context(), func(tx *db.Tx) (err error) {
			others, err = rowsOf(tx, "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> "+
				"pg_backend_pid() AND backend_type = 'client backend'")
			return err
		})
		if err != nil {
			p.t.Fatal(err)
		}
		return len(others) == 0
	})
}

// checkedBooks is checkBooks of the installation's database, whose file must be sound.
func (p *place) checkedBooks(t *testing.T) map[string]kept {
	t.Helper()
	d := p.open()
	defer d.Close()
	if d.Dialect() == db.SQLite {
		checkSound(t, d)
	}
	return checkBooks(t, d)
}

func checkSound(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		found, err := rowsOf(tx, "PRAGMA integrity_check")
		if err == nil && (len(found) != 1 || found[0][0] != "ok") {
			t.Errorf("integrity_check: %v", found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func daysBetween(from, to string) int {
	begin, err := time.Parse(time.DateOnly, from)
	if err != nil {
		panic(err)
	}
	end, err := time.Parse(time.DateOnly, to)
	if err != nil {
		panic(err)
	}
	return int(end.Sub(begin) / (24 * time.Hour))
}
