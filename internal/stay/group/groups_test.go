package group_test

import (
	"fmt"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
)

type object = apptest.Object

const (
	base        = "/api/groups/{org}"
	bookingPath = "/api/bookings/{org}/create"
)

func TestGroups(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "the record", Run: record},
		{Name: "what is refused", Run: refused},
		{Name: "codes", Run: codes},
		{Name: "blocks and bookings", Run: blocks},
		{Name: "a tentative group", Run: tentative},
		{Name: "released at a date", Run: cutoff},
		{Name: "released by days", Run: rolling},
		{Name: "pick-up against last week", Run: pickUp},
		{Name: "the last room, at once", Run: lastRoom},
		{Name: "released by many nodes at once", Run: releasedOnce},
	})
}

func category(owner *apptest.Caller) string {
	return owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
}

func ofCategory(category, from, to string) object {
	return object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to,
		"rooms": []any{object{"categoryId": category, "ratePerNight": 2000, "adults": 2}}}
}

func body(fields ...object) object {
	b := object{"name": "Rao wedding", "checkIn": "2026-04-20", "checkOut": "2026-04-24", "status": "definite"}
	for _, f := range fields {
		b = b.Merged(f)
	}
	return b
}

func add(owner *apptest.Caller, fields ...object) (path string) {
	owner.Server.T.Helper()
	return base + "/" + owner.Post(base+"/create", body(fields...)).Want(201).Text("data", "_id")
}

func id(path string) string { return path[len(base)+1:] }

func nightsOf(category string, from, to string, rooms int) object {
	return object{"nights": []any{object{"categoryId": category, "from": from, "to": to, "rooms": rooms}}}
}

