package app_test

import (
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/admit"
	"sarai/internal/kit/kittest"
)

// What an operator limits for each organization is refused beyond it, and no other organization feels it.
func TestLimitsOfAnOrganization(t *testing.T) {
	for _, engine := range kittest.Engines() {
		s := apptest.New(t, engine, func(c *app.Config) {
			c.MaxRooms, c.MaxFiles = 3, 1<<20
			c.BookingLimit = admit.Rate{Requests: 2, Window: time.Hour}
		})
		owner := s.Hotel()
		rooms := owner.CreateRooms(3)
		category := owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id")
		fourth := object{"roomNumber": "104", "categoryId": category}
		owner.Post("/api/rooms/{org}/create", fourth).Refused(400, "3 rooms")
		owner.Post("/api/rooms/{org}/bulk-create", object{"rooms": []object{fourth}}).Refused(400, "3 rooms")
		owner.Delete("/api/rooms/{org}/" + rooms[2] + "/delete").Want(200)
		owner.Post("/api/rooms/{org}/create", fourth).Want(201)

		owner.Book("2026-04-14", "2026-04-15", rooms[0])
		owner.Book("2026-04-15", "2026-04-16", rooms[0])
		third := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-16", "2026-04-17", rooms[0])).
			Refused(429, "Try again later")
		if third.Header.Get("Retry-After") == "" {
			t.Error("the 429 doesn't say when to try again")
		}
		other := owner.AnotherHotel()
		other.Book("2026-04-14", "2026-04-15", other.CreateRooms(1)[0])

		large := "%PDF-1.7\n" + string(make([]byte, 700<<10))
		bill := func(c *apptest.Caller) string {
			return c.Post("/api/expenses/{org}/create", object{"vendorName": "Lake City Linen", "category": "Laundry",
				"amount": 4000, "method": "cash", "date": "2026-04-10"}).Want(201).Text("data", "_id")
		}
		first := bill(owner)
		owner.Put("/api/expenses/{org}/"+first+"/file", large).Want(200)
		owner.Put("/api/expenses/{org}/"+first+"/file", large).Want(200) // in the place of itself
		owner.Put("/api/expenses/{org}/"+bill(owner)+"/file", large).Bad("file").Refused(400, "1 MiB together")
		other.Put("/api/expenses/{org}/"+bill(other)+"/file", large).Want(200)
	}
}
