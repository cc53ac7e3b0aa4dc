package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/migrations"
)

// eachEngine is kittest.EachEngine with a table notes(id, body) and replies(id, note_id) beside the schema.
func eachEngine(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.CreateNotes(t, d)
		kittest.Write(t, d, "CREATE TABLE replies (id TEXT PRIMARY KEY, note_id TEXT NOT NULL REFERENCES notes (id))")
		fn(t, d)
	})
}

func TestPlaceholdersBindByNumber(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			var second, first, again string
			err := tx.QueryRow("SELECT CAST($2 AS TEXT), CAST($1 AS TEXT), CAST($2 AS TEXT)", "one", "two").Scan(&second, &first,
				&again)
			if second != "two" || first != "one" || again != "two" {
				t.Errorf("SELECT $2, $1, $2 gives %q, %q, %q", second, first, again)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestColumnsScanIntoTheirGoTypes(t *testing.T) {
	type code string
	type flags uint8
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.Write(t, d, "CREATE TABLE samples (yes BOOLEAN NOT NULL, no BOOLEAN NOT NULL, large BIGINT NOT NULL, "+
			"missing BIGINT, word TEXT NOT NULL, bits BIGINT NOT NULL)")
		kittest.Write(t, d, "INSERT INTO samples (yes, no, large, missing, word, bits) VALUES ($1, $2, $3, $4, $5, $6)",
			true, false, int64(1)<<62, nil, code("शिमला 2026-01-31"), flags(17))
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			var yes, no bool
			var large int64
			var missing *int64
			var word code
			var bits flags
			err := tx.QueryRow("SELECT yes, no, large, missing, word, bits FROM samples WHERE yes AND NOT no").Scan(&yes, &no,
				&large, &missing, &word, &bits)
			if !yes || no || large != 1<<62 || missing != nil || word != "शिमला 2026-01-31" || bits != 17 {
				t.Error("read", yes, no, large, missing, word, bits)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestAFailedStatementFailsTheTransaction(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		var after error
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			kittest.InsertNote(tx, "a")
			kittest.InsertNote(tx, "a")
			after = kittest.InsertNote(tx, "b")
			return nil // the errors are dropped
		})
		if !db.IsUnique(err) || !db.IsUnique(after) {
			t.Errorf("Write returned %v, the statement after the failed one %v", err, after)
		}
		kittest.WantNotes(t, d)
	})
}

func TestViolationsAreTold(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('a', '')")
		kittest.Write(t, d, "INSERT INTO replies (id, note_id) VALUES ('r', 'a')")
		statements := []struct {
			text               string
			unique, foreignKey bool
		}{
			{"INSERT INTO notes (id, body) VALUES ('a', '')", true, false},
			{"INSERT INTO replies (id, note_id) VALUES ('s', 'nowhere')", false, true},
			{"DELETE FROM notes WHERE id = 'a'", false, true},
			{"INSERT INTO notes (id, body) VALUES ('b', NULL)", false, false},
			{"INSERT INTO nowhere (id) VALUES ('b')", false, false},
		}
		for _, statement := range statements {
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				_, err := tx.Exec(statement.text)
				return err
			})
			if err == nil || db.IsUnique(err) != statement.unique || db.IsForeignKey(err) != statement.foreignKey {
				t.Errorf("%s: unique %t, foreign key %t: %v", statement.text, db.IsUnique(err), db.IsForeignKey(err), err)
			}
		}
	})
}

func TestReadSeesOneSnapshotAndCannotWrite(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		count := func(tx *db.Tx) (n int) {
			if err := tx.QueryRow("SELECT COUNT(*) FROM notes").Scan(&n); err != nil {
				t.Error(err)
			}
			return n
		}
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			if n := count(tx); n != 0 {
				t.Errorf("%d notes at first", n)
			}
			kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('a', '')")
			if n := count(tx); n != 0 {
				t.Errorf("%d notes after another's write", n)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if err := d.Read(t.Context(), func(tx *db.Tx) error { return kittest.InsertNote(tx, "b") }); err == nil {
			t.Error("Read could write")
		}
		kittest.WantNotes(t, d, "a")
	})
}

