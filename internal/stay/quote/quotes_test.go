package quote_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestQuotes(t *testing.T) {
	apptest.RapidDefault(t, "checks", "30")
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: quotePermissions},
		{Name: "every field", Run: quoteFields},
		{Name: "prices before tax", Run: quoteExclusive},
		{Name: "a union territory, and no GSTIN", Run: quoteElsewhere},
		{Name: "the least", Run: quoteLeast},
		{Name: "bad input", Run: quoteBadInput},
		{Name: "changed", Run: quoteChanged},
		{Name: "accepted", Run: quoteAccepted},
		{Name: "accepted at the quoted price", Run: quotePriceStays},
		{Name: "what is quoted is what is owed", Run: quoteIsOwed},
		{Name: "any room of a category", Run: quoteCategories},
		{Name: "a room that is taken", Run: quoteTaken},
		{Name: "accepted without rooms", Run: quoteWithoutRooms},
		{Name: "what a booking needs", Run: quoteAcceptInput},
		{Name: "declined and deleted", Run: quoteEnds},
		{Name: "sent", Run: quoteSent},
		{Name: "as PDF", Run: quotePDF},
		{Name: "expiry", Run: quoteExpiry},
		{Name: "lists", Run: quoteLists},
		{Name: "accepted by many", Run: quoteRace},
	}, apptest.Balanced)
}

const quotes = "/api/quotes/{org}"

// enquiry is a quote for a room of the hotel's, two of the category, and transfers.
func enquiry(c *apptest.Caller, rooms []string) object {
	c.Server.T.Helper()
	return object{"guestName": "Asha Rao", "guestEmail": "asha@guest.example", "guestPhone": "+91 98450 12345",
		"checkIn": "2026-04-20", "checkOut": "2026-04-23",
		"validUntil": "2026-04-18", "mealPlan": "CP", "notes": "Breakfast from seven",
		"rooms": []any{object{"roomId": rooms[0], "ratePerNight": 5250, "adults": 2, "children": 1},
			object{"roomType": "deluxe", "count": 2, "ratePerNight": 10000, "adults": 1}},
		"lines": []any{object{"description": "Airport transfer", "quantity": 2, "unitPrice": 590,
			"taxId": c.CreateTax(object{"name": "GST on transfers", "sac": "996601"})}}}
}

// single is a quote for one room from 20 April for two nights.
func single(room string) object {
	return object{"guestName": "Ravi Das", "guestPhone": "+91 98450 54321", "checkIn": "2026-04-20",
		"checkOut": "2026-04-22",
		"rooms":    []any{object{"roomId": room, "ratePerNight": 4000, "adults": 1}}}
}

func quote(c *apptest.Caller, body object) string {
	c.Server.T.Helper()
	return c.Post(quotes+"/create", body).Want(201).Text("data", "_id")
}

func hasStatus(a apptest.Answer, want string) apptest.Answer {
	a.T.Helper()
	return a.Is(want, "data", "status")
}

func quotePermissions(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	id := quote(owner, single(rooms[0]))
	paths := []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"},
		{"PUT", "/" + id + "/update", "update"}, {"DELETE", "/" + id + "/delete", "delete"},
		{"POST", "/" + id + "/send", "update"}, {"POST", "/" + id + "/accept", "update"},
		{"POST", "/" + id + "/decline", "update"}, {"GET", "/" + id + "/pdf", "view"},
	}
	none := owner.Member("Porter", object{"bookings": object{"manage": true}, "invoices": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	elsewhere := owner.AnotherHotel()
	for _, p := range paths {
		none.Do(p.method, quotes+p.path, object{}).Refused(403, "quotes."+p.flag)
		stranger.Do(p.method, quotes+p.path, object{}).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(quotes, "{org}", owner.Org)+p.path, object{}).Refused(401, "")
		if strings.Contains(p.path, id) {
			elsewhere.Do(p.method, quotes+p.path, object{}).Refused(404, "no such quote")
			for _, unknown := range []string{apptest.Nobody, "x", strings.ToUpper(id)} {
				owner.Do(p.method, quotes+strings.Replace(p.path, id, unknown, 1), object{}).Refused(404, "no such quote")
			}
		}
	}
	clerk := owner.Member("Clerk", object{"quotes": object{"manage": true}})
	clerk.Post(quotes+"/"+id+"/accept", nil).Refused(403, "bookings.create")
	elsewhere.Get(quotes+"/list").Want(200).Is([]any{}, "data")
	hasStatus(owner.Get(quotes+"/"+id).Want(200), "draft")
}

