package housekeeping_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

const (
	rulesPath       = "/api/housekeeping/{org}/rules"
	loadPath        = "/api/housekeeping/{org}/load"
	spreadPath      = "/api/housekeeping/{org}/assign-evenly"
	discrepancyPath = "/api/housekeeping/{org}/discrepancies"
	nightAudit      = "/api/bookings/{org}/night-audit"
)

func TestRules(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "the rules", Run: rules},
		{Name: "stayovers become dirty", Run: stayovers},
		{Name: "inspected before sellable", Run: inspected},
		{Name: "linen, turndown and knocks", Run: knocks},
		{Name: "evenly", Run: evenly},
		{Name: "desk and floor", Run: discrepancies},
	}, apptest.FoliosAddUp)
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	none := owner.Member("Porter", object{"bookings": object{"manage": true}})
	keeper := owner.Member("Meena", object{"rooms": object{"view": true, "update": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, path, flag string }{{"GET", rulesPath, "rooms.view"},
		{"PUT", rulesPath, "rooms.manage"}, {"GET", loadPath, "rooms.view"}, {"POST", spreadPath, "rooms.update"},
		{"GET", discrepancyPath, "rooms.view"}} {
		var body any
		if p.method != "GET" {
			body = object{}
		}
		none.Do(p.method, p.path, body).Refused(403, p.flag)
		stranger.Do(p.method, p.path, body).Refused(403, "not a member")
	}
	keeper.Put(rulesPath, object{"turndown": true}).Refused(403, "rooms.manage")
	keeper.Get(rulesPath).Want(200)
}

func rules(_ *testing.T, owner *apptest.Caller) {
	category := owner.Get("/api/rooms/{org}/"+owner.CreateRooms(1)[0]).Text("data", "category", "_id")
	other, stranger := owner.AnotherHotel(), owner.Server.Hotel()
	owner.Get(rulesPath).Want(200).Is(false, "data", "stayoversDirty").Is("off", "data", "inspectedBeforeSellable").
		Is(1, "data", "linenEvery").Is(1, "data", "version").Is([]any{}, "data", "floors")
	credits := object{"departure": 45, "full": 30, "light": 20, "turndown": 10}
	owner.Put(rulesPath, object{"linenEvery": 0}).Bad("linenEvery")
	owner.Put(rulesPath, object{"secondKnock": "25:00"}).Bad("secondKnock")
	owner.Put(rulesPath, object{"inspectedBeforeSellable": "maybe"}).Bad("inspectedBeforeSellable")
	owner.Put(rulesPath, object{"categories": []any{object{"categoryId": category, "credits": credits},
		object{"categoryId": category, "credits": credits}}}).Bad("categories[1].categoryId")
	other.Put(rulesPath, object{"categories": []any{object{"categoryId": category, "credits": credits}}}).
		Bad("categories[0].categoryId")
	owner.Put(rulesPath, object{"floors": []any{object{"floor": "1", "userIds": []any{stranger.UserID}}}}).
		Bad("floors[0].userIds[0]")
	owner.Put(rulesPath, object{"floors": []any{object{"floor": "A", "userIds": []any{}},
		object{"floor": "a", "userIds": []any{}}}}).Bad("floors[1].floor")
	owner.Get(rulesPath).Is(1, "data", "version")
	owner.Put(rulesPath, object{"linenEvery": 3, "secondKnock": "15:00", "categories": []any{
		object{"categoryId": category, "credits": credits}}}).Want(200).Is(2, "data", "version").
		Is(45, "data", "categories", 0, "credits", "departure")
	owner.Put(rulesPath, object{"linenEvery": 3}).Want(200).Is(2, "data", "version")
	owner.Put(rulesPath, object{"secondKnock": nil, "categories": []any{}}).Want(200).Is("", "data", "secondKnock").
		Is([]any{}, "data", "categories").Is(3, "data", "version")
	other.Get(rulesPath).Want(200).Is(1, "data", "linenEvery")
}

func stateOf(owner *apptest.Caller, room string) string {
	return owner.Get("/api/rooms/{org}/"+room).Want(200).Text("data", "housekeeping")
}

func stayovers(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(6)
	want := func(states ...string) {
		t.Helper()
		for i, state := range states {
			if got := stateOf(owner, rooms[i]); got != state {
				t.Errorf("room %d is %s, want %s", i, got, state)
			}
		}
	}
	stays, leaves := owner.Book("2026-04-14", "2026-04-18", rooms[0]), owner.Book("2026-04-14", "2026-04-15", rooms[1])
	owner.Arrive(stays)
	owner.Arrive(leaves)
	owner.Book("2026-04-14", "2026-04-16", rooms[2]) // never comes
	moved := owner.Book("2026-04-14", "2026-04-17", rooms[3])
	owner.Arrive(moved)
	owner.Post(nightAudit, object{}).Want(200)
	want("clean", "clean", "clean", "clean", "clean") // as it was before there were rules
	owner.Put(rulesPath, object{"stayoversDirty": true}).Want(200)
	owner = owner.OnDay("2026-04-15")
	day := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-15", "2026-04-15", rooms[5]).
		Merged(object{"dayUse": true})).Want(201).Text("data", "bookingId")
	owner.Arrive(day)
	owner.Leave(leaves, nil)
	owner.Post(apptest.BookingPath(moved, "/move-room"), object{"fromRoomId": rooms[3], "toRoomId": rooms[4],
		"reason": "Noise"}).Want(200)
	owner.Put(report(rooms[1]), object{"housekeeping": "clean"}).Want(200)
	owner.Post(nightAudit, object{"markNoShows": true}).Want(200)
	want("dirty", "clean", "clean", "dirty", "dirty", "clean") // the room that they left, and the one they sleep in
	owner = owner.OnDay("2026-04-16")
	owner.Put(report(rooms[0]), object{"housekeeping": "clean"}).Want(200)
	owner.Post(nightAudit, object{"date": "2026-04-15"}).Want(200) // again: it is closed
	want("clean")
}

