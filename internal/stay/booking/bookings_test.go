package booking_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
)

type object = apptest.Object

// Every endpoint of the bookings, one scenario after the other, on each engine. Each scenario has a hotel of its own.
func TestBookings(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "create answers the contract's fields", Run: createAnswers},
		{Name: "create takes defaults and records the advance", Run: createDefaults},
		{Name: "create refuses what is wrong and names it", Run: createRefuses},
		{Name: "create again with the same key", Run: createAgain},
		{Name: "a read shows the whole booking", Run: readShows},
		{Name: "by code, also with a slash", Run: byCode},
		{Name: "lists are filtered, searched and paged", Run: lists},
		{Name: "transitions", Run: transitions},
		{Name: "a correction keeps what it doesn't name", Run: corrections},
		{Name: "changing the stay", Run: changeStay},
		{Name: "adding a room", Run: addRoom},
		{Name: "moving to another room", Run: moveRoom},
		{Name: "a move that is still to come", Run: plannedMove},
		{Name: "checking out some rooms", Run: partialCheckOut},
		{Name: "leaving early", Run: leaveEarly},
		{Name: "staying on", Run: overstay},
		{Name: "cancelling and money", Run: cancelMoney},
		{Name: "reinstating", Run: reinstate},
		{Name: "the guest", Run: guestOfBooking},
	})
}

func createAnswers(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	body := object{"guestName": "  Asha Rao ", "guestEmail": "Asha@Example.com", "guestPhone": "+91 98450 12345",
		"checkIn": "2026-04-20", "checkOut": "2026-04-23",
		"rooms": []object{
			{"roomId": rooms[0], "roomNumber": "wrong", "roomType": "wrong", "ratePerNight": 4500.5, "adults": 2, "children": 1},
			{"roomId": rooms[1], "roomNumber": "102", "roomType": "Deluxe", "ratePerNight": 5000, "adults": 1},
		},
		"source": "ota", "notes": "late", "specialRequests": "cot", "mealPlan": "CP", "totalAmount": 20000,
		"advanceAmount": 5000.25, "paymentMethod": "UPI", "unknown": "ignored"}
	made := desk.Post("/api/bookings/{org}/create", body).Want(201)
	data := made.At("data")
	made.Fields(data, "bookingId", "code", "status", "guestName", "checkIn", "checkOut", "rooms", "totalAmount",
		"taxAmount", "balanceDue", "nights", "createdAt", "version")
	made.Fields(made.At("data", "rooms", 0), "roomId", "roomNumber", "roomType", "ratePerNight", "categoryId", "entryId")
	made.Is("BK-1", "data", "code").Is("confirmed", "data", "status").Is("Asha Rao", "data", "guestName").
		Is("2026-04-20", "data", "checkIn").
		Is("2026-04-23", "data", "checkOut").Is(20000, "data", "totalAmount").
		Is("2026-04-14T06:30:00.000Z", "data", "createdAt").
		Is(rooms[0], "data", "rooms", 0, "roomId").Is("101", "data", "rooms", 0, "roomNumber").
		Is("Deluxe", "data", "rooms", 0, "roomType").Is(4500.5, "data", "rooms", 0, "ratePerNight")
	if n := len(made.List("data", "rooms")); n != 2 {
		t.Errorf("%d rooms", n)
	}
	read := desk.Get(apptest.BookingPath(made.Text("data", "bookingId"), "")).Want(200)
	read.Is("ota", "data", "source").Is("late", "data", "notes").Is("cot", "data", "specialRequests").
		Is("CP", "data", "mealPlan").Is(5000.25, "data", "advanceAmount").
		Is(14999.75, "data", "balanceDue").Is(2, "data", "rooms", 0, "adults").Is(1, "data", "rooms", 0, "children").
		Is(0, "data", "rooms", 1, "children")
}

func createDefaults(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	made := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", rooms[0]).
		Merged(object{"advanceAmount": 1000})).Want(201)
	made.Is(10000, "data", "totalAmount")
	id := made.Text("data", "bookingId")
	read := desk.Get(apptest.BookingPath(id, "")).Want(200).Is("walk-in", "data", "source").Is("EP", "data", "mealPlan").
		Is(1000, "data", "advanceAmount").Is(1000, "data", "paidAmount").Is(9000, "data", "balanceDue")
	desk.Get("/api/guests/{org}/"+read.Text("data", "guestId")).Want(200).Is("Asha Rao", "data", "name").
		Is("+91 98450 12345", "data", "phone")
	desk.Get("/api/guests/{org}/"+read.Text("data", "guestId")+"/stays").Want(200).Is(id, "data", 0, "bookingId").
		Is(1, "pagination", "total")
	var payments []string
	desk.QueryRows(`SELECT number, kind, booking_id, amount, method, business_date FROM payments WHERE org_id = $1`,
		func(row db.Scanner) error {
			var number, kind, booking, method, on string
			var amount int64
			err := row.Scan(&number, &kind, &booking, &amount, &method, &on)
			payments = append(payments, fmt.Sprint(number, " ", kind, " ", booking == id, " ", amount, " ", method, " ", on))
			return err
		})
	if want := []string{"PAY-1 payment true 100000 cash 2026-04-14"}; !slices.Equal(payments, want) {
		t.Errorf("payments are %v, want %v", payments, want)
	}
	desk.Get("/api/bookings/{org}/overview").Want(200).Is(1000, "data", "revenue", "today").
		Is(1000, "data", "revenue", "month")
	known := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-05-14", "2026-05-16", rooms[0]).
		Merged(object{"guestId": read.Text("data", "guestId")})).Want(201)
	desk.Get(apptest.BookingPath(known.Text("data", "bookingId"), "")).Is(read.Text("data", "guestId"), "data", "guestId")
}

