package hold_test

import (
	"fmt"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/stay/hold"
)

type object = apptest.Object

func TestHolds(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "made and released", Run: released},
		{Name: "expired", Run: expired},
		{Name: "an offer's", Run: ofOffer},
		{Name: "booked", Run: booked},
		{Name: "what is refused", Run: refused},
		{Name: "an option until a date", Run: option},
		{Name: "who is told that it ends", Run: told},
		{Name: "the last room", Run: lastRoom},
		{Name: "expired ones, bookings and blocks at once", Run: taken},
	})
}

func category(owner *apptest.Caller) string {
	return owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
}

func body(category string) object {
	return object{"categoryId": category, "checkIn": "2026-04-20", "checkOut": "2026-04-22"}
}

func keep(owner *apptest.Caller, fields ...object) apptest.Answer {
	owner.Server.T.Helper()
	b := body(category(owner))
	for _, f := range fields {
		b = b.Merged(f)
	}
	return owner.Post("/api/holds/{org}", b).Want(201)
}

// nights counts the room-nights of each kind of holder.
func nights(owner *apptest.Caller) map[string]int {
	counts := map[string]int{}
	owner.QueryRows(`SELECT holder_kind FROM room_nights WHERE org_id = $1`, func(row db.Scanner) error {
		var kind string
		err := row.Scan(&kind)
		counts[kind]++
		return err
	})
	return counts
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(2)
	id := keep(owner).Text("data", "_id")
	viewer := owner.Member("Viewer", object{"bookings": object{"view": true}})
	viewer.Get("/api/holds/{org}/" + id).Want(200)
	viewer.Post("/api/holds/{org}", body(category(owner))).Refused(403, "bookings.create")
	viewer.Delete("/api/holds/{org}/"+id).Refused(403, "bookings.update")
	viewer.Put("/api/holds/{org}/"+id+"/update", object{"notes": "x"}).Refused(403, "bookings.update")
	owner.Member("Keeper", object{"rooms": object{"manage": true}}).Get("/api/holds/{org}/list").
		Refused(403, "bookings.view")
	elsewhere := owner.AnotherHotel()
	elsewhere.Get("/api/holds/{org}/"+id).Refused(404, "no such hold")
	elsewhere.Delete("/api/holds/{org}/"+id).Refused(404, "no such hold")
	elsewhere.Put("/api/holds/{org}/"+id+"/update", object{"notes": "x"}).Refused(404, "no such hold")
	elsewhere.Post("/api/holds/{org}", body(category(owner))).Bad("categoryId")
	owner.Server.Anyone().Delete("/api/holds/"+owner.Org+"/"+id).Refused(401, "")
}

func released(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	made := keep(owner, object{"rooms": 2, "minutes": 60, "notes": "Pays by link"})
	id := made.Text("data", "_id")
	made.Is("active", "data", "status").Is("101", "data", "rooms", 0, "roomNumber").
		Is(rooms[1], "data", "rooms", 1, "roomId").Is("2026-04-14T07:30:00.000Z", "data", "expiresAt").
		Is("Pays by link", "data", "notes")
	owner.Get("/api/availability/{org}/categories?from=2026-04-19&to=2026-04-21").Want(200).
		Is(3, "data", 0, "nights", 0, "sellable").Is(2, "data", 0, "nights", 1, "held").Is(1, "data", 0, "nights", 1, "free")
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-21", "2026-04-22", rooms[0])).
		Refused(400, "Room 101 is taken on 21 Apr 2026")
	owner.Post("/api/rooms/{org}/"+rooms[0]+"/blocks", object{"from": "2026-04-20", "to": "2026-04-21"}).
		Refused(400, "taken")
	owner.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": false}).Refused(400, "on hold")
	owner.Delete("/api/rooms/{org}/"+rooms[0]+"/delete").Refused(400, "on hold")
	owner.Post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-20", "checkOut": "2026-04-21"}).
		Want(200).Is("103", "data", "rooms", 0, "roomNumber")
	owner.Post("/api/holds/{org}", body(category(owner)).Merged(object{"rooms": 2})).Bad("rooms")
	owner.Get("/api/holds/{org}/list?status=active").Want(200).Is(id, "data", 0, "_id")
	owner.Delete("/api/holds/{org}/" + id).Want(200)
	owner.Delete("/api/holds/{org}/"+id).Refused(400, "released already")
	owner.Get("/api/holds/{org}/"+id).Is("released", "data", "status").Is("2026-04-14T06:30:00.000Z", "data", "endedAt")
	owner.Get("/api/holds/{org}/list?status=active").Want(200).Is([]any{}, "data")
	owner.Book("2026-04-20", "2026-04-22", rooms[0])
	for _, action := range []string{"hold.created", "hold.released"} {
		if n := len(owner.Get("/api/audit/{org}/logs?action=" + action).Want(200).List("data")); n != 1 {
			t.Errorf("%d audit entries of %s", n, action)
		}
	}
}

