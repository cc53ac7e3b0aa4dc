package app_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

const audits = "/api/bookings/{org}/night-audit"

func TestNightAudit(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, s *server, desk *caller)
	}{
		{"who may not", auditPermissions},
		{"the report", auditReport},
		{"nights are posted once", auditPostsOnce},
		{"no-shows", auditNoShows},
		{"which day", auditDays},
		{"the days between", auditGap},
		{"a guest in house since before there were folios", auditOldGuest},
		{"midnight, by the hotel's clock", auditMidnight},
		{"the job", auditJob},
		{"the job in the evening", auditEvening},
		{"a new hotel", auditNewHotel},
		{"one hotel fails", auditOneFails},
		{"the audit log", auditTold},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, s, owner.refreshed().anotherHotel(object{"gstin": "27AAPFU0939F1ZV"}))
			})
		}
	})
}

func auditPermissions(_ *testing.T, s *server, desk *caller) {
	nobodys := s.anyone()
	nobodys.org = desk.org
	other := desk.anotherHotel()
	foreign := other.member("Stranger", object{"bookings": object{"manage": true}, "payments": object{"manage": true}})
	foreign.org = desk.org
	for _, refused := range []struct {
		who    *caller
		status int
	}{{nobodys, 401}, {foreign, 403}, {desk.member("Cook", object{"rooms": object{"manage": true}}), 403}} {
		refused.who.post(audits, nil).want(refused.status)
		refused.who.get(audits).want(refused.status)
		refused.who.get(audits + "/list").want(refused.status)
	}
	desk.post(audits, nil).want(200)
	viewer := desk.member("Viewer", object{"bookings": object{"view": true}, "payments": object{"view": true}})
	viewer.post(audits, nil).want(403)
	viewer.get(audits).want(200)
	viewer.get(audits+"/list").want(200).is(1, "pagination", "total")
	other.get(audits).refused(404, "no day was closed")
}

func auditReport(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(6)
	desk.bookAt(5000, object{"advanceAmount": 2000, "paymentMethod": "upi"}, "2026-04-13", "2026-04-16", rooms[0])
	desk.put("/api/rooms/{org}/"+rooms[5]+"/update", object{"isActive": false}).want(200)
	stays, leaves, gift := desk.bookAt(8000, nil, "2026-04-14", "2026-04-16", rooms[1]), desk.book("2026-04-12", "2026-04-14", rooms[2]), desk.bookAt(0, nil, "2026-04-14", "2026-04-15", rooms[3])
	desk.arrive(stays)
	desk.arrive(leaves)
	desk.arrive(gift)
	desk.post(at(stays, "/charges"), object{"description": "Dinner", "unitPrice": 700.5}).want(201)
	gone := desk.bookAt(5000, object{"advanceAmount": 500}, "2026-04-14", "2026-04-15", rooms[4])
	desk.put(at(gone, "/cancel"), object{"reason": "x", "refundAmount": 500}).want(200)
	r := desk.post(audits, object{}).want(200)
	r.is("2026-04-14", "data", "date").is(5, "data", "roomsTotal").is(1, "data", "roomsSold").is(1, "data", "complimentary").is(20, "data", "occupancy").is("Owner", "data", "closedBy").
		is(2, "data", "roomNightsPosted").is(8000, "data", "roomNightsAmount").is(1220.34, "data", "roomNightsTax").is(700.5, "data", "otherCharges").
		is(2, "data", "arrivals", "expected").is(2, "data", "arrivals", "done").is(1, "data", "departures", "expected").is(0, "data", "departures", "done").
		is(2500, "data", "received").is(500, "data", "refunded").is(2000, "data", "revenue").
		is("BK-1", "data", "overdueArrivals", 0, "code").is("101", "data", "overdueArrivals", 0, "rooms", 0).is("Asha Rao", "data", "overdueArrivals", 0, "guestName").
		is(leaves, "data", "overdueDepartures", 0, "bookingId").is("2026-04-14", "data", "overdueDepartures", 0, "checkOut")
	if len(r.list("data", "noShows")) != 0 || len(r.list("data", "overdueArrivals")) != 1 || len(r.list("data", "overdueDepartures")) != 1 {
		desk.s.t.Errorf("the report is %s", r.raw)
	}
	r.is("cash", "data", "payments", 0, "method").is(500, "data", "payments", 0, "received").is(1, "data", "payments", 0, "refunds").is("upi", "data", "payments", 1, "method").is(2000, "data", "payments", 1, "received")
	// It stays as it is, whatever happens after.
	desk.leave(leaves, nil)
	for _, again := range []answer{desk.post(audits, object{"markNoShows": true}).want(200), desk.get(audits).want(200), desk.get(audits + "?date=2026-04-14").want(200)} {
		if fmt.Sprint(again.at("data")) != fmt.Sprint(r.at("data")) {
			desk.s.t.Errorf("the report was %s and is %s", r.raw, again.raw)
		}
	}
	desk.get(audits+"?date=2026-04-13").refused(404, "was not closed")
	desk.get(audits + "?date=yesterday").bad("date")
	desk.get(audits+"/list").want(200).is("2026-04-14", "data", 0, "date").is(8000, "data", 0, "roomNightsAmount").is(1, "pagination", "total")
}

