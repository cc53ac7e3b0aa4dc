package analytics_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
)

func TestAnalytics(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "an empty hotel", Run: analyticsEmpty},
		{Name: "bad queries", Run: analyticsBadQueries},
		{Name: "permissions", Run: analyticsPermissions},
		{Name: "a day and the next", Run: analyticsDays},
		{Name: "periods", Run: analyticsPeriods},
		{Name: "what is owed", Run: analyticsOwed},
		{Name: "nothing counts twice", Run: analyticsOnce},
		{Name: "expenses", Run: analyticsExpenses},
		{Name: "key figures", Run: analyticsKPIs},
		{Name: "pace", Run: analyticsPace},
		{Name: "spreadsheets", Run: analyticsFiles},
		{Name: "formulas", Run: analyticsFormulas},
	})
}

// figure reads a report.
func figure(c *apptest.Caller, report string) apptest.Answer {
	c.Server.T.Helper()
	return c.Get("/api/analytics/{org}/" + report).Want(200)
}

func analyticsEmpty(t *testing.T, owner *apptest.Caller) {
	o := figure(owner, "overview")
	o.Fields(o.At("data"), "occupiedRooms", "totalRooms", "occupancyRate", "checkInsToday", "checkOutsToday",
		"revenueToday", "outstandingBalance")
	for name, value := range o.At("data").(map[string]any) {
		if value != 0.0 {
			t.Errorf("%s of an empty hotel is %v", name, value)
		}
	}
	cleaner := owner.Member("Cleaner", apptest.Object{"bookings": apptest.Object{"view": true}})
	figure(cleaner, "overview").Is(nil, "data", "revenueToday").Is(nil, "data", "outstandingBalance").
		Is(0, "data", "occupiedRooms")
	occupancy := figure(owner, "occupancy")
	if days := occupancy.List("data"); len(days) != 30 {
		t.Errorf("occupancy has %d days, want 30", len(days))
	}
	occupancy.Fields(occupancy.At("data", 0), "date", "occupancy", "occupied", "total")
	occupancy.Is("2026-03-16", "data", 0, "date").Is("2026-04-14", "data", 29, "date").Is(0, "data", 29, "occupancy").
		Is(0, "data", 29, "total")
	revenue := figure(owner, "revenue")
	if days := revenue.List("data"); len(days) != 30 {
		t.Errorf("revenue has %d days, want 30", len(days))
	}
	revenue.Fields(revenue.At("data", 0), "label", "amount", "count")
	revenue.Is("2026-03-16", "data", 0, "label").Is(0, "data", 0, "amount").Is(0, "data", 0, "count")
	owed := figure(owner, "outstanding").Is(0, "data", "totalOutstanding")
	owed.Fields(owed.At("data"), "totalOutstanding", "brackets", "topInvoices")
	if fmt.Sprint(owed.At("data",
		"brackets")) != "[map[count:0 label:0-30 max:30 min:0 total:0] map[count:0 label:31-60 max:60 min:31 total:0] "+
		"map[count:0 label:61-90 max:90 min:61 total:0] map[count:0 label:91+ max:<nil> min:91 total:0]]" ||
		len(owed.List("data", "topInvoices")) != 0 {
		t.Errorf("nothing is owed as %s", owed.Raw)
	}
	expenses := figure(owner, "expense-revenue")
	expenses.Fields(expenses.At("data"), "data", "summary")
	expenses.Fields(expenses.At("data", "summary"), "totalRevenue", "totalExpense", "netProfit")
	if months := expenses.List("data", "data"); len(months) != 7 { // the last 180 days begin on 17 October
		t.Errorf("expense-revenue has %d months, want 7", len(months))
	}
	expenses.Fields(expenses.At("data", "data", 0), "month", "revenue", "expense")
	expenses.Is("2025-10", "data", "data", 0, "month").Is("2026-04", "data", "data", 6, "month")
	calendar := figure(owner, "calendar")
	calendar.Fields(calendar.At("data"), "dates", "rooms")
	if dates := calendar.List("data", "dates"); len(dates) != 14 || dates[0] != "2026-04-14" ||
		dates[13] != "2026-04-27" || len(calendar.List("data", "rooms")) != 0 {
		t.Errorf("an empty calendar is %s", calendar.Raw)
	}
	kpis := figure(owner, "kpis").Is("2026-03-15", "data", "from").Is("2026-04-13", "data", "to")
	kpis.Fields(kpis.At("data"), "from", "to", "roomsAvailable", "roomsSold", "complimentaryRooms", "roomsRevenue",
		"otherRevenue", "adr", "revPar", "occupancy", "arrivals",
		"averageStay", "averageLeadTime", "cancellations", "dayUses", "noShows", "sourceMix", "mealPlanMix")
	kpis.Is(0, "data", "adr").Is(0, "data", "revPar").Is(0, "data", "averageStay").Is([]any{}, "data", "sourceMix")
}

