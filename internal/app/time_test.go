package app_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// The hotel's day ends at its own midnight, wherever it is and whatever its clocks do that night. Each case is an
// evening at 23:30; an hour later it is the next day (00:30, or 01:30 where midnight itself is skipped).
func TestMidnight(t *testing.T) {
	cases := []struct {
		zone, evening, morning, next string // the dates before and after midnight, and the day after
		newMonth                     bool
	}{
		{"America/New_York", "2026-03-07", "2026-03-08", "2026-03-09", false}, // the clocks go forward on the 8th
		{"America/New_York", "2026-03-08", "2026-03-09", "2026-03-10", false}, // the end of a day of 23 hours
		{"Europe/Berlin", "2026-03-28", "2026-03-29", "2026-03-30", false},
		{"Europe/Berlin", "2026-03-29", "2026-03-30", "2026-03-31", false},
		{"Africa/Cairo", "2026-04-23", "2026-04-24", "2026-04-25", false}, // 00:00 is 01:00
		{"Asia/Kolkata", "2026-04-29", "2026-04-30", "2026-05-01", false},
		{"Asia/Kolkata", "2026-04-30", "2026-05-01", "2026-05-02", true},
		{"Europe/Berlin", "2026-10-24", "2026-10-25", "2026-10-26", false},
		{"Europe/Berlin", "2026-10-25", "2026-10-26", "2026-10-27", false}, // the end of a day of 25 hours
		{"America/New_York", "2026-10-31", "2026-11-01", "2026-11-02", true},
		{"America/New_York", "2026-11-01", "2026-11-02", "2026-11-03", false},
		{"Pacific/Kiritimati", "2026-12-31", "2027-01-01", "2027-01-02", true}, // UTC+14
		{"Pacific/Pago_Pago", "2026-12-31", "2027-01-01", "2027-01-02", true},  // UTC−11
	}
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		for _, c := range cases {
			t.Run(c.zone+" "+c.evening, func(t *testing.T) {
				s.T = t
				zone, err := time.LoadLocation(c.zone)
				if err != nil {
					t.Fatal(err)
				}
				evening, err := time.ParseInLocation("2006-01-02 15:04", c.evening+" 23:30", zone)
				if err != nil {
					t.Fatal(err)
				}
				s.Clock.Set(evening)
				desk := s.Login(owner.Org, owner.Email).AnotherHotel(object{"timezone": c.zone})
				midnight{t: t, desk: desk, rooms: desk.CreateRooms(4), evening: c.evening, morning: c.morning, next: c.next,
					newMonth: c.newMonth}.run()
			})
		}
	})
}

type midnight struct {
	t                      *testing.T
	desk                   *apptest.Caller
	rooms                  []string
	evening, morning, next string
	newMonth               bool
}

func (m midnight) run() {
	in := func(desk *apptest.Caller, id string) string {
		desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
		return id
	}
	// One comes this evening for a night, one for two and leaves early, one comes tomorrow.
	one := in(m.desk, m.desk.Post("/api/bookings/{org}/create", apptest.Stay(m.evening, m.morning, m.rooms[0]).
		Merged(object{"advanceAmount": 1000})).Want(201).Text("data", "bookingId"))
	two := in(m.desk, m.desk.Book(m.evening, m.next, m.rooms[1]))
	m.desk.Book(m.morning, m.next, m.rooms[2])
	m.blocks(m.desk, m.evening, "")
	m.statuses(m.desk, "occupied", "occupied", "available", "maintenance")
	m.overview(m.desk, 2, 0, 0, 1, 2)
	m.revenue(m.desk, 1000, 1000)

	m.desk.Server.Clock.Advance(time.Hour)
	desk := m.desk.Refreshed()
	m.statuses(desk, "checkout", "occupied", "reserved", "available") // the block ended with the day
	m.overview(desk, 1, 1, 1, 2, 2)                                   // who leaves this morning is still here
	if m.newMonth {
		m.revenue(desk, 0, 0)
	} else {
		m.revenue(desk, 0, 1000)
	}
	m.blocks(desk, m.morning, m.evening)
	desk.Put(apptest.BookingPath(two, "/stay"), object{"checkOut": m.evening}).Want(400)
	desk.Put(apptest.BookingPath(two, "/checkout"), nil).Want(200)
	desk.HoldsNights(two, m.rooms[1], m.evening) // the night that has begun tonight is given back
	desk.Put(apptest.BookingPath(one, "/cancel"), object{"reason": "x", "refundAmount": 400}).Want(200)
	if m.newMonth {
		m.revenue(desk, -400, -400)
	} else {
		m.revenue(desk, -400, 600)
	}
	// A stay over the change of clocks has its nights, no hour more or less.
	long := desk.Post("/api/bookings/{org}/create", apptest.Stay(m.evening, m.next, m.rooms[0])).Want(201).
		Is(10000, "data", "totalAmount")
	desk.HoldsNights(long.Text("data", "bookingId"), m.rooms[0], m.evening, m.morning)
}

