package kittest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// CitusVariable names the servers of a Citus that the tests may do anything with: the addresses of the coordinator's
// and of each worker's database "postgres", with spaces between, as a superuser. With it, New is on Citus where it
// would be on PostgreSQL, with its statements sent to a worker. No node may run statements that reach several workers
// unless the schema's test knows them.
const CitusVariable = "SARAI_TEST_CITUS"

// Cluster is a database on Citus: its addresses on the servers.
type Cluster struct {
	Coordinator string
	Workers     []string
}

// citus is a cluster to test on. Its databases stay on it for the next run, since one takes seconds to make.
type citus struct {
	servers Cluster
	locks   sync.Map // the connection that holds the locks of a database that is in use, by its number
}

var givenCitus = sync.OnceValue(func() *citus {
	addresses := strings.Fields(os.Getenv(CitusVariable))
	if len(addresses) == 0 {
		return nil
	}
	return &citus{servers: Cluster{Coordinator: addresses[0], Workers: addresses[1:]}}
})

// Citus is a migrated, empty database on the cluster that the environment names, for a test that may kill its workers:
// no other test uses the cluster meanwhile. Where the environment names none, the test is skipped.
func Citus(t testing.TB) Cluster {
	t.Helper()
	if givenCitus() == nil {
		t.Skipf("%s names no cluster, so Sarai on Citus is NOT tested", CitusVariable)
	}
	return givenCitus().take(t, "pg_advisory_lock")
}

func (c *citus) take(t testing.TB, lock string) Cluster {
	t.Helper()
	number, err := c.reserve(lock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.giveBack(number); err != nil {
			t.Error(err)
		}
	})
	version, err := migrationsVersion()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test_%s_%d", version, number)
	if !c.emptied(name) {
		if err := c.create(name); err != nil {
			t.Fatalf("make the database %s on Citus: %v", name, err)
		}
	}
	taken := Cluster{Coordinator: database(c.servers.Coordinator, name)}
	for _, worker := range c.servers.Workers {
		taken.Workers = append(taken.Workers, database(worker, name))
	}
	return taken
}

func database(address, name string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		panic(err) // pgx has taken it
	}
	parsed.Path = "/" + name
	return parsed.String()
}

// reserve finds a database's number that no test of this process or of another uses. lock is the function that locks
// the whole cluster.
func (c *citus) reserve(lock string) (number int, err error) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, c.servers.Coordinator)
	if err != nil {
		return 0, err
	}
	if _, err := conn.Exec(ctx, "SELECT "+lock+"(0)"); err != nil {
		return 0, errors.Join(err, conn.Close(ctx))
	}
	for number = 1; ; number++ {
		var free bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", number).Scan(&free); err != nil {
			return 0, errors.Join(err, conn.Close(ctx))
		}
		if free {
			c.locks.Store(number, conn)
			return number, nil
		}
	}
}

// giveBack gives up the locks with their connection.
func (c *citus) giveBack(number int) error {
	conn, _ := c.locks.LoadAndDelete(number)
	return conn.(*pgx.Conn).Close(context.Background())
}

// emptied makes a used database as it was when it was new; false when there is none, it is half made, or a test has
// left tables of its own behind.
func (c *citus) emptied(name string) bool {
	const tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'"
	var number, want int
	return run(database(c.servers.Workers[0], name), func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, tables).Scan(&number)
	}) == nil && run(database(c.servers.Coordinator, name), func(ctx context.Context, conn *pgx.Conn) error {
		var script string
		err := conn.QueryRow(ctx, "SELECT script, ("+tables+") FROM kittest.emptying").Scan(&script, &want)
		if err != nil {
			return err
		}
		return statements(strings.Split(script, ";\n")...)(ctx, conn) // Citus doesn't take several at once
	}) == nil && number == want
}

func (c *citus) create(name string) error {
	all := append([]string{c.servers.Coordinator}, c.servers.Workers...)
	for _, address := range all {
		err := run(address, statements("DROP DATABASE IF EXISTS "+name+" WITH (FORCE)", "CREATE DATABASE "+name))
		if err == nil {
			err = run(database(address, name), statements("CREATE EXTENSION citus"))
		}
		if err != nil {
			return err
		}
	}
	coordinator := database(c.servers.Coordinator, name)
	joining := []string{"ALTER DATABASE " + name + " SET citus.shard_count = 4"}
	for i, address := range all {
		settings, err := pgx.ParseConfig(address)
		if err != nil {
			return err
		}
		function := "citus_add_node"
		if i == 0 {
			function = "citus_set_coordinator_host"
		}
		joining = append(joining, fmt.Sprintf("SELECT %s('%s', %d)", function, settings.Host, settings.Port))
	}
	if err := run(coordinator, statements(joining...)); err != nil {
		return err
	}
	if err := migrate(coordinator); err != nil {
		return err
	}
	return run(coordinator, rememberEmpty)
}

// rememberEmpty notes how the database is emptied. It comes last, so that a database without it is half made.
func rememberEmpty(ctx context.Context, conn *pgx.Conn) error {
	script, err := emptying(ctx, conn)
	if err != nil {
		return err
	}
	// The workers, too, must check no foreign key.
	script = strings.Replace(script, "BEGIN;", "BEGIN;\nSET LOCAL citus.propagate_set_commands = 'local';", 1)
	if _, err := conn.Exec(ctx, "CREATE SCHEMA kittest"); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE TABLE kittest.emptying AS SELECT $1::TEXT AS script", script)
	return err
}

func run(address string, do func(ctx context.Context, conn *pgx.Conn) error) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, conn), conn.Close(ctx))
}

func statements(list ...string) func(ctx context.Context, conn *pgx.Conn) error {
	return func(ctx context.Context, conn *pgx.Conn) error {
		for _, statement := range list {
			if _, err := conn.Exec(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}
}
