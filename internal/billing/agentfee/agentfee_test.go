package agentfee_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const commissions = "/api/commissions/{org}"

func TestCommission(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "who may not", Run: permissions},
		{Name: "what is agreed", Run: agrees},
		{Name: "called off", Run: calledOff},
		{Name: "the threshold of tax, and the list", Run: threshold},
		{Name: "earned, billed, paid and corrected", Run: earns},
	}, func(t apptest.Reporter, owner *apptest.Caller) {
		apptest.BooksBalance(t, owner)
		apptest.FoliosAddUp(t, owner)
	})
}

// agent is a company that gets 10 % of rooms and 5 % of all else.
func agent(owner *apptest.Caller) string {
	owner.Server.T.Helper()
	id := owner.Post("/api/companies/{org}/create", object{"name": "Aravalli Tours", "pan": "AAPFU0939F"}).Want(201).
		Text("data", "_id")
	owner.Put(commissions+"/agents/"+id, object{"roomsPercent": 10, "foodPercent": 5, "otherPercent": 5, "tdsPercent": 2,
		"gstPercent": 18}).Want(200).Is(10, "data", "roomsPercent")
	return id
}

func permissions(_ *testing.T, owner *apptest.Caller) {
	id := agent(owner)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	terms := object{"roomsPercent": 1, "foodPercent": 1, "otherPercent": 1, "tdsPercent": 1, "gstPercent": 1}
	for _, p := range []struct {
		method, path, flag string
		body               any
	}{
		{"GET", "/agents/" + id, "expenses.view", nil}, {"PUT", "/agents/" + id, "expenses.update", terms},
		{"GET", "/agents", "expenses.view", nil}, {"GET", "/agents/" + id + "/statement", "expenses.view", nil},
		{"PUT", "/bookings/" + id, "expenses.update", object{}}, {"GET", "/bills", "expenses.view", nil},
		{"POST", "/bills", "expenses.create", object{"companyId": id, "number": "1"}},
		{"POST", "/bills/" + id + "/pay", "expenses.update", object{}},
		{"POST", "/bills/" + id + "/reverse", "expenses.delete", object{"reason": "x"}},
		{"PUT", "/agents/" + id + "/tds-certificate", "expenses.update", object{"year": 2026, "quarter": 1, "number": "A",
			"date": "2026-04-14"}},
	} {
		none.Do(p.method, commissions+p.path, p.body).Refused(403, p.flag)
		stranger.Do(p.method, commissions+p.path, p.body).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(commissions, "{org}", owner.Org)+p.path, p.body).
			Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	elsewhere.Get(commissions + "/agents/" + id).Want(404)
	elsewhere.Get(commissions+"/agents").Want(200).Is(0, "pagination", "total")
	elsewhere.Put(commissions+"/agents/"+id, terms).Want(404)
	elsewhere.Post(commissions+"/bills", object{"companyId": id, "number": "1"}).Bad("companyId")
}

func agrees(_ *testing.T, owner *apptest.Caller) {
	id := agent(owner)
	terms := object{"roomsPercent": 12.25, "foodPercent": 5, "otherPercent": 0, "tdsPercent": 2, "gstPercent": 0}
	owner.Put(commissions+"/agents/"+id, terms).Want(200)
	owner.Get(commissions+"/agents/"+id).Want(200).Is(12.25, "data", "roomsPercent").Is(0, "data", "gstPercent")
	owner.Put(commissions+"/agents/"+id, terms.Merged(object{"foodPercent": 1.234})).Bad("foodPercent")
	owner.Put(commissions+"/agents/"+id, terms.Merged(object{"foodPercent": 101})).Bad("foodPercent")
	owner.Post(commissions+"/bills", object{"companyId": id, "number": "1"}).Refused(400, "earned nothing")
	other := owner.Post("/api/companies/{org}/create", object{"name": "Rao Textiles"}).Want(201).Text("data", "_id")
	owner.Get(commissions + "/agents/" + other + "/statement").Want(404)
	booking := owner.BookNewRoom("2026-04-14", "2026-04-15")
	owner.Put(commissions+"/bookings/"+booking, object{"companyId": other}).Bad("companyId")
	owner.Put(commissions+"/bookings/"+apptest.Nobody, object{"companyId": id}).Want(404)
}

// A stay that was called off earns on nothing but what it was charged.
func calledOff(t *testing.T, owner *apptest.Caller) {
	id := agent(owner)
	statement := commissions + "/agents/" + id + "/statement?from=2026-04-01&to=2026-04-30"
	booking := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"companyId": id})
	owner.Put(apptest.BookingPath(booking, "/cancel"), object{"reason": "x"}).Want(200)
	owner.Get(statement).Want(200).Is([]any{}, "data", "lines").Is(0, "data", "commission")
}

