package app_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestQuotes(t *testing.T) {
	few(t, "checks", "30")
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", quotePermissions},
		{"every field", quoteFields},
		{"prices before tax", quoteExclusive},
		{"a union territory, and no GSTIN", quoteElsewhere},
		{"the least", quoteLeast},
		{"bad input", quoteBadInput},
		{"changed", quoteChanged},
		{"accepted", quoteAccepted},
		{"accepted at the quoted price", quotePriceStays},
		{"what is quoted is what is owed", quoteIsOwed},
		{"any room of a category", quoteCategories},
		{"a room that is taken", quoteTaken},
		{"accepted without rooms", quoteWithoutRooms},
		{"what a booking needs", quoteAcceptInput},
		{"declined and deleted", quoteEnds},
		{"sent", quoteSent},
		{"as PDF", quotePDF},
		{"expiry", quoteExpiry},
		{"lists", quoteLists},
		{"accepted by many", quoteRace},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				hotel := owner.anotherHotel(object{"gstin": "27AAPFU0939F1ZV"})
				scenario.run(t, hotel)
				hotel.balanced()
			})
		}
	})
}

const quotes = "/api/quotes/{org}"

// enquiry is a quote for a room of the hotel's, two of the category, and transfers.
func (c *caller) enquiry(rooms []string) object {
	c.s.t.Helper()
	return object{"guestName": "Asha Rao", "guestEmail": "asha@guest.example", "guestPhone": "+91 98450 12345", "checkIn": "2026-04-20", "checkOut": "2026-04-23",
		"validUntil": "2026-04-18", "mealPlan": "CP", "notes": "Breakfast from seven",
		"rooms": []any{object{"roomId": rooms[0], "ratePerNight": 5250, "adults": 2, "children": 1}, object{"roomType": "deluxe", "count": 2, "ratePerNight": 10000, "adults": 1}},
		"lines": []any{object{"description": "Airport transfer", "quantity": 2, "unitPrice": 590, "taxId": c.tax(object{"name": "GST on transfers", "sac": "996601"})}}}
}

// single is a quote for one room from 20 April for two nights.
func single(room string) object {
	return object{"guestName": "Ravi Das", "guestPhone": "+91 98450 54321", "checkIn": "2026-04-20", "checkOut": "2026-04-22",
		"rooms": []any{object{"roomId": room, "ratePerNight": 4000, "adults": 1}}}
}

func (c *caller) quote(body object) string {
	c.s.t.Helper()
	return c.post(quotes+"/create", body).want(201).text("data", "_id")
}

func (a answer) hasStatus(want string) answer { a.t.Helper(); return a.is(want, "data", "status") }

