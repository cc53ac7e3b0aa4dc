package extras_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestExtras(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "by night and person, from the booking to the invoice", Run: throughStay},
		{Name: "on arrival, at departure, once", Run: moments},
		{Name: "sold with an offer", Run: withOffer},
		{Name: "what an offer includes", Run: includedFollowsParty},
		{Name: "a hold keeps the offer's services", Run: withHold},
		{Name: "sold in house", Run: inHouse},
		{Name: "dates and rooms that change", Run: followsStay},
		{Name: "changed and cancelled", Run: changed},
		{Name: "consumed", Run: consumed},
		{Name: "called off and back", Run: calledOff},
		{Name: "leaving early, and moving", Run: leftEarly},
		{Name: "a day use", Run: dayUse},
		{Name: "a tax that ends", Run: taxEnds},
		{Name: "what is refused", Run: refused},
		{Name: "with a room that joins by an offer", Run: joinsByOffer},
		{Name: "taken back", Run: takenBack},
		{Name: "revenue by department", Run: departments},
		{Name: "the audit log", Run: told},
	}, apptest.FoliosAddUp, apptest.BooksBalance)
}

// hotel is a caller whose hotel has rooms, and the tax that its services bear.
type hotel struct {
	*apptest.Caller
	tax   string
	rooms []string
}

func opened(owner *apptest.Caller) hotel {
	return hotel{owner, owner.CreateTax(apptest.LaundryTax()), owner.CreateRooms(3)}
}

