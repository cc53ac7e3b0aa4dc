package monthend_test

import (
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

const path = "/api/accounts/{org}/month-end"

func TestMonthEnd(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "which month", Run: whichMonth},
		{Name: "days", Run: days},
		{Name: "a stay and its papers", Run: stay},
		{Name: "money that is for nothing", Run: unapplied},
		{Name: "accounts that must be zero", Run: notZero},
		{Name: "drawers and banks", Run: drawersAndBanks},
		{Name: "agents' commission", Run: agents},
		{Name: "tax that was withheld", Run: withheld},
		{Name: "files and papers", Run: files},
	}, apptest.BooksBalance)
}

// auditor may read what an accountant from outside needs, and no guest.
func auditor(desk *apptest.Caller) *apptest.Caller {
	view := object{"view": true}
	return desk.Member("Auditor", object{"accounts": view, "invoices": view, "payments": view, "expenses": view,
		"credit_notes": view, "taxes": view, "vendors": view, "series": view, "audit_logs": view})
}

func whoMay(_ *testing.T, desk *apptest.Caller) {
	reader, porter := auditor(desk), desk.Member("Porter", object{"bookings": object{"manage": true}})
	other, anyone := desk.Server.Hotel(), desk.Server.Anyone()
	other.Org, anyone.Org = desk.Org, desk.Org
	for _, p := range []string{path, path + "/papers", path + "/export.csv", path + "/export.xlsx"} {
		anyone.Get(p).Refused(401, "")
		other.Get(p).Refused(403, "not a member")
		porter.Get(p).Refused(403, "accounts.view")
		reader.Get(p).Want(200)
	}
	for _, p := range []string{"/api/accounts/{org}/balance-sheet", "/api/accounts/{org}/trial-balance",
		"/api/analytics/{org}/flash", "/api/analytics/{org}/revenue-by", "/api/invoices/{org}/list",
		"/api/payments/{org}/list", "/api/expenses/{org}/list", "/api/vouchers/{org}/list", "/api/audit/{org}/logs"} {
		reader.Get(p).Want(200)
	}
	guest := desk.Post("/api/guests/{org}/create", object{"name": "Asha Rao", "phone": "+91 98450 12345"}).Want(201).
		Text("data", "_id")
	reader.Get("/api/guests/{org}/"+guest).Refused(403, "guests.view")
	reader.Get("/api/guests/{org}/list").Refused(403, "guests.view")
	reader.Put("/api/accounts/{org}/lock", object{"until": "2026-03-31", "reason": "x"}).Refused(403, "accounts.update")
	reader.Post("/api/vouchers/{org}/create", object{}).Refused(403, "accounts.create")
}

func whichMonth(_ *testing.T, desk *apptest.Caller) {
	l := desk.Get(path).Want(200)
	l.Is("2026-03", "data", "month")
	l.Is("2026-03-01", "data", "from")
	l.Is("2026-03-31", "data", "to")
	l.Is("ready", "data", "status")
	l.Is("", "data", "lockedUntil")
	nothing(l)
	desk.Get(path+"?month=2024-02").Want(200).Is("2024-02-29", "data", "to")
	desk.Get(path+"?month=2026-04").Want(200).Is("open", "data", "status")
	desk.Get(path+"?month=2026-05").Refused(400, "month must be 2026-04 at most")
	for _, bad := range []string{"2026", "2026-13", "2026-4", "April"} {
		desk.Get(path+"?month="+bad).Refused(400, "month must be")
	}
	desk.Put("/api/accounts/{org}/lock", object{"until": "2026-03-31", "reason": "Filed"}).Want(200)
	l = desk.Get(path).Want(200)
	l.Is("locked", "data", "status")
	l.Is("2026-03-31", "data", "lockedUntil")
	desk.Get(path+"?month=2026-02").Want(200).Is("locked", "data", "status")
}

func nothing(l apptest.Answer) {
	l.T.Helper()
	if items := l.List("data", "items"); len(items) > 0 {
		l.T.Errorf("these stand in the way: %v", items)
	}
}

