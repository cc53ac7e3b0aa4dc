package rateplan_test

import (
	"fmt"
	"slices"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestRatePlans(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "plans", Run: plans},
		{Name: "products", Run: products},
		{Name: "deriving", Run: deriving},
		{Name: "in a circle at the same time", Run: circles},
		{Name: "policies", Run: policies},
		{Name: "age bands", Run: bands},
		{Name: "services", Run: services},
	})
}

func plan(owner *apptest.Caller, code string) string {
	owner.Server.T.Helper()
	return owner.Post("/api/rate-plans/{org}/create", object{"code": code, "name": "Plan"}).Want(201).Text("data", "_id")
}

func category(owner *apptest.Caller, name string) string {
	owner.Server.T.Helper()
	return owner.Post("/api/room-categories/{org}/create", object{"name": name, "baseRate": 4000}).Want(201).
		Text("data", "_id")
}

// product sells the plan in the category at 5000, unless the fields say otherwise.
func product(owner *apptest.Caller, plan, category string, fields object) string {
	owner.Server.T.Helper()
	body := object{"categoryId": category, "defaultPrice": 5000}.Merged(fields)
	return owner.Post("/api/rate-plans/{org}/"+plan+"/products/create", body).Want(201).Text("data", "_id")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	bar := plan(owner, "BAR")
	deluxe := category(owner, "Deluxe")
	sold := product(owner, bar, deluxe, nil)
	keeper := owner.Member("Keeper", object{"rooms": object{"view": true, "create": true, "update": true}})
	none := owner.Member("Porter", object{"bookings": object{"manage": true}})
	elsewhere := owner.AnotherHotel()
	for _, at := range []string{"/api/rate-plans/{org}/" + bar, "/api/rate-plans/{org}/" + bar + "/products/" + sold} {
		keeper.Get(at).Want(200)
		keeper.Put(at+"/update", object{}).Refused(403, "rooms.manage")
		keeper.Delete(at+"/delete").Refused(403, "rooms.delete")
		none.Get(at).Refused(403, "rooms.view")
		elsewhere.Get(at).Refused(404, "")
		elsewhere.Put(at+"/update", object{}).Refused(404, "")
		elsewhere.Delete(at+"/delete").Refused(404, "")
		owner.Server.Anyone().Get("/api/rate-plans/"+owner.Org+"/"+bar).Refused(401, "")
	}
	theirs := plan(elsewhere, "BAR")
	elsewhere.Post("/api/rate-plans/{org}/"+theirs+"/products/create", object{"categoryId": deluxe, "defaultPrice": 1}).
		Bad("categoryId")
	elsewhere.Post("/api/rate-plans/{org}/"+bar+"/products/create", object{"categoryId": category(elsewhere, "Suite"),
		"defaultPrice": 1}).Refused(404, "no such rate plan")
}

