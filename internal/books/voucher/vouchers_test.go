package voucher_test

import (
	"slices"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	chartPath    = "/api/accounts/{org}/chart"
	createPath   = "/api/vouchers/{org}/create"
	listPath     = "/api/vouchers/{org}/list"
	sheetPath    = "/api/accounts/{org}/balance-sheet"
	profitPath   = "/api/accounts/{org}/profit-and-loss/accounts"
	entriesPath  = "/api/accounts/{org}/entries"
	lockPath     = "/api/accounts/{org}/lock"
	trialBalance = "/api/accounts/{org}/trial-balance"
)

func TestVouchers(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "the chart of a new hotel", Run: newChart},
		{Name: "accounts of the chart", Run: chartAccounts},
		{Name: "headings", Run: headings},
		{Name: "a journal and what it does", Run: journalPosts},
		{Name: "a contra", Run: contra},
		{Name: "what is refused", Run: refusedVouchers},
		{Name: "days", Run: voucherDays},
		{Name: "reversals", Run: reversals},
		{Name: "the list", Run: listed},
		{Name: "the largest amounts", Run: largest},
		{Name: "who may attach", Run: whoMayAttach},
		{Name: "attachments", Run: attachments},
	}, apptest.BooksBalance)
}

// account adds an account to the chart and returns its id.
func account(desk *apptest.Caller, name, kind string, fields ...object) string {
	desk.Server.T.Helper()
	body := object{"name": name, "kind": kind}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return desk.Post(chartPath+"/create", body).Want(201).Text("data", "account")
}

// journal is a voucher that debits one account and credits another.
func journal(debit, credit string, amount any) object {
	return object{"kind": "journal", "narration": "Rent of April", "lines": []object{
		{"account": debit, "debit": amount, "note": "April"}, {"account": credit, "credit": amount}}}
}

func voucherPath(id, rest string) string { return "/api/vouchers/{org}/" + id + rest }

func whoMay(_ *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	id := desk.Post(createPath, journal(rent, cash, 5)).Want(201).Text("data", "_id")
	viewer := desk.Member("Viewer", object{"accounts": object{"view": true}})
	clerk := desk.Member("Clerk", object{"accounts": object{"view": true, "create": true}})
	porter := desk.Member("Porter", object{"payments": object{"manage": true}, "expenses": object{"manage": true}})
	other := desk.Server.Hotel()
	anyone := desk.Server.Anyone()
	other.Org, anyone.Org = desk.Org, desk.Org
	for _, call := range []struct {
		method, path, need string
		body               any
	}{
		{"GET", listPath, "accounts.view", nil},
		{"GET", voucherPath(id, ""), "accounts.view", nil},
		{"GET", chartPath, "accounts.view", nil},
		{"GET", chartPath + "/" + rent, "accounts.view", nil},
		{"POST", createPath, "accounts.create", journal(rent, cash, 5)},
		{"POST", chartPath + "/create", "accounts.create", object{"name": "Power", "kind": "expense"}},
		{"POST", voucherPath(id, "/reverse"), "accounts.update", object{"reason": "x"}},
		{"PUT", chartPath + "/" + rent, "accounts.update", object{"code": "6100"}},
	} {
		anyone.Do(call.method, call.path, call.body).Refused(401, "")
		other.Do(call.method, call.path, call.body).Refused(403, "not a member")
		porter.Do(call.method, call.path, call.body).Refused(403, call.need)
		if call.method == "GET" {
			viewer.Do(call.method, call.path, call.body).Want(200)
		} else {
			viewer.Do(call.method, call.path, call.body).Refused(403, call.need)
		}
		if call.need == "accounts.update" {
			clerk.Do(call.method, call.path, call.body).Refused(403, call.need)
		}
	}
	clerk.Post(createPath, journal(rent, cash, 5)).Want(201).Is("Clerk", "data", "createdByName")
	foreign := desk.AnotherHotel()
	foreign.Get("/api/vouchers/{org}/" + id).Want(404)
	foreign.Post("/api/vouchers/{org}/"+id+"/reverse", object{"reason": "x"}).Want(404)
	foreign.Get(chartPath + "/" + rent).Want(404)
	foreign.Post(createPath, journal(rent, foreign.DefaultAccount("cash"), 5)).Bad("lines[0].account")
	desk.Get(listPath).Want(200).Is(2, "pagination", "total")
}

