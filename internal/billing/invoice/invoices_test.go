package invoice_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

func TestInvoices(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: invoicePermissions},
		{Name: "a whole booking, every field", Run: invoiceWhole},
		{Name: "prices before tax", Run: invoiceExclusive},
		{Name: "what is posted so far", Run: invoicePostedOnly},
		{Name: "split bills", Run: invoiceSplit},
		{Name: "a split bill and what the guest has paid", Run: invoiceSplitAdvance},
		{Name: "what is refused", Run: invoiceRefusals},
		{Name: "lines of its own, with discounts", Run: invoiceFree},
		{Name: "extras charged with the invoice", Run: invoiceExtras},
		{Name: "a draft is changed", Run: invoiceUpdate},
		{Name: "a draft with lines of its own is changed and sent back", Run: invoiceOwnLines},
		{Name: "a draft is deleted", Run: invoiceDelete},
		{Name: "issued", Run: invoiceIssue},
		{Name: "an advance is applied", Run: invoiceAdvance},
		{Name: "void", Run: invoiceVoid},
		{Name: "void in another month", Run: invoiceVoidLater},
		{Name: "rounded to whole rupees", Run: invoiceRounding},
		{Name: "a bill of supply", Run: invoiceWithoutGSTIN},
		{Name: "a union territory", Run: invoiceUnionTerritory},
		{Name: "the guest's company", Run: invoiceCompany},
		{Name: "the register, by company", Run: invoiceRegister},
		{Name: "what rule 46 requires of a buyer from 50,000 on", Run: invoiceNamedBuyer},
		{Name: "a mistyped GSTIN of the buyer", Run: invoiceMistypedGSTIN},
		{Name: "what is outside GST", Run: invoiceOutsideGST},
		{Name: "check-out drafts it", Run: invoiceAtCheckOut},
		{Name: "check-out corrected", Run: invoiceCheckOutCorrected},
		{Name: "a guest who left early", Run: invoiceLeftEarly},
		{Name: "check-out issues it", Run: invoiceIssuedAtCheckOut},
		{Name: "sent", Run: invoiceSent},
		{Name: "a guest without an address", Run: invoiceUnsendable},
		{Name: "the PDF", Run: invoicePDF},
		{Name: "the list", Run: invoiceList},
		{Name: "the audit log and the notices", Run: invoiceTold},
		{Name: "repeated", Run: invoiceRepeated},
		{Name: "a guest with an invoice stays", Run: invoiceGuestStays},
	}, apptest.BooksBalance, apptest.FoliosAddUp)
}

// open are the ids of the charges that no invoice has.
func open(c *apptest.Caller, bookingID string) (ids []string) {
	c.Server.T.Helper()
	lines, _ := c.FolioLines(bookingID)
	for _, line := range lines {
		if line["status"] == "open" {
			ids = append(ids, line["lineId"].(string))
		}
	}
	return ids
}

func invoicePermissions(_ *testing.T, owner *apptest.Caller) {
	id := owner.CreateInvoice(object{"bookingId": owner.BookFromToday()}).Text("data", "_id")
	none := owner.Member("Porter", object{"rooms": object{"manage": true}, "bookings": object{"manage": true},
		"payments": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"},
		{"PUT", "/" + id + "/update", "update"}, {"GET", "/" + id + "/pdf", "view"},
		{"POST", "/" + id + "/issue", "update"}, {"POST", "/" + id + "/send", "update"},
		{"POST", "/" + id + "/void", "delete"}, {"DELETE", "/" + id + "/delete", "delete"},
	} {
		var body any
		if p.method != "GET" && p.method != "DELETE" {
			body = object{}
		}
		path := apptest.Invoices + p.path
		(&apptest.Caller{Server: owner.Server, Org: owner.Org}).Do(p.method, path, body).Refused(401, "")
		none.Do(p.method, path, body).Refused(403, p.flag)
		stranger.Do(p.method, path, body).Refused(403, "not a member")
	}
	other := owner.AnotherHotel()
	for _, path := range []string{"/" + id, "/" + apptest.Nobody, "/x"} {
		other.Get(apptest.Invoices+path).Refused(404, "no such invoice")
		other.Post(apptest.Invoices+path+"/issue", nil).Refused(404, "no such invoice")
		other.Get(apptest.Invoices+path+"/pdf").Refused(404, "no such invoice")
		other.Delete(apptest.Invoices+path+"/delete").Refused(404, "no such invoice")
	}
}

func invoiceWhole(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"phone": "+91 141 222 0101", "address": apptest.Address()}).
		Want(200)
	booking := owner.BookFromToday(object{"guestEmail": "asha@example.com"})
	i := owner.CreateInvoice(object{"bookingId": booking, "notes": "Thank you", "dueDate": "2026-05-02"})
	i.Fields(i.At("data"), "_id", "invoiceNumber", "status", "documentType", "bookingId", "bookingCode", "groupId",
		"guestId",
		"guestName", "buyerName", "buyerGstin", "invoiceDate", "dueDate",
		"discount", "subtotal", "cgst", "sgst", "utgst", "otherTax", "parts", "taxAmount", "rounding", "totalAmount",
		"amountPaid",
		"amountCredited", "balanceDue", "split", "issuedAt", "sentAt", "createdAt", "updatedAt", "version",
		"seller", "buyer", "placeOfSupply", "pricesIncludeTax", "lines", "totalInWords", "roundingRule", "reverseCharge",
		"missingParticulars", "warnings", "outsideGst", "notes", "voidReason", "voidedAt")
	i.Amounts(object{"invoiceNumber": "", "status": "draft", "documentType": "tax_invoice", "bookingId": booking,
		"bookingCode": "BK-1", "guestName": "Asha Rao", "buyerName": "Asha Rao",
		"invoiceDate": "", "dueDate": "2026-05-02", "discount": 0, "subtotal": 9523.8, "cgst": 238.1, "sgst": 238.1,
		"utgst": 0, "otherTax": 0, "taxAmount": 476.2, "rounding": 0,
		"totalAmount": 10000, "amountPaid": 0, "amountCredited": 0, "balanceDue": 0, "issuedAt": nil,
		"pricesIncludeTax": true, "reverseCharge": false, "notes": "Thank you",
		"totalInWords": "Rupees Ten Thousand Only", "placeOfSupply": object{"stateCode": "27", "state": "Maharashtra"}})
	i.Is("27AAPFU0939F1ZV", "data", "seller", "gstin").Is("27", "data", "seller", "stateCode").
		Is("12 Lake Road", "data", "seller", "address", "line1")
	i.Is("asha@example.com", "data", "buyer", "email").Is("", "data", "buyer", "gstin")
	if !strings.Contains(i.Text("data", "roundingRule"), "halves away from zero") {
		t.Errorf("the rule of rounding is %s", i.Text("data", "roundingRule"))
	}
	lines, _ := owner.FolioLines(booking)
	for n, night := range []string{"2026-04-14", "2026-04-15"} {
		i.Is(object{"position": n, "lineId": lines[n]["lineId"], "bookingId": "", "taxId": "", "type": "room-night",
			"description": lines[n]["description"], "sac": "996311", "roomNumber": "101", "date": night,
			"quantity": 1, "unitPrice": 5000, "discount": 0, "taxKind": "gst", "taxName": "GST on rooms", "taxRate": 5,
			"taxableValue": 4761.9,
			"cgst":         119.05, "sgst": 119.05, "utgst": 0, "otherTax": 0,
			"parts": []any{object{"code": "cgst", "name": "CGST", "rate": 2.5, "amount": 119.05},
				object{"code": "sgst", "name": "SGST", "rate": 2.5, "amount": 119.05}},
			"taxAmount": 238.1, "totalAmount": 5000, "credited": 0}, "data", "lines", n)
		if lines[n]["status"] != "billed" || lines[n]["invoiceId"] != i.Text("data", "_id") {
			t.Errorf("the folio has %v", lines[n])
		}
	}
	owner.Get(apptest.Invoices+"/"+i.Text("data", "_id")).Want(200).Is(i.At("data"), "data")
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking}).Refused(400, "nothing that is not billed")
}

