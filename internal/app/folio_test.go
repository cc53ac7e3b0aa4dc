package app_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestFolio(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, s *server, desk *caller)
	}{
		{"who may not", folioPermissions},
		{"nights are posted at check-in and at check-out", folioNights},
		{"rates that change during the stay", folioMixedRates},
		{"both sides of the slab", folioSlabs},
		{"a total that doesn't divide", folioRemainders},
		{"leaving early", folioLeaveEarly},
		{"a final amount", folioFinalAmount},
		{"checking out twice", folioCheckOutTwice},
		{"prices before tax", folioExclusive},
		{"no GSTIN", folioWithoutGSTIN},
		{"charges", folioCharges},
		{"what can't be charged", folioRefusals},
		{"an allowance", folioAllowance},
		{"a charge taken back", folioReversal},
		{"cancelled and reinstated", folioCancelled},
		{"cancelled with nights of two rates", folioCancelledMixed},
		{"moved to another room", folioMoved},
		{"rooms that join and leave", folioRooms},
		{"a stay that grows and shrinks", folioStay},
		{"payments and refunds", folioPayments},
		{"billed in advance, then shorter", folioBilledInAdvance},
		{"repeated", folioRepeated},
		{"the audit log", folioTold},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, s, owner.anotherHotel(object{"gstin": "27AAPFU0939F1ZV"}))
			})
		}
	})
}

// paise is an amount of an answer in its minor unit.
func (a answer) paise(path ...any) int64 {
	a.t.Helper()
	return int64(math.Round(a.number(path...) * 100))
}

// folioSums reads a booking's folio and holds its sums against each other and against the booking.
func (c *caller) folioSums(id string) answer {
	c.s.t.Helper()
	f, b := c.get(at(id, "/folio")).want(200), c.get(at(id, "")).want(200)
	var amounts, totals, lodging, taxes, paid, refunded int64
	for i, line := range f.list("data", "lines") {
		amounts += f.paise("data", "lines", i, "amount")
		totals += f.paise("data", "lines", i, "totalAmount")
		if line.(map[string]any)["type"] == "tax" {
			taxes += f.paise("data", "lines", i, "amount")
		} else if line.(map[string]any)["lodging"] == true {
			lodging += f.paise("data", "lines", i, "totalAmount")
		}
	}
	for i, p := range f.list("data", "payments") {
		if p.(map[string]any)["type"] == "refund" {
			refunded += f.paise("data", "payments", i, "amount")
		} else {
			paid += f.paise("data", "payments", i, "amount")
		}
	}
	sum := func(name string) int64 { return f.paise("data", "totals", name) }
	for what, equal := range map[string]bool{
		"the amounts of the lines and their totals": amounts == totals && totals == sum("chargedAmount"),
		"lodging and extras":                        lodging == sum("lodgingAmount") && totals-lodging == sum("extrasAmount") && sum("extrasAmount") == b.paise("data", "extrasAmount"),
		"taxes":                                     taxes == sum("taxAmount"),
		"payments":                                  paid == sum("paidAmount") && paid == b.paise("data", "paidAmount") && refunded == sum("refundAmount") && refunded == b.paise("data", "refundAmount"),
		"the balance":                               sum("balance") == totals-paid+refunded,
		"the balance due":                           sum("balanceDue") == sum("balance")+sum("toBePosted") && sum("balanceDue") == b.paise("data", "balanceDue"),
		"the contract's balance due":                b.paise("data", "balanceDue") == owedFor(b)+b.paise("data", "taxAmount")+b.paise("data", "extrasAmount")-paid+refunded,
	} {
		if !equal {
			c.s.t.Fatalf("%s don't agree: %s\n%s", what, f.raw, b.raw)
		}
	}
	return f
}

func owedFor(b answer) int64 {
	if b.text("data", "status") == "cancelled" {
		return b.paise("data", "cancellationCharge")
	}
	return b.paise("data", "totalAmount")
}

// charged are the lines that count, but taxes, as "type date amount-with-tax rate".
func charged(f answer) []string {
	var list []string
	for _, line := range f.list("data", "lines") {
		l := line.(map[string]any)
		if l["type"] != "tax" && l["status"] != "reversed" && l["status"] != "reversal" {
			list = append(list, fmt.Sprint(l["type"], " ", l["date"], " ", l["totalAmount"], " at ", l["taxRate"]))
		}
	}
	return list
}

func (a answer) charges(lines ...string) answer {
	a.t.Helper()
	if got := charged(a); fmt.Sprint(got) != fmt.Sprint(lines) {
		a.t.Fatalf("charged are\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"), a.raw)
	}
	return a
}

func (c *caller) arrive(id string) { c.s.t.Helper(); c.post(at(id, "/arrival"), object{}).want(200) }

func (c *caller) leave(id string, fields object) {
	c.s.t.Helper()
	c.put(at(id, "/checkout"), object{}.merged(fields)).want(200)
}

