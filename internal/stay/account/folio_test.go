package account_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

func TestFolio(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: folioPermissions},
		{Name: "nights are posted at check-in and at check-out", Run: folioNights},
		{Name: "rates that change during the stay", Run: folioMixedRates},
		{Name: "both sides of the slab", Run: folioSlabs},
		{Name: "a total that doesn't divide", Run: folioRemainders},
		{Name: "leaving early", Run: folioLeaveEarly},
		{Name: "a final amount", Run: folioFinalAmount},
		{Name: "checking out twice", Run: folioCheckOutTwice},
		{Name: "prices before tax", Run: folioExclusive},
		{Name: "no GSTIN", Run: folioWithoutGSTIN},
		{Name: "charges", Run: folioCharges},
		{Name: "what can't be charged", Run: folioRefusals},
		{Name: "an allowance", Run: folioAllowance},
		{Name: "a charge taken back", Run: folioReversal},
		{Name: "cancelled and reinstated", Run: folioCancelled},
		{Name: "cancelled with nights of two rates", Run: folioCancelledMixed},
		{Name: "moved to another room", Run: folioMoved},
		{Name: "moved to rooms that the party had", Run: folioMovedInTurn},
		{Name: "rooms that join and leave", Run: folioRooms},
		{Name: "a stay that grows and shrinks", Run: folioStay},
		{Name: "payments and refunds", Run: folioPayments},
		{Name: "billed in advance, then shorter", Run: folioBilledInAdvance},
		{Name: "repeated", Run: folioRepeated},
		{Name: "the audit log", Run: folioTold},
	})
}

func folioPermissions(_ *testing.T, desk *apptest.Caller) {
	s := desk.Server
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	charge := object{"description": "Laundry", "unitPrice": 350}
	line := desk.Post(apptest.BookingPath(id, "/charges"), charge).Want(201).Text("data", "lineId")
	nobodys := s.Anyone()
	nobodys.Org = desk.Org
	stranger := desk.AnotherHotel()
	for _, refused := range []struct {
		who    *apptest.Caller
		status int
	}{{nobodys, 401}, {desk.Member("Viewer", object{"invoices": object{"view": true}}), 403}, {stranger, 404}} {
		refused.who.Get(apptest.BookingPath(id, "/folio")).Want(refused.status)
		refused.who.Post(apptest.BookingPath(id, "/charges"), charge).Want(refused.status)
		refused.who.Post(apptest.BookingPath(id, "/charges/"+line+"/reverse"), object{"reason": "x"}).Want(refused.status)
	}
	stranger.Get("/api/bookings/" + desk.Org + "/" + id + "/folio").Want(200) // the same person's
	viewer := desk.Member("Viewer", object{"bookings": object{"view": true}})
	viewer.Get(apptest.BookingPath(id, "/folio")).Want(200)
	viewer.Post(apptest.BookingPath(id, "/charges"), charge).Want(403)
	desk.Get(apptest.BookingPath(apptest.Nobody, "/folio")).Refused(404, "no such booking")
	desk.Post(apptest.BookingPath(apptest.Nobody, "/charges"), charge).Refused(404, "no such booking")
	desk.Post(apptest.BookingPath(id, "/charges/"+apptest.Nobody+"/reverse"), object{"reason": "x"}).
		Refused(404, "no such line")
}

func folioNights(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0])
	desk.CheckedFolio(id).HasCharges().Is(15000, "data", "totals", "toBePosted").Is(true, "data", "pricesIncludeTax")
	desk.Arrive(id)
	f := desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5").Is(10000, "data", "totals", "toBePosted")
	f.Is("Room 101, night of Tue, 14 Apr 2026", "data", "lines", 0, "description").Is("996311", "data", "lines", 0, "sac").
		Is(4761.9, "data", "lines", 0, "amount").
		Is("101", "data", "lines", 0, "roomNumber").Is(1, "data", "lines", 0, "quantity").
		Is(5000, "data", "lines", 0, "unitPrice").Is("open", "data", "lines", 0, "status").
		Is("tax", "data", "lines", 1, "type").Is("CGST 2.5 %", "data", "lines", 1, "description").
		Is(119.05, "data", "lines", 1, "amount").
		Is(f.Text("data", "lines", 0, "lineId"), "data", "lines", 1, "taxOf").
		Is("SGST 2.5 %", "data", "lines", 2, "description").Is(119.05, "data", "lines", 2, "amount")
	desk.Arrive(id) // again, it posts nothing
	if n := len(desk.CheckedFolio(id).List("data", "lines")); n != 3 {
		desk.Server.T.Errorf("the folio has %d lines after the second arrival", n)
	}
	desk = desk.OnDay("2026-04-17")
	desk.Leave(id, nil)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5",
		"room-night 2026-04-16 5000 at 5").
		Is(0, "data", "totals", "toBePosted").Is(15000, "data", "totals", "balanceDue")
	late := desk.BookAt(5000, nil, "2026-04-15", "2026-04-18", rooms[1])
	desk.Arrive(late) // who came before being checked in owes the nights until today
	desk.CheckedFolio(late).HasCharges("room-night 2026-04-15 5000 at 5", "room-night 2026-04-16 5000 at 5",
		"room-night 2026-04-17 5000 at 5")
}

