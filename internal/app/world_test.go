package app_test

import (
	"fmt"
	"regexp"
	"strings"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/web"
)

type object = apptest.Object

// world is a hotel with one record of every kind, and a body that fits every route: what the walks over all routes
// need. A route with a path parameter or a body that is not told here fails the walks, so that no later one escapes.
type world struct {
	*apptest.Server
	owner   *apptest.Caller
	member  *apptest.Caller // holds role
	cashier *apptest.Caller // works the shift
	clerk   *apptest.Caller // may approve nothing
	role    string          // of member alone, so that a walk can change what it allows

	ids    map[string]string // by path parameter
	rooms  []string          // of ids["bookingId"], which a walk may check out or cancel
	number int               // of the records made so far: makes names unique
	spent  bool              // the booking may no longer be as the routes need it
	turn   int               // of the values that the engines share
	free   string            // a room that has every night free, or ""
	issued string            // an invoice of which something is left
}

func newWorld(s *apptest.Server) *world {
	s.T.Helper()
	// The owner's requests carry the spreadsheet's key too, so that a walk can call every route as the owner.
	w := &world{Server: s, owner: s.Hotel().With("X-Sheet-Key", apptest.ServerSheetKey), ids: map[string]string{}}
	w.member = w.owner.Member("Member", object{})
	for _, entry := range w.owner.Get("/api/roles/{org}/list").Want(200).List("data") {
		if r := entry.(map[string]any); strings.HasPrefix(r["name"].(string), "Member ") {
			w.role = r["_id"].(string)
		}
	}
	w.fill()
	return w
}

// fill makes one record of every kind.
func (w *world) fill() {
	w.T.Helper()
	o, ids := w.owner, w.ids
	ids["orgId"], ids["orgid"] = o.Org, o.Org
	o.Put("/api/organization/{org}/logo-image", apptest.Picture(40, 30)).Want(200)
	ids["roleId"] = o.Post("/api/roles/{org}/create", w.body("POST /api/roles/{orgId}/create")).Want(201).
		Text("data", "_id")
	ids["invitationId"] = o.Post("/api/invitations/{org}/create", w.body("POST /api/invitations/{orgId}/create")).
		Want(201).Text("data", "_id")
	ids["userId"] = o.Post("/api/users/{org}/create", w.body("POST /api/users/{orgId}/create")).Want(201).
		Text("data", "_id")
	ids["categoryId"] = o.Post("/api/room-categories/{org}/create", w.body("POST /api/room-categories/{orgId}/create")).
		Want(201).Text("data", "_id")
	ids["roomId"] = o.Post("/api/rooms/{org}/create", w.body("POST /api/rooms/{orgId}/create")).Want(201).
		Text("data", "_id")
	o.Put("/api/rooms/{org}/"+ids["roomId"]+"/housekeeping/photo", apptest.Picture(4, 4)).Want(200)
	ids["guestId"] = o.Post("/api/guests/{org}/create", w.body("POST /api/guests/{orgId}/create")).Want(201).
		Text("data", "_id")
	ids["document"] = "passport"
	o.Put("/api/guests/{org}/"+ids["guestId"]+"/documents/passport", apptest.Picture(4, 4)).Want(200)
	ids["noteId"] = o.Post("/api/guests/{org}/"+ids["guestId"]+"/notes",
		w.body("POST /api/guests/{orgId}/{guestId}/notes")).Want(201).Text("data", "_id")
	ids["mergeId"] = o.Post("/api/guests/{org}/merge", w.twins()).Want(200).Text("data", "_id")
	vendor := o.Post("/api/vendor/{org}/create", w.body("POST /api/vendor/{orgId}/create")).Want(201)
	ids["vendorId"], ids["vendorCode"] = vendor.Text("data", "_id"), vendor.Text("data", "code")
	ids["templateId"], ids["type"] = o.Post("/api/email-templates/{org}/create",
		w.body("POST /api/email-templates/{orgId}/create")).Want(201).Text("data", "_id"), "quote"
	ids["blockId"] = o.Post("/api/rooms/{org}/"+ids["roomId"]+"/blocks", object{"from": "2026-05-01", "to": "2026-05-03"}).
		Want(201).Text("data", "_id")
	ids["accountId"] = o.Post("/api/accounts/{org}/create", w.body("POST /api/accounts/{orgId}/create")).Want(201).
		Text("data", "_id")
	w.newVoucher()
	w.newSchedule()
	w.newKept()
	ids["position"] = "1"
	ids["scheduleId"] = o.Post("/api/maintenance/{org}/schedules/create",
		w.body("POST /api/maintenance/{orgId}/schedules/create")).Want(201).Text("data", "_id")
	w.newBank()
	ids["taxId"] = o.Post("/api/taxes/{org}/create", w.body("POST /api/taxes/{orgId}/create")).Want(201).
		Text("data", "_id")
	ids["expenseId"] = o.Post("/api/expenses/{org}/create", w.body("POST /api/expenses/{orgId}/create")).Want(201).
		Text("data", "_id")
	o.Put("/api/expenses/{org}/"+ids["expenseId"]+"/file", w.body("PUT /api/expenses/{orgId}/{expenseId}/file")).Want(200)
	w.newRates()
	w.renew()
	ids["creditNoteId"] = o.Post("/api/credit-notes/{org}/create", w.body("POST /api/credit-notes/{orgId}/create")).
		Want(201).Text("data", "_id")
	ids["notificationId"] = o.Post("/api/notifications/{org}", w.body("POST /api/notifications/{orgId}")).Want(201).
		Text("data", "_id")
	ids["letterId"] = o.Post("/api/letters/{org}/bookings/"+ids["bookingId"]+"/send", object{"kind": "arrival"}).Want(201).
		Text("data", "_id")
	ids["sessionId"] = o.Get("/api/auth/sessions").Want(200).Text("data", 0, "_id")
	ids["logId"] = o.Get("/api/audit/{org}/logs").Want(200).Text("data", 0, "_id")
	ids["module"], ids["resourceType"], ids["resourceId"] = "booking", "booking", ids["bookingId"]
	ids["gstId"], ids["year"] = "08AAACH0000A1ZR", "2026"
	// from now on the answer is kept, and asking changes nothing
	o.Get("/api/gst/{org}/" + ids["gstId"] + "/check").Want(200)
}

// newRates makes a record of each kind that sells rooms.
func (w *world) newRates() {
	w.T.Helper()
	for _, made := range []struct{ id, route string }{
		{"companyId", "companies/{orgId}/create"}, {"policyId", "policies/{orgId}/create"},
		{"ageBandId", "age-bands/{orgId}/create"}, {"planId", "rate-plans/{orgId}/create"},
		{"productId", "rate-plans/{orgId}/{planId}/products/create"}, {"serviceId", "services/{orgId}/create"},
		{"holdId", "holds/{orgId}"},
	} {
		path := strings.NewReplacer("{orgId}", "{org}", "{planId}", w.ids["planId"]).Replace("/api/" + made.route)
		w.ids[made.id] = w.owner.Post(path, w.body("POST /api/"+made.route)).Want(201).Text("data", "_id")
	}
}

// twins are two records of a person.
func (w *world) twins() object {
	w.T.Helper()
	made := [2]string{}
	for i := range made {
		made[i] = w.owner.Post("/api/guests/{org}/create", apptest.Guest().Merged(object{"name": "Twin " + w.next()})).
			Want(201).Text("data", "_id")
	}
	return object{"guestId": made[0], "duplicateId": made[1], "take": []any{"email"}}
}

// aloneBand is an age band's body that overlaps no other: all but the one of the walks are taken away.
func (w *world) aloneBand() object {
	w.T.Helper()
	for _, band := range w.owner.Get("/api/age-bands/{org}/list").Want(200).List("data") {
		if id := band.(map[string]any)["_id"].(string); id != w.ids["ageBandId"] {
			w.owner.Delete("/api/age-bands/{org}/" + id + "/delete").Want(200)
		}
	}
	if w.ids["ageBandId"] == "" {
		return object{"name": "Band " + w.next(), "minAge": 0, "maxAge": 1}
	}
	return object{"name": "Band " + w.next(), "minAge": 2, "maxAge": 11}
}

// newCategory is a category with a room that has every night free.
func (w *world) newCategory() string {
	w.T.Helper()
	made := w.owner.Post("/api/room-categories/{org}/create", category().Merged(object{"name": "Category " + w.next()})).
		Want(201).Text("data", "_id")
	w.owner.Post("/api/rooms/{org}/create", object{"roomNumber": "C" + w.next(), "categoryId": made}).Want(201)
	return made
}

// newForm is Form III of a guest from abroad who is in house.
func (w *world) newForm() {
	w.T.Helper()
	guest := w.owner.Post("/api/guests/{org}/create", object{"name": "Maya " + w.next(), "nationality": "French"}).
		Want(201).Text("data", "_id")
	booking := w.owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-15", w.room()).
		Merged(object{"guestId": guest})).Want(201).Text("data", "bookingId")
	w.owner.Arrive(booking)
	for _, form := range w.owner.Get("/api/guests/{org}/form-iii?status=arrival-due&limit=100").Want(200).List("data") {
		if form := form.(map[string]any); form["bookingId"] == booking {
			w.ids["formId"] = form["_id"].(string)
		}
	}
}

// newWords is a letter's wording by the hotel.
func (w *world) newWords() {
	w.T.Helper()
	w.ids["kind"], w.ids["language"] = "review", "fr"
	w.owner.Put("/api/letters/{org}/texts/review/fr", w.body("PUT /api/letters/{orgId}/texts/{kind}/{language}")).Want(200)
}

// newVoucher is a voucher that isn't reversed.
func (w *world) newVoucher() {
	w.T.Helper()
	w.ids["voucherId"] = w.owner.Post("/api/vouchers/{org}/create", w.body("POST /api/vouchers/{orgId}/create")).Want(201).
		Text("data", "_id")
	w.owner.Put("/api/vouchers/{org}/"+w.ids["voucherId"]+"/attachments/1", apptest.Picture(4, 4)).Want(200)
}

// newSchedule is a report that is mailed every week.
func (w *world) newSchedule() {
	w.T.Helper()
	w.ids["reportScheduleId"] = w.owner.Post("/api/analytics/{org}/schedules/create",
		w.body("POST /api/analytics/{orgId}/schedules/create")).Want(201).Text("data", "_id")
}

// newKept is a report's filters that nobody has scheduled.
func (w *world) newKept() {
	w.T.Helper()
	w.ids["keptReportId"] = w.owner.Post("/api/analytics/{org}/kept-reports/create",
		w.body("POST /api/analytics/{orgId}/kept-reports/create")).Want(201).Text("data", "_id")
}

// newTicket is a maintenance ticket that blocks a room of its own, with a photo.
func (w *world) newTicket() {
	w.T.Helper()
	w.ids["ticketId"] = w.owner.Post("/api/maintenance/{org}/create", w.body("POST /api/maintenance/{orgId}/create")).
		Want(201).Text("data", "_id")
	w.owner.Put("/api/maintenance/{org}/"+w.ids["ticketId"]+"/photos/1", apptest.Picture(4, 4)).Want(200)
}

// someGuest is a guest that nothing else is about.
func (w *world) someGuest() string {
	w.T.Helper()
	return w.owner.Post("/api/guests/{org}/create", object{"name": "Guest " + w.next()}).Want(201).Text("data", "_id")
}

// newLostItem is something that was found, with a photo.
func (w *world) newLostItem() {
	w.T.Helper()
	w.ids["itemId"] = w.owner.Post("/api/lost-and-found/{org}/create", w.body("POST /api/lost-and-found/{orgId}/create")).
		Want(201).Text("data", "_id")
	w.owner.Put("/api/lost-and-found/{org}/"+w.ids["itemId"]+"/photos/1", apptest.Picture(4, 4)).Want(200)
}

// newBank imports statements of the account's bank: one with an open line, and one whose line is booked.
func (w *world) newBank() {
	w.T.Helper()
	account := "/api/accounts/{org}/" + w.ids["accountId"]
	const head = "Date,Narration,Ref No,Amount\n14/04/2026,"
	made := w.owner.Put(account+"/statements", head+"NEFT paid in,U"+w.next()+",11.5\n").Want(200).Text("data", "_id")
	w.ids["bankStatementId"] = made
	w.ids["bankLineId"] = w.owner.Get(account+"/bank-lines?statementId="+made).Want(200).Text("data", 0, "_id")
	other := w.owner.Put(account+"/statements", head+"Charges,C"+w.next()+",-2\n").Want(200).Text("data", "_id")
	line := w.owner.Get(account+"/bank-lines?statementId="+other).Want(200).Text("data", 0, "_id")
	w.owner.Post(account+"/bank-lines/"+line+"/book", object{"lines": []any{object{"account": "input-tax"}}}).Want(201)
	w.ids["bankRuleId"] = w.owner.Get(account+"/bank-rules").Want(200).Text("data", 0, "_id")
}

