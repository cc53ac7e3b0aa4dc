package app_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"sarai/internal/kit/date"
)

func TestAnalytics(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"nothing yet", analyticsEmpty},
		{"bad queries", analyticsBadQueries},
		{"who may see what", analyticsPermissions},
		{"a day and the next", analyticsDays},
		{"periods", analyticsPeriods},
		{"what is owed", analyticsOwed},
		{"nothing counts twice", analyticsOnce},
		{"expenses", analyticsExpenses},
		{"key figures", analyticsKPIs},
		{"spreadsheets", analyticsFiles},
		{"formulas", analyticsFormulas},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, owner.refreshed().anotherHotel())
			})
		}
	})
}

// figure reads one of the analytics.
func (c *caller) figure(report string) answer {
	c.s.t.Helper()
	return c.get("/api/analytics/{org}/" + report).want(200)
}

func analyticsEmpty(t *testing.T, owner *caller) {
	o := owner.figure("overview")
	o.fields(o.at("data"), "occupiedRooms", "totalRooms", "occupancyRate", "checkInsToday", "checkOutsToday", "revenueToday", "outstandingBalance")
	for name, value := range o.at("data").(map[string]any) {
		if value != 0.0 {
			t.Errorf("%s of an empty hotel is %v", name, value)
		}
	}
	occupancy := owner.figure("occupancy")
	if days := occupancy.list("data"); len(days) != 30 {
		t.Errorf("occupancy has %d days, want 30", len(days))
	}
	occupancy.fields(occupancy.at("data", 0), "date", "occupancy", "occupied", "total")
	occupancy.is("2026-03-16", "data", 0, "date").is("2026-04-14", "data", 29, "date").is(0, "data", 29, "occupancy").is(0, "data", 29, "total")
	revenue := owner.figure("revenue")
	if days := revenue.list("data"); len(days) != 30 {
		t.Errorf("revenue has %d days, want 30", len(days))
	}
	revenue.fields(revenue.at("data", 0), "label", "amount", "count")
	revenue.is("2026-03-16", "data", 0, "label").is(0, "data", 0, "amount").is(0, "data", 0, "count")
	owed := owner.figure("outstanding").is(0, "data", "totalOutstanding")
	owed.fields(owed.at("data"), "totalOutstanding", "brackets", "topInvoices")
	if fmt.Sprint(owed.at("data", "brackets")) != "[map[count:0 label:0-30 max:30 min:0 total:0] map[count:0 label:31-60 max:60 min:31 total:0] "+
		"map[count:0 label:61-90 max:90 min:61 total:0] map[count:0 label:91+ max:<nil> min:91 total:0]]" || len(owed.list("data", "topInvoices")) != 0 {
		t.Errorf("nothing is owed as %s", owed.raw)
	}
	expenses := owner.figure("expense-revenue")
	expenses.fields(expenses.at("data"), "data", "summary")
	expenses.fields(expenses.at("data", "summary"), "totalRevenue", "totalExpense", "netProfit")
	if months := expenses.list("data", "data"); len(months) != 7 { // the last 180 days begin on 17 October
		t.Errorf("expense-revenue has %d months, want 7", len(months))
	}
	expenses.fields(expenses.at("data", "data", 0), "month", "revenue", "expense")
	expenses.is("2025-10", "data", "data", 0, "month").is("2026-04", "data", "data", 6, "month")
	calendar := owner.figure("calendar")
	calendar.fields(calendar.at("data"), "dates", "rooms")
	if dates := calendar.list("data", "dates"); len(dates) != 14 || dates[0] != "2026-04-14" || dates[13] != "2026-04-27" || len(calendar.list("data", "rooms")) != 0 {
		t.Errorf("an empty calendar is %s", calendar.raw)
	}
	kpis := owner.figure("kpis").is("2026-03-15", "data", "from").is("2026-04-13", "data", "to")
	kpis.fields(kpis.at("data"), "from", "to", "roomsAvailable", "roomsSold", "complimentaryRooms", "roomsRevenue", "adr", "revPar", "occupancy", "arrivals",
		"averageStay", "averageLeadTime", "cancellations", "noShows", "sourceMix", "mealPlanMix")
	kpis.is(0, "data", "adr").is(0, "data", "revPar").is(0, "data", "averageStay").is([]any{}, "data", "sourceMix")
}