// onDay is the caller at noon of another day.
func (c *caller) onDay(day string) *caller {
	c.s.t.Helper()
	noon, err := time.Parse("2006-01-02 15:04", day+" 06:30")
	if err != nil {
		c.s.t.Fatal(err)
	}
	c.s.clock.Set(noon)
	return c.s.login(c.org, c.email)
}

// bookAt is a booking of these rooms at this rate.
func (c *caller) bookAt(rate any, fields object, from, to string, rooms ...string) string {
	c.s.t.Helper()
	body := stay(from, to, rooms...)
	for _, entry := range body["rooms"].([]object) {
		entry["ratePerNight"] = rate
	}
	return c.post("/api/bookings/{org}/create", body.merged(fields)).want(201).text("data", "bookingId")
}

func folioPermissions(_ *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	charge := object{"description": "Laundry", "unitPrice": 350}
	line := desk.post(at(id, "/charges"), charge).want(201).text("data", "lineId")
	nobodys := s.anyone()
	nobodys.org = desk.org
	stranger := desk.anotherHotel()
	for _, refused := range []struct {
		who    *caller
		status int
	}{{nobodys, 401}, {desk.member("Viewer", object{"invoices": object{"view": true}}), 403}, {stranger, 404}} {
		refused.who.get(at(id, "/folio")).want(refused.status)
		refused.who.post(at(id, "/charges"), charge).want(refused.status)
		refused.who.post(at(id, "/charges/"+line+"/reverse"), object{"reason": "x"}).want(refused.status)
	}
	stranger.get("/api/bookings/" + desk.org + "/" + id + "/folio").want(200) // the same person's
	viewer := desk.member("Viewer", object{"bookings": object{"view": true}})
	viewer.get(at(id, "/folio")).want(200)
	viewer.post(at(id, "/charges"), charge).want(403)
	desk.get(at(nobody, "/folio")).refused(404, "no such booking")
	desk.post(at(nobody, "/charges"), charge).refused(404, "no such booking")
	desk.post(at(id, "/charges/"+nobody+"/reverse"), object{"reason": "x"}).refused(404, "no such line")
}

func folioNights(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(2)
	id := desk.book("2026-04-14", "2026-04-17", rooms[0])
	desk.folioSums(id).charges().is(15000, "data", "totals", "toBePosted").is(true, "data", "pricesIncludeTax")
	desk.arrive(id)
	f := desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5").is(10000, "data", "totals", "toBePosted")
	f.is("Room 101, night of Tue, 14 Apr 2026", "data", "lines", 0, "description").is("996311", "data", "lines", 0, "sac").is(4761.9, "data", "lines", 0, "amount").
		is("101", "data", "lines", 0, "roomNumber").is(1, "data", "lines", 0, "quantity").is(5000, "data", "lines", 0, "unitPrice").is("open", "data", "lines", 0, "status").
		is("tax", "data", "lines", 1, "type").is("CGST 2.5 %", "data", "lines", 1, "description").is(119.05, "data", "lines", 1, "amount").
		is(f.text("data", "lines", 0, "lineId"), "data", "lines", 1, "taxOf").is("SGST 2.5 %", "data", "lines", 2, "description").is(119.05, "data", "lines", 2, "amount")
	desk.arrive(id) // again, it posts nothing
	if n := len(desk.folioSums(id).list("data", "lines")); n != 3 {
		desk.s.t.Errorf("the folio has %d lines after the second arrival", n)
	}
	desk = desk.onDay("2026-04-17")
	desk.leave(id, nil)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-16 5000 at 5").
		is(0, "data", "totals", "toBePosted").is(15000, "data", "totals", "balanceDue")
	late := desk.bookAt(5000, nil, "2026-04-15", "2026-04-18", rooms[1])
	desk.arrive(late) // who came before being checked in owes the nights until today
	desk.folioSums(late).charges("room-night 2026-04-15 5000 at 5", "room-night 2026-04-16 5000 at 5", "room-night 2026-04-17 5000 at 5")
}

func folioMixedRates(_ *testing.T, _ *server, desk *caller) {
	desk = desk.onDay("2025-09-20")
	rooms := desk.rooms(2)
	id := desk.book("2025-09-20", "2025-09-24", rooms[0])
	dear := desk.bookAt(9000, nil, "2025-09-21", "2025-09-23", rooms[1])
	desk.arrive(id)
	for _, day := range []string{"2025-09-21", "2025-09-22", "2025-09-23"} {
		desk = desk.onDay(day)
		if day == "2025-09-21" {
			desk.arrive(dear)
		}
		desk.post("/api/bookings/{org}/night-audit", nil).want(200)
	}
	desk.leave(dear, nil)
	desk = desk.onDay("2025-09-24")
	desk.leave(id, nil)
	f := desk.folioSums(id).charges("room-night 2025-09-20 5000 at 12", "room-night 2025-09-21 5000 at 12", "room-night 2025-09-22 5000 at 5", "room-night 2025-09-23 5000 at 5")
	f.is(4464.28, "data", "lines", 0, "amount").is(267.86, "data", "lines", 1, "amount").is(267.86, "data", "lines", 2, "amount")
	desk.folioSums(dear).charges("room-night 2025-09-21 9000 at 18", "room-night 2025-09-22 9000 at 18")
}

