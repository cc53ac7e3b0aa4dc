package accrual_test

import (
	"fmt"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/billing/accrual"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
)

type object = apptest.Object

const (
	unbilledPath = "/api/accounts/{org}/unbilled"
	profitPath   = "/api/accounts/{org}/profit-and-loss"
)

func TestAccrual(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "a stay over 31 March", Run: overYearEnd},
		{Name: "an invoice before the stay", Run: invoicedInAdvance},
		{Name: "what changes after the month is closed", Run: changedLater},
		{Name: "called off, not shown up, left early", Run: calledOff},
		{Name: "rounding and day use", Run: roundedDayUse},
		{Name: "an invoice of no booking", Run: ofNoBooking},
		{Name: "a hotel of before", Run: hotelOfBefore},
		{Name: "the first day that is ever closed", Run: firstClosed},
		{Name: "locked before the first day is closed", Run: lockedBefore},
		{Name: "the check", Run: checked},
		{Name: "cash", Run: inCash},
		{Name: "the file", Run: inFile},
		{Name: "who may see it", Run: whoMay},
	}, func(t apptest.Reporter, owner *apptest.Caller) { apptest.BooksBalance(t, owner) }, agrees)
}

// at moves the clock to noon of the day.
func at(owner *apptest.Caller, day date.Date) *apptest.Caller {
	midnight, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		owner.Server.T.Fatal(err)
	}
	owner.Server.Clock.Set(midnight.Add(apptest.Noon.Sub(apptest.Noon.Truncate(24 * time.Hour))))
	return owner.Again()
}

func closeDay(owner *apptest.Caller) {
	owner.Server.T.Helper()
	owner.Post(apptest.NightAudits, nil).Want(200)
	agrees(owner.Server.T, owner)
}

// issue issues the draft of a booking, and returns its id.
func issue(owner *apptest.Caller, bookingID string) string {
	owner.Server.T.Helper()
	id := owner.InvoicesOf(bookingID).Is("draft", "data", 0, "status").Text("data", 0, "_id")
	owner.Post(apptest.Invoices+"/"+id+"/issue", nil).Want(200)
	return id
}

// earned is the total revenue of the days by a basis.
func earned(owner *apptest.Caller, basis string, from, to date.Date) apptest.Answer {
	owner.Server.T.Helper()
	return owner.Get(fmt.Sprint(profitPath, "?basis=", basis, "&from=", from, "&to=", to)).Want(200)
}

// agrees fails unless each day of the last weeks, and all of them, have earned by accrual what their key figures say,
// and the list of what is unbilled adds up to its account.
func agrees(t apptest.Reporter, owner *apptest.Caller) {
	t.Helper()
	today := date.Of(owner.Server.Clock.Now(), time.FixedZone("", 19800))
	figures := func(from, to date.Date) (sum int64) {
		k := owner.Get(fmt.Sprint("/api/analytics/{org}/kpis?from=", from, "&to=", to)).Want(200)
		p := earned(owner, "accrual", from, to)
		for figure, name := range map[string]string{"roomsRevenue": "roomRevenue", "otherRevenue": "otherRevenue"} {
			if got, want := apptest.Paise(p.At("data", name)), apptest.Paise(k.At("data", figure)); got != want {
				t.Errorf("%s from %s to %s is %d, and %s of the key figures %d", name, from, to, got, figure, want)
			}
			sum += apptest.Paise(k.At("data", figure))
		}
		if got := apptest.Paise(p.At("data", "totalRevenue")); got != sum+apptest.Paise(p.At("data", "directRevenue")) {
			t.Errorf("the revenue from %s to %s is %d, with key figures of %d", from, to, got, sum)
		}
		return sum
	}
	var days int64
	first := today.AddDays(-20)
	for _, day := range date.Days(first, today.AddDays(1)) {
		days += figures(day, day)
	}
	if all := figures(first, today); all != days {
		t.Errorf("all days have earned %d, and each of them together %d", all, days)
	}
	list := owner.Get(unbilledPath + "?limit=100").Want(200)
	var sum int64
	for i := range list.List("data") {
		sum += apptest.Paise(list.At("data", i, "unbilled"))
	}
	balance := int64(0)
	if closed := list.Text("totals", "date"); closed != "" {
		balance = balanceOf(owner, "unbilled", closed)
	}
	for _, fault := range faults(owner) {
		t.Errorf("%s", fault)
	}
	if total := apptest.Paise(list.At("totals", "unbilled")); sum != total || sum != balance {
		t.Errorf("the list comes to %d, its total is %d, and the account has %d: %s", sum, total, balance, list.Raw)
	}
}

