package payrun_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	vendor = "/api/vendor/{org}"
	runs   = vendor + "/payment-runs"
)

func TestPaymentRuns(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "a draft posts nothing, and is confirmed once", Run: confirmOnce},
		{Name: "what a run refuses", Run: refusals},
		{Name: "two hundred bills", Run: manyBills},
	}, apptest.Balanced, apptest.BooksBalance)
}

func supplier(owner *apptest.Caller, name string, bank object) string {
	return owner.CreateVendor(object{"name": name, "bankDetails": bank})
}

func bank(number string) object {
	return object{"accountName": "=Lake & Linen", "accountNumber": number, "ifsc": "SBIN0001234"}
}

func bill(owner *apptest.Caller, vendorID string, amount float64, due string) string {
	return owner.Post("/api/expenses/{org}/create", object{"vendorId": vendorID, "category": "Linen", "amount": amount,
		"date": "2026-04-01", "dueDate": due}).Want(201).Text("data", "_id")
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	bill(owner, supplier(owner, "A", bank("000123456789")), 100, "2026-04-10")
	run := owner.Post(runs, object{}).Want(201).Text("data", "_id")
	none := owner.Member("Porter", object{"vendors": object{"manage": true}})
	elsewhere := owner.AnotherHotel()
	for _, p := range []struct{ method, path, flag string }{{"POST", "", "update"}, {"GET", "", "view"},
		{"GET", "/" + run, "view"}, {"POST", "/" + run + "/confirm", "manage"}, {"POST", "/" + run + "/cancel", "update"},
		{"GET", "/" + run + "/pain001", "manage"}, {"GET", "/" + run + "/bank-file/export.csv", "manage"}} {
		none.Do(p.method, runs+p.path, object{}).Refused(403, "expenses."+p.flag)
		owner.Server.Anyone().Do(p.method, "/api/vendor/"+owner.Org+"/payment-runs"+p.path, object{}).Refused(401, "")
		if p.path != "" {
			elsewhere.Do(p.method, runs+p.path, object{}).Want(404)
		}
	}
}

func confirmOnce(t *testing.T, owner *apptest.Caller) {
	a, b := supplier(owner, "A", bank("000123456789")), supplier(owner, "B", bank("999123456789"))
	first, second := bill(owner, a, 100000, "2026-04-10"), bill(owner, a, 100000, "2026-04-12")
	third := bill(owner, b, 99.5, "2026-04-14")
	bill(owner, b, 7, "2026-04-15") // not due yet
	keyed := owner.With("Idempotency-Key", "run")
	made := keyed.Post(runs, object{"notes": "Friday"}).Want(201).Is("draft", "data", "state").
		Is(200099.5, "data", "totalAmount").Is(first, "data", "bills", 0, "billId").Is([]any{}, "data", "payments")
	keyed.Post(runs, object{"notes": "Friday"}).Want(201).Is(made.At("data", "_id"), "data", "_id")
	at := runs + "/" + made.Text("data", "_id")
	if owner.InBooks("payables") != -20010650 {
		t.Errorf("a draft has moved the books: %d", owner.InBooks("payables"))
	}
	owner.Get(at+"/bank-file/export.csv").Refused(400, "not confirmed")
	var together sync.WaitGroup
	for range 3 {
		together.Go(func() { owner.Post(at+"/confirm", nil) })
	}
	together.Wait()
	owner.Post(at+"/confirm", nil).Want(200).Is("confirmed", "data", "state").Is("2026-04-14", "data", "paidOn").
		Is("RTGS", "data", "payments", 0, "by").Is(200000, "data", "payments", 0, "amount").
		Is("NEFT", "data", "payments", 1, "by")
	if owner.InBooks("payables") != -700 || owner.InBooks(owner.DefaultAccount("bank")) != -20009950 {
		t.Errorf("the books owe %d", owner.InBooks("payables"))
	}
	for _, id := range []string{first, second, third} {
		owner.Get("/api/expenses/{org}/"+id).Want(200).Is("paid", "data", "status")
	}
	owner.Get(vendor+"/payments").Want(200).Is(2, "pagination", "total").Is(made.At("data", "_id"), "data", 0, "runId")
	rows := owner.Register(at+"/bank-file", "")
	owner.HasRow(rows[0], map[string]string{"Type": "RTGS", "Beneficiary name": "'=Lake & Linen",
		"Beneficiary account": "000123456789", "IFSC": "SBIN0001234", "Amount INR": "200000", "Reference": "VP-1"})
	xml := string(owner.Get(at + "/pain001").Want(200).Raw)
	for _, part := range []string{"<CtrlSum>200099.5</CtrlSum>", "<Id>999123456789</Id>", "<Nm>=Lake &amp; Linen</Nm>",
		`<InstdAmt Ccy="INR">200000</InstdAmt>`, "<EndToEndId>VP-2</EndToEndId>"} {
		if !strings.Contains(xml, part) {
			t.Errorf("pain.001 has no %s: %s", part, xml)
		}
	}
	owner.Post(at+"/cancel", nil).Refused(400, "only a draft")
	owner.Get(runs).Want(200).Is(1, "pagination", "total")
}