func createRefuses(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	foreign := desk.AnotherHotel().CreateRooms(1)[0]
	desk.Put("/api/rooms/{org}/"+rooms[2]+"/update", object{"isActive": false}).Want(200)
	taken := desk.Book("2026-04-20", "2026-04-22", rooms[1])
	good := apptest.Stay("2026-04-20", "2026-04-22", rooms[0])
	one := func(member string, value any) object {
		entry := good["rooms"].([]object)[0].Merged(object{member: value})
		return good.Merged(object{"rooms": []object{entry}})
	}
	for _, c := range []struct {
		field string
		body  object
	}{
		{"checkOut", good.Merged(object{"checkOut": "2026-04-20"})},
		{"checkOut", good.Merged(object{"checkOut": "2026-04-19"})},
		{"checkOut", good.Merged(object{"checkOut": "2027-04-21"})},
		{"checkIn", good.Merged(object{"checkIn": "2026-02-30"})},
		{"checkIn", good.Without("checkIn")},
		{"checkOut", good.Without("checkOut")},
		{"guestName", good.Without("guestName")},
		{"guestName", good.Merged(object{"guestName": "   "})},
		{"guestPhone", good.Without("guestPhone")},
		{"guestPhone", good.Merged(object{"guestPhone": "none"})},
		{"guestEmail", good.Merged(object{"guestEmail": "nobody"})},
		{"guestId", good.Merged(object{"guestId": "665f1c2ab7e4d90012ab34cd"})},
		{"rooms", good.Without("rooms")},
		{"rooms", good.Merged(object{"rooms": []object{}})},
		{"rooms[0].roomId", one("roomId", "665f1c2ab7e4d90012ab34cd")},
		{"rooms[0].roomId", one("roomId", foreign)},
		{"rooms[0].roomId", one("roomId", rooms[2])},
		{"rooms[0].ratePerNight", one("ratePerNight", -1)},
		{"rooms[0].ratePerNight", one("ratePerNight", 10.001)},
		{"rooms[0].adults", one("adults", 0)},
		{"rooms[0].children", one("children", -1)},
		{"source", good.Merged(object{"source": "fax"})},
		{"mealPlan", good.Merged(object{"mealPlan": "XX"})},
		{"totalAmount", good.Merged(object{"totalAmount": -1})},
		{"advanceAmount", good.Merged(object{"advanceAmount": 10000.01})},
		{"advanceAmount", good.Merged(object{"advanceAmount": 0.001})},
	} {
		desk.Post("/api/bookings/{org}/create", c.body).Bad(c.field)
	}
	for _, name := range []string{"roomId", "roomNumber", "roomType", "ratePerNight", "adults"} {
		entry := good["rooms"].([]object)[0].Without(name)
		desk.Post("/api/bookings/{org}/create", good.Merged(object{"rooms": []object{entry}})).Bad("rooms[0]." + name)
	}
	desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-21", "2026-04-23", rooms[0], rooms[1])).
		Refused(400, "Room 102 is taken on 21 Apr 2026.")
	desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms[0], rooms[0])).
		Refused(400, "Room 101 is asked for twice")
	desk.HoldsNights(taken, rooms[1], "2026-04-20", "2026-04-21")
	if n := len(desk.HeldNights()); n != 2 {
		t.Errorf("%d nights are held after refusals, want 2", n)
	}
	if code := desk.Get(apptest.BookingPath(desk.Book("2026-04-20", "2027-04-20", rooms[0]), "")).
		Text("data", "code"); code != "BK-2" {
		t.Errorf("the next booking is %s: refusals must take no number", code)
	}
}

func createAgain(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	keyed := desk.With("Idempotency-Key", "the same")
	body := apptest.Stay("2026-04-20", "2026-04-22", rooms[0]).Merged(object{"advanceAmount": 100})
	first := keyed.Post("/api/bookings/{org}/create", body).Want(201)
	again := keyed.Post("/api/bookings/{org}/create", body).Want(201)
	if string(first.Raw) != string(again.Raw) {
		t.Errorf("the repetition answers %s, the first %s", again.Raw, first.Raw)
	}
	keyed.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms[1])).Want(400)
	desk.Post("/api/bookings/{org}/create", body).Refused(400, "Room 101")
	desk.Get("/api/bookings/{org}/list").Want(200).Is(1, "pagination", "total")
	desk.Get(apptest.BookingPath(first.Text("data", "bookingId"), "")).Is(100, "data", "paidAmount")
	// A refused request may be sent again under its key: nothing of it was kept.
	other := desk.With("Idempotency-Key", "another")
	other.Post("/api/bookings/{org}/create", body).Want(400)
	desk.Put(apptest.BookingPath(first.Text("data", "bookingId"), "/cancel"), object{"reason": "moved"}).Want(200)
	other.Post("/api/bookings/{org}/create", body).Want(201).Is("BK-2", "data", "code")
}

