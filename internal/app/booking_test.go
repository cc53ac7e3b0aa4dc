package app_test

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/db"
)

// Every endpoint of the bookings, one scenario after the other, on each engine. Each scenario has a hotel of its own.
func TestBookings(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, s *server, desk *caller)
	}{
		{"create answers the contract's fields", createAnswers},
		{"create takes defaults and records the advance", createDefaults},
		{"create refuses what is wrong and names it", createRefuses},
		{"create again with the same key", createAgain},
		{"a read shows the whole booking", readShows},
		{"by code, also with a slash", byCode},
		{"lists are filtered, searched and paged", lists},
		{"availability", availability},
		{"transitions", transitions},
		{"a correction keeps what it doesn't name", corrections},
		{"changing the stay", changeStay},
		{"adding a room", addRoom},
		{"moving to another room", moveRoom},
		{"a move that is still to come", plannedMove},
		{"checking out some rooms", partialCheckOut},
		{"leaving early", leaveEarly},
		{"staying on", overstay},
		{"cancelling and money", cancelMoney},
		{"reinstating", reinstate},
		{"the guest", guestOfBooking},
		{"the overview", overviewCounts},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, s, owner.anotherHotel())
			})
		}
	})
}

// anotherHotel is a new organization of the same person, who is its Administrator at once.
func (c *caller) anotherHotel(fields ...object) *caller {
	c.s.t.Helper()
	body := object{"name": fmt.Sprintf("Hotel %d", hotels.Add(1)), "email": c.email, "timezone": "Asia/Kolkata", "currency": "INR"}
	for _, f := range fields {
		body = body.merged(f)
	}
	made := *c
	made.org = c.post("/api/organization/create", body).want(201).text("data", "_id")
	return &made
}

// later moves the clock on and signs in again, since access tokens live for minutes only.
func (c *caller) later(by time.Duration) *caller {
	c.s.t.Helper()
	c.s.clock.Advance(by)
	return c.s.login(c.org, c.email)
}

const day = 24 * time.Hour

// fields fails unless the value is an object of exactly these members.
func (a answer) fields(value any, names ...string) {
	a.t.Helper()
	found, ok := value.(map[string]any)
	if !ok {
		a.t.Fatalf("%s %s: no object: %s", a.method, a.path, a.raw)
	}
	slices.Sort(names)
	if has := slices.Sorted(maps.Keys(found)); !slices.Equal(has, names) {
		a.t.Fatalf("%s %s has the fields %v, want %v", a.method, a.path, has, names)
	}
}

// is fails unless the value at the path is this one; JSON's numbers are float64.
func (a answer) is(want any, path ...any) answer {
	a.t.Helper()
	if number, ok := want.(int); ok {
		want = float64(number)
	}
	if got := a.at(path...); !reflect.DeepEqual(got, want) {
		a.t.Fatalf("%s %s: %v is %v, want %v: %s", a.method, a.path, path, got, want, a.raw)
	}
	return a
}

func at(bookingID, rest string) string { return "/api/bookings/{org}/" + bookingID + rest }

// nights lists the held nights of the organization as "room night", with what holds each.
func (c *caller) nights() map[string]string {
	c.s.t.Helper()
	held := map[string]string{}
	c.rows(`SELECT room_id, night, holder_id FROM room_nights WHERE org_id = $1`, func(row db.Scanner) error {
		var room, night, holder string
		err := row.Scan(&room, &night, &holder)
		held[room+" "+night] = holder
		return err
	})
	return held
}

func (c *caller) rows(query string, scan func(row db.Scanner) error) {
	c.s.t.Helper()
	err := c.s.db.Read(c.s.t.Context(), func(tx *db.Tx) error {
		_, err := db.All(tx, func(row db.Scanner) (struct{}, error) { return struct{}{}, scan(row) }, query, c.org)
		return err
	})
	if err != nil {
		c.s.t.Fatal(err)
	}
}

// holds fails unless the booking holds exactly these nights of the room.
func (c *caller) holds(bookingID, room string, nights ...string) {
	c.s.t.Helper()
	var held []string
	for at, holder := range c.nights() {
		if night, ok := strings.CutPrefix(at, room+" "); ok && holder == bookingID {
			held = append(held, night)
		}
	}
	slices.Sort(held)
	if !slices.Equal(held, nights) {
		c.s.t.Fatalf("the booking holds %v of the room, want %v", held, nights)
	}
}

func createAnswers(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	body := object{"guestName": "  Asha Rao ", "guestEmail": "Asha@Example.com", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-20", "checkOut": "2026-04-23",
		"rooms": []object{
			{"roomId": rooms[0], "roomNumber": "wrong", "roomType": "wrong", "ratePerNight": 4500.5, "adults": 2, "children": 1},
			{"roomId": rooms[1], "roomNumber": "102", "roomType": "Deluxe", "ratePerNight": 5000, "adults": 1},
		},
		"source": "ota", "notes": "late", "specialRequests": "cot", "mealPlan": "CP", "totalAmount": 20000, "advanceAmount": 5000.25, "paymentMethod": "UPI", "unknown": "ignored"}
	made := desk.post("/api/bookings/{org}/create", body).want(201)
	data := made.at("data")
	made.fields(data, "bookingId", "code", "status", "guestName", "checkIn", "checkOut", "rooms", "totalAmount", "createdAt")
	made.fields(made.at("data", "rooms", 0), "roomId", "roomNumber", "roomType", "ratePerNight")
	made.is("BK-1", "data", "code").is("confirmed", "data", "status").is("Asha Rao", "data", "guestName").is("2026-04-20", "data", "checkIn").
		is("2026-04-23", "data", "checkOut").is(20000, "data", "totalAmount").is("2026-04-14T06:30:00.000Z", "data", "createdAt").
		is(rooms[0], "data", "rooms", 0, "roomId").is("101", "data", "rooms", 0, "roomNumber").is("Deluxe", "data", "rooms", 0, "roomType").is(4500.5, "data", "rooms", 0, "ratePerNight")
	if n := len(made.list("data", "rooms")); n != 2 {
		t.Errorf("%d rooms", n)
	}
	read := desk.get(at(made.text("data", "bookingId"), "")).want(200)
	read.is("ota", "data", "source").is("late", "data", "notes").is("cot", "data", "specialRequests").is("CP", "data", "mealPlan").is(5000.25, "data", "advanceAmount").
		is(14999.75, "data", "balanceDue").is(2, "data", "rooms", 0, "adults").is(1, "data", "rooms", 0, "children").is(0, "data", "rooms", 1, "children")
}

