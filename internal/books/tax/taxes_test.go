package tax_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestTaxes(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: taxPermissions},
		{Name: "what a new hotel has", Run: taxSeeds},
		{Name: "food at specified premises", Run: taxOnFood},
		{Name: "every field", Run: taxFields},
		{Name: "what is refused", Run: taxRefusals},
		{Name: "changing", Run: taxChanges},
		{Name: "no two start on the same day", Run: taxBeginnings},
		{Name: "many starting at once", Run: taxRace},
		{Name: "deleting", Run: taxDeleted},
		{Name: "a charged tax stays", Run: taxCharged},
		{Name: "the list", Run: taxList},
		{Name: "another currency", Run: taxCurrency},
		{Name: "a stay across the change of rates", Run: taxAcrossTheChange},
		{Name: "nights on both sides of the limit", Run: taxMixedPrices},
		{Name: "a union territory", Run: taxUnionTerritory},
		{Name: "without a GSTIN", Run: taxUnregistered},
		{Name: "a change of the law", Run: taxNewLaw},
		{Name: "what is calculated is billed", Run: taxBilled},
		{Name: "calculations that are refused", Run: taxBadCalculations},
	})
}

func taxPermissions(_ *testing.T, owner *apptest.Caller) {
	id := owner.CreateTax(nil)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"},
		{"PUT", "/" + id + "/update", "update"},
		{"DELETE", "/" + id + "/delete", "delete"}, {"POST", "/calculate", "view"},
	} {
		none.Do(p.method, apptest.Taxes+p.path, apptest.LaundryTax()).Refused(403, "taxes."+p.flag)
		stranger.Do(p.method, apptest.Taxes+p.path, apptest.LaundryTax()).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, "/api/taxes/"+owner.Org+p.path, apptest.LaundryTax()).Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	for _, foreign := range []string{id, apptest.Nobody, "x"} {
		elsewhere.Get(apptest.Taxes+"/"+foreign).Refused(404, "no such tax")
		elsewhere.Put(apptest.Taxes+"/"+foreign+"/update", object{"name": "Mine"}).Refused(404, "no such tax")
		elsewhere.Delete(apptest.Taxes+"/"+foreign+"/delete").Refused(404, "no such tax")
	}
}

func taxSeeds(t *testing.T, owner *apptest.Caller) {
	list := owner.Get(apptest.Taxes+"/list").Want(200).Is(7, "pagination", "total")
	for i, want := range []object{
		{"from": "2025-09-22", "to": "", "low": 5.0},
		{"from": "2022-07-18", "to": "2025-09-21", "low": 12.0},
	} {
		list.Is(want["from"], "data", i, "from").Is(want["to"], "data", i, "to").Is("GST on rooms", "data", i, "name").
			Is("gst", "data", i, "kind").
			Is("room-night", "data", i, "appliesTo").Is("996311", "data", i, "sac").Is(true, "data", i, "isActive").
			Is(true, "data", i, "isSeeded").Is(nil, "data", i, "rate").
			Is([]any{map[string]any{"upTo": 7500.0, "rate": want["low"]}, map[string]any{"upTo": nil, "rate": 18.0}}, "data", i,
				"slabs")
	}
	services := map[string]string{}
	for _, one := range owner.Get(apptest.Taxes + "/list?appliesTo=service").Want(200).List("data") {
		tax := one.(map[string]any)
		services[tax["name"].(string)] = fmt.Sprint(tax["kind"], " ", tax["rate"], " ", tax["sac"])
	}
	if want := map[string]string{"Food and beverages": "gst 5 996332", "Minibar": "gst 5 996332",
		"Laundry": "gst 18 999712", "Transport": "gst 5 996412", "Damages": "non-gst 0 "}; !maps.Equal(services, want) {
		t.Errorf("a new hotel has %v, want %v", services, want)
	}
	dollars := owner.AnotherHotel(object{"currency": "USD"})
	if n := dollars.Get(apptest.Taxes+"/list").Want(200).Number("pagination", "total"); n != 0 {
		t.Errorf("a hotel with another currency has %v taxes", n)
	}
}

