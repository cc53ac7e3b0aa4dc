package month_test

import "sarai/internal/app/apptest"

// firstWeek has a guest who pays, one whose company will, a deposit, a shift at the till and a bill of the laundry.
func (h *hotel) firstWeek() {
	h.t.Helper()
	meera := h.desk.BookAt(4000, object{"guestName": "Meera Nair"}, "2026-05-01", "2026-05-04", h.rooms[0])
	h.desk.Pay(object{"bookingId": meera, "amount": 5000, "method": "upi"}).Want(201)
	h.post("upi", 5000, "guests", -5000) // an advance is owed to the guest
	h.desk.Arrive(meera)
	rao := h.desk.BookAt(9000, object{"guestName": "Arjun Rao"}, "2026-05-01", "2026-05-04", h.rooms[1])
	h.desk.Arrive(rao)
	h.compare()

	h.on("2026-05-02") // the night of the 1st is earned: 4,000 and 9,000, without the tax
	h.post("unbilled", 13000, "income", -13000)
	shift := h.desk.Post("/api/shifts/{org}/open", object{"accountId": h.accounts["cash"],
		"openingFloat": object{"total": 5000}}).Want(201).Text("data", "_id")
	deposit := h.desk.Post("/api/deposits/{org}/create", object{"kind": "key", "amount": 1000, "method": "cash"}).
		Want(201).Text("data", "_id")
	h.post("cash", 1000, "deposits", -1000)
	h.desk.Post("/api/expenses/{org}/create", object{"amount": 1200, "category": "Flowers", "date": "2026-05-02",
		"method": "cash"}).Want(201)
	h.post("expenses", 1200, "cash", -1200)
	h.desk.Post("/api/shifts/{org}/"+shift+"/close", object{"counted": object{"total": 4790}}).Want(200).
		Is(-10, "data", "difference") // 5,000 + 1,000 - 1,200 = 4,800
	h.post("over-short", 10, "cash", -10)
	h.compare()

	h.on("2026-05-03")
	h.post("unbilled", 13000, "income", -13000)
	h.on("2026-05-04")
	h.post("unbilled", 13000, "income", -13000)
	// 3 x 4,000 at 5 %: 12,600; 5,000 is paid already
	h.desk.Pay(object{"bookingId": meera, "amount": 7600, "method": "cash"}).Want(201)
	h.desk.Leave(meera, nil)
	h.post("guests", 12600, "income", -12000, "gst", -600)
	h.post("cash", 7600, "guests", -7600)
	// 3 x 9,000 at 18 %: 31,860, which the company will pay within 30 days
	company := h.desk.Post("/api/companies/{org}/create", object{"name": "Rao Textiles", "canLeaveOnAccount": true,
		"paymentTermsDays": 30}).Want(201).Text("data", "_id")
	h.accounts["rao"] = "/api/companies/{org}/" + company
	h.desk.Leave(rao, nil)
	h.accounts["first"] = h.invoiced(rao)
	h.desk.Post(h.accounts["rao"]+"/invoices", object{"invoiceId": h.accounts["first"]}).Want(201).
		Is("2026-06-03", "data", "dueDate")
	h.post("companies", 31860, "income", -27000, "gst", -4860)
	h.desk.Post("/api/deposits/{org}/"+deposit+"/return", object{"amount": 600}).Want(201)
	h.post("deposits", 600, "cash", -600)
	h.desk.Post("/api/deposits/{org}/"+deposit+"/keep", object{"reason": "The key is lost"}).Want(201)
	h.post("deposits", 400, "deposits-kept", -400)

	h.on("2026-05-07") // what was invoiced is no longer unbilled: 39,000 earned, 39,000 on invoices
	h.post("income", 39000, "unbilled", -39000)
	vendor := h.desk.Post("/api/vendor/{org}/create", object{"name": "White Linen"}).Want(201).Text("data", "_id")
	h.accounts["bill"] = h.desk.Post("/api/expenses/{org}/create", object{"category": "Laundry", "vendorId": vendor,
		"date": "2026-05-07", "dueDate": "2026-06-06", "lines": []object{{"description": "Sheets", "amount": 10000,
			"cgst": 900, "sgst": 900, "inputTax": "claimed"}}}).Want(201).Text("data", "_id")
	h.post("expenses", 10000, "input tax", 1800, "payables", -11800)
	h.compare()
}

