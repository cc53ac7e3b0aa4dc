package booking_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// Bookings are made from offers and holds at the prices and conditions that these have promised.
func TestPromises(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "an offer", Run: bookedFromOffer},
		{Name: "an offer at an agreed price", Run: bookedAtAgreedPrice},
		{Name: "offers that don't fit", Run: badOffers},
		{Name: "the meal plan of offers", Run: mealsOfOffers},
		{Name: "larger parties", Run: largerParties},
		{Name: "a room that joins by an offer", Run: joinedByOffer},
		{Name: "a hold of an offer", Run: bookedFromHold},
		{Name: "holds that don't fit", Run: badHolds},
		{Name: "companies", Run: bookedForCompany},
		{Name: "cancelled as promised", Run: cancelledAsPromised},
		{Name: "what cancelling would cost", Run: triedCancellations},
		{Name: "rates that only warn", Run: ratesWarn},
	}, apptest.FoliosAddUp)
}

// sells gives the hotel two rooms and a plan: 6,000 a night, 9,000 on Fridays, with policies.
func sells(owner *apptest.Caller) (rooms []string, plan string) {
	rooms = owner.CreateRooms(2)
	owner.SetBilling(object{"pricesIncludeTax": false})
	policy := func(kind string, steps ...any) string {
		return owner.Post("/api/policies/{org}/create", object{"name": "Policy", "kind": kind, "steps": steps}).Want(201).
			Text("data", "_id")
	}
	night := object{"kind": "nights", "value": 1}
	plan = owner.Post("/api/rate-plans/{org}/create", object{"name": "Best rate", "code": "BAR", "mealPlan": "CP",
		"guarantee": "card", "noShowPolicyId": policy("noShow", object{"fee": night}),
		"cancellationPolicyId": policy("cancellation",
			object{"untilHoursBeforeCheckIn": 48, "fee": object{"kind": "fixed", "value": 0}}, object{"fee": night})}).
		Want(201).Text("data", "_id")
	owner.Post("/api/rate-plans/{org}/"+plan+"/products/create", object{"categoryId": category(owner),
		"defaultPrice": 6000, "weekdayPrices": object{"fri": 9000}}).Want(201)
	return rooms, plan
}

// found is the first offer for two nights from Thursday, 23 April on.
func found(owner *apptest.Caller, fields ...object) apptest.Answer {
	body := object{"checkIn": "2026-04-23", "checkOut": "2026-04-25"}
	for _, more := range fields {
		body = body.Merged(more)
	}
	return owner.Post("/api/offers/{org}/search", body).Want(200)
}

func fromToken(token string, fields ...object) object {
	body := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-23",
		"checkOut": "2026-04-25", "rooms": []any{object{"offerToken": token}}}
	for _, more := range fields {
		body = body.Merged(more)
	}
	return body
}

