package cityledger_test

import (
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const companies = "/api/companies/{org}"

func TestCityLedger(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "what moves, and what doesn't", Run: moves},
		{Name: "the limit", Run: limit},
		{Name: "desks at the same time stay within the limit", Run: limitTogether},
		{Name: "a stay on account", Run: stay},
		{Name: "a payment over many", Run: pays},
		{Name: "what is wrong with a payment", Run: wrongPayments},
		{Name: "unapplied and applied", Run: unapplied},
		{Name: "a void payment takes back what came with it", Run: voids},
		{Name: "a write-off, and back", Run: writeOffs},
		{Name: "credit notes", Run: credits},
		{Name: "a void invoice", Run: voidInvoice},
		{Name: "the statement", Run: statement},
		{Name: "ageing", Run: ageing},
	}, func(t apptest.Reporter, owner *apptest.Caller) {
		apptest.BooksBalance(t, owner)
		apptest.FoliosAddUp(t, owner)
	})
}

// debtor is a company that may leave on account, with these fields.
func debtor(owner *apptest.Caller, fields object) (path, id string) {
	owner.Server.T.Helper()
	id = owner.Post(companies+"/create", object{"name": "Rao Textiles", "canLeaveOnAccount": true,
		"paymentTermsDays": 30}.Merged(fields)).Want(201).Text("data", "_id")
	return companies + "/" + id, id
}

// owe puts a new invoice over the amount on the company's account.
func owe(owner *apptest.Caller, path string, amount float64) string {
	owner.Server.T.Helper()
	invoice := owner.Bill(amount)
	owner.Post(path+"/invoices", object{"invoiceId": invoice}).Want(201)
	return invoice
}

func owes(owner *apptest.Caller, path string, balance, unapplied any) apptest.Answer {
	owner.Server.T.Helper()
	return owner.Get(path+"/account").Want(200).Is(balance, "data", "balance").Is(unapplied, "data", "unappliedAmount")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	invoice := owe(owner, path, 1000)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, path, flag string }{
		{"GET", companies + "/ageing", "invoices.view"}, {"GET", path + "/account", "invoices.view"},
		{"GET", path + "/statement", "invoices.view"}, {"POST", path + "/invoices", "invoices.update"},
		{"POST", path + "/invoices/" + invoice + "/take-back", "invoices.update"},
		{"POST", path + "/invoices/" + invoice + "/write-off", "invoices.manage"},
		{"POST", path + "/payments", "payments.create"},
		{"POST", path + "/payments/" + apptest.Nobody + "/apply", "payments.update"},
		{"POST", path + "/settlements/" + apptest.Nobody + "/reverse", "invoices.manage"},
	} {
		body := object{"invoiceId": invoice, "reason": "x", "amount": 1, "method": "cash", "oldestFirst": true}
		switch {
		case strings.HasSuffix(p.path, "/take-back"), strings.HasSuffix(p.path, "/reverse"):
			body = object{"reason": "x"}
		case strings.HasSuffix(p.path, "/write-off"):
			body = object{"reason": "x"}
		case strings.HasSuffix(p.path, "/payments"):
			body = object{"amount": 1, "method": "cash"}
		case strings.HasSuffix(p.path, "/apply"):
			body = object{"oldestFirst": true}
		case strings.HasSuffix(p.path, "/invoices"):
			body = object{"invoiceId": invoice}
		}
		var sent any = body
		if p.method == "GET" {
			sent = nil
		}
		none.Do(p.method, p.path, sent).Refused(403, p.flag)
		stranger.Do(p.method, p.path, sent).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(p.path, "{org}", owner.Org), sent).Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	elsewhere.Get(path + "/account").Want(404)
	elsewhere.Get(path + "/statement").Want(404)
	elsewhere.Post(path+"/payments", object{"amount": 1, "method": "cash"}).Want(404)
	elsewhere.Get(companies+"/ageing").Want(200).Is([]any{}, "data", "companies")
	owes(owner, path, 1000, 0)
}