func inspected(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	arrive := func(id string, body object) apptest.Answer {
		return owner.Post(apptest.BookingPath(id, "/arrival"), body)
	}
	first, second := owner.Book("2026-04-14", "2026-04-15", rooms[0]), owner.Book("2026-04-14", "2026-04-15", rooms[1])
	owner.Put(rulesPath, object{"inspectedBeforeSellable": "warn"}).Want(200)
	owner.Put(report(rooms[0]), object{"note": "x"}).Want(200).Is(true, "data", "priority")
	arrive(first, object{}).Want(200).Is("uninspected-room", "warnings", 0, "code")
	owner.Put(rulesPath, object{"inspectedBeforeSellable": "refuse"}).Want(200)
	arrive(second, object{}).Bad("force").Refused(400, "102 is clean, and not inspected")
	owner.Member("Clerk", object{"bookings": object{"view": true, "update": true}}).
		Post(apptest.BookingPath(second, "/arrival"), object{"force": true}).Refused(403, "bookings.manage")
	owner.Put(report(rooms[1]), object{"housekeeping": "inspected"}).Want(200).Is(false, "data", "priority")
	arrive(second, object{}).Want(200).Is([]any{}, "warnings")
	third := owner.Book("2026-04-14", "2026-04-15", rooms[2])
	owner.Put(report(rooms[2]), object{"housekeeping": "dirty"}).Want(200)
	arrive(third, object{}).Want(200).Is("dirty-room", "warnings", 0, "code") // by the rule about dirty rooms
	fourth := owner.Book("2026-04-14", "2026-04-15", rooms[3])
	arrive(fourth, object{"force": true}).Want(200).Is("uninspected-room", "warnings", 0, "code")
}

// task is what a room's line says of its service: "service state knocks again".
func task(a apptest.Answer, part string) string {
	line, _ := a.Want(200).Body["data"].(map[string]any)
	one, ok := line[part].(map[string]any)
	if !ok {
		return ""
	}
	again, _ := one["knockAgain"].(string)
	return one["service"].(string) + " " + one["state"].(string) + " " + again
}

func knocks(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	want := func(a apptest.Answer, part, state string) {
		t.Helper()
		if got := task(a, part); got != state {
			t.Errorf("%s is %q, want %q", part, got, state)
		}
	}
	owner.Put(rulesPath, object{"linenEvery": 2, "turndown": true, "secondKnock": "15:00"}).Want(200)
	stays := owner.Book("2026-04-14", "2026-04-18", rooms[0])
	owner.Arrive(stays)
	look := func(body object) apptest.Answer { return owner.Put(report(rooms[0]), body) }
	want(look(object{"note": "a"}), "service", "")
	want(look(object{"turndown": "done"}), "turndown", "turndown done ")
	owner = owner.OnDay("2026-04-15")
	want(look(object{"note": "b"}), "service", "light open ")
	want(look(object{"service": "do-not-disturb"}), "service", "light do-not-disturb 15:00")
	want(look(object{"service": "refused", "at": "2026-04-15T06:00:00Z"}), "service", "light do-not-disturb 15:00")
	look(object{"service": "refused", "at": "2026-04-15T06:00:00Z"}).Is("late-service", "warnings", 0, "code")
	owner = owner.Later(3 * time.Hour)
	want(look(object{"service": "refused"}), "service", "light refused ")
	want(look(object{"turndown": "refused"}), "turndown", "turndown refused ")
	owner = owner.OnDay("2026-04-16")
	want(look(object{"note": "c"}), "service", "full open ")
	want(look(object{"service": "done"}), "service", "full done ")
	owner.Get(loadPath).Want(200).Is(1, "data", "unassigned", "rooms").Is(30, "data", "unassigned", "credits")
	owner.Server.Clock.Advance(time.Minute)
	owner.Leave(stays, nil) // what was done for the stay is not enough after it
	want(look(object{"note": "d"}), "service", "departure open ")
	if got := stateOf(owner, rooms[0]); got != "dirty" {
		t.Errorf("the room is %s", got)
	}
	want(look(object{"service": "done"}), "service", "departure done ")
	if got := stateOf(owner, rooms[0]); got != "clean" {
		t.Errorf("the room is %s", got)
	}
	owner.Put(report(rooms[0]), object{"service": "gone"}).Bad("service")
	owner.Put(report(rooms[0]), object{}).Bad("housekeeping")
}