func quotePermissions(_ *testing.T, owner *caller) {
	rooms := owner.rooms(1)
	id := owner.quote(single(rooms[0]))
	paths := []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"}, {"PUT", "/" + id + "/update", "update"}, {"DELETE", "/" + id + "/delete", "delete"},
		{"POST", "/" + id + "/send", "update"}, {"POST", "/" + id + "/accept", "update"}, {"POST", "/" + id + "/decline", "update"}, {"GET", "/" + id + "/pdf", "view"},
	}
	none := owner.member("Porter", object{"bookings": object{"manage": true}, "invoices": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	elsewhere := owner.anotherHotel()
	for _, p := range paths {
		none.do(p.method, quotes+p.path, object{}).refused(403, "quotes."+p.flag)
		stranger.do(p.method, quotes+p.path, object{}).refused(403, "not a member")
		owner.s.anyone().do(p.method, strings.ReplaceAll(quotes, "{org}", owner.org)+p.path, object{}).refused(401, "")
		if strings.Contains(p.path, id) {
			elsewhere.do(p.method, quotes+p.path, object{}).refused(404, "no such quote")
			for _, unknown := range []string{nobody, "x", strings.ToUpper(id)} {
				owner.do(p.method, quotes+strings.Replace(p.path, id, unknown, 1), object{}).refused(404, "no such quote")
			}
		}
	}
	clerk := owner.member("Clerk", object{"quotes": object{"manage": true}})
	clerk.post(quotes+"/"+id+"/accept", nil).refused(403, "bookings.create")
	elsewhere.get(quotes+"/list").want(200).is([]any{}, "data")
	owner.get(quotes + "/" + id).want(200).hasStatus("draft")
}

func quoteFields(t *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	body := owner.enquiry(rooms)
	made := owner.post(quotes+"/create", body).want(201)
	id := made.text("data", "_id")
	for _, a := range []answer{made, owner.get(quotes + "/" + id), owner.put(quotes+"/"+id+"/update", made.at("data")), owner.put(quotes+"/"+id+"/update", nil)} {
		a.want(max(a.status, 200)).hasStatus("draft").is("QT-1", "data", "quoteNumber").is("Asha Rao", "data", "guestName").is("asha@guest.example", "data", "guestEmail").
			is("+91 98450 12345", "data", "guestPhone").is("", "data", "guestId").is("2026-04-14", "data", "quoteDate").is("2026-04-18", "data", "validUntil").
			is("2026-04-20", "data", "checkIn").is("2026-04-23", "data", "checkOut").is(3, "data", "nights").is("CP", "data", "mealPlan").is("Breakfast from seven", "data", "notes").
			is(true, "data", "pricesIncludeTax").is(66847.48, "data", "subtotal").is(5041.26, "data", "cgst").is(5041.26, "data", "sgst").is(0, "data", "utgst").is(0, "data", "otherTax").
			is(10082.52, "data", "taxAmount").is(76930, "data", "totalAmount").is("", "data", "bookingId").is("", "data", "bookingCode").is("", "data", "declineReason").
			is(nil, "data", "sentAt").is(nil, "data", "closedAt").is("2026-04-14T06:30:00.000Z", "data", "createdAt").is("2026-04-14T06:30:00.000Z", "data", "updatedAt")
		a.is(rooms[0], "data", "rooms", 0, "roomId").is("101", "data", "rooms", 0, "roomNumber").is("Deluxe", "data", "rooms", 0, "roomType").is(1, "data", "rooms", 0, "count").
			is(5250, "data", "rooms", 0, "ratePerNight").is(2, "data", "rooms", 0, "adults").is(1, "data", "rooms", 0, "children").is(15000, "data", "rooms", 0, "taxableValue").
			is(750, "data", "rooms", 0, "taxAmount").is(15750, "data", "rooms", 0, "totalAmount").is(3, "data", "rooms", 0, "taxes", 0, "nights").is(5, "data", "rooms", 0, "taxes", 0, "taxRate")
		a.is("", "data", "rooms", 1, "roomId").is("", "data", "rooms", 1, "roomNumber").is("Deluxe", "data", "rooms", 1, "roomType").is(2, "data", "rooms", 1, "count").
			is(6, "data", "rooms", 1, "taxes", 0, "nights").is(18, "data", "rooms", 1, "taxes", 0, "taxRate").is(4576.26, "data", "rooms", 1, "taxes", 0, "cgst").is(60000, "data", "rooms", 1, "totalAmount")
		a.is("Airport transfer", "data", "lines", 0, "description").is("996601", "data", "lines", 0, "sac").is(2, "data", "lines", 0, "quantity").is(590, "data", "lines", 0, "unitPrice").
			is(1180, "data", "lines", 0, "totalAmount").is(1000, "data", "lines", 0, "taxableValue").is(90, "data", "lines", 0, "cgst")
		if len(a.list("data", "rooms")) != 2 || len(a.list("data", "lines")) != 1 {
			t.Errorf("the quote has other rooms or lines: %s", a.raw)
		}
	}
	owner.get("/api/audit/{org}/logs?action=quote.created").want(200).is(76930, "data", 0, "details", "totalAmount").is("QT-1", "data", 0, "details", "number")
	if n := owner.integer(`SELECT COUNT(*) FROM room_nights WHERE org_id = $1`); n != 0 {
		t.Errorf("the quote holds %d nights", n)
	}
	if total := owner.integer(`SELECT total FROM quotes WHERE org_id = $1`); total != 7693000 {
		t.Errorf("the row has the total %d", total)
	}
}

// Nights across a change of rates bear each its own.
func quoteExclusive(t *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	owner.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": false}).want(200)
	made := owner.post(quotes+"/create", owner.enquiry(rooms)).want(201).is(false, "data", "pricesIncludeTax").is(76930, "data", "subtotal").is(5899.95, "data", "cgst").
		is(5899.95, "data", "sgst").is(11799.9, "data", "taxAmount").is(88729.9, "data", "totalAmount")
	owner.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": true}).want(200)
	id := made.text("data", "_id")
	owner.put(quotes+"/"+id+"/update", object{"notes": nil}).want(200).is(88729.9, "data", "totalAmount").is(false, "data", "pricesIncludeTax") // as it was made
	booking := owner.post(quotes+"/"+id+"/accept", nil).want(201).text("data", "bookingId")
	booked := owner.get(at(booking, "")).want(200).is(75750, "data", "totalAmount").is(88729.9, "data", "balanceDue")
	if booked.number("data", "balanceDue") != made.number("data", "totalAmount") {
		t.Error("the booking owes another amount than was quoted")
	}
}

func quoteElsewhere(_ *testing.T, owner *caller) {
	union := owner.anotherHotel(object{"gstin": "04AAPFU0939F1ZV"})
	union.post(quotes+"/create", single(union.rooms(1)[0]).merged(object{"rooms": []any{object{"roomType": "Deluxe", "ratePerNight": 5250, "adults": 1}}})).want(201).
		is(250, "data", "cgst").is(0, "data", "sgst").is(250, "data", "utgst").is(500, "data", "taxAmount").is(250, "data", "rooms", 0, "taxes", 0, "utgst")
	lines := union.quote(object{"guestName": "X", "lines": []any{object{"description": "Laundry", "unitPrice": 118, "taxId": union.tax(nil)}}})
	union.get(quotes+"/"+lines).want(200).is(9, "data", "cgst").is(0, "data", "sgst").is(9, "data", "utgst").is(9, "data", "lines", 0, "utgst").is(18, "data", "lines", 0, "taxRate")
	none := owner.anotherHotel()
	none.post(quotes+"/create", single(none.rooms(1)[0])).want(201).is(0, "data", "taxAmount").is(8000, "data", "totalAmount").is("", "data", "rooms", 0, "taxes", 0, "taxName")
	yen := owner.anotherHotel(object{"currency": "JPY"})
	room := yen.rooms(1)[0]
	yen.post(quotes+"/create", single(room).merged(object{"rooms": []any{object{"roomId": room, "ratePerNight": 100.5, "adults": 1}}})).bad("rooms[0].ratePerNight")
	yen.post(quotes+"/create", single(room)).want(201).is(8000, "data", "totalAmount")
	yen.put("/api/organization/{org}/update", object{"currency": "INR"}).want(400)
}

func quoteLeast(_ *testing.T, owner *caller) {
	room := owner.rooms(1)[0]
	owner.post(quotes+"/create", single(room)).want(201).is("2026-04-20", "data", "validUntil").is("EP", "data", "mealPlan").is("", "data", "guestEmail").is([]any{}, "data", "lines")
	owner.post(quotes+"/create", single(room).merged(object{"checkIn": "2026-06-01", "checkOut": "2026-06-02"})).want(201).is("2026-04-28", "data", "validUntil")
	guest := owner.post("/api/guests/{org}/create", object{"name": "Meera Nair", "email": "meera@guest.example", "phone": "+91 98290 12345"}).want(201).text("data", "_id")
	owner.post(quotes+"/create", object{"guestId": guest, "guestEmail": "other@guest.example", "lines": []any{object{"description": "Banquet", "unitPrice": 0.01}}}).want(201).
		is("Meera Nair", "data", "guestName").is("other@guest.example", "data", "guestEmail").is("+91 98290 12345", "data", "guestPhone").is(nil, "data", "checkIn").is(0, "data", "nights").
		is("", "data", "mealPlan").is([]any{}, "data", "rooms").is(0.01, "data", "totalAmount").is("2026-04-28", "data", "validUntil")
}

func quoteBadInput(t *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	idle := owner.post("/api/rooms/{org}/create", object{"roomNumber": "900", "categoryId": owner.get("/api/room-categories/{org}/list").text("data", 0, "_id"), "isActive": false}).want(201).text("data", "_id")
	theirs := owner.anotherHotel()
	theirRoom, theirTax := theirs.rooms(1)[0], theirs.tax(nil)
	theirGuest := theirs.post("/api/guests/{org}/create", object{"name": "X"}).want(201).text("data", "_id")
	id := owner.quote(owner.enquiry(rooms))
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
		{object{"guestName": " "}, "guestName"}, {object{"guestName": nil}, "guestName"}, {object{"guestEmail": "x"}, "guestEmail"}, {object{"guestPhone": "x"}, "guestPhone"},
		{object{"guestId": nobody}, "guestId"}, {object{"guestId": theirGuest}, "guestId"},
		{object{"validUntil": "2026-04-13"}, "validUntil"}, {object{"validUntil": "2026-04-21"}, "validUntil"}, {object{"validUntil": "x"}, "validUntil"},
		{object{"checkIn": "2026-04-13", "validUntil": nil}, "checkIn"}, {object{"checkIn": nil}, "checkIn"}, {object{"checkOut": nil}, "checkOut"}, {object{"checkOut": "2026-04-20"}, "checkOut"},
		{object{"checkOut": "2027-04-21"}, "checkOut"}, {object{"checkIn": "2026-02-30"}, "checkIn"}, {object{"mealPlan": "XX"}, "mealPlan"}, {object{"rooms": []any{}}, "rooms"}, {object{"rooms": nil}, "rooms"},
		{object{"rooms": nil, "lines": nil, "checkIn": nil, "checkOut": nil}, "rooms"}, {object{"notes": strings.Repeat("x", 2001)}, "notes"},
		{object{"rooms": list(room, room)}, "rooms[1].roomId"}, {object{"rooms": list(room.merged(object{"count": 2}))}, "rooms[0].count"}, {object{"rooms": list(room.merged(object{"count": 0}))}, "rooms[0].count"},
		{object{"rooms": list(room.without("roomId"))}, "rooms[0].roomId"}, {object{"rooms": list(room.merged(object{"roomId": theirRoom}))}, "rooms[0].roomId"}, {object{"rooms": list(room.merged(object{"roomId": idle}))}, "rooms[0].roomId"},
		{object{"rooms": list(room, object{"roomType": "Suite", "ratePerNight": 1, "adults": 1})}, "rooms[1].roomType"}, {object{"rooms": list(object{"roomType": "Deluxe", "count": 4, "ratePerNight": 1, "adults": 1})}, "rooms[0].count"},
		{object{"rooms": list(room.merged(object{"ratePerNight": -1}))}, "rooms[0].ratePerNight"}, {object{"rooms": list(room.merged(object{"ratePerNight": 1.001}))}, "rooms[0].ratePerNight"},
		{object{"rooms": list(room.merged(object{"ratePerNight": 9_000_000_000_000}))}, "rooms[0].ratePerNight"}, {object{"rooms": list(room.without("adults"))}, "rooms[0].adults"},
		{object{"lines": list(line, line.merged(object{"unitPrice": -1}))}, "lines[1].unitPrice"}, {object{"lines": list(line.merged(object{"quantity": 0}))}, "lines[0].quantity"}, {object{"lines": list(line.merged(object{"discount": 101}))}, "lines[0].discount"},
		{object{"lines": list(line.merged(object{"taxId": nobody}))}, "lines[0].taxId"}, {object{"lines": list(line.merged(object{"taxId": theirTax}))}, "lines[0].taxId"}, {object{"lines": list(line.without("description"))}, "lines[0].description"},
		{object{"lines": list(line.merged(object{"unitPrice": 9_999_999_999_999}), line.merged(object{"unitPrice": 9_999_999_999_999}))}, "rooms"},
	} {
		owner.post(quotes+"/create", owner.enquiryOf(id).merged(c.fields)).bad(c.bad)
		owner.put(quotes+"/"+id+"/update", c.fields).bad(c.bad)
	}
	owner.post(quotes+"/create", owner.enquiryOf(id).merged(object{"guestName": "", "rooms": list(room.merged(object{"roomId": "x"})), "lines": list(line.merged(object{"taxId": "x"}))})).
		bad("guestName").bad("rooms[0].roomId").bad("lines[0].taxId")
	for _, query := range []string{"status=open", "from=x", "from=2026-04-02&to=2026-04-01", "page=0"} {
		owner.get(quotes + "/list?" + query).want(400)
	}
	if n := owner.integer(`SELECT COUNT(*) FROM quotes WHERE org_id = $1`); n != 1 {
		t.Errorf("%d quotes were made", n)
	}
	owner.post(quotes+"/create", single(rooms[0])).want(201).is("QT-2", "data", "quoteNumber")
}

