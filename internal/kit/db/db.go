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
// SQLite has one writer at a time; waiting writes share a commit (see group.go). PostgreSQL runs a function again after
// a deadlock, a serialization failure or a lost connection, so functions may run more than once.
//
// Every transaction has a deadline. It ends waiting and statements, but never a commit: see commit.go.
package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
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
	// DirectURL is PostgreSQL's own address where URL is that of a pooler or of Citus workers: migrations and LISTEN go
	// there. Empty means URL.
	DirectURL string
	// Deadline is how long a transaction may take, its waiting for its turn included; 0 means 15 seconds. A commit that
	// has been asked for goes on after it, but nobody waits any more.
	Deadline time.Duration
	// Draft is for a SQLite file that is worthless until Close has returned: commits don't wait for the disk, Close does.
	// PostgreSQL ignores it.
	Draft bool
	// Rehearse runs every write twice and undoes the first run, as after a conflict. It is for tests.
	Rehearse bool
}

// Stats are counters since Open, for the metrics.
type Stats struct {
	QueueLength   int   // SQLite: writes waiting for their turn now; PostgreSQL: connections in use now
	Batches       int64 // commits
	BatchedWrites int64 // writes in those commits; divided by Batches, the mean batch size
	Retries       int64 // PostgreSQL: transactions run again after a conflict with others or a lost connection
	FailedWrites  int64 // writes that failed because the database was away, too slow or full
}

// engine is the part that differs between SQLite and PostgreSQL.
type engine interface {
	read(ctx context.Context, fn func(tx *Tx) error) error
	readOne(ctx context.Context, fn func(tx *Tx) error) error
	write(ctx context.Context, fn func(tx *Tx) error) error
	ping(ctx context.Context) error
	probe(ctx context.Context) error
	migrates() (*sql.DB, database.Dialect, []goose.ProviderOption, error)
	distribute(ctx context.Context, migrated bool) error
	damage(ctx context.Context, whole bool) ([]string, error)
	backup(ctx context.Context, path string) (Copied, error)
	lastBackup() (time.Time, error)
	stats() Stats
	stamp() (Stamp, bool)
	close() error
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine
	dialect   Dialect
	deadline  time.Duration
	rehearse  bool
	closeOnce func() error

	writes       writability
	failedWrites atomic.Int64
	full         atomic.Int64 // when a write last failed because the disk is full, in UTC milliseconds; 0 after a success

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
		return newDB(e, SQLite, config), nil
	}
	if strings.HasPrefix(config.URL, "postgres://") || strings.HasPrefix(config.URL, "postgresql://") {
		e, err := openPostgreSQL(ctx, config)
		if err != nil {
			return nil, fmt.Errorf("open PostgreSQL database: %w", err)
		}
		return newDB(e, PostgreSQL, config), nil
	}
	return nil, errors.New("the database URL must begin with sqlite: or postgres://")
}

func newDB(e engine, dialect Dialect, config Config) *DB {
	return &DB{engine: e, dialect: dialect, deadline: cmp.Or(config.Deadline, defaultDeadline),
		rehearse: config.Rehearse, closeOnce: sync.OnceValue(e.close)}
}

// Close waits for running reads and writes, then closes; SQLite's log is folded into the file. Closing again does
// nothing and returns the same error.
func (d *DB) Close() error { return d.closeOnce() }

// Ping checks that the database answers.
func (d *DB) Ping(ctx context.Context) error { return unavailable(ctx, d.ping(ctx)) }

// Dialect returns the engine that is open.
func (d *DB) Dialect() Dialect { return d.dialect }

// Stats returns the current counters.
func (d *DB) Stats() Stats {
	stats := d.stats()
	stats.FailedWrites = d.failedWrites.Load()
	return stats
}

// fullFor is how long a write that found the disk full counts, if no other write succeeds.
const fullFor = time.Minute

// Full reports whether the last writes failed because the disk is full.
func (d *DB) Full() bool {
	since := d.full.Load()
	return since != 0 && time.Since(time.UnixMilli(since)) < fullFor
}

// Read runs fn in a transaction that sees one snapshot and can't write. fn may run more than once.
func (d *DB) Read(ctx context.Context, fn func(tx *Tx) error) error { return d.within(ctx, d.read, fn) }

// within runs a transaction within the deadline, and says in the caller's words when the database is away.
func (d *DB) within(ctx context.Context, run func(context.Context, func(*Tx) error) error,
	fn func(tx *Tx) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, d.deadline, errSlow)
	defer cancel()
	return tooMuch(unavailable(ctx, run(ctx, fn)))
}

// ReadOne is Read for one statement. A single statement sees one snapshot anyway, so there is no transaction around it,
// which saves two round trips on PostgreSQL. A second statement fails. The statement must be short, because SQLite
// finishes it even after the caller has gone.
func (d *DB) ReadOne(ctx context.Context, fn func(tx *Tx) error) error {
	return d.within(ctx, d.readOne, fn)
}

// Write runs fn in a transaction and commits it when fn returns nil. The commit is durable when Write returns nil.
//
// fn may run more than once, so it must have no effect outside tx. It must not be slow (no hashing, no network), since
// on SQLite every other write waits for it.
//
// An error of kind errs.KindUnavailable after the deadline may mean that the commit isn't confirmed yet; it says so.
func (d *DB) Write(ctx context.Context, fn func(tx *Tx) error) error {
	var err error
	if d.rehearse {
		err = d.within(ctx, d.write, func(tx *Tx) error { return cmp.Or(fn(tx), errRehearsed) })
	}
	if err == nil || errors.Is(err, errRehearsed) {
		err = d.within(ctx, d.write, fn)
	}
	d.writes.note(err)
	switch {
	case err == nil:
		if d.full.Load() != 0 {
			d.full.Store(0)
		}
	case errs.Is(err, errs.KindUnavailable):
		d.failedWrites.Add(1)
		if isFull(err) {
			d.full.Store(time.Now().UnixMilli())
		}
	}
	return err
}

var errRehearsed = errors.New("the write was only rehearsed")

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

// WriteLater is Write for a transaction whose value is still to come: its last questions go with the commit.
func WriteLater[T any](ctx context.Context, d *DB, fn func(tx *Tx) (Later[T], error)) (T, error) {
	value, err := Write(ctx, d, fn)
	if err != nil {
		var none T
		return none, err
	}
	return value.Get()
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

// Backup writes a consistent copy to path while the database is in use, and checks it: one that isn't sound is
// ErrDamaged and doesn't stay. It doesn't overwrite a file. On PostgreSQL it always returns an error, which names
// pg_dump.
func (d *DB) Backup(ctx context.Context, path string) (Copied, error) { return d.backup(ctx, path) }

// LastBackup is when Backup was last successful, in this process or in another; zero if it never was.
func (d *DB) LastBackup() (time.Time, error) { return d.lastBackup() }

func now(c clock.Clock) time.Time { return c.Now().UTC().Truncate(time.Millisecond) }
