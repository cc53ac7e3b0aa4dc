package app_test

import "testing"

// A hotel's day from sign-up to check-out, by the endpoints alone.
func TestAHotelsDay(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		rooms := owner.rooms(3)
		booking := owner.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-17", rooms[0], rooms[1]).merged(object{"advanceAmount": 4000.5, "paymentMethod": "UPI"})).want(201)
		id := booking.text("data", "bookingId")
		if code := booking.text("data", "code"); code != "BK-1" {
			t.Errorf("the first booking is %s, want BK-1", code)
		}
		if total := booking.number("data", "totalAmount"); total != 30000 {
			t.Errorf("two rooms for three nights at 5000 cost %v, want 30000", total)
		}
		read := owner.get("/api/bookings/{org}/" + id).want(200)
		if due := read.number("data", "balanceDue"); due != 25999.5 {
			t.Errorf("balanceDue is %v, want 25999.5", due)
		}
		owner.post("/api/bookings/{org}/"+id+"/arrival", nil).want(200)
		owner.post("/api/bookings/{org}/"+id+"/checkout-rooms", object{"roomIds": []string{rooms[1]}}).want(200)
		overview := owner.get("/api/bookings/{org}/overview").want(200)
		if occupied := overview.number("data", "occupancy", "occupied"); occupied != 1 {
			t.Errorf("%v rooms are occupied, want 1: %s", occupied, overview.raw)
		}
		owner.put("/api/bookings/{org}/"+id+"/checkout", object{"finalAmount": 22000}).want(200)
		if due := owner.get("/api/bookings/{org}/by-code/BK-1").want(200).number("data", "balanceDue"); due != 17999.5 {
			t.Errorf("balanceDue is %v, want 17999.5", due)
		}
		log := owner.get("/api/audit/{org}/by-resource/booking/" + id).want(200)
		if n := len(log.list("data")); n != 4 {
			t.Errorf("the booking's trail has %d entries, want 4: %s", n, log.raw)
		}
	})
}
