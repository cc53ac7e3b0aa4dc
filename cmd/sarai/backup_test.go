package main_test

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// A copy made while clerks book holds all that was acknowledged before, whole, and can take the database's place.
func TestABackupOfAServerAtWork(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	p.watch()
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	rooms := owner.rooms(20)

	c := &clerk{caller: owner, name: "clerk", rooms: rooms}
	var working sync.WaitGroup
	booked, begun, failed := make(chan struct{}), false, make(chan error, 1)
	working.Go(func() {
		failed <- c.work(func() {
			if !begun && len(c.wishes) == 15 {
				begun = true
				close(booked)
			}
		})
	})
	<-booked
	before := p.query("SELECT code FROM bookings")
	file := filepath.Join(t.TempDir(), "copy.db")
	p.mustRun("backup", file)
	at, err := time.Parse(time.RFC3339, owner.get("/api/backups/{org}").want(200).text("data", "lastBackupAt"))
	if err != nil || time.Since(at) > time.Minute {
		t.Errorf("the server knows of a backup at %s, and not of this one: %v", at, err)
	}
	s.kill()
	working.Wait()
	if err := <-failed; err != nil {
		t.Fatal(err)
	}

	copied := p.elsewhere(file)
	copies := copied.checkedBooks(t)
	codes := map[string]bool{}
	for _, k := range copies {
		codes[k.code] = true
	}
	for _, row := range before {
		if !codes[row[0]] {
			t.Errorf("%s was there before the backup and isn't in it", row[0])
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy can be read by others: %v %v", info.Mode(), err)
	}
	p.restore(t, file)
	again := p.serve()
	for _, row := range before {
		owner.at(again).get("/api/bookings/{org}/by-code/" + row[0]).want(200)
	}
	owner.at(again).post("/api/bookings/{org}/create", stay(400, 2, rooms[0])).want(201)
	again.stop()
}

// elsewhere is the same installation with another database file.
func (p *place) elsewhere(file string) *place {
	other := *p
	other.database = "sqlite:" + file
	return &other
}

// restore does what docs/operations.md says, with the server stopped.
func (p *place) restore(t *testing.T, file string) {
	t.Helper()
	before := filepath.Join(p.dir, "before")
	if err := os.Mkdir(before, 0o700); err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(filepath.Join(p.dir, "sarai.db*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range old {
		if err := os.Rename(path, filepath.Join(before, filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.dir, "sarai.db"), content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Without the token keys a restored server signs with a new one: access tokens end, sessions stay.
func TestARestoreWithoutTheTokenKeys(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	file := filepath.Join(t.TempDir(), "copy.db")
	p.mustRun("backup", file)
	s.stop()

	other := newPlace(t, kittest.SQLite)
	other.restore(t, file)
	again := other.serve()
	owner.at(again).get("/api/bookings/{org}/list").want(401)
	renewed := owner.at(again)
	renewed.token = ""
	renewed.token = renewed.do("POST", "/api/auth/refresh-token", nil, "Cookie",
		(&http.Cookie{Name: "refreshToken", Value: owner.refresh}).String()).want(200).text("data", "token")
	renewed.get("/api/bookings/{org}/list").want(200)
	again.stop()
}

func TestBackupsThatAreRefused(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	p.mustRun("migrate")
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(file, []byte("last week's"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.start("backup", file).ended("exist")
	if content, err := os.ReadFile(file); err != nil || string(content) != "last week's" {
		t.Errorf("the file that was there is now %q, %v", content, err)
	}
	p.start("backup", filepath.Join(t.TempDir(), "nowhere", "copy.db")).ended("nowhere")
	p.start("backup").ended("<file>")
	p.start("backup", filepath.Join(p.dir, "sarai.db")).ended("exist")

	if files, err := os.ReadDir(filepath.Dir(file)); err != nil || len(files) != 1 {
		t.Errorf("refused backups leave %v, %v", files, err)
	}

	// A mistyped directory must not look like a backup that went well.
	empty := newPlace(t, kittest.SQLite)
	never := filepath.Join(t.TempDir(), "copy.db")
	empty.start("backup", never).ended("sarai.db")
	for _, path := range []string{never, filepath.Join(empty.dir, "sarai.db")} {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("backing up no database has made %s: %v", path, err)
		}
	}
}

func TestABackupOfPostgreSQLNamesItsOwnTool(t *testing.T) {
	onPostgreSQL(t, func(t *testing.T, p *place) {
		p.start("backup", filepath.Join(t.TempDir(), "copy.db")).ended("pg_dump")
	})
}

// A backup doesn't change what it copies, not even its schema: the server may be an older one.
func TestABackupLeavesTheSchemaAlone(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	d, err := db.Open(t.Context(), db.Config{URL: p.database})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec("CREATE TABLE of_an_older_version (id TEXT PRIMARY KEY)")
		return err
	})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	p.mustRun("backup", file)
	for _, one := range []*place{p, p.elsewhere(file)} {
		if tables := one.query("SELECT name FROM sqlite_master WHERE type = 'table'"); len(tables) != 1 ||
			tables[0][0] != "of_an_older_version" {
			t.Errorf("%s has the tables %v", one.database, tables)
		}
	}
}

// Of several hotels, the first one makes backups, or the one that the setting names.
func TestWhoBacksTheServerUp(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	first, second := s.hotel("Haveli", "owner@haveli.example"), s.hotel("Mahal", "owner@mahal.example")
	second.post("/api/backups/{org}/create", nil).refused(403, "the organization that runs it")
	first.post("/api/backups/{org}/create", nil).want(200)
	if said := string(second.get("/api/backups/{org}").want(200).raw); !strings.Contains(said, `"lastBackupAt":null`) ||
		!strings.Contains(said, `"canBackup":false`) {
		t.Errorf("the second hotel learns %s", said)
	}
	s.stop()
	s = p.serve("--operator=" + second.org)
	first.at(s).post("/api/backups/{org}/create", nil).refused(403, "the organization that runs it")
	second.at(s).post("/api/backups/{org}/create", nil).want(200)
	s.stop()
}

// A disk without room is told in words, leaves nothing there that looks like a copy, and stops nothing else.
func TestABackupOnAFullDisk(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	full, folder := smallDisk(t, 1), filepath.Join(p.dir, "backups")
	must(t, os.Symlink(full, folder))
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	refused := owner.post("/api/backups/{org}/create", nil)
	refused.refused(503, "the disk that backups are written to is full")
	if refused.header.Get("Retry-After") == "" {
		t.Error("it doesn't say when to try again")
	}
	if left, err := os.ReadDir(full); err != nil || len(left) != 0 {
		t.Errorf("the full disk has %v, %v", left, err)
	}
	p.start("backup", filepath.Join(full, "copy.db")).ended("full")
	owner.get("/readyz").want(200)
	owner.rooms(1)
	must(t, os.Remove(folder))
	owner.post("/api/backups/{org}/create", nil).want(200)
	s.stop()
}

// A database whose books are wrong is copied all the same, and the command says what is wrong.
func TestABackupTellsWhatItFindsWrong(t *testing.T) {
	t.Parallel()
	p := newPlace(t, kittest.SQLite)
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	owner.post("/api/bookings/{org}/create", stay(1, 2, owner.rooms(1)[0])).want(201)
	s.stop()
	sound := filepath.Join(t.TempDir(), "sound.db")
	if said := p.mustRun("backup", sound); !strings.Contains(said, "all its 1 organizations are as they must be") {
		t.Errorf("the command says %q", said)
	}
	p.change("UPDATE booking_counts SET number = number + 1")
	wrong := filepath.Join(t.TempDir(), "wrong.db")
	code, _, said := p.run("backup", wrong)
	if code != 1 || !strings.Contains(said, "booking_counts") {
		t.Errorf("the command ends with %d and says %s", code, said)
	}
	for _, file := range []string{sound, wrong} {
		if codes := p.elsewhere(file).query("SELECT code FROM bookings"); len(codes) != 1 {
			t.Errorf("%s has the bookings %v", file, codes)
		}
		if beside, err := filepath.Glob(file + "?*"); err != nil || len(beside) != 0 {
			t.Errorf("beside the copy are %v, %v", beside, err)
		}
	}
}

// Copies go to storage as soon as it is there, by the button and by the command; those that aren't kept go from there,
// and one that is fetched from there takes the database's place.
func TestBackupsGoToStorage(t *testing.T) {
	t.Parallel()
	storage := kittest.NewStorage(t)
	p := newPlace(t, kittest.SQLite, "SARAI_BACKUPS_STORAGE="+storage.Address("haveli"), "SARAI_BACKUPS_KEEP=1")
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	room := owner.rooms(1)[0]
	code := owner.post("/api/bookings/{org}/create", stay(1, 2, room)).want(201).text("data", "code")
	owner.post("/api/backups/{org}/create", nil).refused(503, "storage did not take it")
	stored := func() []string {
		names, err := filepath.Glob(filepath.Join(storage.Bucket, "haveli", "*"))
		must(t, err)
		return names
	}
	storage.Start()
	owner.post("/api/backups/{org}/create", nil).want(200)
	here, err := filepath.Glob(filepath.Join(p.dir, "backups", "*"))
	must(t, err)
	if there := stored(); len(here) != 1 || len(there) != 1 || filepath.Base(here[0]) != filepath.Base(there[0]) {
		t.Fatalf("here are %v, in storage %v", here, there)
	}

	first := stored()[0]
	must(t, os.WriteFile(filepath.Join(filepath.Dir(first), "mine.db"), nil, 0o600))
	file := filepath.Join(t.TempDir(), "copy.db")
	p.mustRun("backup", file)
	there := stored()
	if len(there) != 2 || filepath.Base(there[0]) != "mine.db" || there[1] <= first {
		t.Fatalf("after the second are %v", there)
	}
	for _, log := range []string{s.stderr.String(), s.stdout.String()} {
		if strings.Contains(log, "the=storage") {
			t.Errorf("the log shows the secret:\n%s", log)
		}
	}
	s.kill()
	p.restore(t, there[1])
	p.mustRun("check")
	s = p.serve()
	owner.at(s).get("/api/bookings/{org}/by-code/" + code).want(200)
	s.stop()

	storage.Stop()
	p.start("backup", filepath.Join(t.TempDir(), "copy.db")).failed("not in storage", kittest.StorageSecret)
}

// failed checks that a command ended with 1, and said words and none of the secrets.
func (s *program) failed(words string, secrets ...string) {
	s.t.Helper()
	code, said := s.wait(), s.stderr.String()
	if code != 1 || !strings.Contains(said, words) {
		s.t.Errorf("%v: exit %d, want 1 and %q:\n%s", s.cmd.Args[1:], code, words, said)
	}
	for _, secret := range secrets {
		if strings.Contains(said, secret) || strings.Contains(said, url.QueryEscape(secret)) {
			s.t.Errorf("%v shows %q:\n%s", s.cmd.Args[1:], secret, said)
		}
	}
}
