package frontdesk_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

func TestStays(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: stayPermissions},
		{Name: "bars", Run: stayBars},
		{Name: "moves and departures", Run: stayHistory},
		{Name: "overstays and early guests", Run: stayOverstays},
		{Name: "without a room yet", Run: stayUnassigned},
		{Name: "the revision", Run: stayRevision},
	})
}

func chart(c *apptest.Caller, from, to string) apptest.Answer {
	c.Server.T.Helper()
	return c.Get("/api/bookings/{org}/stays?from=" + from + "&to=" + to).Want(200)
}

// bars are those of the chart as "number from-to status", with the days of the month.
func bars(c apptest.Answer) (list []string) {
	for i := range c.List("data", "bars", "bookingId") {
		room := int(c.Number("data", "bars", "room", i))
		list = append(list, fmt.Sprintf("%s %s-%s %s", c.Text("data", "rooms", room, "roomNumber"),
			c.Text("data", "bars", "from", i)[8:], c.Text("data", "bars", "to", i)[8:], c.Text("data", "bars", "status", i)))
	}
	return list
}

func hasBars(t *testing.T, c apptest.Answer, want ...string) {
	t.Helper()
	if got := bars(c); !slices.Equal(got, want) {
		t.Errorf("bars are %q, want %q", got, want)
	}
}

func stayPermissions(_ *testing.T, owner *apptest.Caller) {
	path := "/api/bookings/{org}/stays?from=2026-04-14&to=2026-04-16"
	owner.Member("Keeper", object{"rooms": object{"manage": true}}).Get(path).Refused(403, "bookings.view")
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	stranger.Get(path).Refused(403, "not a member")
	owner.BookFromToday()
	empty := owner.AnotherHotel().Get(path).Want(200)
	empty.Is([]any{}, "data", "bars", "bookingId").Is([]any{}, "data", "rooms").Is([]any{}, "data", "blocks")
	for _, query := range []string{"", "to=2026-04-22", "from=2026-04-22", "from=2026-04-22&to=2026-04-22",
		"from=2026-04-22&to=2026-04-21", "from=2026-04-22&to=2027-04-24", "from=2026-04-22&to=x"} {
		owner.Get("/api/bookings/{org}/stays?"+query).Refused(400, "")
	}
}

func stayBars(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(5)
	company := owner.Post("/api/companies/{org}/create", object{"name": "Tata Steel"}).Want(201).Text("data", "_id")
	body := apptest.Stay("2026-04-20", "2026-04-22", rooms[1], rooms[0]).Merged(object{"companyId": company,
		"channel": "booking.com", "externalReference": "4711"})
	pair := owner.Post("/api/bookings/{org}/create", body).Want(201)
	groupID := owner.Post("/api/groups/{org}/create", object{"name": "Rao wedding", "checkIn": "2026-04-18",
		"checkOut": "2026-04-20"}).Want(201).Text("data", "_id")
	ends := owner.BookAt(2000, object{"groupId": groupID}, "2026-04-18", "2026-04-20", rooms[1])
	owner.Book("2026-04-16", "2026-04-18", rooms[1]) // ended before
	owner.Book("2026-04-23", "2026-04-24", rooms[1]) // begins after
	owner.Put(apptest.BookingPath(owner.Book("2026-04-20", "2026-04-22", rooms[2]), "/cancel"), object{"reason": "x"}).
		Want(200)
	block := owner.Post("/api/rooms/{org}/"+rooms[3]+"/blocks", object{"from": "2026-04-21", "to": "2026-04-23",
		"reason": "paint"}).Want(201).Text("data", "_id")
	owner.Put("/api/rooms/{org}/"+rooms[4]+"/update", object{"isActive": false}).Want(200)
	owner.Pay(object{"bookingId": ends, "amount": 4000}).Want(201)

	c := chart(owner, "2026-04-20", "2026-04-23")
	hasBars(t, c, "101 20-22 confirmed", "102 18-20 confirmed", "102 20-22 confirmed")
	b := c.At("data", "bars").(map[string]any)
	due := owner.Get(apptest.BookingPath(ends, "")).Want(200).Number("data", "balanceDue")
	for name, want := range map[string][]any{
		"bookingId": {pair.Text("data", "bookingId"), ends, pair.Text("data", "bookingId")},
		"company":   {"Tata Steel", "", "Tata Steel"}, "channel": {"booking.com", "", "booking.com"},
		"groupId": {"", groupID, ""}, "group": {"", "Rao wedding", ""},
		"rooms": {2, 1, 2}, "adults": {2, 2, 2}, "children": {0, 0, 0}, "locked": {true, true, true},
		"dayUse": {false, false, false}, "moved": {false, false, false},
		"guestName": {"Asha Rao", "Asha Rao", "Asha Rao"}, "balanceDue": {20000, due, 20000},
	} {
		if fmt.Sprint(b[name]) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", name, b[name], want)
		}
	}
	c.Is("2026-04-14", "data", "today").
		Is([]any{object{"blockId": block, "roomId": rooms[3], "from": "2026-04-21", "to": "2026-04-23", "reason": "paint"}},
			"data", "blocks").
		Is(object{"date": "2026-04-21", "rooms": 4, "sold": 2, "outOfOrder": 1, "free": 1}, "data", "days", 1).
		Is([]any{2, 2, 0}, "data", "categories", 0, "sold").Is([]any{2, 1, 3}, "data", "categories", 0, "free")
	if n := len(c.List("data", "rooms")); n != 4 {
		t.Errorf("%d rooms are shown, want those in use: %s", n, c.Raw)
	}
}

