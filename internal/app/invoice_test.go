package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestInvoices(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", invoicePermissions},
		{"a whole booking, every field", invoiceWhole},
		{"prices before tax", invoiceExclusive},
		{"what is posted so far", invoicePostedOnly},
		{"split bills", invoiceSplit},
		{"what is refused", invoiceRefusals},
		{"lines of its own, with discounts", invoiceFree},
		{"extras charged with the invoice", invoiceExtras},
		{"a draft is changed", invoiceUpdate},
		{"a draft of own lines is changed and sent back", invoiceOwnLines},
		{"a draft is deleted", invoiceDelete},
		{"issued", invoiceIssue},
		{"an advance is applied", invoiceAdvance},
		{"void", invoiceVoid},
		{"void in another month", invoiceVoidLater},
		{"rounded to whole rupees", invoiceRounding},
		{"a bill of supply", invoiceWithoutGSTIN},
		{"a union territory", invoiceUnionTerritory},
		{"the guest's company", invoiceCompany},
		{"what rule 46 wants of a buyer from 50,000 on", invoiceNamedBuyer},
		{"check-out drafts it", invoiceAtCheckOut},
		{"check-out corrected", invoiceCheckOutCorrected},
		{"a guest who left early", invoiceLeftEarly},
		{"check-out issues it", invoiceIssuedAtCheckOut},
		{"sent", invoiceSent},
		{"a guest without an address", invoiceUnsendable},
		{"the PDF", invoicePDF},
		{"the list", invoiceList},
		{"the audit log and the notices", invoiceTold},
		{"repeated", invoiceRepeated},
		{"a guest with an invoice stays", invoiceGuestStays},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				hotel := owner.anotherHotel(object{"gstin": "27AAPFU0939F1ZV"})
				scenario.run(t, hotel)
				hotel = s.login(hotel.org, hotel.email)
				booksBalance(t, hotel)
				hotel.foliosAddUp(t)
			})
		}
	})
}

const ofInvoices = "/api/invoices/{org}"

// invoiced makes an invoice and returns the answer.
func (c *caller) invoiced(body object) answer {
	c.s.t.Helper()
	return c.post(ofInvoices+"/create", body).want(201)
}

// stayed makes a booking of one room from today for two nights and returns its id.
func (c *caller) stayed(fields ...object) string {
	c.s.t.Helper()
	body := stay("2026-04-14", "2026-04-16", c.rooms(1)[0])
	for _, f := range fields {
		body = body.merged(f)
	}
	return c.post("/api/bookings/{org}/create", body).want(201).text("data", "bookingId")
}

// folio are the charges on a booking's folio, without the lines that show their taxes.
func (c *caller) folio(bookingID string) (lines []map[string]any, whole answer) {
	c.s.t.Helper()
	whole = c.get(at(bookingID, "/folio")).want(200)
	for _, line := range whole.list("data", "lines") {
		if line := line.(map[string]any); line["lineId"] != "" {
			lines = append(lines, line)
		}
	}
	return lines, whole
}

// open are the ids of the charges that no invoice has.
func (c *caller) open(bookingID string) (ids []string) {
	c.s.t.Helper()
	lines, _ := c.folio(bookingID)
	for _, line := range lines {
		if line["status"] == "open" {
			ids = append(ids, line["lineId"].(string))
		}
	}
	return ids
}

// charged puts a charge on the folio and returns its line.
func (c *caller) charged(bookingID, description string, price any) string {
	c.s.t.Helper()
	return c.post(at(bookingID, "/charges"), object{"description": description, "unitPrice": price}).want(201).text("data", "lineId")
}

// books changes how the hotel bills.
func (c *caller) books(settings object) {
	c.s.t.Helper()
	c.put("/api/accounts/{org}/settings", settings).want(200)
}

// amounts fails the test unless the answer has these amounts.
func (a answer) amounts(want object) answer {
	a.t.Helper()
	for name, amount := range want {
		a.has(amount, "data", name)
	}
	return a
}

// has is is for values of any shape.
func (a answer) has(want any, path ...any) answer {
	a.t.Helper()
	written, err := json.Marshal(want)
	var read any
	if err != nil || json.Unmarshal(written, &read) != nil {
		a.t.Fatalf("%v is no JSON value: %v", want, err)
	}
	return a.is(read, path...)
}

