package profile_test

import (
	"fmt"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestProfiles(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "the record", Run: record},
		{Name: "a company", Run: company},
		{Name: "notes", Run: notes},
		{Name: "consents", Run: consents},
		{Name: "do not rent", Run: doNotRent},
		{Name: "do not rent is refused", Run: doNotRentRefused},
		{Name: "history", Run: history},
	})
}

func guest(owner *apptest.Caller, fields object) string {
	owner.Server.T.Helper()
	return owner.Post("/api/guests/{org}/create", object{"name": "Asha Rao"}.Merged(fields)).Want(201).Text("data", "_id")
}

func path(guestID, rest string) string { return "/api/guests/{org}/" + guestID + rest }

func permissions(_ *testing.T, owner *apptest.Caller) {
	id := guest(owner, nil)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	desk := owner.Member("Desk", object{"guests": object{"view": true, "create": true, "update": true, "delete": true}})
	stranger, elsewhere := owner.Server.Hotel(), owner.AnotherHotel()
	stranger.Org = owner.Org
	note := object{"note": "Quiet"}
	for _, p := range []struct {
		method, path, flag string
		body               object
	}{
		{"POST", "/notes", "create", note}, {"GET", "/notes", "view", nil},
		{"PUT", "/notes/665f1c2ab7e4d90012ab34cd", "update", note},
		{"DELETE", "/notes/665f1c2ab7e4d90012ab34cd", "delete", nil},
		{"POST", "/consents", "create", object{"purpose": "x", "granted": false, "channel": "desk"}},
		{"GET", "/consents", "view", nil}, {"GET", "/history", "view", nil},
		{"PUT", "/do-not-rent", "manage", object{"reason": "x"}}, {"DELETE", "/do-not-rent", "manage", nil},
	} {
		none.Do(p.method, path(id, p.path), p.body).Refused(403, "guests."+p.flag)
		stranger.Do(p.method, path(id, p.path), p.body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, "/api/guests/"+owner.Org+"/"+id+p.path, p.body).Refused(401, "")
		elsewhere.Do(p.method, path(id, p.path), p.body).Refused(404, "no such")
	}
	desk.Put(path(id, "/do-not-rent"), object{"reason": "x"}).Refused(403, "guests.manage")
}

func record(_ *testing.T, owner *apptest.Caller) {
	id := guest(owner, nil)
	owner.Get(path(id, "")).Want(200).Is("", "data", "vip").Is("", "data", "language").Is([]any{}, "data", "preferences").
		Is(nil, "data", "companyId").Is(false, "data", "doNotRent")
	update := path(id, "/update")
	owner.Put(update, object{"vip": "VIP 1", "language": "hi", "preferences": []any{"high floor", "no feathers"}}).
		Want(200).Is("VIP 1", "data", "vip").Is(2, "data", "version")
	owner.Put(update, object{"vip": "VIP 1", "preferences": []any{"high floor", "no feathers"}}).Want(200).
		Is(2, "data", "version")
	owner.Put(update, object{"preferences": nil}).Want(200).Is([]any{}, "data", "preferences").Is("hi", "data", "language")
	owner.Put(update, object{"language": "Hindi"}).Bad("language")
	owner.Put(update, object{"language": "H1"}).Bad("language")
	owner.Put(update, object{"preferences": []any{"a", "a"}}).Bad("preferences[1]")
	owner.Put(update, object{"preferences": []any{""}}).Bad("preferences[0]")
	owner.Put(update, object{"preferences": []any{"two\nlines"}}).Bad("preferences[0]")
	owner.Put(update, object{"vip": "two\nlines"}).Bad("vip")
}

func company(_ *testing.T, owner *apptest.Caller) {
	firm := owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles"}).Want(201).Text("data", "_id")
	elsewhere := owner.AnotherHotel()
	id := guest(owner, object{"companyId": firm})
	owner.Get(path(id, "")).Is(firm, "data", "companyId")
	owner.Delete("/api/companies/{org}/"+firm+"/delete").Refused(400, "guests of Rao Textiles")
	elsewhere.Post("/api/guests/{org}/create", object{"name": "Asha Rao", "companyId": firm}).Bad("companyId")
	owner.Put("/api/companies/{org}/"+firm+"/update", object{"isActive": false}).Want(200)
	owner.Put(path(id, "/update"), object{"vip": "VIP 2"}).Want(200) // which doesn't link it anew
	owner.Post("/api/guests/{org}/create", object{"name": "Ravi Das", "companyId": firm}).Bad("companyId")
	owner.Put(path(id, "/update"), object{"companyId": nil}).Want(200).Is(nil, "data", "companyId")
	owner.Delete("/api/companies/{org}/" + firm + "/delete").Want(200)
}