func readShows(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-20", "2026-04-22", rooms[0])
	read := desk.Get(apptest.BookingPath(id, "")).Want(200)
	read.Fields(read.At("data"), "bookingId", "code", "status", "guestId", "guestName", "guestEmail", "guestPhone",
		"checkIn", "checkOut", "rooms", "nights", "source", "mealPlan", "pricesIncludeTax", "finalAmount",
		"groupId", "groupReference",
		"notes", "specialRequests", "channel", "externalReference", "totalAmount",
		"taxAmount", "extrasAmount", "advanceAmount", "paidAmount", "refundAmount",
		"balanceDue", "expectedArrivalTime", "transportMode", "transportDetails",
		"arrivalTime", "arrivalRemarks", "checkoutTime", "settlementMethod", "checkoutRemarks", "cancelledAt",
		"cancellationReason", "cancellationCharge", "retainedAmount", "noShow",
		"createdAt", "updatedAt", "version", "companyId", "overbooked", "dayUse")
	read.Fields(read.At("data", "rooms", 0), "roomId", "roomNumber", "roomType", "ratePerNight", "adults", "children",
		"from", "to", "checkedOut", "categoryId", "entryId", "locked", "guestName", "sharers", "arrivalTime")
	read.Is("", "data", "guestEmail").Is(nil, "data", "arrivalTime").Is(nil, "data", "checkoutTime").
		Is(nil, "data", "cancelledAt").Is(false, "data", "noShow").Is(0, "data", "refundAmount")
	for _, unknown := range []string{"665f1c2ab7e4d90012ab34cd", "x", "BK-1", strings.Repeat("f", 300)} {
		desk.Get(apptest.BookingPath(unknown, "")).Refused(404, "no such booking")
	}
	desk.AnotherHotel().Get(apptest.BookingPath(id, "")).Refused(404, "no such booking")
	desk.Put(apptest.BookingPath(id, "/arrival"), object{"expectedArrivalTime": "14:30", "transportMode": "flight",
		"transportDetails": "AI 505"}).Want(200).Text("message")
	desk.Get(apptest.BookingPath(id, "")).Is("14:30", "data", "expectedArrivalTime").Is("flight", "data", "transportMode").
		Is("AI 505", "data", "transportDetails")
	desk.Put(apptest.BookingPath(id, "/arrival"), object{"transportMode": nil}).Want(200)
	desk.Get(apptest.BookingPath(id, "")).Is("14:30", "data", "expectedArrivalTime").Is("", "data", "transportMode").
		Is("AI 505", "data", "transportDetails")
	for _, wrong := range []any{"24:00", "9:00", "noon", 900} {
		desk.Put(apptest.BookingPath(id, "/arrival"), object{"expectedArrivalTime": wrong}).Bad("expectedArrivalTime")
	}
}

func byCode(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	desk.Put("/api/series/{org}/booking/update", object{"prefix": "KA/26", "separator": "/", "nextNumber": 7}).Want(200)
	id := desk.Book("2026-04-20", "2026-04-22", rooms[0])
	desk.Get("/api/bookings/{org}/by-code/"+url.PathEscape("KA/26/7")).Want(200).Is(id, "data", "bookingId").
		Is("KA/26/7", "data", "code")
	desk.Get("/api/bookings/{org}/by-code/KA%2F26%2F8").Refused(404, "no such booking")
	desk.Get("/api/bookings/{org}/by-code/%25").Refused(404, "no such booking")
	desk.AnotherHotel().Get("/api/bookings/{org}/by-code/KA%2F26%2F7").Refused(404, "no such booking")
}

func lists(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	rooms := desk.CreateRooms(2)
	names := []string{"Asha Rao", "100% Sure", "under_score", "Ærø Øst", `back\slash`}
	phones := []string{"+91 98450 12345", "+44 20 7946 0958", "080-2222 1111", "020 555 66 77", "+1 212 555 0000"}
	var ids []string
	for i, name := range names {
		from := fmt.Sprintf("2026-05-%02d", 1+2*i)
		ids = append(ids, desk.Post("/api/bookings/{org}/create", apptest.Stay(from, fmt.Sprintf("2026-05-%02d", 3+2*i),
			rooms...).
			Merged(object{"guestName": name, "guestPhone": phones[i]})).Want(201).Text("data", "bookingId"))
		s.Clock.Advance(time.Second)
	}
	desk.Post(apptest.BookingPath(ids[0], "/arrival"), nil).Want(200)
	desk.Put(apptest.BookingPath(ids[1], "/cancel"), object{"reason": "x"}).Want(200)
	list := desk.Get("/api/bookings/{org}/list").Want(200)
	list.Fields(list.Body, "success", "data", "pagination")
	list.Fields(list.At("pagination"), "page", "limit", "total", "totalPages")
	list.Fields(list.At("data", 0), "bookingId", "code", "guestName", "checkIn", "checkOut", "status", "rooms",
		"totalAmount", "version")
	list.Is([]any{"101", "102"}, "data", 0, "rooms").Is(1, "pagination", "page").Is(20, "pagination", "limit").
		Is(5, "pagination", "total").Is(1, "pagination", "totalPages")
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
		{"search=" + url.QueryEscape("rao 98450"), []int{0}},
		{"search=%27%3B--", nil},
	} {
		found := desk.Get("/api/bookings/{org}/list?" + c.query).Want(200)
		var got []int
		for i := range found.List("data") {
			got = append(got, slices.Index(ids, found.Text("data", i, "bookingId")))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("list?%s finds %v, want %v", c.query, got, c.want)
		}
		if total := found.Number("pagination", "total"); !strings.Contains(c.query, "limit") && int(total) != len(c.want) {
			t.Errorf("list?%s has a total of %v, want %d", c.query, total, len(c.want))
		}
	}
	for query, field := range map[string]string{"page=0": "page", "limit=0": "limit", "limit=101": "limit",
		"page=x": "page", "status=gone": "status", "from=1.5.2026": "from",
		"to=2026-13-01": "to", "from=2026-05-02&to=2026-05-01": "to", "search=" + strings.Repeat("x", 121): "search"} {
		desk.Get("/api/bookings/{org}/list?" + query).Bad(field)
	}
}

