package payout_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	settlements = "/api/settlements/{org}"
	companies   = "/api/companies/{org}"
)

func TestSettlements(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "what balances", Run: posts},
		{Name: "what doesn't", Run: refusals},
		{Name: "reversed, and posted again", Run: reverses},
		{Name: "unapplied and applied", Run: applies},
		{Name: "taken back", Run: takesBack},
		{Name: "a stay that the company collected", Run: stay},
		{Name: "the report", Run: compares},
	}, func(t apptest.Reporter, owner *apptest.Caller) {
		apptest.BooksBalance(t, owner)
		apptest.FoliosAddUp(t, owner)
	})
}

// agency is a company that may leave on account.
func agency(owner *apptest.Caller) string {
	owner.Server.T.Helper()
	return owner.Post(companies+"/create", object{"name": "StayFinder", "canLeaveOnAccount": true}).Want(201).
		Text("data", "_id")
}

// owe puts a new invoice over the amount on the company's account.
func owe(owner *apptest.Caller, company string, amount float64) string {
	owner.Server.T.Helper()
	invoice := owner.Bill(amount)
	owner.Post(companies+"/"+company+"/invoices", object{"invoiceId": invoice}).Want(201)
	return invoice
}

// settled is a settlement of one line.
func settled(company, number, invoice string, gross, commission, tax, tcs, tds float64) object {
	net := math.Round(100*(gross-commission-tax-tcs-tds)) / 100
	line := object{"reference": "R-" + number, "grossAmount": gross, "commissionAmount": commission,
		"gstOnCommission": tax, "tcsAmount": tcs, "tdsAmount": tds, "netAmount": net}
	if invoice != "" {
		line["invoiceId"] = invoice
	}
	return object{"companyId": company, "statementNumber": number, "grossAmount": gross, "commissionAmount": commission,
		"gstOnCommission": tax, "tcsAmount": tcs, "tdsAmount": tds, "netAmount": net, "lines": []object{line}}
}

