package creditnote_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

func TestCreditNotes(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": "27AAPFU0939F1ZV"}, []apptest.Scenario{
		{Name: "who may not", Run: creditPermissions},
		{Name: "a whole invoice, every field", Run: creditWhole},
		{Name: "parts add up to the paisa", Run: creditParts},
		{Name: "chosen lines", Run: creditLines},
		{Name: "hundreds of nights", Run: creditLarge},
		{Name: "what is refused", Run: creditRefusals},
		{Name: "a paid invoice's surplus can be given back", Run: creditSurplus},
		{Name: "the rounding goes with the last of it", Run: creditRounding},
		{Name: "a line that reduces the invoice", Run: creditReduced},
		{Name: "an invoice without a booking", Run: creditFree},
		{Name: "a union territory", Run: creditUnionTerritory},
		{Name: "sent, and its PDF", Run: creditSent},
		{Name: "the list", Run: creditList},
		{Name: "the audit log", Run: creditTold},
		{Name: "repeated", Run: creditRepeated},
	}, apptest.BooksBalance, apptest.FoliosAddUp)
}

const ofNotes = "/api/credit-notes/{org}"

// credited makes a credit note and returns the answer.
func credited(c *apptest.Caller, invoiceID string, fields ...object) apptest.Answer {
	c.Server.T.Helper()
	body := object{"invoiceId": invoiceID, "reason": "Agreed"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return c.Post(ofNotes+"/create", body).Want(201)
}

func creditPermissions(_ *testing.T, owner *apptest.Caller) {
	invoice := owner.CreateInvoice(object{"bookingId": owner.BookFromToday(), "issue": true}).Text("data", "_id")
	id := credited(owner, invoice, object{"amount": 1}).Text("data", "_id")
	none := owner.Member("Porter", object{"invoices": object{"manage": true}, "bookings": object{"manage": true},
		"payments": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"},
		{"GET", "/" + id + "/pdf", "view"}, {"POST", "/" + id + "/send", "update"},
	} {
		var body any
		if p.method != "GET" {
			body = object{}
		}
		(&apptest.Caller{Server: owner.Server, Org: owner.Org}).Do(p.method, ofNotes+p.path, body).Refused(401, "")
		none.Do(p.method, ofNotes+p.path, body).Refused(403, p.flag)
		stranger.Do(p.method, ofNotes+p.path, body).Refused(403, "not a member")
	}
	other := owner.AnotherHotel()
	for _, path := range []string{"/" + id, "/" + apptest.Nobody, "/x"} {
		other.Get(ofNotes+path).Refused(404, "no such credit note")
		other.Get(ofNotes+path+"/pdf").Refused(404, "no such credit note")
		other.Post(ofNotes+path+"/send", object{"email": "a@hotel.example"}).Refused(404, "no such credit note")
	}
	other.Post(ofNotes+"/create", object{"invoiceId": invoice, "reason": "x"}).Bad("invoiceId")
}

func creditWhole(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	invoice := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Text("data", "_id")
	n := credited(owner, invoice, object{"reason": "Wrong guest"})
	n.Fields(n.At("data"), "_id", "creditNoteNumber", "creditNoteDate", "postedOn", "invoiceId", "invoiceNumber",
		"invoiceDate",
		"bookingId", "bookingCode", "guestName", "buyerName", "buyerGstin", "reason",
		"subtotal", "cgst", "sgst", "utgst", "otherTax", "parts", "taxAmount", "rounding", "totalAmount",
		"sentAt", "createdAt",
		"seller", "buyer", "placeOfSupply", "lines", "totalInWords")
	n.Amounts(object{"creditNoteNumber": "CN-1", "creditNoteDate": "2026-04-14", "invoiceId": invoice,
		"invoiceNumber": "INV-1", "invoiceDate": "2026-04-14", "bookingId": booking, "bookingCode": "BK-1",
		"guestName": "Asha Rao", "reason": "Wrong guest", "subtotal": 9523.8, "cgst": 238.1, "sgst": 238.1, "utgst": 0,
		"otherTax": 0, "taxAmount": 476.2, "rounding": 0, "totalAmount": 10000,
		"totalInWords": "Rupees Ten Thousand Only", "placeOfSupply": object{"stateCode": "27", "state": "Maharashtra"}})
	n.Is(object{"position": 1, "lineId": n.At("data", "lines", 1, "lineId"), "type": "room-night", "date": "2026-04-15",
		"roomId": n.At("data", "lines", 1, "roomId"), "roomNumber": "101",
		"description": n.At("data", "lines", 1, "description"), "sac": "996311", "quantity": 1,
		"taxKind": "gst", "taxName": "GST on rooms", "taxRate": 5, "taxableValue": 4761.9, "cgst": 119.05, "sgst": 119.05,
		"utgst": 0, "otherTax": 0, "taxAmount": 238.1, "totalAmount": 5000,
		"parts": []any{object{"code": "cgst", "name": "CGST", "rate": 2.5, "amount": 119.05},
			object{"code": "sgst", "name": "SGST", "rate": 2.5, "amount": 119.05}}}, "data", "lines", 1)
	owner.Get(ofNotes+"/"+n.Text("data", "_id")).Want(200).Is(n.At("data"), "data")
	owner.Get(apptest.Invoices+"/"+invoice).Want(200).
		Amounts(object{"amountCredited": 10000, "balanceDue": 0, "status": "paid", "totalAmount": 10000}).
		Is(5000, "data", "lines", 0, "credited")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(0, "data", "balanceDue")
	owner.Post(ofNotes+"/create", object{"invoiceId": invoice, "reason": "x"}).Refused(400, "nothing is left")
	for _, account := range []string{"guests", "room-sales", "other-sales", "cgst", "sgst"} {
		if left := owner.InBooks(account); left != 0 {
			t.Errorf("the books still have %d in %s", left, account)
		}
	}
}

// creditParts credits an invoice of mixed rates and odd amounts bit by bit.
func creditParts(_ *testing.T, owner *apptest.Caller) {
	gst, cess := owner.CreateTax(nil), owner.CreateTax(object{"name": "Cess", "kind": "other", "rate": 3.33, "sac": ""})
	booking := owner.BookFromToday(object{"totalAmount": 16000.03})
	owner.Post(apptest.BookingPath(booking, "/charges"), object{"description": "Laundry", "unitPrice": 333.33,
		"taxId": gst}).Want(201)
	owner.Post(apptest.BookingPath(booking, "/charges"), object{"description": "Parking", "unitPrice": 0.07,
		"taxId": cess}).Want(201)
	owner.Post(apptest.BookingPath(booking, "/charges"), object{"description": "Tea", "quantity": 0.333,
		"unitPrice": 100}).Want(201)
	i := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Is(16366.73, "data", "totalAmount")
	left := apptest.Paise(i.At("data", "totalAmount"))
	for _, amount := range []float64{0.01, 0.02, 1, 999.99, 5000, 0.05, 3333.33} {
		n := credited(owner, i.Text("data", "_id"), object{"amount": amount})
		left -= apptest.Paise(n.At("data", "totalAmount"))
		owner.Get(apptest.Invoices+"/"+i.Text("data", "_id")).Want(200).Is(float64(left)/100, "data", "balanceDue")
	}
	credited(owner, i.Text("data", "_id")).Is(float64(left)/100, "data", "totalAmount")
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(0, "data", "balanceDue")
}

func creditLines(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	id := owner.CreateInvoice(object{"bookingId": booking, "lines": []object{{"description": "Tea", "unitPrice": 100}},
		"issue": true}).Text("data", "_id")
	credited(owner, id, object{"lines": []object{{"position": 0, "amount": 1000.01}, {"position": 2}}}).
		Amounts(object{"totalAmount": 1100.01, "cgst": 23.81, "subtotal": 1052.39})
	i := owner.Get(apptest.Invoices+"/"+id).Want(200).Is(1000.01, "data", "lines", 0, "credited").
		Is(0, "data", "lines", 1, "credited").Is(100, "data", "lines", 2, "credited").Is("issued", "data", "status")
	i.Is(8999.99, "data", "balanceDue")
	// 119.05 in all
	credited(owner, id, object{"lines": []object{{"position": 0}}}).Is(3999.99, "data", "totalAmount").
		Is(95.24, "data", "cgst")
	credited(owner, id, object{"lines": []object{{"position": 1}}}).Is(5000, "data", "totalAmount")
}

func creditRefusals(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	draft := owner.CreateInvoice(object{"bookingId": booking}).Text("data", "_id")
	create := func(fields object) apptest.Answer {
		return owner.Post(ofNotes+"/create", object{"invoiceId": draft, "reason": "x"}.Merged(fields))
	}
	create(nil).Refused(400, "draft")
	owner.Post(apptest.Invoices+"/"+draft+"/issue", nil).Want(200)
	void := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Asha"},
		"issue": true}).Text("data", "_id")
	owner.Post(apptest.Invoices+"/"+void+"/void", object{"reason": "x"}).Want(200)
	create(object{"invoiceId": void}).Refused(400, "void")
	create(object{"invoiceId": apptest.Nobody}).Bad("invoiceId")
	create(object{"invoiceId": "x"}).Bad("invoiceId")
	create(object{"reason": nil}).Bad("reason")
	create(object{"reason": " "}).Bad("reason")
	create(object{"amount": 0}).Bad("amount")
	create(object{"amount": -5}).Bad("amount")
	create(object{"amount": 0.001}).Bad("amount")
	create(object{"amount": 10000.01}).Bad("amount")
	create(object{"amount": 5, "lines": []object{{"position": 0}}}).Bad("amount")
	create(object{"lines": []object{{"position": 2}}}).Bad("lines[0].position")
	create(object{"lines": []object{{"position": 0}, {"position": 0}}}).Bad("lines[1].position")
	create(object{"lines": []object{{"position": 0, "amount": 5000.01}}}).Bad("lines[0].amount")
	create(object{"lines": []object{{"position": 0, "amount": 0}, {"position": 1, "amount": "x"}}}).Bad("lines[1].amount")
	create(object{"lines": []object{{"position": 0, "amount": 0}, {"position": 1, "amount": -1}}}).Bad("lines[0].amount").
		Bad("lines[1].amount")
	credited(owner, draft, object{"lines": []object{{"position": 0}}})
	create(object{"lines": []object{{"position": 0}}}).Bad("lines[0].position")
	create(object{"amount": 5000.01}).Bad("amount")
	owner.Post(apptest.Invoices+"/"+draft+"/void", object{"reason": "x"}).Refused(400, "credit note")
	owner.Get(ofNotes + "/list?from=x").Bad("from")
	owner.Get(ofNotes+"/list").Want(200).Is(1, "pagination", "total")
}

