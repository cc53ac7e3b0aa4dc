// Package db gives access to the database: one SQL text, two engines.
//
// Read and Write open a transaction and pass it to a function; there is no other way to run a statement. What always
// holds, on both engines:
//
//   - Write is durable when it returns nil, and undone when it returns an error or the function panics.
//   - A failed statement fails its whole transaction, even if the function drops the error.
//   - Every transaction has one time, Tx.Now.
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

// Dialect distinguishes the engines where one text can't serve both.
type Dialect int

// The engines.
const (
	SQLite Dialect = iota
	PostgreSQL
)

// String returns the engine's name as in ENGINES and in metrics: "sqlite" or "postgres".
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
	Clock    clock.Clock // for Tx.Now; nil means the system's clock
	MaxConns int         // PostgreSQL: connections; SQLite: concurrent readers; 0 means a default
	// Draft is for a SQLite file that is worthless until Close has returned: commits don't wait for the disk, Close does.
	// PostgreSQL ignores it.
	Draft bool
}

// Stats are counters since Open, for the metrics.
type Stats struct {
	QueueLength   int   // SQLite: writes waiting for their turn now; PostgreSQL: connections in use now
	Batches       int64 // commits
	BatchedWrites int64 // writes in those commits; divided by Batches, the mean batch size
	Retries       int64 // PostgreSQL: transactions retried after a deadlock or a serialization failure
}

// engine is the part that differs between SQLite and PostgreSQL.
type engine interface {
	read(ctx context.Context, fn func(tx *Tx) error) error
	readOne(ctx context.Context, fn func(tx *Tx) error) error
	write(ctx context.Context, fn func(tx *Tx) error) error
	ping(ctx context.Context) error
	migrator(files fs.FS, steps goose.ProviderOption) (*goose.Provider, error)
	backup(ctx context.Context, path string) error
	lastBackup() (time.Time, error)
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

// Open opens the engine that the URL names. A SQLite file that doesn't exist is created, readable by its owner only.
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

// Close waits for running reads and writes, then closes; SQLite's log is folded into the file. Closing again does
// nothing and returns the same error.
func (d *DB) Close() error { return d.closeOnce() }

// Ping checks that the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.ping(ctx) }

// Dialect returns the engine that is open.
func (d *DB) Dialect() Dialect { return d.dialect }

// Stats returns the current counters.
func (d *DB) Stats() Stats { return d.stats() }

// Read runs fn in a transaction that sees one snapshot and can't write.
func (d *DB) Read(ctx context.Context, fn func(tx *Tx) error) error { return d.read(ctx, fn) }

// ReadOne is Read for one statement. A single statement sees one snapshot anyway, so there is no transaction around it,
// which saves two round trips on PostgreSQL. A second statement fails. The statement must be short, because SQLite
// finishes it even after the caller has gone.
func (d *DB) ReadOne(ctx context.Context, fn func(tx *Tx) error) error { return d.readOne(ctx, fn) }

// Write runs fn in a transaction and commits it when fn returns nil. The commit is durable when Write returns nil.
//
// fn may run more than once, so it must have no effect outside tx. It must not be slow (no hashing, no network), since
// on SQLite every other write waits for it.
func (d *DB) Write(ctx context.Context, fn func(tx *Tx) error) error { return d.write(ctx, fn) }

// Read is DB.Read for a transaction that returns a value.
func Read[T any](ctx context.Context, d *DB, fn func(tx *Tx) (T, error)) (T, error) {
	return valueOf(ctx, d.Read, fn)
}

// ReadOne is DB.ReadOne for a statement that returns a value.
func ReadOne[T any](ctx context.Context, d *DB, fn func(tx *Tx) (T, error)) (T, error) {
	return valueOf(ctx, d.ReadOne, fn)
}

// Write is DB.Write for a transaction that returns a value. It returns the value of the run that was committed, or the
// zero value with an error.
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

// Backup writes a consistent copy to path while the database is in use. It doesn't overwrite a file. On PostgreSQL it
// always returns an error, which names pg_dump.
func (d *DB) Backup(ctx context.Context, path string) error { return d.backup(ctx, path) }

// LastBackup is when Backup was last successful, in this process or in another; zero if it never was.
func (d *DB) LastBackup() (time.Time, error) { return d.lastBackup() }

func now(c clock.Clock) time.Time { return c.Now().UTC().Truncate(time.Millisecond) }