func books(t *testing.T, owner *apptest.Caller, want map[string]int64) {
	t.Helper()
	for account, paise := range want {
		if got := owner.InBooks(account); got != paise {
			t.Errorf("%s: %d, want %d", account, got, paise)
		}
	}
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	company := agency(owner)
	body := settled(company, "1", "", 100, 10, 1.8, 0.5, 0.1)
	made := owner.Post(settlements+"/create", body).Want(201).Text("data", "_id")
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct {
		method, path, flag string
		body               any
	}{
		{"POST", "/create", "payments.create", body},
		{"POST", "/compare", "payments.view", object{"companyId": company, "report": "x"}},
		{"GET", "/list", "payments.view", nil}, {"GET", "/" + made, "payments.view", nil},
		{"GET", "/" + made + "/export.csv", "payments.view", nil},
		{"POST", "/" + made + "/apply", "payments.update", object{"line": 1, "invoiceId": made}},
		{"POST", "/" + made + "/reverse", "payments.manage", object{"reason": "x"}},
	} {
		none.Do(p.method, settlements+p.path, p.body).Refused(403, p.flag)
		stranger.Do(p.method, settlements+p.path, p.body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(settlements, "{org}", owner.Org)+p.path, p.body).
			Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	elsewhere.Get(settlements+"/"+made).Refused(404, "no such settlement")
	elsewhere.Post(settlements+"/"+made+"/reverse", object{"reason": "x"}).Want(404)
	elsewhere.Post(settlements+"/create", body).Bad("companyId")
	elsewhere.Get(settlements+"/list").Want(200).Is(0, "pagination", "total")
}

func posts(t *testing.T, owner *apptest.Caller) {
	company, bank := agency(owner), owner.DefaultAccount("bank")
	a, b := owe(owner, company, 11800), owe(owner, company, 5000)
	line := func(invoice string, gross, commission, tax, tcs, tds, net float64) object {
		return object{"reference": "B" + invoice[20:], "invoiceId": invoice, "grossAmount": gross,
			"commissionAmount": commission, "gstOnCommission": tax, "tcsAmount": tcs, "tdsAmount": tds, "netAmount": net}
	}
	body := object{"companyId": company, "statementNumber": "PO-1", "periodFrom": "2026-04-01", "periodTo": "2026-04-14",
		"reference": "UTR 1", "notes": "April", "grossAmount": 14800, "commissionAmount": 2000.5,
		"gstOnCommission": 360.09, "tcsAmount": 65, "tdsAmount": 13, "otherFees": 20, "netAmount": 12341.41,
		"lines": []object{line(a, 11800, 1500.5, 270.09, 50, 10, 9969.41), line(b, 3000, 500, 90, 15, 3, 2392)}}
	keyed := owner.With("Idempotency-Key", "payout")
	made := keyed.Post(settlements+"/create", body).Want(201)
	if keyed.Post(settlements+"/create", body).Want(201).Text("data", "_id") != made.Text("data", "_id") {
		t.Error("posted twice")
	}
	made.Is("posted", "data", "status").Is(bank, "data", "accountId").Is(12341.41, "data", "netAmount").
		Is(20, "data", "otherFees").Is("StayFinder", "data", "company").Is(2, "data", "lines", 1, "line").
		Is(0, "data", "lines", 0, "unappliedAmount")
	books(t, owner, map[string]int64{bank: 1234141, "commission": 202050, "input-tax": 36009, "tcs": 6500, "tds": 1300,
		"companies": 200000, "guests": 0})
	owner.Get(apptest.Invoices+"/"+a).Want(200).Is("paid", "data", "status")
	owner.Get(apptest.Invoices+"/"+b).Want(200).Is("partially_paid", "data", "status").Is(3000, "data", "amountPaid")
	owner.Get(companies+"/"+company+"/account").Want(200).Is(2000, "data", "balance").Is(0, "data", "unappliedAmount")
	owner.Get(settlements+"/list?status=posted&companyId="+company).Want(200).Is(1, "pagination", "total").
		Is("StayFinder", "data", 0, "company")
	owner.Get(settlements+"/list?status=reversed").Want(200).Is(0, "pagination", "total")
	one := settlements + "/" + made.Text("data", "_id")
	csv := owner.Get(one + "/export.csv").Want(200).Raw
	for _, want := range []string{",11800,1500.5,270.09,50,10,9969.41,0", "Other fees", "-20",
		"Total of StayFinder PO-1"} {
		if !strings.Contains(string(csv), want) {
			t.Errorf("no %s in %s", want, csv)
		}
	}
	owner.Get(one + "/export.xlsx").Want(200)
	owner.Get("/api/accounts/{org}/balance-sheet").Want(200)
	owner.Post(settlements+"/create", settled(company, "po-1", "", 100, 0, 0, 0, 0)).Bad("statementNumber")
	owner.Post(settlements+"/create", settled(agency(owner), "PO-1", "", 100, 0, 0, 0, 0)).Want(201)
}

func refusals(_ *testing.T, owner *apptest.Caller) {
	company := agency(owner)
	invoice := owe(owner, company, 1000)
	create := func(change object) apptest.Answer {
		return owner.Post(settlements+"/create", settled(company, "1", invoice, 1000, 100, 18, 5, 1).Merged(change))
	}
	create(object{"netAmount": 875}).Bad("netAmount").Refused(400, "876")
	create(object{"commissionAmount": 99.99}).Bad("commissionAmount").Refused(400, "100")
	create(object{"tcsAmount": 0}).Bad("tcsAmount").Refused(400, "5")
	create(object{"otherFees": 1}).Bad("netAmount").Refused(400, "875")
	create(object{"otherFees": -1}).Bad("otherFees")
	create(object{"netAmount": 876.001}).Bad("netAmount")
	create(object{"companyId": apptest.Nobody}).Bad("companyId")
	create(object{"accountId": apptest.Nobody}).Bad("accountId")
	create(object{"periodFrom": "2026-04-02", "periodTo": "2026-04-01"}).Bad("periodTo")
	create(object{"date": "2026-13-01"}).Bad("date")
	line := func(change object) object {
		body := settled(company, "1", invoice, 1000, 100, 18, 5, 1)
		return object{"lines": []object{body["lines"].([]object)[0].Merged(change)}}
	}
	create(line(object{"netAmount": 875})).Bad("lines[0].netAmount").Refused(400, "999")
	create(line(object{"invoiceId": apptest.Nobody})).Bad("lines[0].invoiceId")
	create(line(object{"invoiceId": owe(owner, agency(owner), 1000)})).Bad("lines[0].invoiceId")
	create(line(object{"tdsAmount": -1, "netAmount": 878})).Bad("lines[0].tdsAmount")
	owner.Post(settlements+"/create", settled(company, "1", invoice, 1000.01, 0, 0, 0, 0)).Bad("lines[0].grossAmount").
		Refused(400, "1,000.00")
	owner.Post(settlements+"/create", settled(company, "1", "", -5, 0, 0, 0, 0)).Bad("lines[0].invoiceId")
	owner.Post(settlements+"/create", settled(company, "1", invoice, -5, 0, 0, 0, 0)).Bad("lines[0].grossAmount")
	owner.Get(settlements+"/list").Want(200).Is(0, "pagination", "total")
	owner.Get(companies+"/"+company+"/account").Want(200).Is(1000, "data", "balance")
}

func reverses(t *testing.T, owner *apptest.Caller) {
	company := agency(owner)
	invoice := owe(owner, company, 1000)
	body := settled(company, "1", invoice, 1000, 100, 18, 5, 1)
	made := owner.Post(settlements+"/create", body).Want(201).Text("data", "_id")
	owner.Post(apptest.Invoices+"/"+invoice+"/void", object{"reason": "x"}).Want(400)
	reverse := settlements + "/" + made + "/reverse"
	owner.Post(reverse, object{"reason": "Of another hotel"}).Want(200).Is("reversed", "data", "status").
		Is("Of another hotel", "data", "reversalReason").Is("2026-04-14", "data", "reversedOn")
	owner.Post(reverse, object{"reason": "x"}).Refused(400, "reversed already")
	books(t, owner, map[string]int64{owner.DefaultAccount("bank"): 0, "commission": 0, "input-tax": 0, "tcs": 0, "tds": 0,
		"companies": 100000})
	owner.Get(companies+"/"+company+"/account").Want(200).Is(1000, "data", "balance")
	owner.Post(settlements+"/create", body).Want(201)
	owner.Post(companies+"/"+company+"/invoices/"+invoice+"/take-back", object{"reason": "x"}).Want(400)
	books(t, owner, map[string]int64{"companies": 0, "tds": 100})
}

func applies(t *testing.T, owner *apptest.Caller) {
	company := agency(owner)
	made := owner.Post(settlements+"/create", settled(company, "1", "", 1000, 100, 18, 5, 1)).Want(201).
		Is(1000, "data", "lines", 0, "unappliedAmount").Text("data", "_id")
	made = settlements + "/" + made
	owner.Get(companies+"/"+company+"/account").Want(200).Is(-1000, "data", "balance").Is(1000, "data", "unappliedAmount")
	small, invoice := owe(owner, company, 500), owe(owner, company, 1200)
	apply := func(line int, invoice string) apptest.Answer {
		return owner.Post(made+"/apply", object{"line": line, "invoiceId": invoice})
	}
	apply(1, small).Bad("invoiceId")
	apply(2, invoice).Bad("line")
	apply(1, apptest.Nobody).Bad("invoiceId")
	apply(1, owe(owner, agency(owner), 5000)).Bad("invoiceId")
	apply(1, invoice).Want(200).Is(0, "data", "lines", 0, "unappliedAmount").Is(invoice, "data", "lines", 0, "invoiceId")
	apply(1, invoice).Bad("line")
	owner.Get(companies+"/"+company+"/account").Want(200).Is(700, "data", "balance").Is(0, "data", "unappliedAmount")
	owner.Post(made+"/reverse", object{"reason": "x"}).Want(200)
	owner.Get(companies+"/"+company+"/account").Want(200).Is(1700, "data", "balance").Is(0, "data", "unappliedAmount")
	if owner.InBooks("guests") != 0 {
		t.Error("guests owe something")
	}
}

// What the company takes back is owed again, and can be credited.
func takesBack(t *testing.T, owner *apptest.Caller) {
	company := agency(owner)
	invoice := owe(owner, company, 1000)
	first := owner.Post(settlements+"/create", settled(company, "1", invoice, 1000, 100, 18, 5, 1)).Want(201).
		Text("data", "_id")
	owner.Post(settlements+"/create", settled(company, "2", invoice, -1001, 0, 0, 0, 0)).Bad("lines[0].grossAmount")
	owner.Post(settlements+"/create", settled(company, "2", invoice, -400, -40, -7.2, -2, -0.4)).Want(201).
		Is(-350.4, "data", "netAmount")
	owner.Get(companies+"/"+company+"/account").Want(200).Is(400, "data", "balance")
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "amount": 400, "reason": "Left early"}).
		Want(201)
	owner.Get(companies+"/"+company+"/account").Want(200).Is(0, "data", "balance")
	owner.Post(settlements+"/"+first+"/reverse", object{"reason": "x"}).Want(400) // the second would be left below zero
	books(t, owner, map[string]int64{"companies": 0, "commission": 6000, "tcs": 300, "tds": 60})
}

