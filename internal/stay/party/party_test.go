package party_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestParty(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: permissions},
		{Name: "rooms are checked in one by one", Run: oneByOne},
		{Name: "what a check-in of rooms refuses", Run: refusedArrivals},
		{Name: "what the house sees of a party in part", Run: seen},
		{Name: "a room that never came", Run: neverCame},
		{Name: "moves of rooms expected and in house", Run: moves},
		{Name: "the guests of a stay", Run: people},
		{Name: "what a guest of a stay can't be", Run: refusedPeople},
		{Name: "the booking's own guest", Run: ownGuest},
		{Name: "at once", Run: atOnce},
	}, apptest.FoliosAddUp, apptest.BooksHold)
}

func path(id, rest string) string { return apptest.BookingPath(id, rest) }

func guests(id string) string { return path(id, "/guests") }

func name(owner *apptest.Caller, id, room, who string) apptest.Answer {
	owner.Server.T.Helper()
	return owner.Post(guests(id), object{"roomId": room, "name": who}).Want(201)
}

func arrive(owner *apptest.Caller, id string, rooms ...string) apptest.Answer {
	owner.Server.T.Helper()
	return owner.Post(path(id, "/arrival"), object{"roomIds": rooms}).Want(200)
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	id := owner.Book("2026-04-14", "2026-04-16", room)
	person := name(owner, id, room, "Ravi Rao").Text("data", "rooms", 0, "guests", 1, "stayGuestId")
	elsewhere := owner.AnotherHotel()
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	for _, ask := range []struct {
		method, path, flag string
		body               any
	}{{"GET", guests(id), "bookings.view", nil},
		{"POST", guests(id), "bookings.update", object{"roomId": room, "name": "Mira"}},
		{"PUT", guests(id) + "/" + person, "bookings.update", object{"name": "Mira"}},
		{"DELETE", guests(id) + "/" + person, "bookings.update", nil}} {
		none.Do(ask.method, ask.path, ask.body).Refused(403, ask.flag)
		elsewhere.Do(ask.method, ask.path, ask.body).Refused(404, "no such booking")
	}
	theirs := elsewhere.Book("2026-04-14", "2026-04-16", elsewhere.CreateRooms(1)[0])
	elsewhere.Put(guests(theirs)+"/"+person, object{"name": "Mira"}).Refused(404, "no such guest")
	elsewhere.Delete(guests(theirs)+"/"+person).Refused(404, "no such guest")
	owner.Get(guests(id)).Want(200).Is("Ravi Rao", "data", "rooms", 0, "guests", 1, "name")
}

func oneByOne(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.Book("2026-04-14", "2026-04-16", rooms...)
	name(owner, id, rooms[1], "Ravi Rao")
	arrive(owner, id, rooms[1]).Is("checked-in", "data", "status").Is([]any{"101", "103"}, "data", "roomsExpected")
	first := owner.Get(path(id, "")).Want(200).Is("checked-in", "data", "status").
		Is(nil, "data", "rooms", 0, "arrivalTime").Is("Ravi Rao", "data", "rooms", 1, "guestName").
		Is("Asha Rao", "data", "rooms", 2, "guestName")
	came := first.Text("data", "arrivalTime")
	first.Is(came, "data", "rooms", 1, "arrivalTime")

	owner = owner.Later(2 * time.Hour)
	arrive(owner, id, rooms[1]).Is([]any{"101", "103"}, "data", "roomsExpected") // a second click
	arrive(owner, id, rooms[0]).Is([]any{"103"}, "data", "roomsExpected").Is(came, "data", "arrivalTime")
	later := owner.Get(path(id, "")).Want(200).Is(came, "data", "rooms", 1, "arrivalTime").
		Text("data", "rooms", 0, "arrivalTime")
	if later <= came {
		owner.Server.T.Errorf("room 101 came at %s, room 102 at %s", later, came)
	}
	owner.Arrive(id) // all that are still to come
	owner.Get(path(id, "")).Want(200).Is(came, "data", "arrivalTime").Is(later, "data", "rooms", 2, "arrivalTime")

	// Corrected: the time of one room, then of those who came first.
	owner.Post(path(id, "/arrival"), object{"roomIds": []any{rooms[2]}, "arrivalTime": "2026-04-14T05:00:00.000Z"}).
		Want(200).Is("2026-04-14T05:00:00.000Z", "data", "arrivalTime")
	owner.Post(path(id, "/arrival"), object{"arrivalTime": "2026-04-14T06:30:00.000Z"}).Want(200)
	owner.Get(path(id, "")).Want(200).Is("2026-04-14T06:30:00.000Z", "data", "rooms", 2, "arrivalTime").
		Is(later, "data", "rooms", 0, "arrivalTime").Is(came, "data", "rooms", 1, "arrivalTime")
}

