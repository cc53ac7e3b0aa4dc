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
// SQLite has one writer at a time; waiting writes share a commit (see package sqlite). PostgreSQL runs a function again
// after a deadlock, a serialization failure or a lost connection, so functions may run more than once.
//
// Every transaction has a deadline. It ends waiting and statements, but never a commit.
package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/postgres"
	"sarai/internal/kit/db/sqlite"
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

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine    engine.Engine
	dialect   Dialect
	clock     clock.Clock
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
	config.Deadline = cmp.Or(config.Deadline, defaultDeadline)
	if path, ok := strings.CutPrefix(config.URL, "sqlite:"); ok {
		e, err := sqlite.Open(ctx, path,
			sqlite.Config{Clock: config.Clock, Readers: config.MaxConns, Draft: config.Draft})
		if err != nil {
			return nil, fmt.Errorf("open SQLite database %s: %w", path, err)
		}
		return newDB(e, SQLite, config), nil
	}
	if strings.HasPrefix(config.URL, "postgres://") || strings.HasPrefix(config.URL, "postgresql://") {
		e, err := postgres.Open(ctx, postgres.Config{URL: config.URL, DirectURL: config.DirectURL,
			Conns: config.MaxConns, Deadline: config.Deadline})
		if err != nil {
			return nil, fmt.Errorf("open PostgreSQL database: %w", err)
		}
		return newDB(e, PostgreSQL, config), nil
	}
	return nil, errors.New("the database URL must begin with sqlite: or postgres://")
}

func newDB(e engine.Engine, dialect Dialect, config Config) *DB {
	return &DB{engine: e, dialect: dialect, clock: config.Clock, deadline: config.Deadline, rehearse: config.Rehearse,
		closeOnce: sync.OnceValue(e.Close)}
}

// Close waits for running reads and writes, then closes; SQLite's log is folded into the file. Closing again does
// nothing and returns the same error.
func (d *DB) Close() error { return d.closeOnce() }

// Ping checks that the database answers.
func (d *DB) Ping(ctx context.Context) error { return unavailable(ctx, d.engine.Ping(ctx)) }

// Dialect returns the engine that is open.
func (d *DB) Dialect() Dialect { return d.dialect }

// Stats are counters since Open, for the metrics.
type Stats = engine.Stats

// Stats returns the current counters.
func (d *DB) Stats() Stats {
	stats := d.engine.Stats()
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
func (d *DB) Read(ctx context.Context, fn func(tx *Tx) error) error {
	return d.within(ctx, d.engine.Read, &work{db: d, do: fn, reads: true})
}

// ReadOne is Read for one statement. A single statement sees one snapshot anyway, so there is no transaction around it,
// which saves two round trips on PostgreSQL. A second statement fails. The statement must be short, because SQLite
// finishes it even after the caller has gone.
func (d *DB) ReadOne(ctx context.Context, fn func(tx *Tx) error) error {
	return d.within(ctx, d.engine.ReadOne, &work{db: d, do: fn, limited: true})
}

// within has a transaction done within the deadline, and says in the caller's words when the database is away.
func (d *DB) within(ctx context.Context, run func(context.Context, engine.Work) error, w *work) error {
	ctx, cancel := context.WithTimeoutCause(ctx, d.deadline, errSlow)
	defer cancel()
	w.ctx, w.queue = ctx, queueOf(ctx)
	return tooMuch(unavailable(ctx, run(ctx, w)))
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
		rehearsal := func(tx *Tx) error { return cmp.Or(fn(tx), errRehearsed) }
		err = d.within(ctx, d.engine.Write, &work{db: d, do: rehearsal})
	}
	if err == nil || errors.Is(err, errRehearsed) {
		err = d.within(ctx, d.engine.Write, &work{db: d, do: fn})
	}
	d.writes.note(err)
	switch {
	case err == nil:
		if d.full.Load() != 0 {
			d.full.Store(0)
		}
	case errs.Is(err, errs.KindUnavailable):
		d.failedWrites.Add(1)
		if faultOf(err) == engine.Full {
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

// Copied is what a checked copy of the database holds.
type Copied = engine.Copied

// Backup writes a consistent copy to path while the database is in use, and checks it: one that isn't sound is
// ErrDamaged and doesn't stay. It doesn't overwrite a file. On PostgreSQL it always returns an error, which names
// pg_dump.
func (d *DB) Backup(ctx context.Context, path string) (Copied, error) {
	return d.engine.Backup(ctx, path)
}

// LastBackup is when Backup was last successful, in this process or in another; zero if it never was.
func (d *DB) LastBackup() (time.Time, error) { return d.engine.LastBackup() }

// Damage describes what is broken in the pages of a SQLite file, a few findings at most; none if all is well. The whole
// compares indexes with their tables and follows the foreign keys, too, which takes several times as long. It reads the
// file until ctx ends, and returns ctx's error then. PostgreSQL looks after its pages itself: nothing is found there.
func (d *DB) Damage(ctx context.Context, whole bool) ([]string, error) {
	return d.engine.Damage(ctx, whole)
}

// Stamp is another one after each commit, of whichever process. What is read after taking a stamp is what the stamp
// stands for, or newer. So whoever takes the same stamp later may use what was read: nothing was committed meanwhile.
type Stamp = engine.Stamp

// Stamp returns the database's present stamp; false for PostgreSQL, and while it can't be told.
func (d *DB) Stamp() (Stamp, bool) { return d.engine.Stamp() }

// OwnConnection opens a connection to PostgreSQL outside the pool, for LISTEN, which belongs to a connection and not to
// a transaction. The caller must close it. On SQLite it always returns an error.
func (d *DB) OwnConnection(ctx context.Context) (*pgx.Conn, error) {
	server, ok := d.engine.(*postgres.Engine)
	if !ok {
		return nil, errors.New("only PostgreSQL has connections to listen on")
	}
	return server.OwnConnection(ctx)
}
