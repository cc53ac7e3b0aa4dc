package approval_test

import (
	"regexp"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

// request is what somebody asks for: 600 of its kind or more, where 500 is the limit.
type request struct {
	method, path string
	body         object
	look         string // what it changes
}

// asking are requests of every kind, with the limit's field and how much they ask for.
var asking = []struct {
	name, kind, field string
	amount            float64
	make              func(owner *apptest.Caller, number string) request
}{
	{"a refund", "refund", "refund", 600, func(owner *apptest.Caller, _ string) request {
		payment := paid(owner, 2000)
		return request{"POST", refundPath(payment), refund(600), "/api/payments/{org}/" + payment}
	}},
	{"a cancellation with a refund", "refund", "refund", 900, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-20", "2026-04-22", object{"advanceAmount": 1000})
		return request{"PUT", apptest.BookingPath(id, "/cancel"), object{"reason": "Plans", "cancellationCharge": 100,
			"refundAmount": 900}, apptest.BookingPath(id, "")}
	}},
	{"a payment voided", "payment_void", "paymentVoid", 1000, func(owner *apptest.Caller, _ string) request {
		payment := paid(owner, 1000)
		return request{"POST", "/api/payments/{org}/" + payment + "/void", object{"reason": "Typed twice"},
			"/api/payments/{org}/" + payment}
	}},
	{"a credit note", "credit_note", "creditNote", 700, func(owner *apptest.Caller, _ string) request {
		invoice := owner.Bill(1000)
		return request{"POST", "/api/credit-notes/{org}/create", object{"invoiceId": invoice, "amount": 700,
			"reason": "Too warm"}, "/api/invoices/{org}/" + invoice}
	}},
	{"an invoice voided", "invoice_void", "invoiceVoid", 1000, func(owner *apptest.Caller, _ string) request {
		invoice := owner.Bill(1000)
		return request{"POST", "/api/invoices/{org}/" + invoice + "/void", object{"reason": "Wrong company"},
			"/api/invoices/{org}/" + invoice}
	}},
	{"a voucher", "voucher", "voucher", 800, func(owner *apptest.Caller, number string) request {
		return request{"POST", "/api/vouchers/{org}/create", journal(owner, number, 800), "/api/vouchers/{org}/list"}
	}},
	{"a voucher reversed", "voucher", "voucher", 800, func(owner *apptest.Caller, number string) request {
		id := owner.Post("/api/vouchers/{org}/create", journal(owner, number, 800)).Want(201).Text("data", "_id")
		return request{"POST", "/api/vouchers/{org}/" + id + "/reverse", object{"reason": "Typed twice"},
			"/api/vouchers/{org}/" + id}
	}},
	{"a bank's line booked", "voucher", "voucher", 750, func(owner *apptest.Caller, number string) request {
		account := owner.Post("/api/accounts/{org}/create", object{"name": "Bank " + number, "kind": "bank",
			"openingBalance": 1000}).Want(201).Text("data", "_id")
		path := "/api/accounts/{org}/" + account
		owner.Put(path+"/statements", "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance\n"+
			"14/04/2026,Fee,,750,,250\n").Want(200)
		lines := owner.Get(path + "/bank-lines?state=open").Want(200)
		id := ""
		for i := range lines.List("data") {
			if lines.Number("data", i, "amount") == -750 {
				id = lines.Text("data", i, "_id")
			}
		}
		charges := owner.Post("/api/accounts/{org}/chart/create", object{"name": "Charges " + number, "kind": "expense"}).
			Want(201).Text("data", "account")
		return request{"POST", path + "/bank-lines/" + id + "/book", object{"lines": []object{{"account": charges}}},
			path + "/bank-lines/" + id}
	}},
	{"an allowance", "allowance", "allowance", 600, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-14", "2026-04-16")
		owner.AddCharge(id, "Dinner", 900)
		return request{"POST", apptest.BookingPath(id, "/charges"), object{"type": "adjustment", "description": "Cold food",
			"unitPrice": -600}, apptest.BookingPath(id, "/folio")}
	}},
	{"a charge taken back", "allowance", "allowance", 900, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-14", "2026-04-16")
		line := owner.AddCharge(id, "Dinner", 900)
		return request{"POST", apptest.BookingPath(id, "/charges/"+line+"/reverse"), object{"reason": "Wrong room"},
			apptest.BookingPath(id, "/folio")}
	}},
	{"a charge with a discount", "discount", "discount", 600, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-14", "2026-04-16")
		return request{"POST", apptest.BookingPath(id, "/charges"), object{"description": "Dinner", "unitPrice": 900,
			"discount": 600}, apptest.BookingPath(id, "/folio")}
	}},
	{"a bill with a discount", "discount", "discount", 600, func(_ *apptest.Caller, number string) request {
		return request{"POST", "/api/invoices/{org}/create", object{"buyer": object{"name": "Rao " + number},
			"lines": []object{{"description": "Banquet", "unitPrice": 9000, "discount": 600}}}, "/api/invoices/{org}/list"}
	}},
	{"a draft with more discount", "discount", "discount", 550, func(owner *apptest.Caller, number string) request {
		line := object{"description": "Banquet", "unitPrice": 9000, "discount": 50}
		id := owner.CreateInvoice(object{"buyer": object{"name": "Rao " + number}, "lines": []object{line}}).
			Text("data", "_id")
		return request{"PUT", "/api/invoices/{org}/" + id + "/update", object{"lines": []object{line.Merged(
			object{"discount": 600})}}, "/api/invoices/{org}/" + id}
	}},
	{"a stay's bill with a discount", "discount", "discount", 600, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-14", "2026-04-16")
		return request{"POST", "/api/invoices/{org}/create", object{"bookingId": id, "lines": []object{{
			"description": "Taxi", "unitPrice": 900, "discount": 600}}}, apptest.BookingPath(id, "/folio")}
	}},
	{"nights that cost less", "discount", "discount", 1000, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-14", "2026-04-16")
		return request{"PUT", apptest.BookingPath(id, "/nights"), object{"reason": "Air conditioning",
			"rates": []object{{"date": "2026-04-14", "amount": 4000}}}, apptest.BookingPath(id, "")}
	}},
	{"complimentary nights", "complimentary", "complimentary", 5000, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-14", "2026-04-16")
		return request{"PUT", apptest.BookingPath(id, "/nights"), object{"reason": "Honeymoon",
			"rates": []object{{"date": "2026-04-15", "complimentary": true}}}, apptest.BookingPath(id, "")}
	}},
	{"a booking below the price", "discount", "discount", 2000, func(owner *apptest.Caller, number string) request {
		return request{"POST", "/api/bookings/{org}/create", stayAt(owner, number, object{"ratePerNight": 4000}),
			"/api/bookings/{org}/list"}
	}},
	{"a booking for a sum", "discount", "discount", 1000, func(owner *apptest.Caller, number string) request {
		return request{"POST", "/api/bookings/{org}/create", stayAt(owner, number, object{}).
			Merged(object{"totalAmount": 9000}), "/api/bookings/{org}/list"}
	}},
	{"a booking with a free night", "complimentary", "complimentary", 5000,
		func(owner *apptest.Caller, number string) request {
			return request{"POST", "/api/bookings/{org}/create", stayAt(owner, number, object{"rates": []object{
				{"date": "2026-04-20", "amount": 5000}, {"date": "2026-04-21", "complimentary": true}}}),
				"/api/bookings/{org}/list"}
		}},
	{"a room added below the price", "discount", "discount", 6000, func(owner *apptest.Caller, number string) request {
		id := owner.BookNewRoom("2026-04-20", "2026-04-22")
		entry := stayAt(owner, number, object{"ratePerNight": 2000})["rooms"].([]object)[0]
		return request{"POST", apptest.BookingPath(id, "/add-room"), entry, apptest.BookingPath(id, "")}
	}},
	{"a night more below the price", "discount", "discount", 3500, func(owner *apptest.Caller, _ string) request {
		id := owner.BookNewRoom("2026-04-20", "2026-04-22")
		return request{"PUT", apptest.BookingPath(id, "/stay"), object{"checkOut": "2026-04-23", "rates": []object{
			{"date": "2026-04-20", "amount": 5000}, {"date": "2026-04-21", "amount": 5000},
			{"date": "2026-04-22", "amount": 1500}}}, apptest.BookingPath(id, "")}
	}},
	{"another room for less", "discount", "discount", 2000, func(owner *apptest.Caller, number string) request {
		id := owner.BookNewRoom("2026-04-20", "2026-04-22")
		from := owner.Get(apptest.BookingPath(id, "")).Want(200).Text("data", "rooms", 0, "roomId")
		to := stayAt(owner, number, object{})["rooms"].([]object)[0]["roomId"]
		return request{"POST", apptest.BookingPath(id, "/move-room"), object{"fromRoomId": from, "toRoomId": to,
			"rates": []object{{"date": "2026-04-20", "amount": 4000}, {"date": "2026-04-21", "amount": 4000}}},
			apptest.BookingPath(id, "")}
	}},
	{"a quote with a discount", "discount", "discount", 600, func(owner *apptest.Caller, number string) request {
		room := stayAt(owner, number, object{})["rooms"].([]object)[0]["roomId"]
		id := owner.Post("/api/quotes/{org}/create", object{"guestName": "Asha", "guestPhone": "+91 98450 12345",
			"validUntil": "2026-04-18", "checkIn": "2026-04-20", "checkOut": "2026-04-22",
			"rooms": []object{{"roomId": room, "ratePerNight": 5000, "adults": 2}},
			"lines": []object{{"description": "Taxi", "unitPrice": 900, "discount": 600}}}).Want(201).Text("data", "_id")
		return request{"POST", "/api/quotes/{org}/" + id + "/accept", object{}, "/api/quotes/{org}/" + id}
	}},
}

