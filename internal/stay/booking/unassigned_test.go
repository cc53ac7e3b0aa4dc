package booking_test

import (
	"fmt"
	"testing"

	"sarai/internal/app/apptest"
)

// Bookings of a category have no room until one is assigned, and are never more than the rooms that are free.
func TestUnassignedRooms(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "booked by category", Run: bookedByCategory},
		{Name: "what is wrong", Run: badEntries},
		{Name: "sold out", Run: categorySoldOut},
		{Name: "somebody wants the very room", Run: keptRoomWanted},
		{Name: "rooms out of use and of another category", Run: keptRoomLost},
		{Name: "assigned, taken back, locked", Run: assigned},
		{Name: "changed before a room is assigned", Run: changedUnassigned},
		{Name: "overbooked", Run: overbooked},
	}, apptest.FoliosAddUp)
}

// ofCategory is the request for a room of the category.
func ofCategory(category, from, to string, fields ...object) object {
	entry := object{"categoryId": category, "ratePerNight": 2000, "adults": 2}
	body := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to,
		"rooms": []any{entry}}
	for _, more := range fields {
		body = body.Merged(more)
	}
	return body
}

func category(owner *apptest.Caller) string {
	return owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
}

const create = "/api/bookings/{org}/create"

// freeIn is how many rooms the category has free on the night.
func freeIn(owner *apptest.Caller, night string) int {
	found := owner.Get("/api/availability/{org}/categories?from=" + night + "&to=" + apptest.NextDay(night)).Want(200)
	return int(found.Number("data", 0, "nights", 0, "free"))
}

func bookedByCategory(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	deluxe := category(owner)
	made := owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-22")).Want(201)
	made.Is("", "data", "rooms", 0, "roomId").Is("", "data", "rooms", 0, "roomNumber").
		Is("", "data", "rooms", 0, "roomType").Is(deluxe, "data", "rooms", 0, "categoryId").
		Is(4000, "data", "totalAmount").Is("", "data", "nights", 0, "roomId")
	id := made.Text("data", "bookingId")
	read := owner.Get(apptest.BookingPath(id, "")).Want(200).Is("", "data", "rooms", 0, "roomNumber").
		Is(false, "data", "overbooked").Is("2026-04-22", "data", "rooms", 0, "to").Is(false, "data", "rooms", 0, "locked")
	entry := read.Text("data", "rooms", 0, "entryId")
	if entry == "" || entry != read.Text("data", "nights", 1, "entryId") {
		t.Errorf("the entry has no id of its own: %s", read.Raw)
	}
	if n := freeIn(owner, "2026-04-20"); n != 1 {
		t.Errorf("%d rooms are free", n)
	}
	free := owner.Post("/api/bookings/{org}/check-availability",
		object{"checkIn": "2026-04-21", "checkOut": "2026-04-22"}).Want(200)
	if n := len(free.List("data", "rooms")); n != 1 {
		t.Errorf("%d rooms are offered: %s", n, free.Raw)
	}
	own := owner.Post("/api/bookings/{org}/check-availability",
		object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "bookingId": id}).Want(200)
	if n := len(own.List("data", "rooms")); n != 2 {
		t.Errorf("%d rooms are offered to the booking that one is kept for: %s", n, own.Raw)
	}
	listed := owner.Get("/api/bookings/{org}/list").Want(200)
	if rooms := listed.List("data", 0, "rooms"); len(rooms) != 0 {
		t.Errorf("the list names rooms %v", rooms)
	}
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Refused(400, "assign")
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	if n := freeIn(owner, "2026-04-20"); n != 2 {
		t.Errorf("after the cancellation %d rooms are free", n)
	}
	owner.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
	if n := freeIn(owner, "2026-04-21"); n != 1 {
		t.Errorf("after the reinstatement %d rooms are free", n)
	}
}

func badEntries(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	deluxe := category(owner)
	bad := func(entry object) apptest.Answer {
		return owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-22", object{"rooms": []any{entry}}))
	}
	none := bad(object{"ratePerNight": 1, "adults": 1})
	none.Bad("rooms[0].roomId").Bad("rooms[0].roomNumber").Bad("rooms[0].roomType")
	bad(object{"ratePerNight": 1, "adults": 1, "roomId": apptest.Nobody}).Bad("rooms[0].roomNumber")
	bad(object{"ratePerNight": 1, "adults": 1, "categoryId": apptest.Nobody}).Bad("rooms[0].categoryId")
	bad(object{"adults": 1, "categoryId": deluxe}).Bad("rooms[0].ratePerNight")
	elsewhere := owner.AnotherHotel()
	elsewhere.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-22")).Bad("rooms[0].categoryId")
}

