package db_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

var threeVersions = fstest.MapFS{
	"0001_one.sql":   {Data: []byte("-- +goose Up\nCREATE TABLE one (id TEXT PRIMARY KEY);\n")},
	"0002_two.sql":   {Data: []byte("-- +goose Up\nCREATE TABLE two (id TEXT PRIMARY KEY);\n")},
	"0003_three.sql": {Data: []byte("-- +goose Up\nCREATE TABLE three (id TEXT PRIMARY KEY);\n")},
}

func earlier(names ...string) fstest.MapFS {
	some := fstest.MapFS{}
	for _, name := range names {
		some[name] = threeVersions[name]
	}
	return some
}

// eachUnmigrated runs a scenario on an empty database of each engine, which is given as goose takes it, too.
func eachUnmigrated(t *testing.T, scenario func(t *testing.T, d *db.DB, pool *sql.DB, dialect goose.Dialect)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			url := kittest.URL(t, engine)
			driver, address, dialect := "pgx", url, goose.DialectPostgres
			if engine == kittest.SQLite {
				driver, address, dialect = "sqlite", strings.TrimPrefix(url, "sqlite:"), goose.DialectSQLite3
			}
			d, err := db.Open(t.Context(), db.Config{URL: url})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			pool, err := sql.Open(driver, address)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			scenario(t, d, pool, dialect)
		})
	}
}

// A program from before ErrNewer asks goose alone. What it migrated is taken over; what we migrate, it refuses.
func TestGooseAloneRefusesWhatWeMigrate(t *testing.T) {
	eachUnmigrated(t, func(t *testing.T, d *db.DB, pool *sql.DB, dialect goose.Dialect) {
		old, err := goose.NewProvider(dialect, pool, earlier("0001_one.sql", "0002_two.sql"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := old.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
		expect := func(want db.SchemaState) {
			t.Helper()
			if got, err := d.SchemaState(t.Context(), threeVersions); err != nil || got != want {
				t.Errorf("the state is %v, want %v: %v", got, want, err)
			}
		}
		expect(db.SchemaOlder)
		if _, err := old.UpByOne(t.Context()); !errors.Is(err, goose.ErrNoNextVersion) {
			t.Errorf("before anything is new: %v", err)
		}
		for range 2 {
			if err := d.Migrate(t.Context(), threeVersions); err != nil {
				t.Fatal(err)
			}
			expect(db.SchemaCurrent)
		}
		if _, err := old.UpByOne(t.Context()); err == nil || !strings.Contains(err.Error(), "missing") {
			t.Errorf("the old program would serve it: %v", err)
		}
	})
}

func TestNewerIsRefusedAndLeftAlone(t *testing.T) {
	eachUnmigrated(t, func(t *testing.T, d *db.DB, pool *sql.DB, _ goose.Dialect) {
		if state, err := d.SchemaState(t.Context(), threeVersions); err != nil || state != db.SchemaEmpty {
			t.Errorf("an empty one is %v: %v", state, err)
		}
		if err := d.Migrate(t.Context(), threeVersions); err != nil {
			t.Fatal(err)
		}
		for _, files := range []fstest.MapFS{earlier("0001_one.sql"), earlier("0001_one.sql", "0002_two.sql"),
			earlier("0001_one.sql", "0003_three.sql")} {
			if err := d.Migrate(t.Context(), files); !errors.Is(err, db.ErrNewer) {
				t.Errorf("Migrate with %d files: %v", len(files), err)
			}
			if _, err := d.SchemaState(t.Context(), files); !errors.Is(err, db.ErrNewer) {
				t.Errorf("SchemaState with %d files: %v", len(files), err)
			}
		}
		if ok, err := d.Migrated(t.Context()); !ok || err != nil {
			t.Errorf("to who knows all of it: %t %v", ok, err)
		}
		if _, err := pool.ExecContext(t.Context(),
			"INSERT INTO goose_db_version (version_id, is_applied) VALUES (4, TRUE)"); err != nil {
			t.Fatal(err)
		}
		if ok, err := d.Migrated(t.Context()); ok || !errors.Is(err, db.ErrNewer) {
			t.Errorf("after a later version: %t %v", ok, err)
		}
	})
}
