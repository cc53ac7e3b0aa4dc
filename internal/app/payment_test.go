package app_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestPayments(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, s *server, desk *caller)
	}{
		{"a payment on a booking is its advance", payBooking},
		{"what is wrong is named", payRefuses},
		{"a booking's invoices come first", payOpenInvoices},
		{"an invoice, over-payment and nobody's money", payInvoice},
		{"one payment for several", paySplit},
		{"a cancelled booking owes its charge", payCancelled},
		{"refunds", refundPayments},
		{"void", voidPayments},
		{"an advance is applied by hand", applyAdvance},
		{"a cancellation gives back", giveBackOnCancel},
		{"the list and its totals", listPayments},
		{"days that are closed", payClosedDays},
		{"receipts are read and sent", paymentPapers},
		{"events, notices and old and new values", paymentEvents},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				desk := owner.anotherHotel()
				scenario.run(t, s, desk)
				booksBalance(t, s.login(desk.org, desk.email)) // the scenario may have moved the clock
			})
		}
	})
}

const payments = "/api/payments/{org}"

// pay takes a payment and returns the answer.
func (c *caller) pay(fields ...object) answer {
	c.s.t.Helper()
	body := object{"method": "cash"}
	for _, f := range fields {
		body = body.merged(f)
	}
	return c.post(payments+"/create", body)
}

// bill makes an issued invoice of free lines over this amount, and returns its id.
func (c *caller) bill(amount float64) string {
	c.s.t.Helper()
	return c.post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Banquet", "unitPrice": amount}},
		"buyer": object{"name": "Ravi Das", "email": "ravi@hotel.example"}, "issue": true}).want(201).text("data", "_id")
}

// billBooking makes an issued invoice of the whole of a booking, and returns its id.
func (c *caller) billBooking(bookingID string) string {
	c.s.t.Helper()
	return c.post("/api/invoices/{org}/create", object{"bookingId": bookingID, "issue": true}).want(201).text("data", "_id")
}

// owes fails unless the invoice has this status, and these amounts paid and due.
func (c *caller) owes(invoiceID, status string, paid, due float64) {
	c.s.t.Helper()
	c.get("/api/invoices/{org}/"+invoiceID).want(200).is(status, "data", "status").is(paid, "data", "amountPaid").is(due, "data", "balanceDue")
}

// sums fails unless the booking has these sums.
func (c *caller) sums(bookingID string, paid, refunded, balance float64) {
	c.s.t.Helper()
	c.get(at(bookingID, "")).want(200).is(paid, "data", "paidAmount").is(refunded, "data", "refundAmount").is(balance, "data", "balanceDue")
}

func payBooking(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...) // 10000
	body := object{"bookingId": id, "amount": 2500.5, "method": "upi", "reference": "4122", "notes": "First half", "receivedAt": "2026-04-13T10:00:00.000Z"}
	keyed := desk.with("Idempotency-Key", "first")
	made := keyed.pay(body).want(201)
	made.fields(made.at("data"), "_id", "paymentNumber", "type", "status", "amount", "refundedAmount", "advanceAmount", "method", "accountId", "accountName", "reference", "notes",
		"payerName", "payerEmail", "receivedAt", "date", "allocations", "refundOf", "voidReason", "voidedAt", "createdAt")
	made.fields(made.at("data", "allocations", 0), "bookingId", "bookingCode", "invoiceId", "invoiceNumber", "amount")
	made.is("PAY-1", "data", "paymentNumber").is("payment", "data", "type").is("recorded", "data", "status").is(2500.5, "data", "amount").is(2500.5, "data", "advanceAmount").
		is("UPI", "data", "accountName").is("Asha Rao", "data", "payerName").is("2026-04-13", "data", "date").is("BK-1", "data", "allocations", 0, "bookingCode").is(nil, "data", "voidedAt")
	if again := keyed.pay(body).want(201); string(again.raw) != string(made.raw) {
		t.Errorf("the same key was answered %s, then %s", made.raw, again.raw)
	}
	keyed.pay(body.merged(object{"amount": 1})).bad("Idempotency-Key")
	desk.get(payments+"/"+made.text("data", "_id")).want(200).is("PAY-1", "data", "paymentNumber")
	desk.sums(id, 2500.5, 0, 7499.5)
	desk.pay(object{"bookingId": id, "amount": 9000, "payerName": "Her firm"}).want(201).is("Her firm", "data", "payerName").is(9000, "data", "advanceAmount")
	desk.sums(id, 11500.5, 0, -1500.5)
	if upi, cash := desk.balance(desk.account("upi")), desk.balance(desk.account("cash")); upi != 2500.5 || cash != 9000 {
		t.Errorf("there is %v in UPI and %v in cash", upi, cash)
	}
}