func folioMixedRates(_ *testing.T, desk *apptest.Caller) {
	desk = desk.OnDay("2025-09-20")
	rooms := desk.CreateRooms(2)
	id := desk.Book("2025-09-20", "2025-09-24", rooms[0])
	dear := desk.BookAt(9000, nil, "2025-09-21", "2025-09-23", rooms[1])
	desk.Arrive(id)
	for _, day := range []string{"2025-09-21", "2025-09-22", "2025-09-23"} {
		desk = desk.OnDay(day)
		if day == "2025-09-21" {
			desk.Arrive(dear)
		}
		desk.Post("/api/bookings/{org}/night-audit", nil).Want(200)
	}
	desk.Leave(dear, nil)
	desk = desk.OnDay("2025-09-24")
	desk.Leave(id, nil)
	f := desk.CheckedFolio(id).HasCharges("room-night 2025-09-20 5000 at 12", "room-night 2025-09-21 5000 at 12",
		"room-night 2025-09-22 5000 at 5", "room-night 2025-09-23 5000 at 5")
	f.Is(4464.28, "data", "lines", 0, "amount").Is(267.86, "data", "lines", 1, "amount").
		Is(267.86, "data", "lines", 2, "amount")
	desk.CheckedFolio(dear).HasCharges("room-night 2025-09-21 9000 at 18", "room-night 2025-09-22 9000 at 18")
}

func folioSlabs(_ *testing.T, desk *apptest.Caller) {
	room := desk.CreateRooms(1)[0]
	for _, night := range []struct {
		rate      any
		inclusive bool
		line      string
	}{
		{7500, true, "7500 at 5"}, {7875, true, "7875 at 5"}, {7875.01, true, "7875.01 at 18"}, {8850, true, "8850 at 18"},
		{0, true, "0 at 5"},
		{7500, false, "7875 at 5"}, {7500.01, false, "8850.01 at 18"}, {1000.1, false, "1050.1 at 5"},
	} {
		desk.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": night.inclusive}).Want(200)
		id := desk.BookAt(night.rate, nil, "2026-04-14", "2026-04-15", room)
		// what was agreed stays
		desk.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": !night.inclusive}).Want(200)
		desk.Arrive(id)
		desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 "+night.line).Is(night.inclusive, "data", "pricesIncludeTax").
			Is(0, "data", "totals", "toBePosted")
		desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	}
}

func folioRemainders(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	id := desk.BookAt(10000.01, nil, "2026-04-14", "2026-04-17", rooms[0])
	agreed := desk.BookAt(5000, object{"totalAmount": 10000.01}, "2026-04-14", "2026-04-17", rooms[1])
	free := desk.BookAt(0, object{"totalAmount": 100}, "2026-04-14", "2026-04-17", rooms[2])
	for _, one := range []string{id, agreed, free} {
		desk.Arrive(one)
		desk.CheckedFolio(one)
	}
	desk = desk.OnDay("2026-04-17")
	for _, one := range []string{id, agreed, free} {
		desk.Leave(one, nil)
	}
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 10000.01 at 18", "room-night 2026-04-15 10000.01 at 18",
		"room-night 2026-04-16 10000.01 at 18")
	desk.CheckedFolio(agreed).HasCharges("room-night 2026-04-14 3333.34 at 5", "room-night 2026-04-15 3333.33 at 5",
		"room-night 2026-04-16 3333.34 at 5")
	desk.CheckedFolio(free).HasCharges("room-night 2026-04-14 33.33 at 5", "room-night 2026-04-15 33.34 at 5",
		"room-night 2026-04-16 33.33 at 5")
}

func folioLeaveEarly(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	id, reduced, atOnce := desk.Book("2026-04-14", "2026-04-18", rooms[0]),
		desk.Book("2026-04-14", "2026-04-18", rooms[1]), desk.BookAt(9000, nil, "2026-04-14", "2026-04-16", rooms[2])
	for _, one := range []string{id, reduced, atOnce} {
		desk.Arrive(one)
	}
	desk.Leave(atOnce, nil) // nobody slept there
	desk.CheckedFolio(atOnce).HasCharges("adjustment 2026-04-14 18000 at 18").Is(0, "data", "totals", "toBePosted").
		Is("Nights not stayed", "data", "lines", len(desk.CheckedFolio(atOnce).List("data", "lines"))-3, "description")
	desk = desk.OnDay("2026-04-16")
	desk.Leave(id, nil)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5",
		"adjustment 2026-04-16 10000 at 5")
	desk.Leave(reduced, object{"finalAmount": 12000})
	desk.CheckedFolio(reduced).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5",
		"adjustment 2026-04-16 2000 at 5")
	both := desk.Book("2026-04-16", "2026-04-18", rooms[0], rooms[1])
	desk.Arrive(both)
	desk.Leave(both, nil) // a line a room
	desk.CheckedFolio(both).HasCharges("adjustment 2026-04-16 10000 at 5", "adjustment 2026-04-16 10000 at 5").
		Is("101", "data", "lines", 12, "roomNumber").Is("102", "data", "lines", 15, "roomNumber")
}