// A stay whose invoice its guest would owe, had the company not collected it.
func stay(t *testing.T, owner *apptest.Caller) {
	company := agency(owner)
	booking := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"channel": "stayfinder",
		"externalReference": "4501277123"})
	invoice := owner.Post(apptest.Invoices+"/create", object{"bookingId": booking, "issue": true}).Want(201)
	due := invoice.At("data", "balanceDue")
	report := "Payout of StayFinder\n\n" +
		"Booking number,Guest,Amount (INR),Commission,GST on commission,TCS,TDS,Net payable\n" +
		"4501277123,Rao,\"" + fmt.Sprint(due) + "\",-100.00,-18,-5,-1,\n"
	found := owner.Post(settlements+"/compare", object{"companyId": company, "report": report}).Want(200)
	found.Is("matched", "data", "rows", 0, "state").Is(invoice.Text("data", "_id"), "data", "rows", 0, "invoiceId").
		Is(100, "data", "rows", 0, "commissionAmount").Is(booking, "data", "rows", 0, "bookingId")
	gross := float64(apptest.Paise(due)) / 100
	owner.Post(settlements+"/create", settled(company, "1", invoice.Text("data", "_id"), gross, 100, 18, 5, 1)).Want(201).
		Is(booking, "data", "lines", 0, "bookingId")
	owner.Get("/api/bookings/{org}/"+booking).Want(200).Is(0, "data", "balanceDue")
	books(t, owner, map[string]int64{"companies": 0, "guests": 0, "commission": 10000})
}

