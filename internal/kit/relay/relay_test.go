package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/relay"
)

// node is one relay and what it has heard.
type node struct {
	*relay.Relay
	db      *db.DB
	mu      sync.Mutex
	heard   []string
	lost    int
	changed chan struct{}
}

func start(t *testing.T, d *db.DB) *node {
	t.Helper()
	n := &node{db: d, changed: make(chan struct{})}
	note := func(fn func()) {
		n.mu.Lock()
		defer n.mu.Unlock()
		fn()
		close(n.changed)
		n.changed = make(chan struct{})
	}
	n.Relay = relay.New(d, slog.New(slog.NewTextHandler(io.Discard, nil)),
		func(message json.RawMessage) { note(func() { n.heard = append(n.heard, string(message)) }) },
		func() { note(func() { n.lost++ }) })
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { n.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	if d.Dialect() == db.PostgreSQL {
		n.until(t, func() bool { return n.lost > 0 }) // it listens now
	}
	return n
}

// until waits for a condition on what the node has heard.
func (n *node) until(t *testing.T, holds func() bool) {
	t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		n.mu.Lock()
		ok, changed := holds(), n.changed
		n.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			n.mu.Lock()
			defer n.mu.Unlock()
			t.Fatalf("still not; %d heard, %d times lost", len(n.heard), n.lost)
		}
	}
}

func (n *node) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.heard)
}

func (n *node) send(t *testing.T, messages ...string) {
	t.Helper()
	err := n.db.Write(t.Context(), func(tx *db.Tx) error {
		for _, message := range messages {
			n.Send(tx, json.RawMessage(message))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTheOwnNodeHearsAfterTheCommit(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		n := start(t, d)
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			n.Send(tx, json.RawMessage(`"undone"`))
			return errors.New("undo")
		})
		if err == nil {
			t.Fatal("the write was kept")
		}
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			n.Send(tx, json.RawMessage(`1`))
			if heard := n.all(); len(heard) != 0 {
				t.Errorf("heard %v before the commit", heard)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		n.send(t, `2`, `3`)
		if heard := n.all(); !slices.Equal(heard, []string{"1", "2", "3"}) {
			t.Errorf("heard %v", heard)
		}
	})
}

// postgres is a database of the engine that several nodes can share.
func postgres(t *testing.T) *db.DB {
	t.Helper()
	kittest.NeedPostgreSQL(t)
	return kittest.New(t, kittest.PostgreSQL, clock.System{})
}

func TestEveryNodeHearsOnceAndInOrder(t *testing.T) {
	d := postgres(t)
	nodes := []*node{start(t, d), start(t, d), start(t, d)}
	const each = 1000
	var sending sync.WaitGroup
	for i, n := range nodes {
		sending.Go(func() {
			for number := range each {
				n.send(t, fmt.Sprintf(`{"node":%d,"number":%d,"note":"%s"}`, i, number, strings.Repeat("₹", number%3*1000)))
			}
		})
	}
	sending.Wait()
	for _, n := range nodes {
		n.until(t, func() bool { return len(n.heard) >= each*len(nodes) })
		next := make([]int, len(nodes))
		for _, text := range n.all() {
			var m struct{ Node, Number int }
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				t.Fatal(err)
			}
			if m.Number != next[m.Node] {
				t.Fatalf("message %d of node %d came as its %dth", m.Number, m.Node, next[m.Node])
			}
			next[m.Node]++
		}
	}
}

func TestLargeMessagesArriveWhole(t *testing.T) {
	d := postgres(t)
	from, to := start(t, d), start(t, d)
	for _, size := range []int{1, 2599, 2600, 2601, 7799, 7800, 7801, 100_000, 1_000_000} {
		message := `"` + strings.Repeat("₹", size) + `"`
		from.send(t, message)
		to.until(t, func() bool { return len(to.heard) == 1 && to.heard[0] == message })
		to.mu.Lock()
		to.heard = nil
		to.mu.Unlock()
	}
}

// Every connection of the database is cut: nodes listen again, are told that they may have missed something, and
// what was sent meanwhile comes, once.
func TestNodesComeBackAfterALostConnection(t *testing.T) {
	d := postgres(t)
	from, to := start(t, d), start(t, d)
	from.send(t, `"before"`)
	to.until(t, func() bool { return len(to.heard) == 1 })
	connection, err := d.OwnConnection(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(context.Background())
	for round := range 3 {
		to.mu.Lock()
		lost := to.lost
		to.mu.Unlock()
		if _, err := connection.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'LISTEN%'`); err != nil {
			t.Fatal(err)
		}
		to.until(t, func() bool { return to.lost > lost })
		// The publishers' connections are found dead only when they are used.
		if _, err := connection.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND query NOT ILIKE 'LISTEN%'`); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf(`"after %d"`, round)
		for {
			if err := d.Write(t.Context(), func(tx *db.Tx) error {
				from.Send(tx,
					json.RawMessage(text))
				return nil
			}); err == nil {
				break // the pool's own connections were cut, too
			}
		}
		to.until(t, func() bool { return len(to.heard) == round+2 && to.heard[round+1] == text })
	}
}

func TestWhatIsLeftIsPublishedAtTheEnd(t *testing.T) {
	d := postgres(t)
	to := start(t, d)
	from := relay.New(d, slog.New(slog.DiscardHandler), func(json.RawMessage) {}, func() {})
	err := d.Write(t.Context(), func(tx *db.Tx) error { from.Send(tx, json.RawMessage(`"last words"`)); return nil })
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	from.Run(ended)
	to.until(t, func() bool { return len(to.heard) == 1 })
}

// With a PostgreSQL that doesn't answer, what waits is bounded, and the others are told that something is missing.
func TestTooMuchWaitingIsDroppedAndSaid(t *testing.T) {
	d := postgres(t)
	to := start(t, d)
	from := relay.New(d, slog.New(slog.DiscardHandler), func(json.RawMessage) {}, func() {})
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		for range 10_001 {
			from.Send(tx, json.RawMessage(`1`))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	from.Run(ended)
	to.until(t, func() bool { return len(to.heard) == 10_000 && to.lost == 2 })
}