func createDefaults(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(1)
	made := desk.post("/api/bookings/{org}/create", stay("2026-04-14", "2026-04-16", rooms[0]).merged(object{"advanceAmount": 1000})).want(201)
	made.is(10000, "data", "totalAmount")
	id := made.text("data", "bookingId")
	read := desk.get(at(id, "")).want(200).is("walk-in", "data", "source").is("EP", "data", "mealPlan").is(1000, "data", "advanceAmount").is(1000, "data", "paidAmount").is(9000, "data", "balanceDue")
	desk.get("/api/guests/{org}/"+read.text("data", "guestId")).want(200).is("Asha Rao", "data", "name").is("+91 98450 12345", "data", "phone")
	desk.get("/api/guests/{org}/"+read.text("data", "guestId")+"/stays").want(200).is(id, "data", 0, "bookingId").is(1, "pagination", "total")
	var payments []string
	desk.rows(`SELECT number, kind, booking_id, amount, method, business_date FROM payments WHERE org_id = $1`, func(row db.Scanner) error {
		var number, kind, booking, method, on string
		var amount int64
		err := row.Scan(&number, &kind, &booking, &amount, &method, &on)
		payments = append(payments, fmt.Sprint(number, " ", kind, " ", booking == id, " ", amount, " ", method, " ", on))
		return err
	})
	if want := []string{"PAY-1 payment true 100000 cash 2026-04-14"}; !slices.Equal(payments, want) {
		t.Errorf("payments are %v, want %v", payments, want)
	}
	desk.get("/api/bookings/{org}/overview").want(200).is(1000, "data", "revenue", "today").is(1000, "data", "revenue", "month")
	known := desk.post("/api/bookings/{org}/create", stay("2026-05-14", "2026-05-16", rooms[0]).merged(object{"guestId": read.text("data", "guestId")})).want(201)
	desk.get(at(known.text("data", "bookingId"), "")).is(read.text("data", "guestId"), "data", "guestId")
}

func createRefuses(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(3)
	foreign := desk.anotherHotel().rooms(1)[0]
	desk.put("/api/rooms/{org}/"+rooms[2]+"/update", object{"isActive": false}).want(200)
	taken := desk.book("2026-04-20", "2026-04-22", rooms[1])
	good := stay("2026-04-20", "2026-04-22", rooms[0])
	one := func(member string, value any) object {
		entry := good["rooms"].([]object)[0].merged(object{member: value})
		return good.merged(object{"rooms": []object{entry}})
	}
	for _, c := range []struct {
		field string
		body  object
	}{
		{"checkOut", good.merged(object{"checkOut": "2026-04-20"})},
		{"checkOut", good.merged(object{"checkOut": "2026-04-19"})},
		{"checkOut", good.merged(object{"checkOut": "2027-04-21"})},
		{"checkIn", good.merged(object{"checkIn": "2026-02-30"})},
		{"checkIn", good.without("checkIn")},
		{"checkOut", good.without("checkOut")},
		{"guestName", good.without("guestName")},
		{"guestName", good.merged(object{"guestName": "   "})},
		{"guestPhone", good.without("guestPhone")},
		{"guestPhone", good.merged(object{"guestPhone": "none"})},
		{"guestEmail", good.merged(object{"guestEmail": "nobody"})},
		{"guestId", good.merged(object{"guestId": "665f1c2ab7e4d90012ab34cd"})},
		{"rooms", good.without("rooms")},
		{"rooms", good.merged(object{"rooms": []object{}})},
		{"rooms[0].roomId", one("roomId", "665f1c2ab7e4d90012ab34cd")},
		{"rooms[0].roomId", one("roomId", foreign)},
		{"rooms[0].roomId", one("roomId", rooms[2])},
		{"rooms[0].ratePerNight", one("ratePerNight", -1)},
		{"rooms[0].ratePerNight", one("ratePerNight", 10.001)},
		{"rooms[0].adults", one("adults", 0)},
		{"rooms[0].children", one("children", -1)},
		{"source", good.merged(object{"source": "fax"})},
		{"mealPlan", good.merged(object{"mealPlan": "XX"})},
		{"totalAmount", good.merged(object{"totalAmount": -1})},
		{"advanceAmount", good.merged(object{"advanceAmount": 10000.01})},
		{"advanceAmount", good.merged(object{"advanceAmount": 0.001})},
	} {
		desk.post("/api/bookings/{org}/create", c.body).bad(c.field)
	}
	for _, name := range []string{"roomId", "roomNumber", "roomType", "ratePerNight", "adults"} {
		entry := good["rooms"].([]object)[0].without(name)
		desk.post("/api/bookings/{org}/create", good.merged(object{"rooms": []object{entry}})).bad("rooms[0]." + name)
	}
	desk.post("/api/bookings/{org}/create", stay("2026-04-21", "2026-04-23", rooms[0], rooms[1])).refused(400, "Room 102 is taken on 2026-04-21.")
	desk.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", rooms[0], rooms[0])).refused(400, "Room 101 is asked for twice")
	desk.holds(taken, rooms[1], "2026-04-20", "2026-04-21")
	if n := len(desk.nights()); n != 2 {
		t.Errorf("%d nights are held after refusals, want 2", n)
	}
	if code := desk.get(at(desk.book("2026-04-20", "2027-04-20", rooms[0]), "")).text("data", "code"); code != "BK-2" {
		t.Errorf("the next booking is %s: refusals must take no number", code)
	}
}

func createAgain(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	keyed := desk.with("Idempotency-Key", "the same")
	body := stay("2026-04-20", "2026-04-22", rooms[0]).merged(object{"advanceAmount": 100})
	first := keyed.post("/api/bookings/{org}/create", body).want(201)
	again := keyed.post("/api/bookings/{org}/create", body).want(201)
	if string(first.raw) != string(again.raw) {
		t.Errorf("the repetition answers %s, the first %s", again.raw, first.raw)
	}
	keyed.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", rooms[1])).want(400)
	desk.post("/api/bookings/{org}/create", body).refused(400, "Room 101")
	desk.get("/api/bookings/{org}/list").want(200).is(1, "pagination", "total")
	desk.get(at(first.text("data", "bookingId"), "")).is(100, "data", "paidAmount")
	// A refused request may be sent again under its key: nothing of it was kept.
	other := desk.with("Idempotency-Key", "another")
	other.post("/api/bookings/{org}/create", body).want(400)
	desk.put(at(first.text("data", "bookingId"), "/cancel"), object{"reason": "moved"}).want(200)
	other.post("/api/bookings/{org}/create", body).want(201).is("BK-2", "data", "code")
}