func quoteFields(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	body := enquiry(owner, rooms)
	made := owner.Post(quotes+"/create", body).Want(201)
	id := made.Text("data", "_id")
	for _, a := range []apptest.Answer{made, owner.Get(quotes + "/" + id),
		owner.Put(quotes+"/"+id+"/update", made.At("data")), owner.Put(quotes+"/"+id+"/update", nil)} {
		hasStatus(a.Want(max(a.Status, 200)), "draft").Is("QT-1", "data", "quoteNumber").Is("Asha Rao", "data", "guestName").
			Is("asha@guest.example", "data", "guestEmail").
			Is("+91 98450 12345", "data", "guestPhone").Is("", "data", "guestId").Is("2026-04-14", "data", "quoteDate").
			Is("2026-04-18", "data", "validUntil").
			Is("2026-04-20", "data", "checkIn").Is("2026-04-23", "data", "checkOut").Is(3, "data", "nights").
			Is("CP", "data", "mealPlan").Is("Breakfast from seven", "data", "notes").
			Is(true, "data", "pricesIncludeTax").Is(66847.48, "data", "subtotal").Is(5041.26, "data", "cgst").
			Is(5041.26, "data", "sgst").Is(0, "data", "utgst").Is(0, "data", "otherTax").
			Is(10082.52, "data", "taxAmount").Is(76930, "data", "totalAmount").Is("", "data", "bookingId").
			Is("", "data", "bookingCode").Is("", "data", "declineReason").
			Is(nil, "data", "sentAt").Is(nil, "data", "closedAt").Is("2026-04-14T06:30:00.000Z", "data", "createdAt").
			Is("2026-04-14T06:30:00.000Z", "data", "updatedAt")
		a.Is(rooms[0], "data", "rooms", 0, "roomId").Is("101", "data", "rooms", 0, "roomNumber").
			Is("Deluxe", "data", "rooms", 0, "roomType").Is(1, "data", "rooms", 0, "count").
			Is(5250, "data", "rooms", 0, "ratePerNight").Is(2, "data", "rooms", 0, "adults").
			Is(1, "data", "rooms", 0, "children").Is(15000, "data", "rooms", 0, "taxableValue").
			Is(750, "data", "rooms", 0, "taxAmount").Is(15750, "data", "rooms", 0, "totalAmount").
			Is(3, "data", "rooms", 0, "taxes", 0, "nights").Is(5, "data", "rooms", 0, "taxes", 0, "taxRate")
		a.Is("", "data", "rooms", 1, "roomId").Is("", "data", "rooms", 1, "roomNumber").
			Is("Deluxe", "data", "rooms", 1, "roomType").Is(2, "data", "rooms", 1, "count").
			Is(6, "data", "rooms", 1, "taxes", 0, "nights").Is(18, "data", "rooms", 1, "taxes", 0, "taxRate").
			Is(4576.26, "data", "rooms", 1, "taxes", 0, "cgst").Is(60000, "data", "rooms", 1, "totalAmount")
		a.Is("Airport transfer", "data", "lines", 0, "description").Is("996601", "data", "lines", 0, "sac").
			Is(2, "data", "lines", 0, "quantity").Is(590, "data", "lines", 0, "unitPrice").
			Is(1180, "data", "lines", 0, "totalAmount").Is(1000, "data", "lines", 0, "taxableValue").
			Is(90, "data", "lines", 0, "cgst")
		if len(a.List("data", "rooms")) != 2 || len(a.List("data", "lines")) != 1 {
			t.Errorf("the quote has other rooms or lines: %s", a.Raw)
		}
	}
	owner.Get("/api/audit/{org}/logs?action=quote.created").Want(200).Is(76930, "data", 0, "details", "totalAmount").
		Is("QT-1", "data", 0, "details", "number")
	if n := owner.QueryInt(`SELECT COUNT(*) FROM room_nights WHERE org_id = $1`); n != 0 {
		t.Errorf("the quote holds %d nights", n)
	}
	if total := owner.QueryInt(`SELECT total FROM quotes WHERE org_id = $1`); total != 7693000 {
		t.Errorf("the row has the total %d", total)
	}
}

// Nights across a change of rates bear each its own.
func quoteExclusive(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	owner.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": false}).Want(200)
	made := owner.Post(quotes+"/create", enquiry(owner, rooms)).Want(201).Is(false, "data", "pricesIncludeTax").
		Is(76930, "data", "subtotal").Is(5899.95, "data", "cgst").
		Is(5899.95, "data", "sgst").Is(11799.9, "data", "taxAmount").Is(88729.9, "data", "totalAmount")
	owner.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": true}).Want(200)
	id := made.Text("data", "_id")
	// as it was made
	owner.Put(quotes+"/"+id+"/update", object{"notes": nil}).Want(200).Is(88729.9, "data", "totalAmount").
		Is(false, "data", "pricesIncludeTax")
	booking := owner.Post(quotes+"/"+id+"/accept", nil).Want(201).Text("data", "bookingId")
	booked := owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(75750, "data", "totalAmount").
		Is(88729.9, "data", "balanceDue")
	if booked.Number("data", "balanceDue") != made.Number("data", "totalAmount") {
		t.Error("the booking owes another amount than was quoted")
	}
}

func quoteElsewhere(_ *testing.T, owner *apptest.Caller) {
	union := owner.AnotherHotel(object{"gstin": "04AAPFU0939F1Z3"})
	union.Post(quotes+"/create", single(union.CreateRooms(1)[0]).
		Merged(object{"rooms": []any{object{"roomType": "Deluxe", "ratePerNight": 5250, "adults": 1}}})).Want(201).
		Is(250, "data", "cgst").Is(0, "data", "sgst").Is(250, "data", "utgst").Is(500, "data", "taxAmount").
		Is(250, "data", "rooms", 0, "taxes", 0, "utgst")
	lines := quote(union, object{"guestName": "X",
		"lines": []any{object{"description": "Laundry", "unitPrice": 118, "taxId": union.CreateTax(nil)}}})
	union.Get(quotes+"/"+lines).Want(200).Is(9, "data", "cgst").Is(0, "data", "sgst").Is(9, "data", "utgst").
		Is(9, "data", "lines", 0, "utgst").Is(18, "data", "lines", 0, "taxRate")
	none := owner.AnotherHotel()
	none.Post(quotes+"/create", single(none.CreateRooms(1)[0])).Want(201).Is(0, "data", "taxAmount").
		Is(8000, "data", "totalAmount").Is("", "data", "rooms", 0, "taxes", 0, "taxName")
	yen := owner.AnotherHotel(object{"currency": "JPY"})
	room := yen.CreateRooms(1)[0]
	yen.Post(quotes+"/create", single(room).
		Merged(object{"rooms": []any{object{"roomId": room, "ratePerNight": 100.5, "adults": 1}}})).
		Bad("rooms[0].ratePerNight")
	yen.Post(quotes+"/create", single(room)).Want(201).Is(8000, "data", "totalAmount")
	yen.Put("/api/organization/{org}/update", object{"currency": "INR"}).Want(400)
}

func quoteLeast(_ *testing.T, owner *apptest.Caller) {
	room := owner.CreateRooms(1)[0]
	owner.Post(quotes+"/create", single(room)).Want(201).Is("2026-04-20", "data", "validUntil").
		Is("EP", "data", "mealPlan").Is("", "data", "guestEmail").Is([]any{}, "data", "lines")
	owner.Post(quotes+"/create", single(room).Merged(object{"checkIn": "2026-06-01", "checkOut": "2026-06-02"})).Want(201).
		Is("2026-04-28", "data", "validUntil")
	guest := owner.Post("/api/guests/{org}/create", object{"name": "Meera Nair", "email": "meera@guest.example",
		"phone": "+91 98290 12345"}).Want(201).Text("data", "_id")
	owner.Post(quotes+"/create", object{"guestId": guest, "guestEmail": "other@guest.example",
		"lines": []any{object{"description": "Banquet", "unitPrice": 0.01}}}).Want(201).
		Is("Meera Nair", "data", "guestName").Is("other@guest.example", "data", "guestEmail").
		Is("+91 98290 12345", "data", "guestPhone").Is(nil, "data", "checkIn").Is(0, "data", "nights").
		Is("", "data", "mealPlan").Is([]any{}, "data", "rooms").Is(0.01, "data", "totalAmount").
		Is("2026-04-28", "data", "validUntil")
}