func payRefuses(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	draft := desk.post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Tea", "unitPrice": 100}}, "buyer": object{"name": "Ravi"}}).want(201).text("data", "_id")
	void := desk.bill(100)
	desk.post("/api/invoices/{org}/"+void+"/void", object{"reason": "x"}).want(200)
	paid := desk.bill(100)
	desk.pay(object{"invoiceId": paid, "amount": 100}).want(201)
	body := object{"bookingId": id, "amount": 100}
	for field, wrong := range map[string]object{
		"amount": {"amount": 0}, "method": {"method": "barter"}, "accountId": {"accountId": nobody}, "receivedAt": {"receivedAt": "2026-04-14T06:30:01.000Z"},
	} {
		desk.pay(body.merged(wrong)).bad(field)
	}
	for _, amount := range []any{-1, 1.001, "1", 1e30} {
		desk.pay(body.merged(object{"amount": amount})).bad("amount")
	}
	desk.pay(object{"amount": 1}).bad("bookingId")
	desk.pay(body.merged(object{"invoiceId": paid})).bad("bookingId").bad("invoiceId")
	desk.pay(object{"bookingId": nobody, "amount": 1}).bad("bookingId")
	for _, invoice := range []string{draft, void, paid, nobody} {
		desk.pay(object{"invoiceId": invoice, "amount": 1}).bad("invoiceId")
		desk.pay(object{"amount": 2, "allocations": []object{{"bookingId": id, "amount": 1}, {"invoiceId": invoice, "amount": 1}}}).bad("allocations[1].invoiceId")
	}
	part := object{"bookingId": id, "amount": 1}
	desk.pay(object{"amount": 3, "allocations": []object{part, part}}).bad("allocations")
	desk.pay(object{"amount": 1, "allocations": []object{part, {"amount": 1}, {"bookingId": id, "invoiceId": paid, "amount": 0}}}).
		bad("allocations[1].bookingId").bad("allocations[2].bookingId").bad("allocations[2].invoiceId").bad("allocations[2].amount")
	foreign := desk.anotherHotel()
	foreign.pay(body).bad("bookingId")
	foreign.pay(object{"invoiceId": paid, "amount": 1}).bad("invoiceId")
	foreign.pay(object{"bookingId": foreign.book("2026-04-20", "2026-04-22", foreign.rooms(1)...), "amount": 1, "accountId": desk.account("cash")}).bad("accountId")
	desk.sums(id, 0, 0, 10000)
}

func payOpenInvoices(t *testing.T, s *server, desk *caller) {
	desk.put("/api/accounts/{org}/settings", object{"dueDays": 5}).want(200)
	id := desk.book("2026-04-14", "2026-04-16", desk.rooms(1)...)
	desk.post(at(id, "/arrival"), nil).want(200)
	first := desk.post("/api/invoices/{org}/create", object{"bookingId": id, "postedOnly": true, "issue": true}).want(201).text("data", "_id") // the first night
	s.clock.Advance(day)
	desk = s.login(desk.org, desk.email)
	second := desk.billBooking(id)
	desk.pay(object{"bookingId": id, "amount": 6000}).want(201).is(0, "data", "advanceAmount").is(first, "data", "allocations", 0, "invoiceId").
		is(5000, "data", "allocations", 0, "amount").is(second, "data", "allocations", 1, "invoiceId").is(1000, "data", "allocations", 1, "amount")
	desk.owes(first, "paid", 5000, 0)
	desk.owes(second, "partially_paid", 1000, 4000)
	desk.pay(object{"bookingId": id, "amount": 5000}).want(201).is(1000, "data", "advanceAmount")
	desk.owes(second, "paid", 5000, 0)
	desk.sums(id, 11000, 0, -1000)
}

