package db

import (
	"cmp"
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
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"github.com/pressly/goose/v3/lock"

	"sarai/internal/kit/clock"
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

// pgEngine is a pool of connections to one PostgreSQL database.
type pgEngine struct {
	pool    *pgxpool.Pool
	direct  *pgx.ConnConfig // to PostgreSQL itself, past a pooler, and to the coordinator, past workers
	keeper  *sql.DB         // on the direct address, for migrations
	clock   clock.Clock
	writers *turns // fewer than connections, so that reads go on when no commit comes back
	commits commits

	retries atomic.Int64
}

func openPostgreSQL(ctx context.Context, config Config) (*pgEngine, error) {
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
	count := config.MaxConns
	if count == 0 {
		// Transactions wait for the disk and the network more than for a processor, so there are many more of them.
		count = max(20, 4*runtime.GOMAXPROCS(0))
	}
	pool, err := openConns(ctx, config, settings, count)
	if err != nil {
		return nil, err
	}
	e := &pgEngine{pool: pool, direct: direct, keeper: stdlib.OpenDB(*direct), clock: config.Clock,
		writers: newTurns(max(1, count-max(1, count/4)))}
	e.keeper.SetMaxOpenConns(2)
	e.keeper.SetConnMaxIdleTime(time.Minute)
	if err := e.awaitServer(ctx); err != nil {
		return nil, errors.Join(err, e.close())
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
	deadline := cmp.Or(config.Deadline, defaultDeadline)
	setting := fmt.Sprintf(ownSettings, deadline.Milliseconds(), (deadline + idleMargin).Milliseconds())
	pool.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, setting)
		return err
	}
	return pgxpool.NewWithConfig(ctx, pool)
}

// awaitServer waits until the server takes a connection, and says what keeps it waiting. An address where no server
// answers is an error at once.
func (e *pgEngine) awaitServer(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	for told := false; ; told = true {
		err := e.pool.Ping(waiting)
		if err == nil || !isAway(err) || pgCode(err) == "" || waiting.Err() != nil {
			return err
		}
		if !told {
			slog.Warn("PostgreSQL takes no connection yet; waiting for it", "for", openPatience, "error", err.Error())
		}
		pause(waiting, 5*retryPause)
	}
}

// take takes a connection. It waits when there is none to be had, because the database is away or all are in use.
func (e *pgEngine) take(ctx context.Context) (*pgConn, error) {
	waiting, cancel := context.WithTimeoutCause(ctx, beginPatience, errNoConnection)
	defer cancel()
	for {
		taken, err := e.pool.Acquire(waiting)
		if err == nil {
			return &pgConn{taken}, nil
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

func (e *pgEngine) read(ctx context.Context, fn func(tx *Tx) error) error {
	return e.again(ctx, func() error {
		conn, err := e.take(ctx)
		if err != nil {
			return err
		}
		defer conn.rollback() // of a read that failed
		tx, runner := e.transaction(ctx, conn, beginRead)
		tx.reads = true
		if err := tx.run(fn); err != nil {
			return err
		}
		return runner.end()
	})
}

func (e *pgEngine) readOne(ctx context.Context, fn func(tx *Tx) error) error {
	return e.again(ctx, func() error {
		conn, err := e.take(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		tx, _ := e.transaction(ctx, conn, "")
		tx.limited, tx.left = true, 1
		return tx.run(fn)
	})
}

func (e *pgEngine) write(ctx context.Context, fn func(tx *Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := e.again(ctx, func() error { return e.attempt(ctx, fn) })
		if attempt == maxAttempts || !isConflict(err) {
			return err
		}
		e.retries.Add(1)
		pause(ctx, time.Duration(attempt)*time.Millisecond*time.Duration(1+rand.IntN(10)))
	}
}

// again repeats a transaction that lost its connection before it asked for its commit, because nothing is done then.
// The server may have ended the connection while it was idle, or may be restarting.
func (e *pgEngine) again(ctx context.Context, transaction func() error) error {
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
	code := pgCode(err)
	return code == pgSerializationFailure || code == pgDeadlock
}

func (e *pgEngine) attempt(ctx context.Context, fn func(tx *Tx) error) error {
	if err := e.writers.take(ctx); err != nil {
		return err
	}
	release := func() { e.writers.giveBack(ctx) }
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
	tx, runner := e.transaction(ctx, conn, beginWrite)
	err = tx.run(fn)
	switch {
	case pgCode(err) == pgReadOnly:
		end = conn.discard // a server that was demoted: the next connection leads to the new primary
		return fmt.Errorf("%w: %w", errDemoted, err)
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	committing = true
	return e.commits.commit(ctx, runner, tx.afterCommit, release)
}

func (e *pgEngine) transaction(ctx context.Context, conn *pgConn, begin string) (*Tx, *pgRunner) {
	queue := queueOf(ctx)
	runner := &pgRunner{ctx: ctx, conn: conn, queue: queue, begin: begin}
	return &Tx{Now: now(e.clock), ctx: ctx, queue: queue, dialect: PostgreSQL, runner: runner}, runner
}

func (e *pgEngine) ping(ctx context.Context) error { return e.pool.Ping(ctx) }

// migrates goes past poolers, because its lock belongs to a connection, and past workers, which don't migrate.
func (e *pgEngine) migrates() (*sql.DB, database.Dialect, []goose.ProviderOption, error) {
	oneNode, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	return e.keeper, goose.DialectPostgres, []goose.ProviderOption{goose.WithSessionLocker(oneNode)}, err
}

func (e *pgEngine) backup(context.Context, string) (Copied, error) {
	return Copied{}, errors.New("a PostgreSQL database is backed up with pg_dump")
}

func (e *pgEngine) lastBackup() (time.Time, error) { return time.Time{}, nil }

func (e *pgEngine) stamp() (Stamp, bool) { return Stamp{}, false }

func (e *pgEngine) stats() Stats {
	commits := e.commits.done.Load()
	return Stats{QueueLength: int(e.pool.Stat().AcquiredConns()), Batches: commits, BatchedWrites: commits,
		Retries: e.retries.Load()}
}

func (e *pgEngine) close() error {
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
