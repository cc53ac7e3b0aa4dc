package statement_test

import (
	"fmt"
	"slices"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	sheetPath   = "/api/accounts/{org}/balance-sheet"
	profitPath  = "/api/accounts/{org}/profit-and-loss/accounts"
	entriesPath = "/api/accounts/{org}/entries"
	closePath   = "/api/accounts/{org}/close-year"
	lockPath    = "/api/accounts/{org}/lock"
)

func TestStatements(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "a new hotel", Run: newHotel},
		{Name: "documents show where they should", Run: documentsShow},
		{Name: "columns", Run: columns},
		{Name: "what is asked badly", Run: badQueries},
		{Name: "entries", Run: entries},
		{Name: "closing a year", Run: closeYear},
		{Name: "closing years later", Run: closeLater},
		{Name: "files", Run: files},
	}, apptest.BooksBalance, sheetsBalance)
}

// sheetsBalance fails unless assets are liabilities and equity in each column.
func sheetsBalance(t apptest.Reporter, desk *apptest.Caller) {
	t.Helper()
	desk = desk.Again()
	balanced(t, desk.Get(sheetPath+"?months=24&compare=last-year").Want(200))
}

func balanced(t apptest.Reporter, sheet apptest.Answer) apptest.Answer {
	t.Helper()
	columns := len(sheet.List("data", "columns"))
	for i := range columns {
		assets := apptest.Paise(sheet.At("data", "assets", "totals", i))
		financed := apptest.Paise(sheet.At("data", "liabilitiesAndEquity", i))
		if assets != financed {
			t.Errorf("%v: assets are %d, liabilities and equity %d", sheet.At("data", "columns", i), assets, financed)
		}
		for _, section := range []string{"assets", "liabilities", "equity"} {
			var sum int64
			for _, row := range sheet.List("data", section, "rows") {
				amounts := row.(map[string]any)["amounts"].([]any)
				if len(amounts) != columns {
					t.Errorf("%v has %d amounts", row, len(amounts))
				}
				sum += apptest.Paise(amounts[i])
			}
			if total := apptest.Paise(sheet.At("data", section, "totals", i)); total != sum {
				t.Errorf("%s of %v add up to %d, not %d", section, sheet.At("data", "columns", i), sum, total)
			}
		}
	}
	return sheet
}

// rowOf is the row of the account in the section, or nil.
func rowOf(a apptest.Answer, account string, section ...any) map[string]any {
	for _, row := range a.List(append(slices.Clone(section), "rows")...) {
		if row := row.(map[string]any); row["account"] == account {
			return row
		}
	}
	return nil
}

// has fails unless the account has these amounts in the section, one for each column; none: it is left out.
func has(a apptest.Answer, account string, amounts []any, section ...any) {
	a.T.Helper()
	row := rowOf(a, account, section...)
	if row == nil && len(amounts) == 0 {
		return
	}
	if row == nil || fmt.Sprint(row["amounts"]) != fmt.Sprint(amounts) {
		a.T.Errorf("%s in %v is %v, want %v", account, section, row, amounts)
	}
}

func only(amounts ...any) []any { return amounts }

// post posts a journal that debits one account and credits another on a day.
func post(desk *apptest.Caller, day, debit, credit string, amount any) string {
	desk.Server.T.Helper()
	return desk.Post("/api/vouchers/{org}/create", object{"kind": "journal", "date": day, "narration": "x",
		"lines": []object{{"account": debit, "debit": amount}, {"account": credit, "credit": amount}}}).
		Want(201).Text("data", "_id")
}

func account(desk *apptest.Caller, name, kind string, fields ...object) string {
	desk.Server.T.Helper()
	body := object{"name": name, "kind": kind}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return desk.Post("/api/accounts/{org}/chart/create", body).Want(201).Text("data", "account")
}

func lock(desk *apptest.Caller, until string) {
	desk.Server.T.Helper()
	desk.Put(lockPath, object{"until": until, "reason": "Filed"}).Want(200)
}

