package app_test

import (
	"testing"
	"time"
)

// Lists are newest first; rooms can be asked for as they are numbered.
func TestRoomsAreListedNewestFirstOrByNumber(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		category := owner.post("/api/room-categories/{org}/create", object{"name": "Deluxe", "baseRate": 5000}).want(201).text("data", "_id")
		for _, number := range []string{"10", "2", "1"} {
			s.clock.Advance(time.Second)
			owner.post("/api/rooms/{org}/create", object{"roomNumber": number, "categoryId": category}).want(201)
		}
		for query, want := range map[string]string{"": "1 2 10", "?sort=newest": "1 2 10", "?sort=number": "1 2 10", "?sort=number&limit=1&page=3": "10"} {
			list := owner.get("/api/rooms/{org}/list" + query).want(200)
			got := ""
			for i := range list.list("data") {
				got += " " + list.text("data", i, "roomNumber")
			}
			if got[1:] != want {
				t.Errorf("list%s is%s, want %s", query, got, want)
			}
		}
		s.clock.Advance(time.Second)
		owner.post("/api/rooms/{org}/create", object{"roomNumber": "5", "categoryId": category}).want(201)
		if first := owner.get("/api/rooms/{org}/list").text("data", 0, "roomNumber"); first != "5" {
			t.Errorf("the newest room is listed after %s", first)
		}
	})
}