func analyticsBadQueries(_ *testing.T, owner *caller) {
	for path, field := range map[string]string{
		"occupancy?days=0": "days", "occupancy?days=367": "days", "occupancy?days=x": "days", "occupancy?days=1.5": "days",
		"revenue?days=-1": "days", "revenue?days=1831": "days", "revenue?period=yearly": "period", "revenue?period=": "",
		"expense-revenue?days=1831": "days", "calendar?days=0": "days", "calendar?days=367": "days",
		"kpis?from=2026-13-01": "from", "kpis?to=yesterday": "to", "kpis?from=2026-04-10&to=2026-04-09": "to", "kpis?to=2026-04-15": "to", "kpis?from=2026-04-15": "from",
		"kpis?from=2025-04-12&to=2026-04-13": "from", "calendar/export.csv?days=0": "days", "kpis/export.xlsx?to=2026-04-15": "to",
	} {
		if field != "" {
			owner.get("/api/analytics/{org}/" + path).bad(field)
		}
	}
	owner.get("/api/analytics/{org}/unknown").refused(404, "")
	owner.get("/api/analytics/{org}/overview/export.pdf").refused(404, "")
	owner.post("/api/analytics/{org}/overview", nil).want(405)
	for _, path := range []string{"occupancy?days=1", "occupancy?days=366", "revenue?days=1830&period=monthly", "expense-revenue?days=1", "calendar?days=366",
		"kpis?from=2025-04-14&to=2026-04-14", "kpis?from=2026-04-14", "kpis?to=2020-01-01"} {
		owner.figure(path)
	}
}

func analyticsPermissions(t *testing.T, owner *caller) {
	needs := map[string]string{"overview": "bookings", "occupancy": "bookings", "calendar": "bookings", "revenue": "payments", "outstanding": "invoices", "expense-revenue": "expenses"}
	owner.rooms(1)
	stranger := owner.anotherHotel()
	for _, module := range []string{"bookings", "payments", "invoices", "expenses", "accounts"} {
		member := owner.member("Member", object{module: object{"view": true}})
		for report, need := range needs {
			for _, file := range []string{"", "/export.xlsx", "/export.csv"} {
				path := "/api/analytics/{org}/" + report + file
				owner.s.anyone().get(strings.ReplaceAll(path, "{org}", owner.org)).refused(401, "")
				if got := member.get(path).status; (got == 200) != (need == module) || got != 200 && got != 403 {
					t.Errorf("who may see %s gets %d from %s", module, got, path)
				}
				lone := *member
				lone.org = stranger.org
				lone.get(path).refused(403, "not a member")
			}
		}
		member.get("/api/analytics/{org}/kpis").want(403)
	}
	both := object{"bookings": object{"view": true}, "payments": object{"manage": true}}
	owner.member("Both", both).figure("kpis")
	owner.member("One", object{"bookings": object{"view": true}}).get("/api/analytics/{org}/kpis/export.csv").refused(403, "payments.view")
}

