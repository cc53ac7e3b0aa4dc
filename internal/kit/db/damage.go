package db

import (
	"context"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"

	"sarai/internal/kit/db/sqlite"
)

// LogState is what a process that was killed has left in SQLite's log.
type LogState = sqlite.LogState

// InspectLog reads the log of the SQLite file at path, before it is opened: opening it drops what can't be read.
func InspectLog(path string) (LogState, error) { return sqlite.InspectLog(path) }

// Damage describes what is broken in the pages of a SQLite file, a few findings at most; none if all is well. The whole
// compares indexes with their tables and follows the foreign keys, too, which takes several times as long. It reads the
// file until ctx ends, and returns ctx's error then. PostgreSQL looks after its pages itself: nothing is found there.
func (d *DB) Damage(ctx context.Context, whole bool) ([]string, error) { return d.damage(ctx, whole) }

func (e *pgEngine) damage(context.Context, bool) ([]string, error) { return nil, nil }

func (e *sqliteEngine) damage(ctx context.Context, whole bool) (found []string, err error) {
	check := "PRAGMA quick_check(5)"
	if whole {
		check = sqlite.WholeCheck
	}
	err = e.read(ctx, func(tx *Tx) error {
		if found, err = All(tx, Value[string], check); err != nil || !whole {
			return err
		}
		orphans, err := All(tx, scanOrphan, "PRAGMA foreign_key_check")
		found = append(found, orphans[:min(20, len(orphans))]...)
		return err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if isDamage(err) {
		return []string{err.Error()}, nil
	}
	if len(found) > 0 && found[0] == "ok" {
		found = found[1:]
	}
	return found, err
}

func scanOrphan(row Scanner) (string, error) {
	var table, parent string
	var rowID, key any
	err := row.Scan(&table, &rowID, &parent, &key)
	return fmt.Sprintf("a row of %s refers to one of %s that isn't there", table, parent), err
}

// isDamage reports whether SQLite found the file damaged.
func isDamage(err error) bool {
	code := sqliteCode(err) & 0xff
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}