// newDeposit is a deposit of which nothing was given back.
func (w *world) newDeposit() {
	w.T.Helper()
	w.ids["depositId"] = w.owner.Post("/api/deposits/{org}/create", w.deposit()).Want(201).Text("data", "_id")
}

// newAgentBill is an agent's bill that is unpaid.
func (w *world) newAgentBill() {
	w.T.Helper()
	w.ids["agentId"] = w.ids["companyId"]
	w.owner.Put("/api/commissions/{org}/agents/"+w.ids["agentId"], w.agreed()).Want(200)
	w.ids["agentBillId"] = w.owner.Post("/api/commissions/{org}/bills", w.agentBill()).Want(201).Text("data", "_id")
}

func (w *world) agreed() object {
	return object{"roomsPercent": 10, "foodPercent": 5.5, "otherPercent": 2, "tdsPercent": 2, "gstPercent": 18}
}

// agentBill is a bill over a stay of an agent, which is over.
func (w *world) agentBill() object {
	w.T.Helper()
	booking := w.owner.Book("2026-04-14", "2026-04-15", w.room())
	w.owner.Put("/api/commissions/{org}/bookings/"+booking, object{"companyId": w.ids["companyId"]}).Want(200)
	w.owner.AddCharge(booking, "Spa", 1000)
	w.owner.Arrive(booking)
	w.owner.Leave(booking, object{"settlementMethod": "card"})
	return object{"companyId": w.ids["companyId"], "number": "AT/" + w.next(), "from": "2026-04-01", "to": "2026-04-30"}
}

// newPayout is a settlement of which nothing is applied.
func (w *world) newPayout() {
	w.T.Helper()
	body := w.payout()
	delete(body["lines"].([]any)[0].(object), "invoiceId")
	w.ids["payoutId"] = w.owner.Post("/api/settlements/{org}/create", body).Want(201).Text("data", "_id")
}

func (w *world) payout() object {
	return object{"companyId": w.ids["companyId"], "statementNumber": "PO " + w.next(), "date": "2026-04-14",
		"periodFrom": "2026-04-01", "periodTo": "2026-04-14", "accountId": w.ids["accountId"], "reference": "UTR 4122",
		"notes": "April", "grossAmount": 100.5, "commissionAmount": 15.5, "gstOnCommission": 2.5, "tcsAmount": 0.5,
		"tdsAmount": 0.5, "netAmount": 80.5, "otherFees": 1, "lines": []any{object{"reference": "R" + w.next(),
			"invoiceId": w.billed(), "grossAmount": 100.5, "commissionAmount": 15.5, "gstOnCommission": 2.5,
			"tcsAmount": 0.5, "tdsAmount": 0.5, "netAmount": 81.5}}}
}

func (w *world) deposit() object {
	return object{"kind": "key", "amount": 500.5, "method": "upi", "accountId": w.account("upi"),
		"bookingId": w.ids["bookingId"], "payerName": "Asha Rao", "reference": "UTR " + w.next(), "notes": "Key of room 12",
		"date": "2026-04-14"}
}

// bankLine is the line's address; the line is ignored, or else open.
func (w *world) bankLine(ignored bool) string {
	w.T.Helper()
	path := "/api/accounts/{org}/" + w.ids["accountId"] + "/bank-lines/" + w.ids["bankLineId"]
	open := w.owner.Get(path).Want(200).Text("data", "state") == "open"
	if ignored && open {
		w.owner.Post(path+"/ignore", object{"reason": "Taken back " + w.next()}).Want(200)
	} else if !ignored && !open {
		w.owner.Post(path+"/unmatch", object{"reason": "It is ours " + w.next()}).Want(200)
	}
	return path
}

// newApproval has a clerk ask for a voucher above the limit.
func (w *world) newApproval() {
	w.T.Helper()
	if w.clerk == nil {
		w.clerk = w.owner.Member("Clerk", object{"accounts": object{"create": true}})
	}
	w.clerk = w.Login(w.clerk.Org, w.clerk.Email)
	w.owner.Put("/api/approvals/{org}/limits", object{"voucher": 50000, "ownActs": true}).Want(200)
	w.ids["approvalId"] = w.clerk.Post("/api/vouchers/{org}/create", object{"kind": "journal",
		"narration": "Rent " + w.next(), "lines": []any{object{"account": w.ids["accountId"], "debit": 60000},
			object{"account": w.account("cash"), "credit": 60000}}}).Want(202).Text("data", "_id")
}

// consent is what requests have that may need a second person.
func (*world) consent() object { return object{"by": "665f1c2ab7e4d90012ab34cd", "code": "402915"} }

func (w *world) newWaiting() {
	w.T.Helper()
	w.ids["waitlistId"] = w.owner.Post("/api/waitlist/{org}/create", w.waiting()).Want(201).Text("data", "_id")
}

func (w *world) waiting() object {
	return object{"guestId": w.ids["guestId"], "guestName": "Asha Rao", "guestPhone": "+91 98450 12345",
		"guestEmail": "asha@hotel.example", "checkIn": "2026-04-20", "checkOut": "2026-04-22",
		"categoryId": w.newCategory(), "rooms": 90, // which it never has, so that nothing happens behind the tests
		"adults": 2, "children": 1, "notes": "Waits " + w.next()}
}

func (w *world) newGroup() {
	w.T.Helper()
	w.ids["groupId"] = w.owner.Post("/api/groups/{org}/create", w.group()).Want(201).Text("data", "_id")
}

// groupMember is a booking of the group, from today on, that has a room.
func (w *world) groupMember() string {
	w.T.Helper()
	return w.owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-16", w.room()).
		Merged(object{"groupId": w.ids["groupId"]})).Want(201).Text("data", "bookingId")
}

func (w *world) group() object {
	return object{"name": "Group " + w.next(), "code": "G" + w.next(), "checkIn": "2026-04-20", "checkOut": "2026-04-24",
		"status": "tentative", "contactName": "Vikram Rao", "contactPhone": "+91 98450 12345",
		"contactEmail": "vikram@hotel.example", "companyId": w.ids["companyId"], "agent": "Lotus Travels",
		"decisionDate": "2026-04-16", "cutoffDate": "2026-04-18", "cutoffDays": nil, "masterPays": "rooms",
		"deposits": []any{object{"due": "2026-04-17", "amount": 5000.5}}, "notes": "Note " + w.next()}
}

func (w *world) plan() object {
	return object{"code": "P" + w.next(), "name": "Plan", "mealPlan": "CP", "audience": "public",
		"companyIds": []any{w.ids["companyId"]}, "promoCodes": []any{"diwali"}, "bookFrom": "2026-01-01",
		"bookTo": "2027-12-31", "stayFrom": "2026-01-01", "stayTo": "2027-12-31", "minAdvanceHours": 1,
		"maxAdvanceDays": 700, "guarantee": "card", "cancellationPolicyId": w.ids["policyId"], "noShowPolicyId": nil,
		"isActive": true}
}

func (w *world) product() object {
	return object{"defaultPrice": 5000.5 + float64(w.number), "weekdayPrices": object{"sun": 1, "mon": 2.5, "tue": nil,
		"wed": 4, "thu": 5, "fri": 6, "sat": 7}, "occupancy": object{"base": 2, "singleDiscount": 500, "extraAdult": 1200,
		"children": []any{object{"ageBandId": w.ids["ageBandId"], "price": 600}}}, "parentProductId": nil, "rules": nil,
		"inherits": object{"price": true, "minStay": true, "maxStay": true, "closedToArrival": true,
			"closedToDeparture": true, "closed": true}}
}

// cell is a value of every kind for a product's date; bulk changes take the same.
func cell() object {
	return object{"price": 6500.5, "minStayArrival": 2, "minStayThrough": 2, "maxStay": 14, "closedToArrival": true,
		"closedToDeparture": true, "closed": false}
}

// usesUp tells whether the route can leave a booking, an invoice, a payment or a quote so that it can't be asked the
// same again.
func usesUp(r web.Route) bool {
	return strings.Contains(r.Path, "{bookingId}") || strings.Contains(r.Path, "{quoteId}") ||
		strings.Contains(r.Path, "{billId}") || strings.Contains(r.Path, "{waitlistId}") ||
		strings.Contains(r.Path, "{formId}") || strings.Contains(r.Path, "{voucherId}") ||
		strings.Contains(r.Path, "{reportScheduleId}") || strings.Contains(r.Path, "{keptReportId}") ||
		strings.Contains(r.Path, "{debtId}") || strings.Contains(r.Path, "{companyPaymentId}") ||
		strings.Contains(r.Path, "{settlementId}") || strings.Contains(r.Path, "{vendorPaymentId}") ||
		strings.Contains(r.Path, "{paymentRunId}") ||
		strings.Contains(r.Path, "{ticketId}") || strings.Contains(r.Path, "{itemId}") ||
		strings.Contains(r.Path, "{approvalId}") ||
		strings.Contains(r.Path, "{groupId}") || strings.Contains(r.Path, "{language}") ||
		strings.Contains(r.Path, "{bank") || strings.Contains(r.Path, "{depositId}") ||
		strings.Contains(r.Path, "{payoutId}") || strings.Contains(r.Path, "{agentBillId}") ||
		strings.Contains(r.Path, "{shiftId}") ||
		strings.HasPrefix(r.Path, "/api/invoices/") ||
		strings.HasPrefix(r.Path, "/api/credit-notes/") || strings.HasPrefix(r.Path, "/api/payments/")
}

// renew makes anew all that some routes use up.
func (w *world) renew() {
	w.T.Helper()
	w.newForm()
	w.newBooking()
	w.newInvoices()
	w.newQuote()
	w.newBill()
	w.newWaiting()
	w.newGroup()
	w.newVoucher()
	w.newSchedule()
	w.newDebt()
	w.newVendorPayment()
	w.newTicket()
	w.newLostItem()
	w.newBank()
	w.newDeposit()
	w.newPayout()
	w.newAgentBill()
	w.newApproval()
	w.newWords()
	w.newShift()
	w.spent = false
}

// renewFor is renew for one route, which doesn't need everything.
func (w *world) renewFor(r web.Route) {
	w.T.Helper()
	switch {
	case strings.Contains(r.Path, "{quoteId}"):
		w.newQuote()
	case strings.Contains(r.Path, "{billId}"):
		w.newBill()
	case strings.Contains(r.Path, "{language}"):
		w.newWords()
	case strings.Contains(r.Path, "{groupId}"):
		w.newGroup()
	case strings.Contains(r.Path, "{voucherId}"):
		w.newVoucher()
	case strings.Contains(r.Path, "{reportScheduleId}"):
		w.newSchedule()
	case strings.Contains(r.Path, "{keptReportId}"):
		w.newKept()
	case strings.Contains(r.Path, "{agentBillId}"):
		w.newAgentBill()
	case strings.Contains(r.Path, "{payoutId}"):
		w.newPayout()
	case strings.Contains(r.Path, "{depositId}"):
		w.newDeposit()
	case strings.Contains(r.Path, "{debtId}"), strings.Contains(r.Path, "{companyPaymentId}"),
		strings.Contains(r.Path, "{settlementId}"):
		w.newDebt()
	case strings.Contains(r.Path, "{itemId}"):
		w.newLostItem()
	case strings.Contains(r.Path, "{vendorPaymentId}"), strings.Contains(r.Path, "{paymentRunId}"):
		w.newVendorPayment()
	case strings.Contains(r.Path, "{ticketId}"):
		w.newTicket()
	case strings.Contains(r.Path, "{bank"):
		w.newBank()
	case strings.Contains(r.Path, "{approvalId}"):
		w.newApproval()
	case strings.Contains(r.Path, "{waitlistId}"):
		w.newWaiting()
	case strings.Contains(r.Path, "{formId}"):
		w.newForm()
	case strings.Contains(r.Path, "{shiftId}"):
		w.newShift()
	case strings.Contains(r.Path, "{invoiceId}"), strings.HasPrefix(r.Path, "/api/credit-notes/"):
		w.newInvoices()
	case strings.Contains(r.Path, "{bookingId}"):
		w.newBooking()
	default:
		w.renew()
	}
	w.spent = false
}

