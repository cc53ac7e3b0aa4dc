package payment_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestPayments(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "a payment on a booking is its advance", Run: payBooking},
		{Name: "refusals name their field", Run: payRefuses},
		{Name: "a booking's invoices come first", Run: payOpenInvoices},
		{Name: "an invoice, an overpayment and nobody's advance", Run: payInvoice},
		{Name: "one payment for several", Run: paySplit},
		{Name: "a cancelled booking owes its charge", Run: payCancelled},
		{Name: "refunds", Run: refundPayments},
		{Name: "voiding", Run: voidPayments},
		{Name: "an advance is applied by hand", Run: applyAdvance},
		{Name: "a cancellation refunds", Run: giveBackOnCancel},
		{Name: "the list and its totals", Run: listPayments},
		{Name: "closed days", Run: payClosedDays},
		{Name: "receipts are read and sent", Run: paymentPapers},
		{Name: "events, notices and audit entries", Run: paymentEvents},
	}, apptest.BooksBalance)
}

// billBooking issues an invoice for the whole booking and returns its id.
func billBooking(c *apptest.Caller, bookingID string) string {
	c.Server.T.Helper()
	return c.Post("/api/invoices/{org}/create", object{"bookingId": bookingID, "issue": true}).Want(201).
		Text("data", "_id")
}

// owes fails unless the invoice has this status, and these amounts paid and due.
func owes(c *apptest.Caller, invoiceID, status string, paid, due float64) {
	c.Server.T.Helper()
	c.Get("/api/invoices/{org}/"+invoiceID).Want(200).Is(status, "data", "status").Is(paid, "data", "amountPaid").
		Is(due, "data", "balanceDue")
}

// sums fails unless the booking has these sums.
func sums(c *apptest.Caller, bookingID string, paid, refunded, balance float64) {
	c.Server.T.Helper()
	c.Get(apptest.BookingPath(bookingID, "")).Want(200).Is(paid, "data", "paidAmount").
		Is(refunded, "data", "refundAmount").Is(balance, "data", "balanceDue")
}

func payBooking(t *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...) // 10000
	body := object{"bookingId": id, "amount": 2500.5, "method": "upi", "reference": "4122", "notes": "First half",
		"receivedAt": "2026-04-13T10:00:00.000Z"}
	keyed := desk.With("Idempotency-Key", "first")
	made := keyed.Pay(body).Want(201)
	made.Fields(made.At("data"), "_id", "paymentNumber", "type", "status", "amount", "refundedAmount", "advanceAmount",
		"method", "accountId", "accountName", "reference", "notes",
		"payerName", "payerEmail", "receivedAt", "date", "allocations", "refundOf", "voidReason", "voidedAt", "createdAt")
	made.Fields(made.At("data", "allocations", 0), "bookingId", "bookingCode", "groupId", "invoiceId",
		"invoiceNumber", "amount")
	made.Is("PAY-1", "data", "paymentNumber").Is("payment", "data", "type").Is("recorded", "data", "status").
		Is(2500.5, "data", "amount").Is(2500.5, "data", "advanceAmount").
		Is("UPI", "data", "accountName").Is("Asha Rao", "data", "payerName").Is("2026-04-13", "data", "date").
		Is("BK-1", "data", "allocations", 0, "bookingCode").Is(nil, "data", "voidedAt")
	if again := keyed.Pay(body).Want(201); string(again.Raw) != string(made.Raw) {
		t.Errorf("the same key was answered %s, then %s", made.Raw, again.Raw)
	}
	keyed.Pay(body.Merged(object{"amount": 1})).Bad("Idempotency-Key")
	desk.Get(apptest.Payments+"/"+made.Text("data", "_id")).Want(200).Is("PAY-1", "data", "paymentNumber")
	sums(desk, id, 2500.5, 0, 7499.5)
	desk.Pay(object{"bookingId": id, "amount": 9000, "payerName": "Her firm"}).Want(201).
		Is("Her firm", "data", "payerName").Is(9000, "data", "advanceAmount")
	sums(desk, id, 11500.5, 0, -1500.5)
	if upi, cash := desk.Balance(desk.DefaultAccount("upi")), desk.Balance(desk.DefaultAccount("cash")); upi != 2500.5 ||
		cash != 9000 {
		t.Errorf("UPI has %v and cash has %v", upi, cash)
	}
}