func invoicePermissions(_ *testing.T, owner *caller) {
	id := owner.invoiced(object{"bookingId": owner.stayed()}).text("data", "_id")
	none := owner.member("Porter", object{"rooms": object{"manage": true}, "bookings": object{"manage": true}, "payments": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	for _, p := range []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"}, {"PUT", "/" + id + "/update", "update"}, {"GET", "/" + id + "/pdf", "view"},
		{"POST", "/" + id + "/issue", "update"}, {"POST", "/" + id + "/send", "update"}, {"POST", "/" + id + "/void", "delete"}, {"DELETE", "/" + id + "/delete", "delete"},
	} {
		var body any
		if p.method != "GET" && p.method != "DELETE" {
			body = object{}
		}
		path := ofInvoices + p.path
		(&caller{s: owner.s, org: owner.org}).do(p.method, path, body).refused(401, "")
		none.do(p.method, path, body).refused(403, p.flag)
		stranger.do(p.method, path, body).refused(403, "not a member")
	}
	other := owner.anotherHotel()
	for _, path := range []string{"/" + id, "/" + nobody, "/x"} {
		other.get(ofInvoices+path).refused(404, "no such invoice")
		other.post(ofInvoices+path+"/issue", nil).refused(404, "no such invoice")
		other.get(ofInvoices+path+"/pdf").refused(404, "no such invoice")
		other.delete(ofInvoices+path+"/delete").refused(404, "no such invoice")
	}
}

func invoiceWhole(t *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/update", object{"phone": "+91 141 222 0101", "address": address()}).want(200)
	booking := owner.stayed(object{"guestEmail": "asha@example.com"})
	i := owner.invoiced(object{"bookingId": booking, "notes": "Thank you", "dueDate": "2026-05-02"})
	i.fields(i.at("data"), "_id", "invoiceNumber", "status", "documentType", "bookingId", "bookingCode", "guestId", "guestName", "buyerName", "buyerGstin", "invoiceDate", "dueDate",
		"discount", "subtotal", "cgst", "sgst", "utgst", "otherTax", "taxAmount", "rounding", "totalAmount", "amountPaid", "amountCredited", "balanceDue", "issuedAt", "sentAt", "createdAt", "updatedAt",
		"seller", "buyer", "placeOfSupply", "pricesIncludeTax", "lines", "totalInWords", "roundingRule", "reverseCharge", "missingParticulars", "notes", "voidReason", "voidedAt")
	i.amounts(object{"invoiceNumber": "", "status": "draft", "documentType": "tax_invoice", "bookingId": booking, "bookingCode": "BK-1", "guestName": "Asha Rao", "buyerName": "Asha Rao",
		"invoiceDate": "", "dueDate": "2026-05-02", "discount": 0, "subtotal": 9523.8, "cgst": 238.1, "sgst": 238.1, "utgst": 0, "otherTax": 0, "taxAmount": 476.2, "rounding": 0,
		"totalAmount": 10000, "amountPaid": 0, "amountCredited": 0, "balanceDue": 0, "issuedAt": nil, "pricesIncludeTax": true, "reverseCharge": false, "notes": "Thank you",
		"totalInWords": "Rupees Ten Thousand Only", "placeOfSupply": object{"stateCode": "27", "state": "Maharashtra"}})
	i.is("27AAPFU0939F1ZV", "data", "seller", "gstin").is("27", "data", "seller", "stateCode").is("12 Lake Road", "data", "seller", "address", "line1")
	i.is("asha@example.com", "data", "buyer", "email").is("", "data", "buyer", "gstin")
	if !strings.Contains(i.text("data", "roundingRule"), "halves away from zero") {
		t.Errorf("the rule of rounding is %s", i.text("data", "roundingRule"))
	}
	lines, _ := owner.folio(booking)
	for n, night := range []string{"2026-04-14", "2026-04-15"} {
		i.has(object{"position": n, "lineId": lines[n]["lineId"], "taxId": "", "type": "room-night", "description": lines[n]["description"], "sac": "996311", "roomNumber": "101", "date": night,
			"quantity": 1, "unitPrice": 5000, "discount": 0, "taxName": "GST on rooms", "taxRate": 5, "taxableValue": 4761.9, "cgst": 119.05, "sgst": 119.05, "utgst": 0, "otherTax": 0,
			"taxAmount": 238.1, "totalAmount": 5000, "credited": 0}, "data", "lines", n)
		if lines[n]["status"] != "billed" || lines[n]["invoiceId"] != i.text("data", "_id") {
			t.Errorf("the folio has %v", lines[n])
		}
	}
	owner.get(ofInvoices+"/"+i.text("data", "_id")).want(200).is(i.at("data"), "data")
	owner.post(ofInvoices+"/create", object{"bookingId": booking}).refused(400, "nothing that is not billed")
}

func invoiceExclusive(_ *testing.T, owner *caller) {
	owner.books(object{"pricesIncludeTax": false})
	rooms := owner.rooms(2)
	body := stay("2026-04-14", "2026-04-16", rooms...)
	body["rooms"].([]object)[0]["ratePerNight"] = 7500.01 // above the limit
	body["rooms"].([]object)[1]["ratePerNight"] = 7500
	booking := owner.post("/api/bookings/{org}/create", body).want(201).text("data", "bookingId")
	// 7500.01 × 9 % = 675.0009; 7500 × 2.5 % = 187.5
	owner.invoiced(object{"bookingId": booking, "issue": true}).amounts(object{"pricesIncludeTax": false, "subtotal": 30000.02, "cgst": 1725, "sgst": 1725, "taxAmount": 3450, "totalAmount": 33450.02, "balanceDue": 33450.02}).
		is(18, "data", "lines", 0, "taxRate").is(5, "data", "lines", 1, "taxRate").is(7500.01, "data", "lines", 0, "unitPrice").is(8850.01, "data", "lines", 0, "totalAmount")
	owner.get(at(booking, "")).want(200).is(33450.02, "data", "balanceDue")
	// The booking keeps its rule when the books change theirs.
	owner.books(object{"pricesIncludeTax": true})
	owner.charged(booking, "Laundry", 100)
	owner.invoiced(object{"bookingId": booking}).is(false, "data", "pricesIncludeTax").is(100, "data", "totalAmount")
}

func invoicePostedOnly(_ *testing.T, owner *caller) {
	booking := owner.stayed()
	owner.post(ofInvoices+"/create", object{"bookingId": booking, "postedOnly": true}).refused(400, "nothing that is not billed")
	owner.post(at(booking, "/arrival"), nil).want(200)
	owner.charged(booking, "Laundry", 350)
	i := owner.invoiced(object{"bookingId": booking, "postedOnly": true}).is(5350, "data", "totalAmount")
	if n := len(i.list("data", "lines")); n != 2 {
		i.t.Errorf("%d lines are billed", n)
	}
	owner.invoiced(object{"bookingId": booking}).is(5000, "data", "totalAmount")
}

func invoiceSplit(t *testing.T, owner *caller) {
	booking := owner.stayed()
	owner.post(at(booking, "/arrival"), nil).want(200)
	room, laundry, dinner := owner.open(booking)[0], owner.charged(booking, "Laundry", 350), owner.charged(booking, "Dinner", 1200.5)
	company := owner.invoiced(object{"bookingId": booking, "lineIds": []string{room}, "issue": true, "buyer": object{"name": "Rao Textiles", "gstin": "08aapfu0939f1zv"}}).
		amounts(object{"totalAmount": 5000, "buyerGstin": "08AAPFU0939F1ZV", "buyerName": "Rao Textiles", "guestName": "Asha Rao"}).is("08", "data", "buyer", "stateCode").
		is("AAPFU0939F", "data", "buyer", "pan").is("Rajasthan", "data", "buyer", "state").is("27", "data", "placeOfSupply", "stateCode")
	private := owner.invoiced(object{"bookingId": booking, "lineIds": []string{dinner, laundry}, "issue": true}).amounts(object{"totalAmount": 1550.5, "taxAmount": 0})
	private.is(laundry, "data", "lines", 0, "lineId") // in the folio's order
	owner.post(ofInvoices+"/create", object{"bookingId": booking, "lineIds": []string{laundry}}).refused(400, "on an invoice already")
	owner.invoiced(object{"bookingId": booking}).is(5000, "data", "totalAmount") // the night to come
	if company.text("data", "invoiceNumber") != "INV-1" || private.text("data", "invoiceNumber") != "INV-2" {
		t.Errorf("the numbers are %v and %v", company.at("data", "invoiceNumber"), private.at("data", "invoiceNumber"))
	}
	if open := owner.open(booking); len(open) != 0 {
		t.Errorf("%v is still open", open)
	}
}

func invoiceRefusals(_ *testing.T, owner *caller) {
	booking := owner.stayed()
	line := owner.charged(booking, "Laundry", 350)
	other := owner.anotherHotel()
	foreign := other.stayed()
	create := ofInvoices + "/create"
	owner.post(create, nil).bad("bookingId")
	owner.post(create, object{"bookingId": foreign}).bad("bookingId")
	owner.post(create, object{"bookingId": "x"}).bad("bookingId")
	owner.post(create, object{"bookingId": booking, "guestId": nobody}).bad("guestId")
	owner.post(create, object{"bookingId": booking, "lineIds": []string{line, nobody}}).bad("lineIds[1]")
	owner.post(create, object{"bookingId": booking, "lineIds": []string{line, line}}).bad("lineIds[1]")
	owner.post(create, object{"bookingId": booking, "lineIds": []string{line}, "postedOnly": true}).bad("postedOnly")
	owner.post(create, object{"lineIds": []string{line}, "lines": []object{freeLine()}}).bad("bookingId")
	owner.post(create, object{"postedOnly": true, "lines": []object{freeLine()}}).bad("bookingId")
	owner.post(create, object{"lines": []object{freeLine()}}).bad("buyer.name")
	named := object{"buyer": object{"name": "Asha"}}
	owner.post(create, named.merged(object{"lines": []object{freeLine().merged(object{"lineId": line})}})).bad("lines[0].lineId")
	owner.post(create, named.merged(object{"lines": []object{freeLine(), {"description": "x", "unitPrice": 1.234, "date": "2026-04-15"}}})).bad("lines[1].unitPrice").bad("lines[1].date")
	owner.post(create, named.merged(object{"lines": []object{{"description": "x", "unitPrice": 5, "discount": 7}}})).bad("lines[0].discount")
	owner.post(create, named.merged(object{"lines": []object{freeLine().merged(object{"taxId": nobody})}})).bad("lines[0].taxId")
	owner.post(create, named.merged(object{"lines": []object{freeLine()}, "dueDate": "2026-04-13"})).bad("dueDate")
	owner.post(create, named.merged(object{"lines": []object{freeLine()}, "dueDate": "soon"})).bad("dueDate")
	owner.post(create, object{"bookingId": booking, "buyer": object{"gstin": "27AAPFU0939F1", "email": "x", "phone": "y", "name": "a\nb"}}).
		bad("buyer.gstin").bad("buyer.email").bad("buyer.phone").bad("buyer.name")
	owner.post(create, object{"bookingId": booking, "buyer": object{"stateCode": "99"}}).bad("buyer.stateCode")
	owner.post(create, object{"bookingId": booking, "buyer": object{"gstin": "27AAPFU0939F1ZV", "stateCode": "08"}}).bad("buyer.stateCode")
	owner.post(create, object{"bookingId": booking, "buyer": object{"name": nil}}).bad("buyer.name")
	if lines, _ := owner.folio(booking); len(lines) != 1 || lines[0]["status"] != "open" {
		owner.s.t.Errorf("refused invoices left %v on the folio", lines)
	}
	owner.get(ofInvoices + "/list?from=2026-04-15&to=2026-04-14").bad("to")
	owner.get(ofInvoices + "/list?from=2026-02-30").bad("from")
	owner.get(ofInvoices + "/list?status=open").bad("status")
}

func invoiceFree(_ *testing.T, owner *caller) {
	gst := owner.tax(object{"name": "GST on banquets", "sac": "996334"})
	own := owner.tax(object{"name": "City cess", "kind": "other", "rate": 2.5, "sac": ""})
	lines := []object{
		{"description": "Banquet", "quantity": 2.5, "unitPrice": 1000.01, "discount": 100.02, "taxId": gst}, // 2500.03 − 100.02 = 2400.01, of which 2 × 183.05 is tax
		{"description": "Parking", "unitPrice": 205, "taxId": own, "sac": "9967", "date": "2026-04-13"},
		{"description": "Deposit slip", "unitPrice": 0},
	}
	i := owner.invoiced(object{"lines": lines, "buyer": object{"name": "Rao Textiles", "address": address()}, "issue": true})
	i.amounts(object{"invoiceNumber": "INV-1", "bookingId": "", "bookingCode": "", "guestId": "", "guestName": "Rao Textiles", "discount": 100.02, "subtotal": 2233.91, "cgst": 183.05, "sgst": 183.05,
		"otherTax": 5, "taxAmount": 371.1, "totalAmount": 2605.01, "balanceDue": 2605.01, "dueDate": "2026-04-14", "invoiceDate": "2026-04-14", "status": "issued"})
	i.is(2.5, "data", "lines", 0, "quantity").is(2033.91, "data", "lines", 0, "taxableValue").is("996334", "data", "lines", 0, "sac").is(gst, "data", "lines", 0, "taxId").is("service", "data", "lines", 0, "type").
		is(200, "data", "lines", 1, "taxableValue").is(5, "data", "lines", 1, "otherTax").is("9967", "data", "lines", 1, "sac").is("2026-04-13", "data", "lines", 1, "date").is(2.5, "data", "lines", 1, "taxRate").
		is(0, "data", "lines", 2, "totalAmount").is("08", "data", "buyer", "stateCode")
	for account, want := range map[string]int64{"guests": 260501, "room-sales": 0, "other-sales": -223391, "cgst": -18305, "sgst": -18305, "other-tax": -500} {
		if got := owner.inBooks(account); got != want {
			owner.s.t.Errorf("the books have %d in %s, want %d", got, account, want)
		}
	}
	// Nothing to pay: it is settled at once.
	owner.invoiced(object{"lines": []object{{"description": "Complimentary", "unitPrice": 0}}, "buyer": object{"name": "Asha"}, "issue": true}).amounts(object{"status": "paid", "balanceDue": 0})
}

func invoiceExtras(_ *testing.T, owner *caller) {
	booking := owner.stayed()
	owner.invoiced(object{"bookingId": booking, "lines": []object{{"description": "Cake", "unitPrice": 499.99}}}).is(10499.99, "data", "totalAmount").is("Cake", "data", "lines", 2, "description")
	owner.get(at(booking, "")).want(200).is(10499.99, "data", "balanceDue")
	line := owner.charged(booking, "Laundry", 350)
	owner.charged(booking, "Tea", 80)
	owner.invoiced(object{"bookingId": booking, "lineIds": []string{line}, "lines": []object{{"description": "Water", "unitPrice": 20}}}).is(370, "data", "totalAmount")
	if open := owner.open(booking); len(open) != 1 {
		owner.s.t.Errorf("open are %v", open)
	}
}

func invoiceUpdate(t *testing.T, owner *caller) {
	booking := owner.stayed()
	owner.post(at(booking, "/arrival"), nil).want(200)
	laundry, tea := owner.charged(booking, "Laundry", 350), owner.charged(booking, "Tea", 80)
	id := owner.invoiced(object{"bookingId": booking, "lineIds": []string{laundry}}).text("data", "_id")
	path := ofInvoices + "/" + id
	before := owner.get(path).want(200)
	owner.put(path+"/update", before.at("data")).want(200).is(before.at("data"), "data") // sent back as it is
	owner.put(path+"/update", nil).want(200).is(before.at("data"), "data")

	owner.put(path+"/update", object{"buyer": object{"name": "Rao Textiles", "gstin": "08AAPFU0939F1ZV", "address": object{"city": "Jaipur"}}, "dueDate": "2026-05-01", "notes": "Net 15"}).want(200).
		amounts(object{"buyerName": "Rao Textiles", "buyerGstin": "08AAPFU0939F1ZV", "dueDate": "2026-05-01", "notes": "Net 15", "guestName": "Asha Rao", "totalAmount": 350})
	owner.s.clock.Advance(time.Second)
	owner.put(path+"/update", object{"buyer": object{"gstin": nil}, "dueDate": nil}).want(200).
		amounts(object{"buyerName": "Rao Textiles", "buyerGstin": "", "dueDate": "", "notes": "Net 15"}).is("Jaipur", "data", "buyer", "address", "city").is("", "data", "buyer", "pan")
	owner.s.clock.Advance(time.Second)
	owner.put(path+"/update", object{"lineIds": []string{tea, laundry}}).want(200).is(430, "data", "totalAmount").is("Laundry", "data", "lines", 0, "description")
	owner.s.clock.Advance(time.Second)
	owner.put(path+"/update", object{"lines": []object{{"lineId": tea, "description": "x", "unitPrice": 1}}}).want(200).is(80, "data", "totalAmount").is("Tea", "data", "lines", 0, "description")
	if lines, _ := owner.folio(booking); lines[1]["status"] != "open" || lines[2]["status"] != "billed" {
		t.Errorf("the folio has %v", lines)
	}
	owner.put(path+"/update", object{"lineIds": []string{}}).bad("lineIds")
	owner.put(path+"/update", object{"lineIds": nil}).bad("lineIds")
	owner.put(path+"/update", object{"lineIds": []string{nobody}}).bad("lineIds[0]")
	owner.put(path+"/update", object{"lines": []object{freeLine()}}).bad("lines[0].lineId")
	owner.put(path+"/update", object{"buyer": nil}).bad("buyer.name")
	owner.put(path+"/update", object{"dueDate": "2026-04-01"}).bad("dueDate")
	owner.get(path).want(200).is(80, "data", "totalAmount").is("Rao Textiles", "data", "buyerName")

	owner.post(path+"/issue", nil).want(200)
	owner.put(path+"/update", object{"notes": "late"}).refused(400, "credit note")
	owner.delete(path+"/delete").refused(400, "void")

	var changed []any
	for _, entry := range owner.get("/api/audit/{org}/by-resource/invoice/" + id).want(200).list("data") {
		if details := entry.(map[string]any)["details"].(map[string]any); details["change"] == "updated" {
			changed = append(changed, details["changed"])
		}
	}
	if len(changed) != 4 {
		t.Fatalf("the audit log has the changes %v", changed)
	}
	first := changed[3].(map[string]any)
	if buyer := first["buyer"].(map[string]any); buyer["old"].(map[string]any)["name"] != "Asha Rao" || buyer["new"].(map[string]any)["gstin"] != "08AAPFU0939F1ZV" ||
		!reflect.DeepEqual(first["dueDate"], map[string]any{"old": "", "new": "2026-05-01"}) || !reflect.DeepEqual(first["notes"], map[string]any{"old": "", "new": "Net 15"}) || first["lines"] != nil {
		t.Errorf("the first change is %v", first)
	}
	if second := changed[1].(map[string]any); !reflect.DeepEqual(second["lines"], map[string]any{"old": "Laundry 350", "new": "Laundry 350; Tea 80"}) ||
		!reflect.DeepEqual(second["totalAmount"], map[string]any{"old": 350.0, "new": 430.0}) {
		t.Errorf("a later change is %v", second)
	}
}

func invoiceOwnLines(_ *testing.T, owner *caller) {
	gst := owner.tax(nil)
	i := owner.invoiced(object{"lines": []object{{"description": "Laundry", "quantity": 3, "unitPrice": 118, "discount": 4, "taxId": gst}, {"description": "Tea", "unitPrice": 80}}, "buyer": object{"name": "Asha"}})
	path := ofInvoices + "/" + i.text("data", "_id")
	owner.put(path+"/update", i.at("data")).want(200).is(i.at("data"), "data")
	owner.put(path+"/update", object{"lines": []object{{"description": "Tea", "unitPrice": 80.5}}}).want(200).amounts(object{"totalAmount": 80.5, "taxAmount": 0, "discount": 0})
	owner.put(path+"/update", object{"lines": []object{}}).bad("lines")
	owner.put(path+"/update", object{"lines": nil}).bad("lines")
	owner.put(path+"/update", object{"lineIds": []string{nobody}}).bad("lineIds")
	// The rule of its prices stays.
	owner.books(object{"pricesIncludeTax": false})
	owner.put(path+"/update", object{"lines": []object{{"description": "Laundry", "unitPrice": 118, "taxId": gst}}}).want(200).amounts(object{"totalAmount": 118, "taxAmount": 18, "pricesIncludeTax": true})
	owner.delete(path + "/delete").want(200)
}

func invoiceDelete(t *testing.T, owner *caller) {
	booking := owner.stayed()
	id := owner.invoiced(object{"bookingId": booking}).text("data", "_id")
	owner.delete(ofInvoices+"/"+id+"/delete").want(200).is(nil, "data")
	owner.get(ofInvoices+"/"+id).refused(404, "no such invoice")
	owner.delete(ofInvoices+"/"+id+"/delete").refused(404, "no such invoice")
	if open := owner.open(booking); len(open) != 2 {
		t.Errorf("open are %v", open)
	}
	owner.invoiced(object{"bookingId": booking, "issue": true}).amounts(object{"invoiceNumber": "INV-1", "totalAmount": 10000})
}

func invoiceIssue(t *testing.T, owner *caller) {
	owner.books(object{"dueDays": 15})
	booking := owner.stayed()
	id := owner.invoiced(object{"bookingId": booking}).text("data", "_id")
	owner.put("/api/organization/{org}/update", object{"name": "Haveli Sagar"}).want(200)
	owner = owner.later(day)
	issued := owner.post(ofInvoices+"/"+id+"/issue", nil).want(200).amounts(object{"invoiceNumber": "INV-1", "status": "issued", "invoiceDate": "2026-04-15", "dueDate": "2026-04-30", "balanceDue": 10000,
		"issuedAt": "2026-04-15T06:30:00.000Z"}).is("Haveli Sagar", "data", "seller", "name")
	owner.post(ofInvoices+"/"+id+"/issue", nil).refused(400, "INV-1 is issued already")
	// What it says of the parties stays as it was.
	owner.put("/api/organization/{org}/update", object{"name": "Haveli Sarovar", "gstin": "08AAPFU0939F1ZV"}).want(200)
	owner.put(at(booking, "/update-guest"), object{"guestName": "Asha Mehta", "guestPhone": "+91 98450 12345"}).want(200)
	owner.get(ofInvoices+"/"+id).want(200).is(issued.at("data"), "data")
	for account, want := range map[string]int64{"guests": 1000000, "room-sales": -952380, "other-sales": 0, "cgst": -23810, "sgst": -23810} {
		if got := owner.inBooks(account); got != want {
			t.Errorf("the books have %d in %s, want %d", got, account, want)
		}
	}
	late := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Asha"}, "dueDate": "2026-04-16"}).text("data", "_id")
	owner = owner.later(2 * day)
	owner.post(ofInvoices+"/"+late+"/issue", nil).bad("dueDate")
	owner.put(ofInvoices+"/"+late+"/update", object{"dueDate": "2026-04-20"}).want(200)
	owner.post(ofInvoices+"/"+late+"/issue", nil).want(200).is("INV-2", "data", "invoiceNumber").is("08", "data", "placeOfSupply", "stateCode")
}

func invoiceAdvance(_ *testing.T, owner *caller) {
	booking := owner.stayed(object{"advanceAmount": 6000, "paymentMethod": "upi"})
	owner.post(at(booking, "/arrival"), nil).want(200)
	first := owner.open(booking)
	owner.invoiced(object{"bookingId": booking, "lineIds": first, "issue": true}).amounts(object{"totalAmount": 5000, "amountPaid": 5000, "balanceDue": 0, "status": "paid"})
	rest := owner.invoiced(object{"bookingId": booking, "issue": true}).amounts(object{"totalAmount": 5000, "amountPaid": 1000, "balanceDue": 4000, "status": "partially_paid"})
	owner.post(ofInvoices+"/"+rest.text("data", "_id")+"/void", object{"reason": "x"}).refused(400, "credit note")
	owner.get(at(booking, "")).want(200).is(4000, "data", "balanceDue")
}

func invoiceVoid(t *testing.T, owner *caller) {
	owner.books(object{"roundToWhole": true})
	booking := owner.stayed(object{"totalAmount": 9999.6})
	id := owner.invoiced(object{"bookingId": booking}).text("data", "_id")
	path := ofInvoices + "/" + id
	owner.post(path+"/void", object{"reason": "x"}).refused(400, "delete it")
	owner.post(path+"/issue", nil).want(200).amounts(object{"totalAmount": 10000, "rounding": 0.4})
	owner.get(at(booking, "")).want(200).is(10000, "data", "balanceDue")
	owner.post(path+"/void", object{}).bad("reason")
	owner.post(path+"/void", object{"reason": "Wrong company"}).want(200).amounts(object{"status": "void", "voidReason": "Wrong company", "invoiceNumber": "INV-1", "balanceDue": 0, "totalAmount": 10000,
		"voidedAt": "2026-04-14T06:30:00.000Z"})
	owner.post(path+"/void", object{"reason": "again"}).refused(400, "void already")
	owner.post(path+"/issue", nil).refused(400, "void already")
	owner.post(path+"/send", object{"email": "a@hotel.example"}).refused(400, "void")
	owner.put(path+"/update", object{"notes": "x"}).refused(400, "is void")
	for _, account := range []string{"guests", "room-sales", "other-sales", "cgst", "sgst", "rounding"} {
		if left := owner.inBooks(account); left != 0 {
			t.Errorf("the books still have %d in %s", left, account)
		}
	}
	owner.get(at(booking, "")).want(200).is(9999.6, "data", "balanceDue")
	if open := owner.open(booking); len(open) != 2 {
		t.Errorf("open are %v", open)
	}
	owner.invoiced(object{"bookingId": booking, "issue": true}).amounts(object{"invoiceNumber": "INV-2", "totalAmount": 10000, "rounding": 0.4})
	owner.get(at(booking, "")).want(200).is(10000, "data", "balanceDue")
}

func invoiceVoidLater(_ *testing.T, owner *caller) {
	id := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Asha"}, "issue": true}).text("data", "_id")
	owner.s.clock.Set(time.Date(2026, 4, 30, 18, 29, 0, 0, time.UTC)) // the last minute of April in Kolkata
	owner = owner.s.login(owner.org, owner.email)
	second := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Asha"}, "issue": true}).text("data", "_id")
	owner.post(ofInvoices+"/"+second+"/void", object{"reason": "x"}).want(200)
	owner.s.clock.Advance(time.Minute)
	owner.post(ofInvoices+"/"+id+"/void", object{"reason": "x"}).refused(400, "another month")
}

func invoiceRounding(t *testing.T, owner *caller) {
	owner.books(object{"roundToWhole": true})
	for _, c := range []struct{ price, total, rounding float64 }{{100.49, 100, -0.49}, {100.5, 101, 0.5}, {100.51, 101, 0.49}, {100, 100, 0}, {0.01, 0, -0.01}} {
		i := owner.invoiced(object{"lines": []object{{"description": "x", "unitPrice": c.price}}, "buyer": object{"name": "Asha"}, "issue": true}).
			amounts(object{"totalAmount": c.total, "rounding": c.rounding, "balanceDue": c.total})
		if !strings.Contains(i.text("data", "roundingRule"), "nearest whole unit") {
			t.Errorf("the rule is %s", i.text("data", "roundingRule"))
		}
	}
	if got := owner.inBooks("rounding"); got != -49 {
		t.Errorf("the books have %d of rounding, want -49", got)
	}
	booking := owner.stayed(object{"totalAmount": 9999.45, "advanceAmount": 9999})
	owner.invoiced(object{"bookingId": booking, "issue": true}).amounts(object{"totalAmount": 9999, "rounding": -0.45, "status": "paid"})
	owner.get(at(booking, "")).want(200).is(0, "data", "balanceDue")
}

func invoiceWithoutGSTIN(_ *testing.T, owner *caller) {
	hotel := owner.anotherHotel()
	cess := hotel.tax(object{"name": "City cess", "kind": "other", "rate": 10, "sac": ""})
	gst := hotel.tax(nil)
	i := hotel.invoiced(object{"bookingId": hotel.stayed(), "lines": []object{{"description": "Parking", "unitPrice": 110, "taxId": cess}, {"description": "Laundry", "unitPrice": 100, "taxId": gst}}, "issue": true})
	i.amounts(object{"documentType": "bill_of_supply", "placeOfSupply": object{"stateCode": "", "state": ""}, "subtotal": 10200, "cgst": 0, "sgst": 0, "otherTax": 10, "totalAmount": 10210})
	i.is("", "data", "lines", 0, "taxName").is(0, "data", "lines", 0, "taxRate")
	booksBalance(owner.s.t, hotel)
	// GST that was charged before the hotel lost its number can't be billed.
	booking := owner.anotherRoom("2026-04-14", "2026-04-16")
	owner.post(at(booking, "/arrival"), nil).want(200)
	owner.put("/api/organization/{org}/update", object{"gstin": ""}).want(200)
	owner.post(ofInvoices+"/create", object{"bookingId": booking, "postedOnly": true, "issue": true}).bad("lines")
}

// anotherRoom makes a booking of a new room and returns its id.
func (c *caller) anotherRoom(from, to string, fields ...object) string {
	c.s.t.Helper()
	number := hotels.Add(1)
	category := c.post("/api/room-categories/{org}/create", object{"name": fmt.Sprint("Category ", number), "baseRate": 5000}).want(201).text("data", "_id")
	room := c.post("/api/rooms/{org}/create", object{"roomNumber": fmt.Sprint("R", number), "categoryId": category}).want(201).text("data", "_id")
	body := stay(from, to, room)
	for _, f := range fields {
		body = body.merged(f)
	}
	return c.post("/api/bookings/{org}/create", body).want(201).text("data", "bookingId")
}

func invoiceUnionTerritory(_ *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/update", object{"gstin": "04AAPFU0939F1ZV"}).want(200)
	i := owner.invoiced(object{"bookingId": owner.stayed(), "issue": true})
	i.amounts(object{"cgst": 238.1, "sgst": 0, "utgst": 238.1, "taxAmount": 476.2, "placeOfSupply": object{"stateCode": "04", "state": "Chandigarh"}}).is(119.05, "data", "lines", 0, "utgst").is(0, "data", "lines", 0, "sgst")
	owner.get(ofInvoices+"/list").want(200).is(238.1, "data", 0, "utgst")
}

func invoiceCompany(_ *testing.T, owner *caller) {
	guest := owner.post("/api/guests/{org}/create", person()).want(201).text("data", "_id")
	booking := owner.stayed(object{"guestId": guest, "guestName": "Asha R."})
	i := owner.invoiced(object{"bookingId": booking, "issue": true}).amounts(object{"guestId": guest, "guestName": "Asha R.", "buyerName": "Rao Textiles", "buyerGstin": "27AAPFU0939F1ZV"})
	i.is("12 Lake Road", "data", "buyer", "address", "line1").is("asha@hotel.example", "data", "buyer", "email").is("Maharashtra", "data", "buyer", "state").is("27", "data", "buyer", "stateCode")
	// The request goes over the record.
	line := owner.charged(booking, "Tea", 80)
	owner.invoiced(object{"bookingId": booking, "lineIds": []string{line}, "buyer": object{"gstin": nil, "name": "Asha Rao"}}).amounts(object{"buyerName": "Asha Rao", "buyerGstin": ""}).is("08", "data", "buyer", "stateCode")
	// Another guest's share of the bill.
	line = owner.charged(booking, "Coffee", 90)
	friend := owner.post("/api/guests/{org}/create", object{"name": "Ravi Das", "email": "ravi@example.com"}).want(201).text("data", "_id")
	owner.invoiced(object{"bookingId": booking, "lineIds": []string{line}, "guestId": friend}).amounts(object{"buyerName": "Ravi Das", "guestName": "Ravi Das", "guestId": friend}).is("ravi@example.com", "data", "buyer", "email")
}

// What rule 46 wants of a large bill is named, and holds nothing up.
func invoiceNamedBuyer(_ *testing.T, owner *caller) {
	line := func(price any) object {
		return object{"lines": []object{{"description": "Banquet", "unitPrice": price}}, "buyer": object{"name": "Asha"}}
	}
	owner.invoiced(line(49999.99)).lacks()
	draft := owner.invoiced(line(50000))
	draft.lacks("buyer.address.line1", "buyer.stateCode")
	path := ofInvoices + "/" + draft.text("data", "_id")
	owner.put(path+"/update", object{"buyer": object{"address": object{"line1": "12 Lake Road", "city": "Udaipur"}}}).want(200).lacks("buyer.stateCode")
	owner.put(path+"/update", object{"buyer": object{"address": object{"state": "rajasthan"}}}).want(200).is("08", "data", "buyer", "stateCode").lacks()
	owner.post(path+"/issue", nil).want(200).is("INV-1", "data", "invoiceNumber")
	owner.invoiced(line(60000).merged(object{"issue": true})).is("INV-2", "data", "invoiceNumber").lacks("buyer.address.line1", "buyer.stateCode")
	// A guest from abroad has no state of India, and a registered buyer's GSTIN says it all.
	owner.invoiced(line(60000).merged(object{"buyer": object{"name": "John", "address": object{"city": "Oslo", "country": "Norway"}}})).lacks()
	owner.invoiced(line(60000).merged(object{"buyer": object{"name": "Rao", "gstin": "08AAPFU0939F1ZV"}})).lacks()
	owner.anotherHotel().invoiced(line(60000)).lacks()
}

// lacks fails unless these are the particulars that the invoice misses.
func (a answer) lacks(names ...string) {
	a.t.Helper()
	if got := a.list("data", "missingParticulars"); fmt.Sprint(got) != fmt.Sprint(names) {
		a.t.Errorf("%s %s misses %v, want %v", a.method, a.path, got, names)
	}
}

// drafts are the invoices of a booking, the newest first.
func (c *caller) invoicesOf(bookingID string) answer {
	c.s.t.Helper()
	return c.get(ofInvoices + "/list?bookingId=" + bookingID).want(200)
}

func invoiceAtCheckOut(t *testing.T, owner *caller) {
	booking := owner.stayed(object{"advanceAmount": 3000})
	owner.post(at(booking, "/arrival"), nil).want(200)
	owner.charged(booking, "Laundry", 350)
	owner.put(at(booking, "/checkout"), nil).want(200)
	owner.get(at(booking, "")).want(200).is(7350, "data", "balanceDue")
	list := owner.invoicesOf(booking).is("draft", "data", 0, "status").is(10350, "data", 0, "totalAmount").is("", "data", 0, "invoiceNumber")
	owner.put(at(booking, "/checkout"), object{"remarks": "Again"}).want(200)
	if again := owner.invoicesOf(booking); len(again.list("data")) != 1 || again.text("data", 0, "_id") != list.text("data", 0, "_id") || again.at("data", 0, "updatedAt") != list.at("data", 0, "updatedAt") {
		t.Errorf("a second check-out made %s", again.raw)
	}
	id := list.text("data", 0, "_id")
	owner.post(ofInvoices+"/"+id+"/issue", nil).want(200).amounts(object{"amountPaid": 3000, "balanceDue": 7350, "status": "partially_paid"})
	owner.put(at(booking, "/checkout"), nil).want(200)
	if n := len(owner.invoicesOf(booking).list("data")); n != 1 {
		t.Errorf("the booking has %d invoices", n)
	}
	// Charged after the check-out, then checked out again: another draft.
	owner.s.clock.Advance(time.Second)
	owner.charged(booking, "Broken glass", 200)
	owner.put(at(booking, "/checkout"), nil).want(200)
	owner.invoicesOf(booking).is(200, "data", 0, "totalAmount").is("draft", "data", 0, "status")
	// Billed already: nothing is left to draft.
	billed := owner.anotherRoom("2026-04-14", "2026-04-16")
	owner.invoiced(object{"bookingId": billed, "issue": true})
	owner.put(at(billed, "/checkout"), nil).want(200)
	if n := len(owner.invoicesOf(billed).list("data")); n != 1 {
		t.Errorf("the billed booking has %d invoices", n)
	}
}

func invoiceCheckOutCorrected(t *testing.T, owner *caller) {
	booking := owner.stayed()
	owner.post(at(booking, "/arrival"), nil).want(200)
	owner = owner.later(2 * day)
	laundry := owner.charged(booking, "Laundry", 350)
	split := owner.invoiced(object{"bookingId": booking, "lineIds": []string{laundry}}).text("data", "_id") // stays as it is
	owner.s.clock.Advance(time.Second)
	owner.put(at(booking, "/checkout"), nil).want(200)
	draft := owner.invoicesOf(booking).is(10000, "data", 0, "totalAmount").text("data", 0, "_id")
	for _, final := range []float64{8000.01, 12345.67, 10350} {
		owner.put(at(booking, "/checkout"), object{"finalAmount": final}).want(200)
		owner.get(at(booking, "")).want(200).is(final, "data", "balanceDue")
		list := owner.invoicesOf(booking)
		if len(list.list("data")) != 2 || list.text("data", 0, "_id") != draft {
			t.Fatalf("the corrected check-out made %s", list.raw)
		}
		if got, want := paise(list.at("data", 0, "totalAmount")), paise(final)-35000; got != want {
			t.Errorf("with a final amount of %v the draft has %d, want %d: %s", final, got, want, owner.get(ofInvoices+"/"+draft).raw)
		}
	}
	owner.get(ofInvoices+"/"+split).want(200).is(350, "data", "totalAmount")
	owner.post(ofInvoices+"/"+draft+"/issue", nil).want(200)
	// Dearer after the issue: a draft of the difference. Cheaper: a matter for a credit note.
	owner.s.clock.Advance(time.Second)
	owner.put(at(booking, "/checkout"), object{"finalAmount": 10850}).want(200)
	owner.invoicesOf(booking).is(500, "data", 0, "totalAmount").is("draft", "data", 0, "status").is(23.8, "data", 0, "taxAmount")
	owner.put(at(booking, "/checkout"), object{"finalAmount": 9350}).want(200)
	owner.get(at(booking, "")).want(200).is(9350, "data", "balanceDue")
	left := owner.invoicesOf(booking).is(2, "pagination", "total").is("issued", "data", 0, "status") // the draft of the difference is gone
	owner.post("/api/credit-notes/{org}/create", object{"invoiceId": left.at("data", 0, "_id"), "reason": "Agreed", "amount": 1000}).want(201)
	owner.get(at(booking, "")).want(200).is(9350, "data", "balanceDue")
	owner.put(at(booking, "/checkout"), nil).want(200)
	owner.invoicesOf(booking).is(2, "pagination", "total")
}

// Who leaves early and agrees on another amount is charged at the rate of the nights that were booked.
func invoiceLeftEarly(_ *testing.T, owner *caller) {
	booking := owner.stayed()
	owner.post(at(booking, "/arrival"), nil).want(200)
	owner.put(at(booking, "/checkout"), nil).want(200)
	owner.invoicesOf(booking).is(476.2, "data", 0, "taxAmount")
	for _, c := range []struct{ final, tax float64 }{{9000, 428.58}, {14000, 666.68}, {10000, 476.2}} {
		owner.put(at(booking, "/checkout"), object{"finalAmount": c.final}).want(200)
		owner.invoicesOf(booking).is(c.final, "data", 0, "totalAmount").is(c.tax, "data", 0, "taxAmount")
	}
	second := owner.anotherRoom("2026-04-14", "2026-04-16")
	owner.post(at(second, "/arrival"), nil).want(200)
	owner = owner.later(day)
	owner.put(at(second, "/checkout"), nil).want(200)
	owner.put(at(second, "/checkout"), object{"finalAmount": 9000}).want(200)
	owner.invoicesOf(second).is(9000, "data", 0, "totalAmount").is(428.58, "data", 0, "taxAmount")
}

func invoiceIssuedAtCheckOut(t *testing.T, owner *caller) {
	owner.books(object{"issueAtCheckout": true, "dueDays": 7})
	booking := owner.stayed(object{"advanceAmount": 10000})
	owner.put(at(booking, "/checkout"), nil).want(200)
	owner.get(at(booking, "")).want(200).is(0, "data", "balanceDue")
	owner.invoicesOf(booking).is("INV-1", "data", 0, "invoiceNumber").is("paid", "data", 0, "status").is("2026-04-21", "data", 0, "dueDate")
	owner.put(at(booking, "/checkout"), nil).want(200)
	if n := len(owner.invoicesOf(booking).list("data")); n != 1 {
		t.Errorf("the booking has %d invoices", n)
	}
	// What the law wants of a large bill holds nothing up.
	dear := owner.anotherRoom("2026-04-14", "2026-04-16", object{"totalAmount": 90000})
	owner.put(at(dear, "/checkout"), nil).want(200)
	id := owner.invoicesOf(dear).is("INV-2", "data", 0, "invoiceNumber").text("data", 0, "_id")
	owner.get(ofInvoices+"/"+id).want(200).lacks("buyer.address.line1", "buyer.stateCode")
}

// mailThatSays is the mail to this address that has the words.
func (s *server) mailThatSays(to, words string) string {
	s.t.Helper()
	letters := s.mailed(to, words)
	if len(letters) != 1 {
		s.t.Fatalf("%d mails for %s say %q", len(letters), to, words)
	}
	return letters[0]
}

func invoiceSent(t *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/update", object{"name": "Haveli Sagar", "phone": "+91 141 222 0101", "address": address()}).want(200)
	owner.post("/api/email-templates/{org}/create", object{"name": "Ours", "type": "invoice", "subject": "Bill {{invoice_number}}", "isDefault": true, "headerText": "x", "footerText": "y",
		"bodyHtml": "<p>V1 {{invoice_number}} V2 {{invoice_date}} V3 {{due_date}} V4 {{guest_name}} V5 {{guest_email}} V6 {{room_number}} V7 {{check_in_date}} V8 {{check_out_date}} V9 {{subtotal}} " +
			"V10 {{tax_amount}} V11 {{total_amount}} V12 {{organization_name}} V13 {{organization_email}} V14 {{organization_phone}} V15 {{organization_address}} V16</p>"}).want(201)
	for _, template := range owner.get("/api/email-templates/{org}/list?type=invoice").want(200).list("data") {
		if template := template.(map[string]any); template["name"] == "Ours" && template["isDefault"] != true {
			owner.post("/api/email-templates/{org}/"+template["_id"].(string)+"/set-default", nil).want(200)
		}
	}
	to := "asha." + owner.org + "@example.com"
	booking := owner.stayed(object{"guestEmail": to})
	id := owner.invoiced(object{"bookingId": booking, "dueDate": "2026-05-02"}).text("data", "_id")
	path := ofInvoices + "/" + id
	owner.post(path+"/send", nil).refused(400, "issue it before")
	owner.post(path+"/issue", nil).want(200).is(nil, "data", "sentAt")
	owner.post(path+"/send", object{"email": "nobody"}).bad("email")
	owner.post(path+"/send", nil).want(200).is("2026-04-14T06:30:00.000Z", "data", "sentAt").is("The invoice is on its way to "+to+".", "message")
	mail := owner.s.mailThatSays(to, "Bill INV-1")
	text := strings.ReplaceAll(strings.ReplaceAll(mail, "=\r\n", ""), "=\n", "")
	for _, words := range []string{"V1 INV-1 V2 Tue, 14 Apr 2026 V3 Sat, 2 May 2026 V4 Asha Rao V5 " + to + " V6 101 V7 Tue, 14 Apr 2026 V8 Thu, 16 Apr 2026", "V12 Haveli Sagar V13 " + owner.email, "V14 +91 141 222 0101 V15 12 Lake Road, Near the ghat, Udaipur, Rajasthan 313001, India V16",
		"application/pdf", "Tax Invoice INV-1.pdf"} {
		if !strings.Contains(text, words) {
			t.Errorf("the mail doesn't say %q:\n%.3000s", words, text)
		}
	}
	for _, amount := range []string{"9,523.80", "476.20", "10,000.00"} {
		if !strings.Contains(text, amount) {
			t.Errorf("the mail doesn't say %s", amount)
		}
	}
	other := "accounts." + owner.org + "@example.com"
	owner.post(path+"/send", object{"email": other}).want(200)
	owner.s.mailThatSays(other, "Bill INV-1")
}

func invoiceUnsendable(_ *testing.T, owner *caller) {
	booking := owner.stayed()
	i := owner.invoiced(object{"bookingId": booking, "issue": true})
	path := ofInvoices + "/" + i.text("data", "_id")
	owner.post(path+"/send", nil).bad("email")
	to := "late." + owner.org + "@example.com"
	owner.put("/api/guests/{org}/"+i.text("data", "guestId")+"/update", object{"email": to}).want(200)
	owner.post(path+"/send", nil).want(200)
	owner.s.mailThatSays(to, "INV-1")
}

func invoicePDF(t *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/logo-image", picture(40, 30)).want(200)
	id := owner.invoiced(object{"bookingId": owner.stayed()}).text("data", "_id")
	path := ofInvoices + "/" + id
	draft := owner.download(path+"/pdf", "application/pdf")
	issuedNumber := owner.post(path+"/issue", nil).want(200).text("data", "invoiceNumber")
	issued := owner.download(path+"/pdf", "application/pdf")
	if name := issued.header.Get("Content-Disposition"); !strings.Contains(name, "Tax Invoice "+issuedNumber+".pdf") {
		t.Errorf("the file is called %s", name)
	}
	if !bytes.HasPrefix(issued.raw, []byte("%PDF-")) || bytes.Equal(issued.raw, draft.raw) {
		t.Errorf("the PDF begins with %.10q", issued.raw)
	}
	owner = owner.later(time.Hour)
	owner.put("/api/organization/{org}/update", object{"name": "Another name"}).want(200)
	owner.put("/api/organization/{org}/logo-image", picture(30, 40)).want(200)
	if again := owner.download(path+"/pdf", "application/pdf"); !bytes.Equal(again.raw, issued.raw) {
		t.Error("the PDF of an issued invoice has changed")
	}
	owner.post(path+"/void", object{"reason": "x"}).want(200)
	if void := owner.download(path+"/pdf", "application/pdf"); bytes.Equal(void.raw, issued.raw) {
		t.Error("the PDF of a void invoice doesn't say so")
	}
}

func invoiceList(t *testing.T, owner *caller) {
	guest := owner.post("/api/guests/{org}/create", person()).want(201).text("data", "_id")
	booking := owner.stayed(object{"guestId": guest, "advanceAmount": 2000})
	free := func(name string, price any, more object) string {
		owner.s.clock.Advance(time.Second)
		return owner.invoiced(object{"lines": []object{{"description": "x", "unitPrice": price}}, "buyer": object{"name": name}}.merged(more)).text("data", "_id")
	}
	paid := owner.invoiced(object{"bookingId": booking, "issue": true}).text("data", "_id")
	draft := free("Draft & Sons", 70, nil)
	late := free("100% Silk", 300.25, object{"issue": true, "dueDate": "2026-04-14"})
	void := free("Void", 40, object{"issue": true})
	owner.post(ofInvoices+"/"+void+"/void", object{"reason": "x"}).want(200)
	owner = owner.later(day)
	today := free("Today", 5, object{"issue": true})
	everything := owner.get(ofInvoices+"/list").want(200).is(5, "pagination", "total").
		has(object{"subtotal": 9523.8 + 70 + 300.25 + 40 + 5, "taxAmount": 476.2, "totalAmount": 10415.25, "amountPaid": 2000, "amountCredited": 0, "balanceDue": 8305.25}, "totals")
	everything.fields(everything.at("data", 0), "_id", "invoiceNumber", "status", "documentType", "bookingId", "bookingCode", "guestId", "guestName", "buyerName", "buyerGstin", "invoiceDate", "dueDate",
		"discount", "subtotal", "cgst", "sgst", "utgst", "otherTax", "taxAmount", "rounding", "totalAmount", "amountPaid", "amountCredited", "balanceDue", "issuedAt", "sentAt", "createdAt", "updatedAt")
	for query, want := range map[string][]string{
		"":                                {today, void, late, draft, paid},
		"?status=draft":                   {draft},
		"?status=partially_paid":          {paid},
		"?status=issued":                  {today, late},
		"?status=void":                    {void},
		"?bookingId=" + booking:           {paid},
		"?bookingId=" + nobody:            {},
		"?guestId=" + guest:               {paid},
		"?from=2026-04-15":                {today},
		"?to=2026-04-14":                  {void, late, paid},
		"?from=2026-04-14&to=2026-04-14":  {void, late, paid},
		"?overdue=true":                   {late, paid},
		"?overdue=true&status=issued":     {late},
		"?search=silk":                    {late},
		"?search=100%25":                  {late},
		"?search=_":                       {},
		"?search=inv-1":                   {paid},
		"?search=bk-1":                    {paid},
		"?search=27aapfu":                 {paid},
		"?search=rao+textiles":            {paid},
		"?search=asha":                    {paid},
		"?search=draft+%26":               {draft},
		"?limit=2":                        {today, void},
		"?limit=2&page=3":                 {paid},
		"?search=nobody":                  {},
		"?status=issued&search=t&limit=1": {today},
	} {
		found := []string{}
		a := owner.get(ofInvoices + "/list" + query).want(200)
		for _, entry := range a.list("data") {
			found = append(found, entry.(map[string]any)["_id"].(string))
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s finds %v, want %v", query, found, want)
		}
	}
	owner.get(ofInvoices+"/list?overdue=true").want(200).is(8300.25, "totals", "balanceDue").is(2, "pagination", "total")
	owner.get(ofInvoices+"/list?search=nobody").want(200).is(0, "totals", "balanceDue").is(0, "pagination", "total")
}

func invoiceTold(t *testing.T, owner *caller) {
	id := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Asha"}}).text("data", "_id")
	notices := func() (list []string) {
		for _, entry := range owner.get("/api/notifications/{org}").want(200).list("data") {
			if n := entry.(map[string]any); n["type"] == "invoice_generated" {
				list = append(list, n["title"].(string)+"|"+n["message"].(string)+"|"+fmt.Sprint(n["referenceId"]))
			}
		}
		return list
	}
	if list := notices(); len(list) != 0 {
		t.Errorf("a draft told %v", list)
	}
	owner.s.clock.Advance(time.Second)
	owner.post(ofInvoices+"/"+id+"/issue", nil).want(200)
	if list := notices(); len(list) != 1 || list[0] != "Invoice issued|INV-1: INR 1489.75 for Asha.|"+id {
		t.Errorf("the notices are %v", list)
	}
	owner.s.clock.Advance(time.Second)
	owner.post(ofInvoices+"/"+id+"/send", object{"email": "a@hotel.example"}).want(200)
	owner.s.clock.Advance(time.Second)
	owner.post(ofInvoices+"/"+id+"/void", object{"reason": "Twice"}).want(200)
	owner.s.clock.Advance(time.Second)
	gone := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Asha"}}).text("data", "_id")
	owner.s.clock.Advance(time.Second)
	owner.delete(ofInvoices + "/" + gone + "/delete").want(200)
	owner.s.clock.Advance(time.Second)
	owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Asha"}, "issue": true})
	if list := notices(); len(list) != 2 {
		t.Errorf("the notices are %v", list)
	}
	var told []string
	for _, entry := range owner.get("/api/audit/{org}/logs?limit=100").want(200).list("data") {
		if e := entry.(map[string]any); e["resourceType"] == "invoice" {
			told = append(told, fmt.Sprint(e["action"], " ", e["details"].(map[string]any)["change"]))
		}
	}
	slices.Reverse(told)
	if want := []string{"invoice.created <nil>", "invoice.updated issued", "invoice.updated sent", "invoice.updated voided", "invoice.created <nil>", "invoice.deleted <nil>", "invoice.created <nil>"}; !slices.Equal(told, want) {
		t.Errorf("the audit log has %v, want %v", told, want)
	}
}

func invoiceRepeated(t *testing.T, owner *caller) {
	booking := owner.stayed()
	keyed := owner.with("Idempotency-Key", "bill")
	first := keyed.invoiced(object{"bookingId": booking, "issue": true})
	if again := keyed.invoiced(object{"bookingId": booking, "issue": true}); string(again.raw) != string(first.raw) {
		t.Errorf("a repetition answered %s", again.raw)
	}
	keyed.post(ofInvoices+"/create", object{"bookingId": booking}).bad("Idempotency-Key")
	owner.get(ofInvoices+"/list").want(200).is(1, "pagination", "total")
}

func invoiceGuestStays(_ *testing.T, owner *caller) {
	guest := owner.post("/api/guests/{org}/create", person()).want(201).text("data", "_id")
	owner.invoiced(object{"guestId": guest, "lines": []object{freeLine()}}).amounts(object{"guestName": "Asha Rao", "buyerName": "Rao Textiles"})
	owner.delete("/api/guests/{org}/"+guest+"/delete").refused(400, "invoices")
	owner.put("/api/organization/{org}/update", object{"currency": "EUR"}).refused(400, "")
}

// Forty clients issue the same draft: one number, and who comes second is told.
func TestFortyClientsIssueOneDraft(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		id := owner.invoiced(object{"bookingId": owner.stayed(object{"advanceAmount": 500})}).text("data", "_id")
		issued := owner.count(t, 40, map[int]int{200: 1, 400: 39}, func(int) (answer, error) { return owner.try("POST", ofInvoices+"/"+id+"/issue", nil) })
		if issued[0].text("data", "invoiceNumber") != "INV-1" || issued[0].number("data", "amountPaid") != 500 {
			t.Errorf("the draft became %s", issued[0].raw)
		}
		booksBalance(t, owner)
	})
}