func analyticsBadQueries(_ *testing.T, owner *apptest.Caller) {
	for path, field := range map[string]string{
		"occupancy?days=0": "days", "occupancy?days=367": "days", "occupancy?days=x": "days", "occupancy?days=1.5": "days",
		"revenue?days=-1": "days", "revenue?days=1831": "days", "revenue?period=yearly": "period", "revenue?period=": "",
		"expense-revenue?days=1831": "days", "calendar?days=0": "days", "calendar?days=367": "days",
		"pace?days=0": "days", "pace?days=367": "days", "pace/export.csv?days=x": "days",
		"kpis?from=2026-13-01": "from", "kpis?to=yesterday": "to", "kpis?from=2026-04-10&to=2026-04-09": "to",
		"kpis?to=2026-04-15": "to", "kpis?from=2026-04-15": "from",
		"kpis?from=2025-04-12&to=2026-04-13": "from", "calendar/export.csv?days=0": "days",
		"kpis/export.xlsx?to=2026-04-15": "to",
	} {
		if field != "" {
			owner.Get("/api/analytics/{org}/" + path).Bad(field)
		}
	}
	owner.Get("/api/analytics/{org}/unknown").Refused(404, "")
	owner.Get("/api/analytics/{org}/overview/export.pdf").Refused(404, "")
	owner.Post("/api/analytics/{org}/overview", nil).Want(405)
	for _, path := range []string{"occupancy?days=1", "occupancy?days=366", "revenue?days=1830&period=monthly",
		"expense-revenue?days=1", "calendar?days=366",
		"kpis?from=2025-04-14&to=2026-04-14", "kpis?from=2026-04-14", "kpis?to=2020-01-01"} {
		figure(owner, path)
	}
}

func analyticsPermissions(t *testing.T, owner *apptest.Caller) {
	needs := map[string]string{"overview": "bookings", "occupancy": "bookings", "calendar": "bookings",
		"revenue": "payments", "outstanding": "invoices", "expense-revenue": "expenses"}
	owner.CreateRooms(1)
	stranger := owner.AnotherHotel()
	for _, module := range []string{"bookings", "payments", "invoices", "expenses", "accounts"} {
		member := owner.Member("Member", object{module: object{"view": true}})
		for report, need := range needs {
			for _, file := range []string{"", "/export.xlsx", "/export.csv"} {
				path := "/api/analytics/{org}/" + report + file
				owner.Server.Anyone().Get(strings.ReplaceAll(path, "{org}", owner.Org)).Refused(401, "")
				if got := member.Get(path).Status; (got == 200) != (need == module) || got != 200 && got != 403 {
					t.Errorf("who may see %s gets %d from %s", module, got, path)
				}
				lone := *member
				lone.Org = stranger.Org
				lone.Get(path).Refused(403, "not a member")
			}
		}
		member.Get("/api/analytics/{org}/kpis").Want(403)
		member.Get("/api/analytics/{org}/pace").Want(403)
	}
	both := object{"bookings": object{"view": true}, "payments": object{"manage": true}}
	figure(owner.Member("Both", both), "kpis")
	owner.Member("One", object{"bookings": object{"view": true}}).Get("/api/analytics/{org}/kpis/export.csv").
		Refused(403, "payments.view")
}