func whoMay(_ *testing.T, desk *apptest.Caller) {
	viewer := desk.Member("Viewer", object{"accounts": object{"view": true}})
	clerk := desk.Member("Clerk", object{"accounts": object{"view": true, "update": true, "delete": true}})
	porter := desk.Member("Porter", object{"payments": object{"manage": true}})
	other, anyone := desk.Server.Hotel(), desk.Server.Anyone()
	other.Org, anyone.Org = desk.Org, desk.Org
	lock(desk, "2026-03-31")
	year := object{"year": 2025}
	for _, path := range []string{sheetPath, profitPath, entriesPath + "?account=guests", closePath,
		sheetPath + "/export.csv", sheetPath + "/export.xlsx", profitPath + "/export.csv", profitPath + "/export.xlsx"} {
		anyone.Get(path).Refused(401, "")
		other.Get(path).Refused(403, "not a member")
		porter.Get(path).Refused(403, "accounts.view")
		viewer.Get(path).Want(200)
	}
	for _, method := range []string{"POST", "DELETE"} {
		anyone.Do(method, closePath, year).Refused(401, "")
		other.Do(method, closePath, year).Refused(403, "not a member")
	}
	viewer.Post(closePath, year).Refused(403, "accounts.update")
	clerk.Post(closePath, year).Want(200).Is("Clerk", "data", "closedByName")
	viewer.Delete(closePath).Refused(403, "accounts.manage")
	clerk.Delete(closePath).Refused(403, "accounts.manage")
	desk.Delete(closePath).Want(200)
}

func newHotel(t *testing.T, desk *apptest.Caller) {
	sheet := balanced(t, desk.Get(sheetPath).Want(200)).Is("2026-04-14", "data", "asOf").
		Is([]any{"2026-04-14"}, "data", "columns").Is([]any{}, "data", "assets", "rows").
		Is([]any{}, "data", "liabilities", "rows")
	for _, result := range []string{"retained-earnings", "earlier-results", "result"} {
		has(sheet, result, only(0), "data", "equity")
	}
	desk.Get(profitPath).Want(200).Is("2026-04-01", "data", "from").Is("2026-04-14", "data", "to").
		Is(only(0), "data", "result").Is("rooms", "data", "departments", 0, "department").
		Is("foodAndBeverage", "data", "departments", 1, "department").
		Is("otherOperated", "data", "departments", 2, "department").
		Is("undistributed", "data", "departments", 3, "department").Is([]any{}, "data", "departments", 3, "income", "rows")
	desk.Get(entriesPath+"?account=guests").Want(200).Is(0, "pagination", "total").Is(0, "totals", "debit")
	desk.Get(closePath).Want(200).Is([]any{}, "data")
	desk.Delete(closePath).Refused(404, "No financial year")
}

// A payment, an invoice and an expense show where they should: what guests owe is an asset, and what they have paid
// beyond is a liability.
func documentsShow(t *testing.T, desk *apptest.Caller) {
	cash, bank := desk.DefaultAccount("cash"), desk.DefaultAccount("bank")
	desk.Put("/api/accounts/{org}/"+bank+"/update", object{"openingBalance": 10000}).Want(200)
	invoice := desk.Bill(1000)
	sheet := balanced(t, desk.Get(sheetPath).Want(200))
	has(sheet, "guests", only(1000), "data", "assets")
	has(sheet, "guests", nil, "data", "liabilities")
	has(sheet, bank, only(10000), "data", "assets")
	has(sheet, "opening", only(10000), "data", "equity")
	has(sheet, "result", only(1000), "data", "equity")
	desk.Pay(object{"invoiceId": invoice, "amount": 1000}).Want(201)
	desk.Pay(object{"bookingId": desk.BookNewRoom("2026-04-20", "2026-04-22"), "amount": 300.5}).Want(201)
	sheet = balanced(t, desk.Get(sheetPath).Want(200)).Is(11300.5, "data", "assets", "totals", 0)
	has(sheet, "guests", nil, "data", "assets")
	has(sheet, "guests", only(300.5), "data", "liabilities")
	has(sheet, cash, only(1300.5), "data", "assets")
	desk.Post("/api/expenses/{org}/create", object{"category": "Linen", "amount": 200, "tax": 36, "method": "cash",
		"date": "2026-04-13"}).Want(201)
	sheet = balanced(t, desk.Get(sheetPath).Want(200))
	has(sheet, cash, only(1064.5), "data", "assets")
	profit := desk.Get(profitPath).Want(200).Is(1000, "data", "totalIncome", 0)
	has(profit, "expenses", only(200), "data", "departments", 3, "expenses")
	has(profit, "other-sales", only(1000), "data", "departments", 2, "income")
	has(sheet, "result", only(profit.Number("data", "result", 0)), "data", "equity")
	before := balanced(t, desk.Get(sheetPath+"?asOf=2026-04-13").Want(200))
	has(before, "guests", nil, "data", "assets")
	desk.Post("/api/invoices/{org}/"+desk.Bill(50)+"/void", object{"reason": "x"}).Want(200)
	has(desk.Get(profitPath).Want(200), "other-sales", only(1000), "data", "departments", 2, "income")
}