func newChart(t *testing.T, desk *apptest.Caller) {
	list := desk.Get(chartPath).Want(200)
	classes := []string{"asset", "liability", "equity", "income", "expense"}
	at, code, codes := 0, "", map[string]bool{}
	found := map[string]bool{}
	for i := range list.List("data") {
		list.Fields(list.At("data", i), "account", "code", "name", "kind", "class", "parentId", "department", "notes",
			"isActive", "isOwn", "byVoucher", "mustBeZero", "version")
		found[list.Text("data", i, "account")] = list.At("data", i, "byVoucher") == true
		place := slices.Index(classes, list.Text("data", i, "class"))
		if place > at {
			at, code = place, ""
		}
		next := list.Text("data", i, "code")
		if place < at || next != "" && (next < code || codes[next]) || next == "" && list.At("data", i, "isOwn") == true {
			t.Errorf("%v is out of order", list.At("data", i))
		}
		code, codes[next] = next, true
	}
	for own, byVoucher := range map[string]bool{"guests": false, "unbilled": false, "room-sales": false,
		"deposits": false, "deposits-kept": false, "tcs": true, "commission": true,
		"agent-payable": false, "tds-payable": true, "foreign-cash": false, "exchange-gains": true,
		"other-sales": false, "rounding": false, "accrued": false, "expenses": false, "payables": false, "cgst": true,
		"sgst": true, "other-tax": true, "input-tax": true, "claimed-tax": true, "unclaimed-tax": true, "opening": true,
		desk.DefaultAccount("cash"): true, desk.DefaultAccount("ota"): true} {
		if by, there := found[own]; !there || by != byVoucher {
			t.Errorf("%s: %v, %v, want byVoucher %v", own, there, by, byVoucher)
		}
	}
	if len(found) != 34 {
		t.Errorf("%d accounts", len(found))
	}
}

func chartAccounts(t *testing.T, desk *apptest.Caller) {
	body := object{"name": "Key deposits", "kind": "liability", "code": "2400", "notes": "200 a key",
		"openingBalance": -2000}
	keyed := desk.With("Idempotency-Key", "deposits")
	made := keyed.Post(chartPath+"/create", body).Want(201).Is("2400", "data", "code").Is("liability", "data", "class").
		Is("liability", "data", "kind").Is("", "data", "department").Is("200 a key", "data", "notes").
		Is(true, "data", "byVoucher").Is(false, "data", "isOwn").Is(1, "data", "version").Is("", "data", "parentId")
	id := made.Text("data", "account")
	keyed.Post(chartPath+"/create", body).Want(201).Is(id, "data", "account")
	if desk.InBooks(id) != -200000 || desk.InBooks("opening") != 200000 {
		t.Errorf("the books have %d and %d", desk.InBooks(id), desk.InBooks("opening"))
	}
	before := len(desk.Get(chartPath).Want(200).List("data"))
	fresh := object{"name": "Spa", "kind": "income"}
	desk.Post(chartPath+"/create", body.Merged(object{"code": "2401"})).Bad("name")
	desk.Post(chartPath+"/create", fresh.Merged(object{"code": "2400"})).Bad("code")
	desk.Post(chartPath+"/create", fresh.Merged(object{"code": "1100"})).Bad("code")
	desk.Post(chartPath+"/create", fresh.Merged(object{"kind": "books"})).Bad("kind")
	desk.Post(chartPath+"/create", fresh.Without("name")).Bad("name")
	desk.Post(chartPath+"/create", fresh.Merged(object{"openingBalance": 1.001})).Bad("openingBalance")
	desk.Post(chartPath+"/create", fresh.Merged(object{"parentId": id})).Bad("parentId")
	desk.Post(chartPath+"/create", fresh.Merged(object{"parentId": apptest.Nobody})).Bad("parentId")
	desk.Post(chartPath+"/create", fresh.Merged(object{"department": "spa"})).Bad("department")
	desk.Post(chartPath+"/create", object{"name": "Loan", "kind": "liability", "department": "rooms"}).Bad("department")
	if after := len(desk.Get(chartPath).Want(200).List("data")); after != before {
		t.Errorf("refusals left %d accounts", after-before)
	}
	spa := desk.Post(chartPath+"/create", fresh.Merged(object{"code": "a1"})).Want(201).
		Is("undistributed", "data", "department").Text("data", "account")
	desk.Post(chartPath+"/create", object{"name": "Gym", "kind": "income", "code": "A1"}).Bad("code")
	path := chartPath + "/" + spa
	desk.Put(path, object{"department": "otherOperated"}).Want(200).Is(2, "data", "version").Is("a1", "data", "code")
	desk.Put(path, object{"department": "otherOperated"}).Want(200).Is(2, "data", "version") // changes nothing
	desk.With("If-Match", `"1"`).Put(path, object{"code": "4300"}).Bad("If-Match")
	desk.With("If-Match", `"2"`).Put(path, object{"code": "A1"}).Want(200).Is("A1", "data", "code").
		Is(3, "data", "version")
	desk.Put(path, object{"code": nil, "department": nil}).Want(200).Is("", "data", "code").
		Is("undistributed", "data", "department")
	desk.Put(path, object{"code": "2400"}).Bad("code")
	desk.Get(path).Want(200).Is("", "data", "code").Is("Spa", "data", "name").Is("income", "data", "class")
	desk.Get(chartPath + "/" + apptest.Nobody).Want(404)
	desk.Get(chartPath+"/guests").Want(200).Is("1100", "data", "code").Is(true, "data", "isOwn")
	desk.Put(chartPath+"/guests", object{"code": "1101"}).Refused(400, "fixed")
	desk.Get("/api/audit/{org}/logs?action=account.placed").Want(200).Is(5, "pagination", "total")
	desk.Delete("/api/accounts/{org}/" + spa + "/delete").Want(200)
	desk.Get(path).Want(404)
	account(desk, "Gym", "income", object{"code": "A1"})
	for _, kind := range []string{"liability", "income"} { // guests pay into none of these
		desk.Post(apptest.Payments+"/create", object{"bookingId": desk.BookNewRoom("2026-04-14", "2026-04-15"), "amount": 1,
			"method": "cash", "accountId": account(desk, "New "+kind, kind)}).Bad("accountId")
	}
}