// analyticsDays is a hotel of four rooms at noon: one guest stays, one should leave today but won't, one is expected,
// and one room is blocked.
func analyticsDays(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	staying := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-13", "2026-04-15", rooms[0]).
		Merged(object{"advanceAmount": 1000.5})).Want(201).Text("data", "bookingId")
	owner.Post(apptest.BookingPath(staying, "/arrival"), nil).Want(200)
	owner.Book("2026-04-14", "2026-04-16", rooms[1])
	leaving := owner.Book("2026-04-12", "2026-04-14", rooms[2])
	owner.Post(apptest.BookingPath(leaving, "/arrival"), nil).Want(200)
	owner.Post("/api/rooms/{org}/"+rooms[3]+"/blocks", object{"from": "2026-04-14", "to": "2026-04-15",
		"reason": "Paint"}).Want(201)
	figure(owner, "overview").Is(2, "data", "occupiedRooms").Is(4, "data", "totalRooms").Is(50, "data", "occupancyRate").
		Is(1, "data", "checkInsToday").
		Is(1, "data", "checkOutsToday").Is(1000.5, "data", "revenueToday").Is(18999.5, "data", "outstandingBalance")
	calendar := figure(owner, "calendar?days=3")
	for room, want := range []string{"occupied Asha Rao checkout Asha Rao available <nil>",
		"reserved Asha Rao reserved Asha Rao checkout Asha Rao",
		"checkout Asha Rao available <nil> available <nil>", "maintenance <nil> available <nil> available <nil>"} {
		got := ""
		for i := range 3 {
			got += fmt.Sprint(" ", calendar.At("data", "rooms", room, "days", i, "status"), " ",
				calendar.At("data", "rooms", room, "days", i, "guestName"))
		}
		if got != " "+want {
			calendar.T.Errorf("room %d is%s, want %s", room, got, want)
		}
	}
	calendar.Is(rooms[0], "data", "rooms", 0, "roomId").Is("101", "data", "rooms", 0, "roomNumber").
		Is("Deluxe", "data", "rooms", 0, "category").
		Is("2026-04-15", "data", "rooms", 0, "days", 1, "date").Is("2026-04-16", "data", "dates", 2)
	calendar.Fields(calendar.At("data", "rooms", 0), "roomId", "roomNumber", "category", "days")
	calendar.Fields(calendar.At("data", "rooms", 0, "days", 0), "date", "status", "guestName")

	next := owner.Later(apptest.Day)
	// The rooms were created on the 14th, but two were booked for nights before.
	figure(next, "occupancy?days=4").Is("2026-04-12", "data", 0, "date").Is(100, "data", 0, "occupancy").
		Is(1, "data", 0, "total").Is(100, "data", 1, "occupancy").Is(2, "data", 1, "occupied").Is(2, "data", 1, "total").
		Is(25, "data", 2, "occupancy"). // the expected guest has not come, and the one who should have left held no night
		Is("2026-04-15", "data", 3, "date").Is(2, "data", 3, "occupied").Is(4, "data", 3, "total")
	figure(next, "overview").Is(2, "data", "occupiedRooms").Is(0, "data", "checkInsToday").Is(1, "data", "checkOutsToday").
		Is(0, "data", "revenueToday")
	figure(next, "revenue?days=2").Is(1000.5, "data", 0, "amount").Is(1, "data", 0, "count").Is(0, "data", 1, "amount")
	// A room that goes out of use leaves the figures from today on.
	next.Put(apptest.BookingPath(leaving, "/checkout"), nil).Want(200)
	next.Put("/api/rooms/{org}/"+rooms[2]+"/update", object{"isActive": false}).Want(200)
	figure(next, "occupancy?days=4").Is(1, "data", 0, "occupied").Is(100, "data", 1, "occupancy").
		Is(4, "data", 2, "total").Is(3, "data", 3, "total")
	if rooms := figure(next, "calendar").List("data", "rooms"); len(rooms) != 3 {
		next.Server.T.Errorf("the calendar has %d rooms, want 3", len(rooms))
	}
}