// analyticsDays is a hotel of four rooms at noon: one guest stays, one leaves today and won't, one is expected, one room is blocked.
func analyticsDays(_ *testing.T, owner *caller) {
	rooms := owner.rooms(4)
	staying := owner.post("/api/bookings/{org}/create", stay("2026-04-13", "2026-04-15", rooms[0]).merged(object{"advanceAmount": 1000.5})).want(201).text("data", "bookingId")
	owner.post(at(staying, "/arrival"), nil).want(200)
	owner.book("2026-04-14", "2026-04-16", rooms[1])
	leaving := owner.book("2026-04-12", "2026-04-14", rooms[2])
	owner.post(at(leaving, "/arrival"), nil).want(200)
	owner.post("/api/rooms/{org}/"+rooms[3]+"/blocks", object{"from": "2026-04-14", "to": "2026-04-15", "reason": "Paint"}).want(201)
	owner.figure("overview").is(1, "data", "occupiedRooms").is(4, "data", "totalRooms").is(25, "data", "occupancyRate").is(1, "data", "checkInsToday").
		is(1, "data", "checkOutsToday").is(1000.5, "data", "revenueToday").is(18999.5, "data", "outstandingBalance")
	calendar := owner.figure("calendar?days=3")
	for room, want := range []string{"occupied Asha Rao checkout Asha Rao available <nil>", "reserved Asha Rao reserved Asha Rao checkout Asha Rao",
		"checkout Asha Rao available <nil> available <nil>", "maintenance <nil> available <nil> available <nil>"} {
		got := ""
		for i := range 3 {
			got += fmt.Sprint(" ", calendar.at("data", "rooms", room, "days", i, "status"), " ", calendar.at("data", "rooms", room, "days", i, "guestName"))
		}
		if got != " "+want {
			calendar.t.Errorf("room %d is%s, want %s", room, got, want)
		}
	}
	calendar.is(rooms[0], "data", "rooms", 0, "roomId").is("101", "data", "rooms", 0, "roomNumber").is("Deluxe", "data", "rooms", 0, "category").
		is("2026-04-15", "data", "rooms", 0, "days", 1, "date").is("2026-04-16", "data", "dates", 2)
	calendar.fields(calendar.at("data", "rooms", 0), "roomId", "roomNumber", "category", "days")
	calendar.fields(calendar.at("data", "rooms", 0, "days", 0), "date", "status", "guestName")

	next := owner.later(day)
	next.figure("occupancy?days=4").is("2026-04-12", "data", 0, "date").is(25, "data", 0, "occupancy").
		is(50, "data", 1, "occupancy").is(2, "data", 1, "occupied").
		is(25, "data", 2, "occupancy"). // who was expected has not come, and who should have left had no night
		is("2026-04-15", "data", 3, "date").is(1, "data", 3, "occupied").is(4, "data", 3, "total")
	next.figure("overview").is(1, "data", "occupiedRooms").is(0, "data", "checkInsToday").is(1, "data", "checkOutsToday").is(0, "data", "revenueToday")
	next.figure("revenue?days=2").is(1000.5, "data", 0, "amount").is(1, "data", 0, "count").is(0, "data", 1, "amount")
	// A room that is in use no more leaves the figures.
	next.put(at(leaving, "/checkout"), nil).want(200)
	next.put("/api/rooms/{org}/"+rooms[2]+"/update", object{"isActive": false}).want(200)
	next.figure("occupancy?days=4").is(0, "data", 0, "occupied").is(33.33, "data", 1, "occupancy").is(3, "data", 1, "total")
	if rooms := next.figure("calendar").list("data", "rooms"); len(rooms) != 3 {
		next.s.t.Errorf("the calendar has %d rooms, want 3", len(rooms))
	}
}

func analyticsPeriods(t *testing.T, owner *caller) {
	rooms := owner.rooms(1)
	pay := func(c *caller, amount float64, from string) string {
		return c.post("/api/bookings/{org}/create", stay(from, nextDay(from), rooms[0]).merged(object{"advanceAmount": amount})).want(201).text("data", "bookingId")
	}
	first := pay(owner, 100.25, "2026-04-14") // a Tuesday
	sunday := owner.later(5 * day)
	pay(sunday, 200, "2026-04-19")
	monday := sunday.later(day)
	monday.put(at(first, "/cancel"), object{"reason": "x", "refundAmount": 50.25}).want(200)
	may := monday.later(11 * day) // 2026-05-01, a Friday
	pay(may, 1000, "2026-05-01")
	pay(may, 1, "2026-05-02")
	for query, want := range map[string]string{
		"revenue?days=18&period=weekly":  "2026-W16 300.25 2|2026-W17 -50.25 0|2026-W18 1001 2",
		"revenue?days=17&period=weekly":  "2026-W16 200 1|2026-W17 -50.25 0|2026-W18 1001 2",
		"revenue?days=18&period=monthly": "2026-04 250 2|2026-05 1001 2",
		"revenue?days=2":                 "2026-04-30 0 0|2026-05-01 1001 2",
	} {
		var got []string
		a := may.figure(query)
		for i := range a.list("data") {
			got = append(got, fmt.Sprint(a.at("data", i, "label"), " ", a.at("data", i, "amount"), " ", a.at("data", i, "count")))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s is %v, want %s", query, got, want)
		}
	}
	// The ISO year is not the calendar's at its ends.
	winter := may.later(date.Date("2026-05-01").Time().AddDate(0, 0, 246).Sub(date.Date("2026-05-01").Time())) // 2027-01-02
	winter.figure("revenue?days=7&period=weekly").is("2026-W52", "data", 0, "label").is("2026-W53", "data", 1, "label")
}

