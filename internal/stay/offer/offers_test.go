package offer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/offer"
)

type object = apptest.Object

func TestOffers(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "prices and taxes by night", Run: prices},
		{Name: "prices that include tax", Run: inclusive},
		{Name: "why not", Run: rejected},
		{Name: "who sees what", Run: audiences},
		{Name: "who sleeps there", Run: occupancy},
		{Name: "policies and services", Run: policies},
		{Name: "a token keeps its promise", Run: tokens},
		{Name: "what is refused", Run: refused},
		{Name: "free each night, in no room throughout", Run: byMoving},
	})
}

// hotel is a caller whose hotel has one category with two rooms, and a plan.
type hotel struct {
	*apptest.Caller
	category, plan, product string
	rooms                   []string
}

func opened(owner *apptest.Caller) hotel {
	h := hotel{Caller: owner, rooms: owner.CreateRooms(2)}
	h.category = owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
	h.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": false}).Want(200)
	h.plan = h.addPlan(object{"code": "BAR"})
	h.product = h.sell(h.plan, object{"defaultPrice": 6000, "weekdayPrices": object{"fri": 9000, "sat": 9000}})
	return h
}

func (h hotel) addPlan(fields object) string {
	h.Server.T.Helper()
	return h.Post("/api/rate-plans/{org}/create", object{"name": "Plan"}.Merged(fields)).Want(201).Text("data", "_id")
}

func (h hotel) sell(plan string, fields object) string {
	h.Server.T.Helper()
	return h.Post("/api/rate-plans/{org}/"+plan+"/products/create", object{"categoryId": h.category}.Merged(fields)).
		Want(201).Text("data", "_id")
}

// set writes cells of the hotel's product for one date.
func (h hotel) set(day string, fields object) {
	h.Server.T.Helper()
	h.Put("/api/rates/{org}/calendar", object{"cells": []any{fields.Merged(object{"productId": h.product, "date": day})}}).
		Want(200)
}

func (h hotel) search(from, to string, fields ...object) apptest.Answer {
	h.Server.T.Helper()
	body := object{"checkIn": from, "checkOut": to}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return h.Post("/api/offers/{org}/search", body).Want(200)
}

// codes are the codes of the plans on offer.
func codes(a apptest.Answer) (list []string) {
	for i := range a.List("data", "offers") {
		list = append(list, a.Text("data", "offers", i, "planCode"))
	}
	return list
}

// reasons are why the first rejected product isn't sold.
func reasons(a apptest.Answer) (list []string) {
	for i := range a.List("data", "rejected", 0, "reasons") {
		list = append(list, a.Text("data", "rejected", 0, "reasons", i, "code"))
	}
	return list
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	body := object{"checkIn": "2026-04-20", "checkOut": "2026-04-21"}
	owner.Member("Buyer", object{"rooms": object{"manage": true}}).Post("/api/offers/{org}/search", body).
		Refused(403, "bookings.view")
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	stranger.Post("/api/offers/{org}/search", body).Refused(403, "not a member")
	owner.Server.Anyone().Post("/api/offers/"+owner.Org+"/search", body).Refused(401, "")
	owner.AnotherHotel().Post("/api/offers/{org}/search", body.Merged(object{"categoryId": h.category})).Bad("categoryId")
	owner.AnotherHotel().Post("/api/offers/{org}/search", body).Want(200).Is([]any{}, "data", "offers")
}

// 6,000 on a Thursday and 9,000 on a Friday pay 300 + 1,620: each night by what it costs.
func prices(t *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	derived := h.addPlan(object{"code": "NR", "mealPlan": "CP"})
	h.sell(derived, object{"parentProductId": h.product,
		"rules": []any{object{"op": "sub", "unit": "percent", "value": 20}}})
	found := h.search("2026-04-16", "2026-04-18") // from a Thursday on
	if got := codes(found); !slices.Equal(got, []string{"NR", "BAR"}) {
		t.Errorf("on offer are %v", got)
	}
	found.Is([]any{
		object{"date": "2026-04-16", "amount": 6000, "taxAmount": 300, "taxRate": 5, "totalAmount": 6300},
		object{"date": "2026-04-17", "amount": 9000, "taxAmount": 1620, "taxRate": 18, "totalAmount": 10620}},
		"data", "offers", 1, "nights").
		Is(15000, "data", "offers", 1, "amount").Is(1920, "data", "offers", 1, "taxAmount").
		Is(16920, "data", "offers", 1, "totalAmount").Is(2, "data", "offers", 1, "available").
		Is(4800, "data", "offers", 0, "nights", 0, "amount").
		Is(5, "data", "offers", 0, "nights", 1, "taxRate"). // 7,200: the discount takes it into the lower slab
		Is("CP", "data", "offers", 0, "mealPlan").Is([]any{}, "data", "rejected")
	h.Book("2026-04-17", "2026-04-18", h.rooms[0])
	h.search("2026-04-16", "2026-04-18").Is(1, "data", "offers", 0, "available")
}

