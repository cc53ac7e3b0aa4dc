package nightaudit_test

import (
	"fmt"
	"testing"

	"sarai/internal/app/apptest"
)

// What is posted after a day was closed is of the next: its report lists it as late, and the closed one never changes.
func TestTheBusinessDay(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "a walk-in at half past one", Run: dayWalkIn},
		{Name: "before the audit", Run: dayBeforeAudit},
		{Name: "after an audit in the evening", Run: dayEvening},
		{Name: "what was counted is taken back", Run: dayTakenBack},
		{Name: "billed in advance", Run: dayBilledAhead},
		{Name: "an expense keeps its bill's date", Run: dayExpense},
	})
}

// at sets the clock to a time of the hotel's and returns the caller then.
func at(c *apptest.Caller, clock string) *apptest.Caller {
	c.Server.Clock.Set(instantOf(clock + ":00+05:30"))
	return c.Refreshed()
}

// closes closes the day and returns its report.
func closes(c *apptest.Caller, day string) apptest.Answer {
	c.Server.T.Helper()
	return c.Post(apptest.NightAudits, object{"date": day}).Want(200).Is(day, "data", "date")
}

// posted fails unless the folio's lines, without taxes, are these: each its type, date, day of posting and total.
func posted(c *apptest.Caller, bookingID string, want ...string) {
	c.Server.T.Helper()
	var got []string
	lines, _ := c.FolioLines(bookingID)
	for _, l := range lines {
		if l["type"] != "tax" {
			got = append(got, fmt.Sprint(l["type"], " ", l["date"], " on ", l["postedOn"], " ", l["totalAmount"]))
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		c.Server.T.Fatalf("the folio has %q, want %q", got, want)
	}
}

func dayWalkIn(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	desk.Arrive(desk.Book("2026-04-14", "2026-04-16", rooms[0]))
	desk = at(desk, "2026-04-15T00:40")
	before := closes(desk, "2026-04-14").Is(1, "data", "roomsSold").Is(5000, "data", "roomNightsAmount").
		Is([]any{}, "data", "latePostings")
	desk = at(desk, "2026-04-15T01:30")
	walkIn := desk.Book("2026-04-14", "2026-04-16", rooms[1])
	desk.Arrive(walkIn)
	posted(desk, walkIn, "room-night 2026-04-14 on 2026-04-15 5000", "room-night 2026-04-15 on 2026-04-15 5000")
	desk = at(desk, "2026-04-16T03:00")
	after := closes(desk, "2026-04-15").Is(3, "data", "roomsSold").Is(3, "data", "roomNightsPosted").
		Is(15000, "data", "roomNightsAmount").
		Is(walkIn, "data", "latePostings", 0, "bookingId").Is("2026-04-14", "data", "latePostings", 0, "date").
		Is("room-night", "data", "latePostings", 0, "type").Is(5000, "data", "latePostings", 0, "totalAmount").
		Is("102", "data", "latePostings", 0, "roomNumber")
	if late := after.List("data", "latePostings"); len(late) != 1 {
		desk.Server.T.Errorf("the late postings are %v", late)
	}
	desk.Get(apptest.NightAudits+"?date=2026-04-14").Want(200).Is(before.At("data"), "data")
	desk.Get("/api/analytics/{org}/kpis?from=2026-04-14&to=2026-04-15").Want(200).Is(4, "data", "roomsSold").
		Is(19047.6, "data", "roomsRevenue")
}

// After midnight, until its audit, a day's nights are still its own; what is charged then is of the new day.
func dayBeforeAudit(_ *testing.T, desk *apptest.Caller) {
	desk = at(desk, "2026-04-15T01:30")
	walkIn := desk.Book("2026-04-14", "2026-04-15", desk.CreateRooms(1)[0])
	desk.Arrive(walkIn)
	desk.AddCharge(walkIn, "Tea", 80)
	posted(desk, walkIn, "room-night 2026-04-14 on 2026-04-14 5000", "service 2026-04-15 on 2026-04-15 80")
	closes(desk, "2026-04-14").Is(1, "data", "roomsSold").Is(0, "data", "otherCharges")
}

func dayEvening(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	desk.Arrive(id)
	desk = at(desk, "2026-04-14T23:10")
	closed := closes(desk, "2026-04-14")
	desk.Pay(object{"bookingId": id, "amount": 1000}).Want(201).Is("2026-04-15", "data", "date")
	desk.AddCharge(id, "Tea", 80)
	line := desk.AddCharge(id, "Milk", 20)
	desk.Post(apptest.BookingPath(id, "/charges/"+line+"/reverse"), object{"reason": "spilt"}).Want(200)
	invoice := desk.CreateInvoice(object{"bookingId": id, "postedOnly": true, "issue": true}).
		Is("2026-04-14", "data", "invoiceDate") // by the calendar
	late := desk.BookAt(4000, object{"advanceAmount": 500}, "2026-04-14", "2026-04-15", rooms[1])
	desk.Arrive(late)
	posted(desk, id, "room-night 2026-04-14 on 2026-04-14 5000", "service 2026-04-14 on 2026-04-15 80",
		"service 2026-04-14 on 2026-04-15 20", "service 2026-04-14 on 2026-04-15 -20")
	desk.Get("/api/bookings/{org}/overview").Want(200).Is(0, "data", "revenue", "today")
	desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice.At("data", "_id"), "reason": "x",
		"lines": []object{{"position": 0, "amount": 105}}}).
		Want(201).Is("2026-04-14", "data", "creditNoteDate").Is("2026-04-15", "data", "postedOn")
	desk = at(desk, "2026-04-15T23:00")
	closes(desk, "2026-04-15").Is(1500, "data", "received").Is(9000, "data", "roomNightsAmount").
		Is(80-105, "data", "otherCharges").Is(2, "data", "roomsSold").Is(4761.9+3809.52-100, "data", "roomsRevenue")
	desk.Get(apptest.NightAudits+"?date=2026-04-14").Want(200).Is(closed.At("data"), "data")
	apptest.BooksBalance(desk.Server.T, desk)
}