// item is what of the kind stands in the way of April.
func item(desk *apptest.Caller, kind string) map[string]any {
	desk.Server.T.Helper()
	for _, i := range desk.Get(path+"?month=2026-04").Want(200).List("data", "items") {
		if i := i.(map[string]any); i["kind"] == kind {
			return i
		}
	}
	return map[string]any{"kind": kind, "count": 0.0, "amount": 0.0}
}

// waits fails unless so many of the kind stand in April's way, over this amount.
func waits(desk *apptest.Caller, kind string, count, amount float64) map[string]any {
	desk.Server.T.Helper()
	i := item(desk, kind)
	if i["count"] != count || i["amount"] != amount {
		desk.Server.T.Errorf("%s is %v, want %v over %v", kind, i, count, amount)
	}
	return i
}

func days(_ *testing.T, desk *apptest.Caller) {
	waits(desk, "open-days", 17, 0) // from today on, where no day is ever closed
	desk = desk.OnDay("2026-04-29")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-28"}).Want(200)
	waits(desk, "open-days", 2, 0)
	desk = desk.OnDay("2026-05-02")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-29"}).Want(200)
	waits(desk, "open-days", 1, 0)
	desk.Post(apptest.NightAudits, object{"date": "2026-04-30"}).Want(200)
	waits(desk, "open-days", 0, 0)
	desk.Get(path).Want(200).Is("ready", "data", "status")
}

// A stay that reaches into May doesn't stand in April's way; one that has ended does until its invoice is issued.
func stay(_ *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(2)
	desk.SetBilling(object{"issueAtCheckout": false})
	desk = desk.OnDay("2026-04-28")
	gone, staying := desk.Book("2026-04-28", "2026-04-30", rooms[0]), desk.Book("2026-04-28", "2026-05-03", rooms[1])
	desk.Arrive(gone)
	desk.Arrive(staying)
	desk = desk.OnDay("2026-04-29")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-28"}).Want(200)
	desk = desk.OnDay("2026-04-30")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-29"}).Want(200)
	waits(desk, "unbilled", 0, 0)
	desk.Leave(gone, object{})
	i := waits(desk, "unbilled", 1, 10000)
	record := i["records"].([]any)[0].(map[string]any)
	if record["id"] != gone || record["name"] != "Asha Rao" || record["date"] != "2026-04-30" {
		desk.Server.T.Errorf("the stay is %v", record)
	}
	draft := item(desk, "drafts")
	if draft["count"] != 1.0 {
		desk.Server.T.Errorf("the draft is %v", draft)
	}
	action := draft["action"].(map[string]any)
	if want := "/api/invoices/" + desk.Org + "/{id}/issue"; action["method"] != "POST" || action["path"] != want {
		desk.Server.T.Errorf("the action is %v", action)
	}
	invoice := draft["records"].([]any)[0].(map[string]any)["id"].(string)
	desk.Post("/api/invoices/{org}/"+invoice+"/issue", object{}).Want(200)
	waits(desk, "unbilled", 0, 0)
	waits(desk, "drafts", 0, 0)
	desk = desk.OnDay("2026-05-02")
	desk.Post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Banquet", "unitPrice": 100}},
		"buyer": object{"name": "Ravi Das"}}).Want(201)
	waits(desk, "drafts", 0, 0) // it is of May
}

func unapplied(_ *testing.T, desk *apptest.Caller) {
	room := desk.CreateRooms(1)[0]
	coming := desk.Book("2026-04-20", "2026-04-22", room)
	desk.Pay(object{"amount": 500, "bookingId": coming}).Want(201)
	waits(desk, "unapplied", 0, 0) // the advance of a stay to come
	desk.Put(apptest.BookingPath(coming, "/cancel"), object{"reason": "Ill"}).Want(200)
	paid := desk.Get("/api/payments/{org}/list?bookingId="+coming).Want(200).Text("data", 0, "_id")
	i := waits(desk, "unapplied", 1, 500)
	if record := i["records"].([]any)[0].(map[string]any); record["id"] != paid {
		desk.Server.T.Errorf("the payment is %v, not %s", record, paid)
	}
	desk.Post("/api/payments/{org}/"+paid+"/refund", object{"amount": 200, "method": "cash", "reason": "Ill"}).Want(201)
	waits(desk, "unapplied", 1, 300)
	nothing(desk.Get(path + "?month=2026-03").Want(200))
	invoice := desk.Bill(300)
	desk.Post("/api/payments/{org}/"+paid+"/apply", object{"invoiceId": invoice, "amount": 300}).Want(200)
	waits(desk, "unapplied", 0, 0)
}