// newBooking makes a booking of two new rooms from today on, with a payment and a charge.
func (w *world) newBooking() {
	w.T.Helper()
	w.rooms = []string{w.room(), w.room()}
	booked := w.owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-17", w.rooms...).
		Merged(object{"advanceAmount": 1000, "guestEmail": "asha@hotel.example"})).Want(201)
	w.ids["bookingId"], w.ids["code"] = booked.Text("data", "bookingId"), booked.Text("data", "code")
	w.ids["cardId"] = w.ids["bookingId"]
	w.ids["paymentId"] = w.owner.Post("/api/payments/{org}/create",
		object{"bookingId": w.ids["bookingId"], "amount": 100, "method": "cash"}).Want(201).Text("data", "_id")
	w.ids["lineId"] = w.charge()
	w.ids["saleId"] = w.owner.Post(apptest.BookingPath(w.ids["bookingId"], "/services"),
		object{"serviceId": w.ids["serviceId"]}).Want(201).Text("data", "saleId")
	w.owner.Put(apptest.BookingPath(w.ids["bookingId"], "/signature"), apptest.Picture(4, 4)).Want(200)
	w.ids["stayGuestId"] = w.owner.Post(apptest.BookingPath(w.ids["bookingId"], "/guests"),
		object{"roomId": w.rooms[1], "name": "Ravi Rao"}).Want(201).Text("data", "rooms", 1, "guests", 0, "stayGuestId")
}

// newInvoices makes an issued invoice and a draft.
func (w *world) newInvoices() {
	w.T.Helper()
	w.issued = w.owner.Post("/api/invoices/{org}/create",
		object{"lines": []any{object{"description": "Banquet", "unitPrice": 40000}}, "buyer": object{"name": "Asha Rao"},
			"issue": true}).Want(201).Text("data", "_id")
	w.ids["invoiceId"] = w.draft()
}

// newBill makes a bill that is unpaid but for a part.
func (w *world) newBill() {
	w.T.Helper()
	w.ids["billId"] = w.owner.Post("/api/expenses/{org}/create", object{"vendorName": "Lake City Linen", "amount": 500,
		"category": "Laundry", "date": "2026-04-13", "dueDate": "2026-04-30"}).Want(201).Text("data", "_id")
	w.ids["billPaymentId"] = w.owner.Post("/api/expenses/{org}/"+w.ids["billId"]+"/pay", object{"amount": 20}).Want(201).
		Text("data", "payments", 0, "_id")
}

func (w *world) newQuote() {
	w.T.Helper()
	w.ids["quoteId"] = w.owner.Post("/api/quotes/{org}/create", w.body("POST /api/quotes/{orgId}/create")).Want(201).
		Text("data", "_id")
}

// charge puts a charge on the booking's folio and returns the line.
func (w *world) charge() string {
	w.T.Helper()
	return w.owner.Post("/api/bookings/{org}/"+w.ids["bookingId"]+"/charges",
		object{"description": "Laundry " + w.next(), "unitPrice": 350}).Want(201).Text("data", "lineId")
}

// draft makes a draft of a line of its own.
func (w *world) draft() string {
	w.T.Helper()
	return w.owner.Post("/api/invoices/{org}/create", object{"lines": []any{apptest.FreeLine()},
		"buyer": object{"name": "Asha Rao"}}).Want(201).Text("data", "_id")
}

func (w *world) room() string {
	w.T.Helper()
	return w.owner.Post("/api/rooms/{org}/create", object{"roomNumber": "R" + w.next(),
		"categoryId": w.ids["categoryId"]}).Want(201).Text("data", "_id")
}

// minibarCount is what was taken from the minibar of a room with a guest.
func (w *world) minibarCount() object {
	if w.ids["minibarRoom"] == "" {
		w.ids["minibarRoom"] = w.room()
		w.owner.Arrive(w.owner.Post("/api/bookings/{org}/create", apptest.Stay("2026-04-14", "2026-04-17",
			w.ids["minibarRoom"])).Want(201).Text("data", "bookingId"))
	}
	return object{"key": "phone-key-" + w.next(), "roomId": w.ids["minibarRoom"], "at": "2026-04-14T06:30:00Z",
		"items": []any{object{"serviceId": w.minibarItem(), "count": 2}}}
}

// minibarItem is an item of the minibar, always the same.
func (w *world) minibarItem() string {
	w.T.Helper()
	if w.ids["minibarItem"] == "" {
		w.ids["minibarItem"] = w.owner.Post("/api/services/{org}/create", object{"name": "Cola " + w.next(),
			"price": 100, "minibar": true}).Want(201).Text("data", "_id")
	}
	return w.ids["minibarItem"]
}

func (w *world) next() string {
	w.number++
	return fmt.Sprint(w.number)
}

// address is an e-mail address that no other world has: a login belongs to all hotels.
func (w *world) address(name string) string { return name + w.next() + "." + w.owner.Email }

var parameter = regexp.MustCompile(`\{(\w+)\}`)

// path is the route's path with these values for its parameters.
func (w *world) path(route web.Route, values map[string]string) string {
	w.T.Helper()
	return parameter.ReplaceAllStringFunc(route.Path, func(name string) string {
		value, known := values[strings.Trim(name, "{}")]
		if !known {
			w.T.Fatalf("%s %s: the walks have no value for %s: tell world.fill one", route.Method, route.Path, name)
		}
		return value
	})
}

// with is the world's ids with other values for some of them.
func (w *world) with(values map[string]string) map[string]string {
	all := map[string]string{}
	for name, value := range w.ids {
		all[name] = value
	}
	for name, value := range values {
		all[name] = value
	}
	return all
}

// body is a request for the route with every field that it takes; names in it are new each time. It is nil for a
// route without a body.
func (w *world) body(route string) any {
	w.T.Helper()
	if make, known := bodies[route]; known {
		return make(w)
	}
	if file, known := files[route]; known {
		return file
	}
	return nil
}

func key(r web.Route) string { return r.Method + " " + r.Path }

func entry(w *world) object {
	return object{"roomId": w.spare(), "roomNumber": "101", "roomType": "Deluxe", "ratePerNight": 4500.5, "adults": 2,
		"children": 1, "rates": nil, "categoryId": w.ids["categoryId"], "offerToken": nil}
}

// ratedEntry is an entry with the rates of two nights.
func ratedEntry(w *world) object {
	e := entry(w)
	e["categoryId"] = nil
	e["rates"] = []any{object{"date": "2026-04-20", "amount": 4000.5, "complimentary": false, "plan": "BAR",
		"note": "Festival rate", "roomId": e["roomId"]}, object{"date": "2026-04-21", "complimentary": true}}
	return e
}

// entryID is a room of the booking that no room is assigned to.
func (w *world) entryID() string {
	path := apptest.BookingPath(w.ids["bookingId"], "")
	if id := w.openEntry(path); id != "" {
		return id
	}
	any := object{"categoryId": w.ids["categoryId"], "ratePerNight": 1000, "adults": 1}
	if a := w.owner.Post(path+"/add-room", any); a.Status != 200 {
		return apptest.Nobody
	}
	return w.openEntry(path)
}

// openEntry is the entryId that the booking shows; "" if every room is assigned.
func (w *world) openEntry(path string) string {
	read := w.owner.Get(path).Want(200)
	for i := range read.List("data", "rooms") {
		if id := read.Text("data", "rooms", i, "entryId"); id != "" {
			return id
		}
	}
	return ""
}

// spare is a room that has every night free; the same one until taken is called.
func (w *world) spare() string {
	if w.free == "" {
		w.free = w.room()
	}
	return w.free
}

// givesWay is a booking far from the others, and the room that it goes to.
func (w *world) givesWay() object {
	from, to := w.room(), w.room()
	id := w.owner.Book("2027-03-01", "2027-03-02", from)
	w.owner.Post(apptest.BookingPath(id, "/lock"), object{"roomId": from, "locked": false}).Want(200)
	return object{"bookingId": id, "fromRoomId": from, "toRoomId": to}
}

// taken says that a request was accepted: it may have used up the booking or the spare room.
func (w *world) taken() { w.free, w.spent = "", true }

