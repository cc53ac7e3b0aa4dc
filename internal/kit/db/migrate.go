package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// SchemaState is how a database's schema stands to the migrations that a program has.
type SchemaState int

// The states of a schema.
const (
	SchemaEmpty   SchemaState = iota // nothing was ever migrated
	SchemaOlder                      // some migrations are missing
	SchemaCurrent                    // all are there
)

// ErrNewer is a database with migrations that the program doesn't know: a later version has made them. The program must
// neither change the database nor serve it.
var ErrNewer = errors.New("the database is newer than this program")

// migrator applies migrations to a database.
type migrator struct {
	*goose.Provider
	versions *versions
	pool     *sql.DB
}

func (d *DB) newMigrator(files fs.FS, steps []*goose.Migration) (*migrator, error) {
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption{goose.WithGoMigrations(steps...)}
	if d.dialect == PostgreSQL {
		oneNode, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
		if err != nil {
			return nil, err
		}
		dialect, options = goose.DialectPostgres, append(options, goose.WithSessionLocker(oneNode))
		files = withoutSQLite{files}
	}
	versions, err := newVersions(dialect)
	if err != nil {
		return nil, err
	}
	pool, options := d.engine.Keeper(), append(options, goose.WithStore(versions))
	provider, err := goose.NewProvider(goose.DialectCustom, pool, files, options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	for _, source := range provider.ListSources() {
		versions.known = append(versions.known, source.Version)
	}
	return &migrator{provider, versions, pool}, nil
}

// Migrate applies the goose files that are missing; those named *.sqlite.sql only on SQLite. Nodes that start together
// wait for each other (PostgreSQL's advisory lock). On Citus, new tables are distributed after each file, because the
// next one's keys may refer to them. It fails with ErrNewer, and changes nothing, where there are unknown migrations.
func (d *DB) Migrate(ctx context.Context, files fs.FS, steps ...*goose.Migration) error {
	m, err := d.newMigrator(files, steps)
	if err != nil {
		return err
	}
	if _, err = m.HasPending(ctx); errors.Is(err, ErrNewer) {
		return err
	}
	for !errors.Is(err, goose.ErrNoNextVersion) {
		if err := d.engine.Distribute(ctx, false); err != nil {
			return err
		}
		if _, err = m.UpByOne(ctx); err != nil && !errors.Is(err, goose.ErrNoNextVersion) {
			return fmt.Errorf("migrate the database: %w", err)
		}
	}
	if err := d.engine.Distribute(ctx, true); err != nil {
		return err
	}
	d.migratorLock.Lock()
	d.migrations = m.Provider
	d.migratorLock.Unlock()
	return nil
}

// SchemaState tells what Migrate would find, and changes nothing. It fails with ErrNewer as Migrate does.
func (d *DB) SchemaState(ctx context.Context, files fs.FS, steps ...*goose.Migration) (SchemaState, error) {
	m, err := d.newMigrator(files, steps)
	if err != nil {
		return SchemaEmpty, err
	}
	exists, err := m.versions.TableExists(ctx, m.pool)
	if err != nil || !exists {
		return SchemaEmpty, unavailable(ctx, err)
	}
	applied, err := m.versions.ListMigrations(ctx, m.pool)
	if err != nil || len(applied) < 2 { // goose begins with a version 0
		return SchemaEmpty, unavailable(ctx, err)
	}
	for _, version := range m.versions.known {
		if !isApplied(applied, version) {
			return SchemaOlder, nil
		}
	}
	return SchemaCurrent, nil
}

// withoutSQLite hides the files that are SQLite's alone from goose, which looks for files with Glob.
type withoutSQLite struct{ fs.FS }

func (f withoutSQLite) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(f.FS, pattern)
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, ".sqlite.sql") }), err
}

// Migrated reports whether every migration that Migrate was given is applied; false before Migrate has succeeded. The
// error is an errs.KindUnavailable if the database is away, ErrNewer, or tells how its schema is another one.
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