func bookedFromOffer(t *testing.T, owner *apptest.Caller) {
	rooms, plan := sells(owner)
	offered := found(owner)
	token := offered.Text("data", "offers", 0, "offerToken")
	owner.Put("/api/rate-plans/{org}/"+plan+"/update", object{"code": "FLEX", "guarantee": "none"}).Want(200)
	made := owner.Post(create, fromToken(token)).Want(201)
	// 300 and 1,620: each night is taxed by what it costs.
	made.Is(15000, "data", "totalAmount").Is(1920, "data", "taxAmount").Is(16920, "data", "balanceDue").
		Is(6000, "data", "nights", 0, "amount").Is(9000, "data", "nights", 1, "amount").
		Is("BAR", "data", "nights", 1, "plan").Is("", "data", "rooms", 0, "roomId")
	if shown := offered.Number("data", "offers", 0, "totalAmount"); shown != 16920 {
		t.Errorf("the offer shows %v", shown)
	}
	id := made.Text("data", "bookingId")
	read := owner.Get(apptest.BookingPath(id, "")).Want(200).Is("CP", "data", "mealPlan").
		Is(false, "data", "pricesIncludeTax").Is(2, "data", "rooms", 0, "adults")
	read.Is("BAR", "data", "rooms", 0, "sold", "planCode").Is("card", "data", "rooms", 0, "sold", "guarantee").
		Is("Cancelling is free until 48 hours before check-in. After that, it costs the price of the first night.",
			"data", "rooms", 0, "sold", "cancellation", "text").
		Is("Who doesn't arrive pays the price of the first night.", "data", "rooms", 0, "sold", "noShow", "text")
	owner.Post(apptest.BookingPath(id, "/assign-room"), object{"roomId": rooms[0]}).Want(200).
		Is(15000, "data", "totalAmount")
	owner.Get(apptest.BookingPath(id, "")).Is("BAR", "data", "rooms", 0, "sold", "planCode").
		Is(category(owner), "data", "rooms", 0, "categoryId")
	// A token may be used again while rooms are free: it promises a price, no room.
	owner.Post(create, fromToken(token, object{"rooms": []any{object{"offerToken": token, "roomId": rooms[1]}}})).
		Want(201).Is(rooms[1], "data", "rooms", 0, "roomId").Is(15000, "data", "totalAmount")
	owner.Post(create, fromToken(token)).Refused(400, "No room of the category is free")
	// A booking by a number and a rate has no promise.
	plain := owner.Book("2026-04-27", "2026-04-28", rooms[0])
	room := owner.Get(apptest.BookingPath(plain, "")).Want(200).At("data", "rooms", 0).(map[string]any)
	if room["sold"] != nil {
		t.Errorf("a room that was booked by no offer was promised %v", room["sold"])
	}
}

// The price is the desk's, with its reason on the bill; party, meals and policies are those of the offer. What is told
// of the guest's arrival and of the advance is kept.
func bookedAtAgreedPrice(_ *testing.T, owner *apptest.Caller) {
	sells(owner)
	token := found(owner).Text("data", "offers", 0, "offerToken")
	night := func(day string, amount float64) object {
		return object{"date": day, "amount": amount, "note": "Returning guest"}
	}
	agreed := func(nights ...any) object {
		return object{"rooms": []any{object{"offerToken": token, "rates": nights}}}
	}
	first, second := night("2026-04-23", 5000), night("2026-04-24", 8000)
	made := owner.Post(create, fromToken(token, agreed(first, second), object{"expectedArrivalTime": "21:30",
		"advanceAmount": 1000, "paymentMethod": "upi", "paymentReference": "UPI 4711"})).Want(201)
	// 250 and 1,440
	made.Is(13000, "data", "totalAmount").Is(1690, "data", "taxAmount").Is("BAR", "data", "nights", 1, "plan")
	id := made.Text("data", "bookingId")
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is("CP", "data", "mealPlan").
		Is("BAR", "data", "rooms", 0, "sold", "planCode").Is("card", "data", "rooms", 0, "sold", "guarantee").
		Is("Returning guest", "data", "nights", 0, "note").Is("21:30", "data", "expectedArrivalTime")
	owner.Get("/api/payments/{org}/list?bookingId="+id).Want(200).Is("UPI 4711", "data", 0, "reference")
	owner.Post(create, fromToken(token, agreed(first))).Bad("rooms[0].rates")
	owner.Post(create, fromToken(token, agreed(first, night("2026-04-25", 1)))).Bad("rooms[0].rates[1].date")
	owner.Post(create, fromToken(token, object{"expectedArrivalTime": "25:00"})).Bad("expectedArrivalTime")
	owner.Post(create, fromToken(token, object{"paymentReference": "a\nb"})).Bad("paymentReference")
}

func badOffers(_ *testing.T, owner *apptest.Caller) {
	sells(owner)
	token := found(owner).Text("data", "offers", 0, "offerToken")
	bad := func(field string, fields object) {
		owner.Post(create, fromToken(token, fields)).Bad(field)
	}
	bad("rooms[0].offerToken", object{"checkOut": "2026-04-26"})
	bad("rooms[0].offerToken", object{"checkIn": "2026-04-22"})
	bad("rooms[0].offerToken", object{"totalAmount": 1})
	bad("rooms[0].offerToken", object{"pricesIncludeTax": true})
	bad("rooms[0].offerToken", object{"rooms": []any{object{"offerToken": token + "x"}}})
	bad("rooms[0].offerToken", object{"rooms": []any{object{"offerToken": token, "ratePerNight": 1}}})
	bad("rooms[0].roomId", object{"rooms": []any{object{"offerToken": token, "roomId": apptest.Nobody}}})
	bad("mealPlan", object{"mealPlan": "AP"})
	elsewhere := owner.AnotherHotel()
	elsewhere.Post(create, fromToken(token)).Bad("rooms[0].offerToken")
	owner.Later(16*time.Minute).Post(create, fromToken(token)).Bad("rooms[0].offerToken").Refused(400, "expired")
}