// bodies are requests that the routes accept, with every field that they take.
var bodies = map[string]func(w *world) object{
	"POST /api/auth/create-user": func(w *world) object {
		return object{"email": w.address("new"), "password": apptest.Password, "name": "New Person",
			"invitationId": apptest.Nobody, "token": "x", "strict": true}
	},
	"POST /api/auth/login": func(w *world) object {
		return object{"email": w.owner.Email, "password": apptest.Password, "orgId": w.owner.Org, "cookieOnly": true,
			"code": "123456"}
	},
	"PUT /api/preferences/{orgId}": func(w *world) object {
		return object{"language": "hi-IN", "density": "compact", "theme": "dark", "singleKeys": false,
			"filters": object{"stay-view": object{"turn": w.next(), "days": 14}}}
	},
	"POST /api/auth/forgot-password": func(w *world) object { return object{"email": "nobody@hotel.example"} },
	"POST /api/auth/reset-password": func(w *world) object {
		return object{"token": "x", "newPassword": apptest.Password, "strict": true}
	},
	"POST /api/auth/change-password": func(w *world) object {
		return object{"currentPassword": "not the password", "newPassword": apptest.Password, "strict": true}
	},
	"POST /api/auth/mfa/begin":   func(w *world) object { return object{"password": "not the password"} },
	"POST /api/auth/mfa/confirm": func(w *world) object { return object{"code": "123456"} },
	"POST /api/auth/mfa/disable": func(w *world) object {
		return object{"password": "not the password", "code": "123456"}
	},
	"POST /api/auth/mfa/recovery-codes": func(w *world) object {
		return object{"password": "not the password", "code": "123456"}
	},
	"POST /api/auth/heartbeat": func(w *world) object { return object{"userid": w.owner.UserID} },
	"POST /api/organization/create": func(w *world) object {
		return profile().Merged(object{"name": "Hotel " + w.next(), "email": w.address("hotel")})
	},
	"PUT /api/organization/{orgid}/update": func(w *world) object {
		return profile().Merged(object{"name": "Hotel " + w.next(), "requiresMFA": false})
	},
	"PUT /api/organization/{orgid}/default-time": func(w *world) object {
		return object{"defaultCheckInTime": "13:00", "defaultCheckOutTime": "10:30"}
	},
	"POST /api/roles/{orgId}/create": func(w *world) object {
		return object{"name": "Role " + w.next(), "description": "Some role",
			"permissions": object{"guests": object{"view": true}}}
	},
	"PUT /api/roles/{orgId}/{roleId}/update": func(w *world) object {
		return object{"name": "Role " + w.next(), "description": "Another",
			"permissions": object{"guests": object{"view": true, "update": true}}}
	},
	"POST /api/users/{orgId}/create": func(w *world) object {
		return object{"name": "Meera Nair", "email": w.address("meera"), "phone": "+91 98290 12345", "role": w.ids["roleId"],
			"designation": "Desk", "isActive": true}
	},
	"PUT /api/users/{orgId}/{userId}/update": func(w *world) object {
		return object{"name": "Meera " + w.next(), "phone": "+91 98290 54321", "designation": "Night desk", "isActive": true}
	},
	"PUT /api/users/{orgId}/{userId}/role": func(w *world) object { return object{"role": w.ids["roleId"]} },
	"POST /api/invitations/{orgId}/create": func(w *world) object {
		return object{"email": w.address("asha"), "role": w.ids["roleId"], "name": "Asha Rao"}
	},
	"PUT /api/series/{orgId}/{module}/update": func(w *world) object {
		return object{"prefix": "B" + w.next(), "separator": "/", "nextNumber": 1000, "yearly": false}
	},
	"POST /api/room-categories/{orgId}/create": func(w *world) object {
		return category().Merged(object{"name": "Category " + w.next()})
	},
	"PUT /api/room-categories/{orgId}/{categoryId}/update": func(w *world) object {
		return category().Merged(object{"name": "Category " + w.next()})
	},
	"POST /api/gst/{orgId}/check": func(w *world) object {
		return object{"gstin": w.ids["gstId"]}
	},
	"POST /api/rooms/{orgId}/create": func(w *world) object {
		return object{"roomNumber": w.next(), "categoryId": w.ids["categoryId"], "floor": "1", "ratePerNight": 4000,
			"housekeeping": "clean", "isActive": true, "notes": "Balcony"}
	},
	"POST /api/rooms/{orgId}/bulk-create": func(w *world) object {
		room := func() object {
			return object{"roomNumber": w.next(), "categoryId": w.ids["categoryId"], "floor": "1", "ratePerNight": 4000,
				"housekeeping": "clean", "isActive": true, "notes": "Balcony"}
		}
		return object{"rooms": []any{room(), room()}}
	},
	"POST /api/rooms/{orgId}/bulk-housekeeping": func(w *world) object {
		return object{"roomIds": []any{w.ids["roomId"]}, "housekeeping": "inspected"}
	},
	"PUT /api/rooms/{orgId}/{roomId}/update": func(w *world) object {
		return object{"roomNumber": w.next(), "categoryId": w.ids["categoryId"], "floor": "2", "ratePerNight": 4100,
			"housekeeping": "dirty", "isActive": true, "notes": "Garden"}
	},
	"PUT /api/rooms/{orgId}/{roomId}/housekeeping": func(w *world) object { return object{"housekeeping": "inspected"} },
	"PUT /api/rooms/{orgId}/{roomId}/housekeeping/report": func(w *world) object {
		return object{"housekeeping": "dirty", "note": "The tap drips", "at": "2026-04-14T06:30:00Z", "service": "refused",
			"turndown": "do-not-disturb", "occupancy": "vacant"}
	},
	"PUT /api/housekeeping/{orgId}/rules": func(w *world) object {
		w.number++
		credits := object{"departure": 30 + w.number%900, "full": 20, "light": 15, "turndown": 10}
		return object{"stayoversDirty": true, "inspectedBeforeSellable": "warn", "linenEvery": 3, "turndown": true,
			"secondKnock": "15:00", "maxCredits": 480, "credits": credits,
			"categories": []any{object{"categoryId": w.ids["categoryId"], "credits": credits}},
			"floors":     []any{object{"floor": "1", "userIds": []any{w.member.UserID}}}}
	},
	"PUT /api/housekeeping/{orgId}/minibar/pars": func(w *world) object {
		w.number++
		return object{"categoryId": w.ids["categoryId"], "roomId": nil,
			"items": []any{object{"serviceId": w.minibarItem(), "par": 1 + w.number%90}}}
	},
	"POST /api/housekeeping/{orgId}/minibar/stock": func(w *world) object {
		sale := w.owner.Post("/api/housekeeping/{org}/minibar", w.minibarCount()).Want(201).
			Text("data", "items", 0, "saleId")
		return object{"key": "phone-key-" + w.next(), "roomId": w.ids["minibarRoom"], "kind": "returned",
			"reason": "Not taken", "saleId": sale, "at": "2026-04-14T06:30:00Z",
			"items": []any{object{"serviceId": w.minibarItem(), "count": 1}}}
	},
	"POST /api/housekeeping/{orgId}/minibar": func(w *world) object { return w.minibarCount() },
	"POST /api/lost-and-found/{orgId}/create": func(w *world) object {
		return object{"description": "Scarf " + w.next(), "category": "Clothing", "roomId": w.ids["roomId"],
			"place": "Under the bed", "foundOn": "2026-04-13", "foundBy": "Meena Bai", "keptAt": "Safe 2",
			"guestId": w.someGuest(), "bookingId": w.ids["bookingId"]}
	},
	"PUT /api/lost-and-found/{orgId}/{itemId}/update": func(w *world) object {
		return object{"description": "Hat " + w.next(), "category": "Hats", "roomId": w.ids["roomId"], "place": "On the bed",
			"foundOn": "2026-04-12", "foundBy": "Ravi", "keptAt": "Safe 3", "guestId": w.someGuest(),
			"bookingId": w.ids["bookingId"]}
	},
	"PUT /api/lost-and-found/{orgId}/{itemId}/status": func(w *world) object {
		return object{"status": "given", "name": "Asha Rao", "document": "passport", "date": "2026-04-14",
			"note": "At the desk " + w.next()}
	},
	"PUT /api/lost-and-found/{orgId}/{itemId}/correct": func(w *world) object {
		return object{"status": "sent", "name": "Asha Rao", "document": "other", "date": "2026-04-14",
			"note": "By courier " + w.next()}
	},
	"POST /api/maintenance/{orgId}/create": func(w *world) object {
		return object{"roomId": w.room(), "place": "Bathroom", "title": "The tap drips " + w.next(), "text": "All night",
			"priority": "high", "assigneeId": w.member.UserID, "due": "2026-04-16", "cost": 450.5,
			"expenseId": w.ids["expenseId"], "block": object{"from": "2026-04-20", "to": "2026-04-22"}}
	},
	"PUT /api/maintenance/{orgId}/{ticketId}/update": func(w *world) object {
		return object{"place": "Bath", "title": "The tap leaks " + w.next(), "text": "By day", "priority": "low",
			"assigneeId": w.owner.UserID, "due": "2026-04-18", "cost": 500.5, "expenseId": w.ids["expenseId"]}
	},
	"PUT /api/maintenance/{orgId}/{ticketId}/status": func(w *world) object {
		return object{"status": "done", "resolution": "Washer " + w.next(), "cost": 45.5}
	},
	"PUT /api/maintenance/{orgId}/{ticketId}/block": func(w *world) object {
		return object{"from": "2026-04-21", "to": "2026-04-24"}
	},
	"POST /api/maintenance/{orgId}/schedules/create": func(w *world) object {
		return object{"title": "Filters " + w.next(), "every": 3, "unit": "month", "firstDay": "2026-05-01", "text": "Both",
			"priority": "low", "assigneeId": w.member.UserID, "roomId": w.room(), "categoryId": nil, "place": nil,
			"isActive": true}
	},
	"PUT /api/maintenance/{orgId}/schedules/{scheduleId}/update": func(w *world) object {
		return object{"title": "Filters " + w.next(), "every": 2, "unit": "week", "firstDay": "2026-05-02", "text": "All",
			"priority": "high", "assigneeId": w.owner.UserID, "roomId": nil, "categoryId": w.ids["categoryId"], "place": nil,
			"isActive": true}
	},
	"POST /api/housekeeping/{orgId}/assign-evenly": func(w *world) object {
		return object{"date": "2026-04-15", "userIds": []any{w.member.UserID}, "again": true}
	},
	"PUT /api/rooms/{orgId}/housekeeping/assign": func(w *world) object {
		return object{"date": "2026-04-15",
			"assignments": []any{object{"roomId": w.ids["roomId"], "userId": w.member.UserID}}}
	},
	"POST /api/rooms/{orgId}/{roomId}/blocks": func(w *world) object {
		from := apptest.Noon.AddDate(0, 2, w.number)
		w.number++
		return object{"from": from.Format("2006-01-02"), "to": from.AddDate(0, 0, 1).Format("2006-01-02"), "reason": "Paint"}
	},
	"PUT /api/rooms/{orgId}/{roomId}/blocks/{blockId}": func(w *world) object {
		return object{"from": "2026-05-01", "to": "2026-05-03", "reason": "Paint " + w.next()}
	},
	"POST /api/guests/{orgId}/create": func(w *world) object { return apptest.Guest() },
	"PUT /api/guests/{orgId}/{guestId}/update": func(w *world) object {
		return apptest.Guest().Merged(object{"name": "Guest " + w.next(), "companyId": w.ids["companyId"]})
	},
	"POST /api/guests/{orgId}/merge":         func(w *world) object { return w.twins() },
	"POST /api/guests/{orgId}/merge/preview": func(w *world) object { return w.twins() },
	"POST /api/guests/{orgId}/merge/apart":   func(w *world) object { return w.twins().Without("take") },
	"POST /api/guests/{orgId}/merge/many": func(w *world) object {
		return object{"merges": []any{w.twins()}}
	},
	"PUT /api/guests/{orgId}/{guestId}/do-not-rent": func(w *world) object {
		return object{"reason": "Reason " + w.next()}
	},
	"POST /api/guests/{orgId}/{guestId}/notes": func(*world) object {
		return object{"department": "Housekeeping", "note": "Allergic to feathers"}
	},
	"PUT /api/guests/{orgId}/{guestId}/notes/{noteId}": func(w *world) object {
		return object{"department": "Kitchen", "note": "Note " + w.next()}
	},
	"POST /api/guests/{orgId}/{guestId}/consents": func(*world) object {
		return object{"purpose": "newsletter", "granted": true, "noticeVersion": "2026-04", "channel": "desk"}
	},
	"POST /api/email-templates/{orgId}/create": func(w *world) object {
		return apptest.MailTemplate().Merged(object{"name": "Template " + w.next()})
	},
	"PUT /api/email-templates/{orgId}/{templateId}/update": func(w *world) object {
		return apptest.MailTemplate().Merged(object{"name": "Template " + w.next()})
	},
	"POST /api/email-templates/{orgId}/{templateId}/preview": func(w *world) object {
		return object{"sampleData": object{"guest_name": "Ravi Das"}, "subject": "A draft", "bodyHtml": "<p>Soon</p>",
			"headerColor": "#123456", "headerText": "Draft", "footerText": "Draft"}
	},
	"POST /api/vendor/{orgId}/create": func(w *world) object { return w.newVendor() },
	"PUT /api/vendor/{orgId}/{vendorId}/update": func(w *world) object {
		return w.newVendor().Merged(object{"code": w.ids["vendorCode"]}) // which stays what the walks know it by
	},
	"POST /api/vendor/{orgId}/tds/deposits": func(w *world) object {
		w.owner.Post("/api/expenses/{org}/create", object{"vendorId": w.ids["vendorId"], "amount": 40000,
			"tdsSection": "194C", "category": "Laundry", "date": "2026-04-13", "dueDate": "2026-04-30"}).Want(201)
		return object{"section": "194C", "year": 2026, "quarter": 1, "until": "2026-04-14", "challanNumber": "C" + w.next(),
			"bsrCode": "0510308", "accountId": w.ids["accountId"], "method": "bank_transfer", "date": "2026-04-14"}
	},
	"PUT /api/commissions/{orgId}/agents/{agentId}/tds-certificate": func(w *world) object {
		return object{"year": 2026, "quarter": 1, "number": "A" + w.next(), "date": "2026-04-14"}
	},
	"PUT /api/vendor/{orgId}/{vendorId}/tds-certificate": func(w *world) object {
		return object{"year": 2026, "quarter": 1, "number": "A" + w.next(), "date": "2026-04-14"}
	},
	"POST /api/vendor/{orgId}/payment-runs": func(w *world) object {
		part := w.vendorParts()[0].(object)
		return object{"accountId": w.account("bank"), "notes": "Run " + w.next(), "dueUntil": nil, "bills": []any{part}}
	},
	"POST /api/vendor/{orgId}/{vendorId}/payments": func(w *world) object {
		return object{"amount": 400.5, "method": "bank_transfer", "accountId": w.ids["accountId"],
			"reference": "UTR " + w.next(), "notes": "For April", "date": "2026-04-14",
			"allocations": w.vendorParts(), "oldestFirst": false}
	},
	"POST /api/vendor/{orgId}/payments/{vendorPaymentId}/apply": func(w *world) object {
		return object{"allocations": w.vendorParts(), "oldestFirst": false}
	},
	"POST /api/vendor/{orgId}/payments/{vendorPaymentId}/void": func(*world) object {
		return object{"reason": "Typed twice"}
	},
	"POST /api/companies/{orgId}/create":               func(w *world) object { return w.company() },
	"PUT /api/companies/{orgId}/{companyId}/update":    func(w *world) object { return w.company() },
	"POST /api/companies/{orgId}/{companyId}/invoices": func(w *world) object { return w.move() },
	"POST /api/companies/{orgId}/{companyId}/invoices/{debtId}/take-back": func(w *world) object {
		return object{"reason": "The guest pays himself"}
	},
	"POST /api/companies/{orgId}/{companyId}/invoices/{debtId}/write-off": func(w *world) object {
		return object{"amount": 20.5, "reason": "Insolvent"}
	},
	"POST /api/companies/{orgId}/{companyId}/payments": func(w *world) object {
		return object{"amount": 400.5, "method": "bank_transfer", "accountId": w.ids["accountId"], "reference": "UTR 4122",
			"notes": "For April", "receivedAt": "2026-04-14T06:00:00Z", "allocations": w.allocations(), "oldestFirst": false}
	},
	"PUT /api/dunning/{orgId}/steps": func(*world) object { return dunningSteps() },
	"PUT /api/dunning/{orgId}/companies/{companyId}": func(*world) object {
		return object{"pausedFor": "", "until": nil}
	},
	"POST /api/dunning/{orgId}/letters": func(w *world) object {
		return object{"companyId": w.debtor(), "email": "accounts@rao.example"}
	},
	"POST /api/companies/{orgId}/{companyId}/statements": func(*world) object {
		return object{"from": "2026-04-01", "to": "2026-04-14"}
	},
	"POST /api/companies/{orgId}/{companyId}/statements/{companyStatementId}/send": func(*world) object {
		return object{"email": "accounts@rao.example"}
	},
	"POST /api/companies/{orgId}/{companyId}/payments/{companyPaymentId}/apply": func(w *world) object {
		return object{"allocations": w.allocations(), "oldestFirst": false}
	},
	"POST /api/companies/{orgId}/{companyId}/settlements/{settlementId}/reverse": func(w *world) object {
		return object{"reason": "The certificate never came"}
	},
	"POST /api/policies/{orgId}/create": func(w *world) object {
		return object{"name": "Policy " + w.next(), "kind": "cancellation", "steps": policySteps()}
	},
	"PUT /api/policies/{orgId}/{policyId}/update": func(w *world) object {
		return object{"name": "Policy " + w.next(), "steps": policySteps()}
	},
	"POST /api/age-bands/{orgId}/create": func(w *world) object { return w.aloneBand() },
	"PUT /api/age-bands/{orgId}/{ageBandId}/update": func(w *world) object {
		return object{"name": "Band " + w.next(), "minAge": 0, "maxAge": 1}
	},
	"POST /api/services/{orgId}/create":            func(w *world) object { return w.service() },
	"PUT /api/services/{orgId}/{serviceId}/update": func(w *world) object { return w.service() },
	"POST /api/rate-plans/{orgId}/create":          func(w *world) object { return w.plan() },
	"PUT /api/rate-plans/{orgId}/{planId}/update":  func(w *world) object { return w.plan() },
	"POST /api/rate-plans/{orgId}/{planId}/products/create": func(w *world) object {
		return w.product().Merged(object{"categoryId": w.newCategory()})
	},
	"PUT /api/rate-plans/{orgId}/{planId}/products/{productId}/update": func(w *world) object {
		w.next()
		return w.product()
	},
	"PUT /api/rates/{orgId}/calendar": func(w *world) object {
		return object{"cells": []any{cell().Merged(object{"productId": w.ids["productId"], "date": "2026-05-01"})},
			"categories": []any{object{"categoryId": w.ids["categoryId"], "date": "2026-05-01", "closed": false,
				"sellLimit": 3, "overbooking": 1}}}
	},
	"PUT /api/rates/{orgId}/bulk": func(w *world) object {
		days := object{"from": "2026-05-01", "to": "2026-06-30", "days": []any{"fri", "sat"}}
		return object{"changes": []any{cell().Merged(days).Merged(object{"productIds": []any{w.ids["productId"]}})},
			"categories": []any{days.Merged(object{"categoryIds": []any{w.ids["categoryId"]}, "closed": false,
				"sellLimit": 3, "overbooking": 1})}}
	},
	"POST /api/offers/{orgId}/search": func(w *world) object {
		return object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "adults": 2, "childAges": []any{7},
			"categoryId": w.ids["categoryId"], "planCode": "P1", "promoCode": "DIWALI", "companyId": w.ids["companyId"],
			"services": []any{object{"serviceId": w.ids["serviceId"], "quantity": 1, "persons": 2}}, "limit": 5}
	},
	"POST /api/holds/{orgId}": func(w *world) object {
		return object{"offerToken": nil, "categoryId": w.newCategory(), "checkIn": "2026-04-20", "checkOut": "2026-04-22",
			"rooms": 1, "minutes": 30, "expiresAt": nil, "notes": "Pays by link", "guestName": "Asha Rao",
			"guestPhone": "+91 98450 12345"}
	},
	"PUT /api/holds/{orgId}/{holdId}/update": func(w *world) object {
		return object{"expiresAt": "2026-04-19T12:00:00.000Z", "notes": "Note " + w.next(), "guestName": "Asha Rao",
			"guestPhone": "+91 98450 12345"}
	},
	"PUT /api/guests/{orgId}/{guestId}/travel-documents": func(w *world) object {
		return object{"surname": "GURUNG " + w.next(), "givenNames": "MAYA", "sex": "F", "specialCategory": "oci",
			"homePhone": "+977 1 5970000", "passportNumber": "PA0123456", "passportCountry": "NPL",
			"passportPlace": "Kathmandu", "passportIssued": "2020-01-31", "passportExpires": "2030-01-30",
			"visaNumber": "VJ8763210", "visaType": "Tourist", "visaSubtype": "e-Visa", "visaPlace": "Kathmandu",
			"visaIssued": "2026-03-01", "visaExpires": "2026-08-31"}
	},
	"PUT /api/guests/{orgId}/document-settings": func(w *world) object {
		w.number++
		return object{"keptDays": 365 + w.number%3000}
	},
	"PUT /api/guests/{orgId}/form-iii/{formId}": func(w *world) object {
		return object{"addressInIndia": "1 Lake Road", "arrivedFromCountry": "France", "arrivedFromCity": "Paris",
			"arrivedFromPlace": "Airport", "arrivedInIndia": "2026-04-12", "employedInIndia": "no", "purpose": "Tourism",
			"nextInIndia": "yes", "nextPlace": "Jodhpur", "nextState": "Rajasthan", "nextCountry": "India",
			"phoneInIndia": "+91 98450 12345", "remarks": "Remark " + w.next()}
	},
	"POST /api/guests/{orgId}/form-iii/{formId}/submitted": func(w *world) object {
		return object{"what": "arrival", "reference": "RJ-" + w.next()}
	},
	"PUT /api/letters/{orgId}/settings": func(w *world) object {
		w.number++
		return object{"letters": []any{object{"kind": "pre-arrival", "on": true, "anchor": "arrival", "days": -3,
			"at": "10:00"}}, "quietFrom": "22:00", "quietUntil": "07:00", "phone": "", "keptDays": 400 + w.number%3000}
	},
	"PUT /api/letters/{orgId}/texts/{kind}/{language}": func(w *world) object {
		return object{"subject": "Merci " + w.next(), "headerText": "Merci", "bodyHtml": "<p>Bonjour {{guest_name}}</p>"}
	},
	"POST /api/letters/{orgId}/preview": func(*world) object {
		return object{"kind": "review", "language": "en", "subject": "Hello", "headerText": "Hello", "bodyHtml": "<p>x</p>"}
	},
	"POST /api/letters/{orgId}/test": func(*world) object { return object{"kind": "review", "language": "en"} },
	"POST /api/letters/{orgId}/bookings/{bookingId}/preview": func(*world) object {
		return object{"kind": "review", "language": "en", "subject": "Hello", "headerText": "Hello", "bodyHtml": "<p>x</p>"}
	},
	"POST /api/letters/{orgId}/bookings/{bookingId}/send": func(*world) object { return object{"kind": "confirmation"} },
	"PUT /api/bookings/{orgId}/registration-settings": func(w *world) object {
		w.number++
		return object{"cards": "guest", "keptDays": 400 + w.number%3000}
	},
	"PUT /api/bookings/{orgId}/online-checkin-settings": func(w *world) object {
		w.number++
		return object{"enabled": true, "daysBefore": w.number % 365}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/online-checkin": func(w *world) object {
		return object{"verified": false}
	},
	"POST /api/bookings/{orgId}/{bookingId}/online-checkin/send": func(w *world) object {
		return object{"email": "asha@hotel.example"}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/registrations/{cardId}": func(w *world) object {
		return object{"comingFrom": "Delhi " + w.next(), "goingTo": "Jodhpur", "purpose": "Holiday",
			"vehicle": "RJ 27 CA 1234", "signedOnPaper": true}
	},
	"POST /api/guests/{orgId}/read-mrz": func(w *world) object {
		return object{"lines": "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"}
	},
	"POST /api/groups/{orgId}/create":          func(w *world) object { return w.group() },
	"PUT /api/groups/{orgId}/{groupId}/update": func(w *world) object { return w.group() },
	"PUT /api/groups/{orgId}/settings": func(w *world) object {
		return object{"tentativeHolds": w.number%2 == 0}
	},
	"PUT /api/groups/{orgId}/{groupId}/block": func(w *world) object {
		w.next()
		return object{"nights": []any{object{"categoryId": w.ids["categoryId"], "from": "2026-04-21", "to": "2026-04-23",
			"rooms": 0, "rate": 4000 + w.number}}}
	},
	"POST /api/groups/{orgId}/{groupId}/rooming-list": func(w *world) object {
		return object{"rows": []any{object{"reference": "R" + w.next(), "name": "Asha Rao", "phone": "+91 98450 12345",
			"email": "asha@hotel.example", "category": w.newCategory(), "checkIn": "2026-04-20", "checkOut": "2026-04-22",
			"sharing": "A", "requests": "Twin beds", "adults": 2, "children": 1}}, "text": nil}
	},
	"POST /api/groups/{orgId}/{groupId}/arrive": func(w *world) object {
		return object{"bookingIds": []any{w.groupMember()}, "force": false, "each": true}
	},
	"POST /api/groups/{orgId}/{groupId}/leave": func(w *world) object {
		id := w.groupMember()
		w.owner.Post(apptest.BookingPath(id, "/arrival"), object{}).Want(200)
		return object{"bookingIds": []any{id}, "force": false}
	},
	"POST /api/groups/{orgId}/{groupId}/change": func(w *world) object {
		return object{"bookingIds": []any{w.groupMember()}, "checkIn": nil, "checkOut": nil, "categoryId": w.newCategory(),
			"notes": "Notes " + w.next(), "specialRequests": "Twin beds"}
	},
	"POST /api/groups/{orgId}/{groupId}/cancel-bookings": func(w *world) object {
		return object{"bookingIds": []any{w.groupMember()}, "reason": "Reason " + w.next()}
	},
	"POST /api/groups/{orgId}/{groupId}/assign": func(w *world) object {
		return object{"bookingIds": []any{w.groupMember()}}
	},
	"PUT /api/groups/{orgId}/{groupId}/cancel": func(w *world) object {
		return object{"reason": "Reason " + w.next(), "bookings": false}
	},
	"PUT /api/groups/{orgId}/{groupId}/routing": func(w *world) object {
		return object{"rooms": "master", "food": "own", "other": []string{"own", "master"}[w.number%2], "apply": true,
			"dryRun": false}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/routing": func(*world) object {
		return object{"rooms": "own", "food": "own", "other": "own", "apply": false, "dryRun": false, "followGroup": false}
	},
	"POST /api/bookings/{orgId}/{bookingId}/routing/move": func(w *world) object {
		return object{"lineIds": []any{w.charge()}, "to": "own", "reason": "Agreed " + w.next()}
	},
	"POST /api/groups/{orgId}/{groupId}/charges": func(w *world) object {
		return object{"bookingId": w.groupMember(), "description": "Hall " + w.next(), "quantity": 1, "unitPrice": 500,
			"discount": 0, "sac": "999712", "date": "2026-04-14",
			"taxId": w.serviceTax(), "approval": w.consent()}
	},
	"POST /api/groups/{orgId}/{groupId}/charges/move": func(w *world) object {
		id := w.groupMember()
		return object{"bookingId": id, "lineIds": []any{w.owner.AddCharge(id, "Laundry", 350)}, "to": "master",
			"reason": "Agreed"}
	},
	"POST /api/groups/{orgId}/{groupId}/payments": func(w *world) object {
		return object{"amount": 500, "method": "upi", "accountId": w.account("upi"), "reference": "X", "notes": "First",
			"payerName": "Asha Rao", "receivedAt": "2026-04-14T05:00:00.000Z"}
	},
	"POST /api/groups/{orgId}/{groupId}/payments/move": func(w *world) object {
		id := w.groupMember()
		paid := w.owner.Post("/api/payments/{org}/create", object{"bookingId": id, "amount": 100, "method": "cash"}).
			Want(201).Text("data", "_id")
		return object{"paymentId": paid, "bookingId": id, "to": "master", "amount": 50, "reason": "Agreed"}
	},
	"POST /api/groups/{orgId}/{groupId}/invoices": func(w *world) object {
		id := w.groupMember()
		line := w.owner.Post("/api/groups/{org}/"+w.ids["groupId"]+"/charges", object{"bookingId": id,
			"description": "Hall", "unitPrice": 500}).Want(201).Text("data", "lineId")
		return object{"bookingIds": []any{id}, "lineIds": []any{line}, "wholeStays": false, "buyer": apptest.Buyer(),
			"dueDate": "2026-05-02", "notes": "Thank you", "issue": false, "applyAdvances": true}
	},
	"POST /api/groups/{orgId}/{groupId}/wash": func(w *world) object {
		return object{"percent": 10, "categoryId": w.ids["categoryId"], "from": "2026-04-21", "to": "2026-04-23"}
	},
	"POST /api/waitlist/{orgId}/create":             func(w *world) object { return w.waiting() },
	"PUT /api/waitlist/{orgId}/{waitlistId}/update": func(w *world) object { return w.waiting() },
	"POST /api/taxes/{orgId}/create":                func(w *world) object { return w.newTax() },
	"PUT /api/taxes/{orgId}/{taxId}/update":         func(w *world) object { return w.newTax() },
	"POST /api/taxes/{orgId}/calculate": func(w *world) object {
		return object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "ratePerNight": nil, "rates": []any{7500, 9000.5},
			"rooms": 2, "pricesIncludeTax": false}
	},
	"POST /api/quotes/{orgId}/create":            func(w *world) object { return w.offer() },
	"PUT /api/quotes/{orgId}/{quoteId}/update":   func(w *world) object { return w.offer() },
	"POST /api/quotes/{orgId}/{quoteId}/send":    func(w *world) object { return object{"email": "asha@hotel.example"} },
	"POST /api/quotes/{orgId}/{quoteId}/decline": func(w *world) object { return object{"reason": "Too dear"} },
	"POST /api/quotes/{orgId}/{quoteId}/accept": func(w *world) object {
		return object{"guestPhone": "+91 98450 12345", "guestEmail": "asha@hotel.example", "source": "phone",
			"specialRequests": "Cot", "advanceAmount": 100.5, "paymentMethod": "upi", "force": false,
			"approval": w.consent()}
	},
	"POST /api/expenses/{orgId}/create":            func(w *world) object { return w.bill() },
	"PUT /api/expenses/{orgId}/{expenseId}/update": func(w *world) object { return w.bill() },
	"POST /api/expenses/{orgId}/{billId}/pay": func(w *world) object {
		return object{"amount": 20.5, "accountId": w.ids["accountId"], "method": "upi", "date": "2026-04-13",
			"reference": "UTR " + w.next()}
	},
	"POST /api/expenses/{orgId}/{billId}/payments/{billPaymentId}/void": func(*world) object {
		return object{"reason": "Typed twice"}
	},
	"POST /api/notifications/{orgId}": func(w *world) object { return w.notice() },
	"POST /api/notifications/{orgId}/trigger": func(w *world) object {
		return w.notice().Merged(object{"referenceId": "inventory 7", "referenceType": "stock"})
	},
	"PUT /api/notifications/{orgId}/config": func(w *world) object {
		return object{"emailEnabled": true, "pushEnabled": true, "retentionDays": 30 + w.number%3000,
			"enabledTypes": []any{"booking_created", "guest_checked_in"}, "deskTypes": []any{"hold_ending"},
			"guestLetters": []any{"booking_created"}, "staffMails": []any{"booking_created"}}
	},
	"POST /api/bookings/{orgId}/create": func(w *world) object {
		return object{"guestId": w.ids["guestId"], "guestName": "Asha Rao", "guestEmail": "asha@hotel.example",
			"guestPhone": "+91 98450 12345",
			"checkIn":    "2026-04-20", "checkOut": "2026-04-22", "rooms": []any{ratedEntry(w)}, "source": "phone",
			"notes": "Late", "specialRequests": "Cot",
			"channel": "booking.com", "externalReference": w.next(),
			"mealPlan": "CP", "totalAmount": 9001, "advanceAmount": 500.25, "paymentMethod": "upi",
			"paymentReference": "UPI " + w.next(), "expectedArrivalTime": "14:30",
			"pricesIncludeTax": true, "overbook": false, "force": false, "dayUse": false, "holdId": nil, "waitlistId": nil,
			"groupId": nil, "approval": w.consent(),
			"companyId": w.ids["companyId"], "routing": object{"rooms": "own", "food": "own", "other": "own"},
			"services": []any{object{"serviceId": w.ids["serviceId"], "quantity": 1, "persons": 2}}}
	},
	"POST /api/bookings/{orgId}/bulk-arrival": func(w *world) object {
		return object{"bookingIds": []any{w.ids["bookingId"]}, "arrivalTime": "2026-04-14T06:00:00.000Z",
			"remarks": "Remark " + w.next(), "force": false}
	},
	"POST /api/bookings/{orgId}/check-availability": func(w *world) object {
		return object{"checkIn": "2026-04-20", "checkOut": "2026-04-22", "roomType": "Deluxe", "dayUse": false,
			"bookingId": w.ids["bookingId"]}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/stay": func(w *world) object {
		return object{"checkIn": "2026-04-14", "checkOut": "2026-04-18", "mealPlan": "MAP", "notes": "Note " + w.next(),
			"price": "keep", "rates": nil, "dropMoves": false, "force": false, "giveWay": w.givesWay(),
			"onward":   object{"fromRoomId": w.rooms[0], "roomId": w.spare(), "from": "2026-04-17"},
			"approval": w.consent()}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/arrival": func(w *world) object {
		return object{"expectedArrivalTime": "14:30", "transportMode": "train", "transportDetails": "Train " + w.next()}
	},
	"POST /api/bookings/{orgId}/{bookingId}/arrival": func(w *world) object {
		return object{"arrivalTime": "2026-04-14T06:00:00.000Z", "remarks": "Remark " + w.next(), "force": false,
			"roomIds": []any{w.rooms[0], w.rooms[1]}}
	},
	"POST /api/bookings/{orgId}/{bookingId}/guests": func(w *world) object {
		joins := w.owner.Post("/api/guests/{org}/create", object{"name": "Guest " + w.next()}).Want(201).Text("data", "_id")
		return object{"roomId": w.rooms[1], "guestId": joins, "name": "Guest " + w.next(), "phone": "+91 98450 12345",
			"email": "ravi@hotel.example", "age": 6, "arrives": "2026-04-14", "departs": "2026-04-17"}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/guests/{stayGuestId}": func(w *world) object {
		return object{"roomId": w.rooms[1], "name": "Guest " + w.next(), "age": nil, "arrives": "2026-04-14",
			"departs": "2026-04-16"}
	},
	"POST /api/bookings/{orgId}/{bookingId}/add-room": func(w *world) object {
		return entry(w).Merged(object{"force": false, "approval": w.consent()})
	},
	"POST /api/bookings/{orgId}/{bookingId}/charges": func(w *world) object {
		return object{"type": "service", "description": "Laundry " + w.next(), "quantity": 1.5, "unitPrice": 350,
			"discount": 0, "taxId": w.serviceTax(), "sac": "999712", "date": "2026-04-14", "lodging": false, "roomId": nil,
			"approval": w.consent()}
	},
	"POST /api/bookings/{orgId}/{bookingId}/services": func(w *world) object {
		return object{"serviceId": w.ids["serviceId"], "quantity": 2, "persons": 1, "from": "2026-04-14",
			"until": "2026-04-15"}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/services/{saleId}/update": func(w *world) object {
		return object{"quantity": 2, "persons": 3, "from": nil, "until": "2026-04-15"}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/services/{saleId}/consumed": func(w *world) object {
		return object{"date": "2026-04-14", "consumed": 1}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/services/{saleId}/cancel": func(w *world) object {
		return object{"reason": "No appetite"}
	},
	"POST /api/bookings/{orgId}/night-audit": func(w *world) object {
		return object{"date": "2026-04-13", "markNoShows": false}
	},
	"POST /api/bookings/{orgId}/{bookingId}/charges/{lineId}/reverse": func(w *world) object {
		return object{"reason": "Wrong room", "approval": w.consent()}
	},
	"POST /api/bookings/{orgId}/auto-assign": func(*world) object {
		return object{"from": "2026-04-20", "to": "2026-04-22"}
	},
	"POST /api/bookings/{orgId}/{bookingId}/assign-room": func(w *world) object {
		return object{"roomId": w.spare(), "entryId": w.entryID(), "locked": false, "force": false,
			"onward": object{"roomId": w.room(), "from": "2026-04-16"}, "giveWay": w.givesWay()}
	},
	"POST /api/bookings/{orgId}/{bookingId}/unassign": func(w *world) object { return object{"roomId": w.rooms[1]} },
	"POST /api/bookings/{orgId}/{bookingId}/lock": func(w *world) object {
		return object{"roomId": w.rooms[1], "locked": w.number%2 == 0}
	},
	"POST /api/bookings/{orgId}/{bookingId}/move-room": func(w *world) object {
		return object{"fromRoomId": w.rooms[0], "toRoomId": w.spare(), "from": "2026-04-15", "price": "list",
			"rates": nil, "force": false, "onward": object{"roomId": w.room(), "from": "2026-04-16"},
			"giveWay": w.givesWay(), "approval": w.consent()}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/nights": func(w *world) object {
		return object{"reason": "Festival " + w.next(), "rates": []any{object{"roomId": w.rooms[0], "date": "2026-04-15",
			"amount": 4000.5, "complimentary": false, "plan": "BAR", "note": "Festival rate"}},
			"nights": nil, "approval": w.consent()}
	},
	"POST /api/bookings/{orgId}/{bookingId}/checkout-rooms": func(w *world) object {
		return object{"roomIds": []any{w.rooms[0]}, "reason": "Leaves early"}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/update-guest": func(w *world) object {
		return object{"guestName": "Asha " + w.next(), "guestEmail": "asha@hotel.example", "guestPhone": "+91 98450 12345",
			"idType": "passport", "idNumber": "Z1234567"}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/change-guest": func(w *world) object {
		return object{"newGuestName": "Ravi Das", "newGuestPhone": "+91 98450 54321", "newGuestId": w.ids["guestId"],
			"newGuestEmail": "ravi@hotel.example", "force": false}
	},
	"PUT /api/bookings/{orgId}/{bookingId}/checkout": func(w *world) object {
		return object{"checkoutTime": "2026-04-14T06:00:00.000Z", "finalAmount": 12000, "settlementMethod": "card",
			"remarks": "Remark " + w.next(), "force": false}
	},
	"POST /api/accounts/{orgId}/create": func(w *world) object {
		return object{"name": "Account " + w.next(), "kind": "bank", "isDefault": false, "openingBalance": 2500.5,
			"isSafe": false, "notes": "A/c ending 4321"}
	},
	"PUT /api/accounts/{orgId}/{accountId}/update": func(w *world) object {
		return object{"name": "Account " + w.next(), "isDefault": true, "isActive": true, "openingBalance": 2600 + w.number,
			"isSafe": false, "notes": "A/c ending 4322"}
	},
	"PUT /api/accounts/{orgId}/settings": func(w *world) object {
		return object{"pricesIncludeTax": true, "issueAtCheckout": false, "roundToWhole": false, "specifiedPremises": false,
			"inputTaxRule":   "all",
			"dueDays":        w.number % 300,
			"nightAuditHour": -1, "nightAuditNoShows": false, "refuseEarlyArrival": false, "refuseDirtyRoom": false,
			"refuseOccupiedRoom": false, "refuseBalanceOwed": false, "refuseDoNotRent": false, "cashNeedsShift": false}
	},
	"POST /api/shifts/{orgId}/open": func(w *world) object {
		return object{"accountId": w.drawer(), "openingFloat": count(), "floatFromAccountId": w.account("bank"),
			"notes": "Note " + w.next()}
	},
	"POST /api/shifts/{orgId}/{shiftId}/close": func(w *world) object {
		w.anOpenShift()
		return object{"counted": count(), "notes": "Note " + w.next()}
	},
	"POST /api/shifts/{orgId}/{shiftId}/hand-over": func(w *world) object {
		w.anOpenShift()
		return object{"counted": count(), "notes": "Note " + w.next()}
	},
	"POST /api/shifts/{orgId}/{shiftId}/drops": func(w *world) object {
		w.anOpenShift()
		return object{"amount": 10.5, "bagNumber": "B" + w.next(), "toAccountId": w.account("bank")}
	},
	"POST /api/shifts/{orgId}/{shiftId}/paid-outs": func(w *world) object {
		w.anOpenShift()
		return object{"amount": 1.5, "reason": "Taxi " + w.next(), "category": "Transport"}
	},
	"POST /api/shifts/{orgId}/{shiftId}/tips": func(w *world) object {
		w.anOpenShift()
		return object{"amount": 2.5, "direction": "in", "notes": "Housekeeping " + w.next()}
	},
	"POST /api/shifts/{orgId}/exchange-rates": func(w *world) object {
		return object{"currency": "USD", "rate": 80.25 + float64(w.number%3000)}
	},
	"POST /api/shifts/{orgId}/{shiftId}/exchanges": func(w *world) object { return w.exchange() },
	"POST /api/shifts/{orgId}/{shiftId}/exchanges/{exchangeId}/reverse": func(w *world) object {
		return object{"reason": "Typed wrong " + w.next()}
	},
	"POST /api/shifts/{orgId}/{shiftId}/foreign-counts": func(w *world) object {
		w.exchange()
		return object{"currency": "USD", "counted": w.number % 3000, "notes": "Note " + w.next()}
	},
	"POST /api/shifts/{orgId}/{shiftId}/foreign-sales": func(w *world) object {
		w.owner.Post("/api/shifts/{org}/"+w.ids["shiftId"]+"/exchanges", w.exchange()).Want(201)
		return object{"currency": "USD", "foreignAmount": 10.5, "paidAmount": 900.5, "toAccountId": w.account("bank"),
			"reference": "FX-" + w.next(), "notes": "State Bank"}
	},
	"POST /api/shifts/{orgId}/{shiftId}/corrections": func(w *world) object {
		w.owner.Post("/api/shifts/{org}/"+w.ids["shiftId"]+"/close", object{"counted": object{"total": 1}})
		return object{"counted": object{"total": 2000 + w.number, "denominations": nil}, "reason": "Reason " + w.next()}
	},
	"PUT /api/budgets/{orgId}/{year}": func(w *world) object {
		return object{"months": []any{object{"month": "2026-05", "roomsToSell": 400, "departments": []any{
			object{"kind": "department", "department": "Spa " + w.next(), "revenue": 1000.5},
			object{"kind": "rooms", "revenue": 900000}}}}}
	},
	"PUT /api/accounts/{orgId}/lock": func(w *world) object {
		return object{"until": "2025-03-31", "reason": "Filed " + w.next()}
	},
	"POST /api/accounts/{orgId}/chart/create": func(w *world) object {
		return object{"name": "Account " + w.next(), "kind": "expense", "openingBalance": 100.5, "notes": "Lease",
			"code": "E" + w.next(), "parentId": nil, "department": "rooms", "mustBeZero": true}
	},
	"PUT /api/accounts/{orgId}/chart/{accountId}": func(w *world) object {
		return object{"code": "B" + w.next(), "parentId": nil, "department": nil, "mustBeZero": true}
	},
	"PUT /api/accounts/{orgId}/mapping": func(w *world) object {
		account := func(kind string) string {
			return w.owner.Post("/api/accounts/{org}/chart/create", object{"name": "To " + w.next(), "kind": kind}).
				Want(201).Text("data", "account")
		}
		return object{"rooms": account("income"), "otherSales": account("income"),
			"sales":    []any{object{"code": "9963", "accountId": account("income")}},
			"expenses": []any{object{"category": "Laundry " + w.next(), "accountId": account("expense")}}}
	},
	"POST /api/accounts/{orgId}/close-year": func(w *world) object {
		w.owner.Put("/api/accounts/{org}/lock", object{"until": "2025-03-31", "reason": "Filed"}).Want(200)
		return object{"year": 2024, "notes": "As audited"}
	},
	"POST /api/analytics/{orgId}/schedules/create": func(w *world) object {
		return object{"name": "Flash " + w.next(), "report": "flash", "format": "pdf", "every": "week", "weekday": 1,
			"keptReportId": nil, "monthDay": nil, "hour": 7, "members": []any{w.owner.UserID}}
	},
	"PUT /api/analytics/{orgId}/schedules/{reportScheduleId}": func(w *world) object {
		return object{"name": "Flash " + w.next(), "format": "xlsx", "every": "month", "weekday": 0, "monthDay": 2,
			"hour": 8, "members": []any{w.owner.UserID}, "isActive": false, "keptReportId": nil}
	},
	"POST /api/analytics/{orgId}/kept-reports/create": func(w *world) object {
		return object{"name": "Kept " + w.next(), "report": "revenue", "format": "xlsx", "period": nil,
			"from": "2026-03-01", "to": "2026-03-31", "by": "company", "isShared": true}
	},
	"PUT /api/analytics/{orgId}/kept-reports/{keptReportId}": func(w *world) object {
		return object{"name": "Kept " + w.next(), "format": "xlsx", "period": "month", "from": nil, "to": nil,
			"by": "source", "isShared": false}
	},
	"PUT /api/approvals/{orgId}/limits": func(w *world) object {
		w.number++
		return object{"refund": 5000 + w.number, "paymentVoid": 5000, "creditNote": 5000, "invoiceVoid": 5000,
			"voucher": 50000, "allowance": 50000, "discount": 50000, "complimentary": 90000, "ownActs": true}
	},
	"PUT /api/approvals/{orgId}/code": func(*world) object { return object{"code": "402915"} },
	"POST /api/approvals/{orgId}/{approvalId}/reject": func(w *world) object {
		return object{"reason": "Reason " + w.next()}
	},
	"POST /api/vouchers/{orgId}/create": func(w *world) object {
		return object{"kind": "contra", "date": "2026-04-14", "narration": "Paid in " + w.next(), "reference": "Slip 4",
			"lines": []any{object{"account": w.ids["accountId"], "debit": 5.5, "credit": 0, "note": "Bank"},
				object{"account": w.account("cash"), "credit": 5.5, "note": "Till"}},
			"approval": w.consent()}
	},
	"POST /api/vouchers/{orgId}/{voucherId}/reverse": func(w *world) object {
		return object{"reason": "Typed twice " + w.next(), "date": "2026-04-14", "approval": w.consent()}
	},
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/match": func(w *world) object {
		w.owner.Post("/api/accounts/{org}/transfer", object{"fromAccountId": w.account("cash"),
			"toAccountId": w.ids["accountId"], "amount": 11.5, "notes": "Paid in " + w.next()}).Want(201)
		entry := w.owner.Get(w.bankLine(false)).Want(200).At("data", "proposals", 0, "entries", 0).(map[string]any)
		named := []any{object{"postingId": entry["postingId"], "position": entry["position"]}}
		account, number := "/api/accounts/{org}/"+w.ids["accountId"], w.next()
		parts := w.owner.Put(account+"/statements", "Date,Narration,Ref No,Amount\n14/04/2026,Part,P"+number+",3\n"+
			"14/04/2026,Part,Q"+number+",-3\n").Want(200).Text("data", "_id")
		found := w.owner.Get(account + "/bank-lines?statementId=" + parts).Want(200)
		return object{"lines": []any{found.Text("data", 0, "_id"), found.Text("data", 1, "_id")}, "entries": named,
			"until": "2020-01-01", "except": named}
	},
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/book": func(w *world) object {
		w.bankLine(false)
		return object{"lines": []any{object{"account": "input-tax", "amount": 11.5, "note": "Part"}},
			"narration": "Paid in " + w.next(), "date": "2026-04-14", "approval": w.consent()}
	},
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/ignore": func(w *world) object {
		w.bankLine(false)
		return object{"reason": "Taken back " + w.next()}
	},
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/unmatch": func(w *world) object {
		w.bankLine(true)
		return object{"reason": "It is ours " + w.next()}
	},
	"PUT /api/commissions/{orgId}/agents/{agentId}": func(w *world) object { return w.agreed() },
	"PUT /api/commissions/{orgId}/bookings/{bookingId}": func(w *world) object {
		return object{"companyId": w.ids["companyId"]}
	},
	"POST /api/commissions/{orgId}/bills": func(w *world) object { return w.agentBill() },
	"POST /api/commissions/{orgId}/bills/{agentBillId}/pay": func(w *world) object {
		return object{"accountId": w.ids["accountId"], "reference": "UTR " + w.next()}
	},
	"POST /api/commissions/{orgId}/bills/{agentBillId}/reverse": func(w *world) object {
		return object{"reason": "Another agent's " + w.next()}
	},
	"POST /api/settlements/{orgId}/create": func(w *world) object { return w.payout() },
	"POST /api/settlements/{orgId}/compare": func(w *world) object {
		return object{"companyId": w.ids["companyId"], "report": "Booking ID,Gross,Fee,GST,TCS,TDS,Net\nR1,100,10,2,1,1,86\n",
			"columns": object{"reference": "Booking ID", "grossAmount": "Gross", "commissionAmount": "Fee",
				"gstOnCommission": "GST", "tcsAmount": "TCS", "tdsAmount": "TDS", "netAmount": "Net"},
			"from": "2026-04-01", "to": "2026-04-30"}
	},
	"POST /api/settlements/{orgId}/{payoutId}/apply": func(w *world) object {
		return object{"line": 1, "invoiceId": w.billed()}
	},
	"POST /api/settlements/{orgId}/{payoutId}/reverse": func(w *world) object {
		return object{"reason": "Of another hotel"}
	},
	"POST /api/deposits/{orgId}/create": func(w *world) object { return w.deposit() },
	"POST /api/deposits/{orgId}/{depositId}/return": func(w *world) object {
		return object{"amount": 1.5, "method": "cash", "accountId": w.account("cash"), "reference": "R" + w.next(),
			"reason": "The key is back", "date": "2026-04-14"}
	},
	"POST /api/deposits/{orgId}/{depositId}/keep": func(w *world) object {
		return object{"amount": 1.5, "reason": "The key was lost " + w.next(), "date": "2026-04-14"}
	},
	"POST /api/accounts/{orgId}/transfer": func(w *world) object {
		return object{"fromAccountId": w.ids["accountId"], "toAccountId": w.account("cash"), "amount": 10.5,
			"date": "2026-04-14", "notes": "Taken out"}
	},
	"POST /api/invoices/{orgId}/create": func(w *world) object {
		return object{"bookingId": w.ids["bookingId"], "lineIds": []any{w.charge()}, "postedOnly": false,
			"folio":   nil,
			"lines":   []any{apptest.FreeLine().Merged(object{"lineId": nil})},
			"guestId": w.ids["guestId"], "buyer": apptest.Buyer(), "dueDate": "2026-05-02", "notes": "Note " + w.next(),
			"issue": true, "applyAdvances": true, "approval": w.consent()}
	},
	"POST /api/invoices/{orgId}/{invoiceId}/issue": func(w *world) object { return object{"applyAdvances": false} },
	"PUT /api/invoices/{orgId}/{invoiceId}/update": func(w *world) object {
		return object{"buyer": apptest.Buyer(), "dueDate": "2026-05-02", "notes": "Note " + w.next(), "lineIds": nil,
			"lines": []any{apptest.FreeLine().Merged(object{"lineId": nil})}, "approval": w.consent()}
	},
	"POST /api/invoices/{orgId}/{invoiceId}/void": func(w *world) object {
		return object{"reason": "Billed twice", "approval": w.consent()}
	},
	"POST /api/invoices/{orgId}/{invoiceId}/send": func(w *world) object {
		return object{"email": "accounts@hotel.example"}
	},
	"POST /api/credit-notes/{orgId}/create": func(w *world) object {
		return object{"invoiceId": w.issued, "reason": "Reason " + w.next(), "amount": nil,
			"lines": []any{object{"position": 0, "lineId": "", "nights": nil, "amount": 1.25}}, "approval": w.consent()}
	},
	"POST /api/credit-notes/{orgId}/{creditNoteId}/send": func(w *world) object {
		return object{"email": "accounts@hotel.example"}
	},
	"POST /api/payments/{orgId}/create": func(w *world) object {
		return object{"amount": 3.5, "method": "upi", "accountId": w.account("upi"), "reference": "UTR " + w.next(),
			"receivedAt": "2026-04-14T05:00:00.000Z", "notes": "Part",
			"payerName": "Her firm", "bookingId": nil, "invoiceId": nil,
			"allocations": []any{object{"bookingId": w.ids["bookingId"], "invoiceId": nil, "amount": 1.5},
				object{"bookingId": nil, "invoiceId": w.issued, "amount": 2}}}
	},
	"POST /api/payments/{orgId}/{paymentId}/refund": func(w *world) object {
		return object{"amount": 1.25, "reason": "Reason " + w.next(), "method": "cash", "accountId": w.account("cash"),
			"reference": "R1", "approval": w.consent()}
	},
	"POST /api/payments/{orgId}/{paymentId}/void": func(w *world) object {
		return object{"reason": "Typed twice", "approval": w.consent()}
	},
	"POST /api/payments/{orgId}/{paymentId}/apply": func(w *world) object {
		return object{"invoiceId": w.issued, "amount": 1.25}
	},
	"POST /api/payments/{orgId}/{paymentId}/send": func(w *world) object {
		return object{"email": "accounts@hotel.example"}
	},
	"POST /api/sheets/create": func(w *world) object {
		return object{"orgId": w.owner.Org, "guestName": "Asha Rao", "guestEmail": "asha@hotel.example",
			"guestPhone": "+91 98450 12345",
			"checkIn":    "2026-04-20", "checkOut": "2026-04-22", "roomIds": []any{w.spare()}, "notes": "Late"}
	},
	"PUT /api/sheets/update/{bookingId}": func(w *world) object {
		return object{"checkIn": "2026-04-14", "checkOut": "2026-04-18", "notes": "Note " + w.next()}
	},
	"POST /api/sheets/{orgId}/{bookingId}/cancel":    func(w *world) object { return cancellation() },
	"PUT /api/sheets/{orgId}/{bookingId}/cancel":     func(w *world) object { return cancellation() },
	"PUT /api/bookings/{orgId}/{bookingId}/cancel":   func(w *world) object { return cancellation() },
	"POST /api/bookings/{orgId}/{bookingId}/no-show": func(w *world) object { return cancellation() },
}

