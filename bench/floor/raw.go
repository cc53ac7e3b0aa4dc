package floor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/id"
)

// The statements of one booking as a program without layers would send them: as few as these rows allow.
const (
	rawGuest = `INSERT INTO guests (org_id, guest_id, name, email, phone, id_type, id_number, nationality, gstin, company,
		address, date_of_birth, notes,
		search_text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`
	rawNights = `INSERT INTO room_nights (org_id, room_id, night, holder_kind, holder_id)
		VALUES ($1, $2, $3, $6, $7), ($1, $2, $4, $6, $7), ($1, $2, $5, $6, $7)`
	rawNumber = `UPDATE series SET next_number = next_number + 1, last_number = next_number WHERE org_id = $1 AND ` +
		`module = $2 RETURNING last_number`
	rawBooking = `INSERT INTO bookings (org_id, booking_id, code, status, guest_id, guest_name, guest_email, guest_phone,
		check_in, check_out,
		source, meal_plan, notes, special_requests, total, extras, advance, paid, refunded, expected_arrival, transport_mode,
			transport_details,
		arrived_at, arrival_remarks, checked_out_at, final_amount, settlement_method, checkout_remarks, cancelled_at,
			cancellation_reason,
		cancellation_charge, no_show, status_before_cancel, created_by, created_at, updated_at, search_text)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
			$24, $25, $26, $27, $28,
			$29, $30, $31, $32, $33, $34, $35, $36, $37)`
	rawRoom = `INSERT INTO booking_rooms (org_id, booking_id, position, entry_id, room_number, room_type, rate, adults,
		children, from_date, to_date, released, checked_out_at, room_id, category_id, locked, sold, nights,
		free_nights) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $4, $14, $15, $16, $17, $18)`
	rawCount = `INSERT INTO booking_counts (org_id, status, source, channel, created_by, number)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (org_id, status, source, channel, created_by)
		DO UPDATE SET number = booking_counts.number + excluded.number`
	rawAudit = `INSERT INTO audit_entries (org_id, entry_id, user_id, user_name, action, resource_type, resource_id,
		details, ip, user_agent, created_at, number, link)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
	rawHead = `INSERT INTO audit_heads (org_id, number, link, mark) VALUES ($1, $2, $3, $4) ON CONFLICT (org_id)
		DO UPDATE SET number = audit_heads.number + excluded.number, link = excluded.link, mark = excluded.mark`
	rawRevision = `INSERT INTO revisions (org_id, revision) VALUES ($1, $2)
		ON CONFLICT (org_id) DO UPDATE SET revision = revisions.revision + excluded.revision`
	rawChanges = `INSERT INTO changes (org_id, revision, kind, ids, changed_at)
		VALUES ($1, $2, 'guests', $4, $6), ($1, $3, 'bookings', $5, $6)`
	rawTerms = `INSERT INTO search_terms (org_id, kind, term, record_id)
		VALUES ($1, 'booking', $4, $2), ($1, 'booking', $5, $2), ($1, 'booking', $6, $2), ($1, 'booking', $7, $2),
			($1, 'booking', $8, $2), ($1, 'booking', $9, $2), ($1, 'booking', $10, $2),
			($1, 'guest', $7, $3), ($1, 'guest', $8, $3), ($1, 'guest', $9, $3), ($1, 'guest', $10, $3)`
	rawMoreTerms = rawTerms + `, ($1, 'booking', $11, $2)`
	rawNotice    = `INSERT INTO notifications (org_id, notification_id, type, title, message, reference_id, reference_type,
		created_at, addressed)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	rawNoticeCounts = `INSERT INTO notification_counts (org_id, user_id, type, visible, seen_shared, seen_addressed)
		VALUES ($1, $2, $3, $5, $6, $6), ($1, $2, $4, $5, $6, $6) ON CONFLICT (org_id, user_id, type) DO UPDATE SET
			visible = notification_counts.visible + excluded.visible,
			seen_shared = notification_counts.seen_shared + excluded.seen_shared,
			seen_addressed = notification_counts.seen_addressed + excluded.seen_addressed`
)

// What the floor writes where the server writes a hash, and the words of a name and a phone as the index has them.
const (
	rawLink = "nkE7xWPPxi3trbGFY7HTwJ70s-H-07nb7HMwObWP-fU"
	asha    = "10281710"
	rao     = "271024"
	phone   = "09080405000102030405"
	reverse = "36050403020100050408090109"
)

// rawTx is one transaction of either engine.
type rawTx interface {
	exec(query string, args ...any) error
	number(query string, args ...any) (int64, error)
}

