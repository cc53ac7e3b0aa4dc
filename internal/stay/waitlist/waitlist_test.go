package waitlist_test

import (
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestWaitlist(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "what is refused", Run: refused},
		{Name: "changed and taken off", Run: changed},
		{Name: "opened, told once, and filled again", Run: opened},
		{Name: "who came first", Run: order},
		{Name: "whatever frees rooms", Run: freed},
		{Name: "booked", Run: booked},
		{Name: "past", Run: past},
		{Name: "two nodes look at once", Run: twoNodes},
		{Name: "seen by the server itself", Run: seen},
	})
}

const base = "/api/waitlist/{org}"

func path(id, rest string) string { return base + "/" + id + rest }

func body(more ...object) object {
	b := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-20",
		"checkOut": "2026-04-22", "adults": 2}
	for _, m := range more {
		b = b.Merged(m)
	}
	return b
}

func wait(owner *apptest.Caller, more ...object) string {
	owner.Server.T.Helper()
	return owner.Post(base+"/create", body(more...)).Want(201).Is("waiting", "data", "status").Text("data", "_id")
}

func category(owner *apptest.Caller) string {
	return owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
}

func look(owner *apptest.Caller) {
	owner.Server.T.Helper()
	if err := owner.Server.App.LookAtWaitlists(owner.Server.T.Context()); err != nil {
		owner.Server.T.Fatal(err)
	}
}

// are fails unless the entries have these statuses after a look.
func are(owner *apptest.Caller, statuses map[string]string) {
	owner.Server.T.Helper()
	look(owner)
	for id, status := range statuses {
		owner.Get(path(id, "")).Want(200).Is(status, "data", "status")
	}
}

// told are the messages that the desk has got, the newest first.
func told(owner *apptest.Caller) (messages []string) {
	a := owner.Get("/api/notifications/{org}?type=waitlist_opened").Want(200)
	for i := range a.List("data") {
		messages = append(messages, a.Text("data", i, "message"))
	}
	return messages
}

func cancelBooking(owner *apptest.Caller, id string) {
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "Ill"}).Want(200)
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	id := wait(owner)
	viewer := owner.Member("Viewer", object{"bookings": object{"view": true}})
	viewer.Get(path(id, "")).Want(200)
	viewer.Get(base + "/list").Want(200)
	viewer.Post(base+"/create", body()).Refused(403, "bookings.create")
	viewer.Put(path(id, "/update"), object{"rooms": 2}).Refused(403, "bookings.update")
	viewer.Put(path(id, "/cancel"), nil).Refused(403, "bookings.update")
	owner.Member("Keeper", object{"rooms": object{"manage": true}}).Get(base+"/list").Refused(403, "bookings.view")
	elsewhere := owner.AnotherHotel()
	elsewhere.Get(path(id, "")).Refused(404, "no such entry")
	elsewhere.Put(path(id, "/update"), object{"rooms": 2}).Refused(404, "no such entry")
	elsewhere.Put(path(id, "/cancel"), nil).Refused(404, "no such entry")
	elsewhere.Get(base+"/list").Want(200).Is([]any{}, "data")
	elsewhere.Post(base+"/create", body(object{"categoryId": category(owner)})).Bad("categoryId")
	owner.Server.Anyone().Get("/api/waitlist/"+owner.Org+"/list").Refused(401, "")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	for field, value := range map[string]any{"guestName": "", "guestPhone": "x", "guestEmail": "x",
		"guestId": apptest.Nobody, "checkIn": "2026-04-13", "checkOut": "2026-04-20", "categoryId": apptest.Nobody,
		"rooms": 0, "adults": 0, "children": -1} {
		owner.Post(base+"/create", body(object{field: value})).Bad(field)
	}
	owner.Post(base+"/create", body().Without("guestPhone")).Bad("guestPhone")
	owner.Get(path(apptest.Nobody, "")).Refused(404, "no such entry")
	owner.Get(base + "/list?from=2026-04-02&to=2026-04-01").Bad("to")
	keyed := owner.With("Idempotency-Key", "once")
	first := keyed.Post(base+"/create", body()).Want(201)
	keyed.Post(base+"/create", body()).Want(201).Is(first.At("data"), "data")
	owner.Get(base+"/list").Want(200).Is(1, "pagination", "total")
}

