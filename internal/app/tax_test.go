package app_test

import (
	"testing"
	"time"
)

func TestTaxes(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", taxPermissions},
		{"what a new hotel has", taxSeeds},
		{"every field", taxFields},
		{"what is refused", taxRefusals},
		{"changed", taxChanges},
		{"two never begin together", taxBeginnings},
		{"one beginning at the same time", taxRace},
		{"deleted", taxDeleted},
		{"a charged tax stays", taxCharged},
		{"the list", taxList},
		{"another currency", taxCurrency},
		{"a stay across the change of rates", taxAcrossTheChange},
		{"nights on both sides of the limit", taxMixedPrices},
		{"a union territory", taxUnionTerritory},
		{"without a GSTIN", taxUnregistered},
		{"a change of the law", taxNewLaw},
		{"what is calculated is billed", taxBilled},
		{"calculations that are refused", taxBadCalculations},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, owner.anotherHotel(object{"gstin": "27AAPFU0939F1ZV"}))
			})
		}
	})
}

const ofTaxes = "/api/taxes/{org}"

func laundry() object {
	return object{"name": "GST on laundry", "kind": "gst", "appliesTo": "service", "rate": 18, "sac": "999712", "from": "2026-04-01", "to": "2027-03-31"}
}

func (c *caller) tax(fields object) string {
	c.s.t.Helper()
	return c.post(ofTaxes+"/create", laundry().merged(fields)).want(201).text("data", "_id")
}

func taxPermissions(_ *testing.T, owner *caller) {
	id := owner.tax(nil)
	none := owner.member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	for _, p := range []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"}, {"PUT", "/" + id + "/update", "update"},
		{"DELETE", "/" + id + "/delete", "delete"}, {"POST", "/calculate", "view"},
	} {
		none.do(p.method, ofTaxes+p.path, laundry()).refused(403, "taxes."+p.flag)
		stranger.do(p.method, ofTaxes+p.path, laundry()).refused(403, "not a member")
		owner.s.anyone().do(p.method, "/api/taxes/"+owner.org+p.path, laundry()).refused(401, "")
	}
	elsewhere := owner.anotherHotel()
	for _, foreign := range []string{id, nobody, "x"} {
		elsewhere.get(ofTaxes+"/"+foreign).refused(404, "no such tax")
		elsewhere.put(ofTaxes+"/"+foreign+"/update", object{"name": "Mine"}).refused(404, "no such tax")
		elsewhere.delete(ofTaxes+"/"+foreign+"/delete").refused(404, "no such tax")
	}
}

func taxSeeds(t *testing.T, owner *caller) {
	list := owner.get(ofTaxes+"/list").want(200).is(2, "pagination", "total")
	for i, want := range []object{
		{"from": "2025-09-22", "to": "", "low": 5.0},
		{"from": "2022-07-18", "to": "2025-09-21", "low": 12.0},
	} {
		list.is(want["from"], "data", i, "from").is(want["to"], "data", i, "to").is("GST on rooms", "data", i, "name").is("gst", "data", i, "kind").
			is("room-night", "data", i, "appliesTo").is("996311", "data", i, "sac").is(true, "data", i, "isActive").is(true, "data", i, "isSeeded").is(nil, "data", i, "rate").
			is([]any{map[string]any{"upTo": 7500.0, "rate": want["low"]}, map[string]any{"upTo": nil, "rate": 18.0}}, "data", i, "slabs")
	}
	dollars := owner.anotherHotel(object{"currency": "USD"})
	if n := dollars.get(ofTaxes+"/list").want(200).number("pagination", "total"); n != 0 {
		t.Errorf("a hotel with another currency has %v taxes", n)
	}
}