func columns(t *testing.T, desk *apptest.Caller) {
	rent := account(desk, "Rent", "expense", object{"code": "6100", "department": "rooms"})
	fees := account(desk, "Fees", "income", object{"code": "4500"})
	cash := desk.DefaultAccount("cash")
	for day, amount := range map[string]float64{"2025-03-31": 1, "2025-04-14": 2, "2025-04-15": 4, "2026-02-28": 8,
		"2026-03-31": 16, "2026-04-01": 32, "2026-04-14": 64} {
		post(desk, day, rent, cash, amount)
		post(desk, day, cash, fees, amount*1000)
	}
	sheet := balanced(t, desk.Get(sheetPath+"?months=3&compare=last-year").Want(200)).
		Is([]any{"2026-04-14", "2026-03-31", "2026-02-28", "2025-04-14", "2025-03-31", "2025-02-28"}, "data", "columns")
	has(sheet, cash, only(127*999, 31*999, 15*999, 3*999, 1*999, 0), "data", "assets")
	has(sheet, "result", only(96*999, 30*999, 14*999, 2*999, 1*999, 0), "data", "equity")
	has(sheet, "earlier-results", only(31*999, 1*999, 1*999, 1*999, 0, 0), "data", "equity")
	balanced(t, desk.Get(sheetPath+"?months=24&compare=last-year").Want(200)).Is("2023-05-31", "data", "columns", 47).
		Is("2024-02-29", "data", "columns", 38)

	profit := desk.Get(profitPath + "?from=2026-02-15&to=2026-04-13&by=month&compare=last-year").Want(200)
	var days []string
	for i := range profit.List("data", "columns") {
		days = append(days, profit.Text("data", "columns", i, "from")+" "+profit.Text("data", "columns", i, "to"))
	}
	want := []string{"2026-02-15 2026-04-13", "2026-02-15 2026-02-28", "2026-03-01 2026-03-31",
		"2026-04-01 2026-04-13", "2025-02-15 2025-04-13", "2025-02-15 2025-02-28", "2025-03-01 2025-03-31",
		"2025-04-01 2025-04-13"}
	if !slices.Equal(days, want) {
		t.Errorf("the columns are %q, want %q", days, want)
	}
	has(profit, rent, only(56, 8, 16, 32, 1, 0, 1, 0), "data", "departments", 0, "expenses")
	has(profit, fees, only(56000, 8000, 16000, 32000, 1000, 0, 1000, 0), "data", "departments", 3, "income")
	profit.Is(only(55944, 7992, 15984, 31968, 999, 0, 999, 0), "data", "result").Is("2026-02-15", "data", "from")
	desk.Get(profitPath+"?from=2024-02-29&to=2024-02-29&compare=last-year").Want(200).
		Is("2023-02-28", "data", "columns", 1, "to")
	// What nothing was posted to is left out; other accounts are not.
	account(desk, "Unused", "expense")
	for _, row := range desk.Get(profitPath).Want(200).List("data", "departments", 3, "expenses", "rows") {
		t.Errorf("%v is not left out", row)
	}
}

func badQueries(t *testing.T, desk *apptest.Caller) {
	for query, field := range map[string]string{"?asOf=tomorrow": "asOf", "?asOf=2026-02-30": "asOf",
		"?months=0": "months", "?months=25": "months", "?compare=budget": "compare"} {
		desk.Get(sheetPath + query).Bad(field)
		desk.Get(sheetPath + "/export.csv" + query).Bad(field)
	}
	for query, field := range map[string]string{"?from=x": "from", "?to=2026-02-30": "to", "?by=week": "by",
		"?compare=x": "compare", "?from=2026-04-10&to=2026-04-09": "to", "?from=2025-01-01&to=2026-04-01": "to"} {
		desk.Get(profitPath + query).Bad(field)
		desk.Get(profitPath + "/export.csv" + query).Bad(field)
	}
	desk.Get(entriesPath).Bad("account")
	desk.Get(entriesPath + "?account=guests&from=x").Bad("from")
	desk.Get(entriesPath + "?account=guests&from=2026-04-10&to=2026-04-09").Bad("to")
	for _, day := range []string{"0001-01-01", "1900-01-01", "2200-12-31", "9999-12-31"} { // none is a failure
		for _, path := range []string{sheetPath + "?months=24&compare=last-year&asOf=",
			profitPath + "?by=month&compare=last-year&to=", entriesPath + "?account=guests&to="} {
			if a := desk.Get(path + day); a.Status != 200 && a.Status != 400 {
				t.Errorf("%s%s answers %d", path, day, a.Status)
			}
		}
	}
	desk.Post(closePath, object{}).Bad("year")
	desk.Post(closePath, object{"year": 1}).Bad("year")
	desk.Post(closePath, object{"year": "last"}).Bad("year")
	for _, open := range []int{2025, 2026, 2100} { // nothing is locked
		desk.Post(closePath, object{"year": open}).Bad("year").Refused(400, "lock")
	}
	desk.Get(closePath).Want(200).Is([]any{}, "data")
}

