package kittest

import (
	"context"
	"slices"
	"testing"

	"sarai/internal/kit/db"
)

// Write runs one statement.
func Write(t testing.TB, d *db.DB, query string, args ...any) {
	t.Helper()
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// CreateNotes makes the table notes(id, body), for tests of transactions, unless it is there.
func CreateNotes(t testing.TB, d *db.DB) {
	t.Helper()
	Write(t, d, "CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
}

// InsertNote inserts a note, whose id may be there already.
func InsertNote(tx *db.Tx, id string) error {
	_, err := tx.Exec("INSERT INTO notes (id, body) VALUES ($1, $2)", id, "body of "+id)
	return err
}

// NoteIDs lists the notes, sorted.
func NoteIDs(t testing.TB, d *db.DB) (ids []string) {
	t.Helper()
	err := d.Read(context.Background(), func(tx *db.Tx) (err error) {
		ids, err = db.All(tx, db.Value[string], "SELECT id FROM notes ORDER BY id")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// WantNotes compares the notes with those that are wanted.
func WantNotes(t testing.TB, d *db.DB, want ...string) {
	t.Helper()
	if got := NoteIDs(t, d); !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("notes are %q, want %q", got, want)
	}
}