func invoiceExclusive(_ *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"pricesIncludeTax": false})
	rooms := owner.CreateRooms(2)
	body := apptest.Stay("2026-04-14", "2026-04-16", rooms...)
	body["rooms"].([]object)[0]["ratePerNight"] = 7500.01 // above the limit
	body["rooms"].([]object)[1]["ratePerNight"] = 7500
	booking := owner.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
	// 7500.01 × 9 % = 675.0009; 7500 × 2.5 % = 187.5
	owner.CreateInvoice(object{"bookingId": booking, "issue": true}).
		Amounts(object{"pricesIncludeTax": false, "subtotal": 30000.02, "cgst": 1725, "sgst": 1725, "taxAmount": 3450,
			"totalAmount": 33450.02, "balanceDue": 33450.02}).
		Is(18, "data", "lines", 0, "taxRate").Is(5, "data", "lines", 1, "taxRate").
		Is(7500.01, "data", "lines", 0, "unitPrice").Is(8850.01, "data", "lines", 0, "totalAmount")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(33450.02, "data", "balanceDue")
	// The booking keeps its rule when the books change theirs.
	owner.SetBilling(object{"pricesIncludeTax": true})
	owner.AddCharge(booking, "Laundry", 100)
	owner.CreateInvoice(object{"bookingId": booking}).Is(false, "data", "pricesIncludeTax").Is(100, "data", "totalAmount")
}

func invoicePostedOnly(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking, "postedOnly": true}).
		Refused(400, "nothing that is not billed")
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	owner.AddCharge(booking, "Laundry", 350)
	i := owner.CreateInvoice(object{"bookingId": booking, "postedOnly": true}).Is(5350, "data", "totalAmount")
	if n := len(i.List("data", "lines")); n != 2 {
		i.T.Errorf("%d lines are billed", n)
	}
	owner.CreateInvoice(object{"bookingId": booking}).Is(5000, "data", "totalAmount")
}

func invoiceSplit(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	room, laundry, dinner := open(owner, booking)[0], owner.AddCharge(booking, "Laundry", 350),
		owner.AddCharge(booking, "Dinner", 1200.5)
	company := owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{room}, "issue": true,
		"buyer": object{"name": "Rao Textiles", "gstin": "08aapfu0939f1zv"}}).
		Amounts(object{"totalAmount": 5000, "buyerGstin": "08AAPFU0939F1ZV", "buyerName": "Rao Textiles",
			"guestName": "Asha Rao"}).Is("08", "data", "buyer", "stateCode").
		Is("AAPFU0939F", "data", "buyer", "pan").Is("Rajasthan", "data", "buyer", "state").
		Is("27", "data", "placeOfSupply", "stateCode")
	private := owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{dinner, laundry}, "issue": true}).
		Amounts(object{"totalAmount": 1550.5, "taxAmount": 0})
	private.Is(laundry, "data", "lines", 0, "lineId") // in the folio's order
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking, "lineIds": []string{laundry}}).
		Refused(400, "on an invoice already")
	owner.CreateInvoice(object{"bookingId": booking}).Is(5000, "data", "totalAmount") // the night to come
	if company.Text("data", "invoiceNumber") != "INV-1" || private.Text("data", "invoiceNumber") != "INV-2" {
		t.Errorf("the numbers are %v and %v", company.At("data", "invoiceNumber"), private.At("data", "invoiceNumber"))
	}
	if open := open(owner, booking); len(open) != 0 {
		t.Errorf("%v is still open", open)
	}
}

// What the guest has paid isn't for a part of the bill that somebody else may pay, unless it is said.
func invoiceSplitAdvance(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday(object{"advanceAmount": 6000})
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	room, laundry, dinner := open(owner, booking)[0], owner.AddCharge(booking, "Laundry", 350),
		owner.AddCharge(booking, "Dinner", 1200)
	unpaid := func(total float64) object {
		return object{"totalAmount": total, "amountPaid": 0, "balanceDue": total, "status": "issued", "split": true}
	}
	owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{room}, "issue": true,
		"buyer": object{"name": "Rao Textiles"}}).Amounts(unpaid(5000))
	draft := owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{laundry, dinner}}).
		Text("data", "_id")
	owner.Put(apptest.Invoices+"/"+draft+"/update", object{"lineIds": []string{laundry}}).Want(200)
	owner.Post(apptest.Invoices+"/"+draft+"/issue", nil).Want(200).Amounts(unpaid(350))
	owner.Pay(object{"bookingId": booking, "amount": 100}) // nobody said for which part
	owner.Get(apptest.Invoices + "/" + draft).Want(200).Amounts(unpaid(350))
	asked := owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{dinner}}).Text("data", "_id")
	owner.Post(apptest.Invoices+"/"+asked+"/issue", object{"applyAdvances": true}).Want(200).
		Amounts(object{"amountPaid": 1200, "balanceDue": 0, "status": "paid"})
	// The night to come.
	owner.CreateInvoice(object{"bookingId": booking, "issue": true, "applyAdvances": false}).
		Amounts(object{"totalAmount": 5000, "amountPaid": 0, "split": false})
}

func invoiceRefusals(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	line := owner.AddCharge(booking, "Laundry", 350)
	other := owner.AnotherHotel()
	foreign := other.BookFromToday()
	create := apptest.Invoices + "/create"
	owner.Post(create, nil).Bad("bookingId")
	owner.Post(create, object{"bookingId": foreign}).Bad("bookingId")
	owner.Post(create, object{"bookingId": "x"}).Bad("bookingId")
	owner.Post(create, object{"bookingId": booking, "guestId": apptest.Nobody}).Bad("guestId")
	owner.Post(create, object{"bookingId": booking, "lineIds": []string{line, apptest.Nobody}}).Bad("lineIds[1]")
	owner.Post(create, object{"bookingId": booking, "lineIds": []string{line, line}}).Bad("lineIds[1]")
	owner.Post(create, object{"bookingId": booking, "lineIds": []string{line}, "postedOnly": true}).Bad("postedOnly")
	owner.Post(create, object{"lineIds": []string{line}, "lines": []object{apptest.FreeLine()}}).Bad("bookingId")
	owner.Post(create, object{"postedOnly": true, "lines": []object{apptest.FreeLine()}}).Bad("bookingId")
	owner.Post(create, object{"lines": []object{apptest.FreeLine()}}).Bad("buyer.name")
	named := object{"buyer": object{"name": "Asha"}}
	owner.Post(create, named.Merged(object{"lines": []object{apptest.FreeLine().Merged(object{"lineId": line})}})).
		Bad("lines[0].lineId")
	owner.Post(create,
		named.Merged(object{"lines": []object{apptest.FreeLine(), {"description": "x", "unitPrice": 1.234,
			"date": "2026-04-15"}}})).Bad("lines[1].unitPrice").Bad("lines[1].date")
	owner.Post(create, named.Merged(object{"lines": []object{{"description": "x", "unitPrice": 5, "discount": 7}}})).
		Bad("lines[0].discount")
	owner.Post(create,
		named.Merged(object{"lines": []object{apptest.FreeLine().Merged(object{"taxId": apptest.Nobody})}})).
		Bad("lines[0].taxId")
	owner.Post(create, named.Merged(object{"lines": []object{apptest.FreeLine()}, "dueDate": "2026-04-13"})).Bad("dueDate")
	owner.Post(create, named.Merged(object{"lines": []object{apptest.FreeLine()}, "dueDate": "soon"})).Bad("dueDate")
	owner.Post(create, object{"bookingId": booking, "buyer": object{"gstin": "27AAPFU0939F1", "email": "x", "phone": "y",
		"name": "a\nb"}}).
		Bad("buyer.gstin").Bad("buyer.email").Bad("buyer.phone").Bad("buyer.name")
	owner.Post(create, object{"bookingId": booking, "buyer": object{"stateCode": "99"}}).Bad("buyer.stateCode")
	owner.Post(create, object{"bookingId": booking, "buyer": object{"gstin": "27AAPFU0939F1ZV", "stateCode": "08"}}).
		Bad("buyer.stateCode")
	owner.Post(create, object{"bookingId": booking, "buyer": object{"name": nil}}).Bad("buyer.name")
	if lines, _ := owner.FolioLines(booking); len(lines) != 1 || lines[0]["status"] != "open" {
		owner.Server.T.Errorf("refused invoices left %v on the folio", lines)
	}
	owner.Get(apptest.Invoices + "/list?from=2026-04-15&to=2026-04-14").Bad("to")
	owner.Get(apptest.Invoices + "/list?from=2026-02-30").Bad("from")
	owner.Get(apptest.Invoices + "/list?status=open").Bad("status")
}