func plans(t *testing.T, owner *apptest.Caller) {
	company := owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles"}).Want(201).Text("data", "_id")
	body := object{"code": "corp-1", "name": "Corporate", "mealPlan": "CP", "audience": "company",
		"companyIds": []any{company, company}, "promoCodes": []any{"diwali", "DIWALI"}, "bookFrom": "2026-04-01",
		"bookTo": "2026-09-30", "stayFrom": "2026-05-01", "stayTo": "2026-05-01", "minAdvanceHours": 24,
		"maxAdvanceDays": 0, "guarantee": "company", "isActive": false}
	made := owner.Post("/api/rate-plans/{org}/create", body).Want(201)
	made.Is("CORP-1", "data", "code").Is([]any{company}, "data", "companyIds").Is([]any{"DIWALI"}, "data", "promoCodes").
		Is("2026-05-01", "data", "stayTo").Is(0, "data", "maxAdvanceDays").Is(nil, "data", "noShowPolicyId").
		Is(false, "data", "isActive")
	at := "/api/rate-plans/{org}/" + made.Text("data", "_id")
	owner.Get(at).Want(200).Is(made.At("data"), "data")
	owner.Put(at+"/update", made.At("data")).Want(200).Is(made.At("data"), "data") // sent back whole
	plain := owner.Post("/api/rate-plans/{org}/create", object{"code": "BAR", "name": "Bar"}).Want(201)
	plain.Is("EP", "data", "mealPlan").Is("public", "data", "audience").Is("none", "data", "guarantee").
		Is(true, "data", "isActive").Is(nil, "data", "maxAdvanceDays").Is("", "data", "bookFrom").
		Is([]any{}, "data", "companyIds")
	owner.Get("/api/rate-plans/{org}/list").Want(200).Is("BAR", "data", 0, "code").Is("CORP-1", "data", 1, "code")
	for field, value := range map[string]any{"code": "bar", "name": nil, "mealPlan": "XX", "audience": "promo",
		"bookTo": "2026-03-31", "stayFrom": "2026-02-30", "companyIds": []any{}, "promoCodes": []any{""},
		"cancellationPolicyId": apptest.Nobody, "minAdvanceHours": -1} {
		wrong := field
		switch field {
		case "audience":
			wrong = "promoCodes"
			value = "promo"
			owner.Put(at+"/update", object{"audience": value, "promoCodes": nil}).Bad(wrong)
			continue
		case "promoCodes":
			wrong = "promoCodes[0]"
		}
		owner.Put(at+"/update", object{field: value}).Bad(wrong)
	}
	owner.Post("/api/rate-plans/{org}/create", object{"code": "A B", "name": "x"}).Bad("code")
	owner.Put(at+"/update", object{"companyIds": []any{company, apptest.Nobody}}).Bad("companyIds[1]")
	if n := len(owner.Get("/api/audit/{org}/logs?action=rate_plan.updated").Want(200).List("data")); n != 0 {
		t.Errorf("%d audit entries of changes that weren't made", n)
	}
	owner.Delete(at + "/delete").Want(200)
	owner.Get(at).Refused(404, "no such rate plan")
	owner.Get("/api/companies/{org}/"+company).Want(200).Is([]any{}, "data", "negotiatedPlans")
}

func products(_ *testing.T, owner *apptest.Caller) {
	bar, deluxe := plan(owner, "BAR"), category(owner, "Deluxe")
	other := plan(owner, "NR")
	sold := product(owner, bar, deluxe, object{"weekdayPrices": object{"sat": 7000, "sun": 6000},
		"occupancy": object{"extraAdult": 1000}})
	at := "/api/rate-plans/{org}/" + bar + "/products/" + sold
	owner.Get(at).Want(200).Is(5000, "data", "defaultPrice").Is(7000, "data", "weekdayPrices", "sat").
		Is(nil, "data", "weekdayPrices", "mon").Is(2, "data", "occupancy", "base").Is([]any{}, "data", "rules").
		Is(true, "data", "inherits", "closed")
	owner.Get("/api/rate-plans/{org}/"+other+"/products/"+sold).Refused(404, "no such product")
	owner.Put(at+"/update", object{"weekdayPrices": object{"sat": nil, "mon": 4500}, "occupancy": nil}).Want(200).
		Is(nil, "data", "weekdayPrices", "sat").Is(6000, "data", "weekdayPrices", "sun").
		Is(4500, "data", "weekdayPrices", "mon")
	owner.Put(at+"/update", object{"weekdayPrices": nil}).Want(200).Is(nil, "data", "weekdayPrices", "sun")
	create := func(fields object) apptest.Answer {
		return owner.Post("/api/rate-plans/{org}/"+other+"/products/create", object{"categoryId": deluxe,
			"defaultPrice": 1}.Merged(fields))
	}
	create(object{"defaultPrice": nil}).Bad("defaultPrice")
	create(object{"defaultPrice": 1.005}).Bad("defaultPrice")
	create(object{"rules": []any{object{"op": "add", "unit": "amount", "value": 1}}}).Bad("rules")
	create(object{"parentProductId": sold}).Bad("defaultPrice")
	create(object{"parentProductId": sold, "defaultPrice": nil, "weekdayPrices": object{"fri": 1}}).Bad("weekdayPrices")
	create(object{"parentProductId": apptest.Nobody, "defaultPrice": nil}).Bad("parentProductId")
	create(object{"parentProductId": sold, "defaultPrice": nil,
		"rules": []any{object{"op": "add", "unit": "percent", "value": 100.01}}}).Bad("rules[0].value")
	create(object{"occupancy": object{"children": []any{object{"ageBandId": apptest.Nobody, "price": 1}}}}).
		Bad("occupancy.children[0].ageBandId")
	owner.Post("/api/rate-plans/{org}/"+bar+"/products/create", object{"categoryId": deluxe, "defaultPrice": 1}).
		Bad("categoryId")
	empty := category(owner, "Suite")
	product(owner, bar, empty, nil)
	owner.Delete("/api/room-categories/{org}/"+empty+"/delete").Refused(400, "Rate plans sell the category Suite")
	owner.Put("/api/rates/{org}/bulk", object{"changes": []any{object{"productIds": []any{sold}, "from": "2026-05-01",
		"to": "2026-05-02", "price": 1}}}).Want(200)
	owner.Delete(at + "/delete").Want(200) // with its cells
	owner.Get("/api/rates/{org}/calendar?productId="+sold).Want(200).Is([]any{}, "data", "products")
}

