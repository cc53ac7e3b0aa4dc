package nightaudit_test

import (
	"context"
	"fmt"
	"regexp"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

type object = apptest.Object

func TestNightAudit(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: auditPermissions},
		{Name: "the report", Run: auditReport},
		{Name: "nights are posted once", Run: auditPostsOnce},
		{Name: "no-shows", Run: auditNoShows},
		{Name: "which day", Run: auditDays},
		{Name: "the days between", Run: auditGap},
		{Name: "a guest in house since before there were folios", Run: auditOldGuest},
		{Name: "midnight, by the hotel's clock", Run: auditMidnight},
		{Name: "the job", Run: auditJob},
		{Name: "the job in the evening", Run: auditEvening},
		{Name: "a new hotel", Run: auditNewHotel},
		{Name: "one hotel fails", Run: auditOneFails},
		{Name: "the audit log", Run: auditTold},
	})
}

func auditPermissions(_ *testing.T, desk *apptest.Caller) {
	s := desk.Server
	nobodys := s.Anyone()
	nobodys.Org = desk.Org
	other := desk.AnotherHotel()
	foreign := other.Member("Stranger", object{"bookings": object{"manage": true}, "payments": object{"manage": true}})
	foreign.Org = desk.Org
	for _, refused := range []struct {
		who    *apptest.Caller
		status int
	}{{nobodys, 401}, {foreign, 403}, {desk.Member("Cook", object{"rooms": object{"manage": true}}), 403}} {
		refused.who.Post(apptest.NightAudits, nil).Want(refused.status)
		refused.who.Get(apptest.NightAudits).Want(refused.status)
		refused.who.Get(apptest.NightAudits + "/list").Want(refused.status)
	}
	desk.Post(apptest.NightAudits, nil).Want(200)
	viewer := desk.Member("Viewer", object{"bookings": object{"view": true}, "payments": object{"view": true}})
	viewer.Post(apptest.NightAudits, nil).Want(403)
	viewer.Get(apptest.NightAudits).Want(200)
	viewer.Get(apptest.NightAudits+"/list").Want(200).Is(1, "pagination", "total")
	other.Get(apptest.NightAudits).Refused(404, "no day was closed")
}

func auditReport(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(6)
	desk.BookAt(5000, object{"advanceAmount": 2000, "paymentMethod": "upi"}, "2026-04-13", "2026-04-16", rooms[0])
	desk.Put("/api/rooms/{org}/"+rooms[5]+"/update", object{"isActive": false}).Want(200)
	stays, leaves, gift := desk.BookAt(8000, nil, "2026-04-14", "2026-04-16", rooms[1]),
		desk.Book("2026-04-12", "2026-04-14", rooms[2]), desk.BookAt(0, nil, "2026-04-14", "2026-04-15", rooms[3])
	desk.Arrive(stays)
	desk.Arrive(leaves)
	desk.Arrive(gift)
	desk.Post(apptest.BookingPath(stays, "/charges"), object{"description": "Dinner", "unitPrice": 700.5}).Want(201)
	gone := desk.BookAt(5000, object{"advanceAmount": 500}, "2026-04-14", "2026-04-15", rooms[4])
	desk.Put(apptest.BookingPath(gone, "/cancel"), object{"reason": "x", "refundAmount": 500}).Want(200)
	r := desk.Post(apptest.NightAudits, object{}).Want(200)
	r.Is("2026-04-14", "data", "date").Is(5, "data", "roomsTotal").Is(1, "data", "roomsSold").
		Is(1, "data", "complimentary").Is(20, "data", "occupancy").Is("Owner", "data", "closedBy").
		Is(2, "data", "roomNightsPosted").Is(8000, "data", "roomNightsAmount").Is(1220.34, "data", "roomNightsTax").
		Is(700.5, "data", "otherCharges").
		Is(2, "data", "arrivals", "expected").Is(2, "data", "arrivals", "done").Is(1, "data", "departures", "expected").
		Is(0, "data", "departures", "done").
		Is(2500, "data", "received").Is(500, "data", "refunded").Is(2000, "data", "revenue").
		Is("BK-1", "data", "overdueArrivals", 0, "code").Is("101", "data", "overdueArrivals", 0, "rooms", 0).
		Is("Asha Rao", "data", "overdueArrivals", 0, "guestName").
		Is(leaves, "data", "overdueDepartures", 0, "bookingId").Is("2026-04-14", "data", "overdueDepartures", 0, "checkOut")
	if len(r.List("data", "noShows")) != 0 || len(r.List("data", "overdueArrivals")) != 1 ||
		len(r.List("data", "overdueDepartures")) != 1 {
		desk.Server.T.Errorf("the report is %s", r.Raw)
	}
	r.Is("cash", "data", "payments", 0, "method").Is(500, "data", "payments", 0, "received").
		Is(1, "data", "payments", 0, "refunds").Is("upi", "data", "payments", 1, "method").
		Is(2000, "data", "payments", 1, "received")
	// It stays as it is, whatever happens after.
	desk.Leave(leaves, nil)
	for _, again := range []apptest.Answer{desk.Post(apptest.NightAudits, object{"markNoShows": true}).Want(200),
		desk.Get(apptest.NightAudits).Want(200), desk.Get(apptest.NightAudits + "?date=2026-04-14").Want(200)} {
		if fmt.Sprint(again.At("data")) != fmt.Sprint(r.At("data")) {
			desk.Server.T.Errorf("the report was %s and is %s", r.Raw, again.Raw)
		}
	}
	desk.Get(apptest.NightAudits+"?date=2026-04-13").Refused(404, "was not closed")
	desk.Get(apptest.NightAudits + "?date=yesterday").Bad("date")
	desk.Get(apptest.NightAudits+"/list").Want(200).Is("2026-04-14", "data", 0, "date").
		Is(8000, "data", 0, "roomNightsAmount").Is(1, "pagination", "total")
}