func invoiceFree(_ *testing.T, owner *apptest.Caller) {
	gst := owner.CreateTax(object{"name": "GST on banquets", "sac": "996334"})
	own := owner.CreateTax(object{"name": "City cess", "kind": "other", "rate": 2.5, "sac": ""})
	lines := []object{
		// 2500.03 − 100.02 = 2400.01, of which 2 × 183.05 is tax
		{"description": "Banquet", "quantity": 2.5, "unitPrice": 1000.01, "discount": 100.02, "taxId": gst},
		{"description": "Parking", "unitPrice": 205, "taxId": own, "sac": "9967", "date": "2026-04-13"},
		{"description": "Deposit slip", "unitPrice": 0},
	}
	i := owner.CreateInvoice(object{"lines": lines, "buyer": object{"name": "Rao Textiles", "address": apptest.Address()},
		"issue": true})
	i.Amounts(object{"invoiceNumber": "INV-1", "bookingId": "", "bookingCode": "", "guestId": "",
		"guestName": "Rao Textiles", "discount": 100.02, "subtotal": 2233.91, "cgst": 183.05, "sgst": 183.05,
		"otherTax": 5, "taxAmount": 371.1, "totalAmount": 2605.01, "balanceDue": 2605.01, "dueDate": "2026-04-14",
		"invoiceDate": "2026-04-14", "status": "issued"})
	i.Is(2.5, "data", "lines", 0, "quantity").Is(2033.91, "data", "lines", 0, "taxableValue").
		Is("996334", "data", "lines", 0, "sac").Is(gst, "data", "lines", 0, "taxId").
		Is("service", "data", "lines", 0, "type").
		Is(200, "data", "lines", 1, "taxableValue").Is(5, "data", "lines", 1, "otherTax").
		Is("9967", "data", "lines", 1, "sac").Is("2026-04-13", "data", "lines", 1, "date").
		Is(2.5, "data", "lines", 1, "taxRate").
		Is(0, "data", "lines", 2, "totalAmount").Is("08", "data", "buyer", "stateCode")
	for account, want := range map[string]int64{"guests": 260501, "room-sales": 0, "other-sales": -223391, "cgst": -18305,
		"sgst": -18305, "other-tax": -500} {
		if got := owner.InBooks(account); got != want {
			owner.Server.T.Errorf("the books have %d in %s, want %d", got, account, want)
		}
	}
	// Nothing to pay: it is paid at once.
	owner.CreateInvoice(object{"lines": []object{{"description": "Complimentary", "unitPrice": 0}},
		"buyer": object{"name": "Asha"}, "issue": true}).Amounts(object{"status": "paid", "balanceDue": 0})
}

func invoiceExtras(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	owner.CreateInvoice(object{"bookingId": booking, "lines": []object{{"description": "Cake", "unitPrice": 499.99}}}).
		Is(10499.99, "data", "totalAmount").Is("Cake", "data", "lines", 2, "description")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(10499.99, "data", "balanceDue")
	line := owner.AddCharge(booking, "Laundry", 350)
	owner.AddCharge(booking, "Tea", 80)
	owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{line},
		"lines": []object{{"description": "Water", "unitPrice": 20}}}).Is(370, "data", "totalAmount")
	if open := open(owner, booking); len(open) != 1 {
		owner.Server.T.Errorf("open are %v", open)
	}
}

func invoiceUpdate(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	laundry, tea := owner.AddCharge(booking, "Laundry", 350), owner.AddCharge(booking, "Tea", 80)
	id := owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{laundry}}).Text("data", "_id")
	path := apptest.Invoices + "/" + id
	before := owner.Get(path).Want(200)
	owner.Put(path+"/update", before.At("data")).Want(200).Is(before.At("data"), "data") // sent back as it is
	owner.Put(path+"/update", nil).Want(200).Is(before.At("data"), "data")

	owner.Put(path+"/update",
		object{"buyer": object{"name": "Rao Textiles", "gstin": "08AAPFU0939F1ZV", "address": object{"city": "Jaipur"}},
			"dueDate": "2026-05-01", "notes": "Net 15"}).Want(200).
		Amounts(object{"buyerName": "Rao Textiles", "buyerGstin": "08AAPFU0939F1ZV", "dueDate": "2026-05-01",
			"notes": "Net 15", "guestName": "Asha Rao", "totalAmount": 350})
	owner.Server.Clock.Advance(time.Second)
	owner.Put(path+"/update", object{"buyer": object{"gstin": nil}, "dueDate": nil}).Want(200).
		Amounts(object{"buyerName": "Rao Textiles", "buyerGstin": "", "dueDate": "", "notes": "Net 15"}).
		Is("Jaipur", "data", "buyer", "address", "city").Is("", "data", "buyer", "pan")
	owner.Server.Clock.Advance(time.Second)
	owner.Put(path+"/update", object{"lineIds": []string{tea, laundry}}).Want(200).Is(430, "data", "totalAmount").
		Is("Laundry", "data", "lines", 0, "description")
	owner.Server.Clock.Advance(time.Second)
	owner.Put(path+"/update", object{"lines": []object{{"lineId": tea, "description": "x", "unitPrice": 1}}}).Want(200).
		Is(80, "data", "totalAmount").Is("Tea", "data", "lines", 0, "description")
	if lines, _ := owner.FolioLines(booking); lines[1]["status"] != "open" || lines[2]["status"] != "billed" {
		t.Errorf("the folio has %v", lines)
	}
	owner.Put(path+"/update", object{"lineIds": []string{}}).Bad("lineIds")
	owner.Put(path+"/update", object{"lineIds": nil}).Bad("lineIds")
	owner.Put(path+"/update", object{"lineIds": []string{apptest.Nobody}}).Bad("lineIds[0]")
	owner.Put(path+"/update", object{"lines": []object{apptest.FreeLine()}}).Bad("lines[0].lineId")
	owner.Put(path+"/update", object{"buyer": nil}).Bad("buyer.name")
	owner.Put(path+"/update", object{"dueDate": "2026-04-01"}).Bad("dueDate")
	owner.Get(path).Want(200).Is(80, "data", "totalAmount").Is("Rao Textiles", "data", "buyerName")

	owner.Post(path+"/issue", nil).Want(200)
	owner.Put(path+"/update", object{"notes": "late"}).Refused(400, "credit note")
	owner.Delete(path+"/delete").Refused(400, "void")
	invoiceChangesTold(t, owner, id)
}

// invoiceChangesTold looks for the changes of invoiceUpdate in the audit log.
func invoiceChangesTold(t *testing.T, owner *apptest.Caller, id string) {
	t.Helper()
	var changed []any
	for _, entry := range owner.Get("/api/audit/{org}/by-resource/invoice/" + id).Want(200).List("data") {
		if details := entry.(map[string]any)["details"].(map[string]any); details["change"] == "updated" {
			changed = append(changed, details["changed"])
		}
	}
	if len(changed) != 4 {
		t.Fatalf("the audit log has the changes %v", changed)
	}
	first := changed[3].(map[string]any)
	if buyer := first["buyer"].(map[string]any); buyer["old"].(map[string]any)["name"] != "Asha Rao" ||
		buyer["new"].(map[string]any)["gstin"] != "08AAPFU0939F1ZV" ||
		!reflect.DeepEqual(first["dueDate"], map[string]any{"old": "", "new": "2026-05-01"}) ||
		!reflect.DeepEqual(first["notes"], map[string]any{"old": "", "new": "Net 15"}) || first["lines"] != nil {
		t.Errorf("the first change is %v", first)
	}
	if second := changed[1].(map[string]any); !reflect.DeepEqual(second["lines"],
		map[string]any{"old": "Laundry 350", "new": "Laundry 350; Tea 80"}) ||
		!reflect.DeepEqual(second["totalAmount"], map[string]any{"old": 350.0, "new": 430.0}) {
		t.Errorf("a later change is %v", second)
	}
}

func invoiceOwnLines(_ *testing.T, owner *apptest.Caller) {
	gst := owner.CreateTax(nil)
	i := owner.CreateInvoice(object{"lines": []object{{"description": "Laundry", "quantity": 3, "unitPrice": 118,
		"discount": 4, "taxId": gst}, {"description": "Tea", "unitPrice": 80}}, "buyer": object{"name": "Asha"}})
	path := apptest.Invoices + "/" + i.Text("data", "_id")
	owner.Put(path+"/update", i.At("data")).Want(200).Is(i.At("data"), "data")
	owner.Put(path+"/update", object{"lines": []object{{"description": "Tea", "unitPrice": 80.5}}}).Want(200).
		Amounts(object{"totalAmount": 80.5, "taxAmount": 0, "discount": 0})
	owner.Put(path+"/update", object{"lines": []object{}}).Bad("lines")
	owner.Put(path+"/update", object{"lines": nil}).Bad("lines")
	owner.Put(path+"/update", object{"lineIds": []string{apptest.Nobody}}).Bad("lineIds")
	// It keeps the rule for its prices.
	owner.SetBilling(object{"pricesIncludeTax": false})
	owner.Put(path+"/update", object{"lines": []object{{"description": "Laundry", "unitPrice": 118, "taxId": gst}}}).
		Want(200).Amounts(object{"totalAmount": 118, "taxAmount": 18, "pricesIncludeTax": true})
	owner.Delete(path + "/delete").Want(200)
}

