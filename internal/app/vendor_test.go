package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/db"
)

func TestVendors(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", vendorPermissions},
		{"every field of the contract", vendorFields},
		{"a name is enough", vendorNameAlone},
		{"a subset changes, null clears", vendorUpdate},
		{"codes", vendorCodes},
		{"formats", vendorFormats},
		{"account numbers", vendorAccountNumbers},
		{"a vendor is sent back whole", vendorSentBack},
		{"deleted", vendorDeleted},
		{"one code at the same time", vendorCodeRace},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, owner.anotherHotel())
			})
		}
	})
}

func linen() object {
	return object{"name": "Lake City Linen", "code": "LCL", "email": "sales@linen.example", "phone": "+91 294 242 0101", "gstin": "08AAPFU0939F1ZV",
		"pan": "AAPFU0939F", "address": address(), "bankDetails": bankDetails(), "notes": "Delivers on Tuesdays"}
}

func (c *caller) vendor(body object) string {
	c.s.t.Helper()
	return c.post("/api/vendor/{org}/create", body).want(201).text("data", "_id")
}

func vendorPermissions(t *testing.T, owner *caller) {
	id := owner.vendor(linen())
	paths := []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/by-code/LCL", "view"}, {"GET", "/" + id, "view"}, {"PUT", "/" + id + "/update", "update"},
		{"DELETE", "/" + id + "/delete", "delete"},
	}
	none := owner.member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	for _, p := range paths {
		none.do(p.method, "/api/vendor/{org}"+p.path, linen()).refused(403, "vendors."+p.flag)
		stranger.do(p.method, "/api/vendor/{org}"+p.path, linen()).refused(403, "not a member")
		owner.s.anyone().do(p.method, "/api/vendor/"+owner.org+p.path, linen()).refused(401, "")
	}
	elsewhere := owner.anotherHotel()
	elsewhere.get("/api/vendor/{org}/"+id).refused(404, "no such vendor")
	elsewhere.get("/api/vendor/{org}/by-code/LCL").refused(404, "no such vendor")
	elsewhere.put("/api/vendor/{org}/"+id+"/update", object{"name": "Mine"}).refused(404, "")
	elsewhere.delete("/api/vendor/{org}/"+id+"/delete").refused(404, "")
	elsewhere.get("/api/vendor/{org}/list").want(200).is([]any{}, "data")
}

func vendorFields(t *testing.T, owner *caller) {
	made := owner.post("/api/vendor/{org}/create", linen()).want(201)
	id := made.text("data", "_id")
	for _, a := range []answer{made, owner.get("/api/vendor/{org}/" + id), owner.get("/api/vendor/{org}/by-code/lcl"), owner.put("/api/vendor/{org}/"+id+"/update", object{})} {
		a.is(true, "success").is(id, "data", "_id").is(owner.org, "data", "orgId").
			is("2026-04-14T06:30:00.000Z", "data", "createdAt").is("2026-04-14T06:30:00.000Z", "data", "updatedAt")
		for name, value := range linen() {
			if inside, ok := value.(object); ok {
				value = map[string]any(inside)
			}
			a.is(value, "data", name)
		}
		if n := len(a.at("data").(map[string]any)); n != 13 {
			t.Errorf("a vendor has %d fields, want 13: %s", n, a.raw)
		}
	}
	owner.s.clock.Advance(time.Second)
	newer := owner.vendor(object{"name": "Newer"})
	list := owner.get("/api/vendor/{org}/list").want(200)
	list.is(newer, "data", 0, "_id").is(map[string]any{"_id": id, "name": "Lake City Linen", "code": "LCL", "email": "sales@linen.example",
		"phone": "+91 294 242 0101", "gstin": "08AAPFU0939F1ZV", "createdAt": "2026-04-14T06:30:00.000Z"}, "data", 1)
	if len(list.list("data")) != 2 || list.body["pagination"] != nil {
		t.Errorf("the list is %s", list.raw)
	}
	for _, unknown := range []string{nobody, "x", strings.ToUpper(id)} {
		owner.get("/api/vendor/{org}/"+unknown).refused(404, "no such vendor")
		owner.put("/api/vendor/{org}/"+unknown+"/update", object{}).refused(404, "no such vendor")
		owner.delete("/api/vendor/{org}/"+unknown+"/delete").refused(404, "no such vendor")
	}
}

func vendorNameAlone(_ *testing.T, owner *caller) {
	owner.post("/api/vendor/{org}/create", object{"code": "X"}).bad("name")
	owner.post("/api/vendor/{org}/create", object{"name": " "}).bad("name")
	owner.post("/api/vendor/{org}/create", object{"name": "two\nlines"}).bad("name")
	a := owner.get("/api/vendor/{org}/" + owner.vendor(object{"name": "Milk"})).want(200)
	a.is("", "data", "code").is("", "data", "bankDetails", "accountNumber").is("", "data", "address", "city").is("", "data", "notes")
	owner.vendor(object{"name": "Milk"}) // neither a name nor the lack of a code is taken
	owner.vendor(object{"name": "Bread", "code": nil, "address": nil, "bankDetails": nil})
}