func moves(t *testing.T, owner *apptest.Caller) {
	path, id := debtor(owner, object{"canLeaveOnAccount": false})
	invoice := owner.Bill(1180)
	move := object{"invoiceId": invoice}
	owner.Post(path+"/invoices", move).Refused(400, "may not leave on account")
	owner.Put(path+"/update", object{"canLeaveOnAccount": true, "creditStatus": "hold"}).Want(200).
		Is("hold", "data", "creditStatus")
	owner.Post(path+"/invoices", move).Refused(400, "on hold")
	owner.Put(path+"/update", object{"creditStatus": "ok", "poRequired": true}).Want(200).
		Is("ok", "data", "creditStatus")
	owner.Post(path+"/invoices", move).Bad("poNumber")
	owner.Post(path+"/invoices", object{"invoiceId": apptest.Nobody, "poNumber": "PO-7"}).Bad("invoiceId")
	draft := owner.CreateInvoice(object{"buyer": object{"name": "Asha"}, "lines": []object{apptest.FreeLine()}}).
		Text("data", "_id")
	owner.Post(path+"/invoices", object{"invoiceId": draft, "poNumber": "PO-7"}).Bad("invoiceId")
	if owner.InBooks("companies") != 0 {
		t.Error("a refusal left something")
	}
	keyed := owner.With("Idempotency-Key", "leave")
	moved := keyed.Post(path+"/invoices", move.Merged(object{"poNumber": "PO-7"})).Want(201).
		Is(invoice, "data", "invoiceId").Is(id, "data", "companyId").Is(1180, "data", "amount").
		Is(1180, "data", "openAmount").Is("2026-05-14", "data", "dueDate").Is("PO-7", "data", "poNumber")
	owner.Get(path+"/account").Want(200).Is(moved.Text("data", "movedAt"), "data", "invoices", 0, "movedAt")
	keyed.Post(path+"/invoices", move.Merged(object{"poNumber": "PO-7"})).Want(201).
		Is(moved.Text("data", "invoiceNumber"), "data", "invoiceNumber")
	owner.Post(path+"/invoices", move.Merged(object{"poNumber": "PO-8"})).Refused(400, "already")
	other, _ := debtor(owner, object{"name": "Das Traders"})
	owner.Post(other+"/invoices", move).Refused(400, "already")
	owner.Post(other+"/invoices/"+invoice+"/take-back", object{"reason": "x"}).Want(404)
	owes(owner, path, 1180, 0).Is(invoice, "data", "invoices", 0, "invoiceId")
	if owner.InBooks("companies") != 118000 || owner.InBooks("guests") != 0 {
		t.Errorf("the books say companies %d, guests %d", owner.InBooks("companies"), owner.InBooks("guests"))
	}
	owner.Delete(path+"/delete").Refused(400, "")
	owner.Post(path+"/invoices/"+invoice+"/take-back", object{"reason": "The guest pays"}).Want(200)
	owes(owner, path, 0, 0).Is([]any{}, "data", "invoices")
	owner.Post(other+"/invoices", move).Want(201)
	owner.Pay(object{"invoiceId": invoice, "amount": 100}).Want(201) // by the usual desk
	owes(owner, other, 1080, 0)
	owner.Post(other+"/invoices/"+invoice+"/take-back", object{"reason": "x"}).Refused(400, "paid or settled")
	paid := owner.Bill(50)
	owner.Pay(object{"invoiceId": paid, "amount": 50}).Want(201)
	owner.Post(other+"/invoices", object{"invoiceId": paid}).Refused(400, "Nothing is owed")
}

func limit(_ *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, object{"creditLimit": 1500})
	owner.Put(path+"/update", object{"creditLimit": -1}).Bad("creditLimit")
	owner.Put(path+"/update", object{"creditLimit": 1.001}).Bad("creditLimit")
	owner.Put(path+"/update", object{"pan": "X"}).Bad("pan")
	owner.Put(path+"/update", object{"contacts": []object{{"name": " "}}}).Bad("contacts[0].name")
	owe(owner, path, 1000)
	clerk := owner.Member("Clerk", object{"invoices": object{"view": true, "update": true}})
	invoice := owner.Bill(500.01)
	body := object{"invoiceId": invoice, "reason": "They always pay"}
	clerk.Post(path+"/invoices", body).Refused(400, "invoices.manage")
	owner.Post(path+"/invoices", body.Without("reason")).Bad("reason")
	owes(owner, path, 1000, 0)
	owner.Post(path+"/invoices", body).Want(201).Is("They always pay", "data", "reason")
	owner.Put(path+"/update", object{"creditLimit": nil}).Want(200)
	clerk.Post(path+"/invoices", object{"invoiceId": owner.Bill(100000)}).Want(201)
	owes(owner, path, 101500.01, 0)
}

func limitTogether(t *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, object{"creditLimit": 2500})
	clerk := owner.Member("Clerk", object{"invoices": object{"view": true, "update": true}})
	invoices := make([]string, 6)
	for i := range invoices {
		invoices[i] = owner.Bill(1000)
	}
	moved := make([]int, len(invoices))
	apptest.Together(len(invoices), func(i int) {
		moved[i] = clerk.Post(path+"/invoices", object{"invoiceId": invoices[i]}).Status
	})
	count := 0
	for _, status := range moved {
		if status == 201 {
			count++
		}
	}
	if count != 2 {
		t.Errorf("%d invoices of 1,000 went on an account of 2,500: %v", count, moved)
	}
	owes(owner, path, 2000, 0)
}