// service is the id of a new service.
func (h hotel) service(name string, price any, per, postOn string, fields ...object) string {
	h.Server.T.Helper()
	body := object{"name": name, "price": price, "per": per, "postOn": postOn, "taxId": h.tax, "department": "Food"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return h.Post("/api/services/{org}/create", body).Want(201).Text("data", "_id")
}

// book books rooms for two persons each with services.
func (h hotel) book(from, to string, services []any, rooms ...string) string {
	h.Server.T.Helper()
	return h.Post("/api/bookings/{org}/create", apptest.Stay(from, to, rooms...).Merged(object{"services": services})).
		Want(201).Text("data", "bookingId")
}

func (h hotel) closeDay() {
	h.Server.T.Helper()
	h.Post("/api/bookings/{org}/night-audit", nil).Want(200)
}

func (h hotel) on(day string) hotel {
	h.Server.T.Helper()
	h.Caller = h.OnDay(day)
	return h
}

func (h hotel) services(id string) apptest.Answer {
	h.Server.T.Helper()
	return h.Get(apptest.BookingPath(id, "/services")).Want(200)
}

func (h hotel) sell(id, service string, fields ...object) string {
	h.Server.T.Helper()
	body := object{"serviceId": service}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return h.Post(apptest.BookingPath(id, "/services"), body).Want(201).Text("data", "saleId")
}

// leave checks the booking out; the lines of the draft that follows are "description quantity total rate sac".
func (h hotel) leave(id string) (lines []string) {
	h.Server.T.Helper()
	h.Leave(id, nil)
	draft := h.InvoicesOf(id).Text("data", 0, "_id")
	i := h.Get("/api/invoices/{org}/" + draft).Want(200)
	for n := range i.List("data", "lines") {
		l := func(field string) any { return i.At("data", "lines", n, field) }
		lines = append(lines, fmt.Sprint(l("description"), " ", l("quantity"), " ", l("totalAmount"), " ", l("taxRate"), " ",
			l("sac")))
	}
	return lines
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func throughStay(t *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	breakfast := h.service("Breakfast", 350, "personNight", "everyNight", object{"nextMorning": true})
	id := h.book("2026-04-14", "2026-04-16", []any{object{"serviceId": breakfast}}, h.rooms[0])
	h.services(id).Is(2, "data", "services", 0, "portions", 0, "quantity").
		Is("2026-04-14", "data", "services", 0, "portions", 0, "night").
		Is("2026-04-15", "data", "services", 0, "portions", 0, "date").
		Is(false, "data", "services", 0, "portions", 0, "posted").Is("active", "data", "services", 0, "status").
		Is(1400, "data", "services", 0, "toComeAmount").Is(1400, "data", "toComeAmount")
	h.Arrive(id)
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5")
	h.closeDay()
	h.closeDay() // again, it posts nothing
	f := h.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "service 2026-04-14 700 at 18")
	f.Is("Breakfast, night of Tue, 14 Apr 2026", "data", "lines", 3, "description").
		Is(2, "data", "lines", 3, "quantity").Is(350, "data", "lines", 3, "unitPrice").
		Is("999712", "data", "lines", 3, "sac").
		Is(53.39, "data", "lines", 4, "amount")
	h.services(id).Is(true, "data", "services", 0, "portions", 0, "posted").Is(700, "data", "toComeAmount").
		Is(f.Text("data", "lines", 3, "lineId"), "data", "services", 0, "portions", 0, "lineId")
	h = h.on("2026-04-15")
	h.Get("/api/services/{org}/due").Want(200).Is("2026-04-15", "data", "date").
		Is([]any{object{"name": "Breakfast", "department": "Food", "quantity": 2, "consumed": 0}}, "data", "services").
		Is([]any{"101"}, "data", "bookings", 0, "rooms").Is("Asha Rao", "data", "bookings", 0, "guestName").
		Is(2, "data", "bookings", 0, "quantity")
	h.Get("/api/services/{org}/due?date=2026-04-14").Want(200).Is([]any{}, "data", "bookings")
	h = h.on("2026-04-16")
	same(t, "the invoice has", h.leave(id), "Room 101, night of Tue, 14 Apr 2026 1 5000 5 996311",
		"Breakfast, night of Tue, 14 Apr 2026 2 700 18 999712", "Breakfast, night of Wed, 15 Apr 2026 2 700 18 999712",
		"Room 101, night of Wed, 15 Apr 2026 1 5000 5 996311")
	h.CheckedFolio(id).Is(11400, "data", "totals", "balanceDue")
	h.services(id).Is(0, "data", "toComeAmount")
	h.Get("/api/services/{org}/due").Want(200).Is("checked-out", "data", "bookings", 0, "status")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	service := h.service("Dinner", 600, "item", "departure")
	id := h.book("2026-04-14", "2026-04-16", []any{}, h.rooms[0])
	path := apptest.BookingPath(id, "/services")
	sale := h.sell(id, service)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	viewer := owner.Member("Cook", object{"bookings": object{"view": true}})
	nobody := owner.Server.Anyone()
	nobody.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	for _, r := range []struct {
		method, path string
		body         any
		flag         string
	}{
		{"GET", path, nil, "view"}, {"POST", path, object{"serviceId": service}, "update"},
		{"PUT", path + "/" + sale + "/update", object{"quantity": 2}, "update"},
		{"PUT", path + "/" + sale + "/consumed", object{"date": "2026-04-16", "consumed": 1}, "update"},
		{"PUT", path + "/" + sale + "/cancel", object{"reason": "x"}, "update"},
	} {
		nobody.Do(r.method, r.path, r.body).Refused(401, "")
		none.Do(r.method, r.path, r.body).Refused(403, "bookings."+r.flag)
		elsewhere.Do(r.method, r.path, r.body).Refused(404, "no such booking")
		if r.flag == "update" {
			viewer.Do(r.method, r.path, r.body).Refused(403, "bookings.update")
		}
	}
	viewer.Get(path).Want(200)
	viewer.Get("/api/services/{org}/due?date=2026-04-16").Want(200).Is(1, "data", "bookings", 0, "quantity")
	none.Get("/api/services/{org}/due").Refused(403, "bookings.view")
	elsewhere.Get("/api/services/{org}/due?date=2026-04-16").Want(200).Is([]any{}, "data", "bookings")
	elsewhere.Post(apptest.BookingPath(id, "/services"), object{"serviceId": service}).Want(404)
}

func moments(t *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	asked := []any{}
	for _, s := range []struct {
		name        string
		price       int
		per, postOn string
	}{{"Welcome drink", 100, "person", "arrival"}, {"Parking", 200, "night", "arrival"},
		{"Cleaning", 500, "stay", "departure"}, {"Dinner", 600, "personNight", "departure"},
		{"Cot", 300, "item", "everyNight"}, {"Wi-Fi", 50, "night", "everyNight"}} {
		asked = append(asked, object{"serviceId": h.service(s.name, s.price, s.per, s.postOn)})
	}
	id := h.book("2026-04-14", "2026-04-16", asked, h.rooms[0])
	h.services(id).Is(200+400+500+2400+300+100, "data", "toComeAmount")
	h.Arrive(id)
	h.Arrive(id)
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "service 2026-04-14 200 at 18",
		"service 2026-04-14 400 at 18").Is("Parking, 2 nights", "data", "lines", 6, "description")
	h.closeDay()
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "service 2026-04-14 200 at 18",
		"service 2026-04-14 400 at 18", "service 2026-04-14 300 at 18", "service 2026-04-14 50 at 18")
	h = h.on("2026-04-16") // nobody closed the 15th: check-out posts what is left of it
	same(t, "the invoice has", h.leave(id), "Room 101, night of Tue, 14 Apr 2026 1 5000 5 996311",
		"Welcome drink 2 200 18 999712", "Parking, 2 nights 2 400 18 999712", "Cot 1 300 18 999712",
		"Wi-Fi, night of Tue, 14 Apr 2026 1 50 18 999712", "Cleaning 1 500 18 999712",
		"Dinner, 2 nights 4 2400 18 999712", "Wi-Fi, night of Wed, 15 Apr 2026 1 50 18 999712",
		"Room 101, night of Wed, 15 Apr 2026 1 5000 5 996311")
}

