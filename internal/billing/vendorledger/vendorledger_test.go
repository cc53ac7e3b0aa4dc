package vendorledger_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	vendor   = "/api/vendor/{org}"
	expenses = "/api/expenses/{org}"
)

func TestVendorAccounts(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "terms", Run: terms},
		{Name: "one payment over many bills", Run: manyBills},
		{Name: "an advance, applied later", Run: advance},
		{Name: "void", Run: voidPayment},
		{Name: "what a payment refuses", Run: refusals},
		{Name: "ageing and statements", Run: ages},
		{Name: "a bill that is another vendor's", Run: moved},
	}, apptest.Balanced, apptest.BooksBalance)
}

// supplier is the address of a new vendor, and its id.
func supplier(owner *apptest.Caller, fields ...object) (path, id string) {
	body := object{"name": "Lake City Linen", "paymentTermsDays": 30}
	for _, f := range fields {
		body = body.Merged(f)
	}
	id = owner.CreateVendor(body)
	return vendor + "/" + id, id
}

// bill records a bill of the vendor.
func bill(owner *apptest.Caller, vendorID string, amount float64, fields ...object) string {
	body := object{"vendorId": vendorID, "category": "Linen", "amount": amount, "date": "2026-04-10", "onCredit": true}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return owner.Post(expenses+"/create", body).Want(201).Text("data", "_id")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	bill(owner, id, 100)
	paid := owner.Post(path+"/payments", object{"amount": 1}).Want(201).Text("data", "_id")
	none := owner.Member("Porter", object{"vendors": object{"manage": true}})
	elsewhere := owner.AnotherHotel()
	one := vendor + "/payments/" + paid
	for _, p := range []struct{ method, path, flag string }{
		{"POST", path + "/payments", "update"}, {"GET", path + "/account", "view"}, {"GET", path + "/statement", "view"},
		{"GET", vendor + "/ageing", "view"}, {"GET", vendor + "/payments", "view"}, {"GET", one, "view"},
		{"POST", one + "/apply", "update"}, {"POST", one + "/void", "delete"},
	} {
		body := object{"amount": 1, "oldestFirst": true, "reason": "x"}
		none.Do(p.method, p.path, body).Refused(403, "expenses."+p.flag)
		owner.Server.Anyone().Do(p.method, "/api/vendor/"+owner.Org+p.path[len(vendor):], body).Refused(401, "")
		if p.path != vendor+"/ageing" && p.path != vendor+"/payments" {
			elsewhere.Do(p.method, p.path, body).Want(404)
		}
	}
}

// A bill on credit is due by the vendor's terms.
func terms(_ *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	owner.Get(path).Want(200).Is(30, "data", "paymentTermsDays")
	body := object{"vendorId": id, "category": "Linen", "amount": 100, "date": "2026-04-10", "onCredit": true}
	owner.Post(expenses+"/create", body).Want(201).Is("2026-05-10", "data", "dueDate").Is("unpaid", "data", "status")
	owner.Post(expenses+"/create", body.Merged(object{"dueDate": "2026-04-20"})).Want(201).
		Is("2026-04-20", "data", "dueDate")
	owner.Put(path+"/update", object{"paymentTermsDays": nil}).Want(200).Is(nil, "data", "paymentTermsDays")
	owner.Post(expenses+"/create", body).Bad("dueDate")
	owner.Post(expenses+"/create", body.Without("vendorId")).Bad("dueDate")
	owner.Post(expenses+"/create", body.Merged(object{"method": "cash", "dueDate": "2026-04-20"})).Bad("method")
	owner.Put(path+"/update", object{"paymentTermsDays": -1}).Bad("paymentTermsDays")
}