func inclusive(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	owner.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": true}).Want(200)
	h.search("2026-04-16", "2026-04-17").Is(6000, "data", "offers", 0, "totalAmount").
		Is(285.72, "data", "offers", 0, "taxAmount").Is(true, "data", "offers", 0, "pricesIncludeTax")
}

func rejected(t *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	owner.Put("/api/rate-plans/{org}/"+h.plan+"/update", object{"minAdvanceHours": 30, "maxAdvanceDays": 60,
		"bookTo": "2026-04-30", "stayTo": "2026-05-31"}).Want(200)
	h.set("2026-04-20", object{"closedToArrival": true, "minStayArrival": 3})
	h.set("2026-04-22", object{"closedToDeparture": true})
	h.set("2026-04-25", object{"minStayThrough": 4, "maxStay": 5})
	h.set("2026-04-28", object{"closed": true})
	owner.Put("/api/rates/{org}/bulk", object{"categories": []any{
		object{"categoryIds": []any{h.category}, "from": "2026-05-01", "to": "2026-05-01", "closed": true},
		object{"categoryIds": []any{h.category}, "from": "2026-05-03", "to": "2026-05-03", "sellLimit": 1}}}).Want(200)
	h.Book("2026-05-03", "2026-05-04", h.rooms[0])
	for _, c := range []struct {
		from, to string
		party    object
		want     []string
	}{
		{"2026-04-20", "2026-04-22", nil, []string{"closed_to_arrival", "closed_to_departure", "min_stay"}},
		{"2026-04-21", "2026-04-23", nil, nil},
		{"2026-04-23", "2026-04-26", nil, []string{"min_stay"}}, // the last night
		{"2026-04-22", "2026-04-26", nil, nil},
		{"2026-04-25", "2026-05-01", nil, []string{"closed", "max_stay"}},
		{"2026-04-28", "2026-04-29", nil, []string{"closed"}},
		{"2026-04-15", "2026-04-16", nil, []string{"min_advance"}}, // 26 hours from now
		{"2026-06-14", "2026-06-15", nil, []string{"outside_stay_window", "max_advance"}},
		{"2026-05-01", "2026-05-02", nil, []string{"closed"}},
		{"2026-05-03", "2026-05-04", nil, []string{"sold_out"}},
		{"2026-05-04", "2026-05-05", object{"adults": 3, "childAges": []any{1}}, []string{"occupancy", "children"}},
	} {
		found := h.search(c.from, c.to, c.party)
		if len(c.want) == 0 {
			if !slices.Equal(codes(found), []string{"BAR"}) || len(found.List("data", "rejected")) > 0 {
				t.Errorf("from %s to %s: %s", c.from, c.to, found.Raw)
			}
			continue
		}
		if got := reasons(found); !slices.Equal(got, c.want) {
			t.Errorf("from %s to %s: %v, want %v", c.from, c.to, got, c.want)
		}
	}
	h.search("2026-04-23", "2026-04-26").Is(4, "data", "rejected", 0, "reasons", 0, "needed").
		Is("2026-04-25", "data", "rejected", 0, "reasons", 0, "date").
		Is("The stay must have at least 4 nights, because of 25 Apr 2026.",
			"data", "rejected", 0, "reasons", 0, "message")
	h.search("2026-05-03", "2026-05-04").Is("2026-05-03", "data", "rejected", 0, "reasons", 0, "date")
	owner.Put("/api/rate-plans/{org}/"+h.plan+"/update", object{"isActive": false}).Want(200)
	h.search("2026-04-21", "2026-04-23").Is([]any{}, "data", "offers").Is([]any{}, "data", "rejected")
}