// faults are what sarai check finds in the hotel.
func faults(owner *apptest.Caller) (found []string) {
	err := owner.Server.DB.Read(owner.Server.T.Context(), func(tx *db.Tx) (err error) {
		found, err = accrual.Never.Faults(tx, owner.Org)
		return err
	})
	if err != nil {
		owner.Server.T.Fatal(err)
	}
	return found
}

// balanceOf is what is in an account of the books after the day, in paise.
func balanceOf(owner *apptest.Caller, account, day string) int64 {
	owner.Server.T.Helper()
	trial := owner.Get("/api/accounts/{org}/trial-balance?date=" + day).Want(200)
	for i := range trial.List("data", "accounts") {
		if trial.At("data", "accounts", i, "account") == account {
			return apptest.Paise(trial.At("data", "accounts", i, "debit")) -
				apptest.Paise(trial.At("data", "accounts", i, "credit"))
		}
	}
	return 0
}

// A night of 31 March is revenue of the old year, though it is invoiced in the new one.
func overYearEnd(_ *testing.T, owner *apptest.Caller) {
	owner = at(owner, "2027-03-31")
	stay := owner.BookAt(5250, nil, "2027-03-31", "2027-04-02", owner.CreateRooms(1)...)
	owner.Arrive(stay)
	owner.AddCharge(stay, "Laundry", 300)
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is("2027-03-31", "totals", "date").Is(5300, "totals", "unbilled").
		Is(stay, "data", 0, "bookingId").Is("BK-1", "data", 0, "bookingCode").Is("Asha Rao", "data", 0, "guestName").
		Is("checked-in", "data", 0, "status").Is(5300, "data", 0, "earned").Is(0, "data", 0, "invoiced").
		Is(5300, "data", 0, "unbilled").Is(1, "pagination", "total")
	owner = at(owner, "2027-04-01")
	closeDay(owner)
	owner = at(owner, "2027-04-02")
	owner.Leave(stay, nil)
	issue(owner, stay)
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is([]any{}, "data").Is(0, "totals", "unbilled").Is(0, "pagination", "total")
	owner.Get(unbilledPath+"?date=2027-04-01").Want(200).Is(10300, "totals", "unbilled")
	owner.Get(unbilledPath+"?date=2027-03-31").Want(200).Is(5300, "totals", "unbilled")
	owner.Get(unbilledPath+"?date=2027-03-30").Want(200).Is("", "totals", "date").Is([]any{}, "data")
	owner.Get(unbilledPath+"?date=2027-12-31").Want(200).Is("2027-04-02", "totals", "date")
	owner.Get(unbilledPath + "?date=tomorrow").Bad("date")
	earned(owner, "accrual", "2026-04-01", "2027-03-31").Is(5000, "data", "roomRevenue").Is(300, "data", "otherRevenue").
		Is(5300, "data", "totalRevenue").Is(5300, "data", "netProfit").Is("accrual", "data", "basis")
	earned(owner, "accrual", "2027-04-01", "2027-04-30").Is(5000, "data", "totalRevenue")
	earned(owner, "invoices", "2026-04-01", "2027-03-31").Is(0, "data", "totalRevenue")
	earned(owner, "invoices", "2027-04-01", "2027-04-30").Is(10300, "data", "totalRevenue")
	owner.Get(profitPath + "?basis=profit").Bad("basis")
}