func invoiceDelete(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	id := owner.CreateInvoice(object{"bookingId": booking}).Text("data", "_id")
	owner.Delete(apptest.Invoices+"/"+id+"/delete").Want(200).Is(nil, "data")
	owner.Get(apptest.Invoices+"/"+id).Refused(404, "no such invoice")
	owner.Delete(apptest.Invoices+"/"+id+"/delete").Refused(404, "no such invoice")
	if open := open(owner, booking); len(open) != 2 {
		t.Errorf("open are %v", open)
	}
	owner.CreateInvoice(object{"bookingId": booking, "issue": true}).
		Amounts(object{"invoiceNumber": "INV-1", "totalAmount": 10000})
}

func invoiceIssue(t *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"dueDays": 15})
	booking := owner.BookFromToday()
	id := owner.CreateInvoice(object{"bookingId": booking}).Text("data", "_id")
	owner.Put("/api/organization/{org}/update", object{"name": "Haveli Sagar"}).Want(200)
	owner = owner.Later(apptest.Day)
	issued := owner.Post(apptest.Invoices+"/"+id+"/issue", nil).Want(200).
		Amounts(object{"invoiceNumber": "INV-1", "status": "issued", "invoiceDate": "2026-04-15", "dueDate": "2026-04-30",
			"balanceDue": 10000,
			"issuedAt":   "2026-04-15T06:30:00.000Z"}).Is("Haveli Sagar", "data", "seller", "name")
	owner.Post(apptest.Invoices+"/"+id+"/issue", nil).Refused(400, "INV-1 is issued already")
	// It keeps what it says about the parties.
	owner.Put("/api/organization/{org}/update", object{"name": "Haveli Sarovar", "gstin": "08AAPFU0939F1ZV"}).Want(200)
	owner.Put(apptest.BookingPath(booking, "/update-guest"), object{"guestName": "Asha Mehta",
		"guestPhone": "+91 98450 12345"}).Want(200)
	owner.Get(apptest.Invoices+"/"+id).Want(200).Is(issued.At("data"), "data")
	for account, want := range map[string]int64{"guests": 1000000, "room-sales": -952380, "other-sales": 0, "cgst": -23810,
		"sgst": -23810} {
		if got := owner.InBooks(account); got != want {
			t.Errorf("the books have %d in %s, want %d", got, account, want)
		}
	}
	late := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"},
		"dueDate": "2026-04-16"}).Text("data", "_id")
	owner = owner.Later(2 * apptest.Day)
	owner.Post(apptest.Invoices+"/"+late+"/issue", nil).Bad("dueDate")
	owner.Put(apptest.Invoices+"/"+late+"/update", object{"dueDate": "2026-04-20"}).Want(200)
	owner.Post(apptest.Invoices+"/"+late+"/issue", nil).Want(200).Is("INV-2", "data", "invoiceNumber").
		Is("08", "data", "placeOfSupply", "stateCode")
}

func invoiceAdvance(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday(object{"advanceAmount": 6000, "paymentMethod": "upi"})
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	first := open(owner, booking)
	owner.CreateInvoice(object{"bookingId": booking, "lineIds": first, "issue": true}).
		Amounts(object{"totalAmount": 5000, "amountPaid": 5000, "balanceDue": 0, "status": "paid"})
	rest := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).
		Amounts(object{"totalAmount": 5000, "amountPaid": 1000, "balanceDue": 4000, "status": "partially_paid"})
	owner.Post(apptest.Invoices+"/"+rest.Text("data", "_id")+"/void", object{"reason": "x"}).Refused(400, "credit note")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(4000, "data", "balanceDue")
}

func invoiceVoid(t *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"roundToWhole": true})
	booking := owner.BookFromToday(object{"totalAmount": 9999.6})
	id := owner.CreateInvoice(object{"bookingId": booking}).Text("data", "_id")
	path := apptest.Invoices + "/" + id
	owner.Post(path+"/void", object{"reason": "x"}).Refused(400, "delete it")
	owner.Post(path+"/issue", nil).Want(200).Amounts(object{"totalAmount": 10000, "rounding": 0.4})
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(10000, "data", "balanceDue")
	owner.Post(path+"/void", object{}).Bad("reason")
	owner.Post(path+"/void", object{"reason": "Wrong company"}).Want(200).
		Amounts(object{"status": "void", "voidReason": "Wrong company", "invoiceNumber": "INV-1", "balanceDue": 0,
			"totalAmount": 10000,
			"voidedAt":    "2026-04-14T06:30:00.000Z"})
	owner.Post(path+"/void", object{"reason": "again"}).Refused(400, "void already")
	owner.Post(path+"/issue", nil).Refused(400, "void already")
	owner.Post(path+"/send", object{"email": "a@hotel.example"}).Refused(400, "void")
	owner.Put(path+"/update", object{"notes": "x"}).Refused(400, "is void")
	for _, account := range []string{"guests", "room-sales", "other-sales", "cgst", "sgst", "rounding"} {
		if left := owner.InBooks(account); left != 0 {
			t.Errorf("the books still have %d in %s", left, account)
		}
	}
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(9999.6, "data", "balanceDue")
	if open := open(owner, booking); len(open) != 2 {
		t.Errorf("open are %v", open)
	}
	owner.CreateInvoice(object{"bookingId": booking, "issue": true}).
		Amounts(object{"invoiceNumber": "INV-2", "totalAmount": 10000, "rounding": 0.4})
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(10000, "data", "balanceDue")
}

func invoiceVoidLater(_ *testing.T, owner *apptest.Caller) {
	id := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"},
		"issue": true}).Text("data", "_id")
	owner.Server.Clock.Set(time.Date(2026, 4, 30, 18, 29, 0, 0, time.UTC)) // the last minute of April in Kolkata
	owner = owner.Server.Login(owner.Org, owner.Email)
	second := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"},
		"issue": true}).Text("data", "_id")
	owner.Post(apptest.Invoices+"/"+second+"/void", object{"reason": "x"}).Want(200)
	owner.Server.Clock.Advance(time.Minute)
	owner.Post(apptest.Invoices+"/"+id+"/void", object{"reason": "x"}).Refused(400, "another month")
}

func invoiceRounding(t *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"roundToWhole": true})
	for _, c := range []struct{ price, total, rounding float64 }{{100.49, 100, -0.49}, {100.5, 101, 0.5},
		{100.51, 101, 0.49}, {100, 100, 0}, {0.01, 0, -0.01}} {
		i := owner.CreateInvoice(object{"lines": []object{{"description": "x", "unitPrice": c.price}},
			"buyer": object{"name": "Asha"}, "issue": true}).
			Amounts(object{"totalAmount": c.total, "rounding": c.rounding, "balanceDue": c.total})
		if !strings.Contains(i.Text("data", "roundingRule"), "nearest whole unit") {
			t.Errorf("the rule is %s", i.Text("data", "roundingRule"))
		}
	}
	if got := owner.InBooks("rounding"); got != -49 {
		t.Errorf("the books have %d of rounding, want -49", got)
	}
	booking := owner.BookFromToday(object{"totalAmount": 9999.45, "advanceAmount": 9999})
	owner.CreateInvoice(object{"bookingId": booking, "issue": true}).
		Amounts(object{"totalAmount": 9999, "rounding": -0.45, "status": "paid"})
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(0, "data", "balanceDue")
}

func invoiceWithoutGSTIN(_ *testing.T, owner *apptest.Caller) {
	hotel := owner.AnotherHotel()
	cess := hotel.CreateTax(object{"name": "City cess", "kind": "other", "rate": 10, "sac": ""})
	gst := hotel.CreateTax(nil)
	i := hotel.CreateInvoice(object{"bookingId": hotel.BookFromToday(),
		"lines": []object{{"description": "Parking", "unitPrice": 110, "taxId": cess},
			{"description": "Laundry", "unitPrice": 100, "taxId": gst}}, "issue": true})
	i.Amounts(object{"documentType": "bill_of_supply", "placeOfSupply": object{"stateCode": "", "state": ""},
		"subtotal": 10200, "cgst": 0, "sgst": 0, "otherTax": 10, "totalAmount": 10210})
	i.Is("", "data", "lines", 0, "taxName").Is(0, "data", "lines", 0, "taxRate")
	apptest.BooksBalance(owner.Server.T, hotel)
	// GST that was charged before the hotel lost its number can't be billed.
	booking := owner.BookNewRoom("2026-04-14", "2026-04-16")
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	owner.Put("/api/organization/{org}/update", object{"gstin": ""}).Want(200)
	owner.Post(apptest.Invoices+"/create", object{"bookingId": booking, "postedOnly": true, "issue": true}).Bad("lines")
}