func notes(_ *testing.T, owner *apptest.Caller) {
	id, other := guest(owner, nil), guest(owner, nil)
	owner.Get(path(id, "/notes")).Want(200).Is(0, "pagination", "total").Is([]any{}, "data")
	first := owner.Post(path(id, "/notes"), object{"note": "Allergic to feathers", "department": "Housekeeping"}).
		Want(201).Text("data", "_id")
	for i := range 3 {
		owner.Post(path(id, "/notes"), object{"note": fmt.Sprint("Note ", i)}).Want(201).Is("", "data", "department")
	}
	owner.Get(path(id, "/notes?limit=2")).Want(200).Is(4, "pagination", "total").Is("Note 2", "data", 0, "note")
	owner.Get(path(id, "/notes?department=Housekeeping")).Want(200).Is(1, "pagination", "total").
		Is(first, "data", 0, "_id")
	owner.Get(path(other, "/notes")).Want(200).Is(0, "pagination", "total")
	one := path(id, "/notes/"+first)
	owner.Put(one, object{"note": "Allergic to nuts"}).Want(200).Is("Allergic to nuts", "data", "note").
		Is("Housekeeping", "data", "department").Is(2, "data", "version")
	owner.With("If-Match", `"1"`).Put(one, object{"note": "Old"}).Refused(400, "If-Match")
	owner.Put(one, object{"note": ""}).Bad("note")
	owner.Post(path(id, "/notes"), object{"note": "x", "department": "a\nb"}).Bad("department")
	owner.Put(path(other, "/notes/"+first), object{"note": "x"}).Refused(404, "no such note")
	owner.Delete(path(other, "/notes/"+first)).Refused(404, "no such note")
	owner.Delete(one).Want(200)
	owner.Delete(one).Refused(404, "no such note")
}

func consents(_ *testing.T, owner *apptest.Caller) {
	id := guest(owner, nil)
	answer := object{"purpose": "newsletter", "granted": true, "noticeVersion": "2026-04", "channel": "desk"}
	consent := path(id, "/consents")
	owner.Get(consent).Want(200).Is([]any{}, "data")
	owner.Post(consent, answer).Want(201).Is(true, "data", "inForce")
	owner.Post(consent, answer.Merged(object{"purpose": "birthday"})).Want(201)
	owner.Post(consent, object{"purpose": "newsletter", "granted": false, "channel": "email"}).Want(201)
	owner.Get(consent).Want(200).Is("newsletter", "data", 0, "purpose").Is(false, "data", 0, "granted").
		Is(true, "data", 0, "inForce").Is(true, "data", 1, "inForce").Is(false, "data", 2, "inForce").
		Is("2026-04", "data", 2, "noticeVersion")
	owner.Post(consent, answer.Without("noticeVersion")).Bad("noticeVersion")
	owner.Post(consent, answer.Merged(object{"purpose": "a\nb"})).Bad("purpose")
	owner.Post(consent, answer.Merged(object{"channel": "pigeon"})).Bad("channel")
}

func doNotRent(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(3)
	id := guest(owner, object{"phone": "+91 98450 11111", "email": "asha@hotel.example"})
	shun := path(id, "/do-not-rent")
	owner.Put(shun, object{"reason": ""}).Bad("reason")
	owner.Put(shun, object{"reason": "Left without paying"}).Want(200).
		Is("Left without paying", "data", "doNotRentReason").Is(2, "data", "version")
	owner.Put(shun, object{"reason": "Left without paying"}).Want(200).Is(2, "data", "version")
	stay := func(day int, fields object) object {
		return apptest.Stay(apptest.Date(day), apptest.Date(day+1), room[0]).Merged(fields)
	}
	create := "/api/bookings/{org}/create"
	owner.Post(create, stay(1, object{"guestId": id})).Want(201).Is("do-not-rent", "warnings", 0, "code").
		Is("Asha Rao is marked do not rent: Left without paying", "warnings", 0, "message")
	owner.Post(create, stay(2, object{"guestPhone": "098450-11111"})).Want(201).Is("do-not-rent", "warnings", 0, "code")
	owner.Post(create, stay(3, object{"guestEmail": "Asha@Hotel.example"})).Want(201).
		Is("do-not-rent", "warnings", 0, "code")
	clerk := owner.Member("Clerk", object{"bookings": object{"view": true, "create": true, "update": true}})
	clerk.Post(create, stay(4, object{"guestId": id})).Want(201).
		Is("Asha Rao is marked do not rent", "warnings", 0, "message")
	other := owner.Post(create, stay(5, object{"guestPhone": "+91 98450 22222", "guestEmail": ""})).Want(201).
		Is([]any{}, "warnings").Text("data", "bookingId")
	owner.Put(apptest.BookingPath(other, "/change-guest"), object{"newGuestId": id, "newGuestName": "Asha Rao",
		"newGuestPhone": "+91 98450 33333"}).Want(200).Is("do-not-rent", "warnings", 0, "code")
	owner.Delete(shun).Want(200)
	owner.Delete(shun).Want(200)
	owner.Get(path(id, "")).Is(false, "data", "doNotRent").Is(3, "data", "version")
	owner.Post(create, stay(6, object{"guestId": id})).Want(201).Is([]any{}, "warnings")
}

