package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"

	"sarai/internal/kit/db/engine"
)

// Scanner is a row whose columns can be scanned.
type Scanner = engine.Scanner

// Cursor reads the rows that a statement finds one by one: Scan reads the row that Next has gone to. When Next returns
// false, the cursor is closed, and Err tells whether that was the last row.
type Cursor = engine.Cursor

// Tx is a running transaction. It is valid only inside the function that got it, and for one goroutine.
type Tx struct {
	Now time.Time // the same for the whole transaction, UTC, whole milliseconds

	work        *work
	runner      engine.Runner
	open        []Cursor
	atEnd       []lastAct
	asked       map[any]any      // what Once has asked, by key
	locks       map[taken]string // with the places where they were taken; only while their order is checked
	afterCommit []func()
	failure     error
	ended       bool
	one         bool // a statement has run
}

// work is what is done in a transaction, and in a new one each time that the engine tries again.
type work struct {
	db      *DB
	ctx     context.Context // the caller's
	queue   *engine.Queue
	do      func(tx *Tx) error
	reads   bool // it takes no locks, so what waits may go with its end
	limited bool // to one statement
	tx      *Tx  // the last one
}

// Queue is the caller's.
func (w *work) Queue() *engine.Queue { return w.queue }

// Run does the work in a new transaction.
func (w *work) Run(runner engine.Runner) error {
	w.tx = &Tx{Now: w.db.clock.Now().UTC().Truncate(time.Millisecond), work: w, runner: runner}
	return w.tx.run(w.do)
}

// Effects are what AfterCommit was given.
func (w *work) Effects() []func() { return w.tx.afterCommit }

// Context returns the caller's context.
func (tx *Tx) Context() context.Context { return tx.work.ctx }

// Dialect returns the engine that is open.
func (tx *Tx) Dialect() Dialect { return tx.work.db.dialect }

// LockShared returns the end of a SELECT that locks its rows until the transaction ends: others may lock them shared
// too, but not delete them or lock them exclusively. On SQLite it is empty, since writes run one by one.
func (tx *Tx) LockShared(alias string) string {
	if tx.Dialect() == PostgreSQL {
		return " FOR KEY SHARE OF " + alias
	}
	return ""
}

// LockExclusive returns the end of a SELECT that waits until nobody else locks its rows, and then locks them.
func (tx *Tx) LockExclusive() string {
	if tx.Dialect() == PostgreSQL {
		return " FOR UPDATE"
	}
	return ""
}

// AfterCommit runs fn once after the commit, in commit order, and never after a rollback. It is the only place for
// effects outside the database. fn must neither block nor use the database: the next writes wait for it.
func (tx *Tx) AfterCommit(fn func()) { tx.afterCommit = append(tx.afterCommit, fn) }

// Exec runs a statement and returns the number of rows it changed.
func (tx *Tx) Exec(query string, args ...any) (int64, error) {
	if err := tx.usable(); err != nil {
		return 0, err
	}
	watched(tx, query, args)
	changed, err := tx.runner.Exec(query, args...)
	if err != nil {
		return 0, tx.fail(query, err)
	}
	tx.work.queue.Rows.Add(changed)
	return changed, nil
}

// Do runs a statement whose answer nobody needs. On PostgreSQL it goes to the server with the next statement that needs
// one, at the latest before the commit, and that one returns its error.
func (tx *Tx) Do(query string, args ...any) error { return tx.DoOr(nil, query, args...) }

// DoOr is Do for a statement that may be refused: refused turns its error, which IsUnique and IsForeignKey can be asked
// about, into what the caller is told. It must return every other error as it is.
func (tx *Tx) DoOr(refused func(error) error, query string, args ...any) error {
	if err := tx.usable(); err != nil {
		return err
	}
	watched(tx, query, args)
	if err := tx.runner.Do(refused, query, args); err != nil {
		return tx.fail(query, err)
	}
	return nil
}

// Query runs a statement that returns rows. Rows that are left open are closed with the transaction. On PostgreSQL they
// must be closed before the next statement, so prefer All.
func (tx *Tx) Query(query string, args ...any) (Cursor, error) {
	rows, err := tx.query(query, args)
	if err == nil {
		tx.open = append(tx.open, rows)
	}
	return rows, err
}

func (tx *Tx) query(query string, args []any) (Cursor, error) {
	if err := tx.usable(); err != nil {
		return nil, err
	}
	watched(tx, query, args)
	rows, err := tx.runner.Query(query, args...)
	if err != nil {
		return nil, tx.fail(query, err)
	}
	return rows, nil
}

// QueryRow runs a statement that returns at most one row; Scan reports its error.
func (tx *Tx) QueryRow(query string, args ...any) *Row {
	rows, err := tx.Query(query, args...)
	return &Row{tx: tx, query: query, rows: rows, err: err}
}

