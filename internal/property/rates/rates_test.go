package rates_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
)

type object = apptest.Object

func TestRates(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "the calendar", Run: calendar},
		{Name: "three verbs", Run: verbs},
		{Name: "derived cells", Run: derivedCells},
		{Name: "what is refused", Run: refused},
		{Name: "changes", Run: changes},
	})
}

// sells is a hotel that sells a plan at 5000, and one that derives from it by 10 % less.
type sells struct{ category, plan, product, derivedPlan, derived string }

func opens(owner *apptest.Caller) sells {
	s := sells{category: owner.Post("/api/room-categories/{org}/create", object{"name": "Deluxe", "baseRate": 4000}).
		Want(201).Text("data", "_id")}
	plan := func(code string) string {
		return owner.Post("/api/rate-plans/{org}/create", object{"code": code, "name": code}).Want(201).Text("data", "_id")
	}
	s.plan, s.derivedPlan = plan("bar"), plan("NR")
	s.product = owner.Post("/api/rate-plans/{org}/"+s.plan+"/products/create", object{"categoryId": s.category,
		"defaultPrice": 5000, "weekdayPrices": object{"fri": 6000.5, "sat": 6000.5}}).Want(201).Text("data", "_id")
	s.derived = owner.Post("/api/rate-plans/{org}/"+s.derivedPlan+"/products/create", object{"categoryId": s.category,
		"parentProductId": s.product, "rules": []any{object{"op": "sub", "unit": "percent", "value": 10}}}).Want(201).
		Text("data", "_id")
	return s
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	s := opens(owner)
	keeper := owner.Member("Housekeeping", object{"rooms": object{"view": true, "create": true, "update": true}})
	body := object{"changes": []any{object{"productIds": []any{s.product}, "from": "2026-04-20", "to": "2026-04-21",
		"price": 1}}}
	keeper.Put("/api/rates/{org}/bulk", body).Refused(403, "rooms.manage")
	keeper.Put("/api/rates/{org}/calendar", object{}).Refused(403, "rooms.manage")
	keeper.Get("/api/rates/{org}/calendar").Want(200)
	owner.Member("Waiter", object{"bookings": object{"manage": true}}).Get("/api/rates/{org}/calendar").
		Refused(403, "rooms.view")
	elsewhere := owner.AnotherHotel()
	elsewhere.Put("/api/rates/{org}/bulk", body).Bad("changes[0].productIds[0]")
	elsewhere.Get("/api/rates/{org}/calendar").Want(200).Is([]any{}, "data", "products")
	owner.Server.Anyone().Get("/api/rates/"+owner.Org+"/calendar").Refused(401, "")
}