func readShows(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(1)
	id := desk.book("2026-04-20", "2026-04-22", rooms[0])
	read := desk.get(at(id, "")).want(200)
	read.fields(read.at("data"), "bookingId", "code", "status", "guestId", "guestName", "guestEmail", "guestPhone", "checkIn", "checkOut", "rooms", "source", "mealPlan",
		"notes", "specialRequests", "totalAmount", "taxAmount", "extrasAmount", "advanceAmount", "paidAmount", "refundAmount", "balanceDue", "expectedArrivalTime", "transportMode", "transportDetails",
		"arrivalTime", "arrivalRemarks", "checkoutTime", "settlementMethod", "checkoutRemarks", "cancelledAt", "cancellationReason", "cancellationCharge", "noShow",
		"createdAt", "updatedAt")
	read.fields(read.at("data", "rooms", 0), "roomId", "roomNumber", "roomType", "ratePerNight", "adults", "children", "from", "to", "checkedOut")
	read.is("", "data", "guestEmail").is(nil, "data", "arrivalTime").is(nil, "data", "checkoutTime").is(nil, "data", "cancelledAt").is(false, "data", "noShow").is(0, "data", "refundAmount")
	for _, unknown := range []string{"665f1c2ab7e4d90012ab34cd", "x", "BK-1", strings.Repeat("f", 300)} {
		desk.get(at(unknown, "")).refused(404, "no such booking")
	}
	desk.anotherHotel().get(at(id, "")).refused(404, "no such booking")
	desk.put(at(id, "/arrival"), object{"expectedArrivalTime": "14:30", "transportMode": "flight", "transportDetails": "AI 505"}).want(200).text("message")
	desk.get(at(id, "")).is("14:30", "data", "expectedArrivalTime").is("flight", "data", "transportMode").is("AI 505", "data", "transportDetails")
	desk.put(at(id, "/arrival"), object{"transportMode": nil}).want(200)
	desk.get(at(id, "")).is("14:30", "data", "expectedArrivalTime").is("", "data", "transportMode").is("AI 505", "data", "transportDetails")
	for _, wrong := range []any{"24:00", "9:00", "noon", 900} {
		desk.put(at(id, "/arrival"), object{"expectedArrivalTime": wrong}).bad("expectedArrivalTime")
	}
}

func byCode(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	desk.put("/api/series/{org}/booking/update", object{"prefix": "KA/26", "separator": "/", "nextNumber": 7}).want(200)
	id := desk.book("2026-04-20", "2026-04-22", rooms[0])
	desk.get("/api/bookings/{org}/by-code/"+url.PathEscape("KA/26/7")).want(200).is(id, "data", "bookingId").is("KA/26/7", "data", "code")
	desk.get("/api/bookings/{org}/by-code/KA%2F26%2F8").refused(404, "no such booking")
	desk.get("/api/bookings/{org}/by-code/%25").refused(404, "no such booking")
	desk.anotherHotel().get("/api/bookings/{org}/by-code/KA%2F26%2F7").refused(404, "no such booking")
}

func lists(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	names := []string{"Asha Rao", "100% Sure", "under_score", "Ærø Øst", `back\slash`}
	phones := []string{"+91 98450 12345", "+44 20 7946 0958", "080-2222 1111", "020 555 66 77", "+1 212 555 0000"}
	var ids []string
	for i, name := range names {
		from := fmt.Sprintf("2026-05-%02d", 1+2*i)
		ids = append(ids, desk.post("/api/bookings/{org}/create", stay(from, fmt.Sprintf("2026-05-%02d", 3+2*i), rooms...).
			merged(object{"guestName": name, "guestPhone": phones[i]})).want(201).text("data", "bookingId"))
		s.clock.Advance(time.Second)
	}
	desk.post(at(ids[0], "/arrival"), nil).want(200)
	desk.put(at(ids[1], "/cancel"), object{"reason": "x"}).want(200)
	list := desk.get("/api/bookings/{org}/list").want(200)
	list.fields(list.body, "success", "data", "pagination")
	list.fields(list.at("pagination"), "page", "limit", "total", "totalPages")
	list.fields(list.at("data", 0), "bookingId", "code", "guestName", "checkIn", "checkOut", "status", "rooms", "totalAmount")
	list.is([]any{"101", "102"}, "data", 0, "rooms").is(1, "pagination", "page").is(20, "pagination", "limit").is(5, "pagination", "total").is(1, "pagination", "totalPages")
	for _, c := range []struct {
		query string
		want  []int
	}{
		{"", []int{4, 3, 2, 1, 0}}, // newest first
		{"limit=2&page=2", []int{2, 1}},
		{"limit=2&page=4", nil},
		{"status=confirmed", []int{4, 3, 2}},
		{"status=checked-in", []int{0}},
		{"status=cancelled&search=sure", []int{1}},
		{"status=checked-out", nil},
		{"from=2026-05-05", []int{4, 3, 2}},
		{"to=2026-05-03", []int{1, 0}},
		{"from=2026-05-03&to=2026-05-05&status=confirmed", []int{2}},
		{"search=RAO", []int{0}},
		{"search=%25", []int{1}},
		{"search=_", []int{2}},
		{"search=%5C", []int{4}},
		{"search=" + url.QueryEscape("ÆRØ"), []int{3}},
		{"search=BK-2", []int{1}},
		{"search=bk-", []int{4, 3, 2, 1, 0}},
		{"search=9845012345", []int{0}},
		{"search=" + url.QueryEscape("+919845012345"), []int{0}},
		{"search=" + url.QueryEscape("98450-12345"), []int{0}},
		{"search=" + url.QueryEscape("98450 12345"), []int{0}},
		{"search=" + url.QueryEscape("080 22221111"), []int{2}},
		{"search=" + url.QueryEscape("(020) 555-6677"), []int{3}},
		{"search=" + url.QueryEscape("rao 98450"), nil},
		{"search=%27%3B--", nil},
	} {
		found := desk.get("/api/bookings/{org}/list?" + c.query).want(200)
		var got []int
		for i := range found.list("data") {
			got = append(got, slices.Index(ids, found.text("data", i, "bookingId")))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("list?%s finds %v, want %v", c.query, got, c.want)
		}
		if total := found.number("pagination", "total"); !strings.Contains(c.query, "limit") && int(total) != len(c.want) {
			t.Errorf("list?%s has a total of %v, want %d", c.query, total, len(c.want))
		}
	}
	for query, field := range map[string]string{"page=0": "page", "limit=0": "limit", "limit=101": "limit", "page=x": "page", "status=gone": "status", "from=1.5.2026": "from",
		"to=2026-13-01": "to", "from=2026-05-02&to=2026-05-01": "to", "search=" + strings.Repeat("x", 121): "search"} {
		desk.get("/api/bookings/{org}/list?" + query).bad(field)
	}
}