func invoiceUnionTerritory(_ *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"gstin": "04AAPFU0939F1Z3"}).Want(200)
	i := owner.CreateInvoice(object{"bookingId": owner.BookFromToday(), "issue": true})
	i.Amounts(object{"cgst": 238.1, "sgst": 0, "utgst": 238.1, "taxAmount": 476.2,
		"placeOfSupply": object{"stateCode": "04", "state": "Chandigarh"}}).Is(119.05, "data", "lines", 0, "utgst").
		Is(0, "data", "lines", 0, "sgst")
	owner.Get(apptest.Invoices+"/list").Want(200).Is(238.1, "data", 0, "utgst")
}

func invoiceCompany(_ *testing.T, owner *apptest.Caller) {
	guest := owner.Post("/api/guests/{org}/create", apptest.Guest()).Want(201).Text("data", "_id")
	booking := owner.BookFromToday(object{"guestId": guest, "guestName": "Asha R."})
	i := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).
		Amounts(object{"guestId": guest, "guestName": "Asha R.", "buyerName": "Rao Textiles",
			"buyerGstin": "27AAPFU0939F1ZV"})
	i.Is("12 Lake Road", "data", "buyer", "address", "line1").Is("asha@hotel.example", "data", "buyer", "email").
		Is("Maharashtra", "data", "buyer", "state").Is("27", "data", "buyer", "stateCode")
	// The request overrides the record.
	line := owner.AddCharge(booking, "Tea", 80)
	owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{line},
		"buyer": object{"gstin": nil, "name": "Asha Rao"}}).Amounts(object{"buyerName": "Asha Rao", "buyerGstin": ""}).
		Is("08", "data", "buyer", "stateCode")
	// Another guest's share of the bill.
	line = owner.AddCharge(booking, "Coffee", 90)
	friend := owner.Post("/api/guests/{org}/create", object{"name": "Ravi Das", "email": "ravi@example.com"}).Want(201).
		Text("data", "_id")
	owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{line}, "guestId": friend}).
		Amounts(object{"buyerName": "Ravi Das", "guestName": "Ravi Das", "guestId": friend}).
		Is("ravi@example.com", "data", "buyer", "email")
}

// The register is the list as a file. A company's invoices are those of the bookings for it.
func invoiceRegister(t *testing.T, owner *apptest.Caller) {
	company := owner.Post("/api/companies/{org}/create", object{"name": "=Rao Textiles", "gstin": "27AAPFU0939F1ZV"}).
		Want(201).Text("data", "_id")
	booking := owner.BookFromToday(object{"companyId": company, "advanceAmount": 2000})
	owner.CreateInvoice(object{"bookingId": booking, "issue": true})
	owner.Server.Clock.Advance(time.Second)
	owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"}})
	rows := owner.Register(apptest.Invoices+"/list", "")
	if len(rows) != 2 {
		t.Fatalf("the register has %v", rows)
	}
	owner.HasRow(rows[0], map[string]string{"Invoice": "INV-1", "Date": "2026-04-14", "Status": "partially_paid",
		"Booking": "BK-1", "Buyer": "'=Rao Textiles", "GSTIN": "27AAPFU0939F1ZV", "Taxable value INR": "9523.8",
		"CGST": "238.1", "SGST": "238.1", "Total INR": "10000", "Paid": "2000", "Balance due": "8000"})
	owner.HasRow(rows[1], map[string]string{"Invoice": "", "Date": "", "Status": "draft", "Buyer": "Asha"})
	for query, want := range map[string]int{"?companyId=" + company: 1, "?companyId=" + apptest.Nobody: 0,
		"?status=draft": 1, "?companyId=" + company + "&status=draft": 0, "?from=2026-04-14": 1, "?search=asha": 2} {
		rows := owner.Register(apptest.Invoices+"/list", query)
		listed := owner.Get(apptest.Invoices + "/list" + query).Want(200).List("data")
		if len(rows) != want || len(listed) != want {
			t.Errorf("%s: the register has %d invoices, the list %d, want %d", query, len(rows), len(listed), want)
		}
	}
	owner.Get(apptest.Invoices+"/list?companyId="+company).Want(200).Is(10000, "totals", "totalAmount")
	owner.Get(apptest.Invoices + "/list/export.csv?from=x").Bad("from")
}

// What rule 46 requires of a large bill is named, and doesn't block it.
func invoiceNamedBuyer(_ *testing.T, owner *apptest.Caller) {
	line := func(price any) object {
		return object{"lines": []object{{"description": "Banquet", "unitPrice": price}}, "buyer": object{"name": "Asha"}}
	}
	lacks(owner.CreateInvoice(line(49999.99)))
	draft := owner.CreateInvoice(line(50000))
	lacks(draft, "buyer.address.line1", "buyer.stateCode")
	path := apptest.Invoices + "/" + draft.Text("data", "_id")
	lacks(owner.Put(path+"/update",
		object{"buyer": object{"address": object{"line1": "12 Lake Road", "city": "Udaipur"}}}).Want(200), "buyer.stateCode")
	lacks(owner.Put(path+"/update", object{"buyer": object{"address": object{"state": "rajasthan"}}}).Want(200).
		Is("08", "data", "buyer", "stateCode"))
	owner.Post(path+"/issue", nil).Want(200).Is("INV-1", "data", "invoiceNumber")
	lacks(owner.CreateInvoice(line(60000).Merged(object{"issue": true})).Is("INV-2", "data", "invoiceNumber"),
		"buyer.address.line1", "buyer.stateCode")
	// A guest from abroad has no Indian state, and a registered buyer's GSTIN is enough.
	lacks(owner.CreateInvoice(line(60000).
		Merged(object{"buyer": object{"name": "John", "address": object{"city": "Oslo", "country": "Norway"}}})))
	lacks(owner.CreateInvoice(line(60000).Merged(object{"buyer": object{"name": "Rao", "gstin": "08AAPFU0939F1ZV"}})))
	lacks(owner.AnotherHotel().CreateInvoice(line(60000)))
}

func invoiceOutsideGST(t *testing.T, owner *apptest.Caller) {
	liquor := owner.CreateTax(object{"name": "VAT on liquor", "kind": "non-gst", "rate": 20, "sac": ""})
	museum := owner.CreateTax(object{"name": "Museum", "kind": "exempt", "rate": 0, "sac": "999691"})
	damages := ""
	for _, one := range owner.Get(apptest.Taxes + "/list?kind=non-gst").List("data") {
		if tax := one.(map[string]any); tax["name"] == "Damages" {
			damages = tax["_id"].(string)
		}
	}
	line := func(what string, price int, taxID string) object {
		return object{"description": what, "unitPrice": price, "taxId": taxID}
	}
	i := owner.CreateInvoice(object{"buyer": object{"name": "Asha", "gstin": "27AAPFU0939F1ZV"}, "lines": []object{
		line("Whisky", 1200, liquor), line("Dinner", 1180, owner.CreateTax(nil)), line("Broken lamp", 800, damages),
		line("Museum", 300, museum)}})
	i.Is(2000, "data", "outsideGst").Is(3480, "data", "totalAmount").Is(90, "data", "cgst").Is(200, "data", "otherTax").
		Is("non-gst", "data", "lines", 0, "taxKind").Is(200, "data", "lines", 0, "otherTax").
		Is("non-gst", "data", "lines", 2, "taxKind").Is(0, "data", "lines", 2, "taxAmount").
		Is("exempt", "data", "lines", 3, "taxKind").Is(300, "data", "lines", 3, "taxableValue")
	path := apptest.Invoices + "/" + i.Text("data", "_id")
	owner.Post(path+"/issue", nil).Want(200)
	printed := strings.Join(strings.Fields(pdftext.Text(t, owner.Download(path+"/pdf", "application/pdf").Raw)), " ")
	order := []string{"Dinner", "Museum", "Outside GST", "Whisky", "Broken lamp", "1,300.00", "Outside GST"}
	rest := printed
	for at, words := range order {
		_, after, found := strings.Cut(rest, words)
		if !found {
			t.Fatalf("the PDF has no %q after %q: %s", words, order[:at], printed)
		}
		rest = after
	}
	gstr1 := owner.Get(apptest.Invoices + "/gstr1?period=2026-04").Want(200)
	gstr1.Is(300, "data", "nil", "inv", 0, "expt_amt").Is(0, "data", "nil", "inv", 0, "nil_amt").
		Is(1800, "data", "nil", "inv", 0, "ngsup_amt").Is(1, "data", "hsn", "hsn_b2b", 0, "num")
	if codes := gstr1.List("data", "hsn", "hsn_b2b"); len(codes) != 2 {
		t.Errorf("table 12 has %v, want laundry's and the museum's codes", codes)
	}
}

