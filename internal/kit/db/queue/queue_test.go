package queue_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// One organization's many writes don't keep another's few waiting: they take turns.
func TestOrganizationsTakeTurns(t *testing.T) {
	d := kittest.New(t, kittest.SQLite, clock.System{})
	var writing sync.WaitGroup
	var order []string // only the write that has the turn appends
	ask := func(organization string, writes int) {
		for range writes {
			waiting := d.Stats().QueueLength
			writing.Go(func() {
				err := d.Write(db.InQueue(t.Context(), organization, false), func(*db.Tx) error {
					order = append(order, organization)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			for d.Stats().QueueLength == waiting { // until it waits
			}
		}
	}
	must(t, d.Write(t.Context(), func(*db.Tx) error {
		ask("many", 10)
		ask("few", 2)
		ask("one", 1)
		return nil
	}))
	writing.Wait()
	want := []string{"many", "few", "one", "many", "few", "many", "many"}
	if len(order) != 13 || !slices.Equal(order[:len(want)], want) {
		t.Errorf("the order is %v, want it to begin with %v", order, want)
	}
}

// While it is alone an organization has all of PostgreSQL's places. Beside another one it has its share.
func TestAnOrganizationTakesNoMoreThanItsShare(t *testing.T) {
	kittest.NeedPostgreSQL(t)
	d, err := db.Open(t.Context(), db.Config{URL: kittest.URL(t, kittest.PostgreSQL), MaxConns: 8})
	must(t, err)
	t.Cleanup(func() { must(t, d.Close()) })
	started, release := make(chan string, 100), make(chan struct{})
	var writing sync.WaitGroup
	ask := func(organization string) {
		writing.Go(func() {
			err := d.Write(db.InQueue(t.Context(), organization, false), func(*db.Tx) error {
				started <- organization
				<-release
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	// Of 8 connections two are for those who read, and one organization's share of the other six is one.
	ask("few")
	few := <-started
	for range 20 {
		ask("many")
	}
	many := <-started
	ask("one")
	if one := <-started; few != "few" || many != "many" || one != "one" {
		t.Errorf("%s, %s and %s write at a time", few, many, one)
	}
	close(release)
	writing.Wait()
}

// A write that is about to take long doesn't keep those before it from their commit: SQLite's writes share them.
func TestALargeWriteIsAwaitedByNobodyBeforeIt(t *testing.T) {
	d := kittest.New(t, kittest.SQLite, clock.System{})
	var writing sync.WaitGroup
	done := make(chan struct{})
	queued := func(write func()) {
		waiting := d.Stats().QueueLength
		writing.Go(write)
		for d.Stats().QueueLength == waiting { // until it waits
		}
	}
	must(t, d.Write(t.Context(), func(*db.Tx) error {
		queued(func() {
			defer close(done)
			must(t, d.Write(db.InQueue(t.Context(), "few", false), func(*db.Tx) error { return nil }))
		})
		queued(func() {
			must(t, d.Write(db.InQueue(t.Context(), "large", true), func(*db.Tx) error {
				select {
				case <-done:
				case <-time.After(10 * time.Second):
					t.Error("the write before waits for the large one")
				}
				return nil
			}))
		})
		return nil
	}))
	writing.Wait()
}

// What a request's transactions read and write is counted.
func TestRowsAreCounted(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.CreateNotes(t, d)
		ctx := db.InQueue(t.Context(), "hotel", false)
		must(t, d.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(`INSERT INTO notes (id, body) VALUES ('a', ''), ('b', ''), ('c', '')`)
			return err
		}))
		must(t, d.Read(ctx, func(tx *db.Tx) error {
			var id string
			if err := tx.QueryRow(`SELECT id FROM notes ORDER BY id LIMIT 1`).Scan(&id); err != nil {
				return err
			}
			_, err := db.All(tx, db.Value[string], `SELECT id FROM notes`)
			return err
		}))
		if rows := db.RowsIn(ctx); rows != 7 {
			t.Errorf("%d rows are counted, want 3 written and 4 read", rows)
		}
	})
}