// enquiryOf is a request for a quote like this one.
func (c *caller) enquiryOf(id string) object {
	c.s.t.Helper()
	return object(c.get(quotes + "/" + id).want(200).at("data").(map[string]any))
}

func quoteChanged(t *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	id := owner.quote(owner.enquiry(rooms))
	path := quotes + "/" + id
	owner.s.clock.Advance(time.Minute)
	owner.put(path+"/update", object{"checkOut": "2026-04-22"}).want(200).is(2, "data", "nights").is(10500+40000+1180, "data", "totalAmount").is(4, "data", "rooms", 1, "taxes", 0, "nights").
		is("2026-04-14T06:31:00.000Z", "data", "updatedAt")
	owner.s.clock.Advance(time.Minute)
	owner.put(path+"/update", object{"lines": nil, "guestEmail": nil, "rooms": []any{object{"roomId": rooms[1], "ratePerNight": 1000, "adults": 1}}}).want(200).
		is(2000, "data", "totalAmount").is([]any{}, "data", "lines").is("", "data", "guestEmail").is("102", "data", "rooms", 0, "roomNumber")
	log := owner.get("/api/audit/{org}/logs?action=quote.updated").want(200)
	log.is(51680, "data", 0, "details", "changes", "totalAmount", "old").is(2000, "data", 0, "details", "changes", "totalAmount", "new").
		is("101 (Deluxe) at 5250, 2 × Deluxe at 10000", "data", 0, "details", "changes", "rooms", "old").is("102 (Deluxe) at 1000", "data", 0, "details", "changes", "rooms", "new").
		is("2026-04-23", "data", 1, "details", "changes", "checkOut", "old")
	owner.put(path+"/update", object{"rooms": nil, "checkIn": nil, "checkOut": nil, "lines": []any{object{"description": "Banquet", "unitPrice": 100}}}).want(200).
		is(100, "data", "totalAmount").is(nil, "data", "checkIn").is("", "data", "mealPlan")
	owner.put(path+"/update", owner.get(path).at("data")).want(200).is(100, "data", "totalAmount")
	owner.put(path+"/update", object{"validUntil": nil}).want(200).is("2026-04-28", "data", "validUntil")
	if a := owner.post(path+"/send", object{"email": "asha@guest.example"}).want(200).hasStatus("sent"); a.at("data", "sentAt") == nil {
		t.Error("nobody knows when it was sent")
	}
	owner.put(path+"/update", object{"notes": "Newer"}).want(200).hasStatus("sent").is("Newer", "data", "notes")
	owner.post(path+"/decline", nil).want(200)
	owner.put(path+"/update", object{"notes": "Late"}).refused(400, "declined already")
}