// files are what the routes that take a file are sent; routes of the organization itself go without, since they are
// found.
var files = map[string]string{"PUT /api/expenses/{orgId}/{expenseId}/file": apptest.Picture(4, 4),
	"PUT /api/maintenance/{orgId}/{ticketId}/photos/{position}":    apptest.Picture(4, 4),
	"PUT /api/lost-and-found/{orgId}/{itemId}/photos/{position}":   apptest.Picture(4, 4),
	"PUT /api/vouchers/{orgId}/{voucherId}/attachments/{position}": apptest.Picture(4, 4),
	"PUT /api/rooms/{orgId}/{roomId}/housekeeping/photo":           apptest.Picture(4, 4),
	"PUT /api/guests/{orgId}/{guestId}/documents/{document}":       apptest.Picture(4, 4),
	"PUT /api/accounts/{orgId}/{accountId}/statements": "Date,Narration,Amount\n" +
		"14/04/2026,Interest,3\n",
	// rows of a category that no world has: what is wrong with them is said in a try
	"PUT /api/groups/{orgId}/{groupId}/rooming-list/file":                    "name,category,check-in,check-out\n",
	"PUT /api/bookings/{orgId}/{bookingId}/registrations/{cardId}/signature": apptest.Picture(4, 4),
	"PUT /api/bookings/{orgId}/{bookingId}/signature":                        apptest.Picture(4, 4)}

