package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
)

func TestWritableTellsWhetherWritesAreTaken(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		must(t, d.Writable(t.Context()))
	})
}

// Nothing was written since the start: the probe alone finds out, once, and it doesn't wait longer than a moment.
func TestWritableWithoutTheStandby(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	openNotes(t, db.Config{URL: pair.URL()})
	must(t, pair.Standby.Freeze())
	d := openPatiently(t, db.Config{URL: pair.URL(), Deadline: 4 * time.Second})
	for range 5 {
		began := time.Now()
		if err := d.Writable(t.Context()); !errs.Is(err, errs.KindUnavailable) {
			t.Errorf("without its standby it is writable: %v", err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
	}
	if err := note(t.Context(), d, "asked for"); !errs.Is(err, errs.KindUnavailable) {
		t.Errorf("a write without its standby returns %v", err)
	}
	must(t, leftOut(t.Context(), d))
	countNotes(t, d, 0)
	must(t, pair.Standby.Thaw())
	countNotes(t, d, 1) // what was left out isn't made up for
	for d.Writable(t.Context()) != nil {
	}
	must(t, note(t.Context(), d, "after"))
}

// leftOut fails unless a write that may be left out is, at once.
func leftOut(ctx context.Context, d *db.DB) error {
	err := d.WriteSoon(ctx, func(*db.Tx) error { return errors.New("it was tried") })
	if !errs.Is(err, errs.KindUnavailable) {
		return errors.Join(errors.New("it wasn't left out"), err)
	}
	return nil
}

// A database that can only be read says so, and not that it is away or that something went wrong.
func TestADatabaseThatCanOnlyBeRead(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	d := openNotes(t, db.Config{URL: pair.Primary.URL})
	must(t, note(t.Context(), d, "before"))
	admin := openPatiently(t, db.Config{URL: pair.Primary.URL, MaxConns: 1})
	setReadOnly := func(statement string) {
		t.Helper()
		must(t, admin.ReadOne(t.Context(), func(tx *db.Tx) error { return tx.Do(statement) }))
		must(t, admin.ReadOne(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT COUNT(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
				WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(new(int))
		}))
	}
	setReadOnly(`ALTER ROLE CURRENT_USER SET default_transaction_read_only = on`)
	err := note(t.Context(), d, "refused")
	if !errs.Is(err, errs.KindUnavailable) || err.Error() != "The database can only be read at the moment, so nothing "+
		"was changed. Try again in a few seconds." {
		t.Errorf("a write returns %v", err)
	}
	must(t, leftOut(t.Context(), d))
	countNotes(t, d, 1)
	setReadOnly(`ALTER ROLE CURRENT_USER RESET default_transaction_read_only`)
	must(t, d.Writable(t.Context()))
	must(t, note(t.Context(), d, "after"))
}

// A commit whose caller has given up doesn't keep the effects of others waiting: theirs are there when they return.
func TestAStuckCommitHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	d := openNotes(t, db.Config{URL: pair.URL(), Deadline: 2 * time.Second})
	must(t, pair.Standby.Freeze())
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		tx.AfterCommit(func() {})
		return kittest.InsertNote(tx, "stuck")
	})
	if !errs.Is(err, errs.KindUnavailable) {
		t.Fatalf("it isn't stuck: %v", err)
	}
	told := false
	must(t, d.Write(t.Context(), func(tx *db.Tx) error {
		tx.AfterCommit(func() { told = true })
		if err := tx.Do(`SET LOCAL synchronous_commit = local`); err != nil {
			return err
		}
		return kittest.InsertNote(tx, "free")
	}))
	if !told {
		t.Error("it returned before its effects were there")
	}
	// Its own row is another matter: the deadline holds all the same.
	began := time.Now()
	if err := note(t.Context(), d, "stuck"); !errs.Is(err, errs.KindUnavailable) {
		t.Errorf("the stuck one's row returns %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	must(t, pair.Standby.Thaw())
}

// A node that freezes or vanishes in the middle of a transaction doesn't keep its rows locked for long.
func TestATransactionThatIsLeftAloneIsEnded(t *testing.T) {
	t.Parallel()
	kittest.NeedPostgreSQL(t)
	url := kittest.URL(t, kittest.PostgreSQL)
	d := openNotes(t, db.Config{URL: url, Deadline: time.Second})
	other := openPatiently(t, db.Config{URL: url, Deadline: 30 * time.Second})
	locked, free := make(chan struct{}), make(chan struct{})
	frozen := make(chan error, 1)
	go func() {
		frozen <- d.Write(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(`INSERT INTO notes (id, body) VALUES ('one', 'frozen')`); err != nil {
				return err
			}
			close(locked)
			<-free
			return nil
		})
	}()
	<-locked
	must(t, note(t.Context(), other, "one"))
	close(free)
	if err := <-frozen; !errs.Is(err, errs.KindUnavailable) {
		t.Errorf("the frozen one returns %v", err)
	}
}
