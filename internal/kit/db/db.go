// Package db is the door to the database: one SQL text, two engines.
//
// Read and Write open a transaction and hand it to a function; there is no other way to a statement.
// What always holds, on both engines:
//
//   - Write is durable when it returns nil, and undone when it doesn't (or when the function panics).
//   - A failed statement fails its whole transaction, also when the function drops the error.
//   - Every transaction has one instant, Tx.Now.
//   - Tx.AfterCommit runs after the commit, in commit order, and never after a rollback.
//
// SQLite has one writer at a time; waiting writes share a commit (see group.go). PostgreSQL retries
// deadlocks and serialization failures, so the function of Write may run more than once.
package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/pressly/goose/v3"

	"sarai/internal/kit/clock"
)

// Dialect tells the engines apart where one text can't serve both.
type Dialect int

// The engines.
const (
	SQLite Dialect = iota
	PostgreSQL
)

// String is the engine's name as in ENGINES and in metrics: "sqlite" or "postgres".
func (d Dialect) String() string {
	if d == PostgreSQL {
		return "postgres"
	}
	return "sqlite"
}

// ErrClosed is returned by every operation on a closed DB.
var ErrClosed = errors.New("the database is closed")

// Config says which database to open.
type Config struct {
	URL      string      // "sqlite:/path/file.db" or "postgres://user:password@host/name"
	Clock    clock.Clock // gives Tx.Now; nil means the system's clock
	MaxConns int         // PostgreSQL: connections; SQLite: readers at once; 0 means a sane number
	// Draft is for a SQLite file that counts for nothing until Close has returned: commits don't wait for the disk,
	// Close does. PostgreSQL ignores it.
	Draft bool
}

// Stats are counters since Open, for the metrics.
type Stats struct {
	QueueLength   int   // SQLite: writes that wait for their turn now; PostgreSQL: connections in use now
	Batches       int64 // commits
	BatchedWrites int64 // writes in those commits; divided by Batches it is the mean size of a batch
	Retries       int64 // PostgreSQL: transactions run again after a deadlock or a serialization failure
}

// engine is what SQLite and PostgreSQL do differently.
type engine interface {
	read(ctx context.Context, fn func(tx *Tx) error) error
	readOne(ctx context.Context, fn func(tx *Tx) error) error
	write(ctx context.Context, fn func(tx *Tx) error) error
	ping(ctx context.Context) error
	migrator(files fs.FS) (*goose.Provider, error)
	backup(ctx context.Context, path string) error
	stats() Stats
	close() error
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine
	dialect   Dialect
	closeOnce func() error

	migratorLock sync.Mutex
	migrations   *goose.Provider // set by Migrate
}

// Open opens the engine that the URL names. A SQLite file that doesn't exist is created, readable by its owner alone.
func Open(ctx context.Context, config Config) (*DB, error) {
	if config.Clock == nil {
		config.Clock = clock.System{}
	}
	if path, ok := strings.CutPrefix(config.URL, "sqlite:"); ok {
		e, err := openSQLite(ctx, path, config)
		if err != nil {
			return nil, fmt.Errorf("open SQLite database %s: %w", path, err)
		}
		return newDB(e, SQLite), nil
	}
	if strings.HasPrefix(config.URL, "postgres://") || strings.HasPrefix(config.URL, "postgresql://") {
		e, err := openPostgreSQL(ctx, config)
		if err != nil {
			return nil, fmt.Errorf("open PostgreSQL database: %w", err)
		}
		return newDB(e, PostgreSQL), nil
	}
	return nil, errors.New("the database URL must begin with sqlite: or postgres://")
}

func newDB(e engine, dialect Dialect) *DB {
	return &DB{engine: e, dialect: dialect, closeOnce: sync.OnceValue(e.close)}
}

// Close waits for running reads and writes, then closes; SQLite's log is folded into the file.
// Closing again does nothing and returns the same.
func (d *DB) Close() error { return d.closeOnce() }

// Ping tells whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.ping(ctx) }

// Dialect is the engine that is open.
func (d *DB) Dialect() Dialect { return d.dialect }

// Stats are the counters of now.
func (d *DB) Stats() Stats { return d.stats() }

// Read runs fn in a transaction that sees one snapshot and can't write.
func (d *DB) Read(ctx context.Context, fn func(tx *Tx) error) error { return d.read(ctx, fn) }

// ReadOne is Read for one statement. A statement sees one snapshot by itself, so there is no transaction around it:
// on PostgreSQL that saves two round trips. A second statement fails. What ReadOne runs must be short, because
// SQLite finishes it even for a caller who has gone.
func (d *DB) ReadOne(ctx context.Context, fn func(tx *Tx) error) error { return d.readOne(ctx, fn) }

// Write runs fn in a transaction and commits it when fn returns nil. The commit is durable when Write returns nil.
//
// fn may run more than once, so it must have no effect outside tx; and it must not be slow (no hashing, no
// network), since on SQLite every other write waits for it.
func (d *DB) Write(ctx context.Context, fn func(tx *Tx) error) error { return d.write(ctx, fn) }

// Read is DB.Read for a transaction that returns a value.
func Read[T any](ctx context.Context, d *DB, fn func(tx *Tx) (T, error)) (T, error) {
	return valueOf(ctx, d.Read, fn)
}

// ReadOne is DB.ReadOne for a statement that returns a value.
func ReadOne[T any](ctx context.Context, d *DB, fn func(tx *Tx) (T, error)) (T, error) {
	return valueOf(ctx, d.ReadOne, fn)
}

// Write is DB.Write for a transaction that returns a value. The value is that of the run that was committed, and the
// zero value when there is an error.
func Write[T any](ctx context.Context, d *DB, fn func(tx *Tx) (T, error)) (T, error) {
	return valueOf(ctx, d.Write, fn)
}

func valueOf[T any](ctx context.Context, run func(context.Context, func(*Tx) error) error,
	fn func(tx *Tx) (T, error)) (T, error) {
	var value, zero T
	err := run(ctx, func(tx *Tx) (err error) {
		value, err = fn(tx)
		return err
	})
	if err != nil {
		return zero, err
	}
	return value, nil
}

// Backup writes a consistent copy to path while the database is in use. It refuses to overwrite.
// On PostgreSQL it only returns an error that names pg_dump.
func (d *DB) Backup(ctx context.Context, path string) error { return d.backup(ctx, path) }

func now(c clock.Clock) time.Time { return c.Now().UTC().Truncate(time.Millisecond) }