func payInvoice(t *testing.T, s *server, desk *caller) {
	free := desk.bill(1000)
	desk.pay(object{"invoiceId": free, "amount": 400}).want(201).is("Ravi Das", "data", "payerName").is("ravi@hotel.example", "data", "payerEmail")
	desk.owes(free, "partially_paid", 400, 600)
	over := desk.pay(object{"invoiceId": free, "amount": 700.25}).want(201).is(100.25, "data", "advanceAmount").is("", "data", "allocations", 1, "bookingId").is("", "data", "allocations", 1, "invoiceId")
	desk.owes(free, "paid", 1000, 0)
	desk.pay(object{"invoiceId": free, "amount": 1}).bad("invoiceId")

	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	desk.pay(object{"bookingId": id, "amount": 3000}).want(201)
	whole := desk.billBooking(id) // the advance is applied to it
	desk.owes(whole, "partially_paid", 3000, 7000)
	desk.pay(object{"invoiceId": whole, "amount": 7500}).want(201).is(500, "data", "advanceAmount").is(id, "data", "allocations", 1, "bookingId")
	desk.owes(whole, "paid", 10000, 0)
	desk.sums(id, 10500, 0, -500)
	desk.get(payments+"/list?invoiceId="+whole).want(200).is(2, "pagination", "total")
	desk.get(payments+"/list?bookingId="+id).want(200).is(2, "pagination", "total")
	desk.get(payments+"/"+over.text("data", "_id")).want(200).is(100.25, "data", "advanceAmount")
}

func paySplit(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	one, two := desk.book("2026-04-20", "2026-04-22", rooms[0]), desk.book("2026-04-20", "2026-04-21", rooms[1])
	bill := desk.bill(300)
	split := desk.pay(object{"amount": 1500, "allocations": []object{{"bookingId": one, "amount": 1000}, {"bookingId": two, "amount": 100}, {"invoiceId": bill, "amount": 250},
		{"bookingId": one, "amount": 50}, {"invoiceId": bill, "amount": 100}}}).want(201)
	split.is(1200, "data", "advanceAmount")
	parts := map[string]any{}
	for i := range split.list("data", "allocations") {
		parts[split.text("data", "allocations", i, "bookingCode")+split.text("data", "allocations", i, "invoiceNumber")] = split.at("data", "allocations", i, "amount")
	}
	if fmt.Sprint(parts) != "map[:50 BK-1:1050 BK-2:100 INV-1:300]" {
		t.Errorf("it is for %v", parts)
	}
	desk.sums(one, 1050, 0, 8950)
	desk.sums(two, 100, 0, 4900)
	desk.owes(bill, "paid", 300, 0)
	// Given back as a whole, it leaves nothing anywhere.
	desk.post(payments+"/"+split.text("data", "_id")+"/refund", object{"amount": 1500, "reason": "x"}).want(201).is("refund", "data", "type")
	desk.sums(one, 1050, 1050, 10000)
	desk.sums(two, 100, 100, 5000)
	desk.owes(bill, "issued", 0, 300)
	desk.get(payments+"/list?bookingId="+two).want(200).is(2, "pagination", "total")
}

func payCancelled(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 500}).want(200)
	desk.pay(object{"bookingId": id, "amount": 500.01}).bad("amount")
	desk.pay(object{"bookingId": id, "amount": 200}).want(201)
	desk.pay(object{"amount": 310, "allocations": []object{{"bookingId": id, "amount": 300}, {"bookingId": id, "amount": 10}}}).bad("allocations[1].amount")
	desk.pay(object{"bookingId": id, "amount": 300}).want(201)
	desk.pay(object{"bookingId": id, "amount": 0.01}).bad("amount")
	desk.sums(id, 500, 0, 0)
}