// invoice issues one of a free line over the amount and returns its id.
func (c *caller) invoice(amount float64, due string) string {
	c.s.t.Helper()
	return c.post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Hall", "unitPrice": amount}}, "buyer": object{"name": "Rao Textiles"},
		"dueDate": due, "issue": true}).want(201).text("data", "_id")
}

func analyticsOwed(_ *testing.T, owner *caller) {
	owner.invoice(100.5, "2026-04-14")
	owner.invoice(200, "2026-05-14")
	last := owner.invoice(50, "2026-06-13")
	owner.post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Hall", "unitPrice": 7}}, "buyer": object{"name": "Rao"}}).want(201) // a draft owes nothing
	for _, step := range []struct {
		days int
		want string // by bracket
	}{
		{0, "3 350.5|0 0|0 0|0 0"}, {30, "3 350.5|0 0|0 0|0 0"}, {31, "2 250|1 100.5|0 0|0 0"}, {60, "2 250|1 100.5|0 0|0 0"}, {61, "1 50|1 200|1 100.5|0 0"},
		{90, "1 50|1 200|1 100.5|0 0"}, {91, "0 0|1 50|1 200|1 100.5"}, {1000, "0 0|0 0|0 0|3 350.5"},
	} {
		owner.s.clock.Set(noon.AddDate(0, 0, step.days))
		desk := owner.s.login(owner.org, owner.email)
		a, got := desk.figure("outstanding").is(350.5, "data", "totalOutstanding"), ""
		for i := range 4 {
			got += fmt.Sprint("|", a.at("data", "brackets", i, "count"), " ", a.at("data", "brackets", i, "total"))
		}
		if got != "|"+step.want {
			a.t.Errorf("after %d days it is %s, want %s", step.days, got, step.want)
		}
		desk.figure("overview").is(350.5, "data", "outstandingBalance")
	}
	desk := owner.s.login(owner.org, owner.email)
	top := desk.figure("outstanding").is(200, "data", "topInvoices", 0, "amount").is(100.5, "data", "topInvoices", 1, "amount").is(last, "data", "topInvoices", 2, "invoiceId").
		is("2026-06-13", "data", "topInvoices", 2, "dueDate").is(940, "data", "topInvoices", 2, "daysOverdue").is("INV-3", "data", "topInvoices", 2, "invoiceNumber")
	top.fields(top.at("data", "topInvoices", 0), "invoiceId", "invoiceNumber", "guestName", "amount", "dueDate", "daysOverdue")
	desk.post("/api/credit-notes/{org}/create", object{"invoiceId": last, "reason": "x", "amount": 20.25}).want(201)
	desk.figure("outstanding").is(330.25, "data", "totalOutstanding").is(29.75, "data", "topInvoices", 2, "amount")
	desk.post("/api/invoices/{org}/"+desk.invoice(5000, "")+"/void", object{"reason": "x"}).want(200)
	desk.figure("outstanding").is(330.25, "data", "totalOutstanding")
	for i := range 9 {
		desk.invoice(float64(1000+i), "")
	}
	if list := desk.figure("outstanding").is(1008, "data", "topInvoices", 0, "amount").is(200, "data", "topInvoices", 9, "amount").list("data", "topInvoices"); len(list) != 10 {
		desk.s.t.Errorf("%d top invoices", len(list))
	}
}