func analyticsPeriods(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	pay := func(c *apptest.Caller, amount float64, from string) string {
		return c.Post("/api/bookings/{org}/create", apptest.Stay(from, apptest.NextDay(from), rooms[0]).
			Merged(object{"advanceAmount": amount})).Want(201).Text("data", "bookingId")
	}
	first := pay(owner, 100.25, "2026-04-14") // a Tuesday
	sunday := owner.Later(5 * apptest.Day)
	pay(sunday, 200, "2026-04-19")
	monday := sunday.Later(apptest.Day)
	monday.Put(apptest.BookingPath(first, "/cancel"), object{"reason": "x", "refundAmount": 50.25}).Want(200)
	may := monday.Later(11 * apptest.Day) // 2026-05-01, a Friday
	pay(may, 1000, "2026-05-01")
	pay(may, 1, "2026-05-02")
	for query, want := range map[string]string{
		"revenue?days=18&period=weekly":  "2026-W16 300.25 2|2026-W17 -50.25 0|2026-W18 1001 2",
		"revenue?days=17&period=weekly":  "2026-W16 200 1|2026-W17 -50.25 0|2026-W18 1001 2",
		"revenue?days=18&period=monthly": "2026-04 250 2|2026-05 1001 2",
		"revenue?days=2":                 "2026-04-30 0 0|2026-05-01 1001 2",
	} {
		var got []string
		a := figure(may, query)
		for i := range a.List("data") {
			got = append(got, fmt.Sprint(a.At("data", i, "label"), " ", a.At("data", i, "amount"), " ",
				a.At("data", i, "count")))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s is %v, want %s", query, got, want)
		}
	}
	// 2027-01-02, which is in the last ISO week of 2026.
	winter := may.Later(date.Date("2026-05-01").Time().AddDate(0, 0, 246).Sub(date.Date("2026-05-01").Time()))
	figure(winter, "revenue?days=7&period=weekly").Is("2026-W52", "data", 0, "label").Is("2026-W53", "data", 1, "label")
}

// invoice issues an invoice with one line of the amount, and returns its id.
func invoice(c *apptest.Caller, amount float64, due string) string {
	c.Server.T.Helper()
	return c.Post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Hall", "unitPrice": amount}},
		"buyer":   object{"name": "Rao Textiles"},
		"dueDate": due, "issue": true}).Want(201).Text("data", "_id")
}

