package kittest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest/pgserver"
	"sarai/migrations"
)

// testServer is the PostgreSQL of this test process, or the one it shares with others.
type testServer struct {
	url      string // of the database "postgres"
	template string // the name of a migrated, empty database

	recycling sync.Mutex
	origin    *origin  // nil until the first copy of the template
	unused    []string // copies that are as fresh again
}

var sharedServer = sync.OnceValues(func() (*testServer, error) {
	address, err := pgserver.Inherited()
	if err != nil {
		return nil, err
	}
	if address == "" {
		started, err := pgserver.Start(false)
		if err != nil {
			return nil, err
		}
		address = started.URL // it ends with this process
	}
	s := &testServer{url: address}
	s.template, err = s.makeTemplate()
	return s, err
})

func postgres(t testing.TB) *testServer {
	t.Helper()
	s, err := sharedServer()
	if err != nil {
		t.Fatalf("PostgreSQL for the tests: %v", err)
	}
	return s
}

// DurablePostgreSQL is the URL of an empty database on a server of the test's own that syncs to disk, for
// benchmarks and for tests that kill things.
func DurablePostgreSQL(t testing.TB) string {
	t.Helper()
	server, err := pgserver.Start(true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server.URL
}

// MigratedDurably is DurablePostgreSQL with every table. Syncing each of the migrations takes longer than a test waits
// for a program to serve, so here they are synced together at the end.
func MigratedDurably(t testing.TB) string {
	t.Helper()
	address := DurablePostgreSQL(t)
	hasty, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := hasty.Query()
	query.Set("synchronous_commit", "off")
	hasty.RawQuery = query.Encode()
	if err := errors.Join(migrate(hasty.String()), run(address, statements("CHECKPOINT"))); err != nil {
		t.Fatal(err)
	}
	return address
}

// createEmpty returns the URL of a new database without any table.
func createEmpty(t testing.TB) string {
	t.Helper()
	s := postgres(t)
	name, err := s.create("template0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.drop(name); err != nil {
			t.Error(err)
		}
	})
	return s.database(name)
}

// createMigrated returns the URL of a migrated, empty database.
func createMigrated(t testing.TB) string {
	t.Helper()
	s := postgres(t)
	name, err := s.takeMigrated()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.giveBack(name); err != nil {
			t.Error(err)
		}
	})
	return s.database(name)
}

func (s *testServer) create(template string) (name string, err error) {
	name = "test_" + id.New()
	return name, s.admin("CREATE DATABASE " + name + " TEMPLATE " + template)
}

func (s *testServer) drop(name string) error {
	return s.admin("DROP DATABASE " + name + " WITH (FORCE)")
}

func (s *testServer) database(name string) string { return database(s.url, name) }

func (s *testServer) admin(statement string) error { return run(s.url, statements(statement)) }

// makeTemplate makes the migrated database unless another process has. Its name tells the migrations' content.
func (s *testServer) makeTemplate() (name string, err error) {
	version, err := migrationsVersion()
	if err != nil {
		return "", err
	}
	name = "migrated_" + version
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx) // which also gives the lock back
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(1)"); err != nil {
		return "", err
	}
	var exists bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&exists)
	if err != nil || exists {
		return name, err
	}
	// Under its name only when it is complete: a process that is killed here must not leave half a template.
	building := "building_" + id.New()
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+building+" TEMPLATE template0"); err != nil {
		return "", err
	}
	if err := migrate(s.database(building)); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+building+" RENAME TO "+name)
	return name, err
}

// migrate opens the database, brings its schema up and closes it.
func migrate(address string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, db.Config{URL: address})
	if err != nil {
		return err
	}
	return errors.Join(d.Migrate(ctx, migrations.FS, migrations.Steps(nil)...), d.Close())
}

func migrationsVersion() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(migrations.FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(migrations.FS, path)
		fmt.Fprintf(sum, "%s %d\n%s", path, len(content), content)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:8]), err
}
