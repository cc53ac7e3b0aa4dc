package vendors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
)

type object = apptest.Object

func TestVendors(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: vendorPermissions},
		{Name: "every field of the contract", Run: vendorFields},
		{Name: "a name is enough", Run: vendorNameAlone},
		{Name: "a subset changes, null clears", Run: vendorUpdate},
		{Name: "codes", Run: vendorCodes},
		{Name: "formats", Run: vendorFormats},
		{Name: "account numbers", Run: vendorAccountNumbers},
		{Name: "a vendor is sent back whole", Run: vendorSentBack},
		{Name: "deleted", Run: vendorDeleted},
		{Name: "one code at the same time", Run: vendorCodeRace},
	})
}

func vendorPermissions(t *testing.T, owner *apptest.Caller) {
	id := owner.CreateVendor(apptest.Vendor())
	paths := []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/by-code/LCL", "view"}, {"GET", "/" + id, "view"},
		{"PUT", "/" + id + "/update", "update"},
		{"DELETE", "/" + id + "/delete", "delete"},
	}
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range paths {
		none.Do(p.method, "/api/vendor/{org}"+p.path, apptest.Vendor()).Refused(403, "vendors."+p.flag)
		stranger.Do(p.method, "/api/vendor/{org}"+p.path, apptest.Vendor()).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, "/api/vendor/"+owner.Org+p.path, apptest.Vendor()).Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	elsewhere.Get("/api/vendor/{org}/"+id).Refused(404, "no such vendor")
	elsewhere.Get("/api/vendor/{org}/by-code/LCL").Refused(404, "no such vendor")
	elsewhere.Put("/api/vendor/{org}/"+id+"/update", object{"name": "Mine"}).Refused(404, "")
	elsewhere.Delete("/api/vendor/{org}/"+id+"/delete").Refused(404, "")
	elsewhere.Get("/api/vendor/{org}/list").Want(200).Is([]any{}, "data")
}

func vendorFields(t *testing.T, owner *apptest.Caller) {
	made := owner.Post("/api/vendor/{org}/create", apptest.Vendor()).Want(201)
	id := made.Text("data", "_id")
	for _, a := range []apptest.Answer{made, owner.Get("/api/vendor/{org}/" + id),
		owner.Get("/api/vendor/{org}/by-code/lcl"), owner.Put("/api/vendor/{org}/"+id+"/update", object{})} {
		a.Is(true, "success").Is(id, "data", "_id").Is(owner.Org, "data", "orgId").
			Is("2026-04-14T06:30:00.000Z", "data", "createdAt").Is("2026-04-14T06:30:00.000Z", "data", "updatedAt")
		for name, value := range apptest.Vendor() {
			if inside, ok := value.(object); ok {
				value = map[string]any(inside)
			}
			a.Is(value, "data", name)
		}
		if n := len(a.At("data").(map[string]any)); n != 14 {
			t.Errorf("a vendor has %d fields, want 14: %s", n, a.Raw)
		}
	}
	owner.Server.Clock.Advance(time.Second)
	newer := owner.CreateVendor(object{"name": "Newer"})
	list := owner.Get("/api/vendor/{org}/list").Want(200)
	list.Is(newer, "data", 0, "_id").
		Is(map[string]any{"_id": id, "name": "Lake City Linen", "code": "LCL", "email": "sales@linen.example",
			"phone": "+91 294 242 0101", "gstin": "08AAPFU0939F1ZV", "createdAt": "2026-04-14T06:30:00.000Z"}, "data", 1)
	if len(list.List("data")) != 2 || list.Body["pagination"] != nil {
		t.Errorf("the list is %s", list.Raw)
	}
	for _, unknown := range []string{apptest.Nobody, "x", strings.ToUpper(id)} {
		owner.Get("/api/vendor/{org}/"+unknown).Refused(404, "no such vendor")
		owner.Put("/api/vendor/{org}/"+unknown+"/update", object{}).Refused(404, "no such vendor")
		owner.Delete("/api/vendor/{org}/"+unknown+"/delete").Refused(404, "no such vendor")
	}
}

func vendorNameAlone(_ *testing.T, owner *apptest.Caller) {
	owner.Post("/api/vendor/{org}/create", object{"code": "X"}).Bad("name")
	owner.Post("/api/vendor/{org}/create", object{"name": " "}).Bad("name")
	owner.Post("/api/vendor/{org}/create", object{"name": "two\nlines"}).Bad("name")
	a := owner.Get("/api/vendor/{org}/" + owner.CreateVendor(object{"name": "Milk"})).Want(200)
	a.Is("", "data", "code").Is("", "data", "bankDetails", "accountNumber").Is("", "data", "address", "city").
		Is("", "data", "notes")
	owner.CreateVendor(object{"name": "Milk"}) // neither a name nor the lack of a code is taken
	owner.CreateVendor(object{"name": "Bread", "code": nil, "address": nil, "bankDetails": nil})
}