// What a booking in house owes is partly on an invoice: it counts once.
func analyticsOnce(_ *testing.T, owner *caller) {
	rooms := owner.rooms(2)
	id := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", rooms[0]).merged(object{"advanceAmount": 1000})).want(201).text("data", "bookingId")
	owner.figure("overview").is(0, "data", "outstandingBalance") // not in house yet
	owner.post(at(id, "/arrival"), nil).want(200)
	owner.figure("overview").is(9000, "data", "outstandingBalance")
	owner.post("/api/invoices/{org}/create", object{"bookingId": id, "postedOnly": true, "issue": true}).want(201).is(5000, "data", "totalAmount").is(4000, "data", "balanceDue")
	owner.figure("outstanding").is(4000, "data", "totalOutstanding")
	owner.figure("overview").is(9000, "data", "outstandingBalance")
	// What one booking has paid too much doesn't lessen what another owes.
	other := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-15", rooms[1]).merged(object{"advanceAmount": 5000})).want(201).text("data", "bookingId")
	owner.post(at(other, "/arrival"), nil).want(200)
	owner.post(at(other, "/charges"), object{"type": "adjustment", "description": "Allowance", "unitPrice": -500}).want(201)
	owner.get(at(other, "")).is(-500, "data", "balanceDue")
	owner.figure("overview").is(9000, "data", "outstandingBalance")
}

func analyticsExpenses(_ *testing.T, owner *caller) {
	spend := func(amount, tax float64, on string) string {
		return owner.post("/api/expenses/{org}/create", object{"category": "Laundry", "amount": amount, "tax": tax, "date": on}).want(201).text("data", "_id")
	}
	spend(1000, 180.5, "2026-04-01")
	gone := spend(5000, 0, "2026-04-02")
	spend(10, 0, "2026-03-31")
	spend(99, 0, "2026-03-30") // before the last fifteen days
	owner.delete("/api/expenses/{org}/" + gone + "/delete").want(200)
	owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", owner.rooms(1)...).merged(object{"advanceAmount": 1500})).want(201)
	a := owner.figure("expense-revenue?days=15").is("2026-03", "data", "data", 0, "month").is(10, "data", "data", 0, "expense").is(0, "data", "data", 0, "revenue").
		is("2026-04", "data", "data", 1, "month").is(1180.5, "data", "data", 1, "expense").is(1500, "data", "data", 1, "revenue")
	a.is(1500, "data", "summary", "totalRevenue").is(1190.5, "data", "summary", "totalExpense").is(309.5, "data", "summary", "netProfit")
}