func taxFields(t *testing.T, owner *caller) {
	made := owner.post(ofTaxes+"/create", laundry()).want(201)
	id := made.text("data", "_id")
	for _, a := range []answer{made, owner.get(ofTaxes + "/" + id), owner.put(ofTaxes+"/"+id+"/update", nil), owner.put(ofTaxes+"/"+id+"/update", made.at("data"))} {
		a.want(a.status).is(id, "data", "_id").is(owner.org, "data", "orgId").is("2026-04-14T06:30:00.000Z", "data", "createdAt").is("2026-04-14T06:30:00.000Z", "data", "updatedAt").
			is(true, "data", "isActive").is(false, "data", "isSeeded").is([]any{}, "data", "slabs")
		for name, value := range laundry() {
			a.is(value, "data", name)
		}
		if n := len(a.at("data").(map[string]any)); n != 14 {
			t.Errorf("a tax has %d fields, want 14: %s", n, a.raw)
		}
	}
	slabs := owner.post(ofTaxes+"/create", object{"name": "Bed tax", "kind": "other", "appliesTo": "room-night", "slabs": []any{object{"upTo": 1000.5, "rate": 0}, object{"upTo": 5000, "rate": 2.25}, object{"rate": 4}}}).want(201)
	slabs.is("2026-04-14", "data", "from").is("", "data", "to").is("996311", "data", "sac").is(nil, "data", "rate").is(1000.5, "data", "slabs", 0, "upTo").is(2.25, "data", "slabs", 1, "rate").is(nil, "data", "slabs", 2, "upTo")
	again := owner.with("Idempotency-Key", "once")
	first := again.post(ofTaxes+"/create", laundry()).want(201)
	again.post(ofTaxes+"/create", laundry()).want(201).is(first.at("data", "_id"), "data", "_id")
}

func taxRefusals(_ *testing.T, owner *caller) {
	create := func(fields object) answer { return owner.post(ofTaxes+"/create", laundry().merged(fields)) }
	for _, rate := range []any{-1, 100.01, 2.555, "18", "1e999"} {
		create(object{"rate": rate}).bad("rate")
	}
	for _, sac := range []string{"123", "123456789", "99 71", "99971x", "९९६३११"} {
		create(object{"sac": sac}).bad("sac")
	}
	create(object{"name": " "}).bad("name")
	create(object{"kind": "vat"}).bad("kind")
	create(object{"appliesTo": "rooms"}).bad("appliesTo")
	create(object{"from": "2026-02-30"}).bad("from")
	create(object{"to": "2026-3-31"}).bad("to")
	create(object{"to": "2026-03-31"}).bad("to")
	create(object{"rate": nil}).bad("rate")
	night := object{"appliesTo": "room-night", "rate": nil}
	create(night.merged(object{"slabs": []any{}})).bad("rate")
	create(night.merged(object{"rate": 5, "slabs": []any{object{"rate": 5}}})).bad("slabs").bad("rate")
	create(night.merged(object{"slabs": []any{object{"upTo": 100, "rate": 5}}})).bad("slabs[0].upTo")
	create(night.merged(object{"slabs": []any{object{"rate": 5}, object{"rate": 18}}})).bad("slabs[0].upTo")
	create(night.merged(object{"slabs": []any{object{"upTo": 100, "rate": 5}, object{"upTo": 100, "rate": 7}, object{"rate": 18}}})).bad("slabs[1].upTo")
	create(night.merged(object{"slabs": []any{object{"upTo": 100.001, "rate": 5}, object{"rate": 18.001}}})).bad("slabs[0].upTo").bad("slabs[1].rate")
	create(object{"rate": nil, "slabs": []any{object{"upTo": 100, "rate": 5}, object{"rate": 18}}}).bad("slabs")
	create(object{"sac": "x", "to": "x", "rate": 2.001}).bad("sac").bad("to").bad("rate")
}

