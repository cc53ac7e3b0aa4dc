package postgres_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
)

// openNotes opens the database with a table notes(id, body).
func openNotes(t *testing.T, config db.Config) *db.DB {
	t.Helper()
	d := openPatiently(t, config)
	kittest.CreateNotes(t, d)
	return d
}

func openPatiently(t *testing.T, config db.Config) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func note(ctx context.Context, d *db.DB, id string) error {
	return d.Write(ctx, func(tx *db.Tx) error { return kittest.InsertNote(tx, id) })
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// countNotes waits until there are so many notes.
func countNotes(t *testing.T, d *db.DB, want int) {
	t.Helper()
	for end, n := time.Now().Add(20*time.Second), -1; n != want; {
		err := d.ReadOne(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow("SELECT COUNT(*) FROM notes").Scan(&n)
		})
		if err != nil || time.Now().After(end) {
			t.Fatalf("%d notes, want %d: %v", n, want, err)
		}
	}
}

// While the standby is away, PostgreSQL answers a cancelled COMMIT as a success. Whoever gives up waiting must not be
// told that it is one: the standby's promotion would lose it.
func TestNobodyCancelsACommit(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	d := openNotes(t, db.Config{URL: pair.URL(), Deadline: 3 * time.Second})
	must(t, note(t.Context(), d, "before"))
	must(t, pair.Standby.Freeze())

	leaving, leave := context.WithCancel(t.Context())
	asked := make(chan struct{})
	go func() {
		<-asked
		leave()
	}()
	told := atomic.Bool{}
	err := d.Write(leaving, func(tx *db.Tx) error {
		tx.AfterCommit(func() { told.Store(true) })
		defer close(asked)
		return kittest.InsertNote(tx, "left alone")
	})
	if err == nil {
		t.Error("a write was acknowledged that the standby doesn't have")
	}
	if err := note(t.Context(), d, "waited for"); !errs.Is(err, errs.KindUnavailable) {
		t.Errorf("a write without its standby returns %v", err)
	}
	if err := note(t.Context(), d, "waited for"); !errs.Is(err, errs.KindUnavailable) {
		t.Errorf("the same once more returns %v", err)
	}
	countNotes(t, d, 1)
	if told.Load() {
		t.Error("AfterCommit ran before the commit")
	}

	must(t, pair.Primary.Kill())
	must(t, pair.Standby.Thaw())
	must(t, pair.Standby.Promote())
	must(t, note(t.Context(), d, "after"))
	// What nobody was told of may be there too: the network had it when the primary died.
	if there := kittest.NoteIDs(t, d); !slices.Contains(there, "before") || !slices.Contains(there, "after") {
		t.Errorf("the notes are %q", there)
	}
}

// A commit that is waited for in vain goes on, and takes effect once the standby is back.
func TestACommitGoesOnWithoutItsCaller(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	d := openNotes(t, db.Config{URL: pair.URL(), Deadline: time.Second, MaxConns: 4})
	must(t, pair.Standby.Freeze())
	var effects sync.WaitGroup
	for i := range 3 { // as many as may write at a time
		effects.Add(1)
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			tx.AfterCommit(effects.Done)
			return kittest.InsertNote(tx, fmt.Sprint(i))
		})
		if !errs.Is(err, errs.KindUnavailable) {
			t.Errorf("a write without its standby returns %v", err)
		}
	}
	countNotes(t, d, 0) // a connection is left for those who read
	if err := note(t.Context(), d, "without a place"); !errs.Is(err, errs.KindUnavailable) {
		t.Errorf("a write without a place returns %v", err)
	}
	must(t, pair.Standby.Thaw())
	effects.Wait()
	countNotes(t, d, 3)
	if failed := d.Stats().FailedWrites; failed != 4 {
		t.Errorf("%d failed writes are counted, want 4", failed)
	}
}

