package minibar_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

func TestStock(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: stockPermissions},
		{Name: "a morning's round", Run: round},
		{Name: "what is wrong is refused", Run: badStock},
		{Name: "a posting that was wrong", Run: givenBack},
		{Name: "a count", Run: counted},
		{Name: "refilled at once", Run: refilledAtOnce},
	})
}

func stock(kind, room, service string, count int, more object) object {
	return object{"kind": kind, "roomId": room, "items": []any{object{"serviceId": service, "count": count}}}.Merged(more)
}

func setPar(owner *apptest.Caller, place object, service string, par int) apptest.Answer {
	return owner.Put(path+"/pars", place.Merged(object{"items": []any{object{"serviceId": service, "par": par}}}))
}

func category(owner *apptest.Caller, room string) object {
	return object{"categoryId": owner.Get("/api/rooms/{org}/"+room).Want(200).Text("data", "category", "_id")}
}

// onHand is how many of its only item a room's minibar holds.
func onHand(owner *apptest.Caller, room string) float64 {
	owner.Server.T.Helper()
	items := owner.Get(path+"/rooms/"+room).Want(200).List("data", "items")
	if len(items) == 0 {
		return 0
	}
	return items[0].(map[string]any)["onHand"].(float64)
}

func stockPermissions(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	cola := item(owner, "Cola", 100, nil)
	blind := owner.Member("Porter", object{"bookings": object{"manage": true}})
	looks := owner.Member("Looks", object{"rooms": object{"view": true}})
	tells := owner.Member("Tells", object{"rooms": object{"view": true, "update": true}})
	for _, read := range []string{"/refills", "/pars", "/rooms/" + room} {
		blind.Get(path+read).Refused(403, "rooms.view")
		looks.Get(path + read).Want(200)
	}
	looks.Post(path+"/stock", stock("refilled", room, cola, 1, nil)).Refused(403, "rooms.update")
	setPar(tells, category(owner, room), cola, 2).Refused(403, "rooms.manage")
	tells.Post(path+"/stock", stock("refilled", room, cola, 1, nil)).Want(201)
	owner.AnotherHotel().Post(path+"/stock", stock("refilled", room, cola, 1, nil)).Bad("roomId")
	owner.AnotherHotel().Get(path+"/rooms/"+room).Refused(404, "room")
}

func round(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	owner.Arrive(owner.Book("2026-04-14", "2026-04-17", rooms[0]))
	cola := item(owner, "Cola", 100, nil)
	setPar(owner, category(owner, rooms[0]), cola, 3).Want(200).Is(3.0, "data", 0, "items", 0, "par")
	setPar(owner, object{"roomId": rooms[1]}, cola, 1).Want(200)
	setPar(owner, object{"roomId": rooms[2]}, cola, 0).Want(200)
	owner.Get(path+"/refills").Want(200).Is(4.0, "data", "load", 0, "count").
		Is(3.0, "data", "rooms", 0, "items", 0, "refill")
	kamla := owner.MemberOf("Kamla", apptest.RoleNamed(owner.Get("/api/roles/{org}/list"), "Housekeeping"))
	kamla.Post(path+"/stock", stock("refilled", rooms[0], cola, 3, object{"key": "phone-1-0001"})).Want(201).
		Is(3.0, "data", "items", 0, "onHand").Is(0.0, "data", "items", 0, "refill")
	kamla.Post(path+"/stock", stock("refilled", rooms[0], cola, 3, object{"key": "phone-1-0001"})).Want(201)
	kamla.Post(path+"/stock", stock("refilled", rooms[1], cola, 1, nil)).Want(201)
	if list := owner.Get(path+"/refills").Want(200).List("data", "rooms"); len(list) != 0 {
		owner.Server.T.Errorf("to be refilled again: %v", list)
	}
	owner.Post(path, taken(rooms[0], cola, 2)).Want(201)
	kamla.Post(path+"/stock", stock("spoiled", rooms[0], cola, 1, object{"reason": "Expired"})).Want(201).
		Is(0.0, "data", "items", 0, "onHand")
	owner.Post(path, taken(rooms[0], cola, 1)).Want(201) // one more than was known
	a := owner.Get(path+"/rooms/"+rooms[0]).Want(200).Is(0.0, "data", "items", 0, "onHand").
		Is(3.0, "data", "items", 0, "refill").Is(-1.0, "data", "moves", 0, "amount")
	if moves := a.List("data", "moves"); len(moves) != 4 {
		owner.Server.T.Errorf("the room has moves %v", moves)
	}
	owner.Put("/api/rooms/{org}/housekeeping/assign", object{"assignments": []any{
		object{"roomId": rooms[0], "userId": kamla.UserID}}}).Want(200)
	kamla.Get(path+"/refills?assignee=me").Want(200).Is(rooms[0], "data", "rooms", 0, "roomId").
		Is("Kamla", "data", "rooms", 0, "assignee", "name")
	kamla.Get(path+"/refills?assignee=none").Want(200).Is([]any{}, "data", "rooms")
	owner.Put(path+"/pars", category(owner, rooms[0]).Merged(object{"items": []any{}})).Want(200)
	owner.Get(path+"/refills").Want(200).Is([]any{}, "data", "rooms")
}