func availability(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(3)
	suite := desk.post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).want(201).text("data", "_id")
	rooms = append(rooms, desk.post("/api/rooms/{org}/create", object{"roomNumber": "9", "categoryId": suite}).want(201).text("data", "_id"))
	desk.book("2026-04-20", "2026-04-22", rooms[0])
	desk.post("/api/rooms/{org}/"+rooms[1]+"/blocks", object{"from": "2026-04-21", "to": "2026-04-22", "reason": "paint"}).want(201)
	desk.put("/api/rooms/{org}/"+rooms[2]+"/update", object{"isActive": false}).want(200)
	ask := func(body object, numbers ...string) answer {
		found := desk.post("/api/bookings/{org}/check-availability", body).want(200)
		var got []string
		for i := range found.list("data", "rooms") {
			got = append(got, found.text("data", "rooms", i, "roomNumber"))
		}
		if !slices.Equal(got, numbers) || found.at("data", "available") != (len(numbers) > 0) {
			t.Errorf("%v: free are %v, want %v: %s", body, got, numbers, found.raw)
		}
		return found
	}
	found := ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-21"}, "9", "102")
	found.fields(found.at("data"), "available", "rooms")
	found.fields(found.at("data", "rooms", 0), "roomId", "roomNumber", "roomType", "ratePerNight", "status")
	found.is("Suite", "data", "rooms", 0, "roomType").is(9000, "data", "rooms", 0, "ratePerNight").is("available", "data", "rooms", 0, "status").is(rooms[3], "data", "rooms", 0, "roomId")
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22"}, "9")
	ask(object{"checkIn": "2026-04-22", "checkOut": "2026-04-23"}, "9", "101", "102")
	ask(object{"checkIn": "2026-04-18", "checkOut": "2026-04-20"}, "9", "101", "102")
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "roomType": " suite "}, "9")
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "roomType": "Deluxe"})
	ask(object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "roomType": "Attic"})
	desk.post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-20"}).bad("checkOut")
	desk.post("/api/bookings/{org}/check-availability", object{"checkOut": "2026-04-20"}).bad("checkIn")
	desk.post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-20", "checkOut": "2026-04-20"}).bad("checkOut")
}

// transitions walks every operation from every status: what decisions §6 allows is done and logged once, and what
// it doesn't is refused with a sentence and changes nothing.
func transitions(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(4)
	states := []struct {
		name  string
		steps func(id string)
	}{
		{"confirmed", func(string) {}},
		{"checked-in", func(id string) { desk.post(at(id, "/arrival"), nil).want(200) }},
		{"checked-out", func(id string) { desk.put(at(id, "/checkout"), nil).want(200) }},
		{"cancelled", func(id string) { desk.put(at(id, "/cancel"), object{"reason": "x"}).want(200) }},
		{"no-show", func(id string) { desk.post(at(id, "/no-show"), nil).want(200) }},
	}
	entry := func(room string) object { return stay("", "", room)["rooms"].([]object)[0] }
	operations := []struct {
		name   string
		method string
		path   string
		body   any
		then   [5]string // the status after it from each state; "" where it is refused
	}{
		{"arrive", "POST", "/arrival", nil, [5]string{"checked-in", "checked-in"}},
		{"check out", "PUT", "/checkout", nil, [5]string{"checked-out", "checked-out", "checked-out"}},
		{"cancel", "PUT", "/cancel", object{"reason": "x"}, [5]string{"cancelled", "cancelled", "", "cancelled", "cancelled"}},
		{"no-show", "POST", "/no-show", nil, [5]string{"cancelled", "", "", "", "cancelled"}},
		{"reinstate", "POST", "/reinstate", nil, [5]string{"", "", "", "confirmed", "confirmed"}},
		{"check rooms out", "POST", "/checkout-rooms", object{"roomIds": []string{rooms[0]}}, [5]string{"confirmed", "checked-in"}},
		{"add a room", "POST", "/add-room", entry(rooms[2]), [5]string{"confirmed", "checked-in"}},
		{"move", "POST", "/move-room", object{"fromRoomId": rooms[0], "toRoomId": rooms[3]}, [5]string{"confirmed", "checked-in"}},
		{"change the departure", "PUT", "/stay", object{"checkOut": "2026-04-18"}, [5]string{"confirmed", "checked-in"}},
		{"change the arrival", "PUT", "/stay", object{"checkIn": "2026-04-13"}, [5]string{"confirmed"}},
		{"change the notes", "PUT", "/stay", object{"notes": "quiet"}, [5]string{"confirmed", "checked-in", "checked-out", "cancelled", "cancelled"}},
		{"expect", "PUT", "/arrival", object{"expectedArrivalTime": "14:00"}, [5]string{"confirmed", "checked-in"}},
		{"change the guest", "PUT", "/change-guest", object{"newGuestName": "Ravi", "newGuestPhone": "+91 98450 00000"}, [5]string{"confirmed", "checked-in"}},
		{"correct the guest", "PUT", "/update-guest", object{"guestName": "Asha R. Rao"}, [5]string{"confirmed", "checked-in", "checked-out", "cancelled", "cancelled"}},
	}
	for _, operation := range operations {
		for i, state := range states {
			id := desk.book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
			state.steps(id)
			before, logged, held := desk.get(at(id, "")).want(200), desk.trail(id), desk.nights()
			done := desk.do(operation.method, at(id, operation.path), operation.body)
			after := desk.get(at(id, "")).want(200)
			if want := operation.then[i]; want == "" {
				if done.status != 400 || !strings.Contains(done.text("message"), " ") {
					t.Errorf("%s when %s: %d %s, want 400", operation.name, state.name, done.status, done.raw)
				}
				if string(before.raw) != string(after.raw) || desk.trail(id) != logged || !maps.Equal(held, desk.nights()) {
					t.Errorf("%s when %s was refused and changed something: %s", operation.name, state.name, after.raw)
				}
			} else {
				if done.status != 200 || after.text("data", "status") != want {
					t.Errorf("%s when %s: %d and then %s, want 200 and %s: %s", operation.name, state.name, done.status, after.text("data", "status"), want, done.raw)
				}
				if n := desk.trail(id); n != logged+1 {
					t.Errorf("%s when %s left %d entries in the audit log, want 1", operation.name, state.name, n-logged)
				}
			}
			if status := after.text("data", "status"); status == "confirmed" || status == "checked-in" { // make room for the next
				desk.put(at(id, "/cancel"), object{"reason": "x"}).want(200)
			}
		}
	}
	for _, operation := range operations {
		desk.do(operation.method, at("665f1c2ab7e4d90012ab34cd", operation.path), operation.body).refused(404, "no such booking")
	}
}