// count sends a request from many clients at once, wants each status as often as told, and returns what was done.
func (c *caller) count(t *testing.T, clients int, want map[int]int, send func(i int) (answer, error)) (done []answer) {
	t.Helper()
	answers, got := make([]answer, clients), map[int]int{}
	together(clients, func(i int) {
		a, err := send(i)
		if err != nil {
			t.Error(err)
		}
		answers[i] = a
	})
	for _, a := range answers {
		got[a.status]++
		if a.status < 300 {
			done = append(done, a)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the statuses are %v, want %v", got, want)
		for _, a := range answers {
			if want[a.status] == 0 {
				t.Fatalf("%s", a.raw)
			}
		}
	}
	return done
}

// Clients that bill the same folio at once: every line is on one invoice.
func TestClientsBillTheSameLines(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		booking := owner.stayed()
		var lines []string
		for n := range 6 {
			lines = append(lines, owner.charged(booking, fmt.Sprint("Tea ", n), 100))
		}
		owner.count(t, 20, map[int]int{201: 1, 400: 19}, func(i int) (answer, error) {
			return owner.try("POST", ofInvoices+"/create", object{"bookingId": booking, "lineIds": lines[:2], "issue": i%2 == 0})
		})
		done := make([]answer, 20)
		together(20, func(i int) {
			a, err := owner.try("POST", ofInvoices+"/create", object{"bookingId": booking, "lineIds": []string{lines[2+i%4], lines[2+(i+1)%4]}})
			if err != nil || a.status != 201 && a.status != 400 {
				t.Errorf("%v: %s", err, a.raw)
			}
			done[i] = a
		})
		billed := map[any]int{}
		for _, entry := range owner.get(ofInvoices + "/list?limit=100").want(200).list("data") {
			i := owner.get(ofInvoices + "/" + entry.(map[string]any)["_id"].(string)).want(200)
			for _, line := range i.list("data", "lines") {
				billed[line.(map[string]any)["lineId"]]++
			}
		}
		for line, times := range billed {
			if times != 1 {
				t.Errorf("line %v is on %d invoices", line, times)
			}
		}
		folio, _ := owner.folio(booking)
		for _, line := range folio {
			if (line["status"] == "billed") != (billed[line["lineId"]] == 1) {
				t.Errorf("the folio says %v, and it is on %d invoices", line, billed[line["lineId"]])
			}
		}
		booksBalance(t, owner)
	})
}