func creditSurplus(_ *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday(object{"advanceAmount": 9000})
	id := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Is(1000, "data", "balanceDue").
		Text("data", "_id")
	credited(owner, id, object{"amount": 400})
	owner.Get(apptest.Invoices + "/" + id).Want(200).
		Amounts(object{"amountPaid": 9000, "amountCredited": 400, "balanceDue": 600, "status": "partially_paid"})
	credited(owner, id, object{"amount": 1600})
	owner.Get(apptest.Invoices + "/" + id).Want(200).
		Amounts(object{"amountPaid": 8000, "amountCredited": 2000, "balanceDue": 0, "status": "paid"})
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(-1000, "data", "balanceDue") // which the hotel owes the guest
	if got := owner.InBooks("guests"); got != -100000 {
		owner.Server.T.Errorf("the books have %d of the guests", got)
	}
	// It goes to the next bill.
	owner.AddCharge(booking, "Laundry", 250)
	owner.CreateInvoice(object{"bookingId": booking, "issue": true}).
		Amounts(object{"totalAmount": 250, "amountPaid": 250, "status": "paid"})
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(-750, "data", "balanceDue")
	credited(owner, id)
	owner.Get(apptest.Invoices + "/" + id).Want(200).
		Amounts(object{"amountPaid": 0, "amountCredited": 10000, "balanceDue": 0, "status": "paid"})
}