func invoiceMistypedGSTIN(_ *testing.T, owner *apptest.Caller) {
	const mistyped, right = "27AAPFU0939F1Z5", "27AAPFU0939F1ZV"
	buyer := func(gstin any) object { return object{"buyer": object{"name": "Rao Textiles", "gstin": gstin}} }
	lines := object{"lines": []object{{"description": "Banquet", "unitPrice": 5000}}}
	draft := owner.CreateInvoice(lines.Merged(buyer(mistyped))).Is("buyer-gstin", "data", "warnings", 0, "code")
	path := apptest.Invoices + "/" + draft.Text("data", "_id")
	owner.Get(path).Want(200).Is("buyer-gstin", "data", "warnings", 0, "code")
	owner.Post(path+"/issue", nil).Bad("buyer.gstin").Refused(400, "check character")
	owner.Get(path).Want(200).Is("draft", "data", "status")
	owner.Put(path+"/update", buyer(right)).Want(200).Is([]any{}, "data", "warnings")
	owner.Post(path+"/issue", nil).Want(200).Is("INV-1", "data", "invoiceNumber").Is([]any{}, "data", "warnings")
	owner.Post(apptest.Invoices+"/create", lines.Merged(buyer(mistyped)).Merged(object{"issue": true})).Bad("buyer.gstin")
	// Without the number the bill goes out, and the refused ones have taken no number.
	other := owner.CreateInvoice(lines.Merged(buyer(mistyped))).Text("data", "_id")
	owner.Put(apptest.Invoices+"/"+other+"/update", buyer(nil)).Want(200)
	owner.Post(apptest.Invoices+"/"+other+"/issue", nil).Want(200).Is("INV-2", "data", "invoiceNumber")
	// A guest's record takes it as noted, and a check-out that would issue leaves the draft with its warning.
	owner.Put("/api/accounts/{org}/settings", object{"issueAtCheckout": true}).Want(200)
	booking := owner.BookFromToday()
	guest := owner.Get(apptest.BookingPath(booking, "")).Text("data", "guestId")
	owner.Put("/api/guests/{org}/"+guest+"/update", object{"gstin": mistyped, "company": "Rao Textiles"}).Want(200)
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	left := owner.InvoicesOf(booking).Is("draft", "data", 0, "status").Text("data", 0, "_id")
	owner.Get(apptest.Invoices+"/"+left).Is("buyer-gstin", "data", "warnings", 0, "code")
}

// lacks fails unless these are the particulars that the invoice lacks.
func lacks(a apptest.Answer, names ...string) {
	a.T.Helper()
	if got := a.List("data", "missingParticulars"); fmt.Sprint(got) != fmt.Sprint(names) {
		a.T.Errorf("%s %s lacks %v, want %v", a.Method, a.Path, got, names)
	}
}

func invoiceAtCheckOut(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday(object{"advanceAmount": 3000})
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	owner.AddCharge(booking, "Laundry", 350)
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(7350, "data", "balanceDue")
	list := owner.InvoicesOf(booking).Is("draft", "data", 0, "status").Is(10350, "data", 0, "totalAmount").
		Is("", "data", 0, "invoiceNumber")
	owner.Put(apptest.BookingPath(booking, "/checkout"), object{"remarks": "Again"}).Want(200)
	if again := owner.InvoicesOf(booking); len(again.List("data")) != 1 ||
		again.Text("data", 0, "_id") != list.Text("data", 0, "_id") ||
		again.At("data", 0, "updatedAt") != list.At("data", 0, "updatedAt") {
		t.Errorf("a second check-out made %s", again.Raw)
	}
	id := list.Text("data", 0, "_id")
	owner.Post(apptest.Invoices+"/"+id+"/issue", nil).Want(200).
		Amounts(object{"amountPaid": 3000, "balanceDue": 7350, "status": "partially_paid"})
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	if n := len(owner.InvoicesOf(booking).List("data")); n != 1 {
		t.Errorf("the booking has %d invoices", n)
	}
	// Charged after the check-out, then checked out again: another draft.
	owner.Server.Clock.Advance(time.Second)
	owner.AddCharge(booking, "Broken glass", 200)
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	owner.InvoicesOf(booking).Is(200, "data", 0, "totalAmount").Is("draft", "data", 0, "status")
	// Billed already: nothing is left to draft.
	billed := owner.BookNewRoom("2026-04-14", "2026-04-16")
	owner.CreateInvoice(object{"bookingId": billed, "issue": true})
	owner.Put(apptest.BookingPath(billed, "/checkout"), nil).Want(200)
	if n := len(owner.InvoicesOf(billed).List("data")); n != 1 {
		t.Errorf("the billed booking has %d invoices", n)
	}
}

func invoiceCheckOutCorrected(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	owner = owner.Later(2 * apptest.Day)
	laundry := owner.AddCharge(booking, "Laundry", 350)
	// stays as it is
	split := owner.CreateInvoice(object{"bookingId": booking, "lineIds": []string{laundry}}).Text("data", "_id")
	owner.Server.Clock.Advance(time.Second)
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	draft := owner.InvoicesOf(booking).Is(10000, "data", 0, "totalAmount").Text("data", 0, "_id")
	for _, final := range []float64{8000.01, 12345.67, 10350} {
		owner.Put(apptest.BookingPath(booking, "/checkout"), object{"finalAmount": final}).Want(200)
		owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(final, "data", "balanceDue")
		list := owner.InvoicesOf(booking)
		if len(list.List("data")) != 2 || list.Text("data", 0, "_id") != draft {
			t.Fatalf("the corrected check-out made %s", list.Raw)
		}
		if got, want := apptest.Paise(list.At("data", 0, "totalAmount")), apptest.Paise(final)-35000; got != want {
			t.Errorf("with a final amount of %v the draft has %d, want %d: %s", final, got, want,
				owner.Get(apptest.Invoices+"/"+draft).Raw)
		}
	}
	owner.Get(apptest.Invoices+"/"+split).Want(200).Is(350, "data", "totalAmount")
	owner.Post(apptest.Invoices+"/"+draft+"/issue", nil).Want(200)
	// Dearer after the issue: a draft of the difference. Cheaper: only a credit note helps.
	owner.Server.Clock.Advance(time.Second)
	owner.Put(apptest.BookingPath(booking, "/checkout"), object{"finalAmount": 10850}).Want(200)
	owner.InvoicesOf(booking).Is(500, "data", 0, "totalAmount").Is("draft", "data", 0, "status").
		Is(23.8, "data", 0, "taxAmount")
	owner.Put(apptest.BookingPath(booking, "/checkout"), object{"finalAmount": 9350}).Want(200)
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(9350, "data", "balanceDue")
	// the draft of the difference is gone
	left := owner.InvoicesOf(booking).Is(2, "pagination", "total").Is("issued", "data", 0, "status")
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": left.At("data", 0, "_id"), "reason": "Agreed",
		"amount": 1000}).Want(201)
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(9350, "data", "balanceDue")
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	owner.InvoicesOf(booking).Is(2, "pagination", "total")
}

// A guest who leaves early and agrees on another amount is charged at the tax rate of the nights that were booked.
func invoiceLeftEarly(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	owner.Post(apptest.BookingPath(booking, "/arrival"), nil).Want(200)
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	owner.InvoicesOf(booking).Is(476.2, "data", 0, "taxAmount")
	for _, c := range []struct{ final, tax float64 }{{9000, 428.58}, {14000, 666.68}, {10000, 476.2}} {
		owner.Put(apptest.BookingPath(booking, "/checkout"), object{"finalAmount": c.final}).Want(200)
		owner.InvoicesOf(booking).Is(c.final, "data", 0, "totalAmount").Is(c.tax, "data", 0, "taxAmount")
	}
	second := owner.BookNewRoom("2026-04-14", "2026-04-16")
	owner.Post(apptest.BookingPath(second, "/arrival"), nil).Want(200)
	owner = owner.Later(apptest.Day)
	owner.Put(apptest.BookingPath(second, "/checkout"), nil).Want(200)
	owner.Put(apptest.BookingPath(second, "/checkout"), object{"finalAmount": 9000}).Want(200)
	owner.InvoicesOf(second).Is(9000, "data", 0, "totalAmount").Is(428.58, "data", 0, "taxAmount")
}