// transitions walks every operation from every status: what docs/contract.md#booking-states allows is done and logged
// once, and what it doesn't is refused with a sentence and changes nothing.
func transitions(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(4)
	states := []struct {
		name  string
		steps func(id string)
	}{
		{"confirmed", func(string) {}},
		{"checked-in", func(id string) { desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200) }},
		{"checked-out", func(id string) { desk.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200) }},
		{"cancelled", func(id string) { desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200) }},
		{"no-show", func(id string) { desk.Post(apptest.BookingPath(id, "/no-show"), nil).Want(200) }},
	}
	entry := func(room string) object { return apptest.Stay("", "", room)["rooms"].([]object)[0] }
	operations := []struct {
		name   string
		method string
		path   string
		body   any
		then   [5]string // the status after it from each state; "" where it is refused
	}{
		{"arrive", "POST", "/arrival", nil, [5]string{"checked-in", "checked-in"}},
		{"check out", "PUT", "/checkout", nil, [5]string{"checked-out", "checked-out", "checked-out"}},
		{"cancel", "PUT", "/cancel", object{"reason": "x"}, [5]string{"cancelled", "cancelled", "", "cancelled",
			"cancelled"}},
		{"no-show", "POST", "/no-show", nil, [5]string{"cancelled", "", "", "", "cancelled"}},
		{"reinstate", "POST", "/reinstate", nil, [5]string{"", "", "", "confirmed", "confirmed"}},
		{"check rooms out", "POST", "/checkout-rooms", object{"roomIds": []string{rooms[0]}},
			[5]string{"confirmed", "checked-in"}},
		{"add a room", "POST", "/add-room", entry(rooms[2]), [5]string{"confirmed", "checked-in"}},
		{"move", "POST", "/move-room", object{"fromRoomId": rooms[0], "toRoomId": rooms[3]},
			[5]string{"confirmed", "checked-in"}},
		{"change the departure", "PUT", "/stay", object{"checkOut": "2026-04-18"}, [5]string{"confirmed", "checked-in"}},
		{"change the arrival", "PUT", "/stay", object{"checkIn": "2026-04-13"}, [5]string{"confirmed"}},
		{"change the notes", "PUT", "/stay", object{"notes": "quiet"},
			[5]string{"confirmed", "checked-in", "checked-out", "cancelled", "cancelled"}},
		{"expect", "PUT", "/arrival", object{"expectedArrivalTime": "14:00"}, [5]string{"confirmed", "checked-in"}},
		{"change the guest", "PUT", "/change-guest", object{"newGuestName": "Ravi", "newGuestPhone": "+91 98450 00000"},
			[5]string{"confirmed", "checked-in"}},
		{"correct the guest", "PUT", "/update-guest", object{"guestName": "Asha R. Rao"},
			[5]string{"confirmed", "checked-in", "checked-out", "cancelled", "cancelled"}},
	}
	for _, operation := range operations {
		for i, state := range states {
			id := desk.Book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
			state.steps(id)
			before, logged, held := desk.Get(apptest.BookingPath(id, "")).Want(200), trail(desk, id), desk.HeldNights()
			done := desk.Do(operation.method, apptest.BookingPath(id, operation.path), operation.body)
			after := desk.Get(apptest.BookingPath(id, "")).Want(200)
			if want := operation.then[i]; want == "" {
				if done.Status != 400 || !strings.Contains(done.Text("message"), " ") {
					t.Errorf("%s when %s: %d %s, want 400", operation.name, state.name, done.Status, done.Raw)
				}
				if string(before.Raw) != string(after.Raw) || trail(desk, id) != logged || !maps.Equal(held, desk.HeldNights()) {
					t.Errorf("%s when %s was refused and changed something: %s", operation.name, state.name, after.Raw)
				}
			} else {
				if done.Status != 200 || after.Text("data", "status") != want {
					t.Errorf("%s when %s: %d and then %s, want 200 and %s: %s", operation.name, state.name, done.Status,
						after.Text("data", "status"), want, done.Raw)
				}
				if n := trail(desk, id); n != logged+1 {
					t.Errorf("%s when %s left %d entries in the audit log, want 1", operation.name, state.name, n-logged)
				}
			}
			// make room for the next
			if status := after.Text("data", "status"); status == "confirmed" || status == "checked-in" {
				desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
			}
		}
	}
	for _, operation := range operations {
		desk.Do(operation.method, apptest.BookingPath("665f1c2ab7e4d90012ab34cd", operation.path), operation.body).
			Refused(404, "no such booking")
	}
}

// trail counts a booking's entries in the audit log.
func trail(c *apptest.Caller, id string) int {
	c.Server.T.Helper()
	return len(c.Get("/api/audit/{org}/by-resource/booking/" + id).Want(200).List("data"))
}

// actions lists the actions of a booking's entries in the audit log, oldest first.
func actions(c *apptest.Caller, id string) []string {
	c.Server.T.Helper()
	log := c.Get("/api/audit/{org}/by-resource/booking/" + id).Want(200)
	var list []string
	for i := range log.List("data") {
		list = append([]string{log.Text("data", i, "action")}, list...)
	}
	return list
}

func corrections(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0])
	first := desk.Post(apptest.BookingPath(id, "/arrival"), object{"arrivalTime": "2026-04-14T05:00:00Z",
		"remarks": "by taxi"}).Want(200)
	first.Fields(first.At("data"), "bookingId", "status", "arrivalTime", "version", "roomsExpected")
	first.Is("2026-04-14T05:00:00.000Z", "data", "arrivalTime")
	desk.Post(apptest.BookingPath(id, "/arrival"), object{}).Want(200).
		Is("2026-04-14T05:00:00.000Z", "data", "arrivalTime")
	desk.Post(apptest.BookingPath(id, "/arrival"), object{"arrivalTime": "2026-04-14T11:00:00+05:30"}).Want(200).
		Is("2026-04-14T05:30:00.000Z", "data", "arrivalTime")
	desk.Get(apptest.BookingPath(id, "")).Is("by taxi", "data", "arrivalRemarks")
	left := desk.Put(apptest.BookingPath(id, "/checkout"), object{"finalAmount": 12000, "settlementMethod": "card",
		"remarks": "happy"}).Want(200)
	left.Fields(left.At("data"), "bookingId", "status", "checkoutTime", "totalAmount", "balanceDue", "invoiceIds",
		"version")
	left.Is("2026-04-14T06:30:00.000Z", "data", "checkoutTime").Is("checked-out", "data", "status")
	desk.Put(apptest.BookingPath(id, "/checkout"), object{"finalAmount": 12500.5}).Want(200).
		Is("2026-04-14T06:30:00.000Z", "data", "checkoutTime")
	desk.Get(apptest.BookingPath(id, "")).Is("card", "data", "settlementMethod").Is("happy", "data", "checkoutRemarks").
		Is(12500.5, "data", "totalAmount").Is(12500.5, "data", "balanceDue")
	desk.Put(apptest.BookingPath(id, "/checkout"), object{"finalAmount": -1}).Bad("finalAmount")
	desk.Put(apptest.BookingPath(id, "/checkout"), object{"checkoutTime": "yesterday"}).Bad("checkoutTime")

	other := desk.Book("2026-05-14", "2026-05-17", rooms[0])
	s.Clock.Advance(time.Second)
	gone := desk.Put(apptest.BookingPath(other, "/cancel"), object{"reason": "ill", "cancellationCharge": 500}).Want(200)
	gone.Fields(gone.At("data"), "bookingId", "status", "cancellationCharge", "retainedAmount", "refundAmount",
		"noShow", "version")
	s.Clock.Advance(time.Second)
	desk.Put(apptest.BookingPath(other, "/cancel"), object{"reason": "very ill"}).Want(200).
		Is(500, "data", "cancellationCharge")
	desk.Get(apptest.BookingPath(other, "")).Is("very ill", "data", "cancellationReason").Is(500, "data", "balanceDue")
	if got, want := actions(desk, other), []string{"booking.created", "booking.deleted",
		"booking.updated"}; !slices.Equal(got, want) {
		t.Errorf("a corrected cancellation is logged as %v, want %v", got, want)
	}
	desk.Put(apptest.BookingPath(other, "/cancel"), object{}).Bad("reason")
	desk.Put(apptest.BookingPath(other, "/cancel"), object{"reason": " "}).Bad("reason")
	desk.Put(apptest.BookingPath(other, "/cancel"), object{"reason": "x", "cancellationCharge": -1}).
		Bad("cancellationCharge")
}