// The offer's price is for its meals. Of several offers, the booking has those of the first.
func mealsOfOffers(_ *testing.T, owner *apptest.Caller) {
	sells(owner)
	plan := owner.Post("/api/rate-plans/{org}/create", object{"name": "All meals", "code": "ALL", "mealPlan": "AP"}).
		Want(201).Text("data", "_id")
	owner.Post("/api/rate-plans/{org}/"+plan+"/products/create", object{"categoryId": category(owner),
		"defaultPrice": 9500}).Want(201)
	offers := found(owner) // the cheaper one first
	breakfast, full := offers.Text("data", "offers", 0, "offerToken"), offers.Text("data", "offers", 1, "offerToken")
	both := object{"rooms": []any{object{"offerToken": full}, object{"offerToken": breakfast}}}
	owner.Post(create, fromToken(full, both, object{"mealPlan": "CP"})).Bad("mealPlan").
		Refused(400, "must be AP, as the offer says")
	booked := func(want string, fields ...object) {
		id := owner.Post(create, fromToken(full, fields...)).Want(201).Text("data", "bookingId")
		owner.Get(apptest.BookingPath(id, "")).Want(200).Is(want, "data", "mealPlan")
		owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	}
	booked("AP", both)
	booked("AP", object{"mealPlan": "AP"})
	hold := owner.Post("/api/holds/{org}", object{"offerToken": breakfast}).Want(201).Text("data", "_id")
	held := fromToken("", object{"holdId": hold}).Without("rooms")
	owner.Post(create, held.Merged(object{"mealPlan": "AP"})).Bad("mealPlan")
	owner.Post(create, held.Merged(object{"mealPlan": "CP"})).Want(201)
}

// A price is promised to a party: whoever brings more people, or children in the place of adults, has no promise.
func largerParties(_ *testing.T, owner *apptest.Caller) {
	sells(owner)
	owner.Put("/api/room-categories/{org}/"+category(owner)+"/update", object{"maxChildren": 2}).Want(200)
	token := found(owner, object{"adults": 1, "childAges": []int{4}}).Text("data", "offers", 0, "offerToken")
	room := func(fields object) object {
		return object{"rooms": []any{object{"offerToken": token}.Merged(fields)}}
	}
	for _, larger := range []object{{"adults": 2}, {"adults": 50, "children": 50}, {"adults": 2, "children": 1}} {
		owner.Post(create, fromToken(token, room(larger))).Bad("rooms[0].adults")
	}
	owner.Post(create, fromToken(token, room(object{"children": 2}))).Bad("rooms[0].children")
	booked := func(body object) apptest.Answer {
		id := owner.Post(create, body).Want(201).Text("data", "bookingId")
		return owner.Get(apptest.BookingPath(id, "")).Want(200)
	}
	booked(fromToken(token, room(object{"adults": 1, "children": 1}))).
		Is(1, "data", "rooms", 0, "adults").Is(1, "data", "rooms", 0, "children").Is(15000, "data", "totalAmount")
	// Fewer people stay at the price that they were promised.
	two := found(owner).Text("data", "offers", 0, "offerToken")
	booked(fromToken(two, object{"rooms": []any{object{"offerToken": two, "adults": 1}}})).
		Is(1, "data", "rooms", 0, "adults").Is(15000, "data", "totalAmount")
}