func refusedArrivals(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.Book("2026-04-14", "2026-04-16", rooms[0], rooms[1])
	owner.Post(path(id, "/arrival"), object{"roomIds": []any{rooms[0], rooms[2]}}).Bad("roomIds[1]")
	owner.Get(path(id, "")).Want(200).Is("confirmed", "data", "status").Is(nil, "data", "rooms", 0, "arrivalTime")

	category := owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
	stay := apptest.Stay("2026-04-20", "2026-04-22", rooms[0])
	stay["rooms"] = append(stay["rooms"].([]object), object{"categoryId": category, "ratePerNight": 5000, "adults": 2})
	mixed := owner.Post("/api/bookings/{org}/create", stay).Want(201).Text("data", "bookingId")
	owner = owner.OnDay("2026-04-20")
	owner.Post(path(mixed, "/arrival"), object{}).Refused(400, "not assigned yet")
	entry := owner.Get(path(mixed, "")).Want(200).Text("data", "rooms", 1, "entryId")
	owner.Post(path(mixed, "/arrival"), object{"roomIds": []any{entry}}).Refused(400, "not assigned yet")
	arrive(owner, mixed, rooms[0]) // who has a room comes in

	// Who is expected gets a room, and another one, while the others of the party are in house.
	owner.Post(path(mixed, "/assign-room"), object{"entryId": entry, "roomId": rooms[1]}).Want(200)
	owner.Post(path(mixed, "/unassign"), object{"roomId": rooms[1]}).Want(200)
	owner.Post(path(mixed, "/unassign"), object{"roomId": rooms[0]}).Refused(400, "before the arrival")
	owner.Post(path(mixed, "/assign-room"), object{"entryId": entry, "roomId": rooms[2]}).Want(200)
	arrive(owner, mixed, rooms[2]).Is([]any{}, "data", "roomsExpected")
}

// seen looks at a party of which one room has come: the other is expected everywhere.
func seen(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-14", "2026-04-16", rooms...)
	name(owner, id, rooms[1], "Ravi Rao")
	arrive(owner, id, rooms[0])

	owner.BookNewRoom("2026-04-14", "2026-04-16")
	if found := owner.Get("/api/bookings/{org}/list?inPart=true").Want(200).Is(id, "data", 0, "bookingId"); len(
		found.List("data")) != 1 {
		owner.Server.T.Errorf("in part are %s", found.Raw)
	}
	board := owner.Get("/api/rooms/{org}/housekeeping").Want(200)
	board.Is("occupied", "data", "rooms", 0, "occupancy").Is("arrival", "data", "rooms", 1, "occupancy").
		Is("Ravi Rao", "data", "rooms", 1, "arrival", "guestName")
	owner.Get("/api/bookings/{org}/overview").Want(200).Is(1, "data", "occupancy", "occupied")
	chart := owner.Get("/api/bookings/{org}/stays?from=2026-04-14&to=2026-04-17").Want(200)
	chart.Is([]any{"checked-in", "confirmed", "confirmed"}, "data", "bars", "status").
		Is([]any{"Asha Rao", "Ravi Rao", "Asha Rao"}, "data", "bars", "guestName")
	calendar := owner.Get("/api/analytics/{org}/calendar?days=2").Want(200)
	if text := string(calendar.Raw); !strings.Contains(text, "occupied") || !strings.Contains(text, "reserved") {
		owner.Server.T.Errorf("the calendar has %s", text)
	}

	// Somebody else may be put up in the room only by leave of who is expected, but nobody is in it.
	other := owner.Book("2026-04-18", "2026-04-19", rooms[1])
	arrive(owner, other, rooms[1]).Is("early-arrival", "warnings", 0, "code")
	owner.Post(path(id, "/arrival"), object{}).Bad("force")
	owner.Post(path(id, "/arrival"), object{"force": true}).Want(200).Is("occupied-room", "warnings", 0, "code")
}

