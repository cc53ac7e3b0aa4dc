package mapping_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

const (
	path       = "/api/accounts/{org}/mapping"
	chartPath  = "/api/accounts/{org}/chart"
	profitPath = "/api/accounts/{org}/profit-and-loss"
	expenses   = "/api/expenses/{org}"
)

func TestMapping(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "what is refused", Run: refused},
		{Name: "sales", Run: sales},
		{Name: "rooms", Run: rooms},
		{Name: "expenses", Run: bought},
		{Name: "vouchers beside", Run: vouchersBeside},
	}, apptest.BooksBalance)
}

func account(desk *apptest.Caller, name, kind string) string {
	desk.Server.T.Helper()
	return desk.Post(chartPath+"/create", object{"name": name, "kind": kind}).Want(201).Text("data", "account")
}

func sell(desk *apptest.Caller, amounts map[string]float64) string {
	lines := []object{}
	for sac, amount := range amounts {
		lines = append(lines, object{"description": "Item", "unitPrice": amount, "sac": sac})
	}
	return desk.CreateInvoice(object{"buyer": object{"name": "Ravi Das"}, "lines": lines, "issue": true}).
		Text("data", "_id")
}

func inBooks(desk *apptest.Caller, want map[string]int64) {
	desk.Server.T.Helper()
	for account, paise := range want {
		if got := desk.InBooks(account); got != paise {
			desk.Server.T.Errorf("%s: %d, want %d", account, got, paise)
		}
	}
}

func whoMay(_ *testing.T, desk *apptest.Caller) {
	bar := account(desk, "Bar", "income")
	desk.Member("Nobody", object{"bookings": object{"view": true}}).Get(path).Refused(403, "accounts.view")
	viewer := desk.Member("Viewer", object{"accounts": object{"view": true}})
	viewer.Get(path).Want(200)
	viewer.Put(path, object{"rooms": bar}).Refused(403, "accounts.update")
	desk.AnotherHotel().Put(path, object{"rooms": bar}).Bad("rooms")
}

func refused(_ *testing.T, desk *apptest.Caller) {
	bar, soap, heading := account(desk, "Bar", "income"), account(desk, "Soap", "expense"), account(desk, "All", "income")
	desk.Put(chartPath+"/"+bar, object{"parentId": heading}).Want(200)
	closed := account(desk, "Closed", "income")
	desk.Put("/api/accounts/{org}/"+closed+"/update", object{"isActive": false}).Want(200)
	for field, body := range map[string]object{
		"rooms":                 {"rooms": soap},
		"otherSales":            {"otherSales": "room-sales"},
		"sales[0].accountId":    {"sales": []object{{"code": "9963", "accountId": heading}}},
		"sales[1].code":         {"sales": []object{{"code": "9963", "accountId": bar}, {"code": "9963", "accountId": bar}}},
		"sales[0].code":         {"sales": []object{{"code": "bar", "accountId": bar}}},
		"expenses[0].accountId": {"expenses": []object{{"category": "Soap", "accountId": bar}}},
		"expenses[1].category": {"expenses": []object{{"category": "Soap", "accountId": soap},
			{"category": "SOAP", "accountId": soap}}},
	} {
		desk.Put(path, body).Bad(field)
	}
	desk.Put(path, object{"rooms": closed}).Bad("rooms")
	desk.Put(path, object{"rooms": desk.DefaultAccount("cash")}).Bad("rooms")
	desk.Get(path).Want(200).Is(1, "data", "version").Is("", "data", "rooms", "accountId")
	desk.Put(path, object{"rooms": bar, "expenses": []object{{"category": "Soap", "accountId": soap}}}).Want(200).
		Is("Bar", "data", "rooms", "accountName").Is("Soap", "data", "expenses", 0, "category").Is(2, "data", "version")
	desk.Put(path, object{"rooms": bar}).Want(200).Is(2, "data", "version") // nothing is new
	desk.With("If-Match", `"1"`).Put(path, object{"rooms": nil}).Bad("If-Match")
	desk.Put("/api/accounts/{org}/"+bar+"/update", object{"isActive": false}).Bad("isActive")
	desk.Delete("/api/accounts/{org}/"+soap+"/delete").Refused(400, "map them to another")
	desk.Put(path, object{"rooms": nil, "expenses": nil}).Want(200).Is([]any{}, "data", "expenses")
	desk.Delete("/api/accounts/{org}/" + soap + "/delete").Want(200)
}