func folioFinalAmount(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(4)
	var ids []string
	for _, room := range rooms {
		ids = append(ids, desk.Book("2026-04-14", "2026-04-16", room))
		desk.Arrive(ids[len(ids)-1])
	}
	desk.Post(apptest.BookingPath(ids[3], "/charges"), object{"description": "Dinner", "unitPrice": 1200}).Want(201)
	desk = desk.OnDay("2026-04-16")
	desk.Leave(ids[0], object{"finalAmount": 9000.01})
	f := desk.CheckedFolio(ids[0]).HasCharges("room-night 2026-04-14 4500.01 at 5", "room-night 2026-04-15 4500 at 5")
	f.Is("reversed", "data", "lines", 0, "status").
		Is("Reversal: Room 101, night of Tue, 14 Apr 2026 (the price has changed)", "data", "lines", 3, "description")
	desk.Leave(ids[1], object{"finalAmount": 16000})
	desk.CheckedFolio(ids[1]).HasCharges("room-night 2026-04-14 8000 at 18", "room-night 2026-04-15 8000 at 18")
	desk.Leave(ids[2], object{"finalAmount": 0})
	desk.CheckedFolio(ids[2]).HasCharges("room-night 2026-04-14 0 at 5", "room-night 2026-04-15 0 at 5")
	desk.Put(apptest.BookingPath(ids[3], "/checkout"), object{"finalAmount": 1199.99}).Bad("finalAmount")
	desk.Leave(ids[3], object{"finalAmount": 10200})
	desk.CheckedFolio(ids[3]).Is(10200, "data", "totals", "chargedAmount").Is(1200, "data", "totals", "extrasAmount")
	desk.Get(apptest.BookingPath(ids[3], "")).Is(9000, "data", "totalAmount").Is(1200, "data", "extrasAmount").
		Is(10200, "data", "balanceDue")
	// Corrected: the draft's lines are priced anew, or added to.
	desk.Leave(ids[0], object{"finalAmount": 8000})
	desk.CheckedFolio(ids[0]).HasCharges("room-night 2026-04-14 4000 at 5", "room-night 2026-04-15 4000 at 5").
		Is(0, "data", "totals", "toBePosted")
	desk.Leave(ids[0], object{"finalAmount": 8100})
	desk.CheckedFolio(ids[0]).Is(0, "data", "totals", "toBePosted").Is(8100, "data", "totals", "lodgingAmount")
}

func folioCheckOutTwice(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-18", desk.CreateRooms(1)[0])
	desk.Arrive(id)
	desk = desk.OnDay("2026-04-15")
	desk.Leave(id, object{"finalAmount": 7000})
	first := desk.CheckedFolio(id)
	for _, body := range []object{nil, {"finalAmount": 7000}, {"remarks": "Left a scarf"}} {
		desk.Leave(id, body)
		if again := desk.CheckedFolio(id); len(again.List("data", "lines")) != len(first.List("data", "lines")) ||
			fmt.Sprint(apptest.ChargedLines(again)) != fmt.Sprint(apptest.ChargedLines(first)) {
			desk.Server.T.Fatalf("checked out again with %v the folio is\n%s\nwas\n%s", body, again.Raw, first.Raw)
		}
	}
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "adjustment 2026-04-15 2000 at 5")
}

