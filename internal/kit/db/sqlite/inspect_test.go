package sqlite_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/db/sqlite"
	"sarai/internal/kit/db/sqlite/driver"
)

// left is a database as a process leaves it that is killed: a row for each commit, in several rounds of the log.
func left(t *testing.T, rounds []int) (file, log []byte, rows int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "left.db")
	c, err := driver.Open(path, "journal_mode(WAL)", "synchronous(FULL)", "wal_autocheckpoint(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	run := func(statement string, args ...any) {
		if _, err := c.Exec(statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)")
	for _, commits := range rounds {
		run("PRAGMA wal_checkpoint(RESTART)")
		for range commits {
			run("INSERT INTO notes (body) VALUES ($1)", string(make([]byte, 3000)))
			rows++
		}
	}
	return read(t, path), read(t, path+"-wal"), rows
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// What InspectLog says of a log, whatever has become of its bytes, is what SQLite itself makes of it.
func TestInspectLogReadsWhatSQLiteReads(t *testing.T) {
	for _, rounds := range [][]int{{12}, {40, 7}, {9, 30, 3}} {
		file, log, rows := left(t, rounds)
		folder := t.TempDir()
		whole := inspect(t, filepath.Join(folder, "whole.db"), file, log)
		if whole.Cut != 0 || whole.Lost != 0 || whole.Headless || whole.Commits < rounds[len(rounds)-1] {
			t.Fatalf("of what was left whole after %v: %+v", rounds, whole)
		}
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			n++
			damaged := append([]byte{}, log...)
			at := rapid.IntRange(32, len(log)-1).Draw(rt, "at")
			switch rapid.SampledFrom([]string{"flip", "cut", "append"}).Draw(rt, "how") {
			case "flip":
				damaged[at] ^= byte(rapid.IntRange(1, 255).Draw(rt, "by"))
			case "cut":
				damaged = damaged[:at]
			case "append":
				damaged = append(damaged, rapid.SliceOfN(rapid.Byte(), 1, 9000).Draw(rt, "garbage")...)
			}
			path := filepath.Join(folder, strconv.Itoa(n)+".db")
			state := inspect(t, path, file, damaged)
			if got, want := notesIn(t, path), rows-(whole.Commits-state.Commits); got != want {
				rt.Fatalf("SQLite reads %d rows, and by %+v it would be %d", got, state, want)
			}
			if state.Commits < whole.Commits && state.Commits+state.Lost+1 < whole.Commits && len(damaged) == len(log) {
				rt.Fatalf("of %d commits %+v misses some", whole.Commits, state)
			}
		})
	}
}

func inspect(t *testing.T, path string, file, log []byte) sqlite.LogState {
	t.Helper()
	for name, content := range map[string][]byte{path: file, path + "-wal": log} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	state, err := sqlite.InspectLog(path)
	if err != nil || state.Size != int64(len(log)) || state.End+state.Cut > state.Size {
		t.Fatalf("of %d bytes: %+v, %v", len(log), state, err)
	}
	return state
}

func notesIn(t *testing.T, path string) (rows int) {
	t.Helper()
	c, err := driver.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	found, err := c.Query("SELECT COUNT(*) FROM notes")
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	if !found.Next() {
		t.Fatal("no count")
	}
	if err := found.Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// A log of which nothing can be read tells so; one that was never written, or isn't there, is no damage.
func TestInspectLogsWithoutABeginning(t *testing.T) {
	file, log, _ := left(t, []int{5})
	path := filepath.Join(t.TempDir(), "some.db")
	if state, err := sqlite.InspectLog(path); err != nil || state != (sqlite.LogState{}) {
		t.Errorf("without a log: %+v %v", state, err)
	}
	for name, wrong := range map[string]struct {
		log      []byte
		headless bool
	}{
		"empty":  {nil, false},
		"zeros":  {make([]byte, len(log)), false},
		"short":  {log[:20], false},
		"damage": {append(make([]byte, 32), log[32:]...), true},
	} {
		if state := inspect(t, path, file, wrong.log); state.Headless != wrong.headless || state.Commits > 0 {
			t.Errorf("%s: %+v", name, state)
		}
	}
}
