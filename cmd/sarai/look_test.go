package main_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sarai/internal/kit/kittest"
)

// crashed is an installation on SQLite whose server was killed, with a hotel, and what the last acknowledged write was.
func crashed(t *testing.T) (p *place, owner *caller, code string) {
	t.Helper()
	t.Parallel()
	p = newPlace(t, kittest.SQLite)
	p.serve().stop() // making the tables fills the log and begins it again: what follows is all that it has
	s := p.serve()
	owner = s.hotel("Haveli", "owner@hotel.example")
	room := owner.rooms(1)[0]
	for day := range 5 {
		code = owner.post("/api/bookings/{org}/create", stay(1+3*day, 1, room)).want(201).text("data", "code")
	}
	s.kill()
	return p, owner, code
}

func (p *place) file(name string) string { return filepath.Join(p.dir, name) }

// overwrite puts bytes into a file of the installation; from the end where at is negative.
func (p *place) overwrite(name string, at int64, some []byte) {
	p.t.Helper()
	file, err := os.OpenFile(p.file(name), os.O_RDWR, 0)
	if err != nil {
		p.t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		p.t.Fatal(err)
	}
	if at < 0 {
		at += info.Size()
	}
	if _, err := file.WriteAt(some, at); err != nil {
		p.t.Fatal(err)
	}
}

func garbage(size int) []byte {
	some := make([]byte, size)
	for i := range some {
		some[i] = byte(rand.IntN(256))
	}
	return some
}

// recovered is the line of the log about what the last server left.
func (s *program) recovered() map[string]any {
	s.t.Helper()
	for _, line := range s.log() {
		if _, has := line["cutOffBytes"]; has {
			return line
		}
	}
	s.t.Fatalf("the log says nothing of what was recovered:\n%s", s.stderr.String())
	return nil
}

func TestAfterACrashTheLogSaysWhatIsRecovered(t *testing.T) {
	p, owner, code := crashed(t)
	s := p.serve()
	line := s.recovered()
	if line["pages"].(float64) < 20 || line["commits"].(float64) < 5 || line["cutOffBytes"].(float64) != 0 {
		t.Errorf("it says %v", line)
	}
	owner.at(s).get("/api/bookings/{org}/by-code/" + code).want(200)
	s.stop()
	again := p.serve()
	if again.logged("the database was not closed") {
		t.Error("after a clean stop something is said to be recovered")
	}
	again.stop()
}

func TestALogThatEndsInGarbage(t *testing.T) {
	p, owner, code := crashed(t)
	log, err := os.ReadFile(p.file("sarai.db-wal"))
	if err != nil {
		t.Fatal(err)
	}
	p.overwrite("sarai.db-wal", int64(len(log)), garbage(5000))
	s := p.serve()
	if line := s.recovered(); line["cutOffBytes"].(float64) != 5000 || !strings.Contains(line["msg"].(string), "cut off") {
		t.Errorf("it says %v", line)
	}
	owner.at(s).get("/api/bookings/{org}/by-code/" + code).want(200)
	s.stop()
}

// Half a commit at the log's end is what a failure of the power leaves: what was acknowledged before is there.
func TestALogWhoseLastCommitIsHalf(t *testing.T) {
	p, _, _ := crashed(t)
	p.overwrite("sarai.db-wal", -2000, garbage(2000))
	s := p.serve()
	if line := s.recovered(); line["cutOffBytes"].(float64) < 2000 || line["commits"].(float64) < 5 {
		t.Errorf("it says %v", line)
	}
	s.stop()
}

// Damage in the middle of the log would take acknowledged bookings with it: nothing is touched until somebody decides.
func TestALogThatIsDamagedInTheMiddle(t *testing.T) {
	p, _, _ := crashed(t)
	before, err := os.ReadFile(p.file("sarai.db-wal"))
	if err != nil {
		t.Fatal(err)
	}
	p.overwrite("sarai.db-wal", int64(len(before)/2), garbage(100))
	for _, command := range [][]string{{"serve"}, {"migrate"}, {"check"}, {"backup", p.file("copy.db")}} {
		p.start(command...).ended("commits after that would be lost")
	}
	after, err := os.ReadFile(p.file("sarai.db-wal"))
	if err != nil || len(after) != len(before) {
		t.Fatalf("the log had %d bytes and has %d: %v", len(before), len(after), err)
	}
	said := p.start("serve")
	said.wait()
	_, command, _ := strings.Cut(strings.TrimSpace(said.stderr.String()), "give them up: truncate -s ")
	words := strings.Fields(command)
	if len(words) != 2 || words[1] != p.file("sarai.db-wal") {
		t.Fatalf("it doesn't say how to go on: %s", said.stderr.String())
	}
	if err := os.Truncate(words[1], int64(number(words[0]))); err != nil {
		t.Fatal(err)
	}
	p.serve().stop()

	headless, _, _ := crashedAgain(t)
	headless.overwrite("sarai.db-wal", 0, garbage(32))
	headless.start("serve").ended("damaged at its beginning")
}