// product is the id of a product in the hotel's only category, at 6,000 a night.
func (h hotel) product() string {
	h.Server.T.Helper()
	category := h.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
	plan := h.Post("/api/rate-plans/{org}/create", object{"code": "BAR", "name": "Plan"}).Want(201).Text("data", "_id")
	return h.Post("/api/rate-plans/{org}/"+plan+"/products/create",
		object{"categoryId": category, "defaultPrice": 6000}).Want(201).Text("data", "_id")
}

func (h hotel) offer(fields object) apptest.Answer {
	h.Server.T.Helper()
	return h.Post("/api/offers/{org}/search", object{"checkIn": "2026-04-14", "checkOut": "2026-04-16"}.Merged(fields)).
		Want(200)
}

// What the token says is what is sold, whatever becomes of the service meanwhile.
func withOffer(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	breakfast := h.service("Breakfast", 350, "personNight", "everyNight", object{"includedIn": []any{h.product()}})
	dinner := h.service("Dinner", 600, "personNight", "everyNight")
	category := h.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
	h.Put("/api/room-categories/{org}/"+category+"/update", object{"maxChildren": 1}).Want(200)
	found := h.offer(object{"services": []any{object{"serviceId": dinner}, object{"serviceId": breakfast}}, "adults": 2,
		"childAges": []any{4}})
	found.Is(true, "data", "offers", 0, "services", 0, "included").Is(6, "data", "offers", 0, "services", 0, "quantity").
		Is(0, "data", "offers", 0, "services", 0, "totalAmount").
		Is(3600, "data", "offers", 0, "services", 1, "totalAmount").Is(3600, "data", "offers", 0, "servicesAmount").
		Is(12000, "data", "offers", 0, "totalAmount")
	h.Put("/api/services/{org}/"+dinner+"/update", object{"price": 9999, "isActive": false, "name": "Supper",
		"per": "item"}).Want(200)
	token := found.Text("data", "offers", 0, "offerToken")
	id := h.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16").Merged(object{
		"rooms": []any{object{"offerToken": token, "roomId": h.rooms[0]}, object{"roomId": h.rooms[1], "roomNumber": "x",
			"roomType": "x", "ratePerNight": 5000, "adults": 2}}})).Want(201).Text("data", "bookingId")
	h.services(id).Is("Breakfast", "data", "services", 0, "name").Is(true, "data", "services", 0, "included").
		Is(3, "data", "services", 0, "portions", 0, "quantity"). // of that room only
		Is(0, "data", "services", 0, "price").Is(0, "data", "services", 0, "toComeAmount").
		Is("Dinner", "data", "services", 1, "name").Is(3600, "data", "services", 1, "toComeAmount").
		Is(3, "data", "services", 1, "portions", 1, "quantity").Is(600, "data", "services", 1, "price")
	h.Arrive(id)
	h.closeDay()
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 6000 at 5", "room-night 2026-04-14 5000 at 5",
		"service 2026-04-14 1800 at 18")
	// the party keeps its services when it moves
	h.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": h.rooms[0], "toRoomId": h.rooms[2]}).Want(200)
	h = h.on("2026-04-15")
	h.closeDay()
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 6000 at 5", "room-night 2026-04-14 5000 at 5",
		"service 2026-04-14 1800 at 18", "room-night 2026-04-15 6000 at 5", "room-night 2026-04-15 5000 at 5",
		"service 2026-04-15 1800 at 18")
	h.Get("/api/services/{org}/due").Want(200).Is("Breakfast", "data", "bookings", 0, "name").
		Is(true, "data", "bookings", 0, "included").Is(3, "data", "bookings", 0, "quantity").
		Is([]any{"103"}, "data", "bookings", 0, "rooms") // of the party for whom it was sold
}

