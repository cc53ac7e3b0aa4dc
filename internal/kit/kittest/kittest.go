// Package kittest gives tests real, empty databases, on every engine the run asks for.
//
// The environment variable ENGINES chooses them: "sqlite,postgres" when it isn't set.
package kittest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
)

// The engines' names.
const (
	SQLite     = "sqlite"
	PostgreSQL = "postgres"
)

// Engines are the engines this run tests. An unknown name in ENGINES panics: a typo must not test less.
func Engines() []string {
	setting := os.Getenv("ENGINES")
	if setting == "" {
		return []string{SQLite, PostgreSQL}
	}
	engines := strings.Split(setting, ",")
	for _, engine := range engines {
		if !slices.Contains([]string{SQLite, PostgreSQL}, engine) {
			panic(fmt.Sprintf("ENGINES=%s: %q is neither %s nor %s", setting, engine, SQLite, PostgreSQL))
		}
	}
	return engines
}

// NeedPostgreSQL skips the test where the run leaves PostgreSQL out.
func NeedPostgreSQL(t testing.TB) {
	t.Helper()
	if !slices.Contains(Engines(), PostgreSQL) {
		t.Skip("ENGINES leaves PostgreSQL out, which this test needs")
	}
}

// EachEngine runs fn once per engine as a subtest of its name, with a fresh, migrated, empty database.
func EachEngine(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	for _, engine := range Engines() {
		t.Run(engine, func(t *testing.T) { fn(t, New(t, engine, clock.System{})) })
	}
}

// Rehearse is a variable of the environment. Where it is set, the databases of New run every write twice and undo the
// first run.
const Rehearse = "SARAI_TEST_REHEARSE"

// New is a fresh, migrated, empty database, gone when the test ends.
func New(t testing.TB, engine string, c clock.Clock) *db.DB {
	db.CheckLockOrder()
	t.Helper()
	config := db.Config{Rehearse: os.Getenv(Rehearse) != ""}
	switch {
	case engine == SQLite:
		config.URL = copySQLite(t)
	case givenCitus() != nil:
		cluster := givenCitus().take(t, "pg_advisory_lock_shared")
		config.URL, config.DirectURL = cluster.Workers[0], cluster.Coordinator
	default:
		config.URL = createMigrated(t)
	}
	config.Clock = c
	d, err := db.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close the test's database: %v", err)
		}
	})
	return d
}

// URL is that of a fresh database without any table, for tests that start the server themselves.
func URL(t testing.TB, engine string) string {
	t.Helper()
	if engine == PostgreSQL {
		return createEmpty(t)
	}
	return sqliteURL(filepath.Join(t.TempDir(), "sarai.db"))
}

func sqliteURL(path string) string { return "sqlite:" + path }

// TemplatesVariable names a folder in which the processes of a test run find what one of them has made.
const TemplatesVariable = "SARAI_TEST_TEMPLATES"

// migratedSQLite is the content of a migrated, empty SQLite database; made once, since migrating takes longer than most
// tests.
var migratedSQLite = sync.OnceValues(func() ([]byte, error) {
	folder := os.Getenv(TemplatesVariable)
	if folder == "" {
		return makeSQLite()
	}
	version, err := migrationsVersion()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, "migrated_"+version+".db")
	content, err := os.ReadFile(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return content, err
	}
	if content, err = makeSQLite(); err != nil {
		return nil, err
	}
	// Under its name only when it is complete: another process may look for it now.
	building := filepath.Join(folder, id.New())
	if err := os.WriteFile(building, content, 0o600); err != nil {
		return nil, err
	}
	return content, os.Rename(building, path)
})

func makeSQLite() ([]byte, error) {
	folder, err := os.MkdirTemp("", "sarai-template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "template.db")
	if err := migrate(sqliteURL(path)); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

func copySQLite(t testing.TB) string {
	t.Helper()
	content, err := migratedSQLite()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sarai-"+id.New()+".db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return sqliteURL(path)
}