// What takes all that is left of the lines, or of the rounded total, takes the rounding with it.
func creditRounding(_ *testing.T, owner *apptest.Caller) {
	owner.SetBilling(object{"roundToWhole": true})
	for _, c := range []struct {
		price  float64
		asked  []float64 // amounts; 0 is all that is left
		totals []float64 // of the notes
	}{
		{999.6, []float64{999.6}, []float64{1000}}, {999.6, []float64{999.8}, []float64{1000}},
		{999.6, []float64{1000}, []float64{1000}}, {999.6, []float64{0}, []float64{1000}},
		{999.6, []float64{100, 899.6}, []float64{100, 900}}, {999.6, []float64{100, 900}, []float64{100, 900}},
		{999.6, []float64{999.59, 0.01}, []float64{999.59, 0.41}}, {999.6, []float64{999.59, 0.41}, []float64{999.59, 0.41}},
		{1000.4, []float64{1000.4}, []float64{1000}}, {1000.4, []float64{1000.2}, []float64{1000}},
		{1000.4, []float64{1000}, []float64{1000}}, {1000.4, []float64{100, 900.4}, []float64{100, 900}},
		{1000.4, []float64{999.99, 0.01}, []float64{999.99, 0.01}}, {1000.4, []float64{999.99, 0}, []float64{999.99, 0.01}},
		{0.51, []float64{0.5, 0.5}, []float64{0.5, 0.5}},
		{0.4, []float64{0.4}, []float64{0}}, {0.4, []float64{0}, []float64{0}},
	} {
		booking := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"totalAmount": c.price})
		id := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Text("data", "_id")
		for n, amount := range c.asked {
			body := object{}
			if amount > 0 {
				body["amount"] = amount
			}
			credited(owner, id, body).Is(c.totals[n], "data", "totalAmount")
		}
		i := owner.Get(apptest.Invoices+"/"+id).Want(200).Is(0, "data", "balanceDue")
		i.Is(i.At("data", "totalAmount"), "data", "amountCredited").Is(c.price, "data", "lines", 0, "credited")
		owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(0, "data", "balanceDue").Is(-c.price, "data", "extrasAmount")
		owner.Post(ofNotes+"/create", object{"invoiceId": id, "reason": "x"}).Refused(400, "Nothing is left")
	}
	id := owner.CreateInvoice(object{"bookingId": owner.BookNewRoom("2026-04-14", "2026-04-15",
		object{"totalAmount": 999.6}), "issue": true}).Text("data", "_id")
	owner.Post(ofNotes+"/create", object{"invoiceId": id, "reason": "x", "amount": 1000.01}).Bad("amount")
}