// What the price of the nights has inside is for the party and the stay, however the sale is changed by hand.
func includedFollowsParty(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	h.service("Breakfast", 350, "personNight", "everyNight", object{"includedIn": []any{h.product()}})
	token := h.offer(object{"adults": 2}).Text("data", "offers", 0, "offerToken")
	id := h.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16").Merged(object{
		"rooms": []any{object{"offerToken": token}}})).Want(201).Text("data", "bookingId")
	path := apptest.BookingPath(id, "/services/"+h.services(id).Text("data", "services", 0, "saleId")+"/update")
	h.Put(path, object{"quantity": 20, "persons": 50}).Bad("quantity").Bad("persons").
		Refused(400, "must be at most 1: sell the service for more")
	h.Put(path, object{"persons": 3}).Bad("persons").Refused(400, "must be at most 2")
	h.services(id).Is(2, "data", "services", 0, "portions", 0, "quantity")
	h.Put(path, object{"quantity": 1, "persons": 1, "from": "2026-04-15", "until": "2026-04-20"}).Want(200).
		Is(1, "data", "portions", 0, "quantity").Is("2026-04-15", "data", "portions", 0, "night")
	h.Put(path, object{"persons": 2, "from": nil}).Want(200).Is(2, "data", "portions", 0, "quantity").
		Is(2, "data", "portions", 1, "quantity")
	h.Put(path, object{"persons": 0}).Want(200).Is(2, "data", "portions", 0, "quantity")
}

func withHold(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	h.product()
	dinner := h.service("Dinner", 600, "personNight", "everyNight")
	token := h.offer(object{"services": []any{object{"serviceId": dinner, "persons": 1}}}).
		Text("data", "offers", 0, "offerToken")
	hold := h.Post("/api/holds/{org}", object{"offerToken": token, "minutes": 60}).Want(201).Text("data", "_id")
	h.Put("/api/services/{org}/"+dinner+"/update", object{"price": 700}).Want(200)
	id := h.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16").Without("rooms").
		Merged(object{"holdId": hold})).Want(201).Text("data", "bookingId")
	h.services(id).Is(1200, "data", "toComeAmount").Is(1, "data", "services", 0, "persons")
	gone := h.service("Massage", 900, "item", "arrival")
	found := h.offer(object{"services": []any{object{"serviceId": gone}}})
	h.Delete("/api/services/{org}/" + gone + "/delete").Want(200)
	h.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16").Merged(object{
		"rooms": []any{object{"offerToken": found.Text("data", "offers", 0, "offerToken")}}})).Bad("rooms[0].offerToken")
	h.Delete("/api/services/{org}/"+dinner+"/delete").Refused(400, "inactive")
}

func inHouse(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	breakfast := h.service("Breakfast", 350, "personNight", "everyNight")
	spa := h.service("Spa", 1000, "person", "arrival")
	id := h.book("2026-04-14", "2026-04-18", nil, h.rooms[0])
	h.Arrive(id)
	h.closeDay()
	h = h.on("2026-04-15")
	h.sell(id, breakfast, object{"until": "2026-04-16"})
	key := h.With("Idempotency-Key", "spa-1")
	for range 2 { // a second click
		key.Post(apptest.BookingPath(id, "/services"), object{"serviceId": spa, "persons": 1}).Want(201)
	}
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "service 2026-04-15 1000 at 18")
	for _, day := range []string{"2026-04-15", "2026-04-16", "2026-04-17"} {
		h = h.on(day)
		h.closeDay()
	}
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "service 2026-04-15 1000 at 18",
		"room-night 2026-04-15 5000 at 5", "service 2026-04-15 700 at 18", "room-night 2026-04-16 5000 at 5",
		"service 2026-04-16 700 at 18", "room-night 2026-04-17 5000 at 5")
}