// Nights that are invoiced before they come are revenue when they come.
func invoicedInAdvance(_ *testing.T, owner *apptest.Caller) {
	stay := owner.BookAt(5250, nil, "2026-04-15", "2026-04-17", owner.CreateRooms(1)...)
	owner.CreateInvoice(object{"bookingId": stay, "issue": true})
	earned(owner, "accrual", "2026-04-01", "2026-04-30").Is(0, "data", "totalRevenue")
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is(-10000, "data", 0, "unbilled").Is(10000, "data", 0, "invoiced").
		Is(-10000, "totals", "unbilled")
	earned(owner, "accrual", "2026-04-01", "2026-04-30").Is(0, "data", "totalRevenue")
	owner = at(owner, "2026-04-15")
	owner.Arrive(stay)
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is(-5000, "totals", "unbilled")
	owner = at(owner, "2026-04-16")
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is([]any{}, "data").Is(0, "totals", "unbilled")
	earned(owner, "accrual", "2026-04-01", "2026-04-30").Is(10000, "data", "totalRevenue")
}

// A closed day stays as it is: what a note credits later, or a void invoice gives back, is of the day on which it is.
func changedLater(_ *testing.T, owner *apptest.Caller) {
	owner = at(owner, "2026-04-30")
	rooms := owner.CreateRooms(2)
	one, two := owner.BookAt(5250, nil, "2026-04-30", "2026-05-01", rooms[0]),
		owner.BookAt(5250, nil, "2026-04-30", "2026-05-01", rooms[1])
	owner.Arrive(one)
	owner.Arrive(two)
	closeDay(owner)
	april := earned(owner, "accrual", "2026-04-01", "2026-04-30").Is(10000, "data", "totalRevenue")
	owner = at(owner, "2026-05-01")
	var invoices []string
	for _, stay := range []string{one, two} {
		owner.Leave(stay, nil)
		invoices = append(invoices, issue(owner, stay))
	}
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is(0, "totals", "unbilled")
	owner = at(owner, "2026-05-02")
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoices[0], "amount": 1050, "reason": "x"}).Want(201)
	owner.Post(apptest.Invoices+"/"+invoices[1]+"/void", object{"reason": "x"}).Want(200)
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is(two, "data", 0, "bookingId").Is(5000, "data", 0, "unbilled").
		Is(1, "pagination", "total")
	earned(owner, "accrual", "2026-05-01", "2026-05-31").Is(-1000, "data", "totalRevenue")
	if now := earned(owner, "accrual", "2026-04-01", "2026-04-30"); string(now.Raw) != string(april.Raw) {
		owner.Server.T.Errorf("April was %s and is %s", april.Raw, now.Raw)
	}
	owner.Get(unbilledPath+"?date=2026-04-30").Want(200).Is(10000, "totals", "unbilled")
}

func calledOff(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	cancelled := owner.BookAt(5250, object{"advanceAmount": 2100}, "2026-04-14", "2026-04-16", rooms[0])
	owner.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "x", "cancellationCharge": 2100}).Want(200)
	missing := owner.BookAt(5250, object{"advanceAmount": 1050}, "2026-04-14", "2026-04-15", rooms[1])
	early := owner.BookAt(5250, nil, "2026-04-14", "2026-04-18", rooms[2])
	owner.Arrive(early)
	owner.Post(apptest.NightAudits, object{"markNoShows": true}).Want(200).
		Is(missing, "data", "noShows", 0, "bookingId")
	agrees(owner.Server.T, owner)
	earned(owner, "accrual", "2026-04-14", "2026-04-14").Is(8000, "data", "roomRevenue")
	owner = at(owner, "2026-04-15")
	owner.Leave(early, nil)
	closeDay(owner)
	listed := owner.Get(unbilledPath).Want(200)
	for _, stay := range []string{cancelled, missing, early} {
		issue(owner, stay)
	}
	if len(listed.List("data")) == 0 {
		owner.Server.T.Errorf("nothing is unbilled: %s", listed.Raw)
	}
	owner = at(owner, "2026-04-16")
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is([]any{}, "data")
}

func roundedDayUse(_ *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"roundToWhole": true})
	body := apptest.Stay("2026-04-14", "2026-04-14", owner.CreateRooms(1)...).Merged(object{"dayUse": true})
	stay := owner.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
	owner.Arrive(stay)
	owner.AddCharge(stay, "Laundry", 99.4)
	owner.Leave(stay, nil)
	issue(owner, stay)
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is([]any{}, "data")
	day := date.Date("2026-04-14")
	accrual, invoices := earned(owner, "accrual", day, day), earned(owner, "invoices", day, day)
	if a, i := accrual.Number("data", "totalRevenue"), invoices.Number("data", "totalRevenue"); a != i || a == 0 ||
		invoices.Number("data", "rounding") == 0 {
		owner.Server.T.Errorf("by accrual it is %s, by invoices %s", accrual.Raw, invoices.Raw)
	}
}

