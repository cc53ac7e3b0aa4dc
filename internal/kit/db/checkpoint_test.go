package db

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"sarai/internal/kit/clock"
)

// The log is emptied again and again while clients write and read.
func TestEmptyingTheLogHindersNoClient(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hotel.db")
	e, err := openSQLite(t.Context(), path, Config{Clock: clock.System{}})
	if err != nil {
		t.Fatal(err)
	}
	insert := func(tx *Tx) error {
		_, err := tx.Exec("INSERT INTO notes (body) VALUES ($1)", "full house")
		return err
	}
	create := func(tx *Tx) error {
		_, err := tx.Exec("CREATE TABLE notes (body TEXT NOT NULL)")
		return err
	}
	if err := e.write(t.Context(), create); err != nil {
		t.Fatal(err)
	}
	count := func(tx *Tx) error {
		var n int
		return tx.QueryRow("SELECT COUNT(*) FROM notes").Scan(&n)
	}
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for range 100 {
				if err := e.write(context.Background(), insert); err != nil {
					t.Error(err)
				}
				if err := e.read(context.Background(), count); err != nil {
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
	if err := e.close(); err != nil {
		t.Error(err)
	}
}