func categorySoldOut(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	deluxe := category(owner)
	owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-22")).Want(201)
	owner.Book("2026-04-21", "2026-04-23", rooms[0])
	owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-22")).Refused(400, "21 Apr 2026")
	owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-21")).Want(201)
	owner.Post(create, apptest.Stay("2026-04-20", "2026-04-21", rooms[0])).Refused(400, "taken on 20 Apr 2026")
	owner.Post("/api/rooms/{org}/"+rooms[1]+"/blocks",
		object{"from": "2026-04-21", "to": "2026-04-22"}).Refused(400, "taken")
	// A night in one room, the next in another: no room is free for the whole stay, and the category still is.
	owner.Book("2026-04-25", "2026-04-26", rooms[0])
	owner.Book("2026-04-26", "2026-04-27", rooms[1])
	owner.Post(create, ofCategory(deluxe, "2026-04-25", "2026-04-27")).Want(201)
	owner.Post(create, ofCategory(deluxe, "2026-04-26", "2026-04-27")).Refused(400, "No room of the category is free")
}

func keptRoomWanted(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	deluxe := category(owner)
	owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-22")).Want(201)
	// Whichever room is kept, two others can be had by their numbers.
	owner.Book("2026-04-20", "2026-04-22", rooms[2])
	owner.Book("2026-04-21", "2026-04-22", rooms[1])
	owner.Post(create, apptest.Stay("2026-04-20", "2026-04-22", rooms[0])).Refused(400, "taken on 21 Apr 2026")
	owner.Book("2026-04-20", "2026-04-21", rooms[0])
	owner.Post(create, apptest.Stay("2026-04-20", "2026-04-21", rooms[1])).Refused(400, "taken on 20 Apr 2026")
}

func keptRoomLost(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	deluxe := category(owner)
	suite := owner.Post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).Want(201).
		Text("data", "_id")
	owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-22")).Want(201)
	for i, change := range []object{{"isActive": false}, {"categoryId": suite}} {
		owner.Put("/api/rooms/{org}/"+rooms[1-i]+"/update", change).Want(200)
		owner.Put("/api/rooms/{org}/"+rooms[i]+"/update", change).Refused(400, " Apr 2026")
		owner.Delete("/api/rooms/{org}/"+rooms[i]+"/delete").Refused(400, " Apr 2026")
		owner.Put("/api/rooms/{org}/"+rooms[1-i]+"/update", object{"isActive": true, "categoryId": deluxe}).Want(200)
	}
}

func assigned(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	deluxe := category(owner)
	suite := owner.Post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).Want(201).
		Text("data", "_id")
	best := owner.Post("/api/rooms/{org}/create", object{"roomNumber": "9", "categoryId": suite}).Want(201).
		Text("data", "_id")
	entries := []any{object{"categoryId": deluxe, "ratePerNight": 2000, "adults": 2},
		object{"categoryId": deluxe, "ratePerNight": 3000, "adults": 1}}
	made := owner.Post(create, ofCategory(deluxe, "2026-04-14", "2026-04-16", object{"rooms": entries})).Want(201)
	id := made.Text("data", "bookingId")
	path := func(rest string) string { return apptest.BookingPath(id, rest) }
	owner.Post(path("/assign-room"), object{"roomId": apptest.Nobody}).Bad("roomId")
	owner.Post(path("/assign-room"), object{"roomId": rooms[0], "entryId": apptest.Nobody}).Bad("entryId")
	tried := owner.Post(path("/assign-room?dryRun=true"), object{"roomId": rooms[0]}).Want(200)
	tried.Is(rooms[0], "data", "rooms", 0, "roomId").Is(10000, "data", "totalAmount")
	owner.Get(path("")).Is("", "data", "rooms", 0, "roomId")
	second := made.Text("data", "rooms", 1, "entryId")
	done := owner.Post(path("/assign-room"), object{"roomId": rooms[0], "entryId": second}).Want(200)
	done.Is("", "data", "rooms", 0, "roomNumber").Is("101", "data", "rooms", 1, "roomNumber").
		Is("Deluxe", "data", "rooms", 1, "roomType").Is(10000, "data", "totalAmount").
		Is(3000, "data", "nights", 1, "amount").Is(rooms[0], "data", "nights", 1, "roomId")
	owner.HoldsNights(id, rooms[0], "2026-04-14", "2026-04-15")
	owner.Post(path("/arrival"), nil).Refused(400, "not assigned")
	// An upgrade keeps the price and what was booked.
	owner.Post(path("/assign-room"), object{"roomId": best, "locked": false}).Want(200).
		Is("9", "data", "rooms", 0, "roomNumber").Is(deluxe, "data", "rooms", 0, "categoryId").
		Is(10000, "data", "totalAmount")
	owner.Post(path("/assign-room"), object{"roomId": rooms[1]}).Refused(400, "move-room")
	owner.Get(path("")).Is(false, "data", "rooms", 0, "locked").Is(true, "data", "rooms", 1, "locked")
	owner.Post(path("/lock"), object{"roomId": best}).Want(200)
	owner.Post(path("/lock"), object{"roomId": rooms[0], "locked": false}).Want(200)
	owner.Get(path("")).Is(true, "data", "rooms", 0, "locked").Is(false, "data", "rooms", 1, "locked")
	owner.Post(path("/lock"), object{"roomId": rooms[1]}).Bad("roomId")
	owner.Post(path("/unassign"), object{"roomId": rooms[1]}).Bad("roomId")
	owner.Post(path("/unassign"), object{"roomId": best}).Want(200).Is("", "data", "rooms", 0, "roomId")
	owner.HoldsNights(id, best)
	if n := freeIn(owner, "2026-04-15"); n != 0 {
		t.Errorf("%d rooms are free", n)
	}
	owner.Post(path("/assign-room"), object{"roomId": rooms[1]}).Want(200)
	owner.Post(path("/arrival"), nil).Want(200)
	owner.Post(path("/unassign"), object{"roomId": rooms[1]}).Refused(400, "before the arrival")
	lines, _ := owner.FolioLines(id)
	if len(lines) != 2 {
		t.Errorf("the folio has %d lines on the day of arrival", len(lines))
	}
}