func refundPayments(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	card := desk.pay(object{"bookingId": id, "amount": 4000, "method": "card"}).want(201).text("data", "_id")
	refund := payments + "/" + card + "/refund"
	desk.post(refund, object{"amount": 4000.01, "reason": "x"}).bad("amount")
	desk.post(refund, object{"amount": 0, "reason": "x"}).bad("amount")
	desk.post(refund, object{"amount": 1}).bad("reason")
	desk.post(refund, object{"amount": 1, "reason": "x", "accountId": nobody}).bad("accountId")
	keyed := desk.with("Idempotency-Key", "back")
	back := keyed.post(refund, object{"amount": 1000.5, "reason": "Less", "reference": "R1"}).want(201)
	keyed.post(refund, object{"amount": 1000.5, "reason": "Less", "reference": "R1"}).want(201).is(back.at("data", "_id"), "data", "_id")
	back.is("PAY-2", "data", "paymentNumber").is("Card", "data", "accountName").is(card, "data", "refundOf").is("Less", "data", "notes").is(0, "data", "advanceAmount").
		is(id, "data", "allocations", 0, "bookingId").is(1000.5, "data", "allocations", 0, "amount")
	desk.get(payments+"/"+card).want(200).is(1000.5, "data", "refundedAmount").is(2999.5, "data", "advanceAmount")
	desk.sums(id, 4000, 1000.5, 7000.5)
	desk.post(refund, object{"amount": 500, "reason": "In cash", "method": "cash"}).want(201).is("Cash", "data", "accountName")
	if desk.balance(desk.account("card")) != 2999.5 || desk.balance(desk.account("cash")) != -500 {
		t.Error("the refunds came out of other accounts")
	}
	invoice := desk.billBooking(id) // takes the 2499.50 that are left
	desk.owes(invoice, "partially_paid", 2499.5, 7500.5)
	desk.pay(object{"invoiceId": invoice, "amount": 7500.5}).want(201)
	desk.post(refund, object{"amount": 2499.5, "reason": "All"}).want(201).is(invoice, "data", "allocations", 0, "invoiceId")
	desk.owes(invoice, "partially_paid", 7500.5, 2499.5)
	desk.post(refund, object{"amount": 1, "reason": "x"}).refused(400, "refunded")
	desk.post(payments+"/"+back.text("data", "_id")+"/refund", object{"amount": 1, "reason": "x"}).refused(400, "refund")
	desk.post(payments+"/"+nobody+"/refund", object{"amount": 1, "reason": "x"}).want(404)
	desk.anotherHotel().post(refund, object{"amount": 1, "reason": "x"}).want(404)
}

func voidPayments(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	invoice := desk.billBooking(id)
	made := desk.pay(object{"bookingId": id, "amount": 10500}).want(201).text("data", "_id")
	void := payments + "/" + made + "/void"
	desk.post(void, object{"reason": ""}).bad("reason")
	desk.post(void, object{"reason": "Typed twice"}).want(200).is("void", "data", "status").is("Typed twice", "data", "voidReason").is([]any{}, "data", "allocations").is(0, "data", "advanceAmount")
	desk.owes(invoice, "issued", 0, 10000)
	desk.sums(id, 0, 0, 10000)
	desk.post(void, object{"reason": "x"}).refused(400, "void already")
	desk.post(payments+"/"+made+"/refund", object{"amount": 1, "reason": "x"}).refused(400, "void")
	desk.post(payments+"/"+made+"/apply", object{"invoiceId": invoice}).refused(400, "stands")
	desk.post(payments+"/"+made+"/send", object{"email": "asha@hotel.example"}).refused(400, "void")
	if got := desk.balance(desk.account("cash")); got != 0 {
		t.Errorf("%v are in cash", got)
	}
	part := desk.pay(object{"bookingId": id, "amount": 100}).want(201).is("PAY-2", "data", "paymentNumber").text("data", "_id")
	back := desk.post(payments+"/"+part+"/refund", object{"amount": 1, "reason": "x"}).want(201).text("data", "_id")
	desk.post(payments+"/"+part+"/void", object{"reason": "x"}).refused(400, "refunded")
	desk.post(payments+"/"+back+"/void", object{"reason": "x"}).refused(400, "refund")
	old := desk.pay(object{"bookingId": id, "amount": 100}).want(201).text("data", "_id")
	before := desk.pay(object{"bookingId": id, "amount": 100, "receivedAt": "2026-04-13T10:00:00.000Z"}).want(201).text("data", "_id")
	desk.post(payments+"/"+before+"/void", object{"reason": "x"}).refused(400, "own day")
	desk = desk.later(12 * time.Hour) // past midnight
	desk.post(payments+"/"+old+"/void", object{"reason": "x"}).refused(400, "own day")
}