func journal(owner *apptest.Caller, number string, amount float64) object {
	account := owner.Post("/api/accounts/{org}/chart/create", object{"name": "Rent " + number, "kind": "expense"}).
		Want(201).Text("data", "account")
	return object{"kind": "journal", "narration": "Rent", "lines": []object{{"account": account, "debit": amount},
		{"account": owner.DefaultAccount("cash"), "credit": amount}}}
}

// stayAt is a booking of a new room, whose price is 5000, from the 20th to the 22nd.
func stayAt(owner *apptest.Caller, number string, price object) object {
	category := owner.Post("/api/room-categories/{org}/create", object{"name": "Suite " + number, "baseRate": 5000}).
		Want(201).Text("data", "_id")
	room := owner.Post("/api/rooms/{org}/create", object{"roomNumber": "S" + number, "categoryId": category,
		"floor": "1"}).Want(201).Text("data", "_id")
	body := apptest.Stay("2026-04-20", "2026-04-22", room)
	entry := body["rooms"].([]object)[0]
	if price["rates"] != nil {
		entry = entry.Without("ratePerNight")
	}
	body["rooms"] = []object{entry.Merged(price)}
	return body
}

// versions are what reads have that change by themselves.
var versions = regexp.MustCompile(`"(generatedAt|lastUsedAt)":"[^"]*"`)