func analyticsKPIs(_ *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/update", object{"gstin": "27AAPFU0939F1ZV"}).want(200)
	rooms := owner.rooms(5)
	book := func(from, to, room string, more object) string {
		return owner.post("/api/bookings/{org}/create", stay(from, to, room).merged(more)).want(201).text("data", "bookingId")
	}
	in := func(id string) string { owner.post(at(id, "/arrival"), nil).want(200); return id }
	free := stay("2026-04-14", "2026-04-17", rooms[2])
	free["rooms"].([]object)[0]["ratePerNight"] = 0
	a := in(book("2026-04-14", "2026-04-16", rooms[0], object{"source": "phone", "mealPlan": "CP"}))
	b := in(book("2026-04-14", "2026-04-17", rooms[1], object{"source": "phone"}))
	in(owner.post("/api/bookings/{org}/create", free).want(201).text("data", "bookingId"))
	cancelled := book("2026-04-14", "2026-04-15", rooms[3], nil)
	owner.put(at(cancelled, "/cancel"), object{"reason": "x", "cancellationCharge": 1050}).want(200)
	noShow := book("2026-04-14", "2026-04-15", rooms[3], nil)
	owner.post(at(noShow, "/no-show"), nil).want(200)
	later := book("2026-04-17", "2026-04-19", rooms[4], object{"source": "ota"})
	owner = owner.later(2 * day)
	owner.put(at(a, "/checkout"), nil).want(200)
	owner = owner.later(day) // 2026-04-17
	owner.put(at(b, "/checkout"), nil).want(200)
	in(later)
	k := owner.figure("kpis?from=2026-04-14&to=2026-04-16")
	k.is(15, "data", "roomsAvailable").is(5, "data", "roomsSold").is(3, "data", "complimentaryRooms").
		// Two nights and three at ₹5,000 with 5 % GST inside, each worth 4761.90, and the cancellation charge of 1050, worth 1000.
		is(24809.5, "data", "roomsRevenue").is(4961.9, "data", "adr").is(1653.97, "data", "revPar").is(33.33, "data", "occupancy").
		is(3, "data", "arrivals").is(2.67, "data", "averageStay").is(0, "data", "averageLeadTime").is(1, "data", "cancellations").is(1, "data", "noShows")
	k.is("phone", "data", "sourceMix", 0, "source").is(2, "data", "sourceMix", 0, "bookings").is(66.67, "data", "sourceMix", 0, "share").is("walk-in", "data", "sourceMix", 1, "source")
	k.is("EP", "data", "mealPlanMix", 0, "mealPlan").is(2, "data", "mealPlanMix", 0, "bookings").is("CP", "data", "mealPlanMix", 1, "mealPlan")
	owner.figure("kpis?from=2026-04-17&to=2026-04-17").is(1, "data", "arrivals").is(3, "data", "averageLeadTime").is(2, "data", "averageStay").is(1, "data", "roomsSold").is(4761.9, "data", "roomsRevenue")
	// A credit note on lodging lowers the revenue of its own day; on anything else it doesn't.
	bill := owner.get("/api/invoices/{org}/list?status=draft&bookingId="+a).want(200).text("data", 0, "_id") // drafted at check-out
	owner.post("/api/invoices/{org}/"+bill+"/issue", nil).want(200)
	owner.post("/api/credit-notes/{org}/create", object{"invoiceId": bill, "reason": "x", "lines": []object{{"position": 0, "amount": 1050}}}).want(201)
	owner.figure("kpis?from=2026-04-17&to=2026-04-17").is(3761.9, "data", "roomsRevenue")
	owner.post(at(later, "/charges"), object{"description": "Laundry", "unitPrice": 350}).want(201)
	owner.figure("kpis?from=2026-04-17&to=2026-04-17").is(3761.9, "data", "roomsRevenue")
	// A room that nobody can have any more was sold all the same.
	owner.put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": false}).want(200)
	owner.figure("kpis?from=2026-04-14&to=2026-04-16").is(12, "data", "roomsAvailable").is(5, "data", "roomsSold").is(4961.9, "data", "adr")
}

const (
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	csvType  = "text/csv; charset=utf-8"
)

// workbook reads a figure's workbook.
func (c *caller) workbook(report, query string) *excelize.File {
	c.s.t.Helper()
	a := c.download("/api/analytics/{org}/"+report+"/export.xlsx"+query, xlsxType)
	if want := `filename="` + report + "-2026-04-14.xlsx\""; !strings.Contains(a.header.Get("Content-Disposition"), want) {
		c.s.t.Errorf("%s is named %s, want %s", report, a.header.Get("Content-Disposition"), want)
	}
	book, err := excelize.OpenReader(bytes.NewReader(a.raw))
	if err != nil {
		c.s.t.Fatal(err)
	}
	c.s.t.Cleanup(func() { _ = book.Close() })
	return book
}

// csv reads a figure's CSV: tables are apart by an empty line.
func (c *caller) csv(report, query string) [][]string {
	c.s.t.Helper()
	a := c.download("/api/analytics/{org}/"+report+"/export.csv"+query, csvType)
	content, marked := strings.CutPrefix(string(a.raw), "\ufeff")
	if !marked || strings.Contains(strings.ReplaceAll(content, "\r\n", ""), "\n") {
		c.s.t.Errorf("%s has no byte order mark, or bare line feeds: %q", report, content)
	}
	reader := csv.NewReader(strings.NewReader(content))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		c.s.t.Fatal(err)
	}
	return rows
}