func stay(_ *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	owner.SetBilling(object{"issueAtCheckout": true})
	id := owner.BookNewRoom("2026-04-14", "2026-04-15")
	owner.Arrive(id)
	invoice := owner.Post("/api/invoices/{org}/create", object{"bookingId": id, "issue": true}).Want(201).
		Text("data", "_id")
	owner.Post(path+"/invoices", object{"invoiceId": invoice}).Refused(400, "check them out")
	day := owner.OnDay("2026-04-15")
	day.Leave(id, object{})
	owed := day.Post(path+"/invoices", object{"invoiceId": invoice}).Want(201).Number("data", "amount")
	day.Post(path+"/payments", object{"amount": owed, "method": "bank_transfer", "allocations": []object{
		{"invoiceId": invoice, "amount": owed - 100, "shortAmount": 100, "shortKind": "tds"}}}).Want(201).
		Is(100, "data", "advanceAmount")
	owes(day, path, -100, 100)
	day.Get("/api/bookings/{org}/"+id).Want(200).Is(0, "data", "balanceDue")
	day.Get("/api/invoices/{org}/"+invoice).Want(200).Is("paid", "data", "status")
}

func pays(t *testing.T, owner *apptest.Caller) {
	path, id := debtor(owner, nil)
	a, b, c := owe(owner, path, 1000), owe(owner, path, 2000), owe(owner, path, 3000)
	body := object{"amount": 5000, "method": "bank_transfer", "reference": "UTR 1", "allocations": []object{
		{"invoiceId": a, "amount": 980, "shortAmount": 20, "shortKind": "tds", "note": "194C"},
		{"invoiceId": b, "amount": 1900, "shortAmount": 100, "shortKind": "discount"},
		{"invoiceId": c, "amount": 2000, "shortAmount": 1000, "shortKind": "dispute", "note": "Minibar"}}}
	keyed := owner.With("Idempotency-Key", "pay")
	made := keyed.Post(path+"/payments", body).Want(201).Is(5000, "data", "amount").Is(120, "data", "advanceAmount")
	if again := keyed.Post(path+"/payments", body).Want(201); again.Text("data", "_id") != made.Text("data", "_id") {
		t.Error("the same key paid twice")
	}
	owes(owner, path, 880, 120).Is(c, "data", "invoices", 0, "invoiceId").Is(1000, "data", "invoices", 0, "openAmount").
		Is(1000, "data", "invoices", 0, "disputedAmount").Is("Minibar", "data", "invoices", 0, "dispute")
	for account, want := range map[string]int64{"companies": 88000, "tds": 2000, "discounts": 10000, "bad-debts": 0,
		"guests": 0} {
		if got := owner.InBooks(account); got != want {
			t.Errorf("%s has %d, want %d", account, got, want)
		}
	}
	owner.Get("/api/payments/{org}/"+made.Text("data", "_id")).Want(200).Is("Rao Textiles", "data", "payerName")
	owner.Post(path+"/payments", object{"amount": 1500, "method": "cash", "oldestFirst": true}).Want(201).
		Is(500, "data", "advanceAmount")
	owes(owner, path, -620, 620)
	owner.Get("/api/accounts/{org}/trial-balance").Want(200)
	owner.Get(companies+"/"+id).Want(200).Is(true, "data", "canLeaveOnAccount")
}

func wrongPayments(_ *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	other, _ := debtor(owner, object{"name": "Das Traders"})
	invoice, theirs := owe(owner, path, 1000), owe(owner, other, 1000)
	pay := func(fields ...object) apptest.Answer {
		list := []object{}
		for _, f := range fields {
			list = append(list, object{"invoiceId": invoice, "amount": 100}.Merged(f))
		}
		return owner.Post(path+"/payments", object{"amount": 1500, "method": "cash", "allocations": list})
	}
	pay(object{"amount": 1000.01}).Bad("allocations[0].amount")
	pay(object{"amount": -1}).Bad("allocations[0].amount")
	pay(object{"amount": 0}).Bad("allocations[0].amount")
	pay(object{"shortAmount": 901, "shortKind": "tds"}).Bad("allocations[0].amount")
	pay(object{"shortAmount": 1}).Bad("allocations[0].shortKind")
	pay(object{"shortKind": "tds"}).Bad("allocations[0].shortKind")
	pay(object{"invoiceId": theirs}).Bad("allocations[0].invoiceId")
	pay(object{"invoiceId": owner.Bill(100)}).Bad("allocations[0].invoiceId")
	pay(object{}, object{}).Bad("allocations[1].invoiceId")
	owner.Post(path+"/payments", object{"amount": 10, "method": "cash", "allocations": []object{
		{"invoiceId": invoice, "amount": 100}}}).Bad("allocations")
	owner.Post(path+"/payments", object{"amount": 10, "method": "cash", "oldestFirst": true, "allocations": []object{
		{"invoiceId": invoice, "amount": 10}}}).Bad("allocations")
	owner.Post(path+"/payments", object{"amount": 0, "method": "cash"}).Bad("amount")
	owes(owner, path, 1000, 0)
	owes(owner, other, 1000, 0)
}

