package minibar_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestMinibar(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "what was taken is charged", Run: charged},
		{Name: "bad input", Run: bad},
		{Name: "a phone that sends again", Run: again},
		{Name: "a guest who has left", Run: left},
		{Name: "at once", Run: atOnce},
	}, apptest.FoliosAddUp, apptest.BooksHold)
}

const path = "/api/housekeeping/{org}/minibar"

func item(owner *apptest.Caller, name string, price float64, fields object) string {
	owner.Server.T.Helper()
	return owner.Post("/api/services/{org}/create", object{"name": name, "price": price, "minibar": true,
		"department": "Minibar"}.Merged(fields)).Want(201).Text("data", "_id")
}

func taken(room, service string, count int) object {
	return object{"roomId": room, "items": []any{object{"serviceId": service, "count": count}}}
}

func inHouse(owner *apptest.Caller) (room, booking string) {
	owner.Server.T.Helper()
	room = owner.CreateRooms(1)[0]
	booking = owner.Book("2026-04-14", "2026-04-17", room)
	owner.Arrive(booking)
	return room, booking
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	room, booking := inHouse(owner)
	cola := item(owner, "Cola", 100, nil)
	none := owner.Member("Porter", object{"bookings": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	none.Post(path, taken(room, cola, 1)).Refused(403, "rooms.update")
	stranger.Post(path, taken(room, cola, 1)).Refused(403, "not a member")
	owner.Server.Anyone().Post(strings.ReplaceAll(path, "{org}", owner.Org), taken(room, cola, 1)).Refused(401, "")
	owner.AnotherHotel().Post(path, taken(room, cola, 1)).Bad("roomId")
	blind := owner.Member("Blind", object{"rooms": object{"update": true}})
	a := blind.Post(path, taken(room, cola, 1)).Want(201).Is(booking, "data", "bookingId")
	if strings.Contains(string(a.Raw), "Asha") {
		owner.Server.T.Errorf("who may not view bookings reads %s", a.Raw)
	}
	owner.MemberOf("Meena", apptest.RoleNamed(owner.Get("/api/roles/{org}/list"), "Housekeeping")).
		Post(path, taken(room, cola, 1)).Want(201)
}

func charged(_ *testing.T, owner *apptest.Caller) {
	room, booking := inHouse(owner)
	owner.SetBilling(object{"pricesIncludeTax": false})
	tax := owner.CreateTax(object{"name": "Drinks", "kind": "other", "appliesTo": "service", "rate": 18, "sac": ""})
	cola, nuts := item(owner, "Cola", 100, object{"taxId": tax}), item(owner, "Nuts", 50, object{"postOn": "everyNight"})
	a := owner.Post(path, object{"roomId": room, "items": []any{object{"serviceId": cola, "count": 2},
		object{"serviceId": nuts, "count": 1}}}).Want(201)
	a.Is(286.0, "data", "totalAmount").Is("2026-04-14", "data", "date").Is(2.0, "data", "items", 0, "count").
		Is("Nuts", "data", "items", 1, "name")
	owner.CheckedFolio(booking)
	lines, _ := owner.FolioLines(booking)
	found := 0
	for _, l := range lines {
		if l["lineId"] == a.Text("data", "items", 0, "lineId") || l["lineId"] == a.Text("data", "items", 1, "lineId") {
			found++
		}
	}
	if found != 2 {
		owner.Server.T.Errorf("the folio has %d of the lines: %v", found, lines)
	}
	owner.Get(apptest.BookingPath(booking, "/services")).Want(200).Is(0.0, "data", "toComeAmount")
	owner.Get("/api/services/{org}/"+cola).Want(200).Is(true, "data", "minibar")
}

func bad(t *testing.T, owner *apptest.Caller) {
	room, _ := inHouse(owner)
	cola := item(owner, "Cola", 100, nil)
	breakfast := owner.Post("/api/services/{org}/create", object{"name": "Breakfast", "price": 450}).Want(201).
		Text("data", "_id")
	owner.Post("/api/services/{org}/create", object{"name": "x", "price": 1, "per": "night", "minibar": true}).
		Bad("minibar")
	before := owner.RowCounts()
	owner.Post(path, object{"roomId": room, "items": []any{}}).Bad("items")
	owner.Post(path, taken(room, cola, 0)).Bad("items[0].count")
	owner.Post(path, taken(room, breakfast, 1)).Bad("items[0].serviceId")
	owner.Post(path, taken(room, apptest.Nobody, 1)).Bad("items[0].serviceId")
	owner.Post(path, taken(apptest.Nobody, cola, 1)).Bad("roomId")
	owner.Post(path, taken(room, cola, 1).Merged(object{"at": "2026-04-15T06:30:00Z"})).Bad("at")
	owner.Post(path, taken(room, cola, 1).Merged(object{"at": "2026-01-15T06:30:00Z"})).Bad("at")
	owner.Post(path, object{"roomId": room, "items": []any{object{"serviceId": cola, "count": 1},
		object{"serviceId": cola, "count": 1}}}).Bad("items[1].serviceId")
	if after := owner.RowCounts(); after != before {
		t.Errorf("what is refused leaves %s, and there was %s", after, before)
	}
}

func again(_ *testing.T, owner *apptest.Caller) {
	room, booking := inHouse(owner)
	cola := item(owner, "Cola", 100, nil)
	body := taken(room, cola, 2).Merged(object{"key": "phone-1-0001", "at": "2026-04-14T18:00:00Z"})
	owner = owner.OnDay("2026-04-15")
	first := owner.Post(path, body).Want(201)
	owner = owner.OnDay("2026-04-16") // longer than an Idempotency-Key is known
	second := owner.Post(path, body).Want(201)
	if string(first.Raw) != string(second.Raw) {
		owner.Server.T.Errorf("sent again, %s becomes %s", first.Raw, second.Raw)
	}
	owner.Post(path, body.Merged(taken(room, cola, 3))).Bad("key")
	owner.Leave(booking, object{"finalAmount": nil})
	owner.Post(path, body).Want(201)
	list := owner.Get(apptest.BookingPath(booking, "/services")).Want(200).List("data", "services")
	if len(list) != 1 {
		owner.Server.T.Errorf("it was charged %d times", len(list))
	}
}

func left(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	room, booking := rooms[0], owner.Book("2026-04-14", "2026-04-16", rooms[0])
	owner.Post(path, taken(room, item(owner, "Nuts", 50, nil), 1)).Refused(400, "Nobody has come to room")
	owner.Arrive(booking)
	cola := item(owner, "Cola", 100, nil)
	code := owner.Get(apptest.BookingPath(booking, "")).Want(200).Text("data", "code")
	owner = owner.OnDay("2026-04-16")
	owner.Leave(booking, nil)
	owner.Post(path, taken(room, cola, 1)).Refused(400, code).Refused(400, booking+"/charges")
	next := owner.Book("2026-04-16", "2026-04-18", room)
	owner.Arrive(next)
	owner = owner.OnDay("2026-04-17")
	owner.Post(path, taken(room, cola, 1).Merged(object{"at": "2026-04-15T06:30:00Z"})).Refused(400, code)
	owner.Post(path, taken(room, cola, 1)).Want(201).Is(next, "data", "bookingId")
	owner.Post(path, taken(rooms[1], cola, 1)).Refused(400, "Nobody")
	owner.AddCharge(booking, "Minibar", 100) // the late charge that the refusal names
}

func atOnce(_ *testing.T, owner *apptest.Caller) {
	room, booking := inHouse(owner)
	cola := item(owner, "Cola", 100, nil)
	body := taken(room, cola, 2).Merged(object{"key": "phone-1-0001"})
	owner.Server.AtOnce(6, func(int) error {
		owner.Post(path, body).Want(201)
		return nil
	})
	if list := owner.Get(apptest.BookingPath(booking, "/services")).Want(200).List("data", "services"); len(list) != 1 {
		owner.Server.T.Errorf("it was charged %d times", len(list))
	}
}
