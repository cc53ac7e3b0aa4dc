package app_test

import (
	"reflect"
	"testing"
	"time"
)

// account is the id of the default account of this kind.
func (c *caller) account(kind string) string {
	c.s.t.Helper()
	for _, entry := range c.get("/api/accounts/{org}/list").want(200).list("data") {
		if a := entry.(map[string]any); a["kind"] == kind && a["isDefault"] == true {
			return a["_id"].(string)
		}
	}
	c.s.t.Fatalf("there is no default account of kind %s", kind)
	return ""
}

// balance is what is in an account.
func (c *caller) balance(account string) float64 {
	c.s.t.Helper()
	return c.get("/api/accounts/{org}/"+account).want(200).number("data", "balance")
}

func TestAccounts(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, s *server, desk *caller)
	}{
		{"a new hotel has one of each kind", seededAccounts},
		{"opening, changing, deleting", accountLife},
		{"the default of a kind", defaultAccount},
		{"transfers", transferMoney},
		{"a statement adds up", accountStatement},
		{"the settings of billing", billingSettings},
		{"the audit log has old and new values", accountAudit},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, s, owner.anotherHotel())
			})
		}
	})
}

func seededAccounts(t *testing.T, s *server, desk *caller) {
	found := map[string]string{}
	list := desk.get("/api/accounts/{org}/list").want(200)
	for i := range list.list("data") {
		list.fields(list.at("data", i), "_id", "name", "kind", "isDefault", "isActive", "notes", "openingBalance", "balance", "createdAt", "updatedAt")
		list.is(true, "data", i, "isDefault").is(true, "data", i, "isActive").is(0, "data", i, "balance").is(0, "data", i, "openingBalance")
		found[list.text("data", i, "kind")] = list.text("data", i, "name")
	}
	if want := map[string]string{"cash": "Cash", "bank": "Bank", "card": "Card", "upi": "UPI", "ota": "OTA receivable"}; !reflect.DeepEqual(found, want) {
		t.Errorf("a new hotel has the accounts %v, want %v", found, want)
	}
	desk.get("/api/accounts/{org}/trial-balance").want(200).is([]any{}, "data", "accounts").is(0, "data", "totalDebit").is("2026-04-14", "data", "date")
}

func accountLife(t *testing.T, s *server, desk *caller) {
	const create = "/api/accounts/{org}/create"
	body := object{"name": "HDFC", "kind": "bank", "openingBalance": 2500.55, "notes": "Current"}
	keyed := desk.with("Idempotency-Key", "hdfc")
	made := keyed.post(create, body).want(201).is(2500.55, "data", "balance").is(false, "data", "isDefault")
	if again := keyed.post(create, body).want(201); again.text("data", "_id") != made.text("data", "_id") {
		t.Error("the same key opened two accounts")
	}
	id := made.text("data", "_id")
	path := "/api/accounts/{org}/" + id
	desk.post(create, body.merged(object{"name": " hdfc "})).bad("name")
	desk.post(create, body.merged(object{"kind": "gold"})).bad("kind")
	desk.post(create, body.merged(object{"name": "X", "openingBalance": 1.001})).bad("openingBalance")
	desk.post(create, body.without("name")).bad("name")
	overdrawn := desk.post(create, object{"name": "Overdraft", "kind": "bank", "openingBalance": -100}).want(201).is(-100, "data", "balance").text("data", "_id")

	desk.put(path+"/update", object{"openingBalance": 2000, "notes": nil}).want(200).is(2000, "data", "openingBalance").is(2000, "data", "balance").is("", "data", "notes").is("HDFC", "data", "name")
	desk.put(path+"/update", object{"openingBalance": nil}).want(200).is(0, "data", "balance")
	desk.put(path+"/update", object{"name": "UPI"}).bad("name")
	desk.put(path+"/update", object{"name": nil, "isActive": nil, "isDefault": nil}).bad("name").bad("isActive").bad("isDefault")
	desk.put(path+"/update", object{"openingBalance": "much"}).bad("openingBalance")
	desk.put(path+"/update", object{"isActive": false}).want(200).is(false, "data", "isActive")
	desk.post("/api/accounts/{org}/transfer", object{"fromAccountId": desk.account("cash"), "toAccountId": id, "amount": 1}).bad("toAccountId")
	desk.delete(path+"/delete").refused(400, "inactive")

	unused := desk.post(create, object{"name": "Unused", "kind": "cash"}).want(201).text("data", "_id")
	desk.delete("/api/accounts/{org}/" + unused + "/delete").want(200)
	desk.get("/api/accounts/{org}/" + unused).want(404)
	desk.delete("/api/accounts/{org}/" + unused + "/delete").want(404)
	desk.put("/api/accounts/{org}/"+nobody+"/update", object{}).want(404)
	desk.get("/api/accounts/{org}/nonsense/statement").want(404)
	if desk.balance(overdrawn) != -100 {
		t.Error("another account changed")
	}
	desk.put("/api/organization/"+desk.org+"/update", object{"currency": "USD"}).bad("currency")
	booksBalance(t, desk)
}

