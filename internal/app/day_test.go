package app_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// A hotel's day from sign-up to check-out, by the endpoints alone.
func TestAHotelsDay(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rooms := owner.CreateRooms(3)
		booking := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-17", rooms[0], rooms[1]).
			Merged(object{"advanceAmount": 4000.5, "paymentMethod": "UPI"})).Want(201)
		id := booking.Text("data", "bookingId")
		if code := booking.Text("data", "code"); code != "BK-1" {
			t.Errorf("the first booking is %s, want BK-1", code)
		}
		if total := booking.Number("data", "totalAmount"); total != 30000 {
			t.Errorf("two rooms for three nights at 5000 cost %v, want 30000", total)
		}
		read := owner.Get("/api/bookings/{org}/" + id).Want(200)
		if due := read.Number("data", "balanceDue"); due != 25999.5 {
			t.Errorf("balanceDue is %v, want 25999.5", due)
		}
		owner.Post("/api/bookings/{org}/"+id+"/arrival", nil).Want(200)
		owner.Post("/api/bookings/{org}/"+id+"/checkout-rooms", object{"roomIds": []string{rooms[1]}}).Want(200)
		overview := owner.Get("/api/bookings/{org}/overview").Want(200)
		if occupied := overview.Number("data", "occupancy", "occupied"); occupied != 1 {
			t.Errorf("%v rooms are occupied, want 1: %s", occupied, overview.Raw)
		}
		owner.Put("/api/bookings/{org}/"+id+"/checkout", object{"finalAmount": 22000}).Want(200)
		if due := owner.Get("/api/bookings/{org}/by-code/BK-1").Want(200).Number("data", "balanceDue"); due != 17999.5 {
			t.Errorf("balanceDue is %v, want 17999.5", due)
		}
		log := owner.Get("/api/audit/{org}/by-resource/booking/" + id).Want(200)
		if n := len(log.List("data")); n != 4 {
			t.Errorf("the booking's trail has %d entries, want 4: %s", n, log.Raw)
		}
	})
}
