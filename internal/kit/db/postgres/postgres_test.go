package postgres_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

func TestPostgreSQLRetriesWhatADeadlockUndid(t *testing.T) {
	kittest.NeedPostgreSQL(t)
	d := kittest.New(t, kittest.PostgreSQL, clock.System{})
	kittest.CreateNotes(t, d)
	kittest.Write(t, d, "INSERT INTO notes (id, body) VALUES ('a', ''), ('b', '')")
	told := make(chan string, 10)
	holdsFirst := make(chan struct{}, 10)
	bothHold := make(chan struct{})
	update := func(tx *db.Tx, id, by string) error {
		_, err := tx.Exec("UPDATE notes SET body = body || CAST($2 AS TEXT) WHERE id = $1", id, by)
		return err
	}
	var running sync.WaitGroup
	for by, ids := range map[string][]string{"x": {"a", "b"}, "y": {"b", "a"}} {
		running.Go(func() {
			err := d.Write(context.Background(), func(tx *db.Tx) error {
				tx.AfterCommit(func() { told <- by })
				if err := update(tx, ids[0], by); err != nil {
					return err
				}
				holdsFirst <- struct{}{}
				<-bothHold
				return update(tx, ids[1], by)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	<-holdsFirst
	<-holdsFirst
	close(bothHold)
	running.Wait()
	if retries := d.Stats().Retries; retries == 0 || len(told) != 2 {
		t.Errorf("%d retries, %d told", retries, len(told))
	}
}

func TestBackupOfPostgreSQLNamesPgDump(t *testing.T) {
	kittest.NeedPostgreSQL(t)
	d := kittest.New(t, kittest.PostgreSQL, clock.System{})
	if _, err := d.Backup(t.Context(), t.TempDir()+"/copy"); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("Backup returned %v", err)
	}
}
