package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// OwnConnection opens a connection to PostgreSQL outside the pool, for LISTEN, which belongs to a connection and not to
// a transaction. The caller must close it. On SQLite it always returns an error.
func (d *DB) OwnConnection(ctx context.Context) (*pgx.Conn, error) {
	postgres, ok := d.engine.(*pgEngine)
	if !ok {
		return nil, errors.New("only PostgreSQL has connections to listen on")
	}
	return pgx.ConnectConfig(ctx, postgres.direct.Copy())
}
