package analytics_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/kittest"
)

// What is on the books follows from the bookings, and 364 days later the same is said of the year before, whatever was
// booked, cancelled or left since.
func TestPaceSaysWhatItSaidAYearBefore(t *testing.T) {
	apptest.RapidDefault(t, "checks", "12")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC))
				desk := s.Login(owner.Org, owner.Email).AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"})
				h := &pacedHotel{desk: desk, rooms: desk.CreateRooms(4)}
				for range rapid.IntRange(2, 6).Draw(rt, "days") {
					for range rapid.IntRange(0, 5).Draw(rt, "changes") {
						h.change(rt)
					}
					h.said = append(h.said, said{s.Clock.Now(), h.matches(rt)})
					h.desk = h.desk.Later(time.Duration(rapid.IntRange(1, 60).Draw(rt, "hours")) * time.Hour)
				}
				for _, then := range h.said {
					s.Clock.Set(then.at.Add(364 * apptest.Day))
					h.desk = s.Login(h.desk.Org, h.desk.Email)
					for i, row := range h.pace() {
						was := then.rows[i].(map[string]any)
						now := row.(map[string]any)
						for _, field := range [][2]string{{"lastYearDate", "date"}, {"lastYearRooms", "rooms"},
							{"lastYearRevenue", "revenue"}} {
							if now[field[0]] != was[field[1]] {
								rt.Fatalf("of %v, %s is %v; on %v it was %v", was["date"], field[0], now[field[0]], then.at, was)
							}
						}
					}
				}
			})
		})
	}
}

// pacedHotel makes its bookings at random, and keeps a list of them as simple as can be.
type pacedHotel struct {
	desk     *apptest.Caller
	rooms    []string
	bookings []*pacedBooking
	said     []said
}

type pacedBooking struct {
	id       string
	from, to date.Date // on the books; nothing if they are the same
	rate     int
}

// said is what was said of the coming nights at a moment.
type said struct {
	at   time.Time
	rows []any
}

func (h *pacedHotel) today() date.Date {
	return date.Of(h.desk.Server.Clock.Now(), time.FixedZone("Asia/Kolkata", 5*3600+1800))
}

func (h *pacedHotel) pace() []any { return figure(h.desk, "pace?days=40").List("data") }

// change books, cancels, or lets guests come and go. What is refused changes nothing.
func (h *pacedHotel) change(rt *rapid.T) {
	today := h.today()
	if len(h.bookings) == 0 || rapid.Bool().Draw(rt, "book") {
		from := today.AddDays(rapid.IntRange(0, 12).Draw(rt, "in"))
		b := &pacedBooking{from: from, to: from.AddDays(rapid.IntRange(1, 6).Draw(rt, "nights")),
			rate: rapid.IntRange(1000, 12000).Draw(rt, "rate")}
		body := apptest.Stay(string(b.from), string(b.to), rapid.SampledFrom(h.rooms).Draw(rt, "room"))
		body["rooms"].([]object)[0]["ratePerNight"] = b.rate
		made, err := h.desk.Try("POST", "/api/bookings/{org}/create", body.Merged(object{"pricesIncludeTax": false}))
		if err != nil {
			rt.Fatal(err)
		}
		if made.Status == 201 {
			b.id = made.Text("data", "bookingId")
			h.bookings = append(h.bookings, b)
		}
		return
	}
	b := rapid.SampledFrom(h.bookings).Draw(rt, "booking")
	how := rapid.SampledFrom([]string{"arrival", "checkout", "cancel"}).Draw(rt, "how")
	method, body := "PUT", object{}
	switch how {
	case "arrival":
		method = "POST"
	case "cancel":
		body["reason"] = "Ill"
	}
	a, err := h.desk.Try(method, apptest.BookingPath(b.id, "/"+how), body)
	if err != nil {
		rt.Fatal(err)
	}
	switch {
	case a.Status != 200:
	case how == "cancel":
		b.to = b.from
	case how == "checkout":
		b.to = min(b.to, max(b.from, today))
	}
}

// matches fails unless the pace says of the coming nights what the list of bookings says. It returns the rows.
func (h *pacedHotel) matches(rt *rapid.T) []any {
	rows, today := h.pace(), h.today()
	for i, row := range rows {
		night := today.AddDays(i)
		rooms, revenue := 0, 0
		for _, b := range h.bookings {
			if b.from <= night && night < b.to {
				rooms, revenue = rooms+1, revenue+b.rate
			}
		}
		want := object{"date": string(night), "rooms": float64(rooms), "revenue": float64(revenue),
			"lastYearDate": string(night.AddDays(-364)), "lastYearRooms": 0.0, "lastYearRevenue": 0.0}
		if got := object(row.(map[string]any)); !reflect.DeepEqual(got, want) {
			rt.Fatalf("the pace says %v, want %v", got, want)
		}
	}
	if len(rows) != 40 {
		rt.Fatalf("%d nights, want 40", len(rows))
	}
	return rows
}

// The price of a room that includes tax, a free night, a day use and a room of a party that has moved.
func analyticsPace(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"gstin": "27AAPFU0939F1ZV"}).Want(200)
	rooms := owner.CreateRooms(3)
	if nights := figure(owner, "pace").List("data"); len(nights) != 90 {
		t.Errorf("%d nights by default, want 90", len(nights))
	}
	moved := owner.BookAt(5250, object{"pricesIncludeTax": true}, "2026-04-14", "2026-04-17", rooms[0])
	owner.Post(apptest.BookingPath(moved, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
		"from": "2026-04-15", "price": "keep"}).Want(200)
	owner.BookAt(0, nil, "2026-04-15", "2026-04-16", rooms[2])
	owner.BookAt(2000, object{"dayUse": true}, "2026-04-16", "2026-04-16", rooms[2])
	p := figure(owner, "pace?days=4")
	for i, want := range []string{"1 5000", "2 5000", "1 5000", "0 0"} {
		if got := fmt.Sprint(p.At("data", i, "rooms"), " ", p.At("data", i, "revenue")); got != want {
			t.Errorf("night %d: %s, want %s", i, got, want)
		}
	}
}
