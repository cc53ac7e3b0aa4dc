package withholding_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	vendor   = "/api/vendor/{org}"
	expenses = "/api/expenses/{org}"
)

func TestTDS(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "thresholds and rates", Run: thresholds},
		{Name: "deposit, register, certificate", Run: deposit},
		{Name: "taken back, changed, deleted", Run: changes},
	}, apptest.Balanced, apptest.BooksBalance)
}

func supplier(owner *apptest.Caller, section, pan string) string {
	return owner.CreateVendor(object{"name": "Works", "pan": pan, "tdsSection": section})
}

func bill(owner *apptest.Caller, vendorID string, amount float64, fields ...object) apptest.Answer {
	body := object{"vendorId": vendorID, "category": "Works", "amount": amount, "date": "2026-04-10",
		"dueDate": "2026-05-10"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return owner.Post(expenses+"/create", body).Want(201)
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	id := supplier(owner, "194C", "AAPFU0939F")
	none := owner.Member("Porter", object{"vendors": object{"manage": true}})
	body := object{"section": "194C", "year": 2026, "quarter": 1, "challanNumber": "1", "bsrCode": "1", "number": "A",
		"date": "2026-04-14"}
	for _, p := range []struct{ method, path, flag string }{{"GET", "/tds", "view"}, {"POST", "/tds/deposits", "update"},
		{"PUT", "/" + id + "/tds-certificate", "update"}} {
		none.Do(p.method, vendor+p.path, body).Refused(403, "expenses."+p.flag)
		owner.Server.Anyone().Do(p.method, "/api/vendor/"+owner.Org+p.path, body).Refused(401, "")
	}
	owner.AnotherHotel().Put(vendor+"/"+id+"/tds-certificate", body).Want(404)
}

func thresholds(t *testing.T, owner *apptest.Caller) {
	withheld := func(vendorID string, amount, want float64, fields ...object) {
		t.Helper()
		made := bill(owner, vendorID, amount, fields...)
		if paid := made.Number("data", "amountPaid"); paid != want {
			t.Errorf("of %v %v is withheld, want %v", amount, paid, want)
		}
	}
	firm, person := supplier(owner, "194C", "AAPFU0939F"), supplier(owner, "194C", "AAPPU0939F")
	withheld(firm, 30000, 0)     // not above
	withheld(firm, 30001, 600)   // a single bill, to whole rupees
	withheld(firm, 39999, 800)   // likewise; the year is at 1,00,000
	withheld(firm, 1, 1)         // and now above it: 30,001 that bore none would be owed, as far as the bill goes
	withheld(person, 40000, 400) // 1 %
	withheld(supplier(owner, "194C", ""), 40000, 8000)
	professional := supplier(owner, "194J(b)", "AAPFU0939F")
	withheld(professional, 50000, 0)
	withheld(professional, 10000, 6000)
	withheld(professional, 1000, 100)
	withheld(professional, 1000, 0, object{"tdsSection": "194C"})
	withheld(professional, 9000, 0, object{"tdsSection": "none"})
	goods := supplier(owner, "194Q", "AAPFU0939F")
	withheld(goods, 4900000, 0)
	withheld(goods, 300000, 200)
	owner.Put(vendor+"/"+goods+"/update", object{"tdsRate": 0.5}).Want(200).Is(0.5, "data", "tdsRate").
		Is("194Q", "data", "tdsSection")
	withheld(goods, 100000, 500)
	withheld(supplier(owner, "none", ""), 1000000, 0)
	owner.Post(vendor+"/create", object{"name": "X", "tdsSection": "195"}).Bad("tdsSection")
}

func deposit(t *testing.T, owner *apptest.Caller) {
	id := supplier(owner, "194C", "AAPFU0939F")
	made := bill(owner, id, 40000).Is(800, "data", "amountPaid").Is("tds-payable", "data", "payments", 0, "accountId").
		Is(39200, "data", "balanceDue")
	if owner.InBooks("tds-payable") != -80000 || owner.InBooks("payables") != -3920000 {
		t.Errorf("the books owe %d of TDS", owner.InBooks("tds-payable"))
	}
	owner.Get(vendor+"/tds").Want(200).Is(2026, "data", "year").Is(1, "data", "quarter").
		Is(800, "data", "entries", 0, "tdsAmount").Is("2", "data", "entries", 0, "rate").Is(800, "data", "notDeposited")
	rows := owner.Register(vendor+"/tds", "?year=2026&quarter=1&section=194C")
	owner.HasRow(rows[0], map[string]string{"Section": "194C", "TDS INR": "800", "PAN": "AAPFU0939F"})
	body := object{"section": "194C", "year": 2026, "quarter": 1, "challanNumber": "00123", "bsrCode": "0510308"}
	owner.Post(vendor+"/tds/deposits", body.Merged(object{"quarter": 2})).Bad("quarter")
	owner.Post(vendor+"/tds/deposits", body.Merged(object{"until": "2026-04-09"})).Bad("until")
	keyed := owner.With("Idempotency-Key", "challan")
	keyed.Post(vendor+"/tds/deposits", body).Want(201).Is(800, "data", "amount")
	keyed.Post(vendor+"/tds/deposits", body).Want(201)
	bill(owner, id, 40000)
	owner.Post(vendor+"/tds/deposits", body).Bad("challanNumber")
	if owner.InBooks("tds-payable") != -80000 {
		t.Errorf("the books owe %d of TDS", owner.InBooks("tds-payable"))
	}
	owner.Post(expenses+"/"+made.Text("data", "_id")+"/payments/"+made.Text("data", "payments", 0, "_id")+"/void",
		object{"reason": "x"}).Refused(400, "deposited")
	certificate := object{"year": 2026, "quarter": 1, "number": "ABCDEFG", "date": "2026-04-14"}
	owner.Put(vendor+"/"+id+"/tds-certificate", certificate).Want(200)
	owner.Put(vendor+"/"+id+"/tds-certificate", certificate.Merged(object{"number": "HIJKLMN"})).Want(200)
	owner.Get(vendor+"/tds").Want(200).Is("HIJKLMN", "data", "certificates", 0, "number").
		Is("00123", "data", "entries", 0, "challanNumber").Is(800, "data", "deposits", 0, "amount").
		Is(800, "data", "notDeposited")
}

func changes(t *testing.T, owner *apptest.Caller) {
	id := supplier(owner, "194C", "AAPFU0939F")
	made := bill(owner, id, 40000)
	path := expenses + "/" + made.Text("data", "_id")
	owner.Put(path+"/update", object{"amount": 41000}).Refused(400, "TDS was withheld")
	owner.Put(path+"/update", object{"description": "May"}).Want(200).Is(800, "data", "amountPaid")
	owner.Delete(path+"/delete").Refused(400, "paid")
	owner.Post(path+"/payments/"+made.Text("data", "payments", 0, "_id")+"/void", object{"reason": "x"}).Want(200).
		Is(0, "data", "amountPaid")
	owner.Put(path+"/update", object{"amount": 20000}).Want(200).Is(0, "data", "amountPaid")
	owner.Delete(path + "/delete").Want(200)
	small := expenses + "/" + bill(owner, id, 20000).Text("data", "_id")
	owner.Put(small+"/update", object{"amount": 50000}).Want(200).Is(1000, "data", "amountPaid")
	owner.Delete(expenses + "/" + bill(owner, id, 10).Text("data", "_id") + "/delete").Want(200)
	owner.Get(vendor+"/tds").Want(200).Is(1000, "data", "tdsAmount")
	if owner.InBooks("tds-payable") != -100000 {
		t.Errorf("the books owe %d of TDS", owner.InBooks("tds-payable"))
	}
}