// Premises that become specified ones charge 18 % on food from that day on, and 5 % again when they cease to be.
func taxOnFood(t *testing.T, owner *apptest.Caller) {
	food := func(on string) (id string, rate any) {
		t.Helper()
		for _, one := range owner.Get(apptest.Taxes + "/list?limit=100&appliesTo=service&on=" + on).Want(200).List("data") {
			if tax := one.(map[string]any); tax["name"] == "Food and beverages" {
				if id != "" {
					t.Errorf("two taxes on food are in force on %s", on)
				}
				id, rate = tax["_id"].(string), tax["rate"]
			}
		}
		return id, rate
	}
	specified := func(is bool) {
		owner.Put("/api/accounts/{org}/settings", object{"specifiedPremises": is}).Want(200).
			Is(is, "data", "specifiedPremises")
	}
	before, _ := food("2026-04-14")
	specified(true)
	if id, rate := food("2026-04-14"); rate != 18.0 || id == before {
		t.Errorf("food at specified premises bears %v", rate)
	}
	if id, rate := food("2026-04-13"); rate != 5.0 || id != before {
		t.Errorf("food of the day before bears %v", rate)
	}
	specified(true)
	specified(false)
	if _, rate := food("2026-04-14"); rate != 5.0 {
		t.Errorf("food bears %v when the premises are no specified ones any more", rate)
	}
	specified(true)
	if _, rate := food("2026-05-01"); rate != 18.0 {
		t.Errorf("food at specified premises bears %v", rate)
	}
}

func taxFields(t *testing.T, owner *apptest.Caller) {
	made := owner.Post(apptest.Taxes+"/create", apptest.LaundryTax()).Want(201)
	id := made.Text("data", "_id")
	for _, a := range []apptest.Answer{made, owner.Get(apptest.Taxes + "/" + id),
		owner.Put(apptest.Taxes+"/"+id+"/update", nil), owner.Put(apptest.Taxes+"/"+id+"/update", made.At("data"))} {
		a.Want(a.Status).Is(id, "data", "_id").Is(owner.Org, "data", "orgId").
			Is("2026-04-14T06:30:00.000Z", "data", "createdAt").Is("2026-04-14T06:30:00.000Z", "data", "updatedAt").
			Is(true, "data", "isActive").Is(false, "data", "isSeeded").Is([]any{}, "data", "slabs")
		for name, value := range apptest.LaundryTax() {
			a.Is(value, "data", name)
		}
		if n := len(a.At("data").(map[string]any)); n != 15 {
			t.Errorf("a tax has %d fields, want 15: %s", n, a.Raw)
		}
	}
	slabs := owner.Post(apptest.Taxes+"/create", object{"name": "Bed tax", "kind": "other", "appliesTo": "room-night",
		"slabs": []any{object{"upTo": 1000.5, "rate": 0}, object{"upTo": 5000, "rate": 2.25}, object{"rate": 4}}}).Want(201)
	slabs.Is("2026-04-14", "data", "from").Is("", "data", "to").Is("996311", "data", "sac").Is(nil, "data", "rate").
		Is(1000.5, "data", "slabs", 0, "upTo").Is(2.25, "data", "slabs", 1, "rate").Is(nil, "data", "slabs", 2, "upTo")
	again := owner.With("Idempotency-Key", "once")
	first := again.Post(apptest.Taxes+"/create", apptest.LaundryTax()).Want(201)
	again.Post(apptest.Taxes+"/create", apptest.LaundryTax()).Want(201).Is(first.At("data", "_id"), "data", "_id")
}