func notZero(_ *testing.T, desk *apptest.Caller) {
	suspense := desk.Post("/api/accounts/{org}/chart/create", object{"name": "Suspense", "kind": "asset",
		"code": "1999", "mustBeZero": true}).Want(201).Text("data", "account")
	waits(desk, "not-zero", 0, 0)
	post := func(from, to string) {
		desk.Post("/api/vouchers/{org}/create", object{"kind": "journal", "narration": "Unclear", "lines": []object{
			{"account": to, "debit": 70}, {"account": from, "credit": 70}}}).Want(201)
	}
	bank := desk.DefaultAccount("bank")
	post(bank, suspense)
	waits(desk, "not-zero", 1, 70)
	post(suspense, bank)
	waits(desk, "not-zero", 0, 0)
	post(bank, suspense)
	desk.Put("/api/accounts/{org}/chart/"+suspense, object{"mustBeZero": false}).Want(200).
		Is(false, "data", "mustBeZero")
	waits(desk, "not-zero", 0, 0)
}

func drawersAndBanks(_ *testing.T, desk *apptest.Caller) {
	shift := desk.Post("/api/shifts/{org}/open", object{"accountId": desk.DefaultAccount("cash"),
		"openingFloat": object{"total": 0}}).
		Want(201).Text("data", "_id")
	i := waits(desk, "open-shifts", 1, 0)
	if record := i["records"].([]any)[0].(map[string]any); record["id"] != shift || record["code"] != "1" {
		desk.Server.T.Errorf("the shift is %v", record)
	}
	desk.Get(path+"?month=2026-03").Want(200).Is("ready", "data", "status")
	bank := desk.DefaultAccount("bank")
	desk.Put("/api/accounts/{org}/"+bank+"/statements",
		"Date,Narration,Ref No,Amount\n13/04/2026,Charges,C1,-2\n").Want(200)
	i = waits(desk, "bank-lines", 1, -2)
	line := i["records"].([]any)[0].(map[string]any)
	if line["accountId"] != bank || line["name"] != "Charges" || line["code"] != "C1" {
		desk.Server.T.Errorf("the line is %v", line)
	}
	desk.Post("/api/accounts/{org}/"+bank+"/bank-lines/"+line["id"].(string)+"/ignore", object{"reason": "Not ours"}).
		Want(200)
	waits(desk, "bank-lines", 0, 0)
}

// first is the first record of the kind that stands in the way of the month.
func first(desk *apptest.Caller, kind string) map[string]any {
	desk.Server.T.Helper()
	return item(desk, kind)["records"].([]any)[0].(map[string]any)
}