func dayTakenBack(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	desk.Arrive(id)
	desk = at(desk, "2026-04-15T03:00")
	closes(desk, "2026-04-14").Is(1, "data", "roomsSold")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	posted(desk, id, "room-night 2026-04-14 on 2026-04-14 5000", "room-night 2026-04-14 on 2026-04-15 -5000")
	other := desk.Book("2026-04-15", "2026-04-16", rooms[1])
	desk.Arrive(other)
	desk.Put(apptest.BookingPath(other, "/cancel"), object{"reason": "x"}).Want(200) // on its own day
	desk = at(desk, "2026-04-16T03:00")
	closes(desk, "2026-04-15").Is(-1, "data", "roomsSold").Is(-5000, "data", "roomNightsAmount").
		Is("2026-04-14", "data", "latePostings", 0, "date").Is(-5000, "data", "latePostings", 0, "totalAmount")
	desk.Get("/api/analytics/{org}/kpis?from=2026-04-14&to=2026-04-15").Want(200).Is(0, "data", "roomsSold").
		Is(0, "data", "roomsRevenue")
}

// Nights that were billed before they came count when the guest has slept them, and not if the guest has left.
func dayBilledAhead(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	left, absent := desk.Book("2026-04-14", "2026-04-17", rooms[0]), desk.Book("2026-04-14", "2026-04-16", rooms[1])
	moved := desk.Book("2026-04-15", "2026-04-16", rooms[2])
	for _, id := range []string{left, absent, moved} {
		desk.CreateInvoice(object{"bookingId": id, "issue": true})
	}
	desk.Arrive(left)
	desk = at(desk, "2026-04-15T03:00")
	closes(desk, "2026-04-14").Is(1, "data", "roomsSold").Is(10000, "data", "roomNightsAmount")
	desk.Leave(left, object{"finalAmount": 5000})
	desk.Arrive(absent) // whose first night the report has charged, and not counted
	desk.Arrive(moved)
	desk.Post(apptest.BookingPath(moved, "/move-room"), object{"fromRoomId": rooms[2], "toRoomId": rooms[0]}).Want(200)
	desk = at(desk, "2026-04-16T03:00")
	closes(desk, "2026-04-15").Is(3, "data", "roomsSold").Is([]any{}, "data", "latePostings")
	desk = at(desk, "2026-04-17T03:00")
	closes(desk, "2026-04-16").Is(0, "data", "roomsSold").Is(5000, "data", "roomNightsAmount")
}

func dayExpense(_ *testing.T, desk *apptest.Caller) {
	closes(desk, "2026-04-13")
	bill := object{"category": "Linen", "amount": 100, "date": "2026-04-10"}
	made := desk.Post("/api/expenses/{org}/create", bill).Want(201).Is("2026-04-10", "data", "date").
		Is("2026-04-14", "data", "postedOn")
	desk = at(desk, "2026-04-15T09:00")
	closes(desk, "2026-04-14")
	path := "/api/expenses/{org}/" + made.Text("data", "_id")
	desk.Put(path+"/update", object{"description": "Towels"}).Want(200).Is("2026-04-14", "data", "postedOn")
	desk.Put(path+"/update", object{"amount": 130}).Want(200).Is("2026-04-15", "data", "postedOn")
	statement := desk.Get("/api/accounts/{org}/" + desk.DefaultAccount("cash") + "/statement").Want(200)
	statement.Is("2026-04-14", "data", "entries", 0, "date").Is(-100, "data", "entries", 0, "balance").
		Is("2026-04-15", "data", "entries", 1, "date").Is("2026-04-15", "data", "entries", 2, "date").
		Is(-130, "data", "closingBalance")
	desk.Delete(path + "/delete").Want(200)
	apptest.BooksBalance(desk.Server.T, desk)
}