// A room that joins a stay by an offer has its prices and its party, and nothing else has.
func joinedByOffer(_ *testing.T, owner *apptest.Caller) {
	rooms, _ := sells(owner)
	id := owner.Book("2026-04-23", "2026-04-25", rooms[0])
	path := apptest.BookingPath(id, "/add-room")
	token := found(owner).Text("data", "offers", 0, "offerToken")
	owner.Post(path, object{"offerToken": token, "adults": 3}).Bad("adults")
	owner.Post(path, object{"offerToken": token, "children": 1, "roomId": rooms[1]}).Bad("children")
	owner.Post(path, object{"offerToken": token + "x", "roomId": rooms[1]}).Bad("offerToken")
	late := owner.Book("2026-04-27", "2026-04-28", rooms[0])
	owner.Post(apptest.BookingPath(late, "/add-room"), object{"offerToken": token}).Bad("offerToken")
	company := owner.Post("/api/companies/{org}/create", object{"name": "Tata"}).Want(201).Text("data", "_id")
	plan := owner.Post("/api/rate-plans/{org}/create", object{"name": "Tata", "code": "TATA", "audience": "company",
		"companyIds": []any{company}}).Want(201).Text("data", "_id")
	owner.Post("/api/rate-plans/{org}/"+plan+"/products/create", object{"categoryId": category(owner),
		"defaultPrice": 10}).Want(201)
	theirs := found(owner, object{"companyId": company}).Text("data", "offers", 0, "offerToken")
	owner.Post(path, object{"offerToken": theirs}).Bad("offerToken")

	before := owner.Get(apptest.BookingPath(id, "")).Want(200).Number("data", "totalAmount")
	owner.Post(path, object{"offerToken": token, "roomId": rooms[1]}).Want(200).
		Is(before+15000, "data", "totalAmount")
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is(2, "data", "rooms", 1, "adults").
		Is("BAR", "data", "rooms", 1, "sold", "planCode").Is(9000, "data", "nights", 3, "amount")
}

func bookedFromHold(t *testing.T, owner *apptest.Caller) {
	sells(owner)
	token := found(owner).Text("data", "offers", 0, "offerToken")
	hold := owner.Post("/api/holds/{org}", object{"offerToken": token, "minutes": 60}).Want(201)
	held := hold.Text("data", "rooms", 0, "roomId")
	owner = owner.Later(30 * time.Minute) // the offer is over, and the hold keeps its price
	body := fromToken(token, object{"holdId": hold.Text("data", "_id")})
	delete(body, "rooms")
	made := owner.Post(create, body).Want(201).Is(15000, "data", "totalAmount").Is(held, "data", "rooms", 0, "roomId")
	owner.HoldsNights(made.Text("data", "bookingId"), held, "2026-04-23", "2026-04-24")
	owner.Get("/api/holds/{org}/"+hold.Text("data", "_id")).Want(200).Is("booked", "data", "status")
	owner.Post(create, body).Refused(400, "has become a booking")
	// Of a category, without an offer: at the rooms' own rates.
	two := owner.Post("/api/holds/{org}", object{"categoryId": category(owner), "checkIn": "2026-04-27",
		"checkOut": "2026-04-28", "rooms": 2}).Want(201)
	body = body.Merged(object{"holdId": two.Text("data", "_id"), "checkIn": "2026-04-27", "checkOut": "2026-04-28"})
	both := owner.Post(create, body).Want(201)
	if n := len(both.List("data", "rooms")); n != 2 {
		t.Errorf("the booking has %d rooms: %s", n, both.Raw)
	}
}

func badHolds(_ *testing.T, owner *apptest.Caller) {
	rooms, _ := sells(owner)
	keep := object{"categoryId": category(owner), "checkIn": "2026-04-23", "checkOut": "2026-04-25", "rooms": 2,
		"minutes": 10}
	hold := owner.Post("/api/holds/{org}", keep).Want(201).Text("data", "_id")
	stay := apptest.Stay("2026-04-23", "2026-04-25", rooms...)
	owner.Post(create, stay).Refused(400, "taken")
	owner.Post(create, stay.Merged(object{"holdId": apptest.Nobody})).Bad("holdId")
	owner.Post(create, stay.Merged(object{"holdId": hold, "checkOut": "2026-04-24"})).Bad("holdId")
	owner.AnotherHotel().Post(create, stay.Merged(object{"holdId": hold})).Bad("holdId")
	without := stay.Merged(object{})
	delete(without, "rooms")
	owner.Post(create, without).Bad("rooms")
	owner.Post(create, stay.Merged(object{"holdId": hold})).Want(201) // its rooms, at other prices
	again := owner.Post("/api/holds/{org}", keep.Merged(object{"checkIn": "2026-04-27", "checkOut": "2026-04-28"})).
		Want(201).Text("data", "_id")
	late := owner.Later(11 * time.Minute)
	late.Post(create, apptest.Stay("2026-04-27", "2026-04-28", rooms...).Merged(object{"holdId": again})).
		Refused(400, "expired")
}

