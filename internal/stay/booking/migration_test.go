package booking_test

import (
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/stay/change"
	"sarai/internal/stay/desk"
	"sarai/migrations"
)

const (
	oldHotel = "66000000000000000000aaaa"
	oldRoomA = "66000000000000000000cc0a"
	oldRoomB = "66000000000000000000cc0b"
)

// oldBooking is a booking from before nights had prices. Prices are in paise; its rooms cost 5,000 and 3,000 a night.
type oldBooking struct {
	id, status, checkIn, checkOut, rooms string // each room such as "A 14 16", with "moved" or "checked-out" after it
	total, charge, roomTax               int
	inclusive                            bool
	lines                                []string // such as "A 14 500000 18 invoice": what the nights charge, before tax
	nights                               string   // what is wanted: the price of each night, by day and room
	tax                                  int      // what is wanted
}

var oldBookings = []oldBooking{
	{id: "01", status: "confirmed", checkIn: "20", checkOut: "23", rooms: "A 20 23,B 20 23", total: 1_000_000,
		roomTax: 50_000, nights: "208333 125000 208334 125000 208333 125000", tax: 50_000},
	{id: "02", status: "confirmed", checkIn: "25", checkOut: "27", rooms: "A 25 27", total: 1_000_000, inclusive: true,
		nights: "500000 500000", tax: 2 * 23_810},
	{id: "03", status: "checked-in", checkIn: "13", checkOut: "16", rooms: "A 13 14 moved,B 14 16", total: 1_200_000,
		roomTax: 60_000, lines: []string{"A 13 400000 5", "A 14 400000 5"}, nights: "400000* 400000* 400000", tax: 60_000},
	{id: "04", status: "checked-out", checkIn: "01", checkOut: "04", rooms: "A 01 02 checked-out", total: 1_500_000,
		inclusive: true, lines: []string{"A 01 476190 5 billed", "rest 02 952380 5 billed"}, nights: "500000* 500000 500000",
		tax: 71_430},
	{id: "05", status: "cancelled", checkIn: "05", checkOut: "07", rooms: "A 05 07", total: 1_000_001, charge: 100_000,
		inclusive: true, lines: []string{"rest 04 95238 5"}, nights: "500001 500000", tax: 4762},
	{id: "06", status: "checked-in", checkIn: "14", checkOut: "16", rooms: "A 14 16", total: 600_000, roomTax: 50_000,
		lines: []string{"A 14 500000 5 billed", "A 15 500000 5 billed"}, nights: "300000* 300000*", tax: 50_000},
	{id: "07", status: "confirmed", checkIn: "28", checkOut: "30", rooms: "A 28 30", nights: "0 0"},
}

// Every stay of before has nights that add up to its total: those on the folio at what it charges, the others by the
// rates of their rooms. Folios and documents stay as they are.
func TestNightsOfStaysFromBefore(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			d := databaseOfBefore(t, engine)
			lines := linesOf(t, d)
			must(t, d.Migrate(t.Context(), migrations.FS, migrations.Steps(unsigned)...))
			if after := linesOf(t, d); after != lines || after == "" {
				t.Errorf("the folios were\n%s\nand are\n%s", lines, after)
			}
			a := appOn(t, d)
			sc := oldScope(t, d)
			for _, old := range oldBookings {
				b, err := a.Bookings.Get(t.Context(), sc, oldID(old.id))
				must(t, err)
				var nights []string
				for _, n := range b.Rooms.Nights() {
					text := fmt.Sprint(int64(n.Price))
					if n.Posted {
						text += "*"
					}
					nights = append(nights, text)
				}
				if got := strings.Join(nights, " "); got != old.nights || int(b.RoomTax) != old.tax ||
					int(b.Rooms.Price()) != old.total {
					t.Errorf("booking %s: nights %s with tax %d, want %s with %d", old.id, got, b.RoomTax, old.nights, old.tax)
				}
			}
			takesRoomBack(t, a, sc)
			goesOn(t, d, a, sc)
		})
	}
}