func stayHistory(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	in := func(to string, rooms ...string) string {
		id := owner.Book("2026-04-14", to, rooms...)
		owner.Arrive(id)
		return id
	}
	moved, gone, part := in("2026-04-18", rooms[0]), in("2026-04-17", rooms[1]), in("2026-04-17", rooms[2])
	owner = owner.OnDay("2026-04-15")
	owner.Put(apptest.BookingPath(gone, "/checkout"), nil).Want(200)
	owner.Post(apptest.BookingPath(moved, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).Want(200)
	owner.Post(apptest.BookingPath(part, "/add-room"), object{"roomId": rooms[0], "roomNumber": "101",
		"roomType": "Deluxe", "ratePerNight": 5000, "adults": 1}).Want(200)
	c := chart(owner, "2026-04-14", "2026-04-20")
	hasBars(t, c, "101 14-15 checked-in", "101 15-17 checked-in", "102 14-15 checked-out", "102 15-18 checked-in",
		"103 14-17 checked-in")
	c.Is([]any{true, false, false, false, false}, "data", "bars", "moved").
		Is([]any{1, 2, 1, 1, 2}, "data", "bars", "rooms")
	owner.Post(apptest.BookingPath(part, "/checkout-rooms"), object{"roomIds": []any{rooms[2]}}).Want(200)
	hasBars(t, chart(owner, "2026-04-15", "2026-04-16"), "101 14-15 checked-in", "101 15-17 checked-in",
		"102 14-15 checked-out", "102 15-18 checked-in", "103 14-15 checked-out")
	hasBars(t, chart(owner, "2026-04-16", "2026-04-17"), "101 15-17 checked-in", "102 15-18 checked-in")
}

func stayOverstays(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	owner.Arrive(owner.Book("2026-04-12", "2026-04-13", rooms[0]))
	owner.Post(apptest.BookingPath(owner.Book("2026-04-16", "2026-04-18", rooms[1]), "/arrival"),
		object{"force": true}).Want(200)
	c := chart(owner, "2026-04-14", "2026-04-18")
	hasBars(t, c, "101 12-13 checked-in", "102 16-18 checked-in")
	c.Is([]any{1, 2, 2, 2}, "data", "categories", 0, "free").
		Is([]any{0, 1, 1, 1}, "data", "categories", 0, "sold") // nobody booked tonight
	hasBars(t, chart(owner, "2026-04-12", "2026-04-13"), "101 12-13 checked-in")
	hasBars(t, chart(owner, "2026-04-15", "2026-04-16"))
}

func stayUnassigned(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	category := owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
	body := apptest.Stay("2026-04-20", "2026-04-22").Merged(object{"rooms": []object{
		{"categoryId": category, "ratePerNight": 5000, "adults": 2}}})
	id := owner.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
	c := chart(owner, "2026-04-20", "2026-04-23")
	hasBars(t, c)
	entry := owner.Get(apptest.BookingPath(id, "")).Want(200).Text("data", "rooms", 0, "entryId")
	c.Is(id, "data", "unassigned", 0, "bookingId").Is(entry, "data", "unassigned", 0, "entryId").
		Is(category, "data", "unassigned", 0, "categoryId").Is(false, "data", "unassigned", 0, "overbooked").
		Is([]any{1, 1, 0}, "data", "categories", 0, "sold").Is([]any{1, 1, 2}, "data", "categories", 0, "free")
	for range 2 {
		owner.Post("/api/bookings/{org}/create", body.Merged(object{"overbook": true})).Want(201)
	}
	c = chart(owner, "2026-04-20", "2026-04-23")
	c.Is([]any{3, 3, 0}, "data", "categories", 0, "sold").Is([]any{0, 0, 2}, "data", "categories", 0, "free")
	if n := len(c.List("data", "unassigned")); n != 3 {
		t.Errorf("%d rooms are unassigned", n)
	}
	day := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-22", "2026-04-22",
		owner.Get("/api/rooms/{org}/list").Want(200).Text("data", 0, "_id")).Merged(object{"dayUse": true})).Want(201)
	c = chart(owner, "2026-04-22", "2026-04-23")
	c.Is([]any{day.Text("data", "bookingId")}, "data", "bars", "bookingId").Is([]any{true}, "data", "bars", "dayUse").
		Is([]any{0}, "data", "categories", 0, "sold")
}