func invoiceIssuedAtCheckOut(t *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"issueAtCheckout": true, "dueDays": 7})
	booking := owner.BookFromToday(object{"advanceAmount": 10000})
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(0, "data", "balanceDue")
	owner.InvoicesOf(booking).Is("INV-1", "data", 0, "invoiceNumber").Is("paid", "data", 0, "status").
		Is("2026-04-21", "data", 0, "dueDate")
	owner.Put(apptest.BookingPath(booking, "/checkout"), nil).Want(200)
	if n := len(owner.InvoicesOf(booking).List("data")); n != 1 {
		t.Errorf("the booking has %d invoices", n)
	}
	// What the law requires of a large bill doesn't block it.
	dear := owner.BookNewRoom("2026-04-14", "2026-04-16", object{"totalAmount": 90000})
	owner.Put(apptest.BookingPath(dear, "/checkout"), nil).Want(200)
	id := owner.InvoicesOf(dear).Is("INV-2", "data", 0, "invoiceNumber").Text("data", 0, "_id")
	lacks(owner.Get(apptest.Invoices+"/"+id).Want(200), "buyer.address.line1", "buyer.stateCode")
}

func invoiceSent(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"name": "Haveli Sagar", "phone": "+91 141 222 0101",
		"address": apptest.Address()}).Want(200)
	owner.Post("/api/email-templates/{org}/create", object{"name": "Ours", "type": "invoice",
		"subject": "Bill {{invoice_number}}", "isDefault": true, "headerText": "x", "footerText": "y",
		"bodyHtml": "<p>V1 {{invoice_number}} V2 {{invoice_date}} V3 {{due_date}} V4 {{guest_name}} " +
			"V5 {{guest_email}} V6 {{room_number}} V7 {{check_in_date}} V8 {{check_out_date}} V9 {{subtotal}} " +
			"V10 {{tax_amount}} V11 {{total_amount}} V12 {{organization_name}} V13 {{organization_email}} " +
			"V14 {{organization_phone}} V15 {{organization_address}} V16</p>"}).Want(201)
	for _, template := range owner.Get("/api/email-templates/{org}/list?type=invoice").Want(200).List("data") {
		if template := template.(map[string]any); template["name"] == "Ours" && template["isDefault"] != true {
			owner.Post("/api/email-templates/{org}/"+template["_id"].(string)+"/set-default", nil).Want(200)
		}
	}
	to := "asha." + owner.Org + "@example.com"
	// Issuing would mail the guest as well.
	owner.Put("/api/notifications/{org}/config", object{"guestLetters": []any{}}).Want(200)
	booking := owner.BookFromToday(object{"guestEmail": to})
	id := owner.CreateInvoice(object{"bookingId": booking, "dueDate": "2026-05-02"}).Text("data", "_id")
	path := apptest.Invoices + "/" + id
	owner.Post(path+"/send", nil).Refused(400, "issue it before")
	owner.Post(path+"/issue", nil).Want(200).Is(nil, "data", "sentAt")
	owner.Post(path+"/send", object{"email": "nobody"}).Bad("email")
	owner.Post(path+"/send", nil).Want(200).Is("2026-04-14T06:30:00.000Z", "data", "sentAt").
		Is("The invoice is on its way to "+to+".", "message")
	mail := owner.Server.Mail(to, "Bill INV-1")
	text := strings.ReplaceAll(strings.ReplaceAll(mail, "=\r\n", ""), "=\n", "")
	for _, words := range []string{"V1 INV-1 V2 Tue, 14 Apr 2026 V3 Sat, 2 May 2026 V4 Asha Rao V5 " + to +
		" V6 101 V7 Tue, 14 Apr 2026 V8 Thu, 16 Apr 2026", "V12 Haveli Sagar V13 " + owner.Email,
		"V14 +91 141 222 0101 V15 12 Lake Road, Near the ghat, Udaipur, Rajasthan 313001, India V16",
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
	other := "accounts." + owner.Org + "@example.com"
	owner.Post(path+"/send", object{"email": other}).Want(200)
	owner.Server.Mail(other, "Bill INV-1")
}

func invoiceUnsendable(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	i := owner.CreateInvoice(object{"bookingId": booking, "issue": true})
	path := apptest.Invoices + "/" + i.Text("data", "_id")
	owner.Post(path+"/send", nil).Bad("email")
	to := "late." + owner.Org + "@example.com"
	owner.Put("/api/guests/{org}/"+i.Text("data", "guestId")+"/update", object{"email": to}).Want(200)
	owner.Post(path+"/send", nil).Want(200)
	owner.Server.Mail(to, "INV-1")
}

func invoicePDF(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/logo-image", apptest.Picture(40, 30)).Want(200)
	id := owner.CreateInvoice(object{"bookingId": owner.BookFromToday()}).Text("data", "_id")
	path := apptest.Invoices + "/" + id
	draft := owner.Download(path+"/pdf", "application/pdf")
	issuedNumber := owner.Post(path+"/issue", nil).Want(200).Text("data", "invoiceNumber")
	issued := owner.Download(path+"/pdf", "application/pdf")
	if name := issued.Header.Get("Content-Disposition"); !strings.Contains(name, "Tax Invoice "+issuedNumber+".pdf") {
		t.Errorf("the file is called %s", name)
	}
	if !bytes.HasPrefix(issued.Raw, []byte("%PDF-")) || bytes.Equal(issued.Raw, draft.Raw) {
		t.Errorf("the PDF begins with %.10q", issued.Raw)
	}
	owner = owner.Later(time.Hour)
	owner.Put("/api/organization/{org}/update", object{"name": "Another name"}).Want(200)
	owner.Put("/api/organization/{org}/logo-image", apptest.Picture(30, 40)).Want(200)
	if again := owner.Download(path+"/pdf", "application/pdf"); !bytes.Equal(again.Raw, issued.Raw) {
		t.Error("the PDF of an issued invoice has changed")
	}
	owner.Post(path+"/void", object{"reason": "x"}).Want(200)
	if void := owner.Download(path+"/pdf", "application/pdf"); bytes.Equal(void.Raw, issued.Raw) {
		t.Error("the PDF of a void invoice doesn't say so")
	}
}

func invoiceList(t *testing.T, owner *apptest.Caller) {
	guest := owner.Post("/api/guests/{org}/create", apptest.Guest()).Want(201).Text("data", "_id")
	booking := owner.BookFromToday(object{"guestId": guest, "advanceAmount": 2000})
	free := func(name string, price any, more object) string {
		owner.Server.Clock.Advance(time.Second)
		return owner.CreateInvoice(object{"lines": []object{{"description": "x", "unitPrice": price}},
			"buyer": object{"name": name}}.Merged(more)).Text("data", "_id")
	}
	paid := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Text("data", "_id")
	draft := free("Draft & Sons", 70, nil)
	late := free("100% Silk", 300.25, object{"issue": true, "dueDate": "2026-04-14"})
	void := free("Void", 40, object{"issue": true})
	owner.Post(apptest.Invoices+"/"+void+"/void", object{"reason": "x"}).Want(200)
	owner = owner.Later(apptest.Day)
	today := free("Today", 5, object{"issue": true})
	everything := owner.Get(apptest.Invoices+"/list").Want(200).Is(5, "pagination", "total").
		Is(object{"subtotal": 9523.8 + 70 + 300.25 + 40 + 5, "taxAmount": 476.2, "totalAmount": 10415.25, "amountPaid": 2000,
			"amountCredited": 0, "balanceDue": 8305.25}, "totals")
	everything.Fields(everything.At("data", 0), "_id", "invoiceNumber", "status", "documentType", "bookingId",
		"bookingCode", "groupId", "guestId", "guestName", "buyerName", "buyerGstin", "invoiceDate", "dueDate",
		"discount", "subtotal", "cgst", "sgst", "utgst", "otherTax", "parts", "taxAmount", "rounding", "totalAmount",
		"amountPaid",
		"amountCredited", "balanceDue", "split", "issuedAt", "sentAt", "createdAt", "updatedAt", "version")
	finds(t, owner, map[string][]string{
		"":                                {today, void, late, draft, paid},
		"?status=draft":                   {draft},
		"?status=partially_paid":          {paid},
		"?status=issued":                  {today, late},
		"?status=void":                    {void},
		"?bookingId=" + booking:           {paid},
		"?bookingId=" + apptest.Nobody:    {},
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
	})
	owner.Get(apptest.Invoices+"/list?overdue=true").Want(200).Is(8300.25, "totals", "balanceDue").
		Is(2, "pagination", "total")
	owner.Get(apptest.Invoices+"/list?search=nobody").Want(200).Is(0, "totals", "balanceDue").Is(0, "pagination", "total")
}

