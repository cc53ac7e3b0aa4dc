// Package postgres is package db's engine for PostgreSQL, and for Citus: a pool of connections, whose transactions send
// what needs no answer with the next statement that does (runner.go), and a commit that nobody cancels (commit.go).
//
// It runs work again after a deadlock, a serialization failure or a lost connection.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/queue"
)

const (
	// maxAttempts is how often a write is tried that conflicts with others.
	maxAttempts = 5
	// beginPatience is how long a transaction waits for a connection. Nothing has been asked yet, so waiting is safe.
	beginPatience = 5 * time.Second
	// openPatience is how long a node that starts waits for a PostgreSQL that is starting too, or has no connection left.
	openPatience = 30 * time.Second
	// idleMargin is how much longer than the deadline the server waits for a transaction's next statement.
	idleMargin = 5 * time.Second
	// retryPause is the pause before the next attempt to get a connection.
	retryPause = 50 * time.Millisecond
	// deadAfter is how long a server may leave sent bytes unconfirmed until its connection counts as dead.
	deadAfter = 20 * time.Second
)

// The first statements of transactions.
const (
	beginWrite = "BEGIN ISOLATION LEVEL READ COMMITTED"
	beginRead  = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

	// ownSettings sets what nobody has set otherwise for a connection. The planner is told that the disk doesn't turn:
	// by default it takes the next page for four times as quick as any other, and reads whole tables instead of
	// indexes. And no transaction keeps others from a row for much longer than the deadline: neither one whose node has
	// vanished or frozen, so that the server waits for its next statement, nor one that waits for another's row itself.
	ownSettings = `SELECT set_config(s.name, w.wanted, false) FROM pg_settings s JOIN (VALUES ('random_page_cost', '1.1'),
			('lock_timeout', '%d'), ('idle_in_transaction_session_timeout', '%d')) w (name, wanted) ON w.name = s.name
		WHERE s.source = 'default'`
)

// Config says which database to open.
type Config struct {
	URL       string
	DirectURL string        // for migrations and OwnConnection, where URL is a pooler's or a worker's; "" means URL
	Conns     int           // at most; 0 means a default
	Deadline  time.Duration // of the transactions
}

// Engine is a pool of connections to one PostgreSQL database.
type Engine struct {
	pool    *pgxpool.Pool
	direct  *pgx.ConnConfig // to PostgreSQL itself, past a pooler, and to the coordinator, past workers
	keeper  *sql.DB         // on the direct address, for migrations
	writers *queue.Turns    // fewer than connections, so that reads go on when no commit comes back
	commits commits

	retries atomic.Int64
}

// Open waits for a server that is starting.
func Open(ctx context.Context, config Config) (*Engine, error) {
	settings, err := parseAddress(config.URL)
	if err != nil {
		return nil, err
	}
	direct := settings
	if config.DirectURL != "" {
		if direct, err = parseAddress(config.DirectURL); err != nil {
			return nil, fmt.Errorf("the direct address: %w", err)
		}
	}
	count := config.Conns
	if count == 0 {
		// Transactions wait for the disk and the network more than for a processor, so there are many more of them.
		count = max(20, 4*runtime.GOMAXPROCS(0))
	}
	pool, err := openConns(ctx, config, settings, count)
	if err != nil {
		return nil, err
	}
	e := &Engine{pool: pool, direct: direct, keeper: stdlib.OpenDB(*direct),
		writers: queue.NewTurns(max(1, count-max(1, count/4)))}
	e.keeper.SetMaxOpenConns(2)
	e.keeper.SetConnMaxIdleTime(time.Minute)
	if err := e.awaitServer(ctx); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

func parseAddress(address string) (*pgx.ConnConfig, error) {
	settings, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	settings.DialFunc = dialer().DialContext
	if settings.ConnectTimeout == 0 {
		settings.ConnectTimeout = hostPatience(settings)
	}
	return settings, nil
}

// hostPatience is how long one of several servers may take to answer: so short that a machine which has vanished leaves
// time to ask the others while a transaction waits for its connection. A single one has no limit of its own.
func hostPatience(settings *pgx.ConnConfig) time.Duration {
	hosts := map[string]bool{settings.Host: true}
	for _, other := range settings.Fallbacks {
		hosts[other.Host] = true
	}
	if len(hosts) == 1 {
		return 0
	}
	return beginPatience / time.Duration(len(hosts)+1)
}

func openConns(ctx context.Context, config Config, address *pgx.ConnConfig, count int) (*pgxpool.Pool, error) {
	pool, err := pgxpool.ParseConfig(config.URL)
	if err != nil {
		return nil, err
	}
	pool.ConnConfig = address
	pool.MaxConns, pool.MinConns = int32(count), 0
	pool.MaxConnIdleTime = 5 * time.Minute
	setting := fmt.Sprintf(ownSettings, config.Deadline.Milliseconds(), (config.Deadline + idleMargin).Milliseconds())
	pool.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, setting)
		return err
	}
	return pgxpool.NewWithConfig(ctx, pool)
}

// awaitServer waits until the server takes a connection, and says what keeps it waiting. An address where no server
// answers is an error at once.
func (e *Engine) awaitServer(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	for told := false; ; told = true {
		err := e.pool.Ping(waiting)
		if err == nil || !isAway(err) || codeOf(err) == "" || waiting.Err() != nil {
			return err
		}
		if !told {
			slog.Warn("PostgreSQL takes no connection yet; waiting for it", "for", openPatience, "error", err.Error())
		}
		pause(waiting, 5*retryPause)
	}
}