func badStock(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	cola := item(owner, "Cola", 100, nil)
	breakfast := owner.Post("/api/services/{org}/create", object{"name": "Breakfast", "price": 450}).Want(201).
		Text("data", "_id")
	before := owner.RowCounts()
	post := func(kind, room, service string, count int, more object) apptest.Answer {
		return owner.Post(path+"/stock", stock(kind, room, service, count, more))
	}
	post("spoiled", room, cola, 1, nil).Bad("reason")
	post("returned", room, cola, 1, nil).Bad("saleId")
	post("returned", room, cola, 1, object{"saleId": apptest.Nobody}).Bad("saleId")
	post("refilled", room, cola, 1, object{"saleId": apptest.Nobody}).Bad("saleId")
	post("refilled", room, cola, 0, nil).Bad("items[0].count")
	post("refilled", room, breakfast, 1, nil).Bad("items[0].serviceId")
	post("refilled", apptest.Nobody, cola, 1, nil).Bad("roomId")
	post("refilled", room, cola, 1, object{"at": "2026-04-15T06:30:00Z"}).Bad("at")
	setPar(owner, object{}, cola, 1).Bad("categoryId")
	setPar(owner, object{"roomId": room}.Merged(category(owner, room)), cola, 1).Bad("categoryId")
	setPar(owner, object{"roomId": apptest.Nobody}, cola, 1).Bad("roomId")
	setPar(owner, object{"categoryId": apptest.Nobody}, cola, 1).Bad("categoryId")
	setPar(owner, object{"roomId": room}, breakfast, 1).Bad("items[0].serviceId")
	if after := owner.RowCounts(); after != before {
		t.Errorf("what is refused leaves %s, and there was %s", after, before)
	}
}

func givenBack(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	room, other := rooms[0], rooms[1]
	owner.Arrive(owner.Book("2026-04-14", "2026-04-17", room))
	cola := item(owner, "Cola", 100, nil)
	owner.Post(path+"/stock", stock("refilled", room, cola, 4, nil)).Want(201)
	sale := owner.Post(path, taken(room, cola, 3)).Want(201).Text("data", "items", 0, "saleId")
	back := object{"saleId": sale}
	owner.Post(path+"/stock", stock("returned", other, cola, 1, back)).Bad("saleId")
	owner.Post(path+"/stock", stock("returned", room, cola, 2, back)).Want(201).Is(3.0, "data", "items", 0, "onHand")
	owner.Post(path+"/stock", stock("returned", room, cola, 2, back)).Bad("items[0].count")
	owner.Post(path+"/stock", stock("returned", room, cola, 1, back)).Want(201).Is(4.0, "data", "items", 0, "onHand")
}

func counted(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	cola := item(owner, "Cola", 100, nil)
	tell := func(kind string, count int, at string) {
		owner.Post(path+"/stock", stock(kind, room, cola, count, object{"at": at, "reason": "As seen"})).Want(201)
	}
	tell("refilled", 5, "2026-04-14T05:00:00Z")
	tell("refilled", 2, "2026-04-14T05:30:00Z")
	tell("counted", 4, "2026-04-14T05:10:00Z") // told late: two came after it
	if n := onHand(owner, room); n != 6 {
		t.Errorf("the room holds %v", n)
	}
	tell("spoiled", 1, "2026-04-14T05:05:00Z") // was counted
	tell("counted", 9, "2026-04-14T05:01:00Z") // an older count
	if n := onHand(owner, room); n != 6 {
		t.Errorf("the room holds %v", n)
	}
}

func refilledAtOnce(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	cola := item(owner, "Cola", 100, nil)
	owner.Server.AtOnce(6, func(int) error {
		owner.Post(path+"/stock", stock("refilled", room, cola, 1, nil)).Want(201)
		return nil
	})
	if n := onHand(owner, room); n != 6 {
		t.Errorf("the room holds %v of six", n)
	}
}
