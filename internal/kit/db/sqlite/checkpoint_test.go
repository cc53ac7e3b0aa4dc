package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db/engine"
)

// statement is the work of one statement.
type statement string

func (statement) Queue() *engine.Queue { return &engine.Queue{} }

func (s statement) Run(r engine.Runner) error {
	_, err := r.Exec(string(s))
	return err
}

func (statement) Effects() []func() { return nil }

// The log is emptied again and again while clients write and read.
func TestEmptyingTheLogHindersNoClient(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hotel.db")
	e, err := Open(t.Context(), path, Config{Clock: clock.System{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Write(t.Context(), statement("CREATE TABLE notes (body TEXT NOT NULL)")); err != nil {
		t.Fatal(err)
	}
	insert, count := statement("INSERT INTO notes (body) VALUES ('full house')"), statement("SELECT COUNT(*) FROM notes")
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for range 100 {
				if err := e.Write(context.Background(), insert); err != nil {
					t.Error(err)
				}
				if err := e.Read(context.Background(), count); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 20 {
		if err := e.log.fold(e.group, 0); err != nil {
			t.Error(err)
		}
	}
	clients.Wait()
	if err := e.log.fold(e.group, 0); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() != 0 {
		t.Errorf("the log isn't empty: %v, %v", info, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}