func creditReduced(_ *testing.T, owner *apptest.Caller) {
	gst := owner.CreateTax(nil)
	booking := owner.BookFromToday()
	owner.Post(apptest.BookingPath(booking, "/charges"), object{"description": "Laundry", "unitPrice": 1000.01,
		"taxId": gst}).Want(201)
	owner.Post(apptest.BookingPath(booking, "/charges"), object{"type": "adjustment", "description": "Allowance",
		"unitPrice": -333.34, "taxId": gst}).Want(201)
	id := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Is(10666.67, "data", "totalAmount").
		Text("data", "_id")
	owner.Post(ofNotes+"/create", object{"invoiceId": id, "reason": "x", "lines": []object{{"position": 1}}}).
		Bad("lines[0].position")
	credited(owner, id, object{"amount": 10000})
	owner.Get(apptest.Invoices+"/"+id).Want(200).Is(0, "data", "lines", 1, "credited")
	credited(owner, id).Is(666.67, "data", "totalAmount")
	owner.Get(apptest.Invoices+"/"+id).Want(200).Is(-333.34, "data", "lines", 1, "credited").Is(0, "data", "balanceDue")
}

func creditFree(_ *testing.T, owner *apptest.Caller) {
	id := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine().Merged(object{"taxId": owner.CreateTax(nil)})},
		"buyer": object{"name": "Rao"}, "issue": true}).Text("data", "_id")
	credited(owner, id, object{"amount": 500}).
		Amounts(object{"bookingId": "", "bookingCode": "", "guestName": "Rao", "totalAmount": 500})
	credited(owner, id).Is(989.75, "data", "totalAmount").Is(1, "data", "lines", 0, "quantity")
	whole := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Rao"},
		"issue": true}).Text("data", "_id")
	credited(owner, whole).Is(1.5, "data", "lines", 0, "quantity")
}