func folioSlabs(_ *testing.T, _ *server, desk *caller) {
	room := desk.rooms(1)[0]
	for _, night := range []struct {
		rate      any
		inclusive bool
		line      string
	}{
		{7500, true, "7500 at 5"}, {7875, true, "7875 at 5"}, {7875.01, true, "7875.01 at 18"}, {8850, true, "8850 at 18"}, {0, true, "0 at 5"},
		{7500, false, "7875 at 5"}, {7500.01, false, "8850.01 at 18"}, {1000.1, false, "1050.1 at 5"},
	} {
		desk.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": night.inclusive}).want(200)
		id := desk.bookAt(night.rate, nil, "2026-04-14", "2026-04-15", room)
		desk.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": !night.inclusive}).want(200) // what was agreed stays
		desk.arrive(id)
		desk.folioSums(id).charges("room-night 2026-04-14 "+night.line).is(night.inclusive, "data", "pricesIncludeTax").is(0, "data", "totals", "toBePosted")
		desk.put(at(id, "/cancel"), object{"reason": "x"}).want(200)
	}
}

func folioRemainders(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(3)
	id := desk.bookAt(10000.01, nil, "2026-04-14", "2026-04-17", rooms[0])
	agreed := desk.bookAt(5000, object{"totalAmount": 10000.01}, "2026-04-14", "2026-04-17", rooms[1])
	free := desk.bookAt(0, object{"totalAmount": 100}, "2026-04-14", "2026-04-17", rooms[2])
	for _, one := range []string{id, agreed, free} {
		desk.arrive(one)
		desk.folioSums(one)
	}
	desk = desk.onDay("2026-04-17")
	for _, one := range []string{id, agreed, free} {
		desk.leave(one, nil)
	}
	desk.folioSums(id).charges("room-night 2026-04-14 10000.01 at 18", "room-night 2026-04-15 10000.01 at 18", "room-night 2026-04-16 10000.01 at 18")
	desk.folioSums(agreed).charges("room-night 2026-04-14 3333.34 at 5", "room-night 2026-04-15 3333.34 at 5", "room-night 2026-04-16 3333.33 at 5")
	desk.folioSums(free).charges("room-night 2026-04-14 33.33 at 5", "room-night 2026-04-15 33.34 at 5", "room-night 2026-04-16 33.33 at 5")
}

func folioLeaveEarly(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(3)
	id, reduced, atOnce := desk.book("2026-04-14", "2026-04-18", rooms[0]), desk.book("2026-04-14", "2026-04-18", rooms[1]), desk.bookAt(9000, nil, "2026-04-14", "2026-04-16", rooms[2])
	for _, one := range []string{id, reduced, atOnce} {
		desk.arrive(one)
	}
	desk.leave(atOnce, nil) // nobody slept there
	desk.folioSums(atOnce).charges("adjustment 2026-04-14 18000 at 18").is(0, "data", "totals", "toBePosted").
		is("Nights not stayed", "data", "lines", len(desk.folioSums(atOnce).list("data", "lines"))-3, "description")
	desk = desk.onDay("2026-04-16")
	desk.leave(id, nil)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "adjustment 2026-04-16 10000 at 5")
	desk.leave(reduced, object{"finalAmount": 12000})
	desk.folioSums(reduced).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "adjustment 2026-04-16 2000 at 5")
	both := desk.book("2026-04-16", "2026-04-18", rooms[0], rooms[1])
	desk.arrive(both)
	desk.leave(both, nil) // a line a room
	desk.folioSums(both).charges("adjustment 2026-04-16 10000 at 5", "adjustment 2026-04-16 10000 at 5").is("101", "data", "lines", 12, "roomNumber").is("102", "data", "lines", 15, "roomNumber")
}

