package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"sarai/internal/kit/db/engine"
)

// mostWaiting is how many statements wait at most: as many fit into one message without much memory.
const mostWaiting = 100

// runner runs the statements of one transaction on a connection of PostgreSQL. What needs no answer waits, and goes
// to the server in one message with the next statement that does: BEGIN, and what Do was given.
type runner struct {
	ctx     context.Context
	conn    *conn
	queue   *engine.Queue
	begin   string // the first statement, until it is sent; "" runs without a transaction
	waiting []waiting
}

// waiting is a statement that Do or Ask was given.
type waiting struct {
	query   string
	args    []any
	refused func(error) error   // nil, or what its error means
	answer  func(engine.Cursor) // nil, or who reads its rows
	changed func(int64)         // nil, or who is told how many rows it changed
}

// Do waits.
func (r *runner) Do(refused func(error) error, query string, args []any) error {
	return r.wait(waiting{query: query, args: args, refused: refused})
}

// Ask waits, unless there is no transaction.
func (r *runner) Ask(answer func(engine.Cursor), query string, args []any) error {
	if r.begin == "" && !r.conn.began() { // the one statement of ReadOne, which a message of several would only slow down
		rows, err := r.Query(query, args...)
		if err != nil {
			return err
		}
		answer(rows)
		return rows.Close()
	}
	return r.wait(waiting{query: query, args: args, answer: answer})
}

// Count waits.
func (r *runner) Count(changed func(int64), query string, args []any) error {
	return r.wait(waiting{query: query, args: args, changed: changed})
}

func (r *runner) wait(w waiting) (err error) {
	if w.args, err = asTheyAre(w.args); err != nil {
		return err
	}
	r.waiting = append(r.waiting, w)
	if len(r.waiting) < mostWaiting {
		return nil
	}
	return r.Flush()
}

// asTheyAre copies the arguments, since what they point to may change while the statement waits.
func asTheyAre(args []any) ([]any, error) {
	values := make([]any, len(args))
	for i, arg := range args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return nil, fmt.Errorf("argument $%d: %w", i+1, err)
		}
		values[i] = value
	}
	return values, nil
}

// Flush sends what waits, and returns the first error of it.
func (r *runner) Flush() error {
	if len(r.waiting) == 0 {
		return nil
	}
	results, err := r.send()
	if err != nil {
		return err
	}
	return results.Close()
}

// Exec sends what waits, and the statement.
func (r *runner) Exec(query string, args ...any) (int64, error) {
	if r.begin == "" && len(r.waiting) == 0 {
		tag, err := r.conn.Exec(r.ctx, query, args...)
		return tag.RowsAffected(), err
	}
	results, err := r.send(waiting{query: query, args: args})
	if err != nil {
		return 0, err
	}
	tag, err := results.Exec()
	return tag.RowsAffected(), errors.Join(err, results.Close())
}

// Query does as Exec does.
func (r *runner) Query(query string, args ...any) (engine.Cursor, error) {
	if r.begin == "" && len(r.waiting) == 0 {
		rows, err := r.conn.Query(r.ctx, query, args...)
		if err != nil {
			return nil, err
		}
		return &cursor{Rows: rows}, nil
	}
	results, err := r.send(waiting{query: query, args: args})
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, errors.Join(err, results.Close())
	}
	return &cursor{Rows: rows, results: results}, nil
}

// commit sends what waits and the COMMIT, and waits for as long as the server takes. Nobody may cancel it: PostgreSQL
// answers a cancelled wait for its standby as a success, and a promotion of that standby would lose what was
// acknowledged. When a statement that waited is refused, nothing is committed.
func (r *runner) commit() error {
	r.ctx = context.Background()
	return r.end()
}

// end sends what waits and the COMMIT, if there is anything to end.
func (r *runner) end() error {
	if !r.conn.began() && len(r.waiting) == 0 {
		return nil
	}
	results, err := r.send(waiting{query: "COMMIT"})
	if err != nil {
		return err
	}
	tag, err := results.Exec()
	if err = errors.Join(err, results.Close()); err == nil && tag.String() == "ROLLBACK" {
		return pgx.ErrTxCommitRollback
	}
	return err
}

// send sends what waits, and behind it the next statement, if there is one, whose results are left to read. The error
// is the first one of what has waited.
func (r *runner) send(next ...waiting) (pgx.BatchResults, error) {
	sent := r.waiting
	if r.begin != "" {
		sent = append([]waiting{{query: r.begin}}, sent...)
	}
	batch := &pgx.Batch{}
	for _, w := range slices.Concat(sent, next) {
		batch.Queue(w.query, w.args...)
	}
	r.begin, r.waiting = "", nil
	results := r.conn.SendBatch(r.ctx, batch)
	for _, w := range sent {
		if err := r.receive(results, w); err != nil {
			return nil, errors.Join(earlier{err}, results.Close())
		}
	}
	return results, nil
}

func (r *runner) receive(results pgx.BatchResults, w waiting) error {
	if w.answer == nil {
		tag, err := results.Exec()
		if w.changed == nil {
			r.queue.Rows.Add(tag.RowsAffected())
		} else if err == nil {
			w.changed(tag.RowsAffected())
		}
		return w.explain(err)
	}
	rows, err := results.Query()
	if err != nil {
		return w.explain(err)
	}
	w.answer(&cursor{Rows: rows})
	rows.Close()
	return w.explain(rows.Err())
}

func (w waiting) explain(err error) error {
	if err != nil && w.refused != nil {
		err = w.refused(err)
	}
	if err == nil {
		return nil
	}
	return engine.InQuery(w.query, err)
}

// earlier is the error of a statement that has waited. It isn't that of the statement which was sent with it, so
// Fault doesn't call it Unique or ForeignKey.
type earlier struct{ error }

// Unwrap returns the error.
func (e earlier) Unwrap() error { return e.error }

// cursor reads the rows of a statement, which may be the last one of a message.
type cursor struct {
	pgx.Rows
	results pgx.BatchResults // nil if the statement was sent alone
}

func (c *cursor) Next() bool {
	if c.Rows.Next() {
		return true
	}
	_ = c.Close() // Err tells
	return false
}

func (c *cursor) Columns() ([]string, error) {
	fields := c.FieldDescriptions()
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.Name
	}
	return names, nil
}

func (c *cursor) Close() error {
	c.Rows.Close()
	if c.results != nil {
		_ = c.results.Close() // what is left of the message has no statement of its own
		c.results = nil
	}
	return c.Err()
}
