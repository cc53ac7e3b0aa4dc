package main_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/pgserver"
)

// The standby is away, a client gives up on its booking and asks again with the same Idempotency-Key. Nobody may tell
// it that the booking is made, since the standby that takes over doesn't have it.
func TestABookingThatTheStandbyLacksIsNotAcknowledged(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	p := newPlace(t, kittest.SQLite, "SARAI_DATABASE_DEADLINE=5s")
	p.use(pair.URL())
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	other := s.hotel("Palace", "owner@palace.example")
	rooms, others := owner.rooms(2), other.rooms(1)
	made := owner.post("/api/bookings/{org}/create", stay(10, 2, rooms[0])).want(201).text("data", "bookingId")
	must(t, pair.Standby.Freeze())

	wanted := stay(10, 2, rooms[1])
	request, err := owner.request("POST", "/api/bookings/{org}/create", wanted, "Idempotency-Key", "the key")
	must(t, err)
	impatient, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if a, err := send(t, request.WithContext(impatient)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a booking without its standby was answered with %d, %v", a.status, err)
	}
	for range 3 {
		again := owner.do("POST", "/api/bookings/{org}/create", wanted, "Idempotency-Key", "the key").want(503)
		if again.header.Get("Retry-After") == "" {
			t.Error("the 503 doesn't say when to try again")
		}
	}
	// Who waits for nobody's row is told that the outcome is unknown.
	other.post("/api/bookings/{org}/create", stay(20, 2, others[0])).refused(503, "may be done or not")
	owner.get("/api/bookings/{org}/" + made).want(200) // reads go on

	must(t, errors.Join(pair.Primary.Kill(), pair.Standby.Thaw(), pair.Standby.Promote()))
	owner.get("/api/bookings/{org}/" + made).want(200)
	settled := owner.do("POST", "/api/bookings/{org}/create", wanted, "Idempotency-Key", "the key").want(201)
	owner.get("/api/bookings/{org}/" + settled.text("data", "bookingId")).want(200)
	s.stop()
}

// The standby is away, and the connection that waits for it is ended: the booking is on the primary alone. A repetition
// finds it there, and yet nobody may tell that it is made.
func TestARepetitionIsAsSafeAsTheBooking(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	p := newPlace(t, kittest.SQLite, "SARAI_DATABASE_DEADLINE=4s")
	p.use(pair.URL())
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	wanted := stay(10, 2, owner.rooms(1)[0])
	book := func() answer {
		return owner.do("POST", "/api/bookings/{org}/create", wanted, "Idempotency-Key", "the key")
	}
	must(t, pair.Standby.Freeze())
	book().refused(503, "may be done or not")
	if ended := p.query(`SELECT COUNT(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
		WHERE wait_event = 'SyncRep'`); ended[0][0] == "0" {
		t.Error("no commit waits for the standby")
	}
	book().refused(503, "has become of the first request")
	book().refused(503, "may be done or not") // it waits for the repetition before
	must(t, pair.Standby.Thaw())
	await(t, "the database to take writes", func() bool { return owner.get("/readyz").status == 200 })
	book().want(201)
	book().want(201)
	if list := owner.get("/api/bookings/{org}/list").want(200).raw; !strings.Contains(string(list), `"total":1`) {
		t.Errorf("there isn't one booking: %s", list)
	}
	s.stop()
}