func auditPostsOnce(_ *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-17", desk.rooms(1)[0])
	desk.arrive(id)
	desk.post(audits, nil).want(200).is(1, "data", "roomNightsPosted") // posted at check-in
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5")
	desk = desk.onDay("2026-04-15")
	s.atOnce(40, func(i int) error {
		a, err := desk.try("POST", "/api/bookings/"+desk.org+"/night-audit", object{})
		if err == nil && a.status != 200 {
			err = fmt.Errorf("%d: %s", a.status, a.raw)
		}
		return err
	})
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5")
	if n := s.count("night_audits", "org_id", desk.org); n != 2 {
		desk.s.t.Errorf("%d days are closed", n)
	}
	if n := desk.get("/api/audit/{org}/logs?action=night_audit.closed").want(200).number("pagination", "total"); n != 2 {
		desk.s.t.Errorf("closing two days is told of %v times", n)
	}
}

// atOnce does the same n times at once and fails the test with what fails.
func (s *server) atOnce(n int, do func(i int) error) {
	s.t.Helper()
	var clients sync.WaitGroup
	failures := make(chan error, n)
	for i := range n {
		clients.Go(func() { failures <- do(i) })
	}
	clients.Wait()
	close(failures)
	for err := range failures {
		if err != nil {
			s.t.Error(err)
		}
	}
}

func auditNoShows(_ *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(4)
	late := desk.bookAt(5000, object{"advanceAmount": 1000}, "2026-04-13", "2026-04-16", rooms[0])
	today := desk.book("2026-04-14", "2026-04-15", rooms[1])
	tomorrow := desk.book("2026-04-15", "2026-04-16", rooms[2])
	here := desk.book("2026-04-14", "2026-04-15", rooms[3])
	desk.arrive(here)
	cancelled := func() float64 {
		return desk.get("/api/notifications/{org}?limit=100").want(200).number("pagination", "totalCount")
	}
	before := cancelled()
	s.clock.Advance(time.Second)
	r := desk.post(audits, object{"markNoShows": true}).want(200)
	if len(r.list("data", "noShows")) != 2 || len(r.list("data", "overdueArrivals")) != 0 {
		s.t.Fatalf("the report is %s", r.raw)
	}
	for id, status := range map[string]string{late: "cancelled", today: "cancelled", tomorrow: "confirmed", here: "checked-in"} {
		desk.get(at(id, "")).is(status, "data", "status").is(status == "cancelled", "data", "noShow")
	}
	if after := cancelled(); after != before+2 {
		s.t.Errorf("%v notifications tell of two no-shows", after-before)
	}
	desk.get("/api/audit/{org}/by-resource/booking/"+late).is("booking.deleted", "data", 0, "action").is(true, "data", 0, "details", "noShow")
	desk.get(at(late, "")).is(-1000, "data", "balanceDue")
	for night := range desk.nights() {
		if room := night[:len(rooms[0])]; room == rooms[0] || room == rooms[1] {
			s.t.Errorf("the night %s is still held", night)
		}
	}
	desk.post(at(late, "/reinstate"), nil).want(200).is("confirmed", "data", "status") // who comes after all
}

func auditDays(_ *testing.T, _ *server, desk *caller) {
	desk.post(audits, object{"date": "2026-04-15"}).bad("date")
	desk.post(audits, object{"date": "tonight"}).bad("date")
	desk.post(audits, object{"date": "2026-04-12"}).want(200).is("2026-04-12", "data", "date")
	desk.post(audits, object{"date": "2026-04-11"}).bad("date") // before the first
	desk.post(audits, nil).want(200).is("2026-04-14", "data", "date")
	desk.get(audits+"/list").want(200).is(3, "pagination", "total").is("2026-04-14", "data", 0, "date").is("2026-04-13", "data", 1, "date").is("2026-04-12", "data", 2, "date")
	desk.get(audits+"/list?limit=1&page=2").want(200).is("2026-04-13", "data", 0, "date").is(3, "pagination", "totalPages")
	desk.get(audits + "/list?limit=101").want(400)
	desk.get("/api/accounts/{org}/settings").want(200).is("2026-04-14", "data", "lastClosedDay")
}

