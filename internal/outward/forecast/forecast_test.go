package forecast_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

const path = "/api/analytics/{org}/forecast"

func TestForecast(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may, and which nights", Run: whoMay},
		{Name: "without history", Run: withoutHistory},
		{Name: "last year's pick-up, and its error", Run: pickUp},
	})
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	other, anyone := owner.Server.Hotel(), owner.Server.Anyone()
	other.Org, anyone.Org = owner.Org, owner.Org
	clerk := owner.Member("Clerk", apptest.Object{"payments": apptest.Object{"view": true}})
	for _, file := range []string{"", "/export.csv", "/export.xlsx"} {
		anyone.Get(path+file).Refused(401, "")
		other.Get(path+file).Refused(403, "not a member")
		clerk.Get(path+file).Refused(403, "bookings.view")
	}
	owner.Get(path + "?from=2026-04-13").Bad("from")
	owner.Get(path + "?from=14.4.2026").Bad("from")
	owner.Get(path + "?from=2026-05-02&to=2026-05-01").Bad("to")
	owner.Get(path + "?to=2027-04-15").Bad("to")
	owner.Get(path+"?to=2027-04-14").Want(200).Is("2026-04-14", "data", "from")
}

// night fails unless the forecast says that of a night: rooms to sell, on the books, pick-up, forecast, error.
func night(owner *apptest.Caller, day string, want ...any) apptest.Answer {
	owner.Server.T.Helper()
	a := owner.Get(path + "?from=" + day + "&to=" + day).Want(200)
	for i, field := range []string{"roomsToSell", "onTheBooks", "expectedPickUp", "forecast", "error"} {
		a.Is(want[i], "data", "nights", 0, field)
	}
	return a
}

func withoutHistory(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	night(owner, "2026-04-20", 3, 0, nil, 0, nil).Is("books", "data", "basis")
	owner.Book("2026-04-20", "2026-04-22", rooms[0], rooms[1])
	owner.BookAt(2000, apptest.Object{"dayUse": true}, "2026-04-20", "2026-04-20", rooms[2])
	owner.Post("/api/rooms/{org}/"+rooms[2]+"/blocks", apptest.Object{"from": "2026-04-21", "to": "2026-04-23"}).Want(201)
	night(owner, "2026-04-20", 3, 2, nil, 2, nil).Is(66.67, "data", "nights", 0, "occupancy")
	night(owner, "2026-04-21", 2, 2, nil, 2, nil).Is("books", "data", "nights", 0, "basis").
		Is(100.0, "data", "nights", 0, "occupancy")
	if nights := owner.Get(path).Want(200).List("data", "nights"); len(nights) != 30 {
		t.Errorf("%d nights by default, want 30", len(nights))
	}
}

// A room is booked two days ahead, one a day ahead, and one on the day. 362 days later two rooms are booked for the
// same Thursday; that of a week later had none, so the mean is half of what came in.
func pickUp(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	first := owner.Book("2026-04-16", "2026-04-17", rooms[0])
	owner = owner.OnDay("2026-04-15")
	second := owner.Book("2026-04-16", "2026-04-17", rooms[1])
	called := owner.Book("2026-04-16", "2026-04-17", rooms[3])
	owner = owner.OnDay("2026-04-16")
	owner.Put(apptest.BookingPath(called, "/cancel"), apptest.Object{"reason": "Ill"}).Want(200)
	third := owner.Book("2026-04-16", "2026-04-17", rooms[2])
	for _, id := range []string{first, second, third} {
		owner.Arrive(id)
	}
	owner = owner.OnDay("2026-04-17")
	for _, id := range []string{first, second, third} {
		owner.Leave(id, nil)
	}
	owner = owner.OnDay("2027-04-13")
	owner.Book("2027-04-15", "2027-04-16", rooms[0], rooms[1])
	// Of the last 28 nights none was sold. That of 8 April looks back to 16 April alone: two rooms would have come.
	night(owner, "2027-04-15", 4, 2, 1.0, 3.0, 0.07).Is(2, "data", "nights", 0, "referenceNights").
		Is(28, "data", "nights", 0, "testedNights").Is("history", "data", "basis").Is(75.0, "data", "nights", 0, "occupancy")
	file := string(owner.Get(path + "/export.csv?from=2027-04-15&to=2027-04-15").Want(200).Raw)
	if !strings.Contains(file, "2027-04-15,4,2,1,3,75,0.07,2,28,history") || !strings.Contains(file, "expectedPickUp,") {
		t.Errorf("the file has %s", file)
	}
	owner.Book("2027-04-15", "2027-04-16", rooms[2])
	owner.Book("2027-04-15", "2027-04-16", rooms[3])
	night(owner, "2027-04-15", 4, 4, 1.0, 4.0, 0.07)
}