func vendorUpdate(_ *testing.T, owner *apptest.Caller) {
	at := "/api/vendor/{org}/" + owner.CreateVendor(apptest.Vendor())
	owner.Server.Clock.Advance(time.Minute)
	owner.Put(at+"/update", object{"phone": "+91 294 242 0202", "address": object{"line2": nil, "city": "Jaipur"},
		"bankDetails": object{"branch": "Jaipur"}}).Want(200).
		Is("+91 294 242 0202", "data", "phone").Is("", "data", "address", "line2").
		Is("12 Lake Road", "data", "address", "line1").
		Is("30021234321", "data", "bankDetails", "accountNumber").Is("Jaipur", "data", "bankDetails", "branch").
		Is("2026-04-14T06:31:00.000Z", "data", "updatedAt").
		Is("2026-04-14T06:30:00.000Z", "data", "createdAt")
	owner.Put(at+"/update", object{"name": nil}).Bad("name")
	owner.Put(at+"/update", object{"code": nil, "gstin": nil, "bankDetails": nil, "address": nil, "notes": ""}).Want(200)
	owner.Get(at).Is("", "data", "code").Is("", "data", "gstin").Is("", "data", "bankDetails", "ifsc").
		Is("", "data", "address", "line1").Is("", "data", "notes").
		Is("Lake City Linen", "data", "name").Is("AAPFU0939F", "data", "pan")
	details := owner.Get("/api/audit/{org}/logs?action=vendor.updated").Want(200).List("data")
	if len(details) != 2 {
		owner.Server.T.Errorf("%d audit entries, want 2", len(details))
	}
}

func vendorCodes(_ *testing.T, owner *apptest.Caller) {
	first := owner.CreateVendor(object{"name": "A", "code": "Été/1 b"})
	owner.Get("/api/vendor/{org}/by-code/%C3%A9T%C3%89%2F1%20B").Want(200).Is(first, "data", "_id")
	owner.Post("/api/vendor/{org}/create", object{"name": "B", "code": "été/1 B"}).Bad("code")
	second := owner.CreateVendor(object{"name": "B", "code": "B"})
	owner.Put("/api/vendor/{org}/"+second+"/update", object{"code": "ÉTÉ/1 B"}).Bad("code")
	owner.Put("/api/vendor/{org}/"+second+"/update", object{"code": "b"}).Want(200).Is("b", "data", "code")
	owner.AnotherHotel().CreateVendor(object{"name": "C", "code": "B"})
	for _, none := range []string{"C", "%20", "%25", "_", "B%00", "x'%20OR%20'1'='1"} {
		owner.Get("/api/vendor/{org}/by-code/"+none).Refused(404, "")
	}
}

func vendorFormats(t *testing.T, owner *apptest.Caller) {
	for field, values := range map[string][]string{
		"email": {"x", "a@b@c", "Sales <sales@linen.example>", "a b@linen.example"},
		"phone": {"12", "call me", "+91 98290 12345 67890 12"},
		"gstin": {"08AAPFU0939F1Z", "99AAPFU0939F1ZV", "08AAPFU0939F1YV", "00AAPFU0939F1ZV"},
		"pan":   {"AAPFU0939", "1APFU0939F", "AAPFU09391"},
	} {
		for _, value := range values {
			owner.Post("/api/vendor/{org}/create", apptest.Vendor().Merged(object{field: value, "code": nil})).Bad(field)
		}
	}
	for _, number := range []string{"12345678", "1234567890123456789", "3002123432X", "XXXXXX4321", "३००२१२३४३२१"} {
		owner.Post("/api/vendor/{org}/create", object{"name": "X", "bankDetails": object{"accountNumber": number}}).
			Bad("bankDetails.accountNumber")
	}
	for _, code := range []string{"SBIN1001234", "SBI00001234", "SBIN000123", "SBIN00012345", "5BIN0001234"} {
		owner.Post("/api/vendor/{org}/create", object{"name": "X", "bankDetails": object{"ifsc": code}}).
			Bad("bankDetails.ifsc")
	}
	for _, pin := range []string{"013001", "31300", "3130011", "31300a", "31 3001"} {
		owner.Post("/api/vendor/{org}/create", object{"name": "X", "address": object{"pincode": pin}}).Bad("address.pincode")
		owner.Post("/api/vendor/{org}/create", object{"name": "X", "address": object{"pincode": pin, "country": "INDIA"}}).
			Bad("address.pincode")
	}
	all := owner.Post("/api/vendor/{org}/create", object{"name": "X", "email": "x", "gstin": "x",
		"address": object{"pincode": "x"}, "bankDetails": object{"ifsc": "x"}})
	all.Bad("email").Bad("gstin").Bad("address.pincode").Bad("bankDetails.ifsc")
	abroad := owner.Post("/api/vendor/{org}/create", object{"name": "Tea",
		"address": object{"pincode": "SW1A 1AA", "country": "United Kingdom"}}).Want(201)
	owner.Put("/api/vendor/{org}/"+abroad.Text("data", "_id")+"/update", object{"address": object{"country": nil}}).
		Bad("address.pincode")
	owner.Post("/api/vendor/{org}/create", object{"name": "Lower", "gstin": " 27aaaaa0000a1z2 ", "pan": "aapfu0939f",
		"address":     object{"pincode": "313 001"},
		"bankDetails": object{"ifsc": "sbin0001234", "accountNumber": "3002-1234 321"}}).Want(201).
		Is("27AAAAA0000A1Z2", "data", "gstin").Is("AAPFU0939F", "data", "pan").Is("313001", "data", "address", "pincode").
		Is("SBIN0001234", "data", "bankDetails", "ifsc").Is("30021234321", "data", "bankDetails", "accountNumber")
}

