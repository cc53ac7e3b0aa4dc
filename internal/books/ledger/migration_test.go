package ledger_test

import (
	"io/fs"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/billing/payment"
	"sarai/internal/books/ledger/ledgertest"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/stay/desk"
	"sarai/migrations"
)

const (
	oldHotel   = "66000000000000000000aaaa"
	oldInn     = "66000000000000000000bbbb" // in dollars, and without any money
	oldRoom    = "66000000000000000000cccc"
	inHouse    = "660000000000000000000001" // ₹9,000 for three nights, of which ₹4,000 are paid
	gone       = "660000000000000000000002"
	calledOff  = "660000000000000000000003" // paid ₹5,000, got back ₹2,000 and ₹1,500
	oldPayment = "66000000000000000000ff01"
	oldLarger  = "66000000000000000000ff02"
)

// What a hotel took and gave back before there were accounts is in its books after the migration, and its bookings go
// on.
func TestMoneyFromBeforeTheBooks(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			d, a := migratedHotel(t, engine)
			accounts := map[string]int64{}
			hotel, inn := scopeOf(t, d, oldHotel), scopeOf(t, d, oldInn)
			list, err := a.Accounts.Accounts(t.Context(), hotel)
			noError(t, err)
			for _, account := range list {
				accounts[account.Name] = int64(account.Balance)
				if !account.Default || !account.Active {
					t.Errorf("%s isn't an active default", account.Name)
				}
			}
			want := map[string]int64{"Cash": 400_000, "Bank": -150_000, "Card": 0, "UPI": 300_000, "OTA receivable": 700_000}
			for name, balance := range want {
				if got, there := accounts[name]; !there || got != balance {
					t.Errorf("%s has %d, want %d (%t)", name, got, balance, there)
				}
			}
			if list, err = a.Accounts.Accounts(t.Context(), inn); err != nil || len(list) != 5 {
				t.Errorf("an inn without money has %d accounts (%v)", len(list), err)
			}
			noFaults(t, d)
			for _, row := range []struct{ want, query string }{
				{"2", `SELECT COUNT(*) FROM taxes WHERE is_seeded AND org_id = $1`},
				{"350000", `SELECT refunded FROM payments WHERE org_id = $1 AND payment_id = '` + oldLarger + `'`},
				{"2", `SELECT COUNT(*) FROM payments
					WHERE org_id = $1 AND kind = 'refund' AND refund_of = '` + oldLarger + `'`},
				{"Guest of 1", `SELECT payer FROM payments WHERE org_id = $1 AND payment_id = '` + oldPayment + `'`},
				{"350000", `SELECT received - refunded FROM daily_money WHERE org_id = $1 AND day = '2026-04-12'`},
				{"150000", `SELECT CAST(SUM(amount) AS BIGINT) FROM payment_parts
					WHERE org_id = $1 AND payment_id = '` + oldLarger + `'`},
				{"5", `SELECT COUNT(*) FROM payment_parts WHERE org_id = $1`},
				{"1", `SELECT COUNT(*) FROM books
					WHERE org_id = $1 AND prices_include_tax AND NOT issue_at_checkout AND due_days = 0`},
			} {
				if got := oneValue(t, d, row.query, oldHotel); got != row.want {
					t.Errorf("%s is %s, want %s", row.query, got, row.want)
				}
			}
			if got := oneValue(t, d, `SELECT COUNT(*) FROM taxes WHERE org_id = $1`, oldInn); got != "0" {
				t.Errorf("an inn in dollars has %s taxes", got)
			}
			checkOldStay(t, d, a, hotel)
		})
	}
}