func applyAdvance(t *testing.T, s *server, desk *caller) {
	rooms := desk.rooms(2)
	one, two := desk.book("2026-04-20", "2026-04-22", rooms[0]), desk.book("2026-04-20", "2026-04-21", rooms[1])
	advance := desk.pay(object{"bookingId": one, "amount": 3000}).want(201).text("data", "_id")
	apply := payments + "/" + advance + "/apply"
	bill := desk.bill(800) // of nobody's booking
	desk.post(apply, object{"invoiceId": bill, "amount": 800.01}).bad("amount")
	desk.post(apply, object{"invoiceId": bill, "amount": 0}).bad("amount")
	desk.post(apply, object{"invoiceId": nobody}).bad("invoiceId")
	desk.post(apply, object{}).bad("invoiceId")
	desk.post(apply, object{"invoiceId": bill, "amount": 300}).want(200).is(2700, "data", "advanceAmount")
	desk.owes(bill, "partially_paid", 300, 500)
	desk.sums(one, 2700, 0, 7300)
	other := desk.billBooking(two)
	desk.post(apply, object{"invoiceId": other}).want(200).is(0, "data", "advanceAmount")
	desk.owes(other, "partially_paid", 2700, 2300)
	desk.sums(one, 0, 0, 10000)
	desk.sums(two, 2700, 0, 2300)
	desk.post(apply, object{"invoiceId": other}).refused(400, "advance")
	nobodys := desk.pay(object{"invoiceId": bill, "amount": 600}).want(201).is(100, "data", "advanceAmount").text("data", "_id")
	desk.post(payments+"/"+nobodys+"/apply", object{"invoiceId": other, "amount": 60}).want(200).is(40, "data", "advanceAmount")
	desk.sums(two, 2760, 0, 2240)
}

func giveBackOnCancel(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	desk.pay(object{"bookingId": id, "amount": 1000}).want(201)
	invoice := desk.billBooking(id) // takes the 1000
	s.clock.Advance(time.Second)
	desk.pay(object{"bookingId": id, "amount": 9500, "method": "upi"}).want(201) // 9000 to the invoice, 500 in advance
	desk.owes(invoice, "paid", 10000, 0)
	desk.put(at(id, "/cancel"), object{"reason": "x", "refundAmount": 10500.01}).bad("refundAmount")
	desk.put(at(id, "/cancel"), object{"reason": "x", "cancellationCharge": 800, "refundAmount": 9700, "refundMethod": "bank_transfer"}).want(200)
	desk.get(at(id, "")).want(200).is(10500, "data", "paidAmount").is(9700, "data", "refundAmount")
	desk.get(payments+"/list?type=refund").want(200).is(2, "pagination", "total").is(9700, "totals", "refunded")
	if got := desk.balance(desk.account("bank")); got != -9700 {
		t.Errorf("the bank has %v", got)
	}
}