func TestAFrozenDatabaseIsNotWaitedForBeyondTheDeadline(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	d := openNotes(t, db.Config{URL: pair.Primary.URL, Deadline: time.Second})
	must(t, note(t.Context(), d, "before"))
	must(t, pair.Primary.Freeze())
	question := func(tx *db.Tx) error { return tx.QueryRow("SELECT 1").Scan(new(int)) }
	for name, ask := range map[string]func() error{
		"a write":  func() error { return note(t.Context(), d, "frozen") },
		"a read":   func() error { return d.Read(t.Context(), question) },
		"one read": func() error { return d.ReadOne(t.Context(), question) },
	} {
		begin := time.Now()
		if err := ask(); !errs.Is(err, errs.KindUnavailable) {
			t.Errorf("%s returns %v", name, err)
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	must(t, pair.Primary.Thaw())
	must(t, note(t.Context(), d, "after"))
	kittest.WantNotes(t, d, "after", "before")
}

// The primary dies under load and its standby takes over: what was acknowledged is there, once, and nobody is told
// anything but "not now" meanwhile.
func TestAPromotedStandbyHasAllThatWasAcknowledged(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	d := openNotes(t, db.Config{URL: pair.URL()})
	stop, promoted := make(chan struct{}), atomic.Bool{}
	var working sync.WaitGroup
	var mu sync.Mutex
	var acknowledged []string
	var first time.Time // the first write after the promotion
	enough := make(chan struct{}, 8)
	for clerk := range 8 {
		working.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				if i == 50 {
					enough <- struct{}{}
				}
				id := fmt.Sprintf("%d-%d", clerk, i)
				switch err := note(t.Context(), d, id); {
				case err == nil:
					mu.Lock()
					acknowledged = append(acknowledged, id)
					if promoted.Load() && first.IsZero() {
						first = time.Now()
					}
					mu.Unlock()
				case !errs.Is(err, errs.KindUnavailable):
					t.Errorf("a write in a failover returns %v", err)
				}
			}
		})
	}
	for range 8 {
		<-enough
	}
	must(t, pair.Primary.Kill())
	must(t, pair.Standby.Promote())
	at := time.Now()
	promoted.Store(true)
	for written := false; !written; {
		written = note(t.Context(), d, "after") == nil
	}
	t.Logf("a write is taken %v after the promotion", time.Since(at))
	close(stop)
	working.Wait()
	there := kittest.NoteIDs(t, d)
	for _, id := range acknowledged {
		if !slices.Contains(there, id) {
			t.Errorf("%s was acknowledged and is lost", id)
		}
	}
}

// A primary that takes connections and answers nothing doesn't keep anybody from the standby that has taken over.
func TestASilentServerIsPassedOver(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	must(t, note(t.Context(), openNotes(t, db.Config{URL: pair.Primary.URL}), "before"))
	must(t, pair.Primary.Freeze())
	must(t, pair.Standby.Promote())
	d := openPatiently(t, db.Config{URL: pair.URL()})
	must(t, note(t.Context(), d, "after"))
}

// A server that ends its idle connections is no trouble for anybody.
func TestTerminatedConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	d := openNotes(t, db.Config{URL: pair.Primary.URL})
	admin := openPatiently(t, db.Config{URL: pair.Primary.URL, MaxConns: 1})
	for i := range 20 {
		must(t, note(t.Context(), d, fmt.Sprint(i)))
		must(t, admin.Read(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
				WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`)
			return err
		}))
		if i%2 == 0 {
			countNotes(t, d, i+1)
		}
	}
	countNotes(t, d, 20)
}

// A common user may be given few connections. Whoever finds none waits for one.
func TestAConnectionLimitIsWaitedFor(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	openNotes(t, db.Config{URL: pair.Primary.URL})
	admin := openPatiently(t, db.Config{URL: pair.Primary.URL, MaxConns: 1})
	kittest.Write(t, admin, "CREATE ROLE clerk LOGIN CONNECTION LIMIT 3")
	kittest.Write(t, admin, "GRANT ALL ON notes TO clerk")
	address, err := url.Parse(pair.Primary.URL)
	must(t, err)
	address.User = url.User("clerk")

	first := openPatiently(t, db.Config{URL: address.String(), MaxConns: 20})
	var working sync.WaitGroup
	for i := range 40 {
		working.Go(func() {
			if err := note(t.Context(), first, fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
	countNotes(t, first, 40)

	// Another node finds no connection until the first one ends.
	release := holdConnections(t, first, 3)
	opened := make(chan error, 1)
	go func() {
		other, err := db.Open(t.Context(), db.Config{URL: address.String()})
		if err == nil {
			err = other.Close()
		}
		opened <- err
	}()
	release()
	must(t, first.Close())
	must(t, <-opened)
}

// holdConnections has as many transactions open at once until release is called.
func holdConnections(t *testing.T, d *db.DB, count int) (release func()) {
	t.Helper()
	stop, open := make(chan struct{}), make(chan struct{}, count)
	var done sync.WaitGroup
	for range count {
		done.Go(func() {
			err := d.Read(t.Context(), func(tx *db.Tx) error {
				err := tx.QueryRow("SELECT 1").Scan(new(int))
				open <- struct{}{}
				<-stop
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range count {
		<-open
	}
	return func() { close(stop); done.Wait() }
}