func unapplied(_ *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	made := owner.Post(path+"/payments", object{"amount": 1000, "method": "upi"}).Want(201).Text("data", "_id")
	owes(owner, path, -1000, 1000)
	apply := path + "/payments/" + made + "/apply"
	owner.Post(apply, object{}).Bad("allocations")
	a := owe(owner, path, 600)
	owner.Post(apply, object{"allocations": []object{{"invoiceId": a, "amount": 500, "shortAmount": 12,
		"shortKind": "tds"}}}).Want(200).Is(500, "data", "advanceAmount")
	owes(owner, path, -412, 500)
	owner.Post(apply, object{"allocations": []object{{"invoiceId": a, "amount": 89}}}).Bad("allocations[0].amount")
	owe(owner, path, 700)
	owner.Post(apply, object{"oldestFirst": true}).Want(200).Is(0, "data", "advanceAmount")
	owes(owner, path, 288, 0)
	owner.Post(apply, object{"oldestFirst": true}).Refused(400, "unapplied")
	owner.Post(path+"/payments/"+apptest.Nobody+"/apply", object{"oldestFirst": true}).Want(404)
	owner.Post("/api/payments/{org}/"+made+"/refund", object{"amount": 300, "reason": "Twice"}).Want(201)
	owes(owner, path, 588, 0)
}

func voids(t *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	invoice := owe(owner, path, 1000)
	made := owner.Post(path+"/payments", object{"amount": 1000, "method": "cash", "allocations": []object{
		{"invoiceId": invoice, "amount": 900, "shortAmount": 100, "shortKind": "tds"}}}).Want(201).Text("data", "_id")
	owes(owner, path, -100, 100)
	owner.Post("/api/payments/{org}/"+made+"/void", object{"reason": "Bounced"}).Want(200)
	owes(owner, path, 1000, 0)
	if owner.InBooks("tds") != 0 {
		t.Error("TDS of a void payment is still there")
	}
	owner.Get("/api/invoices/{org}/"+invoice).Want(200).Is("issued", "data", "status")
	owner.Post(path+"/invoices/"+invoice+"/take-back", object{"reason": "x"}).Want(200)
}

func writeOffs(t *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	invoice := owe(owner, path, 1000)
	off := path + "/invoices/" + invoice + "/write-off"
	owner.Post(off, object{"amount": 1000.01, "reason": "x"}).Bad("amount")
	owner.Post(off, object{"amount": 0, "reason": "x"}).Bad("amount")
	owner.Post(off, object{"amount": 1, "reason": ""}).Bad("reason")
	owner.Post(off, object{"amount": 400, "reason": "Insolvent"}).Want(201).Is(400, "data", "amount")
	rest := owner.Post(off, object{"reason": "Insolvent"}).Want(201).Is(600, "data", "amount").Text("data", "_id")
	owner.Post(off, object{"reason": "x"}).Refused(400, "Nothing is owed")
	owes(owner, path, 0, 0)
	if owner.InBooks("bad-debts") != 100000 {
		t.Errorf("bad debts are %d", owner.InBooks("bad-debts"))
	}
	back := path + "/settlements/" + rest + "/reverse"
	owner.Post(back, object{"reason": "They paid after all"}).Want(200)
	owner.Post(back, object{"reason": "x"}).Refused(400, "already")
	owner.Post(path+"/settlements/"+apptest.Nobody+"/reverse", object{"reason": "x"}).Want(404)
	owes(owner, path, 600, 0)
	owner.Get("/api/invoices/{org}/"+invoice).Want(200).Is("partially_paid", "data", "status")
}

