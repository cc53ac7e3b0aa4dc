package expense_test

import (
	"testing"

	"sarai/internal/app/apptest"
)

func TestBills(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may not", Run: billPermissions},
		{Name: "lines with their taxes", Run: billLines},
		{Name: "lines that are wrong", Run: billBadLines},
		{Name: "paid later, in parts, and void", Run: billPaidLater},
		{Name: "what a bill refuses", Run: billRefusals},
		{Name: "lists", Run: billLists},
		{Name: "tax that a hotel of 5 % rooms can't claim", Run: taxByRule},
	}, apptest.Balanced, apptest.BooksBalance)
}

const profit = "/api/accounts/{org}/profit-and-loss"

func unpaid() object { return linenBill().Without("method").Merged(object{"dueDate": "2026-05-10"}) }

func billPermissions(_ *testing.T, owner *apptest.Caller) {
	id := expense(owner, unpaid())
	paid := owner.Post(expenses+"/"+id+"/pay", object{"amount": 1}).Want(201).Text("data", "payments", 0, "_id")
	none := owner.Member("Porter", object{"payments": object{"manage": true}})
	elsewhere := owner.AnotherHotel()
	for path, flag := range map[string]string{"/pay": "update", "/payments/" + paid + "/void": "delete"} {
		body := object{"reason": "x", "amount": 1}
		none.Post(expenses+"/"+id+path, body).Refused(403, "expenses."+flag)
		owner.Server.Anyone().Post("/api/expenses/"+owner.Org+"/"+id+path, body).Refused(401, "")
		elsewhere.Post(expenses+"/"+id+path, body).Refused(404, "no such expense")
	}
}

// The lines say what is claimed: what isn't, is a cost in the books.
func billLines(t *testing.T, owner *apptest.Caller) {
	lines := []object{
		{"description": "Detergent", "hsn": "3402", "amount": 1000, "cgst": 90, "sgst": 90},
		{"description": "Steam iron", "amount": 500, "igst": 90, "inputTax": "claimed"},
		{"description": "Sheets of rooms", "amount": 200, "cgst": 5, "sgst": 5, "inputTax": "not-claimed"},
		{"description": "Club", "amount": 100, "igst": 18, "inputTax": "blocked", "blockedKind": "club"},
	}
	body := linenBill().Without("amount", "tax").Merged(object{"lines": lines})
	made := owner.Post(expenses+"/create", body).Want(201).Is(1800, "data", "amount").Is(298, "data", "tax").
		Is(2098, "data", "totalAmount").Is(95, "data", "cgst").Is(95, "data", "sgst").Is(108, "data", "igst").
		Is(28, "data", "taxNotClaimed").Is("hotel-rule", "data", "lines", 0, "inputTax").
		Is("club", "data", "lines", 3, "blockedKind")
	id := made.Text("data", "_id")
	inBooks := func(byRule, claimed, not int64) {
		t.Helper()
		a, b, c := owner.InBooks("input-tax"), owner.InBooks("claimed-tax"), owner.InBooks("unclaimed-tax")
		if a != byRule || b != claimed || c != not {
			t.Errorf("the books have %d by the rule, %d claimed, %d not", a, b, c)
		}
	}
	inBooks(18000, 9000, 2800)
	// sent back whole, it is the same
	owner.Put(expenses+"/"+id+"/update", owner.Get(expenses+"/"+id).At("data")).Want(200).Is(made.At("data"), "data")
	owner.Put(expenses+"/"+id+"/update", object{"amount": 1900}).Bad("amount")
	lines[0]["inputTax"] = "not-claimed"
	owner.Put(expenses+"/"+id+"/update", object{"lines": lines}).Want(200).Is(208, "data", "taxNotClaimed").
		Is(2, "data", "version")
	inBooks(0, 9000, 20800)
	owner.Get("/api/audit/{org}/logs?action=expense.updated").Want(200).
		Is("hotel-rule", "data", 0, "details", "changes", "lines", "old", 0, "inputTax").
		Is("not-claimed", "data", 0, "details", "changes", "lines", "new", 0, "inputTax")
	owner.Put(expenses+"/"+id+"/update", object{"lines": nil}).Want(200).Is(298, "data", "tax")
	inBooks(29800, 0, 0)
	owner.Get(expenses+"/list").Want(200).Is(nil, "data", 0, "lines")
	owner.Delete(expenses + "/" + id + "/delete").Want(200)
	inBooks(0, 0, 0)
}