// What no folio has is revenue when it is invoiced, beside the key figures.
func ofNoBooking(_ *testing.T, owner *apptest.Caller) {
	hall := owner.Bill(4000)
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is([]any{}, "data")
	earned(owner, "accrual", "2026-04-14", "2026-04-14").Is(4000, "data", "directRevenue").Is(0, "data", "otherRevenue").
		Is(4000, "data", "totalRevenue")
	owner = at(owner, "2026-04-15")
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": hall, "amount": 1000, "reason": "x"}).Want(201)
	owner.Post(apptest.Invoices+"/"+owner.Bill(500)+"/void", object{"reason": "x"}).Want(200)
	earned(owner, "accrual", "2026-04-14", "2026-04-14").Is(4000, "data", "directRevenue")
	earned(owner, "accrual", "2026-04-15", "2026-04-15").Is(-1000, "data", "directRevenue")
	earned(owner, "invoices", "2026-04-15", "2026-04-15").Is(-1000, "data", "totalRevenue")
}

// A hotel that closed its days before there were accruals: the next day that is closed brings its books up, and its
// closed days stay as they are.
func hotelOfBefore(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	billed, unbilled := owner.BookAt(5250, nil, "2026-04-14", "2026-04-15", rooms[0]),
		owner.BookAt(5250, nil, "2026-04-14", "2026-04-16", rooms[1])
	owner.Arrive(billed)
	owner.Arrive(unbilled)
	owner.CreateInvoice(object{"bookingId": billed, "issue": true})
	owner.Post(apptest.NightAudits, nil).Want(200)
	owner.Server.Exec(`DELETE FROM ledger_entries WHERE org_id = $1 AND document = 'accrual'`, owner.Org)
	owner.Server.Exec(`DELETE FROM account_sums WHERE org_id = $1 AND account IN ('unbilled', 'accrued')`, owner.Org)
	owner.Get(unbilledPath).Want(200).Is("", "totals", "date").Is([]any{}, "data")
	earned(owner, "accrual", "2026-04-01", "2026-04-14").Is(10000, "data", "totalRevenue")
	before := owner.Get("/api/accounts/{org}/trial-balance?date=2026-04-14").Want(200)
	owner = at(owner, "2026-04-15")
	closeDay(owner)
	owner.Get(unbilledPath).Want(200).Is(unbilled, "data", 0, "bookingId").Is(10000, "data", 0, "unbilled").
		Is(10000, "totals", "unbilled").Is(1, "pagination", "total")
	for account, want := range map[string]int64{"opening": -500000, "accrued": -500000, "unbilled": 1000000} {
		if got := balanceOf(owner, account, "2026-04-15"); got != want {
			owner.Server.T.Errorf("%s has %d, want %d", account, got, want)
		}
	}
	after := owner.Get("/api/accounts/{org}/trial-balance?date=2026-04-14").Want(200)
	if string(before.Raw) != string(after.Raw) {
		owner.Server.T.Errorf("a closed day was %s and is %s", before.Raw, after.Raw)
	}
	owner = at(owner, "2026-04-16")
	closeDay(owner)
	if got := balanceOf(owner, "opening", "2026-04-16"); got != -500000 {
		owner.Server.T.Errorf("the opening is %d", got)
	}
}

// The first day that is ever closed accrues the days before it, each on its own.
func firstClosed(_ *testing.T, owner *apptest.Caller) {
	stay := owner.BookNewRoom("2026-04-14", "2026-04-20")
	owner.Arrive(stay)
	owner.AddCharge(stay, "Laundry", 300)
	owner = at(owner, "2026-04-16")
	owner.AddCharge(stay, "Laundry", 200)
	closeDay(owner)
	got := map[string]int64{}
	for _, row := range owner.Register("/api/accounts/{org}/journal", "?from=2026-04-01&to=2026-04-30&account=accrued") {
		got[row["Date"]]++
	}
	if got["2026-04-14"] != 1 || got["2026-04-16"] != 1 || balanceOf(owner, "opening", "2026-04-30") != 0 {
		owner.Server.T.Errorf("accrued on %v", got)
	}
}

