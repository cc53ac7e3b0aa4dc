package app_test

import (
	"net/url"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// What a front office and a client that sends whole records back found wrong once.
func TestFrontOffice(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, desk *apptest.Caller)
	}{
		{"a booking is sent back whole", bookingSentBack},
		{"a room is sent back whole", roomSentBack},
		{"identity is corrected", identityCorrected},
		{"rooms that need cleaning", needsCleaning},
		{"a guest is found by phone", guestByPhone},
		{"a guest of a booking", bookedGuest},
	}
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.T = t
				s.Clock.Set(apptest.Noon)
				scenario.run(t, owner.AnotherHotel())
			})
		}
	})
}

// Every field of an answer is good in the requests that have it, the empty ones too.
func bookingSentBack(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	whole := func() any { return desk.Get(apptest.BookingPath(id, "")).At("data") }
	for _, path := range []string{"/stay", "/arrival", "/update-guest"} {
		desk.Put(apptest.BookingPath(id, path), whole()).Want(200)
	}
	desk.Put(apptest.BookingPath(id, "/arrival"), object{"expectedArrivalTime": "24:00"}).Bad("expectedArrivalTime")
	desk.Put(apptest.BookingPath(id, "/arrival"), object{"expectedArrivalTime": "17:05"}).Want(200)
	desk.Put(apptest.BookingPath(id, "/arrival"), whole()).Want(200)
	desk.Get(apptest.BookingPath(id, "")).Is("17:05", "data", "expectedArrivalTime")
	desk.Put(apptest.BookingPath(id, "/arrival"), object{"expectedArrivalTime": ""}).Want(200)
	desk.Get(apptest.BookingPath(id, "")).Is("", "data", "expectedArrivalTime")
	desk.Post(apptest.BookingPath(id, "/arrival"), whole()).Want(200)
	desk.Put(apptest.BookingPath(id, "/checkout"), whole()).Want(200)
	desk.Put(apptest.BookingPath(id, "/stay"), whole()).Want(200)
}

// A room without a rate of its own still follows its category after its whole record came back.
func roomSentBack(t *testing.T, desk *apptest.Caller) {
	room := desk.CreateRooms(1)[0]
	record := func() apptest.Answer { return desk.Get("/api/rooms/{org}/" + room).Want(200) }
	update := func(body any) { desk.Put("/api/rooms/{org}/"+room+"/update", body).Want(200) }
	base := func(rate int) {
		desk.Put("/api/room-categories/{org}/"+record().Text("data", "category", "_id")+"/update", object{"baseRate": rate}).Want(200)
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

func identityCorrected(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	guest := "/api/guests/{org}/" + desk.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
	correct := func(body object) {
		desk.Server.Clock.Advance(time.Second) // so that the trail has an order
		desk.Put(apptest.BookingPath(id, "/update-guest"), body).Want(200)
	}
	correct(object{"idType": "passport", "idNumber": "Z1234567"})
	correct(object{"guestName": "Asha R. Rao"})
	desk.Get(guest).Is("passport", "data", "idType").Is("XXXXXXXX4567", "data", "idNumber")
	correct(object{"idNumber": nil})
	desk.Get(guest).Is("passport", "data", "idType").Is("", "data", "idNumber")
	correct(object{"idType": nil})
	desk.Get(guest).Is("", "data", "idType")

	// The trail says what was touched, never a document's number.
	trail := desk.Get("/api/audit/{org}/by-resource/booking/" + id)
	trail.Is([]any{"idType"}, "data", 0, "details", "changed")
	trail.Is([]any{"guestName"}, "data", 2, "details", "changed")
	trail.Is([]any{"idType", "idNumber"}, "data", 3, "details", "changed")
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
	desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[2], "from": "2026-04-16"}).Want(200)
	desk.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200)
	if was, next := state(rooms[1]), state(rooms[2]); was != "dirty" || next != "clean" {
		t.Errorf("the room of the party is %s, the one it never moved into %s", was, next)
	}
}

func guestByPhone(t *testing.T, desk *apptest.Caller) {
	desk.Post("/api/guests/{org}/create", object{"name": "Asha Rao", "phone": "+91 98450 12345", "email": "asha@example.com"}).Want(201)
	for search, number := range map[string]int{"98450 12345": 1, "98450-12345": 1, "9845012345": 1, "+919845": 1, "(98450)": 1, "98450 99999": 0, "-": 0, "example": 1} {
		desk.Get("/api/guests/{org}/list?search="+url.QueryEscape(search)).Want(200).Is(number, "pagination", "total")
	}
}

// Booking for a known guest doesn't look like a change of the guest's record.
func bookedGuest(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	guest := desk.Post("/api/guests/{org}/create", object{"name": "Asha Rao"}).Want(201)
	id := guest.Text("data", "_id")
	desk = desk.Later(apptest.Day)
	booked := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-15", "2026-04-16", rooms[0]).Merged(object{"guestId": id})).Want(201)
	desk.Get("/api/guests/{org}/"+id).Is(guest.Text("data", "updatedAt"), "data", "updatedAt")
	desk.Delete("/api/guests/{org}/"+id+"/delete").Refused(400, "has bookings")
	created := desk.Get("/api/audit/{org}/by-resource/booking/" + booked.Text("data", "bookingId"))
	created.Is(id, "data", 0, "details", "guestId")
}