func quoteBadInput(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	idle := owner.Post("/api/rooms/{org}/create", object{"roomNumber": "900",
		"categoryId": owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id"), "isActive": false}).Want(201).
		Text("data", "_id")
	theirs := owner.AnotherHotel()
	theirRoom, theirTax := theirs.CreateRooms(1)[0], theirs.CreateTax(nil)
	theirGuest := theirs.Post("/api/guests/{org}/create", object{"name": "X"}).Want(201).Text("data", "_id")
	id := quote(owner, enquiry(owner, rooms))
	room := object{"roomId": rooms[0], "ratePerNight": 5000, "adults": 1}
	line := object{"description": "Transfer", "unitPrice": 100}
	list := func(items ...object) []any {
		all := []any{}
		for _, item := range items {
			all = append(all, item)
		}
		return all
	}
	for _, c := range []struct {
		fields object
		bad    string
	}{
		{object{"guestName": " "}, "guestName"}, {object{"guestName": nil}, "guestName"},
		{object{"guestEmail": "x"}, "guestEmail"}, {object{"guestPhone": "x"}, "guestPhone"},
		{object{"guestId": apptest.Nobody}, "guestId"}, {object{"guestId": theirGuest}, "guestId"},
		{object{"validUntil": "2026-04-13"}, "validUntil"}, {object{"validUntil": "2026-04-21"}, "validUntil"},
		{object{"validUntil": "x"}, "validUntil"},
		{object{"checkIn": "2026-04-13", "validUntil": nil}, "checkIn"}, {object{"checkIn": nil}, "checkIn"},
		{object{"checkOut": nil}, "checkOut"}, {object{"checkOut": "2026-04-20"}, "checkOut"},
		{object{"checkOut": "2027-04-21"}, "checkOut"}, {object{"checkIn": "2026-02-30"}, "checkIn"},
		{object{"mealPlan": "XX"}, "mealPlan"}, {object{"rooms": []any{}}, "rooms"}, {object{"rooms": nil}, "rooms"},
		{object{"rooms": nil, "lines": nil, "checkIn": nil, "checkOut": nil}, "rooms"},
		{object{"notes": strings.Repeat("x", 2001)}, "notes"},
		{object{"rooms": list(room, room)}, "rooms[1].roomId"}, {object{"rooms": list(room.Merged(object{"count": 2}))},
			"rooms[0].count"}, {object{"rooms": list(room.Merged(object{"count": 0}))}, "rooms[0].count"},
		{object{"rooms": list(room.Without("roomId"))}, "rooms[0].roomId"},
		{object{"rooms": list(room.Merged(object{"roomId": theirRoom}))}, "rooms[0].roomId"},
		{object{"rooms": list(room.Merged(object{"roomId": idle}))}, "rooms[0].roomId"},
		{object{"rooms": list(room, object{"roomType": "Suite", "ratePerNight": 1, "adults": 1})}, "rooms[1].roomType"},
		{object{"rooms": list(object{"roomType": "Deluxe", "count": 4, "ratePerNight": 1, "adults": 1})}, "rooms[0].count"},
		{object{"rooms": list(room.Merged(object{"ratePerNight": -1}))}, "rooms[0].ratePerNight"},
		{object{"rooms": list(room.Merged(object{"ratePerNight": 1.001}))}, "rooms[0].ratePerNight"},
		{object{"rooms": list(room.Merged(object{"ratePerNight": 9_000_000_000_000}))}, "rooms[0].ratePerNight"},
		{object{"rooms": list(room.Without("adults"))}, "rooms[0].adults"},
		{object{"lines": list(line, line.Merged(object{"unitPrice": -1}))}, "lines[1].unitPrice"},
		{object{"lines": list(line.Merged(object{"quantity": 0}))}, "lines[0].quantity"},
		{object{"lines": list(line.Merged(object{"discount": 101}))}, "lines[0].discount"},
		{object{"lines": list(line.Merged(object{"taxId": apptest.Nobody}))}, "lines[0].taxId"},
		{object{"lines": list(line.Merged(object{"taxId": theirTax}))}, "lines[0].taxId"},
		{object{"lines": list(line.Without("description"))}, "lines[0].description"},
		{object{"lines": list(line.Merged(object{"unitPrice": 9_999_999_999_999}),
			line.Merged(object{"unitPrice": 9_999_999_999_999}))}, "rooms"},
	} {
		owner.Post(quotes+"/create", enquiryOf(owner, id).Merged(c.fields)).Bad(c.bad)
		owner.Put(quotes+"/"+id+"/update", c.fields).Bad(c.bad)
	}
	owner.Post(quotes+"/create", enquiryOf(owner, id).
		Merged(object{"guestName": "", "rooms": list(room.Merged(object{"roomId": "x"})),
			"lines": list(line.Merged(object{"taxId": "x"}))})).
		Bad("guestName").Bad("rooms[0].roomId").Bad("lines[0].taxId")
	for _, query := range []string{"status=open", "from=x", "from=2026-04-02&to=2026-04-01", "page=0"} {
		owner.Get(quotes + "/list?" + query).Want(400)
	}
	if n := owner.QueryInt(`SELECT COUNT(*) FROM quotes WHERE org_id = $1`); n != 1 {
		t.Errorf("%d quotes were made", n)
	}
	owner.Post(quotes+"/create", single(rooms[0])).Want(201).Is("QT-2", "data", "quoteNumber")
}

// enquiryOf is a request for a quote like this one.
func enquiryOf(c *apptest.Caller, id string) object {
	c.Server.T.Helper()
	return object(c.Get(quotes + "/" + id).Want(200).At("data").(map[string]any))
}

func quoteChanged(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := quote(owner, enquiry(owner, rooms))
	path := quotes + "/" + id
	owner.Server.Clock.Advance(time.Minute)
	owner.Put(path+"/update", object{"checkOut": "2026-04-22"}).Want(200).Is(2, "data", "nights").
		Is(10500+40000+1180, "data", "totalAmount").Is(4, "data", "rooms", 1, "taxes", 0, "nights").
		Is("2026-04-14T06:31:00.000Z", "data", "updatedAt")
	owner.Server.Clock.Advance(time.Minute)
	owner.Put(path+"/update", object{"lines": nil, "guestEmail": nil,
		"rooms": []any{object{"roomId": rooms[1], "ratePerNight": 1000, "adults": 1}}}).Want(200).
		Is(2000, "data", "totalAmount").Is([]any{}, "data", "lines").Is("", "data", "guestEmail").
		Is("102", "data", "rooms", 0, "roomNumber")
	log := owner.Get("/api/audit/{org}/logs?action=quote.updated").Want(200)
	log.Is(51680, "data", 0, "details", "changes", "totalAmount", "old").
		Is(2000, "data", 0, "details", "changes", "totalAmount", "new").
		Is("101 (Deluxe) at 5250, 2 × Deluxe at 10000", "data", 0, "details", "changes", "rooms", "old").
		Is("102 (Deluxe) at 1000", "data", 0, "details", "changes", "rooms", "new").
		Is("2026-04-23", "data", 1, "details", "changes", "checkOut", "old")
	owner.Put(path+"/update", object{"rooms": nil, "checkIn": nil, "checkOut": nil,
		"lines": []any{object{"description": "Banquet", "unitPrice": 100}}}).Want(200).
		Is(100, "data", "totalAmount").Is(nil, "data", "checkIn").Is("", "data", "mealPlan")
	owner.Put(path+"/update", owner.Get(path).At("data")).Want(200).Is(100, "data", "totalAmount")
	owner.Put(path+"/update", object{"validUntil": nil}).Want(200).Is("2026-04-28", "data", "validUntil")
	if a := hasStatus(owner.Post(path+"/send", object{"email": "asha@guest.example"}).Want(200), "sent"); a.At("data",
		"sentAt") == nil {
		t.Error("nobody knows when it was sent")
	}
	hasStatus(owner.Put(path+"/update", object{"notes": "Newer"}).Want(200), "sent").Is("Newer", "data", "notes")
	owner.Post(path+"/decline", nil).Want(200)
	owner.Put(path+"/update", object{"notes": "Late"}).Refused(400, "declined already")
}

func quoteAccepted(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(4)
	id := quote(owner, enquiry(owner, rooms))
	path := quotes + "/" + id
	owner.Server.Clock.Advance(time.Minute)
	a := owner.Post(path+"/accept", object{"source": "phone", "specialRequests": "A quiet room", "advanceAmount": 2000.5,
		"paymentMethod": "upi"}).Want(201)
	hasStatus(a, "accepted").Is("BK-1", "data", "bookingCode").Is("2026-04-14T06:31:00.000Z", "data", "closedAt").
		Is(76930, "data", "totalAmount")
	booking := a.Text("data", "bookingId")
	owner.Get(path).Want(200).Is(a.At("data"), "data")
	b := owner.Get(apptest.BookingPath(booking, "")).Want(200)
	b.Is("confirmed", "data", "status").Is("Asha Rao", "data", "guestName").Is("asha@guest.example", "data", "guestEmail").
		Is("2026-04-20", "data", "checkIn").Is("2026-04-23", "data", "checkOut").
		Is("phone", "data", "source").Is("CP", "data", "mealPlan").Is("Breakfast from seven", "data", "notes").
		Is("A quiet room", "data", "specialRequests").Is(75750, "data", "totalAmount").
		Is(2000.5, "data", "advanceAmount").Is(76930-2000.5, "data", "balanceDue").
		Is(a.At("data", "guestId"), "data", "guestId")
	for i, want := range []struct {
		number string
		rate   float64
	}{{"101", 5250}, {"102", 10000}, {"103", 10000}} {
		b.Is(want.number, "data", "rooms", i, "roomNumber").Is(want.rate, "data", "rooms", i, "ratePerNight")
	}
	if n := owner.QueryInt(`SELECT COUNT(*) FROM room_nights WHERE org_id = $1 AND holder_id = $2`, booking); n != 9 {
		t.Errorf("the booking holds %d nights", n)
	}
	if n := owner.QueryInt(`SELECT total FROM folio_lines
		WHERE org_id = $1 AND booking_id = $2 AND description = 'Airport transfer'`, booking); n != 118000 {
		t.Errorf("the folio has the transfer at %d", n)
	}
	for _, again := range []struct {
		verb string
		body any
	}{{"accept", nil}, {"decline", nil}, {"send", object{"email": "asha@guest.example"}}} {
		owner.Post(path+"/"+again.verb, again.body).Refused(400, "accepted already")
	}
	owner.Put(path+"/update", object{}).Refused(400, "accepted already")
	owner.Delete(path+"/delete").Refused(400, "only a draft")
	owner.Get("/api/audit/{org}/logs?action=quote.accepted").Want(200).Is("BK-1", "data", 0, "details", "bookingCode")
	owner.Get("/api/audit/{org}/logs?action=booking.created").Want(200).Is(booking, "data", 0, "resourceId")
	owner.Get(quotes+"/list?status=accepted").Want(200).Is("BK-1", "data", 0, "bookingCode")

	keyed := owner.With("Idempotency-Key", "yes")
	other := quote(owner, single(rooms[3]))
	first := keyed.Post(quotes+"/"+other+"/accept", nil).Want(201)
	if again := keyed.Post(quotes+"/"+other+"/accept", nil).Want(201); !bytes.Equal(first.Raw, again.Raw) {
		t.Errorf("the repetition answered %s", again.Raw)
	}
	owner.Server.Clock.Set(apptest.Noon.AddDate(0, 0, 6)) // the stay as it was quoted, night by night
	owner = owner.Again()
	owner.Post(apptest.BookingPath(booking, "/arrival"), object{}).Want(200)
	owner.Server.Clock.Set(apptest.Noon.AddDate(0, 0, 9))
	owner = owner.Again()
	owner.Put(apptest.BookingPath(booking, "/checkout"), object{}).Want(200)
	if taxed := owner.QueryInt(`SELECT CAST(SUM(total - taxable) / 2 AS BIGINT) FROM folio_lines
		WHERE org_id = $1 AND booking_id = $2`, booking); taxed != 504126 {
		t.Errorf("the folio has CGST of %d, the quote had 504126", taxed)
	}
	if total := owner.QueryInt(`SELECT CAST(SUM(total) AS BIGINT) FROM folio_lines WHERE org_id = $1 AND booking_id = $2`,
		booking); total != 7693000 {
		t.Errorf("the folio comes to %d, the quote to 7693000", total)
	}
}

func quotePriceStays(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	id := quote(owner, single(rooms[0]))
	owner.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"ratePerNight": 9000}).Want(200)
	owner.Put("/api/room-categories/{org}/"+owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id")+"/update",
		object{"baseRate": 12000, "name": "Suite"}).Want(200)
	owner.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": false}).Want(200)
	booking := owner.Post(quotes+"/"+id+"/accept", nil).Want(201).Text("data", "bookingId")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(8000, "data", "totalAmount").Is(8000, "data", "balanceDue").
		Is(4000, "data", "rooms", 0, "ratePerNight").Is("Suite", "data", "rooms", 0, "roomType")
}

