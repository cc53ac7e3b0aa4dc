package ledger_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

func TestAccounts(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "a new hotel has one of each kind", Run: seededAccounts},
		{Name: "opening, changing, deleting", Run: accountLife},
		{Name: "the default of a kind", Run: defaultAccount},
		{Name: "transfers", Run: transferMoney},
		{Name: "a statement adds up", Run: accountStatement},
		{Name: "journal and trial balance as files", Run: accountFiles},
		{Name: "profit and loss", Run: profitAndLoss},
		{Name: "billing settings", Run: billingSettings},
		{Name: "audit entries have old and new values", Run: accountAudit},
	})
}

func seededAccounts(t *testing.T, desk *apptest.Caller) {
	found := map[string]string{}
	list := desk.Get("/api/accounts/{org}/list").Want(200)
	for i := range list.List("data") {
		list.Fields(list.At("data", i), "_id", "name", "kind", "isDefault", "isActive", "notes", "openingBalance", "balance",
			"createdAt", "updatedAt", "version")
		list.Is(true, "data", i, "isDefault").Is(true, "data", i, "isActive").Is(0, "data", i, "balance").
			Is(0, "data", i, "openingBalance")
		found[list.Text("data", i, "kind")] = list.Text("data", i, "name")
	}
	if want := map[string]string{"cash": "Cash", "bank": "Bank", "card": "Card", "upi": "UPI",
		"ota": "OTA receivable"}; !reflect.DeepEqual(found, want) {
		t.Errorf("a new hotel has the accounts %v, want %v", found, want)
	}
	desk.Get("/api/accounts/{org}/trial-balance").Want(200).Is([]any{}, "data", "accounts").Is(0, "data", "totalDebit").
		Is("2026-04-14", "data", "date")
}

func accountLife(t *testing.T, desk *apptest.Caller) {
	const create = "/api/accounts/{org}/create"
	body := object{"name": "HDFC", "kind": "bank", "openingBalance": 2500.55, "notes": "Current"}
	keyed := desk.With("Idempotency-Key", "hdfc")
	made := keyed.Post(create, body).Want(201).Is(2500.55, "data", "balance").Is(false, "data", "isDefault")
	if again := keyed.Post(create, body).Want(201); again.Text("data", "_id") != made.Text("data", "_id") {
		t.Error("the same key opened two accounts")
	}
	id := made.Text("data", "_id")
	path := "/api/accounts/{org}/" + id
	desk.Post(create, body.Merged(object{"name": " hdfc "})).Bad("name")
	desk.Post(create, body.Merged(object{"kind": "gold"})).Bad("kind")
	desk.Post(create, body.Merged(object{"name": "X", "openingBalance": 1.001})).Bad("openingBalance")
	desk.Post(create, body.Without("name")).Bad("name")
	overdrawn := desk.Post(create, object{"name": "Overdraft", "kind": "bank", "openingBalance": -100}).Want(201).
		Is(-100, "data", "balance").Text("data", "_id")

	desk.Put(path+"/update", object{"openingBalance": 2000, "notes": nil}).Want(200).Is(2000, "data", "openingBalance").
		Is(2000, "data", "balance").Is("", "data", "notes").Is("HDFC", "data", "name")
	desk.Put(path+"/update", object{"openingBalance": nil}).Want(200).Is(0, "data", "balance")
	desk.Put(path+"/update", object{"name": "UPI"}).Bad("name")
	desk.Put(path+"/update", object{"name": nil, "isActive": nil, "isDefault": nil}).Bad("name").Bad("isActive").
		Bad("isDefault")
	desk.Put(path+"/update", object{"openingBalance": "much"}).Bad("openingBalance")
	desk.Put(path+"/update", object{"isActive": false}).Want(200).Is(false, "data", "isActive")
	desk.Post("/api/accounts/{org}/transfer", object{"fromAccountId": desk.DefaultAccount("cash"), "toAccountId": id,
		"amount": 1}).Bad("toAccountId")
	desk.Delete(path+"/delete").Refused(400, "inactive")

	unused := desk.Post(create, object{"name": "Unused", "kind": "cash"}).Want(201).Text("data", "_id")
	desk.Delete("/api/accounts/{org}/" + unused + "/delete").Want(200)
	desk.Get("/api/accounts/{org}/" + unused).Want(404)
	desk.Delete("/api/accounts/{org}/" + unused + "/delete").Want(404)
	desk.Put("/api/accounts/{org}/"+apptest.Nobody+"/update", object{}).Want(404)
	desk.Get("/api/accounts/{org}/nonsense/statement").Want(404)
	if desk.Balance(overdrawn) != -100 {
		t.Error("another account changed")
	}
	desk.Put("/api/organization/"+desk.Org+"/update", object{"currency": "USD"}).Bad("currency")
	apptest.BooksBalance(t, desk)
}