func analyticsOwed(_ *testing.T, owner *apptest.Caller) {
	invoice(owner, 100.5, "2026-04-14")
	invoice(owner, 200, "2026-05-14")
	last := invoice(owner, 50, "2026-06-13")
	// a draft owes nothing
	owner.Post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Hall", "unitPrice": 7}},
		"buyer": object{"name": "Rao"}}).Want(201)
	for _, step := range []struct {
		days int
		want string // by bracket
	}{
		{0, "3 350.5|0 0|0 0|0 0"}, {30, "3 350.5|0 0|0 0|0 0"}, {31, "2 250|1 100.5|0 0|0 0"}, {60, "2 250|1 100.5|0 0|0 0"},
		{61, "1 50|1 200|1 100.5|0 0"},
		{90, "1 50|1 200|1 100.5|0 0"}, {91, "0 0|1 50|1 200|1 100.5"}, {1000, "0 0|0 0|0 0|3 350.5"},
	} {
		owner.Server.Clock.Set(apptest.Noon.AddDate(0, 0, step.days))
		desk := owner.Server.Login(owner.Org, owner.Email)
		a, got := figure(desk, "outstanding").Is(350.5, "data", "totalOutstanding"), ""
		for i := range 4 {
			got += fmt.Sprint("|", a.At("data", "brackets", i, "count"), " ", a.At("data", "brackets", i, "total"))
		}
		if got != "|"+step.want {
			a.T.Errorf("after %d days it is %s, want %s", step.days, got, step.want)
		}
		figure(desk, "overview").Is(350.5, "data", "outstandingBalance")
	}
	desk := owner.Server.Login(owner.Org, owner.Email)
	top := figure(desk, "outstanding").Is(200, "data", "topInvoices", 0, "amount").
		Is(100.5, "data", "topInvoices", 1, "amount").Is(last, "data", "topInvoices", 2, "invoiceId").
		Is("2026-06-13", "data", "topInvoices", 2, "dueDate").Is(940, "data", "topInvoices", 2, "daysOverdue").
		Is("INV-3", "data", "topInvoices", 2, "invoiceNumber")
	top.Fields(top.At("data", "topInvoices", 0), "invoiceId", "invoiceNumber", "guestName", "amount", "dueDate",
		"daysOverdue")
	desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": last, "reason": "x", "amount": 20.25}).Want(201)
	figure(desk, "outstanding").Is(330.25, "data", "totalOutstanding").Is(29.75, "data", "topInvoices", 2, "amount")
	desk.Post("/api/invoices/{org}/"+invoice(desk, 5000, "")+"/void", object{"reason": "x"}).Want(200)
	figure(desk, "outstanding").Is(330.25, "data", "totalOutstanding")
	for i := range 9 {
		invoice(desk, float64(1000+i), "")
	}
	if list := figure(desk, "outstanding").Is(1008, "data", "topInvoices", 0, "amount").
		Is(200, "data", "topInvoices", 9, "amount").List("data", "topInvoices"); len(list) != 10 {
		desk.Server.T.Errorf("%d top invoices", len(list))
	}
}

// A booking in house whose balance is partly on an invoice counts once.
func analyticsOnce(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", rooms[0]).
		Merged(object{"advanceAmount": 1000})).Want(201).Text("data", "bookingId")
	figure(owner, "overview").Is(0, "data", "outstandingBalance") // not in house yet
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	figure(owner, "overview").Is(9000, "data", "outstandingBalance")
	owner.Post("/api/invoices/{org}/create", object{"bookingId": id, "postedOnly": true, "issue": true}).Want(201).
		Is(5000, "data", "totalAmount").Is(4000, "data", "balanceDue")
	figure(owner, "outstanding").Is(4000, "data", "totalOutstanding")
	figure(owner, "overview").Is(9000, "data", "outstandingBalance")
	// What one booking has overpaid doesn't reduce what another owes.
	other := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-15", rooms[1]).
		Merged(object{"advanceAmount": 5000})).Want(201).Text("data", "bookingId")
	owner.Post(apptest.BookingPath(other, "/arrival"), nil).Want(200)
	owner.Post(apptest.BookingPath(other, "/charges"), object{"type": "adjustment", "description": "Allowance",
		"unitPrice": -500}).Want(201)
	owner.Get(apptest.BookingPath(other, "")).Is(-500, "data", "balanceDue")
	figure(owner, "overview").Is(9000, "data", "outstandingBalance")
}