func changed(t *testing.T, owner *apptest.Caller) {
	owner.Book("2026-04-20", "2026-04-22", owner.CreateRooms(1)[0])
	guest := owner.Post("/api/guests/{org}/create", object{"name": "Asha Rao", "phone": "+91 98450 12345"}).Want(201).
		Text("data", "_id")
	id := wait(owner, object{"guestId": guest, "categoryId": category(owner), "notes": "Twin"})
	owner.Delete("/api/guests/{org}/" + guest + "/delete").Want(400)
	owner.Get(path(id, "")).Want(200).Is("Deluxe", "data", "roomType").Is(1, "data", "rooms").Is(2, "data", "adults").
		Is(guest, "data", "guestId").Is(nil, "data", "bookingId")
	owner.Put(path(id, "/update"), object{}).Want(200).Is(1, "data", "version")
	owner.Put(path(id, "/update"), object{"categoryId": nil, "rooms": 2, "notes": nil}).Want(200).
		Is("", "data", "roomType").Is(nil, "data", "categoryId").Is(2, "data", "rooms").Is("", "data", "notes").
		Is(2, "data", "version")
	owner.With("If-Match", `"1"`).Put(path(id, "/update"), object{"rooms": 3}).Bad("If-Match")
	owner.With("If-Match", `"1"`).Put(path(id, "/cancel"), nil).Bad("If-Match")
	owner.Put(path(id, "/update"), object{"checkOut": "2026-04-19"}).Bad("checkOut")
	owner.Get(base+"/list?status=live&from=2026-04-20&to=2026-04-20").Want(200).Is(id, "data", 0, "_id")
	owner.Get(base+"/list?from=2026-04-21").Want(200).Is([]any{}, "data")
	owner.With("If-Match", `"2"`).Put(path(id, "/cancel"), nil).Want(200).Is("cancelled", "data", "status")
	owner.Put(path(id, "/cancel"), nil).Refused(400, "taken off")
	owner.Put(path(id, "/update"), object{"rooms": 3}).Refused(400, "taken off")
	owner.Get(base+"/list?status=live").Want(200).Is([]any{}, "data")
	owner.Get(base+"/list?status=cancelled").Want(200).Is(id, "data", 0, "_id")
	owner.Delete("/api/guests/{org}/" + guest + "/delete").Want(200)
	for _, action := range []string{"waitlist.created", "waitlist.updated", "waitlist.cancelled"} {
		if n := len(owner.Get("/api/audit/{org}/logs?action=" + action).Want(200).List("data")); n != 1 {
			t.Errorf("%d audit entries of %s", n, action)
		}
	}
}

// The desk is told once for each opening, and an entry whose room is sold to others waits again.
func opened(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	taken := owner.Book("2026-04-21", "2026-04-22", room)
	id := wait(owner, object{"categoryId": category(owner)})
	are(owner, map[string]string{id: "waiting"})
	if messages := told(owner); len(messages) > 0 {
		t.Errorf("told %q", messages)
	}
	cancelBooking(owner, taken)
	are(owner, map[string]string{id: "open"})
	look(owner)
	owner.Get(path(id, "")).Is("2026-04-14T06:30:00.000Z", "data", "openedAt")
	want := "Asha Rao waits for a room (Deluxe) from Mon, 20 Apr 2026 to Wed, 22 Apr 2026: one is free now."
	if messages := told(owner); strings.Join(messages, "; ") != want {
		t.Errorf("told %q", messages)
	}
	again := owner.Book("2026-04-21", "2026-04-22", room)
	are(owner, map[string]string{id: "waiting"})
	owner.Get(path(id, "")).Is(nil, "data", "openedAt")
	cancelBooking(owner, again)
	are(owner, map[string]string{id: "open"})
	if messages := told(owner); len(messages) != 2 {
		t.Errorf("told %q", messages)
	}
	owner.Put(path(id, "/update"), object{"rooms": 2}).Want(200).Is("waiting", "data", "status")
	are(owner, map[string]string{id: "waiting"})
}

// One room opens one entry: that of who came first, of those whose stay it is free for.
func order(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	one, two := owner.Book("2026-04-20", "2026-04-22", rooms[0]), owner.Book("2026-04-20", "2026-04-22", rooms[1])
	party := wait(owner, object{"rooms": 2})
	first, second := wait(owner), wait(owner, object{"guestName": "Ravi Das"})
	cancelBooking(owner, one)
	are(owner, map[string]string{party: "waiting", first: "open", second: "waiting"})
	cancelBooking(owner, two)
	are(owner, map[string]string{party: "open", first: "waiting", second: "waiting"})
	owner.Put(path(party, "/cancel"), nil).Want(200)
	are(owner, map[string]string{first: "open", second: "open"})
	a := owner.Get(base + "/list?status=live").Want(200)
	if a.Text("data", 0, "_id") != first || a.Text("data", 1, "_id") != second {
		t.Errorf("the order is %s", a.Raw)
	}
}

