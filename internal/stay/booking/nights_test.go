package booking_test

import (
	"fmt"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

// What nights cost, over HTTP on both engines. The hotels are registered for GST, and their prices are before tax.
func TestNights(t *testing.T) {
	hotel := object{"gstin": apptest.HotelGSTIN}
	apptest.EachScenario(t, hotel, []apptest.Scenario{
		{Name: "each night has its own price and tax", Run: weekendRates},
		{Name: "what is wrong with rates is named", Run: wrongRates},
		{Name: "rates stand for a price a night", Run: ratesAlone},
		{Name: "a total is spread over the nights", Run: spreadTotal},
		{Name: "complimentary nights", Run: complimentaryNights},
		{Name: "prices of nights change, in house too", Run: changedNights},
		{Name: "billed nights keep their prices", Run: billedNights},
		{Name: "a stay that changes keeps, lists or names prices", Run: pricesOfAStay},
		{Name: "a move keeps, lists or names prices", Run: pricesOfAMove},
		{Name: "a dry run changes nothing", Run: dryRuns},
		{Name: "charges on the room move its slab", Run: roomCharges},
		{Name: "prices with the tax inside", Run: taxInside},
		{Name: "the final amount is the whole bill", Run: finalAmounts},
		{Name: "billed nights that are given up", Run: billedAndGivenUp},
	}, apptest.BooksHold)
}

// beforeTax makes the hotel's prices such that tax comes on top.
func beforeTax(desk *apptest.Caller) { desk.SetBilling(object{"pricesIncludeTax": false}) }

func rates(prices ...any) []object {
	var list []object
	for i := 0; i < len(prices); i += 2 {
		list = append(list, object{"date": prices[i], "amount": prices[i+1]})
	}
	return list
}

// nightsOfBooking is such as "04-20 6000" for each night, with a star if it is posted.
func nightsOfBooking(a apptest.Answer) string {
	var list []string
	for i := range a.List("data", "nights") {
		text := fmt.Sprint(strings.TrimPrefix(a.Text("data", "nights", i, "date"), "2026-"), " ",
			a.At("data", "nights", i, "amount"))
		if a.At("data", "nights", i, "posted") == true {
			text += "*"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func hasNights(t *testing.T, a apptest.Answer, want string) {
	t.Helper()
	if got := nightsOfBooking(a); got != want {
		t.Errorf("the nights are %s, want %s", got, want)
	}
}

func withRates(body object, prices ...any) object {
	entry := body["rooms"].([]object)[0].Merged(object{"rates": rates(prices...)})
	return body.Merged(object{"rooms": []object{entry}})
}

func weekendRates(t *testing.T, desk *apptest.Caller) {
	beforeTax(desk)
	rooms := desk.CreateRooms(1)
	body := withRates(apptest.Stay("2026-04-24", "2026-04-26", rooms[0]), "2026-04-24", 6000, "2026-04-25", 9000)
	body["rooms"].([]object)[0]["rates"].([]object)[1]["plan"] = "BAR"
	body["rooms"].([]object)[0]["rates"].([]object)[1]["note"] = "Festival rate"
	made := desk.Post("/api/bookings/{org}/create", body).Want(201)
	made.Is(15000, "data", "totalAmount").Is(1920, "data", "taxAmount").Is(16920, "data", "balanceDue")
	hasNights(t, made, "04-24 6000, 04-25 9000")
	id := made.Text("data", "bookingId")
	read := desk.Get(apptest.BookingPath(id, "")).Want(200)
	read.Is("BAR", "data", "nights", 1, "plan").Is("Festival rate", "data", "nights", 1, "note").
		Is(rooms[0], "data", "nights", 1, "roomId").Is(false, "data", "nights", 1, "complimentary").
		Is(false, "data", "pricesIncludeTax").Is(5000, "data", "rooms", 0, "ratePerNight")
	read.Fields(read.At("data", "nights", 0), "date", "roomId", "roomNumber", "amount", "allowance", "plan", "note",
		"complimentary", "posted", "stayed", "entryId")
	desk.OnDay("2026-04-24").Arrive(id)
	desk = desk.OnDay("2026-04-26")
	desk.Leave(id, object{})
	folio := desk.CheckedFolio(id).HasCharges("room-night 2026-04-24 6300 at 5", "room-night 2026-04-25 10620 at 18")
	if !strings.Contains(string(folio.Raw), "night of Sat, 25 Apr 2026, Festival rate") {
		t.Errorf("the night's note is not on the folio: %s", folio.Raw)
	}
}

func wrongRates(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	stay := apptest.Stay("2026-04-24", "2026-04-26", rooms[0])
	for _, c := range []struct {
		words  string
		prices []any
	}{
		{"25 Apr 2026", []any{"2026-04-24", 6000}},
		{"24 Apr 2026", []any{"2026-04-25", 6000}},
		{"rooms[0].rates[2].date", []any{"2026-04-24", 1, "2026-04-25", 1, "2026-04-26", 1}},
		{"rooms[0].rates[2].date", []any{"2026-04-24", 1, "2026-04-25", 1, "2026-04-25", 1}},
		{"rooms[0].rates[1].date", []any{"2026-04-24", 1, "2026-04-31", 1}},
		{"rooms[0].rates[1].amount", []any{"2026-04-24", 1, "2026-04-25", -1}},
		{"rooms[0].rates[1].amount", []any{"2026-04-24", 1, "2026-04-25", 1.001}},
		{"rooms[0].rates[1].amount", []any{"2026-04-24", 1, "2026-04-25", nil}},
	} {
		a := desk.Post("/api/bookings/{org}/create", withRates(stay, c.prices...)).Want(400)
		if !strings.Contains(string(a.Raw), c.words) {
			t.Errorf("%v is refused without %s: %s", c.prices, c.words, a.Raw)
		}
	}
	id := desk.Book("2026-04-24", "2026-04-26", rooms[0])
	nights := func(body object) apptest.Answer { return desk.Put(apptest.BookingPath(id, "/nights"), body) }
	nights(object{"rates": rates("2026-04-24", 1)}).Bad("reason")
	nights(object{"reason": "x"}).Bad("rates")
	nights(object{"reason": "x", "rates": rates("2026-04-26", 1)}).Bad("rates[0].date")
	nights(object{"reason": "x", "nights": []object{{"date": "2026-04-24", "amount": 5, "complimentary": true}}}).
		Bad("nights[0].amount")
	unknown := rooms[0][:20] + "0000"
	nights(object{"reason": "x", "nights": []object{{"date": "2026-04-24", "amount": 5, "roomId": unknown}}}).
		Bad("nights[0].roomId")
	stayed := func(body object) apptest.Answer { return desk.Put(apptest.BookingPath(id, "/stay"), body) }
	stayed(object{"checkOut": "2026-04-27", "price": "best"}).Bad("price")
	stayed(object{"checkOut": "2026-04-27", "price": "list", "rates": rates("2026-04-26", 1)}).Bad("price")
	stayed(object{"checkOut": "2026-04-27", "price": "rates"}).Bad("rates")
	stayed(object{"checkOut": "2026-04-27", "rates": rates("2026-04-24", 1, "2026-04-25", 1)}).
		Refused(400, "26 Apr 2026")
	hasNights(t, desk.Get(apptest.BookingPath(id, "")).Want(200), "04-24 5000, 04-25 5000")
}

// ratesAlone books rooms and categories by rates without ratePerNight, and adds one, also to try. Without rates,
// ratePerNight is required as ever.
func ratesAlone(t *testing.T, desk *apptest.Caller) {
	beforeTax(desk)
	rooms := desk.CreateRooms(3)
	category := desk.Get("/api/rooms/{org}/"+rooms[0]).Want(200).Text("data", "category", "_id")
	alone := func(entry object, prices ...any) object {
		return object{"roomNumber": "x", "roomType": "x", "adults": 2, "rates": rates(prices...)}.Merged(entry)
	}
	stay := func(entries ...object) object {
		return apptest.Stay("2026-04-24", "2026-04-26").Merged(object{"rooms": entries})
	}
	made := desk.Post("/api/bookings/{org}/create", stay(alone(object{"roomId": rooms[0]}, "2026-04-25", 9000,
		"2026-04-24", 6000), alone(object{"categoryId": category}, "2026-04-24", 0, "2026-04-25", 4000))).Want(201)
	hasNights(t, made, "04-24 6000, 04-24 0, 04-25 9000, 04-25 4000")
	made.Is(19000, "data", "totalAmount").Is(6000, "data", "rooms", 0, "ratePerNight").
		Is(4000, "data", "rooms", 1, "ratePerNight")
	id := made.Text("data", "bookingId")
	added := alone(object{"roomId": rooms[2]}, "2026-04-24", 1000, "2026-04-25", 2000)
	desk.Post(apptest.BookingPath(id, "/add-room?dryRun=true"), added).Want(200).Is(22000, "data", "totalAmount")
	desk.Get(apptest.BookingPath(id, "")).Is(19000, "data", "totalAmount")
	desk.Post(apptest.BookingPath(id, "/add-room"), added).Want(200).Is(22000, "data", "totalAmount")
	// A night more costs what the first one did.
	desk.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-27"}).Want(200).
		Is(33000, "data", "totalAmount")
	for _, entry := range []object{{"roomId": rooms[0]}, {"categoryId": category}} {
		for _, missing := range []object{{"rates": nil}, {"rates": []object{}}} {
			desk.Post("/api/bookings/{org}/create", stay(alone(entry).Merged(missing))).Bad("rooms[0].ratePerNight")
			desk.Post(apptest.BookingPath(id, "/add-room"), alone(entry).Merged(missing)).Bad("ratePerNight")
		}
		desk.Post("/api/bookings/{org}/create", stay(alone(entry, "2026-04-24", 1))).Refused(400, "25 Apr 2026")
	}
}

func spreadTotal(t *testing.T, desk *apptest.Caller) {
	beforeTax(desk)
	rooms := desk.CreateRooms(1)
	body := withRates(apptest.Stay("2026-04-24", "2026-04-27", rooms[0]), "2026-04-24", 6000, "2026-04-25", 9000,
		"2026-04-26", 6000)
	made := desk.Post("/api/bookings/{org}/create", body.Merged(object{"totalAmount": 10000})).Want(201)
	hasNights(t, made, "04-24 2857.14, 04-25 4285.72, 04-26 2857.14")
	made.Is(10000, "data", "totalAmount").Is(500, "data", "taxAmount")
	desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-05-24", "2026-05-26", rooms[0]).
		Merged(object{"advanceAmount": 10500.01})).Bad("advanceAmount")
	desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-05-24", "2026-05-26", rooms[0]).
		Merged(object{"advanceAmount": 10500})).Want(201).Is(0, "data", "balanceDue")
}

func complimentaryNights(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	body := apptest.Stay("2026-04-14", "2026-04-17", rooms[0])
	entry := body["rooms"].([]object)[0].Merged(object{"rates": []object{{"date": "2026-04-14", "amount": 5000},
		{"date": "2026-04-15", "amount": 5000}, {"date": "2026-04-16", "complimentary": true, "note": "Stay 3, pay 2"}}})
	made := desk.Post("/api/bookings/{org}/create", body.Merged(object{"rooms": []object{entry}})).Want(201)
	made.Is(10000, "data", "totalAmount").Is(0, "data", "nights", 2, "amount").
		Is(true, "data", "nights", 2, "complimentary").Is(false, "data", "nights", 1, "complimentary")
	id := made.Text("data", "bookingId")
	desk.Arrive(id)
	desk = desk.OnDay("2026-04-17")
	desk.Leave(id, object{})
	if n := desk.QueryInt(`SELECT COUNT(*) FROM booking_rooms WHERE org_id = $1 AND free_nights = '2026-04-16'`); n != 1 {
		t.Errorf("%d rooms have one complimentary night", n)
	}
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5000 at 5", "room-night 2026-04-15 5000 at 5",
		"room-night 2026-04-16 0 at 5")
}

func changedNights(t *testing.T, desk *apptest.Caller) {
	beforeTax(desk)
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-17", rooms...)
	desk.Arrive(id)
	desk.Put(apptest.BookingPath(id, "/nights"), object{"reason": "x", "rates": rates("2026-04-14", 8000)}).
		Bad("rates[0].roomId")
	change := object{"reason": "Air conditioning out of order", "nights": []object{
		{"date": "2026-04-14", "roomId": rooms[0], "amount": 8000}, {"date": "2026-04-16", "roomId": rooms[1], "amount": 1}}}
	tried := desk.Put(apptest.BookingPath(id, "/nights?dryRun=true"), change).Want(200)
	tried.Is(28001, "data", "totalAmount").Is(true, "data", "dryRun")
	desk.Get(apptest.BookingPath(id, "")).Is(30000, "data", "totalAmount")
	done := desk.Put(apptest.BookingPath(id, "/nights"), change).Want(200)
	done.Is(28001, "data", "totalAmount").Is(1440+4*250+0.06, "data", "taxAmount").Is(id, "data", "bookingId")
	hasNights(t, done, "04-14 8000*, 04-14 5000*, 04-15 5000, 04-15 5000, 04-16 5000, 04-16 1")
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5250 at 5", "room-night 2026-04-14 9440 at 18")
	log := desk.Get("/api/audit/{org}/logs").Want(200)
	if !strings.Contains(string(log.Raw), "Air conditioning out of order") {
		t.Errorf("the audit log doesn't say why: %s", log.Raw)
	}
	entries := log.Number("pagination", "total")
	desk.Put(apptest.BookingPath(id, "/nights"), change).Want(200) // again: nothing changes
	desk.Get("/api/audit/{org}/logs").Is(entries, "pagination", "total")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x"}).Want(200)
	desk.Put(apptest.BookingPath(id, "/nights"), change).Refused(400, "cancelled")
}

func billedNights(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	desk.Arrive(id)
	desk.CreateInvoice(object{"bookingId": id}).Want(201)
	desk.Put(apptest.BookingPath(id, "/nights"), object{"reason": "x", "rates": rates("2026-04-14", 1)}).
		Refused(400, "invoice")
	desk.Post(apptest.BookingPath(id, "/charges"), object{"description": "Allowance", "type": "adjustment",
		"lodging": true, "unitPrice": -500, "date": "2026-04-14"}).Bad("date")
	desk.Post(apptest.BookingPath(id, "/move-room"), object{"fromRoomId": rooms[0], "toRoomId": rooms[1],
		"price": "list"}).Want(200).Is(10000, "data", "totalAmount")
	hasNights(t, desk.Get(apptest.BookingPath(id, "")), "04-14 5000*, 04-15 5000*")
}

func pricesOfAStay(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(1)
	id := desk.BookAt(4000, nil, "2026-04-14", "2026-04-16", rooms[0])
	stay := func(body object) apptest.Answer { return desk.Put(apptest.BookingPath(id, "/stay"), body).Want(200) }
	hasNights(t, stay(object{"checkOut": "2026-04-17"}), "04-14 4000, 04-15 4000, 04-16 4000")
	hasNights(t, stay(object{"checkOut": "2026-04-18", "price": "list"}), "04-14 4000, 04-15 4000, 04-16 4000, 04-17 5000")
	hasNights(t, stay(object{"checkOut": "2026-04-17", "price": "keep"}), "04-14 4000, 04-15 4000, 04-16 4000")
	desk.Arrive(id)
	hasNights(t, stay(object{"checkOut": "2026-04-17", "rates": rates("2026-04-15", 1000, "2026-04-16", 2000)}),
		"04-14 4000*, 04-15 1000, 04-16 2000")
	hasNights(t, stay(object{"checkOut": "2026-04-16"}), "04-14 4000*, 04-15 1000")
	desk.Get(apptest.BookingPath(id, "")).Is(5000, "data", "totalAmount")
}

func pricesOfAMove(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(4)
	desk.Put("/api/rooms/{org}/"+rooms[2]+"/update", object{"ratePerNight": 8000}).Want(200)
	id := desk.BookAt(4000, nil, "2026-04-14", "2026-04-16", rooms[0])
	desk.Arrive(id)
	move := func(from, to int, body object) apptest.Answer {
		return desk.Post(apptest.BookingPath(id, "/move-room"),
			body.Merged(object{"fromRoomId": rooms[from], "toRoomId": rooms[to]})).Want(200)
	}
	hasNights(t, move(0, 1, object{}), "04-14 4000*, 04-15 4000")
	hasNights(t, move(1, 2, object{"price": "list"}), "04-14 8000*, 04-15 8000")
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 8000 at 18")
	hasNights(t, move(2, 3, object{"from": "2026-04-15", "rates": rates("2026-04-15", 10)}), "04-14 8000*, 04-15 10")
	desk = desk.OnDay("2026-04-16")
	desk.Leave(id, object{})
	desk.CheckedFolio(id)
}

func dryRuns(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	id := desk.Book("2026-04-14", "2026-04-16", rooms[0])
	desk.Book("2026-04-16", "2026-04-18", rooms[0])
	desk.Arrive(id)
	before := desk.Server.Snapshot()
	stay := desk.Put(apptest.BookingPath(id, "/stay?dryRun=true"), object{"checkOut": "2026-04-17"}).Want(200)
	stay.Is("2026-04-16", "data", "checkOut").Is(10000, "data", "totalAmount")
	conflicts := stay.List("data", "conflicts")
	if len(conflicts) != 1 || !strings.Contains(fmt.Sprint(conflicts...), "101") {
		t.Errorf("the conflicts are %v", conflicts)
	}
	shorter := desk.Put(apptest.BookingPath(id, "/stay?dryRun=true"), object{"checkOut": "2026-04-15"}).Want(200)
	shorter.Is("2026-04-15", "data", "checkOut").Is(5000, "data", "totalAmount").Is(5000, "data", "balanceDue")
	entry := object{"roomId": rooms[1], "roomNumber": "x", "roomType": "x", "ratePerNight": 100, "adults": 1}
	desk.Post(apptest.BookingPath(id, "/add-room?dryRun=true"), entry).Want(200).Is(10200, "data", "totalAmount")
	desk.Post(apptest.BookingPath(id, "/add-room?dryRun=true"), entry.Merged(object{"roomId": rooms[0]})).Bad("roomId")
	desk.Post(apptest.BookingPath(id, "/move-room?dryRun=true"), object{"fromRoomId": rooms[0], "toRoomId": rooms[2]}).
		Want(200).Is(rooms[2], "data", "rooms", 0, "roomId")
	desk.Server.Unchanged(before, "dry runs")
	desk.Post(apptest.BookingPath(id, "/add-room"), entry).Want(200).Is(false, "data", "dryRun")
	before = desk.Server.Snapshot()
	desk.Post(apptest.BookingPath(id, "/checkout-rooms?dryRun=true"), object{"roomIds": []string{rooms[1]}}).Want(200).
		Is("102", "data", "checkedOutRooms", 0)
	desk.Server.Unchanged(before, "the dry run of checkout-rooms")
}

func roomCharges(t *testing.T, desk *apptest.Caller) {
	beforeTax(desk)
	rooms := desk.CreateRooms(1)
	id := desk.BookAt(8000, nil, "2026-04-14", "2026-04-16", rooms[0])
	desk.Arrive(id)
	charge := func(body object) apptest.Answer {
		return desk.Post(apptest.BookingPath(id, "/charges"), body.Merged(object{"lodging": true}))
	}
	allowance := object{"type": "adjustment", "description": "No hot water", "unitPrice": -800, "date": "2026-04-14"}
	charge(allowance).Want(201).Is(-800, "data", "unitPrice").Is(-800, "data", "amount").Is(-1080, "data", "taxAmount").
		Is(-1880, "data", "totalAmount").Is(true, "data", "lodging").Is("", "data", "lineId")
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 7560 at 5")
	read := desk.Get(apptest.BookingPath(id, "")).Is(800, "data", "nights", 0, "allowance").
		Is("No hot water", "data", "nights", 0, "note").Is(15200, "data", "totalAmount").Is(1800, "data", "taxAmount")
	hasNights(t, read, "04-14 7200*, 04-15 8000")
	charge(object{"description": "Extra bed", "unitPrice": 500, "quantity": 2}).Want(201).Is(1000, "data", "amount")
	hasNights(t, desk.Get(apptest.BookingPath(id, "")), "04-14 7673.68*, 04-15 8526.32")
	charge(object{"description": "x", "unitPrice": 1, "date": "2026-04-16"}).Bad("date")
	charge(object{"description": "x", "unitPrice": 1, "roomId": rooms[0][:20] + "0000"}).Bad("roomId")
	charge(object{"description": "x", "unitPrice": 1, "taxId": rooms[0]}).Bad("taxId")
	charge(object{"description": "x", "unitPrice": 1, "quantity": 0}).Bad("quantity")
	charge(object{"description": "x", "unitPrice": 9_000_000_000_000, "quantity": 1_000_000}).Bad("quantity")
	charge(object{"type": "adjustment", "description": "x", "unitPrice": -20000}).Bad("unitPrice")
	desk.Put(apptest.BookingPath(id, "/nights"), object{"reason": "wrong room", "rates": rates("2026-04-14", 8000)}).
		Want(200)
	desk.Get(apptest.BookingPath(id, "")).Is(0, "data", "nights", 0, "allowance").Is(8000, "data", "nights", 0, "amount")
}

func taxInside(t *testing.T, desk *apptest.Caller) {
	beforeTax(desk)
	rooms := desk.CreateRooms(1)
	made := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", rooms[0]).
		Merged(object{"pricesIncludeTax": true})).Want(201)
	made.Is(10000, "data", "totalAmount").Is(476.2, "data", "taxAmount").Is(10000, "data", "balanceDue")
	id := made.Text("data", "bookingId")
	desk.Get(apptest.BookingPath(id, "")).Is(true, "data", "pricesIncludeTax").Is(476.2, "data", "taxAmount")
	desk.Arrive(id)
	desk = desk.OnDay("2026-04-16")
	desk.Leave(id, object{})
	desk.Get(apptest.BookingPath(id, "")).Is(476.2, "data", "taxAmount").Is(10000, "data", "balanceDue")
	desk.CheckedFolio(id)
}

