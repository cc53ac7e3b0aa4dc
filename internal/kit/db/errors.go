package db

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLSTATE codes of PostgreSQL.
const (
	pgUniqueViolation      = "23505"
	pgForeignKeyViolation  = "23503"
	pgSerializationFailure = "40001"
	pgDeadlock             = "40P01"
	pgReadOnly             = "25006"
	pgDiskFull             = "53100"
	pgTooManyConnections   = "53300"
	pgInternalError        = "XX000"
	pgLockTimeout          = "55P03"
	pgIdleTimeout          = "25P03"
	pgNotAllowed           = "42501"
)

// IsUnique reports whether err is a violation of a unique or primary key.
func IsUnique(err error) bool {
	if isEarlier(err) {
		return false
	}
	switch sqliteCode(err) {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return true
	}
	return pgCode(err) == pgUniqueViolation
}

// IsForeignKey reports whether err is a violation of a foreign key: the referenced row is missing, or is still
// referenced.
func IsForeignKey(err error) bool {
	return !isEarlier(err) &&
		(sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY || pgCode(err) == pgForeignKeyViolation)
}

func isEarlier(err error) bool {
	_, ok := errors.AsType[earlier](err)
	return ok
}

func sqliteCode(err error) int {
	// The error of package sqlite, or that of the driver through which goose migrates.
	if failure, ok := errors.AsType[interface {
		error
		Code() int
	}](err); ok {
		return failure.Code()
	}
	return sqlite3.SQLITE_OK
}

func pgCode(err error) string {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code
	}
	return ""
}
