package creditnote_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

func TestCreditedLines(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "a whole bill goes to another GSTIN", Run: billedAgain},
		{Name: "a line goes to another payer", Run: lineBilledAgain},
		{Name: "notes name lines and nights", Run: creditNamed},
		{Name: "what is credited first and shortened later is lowered once", Run: creditedThenShortened},
		{Name: "a night that was credited in part becomes cheaper once", Run: creditedThenCheaper},
		{Name: "a cheaper night's credit leaves that of a dropped night alone", Run: cheaperThenCredited},
		{Name: "a shortened stay's credit takes the dropped night first", Run: shortenedThenCredited},
	}, apptest.BooksBalance, apptest.FoliosAddUp)
}

func due(c *apptest.Caller, booking string, want float64) {
	c.Server.T.Helper()
	c.Get(apptest.BookingPath(booking, "")).Want(200).Is(want, "data", "balanceDue")
}

func issued(c *apptest.Caller, fields object) apptest.Answer {
	c.Server.T.Helper()
	return c.CreateInvoice(object{"issue": true}.Merged(fields))
}

func billedAgain(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday(object{"advanceAmount": 4000})
	first := issued(owner, object{"bookingId": booking})
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking}).Refused(400, "nothing that is not billed")
	credited(owner, first.Text("data", "_id"), object{"reason": "Another GSTIN"})
	due(owner, booking, -4000)
	again := issued(owner, object{"bookingId": booking, "buyer": object{"gstin": "29AABCU9603R1ZJ", "name": "Halden"}})
	again.Amounts(object{"totalAmount": 10000, "amountPaid": 4000, "buyerGstin": "29AABCU9603R1ZJ"}).
		Is(first.At("data", "lines", 0, "lineId"), "data", "lines", 0, "lineId")
	due(owner, booking, 6000)
	owner.Get(apptest.Invoices + "/" + first.Text("data", "_id")).Want(200).
		Amounts(object{"amountCredited": 10000, "balanceDue": 0})
	owner.Get("/api/analytics/{org}/kpis?from=2026-04-14&to=2026-04-14").Want(200).
		Is(4761.9, "data", "roomsRevenue")
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking}).Refused(400, "nothing that is not billed")
	if sales := owner.InBooks("room-sales"); sales != -952380 {
		t.Errorf("the books have room sales of %d", sales)
	}
	// And once more, by a draft that is deleted: the lines stay open.
	credited(owner, again.Text("data", "_id"))
	draft := owner.CreateInvoice(object{"bookingId": booking}).Text("data", "_id")
	owner.Delete(apptest.Invoices + "/" + draft + "/delete").Want(200)
	due(owner, booking, 6000)
	owner.CreateInvoice(object{"bookingId": booking}).Is(10000, "data", "totalAmount")
}

func lineBilledAgain(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	owner.AddCharge(booking, "Laundry", 300)
	first := issued(owner, object{"bookingId": booking})
	invoice, line := first.Text("data", "_id"), first.Text("data", "lines", 1, "lineId")
	laundry := first.Text("data", "lines", 0, "lineId") // it was charged first
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking, "lineIds": []string{line}}).
		Refused(400, "on an invoice already")
	credited(owner, invoice, object{"lines": []object{{"lineId": line, "amount": 1000}}})
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking, "lineIds": []string{line}}).
		Refused(400, "on an invoice already")
	credited(owner, invoice, object{"lines": []object{{"lineId": line}, {"lineId": laundry}}})
	due(owner, booking, 5000)
	issued(owner, object{"bookingId": booking, "lineIds": []string{line}, "buyer": object{"name": "Ravi Das"}}).
		Is(5000, "data", "totalAmount").Is("Ravi Das", "data", "buyer", "name")
	due(owner, booking, 10000)
	owner.Leave(booking, object{})
	due(owner, booking, 10000) // the laundry stays credited: nothing bills it by itself
}

func creditNamed(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	booking := owner.Book("2026-04-14", "2026-04-16", rooms[:2]...)
	first := issued(owner, object{"bookingId": booking,
		"lines": []object{{"description": "Tea", "unitPrice": 100}}})
	invoice := first.Text("data", "_id")
	create := func(lines ...object) apptest.Answer {
		return owner.Post(ofNotes+"/create", object{"invoiceId": invoice, "reason": "x", "lines": lines})
	}
	night := func(date string, fields object) object {
		return object{"nights": []object{object{"date": date}.Merged(fields)}}
	}
	create(object{}).Bad("lines[0].position")
	create(object{"position": 0, "lineId": "x"}).Bad("lines[0].lineId")
	create(object{"position": 0}.Merged(night("2026-04-14", nil))).Bad("lines[0].nights")
	create(object{"lineId": "x"}).Bad("lines[0].lineId")
	create(object{"lineId": apptest.Nobody}).Bad("lines[0].lineId")
	create(night("2026-04-14", nil)).Bad("lines[0].nights[0].roomId")
	create(night("2026-04-16", object{"roomId": rooms[0]})).Bad("lines[0].nights[0].date")
	create(night("2026-04-14", object{"roomId": apptest.Nobody})).Bad("lines[0].nights[0].date")
	create(night("2026-04-14", object{"roomId": rooms[0]}).Merged(object{"amount": 5})).Bad("lines[0].amount")
	create(night("2026-04-14", object{"roomId": rooms[0]}), night("2026-04-14", object{"roomId": rooms[0]})).
		Bad("lines[1].nights[0].date")
	n := create(night("2026-04-15", object{"roomId": rooms[1]}), object{"lineId": first.At("data", "lines", 4, "lineId")}).
		Want(201).Is(5100, "data", "totalAmount")
	n.Amounts(object{"creditNoteNumber": "CN-1"}).Is("room-night", "data", "lines", 0, "type").
		Is("2026-04-15", "data", "lines", 0, "date").Is(rooms[1], "data", "lines", 0, "roomId").
		Is("102", "data", "lines", 0, "roomNumber").Is("service", "data", "lines", 1, "type").
		Is(first.At("data", "lines", 4, "lineId"), "data", "lines", 1, "lineId")
	owner.Get(ofNotes+"/"+n.Text("data", "_id")).Want(200).Is(n.At("data"), "data")
	create(night("2026-04-15", object{"roomId": rooms[1]})).Bad("lines[0].nights[0].date")
	// A night that was charged in another room is named by the room that has it now.
	owner.Arrive(booking)
	owner.Post(apptest.BookingPath(booking, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[2]}).Want(200)
	create(night("2026-04-15", object{"roomId": rooms[2]})).Want(201).Is(rooms[0], "data", "lines", 0, "roomId")
}

