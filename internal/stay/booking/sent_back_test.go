package booking_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// Every field of an answer is good in the requests that have it, the empty ones too.
func TestABookingIsSentBackWhole(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
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
	})
}