func vendorUpdate(_ *testing.T, owner *caller) {
	at := "/api/vendor/{org}/" + owner.vendor(linen())
	owner.s.clock.Advance(time.Minute)
	owner.put(at+"/update", object{"phone": "+91 294 242 0202", "address": object{"line2": nil, "city": "Jaipur"}, "bankDetails": object{"branch": "Jaipur"}}).want(200).
		is("+91 294 242 0202", "data", "phone").is("", "data", "address", "line2").is("12 Lake Road", "data", "address", "line1").
		is("30021234321", "data", "bankDetails", "accountNumber").is("Jaipur", "data", "bankDetails", "branch").is("2026-04-14T06:31:00.000Z", "data", "updatedAt").
		is("2026-04-14T06:30:00.000Z", "data", "createdAt")
	owner.put(at+"/update", object{"name": nil}).bad("name")
	owner.put(at+"/update", object{"code": nil, "gstin": nil, "bankDetails": nil, "address": nil, "notes": ""}).want(200)
	owner.get(at).is("", "data", "code").is("", "data", "gstin").is("", "data", "bankDetails", "ifsc").is("", "data", "address", "line1").is("", "data", "notes").
		is("Lake City Linen", "data", "name").is("AAPFU0939F", "data", "pan")
	details := owner.get("/api/audit/{org}/logs?action=vendor.updated").want(200).list("data")
	if len(details) != 2 {
		owner.s.t.Errorf("%d audit entries, want 2", len(details))
	}
}

func vendorCodes(_ *testing.T, owner *caller) {
	first := owner.vendor(object{"name": "A", "code": "Été/1 b"})
	owner.get("/api/vendor/{org}/by-code/%C3%A9T%C3%89%2F1%20B").want(200).is(first, "data", "_id")
	owner.post("/api/vendor/{org}/create", object{"name": "B", "code": "été/1 B"}).bad("code")
	second := owner.vendor(object{"name": "B", "code": "B"})
	owner.put("/api/vendor/{org}/"+second+"/update", object{"code": "ÉTÉ/1 B"}).bad("code")
	owner.put("/api/vendor/{org}/"+second+"/update", object{"code": "b"}).want(200).is("b", "data", "code")
	owner.anotherHotel().vendor(object{"name": "C", "code": "B"})
	for _, none := range []string{"C", "%20", "%25", "_", "B%00", "x'%20OR%20'1'='1"} {
		owner.get("/api/vendor/{org}/by-code/"+none).refused(404, "")
	}
}

func vendorFormats(t *testing.T, owner *caller) {
	for field, values := range map[string][]string{
		"email": {"x", "a@b@c", "Sales <sales@linen.example>", "a b@linen.example"},
		"phone": {"12", "call me", "+91 98290 12345 67890 12"},
		"gstin": {"08AAPFU0939F1Z", "99AAPFU0939F1ZV", "08AAPFU0939F1YV", "00AAPFU0939F1ZV"},
		"pan":   {"AAPFU0939", "1APFU0939F", "AAPFU09391"},
	} {
		for _, value := range values {
			owner.post("/api/vendor/{org}/create", linen().merged(object{field: value, "code": nil})).bad(field)
		}
	}
	for _, number := range []string{"12345678", "1234567890123456789", "3002123432X", "XXXXXX4321", "३००२१२३४३२१"} {
		owner.post("/api/vendor/{org}/create", object{"name": "X", "bankDetails": object{"accountNumber": number}}).bad("bankDetails.accountNumber")
	}
	for _, code := range []string{"SBIN1001234", "SBI00001234", "SBIN000123", "SBIN00012345", "5BIN0001234"} {
		owner.post("/api/vendor/{org}/create", object{"name": "X", "bankDetails": object{"ifsc": code}}).bad("bankDetails.ifsc")
	}
	for _, pin := range []string{"013001", "31300", "3130011", "31300a", "31 3001"} {
		owner.post("/api/vendor/{org}/create", object{"name": "X", "address": object{"pincode": pin}}).bad("address.pincode")
		owner.post("/api/vendor/{org}/create", object{"name": "X", "address": object{"pincode": pin, "country": "INDIA"}}).bad("address.pincode")
	}
	all := owner.post("/api/vendor/{org}/create", object{"name": "X", "email": "x", "gstin": "x", "address": object{"pincode": "x"}, "bankDetails": object{"ifsc": "x"}})
	all.bad("email").bad("gstin").bad("address.pincode").bad("bankDetails.ifsc")
	abroad := owner.post("/api/vendor/{org}/create", object{"name": "Tea", "address": object{"pincode": "SW1A 1AA", "country": "United Kingdom"}}).want(201)
	owner.put("/api/vendor/{org}/"+abroad.text("data", "_id")+"/update", object{"address": object{"country": nil}}).bad("address.pincode")
	owner.post("/api/vendor/{org}/create", object{"name": "Lower", "gstin": " 27aaaaa0000a1z2 ", "pan": "aapfu0939f", "address": object{"pincode": "313 001"},
		"bankDetails": object{"ifsc": "sbin0001234", "accountNumber": "3002-1234 321"}}).want(201).
		is("27AAAAA0000A1Z2", "data", "gstin").is("AAPFU0939F", "data", "pan").is("313001", "data", "address", "pincode").
		is("SBIN0001234", "data", "bankDetails", "ifsc").is("30021234321", "data", "bankDetails", "accountNumber")
}