// stands is what the books and a document say.
func stands(owner *apptest.Caller, look string) string {
	owner.Server.T.Helper()
	books := owner.Get("/api/accounts/{org}/trial-balance").Want(200)
	return versions.ReplaceAllString(string(books.Raw)+string(owner.Get(look).Want(200).Raw), "")
}

// Whatever is above a limit waits, changes nothing, and is done as it was asked for; with a code at once.
func everyKind(t *testing.T, owner *apptest.Caller) {
	all := object{"manage": true}
	desk := owner.Member("Desk", object{"payments": object{"view": true, "create": true, "update": true, "delete": true},
		"invoices":     object{"view": true, "create": true, "update": true, "delete": true},
		"credit_notes": object{"create": true}, "accounts": object{"view": true, "create": true, "update": true},
		"bookings": object{"view": true, "create": true, "update": true, "delete": true},
		"quotes":   object{"view": true, "update": true}, "guests": object{"view": true, "create": true}})
	boss := owner.Member("Boss", object{"payments": all, "invoices": all, "credit_notes": all, "accounts": all,
		"bookings": all})
	boss.Put(codePath, object{"code": "402915"}).Want(200)
	by := loginOf(owner, "Boss")
	defer func() { owner.Server.T = t }()
	for i, a := range asking {
		t.Run(a.name, func(t *testing.T) {
			owner.Server.T = t
			number := func(k int) string { return string(rune('A'+i)) + string(rune('a'+k)) }
			free := a.make(owner, number(0))
			if status := desk.Do(free.method, free.path, free.body).Status; status/100 != 2 || status == 202 {
				t.Fatalf("without a limit: %d", status)
			}
			r, second := a.make(owner, number(1)), a.make(owner, number(2))
			owner.Put(limitsPath, object{a.field: 500}).Want(200)
			defer owner.Put(limitsPath, object{a.field: nil})
			before := stands(owner, r.look)
			asked := desk.Do(r.method, r.path, r.body).Want(202).Is("pending", "data", "status").
				Is(a.kind, "data", "kind").Is(a.amount, "data", "amount").Is("Desk", "data", "askedByName")
			if stands(owner, r.look) != before {
				t.Error("something was done before anybody said yes")
			}
			boss.Post(path(asked.Text("data", "_id"), "/approve"), nil).Want(200).Is("approved", "data", "status")
			if stands(owner, r.look) == before {
				t.Error("nothing was done")
			}
			a := desk.Do(second.method, second.path, second.body.Merged(object{"approval": object{"by": by,
				"code": "402915"}}))
			if a.Status/100 != 2 || a.Status == 202 {
				t.Errorf("with a code: %d %s", a.Status, a.Raw)
			}
			owner.Get(listPath+"?limit=1").Want(200).Is(true, "data", 0, "byCode").Is("approved", "data", 0, "status")
		})
	}
}

