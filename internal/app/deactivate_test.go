package app_test

import (
	"sync"
	"testing"
)

// A room that is booked at the very moment in which it is made inactive is either booked or inactive, never both.
func TestARoomIsBookedOrMadeInactive(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, room := range owner.rooms(30) {
			var booked, inactive answer
			var both sync.WaitGroup
			both.Go(func() {
				booked, _ = owner.try("POST", "/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", room))
			})
			both.Go(func() {
				inactive, _ = owner.try("PUT", "/api/rooms/{org}/"+room+"/update", object{"isActive": false})
			})
			both.Wait()
			if won := booked.status == 201; won == (inactive.status == 200) || won && inactive.status != 400 || !won && booked.status != 400 {
				t.Errorf("booking answered %d %s, making inactive %d %s", booked.status, booked.raw, inactive.status, inactive.raw)
			}
		}
	})
}