func freed(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	deluxe := category(owner)
	id := wait(owner)
	opens := func(what string, do func()) {
		owner.Server.T.Helper()
		are(owner, map[string]string{id: "waiting"})
		do()
		look(owner)
		owner.Get(path(id, "")).Is("open", "data", "status")
		if owner.Server.T.Failed() {
			owner.Server.T.Fatal(what)
		}
	}
	long := owner.Book("2026-04-18", "2026-04-23", room)
	opens("a shorter stay", func() {
		owner.Put(apptest.BookingPath(long, "/stay"), object{"checkOut": "2026-04-20"}).Want(200)
	})
	keep := object{"categoryId": deluxe, "checkIn": "2026-04-21", "checkOut": "2026-04-23"}
	held := owner.Post("/api/holds/{org}", keep).Want(201).Text("data", "_id")
	opens("a released hold", func() { owner.Delete("/api/holds/{org}/" + held).Want(200) })
	owner.Post("/api/holds/{org}", keep).Want(201)
	opens("an expired hold", func() {
		owner.Server.Clock.Advance(16 * time.Minute)
		owner = owner.Again()
	})
	block := owner.Post("/api/rooms/{org}/"+room+"/blocks", object{"from": "2026-04-20", "to": "2026-04-22"}).Want(201).
		Text("data", "_id")
	opens("a block that is lifted", func() { owner.Delete("/api/rooms/{org}/" + room + "/blocks/" + block).Want(200) })
	limit := func(sell any) {
		owner.Put("/api/rates/{org}/calendar", object{"categories": []any{object{"categoryId": deluxe,
			"date": "2026-04-21", "sellLimit": sell}}}).Want(200)
	}
	limit(0)
	opens("a sell limit that is lifted", func() { limit(nil) })
	owner.Book("2026-04-20", "2026-04-22", room)
	opens("another room", func() {
		owner.Post("/api/rooms/{org}/create", object{"roomNumber": "102", "categoryId": deluxe}).Want(201)
	})
}

// A booking that is made for an entry ends it, or isn't made.
func booked(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := wait(owner)
	stay := apptest.Stay("2026-04-20", "2026-04-22", rooms[0]).Merged(object{"waitlistId": id})
	owner.AnotherHotel().Get(path(id, "")).Want(404)
	owner.Post("/api/bookings/{org}/create", stay.Merged(object{"waitlistId": apptest.Nobody})).Bad("waitlistId")
	made := owner.Post("/api/bookings/{org}/create", stay).Want(201).Text("data", "bookingId")
	owner.Get(path(id, "")).Want(200).Is("booked", "data", "status").Is(made, "data", "bookingId")
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms[1]).
		Merged(object{"waitlistId": id})).Refused(400, "has become a booking already")
	if n := len(owner.Get("/api/bookings/{org}/list").Want(200).List("data")); n != 1 {
		t.Errorf("%d bookings", n)
	}
	log := owner.Get("/api/audit/{org}/logs?action=waitlist.booked").Want(200)
	log.Is(made, "data", 0, "details", "bookingId").Is("BK-1", "data", 0, "details", "code")
}

func past(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	id := wait(owner, object{"rooms": 2})
	owner.Server.Clock.Advance(6 * 24 * time.Hour) // the evening of the arrival
	owner = owner.Again()
	are(owner, map[string]string{id: "waiting"})
	owner.Server.Clock.Advance(24 * time.Hour)
	owner = owner.Again()
	are(owner, map[string]string{id: "past"})
	owner.Put(path(id, "/update"), object{"rooms": 1}).Refused(400, "over")
	if messages := told(owner); len(messages) > 0 {
		t.Errorf("told %q", messages)
	}
}

func twoNodes(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	taken := owner.Book("2026-04-20", "2026-04-22", room)
	id := wait(owner)
	cancelBooking(owner, taken)
	apptest.Together(8, func(int) { look(owner) })
	are(owner, map[string]string{id: "open"})
	if messages := told(owner); len(messages) != 1 {
		t.Errorf("told %q", messages)
	}
}

// Nobody asks for a look: the commit that frees the room does, though others were looked for a moment ago.
func seen(t *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	taken := owner.Book("2026-04-20", "2026-04-22", room)
	id := wait(owner)
	cancelBooking(owner, taken)
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(10 * time.Millisecond) {
		if owner.Get(path(id, "")).Want(200).Text("data", "status") == "open" {
			return
		}
	}
	t.Error("the entry isn't open")
}
