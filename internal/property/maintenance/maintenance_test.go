package maintenance_test

import (
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestMaintenance(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "a ticket", Run: ticket},
		{Name: "a ticket that blocks its room", Run: blocks},
		{Name: "lists", Run: lists},
		{Name: "photos", Run: photos},
		{Name: "a room that is deleted", Run: deleted},
		{Name: "schedules", Run: schedules},
		{Name: "days on which nobody looked", Run: downtime},
		{Name: "a category's rooms", Run: category},
	})
}

const base = "/api/maintenance/{org}"

func create(c *apptest.Caller, fields object) apptest.Answer {
	return c.Post(base+"/create", object{"title": "The tap drips"}.Merged(fields))
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	made := create(owner, object{"roomId": room}).Want(201).Text("data", "_id")
	plan := owner.Post(base+"/schedules/create", object{"title": "Filters", "every": 1, "unit": "month",
		"firstDay": "2026-05-01", "roomId": room}).Want(201).Text("data", "_id")
	none := owner.Member("Porter", object{"bookings": object{"manage": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	for _, p := range []struct {
		method, path, flag string
		body               any
	}{{"POST", "/create", "update", object{"title": "x", "place": "y"}}, {"GET", "/list", "view", nil},
		{"GET", "/" + made, "view", nil}, {"PUT", "/" + made + "/update", "update", object{"title": "x"}},
		{"PUT", "/" + made + "/status", "update", object{"status": "done"}},
		{"PUT", "/" + made + "/block", "update", object{"from": "2026-04-14", "to": "2026-04-15"}},
		{"PUT", "/" + made + "/unblock", "update", nil},
		{"PUT", "/" + made + "/photos/1", "update", apptest.Picture(4, 4)},
		{"GET", "/" + made + "/photos/1", "view", nil}, {"DELETE", "/" + made + "/photos/1", "update", nil},
		{"GET", "/schedules/list", "view", nil}, {"GET", "/schedules/" + plan, "view", nil},
		{"PUT", "/schedules/" + plan + "/update", "manage", object{"title": "x"}},
		{"DELETE", "/schedules/" + plan + "/delete", "manage", nil}} {
		none.Do(p.method, base+p.path, p.body).Refused(403, "rooms."+p.flag)
		stranger.Do(p.method, base+p.path, p.body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(base, "{org}", owner.Org)+p.path, p.body).Refused(401, "")
		if strings.Contains(p.path, made) {
			elsewhere.Do(p.method, base+p.path, p.body).Refused(404, "no such maintenance ticket")
		} else if strings.Contains(p.path, plan) {
			elsewhere.Do(p.method, base+p.path, p.body).Refused(404, "no such maintenance schedule")
		}
	}
	keeper := owner.MemberOf("Meena", apptest.RoleNamed(owner.Get("/api/roles/{org}/list"), "Housekeeping"))
	create(keeper, object{"roomId": room}).Want(201).Is("Meena", "data", "reportedByName")
	keeper.Put(base+"/schedules/"+plan+"/update", object{"title": "x"}).Refused(403, "rooms.manage")
	create(elsewhere, object{"roomId": room}).Bad("roomId")
}

func ticket(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	create(owner, nil).Bad("roomId")
	create(owner, object{"place": "Lobby", "assigneeId": apptest.Nobody}).Bad("assigneeId")
	create(owner, object{"place": "Lobby", "expenseId": apptest.Nobody}).Bad("expenseId")
	create(owner, object{"place": "Lobby", "cost": -1}).Bad("cost")
	create(owner, object{"place": "Lobby", "block": object{"from": "2026-04-14", "to": "2026-04-15"}}).
		Refused(400, "only rooms can be blocked")
	made := create(owner, object{"roomId": room, "place": "Bathroom", "priority": "urgent", "due": "2026-04-16",
		"assigneeId": owner.UserID, "cost": 12.5, "text": "All night"}).Want(201)
	made.Is("open", "data", "status").Is("urgent", "data", "priority").Is(12.5, "data", "cost").
		Is(owner.UserID, "data", "assignee", "_id").Is(nil, "data", "block").Is("2026-04-16", "data", "due")
	path := base + "/" + made.Text("data", "_id")
	owner.Put(path+"/status", object{"status": "done", "resolution": "New washer", "cost": 99}).Want(200).
		Is("done", "data", "status").Is(99.0, "data", "cost").Is("New washer", "data", "resolution")
	owner.Put(path+"/block", object{"from": "2026-04-14", "to": "2026-04-15"}).Refused(400, "is done")
	owner.Put(path+"/status", object{"status": "open"}).Want(200).Is(nil, "data", "endedAt").
		Is("New washer", "data", "resolution")
	owner.Put(path+"/update", object{"due": nil, "assigneeId": nil}).Want(200).Is("", "data", "due").
		Is(nil, "data", "assignee")
	owner.Put(path+"/update", object{"title": " "}).Bad("title")
	owner.With("If-Match", `"1"`).Put(path+"/update", object{"title": "Late"}).Bad("If-Match")
}

func blocks(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	booked := owner.Book("2026-04-16", "2026-04-18", room)
	before := owner.RowCounts()
	create(owner, object{"roomId": room, "block": object{"from": "2026-04-15", "to": "2026-04-17"}}).
		Refused(400, "16 Apr")
	if after := owner.RowCounts(); after != before {
		t.Errorf("a refused block leaves %s, and there was %s", after, before)
	}
	made := create(owner, object{"roomId": room, "block": object{"from": "2026-04-14", "to": "2026-04-16"}}).Want(201).
		Is("2026-04-16", "data", "block", "to")
	path := base + "/" + made.Text("data", "_id")
	owner.Put(path+"/block", object{"from": "2026-04-14", "to": "2026-04-17"}).Refused(400, "16 Apr")
	owner.Get(path).Want(200).Is("2026-04-16", "data", "block", "to")
	owner.Put("/api/bookings/{org}/"+booked+"/cancel", object{"reason": "Plans"}).Want(200)
	owner.Put(path+"/block", object{"from": "2026-04-14", "to": "2026-04-17"}).Want(200).
		Is("2026-04-17", "data", "block", "to")
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-16", "2026-04-17", room)).Refused(400, "")
	owner = owner.OnDay("2026-04-15")
	owner.Put(path+"/status", object{"status": "done"}).Want(200).Is(nil, "data", "block")
	owner.Book("2026-04-15", "2026-04-17", room)
	if held := owner.HeldNights(); len(held) != 3 {
		t.Errorf("the night that is past should stay blocked: %v", held)
	}
	later := create(owner, object{"roomId": room, "block": object{"from": "2026-04-20", "to": "2026-04-22"}}).Want(201)
	owner.Put(base+"/"+later.Text("data", "_id")+"/unblock", nil).Want(200).Is(nil, "data", "block")
	owner.Book("2026-04-20", "2026-04-22", room)
}

func lists(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	for _, fields := range []object{{"title": "a", "roomId": rooms[0], "priority": "high", "due": "2026-04-15"},
		{"title": "b", "roomId": rooms[1], "due": "2026-04-17"}, {"title": "c", "place": "Lobby", "priority": "high"}} {
		create(owner, fields).Want(201)
	}
	for query, want := range map[string]string{"": "cba", "roomId=" + rooms[0]: "a", "priority=high": "ca",
		"to=2026-04-16": "a", "from=2026-04-16": "b", "status=open&priority=normal": "b", "status=done": "",
		"limit=2": "cb"} {
		found := ""
		for _, one := range owner.Get(base + "/list?" + query).Want(200).List("data") {
			found += one.(map[string]any)["title"].(string)
		}
		if found != want {
			t.Errorf("%s finds %s, and should find %s", query, found, want)
		}
	}
}

func photos(_ *testing.T, owner *apptest.Caller) {
	path := base + "/" + create(owner, object{"place": "Lobby"}).Want(201).Text("data", "_id")
	owner.Get(path+"/photos/1").Refused(404, "no such photo")
	owner.Delete(path+"/photos/1").Refused(404, "no such photo")
	owner.Put(path+"/photos/7", apptest.Picture(4, 4)).Bad("position")
	owner.Put(path+"/photos/1", "no picture").Refused(400, "")
	owner.Put(path+"/photos/3", apptest.Picture(4, 4)).Want(200).Is("image/jpeg", "data", "type")
	owner.Put(path+"/photos/1", apptest.Picture(4, 4)).Want(200)
	owner.Get(path).Is([]any{1.0, 3.0}, "data", "photos")
	owner.Download(path+"/photos/3", "image/jpeg")
	owner.Delete(path + "/photos/3").Want(200)
	owner.Get(path).Is([]any{1.0}, "data", "photos")
}

func deleted(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	id := create(owner, object{"roomId": room}).Want(201).Text("data", "_id")
	owner.Delete("/api/rooms/{org}/"+room+"/delete").Refused(400, "1 maintenance ticket")
	owner.Put(base+"/"+id+"/status", object{"status": "done"}).Want(200)
	plan := owner.Post(base+"/schedules/create", object{"title": "Filters", "every": 1, "unit": "month",
		"firstDay": "2026-05-01", "roomId": room}).Want(201).Text("data", "_id")
	owner.Delete("/api/rooms/{org}/"+room+"/delete").Refused(400, "Filters")
	owner.Delete(base + "/schedules/" + plan + "/delete").Want(200)
	number := owner.Get("/api/rooms/{org}/"+room).Want(200).Text("data", "roomNumber")
	owner.Delete("/api/rooms/{org}/" + room + "/delete").Want(200)
	owner.Get(base+"/"+id).Want(200).Is(number, "data", "roomNumber")
}

func look(owner *apptest.Caller) {
	owner.Server.T.Helper()
	if err := owner.Server.App.LookAfterTheHouse(owner.Server.T.Context()); err != nil {
		owner.Server.T.Fatal(err)
	}
}

// dues are the days of all tickets, sorted.
func dues(owner *apptest.Caller) (days []string) {
	owner.Server.T.Helper()
	for _, one := range owner.Get(base + "/list?limit=100").Want(200).List("data") {
		days = append(days, one.(map[string]any)["due"].(string))
	}
	slices.Sort(days)
	return days
}

func has(owner *apptest.Caller, days ...string) {
	owner.Server.T.Helper()
	if found := dues(owner); !slices.Equal(found, days) {
		owner.Server.T.Errorf("there are tickets for %v, and should be for %v", found, days)
	}
}

func schedules(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	plan := object{"title": "Filters", "every": 1, "unit": "month", "firstDay": "2026-01-31", "roomId": room}
	owner.Post(base+"/schedules/create", plan.Merged(object{"place": "Lift"})).Bad("roomId")
	owner.Post(base+"/schedules/create", plan.Merged(object{"every": 0})).Bad("every")
	owner.Post(base+"/schedules/create", plan.Merged(object{"firstDay": "2026-02-30"})).Bad("firstDay")
	owner.Post(base+"/schedules/create", plan.Merged(object{"roomId": nil, "categoryId": apptest.Nobody})).
		Bad("categoryId")
	made := owner.Post(base+"/schedules/create", plan).Want(201).Is("2026-04-30", "data", "nextDay")
	path := base + "/schedules/" + made.Text("data", "_id")
	look(owner)
	has(owner)
	owner = owner.OnDay("2026-04-30")
	look(owner)
	look(owner)
	has(owner, "2026-04-30")
	owner.Get(path).Want(200).Is("2026-05-31", "data", "nextDay")
	owner.Put(path+"/update", object{"every": 2, "unit": "day", "firstDay": "2026-04-28"}).Want(200).
		Is("2026-04-30", "data", "nextDay")
	look(owner) // the day has its ticket
	has(owner, "2026-04-30")
	owner.Put(path+"/update", object{"isActive": false}).Want(200)
	owner = owner.OnDay("2026-05-05")
	look(owner)
	has(owner, "2026-04-30")
	owner.Get(base+"/schedules/list").Want(200).Is(false, "data", 0, "isActive")
}

func downtime(_ *testing.T, owner *apptest.Caller) {
	owner.Post(base+"/schedules/create", object{"title": "Lift", "every": 1, "unit": "day", "firstDay": "2026-04-14",
		"place": "Lift"}).Want(201)
	owner = owner.OnDay("2026-04-24")
	look(owner)
	has(owner, "2026-04-24")
	owner = owner.OnDay("2026-04-25")
	look(owner)
	has(owner, "2026-04-24", "2026-04-25")
}

func category(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	kind := owner.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Text("data", "category", "_id")
	owner.Put("/api/rooms/{org}/"+rooms[2]+"/update", object{"isActive": false}).Want(200)
	owner.Post(base+"/schedules/create", object{"title": "Mattress", "every": 1, "unit": "week", "firstDay": "2026-04-14",
		"categoryId": kind}).Want(201)
	look(owner)
	has(owner, "2026-04-14", "2026-04-14")
}