func quoteAccepted(t *testing.T, owner *caller) {
	rooms := owner.rooms(4)
	id := owner.quote(owner.enquiry(rooms))
	path := quotes + "/" + id
	owner.s.clock.Advance(time.Minute)
	a := owner.post(path+"/accept", object{"source": "phone", "specialRequests": "A quiet room", "advanceAmount": 2000.5, "paymentMethod": "upi"}).want(201)
	a.hasStatus("accepted").is("BK-1", "data", "bookingCode").is("2026-04-14T06:31:00.000Z", "data", "closedAt").is(76930, "data", "totalAmount")
	booking := a.text("data", "bookingId")
	owner.get(path).want(200).is(a.at("data"), "data")
	b := owner.get(at(booking, "")).want(200)
	b.is("confirmed", "data", "status").is("Asha Rao", "data", "guestName").is("asha@guest.example", "data", "guestEmail").is("2026-04-20", "data", "checkIn").is("2026-04-23", "data", "checkOut").
		is("phone", "data", "source").is("CP", "data", "mealPlan").is("Breakfast from seven", "data", "notes").is("A quiet room", "data", "specialRequests").is(75750, "data", "totalAmount").
		is(2000.5, "data", "advanceAmount").is(76930-2000.5, "data", "balanceDue").is(a.at("data", "guestId"), "data", "guestId")
	for i, want := range []struct {
		number string
		rate   float64
	}{{"101", 5250}, {"102", 10000}, {"103", 10000}} {
		b.is(want.number, "data", "rooms", i, "roomNumber").is(want.rate, "data", "rooms", i, "ratePerNight")
	}
	if n := owner.integer(`SELECT COUNT(*) FROM room_nights WHERE org_id = $1 AND holder_id = $2`, booking); n != 9 {
		t.Errorf("the booking holds %d nights", n)
	}
	if n := owner.integer(`SELECT total FROM folio_lines WHERE org_id = $1 AND booking_id = $2 AND description = 'Airport transfer'`, booking); n != 118000 {
		t.Errorf("the folio has the transfer at %d", n)
	}
	for _, again := range []struct {
		verb string
		body any
	}{{"accept", nil}, {"decline", nil}, {"send", object{"email": "asha@guest.example"}}} {
		owner.post(path+"/"+again.verb, again.body).refused(400, "accepted already")
	}
	owner.put(path+"/update", object{}).refused(400, "accepted already")
	owner.delete(path+"/delete").refused(400, "only a draft")
	owner.get("/api/audit/{org}/logs?action=quote.accepted").want(200).is("BK-1", "data", 0, "details", "bookingCode")
	owner.get("/api/audit/{org}/logs?action=booking.created").want(200).is(booking, "data", 0, "resourceId")
	owner.get(quotes+"/list?status=accepted").want(200).is("BK-1", "data", 0, "bookingCode")

	keyed := owner.with("Idempotency-Key", "yes")
	other := owner.quote(single(rooms[3]))
	first := keyed.post(quotes+"/"+other+"/accept", nil).want(201)
	if again := keyed.post(quotes+"/"+other+"/accept", nil).want(201); !bytes.Equal(first.raw, again.raw) {
		t.Errorf("the repetition answered %s", again.raw)
	}
	owner.s.clock.Set(noon.AddDate(0, 0, 6)) // the stay as it was quoted, night by night
	owner = owner.again()
	owner.post(at(booking, "/arrival"), object{}).want(200)
	owner.s.clock.Set(noon.AddDate(0, 0, 9))
	owner = owner.again()
	owner.put(at(booking, "/checkout"), object{}).want(200)
	if taxed := owner.integer(`SELECT CAST(SUM(cgst) AS BIGINT) FROM folio_lines WHERE org_id = $1 AND booking_id = $2`, booking); taxed != 504126 {
		t.Errorf("the folio has CGST of %d, the quote had 504126", taxed)
	}
	if total := owner.integer(`SELECT CAST(SUM(total) AS BIGINT) FROM folio_lines WHERE org_id = $1 AND booking_id = $2`, booking); total != 7693000 {
		t.Errorf("the folio comes to %d, the quote to 7693000", total)
	}
}