func payRefuses(t *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	draft := desk.Post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Tea", "unitPrice": 100}},
		"buyer": object{"name": "Ravi"}}).Want(201).Text("data", "_id")
	void := desk.Bill(100)
	desk.Post("/api/invoices/{org}/"+void+"/void", object{"reason": "x"}).Want(200)
	paid := desk.Bill(100)
	desk.Pay(object{"invoiceId": paid, "amount": 100}).Want(201)
	body := object{"bookingId": id, "amount": 100}
	for field, wrong := range map[string]object{
		"amount": {"amount": 0}, "method": {"method": "barter"}, "accountId": {"accountId": apptest.Nobody},
		"receivedAt": {"receivedAt": "2026-04-14T06:30:01.000Z"},
	} {
		desk.Pay(body.Merged(wrong)).Bad(field)
	}
	for _, amount := range []any{-1, 1.001, "1", 1e30} {
		desk.Pay(body.Merged(object{"amount": amount})).Bad("amount")
	}
	desk.Pay(object{"amount": 1}).Bad("bookingId")
	desk.Pay(body.Merged(object{"invoiceId": paid})).Bad("bookingId").Bad("invoiceId")
	desk.Pay(object{"bookingId": apptest.Nobody, "amount": 1}).Bad("bookingId")
	for _, invoice := range []string{draft, void, paid, apptest.Nobody} {
		desk.Pay(object{"invoiceId": invoice, "amount": 1}).Bad("invoiceId")
		desk.Pay(object{"amount": 2, "allocations": []object{{"bookingId": id, "amount": 1},
			{"invoiceId": invoice, "amount": 1}}}).Bad("allocations[1].invoiceId")
	}
	part := object{"bookingId": id, "amount": 1}
	desk.Pay(object{"amount": 3, "allocations": []object{part, part}}).Bad("allocations")
	desk.Pay(object{"amount": 1, "allocations": []object{part, {"amount": 1},
		{"bookingId": id, "invoiceId": paid, "amount": 0}}}).
		Bad("allocations[1].bookingId").Bad("allocations[2].bookingId").Bad("allocations[2].invoiceId").
		Bad("allocations[2].amount")
	foreign := desk.AnotherHotel()
	foreign.Pay(body).Bad("bookingId")
	foreign.Pay(object{"invoiceId": paid, "amount": 1}).Bad("invoiceId")
	foreign.Pay(object{"bookingId": foreign.Book("2026-04-20", "2026-04-22", foreign.CreateRooms(1)...), "amount": 1,
		"accountId": desk.DefaultAccount("cash")}).Bad("accountId")
	sums(desk, id, 0, 0, 10000)
}

func payOpenInvoices(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	desk.Put("/api/accounts/{org}/settings", object{"dueDays": 5}).Want(200)
	id := desk.Book("2026-04-14", "2026-04-16", desk.CreateRooms(1)...)
	desk.Post(apptest.BookingPath(id, "/arrival"), nil).Want(200)
	// the first night
	first := desk.Post("/api/invoices/{org}/create", object{"bookingId": id, "postedOnly": true, "issue": true}).Want(201).
		Text("data", "_id")
	s.Clock.Advance(apptest.Day)
	desk = s.Login(desk.Org, desk.Email)
	second := billBooking(desk, id)
	desk.Pay(object{"bookingId": id, "amount": 6000}).Want(201).Is(0, "data", "advanceAmount").
		Is(first, "data", "allocations", 0, "invoiceId").
		Is(5000, "data", "allocations", 0, "amount").Is(second, "data", "allocations", 1, "invoiceId").
		Is(1000, "data", "allocations", 1, "amount")
	owes(desk, first, "paid", 5000, 0)
	owes(desk, second, "partially_paid", 1000, 4000)
	desk.Pay(object{"bookingId": id, "amount": 5000}).Want(201).Is(1000, "data", "advanceAmount")
	owes(desk, second, "paid", 5000, 0)
	sums(desk, id, 11000, 0, -1000)
}