func changeStay(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-20", "2026-04-23", rooms[0])
	next := desk.Book("2026-04-25", "2026-04-27", rooms[0])
	done := desk.Put(apptest.BookingPath(id, "/stay"), object{"checkIn": "2026-04-21", "checkOut": "2026-04-25",
		"mealPlan": "MAP", "notes": "sea view"}).Want(200)
	done.Fields(done.At("data"), "bookingId", "checkIn", "checkOut", "mealPlan",
		"nights", "totalAmount", "taxAmount", "balanceDue", "dryRun", "conflicts", "version")
	done.Is("2026-04-21", "data", "checkIn").Is("2026-04-25", "data", "checkOut").Is("MAP", "data", "mealPlan")
	desk.HoldsNights(id, rooms[0], "2026-04-21", "2026-04-22", "2026-04-23", "2026-04-24")
	desk.Get(apptest.BookingPath(id, "")).Is(20000, "data", "totalAmount").Is("sea view", "data", "notes").
		Is("2026-04-25", "data", "rooms", 0, "to")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-26"}).
		Refused(400, "Room 101 is taken on 25 Apr 2026.")
	desk.HoldsNights(id, rooms[0], "2026-04-21", "2026-04-22", "2026-04-23", "2026-04-24")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-21"}).Bad("checkOut")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkIn": "2026-04-25"}).Bad("checkOut")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkIn": "21.4."}).Bad("checkIn")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2027-04-22"}).Bad("checkOut")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"mealPlan": "BB"}).Bad("mealPlan")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"mealPlan": nil, "notes": nil}).Want(200).
		Is("EP", "data", "mealPlan")
	desk.Get(apptest.BookingPath(id, "")).Is("", "data", "notes")
	// A price agreed by hand stays agreed: other dates change it by the nights that come and go alone.
	agreed := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-23", rooms[1]).
		Merged(object{"totalAmount": 12000})).Want(201).Text("data", "bookingId")
	desk.Put(apptest.BookingPath(agreed, "/stay"), object{"checkOut": "2026-04-24"}).Want(200)
	desk.Get(apptest.BookingPath(agreed, "")).Is(17000, "data", "totalAmount")
	desk.Put(apptest.BookingPath(agreed, "/stay"), object{"checkOut": "2026-04-21"}).Want(200)
	desk.Get(apptest.BookingPath(agreed, "")).Is(4000, "data", "totalAmount")
	// In house the arrival is a fact, and nobody leaves yesterday.
	desk.Put(apptest.BookingPath(next, "/stay"), object{"checkIn": "2026-04-10", "checkOut": "2026-04-16"}).Want(200)
	desk.Post(apptest.BookingPath(next, "/arrival"), nil).Want(200)
	desk.Put(apptest.BookingPath(next, "/stay"), object{"checkIn": "2026-04-11"}).Bad("checkIn")
	desk.Put(apptest.BookingPath(next, "/stay"), object{"checkOut": "2026-04-13"}).Bad("checkOut")
	desk.Put(apptest.BookingPath(next, "/stay"), object{"checkOut": "2026-04-14"}).Want(200)
	desk.HoldsNights(next, rooms[0], "2026-04-10", "2026-04-11", "2026-04-12", "2026-04-13")
}

func addRoom(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(4)
	entry := func(room string) object {
		return apptest.Stay("", "", room)["rooms"].([]object)[0].Merged(object{"ratePerNight": 1000.5})
	}
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0])
	other := desk.Book("2026-04-16", "2026-04-18", rooms[3])
	done := desk.Post(apptest.BookingPath(id, "/add-room"), entry(rooms[1])).Want(200)
	done.Fields(done.At("data"), "bookingId", "rooms",
		"nights", "totalAmount", "taxAmount", "balanceDue", "dryRun", "conflicts", "version")
	done.Fields(done.At("data", "rooms", 0), "roomId", "roomNumber", "roomType", "categoryId", "entryId")
	done.Is("102", "data", "rooms", 1, "roomNumber").Is("Deluxe", "data", "rooms", 1, "roomType")
	desk.HoldsNights(id, rooms[1], "2026-04-14", "2026-04-15", "2026-04-16")
	desk.Get(apptest.BookingPath(id, "")).Is(18001.5, "data", "totalAmount")
	desk.Post(apptest.BookingPath(id, "/add-room"), entry(rooms[1])).Bad("roomId")
	desk.Post(apptest.BookingPath(id, "/add-room"), entry("665f1c2ab7e4d90012ab34cd")).Bad("roomId")
	desk.Post(apptest.BookingPath(id, "/add-room"), entry(rooms[3])).Refused(400, "Room 104 is taken on 16 Apr 2026.")
	desk.HoldsNights(other, rooms[3], "2026-04-16", "2026-04-17")
	for _, name := range []string{"roomId", "roomNumber", "roomType", "ratePerNight", "adults"} {
		desk.Post(apptest.BookingPath(id, "/add-room"), entry(rooms[2]).Without(name)).Bad(name)
	}
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk = desk.Later(apptest.Day)
	desk.Post(apptest.BookingPath(id, "/add-room"), entry(rooms[2])).Want(200)
	desk.HoldsNights(id, rooms[2], "2026-04-15", "2026-04-16")
	desk = desk.Later(2 * apptest.Day)
	desk.Post(apptest.BookingPath(id, "/add-room"), entry(rooms[3])).Refused(400, "extend it")
}