func defaultAccount(t *testing.T, desk *apptest.Caller) {
	bank := desk.DefaultAccount("bank")
	other := desk.Post("/api/accounts/{org}/create", object{"name": "SBI", "kind": "bank"}).Want(201).Text("data", "_id")
	desk.Put("/api/accounts/{org}/"+bank+"/update", object{"isDefault": false}).Bad("isDefault")
	desk.Put("/api/accounts/{org}/"+bank+"/update", object{"isActive": false}).Bad("isActive")
	desk.Delete("/api/accounts/{org}/"+bank+"/delete").Refused(400, "default")
	desk.Put("/api/accounts/{org}/"+other+"/update", object{"isDefault": true, "isActive": false}).Bad("isActive")
	desk.Put("/api/accounts/{org}/"+other+"/update", object{"isDefault": true}).Want(200).Is(true, "data", "isDefault")
	desk.Get("/api/accounts/{org}/"+bank).Want(200).Is(false, "data", "isDefault")
	if desk.DefaultAccount("bank") != other {
		t.Error("the other account is not the default")
	}
	third := desk.Post("/api/accounts/{org}/create", object{"name": "ICICI", "kind": "bank", "isDefault": true}).Want(201).
		Is(true, "data", "isDefault").Text("data", "_id")
	if desk.DefaultAccount("bank") != third || desk.DefaultAccount("cash") == "" {
		t.Error("the new account is not the default")
	}
	desk.Delete("/api/accounts/{org}/" + bank + "/delete").Want(200)
}

func transferMoney(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	const transfer = "/api/accounts/{org}/transfer"
	cash, bank := desk.DefaultAccount("cash"), desk.DefaultAccount("bank")
	body := object{"fromAccountId": cash, "toAccountId": bank, "amount": 150.25, "date": "2026-04-10", "notes": "Paid in"}
	keyed := desk.With("Idempotency-Key", "one")
	made := keyed.Post(transfer, body).Want(201)
	made.Fields(made.At("data"), "_id", "fromAccountId", "fromAccountName", "toAccountId", "toAccountName", "amount",
		"date", "notes", "createdBy", "createdAt")
	made.Is("Cash", "data", "fromAccountName").Is("Bank", "data", "toAccountName").Is("2026-04-10", "data", "date")
	keyed.Post(transfer, body).Want(201).Is(made.At("data", "_id"), "data", "_id")
	if desk.Balance(cash) != -150.25 || desk.Balance(bank) != 150.25 {
		t.Errorf("cash has %v, the bank %v", desk.Balance(cash), desk.Balance(bank))
	}
	desk.Post(transfer, body.Merged(object{"amount": 0})).Bad("amount")
	desk.Post(transfer, body.Merged(object{"amount": -1})).Bad("amount")
	desk.Post(transfer, body.Merged(object{"amount": 1.234})).Bad("amount")
	desk.Post(transfer, body.Merged(object{"toAccountId": cash})).Bad("toAccountId")
	desk.Post(transfer, body.Merged(object{"toAccountId": apptest.Nobody})).Bad("toAccountId")
	desk.Post(transfer, body.Merged(object{"fromAccountId": apptest.Nobody})).Bad("fromAccountId")
	desk.Post(transfer, body.Merged(object{"date": "2026-04-15"})).Bad("date")
	desk.Post(transfer, body.Merged(object{"date": "2026-02-30"})).Bad("date")
	foreign := desk.AnotherHotel()
	desk.Post(transfer, body.Merged(object{"toAccountId": foreign.DefaultAccount("bank")})).Bad("toAccountId")
	s.Exec(`UPDATE business_days SET closed_day = '2026-04-14' WHERE org_id = $1`, desk.Org)
	desk.Post(transfer, body.Merged(object{"date": "2026-04-13"})).Bad("date")
	s.Clock.Advance(time.Second)
	desk.Post(transfer, body.Without("date")).Want(201).Is("2026-04-15", "data", "date") // as today is closed
	desk.Get("/api/accounts/{org}/transfers").Want(200).Is(2, "pagination", "total").Is("2026-04-15", "data", 0, "date")
	desk.Get("/api/accounts/{org}/transfers?to=2026-04-12&accountId="+cash).Want(200).Is(1, "pagination", "total").
		Is(made.At("data", "_id"), "data", 0, "_id")
	desk.Get("/api/accounts/{org}/transfers?accountId="+desk.DefaultAccount("upi")).Want(200).Is(0, "pagination", "total")
	desk.Get("/api/accounts/{org}/transfers?from=tomorrow").Bad("from")
	apptest.BooksBalance(t, desk)
}

