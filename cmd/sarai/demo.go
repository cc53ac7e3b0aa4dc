package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sarai/internal/app/console"
	"sarai/internal/app/demo"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/token"
	"sarai/migrations"
)

var errNotEmpty = errors.New("this database has an organization already, and the demo hotel goes into an empty one " +
	"only: name another with --data-dir or --database-url")

type demoCommand struct{}

// Help is the long text of `sarai demo --help`.
func (demoCommand) Help() string {
	return `The demo is a hotel with rooms, people, four months of bookings around today,
and the money that they bring and cost. On SQLite it is built beside the
database and moved into place when it is complete. On PostgreSQL it is built in
the database itself: after an interruption, start again with an empty one.`
}

// Run fills the database and prints what to try.
func (demoCommand) Run(ctx context.Context, s *Settings) error {
	if err := s.fill(ctx); err != nil {
		return err
	}
	address, err := s.publicURL()
	if err != nil {
		return err
	}
	_, err = fmt.Print("The demo hotel is ready. Now run `sarai serve` with the same settings.\n" + tour(address))
	return err
}

// fillIfEmpty creates the demo hotel unless the database has an organization.
func (s *Settings) fillIfEmpty(ctx context.Context) error {
	if err := s.fill(ctx); !errors.Is(err, errNotEmpty) {
		return err
	}
	return nil
}

// fill creates the demo hotel, or returns errNotEmpty.
func (s *Settings) fill(ctx context.Context) error {
	if s.DatabaseURL == "" {
		return s.fillSQLite(ctx, filepath.Join(s.DataDir, "sarai.db"))
	}
	c := demo.NewClock(time.Now())
	d, err := s.openDatabase(ctx, c)
	if err != nil {
		return err
	}
	err = checkEmpty(ctx, d)
	if err == nil {
		err = s.fillDatabase(ctx, d, c)
	}
	return closing(d, err)
}

// fillDatabase asks no records of the government's: the demo's companies aren't in them, and they may be out of reach.
func (s *Settings) fillDatabase(ctx context.Context, d *db.DB, c *demo.Clock) error {
	alone := *s
	alone.GSTURL, alone.GSTHeaders = "", nil
	a, err := alone.build(d, c)
	if err != nil {
		return err
	}
	return demo.Fill(ctx, d, a, c)
}

func checkEmpty(ctx context.Context, d *db.DB) error {
	return d.Read(ctx, func(tx *db.Tx) error {
		exists, err := organization.Any(tx)
		if err == nil && exists {
			err = errNotEmpty
		}
		return err
	})
}

// fillSQLite builds the hotel in a folder beside path and moves it to path in one step: path never holds half a hotel,
// and commits needn't wait for the disk until then.
func (s *Settings) fillSQLite(ctx context.Context, path string) error {
	_, err := os.Stat(path)
	exists := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if exists {
		d, err := s.openDatabase(ctx, clock.System{})
		if err != nil {
			return err
		}
		if err := closing(d, checkEmpty(ctx, d)); err != nil {
			return err
		}
		if err := checkUnused(path); err != nil {
			return err
		}
		release, err := s.claimDatabase()
		if err != nil {
			return errors.Join(s.errServed(), err)
		}
		defer release()
	} else {
		_, served, release, err := s.prepare()
		if err != nil {
			return err
		}
		defer release()
		if served {
			return s.errServed()
		}
	}
	removeOldDrafts(s.DataDir)
	folder, err := os.MkdirTemp(s.DataDir, draftPrefix)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := linkKeys(s.DataDir, folder); err != nil {
		return err
	}
	in := *s
	in.DataDir = folder
	draft := in.sqliteFile()
	if err := in.writeDraft(ctx, draft); err != nil {
		return err
	}
	if err := linkKeys(folder, s.DataDir); err != nil {
		return err
	}
	return install(draft, path, exists)
}

// linkKeys gives a folder the token keys of another, unless it has its own: new keys come into the data directory only
// with the database that is signed with them.
func linkKeys(from, to string) error {
	err := os.Link(filepath.Join(from, token.KeyFile), filepath.Join(to, token.KeyFile))
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// A run that was killed leaves its folder behind. A folder that is still being written is never this old.
const (
	draftPrefix = "demo-draft-"
	draftLife   = 10 * time.Minute
)

func removeOldDrafts(dataDir string) {
	folders, _ := filepath.Glob(filepath.Join(dataDir, draftPrefix+"*")) // fails only for a malformed pattern
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil && time.Since(info.ModTime()) > draftLife {
			_ = os.RemoveAll(folder) // a leftover only wastes space
		}
	}
}

func (s *Settings) writeDraft(ctx context.Context, path string) error {
	c := demo.NewClock(time.Now())
	d, err := db.Open(ctx, db.Config{URL: "sqlite:" + path, Clock: c, Draft: true})
	if err != nil {
		return err
	}
	if err := d.Migrate(ctx, migrations.FS, migrations.Steps(nil)...); err != nil {
		return closing(d, err)
	}
	return closing(d, s.fillDatabase(ctx, d, c))
}

// install moves a complete, closed database to path. No other process may have the empty database open that it
// replaces: that process would go on with a file that is gone.
func install(draft, path string, replace bool) error {
	if !replace {
		if err := os.Link(draft, path); err != nil { // unlike a rename, it never replaces a file
			return fmt.Errorf("put the demo hotel in its place: %w", err)
		}
		return syncFolder(filepath.Dir(path))
	}
	if err := checkUnused(path); err != nil {
		return err
	}
	if err := os.Rename(draft, path); err != nil {
		return fmt.Errorf("put the demo hotel in its place: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// checkUnused fails if another process has the database open: SQLite removes the log when the last one closes it.
func checkUnused(path string) error {
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("another process uses %s: stop the server, then fill the database", path), err)
	}
	return nil
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// demoPeople are whom the console's sign-in page offers to enter the demo hotel as.
func demoPeople() *console.Demo {
	d := &console.Demo{Password: demo.Password}
	for _, p := range demo.People {
		d.People = append(d.People, console.Person{Name: p.Name, Email: p.Email, Role: p.Role})
	}
	return d
}

// printTour prints how to sign in to the demo hotel on a server that listens on addr.
func (s *Settings) printTour(addr net.Addr) {
	address := "http://" + addr.String()
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		address = fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	fmt.Print(tour(address))
}

// tour says what to try first on a server with the demo hotel.
func tour(address string) string {
	var people strings.Builder
	for _, p := range demo.People {
		fmt.Fprintf(&people, "  %-24s %s\n", p.Email, p.Role)
	}
	return fmt.Sprintf(`
  Open %[1]s in a browser, and enter as one of these five:

%[4]s
  The API is described at %[1]s/docs. The password of all five is %[3]s. Try, in another terminal:

API=%[1]s/api
LOGIN=$(curl -s $API/auth/login -H 'Content-Type: application/json' -d '{"email":"%[2]s","password":"%[3]s"}')
TOKEN=$(echo "$LOGIN" | sed -E 's/.*"token":"([^"]+)".*/\1/')
ORG=$(echo "$LOGIN" | sed -E 's/.*"orgId":"([^"]+)".*/\1/')
curl -s "$API/bookings/$ORG/list?limit=5" -H "Authorization: Bearer $TOKEN"
curl -s "$API/bookings/$ORG/overview" -H "Authorization: Bearer $TOKEN"

`, address, demo.People[0].Email, demo.Password, people.String())
}