// A note credits the last night; the guest then gives it up. The price falls once.
func creditedThenShortened(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	for i, inclusive := range []bool{true, false} {
		owner.SetBilling(object{"pricesIncludeTax": inclusive})
		night := map[bool]float64{true: 5000, false: 5250}[inclusive]
		booking := owner.Book("2026-04-14", "2026-04-17", rooms[i])
		owner.Arrive(booking)
		invoice := issued(owner, object{"bookingId": booking}).Text("data", "_id")
		credited(owner, invoice, object{"lines": []object{{"nights": []object{{"date": "2026-04-16"}}}}})
		due(owner, booking, 2*night)
		owner.Put(apptest.BookingPath(booking, "/stay"), object{"checkOut": "2026-04-16"}).Want(200)
		due(owner, booking, 2*night)
		owner.Get(apptest.BookingPath(booking, "/folio")).Want(200).Is(0, "data", "totals", "toBePosted").
			Is(0, "data", "totals", "extrasAmount")
		owner.Get("/api/analytics/{org}/kpis?from=2026-04-14&to=2026-04-14").Want(200)
		owner.Leave(booking, object{})
		due(owner, booking, 2*night)
		owner.Put(apptest.BookingPath(booking, "/checkout"), object{"finalAmount": 2 * night}).Want(200)
		due(owner, booking, 2*night)
	}
}

func creditedThenCheaper(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	booking := owner.Book("2026-04-14", "2026-04-16", rooms[0])
	owner.Arrive(booking)
	invoice := issued(owner, object{"bookingId": booking}).Text("data", "_id")
	credited(owner, invoice, object{"lines": []object{{"position": 0, "amount": 1000}}})
	due(owner, booking, 9000)
	price := func(amount int) apptest.Answer {
		return owner.Put(apptest.BookingPath(booking, "/nights"), object{"reason": "Noise",
			"rates": []object{{"date": "2026-04-14", "amount": amount}}})
	}
	price(3999).Refused(400, "credit note")
	price(5001).Refused(400, "credit note")
	price(4000).Want(200)
	due(owner, booking, 9000)
	owner.Get(apptest.BookingPath(booking, "/folio")).Want(200).Is(0, "data", "totals", "toBePosted")
	price(5000).Refused(400, "credit note")
	// A move takes the night along at what is left of it.
	owner.Post(apptest.BookingPath(booking, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).Want(200)
	due(owner, booking, 9000)
}

// Two nights are billed; one is credited in part and made cheaper by as much, the other is given up. Crediting what is
// left of the first takes nothing off what is owed back for the second.
func cheaperThenCredited(_ *testing.T, owner *apptest.Caller) {
	booking := owner.Book("2026-04-14", "2026-04-16", owner.CreateRooms(1)[0])
	owner.Arrive(booking)
	invoice := issued(owner, object{"bookingId": booking}).Text("data", "_id")
	first := func(fields object) {
		credited(owner, invoice, object{"lines": []object{object{"position": 0}.Merged(fields)}})
	}
	owner.Put(apptest.BookingPath(booking, "/stay"), object{"checkOut": "2026-04-15"}).Want(200)
	first(object{"amount": 1000})
	owner.Put(apptest.BookingPath(booking, "/nights"), object{"reason": "Noise",
		"rates": []object{{"date": "2026-04-14", "amount": 4000}}}).Want(200)
	due(owner, booking, 4000)
	first(object{})
	due(owner, booking, 0)
	owner.Get(apptest.BookingPath(booking, "/folio")).Want(200).Is(-4000, "data", "totals", "extrasAmount")
}

func shortenedThenCredited(_ *testing.T, owner *apptest.Caller) {
	booking := owner.Book("2026-04-14", "2026-04-17", owner.CreateRooms(1)[0])
	owner.Arrive(booking)
	first := issued(owner, object{"bookingId": booking})
	owner.Put(apptest.BookingPath(booking, "/stay"), object{"checkOut": "2026-04-16"}).Want(200)
	due(owner, booking, 10000)
	credited(owner, first.Text("data", "_id"), object{"reason": "All anew"})
	due(owner, booking, 0)
	// Only the nights of the stay are billed anew.
	issued(owner, object{"bookingId": booking}).Is(10000, "data", "totalAmount")
	due(owner, booking, 10000)
	owner.Get(apptest.BookingPath(booking, "/folio")).Want(200).Is(0, "data", "totals", "toBePosted")
}