func folioExclusive(_ *testing.T, desk *apptest.Caller) {
	desk.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": false}).Want(200)
	rooms := desk.CreateRooms(3)
	id := desk.BookAt(7000.01, nil, "2026-04-14", "2026-04-17", rooms[0])
	view := desk.Get(apptest.BookingPath(id, "")).Want(200)
	view.Is(21000.03, "data", "totalAmount").Is(1050, "data", "taxAmount").Is(22050.03, "data", "balanceDue")
	desk.CheckedFolio(id).Is(22050.03, "data", "totals", "toBePosted")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-16"}).Want(200)
	desk.CheckedFolio(id).Is(14700.02, "data", "totals", "toBePosted")
	desk.Post(apptest.BookingPath(id, "/add-room"), object{"roomId": rooms[1], "roomNumber": "x", "roomType": "x",
		"ratePerNight": 8000, "adults": 1}).Want(200)
	desk.CheckedFolio(id).Is(14700.02+18880, "data", "totals", "toBePosted")
	desk.Arrive(id)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 7350.01 at 5", "room-night 2026-04-14 9440 at 18").
		Is(16790.01, "data", "totals", "toBePosted")
	tax := desk.CreateTax(nil)
	desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Laundry", "unitPrice": 100, "taxId": tax}).
		Want(201).Is(118, "data", "totalAmount").Is(100, "data", "amount")
	desk = desk.OnDay("2026-04-16")
	desk.Leave(id, object{"finalAmount": 20118})
	f := desk.CheckedFolio(id).Is(0, "data", "totals", "toBePosted")
	f.HasCharges("service 2026-04-14 118 at 18", "room-night 2026-04-14 4377.61 at 5",
		"room-night 2026-04-14 5622.39 at 5", "room-night 2026-04-15 4377.61 at 5", "room-night 2026-04-15 5622.39 at 5")
	desk.Get(apptest.BookingPath(id, "")).Is(20000, "data", "totalAmount").Is(952.4, "data", "taxAmount").
		Is(20118, "data", "balanceDue")
	gone := desk.BookAt(8000, nil, "2026-04-16", "2026-04-18", rooms[2])
	desk.Put(apptest.BookingPath(gone, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).Want(200)
	desk.CheckedFolio(gone).HasCharges("retained 2026-04-16 1180 at 18").Is(1180, "data", "totals", "balanceDue")
	desk.Post(apptest.BookingPath(gone, "/reinstate"), nil).Want(200)
	desk.CheckedFolio(gone).HasCharges().Is(18880, "data", "totals", "balanceDue")
}

func folioWithoutGSTIN(_ *testing.T, desk *apptest.Caller) {
	desk = desk.AnotherHotel()
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	desk.Arrive(id)
	desk.Leave(id, nil)
	desk.CheckedFolio(id).HasCharges("adjustment 2026-04-14 10000 at 0").Is(0, "data", "totals", "taxAmount")
}

func folioCharges(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	tax := desk.CreateTax(nil)
	line := desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Laundry", "unitPrice": 100,
		"quantity": 1.5, "discount": 32, "taxId": tax, "date": "2026-04-10"}).Want(201)
	line.Is("service", "data", "type").Is("Laundry", "data", "description").Is("2026-04-10", "data", "date").
		Is(1.5, "data", "quantity").Is(100, "data", "unitPrice").Is(32, "data", "discount").
		Is(18, "data", "taxRate").Is(100, "data", "amount").Is(18, "data", "taxAmount").Is(118, "data", "totalAmount").
		Is("open", "data", "status").Is(false, "data", "lodging")
	desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Broken lamp",
		"unitPrice": 250.5, "sac": "9997"}).Want(201).Is("adjustment", "data", "type").Is("9997", "data", "sac")
	desk.CheckedFolio(id).HasCharges("service 2026-04-10 118 at 18", "adjustment 2026-04-14 250.5 at 0").
		Is(368.5, "data", "totals", "extrasAmount").Is(10368.5, "data", "totals", "balanceDue")
	desk.Get(apptest.BookingPath(id, "")).Is(368.5, "data", "extrasAmount").Is(10000, "data", "totalAmount").
		Is(10368.5, "data", "balanceDue")
	desk.Arrive(id)
	desk.Leave(id, nil)
	// late, and still owed
	desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Minibar, found later", "unitPrice": 80}).
		Want(201)
	desk.CheckedFolio(id).Is(448.5, "data", "totals", "extrasAmount")
}

func folioRefusals(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	good := object{"description": "Laundry", "unitPrice": 100}
	night := desk.Get("/api/taxes/{org}/list").Text("data", 0, "_id")
	for field, bad := range map[string]object{
		"description": {"description": ""}, "unitPrice": {"unitPrice": -1}, "quantity": {"quantity": 0},
		"discount": {"discount": 100.01}, "date": {"date": "2026-04-15"},
		"taxId": {"taxId": apptest.Nobody}, "sac": {"sac": "99"}, "type": {"type": "room-night"},
	} {
		desk.Post(apptest.BookingPath(id, "/charges"), good.Merged(bad)).Bad(field)
	}
	for field, bad := range map[string]object{
		"unitPrice": {"unitPrice": 1.001}, "quantity": {"quantity": 1.0001}, "date": {"date": "soon"},
		"taxId":    {"taxId": night},
		"discount": {"type": "adjustment", "discount": 1},
	} {
		desk.Post(apptest.BookingPath(id, "/charges"), good.Merged(bad)).Bad(field)
	}
	desk.Post(apptest.BookingPath(id, "/charges"),
		good.Merged(object{"quantity": -1, "unitPrice": 1.001, "discount": -1})).Bad("quantity").Bad("unitPrice").
		Bad("discount")
	desk.Post("/api/bookings/{org}/night-audit", object{"date": "2026-04-13"}).Want(200)
	desk.Post(apptest.BookingPath(id, "/charges"), good.Merged(object{"date": "2026-04-13"})).Bad("date")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	desk.Post(apptest.BookingPath(id, "/charges"), good).Refused(400, "is cancelled")
	desk.CheckedFolio(id).HasCharges()
}

func folioAllowance(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	desk.Arrive(id)
	desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Too much",
		"unitPrice": -10000.01}).Bad("unitPrice")
	desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "service", "description": "Not for services",
		"unitPrice": -1}).Bad("unitPrice")
	desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Noise from the street",
		"unitPrice": -500}).Want(201).Is(-500, "data", "totalAmount").Is(-500, "data", "unitPrice")
	dinner := desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Dinner", "unitPrice": 700}).Want(201).
		Text("data", "lineId")
	desk.CheckedFolio(id).Is(10200, "data", "totals", "balanceDue").Is(200, "data", "totals", "extrasAmount")
	desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "All of it",
		"unitPrice": -10200}).Want(201)
	desk.Post(apptest.BookingPath(id, "/charges/"+dinner+"/reverse"), object{"reason": "x"}).
		Refused(400, "reverse an allowance first")
	desk = desk.OnDay("2026-04-16")
	desk.Leave(id, nil)
	desk.CheckedFolio(id).Is(0, "data", "totals", "balanceDue").Is(0, "data", "totals", "toBePosted")
	desk.Post(apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "More", "unitPrice": -1}).
		Bad("unitPrice")
}

