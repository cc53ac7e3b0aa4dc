package main_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sarai/internal/kit/db"
)

// kept is a booking as the database holds it, with all that must have been written with it.
type kept struct {
	id, code, status string
	notes            string // tells which request made it
	nights           int    // of its rooms
	advance          int
	refunded         int
}

// checkBooks reads a database that holds one hotel, whose bookings were made, checked in and cancelled and nothing
// else. It fails the test where something is half there, and returns the bookings by their notes.
func checkBooks(t *testing.T, d *db.DB) map[string]kept {
	t.Helper()
	b := books{t: t}
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		b.tx = tx
		return b.read()
	})
	if err != nil {
		t.Fatal(err)
	}
	b.check()
	byNotes := map[string]kept{}
	for _, found := range b.bookings {
		if twice, again := byNotes[found.notes]; again {
			t.Errorf("one request made the bookings %s and %s", twice.code, found.code)
		}
		byNotes[found.notes] = found
	}
	return byNotes
}

type books struct {
	t        *testing.T
	tx       *db.Tx
	bookings map[string]kept
	// Numbers of rows by booking.
	made, arrived, cancelled, told, rooms, held, guests, paid, refunded map[string]int
	early                                                               map[string]int // nights before the stay
	issued, issuedPayments                                              []string       // last and next number
	payments                                                            []string       // numbers
	counts, stray                                                       map[string]int
}

func (b *books) read() (err error) {
	rows, err := rowsOf(b.tx, "SELECT booking_id, code, status, notes, paid, refunded, guest_id FROM bookings")
	if err != nil {
		return err
	}
	b.bookings = map[string]kept{}
	guests := map[string]int{}
	for _, row := range rows {
		b.bookings[row[0]] = kept{id: row[0], code: row[1], status: row[2], notes: row[3], advance: number(row[4]),
			refunded: number(row[5])}
		guests[row[6]]++
	}
	b.guests = guests
	for _, query := range []struct {
		into *map[string]int
		text string
	}{
		{&b.made, `SELECT resource_id, COUNT(*) FROM audit_entries WHERE action = 'booking.created' GROUP BY resource_id`},
		{&b.arrived, `SELECT resource_id, COUNT(*) FROM audit_entries WHERE action = 'booking.updated' GROUP BY resource_id`},
		{&b.cancelled,
			`SELECT resource_id, COUNT(*) FROM audit_entries WHERE action = 'booking.deleted' GROUP BY resource_id`},
		{&b.told, `SELECT reference_id || ' ' || type, COUNT(*) FROM notifications WHERE reference_type = 'booking' GROUP ` +
			`BY reference_id, type`},
		{&b.rooms, `SELECT booking_id, COUNT(*) FROM booking_rooms GROUP BY booking_id`},
		{&b.held, `SELECT holder_id, COUNT(*) FROM room_nights WHERE holder_kind = 'booking' GROUP BY holder_id`},
		{&b.early, `SELECT holder_id, COUNT(*) FROM room_nights WHERE holder_kind = 'early' GROUP BY holder_id`},
		{&b.paid, `SELECT booking_id, CAST(SUM(amount) AS BIGINT) FROM payments WHERE kind = 'payment' GROUP BY booking_id`},
		{&b.refunded,
			`SELECT booking_id, CAST(SUM(amount) AS BIGINT) FROM payments WHERE kind = 'refund' GROUP BY booking_id`},
		{&b.counts, `SELECT status, number FROM booking_counts WHERE number <> 0`},
		{&b.stray,
			`SELECT 'guests', COUNT(*) FROM guests
			UNION ALL SELECT 'payment entries', COUNT(*) FROM audit_entries WHERE action = 'payment.recorded'
			UNION ALL SELECT 'payment notices', COUNT(*) FROM notifications WHERE reference_type = 'payment'
			UNION ALL SELECT 'kept answers', COUNT(*) FROM idempotency_keys WHERE result <> ''
			UNION ALL SELECT 'empty answers', COUNT(*) FROM idempotency_keys WHERE result = ''`},
	} {
		rows, err := rowsOf(b.tx, query.text)
		if err != nil {
			return fmt.Errorf("%s: %w", query.text, err)
		}
		*query.into = map[string]int{}
		for _, row := range rows {
			(*query.into)[row[0]] = number(row[1])
		}
	}
	stays, err := rowsOf(b.tx, "SELECT booking_id, from_date, to_date FROM booking_rooms")
	for _, row := range stays {
		booking := b.bookings[row[0]]
		booking.nights += daysBetween(row[1], row[2])
		b.bookings[row[0]] = booking
	}
	if err != nil {
		return err
	}
	return b.readNumbers()
}

