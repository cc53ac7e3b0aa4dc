package rooming_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/xlsx"
)

type object = apptest.Object

const base = "/api/groups/{org}"

func TestRooming(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "a list, again and corrected", Run: lists},
		{Name: "what is wrong, by row", Run: problems},
		{Name: "pasted, CSV and Excel", Run: files},
		{Name: "beyond the block", Run: beyond},
		{Name: "arrive, leave, cancel", Run: members},
		{Name: "those that can arrive", Run: arriveEach},
		{Name: "several are changed", Run: changes},
		{Name: "the last room of another category, at once", Run: changesAtOnce},
		{Name: "several are cancelled", Run: cancelSome},
		{Name: "who shares a room", Run: sharers},
		{Name: "rooms near each other", Run: near},
		{Name: "the same list at once", Run: atOnce},
		{Name: "two hundred rooms", Run: large},
	})
}

func group(owner *apptest.Caller, rooms int, fields ...object) (path string) {
	owner.Server.T.Helper()
	body := object{"name": "Rao wedding", "checkIn": "2026-04-14", "checkOut": "2026-04-17", "status": "definite",
		"contactPhone": "+91 98450 12345"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	path = base + "/" + owner.Post(base+"/create", body).Want(201).Text("data", "_id")
	owner.Put(path+"/block", object{"nights": []any{object{"categoryId": category(owner), "from": body["checkIn"],
		"to": body["checkOut"], "rooms": rooms, "rate": 4500}}}).Want(200)
	return path
}

func category(owner *apptest.Caller) string {
	return owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
}

func row(reference, name string, fields ...object) object {
	r := object{"reference": reference, "name": name, "category": "Deluxe", "checkIn": "2026-04-14",
		"checkOut": "2026-04-17"}
	for _, f := range fields {
		r = r.Merged(f)
	}
	return r
}

func rows(list ...any) object { return object{"rows": list} }

func bookings(owner *apptest.Caller, path string) int {
	return int(owner.Get("/api/bookings/{org}/list?groupId="+path[len(base)+1:]).Want(200).Number("pagination", "total"))
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	path := group(owner, 1)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	for _, call := range []struct {
		method, path string
		body         object
	}{
		{"POST", "/rooming-list", rows(row("1", "Asha Rao"))}, {"POST", "/arrive", object{}}, {"POST", "/leave", object{}},
		{"POST", "/assign", object{}}, {"PUT", "/cancel", object{}},
		{"GET", "/people", nil}, {"POST", "/change", object{"notes": "x"}},
		{"POST", "/cancel-bookings", object{"reason": "x"}},
	} {
		none.Do(call.method, path+call.path, call.body).Refused(403, "bookings.")
		stranger.Do(call.method, path+call.path, call.body).Refused(403, "not a member")
		elsewhere.Do(call.method, path+call.path, call.body).Refused(404, "no such group")
	}
}

func lists(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(4)
	path := group(owner, 3)
	first := rows(row("R1", "Asha Rao", object{"sharing": "A", "requests": "Twin beds"}),
		row("", "Ravi Rao", object{"sharing": "A"}), row("R2", "Meera Das", object{"email": "meera@example.com"}))
	owner.Post(path+"/rooming-list?dryRun=true", first).Want(200).Is(false, "data", "applied").
		Is("create", "data", "rooms", 0, "action").Is("", "data", "rooms", 0, "bookingId")
	if n := bookings(owner, path); n != 0 {
		t.Fatalf("a try has made %d bookings", n)
	}
	made := owner.Post(path+"/rooming-list", first).Want(200).Is(true, "data", "applied").
		Is("Ravi Rao", "data", "rooms", 0, "names", 1).Is(false, "data", "rooms", 0, "outsideBlock")
	owner.Get(apptest.BookingPath(made.Text("data", "rooms", 0, "bookingId"), "")).Want(200).
		Is("Asha Rao", "data", "guestName").Is("R1", "data", "groupReference").Is(2, "data", "rooms", 0, "adults").
		Is("Twin beds", "data", "specialRequests").Is("Ravi Rao", "data", "rooms", 0, "sharers").
		Is(13500, "data", "totalAmount")
	owner.Get(path+"/block").Want(200).Is(2, "data", "nights", 0, "pickedUp").Is(1, "data", "nights", 0, "held")
	owner.Post(path+"/rooming-list", first).Want(200).Is("same", "data", "rooms", 0, "action").
		Is("same", "data", "rooms", 1, "action")
	if n := bookings(owner, path); n != 2 {
		t.Fatalf("the same list has made %d bookings", n)
	}
	corrected := rows(row("r1", "Asha Rao-Das", object{"checkOut": "2026-04-16", "requests": "Twin beds"}),
		row("R3", "New Guest"))
	owner.Post(path+"/rooming-list?dryRun=true", corrected).Want(200).Is("change", "data", "rooms", 0, "action").
		Is("name", "data", "rooms", 0, "changes", 0, "field").Is("2026-04-16", "data", "rooms", 0, "changes", 1, "to").
		Is("R2", "data", "missing", 0, "reference")
	owner.Post(path+"/rooming-list", corrected).Want(200)
	owner.Get(apptest.BookingPath(made.Text("data", "rooms", 0, "bookingId"), "")).Want(200).
		Is("Asha Rao-Das", "data", "guestName").Is("2026-04-16", "data", "checkOut").Is("", "data", "rooms", 0, "sharers")
	owner.Get(path+"/block").Want(200).Is(3, "data", "nights", 0, "pickedUp").Is(2, "data", "nights", 2, "pickedUp").
		Is(1, "data", "nights", 2, "held")
	owner.Get("/api/audit/{org}/logs?action=group.rooming_list_taken").Want(200).Is(2, "pagination", "total")
}

func problems(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	path := group(owner, 1, object{"contactPhone": nil})
	bad := rows(row("1", " ", object{"phone": "+91 98450 12345"}), row("2", "B", object{"category": "Palace"}),
		row("3", "C", object{"checkOut": "2026-04-14", "phone": "12"}), row("3", "D", object{"phone": "+91 98450 12345"}))
	refused := owner.Post(path+"/rooming-list", bad)
	for _, field := range []string{"rows[0].name", "rows[1].category", "rows[1].phone", "rows[2].checkOut",
		"rows[2].phone"} {
		if !refused.Names(field) {
			t.Errorf("%s isn't named: %s", field, refused.Raw)
		}
	}
	dry := owner.Post(path+"/rooming-list?dryRun=true", bad).Want(200)
	if len(dry.List("data", "problems")) < 5 {
		t.Errorf("a try says %s", dry.Raw)
	}
	phone := object{"phone": "+91 98450 12345"}
	var four []any
	for i := range 4 {
		four = append(four, row(fmt.Sprint(i), "Guest", phone))
	}
	owner.Post(path+"/rooming-list", rows(four...)).Refused(400, "rows[3].category has no room free on 14 Apr 2026")
	owner.Post(path+"/rooming-list", rows(row("1", "A", phone), row("1", "B", phone))).Refused(400, "rows[1].reference")
	owner.Post(path+"/rooming-list", rows(row("1", "A", phone, object{"sharing": "x"}),
		row("", "B", phone, object{"sharing": "x", "checkOut": "2026-04-16"}))).Refused(400, "rows[1].sharing")
	owner.Post(path+"/rooming-list", rows()).Refused(400, "rows")
	owner.Post(path+"/rooming-list", object{"text": "a,b\n1,2"}).Refused(400, "name is missing")
	if n := bookings(owner, path); n != 0 {
		t.Errorf("refused lists have made %d bookings", n)
	}
	made := owner.Post(path+"/rooming-list", rows(row("1", "A", phone))).Want(200)
	owner.Put(apptest.BookingPath(made.Text("data", "rooms", 0, "bookingId"), "/cancel"), object{"reason": "x"}).Want(200)
	owner.Post(path+"/rooming-list", rows(row("1", "A", phone))).Refused(400, "rows[0].reference")
	owner.Put(path+"/cancel", nil).Want(200)
	owner.Post(path+"/rooming-list", rows(row("2", "B", phone))).Refused(400, "is cancelled")
}

func files(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(5)
	path := group(owner, 5)
	owner.Post(path+"/rooming-list", object{"text": "Ref\tGuest name\tRoom type\tArrival\tDeparture\tRemarks\n" +
		"1\tAsha Rao\tdeluxe\t14/04/2026\t17 Apr 2026\tNear, the lift\n"}).Want(200).Is(1, "data", "rooms", 0, "rows", 0)
	pasted := owner.Post(path+"/rooming-list?dryRun=true", object{"text": "Ref\tPhone\tName\tCategory\t" +
		"Arrival\tDeparture\tSharing\n7\t\tTara Sen\tDeluxe\t14/04/2026\t17/04/2026\tA\n" +
		"\t\tDev Sen\tDeluxe\t14/04/2026\t17/04/2026\tA\n"})
	pasted.Want(200).Is([]any{"Tara Sen", "Dev Sen"}, "data", "rooms", 0, "names").Is([]any{}, "data", "problems")
	wrong := object{"text": "Name\tCategory\tArrival\tDeparture\tPhone\nAsha\tPalace\tsoon\t" +
		"17/04/2026\t\n\tDeluxe\t14/04/2026\t14/04/2026\t12\n"}
	said := owner.Post(path+"/rooming-list?dryRun=true", wrong).Want(200)
	for i, field := range []string{"rows[0].checkIn", "rows[0].category", "rows[1].name", "rows[1].phone",
		"rows[1].checkOut"} {
		said.Is(field, "data", "problems", i, "field")
	}
	owner.Post(path+"/rooming-list", wrong).Bad("rows[0].category")
	csv := "\ufeffref,name,category,check-in,check-out,sharing\n1,Asha Rao,Deluxe,2026-04-14,2026-04-17,\n" +
		"2,\"Das, Meera\",Deluxe,14-4-2026,17-4-2026,\n"
	owner.Put(path+"/rooming-list/file", csv).Want(200).Is("change", "data", "rooms", 0, "action").
		Is("Das, Meera", "data", "rooms", 1, "names", 0)
	book, err := xlsx.Write([]xlsx.Sheet{{Name: "List", Rows: [][]xlsx.Cell{
		{{Value: "Ref"}, {Value: "Name"}, {Value: "Category"}, {Value: "Check-in"}, {Value: "Check-out"}},
		{{Value: 3}, {Value: "José & Söhne <b>"}, {Value: "Deluxe"}, {Value: date.Date("2026-04-14"),
			Style: xlsx.Style{Format: "yyyy-mm-dd"}}, {Value: date.Date("2026-04-17")}}}}})
	if err != nil {
		t.Fatal(err)
	}
	owner.Put(path+"/rooming-list/file", string(book)).Want(200).Is("José & Söhne <b>", "data", "rooms", 0, "names", 0).
		Is("3", "data", "rooms", 0, "reference")
	owner.Put(path+"/rooming-list/file?dryRun=true", string(book)).Want(200).Is("same", "data", "rooms", 0, "action")
	owner.Put(path+"/rooming-list/file", "PK\x03\x04 no workbook").Refused(400, "file")
	owner.Put(path+"/rooming-list/file", "name,category,check-in,check-out\nA,Deluxe,soon,17/4/2026\n").
		Refused(400, "rows[0].checkIn")
	if n := bookings(owner, path); n != 3 {
		t.Errorf("there are %d bookings", n)
	}
}

func beyond(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	path := group(owner, 1)
	owner.Post(path+"/rooming-list", rows(row("1", "A"), row("2", "B"),
		row("3", "C", object{"checkIn": "2026-04-18", "checkOut": "2026-04-19"}))).Want(200).
		Is(false, "data", "rooms", 0, "outsideBlock").Is(true, "data", "rooms", 1, "outsideBlock").
		Is(true, "data", "rooms", 2, "outsideBlock")
	owner.Get(path+"/block").Want(200).Is(1, "data", "nights", 0, "blocked").Is(2, "data", "nights", 0, "pickedUp")
}

func members(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(4)
	path := group(owner, 3)
	owner.Post(path+"/arrive", nil).Want(200)
	made := owner.Post(path+"/rooming-list", rows(row("1", "A"), row("2", "B"), row("3", "C"))).Want(200)
	id := func(i int) string { return made.Text("data", "rooms", i, "bookingId") }
	other := owner.Book("2026-04-20", "2026-04-21", owner.Get("/api/rooms/{org}/list").Want(200).Text("data", 0, "_id"))
	owner.Post(path+"/arrive", object{"bookingIds": []any{other}}).Refused(400, "bookingIds[0]")
	owner.Post(path+"/arrive", nil).Refused(400, "room")
	owner.Post(path+"/assign?dryRun=true", nil).Want(200)
	owner.Post(path+"/assign", nil).Want(200)
	owner.Post(path+"/arrive", object{"bookingIds": []any{id(0), id(1)}}).Want(200).Is("checked-in", "data", 0, "status")
	owner.Post(path+"/arrive", object{"bookingIds": []any{id(2)}}).Want(200)
	owner.Post(path+"/arrive", nil).Want(200)
	owner.Post(path+"/leave", object{"bookingIds": []any{id(0)}}).Want(200).Is("checked-out", "data", 0, "status").
		Is("", "data", 0, "problem")
	owner.Post(path+"/leave", nil).Want(200).Is("checked-out", "data", 1, "status")
	path = group(owner, 2, object{"checkIn": "2026-04-20", "checkOut": "2026-04-22"})
	later := object{"checkIn": "2026-04-20", "checkOut": "2026-04-21"}
	owner.Post(path+"/rooming-list", rows(row("1", "A", later), row("2", "B", later))).Want(200)
	owner.Put(path+"/cancel", object{"reason": "Moved"}).Want(200).Is("cancelled", "data", "status")
	owner.Put(path+"/cancel", nil).Refused(400, "is cancelled")
	owner.Put(path+"/cancel", object{"bookings": true}).Want(200).Is("cancelled", "data", "bookings", 1, "status")
}

func arriveEach(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	path := group(owner, 3)
	made := owner.Post(path+"/rooming-list", rows1(3)).Want(200)
	first := made.Text("data", "rooms", 0, "bookingId")
	owner.Post(path+"/assign", object{"bookingIds": []any{first}}).Want(200)
	owner.Post(path+"/arrive", nil).Refused(400, "room")
	arrived := owner.Post(path+"/arrive", object{"each": true}).Want(200)
	for i := range 3 {
		done := arrived.Text("data", i, "bookingId") == first
		if (arrived.Text("data", i, "problem") == "") != done || (arrived.Text("data", i, "status") == "checked-in") != done {
			owner.Server.T.Errorf("the answer is %s", arrived.Raw)
		}
	}
	owner.Post(path+"/arrive", object{"each": true}).Want(200)
	owner.Get(apptest.BookingPath(first, "")).Want(200).Is("checked-in", "data", "status")
}

func changes(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(4)
	deluxe, path := category(owner), group(owner, 3)
	suite := owner.Post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).Want(201).
		Text("data", "_id")
	owner.Post("/api/rooms/{org}/create", object{"roomNumber": "501", "categoryId": suite}).Want(201)
	owner.Put(path+"/block", object{"nights": []any{object{"categoryId": suite, "from": "2026-04-14", "to": "2026-04-15",
		"rooms": 1, "rate": 8000}}}).Want(200)
	made := owner.Post(path+"/rooming-list", rows1(3)).Want(200)
	id := func(i int) string { return made.Text("data", "rooms", i, "bookingId") }
	change := func(body object) apptest.Answer { return owner.Post(path+"/change", body) }
	change(object{}).Bad("checkIn")
	change(object{"checkOut": "soon"}).Bad("checkOut")
	change(object{"categoryId": "aaaaaaaaaaaaaaaaaaaaaaaa"}).Bad("categoryId")
	change(object{"notes": "x", "bookingIds": []any{id(0), id(0)}}).Bad("bookingIds[1]")

	owner.Post(path+"/assign", object{"bookingIds": []any{id(0)}}).Want(200)
	both := object{"bookingIds": []any{id(0), id(1)}, "checkOut": "2026-04-16", "categoryId": suite, "notes": "By bus"}
	changed := change(both).Want(200).Is("", "data", 0, "problem")
	if why := changed.Text("data", 1, "problem"); !strings.Contains(why, "No room of the category is free") {
		t.Errorf("the second is changed: %s", changed.Raw)
	}
	owner.Get(apptest.BookingPath(id(0), "")).Want(200).Is("2026-04-16", "data", "checkOut").
		Is(suite, "data", "rooms", 0, "categoryId").Is("", "data", "rooms", 0, "roomId").
		Is(8000+9000, "data", "totalAmount").Is("By bus", "data", "notes")
	owner.Get(apptest.BookingPath(id(1), "")).Want(200).Is("2026-04-17", "data", "checkOut").Is("", "data", "notes")
	block := owner.Get(path + "/block").Want(200)
	picked := map[string]int{}
	for i := range block.List("data", "nights") {
		if block.Text("data", "nights", i, "date") == "2026-04-14" {
			picked[block.Text("data", "nights", i, "roomType")] = int(block.Number("data", "nights", i, "pickedUp"))
		}
	}
	if picked["Deluxe"] != 2 || picked["Suite"] != 1 {
		t.Errorf("picked up are %v", picked)
	}
	change(both.Merged(object{"bookingIds": []any{id(0)}})).Want(200).Is("", "data", 0, "problem") // once more
	owner.Post(path+"/assign", nil).Want(200)
	owner.Post(path+"/arrive", object{"bookingIds": []any{id(0)}}).Want(200)
	refused := change(object{"bookingIds": []any{id(0)}, "categoryId": deluxe}).Want(200)
	if why := refused.Text("data", 0, "problem"); !strings.Contains(why, "only before the arrival") {
		t.Errorf("the category of who is in house is changed: %s", refused.Raw)
	}
	change(object{"specialRequests": "Early breakfast"}).Want(200)
	owner.Get(apptest.BookingPath(id(2), "")).Want(200).Is("Early breakfast", "data", "specialRequests")
	owner.Get(apptest.BookingPath(id(0), "")).Want(200).Is("Early breakfast", "data", "specialRequests").
		Is("By bus", "data", "notes")
}

