package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"

	"sarai/internal/kit/date"
)

// desk gives each new booking a room and three free nights, far from the history.
type desk struct {
	rooms int
	first date.Date
	taken []atomic.Int64 // by organization
}

func newDesk(in *installation) *desk {
	return &desk{rooms: in.history.rooms, first: today().AddDays(400), taken: make([]atomic.Int64, len(in.hotels))}
}

// next returns the organization's next free room with the first and the last day of the stay.
func (d *desk) next(hotel int) (room int, from, to date.Date) {
	n := int(d.taken[hotel].Add(1)) - 1
	from = d.first.AddDays(n / d.rooms * nightsPerStay)
	return n % d.rooms, from, from.AddDays(nightsPerStay)
}

// made returns how many bookings the desk has given out.
func (d *desk) made() (sum int64) {
	for i := range d.taken {
		sum += d.taken[i].Load()
	}
	return sum
}

// create books a room for a new guest, in each of the organizations in turn.
func (in *installation) create(d *desk, hotels int) func(connection int) func(buffer []byte) []byte {
	return in.book(d, hotels, "")
}

// book is create with more fields in the body.
func (in *installation) book(d *desk, hotels int, more string) func(connection int) func(buffer []byte) []byte {
	return func(connection int) func(buffer []byte) []byte {
		hotel := connection % hotels
		before := "POST /api/bookings/" + in.hotels[hotel] + "/create" + in.headers() +
			"Content-Type: application/json\r\nContent-Length: "
		return func(buffer []byte) []byte {
			room, from, to := d.next(hotel)
			body := fmt.Sprintf(`{"guestName":"Asha Rao","guestPhone":"+91 98450 12345","checkIn":"%s","checkOut":"%s",`+
				`"rooms":[{"roomId":"%s","roomNumber":"%s","roomType":"Deluxe","ratePerNight":5000,"adults":2}]%s}`, from, to,
				roomID(room), roomNumber(room), more)
			return fmt.Appendf(append(buffer, before...), "%d\r\n\r\n%s", len(body), body)
		}
	}
}

// measureCreates compares bookings through the real server with the same rows in one raw transaction each.
func measureCreates(ctx context.Context, s settings, r *report) (err error) {
	in, err := sqliteInstallation(ctx, s, "creates", townHotels, town)
	if err != nil {
		return err
	}
	rawPath := filepath.Join(s.folder, "raw.db")
	if err := copyFile(in.path(), rawPath); err != nil {
		return err
	}
	server, err := startServer(ctx, s, in.dataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	booked, rawBooked := newDesk(in), newDesk(in)
	if s.profile != "" {
		return profileLoad(s, server, overHTTP("create", server.address, http.StatusCreated, in.create(booked, 1)), "create")
	}
	raw, err := openRawSQLite(ctx, rawPath)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, raw.close()) }()
	// SQLite mostly serves one hotel. With several, the bookings of a batch share fewer pages.
	limits := map[int]limit{1: atLeast(0.52), 16: atLeast(1.5), 64: atLeast(2.2)}
	for _, hotels := range []int{1, townHotels} {
		sarai := overHTTP("create", server.address, http.StatusCreated, in.create(booked, hotels))
		err := raceCreates(s, r, server, sarai, raw.contestant(ctx, in, rawBooked, hotels),
			fmt.Sprintf("organizations: %d", hotels), limits)
		if err != nil {
			return err
		}
		limits = nil // the others are only shown
	}
	return errors.Join(sameRows(ctx, raw.pool, rawBooked), in.sameRowsSQLite(ctx, booked))
}

// raceCreates compares the server with the floor at each number of connections, and shows it beside other floors.
func raceCreates(s settings, r *report, server *process, sarai, floor contestant, what string,
	limits map[int]limit, others ...contestant) error {
	for _, n := range connectionCounts {
		before, err := server.counters()
		if err != nil {
			return err
		}
		rates, err := race(s, n, append(others, floor, sarai)...)
		if err != nil {
			return err
		}
		after, err := server.counters()
		if err != nil {
			return err
		}
		r.add(fmt.Sprintf("booking create, %d connections, %s", n, what), rates.ratio(sarai.name, floor.name), limits[n],
			fmt.Sprintf("%s, %.1f bookings a commit", rates.beside(sarai.name, floor.name), after.batch(before)))
		for _, other := range others {
			r.add(fmt.Sprintf("the same, %d connections, beside the %s", n, other.name),
				rates.ratio(sarai.name, other.name), limit{}, rates.beside(sarai.name, other.name))
		}
	}
	return nil
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	return errors.Join(err, os.WriteFile(to, content, 0o600))
}

func (in *installation) sameRowsSQLite(ctx context.Context, d *desk) error {
	pool, err := sql.Open("sqlite", "file:"+in.path())
	if err != nil {
		return err
	}
	return errors.Join(sameRows(ctx, pool, d), pool.Close())
}

// sameRows checks that every booking exists with all its rows: a floor that does less is no floor.
func sameRows(ctx context.Context, pool *sql.DB, d *desk) error {
	made := d.made()
	for _, expected := range []struct {
		rows  int64
		query string
	}{
		{made, "SELECT COUNT(*) FROM bookings WHERE check_in >= $1"},
		{made, "SELECT COUNT(*) FROM booking_rooms WHERE from_date >= $1"},
		{made * nightsPerStay, "SELECT COUNT(*) FROM room_nights WHERE night >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN guests g ON g.org_id = b.org_id AND g.guest_id = b.guest_id WHERE " +
			"b.check_in >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN audit_entries a ON a.org_id = b.org_id AND a.resource_id = " +
			"b.booking_id WHERE b.check_in >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN audit_entries a ON a.org_id = b.org_id AND a.resource_id = " +
			"b.guest_id WHERE b.check_in >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN notifications n ON n.org_id = b.org_id AND n.reference_id = " +
			"b.booking_id WHERE b.check_in >= $1"},
		{made, "SELECT CAST(COALESCE(SUM(visible), 0) AS BIGINT) FROM notification_counts WHERE type = '' AND $1 <> ''"},
		{made, "SELECT CAST(COALESCE(SUM(visible), 0) AS BIGINT) FROM notification_counts WHERE type = 'booking_created' " +
			"AND $1 <> ''"},
		{made * 6, "SELECT COUNT(*) FROM bookings b JOIN search_terms t ON t.org_id = b.org_id AND t.kind = 'booking' AND " +
			"t.record_id = b.booking_id WHERE b.check_in >= $1 AND t.term NOT LIKE '36%'"}, // but from the end
		{made * 4, "SELECT COUNT(*) FROM bookings b JOIN search_terms t ON t.org_id = b.org_id AND t.kind = 'guest' AND " +
			"t.record_id = b.guest_id WHERE b.check_in >= $1"},
		{made * 2, "SELECT COUNT(*) FROM changes WHERE $1 <> ''"},
		{made * 2, "SELECT CAST(COALESCE(SUM(revision), 0) AS BIGINT) FROM revisions WHERE $1 <> ''"},
		{made * 2, "SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM audit_heads WHERE $1 <> ''"},
		{0, "SELECT COUNT(*) FROM notification_mails WHERE $1 <> ''"},
		{0, "SELECT COUNT(*) FROM outbox WHERE $1 <> ''"},
	} {
		var found int64
		if err := pool.QueryRowContext(ctx, expected.query, string(d.first)).Scan(&found); err != nil {
			return err
		}
		if found != expected.rows {
			return fmt.Errorf("%d rows where %d were acknowledged: %s", found, expected.rows, expected.query)
		}
	}
	return nil
}