func evenly(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(6)
	owner.Post(spreadPath, object{}).Bad("userIds")
	asha := owner.Member("Asha", object{"rooms": object{"view": true, "update": true}}).UserID
	ravi := owner.Member("Ravi", object{"rooms": object{"view": true, "update": true}}).UserID
	owner.Post(spreadPath, object{"userIds": []any{asha, asha}}).Bad("userIds[1]")
	owner.Post(spreadPath, object{"userIds": []any{owner.Server.Hotel().UserID}}).Bad("userIds[0]")
	for _, room := range rooms[:5] {
		owner.Put(report(room), object{"housekeeping": "dirty"}).Want(200)
	}
	owner.Put(assign, object{"assignments": []any{object{"roomId": rooms[0], "userId": asha}}}).Want(200)
	day := owner.Post(spreadPath, object{"userIds": []any{asha, ravi}}).Want(200)
	day.Is(90, "data", "attendants", 0, "credits").Is(60, "data", "attendants", 1, "credits").
		Is(0, "data", "unassigned", "rooms")
	owner.Put(rulesPath, object{"maxCredits": 30, "floors": []any{object{"floor": "1", "userIds": []any{ravi}}}}).Want(200)
	owner.Post(spreadPath, object{"again": true}).Want(200).Is(30, "data", "attendants", 1, "credits").
		Is(1, "data", "unassigned", "rooms").Is(90, "data", "attendants", 0, "credits")
	owner.Put("/api/rooms/{org}/"+rooms[5]+"/update", object{"isActive": false}).Want(200)
	owner.Get(loadPath + "?date=2026-04-13").Bad("date")
	owner.Get(loadPath+"?date=2026-04-15").Want(200).Is(0, "data", "attendants", 0, "credits")
	if n := len(owner.Get(loadPath).List("data", "attendants")); n != 2 {
		t.Errorf("%d attendants are shown", n)
	}
}

func discrepancies(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	here := owner.Book("2026-04-14", "2026-04-16", rooms[0])
	owner.Arrive(here)
	see := func(room, what string) apptest.Answer {
		return owner.Put(report(room), object{"occupancy": what}).Want(200)
	}
	count := func(a apptest.Answer, want int) {
		t.Helper()
		if n := len(a.List("data")); n != want {
			t.Errorf("%d rooms are seen otherwise, want %d", n, want)
		}
	}
	see(rooms[0], "occupied")
	see(rooms[1], "vacant")
	owner.Get(discrepancyPath).Want(200).Is([]any{}, "data")
	owner.Put(report(rooms[0]), object{"occupancy": "vacant", "at": "2026-04-14T05:30:00Z"}).Want(200).
		Is("late-occupancy", "warnings", 0, "code") // the guest came later than that
	owner.Server.Clock.Advance(time.Minute)
	see(rooms[0], "vacant")
	see(rooms[1], "occupied")
	found := owner.Get(discrepancyPath).Want(200)
	found.Is("skip", "data", 0, "kind").Is(here, "data", 0, "bookingId").Is("sleep", "data", 1, "kind").
		Is(nil, "data", 1, "bookingId")
	count(found, 2)
	owner.Member("Blind", object{"rooms": object{"view": true}}).Get(discrepancyPath).Want(200).
		Is(nil, "data", 0, "bookingId").Is(nil, "data", 0, "guestName")
	owner.Leave(here, nil)
	count(owner.Get(discrepancyPath).Want(200).Is("102", "data", 0, "roomNumber"), 1)
	walkIn := owner.Book("2026-04-14", "2026-04-15", rooms[1])
	owner.Arrive(walkIn)
	owner.Get(discrepancyPath).Want(200).Is([]any{}, "data")
	see(rooms[2], "occupied")
	owner.OnDay("2026-04-15").Get(discrepancyPath).Want(200).Is([]any{}, "data") // it was yesterday
}