func moveRoom(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(4)
	id := desk.Book("2026-04-14", "2026-04-18", rooms[0], rooms[1])
	other := desk.Book("2026-04-16", "2026-04-18", rooms[3])
	move := func(from, to string, more ...object) apptest.Answer {
		body := object{"fromRoomId": from, "toRoomId": to}
		for _, m := range more {
			body = body.Merged(m)
		}
		return desk.Post(apptest.BookingPath(id, "/move-room"), body)
	}
	done := move(rooms[0], rooms[2]).Want(200) // before the arrival the whole stay moves
	done.Fields(done.At("data"), "bookingId", "rooms",
		"nights", "totalAmount", "taxAmount", "balanceDue", "dryRun", "conflicts", "version")
	done.Is("103", "data", "rooms", 0, "roomNumber").Is("102", "data", "rooms", 1, "roomNumber")
	desk.HoldsNights(id, rooms[0])
	desk.HoldsNights(id, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
	move(rooms[0], rooms[3]).Bad("fromRoomId")
	move(rooms[2], rooms[2]).Bad("toRoomId")
	move(rooms[2], rooms[1]).Bad("toRoomId")
	move(rooms[2], "665f1c2ab7e4d90012ab34cd").Bad("toRoomId")
	move(rooms[2], rooms[3]).Refused(400, "Room 104 is taken on 16 Apr 2026 and 17 Apr 2026.")
	move(rooms[2], rooms[0], object{"from": "2026-04-13"}).Bad("from")
	move(rooms[2], rooms[0], object{"from": "2026-04-18"}).Bad("from")
	move(rooms[2], rooms[0], object{"from": "soon"}).Bad("from")
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk = desk.Later(2 * apptest.Day)
	move(rooms[2], rooms[0], object{"from": "2026-04-15"}).Bad("from")
	move(rooms[2], rooms[0]).Want(200).Is("102", "data", "rooms", 0, "roomNumber").
		Is("101", "data", "rooms", 1, "roomNumber")
	desk.HoldsNights(id, rooms[2], "2026-04-14", "2026-04-15")
	desk.HoldsNights(id, rooms[0], "2026-04-16", "2026-04-17")
	desk.Get("/api/rooms/{org}/"+rooms[2]).Want(200).Is("dirty", "data", "housekeeping").Is("available", "data", "status")
	desk.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Is("clean", "data", "housekeeping").Is("occupied", "data", "status")
	desk.Get(apptest.BookingPath(id, "")).Is(40000, "data", "totalAmount")
	desk.Get("/api/bookings/{org}/list?search=BK-1").Is([]any{"102", "101"}, "data", 0, "rooms")
	// Back on the same day: the party continues where it was.
	move(rooms[0], rooms[2]).Want(200)
	desk.HoldsNights(id, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
	desk.HoldsNights(id, rooms[0])
	desk.Get(apptest.BookingPath(id, "")).Is(40000, "data", "totalAmount")
	desk.HoldsNights(other, rooms[3], "2026-04-16", "2026-04-17")
}

// A move that lies ahead: the party is still in its first room, whose nights the booking must not keep when it ends.
func plannedMove(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(4)
	plan := func(id string) {
		desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
			"from": "2026-04-18"}).Want(200)
		desk.HoldsNights(id, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17")
		desk.HoldsNights(id, rooms[1], "2026-04-18", "2026-04-19")
	}
	id := desk.Book("2026-04-14", "2026-04-20", rooms[0], rooms[2])
	plan(id)
	desk.Post(apptest.BookingPath(id, "/add-room"), apptest.Stay("", "", rooms[0])["rooms"].([]object)[0]).
		Refused(400, "Room 101 is part of this booking already from 14 Apr 2026 to 18 Apr 2026.")
	desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[2], "toRoomId": rooms[0],
		"from": "2026-04-16"}).Refused(400, "Room 101 is part of this booking already")
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk.Post(apptest.BookingPath(id, "/checkout-rooms"), object{"roomIds": []string{rooms[1]}}).
		Refused(400, "The party of room 102 moves in on 18 Apr 2026 only")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-17"}).Refused(400, "Room 102")
	// Taken back before it happens, it is as if it had never been planned.
	desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[0]}).Want(200)
	desk.HoldsNights(id, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17", "2026-04-18", "2026-04-19")
	desk.HoldsNights(id, rooms[1])
	desk.Get(apptest.BookingPath(id, "")).Is(60000, "data", "totalAmount").Is("2026-04-14", "data", "rooms", 0, "from").
		Is("2026-04-20", "data", "rooms", 0, "to")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-19"}).Want(200)
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-20"}).Want(200)
	plan(id)
	desk = desk.Later(2 * apptest.Day)
	desk.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200)
	desk.HoldsNights(id, rooms[0], "2026-04-14", "2026-04-15")
	desk.HoldsNights(id, rooms[1])
	desk.HoldsNights(id, rooms[2], "2026-04-14", "2026-04-15")
	desk.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Is("dirty", "data", "housekeeping").Is("available", "data", "status")
}