func manyBills(t *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	a, b := bill(owner, id, 1000), bill(owner, id, 500.5)
	bank := owner.DefaultAccount("bank")
	keyed := owner.With("Idempotency-Key", "once")
	body := object{"amount": 1200, "reference": "UTR 1", "date": "2026-04-12",
		"allocations": []object{{"billId": a, "amount": 1000}, {"billId": b, "amount": 200}}}
	made := keyed.Post(path+"/payments", body).Want(201).Is("VP-1", "data", "number").Is(0, "data", "unappliedAmount").
		Is(a, "data", "bills", 0, "billId").Is(200, "data", "bills", 1, "amount")
	keyed.Post(path+"/payments", body).Want(201).Is(made.At("data", "_id"), "data", "_id")
	owner.Get(expenses+"/"+a).Want(200).Is("paid", "data", "status").
		Is(made.At("data", "_id"), "data", "payments", 0, "vendorPaymentId").Is("UTR 1", "data", "payments", 0, "reference")
	part := owner.Get(expenses+"/"+b).Want(200).Is("partially_paid", "data", "status").Is(300.5, "data", "balanceDue").
		Text("data", "payments", 0, "_id")
	owner.Post(expenses+"/"+b+"/payments/"+part+"/void", object{"reason": "x"}).Refused(400, "payment to the vendor")
	if owner.InBooks("payables") != -30050 || owner.InBooks(bank) != -120000 {
		t.Errorf("the books owe %d, and the bank has %d", owner.InBooks("payables"), owner.InBooks(bank))
	}
	owner.Post(path+"/payments", object{"amount": 300.5, "oldestFirst": true}).Want(201).
		Is(b, "data", "bills", 0, "billId")
	owner.Get(path+"/account").Want(200).Is(0, "data", "balance").Is([]any{}, "data", "bills")
	owner.Get(vendor+"/payments?vendorId="+id).Want(200).Is(2, "pagination", "total").Is("VP-2", "data", 0, "number")
	owner.Delete(path+"/delete").Refused(400, "expenses")
}

func advance(t *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	paid := owner.Post(path+"/payments", object{"amount": 800, "method": "cash"}).Want(201).
		Is(800, "data", "unappliedAmount").Text("data", "_id")
	if owner.InBooks("payables") != 80000 {
		t.Errorf("the advance is not in the books: %d", owner.InBooks("payables"))
	}
	at := vendor + "/payments/" + paid
	owner.Post(at+"/apply", object{"oldestFirst": true}).Refused(400, "Nothing is owed")
	b := bill(owner, id, 500)
	_, other := supplier(owner, object{"name": "Other"})
	foreign := bill(owner, other, 500)
	owner.Post(at+"/apply", object{}).Bad("allocations")
	owner.Post(at+"/apply", object{"allocations": []object{{"billId": foreign, "amount": 1}}}).Bad("allocations[0].billId")
	owner.Post(at+"/apply", object{"allocations": []object{{"billId": b, "amount": 500.01}}}).
		Bad("allocations[0].amount")
	owner.Get(path+"/account").Want(200).Is(-300, "data", "balance").Is(800, "data", "unappliedAmount").
		Is("VP-1", "data", "advances", 0, "number")
	owner.Post(at+"/apply", object{"allocations": []object{{"billId": b, "amount": 450}}}).Want(200).
		Is(350, "data", "unappliedAmount").Is(b, "data", "bills", 0, "billId")
	owner.Post(at+"/apply", object{"oldestFirst": true}).Want(200).Is(300, "data", "unappliedAmount")
	owner.Get(expenses+"/"+b).Want(200).Is("paid", "data", "status")
	owner.Get(path+"/account").Want(200).Is(-300, "data", "balance")
	if owner.InBooks("payables") != -20000 {
		t.Errorf("applying has moved the books: %d", owner.InBooks("payables"))
	}
}

func voidPayment(t *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	a, b := bill(owner, id, 100), bill(owner, id, 50)
	paid := owner.Post(path+"/payments", object{"amount": 500, "allocations": []object{{"billId": a, "amount": 60}}}).
		Want(201).Text("data", "_id")
	at := vendor + "/payments/" + paid
	owner.Post(at+"/apply", object{"oldestFirst": true}).Want(200).Is(350, "data", "unappliedAmount")
	owner.Get(expenses+"/"+b).Want(200).Is("paid", "data", "status")
	owner.Post(at+"/void", object{"reason": "Typed twice"}).Want(200).Is("void", "data", "status").
		Is([]any{}, "data", "bills").Is(0, "data", "unappliedAmount").Is("Typed twice", "data", "voidReason")
	owner.Post(at+"/void", object{"reason": "x"}).Refused(400, "void")
	owner.Post(at+"/apply", object{"oldestFirst": true}).Refused(400, "void")
	owner.Get(expenses+"/"+a).Want(200).Is("unpaid", "data", "status").Is(100, "data", "balanceDue")
	owner.Get(path+"/account").Want(200).Is(150, "data", "balance")
	if owner.InBooks("payables") != -15000 || owner.InBooks(owner.DefaultAccount("bank")) != 0 {
		t.Errorf("the books owe %d", owner.InBooks("payables"))
	}
}