func changesAtOnce(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	path := group(owner, 3)
	made := owner.Post(path+"/rooming-list", rows1(3)).Want(200)
	suite := owner.Post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 9000}).Want(201).
		Text("data", "_id")
	owner.Post("/api/rooms/{org}/create", object{"roomNumber": "501", "categoryId": suite}).Want(201)
	apptest.Together(3, func(i int) {
		body := object{"categoryId": suite, "bookingIds": []any{made.Text("data", "rooms", i, "bookingId")}}
		if a, err := owner.Try("POST", path+"/change", body); err != nil || a.Status != 200 {
			t.Error(a.Status, string(a.Raw), err)
		}
	})
	in := 0
	for i := range 3 {
		b := owner.Get(apptest.BookingPath(made.Text("data", "rooms", i, "bookingId"), "")).Want(200)
		if b.Text("data", "rooms", 0, "categoryId") == suite {
			in++
		}
	}
	if in != 1 {
		t.Errorf("%d bookings have the only suite", in)
	}
}

func cancelSome(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	path := group(owner, 3)
	made := owner.Post(path+"/rooming-list", rows1(3)).Want(200)
	id := func(i int) string { return made.Text("data", "rooms", i, "bookingId") }
	owner.Post(path+"/cancel-bookings", object{}).Bad("reason")
	owner.Post(path+"/assign", nil).Want(200)
	owner.Post(path+"/arrive", object{"bookingIds": []any{id(0)}}).Want(200)
	owner.Post(path+"/cancel-bookings", object{"reason": "Ill", "bookingIds": []any{id(1)}}).Want(200).
		Is("cancelled", "data", 0, "status")
	owner.Post(path+"/cancel-bookings", object{"reason": "Ill"}).Want(200).Is(id(2), "data", 0, "bookingId")
	owner.Post(path+"/cancel-bookings", object{"reason": "Ill"}).Want(200).Is([]any{}, "data")
	owner.Get(path).Want(200).Is("definite", "data", "status")
	owner.Get(path+"/people").Want(200).Is(id(0), "data", 0, "bookingId").Is("checked-in", "data", 0, "status").
		Is("101", "data", 0, "roomNumber")
	owner.Get(path+"/block").Want(200).Is(1, "data", "nights", 0, "pickedUp").Is(2, "data", "nights", 0, "held")
}

