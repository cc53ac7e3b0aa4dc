package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"sarai/internal/kit/clock"
)

// maxAttempts is how often a write is tried that conflicts with others.
const maxAttempts = 5

// pgEngine is a pool of connections to one PostgreSQL database.
type pgEngine struct {
	pool     *sql.DB
	settings *pgx.ConnConfig
	clock    clock.Clock
	order    commitOrder

	commits, retries atomic.Int64
}

func openPostgreSQL(ctx context.Context, config Config) (*pgEngine, error) {
	settings, err := pgx.ParseConfig(config.URL)
	if err != nil {
		return nil, err
	}
	count := config.MaxConns
	if count == 0 {
		// Transactions wait for the disk and the network more than for a processor, so there are many more of them.
		count = max(20, 4*runtime.GOMAXPROCS(0))
	}
	pool := stdlib.OpenDB(*settings)
	pool.SetMaxOpenConns(count)
	pool.SetMaxIdleConns(count)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return &pgEngine{pool: pool, settings: settings, clock: config.Clock}, nil
}

func (e *pgEngine) read(ctx context.Context, fn func(tx *Tx) error) error {
	running, err := e.pool.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return err
	}
	defer running.Rollback() // a read has nothing to keep
	return e.transaction(ctx, running).run(fn)
}

func (e *pgEngine) readOne(ctx context.Context, fn func(tx *Tx) error) error {
	tx := &Tx{Now: now(e.clock), ctx: ctx, statements: ctx, runner: e.pool, dialect: PostgreSQL, limited: true, left: 1}
	return tx.run(fn)
}

func (e *pgEngine) write(ctx context.Context, fn func(tx *Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := e.attempt(ctx, fn)
		if attempt == maxAttempts || !isConflict(err) {
			return err
		}
		e.retries.Add(1)
		select {
		case <-time.After(time.Duration(attempt) * time.Millisecond * time.Duration(1+rand.IntN(10))):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// isConflict reports whether the transaction failed because of another one, so that a retry may succeed.
func isConflict(err error) bool {
	code := pgCode(err)
	return code == pgSerializationFailure || code == pgDeadlock
}

func (e *pgEngine) attempt(ctx context.Context, fn func(tx *Tx) error) error {
	running, err := e.pool.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return err
	}
	defer running.Rollback() // does nothing after the commit
	tx := e.transaction(ctx, running)
	if err := tx.run(fn); err != nil {
		return err
	}
	if len(tx.afterCommit) == 0 {
		err = running.Commit()
	} else {
		err = e.order.commit(running, tx.afterCommit)
	}
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	e.commits.Add(1)
	return nil
}

func (e *pgEngine) transaction(ctx context.Context, running *sql.Tx) *Tx {
	return &Tx{Now: now(e.clock), ctx: ctx, statements: ctx, runner: running, dialect: PostgreSQL}
}

func (e *pgEngine) ping(ctx context.Context) error { return e.pool.PingContext(ctx) }

func (e *pgEngine) migrator(files fs.FS, steps goose.ProviderOption) (*goose.Provider, error) {
	oneNode, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, e.pool, files, goose.WithSessionLocker(oneNode), steps)
}

func (e *pgEngine) backup(context.Context, string) error {
	return errors.New("a PostgreSQL database is backed up with pg_dump")
}

func (e *pgEngine) lastBackup() (time.Time, error) { return time.Time{}, nil }

func (e *pgEngine) stats() Stats {
	commits := e.commits.Load()
	return Stats{QueueLength: e.pool.Stats().InUse, Batches: commits, BatchedWrites: commits, Retries: e.retries.Load()}
}

func (e *pgEngine) close() error { return e.pool.Close() }

// commitOrder runs AfterCommit functions in the order in which the commits were sent. A transaction that waited for
// another's row sends its commit only after the other's took effect, so dependent effects come later.
type commitOrder struct {
	mu   sync.Mutex
	last chan struct{} // closed when the latest one is done
}

func (o *commitOrder) commit(running *sql.Tx, afterCommit []func()) error {
	through := make(chan struct{})
	defer close(through)
	o.mu.Lock()
	before := o.last
	o.last = through
	o.mu.Unlock()

	err := running.Commit()
	if before != nil {
		<-before
	}
	if err != nil {
		return err
	}
	for _, fn := range afterCommit {
		fn()
	}
	return nil
}
