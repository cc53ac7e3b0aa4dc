package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sarai/internal/app/apptest"
)

// Whatever moves money locks the books first, then bookings, then rooms. So requests of every kind, at once and in any
// order, never deadlock.
func TestMoneyNeverDeadlocks(t *testing.T) {
	const clients, rounds = 12, 25
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.CreateRooms(8)
		var bookings []string
		for n, room := range rooms {
			id := desk.BookAt(5000, object{"advanceAmount": 1000}, "2026-04-13", "2026-04-17", room)
			if bookings = append(bookings, id); n%2 == 0 {
				desk.Arrive(id)
			}
		}
		quote := func(room string) object {
			return object{"guestName": "Ravi Das", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-20",
				"checkOut": "2026-04-22",
				"rooms":    []object{{"roomId": room, "ratePerNight": 4000, "adults": 1}},
				"lines":    []object{{"description": "Transfer", "unitPrice": 900}}}
		}
		s.AtOnce(clients, func(client int) error {
			random := rand.New(rand.NewPCG(1, uint64(client)))
			for range rounds {
				one, two, room := bookings[random.IntN(len(bookings))], bookings[random.IntN(len(bookings))],
					rooms[random.IntN(len(rooms))]
				path, method, body := "", "POST", object{}
				switch random.IntN(12) {
				case 0:
					path, body = apptest.BookingPath(one, "/charges"), object{"description": "Dinner", "unitPrice": 300}
				case 1, 2:
					path, body = apptest.Payments+"/create", object{"amount": 20, "method": "upi",
						"allocations": []object{{"bookingId": one, "amount": 10}, {"bookingId": two, "amount": 10}}}
				case 3:
					path, body = apptest.Invoices+"/create", object{"bookingId": one, "issue": true}
				case 4:
					path, body = apptest.Invoices+"/create", object{"bookingId": two, "postedOnly": true,
						"lines": []object{{"description": "Bar", "unitPrice": 150}}}
				case 5:
					method, path, body = "PUT", apptest.BookingPath(one, "/cancel"), object{"reason": "x", "refundAmount": 5}
				case 6:
					path = apptest.BookingPath(one, "/reinstate")
				case 7:
					path, body = apptest.NightAudits, object{"markNoShows": true}
				case 8:
					method, path = "PUT", apptest.BookingPath(two, "/checkout")
				case 9:
					path = apptest.BookingPath(one, "/arrival")
				case 10:
					path, body = "/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", room).
						Merged(object{"advanceAmount": 500})
				case 11:
					a, err := desk.Try("POST", "/api/quotes/{org}/create", quote(room))
					if err != nil || a.Status != 201 {
						return fmt.Errorf("a quote: %d %s %w", a.Status, a.Raw, err)
					}
					path = "/api/quotes/{org}/" + a.Text("data", "_id") + "/accept"
				}
				a, err := desk.Try(method, path, body)
				if err != nil {
					return err
				}
				if a.Status >= 500 {
					return fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Raw)
				}
			}
			return nil
		})
		if n := s.DB.Stats().Retries; n != 0 {
			t.Errorf("%d transactions had to run again", n)
		}
		apptest.BooksBalance(t, desk)
	})
}
