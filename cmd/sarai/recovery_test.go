package main_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/pgserver"
)

// fault is an operator's slip in SQL.
const fault = "UPDATE guests SET name = 'everybody'"

// awaitFault returns an instant at which everything was well, a second before the fault that it then makes.
func (p *place) awaitFault() (well time.Time) {
	p.t.Helper()
	well = time.Now()
	await(p.t, "the second before the fault to pass", func() bool { return time.Since(well) > time.Second })
	p.change(fault)
	return well
}

// isWell tells that an installation has the booking, is as it must be, has nothing of the fault, and goes on booking.
func (p *place) isWell(owner *caller, code, room string) {
	p.t.Helper()
	p.mustRun("check")
	if spoilt := p.query("SELECT guest_id FROM guests WHERE name = 'everybody'"); len(spoilt) != 0 {
		p.t.Errorf("%d guests have the fault still", len(spoilt))
	}
	s := p.serve()
	owner.at(s).get("/api/bookings/{org}/by-code/" + code).want(200)
	owner.at(s).post("/api/bookings/{org}/create", stay(400, 2, room)).want(201)
	s.stop()
}

// Litestream copies the log of a server at work, which folds it into the file itself all the while. What it has put
// away is restored to a second before a fault.
func TestLitestreamRestoresASecondBeforeAFault(t *testing.T) {
	t.Parallel()
	program := litestream(t)
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	rooms := owner.rooms(20)
	database, replica := p.file("sarai.db"), "file://"+filepath.Join(t.TempDir(), "replica")
	copying := exec.Command(program, "replicate", database, replica)
	var said transcript
	copying.Stdout, copying.Stderr = &said, &said
	must(t, copying.Start())
	stop := sync.OnceFunc(func() {
		_ = copying.Process.Kill() // as the machine that dies with its server
		_ = copying.Wait()
	})
	t.Cleanup(func() {
		stop()
		if t.Failed() {
			t.Logf("litestream wrote:\n%s", lastLines(said.String(), 30))
		}
	})

	var last string
	for i := range 120 { // some 50 MB of log
		last = owner.post("/api/bookings/{org}/create", stay(1+2*(i/20), 2, rooms[i%20])).want(201).text("data", "code")
	}
	copied := func(condition string) func() bool {
		return func() bool {
			file := filepath.Join(t.TempDir(), "sarai.db")
			return exec.Command(program, "restore", "-o", file, replica).Run() == nil && has(t, file, condition)
		}
	}
	await(t, "Litestream to put the last booking away", copied("SELECT 1 FROM bookings WHERE code = '"+last+"'"))
	well := p.awaitFault()
	await(t, "Litestream to put the fault away", copied("SELECT 1 FROM guests WHERE name = 'everybody'"))
	s.kill()
	stop()

	restored := newPlace(t, kittest.SQLite)
	keys, err := os.ReadFile(p.file("token-keys.json"))
	must(t, err)
	must(t, os.WriteFile(restored.file("token-keys.json"), keys, 0o600))
	output, err := exec.Command(program, "restore", "-timestamp", well.UTC().Format(time.RFC3339Nano), "-o",
		restored.file("sarai.db"), replica).CombinedOutput()
	if err != nil {
		t.Fatalf("litestream restore: %v\n%s", err, output)
	}
	restored.isWell(owner, last, rooms[0])
}

// has reports whether a file is a database in which a query has rows: Litestream's first moments are none.
func has(t *testing.T, file, query string) bool {
	d, err := db.Open(t.Context(), db.Config{URL: "sqlite:" + file})
	if err != nil {
		return false
	}
	defer d.Close()
	found, err := db.Read(t.Context(), d, func(tx *db.Tx) ([][]string, error) { return rowsOf(tx, query) })
	return err == nil && len(found) > 0
}

// litestream is the program that is named, or else npm's.
func litestream(t *testing.T) string {
	t.Helper()
	if chosen := os.Getenv("SARAI_TEST_LITESTREAM"); chosen != "" {
		return chosen
	}
	root, err := pgserver.ProjectRoot()
	must(t, err)
	program := filepath.Join(root, "e2e/node_modules/@flydotio/litestream-linux-x64/litestream")
	if _, err := os.Stat(program); err != nil && runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("SARAI_TEST_LITESTREAM names no Litestream, so point-in-time recovery of SQLite is NOT tested")
	} else if err != nil {
		t.Fatalf("%v: run npm ci in e2e, or name a Litestream in SARAI_TEST_LITESTREAM", err)
	}
	return program
}

// PostgreSQL's own archive, by the commands of docs/operations.md.
func TestPostgreSQLRestoresASecondBeforeAFault(t *testing.T) {
	onPostgreSQL(t, func(t *testing.T, p *place) {
		server, err := pgserver.StartArchived()
		if errors.Is(err, pgserver.ErrNoBaseBackup) {
			t.Skipf("%v, so point-in-time recovery of PostgreSQL is NOT tested", err)
		}
		must(t, err)
		t.Cleanup(func() { must(t, server.Stop()) })
		p.use(server.URL)
		s := p.serve()
		owner := s.hotel("Haveli", "owner@hotel.example")
		rooms := owner.rooms(20)
		var last string
		for i := range 40 {
			last = owner.post("/api/bookings/{org}/create", stay(1+2*(i/20), 2, rooms[i%20])).want(201).text("data", "code")
		}
		well := p.awaitFault()
		s.kill()
		must(t, server.ArchiveNow())

		back, err := server.RestoredTo(well)
		must(t, err)
		t.Cleanup(func() { must(t, back.Stop()) })
		restored := *p
		restored.use(back.URL)
		restored.isWell(owner, last, rooms[0])
	})
}