func auditPostsOnce(_ *testing.T, desk *apptest.Caller) {
	s := desk.Server
	id := desk.Book("2026-04-14", "2026-04-17", desk.CreateRooms(1)[0])
	desk.Arrive(id)
	desk.Post(apptest.NightAudits, nil).Want(200).Is(1, "data", "roomNightsPosted") // posted at check-in
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5")
	desk = desk.OnDay("2026-04-15")
	s.AtOnce(40, func(i int) error {
		a, err := desk.Try("POST", "/api/bookings/"+desk.Org+"/night-audit", object{})
		if err == nil && a.Status != 200 {
			err = fmt.Errorf("%d: %s", a.Status, a.Raw)
		}
		return err
	})
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5")
	if n := s.CountRows("night_audits", "org_id", desk.Org); n != 2 {
		desk.Server.T.Errorf("%d days are closed", n)
	}
	if n := desk.Get("/api/audit/{org}/logs?action=night_audit.closed").Want(200).Number("pagination", "total"); n != 2 {
		desk.Server.T.Errorf("closing two days is told of %v times", n)
	}
}

func auditNoShows(_ *testing.T, desk *apptest.Caller) {
	s := desk.Server
	rooms := desk.CreateRooms(4)
	late := desk.BookAt(5000, object{"advanceAmount": 1000}, "2026-04-13", "2026-04-16", rooms[0])
	today := desk.Book("2026-04-14", "2026-04-15", rooms[1])
	tomorrow := desk.Book("2026-04-15", "2026-04-16", rooms[2])
	here := desk.Book("2026-04-14", "2026-04-15", rooms[3])
	desk.Arrive(here)
	cancelled := func() float64 {
		return desk.Get("/api/notifications/{org}?limit=100").Want(200).Number("pagination", "totalCount")
	}
	before := cancelled()
	s.Clock.Advance(time.Second)
	r := desk.Post(apptest.NightAudits, object{"markNoShows": true}).Want(200)
	if len(r.List("data", "noShows")) != 2 || len(r.List("data", "overdueArrivals")) != 0 {
		s.T.Fatalf("the report is %s", r.Raw)
	}
	for id, status := range map[string]string{late: "cancelled", today: "cancelled", tomorrow: "confirmed",
		here: "checked-in"} {
		desk.Get(apptest.BookingPath(id, "")).Is(status, "data", "status").Is(status == "cancelled", "data", "noShow")
	}
	if after := cancelled(); after != before+2 {
		s.T.Errorf("%v notifications tell of two no-shows", after-before)
	}
	desk.Get("/api/audit/{org}/by-resource/booking/"+late).Is("booking.deleted", "data", 0, "action").
		Is(true, "data", 0, "details", "noShow")
	desk.Get(apptest.BookingPath(late, "")).Is(0, "data", "balanceDue").Is(1000, "data", "retainedAmount")
	for night := range desk.HeldNights() {
		if room := night[:len(rooms[0])]; room == rooms[0] || room == rooms[1] {
			s.T.Errorf("the night %s is still held", night)
		}
	}
	// who comes after all
	desk.Post(apptest.BookingPath(late, "/reinstate"), nil).Want(200).Is("confirmed", "data", "status")
}