func headings(_ *testing.T, desk *apptest.Caller) {
	top := account(desk, "Energy", "expense", object{"code": "6100"})
	power := account(desk, "Power", "expense", object{"code": "6110", "parentId": top})
	gas := account(desk, "Gas", "expense", object{"parentId": power})
	desk.Get(chartPath+"/"+top).Want(200).Is(false, "data", "byVoucher")
	desk.Get(chartPath+"/"+gas).Want(200).Is(true, "data", "byVoucher").Is(power, "data", "parentId")
	for _, under := range []string{top, power, gas} {
		desk.Put(chartPath+"/"+top, object{"parentId": under}).Bad("parentId")
	}
	desk.Put(chartPath+"/"+gas, object{"parentId": desk.DefaultAccount("cash")}).Bad("parentId")
	desk.Post(createPath, journal(power, "opening", 5)).Bad("lines[0].account").Refused(400, "heading")
	desk.Delete("/api/accounts/{org}/"+power+"/delete").Refused(400, "heading")
	desk.Post(createPath, journal(gas, "opening", 12.5)).Want(201)
	sheet := desk.Get(profitPath).Want(200)
	for _, name := range []string{"Energy", "Power", "Gas"} {
		row := rowOf(sheet, name, "data", "departments", 3, "expenses")
		if name == "Gas" {
			desk.HasRow(map[string]string{"no": present(row["subtotals"])}, map[string]string{"no": "no"})
			continue
		}
		if list, ok := row["subtotals"].([]any); !ok || len(list) != 1 || list[0] != 12.5 {
			desk.Server.T.Errorf("%s: %v", name, row)
		}
	}
	desk.Put(chartPath+"/"+gas, object{"parentId": nil}).Want(200).Is("", "data", "parentId")
	desk.Get(chartPath+"/"+power).Want(200).Is(true, "data", "byVoucher")
	desk.Delete("/api/accounts/{org}/" + power + "/delete").Want(200)
	desk.Delete("/api/accounts/{org}/" + top + "/delete").Want(200)
}

func present(value any) string {
	if value == nil {
		return "no"
	}
	return "yes"
}

// rowOf is the row of this name in the section, or nil.
func rowOf(a apptest.Answer, name string, section ...any) map[string]any {
	for _, row := range a.List(append(section, "rows")...) {
		if row := row.(map[string]any); row["name"] == name {
			return row
		}
	}
	return nil
}