// trail counts a booking's entries in the audit log.
func (c *caller) trail(id string) int {
	c.s.t.Helper()
	return len(c.get("/api/audit/{org}/by-resource/booking/" + id).want(200).list("data"))
}

// actions lists the actions of a booking's entries in the audit log, oldest first.
func (c *caller) actions(id string) []string {
	c.s.t.Helper()
	log := c.get("/api/audit/{org}/by-resource/booking/" + id).want(200)
	var list []string
	for i := range log.list("data") {
		list = append([]string{log.text("data", i, "action")}, list...)
	}
	return list
}

func corrections(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(1)
	id := desk.book("2026-04-14", "2026-04-17", rooms[0])
	first := desk.post(at(id, "/arrival"), object{"arrivalTime": "2026-04-14T05:00:00Z", "remarks": "by taxi"}).want(200)
	first.fields(first.at("data"), "bookingId", "status", "arrivalTime")
	first.is("2026-04-14T05:00:00.000Z", "data", "arrivalTime")
	desk.post(at(id, "/arrival"), object{}).want(200).is("2026-04-14T05:00:00.000Z", "data", "arrivalTime")
	desk.post(at(id, "/arrival"), object{"arrivalTime": "2026-04-14T11:00:00+05:30"}).want(200).is("2026-04-14T05:30:00.000Z", "data", "arrivalTime")
	desk.get(at(id, "")).is("by taxi", "data", "arrivalRemarks")
	left := desk.put(at(id, "/checkout"), object{"finalAmount": 12000, "settlementMethod": "card", "remarks": "happy"}).want(200)
	left.fields(left.at("data"), "bookingId", "status", "checkoutTime")
	left.is("2026-04-14T06:30:00.000Z", "data", "checkoutTime").is("checked-out", "data", "status")
	desk.put(at(id, "/checkout"), object{"finalAmount": 12500.5}).want(200).is("2026-04-14T06:30:00.000Z", "data", "checkoutTime")
	desk.get(at(id, "")).is("card", "data", "settlementMethod").is("happy", "data", "checkoutRemarks").is(12500.5, "data", "totalAmount").is(12500.5, "data", "balanceDue")
	desk.put(at(id, "/checkout"), object{"finalAmount": -1}).bad("finalAmount")
	desk.put(at(id, "/checkout"), object{"checkoutTime": "yesterday"}).bad("checkoutTime")

	other := desk.book("2026-05-14", "2026-05-17", rooms[0])
	s.clock.Advance(time.Second)
	gone := desk.put(at(other, "/cancel"), object{"reason": "ill", "cancellationCharge": 500}).want(200)
	gone.fields(gone.at("data"), "bookingId", "status", "cancellationCharge", "refundAmount", "noShow")
	s.clock.Advance(time.Second)
	desk.put(at(other, "/cancel"), object{"reason": "very ill"}).want(200).is(500, "data", "cancellationCharge")
	desk.get(at(other, "")).is("very ill", "data", "cancellationReason").is(500, "data", "balanceDue")
	if got, want := desk.actions(other), []string{"booking.created", "booking.deleted", "booking.updated"}; !slices.Equal(got, want) {
		t.Errorf("a corrected cancellation is logged as %v, want %v", got, want)
	}
	desk.put(at(other, "/cancel"), object{}).bad("reason")
	desk.put(at(other, "/cancel"), object{"reason": " "}).bad("reason")
	desk.put(at(other, "/cancel"), object{"reason": "x", "cancellationCharge": -1}).bad("cancellationCharge")
}

func changeStay(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	id := desk.book("2026-04-20", "2026-04-23", rooms[0])
	next := desk.book("2026-04-25", "2026-04-27", rooms[0])
	done := desk.put(at(id, "/stay"), object{"checkIn": "2026-04-21", "checkOut": "2026-04-25", "mealPlan": "MAP", "notes": "sea view"}).want(200)
	done.fields(done.at("data"), "bookingId", "checkIn", "checkOut", "mealPlan")
	done.is("2026-04-21", "data", "checkIn").is("2026-04-25", "data", "checkOut").is("MAP", "data", "mealPlan")
	desk.holds(id, rooms[0], "2026-04-21", "2026-04-22", "2026-04-23", "2026-04-24")
	desk.get(at(id, "")).is(20000, "data", "totalAmount").is("sea view", "data", "notes").is("2026-04-25", "data", "rooms", 0, "to")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-26"}).refused(400, "Room 101 is taken on 2026-04-25.")
	desk.holds(id, rooms[0], "2026-04-21", "2026-04-22", "2026-04-23", "2026-04-24")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-21"}).bad("checkOut")
	desk.put(at(id, "/stay"), object{"checkIn": "2026-04-25"}).bad("checkOut")
	desk.put(at(id, "/stay"), object{"checkIn": "21.4."}).bad("checkIn")
	desk.put(at(id, "/stay"), object{"checkOut": "2027-04-22"}).bad("checkOut")
	desk.put(at(id, "/stay"), object{"mealPlan": "BB"}).bad("mealPlan")
	desk.put(at(id, "/stay"), object{"mealPlan": nil, "notes": nil}).want(200).is("EP", "data", "mealPlan")
	desk.get(at(id, "")).is("", "data", "notes")
	// A price agreed by hand stays agreed: other dates change it by the difference alone.
	agreed := desk.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-23", rooms[1]).merged(object{"totalAmount": 12000})).want(201).text("data", "bookingId")
	desk.put(at(agreed, "/stay"), object{"checkOut": "2026-04-24"}).want(200)
	desk.get(at(agreed, "")).is(17000, "data", "totalAmount")
	desk.put(at(agreed, "/stay"), object{"checkOut": "2026-04-21"}).want(200)
	desk.get(at(agreed, "")).is(2000, "data", "totalAmount")
	// In house the arrival is a fact, and nobody leaves yesterday.
	desk.put(at(next, "/stay"), object{"checkIn": "2026-04-10", "checkOut": "2026-04-16"}).want(200)
	desk.post(at(next, "/arrival"), nil).want(200)
	desk.put(at(next, "/stay"), object{"checkIn": "2026-04-11"}).bad("checkIn")
	desk.put(at(next, "/stay"), object{"checkOut": "2026-04-13"}).bad("checkOut")
	desk.put(at(next, "/stay"), object{"checkOut": "2026-04-14"}).want(200)
	desk.holds(next, rooms[0], "2026-04-10", "2026-04-11", "2026-04-12", "2026-04-13")
}