// Whatever rooms, nights and lines cost, on both sides of a change of rates and of the limit between them, with the tax
// inside or not: the booking owes what was quoted, and its folio charges the same taxes.
func quoteIsOwed(t *testing.T, owner *apptest.Caller) {
	owner.Server.Clock.Set(time.Date(2025, 9, 19, 6, 30, 0, 0, time.UTC))
	owner = owner.Again()
	rooms := owner.CreateRooms(3)
	rates := owner.CreateTax(object{"from": "2025-01-01"})
	price := rapid.Custom(func(t *rapid.T) float64 {
		if rapid.Bool().Draw(t, "near the limit") {
			return float64(rapid.IntRange(749_900, 890_000).Draw(t, "paise")) / 100
		}
		return float64(rapid.IntRange(0, 3_000_000).Draw(t, "paise")) / 100
	})
	rapid.Check(t, func(rt *rapid.T) {
		inclusive := rapid.Bool().Draw(rt, "inclusive")
		owner.Put("/api/accounts/{org}/settings", object{"pricesIncludeTax": inclusive}).Want(200)
		arrival := time.Date(2025, 9, 19+rapid.IntRange(0, 4).Draw(rt, "arrival"), 0, 0, 0, 0, time.UTC)
		body := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": arrival.Format(time.DateOnly),
			"checkOut": arrival.AddDate(0, 0, rapid.IntRange(1, 6).Draw(rt, "nights")).Format(time.DateOnly),
			"rooms":    []any{object{"roomId": rooms[0], "ratePerNight": price.Draw(rt, "rate"), "adults": 1}}, "lines": []any{}}
		if rapid.Bool().Draw(rt, "more rooms") {
			body["rooms"] = append(body["rooms"].([]any), object{"roomType": "Deluxe", "count": rapid.IntRange(1, 2).
				Draw(rt, "count"), "ratePerNight": price.Draw(rt, "other rate"), "adults": 1})
		}
		for i := range rapid.IntRange(0, 2).Draw(rt, "lines") {
			body["lines"] = append(body["lines"].([]any), object{"description": fmt.Sprint("Line ", i),
				"unitPrice": price.Draw(rt, "price"), "quantity": float64(rapid.IntRange(1, 5000).Draw(rt, "thousandths")) / 1000,
				"taxId": rapid.SampledFrom([]any{nil, rates}).Draw(rt, "tax")})
		}
		quote := owner.Post(quotes+"/create", body).Want(201)
		quoted := apptest.Paise(quote.Number("data", "totalAmount"))
		if apptest.Paise(quote.Number("data", "subtotal"))+apptest.Paise(quote.Number("data", "taxAmount")) != quoted ||
			quote.Number("data", "cgst") != quote.Number("data", "sgst") {
			rt.Fatalf("the quote doesn't add up: %s", quote.Raw)
		}
		booking := owner.Post(quotes+"/"+quote.Text("data", "_id")+"/accept", nil).Want(201).Text("data", "bookingId")
		if owed := apptest.Paise(owner.Get(apptest.BookingPath(booking, "")).Number("data", "balanceDue")); owed != quoted {
			rt.Fatalf("%d is quoted and %d owed: %s", quoted, owed, quote.Raw)
		}
		invoice := owner.Post("/api/invoices/{org}/create", object{"bookingId": booking}).Want(201) // it posts all nights
		for _, name := range []string{"subtotal", "cgst", "sgst", "taxAmount", "totalAmount"} {
			if apptest.Paise(invoice.Number("data", name)) != apptest.Paise(quote.Number("data", name)) {
				rt.Fatalf("%s is %v on the invoice and %v on the quote: %s", name, invoice.Number("data", name),
					quote.Number("data", name), quote.Raw)
			}
		}
		owner.Delete("/api/invoices/{org}/" + invoice.Text("data", "_id") + "/delete").Want(200)
		owner.Put(apptest.BookingPath(booking, "/cancel"), object{"reason": "Next"}).Want(200)
	})
}

