package booking_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// Where somebody else has the room, a change finds a way: another room from that night on, or the other gives way.
func TestConflicts(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "a stay is extended into another room", Run: extendsOnward},
		{Name: "a guest in house goes on today", Run: goesOnToday},
		{Name: "a party is given two rooms", Run: assignedOnward},
		{Name: "another booking gives way", Run: givesWay},
		{Name: "who doesn't give way", Run: doesNotGiveWay},
	}, apptest.FoliosAddUp)
}

func roomNumbers(owner *apptest.Caller, bookingID string) (numbers []string) {
	for i := range owner.Get(apptest.BookingPath(bookingID, "")).Want(200).List("data", "rooms") {
		numbers = append(numbers, owner.Get(apptest.BookingPath(bookingID, "")).Text("data", "rooms", i, "roomNumber"))
	}
	return numbers
}

func extendsOnward(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-20", "2026-04-22", rooms[0])
	owner.Book("2026-04-23", "2026-04-25", rooms[0])
	stay := apptest.BookingPath(id, "/stay")
	price := owner.Get(apptest.BookingPath(id, "")).Want(200).Number("data", "totalAmount")
	onward := func(roomID, from string) object {
		return object{"checkOut": "2026-04-24",
			"onward": object{"fromRoomId": rooms[0], "roomId": roomID, "from": from}}
	}
	owner.Put(stay, object{"checkOut": "2026-04-24"}).Refused(400, "101")
	owner.Put(stay, onward(rooms[1], "2026-04-24")).Bad("onward.from")
	owner.Put(stay, onward(rooms[0], "2026-04-23")).Bad("onward.roomId")
	owner.Put(stay, onward(apptest.Nobody, "2026-04-23")).Bad("onward.roomId")
	owner.Put(stay, object{"onward": object{"fromRoomId": rooms[1], "roomId": rooms[1], "from": "2026-04-21"}}).
		Bad("onward.fromRoomId")
	tried := owner.Put(stay+"?dryRun=true", onward(rooms[1], "2026-04-23")).Want(200).Is([]any{}, "data", "conflicts")
	owner.Put(stay, onward(rooms[1], "2026-04-23")).Want(200).Is(price*2, "data", "totalAmount").
		Is(tried.At("data", "totalAmount"), "data", "totalAmount")
	owner.HoldsNights(id, rooms[0], "2026-04-20", "2026-04-21", "2026-04-22")
	owner.HoldsNights(id, rooms[1], "2026-04-23")
	if got := roomNumbers(owner, id); len(got) != 2 || got[1] != "102" {
		t.Errorf("the party's rooms are %v", got)
	}
	// Shortened to where it was, the move falls away, and the party stays where it is.
	owner.Put(stay, object{"checkOut": "2026-04-22"}).Refused(400, "leave it no night")
	owner.Put(stay, object{"checkOut": "2026-04-22", "dropMoves": true}).Want(200).Is(price, "data", "totalAmount")
	owner.HoldsNights(id, rooms[0], "2026-04-20", "2026-04-21")
	owner.HoldsNights(id, rooms[1])
	if got := roomNumbers(owner, id); len(got) != 1 || got[0] != "101" {
		t.Errorf("the party's room is %v", got)
	}
	// From the first night on: other dates in another room, in one step.
	owner.Put(stay, onward(rooms[1], "2026-04-20")).Want(200)
	owner.HoldsNights(id, rooms[1], "2026-04-20", "2026-04-21", "2026-04-22", "2026-04-23")
}

func goesOnToday(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.Book("2026-04-12", "2026-04-14", rooms[0])
	owner.Book("2026-04-14", "2026-04-16", rooms[0])
	overstays := owner.Book("2026-04-12", "2026-04-13", rooms[1])
	arrive(owner, id, nil).Want(200)
	arrive(owner, overstays, object{"force": true}).Want(200)
	body := func(roomID string) object {
		return object{"checkOut": "2026-04-15", "onward": object{"fromRoomId": rooms[0], "roomId": roomID,
			"from": "2026-04-14"}}
	}
	stay := apptest.BookingPath(id, "/stay")
	owner.Put(stay, body(rooms[1])).Bad("force")
	warned(owner.Put(stay, body(rooms[2])).Want(200))
	owner.HoldsNights(id, rooms[2], "2026-04-14")
	owner.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Is("dirty", "data", "housekeeping")
}