func quotePriceStays(_ *testing.T, owner *caller) {
	rooms := owner.rooms(1)
	id := owner.quote(single(rooms[0]))
	owner.put("/api/rooms/{org}/"+rooms[0]+"/update", object{"ratePerNight": 9000}).want(200)
	owner.put("/api/room-categories/{org}/"+owner.get("/api/room-categories/{org}/list").text("data", 0, "_id")+"/update", object{"baseRate": 12000, "name": "Suite"}).want(200)
	owner.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": false}).want(200)
	booking := owner.post(quotes+"/"+id+"/accept", nil).want(201).text("data", "bookingId")
	owner.get(at(booking, "")).want(200).is(8000, "data", "totalAmount").is(8000, "data", "balanceDue").is(4000, "data", "rooms", 0, "ratePerNight").is("Suite", "data", "rooms", 0, "roomType")
}

// Whatever rooms, nights and lines cost, on both sides of a change of rates and of the limit between them, with the tax
// inside or not: the booking owes what was quoted, and its folio charges the same taxes.
func quoteIsOwed(t *testing.T, owner *caller) {
	owner.s.clock.Set(time.Date(2025, 9, 19, 6, 30, 0, 0, time.UTC))
	owner = owner.again()
	rooms := owner.rooms(3)
	rates := owner.tax(object{"from": "2025-01-01"})
	price := rapid.Custom(func(t *rapid.T) float64 {
		if rapid.Bool().Draw(t, "near the limit") {
			return float64(rapid.IntRange(749_900, 890_000).Draw(t, "paise")) / 100
		}
		return float64(rapid.IntRange(0, 3_000_000).Draw(t, "paise")) / 100
	})
	rapid.Check(t, func(rt *rapid.T) {
		inclusive := rapid.Bool().Draw(rt, "inclusive")
		owner.put("/api/accounts/{org}/settings", object{"pricesIncludeTax": inclusive}).want(200)
		arrival := time.Date(2025, 9, 19+rapid.IntRange(0, 4).Draw(rt, "arrival"), 0, 0, 0, 0, time.UTC)
		body := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": arrival.Format(time.DateOnly), "checkOut": arrival.AddDate(0, 0, rapid.IntRange(1, 6).Draw(rt, "nights")).Format(time.DateOnly),
			"rooms": []any{object{"roomId": rooms[0], "ratePerNight": price.Draw(rt, "rate"), "adults": 1}}, "lines": []any{}}
		if rapid.Bool().Draw(rt, "more rooms") {
			body["rooms"] = append(body["rooms"].([]any), object{"roomType": "Deluxe", "count": rapid.IntRange(1, 2).Draw(rt, "count"), "ratePerNight": price.Draw(rt, "other rate"), "adults": 1})
		}
		for i := range rapid.IntRange(0, 2).Draw(rt, "lines") {
			body["lines"] = append(body["lines"].([]any), object{"description": fmt.Sprint("Line ", i), "unitPrice": price.Draw(rt, "price"), "quantity": float64(rapid.IntRange(1, 5000).Draw(rt, "thousandths")) / 1000,
				"taxId": rapid.SampledFrom([]any{nil, rates}).Draw(rt, "tax")})
		}
		quote := owner.post(quotes+"/create", body).want(201)
		quoted := paise(quote.number("data", "totalAmount"))
		if paise(quote.number("data", "subtotal"))+paise(quote.number("data", "taxAmount")) != quoted || quote.number("data", "cgst") != quote.number("data", "sgst") {
			rt.Fatalf("the quote doesn't add up: %s", quote.raw)
		}
		booking := owner.post(quotes+"/"+quote.text("data", "_id")+"/accept", nil).want(201).text("data", "bookingId")
		if owed := paise(owner.get(at(booking, "")).number("data", "balanceDue")); owed != quoted {
			rt.Fatalf("%d is quoted and %d owed: %s", quoted, owed, quote.raw)
		}
		invoice := owner.post("/api/invoices/{org}/create", object{"bookingId": booking}).want(201) // it posts all nights
		for _, name := range []string{"subtotal", "cgst", "sgst", "taxAmount", "totalAmount"} {
			if paise(invoice.number("data", name)) != paise(quote.number("data", name)) {
				rt.Fatalf("%s is %v on the invoice and %v on the quote: %s", name, invoice.number("data", name), quote.number("data", name), quote.raw)
			}
		}
		owner.delete("/api/invoices/{org}/" + invoice.text("data", "_id") + "/delete").want(200)
		owner.put(at(booking, "/cancel"), object{"reason": "Next"}).want(200)
	})
}

func quoteCategories(_ *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	any2 := single("").merged(object{"rooms": []any{object{"roomType": "DELUXE", "count": 2, "ratePerNight": 3000, "adults": 2, "children": 1}, object{"roomId": rooms[0], "ratePerNight": 4000, "adults": 1}}})
	id := owner.quote(any2)
	owner.post("/api/rooms/{org}/"+rooms[2]+"/blocks", object{"from": "2026-04-21", "to": "2026-04-22"}).want(201)
	owner.post(quotes+"/"+id+"/accept", nil).refused(400, "1 of 2 rooms are free")
	owner.get(quotes + "/" + id).hasStatus("draft")
	block := owner.get("/api/rooms/{org}/"+rooms[2]+"/blocks").text("data", 0, "_id")
	owner.delete("/api/rooms/{org}/" + rooms[2] + "/blocks/" + block).want(200)
	booking := owner.post(quotes+"/"+id+"/accept", nil).want(201).text("data", "bookingId")
	b := owner.get(at(booking, "")).want(200).is(20000, "data", "totalAmount")
	var numbers []string
	for _, r := range b.list("data", "rooms") {
		numbers = append(numbers, fmt.Sprint(r.(map[string]any)["roomNumber"], "@", r.(map[string]any)["ratePerNight"]))
	}
	slices.Sort(numbers)
	if want := []string{"101@4000", "102@3000", "103@3000"}; !slices.Equal(numbers, want) {
		owner.s.t.Errorf("the booking has %v, want %v", numbers, want)
	}
}