func creditUnionTerritory(_ *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"gstin": "35AAPFU0939F1ZY"}).Want(200)
	id := owner.CreateInvoice(object{"bookingId": owner.BookFromToday(), "issue": true}).Text("data", "_id")
	credited(owner, id).Amounts(object{"cgst": 238.1, "sgst": 0, "utgst": 238.1}).Is(119.05, "data", "lines", 0, "utgst").
		Is(0, "data", "lines", 0, "sgst")
}

func creditSent(t *testing.T, owner *apptest.Caller) {
	to := "asha." + owner.Org + "@example.com"
	booking := owner.BookFromToday(object{"guestEmail": to})
	id := credited(owner, owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Text("data", "_id"),
		object{"amount": 500, "reason": "Cold water"}).Text("data", "_id")
	owner.Post(ofNotes+"/"+id+"/send", object{"email": "nobody"}).Bad("email")
	owner.Post(ofNotes+"/"+id+"/send", nil).Want(200).Is("2026-04-14T06:30:00.000Z", "data", "sentAt")
	mail := owner.Server.Mail(to, "Credit note CN-1")
	text := strings.ReplaceAll(strings.ReplaceAll(mail, "=\r\n", ""), "=\n", "")
	for _, words := range []string{"INV-1", "Cold water", "500.00", "application/pdf", "Credit Note CN-1.pdf"} {
		if !strings.Contains(text, words) {
			t.Errorf("the mail doesn't say %q:\n%.2000s", words, text)
		}
	}
	pdf := owner.Download(ofNotes+"/"+id+"/pdf", "application/pdf")
	owner.Put("/api/organization/{org}/update", object{"name": "Another name"}).Want(200)
	if again := owner.Download(ofNotes+"/"+id+"/pdf", "application/pdf"); !bytes.Equal(pdf.Raw, again.Raw) ||
		!bytes.HasPrefix(pdf.Raw, []byte("%PDF-")) {
		t.Error("the PDF of a credit note has changed")
	}
	mute := credited(owner,
		owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()}, "buyer": object{"name": "Ravi"}, "issue": true}).
			Text("data", "_id")).Text("data", "_id")
	owner.Post(ofNotes+"/"+mute+"/send", nil).Bad("email")
}

func creditList(t *testing.T, owner *apptest.Caller) {
	booking := owner.BookFromToday()
	first := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Text("data", "_id")
	second := owner.CreateInvoice(object{"lines": []object{apptest.FreeLine()},
		"buyer": object{"name": "Rao Textiles", "gstin": "08AAPFU0939F1ZV"}, "issue": true}).Text("data", "_id")
	a := credited(owner, first, object{"amount": 1000}).Text("data", "_id")
	owner.Server.Clock.Advance(time.Second)
	b := credited(owner, second, object{"amount": 9.75}).Text("data", "_id")
	owner = owner.Later(apptest.Day)
	c := credited(owner, first, object{"amount": 50}).Text("data", "_id")
	owner.Get(ofNotes+"/list").Want(200).Is(3, "pagination", "total").
		Is(object{"subtotal": 1009.75, "taxAmount": 50, "totalAmount": 1059.75}, "totals")
	rows := owner.Register(ofNotes+"/list", "?to=2026-04-14")
	if len(rows) != 2 {
		t.Fatalf("the register has %v", rows)
	}
	owner.HasRow(rows[0], map[string]string{"Credit note": "CN-1", "Invoice": "INV-1", "Booking": "BK-1",
		"Taxable value INR": "952.36", "CGST": "23.82", "SGST": "23.82", "Total INR": "1000"})
	owner.HasRow(rows[1], map[string]string{"Credit note": "CN-2", "Date": "2026-04-14", "Buyer": "Rao Textiles",
		"GSTIN": "08AAPFU0939F1ZV", "Total INR": "9.75"})
	for query, want := range map[string][]string{
		"": {c, b, a}, "?invoiceId=" + first: {c, a}, "?bookingId=" + booking: {c, a}, "?bookingId=" + apptest.Nobody: {},
		"?from=2026-04-15": {c}, "?to=2026-04-14": {b, a}, "?search=cn-2": {b}, "?search=inv-1": {c, a},
		"?search=textiles": {b}, "?search=08AAP": {b}, "?search=bk-1": {c, a}, "?limit=1&page=2": {b}, "?search=%25": {},
	} {
		found := []string{}
		for _, entry := range owner.Get(ofNotes + "/list" + query).Want(200).List("data") {
			found = append(found, entry.(map[string]any)["_id"].(string))
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s finds %v, want %v", query, found, want)
		}
	}
}