func taxRefusals(_ *testing.T, owner *apptest.Caller) {
	create := func(fields object) apptest.Answer {
		return owner.Post(apptest.Taxes+"/create", apptest.LaundryTax().Merged(fields))
	}
	for _, rate := range []any{-1, 100.01, 2.555, "18", "1e999"} {
		create(object{"rate": rate}).Bad("rate")
	}
	for _, sac := range []string{"123", "123456789", "99 71", "99971x", "९९६३११"} {
		create(object{"sac": sac}).Bad("sac")
	}
	create(object{"name": " "}).Bad("name")
	create(object{"kind": "exempt", "rate": 5}).Bad("rate")
	create(object{"kind": "exempt", "rate": 0, "appliesTo": "room-night"}).Bad("appliesTo")
	create(object{"kind": "non-gst", "appliesTo": "room-night"}).Bad("appliesTo")
	create(object{"kind": "vat"}).Bad("kind")
	create(object{"appliesTo": "rooms"}).Bad("appliesTo")
	create(object{"from": "2026-02-30"}).Bad("from")
	create(object{"to": "2026-3-31"}).Bad("to")
	create(object{"to": "2026-03-31"}).Bad("to")
	create(object{"rate": nil}).Bad("rate")
	night := object{"appliesTo": "room-night", "rate": nil}
	create(night.Merged(object{"slabs": []any{}})).Bad("rate")
	create(night.Merged(object{"rate": 5, "slabs": []any{object{"rate": 5}}})).Bad("slabs").Bad("rate")
	create(night.Merged(object{"slabs": []any{object{"upTo": 100, "rate": 5}}})).Bad("slabs[0].upTo")
	create(night.Merged(object{"slabs": []any{object{"rate": 5}, object{"rate": 18}}})).Bad("slabs[0].upTo")
	create(night.Merged(object{"slabs": []any{object{"upTo": 100, "rate": 5}, object{"upTo": 100, "rate": 7},
		object{"rate": 18}}})).Bad("slabs[1].upTo")
	create(night.Merged(object{"slabs": []any{object{"upTo": 100.001, "rate": 5}, object{"rate": 18.001}}})).
		Bad("slabs[0].upTo").Bad("slabs[1].rate")
	create(object{"rate": nil, "slabs": []any{object{"upTo": 100, "rate": 5}, object{"rate": 18}}}).Bad("slabs")
	create(object{"sac": "x", "to": "x", "rate": 2.001}).Bad("sac").Bad("to").Bad("rate")
}

func taxChanges(t *testing.T, owner *apptest.Caller) {
	id := owner.CreateTax(nil)
	owner.Server.Clock.Advance(time.Minute)
	owner.Put(apptest.Taxes+"/"+id+"/update", object{"rate": 12.5, "to": nil, "sac": nil}).Want(200).
		Is(12.5, "data", "rate").Is("", "data", "to").Is("", "data", "sac").Is("GST on laundry", "data", "name").
		Is("2026-04-14T06:31:00.000Z", "data", "updatedAt")
	entry := owner.Get("/api/audit/{org}/by-resource/tax/"+id).Want(200).Is("tax.updated", "data", 0, "action").
		Is("tax.created", "data", 1, "action")
	changes := map[string]any{"rate": map[string]any{"old": 18.0, "new": 12.5},
		"to": map[string]any{"old": "2027-03-31", "new": ""}, "sac": map[string]any{"old": "999712", "new": ""}}
	entry.Is(changes, "data", 0, "details", "changes")
	owner.Put(apptest.Taxes+"/"+id+"/update", object{"rate": 12.5}).Want(200)
	if n := len(owner.Get("/api/audit/{org}/by-resource/tax/" + id).List("data")); n != 2 {
		t.Errorf("%d audit entries, want 2: nothing changed the second time", n)
	}
	owner.Put(apptest.Taxes+"/"+id+"/update", object{"appliesTo": "room-night",
		"slabs": []any{object{"upTo": 2000, "rate": 5}, object{"rate": 12}}}).Want(200).
		Is(nil, "data", "rate").Is(2000, "data", "slabs", 0, "upTo").Is("996311", "data", "sac")
	for field, value := range map[string]any{"name": nil, "kind": nil, "appliesTo": "service", "from": nil,
		"isActive": nil, "to": "2026-03-31", "rate": 101} {
		name := field
		if field == "appliesTo" {
			name = "slabs" // they are for nights alone
		}
		owner.Put(apptest.Taxes+"/"+id+"/update", object{field: value}).Bad(name)
	}
}

