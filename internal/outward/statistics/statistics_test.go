package statistics_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	guests = "/api/analytics/{org}/guest-statistics"
	lost   = "/api/analytics/{org}/cancellations"
)

func TestStatistics(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may, and what is refused", Run: whoMay},
		{Name: "guests of months", Run: months},
		{Name: "cancellations and no-shows", Run: dropped},
	})
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	other, anyone := owner.Server.Hotel(), owner.Server.Anyone()
	other.Org, anyone.Org = owner.Org, owner.Org
	desk := owner.Member("Desk", object{"bookings": object{"view": true}})
	clerk := owner.Member("Clerk", object{"payments": object{"view": true}})
	for _, file := range []string{"", "/export.csv", "/export.xlsx"} {
		for _, path := range []string{guests, lost} {
			anyone.Get(path+file).Refused(401, "")
			other.Get(path+file).Refused(403, "not a member")
		}
		desk.Get(guests + file).Want(200)
		desk.Get(lost+file).Refused(403, "payments.view")
		clerk.Get(guests+file).Refused(403, "bookings.view")
		clerk.Get(lost + file).Want(200)
	}
	for _, month := range []string{"2026-05", "2026-13", "April", "2026-4"} {
		owner.Get(guests + "?month=" + month).Bad("month")
	}
	owner.Get(guests).Want(200).Is("2026-03-01", "data", "from").Is("2026-03-31", "data", "to")
	owner.Get(lost + "?by=guest").Bad("by")
	owner.Get(lost + "?from=2026-04-15").Bad("from")
}

// A Frenchman with an Indian, two of whom nothing is noted, and two Indians who move into another room: the first and
// the last stay until May.
func months(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	person := func(name, nationality string) string {
		return owner.Post("/api/guests/{org}/create", object{"name": name, "nationality": nationality}).Want(201).
			Text("data", "_id")
	}
	owner = owner.OnDay("2026-04-29")
	first := owner.BookAt(5000, object{"guestId": person("Luc Petit", "French")}, "2026-04-29", "2026-05-02", rooms[0])
	owner.Post(apptest.BookingPath(first, "/guests"), object{"roomId": rooms[0],
		"guestId": person("Ravi Rao", "Indian"), "name": "Ravi Rao"}).Want(201)
	owner.Put(apptest.BookingPath(first, "/registrations/"+first), object{"purpose": "Holiday"}).Want(200)
	owner.Arrive(first)
	owner = owner.OnDay("2026-04-30")
	second := owner.Book("2026-04-30", "2026-05-01", rooms[1])
	third := owner.BookAt(5000, object{"guestId": person("Mira Rao", "India")}, "2026-04-30", "2026-05-03", rooms[2])
	owner.Arrive(second)
	owner.Arrive(third)
	owner = owner.OnDay("2026-05-01")
	owner.Leave(second, nil)
	owner.Post(apptest.BookingPath(third, "/move-room"), object{"fromRoomId": rooms[2], "toRoomId": rooms[3],
		"from": "2026-05-01", "price": "keep"}).Want(200)
	owner = owner.OnDay("2026-05-04")

	all := func(a apptest.Answer, who string, arrivals, guests, nights int) {
		t.Helper()
		a.Is(arrivals, "data", who, "arrivals").Is(guests, "data", who, "guests").Is(nights, "data", who, "guestNights")
	}
	april := owner.Get(guests).Want(200).Is("2026-04-30", "data", "to").Is(120, "data", "roomsAvailable").
		Is(4, "data", "roomNights").Is(3.33, "data", "roomOccupancy").Is(1.33, "data", "averageStay").
		Is("IND", "data", "nationalities", 0, "nationality").Is("India", "data", "nationalities", 0, "country").
		Is("Holiday", "data", "purposes", 1, "purpose").Is(2, "data", "purposes", 1, "arrivals")
	all(april, "all", 6, 6, 8)
	all(april, "domestic", 3, 3, 4)
	all(april, "foreign", 1, 1, 2)
	all(april, "unknown", 2, 2, 2)
	may := owner.Get(guests+"?month=2026-05").Want(200).Is("2026-05-04", "data", "to").Is(3, "data", "roomNights").
		Is(1.5, "data", "averageStay")
	all(may, "all", 0, 4, 6)
	file := string(owner.Get(guests + "/export.csv?month=2026-04").Want(200).Raw)
	if !strings.Contains(file, "FRA,France,1,1,2") || strings.Contains(file, "Petit") || strings.Contains(file, "Rao") {
		t.Errorf("the file has %s", file)
	}
}

func dropped(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	company := owner.Post("/api/companies/{org}/create", object{"name": "Aravalli Tours", "code": "AT"}).Want(201).
		Text("data", "_id")
	called := owner.BookAt(5000, object{"source": "phone", "companyId": company}, "2026-04-16", "2026-04-18", rooms[0],
		rooms[1])
	owner.Put(apptest.BookingPath(called, "/cancel"), object{"reason": "Ill"}).Want(200)
	owner.BookAt(4000, object{"source": "online"}, "2026-04-14", "2026-04-15", rooms[2])
	owner.Arrive(owner.Book("2026-04-14", "2026-04-15", rooms[0]))
	owner = owner.OnDay("2026-04-15")
	owner.Post(apptest.NightAudits, object{"markNoShows": true}).Want(200)
	owner = owner.OnDay("2026-04-17")
	const span = "from=2026-04-14&to=2026-04-17"
	a := owner.Get(lost+"?"+span).Want(200).Is("phone", "data", "parts", 0, "key").
		Is(1, "data", "parts", 0, "cancellations").Is(4, "data", "parts", 0, "roomNights").
		Is(20000, "data", "parts", 0, "lost").Is(2.0, "data", "parts", 0, "averageNotice").
		Is("online", "data", "parts", 1, "key").Is(1, "data", "parts", 1, "noShows").
		Is(0, "data", "parts", 1, "cancellations").Is(1, "data", "total", "noShows").Is(24000, "data", "total", "lost")
	if list := a.List("data", "parts"); len(list) != 2 {
		t.Errorf("there are %v", list)
	}
	owner.Get(lost+"?by=company&"+span).Want(200).Is("Aravalli Tours", "data", "parts", 0, "name").
		Is("none", "data", "parts", 1, "key")
	owner.Get(lost+"?by=month&"+span).Want(200).Is("2026-04", "data", "parts", 0, "key").
		Is(5, "data", "parts", 0, "roomNights")
	owner.Get(lost+"?from=2026-04-15&to=2026-04-15").Want(200).Is([]any{}, "data", "parts")
	file := string(owner.Get(lost + "/export.csv?" + span).Want(200).Raw)
	if !strings.Contains(file, "phone,,1,0,4,20000") || !strings.Contains(file, "All,") {
		t.Errorf("the file has %s", file)
	}
}
