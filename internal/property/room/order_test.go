package room_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// Lists are newest first; rooms can be asked for as they are numbered.
func TestRoomsAreListedNewestFirstOrByNumber(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		category := owner.Post("/api/room-categories/{org}/create", object{"name": "Deluxe", "baseRate": 5000}).Want(201).
			Text("data", "_id")
		for _, number := range []string{"10", "2", "1"} {
			s.Clock.Advance(time.Second)
			owner.Post("/api/rooms/{org}/create", object{"roomNumber": number, "categoryId": category}).Want(201)
		}
		for query, want := range map[string]string{"": "1 2 10", "?sort=newest": "1 2 10", "?sort=number": "1 2 10",
			"?sort=number&limit=1&page=3": "10"} {
			list := owner.Get("/api/rooms/{org}/list" + query).Want(200)
			got := ""
			for i := range list.List("data") {
				got += " " + list.Text("data", i, "roomNumber")
			}
			if got[1:] != want {
				t.Errorf("list%s is%s, want %s", query, got, want)
			}
		}
		s.Clock.Advance(time.Second)
		owner.Post("/api/rooms/{org}/create", object{"roomNumber": "5", "categoryId": category}).Want(201)
		if first := owner.Get("/api/rooms/{org}/list").Text("data", 0, "roomNumber"); first != "5" {
			t.Errorf("the newest room is listed after %s", first)
		}
	})
}
