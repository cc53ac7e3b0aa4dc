package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/token"
	"sarai/internal/outward/notification"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/hotel"
	"sarai/internal/record/series"
	"sarai/migrations"
)

// installation is a migrated database with organizations of the same shape, and a person who is Administrator in all of
// them.
type installation struct {
	dataDir     string // of the server
	databaseURL string // empty: SQLite in dataDir
	hotels      []string
	token       string
	keys        *token.Keys
	history     history
}

// history describes the bookings of each organization: one room and three nights each, spread over its rooms so that
// six of ten nights are sold, the last of them four weeks from now. Every twelfth is cancelled.
type history struct {
	rooms, bookings int
	ahead           int // days until the last stays; 0: daysAhead
}

const (
	nightsPerStay = 3
	daysPerStay   = 5 // of one room: three nights sold, two empty
	daysAhead     = 28
	zoneName      = "Asia/Kolkata"
	login         = "665f1c2ab7e4d90000000001"
	session       = "665f1c2ab7e4d90000000002"
	category      = "665f1c2ab7e4d90000000003"
)

func roomID(i int) string    { return fmt.Sprintf("665f1c2ab7e4%012x", i) }
func bookingID(i int) string { return fmt.Sprintf("665f1c2b%016x", i) }
func bookingCode(i int) string {
	return fmt.Sprintf("BK-%d", i+1)
}

// sqliteInstallation creates an installation with a history, in a folder of its own.
func sqliteInstallation(ctx context.Context, s settings, name string, hotels int, h history) (*installation, error) {
	in := &installation{dataDir: filepath.Join(s.folder, name)}
	if err := in.found(ctx, hotels, h); err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", in.hasty())
	if err != nil {
		return nil, err
	}
	return in, errors.Join(in.fill(ctx, pool, in.hotels, h), pool.Close())
}

// hasty opens the file for filling. Nothing is durable meanwhile: after a crash, start again.
func (in *installation) hasty() string {
	return "file:" + in.path() +
		"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=cache_size(-1500000)&_pragma=temp_store(MEMORY)"
}

func (in *installation) path() string { return filepath.Join(in.dataDir, "sarai.db") }

func (in *installation) url() string {
	if in.databaseURL != "" {
		return in.databaseURL
	}
	return "sqlite:" + in.path()
}

// found creates the schema, new organizations, and the Administrator's session.
func (in *installation) found(ctx context.Context, hotels int, h history) (err error) {
	in.history = h
	if err := os.MkdirAll(in.dataDir, 0o700); err != nil {
		return err
	}
	if in.keys, err = token.LoadOrCreate(in.dataDir); err != nil {
		return err
	}
	in.token = in.issue(login, session)
	for range hotels {
		in.hotels = append(in.hotels, id.New())
	}
	d, err := db.Open(ctx, db.Config{URL: in.url(), Clock: clock.System{}})
	if err != nil {
		return err
	}
	if err := d.Migrate(ctx, migrations.FS, migrations.Steps(nil)...); err != nil {
		return errors.Join(err, d.Close())
	}
	return errors.Join(d.Write(ctx, in.settle), d.Close())
}

// issue returns an access token that is valid for the whole run.
func (in *installation) issue(loginID, sessionID string) string {
	now := time.Now()
	return in.keys.Issue(token.Claims{Login: loginID, Session: sessionID, IssuedAt: now, Expires: now.Add(24 * time.Hour)})
}

func (in *installation) settle(tx *db.Tx) error {
	if err := signIn(tx, login, session); err != nil {
		return err
	}
	for _, hotel := range in.hotels {
		if err := settleHotel(tx, hotel); err != nil {
			return err
		}
	}
	return nil
}

// signIn creates a login with a session.
func signIn(tx *db.Tx, loginID, sessionID string) error {
	now := tx.Now.UnixMilli()
	_, err := tx.Exec(`INSERT INTO logins (login_id, email, name, password_hash, created_at, updated_at) VALUES ($1, `+
		`$2, 'Asha Rao', '', $3, $3)`,
		loginID, emailOf(loginID), now)
	if err != nil {
		return err
	}
	_, err = tx.Exec(
		`INSERT INTO sessions (session_id, login_id, refresh_hash, ip, user_agent, created_at, used_at, seen_at, expires_at)
		VALUES ($1, $2, $1, '127.0.0.1', 'bench', $3, $3, $3, $4)`, sessionID, loginID, now,
		tx.Now.Add(24*time.Hour).UnixMilli())
	return err
}

func emailOf(loginID string) string { return loginID + "@hotel.example" }