// secondWeek has a payment with tax withheld, a credit note, a part of the bill paid, and the bank's statement.
func (h *hotel) secondWeek() {
	h.t.Helper()
	h.on("2026-05-11")
	// 2 % of 27,000 is withheld by section 194C; 320 of the invoice stay open
	h.desk.Post(h.accounts["rao"]+"/payments", object{"amount": 31000, "method": "bank_transfer",
		"allocations": []object{{"invoiceId": h.accounts["first"], "amount": 31000, "shortAmount": 540, "shortKind": "tds",
			"note": "194C"}}}).Want(201)
	h.post("bank", 31000, "tds", 540, "companies", -31540)
	h.desk.Get(h.accounts["rao"]+"/account").Want(200).Is(320, "data", "balance").Is(0, "data", "unappliedAmount")

	guest := h.desk.BookAt(9000, object{"guestName": "Kavya Iyer"}, "2026-05-11", "2026-05-13", h.rooms[1])
	h.desk.Arrive(guest)
	h.on("2026-05-12")
	h.post("unbilled", 9000, "income", -9000)
	h.on("2026-05-13")
	h.post("unbilled", 9000, "income", -9000)
	h.desk.Leave(guest, nil)
	second := h.invoiced(guest)
	h.desk.Post(h.accounts["rao"]+"/invoices", object{"invoiceId": second}).Want(201)
	h.post("companies", 21240, "income", -18000, "gst", -3240) // 2 x 9,000 at 18 %
	h.on("2026-05-14")
	h.post("income", 18000, "unbilled", -18000)
	// 1,180 with its tax is credited: 1,000 and 180
	h.desk.Post("/api/credit-notes/{org}/create", object{"invoiceId": second, "reason": "No hot water",
		"amount": 1180}).Want(201)
	h.post("income", 1000, "gst", 180, "companies", -1180)
	h.desk.Post("/api/expenses/{org}/"+h.accounts["bill"]+"/pay", object{"amount": 5000, "method": "bank_transfer",
		"date": "2026-05-14"}).Want(201)
	h.post("payables", 5000, "bank", -5000)
	h.on("2026-05-15")
	h.compare()
	h.statement()
	h.compare()
}

// statement is the bank's: what the books have is matched, its charges are booked, and nothing is left to explain.
func (h *hotel) statement() {
	h.t.Helper()
	path := "/api/accounts/{org}/" + h.accounts["bank"]
	h.desk.Put(path+"/statements", "Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance\n"+
		"01/05/2026,Capital,C1,,250000,250000\n01/05/2026,Cash,C2,5000,,245000\n11/05/2026,Rao Textiles,C3,,31000,276000\n"+
		"14/05/2026,White Linen,C4,5000,,271000\n15/05/2026,Charges,C5,118,,270882\n").Want(200)
	for _, l := range h.desk.Get(path + "/bank-lines?limit=100").Want(200).List("data") {
		l := path + "/bank-lines/" + l.(map[string]any)["_id"].(string)
		line := h.desk.Get(l).Want(200)
		switch text := line.Text("data", "text"); text {
		case "Balance before the first statement": // nothing
		case "Charges": // 100 with 18 % GST, which is claimed
			h.desk.Post(l+"/book", object{"narration": "Charges", "lines": []object{
				{"account": h.accounts["bank charges"], "amount": 100}, {"account": "input-tax", "amount": 18}}}).Want(201)
			h.post("bank charges", 100, "input tax", 18, "bank", -118)
		default:
			proposals := line.List("data", "proposals")
			if len(proposals) == 0 {
				h.t.Errorf("nothing is proposed for %s", text)
				continue
			}
			var entries []object
			for _, e := range line.List("data", "proposals", 0, "entries") {
				e := e.(map[string]any)
				entries = append(entries, object{"postingId": e["postingId"], "position": e["position"]})
			}
			h.desk.Post(l+"/match", object{"entries": entries}).Want(200)
		}
	}
	h.desk.Get(path+"/reconciliation").Want(200).Is(0, "data", "unexplained").Is([]any{}, "data", "unmatchedLines")
}

// lastWeeks have depreciation, a bad debt, and a guest who stays over the end of the month.
func (h *hotel) lastWeeks() {
	h.t.Helper()
	h.on("2026-05-20")
	h.journal("depreciation", "furniture", 2500)
	h.desk.Post(h.accounts["rao"]+"/invoices/"+h.accounts["first"]+"/write-off", object{"reason": "Not worth a letter"}).
		Want(201)
	h.post("bad-debts", 320, "companies", -320)
	h.compare()
	h.settlement()
	h.on("2026-05-30")
	guest := h.desk.BookAt(4000, object{"guestName": "Farah Khan"}, "2026-05-30", "2026-06-02", h.rooms[0])
	h.desk.Arrive(guest)
	h.desk.Pay(object{"bookingId": guest, "amount": 4200, "method": "cash"}).Want(201)
	h.post("cash", 4200, "guests", -4200)
	h.accounts["over"] = guest
	h.on("2026-05-31")
	h.post("unbilled", 4000, "income", -4000)
	h.compare()
}