func defaultAccount(t *testing.T, s *server, desk *caller) {
	bank := desk.account("bank")
	other := desk.post("/api/accounts/{org}/create", object{"name": "SBI", "kind": "bank"}).want(201).text("data", "_id")
	desk.put("/api/accounts/{org}/"+bank+"/update", object{"isDefault": false}).bad("isDefault")
	desk.put("/api/accounts/{org}/"+bank+"/update", object{"isActive": false}).bad("isActive")
	desk.delete("/api/accounts/{org}/"+bank+"/delete").refused(400, "default")
	desk.put("/api/accounts/{org}/"+other+"/update", object{"isDefault": true, "isActive": false}).bad("isActive")
	desk.put("/api/accounts/{org}/"+other+"/update", object{"isDefault": true}).want(200).is(true, "data", "isDefault")
	desk.get("/api/accounts/{org}/"+bank).want(200).is(false, "data", "isDefault")
	if desk.account("bank") != other {
		t.Error("the other account is not the default")
	}
	third := desk.post("/api/accounts/{org}/create", object{"name": "ICICI", "kind": "bank", "isDefault": true}).want(201).is(true, "data", "isDefault").text("data", "_id")
	if desk.account("bank") != third || desk.account("cash") == "" {
		t.Error("the new account is not the default")
	}
	desk.delete("/api/accounts/{org}/" + bank + "/delete").want(200)
}

func transferMoney(t *testing.T, s *server, desk *caller) {
	const transfer = "/api/accounts/{org}/transfer"
	cash, bank := desk.account("cash"), desk.account("bank")
	body := object{"fromAccountId": cash, "toAccountId": bank, "amount": 150.25, "date": "2026-04-10", "notes": "Paid in"}
	keyed := desk.with("Idempotency-Key", "one")
	made := keyed.post(transfer, body).want(201)
	made.fields(made.at("data"), "_id", "fromAccountId", "fromAccountName", "toAccountId", "toAccountName", "amount", "date", "notes", "createdBy", "createdAt")
	made.is("Cash", "data", "fromAccountName").is("Bank", "data", "toAccountName").is("2026-04-10", "data", "date")
	keyed.post(transfer, body).want(201).is(made.at("data", "_id"), "data", "_id")
	if desk.balance(cash) != -150.25 || desk.balance(bank) != 150.25 {
		t.Errorf("cash has %v, the bank %v", desk.balance(cash), desk.balance(bank))
	}
	desk.post(transfer, body.merged(object{"amount": 0})).bad("amount")
	desk.post(transfer, body.merged(object{"amount": -1})).bad("amount")
	desk.post(transfer, body.merged(object{"amount": 1.234})).bad("amount")
	desk.post(transfer, body.merged(object{"toAccountId": cash})).bad("toAccountId")
	desk.post(transfer, body.merged(object{"toAccountId": nobody})).bad("toAccountId")
	desk.post(transfer, body.merged(object{"fromAccountId": nobody})).bad("fromAccountId")
	desk.post(transfer, body.merged(object{"date": "2026-04-15"})).bad("date")
	desk.post(transfer, body.merged(object{"date": "2026-02-30"})).bad("date")
	foreign := desk.anotherHotel()
	desk.post(transfer, body.merged(object{"toAccountId": foreign.account("bank")})).bad("toAccountId")
	s.exec(`UPDATE books SET closed_day = '2026-04-14' WHERE org_id = $1`, desk.org)
	desk.post(transfer, body.merged(object{"date": "2026-04-13"})).bad("date")
	s.clock.Advance(time.Second)
	desk.post(transfer, body.without("date")).want(201).is("2026-04-14", "data", "date") // today stays open
	desk.get("/api/accounts/{org}/transfers").want(200).is(2, "pagination", "total").is("2026-04-14", "data", 0, "date")
	desk.get("/api/accounts/{org}/transfers?to=2026-04-12&accountId="+cash).want(200).is(1, "pagination", "total").is(made.at("data", "_id"), "data", 0, "_id")
	desk.get("/api/accounts/{org}/transfers?accountId="+desk.account("upi")).want(200).is(0, "pagination", "total")
	desk.get("/api/accounts/{org}/transfers?from=tomorrow").bad("from")
	booksBalance(t, desk)
}