// blocks makes a block of the last room's one night from today on, and fails to make one from yesterday on.
func (m midnight) blocks(desk *apptest.Caller, today, yesterday string) {
	m.t.Helper()
	path := "/api/rooms/{org}/" + m.rooms[3] + "/blocks"
	if yesterday != "" {
		desk.Post(path, object{"from": yesterday, "to": today}).Bad("from")
	}
	desk.Post(path, object{"from": today, "to": apptest.NextDay(today)}).Want(201)
}

func (m midnight) statuses(desk *apptest.Caller, want ...string) {
	m.t.Helper()
	for i, room := range m.rooms {
		desk.Get("/api/rooms/{org}/"+room).Want(200).Is(want[i], "data", "status")
	}
}

func (m midnight) overview(desk *apptest.Caller, arrivals, departures, stayovers, available, occupied int) {
	m.t.Helper()
	desk.Get("/api/bookings/{org}/overview").Want(200).Is(arrivals, "data", "today", "arrivals").
		Is(departures, "data", "today", "departures").
		Is(stayovers, "data", "today", "stayovers").Is(available, "data", "today", "available").
		Is(occupied, "data", "occupancy", "occupied").Is(4, "data", "occupancy", "total")
}

func (m midnight) revenue(desk *apptest.Caller, today, month int) {
	m.t.Helper()
	desk.Get("/api/bookings/{org}/overview").Want(200).Is(today, "data", "revenue", "today").
		Is(month, "data", "revenue", "month")
}

// At one instant two hotels of one person can be two dates apart.
func TestOneInstantTwoDates(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		s.Clock.Set(time.Date(2026, 6, 15, 10, 30, 0, 0, time.UTC))
		owner := s.Hotel()
		for zone, today := range map[string]string{"Pacific/Kiritimati": "2026-06-16", "Pacific/Pago_Pago": "2026-06-14",
			"UTC": "2026-06-15"} {
			desk := owner.AnotherHotel(object{"timezone": zone})
			rooms := desk.CreateRooms(1)
			desk.Post("/api/rooms/{org}/"+rooms[0]+"/blocks", object{"from": "2026-06-13", "to": today}).Bad("from")
			id := desk.Book(today, apptest.NextDay(today), rooms[0])
			desk.Get("/api/bookings/{org}/overview").Want(200).Is(1, "data", "today", "arrivals")
			desk.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Is("reserved", "data", "status")
			// instants are the same everywhere
			desk.Get(apptest.BookingPath(id, "")).Want(200).Is("2026-06-15T10:30:00.000Z", "data", "createdAt")
			desk.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200).Is("2026-06-15T10:30:00.000Z", "data", "checkoutTime")
			desk.HoldsNights(id, rooms[0])
		}
	})
}

// An amount has the decimals of its currency, no more; sums are exact.
func TestCurrencies(t *testing.T) {
	cases := []struct {
		currency                                                           string
		rate, total, advance, refund, charge, paidBack, balance, cancelled any // what is sent and read
		tooFine                                                            any
	}{
		{"JPY", 12345, 37035.0, 1000, 999, 3, 999.0, 36035.0, 2.0, 0.5},
		{"KWD", 12.345, 37.035, 0.005, 0.004, 1.001, 0.004, 37.03, 1.0, 0.0001},
		{"INR", 0.1, 0.3, 0.01, 0.01, 0.07, 0.01, 0.29, 0.07, 0.001},
	}
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		for _, c := range cases {
			t.Run(c.currency, func(t *testing.T) {
				s.T = t
				desk := owner.AnotherHotel(object{"currency": c.currency})
				room := desk.CreateRooms(1)[0]
				with := func(rate any, more object) object {
					entry := apptest.Stay("", "", room)["rooms"].([]object)[0].Merged(object{"ratePerNight": rate})
					return apptest.Stay("2026-04-20", "2026-04-23").Merged(object{"rooms": []object{entry}}).Merged(more)
				}
				desk.Post("/api/bookings/{org}/create", with(c.tooFine, nil)).Bad("rooms[0].ratePerNight")
				for _, field := range []string{"totalAmount", "advanceAmount"} {
					desk.Post("/api/bookings/{org}/create", with(c.rate, object{field: c.tooFine})).Bad(field)
				}
				made := desk.Post("/api/bookings/{org}/create", with(c.rate, object{"advanceAmount": c.advance})).Want(201).
					Is(c.total, "data", "totalAmount")
				id := made.Text("data", "bookingId")
				desk.Get(apptest.BookingPath(id, "")).Want(200).Is(c.balance, "data", "balanceDue")
				for _, field := range []string{"refundAmount", "cancellationCharge"} {
					desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", field: c.tooFine}).Bad(field)
				}
				desk.Put(apptest.BookingPath(id, "/checkout"), object{"finalAmount": c.tooFine}).Bad("finalAmount")
				desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": c.refund,
					"cancellationCharge": c.charge}).Want(200).Is(c.paidBack, "data", "refundAmount")
				desk.Get(apptest.BookingPath(id, "")).Want(200).Is(c.cancelled, "data", "balanceDue")
			})
		}
	})
}