func sharers(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	path := group(owner, 2)
	share := object{"sharing": "A"}
	list := rows(row("R1", "Asha Rao", share), row("", "Ravi Rao", share, object{"phone": "+91 98450 11111"}),
		row("", "Mira Rao", share))
	made := owner.Post(path+"/rooming-list", list).Want(200)
	id := made.Text("data", "rooms", 0, "bookingId")
	guests := apptest.BookingPath(id, "/guests")
	there := owner.Get(guests).Want(200).Is("Asha Rao", "data", "rooms", 0, "guests", 0, "name").
		Is("Ravi Rao", "data", "rooms", 0, "guests", 1, "name").Is("Mira Rao", "data", "rooms", 0, "guests", 2, "name")
	ravi := there.Text("data", "rooms", 0, "guests", 1, "guestId")
	owner.Get("/api/guests/{org}/"+ravi).Want(200).Is("+91 98450 11111", "data", "phone")
	owner.Get("/api/bookings/{org}/list?search=mira").Want(200).Is(id, "data", 0, "bookingId")

	people := owner.Get(path+"/people").Want(200).Is("R1", "data", 0, "reference").Is("Deluxe", "data", 0, "roomType").
		Is("", "data", 0, "roomNumber").Is("confirmed", "data", 0, "status")
	people.Is([]any{object{"name": "Asha Rao", "age": nil, "lead": true}, object{"name": "Ravi Rao", "age": nil,
		"lead": false}, object{"name": "Mira Rao", "age": nil, "lead": false}}, "data", 0, "guests")

	// In another order it is the same list; without somebody it isn't, and children stay.
	room := owner.Get(apptest.BookingPath(id, "")).Want(200).Text("data", "rooms", 0, "entryId")
	owner.Post(guests, object{"roomId": room, "age": 6}).Want(201)
	owner.Post(path+"/rooming-list", rows(row("R1", "Asha Rao", share), row("", "Mira Rao", share),
		row("", "Ravi Rao", share))).Want(200).Is("same", "data", "rooms", 0, "action")
	fewer := rows(row("R1", "Asha Rao", share), row("", "Ravi Rao", share))
	owner.Post(path+"/rooming-list?dryRun=true", fewer).Want(200).Is(object{"field": "sharing",
		"from": "Ravi Rao, Mira Rao", "to": "Ravi Rao"}, "data", "rooms", 0, "changes", 0)
	owner.Post(path+"/rooming-list", fewer).Want(200)
	left := owner.Get(guests).Want(200).Is(ravi, "data", "rooms", 0, "guests", 1, "guestId").
		Is(6, "data", "rooms", 0, "guests", 2, "age")
	if n := len(left.List("data", "rooms", 0, "guests")); n != 3 {
		t.Errorf("the room has %d guests: %s", n, left.Raw)
	}

	owner.Get(path+"/people").Want(200).Is(6, "data", 0, "guests", 2, "age")

	// Who is in house stays, whatever the list says; who is new on it joins.
	owner.Post(path+"/assign", nil).Want(200)
	owner.Post(path+"/arrive", nil).Want(200)
	owner.Post(path+"/rooming-list", rows(row("R1", "Asha Rao"))).Want(200).Is("same", "data", "rooms", 0, "action")
	owner.Post(path+"/rooming-list", rows(row("R1", "Asha Rao", share), row("", "Tara Rao", share))).Want(200).
		Is("change", "data", "rooms", 0, "action")
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is("Ravi Rao, Tara Rao", "data", "rooms", 0, "sharers")
}