// Who takes the room first has it; the quote stays open, and nothing of the attempt stays.
func quoteTaken(_ *testing.T, owner *caller) {
	rooms := owner.rooms(2)
	id := owner.quote(single(rooms[0]).merged(object{"lines": []any{object{"description": "Transfer", "unitPrice": 500}}}))
	taken := owner.book("2026-04-21", "2026-04-23", rooms[0])
	before := owner.s.snapshot()
	owner.post(quotes+"/"+id+"/accept", object{"advanceAmount": 100}).refused(400, "Room 101 is taken on 2026-04-21")
	owner.s.unchanged(before, "accepting a quote whose room is taken")
	owner.get(quotes + "/" + id).hasStatus("draft")
	owner.put(at(taken, "/cancel"), object{"reason": "Plans changed"}).want(200)
	owner.put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": false}).want(200)
	owner.post(quotes+"/"+id+"/accept", nil).refused(400, "Room 101 is not in use")
	owner.put("/api/rooms/{org}/"+rooms[0]+"/update", object{"isActive": true}).want(200)
	owner.post(quotes+"/"+id+"/accept", nil).want(201).is("BK-2", "data", "bookingCode") // refusals took no number
	gone := owner.quote(single(rooms[1]))
	owner.delete("/api/rooms/{org}/" + rooms[1] + "/delete").want(200)
	owner.post(quotes+"/"+gone+"/accept", nil).refused(400, "Room 102 is not in use")
}

func quoteWithoutRooms(_ *testing.T, owner *caller) {
	id := owner.quote(object{"guestName": "Rao Textiles", "lines": []any{object{"description": "Banquet", "unitPrice": 40000}}})
	owner.post(quotes+"/"+id+"/accept", nil).want(201).hasStatus("accepted").is("", "data", "bookingId").is("", "data", "bookingCode")
	owner.post(quotes+"/"+id+"/accept", nil).refused(400, "accepted already")
	owner.get("/api/bookings/{org}/list").is(0, "pagination", "total")
}

func quoteAcceptInput(_ *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	id := owner.quote(single(rooms[0]).without("guestPhone"))
	path := quotes + "/" + id + "/accept"
	owner.post(path, nil).bad("guestPhone")
	owner.post(path, object{"guestPhone": "x"}).bad("guestPhone")
	phone := object{"guestPhone": "+91 98290 12345"}
	owner.post(path, phone.merged(object{"guestEmail": "x"})).bad("guestEmail")
	owner.post(path, phone.merged(object{"advanceAmount": 8000.01})).bad("advanceAmount")
	owner.post(path, phone.merged(object{"advanceAmount": -1})).bad("advanceAmount")
	owner.post(path, phone.merged(object{"source": "pigeon"})).bad("source")
	booking := owner.post(path, phone.merged(object{"advanceAmount": 8000})).want(201).is("+91 98290 12345", "data", "guestPhone").text("data", "bookingId")
	owner.get(at(booking, "")).want(200).is(0, "data", "balanceDue").is("+91 98290 12345", "data", "guestPhone")

	guest := owner.post("/api/guests/{org}/create", object{"name": "Meera Nair", "phone": "+91 98290 12345"}).want(201).text("data", "_id")
	known := owner.quote(single(rooms[1]).merged(object{"guestId": guest}))
	owner.post(quotes+"/"+known+"/accept", nil).want(201).is(guest, "data", "guestId")
	owner.get("/api/guests/{org}/"+guest+"/stays").is(1, "pagination", "total")
	forgotten := owner.post("/api/guests/{org}/create", object{"name": "Nobody"}).want(201).text("data", "_id")
	last := owner.quote(single(rooms[2]).merged(object{"guestId": forgotten}))
	owner.delete("/api/guests/{org}/" + forgotten + "/delete").want(200)
	if made := owner.post(quotes+"/"+last+"/accept", nil).want(201).text("data", "guestId"); made == forgotten || made == "" {
		owner.s.t.Errorf("the booking is of the guest %q", made)
	}

	tax := owner.tax(nil)
	taxed := owner.quote(object{"guestName": "X", "guestPhone": "+91 98290 12345", "checkIn": "2026-05-01", "checkOut": "2026-05-02", "rooms": []any{object{"roomId": rooms[0], "ratePerNight": 1, "adults": 1}},
		"lines": []any{object{"description": "Laundry", "unitPrice": 118, "taxId": tax}}})
	owner.put("/api/taxes/{org}/"+tax+"/update", object{"isActive": false}).want(200)
	owner.post(quotes+"/"+taxed+"/accept", nil).bad("lines[0].taxId")
	owner.put("/api/taxes/{org}/"+tax+"/update", object{"isActive": true}).want(200)
	owner.post(quotes+"/"+taxed+"/accept", nil).want(201)
}

func quoteEnds(_ *testing.T, owner *caller) {
	rooms := owner.rooms(1)
	id := owner.quote(single(rooms[0]))
	owner.post(quotes+"/"+id+"/decline", object{"reason": "Too dear"}).want(200).hasStatus("declined").is("Too dear", "data", "declineReason").is("2026-04-14T06:30:00.000Z", "data", "closedAt")
	owner.post(quotes+"/"+id+"/decline", object{}).refused(400, "declined already")
	owner.post(quotes+"/"+id+"/accept", nil).refused(400, "declined already")
	owner.delete(quotes+"/"+id+"/delete").refused(400, "only a draft")
	owner.get("/api/audit/{org}/logs?action=quote.declined").want(200).is("Too dear", "data", 0, "details", "reason")
	draft := owner.quote(single(rooms[0]))
	owner.delete(quotes+"/"+draft+"/delete").want(200).is(nil, "data")
	owner.delete(quotes+"/"+draft+"/delete").refused(404, "no such quote")
	owner.get(quotes+"/"+draft).refused(404, "no such quote")
	owner.get("/api/audit/{org}/logs?action=quote.deleted").want(200).is("QT-2", "data", 0, "details", "number")
	owner.post(quotes+"/create", single(rooms[0])).want(201).is("QT-3", "data", "quoteNumber")
	sent := owner.quote(single(rooms[0]))
	owner.post(quotes+"/"+sent+"/send", object{"email": "ravi@guest.example"}).want(200)
	owner.delete(quotes+"/"+sent+"/delete").refused(400, "only a draft")
}