func settleHotel(tx *db.Tx, id string) error {
	now := tx.Now.UnixMilli()
	_, err := tx.Exec(
		`INSERT INTO organizations (org_id, name, email, phone, currency, logo, members_version, created_at, updated_at)
		VALUES ($1, 'Haveli Sagar', 'desk@haveli.example', '', 'INR', '', 0, $2, $2)`, id, now)
	if err != nil {
		return err
	}
	if err := hotel.Insert(tx, id, hotel.Hotel{Timezone: zoneName}.WithDefaults()); err != nil {
		return err
	}
	if _, err := role.Seed(tx, id); err != nil {
		return err
	}
	made, err := organization.Get(tx, id).Get()
	if err != nil {
		return err
	}
	if err := errors.Join(series.Seed(tx, id), notification.Seed(tx, id), emailtemplate.Seed(tx, id),
		tax.Seed(tx, made), ledger.Seed(tx, id),
		businessday.Seed(tx, id)); err != nil {
		return err
	}
	administrator, err := role.Administrator(tx, id)
	if err != nil {
		return err
	}
	return join(tx, id, login, administrator.ID)
}

// join makes the login a member of the hotel.
func join(tx *db.Tx, hotel, loginID, roleID string) error {
	now := tx.Now.UnixMilli()
	if _, err := tx.Exec(`INSERT INTO login_organizations (login_id, org_id, last_used_at) VALUES ($1, $2, $3)`, loginID,
		hotel, now); err != nil {
		return err
	}
	_, err := tx.Exec(
		`INSERT INTO memberships (org_id, login_id, email, name, phone, role_id, designation, is_active, joined_at,
			created_at, updated_at)
		VALUES ($1, $2, $3, 'Asha Rao', '', $4, '', $5, $6, $6, $6)`, hotel, loginID, emailOf(loginID), roleID, true, now)
	return err
}

// fill gives the organizations their rooms and their history, with the same statements on both engines. Rows of
// different organizations are interleaved, as when all of them take bookings every day.
func (in *installation) fill(ctx context.Context, pool *sql.DB, hotels []string, h history) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	f := &filler{ctx: ctx, conn: conn}
	f.exec("BEGIN")
	f.sketch(hotels, h)
	for _, statement := range multiply {
		f.exec(statement)
	}
	f.exec("UPDATE series SET next_number = $1, last_number = $2 WHERE module = 'booking' AND org_id IN (SELECT org_id "+
		"FROM hotels)", h.bookings+1, h.bookings)
	for _, sketch := range []string{"hotels", "stays", "nights", "doors"} {
		f.exec("DROP TABLE " + sketch)
	}
	f.exec("COMMIT")
	if in.databaseURL != "" {
		f.exec("ANALYZE") // as PostgreSQL does by itself sooner or later; on SQLite nobody does
	}
	return errors.Join(f.err, conn.Close())
}

// filler remembers the first failure.
type filler struct {
	ctx  context.Context
	conn *sql.Conn
	err  error
}

// write opens a database to fill it.
func write(ctx context.Context, driver, source string, fill func(f *filler)) error {
	pool, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return errors.Join(err, pool.Close())
	}
	f := &filler{ctx: ctx, conn: conn}
	fill(f)
	return errors.Join(f.err, conn.Close(), pool.Close())
}

func (f *filler) exec(query string, args ...any) {
	if f.err == nil {
		_, f.err = f.conn.ExecContext(f.ctx, query, args...)
	}
}

// insert writes many rows with few statements.
func (f *filler) insert(into string, rows [][]any) {
	const chunk = 200
	for len(rows) > 0 {
		n := min(chunk, len(rows))
		var args []any
		for _, row := range rows[:n] {
			args = append(args, row...)
		}
		f.exec("INSERT INTO "+into+" VALUES "+db.Rows(len(rows[0]), n), args...)
		rows = rows[n:]
	}
}

// sketch writes one organization's history into temporary tables.
func (f *filler) sketch(hotels []string, h history) {
	f.exec("CREATE TEMP TABLE hotels (org_id TEXT)")
	f.exec("CREATE TEMP TABLE doors (room_id TEXT, room_number TEXT)")
	f.exec("CREATE TEMP TABLE stays (booking_id TEXT, code TEXT, status TEXT, check_in TEXT, check_out TEXT, room_id " +
		"TEXT, room_number TEXT, released TEXT, created_at BIGINT)")
	f.exec("CREATE TEMP TABLE nights (room_id TEXT, night TEXT, booking_id TEXT)")
	var names, doors, stays, nights [][]any
	for _, hotel := range hotels {
		names = append(names, []any{hotel})
	}
	for i := range h.rooms {
		doors = append(doors, []any{roomID(i), roomNumber(i)})
	}
	for i := range h.bookings {
		in, out := h.stay(i)
		status, released := h.status(i)
		stays = append(stays, []any{bookingID(i), bookingCode(i), status, string(in), string(out), roomID(i % h.rooms),
			roomNumber(i % h.rooms), released, h.booked(i).UnixMilli()})
		for _, night := range h.nights(i) {
			nights = append(nights, []any{roomID(i % h.rooms), string(night), bookingID(i)})
		}
	}
	f.insert("hotels", names)
	f.insert("doors", doors)
	f.insert("stays", stays)
	f.insert("nights", nights)
}

func roomNumber(i int) string { return fmt.Sprint(101 + i) }