func analyticsExpenses(_ *testing.T, owner *apptest.Caller) {
	spend := func(amount, tax float64, on string) string {
		return owner.Post("/api/expenses/{org}/create", object{"category": "Laundry", "amount": amount, "tax": tax,
			"date": on}).Want(201).Text("data", "_id")
	}
	spend(1000, 180.5, "2026-04-01")
	gone := spend(5000, 0, "2026-04-02")
	spend(10, 0, "2026-03-31")
	spend(99, 0, "2026-03-30") // before the last fifteen days
	owner.Delete("/api/expenses/{org}/" + gone + "/delete").Want(200)
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", owner.CreateRooms(1)...).
		Merged(object{"advanceAmount": 1500})).Want(201)
	a := figure(owner, "expense-revenue?days=15").Is("2026-03", "data", "data", 0, "month").
		Is(10, "data", "data", 0, "expense").Is(0, "data", "data", 0, "revenue").
		Is("2026-04", "data", "data", 1, "month").Is(1180.5, "data", "data", 1, "expense").
		Is(1500, "data", "data", 1, "revenue")
	a.Is(1500, "data", "summary", "totalRevenue").Is(1190.5, "data", "summary", "totalExpense").
		Is(309.5, "data", "summary", "netProfit")
}

func analyticsKPIs(_ *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"gstin": "27AAPFU0939F1ZV"}).Want(200)
	rooms := owner.CreateRooms(5)
	book := func(from, to, room string, more object) string {
		return owner.Post("/api/bookings/{org}/create", apptest.Stay(from, to, room).Merged(more)).Want(201).
			Text("data", "bookingId")
	}
	in := func(id string) string { owner.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200); return id }
	free := apptest.Stay("2026-04-14", "2026-04-17", rooms[2])
	free["rooms"].([]object)[0]["ratePerNight"] = 0
	a := in(book("2026-04-14", "2026-04-16", rooms[0], object{"source": "phone", "mealPlan": "CP"}))
	b := in(book("2026-04-14", "2026-04-17", rooms[1], object{"source": "phone"}))
	in(owner.Post("/api/bookings/{org}/create", free).Want(201).Text("data", "bookingId"))
	cancelled := book("2026-04-14", "2026-04-15", rooms[3], nil)
	owner.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "x", "cancellationCharge": 1050}).Want(200)
	noShow := book("2026-04-14", "2026-04-15", rooms[3], nil)
	owner.Post(apptest.BookingPath(noShow, "/no-show"), nil).Want(200)
	later := book("2026-04-17", "2026-04-19", rooms[4], object{"source": "ota"})
	owner = owner.Later(2 * apptest.Day)
	owner.Put(apptest.BookingPath(a, "/checkout"), nil).Want(200)
	owner = owner.Later(apptest.Day) // 2026-04-17
	owner.Put(apptest.BookingPath(b, "/checkout"), nil).Want(200)
	in(later)
	k := figure(owner, "kpis?from=2026-04-14&to=2026-04-16")
	k.Is(15, "data", "roomsAvailable").Is(5, "data", "roomsSold").Is(3, "data", "complimentaryRooms").
		// Two nights and three at ₹5,000 with 5 % GST inside, each worth 4761.90, and the cancellation charge of 1050, worth
		// 1000.
		Is(24809.5, "data", "roomsRevenue").Is(4961.9, "data", "adr").Is(1653.97, "data", "revPar").
		Is(0, "data", "otherRevenue").
		Is(33.33, "data", "occupancy").
		Is(3, "data", "arrivals").Is(2.67, "data", "averageStay").Is(0, "data", "averageLeadTime").
		Is(1, "data", "cancellations").Is(1, "data", "noShows")
	k.Is("phone", "data", "sourceMix", 0, "source").Is(2, "data", "sourceMix", 0, "bookings").
		Is(66.67, "data", "sourceMix", 0, "share").Is("walk-in", "data", "sourceMix", 1, "source")
	k.Is("EP", "data", "mealPlanMix", 0, "mealPlan").Is(2, "data", "mealPlanMix", 0, "bookings").
		Is("CP", "data", "mealPlanMix", 1, "mealPlan")
	figure(owner, "kpis?from=2026-04-17&to=2026-04-17").Is(1, "data", "arrivals").Is(3, "data", "averageLeadTime").
		Is(2, "data", "averageStay").Is(1, "data", "roomsSold").Is(4761.9, "data", "roomsRevenue")
	// A credit note lowers the rooms revenue of its day only if it is for lodging.
	// drafted at check-out
	bill := owner.Get("/api/invoices/{org}/list?status=draft&bookingId="+a).Want(200).Text("data", 0, "_id")
	owner.Post("/api/invoices/{org}/"+bill+"/issue", nil).Want(200)
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": bill, "reason": "x",
		"lines": []object{{"position": 0, "amount": 1050}}}).Want(201)
	figure(owner, "kpis?from=2026-04-17&to=2026-04-17").Is(3761.9, "data", "roomsRevenue")
	owner.Post(apptest.BookingPath(later, "/charges"), object{"description": "Laundry", "unitPrice": 350}).Want(201)
	figure(owner, "kpis?from=2026-04-17&to=2026-04-17").Is(3761.9, "data", "roomsRevenue")
	// A room that is out of use now was sold all the same, and was there to be sold.
	owner.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": false}).Want(200)
	figure(owner, "kpis?from=2026-04-14&to=2026-04-16").Is(15, "data", "roomsAvailable").Is(5, "data", "roomsSold").
		Is(4961.9, "data", "adr")
}