func (b *books) readNumbers() error {
	for module, into := range map[string]*[]string{"booking": &b.issued, "payment": &b.issuedPayments} {
		rows, err := rowsOf(b.tx, "SELECT last_number, next_number FROM series WHERE module = $1", module)
		if err != nil || len(rows) != 1 {
			return fmt.Errorf("series %s: %v %w", module, rows, err)
		}
		*into = rows[0]
	}
	rows, err := rowsOf(b.tx, "SELECT number FROM payments")
	for _, row := range rows {
		b.payments = append(b.payments, row[0])
	}
	return err
}

func (b *books) check() {
	b.t.Helper()
	var codes []string
	statuses := map[string]int{}
	advances, refunds := 0, 0
	for id, k := range b.bookings {
		codes = append(codes, k.code)
		statuses[k.status]++
		cancelled, arrived := count(k.status == "cancelled"), min(b.arrived[id], 1) // who had arrived may be cancelled
		held := k.nights * (1 - cancelled)
		got := []int{b.made[id], b.cancelled[id], b.told[id+" booking_created"], b.told[id+" booking_cancelled"],
			b.told[id+" guest_checked_in"], b.held[id], b.paid[id], b.refunded[id]}
		want := []int{1, cancelled, 1, cancelled, arrived, held, k.advance, k.refunded}
		if !slices.Equal(got, want) || b.rooms[id] == 0 || k.status == "checked-in" && arrived != 1 ||
			k.status == "confirmed" && arrived != 0 {
			b.t.Errorf("%s (%s) has entries of creation and cancellation, notices of creation, cancellation and arrival, "+
				"nights, payments and refunds %v, want %v; %d rooms",
				k.code, k.status, got, want, b.rooms[id])
		}
		if b.early[id] != 0 && k.status != "checked-in" {
			b.t.Errorf("%s (%s) holds %d nights before its stay", k.code, k.status, b.early[id])
		}
		advances += count(k.advance > 0)
		refunds += count(k.refunded > 0)
	}
	b.noStrangers()
	b.consecutive("booking", "BK-", codes, b.issued)
	b.consecutive("payment", "PAY-", b.payments, b.issuedPayments)
	if !maps.Equal(b.counts, statuses) {
		b.t.Errorf("the counts are %v, of %v bookings", b.counts, statuses)
	}
	want := map[string]int{"guests": len(b.bookings), "payment entries": advances + refunds, "payment notices": advances,
		"kept answers": len(b.bookings), "empty answers": 0}
	if !maps.Equal(b.stray, want) || len(b.guests) != len(b.bookings) {
		b.t.Errorf("there are %v, want %v; %d guests are booked for", b.stray, want, len(b.guests))
	}
}

// noStrangers fails the test where anything is kept about a booking that isn't there.
func (b *books) noStrangers() {
	b.t.Helper()
	for what, rows := range map[string]map[string]int{"creations": b.made, "updates": b.arrived,
		"cancellations": b.cancelled, "rooms": b.rooms, "nights": b.held, "early nights": b.early,
		"payments": b.paid} {
		for id := range rows {
			if _, known := b.bookings[id]; !known {
				b.t.Errorf("there are %s of %s, which is no booking", what, id)
			}
		}
	}
	for notice := range b.told {
		if id, _, _ := strings.Cut(notice, " "); b.bookings[id].id == "" {
			b.t.Errorf("there is the notice %s, of no booking", notice)
		}
	}
}

// consecutive fails the test unless the numbers are all from 1 to the last one issued, each once.
func (b *books) consecutive(what, prefix string, codes, issued []string) {
	b.t.Helper()
	var numbers []int
	for _, code := range codes {
		numbers = append(numbers, number(strings.TrimPrefix(code, prefix)))
	}
	slices.Sort(numbers)
	for i, n := range numbers {
		if n != i+1 {
			b.t.Errorf("the %s numbers have a gap or a repeat at %d: %v", what, i+1, numbers)
			return
		}
	}
	if want := []string{fmt.Sprint(len(codes)), fmt.Sprint(len(codes) + 1)}; !slices.Equal(issued, want) {
		b.t.Errorf("the last and the next %s number are %v, want %v", what, issued, want)
	}
}

func count(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("the test read %q as a number", text))
	}
	return n
}
