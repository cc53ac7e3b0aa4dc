package booking_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// A day use has a room in the daytime of one date, between those who leave that morning and those who come for the
// night.
func TestDayUse(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "from the booking to the reports", Run: usedByDay},
		{Name: "what is wrong", Run: badDayUse},
		{Name: "beside nights and blocks", Run: dayBesideNights},
		{Name: "changed and called off", Run: dayUseChanged},
		{Name: "several rooms", Run: dayUseOfSeveral},
	}, apptest.FoliosAddUp)
}

// byDay is the request for the day use of rooms at 2000 each.
func byDay(day string, rooms ...string) object {
	body := apptest.Stay(day, day, rooms...).Merged(object{"dayUse": true})
	for _, entry := range body["rooms"].([]object) {
		entry["ratePerNight"] = 2000
	}
	return body
}

const today = "2026-04-14"

func usedByDay(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	free := object{"checkIn": today, "checkOut": today, "dayUse": true}
	const available = "/api/bookings/{org}/check-availability"
	owner.Post(available, free).Want(200).Is(rooms[0], "data", "rooms", 0, "roomId")
	id := owner.Post(create, byDay(today, rooms[0])).Want(201).Is(2000, "data", "totalAmount").Text("data", "bookingId")
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is(true, "data", "dayUse").Is(today, "data", "checkOut").
		Is(today, "data", "nights", 0, "date").Is(2000, "data", "nights", 0, "amount").Is(95.24, "data", "taxAmount")
	owner.HoldsNights(id, rooms[0])
	owner.Post(available, free).Want(200).Is(rooms[1], "data", "rooms", 0, "roomId")
	owner.Post(create, byDay(today, rooms[0])).Refused(400, "Room 101 is taken in the daytime of 14 Apr 2026")
	owner.Get("/api/bookings/{org}/list?stayFrom="+today+"&stayTo="+today).Want(200).Is(1, "pagination", "total")
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	owner.Get("/api/bookings/{org}/overview").Want(200).Is(1, "data", "occupancy", "occupied").
		Is(2, "data", "today", "available")
	owner.Leave(id, nil)
	owner.Get(apptest.BookingPath(id, "/folio")).Want(200).Is("day-use", "data", "lines", 0, "type").
		Is("Room 101, day use on Tue, 14 Apr 2026", "data", "lines", 0, "description").Is(true, "data", "lines", 0, "lodging")
	owner.InvoicesOf(id).Is(2000, "data", 0, "totalAmount")
	owner.Post("/api/bookings/{org}/night-audit", nil).Want(200).Is(0, "data", "roomsSold").Is(1, "data", "dayUses").
		Is(1904.76, "data", "roomsRevenue").Is(0, "data", "roomNightsPosted").Is(2000, "data", "otherCharges")
	owner.Get("/api/analytics/{org}/kpis?from="+today+"&to="+today).Want(200).Is(0, "data", "roomsSold").
		Is(1, "data", "dayUses").Is(1904.76, "data", "roomsRevenue").Is(1, "data", "arrivals").Is(0, "data", "averageStay")
}

func badDayUse(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	owner.Post(create, apptest.Stay(today, today, rooms[0])).Bad("checkOut")
	owner.Post(create, apptest.Stay(today, "2026-04-15", rooms[0]).Merged(object{"dayUse": true})).Bad("checkOut")
	owner.Post(create, ofCategory(category(owner), today, today, object{"dayUse": true})).Bad("rooms[0].roomId")
	owner.Post(create, byDay(today, rooms[0], rooms[0])).Refused(400, "daytime")
	owner.Post(create, byDay(today, rooms[0]).Merged(object{"rooms": []any{object{"roomId": rooms[0], "roomNumber": "101",
		"roomType": "Deluxe", "adults": 1, "ratePerNight": 1, "rates": []any{object{"date": "2026-04-15", "amount": 5}}}}})).
		Bad("rooms[0].rates[0].date")
	owner.Post("/api/bookings/{org}/check-availability", object{"checkIn": today, "checkOut": today}).Bad("checkOut")
	id := owner.Post(create, byDay("2026-04-15", rooms[0])).Want(201).Text("data", "bookingId")
	owner.Put(apptest.BookingPath(id, "/stay"), object{"checkIn": "2026-04-16", "checkOut": "2026-04-17"}).Bad("checkOut")
	owner.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": false}).Refused(400, "15 Apr 2026")
}