func stayRevision(_ *testing.T, owner *apptest.Caller) {
	owner.BookFromToday()
	revision := owner.Get("/api/changes/{org}?since=0").Want(200).At("data", "revision")
	chart(owner, "2026-04-14", "2026-04-16").Is(revision, "data", "revision")
}

// Whatever is done, the chart counts as the availability of categories does, which reads what is held.
func TestTheChartCountsAsAvailabilityDoes(t *testing.T) {
	apptest.RapidDefault(t, "checks", "30")
	server := apptest.New(t, kittest.Engines()[0])
	person := server.Hotel()
	rapid.Check(t, func(rt *rapid.T) {
		server.Clock.Set(apptest.Noon)
		owner := server.Login(person.Org, person.Email).AnotherHotel()
		rooms := owner.CreateRooms(3)
		category := owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
		var bookings []string
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			day := rapid.IntRange(0, 5).Draw(rt, "from")
			from, to := apptest.Date(day), apptest.Date(day+rapid.IntRange(1, 3).Draw(rt, "nights"))
			room := rapid.SampledFrom(rooms).Draw(rt, "room")
			do := func(method, path string, body any) apptest.Answer {
				a, err := owner.Try(method, path, body)
				if err != nil {
					rt.Fatal(err)
				}
				return a
			}
			booked := func(body object) {
				if a := do("POST", "/api/bookings/{org}/create", body); a.Status == 201 {
					bookings = append(bookings, a.Text("data", "bookingId"))
				}
			}
			one := func() string {
				if len(bookings) == 0 {
					return "none"
				}
				return rapid.SampledFrom(bookings).Draw(rt, "booking")
			}
			switch rapid.IntRange(0, 8).Draw(rt, "step") {
			case 0, 1:
				booked(apptest.Stay(from, to, room))
			case 2:
				booked(apptest.Stay(from, to).Merged(object{"rooms": []object{{"categoryId": category, "ratePerNight": 1}}}))
			case 3:
				do("POST", "/api/rooms/{org}/"+room+"/blocks", object{"from": from, "to": to})
			case 4:
				do("POST", apptest.BookingPath(one(), "/arrival"), object{"force": true})
			case 5:
				do("PUT", apptest.BookingPath(one(), "/checkout"), nil)
			case 6:
				do("PUT", apptest.BookingPath(one(), "/cancel"), object{"reason": "x"})
			case 7:
				do("POST", "/api/holds/{org}", object{"checkIn": from, "checkOut": to, "categoryId": category})
			case 8:
				owner = owner.Later(24 * time.Hour)
			}
		}
		query := "?from=" + apptest.Date(0) + "&to=" + apptest.Date(9)
		want := owner.Get("/api/availability/{org}/categories" + query).Want(200)
		c := owner.Get("/api/bookings/{org}/stays" + query).Want(200)
		today := c.Text("data", "today")
		for i := range want.List("data", 0, "nights") {
			if want.Text("data", 0, "nights", i, "date") < today {
				continue // of nights that are over availability knows only what was held
			}
			count := func(name string) any { return c.At("data", "categories", 0, name).([]any)[i] }
			if count("free") != want.At("data", 0, "nights", i, "free") {
				rt.Fatalf("night %d: %v are free, want %v\n%s\n%s", i, count("free"), want.At("data", 0, "nights", i, "free"),
					c.Raw, want.Raw)
			}
		}
	})
}
