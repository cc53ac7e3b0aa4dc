package analytics_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// Nights that were billed in advance, and credited because the guest left early or cancelled, are neither sold nor
// revenue. They come off once, and on their own day, not the note's.
func TestCreditedNightsAreNotRevenue(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.CreateRooms(2)
		billed := func(id string) string {
			return desk.Post(apptest.Invoices+"/create", object{"bookingId": id, "issue": true}).Want(201).Text("data", "_id")
		}
		credit := func(invoice string, fields object) {
			desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Left early"}.Merged(fields)).
				Want(201)
		}
		figures := func(from, to string, sold int, revenue float64) {
			t.Helper()
			figure(desk, "kpis?from="+from+"&to="+to).Is(sold, "data", "roomsSold").Is(revenue, "data", "roomsRevenue")
		}
		left := desk.BookAt(5250, object{}, "2026-04-12", "2026-04-17", rooms[0])
		desk.Arrive(left)
		invoice := billed(left)
		figures("2026-04-12", "2026-04-14", 3, 15000)
		desk.Leave(left, object{"finalAmount": 10500})
		figures("2026-04-12", "2026-04-14", 2, 15000) // what is billed is owed until it is credited
		credit(invoice, object{"lines": []object{{"position": 2}, {"position": 3}, {"position": 4}}})
		figures("2026-04-12", "2026-04-14", 2, 10000)

		cancelled := desk.BookAt(5250, object{}, "2026-04-14", "2026-04-17", rooms[1])
		invoice = billed(cancelled)
		desk.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "x", "cancellationCharge": 1050}).Want(200)
		credit(invoice, object{"amount": 14700})
		apptest.BooksBalance(t, desk)

		desk = desk.OnDay("2026-04-18")
		figures("2026-04-12", "2026-04-17", 2, 11000.02)
		// Each night of the cancelled stay bears a third of what is left of its price.
		figures("2026-04-15", "2026-04-15", 0, 333.34)
		figures("2026-04-16", "2026-04-17", 0, 333.34)
	})
}