func billBadLines(_ *testing.T, owner *apptest.Caller) {
	body := linenBill().Without("amount", "tax")
	owner.Post(expenses+"/create", body).Bad("amount")
	owner.Post(expenses+"/create", body.Merged(object{"lines": []object{}})).Bad("amount")
	for field, line := range map[string]object{
		"lines[0].sgst":        {"amount": 100, "cgst": 9},
		"lines[0].igst":        {"amount": 100, "cgst": 9, "sgst": 9, "igst": 18},
		"lines[0].amount":      {"amount": 0},
		"lines[0].cgst":        {"amount": 100, "cgst": -9},
		"lines[0].blockedKind": {"amount": 100, "igst": 18, "inputTax": "blocked"},
		"lines[0].description": {"amount": 100, "description": "two\nlines"},
		"tax":                  {"amount": 100, "igst": 18},
		"amount":               {"amount": 101, "igst": 17},
	} {
		wrong := body.Merged(object{"lines": []object{line}})
		if field == "tax" || field == "amount" {
			wrong = wrong.Merged(object{"amount": 100, "tax": 17})
		}
		owner.Post(expenses+"/create", wrong).Bad(field)
	}
	owner.Post(expenses+"/create", body.Merged(object{"lines": []object{{"amount": 100, "blockedKind": "club"}}})).
		Bad("lines[0].blockedKind")
}

// A bill is a cost when it is recorded, and spent when it is paid.
func billPaidLater(t *testing.T, owner *apptest.Caller) {
	bank := owner.DefaultAccount("bank")
	made := owner.Post(expenses+"/create", unpaid()).Want(201).Is("unpaid", "data", "status").
		Is("2026-05-10", "data", "dueDate").Is(4720.59, "data", "balanceDue").Is("", "data", "accountId")
	path := expenses + "/" + made.Text("data", "_id")
	state := func(owed, inBank, spent int64) {
		t.Helper()
		a, b := owner.InBooks("payables"), owner.InBooks(bank)
		c := owner.QueryInt(`SELECT CAST(COALESCE(SUM(spent), 0) AS BIGINT) FROM daily_money WHERE org_id = $1`)
		if a != -owed || b != inBank || c != spent {
			t.Errorf("the books owe %d and the bank has %d, and %d is spent; want %d, %d, %d", -a, b, c, owed, inBank, spent)
		}
	}
	state(472059, 0, 0)
	keyed := owner.With("Idempotency-Key", "part")
	part := object{"amount": 2000, "method": "bank_transfer", "reference": "UTR 1", "date": "2026-04-12"}
	first := keyed.Post(path+"/pay", part).Want(201).Is("partially_paid", "data", "status").
		Is(2720.59, "data", "balanceDue").Is("2026-04-12", "data", "payments", 0, "postedOn")
	keyed.Post(path+"/pay", part).Want(201)
	state(272059, -200000, 200000)
	owner.Delete(path+"/delete").Refused(400, "void first")
	owner.Put(path+"/update", object{"amount": 1000}).Bad("amount")
	owner.Put(path+"/update", object{"dueDate": nil}).Bad("dueDate")
	owner.Post(path+"/pay", object{"amount": 2720.6}).Bad("amount")
	owner.Post(path+"/pay", object{"accountId": bank}).Bad("amount")
	owner.Post(path+"/pay", object{"accountId": bank, "amount": 2720.59}).Want(201).
		Is("paid", "data", "status").Is(0, "data", "balanceDue")
	state(0, -472059, 472059)
	owner.Post(path+"/pay", object{"amount": 1}).Refused(400, "is paid already")
	owner.Get("/api/accounts/{org}/"+bank+"/statement").Want(200).Is("expense-payment", "data", "entries", 0, "document")
	paymentID := first.Text("data", "payments", 0, "_id")
	owner.Post(path+"/payments/"+paymentID+"/void", object{"reason": "Typed twice"}).Want(200).
		Is("partially_paid", "data", "status").Is("void", "data", "payments", 0, "status").Is(2000, "data", "balanceDue")
	owner.Post(path+"/payments/"+paymentID+"/void", object{"reason": "Again"}).Refused(400, "void already")
	owner.Post(path+"/payments/"+apptest.Nobody+"/void", object{"reason": "x"}).Refused(404, "no such payment")
	state(200000, -272059, 272059)
	owner.Put(path+"/update", object{"amount": 5000, "tax": 0}).Want(200).Is(2279.41, "data", "balanceDue")
	other := owner.Get(path).Text("data", "payments", 1, "_id")
	owner.Post(path+"/payments/"+other+"/void", object{"reason": "Bounced"}).Want(200)
	owner.Delete(path + "/delete").Want(200)
	state(0, 0, 0)
	owner.Get(expenses+"/list?status=unpaid").Want(200).Is([]any{}, "data").Is(0, "totals", "balanceDue")
}