func followsStay(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	id := h.book("2026-04-14", "2026-04-16", []any{
		object{"serviceId": h.service("Breakfast", 350, "personNight", "everyNight")},
		object{"serviceId": h.service("Parking", 200, "night", "arrival"), "quantity": 2}}, h.rooms[0])
	stay := apptest.BookingPath(id, "/stay")
	h.Put(stay, object{"checkOut": "2026-04-17"}).Want(200)
	h.services(id).Is(2100+1200, "data", "toComeAmount")
	h.Post(apptest.BookingPath(id, "/add-room"), object{"roomId": h.rooms[1], "roomNumber": "x", "roomType": "x",
		"ratePerNight": 5000, "adults": 1}).Want(200)
	h.services(id).Is(3150+1200, "data", "toComeAmount")
	h.Arrive(id)
	h.closeDay()
	h.services(id).Is(2100, "data", "toComeAmount").Is(3, "data", "services", 0, "portions", 0, "quantity")
	h = h.on("2026-04-15")
	h.Post(apptest.BookingPath(id, "/checkout-rooms"), object{"roomIds": []any{h.rooms[1]}}).Want(200)
	h.Put(stay, object{"checkOut": "2026-04-18"}).Want(200)
	h.services(id).Is(3, "data", "services", 0, "portions", 0, "quantity"). // what is posted stays
										Is(2, "data", "services", 0, "portions", 1, "quantity").Is(2100+400, "data", "toComeAmount")
	h.closeDay() // posts the night that parking has more, since the arrival is over
	h.services(id).Is(1400, "data", "toComeAmount").Is(true, "data", "services", 1, "portions", 3, "posted")
	h.Put(stay, object{"checkOut": "2026-04-17"}).Want(200)
	h.services(id).Is(700, "data", "toComeAmount").Is("2026-04-17", "data", "services", 1, "portions", 3, "night").
		Is(true, "data", "services", 1, "portions", 3, "posted")
	// and is corrected on the folio
	line := h.services(id).Text("data", "services", 1, "portions", 3, "lineId")
	h.Post(apptest.BookingPath(id, "/charges/"+line+"/reverse"), object{"reason": "Leaves earlier"}).Want(200)
	h.closeDay()
	h = h.on("2026-04-17")
	h.Leave(id, nil)
	h.CheckedFolio(id).Is(1050+700+700+1200, "data", "totals", "extrasAmount")
}

func changed(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	breakfast := h.service("Breakfast", 350, "personNight", "everyNight")
	id := h.book("2026-04-14", "2026-04-18", []any{object{"serviceId": breakfast}}, h.rooms[0])
	sale := h.services(id).Text("data", "services", 0, "saleId")
	path := apptest.BookingPath(id, "/services/"+sale)
	h.Arrive(id)
	h.closeDay()
	h.Put(path+"/update", object{"persons": 1, "quantity": 2, "until": "2026-04-16"}).Want(200).
		Is(1400, "data", "toComeAmount").Is(2, "data", "portions", 0, "quantity")
	h.Put(path+"/update", object{"persons": 0, "until": nil}).Want(200).Is(4200, "data", "toComeAmount")
	h.Put(path+"/update", object{"from": "2026-04-17", "until": "2026-04-16"}).Bad("until")
	h.Put(path+"/cancel", object{"reason": " "}).Bad("reason")
	for range 2 {
		h.Put(path+"/cancel", object{"reason": "No appetite"}).Want(200).Is("cancelled", "data", "status").
			Is(0, "data", "toComeAmount").Is("No appetite", "data", "cancellationReason")
	}
	h.Put(path+"/update", object{"quantity": 1}).Refused(400, "cancelled")
	h = h.on("2026-04-18")
	h.Leave(id, nil)
	h.CheckedFolio(id).Is(700, "data", "totals", "extrasAmount")
	h.Post(apptest.BookingPath(id, "/services"), object{"serviceId": breakfast}).Refused(400, "checked-out")
}

func consumed(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	breakfast := h.service("Breakfast", 350, "personNight", "everyNight", object{"nextMorning": true})
	id := h.book("2026-04-14", "2026-04-16", []any{object{"serviceId": breakfast}}, h.rooms[0])
	sale := h.services(id).Text("data", "services", 0, "saleId")
	path := apptest.BookingPath(id, "/services/"+sale+"/consumed")
	h.Arrive(id)
	h.Put(path, object{"consumed": 1}).Bad("date") // the first breakfast is tomorrow's
	h.closeDay()
	h = h.on("2026-04-15")
	h.Put(path, object{"consumed": 3}).Bad("consumed")
	for range 2 { // a second click counts once
		h.Put(path, object{"consumed": 2}).Want(200).Is(2, "data", "portions", 0, "consumed").
			Is(2, "data", "portions", 0, "quantity").Is(true, "data", "portions", 0, "posted")
	}
	h.Get("/api/services/{org}/due").Want(200).Is(2, "data", "services", 0, "consumed")
	h.Put(path, object{"consumed": 1}).Want(200).Is(1, "data", "portions", 0, "consumed")
	h.Put(path, object{"date": "2026-04-16", "consumed": 2}).Want(200).Is(false, "data", "portions", 1, "posted")
	h.closeDay() // posting keeps what was consumed
	h.services(id).Is(2, "data", "services", 0, "portions", 1, "consumed").
		Is(true, "data", "services", 0, "portions", 1, "posted")
}

