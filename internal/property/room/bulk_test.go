package room_test

import (
	"fmt"
	"testing"

	"sarai/internal/app/apptest"
)

// A house of forty rooms is made, and cleaned, in one request each: all of it or nothing.
func TestRoomsInBulk(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "forty rooms", Run: manyRooms}, {Name: "housekeeping", Run: manyCleaned},
	})
}

const base = "/api/rooms/{org}"

func house(category string, from, number int) apptest.Object {
	list := []apptest.Object{}
	for i := range number {
		list = append(list, apptest.Object{"roomNumber": fmt.Sprint(from + i), "categoryId": category, "floor": "1"})
	}
	return apptest.Object{"rooms": list}
}

func category(owner *apptest.Caller) string {
	return owner.Post("/api/room-categories/{org}/create", apptest.Object{"name": "Deluxe", "baseRate": 4500}).Want(201).
		Text("data", "_id")
}

func manyRooms(_ *testing.T, owner *apptest.Caller) {
	deluxe := category(owner)
	porter := owner.Member("Porter", apptest.Object{"bookings": apptest.Object{"manage": true}})
	porter.Post(base+"/bulk-create", house(deluxe, 101, 2)).Refused(403, "rooms.create")
	porter.Post(base+"/bulk-housekeeping", apptest.Object{"roomIds": []string{apptest.Nobody}, "housekeeping": "clean"}).
		Refused(403, "rooms.update")
	once := owner.With("Idempotency-Key", "house")
	made := once.Post(base+"/bulk-create", house(deluxe, 101, 40)).Want(201).Is("101", "data", 0, "roomNumber").
		Is("140", "data", 39, "roomNumber").Is("available", "data", 39, "status").Is(4500, "data", 39, "ratePerNight")
	once.Post(base+"/bulk-create", house(deluxe, 101, 40)).Want(201).Is(made.At("data"), "data")
	owner.Get(base+"/list").Is(40, "pagination", "total")
	owner.Get(base+"/"+made.Text("data", 7, "_id")).Want(200).Is(made.At("data", 7), "data")
	owner.Post(base+"/bulk-create", house(deluxe, 138, 5)).Bad("rooms[0].roomNumber")
	owner.Post(base+"/bulk-create", house(deluxe, 141, 5).Merged(apptest.Object{"rooms": []apptest.Object{
		{"roomNumber": "150", "categoryId": deluxe}, {"roomNumber": "150", "categoryId": deluxe}}})).
		Bad("rooms[1].roomNumber")
	owner.Post(base+"/bulk-create", apptest.Object{"rooms": []apptest.Object{{"roomNumber": "150", "categoryId": deluxe},
		{"roomNumber": "151", "categoryId": apptest.Nobody}}}).Bad("rooms[1].categoryId")
	owner.Post(base+"/bulk-create", apptest.Object{"rooms": []apptest.Object{{"roomNumber": "150", "categoryId": deluxe},
		{"roomNumber": "151", "categoryId": deluxe, "ratePerNight": 10.001}}}).Bad("rooms[1].ratePerNight")
	owner.Post(base+"/bulk-create", apptest.Object{"rooms": []apptest.Object{}}).Bad("rooms")
	owner.Post(base+"/bulk-create", house(deluxe, 1000, 201)).Bad("rooms")
	owner.Get(base+"/list").Is(40, "pagination", "total")
}

func manyCleaned(_ *testing.T, owner *apptest.Caller) {
	made := owner.Post(base+"/bulk-create", house(category(owner), 101, 3)).Want(201)
	ids := []string{made.Text("data", 0, "_id"), made.Text("data", 2, "_id")}
	set := func(ids []string, to string) apptest.Answer {
		return owner.Post(base+"/bulk-housekeeping", apptest.Object{"roomIds": ids, "housekeeping": to})
	}
	set(ids, "dirty").Want(200).Is("101", "data", 0, "roomNumber").Is("dirty", "data", 0, "housekeeping").
		Is("103", "data", 1, "roomNumber").Is("dirty", "data", 1, "housekeeping").Is(2, "data", 1, "version")
	owner.Get(base+"/list?housekeeping=dirty").Is(2, "pagination", "total")
	set([]string{ids[0], apptest.Nobody}, "clean").Bad("roomIds[1]").Refused(400, "no such room")
	set([]string{ids[0], ids[0]}, "clean").Bad("roomIds[1]")
	set(ids, "spotless").Bad("housekeeping")
	set(nil, "clean").Bad("roomIds")
	elsewhere := owner.AnotherHotel()
	elsewhere.Post(base+"/bulk-housekeeping", apptest.Object{"roomIds": ids[:1], "housekeeping": "clean"}).
		Bad("roomIds[0]")
	owner.Get(base+"/list?housekeeping=dirty").Is(2, "pagination", "total")
}