func (w *world) bill() object {
	return object{"vendorId": w.ids["vendorId"], "vendorName": "Lake City Linen", "category": "Laundry",
		"description": "Sheets " + w.next(), "amount": 4000.5, "tax": 720.09,
		"lines": []any{object{"description": "Sheets", "hsn": "6302", "amount": 4000.5, "cgst": 0, "sgst": 0, "igst": 720.09,
			"inputTax": "blocked", "blockedKind": "club"}},
		"dueDate":    nil, // it leaves no room for an account
		"onCredit":   nil, // likewise
		"tdsSection": nil,
		"accountId":  w.ids["accountId"], "method": "upi", "date": "2026-04-13", "billNumber": "B-" + w.next()}
}

// offer is a quote for a room that is free.
func (w *world) offer() object {
	return object{"guestId": w.ids["guestId"], "guestName": "Asha " + w.next(), "guestEmail": "asha@hotel.example",
		"guestPhone": "+91 98450 12345", "validUntil": "2026-04-18",
		"checkIn": "2026-04-20", "checkOut": "2026-04-22", "mealPlan": "CP", "notes": "Breakfast from seven",
		"rooms": []any{object{"roomId": w.spare(), "roomType": "Deluxe", "count": 1, "ratePerNight": 4500.5, "adults": 2,
			"children": 1}},
		"lines": []any{object{"description": "Transfer", "quantity": 1.5, "unitPrice": 900, "discount": 50,
			"taxId": w.serviceTax(), "sac": "996601"}}}
}