func listPayments(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	one := desk.pay(object{"bookingId": id, "amount": 100, "method": "upi", "reference": "UTR9"}).want(201).text("data", "_id")
	s.clock.Advance(time.Second)
	desk.post(payments+"/"+one+"/refund", object{"amount": 40, "reason": "x"}).want(201)
	s.clock.Advance(time.Second)
	void := desk.pay(object{"bookingId": id, "amount": 7, "payerName": "Åsa"}).want(201).text("data", "_id")
	desk.post(payments+"/"+void+"/void", object{"reason": "x"}).want(200)
	s.clock.Advance(time.Second)
	desk.pay(object{"bookingId": id, "amount": 200, "receivedAt": "2026-04-12T06:30:00.000Z"}).want(201)
	all := desk.get(payments+"/list").want(200).is("PAY-4", "data", 0, "paymentNumber").is("PAY-1", "data", 3, "paymentNumber").is(4, "pagination", "total").
		is(300, "totals", "received").is(40, "totals", "refunded").is(260, "totals", "net")
	all.fields(all.at("totals"), "received", "refunded", "net")
	for query, want := range map[string]string{
		"type=refund": "PAY-2", "type=payment&status=recorded": "PAY-4 PAY-1", "status=void": "PAY-3", "method=upi": "PAY-2 PAY-1", "from=2026-04-13": "PAY-3 PAY-2 PAY-1",
		"to=2026-04-13": "PAY-4", "search=utr": "PAY-1", "search=" + url.QueryEscape("åsa"): "PAY-3", "search=pay-2": "PAY-2", "search=" + url.QueryEscape("%"): "", "bookingId=" + id: "PAY-4 PAY-3 PAY-2 PAY-1",
		"bookingId=" + nobody: "", "accountId=" + desk.account("upi"): "PAY-2 PAY-1", "limit=1&page=2": "PAY-3",
	} {
		found := desk.get(payments + "/list?" + query).want(200)
		var numbers []string
		for i := range found.list("data") {
			numbers = append(numbers, found.text("data", i, "paymentNumber"))
		}
		if got := strings.Join(numbers, " "); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	for field, query := range map[string]string{"type": "type=x", "method": "method=gold", "status": "status=paid", "from": "from=x", "to": "to=2026-02-30", "limit": "limit=101"} {
		desk.get(payments + "/list?" + query).bad(field)
	}
	desk.get("/api/bookings/{org}/overview").want(200)
}

func payClosedDays(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	s.exec(`UPDATE books SET closed_day = '2026-04-14' WHERE org_id = $1`, desk.org)
	desk.pay(object{"bookingId": id, "amount": 1, "receivedAt": "2026-04-13T18:29:59.999Z"}).bad("receivedAt") // 23:59:59 of the 13th
	made := desk.pay(object{"bookingId": id, "amount": 1, "receivedAt": "2026-04-13T18:30:00.000Z"}).want(201).is("2026-04-14", "data", "date").text("data", "_id")
	desk.post(payments+"/"+made+"/void", object{"reason": "x"}).want(200)
}

func paymentPapers(t *testing.T, s *server, desk *caller) {
	desk.put("/api/organization/"+desk.org+"/update", object{"gstin": "27AAPFU0939F1ZV"}).want(200)
	id := desk.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", desk.rooms(1)...).merged(object{"guestEmail": "asha@hotel.example"})).want(201).text("data", "bookingId")
	advance := desk.pay(object{"bookingId": id, "amount": 2100, "reference": "R 1"}).want(201).text("data", "_id")
	receipt := desk.download(payments+"/"+advance+"/pdf", "application/pdf")
	if again := desk.download(payments+"/"+advance+"/pdf", "application/pdf"); string(again.raw) != string(receipt.raw) || !strings.HasPrefix(string(receipt.raw), "%PDF-") {
		t.Error("a receipt read twice is two papers, or none")
	}
	if name := receipt.header.Get("Content-Disposition"); !strings.Contains(name, "Receipt Voucher PAY-1.pdf") {
		t.Errorf("an advance's paper is called %s", name)
	}
	refund := desk.post(payments+"/"+advance+"/refund", object{"amount": 100, "reason": "x"}).want(201).text("data", "_id")
	if name := desk.download(payments+"/"+refund+"/pdf", "application/pdf").header.Get("Content-Disposition"); !strings.Contains(name, "Refund Voucher PAY-2.pdf") {
		t.Errorf("a refund's paper is called %s", name)
	}
	bill := desk.pay(object{"invoiceId": desk.bill(100), "amount": 100}).want(201).text("data", "_id")
	if name := desk.download(payments+"/"+bill+"/pdf", "application/pdf").header.Get("Content-Disposition"); !strings.Contains(name, `"Receipt PAY-3.pdf"`) {
		t.Errorf("a paid invoice's paper is called %s", name)
	}
	desk.get(payments + "/" + nobody + "/pdf").want(404)
	plain := desk.anotherHotel() // without a GSTIN
	taken := plain.pay(object{"bookingId": plain.book("2026-04-20", "2026-04-22", plain.rooms(1)...), "amount": 5}).want(201).text("data", "_id")
	if name := plain.download(payments+"/"+taken+"/pdf", "application/pdf").header.Get("Content-Disposition"); !strings.Contains(name, `"Receipt PAY-1.pdf"`) {
		t.Errorf("without a GSTIN an advance's paper is called %s", name)
	}
	desk.post(payments+"/"+advance+"/send", object{"email": "not an address"}).bad("email")
	desk.post(payments+"/"+advance+"/send", object{"email": "a@hotel.example\r\nBcc: b@hotel.example"}).bad("email")
	desk.post(payments+"/"+advance+"/send", nil).want(200).is("The receipt is on its way to asha@hotel.example.", "message")
	for file, id := range map[string]string{"Receipt Voucher PAY-1.pdf": advance, "Refund Voucher PAY-2.pdf": refund} {
		address := id + "@hotel.example" // that no other engine's mails have
		desk.post(payments+"/"+id+"/send", object{"email": address}).want(200)
		name, content := s.enclosed(address)
		if name != file || string(content) != string(desk.download(payments+"/"+id+"/pdf", "application/pdf").raw) {
			t.Errorf("%s of %d bytes is enclosed, want %s", name, len(content), file)
		}
	}
	s.mailTo(advance+"@hotel.example", "Receipt PAY-1 from") // the template's subject
	unknown := desk.pay(object{"bookingId": desk.book("2026-04-24", "2026-04-25", desk.get("/api/rooms/{org}/list").want(200).text("data", 0, "_id")), "amount": 1}).want(201).text("data", "_id")
	desk.post(payments+"/"+unknown+"/send", nil).bad("email")
}

func paymentEvents(t *testing.T, s *server, desk *caller) {
	id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
	newest := func(action string) answer {
		t.Helper()
		a := desk.get("/api/audit/{org}/logs?limit=1").want(200).is(action, "data", 0, "action").is("payment", "data", 0, "resourceType")
		s.clock.Advance(time.Second)
		return a
	}
	s.clock.Advance(time.Second)
	made := desk.pay(object{"bookingId": id, "amount": 500}).want(201).text("data", "_id")
	newest("payment.recorded").is(500, "data", 0, "details", "amount").is("Cash", "data", 0, "details", "accountName").is(id, "data", 0, "details", "allocations", 0, "bookingId")
	desk.get("/api/notifications/{org}?limit=1").want(200).is("payment_received", "data", 0, "type").is("INR 500 received for booking BK-1", "data", 0, "message")
	desk.post(payments+"/"+made+"/refund", object{"amount": 100, "reason": "x"}).want(201)
	newest("payment.recorded").is("refund", "data", 0, "details", "kind").is(made, "data", 0, "details", "refundOf")
	bill := desk.bill(150)
	s.clock.Advance(time.Second)
	desk.post(payments+"/"+made+"/apply", object{"invoiceId": bill}).want(200)
	newest("payment.applied").is(400, "data", 0, "details", "from", "advanceAmount").is(250, "data", 0, "details", "to", "advanceAmount").is(0, "data", 0, "details", "to", "invoiceBalanceDue")
	void := desk.pay(object{"bookingId": id, "amount": 9}).want(201).text("data", "_id")
	s.clock.Advance(time.Second)
	desk.post(payments+"/"+void+"/void", object{"reason": "Wrong"}).want(200)
	newest("payment.voided").is("recorded", "data", 0, "details", "from").is("void", "data", 0, "details", "to").is("Wrong", "data", 0, "details", "reason")
}

// atOnce sends the request from so many clients at the same time, and returns the answers by their status.
func (c *caller) atOnce(t *testing.T, clients int, path string, body func(n int) object) map[int][]answer {
	t.Helper()
	var lock sync.Mutex
	answers := map[int][]answer{}
	var working sync.WaitGroup
	for n := range clients {
		working.Go(func() {
			a, err := c.try("POST", path, body(n))
			lock.Lock()
			defer lock.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			answers[a.status] = append(answers[a.status], a)
		})
	}
	working.Wait()
	return answers
}

// Forty clients want the same money at the same time: the sums are never exceeded, and who is refused reads why.
func TestPaymentsAtOnce(t *testing.T) {
	const clients = 40
	eachEngine(t, func(t *testing.T, s *server) {
		desk := s.hotel()
		refused := func(what string, answers map[int][]answer, created int, words string) {
			t.Helper()
			if len(answers[201])+len(answers[200]) != created || len(answers[400]) != clients-created {
				t.Errorf("%s: %d succeeded and %d were refused, want %d of %d", what, len(answers[201])+len(answers[200]), len(answers[400]), created, clients)
			}
			for _, a := range answers[400] {
				if !strings.Contains(string(a.raw), words) {
					t.Errorf("%s was refused with %s", what, a.raw)
				}
			}
		}
		whole := desk.bill(1000)
		refused("paying an invoice", desk.atOnce(t, clients, payments+"/create", func(int) object { return object{"invoiceId": whole, "amount": 1000, "method": "cash"} }), 1, "owes nothing")
		desk.owes(whole, "paid", 1000, 0)
		parts := desk.bill(1000)
		refused("paying parts", desk.atOnce(t, clients, payments+"/create", func(int) object { return object{"invoiceId": parts, "amount": 100, "method": "upi"} }), 10, "owes nothing")
		desk.owes(parts, "paid", 1000, 0)

		id := desk.book("2026-04-20", "2026-04-22", desk.rooms(1)...)
		paid := desk.pay(object{"bookingId": id, "amount": 1000}).want(201).text("data", "_id")
		refused("refunding", desk.atOnce(t, clients, payments+"/"+paid+"/refund", func(int) object { return object{"amount": 150, "reason": "x"} }), 6, "left")
		desk.sums(id, 1000, 900, 9900)
		again := desk.pay(object{"bookingId": id, "amount": 70}).want(201).text("data", "_id")
		refused("the whole refund", desk.atOnce(t, clients, payments+"/"+again+"/refund", func(int) object { return object{"amount": 70, "reason": "x"} }), 1, "refunded as a whole")
		both := desk.pay(object{"bookingId": id, "amount": 70}).want(201).text("data", "_id")
		var working sync.WaitGroup
		results := make([]map[int][]answer, 2)
		for i, path := range []string{"/void", "/refund"} {
			working.Go(func() {
				results[i] = desk.atOnce(t, clients/2, payments+"/"+both+path, func(int) object { return object{"amount": 70, "reason": "x"} })
			})
		}
		working.Wait()
		if done := len(results[0][200]) + len(results[1][201]); done != 1 || len(results[0][400])+len(results[1][400]) != clients-1 {
			t.Errorf("of void and refund at once %d succeeded, %v", done, results)
		}
		advance := desk.pay(object{"bookingId": id, "amount": 500}).want(201).text("data", "_id")
		bill := desk.bill(100)
		refused("applying", desk.atOnce(t, clients, payments+"/"+advance+"/apply", func(int) object { return object{"invoiceId": bill, "amount": 30} }), 3, "must not be more than")
		keyed := desk.with("Idempotency-Key", "double click")
		clicks := keyed.atOnce(t, clients, payments+"/create", func(int) object { return object{"bookingId": id, "amount": 5, "method": "cash"} })
		if len(clicks[201]) != clients {
			t.Errorf("clicks were answered %v", clicks)
		}
		for _, a := range clicks[201] {
			if string(a.raw) != string(clicks[201][0].raw) {
				t.Errorf("two clicks were answered %s and %s", a.raw, clicks[201][0].raw)
			}
		}
		booksBalance(t, desk)
	})
}
