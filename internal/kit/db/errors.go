package db

import (
	"cmp"
	"database/sql"
	"errors"
	"syscall"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/postgres"
	"sarai/internal/kit/db/sqlite"
)

var (
	// ErrNoRows means that the requested row doesn't exist.
	ErrNoRows = sql.ErrNoRows
	// ErrClosed is returned by every operation on a closed DB.
	ErrClosed = engine.ErrClosed
	// ErrDamaged means that no sound copy could be made, since the database or what was written of it is damaged.
	ErrDamaged = engine.ErrDamaged
)

// faultOf is what an error of either engine means.
func faultOf(err error) engine.Fault {
	if err == nil {
		return engine.Other
	}
	return cmp.Or(sqlite.Fault(err), postgres.Fault(err))
}

// IsUnique reports whether err is a violation of a unique or primary key.
func IsUnique(err error) bool { return faultOf(err) == engine.Unique }

// IsForeignKey reports whether err is a violation of a foreign key: the referenced row is missing, or is still
// referenced.
func IsForeignKey(err error) bool { return faultOf(err) == engine.ForeignKey }

// NoRoom reports whether a disk had no space left, the database's or another.
func NoRoom(err error) bool { return faultOf(err) == engine.Full || errors.Is(err, syscall.ENOSPC) }