// A hotel that didn't close for a while closes every day, each with its own report.
func auditGap(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(2)
	id := desk.book("2026-04-14", "2026-04-19", rooms[0])
	desk.arrive(id)
	desk.post(audits, nil).want(200)
	desk = desk.onDay("2026-04-18")
	desk.post(audits, nil).want(200).is("2026-04-18", "data", "date").is(1, "data", "roomNightsPosted")
	for _, day := range []string{"2026-04-15", "2026-04-16", "2026-04-17"} {
		desk.get(audits+"?date="+day).want(200).is(1, "data", "roomNightsPosted").is(5000, "data", "roomNightsAmount").is(1, "data", "roomsSold").is(50, "data", "occupancy")
	}
	desk.folioSums(id).is(25000, "data", "totals", "lodgingAmount").is(0, "data", "totals", "toBePosted")
}

// Of a guest who arrived before nights were posted, the first closing posts all nights until then.
func auditOldGuest(_ *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-12", "2026-04-17", desk.rooms(1)[0])
	desk.arrive(id)
	if err := s.db.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(`DELETE FROM folio_lines WHERE org_id = $1`, desk.org)
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
	desk.folioSums(id).charges().is(25000, "data", "totals", "balanceDue")
	desk.post(audits, nil).want(200).is(1, "data", "roomNightsPosted")
	desk.folioSums(id).charges("room-night 2026-04-12 5000 at 5", "room-night 2026-04-13 5000 at 5", "room-night 2026-04-14 5000 at 5")
}

func auditMidnight(_ *testing.T, s *server, desk *caller) {
	for _, place := range []struct {
		zone             string
		before, after    string // instants around the hotel's midnight
		ended, beginning string
	}{
		{"Asia/Kolkata", "2026-04-14T18:29:59Z", "2026-04-14T18:30:00Z", "2026-04-14", "2026-04-15"},
		{"America/New_York", "2026-04-15T03:59:59Z", "2026-04-15T04:00:00Z", "2026-04-14", "2026-04-15"},
		{"Pacific/Auckland", "2026-04-14T11:59:59Z", "2026-04-14T12:00:00Z", "2026-04-14", "2026-04-15"},
	} {
		s.clock.Set(instantOf(place.before))
		hotel := s.login(desk.org, desk.email).anotherHotel(object{"timezone": place.zone})
		room := hotel.rooms(1)[0]
		id := hotel.book(place.ended, "2026-04-17", room)
		hotel.arrive(id)
		hotel.post(audits, object{"date": place.beginning}).bad("date")
		hotel.post(audits, nil).want(200).is(place.ended, "data", "date").is(1, "data", "roomNightsPosted")
		s.clock.Set(instantOf(place.after))
		hotel.post(audits, nil).want(200).is(place.beginning, "data", "date").is(1, "data", "roomNightsPosted")
		hotel.folioSums(id).charges("room-night "+place.ended+" 5000 at 0", "room-night "+place.beginning+" 5000 at 0")
	}
}

func instantOf(text string) time.Time {
	instant, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return instant
}

// job runs what every node runs every few minutes, at this instant of the hotel's clock, and returns the caller then.
func (c *caller) job(clock string) *caller {
	c.s.t.Helper()
	kolkata := time.FixedZone("", 19800)
	now, err := time.ParseInLocation("2006-01-02 15:04", clock, kolkata)
	if err != nil {
		c.s.t.Fatal(err)
	}
	c.s.clock.Set(now)
	c.s.atOnce(3, func(int) error { return c.s.app.CloseDays(context.Background()) })
	return c.s.login(c.org, c.email)
}

func (c *caller) closed(days ...string) {
	c.s.t.Helper()
	list := c.get(audits + "/list?limit=100").want(200)
	var got []string
	for i := range list.list("data") {
		got = append(got, list.text("data", i, "date"))
	}
	if fmt.Sprint(got) != fmt.Sprint(days) {
		c.s.t.Fatalf("closed are %v, want %v", got, days)
	}
}

