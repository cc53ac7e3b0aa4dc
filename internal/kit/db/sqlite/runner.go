package sqlite

import (
	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/db/sqlite/driver"
)

// runner is a connection of SQLite as work uses it. Nothing waits, since nothing is far away.
type runner struct {
	*driver.Conn
	queue *engine.Queue // of the work that is being done
}

// do does the work in the transaction that has begun.
func (r *runner) do(w engine.Work) error {
	r.queue = w.Queue()
	return w.Run(r)
}

// Do runs the statement at once.
func (r *runner) Do(refused func(error) error, query string, args []any) error {
	changed, err := r.Exec(query, args...)
	r.queue.Rows.Add(changed)
	if err != nil && refused != nil {
		return refused(err)
	}
	return err
}

// Ask asks at once.
func (r *runner) Ask(answer func(engine.Cursor), query string, args []any) error {
	rows, err := r.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	answer(rows)
	return rows.Err()
}

// Count runs the statement at once.
func (r *runner) Count(changed func(int64), query string, args []any) error {
	rows, err := r.Exec(query, args...)
	if err == nil {
		changed(rows)
	}
	return err
}

// Flush has nothing to send.
func (*runner) Flush() error { return nil }

// Query returns the rows one by one.
func (r *runner) Query(query string, args ...any) (engine.Cursor, error) {
	rows, err := r.Conn.Query(query, args...)
	if err != nil {
		return nil, err
	}
	return rows, nil
}
