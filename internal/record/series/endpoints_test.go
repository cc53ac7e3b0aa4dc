package series_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// Numbers begin anew at the hotel's own midnight before 1 April, and go on where they were once the option is off.
func TestYearlySeries(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		s.Clock.Set(time.Date(2027, 3, 31, 18, 25, 0, 0, time.UTC)) // 23:55 in Kolkata, still afternoon in Lisbon
		owner := s.Hotel()
		const series = "/api/series/{org}/booking"
		code := func(c *apptest.Caller, room string) string {
			t.Helper()
			return c.Post("/api/bookings/{org}/create", apptest.Stay("2027-05-01", "2027-05-02", room)).Want(201).
				Text("data", "code")
		}
		preview := func(c *apptest.Caller, want string) {
			t.Helper()
			c.Get(series+"/preview").Want(200).Is(want, "data", "preview")
			c.Get("/api/series/{org}/list").Want(200).Is(want, "data", 0, "preview")
		}
		elsewhere := owner.AnotherHotel(object{"timezone": "Europe/Lisbon"})
		rooms, others := owner.CreateRooms(6), elsewhere.CreateRooms(2)

		if got := code(owner, rooms[0]); got != "BK-1" {
			t.Errorf("the first is %s", got)
		}
		owner.Get(series).Want(200).Is(false, "data", "yearly")
		for _, c := range []*apptest.Caller{owner, elsewhere} {
			c.Put(series+"/update", object{"yearly": true, "separator": "/"}).Want(200).Is(true, "data", "yearly").
				Is(1, "data", "nextNumber")
			preview(c, "BK/26-27/1")
		}
		for i, want := range []string{"BK/26-27/1", "BK/26-27/2"} {
			if got := code(owner, rooms[1+i]); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		s.Clock.Advance(5 * time.Minute)
		preview(owner, "BK/27-28/1")
		owner.Get(series).Want(200).Is(1, "data", "nextNumber")
		if got := code(owner, rooms[3]); got != "BK/27-28/1" {
			t.Errorf("on 1 April the first is %s", got)
		}
		if got := code(elsewhere, others[0]); got != "BK/26-27/1" {
			t.Errorf("where it is 31 March still, it is %s", got)
		}
		owner.Put(series+"/update", object{"nextNumber": 1}).Bad("nextNumber")
		// A whole record that is sent back switches off alone, though its nextNumber was issued in the other form.
		record := owner.Get(series).Want(200).At("data").(map[string]any)
		owner.Put(series+"/update", object(record).Merged(object{"yearly": false, "separator": "-"})).Want(200).
			Is(2, "data", "nextNumber")
		if got := code(owner, rooms[4]); got != "BK-2" {
			t.Errorf("without the option the next is %s", got)
		}
		owner.Get("/api/audit/{org}/logs?action=settings.updated").Want(200).Is(2, "pagination", "total")
		owner.Put(series+"/update", object{"prefix": "BOOKINGS99", "yearly": true}).Refused(400, "16 characters")
	})
}