// goesOn checks the guests in house out. What they owe doesn't change, but that 06 was asked for the tax of 400,000
// which its invoice bills too much.
func goesOn(t *testing.T, d *db.DB, a *app.App, sc scope.Scope) {
	for id, surplusTax := range map[string]money.Amount{"03": 0, "06": 20_000} {
		before, err := a.Bookings.Get(t.Context(), sc, oldID(id))
		must(t, err)
		after, err := a.Desk.CheckOut(t.Context(), sc, oldID(id), desk.Departure{})
		must(t, err)
		if after.BalanceDue() != before.BalanceDue()-surplusTax {
			t.Errorf("booking %s: %d was due, and after the check-out %d", id, before.BalanceDue(), after.BalanceDue())
		}
	}
	must(t, d.Read(t.Context(), func(tx *db.Tx) error {
		var free int
		err := tx.QueryRow(`SELECT COUNT(*) FROM booking_rooms WHERE org_id = $1 AND free_nights = '2026-04-28 2026-04-29'`,
			oldHotel).Scan(&free)
		if free != 1 {
			t.Errorf("%d rooms have two complimentary nights", free)
		}
		return err
	}))
}

// takesRoomBack takes the room from a guest who is expected, and gives it back: meanwhile nothing is called by its id.
func takesRoomBack(t *testing.T, a *app.App, sc scope.Scope) {
	for _, old := range oldBookings {
		if old.status != "confirmed" {
			continue
		}
		b, err := a.Bookings.Get(t.Context(), sc, oldID(old.id))
		must(t, err)
		room := b.Rooms.Current()[0].RoomID
		b, err = a.StayChanges.Make(t.Context(), sc, b.ID, change.Unassign{RoomID: room})
		must(t, err)
		if b.Rooms.CurrentByName(room) != nil {
			t.Errorf("booking %s: what has no room is called by %s", old.id, room)
		}
		b, err = a.StayChanges.Make(t.Context(), sc, b.ID, change.Assign{RoomID: room})
		must(t, err)
		if b.Rooms.CurrentByName(room) == nil {
			t.Errorf("booking %s doesn't have room %s again", old.id, room)
		}
	}
}

func oldID(id string) string { return "6600000000000000000000" + id }

func oldDay(day string) string { return "2026-04-" + day }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// databaseOfBefore has the old bookings in the schema of before.
func databaseOfBefore(t *testing.T, engine string) *db.DB {
	d, err := db.Open(t.Context(), db.Config{URL: kittest.URL(t, engine), Clock: clock.NewFake(apptest.Noon)})
	must(t, err)
	t.Cleanup(func() { must(t, d.Close()) })
	before := fstest.MapFS{}
	for _, name := range []string{"0001_front_desk.sql", "0002_outward.sql", "0003_money.sql", "0004_guest_letters.sql"} {
		content, err := fs.ReadFile(migrations.FS, name)
		must(t, err)
		before[name] = &fstest.MapFile{Data: content}
	}
	must(t, d.Migrate(t.Context(), before))
	must(t, d.Write(t.Context(), oldRows))
	return d
}

func appOn(t *testing.T, d *db.DB) *app.App {
	keys, err := token.LoadOrCreate(t.TempDir())
	must(t, err)
	a, err := app.New(app.Config{DB: d, Clock: clock.NewFake(apptest.Noon), Log: slog.New(slog.DiscardHandler), Keys: keys,
		SignUp: organization.SignUpFirst, PublicURL: "http://sarai.test", Mail: mail.Files(t.TempDir())})
	must(t, err)
	return a
}

func oldScope(t *testing.T, d *db.DB) (sc scope.Scope) {
	must(t, d.Read(t.Context(), func(tx *db.Tx) error {
		scopes, err := organization.Jobs(tx)
		sc = scopes[0]
		return err
	}))
	return sc
}

func linesOf(t *testing.T, d *db.DB) string {
	var text strings.Builder
	must(t, d.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(`SELECT line_id, day, taxable, total, invoice_id FROM folio_lines
			WHERE org_id = $1 ORDER BY booking_id, position`, oldHotel)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id, day, invoice string
			var taxable, total int64
			if err := rows.Scan(&id, &day, &taxable, &total, &invoice); err != nil {
				return err
			}
			fmt.Fprintln(&text, id, day, taxable, total, invoice)
		}
		return rows.Err()
	}))
	return text.String()
}