// The whole number is shown to callers with vendors.update alone, and written down nowhere else.
func vendorAccountNumbers(t *testing.T, owner *apptest.Caller) {
	id := owner.CreateVendor(apptest.Vendor())
	viewer := owner.Member("Viewer", object{"vendors": object{"view": true, "create": true, "delete": true}})
	for _, path := range []string{"/" + id, "/by-code/LCL"} {
		viewer.Get("/api/vendor/{org}"+path).Want(200).Is("XXXXXX4321", "data", "bankDetails", "accountNumber").
			Is("SBIN0001234", "data", "bankDetails", "ifsc")
		owner.Get("/api/vendor/{org}"+path).Want(200).Is("30021234321", "data", "bankDetails", "accountNumber")
	}
	keyed := viewer.With("Idempotency-Key", "once")
	for range 2 {
		keyed.Post("/api/vendor/{org}/create", apptest.Vendor().Merged(object{"code": "NEW"})).Want(201).
			Is("XXXXXX4321", "data", "bankDetails", "accountNumber")
	}
	for _, flags := range []object{{"update": true}, {"manage": true}} {
		role := owner.Member("Buyer", object{"vendors": flags.Merged(object{"view": true})})
		role.Get("/api/vendor/{org}/"+id).Want(200).Is("30021234321", "data", "bankDetails", "accountNumber")
	}
	owner.Put("/api/vendor/{org}/"+id+"/update", object{"bankDetails": object{"accountNumber": "XXXXXX4321"}}).Want(200).
		Is("30021234321", "data", "bankDetails", "accountNumber")
	owner.Put("/api/vendor/{org}/"+id+"/update", object{"bankDetails": object{"accountNumber": "XXXXXX4322"}}).
		Bad("bankDetails.accountNumber")
	owner.Put("/api/vendor/{org}/"+id+"/update", object{"bankDetails": object{"accountNumber": "998877665544"}}).Want(200)
	viewer.Delete("/api/vendor/{org}/" + id + "/delete").Want(200)
	log := string(owner.Get("/api/audit/{org}/logs?limit=100").Want(200).Raw)
	for _, secret := range []string{"30021234321", "998877665544", "X4321", "X5544"} {
		if strings.Contains(log, secret) {
			t.Errorf("the audit log holds %s", secret)
		}
	}
	for _, action := range []string{"vendor.created", "vendor.updated", "vendor.deleted"} {
		if !strings.Contains(log, action) {
			t.Errorf("the audit log has no %s", action)
		}
	}
	owner.QueryRows(`SELECT details FROM audit_entries WHERE org_id = $1`, func(row db.Scanner) error {
		var details string
		err := row.Scan(&details)
		if strings.Contains(details, "998877665544") || strings.Contains(details, "30021234321") {
			t.Errorf("an audit entry holds the number: %s", details)
		}
		return err
	})
}

func vendorSentBack(_ *testing.T, owner *apptest.Caller) {
	at := "/api/vendor/{org}/" + owner.CreateVendor(apptest.Vendor())
	before := owner.Get(at).Want(200)
	owner.Put(at+"/update", before.At("data")).Want(200)
	owner.Get(at).Is(before.At("data"), "data")
	empty := "/api/vendor/{org}/" + owner.CreateVendor(object{"name": "Milk"})
	owner.Put(empty+"/update", owner.Get(empty).At("data")).Want(200)
}

func vendorDeleted(_ *testing.T, owner *apptest.Caller) {
	id := owner.CreateVendor(apptest.Vendor())
	owner.Delete("/api/vendor/{org}/"+id+"/delete").Want(200).Is(nil, "data")
	owner.Delete("/api/vendor/{org}/"+id+"/delete").Refused(404, "no such vendor")
	owner.Get("/api/vendor/{org}/by-code/LCL").Refused(404, "")
	owner.CreateVendor(apptest.Vendor()) // its code is free again
}

func vendorCodeRace(t *testing.T, owner *apptest.Caller) {
	statuses := make([]int, 20)
	apptest.Together(len(statuses), func(i int) {
		code := []string{"race", "RACE", "Race"}[i%3]
		a, err := owner.Try("POST", "/api/vendor/{org}/create", object{"name": fmt.Sprint("Racer ", i), "code": code})
		if err != nil {
			t.Error(err)
		}
		statuses[i] = a.Status
	})
	slices.Sort(statuses)
	if statuses[0] != 201 || statuses[1] != 400 || statuses[19] != 400 {
		t.Errorf("the answers were %v, want one 201", statuses)
	}
	if n := len(owner.Get("/api/vendor/{org}/list").List("data")); n != 1 {
		t.Errorf("%d vendors have the code", n)
	}
}
