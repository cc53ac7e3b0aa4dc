package room_test

import (
	"sync"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// A room that is booked at the very moment in which it is made inactive is either booked or inactive, never both.
func TestARoomIsBookedOrMadeInactive(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		for _, room := range owner.CreateRooms(30) {
			var booked, inactive apptest.Answer
			var both sync.WaitGroup
			both.Go(func() {
				booked, _ = owner.Try("POST", "/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", room))
			})
			both.Go(func() {
				inactive, _ = owner.Try("PUT", "/api/rooms/{org}/"+room+"/update", object{"isActive": false})
			})
			both.Wait()
			if won := booked.Status == 201; won == (inactive.Status == 200) || won && inactive.Status != 400 || !won &&
				booked.Status != 400 {
				t.Errorf("booking answered %d %s, making inactive %d %s", booked.Status, booked.Raw, inactive.Status, inactive.Raw)
			}
		}
	})
}