func payInvoice(t *testing.T, desk *apptest.Caller) {
	free := desk.Bill(1000)
	desk.Pay(object{"invoiceId": free, "amount": 400}).Want(201).Is("Ravi Das", "data", "payerName").
		Is("ravi@hotel.example", "data", "payerEmail")
	owes(desk, free, "partially_paid", 400, 600)
	over := desk.Pay(object{"invoiceId": free, "amount": 700.25}).Want(201).Is(100.25, "data", "advanceAmount").
		Is("", "data", "allocations", 1, "bookingId").Is("", "data", "allocations", 1, "invoiceId")
	owes(desk, free, "paid", 1000, 0)
	desk.Pay(object{"invoiceId": free, "amount": 1}).Bad("invoiceId")

	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	desk.Pay(object{"bookingId": id, "amount": 3000}).Want(201)
	whole := billBooking(desk, id) // the advance is applied to it
	owes(desk, whole, "partially_paid", 3000, 7000)
	desk.Pay(object{"invoiceId": whole, "amount": 7500}).Want(201).Is(500, "data", "advanceAmount").
		Is(id, "data", "allocations", 1, "bookingId")
	owes(desk, whole, "paid", 10000, 0)
	sums(desk, id, 10500, 0, -500)
	desk.Get(apptest.Payments+"/list?invoiceId="+whole).Want(200).Is(2, "pagination", "total")
	desk.Get(apptest.Payments+"/list?bookingId="+id).Want(200).Is(2, "pagination", "total")
	desk.Get(apptest.Payments+"/"+over.Text("data", "_id")).Want(200).Is(100.25, "data", "advanceAmount")
}

func paySplit(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	one, two := desk.Book("2026-04-20", "2026-04-22", rooms[0]), desk.Book("2026-04-20", "2026-04-21", rooms[1])
	bill := desk.Bill(300)
	split := desk.Pay(object{"amount": 1500, "allocations": []object{{"bookingId": one, "amount": 1000},
		{"bookingId": two, "amount": 100}, {"invoiceId": bill, "amount": 250},
		{"bookingId": one, "amount": 50}, {"invoiceId": bill, "amount": 100}}}).Want(201)
	split.Is(1200, "data", "advanceAmount")
	parts := map[string]any{}
	for i := range split.List("data", "allocations") {
		parts[split.Text("data", "allocations", i, "bookingCode")+split.Text("data", "allocations", i,
			"invoiceNumber")] = split.At("data", "allocations", i, "amount")
	}
	if fmt.Sprint(parts) != "map[:50 BK-1:1050 BK-2:100 INV-1:300]" {
		t.Errorf("it is for %v", parts)
	}
	sums(desk, one, 1050, 0, 8950)
	sums(desk, two, 100, 0, 4900)
	owes(desk, bill, "paid", 300, 0)
	// Refunded in full, it leaves nothing behind.
	desk.Post(apptest.Payments+"/"+split.Text("data", "_id")+"/refund", object{"amount": 1500, "reason": "x"}).Want(201).
		Is("refund", "data", "type")
	sums(desk, one, 1050, 1050, 10000)
	sums(desk, two, 100, 100, 5000)
	owes(desk, bill, "issued", 0, 300)
	desk.Get(apptest.Payments+"/list?bookingId="+two).Want(200).Is(2, "pagination", "total")
}

func payCancelled(t *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 500}).Want(200)
	desk.Pay(object{"bookingId": id, "amount": 500.01}).Bad("amount")
	desk.Pay(object{"bookingId": id, "amount": 200}).Want(201)
	desk.Pay(object{"amount": 310, "allocations": []object{{"bookingId": id, "amount": 300},
		{"bookingId": id, "amount": 10}}}).Bad("allocations[1].amount")
	desk.Pay(object{"bookingId": id, "amount": 300}).Want(201)
	desk.Pay(object{"bookingId": id, "amount": 0.01}).Bad("amount")
	sums(desk, id, 500, 0, 0)
}

