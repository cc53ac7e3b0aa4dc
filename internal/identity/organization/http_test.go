package organization_test

import (
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

func TestOrganizationOverHTTP(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		const create, path = "/api/organization/create", "/api/organization/{org}"
		fields := []string{"_id", "address", "createdAt", "currency", "defaultCheckInTime", "defaultCheckOutTime", "email",
			"gstin", "logo", "name", "pan", "phone", "timezone", "updatedAt", "version"}
		created := s.Anyone().Post(create, object{"name": "Fort", "email": "a@fort.example", "phone": "",
			"address": object{"city": "Jaipur"}, "currency": nil}).Want(201).Is("INR", "data", "currency")
		created.Fields(created.At("data"), fields...)
		namesOnly(s.Anyone().Post(create, object{"phone": 5}), "email", "name", "phone")
		namesOnly(s.Anyone().Post(create, object{"name": "F", "email": "a", "gstin": "27AAPFU0939F1Z5",
			"timezone": "Mars/Base", "address": object{}}), "email")
		namesOnly(s.Anyone().Post(create, object{"name": "F", "email": "a@b", "gstin": "27AAPFU0939F0ZV",
			"timezone": "Mars/Base", "address": nil}), "email", "gstin", "timezone")

		owner := s.Hotel()
		namesOnly(owner.Put(path+"/update", object{"phone": "+91 98290 12345",
			"address": object{"line1": strings.Repeat("x", 201)}}), "address.line1")
		namesOnly(owner.Put(path+"/update", object{"name": nil}), "name")
		owner.BookFromToday()
		namesOnly(owner.Put(path+"/update", object{"currency": "USD"}), "currency")
		owner.Put(path+"/update", object{"address": object{"line1": "12 Lake Road", "city": "Udaipur"},
			"gstin": "27aapfu0939f1zv", "unknown": 1}).Want(200)
		owner.Put(path+"/update", object{"address": object{"line1": nil, "state": "Rajasthan"}}).Want(200).
			Is(object{"line1": "", "line2": "", "city": "Udaipur", "state": "Rajasthan", "pincode": "", "country": ""},
				"data", "address").
			Is("27AAPFU0939F1ZV", "data", "gstin")
		owner.Put(path+"/update", nil).Want(200)
		owner.Put(path+"/default-time", object{"defaultCheckInTime": "15:00"}).Want(200).
			Is(object{"defaultCheckInTime": "15:00", "defaultCheckOutTime": "11:00"}, "data")
		namesOnly(owner.Put(path+"/default-time", object{"defaultCheckInTime": "25:00"}), "defaultCheckInTime")

		roles := owner.Get("/api/roles/{org}/list").Want(200)
		owner.MemberOf("Cleaner", apptest.RoleNamed(roles, "Housekeeping")).Get(path + "/default-time").Want(200)
		owner.MemberOf("Manager", apptest.RoleNamed(roles, "Manager")).Delete(path + "/delete").Want(403)
		owner.Delete(path + "/delete").Want(200)
		owner.Get(path).Want(404)
	})
}

// namesOnly fails unless the answer is a 400 that names these fields and no other.
func namesOnly(a apptest.Answer, fields ...string) {
	a.T.Helper()
	var named []string
	for i := range a.Want(400).List("errors") {
		named = append(named, a.Text("errors", i, "field"))
	}
	slices.Sort(named)
	if !slices.Equal(named, fields) {
		a.T.Errorf("%s %s names %v, want %v: %s", a.Method, a.Path, named, fields, a.Raw)
	}
}

// What was taken before the rules became stricter stays, also from clients that send the whole record back.
func TestOldProfilesCanBeChanged(t *testing.T) {
	apptest.EachEngine(t, func(_ *testing.T, s *apptest.Server) {
		const update = "/api/organization/{org}/update"
		owner := s.Hotel()
		s.Exec(`UPDATE organizations SET email = 'desk@haveli' WHERE org_id = $1`, owner.Org)
		s.Exec(`UPDATE hotels SET gstin = '27AAPFU0939F1ZW' WHERE org_id = $1`, owner.Org)
		owner.Put(update, object{"phone": "+91 98290 12345"}).Want(200).Is("27AAPFU0939F1ZW", "data", "gstin")
		owner.Put(update, object{"name": "Fort", "gstin": "27aapfu0939f1zw", "email": "desk@haveli"}).Want(200)
		namesOnly(owner.Put(update, object{"gstin": "27AAPFU0939F1ZX", "email": "desk@fort"}), "email", "gstin")
		owner.Put(update, object{"gstin": "27AAPFU0939F1ZV", "email": "desk@fort.example"}).Want(200)
		namesOnly(owner.Put(update, object{"gstin": "27AAPFU0939F1ZW"}), "gstin")
	})
}