func folioReversal(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	other := desk.Book("2026-04-16", "2026-04-17", desk.Get("/api/rooms/{org}/list").Text("data", 0, "_id"))
	desk.Arrive(id)
	tax := desk.CreateTax(nil)
	line := desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Laundry", "unitPrice": 118,
		"taxId": tax}).Want(201).Text("data", "lineId")
	reverse := apptest.BookingPath(id, "/charges/"+line+"/reverse")
	desk.Post(reverse, object{}).Bad("reason")
	desk.Post(apptest.BookingPath(other, "/charges/"+line+"/reverse"), object{"reason": "x"}).Refused(404, "no such line")
	night := desk.CheckedFolio(id).Text("data", "lines", 0, "lineId")
	desk.Post(apptest.BookingPath(id, "/charges/"+night+"/reverse"), object{"reason": "x"}).
		Refused(400, "price of the rooms")
	back := desk.Post(reverse, object{"reason": "Wrong room"}).Want(200).Is(-118, "data", "totalAmount").
		Is(-100, "data", "amount").Is(-1, "data", "quantity").
		Is("reversal", "data", "status").Is(line, "data", "reverses").
		Is("Reversal: Laundry (Wrong room)", "data", "description").Text("data", "lineId")
	desk.Post(reverse, object{"reason": "x"}).Refused(400, "reversed already")
	desk.Post(apptest.BookingPath(id, "/charges/"+back+"/reverse"), object{"reason": "x"}).
		Refused(400, "takes another one back")
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5").Is(0, "data", "totals", "extrasAmount")
	billed := desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Dinner", "unitPrice": 700}).Want(201).
		Text("data", "lineId")
	draft := desk.Post("/api/invoices/{org}/create", object{"bookingId": id, "lineIds": []any{billed}}).Want(201).
		Text("data", "_id")
	desk.Post(apptest.BookingPath(id, "/charges/"+billed+"/reverse"), object{"reason": "x"}).
		Refused(400, "on an invoice already")
	desk.Delete("/api/invoices/{org}/" + draft + "/delete").Want(200)
	desk.Post(apptest.BookingPath(id, "/charges/"+billed+"/reverse"), object{"reason": "x"}).Want(200)
	desk.CheckedFolio(id).Is(0, "data", "totals", "billedAmount")
}

func folioCancelled(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0])
	desk.Arrive(id)
	desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Dinner", "unitPrice": 700}).Want(201)
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).Want(200)
	desk.CheckedFolio(id).HasCharges("service 2026-04-14 700 at 0", "retained 2026-04-14 1000 at 5").
		Is(1700, "data", "totals", "balanceDue").Is(0, "data", "totals", "toBePosted")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1500.5}).Want(200)
	desk.CheckedFolio(id).HasCharges("service 2026-04-14 700 at 0", "retained 2026-04-14 1000 at 5",
		"retained 2026-04-14 500.5 at 5")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "y"}).Want(200)
	desk.CheckedFolio(id).HasCharges("service 2026-04-14 700 at 0", "retained 2026-04-14 1000 at 5",
		"retained 2026-04-14 500.5 at 5")
	desk.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
	desk.CheckedFolio(id).HasCharges("service 2026-04-14 700 at 0", "room-night 2026-04-14 5000 at 5").
		Is(15700, "data", "totals", "balanceDue")
	absent := desk.Book("2026-04-14", "2026-04-15", rooms[1])
	desk.Post(apptest.BookingPath(absent, "/no-show"), object{"cancellationCharge": 5000}).Want(200)
	desk.CheckedFolio(absent).HasCharges("retained 2026-04-14 5000 at 5").
		Is("No-show charge", "data", "lines", 0, "description")
	desk.Post(apptest.BookingPath(absent, "/reinstate"), nil).Want(200)
	desk.CheckedFolio(absent).HasCharges().Is(5000, "data", "totals", "toBePosted")
}

func folioCancelledMixed(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	body := apptest.Stay("2026-04-14", "2026-04-15", rooms...)
	body["rooms"].([]object)[1]["ratePerNight"] = 10000
	id := desk.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 300.01}).Want(200)
	desk.CheckedFolio(id).HasCharges("retained 2026-04-14 100 at 5", "retained 2026-04-14 200.01 at 18")
}

func folioMoved(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0])
	desk.Arrive(id)
	desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).Want(200)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5").Is("101", "data", "lines", 0, "roomNumber").
		Is(10000, "data", "totals", "toBePosted")
	desk = desk.OnDay("2026-04-15")
	desk.Post("/api/bookings/{org}/night-audit", nil).Want(200)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5").
		Is("102", "data", "lines", 3, "roomNumber")
	desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[0]}).Want(200)
	desk = desk.OnDay("2026-04-17")
	desk.Leave(id, nil)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5",
		"room-night 2026-04-16 5000 at 5").Is("101", "data", "lines", 6, "roomNumber")
}