func quoteCategories(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	any2 := single("").
		Merged(object{"rooms": []any{object{"roomType": "DELUXE", "count": 2, "ratePerNight": 3000, "adults": 2,
			"children": 1}, object{"roomId": rooms[0], "ratePerNight": 4000, "adults": 1}}})
	id := quote(owner, any2)
	owner.Post("/api/rooms/{org}/"+rooms[2]+"/blocks", object{"from": "2026-04-21", "to": "2026-04-22"}).Want(201)
	owner.Post(quotes+"/"+id+"/accept", nil).Refused(400, "1 of 2 rooms are free")
	hasStatus(owner.Get(quotes+"/"+id), "draft")
	block := owner.Get("/api/rooms/{org}/"+rooms[2]+"/blocks").Text("data", 0, "_id")
	owner.Delete("/api/rooms/{org}/" + rooms[2] + "/blocks/" + block).Want(200)
	booking := owner.Post(quotes+"/"+id+"/accept", nil).Want(201).Text("data", "bookingId")
	b := owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(20000, "data", "totalAmount")
	var numbers []string
	for _, r := range b.List("data", "rooms") {
		numbers = append(numbers, fmt.Sprint(r.(map[string]any)["roomNumber"], "@", r.(map[string]any)["ratePerNight"]))
	}
	slices.Sort(numbers)
	if want := []string{"101@4000", "102@3000", "103@3000"}; !slices.Equal(numbers, want) {
		owner.Server.T.Errorf("the booking has %v, want %v", numbers, want)
	}
}