func folioFinalAmount(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(4)
	var ids []string
	for _, room := range rooms {
		ids = append(ids, desk.book("2026-04-14", "2026-04-16", room))
		desk.arrive(ids[len(ids)-1])
	}
	desk.post(at(ids[3], "/charges"), object{"description": "Dinner", "unitPrice": 1200}).want(201)
	desk = desk.onDay("2026-04-16")
	desk.leave(ids[0], object{"finalAmount": 9000.01})
	f := desk.folioSums(ids[0]).charges("room-night 2026-04-14 4500.01 at 5", "room-night 2026-04-15 4500 at 5")
	f.is("reversed", "data", "lines", 0, "status").is("Reversal: Room 101, night of Tue, 14 Apr 2026 (the price has changed)", "data", "lines", 3, "description")
	desk.leave(ids[1], object{"finalAmount": 16000})
	desk.folioSums(ids[1]).charges("room-night 2026-04-14 8000 at 18", "room-night 2026-04-15 8000 at 18")
	desk.leave(ids[2], object{"finalAmount": 0})
	desk.folioSums(ids[2]).charges("room-night 2026-04-14 0 at 5", "room-night 2026-04-15 0 at 5")
	desk.put(at(ids[3], "/checkout"), object{"finalAmount": 1199.99}).bad("finalAmount")
	desk.leave(ids[3], object{"finalAmount": 10200})
	desk.folioSums(ids[3]).is(10200, "data", "totals", "chargedAmount").is(1200, "data", "totals", "extrasAmount")
	desk.get(at(ids[3], "")).is(9000, "data", "totalAmount").is(1200, "data", "extrasAmount").is(10200, "data", "balanceDue")
	// Corrected: the draft's lines are priced anew, or added to.
	desk.leave(ids[0], object{"finalAmount": 8000})
	desk.folioSums(ids[0]).charges("room-night 2026-04-14 4000 at 5", "room-night 2026-04-15 4000 at 5").is(0, "data", "totals", "toBePosted")
	desk.leave(ids[0], object{"finalAmount": 8100})
	desk.folioSums(ids[0]).is(0, "data", "totals", "toBePosted").is(8100, "data", "totals", "lodgingAmount")
}

func folioCheckOutTwice(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-18", desk.rooms(1)[0])
	desk.arrive(id)
	desk = desk.onDay("2026-04-15")
	desk.leave(id, object{"finalAmount": 7000})
	first := desk.folioSums(id)
	for _, body := range []object{nil, {"finalAmount": 7000}, {"remarks": "Left a scarf"}} {
		desk.leave(id, body)
		if again := desk.folioSums(id); len(again.list("data", "lines")) != len(first.list("data", "lines")) || fmt.Sprint(charged(again)) != fmt.Sprint(charged(first)) {
			desk.s.t.Fatalf("checked out again with %v the folio is\n%s\nwas\n%s", body, again.raw, first.raw)
		}
	}
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "adjustment 2026-04-15 2000 at 5")
}

func folioExclusive(_ *testing.T, _ *server, desk *caller) {
	desk.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": false}).want(200)
	rooms := desk.rooms(3)
	id := desk.bookAt(7000.01, nil, "2026-04-14", "2026-04-17", rooms[0])
	view := desk.get(at(id, "")).want(200)
	view.is(21000.03, "data", "totalAmount").is(1050, "data", "taxAmount").is(22050.03, "data", "balanceDue")
	desk.folioSums(id).is(22050.03, "data", "totals", "toBePosted")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-16"}).want(200)
	desk.folioSums(id).is(14700.02, "data", "totals", "toBePosted")
	desk.post(at(id, "/add-room"), object{"roomId": rooms[1], "roomNumber": "x", "roomType": "x", "ratePerNight": 8000, "adults": 1}).want(200)
	desk.folioSums(id).is(14700.02+18880, "data", "totals", "toBePosted")
	desk.arrive(id)
	desk.folioSums(id).charges("room-night 2026-04-14 7350.01 at 5", "room-night 2026-04-14 9440 at 18").is(16790.01, "data", "totals", "toBePosted")
	tax := desk.tax(nil)
	desk.post(at(id, "/charges"), object{"description": "Laundry", "unitPrice": 100, "taxId": tax}).want(201).is(118, "data", "totalAmount").is(100, "data", "amount")
	desk = desk.onDay("2026-04-16")
	desk.leave(id, object{"finalAmount": 20118})
	f := desk.folioSums(id).is(0, "data", "totals", "toBePosted")
	f.charges("service 2026-04-14 118 at 18", "room-night 2026-04-14 4900.01 at 5", "room-night 2026-04-14 5599.99 at 5", "room-night 2026-04-15 4900.01 at 5", "room-night 2026-04-15 5599.99 at 5")
	desk.get(at(id, "")).is(20000, "data", "totalAmount").is(1000, "data", "taxAmount").is(21118, "data", "balanceDue")
	gone := desk.bookAt(8000, nil, "2026-04-16", "2026-04-18", rooms[2])
	desk.put(at(gone, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).want(200)
	desk.folioSums(gone).charges("adjustment 2026-04-16 1180 at 18").is(1180, "data", "totals", "balanceDue")
	desk.post(at(gone, "/reinstate"), nil).want(200)
	desk.folioSums(gone).charges().is(18880, "data", "totals", "balanceDue")
}

func folioWithoutGSTIN(_ *testing.T, _ *server, desk *caller) {
	desk = desk.anotherHotel()
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	desk.arrive(id)
	desk.leave(id, nil)
	desk.folioSums(id).charges("adjustment 2026-04-14 10000 at 0").is(0, "data", "totals", "taxAmount")
}

func folioCharges(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	tax := desk.tax(nil)
	line := desk.post(at(id, "/charges"), object{"description": "Laundry", "unitPrice": 100, "quantity": 1.5, "discount": 32, "taxId": tax, "date": "2026-04-10"}).want(201)
	line.is("service", "data", "type").is("Laundry", "data", "description").is("2026-04-10", "data", "date").is(1.5, "data", "quantity").is(100, "data", "unitPrice").is(32, "data", "discount").
		is(18, "data", "taxRate").is(100, "data", "amount").is(18, "data", "taxAmount").is(118, "data", "totalAmount").is("open", "data", "status").is(false, "data", "lodging")
	desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "Broken lamp", "unitPrice": 250.5, "sac": "9997"}).want(201).is("adjustment", "data", "type").is("9997", "data", "sac")
	desk.folioSums(id).charges("service 2026-04-10 118 at 18", "adjustment 2026-04-14 250.5 at 0").is(368.5, "data", "totals", "extrasAmount").is(10368.5, "data", "totals", "balanceDue")
	desk.get(at(id, "")).is(368.5, "data", "extrasAmount").is(10000, "data", "totalAmount").is(10368.5, "data", "balanceDue")
	desk.arrive(id)
	desk.leave(id, nil)
	desk.post(at(id, "/charges"), object{"description": "Minibar, found later", "unitPrice": 80}).want(201) // late, and still owed
	desk.folioSums(id).is(448.5, "data", "totals", "extrasAmount")
}