// The journal has every entry, and those of its accounts are the trial balance.
func accountFiles(t *testing.T, desk *apptest.Caller) {
	cash, bank := desk.DefaultAccount("cash"), desk.DefaultAccount("bank")
	desk.Put("/api/accounts/{org}/"+cash+"/update", object{"openingBalance": 1000}).Want(200)
	desk.Post("/api/accounts/{org}/transfer",
		object{"fromAccountId": cash, "toAccountId": bank, "amount": 40.5, "date": "2026-03-31"}).Want(201)
	invoice := desk.Bill(300)
	desk.Pay(object{"invoiceId": invoice, "amount": 120}).Want(201)
	journal := desk.Register("/api/accounts/{org}/journal", "?from=2026-03-01")
	desk.HasRow(journal[0], map[string]string{"Date": "2026-03-31", "Document": "transfer", "Account": "Bank",
		"Debit INR": "40.5", "Credit INR": "0", "Note": "Cash → Bank"})
	sums := map[string]float64{}
	for _, row := range journal {
		debit, _ := strconv.ParseFloat(row["Debit INR"], 64)
		credit, _ := strconv.ParseFloat(row["Credit INR"], 64)
		sums[row["Account"]] += debit - credit
		sums["posting "+row["Posting"]] += debit - credit
	}
	balance := desk.Register("/api/accounts/{org}/trial-balance", "")
	desk.HasRow(balance[len(balance)-1], map[string]string{"Account": "All", "Debit INR": "1300", "Credit INR": "1300"})
	for _, row := range balance[:len(balance)-1] {
		debit, _ := strconv.ParseFloat(row["Debit INR"], 64)
		credit, _ := strconv.ParseFloat(row["Credit INR"], 64)
		if sums[row["Account"]] != debit-credit {
			t.Errorf("the journal has %v for %s, the trial balance %v", sums[row["Account"]], row["Account"], debit-credit)
		}
	}
	for posting, sum := range sums {
		if strings.HasPrefix(posting, "posting ") && sum != 0 {
			t.Errorf("%s adds up to %v", posting, sum)
		}
	}
	if rows := desk.Register("/api/accounts/{org}/journal", "?from=2026-03-31&account="+cash); len(rows) != 3 {
		t.Errorf("the journal of cash has %v", rows)
	}
	if rows := desk.Register("/api/accounts/{org}/journal", "?from=2026-03-31&to=2026-03-31"); len(rows) != 2 {
		t.Errorf("the journal of 31 March has %v", rows)
	}
	if rows := desk.Register("/api/accounts/{org}/journal", "?from=2026-03-31&account=input-tax"); len(rows) != 0 {
		t.Errorf("the journal of input tax has %v", rows)
	}
	for query, field := range map[string]string{"?from=x": "from", "?from=2025-01-01": "to",
		"?from=2026-04-15&to=2026-04-14": "to", "?account=nope": "account", "?account=" + apptest.Nobody: "account"} {
		desk.Get("/api/accounts/{org}/journal/export.csv" + query).Bad(field)
	}
	desk.Member("Porter", object{"payments": object{"manage": true}}).Get("/api/accounts/{org}/journal/export.csv").
		Refused(403, "accounts.view")
}