func analyticsFiles(t *testing.T, owner *caller) {
	rooms := owner.rooms(2)
	id := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", rooms[0]).merged(object{"advanceAmount": 1234567.5, "totalAmount": 2000000})).want(201).text("data", "bookingId")
	owner.post(at(id, "/arrival"), nil).want(200)
	owner.put(at(id, "/checkout"), nil).want(200)
	refunded := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", rooms[1])).want(201).text("data", "bookingId")
	owner.put(at(refunded, "/cancel"), object{"reason": "x"}).want(200)
	owner.invoice(999.99, "")

	for report, first := range map[string]string{"overview": "Figure", "occupancy": "Date", "revenue": "Period", "outstanding": "Days overdue", "expense-revenue": "Month", "calendar": "Room", "kpis": "Figure"} {
		book := owner.workbook(report, "")
		if cell, err := book.GetCellValue(book.GetSheetName(0), "A1"); err != nil || cell != first {
			t.Errorf("%s begins with %q (%v), want %q", report, cell, err, first)
		}
		if rows := owner.csv(report, ""); rows[0][0] != first {
			t.Errorf("%s as CSV begins with %q, want %q", report, rows[0][0], first)
		}
	}
	// Numbers are numbers and dates are dates, in the cells' own types.
	revenue := owner.workbook("revenue", "?days=2")
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
	occupancy := owner.workbook("occupancy", "?days=1")
	if shown, err := occupancy.GetCellValue("Occupancy", "A2"); err != nil || shown != "2026-04-14" || raw(occupancy, "Occupancy", "A2") != "46126" {
		t.Errorf("the date is shown as %q and kept as %q (%v)", shown, raw(occupancy, "Occupancy", "A2"), err)
	}
	owed := owner.workbook("outstanding", "")
	if names := owed.GetSheetList(); len(names) != 2 || raw(owed, "Largest", "C2") != "999.99" || raw(owed, "Outstanding", "C6") != "999.99" || raw(owed, "Largest", "E2") != "0" {
		t.Errorf("outstanding has the sheets %v", names)
	}
	rows := owner.csv("revenue", "?days=2")
	if want := [][]string{{"Period", "Amount INR", "Payments"}, {"2026-04-13", "0", "0"}, {"2026-04-14", "1234567.5", "1"}}; fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("revenue as CSV is %v", rows)
	}
}

// What guests are called is never a formula to a spreadsheet.
func analyticsFormulas(t *testing.T, owner *caller) {
	names := []string{`=HYPERLINK("http://evil.example","x")`, "+1", "-1+2", "@SUM(A1)", "'=quoted", "असha <b>&\"", "plain, with; separators"}
	rooms := owner.rooms(len(names))
	for i, name := range names {
		owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-15", rooms[i]).merged(object{"guestName": name})).want(201)
		owner.post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Hall", "unitPrice": 100 - i}}, "buyer": object{"name": name}, "issue": true}).want(201)
	}
	rows, book := owner.csv("outstanding", ""), owner.workbook("outstanding", "")
	shown := owner.figure("outstanding")
	for i, name := range names {
		want := name
		if strings.Contains("=+-@", name[:1]) {
			want = "'" + name
		}
		if shown.at("data", "topInvoices", i, "guestName") != name {
			t.Errorf("guest %d is %v, want %q", i, shown.at("data", "topInvoices", i, "guestName"), name)
		}
		if got := rows[7+i][1]; got != want { // below the ages and the headings
			t.Errorf("%q is %q as CSV, want %q", name, got, want)
		}
		at := fmt.Sprint("B", i+2)
		formula, err := book.GetCellFormula("Largest", at)
		kind, _ := book.GetCellType("Largest", at)
		if got, _ := book.GetCellValue("Largest", at); got != name || formula != "" || err != nil || kind != excelize.CellTypeInlineString {
			t.Errorf("%q is %q of type %v with the formula %q in the workbook", name, got, kind, formula)
		}
	}
	if cell := owner.csv("calendar", "?days=1")[1][2]; cell != "reserved: "+names[0] {
		t.Errorf("the calendar's cell is %q", cell)
	}
}