func partialCheckOut(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	id := desk.Book("2026-04-14", "2026-04-18", rooms...)
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk = desk.Later(apptest.Day)
	out := func(rooms ...string) apptest.Answer {
		return desk.Post(apptest.BookingPath(id, "/checkout-rooms"), object{"roomIds": rooms, "reason": "one leaves"})
	}
	out().Bad("roomIds")
	out(rooms[0], "665f1c2ab7e4d90012ab34cd").Bad("roomIds[1]")
	out(rooms...).Refused(400, "use checkout")
	done := out(rooms[0], rooms[0]).Want(200)
	done.Fields(done.At("data"), "checkedOutRooms", "remainingRooms",
		"nights", "totalAmount", "taxAmount", "balanceDue", "dryRun", "conflicts", "version")
	done.Is([]any{"101"}, "data", "checkedOutRooms").Is([]any{"102", "103"}, "data", "remainingRooms")
	desk.HoldsNights(id, rooms[0], "2026-04-14")
	desk.Get("/api/rooms/{org}/"+rooms[0]).Is("dirty", "data", "housekeeping").Is("available", "data", "status")
	out(rooms[0]).Bad("roomIds[0]")
	out(rooms[1]).Want(200)
	out(rooms[2]).Refused(400, "use checkout")
	read := desk.Get(apptest.BookingPath(id, "")).Is("checked-in", "data", "status").
		Is(true, "data", "rooms", 0, "checkedOut").Is("2026-04-15", "data", "rooms", 0, "to").
		Is(false, "data", "rooms", 2, "checkedOut")
	read.Is(60000, "data", "totalAmount") // what is charged for nights not slept is the hotel's decision: finalAmount
	next := desk.Book("2026-04-15", "2026-04-18", rooms[0])
	// The rest goes its way without the rooms that are gone.
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-19"}).Want(200)
	desk.Get(apptest.BookingPath(id, "")).Is(65000, "data", "totalAmount")
	desk.HoldsNights(id, rooms[0], "2026-04-14")
	desk.HoldsNights(id, rooms[1], "2026-04-14")
	desk.HoldsNights(id, rooms[2], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17", "2026-04-18")
	// A room that was checked out by mistake can come back, while it is free.
	desk.Post(apptest.BookingPath(id, "/add-room"), apptest.Stay("", "", rooms[0])["rooms"].([]object)[0]).
		Refused(400, "Room 101 is taken")
	desk.Post(apptest.BookingPath(id, "/add-room"), apptest.Stay("", "", rooms[1])["rooms"].([]object)[0]).Want(200)
	desk.HoldsNights(id, rooms[1], "2026-04-14", "2026-04-15", "2026-04-16", "2026-04-17", "2026-04-18")
	desk.HoldsNights(next, rooms[0], "2026-04-15", "2026-04-16", "2026-04-17")
}

func leaveEarly(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-12", "2026-04-18", rooms[0])
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200)
	desk.HoldsNights(id, rooms[0], "2026-04-12", "2026-04-13")
	desk.Get("/api/rooms/{org}/"+rooms[0]).Is("dirty", "data", "housekeeping").Is("available", "data", "status")
	next := desk.Book("2026-04-14", "2026-04-15", rooms[0])
	desk.Put(apptest.BookingPath(next, "/checkout"), nil).Want(200) // who never arrived gives everything back
	desk.HoldsNights(next, rooms[0])
	before := desk.Book("2026-04-15", "2026-04-17", rooms[0])
	desk.Put(apptest.BookingPath(before, "/checkout"), nil).Want(200)
	desk.HoldsNights(before, rooms[0])
}

func overstay(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-12", "2026-04-14", rooms[0])
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	status := func(want string) {
		t.Helper()
		desk.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Is(want, "data", "status")
	}
	status("checkout")
	desk.Get("/api/bookings/{org}/overview").Want(200).Is(1, "data", "today", "departures").
		Is(1, "data", "occupancy", "occupied").Is(2, "data", "today", "available")
	desk = desk.Later(apptest.Day)
	status("occupied")
	desk.Get("/api/bookings/{org}/overview").Want(200).Is(0, "data", "today", "departures").
		Is(1, "data", "today", "stayovers").Is(1, "data", "occupancy", "occupied").Is(1, "data", "today", "available")
	cells := cells(desk, "2026-04-15", "2026-04-17")
	for date, want := range map[string]string{"2026-04-15": "occupied Asha Rao", "2026-04-16": ""} {
		if got := cells[rooms[0]+" "+date]; got != want {
			t.Errorf("%s is %q, want %q", date, got, want)
		}
	}
	desk.Put(apptest.BookingPath(id, "/checkout"), nil).Want(200)
	status("available")
	desk.HoldsNights(id, rooms[0], "2026-04-12", "2026-04-13")
}

