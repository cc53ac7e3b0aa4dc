package invoice_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// Lines that a void invoice or a deleted draft returns to a folio whose stay has changed since are reversed there, so
// that nobody owes them or their tax, and no other invoice bills them.
func TestAVoidInvoiceReturnsNothingTheStayNoLongerHas(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.CreateRooms(3)
		for _, inclusive := range []bool{true, false} {
			desk.SetBilling(object{"pricesIncludeTax": inclusive})
			billed := func(room string, issue bool) (booking, invoice string) {
				booking = desk.Book("2026-04-14", "2026-04-18", room)
				return booking, desk.Post(apptest.Invoices+"/create", object{"bookingId": booking, "issue": issue}).Want(201).
					Text("data", "_id")
			}
			takeBack := func(invoice string, issued bool) {
				if issued {
					desk.Post(apptest.Invoices+"/"+invoice+"/void", object{"reason": "x"}).Want(200)
				} else {
					desk.Delete(apptest.Invoices + "/" + invoice + "/delete").Want(200)
				}
			}
			for _, issued := range []bool{true, false} {
				cancelled, invoice := billed(rooms[0], issued)
				desk.Put(apptest.BookingPath(cancelled, "/cancel"), object{"reason": "x"}).Want(200)
				takeBack(invoice, issued)
				desk.Get(apptest.BookingPath(cancelled, "/folio")).Want(200).Is(0, "data", "totals", "balanceDue").
					Is(0, "data", "totals", "chargedAmount").Is(0, "data", "totals", "toBePosted")
				desk.Post(apptest.Invoices+"/create", object{"bookingId": cancelled, "postedOnly": true}).
					Refused(400, "nothing that is not billed")

				shortened, invoice := billed(rooms[1], issued)
				desk.Put(apptest.BookingPath(shortened, "/stay"), object{"checkOut": "2026-04-16"}).Want(200)
				takeBack(invoice, issued)
				owed := map[bool]float64{true: 10000, false: 10500}[inclusive]
				desk.Get(apptest.BookingPath(shortened, "/folio")).Want(200).Is(owed, "data", "totals", "balanceDue").
					Is(owed, "data", "totals", "chargedAmount")
				desk.Put(apptest.BookingPath(shortened, "/cancel"), object{"reason": "x"}).Want(200)

				left, invoice := billed(rooms[2], issued)
				desk.Arrive(left)
				desk.Leave(left, object{"finalAmount": 6000})
				takeBack(invoice, issued)
				owed = 6000 // the whole bill, however prices were quoted
				desk.Get(apptest.BookingPath(left, "/folio")).Want(200).Is(owed, "data", "totals", "balanceDue").
					Is(owed, "data", "totals", "chargedAmount")
			}
		}
		apptest.BooksBalance(t, desk)
		apptest.FoliosAddUp(t, desk)
	})
}
