package app_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

// Nights that were billed in advance, and credited since the guest left or cancelled, are neither sold nor revenue: not
// twice off, and not on the day of the note instead of their own.
func TestCreditedNightsAreNoRevenue(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.CreateRooms(2)
		billed := func(id string) string {
			return desk.Post(apptest.Invoices+"/create", object{"bookingId": id, "issue": true}).Want(201).Text("data", "_id")
		}
		credit := func(invoice string, fields object) {
			desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Left early"}.Merged(fields)).Want(201)
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
		// Of what is left of the cancelled stay, each of its nights bears a third.
		figures("2026-04-15", "2026-04-15", 0, 333.34)
		figures("2026-04-16", "2026-04-17", 0, 333.34)
	})
}

// Lines that an invoice gives back to a folio whose stay has changed since are taken back there, so that nobody owes them,
// or their tax, and no other invoice bills them.
func TestAnInvoiceTakenBackLeavesNothingOfAStayThatChanged(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.CreateRooms(3)
		for _, inclusive := range []bool{true, false} {
			desk.SetBilling(object{"pricesIncludeTax": inclusive})
			billed := func(room string, issue bool) (booking, invoice string) {
				booking = desk.Book("2026-04-14", "2026-04-18", room)
				return booking, desk.Post(apptest.Invoices+"/create", object{"bookingId": booking, "issue": issue}).Want(201).Text("data", "_id")
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
				desk.Get(apptest.BookingPath(cancelled, "/folio")).Want(200).Is(0, "data", "totals", "balanceDue").Is(0, "data", "totals", "chargedAmount").Is(0, "data", "totals", "toBePosted")
				desk.Post(apptest.Invoices+"/create", object{"bookingId": cancelled, "postedOnly": true}).Refused(400, "nothing that is not billed")

				shortened, invoice := billed(rooms[1], issued)
				desk.Put(apptest.BookingPath(shortened, "/stay"), object{"checkOut": "2026-04-16"}).Want(200)
				takeBack(invoice, issued)
				owed := map[bool]float64{true: 10000, false: 10500}[inclusive]
				desk.Get(apptest.BookingPath(shortened, "/folio")).Want(200).Is(owed, "data", "totals", "balanceDue").Is(owed, "data", "totals", "chargedAmount")
				desk.Put(apptest.BookingPath(shortened, "/cancel"), object{"reason": "x"}).Want(200)

				left, invoice := billed(rooms[2], issued)
				desk.Arrive(left)
				desk.Leave(left, object{"finalAmount": 6000})
				takeBack(invoice, issued)
				owed = map[bool]float64{true: 6000, false: 6300}[inclusive]
				desk.Get(apptest.BookingPath(left, "/folio")).Want(200).Is(owed, "data", "totals", "balanceDue").Is(owed, "data", "totals", "chargedAmount")
			}
		}
		apptest.BooksBalance(t, desk)
		desk.FoliosAddUp(t)
	})
}

// An allowance never comes to more than what is charged, however the stay changes: its guest could not be checked out, or
// a cancelled booking would have more to give back than was ever paid.
func TestAllowancesNeverExceedTheFolio(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.CreateRooms(2)
		id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
		desk.Arrive(id)
		allowance := desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Noise", "unitPrice": -9000}).Want(201).Text("data", "lineId")
		desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-15"}).Refused(400, "allowance")
		desk.Post(apptest.BookingPath(id, "/charges/"+allowance+"/reverse"), object{"reason": "x"}).Want(200)
		desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Noise", "unitPrice": -5000}).Want(201)
		desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-15"}).Want(200)
		desk.Leave(id, object{})
		desk.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(0, "data", "totals", "balanceDue")

		id = desk.Book("2026-04-14", "2026-04-16", rooms[1])
		desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Laundry", "unitPrice": 300}).Want(201)
		desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Noise", "unitPrice": -500}).Want(201)
		desk.Post(apptest.BookingPath(id, "/no-show"), object{"cancellationCharge": 1000}).Want(200)
		desk.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(1300, "data", "totals", "balanceDue").Is(1300, "data", "totals", "chargedAmount")
		apptest.BooksBalance(t, desk)
		desk.FoliosAddUp(t)
	})
}

// Who had all of a bill credited before cancelling owes nothing and is owed nothing, as who cancelled first; and a booking
// that comes back is charged again.
func TestCreditedThenCancelled(t *testing.T) {
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
			invoice := desk.Post(apptest.Invoices+"/create", object{"bookingId": id, "issue": true}).Want(201).Text("data", "_id")
			desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Called off", "amount": 3000}).Want(201)
			due(id, price-3000)
			desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Called off"}).Want(201)
			due(id, 0)
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
			due(id, 0)
			desk.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(0, "data", "totals", "toBePosted").Is(0, "data", "totals", "balance")
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).Want(200)
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
			due(id, 0)
			desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
			due(id, 10000) // before tax, the tax follows when it is posted again
			desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
			due(id, 0)
			apptest.BooksBalance(t, desk)
		}
	})
}