func entries(t *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	var ids []string
	for i := range 5 {
		desk.Server.Clock.Advance(1e9)
		ids = append(ids, post(desk, apptest.Date(-i), rent, cash, i+1))
	}
	slices.Reverse(ids) // by their days
	var got []string
	for page := 1; page <= 3; page++ {
		list := desk.Get(fmt.Sprintf("%s?account=%s&from=2026-04-01&limit=2&page=%d", entriesPath, rent, page)).Want(200).
			Is(5, "pagination", "total").Is(15, "totals", "debit").Is(0, "totals", "credit").Is(15, "totals", "closingBalance")
		for i := range list.List("data") {
			got = append(got, list.Text("data", i, "documentId"))
		}
	}
	if !slices.Equal(got, ids) {
		t.Errorf("the entries are of %v, want %v", got, ids)
	}
	desk.Get(entriesPath+"?account="+cash+"&from=2026-04-12&to=2026-04-13").Want(200).Is(2, "pagination", "total").
		Is(-9, "totals", "openingBalance").Is(5, "totals", "credit").Is(-14, "totals", "closingBalance").
		Is("2026-04-12", "totals", "from").Is("2026-04-13", "totals", "to")
	invoice := desk.Bill(100)
	desk.Get(entriesPath+"?account=guests").Want(200).Is("invoice", "data", 0, "document").
		Is(invoice, "data", 0, "documentId").Is(100, "data", 0, "debit").Is("Guests", "data", 0, "accountName")
}

func closeYear(t *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	fees := account(desk, "Fees", "income")
	post(desk, "2025-03-31", cash, fees, 1000)
	post(desk, "2025-04-01", rent, cash, 300)
	post(desk, "2026-03-31", rent, cash, 100)
	post(desk, "2026-04-01", cash, fees, 7)
	sheet := balanced(t, desk.Get(sheetPath).Want(200))
	has(sheet, "earlier-results", only(600), "data", "equity")
	has(sheet, "result", only(7), "data", "equity")

	year := object{"year": 2025, "notes": "As audited"}
	lock(desk, "2026-03-30")
	desk.Post(closePath, year).Bad("year").Refused(400, "31 Mar 2026")
	lock(desk, "2026-03-31")
	closed := desk.Post(closePath, year).Want(200).Is(2025, "data", "year").Is("2025-04-01", "data", "firstDay").
		Is("2026-03-31", "data", "lastDay").Is(600, "data", "result").Is("As audited", "data", "notes").
		Is(desk.UserID, "data", "closedBy")
	desk.Server.Clock.Advance(1e9)
	desk.Post(closePath, object{"year": 2025}).Want(200).Is(closed.At("data"), "data") // a second click
	desk.Get(closePath).Want(200).Is([]any{closed.At("data")}, "data")
	desk.Post(closePath, object{"year": 2024}).Bad("year").Refused(400, "closed")
	desk.Post(closePath, object{"year": 2026}).Bad("year").Refused(400, "lock")
	desk.Get("/api/audit/{org}/logs?action=books.year_closed").Want(200).Is(1, "pagination", "total")

	after := balanced(t, desk.Get(sheetPath+"?months=2").Want(200)) // the year's own last day is as it was
	has(after, "retained-earnings", only(600, 0), "data", "equity")
	has(after, "earlier-results", only(0, 1000), "data", "equity")
	has(after, "result", only(7, -400), "data", "equity")
	after.Is(sheet.At("data", "assets", "totals", 0), "data", "assets", "totals", 0)
	desk.Get(profitPath+"?from=2025-04-01&to=2026-03-31").Want(200).Is(-400, "data", "result", 0)
	desk.Get("/api/accounts/{org}/trial-balance").Want(200).Is(1007, "data", "totalDebit")

	desk.Delete(lockPath).Refused(400, "closed")
	desk.Get(lockPath).Want(200).Is("2026-03-31", "data", "lockedUntil")
	lock(desk, "2026-04-05") // further is fine
	desk.Delete(lockPath).Refused(400, "reopen")
	desk.Delete(closePath).Want(200)
	desk.Delete(closePath).Refused(404, "")
	desk.Get(closePath).Want(200).Is([]any{}, "data")
	desk.Get("/api/audit/{org}/logs?action=books.year_reopened").Want(200).Is(1, "pagination", "total")
	again := balanced(t, desk.Get(sheetPath).Want(200))
	has(again, "retained-earnings", only(0), "data", "equity")
	has(again, "earlier-results", only(600), "data", "equity")
	desk.Delete(lockPath).Want(200)
	desk.Get(lockPath).Want(200).Is("", "data", "lockedUntil")
}