func folioRefusals(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	good := object{"description": "Laundry", "unitPrice": 100}
	night := desk.get("/api/taxes/{org}/list").text("data", 0, "_id")
	for field, bad := range map[string]object{
		"description": {"description": ""}, "unitPrice": {"unitPrice": -1}, "quantity": {"quantity": 0}, "discount": {"discount": 100.01}, "date": {"date": "2026-04-15"},
		"taxId": {"taxId": nobody}, "sac": {"sac": "99"}, "type": {"type": "room-night"},
	} {
		desk.post(at(id, "/charges"), good.merged(bad)).bad(field)
	}
	for field, bad := range map[string]object{
		"unitPrice": {"unitPrice": 1.001}, "quantity": {"quantity": 1.0001}, "date": {"date": "soon"}, "taxId": {"taxId": night},
		"discount": {"type": "adjustment", "discount": 1},
	} {
		desk.post(at(id, "/charges"), good.merged(bad)).bad(field)
	}
	desk.post(at(id, "/charges"), good.merged(object{"quantity": -1, "unitPrice": 1.001, "discount": -1})).bad("quantity").bad("unitPrice").bad("discount")
	desk.post("/api/bookings/{org}/night-audit", object{"date": "2026-04-13"}).want(200)
	desk.post(at(id, "/charges"), good.merged(object{"date": "2026-04-13"})).bad("date")
	desk.put(at(id, "/cancel"), object{"reason": "x"}).want(200)
	desk.post(at(id, "/charges"), good).refused(400, "is cancelled")
	desk.folioSums(id).charges()
}

func folioAllowance(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	desk.arrive(id)
	desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "Too much", "unitPrice": -10000.01}).bad("unitPrice")
	desk.post(at(id, "/charges"), object{"type": "service", "description": "Not for services", "unitPrice": -1}).bad("unitPrice")
	desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "Noise from the street", "unitPrice": -500}).want(201).is(-500, "data", "totalAmount").is(-500, "data", "unitPrice")
	dinner := desk.post(at(id, "/charges"), object{"description": "Dinner", "unitPrice": 700}).want(201).text("data", "lineId")
	desk.folioSums(id).is(10200, "data", "totals", "balanceDue").is(200, "data", "totals", "extrasAmount")
	desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "All of it", "unitPrice": -10200}).want(201)
	desk.post(at(id, "/charges/"+dinner+"/reverse"), object{"reason": "x"}).refused(400, "reverse an allowance first")
	desk = desk.onDay("2026-04-16")
	desk.leave(id, nil)
	desk.folioSums(id).is(0, "data", "totals", "balanceDue").is(0, "data", "totals", "toBePosted")
	desk.post(at(id, "/charges"), object{"type": "adjustment", "description": "More", "unitPrice": -1}).bad("unitPrice")
}