func changedUnassigned(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	deluxe := category(owner)
	made := owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-21")).Want(201)
	id, entry := made.Text("data", "bookingId"), made.Text("data", "rooms", 0, "entryId")
	path := func(rest string) string { return apptest.BookingPath(id, rest) }
	owner.Put(path("/stay"), object{"checkOut": "2026-04-23"}).Want(200).Is(6000, "data", "totalAmount")
	owner.Put(path("/nights"), object{"reason": "x", "nights": []any{
		object{"date": "2026-04-21", "roomId": entry, "amount": 500}}}).Want(200).Is(4500, "data", "totalAmount")
	owner.Post(path("/add-room"), object{"categoryId": deluxe, "ratePerNight": 1000, "adults": 1}).Want(200).
		Is(7500, "data", "totalAmount")
	owner.Post(path("/add-room"), object{"categoryId": deluxe, "ratePerNight": 1000, "adults": 1}).
		Refused(400, "No room of the category is free on 20 Apr 2026, 21 Apr 2026, 22 Apr 2026")
	owner.Book("2026-04-23", "2026-04-24", rooms[0])
	owner.Put(path("/stay"), object{"checkOut": "2026-04-24"}).Refused(400, "23 Apr 2026")
	owner.Post(path("/checkout-rooms"), object{"roomIds": []any{entry}}).Want(200)
	owner.Get(path("")).Is(3000, "data", "totalAmount")
	if n := freeIn(owner, "2026-04-22"); n != 1 {
		t.Errorf("%d rooms are free", n)
	}
	owner.Post(path("/move-room"), object{"fromRoomId": owner.Get(path("")).Text("data", "rooms", 1, "entryId"),
		"toRoomId": rooms[1]}).Want(200).Is("102", "data", "rooms", 0, "roomNumber")
	owner.HoldsNights(id, rooms[1], "2026-04-20", "2026-04-21", "2026-04-22")
}

func overbooked(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	deluxe := category(owner)
	first := owner.Book("2026-04-14", "2026-04-16", rooms[0])
	clerk := owner.Member("Clerk", object{"bookings": object{"view": true, "create": true, "update": true}})
	over := ofCategory(deluxe, "2026-04-14", "2026-04-15", object{"overbook": true})
	clerk.Post(create, over).Refused(403, "bookings.manage")
	id := owner.Post(create, over).Want(201).Text("data", "bookingId")
	owner.Get(apptest.BookingPath(id, "")).Is(true, "data", "overbooked")
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Refused(400, "overbooked")
	owner.Get("/api/bookings/{org}/list?overbooked=true").Want(200).Is(1, "pagination", "total").
		Is(id, "data", 0, "bookingId")
	owner.Put(apptest.BookingPath(first, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Post(apptest.BookingPath(id, "/assign-room"), object{"roomId": rooms[0]}).Want(200)
	owner.Get(apptest.BookingPath(id, "")).Is(false, "data", "overbooked")
	owner.Get("/api/bookings/{org}/list?overbooked=true").Want(200).Is(0, "pagination", "total")
	owner.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
}

// Of forty who want the last room of a category at once, by category or by its number, one gets it.
func TestTheLastRoomOfACategory(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(3)
		deluxe := category(owner)
		owner.Post(create, ofCategory(deluxe, "2026-04-20", "2026-04-23")).Want(201)
		owner.Post(create, ofCategory(deluxe, "2026-04-21", "2026-04-22")).Want(201)
		apptest.CountStatuses(t, 40, map[int]int{201: 1, 400: 39}, func(i int) (apptest.Answer, error) {
			body := ofCategory(deluxe, "2026-04-20", "2026-04-23")
			if i%2 == 0 {
				body = apptest.Stay("2026-04-20", "2026-04-23", rooms[i/2%3])
			}
			return owner.Try("POST", create, body.Merged(object{"guestName": fmt.Sprintf("Guest %d", i)}))
		})
		if n := owner.QueryInt(`SELECT COUNT(*) FROM room_nights WHERE org_id = $1 AND night = '2026-04-21'`); n != 3 {
			t.Errorf("%d of 3 rooms are held", n)
		}
	})
}