// Numbers are consecutive when forty clients issue at once and some of them are refused at the last moment.
func TestInvoiceNumbersHaveNoGap(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		var drafts []string
		for n := range 20 {
			draft := object{"lines": []object{{"description": "x", "unitPrice": 100 + n}}, "buyer": object{"name": "Asha"}}
			if n%4 == 3 { // its day will have passed, which holds it up
				draft["dueDate"] = "2026-04-14"
			}
			drafts = append(drafts, owner.invoiced(draft).text("data", "_id"))
		}
		owner = owner.later(24 * time.Hour)
		owner.count(t, 40, map[int]int{200: 15, 201: 10, 400: 15}, func(i int) (answer, error) {
			if i < 20 {
				return owner.try("POST", ofInvoices+"/"+drafts[i]+"/issue", nil)
			}
			body := object{"lines": []object{{"description": "y", "unitPrice": 200}}, "buyer": object{"name": "Ravi"}, "issue": true}
			if i%2 == 1 {
				delete(body, "buyer")
			}
			return owner.try("POST", ofInvoices+"/create", body)
		})
		if got := owner.get(ofInvoices+"/list?status=issued").want(200).number("pagination", "total"); got != 25 {
			t.Errorf("%v invoices are issued", got)
		}
		booksBalance(t, owner)
	})
}