func bookedForCompany(_ *testing.T, owner *apptest.Caller) {
	rooms, plan := sells(owner)
	company := owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles",
		"gstin": "29AAACH0000A1ZN"}).Want(201).Text("data", "_id")
	owner.Put("/api/rate-plans/{org}/"+plan+"/update",
		object{"audience": "company", "companyIds": []any{company}}).Want(200)
	token := found(owner, object{"companyId": company}).Text("data", "offers", 0, "offerToken")
	id := owner.Post(create, fromToken(token)).Want(201).Text("data", "bookingId")
	owner.Get(apptest.BookingPath(id, "")).Is(company, "data", "companyId")
	plain := owner.Post(create, apptest.Stay("2026-04-27", "2026-04-28", rooms[0]).Merged(object{"companyId": company})).
		Want(201).Text("data", "bookingId")
	owner.Post(create, apptest.Stay("2026-04-27", "2026-04-28", rooms[1]).Merged(object{"companyId": apptest.Nobody})).
		Bad("companyId")
	owner.Get("/api/bookings/{org}/list?companyId="+company+"&sort=oldest").Want(200).Is(2, "pagination", "total")
	owner.Get(apptest.BookingPath(plain, "")).Is(company, "data", "companyId")
	owner.CreateInvoice(object{"bookingId": plain}).Is("Rao Textiles", "data", "buyer", "name").
		Is("29AAACH0000A1ZN", "data", "buyer", "gstin").Is("29", "data", "buyer", "stateCode").
		Is("+91 98450 12345", "data", "buyer", "phone").Is("Asha Rao", "data", "guestName")
	owner.CreateInvoice(object{"bookingId": id, "buyer": object{"name": "Ravi Das", "gstin": ""}}).
		Is("Ravi Das", "data", "buyer", "name").Is("", "data", "buyer", "gstin")
	owner.Delete("/api/companies/{org}/"+company+"/delete").Refused(400, "bookings")
	owner.Put("/api/companies/{org}/"+company+"/update", object{"isActive": false}).Want(200)
	owner.Post(create, apptest.Stay("2026-04-28", "2026-04-29", rooms[0]).Merged(object{"companyId": company})).
		Bad("companyId")
}

// Without a word about money, who cancels or never comes pays what the offer has promised: here nothing until 48 hours
// before check-in at 14:00, and then the first night.
func cancelledAsPromised(_ *testing.T, owner *apptest.Caller) {
	sells(owner)
	book := func(fields ...object) string {
		return owner.Post(create, fromToken(found(owner).Text("data", "offers", 0, "offerToken"), fields...)).Want(201).
			Text("data", "bookingId")
	}
	cancel := func(id string, fields object) apptest.Answer {
		return owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "Ill"}.Merged(fields)).Want(200)
	}
	id := book(object{"advanceAmount": 2000})
	cancel(id, nil).Is(0, "data", "cancellationCharge").Is(0, "data", "retainedAmount")
	owner.Get(apptest.BookingPath(id, "")).Is(-2000, "data", "balanceDue")
	owner = owner.Later(7*24*time.Hour + 90*time.Minute) // 21 April, 13:30
	cancel(book(), nil).Is(0, "data", "cancellationCharge")
	owner = owner.Later(31 * time.Minute)
	id = book(object{"advanceAmount": 2000})
	cancel(id, nil).Is(6000, "data", "cancellationCharge")
	// Of 6000, in proportion to the nights' prices, 2400 are taxed by 5 % and 3600 by 18 %.
	owner.Get(apptest.BookingPath(id, "")).Is(4768, "data", "balanceDue")
	cancel(id, object{"cancellationCharge": 500}).Is(500, "data", "cancellationCharge")
	cancel(id, nil).Is(500, "data", "cancellationCharge")
	// What is stated goes before what was promised.
	cancel(book(), object{"cancellationCharge": 0}).Is(0, "data", "cancellationCharge")
	cancel(book(object{"advanceAmount": 2000}), object{"refundAmount": 500}).Is(0, "data", "cancellationCharge").
		Is(1500, "data", "retainedAmount")
	missed := book(object{"advanceAmount": 2000})
	owner = owner.OnDay("2026-04-24")
	owner.Post("/api/bookings/{org}/night-audit", object{"markNoShows": true, "date": "2026-04-23"}).Want(200).
		Is(missed, "data", "noShows", 0, "bookingId")
	owner.Get(apptest.BookingPath(missed, "")).Is(6000, "data", "cancellationCharge").Is(0, "data", "retainedAmount").
		Is(4768, "data", "balanceDue")
}

