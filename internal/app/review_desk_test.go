package app_test

import (
	"net/url"
	"testing"
	"time"
)

// What a front office and a client that sends whole records back found wrong once.
func TestFrontOffice(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, desk *caller)
	}{
		{"a booking is sent back whole", bookingSentBack},
		{"a room is sent back whole", roomSentBack},
		{"identity is corrected", identityCorrected},
		{"rooms that need cleaning", needsCleaning},
		{"a guest is found by phone", guestByPhone},
		{"a guest of a booking", bookedGuest},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, owner.anotherHotel())
			})
		}
	})
}

// Every field of an answer is good in the requests that have it, the empty ones too.
func bookingSentBack(t *testing.T, desk *caller) {
	rooms := desk.rooms(1)
	id := desk.book("2026-04-14", "2026-04-16", rooms[0])
	whole := func() any { return desk.get(at(id, "")).at("data") }
	for _, path := range []string{"/stay", "/arrival", "/update-guest"} {
		desk.put(at(id, path), whole()).want(200)
	}
	desk.put(at(id, "/arrival"), object{"expectedArrivalTime": "24:00"}).bad("expectedArrivalTime")
	desk.put(at(id, "/arrival"), object{"expectedArrivalTime": "17:05"}).want(200)
	desk.put(at(id, "/arrival"), whole()).want(200)
	desk.get(at(id, "")).is("17:05", "data", "expectedArrivalTime")
	desk.put(at(id, "/arrival"), object{"expectedArrivalTime": ""}).want(200)
	desk.get(at(id, "")).is("", "data", "expectedArrivalTime")
	desk.post(at(id, "/arrival"), whole()).want(200)
	desk.put(at(id, "/checkout"), whole()).want(200)
	desk.put(at(id, "/stay"), whole()).want(200)
}

// A room without a rate of its own still follows its category after its whole record came back.
func roomSentBack(t *testing.T, desk *caller) {
	room := desk.rooms(1)[0]
	record := func() answer { return desk.get("/api/rooms/{org}/" + room).want(200) }
	update := func(body any) { desk.put("/api/rooms/{org}/"+room+"/update", body).want(200) }
	base := func(rate int) {
		desk.put("/api/room-categories/{org}/"+record().text("data", "category", "_id")+"/update", object{"baseRate": rate}).want(200)
	}
	update(record().at("data"))
	base(6000)
	record().is(6000, "data", "ratePerNight")
	update(object{"ratePerNight": 6500})
	base(7000)
	record().is(6500, "data", "ratePerNight")
	update(object{"ratePerNight": nil})
	record().is(7000, "data", "ratePerNight")
}

func identityCorrected(t *testing.T, desk *caller) {
	rooms := desk.rooms(1)
	id := desk.book("2026-04-14", "2026-04-16", rooms[0])
	guest := "/api/guests/{org}/" + desk.get(at(id, "")).text("data", "guestId")
	correct := func(body object) {
		desk.s.clock.Advance(time.Second) // so that the trail has an order
		desk.put(at(id, "/update-guest"), body).want(200)
	}
	correct(object{"idType": "passport", "idNumber": "Z1234567"})
	correct(object{"guestName": "Asha R. Rao"})
	desk.get(guest).is("passport", "data", "idType").is("XXXXXXXX4567", "data", "idNumber")
	correct(object{"idNumber": nil})
	desk.get(guest).is("passport", "data", "idType").is("", "data", "idNumber")
	correct(object{"idType": nil})
	desk.get(guest).is("", "data", "idType")

	// The trail says what was touched, never a document's number.
	trail := desk.get("/api/audit/{org}/by-resource/booking/" + id)
	trail.is([]any{"idType"}, "data", 0, "details", "changed")
	trail.is([]any{"guestName"}, "data", 2, "details", "changed")
	trail.is([]any{"idType", "idNumber"}, "data", 3, "details", "changed")
}

func needsCleaning(t *testing.T, desk *caller) {
	rooms := desk.rooms(3)
	state := func(room string) string { return desk.get("/api/rooms/{org}/"+room).text("data", "housekeeping") }
	// Somebody was in the room whose booking is cancelled only after the arrival.
	id := desk.book("2026-04-14", "2026-04-16", rooms[0])
	desk.post(at(id, "/arrival"), nil).want(200)
	desk.put(at(id, "/cancel"), object{"reason": "the wrong hotel"}).want(200)
	if state(rooms[0]) != "dirty" {
		t.Error("the room of a guest who had arrived is clean after the cancellation")
	}
	// Nobody was in the room into which the party was to move later.
	id = desk.book("2026-04-14", "2026-04-18", rooms[1])
	desk.post(at(id, "/arrival"), nil).want(200)
	desk.post(at(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[2], "from": "2026-04-16"}).want(200)
	desk.put(at(id, "/checkout"), nil).want(200)
	if was, next := state(rooms[1]), state(rooms[2]); was != "dirty" || next != "clean" {
		t.Errorf("the room of the party is %s, the one it never moved into %s", was, next)
	}
}

func guestByPhone(t *testing.T, desk *caller) {
	desk.post("/api/guests/{org}/create", object{"name": "Asha Rao", "phone": "+91 98450 12345", "email": "asha@example.com"}).want(201)
	for search, number := range map[string]int{"98450 12345": 1, "98450-12345": 1, "9845012345": 1, "+919845": 1, "(98450)": 1, "98450 99999": 0, "-": 0, "example": 1} {
		desk.get("/api/guests/{org}/list?search="+url.QueryEscape(search)).want(200).is(number, "pagination", "total")
	}
}

// Booking for a known guest doesn't look like a change of the guest's record.
func bookedGuest(t *testing.T, desk *caller) {
	rooms := desk.rooms(1)
	guest := desk.post("/api/guests/{org}/create", object{"name": "Asha Rao"}).want(201)
	id := guest.text("data", "_id")
	desk = desk.later(day)
	booked := desk.post("/api/bookings/{org}/create", stay("2026-04-15", "2026-04-16", rooms[0]).merged(object{"guestId": id})).want(201)
	desk.get("/api/guests/{org}/"+id).is(guest.text("data", "updatedAt"), "data", "updatedAt")
	desk.delete("/api/guests/{org}/"+id+"/delete").refused(400, "has bookings")
	created := desk.get("/api/audit/{org}/by-resource/booking/" + booked.text("data", "bookingId"))
	created.is(id, "data", 0, "details", "guestId")
}