// Who takes the room first has it; the quote stays open, and nothing of the attempt stays.
func quoteTaken(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(2)
	id := quote(owner, single(rooms[0]).
		Merged(object{"lines": []any{object{"description": "Transfer", "unitPrice": 500}}}))
	taken := owner.Book("2026-04-21", "2026-04-23", rooms[0])
	before := owner.Server.Snapshot()
	owner.Post(quotes+"/"+id+"/accept", object{"advanceAmount": 100}).Refused(400, "Room 101 is taken on 21 Apr 2026")
	owner.Server.Unchanged(before, "accepting a quote whose room is taken")
	hasStatus(owner.Get(quotes+"/"+id), "draft")
	owner.Put(apptest.BookingPath(taken, "/cancel"), object{"reason": "Plans changed"}).Want(200)
	owner.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": false}).Want(200)
	owner.Post(quotes+"/"+id+"/accept", nil).Refused(400, "Room 101 is not in use")
	owner.Put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": true}).Want(200)
	owner.Post(quotes+"/"+id+"/accept", nil).Want(201).Is("BK-2", "data", "bookingCode") // refusals took no number
	gone := quote(owner, single(rooms[1]))
	owner.Delete("/api/rooms/{org}/" + rooms[1] + "/delete").Want(200)
	owner.Post(quotes+"/"+gone+"/accept", nil).Refused(400, "Room 102 is not in use")
}

func quoteWithoutRooms(_ *testing.T, owner *apptest.Caller) {
	id := quote(owner, object{"guestName": "Rao Textiles",
		"lines": []any{object{"description": "Banquet", "unitPrice": 40000}}})
	hasStatus(owner.Post(quotes+"/"+id+"/accept", nil).Want(201), "accepted").Is("", "data", "bookingId").
		Is("", "data", "bookingCode")
	owner.Post(quotes+"/"+id+"/accept", nil).Refused(400, "accepted already")
	owner.Get("/api/bookings/{org}/list").Is(0, "pagination", "total")
}

func quoteAcceptInput(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := quote(owner, single(rooms[0]).Without("guestPhone"))
	path := quotes + "/" + id + "/accept"
	owner.Post(path, nil).Bad("guestPhone")
	owner.Post(path, object{"guestPhone": "x"}).Bad("guestPhone")
	phone := object{"guestPhone": "+91 98290 12345"}
	owner.Post(path, phone.Merged(object{"guestEmail": "x"})).Bad("guestEmail")
	owner.Post(path, phone.Merged(object{"advanceAmount": 8000.01})).Bad("advanceAmount")
	owner.Post(path, phone.Merged(object{"advanceAmount": -1})).Bad("advanceAmount")
	owner.Post(path, phone.Merged(object{"source": "pigeon"})).Bad("source")
	booking := owner.Post(path, phone.Merged(object{"advanceAmount": 8000})).Want(201).
		Is("+91 98290 12345", "data", "guestPhone").Text("data", "bookingId")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(0, "data", "balanceDue").
		Is("+91 98290 12345", "data", "guestPhone")

	guest := owner.Post("/api/guests/{org}/create", object{"name": "Meera Nair", "phone": "+91 98290 12345"}).Want(201).
		Text("data", "_id")
	known := quote(owner, single(rooms[1]).Merged(object{"guestId": guest}))
	owner.Post(quotes+"/"+known+"/accept", nil).Want(201).Is(guest, "data", "guestId")
	owner.Get("/api/guests/{org}/"+guest+"/stays").Is(1, "pagination", "total")
	forgotten := owner.Post("/api/guests/{org}/create", object{"name": "Nobody"}).Want(201).Text("data", "_id")
	last := quote(owner, single(rooms[2]).Merged(object{"guestId": forgotten}))
	owner.Delete("/api/guests/{org}/" + forgotten + "/delete").Want(200)
	if made := owner.Post(quotes+"/"+last+"/accept", nil).Want(201).Text("data", "guestId"); made == forgotten ||
		made == "" {
		owner.Server.T.Errorf("the booking is of the guest %q", made)
	}

	tax := owner.CreateTax(nil)
	taxed := quote(owner, object{"guestName": "X", "guestPhone": "+91 98290 12345", "checkIn": "2026-05-01",
		"checkOut": "2026-05-02", "rooms": []any{object{"roomId": rooms[0], "ratePerNight": 1, "adults": 1}},
		"lines": []any{object{"description": "Laundry", "unitPrice": 118, "taxId": tax}}})
	owner.Put("/api/taxes/{org}/"+tax+"/update", object{"isActive": false}).Want(200)
	owner.Post(quotes+"/"+taxed+"/accept", nil).Bad("lines[0].taxId")
	owner.Put("/api/taxes/{org}/"+tax+"/update", object{"isActive": true}).Want(200)
	owner.Post(quotes+"/"+taxed+"/accept", nil).Want(201)
}

func quoteEnds(_ *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	id := quote(owner, single(rooms[0]))
	hasStatus(owner.Post(quotes+"/"+id+"/decline", object{"reason": "Too dear"}).Want(200), "declined").
		Is("Too dear", "data", "declineReason").Is("2026-04-14T06:30:00.000Z", "data", "closedAt")
	owner.Post(quotes+"/"+id+"/decline", object{}).Refused(400, "declined already")
	owner.Post(quotes+"/"+id+"/accept", nil).Refused(400, "declined already")
	owner.Delete(quotes+"/"+id+"/delete").Refused(400, "only a draft")
	owner.Get("/api/audit/{org}/logs?action=quote.declined").Want(200).Is("Too dear", "data", 0, "details", "reason")
	draft := quote(owner, single(rooms[0]))
	owner.Delete(quotes+"/"+draft+"/delete").Want(200).Is(nil, "data")
	owner.Delete(quotes+"/"+draft+"/delete").Refused(404, "no such quote")
	owner.Get(quotes+"/"+draft).Refused(404, "no such quote")
	owner.Get("/api/audit/{org}/logs?action=quote.deleted").Want(200).Is("QT-2", "data", 0, "details", "number")
	owner.Post(quotes+"/create", single(rooms[0])).Want(201).Is("QT-3", "data", "quoteNumber")
	sent := quote(owner, single(rooms[0]))
	owner.Post(quotes+"/"+sent+"/send", object{"email": "ravi@guest.example"}).Want(200)
	owner.Delete(quotes+"/"+sent+"/delete").Refused(400, "only a draft")
}