func compares(t *testing.T, owner *apptest.Caller) {
	company, other := agency(owner), agency(owner)
	number := func(invoice string) string {
		return owner.Get(apptest.Invoices+"/"+invoice).Want(200).Text("data", "invoiceNumber")
	}
	a, b, c := owe(owner, company, 1000), owe(owner, company, 2000), owe(owner, company, 3000)
	theirs, done := owe(owner, other, 500), owe(owner, company, 700)
	owner.Post(settlements+"/create", settled(company, "0", done, 700, 0, 0, 0, 0)).Want(201)
	report := "\ufeffRef;Sold for;Fee\n" + number(a) + ";1.000,00;50\n" + strings.ToLower(number(b)) + ";1,900.00;(95)\n" +
		number(a) + ";1000;50\n" + number(theirs) + ";500;\n" + number(done) + ";700;\nNOBODY;10;\n;4,110;195\n"
	asked := object{"companyId": company, "report": report}
	owner.Post(settlements+"/compare", asked).Bad("columns.grossAmount")
	asked["columns"] = object{"grossAmount": "Sold", "reference": "Ref"}
	owner.Post(settlements+"/compare", asked).Bad("columns.grossAmount")
	asked["columns"] = object{"grossAmount": "sold for", "reference": "Ref", "commissionAmount": "Fee"}
	found := owner.Post(settlements+"/compare", asked).Want(200).Is(1, "data", "passedOver")
	for n, state := range []string{"matched", "differs", "repeated", "other-account", "settled", "unknown"} {
		found.Is(state, "data", "rows", n, "state")
	}
	found.Is(-100, "data", "rows", 1, "difference").Is(95, "data", "rows", 1, "commissionAmount").
		Is(c, "data", "missing", 0, "invoiceId").Is(3000, "data", "missing", 0, "openAmount").
		Is("Sold for", "data", "columns", "grossAmount").Is(5110, "data", "total", "grossAmount")
	if len(found.List("data", "missing")) != 1 {
		t.Errorf("missing: %v", found.List("data", "missing"))
	}
	asked["from"] = "2026-05-01"
	owner.Post(settlements+"/compare", asked).Want(200).Is([]any{}, "data", "missing")
	asked["report"] = "Ref,Sold for,Fee\nX,a lot,\n"
	owner.Post(settlements+"/compare", asked).Bad("report").Refused(400, "line 2")
	asked["report"] = "nothing"
	owner.Post(settlements+"/compare", asked).Bad("report")
	owner.Post(settlements+"/compare", object{"companyId": apptest.Nobody, "report": "Reference,Amount\nX,1\n"}).
		Bad("companyId")
}