func TestRowsThatAreMissing(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			if _, err := db.One(tx, db.Value[string], "SELECT id FROM notes WHERE id = $1", "a"); !errors.Is(err, db.ErrNoRows) {
				t.Errorf("One returned %v", err)
			}
			list, err := db.All(tx, db.Value[string], "SELECT id FROM notes")
			if list == nil || len(list) != 0 {
				t.Errorf("All returned %#v", list)
			}
			return err // a missing row doesn't fail the transaction
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestAfterCommitRunsInCommitOrderAndNeverAfterARollback(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('counter', '0')")
		var order []string // guarded by the promise that functions of AfterCommit don't run at once
		refused := errors.New("refused")
		var running sync.WaitGroup
		for i := range 40 {
			running.Go(func() {
				err := d.Write(context.Background(), func(tx *db.Tx) error {
					var value string
					err := tx.QueryRow("UPDATE notes SET body = CAST(CAST(body AS BIGINT) + 1 AS TEXT) WHERE id = 'counter' " +
						"RETURNING body").Scan(&value)
					tx.AfterCommit(func() { order = append(order, value) })
					if i%4 == 0 {
						return refused
					}
					return err
				})
				if err != nil && !errors.Is(err, refused) {
					t.Error(err)
				}
			})
		}
		running.Wait()
		var want []string
		for i := range 30 {
			want = append(want, fmt.Sprint(i+1))
		}
		if !slices.Equal(order, want) {
			t.Errorf("AfterCommit ran as %q", order)
		}
	})
}

func TestAPanicUndoesTheWriteAndReachesTheCaller(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		func() {
			defer func() {
				if value := recover(); value != "no beds" {
					t.Errorf("the caller got %v", value)
				}
			}()
			_ = d.Write(t.Context(), func(tx *db.Tx) error {
				kittest.InsertNote(tx, "a")
				panic("no beds")
			})
		}()
		kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('b', '')")
		kittest.WantNotes(t, d, "b")
	})
}

func TestATransactionIsOfNoUseAfterItsEnd(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		var escaped *db.Tx
		if err := d.Write(t.Context(), func(tx *db.Tx) error { escaped = tx; return nil }); err != nil {
			t.Fatal(err)
		}
		if err := kittest.InsertNote(escaped, "a"); err == nil {
			t.Error("an ended transaction wrote")
		}
		kittest.WantNotes(t, d)
	})
}

func TestRowsLeftOpenHarmNobody(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('a', ''), ('b', '')")
		for range 3 {
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				rows, err := tx.Query("SELECT id FROM notes")
				if err == nil && !rows.Next() {
					t.Error("no rows")
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
		kittest.Write(t, d, "DELETE FROM notes")
		kittest.WantNotes(t, d)
	})
}

func TestTxNowIsTheClocksInWholeMilliseconds(t *testing.T) {
	for _, engine := range kittest.Engines() {
		at := time.Date(2026, 3, 1, 12, 0, 0, 123_456_789, time.FixedZone("IST", 19800))
		d := kittest.New(t, engine, clock.NewFake(at))
		want := time.Date(2026, 3, 1, 6, 30, 0, 123_000_000, time.UTC)
		for _, transaction := range []func(context.Context, func(*db.Tx) error) error{d.Read, d.Write} {
			err := transaction(t.Context(), func(tx *db.Tx) error {
				if tx.Now != want {
					t.Errorf("%s: tx.Now is %s", engine, tx.Now)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
}

func TestNodesThatStartTogetherMigrateOnce(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			url := kittest.URL(t, engine)
			nodes := 1 // a SQLite file has one node
			if engine == kittest.PostgreSQL {
				nodes = 3
			}
			var running sync.WaitGroup
			for range nodes {
				running.Go(func() { migrateNode(t, url) })
			}
			running.Wait()
		})
	}
}

func migrateNode(t *testing.T, url string) {
	d, err := db.Open(t.Context(), db.Config{URL: url})
	if err != nil {
		t.Error(err)
		return
	}
	defer d.Close()
	if migrated, err := d.Migrated(t.Context()); migrated || err != nil {
		t.Errorf("before Migrate: %t, %v", migrated, err)
	}
	for range 2 { // the second finds nothing to do
		if err := d.Migrate(t.Context(), migrations.FS, migrations.Steps(nil)...); err != nil {
			t.Error(err)
		}
	}
	if migrated, err := d.Migrated(t.Context()); !migrated || err != nil {
		t.Errorf("after Migrate: %t, %v", migrated, err)
	}
}

func TestABrokenMigrationIsAnError(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		files := fstest.MapFS{"9999_broken.sql": {Data: []byte("-- +goose Up\nCREATE TABLE (;\n")}}
		if err := d.Migrate(t.Context(), files); err == nil {
			t.Error("a broken migration went in")
		}
		if migrated, err := d.Migrated(t.Context()); migrated {
			t.Errorf("a broken migration counts as in (%v)", err)
		}
	})
}