func deriving(_ *testing.T, owner *apptest.Caller) {
	deluxe := category(owner, "Deluxe")
	var plans, chain []string
	for i := range 5 {
		plans = append(plans, plan(owner, fmt.Sprint("P", i)))
	}
	chain = append(chain, product(owner, plans[0], deluxe, nil))
	derive := func(i int) apptest.Answer {
		return owner.Post("/api/rate-plans/{org}/"+plans[i]+"/products/create", object{"categoryId": deluxe,
			"parentProductId": chain[i-1]})
	}
	for i := 1; i <= 3; i++ {
		chain = append(chain, derive(i).Want(201).Text("data", "_id"))
	}
	derive(4).Bad("parentProductId").Refused(400, "more than 3 deep")
	at := func(i int) string { return "/api/rate-plans/{org}/" + plans[i] + "/products/" + chain[i] }
	owner.Put(at(0)+"/update", object{"parentProductId": chain[2], "defaultPrice": nil}).Bad("parentProductId")
	owner.Put(at(1)+"/update", object{"parentProductId": chain[1]}).Bad("parentProductId")
	owner.Delete(at(1)+"/delete").Refused(400, "derive from this one")
	owner.Put(at(1)+"/update", object{"parentProductId": nil, "defaultPrice": 4000}).Want(200)
	derive(4).Want(201)
	owner.Delete(at(0) + "/delete").Want(200)
}

// Of two products that are to derive from each other at the same moment, one does.
func circles(t *testing.T, owner *apptest.Caller) {
	deluxe := category(owner, "Deluxe")
	plans := []string{plan(owner, "A"), plan(owner, "B")}
	sold := []string{product(owner, plans[0], deluxe, nil), product(owner, plans[1], deluxe, nil)}
	apptest.CountStatuses(t, 2, map[int]int{200: 1, 400: 1}, func(i int) (apptest.Answer, error) {
		return owner.Try("PUT", "/api/rate-plans/{org}/"+plans[i]+"/products/"+sold[i]+"/update",
			object{"parentProductId": sold[1-i], "defaultPrice": nil})
	})
	owner.Get("/api/rates/{org}/calendar").Want(200).Is(5000, "data", "products", 1, "days", 0, "price", "value")
}

func policies(_ *testing.T, owner *apptest.Caller) {
	step := func(until any, kind string, value any) object {
		return object{"untilHoursBeforeCheckIn": until, "fee": object{"kind": kind, "value": value}}
	}
	create := func(kind string, steps ...any) apptest.Answer {
		return owner.Post("/api/policies/{org}/create", object{"name": "Policy", "kind": kind, "steps": steps})
	}
	made := create("cancellation", step(48, "fixed", 0), step(24, "nights", 1), step(nil, "percentOfStay", 33.5)).
		Want(201)
	made.Is("Cancelling is free until 48 hours before check-in. Until 24 hours before check-in, cancelling costs the "+
		"price of the first night. After that, it costs 33.5 % of the price of the stay.", "data", "text").
		Is([]any{step(48, "fixed", 0), step(24, "nights", 1), step(nil, "percentOfStay", 33.5)}, "data", "steps")
	at := "/api/policies/{org}/" + made.Text("data", "_id")
	owner.Put(at+"/update", object{"name": "Strict", "steps": []any{step(nil, "percentOfStay", 100)}}).Want(200).
		Is("Cancelling costs the price of the whole stay at any time.", "data", "text").Is("Strict", "data", "name")
	create("cancellation", step(24, "fixed", 0)).Bad("steps[0].untilHoursBeforeCheckIn")
	create("cancellation", step(nil, "fixed", 0), step(nil, "fixed", 0)).Bad("steps[0].untilHoursBeforeCheckIn")
	create("cancellation", step(24, "fixed", 0), step(48, "fixed", 0), step(nil, "fixed", 0)).
		Bad("steps[1].untilHoursBeforeCheckIn")
	create("noShow", step(24, "fixed", 0), step(nil, "fixed", 0)).Bad("steps")
	create("noShow", step(nil, "nights", 1.5)).Bad("steps[0].fee.value")
	create("noShow", step(nil, "percentOfStay", 101)).Bad("steps[0].fee.value")
	create("cancellation").Bad("steps")
	noShow := create("noShow", step(nil, "nights", 1)).Want(201).Text("data", "_id")
	owner.Post("/api/rate-plans/{org}/create", object{"code": "A", "name": "A", "cancellationPolicyId": noShow}).
		Bad("cancellationPolicyId")
	owner.Post("/api/rate-plans/{org}/create", object{"code": "A", "name": "A", "noShowPolicyId": noShow}).Want(201)
	owner.Delete("/api/policies/{org}/"+noShow+"/delete").Refused(400, "rate plan")
	owner.Delete(at + "/delete").Want(200)
	owner.AnotherHotel().Get("/api/policies/{org}/"+noShow).Refused(404, "no such policy")
}