// Two of a party move to rooms that others of it have left, so that each one's line names a room which another has by
// now. The room that is added takes its name back, and the name which that one takes is taken back as well.
func folioMovedInTurn(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	taken := func() (id string, lines []map[string]any) {
		id = desk.Book("2026-04-14", "2026-04-15", rooms[0], rooms[2])
		desk.Arrive(id)
		desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).Want(200)
		desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[2], "toRoomId": rooms[0]}).Want(200)
		lines, _ = desk.FolioLines(id)
		return id, lines
	}
	third := object{"roomId": rooms[2], "roomNumber": "x", "roomType": "x", "ratePerNight": 4000, "adults": 1}
	id, _ := taken()
	desk.Post(apptest.BookingPath(id, "/add-room"), third).Want(200)
	f := desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-14 5000 at 5",
		"room-night 2026-04-14 4000 at 5")
	var numbers []any
	for i, line := range f.List("data", "lines") {
		if line.(map[string]any)["type"] != "tax" {
			numbers = append(numbers, f.At("data", "lines", i, "roomNumber"))
		}
	}
	if fmt.Sprint(numbers) != "[101 103 101 103 102 101 103]" { // two lines, their reversals, and what replaces them
		desk.Server.T.Errorf("the lines name the rooms %v", numbers)
	}
	desk.Leave(id, nil)

	billed, lines := taken()
	desk.Post("/api/invoices/{org}/create", object{"bookingId": billed, "lineIds": []any{lines[0]["lineId"]}}).Want(201)
	barred := "The night of 14 Apr 2026 is on an invoice as one in room 101: it can't be booked in that room again."
	desk.Post(apptest.BookingPath(billed, "/add-room"), third).Refused(400, barred)
	desk.CheckedFolio(billed)
	desk.Put(apptest.BookingPath(billed, "/cancel"), object{"reason": "x"}).Want(200)
	desk.Post(apptest.BookingPath(billed, "/reinstate"), nil).Refused(400, barred)
	desk.CheckedFolio(billed)

	billed, lines = taken()
	desk.Post("/api/invoices/{org}/create", object{"bookingId": billed, "lineIds": []any{lines[0]["lineId"]}}).Want(201)
	desk.Put(apptest.BookingPath(billed, "/checkout"), object{"finalAmount": 9000}).Want(200)
	desk.CheckedFolio(billed)
}

func folioRooms(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
	desk.Arrive(id)
	desk = desk.OnDay("2026-04-15")
	desk.Post(apptest.BookingPath(id, "/add-room"), object{"roomId": rooms[2], "roomNumber": "x", "roomType": "x",
		"ratePerNight": 8000, "adults": 1}).Want(200)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-14 5000 at 5",
		"room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 8000 at 18")
	desk.Post(apptest.BookingPath(id, "/checkout-rooms"), object{"roomIds": []any{rooms[1]}}).Want(200)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-14 5000 at 5",
		"room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 8000 at 18", "adjustment 2026-04-15 10000 at 5").
		Is(13000, "data", "totals", "toBePosted")
	desk = desk.OnDay("2026-04-17")
	desk.Leave(id, nil)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-14 5000 at 5",
		"room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 8000 at 18", "adjustment 2026-04-15 10000 at 5",
		"room-night 2026-04-16 5000 at 5", "room-night 2026-04-16 8000 at 18").Is(46000, "data", "totals", "lodgingAmount")
}

func folioStay(_ *testing.T, desk *apptest.Caller) {
	id := desk.BookAt(5000, object{"totalAmount": 14000}, "2026-04-14", "2026-04-17", desk.CreateRooms(1)[0])
	desk.Arrive(id)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 4666.67 at 5")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-18"}).Want(200)
	desk = desk.OnDay("2026-04-15")
	desk.Post("/api/bookings/{org}/night-audit", nil).Want(200)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 4666.67 at 5", "room-night 2026-04-15 4666.66 at 5").
		Is(9666.67, "data", "totals", "toBePosted")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-16"}).Want(200)
	desk.CheckedFolio(id).Is(0, "data", "totals", "toBePosted")
	desk = desk.OnDay("2026-04-16")
	desk.Leave(id, nil)
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 4666.67 at 5", "room-night 2026-04-15 4666.66 at 5").
		Is(0, "data", "totals", "toBePosted")
}