func cancelMoney(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms[0]).
		Merged(object{"advanceAmount": 4000})).Want(201).Text("data", "bookingId")
	cancel := func(more object) apptest.Answer {
		return desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "ill"}.Merged(more))
	}
	cancel(object{"refundAmount": 4000.01}).Bad("refundAmount")
	cancel(object{"refundAmount": -1}).Bad("refundAmount")
	desk.Get(apptest.BookingPath(id, "")).Is("confirmed", "data", "status")
	desk.HoldsNights(id, rooms[0], "2026-04-20", "2026-04-21")
	cancel(object{"refundAmount": 3000, "cancellationCharge": 1000}).Want(200).Is(3000, "data", "refundAmount").
		Is(1000, "data", "cancellationCharge").Is(false, "data", "noShow")
	desk.HoldsNights(id, rooms[0])
	desk.Get(apptest.BookingPath(id, "")).Is(0, "data", "balanceDue").Is(3000, "data", "refundAmount").
		Is(4000, "data", "paidAmount")
	desk.Get("/api/bookings/{org}/overview").Is(1000, "data", "revenue", "today")
	cancel(object{"refundAmount": 3000}).Want(200) // the same again gives nothing more
	cancel(object{"refundAmount": 2999}).Bad("refundAmount")
	desk.Get("/api/bookings/{org}/overview").Is(1000, "data", "revenue", "today")
	cancel(object{"refundAmount": 4000, "cancellationCharge": 0}).Want(200)
	desk.Get("/api/bookings/{org}/overview").Is(0, "data", "revenue", "today")
	cancel(object{"refundAmount": 4000.01}).Bad("refundAmount")
	// Back again, the guest owes everything, since everything was given back.
	desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200).Is(10000, "data", "balanceDue").
		Is("confirmed", "data", "status").Is(nil, "data", "cancelledAt").Is("", "data", "cancellationReason")
	cancel(nil).Want(200).Is(4000, "data", "refundAmount")
	noShow := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	desk.Post(apptest.BookingPath(noShow, "/no-show"), object{"cancellationCharge": 5000}).Want(200).
		Is(true, "data", "noShow").Is("cancelled", "data", "status")
	desk.Get(apptest.BookingPath(noShow, "")).Is(true, "data", "noShow").Is(5000, "data", "balanceDue")
	desk.HoldsNights(noShow, rooms[0])
	desk.Post(apptest.BookingPath(noShow, "/reinstate"), nil).Want(200).Is(false, "data", "noShow")
}

func reinstate(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "wrong one"}).Want(200)
	other := desk.Book("2026-04-15", "2026-04-16", rooms[1])
	desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Refused(400, "Room 102 is taken on 15 Apr 2026.")
	desk.HoldsNights(id, rooms[0])
	desk.Put(apptest.BookingPath(other, "/cancel"), object{"reason": "x"}).Want(200)
	desk.Put("/api/rooms/{org}/"+rooms[1]+"/update", object{"isActive": false}).Want(200)
	desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Refused(400, "Room 102 is not in use any more.")
	desk.Put("/api/rooms/{org}/"+rooms[1]+"/update", object{"isActive": true}).Want(200)
	block := desk.Post("/api/rooms/{org}/"+rooms[1]+"/blocks", object{"from": "2026-04-16", "to": "2026-04-17"}).Want(201).
		Text("data", "_id")
	desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Refused(400, "Room 102 is blocked on 16 Apr 2026.")
	desk.Delete("/api/rooms/{org}/" + rooms[1] + "/blocks/" + block).Want(200)
	desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200).Is("checked-in", "data", "status") // it is what it was
	desk.HoldsNights(id, rooms[0], "2026-04-14", "2026-04-15", "2026-04-16")
	desk.HoldsNights(id, rooms[1], "2026-04-14", "2026-04-15", "2026-04-16")
	for status, want := range map[string]int{"confirmed": 0, "checked-in": 1, "cancelled": 1, "checked-out": 0} {
		desk.Get("/api/bookings/{org}/list?status="+status).Is(want, "pagination", "total")
	}
}

func guestOfBooking(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-20", "2026-04-22", rooms[0])
	guest := desk.Get(apptest.BookingPath(id, "")).Text("data", "guestId")
	desk.Put(apptest.BookingPath(id, "/update-guest"), object{"guestName": "Asha R. Rao", "guestEmail": "asha@example.com",
		"guestPhone": "+91 98450 99999", "idType": "passport", "idNumber": "Z1234567"}).Want(200).Text("message")
	desk.Get(apptest.BookingPath(id, "")).Is("Asha R. Rao", "data", "guestName").
		Is("asha@example.com", "data", "guestEmail").Is("+91 98450 99999", "data", "guestPhone")
	desk.Put(apptest.BookingPath(id, "/update-guest"), object{"guestEmail": nil}).Want(200)
	desk.Get(apptest.BookingPath(id, "")).Is("", "data", "guestEmail").Is("Asha R. Rao", "data", "guestName")
	desk.Get("/api/bookings/{org}/list?search=9845099999").Is(1, "pagination", "total")
	desk.Get("/api/bookings/{org}/list?search=9845012345").Is(0, "pagination", "total")
	for field, value := range map[string]any{"guestName": nil, "guestPhone": "", "guestEmail": "nobody"} {
		desk.Put(apptest.BookingPath(id, "/update-guest"), object{field: value}).Bad(field)
	}
	if log := desk.Get("/api/audit/{org}/logs?limit=100"); strings.Contains(string(log.Raw), "Z1234567") {
		t.Error("the identity number is in the audit log")
	}
	desk.Delete("/api/guests/{org}/"+guest+"/delete").Refused(400, "bookings")
	changed := desk.Put(apptest.BookingPath(id, "/change-guest"),
		object{"newGuestName": "Ravi Das", "newGuestPhone": "+91 98450 00000"}).Want(200)
	changed.Fields(changed.At("data"), "bookingId", "previousGuest", "newGuest", "version")
	changed.Is("Asha R. Rao", "data", "previousGuest").Is("Ravi Das", "data", "newGuest")
	read := desk.Get(apptest.BookingPath(id, "")).Is("Ravi Das", "data", "guestName").Is("", "data", "guestEmail")
	if read.Text("data", "guestId") == guest {
		t.Error("the new guest has the old one's record")
	}
	desk.Delete("/api/guests/{org}/" + guest + "/delete").Want(200)
	desk.Put(apptest.BookingPath(id, "/change-guest"), object{"newGuestName": "Asha", "newGuestPhone": "+91 98450 12345",
		"newGuestId": guest}).Bad("newGuestId")
	desk.Put(apptest.BookingPath(id, "/change-guest"), object{"newGuestPhone": "+91 98450 12345"}).Bad("newGuestName")
	desk.Put(apptest.BookingPath(id, "/change-guest"), object{"newGuestName": "Asha"}).Bad("newGuestPhone")
	desk.Put(apptest.BookingPath(id, "/change-guest"), object{"newGuestName": "Asha", "newGuestPhone": "none"}).
		Bad("newGuestPhone")
}