// rawCreate writes the rows that the server writes for the same booking in a new organization: every type of
// notification and both channels are on, and the only member is the one who books, so there is nobody to mail.
func rawCreate(tx rawTx, hotel string, d *fill.Desk, which int) error {
	room, from, to := d.Next(which)
	now, guest, booking := time.Now().UnixMilli(), id.New(), id.New()
	if err := tx.exec(rawGuest, hotel, guest, "Asha Rao", "", "+91 98450 12345", "", "", "", "", "", "", "", "",
		"asha rao\n+91 98450 12345\n919845012345\n", now); err != nil {
		return err
	}
	if err := tx.exec(rawNights, hotel, fill.RoomID(room), string(from), string(from.AddDays(1)), string(from.AddDays(2)),
		"booking", booking); err != nil {
		return err
	}
	number, err := tx.number(rawNumber, hotel, "booking")
	if err != nil {
		return err
	}
	code := fmt.Sprintf("BK-%d", number)
	if err := tx.exec(rawAudit, hotel, id.New(), fill.Login, "Asha Rao", "guest.created", "guest", guest,
		`{"name":"Asha Rao"}`, "127.0.0.1", "bench", now, 2*number-1, rawLink); err != nil {
		return err
	}
	if err := tx.exec(rawBooking, hotel, booking, code, "confirmed", guest, "Asha Rao", "", "+91 98450 12345",
		string(from), string(to),
		"walk-in", "EP", "", "", int64(1500000), int64(0), int64(0), int64(0), int64(0), "", "", "", nil, "", nil, nil, "",
		"", nil, "", int64(0), false,
		"", fill.Login, now, now, strings.ToLower(code)+"\nasha rao\n+91 98450 12345\n919845012345"); err != nil {
		return err
	}
	if err := tx.exec(rawRoom, hotel, booking, int64(0), fill.RoomID(room), fill.RoomNumber(room), "Deluxe",
		int64(500000), int64(2), int64(0), string(from), string(to), "", nil, "", true, "null", fill.NightPrices,
		""); err != nil {
		return err
	}
	if err := tx.exec(rawCount, hotel, "confirmed", "walk-in", "", fill.Login, int64(1)); err != nil {
		return err
	}
	details := fmt.Sprintf(`{"checkIn":"%s","checkOut":"%s","code":"%s","guestId":"%s","guestName":"Asha `+
		`Rao","rooms":["%s"],"totalAmount":15000}`,
		from, to, code, guest, fill.RoomNumber(room))
	if err := tx.exec(rawAudit, hotel, id.New(), fill.Login, "Asha Rao", "booking.created", "booking", booking, details,
		"127.0.0.1", "bench", now, 2*number, rawLink); err != nil {
		return err
	}
	if err := tx.exec(rawHead, hotel, int64(2), rawLink, rawLink); err != nil {
		return err
	}
	message := fmt.Sprintf("%s: Asha Rao booked room %s from %s to %s.", code, fill.RoomNumber(room), from, to)
	if err := tx.exec(rawNotice, hotel, id.New(), "booking_created", "New booking", message, booking, "booking", now,
		false); err != nil {
		return err
	}
	if err := tx.exec(rawNoticeCounts, hotel, "", "", "booking_created", int64(1), int64(0)); err != nil {
		return err
	}
	if err := tx.exec(rawRevision, hotel, int64(2)); err != nil {
		return err
	}
	if err := tx.exec(rawChanges, hotel, 2*number-1, 2*number, `["`+guest+`"]`, `["`+booking+`"]`, now); err != nil {
		return err
	}
	digits := strconv.FormatInt(number, 10)
	terms := []any{hotel, booking, guest, term(digits), "1120" + term(digits), term(fill.RoomNumber(room)), asha, rao,
		phone, reverse}
	if len(digits) <= 4 {
		return tx.exec(rawTerms, terms...)
	}
	backwards := []byte(digits)
	slices.Reverse(backwards)
	return tx.exec(rawMoreTerms, append(terms, "36"+term(string(backwards)))...)
}

// term writes digits as the index of words has them.
func term(digits string) string {
	var b strings.Builder
	for _, digit := range digits {
		b.WriteByte('0')
		b.WriteRune(digit)
	}
	return b.String()
}

// SQLite is one connection with the settings of the server's writer, its statements prepared.
type SQLite struct {
	pool       *sql.DB
	turn       sync.Mutex // SQLite has one writer; waiting here is cheaper than in its busy handler
	statements map[string]*sql.Stmt
}

// OpenSQLite opens a copy of an installation's file.
func OpenSQLite(ctx context.Context, path string) (*SQLite, error) {
	pool, err := sql.Open("sqlite", "file:"+path+
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)"+
		"&_pragma=cache_size(-32768)&_pragma=temp_store(MEMORY)&_pragma=wal_autocheckpoint(16384)"+
		"&_pragma=journal_size_limit(67108864)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	raw := &SQLite{pool: pool, statements: map[string]*sql.Stmt{}}
	for _, query := range []string{rawGuest, rawNights, rawNumber, rawBooking, rawRoom, rawCount, rawAudit, rawHead,
		rawNotice, rawNoticeCounts, rawRevision, rawChanges, rawTerms, rawMoreTerms} {
		if raw.statements[query], err = pool.PrepareContext(ctx, query); err != nil {
			return nil, errors.Join(err, raw.Close())
		}
	}
	return raw, nil
}