func near(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(8) // 101 to 108
	owner.Book("2026-04-14", "2026-04-15", rooms[1])
	owner.Book("2026-04-15", "2026-04-16", rooms[3])
	path := group(owner, 4)
	owner.Post(path+"/rooming-list", rows1(4)).Want(200)
	given := owner.Post(path+"/assign", nil).Want(200)
	var numbers []string
	for i := range 4 {
		numbers = append(numbers, given.Text("data", i, "roomNumber"))
	}
	if got := strings.Join(numbers, " "); got != "105 106 107 108" {
		t.Errorf("the group is given %s", got)
	}
}

func rows1(number int) object {
	var list []any
	for i := range number {
		list = append(list, row(fmt.Sprint("R", i), fmt.Sprint("Guest ", i)))
	}
	return rows(list...)
}

func atOnce(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(5)
	path := group(owner, 5)
	apptest.Together(6, func(int) {
		if a, err := owner.Try("POST", path+"/rooming-list", rows1(5)); err != nil || a.Status != 200 {
			t.Error(a.Status, string(a.Raw), err)
		}
	})
	if n := bookings(owner, path); n != 5 {
		t.Errorf("the list has made %d bookings", n)
	}
}

// The figures are those of a machine that does nothing else: what takes three times as long has become slow.
func large(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(200)
	path := group(owner, 200)
	took := func(what string, do func()) {
		start := time.Now()
		do()
		t.Logf("%s: %s", what, time.Since(start).Round(time.Millisecond))
	}
	took("list", func() { owner.Post(path+"/rooming-list", rows1(200)).Want(200) })
	took("list again", func() { owner.Post(path+"/rooming-list", rows1(200)).Want(200) })
	took("assign", func() { owner.Post(path+"/assign", nil).Want(200) })
	took("arrive", func() { owner.Post(path+"/arrive", nil).Want(200) })
}