func addRoom(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(4)
	entry := func(room string) object {
		return stay("", "", room)["rooms"].([]object)[0].merged(object{"ratePerNight": 1000.5})
	}
	id := desk.book("2026-04-14", "2026-04-17", rooms[0])
	other := desk.book("2026-04-16", "2026-04-18", rooms[3])
	done := desk.post(at(id, "/add-room"), entry(rooms[1])).want(200)
	done.fields(done.at("data"), "bookingId", "rooms")
	done.fields(done.at("data", "rooms", 0), "roomId", "roomNumber", "roomType")
	done.is("102", "data", "rooms", 1, "roomNumber").is("Deluxe", "data", "rooms", 1, "roomType")
	desk.holds(id, rooms[1], "2026-04-14", "2026-04-15", "2026-04-16")
	desk.get(at(id, "")).is(18001.5, "data", "totalAmount")
	desk.post(at(id, "/add-room"), entry(rooms[1])).bad("roomId")
	desk.post(at(id, "/add-room"), entry("665f1c2ab7e4d90012ab34cd")).bad("roomId")
	desk.post(at(id, "/add-room"), entry(rooms[3])).refused(400, "Room 104 is taken on 2026-04-16.")
	desk.holds(other, rooms[3], "2026-04-16", "2026-04-17")
	for _, name := range []string{"roomId", "roomNumber", "roomType", "ratePerNight", "adults"} {
		desk.post(at(id, "/add-room"), entry(rooms[2]).without(name)).bad(name)
	}
	desk.post(at(id, "/arrival"), nil).want(200)
	desk = desk.later(day)
	desk.post(at(id, "/add-room"), entry(rooms[2])).want(200)
	desk.holds(id, rooms[2], "2026-04-15", "2026-04-16")
	desk = desk.later(2 * day)
	desk.post(at(id, "/add-room"), entry(rooms[3])).refused(400, "extend it")
}