func auditDays(_ *testing.T, desk *apptest.Caller) {
	desk.Post(apptest.NightAudits, object{"date": "2026-04-15"}).Bad("date")
	desk.Post(apptest.NightAudits, object{"date": "tonight"}).Bad("date")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-12"}).Want(200).Is("2026-04-12", "data", "date")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-11"}).Bad("date") // before the first
	desk.Post(apptest.NightAudits, nil).Want(200).Is("2026-04-14", "data", "date")
	desk.Get(apptest.NightAudits+"/list").Want(200).Is(3, "pagination", "total").Is("2026-04-14", "data", 0, "date").
		Is("2026-04-13", "data", 1, "date").Is("2026-04-12", "data", 2, "date")
	desk.Get(apptest.NightAudits+"/list?limit=1&page=2").Want(200).Is("2026-04-13", "data", 0, "date").
		Is(3, "pagination", "totalPages")
	desk.Get(apptest.NightAudits + "/list?limit=101").Want(400)
	desk.Get("/api/accounts/{org}/settings").Want(200).Is("2026-04-14", "data", "lastClosedDay")
}

// A hotel that didn't close for a while closes every day, each with its own report.
func auditGap(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-19", rooms[0])
	desk.Arrive(id)
	desk.Post(apptest.NightAudits, nil).Want(200)
	desk = desk.OnDay("2026-04-18")
	desk.Post(apptest.NightAudits, nil).Want(200).Is("2026-04-18", "data", "date").Is(1, "data", "roomNightsPosted")
	for _, day := range []string{"2026-04-15", "2026-04-16", "2026-04-17"} {
		desk.Get(apptest.NightAudits+"?date="+day).Want(200).Is(1, "data", "roomNightsPosted").
			Is(5000, "data", "roomNightsAmount").Is(1, "data", "roomsSold").Is(50, "data", "occupancy")
	}
	desk.CheckedFolio(id).Is(25000, "data", "totals", "lodgingAmount").Is(0, "data", "totals", "toBePosted")
}

// Of a guest who arrived before nights were posted, the first closing posts all nights until then.
func auditOldGuest(_ *testing.T, desk *apptest.Caller) {
	s := desk.Server
	id := desk.Book("2026-04-12", "2026-04-17", desk.CreateRooms(1)[0])
	desk.Arrive(id)
	if err := s.DB.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(`DELETE FROM folio_lines WHERE org_id = $1`, desk.Org)
		return err
	}); err != nil {
		s.T.Fatal(err)
	}
	desk.CheckedFolio(id).HasCharges().Is(25000, "data", "totals", "balanceDue")
	desk.Post(apptest.NightAudits, nil).Want(200).Is(1, "data", "roomNightsPosted")
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-12 5000 at 5", "room-night 2026-04-13 5000 at 5",
		"room-night 2026-04-14 5000 at 5")
}

