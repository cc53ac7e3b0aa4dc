package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// openSQLite opens a new file with an empty table notes(id, body).
func openSQLite(t testing.TB) *db.DB {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "hotel.db"))
}

func openFile(t testing.TB, path string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), db.Config{URL: "sqlite:" + path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	kittest.CreateNotes(t, d)
	return d
}

// inOneBatch runs the writes so that they share one commit: a first, empty write holds the turn until all of them wait.
// It returns their errors and the first write's; a write that panics has the panic's value as its error.
func inOneBatch(t *testing.T, d *db.DB, writes ...func(tx *db.Tx) error) (failures []error, first error) {
	t.Helper()
	failures = make([]error, len(writes))
	var running sync.WaitGroup
	started := false
	first = d.Write(t.Context(), func(*db.Tx) error {
		if started {
			return nil // it runs again for another one
		}
		started = true
		for i, fn := range writes {
			running.Go(func() {
				defer func() {
					if value := recover(); value != nil {
						failures[i] = fmt.Errorf("panic: %v", value)
					}
				}()
				failures[i] = d.Write(context.Background(), fn)
			})
			for d.Stats().QueueLength <= i {
				runtime.Gosched()
			}
		}
		return nil
	})
	running.Wait()
	return failures, first
}

func TestWaitingWritesShareACommit(t *testing.T) {
	d := openSQLite(t)
	before := d.Stats()
	var writes []func(tx *db.Tx) error
	for _, id := range []string{"a", "b", "c", "d"} {
		writes = append(writes, func(tx *db.Tx) error { return kittest.InsertNote(tx, id) })
	}
	failures, first := inOneBatch(t, d, writes...)
	if err := errors.Join(append(failures, first)...); err != nil {
		t.Error(err)
	}
	kittest.WantNotes(t, d, "a", "b", "c", "d")
	after := d.Stats()
	if writes, commits := after.BatchedWrites-before.BatchedWrites, after.Batches-before.Batches; writes != 5 ||
		commits > 3 {
		t.Errorf("%d writes in %d commits, want 5 in few", writes, commits)
	}
}

func TestAFailedWriteLeavesTheBatchAlone(t *testing.T) {
	d := openSQLite(t)
	refused := errors.New("refused")
	failures, first := inOneBatch(t, d,
		func(tx *db.Tx) error { return kittest.InsertNote(tx, "first") },
		func(tx *db.Tx) error { return errors.Join(kittest.InsertNote(tx, "refused"), refused) },
		func(tx *db.Tx) error { return kittest.InsertNote(tx, "first") },
		func(tx *db.Tx) error { kittest.InsertNote(tx, "half"); kittest.InsertNote(tx, "half"); return nil },
		func(tx *db.Tx) error { kittest.InsertNote(tx, "panicking"); panic("no beds") },
		func(tx *db.Tx) error { kittest.InsertNote(tx, "exiting"); runtime.Goexit(); return nil },
		func(tx *db.Tx) error { return kittest.InsertNote(tx, "last") },
	)
	if err := errors.Join(first, failures[0], failures[6]); err != nil {
		t.Errorf("good writes failed: %v", err)
	}
	if !errors.Is(failures[1], refused) {
		t.Errorf("the refusing write returned %v", failures[1])
	}
	if !db.IsUnique(failures[2]) || !db.IsUnique(failures[3]) {
		t.Errorf("the writes that met an existing key returned %v and %v", failures[2], failures[3])
	}
	if failures[4] == nil || failures[4].Error() != "panic: no beds" {
		t.Errorf("the panicking write's caller got %v", failures[4])
	}
	kittest.WantNotes(t, d, "first", "last")
}

func TestABatchRunsAgainForAWriteThatIsRefusedTooLate(t *testing.T) {
	d := openSQLite(t)
	refused := errors.New("refused")
	runs, told := make([]int, 4), make([]int, 4)
	counted := func(i int, err error) func(tx *db.Tx) error {
		return func(tx *db.Tx) error {
			runs[i]++
			tx.AfterCommit(func() { told[i]++ })
			return errors.Join(kittest.InsertNote(tx, fmt.Sprint(i)), err)
		}
	}
	failures, first := inOneBatch(t, d, counted(0, nil), counted(1, refused), counted(2, refused),
		func(tx *db.Tx) error {
			runs[3]++
			var zero int
			err := tx.QueryRow("SELECT COUNT(*) FROM notes WHERE id <> '0'").Scan(&zero)
			return errors.Join(err, fmt.Errorf("%d notes of refused writes", zero))
		})
	if first != nil || failures[0] != nil || !errors.Is(failures[1], refused) || !errors.Is(failures[2], refused) ||
		!strings.Contains(failures[3].Error(), "0 notes") {
		t.Errorf("%v, %v", first, failures)
	}
	// The second write makes the batch run again; then each has a savepoint. The last one has changed nothing.
	if !slices.Equal(runs, []int{2, 2, 1, 1}) || !slices.Equal(told, []int{1, 0, 0, 0}) {
		t.Errorf("run %v times, told %v", runs, told)
	}
	kittest.WantNotes(t, d, "0")
}

func TestALostTransactionFailsItsWholeBatch(t *testing.T) {
	d := openSQLite(t)
	var told []string
	failures, first := inOneBatch(t, d,
		func(tx *db.Tx) error {
			tx.AfterCommit(func() { told = append(told, "first") })
			return kittest.InsertNote(tx, "first")
		},
		func(tx *db.Tx) error {
			// As after a full disk: SQLite has rolled back by itself.
			_, err := tx.Exec("ROLLBACK")
			return errors.Join(err, errors.New("disk full"))
		},
		func(tx *db.Tx) error { return kittest.InsertNote(tx, "next batch") },
	)
	if first == nil || failures[0] == nil || failures[1] == nil {
		t.Errorf("the lost batch was answered with %v, %v and %v", first, failures[0], failures[1])
	}
	if failures[2] != nil || len(told) != 0 {
		t.Errorf("afterwards: %v; told %q", failures[2], told)
	}
	kittest.WantNotes(t, d, "next batch")
}