func audiences(t *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	company := owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles"}).Want(201).Text("data", "_id")
	for _, fields := range []object{{"code": "FRIENDS", "audience": "private"},
		{"code": "CORP", "audience": "company", "companyIds": []any{company}},
		{"code": "PROMO", "audience": "promo", "promoCodes": []any{"Diwali"}}} {
		h.sell(h.addPlan(fields), object{"defaultPrice": 7000})
	}
	for _, c := range []struct {
		buyer object
		want  []string
	}{
		{nil, []string{"BAR"}}, {object{"planCode": "friends"}, []string{"BAR", "FRIENDS"}},
		{object{"companyId": company}, []string{"BAR", "CORP"}}, {object{"promoCode": "DIWALI"}, []string{"BAR", "PROMO"}},
		{object{"promoCode": "x", "planCode": "CORP"}, []string{"BAR"}},
		{object{"planCode": "FRIENDS", "limit": 1}, []string{"BAR"}},
	} {
		if got := codes(h.search("2026-04-20", "2026-04-21", c.buyer)); !slices.Equal(got, c.want) {
			t.Errorf("%v sees %v, want %v", c.buyer, got, c.want)
		}
	}
	owner.Get("/api/companies/{org}/"+company).Want(200).Is("CORP", "data", "negotiatedPlans", 0, "code")
	owner.Delete("/api/companies/{org}/"+company+"/delete").Refused(400, "negotiated")
	owner.Put("/api/companies/{org}/"+company+"/update", object{"isActive": false}).Want(200)
	owner.Post("/api/offers/{org}/search", object{"checkIn": "2026-04-20", "checkOut": "2026-04-21",
		"companyId": company}).Bad("companyId")
}

func occupancy(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	owner.Put("/api/room-categories/{org}/"+h.category+"/update", object{"maxAdults": 4, "maxChildren": 2}).Want(200)
	band := owner.Post("/api/age-bands/{org}/create", object{"name": "Child", "minAge": 6, "maxAge": 11}).Want(201).
		Text("data", "_id")
	owner.Put("/api/rate-plans/{org}/"+h.plan+"/products/"+h.product+"/update", object{"occupancy": object{"base": 2,
		"singleDiscount": 500, "extraAdult": 1600, "children": []any{object{"ageBandId": band, "price": 700}}}}).Want(200)
	for amount, party := range map[int]object{5500: {"adults": 1}, 6000: {"adults": 2}, 7600: {"adults": 3},
		6700: {"adults": 2, "childAges": []any{6}}, 8300: {"adults": 3, "childAges": []any{11}}} {
		h.search("2026-04-20", "2026-04-21", party).Is(amount, "data", "offers", 0, "amount")
	}
	// An extra bed takes the night over 7,500, and into the higher slab.
	h.search("2026-04-20", "2026-04-21", object{"adults": 3}).Is(18, "data", "offers", 0, "nights", 0, "taxRate").
		Is(1368, "data", "offers", 0, "taxAmount")
	owner.Delete("/api/age-bands/{org}/"+band+"/delete").Refused(400, "prices for Child")
}

func policies(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	policy := func(body object) string {
		return owner.Post("/api/policies/{org}/create", body).Want(201).Text("data", "_id")
	}
	flexible := policy(object{"name": "Flexible", "kind": "cancellation", "steps": []any{
		object{"untilHoursBeforeCheckIn": 48, "fee": object{"kind": "fixed", "value": 0}},
		object{"fee": object{"kind": "percentOfStay", "value": 50}}}})
	noShow := policy(object{"name": "First night", "kind": "noShow", "steps": []any{
		object{"fee": object{"kind": "nights", "value": 1}}}})
	owner.Put("/api/rate-plans/{org}/"+h.plan+"/update", object{"cancellationPolicyId": flexible, "noShowPolicyId": noShow,
		"guarantee": "prepaid"}).Want(200)
	service := func(body object) { owner.Post("/api/services/{org}/create", body).Want(201) }
	laundry := owner.Post("/api/taxes/{org}/create", apptest.LaundryTax()).Want(201).Text("data", "_id")
	service(object{"name": "Breakfast", "price": 450, "per": "personNight", "includedIn": []any{h.product}})
	service(object{"name": "Laundry", "price": 200, "per": "person", "taxId": laundry})
	found := h.search("2026-04-20", "2026-04-22", object{"childAges": nil})
	found.Is("prepaid", "data", "offers", 0, "guarantee").
		Is("Cancelling is free until 48 hours before check-in. After that, it costs 50 % of the price of the stay.",
			"data", "offers", 0, "cancellation", "text").
		Is([]any{object{"until": "2026-04-18T08:30:00.000Z", "fee": 0}, object{"until": nil, "fee": 6000}}, "data", "offers",
			0, "cancellation", "deadlines").
		Is(6000, "data", "offers", 0, "noShow", "fee").
		Is([]any{"Breakfast"}, "data", "offers", 0, "included").
		Is("Breakfast", "data", "extras", 0, "name").Is(4, "data", "extras", 0, "quantity").
		Is(1800, "data", "extras", 0, "totalAmount").Is([]any{h.product}, "data", "extras", 0, "includedIn").
		Is(2, "data", "extras", 1, "quantity").Is(472, "data", "extras", 1, "totalAmount")
	owner.Delete("/api/policies/{org}/"+flexible+"/delete").Refused(400, "rate plan")
	owner.Delete("/api/taxes/{org}/"+laundry+"/delete").Refused(400, "service")
	owner.Delete("/api/rate-plans/{org}/"+h.plan+"/products/"+h.product+"/delete").Refused(400, "Breakfast")
	owner.Delete("/api/rate-plans/{org}/"+h.plan+"/delete").Refused(400, "products")
	owner.Delete("/api/room-categories/{org}/"+h.category+"/delete").Refused(400, "still has rooms")
}