func taxChanges(t *testing.T, owner *caller) {
	id := owner.tax(nil)
	owner.s.clock.Advance(time.Minute)
	owner.put(ofTaxes+"/"+id+"/update", object{"rate": 12.5, "to": nil, "sac": nil}).want(200).
		is(12.5, "data", "rate").is("", "data", "to").is("", "data", "sac").is("GST on laundry", "data", "name").is("2026-04-14T06:31:00.000Z", "data", "updatedAt")
	entry := owner.get("/api/audit/{org}/by-resource/tax/"+id).want(200).is("tax.updated", "data", 0, "action").is("tax.created", "data", 1, "action")
	changes := map[string]any{"rate": map[string]any{"old": 18.0, "new": 12.5}, "to": map[string]any{"old": "2027-03-31", "new": ""}, "sac": map[string]any{"old": "999712", "new": ""}}
	entry.is(changes, "data", 0, "details", "changes")
	owner.put(ofTaxes+"/"+id+"/update", object{"rate": 12.5}).want(200)
	if n := len(owner.get("/api/audit/{org}/by-resource/tax/" + id).list("data")); n != 2 {
		t.Errorf("%d audit entries, want 2: nothing changed the second time", n)
	}
	owner.put(ofTaxes+"/"+id+"/update", object{"appliesTo": "room-night", "slabs": []any{object{"upTo": 2000, "rate": 5}, object{"rate": 12}}}).want(200).
		is(nil, "data", "rate").is(2000, "data", "slabs", 0, "upTo").is("996311", "data", "sac")
	for field, value := range map[string]any{"name": nil, "kind": nil, "appliesTo": "service", "from": nil, "isActive": nil, "to": "2026-03-31", "rate": 101} {
		name := field
		if field == "appliesTo" {
			name = "slabs" // they are for nights alone
		}
		owner.put(ofTaxes+"/"+id+"/update", object{field: value}).bad(name)
	}
}

func taxBeginnings(_ *testing.T, owner *caller) {
	night := laundry().merged(object{"appliesTo": "room-night", "from": "2025-09-22", "to": nil})
	owner.post(ofTaxes+"/create", night).bad("from")
	owner.post(ofTaxes+"/create", night.merged(object{"kind": "other"})).want(201)
	off := owner.post(ofTaxes+"/create", night.merged(object{"isActive": false})).want(201).text("data", "_id")
	owner.put(ofTaxes+"/"+off+"/update", object{"isActive": true}).bad("from")
	owner.put(ofTaxes+"/"+off+"/update", object{"isActive": true, "from": "2025-09-23"}).want(200)
	owner.tax(nil)
	owner.tax(nil) // services name theirs, so these may be alike
}

func taxRace(t *testing.T, owner *caller) {
	statuses := make([]int, 20)
	together(len(statuses), func(i int) {
		a, err := owner.try("POST", "/api/taxes/{org}/create", laundry().merged(object{"appliesTo": "room-night", "from": "2030-04-01", "to": nil, "rate": i}))
		if err != nil {
			t.Error(err)
		}
		statuses[i] = a.status
	})
	made := 0
	for _, status := range statuses {
		if status == 201 {
			made++
		} else if status != 400 {
			t.Errorf("a creation answered %d", status)
		}
	}
	if made != 1 {
		t.Errorf("%d taxes begin together", made)
	}
}

func taxDeleted(_ *testing.T, owner *caller) {
	id := owner.tax(nil)
	owner.delete(ofTaxes+"/"+id+"/delete").want(200).is(nil, "data")
	owner.get(ofTaxes+"/"+id).refused(404, "no such tax")
	owner.get("/api/audit/{org}/logs?action=tax.deleted").want(200).is(id, "data", 0, "resourceId").is(18, "data", 0, "details", "rate")
	seeded := owner.get(ofTaxes+"/list").want(200).text("data", 0, "_id")
	owner.delete(ofTaxes+"/"+seeded+"/delete").refused(400, "end it with to")
	owner.put(ofTaxes+"/"+seeded+"/update", object{"isActive": false}).want(200)
}