func refundPayments(t *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	card := desk.Pay(object{"bookingId": id, "amount": 4000, "method": "card"}).Want(201).Text("data", "_id")
	refund := apptest.Payments + "/" + card + "/refund"
	desk.Post(refund, object{"amount": 4000.01, "reason": "x"}).Bad("amount")
	desk.Post(refund, object{"amount": 0, "reason": "x"}).Bad("amount")
	desk.Post(refund, object{"amount": 1}).Bad("reason")
	desk.Post(refund, object{"amount": 1, "reason": "x", "accountId": apptest.Nobody}).Bad("accountId")
	keyed := desk.With("Idempotency-Key", "back")
	back := keyed.Post(refund, object{"amount": 1000.5, "reason": "Less", "reference": "R1"}).Want(201)
	keyed.Post(refund, object{"amount": 1000.5, "reason": "Less", "reference": "R1"}).Want(201).
		Is(back.At("data", "_id"), "data", "_id")
	back.Is("PAY-2", "data", "paymentNumber").Is("Card", "data", "accountName").Is(card, "data", "refundOf").
		Is("Less", "data", "notes").Is(0, "data", "advanceAmount").
		Is(id, "data", "allocations", 0, "bookingId").Is(1000.5, "data", "allocations", 0, "amount")
	desk.Get(apptest.Payments+"/"+card).Want(200).Is(1000.5, "data", "refundedAmount").Is(2999.5, "data", "advanceAmount")
	sums(desk, id, 4000, 1000.5, 7000.5)
	desk.Post(refund, object{"amount": 500, "reason": "In cash", "method": "cash"}).Want(201).
		Is("Cash", "data", "accountName")
	if desk.Balance(desk.DefaultAccount("card")) != 2999.5 || desk.Balance(desk.DefaultAccount("cash")) != -500 {
		t.Error("the refunds were taken from other accounts")
	}
	invoice := billBooking(desk, id) // takes the 2499.50 that are left
	owes(desk, invoice, "partially_paid", 2499.5, 7500.5)
	desk.Pay(object{"invoiceId": invoice, "amount": 7500.5}).Want(201)
	desk.Post(refund, object{"amount": 2499.5, "reason": "All"}).Want(201).
		Is(invoice, "data", "allocations", 0, "invoiceId")
	owes(desk, invoice, "partially_paid", 7500.5, 2499.5)
	desk.Post(refund, object{"amount": 1, "reason": "x"}).Refused(400, "refunded")
	desk.Post(apptest.Payments+"/"+back.Text("data", "_id")+"/refund", object{"amount": 1, "reason": "x"}).
		Refused(400, "refund")
	desk.Post(apptest.Payments+"/"+apptest.Nobody+"/refund", object{"amount": 1, "reason": "x"}).Want(404)
	desk.AnotherHotel().Post(refund, object{"amount": 1, "reason": "x"}).Want(404)
}

func voidPayments(t *testing.T, desk *apptest.Caller) {
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	invoice := billBooking(desk, id)
	made := desk.Pay(object{"bookingId": id, "amount": 10500}).Want(201).Text("data", "_id")
	void := apptest.Payments + "/" + made + "/void"
	desk.Post(void, object{"reason": ""}).Bad("reason")
	desk.Post(void, object{"reason": "Typed twice"}).Want(200).Is("void", "data", "status").
		Is("Typed twice", "data", "voidReason").Is([]any{}, "data", "allocations").Is(0, "data", "advanceAmount")
	owes(desk, invoice, "issued", 0, 10000)
	sums(desk, id, 0, 0, 10000)
	desk.Post(void, object{"reason": "x"}).Refused(400, "void already")
	desk.Post(apptest.Payments+"/"+made+"/refund", object{"amount": 1, "reason": "x"}).Refused(400, "void")
	desk.Post(apptest.Payments+"/"+made+"/apply", object{"invoiceId": invoice}).Refused(400, "stands")
	desk.Post(apptest.Payments+"/"+made+"/send", object{"email": "asha@hotel.example"}).Refused(400, "void")
	if got := desk.Balance(desk.DefaultAccount("cash")); got != 0 {
		t.Errorf("cash has %v", got)
	}
	part := desk.Pay(object{"bookingId": id, "amount": 100}).Want(201).Is("PAY-2", "data", "paymentNumber").
		Text("data", "_id")
	back := desk.Post(apptest.Payments+"/"+part+"/refund", object{"amount": 1, "reason": "x"}).Want(201).
		Text("data", "_id")
	desk.Post(apptest.Payments+"/"+part+"/void", object{"reason": "x"}).Refused(400, "refunded")
	desk.Post(apptest.Payments+"/"+back+"/void", object{"reason": "x"}).Refused(400, "refund")
	old := desk.Pay(object{"bookingId": id, "amount": 100}).Want(201).Text("data", "_id")
	before := desk.Pay(object{"bookingId": id, "amount": 100, "receivedAt": "2026-04-13T10:00:00.000Z"}).Want(201).
		Text("data", "_id")
	desk.Post(apptest.Payments+"/"+before+"/void", object{"reason": "x"}).Refused(400, "own day")
	desk = desk.Later(12 * time.Hour) // past midnight
	desk.Post(apptest.Payments+"/"+old+"/void", object{"reason": "x"}).Refused(400, "own day")
}

