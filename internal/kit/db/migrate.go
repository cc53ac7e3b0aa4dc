package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
)

// Migrate applies the goose files that are missing; those named *.sqlite.sql only on SQLite. Nodes that start together
// wait for each other (PostgreSQL's advisory lock). On Citus, new tables are distributed after each file, because the
// next one's keys may refer to them.
func (d *DB) Migrate(ctx context.Context, files fs.FS, steps ...*goose.Migration) error {
	if d.dialect != SQLite {
		files = withoutSQLite{files}
	}
	provider, err := d.migrator(files, goose.WithGoMigrations(steps...))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	for !errors.Is(err, goose.ErrNoNextVersion) {
		if err := d.distribute(ctx, false); err != nil {
			return err
		}
		if _, err = provider.UpByOne(ctx); err != nil && !errors.Is(err, goose.ErrNoNextVersion) {
			return fmt.Errorf("migrate the database: %w", err)
		}
	}
	if err := d.distribute(ctx, true); err != nil {
		return err
	}
	d.migratorLock.Lock()
	d.migrations = provider
	d.migratorLock.Unlock()
	return nil
}

// withoutSQLite hides the files that are SQLite's alone from goose, which looks for files with Glob.
type withoutSQLite struct{ fs.FS }

func (f withoutSQLite) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(f.FS, pattern)
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, ".sqlite.sql") }), err
}

// Migrated reports whether every migration that Migrate was given is applied; false before Migrate has succeeded. The
// error is an errs.KindUnavailable if the database is away, or tells how its schema is another one.
func (d *DB) Migrated(ctx context.Context) (bool, error) {
	d.migratorLock.Lock()
	provider := d.migrations
	d.migratorLock.Unlock()
	if provider == nil {
		return false, nil
	}
	pending, err := provider.HasPending(ctx)
	return err == nil && !pending, unavailable(ctx, err)
}
