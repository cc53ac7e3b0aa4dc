package app_test

import "testing"

// Nights that were billed in advance, and credited since the guest left or cancelled, are neither sold nor revenue: not
// twice off, and not on the day of the note instead of their own.
func TestCreditedNightsAreNoRevenue(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		desk := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.rooms(2)
		billed := func(id string) string {
			return desk.post(ofInvoices+"/create", object{"bookingId": id, "issue": true}).want(201).text("data", "_id")
		}
		credit := func(invoice string, fields object) {
			desk.post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Left early"}.merged(fields)).want(201)
		}
		figures := func(from, to string, sold int, revenue float64) {
			t.Helper()
			desk.figure("kpis?from="+from+"&to="+to).is(sold, "data", "roomsSold").is(revenue, "data", "roomsRevenue")
		}
		left := desk.bookAt(5250, object{}, "2026-04-12", "2026-04-17", rooms[0])
		desk.arrive(left)
		invoice := billed(left)
		figures("2026-04-12", "2026-04-14", 3, 15000)
		desk.leave(left, object{"finalAmount": 10500})
		figures("2026-04-12", "2026-04-14", 2, 15000) // what is billed is owed until it is credited
		credit(invoice, object{"lines": []object{{"position": 2}, {"position": 3}, {"position": 4}}})
		figures("2026-04-12", "2026-04-14", 2, 10000)

		cancelled := desk.bookAt(5250, object{}, "2026-04-14", "2026-04-17", rooms[1])
		invoice = billed(cancelled)
		desk.put(at(cancelled, "/cancel"), object{"reason": "x", "cancellationCharge": 1050}).want(200)
		credit(invoice, object{"amount": 14700})
		booksBalance(t, desk)

		desk = desk.onDay("2026-04-18")
		figures("2026-04-12", "2026-04-17", 2, 11000.02)
		// Of what is left of the cancelled stay, each of its nights bears a third.
		figures("2026-04-15", "2026-04-15", 0, 333.34)
		figures("2026-04-16", "2026-04-17", 0, 333.34)
	})
}

// Lines that an invoice gives back to a folio whose stay has changed since are taken back there, so that nobody owes them,
// or their tax, and no other invoice bills them.
func TestAnInvoiceTakenBackLeavesNothingOfAStayThatChanged(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		desk := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.rooms(3)
		for _, inclusive := range []bool{true, false} {
			desk.books(object{"pricesIncludeTax": inclusive})
			billed := func(room string, issue bool) (booking, invoice string) {
				booking = desk.book("2026-04-14", "2026-04-18", room)
				return booking, desk.post(ofInvoices+"/create", object{"bookingId": booking, "issue": issue}).want(201).text("data", "_id")
			}
			takeBack := func(invoice string, issued bool) {
				if issued {
					desk.post(ofInvoices+"/"+invoice+"/void", object{"reason": "x"}).want(200)
				} else {
					desk.delete(ofInvoices + "/" + invoice + "/delete").want(200)
				}
			}
			for _, issued := range []bool{true, false} {
				cancelled, invoice := billed(rooms[0], issued)
				desk.put(at(cancelled, "/cancel"), object{"reason": "x"}).want(200)
				takeBack(invoice, issued)
				desk.get(at(cancelled, "/folio")).want(200).is(0, "data", "totals", "balanceDue").is(0, "data", "totals", "chargedAmount").is(0, "data", "totals", "toBePosted")
				desk.post(ofInvoices+"/create", object{"bookingId": cancelled, "postedOnly": true}).refused(400, "nothing that is not billed")

				shortened, invoice := billed(rooms[1], issued)
				desk.put(at(shortened, "/stay"), object{"checkOut": "2026-04-16"}).want(200)
				takeBack(invoice, issued)
				owed := map[bool]float64{true: 10000, false: 10500}[inclusive]
				desk.get(at(shortened, "/folio")).want(200).is(owed, "data", "totals", "balanceDue").is(owed, "data", "totals", "chargedAmount")
				desk.put(at(shortened, "/cancel"), object{"reason": "x"}).want(200)

				left, invoice := billed(rooms[2], issued)
				desk.arrive(left)
				desk.leave(left, object{"finalAmount": 6000})
				takeBack(invoice, issued)
				owed = map[bool]float64{true: 6000, false: 6300}[inclusive]
				desk.get(at(left, "/folio")).want(200).is(owed, "data", "totals", "balanceDue").is(owed, "data", "totals", "chargedAmount")
			}
		}
		booksBalance(t, desk)
		desk.foliosAddUp(t)
	})
}

// An allowance never comes to more than what is charged, however the stay changes: its guest could not be checked out, or
// a cancelled booking would have more to give back than was ever paid.
func TestAllowancesNeverExceedTheFolio(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		desk := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		rooms := desk.rooms(2)
		id := desk.book("2026-04-14", "2026-04-16", rooms[0])
		desk.arrive(id)
		allowance := desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "Noise", "unitPrice": -9000}).want(201).text("data", "lineId")
		desk.put(at(id, "/stay"), object{"checkOut": "2026-04-15"}).refused(400, "allowance")
		desk.post(at(id, "/charges/"+allowance+"/reverse"), object{"reason": "x"}).want(200)
		desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "Noise", "unitPrice": -5000}).want(201)
		desk.put(at(id, "/stay"), object{"checkOut": "2026-04-15"}).want(200)
		desk.leave(id, object{})
		desk.get(at(id, "/folio")).want(200).is(0, "data", "totals", "balanceDue")

		id = desk.book("2026-04-14", "2026-04-16", rooms[1])
		desk.post(at(id, "/charges"), object{"description": "Laundry", "unitPrice": 300}).want(201)
		desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "Noise", "unitPrice": -500}).want(201)
		desk.post(at(id, "/no-show"), object{"cancellationCharge": 1000}).want(200)
		desk.get(at(id, "/folio")).want(200).is(1300, "data", "totals", "balanceDue").is(1300, "data", "totals", "chargedAmount")
		booksBalance(t, desk)
		desk.foliosAddUp(t)
	})
}

// Who had all of a bill credited before cancelling owes nothing and is owed nothing, as who cancelled first; and a booking
// that comes back is charged again.
func TestCreditedThenCancelled(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		desk := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		room := desk.rooms(1)[0]
		for _, inclusive := range []bool{true, false} {
			desk.books(object{"pricesIncludeTax": inclusive})
			price := map[bool]float64{true: 10000, false: 10500}[inclusive]
			due := func(id string, want float64) {
				t.Helper()
				desk.get(at(id, "/folio")).want(200).is(want, "data", "totals", "balanceDue")
				desk.get(at(id, "")).want(200).is(want, "data", "balanceDue")
			}
			id := desk.book("2026-04-14", "2026-04-16", room)
			invoice := desk.post(ofInvoices+"/create", object{"bookingId": id, "issue": true}).want(201).text("data", "_id")
			desk.post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Called off", "amount": 3000}).want(201)
			due(id, price-3000)
			desk.post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Called off"}).want(201)
			due(id, 0)
			desk.put(at(id, "/cancel"), object{"reason": "x"}).want(200)
			due(id, 0)
			desk.get(at(id, "/folio")).want(200).is(0, "data", "totals", "toBePosted").is(0, "data", "totals", "balance")
			desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).want(200)
			desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).want(200)
			due(id, 0)
			desk.post(at(id, "/reinstate"), nil).want(200)
			due(id, 10000) // before tax, the tax follows when it is posted again
			desk.put(at(id, "/cancel"), object{"reason": "x"}).want(200)
			due(id, 0)
			booksBalance(t, desk)
		}
	})
}
