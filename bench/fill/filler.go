package fill

import (
	"context"
	"database/sql"
	"errors"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"sarai/internal/kit/db"
)

// filler writes on one connection, and remembers the first failure.
type filler struct {
	ctx  context.Context
	conn *sql.Conn
	err  error
}

// write opens the database to fill it. Nothing is durable on SQLite meanwhile: after a crash, start again.
func (in *Installation) write(ctx context.Context, fill func(f *filler)) error {
	driver, source := "pgx", in.DatabaseURL
	if source == "" {
		driver, source = "sqlite", "file:"+in.Path()+"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)"+
			"&_pragma=cache_size(-1500000)&_pragma=temp_store(MEMORY)"
	}
	pool, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return errors.Join(err, pool.Close())
	}
	f := &filler{ctx: ctx, conn: conn}
	fill(f)
	return errors.Join(f.err, conn.Close(), pool.Close())
}

func (f *filler) exec(query string, args ...any) {
	if f.err == nil {
		_, f.err = f.conn.ExecContext(f.ctx, query, args...)
	}
}

// insert writes many rows with few statements.
func (f *filler) insert(into string, rows [][]any) {
	const chunk = 200
	for len(rows) > 0 {
		n := min(chunk, len(rows))
		var args []any
		for _, row := range rows[:n] {
			args = append(args, row...)
		}
		f.exec("INSERT INTO "+into+" VALUES "+db.Rows(len(rows[0]), n), args...)
		rows = rows[n:]
	}
}