func applyAdvance(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	one, two := desk.Book("2026-04-20", "2026-04-22", rooms[0]), desk.Book("2026-04-20", "2026-04-21", rooms[1])
	advance := desk.Pay(object{"bookingId": one, "amount": 3000}).Want(201).Text("data", "_id")
	apply := apptest.Payments + "/" + advance + "/apply"
	bill := desk.Bill(800) // of nobody's booking
	desk.Post(apply, object{"invoiceId": bill, "amount": 800.01}).Bad("amount")
	desk.Post(apply, object{"invoiceId": bill, "amount": 0}).Bad("amount")
	desk.Post(apply, object{"invoiceId": apptest.Nobody}).Bad("invoiceId")
	desk.Post(apply, object{}).Bad("invoiceId")
	desk.Post(apply, object{"invoiceId": bill, "amount": 300}).Want(200).Is(2700, "data", "advanceAmount")
	owes(desk, bill, "partially_paid", 300, 500)
	sums(desk, one, 2700, 0, 7300)
	other := billBooking(desk, two)
	desk.Post(apply, object{"invoiceId": other}).Want(200).Is(0, "data", "advanceAmount")
	owes(desk, other, "partially_paid", 2700, 2300)
	sums(desk, one, 0, 0, 10000)
	sums(desk, two, 2700, 0, 2300)
	desk.Post(apply, object{"invoiceId": other}).Refused(400, "advance")
	nobodys := desk.Pay(object{"invoiceId": bill, "amount": 600}).Want(201).Is(100, "data", "advanceAmount").
		Text("data", "_id")
	desk.Post(apptest.Payments+"/"+nobodys+"/apply", object{"invoiceId": other, "amount": 60}).Want(200).
		Is(40, "data", "advanceAmount")
	sums(desk, two, 2760, 0, 2240)
}

func giveBackOnCancel(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	desk.Pay(object{"bookingId": id, "amount": 1000}).Want(201)
	invoice := billBooking(desk, id) // takes the 1000
	s.Clock.Advance(time.Second)
	desk.Pay(object{"bookingId": id, "amount": 9500, "method": "upi"}).Want(201) // 9000 to the invoice, 500 in advance
	owes(desk, invoice, "paid", 10000, 0)
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 10500.01}).Bad("refundAmount")
	desk.Put(apptest.BookingPath(id, "/cancel"), object{"reason": "x", "cancellationCharge": 800, "refundAmount": 9700,
		"refundMethod": "bank_transfer"}).Want(200)
	desk.Get(apptest.BookingPath(id, "")).Want(200).Is(10500, "data", "paidAmount").Is(9700, "data", "refundAmount")
	desk.Get(apptest.Payments+"/list?type=refund").Want(200).Is(2, "pagination", "total").Is(9700, "totals", "refunded")
	if got := desk.Balance(desk.DefaultAccount("bank")); got != -9700 {
		t.Errorf("the bank has %v", got)
	}
}