func creditTold(t *testing.T, owner *apptest.Caller) {
	invoice := owner.CreateInvoice(object{"bookingId": owner.BookFromToday(object{"advanceAmount": 10000}),
		"issue": true}).Text("data", "_id")
	id := credited(owner, invoice, object{"amount": 100, "reason": "Noise"}).Text("data", "_id")
	entry := owner.Get("/api/audit/{org}/by-resource/credit_note/" + id).Want(200)
	entry.Is("credit_note.created", "data", 0, "action").Is("Noise", "data", 0, "details", "reason").
		Is("INV-1", "data", 0, "details", "invoiceNumber").
		Is(object{"old": object{"status": "paid", "amountPaid": 10000, "amountCredited": 0, "balanceDue": 0},
			"new": object{"status": "paid", "amountPaid": 9900, "amountCredited": 100, "balanceDue": 0}},
			"data", 0, "details", "invoice")
	if n := len(entry.List("data")); n != 1 {
		t.Errorf("the note has %d entries", n)
	}
}

func creditRepeated(t *testing.T, owner *apptest.Caller) {
	invoice := owner.CreateInvoice(object{"bookingId": owner.BookFromToday(), "issue": true}).Text("data", "_id")
	keyed := owner.With("Idempotency-Key", "credit")
	first := credited(keyed, invoice, object{"amount": 100})
	if again := credited(keyed, invoice, object{"amount": 100}); string(again.Raw) != string(first.Raw) {
		t.Errorf("a repetition answered %s", again.Raw)
	}
	keyed.Post(ofNotes+"/create", object{"invoiceId": invoice, "reason": "Agreed", "amount": 101}).Bad("Idempotency-Key")
	owner.Get(apptest.Invoices+"/"+invoice).Want(200).Is(100, "data", "amountCredited")
}

// Forty clients credit the same invoice: never more than it, and the numbers have no gap.
func TestFortyClientsCreditOneInvoice(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel(object{"gstin": "27AAPFU0939F1ZV"})
		invoice := owner.CreateInvoice(object{"bookingId": owner.BookFromToday(object{"advanceAmount": 4000}),
			"issue": true}).Text("data", "_id")
		apptest.CountStatuses(t, 40, map[int]int{201: 14, 400: 26}, func(int) (apptest.Answer, error) {
			return owner.Try("POST", ofNotes+"/create", object{"invoiceId": invoice, "reason": "x", "amount": 700})
		})
		owner.Get(apptest.Invoices + "/" + invoice).Want(200).
			Amounts(object{"amountCredited": 9800, "amountPaid": 200, "balanceDue": 0})
		apptest.CountStatuses(t, 20, map[int]int{201: 1, 400: 19}, func(i int) (apptest.Answer, error) {
			body := object{"invoiceId": invoice, "reason": "x"}
			if i%2 == 0 {
				body["amount"] = 200
			}
			return owner.Try("POST", ofNotes+"/create", body)
		})
		owner.Get(apptest.Invoices + "/" + invoice).Want(200).
			Amounts(object{"amountCredited": 10000, "amountPaid": 0, "balanceDue": 0})
		apptest.BooksBalance(t, owner)
		apptest.FoliosAddUp(t, owner)
	})
}