func folioPayments(_ *testing.T, desk *apptest.Caller) {
	id := desk.BookAt(5000, object{"advanceAmount": 4000, "paymentMethod": "upi"}, "2026-04-14", "2026-04-16",
		desk.CreateRooms(1)[0])
	f := desk.CheckedFolio(id).Is(4000, "data", "payments", 0, "amount").Is("payment", "data", "payments", 0, "type").
		Is("upi", "data", "payments", 0, "method").Is("PAY-1", "data", "payments", 0, "paymentNumber")
	f.Is(-4000, "data", "totals", "balance").Is(6000, "data", "totals", "balanceDue")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000, "refundAmount": 2500,
		"refundMethod": "cash"}).Want(200)
	desk.CheckedFolio(id).Is(4000, "data", "payments", 0, "amount").Is(2500, "data", "payments", 1, "amount").
		Is("refund", "data", "payments", 1, "type").Is(-500, "data", "totals", "balanceDue")
	desk.Server.Clock.Advance(time.Second)
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0, "refundAmount": 4000}).
		Want(200)
	desk.CheckedFolio(id).Is(4000, "data", "payments", 0, "amount").Is(1500, "data", "payments", 2, "amount").
		Is(0, "data", "totals", "balanceDue")
}

// What was billed before the stay became shorter stays billed; the folio says how much too much that is, and a credit
// note of as much makes it right.
func folioBilledInAdvance(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-17", desk.CreateRooms(1)[0])
	invoice := desk.Post("/api/invoices/{org}/create", object{"bookingId": id, "issue": true}).Want(201).
		Text("data", "_id")
	desk.CheckedFolio(id).Is(15000, "data", "totals", "billedAmount").Is(0, "data", "totals", "toBePosted")
	desk.Arrive(id)
	desk = desk.OnDay("2026-04-15")
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-16"}).Want(200)
	desk.CheckedFolio(id).Is(-5000, "data", "totals", "toBePosted").Is(10000, "data", "totals", "balanceDue")
	desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "A night less", "amount": 5000}).
		Want(201)
	desk.CheckedFolio(id).Is(0, "data", "totals", "toBePosted").Is(0, "data", "totals", "extrasAmount").
		Is(10000, "data", "totals", "balanceDue")
	desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Noise", "amount": 1000}).Want(201)
	desk.CheckedFolio(id).Is(-1000, "data", "totals", "extrasAmount").Is(9000, "data", "totals", "balanceDue")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	// What was credited as a favour is part of what cancelling takes off, not beside it.
	desk.CheckedFolio(id).Is(-9000, "data", "totals", "toBePosted").Is(0, "data", "totals", "balanceDue")
	desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Cancelled"}).Want(201)
	desk.CheckedFolio(id).Is(0, "data", "totals", "toBePosted").Is(0, "data", "totals", "balanceDue")
}

func folioRepeated(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	keyed := desk.With("Idempotency-Key", "one")
	body := object{"description": "Laundry", "unitPrice": 350}
	first := keyed.Post(apptest.BookingPath(id, "/charges"), body).Want(201)
	if again := keyed.Post(apptest.BookingPath(id, "/charges"), body).
		Want(201); again.Text("data", "lineId") != first.Text("data", "lineId") {
		desk.Server.T.Errorf("the repeated request made another line: %s", again.Raw)
	}
	keyed.Post(apptest.BookingPath(id, "/charges"), body.Merged(object{"unitPrice": 351})).Bad("Idempotency-Key")
	desk.CheckedFolio(id).HasCharges("service 2026-04-14 350 at 0")
}

func folioTold(_ *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)[0])
	desk.Server.Clock.Advance(time.Second)
	line := desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Laundry", "unitPrice": 350}).Want(201).
		Text("data", "lineId")
	desk.Server.Clock.Advance(time.Second)
	desk.Post(apptest.BookingPath(id, "/charges/"+line+"/reverse"), object{"reason": "Wrong room"}).Want(200)
	trail := desk.Get("/api/audit/{org}/by-resource/booking/" + id).Want(200)
	trail.Is("folio.reversed", "data", 0, "action").Is("Wrong room", "data", 0, "details", "reason").
		Is(-350, "data", 0, "details", "totalAmount").Is(0, "data", 0, "details", "extrasAmount")
	all := trail.List("data")
	trail.Is("folio.charged", "data", 1, "action").Is(350, "data", 1, "details", "totalAmount").
		Is(line, "data", 1, "details", "lineId")
	if len(all) != 3 {
		desk.Server.T.Errorf("the trail is %s", trail.Raw)
	}
}