func listPayments(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	one := desk.Pay(object{"bookingId": id, "amount": 100, "method": "upi", "reference": "UTR9"}).Want(201).
		Text("data", "_id")
	s.Clock.Advance(time.Second)
	desk.Post(apptest.Payments+"/"+one+"/refund", object{"amount": 40, "reason": "x"}).Want(201)
	s.Clock.Advance(time.Second)
	void := desk.Pay(object{"bookingId": id, "amount": 7, "payerName": "Åsa"}).Want(201).Text("data", "_id")
	desk.Post(apptest.Payments+"/"+void+"/void", object{"reason": "x"}).Want(200)
	s.Clock.Advance(time.Second)
	desk.Pay(object{"bookingId": id, "amount": 200, "receivedAt": "2026-04-12T06:30:00.000Z"}).Want(201)
	all := desk.Get(apptest.Payments+"/list").Want(200).Is("PAY-4", "data", 0, "paymentNumber").
		Is("PAY-1", "data", 3, "paymentNumber").Is(4, "pagination", "total").
		Is(300, "totals", "received").Is(40, "totals", "refunded").Is(260, "totals", "net")
	all.Fields(all.At("totals"), "received", "refunded", "net")
	rows := desk.Register(apptest.Payments+"/list", "?from=2026-04-13")
	if len(rows) != 3 {
		t.Fatalf("the register has %v", rows)
	}
	desk.HasRow(rows[0], map[string]string{"Payment": "PAY-1", "Kind": "payment", "Method": "UPI", "Reference": "UTR9",
		"Bookings": "BK-1", "Amount INR": "100", "Received INR": "100"})
	desk.HasRow(rows[1], map[string]string{"Payment": "PAY-2", "Kind": "refund", "Amount INR": "40",
		"Received INR": "-40"})
	desk.HasRow(rows[2], map[string]string{"Payment": "PAY-3", "Status": "void", "Payer": "Åsa", "Amount INR": "7",
		"Received INR": "0"})
	for query, want := range map[string]string{
		"type=refund": "PAY-2", "type=payment&status=recorded": "PAY-4 PAY-1", "status=void": "PAY-3",
		"method=upi": "PAY-2 PAY-1", "from=2026-04-13": "PAY-3 PAY-2 PAY-1",
		"to=2026-04-13": "PAY-4", "search=utr": "PAY-1", "search=" + url.QueryEscape("åsa"): "PAY-3", "search=pay-2": "PAY-2",
		"search=" + url.QueryEscape("%"): "", "bookingId=" + id: "PAY-4 PAY-3 PAY-2 PAY-1",
		"bookingId=" + apptest.Nobody: "", "accountId=" + desk.DefaultAccount("upi"): "PAY-2 PAY-1",
		"limit=1&page=2": "PAY-3",
	} {
		found := desk.Get(apptest.Payments + "/list?" + query).Want(200)
		var numbers []string
		for i := range found.List("data") {
			numbers = append(numbers, found.Text("data", i, "paymentNumber"))
		}
		if got := strings.Join(numbers, " "); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	for field, query := range map[string]string{"type": "type=x", "method": "method=gold", "status": "status=paid",
		"from": "from=x", "to": "to=2026-02-30", "limit": "limit=101"} {
		desk.Get(apptest.Payments + "/list?" + query).Bad(field)
	}
	desk.Get("/api/bookings/{org}/overview").Want(200)
}

func payClosedDays(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	s.Exec(`UPDATE business_days SET closed_day = '2026-04-14' WHERE org_id = $1`, desk.Org)
	// 23:59:59 of the 13th
	desk.Pay(object{"bookingId": id, "amount": 1, "receivedAt": "2026-04-13T18:29:59.999Z"}).Bad("receivedAt")
	made := desk.Pay(object{"bookingId": id, "amount": 1, "receivedAt": "2026-04-13T18:30:00.000Z"}).Want(201).
		Is("2026-04-15", "data", "date").Text("data", "_id")
	desk.Post(apptest.Payments+"/"+made+"/void", object{"reason": "x"}).Want(200)
	desk.Get(apptest.Payments+"/"+made).Is("2026-04-13T18:30:00.000Z", "data", "receivedAt")
	taken := desk.Pay(object{"bookingId": id, "amount": 2}).Want(201).Text("data", "_id")
	s.Exec(`UPDATE business_days SET closed_day = '2026-04-15' WHERE org_id = $1`, desk.Org)
	desk.Post(apptest.Payments+"/"+taken+"/void", object{"reason": "x"}).Want(400) // its report has it
	desk.Post(apptest.Payments+"/"+taken+"/refund", object{"amount": 2, "reason": "x"}).Want(201).
		Is("2026-04-16", "data", "date")
}

func paymentPapers(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	desk.Put("/api/organization/"+desk.Org+"/update", object{"gstin": "27AAPFU0939F1ZV"}).Want(200)
	id := desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", desk.CreateRooms(1)...).
		Merged(object{"guestEmail": "asha@hotel.example"})).Want(201).Text("data", "bookingId")
	advance := desk.Pay(object{"bookingId": id, "amount": 2100, "reference": "R 1"}).Want(201).Text("data", "_id")
	receipt := desk.Download(apptest.Payments+"/"+advance+"/pdf", "application/pdf")
	if again := desk.Download(apptest.Payments+"/"+advance+"/pdf",
		"application/pdf"); string(again.Raw) != string(receipt.Raw) || !strings.HasPrefix(string(receipt.Raw), "%PDF-") {
		t.Error("reading a receipt twice gives different papers, or none")
	}
	if name := receipt.Header.Get("Content-Disposition"); !strings.Contains(name, "Receipt Voucher PAY-1.pdf") {
		t.Errorf("an advance's paper is called %s", name)
	}
	refund := desk.Post(apptest.Payments+"/"+advance+"/refund", object{"amount": 100, "reason": "x"}).Want(201).
		Text("data", "_id")
	if name := desk.Download(apptest.Payments+"/"+refund+"/pdf", "application/pdf").
		Header.Get("Content-Disposition"); !strings.Contains(name, "Refund Voucher PAY-2.pdf") {
		t.Errorf("a refund's paper is called %s", name)
	}
	bill := desk.Pay(object{"invoiceId": desk.Bill(100), "amount": 100}).Want(201).Text("data", "_id")
	if name := desk.Download(apptest.Payments+"/"+bill+"/pdf", "application/pdf").
		Header.Get("Content-Disposition"); !strings.Contains(name, `"Receipt PAY-3.pdf"`) {
		t.Errorf("a paid invoice's paper is called %s", name)
	}
	desk.Get(apptest.Payments + "/" + apptest.Nobody + "/pdf").Want(404)
	plain := desk.AnotherHotel() // without a GSTIN
	taken := plain.Pay(object{"bookingId": plain.Book("2026-04-20", "2026-04-22", plain.CreateRooms(1)...), "amount": 5}).
		Want(201).Text("data", "_id")
	if name := plain.Download(apptest.Payments+"/"+taken+"/pdf", "application/pdf").
		Header.Get("Content-Disposition"); !strings.Contains(name, `"Receipt PAY-1.pdf"`) {
		t.Errorf("without a GSTIN an advance's paper is called %s", name)
	}
	desk.Post(apptest.Payments+"/"+advance+"/send", object{"email": "not an address"}).Bad("email")
	desk.Post(apptest.Payments+"/"+advance+"/send", object{"email": "a@hotel.example\r\nBcc: b@hotel.example"}).
		Bad("email")
	desk.Post(apptest.Payments+"/"+advance+"/send", nil).Want(200).
		Is("The receipt is on its way to asha@hotel.example.", "message")
	for file, id := range map[string]string{"Receipt Voucher PAY-1.pdf": advance, "Refund Voucher PAY-2.pdf": refund} {
		address := id + "@hotel.example" // that no other engine's mails have
		desk.Post(apptest.Payments+"/"+id+"/send", object{"email": address}).Want(200)
		name, content := s.MailedFile(address)
		if name != file || string(content) != string(desk.Download(apptest.Payments+"/"+id+"/pdf", "application/pdf").Raw) {
			t.Errorf("%s of %d bytes is enclosed, want %s", name, len(content), file)
		}
	}
	s.Mail(advance+"@hotel.example", "Receipt PAY-1 from") // the template's subject
	unknown := desk.Pay(object{"bookingId": desk.Book("2026-04-24", "2026-04-25", desk.Get("/api/rooms/{org}/list").
		Want(200).Text("data", 0, "_id")), "amount": 1}).Want(201).Text("data", "_id")
	desk.Post(apptest.Payments+"/"+unknown+"/send", nil).Bad("email")
}