// A dry run answers what the cancellation answers, beside what would be owed, and changes nothing.
func triedCancellations(t *testing.T, owner *apptest.Caller) {
	rooms, plan := sells(owner)
	book := func() string {
		return owner.Post(create, fromToken(found(owner).Text("data", "offers", 0, "offerToken"),
			object{"advanceAmount": 2000})).Want(201).Text("data", "bookingId")
	}
	only := func(a apptest.Answer, names ...string) {
		t.Helper()
		a.Fields(a.At("data"), append(names, "bookingId", "status", "cancellationCharge", "retainedAmount", "refundAmount",
			"noShow", "version")...)
	}
	try := func(id, how string, fields object, charge, taxed, balance any) apptest.Answer {
		t.Helper()
		before, method := owner.Server.Snapshot(), "PUT"
		if how == "no-show" {
			method = "POST"
		}
		body := object{"reason": "Ill"}.Merged(fields)
		tried := owner.Do(method, apptest.BookingPath(id, "/"+how+"?dryRun=true"), body).Want(200)
		owner.Server.Unchanged(before, "a dry run of "+how)
		only(tried, "taxAmount", "extrasAmount", "balanceDue", "dryRun", "conflicts")
		return tried.Is(charge, "data", "cancellationCharge").Is(taxed, "data", "taxAmount").
			Is(balance, "data", "balanceDue").Is(true, "data", "dryRun")
	}
	flexible := book()
	try(flexible, "cancel", nil, 0, 0, -2000).Is("cancelled", "data", "status").Is(false, "data", "noShow")
	try(flexible, "cancel", object{"refundAmount": 2000}, 0, 0, 0).Is(2000, "data", "refundAmount")
	try(flexible, "cancel", object{"cancellationCharge": 1000}, 1000, 128, -872)
	try(flexible, "no-show", nil, 6000, 768, 4768).Is(true, "data", "noShow")
	owner.Put(apptest.BookingPath(flexible, "/cancel?dryRun=true"), object{"reason": "x", "refundAmount": 2001}).
		Bad("refundAmount")
	owner.Put(apptest.BookingPath(apptest.Nobody, "/cancel?dryRun=true"), object{"reason": "x"}).Refused(404, "")

	allOfIt := owner.Post("/api/policies/{org}/create", object{"name": "Not refundable", "kind": "cancellation",
		"steps": []any{object{"fee": object{"kind": "percentOfStay", "value": 100}}}}).Want(201).Text("data", "_id")
	owner.Put("/api/rate-plans/{org}/"+plan+"/update", object{"cancellationPolicyId": allOfIt}).Want(200)
	strict := book()
	try(strict, "cancel", nil, 15000, 1920, 14920)
	done := owner.Put(apptest.BookingPath(strict, "/cancel"), object{"reason": "Ill"}).Want(200).
		Is(15000, "data", "cancellationCharge")
	only(done)
	owner.Get(apptest.BookingPath(strict, "")).Is(14920, "data", "balanceDue").Is(1920, "data", "taxAmount")
	try(strict, "cancel", object{"cancellationCharge": 0, "refundAmount": 500}, 0, 0, -1500)
	if refused := try(strict, "no-show", nil, 15000, 1920, 14920).List("data", "conflicts"); len(refused) != 1 {
		t.Errorf("the conflicts of a no-show that is cancelled already are %v", refused)
	}

	owner.SetBilling(object{"pricesIncludeTax": true})
	plain := owner.BookAt(5000, object{"advanceAmount": 2000}, "2026-04-14", "2026-04-16", rooms[0])
	try(plain, "cancel", nil, 0, 0, -2000)
	// What is kept is taxed as the night would be, with the tax inside.
	try(plain, "cancel", object{"refundAmount": 950}, 0, 50, 0).Is(1050, "data", "retainedAmount")
	try(plain, "no-show", nil, 0, 95.24, 0).Is(2000, "data", "retainedAmount")
	owner.Arrive(plain)
	try(plain, "cancel", nil, 0, 0, -2000)
	owner.AddCharge(plain, "Laundry", 300)
	try(plain, "cancel", nil, 0, 0, -1700).Is(300, "data", "extrasAmount")
	refused := try(plain, "no-show", nil, 0, 476.2, 8300).Is("checked-in", "data", "status")
	if conflicts := refused.List("data", "conflicts"); len(conflicts) != 1 {
		t.Errorf("the conflicts of a no-show of a guest in house are %v", conflicts)
	}
}

