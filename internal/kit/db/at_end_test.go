package db_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"sarai/internal/kit/db"
)

// The last act gets what was noted in its transaction, after everything else and before the commit, once.
func TestTheLastActComesAtTheEnd(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		var runs [][]string
		atEnd := db.NewAtEnd(1, func(tx *db.Tx, notes []string) (func() error, error) {
			runs = append(runs, notes)
			if slices.Contains(notes, "refuse") {
				return nil, errors.New("refused at the end")
			}
			// what the transaction has done is there
			replied := db.AskChanged(tx, "INSERT INTO replies (id, note_id) SELECT id, id FROM notes WHERE id = $1",
				notes[len(notes)-1])
			return func() error {
				changed, err := replied.Get()
				runs = append(runs, []string{"then", strconv.FormatInt(changed, 10)})
				tx.AfterCommit(func() { runs = append(runs, []string{"committed"}) })
				return err
			}, nil
		})
		other := db.NewAtEnd(2, func(_ *db.Tx, notes []string) (func() error, error) {
			runs = append(runs, append([]string{"other"}, notes...))
			return nil, nil
		})
		insert := func(id string, also func(tx *db.Tx) error) error {
			return d.Write(t.Context(), func(tx *db.Tx) error {
				atEnd.Note(tx, "begin")
				other.Note(tx, "x")
				atEnd.Note(tx, id)
				if err := also(tx); err != nil {
					return err
				}
				_, err := tx.Query("SELECT id FROM notes") // left open, as a function may
				return err
			})
		}
		add := func(id string) func(tx *db.Tx) error {
			return func(tx *db.Tx) error {
				_, err := tx.Exec("INSERT INTO notes (id, body) VALUES ($1, '')", id)
				return err
			}
		}
		for id, also := range map[string]func(tx *db.Tx) error{
			"failed":   func(*db.Tx) error { return errors.New("failed") },
			"dropped":  func(tx *db.Tx) error { _, _ = tx.Exec("nonsense"); return nil },
			"panicked": func(*db.Tx) error { panic("oh") },
		} {
			func() {
				defer func() { _ = recover() }()
				if insert(id, also) == nil {
					t.Errorf("%s was kept", id)
				}
			}()
		}
		for _, run := range runs {
			if run[0] != "begin" || run[1] != "dropped" { // whose statements fail
				t.Errorf("after a failure ran %v", run)
			}
		}
		runs = nil
		if err := insert("refuse", add("refuse")); err == nil {
			t.Error("the refusal was dropped")
		}
		if err := insert("kept", add("kept")); err != nil {
			t.Fatal(err)
		}
		want := [][]string{{"begin", "refuse"}, {"begin", "kept"}, {"other", "x"}, {"then", "1"}, {"committed"}}
		if !slices.EqualFunc(runs, want, slices.Equal[[]string]) {
			t.Errorf("ran %v, want %v", runs, want)
		}
		notes, replies := count(t, d, "notes"), count(t, d, "replies")
		if notes != 1 || replies != 1 {
			t.Errorf("there are %d notes and %d replies", notes, replies)
		}
	})
}

// On PostgreSQL, what the last acts do after their answers goes with the commit, which it can still refuse.
func TestARefusalAfterTheLastAnswersUndoesAll(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		twice := errors.New("there is such a note")
		atEnd := db.NewAtEnd(3, func(tx *db.Tx, notes []string) (func() error, error) {
			return func() error {
				return tx.DoOr(func(err error) error {
					if db.IsUnique(err) {
						return twice
					}
					return err
				}, "INSERT INTO notes (id, body) VALUES ($1, '')", notes[0])
			}, nil
		})
		committed := 0
		write := func(body, last string) error {
			return d.Write(t.Context(), func(tx *db.Tx) error {
				atEnd.Note(tx, last)
				tx.AfterCommit(func() { committed++ })
				return tx.Do("INSERT INTO notes (id, body) VALUES ($1, '')", body)
			})
		}
		if err := write("a", "b"); err != nil {
			t.Fatal(err)
		}
		for range 20 { // more than there are connections
			if err := write("c", "b"); !errors.Is(err, twice) {
				t.Fatalf("the error is %v, want %v", err, twice)
			}
		}
		if err := write("d", "e"); err != nil {
			t.Fatal(err)
		}
		if notes := count(t, d, "notes"); notes != 4 || committed != 2 {
			t.Errorf("there are %d notes after %d commits, want 4 after 2", notes, committed)
		}
	})
}

func count(t *testing.T, d *db.DB, table string) (n int) {
	t.Helper()
	if err := d.Read(t.Context(), func(tx *db.Tx) error {
		return tx.QueryRow("SELECT COUNT(*) FROM " + table).Scan(&n)
	}); err != nil {
		t.Fatal(err)
	}
	return n
}