const (
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	csvType  = "text/csv; charset=utf-8"
)

// workbook reads a report's workbook.
func workbook(c *apptest.Caller, report, query string) *excelize.File {
	c.Server.T.Helper()
	a := c.Download("/api/analytics/{org}/"+report+"/export.xlsx"+query, xlsxType)
	if want := `filename="` + report + "-2026-04-14.xlsx\""; !strings.Contains(a.Header.Get("Content-Disposition"), want) {
		c.Server.T.Errorf("%s is named %s, want %s", report, a.Header.Get("Content-Disposition"), want)
	}
	book, err := excelize.OpenReader(bytes.NewReader(a.Raw))
	if err != nil {
		c.Server.T.Fatal(err)
	}
	c.Server.T.Cleanup(func() { _ = book.Close() })
	return book
}

// csv reads a report's CSV file: an empty line separates its tables.
func readCSV(c *apptest.Caller, report, query string) [][]string {
	c.Server.T.Helper()
	a := c.Download("/api/analytics/{org}/"+report+"/export.csv"+query, csvType)
	content, marked := strings.CutPrefix(string(a.Raw), "\ufeff")
	if !marked || strings.Contains(strings.ReplaceAll(content, "\r\n", ""), "\n") {
		c.Server.T.Errorf("%s has no byte order mark, or bare line feeds: %q", report, content)
	}
	reader := csv.NewReader(strings.NewReader(content))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		c.Server.T.Fatal(err)
	}
	return rows
}