func TestAPanicAfterTheCommitReachesItsOwner(t *testing.T) {
	d := openSQLite(t)
	told := false
	failures, first := inOneBatch(t, d,
		func(tx *db.Tx) error {
			tx.AfterCommit(func() { panic("no socket") })
			return kittest.InsertNote(tx, "a")
		},
		func(tx *db.Tx) error {
			tx.AfterCommit(func() { told = true })
			return kittest.InsertNote(tx, "b")
		},
	)
	if first != nil || failures[0] == nil || failures[0].Error() != "panic: no socket" || failures[1] != nil || !told {
		t.Errorf("answered with %v and %v; told %t", first, failures, told)
	}
	kittest.WantNotes(t, d, "a", "b")
}

func TestTheLogIsFoldedInTheBackground(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hotel.db")
	d := openFile(t, path)
	body := strings.Repeat("x", 100_000)
	for i := range 128 {
		kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ($1, $2)", fmt.Sprint(i), body)
	}
	for { // the test's timeout ends this when nobody folds
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 4<<20 {
			break
		}
		runtime.Gosched()
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Close the log is still there: %v", err)
	}
}

func TestAQueuedWriteWhoseContextEndsIsNotStarted(t *testing.T) {
	d := openSQLite(t)
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		go func() {
			failed <- d.Write(ctx, func(tx *db.Tx) error { return kittest.InsertNote(tx, "late") })
		}()
		for d.Stats().QueueLength == 0 {
			runtime.Gosched()
		}
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("the queued write returned %v", err)
		}
		return kittest.InsertNote(tx, "running")
	})
	if err != nil {
		t.Error(err)
	}
	kittest.WantNotes(t, d, "running")
}

func TestCancellingARunningWriteInterruptsNothing(t *testing.T) {
	d := openSQLite(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := d.Write(ctx, func(tx *db.Tx) error {
		cancel()
		return kittest.InsertNote(tx, "a")
	})
	if err != nil {
		t.Error(err)
	}
	kittest.WantNotes(t, d, "a")
}

func TestBackupIsConsistentAndNeverOverwrites(t *testing.T) {
	d := openSQLite(t)
	kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('a', '')")
	folder := t.TempDir()
	copied := filepath.Join(folder, "backup ☂.db")
	if _, err := d.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('later', '')")
	if _, err := d.Backup(t.Context(), copied); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second backup to the same file returned %v", err)
	}
	kittest.WantNotes(t, openFile(t, copied), "a")
	if files, _ := filepath.Glob(filepath.Join(folder, "*.partial")); len(files) != 0 {
		t.Errorf("left behind: %q", files)
	}
}

// What a copy is made of, or what was written of it, is damaged: no copy stays, and the last backup is the one before.
func TestADamagedDatabaseIsNotBackedUp(t *testing.T) {
	for name, damage := range map[string]string{
		"pages":  "",
		"values": "UPDATE sqlite_schema SET sql = 'CREATE TABLE notes (id TEXT PRIMARY KEY, body INTEGER NOT NULL) STRICT'",
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "hotel.db")
			d := openFile(t, path)
			for i := range 500 {
				kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ($1, $2)", fmt.Sprint(i), strings.Repeat("body ", 100))
			}
			if damage != "" {
				kittest.Write(t, d, "PRAGMA writable_schema(ON)")
				kittest.Write(t, d, damage+" WHERE name = 'notes'")
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			if damage == "" {
				file, err := os.OpenFile(path, os.O_RDWR, 0)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := file.WriteAt(bytes.Repeat([]byte{0x5a}, 4096), 20*4096); err != nil {
					t.Fatal(err)
				}
				if err := file.Close(); err != nil {
					t.Fatal(err)
				}
			}
			d, err := db.Open(t.Context(), db.Config{URL: "sqlite:" + path})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if _, err := d.Backup(t.Context(), filepath.Join(folder, "copy")); !errors.Is(err, db.ErrDamaged) {
				t.Errorf("Backup returned %v", err)
			}
			if left, _ := filepath.Glob(filepath.Join(folder, "copy*")); len(left) != 0 {
				t.Errorf("left behind: %q", left)
			}
			if last, err := d.LastBackup(); err != nil || !last.IsZero() {
				t.Errorf("the last backup was at %s, %v", last, err)
			}
		})
	}
}

func TestCloseWaitsAndThenRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hotel.db")
	d := openFile(t, path)
	started, finish := make(chan struct{}), make(chan struct{})
	written := make(chan error)
	go func() {
		written <- d.Write(context.Background(), func(tx *db.Tx) error {
			close(started)
			<-finish
			return kittest.InsertNote(tx, "a")
		})
	}()
	<-started
	closed := make(chan error)
	go func() { closed <- d.Close() }()
	close(finish)
	if err := errors.Join(<-written, <-closed); err != nil {
		t.Error(err)
	}
	nothing := func(*db.Tx) error { return nil }
	if err := d.Write(t.Context(), nothing); !errors.Is(err, db.ErrClosed) {
		t.Errorf("Write after Close returned %v", err)
	}
	if err := d.Read(t.Context(), nothing); !errors.Is(err, db.ErrClosed) {
		t.Errorf("Read after Close returned %v", err)
	}
	kittest.WantNotes(t, openFile(t, path), "a")
}