// However a stay goes, what the folio charges and what is still to be posted add up to what is due.
func TestFolioBalances(t *testing.T) {
	apptest.RapidDefault(t, "checks", "20")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		rapid.Check(t, func(rt *rapid.T) {
			s.Clock.Set(apptest.Noon)
			desk := owner.AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"}).Refreshed()
			desk.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": rapid.Bool().Draw(rt, "inclusive"),
				"roundToWhole": rapid.Bool().Draw(rt, "rounded")}).Want(200)
			rooms := desk.CreateRooms(3)
			between := func(least, most int) *rapid.Generator[json.Number] {
				return rapid.Custom(func(rt *rapid.T) json.Number {
					paise := rapid.IntRange(least, most).Draw(rt, "paise")
					sign := map[bool]string{true: "-"}[paise < 0]
					return json.Number(fmt.Sprintf("%s%d.%02d", sign, max(paise, -paise)/100, max(paise, -paise)%100))
				})
			}
			rate := between(0, 1_200_000)
			fields := object{"advanceAmount": 100}
			if rapid.Bool().Draw(rt, "agreed") {
				fields["totalAmount"] = between(10_000, 3_000_000).Draw(rt, "total")
			}
			first := desk.BookAt(between(10_000, 1_200_000).Draw(rt, "rate"), fields, "2026-04-14", "2026-04-17", rooms[0],
				rooms[1])
			day, lines := 0, []string{}
			try := func(a apptest.Answer) {
				if a.Status >= 500 || a.Status == 401 {
					rt.Fatalf("%s %s: %s", a.Method, a.Path, a.Raw)
				}
			}
			rt.Repeat(map[string]func(*rapid.T){
				"":       func(*rapid.T) { desk.CheckedFolio(first) },
				"arrive": func(*rapid.T) { try(desk.Post(apptest.BookingPath(first, "/arrival"), object{})) },
				"next day": func(*rapid.T) {
					day++
					s.Clock.Advance(24 * time.Hour)
					desk = desk.Refreshed()
				},
				"close the day": func(rt *rapid.T) {
					try(desk.Post("/api/bookings/{org}/night-audit", object{"markNoShows": rapid.Bool().Draw(rt, "no-shows")}))
				},
				"stay": func(rt *rapid.T) {
					try(desk.Put(apptest.BookingPath(first, "/stay"),
						object{"checkOut": apptest.Date(rapid.IntRange(1, 6).Draw(rt, "to"))}))
				},
				"add a room": func(rt *rapid.T) {
					try(desk.Post(apptest.BookingPath(first, "/add-room"), object{"roomId": rooms[2], "roomNumber": "x",
						"roomType": "x", "ratePerNight": rate.Draw(rt, "rate"), "adults": 1}))
				},
				"move": func(rt *rapid.T) {
					try(desk.Post(apptest.BookingPath(first, "/move-room"),
						object{"fromRoomId": rapid.SampledFrom(rooms).Draw(rt, "from"), "toRoomId": rapid.SampledFrom(rooms).
							Draw(rt, "to")}))
				},
				"leave a room": func(rt *rapid.T) {
					try(desk.Post(apptest.BookingPath(first, "/checkout-rooms"),
						object{"roomIds": []any{rapid.SampledFrom(rooms).Draw(rt, "room")}}))
				},
				"charge": func(rt *rapid.T) {
					a := desk.Post(apptest.BookingPath(first, "/charges"), object{"type": "adjustment", "description": "x",
						"unitPrice": between(-200_000, 300_000).Draw(rt, "price")})
					if try(a); a.Status == 201 {
						lines = append(lines, a.Text("data", "lineId"))
					}
				},
				"take back": func(rt *rapid.T) {
					if len(lines) == 0 {
						rt.Skip("nothing charged")
					}
					try(desk.Post(apptest.BookingPath(first, "/charges/"+rapid.SampledFrom(lines).Draw(rt, "line")+"/reverse"),
						object{"reason": "x"}))
				},
				"bill": func(rt *rapid.T) {
					try(desk.Post("/api/invoices/{org}/create", object{"bookingId": first, "postedOnly": rapid.Bool().
						Draw(rt, "posted"), "issue": rapid.Bool().Draw(rt, "issue")}))
				},
				"credit": func(rt *rapid.T) {
					for _, i := range desk.Get("/api/invoices/{org}/list?bookingId=" + first).Want(200).List("data") {
						if i := i.(map[string]any); i["invoiceNumber"] != "" && rapid.Bool().Draw(rt, "this") {
							body := object{"invoiceId": i["_id"], "reason": "x"}
							if rapid.Bool().Draw(rt, "a line") {
								body["lines"] = []object{{"position": rapid.IntRange(0, 3).Draw(rt, "position")}}
							} else {
								body["amount"] = rate.Draw(rt, "amount")
							}
							try(desk.Post("/api/credit-notes/{org}/create", body))
						}
					}
				},
				"bill again": func(rt *rapid.T) {
					lines, _ := desk.FolioLines(first)
					if len(lines) == 0 {
						rt.Skip("nothing charged")
					}
					try(desk.Post("/api/invoices/{org}/create", object{"bookingId": first, "issue": rapid.Bool().Draw(rt, "issue"),
						"lineIds": []any{rapid.SampledFrom(lines).Draw(rt, "line")["lineId"]}}))
				},
				"cancel": func(rt *rapid.T) {
					body := object{"reason": "x", "refundAmount": rapid.SampledFrom([]int{0, 50, 100}).Draw(rt, "back")}
					if rapid.Bool().Draw(rt, "charged") {
						body["cancellationCharge"] = rate.Draw(rt, "charge")
					}
					try(desk.Put(apptest.BookingPath(first, "/cancel"), body))
				},
				"reinstate": func(*rapid.T) { try(desk.Post(apptest.BookingPath(first, "/reinstate"), nil)) },
				"check out": func(rt *rapid.T) {
					body := object{}
					if rapid.Bool().Draw(rt, "final") {
						body["finalAmount"] = rate.Draw(rt, "amount")
					}
					try(desk.Put(apptest.BookingPath(first, "/checkout"), body))
				},
			})
		})
	})
}