// attached is the file of this media type that a mail carries.
func attached(t *testing.T, mail, mediaType string) string {
	t.Helper()
	mail = strings.ReplaceAll(mail, "\r\n", "\n")
	_, part, found := strings.Cut(mail, "Content-Type: "+mediaType)
	_, part, parted := strings.Cut(part, "\n\n")
	body, _, ended := strings.Cut(part, "\n--")
	content, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(body, "\n", ""))
	if !found || !parted || !ended || err != nil {
		t.Fatalf("the mail has no %s: %v\n%.2000s", mediaType, err, mail)
	}
	return string(content)
}

func quoteSent(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	address := "guest" + owner.Org + "@guest.example"
	id := quote(owner, single(rooms[0]).Merged(object{"guestName": "Ravi <b>Das</b>"}))
	path := quotes + "/" + id
	owner.Post(path+"/send", nil).Bad("email")
	owner.Post(path+"/send", object{"email": "x"}).Bad("email")
	owner.Post(path+"/send", object{"email": "a@b.example, c@d.example"}).Bad("email")
	hasStatus(owner.Get(path), "draft")
	owner.Put(path+"/update", object{"guestEmail": address}).Want(200)
	owner.Server.Clock.Advance(time.Minute)
	a := hasStatus(owner.Post(path+"/send", nil).Want(200), "sent").Is("2026-04-14T06:31:00.000Z", "data", "sentAt").
		Is("The quote is on its way to "+address+".", "message")
	mail := owner.Server.Mail(address, "QT-1")
	for _, words := range []string{"Your quote QT-1 from", "Mon, 20 Apr 2026", "Wed, 22 Apr 2026", "8,000.00",
		"application/pdf", "Dear Ravi &lt;b&gt;Das&lt;/b&gt;,"} {
		if !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(mail, "=\r\n", ""), "=\n", ""), words) {
			t.Errorf("the mail doesn't say %q:\n%.3000s", words, mail)
		}
	}
	if file := attached(t, mail, "application/pdf"); file != string(owner.Download(path+"/pdf", "application/pdf").Raw) {
		t.Error("the PDF that was sent is not the one that is answered")
	}
	hasStatus(owner.Post(path+"/send", object{"email": "other" + address}).Want(200), "sent")
	owner.Server.Mail("other"+address, "QT-1")
	owner.Get("/api/audit/{org}/logs?action=quote.sent").Want(200).Is("quote", "data", 0, "resourceType").
		Is(a.At("data", "_id"), "data", 1, "resourceId")
	hasStatus(owner.Post(path+"/accept", nil).Want(201), "accepted")
}

func quotePDF(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := quote(owner, enquiry(owner, rooms))
	draft := owner.Download(quotes+"/"+id+"/pdf", "application/pdf")
	if !strings.HasPrefix(string(draft.Raw), "%PDF-") || !strings.Contains(draft.Header.Get("Content-Disposition"),
		"Quotation QT-1.pdf") {
		t.Errorf("the PDF begins %q and goes as %s", draft.Raw[:10], draft.Header.Get("Content-Disposition"))
	}
	if again := owner.Download(quotes+"/"+id+"/pdf", "application/pdf"); !bytes.Equal(draft.Raw, again.Raw) {
		t.Error("the same quote has two PDFs")
	}
	owner.Post(quotes+"/"+id+"/send", nil).Want(200)
	sent := owner.Download(quotes+"/"+id+"/pdf", "application/pdf")
	if bytes.Equal(draft.Raw, sent.Raw) {
		t.Error("the draft doesn't say that it is one")
	}
	owner.Post(quotes+"/"+id+"/accept", nil).Want(201)
	owner.Download(quotes+"/"+id+"/pdf", "application/pdf")
}

// A quote holds to the end of its last day in the hotel's own zone. The job only writes down what every read knows.
func quoteExpiry(t *testing.T, owner *apptest.Caller) {
	midnight := time.Date(2026, 4, 16, 18, 30, 0, 0, time.UTC) // in Kolkata, at the end of 16 April
	west := owner.AnotherHotel(object{"timezone": "Pacific/Honolulu"})
	rooms, theirs := owner.CreateRooms(3), west.CreateRooms(1)
	until := object{"validUntil": "2026-04-16"}
	id, sent, kept := quote(owner, single(rooms[0]).Merged(until)), quote(owner, single(rooms[1]).Merged(until)),
		quote(owner, single(rooms[2]).Merged(object{"validUntil": "2026-04-17"}))
	other := quote(west, single(theirs[0]).Merged(until))
	owner.Post(quotes+"/"+sent+"/send", object{"email": "ravi@guest.example"}).Want(200)

	owner.Server.Clock.Set(midnight.Add(-time.Second))
	owner = owner.Again()
	hasStatus(owner.Get(quotes+"/"+id), "draft")
	owner.Get(quotes+"/list?status=draft").Is(2, "pagination", "total")
	owner.Put(quotes+"/"+id+"/update", object{"notes": "Hurry"}).Want(200)

	owner.Server.Clock.Set(midnight)
	west.Token = owner.Token
	hasStatus(owner.Get(quotes+"/"+id), "expired")
	hasStatus(owner.Get(quotes+"/"+sent), "expired")
	hasStatus(owner.Get(quotes+"/"+kept), "draft")
	hasStatus(west.Get(quotes+"/"+other), "draft")
	for _, quote := range []string{id, sent} {
		owner.Post(quotes+"/"+quote+"/accept", nil).Refused(400, "expired after 16 Apr 2026")
		owner.Post(quotes+"/"+quote+"/decline", nil).Refused(400, "expired")
		owner.Post(quotes+"/"+quote+"/send", object{"email": "ravi@guest.example"}).Refused(400, "expired")
		owner.Put(quotes+"/"+quote+"/update", object{"validUntil": "2026-04-18"}).Refused(400, "expired")
		owner.Delete(quotes+"/"+quote+"/delete").Refused(400, "only a draft")
	}
	count := func(status string, want int) {
		t.Helper()
		owner.Get(quotes+"/list?status="+status).Is(want, "pagination", "total")
	}
	stored := func() int64 {
		return owner.QueryInt(`SELECT COUNT(*) FROM quotes
			WHERE org_id = $1 AND status = 'expired' AND closed_at IS NOT NULL`)
	}
	for range 2 {
		count("draft", 1)
		count("sent", 0)
		count("expired", 2)
		if err := owner.Server.App.ExpireQuotes(context.Background()); err != nil {
			t.Fatal(err)
		}
		if stored() != 2 {
			t.Errorf("%d quotes are written down as expired, want 2", stored())
		}
	}
	owner.Get("/api/audit/{org}/logs?action=quote.expired").Want(200).Is("System", "data", 0, "userName").
		Is("2026-04-16", "data", 0, "details", "validUntil").Is(2, "pagination", "total")
	hasStatus(owner.Get(quotes+"/"+sent), "expired")
	hasStatus(west.Get(quotes+"/"+other), "draft")
	hasStatus(west.Post(quotes+"/"+other+"/accept", nil).Want(201), "accepted")
	hasStatus(owner.Post(quotes+"/"+kept+"/accept", nil).Want(201), "accepted")
	owner.Server.Clock.Set(midnight.AddDate(0, 0, 30))
	if err := owner.Server.App.ExpireQuotes(context.Background()); err != nil {
		t.Fatal(err)
	}
	hasStatus(owner.Again().Get(quotes+"/"+kept), "accepted") // what is closed doesn't expire
}