// mailTo waits for a mail to the address that has the words, and returns it as it was sent.
func (s *server) mailTo(address, words string) string {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
		files, _ := filepath.Glob(filepath.Join(s.mails, "*.eml"))
		for _, file := range files {
			if content, err := os.ReadFile(file); err == nil && strings.Contains(string(content), "To: <"+address+">") && strings.Contains(string(content), words) {
				return string(content)
			}
		}
	}
	s.t.Fatalf("no mail for %s with %q arrived", address, words)
	return ""
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

func quoteSent(t *testing.T, owner *caller) {
	rooms := owner.rooms(1)
	address := "guest" + owner.org + "@guest.example"
	id := owner.quote(single(rooms[0]).merged(object{"guestName": "Ravi <b>Das</b>"}))
	path := quotes + "/" + id
	owner.post(path+"/send", nil).bad("email")
	owner.post(path+"/send", object{"email": "x"}).bad("email")
	owner.post(path+"/send", object{"email": "a@b.example, c@d.example"}).bad("email")
	owner.get(path).hasStatus("draft")
	owner.put(path+"/update", object{"guestEmail": address}).want(200)
	owner.s.clock.Advance(time.Minute)
	a := owner.post(path+"/send", nil).want(200).hasStatus("sent").is("2026-04-14T06:31:00.000Z", "data", "sentAt").is("The quote is on its way to "+address+".", "message")
	mail := owner.s.mailTo(address, "QT-1")
	for _, words := range []string{"Your quote QT-1 from", "Mon, 20 Apr 2026", "Wed, 22 Apr 2026", "8,000.00", "application/pdf", "Dear Ravi &lt;b&gt;Das&lt;/b&gt;,"} {
		if !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(mail, "=\r\n", ""), "=\n", ""), words) {
			t.Errorf("the mail doesn't say %q:\n%.3000s", words, mail)
		}
	}
	if file := attached(t, mail, "application/pdf"); file != string(owner.download(path+"/pdf", "application/pdf").raw) {
		t.Error("the PDF that was sent is not the one that is answered")
	}
	owner.post(path+"/send", object{"email": "other" + address}).want(200).hasStatus("sent")
	owner.s.mailTo("other"+address, "QT-1")
	owner.get("/api/audit/{org}/logs?action=quote.sent").want(200).is("quote", "data", 0, "resourceType").is(a.at("data", "_id"), "data", 1, "resourceId")
	owner.post(path+"/accept", nil).want(201).hasStatus("accepted")
}

func quotePDF(t *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	id := owner.quote(owner.enquiry(rooms))
	draft := owner.download(quotes+"/"+id+"/pdf", "application/pdf")
	if !strings.HasPrefix(string(draft.raw), "%PDF-") || !strings.Contains(draft.header.Get("Content-Disposition"), "Quotation QT-1.pdf") {
		t.Errorf("the PDF begins %q and goes as %s", draft.raw[:10], draft.header.Get("Content-Disposition"))
	}
	if again := owner.download(quotes+"/"+id+"/pdf", "application/pdf"); !bytes.Equal(draft.raw, again.raw) {
		t.Error("the same quote has two PDFs")
	}
	owner.post(quotes+"/"+id+"/send", nil).want(200)
	sent := owner.download(quotes+"/"+id+"/pdf", "application/pdf")
	if bytes.Equal(draft.raw, sent.raw) {
		t.Error("the draft doesn't say that it is one")
	}
	owner.post(quotes+"/"+id+"/accept", nil).want(201)
	owner.download(quotes+"/"+id+"/pdf", "application/pdf")
}

// A quote holds to the end of its last day in the hotel's own zone. The job only writes down what every read knows.
func quoteExpiry(t *testing.T, owner *caller) {
	midnight := time.Date(2026, 4, 16, 18, 30, 0, 0, time.UTC) // in Kolkata, at the end of 16 April
	west := owner.anotherHotel(object{"timezone": "Pacific/Honolulu"})
	rooms, theirs := owner.rooms(3), west.rooms(1)
	until := object{"validUntil": "2026-04-16"}
	id, sent, kept := owner.quote(single(rooms[0]).merged(until)), owner.quote(single(rooms[1]).merged(until)), owner.quote(single(rooms[2]).merged(object{"validUntil": "2026-04-17"}))
	other := west.quote(single(theirs[0]).merged(until))
	owner.post(quotes+"/"+sent+"/send", object{"email": "ravi@guest.example"}).want(200)

	owner.s.clock.Set(midnight.Add(-time.Second))
	owner = owner.again()
	owner.get(quotes + "/" + id).hasStatus("draft")
	owner.get(quotes+"/list?status=draft").is(2, "pagination", "total")
	owner.put(quotes+"/"+id+"/update", object{"notes": "Hurry"}).want(200)

	owner.s.clock.Set(midnight)
	west.token = owner.token
	owner.get(quotes + "/" + id).hasStatus("expired")
	owner.get(quotes + "/" + sent).hasStatus("expired")
	owner.get(quotes + "/" + kept).hasStatus("draft")
	west.get(quotes + "/" + other).hasStatus("draft")
	for _, quote := range []string{id, sent} {
		owner.post(quotes+"/"+quote+"/accept", nil).refused(400, "expired after 2026-04-16")
		owner.post(quotes+"/"+quote+"/decline", nil).refused(400, "expired")
		owner.post(quotes+"/"+quote+"/send", object{"email": "ravi@guest.example"}).refused(400, "expired")
		owner.put(quotes+"/"+quote+"/update", object{"validUntil": "2026-04-18"}).refused(400, "expired")
		owner.delete(quotes+"/"+quote+"/delete").refused(400, "only a draft")
	}
	count := func(status string, want int) {
		t.Helper()
		owner.get(quotes+"/list?status="+status).is(want, "pagination", "total")
	}
	stored := func() int64 {
		return owner.integer(`SELECT COUNT(*) FROM quotes WHERE org_id = $1 AND status = 'expired' AND closed_at IS NOT NULL`)
	}
	for range 2 {
		count("draft", 1)
		count("sent", 0)
		count("expired", 2)
		if err := owner.s.app.ExpireQuotes(context.Background()); err != nil {
			t.Fatal(err)
		}
		if stored() != 2 {
			t.Errorf("%d quotes are written down as expired, want 2", stored())
		}
	}
	owner.get("/api/audit/{org}/logs?action=quote.expired").want(200).is("System", "data", 0, "userName").is("2026-04-16", "data", 0, "details", "validUntil").is(2, "pagination", "total")
	owner.get(quotes + "/" + sent).hasStatus("expired")
	west.get(quotes + "/" + other).hasStatus("draft")
	west.post(quotes+"/"+other+"/accept", nil).want(201).hasStatus("accepted")
	owner.post(quotes+"/"+kept+"/accept", nil).want(201).hasStatus("accepted")
	owner.s.clock.Set(midnight.AddDate(0, 0, 30))
	if err := owner.s.app.ExpireQuotes(context.Background()); err != nil {
		t.Fatal(err)
	}
	owner.again().get(quotes + "/" + kept).hasStatus("accepted") // what is closed doesn't expire
}