// has fails unless the section has this amount for the name in its first column; 0 is for none.
func has(a apptest.Answer, name string, amount float64, section ...any) {
	a.T.Helper()
	row := rowOf(a, name, section...)
	if row == nil && amount == 0 {
		return
	}
	if row == nil || row["amounts"].([]any)[0] != amount {
		a.T.Errorf("%s: %v in %v, want %v: %v", name, row, section, amount, a.At(section...))
	}
}

func journalPosts(t *testing.T, desk *apptest.Caller) {
	rent := account(desk, "Rent", "expense", object{"code": "6100", "department": "rooms"})
	loan := account(desk, "Loan", "liability", object{"code": "2500"})
	commission := account(desk, "Commission", "income", object{"code": "4500", "department": "foodAndBeverage"})
	bank := desk.DefaultAccount("bank")
	body := object{"kind": "journal", "date": "2026-04-10", "narration": "Rent of April", "reference": "Lease 4/2026",
		"lines": []object{{"account": rent, "debit": 5000.25, "note": "April"}, {"account": "cgst", "debit": 100},
			{"account": bank, "credit": 3000}, {"account": loan, "credit": 2050.25}, {"account": commission, "credit": 50}}}
	keyed := desk.With("Idempotency-Key", "rent")
	made := keyed.Post(createPath, body).Want(201)
	id := made.Text("data", "_id")
	made.Fields(made.At("data"), "_id", "number", "kind", "date", "narration", "reference", "amount", "reversalOf",
		"reversedBy", "createdBy", "createdByName", "createdAt", "lines")
	made.Is("journal", "data", "kind").Is("2026-04-10", "data", "date").Is(5100.25, "data", "amount").
		Is("Lease 4/2026", "data", "reference").Is("", "data", "reversalOf").Is(desk.UserID, "data", "createdBy").
		Is("Rent", "data", "lines", 0, "accountName").Is(5000.25, "data", "lines", 0, "debit").
		Is(0, "data", "lines", 0, "credit").Is("April", "data", "lines", 0, "note").
		Is("CGST", "data", "lines", 1, "accountName").Is(3000, "data", "lines", 2, "credit")
	keyed.Post(createPath, body).Want(201).Is(id, "data", "_id").Is(made.At("data", "number"), "data", "number")
	keyed.Post(createPath, body.Merged(object{"narration": "Rent"})).Bad("Idempotency-Key")
	desk.Get(voucherPath(id, "")).Want(200).Is(made.At("data"), "data")
	if desk.InBooks(rent) != 500025 || desk.InBooks(loan) != -205025 || desk.InBooks("cgst") != 10000 ||
		desk.Balance(bank) != -3000 {
		t.Error("the books have other amounts than the voucher")
	}
	trial := desk.Get(trialBalance).Want(200).Is(5100.25, "data", "totalDebit").Is(5100.25, "data", "totalCredit")
	if len(trial.List("data", "accounts")) != 5 {
		t.Errorf("the trial balance has %v", trial.At("data", "accounts"))
	}
	sheet := desk.Get(sheetPath).Want(200).Is("2026-04-14", "data", "asOf")
	has(sheet, "Bank", -3000, "data", "assets")
	has(sheet, "Loan", 2050.25, "data", "liabilities")
	has(sheet, "CGST", -100, "data", "liabilities")
	has(sheet, "Result of the year", -4950.25, "data", "equity")
	sheet.Is(-3000, "data", "assets", "totals", 0).Is(-3000, "data", "liabilitiesAndEquity", 0)
	desk.Get(sheetPath+"?asOf=2026-04-09").Want(200).Is(0, "data", "assets", "totals", 0).
		Is(0, "data", "liabilitiesAndEquity", 0)
	profit := desk.Get(profitPath).Want(200).Is("2026-04-01", "data", "from").Is("2026-04-14", "data", "to").
		Is(50, "data", "totalIncome", 0).Is(5000.25, "data", "totalExpenses", 0).Is(-4950.25, "data", "result", 0).
		Is("rooms", "data", "departments", 0, "department").Is(-5000.25, "data", "departments", 0, "result", 0)
	has(profit, "Rent", 5000.25, "data", "departments", 0, "expenses")
	has(profit, "Commission", 50, "data", "departments", 1, "income")
	desk.Get(profitPath+"?from=2026-04-11").Want(200).Is(0, "data", "result", 0)
	entries := desk.Get(entriesPath+"?account="+rent).Want(200).Is(1, "pagination", "total").
		Is(0, "totals", "openingBalance").Is(5000.25, "totals", "closingBalance").Is("voucher", "data", 0, "document").
		Is(id, "data", 0, "documentId").Is(made.At("data", "number"), "data", 0, "number").Is(5000.25, "data", 0, "debit").
		Is("Rent", "data", 0, "accountName").Is("Rent of April", "data", 0, "note").Is("2026-04-10", "data", 0, "date")
	desk.Get(entriesPath+"?account=cgst").Want(200).
		Is(entries.At("data", 0, "postingId"), "data", 0, "postingId")
	desk.Get(entriesPath+"?from=2026-04-11&account="+rent).Want(200).Is(0, "pagination", "total").
		Is(5000.25, "totals", "openingBalance")
	desk.Get("/api/audit/{org}/logs?action=voucher.posted").Want(200).Is(1, "pagination", "total").
		Is(id, "data", 0, "resourceId")
}