func folioReversal(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	other := desk.book("2026-04-16", "2026-04-17", desk.get("/api/rooms/{org}/list").text("data", 0, "_id"))
	desk.arrive(id)
	tax := desk.tax(nil)
	line := desk.post(at(id, "/charges"), object{"description": "Laundry", "unitPrice": 118, "taxId": tax}).want(201).text("data", "lineId")
	reverse := at(id, "/charges/"+line+"/reverse")
	desk.post(reverse, object{}).bad("reason")
	desk.post(at(other, "/charges/"+line+"/reverse"), object{"reason": "x"}).refused(404, "no such line")
	night := desk.folioSums(id).text("data", "lines", 0, "lineId")
	desk.post(at(id, "/charges/"+night+"/reverse"), object{"reason": "x"}).refused(400, "price of the rooms")
	back := desk.post(reverse, object{"reason": "Wrong room"}).want(200).is(-118, "data", "totalAmount").is(-100, "data", "amount").is(-1, "data", "quantity").
		is("reversal", "data", "status").is(line, "data", "reverses").is("Reversal: Laundry (Wrong room)", "data", "description").text("data", "lineId")
	desk.post(reverse, object{"reason": "x"}).refused(400, "reversed already")
	desk.post(at(id, "/charges/"+back+"/reverse"), object{"reason": "x"}).refused(400, "takes another one back")
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5").is(0, "data", "totals", "extrasAmount")
	billed := desk.post(at(id, "/charges"), object{"description": "Dinner", "unitPrice": 700}).want(201).text("data", "lineId")
	draft := desk.post("/api/invoices/{org}/create", object{"bookingId": id, "lineIds": []any{billed}}).want(201).text("data", "_id")
	desk.post(at(id, "/charges/"+billed+"/reverse"), object{"reason": "x"}).refused(400, "on an invoice already")
	desk.delete("/api/invoices/{org}/" + draft + "/delete").want(200)
	desk.post(at(id, "/charges/"+billed+"/reverse"), object{"reason": "x"}).want(200)
	desk.folioSums(id).is(0, "data", "totals", "billedAmount")
}

func folioCancelled(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(2)
	id := desk.book("2026-04-14", "2026-04-17", rooms[0])
	desk.arrive(id)
	desk.post(at(id, "/charges"), object{"description": "Dinner", "unitPrice": 700}).want(201)
	desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000}).want(200)
	desk.folioSums(id).charges("service 2026-04-14 700 at 0", "adjustment 2026-04-14 1000 at 5").is(1700, "data", "totals", "balanceDue").is(0, "data", "totals", "toBePosted")
	desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1500.5}).want(200)
	desk.folioSums(id).charges("service 2026-04-14 700 at 0", "adjustment 2026-04-14 1500.5 at 5")
	desk.put(at(id, "/cancel"), object{"reason": "y"}).want(200)
	desk.folioSums(id).charges("service 2026-04-14 700 at 0", "adjustment 2026-04-14 1500.5 at 5")
	desk.post(at(id, "/reinstate"), nil).want(200)
	desk.folioSums(id).charges("service 2026-04-14 700 at 0", "room-night 2026-04-14 5000 at 5").is(15700, "data", "totals", "balanceDue")
	absent := desk.book("2026-04-14", "2026-04-15", rooms[1])
	desk.post(at(absent, "/no-show"), object{"cancellationCharge": 5000}).want(200)
	desk.folioSums(absent).charges("adjustment 2026-04-14 5000 at 5").is("No-show charge", "data", "lines", 0, "description")
	desk.post(at(absent, "/reinstate"), nil).want(200)
	desk.folioSums(absent).charges().is(5000, "data", "totals", "toBePosted")
}

func folioCancelledMixed(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(2)
	body := stay("2026-04-14", "2026-04-15", rooms...)
	body["rooms"].([]object)[1]["ratePerNight"] = 10000
	id := desk.post("/api/bookings/{org}/create", body).want(201).text("data", "bookingId")
	desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 300.01}).want(200)
	desk.folioSums(id).charges("adjustment 2026-04-14 100 at 5", "adjustment 2026-04-14 200.01 at 18")
}

func folioMoved(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(2)
	id := desk.book("2026-04-14", "2026-04-17", rooms[0])
	desk.arrive(id)
	desk.post(at(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1]}).want(200)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5").is("101", "data", "lines", 0, "roomNumber").is(10000, "data", "totals", "toBePosted")
	desk = desk.onDay("2026-04-15")
	desk.post("/api/bookings/{org}/night-audit", nil).want(200)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5").is("102", "data", "lines", 3, "roomNumber")
	desk.post(at(id, "/move-room"), object{"fromRoomId": rooms[1], "toRoomId": rooms[0]}).want(200)
	desk = desk.onDay("2026-04-17")
	desk.leave(id, nil)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-16 5000 at 5").is("101", "data", "lines", 6, "roomNumber")
}

func folioRooms(_ *testing.T, _ *server, desk *caller) {
	rooms := desk.rooms(3)
	id := desk.book("2026-04-14", "2026-04-17", rooms[0], rooms[1])
	desk.arrive(id)
	desk = desk.onDay("2026-04-15")
	desk.post(at(id, "/add-room"), object{"roomId": rooms[2], "roomNumber": "x", "roomType": "x", "ratePerNight": 8000, "adults": 1}).want(200)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 8000 at 18")
	desk.post(at(id, "/checkout-rooms"), object{"roomIds": []any{rooms[1]}}).want(200)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 8000 at 18", "adjustment 2026-04-15 10000 at 5").
		is(13000, "data", "totals", "toBePosted")
	desk = desk.onDay("2026-04-17")
	desk.leave(id, nil)
	desk.folioSums(id).charges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5", "room-night 2026-04-15 8000 at 18", "adjustment 2026-04-15 10000 at 5",
		"room-night 2026-04-16 5000 at 5", "room-night 2026-04-16 8000 at 18").is(46000, "data", "totals", "lodgingAmount")
}