// Close closes the file.
func (raw *SQLite) Close() error { return raw.pool.Close() }

// Contestant books in as many of the installation's hotels in turns.
func (raw *SQLite) Contestant(ctx context.Context, in *fill.Installation, d *fill.Desk, hotels int) drive.Contestant {
	return drive.Contestant{Name: "raw transaction", Prepare: func(n int) ([]func() error, func(), error) {
		workers := make([]func() error, n)
		for i := range workers {
			which := i % hotels
			workers[i] = func() error { return raw.create(ctx, in.Hotels[which], d, which) }
		}
		return workers, func() {}, nil
	}}
}

func (raw *SQLite) create(ctx context.Context, hotel string, d *fill.Desk, which int) error {
	raw.turn.Lock()
	defer raw.turn.Unlock()
	tx, err := raw.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after the commit
	if err := rawCreate(rawSQLiteTx{ctx, tx, raw.statements}, hotel, d, which); err != nil {
		return err
	}
	return tx.Commit()
}

type rawSQLiteTx struct {
	ctx        context.Context
	tx         *sql.Tx
	statements map[string]*sql.Stmt
}

func (t rawSQLiteTx) exec(query string, args ...any) error {
	_, err := t.tx.StmtContext(t.ctx, t.statements[query]).ExecContext(t.ctx, args...)
	return err
}

func (t rawSQLiteTx) number(query string, args ...any) (n int64, err error) {
	err = t.tx.StmtContext(t.ctx, t.statements[query]).QueryRowContext(t.ctx, args...).Scan(&n)
	return n, err
}

// postgreSQL is a contestant with a connection of pgx's own pool for each worker; pgx prepares statements by itself.
// transact is one transaction.
func postgreSQL(ctx context.Context, name, url string, in *fill.Installation, d *fill.Desk,
	transact func(context.Context, *pgxpool.Pool, func(rawTx) error) error) drive.Contestant {
	return drive.Contestant{Name: name, Prepare: func(n int) ([]func() error, func(), error) {
		config, err := pgxpool.ParseConfig(url)
		if err != nil {
			return nil, nil, err
		}
		config.MaxConns = int32(n)
		pool, err := pgxpool.NewWithConfig(ctx, config)
		if err != nil {
			return nil, nil, err
		}
		workers := make([]func() error, n)
		for i := range workers {
			which := i % len(in.Hotels)
			workers[i] = func() error {
				return transact(ctx, pool, func(tx rawTx) error { return rawCreate(tx, in.Hotels[which], d, which) })
			}
		}
		return workers, pool.Close, nil
	}}
}

// OneByOne books in the database of this URL, a copy of the installation's, in all its hotels in turns. It sends its
// statements one by one.
func OneByOne(ctx context.Context, url string, in *fill.Installation, d *fill.Desk) drive.Contestant {
	return postgreSQL(ctx, "raw transaction", url, in, d, oneByOne)
}

// Together is OneByOne with statements in two messages.
func Together(ctx context.Context, url string, in *fill.Installation, d *fill.Desk) drive.Contestant {
	return postgreSQL(ctx, "pipelined transaction", url, in, d, together)
}

// oneByOne sends each statement when the one before it has been answered.
func oneByOne(ctx context.Context, pool *pgxpool.Pool, fn func(tx rawTx) error) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return fn(rawSingleTx{ctx, tx}) })
}

type rawSingleTx struct {
	ctx context.Context
	tx  pgx.Tx
}

func (t rawSingleTx) exec(query string, args ...any) error {
	_, err := t.tx.Exec(t.ctx, query, args...)
	return err
}

func (t rawSingleTx) number(query string, args ...any) (n int64, err error) {
	err = t.tx.QueryRow(t.ctx, query, args...).Scan(&n)
	return n, err
}

// together sends all statements up to the booking's number in one message, and the rest with the commit in another.
func together(ctx context.Context, pool *pgxpool.Pool, fn func(tx rawTx) error) error {
	return pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		tx := &rawBatchTx{ctx: ctx, conn: conn}
		tx.batch.Queue("BEGIN")
		err := fn(tx)
		if err == nil {
			tx.batch.Queue("COMMIT")
			err = tx.send()
		}
		if err != nil {
			_, ended := conn.Exec(ctx, "ROLLBACK")
			return errors.Join(err, ended)
		}
		return nil
	})
}

type rawBatchTx struct {
	ctx   context.Context
	conn  *pgxpool.Conn
	batch pgx.Batch
}

func (t *rawBatchTx) exec(query string, args ...any) error {
	t.batch.Queue(query, args...)
	return nil
}

func (t *rawBatchTx) number(query string, args ...any) (n int64, err error) {
	t.batch.Queue(query, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&n) })
	err = t.send()
	return n, err
}

func (t *rawBatchTx) send() error {
	batch := t.batch
	t.batch = pgx.Batch{}
	return t.conn.SendBatch(t.ctx, &batch).Close()
}