// settlement is of a booking site that has collected from a guest: what is left of 10,620 comes to the bank.
func (h *hotel) settlement() {
	h.t.Helper()
	site := h.desk.Post("/api/companies/{org}/create", object{"name": "StayFinder", "canLeaveOnAccount": true,
		"tcsGstin": "27AAACM3025E1CA"}).Want(201).
		Text("data", "_id")
	guest := h.desk.BookAt(9000, object{"guestName": "Ishaan Sen"}, "2026-05-20", "2026-05-21", h.rooms[1])
	h.desk.Arrive(guest)
	h.on("2026-05-21")
	h.post("unbilled", 9000, "income", -9000)
	h.desk.Leave(guest, nil)
	invoice := h.invoiced(guest)
	h.desk.Post("/api/companies/{org}/"+site+"/invoices", object{"invoiceId": invoice}).Want(201)
	h.post("companies", 10620, "income", -9000, "gst", -1620)
	h.on("2026-05-22")
	h.post("income", 9000, "unbilled", -9000)
	// 15 % of 9,000 with 18 % GST, which is claimed; 0.5 % of it by section 52, and 0.1 % by section 194-O
	sums := object{"grossAmount": 10620, "commissionAmount": 1350, "gstOnCommission": 243, "tcsAmount": 45,
		"tdsAmount": 9, "netAmount": 8973}
	h.desk.Post("/api/settlements/{org}/create", sums.Merged(object{"companyId": site, "statementNumber": "S-1",
		"lines": []object{sums.Merged(object{"reference": "SF-1", "invoiceId": invoice})}})).Want(201)
	// GSTR-1, table 14: what the guest was billed through the site, by the number under which it collects tax
	h.desk.Get("/api/invoices/{org}/gstr1?period=2026-05").Want(200).Is([]any{map[string]any{"etin": "27AAACM3025E1CA",
		"suppval": 9000.0, "igst": 0.0, "cgst": 810.0, "sgst": 810.0, "cess": 0.0, "flag": "N"}}, "data", "supeco", "clttx")
	h.post("bank", 8973, "commission", 1350, "input tax", 243, "tcs", 45, "tds", 9, "companies", -10620)
	h.compare()
}

// end closes the month, and sees that it stays as it is.
func (h *hotel) end() {
	h.t.Helper()
	h.on("2026-06-01")
	h.post("unbilled", 4000, "income", -4000)
	const monthEnd = "/api/accounts/{org}/month-end?month=2026-05"
	for _, i := range h.desk.Get(monthEnd).Want(200).List("data", "items") {
		h.t.Errorf("this stands in the way: %v", i)
	}
	sheet := h.desk.Get("/api/accounts/{org}/balance-sheet?asOf=2026-05-31").Want(200)
	h.desk.Put("/api/accounts/{org}/lock", object{"until": "2026-05-31", "reason": "May is filed"}).Want(200)
	h.desk.Get(monthEnd).Want(200).Is("locked", "data", "status")
	h.desk.Post("/api/expenses/{org}/create", object{"amount": 5, "category": "Tea", "date": "2026-05-31",
		"method": "cash"}).Bad("date")
	ageing := h.desk.Get("/api/companies/{org}/ageing?asOf=2026-06-13").Want(200)
	ageing.Is(20060, "data", "companies", 0, "total") // 21,240 less 1,180, due on 12 June
	h.on("2026-06-02")
	h.post("unbilled", 4000, "income", -4000)
	h.desk.Leave(h.accounts["over"], nil)
	h.post("guests", 12600, "income", -12000, "gst", -600)
	h.on("2026-06-03")
	h.post("income", 12000, "unbilled", -12000)
	h.compare()
	after := h.desk.Get("/api/accounts/{org}/balance-sheet?asOf=2026-05-31").Want(200)
	if string(after.Raw) != string(sheet.Raw) {
		h.t.Errorf("the month moved after it was locked:\n%s\n%s", sheet.Raw, after.Raw)
	}
	apptest.FoliosAddUp(h.t, h.desk)
}