// held counts the room-nights that are held for groups.
func held(owner *apptest.Caller) (n int) {
	owner.QueryRows(`SELECT 1 FROM room_nights WHERE org_id = $1 AND holder_kind = 'allotment'`,
		func(row db.Scanner) error {
			n++
			return nil
		})
	return n
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	path := add(owner)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	viewer := owner.Member("Viewer", object{"bookings": object{"view": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	for _, call := range []struct {
		method, path string
		body         object
	}{
		{"POST", base + "/create", body()}, {"PUT", path + "/update", object{"name": "X"}},
		{"PUT", path + "/block", nightsOf(category(owner), "2026-04-20", "2026-04-21", 1)},
		{"POST", path + "/wash", object{"percent": 10}}, {"POST", path + "/release", nil},
		{"PUT", base + "/settings", object{"tentativeHolds": true}},
		{"GET", path, nil}, {"GET", path + "/block", nil}, {"GET", path + "/pick-up", nil}, {"GET", base + "/list", nil},
		{"GET", base + "/settings", nil},
	} {
		none.Do(call.method, call.path, call.body).Refused(403, "bookings.")
		stranger.Do(call.method, call.path, call.body).Refused(403, "not a member")
		if call.method != "GET" {
			viewer.Do(call.method, call.path, call.body).Refused(403, "bookings.")
		}
		if call.path != base+"/create" && call.path != base+"/list" && call.path != base+"/settings" {
			elsewhere.Do(call.method, call.path, call.body).Refused(404, "no such group")
		}
	}
}

func record(_ *testing.T, owner *apptest.Caller) {
	owner.Get(base+"/list").Want(200).Is(0, "pagination", "total")
	company := owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles"}).Want(201).Text("data", "_id")
	made := owner.Post(base+"/create", body(object{"status": "tentative", "companyId": company, "agent": "Lotus Travels",
		"contactName": "Vikram Rao", "contactPhone": "+91 98450 12345", "contactEmail": "vikram@example.com",
		"decisionDate": "2026-04-15", "cutoffDays": 3, "masterPays": "rooms", "notes": "Procession at six",
		"deposits": []any{object{"due": "2026-04-15", "amount": 50000.5}}})).Want(201)
	made.Is("GRP-1", "data", "code").Is("tentative", "data", "status").Is(false, "data", "holdsRooms").
		Is(50000.5, "data", "deposits", 0, "amount").Is(3, "data", "cutoffDays").Is(company, "data", "companyId")
	path := base + "/" + made.Text("data", "_id")
	owner.Delete("/api/companies/{org}/"+company+"/delete").Refused(400, "")
	// a change, one that changes nothing, one of an old version
	owner.Put(path+"/update", object{"name": "Rao-Das wedding", "cutoffDays": nil, "cutoffDate": "2026-04-18"}).Want(200).
		Is("Rao-Das wedding", "data", "name").Is(nil, "data", "cutoffDays").Is("2026-04-18", "data", "cutoffDate").
		Is(2, "data", "version")
	owner.Put(path+"/update", object{"name": "Rao-Das wedding"}).Want(200).Is(2, "data", "version")
	owner.Get(path).Want(200).Is("Rao-Das wedding", "data", "name").Is("Lotus Travels", "data", "agent")
	add(owner, object{"name": "Tour", "checkIn": "2026-05-01", "checkOut": "2026-05-03"})
	owner.Get(base+"/list?status=tentative").Want(200).Is(1, "pagination", "total").Is("GRP-1", "data", 0, "code")
	owner.Get(base+"/list?status=live&limit=1&page=2").Want(200).Is(2, "pagination", "total").
		Is("GRP-2", "data", 0, "code")
	owner.Get(base+"/list?from=2026-04-25&to=2026-05-01").Want(200).Is(1, "pagination", "total").
		Is("Tour", "data", 0, "name")
	owner.Get(base+"/list?search=lotus").Want(200).Is(1, "pagination", "total").Is("GRP-1", "data", 0, "code")
	owner.Get(base+"/list?search=nobody").Want(200).Is(0, "pagination", "total")
	owner.CreateRooms(3)
	owner.Put(path+"/block", nightsOf(category(owner), "2026-04-20", "2026-04-22", 3)).Want(200)
	owner.Get(base+"/list").Want(200).Is(object{"blocked": 6, "pickedUp": 0}, "data", 0, "roomNights").
		Is(object{"blocked": 0, "pickedUp": 0}, "data", 1, "roomNights")
	owner.Get("/api/audit/{org}/logs?action=group.updated").Want(200).Is(1, "pagination", "total")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	deluxe := category(owner)
	for field, fields := range map[string]object{
		"name": {"name": " "}, "checkOut": {"checkOut": "2026-04-20"}, "status": {"status": "cancelled"},
		"contactPhone": {"contactPhone": "nobody"}, "contactEmail": {"contactEmail": "nobody"},
		"companyId": {"companyId": "aaaaaaaaaaaaaaaaaaaaaaaa"}, "decisionDate": {"decisionDate": "2026-04-25"},
		"cutoffDays": {"cutoffDays": 3, "cutoffDate": "2026-04-18"}, "masterPays": {"masterPays": "half"},
		"deposits[0].amount": {"deposits": []any{object{"due": "2026-04-15", "amount": 0}}},
		"deposits[1].due": {"deposits": []any{object{"due": "2026-04-15", "amount": 1},
			object{"due": "2026-04-14", "amount": 1}}},
	} {
		owner.Post(base+"/create", body(fields)).Refused(400, field)
	}
	path := add(owner)
	for part, set := range map[string]object{
		"categoryId": {"categoryId": "aaaaaaaaaaaaaaaaaaaaaaaa", "from": "2026-04-20", "to": "2026-04-21", "rooms": 1},
		"from":       {"categoryId": deluxe, "from": "2026-04-19", "to": "2026-04-21", "rooms": 1},
		"to":         {"categoryId": deluxe, "from": "2026-04-20", "to": "2026-04-25", "rooms": 1},
		"rooms":      {"categoryId": deluxe, "from": "2026-04-20", "to": "2026-04-21"},
		"rate":       {"categoryId": deluxe, "from": "2026-04-20", "to": "2026-04-21", "rate": -1},
	} {
		owner.Put(path+"/block", object{"nights": []any{set}}).Refused(400, "nights[0]."+part)
	}
	twice := object{"categoryId": deluxe, "from": "2026-04-20", "to": "2026-04-22", "rooms": 1}
	owner.Put(path+"/block", object{"nights": []any{twice, twice}}).Refused(400, "a second time")
	owner.Put(path+"/block", nightsOf(deluxe, "2026-04-20", "2026-04-24", 3)).Refused(400, "Too few rooms")
	owner.Put(path+"/block", nightsOf(deluxe, "2026-04-20", "2026-04-24", 2)).Want(200)
	owner.Put(path+"/update", object{"checkOut": "2026-04-22"}).Refused(400, "checkOut must not leave out 22 Apr 2026")
	owner.Post(path+"/wash", object{"percent": 0}).Refused(400, "percent")
	owner.Post(path+"/wash", object{"percent": 10, "from": "2026-04-22", "to": "2026-04-21"}).Refused(400, "to")
	owner.Post(bookingPath, ofCategory(deluxe, "2026-04-20", "2026-04-21").
		Merged(object{"groupId": "aaaaaaaaaaaaaaaaaaaaaaaa"})).Refused(400, "groupId")
}

func codes(t *testing.T, owner *apptest.Caller) {
	owner.Post(base+"/create", body(object{"code": "grp-1"})).Want(201)
	owner.Post(base+"/create", body(object{"code": "GRP-1"})).Refused(400, "code")
	path := add(owner)
	owner.Get(path).Want(200).Is("GRP-2", "data", "code")
	owner.Put(path+"/update", object{"code": "GRP-1"}).Refused(400, "code")
	var made [12]string
	apptest.Together(len(made), func(i int) {
		a, err := owner.Try("POST", base+"/create", body())
		if err != nil || a.Status != 201 {
			t.Error(a.Status, err)
			return
		}
		made[i] = a.Text("data", "code")
	})
	seen := map[string]bool{}
	for _, code := range made {
		if seen[code] {
			t.Errorf("two groups are %s", code)
		}
		seen[code] = true
	}
}

func blocks(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(5)
	deluxe := category(owner)
	path := add(owner)
	if n := len(owner.Get(path+"/block").Want(200).List("data", "nights")); n != 0 {
		t.Errorf("an empty block has %d nights", n)
	}
	owner.Put(path+"/block", object{"nights": []any{object{"categoryId": deluxe, "from": "2026-04-20",
		"to": "2026-04-24", "rooms": 4, "rate": 4500}}}).Want(200).Is(4, "data", "nights", 0, "held").
		Is(4500, "data", "nights", 3, "rate").Is("Deluxe", "data", "nights", 0, "roomType")
	mine := ofCategory(deluxe, "2026-04-20", "2026-04-22")
	owner.Post(bookingPath, mine).Want(201)
	owner.Post(bookingPath, mine).Refused(400, "No room of the category is free")
	ofGroup := mine.Merged(object{"groupId": id(path)})
	first := owner.Post(bookingPath, ofGroup).Want(201).Text("data", "bookingId")
	owner.Get(apptest.BookingPath(first, "")).Want(200).Is(id(path), "data", "groupId")
	owner.Get(path+"/block").Want(200).Is(1, "data", "nights", 0, "pickedUp").Is(3, "data", "nights", 0, "held").
		Is(4, "data", "nights", 2, "held")
	// a wash and a release leave what was picked up
	owner.Post(path+"/wash", object{"percent": 50, "from": "2026-04-20", "to": "2026-04-21"}).Want(200).
		Is(2, "data", "roomNights").Is(2, "data", "nights", 0, "blocked").Is(1, "data", "nights", 0, "held")
	owner.Put(apptest.BookingPath(first, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Get(path+"/block").Want(200).Is(0, "data", "nights", 0, "pickedUp").Is(2, "data", "nights", 0, "held")
	owner.Post(apptest.BookingPath(first, "/reinstate"), nil).Want(200)
	owner.Post(path+"/release", nil).Want(200).Is(1+3+4+4, "data", "roomNights").Is(0, "data", "nights", 1, "held").
		Is(1, "data", "nights", 1, "pickedUp").Is(true, "data", "nights", 1, "released")
	owner.Post(path+"/release", nil).Want(200).Is(0, "data", "roomNights")
	if n := held(owner); n != 0 {
		t.Errorf("%d room-nights are held", n)
	}
	owner.Put(apptest.BookingPath(first, "/cancel"), object{"reason": "x"}).Want(200)
	if n := held(owner); n != 0 {
		t.Errorf("%d room-nights are held after a cancellation behind the cut-off", n)
	}
	owner.Put(path+"/block", nightsOf(deluxe, "2026-04-20", "2026-04-22", 2)).Want(200).Is(2, "data", "nights", 0, "held")
}

func tentative(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	deluxe := category(owner)
	owner.Get(base+"/settings").Want(200).Is(false, "data", "tentativeHolds")
	path := add(owner, object{"status": "tentative"})
	owner.Put(path+"/block", nightsOf(deluxe, "2026-04-20", "2026-04-22", 2)).Want(200).Is(0, "data", "nights", 0, "held")
	booked := owner.Post(bookingPath, ofCategory(deluxe, "2026-04-20", "2026-04-21")).Want(201).Text("data", "bookingId")
	owner.Put(path+"/update", object{"status": "definite"}).Refused(400, "Too few rooms of the category are free on 20")
	owner.Put(apptest.BookingPath(booked, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Put(path+"/update", object{"status": "definite"}).Want(200).Is(true, "data", "holdsRooms")
	if n := held(owner); n != 4 {
		t.Errorf("%d room-nights are held", n)
	}
	owner.Put(path+"/update", object{"status": "tentative"}).Want(200).Is(false, "data", "holdsRooms")
	if n := held(owner); n != 0 {
		t.Errorf("%d room-nights are held", n)
	}
	owner.Put(base+"/settings", object{"tentativeHolds": true}).Want(200).Is(true, "data", "tentativeHolds").
		Is(2, "data", "version")
	owner.Put(base+"/settings", object{"tentativeHolds": true}).Want(200).Is(2, "data", "version")
	holding := add(owner, object{"status": "tentative"})
	owner.Put(holding+"/block", nightsOf(deluxe, "2026-04-20", "2026-04-22", 1)).Want(200).
		Is(1, "data", "nights", 0, "held")
	owner.Get(path).Want(200).Is(false, "data", "holdsRooms")
}

// releaseOn moves the clock to a day, and runs the job twice.
func releaseOn(t *testing.T, owner *apptest.Caller, days int) {
	owner.Server.Clock.Set(apptest.Noon.Add(time.Duration(days) * 24 * time.Hour))
	for range 2 {
		if err := owner.Server.App.ReleaseBlocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func cutoff(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	path := add(owner, object{"cutoffDate": "2026-04-16"})
	owner.Put(path+"/block", nightsOf(category(owner), "2026-04-20", "2026-04-22", 2)).Want(200)
	owner.Post(bookingPath, ofCategory(category(owner), "2026-04-20", "2026-04-21").
		Merged(object{"groupId": id(path)})).Want(201)
	releaseOn(t, owner, 1)
	if n := held(owner); n != 3 {
		t.Errorf("%d room-nights are held before the cut-off", n)
	}
	releaseOn(t, owner, 2)
	owner = owner.Again()
	owner.Get(path+"/block").Want(200).Is(0, "data", "nights", 0, "held").Is(1, "data", "nights", 0, "pickedUp").
		Is(0, "data", "nights", 1, "held")
	owner.Get("/api/audit/{org}/logs?action=group.released").Want(200).Is(1, "pagination", "total")
	// what is blocked after the cut-off stays
	owner.Put(path+"/block", nightsOf(category(owner), "2026-04-21", "2026-04-22", 1)).Want(200)
	releaseOn(t, owner, 3)
	if n := held(owner.Again()); n != 1 {
		t.Errorf("%d room-nights are held", n)
	}
}

func rolling(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	path := add(owner, object{"cutoffDays": 3})
	owner.Put(path+"/block", nightsOf(category(owner), "2026-04-20", "2026-04-24", 1)).Want(200)
	releaseOn(t, owner, 2)
	if n := held(owner); n != 4 {
		t.Errorf("%d room-nights are held, want all", n)
	}
	releaseOn(t, owner, 4)
	if n := held(owner); n != 2 {
		t.Errorf("%d room-nights are held, want those of the 22nd and 23rd", n)
	}
	releaseOn(t, owner, 20)
	if n := held(owner); n != 0 {
		t.Errorf("%d room-nights are held when they are over", n)
	}
}

func pickUp(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	path := add(owner, object{"checkIn": "2026-05-10", "checkOut": "2026-05-12"})
	owner.Get(path+"/pick-up").Want(200).Is(0, "data", "now", "blocked")
	owner.Put(path+"/block", nightsOf(category(owner), "2026-05-10", "2026-05-12", 3)).Want(200)
	member := ofCategory(category(owner), "2026-05-10", "2026-05-11").Merged(object{"groupId": id(path)})
	owner.Post(bookingPath, member).Want(201)
	owner.Server.Clock.Set(apptest.Noon.Add(8 * 24 * time.Hour))
	owner = owner.Again()
	owner.Post(bookingPath, member).Want(201)
	owner.Get(path+"/pick-up").Want(200).Is("2026-04-15", "data", "lastWeekOn").Is(6, "data", "now", "blocked").
		Is(2, "data", "now", "pickedUp").Is(1, "data", "lastWeek", "pickedUp").
		Is(1, "data", "nights", 0, "lastWeek", "pickedUp").Is(0, "data", "nights", 1, "now", "pickedUp")
}

// Blocks, bookings of the group and others want the last rooms at once.
func lastRoom(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	deluxe := category(owner)
	path, rival := add(owner), add(owner)
	owner.Put(path+"/block", nightsOf(deluxe, "2026-04-20", "2026-04-22", 2)).Want(200)
	var statuses [32]int
	apptest.Together(len(statuses), func(i int) {
		var a apptest.Answer
		var err error
		stay := ofCategory(deluxe, "2026-04-20", "2026-04-22")
		switch i % 4 {
		case 0:
			a, err = owner.Try("POST", bookingPath, stay)
		case 1:
			a, err = owner.Try("POST", bookingPath, stay.Merged(object{"groupId": id(path)}))
		case 2:
			a, err = owner.Try("PUT", rival+"/block", nightsOf(deluxe, "2026-04-20", "2026-04-22", 1))
		case 3:
			a, err = owner.Try("POST", "/api/holds/{org}", object{"categoryId": deluxe, "checkIn": "2026-04-20",
				"checkOut": "2026-04-22"})
		}
		if err != nil || a.Status >= 500 {
			t.Error(a.Status, string(a.Raw), err)
		}
		statuses[i] = a.Status
	})
	won := [4]int{}
	for i, status := range statuses {
		if status < 300 {
			won[i%4]++
		}
	}
	rivals := min(won[2], 1) // the same again changes nothing
	if total := won[0] + won[1] + rivals + won[3]; total != 3 || won[1] < 2 {
		t.Errorf("bookings, of the group, blocks and holds of three rooms: %v", won)
	}
	nights := map[string]int{}
	owner.QueryRows(`SELECT holder_kind FROM room_nights WHERE org_id = $1`, func(row db.Scanner) error {
		var kind string
		err := row.Scan(&kind)
		nights[kind]++
		return err
	})
	if want := fmt.Sprint(map[string]int{"unassigned": 2 * (won[0] + won[1]), "allotment": 2 * rivals,
		"hold": 2 * won[3]}); fmt.Sprint(nights) != want && len(nights) == 3 {
		t.Errorf("held are %v, want %v", nights, want)
	}
}

func releasedOnce(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	path := add(owner, object{"cutoffDate": "2026-04-15"})
	owner.Put(path+"/block", nightsOf(category(owner), "2026-04-20", "2026-04-22", 2)).Want(200)
	owner.Server.Clock.Set(apptest.Noon.Add(24 * time.Hour))
	apptest.Together(8, func(int) {
		if err := owner.Server.App.ReleaseBlocks(t.Context()); err != nil {
			t.Error(err)
		}
	})
	owner = owner.Again()
	owner.Get("/api/audit/{org}/logs?action=group.released").Want(200).Is(1, "pagination", "total")
	if n := held(owner); n != 0 {
		t.Errorf("%d room-nights are held", n)
	}
}