func doNotRentRefused(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	id := guest(owner, nil)
	owner.Put(path(id, "/do-not-rent"), object{"reason": "Left without paying"}).Want(200)
	owner.SetBilling(object{"refuseDoNotRent": true})
	stay := apptest.Stay("2026-04-20", "2026-04-22", room).Merged(object{"guestId": id})
	create := "/api/bookings/{org}/create"
	owner.Post(create, stay).Bad("force").Refused(400, "Left without paying")
	owner.Get("/api/bookings/{org}/list").Is(0, "pagination", "total")
	clerk := owner.Member("Clerk", object{"bookings": object{"view": true, "create": true, "update": true}})
	clerk.Post(create, stay.Merged(object{"force": true})).Refused(403, "bookings.manage")
	owner.Post(create, stay.Merged(object{"force": true})).Want(201).Is("do-not-rent", "warnings", 0, "code")
	other := owner.Book("2026-05-20", "2026-05-22", room)
	change := object{"newGuestId": id, "newGuestName": "Asha Rao", "newGuestPhone": "+91 98450 33333"}
	owner.Put(apptest.BookingPath(other, "/change-guest"), change).Bad("force")
	owner.Put(apptest.BookingPath(other, "/change-guest"), change.Merged(object{"force": true})).Want(200)
	quoted := owner.Post("/api/quotes/{org}/create", object{"guestId": id, "guestName": "Asha Rao",
		"guestPhone": "+91 98450 33333", "checkIn": "2026-06-20", "checkOut": "2026-06-22", "validUntil": "2026-06-01",
		"rooms": []any{object{"roomId": room, "ratePerNight": 100, "adults": 1}}}).Want(201).Text("data", "_id")
	owner.Post("/api/quotes/{org}/"+quoted+"/accept", nil).Bad("force")
	owner.Post("/api/quotes/{org}/"+quoted+"/accept", object{"force": true}).Want(201)
}

func history(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := guest(owner, nil)
	owner.Get(path(id, "/history")).Want(200).Is(0, "data", "stays").Is("", "data", "lastStay").Is(0, "data", "revenue")
	book := func(from, to string, fields object) string {
		return owner.Post("/api/bookings/{org}/create", apptest.Stay(from, to, rooms...).
			Merged(object{"guestId": id}).Merged(fields)).Want(201).Text("data", "bookingId")
	}
	slept := book("2026-04-14", "2026-04-17", object{"advanceAmount": 1000})
	owner.Arrive(slept)
	missed := book("2026-04-18", "2026-04-19", nil)
	dropped := book("2026-04-20", "2026-04-21", nil)
	book("2026-05-01", "2026-05-02", nil)
	owner.Put(apptest.BookingPath(dropped, "/cancel"), object{"reason": "x"}).Want(200)
	owner = owner.OnDay("2026-04-19")
	owner.Post(apptest.BookingPath(missed, "/no-show"), nil).Want(200)
	owner.Get(path(id, "/history")).Want(200).Is(4, "data", "bookings").Is(1, "data", "stays").Is(3, "data", "nights").
		Is(1000, "data", "revenue").Is(1, "data", "noShows").Is(1, "data", "cancelled").
		Is("2026-04-14", "data", "firstStay").Is("2026-04-14", "data", "lastStay").Is("2026-05-01", "data", "nextStay")
}