func calledOff(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	breakfast := h.service("Breakfast", 350, "personNight", "everyNight")
	id := h.book("2026-04-14", "2026-04-16", []any{object{"serviceId": breakfast}}, h.rooms[0])
	h.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	h.services(id).Is(0, "data", "toComeAmount").Is([]any{}, "data", "services", 0, "portions")
	h.Post(apptest.BookingPath(id, "/services"), object{"serviceId": breakfast}).Refused(400, "cancelled")
	h.Get("/api/services/{org}/due").Want(200).Is([]any{}, "data", "bookings")
	h.Post(apptest.BookingPath(id, "/reinstate"), nil).Want(200)
	h.services(id).Is(1400, "data", "toComeAmount")
	h.Arrive(id)
	h.closeDay()
	h.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	h.CheckedFolio(id).HasCharges("service 2026-04-14 700 at 18") // what was had stays, as every extra does
	h.services(id).Is(0, "data", "toComeAmount").Is(true, "data", "services", 0, "portions", 0, "posted")
	late := h.book("2026-04-14", "2026-04-15", []any{object{"serviceId": breakfast}}, h.rooms[1])
	h.Post(apptest.BookingPath(late, "/no-show"), nil).Want(200)
	h.CheckedFolio(late).HasCharges()
	gone := h.book("2026-04-20", "2026-04-21", []any{object{"serviceId": breakfast}}, h.rooms[1])
	// without money it goes, and its services with it
	h.With("X-Sheet-Key", h.SheetKey()).Delete("/api/sheets/delete/" + gone).Want(200)
	h.Get(apptest.BookingPath(gone, "/services")).Refused(404, "no such booking")
}

func leftEarly(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	id := h.book("2026-04-14", "2026-04-18", []any{
		object{"serviceId": h.service("Breakfast", 350, "personNight", "everyNight")},
		object{"serviceId": h.service("Dinner", 600, "personNight", "departure")},
		object{"serviceId": h.service("Cleaning", 500, "stay", "departure")}}, h.rooms[0])
	h.Arrive(id)
	h.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": h.rooms[0], "toRoomId": h.rooms[1]}).Want(200)
	h.closeDay()
	h = h.on("2026-04-16")
	h.Put(apptest.BookingPath(id, "/checkout"), object{"finalAmount": 100}).Bad("finalAmount")
	h.Leave(id, object{"finalAmount": 15000})
	h.CheckedFolio(id).Is(2*700+2*1200+500, "data", "totals", "extrasAmount").Is(15000, "data", "totals", "balanceDue")
	h.Leave(id, object{"remarks": "again"})
	h.CheckedFolio(id).Is(4300, "data", "totals", "extrasAmount")
}

func dayUse(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	lunch := h.service("Lunch", 400, "personNight", "everyNight", object{"nextMorning": true})
	id := h.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-14", h.rooms[0]).Merged(object{
		"dayUse": true, "services": []any{object{"serviceId": lunch}}})).Want(201).Text("data", "bookingId")
	h.services(id).Is("2026-04-14", "data", "services", 0, "portions", 0, "date").Is(800, "data", "toComeAmount")
	h.Arrive(id)
	h.Leave(id, nil)
	h.CheckedFolio(id).HasCharges("day-use 2026-04-14 5000 at 5", "service 2026-04-14 800 at 18")
}