// What was charged keeps the tax that it names.
func taxCharged(_ *testing.T, owner *caller) {
	room := owner.rooms(1)[0]
	booking := owner.book("2026-04-14", "2026-04-16", room)
	id := owner.tax(nil)
	owner.post(at(booking, "/charges"), object{"description": "Laundry", "unitPrice": 118, "taxId": id}).want(201)
	owner.delete(ofTaxes+"/"+id+"/delete").refused(400, "charged already")
	for field, value := range map[string]any{"name": "Other", "rate": 5, "kind": "other", "appliesTo": "room-night", "from": "2026-03-01"} {
		owner.put(ofTaxes+"/"+id+"/update", object{field: value}).bad(field)
	}
	owner.put(ofTaxes+"/"+id+"/update", object{"to": "2026-04-14", "sac": "9997", "isActive": false}).want(200)
	owner.post(at(booking, "/charges"), object{"description": "Laundry", "unitPrice": 118, "taxId": id}).refused(400, "switched off")
}

func taxList(t *testing.T, owner *caller) {
	owner.s.clock.Advance(time.Second)
	newest := owner.tax(nil)
	owner.s.clock.Advance(time.Second)
	off := owner.tax(object{"kind": "other", "isActive": false})
	owner.get(ofTaxes+"/list?limit=1").want(200).is(off, "data", 0, "_id").is(4, "pagination", "total").is(4, "pagination", "totalPages")
	for query, want := range map[string]float64{
		"kind=gst": 3, "kind=other": 1, "appliesTo=service": 2, "appliesTo=room-night": 2, "on=2025-09-21": 1, "on=2026-04-14": 2, "on=2022-07-17": 0,
		"on=2027-03-31&appliesTo=service": 1, "on=2027-04-01&appliesTo=service": 0,
	} {
		if got := owner.get(ofTaxes+"/list?"+query).want(200).number("pagination", "total"); got != want {
			t.Errorf("%s lists %v taxes, want %v", query, got, want)
		}
	}
	owner.get(ofTaxes+"/list?kind=gst&appliesTo=service").want(200).is(newest, "data", 0, "_id")
	owner.get(ofTaxes + "/list?kind=vat").bad("kind")
	owner.get(ofTaxes + "/list?on=2026-02-30").bad("on")
	owner.get(ofTaxes + "/list?limit=101").bad("limit")
}

// A hotel that signed up with another currency and corrects it has India's taxes, once.
func taxCurrency(t *testing.T, owner *caller) {
	hotel := owner.anotherHotel(object{"currency": "USD"})
	for range 2 {
		for _, currency := range []string{"INR", "USD"} {
			hotel.put("/api/organization/{org}/update", object{"currency": currency}).want(200)
			if n := hotel.later(3*time.Second).get(ofTaxes+"/list").want(200).number("pagination", "total"); n != 2 {
				t.Errorf("with %s it has %v taxes", currency, n)
			}
		}
	}
}

func (c *caller) calculate(fields object) answer {
	c.s.t.Helper()
	return c.post(ofTaxes+"/calculate", fields)
}

func taxAcrossTheChange(_ *testing.T, owner *caller) {
	a := owner.calculate(object{"checkIn": "2025-09-20", "checkOut": "2025-09-24", "ratePerNight": 5000, "rooms": 3, "pricesIncludeTax": false}).want(200)
	for i, night := range []object{
		{"date": "2025-09-20", "taxRate": 12, "cgst": 300, "totalAmount": 5600}, {"date": "2025-09-21", "taxRate": 12, "cgst": 300, "totalAmount": 5600},
		{"date": "2025-09-22", "taxRate": 5, "cgst": 125, "totalAmount": 5250}, {"date": "2025-09-23", "taxRate": 5, "cgst": 125, "totalAmount": 5250},
	} {
		for field, value := range night.merged(object{"sgst": night["cgst"], "utgst": 0, "otherTax": 0, "price": 5000, "taxableValue": 5000, "taxName": "GST on rooms"}) {
			a.is(value, "data", "nights", i, field)
		}
	}
	a.is("tax_invoice", "data", "documentType").is("27", "data", "placeOfSupply", "stateCode").is("Maharashtra", "data", "placeOfSupply", "state").is(3, "data", "rooms").
		is(60000, "data", "taxableValue").is(2550, "data", "cgst").is(2550, "data", "sgst").is(5100, "data", "taxAmount").is(65100, "data", "totalAmount")
	// The same with the tax inside, as a new hotel quotes its prices.
	inside := owner.calculate(object{"checkIn": "2025-09-21", "checkOut": "2025-09-23", "ratePerNight": 5000}).want(200).is(true, "data", "pricesIncludeTax")
	inside.is(4464.28, "data", "nights", 0, "taxableValue").is(267.86, "data", "nights", 0, "cgst").is(4761.9, "data", "nights", 1, "taxableValue").is(119.05, "data", "nights", 1, "sgst").
		is(10000, "data", "totalAmount").is(9226.18, "data", "taxableValue").is(773.82, "data", "taxAmount")
	owner.calculate(object{"checkIn": "2022-07-17", "checkOut": "2022-07-19", "ratePerNight": 1000, "pricesIncludeTax": false}).want(200).
		is("", "data", "nights", 0, "taxName").is(0, "data", "nights", 0, "taxAmount").is(12, "data", "nights", 1, "taxRate").is(2120, "data", "totalAmount")
}