func refusals(_ *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	a := bill(owner, id, 100)
	pay := func(fields object) apptest.Answer {
		return owner.Post(path+"/payments", object{"amount": 100}.Merged(fields))
	}
	pay(object{"amount": 0}).Bad("amount")
	pay(object{"amount": 50, "allocations": []object{{"billId": a, "amount": 60}}}).Bad("amount").Bad("allocations")
	pay(object{"allocations": []object{{"billId": a, "amount": 60}, {"billId": a, "amount": 1}}}).
		Bad("allocations[1].billId")
	pay(object{"allocations": []object{{"billId": a, "amount": 0}}}).Bad("allocations[0].amount")
	pay(object{"allocations": []object{{"billId": a, "amount": 1}}, "oldestFirst": true}).Bad("allocations")
	pay(object{"allocations": []object{{"billId": apptest.Nobody, "amount": 1}}}).Bad("allocations[0].billId")
	pay(object{"date": "2026-04-15"}).Bad("date")
	pay(object{"date": "2026-02-30"}).Bad("date")
	pay(object{"accountId": apptest.Nobody}).Bad("accountId")
	pay(object{"reference": "two\nlines"}).Bad("reference")
	owner.Post(vendor+"/"+apptest.Nobody+"/payments", object{"amount": 1}).Want(404)
	owner.Get(vendor + "/payments/" + apptest.Nobody).Want(404)
	owner.Get(path + "/statement?from=x").Bad("from")
	owner.Get(vendor + "/ageing?asOf=x").Bad("asOf")
	owner.Get(vendor+"/payments").Want(200).Is(0, "pagination", "total")
}

func ages(_ *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	for due, amount := range map[string]float64{"2026-04-14": 1, "2026-04-13": 2, "2026-03-15": 4, "2026-03-14": 8,
		"2026-02-12": 16, "2026-01-13": 32, "2025-12-15": 64, "2025-12-14": 128, "2026-06-01": 256} {
		bill(owner, id, amount, object{"dueDate": due, "date": "2025-12-10"})
	}
	owner.Post(path+"/payments", object{"amount": 512}).Want(201)
	owner.Post(expenses+"/create", object{"vendorName": "=Corner shop", "category": "Linen", "amount": 1024,
		"date": "2026-04-10", "dueDate": "2026-04-10"}).Want(201)
	found := owner.Get(vendor+"/ageing").Want(200).Is("2026-04-14", "data", "asOf")
	found.Is("", "data", "vendors", 0, "vendorId").Is(1024, "data", "vendors", 0, "days1to30")
	for field, amount := range map[string]float64{"current": 257, "days1to30": 6, "days31to60": 8, "days61to90": 16,
		"days91to120": 96, "daysOver120": 128, "unappliedAmount": 512, "total": -1} {
		found.Is(amount, "data", "vendors", 1, field)
	}
	owner.Get(vendor+"/ageing?asOf=2026-04-13").Want(200).Is(1535, "data", "totals", "total")
	rows := owner.Register(vendor+"/ageing", "")
	owner.HasRow(rows[1], map[string]string{"Vendor": "Lake City Linen", "Over 120 days": "128", "Total": "-1"})
	st := owner.Get(path+"/statement?from=2026-04-14").Want(200).Is(511, "data", "openingBalance").
		Is(-1, "data", "closingBalance")
	st.Is("payment", "data", "lines", 0, "document").Is(-512, "data", "lines", 0, "amount").
		Is(-1, "data", "lines", 0, "balance")
	file := owner.Register(path+"/statement", "?from=2025-12-01&to=2025-12-31")
	owner.HasRow(file[len(file)-1], map[string]string{"Document": "Closing balance", "Balance INR": "511"})
}

// What is owed follows a bill that turns out to be another vendor's, due on another day, or of another amount.
func moved(t *testing.T, owner *apptest.Caller) {
	path, id := supplier(owner)
	other, otherID := supplier(owner, object{"name": "Other"})
	b := bill(owner, id, 100)
	owner.Post(expenses+"/"+b+"/pay", object{"amount": 30}).Want(201)
	for _, change := range []object{{"dueDate": "2026-04-30"}, {"vendorId": otherID},
		{"vendorId": id, "amount": 150, "date": "2026-04-12"}, {"vendorId": otherID, "dueDate": "2026-05-02"}} {
		owner.Server.Clock.Advance(time.Second)
		owner.Put(expenses+"/"+b+"/update", change).Want(200)
		apptest.BooksHold(t, owner)
	}
	owner.Get(path+"/account").Want(200).Is(0, "data", "balance")
	owner.Get(other+"/account").Want(200).Is(120, "data", "balance")
	owner.Get(path+"/statement").Want(200).Is(0, "data", "closingBalance")
	owner.Post(other+"/payments", object{"amount": 20, "oldestFirst": true}).Want(201)
	owner.Put(expenses+"/"+b+"/update", object{"vendorId": id}).Bad("vendorId")
}