// Commission stands in the way until it is billed, and the bill until it is paid; a stay of May is nothing to April.
func agents(t *testing.T, desk *apptest.Caller) {
	const commissions = "/api/commissions/{org}"
	agent := desk.Post("/api/companies/{org}/create", object{"name": "Aravalli Tours"}).Want(201).Text("data", "_id")
	desk.Put(commissions+"/agents/"+agent, object{"roomsPercent": 0, "foodPercent": 0, "otherPercent": 5,
		"tdsPercent": 2, "gstPercent": 0}).Want(200)
	booking := desk.BookNewRoom("2026-04-14", "2026-04-15")
	desk.Put(commissions+"/bookings/"+booking, object{"companyId": agent}).Want(200)
	desk.AddCharge(booking, "Spa", 1000)
	desk.Arrive(booking)
	waits(desk, "commission", 0, 0)
	desk.Leave(booking, object{"settlementMethod": "card"})
	waits(desk, "commission", 1, 50)
	if r := first(desk, "commission"); r["id"] != agent || r["name"] != "Aravalli Tours" || r["date"] != "2026-04-15" {
		t.Errorf("the agent is %v", r)
	}
	bill := desk.Post(commissions+"/bills", object{"companyId": agent, "number": "AT/1", "to": "2026-04-15"}).Want(201).
		Text("data", "_id")
	waits(desk, "commission", 0, 0)
	action := waits(desk, "agent-bills", 1, 50)["action"].(map[string]any)
	if want := "/api/commissions/" + desk.Org + "/bills/{id}/pay"; action["path"] != want || action["method"] != "POST" {
		t.Errorf("the action is %v", action)
	}
	if r := first(desk, "agent-bills"); r["id"] != bill || r["code"] != "AT/1" || r["name"] != "Aravalli Tours" {
		t.Errorf("the bill is %v", r)
	}
	nothing(desk.Get(path + "?month=2026-03").Want(200))
	desk.Post(commissions+"/bills/"+bill+"/pay", object{}).Want(201)
	waits(desk, "agent-bills", 0, 0)
}

// What was withheld stands in the way of its month, and of later ones, until it is deposited.
func withheld(t *testing.T, desk *apptest.Caller) {
	vendor := desk.CreateVendor(object{"name": "Works", "pan": "AAPFU0939F", "tdsSection": "194C"})
	bill := func(day string) {
		desk.Post("/api/expenses/{org}/create", object{"vendorId": vendor, "category": "Works", "amount": 40000,
			"date": day, "dueDate": "2026-06-01"}).Want(201)
	}
	bill("2026-03-20")
	bill("2026-04-10")
	bill("2026-04-11")
	waits(desk, "tds", 2, 2400)
	march := desk.Get(path + "?month=2026-03").Want(200)
	march.Is("tds", "data", "items", 0, "kind").Is(800, "data", "items", 0, "amount").
		Is("2026-04-30", "data", "items", 0, "records", 0, "date").Is("194C", "data", "items", 0, "records", 0, "code").
		Is("2026-03", "data", "items", 0, "records", 0, "name").
		Is("/api/vendor/"+desk.Org+"/tds/deposits", "data", "items", 0, "action", "path")
	deposit := func(year, quarter int, challan string) {
		desk.Post("/api/vendor/{org}/tds/deposits", object{"section": "194C", "year": year, "quarter": quarter,
			"challanNumber": challan, "bsrCode": "0510308"}).Want(201)
	}
	deposit(2025, 4, "1")
	waits(desk, "tds", 1, 1600)
	if r := first(desk, "tds"); r["date"] != "2026-05-07" || r["name"] != "2026-04" {
		t.Errorf("it is due as %v", r)
	}
	deposit(2026, 1, "2")
	waits(desk, "tds", 0, 0)
}

func files(t *testing.T, desk *apptest.Caller) {
	desk.Post("/api/invoices/{org}/create", object{"lines": []object{{"description": "Banquet", "unitPrice": 100}},
		"buyer": object{"name": "=Ravi Das"}}).Want(201)
	rows := desk.Register(path, "?month=2026-04")
	if len(rows) != 18 || rows[17]["Name"] != "'=Ravi Das" && rows[17]["Name"] != "=Ravi Das" {
		t.Errorf("the file has %v", rows)
	}
	desk.Pay(object{"amount": 500, "bookingId": desk.BookFromToday()}).Want(201)
	text := strings.Join(pdftext.Pages(t, desk.Download(path+"/papers?month=2026-04", "application/pdf").Raw), "\n")
	for _, part := range []string{"Month end", "=Ravi Das", "Balance sheet", "Profit and loss", "Trial balance",
		"500.00"} {
		if !strings.Contains(text, part) {
			t.Errorf("the papers don't have %q: %s", part, text)
		}
	}
}