// A tax that isn't in force any more keeps no day from closing, and no charge is lost.
func taxEnds(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	breakfast := h.service("Breakfast", 350, "personNight", "everyNight")
	id := h.book("2026-04-14", "2026-04-16", []any{object{"serviceId": breakfast}}, h.rooms[0])
	h.Arrive(id)
	h.Put("/api/taxes/{org}/"+h.tax+"/update", object{"isActive": false}).Want(200)
	h.closeDay()
	h.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5")
	h = h.on("2026-04-16")
	const why = " can't be charged: its tax must be an active tax; GST on laundry is switched off. "
	h.Put(apptest.BookingPath(id, "/checkout"), nil).Refused(400, "Breakfast, night of Tue, 14 Apr 2026"+why+"Put that")
	h.Post(apptest.BookingPath(id, "/services"), object{"serviceId": breakfast}).
		Refused(400, "serviceId names Breakfast, which"+why[:len(why)-1])
	h.product()
	h.Post("/api/offers/{org}/search", object{"checkIn": "2026-04-16", "checkOut": "2026-04-18",
		"services": []any{object{"serviceId": breakfast}}}).
		Refused(400, "can't be charged on Thu, 16 Apr 2026: its tax must be an active tax")
	h.Put("/api/taxes/{org}/"+h.tax+"/update", object{"isActive": true}).Want(200)
	h.Leave(id, nil)
	h.CheckedFolio(id).Is(1400, "data", "totals", "extrasAmount")
}

func refused(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	service := h.service("Breakfast", 350, "personNight", "everyNight")
	off := h.service("Tour", 350, "item", "arrival", object{"isActive": false})
	stay := apptest.Stay("2026-04-14", "2026-04-16", h.rooms[0])
	for _, bad := range []object{{"serviceId": apptest.Nobody}, {"serviceId": off}} {
		h.Post("/api/bookings/{org}/create", stay.Merged(object{"services": []any{bad}})).Bad("services[0].serviceId")
	}
	h.Post("/api/bookings/{org}/create", stay.Merged(object{"services": []any{object{"serviceId": service,
		"quantity": 0}}})).Bad("services[0].quantity")
	id := h.Post("/api/bookings/{org}/create", stay).Want(201).Text("data", "bookingId") // nothing of those was booked
	path := apptest.BookingPath(id, "/services")
	h.Post(path, object{"serviceId": apptest.Nobody}).Bad("serviceId")
	h.Post(path, object{"serviceId": service, "persons": -1}).Bad("persons")
	h.Post(path, object{"serviceId": service, "from": "2026-02-30"}).Bad("from")
	h.Put(path+"/"+apptest.Nobody+"/cancel", object{"reason": "x"}).Refused(404, "no such service")
	h.Get("/api/services/{org}/due?date=2026-13-01").Bad("date")
	h.product()
	search := object{"checkIn": "2026-04-14", "checkOut": "2026-04-16"}
	for _, list := range [][]any{{object{"serviceId": off}}, {object{"serviceId": apptest.Nobody}}} {
		h.Post("/api/offers/{org}/search", search.Merged(object{"services": list})).Bad("services[0].serviceId")
	}
	twice := []any{object{"serviceId": service}, object{"serviceId": service}}
	h.Post("/api/offers/{org}/search", search.Merged(object{"services": twice})).Bad("services[1].serviceId")
}

func told(t *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	id := h.book("2026-04-14", "2026-04-16", nil, h.rooms[0])
	sale := h.sell(id, h.service("Breakfast", 350, "personNight", "everyNight"))
	path := apptest.BookingPath(id, "/services/"+sale)
	h.Put(path+"/update", object{"quantity": 2}).Want(200)
	h.Put(path+"/consumed", object{"consumed": 1}).Want(200)
	h.Put(path+"/cancel", object{"reason": "x"}).Want(200)
	log := h.Get("/api/audit/{org}/by-resource/booking/" + id).Want(200)
	var actions []string
	for i := range log.List("data") {
		actions = append(actions, log.Text("data", i, "action"))
	}
	same(t, "the audit log has", actions, "service.cancelled", "service.consumed", "service.changed", "service.sold",
		"booking.created")
}

// What is taken back is never posted again, and the kitchen doesn't cook it.
func takenBack(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	id := h.book("2026-04-14", "2026-04-16", []any{object{"serviceId": h.service("Parking", 200, "night", "arrival",
		object{"nextMorning": true})}, object{"serviceId": h.service("Lunch", 300, "personNight", "arrival")}}, h.rooms[0])
	h.Arrive(id)
	line := h.services(id).Text("data", "services", 1, "portions", 0, "lineId")
	sale := h.services(id).Text("data", "services", 1, "saleId")
	h.Put(apptest.BookingPath(id, "/services/"+sale+"/consumed"), object{"consumed": 1}).Want(200)
	h.Post(apptest.BookingPath(id, "/charges/"+line+"/reverse"), object{"reason": "Cold"}).Want(200)
	h.services(id).Is(true, "data", "services", 1, "portions", 0, "reversed").
		Is(1, "data", "services", 1, "portions", 0, "quantity").Is(0, "data", "services", 1, "portions", 1, "quantity").
		Is(false, "data", "services", 0, "portions", 0, "reversed").Is(0, "data", "toComeAmount")
	h.Get("/api/services/{org}/due").Want(200).Is(1, "data", "bookings", 0, "quantity")
	h.closeDay()
	h = h.on("2026-04-15")
	h.Get("/api/services/{org}/due").Want(200).Is("Parking", "data", "bookings", 0, "name").
		Is([]any{object{"name": "Parking", "department": "Food", "quantity": 1, "consumed": 0}}, "data", "services")
	h = h.on("2026-04-16")
	h.Leave(id, nil)
	h.CheckedFolio(id).Is(400, "data", "totals", "extrasAmount")
}