// oldRows writes the hotel with its bookings.
func oldRows(tx *db.Tx) error {
	const at = 1_770_000_000_000
	insert := func(table string, values ...any) error {
		_, err := tx.Exec(`INSERT INTO `+table+` VALUES `+db.Rows(len(values), 1), values...)
		return err
	}
	for _, row := range [][]any{
		{"organizations", oldHotel, "Old Hotel", "old@hotel.example", "", apptest.HotelGSTIN, "", "{}", "INR", "Asia/Kolkata",
			"", "14:00", "11:00", 1, at, at, nil},
		{"books", oldHotel, 0, true, false, false, 0, -1, false, "", at},
		{"taxes", oldHotel, "66000000000000000000ab02", "GST on rooms", "gst", "room-night", "996311",
			`[{"upTo":750000,"rate":500},{"rate":1800}]`, "2025-09-22", "", true, true, at, at},
		{"room_categories", oldHotel, "66000000000000000000cc01", "Standard", "standard", "", "", 300_000, 2, 0, "[]", at,
			at},
		{"guests", oldHotel, "66000000000000000000ee01", "Guest", "", "+91 50000 00001", "", "", "", "", "", "{}", "",
			"", "guest", at, at},
		{"rooms", oldHotel, oldRoomA, "A", "a", "66000000000000000000cc01", "", nil, "clean", true, "", at, at},
		{"rooms", oldHotel, oldRoomB, "B", "b", "66000000000000000000cc01", "", nil, "clean", true, "", at, at},
	} {
		if err := insert(row[0].(string), row[1:]...); err != nil {
			return fmt.Errorf("%s: %w", row[0], err)
		}
	}
	for _, b := range oldBookings {
		if err := b.insert(insert, at); err != nil {
			return fmt.Errorf("booking %s: %w", b.id, err)
		}
	}
	return nil
}

func (b oldBooking) insert(insert func(table string, values ...any) error, at int64) error {
	var left any
	if b.status == "checked-out" {
		left = at
	}
	err := insert("bookings", oldHotel, oldID(b.id), "BK-"+b.id, b.status, "66000000000000000000ee01", "Guest", "",
		"+91 50000 00001", oldDay(b.checkIn), oldDay(b.checkOut), "phone", "EP", "", "", b.total, 0, 0, 0, 0, "", "", "", at,
		"", left, nil, "", "", nil, "", b.charge, false, "confirmed", "bk-"+b.id, "", at, at, b.inclusive, b.roomTax)
	for i, room := range strings.Split(b.rooms, ",") {
		parts := append(strings.Fields(room), "")
		id, rate := oldRoomA, 500_000
		if parts[0] == "B" {
			id, rate = oldRoomB, 300_000
		}
		if err == nil {
			err = insert("booking_rooms", oldHotel, oldID(b.id), i, id, parts[0], "Standard", rate, 1, 0, oldDay(parts[1]),
				oldDay(parts[2]), parts[3], left)
		}
		for _, day := range date.Days(date.Date(oldDay(parts[1])), date.Date(oldDay(parts[2]))) {
			if err == nil && b.status != "cancelled" && b.id != "06" { // whose room is overstayed by 03's
				err = insert("room_nights", oldHotel, id, string(day), "booking", oldID(b.id))
			}
		}
	}
	for i, line := range b.lines {
		if err == nil {
			err = b.insertLine(insert, i, line, at)
		}
	}
	return err
}

func (b oldBooking) insertLine(insert func(table string, values ...any) error, i int, line string, at int64) error {
	var room, day string
	var price, rate int
	invoice := ""
	if _, err := fmt.Sscan(line, &room, &day, &price, &rate); err != nil {
		return err
	}
	if strings.HasSuffix(line, "billed") {
		invoice = "66000000000000000000ff" + b.id
	}
	kind, roomID := "room-night", oldRoomA
	if room == "rest" {
		kind, roomID, room = "adjustment", "", ""
	}
	half := (price*rate + 100) / 200
	id := fmt.Sprintf("66000000000000000%s00000%d", b.id, i)
	return insert("folio_lines", oldHotel, oldID(b.id), id, i, kind, true, roomID, room, oldDay(day), "Line", "996311",
		1000, price, 0, "GST on rooms", "gst", rate*100, price, half, half, 0,
		price+2*half, "", "", invoice, "", at)
}

// unsigned stands for a server's keys, which these tests don't check.
func unsigned([]byte) string { return "" }