func calendar(_ *testing.T, owner *apptest.Caller) {
	s := opens(owner)
	// 2026-04-14 is a Tuesday; so the 17th is a Friday.
	c := owner.Get("/api/rates/{org}/calendar?from=2026-04-16&to=2026-04-18&categoryId=" + s.category).Want(200)
	c.Is("BAR", "data", "products", 0, "planCode").
		Is(object{"date": "2026-04-16", "price": object{"value": 5000, "source": "default"}}, "data", "products", 0, "days",
			0).
		Is(object{"value": 6000.5, "source": "weekday"}, "data", "products", 0, "days", 1, "price").
		Is(object{"value": 4500, "source": "derived"}, "data", "products", 1, "days", 0, "price").
		Is(object{"value": 5400.45, "source": "derived"}, "data", "products", 1, "days", 2, "price")
	owner.Put("/api/rates/{org}/bulk", object{
		"changes": []any{object{"productIds": []any{s.product}, "from": "2026-04-01", "to": "2027-08-31",
			"days": []any{"fri"}, "price": 7000, "minStayArrival": 2, "closedToDeparture": true}},
		"categories": []any{object{"categoryIds": []any{s.category}, "from": "2026-04-17", "to": "2026-04-17",
			"sellLimit": 0, "overbooking": 1}}}).Want(200).Is(75, "data", "cells")
	c = owner.Get("/api/rates/{org}/calendar?from=2026-04-16&to=2026-04-18").Want(200)
	c.Is(object{"date": "2026-04-17", "price": object{"value": 7000, "source": "cell"},
		"minStayArrival":    object{"value": 2, "source": "cell"},
		"closedToDeparture": object{"value": true, "source": "cell"}}, "data", "products", 0, "days", 1).
		Is(object{"date": "2026-04-17", "price": object{"value": 6300, "source": "derived"},
			"minStayArrival":    object{"value": 2, "source": "derived"},
			"closedToDeparture": object{"value": true, "source": "derived"}}, "data", "products", 1, "days", 1).
		Is(object{"value": 6000.5, "source": "weekday"}, "data", "products", 0, "days", 2, "price").
		Is([]any{object{"date": "2026-04-17", "closed": false, "sellLimit": 0, "overbooking": 1}}, "data", "categories", 0,
			"days")
	owner.Get("/api/rates/{org}/calendar?from=2027-08-27&to=2027-09-03&productId="+s.product).Want(200).
		Is(7000, "data", "products", 0, "days", 0, "price", "value").
		Is(6000.5, "data", "products", 0, "days", 7, "price", "value")
	owner.Get("/api/rates/{org}/calendar").Want(200).Is("2026-04-14", "data", "from").Is("2026-05-14", "data", "to")
}

func verbs(t *testing.T, owner *apptest.Caller) {
	s := opens(owner)
	set := func(fields object) apptest.Answer {
		return owner.Put("/api/rates/{org}/calendar", object{"cells": []any{fields.Merged(object{"productId": s.product,
			"date": "2026-04-20"})}}).Want(200)
	}
	day := func(want object) {
		t.Helper()
		owner.Get("/api/rates/{org}/calendar?from=2026-04-20&to=2026-04-20&productId="+s.product).Want(200).
			Is(want.Merged(object{"date": "2026-04-20"}), "data", "products", 0, "days", 0)
	}
	cellOf := func(value any) object { return object{"value": value, "source": "cell"} }
	set(object{"price": 0, "minStayThrough": 3, "closed": true})
	day(object{"price": cellOf(0), "minStayThrough": cellOf(3), "closed": cellOf(true)})
	set(object{"maxStay": 5}) // the rest stays
	day(object{"price": cellOf(0), "minStayThrough": cellOf(3), "closed": cellOf(true), "maxStay": cellOf(5)})
	first := set(object{"price": nil, "minStayThrough": nil, "closed": false})
	day(object{"price": object{"value": 5000, "source": "default"}, "maxStay": cellOf(5)})
	again := set(object{"price": nil, "closed": nil}) // nothing differs: no change
	again.Is(first.Number("data", "changeId"), "data", "changeId").Is(1, "data", "cells")
	set(object{"maxStay": nil})
	day(object{"price": object{"value": 5000, "source": "default"}})
}