// A database that can only be read, or not be reached, hasn't done what is asked for. Of an earlier request with the
// same Idempotency-Key it tells nothing, and whoever sends a key is told so.
func TestAnOutageTellsNothingOfAKey(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	p := newPlace(t, kittest.SQLite)
	p.use(pair.Primary.URL)
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	wanted := stay(10, 2, owner.rooms(1)[0])
	const earlier = " If an earlier request with this Idempotency-Key got no clear answer, it may be done or not: send " +
		"it again to learn which."
	tells := func(message string) {
		t.Helper()
		path := "/api/bookings/{org}/create"
		if said := owner.post(path, wanted).want(503).text("message"); said != message {
			t.Errorf("it says %q, want %q", said, message)
		}
		if said := owner.do("POST", path, wanted, "Idempotency-Key", "fresh").want(503).text("message"); said !=
			message+earlier {
			t.Errorf("with a key it says %q, want %q", said, message+earlier)
		}
	}
	admin := p.open()
	must(t, admin.ReadOne(t.Context(), func(tx *db.Tx) error {
		return tx.Do(`ALTER ROLE CURRENT_USER SET default_transaction_read_only = on`)
	}))
	must(t, admin.ReadOne(t.Context(), func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT COUNT(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
			WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(new(int))
	}))
	must(t, admin.Close())
	tells("The database can only be read at the moment, so nothing was changed. Try again in a few seconds.")
	must(t, pair.Primary.Kill())
	tells("The database can't be reached at the moment. Try again in a few seconds.")
	s.stop()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The primary of a synchronous pair dies while clerks book, and its standby takes over: they are told "not now" at
// worst, and the books have all that was acknowledged.
func TestAFailoverWhileClerksBook(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	p := newPlace(t, kittest.SQLite)
	p.watch()
	p.use(pair.URL())
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	c := &clerk{caller: owner, name: "clerk", rooms: owner.rooms(20)}
	for range 15 {
		must(t, c.bookOnce())
	}
	must(t, pair.Primary.Kill())
	promoted := make(chan error, 1)
	go func() { promoted <- pair.Standby.Promote() }()
	for range 15 {
		must(t, c.bookOnce())
	}
	must(t, <-promoted)
	c.remembers(t, p.checkedBooks(t))
	s.stop()
}

// bookOnce asks for a booking until the database is there.
func (c *clerk) bookOnce() error {
	w := c.newWish()
	for until := time.Now().Add(patience); time.Now().Before(until); {
		alive, err := c.create(w)
		if !alive {
			return errors.New("the server is gone")
		}
		if err == nil || !strings.Contains(err.Error(), "answered 503") {
			return err
		}
	}
	return fmt.Errorf("%s is not answered", w.key)
}

func TestReadyzTellsAFrozenDatabase(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	p := newPlace(t, kittest.SQLite, "SARAI_DATABASE_DEADLINE=5s")
	p.use(pair.Primary.URL)
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	must(t, pair.Primary.Freeze())
	s.anyone().get("/healthz").want(200)
	s.anyone().get("/readyz").refused(503, "does not answer")
	owner.get("/api/bookings/{org}/list").want(503)
	must(t, pair.Primary.Thaw())
	await(t, "the database to answer", func() bool { return s.anyone().get("/readyz").status == 200 })
	owner.get("/api/bookings/{org}/list").want(200)
	s.stop()
}

// smallDisk is a file system of its own with so many MiB. Where it can't be made, the test is skipped.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "sarai-disk-") // PostgreSQL's account may look into it, unlike into t.TempDir()
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(folder)) })
	if output, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm,mode=1777", size), "tmpfs",
		folder).CombinedOutput(); err != nil {
		t.Skipf("no small file system can be mounted here, so a full disk is NOT tested: %v %s", err, output)
	}
	t.Cleanup(func() {
		if output, err := exec.Command("umount", "-l", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, output)
		}
	})
	return folder
}

func TestAFullDiskOfSQLite(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 16)
	p := newPlace(t, kittest.SQLite)
	p.dir, p.database = disk, "sqlite:"+filepath.Join(disk, "sarai.db")
	p.settings = append(p.settings, "SARAI_DATA_DIR="+disk)
	fillTheDisk(t, p, disk)
}

func TestAFullDiskOfPostgreSQL(t *testing.T) {
	onPostgreSQL(t, func(t *testing.T, p *place) {
		disk := smallDisk(t, 160)
		server, err := pgserver.StartIn(disk)
		must(t, err)
		t.Cleanup(func() { must(t, server.Stop()) })
		p.use(server.URL)
		fillTheDisk(t, p, disk)
	})
}