// Prices of offers and of groups' blocks are the hotel's own, and so is a dearer night.
func ownPrices(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"discount": 0, "complimentary": 0}).Want(200)
	desk := owner.Member("Desk", object{"bookings": object{"create": true, "view": true, "update": true}})
	desk.Post("/api/bookings/{org}/create", stayAt(owner, "1", object{"ratePerNight": 5000})).Want(201)
	desk.Post("/api/bookings/{org}/create", stayAt(owner, "2", object{"ratePerNight": 5500})).Want(201)
	desk.Post("/api/bookings/{org}/create", stayAt(owner, "3", object{"rates": []object{
		{"date": "2026-04-20", "amount": 4000}, {"date": "2026-04-21", "amount": 6000}}})).Want(201)
	desk.Post("/api/bookings/{org}/create", stayAt(owner, "4", object{"ratePerNight": 4999})).Want(202)
	desk.Post("/api/bookings/{org}/create", stayAt(owner, "5", object{"ratePerNight": 0})).Want(202).
		Is("complimentary", "data", "kind").Is(10000, "data", "amount")
}

// A spreadsheet can't wait, so what is above a limit is refused there.
func spreadsheet(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500}).Want(200)
	sheet := (&apptest.Caller{Server: owner.Server, Org: owner.Org}).With("X-Sheet-Key", owner.SheetKey())
	id := owner.BookNewRoom("2026-04-20", "2026-04-22", object{"advanceAmount": 1000})
	cancel := "/api/sheets/{org}/" + id + "/cancel"
	before := stands(owner, apptest.BookingPath(id, ""))
	sheet.Post(cancel, object{"reason": "Plans", "refundAmount": 900}).Refused(400, "second person")
	if stands(owner, apptest.BookingPath(id, "")) != before {
		owner.Server.T.Error("a refused cancellation has done something")
	}
	owner.Get(listPath).Want(200).Is(0, "pagination", "total")
	sheet.Post(cancel, object{"reason": "Plans", "refundAmount": 500}).Want(200)
}

// The asker's permission counts when it is done, and so does what has become of the document.
func changedSince(_ *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 500, "invoiceVoid": 0, "discount": 0}).Want(200)
	use := object{"view": true, "create": true, "update": true, "delete": true}
	role := owner.Post("/api/roles/{org}/create", object{"name": "Clerks", "permissions": object{"payments": use,
		"invoices": use, "bookings": use}}).Want(201).Text("data", "_id")
	desk := owner.MemberOf("Clerk", role)
	invoice := owner.Bill(1000)
	id := desk.Post("/api/invoices/{org}/"+invoice+"/void", object{"reason": "Wrong"}).Want(202).Text("data", "_id")
	owner.Pay(object{"invoiceId": invoice, "amount": 1000}).Want(201)
	owner.Post(path(id, "/approve"), nil).Refused(400, "")
	owner.Get(path(id, "")).Want(200).Is("pending", "data", "status")
	stay := owner.BookNewRoom("2026-04-20", "2026-04-22")
	cheaper := object{"reason": "Noise", "rates": []object{{"date": "2026-04-20", "amount": 4000}}}
	id = desk.Put(apptest.BookingPath(stay, "/nights"), cheaper).Want(202).Text("data", "_id")
	owner.Put(apptest.BookingPath(stay, "/cancel"), object{"reason": "Plans"}).Want(200)
	owner.Post(path(id, "/approve"), nil).Refused(400, "cancelled")
	id = desk.Post(refundPath(paid(owner, 1000)), refund(600)).Want(202).Text("data", "_id")
	owner.Put("/api/roles/{org}/"+role+"/update", object{"permissions": object{"invoices": use,
		"payments": object{"view": true, "create": false, "update": false, "delete": false}}}).Want(200)
	owner.Post(path(id, "/approve"), nil).Refused(403, "payments.create")
	owner.Get(path(id, "")).Want(200).Is("pending", "data", "status")
	owner.Post(path(id, "/reject"), object{"reason": "Not any more"}).Want(200)
}

// An approval that waits stands in the way of closing the month.
func monthsEnd(t *testing.T, owner *apptest.Caller) {
	owner.Put(limitsPath, object{"refund": 0}).Want(200)
	id := clerk(owner).Post(refundPath(paid(owner, 1000)), refund(600)).Want(202).Text("data", "_id")
	list := func() (kinds []string) {
		month := owner.Get("/api/accounts/{org}/month-end?month=2026-04").Want(200)
		for i := range month.List("data", "items") {
			kinds = append(kinds, month.Text("data", "items", i, "kind"))
			if kinds[i] == "approvals" {
				month.Is(id, "data", "items", i, "records", 0, "id").Is(600, "data", "items", i, "amount")
			}
		}
		return kinds
	}
	if kinds := strings.Join(list(), " "); !strings.Contains(kinds, "approvals") {
		t.Errorf("in the way are %s", kinds)
	}
	owner.Post(path(id, "/approve"), nil).Want(200)
	if kinds := strings.Join(list(), " "); strings.Contains(kinds, "approvals") {
		t.Errorf("in the way are still %s", kinds)
	}
}