func paymentEvents(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
	newest := func(action string) apptest.Answer {
		t.Helper()
		a := desk.Get("/api/audit/{org}/logs?limit=1").Want(200).Is(action, "data", 0, "action").
			Is("payment", "data", 0, "resourceType")
		s.Clock.Advance(time.Second)
		return a
	}
	s.Clock.Advance(time.Second)
	made := desk.Pay(object{"bookingId": id, "amount": 500}).Want(201).Text("data", "_id")
	newest("payment.recorded").Is(500, "data", 0, "details", "amount").Is("Cash", "data", 0, "details", "accountName").
		Is(id, "data", 0, "details", "allocations", 0, "bookingId")
	desk.Get("/api/notifications/{org}?limit=1").Want(200).Is("payment_received", "data", 0, "type").
		Is("PAY-1 received for booking BK-1", "data", 0, "message")
	desk.Post(apptest.Payments+"/"+made+"/refund", object{"amount": 100, "reason": "x"}).Want(201)
	newest("payment.recorded").Is("refund", "data", 0, "details", "kind").Is(made, "data", 0, "details", "refundOf")
	bill := desk.Bill(150)
	s.Clock.Advance(time.Second)
	desk.Post(apptest.Payments+"/"+made+"/apply", object{"invoiceId": bill}).Want(200)
	newest("payment.applied").Is(400, "data", 0, "details", "from", "advanceAmount").
		Is(250, "data", 0, "details", "to", "advanceAmount").Is(0, "data", 0, "details", "to", "invoiceBalanceDue")
	void := desk.Pay(object{"bookingId": id, "amount": 9}).Want(201).Text("data", "_id")
	s.Clock.Advance(time.Second)
	desk.Post(apptest.Payments+"/"+void+"/void", object{"reason": "Wrong"}).Want(200)
	newest("payment.voided").Is("recorded", "data", 0, "details", "from").Is("void", "data", 0, "details", "to").
		Is("Wrong", "data", 0, "details", "reason")
}