func bands(t *testing.T, owner *apptest.Caller) {
	create := func(from, to int) apptest.Answer {
		return owner.Post("/api/age-bands/{org}/create", object{"name": "Band", "minAge": from, "maxAge": to})
	}
	child := create(6, 11).Want(201).Text("data", "_id")
	create(4, 17).Bad("maxAge")
	create(0, 5).Want(201)
	create(11, 12).Bad("minAge")
	create(12, 11).Bad("maxAge")
	create(12, 18).Bad("maxAge")
	create(12, 12).Want(201)
	owner.Put("/api/age-bands/{org}/"+child+"/update", object{"maxAge": 12}).Bad("maxAge")
	owner.Put("/api/age-bands/{org}/"+child+"/update", object{"maxAge": 10}).Want(200).Is(10, "data", "maxAge")
	list := owner.Get("/api/age-bands/{org}/list").Want(200)
	var ages []float64
	for i := range list.List("data") {
		ages = append(ages, list.Number("data", i, "minAge"))
	}
	if !slices.Equal(ages, []float64{0, 6, 12}) {
		t.Errorf("the bands begin with %v", ages)
	}
	owner.Delete("/api/age-bands/{org}/" + child + "/delete").Want(200)
	owner.AnotherHotel().Get("/api/age-bands/{org}/"+child).Refused(404, "no such age band")
}

func services(_ *testing.T, owner *apptest.Caller) {
	sold := product(owner, plan(owner, "BAR"), category(owner, "Deluxe"), nil)
	tax := owner.Post("/api/taxes/{org}/create", apptest.LaundryTax()).Want(201).Text("data", "_id")
	body := object{"name": "Breakfast", "price": 450.5, "per": "personNight", "postOn": "everyNight", "taxId": tax,
		"includedIn": []any{sold, sold}, "isActive": true}
	made := owner.Post("/api/services/{org}/create", body).Want(201)
	made.Is([]any{sold}, "data", "includedIn").Is(450.5, "data", "price").Is(tax, "data", "taxId")
	at := "/api/services/{org}/" + made.Text("data", "_id")
	owner.Put(at+"/update", made.At("data")).Want(200).Is(made.At("data"), "data")
	owner.Put(at+"/update", object{"taxId": nil, "per": nil, "includedIn": nil, "price": 500}).Want(200).
		Is(nil, "data", "taxId").Is("item", "data", "per").Is([]any{}, "data", "includedIn").Is(500, "data", "price")
	nights := owner.Get("/api/taxes/{org}/list?appliesTo=room-night").Want(200).Text("data", 0, "_id")
	for field, value := range map[string]any{"name": nil, "price": -1, "per": "week", "postOn": "noon", "taxId": nights} {
		owner.Put(at+"/update", object{field: value}).Bad(field)
	}
	owner.Put(at+"/update", object{"taxId": apptest.Nobody}).Bad("taxId")
	owner.Put(at+"/update", object{"includedIn": []any{apptest.Nobody}}).Bad("includedIn[0]")
	owner.Get("/api/services/{org}/list").Want(200).Is("Breakfast", "data", 0, "name")
	owner.Delete(at + "/delete").Want(200)
	owner.AnotherHotel().Get(at).Refused(404, "no such service")
}