// What a token promises stays so, whatever changes, for 15 minutes and in its own hotel.
func tokens(t *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	owner.Put("/api/room-categories/{org}/"+h.category+"/update", object{"maxChildren": 1}).Want(200)
	token := h.search("2026-04-16", "2026-04-18", object{"adults": 1, "childAges": []any{4}}).
		Text("data", "offers", 0, "offerToken")
	h.set("2026-04-16", object{"price": 1, "closed": true})
	sc := scope.Scope{Org: owner.Org}
	open := func(sc scope.Scope, token string, now time.Time) (offer.Offer, error) {
		return owner.Server.App.Offers.Open(sc, "offerToken", token, now)
	}
	now := owner.Server.Clock.Now()
	o, err := open(sc, token, now.Add(15*time.Minute-time.Second))
	if err != nil || o.Org != owner.Org || o.PlanCode != "BAR" || o.ProductID != h.product || o.Adults != 1 ||
		!slices.Equal(o.ChildAges, []int{4}) || o.CheckIn != "2026-04-16" || o.CheckOut() != "2026-04-18" ||
		o.Total() != 15_000_00 || o.Prices[1] != 9000_00 || o.Inclusive {
		t.Errorf("the token says %+v, %v", o, err)
	}
	bad := map[string]string{"empty": "", "another text": "x.y", "cut": token[:len(token)-1], "with a line": token + "\n",
		"without a seal": strings.Split(token, ".")[0], "a bearer's": owner.Token,
		"another text under the seal": "e30." + strings.Split(token, ".")[1]}
	for name, token := range bad {
		if _, err := open(sc, token, now); !errs.Is(err, errs.KindInvalid) {
			t.Errorf("a token that is %s: %v", name, err)
		}
	}
	if _, err := open(scope.Scope{Org: apptest.Nobody}, token, now); !errs.Is(err, errs.KindInvalid) {
		t.Errorf("another hotel's token: %v", err)
	}
	if _, err := open(sc, token, now.Add(15*time.Minute)); err == nil || !strings.Contains(err.Error(), "expired") {
		t.Errorf("an old token: %v", err)
	}
}

func refused(_ *testing.T, owner *apptest.Caller) {
	opened(owner)
	body := object{"checkIn": "2026-04-20", "checkOut": "2026-04-22"}
	for field, value := range map[string]any{"checkIn": "2026-04-13", "checkOut": "2026-04-20", "adults": 0,
		"childAges": 5, "categoryId": apptest.Nobody, "companyId": apptest.Nobody, "limit": 0,
		"planCode": strings.Repeat("A", 21)} {
		owner.Post("/api/offers/{org}/search", body.Merged(object{field: value})).Bad(field)
	}
	owner.Post("/api/offers/{org}/search", body.Without("checkIn")).Bad("checkIn")
	owner.Post("/api/offers/{org}/search", body.Merged(object{"childAges": []any{18}})).Bad("childAges[0]")
}

func byMoving(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	h.search("2026-04-20", "2026-04-22").Is(2, "data", "offers", 0, "available").
		Is(2, "data", "offers", 0, "roomsThroughout")
	h.Book("2026-04-20", "2026-04-21", h.rooms[0])
	h.search("2026-04-20", "2026-04-22").Is(1, "data", "offers", 0, "available").
		Is(1, "data", "offers", 0, "roomsThroughout")
	h.Book("2026-04-21", "2026-04-22", h.rooms[1])
	h.search("2026-04-20", "2026-04-22").Is(1, "data", "offers", 0, "available").
		Is(0, "data", "offers", 0, "roomsThroughout")
	h.search("2026-04-21", "2026-04-22").Is(1, "data", "offers", 0, "roomsThroughout")
}