// atOnce sends a request from each of the clients at the same time and returns the answers by status.
func atOnce(c *apptest.Caller, t *testing.T, clients int, path string,
	body func(n int) object) map[int][]apptest.Answer {
	t.Helper()
	var lock sync.Mutex
	answers := map[int][]apptest.Answer{}
	var working sync.WaitGroup
	for n := range clients {
		working.Go(func() {
			a, err := c.Try("POST", path, body(n))
			lock.Lock()
			defer lock.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			answers[a.Status] = append(answers[a.Status], a)
		})
	}
	working.Wait()
	return answers
}

// Forty clients compete for the same money: no sum is ever exceeded, and every refusal says why.
func TestPaymentsAtOnce(t *testing.T) {
	const clients = 40
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		refused := func(what string, answers map[int][]apptest.Answer, created int, words string) {
			t.Helper()
			if len(answers[201])+len(answers[200]) != created || len(answers[400]) != clients-created {
				t.Errorf("%s: %d succeeded and %d were refused, want %d of %d", what, len(answers[201])+len(answers[200]),
					len(answers[400]), created, clients)
			}
			for _, a := range answers[400] {
				if !strings.Contains(string(a.Raw), words) {
					t.Errorf("%s was refused with %s", what, a.Raw)
				}
			}
		}
		whole := desk.Bill(1000)
		refused("paying an invoice", atOnce(desk, t, clients, apptest.Payments+"/create", func(int) object {
			return object{"invoiceId": whole, "amount": 1000, "method": "cash"}
		}), 1, "owes nothing")
		owes(desk, whole, "paid", 1000, 0)
		parts := desk.Bill(1000)
		refused("paying parts", atOnce(desk, t, clients, apptest.Payments+"/create", func(int) object {
			return object{"invoiceId": parts, "amount": 100, "method": "upi"}
		}), 10, "owes nothing")
		owes(desk, parts, "paid", 1000, 0)

		id := desk.Book("2026-04-20", "2026-04-22", desk.CreateRooms(1)...)
		paid := desk.Pay(object{"bookingId": id, "amount": 1000}).Want(201).Text("data", "_id")
		refused("refunding", atOnce(desk, t, clients, apptest.Payments+"/"+paid+"/refund", func(int) object {
			return object{"amount": 150, "reason": "x"}
		}), 6, "left")
		sums(desk, id, 1000, 900, 9900)
		again := desk.Pay(object{"bookingId": id, "amount": 70}).Want(201).Text("data", "_id")
		refused("the whole refund", atOnce(desk, t, clients, apptest.Payments+"/"+again+"/refund", func(int) object {
			return object{"amount": 70, "reason": "x"}
		}), 1, "refunded as a whole")
		both := desk.Pay(object{"bookingId": id, "amount": 70}).Want(201).Text("data", "_id")
		var working sync.WaitGroup
		results := make([]map[int][]apptest.Answer, 2)
		for i, path := range []string{"/void", "/refund"} {
			working.Go(func() {
				results[i] = atOnce(desk, t, clients/2, apptest.Payments+"/"+both+path, func(int) object {
					return object{"amount": 70, "reason": "x"}
				})
			})
		}
		working.Wait()
		if done := len(results[0][200]) + len(results[1][201]); done != 1 ||
			len(results[0][400])+len(results[1][400]) != clients-1 {
			t.Errorf("%d of the concurrent voids and refunds succeeded: %v", done, results)
		}
		advance := desk.Pay(object{"bookingId": id, "amount": 500}).Want(201).Text("data", "_id")
		bill := desk.Bill(100)
		refused("applying", atOnce(desk, t, clients, apptest.Payments+"/"+advance+"/apply", func(int) object {
			return object{"invoiceId": bill, "amount": 30}
		}), 3, "must not be more than")
		keyed := desk.With("Idempotency-Key", "double click")
		clicks := atOnce(keyed, t, clients, apptest.Payments+"/create", func(int) object {
			return object{"bookingId": id, "amount": 5, "method": "cash"}
		})
		if len(clicks[201]) != clients {
			t.Errorf("clicks were answered %v", clicks)
		}
		for _, a := range clicks[201] {
			if string(a.Raw) != string(clicks[201][0].Raw) {
				t.Errorf("two clicks were answered %s and %s", a.Raw, clicks[201][0].Raw)
			}
		}
		apptest.BooksBalance(t, desk)
	})
}