func assignedOnward(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	owner.Book("2026-04-20", "2026-04-21", rooms[0])
	owner.Book("2026-04-21", "2026-04-22", rooms[1])
	made := owner.Post(create, object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-20",
		"checkOut": "2026-04-22", "rooms": []any{object{"categoryId": category(owner), "ratePerNight": 2000, "adults": 2}}}).
		Want(201)
	id := made.Text("data", "bookingId")
	path := apptest.BookingPath(id, "/assign-room")
	owner.Post(path, object{"roomId": rooms[1]}).Refused(400, "102")
	owner.Post(path, object{"roomId": rooms[1], "onward": object{"roomId": rooms[0], "from": "2026-04-21"}}).Want(200).
		Is(4000, "data", "totalAmount")
	owner.HoldsNights(id, rooms[1], "2026-04-20")
	owner.HoldsNights(id, rooms[0], "2026-04-21")
}

func givesWay(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-20", "2026-04-22", rooms[0])
	other := owner.Post(create, object{"guestName": "Ravi Das", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-22",
		"checkOut": "2026-04-24", "rooms": []any{object{"categoryId": category(owner), "ratePerNight": 2000, "adults": 2}}}).
		Want(201).Text("data", "bookingId")
	owner.Post(apptest.BookingPath(other, "/assign-room"), object{"roomId": rooms[0], "locked": false}).Want(200)
	way := object{"bookingId": other, "fromRoomId": rooms[0], "toRoomId": rooms[1]}
	body := object{"checkOut": "2026-04-23", "giveWay": way}
	stay := apptest.BookingPath(id, "/stay")
	owner.Put(stay+"?dryRun=true", body).Want(200).Is([]any{}, "data", "conflicts")
	owner.HoldsNights(other, rooms[0], "2026-04-22", "2026-04-23")
	owner.Put(stay, body).Want(200)
	owner.HoldsNights(id, rooms[0], "2026-04-20", "2026-04-21", "2026-04-22")
	owner.HoldsNights(other, rooms[1], "2026-04-22", "2026-04-23")
	owner.Get(apptest.BookingPath(other, "")).Want(200).Is(false, "data", "rooms", 0, "locked").
		Is(4000, "data", "totalAmount")
	// Into a room that another has: it goes back for that.
	third := owner.Book("2026-04-24", "2026-04-25", rooms[0])
	owner.Put(apptest.BookingPath(third, "/stay"), object{"checkIn": "2026-04-23"}).Want(200)
	owner.Post(apptest.BookingPath(third, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).
		Refused(400, "102")
	if got := roomNumbers(owner, third); got[0] != "101" {
		t.Errorf("the third is in %v", got)
	}
}

func doesNotGiveWay(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-20", "2026-04-22", rooms[0])
	locked := owner.Book("2026-04-22", "2026-04-24", rooms[0])
	way := func(bookingID, to string) object {
		return object{"checkOut": "2026-04-23", "giveWay": object{"bookingId": bookingID, "fromRoomId": rooms[0],
			"toRoomId": to}}
	}
	stay := apptest.BookingPath(id, "/stay")
	owner.Put(stay+"?dryRun=true", way(locked, rooms[1])).Want(200).
		Is("Room 101 is locked to the party of booking BK-2.", "data", "conflicts", 0)
	owner.Put(stay, way(locked, rooms[1])).Refused(400, "is locked to the party")
	owner.Put(stay, way(id, rooms[1])).Bad("giveWay.bookingId")
	owner.Put(stay, way(apptest.Nobody, rooms[1])).Bad("giveWay.bookingId")
	owner.Post(apptest.BookingPath(locked, "/lock"), object{"roomId": rooms[0], "locked": false}).Want(200)
	owner.Put(stay, way(locked, rooms[0])).Bad("giveWay.toRoomId")
	owner.HoldsNights(locked, rooms[0], "2026-04-22", "2026-04-23") // nothing of it was done
	owner.Put(stay, way(locked, rooms[1])).Want(200)
}