// stay returns the dates of booking i: the rooms take turns, each a day after the one before.
func (h history) stay(i int) (in, out date.Date) {
	turns := (h.bookings + h.rooms - 1) / h.rooms
	in = today().AddDays(cmp.Or(h.ahead, daysAhead) + (i/h.rooms-turns)*daysPerStay + i%h.rooms%daysPerStay)
	return in, in.AddDays(nightsPerStay)
}

// booked is when booking i was made, some two weeks before its stay. As in the server, the ids follow it.
func (h history) booked(i int) time.Time {
	in, _ := h.stay(i - i%h.rooms)
	return in.Start(time.UTC).AddDate(0, 0, -14).Add(time.Duration(i%h.rooms) * time.Minute)
}

func (h history) status(i int) (status, released string) {
	in, out := h.stay(i)
	switch day := today(); {
	case i%12 == 11:
		return "cancelled", ""
	case out < day:
		return "checked-out", "checked-out"
	case in < day:
		return "checked-in", ""
	}
	return "confirmed", ""
}

// nights are those that booking i holds.
func (h history) nights(i int) []date.Date {
	list := []date.Date{}
	in, out := h.stay(i)
	status, _ := h.status(i)
	for night := in; night < out && status != "cancelled"; night = night.AddDays(1) {
		list = append(list, night)
	}
	return list
}

// today is the hotels' date, the same for the whole run.
var today = sync.OnceValue(func() date.Date {
	zone, err := time.LoadLocation(zoneName)
	if err != nil {
		panic(err) // every machine that runs Go has the zones
	}
	return date.Of(time.Now(), zone)
})

// nightPrices are what the nights of a stay cost, as booking_rooms has them.
var nightPrices = "[" + strings.TrimSuffix(strings.Repeat(`{"price":500000},`, nightsPerStay), ",") + "]"

// multiply copies the sketch to every organization. CROSS JOIN fixes SQLite's order of loops: each stay is written for
// all organizations before the next one, and all rooms of an organization before the next one's, as when a hotel opens.
var multiply = []string{
	`INSERT INTO room_categories (org_id, category_id, name, name_key, code, description, base_rate, max_adults,
		max_children, amenities, created_at, updated_at)
		SELECT org_id, '` + category + `', 'Deluxe', 'deluxe', '', '', 500000, 2, 1, '[]', 0, 0 FROM hotels`,
	`INSERT INTO rooms (org_id, room_id, room_number, number_key, category_id, floor, rate, housekeeping, is_active,
		notes, created_at, updated_at)
		SELECT h.org_id, d.room_id, d.room_number, d.room_number, '` + category + `', '1', NULL, 'clean', TRUE, '', 0, 0
			FROM hotels h CROSS JOIN doors d`,
	`INSERT INTO rooms_in_service (org_id, room_id, from_day, to_day)
		SELECT h.org_id, d.room_id, '1970-01-01', '' FROM hotels h CROSS JOIN doors d`,
	`INSERT INTO bookings (org_id, booking_id, code, status, guest_id, guest_name, guest_email, guest_phone, check_in,
		check_out, source, meal_plan,
			notes, special_requests, total, extras, advance, paid, refunded, expected_arrival, transport_mode,
				transport_details, arrived_at,
			arrival_remarks, checked_out_at, final_amount, settlement_method, checkout_remarks, cancelled_at,
				cancellation_reason, cancellation_charge,
			no_show, status_before_cancel, search_text, created_by, created_at, updated_at)
		SELECT h.org_id, s.booking_id, s.code, s.status, s.booking_id, 'Asha Rao', '', '+91 98450 12345', s.check_in,
			s.check_out, 'walk-in', 'EP',
			'', '', 1500000, 0, 0, 0, 0, '', '', '', NULL, '', NULL, NULL, '', '', NULL, '', 0, FALSE, '',
				s.code || ' asha rao', '` + login + `', s.created_at, s.created_at
		FROM stays s CROSS JOIN hotels h`,
	`INSERT INTO booking_rooms (org_id, booking_id, position, entry_id, room_id, category_id, locked, room_number,
		room_type, rate, adults, children, from_date, to_date, released, checked_out_at, sold, nights, free_nights)
		SELECT h.org_id, s.booking_id, 0, s.room_id, s.room_id, '', TRUE, s.room_number, 'Deluxe', 500000, 2, 0,
			s.check_in, s.check_out, s.released, NULL, 'null', '` + nightPrices + `', ''
		FROM stays s CROSS JOIN hotels h`,
	`INSERT INTO room_nights (org_id, room_id, night, holder_kind, holder_id)
		SELECT h.org_id, n.room_id, n.night, 'booking', n.booking_id FROM nights n CROSS JOIN hotels h`,
	`INSERT INTO booking_counts (org_id, status, source, channel, created_by, number)
		SELECT h.org_id, s.status, 'walk-in', '', '` + login + `', s.number
		FROM (SELECT status, COUNT(*) AS number FROM stays GROUP BY status) s CROSS JOIN hotels h`,
}