// checkOldStay checks out a guest who came before the migration, and takes what the guest still owes.
func checkOldStay(t *testing.T, d *db.DB, a *app.App, sc scope.Scope) {
	noError(t, a.CloseDays(t.Context()))
	folio, err := a.Folios.Get(t.Context(), sc, inHouse)
	noError(t, err)
	if len(folio.Lines) != 1 || folio.Lines[0].Rate != 500 || folio.Lines[0].Total != 300_000 ||
		len(folio.Payments) != 1 || folio.Payments[0].Share != 400_000 {
		t.Errorf("the folio after the night audit: %+v", folio)
	}
	left, err := a.Desk.CheckOut(t.Context(), sc, inHouse, desk.Departure{})
	noError(t, err)
	if left.BalanceDue() != 500_000 || left.Total != 900_000 {
		t.Errorf("after the check-out %d of %d is owed", left.BalanceDue(), left.Total)
	}
	taken, err := a.Payments.Create(t.Context(), sc, payment.NewPayment{Method: "card",
		Targets: []payment.Target{{BookingID: inHouse, Amount: 500_000}}})
	noError(t, err)
	if taken.Number != "PAY-6" {
		t.Errorf("the next payment is %s", taken.Number)
	}
	if _, err := a.Payments.Refund(t.Context(), sc, oldLarger, payment.NewRefund{Amount: 150_001,
		Reason: "All of the rest and a paisa"}); err == nil {
		t.Error("more was refunded than an old payment had")
	}
	_, err = a.Payments.Refund(t.Context(), sc, oldLarger, payment.NewRefund{Amount: 150_000, Reason: "All of the rest"})
	noError(t, err)
	old, err := a.Desk.CheckOut(t.Context(), sc, gone, desk.Departure{})
	noError(t, err)
	if old.BalanceDue() != 0 {
		t.Errorf("a guest who had left and paid owes %d", old.BalanceDue())
	}
	noFaults(t, d)
}

// migratedHotel is a database with rows from before the books, migrated to today's schema.
func migratedHotel(t *testing.T, engine string) (*db.DB, *app.App) {
	now := clock.NewFake(apptest.Noon)
	d, err := db.Open(t.Context(), db.Config{URL: kittest.URL(t, engine), Clock: now})
	noError(t, err)
	t.Cleanup(func() { noError(t, d.Close()) })
	before := fstest.MapFS{}
	for _, name := range []string{"0001_front_desk.sql", "0002_outward.sql"} {
		content, err := fs.ReadFile(migrations.FS, name)
		noError(t, err)
		before[name] = &fstest.MapFile{Data: content}
	}
	noError(t, d.Migrate(t.Context(), before))
	noError(t, d.Write(t.Context(), oldRows))
	noError(t, d.Migrate(t.Context(), migrations.FS, migrations.Steps(unsigned)...))
	keys, err := token.LoadOrCreate(t.TempDir())
	noError(t, err)
	a, err := app.New(app.Config{DB: d, Clock: now, Log: slog.New(slog.DiscardHandler), Keys: keys,
		SignUp: organization.SignUpFirst, PublicURL: "http://sarai.test", Mail: mail.Files(t.TempDir())})
	noError(t, err)
	return d, a
}

