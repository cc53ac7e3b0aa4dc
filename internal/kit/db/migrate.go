package db

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Migrate applies the goose files that are missing. Nodes that start together wait for each other (PostgreSQL's
// advisory lock).
func (d *DB) Migrate(ctx context.Context, files fs.FS, steps ...*goose.Migration) error {
	provider, err := d.migrator(files, goose.WithGoMigrations(steps...))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	d.migratorLock.Lock()
	d.migrations = provider
	d.migratorLock.Unlock()
	return nil
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