func quoteLists(t *testing.T, owner *caller) {
	rooms := owner.rooms(1)
	guest := owner.post("/api/guests/{org}/create", object{"name": "Meera Nair", "phone": "+91 98290 12345"}).want(201).text("data", "_id")
	var ids []string
	for i, fields := range []object{{}, {"guestName": "Zoë हवेली", "guestEmail": "zoe@guest.example"}, {"guestId": guest, "guestName": "Meera", "guestPhone": "+91 98290 12345"}} {
		owner.s.clock.Set(noon.Add(time.Duration(i) * time.Second))
		ids = append(ids, owner.quote(single(rooms[0]).merged(fields)))
	}
	owner.post(quotes+"/"+ids[1]+"/decline", nil).want(200)
	for query, want := range map[string][]int{
		"": {2, 1, 0}, "status=draft": {2, 0}, "status=declined": {1}, "status=sent": {}, "guestId=" + guest: {2}, "guestId=x": {}, "search=ZO%C3%8B": {1}, "search=zoe@": {1}, "search=qt-3": {2},
		"search=9829012345": {2}, "search=98290%2012345": {2}, "search=%25": {}, "from=2026-04-14&to=2026-04-14": {2, 1, 0}, "from=2026-04-15": {}, "to=2026-04-13": {}, "limit=1&page=2": {1},
		"status=draft&search=ravi": {0},
	} {
		var found, wanted []string
		for _, entry := range owner.get(quotes + "/list?" + query).want(200).list("data") {
			found = append(found, entry.(map[string]any)["_id"].(string))
		}
		for _, i := range want {
			wanted = append(wanted, ids[i])
		}
		if !slices.Equal(found, wanted) {
			t.Errorf("%s finds %v, want %v", query, found, wanted)
		}
	}
	owner.get(quotes+"/list?limit=1").is(3, "pagination", "total").is(map[string]any{"_id": ids[2], "quoteNumber": "QT-3", "status": "draft", "guestName": "Meera", "quoteDate": "2026-04-14",
		"validUntil": "2026-04-20", "checkIn": "2026-04-20", "checkOut": "2026-04-22", "totalAmount": 8000.0, "bookingId": "", "bookingCode": "", "createdAt": "2026-04-14T06:30:02.000Z"}, "data", 0)
}

func (c *caller) rush(requests int, send func(i int) (method, path string, body any)) map[int]int {
	c.s.t.Helper()
	answers := make([]answer, requests)
	together(requests, func(i int) {
		var err error
		method, path, body := send(i)
		if answers[i], err = c.try(method, path, body); err != nil {
			c.s.t.Error(err)
		}
	})
	statuses := map[int]int{}
	for _, a := range answers {
		statuses[a.status]++
		if a.status == 400 && (a.text("message") == "" || strings.Contains(a.text("message"), "went wrong")) {
			c.s.t.Errorf("a refusal says nothing: %s", a.raw)
		}
	}
	return statuses
}

func quoteRace(t *testing.T, owner *caller) {
	rooms := owner.rooms(3)
	id := owner.quote(owner.enquiry(rooms))
	statuses := owner.rush(40, func(int) (string, string, any) {
		return http.MethodPost, quotes + "/" + id + "/accept", object{"advanceAmount": 100}
	})
	if statuses[201] != 1 || statuses[400] != 39 {
		t.Errorf("40 clients accept a quote: %v", statuses)
	}
	owner.get("/api/bookings/{org}/list").is(1, "pagination", "total")
	if paid := owner.integer(`SELECT COUNT(*) FROM payments WHERE org_id = $1`); paid != 1 {
		t.Errorf("%d advances were taken", paid)
	}
	owner.get(quotes+"/"+id).hasStatus("accepted").is("BK-1", "data", "bookingCode")

	// Many quotes for the one room that is left, while others accept, decline, change and delete the same ones.
	spare := owner.post("/api/rooms/{org}/create", object{"roomNumber": "200", "categoryId": owner.get("/api/room-categories/{org}/list").text("data", 0, "_id")}).want(201).text("data", "_id")
	var ids []string
	for range 8 {
		ids = append(ids, owner.quote(single(spare)))
	}
	statuses = owner.rush(40, func(i int) (string, string, any) {
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
	if n := owner.integer(`SELECT COUNT(*) FROM quotes WHERE org_id = $1 AND status = 'accepted'`); n != int64(1+statuses[201]) {
		t.Errorf("%d quotes are accepted after %v", n, statuses)
	}
	if n := owner.integer(`SELECT COUNT(*) FROM bookings WHERE org_id = $1`); n != int64(1+statuses[201]) {
		t.Errorf("%d bookings were made after %v", n, statuses)
	}
}