func derivedCells(_ *testing.T, owner *apptest.Caller) {
	s := opens(owner)
	write := func(fields object) apptest.Answer {
		return owner.Put("/api/rates/{org}/bulk", object{"changes": []any{object{"productIds": []any{s.product, s.derived},
			"from": "2026-04-20", "to": "2026-04-21"}.Merged(fields)}})
	}
	write(object{"price": 1}).Bad("changes[0].price").Refused(400, s.product)
	write(object{"price": nil}).Bad("changes[0].price")
	write(object{"closed": true, "maxStay": 4}).Bad("changes[0].closed").Bad("changes[0].maxStay")
	owner.Get("/api/rates/{org}/calendar?from=2026-04-20&to=2026-04-20&productId="+s.product).
		Is(5000, "data", "products", 0, "days", 0, "price", "value") // nothing was written
	at := "/api/rate-plans/{org}/" + s.derivedPlan + "/products/" + s.derived + "/update"
	owner.Put(at, object{"inherits": object{"maxStay": false}}).Want(200).Is(true, "data", "inherits", "price")
	write(object{"maxStay": 4}).Want(200)
	owner.Put(at, object{"inherits": object{"price": false}}).Bad("defaultPrice")
	owner.Put(at, object{"inherits": object{"price": false}, "defaultPrice": 4000, "rules": nil}).Want(200)
	write(object{"price": 4100}).Want(200)
	owner.Get("/api/rates/{org}/calendar?from=2026-04-20&to=2026-04-22&productId="+s.derived).
		Is(object{"value": 4100, "source": "cell"}, "data", "products", 0, "days", 0, "price").
		Is(object{"value": 4000, "source": "default"}, "data", "products", 0, "days", 2, "price")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	s := opens(owner)
	change := object{"productIds": []any{s.product}, "from": "2026-04-20", "to": "2026-04-21", "price": 1}
	bulk := func(change object) apptest.Answer {
		return owner.Put("/api/rates/{org}/bulk", object{"changes": []any{change}})
	}
	owner.Put("/api/rates/{org}/bulk", object{}).Bad("changes")
	owner.Put("/api/rates/{org}/calendar", object{"cells": []any{}}).Bad("cells")
	bulk(change.Without("price")).Bad("changes[0].price")
	bulk(change.Merged(object{"to": "2026-04-19"})).Bad("changes[0].to")
	bulk(change.Merged(object{"to": "2029-04-26"})).Bad("changes[0].to")
	bulk(change.Merged(object{"from": "2026-02-30"})).Bad("changes[0].from")
	bulk(change.Merged(object{"days": []any{"friday"}})).Bad("changes[0].days[0]")
	bulk(change.Merged(object{"price": -1})).Bad("changes[0].price")
	bulk(change.Merged(object{"price": 1.005})).Bad("changes[0].price")
	bulk(change.Merged(object{"minStayArrival": 0})).Bad("changes[0].minStayArrival")
	bulk(change.Merged(object{"productIds": []any{s.product, apptest.Nobody}})).Bad("changes[0].productIds[1]")
	owner.Put("/api/rates/{org}/calendar", object{"cells": []any{object{"productId": apptest.Nobody, "date": "2026-04-20",
		"price": 1}}}).Bad("cells[0].productId")
	owner.Put("/api/rates/{org}/calendar", object{"categories": []any{object{"categoryId": apptest.Nobody,
		"date": "2026-04-20", "closed": true}}}).Bad("categories[0].categoryId")
	owner.Get("/api/rates/{org}/calendar?from=2026-04-20&to=2026-04-19").Bad("to")
	owner.Get("/api/rates/{org}/calendar?from=2026-04-20&to=2029-04-19").Bad("to")
	owner.Get("/api/rates/{org}/changes").Want(200)
}

func changes(t *testing.T, owner *apptest.Caller) {
	s := opens(owner)
	all := owner.Get("/api/rates/{org}/changes").Want(200)
	if len(all.List("data")) != 4 { // two plans, two products
		t.Errorf("the changes are %s", all.Raw)
	}
	all.Is("rate_plan.created", "data", 0, "action").Is(s.plan, "data", 0, "resourceId")
	made := owner.Put("/api/rates/{org}/bulk", object{"changes": []any{object{"productIds": []any{s.product},
		"from": "2026-04-20", "to": "2026-04-21", "price": 1}}}).Want(200)
	since := owner.Get("/api/rates/{org}/changes?after=4").Want(200)
	since.Is(made.Number("data", "changeId"), "data", 0, "changeId").
		Is([]any{object{"productIds": []any{s.product}, "categoryIds": []any{}, "from": "2026-04-20", "to": "2026-04-21"}},
			"data", 0, "cells")
	owner.Get("/api/rates/{org}/changes?after=5").Want(200).Is([]any{}, "data")
	owner.Get("/api/audit/{org}/logs?action=rates.updated").Want(200).Is(2, "data", 0, "details", "cells")
}

// aCell is what a naive model keeps for a product's date: the fields that were set.
type aCell map[string]any