func earns(t *testing.T, owner *apptest.Caller) {
	id, bank := agent(owner), owner.DefaultAccount("bank")
	statement := commissions + "/agents/" + id + "/statement?from=2026-04-01&to=2026-04-30"
	said := owner.BookNewRoom("2026-04-14", "2026-04-15")
	own := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"companyId": id})
	not := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"companyId": id})
	owner.Put(commissions+"/bookings/"+said, object{"companyId": id}).Want(200)
	owner.Put(commissions+"/bookings/"+not, object{}).Want(200)
	owner.AddCharge(said, "Spa", 500000)
	for _, booking := range []string{said, own, not} {
		owner.Arrive(booking)
	}
	owner.Get(statement).Want(200).Is([]any{}, "data", "lines") // nobody has left
	owner.Server.Clock.Advance(24 * time.Hour)
	owner = owner.Refreshed()
	owner.Post(apptest.NightAudits, object{"markNoShows": false}).Want(200)
	for _, booking := range []string{said, own, not} {
		owner.Leave(booking, object{"settlementMethod": "card"})
	}
	first := owner.Get(statement).Want(200)
	if len(first.List("data", "lines")) != 2 {
		t.Fatalf("lines: %s", first.Raw)
	}
	first.Is(4761.9, "data", "lines", 1, "roomsAmount").Is(476.19, "data", "lines", 1, "commission").
		Is(500000, "data", "lines", 0, "otherAmount").Is(25476.19, "data", "lines", 0, "commission").
		Is(25952.38, "data", "commission").Is(4671.43, "data", "gst").Is(519, "data", "tds").
		Is(30104.81, "data", "payableAmount")
	file := commissions + "/agents/" + id + "/statement/export.csv?from=2026-04-01&to=2026-04-30"
	csv := string(owner.Get(file).Want(200).Raw)
	if !strings.Contains(csv, "Payable,,,,,30104.81") {
		t.Error(csv)
	}
	body := object{"companyId": id, "number": "AT/42", "from": "2026-04-01", "to": "2026-04-30"}
	keyed := owner.With("Idempotency-Key", "commission")
	bill := keyed.Post(commissions+"/bills", body).Want(201).Text("data", "_id")
	if keyed.Post(commissions+"/bills", body).Want(201).Text("data", "_id") != bill {
		t.Error("recorded twice")
	}
	holds := func(want map[string]int64) {
		t.Helper()
		for account, paise := range want {
			if got := owner.InBooks(account); got != paise {
				t.Errorf("%s: %d, want %d", account, got, paise)
			}
		}
	}
	tds := owner.Get("/api/vendor/{org}/tds").Want(200)
	tds.Is(519, "data", "notDeposited").Is("194H", "data", "entries", 0, "section").
		Is("", "data", "entries", 0, "vendorId").
		Is(id, "data", "entries", 0, "companyId").Is("Aravalli Tours", "data", "entries", 0, "vendor").
		Is(25952.38, "data", "entries", 0, "taxableAmount").Is("2", "data", "entries", 0, "rate")
	billed := map[string]int64{"commission": 2595238, "input-tax": 467143, "tds-payable": -51900,
		"agent-payable": -3010481}
	holds(billed)
	owner.Post(commissions+"/bills", body).Refused(400, "earned nothing")
	owner.Put(commissions+"/bookings/"+said, object{}).Refused(400, "bill already")
	reverse := commissions + "/bills/" + bill + "/reverse"
	owner.Post(reverse, object{"reason": "x"}).Want(201).Is("reversed", "data", "status")
	owner.Post(reverse, object{"reason": "x"}).Refused(400, "reversed already")
	holds(map[string]int64{"commission": 0, "input-tax": 0, "tds-payable": 0, "agent-payable": 0})
	owner.Get("/api/vendor/{org}/tds").Want(200).Is(0, "data", "tdsAmount")
	bill = owner.Post(commissions+"/bills", body).Want(201).Text("data", "_id")
	holds(billed)
	owner.Post("/api/vendor/{org}/tds/deposits", object{"section": "194H", "year": 2026, "quarter": 1,
		"challanNumber": "00123", "bsrCode": "0510308"}).Want(201).Is(519, "data", "amount")
	holds(map[string]int64{"tds-payable": 0, bank: -51900})
	owner.Post(commissions+"/bills/"+bill+"/reverse", object{"reason": "x"}).Refused(400, "deposited already")
	certificate := object{"year": 2026, "quarter": 1, "number": "ABCDEFG", "date": "2026-04-15"}
	owner.Put(commissions+"/agents/"+id+"/tds-certificate", certificate).Want(200)
	owner.Get("/api/vendor/{org}/tds").Want(200).Is("ABCDEFG", "data", "certificates", 0, "number").
		Is(id, "data", "certificates", 0, "companyId").Is("00123", "data", "entries", 0, "challanNumber")
	owner.Put(commissions+"/agents/"+apptest.Nobody+"/tds-certificate", certificate).Want(404)
	owner.Post(commissions+"/bills/"+bill+"/pay", object{"accountId": apptest.Nobody}).Bad("accountId")
	owner.Post(commissions+"/bills/"+bill+"/pay", object{"reference": "UTR 1"}).Want(201).Is("paid", "data", "status").
		Is(bank, "data", "accountId")
	owner.Post(commissions+"/bills/"+bill+"/reverse", object{"reason": "x"}).Refused(400, "paid already")
	holds(map[string]int64{"commission": 2595238, "agent-payable": 0, bank: -3062381})
	owner.Get(commissions+"/bills?companyId="+id).Want(200).Is(2, "pagination", "total")
	owner.Get(commissions+"/bills/"+bill).Want(200).Is("AT/42", "data", "number").
		Is(25476.19, "data", "lines", 0, "commission")
	// A credit note lowers what the next bill has.
	invoice := owner.InvoicesOf(said).Text("data", 0, "_id")
	owner.Post(apptest.Invoices+"/"+invoice+"/issue", object{}).Want(200)
	owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Noise"}).Want(201)
	owner.Get(statement).Want(200).Is(-25476.19, "data", "commission").
		Is(0, "data", "tds")
	owner.Post(commissions+"/bills", body).Refused(400, "earned nothing")
}

