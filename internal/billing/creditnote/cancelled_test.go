package creditnote_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// A guest whose whole bill is credited before the booking is cancelled owes nothing and is owed nothing, just as after
// cancelling first. A booking that is reinstated is charged again.
func TestABookingIsCreditedAndThenCancelled(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		room := desk.CreateRooms(1)[0]
		for _, inclusive := range []bool{true, false} {
			desk.SetBilling(object{"pricesIncludeTax": inclusive})
			price := map[bool]float64{true: 10000, false: 10500}[inclusive]
			due := func(id string, want float64) {
				t.Helper()
				desk.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(want, "data", "totals", "balanceDue")
				desk.Get(apptest.BookingPath(id, "")).Want(200).Is(want, "data", "balanceDue")
			}
			id := desk.Book("2026-04-14", "2026-04-16", room)
			invoice := desk.Post(apptest.Invoices+"/create", object{"bookingId": id, "issue": true}).Want(201).
				Text("data", "_id")
			desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Called off", "amount": 3000}).
				Want(201)
			due(id, price-3000)
			desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Called off"}).Want(201)
			due(id, 0)
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
			due(id, 0)
			desk.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(0, "data", "totals", "toBePosted").
				Is(0, "data", "totals", "balance")
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).Want(200)
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
			due(id, 0)
			desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
			due(id, price)
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
			due(id, 0)
			apptest.BooksBalance(t, desk)
		}
	})
}