func finalAmounts(t *testing.T, desk *apptest.Caller) {
	beforeTax(desk)
	rooms := desk.CreateRooms(1)
	id := desk.Book("2026-04-14", "2026-04-17", rooms[0])
	desk.Arrive(id)
	desk.AddCharge(id, "Laundry", 500)
	desk = desk.OnDay("2026-04-16")
	desk.Leave(id, object{"finalAmount": 13000})
	read := desk.Get(apptest.BookingPath(id, "")).Want(200)
	read.Is(13000, "data", "finalAmount").Is(12500, "data", "totalAmount").Is(13000, "data", "balanceDue").
		Is(true, "data", "pricesIncludeTax").Is(false, "data", "nights", 2, "stayed")
	hasNights(t, read, "04-14 5250*, 04-15 5250*, 04-16 2000")
	desk.CheckedFolio(id).HasCharges("room-night 2026-04-14 5250 at 5", "service 2026-04-14 500 at 0",
		"room-night 2026-04-15 5250 at 5", "adjustment 2026-04-16 2000 at 5")
	desk.Leave(id, object{"finalAmount": 8500})
	read = desk.Get(apptest.BookingPath(id, "")).Want(200).Is(8500, "data", "balanceDue")
	hasNights(t, read, "04-14 4000*, 04-15 4000*, 04-16 0")
	desk.CheckedFolio(id)
}

