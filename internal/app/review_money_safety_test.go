package app_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

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

		late := owner.post("/api/bookings/{org}/create", stay("2026-04-13", "2026-04-15", owner.rooms(1)[0]).merged(object{"advanceAmount": 500})).want(201).text("data", "bookingId")
		desk := owner.member("Desk", object{"bookings": object{"view": true, "update": true}, "payments": object{"view": true}})
		desk.post(at(late, "/no-show"), nil).want(403)
		desk.post(audits, object{"markNoShows": true}).refused(403, "bookings.delete")
		desk.post(audits, object{}).want(200).is(late, "data", "overdueArrivals", 0, "bookingId")

		maid := owner.member("Maid", object{"bookings": object{"view": true, "update": true}})
		desk.get(audits).want(200).is("cash", "data", "payments", 0, "method")
		for _, a := range []answer{maid.post(audits, nil), maid.get(audits)} {
			if methods := a.want(200).list("data", "payments"); len(methods) != 0 {
				t.Errorf("the report tells who may not see payments how guests paid: %v", methods)
			}
		}
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

// Whatever moves money locks the books first, then bookings, then rooms: at once and in any order, nobody waits in a circle.
func TestMoneyNeverDeadlocks(t *testing.T) {
	const clients, rounds = 12, 25
	eachEngine(t, func(t *testing.T, s *server) {
		desk := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.rooms(8)
		var bookings []string
		for n, room := range rooms {
			id := desk.bookAt(5000, object{"advanceAmount": 1000}, "2026-04-13", "2026-04-17", room)
			if bookings = append(bookings, id); n%2 == 0 {
				desk.arrive(id)
			}
		}
		quote := func(room string) object {
			return object{"guestName": "Ravi Das", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-20", "checkOut": "2026-04-22",
				"rooms": []object{{"roomId": room, "ratePerNight": 4000, "adults": 1}}, "lines": []object{{"description": "Transfer", "unitPrice": 900}}}
		}
		s.atOnce(clients, func(client int) error {
			random := rand.New(rand.NewPCG(1, uint64(client)))
			for range rounds {
				one, two, room := bookings[random.IntN(len(bookings))], bookings[random.IntN(len(bookings))], rooms[random.IntN(len(rooms))]
				path, method, body := "", "POST", object{}
				switch random.IntN(12) {
				case 0:
					path, body = at(one, "/charges"), object{"description": "Dinner", "unitPrice": 300}
				case 1, 2:
					path, body = payments+"/create", object{"amount": 20, "method": "upi", "allocations": []object{{"bookingId": one, "amount": 10}, {"bookingId": two, "amount": 10}}}
				case 3:
					path, body = ofInvoices+"/create", object{"bookingId": one, "issue": true}
				case 4:
					path, body = ofInvoices+"/create", object{"bookingId": two, "postedOnly": true, "lines": []object{{"description": "Bar", "unitPrice": 150}}}
				case 5:
					method, path, body = "PUT", at(one, "/cancel"), object{"reason": "x", "refundAmount": 5}
				case 6:
					path = at(one, "/reinstate")
				case 7:
					path, body = audits, object{"markNoShows": true}
				case 8:
					method, path = "PUT", at(two, "/checkout")
				case 9:
					path = at(one, "/arrival")
				case 10:
					path, body = "/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", room).merged(object{"advanceAmount": 500})
				case 11:
					a, err := desk.try("POST", "/api/quotes/{org}/create", quote(room))
					if err != nil || a.status != 201 {
						return fmt.Errorf("a quote: %d %s %w", a.status, a.raw, err)
					}
					path = "/api/quotes/{org}/" + a.text("data", "_id") + "/accept"
				}
				a, err := desk.try(method, path, body)
				if err != nil {
					return err
				}
				if a.status >= 500 {
					return fmt.Errorf("%s %s: %d %s", method, path, a.status, a.raw)
				}
			}
			return nil
		})
		if n := s.db.Stats().Retries; n != 0 {
			t.Errorf("%d transactions had to run again", n)
		}
		booksBalance(t, desk)
	})
}