// neverCame closes a day on a room that is expected, then gives it back: the night that it was kept is charged, the
// next isn't, nothing is dirty.
func neverCame(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.Book("2026-04-14", "2026-04-17", rooms...)
	arrive(owner, id, rooms[0])
	owner.Post(apptest.NightAudits, object{"markNoShows": true}).Want(200).
		Is([]any{"102", "103"}, "data", "overdueArrivals", 0, "rooms").Is([]any{}, "data", "noShows")
	owner.Post(path(id, "/checkout-rooms"), object{"roomIds": []any{rooms[1]}}).Want(200)
	owner = owner.OnDay("2026-04-15")
	owner.Post(path(id, "/checkout-rooms"), object{"roomIds": []any{rooms[2]}}).Want(200)
	owner.Get(path(id, "")).Want(200).Is(3*5000+5000, "data", "totalAmount")
	board := owner.Get("/api/rooms/{org}/housekeeping").Want(200)
	board.Is("clean", "data", "rooms", 1, "housekeeping").Is("clean", "data", "rooms", 2, "housekeeping")
	owner.Book("2026-04-15", "2026-04-17", rooms[1], rooms[2])
	owner.Leave(id, object{})
	owner.Get("/api/rooms/{org}/housekeeping").Want(200).Is("dirty", "data", "rooms", 0, "housekeeping")
}

func moves(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(5)
	id := owner.Book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
	name(owner, id, rooms[1], "Ravi Rao")
	arrive(owner, id, rooms[0])
	owner = owner.OnDay("2026-04-15")
	// Nobody has been in room 102: its party has room 103 for the whole stay, with its guest, and leaves nothing dirty.
	owner.Post(path(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[2]}).Want(200)
	moved := owner.Get(path(id, "")).Want(200)
	moved.Is("103", "data", "rooms", 1, "roomNumber").Is("2026-04-14", "data", "rooms", 1, "from").
		Is("Ravi Rao", "data", "rooms", 1, "guestName").Is(nil, "data", "rooms", 1, "arrivalTime")
	owner.Get("/api/rooms/{org}/housekeeping").Want(200).Is("clean", "data", "rooms", 1, "housekeeping")
	// Who is in house moves from today on.
	owner.Post(path(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[3]}).Want(200)
	owner.Get("/api/rooms/{org}/housekeeping").Want(200).Is("dirty", "data", "rooms", 0, "housekeeping")
	arrive(owner, id, rooms[2]).Is([]any{}, "data", "roomsExpected")
	owner.Post(path(id, "/add-room"), apptest.Stay("", "", rooms[4])["rooms"].([]object)[0]).Want(200)
	added := owner.Get(path(id, "")).Want(200)
	if last := len(added.List("data", "rooms")) - 1; added.At("data", "rooms", last, "arrivalTime") == nil {
		owner.Server.T.Errorf("a room added for people who are here is expected")
	}
	owner.Leave(id, object{})
}

func people(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := owner.Book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
	owner.Get(guests(id)).Want(200).Is(id, "data", "rooms", 0, "guests", 0, "stayGuestId").
		Is(true, "data", "rooms", 0, "guests", 0, "lead").Is([]any{}, "data", "rooms", 1, "guests")

	ravi := owner.Post("/api/guests/{org}/create", object{"name": "Ravi Rao", "phone": "+91 98450 11111"}).Want(201).
		Text("data", "_id")
	owner.Post(guests(id), object{"roomId": rooms[0], "guestId": ravi, "arrives": "2026-04-15"}).Want(201).
		Is("Ravi Rao", "data", "rooms", 0, "guests", 1, "name").Is(ravi, "data", "rooms", 0, "guests", 1, "guestId").
		Is("2026-04-15", "data", "rooms", 0, "guests", 1, "arrives").Is([]any{}, "warnings")
	child := owner.Post(guests(id), object{"roomId": rooms[0], "age": 6}).Want(201).
		Is("more-guests", "warnings", 0, "code").Is(nil, "data", "rooms", 0, "guests", 2, "guestId")
	mira := name(owner, id, rooms[1], "Mira Sen").Text("data", "rooms", 1, "guests", 0, "guestId")
	owner.Get("/api/guests/{org}/"+mira).Want(200).Is("Mira Sen", "data", "name")
	owner.Get(path(id, "")).Want(200).Is("Asha Rao", "data", "rooms", 0, "guestName").
		Is("Ravi Rao", "data", "rooms", 0, "sharers").Is("Mira Sen", "data", "rooms", 1, "guestName")
	owner.Get("/api/bookings/{org}/list?search=mira").Want(200).Is(id, "data", 0, "bookingId")
	owner.Get("/api/bookings/{org}/list?search=ravi").Want(200).Is(id, "data", 0, "bookingId")
	owner.Delete("/api/guests/{org}/"+mira+"/delete").Refused(400, "must stay")

	who := child.Text("data", "rooms", 0, "guests", 2, "stayGuestId")
	owner.Put(guests(id)+"/"+who, object{"name": "Tara", "age": 7, "roomId": rooms[1]}).Want(200).
		Is("Tara", "data", "rooms", 1, "guests", 1, "name").Is(7, "data", "rooms", 1, "guests", 1, "age")
	before := owner.Get(guests(id)).Want(200)
	owner.Put(guests(id)+"/"+who, object{"name": "Tara"}).Want(200).Is(before.At("data"), "data") // the version, too
	// A room changes, and its people go with it.
	owner.Post(path(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[2]}).Want(200)
	owner.Get(guests(id)).Want(200).Is("103", "data", "rooms", 1, "roomNumber").
		Is("Mira Sen", "data", "rooms", 1, "guests", 0, "name").Is("Tara", "data", "rooms", 1, "guests", 1, "name")
	if left := owner.Delete(guests(id)+"/"+who).Want(200).List("data", "rooms", 1, "guests"); len(left) != 1 {
		owner.Server.T.Errorf("room 103 has %v", left)
	}
	owner.Delete(guests(id)+"/"+who).Refused(404, "no such guest")
}

