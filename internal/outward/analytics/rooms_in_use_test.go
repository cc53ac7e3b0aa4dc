package analytics_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// The figures of the past divide by the rooms that were in use then, and don't move when a room is added, retired or
// deleted.
func TestThePastHasItsOwnRooms(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(4)
		stay := desk.Book("2026-04-14", "2026-04-15", rooms[0])
		desk.Arrive(stay)
		desk = desk.OnDay("2026-04-15")
		desk.Leave(stay, nil)
		total := func(from, to string, available int, occupancy float64) {
			t.Helper()
			figure(desk, "kpis?from="+from+"&to="+to).Is(available, "data", "roomsAvailable").
				Is(occupancy, "data", "occupancy")
		}
		total("2026-04-14", "2026-04-14", 4, 25)
		total("2026-04-10", "2026-04-13", 16, 0) // before the first room: those of its day
		desk.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": false}).Want(200)
		desk.Delete("/api/rooms/{org}/" + rooms[3] + "/delete").Want(200)
		total("2026-04-14", "2026-04-15", 6, 16.67)
		desk = desk.OnDay("2026-04-16")
		category := desk.Get("/api/room-categories/{org}/list").Text("data", 0, "_id")
		added := desk.Post("/api/rooms/{org}/create", object{"roomNumber": "new", "categoryId": category}).Want(201).
			Text("data", "_id")
		total("2026-04-14", "2026-04-16", 9, 11.11)
		figure(desk, "occupancy?days=3").Is(4, "data", 0, "total").Is(1, "data", 0, "occupied").
			Is(25, "data", 0, "occupancy").Is(2, "data", 1, "total").Is(3, "data", 2, "total")
		desk.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": true}).Want(200)
		total("2026-04-15", "2026-04-16", 6, 0)
		desk.Book("2026-04-15", "2026-04-17", added) // for a night before it was created
		total("2026-04-15", "2026-04-16", 7, 0)
		desk.Post(apptest.NightAudits, object{"date": "2026-04-15"}).Want(200).Is(3, "data", "roomsTotal")
		desk.Book("2026-04-15", "2026-04-18", rooms[0]) // a closed day keeps its rooms
		total("2026-04-15", "2026-04-15", 3, 0)
	})
}