func accountStatement(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	cash := desk.DefaultAccount("cash")
	desk.Put("/api/accounts/{org}/"+cash+"/update", object{"openingBalance": 1000}).Want(200)
	for _, move := range []object{{"amount": 100, "date": "2026-03-31"}, {"amount": 40, "date": "2026-04-01"},
		{"amount": 7.5, "date": "2026-04-13"}} {
		desk.Post("/api/accounts/{org}/transfer",
			move.Merged(object{"fromAccountId": cash, "toAccountId": desk.DefaultAccount("bank")})).Want(201)
	}
	room := desk.CreateRooms(1)[0]
	s.Clock.Advance(time.Second)
	desk.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-22", room).
		Merged(object{"advanceAmount": 500})).Want(201)
	st := desk.Get("/api/accounts/{org}/"+cash+"/statement").Want(200).Is("2026-04-01", "data", "from").
		Is("2026-04-14", "data", "to").
		Is(-100, "data", "openingBalance").Is(1352.5, "data", "closingBalance").Is(1500, "data", "totalIn").
		Is(47.5, "data", "totalOut")
	st.Fields(st.At("data"), "accountId", "accountName", "kind", "from", "to", "openingBalance", "totalIn", "totalOut",
		"closingBalance", "entries")
	st.Fields(st.At("data", "entries", 0), "date", "document", "documentId", "number", "note", "amount", "balance",
		"createdAt")
	st.Is("transfer", "data", "entries", 0, "document").Is(-140, "data", "entries", 0, "balance").
		Is("opening", "data", "entries", 2, "document").
		Is("PAY-1", "data", "entries", 3, "number").Is("payment", "data", "entries", 3, "document").
		Is(1352.5, "data", "entries", 3, "balance")
	desk.Get("/api/accounts/{org}/"+cash+"/statement?from=2026-04-02&to=2026-04-13").Want(200).
		Is(-140, "data", "openingBalance").Is(-147.5, "data", "closingBalance")
	desk.Get("/api/accounts/{org}/" + cash + "/statement?from=2026-04-15&to=2026-04-14").Bad("to")
	desk.Get("/api/accounts/{org}/" + cash + "/statement?from=2025-04-13&to=2026-04-14").Bad("to")
	desk.Get("/api/accounts/{org}/" + cash + "/statement?from=2025-04-14&to=2026-04-14").Want(200)
	desk.Get("/api/accounts/{org}/" + cash + "/statement?from=x").Bad("from")
	balance := desk.Get("/api/accounts/{org}/trial-balance?date=2026-03-31").Want(200).Is(100, "data", "totalDebit").
		Is(100, "data", "totalCredit")
	balance.Fields(balance.At("data"), "date", "accounts", "totalDebit", "totalCredit")
	balance.Fields(balance.At("data", "accounts", 0), "account", "name", "kind", "debit", "credit")
	apptest.BooksBalance(t, desk)
}

// Profit follows the books: what invoices earned without tax, less credit notes, and expenses without the tax that a
// hotel with a GSTIN claims back. Cash doesn't count.
func profitAndLoss(_ *testing.T, desk *apptest.Caller) {
	const path = "/api/accounts/{org}/profit-and-loss"
	for _, hotel := range []*apptest.Caller{desk.AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"}), desk} {
		hotel.Post("/api/payments/{org}/create", object{"bookingId": hotel.BookFromToday(), "amount": 5000,
			"method": "cash"}).Want(201)
		hotel.Get(path).Want(200).Is(0, "data", "totalRevenue").Is(0, "data", "netProfit")
		taxID := hotel.CreateTax(nil)
		invoice := hotel.CreateInvoice(object{"buyer": object{"name": "Asha"}, "issue": true, "lines": []object{
			{"description": "Laundry", "unitPrice": 1180, "taxId": taxID}}}).Text("data", "_id")
		hotel.Post("/api/expenses/{org}/create", object{"category": "Linen", "amount": 300, "tax": 54, "method": "cash",
			"date": "2026-04-14"}).Want(201)
		hotel.Post("/api/expenses/{org}/create", object{"category": "Linen", "amount": 100, "tax": 18, "method": "cash",
			"date": "2026-03-31"}).Want(201)
		earned, cost, claimed := 1000, 300, 54
		if hotel == desk { // without a GSTIN nothing of it is tax
			earned, cost, claimed = 1180, 354, 0
		}
		found := hotel.Get(path).Want(200).Is("2026-04-01", "data", "from").Is("2026-04-14", "data", "to").
			Is(earned, "data", "otherRevenue").Is(earned, "data", "totalRevenue").Is(300, "data", "expenses").
			Is(cost, "data", "totalExpenses").Is(claimed, "data", "claimableTax").Is(earned-cost, "data", "netProfit")
		found.Fields(found.At("data"), "from", "to", "roomRevenue", "otherRevenue", "rounding", "totalRevenue", "expenses",
			"unclaimedTax", "totalExpenses", "claimableTax", "netProfit")
		hotel.Get(path+"?from=2026-03-01").Want(200).Is(400, "data", "expenses")
		hotel.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "reason": "Stained"}).Want(201)
		hotel.Get(path).Want(200).Is(0, "data", "totalRevenue").Is(-cost, "data", "netProfit")
	}
	desk.Get(path + "?from=x").Bad("from")
	desk.Get(path + "?from=2026-04-15").Bad("to")
	desk.Get(path + "?from=2025-04-13&to=2026-04-14").Bad("to")
}