// Who gives up a night that an invoice has already doesn't owe its tax any more, although only a credit note takes both
// off the invoice.
func billedAndGivenUp(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	billed := func(room string, inclusive bool) (bookingID, invoiceID string) {
		id := owner.BookAt(5250, object{"pricesIncludeTax": inclusive}, "2026-04-14", "2026-04-18", room)
		owner.Arrive(id)
		return id, owner.CreateInvoice(object{"bookingId": id, "issue": true}).Text("data", "_id")
	}
	shorten := func(id string) apptest.Answer {
		return owner.Put(apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-17"}).Want(200)
	}
	id, invoice := billed(rooms[0], false)
	shorten(id).Is(15750, "data", "totalAmount").Is(787.5, "data", "taxAmount").Is(16537.5, "data", "balanceDue")
	owner.Get(apptest.BookingPath(id, "/folio")).Want(200).Is(-5512.5, "data", "totals", "toBePosted")
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Shorter",
		"lines": []any{object{"nights": []any{object{"date": "2026-04-17"}}}}}).Want(201).Is(5512.5, "data", "totalAmount")
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is(787.5, "data", "taxAmount").Is(16537.5, "data", "balanceDue")
	id, _ = billed(rooms[1], true)
	shorten(id).Is(750, "data", "taxAmount").Is(15750, "data", "balanceDue")
	id, _ = billed(rooms[2], false)
	owner.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 0}).Want(200)
	owner.Get(apptest.BookingPath(id, "")).Want(200).Is(0, "data", "balanceDue")
}
