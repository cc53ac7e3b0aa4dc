package lostfound_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestLostAndFound(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "an item", Run: item},
		{Name: "what becomes of it", Run: outcomes},
		{Name: "whose it is", Run: owners},
		{Name: "lists", Run: lists},
		{Name: "photos", Run: photos},
		{Name: "a guest who is erased", Run: erased},
	})
}

const base = "/api/lost-and-found/{org}"

func create(c *apptest.Caller, fields object) apptest.Answer {
	return c.Post(base+"/create", object{"description": "Blue scarf"}.Merged(fields))
}

func permissions(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	booking := owner.Book("2026-04-14", "2026-04-16", room)
	path := "/" + create(owner, object{"roomId": room, "bookingId": booking}).Want(201).Text("data", "_id")
	none := owner.Member("Porter", object{"bookings": object{"manage": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	for _, p := range []struct {
		method, path, flag string
		body               any
	}{{"POST", "/create", "update", object{"description": "x", "place": "y"}}, {"GET", "/list", "view", nil},
		{"GET", path, "view", nil}, {"PUT", path + "/update", "update", object{"keptAt": "x"}},
		{"PUT", path + "/status", "update", object{"status": "disposed"}},
		{"PUT", path + "/correct", "update", object{"status": "found", "note": "x"}},
		{"PUT", path + "/photos/1", "update", apptest.Picture(4, 4)}, {"GET", path + "/photos/1", "view", nil},
		{"DELETE", path + "/photos/1", "update", nil}} {
		none.Do(p.method, base+p.path, p.body).Refused(403, "rooms."+p.flag)
		stranger.Do(p.method, base+p.path, p.body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(base, "{org}", owner.Org)+p.path, p.body).Refused(401, "")
		if strings.HasPrefix(p.path, path) {
			elsewhere.Do(p.method, base+p.path, p.body).Refused(404, "no such")
		}
	}
	blind := owner.Member("Blind", object{"rooms": object{"view": true, "update": true}})
	blind.Get(base+"/rooms/"+room+"/stays").Refused(403, "bookings.view")
	owner.Put(base+path+"/status", object{"status": "claimed", "name": "Ravi Rao", "note": "By phone"}).Want(200)
	for _, a := range []apptest.Answer{blind.Get(base + path).Want(200), blind.Get(base + "/list").Want(200)} {
		if raw := string(a.Raw); strings.Contains(raw, "Rao") || strings.Contains(raw, booking) {
			t.Errorf("who may not view bookings reads %s", raw)
		}
	}
	owner.Get(base+path).Want(200).Is("Ravi Rao", "data", "history", 1, "name").Is(booking, "data", "bookingId")
}

func item(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	create(owner, nil).Bad("roomId")
	create(owner, object{"place": "Lobby", "foundOn": "2026-04-20"}).Bad("foundOn")
	create(owner, object{"roomId": apptest.Nobody}).Bad("roomId")
	create(owner, object{"place": "Lobby", "bookingId": apptest.Nobody}).Bad("bookingId")
	create(owner, object{"place": "Lobby", "guestId": apptest.Nobody}).Bad("guestId")
	a := create(owner, object{"roomId": room, "category": "Clothing", "keptAt": "Safe 2"}).Want(201)
	a.Is("found", "data", "status").Is("2026-04-14", "data", "foundOn").Is("Safe 2", "data", "keptAt").
		Is("found", "data", "history", 0, "status")
	path := base + "/" + a.Text("data", "_id")
	owner.Put(path+"/update", object{"keptAt": "Safe 3", "roomId": nil}).Bad("roomId")
	owner.Put(path+"/update", object{"keptAt": "Safe 3", "roomId": nil, "place": "Lobby"}).Want(200).
		Is("Safe 3", "data", "keptAt").Is("", "data", "roomNumber")
	owner.With("If-Match", `"1"`).Put(path+"/update", object{"keptAt": "Late"}).Bad("If-Match")
}

func outcomes(_ *testing.T, owner *apptest.Caller) {
	path := base + "/" + create(owner, object{"place": "Lobby"}).Want(201).Text("data", "_id")
	owner.Put(path+"/status", object{"status": "given"}).Bad("name")
	owner.Put(path+"/status", object{"status": "given", "name": "Asha"}).Bad("document")
	owner.Put(path+"/status", object{"status": "given", "name": "Asha", "document": "passport", "date": "2026-04-13"}).
		Bad("date")
	owner.Put(path+"/status", object{"status": "claimed", "name": "Asha"}).Want(200)
	given := object{"status": "given", "name": "Asha", "document": "passport"}
	owner.Put(path+"/status", given).Want(200).Is("given", "data", "status").
		Is("passport", "data", "history", 2, "document")
	for _, status := range []string{"found", "claimed", "disposed"} {
		owner.Put(path+"/status", object{"status": status}).Refused(400, "given already")
	}
	owner.Put(path+"/correct", object{"status": "found"}).Bad("note")
	owner.Put(path+"/correct", object{"status": "found", "note": "It was another scarf"}).Want(200).
		Is("found", "data", "status").Is("Asha", "data", "history", 2, "name").Is(true, "data", "history", 3, "corrects")
	owner.Put(path+"/status", object{"status": "disposed"}).Want(200)
	owner.Get(path).Want(200).Is("disposed", "data", "history", 4, "status")
}

func owners(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	owner.Get(base+"/rooms/"+room+"/stays").Want(200).Is([]any{}, "data")
	owner.Get(base+"/rooms/"+apptest.Nobody+"/stays").Refused(404, "no such room")
	guest := owner.Post("/api/guests/{org}/create", object{"name": "Ravi Kumar"}).Want(201).Text("data", "_id")
	first := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-15", room).
		Merged(object{"guestId": guest, "guestName": "Ravi Kumar"})).Want(201).Text("data", "bookingId")
	owner.Arrive(first)
	owner = owner.OnDay("2026-04-15")
	owner.Leave(first, nil)
	second := owner.Book("2026-04-15", "2026-04-17", room)
	owner.Get(base+"/rooms/"+room+"/stays").Want(200).Is(first, "data", 0, "bookingId").Is(false, "data", 0, "inHouse")
	owner.Arrive(second)
	owner.Get(base+"/rooms/"+room+"/stays").Want(200).Is(second, "data", 0, "bookingId").Is(true, "data", 0, "inHouse").
		Is(guest, "data", 1, "guestId")
	a := create(owner, object{"roomId": room, "bookingId": first}).Want(201).Is(guest, "data", "guestId").
		Is("Ravi Kumar", "data", "guestName")
	path := base + "/" + a.Text("data", "_id")
	owner.Delete("/api/guests/{org}/"+guest+"/delete").Refused(400, "")
	owner.Put(path+"/update", object{"guestId": nil}).Want(200)
	if raw := string(owner.Get(path).Raw); strings.Contains(raw, "Ravi") {
		owner.Server.T.Error(raw)
	}
}

func lists(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	create(owner, object{"description": "a", "roomId": room, "foundOn": "2026-04-12"}).Want(201)
	b := create(owner, object{"description": "b", "place": "Lobby"}).Want(201).Text("data", "_id")
	owner.Put(base+"/"+b+"/status", object{"status": "disposed"}).Want(200)
	for query, want := range map[string]string{"": "ba", "roomId=" + room: "a", "status=found": "a",
		"status=disposed": "b", "to=2026-04-13": "a", "from=2026-04-13": "b"} {
		found := ""
		for _, one := range owner.Get(base + "/list?" + query).Want(200).List("data") {
			found += one.(map[string]any)["description"].(string)
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
	owner.Put(path+"/photos/0", apptest.Picture(4, 4)).Bad("position")
	owner.Put(path+"/photos/2", apptest.Picture(4, 4)).Want(200)
	owner.Get(path).Is([]any{2.0}, "data", "photos")
	owner.Download(path+"/photos/2", "image/jpeg")
	owner.Delete(path + "/photos/2").Want(200)
	owner.Get(path).Is([]any{}, "data", "photos")
}

func erased(t *testing.T, owner *apptest.Caller) {
	guest := owner.Post("/api/guests/{org}/create", object{"name": "Ravi Kumar"}).Want(201).Text("data", "_id")
	path := base + "/" + create(owner, object{"place": "Lobby", "guestId": guest}).Want(201).Text("data", "_id")
	owner.Put(path+"/status", object{"status": "given", "name": "Ravi Kumar", "document": "passport",
		"note": "Ravi came himself"}).Want(200)
	owner.Post("/api/guests/{org}/"+guest+"/erase", nil).Want(200)
	a := owner.Get(path).Want(200).Is("given", "data", "status").Is("Erased guest", "data", "history", 1, "name")
	if strings.Contains(string(a.Raw), "Ravi") {
		t.Errorf("an erased guest is read in %s", a.Raw)
	}
}