func billingSettings(t *testing.T, desk *apptest.Caller) {
	const path = "/api/accounts/{org}/settings"
	found := desk.Get(path).Want(200).Is(true, "data", "pricesIncludeTax").Is(false, "data", "issueAtCheckout").
		Is(3, "data", "nightAuditHour").Is("", "data", "lastClosedDay")
	found.Fields(found.At("data"), "pricesIncludeTax", "issueAtCheckout", "roundToWhole", "specifiedPremises", "dueDays",
		"inputTaxRule", "nightAuditHour", "nightAuditNoShows", "lastClosedDay", "version", "refuseEarlyArrival",
		"refuseDirtyRoom", "refuseOccupiedRoom", "refuseBalanceOwed", "refuseDoNotRent")
	desk.Put(path, object{"dueDays": 15, "roundToWhole": true}).Want(200).Is(15, "data", "dueDays").
		Is(true, "data", "roundToWhole").Is(true, "data", "pricesIncludeTax")
	desk.Put(path, object{"dueDays": 366, "nightAuditHour": 24}).Bad("dueDays").Bad("nightAuditHour")
	desk.Put(path, object{"dueDays": -1, "nightAuditHour": -2}).Bad("dueDays").Bad("nightAuditHour")
	desk.Put(path, object{"pricesIncludeTax": "yes"}).Bad("pricesIncludeTax")
	desk.Put(path, object{"nightAuditHour": -1}).Want(200)
	desk.Get(path).Want(200).Is(15, "data", "dueDays").Is(-1, "data", "nightAuditHour")
	clerk := desk.Member("Clerk", object{"accounts": object{"manage": true}})
	clerk.Get(path).Want(200)
	clerk.Put(path, object{"dueDays": 1}).Want(403)
}

func accountAudit(t *testing.T, desk *apptest.Caller) {
	s := desk.Server
	cash := desk.DefaultAccount("cash")
	s.Clock.Advance(time.Second)
	desk.Put("/api/accounts/{org}/"+cash+"/update", object{"name": "Till", "openingBalance": 10.5}).Want(200)
	desk.Get("/api/audit/{org}/logs?limit=1").Want(200).Is("account.updated", "data", 0, "action").
		Is(map[string]any{"name": "Cash", "openingBalance": 0.0}, "data", 0, "details", "from").
		Is(map[string]any{"name": "Till", "openingBalance": 10.5}, "data", 0, "details", "to")
	s.Clock.Advance(time.Second)
	desk.Put("/api/accounts/{org}/settings", object{"dueDays": 7}).Want(200)
	desk.Get("/api/audit/{org}/logs?limit=1").Want(200).Is("settings.updated", "data", 0, "action").
		Is(map[string]any{"dueDays": 0.0}, "data", 0, "details", "from").
		Is(map[string]any{"dueDays": 7.0}, "data", 0, "details", "to")
	count := desk.Get("/api/audit/{org}/logs?limit=1").Want(200).Number("pagination", "total")
	desk.Put("/api/accounts/{org}/settings", object{"dueDays": 7}).Want(200)
	desk.Put("/api/accounts/{org}/"+cash+"/update", object{"name": "Till"}).Want(200)
	if now := desk.Get("/api/audit/{org}/logs?limit=1").Want(200).Number("pagination", "total"); now != count {
		t.Errorf("%v entries for changes that change nothing", now-count)
	}
}