func billRefusals(_ *testing.T, owner *apptest.Caller) {
	cash := owner.DefaultAccount("cash")
	owner.Post(expenses+"/create", unpaid().Merged(object{"accountId": cash})).Bad("accountId")
	owner.Post(expenses+"/create", unpaid().Merged(object{"method": "cash"})).Bad("method")
	owner.Post(expenses+"/create", unpaid().Without("vendorName")).Bad("vendorName")
	owner.Post(expenses+"/create", unpaid().Merged(object{"dueDate": "2026-04-09"})).Bad("dueDate")
	owner.Post(expenses+"/create", unpaid().Merged(object{"dueDate": "soon"})).Bad("dueDate")
	path := expenses + "/" + expense(owner, linenBill())
	owner.Post(path+"/pay", object{"amount": 1}).Refused(400, "was paid when it was recorded")
	owner.Put(path+"/update", object{"dueDate": "2026-05-10"}).Bad("dueDate")
	path = expenses + "/" + expense(owner, unpaid())
	for field, value := range map[string]any{"amount": 0, "date": "2026-04-15", "accountId": apptest.Nobody,
		"method": "barter", "reference": "two\nlines"} {
		owner.Post(path+"/pay", object{"amount": 1}.Merged(object{field: value})).Bad(field)
	}
	owner.Post(path+"/pay", object{"amount": 1, "date": "2026-04-09"}).Bad("date").Refused(400, "before the bill's date")
	owner.Put(path+"/update", object{"accountId": cash}).Bad("accountId")
	owner.Put(path+"/update", object{"method": "cash"}).Bad("method")
	whole := owner.Get(path).Want(200)
	owner.Put(path+"/update", whole.At("data")).Want(200).Is(whole.At("data"), "data")
	owner.Put(path+"/update", object{"dueDate": "2026-04-30"}).Want(200).Is("2026-04-30", "data", "dueDate")
}

