// Package sqlite is package db's engine for a file of SQLite: many readers, and one writer whose waiting writes share a
// commit (group.go). The write-ahead log is folded into the file in the background (checkpoint.go). What a server would
// look after is here too: backups, looking through the pages and the log, and the claim on the file.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/sqlite/driver"
)

// patience is how long a connection waits for another's lock: within this process, a migration's or a backup's.
const patience = "busy_timeout(10000)"

// Config says how a file is used.
type Config struct {
	Clock   clock.Clock // for the times of backups
	Readers int         // at once; 0 means a default
	// Draft is for a file that is worthless until Close has returned: commits don't wait for the disk, Close does.
	Draft bool
}

// Engine is one file with a pool of readers, one writer, and connections for housekeeping.
type Engine struct {
	path    string
	clock   clock.Clock
	keeper  *sql.DB // migrations, backups
	group   *group
	readers *readers
	log     *checkpointer
	stamps  stamps
}

// Open opens the file at path. One that doesn't exist is created, readable by its owner only.
func Open(ctx context.Context, path string, config Config) (*Engine, error) {
	if err := createPrivately(path); err != nil {
		return nil, err
	}
	// This connection switches to WAL, which the file remembers for the others.
	keeper := openPool(path, 2, patience, "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)")
	if err := keeper.PingContext(ctx); err != nil {
		return nil, errors.Join(err, keeper.Close())
	}
	// The writer's own checkpoint is only a brake for when the background one falls behind.
	synchronous := "synchronous(FULL)"
	if config.Draft {
		synchronous = "synchronous(OFF)" // the keeper syncs both when it finally folds the log into the file
	}
	writer, err := driver.Open(path, patience, synchronous, "foreign_keys(ON)", "cache_size(-32768)",
		"temp_store(MEMORY)", "wal_autocheckpoint(16384)", "journal_size_limit(67108864)")
	if err != nil {
		return nil, errors.Join(err, keeper.Close())
	}
	count := config.Readers
	if count == 0 {
		count = max(4, 2*runtime.GOMAXPROCS(0))
	}
	e := &Engine{path: path, clock: config.Clock, keeper: keeper, readers: newReaders(path, count)}
	index, err := writer.Stamps()
	if err == nil {
		err = writer.GatherLog()
	}
	if err != nil {
		return nil, errors.Join(err, writer.Close(), keeper.Close())
	}
	e.stamps.of = &index
	e.log = newCheckpointer(path)
	e.group = newGroup(&runner{Conn: writer}, e.log.committed)
	go e.log.run(e.group)
	return e, nil
}

// createPrivately creates the file and its folder unless they exist, readable by the owner only, since they hold
// guests' data. SQLite gives its log files the same mode.
func createPrivately(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// openPool returns a pool whose connections begin with the pragmas. The busy timeout comes first, since the others may
// already meet a lock. Nothing is opened yet.
func openPool(path string, count int, pragmas ...string) *sql.DB {
	parameters := url.Values{"_pragma": pragmas, "_txlock": {"immediate"}}
	pool, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+parameters.Encode())
	if err != nil {
		panic(err) // fails only for an unknown driver
	}
	pool.SetMaxOpenConns(count)
	pool.SetMaxIdleConns(count)
	return pool
}

// Write does the work in turn with that of others, and shares a commit with what waits beside it.
func (e *Engine) Write(ctx context.Context, w engine.Work) error { return e.group.write(ctx, w) }

// Read does the work in a transaction of its own.
func (e *Engine) Read(ctx context.Context, w engine.Work) error {
	return e.reading(ctx, func(r *runner) error { return r.do(w) })
}

// reading lends fn a connection in a transaction.
func (e *Engine) reading(ctx context.Context, fn func(r *runner) error) error {
	r, err := e.readers.take(ctx)
	if err != nil {
		return err
	}
	broken := true
	defer func() { e.readers.giveBack(r, broken) }()
	if _, err := r.Exec("BEGIN"); err != nil {
		return err
	}
	defer func() {
		r.Within(context.Background())
		_, err := r.Exec("COMMIT")
		broken = err != nil
	}()
	r.Within(ctx)
	return fn(r)
}

// ReadOne does the work without a transaction.
func (e *Engine) ReadOne(ctx context.Context, w engine.Work) error {
	r, err := e.readers.take(ctx)
	if err != nil {
		return err
	}
	broken := true
	defer func() { e.readers.giveBack(r, broken) }()
	r.Within(ctx)
	err = r.do(w)
	broken = false
	return err
}

// Ping asks the file something.
func (e *Engine) Ping(ctx context.Context) error {
	return e.reading(ctx, func(r *runner) error {
		_, err := all(r.Conn, value[int64], "SELECT 1")
		return err
	})
}

// Probe sets a number to what it is, which SQLite writes nevertheless.
func (e *Engine) Probe(ctx context.Context) error {
	conn := e.group.conn.Conn
	return e.group.alone(ctx, func() error {
		version, err := all(conn, value[int64], "PRAGMA user_version")
		if err == nil {
			_, err = conn.Exec(fmt.Sprintf("PRAGMA user_version = %d", version[0]))
		}
		return err
	})
}

// Keeper has two connections that write as the writer does.
func (e *Engine) Keeper() *sql.DB { return e.keeper }

// Distribute does nothing: a file is in one place.
func (e *Engine) Distribute(context.Context, bool) error { return nil }

// Stamp is the file's present stamp; false while it can't be told.
func (e *Engine) Stamp() (engine.Stamp, bool) { return e.stamps.now() }

// Stats counts the writer's work.
func (e *Engine) Stats() engine.Stats {
	return engine.Stats{QueueLength: e.group.queueLength(), Batches: e.group.batches.Load(),
		BatchedWrites: e.group.writes.Load()}
}

// Close folds the log into the file.
func (e *Engine) Close() error {
	e.group.close()
	log := e.log.stop()
	readers := e.readers.close()
	e.stamps.close()
	writer := e.group.conn.Close()
	_, folded := e.keeper.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return errors.Join(log, readers, writer, folded, e.keeper.Close())
}