func auditMidnight(_ *testing.T, desk *apptest.Caller) {
	s := desk.Server
	for _, place := range []struct {
		zone             string
		before, after    string // instants around the hotel's midnight
		ended, beginning string
	}{
		{"Asia/Kolkata", "2026-04-14T18:29:59Z", "2026-04-14T18:30:00Z", "2026-04-14", "2026-04-15"},
		{"America/New_York", "2026-04-15T03:59:59Z", "2026-04-15T04:00:00Z", "2026-04-14", "2026-04-15"},
		{"Pacific/Auckland", "2026-04-14T11:59:59Z", "2026-04-14T12:00:00Z", "2026-04-14", "2026-04-15"},
	} {
		s.Clock.Set(instantOf(place.before))
		hotel := s.Login(desk.Org, desk.Email).AnotherHotel(object{"timezone": place.zone})
		room := hotel.CreateRooms(1)[0]
		id := hotel.Book(place.ended, "2026-04-17", room)
		hotel.Arrive(id)
		hotel.Post(apptest.NightAudits, object{"date": place.beginning}).Bad("date")
		hotel.Post(apptest.NightAudits, nil).Want(200).Is(place.ended, "data", "date").Is(1, "data", "roomNightsPosted")
		s.Clock.Set(instantOf(place.after))
		hotel.Post(apptest.NightAudits, nil).Want(200).Is(place.beginning, "data", "date").Is(1, "data", "roomNightsPosted")
		hotel.CheckedFolio(id).HasCharges("room-night "+place.ended+" 5000 at 0", "room-night "+place.beginning+" 5000 at 0")
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
func job(c *apptest.Caller, clock string) *apptest.Caller {
	c.Server.T.Helper()
	kolkata := time.FixedZone("", 19800)
	now, err := time.ParseInLocation("2006-01-02 15:04", clock, kolkata)
	if err != nil {
		c.Server.T.Fatal(err)
	}
	c.Server.Clock.Set(now)
	c.Server.AtOnce(3, func(int) error { return c.Server.App.CloseDays(context.Background()) })
	return c.Server.Login(c.Org, c.Email)
}

func closed(c *apptest.Caller, days ...string) {
	c.Server.T.Helper()
	list := c.Get(apptest.NightAudits + "/list?limit=100").Want(200)
	var got []string
	for i := range list.List("data") {
		got = append(got, list.Text("data", i, "date"))
	}
	if fmt.Sprint(got) != fmt.Sprint(days) {
		c.Server.T.Fatalf("closed are %v, want %v", got, days)
	}
}

func auditJob(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	desk.Put("/api/accounts/{org}/settings", object{"nightAuditHour": 3, "nightAuditNoShows": true}).Want(200)
	id, absent := desk.Book("2026-04-14", "2026-04-20", rooms[0]), desk.Book("2026-04-14", "2026-04-20", rooms[1])
	desk.Arrive(id)
	closed(job(desk, "2026-04-15 02:59")) // nothing is due before its first day has ended
	desk = job(desk, "2026-04-15 03:00")
	closed(desk, "2026-04-14")
	desk.Get(apptest.BookingPath(absent, "")).Is(true, "data", "noShow")
	desk.Get(apptest.NightAudits).Want(200).Is("System", "data", "closedBy").Is("2026-04-14", "data", "date").
		Is(absent, "data", "noShows", 0, "bookingId").Is(1, "data", "roomNightsPosted")
	closed(job(desk, "2026-04-15 23:59"), "2026-04-14")
	desk = job(desk, "2026-04-18 02:00") // the server was off
	closed(desk, "2026-04-16", "2026-04-15", "2026-04-14")
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5",
		"room-night 2026-04-16 5000 at 5")
	desk.Put("/api/accounts/{org}/settings", object{"nightAuditHour": -1}).Want(200)
	closed(job(desk, "2026-04-19 12:00"), "2026-04-16", "2026-04-15", "2026-04-14")
}

func auditEvening(_ *testing.T, desk *apptest.Caller) {
	desk.Put("/api/accounts/{org}/settings", object{"nightAuditHour": 23}).Want(200)
	closed(job(desk, "2026-04-14 22:59"))
	desk = job(desk, "2026-04-14 23:00")
	closed(desk, "2026-04-14")
	desk = job(desk, "2026-04-16 01:00")
	closed(desk, "2026-04-15", "2026-04-14")
	desk.Put("/api/accounts/{org}/settings", object{"nightAuditHour": 12}).Want(200)
	closed(job(desk, "2026-04-16 12:00"), "2026-04-16", "2026-04-15", "2026-04-14")
}

func auditNewHotel(_ *testing.T, desk *apptest.Caller) {
	closed(job(desk, "2026-04-14 23:59"))
	closed(job(desk, "2026-04-15 03:00"), "2026-04-14")
}

// A hotel whose days can't be closed holds up no other.
func auditOneFails(_ *testing.T, desk *apptest.Caller) {
	s := desk.Server
	broken := desk.AnotherHotel()
	if err := s.DB.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(`DELETE FROM books WHERE org_id = $1`, broken.Org)
		return err
	}); err != nil {
		s.T.Fatal(err)
	}
	after := desk.AnotherHotel()
	s.Clock.Set(apptest.Noon.Add(24 * time.Hour))
	if err := s.App.CloseDays(context.Background()); err == nil {
		s.T.Error("nobody hears of the hotel that fails")
	}
	for _, hotel := range []*apptest.Caller{desk, after} {
		closed(s.Login(hotel.Org, hotel.Email), "2026-04-14")
	}
	if err := s.DB.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(`UPDATE organizations SET deleted_at = 1 WHERE org_id = $1`, broken.Org)
		return err
	}); err != nil {
		s.T.Fatal(err)
	}
}