// Through the whole server: whatever bulk writes come, over years' ends and with weekdays, each date of each product
// has what a map of cells would have.
func TestRandomBulkWrites(t *testing.T) {
	apptest.RapidDefault(t, "checks", "12")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		person := s.Hotel()
		rapid.Check(t, func(r *rapid.T) {
			owner := s.Login(person.Org, person.Email).AnotherHotel(nil)
			h := opens(owner)
			second := owner.Post("/api/rate-plans/{org}/"+h.plan+"/products/create", object{"defaultPrice": 100,
				"categoryId": owner.Post("/api/room-categories/{org}/create", object{"name": "Suite", "baseRate": 1}).Want(201).
					Text("data", "_id")}).Want(201).Text("data", "_id")
			model := map[string]aCell{}
			for range rapid.IntRange(1, 6).Draw(r, "writes") {
				var changes []any
				for range rapid.IntRange(1, 3).Draw(r, "changes") {
					changes = append(changes, randomChange(r, []string{h.product, second}, model))
				}
				owner.Put("/api/rates/{org}/bulk", object{"changes": changes}).Want(200)
			}
			for _, product := range []string{h.product, second} {
				compare(t, owner, product, model)
			}
		})
	})
}

const firstRandomDay, lastRandomDay date.Date = "2026-11-20", "2027-01-20"

// randomChange draws a change and makes it in the model too.
func randomChange(r *rapid.T, products []string, model map[string]aCell) object {
	span := firstRandomDay.DaysUntil(lastRandomDay)
	from := firstRandomDay.AddDays(rapid.IntRange(0, span).Draw(r, "from"))
	to := from.AddDays(rapid.IntRange(0, from.DaysUntil(lastRandomDay)).Draw(r, "length"))
	field := rapid.SampledFrom([]string{"price", "minStayThrough", "maxStay", "closedToDeparture"}).Draw(r, "field")
	var value any
	if rapid.IntRange(0, 3).Draw(r, "set") > 0 {
		value = map[string]any{"price": float64(rapid.IntRange(0, 3).Draw(r, "price")),
			"minStayThrough":    float64(rapid.IntRange(1, 3).Draw(r, "nights")),
			"maxStay":           float64(rapid.IntRange(1, 3).Draw(r, "nights")),
			"closedToDeparture": rapid.Bool().Draw(r, "closed")}[field]
	}
	named := rapid.SliceOfNDistinct(rapid.SampledFrom(products), 1, 2, rapid.ID).Draw(r, "products")
	names := []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}
	days := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID).Draw(r, "days")
	for day := from; day <= to; day = day.AddDays(1) {
		if len(days) > 0 && !slices.Contains(days, names[day.Time().Weekday()]) {
			continue
		}
		for _, product := range named {
			key := product + string(day)
			if model[key] == nil {
				model[key] = aCell{}
			}
			if model[key][field] = value; value == nil || value == false {
				delete(model[key], field)
			}
		}
	}
	return object{"productIds": named, "from": from, "to": to, "days": days, field: value}
}

func compare(t *testing.T, owner *apptest.Caller, product string, model map[string]aCell) {
	t.Helper()
	shown := owner.Get("/api/rates/{org}/calendar?from=" + string(firstRandomDay) + "&to=" + string(lastRandomDay) +
		"&productId=" + product).Want(200)
	for i, day := range date.Days(firstRandomDay, lastRandomDay.AddDays(1)) {
		got := shown.At("data", "products", 0, "days", i).(map[string]any)
		cell := model[product+string(day)]
		for _, field := range []string{"price", "minStayThrough", "maxStay", "closedToDeparture"} {
			value, there := got[field].(map[string]any)
			if there && value["source"] != "cell" {
				there = false
			}
			if want, set := cell[field]; set != there || set && value["value"] != want {
				t.Fatalf("%s on %s: %s is %v, want %v", product, day, field, got[field], want)
			}
		}
	}
}