func taxMixedPrices(_ *testing.T, owner *caller) {
	owner.calculate(object{"checkIn": "2026-04-17", "checkOut": "2026-04-20", "rates": []any{7500, 7500.01, 9000}, "pricesIncludeTax": false}).want(200).
		is(5, "data", "nights", 0, "taxRate").is(375, "data", "nights", 0, "taxAmount").is(18, "data", "nights", 1, "taxRate").is(8850.01, "data", "nights", 1, "totalAmount").
		is(1620, "data", "nights", 2, "taxAmount").is(24000.01, "data", "taxableValue").is(1672.5, "data", "cgst").is(1672.5, "data", "sgst").is(27345.01, "data", "totalAmount")
	owner.calculate(object{"checkIn": "2026-04-17", "checkOut": "2026-04-20", "rates": []any{7875, 7875.01, 8850}}).want(200).
		is(5, "data", "nights", 0, "taxRate").is(7500, "data", "nights", 0, "taxableValue").is(18, "data", "nights", 1, "taxRate").is(6673.73, "data", "nights", 1, "taxableValue").
		is(18, "data", "nights", 2, "taxRate").is(7500, "data", "nights", 2, "taxableValue").is(24600.01, "data", "totalAmount")
}

func taxUnionTerritory(_ *testing.T, owner *caller) {
	owner.anotherHotel(object{"gstin": "04AAPFU0939F1ZV"}).calculate(object{"checkIn": "2026-04-17", "checkOut": "2026-04-18", "ratePerNight": 1000, "pricesIncludeTax": false}).want(200).
		is(25, "data", "cgst").is(0, "data", "sgst").is(25, "data", "utgst").is(0, "data", "nights", 0, "sgst").is(25, "data", "nights", 0, "utgst").is(1050, "data", "totalAmount").
		is("Chandigarh", "data", "placeOfSupply", "state")
	owner.anotherHotel(object{"gstin": "07AAPFU0939F1ZV"}).calculate(object{"checkIn": "2026-04-17", "checkOut": "2026-04-18", "ratePerNight": 1000}).want(200).is(0, "data", "utgst")
}

func taxUnregistered(_ *testing.T, owner *caller) {
	hotel := owner.anotherHotel()
	asked := object{"checkIn": "2026-04-17", "checkOut": "2026-04-19", "ratePerNight": 9000}
	hotel.calculate(asked).want(200).is("bill_of_supply", "data", "documentType").is("", "data", "placeOfSupply", "stateCode").is(0, "data", "taxAmount").is(18000, "data", "totalAmount").
		is("", "data", "nights", 0, "taxName").is(0, "data", "nights", 0, "taxRate")
	hotel.post(ofTaxes+"/create", object{"name": "City tax", "kind": "other", "appliesTo": "room-night", "rate": 2, "from": "2026-04-18"}).want(201)
	hotel.calculate(asked.merged(object{"pricesIncludeTax": false})).want(200).is(0, "data", "nights", 0, "taxAmount").is("City tax", "data", "nights", 1, "taxName").
		is(180, "data", "nights", 1, "otherTax").is(18180, "data", "totalAmount")
	// With a GSTIN, GST comes first.
	hotel.put("/api/organization/{org}/update", object{"gstin": "27AAPFU0939F1ZV"}).want(200)
	hotel.calculate(asked).want(200).is("tax_invoice", "data", "documentType").is("GST on rooms", "data", "nights", 1, "taxName").is(0, "data", "otherTax")
}