// serviceTax is a tax that lines can bear.
func (w *world) serviceTax() string {
	if w.ids["serviceTaxId"] == "" {
		w.ids["serviceTaxId"] = w.owner.Post("/api/taxes/{org}/create",
			object{"name": "Luxury tax", "kind": "other", "appliesTo": "service", "rate": 5, "sac": "996601",
				"from": "2020-01-01"}).Want(201).Text("data", "_id")
	}
	return w.ids["serviceTaxId"]
}

func profile() object {
	return object{"name": "Hotel", "email": "desk@hotel.example", "phone": "+91 141 222 0101", "gstin": "27AAPFU0939F1ZV",
		"pan":      "AAPFU0939F",
		"currency": "INR", "timezone": "Asia/Kolkata", "logo": "https://hotel.example/logo.png",
		"defaultCheckInTime": "14:00", "defaultCheckOutTime": "11:00", "documentLanguage": "hi",
		"address": apptest.Address()}
}

func category() object {
	return object{"name": "Suite", "code": "STE", "description": "Two rooms", "baseRate": 4500, "maxAdults": 2,
		"maxChildren": 1, "amenities": []any{"Wi-Fi"}}
}

// count is a count by denominations.
func count() object {
	return object{"total": nil, "denominations": []any{object{"value": 500, "count": 3}, object{"value": 10, "count": 2}}}
}

