package app_test

import (
	"testing"
	"time"
)

// Numbers begin anew at the hotel's own midnight before 1 April, and go on where they were once the option is off.
func TestYearlySeries(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		s.clock.Set(time.Date(2027, 3, 31, 18, 25, 0, 0, time.UTC)) // 23:55 in Kolkata, still afternoon in Lisbon
		owner := s.hotel()
		const series = "/api/series/{org}/booking"
		code := func(c *caller, room string) string {
			t.Helper()
			return c.post("/api/bookings/{org}/create", stay("2027-05-01", "2027-05-02", room)).want(201).text("data", "code")
		}
		preview := func(c *caller, want string) {
			t.Helper()
			c.get(series+"/preview").want(200).is(want, "data", "preview")
			c.get("/api/series/{org}/list").want(200).is(want, "data", 0, "preview")
		}
		elsewhere := owner.anotherHotel(object{"timezone": "Europe/Lisbon"})
		rooms, others := owner.rooms(6), elsewhere.rooms(2)

		if got := code(owner, rooms[0]); got != "BK-1" {
			t.Errorf("the first is %s", got)
		}
		owner.get(series).want(200).is(false, "data", "yearly")
		for _, c := range []*caller{owner, elsewhere} {
			c.put(series+"/update", object{"yearly": true, "separator": "/"}).want(200).is(true, "data", "yearly").is(1, "data", "nextNumber")
			preview(c, "BK/26-27/1")
		}
		for i, want := range []string{"BK/26-27/1", "BK/26-27/2"} {
			if got := code(owner, rooms[1+i]); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		s.clock.Advance(5 * time.Minute)
		preview(owner, "BK/27-28/1")
		owner.get(series).want(200).is(1, "data", "nextNumber")
		if got := code(owner, rooms[3]); got != "BK/27-28/1" {
			t.Errorf("on 1 April the first is %s", got)
		}
		if got := code(elsewhere, others[0]); got != "BK/26-27/1" {
			t.Errorf("where it is 31 March still, it is %s", got)
		}
		owner.put(series+"/update", object{"nextNumber": 1}).bad("nextNumber")
		// A whole record that is sent back switches off alone, though its nextNumber was issued in the other form.
		record := owner.get(series).want(200).at("data").(map[string]any)
		owner.put(series+"/update", object(record).merged(object{"yearly": false, "separator": "-"})).want(200).is(2, "data", "nextNumber")
		if got := code(owner, rooms[4]); got != "BK-2" {
			t.Errorf("without the option the next is %s", got)
		}
		owner.get("/api/audit/{org}/logs?action=settings.updated").want(200).is(2, "pagination", "total")
		owner.put(series+"/update", object{"prefix": "BOOKINGS99", "yearly": true}).refused(400, "16 characters")
	})
}