// An invoice's lines go where their codes are mapped to, and credit notes and voids take them back from there, whatever
// the mapping is then.
func sales(_ *testing.T, desk *apptest.Caller) {
	food, bar, rest := account(desk, "Food", "income"), account(desk, "Bar", "income"), account(desk, "Rest", "income")
	before := sell(desk, map[string]float64{"996331": 10})
	desk.Put(path, object{"sales": []object{{"code": "9963", "accountId": food}, {"code": "996332", "accountId": bar}}}).
		Want(200)
	first := sell(desk, map[string]float64{"996331": 100, "996332": 200, "9997": 400})
	inBooks(desk, map[string]int64{"other-sales": -41000, food: -10000, bar: -20000})
	desk.Put(path, object{"sales": nil, "otherSales": rest}).Want(200)
	second := sell(desk, map[string]float64{"996331": 1000})
	inBooks(desk, map[string]int64{"other-sales": -41000, food: -10000, bar: -20000, rest: -100000})
	credit := func(invoice string, amount float64) {
		desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "amount": amount, "reason": "x"}).Want(201)
	}
	credit(first, 700)
	credit(before, 10)
	inBooks(desk, map[string]int64{"other-sales": 0, food: 0, bar: 0, rest: -100000})
	desk.Get(profitPath).Want(200).Is(1000, "data", "otherRevenue").Is(0, "data", "roomRevenue")
	desk.Put(path, object{"otherSales": bar}).Want(200)
	desk.Post("/api/invoices/{org}/"+second+"/void", object{"reason": "x"}).Want(200)
	inBooks(desk, map[string]int64{"other-sales": 0, food: 0, bar: 0, rest: 0})
	desk.Get(profitPath).Want(200).Is(0, "data", "otherRevenue")
}

func rooms(_ *testing.T, desk *apptest.Caller) {
	rooms, rest := account(desk, "Rooms", "income"), account(desk, "Rest", "income")
	desk.Put(path, object{"rooms": rooms, "otherSales": rest}).Want(200)
	booking := desk.BookFromToday()
	desk.Arrive(booking)
	desk.AddCharge(booking, "Laundry", 118)
	desk.CreateInvoice(object{"bookingId": booking, "issue": true})
	inBooks(desk, map[string]int64{"room-sales": 0, "other-sales": 0})
	profit := desk.Get(profitPath).Want(200)
	inBooks(desk, map[string]int64{rooms: -apptest.Paise(profit.At("data", "roomRevenue")),
		rest: -apptest.Paise(profit.At("data", "otherRevenue"))})
	if desk.InBooks(rooms) == 0 || desk.InBooks(rest) == 0 {
		desk.Server.T.Error("nothing was sold")
	}
}

func bought(_ *testing.T, desk *apptest.Caller) {
	linen, soap := account(desk, "Linen", "expense"), account(desk, "Soap", "expense")
	old := desk.Post(expenses+"/create", object{"category": "Linen", "amount": 50, "method": "cash",
		"date": "2026-04-13"}).Want(201).Text("data", "_id")
	desk.Put(path, object{"expenses": []object{{"category": "linen", "accountId": linen},
		{"category": "Soap", "accountId": soap}}}).Want(200)
	bill := desk.Post(expenses+"/create", object{"category": "LINEN", "amount": 200, "tax": 36, "vendorName": "Rao",
		"dueDate": "2026-05-01", "date": "2026-04-14"}).Want(201).Text("data", "_id")
	inBooks(desk, map[string]int64{"expenses": 5000, linen: 20000, soap: 0, "payables": -23600})
	desk.Put(expenses+"/"+bill+"/update", object{"category": "Soap"}).Want(200)
	inBooks(desk, map[string]int64{"expenses": 5000, linen: 0, soap: 20000})
	desk.Put(path, object{"expenses": nil}).Want(200)
	desk.Put(expenses+"/"+bill+"/update", object{"description": "For the rooms"}).Want(200)
	inBooks(desk, map[string]int64{"expenses": 5000, soap: 20000})
	desk.Get(profitPath).Want(200).Is(250, "data", "expenses")
	desk.Put(expenses+"/"+bill+"/update", object{"amount": 300, "tax": 36}).Want(200) // posted anew
	inBooks(desk, map[string]int64{"expenses": 35000, soap: 0})
	desk.Put(path, object{"expenses": []object{{"category": "Linen", "accountId": linen}}}).Want(200)
	desk.Delete(expenses + "/" + old + "/delete").Want(200)
	desk.Delete(expenses + "/" + bill + "/delete").Want(200)
	inBooks(desk, map[string]int64{"expenses": 0, linen: 0, soap: 0, "payables": 0})
	desk.Get(profitPath).Want(200).Is(0, "data", "expenses")
}

// What a voucher posts to an account is no document's: the figures of invoices leave it out, profit by account has it.
func vouchersBeside(_ *testing.T, desk *apptest.Caller) {
	bar := account(desk, "Bar", "income")
	desk.Put(path, object{"otherSales": bar}).Want(200)
	sell(desk, map[string]float64{"996331": 100})
	desk.Post("/api/vouchers/{org}/create", object{"kind": "journal", "narration": "Scrap", "lines": []object{
		{"account": desk.DefaultAccount("cash"), "debit": 30}, {"account": bar, "credit": 30}}}).Want(201)
	desk.Get(profitPath).Want(200).Is(100, "data", "totalRevenue")
	desk.Get("/api/accounts/{org}/profit-and-loss/accounts").Want(200).Is(130, "data", "totalIncome", 0)
}