// Restrictions and sell limits don't refuse rooms that are booked without an offer.
func ratesWarn(_ *testing.T, owner *apptest.Caller) {
	rooms, _ := sells(owner)
	deluxe, product := category(owner), found(owner).Text("data", "offers", 0, "productId")
	on := func(subject, id, day string, values object) object {
		return object{subject: []any{id}, "from": day, "to": day}.Merged(values)
	}
	owner.Put("/api/rates/{org}/bulk", object{
		"changes": []any{on("productIds", product, "2026-05-01", object{"minStayArrival": 3, "closedToArrival": true})},
		"categories": []any{on("categoryIds", deluxe, "2026-05-10", object{"sellLimit": 1}),
			on("categoryIds", deluxe, "2026-05-20", object{"closed": true})}}).Want(200)
	book := func(from, to, room string) apptest.Answer {
		return owner.Post(create, apptest.Stay(from, to, room)).Want(201)
	}
	warned(book("2026-04-29", "2026-05-01", rooms[0]))
	keyed := owner.With("Idempotency-Key", "once")
	body := apptest.Stay("2026-05-01", "2026-05-03", rooms[0])
	made := keyed.Post(create, body).Want(201).
		Is("Deluxe: The stay must have at least 3 nights, because of 1 May 2026.", "warnings", 1, "message")
	warned(made, "closed-to-arrival", "min-stay")
	keyed.Post(create, body).Want(201).Is(made.At("warnings"), "warnings")
	warned(book("2026-05-10", "2026-05-11", rooms[0]))
	warned(book("2026-05-10", "2026-05-11", rooms[1]), "sell-limit")
	warned(owner.Post(create, ofCategory(deluxe, "2026-05-20", "2026-05-21")).Want(201), "closed")
	// A plan that some buyer alone sees makes no difference, and one that is sold to everybody does.
	other := owner.Post("/api/rate-plans/{org}/create", object{"name": "Early bird", "code": "EARLY", "mealPlan": "EP"}).
		Want(201).Text("data", "_id")
	owner.Post("/api/rate-plans/{org}/"+other+"/products/create", object{"categoryId": deluxe, "defaultPrice": 5000}).
		Want(201)
	owner.Put("/api/rate-plans/{org}/"+other+"/update", object{"audience": "private"}).Want(200)
	warned(book("2026-05-01", "2026-05-02", rooms[1]), "closed-to-arrival", "min-stay")
	owner.Put("/api/rate-plans/{org}/"+other+"/update", object{"audience": "public"}).Want(200)
	warned(book("2026-05-02", "2026-05-03", rooms[1]))
}