// finds fails unless the list has these ids in this order, by its query.
func finds(t *testing.T, owner *apptest.Caller, ids map[string][]string) {
	t.Helper()
	for query, want := range ids {
		found := []string{}
		for _, listed := range owner.Get(apptest.Invoices + "/list" + query).Want(200).List("data") {
			found = append(found, listed.(map[string]any)["_id"].(string))
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s finds %v, want %v", query, found, want)
		}
	}
}

func invoiceTold(t *testing.T, owner *apptest.Caller) {
	id := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"}}).
		Text("data", "_id")
	notices := func() (list []string) {
		for _, entry := range owner.Get("/api/notifications/{org}").Want(200).List("data") {
			if n := entry.(map[string]any); n["type"] == "invoice_generated" {
				list = append(list, n["title"].(string)+"|"+n["message"].(string)+"|"+fmt.Sprint(n["referenceId"]))
			}
		}
		return list
	}
	if list := notices(); len(list) != 0 {
		t.Errorf("a draft told %v", list)
	}
	owner.Server.Clock.Advance(time.Second)
	owner.Post(apptest.Invoices+"/"+id+"/issue", nil).Want(200)
	if list := notices(); len(list) != 1 || list[0] != "Invoice issued|INV-1 for Asha.|"+id {
		t.Errorf("the notices are %v", list)
	}
	owner.Server.Clock.Advance(time.Second)
	owner.Post(apptest.Invoices+"/"+id+"/send", object{"email": "a@hotel.example"}).Want(200)
	owner.Server.Clock.Advance(time.Second)
	owner.Post(apptest.Invoices+"/"+id+"/void", object{"reason": "Twice"}).Want(200)
	owner.Server.Clock.Advance(time.Second)
	gone := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"}}).
		Text("data", "_id")
	owner.Server.Clock.Advance(time.Second)
	owner.Delete(apptest.Invoices + "/" + gone + "/delete").Want(200)
	owner.Server.Clock.Advance(time.Second)
	owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"}, "issue": true})
	if list := notices(); len(list) != 2 {
		t.Errorf("the notices are %v", list)
	}
	var told []string
	for _, entry := range owner.Get("/api/audit/{org}/logs?limit=100").Want(200).List("data") {
		if e := entry.(map[string]any); e["resourceType"] == "invoice" {
			told = append(told, fmt.Sprint(e["action"], " ", e["details"].(map[string]any)["change"]))
		}
	}
	slices.Reverse(told)
	if want := []string{"invoice.created <nil>", "invoice.updated issued", "invoice.updated sent",
		"invoice.updated voided", "invoice.created <nil>", "invoice.deleted <nil>",
		"invoice.created <nil>"}; !slices.Equal(told, want) {
		t.Errorf("the audit log has %v, want %v", told, want)
	}
}

func invoiceRepeated(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	keyed := owner.With("Idempotency-Key", "bill")
	first := keyed.CreateInvoice(object{"bookingId": booking, "issue": true})
	if again := keyed.CreateInvoice(object{"bookingId": booking, "issue": true}); string(again.Raw) != string(first.Raw) {
		t.Errorf("a repetition answered %s", again.Raw)
	}
	keyed.Post(apptest.Invoices+"/create", object{"bookingId": booking}).Bad("Idempotency-Key")
	owner.Get(apptest.Invoices+"/list").Want(200).Is(1, "pagination", "total")
}

func invoiceGuestStays(_ *testing.T, owner *apptest.Caller) {
	guest := owner.Post("/api/guests/{org}/create", apptest.Guest()).Want(201).Text("data", "_id")
	owner.CreateInvoice(object{"guestId": guest, "lines": []object{apptest.FreeLine()}}).
		Amounts(object{"guestName": "Asha Rao", "buyerName": "Rao Textiles"})
	owner.Delete("/api/guests/{org}/"+guest+"/delete").Refused(400, "invoices")
	owner.Put("/api/organization/{org}/update", object{"currency": "EUR"}).Refused(400, "")
}

// Forty clients issue the same draft: it gets one number, and the others are refused.
func TestFortyClientsIssueOneDraft(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		id := owner.CreateInvoice(object{"bookingId": owner.BookFromToday(object{"advanceAmount": 500})}).Text("data", "_id")
		issued := apptest.CountStatuses(t, 40, map[int]int{200: 1, 400: 39}, func(int) (apptest.Answer, error) {
			return owner.Try("POST", apptest.Invoices+"/"+id+"/issue", nil)
		})
		if issued[0].Text("data", "invoiceNumber") != "INV-1" || issued[0].Number("data", "amountPaid") != 500 {
			t.Errorf("the draft became %s", issued[0].Raw)
		}
		apptest.BooksBalance(t, owner)
	})
}

// Clients that bill the same folio at once: every line is on one invoice.
func TestClientsBillTheSameLines(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		booking := owner.BookFromToday()
		var lines []string
		for n := range 6 {
			lines = append(lines, owner.AddCharge(booking, fmt.Sprint("Tea ", n), 100))
		}
		apptest.CountStatuses(t, 20, map[int]int{201: 1, 400: 19}, func(i int) (apptest.Answer, error) {
			return owner.Try("POST", apptest.Invoices+"/create", object{"bookingId": booking, "lineIds": lines[:2],
				"issue": i%2 == 0})
		})
		done := make([]apptest.Answer, 20)
		apptest.Together(20, func(i int) {
			a, err := owner.Try("POST", apptest.Invoices+"/create", object{"bookingId": booking,
				"lineIds": []string{lines[2+i%4], lines[2+(i+1)%4]}})
			if err != nil || a.Status != 201 && a.Status != 400 {
				t.Errorf("%v: %s", err, a.Raw)
			}
			done[i] = a
		})
		billed := map[any]int{}
		for _, entry := range owner.Get(apptest.Invoices + "/list?limit=100").Want(200).List("data") {
			i := owner.Get(apptest.Invoices + "/" + entry.(map[string]any)["_id"].(string)).Want(200)
			for _, line := range i.List("data", "lines") {
				billed[line.(map[string]any)["lineId"]]++
			}
		}
		for line, times := range billed {
			if times != 1 {
				t.Errorf("line %v is on %d invoices", line, times)
			}
		}
		folio, _ := owner.FolioLines(booking)
		for _, line := range folio {
			if (line["status"] == "billed") != (billed[line["lineId"]] == 1) {
				t.Errorf("the folio says %v, and it is on %d invoices", line, billed[line["lineId"]])
			}
		}
		apptest.BooksBalance(t, owner)
	})
}

// Numbers are consecutive when forty clients issue at once and some of them are refused at the last moment.
func TestInvoiceNumbersHaveNoGap(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		var drafts []string
		for n := range 20 {
			draft := object{"lines": []object{{"description": "x", "unitPrice": 100 + n}}, "buyer": object{"name": "Asha"}}
			if n%4 == 3 { // its due date will have passed, which blocks it
				draft["dueDate"] = "2026-04-14"
			}
			drafts = append(drafts, owner.CreateInvoice(draft).Text("data", "_id"))
		}
		owner = owner.Later(24 * time.Hour)
		apptest.CountStatuses(t, 40, map[int]int{200: 15, 201: 10, 400: 15}, func(i int) (apptest.Answer, error) {
			if i < 20 {
				return owner.Try("POST", apptest.Invoices+"/"+drafts[i]+"/issue", nil)
			}
			body := object{"lines": []object{{"description": "y", "unitPrice": 200}}, "buyer": object{"name": "Ravi"},
				"issue": true}
			if i%2 == 1 {
				delete(body, "buyer")
			}
			return owner.Try("POST", apptest.Invoices+"/create", body)
		})
		if got := owner.Get(apptest.Invoices+"/list?status=issued").Want(200).Number("pagination", "total"); got != 25 {
			t.Errorf("%v invoices are issued", got)
		}
		apptest.BooksBalance(t, owner)
	})
}