func auditTold(t *testing.T, desk *apptest.Caller) {
	desk.Post(apptest.NightAudits, object{}).Want(200)
	desk.Get("/api/audit/{org}/by-resource/night_audit/2026-04-14").Want(200).
		Is("night_audit.closed", "data", 0, "action").Is(0, "data", 0, "details", "roomNightsPosted").
		Is("Owner", "data", 0, "userName")
	// The contract has ids of resources: the day has one, by which it is found, and no other hotel's day has it.
	id := desk.Get("/api/audit/{org}/logs?resourceType=night_audit").Want(200).Text("data", 0, "resourceId")
	if !regexp.MustCompile(`^[0-9a-f]{24}$`).MatchString(id) {
		t.Errorf("the day's id is %q", id)
	}
	desk.Get("/api/audit/{org}/by-resource/night_audit/"+id).Want(200).Is(id, "resource", "id").
		Is("night_audit.closed", "data", 0, "action").Is("2026-04-14", "data", 0, "details", "date")
	other := desk.AnotherHotel()
	other.Post(apptest.NightAudits, object{}).Want(200)
	same := other.Get("/api/audit/{org}/logs?resourceType=night_audit").Want(200).Text("data", 0, "resourceId")
	if same == id {
		t.Errorf("two hotels' days are %s", id)
	}
}

// Whoever arrives, leaves or is charged while the day is closed by several at once: the report says who was marked, and
// every folio adds up.
func TestNightAuditBesideTheDesk(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
			rooms := desk.CreateRooms(12)
			var ids []string
			for i, room := range rooms {
				ids = append(ids, desk.Book("2026-04-14", "2026-04-16", room))
				if i%2 == 0 {
					desk.Arrive(ids[i])
				}
			}
			desk = desk.OnDay("2026-04-15")
			base := "/api/bookings/" + desk.Org
			s.AtOnce(24, func(i int) error { // guests arrive and leave while the day is closed by several
				requests := []func() (apptest.Answer, error){
					func() (apptest.Answer, error) {
						return desk.Try("POST", base+"/night-audit", object{"markNoShows": true})
					},
					func() (apptest.Answer, error) { return desk.Try("POST", base+"/"+ids[i%12]+"/arrival", object{}) },
					func() (apptest.Answer, error) { return desk.Try("PUT", base+"/"+ids[i%12]+"/checkout", object{}) },
					func() (apptest.Answer, error) {
						return desk.Try("POST", base+"/"+ids[i%12]+"/charges", object{"description": "x", "unitPrice": 10})
					},
				}
				a, err := requests[i%4]()
				if err == nil && a.Status >= 500 {
					err = fmt.Errorf("%s %s: %s", a.Method, a.Path, a.Raw)
				}
				return err
			})
			report := desk.Post(apptest.NightAudits, nil).Want(200)
			marked := map[any]bool{}
			for _, b := range report.List("data", "noShows") {
				marked[b.(map[string]any)["bookingId"]] = true
			}
			var posted int64
			for _, id := range ids {
				lines, _ := desk.FolioLines(id)
				for _, l := range lines {
					if l["type"] != "tax" && l["postedOn"] == report.At("data", "date") {
						posted += apptest.Paise(l["totalAmount"])
					}
				}
			}
			if told := apptest.Paise(report.At("data", "roomNightsAmount")) +
				apptest.Paise(report.At("data", "otherCharges")); posted != told {
				t.Errorf("folios have %d paise of the closed day, its report %d", posted, told)
			}
			for _, id := range ids {
				b := desk.Get(apptest.BookingPath(id, ""))
				if noShow := b.At("data", "noShow") == true; noShow != marked[id] {
					t.Errorf("the report says of a no-show %v, the booking is %s", marked[id], b.Raw)
				}
				desk.CheckedFolio(id)
			}
		})
	}
}