// fillTheDisk adds guests until no more fit. Then nothing is half there, reads go on, and once there is space again, so
// do writes.
func fillTheDisk(t *testing.T, p *place, disk string) {
	s := p.serve()
	owner := s.hotel("Haveli", "owner@hotel.example")
	ballast := filepath.Join(disk, "ballast")
	// A file that takes all but the last MiB.
	_, _ = exec.Command("sh", "-c", `dd if=/dev/zero of="$0" bs=64k; truncate -s -1M "$0"`, ballast).CombinedOutput()
	added := 0
	add := func() answer {
		return owner.post("/api/guests/{org}/create", object{"name": fmt.Sprint("Guest ", added),
			"notes": strings.Repeat("विशेष ", 300)})
	}
	a := add()
	for ; a.status == 201 && added < 5000; a = add() {
		added++
	}
	a.refused(503, "disk of the database is full")
	s.anyone().get("/readyz").refused(503, "full")
	want := fmt.Sprintf(`"total":%d`, added)
	if list := string(owner.get("/api/guests/{org}/list?limit=1").want(200).raw); !strings.Contains(list, want) {
		t.Errorf("%d guests were acknowledged, there are %s", added, list)
	}
	s.login("owner@hotel.example", password).get("/api/bookings/{org}/list").want(200)
	if metrics := string(s.anyone().get("/metrics").want(200).raw); strings.Contains(metrics,
		"sarai_db_failed_writes_total 0\n") {
		t.Error("no failed write is counted")
	}
	must(t, os.Remove(ballast))
	add().want(201)
	s.anyone().get("/readyz").want(200)
	s.stop()
}

// Without its standby, or where it can only be read, PostgreSQL takes no writes. People sign in all the same, stay
// signed in and read; what that would write is written once it can be. A write whose outcome nobody knows says so each
// time.
func TestReadingGoesOnWithoutWrites(t *testing.T) {
	t.Parallel()
	pair := kittest.SynchronousPair(t)
	p := newPlace(t, kittest.SQLite, "SARAI_DATABASE_DEADLINE=4s")
	p.use(pair.URL())
	first := p.serve()
	owner := first.hotel("Haveli", "owner@hotel.example")
	room := owner.rooms(1)[0]
	first.stop()
	must(t, pair.Standby.Freeze())
	s := p.serve()
	s.anyone().get("/readyz").refused(503, "confirms no writes")

	wanted := stay(10, 2, room)
	for range 3 {
		owner.at(s).do("POST", "/api/bookings/{org}/create", wanted, "Idempotency-Key", "the key").
			refused(503, "may be done or not")
	}

	credentials := object{"email": "owner@hotel.example", "password": password}
	s.anyone().post("/api/auth/login", object{"email": "owner@hotel.example", "password": "wrong password"}).want(401)
	in := s.anyone().post("/api/auth/login", credentials).want(200)
	owner = owner.at(s)
	owner.token = in.text("data", "token")
	owner.get("/api/bookings/{org}/list").want(200)
	owner.get("/api/auth/sessions").want(200)
	refresh := func() {
		t.Helper()
		owner.token = s.anyone().do("POST", "/api/auth/refresh-token", nil, "Cookie",
			"refreshToken="+in.text("data", "refreshToken")).want(200).text("data", "token")
	}
	refresh()
	owner.get("/api/auth/me").want(200)

	must(t, pair.Standby.Thaw())
	await(t, "the database to take writes", func() bool { return owner.get("/readyz").status == 200 })
	owner.do("POST", "/api/bookings/{org}/create", wanted, "Idempotency-Key", "the key").want(201)
	await(t, "the session to be stored", func() bool { return len(p.query("SELECT session_id FROM sessions")) == 2 })
	refresh()
	s.stop()
	again := p.serve()
	owner.at(again).get("/api/bookings/{org}/list").want(200)
	again.stop()
}
