package app_test

import "testing"

// A flag is not to be had by a detour: what issues an invoice, cancels a booking or shows what was taken asks for the flag
// of that, whichever route does it.
func TestMoneyHasNoDetours(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		line := object{"lines": []any{object{"description": "Banquet", "unitPrice": 1000}}, "buyer": object{"name": "Asha Rao"}}

		clerk := owner.member("Clerk", object{"invoices": object{"view": true, "create": true}})
		clerk.post(ofInvoices+"/create", line.merged(object{"issue": true})).refused(403, "invoices.update")
		draft := clerk.post(ofInvoices+"/create", line).want(201).text("data", "_id")
		clerk.post(ofInvoices+"/"+draft+"/issue", nil).want(403)
		owner.member("Biller", object{"invoices": object{"create": true, "update": true}}).post(ofInvoices+"/create", line.merged(object{"issue": true})).want(201)

		late := owner.book("2026-04-13", "2026-04-15", owner.rooms(1)[0])
		desk := owner.member("Desk", object{"bookings": object{"view": true, "update": true}, "payments": object{"view": true}})
		desk.post(at(late, "/no-show"), nil).want(403)
		desk.post(audits, object{"markNoShows": true}).refused(403, "bookings.delete")
		desk.post(audits, object{}).want(200).is(late, "data", "overdueArrivals", 0, "bookingId")

		maid := owner.member("Maid", object{"bookings": object{"view": true, "update": true}})
		maid.post(audits, nil).refused(403, "payments.view")
		maid.get(audits).refused(403, "payments.view")
		maid.get(audits+"/list").refused(403, "payments.view")
	})
}

// The first day that is closed begins the days that must all be closed after it: a slip of a century is refused.
func TestTheFirstClosedDayIsOfTheLastYear(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		desk := s.hotel()
		for _, day := range []string{"1926-04-14", "2025-04-12"} {
			desk.post(audits, object{"date": day}).bad("date")
		}
		desk.post(audits, object{"date": "2025-04-13"}).want(200)
		if n := s.count("night_audits", "org_id", desk.org); n != 1 {
			t.Errorf("%d days are closed", n)
		}
	})
}

// A list whose days stand the wrong way round says so, whichever list it is.
func TestListsRefuseDaysTheWrongWayRound(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, list := range []string{"invoices/{org}/list", "credit-notes/{org}/list", "payments/{org}/list", "quotes/{org}/list", "expenses/{org}/list", "accounts/{org}/transfers"} {
			owner.get("/api/" + list + "?from=2026-04-15&to=2026-04-14").bad("to")
			a := owner.get("/api/" + list + "?from=x&to=2026-02-30")
			a.bad("from")
			a.bad("to")
			owner.get("/api/" + list + "?from=2026-04-14&to=2026-04-14").want(200)
		}
	})
}