func taxNewLaw(_ *testing.T, owner *caller) {
	owner.post(ofTaxes+"/create", object{"name": "GST on rooms", "kind": "gst", "appliesTo": "room-night", "from": "2026-10-01", "slabs": []any{object{"upTo": 10000, "rate": 6}, object{"rate": 20}}}).want(201)
	owner.calculate(object{"checkIn": "2026-09-30", "checkOut": "2026-10-02", "ratePerNight": 9000, "pricesIncludeTax": false}).want(200).
		is(18, "data", "nights", 0, "taxRate").is(6, "data", "nights", 1, "taxRate")
}

// A stay over the change of rates is billed as it was calculated, whether its prices have the tax inside or not.
func taxBilled(t *testing.T, owner *caller) {
	owner.s.clock.Set(time.Date(2025, 9, 20, 6, 30, 0, 0, time.UTC))
	owner = owner.s.login(owner.org, owner.email)
	room := owner.rooms(1)[0]
	from := time.Date(2025, 9, 21, 0, 0, 0, 0, time.UTC)
	for n, price := range []float64{5000, 7500, 7500.01, 7875, 7875.01, 8850, 12345.67, 0.07} {
		inclusive := n%2 == 0
		owner.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": inclusive}).want(200)
		in, out := from.Format("2006-01-02"), from.AddDate(0, 0, 2).Format("2006-01-02")
		booked := stay(in, out, room)
		booked["rooms"].([]object)[0]["ratePerNight"] = price
		id := owner.post("/api/bookings/{org}/create", booked).want(201).text("data", "bookingId")
		billed := owner.post("/api/invoices/{org}/create", object{"bookingId": id}).want(201)
		asked := owner.calculate(object{"checkIn": in, "checkOut": out, "ratePerNight": price}).want(200).is(inclusive, "data", "pricesIncludeTax")
		for calculated, shown := range map[string]string{"taxableValue": "subtotal", "cgst": "cgst", "sgst": "sgst", "taxAmount": "taxAmount", "totalAmount": "totalAmount"} {
			billed.is(asked.at("data", calculated), "data", shown)
		}
		for night := range 2 {
			for _, field := range []string{"taxRate", "taxName", "taxableValue", "cgst", "totalAmount", "date"} {
				billed.is(asked.at("data", "nights", night, field), "data", "lines", night, field)
			}
		}
		owner.delete("/api/invoices/{org}/" + billed.text("data", "_id") + "/delete").want(200)
		owner.put(at(id, "/cancel"), object{"reason": "Tried"}).want(200)
	}
}

func taxBadCalculations(_ *testing.T, owner *caller) {
	good := object{"checkIn": "2026-04-17", "checkOut": "2026-04-19", "ratePerNight": 5000}
	for field, values := range map[string][]any{
		"checkIn":      {"2026-02-30", "x", nil},
		"checkOut":     {"2026-04-17", "2026-04-16", "2027-04-18", "x"},
		"ratePerNight": {-1, 0.001, nil, "5"},
		"rooms":        {0, 101, 1.5},
		"rates":        {[]any{1, 2}},
	} {
		for _, value := range values {
			owner.calculate(good.merged(object{field: value})).bad(field)
		}
	}
	owner.calculate(good.merged(object{"ratePerNight": 1e13, "rooms": 1})).bad("ratePerNight")
	owner.calculate(good.merged(object{"ratePerNight": nil, "rates": []any{5000}})).bad("rates")
	owner.calculate(good.merged(object{"ratePerNight": nil, "rates": []any{5000, -1}})).bad("rates[1]")
	owner.calculate(good.merged(object{"checkOut": "2027-04-17"})).want(200) // 365 nights
}
