package vendors_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// Only a vendor in India has an Indian bank: anywhere else an IBAN and a SWIFT code pass.
func TestBankDetailsAbroad(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		bank := func(number, code string) apptest.Object {
			return apptest.Object{"accountNumber": number, "ifsc": code}
		}
		vendor := func(country any, bank apptest.Object) apptest.Object {
			return apptest.Object{"name": "Tea", "address": apptest.Object{"country": country}, "bankDetails": bank}
		}
		const create = "/api/vendor/{org}/create"
		for _, c := range []struct{ number, code, stored string }{
			{"GB29 NWBK 6016 1331 9268 19", "NWBKGB2L", "GB29NWBK60161331926819"},
			{"mt84malt011000012345mtlcast001s", "MALTMTMT", "MT84MALT011000012345MTLCAST001S"},
			{"12-3140-0171323-50", "031201", "123140017132350"},
			{"12345", "60-16-13", "12345"},
		} {
			made := owner.Post(create, vendor("Elsewhere", bank(c.number, c.code))).Want(201).
				Is(c.stored, "data", "bankDetails", "accountNumber").Is(c.code, "data", "bankDetails", "ifsc")
			at := "/api/vendor/{org}/" + made.Text("data", "_id")
			owner.Put(at+"/update", apptest.Object{"address": apptest.Object{"country": "India"}}).
				Bad("bankDetails.ifsc")
		}
		for _, country := range []any{nil, "", "India", "IN"} {
			owner.Post(create, vendor(country, bank("GB29NWBK60161331926819", "NWBKGB2L"))).
				Bad("bankDetails.accountNumber").Bad("bankDetails.ifsc")
		}
		for _, number := range []string{"123", "GB29/NWBK", "XXXXXX4321", "GB29NWBK60161331926819601613319268199"} {
			owner.Post(create, vendor("France", bank(number, ""))).Bad("bankDetails.accountNumber")
		}
		owner.Post(create, vendor("France", bank("", "BNP+PARIS"))).Bad("bankDetails.ifsc")
	})
}

// Whoever may not change vendors sees at most half of an account number, however short it is.
func TestShortAccountNumbersStayHidden(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		viewer := owner.Member("Viewer", apptest.Object{"vendors": apptest.Object{"view": true}})
		for number, masked := range map[string]string{"GB29NWBK60161331926819": "XXXXXX6819", "12345": "XXXXXX45"} {
			id := owner.CreateVendor(apptest.Object{"name": number, "address": apptest.Object{"country": "UK"},
				"bankDetails": apptest.Object{"accountNumber": number}})
			viewer.Get("/api/vendor/{org}/"+id).Want(200).Is(masked, "data", "bankDetails", "accountNumber")
			owner.Put("/api/vendor/{org}/"+id+"/update",
				apptest.Object{"bankDetails": apptest.Object{"accountNumber": masked}}).Want(200).
				Is(number, "data", "bankDetails", "accountNumber")
		}
	})
}

// An update that changes nothing leaves no trace: no audit entry, no notification, no later updatedAt.
func TestAnUpdateThatChangesNothing(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		at := "/api/vendor/{org}/" + owner.CreateVendor(apptest.Vendor())
		before := owner.Get(at).Want(200)
		s.Clock.Advance(time.Minute)
		email := apptest.Object{"code": "LCL", "email": before.At("data", "email")}
		for _, same := range []any{apptest.Object{}, before.At("data"), email} {
			owner.Put(at+"/update", same).Want(200).Is(before.At("data"), "data")
		}
		owner.Get(at).Is(before.At("data"), "data")
		if entries := owner.Get("/api/audit/{org}/logs?action=vendor.updated").Want(200).List("data"); len(entries) != 0 {
			t.Errorf("%d audit entries", len(entries))
		}
	})
}

// A name can't be emptied.
func TestNameCannotBeNull(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		at := "/api/vendor/{org}/" + owner.CreateVendor(apptest.Vendor())
		owner.Put(at+"/update", apptest.Object{"name": nil}).Bad("name")
	})
}