// From its end on, a hold keeps nothing from anybody, whether or not the job has come; and the job takes nothing from
// who has the nights now.
func expired(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := keep(owner, object{"rooms": 2}).Text("data", "_id")
	owner.Server.Clock.Advance(15*time.Minute - time.Second)
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-21", rooms[0])).Refused(400, "taken")
	owner.Server.Clock.Advance(time.Second)
	owner = owner.Again() // with a new access token
	owner.Get("/api/holds/{org}/"+id).Want(200).Is("expired", "data", "status").Is(nil, "data", "endedAt")
	owner.Delete("/api/holds/{org}/"+id).Refused(400, "expired")
	owner.Get("/api/availability/{org}/categories?from=2026-04-20&to=2026-04-21").Want(200).
		Is(2, "data", 0, "nights", 0, "free").Is(0, "data", 0, "nights", 0, "held")
	owner.Post("/api/bookings/{org}/check-availability", object{"checkIn": "2026-04-20", "checkOut": "2026-04-22"}).
		Want(200).Is("101", "data", "rooms", 0, "roomNumber")
	booking := owner.Book("2026-04-20", "2026-04-21", rooms[0])
	owner.Post("/api/rooms/{org}/"+rooms[1]+"/blocks", object{"from": "2026-04-21", "to": "2026-04-22"}).Want(201)
	other := keep(owner, object{"checkIn": "2026-04-21", "checkOut": "2026-04-22"}) // the rest of room 101
	other.Is(rooms[0], "data", "rooms", 0, "roomId")
	want := map[string]int{"booking": 1, "block": 1, "hold": 2}
	if got := nights(owner); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("held are %v, want %v", got, want)
	}
	if err := owner.Server.App.ExpireHolds(t.Context()); err != nil {
		t.Fatal(err)
	}
	want = map[string]int{"booking": 1, "block": 1, "hold": 1} // what the first hold still had is given back
	if got := nights(owner); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("held are %v, want %v", got, want)
	}
	owner.Get("/api/holds/{org}/"+id).Is("expired", "data", "status").Is("2026-04-14T06:45:00.000Z", "data", "endedAt")
	owner.Get("/api/holds/{org}/"+other.Text("data", "_id")).Is("active", "data", "status")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is("confirmed", "data", "status")
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-21", rooms[0])).Refused(400, "taken")
	owner.Put("/api/rooms/{org}/"+rooms[1]+"/update", object{"isActive": false}).Refused(400, "blocked")
}

func ofOffer(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	plan := owner.Post("/api/rate-plans/{org}/create", object{"code": "BAR", "name": "Bar"}).Want(201).Text("data", "_id")
	owner.Post("/api/rate-plans/{org}/"+plan+"/products/create", object{"categoryId": category(owner),
		"defaultPrice": 5000.5}).Want(201)
	search := func() apptest.Answer {
		return owner.Post("/api/offers/{org}/search", object{"checkIn": "2026-04-20", "checkOut": "2026-04-22"}).Want(200)
	}
	token := search().Text("data", "offers", 0, "offerToken")
	made := owner.Post("/api/holds/{org}", object{"offerToken": token, "minutes": 1440}).Want(201)
	made.Is("BAR", "data", "offer", "planCode").Is([]any{5000.5, 5000.5}, "data", "offer", "prices").
		Is("2026-04-22", "data", "checkOut").Is("2026-04-15T06:30:00.000Z", "data", "expiresAt")
	owner.Get("/api/holds/{org}/"+made.Text("data", "_id")).Is(made.At("data"), "data")
	search().Is("sold_out", "data", "rejected", 0, "reasons", 0, "code")
	owner.Post("/api/holds/{org}", object{"offerToken": token}).Refused(400, "No room of this category is free")
	owner.Server.Clock.Advance(16 * time.Minute)
	owner.Again().Post("/api/holds/{org}", object{"offerToken": token}).Bad("offerToken")
}