func refusedPeople(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-14", "2026-04-17", rooms[0])
	elsewhere := owner.AnotherHotel()
	stranger := elsewhere.Post("/api/guests/{org}/create", object{"name": "Mira"}).Want(201).Text("data", "_id")
	for _, bad := range []struct {
		field string
		body  object
	}{{"roomId", object{"roomId": rooms[1], "name": "Ravi"}}, {"name", object{"roomId": rooms[0]}},
		{"name", object{"roomId": rooms[0], "name": "  "}}, {"roomId", object{"name": "Ravi"}},
		{"guestId", object{"roomId": rooms[0], "guestId": stranger}}, {"age", object{"roomId": rooms[0], "age": 18}},
		{"age", object{"roomId": rooms[0], "age": -1}},
		{"arrives", object{"roomId": rooms[0], "name": "Ravi", "arrives": "2026-04-13"}},
		{"departs", object{"roomId": rooms[0], "name": "Ravi", "departs": "2026-04-18"}},
		{"departs", object{"roomId": rooms[0], "name": "Ravi", "arrives": "2026-04-16", "departs": "2026-04-15"}},
		{"phone", object{"roomId": rooms[0], "name": "Ravi", "phone": "call me"}},
		{"email", object{"roomId": rooms[0], "name": "Ravi", "email": "ravi"}}} {
		owner.Post(guests(id), bad.body).Bad(bad.field)
	}
	ravi := name(owner, id, rooms[0], "Ravi").Text("data", "rooms", 0, "guests", 1, "guestId")
	owner.Post(guests(id), object{"roomId": rooms[0], "guestId": ravi}).Bad("guestId")
	owner.Put(path(id, "/cancel"), object{"reason": "Ill"}).Want(200)
	owner.Post(guests(id), object{"roomId": rooms[0], "name": "Mira"}).Refused(400, "cancelled")
}

func ownGuest(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-14", "2026-04-17", rooms...)
	name(owner, id, rooms[0], "Ravi Rao")
	owner.Put(guests(id)+"/"+id, object{"roomId": rooms[1], "departs": "2026-04-16"}).Want(200).
		Is("Ravi Rao", "data", "rooms", 0, "guests", 0, "name").Is("Asha Rao", "data", "rooms", 1, "guests", 0, "name")
	owner.Get(path(id, "")).Want(200).Is("Ravi Rao", "data", "rooms", 0, "guestName").Is("Asha Rao", "data", "guestName")
	owner.Put(guests(id)+"/"+id, object{"name": "Mira"}).Bad("name")
	owner.Delete(guests(id)+"/"+id).Refused(400, "change the guest")
	owner.Put(path(id, "/change-guest"), object{"newGuestName": "Mira Sen", "newGuestPhone": "+91 98450 22222"}).Want(200)
	owner.Get(guests(id)).Want(200).Is("Mira Sen", "data", "rooms", 1, "guests", 0, "name").
		Is("2026-04-16", "data", "rooms", 1, "guests", 0, "departs")
	owner.Get(path(id, "")).Want(200).Is("Mira Sen", "data", "rooms", 1, "guestName")
}

// atOnce names twenty people and checks two rooms in twice, all at the same moment.
func atOnce(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := owner.Book("2026-04-14", "2026-04-17", rooms...)
	var wait sync.WaitGroup
	for i := range 10 {
		wait.Go(func() { name(owner, id, rooms[i%2], fmt.Sprint("Guest ", i)) })
	}
	for _, room := range append(rooms, rooms...) {
		wait.Go(func() { arrive(owner, id, room) })
	}
	wait.Wait()
	got := owner.Get(guests(id)).Want(200)
	for i, want := range []int{6, 5} {
		if list := got.List("data", "rooms", i, "guests"); len(list) != want {
			t.Errorf("room %d has %d guests, want %d", i, len(list), want)
		}
	}
	owner.Get(path(id, "/folio")).Want(200)
}
