package frontdesk_test

import (
	"slices"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestFrontDesk(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "availability", Run: availability},
		{Name: "the overview", Run: overviewCounts},
	})
}

func availability(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	suite := desk.Post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).Want(201).
		Text("data", "_id")
	rooms = append(rooms, desk.Post("/api/rooms/{org}/create", object{"roomNumber": "9", "categoryId": suite}).Want(201).
		Text("data", "_id"))
	desk.Book("2026-04-20", "2026-04-22", rooms[0])
	desk.Post("/api/rooms/{org}/"+rooms[1]+"/blocks", object{"from": "2026-04-21", "to": "2026-04-22", "reason": "paint"}).
		Want(201)
	desk.Put("/api/rooms/{org}/"+rooms[2]+"/update", object{"isActive": false}).Want(200)
	ask := func(body object, numbers ...string) apptest.Answer {
		found := desk.Post("/api/bookings/{org}/check-availability", body).Want(200)
		var got []string
		for i := range found.List("data", "rooms") {
			got = append(got, found.Text("data", "rooms", i, "roomNumber"))
		}
		if !slices.Equal(got, numbers) || found.At("data", "available") != (len(numbers) > 0) {
			t.Errorf("%v: free are %v, want %v: %s", body, got, numbers, found.Raw)
		}
		return found
	}
	found := ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-21"}, "9", "102")
	found.Fields(found.At("data"), "available", "rooms")
	found.Fields(found.At("data", "rooms", 0), "roomId", "roomNumber", "roomType", "ratePerNight", "status")
	found.Is("Suite", "data", "rooms", 0, "roomType").Is(9000, "data", "rooms", 0, "ratePerNight").
		Is("available", "data", "rooms", 0, "status").Is(rooms[3], "data", "rooms", 0, "roomId")
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22"}, "9")
	ask(object{"checkIn": "2026-04-22", "checkOut": "2026-04-23"}, "9", "101", "102")
	ask(object{"checkIn": "2026-04-18", "checkOut": "2026-04-20"}, "9", "101", "102")
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "roomType": " suite "}, "9")
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "roomType": "Deluxe"})
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "roomType": "Attic"})
	desk.Post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-20"}).Bad("checkOut")
	desk.Post("/api/bookings/{org}/check-availability", object{"checkOut": "2026-04-20"}).Bad("checkIn")
	desk.Post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-20", "checkOut": "2026-04-20"}).
		Bad("checkOut")
}

func overviewCounts(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(8)
	in := func(from, to string, rooms ...string) string {
		id := desk.Book(from, to, rooms...)
		desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
		return id
	}
	in("2026-04-13", "2026-04-15", rooms[0], rooms[1]) // stays over
	// leaves today, still there
	in("2026-04-12", "2026-04-14", rooms[2])
	// comes today into the same room
	desk.Book("2026-04-14", "2026-04-16", rooms[2])
	in("2026-04-14", "2026-04-16", rooms[3])                                                            // came today
	desk.Put(apptest.BookingPath(in("2026-04-12", "2026-04-14", rooms[4]), "/checkout"), nil).Want(200) // has left today
	desk.Put(apptest.BookingPath(desk.Book("2026-04-14", "2026-04-16", rooms[4]), "/cancel"), object{"reason": "x"}).
		Want(200)
	desk.Post("/api/rooms/{org}/"+rooms[5]+"/blocks", object{"from": "2026-04-14", "to": "2026-04-15"}).Want(201)
	desk.Put("/api/rooms/{org}/"+rooms[6]+"/update", object{"isActive": false}).Want(200)
	desk.Book("2026-04-15", "2026-04-16", rooms[7])
	o := desk.Get("/api/bookings/{org}/overview").Want(200)
	o.Fields(o.At("data"), "today", "occupancy", "revenue")
	o.Fields(o.At("data", "today"), "arrivals", "departures", "stayovers", "available")
	o.Fields(o.At("data", "occupancy"), "occupied", "total", "percentage")
	o.Fields(o.At("data", "revenue"), "today", "month")
	o.Is(2, "data", "today", "arrivals").Is(2, "data", "today", "departures").Is(1, "data", "today", "stayovers").
		Is(2, "data", "today", "available")
	o.Is(4, "data", "occupancy", "occupied").Is(7, "data", "occupancy", "total").
		Is(57.14, "data", "occupancy", "percentage")
	cleaner := desk.Member("Cleaner", object{"bookings": object{"view": true}}).Get("/api/bookings/{org}/overview").
		Want(200)
	cleaner.Is(nil, "data", "revenue", "today").Is(nil, "data", "revenue", "month").Is(2, "data", "today", "arrivals")
	empty := desk.AnotherHotel().Get("/api/bookings/{org}/overview").Want(200)
	empty.Is(0, "data", "occupancy", "total").Is(0, "data", "occupancy", "percentage").Is(0, "data", "revenue", "month")
}