func folioStay(_ *testing.T, _ *server, desk *caller) {
	id := desk.bookAt(5000, object{"totalAmount": 14000}, "2026-04-14", "2026-04-17", desk.rooms(1)[0])
	desk.arrive(id)
	desk.folioSums(id).charges("room-night 2026-04-14 4666.67 at 5")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-18"}).want(200)
	desk = desk.onDay("2026-04-15")
	desk.post("/api/bookings/{org}/night-audit", nil).want(200)
	desk.folioSums(id).charges("room-night 2026-04-14 4666.67 at 5", "room-night 2026-04-15 4777.78 at 5")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-16"}).want(200)
	desk.folioSums(id).is(9000-9444.45, "data", "totals", "toBePosted")
	desk = desk.onDay("2026-04-16")
	desk.leave(id, nil)
	desk.folioSums(id).charges("room-night 2026-04-14 4500 at 5", "room-night 2026-04-15 4500 at 5").is(0, "data", "totals", "toBePosted")
}

func folioPayments(_ *testing.T, _ *server, desk *caller) {
	id := desk.bookAt(5000, object{"advanceAmount": 4000, "paymentMethod": "upi"}, "2026-04-14", "2026-04-16", desk.rooms(1)[0])
	f := desk.folioSums(id).is(4000, "data", "payments", 0, "amount").is("payment", "data", "payments", 0, "type").is("upi", "data", "payments", 0, "method").is("PAY-1", "data", "payments", 0, "paymentNumber")
	f.is(-4000, "data", "totals", "balance").is(6000, "data", "totals", "balanceDue")
	desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 1000, "refundAmount": 2500, "refundMethod": "cash"}).want(200)
	desk.folioSums(id).is(4000, "data", "payments", 0, "amount").is(2500, "data", "payments", 1, "amount").is("refund", "data", "payments", 1, "type").is(-500, "data", "totals", "balanceDue")
	desk.s.clock.Advance(time.Second)
	desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0, "refundAmount": 4000}).want(200)
	desk.folioSums(id).is(4000, "data", "payments", 0, "amount").is(1500, "data", "payments", 2, "amount").is(0, "data", "totals", "balanceDue")
}

// What was billed before the stay became shorter stays billed; the folio says how much too much that is, and a credit
// note of as much makes it right.
func folioBilledInAdvance(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-17", desk.rooms(1)[0])
	invoice := desk.post("/api/invoices/{org}/create", object{"bookingId": id, "issue": true}).want(201).text("data", "_id")
	desk.folioSums(id).is(15000, "data", "totals", "billedAmount").is(0, "data", "totals", "toBePosted")
	desk.arrive(id)
	desk = desk.onDay("2026-04-15")
	desk.put(at(id, "/stay"), object{"checkOut": "2026-04-16"}).want(200)
	desk.folioSums(id).is(-5000, "data", "totals", "toBePosted").is(10000, "data", "totals", "balanceDue")
	desk.post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "A night less", "amount": 5000}).want(201)
	desk.folioSums(id).is(0, "data", "totals", "toBePosted").is(0, "data", "totals", "extrasAmount").is(10000, "data", "totals", "balanceDue")
	desk.post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Noise", "amount": 1000}).want(201)
	desk.folioSums(id).is(-1000, "data", "totals", "extrasAmount").is(9000, "data", "totals", "balanceDue")
	desk.put(at(id, "/cancel"), object{"reason": "x"}).want(200)
	// What was credited as a favour is part of what cancelling takes off, not beside it.
	desk.folioSums(id).is(-9000, "data", "totals", "toBePosted").is(0, "data", "totals", "balanceDue")
	desk.post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Cancelled"}).want(201)
	desk.folioSums(id).is(0, "data", "totals", "toBePosted").is(0, "data", "totals", "balanceDue")
}

func folioRepeated(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	keyed := desk.with("Idempotency-Key", "one")
	body := object{"description": "Laundry", "unitPrice": 350}
	first := keyed.post(at(id, "/charges"), body).want(201)
	if again := keyed.post(at(id, "/charges"), body).want(201); again.text("data", "lineId") != first.text("data", "lineId") {
		desk.s.t.Errorf("the repeated request made another line: %s", again.raw)
	}
	keyed.post(at(id, "/charges"), body.merged(object{"unitPrice": 351})).bad("Idempotency-Key")
	desk.folioSums(id).charges("service 2026-04-14 350 at 0")
}

