package room_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

func TestRoomsAtTheDesk(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "a room is sent back whole", Run: roomSentBack},
		{Name: "rooms that need cleaning", Run: needsCleaning},
	})
}

// A room without a rate of its own still follows its category after its whole record came back.
func roomSentBack(t *testing.T, desk *apptest.Caller) {
	room := desk.CreateRooms(1)[0]
	record := func() apptest.Answer { return desk.Get("/api/rooms/{org}/" + room).Want(200) }
	update := func(body any) { desk.Put("/api/rooms/{org}/"+room+"/update", body).Want(200) }
	base := func(rate int) {
		desk.Put("/api/room-categories/{org}/"+record().Text("data", "category", "_id")+"/update", object{"baseRate": rate}).
			Want(200)
	}
	update(record().At("data"))
	base(6000)
	record().Is(6000, "data", "ratePerNight")
	update(object{"ratePerNight": 6500})
	base(7000)
	record().Is(6500, "data", "ratePerNight")
	update(object{"ratePerNight": nil})
	record().Is(7000, "data", "ratePerNight")
}

func needsCleaning(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	state := func(room string) string { return desk.Get("/api/rooms/{org}/"+room).Text("data", "housekeeping") }
	// Somebody was in the room whose booking is cancelled only after the arrival.
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "the wrong hotel"}).Want(200)
	if state(rooms[0]) != "dirty" {
		t.Error("the room of a guest who had arrived is clean after the cancellation")
	}
	// Nobody was in the room into which the party was to move later.
	id = desk.Book("2026-04-14", "2026-04-18", rooms[1])
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[2],
		"from": "2026-04-16"}).Want(200)
	desk.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200)
	if was, next := state(rooms[1]), state(rooms[2]); was != "dirty" || next != "clean" {
		t.Errorf("the room of the party is %s, the one it never moved into %s", was, next)
	}
}
