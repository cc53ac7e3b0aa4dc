package sqlite

import (
	"errors"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"sarai/internal/kit/db/engine"
)

// Fault is what an error of SQLite means.
func Fault(err error) engine.Fault {
	// The error of package driver, or that of the one through which goose migrates.
	failure, ok := errors.AsType[interface {
		error
		Code() int
	}](err)
	if !ok {
		return engine.Other
	}
	switch failure.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return engine.Unique
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return engine.ForeignKey
	case sqlite3.SQLITE_ERROR:
		if strings.Contains(err.Error(), "integer overflow") {
			return engine.Overflow
		}
	}
	switch failure.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return engine.Full
	case sqlite3.SQLITE_READONLY:
		return engine.ReadOnly
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return engine.Damaged
	}
	return engine.Other
}