// A hold becomes a booking in the transaction that books: its nights pass on, once.
func booked(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	id := keep(owner).Text("data", "_id")
	sc := scope.ForJob(owner.Org, "INR", time.UTC)
	take := func(holder string) error {
		return owner.Server.DB.Write(t.Context(), func(tx *db.Tx) error {
			h, err := owner.Server.App.Holds.Take(tx, sc, id)
			if err != nil {
				return err
			}
			if h.Status != hold.Active || h.Rooms[0].ID != rooms[0] {
				t.Errorf("taken is %+v", h)
			}
			_, err = inventory.Hold(tx, sc, inventory.Booking, holder,
				[]inventory.Stay{{RoomID: rooms[0], RoomNumber: "101", From: h.CheckIn, To: h.CheckOut}}).Get()
			return err
		})
	}
	if err := take("booking-1"); err != nil {
		t.Fatal(err)
	}
	if err := take("booking-2"); !errs.Is(err, errs.KindConflict) {
		t.Errorf("taken twice: %v", err)
	}
	owner.Get("/api/holds/{org}/"+id).Is("booked", "data", "status")
	owner.Delete("/api/holds/{org}/"+id).Refused(400, "booking already")
	if got := nights(owner); got["booking"] != 2 || got["hold"] != 0 {
		t.Errorf("held are %v", got)
	}
}

func refused(_ *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	b := body(category(owner))
	for field, value := range map[string]any{"categoryId": apptest.Nobody, "checkIn": "2026-04-13",
		"checkOut": "2026-04-20", "rooms": 0, "minutes": 1441, "offerToken": "x.y"} {
		owner.Post("/api/holds/{org}", b.Merged(object{field: value})).Bad(field)
	}
	owner.Post("/api/holds/{org}", b.Without("categoryId")).Bad("categoryId")
	owner.Post("/api/holds/{org}", b.Without("checkOut")).Bad("checkOut")
	owner.Post("/api/holds/{org}", object{"offerToken": "x.y"}).Bad("offerToken")
	owner.Get("/api/holds/{org}/"+apptest.Nobody).Refused(404, "")
	keyed := owner.With("Idempotency-Key", "once")
	first := keyed.Post("/api/holds/{org}", b).Want(201)
	keyed.Post("/api/holds/{org}", b).Want(201).Is(first.At("data"), "data")
	owner.Post("/api/holds/{org}", b).Refused(400, "No room")
}

// An option is for a guest until a date, on the day of arrival at the latest; the date can be changed as long as it
// lasts, and the booking that is made of it gets its rooms.
func option(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	b := body(category(owner)).Merged(object{"rooms": 2, "expiresAt": "2026-04-18T12:30:00Z", "guestName": "Asha Rao",
		"guestPhone": "+91 98450 12345"})
	for field, value := range map[string]any{"expiresAt": "2026-04-14T06:30:00Z", "guestPhone": "x"} {
		owner.Post("/api/holds/{org}", b.Merged(object{field: value})).Bad(field)
	}
	owner.Post("/api/holds/{org}", b.Merged(object{"expiresAt": "2026-04-20T18:31:00Z"})).Bad("expiresAt")
	made := owner.Post("/api/holds/{org}", b).Want(201)
	id := made.Text("data", "_id")
	made.Is("Asha Rao", "data", "guestName").Is("2026-04-18T12:30:00.000Z", "data", "expiresAt").
		Is("+91 98450 12345", "data", "guestPhone")
	chart := owner.Get("/api/bookings/{org}/stays?from=2026-04-20&to=2026-04-21").Want(200)
	chart.Is(id, "data", "holds", 1, "holdId").Is(rooms[1], "data", "holds", 1, "roomId").
		Is("Asha Rao", "data", "holds", 1, "guestName").Is("2026-04-22", "data", "holds", 1, "to")
	owner.Get("/api/bookings/{org}/stays?from=2026-04-23&to=2026-04-24").Want(200).Is([]any{}, "data", "holds")
	update := "/api/holds/{org}/" + id + "/update"
	owner.Put(update, object{}).Want(200).Is(1, "data", "version")
	owner.Put(update, object{"guestPhone": "x"}).Bad("guestPhone")
	owner.Put(update, object{"expiresAt": "2026-04-21T12:00:00Z"}).Bad("expiresAt")
	owner.Put(update, object{"expiresAt": "2026-04-19T12:30:00Z", "notes": "Asks the family"}).Want(200).
		Is("2026-04-19T12:30:00.000Z", "data", "expiresAt").Is("Asks the family", "data", "notes").
		Is(2, "data", "version")
	owner.With("If-Match", `"1"`).Put(update, object{"notes": "Late"}).Bad("If-Match")
	owner.Server.Clock.Advance(5 * 24 * time.Hour) // half an hour before its end, and a day after its first one
	owner.Server.Clock.Advance(5*time.Hour + 30*time.Minute)
	owner = owner.Again()
	if err := owner.Server.App.ExpireHolds(t.Context()); err != nil {
		t.Fatal(err)
	}
	owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", rooms[0])).Refused(400, "taken")
	stay := apptest.Stay("2026-04-20", "2026-04-22").Without("rooms").Merged(object{"holdId": id})
	booking := owner.Post("/api/bookings/{org}/create", stay).Want(201).Text("data", "bookingId")
	owner.HoldsNights(booking, rooms[1], "2026-04-20", "2026-04-21")
	owner.Put(update, object{"notes": "Late"}).Refused(400, "a booking already")
	other := owner.Post("/api/holds/{org}", object{"categoryId": category(owner), "checkIn": "2026-04-25",
		"checkOut": "2026-04-26", "minutes": 10}).Want(201).Text("data", "_id")
	owner.Server.Clock.Advance(11 * time.Minute)
	owner.Again().Put("/api/holds/{org}/"+other+"/update", object{"expiresAt": "2026-04-24T12:00:00Z"}).
		Refused(400, "has expired")
}

