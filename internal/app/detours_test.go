package app_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// A flag is not to be had by a detour: what issues an invoice, cancels a booking or shows what was taken asks for the
// flag
// of that, whichever route does it.
func TestMoneyHasNoDetours(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		line := object{"lines": []any{object{"description": "Banquet", "unitPrice": 1000}},
			"buyer": object{"name": "Asha Rao"}}

		clerk := owner.Member("Clerk", object{"invoices": object{"view": true, "create": true}})
		clerk.Post(apptest.Invoices+"/create", line.Merged(object{"issue": true})).Refused(403, "invoices.update")
		draft := clerk.Post(apptest.Invoices+"/create", line).Want(201).Text("data", "_id")
		clerk.Post(apptest.Invoices+"/"+draft+"/issue", nil).Want(403)
		owner.Member("Biller", object{"invoices": object{"create": true, "update": true}}).
			Post(apptest.Invoices+"/create", line.Merged(object{"issue": true})).Want(201)

		late := owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-13", "2026-04-15", owner.CreateRooms(1)[0]).
			Merged(object{"advanceAmount": 500})).Want(201).Text("data", "bookingId")
		desk := owner.Member("Desk", object{"bookings": object{"view": true, "update": true},
			"payments": object{"view": true}})
		desk.Post(apptest.BookingPath(late, "/no-show"), nil).Want(403)
		desk.Post(apptest.NightAudits, object{"markNoShows": true}).Refused(403, "bookings.delete")
		desk.Post(apptest.NightAudits, object{}).Want(200).Is(late, "data", "overdueArrivals", 0, "bookingId")

		maid := owner.Member("Maid", object{"bookings": object{"view": true, "update": true}})
		desk.Get(apptest.NightAudits).Want(200).Is("cash", "data", "payments", 0, "method")
		for _, a := range []apptest.Answer{maid.Post(apptest.NightAudits, nil), maid.Get(apptest.NightAudits)} {
			if methods := a.Want(200).List("data", "payments"); len(methods) != 0 {
				t.Errorf("the report tells who may not see payments how guests paid: %v", methods)
			}
		}
	})
}