// sold is a stay of the agent that has ended, with a charge.
func sold(owner *apptest.Caller, agent string, amount float64) {
	owner.Server.T.Helper()
	booking := owner.BookNewRoom("2026-04-14", "2026-04-15", object{"companyId": agent})
	owner.AddCharge(booking, "Spa", amount)
	owner.Arrive(booking)
	owner.Leave(booking, object{"settlementMethod": "card"})
}

// Tax is withheld once a financial year's commission is above 20,000, and then of all of it.
func threshold(_ *testing.T, owner *apptest.Caller) {
	terms := object{"roomsPercent": 0, "foodPercent": 0, "otherPercent": 10, "tdsPercent": 2, "gstPercent": 18}
	agent := func(name, pan string, change object) string {
		id := owner.Post("/api/companies/{org}/create", object{"name": name, "pan": pan}).Want(201).Text("data", "_id")
		owner.Put(commissions+"/agents/"+id, terms.Merged(change)).Want(200)
		return id
	}
	number := 0
	bill := func(agent string, tds float64) string {
		owner.Server.T.Helper()
		number++
		owner.Get(commissions+"/agents/"+agent+"/statement?to=2026-04-15").Want(200).Is(tds, "data", "tds")
		return owner.Post(commissions+"/bills", object{"companyId": agent, "number": fmt.Sprint("T/", number),
			"to": "2026-04-15"}).Want(201).Is(tds, "data", "tds").Text("data", "_id")
	}
	withheld := func(all float64) {
		owner.Server.T.Helper()
		owner.Get("/api/vendor/{org}/tds?section=194H").Want(200).Is(all, "data", "tdsAmount")
	}
	reverse := func(bill string) { owner.Post(commissions+"/bills/"+bill+"/reverse", object{"reason": "x"}).Want(201) }
	id := agent("Zanskar Treks", "AAPFU0939F", nil)
	var bills []string
	for _, tds := range []float64{0, 0, 600} { // 20,000 is not above; 30,000 is
		sold(owner, id, 100000)
		bills = append(bills, bill(id, tds))
	}
	withheld(600)
	reverse(bills[2])
	withheld(0)
	bill(id, 600)
	reverse(bills[0]) // its stay is billed again; it bore its tax
	last := bill(id, 0)
	withheld(600)
	owner.Post(commissions+"/bills/"+last+"/pay", object{}).Want(201)
	sold(owner, id, 5000)
	unknown := agent("abu travels", "", nil)
	sold(owner, unknown, 210000)
	bill(unknown, 4200) // 20 % without a PAN
	none := agent("Nubra Holidays", "", object{"tdsPercent": 0})
	sold(owner, none, 210000)
	bill(none, 0)
	owner = owner.OnDay("2026-04-15")
	list := owner.Get(commissions+"/agents?limit=2").Want(200).Is(3, "pagination", "total")
	list.Is("abu travels", "data", 0, "company").Is("Nubra Holidays", "data", 1, "company")
	owner.Get(commissions+"/agents?limit=2&page=2").Want(200).Is(id, "data", 0, "companyId").
		Is(30500, "data", 0, "commissionEarned").Is(500, "data", 0, "commissionDue").
		Is(30000, "data", 0, "commissionBilled").Is(11800, "data", 0, "paidAmount").Is(23000, "data", 0, "unpaidAmount").
		Is(10, "data", 0, "otherPercent")
}