func credits(t *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	invoice := owe(owner, path, 1000)
	credit := func(amount any) apptest.Answer {
		return owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "amount": amount, "reason": "Noise"})
	}
	credit(200).Want(201)
	owes(owner, path, 800, 0)
	owner.Post(path+"/payments", object{"amount": 700, "method": "cash", "allocations": []object{
		{"invoiceId": invoice, "amount": 700, "shortAmount": 50, "shortKind": "tds"}}}).Want(201)
	owes(owner, path, 50, 0)
	credit(150).Want(201) // 100 more than is owed: the company has it to use
	owes(owner, path, -100, 100)
	credit(650).Refused(400, "was paid")
	owes(owner, path, -100, 100)
	if owner.InBooks("guests") != 0 || owner.InBooks("companies") != -10000 {
		t.Errorf("guests %d, companies %d", owner.InBooks("guests"), owner.InBooks("companies"))
	}
}

func voidInvoice(_ *testing.T, owner *apptest.Caller) {
	path, _ := debtor(owner, nil)
	invoice := owe(owner, path, 1000)
	owner.Post("/api/invoices/{org}/"+invoice+"/void", object{"reason": "x"}).Refused(400, "take it back from there")
	owes(owner, path, 1000, 0)
	owner.Post(path+"/invoices/"+invoice+"/take-back", object{"reason": "x"}).Want(200)
	owner.Post("/api/invoices/{org}/"+invoice+"/void", object{"reason": "x"}).Want(200)
}

func statement(t *testing.T, owner *apptest.Caller) {
	path, id := debtor(owner, nil)
	invoice := owe(owner, path, 1000)
	later := owner.OnDay("2026-04-16")
	later.Post(path+"/payments", object{"amount": 300, "method": "cash", "oldestFirst": true}).Want(201)
	owe(later, path, 500)
	st := later.Get(path+"/statement").Want(200).Is(id, "data", "companyId").Is("2026-04-01", "data", "from").
		Is(0, "data", "openingBalance").Is(1200, "data", "closingBalance").Is("invoice", "data", "lines", 0, "document").
		Is(invoice, "data", "lines", 0, "invoiceId").Is(1000, "data", "lines", 0, "balance").
		Is(700, "data", "lines", 1, "balance").Is(1200, "data", "lines", 2, "balance")
	if len(st.List("data", "lines")) != 3 {
		t.Errorf("the statement has %s", st.Raw)
	}
	later.Get(path+"/statement?from=2026-04-15&to=2026-04-16").Want(200).Is(1000, "data", "openingBalance").
		Is(1200, "data", "closingBalance")
	later.Get(path+"/statement?from=2026-04-01&to=2026-04-14").Want(200).Is(1000, "data", "closingBalance")
	later.Get(path + "/statement?from=2026-04-15&to=2026-04-14").Bad("to")
	later.Get(path + "/statement?from=x").Bad("from")
	rows := later.Register(path+"/statement", "")
	if len(rows) != 5 || rows[0]["Balance INR"] != "0" || rows[4]["Balance INR"] != "1200" {
		t.Errorf("the file has %v", rows)
	}
}

func ageing(_ *testing.T, owner *apptest.Caller) {
	first, a := debtor(owner, object{"name": "Anand", "paymentTermsDays": 0})
	second, b := debtor(owner, object{"name": "Bose"})
	owe(owner, first, 1000)
	owe(owner, second, 2000)
	owner.Get(companies+"/ageing").Want(200).Is("2026-04-14", "data", "asOf").Is(a, "data", "companies", 0, "companyId").
		Is(1000, "data", "companies", 0, "current").Is(2000, "data", "companies", 1, "current")
	for days, bucket := range map[int]string{1: "days1to30", 30: "days1to30", 31: "days31to60", 60: "days31to60",
		61: "days61to90", 90: "days61to90", 91: "daysOver90", 121: "daysOver120"} {
		owner.Get(companies+"/ageing?asOf="+apptest.Date(days)).Want(200).Is(1000, "data", "companies", 0, bucket)
	}
	later := owner.Later(40 * 24 * time.Hour)
	later.Post(first+"/payments", object{"amount": 1500, "method": "cash", "oldestFirst": true}).Want(201)
	later.Get(companies+"/ageing").Want(200).Is(500, "data", "companies", 0, "unappliedAmount").
		Is(-500, "data", "companies", 0, "total").Is(b, "data", "companies", 1, "companyId").
		Is(1500, "data", "totals", "total")
	later.Get(companies+"/ageing?asOf=2026-04-20").Want(200).Is(1000, "data", "companies", 0, "days1to30").
		Is(0, "data", "companies", 0, "unappliedAmount").Is(3000, "data", "totals", "total")
	later.Get(companies + "/ageing?asOf=x").Bad("asOf")
	later.Get(companies+"/ageing?asOf=2026-04-13").Want(200).Is([]any{}, "data", "companies")
}