func departments(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	id := h.book("2026-04-14", "2026-04-15", []any{object{"serviceId": h.service("Dinner", 590, "personNight", "arrival")},
		object{"serviceId": h.service("Spa", 1180, "item", "arrival", object{"department": "Wellness"})},
		object{"serviceId": h.service("Paper", 118, "item", "arrival", object{"department": ""})}}, h.rooms[0])
	h.Arrive(id)
	h.AddCharge(id, "Taxi", 300)
	h.closeDay()
	const path = "/api/analytics/{org}/departments?from=2026-04-14&to=2026-04-14"
	of := func(kind, name string, revenue, tax, total any) object {
		return object{"kind": kind, "department": name, "revenue": revenue, "taxAmount": tax, "totalAmount": total}
	}
	h.Get(path).Want(200).Is([]any{of("rooms", "", 4761.9, 238.1, 5000), of("department", "Food", 1000, 180, 1180),
		of("department", "Wellness", 1000, 180, 1180), of("other", "", 400, 18, 418)}, "data")
	line := h.services(id).Text("data", "services", 1, "portions", 0, "lineId")
	h.Post(apptest.BookingPath(id, "/charges/"+line+"/reverse"), object{"reason": "x"}).Want(200)
	h = h.on("2026-04-15")
	h.Get(path).Want(200).Is(of("department", "Wellness", 1000, 180, 1180), "data", 2) // the day was closed
	h.Leave(id, nil)
	invoice := h.InvoicesOf(id).Text("data", 0, "_id")
	h.Post("/api/invoices/{org}/"+invoice+"/issue", nil).Want(200)
	h.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "x", "amount": 6598}).Want(201)
	sums := map[string]float64{}
	list := h.Get("/api/analytics/{org}/departments?from=2026-04-14&to=2026-04-15").Want(200)
	for i := range list.List("data") {
		sums[list.Text("data", i, "kind")] += list.Number("data", i, "totalAmount")
	}
	if sums["rooms"] != 0 || sums["department"] != 0 || sums["other"] != 0 {
		h.Server.T.Errorf("all is credited, but %v is left: %s", sums, list.Raw)
	}
	h.Get("/api/analytics/{org}/departments?from=x").Bad("from")
	h.Get("/api/analytics/{org}/departments?from=2026-04-14&to=2026-05-01").Bad("to")
	h.Member("Cook", object{"bookings": object{"view": true}}).Get(path).Refused(403, "payments.view")
	h.Member("Porter", object{"rooms": object{"view": true}}).Get(path).Refused(403, "bookings.view")
	h.AnotherHotel().Get(path).Want(200).Is([]any{}, "data")
}

func joinsByOffer(_ *testing.T, owner *apptest.Caller) {
	h := opened(owner)
	tea := h.service("Tea", 50, "personNight", "everyNight", object{"includedIn": []any{h.product()}})
	drink := h.service("Drink", 100, "person", "arrival")
	id := h.book("2026-04-14", "2026-04-16", nil, h.rooms[0])
	h.Arrive(id)
	token := h.offer(object{"adults": 2, "services": []any{object{"serviceId": drink}}}).
		Text("data", "offers", 0, "offerToken")
	h.Post(apptest.BookingPath(id, "/add-room"), object{"offerToken": token, "roomId": h.rooms[1]}).Want(200)
	h.services(id).Is(drink, "data", "services", 0, "serviceId").Is(true, "data", "services", 0, "portions", 0, "posted").
		Is(tea, "data", "services", 1, "serviceId").Is(2, "data", "services", 1, "portions", 0, "quantity")
	h.CheckedFolio(id).Is(200, "data", "totals", "extrasAmount")
}