// The desk is told once, a day before the end of what is held for longer; and at the end of what is held for a guest.
func told(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(3)
	keep(owner, object{"expiresAt": "2026-04-18T12:30:00Z", "guestName": "Asha Rao", "rooms": 2})
	keep(owner, object{"minutes": 1440})
	messages := func(want ...string) {
		t.Helper()
		for range 2 {
			if err := owner.Server.App.ExpireHolds(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		owner = owner.Again()
		a := owner.Get("/api/notifications/{org}?type=hold_ending").Want(200)
		var got []string
		for i := range a.List("data") {
			got = append(got, a.Text("data", i, "message"))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("told %q, want %q", got, want)
		}
	}
	messages()
	owner.Server.Clock.Advance(3*24*time.Hour + 7*time.Hour)
	rooms := "Asha Rao: rooms 101, 102 from Mon, 20 Apr 2026 to Wed, 22 Apr 2026 "
	soon := rooms + "are held only until Sat, 18 Apr 2026, 18:00."
	messages(soon)
	owner.Server.Clock.Advance(24 * time.Hour)
	messages(rooms+"aren't held any more.", soon)
}

// 40 clients want the last room, and one gets it, again and again.
func lastRoom(t *testing.T, owner *apptest.Caller) {
	owner.CreateRooms(1)
	b := body(category(owner))
	for range 3 {
		done := apptest.CountStatuses(t, 40, map[int]int{201: 1, 400: 39}, func(int) (apptest.Answer, error) {
			return owner.Try("POST", "/api/holds/{org}", b)
		})
		if got := nights(owner); got["hold"] != 2 {
			t.Errorf("held are %v", got)
		}
		for _, a := range done {
			owner.Delete("/api/holds/{org}/" + a.Text("data", "_id")).Want(200)
		}
	}
}

// Holds that are over, new holds, bookings, blocks and the job all want the same two rooms at once: every night ends up
// with one holder, and who was told that it has a room has it.
func taken(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	b := body(category(owner))
	owner.Post("/api/holds/{org}", b.Merged(object{"rooms": 2})).Want(201)
	owner.Server.Clock.Advance(15 * time.Minute)
	owner = owner.Again()
	answers := make40(owner, rooms, b)
	if err := owner.Server.App.ExpireHolds(t.Context()); err != nil {
		t.Error(err)
	}
	won := map[string]int{}
	for i, a := range answers {
		if a.Status == 201 {
			won[[]string{"booking", "hold", "block", ""}[i%4]]++
		}
	}
	got := nights(owner)
	if total := won["booking"] + won["hold"] + won["block"]; total != 2 ||
		got["booking"] != 2*won["booking"] || got["hold"] != 2*won["hold"] || got["block"] != 2*won["block"] {
		t.Errorf("told that they have a room: %v; nights: %v", won, got)
	}
}

func make40(owner *apptest.Caller, rooms []string, b object) []apptest.Answer {
	var answers [40]apptest.Answer
	apptest.Together(len(answers), func(i int) {
		var err error
		switch i % 4 {
		case 0:
			answers[i], err = owner.Try("POST", "/api/bookings/{org}/create",
				apptest.Stay("2026-04-20", "2026-04-22", rooms[i/4%2]))
		case 1:
			answers[i], err = owner.Try("POST", "/api/holds/{org}", b)
		case 2:
			answers[i], err = owner.Try("POST", "/api/rooms/{org}/"+rooms[i/4%2]+"/blocks",
				object{"from": "2026-04-20", "to": "2026-04-22"})
		case 3:
			err = owner.Server.App.ExpireHolds(owner.Server.T.Context())
		}
		if err != nil {
			owner.Server.T.Error(err)
		}
	})
	return answers[:]
}