func folioTold(_ *testing.T, _ *server, desk *caller) {
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)[0])
	desk.s.clock.Advance(time.Second)
	line := desk.post(at(id, "/charges"), object{"description": "Laundry", "unitPrice": 350}).want(201).text("data", "lineId")
	desk.s.clock.Advance(time.Second)
	desk.post(at(id, "/charges/"+line+"/reverse"), object{"reason": "Wrong room"}).want(200)
	trail := desk.get("/api/audit/{org}/by-resource/booking/" + id).want(200)
	trail.is("folio.reversed", "data", 0, "action").is("Wrong room", "data", 0, "details", "reason").is(-350, "data", 0, "details", "totalAmount").is(0, "data", 0, "details", "extrasAmount")
	all := trail.list("data")
	trail.is("folio.charged", "data", 1, "action").is(350, "data", 1, "details", "totalAmount").is(line, "data", 1, "details", "lineId")
	if len(all) != 3 {
		desk.s.t.Errorf("the trail is %s", trail.raw)
	}
}

// However a stay goes, what the folio charges and what is still to be posted add up to what is due.
func TestFolioBalances(t *testing.T) {
	few(t, "checks", "20")
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		rapid.Check(t, func(rt *rapid.T) {
			s.clock.Set(noon)
			desk := owner.anotherHotel(object{"gstin": "27AAPFU0939F1ZV"}).refreshed()
			desk.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": rapid.Bool().Draw(rt, "inclusive")}).want(200)
			rooms := desk.rooms(3)
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
			first := desk.bookAt(between(10_000, 1_200_000).Draw(rt, "rate"), fields, "2026-04-14", "2026-04-17", rooms[0], rooms[1])
			day, lines := 0, []string{}
			try := func(a answer) {
				if a.status >= 500 || a.status == 401 {
					rt.Fatalf("%s %s: %s", a.method, a.path, a.raw)
				}
			}
			rt.Repeat(map[string]func(*rapid.T){
				"":       func(*rapid.T) { desk.folioSums(first) },
				"arrive": func(*rapid.T) { try(desk.post(at(first, "/arrival"), object{})) },
				"next day": func(*rapid.T) {
					day++
					s.clock.Advance(24 * time.Hour)
					desk = desk.refreshed()
				},
				"close the day": func(rt *rapid.T) {
					try(desk.post("/api/bookings/{org}/night-audit", object{"markNoShows": rapid.Bool().Draw(rt, "no-shows")}))
				},
				"stay": func(rt *rapid.T) {
					try(desk.put(at(first, "/stay"), object{"checkOut": on(rapid.IntRange(1, 6).Draw(rt, "to"))}))
				},
				"add a room": func(rt *rapid.T) {
					try(desk.post(at(first, "/add-room"), object{"roomId": rooms[2], "roomNumber": "x", "roomType": "x", "ratePerNight": rate.Draw(rt, "rate"), "adults": 1}))
				},
				"move": func(rt *rapid.T) {
					try(desk.post(at(first, "/move-room"), object{"fromRoomId": rapid.SampledFrom(rooms).Draw(rt, "from"), "toRoomId": rapid.SampledFrom(rooms).Draw(rt, "to")}))
				},
				"leave a room": func(rt *rapid.T) {
					try(desk.post(at(first, "/checkout-rooms"), object{"roomIds": []any{rapid.SampledFrom(rooms).Draw(rt, "room")}}))
				},
				"charge": func(rt *rapid.T) {
					a := desk.post(at(first, "/charges"), object{"type": "adjustment", "description": "x", "unitPrice": between(-200_000, 300_000).Draw(rt, "price")})
					if try(a); a.status == 201 {
						lines = append(lines, a.text("data", "lineId"))
					}
				},
				"take back": func(rt *rapid.T) {
					if len(lines) == 0 {
						rt.Skip("nothing charged")
					}
					try(desk.post(at(first, "/charges/"+rapid.SampledFrom(lines).Draw(rt, "line")+"/reverse"), object{"reason": "x"}))
				},
				"bill": func(rt *rapid.T) {
					try(desk.post("/api/invoices/{org}/create", object{"bookingId": first, "postedOnly": rapid.Bool().Draw(rt, "posted"), "issue": rapid.Bool().Draw(rt, "issue")}))
				},
				"credit": func(rt *rapid.T) {
					for _, i := range desk.get("/api/invoices/{org}/list?bookingId=" + first).want(200).list("data") {
						if i := i.(map[string]any); i["invoiceNumber"] != "" && rapid.Bool().Draw(rt, "this") {
							try(desk.post("/api/credit-notes/{org}/create", object{"invoiceId": i["_id"], "reason": "x", "amount": rate.Draw(rt, "amount")}))
						}
					}
				},
				"cancel": func(rt *rapid.T) {
					try(desk.put(at(first, "/cancel"), object{"reason": "x", "cancellationCharge": rate.Draw(rt, "charge"), "refundAmount": rapid.SampledFrom([]int{0, 50, 100}).Draw(rt, "back")}))
				},
				"reinstate": func(*rapid.T) { try(desk.post(at(first, "/reinstate"), nil)) },
				"check out": func(rt *rapid.T) {
					body := object{}
					if rapid.Bool().Draw(rt, "final") {
						body["finalAmount"] = rate.Draw(rt, "amount")
					}
					try(desk.put(at(first, "/checkout"), body))
				},
			})
		})
	})
}