func crashedAgain(t *testing.T) (p *place, owner *caller, code string) {
	t.Helper()
	p = newPlace(t, kittest.SQLite)
	s := p.serve()
	owner = s.hotel("Haveli", "owner@hotel.example")
	s.kill()
	return p, owner, ""
}

func TestADatabaseThatIsGoneIsNotBegunAnew(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	s.hotel("Haveli", "owner@hotel.example")
	s.stop()
	whole, err := os.ReadFile(p.file("sarai.db"))
	if err != nil {
		t.Fatal(err)
	}
	refused := func(words string) {
		t.Helper()
		for _, args := range [][]string{{"serve"}, {"migrate"}, {"organization", "create", "H", "h@h.example"}} {
			p.start(args...).ended(words)
		}
	}
	if err := os.WriteFile(p.file("sarai.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused("sarai.db is empty")
	if err := os.Remove(p.file("sarai.db")); err != nil {
		t.Fatal(err)
	}
	refused("sarai.db is missing")
	if _, err := os.Stat(p.file("sarai.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused start has made a database: %v", err)
	}
	// What is left of a database whose log, with everything in it, was forgotten when it was copied.
	d := newPlace(t, kittest.SQLite).open()
	if _, err := d.Backup(t.Context(), p.file("sarai.db")); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	refused("sarai.db has no tables")
	if err := os.WriteFile(p.file("sarai.db"), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	p.serve().stop()

	for _, name := range []string{"sarai.db", "token-keys.json"} {
		if err := os.Remove(p.file(name)); err != nil {
			t.Fatal(err)
		}
	}
	p.serve().stop() // as it says: with the keys moved away it is a new installation
}

// A first start that fails leaves nothing that the next one would take for the rest of a database.
func TestAFailedFirstStartIsForgotten(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	p.start("serve", "--rate-limit=fast").ended("rate-limit")
	p.start("serve", "--database-url=postgres://sarai:x@127.0.0.1:1/sarai?connect_timeout=2").ended("PostgreSQL")
	if files, err := os.ReadDir(p.dir); err != nil || len(files) > 0 {
		t.Errorf("refused starts have made %v %v", files, err)
	}
	p.serve().stop()
}

func TestADamagedPage(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	s.hotel("Haveli", "owner@hotel.example").rooms(3)
	s.stop()
	root := p.query("SELECT rootpage FROM sqlite_master WHERE name = 'rooms'")[0][0]
	p.overwrite("sarai.db", int64(number(root)-1)*4096, garbage(200))
	p.start("serve").ended("sarai.db is damaged: restore a backup")
	p.start("check").damaged("Damaged: ")
}

// damaged checks that a check names all that is broken and ends with an error.
func (s *program) damaged(all ...string) {
	s.t.Helper()
	code, said := s.wait(), s.stderr.String()
	for _, words := range all {
		if code != 1 || !strings.Contains(said, words) {
			s.t.Errorf("exit %d, want 1 and %q: %s", code, words, said)
		}
	}
}

func TestASecondServerOnOneSQLiteFile(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	for _, args := range [][]string{{"serve"}, {"serve", "--demo"}} {
		p.start(args...).ended("another server or migration works on " + p.file("sarai.db"))
	}
	owner := s.hotel("Haveli", "owner@hotel.example")
	owner.rooms(1) // the first one is none the worse
	p.mustRun("migrate")
	p.mustRun("check")
	p.mustRun("backup", filepath.Join(t.TempDir(), "copy.db"))
	p.mustRun("audit", "verify")
	p.mustRun("organization", "create", "Second", "second@hotel.example")
	p.start("demo").ended("has an organization already")
	s.kill()
	again := p.serve() // the lock went with the process
	again.stop()
	p.serve().stop()
}

// On PostgreSQL several servers may work, and on SQLite a migration must not happen under one.
func TestNoMigrationUnderAServer(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	last := p.query("SELECT MAX(version_id) FROM goose_db_version")[0][0]
	p.change("DELETE FROM goose_db_version WHERE version_id = $1", number(last))
	p.start("migrate").ended("stop the server first")
	p.start("organization", "create", "H", "h@h.example").ended("stop the server first")
	s.kill()
}

func TestSIGHUPStopsAsSIGTERM(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		s.signal(syscall.SIGHUP)
		if code := s.wait(); code != 0 || !s.logged("stopping") {
			t.Errorf("exit %d: %s", code, s.stderr.String())
		}
	})
}