func TestOpenRefusesOtherURLs(t *testing.T) {
	for _, url := range []string{"", "hotel.db", "mysql://host/name", "sqlite:" + t.TempDir(),
		"postgres://127.0.0.1:1/none?connect_timeout=1"} {
		if _, err := db.Open(t.Context(), db.Config{URL: url}); err == nil {
			t.Errorf("%q was opened", url)
		}
	}
}

func TestPlaceholderLists(t *testing.T) {
	for got, want := range map[string]string{
		db.Placeholders(3, 2): "$3,$4",
		db.Placeholders(1, 0): "",
		db.Rows(2, 2):         "($1,$2),($3,$4)",
		db.Rows(1, 1):         "($1)",
		db.Rows(3, 0):         "",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What waits runs before what is asked after it, in its order; its error is that of a later statement, in the words of
// whoever wrote it.
func TestStatementsThatWait(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			tags := []any{"b", "first"}
			none := db.Ask(tx, db.Value[string], "SELECT body FROM notes WHERE id = $1", "b")
			if err := tx.Do("INSERT INTO notes (id, body) VALUES ($1, $2)", tags...); err != nil {
				return err
			}
			tags[1] = "changed meanwhile"
			one := db.Ask(tx, db.Value[string], "UPDATE notes SET body = body || '!' WHERE id = $1 RETURNING body", "b")
			all := db.AskAll(tx, db.Value[string], "SELECT body FROM notes ORDER BY id")
			if _, err := none.Get(); !errors.Is(err, db.ErrNoRows) {
				t.Errorf("before the insert there was a row: %v", err)
			}
			body, err := one.Get()
			list, failed := all.Get()
			if body != "first!" || !slices.Equal(list, []string{"first!"}) || err != nil || failed != nil {
				t.Errorf("%q, %q, %v, %v", body, list, err, failed)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		taken := errors.New("the id is taken")
		for name, next := range map[string]func(tx *db.Tx) error{
			"another statement": func(tx *db.Tx) error { return kittest.InsertNote(tx, "c") },
			"a question": func(tx *db.Tx) error {
				_, err := db.Ask(tx, db.Value[string], "SELECT 'x'").Get()
				return err
			},
			"the commit": func(*db.Tx) error { return nil },
		} {
			var later error
			told := false
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				tx.AfterCommit(func() { told = true })
				refused := func(err error) error {
					if db.IsUnique(err) {
						return taken
					}
					return err
				}
				if err := tx.DoOr(refused, "INSERT INTO notes (id, body) VALUES ('b', '')"); err != nil {
					return err
				}
				later = next(tx)
				return later
			})
			if !errors.Is(err, taken) || db.IsUnique(err) || told || later != nil && !errors.Is(later, taken) {
				t.Errorf("%s: %v, %v, told %t", name, err, later, told)
			}
		}
		kittest.WantNotes(t, d, "b")
	})
}

// A question that nobody has waited for in its transaction is answered at its end, and fails it.
func TestAnswersAreThereAfterTheEnd(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		for name, run := range map[string]func(ctx context.Context, fn func(tx *db.Tx) error) error{"read": d.Read,
			"write": d.Write, "read of one": d.ReadOne} {
			var number db.Later[int]
			err := run(t.Context(), func(tx *db.Tx) error {
				number = db.Ask(tx, db.Value[int], "SELECT COUNT(*) FROM notes")
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if n, err := number.Get(); n != 0 || err != nil {
				t.Errorf("%s: there are %d notes, %v", name, n, err)
			}
			for range 20 { // more than there are connections
				if run(t.Context(), func(tx *db.Tx) error {
					_ = db.Ask(tx, db.Value[int], "SELECT nothing FROM nowhere")
					return nil
				}) == nil {
					t.Fatalf("%s: a failed question was dropped", name)
				}
			}
		}
		kittest.WantNotes(t, d)
	})
}

// More statements than are kept waiting go through, too.
func TestManyStatementsThatWait(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		const many = 1000
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			for i := range many {
				err := tx.Do("INSERT INTO notes (id, body) VALUES ($1, $2)", fmt.Sprint(i), strings.Repeat("x", 5000))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if n := len(kittest.NoteIDs(t, d)); err != nil || n != many {
			t.Errorf("%d notes, %v", n, err)
		}
	})
}