func quoteLists(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(1)
	guest := owner.Post("/api/guests/{org}/create", object{"name": "Meera Nair", "phone": "+91 98290 12345"}).Want(201).
		Text("data", "_id")
	var ids []string
	for i, fields := range []object{{}, {"guestName": "Zoë हवेली", "guestEmail": "zoe@guest.example"},
		{"guestId": guest, "guestName": "Meera", "guestPhone": "+91 98290 12345"}} {
		owner.Server.Clock.Set(apptest.Noon.Add(time.Duration(i) * time.Second))
		ids = append(ids, quote(owner, single(rooms[0]).Merged(fields)))
	}
	owner.Post(quotes+"/"+ids[1]+"/decline", nil).Want(200)
	for query, want := range map[string][]int{
		"": {2, 1, 0}, "status=draft": {2, 0}, "status=declined": {1}, "status=sent": {}, "guestId=" + guest: {2},
		"guestId=x": {}, "search=ZO%C3%8B": {1}, "search=zoe@": {1}, "search=qt-3": {2},
		"search=9829012345": {2}, "search=98290%2012345": {2}, "search=%25": {}, "from=2026-04-14&to=2026-04-14": {2, 1, 0},
		"from=2026-04-15": {}, "to=2026-04-13": {}, "limit=1&page=2": {1},
		"status=draft&search=ravi": {0},
	} {
		var found, wanted []string
		for _, entry := range owner.Get(quotes + "/list?" + query).Want(200).List("data") {
			found = append(found, entry.(map[string]any)["_id"].(string))
		}
		for _, i := range want {
			wanted = append(wanted, ids[i])
		}
		if !slices.Equal(found, wanted) {
			t.Errorf("%s finds %v, want %v", query, found, wanted)
		}
	}
	owner.Get(quotes+"/list?limit=1").Is(3, "pagination", "total").
		Is(map[string]any{"_id": ids[2], "quoteNumber": "QT-3", "status": "draft", "guestName": "Meera",
			"quoteDate":  "2026-04-14",
			"validUntil": "2026-04-20", "checkIn": "2026-04-20", "checkOut": "2026-04-22", "totalAmount": 8000.0,
			"bookingId":   "",
			"bookingCode": "", "createdAt": "2026-04-14T06:30:02.000Z"}, "data", 0)
}

func rush(c *apptest.Caller, requests int, send func(i int) (method, path string, body any)) map[int]int {
	c.Server.T.Helper()
	answers := make([]apptest.Answer, requests)
	apptest.Together(requests, func(i int) {
		var err error
		method, path, body := send(i)
		if answers[i], err = c.Try(method, path, body); err != nil {
			c.Server.T.Error(err)
		}
	})
	statuses := map[int]int{}
	for _, a := range answers {
		statuses[a.Status]++
		if a.Status == 400 && (a.Text("message") == "" || strings.Contains(a.Text("message"), "went wrong")) {
			c.Server.T.Errorf("a refusal says nothing: %s", a.Raw)
		}
	}
	return statuses
}

func quoteRace(t *testing.T, owner *apptest.Caller) {
	rooms := owner.CreateRooms(3)
	id := quote(owner, enquiry(owner, rooms))
	statuses := rush(owner, 40, func(int) (string, string, any) {
		return http.MethodPost, quotes + "/" + id + "/accept", object{"advanceAmount": 100}
	})
	if statuses[201] != 1 || statuses[400] != 39 {
		t.Errorf("40 clients accept a quote: %v", statuses)
	}
	owner.Get("/api/bookings/{org}/list").Is(1, "pagination", "total")
	if paid := owner.QueryInt(`SELECT COUNT(*) FROM payments WHERE org_id = $1`); paid != 1 {
		t.Errorf("%d advances were taken", paid)
	}
	hasStatus(owner.Get(quotes+"/"+id), "accepted").Is("BK-1", "data", "bookingCode")

	// Many quotes for the one room that is left, while others accept, decline, change and delete the same ones.
	spare := owner.Post("/api/rooms/{org}/create", object{"roomNumber": "200",
		"categoryId": owner.Get("/api/room-categories/{org}/list").Text("data", 0, "_id")}).Want(201).Text("data", "_id")
	var ids []string
	for range 8 {
		ids = append(ids, quote(owner, single(spare)))
	}
	statuses = rush(owner, 40, func(i int) (string, string, any) {
		path := quotes + "/" + ids[i%8]
		switch i / 8 {
		case 3:
			return http.MethodPost, path + "/decline", nil
		case 4:
			return http.MethodPut, path + "/update", object{"notes": fmt.Sprint(i)}
		}
		return http.MethodPost, path + "/accept", nil
	})
	if statuses[201] > 1 || statuses[500] > 0 || statuses[404] > 0 {
		t.Errorf("8 quotes for one room: %v", statuses)
	}
	if n := owner.QueryInt(`SELECT COUNT(*) FROM quotes WHERE org_id = $1 AND status = 'accepted'`); n != int64(1+
		statuses[201]) {
		t.Errorf("%d quotes are accepted after %v", n, statuses)
	}
	if n := owner.QueryInt(`SELECT COUNT(*) FROM bookings WHERE org_id = $1`); n != int64(1+statuses[201]) {
		t.Errorf("%d bookings were made after %v", n, statuses)
	}
}