func auditJob(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(2)
	desk.put("/api/accounts/{org}/settings", object{"nightAuditHour": 3, "nightAuditNoShows": true}).want(200)
	id, absent := desk.book("2026-04-14", "2026-04-20", rooms[0]), desk.book("2026-04-14", "2026-04-20", rooms[1])
	desk.arrive(id)
	desk.job("2026-04-15 02:59").closed() // nothing is due before its first day has ended
	desk = desk.job("2026-04-15 03:00")
	desk.closed("2026-04-14")
	desk.get(at(absent, "")).is(true, "data", "noShow")
	desk.get(audits).want(200).is("System", "data", "closedBy").is("2026-04-14", "data", "date").is(absent, "data", "noShows", 0, "bookingId").is(1, "data", "roomNightsPosted")
	desk.job("2026-04-15 23:59").closed("2026-04-14")
	desk = desk.job("2026-04-18 02:00") // the server was off
	desk.closed("2026-04-16", "2026-04-15", "2026-04-14")
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-16 5000 at 5")
	desk.put("/api/accounts/{org}/settings", object{"nightAuditHour": -1}).want(200)
	desk.job("2026-04-19 12:00").closed("2026-04-16", "2026-04-15", "2026-04-14")
}

func auditEvening(_ *testing.T, _ *server, desk *caller) {
	desk.put("/api/accounts/{org}/settings", object{"nightAuditHour": 23}).want(200)
	desk.job("2026-04-14 22:59").closed()
	desk = desk.job("2026-04-14 23:00")
	desk.closed("2026-04-14")
	desk = desk.job("2026-04-16 01:00")
	desk.closed("2026-04-15", "2026-04-14")
	desk.put("/api/accounts/{org}/settings", object{"nightAuditHour": 12}).want(200)
	desk.job("2026-04-16 12:00").closed("2026-04-16", "2026-04-15", "2026-04-14")
}

func auditNewHotel(_ *testing.T, _ *server, desk *caller) {
	desk.job("2026-04-14 23:59").closed()
	desk.job("2026-04-15 03:00").closed("2026-04-14")
}

// A hotel whose days can't be closed holds up no other.
func auditOneFails(_ *testing.T, s *server, desk *caller) {
	broken := desk.anotherHotel()
	if err := s.db.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(`DELETE FROM books WHERE org_id = $1`, broken.org)
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
	after := desk.anotherHotel()
	s.clock.Set(noon.Add(24 * time.Hour))
	if err := s.app.CloseDays(context.Background()); err == nil {
		s.t.Error("nobody hears of the hotel that fails")
	}
	for _, hotel := range []*caller{desk, after} {
		s.login(hotel.org, hotel.email).closed("2026-04-14")
	}
	if err := s.db.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE organizations SET deleted_at = 1 WHERE org_id = $1`, broken.org)
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
}

func auditTold(_ *testing.T, _ *server, desk *caller) {
	desk.post(audits, object{}).want(200)
	desk.get("/api/audit/{org}/by-resource/night_audit/2026-04-14").want(200).is("night_audit.closed", "data", 0, "action").is(0, "data", 0, "details", "roomNightsPosted").is("Owner", "data", 0, "userName")
}

// Whoever arrives, leaves or is charged while the day is closed by several at once: the report says who was marked, and
// every folio adds up.
func TestNightAuditBesideTheDesk(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, engine)
			desk := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
			rooms := desk.rooms(12)
			var ids []string
			for i, room := range rooms {
				ids = append(ids, desk.book("2026-04-14", "2026-04-16", room))
				if i%2 == 0 {
					desk.arrive(ids[i])
				}
			}
			desk = desk.onDay("2026-04-15")
			base := "/api/bookings/" + desk.org
			s.atOnce(24, func(i int) error { // guests arrive and leave while the day is closed by several
				requests := []func() (answer, error){
					func() (answer, error) {
						return desk.try("POST", base+"/night-audit", object{"markNoShows": true})
					},
					func() (answer, error) { return desk.try("POST", base+"/"+ids[i%12]+"/arrival", object{}) },
					func() (answer, error) { return desk.try("PUT", base+"/"+ids[i%12]+"/checkout", object{}) },
					func() (answer, error) {
						return desk.try("POST", base+"/"+ids[i%12]+"/charges", object{"description": "x", "unitPrice": 10})
					},
				}
				a, err := requests[i%4]()
				if err == nil && a.status >= 500 {
					err = fmt.Errorf("%s %s: %s", a.method, a.path, a.raw)
				}
				return err
			})
			report := desk.post(audits, nil).want(200)
			marked := map[any]bool{}
			for _, b := range report.list("data", "noShows") {
				marked[b.(map[string]any)["bookingId"]] = true
			}
			for _, id := range ids {
				b := desk.get(at(id, ""))
				if noShow := b.at("data", "noShow") == true; noShow != marked[id] {
					t.Errorf("the report says of a no-show %v, the booking is %s", marked[id], b.raw)
				}
				desk.folioSums(id)
			}
		})
	}
}