func analyticsFiles(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", rooms[0]).
		Merged(object{"advanceAmount": 1234567.5, "totalAmount": 2000000})).Want(201).Text("data", "bookingId")
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	owner.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200)
	refunded := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", rooms[1])).Want(201).
		Text("data", "bookingId")
	owner.Put(apptest.BookingPath(refunded, "/cancel"), object{"reason": "x"}).Want(200)
	invoice(owner, 999.99, "")

	for report, first := range map[string]string{"overview": "Figure", "occupancy": "Date", "revenue": "Period",
		"outstanding": "Days overdue", "expense-revenue": "Month", "calendar": "Room", "kpis": "Figure", "pace": "Night"} {
		book := workbook(owner, report, "")
		if cell, err := book.GetCellValue(book.GetSheetName(0), "A1"); err != nil || cell != first {
			t.Errorf("%s begins with %q (%v), want %q", report, cell, err, first)
		}
		if rows := readCSV(owner, report, ""); rows[0][0] != first {
			t.Errorf("%s as CSV begins with %q, want %q", report, rows[0][0], first)
		}
	}
	// Numbers are numbers and dates are dates, in the cells' own types.
	revenue := workbook(owner, "revenue", "?days=2")
	raw := func(book *excelize.File, sheet, at string) string {
		value, err := book.GetCellValue(sheet, at, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	for cell, want := range map[string]string{"A3": "2026-04-14", "B3": "1234567.5", "C3": "1", "B2": "0"} {
		kind, err := revenue.GetCellType("Revenue", cell)
		isText := kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString
		if got := raw(revenue, "Revenue", cell); got != want || err != nil || isText != (cell == "A3") {
			t.Errorf("%s of revenue is %q of type %v (%v), want %q", cell, got, kind, err, want)
		}
	}
	occupancy := workbook(owner, "occupancy", "?days=1")
	if shown, err := occupancy.GetCellValue("Occupancy", "A2"); err != nil || shown != "2026-04-14" ||
		raw(occupancy, "Occupancy", "A2") != "46126" {
		t.Errorf("the date is shown as %q and kept as %q (%v)", shown, raw(occupancy, "Occupancy", "A2"), err)
	}
	owed := workbook(owner, "outstanding", "")
	if names := owed.GetSheetList(); len(names) != 2 || raw(owed, "Largest", "C2") != "999.99" ||
		raw(owed, "Outstanding", "C6") != "999.99" || raw(owed, "Largest", "E2") != "0" {
		t.Errorf("outstanding has the sheets %v", names)
	}
	rows := readCSV(owner, "revenue", "?days=2")
	if want := [][]string{{"Period", "Amount INR", "Payments"}, {"2026-04-13", "0", "0"},
		{"2026-04-14", "1234567.5", "1"}}; fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("revenue as CSV is %v", rows)
	}
}

// A spreadsheet never takes a guest's name for a formula.
func analyticsFormulas(t *testing.T, owner *apptest.Caller) {
	names := []string{`=HYPERLINK("http://evil.example","x")`, "+1", "-1+2", "@SUM(A1)", "＝1+1", "＋1", "－1",
		"＠SUM(A1)", "﹢1", "﹣1", "﹦1+1", "﹫SUM(A1)", "'=quoted", "असha <b>&\"", "plain, with; separators"}
	half := len(names) / 2 // topInvoices has ten at most
	noFormulas(t, owner, names[:half])
	noFormulas(t, owner.AnotherHotel(), names[half:])
}

func noFormulas(t *testing.T, owner *apptest.Caller, names []string) {
	t.Helper()
	rooms := owner.CreateRooms(len(names))
	for i, name := range names {
		owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-15", rooms[i]).
			Merged(object{"guestName": name})).Want(201)
		owner.Post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Hall", "unitPrice": 100 - i}},
			"buyer": object{"name": name}, "issue": true}).Want(201)
	}
	rows, book := readCSV(owner, "outstanding", ""), workbook(owner, "outstanding", "")
	shown := figure(owner, "outstanding")
	for i, name := range names {
		want := name
		if first, _ := utf8.DecodeRuneInString(name); strings.ContainsRune("=+-@＝＋－＠﹢﹣﹦﹫", first) {
			want = "'" + name
		}
		if shown.At("data", "topInvoices", i, "guestName") != name {
			t.Errorf("guest %d is %v, want %q", i, shown.At("data", "topInvoices", i, "guestName"), name)
		}
		if got := rows[7+i][1]; got != want { // below the ages and the headings
			t.Errorf("%q is %q as CSV, want %q", name, got, want)
		}
		at := fmt.Sprint("B", i+2)
		formula, err := book.GetCellFormula("Largest", at)
		kind, _ := book.GetCellType("Largest", at)
		if got, _ := book.GetCellValue("Largest", at); got != name || formula != "" || err != nil ||
			kind != excelize.CellTypeInlineString {
			t.Errorf("%q is %q of type %v with the formula %q in the workbook", name, got, kind, formula)
		}
	}
	if cell := readCSV(owner, "calendar", "?days=1")[1][2]; cell != "reserved: "+names[0] {
		t.Errorf("the calendar's cell is %q", cell)
	}
}
