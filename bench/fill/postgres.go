package fill

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"

	"sarai/internal/kit/kittest/pgserver"
)

// PostgreSQL creates an installation with a history in a new database of the server, which has this name. What belongs
// to no database is below the folder.
func PostgreSQL(ctx context.Context, folder, server, name string, hotels int, h History) (*Installation, error) {
	if err := OnServer(ctx, server, "CREATE DATABASE "+name); err != nil {
		return nil, err
	}
	in := &Installation{DataDir: filepath.Join(folder, name+"-postgres"), DatabaseURL: Database(server, name), History: h}
	if err := in.found(ctx, hotels); err != nil {
		return nil, err
	}
	return in, in.fill(ctx)
}

// OnPostgreSQL runs fn with an installation on a private PostgreSQL that syncs to disk.
func OnPostgreSQL(ctx context.Context, folder, name string, hotels int, h History,
	fn func(in *Installation) error) (err error) {
	postgres, err := pgserver.Start(true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, postgres.Stop()) }()
	in, err := PostgreSQL(ctx, folder, postgres.URL, name, hotels, h)
	if err != nil {
		return err
	}
	return fn(in)
}

// OnServer runs a statement in the database of this URL, or for its whole server.
func OnServer(ctx context.Context, server, statement string) error {
	admin, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	_, err = admin.ExecContext(ctx, statement)
	return errors.Join(err, admin.Close())
}

// Database returns the URL of another database of the same server.
func Database(server, name string) string {
	address, err := url.Parse(server)
	if err != nil {
		panic(err) // pgserver has built it
	}
	address.Path = "/" + name
	return address.String()
}