// Years are closed one after the other, with what was earned before the first of them, and reopened the other way.
func closeLater(t *testing.T, desk *apptest.Caller) {
	cash, fees := desk.DefaultAccount("cash"), account(desk, "Fees", "income")
	post(desk, "2023-06-01", cash, fees, 1)
	post(desk, "2024-06-01", cash, fees, 2)
	post(desk, "2025-06-01", cash, fees, 4)
	post(desk, "2026-04-02", cash, fees, 8)
	lock(desk, "2026-04-10")
	desk.Post(closePath, object{"year": 2024}).Want(200).Is(3, "data", "result")
	desk.Post(closePath, object{"year": 2023}).Bad("year")
	sheet := balanced(t, desk.Get(sheetPath).Want(200))
	has(sheet, "retained-earnings", only(3), "data", "equity")
	has(sheet, "earlier-results", only(4), "data", "equity")
	desk.Post(closePath, object{"year": 2025}).Want(200).Is(4, "data", "result")
	desk.Get(closePath).Want(200).Is(2025, "data", 0, "year").Is(2024, "data", 1, "year")
	sheet = balanced(t, desk.Get(sheetPath+"?months=24").Want(200))
	row := rowOf(sheet, "retained-earnings", "data", "equity")["amounts"].([]any)
	if row[0] != 7. || row[1] != 3. || row[12] != 3. || row[13] != 0. {
		t.Errorf("retained earnings are %v", row)
	}
	desk.Delete(closePath).Want(200)
	desk.Delete(lockPath).Refused(400, "31 Mar 2025")
	desk.Get(closePath).Want(200).Is(2024, "data", 0, "year")
	desk = desk.OnDay("2027-04-02")
	lock(desk, "2027-03-31")
	desk.Post(closePath, object{"year": 2026}).Want(200).Is(12, "data", "result") // and 2025, which was left out
	has(balanced(t, desk.Get(sheetPath).Want(200)), "retained-earnings", only(15), "data", "equity")
}

func files(t *testing.T, desk *apptest.Caller) {
	top := account(desk, "Energy", "expense", object{"code": "6100", "department": "rooms"})
	power := account(desk, "=Power", "expense", object{"code": "6110", "parentId": top, "department": "rooms"})
	post(desk, "2026-04-10", power, desk.DefaultAccount("cash"), 12.5)
	desk.Bill(100)
	rows := desk.Register(sheetPath, "?months=2")
	desk.HasRow(rows[0], map[string]string{"Section": "Assets", "Code": "1100", "Account": "Guests",
		"2026-04-14 INR": "100", "2026-03-31 INR": "0"})
	desk.HasRow(rows[1], map[string]string{"Section": "Assets", "Account": "Cash", "2026-04-14 INR": "-12.5"})
	desk.HasRow(rows[len(rows)-1], map[string]string{"Section": "Liabilities and equity", "Account": "All",
		"2026-04-14 INR": "87.5"})
	rows = desk.Register(profitPath, "?from=2026-04-01&to=2026-04-14")
	desk.HasRow(rows[len(rows)-1], map[string]string{"Section": "Result", "Account": "All",
		"2026-04-01 – 2026-04-14 INR": "87.5"})
	if !slices.ContainsFunc(rows, func(row map[string]string) bool {
		return row["Section"] == "Rooms: expenses" && row["Code"] == "6110" && row["2026-04-01 – 2026-04-14 INR"] == "12.5"
	}) {
		t.Errorf("power is missing in %v", rows)
	}
	desk.Register(profitPath, "?by=month&compare=last-year")
}