func dayBesideNights(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	owner.Book("2026-04-18", "2026-04-20", rooms[0])
	owner.Post(create, byDay("2026-04-19", rooms[0])).Refused(400, "Room 101 is taken in the daytime of 19 Apr 2026")
	owner.Post(create, byDay("2026-04-20", rooms[0])).Want(201)
	owner.Book("2026-04-20", "2026-04-22", rooms[0])
	// Nobody stays over a day in use, nor is it blocked.
	day := owner.Post(create, byDay("2026-04-25", rooms[1])).Want(201).Text("data", "bookingId")
	const refused = "Room 102 is in day use on 25 Apr 2026"
	owner.Post(create, apptest.Stay("2026-04-24", "2026-04-26", rooms[1])).Refused(400, refused)
	owner.Post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-24", "checkOut": "2026-04-26"}).
		Want(200).Is(rooms[0], "data", "rooms", 0, "roomId").Is(rooms[2], "data", "rooms", 1, "roomId")
	blocks := "/api/rooms/{org}/" + rooms[1] + "/blocks"
	owner.Post(blocks, object{"from": "2026-04-25", "to": "2026-04-26", "reason": "Paint"}).Refused(400, refused)
	owner.Post(blocks, object{"from": "2026-04-23", "to": "2026-04-24", "reason": "Paint"}).Want(201)
	before := owner.Book("2026-04-24", "2026-04-25", rooms[1])
	owner.Put(apptest.BookingPath(before, "/stay"), object{"checkOut": "2026-04-26"}).Refused(400, refused)
	after := owner.Book("2026-04-25", "2026-04-26", rooms[1])
	// Where a guest has it by night both before and after, no other has it by day, whatever room they come from.
	moved := owner.Book("2026-04-24", "2026-04-26", rooms[2])
	owner.Put(apptest.BookingPath(after, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Put(apptest.BookingPath(before, "/cancel"), object{"reason": "x"}).Want(200)
	move := object{"fromRoomId": rooms[2], "toRoomId": rooms[1]}
	owner.Post(apptest.BookingPath(moved, "/move-room"), move).Refused(400, refused)
	owner.Put(apptest.BookingPath(day, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Post(apptest.BookingPath(moved, "/move-room"), move).Want(200)
	owner.Post(apptest.BookingPath(day, "/reinstate"), nil).Refused(400, "daytime")
	owner.Post(blocks, object{"from": "2026-04-28", "to": "2026-04-29", "reason": "Paint"}).Want(201)
	owner.Post(create, byDay("2026-04-28", rooms[1])).Refused(400, "daytime")
}

func dayUseChanged(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Post(create, byDay("2026-04-15", rooms[0])).Want(201).Text("data", "bookingId")
	owner.Put(apptest.BookingPath(id, "/stay"), object{"checkIn": today}).Want(200).Is(today, "data", "checkOut")
	owner.Post(create, byDay("2026-04-15", rooms[0])).Want(201)
	owner.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-15"}).Refused(400, "daytime")
	owner.Put(apptest.BookingPath(id, "/nights"), object{"reason": "Agreed",
		"rates": []any{object{"date": today, "amount": 8000}}}).Want(200).Is(8000, "data", "totalAmount")
	owner.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).Want(200)
	owner.Post(create, byDay(today, rooms[1])).Refused(400, "daytime")
	back := owner.Post(create, byDay(today, rooms[0])).Want(201).Text("data", "bookingId")
	owner.Post(apptest.BookingPath(back, "/no-show"), object{}).Want(200)
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	// The audit posts what nobody has posted yet, by the price of the day: 8000 with 18 % inside.
	owner.Post("/api/bookings/{org}/night-audit", nil).Want(200).Is(1, "data", "dayUses").Is(8000, "data", "otherCharges").
		Is(6779.66, "data", "roomsRevenue").Is(1, "data", "departures", "expected")
	owner = owner.OnDay("2026-04-15")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Post("/api/bookings/{org}/night-audit", nil).Want(200).Is(-1, "data", "dayUses")
	owner.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200).Is("checked-in", "data", "status")
	owner.Leave(id, nil)
}

func dayUseOfSeveral(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.Post(create, byDay(today, rooms[0], rooms[1])).Want(201).Is(4000, "data", "totalAmount").
		Text("data", "bookingId")
	owner.Post(apptest.BookingPath(id, "/checkout-rooms"), object{"roomIds": []any{rooms[0]}}).Want(200)
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is(2000, "data", "totalAmount")
	owner.Post(create, byDay(today, rooms[0])).Want(201)
	owner.Post(apptest.BookingPath(id, "/add-room"), object{"roomId": rooms[2], "roomNumber": "103",
		"roomType": "Deluxe", "adults": 1, "ratePerNight": 1500}).Want(200).
		Is(3500, "data", "totalAmount")
	owner.Post(create, byDay(today, rooms[2])).Refused(400, "daytime")
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	owner.Post(apptest.BookingPath(id, "/checkout-rooms"), object{"roomIds": []any{rooms[2]}}).Want(200)
	owner.Leave(id, nil)
	owner.InvoicesOf(id).Is(3500, "data", 0, "totalAmount")
}

// Clients who want a room by day and others who want to stay over that day never both get it.
func TestDayUseAtOnce(t *testing.T) {
	const clients, rounds = 12, 3
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(1)
		for round := range rounds {
			before, day, after := apptest.Date(5*round), apptest.Date(5*round+1), apptest.Date(5*round+2)
			made := make([]bool, clients)
			apptest.Together(clients, func(i int) {
				body := byDay(day, rooms[0])
				if i%2 == 1 {
					body = apptest.Stay(before, after, rooms[0])
				}
				a, err := desk.Try("POST", create, body)
				if err != nil || a.Status != 201 && a.Status != 400 {
					t.Errorf("%v %d %s", err, a.Status, a.Raw)
				}
				made[i] = a.Status == 201
			})
			number := 0
			for _, is := range made {
				if is {
					number++
				}
			}
			if number != 1 {
				t.Errorf("%d of the clients have the room", number)
			}
		}
		if n := s.DB.Stats().Retries; n != 0 {
			t.Errorf("%d transactions had to be tried again", n)
		}
	})
}