// Row is the result of QueryRow.
type Row struct {
	tx    *Tx
	query string
	rows  Cursor
	err   error
}

// Scan scans the row's columns. It returns ErrNoRows if there is no row.
func (r *Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return r.tx.fail(r.query, err)
		}
		return ErrNoRows
	}
	r.tx.work.queue.Rows.Add(1)
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	return r.rows.Close()
}

// Value scans a row of one column.
func Value[T any](row Scanner) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}

// Erase deletes all rows of an organization from tables, one after the other: who refers to another table comes first.
func Erase(tx *Tx, org string, tables ...string) error {
	for _, table := range tables {
		if err := tx.Do(`DELETE FROM `+table+` WHERE org_id = $1`, org); err != nil {
			return err
		}
	}
	return nil
}

// One reads a single row with scan. It returns ErrNoRows if there is none.
func One[T any](tx *Tx, scan func(Scanner) (T, error), query string, args ...any) (T, error) {
	return scan(tx.QueryRow(query, args...))
}

// All reads every row with scan. Without rows the slice is empty, never nil.
func All[T any](tx *Tx, scan func(Scanner) (T, error), query string, args ...any) ([]T, error) {
	list := []T{}
	rows, err := tx.query(query, args)
	if err != nil {
		return list, err
	}
	defer rows.Close()
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return list, err
		}
		list = append(list, item)
	}
	tx.work.queue.Rows.Add(int64(len(list)))
	if err := rows.Err(); err != nil {
		return list, tx.fail(query, err)
	}
	return list, nil
}

// amongAtOnce bounds how many ids one statement names: SQLite is slow with more parameters.
const amongAtOnce = 200

// AllAmong reads every row for some of the ids, so many at once as a statement may name. query makes the statement from
// the list in brackets that comes after IN; args are its arguments before the ids.
func AllAmong[T any](tx *Tx, scan func(Scanner) (T, error), ids []string, query func(among string) string,
	args ...any) (all []T, err error) {
	for some := range slices.Chunk(ids, amongAtOnce) {
		named := slices.Clone(args)
		for _, id := range some {
			named = append(named, id)
		}
		list, err := All(tx, scan, query("("+Placeholders(len(args)+1, len(some))+")"), named...)
		if err != nil {
			return all, err
		}
		all = append(all, list...)
	}
	return all, nil
}

var errSecondStatement = errors.New("ReadOne runs one statement")

func (tx *Tx) usable() error {
	if tx.ended {
		return sql.ErrTxDone
	}
	if tx.work.limited {
		if tx.one {
			return errSecondStatement
		}
		tx.one = true
	}
	return tx.failure
}

// fail records the first failed statement. PostgreSQL refuses statements after it; SQLite may have rolled everything
// back by itself and would commit each further statement on its own.
func (tx *Tx) fail(query string, err error) error {
	err = engine.InQuery(query, err)
	if tx.failure == nil {
		tx.failure = err
	}
	return err
}

// flush sends what waits.
func (tx *Tx) flush() error {
	if tx.failure == nil {
		tx.failure = tx.runner.Flush()
	}
	return tx.failure
}

// run calls fn, does the last acts and invalidates tx, whether fn returns, panics or exits. It returns fn's error, or
// that of a statement whose error fn dropped. What a read has asked last, and what the last acts have done in the end,
// may be left to go with the transaction's end.
func (tx *Tx) run(fn func(tx *Tx) error) (err error) {
	defer func() {
		tx.closeRows()
		tx.ended = true
		if err == nil {
			err = tx.failure
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	tx.closeRows()
	return tx.act()
}

func (tx *Tx) closeRows() {
	for _, rows := range tx.open {
		if broken := errors.Join(rows.Close(), rows.Err()); broken != nil && tx.failure == nil {
			tx.failure = broken
		}
	}
	tx.open = nil
}

// Placeholders returns n placeholders numbered from from on: Placeholders(3, 2) is "$3,$4".
func Placeholders(from, n int) string {
	return string(appendPlaceholders(make([]byte, 0, 5*n), from, n))
}

// Rows returns the VALUES list of a multi-row insert: Rows(2, 2) is "($1,$2),($3,$4)".
func Rows(columns, rows int) string {
	text := make([]byte, 0, rows*(5*columns+3))
	for row := range rows {
		if row > 0 {
			text = append(text, ',')
		}
		text = append(text, '(')
		text = appendPlaceholders(text, row*columns+1, columns)
		text = append(text, ')')
	}
	return string(text)
}

func appendPlaceholders(text []byte, from, n int) []byte {
	for i := range n {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, '$')
		text = strconv.AppendInt(text, int64(from+i), 10)
	}
	return text
}