func contra(t *testing.T, desk *apptest.Caller) {
	cash, bank := desk.DefaultAccount("cash"), desk.DefaultAccount("bank")
	loan := account(desk, "Loan", "liability")
	body := journal(bank, cash, 700).Merged(object{"kind": "contra"})
	desk.Post(createPath, body).Want(201).Is("contra", "data", "kind")
	if desk.Balance(bank) != 700 || desk.Balance(cash) != -700 {
		t.Error("the contra moved something else")
	}
	for _, wrong := range []string{loan, "cgst", desk.DefaultAccount("upi"), desk.DefaultAccount("card"),
		desk.DefaultAccount("ota")} {
		desk.Post(createPath, journal(wrong, cash, 700).Merged(object{"kind": "contra"})).Bad("lines[0].account").
			Refused(400, "contra")
	}
	desk.Get(listPath+"?kind=contra").Want(200).Is(1, "pagination", "total")
	desk.Get(listPath+"?kind=journal").Want(200).Is(0, "pagination", "total")
}

func refusedVouchers(t *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	good := journal(rent, cash, 5)
	lines := func(lines ...object) object { return good.Merged(object{"lines": lines}) }
	debit, credit := object{"account": rent, "debit": 5}, object{"account": cash, "credit": 5}
	desk.Post(createPath, lines(debit, credit.Merged(object{"credit": 4.99}))).Bad("lines").Refused(400, "0.01")
	desk.Post(createPath, lines(debit, debit)).Bad("lines")
	desk.Post(createPath, lines(debit)).Bad("lines")
	desk.Post(createPath, good.Without("lines")).Bad("lines")
	desk.Post(createPath, lines(debit, credit.Merged(object{"debit": 5}))).Bad("lines[1].credit")
	desk.Post(createPath, lines(debit, object{"account": cash})).Bad("lines[1].debit")
	desk.Post(createPath, lines(debit.Merged(object{"debit": 0}), credit)).Bad("lines[0].debit")
	desk.Post(createPath, lines(debit, credit.Merged(object{"credit": -5}))).Bad("lines[1].credit")
	desk.Post(createPath, lines(debit.Merged(object{"debit": 5.001}), credit)).Bad("lines[0].debit")
	desk.Post(createPath, lines(debit.Merged(object{"account": ""}), credit)).Bad("lines[0].account")
	for _, unknown := range []string{apptest.Nobody, "gold", "result", "Guests"} {
		desk.Post(createPath, journal(unknown, cash, 5)).Bad("lines[0].account")
	}
	for _, own := range []string{"guests", "unbilled", "room-sales", "other-sales", "rounding", "accrued", "expenses",
		"payables"} {
		desk.Post(createPath, journal(rent, own, 5)).Bad("lines[1].account").Refused(400, "documents")
	}
	desk.Post(createPath, good.Merged(object{"kind": "payment"})).Bad("kind")
	desk.Post(createPath, good.Merged(object{"narration": ""})).Bad("narration")
	desk.Post(createPath, good.Without("kind")).Bad("kind")
	account(desk, "Old", "expense")
	old := account(desk, "Older", "expense", object{"openingBalance": 1})
	desk.Put("/api/accounts/{org}/"+old+"/update", object{"isActive": false}).Want(200)
	desk.Post(createPath, journal(old, cash, 5)).Bad("lines[0].account").Refused(400, "not in use")
	desk.Get(chartPath+"/"+old).Want(200).Is(false, "data", "byVoucher")
	desk.Get(listPath).Want(200).Is(0, "pagination", "total")
	if desk.InBooks(rent) != 0 || desk.Balance(cash) != 0 {
		t.Error("a refusal left something behind")
	}
	first := desk.Post(createPath, good).Want(201).Text("data", "number") // refusals take no numbers
	if last := first[len(first)-1]; last != '1' {
		t.Errorf("the first voucher is %s", first)
	}
}