func billLists(t *testing.T, owner *apptest.Caller) {
	expense(owner, linenBill())
	late := expense(owner, unpaid().Merged(object{"dueDate": "2026-04-13", "amount": 100, "tax": 0}))
	today := expense(owner, unpaid().Merged(object{"dueDate": "2026-04-14", "amount": 50, "tax": 0, "category": "Food"}))
	done := expense(owner, unpaid())
	owner.Post(expenses+"/"+done+"/pay", object{"amount": 4720.59}).Want(201)
	owner.Post(expenses+"/"+late+"/pay", object{"amount": 30}).Want(201)
	owner.Get(expenses+"/list").Want(200).Is(4, "pagination", "total").Is(120, "totals", "balanceDue")
	owner.Get(expenses+"/list?status=unpaid").Want(200).Is(2, "pagination", "total").Is(150, "totals", "amount").
		Is(120, "totals", "balanceDue").Is(today, "data", 0, "_id").Is(nil, "data", 0, "payments")
	owner.Get(expenses+"/list?status=overdue").Want(200).Is(1, "pagination", "total").Is(late, "data", 0, "_id").
		Is(70, "totals", "balanceDue")
	owner.Get(expenses+"/list?status=unpaid&category=Food").Want(200).Is(1, "pagination", "total").
		Is(50, "totals", "balanceDue")
	owner.Get(expenses+"/list?status=unpaid&search=lake&from=2026-04-10&to=2026-04-10").Want(200).
		Is(2, "pagination", "total")
	owner.Get(expenses + "/list?status=late").Want(400)
	rows := owner.Register(expenses+"/list", "?status=unpaid")
	if len(rows) != 2 {
		t.Fatalf("the register has %v", rows)
	}
	owner.HasRow(rows[0], map[string]string{"Expense": "EXP-2", "Date": "2026-04-10", "Vendor": "Lake City Linen",
		"Due": "2026-04-13", "Total INR": "100", "Paid": "30", "Balance due": "70"})
	expense(owner, linenBill().Without("amount", "tax").Merged(object{"lines": []object{
		{"amount": 100, "cgst": 9, "sgst": 9}, {"amount": 50, "igst": 9, "inputTax": "not-claimed"}}}))
	rows = owner.Register(expenses+"/list", "")
	if len(rows) != 5 {
		t.Fatalf("the register has %v", rows)
	}
	owner.HasRow(rows[4], map[string]string{"Amount INR": "150", "Tax": "27", "CGST": "9", "SGST": "9", "IGST": "9",
		"Tax not claimed": "9", "Account": "Bank", "Due": "", "Paid": "177", "Balance due": "0"})
}

// A hotel of rooms at 5 % claims nothing back until it sells what leaves the credit, or its rule says otherwise.
func taxByRule(_ *testing.T, owner *apptest.Caller) {
	hotel := owner.AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"})
	booking := hotel.BookFromToday(object{"ratePerNight": 2000})
	hotel.CreateInvoice(object{"bookingId": booking, "issue": true})
	expense(hotel, linenBill().Merged(object{"amount": 300, "tax": 54}))
	expense(hotel, linenBill().Without("amount", "tax").Merged(object{"lines": []object{
		{"amount": 100, "igst": 18, "inputTax": "claimed"}, {"amount": 100, "igst": 18, "inputTax": "blocked",
			"blockedKind": "club"}}}))
	claims := func(claimed, cost float64) {
		hotel.Get(profit).Want(200).Is(claimed, "data", "claimableTax").Is(cost, "data", "unclaimedTax").
			Is(500, "data", "expenses").Is(500+cost, "data", "totalExpenses")
	}
	claims(18, 72)
	// premises that are specified don't sell anything else by that
	hotel.Put("/api/accounts/{org}/settings", object{"specifiedPremises": true}).Want(200)
	claims(18, 72)
	settings := func(rule string) {
		hotel.Put("/api/accounts/{org}/settings", object{"inputTaxRule": rule}).Want(200).Is(rule, "data", "inputTaxRule")
	}
	settings("all")
	claims(72, 18)
	settings("none")
	claims(18, 72)
	hotel.Put("/api/accounts/{org}/settings", object{"inputTaxRule": "some"}).Bad("inputTaxRule")
	settings("by-sales")
	hotel.CreateInvoice(object{"buyer": object{"name": "Asha"}, "issue": true, "lines": []object{
		{"description": "Laundry", "unitPrice": 1180, "taxId": hotel.CreateTax(nil)}}})
	claims(72, 18)
	apptest.BooksBalance(hotel.Server.T, hotel)
	// without a GSTIN nothing is claimed, whatever a line says
	expense(owner, linenBill().Without("amount", "tax").Merged(object{"lines": []object{
		{"amount": 100, "igst": 18, "inputTax": "claimed"}}}))
	owner.Get(profit).Want(200).Is(0, "data", "claimableTax").Is(18, "data", "unclaimedTax")
}