// drawer is a new drawer.
func (w *world) drawer() string {
	w.T.Helper()
	return w.owner.Post("/api/accounts/{org}/create", object{"name": "Drawer " + w.next(), "kind": "cash"}).Want(201).
		Text("data", "_id")
}

// newShift opens a shift of a new drawer, which somebody else than the owner works: who does isn't told what is in it.
func (w *world) newShift() {
	w.T.Helper()
	if w.cashier == nil {
		w.cashier = w.owner.Member("Cashier "+w.next(), object{"payments": object{"view": true, "create": true}})
	}
	w.cashier = w.Login(w.owner.Org, w.cashier.Email) // a walk may have let a day pass
	w.ids["shiftId"] = w.cashier.Post("/api/shifts/{org}/open", object{"accountId": w.drawer(),
		"openingFloat": object{"total": 1000}}).Want(201).Text("data", "_id")
	w.ids["exchangeId"] = w.owner.Post("/api/shifts/{org}/"+w.ids["shiftId"]+"/exchanges", w.exchange()).Want(201).
		Text("data", "_id")
}

// exchange is a guest's foreign cash, which an open shift may take today.
func (w *world) exchange() object {
	w.T.Helper()
	w.anOpenShift()
	w.owner.Post("/api/shifts/{org}/exchange-rates", object{"currency": "USD", "rate": 80}).Want(201)
	return object{"currency": "USD", "foreignAmount": 10.5, "guestName": "Ann " + w.next(), "reference": "EC-" + w.next(),
		"notes": "Note " + w.next()}
}

// anOpenShift is newShift where the one that there is was closed.
func (w *world) anOpenShift() {
	w.T.Helper()
	if w.owner.Get("/api/shifts/{org}/"+w.ids["shiftId"]).Want(200).Text("data", "state") != "open" {
		w.newShift()
	}
}

// account is the hotel's own account of this kind.
func (w *world) account(kind string) string {
	w.T.Helper()
	return w.owner.DefaultAccount(kind)
}

func (w *world) newVendor() object {
	return object{"name": "Vendor " + w.next(), "code": "V" + w.next() + "-" + w.owner.Org, "email": "sales@linen.example",
		"phone": "+91 294 242 0101",
		"gstin": "08AAPFU0939F1ZV", "pan": "AAPFU0939F", "address": apptest.Address(), "bankDetails": apptest.BankDetails(),
		"notes": "Delivers on Tuesdays", "paymentTermsDays": 30, "tdsSection": "none", "tdsRate": 2}
}

func (w *world) company() object {
	return object{"name": "Company " + w.next(), "code": "C" + w.next(), "gstin": "27AAPFU0939F1ZV",
		"email": "travel@rao.example", "phone": "+91 22 2345 0101", "address": apptest.Address(), "notes": "Quiet rooms",
		"isActive": true, "legalName": "Rao Textiles Private Limited", "gstTreatment": "regular", "pan": "AAPFU0939F",
		"tcsGstin": "27AAACM3025E1CA",
		"contacts": []any{object{"name": "Meera Rao", "role": "Accounts", "email": "meera@rao.example",
			"phone": "+91 22 2345 0102"}},
		"invoicingEmail": "bills@rao.example", "paymentTermsDays": 30, "creditLimit": 90000000.5, "creditStatus": "ok",
		"canLeaveOnAccount": true, "poRequired": true}
}

// billed is an issued invoice that is on nobody's account.
func (w *world) billed() string {
	w.T.Helper()
	return w.owner.Post("/api/invoices/{org}/create", object{"lines": []any{object{"description": "Banquet " + w.next(),
		"unitPrice": 4000}}, "buyer": object{"name": "Rao Textiles"}, "issue": true}).Want(201).Text("data", "_id")
}

func (w *world) move() object {
	return object{"invoiceId": w.billed(), "poNumber": "PO-7", "reason": "Agreed by phone"}
}

// debt is an invoice on the company's account.
func (w *world) debt() string {
	w.T.Helper()
	return w.owner.Post("/api/companies/{org}/"+w.ids["companyId"]+"/invoices",
		w.move()).Want(201).Text("data", "invoiceId")
}

func dunningSteps() object {
	return object{"steps": []any{object{"days": -60, "interestPercent": 18, "subject": "Reminder",
		"bodyHtml": "<p>Dear {{company_name}}</p>"}}}
}

// vendorParts is what of a payment a bill of the vendor gets.
func (w *world) vendorParts() []any {
	w.T.Helper()
	return []any{object{"billId": w.owner.Post("/api/expenses/{org}/create", object{"vendorId": w.ids["vendorId"],
		"amount": 500, "category": "Laundry", "date": "2026-04-13", "dueDate": "2026-04-30"}).Want(201).Text("data", "_id"),
		"amount": 300.5}}
}

// newVendorPayment makes an advance to the vendor, and a draft of a payment run.
func (w *world) newVendorPayment() {
	w.T.Helper()
	w.ids["vendorPaymentId"] = w.owner.Post("/api/vendor/{org}/"+w.ids["vendorId"]+"/payments",
		object{"amount": 500}).Want(201).Text("data", "_id")
	w.ids["paymentRunId"] = w.owner.Post("/api/vendor/{org}/payment-runs",
		object{"bills": w.vendorParts()}).Want(201).Text("data", "_id")
}

// newDebt makes what a company owes and has paid.
func (w *world) newDebt() {
	w.T.Helper()
	company := "/api/companies/{org}/" + w.ids["companyId"]
	w.ids["debtId"] = w.debt()
	w.ids["companyPaymentId"] = w.owner.Post(company+"/payments", object{"amount": 500, "method": "bank_transfer"}).
		Want(201).Text("data", "_id")
	w.ids["companyStatementId"] = w.owner.Post(company+"/statements", object{"from": "2026-04-01", "to": "2026-04-14"}).
		Want(201).Text("data", "_id")
	w.owner.Put("/api/dunning/{org}/steps", dunningSteps()).Want(200)
	w.ids["dunningLetterId"] = w.owner.Post("/api/dunning/{org}/letters", object{"companyId": w.debtor(),
		"email": "accounts@rao.example"}).Want(201).Text("data", "_id")
	w.ids["settlementId"] = w.owner.Post(company+"/invoices/"+w.debt()+"/write-off",
		object{"amount": 10, "reason": "Lost"}).Want(201).Text("data", "_id")
}

// debtor is a company that owes an invoice and has paid nothing.
func (w *world) debtor() string {
	w.T.Helper()
	id := w.owner.Post("/api/companies/{org}/create", w.company()).Want(201).Text("data", "_id")
	w.owner.Post("/api/companies/{org}/"+id+"/invoices", w.move()).Want(201)
	return id
}

func (w *world) allocations() []any {
	return []any{object{"invoiceId": w.debt(), "amount": 300.5, "shortAmount": 10.5, "shortKind": "tds", "note": "194C"}}
}

func (w *world) service() object {
	return object{"name": "Service " + w.next(), "price": 450.5, "per": "personNight", "postOn": "everyNight",
		"taxId": w.serviceTax(), "department": "Kitchen", "nextMorning": false,
		"includedIn": []any{w.ids["productId"]}, "isActive": true, "minibar": false}
}

func policySteps() []any {
	return []any{object{"untilHoursBeforeCheckIn": 48, "fee": object{"kind": "fixed", "value": 500}},
		object{"untilHoursBeforeCheckIn": nil, "fee": object{"kind": "percentOfStay", "value": 100}}}
}

// newTax begins after everything that the walks do, and no other begins with it.
func (w *world) newTax() object {
	day := apptest.Noon.AddDate(10, 0, w.number)
	return object{"name": "Tax " + w.next(), "kind": "other", "appliesTo": "room-night", "rate": nil,
		"slabs": []any{object{"upTo": 7500, "rate": 2.5}, object{"rate": 5}},
		"sac":   "996311", "from": day.Format("2006-01-02"), "to": day.AddDate(1, 0, 0).Format("2006-01-02"),
		"isActive": true}
}

func (w *world) notice() object {
	return object{"type": "custom", "title": "Notice " + w.next(), "message": "Fire drill at three",
		"recipients": []any{w.owner.UserID, w.member.UserID}}
}

func cancellation() object {
	return object{"reason": "Plans changed", "cancellationCharge": 500, "refundAmount": 500, "refundMethod": "cash",
		"approval": (*world).consent(nil)}
}