func accountStatement(t *testing.T, s *server, desk *caller) {
	cash := desk.account("cash")
	desk.put("/api/accounts/{org}/"+cash+"/update", object{"openingBalance": 1000}).want(200)
	for _, move := range []object{{"amount": 100, "date": "2026-03-31"}, {"amount": 40, "date": "2026-04-01"}, {"amount": 7.5, "date": "2026-04-13"}} {
		desk.post("/api/accounts/{org}/transfer", move.merged(object{"fromAccountId": cash, "toAccountId": desk.account("bank")})).want(201)
	}
	room := desk.rooms(1)[0]
	s.clock.Advance(time.Second)
	desk.post("/api/bookings/{org}/create", stay("2026-04-20", "2026-04-22", room).merged(object{"advanceAmount": 500})).want(201)
	st := desk.get("/api/accounts/{org}/"+cash+"/statement").want(200).is("2026-04-01", "data", "from").is("2026-04-14", "data", "to").
		is(-100, "data", "openingBalance").is(1352.5, "data", "closingBalance").is(1500, "data", "totalIn").is(47.5, "data", "totalOut")
	st.fields(st.at("data"), "accountId", "accountName", "kind", "from", "to", "openingBalance", "totalIn", "totalOut", "closingBalance", "entries")
	st.fields(st.at("data", "entries", 0), "date", "document", "documentId", "number", "note", "amount", "balance", "createdAt")
	st.is("transfer", "data", "entries", 0, "document").is(-140, "data", "entries", 0, "balance").is("opening", "data", "entries", 2, "document").
		is("PAY-1", "data", "entries", 3, "number").is("payment", "data", "entries", 3, "document").is(1352.5, "data", "entries", 3, "balance")
	desk.get("/api/accounts/{org}/"+cash+"/statement?from=2026-04-02&to=2026-04-13").want(200).is(-140, "data", "openingBalance").is(-147.5, "data", "closingBalance")
	desk.get("/api/accounts/{org}/" + cash + "/statement?from=2026-04-15&to=2026-04-14").bad("to")
	desk.get("/api/accounts/{org}/" + cash + "/statement?from=2025-04-13&to=2026-04-14").bad("to")
	desk.get("/api/accounts/{org}/" + cash + "/statement?from=2025-04-14&to=2026-04-14").want(200)
	desk.get("/api/accounts/{org}/" + cash + "/statement?from=x").bad("from")
	balance := desk.get("/api/accounts/{org}/trial-balance?date=2026-03-31").want(200).is(100, "data", "totalDebit").is(100, "data", "totalCredit")
	balance.fields(balance.at("data"), "date", "accounts", "totalDebit", "totalCredit")
	balance.fields(balance.at("data", "accounts", 0), "account", "name", "kind", "debit", "credit")
	booksBalance(t, desk)
}

func billingSettings(t *testing.T, s *server, desk *caller) {
	const path = "/api/accounts/{org}/settings"
	found := desk.get(path).want(200).is(true, "data", "pricesIncludeTax").is(false, "data", "issueAtCheckout").is(3, "data", "nightAuditHour").is("", "data", "lastClosedDay")
	found.fields(found.at("data"), "pricesIncludeTax", "issueAtCheckout", "roundToWhole", "dueDays", "nightAuditHour", "nightAuditNoShows", "lastClosedDay")
	desk.put(path, object{"dueDays": 15, "roundToWhole": true}).want(200).is(15, "data", "dueDays").is(true, "data", "roundToWhole").is(true, "data", "pricesIncludeTax")
	desk.put(path, object{"dueDays": 366, "nightAuditHour": 24}).bad("dueDays").bad("nightAuditHour")
	desk.put(path, object{"dueDays": -1, "nightAuditHour": -2}).bad("dueDays").bad("nightAuditHour")
	desk.put(path, object{"pricesIncludeTax": "yes"}).bad("pricesIncludeTax")
	desk.put(path, object{"nightAuditHour": -1}).want(200)
	desk.get(path).want(200).is(15, "data", "dueDays").is(-1, "data", "nightAuditHour")
	clerk := desk.member("Clerk", object{"accounts": object{"manage": true}})
	clerk.get(path).want(200)
	clerk.put(path, object{"dueDays": 1}).want(403)
}

func accountAudit(t *testing.T, s *server, desk *caller) {
	cash := desk.account("cash")
	s.clock.Advance(time.Second)
	desk.put("/api/accounts/{org}/"+cash+"/update", object{"name": "Till", "openingBalance": 10.5}).want(200)
	desk.get("/api/audit/{org}/logs?limit=1").want(200).is("account.updated", "data", 0, "action").
		is(map[string]any{"name": "Cash", "openingBalance": 0.0}, "data", 0, "details", "from").is(map[string]any{"name": "Till", "openingBalance": 10.5}, "data", 0, "details", "to")
	s.clock.Advance(time.Second)
	desk.put("/api/accounts/{org}/settings", object{"dueDays": 7}).want(200)
	desk.get("/api/audit/{org}/logs?limit=1").want(200).is("settings.updated", "data", 0, "action").
		is(map[string]any{"dueDays": 0.0}, "data", 0, "details", "from").is(map[string]any{"dueDays": 7.0}, "data", 0, "details", "to")
	count := desk.get("/api/audit/{org}/logs?limit=1").want(200).number("pagination", "total")
	desk.put("/api/accounts/{org}/settings", object{"dueDays": 7}).want(200)
	desk.put("/api/accounts/{org}/"+cash+"/update", object{"name": "Till"}).want(200)
	if now := desk.get("/api/audit/{org}/logs?limit=1").want(200).number("pagination", "total"); now != count {
		t.Errorf("%v entries for changes that change nothing", now-count)
	}
}
