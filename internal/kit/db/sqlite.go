package db

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db/sqlite"
)

// patience is how long a connection waits for another's lock: within this process, a migration's or a backup's.
const patience = "busy_timeout(10000)"

// sqliteEngine is one file with a pool of readers, one writer, and connections for housekeeping.
type sqliteEngine struct {
	path    string
	clock   clock.Clock
	keeper  *sql.DB // migrations, backups
	group   *group
	readers *readers
	log     *checkpointer
	stamps  stamps
}

func openSQLite(ctx context.Context, path string, config Config) (*sqliteEngine, error) {
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
	writer, err := sqlite.Open(path, patience, synchronous, "foreign_keys(ON)", "cache_size(-32768)",
		"temp_store(MEMORY)", "wal_autocheckpoint(16384)", "journal_size_limit(67108864)")
	if err != nil {
		return nil, errors.Join(err, keeper.Close())
	}
	count := config.MaxConns
	if count == 0 {
		count = max(4, 2*runtime.GOMAXPROCS(0))
	}
	e := &sqliteEngine{path: path, clock: config.Clock, keeper: keeper, readers: newReaders(path, count)}
	index, err := writer.Stamps()
	if err == nil {
		err = writer.GatherLog()
	}
	if err != nil {
		return nil, errors.Join(err, writer.Close(), keeper.Close())
	}
	e.stamps.of = &index
	e.log = newCheckpointer(path)
	e.group = newGroup(writer, config.Clock, e.log.committed)
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

func (e *sqliteEngine) write(ctx context.Context, fn func(tx *Tx) error) error {
	return e.group.write(ctx, fn)
}

func (e *sqliteEngine) read(ctx context.Context, fn func(tx *Tx) error) error {
	conn, err := e.readers.take(ctx)
	if err != nil {
		return err
	}
	broken := true
	defer func() { e.readers.giveBack(conn, broken) }()
	if _, err := conn.Exec("BEGIN"); err != nil {
		return err
	}
	defer func() {
		conn.Within(context.Background())
		_, err := conn.Exec("COMMIT")
		broken = err != nil
	}()
	conn.Within(ctx)
	queue := queueOf(ctx)
	tx := &Tx{Now: now(e.clock), ctx: ctx, queue: queue, runner: liteRunner{conn, queue}, dialect: SQLite}
	return tx.run(fn)
}

func (e *sqliteEngine) readOne(ctx context.Context, fn func(tx *Tx) error) error {
	conn, err := e.readers.take(ctx)
	if err != nil {
		return err
	}
	broken := true
	defer func() { e.readers.giveBack(conn, broken) }()
	conn.Within(ctx)
	queue := queueOf(ctx)
	tx := &Tx{Now: now(e.clock), ctx: ctx, queue: queue, runner: liteRunner{conn, queue}, dialect: SQLite, limited: true,
		left: 1}
	err = tx.run(fn)
	broken = false
	return err
}

func (e *sqliteEngine) ping(ctx context.Context) error {
	return e.read(ctx, func(tx *Tx) error {
		var one int
		return tx.QueryRow("SELECT 1").Scan(&one)
	})
}

func (e *sqliteEngine) migrates() (*sql.DB, database.Dialect, []goose.ProviderOption, error) {
	return e.keeper, goose.DialectSQLite3, nil, nil
}

func (e *sqliteEngine) distribute(context.Context, bool) error { return nil }

func (e *sqliteEngine) stamp() (Stamp, bool) { return e.stamps.now() }

func (e *sqliteEngine) stats() Stats {
	return Stats{QueueLength: e.group.queueLength(), Batches: e.group.batches.Load(), BatchedWrites: e.group.writes.Load()}
}

func (e *sqliteEngine) close() error {
	e.group.close()
	log := e.log.stop()
	readers := e.readers.close()
	e.stamps.close()
	writer := e.group.conn.Close()
	_, folded := e.keeper.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return errors.Join(log, readers, writer, folded, e.keeper.Close())
}

// liteRunner is a connection of SQLite as a transaction uses it. Nothing waits, since nothing is far away.
type liteRunner struct {
	*sqlite.Conn
	queue *queue
}

func (r liteRunner) Do(refused func(error) error, query string, args []any) error {
	changed, err := r.Exec(query, args...)
	r.queue.rows.Add(changed)
	if err != nil && refused != nil {
		return refused(err)
	}
	return err
}

func (r liteRunner) Ask(answer func(Cursor), query string, args []any) error {
	rows, err := r.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	answer(rows)
	return rows.Err()
}

func (r liteRunner) Count(changed func(int64), query string, args []any) error {
	rows, err := r.Exec(query, args...)
	if err == nil {
		changed(rows)
	}
	return err
}

func (liteRunner) Flush() error { return nil }

func (r liteRunner) Query(query string, args ...any) (Cursor, error) {
	rows, err := r.Conn.Query(query, args...)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// readers lends connections, the last used one first, since its cache is warm.
type readers struct {
	path  string
	slots chan struct{} // one for each connection that may be lent
	mu    sync.Mutex
	idle  []*sqlite.Conn
	done  chan struct{} // closed by close
}

func newReaders(path string, count int) *readers {
	return &readers{path: path, slots: make(chan struct{}, count), done: make(chan struct{})}
}

func (r *readers) take(ctx context.Context) (*sqlite.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case <-r.done:
		return nil, ErrClosed
	default:
	}
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-r.done:
		return nil, ErrClosed
	}
	r.mu.Lock()
	if last := len(r.idle) - 1; last >= 0 {
		conn := r.idle[last]
		r.idle = r.idle[:last]
		r.mu.Unlock()
		return conn, nil
	}
	r.mu.Unlock()
	conn, err := sqlite.Open(r.path, patience, "query_only(ON)", "cache_size(-8192)", "temp_store(MEMORY)")
	if err != nil {
		<-r.slots
	}
	return conn, err
}

func (r *readers) giveBack(conn *sqlite.Conn, broken bool) {
	if broken {
		_ = conn.Close() // the next reader opens a new one
	} else {
		conn.Within(context.Background())
		conn.Trim()
		r.mu.Lock()
		r.idle = append(r.idle, conn)
		r.mu.Unlock()
	}
	<-r.slots
}

// close refuses new readers and waits for the connections that are lent.
func (r *readers) close() error {
	close(r.done)
	for range cap(r.slots) {
		r.slots <- struct{}{}
	}
	var failures []error
	for _, conn := range r.idle {
		failures = append(failures, conn.Close())
	}
	return errors.Join(failures...)
}