func taxBeginnings(_ *testing.T, owner *apptest.Caller) {
	night := apptest.LaundryTax().Merged(object{"appliesTo": "room-night", "from": "2025-09-22", "to": nil})
	owner.Post(apptest.Taxes+"/create", night).Bad("from")
	owner.Post(apptest.Taxes+"/create", night.Merged(object{"kind": "other"})).Want(201)
	off := owner.Post(apptest.Taxes+"/create", night.Merged(object{"isActive": false})).Want(201).Text("data", "_id")
	owner.Put(apptest.Taxes+"/"+off+"/update", object{"isActive": true}).Bad("from")
	owner.Put(apptest.Taxes+"/"+off+"/update", object{"isActive": true, "from": "2025-09-23"}).Want(200)
	owner.CreateTax(nil)
	owner.CreateTax(nil) // services name theirs, so these may be alike
}

func taxRace(t *testing.T, owner *apptest.Caller) {
	statuses := make([]int, 20)
	apptest.Together(len(statuses), func(i int) {
		a, err := owner.Try("POST", "/api/taxes/{org}/create", apptest.LaundryTax().
			Merged(object{"appliesTo": "room-night", "from": "2030-04-01", "to": nil, "rate": i}))
		if err != nil {
			t.Error(err)
		}
		statuses[i] = a.Status
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

func taxDeleted(_ *testing.T, owner *apptest.Caller) {
	id := owner.CreateTax(nil)
	owner.Delete(apptest.Taxes+"/"+id+"/delete").Want(200).Is(nil, "data")
	owner.Get(apptest.Taxes+"/"+id).Refused(404, "no such tax")
	owner.Get("/api/audit/{org}/logs?action=tax.deleted").Want(200).Is(id, "data", 0, "resourceId").
		Is(18, "data", 0, "details", "rate")
	seeded := owner.Get(apptest.Taxes+"/list").Want(200).Text("data", 0, "_id")
	owner.Delete(apptest.Taxes+"/"+seeded+"/delete").Refused(400, "end it with to")
	owner.Put(apptest.Taxes+"/"+seeded+"/update", object{"isActive": false}).Want(200)
}

// A tax that was charged stays as it is.
func taxCharged(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	booking := owner.Book("2026-04-14", "2026-04-16", room)
	id := owner.CreateTax(nil)
	owner.Post(apptest.BookingPath(booking, "/charges"), object{"description": "Laundry", "unitPrice": 118, "taxId": id}).
		Want(201)
	owner.Delete(apptest.Taxes+"/"+id+"/delete").Refused(400, "charged already")
	for field, value := range map[string]any{"name": "Other", "rate": 5, "kind": "other", "appliesTo": "room-night",
		"from": "2026-03-01"} {
		owner.Put(apptest.Taxes+"/"+id+"/update", object{field: value}).Bad(field)
	}
	owner.Put(apptest.Taxes+"/"+id+"/update", object{"to": "2026-04-14", "sac": "9997", "isActive": false}).Want(200)
	owner.Post(apptest.BookingPath(booking, "/charges"), object{"description": "Laundry", "unitPrice": 118, "taxId": id}).
		Refused(400, "switched off")
}

func taxList(t *testing.T, owner *apptest.Caller) {
	owner.Server.Clock.Advance(time.Second)
	newest := owner.CreateTax(nil)
	owner.Server.Clock.Advance(time.Second)
	off := owner.CreateTax(object{"kind": "other", "isActive": false})
	owner.Get(apptest.Taxes+"/list?limit=1").Want(200).Is(off, "data", 0, "_id").Is(9, "pagination", "total").
		Is(9, "pagination", "totalPages")
	for query, want := range map[string]float64{
		"kind=gst": 7, "kind=other": 1, "kind=non-gst": 1, "kind=exempt": 0, "appliesTo=service": 7,
		"appliesTo=room-night": 2, "on=2025-09-21": 6, "on=2026-04-14": 7, "on=2022-07-17": 5,
		"on=2027-03-31&appliesTo=service": 6, "on=2027-04-01&appliesTo=service": 5,
	} {
		if got := owner.Get(apptest.Taxes+"/list?"+query).Want(200).Number("pagination", "total"); got != want {
			t.Errorf("%s lists %v taxes, want %v", query, got, want)
		}
	}
	owner.Get(apptest.Taxes+"/list?kind=gst&appliesTo=service").Want(200).Is(newest, "data", 0, "_id")
	owner.Get(apptest.Taxes + "/list?kind=vat").Bad("kind")
	owner.Get(apptest.Taxes + "/list?on=2026-02-30").Bad("on")
	owner.Get(apptest.Taxes + "/list?limit=101").Bad("limit")
}

// A hotel that corrects the currency that it signed up with gets India's taxes, once.
func taxCurrency(t *testing.T, owner *apptest.Caller) {
	hotel := owner.AnotherHotel(object{"currency": "USD"})
	for range 2 {
		for _, currency := range []string{"INR", "USD"} {
			hotel.Put("/api/organization/{org}/update", object{"currency": currency}).Want(200)
			if n := hotel.Later(3*time.Second).Get(apptest.Taxes+"/list").Want(200).Number("pagination", "total"); n != 7 {
				t.Errorf("with %s it has %v taxes", currency, n)
			}
		}
	}
}

func calculate(c *apptest.Caller, fields object) apptest.Answer {
	c.Server.T.Helper()
	return c.Post(apptest.Taxes+"/calculate", fields)
}

func taxAcrossTheChange(_ *testing.T, owner *apptest.Caller) {
	a := calculate(owner, object{"checkIn": "2025-09-20", "checkOut": "2025-09-24", "ratePerNight": 5000, "rooms": 3,
		"pricesIncludeTax": false}).Want(200)
	for i, night := range []object{
		{"date": "2025-09-20", "taxRate": 12, "cgst": 300, "totalAmount": 5600},
		{"date": "2025-09-21", "taxRate": 12, "cgst": 300, "totalAmount": 5600},
		{"date": "2025-09-22", "taxRate": 5, "cgst": 125, "totalAmount": 5250},
		{"date": "2025-09-23", "taxRate": 5, "cgst": 125, "totalAmount": 5250},
	} {
		for field, value := range night.Merged(object{"sgst": night["cgst"], "utgst": 0, "otherTax": 0, "price": 5000,
			"taxableValue": 5000, "taxName": "GST on rooms"}) {
			a.Is(value, "data", "nights", i, field)
		}
	}
	a.Is("tax_invoice", "data", "documentType").Is("27", "data", "placeOfSupply", "stateCode").
		Is("Maharashtra", "data", "placeOfSupply", "state").Is(3, "data", "rooms").
		Is(60000, "data", "taxableValue").Is(2550, "data", "cgst").Is(2550, "data", "sgst").Is(5100, "data", "taxAmount").
		Is(65100, "data", "totalAmount")
	// The same with prices that include the tax, as a new hotel's do.
	inside := calculate(owner, object{"checkIn": "2025-09-21", "checkOut": "2025-09-23", "ratePerNight": 5000}).Want(200).
		Is(true, "data", "pricesIncludeTax")
	inside.Is(4464.28, "data", "nights", 0, "taxableValue").Is(267.86, "data", "nights", 0, "cgst").
		Is(4761.9, "data", "nights", 1, "taxableValue").Is(119.05, "data", "nights", 1, "sgst").
		Is(10000, "data", "totalAmount").Is(9226.18, "data", "taxableValue").Is(773.82, "data", "taxAmount")
	calculate(owner, object{"checkIn": "2022-07-17", "checkOut": "2022-07-19", "ratePerNight": 1000,
		"pricesIncludeTax": false}).Want(200).
		Is("", "data", "nights", 0, "taxName").Is(0, "data", "nights", 0, "taxAmount").Is(12, "data", "nights", 1, "taxRate").
		Is(2120, "data", "totalAmount")
}

func taxMixedPrices(_ *testing.T, owner *apptest.Caller) {
	calculate(owner, object{"checkIn": "2026-04-17", "checkOut": "2026-04-20", "rates": []any{7500, 7500.01, 9000},
		"pricesIncludeTax": false}).Want(200).
		Is(5, "data", "nights", 0, "taxRate").Is(375, "data", "nights", 0, "taxAmount").
		Is(18, "data", "nights", 1, "taxRate").Is(8850.01, "data", "nights", 1, "totalAmount").
		Is(1620, "data", "nights", 2, "taxAmount").Is(24000.01, "data", "taxableValue").Is(1672.5, "data", "cgst").
		Is(1672.5, "data", "sgst").Is(27345.01, "data", "totalAmount")
	calculate(owner, object{"checkIn": "2026-04-17", "checkOut": "2026-04-20", "rates": []any{7875, 7875.01, 8850}}).
		Want(200).
		Is(5, "data", "nights", 0, "taxRate").Is(7500, "data", "nights", 0, "taxableValue").
		Is(18, "data", "nights", 1, "taxRate").Is(6673.73, "data", "nights", 1, "taxableValue").
		Is(18, "data", "nights", 2, "taxRate").Is(7500, "data", "nights", 2, "taxableValue").
		Is(24600.01, "data", "totalAmount")
}

func taxUnionTerritory(_ *testing.T, owner *apptest.Caller) {
	calculate(owner.AnotherHotel(object{"gstin": "04AAPFU0939F1Z3"}),
		object{"checkIn": "2026-04-17", "checkOut": "2026-04-18", "ratePerNight": 1000, "pricesIncludeTax": false}).Want(200).
		Is(25, "data", "cgst").Is(0, "data", "sgst").Is(25, "data", "utgst").Is(0, "data", "nights", 0, "sgst").
		Is(25, "data", "nights", 0, "utgst").Is(1050, "data", "totalAmount").
		Is("Chandigarh", "data", "placeOfSupply", "state")
	calculate(owner.AnotherHotel(object{"gstin": "07AAPFU0939F1ZX"}),
		object{"checkIn": "2026-04-17", "checkOut": "2026-04-18", "ratePerNight": 1000}).Want(200).Is(0, "data", "utgst")
}

func taxUnregistered(_ *testing.T, owner *apptest.Caller) {
	hotel := owner.AnotherHotel()
	asked := object{"checkIn": "2026-04-17", "checkOut": "2026-04-19", "ratePerNight": 9000}
	calculate(hotel, asked).Want(200).Is("bill_of_supply", "data", "documentType").
		Is("", "data", "placeOfSupply", "stateCode").Is(0, "data", "taxAmount").Is(18000, "data", "totalAmount").
		Is("", "data", "nights", 0, "taxName").Is(0, "data", "nights", 0, "taxRate")
	hotel.Post(apptest.Taxes+"/create", object{"name": "City tax", "kind": "other", "appliesTo": "room-night", "rate": 2,
		"from": "2026-04-18"}).Want(201)
	calculate(hotel, asked.Merged(object{"pricesIncludeTax": false})).Want(200).Is(0, "data", "nights", 0, "taxAmount").
		Is("City tax", "data", "nights", 1, "taxName").
		Is(180, "data", "nights", 1, "otherTax").Is(18180, "data", "totalAmount")
	// With a GSTIN, GST comes first.
	hotel.Put("/api/organization/{org}/update", object{"gstin": "27AAPFU0939F1ZV"}).Want(200)
	calculate(hotel, asked).Want(200).Is("tax_invoice", "data", "documentType").
		Is("GST on rooms", "data", "nights", 1, "taxName").Is(0, "data", "otherTax")
}

func taxNewLaw(_ *testing.T, owner *apptest.Caller) {
	owner.Post(apptest.Taxes+"/create", object{"name": "GST on rooms", "kind": "gst", "appliesTo": "room-night",
		"from": "2026-10-01", "slabs": []any{object{"upTo": 10000, "rate": 6}, object{"rate": 20}}}).Want(201)
	calculate(owner, object{"checkIn": "2026-09-30", "checkOut": "2026-10-02", "ratePerNight": 9000,
		"pricesIncludeTax": false}).Want(200).
		Is(18, "data", "nights", 0, "taxRate").Is(6, "data", "nights", 1, "taxRate")
}

// A stay across the change of rates is billed as it was calculated, whether prices include the tax or not.
func taxBilled(t *testing.T, owner *apptest.Caller) {
	owner.Server.Clock.Set(time.Date(2025, 9, 20, 6, 30, 0, 0, time.UTC))
	owner = owner.Server.Login(owner.Org, owner.Email)
	room := owner.CreateRooms(1)[0]
	from := time.Date(2025, 9, 21, 0, 0, 0, 0, time.UTC)
	for n, price := range []float64{5000, 7500, 7500.01, 7875, 7875.01, 8850, 12345.67, 0.07} {
		inclusive := n%2 == 0
		owner.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": inclusive}).Want(200)
		in, out := from.Format("2006-01-02"), from.AddDate(0, 0, 2).Format("2006-01-02")
		booked := apptest.Stay(in, out, room)
		booked["rooms"].([]object)[0]["ratePerNight"] = price
		id := owner.Post("/api/bookings/{org}/create", booked).Want(201).Text("data", "bookingId")
		billed := owner.Post("/api/invoices/{org}/create", object{"bookingId": id}).Want(201)
		asked := calculate(owner, object{"checkIn": in, "checkOut": out, "ratePerNight": price}).Want(200).
			Is(inclusive, "data", "pricesIncludeTax")
		for calculated, shown := range map[string]string{"taxableValue": "subtotal", "cgst": "cgst", "sgst": "sgst",
			"taxAmount": "taxAmount", "totalAmount": "totalAmount"} {
			billed.Is(asked.At("data", calculated), "data", shown)
		}
		for night := range 2 {
			for _, field := range []string{"taxRate", "taxName", "taxableValue", "cgst", "totalAmount", "date"} {
				billed.Is(asked.At("data", "nights", night, field), "data", "lines", night, field)
			}
		}
		owner.Delete("/api/invoices/{org}/" + billed.Text("data", "_id") + "/delete").Want(200)
		owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "Tried"}).Want(200)
	}
}

func taxBadCalculations(_ *testing.T, owner *apptest.Caller) {
	good := object{"checkIn": "2026-04-17", "checkOut": "2026-04-19", "ratePerNight": 5000}
	for field, values := range map[string][]any{
		"checkIn":      {"2026-02-30", "x", nil},
		"checkOut":     {"2026-04-17", "2026-04-16", "2027-04-18", "x"},
		"ratePerNight": {-1, 0.001, nil, "5"},
		"rooms":        {0, 101, 1.5},
		"rates":        {[]any{1, 2}},
	} {
		for _, value := range values {
			calculate(owner, good.Merged(object{field: value})).Bad(field)
		}
	}
	calculate(owner, good.Merged(object{"ratePerNight": 1e13, "rooms": 1})).Bad("ratePerNight")
	calculate(owner, good.Merged(object{"ratePerNight": nil, "rates": []any{5000}})).Bad("rates")
	calculate(owner, good.Merged(object{"ratePerNight": nil, "rates": []any{5000, -1}})).Bad("rates[1]")
	calculate(owner, good.Merged(object{"checkOut": "2027-04-17"})).Want(200) // 365 nights
}