// oldRows has a hotel with a guest in house, one who departed and one who cancelled, and an empty inn.
func oldRows(tx *db.Tx) error {
	const created = 1_770_000_000_000
	rows := []struct {
		table  string
		values []any
	}{
		{"organizations", []any{oldHotel, "Old Hotel", "old@hotel.example", "", apptest.HotelGSTIN, "", "{}", "INR",
			"Asia/Kolkata", "", "14:00", "11:00", 1, created, created, nil}},
		{"organizations", []any{oldInn, "Old Inn", "old@inn.example", "", "", "", "{}", "USD", "UTC", "", "14:00", "11:00", 1,
			created, created, nil}},
		{"series", []any{oldHotel, "payment", "66000000000000000000dd01", "PAY", "-", 6, 5, created, created}},
		{"room_categories", []any{oldHotel, "66000000000000000000cc01", "Standard", "standard", "", "", 300_000, 2, 0, "[]",
			created, created}},
		{"guests", []any{oldHotel, "66000000000000000000ee01", "Guest", "", "+91 50000 00001", "", "", "", "", "", "{}", "",
			"", "guest", created, created}},
		{"rooms", []any{oldHotel, oldRoom, "1", "1", "66000000000000000000cc01", "", nil, "clean", true, "", created,
			created}},
	}
	add := func(table string, values ...any) {
		rows = append(rows, struct {
			table  string
			values []any
		}{table, values})
	}
	for i, b := range []struct {
		id, status   string
		from, to     date.Date
		total        int
		paid, back   int
		left, called any
	}{
		{inHouse, "checked-in", "2026-04-13", "2026-04-16", 900_000, 400_000, 0, nil, nil},
		{gone, "checked-out", "2026-04-01", "2026-04-02", 700_000, 700_000, 0, created, nil},
		{calledOff, "cancelled", "2026-05-01", "2026-05-03", 600_000, 500_000, 350_000, nil, created},
	} {
		code := "BK-" + b.id[23:]
		charge := 0
		if b.called != nil {
			charge = b.paid - b.back
		}
		add("bookings", oldHotel, b.id, code, b.status, "66000000000000000000ee01", "Guest of "+b.id[23:], "",
			"+91 50000 00001", string(b.from), string(b.to), "phone", "EP", "", "",
			b.total, 0, b.paid, b.paid, b.back, "", "", "", created, "", b.left, nil, "", "", b.called, "", charge, false, "",
			strings.ToLower(code), "", created+i, created)
		add("booking_rooms", oldHotel, b.id, 0, oldRoom, "1", "Standard", 300_000, 2, 0, string(b.from), string(b.to), "",
			b.left)
		if b.called == nil {
			for _, night := range date.Days(b.from, b.to) {
				add("room_nights", oldHotel, oldRoom, string(night), "booking", b.id)
			}
		}
	}
	for i, p := range []struct {
		id, kind, booking, method, day string
		amount                         int
	}{
		{oldPayment, "payment", inHouse, "cash", "2026-04-10", 400_000},
		{oldLarger, "payment", calledOff, "upi", "2026-04-12", 500_000},
		{"66000000000000000000ff03", "payment", gone, "ota", "2026-04-01", 700_000},
		{"66000000000000000000ff04", "refund", calledOff, "bank_transfer", "2026-04-12", 150_000},
		{"66000000000000000000ff05", "refund", calledOff, "upi", "2026-04-13", 200_000},
	} {
		at := time.Date(2026, 4, 13, 6, i, 0, 0, time.UTC).UnixMilli()
		add("payments", oldHotel, p.id, "PAY-"+string(rune('1'+i)), p.kind, p.booking, p.amount, p.method, p.day, at, "", at)
	}
	for _, row := range rows {
		if _, err := tx.Exec(`INSERT INTO `+row.table+` VALUES `+db.Rows(len(row.values), 1), row.values...); err != nil {
			return err
		}
	}
	return nil
}

func scopeOf(t *testing.T, d *db.DB, org string) scope.Scope {
	t.Helper()
	var found scope.Scope
	noError(t, d.Read(t.Context(), func(tx *db.Tx) error {
		scopes, err := organization.Jobs(tx)
		for _, sc := range scopes {
			if sc.Org == org {
				found = sc
			}
		}
		return err
	}))
	return found
}

func noFaults(t *testing.T, d *db.DB) {
	t.Helper()
	noError(t, d.Read(t.Context(), func(tx *db.Tx) error {
		for _, org := range []string{oldHotel, oldInn} {
			faults, err := ledgertest.Faults(tx, org)
			if err != nil {
				return err
			}
			for _, fault := range faults {
				t.Error(fault)
			}
		}
		return nil
	}))
}

func oneValue(t *testing.T, d *db.DB, query, org string) (value string) {
	t.Helper()
	noError(t, d.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := ledgertest.Rows(tx, query, org)
		if err == nil && len(rows) > 0 {
			value = rows[0][0]
		}
		return err
	}))
	return value
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// unsigned stands for a server's keys, which these tests don't check.
func unsigned([]byte) string { return "" }