func refusals(_ *testing.T, owner *apptest.Caller) {
	a, none := supplier(owner, "A", bank("000123456789")), supplier(owner, "Poor Tea", object{})
	owner.Post(runs, object{}).Bad("dueUntil")
	good, bad := bill(owner, a, 100, "2026-04-10"), bill(owner, none, 100, "2026-04-10")
	owner.Post(runs, object{}).Bad("dueUntil")
	owner.Post(runs, object{"bills": []object{{"billId": good}, {"billId": bad}}}).Refused(400, "Poor Tea")
	owner.Post(runs, object{"bills": []object{{"billId": good}, {"billId": good}}}).Bad("bills[1].billId")
	owner.Post(runs, object{"bills": []object{{"billId": good, "amount": 101}}}).Bad("bills[0].amount")
	owner.Post(runs, object{"bills": []object{{"billId": apptest.Nobody}}}).Bad("bills[0].billId")
	owner.Post(runs, object{"bills": []object{{"billId": good}}, "dueUntil": "2026-04-14"}).Bad("dueUntil")
	owner.Post(runs, object{"accountId": owner.DefaultAccount("cash"), "bills": []object{{"billId": good}}}).
		Bad("accountId")
	draft := func() string {
		return runs + "/" + owner.Post(runs, object{"bills": []object{{"billId": good, "amount": 60}}}).Want(201).
			Text("data", "_id")
	}
	first, second := draft(), draft()
	owner.Post(second+"/confirm", nil).Want(200)
	owner.Post(first+"/confirm", nil).Refused(400, "owes less by now")
	owner.Get(first).Want(200).Is("draft", "data", "state")
	owner.Post(first+"/cancel", nil).Want(200).Is("cancelled", "data", "state")
	owner.Post(first+"/confirm", nil).Refused(400, "cancelled")
	owner.Post(runs+"/"+apptest.Nobody+"/confirm", nil).Want(404)
}

// It tells how long a run over 200 bills of 20 vendors takes, and asserts no time: machines differ.
func manyBills(t *testing.T, owner *apptest.Caller) {
	suppliers := make([]string, 20)
	for i := range suppliers {
		suppliers[i] = supplier(owner, "Vendor "+string(rune('A'+i)), bank("000123456789"))
	}
	var list []object
	for i := range 200 {
		list = append(list, object{"billId": bill(owner, suppliers[i%20], 100, "2026-04-10")})
	}
	at := runs + "/" + owner.Post(runs, object{"bills": list}).Want(201).Text("data", "_id")
	begun := time.Now()
	owner.Post(at+"/confirm", nil).Want(200).Is(20000, "data", "totalAmount")
	t.Logf("a run over 200 bills of 20 vendors: %v", time.Since(begun))
	list = nil
	for range 200 {
		list = append(list, object{"billId": bill(owner, suppliers[0], 100, "2026-04-10"), "amount": 100})
	}
	begun = time.Now()
	owner.Post(vendor+"/"+suppliers[0]+"/payments", object{"amount": 20000, "allocations": list}).Want(201)
	t.Logf("a payment over 200 bills: %v", time.Since(begun))
}