func voucherDays(t *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	on := func(day string) object { return journal(rent, cash, 5).Merged(object{"date": day}) }
	for _, bad := range []string{"2026-04-15", "2027-01-01", "2026-02-30", "today"} {
		desk.Post(createPath, on(bad)).Bad("date")
	}
	old := desk.Post(createPath, on("2026-03-20")).Want(201).Text("data", "_id")
	desk.Put(lockPath, object{"until": "2026-04-10", "reason": "Filed"}).Want(200)
	desk.Post(createPath, on("2026-04-10")).Bad("date").Refused(400, "11 Apr 2026")
	desk.Post(createPath, on("2026-04-11")).Want(201).Is("2026-04-11", "data", "date")
	desk.Post(voucherPath(old, "/reverse"), object{"reason": "x", "date": "2026-03-21"}).Bad("date")
	desk.Post(voucherPath(old, "/reverse"), object{"reason": "x"}).Want(201).Is("2026-04-14", "data", "date")
	desk.Post(apptest.NightAudits, object{"date": "2026-04-14"}).Want(200)
	desk.Post(createPath, on("2026-04-13")).Bad("date")
	late := desk.Post(createPath, journal(rent, cash, 5)).Want(201).Is("2026-04-15", "data", "date").Text("data", "_id")
	desk.Post(voucherPath(late, "/reverse"), object{"reason": "x"}).Want(201).Is("2026-04-15", "data", "date")
	if desk.InBooks(rent) != 500 {
		t.Errorf("rent has %d", desk.InBooks(rent))
	}
}

func reversals(t *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	made := desk.Post(createPath, journal(rent, cash, 5).Merged(object{"date": "2026-04-10"})).Want(201)
	id := made.Text("data", "_id")
	path := voucherPath(id, "/reverse")
	desk.Post(path, object{}).Bad("reason")
	desk.Post(path, object{"reason": ""}).Bad("reason")
	for _, bad := range []string{"2026-04-09", "2026-04-15", "2026-02-30"} {
		desk.Post(path, object{"reason": "Typed twice", "date": bad}).Bad("date")
	}
	desk.Post(voucherPath(apptest.Nobody, "/reverse"), object{"reason": "x"}).Want(404)
	keyed := desk.With("Idempotency-Key", "reverse")
	body := object{"reason": "Typed twice", "date": "2026-04-12"}
	back := keyed.Post(path, body).Want(201).Is(id, "data", "reversalOf").Is("Typed twice", "data", "narration").
		Is("2026-04-12", "data", "date").Is(5, "data", "amount").Is(5, "data", "lines", 0, "credit").
		Is(0, "data", "lines", 0, "debit").Is(rent, "data", "lines", 0, "account").Is("April", "data", "lines", 0, "note").
		Is(made.At("data", "number"), "data", "reference")
	reversal := back.Text("data", "_id")
	keyed.Post(path, body).Want(201).Is(reversal, "data", "_id")
	desk.Post(path, body).Refused(400, "reversed already")
	desk.Post(voucherPath(reversal, "/reverse"), body).Refused(400, "can't be reversed")
	desk.Get(voucherPath(id, "")).Want(200).Is(reversal, "data", "reversedBy").Is(5, "data", "lines", 0, "debit")
	if desk.InBooks(rent) != 0 || desk.Balance(cash) != 0 {
		t.Error("the reversal left something")
	}
	desk.Get(sheetPath+"?asOf=2026-04-11").Want(200).Is(-5, "data", "assets", "totals", 0)
	desk.Get(sheetPath+"?asOf=2026-04-12").Want(200).Is(0, "data", "assets", "totals", 0)
	desk.Get(entriesPath+"?account="+rent).Want(200).Is(2, "pagination", "total").Is(5, "totals", "debit").
		Is(5, "totals", "credit").Is(0, "totals", "closingBalance").Is(reversal, "data", 1, "documentId")
	desk.Get("/api/audit/{org}/logs?action=voucher.reversed").Want(200).Is(1, "pagination", "total").
		Is(id, "data", 0, "resourceId")

	// Of many at once, one reverses it.
	second := desk.Post(createPath, journal(rent, cash, 7)).Want(201).Text("data", "_id")
	apptest.CountStatuses(t, 4, map[int]int{201: 1, 400: 3}, func(int) (apptest.Answer, error) {
		return desk.Try("POST", voucherPath(second, "/reverse"), object{"reason": "x"})
	})
	// An account that is out of use since, or a heading, is no reason to keep a wrong voucher.
	third := desk.Post(createPath, journal(rent, cash, 9)).Want(201).Text("data", "_id")
	account(desk, "Rent of the garage", "expense", object{"parentId": rent})
	desk.Post(voucherPath(third, "/reverse"), object{"reason": "x"}).Want(201)
	if desk.InBooks(rent) != 0 {
		t.Error("reversals left something")
	}
}