func moveRoom(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(4)
	id := desk.book("2026-04-14", "2026-04-18", rooms[0], rooms[1])
	other := desk.book("2026-04-16", "2026-04-18", rooms[3])
	move := func(from, to string, more ...object) answer {
		body := object{"fromRoomId": from, "toRoomId": to}
		for _, m := range more {
			body = body.merged(m)
		}
		return desk.post(at(id, "/move-room"), body)
	}
	done := move(rooms[0], rooms[2]).want(200) // before the arrival the whole stay moves
	done.fields(done.at("data"), "bookingId", "rooms")
	done.is("103", "data", "rooms", 0, "roomNumber").is("102", "data", "rooms", 1, "roomNumber")
	desk.holds(id, rooms[0])
	desk.holds(id, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
	move(rooms[0], rooms[3]).bad("fromRoomId")
	move(rooms[2], rooms[2]).bad("toRoomId")
	move(rooms[2], rooms[1]).bad("toRoomId")
	move(rooms[2], "665f1c2ab7e4d90012ab34cd").bad("toRoomId")
	move(rooms[2], rooms[3]).refused(400, "Room 104 is taken on 2026-04-16 and 2026-04-17.")
	move(rooms[2], rooms[0], object{"from": "2026-04-13"}).bad("from")
	move(rooms[2], rooms[0], object{"from": "2026-04-18"}).bad("from")
	move(rooms[2], rooms[0], object{"from": "soon"}).bad("from")
	desk.post(at(id, "/arrival"), nil).want(200)
	desk = desk.later(2 * day)
	move(rooms[2], rooms[0], object{"from": "2026-04-15"}).bad("from")
	move(rooms[2], rooms[0]).want(200).is("102", "data", "rooms", 0, "roomNumber").is("101", "data", "rooms", 1, "roomNumber")
	desk.holds(id, rooms[2], "2026-04-14", "2026-04-15")
	desk.holds(id, rooms[0], "2026-04-16", "2026-04-17")
	desk.get("/api/rooms/{org}/"+rooms[2]).want(200).is("dirty", "data", "housekeeping").is("available", "data", "status")
	desk.get("/api/rooms/{org}/"+rooms[0]).want(200).is("clean", "data", "housekeeping").is("occupied", "data", "status")
	desk.get(at(id, "")).is(40000, "data", "totalAmount")
	desk.get("/api/bookings/{org}/list?search=BK-1").is([]any{"102", "101"}, "data", 0, "rooms")
	// Back on the same day: the party continues where it was.
	move(rooms[0], rooms[2]).want(200)
	desk.holds(id, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
	desk.holds(id, rooms[0])
	desk.get(at(id, "")).is(40000, "data", "totalAmount")
	desk.holds(other, rooms[3], "2026-04-16", "2026-04-17")
}

// A move that lies ahead: the party is still in its first room, whose nights the booking must not keep when it ends.
func plannedMove(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(4)
	plan := func(id string) {
		desk.post(at(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1], "from": "2026-04-18"}).want(200)
		desk.holds(id, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
		desk.holds(id, rooms[1], "2026-04-18", "2026-04-19")
	}
	id := desk.book("2026-04-14", "2026-04-20", rooms[0], rooms[2])
	plan(id)
	desk.post(at(id, "/add-room"), stay("", "", rooms[0])["rooms"].([]object)[0]).refused(400, "Room 101 is part of this booking already from 2026-04-14 to 2026-04-18.")
	desk.post(at(id, "/move-room"), object{"fromRoomId": rooms[2], "toRoomId": rooms[0], "from": "2026-04-16"}).refused(400, "Room 101 is part of this booking already")
	desk.post(at(id, "/arrival"), nil).want(200)
	desk.post(at(id, "/checkout-rooms"), object{"roomIds": []string{rooms[1]}}).refused(400, "The party of room 102 moves in on 2026-04-18 only")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-17"}).refused(400, "Room 102")
	// Taken back before it happens, it is as if it had never been planned.
	desk.post(at(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[0]}).want(200)
	desk.holds(id, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17", "2026-04-18", "2026-04-19")
	desk.holds(id, rooms[1])
	desk.get(at(id, "")).is(60000, "data", "totalAmount").is("2026-04-14", "data", "rooms", 0, "from").is("2026-04-20", "data", "rooms", 0, "to")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-19"}).want(200)
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-20"}).want(200)
	plan(id)
	desk = desk.later(2 * day)
	desk.put(at(id, "/checkout"), nil).want(200)
	desk.holds(id, rooms[0], "2026-04-14", "2026-04-15")
	desk.holds(id, rooms[1])
	desk.holds(id, rooms[2], "2026-04-14", "2026-04-15")
	desk.get("/api/rooms/{org}/"+rooms[0]).want(200).is("dirty", "data", "housekeeping").is("available", "data", "status")
}

func partialCheckOut(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(3)
	id := desk.book("2026-04-14", "2026-04-18", rooms...)
	desk.post(at(id, "/arrival"), nil).want(200)
	desk = desk.later(day)
	out := func(rooms ...string) answer {
		return desk.post(at(id, "/checkout-rooms"), object{"roomIds": rooms, "reason": "one leaves"})
	}
	out().bad("roomIds")
	out(rooms[0], "665f1c2ab7e4d90012ab34cd").bad("roomIds[1]")
	out(rooms...).refused(400, "use checkout")
	done := out(rooms[0], rooms[0]).want(200)
	done.fields(done.at("data"), "checkedOutRooms", "remainingRooms")
	done.is([]any{"101"}, "data", "checkedOutRooms").is([]any{"102", "103"}, "data", "remainingRooms")
	desk.holds(id, rooms[0], "2026-04-14")
	desk.get("/api/rooms/{org}/"+rooms[0]).is("dirty", "data", "housekeeping").is("available", "data", "status")
	out(rooms[0]).bad("roomIds[0]")
	out(rooms[1]).want(200)
	out(rooms[2]).refused(400, "use checkout")
	read := desk.get(at(id, "")).is("checked-in", "data", "status").is(true, "data", "rooms", 0, "checkedOut").is("2026-04-15", "data", "rooms", 0, "to").is(false, "data", "rooms", 2, "checkedOut")
	read.is(60000, "data", "totalAmount") // what is charged for nights not slept is the hotel's decision: finalAmount
	next := desk.book("2026-04-15", "2026-04-18", rooms[0])
	// The rest goes its way without the rooms that are gone.
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-19"}).want(200)
	desk.get(at(id, "")).is(65000, "data", "totalAmount")
	desk.holds(id, rooms[0], "2026-04-14")
	desk.holds(id, rooms[1], "2026-04-14")
	desk.holds(id, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17", "2026-04-18")
	// A room that was checked out by mistake can come back, while it is free.
	desk.post(at(id, "/add-room"), stay("", "", rooms[0])["rooms"].([]object)[0]).refused(400, "Room 101 is taken")
	desk.post(at(id, "/add-room"), stay("", "", rooms[1])["rooms"].([]object)[0]).want(200)
	desk.holds(id, rooms[1], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17", "2026-04-18")
	desk.holds(next, rooms[0], "2026-04-15", "2026-04-16", "2026-04-17")
}

func leaveEarly(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(1)
	id := desk.book("2026-04-12", "2026-04-18", rooms[0])
	desk.post(at(id, "/arrival"), nil).want(200)
	desk.put(at(id, "/checkout"), nil).want(200)
	desk.holds(id, rooms[0], "2026-04-12", "2026-04-13")
	desk.get("/api/rooms/{org}/"+rooms[0]).is("dirty", "data", "housekeeping").is("available", "data", "status")
	next := desk.book("2026-04-14", "2026-04-15", rooms[0])
	desk.put(at(next, "/checkout"), nil).want(200) // who never arrived gives everything back
	desk.holds(next, rooms[0])
	before := desk.book("2026-04-15", "2026-04-17", rooms[0])
	desk.put(at(before, "/checkout"), nil).want(200)
	desk.holds(before, rooms[0])
}

func overstay(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	id := desk.book("2026-04-12", "2026-04-14", rooms[0])
	desk.post(at(id, "/arrival"), nil).want(200)
	status := func(want string) {
		t.Helper()
		desk.get("/api/rooms/{org}/"+rooms[0]).want(200).is(want, "data", "status")
	}
	status("checkout")
	desk.get("/api/bookings/{org}/overview").want(200).is(1, "data", "today", "departures").is(0, "data", "occupancy", "occupied").is(2, "data", "today", "available")
	desk = desk.later(day)
	status("occupied")
	desk.get("/api/bookings/{org}/overview").want(200).is(0, "data", "today", "departures").is(1, "data", "today", "stayovers").is(1, "data", "occupancy", "occupied").is(1, "data", "today", "available")
	cells := desk.cells("2026-04-15", "2026-04-17")
	for date, want := range map[string]string{"2026-04-15": "occupied Asha Rao", "2026-04-16": ""} {
		if got := cells[rooms[0]+" "+date]; got != want {
			t.Errorf("%s is %q, want %q", date, got, want)
		}
	}
	desk.put(at(id, "/checkout"), nil).want(200)
	status("available")
	desk.holds(id, rooms[0], "2026-04-12", "2026-04-13")
}

func cancelMoney(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(1)
	id := desk.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", rooms[0]).merged(object{"advanceAmount": 4000})).want(201).text("data", "bookingId")
	cancel := func(more object) answer {
		return desk.put(at(id, "/cancel"), object{"reason": "ill"}.merged(more))
	}
	cancel(object{"refundAmount": 4000.01}).bad("refundAmount")
	cancel(object{"refundAmount": -1}).bad("refundAmount")
	desk.get(at(id, "")).is("confirmed", "data", "status")
	desk.holds(id, rooms[0], "2026-04-20", "2026-04-21")
	cancel(object{"refundAmount": 3000, "cancellationCharge": 1000}).want(200).is(3000, "data", "refundAmount").is(1000, "data", "cancellationCharge").is(false, "data", "noShow")
	desk.holds(id, rooms[0])
	desk.get(at(id, "")).is(0, "data", "balanceDue").is(3000, "data", "refundAmount").is(4000, "data", "paidAmount")
	desk.get("/api/bookings/{org}/overview").is(1000, "data", "revenue", "today")
	cancel(object{"refundAmount": 3000}).want(200) // the same again gives nothing more
	cancel(object{"refundAmount": 2999}).bad("refundAmount")
	desk.get("/api/bookings/{org}/overview").is(1000, "data", "revenue", "today")
	cancel(object{"refundAmount": 4000, "cancellationCharge": 0}).want(200)
	desk.get("/api/bookings/{org}/overview").is(0, "data", "revenue", "today")
	cancel(object{"refundAmount": 4000.01}).bad("refundAmount")
	// Back again, the guest owes everything, since everything was given back.
	desk.post(at(id, "/reinstate"), nil).want(200).is(10000, "data", "balanceDue").is("confirmed", "data", "status").is(nil, "data", "cancelledAt").is("", "data", "cancellationReason")
	cancel(nil).want(200).is(4000, "data", "refundAmount")
	noShow := desk.book("2026-04-14", "2026-04-16", rooms[0])
	desk.post(at(noShow, "/no-show"), object{"cancellationCharge": 5000}).want(200).is(true, "data", "noShow").is("cancelled", "data", "status")
	desk.get(at(noShow, "")).is(true, "data", "noShow").is(5000, "data", "balanceDue")
	desk.holds(noShow, rooms[0])
	desk.post(at(noShow, "/reinstate"), nil).want(200).is(false, "data", "noShow")
}

func reinstate(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(3)
	id := desk.book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
	desk.post(at(id, "/arrival"), nil).want(200)
	desk.put(at(id, "/cancel"), object{"reason": "wrong one"}).want(200)
	other := desk.book("2026-04-15", "2026-04-16", rooms[1])
	desk.post(at(id, "/reinstate"), nil).refused(400, "Room 102 is taken on 2026-04-15.")
	desk.holds(id, rooms[0])
	desk.put(at(other, "/cancel"), object{"reason": "x"}).want(200)
	desk.put("/api/rooms/{org}/"+rooms[1]+"/update", object{"isActive": false}).want(200)
	desk.post(at(id, "/reinstate"), nil).refused(400, "Room 102 is not in use any more.")
	desk.put("/api/rooms/{org}/"+rooms[1]+"/update", object{"isActive": true}).want(200)
	block := desk.post("/api/rooms/{org}/"+rooms[1]+"/blocks", object{"from": "2026-04-16", "to": "2026-04-17"}).want(201).text("data", "_id")
	desk.post(at(id, "/reinstate"), nil).refused(400, "Room 102 is blocked on 2026-04-16.")
	desk.delete("/api/rooms/{org}/" + rooms[1] + "/blocks/" + block).want(200)
	desk.post(at(id, "/reinstate"), nil).want(200).is("checked-in", "data", "status") // it is what it was
	desk.holds(id, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16")
	desk.holds(id, rooms[1], "2026-04-14", "2026-04-15", "2026-04-16")
	for status, want := range map[string]int{"confirmed": 0, "checked-in": 1, "cancelled": 1, "checked-out": 0} {
		desk.get("/api/bookings/{org}/list?status="+status).is(want, "pagination", "total")
	}
}

func guestOfBooking(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(1)
	id := desk.book("2026-04-20", "2026-04-22", rooms[0])
	guest := desk.get(at(id, "")).text("data", "guestId")
	desk.put(at(id, "/update-guest"), object{"guestName": "Asha R. Rao", "guestEmail": "asha@example.com", "guestPhone": "+91 98450 99999", "idType": "passport", "idNumber": "Z1234567"}).want(200).text("message")
	desk.get(at(id, "")).is("Asha R. Rao", "data", "guestName").is("asha@example.com", "data", "guestEmail").is("+91 98450 99999", "data", "guestPhone")
	desk.put(at(id, "/update-guest"), object{"guestEmail": nil}).want(200)
	desk.get(at(id, "")).is("", "data", "guestEmail").is("Asha R. Rao", "data", "guestName")
	desk.get("/api/bookings/{org}/list?search=9845099999").is(1, "pagination", "total")
	desk.get("/api/bookings/{org}/list?search=9845012345").is(0, "pagination", "total")
	for field, value := range map[string]any{"guestName": nil, "guestPhone": "", "guestEmail": "nobody"} {
		desk.put(at(id, "/update-guest"), object{field: value}).bad(field)
	}
	if log := desk.get("/api/audit/{org}/logs?limit=100"); strings.Contains(string(log.raw), "Z1234567") {
		t.Error("the identity number is in the audit log")
	}
	desk.delete("/api/guests/{org}/"+guest+"/delete").refused(400, "bookings")
	changed := desk.put(at(id, "/change-guest"), object{"newGuestName": "Ravi Das", "newGuestPhone": "+91 98450 00000"}).want(200)
	changed.fields(changed.at("data"), "bookingId", "previousGuest", "newGuest")
	changed.is("Asha R. Rao", "data", "previousGuest").is("Ravi Das", "data", "newGuest")
	read := desk.get(at(id, "")).is("Ravi Das", "data", "guestName").is("", "data", "guestEmail")
	if read.text("data", "guestId") == guest {
		t.Error("the new guest has the old one's record")
	}
	desk.delete("/api/guests/{org}/" + guest + "/delete").want(200)
	desk.put(at(id, "/change-guest"), object{"newGuestName": "Asha", "newGuestPhone": "+91 98450 12345", "newGuestId": guest}).bad("newGuestId")
	desk.put(at(id, "/change-guest"), object{"newGuestPhone": "+91 98450 12345"}).bad("newGuestName")
	desk.put(at(id, "/change-guest"), object{"newGuestName": "Asha"}).bad("newGuestPhone")
	desk.put(at(id, "/change-guest"), object{"newGuestName": "Asha", "newGuestPhone": "none"}).bad("newGuestPhone")
}

func overviewCounts(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(8)
	in := func(from, to string, rooms ...string) string {
		id := desk.book(from, to, rooms...)
		desk.post(at(id, "/arrival"), nil).want(200)
		return id
	}
	in("2026-04-13", "2026-04-15", rooms[0], rooms[1])                                 // stays over
	in("2026-04-12", "2026-04-14", rooms[2])                                           // leaves today, still there
	desk.book("2026-04-14", "2026-04-16", rooms[2])                                    // comes today into the same room
	in("2026-04-14", "2026-04-16", rooms[3])                                           // came today
	desk.put(at(in("2026-04-12", "2026-04-14", rooms[4]), "/checkout"), nil).want(200) // has left today
	desk.put(at(desk.book("2026-04-14", "2026-04-16", rooms[4]), "/cancel"), object{"reason": "x"}).want(200)
	desk.post("/api/rooms/{org}/"+rooms[5]+"/blocks", object{"from": "2026-04-14", "to": "2026-04-15"}).want(201)
	desk.put("/api/rooms/{org}/"+rooms[6]+"/update", object{"isActive": false}).want(200)
	desk.book("2026-04-15", "2026-04-16", rooms[7])
	o := desk.get("/api/bookings/{org}/overview").want(200)
	o.fields(o.at("data"), "today", "occupancy", "revenue")
	o.fields(o.at("data", "today"), "arrivals", "departures", "stayovers", "available")
	o.fields(o.at("data", "occupancy"), "occupied", "total", "percentage")
	o.fields(o.at("data", "revenue"), "today", "month")
	o.is(2, "data", "today", "arrivals").is(2, "data", "today", "departures").is(1, "data", "today", "stayovers").is(2, "data", "today", "available")
	o.is(3, "data", "occupancy", "occupied").is(7, "data", "occupancy", "total").is(42.86, "data", "occupancy", "percentage")
	empty := desk.anotherHotel().get("/api/bookings/{org}/overview").want(200)
	empty.is(0, "data", "occupancy", "total").is(0, "data", "occupancy", "percentage").is(0, "data", "revenue", "month")
}