// take takes a connection. It waits when there is none to be had, because the database is away or all are in use.
func (e *Engine) take(ctx context.Context) (*conn, error) {
	waiting, cancel := context.WithTimeoutCause(ctx, beginPatience, errNoConnection)
	defer cancel()
	for {
		taken, err := e.pool.Acquire(waiting)
		if err == nil {
			return &conn{taken}, nil
		}
		if waiting.Err() != nil {
			return nil, fmt.Errorf("%w: %w", context.Cause(waiting), err)
		}
		if !isAway(err) {
			return nil, err
		}
		pause(waiting, retryPause)
	}
}

// Read does the work in a transaction that sees one snapshot.
func (e *Engine) Read(ctx context.Context, w engine.Work) error {
	return e.again(ctx, func() error {
		conn, err := e.take(ctx)
		if err != nil {
			return err
		}
		defer conn.rollback() // of a read that failed
		r := &runner{ctx: ctx, conn: conn, queue: w.Queue(), begin: beginRead}
		if err := w.Run(r); err != nil {
			return err
		}
		return r.end()
	})
}

// ReadOne does the work without a transaction, which saves two round trips.
func (e *Engine) ReadOne(ctx context.Context, w engine.Work) error {
	return e.again(ctx, func() error {
		conn, err := e.take(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		return w.Run(&runner{ctx: ctx, conn: conn, queue: w.Queue()})
	})
}

// Write does the work, several times if others are in its way.
func (e *Engine) Write(ctx context.Context, w engine.Work) error {
	for attempt := 1; ; attempt++ {
		err := e.again(ctx, func() error { return e.attempt(ctx, w) })
		if attempt == maxAttempts || !isConflict(err) {
			return err
		}
		e.retries.Add(1)
		pause(ctx, time.Duration(attempt)*time.Millisecond*time.Duration(1+rand.IntN(10)))
	}
}

// again repeats a transaction that lost its connection before it asked for its commit, because nothing is done then.
// The server may have ended the connection while it was idle, or may be restarting.
func (e *Engine) again(ctx context.Context, transaction func() error) error {
	for until := time.Now().Add(beginPatience); ; {
		err := transaction()
		if !isAway(err) || errors.Is(err, errNoConnection) || errors.Is(err, errUnknown) || ctx.Err() != nil ||
			time.Now().After(until) {
			return err
		}
		e.retries.Add(1)
		pause(ctx, retryPause)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// isConflict reports whether the transaction failed because of another one, so that a retry may succeed.
func isConflict(err error) bool {
	code := codeOf(err)
	return code == serializationFailure || code == deadlock
}

func (e *Engine) attempt(ctx context.Context, w engine.Work) error {
	mine := w.Queue().Name
	if err := e.writers.Take(ctx, mine); err != nil {
		return err
	}
	release := func() { e.writers.GiveBack(mine) }
	conn, err := e.take(ctx)
	if err != nil {
		release()
		return err
	}
	committing, end := false, conn.rollback
	defer func() {
		if !committing {
			end()
			release()
		}
	}()
	r := &runner{ctx: ctx, conn: conn, queue: w.Queue(), begin: beginWrite}
	err = w.Run(r)
	switch {
	case codeOf(err) == readOnly:
		end = conn.discard // a server that was demoted: the next connection leads to the new primary
		return fmt.Errorf("%w: %w", errDemoted, err)
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	committing = true
	return e.commits.commit(ctx, r, w.Effects(), release)
}

// Ping asks the server something.
func (e *Engine) Ping(ctx context.Context) error { return e.pool.Ping(ctx) }

// Keeper goes past poolers, because the lock on migrations belongs to a connection, and past workers, which don't
// migrate.
func (e *Engine) Keeper() *sql.DB { return e.keeper }

// OwnConnection opens a connection outside the pool, past poolers and workers.
func (e *Engine) OwnConnection(ctx context.Context) (*pgx.Conn, error) {
	return pgx.ConnectConfig(ctx, e.direct.Copy())
}

// Damage finds nothing: PostgreSQL looks after its pages itself.
func (e *Engine) Damage(context.Context, bool) ([]string, error) { return nil, nil }

// Backup names the program to use.
func (e *Engine) Backup(context.Context, string) (engine.Copied, error) {
	return engine.Copied{}, errors.New("a PostgreSQL database is backed up with pg_dump")
}

// LastBackup isn't known.
func (e *Engine) LastBackup() (time.Time, error) { return time.Time{}, nil }

// Stamp isn't known.
func (e *Engine) Stamp() (engine.Stamp, bool) { return engine.Stamp{}, false }

// Stats counts the pool's work.
func (e *Engine) Stats() engine.Stats {
	commits := e.commits.done.Load()
	return engine.Stats{QueueLength: int(e.pool.Stat().AcquiredConns()), Batches: commits, BatchedWrites: commits,
		Retries: e.retries.Load()}
}

// Close waits for what is running, but not forever.
func (e *Engine) Close() error {
	e.commits.await(beginPatience)
	closed := make(chan struct{})
	go func() {
		e.pool.Close() // waits for connections that are in use
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(beginPatience):
		slog.Warn("a connection to the database is still in use at the server's end")
	}
	return e.keeper.Close()
}