// The whole number is shown to callers with vendors.update alone, and written down nowhere else.
func vendorAccountNumbers(t *testing.T, owner *caller) {
	id := owner.vendor(linen())
	viewer := owner.member("Viewer", object{"vendors": object{"view": true, "create": true, "delete": true}})
	for _, path := range []string{"/" + id, "/by-code/LCL"} {
		viewer.get("/api/vendor/{org}"+path).want(200).is("XXXXXX4321", "data", "bankDetails", "accountNumber").is("SBIN0001234", "data", "bankDetails", "ifsc")
		owner.get("/api/vendor/{org}"+path).want(200).is("30021234321", "data", "bankDetails", "accountNumber")
	}
	keyed := viewer.with("Idempotency-Key", "once")
	for range 2 {
		keyed.post("/api/vendor/{org}/create", linen().merged(object{"code": "NEW"})).want(201).is("XXXXXX4321", "data", "bankDetails", "accountNumber")
	}
	for _, flags := range []object{{"update": true}, {"manage": true}} {
		role := owner.member("Buyer", object{"vendors": flags.merged(object{"view": true})})
		role.get("/api/vendor/{org}/"+id).want(200).is("30021234321", "data", "bankDetails", "accountNumber")
	}
	owner.put("/api/vendor/{org}/"+id+"/update", object{"bankDetails": object{"accountNumber": "XXXXXX4321"}}).want(200).is("30021234321", "data", "bankDetails", "accountNumber")
	owner.put("/api/vendor/{org}/"+id+"/update", object{"bankDetails": object{"accountNumber": "XXXXXX4322"}}).bad("bankDetails.accountNumber")
	owner.put("/api/vendor/{org}/"+id+"/update", object{"bankDetails": object{"accountNumber": "998877665544"}}).want(200)
	viewer.delete("/api/vendor/{org}/" + id + "/delete").want(200)
	log := string(owner.get("/api/audit/{org}/logs?limit=100").want(200).raw)
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
	owner.rows(`SELECT details FROM audit_entries WHERE org_id = $1`, func(row db.Scanner) error {
		var details string
		err := row.Scan(&details)
		if strings.Contains(details, "998877665544") || strings.Contains(details, "30021234321") {
			t.Errorf("an audit entry holds the number: %s", details)
		}
		return err
	})
}

func vendorSentBack(_ *testing.T, owner *caller) {
	at := "/api/vendor/{org}/" + owner.vendor(linen())
	before := owner.get(at).want(200)
	owner.put(at+"/update", before.at("data")).want(200)
	owner.get(at).is(before.at("data"), "data")
	empty := "/api/vendor/{org}/" + owner.vendor(object{"name": "Milk"})
	owner.put(empty+"/update", owner.get(empty).at("data")).want(200)
}

func vendorDeleted(_ *testing.T, owner *caller) {
	id := owner.vendor(linen())
	owner.delete("/api/vendor/{org}/"+id+"/delete").want(200).is(nil, "data")
	owner.delete("/api/vendor/{org}/"+id+"/delete").refused(404, "no such vendor")
	owner.get("/api/vendor/{org}/by-code/LCL").refused(404, "")
	owner.vendor(linen()) // its code is free again
}

func vendorCodeRace(t *testing.T, owner *caller) {
	statuses := make([]int, 20)
	together(len(statuses), func(i int) {
		code := []string{"race", "RACE", "Race"}[i%3]
		a, err := owner.try("POST", "/api/vendor/{org}/create", object{"name": fmt.Sprint("Racer ", i), "code": code})
		if err != nil {
			t.Error(err)
		}
		statuses[i] = a.status
	})
	slices.Sort(statuses)
	if statuses[0] != 201 || statuses[1] != 400 || statuses[19] != 400 {
		t.Errorf("the answers were %v, want one 201", statuses)
	}
	if n := len(owner.get("/api/vendor/{org}/list").list("data")); n != 1 {
		t.Errorf("%d vendors have the code", n)
	}
}