func listed(t *testing.T, desk *apptest.Caller) {
	rent, cash, bank := account(desk, "Rent", "expense"), desk.DefaultAccount("cash"), desk.DefaultAccount("bank")
	var ids []string
	for i, body := range []object{journal(rent, cash, 1), journal(bank, cash, 2).Merged(object{"kind": "contra"}),
		journal(rent, "cgst", 3)} {
		desk.Server.Clock.Advance(1e9)
		body = body.Merged(object{"date": apptest.Date(i - 5)})
		ids = append(ids, desk.Post(createPath, body).Want(201).Text("data", "_id"))
	}
	for query, want := range map[string][]string{
		"": {ids[2], ids[1], ids[0]}, "?kind=journal": {ids[2], ids[0]}, "?account=cgst": {ids[2]},
		"?account=" + rent: {ids[2], ids[0]}, "?account=" + cash: {ids[1], ids[0]}, "?account=sgst": nil,
		"?from=2026-04-10": {ids[2], ids[1]}, "?to=2026-04-09": {ids[0]},
		"?from=2026-04-10&to=2026-04-10&account=" + cash: {ids[1]},
	} {
		var got []string
		list := desk.Get(listPath+query).Want(200).Is(len(want), "pagination", "total")
		for i := range list.List("data") {
			list.Fields(list.At("data", i), "_id", "number", "kind", "date", "narration", "reference", "amount", "reversalOf",
				"reversedBy", "createdBy", "createdByName", "createdAt")
			got = append(got, list.Text("data", i, "_id"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	desk.Get(listPath+"?limit=2&page=2").Want(200).Is(ids[0], "data", 0, "_id").Is(2, "pagination", "totalPages")
	desk.Get(listPath + "?from=tomorrow").Bad("from")
	desk.Get(listPath + "?kind=payment").Bad("kind")
	desk.Get(voucherPath(apptest.Nobody, "")).Want(404)
}

// The largest amounts add up; what would carry the books beyond what they can count is refused.
func largest(t *testing.T, desk *apptest.Caller) {
	const most = 1e13
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	body := journal(rent, cash, most)
	desk.Post(createPath, journal(rent, cash, most+1)).Bad("lines[0].debit").Bad("lines[1].credit")
	lines := body["lines"].([]object)
	for len(lines) < 100 {
		lines = append(lines, lines[0], lines[1])
	}
	full := desk.Post(createPath, body.Merged(object{"lines": lines})).Want(201).Is(50*most, "data", "amount").
		Text("data", "_id")
	desk.Post(createPath, body.Merged(object{"lines": append(lines, lines[0])})).Bad("lines")
	desk.Get(sheetPath).Want(200).Is(-50*most, "data", "assets", "totals", 0)
	desk.Post(voucherPath(full, "/reverse"), object{"reason": "x"}).Want(201)
	for {
		a := desk.Post(createPath, body.Merged(object{"lines": lines}))
		if a.Status != 201 {
			a.Bad("amount")
			break
		}
	}
	if desk.InBooks(rent) != -desk.InBooks(cash) {
		t.Error("a refusal left something behind")
	}
	desk.Get(sheetPath).Want(200)
	desk.Get(profitPath).Want(200)
	desk.Get(entriesPath + "?account=" + cash).Want(200)
}
