package company_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestCompanies(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "every field", Run: fields},
		{Name: "what is refused", Run: refused},
		{Name: "the list", Run: list},
	})
}

func whole() object {
	return object{"name": "Rao Textiles", "code": "RAO", "gstin": "27AAPFU0939F1ZV", "email": "travel@rao.example",
		"phone": "+91 22 2345 0101", "address": apptest.Address(), "notes": "Quiet rooms", "isActive": true}
}

func create(owner *apptest.Caller, body object) string {
	owner.Server.T.Helper()
	return owner.Post("/api/companies/{org}/create", body).Want(201).Text("data", "_id")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	id := create(owner, whole())
	paths := []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"},
		{"PUT", "/" + id + "/update", "update"}, {"DELETE", "/" + id + "/delete", "delete"},
	}
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range paths {
		none.Do(p.method, "/api/companies/{org}"+p.path, whole()).Refused(403, "guests."+p.flag)
		stranger.Do(p.method, "/api/companies/{org}"+p.path, whole()).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, "/api/companies/"+owner.Org+p.path, whole()).Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	elsewhere.Get("/api/companies/{org}/"+id).Refused(404, "no such company")
	elsewhere.Put("/api/companies/{org}/"+id+"/update", object{"name": "Mine"}).Refused(404, "")
	elsewhere.Delete("/api/companies/{org}/"+id+"/delete").Refused(404, "")
	elsewhere.Get("/api/companies/{org}/list").Want(200).Is([]any{}, "data")
}

func fields(t *testing.T, owner *apptest.Caller) {
	made := owner.Post("/api/companies/{org}/create", whole()).Want(201)
	id := made.Text("data", "_id")
	for _, a := range []apptest.Answer{made, owner.Get("/api/companies/{org}/" + id),
		owner.Put("/api/companies/{org}/"+id+"/update", object{})} {
		for name, value := range whole() {
			a.Is(value, "data", name)
		}
		a.Is([]any{}, "data", "negotiatedPlans")
	}
	owner.Server.Clock.Advance(time.Minute)
	owner.Put("/api/companies/{org}/"+id+"/update",
		object{"gstin": nil, "address": object{"line2": nil}, "isActive": false}).Want(200).
		Is("", "data", "gstin").Is("", "data", "address", "line2").Is("Udaipur", "data", "address", "city").
		Is(false, "data", "isActive").Is("2026-04-14T06:31:00.000Z", "data", "updatedAt")
	sentBack := owner.Get("/api/companies/{org}/" + id).Want(200)
	owner.Put("/api/companies/{org}/"+id+"/update", sentBack.At("data")).Want(200).Is(sentBack.At("data"), "data")
	if n := len(owner.Get("/api/audit/{org}/logs?action=company.updated").Want(200).List("data")); n != 1 {
		t.Errorf("%d audit entries, want 1", n)
	}
	owner.Delete("/api/companies/{org}/" + id + "/delete").Want(200)
	owner.Get("/api/companies/{org}/"+id).Refused(404, "")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	id := create(owner, whole())
	for field, value := range map[string]any{"name": "two\nlines", "code": "rao", "gstin": "27AAPFU0939F1ZW", "email": "x",
		"phone": "call me"} {
		owner.Post("/api/companies/{org}/create", whole().Merged(object{"code": "NEW"}).Merged(object{field: value})).
			Bad(field)
	}
	owner.Put("/api/companies/{org}/"+id+"/update", object{"name": nil}).Bad("name")
	second := create(owner, object{"name": "Other"})
	create(owner, object{"name": "Other"}) // neither a name nor the lack of a code is taken
	owner.Put("/api/companies/{org}/"+second+"/update", object{"code": "Rao"}).Bad("code")
	create(owner.AnotherHotel(), whole())
}

func list(_ *testing.T, owner *apptest.Caller) {
	first := create(owner, whole())
	owner.Server.Clock.Advance(time.Second)
	second := create(owner, object{"name": "Second", "isActive": false})
	all := owner.Get("/api/companies/{org}/list?limit=1").Want(200)
	all.Is(second, "data", 0, "_id").Is(2, "pagination", "total").Is(2, "pagination", "totalPages")
	owner.Get("/api/companies/{org}/list?search=rao%20t").Want(200).Is(first, "data", 0, "_id").
		Is(1, "pagination", "total")
	owner.Get("/api/companies/{org}/list?search=2223450101").Want(200).Is(1, "pagination", "total")
	owner.Get("/api/companies/{org}/list?isActive=false").Want(200).Is(second, "data", 0, "_id").
		Is(1, "pagination", "total")
}