// Nothing is posted in a locked period: what it had unbilled is an opening balance.
func lockedBefore(_ *testing.T, owner *apptest.Caller) {
	stay := owner.BookNewRoom("2026-04-14", "2026-04-20")
	owner.Arrive(stay)
	owner.AddCharge(stay, "Laundry", 300)
	owner = at(owner, "2026-04-16")
	owner.Put("/api/accounts/{org}/lock", object{"until": "2026-04-15", "reason": "x"}).Want(200)
	closeDay(owner)
	opening, locked := balanceOf(owner, "opening", "2026-04-16"), balanceOf(owner, "unbilled", "2026-04-15")
	if opening != -506190 || locked != 0 {
		owner.Server.T.Errorf("the opening is %d, with %d in the locked period", opening, locked)
	}
}

// The check tells of unbilled revenue that isn't what folios have.
func checked(t *testing.T, owner *apptest.Caller) {
	owner.Arrive(owner.BookNewRoom("2026-04-14", "2026-04-20"))
	closeDay(owner)
	owner.Server.Exec(`UPDATE folio_lines SET taxable = taxable + 1 WHERE org_id = $1`, owner.Org)
	if found := faults(owner); len(found) != 1 {
		t.Errorf("the check finds %q", found)
	}
	owner.Server.Exec(`UPDATE folio_lines SET taxable = taxable - 1 WHERE org_id = $1`, owner.Org)
}

func inCash(_ *testing.T, owner *apptest.Caller) {
	stay := owner.BookNewRoom("2026-04-14", "2026-04-20")
	owner.Pay(object{"bookingId": stay, "amount": 1000}).Want(201)
	owner.Post("/api/expenses/{org}/create", object{"category": "Linen", "amount": 300, "tax": 54, "method": "cash",
		"date": "2026-04-14"}).Want(201)
	earned(owner, "cash", "2026-04-14", "2026-04-14").Is(1000, "data", "received").Is(1000, "data", "totalRevenue").
		Is(354, "data", "expenses").Is(354, "data", "totalExpenses").Is(646, "data", "netProfit").
		Is(0, "data", "roomRevenue").Is("cash", "data", "basis")
	owner.Get("/api/analytics/{org}/expense-revenue?days=1").Want(200).Is(646, "data", "summary", "netProfit")
}

func inFile(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	stay := owner.BookAt(5250, object{"guestName": "=Asha"}, "2026-04-14", "2026-04-16", room)
	owner.Arrive(stay)
	closeDay(owner)
	rows := owner.Register(unbilledPath, "?date=2026-04-14")
	if len(rows) != 2 {
		owner.Server.T.Fatalf("the file has %v", rows)
	}
	owner.HasRow(rows[0], map[string]string{"Booking": "BK-1", "Guest": "'=Asha", "Status": "checked-in",
		"Check-in": "2026-04-14", "Earned INR": "5000", "Invoiced INR": "0", "Unbilled INR": "5000"})
	owner.HasRow(rows[1], map[string]string{"Booking": "All", "Unbilled INR": "5000"})
	owner.Get(unbilledPath+"?limit=1&page=2").Want(200).Is([]any{}, "data").Is(5000, "totals", "unbilled").
		Is(1, "pagination", "total")
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	owner.Arrive(owner.BookNewRoom("2026-04-14", "2026-04-20"))
	closeDay(owner)
	other := owner.AnotherHotel()
	other.Get(unbilledPath).Want(200).Is([]any{}, "data")
	foreign := other.Member("Stranger", object{"accounts": object{"manage": true}})
	foreign.Org = owner.Org
	foreign.Get(unbilledPath).Want(403)
	clerk := owner.Member("Clerk", object{"bookings": object{"manage": true}})
	for _, path := range []string{unbilledPath, unbilledPath + "/export.csv", profitPath + "?basis=accrual"} {
		clerk.Get(path).Want(403)
		owner.Member("Accountant", object{"accounts": object{"view": true}}).Get(path).Want(200)
	}
}
