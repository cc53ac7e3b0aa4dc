package app_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCreditNotes(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", creditPermissions},
		{"a whole invoice, every field", creditWhole},
		{"parts add up to the paisa", creditParts},
		{"chosen lines", creditLines},
		{"what is refused", creditRefusals},
		{"a paid invoice's surplus can be given back", creditSurplus},
		{"the rounding goes with the last of it", creditRounding},
		{"a line that reduces the invoice", creditReduced},
		{"an invoice without a booking", creditFree},
		{"a union territory", creditUnionTerritory},
		{"sent, and its PDF", creditSent},
		{"the list", creditList},
		{"the audit log", creditTold},
		{"repeated", creditRepeated},
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

const ofNotes = "/api/credit-notes/{org}"

// credited makes a credit note and returns the answer.
func (c *caller) credited(invoiceID string, fields ...object) answer {
	c.s.t.Helper()
	body := object{"invoiceId": invoiceID, "reason": "Agreed"}
	for _, f := range fields {
		body = body.merged(f)
	}
	return c.post(ofNotes+"/create", body).want(201)
}

// foliosAddUp holds what bookings owe against their folios.
func (c *caller) foliosAddUp(t *testing.T) {
	t.Helper()
	for _, booking := range c.get("/api/bookings/{org}/list?limit=100").want(200).list("data") {
		id := booking.(map[string]any)["bookingId"].(string)
		_, folio := c.folio(id)
		due := c.get(at(id, "")).want(200).number("data", "balanceDue")
		if paise(due) != paise(folio.at("data", "totals", "balanceDue")) || paise(due) != paise(folio.at("data", "totals", "balance"))+paise(folio.at("data", "totals", "toBePosted")) {
			t.Errorf("the booking owes %v and its folio says %s", due, folio.raw)
		}
	}
}

func creditPermissions(_ *testing.T, owner *caller) {
	invoice := owner.invoiced(object{"bookingId": owner.stayed(), "issue": true}).text("data", "_id")
	id := owner.credited(invoice, object{"amount": 1}).text("data", "_id")
	none := owner.member("Porter", object{"invoices": object{"manage": true}, "bookings": object{"manage": true}, "payments": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	for _, p := range []struct{ method, path, flag string }{
		{"POST", "/create", "create"}, {"GET", "/list", "view"}, {"GET", "/" + id, "view"}, {"GET", "/" + id + "/pdf", "view"}, {"POST", "/" + id + "/send", "update"},
	} {
		var body any
		if p.method != "GET" {
			body = object{}
		}
		(&caller{s: owner.s, org: owner.org}).do(p.method, ofNotes+p.path, body).refused(401, "")
		none.do(p.method, ofNotes+p.path, body).refused(403, p.flag)
		stranger.do(p.method, ofNotes+p.path, body).refused(403, "not a member")
	}
	other := owner.anotherHotel()
	for _, path := range []string{"/" + id, "/" + nobody, "/x"} {
		other.get(ofNotes+path).refused(404, "no such credit note")
		other.get(ofNotes+path+"/pdf").refused(404, "no such credit note")
		other.post(ofNotes+path+"/send", object{"email": "a@hotel.example"}).refused(404, "no such credit note")
	}
	other.post(ofNotes+"/create", object{"invoiceId": invoice, "reason": "x"}).bad("invoiceId")
}

func creditWhole(t *testing.T, owner *caller) {
	booking := owner.stayed()
	invoice := owner.invoiced(object{"bookingId": booking, "issue": true}).text("data", "_id")
	n := owner.credited(invoice, object{"reason": "Wrong guest"})
	n.fields(n.at("data"), "_id", "creditNoteNumber", "creditNoteDate", "invoiceId", "invoiceNumber", "invoiceDate", "bookingId", "bookingCode", "guestName", "buyerName", "buyerGstin", "reason",
		"subtotal", "cgst", "sgst", "utgst", "otherTax", "taxAmount", "rounding", "totalAmount", "sentAt", "createdAt", "seller", "buyer", "placeOfSupply", "lines", "totalInWords")
	n.amounts(object{"creditNoteNumber": "CN-1", "creditNoteDate": "2026-04-14", "invoiceId": invoice, "invoiceNumber": "INV-1", "invoiceDate": "2026-04-14", "bookingId": booking, "bookingCode": "BK-1",
		"guestName": "Asha Rao", "reason": "Wrong guest", "subtotal": 9523.8, "cgst": 238.1, "sgst": 238.1, "utgst": 0, "otherTax": 0, "taxAmount": 476.2, "rounding": 0, "totalAmount": 10000,
		"totalInWords": "Rupees Ten Thousand Only", "placeOfSupply": object{"stateCode": "27", "state": "Maharashtra"}})
	n.has(object{"position": 1, "description": n.at("data", "lines", 1, "description"), "sac": "996311", "quantity": 1, "taxName": "GST on rooms", "taxRate": 5, "taxableValue": 4761.9, "cgst": 119.05, "sgst": 119.05,
		"utgst": 0, "otherTax": 0, "taxAmount": 238.1, "totalAmount": 5000}, "data", "lines", 1)
	owner.get(ofNotes+"/"+n.text("data", "_id")).want(200).is(n.at("data"), "data")
	owner.get(ofInvoices+"/"+invoice).want(200).amounts(object{"amountCredited": 10000, "balanceDue": 0, "status": "paid", "totalAmount": 10000}).is(5000, "data", "lines", 0, "credited")
	owner.get(at(booking, "")).want(200).is(0, "data", "balanceDue")
	owner.post(ofNotes+"/create", object{"invoiceId": invoice, "reason": "x"}).refused(400, "nothing is left")
	for _, account := range []string{"guests", "room-sales", "other-sales", "cgst", "sgst"} {
		if left := owner.inBooks(account); left != 0 {
			t.Errorf("the books still have %d in %s", left, account)
		}
	}
}

// creditParts credits an invoice of mixed rates and odd amounts bit by bit.
func creditParts(_ *testing.T, owner *caller) {
	gst, cess := owner.tax(nil), owner.tax(object{"name": "Cess", "kind": "other", "rate": 3.33, "sac": ""})
	booking := owner.stayed(object{"totalAmount": 16000.03})
	owner.post(at(booking, "/charges"), object{"description": "Laundry", "unitPrice": 333.33, "taxId": gst}).want(201)
	owner.post(at(booking, "/charges"), object{"description": "Parking", "unitPrice": 0.07, "taxId": cess}).want(201)
	owner.post(at(booking, "/charges"), object{"description": "Tea", "quantity": 0.333, "unitPrice": 100}).want(201)
	i := owner.invoiced(object{"bookingId": booking, "issue": true}).is(16366.73, "data", "totalAmount")
	left := paise(i.at("data", "totalAmount"))
	for _, amount := range []float64{0.01, 0.02, 1, 999.99, 5000, 0.05, 3333.33} {
		n := owner.credited(i.text("data", "_id"), object{"amount": amount})
		left -= paise(n.at("data", "totalAmount"))
		owner.get(ofInvoices+"/"+i.text("data", "_id")).want(200).is(float64(left)/100, "data", "balanceDue")
	}
	owner.credited(i.text("data", "_id")).is(float64(left)/100, "data", "totalAmount")
	owner.get(at(booking, "")).want(200).is(0, "data", "balanceDue")
}

func creditLines(_ *testing.T, owner *caller) {
	booking := owner.stayed()
	id := owner.invoiced(object{"bookingId": booking, "lines": []object{{"description": "Tea", "unitPrice": 100}}, "issue": true}).text("data", "_id")
	owner.credited(id, object{"lines": []object{{"position": 0, "amount": 1000.01}, {"position": 2}}}).amounts(object{"totalAmount": 1100.01, "cgst": 23.81, "subtotal": 1052.39})
	i := owner.get(ofInvoices+"/"+id).want(200).is(1000.01, "data", "lines", 0, "credited").is(0, "data", "lines", 1, "credited").is(100, "data", "lines", 2, "credited").is("issued", "data", "status")
	i.is(8999.99, "data", "balanceDue")
	owner.credited(id, object{"lines": []object{{"position": 0}}}).is(3999.99, "data", "totalAmount").is(95.24, "data", "cgst") // 119.05 in all
	owner.credited(id, object{"lines": []object{{"position": 1}}}).is(5000, "data", "totalAmount")
}

func creditRefusals(_ *testing.T, owner *caller) {
	booking := owner.stayed()
	draft := owner.invoiced(object{"bookingId": booking}).text("data", "_id")
	create := func(fields object) answer {
		return owner.post(ofNotes+"/create", object{"invoiceId": draft, "reason": "x"}.merged(fields))
	}
	create(nil).refused(400, "draft")
	owner.post(ofInvoices+"/"+draft+"/issue", nil).want(200)
	void := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Asha"}, "issue": true}).text("data", "_id")
	owner.post(ofInvoices+"/"+void+"/void", object{"reason": "x"}).want(200)
	create(object{"invoiceId": void}).refused(400, "void")
	create(object{"invoiceId": nobody}).bad("invoiceId")
	create(object{"invoiceId": "x"}).bad("invoiceId")
	create(object{"reason": nil}).bad("reason")
	create(object{"reason": " "}).bad("reason")
	create(object{"amount": 0}).bad("amount")
	create(object{"amount": -5}).bad("amount")
	create(object{"amount": 0.001}).bad("amount")
	create(object{"amount": 10000.01}).bad("amount")
	create(object{"amount": 5, "lines": []object{{"position": 0}}}).bad("amount")
	create(object{"lines": []object{{"position": 2}}}).bad("lines[0].position")
	create(object{"lines": []object{{"position": 0}, {"position": 0}}}).bad("lines[1].position")
	create(object{"lines": []object{{"position": 0, "amount": 5000.01}}}).bad("lines[0].amount")
	create(object{"lines": []object{{"position": 0, "amount": 0}, {"position": 1, "amount": "x"}}}).bad("lines[1].amount")
	create(object{"lines": []object{{"position": 0, "amount": 0}, {"position": 1, "amount": -1}}}).bad("lines[0].amount").bad("lines[1].amount")
	owner.credited(draft, object{"lines": []object{{"position": 0}}})
	create(object{"lines": []object{{"position": 0}}}).bad("lines[0].position")
	create(object{"amount": 5000.01}).bad("amount")
	owner.post(ofInvoices+"/"+draft+"/void", object{"reason": "x"}).refused(400, "credit note")
	owner.get(ofNotes + "/list?from=x").bad("from")
	owner.get(ofNotes+"/list").want(200).is(1, "pagination", "total")
}

func creditSurplus(_ *testing.T, owner *caller) {
	booking := owner.stayed(object{"advanceAmount": 9000})
	id := owner.invoiced(object{"bookingId": booking, "issue": true}).is(1000, "data", "balanceDue").text("data", "_id")
	owner.credited(id, object{"amount": 400})
	owner.get(ofInvoices + "/" + id).want(200).amounts(object{"amountPaid": 9000, "amountCredited": 400, "balanceDue": 600, "status": "partially_paid"})
	owner.credited(id, object{"amount": 1600})
	owner.get(ofInvoices + "/" + id).want(200).amounts(object{"amountPaid": 8000, "amountCredited": 2000, "balanceDue": 0, "status": "paid"})
	owner.get(at(booking, "")).want(200).is(-1000, "data", "balanceDue") // which the hotel owes the guest
	if got := owner.inBooks("guests"); got != -100000 {
		owner.s.t.Errorf("the books have %d of the guests", got)
	}
	// It goes to the next bill.
	owner.charged(booking, "Laundry", 250)
	owner.invoiced(object{"bookingId": booking, "issue": true}).amounts(object{"totalAmount": 250, "amountPaid": 250, "status": "paid"})
	owner.get(at(booking, "")).want(200).is(-750, "data", "balanceDue")
	owner.credited(id)
	owner.get(ofInvoices + "/" + id).want(200).amounts(object{"amountPaid": 0, "amountCredited": 10000, "balanceDue": 0, "status": "paid"})
}

func creditRounding(_ *testing.T, owner *caller) {
	owner.books(object{"roundToWhole": true})
	for _, c := range []struct{ price, first, second, rounding float64 }{
		{999.6, 999.6, 0.4, 0.4}, {999.6, 999.8, 0.2, 0.2}, {999.6, 100, 900, 0.4}, {1000.4, 100, 900, -0.4}, {1000.4, 999.99, 0.01, -0.4}, {0.51, 0.5, 0.5, 0.49},
	} {
		booking := owner.anotherRoom("2026-04-14", "2026-04-15", object{"totalAmount": c.price})
		id := owner.invoiced(object{"bookingId": booking, "issue": true}).text("data", "_id")
		owner.credited(id, object{"amount": c.first}).is(c.first, "data", "totalAmount")
		owner.credited(id).is(c.second, "data", "totalAmount").is(c.rounding, "data", "rounding")
		owner.get(at(booking, "")).want(200).is(0, "data", "balanceDue")
	}
}

func creditReduced(_ *testing.T, owner *caller) {
	gst := owner.tax(nil)
	booking := owner.stayed()
	owner.post(at(booking, "/charges"), object{"description": "Laundry", "unitPrice": 1000.01, "taxId": gst}).want(201)
	owner.post(at(booking, "/charges"), object{"type": "adjustment", "description": "Allowance", "unitPrice": -333.34, "taxId": gst}).want(201)
	id := owner.invoiced(object{"bookingId": booking, "issue": true}).is(10666.67, "data", "totalAmount").text("data", "_id")
	owner.post(ofNotes+"/create", object{"invoiceId": id, "reason": "x", "lines": []object{{"position": 1}}}).bad("lines[0].position")
	owner.credited(id, object{"amount": 10000})
	owner.get(ofInvoices+"/"+id).want(200).is(0, "data", "lines", 1, "credited")
	owner.credited(id).is(666.67, "data", "totalAmount")
	owner.get(ofInvoices+"/"+id).want(200).is(-333.34, "data", "lines", 1, "credited").is(0, "data", "balanceDue")
}

func creditFree(_ *testing.T, owner *caller) {
	id := owner.invoiced(object{"lines": []object{freeLine().merged(object{"taxId": owner.tax(nil)})}, "buyer": object{"name": "Rao"}, "issue": true}).text("data", "_id")
	owner.credited(id, object{"amount": 500}).amounts(object{"bookingId": "", "bookingCode": "", "guestName": "Rao", "totalAmount": 500})
	owner.credited(id).is(989.75, "data", "totalAmount").is(1, "data", "lines", 0, "quantity")
	whole := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Rao"}, "issue": true}).text("data", "_id")
	owner.credited(whole).is(1.5, "data", "lines", 0, "quantity")
}

func creditUnionTerritory(_ *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/update", object{"gstin": "35AAPFU0939F1ZV"}).want(200)
	id := owner.invoiced(object{"bookingId": owner.stayed(), "issue": true}).text("data", "_id")
	owner.credited(id).amounts(object{"cgst": 238.1, "sgst": 0, "utgst": 238.1}).is(119.05, "data", "lines", 0, "utgst").is(0, "data", "lines", 0, "sgst")
}

func creditSent(t *testing.T, owner *caller) {
	to := "asha." + owner.org + "@example.com"
	booking := owner.stayed(object{"guestEmail": to})
	id := owner.credited(owner.invoiced(object{"bookingId": booking, "issue": true}).text("data", "_id"), object{"amount": 500, "reason": "Cold water"}).text("data", "_id")
	owner.post(ofNotes+"/"+id+"/send", object{"email": "nobody"}).bad("email")
	owner.post(ofNotes+"/"+id+"/send", nil).want(200).is("2026-04-14T06:30:00.000Z", "data", "sentAt")
	mail := owner.s.mailThatSays(to, "Credit note CN-1")
	text := strings.ReplaceAll(strings.ReplaceAll(mail, "=\r\n", ""), "=\n", "")
	for _, words := range []string{"INV-1", "Cold water", "500.00", "application/pdf", "Credit Note CN-1.pdf"} {
		if !strings.Contains(text, words) {
			t.Errorf("the mail doesn't say %q:\n%.2000s", words, text)
		}
	}
	pdf := owner.download(ofNotes+"/"+id+"/pdf", "application/pdf")
	owner.put("/api/organization/{org}/update", object{"name": "Another name"}).want(200)
	if again := owner.download(ofNotes+"/"+id+"/pdf", "application/pdf"); !bytes.Equal(pdf.raw, again.raw) || !bytes.HasPrefix(pdf.raw, []byte("%PDF-")) {
		t.Error("the PDF of a credit note has changed")
	}
	mute := owner.credited(owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Ravi"}, "issue": true}).text("data", "_id")).text("data", "_id")
	owner.post(ofNotes+"/"+mute+"/send", nil).bad("email")
}

func creditList(t *testing.T, owner *caller) {
	booking := owner.stayed()
	first := owner.invoiced(object{"bookingId": booking, "issue": true}).text("data", "_id")
	second := owner.invoiced(object{"lines": []object{freeLine()}, "buyer": object{"name": "Rao Textiles", "gstin": "08AAPFU0939F1ZV"}, "issue": true}).text("data", "_id")
	a := owner.credited(first, object{"amount": 1000}).text("data", "_id")
	owner.s.clock.Advance(time.Second)
	b := owner.credited(second, object{"amount": 9.75}).text("data", "_id")
	owner = owner.later(day)
	c := owner.credited(first, object{"amount": 50}).text("data", "_id")
	owner.get(ofNotes+"/list").want(200).is(3, "pagination", "total").has(object{"subtotal": 1009.75, "taxAmount": 50, "totalAmount": 1059.75}, "totals")
	for query, want := range map[string][]string{
		"": {c, b, a}, "?invoiceId=" + first: {c, a}, "?bookingId=" + booking: {c, a}, "?bookingId=" + nobody: {}, "?from=2026-04-15": {c}, "?to=2026-04-14": {b, a}, "?search=cn-2": {b}, "?search=inv-1": {c, a},
		"?search=textiles": {b}, "?search=08AAP": {b}, "?search=bk-1": {c, a}, "?limit=1&page=2": {b}, "?search=%25": {},
	} {
		found := []string{}
		for _, entry := range owner.get(ofNotes + "/list" + query).want(200).list("data") {
			found = append(found, entry.(map[string]any)["_id"].(string))
		}
		if !slices.Equal(found, want) {
			t.Errorf("%s finds %v, want %v", query, found, want)
		}
	}
}

func creditTold(t *testing.T, owner *caller) {
	invoice := owner.invoiced(object{"bookingId": owner.stayed(object{"advanceAmount": 10000}), "issue": true}).text("data", "_id")
	id := owner.credited(invoice, object{"amount": 100, "reason": "Noise"}).text("data", "_id")
	entry := owner.get("/api/audit/{org}/by-resource/credit_note/" + id).want(200)
	entry.is("credit_note.created", "data", 0, "action").is("Noise", "data", 0, "details", "reason").is("INV-1", "data", 0, "details", "invoiceNumber").
		has(object{"old": object{"status": "paid", "amountPaid": 10000, "amountCredited": 0, "balanceDue": 0}, "new": object{"status": "paid", "amountPaid": 9900, "amountCredited": 100, "balanceDue": 0}},
			"data", 0, "details", "invoice")
	if n := len(entry.list("data")); n != 1 {
		t.Errorf("the note has %d entries", n)
	}
}

func creditRepeated(t *testing.T, owner *caller) {
	invoice := owner.invoiced(object{"bookingId": owner.stayed(), "issue": true}).text("data", "_id")
	keyed := owner.with("Idempotency-Key", "credit")
	first := keyed.credited(invoice, object{"amount": 100})
	if again := keyed.credited(invoice, object{"amount": 100}); string(again.raw) != string(first.raw) {
		t.Errorf("a repetition answered %s", again.raw)
	}
	keyed.post(ofNotes+"/create", object{"invoiceId": invoice, "reason": "Agreed", "amount": 101}).bad("Idempotency-Key")
	owner.get(ofInvoices+"/"+invoice).want(200).is(100, "data", "amountCredited")
}

// Forty clients credit the same invoice: never more than it, and the numbers have no gap.
func TestFortyClientsCreditOneInvoice(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel(object{"gstin": "27AAPFU0939F1ZV"})
		invoice := owner.invoiced(object{"bookingId": owner.stayed(object{"advanceAmount": 4000}), "issue": true}).text("data", "_id")
		owner.count(t, 40, map[int]int{201: 14, 400: 26}, func(int) (answer, error) {
			return owner.try("POST", ofNotes+"/create", object{"invoiceId": invoice, "reason": "x", "amount": 700})
		})
		owner.get(ofInvoices + "/" + invoice).want(200).amounts(object{"amountCredited": 9800, "amountPaid": 200, "balanceDue": 0})
		owner.count(t, 20, map[int]int{201: 1, 400: 19}, func(i int) (answer, error) {
			body := object{"invoiceId": invoice, "reason": "x"}
			if i%2 == 0 {
				body["amount"] = 200
			}
			return owner.try("POST", ofNotes+"/create", body)
		})
		owner.get(ofInvoices + "/" + invoice).want(200).amounts(object{"amountCredited": 10000, "amountPaid": 0, "balanceDue": 0})
		booksBalance(t, owner)
		owner.foliosAddUp(t)
	})
}
