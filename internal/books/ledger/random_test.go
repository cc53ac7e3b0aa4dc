package ledger_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
)

// Random requests that move money, in any order: nothing fails except with a clear 400. The books hold after every step
// (booksHold), and at the end the API says so too.
func TestBooksBalanceAfterAnything(t *testing.T) {
	apptest.RapidDefault(t, "checks", "6")
	apptest.RapidDefault(t, "steps", "100")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(apptest.Noon)
				h := newTill(rt, owner.Refreshed().AnotherHotel())
				rt.Repeat(map[string]func(*rapid.T){
					"":                func(rt *rapid.T) { apptest.BooksHold(rt, h.desk) },
					"book":            h.book,
					"pay a booking":   h.payBooking,
					"pay one again":   h.payBooking,
					"refund again":    h.refund,
					"refund little":   h.refundLittle,
					"pay an invoice":  h.payInvoice,
					"pay several":     h.paySeveral,
					"refund":          h.refund,
					"void":            h.void,
					"apply":           h.apply,
					"transfer":        h.transfer,
					"opening balance": h.open,
					"charge":          h.charge,
					"bill a booking":  h.billBooking,
					"bill lines":      h.billLines,
					"issue":           h.issue,
					"change a draft":  h.changeDraft,
					"void an invoice": h.voidInvoice,
					"credit":          h.credit,
					"bill again":      h.billAgain,
					"spend":           h.spend,
					"change expense":  h.changeExpense,
					"arrive":          h.arrive,
					"check out":       h.checkOut,
					"cancel":          h.cancel,
					"reinstate":       h.reinstate,
					"settings":        h.settings,
					"close the day":   h.closeDay,
					"the next day":    h.nextDay,
				})
				desk := s.Login(h.desk.Org, h.desk.Email)
				apptest.BooksBalance(rt, desk)
				apptest.ListsAddUp(rt, desk)
				fillMonths(rt, desk)
				if h.done < 5 {
					rt.Logf("only %d operations were accepted", h.done)
				}
			})
		})
	}
}

// fillMonths empties the tables of months, and fills them as migration 0031 does: with what they had. At its time each
// part of the tax was a column.
func fillMonths(rt *rapid.T, desk *apptest.Caller) {
	fills := regexp.MustCompile(`^INSERT INTO ((?:invoice|credit_note|expense)_months) `)
	filled := 0
	for _, statement := range apptest.MigrationStatements() {
		if found := fills.FindStringSubmatch(statement); found != nil {
			filled++
			desk.Server.Exec("DELETE FROM " + found[1])
			desk.Server.Exec(strings.ReplaceAll(statement, "cgst + sgst + other_tax", "total - taxable - rounding"))
		}
	}
	if filled != 3 {
		rt.Errorf("%d tables were filled", filled)
	}
	apptest.BooksHold(rt, desk)
}

// till is a hotel whose money is moved at random.
type till struct {
	desk                                  *apptest.Caller
	rooms                                 []string
	accounts, vendors                     []string
	bookings, invoices, payments, expense []string
	days                                  int // since noon
	done                                  int // operations that were accepted
}

func newTill(rt *rapid.T, desk *apptest.Caller) *till {
	h := &till{desk: desk, rooms: desk.CreateRooms(3)}
	for _, kind := range []string{"cash", "bank", "card", "upi", "ota"} {
		h.accounts = append(h.accounts, desk.DefaultAccount(kind))
	}
	if rapid.Bool().Draw(rt, "registered") {
		desk.Put("/api/organization/"+desk.Org+"/update", object{"gstin": "27AAPFU0939F1ZV"}).Want(200)
	}
	h.vendors = []string{"", desk.CreateVendor(object{"name": "Lake City Linen"})}
	h.bookings = []string{desk.Book("2026-04-14", "2026-04-16", h.rooms[0]),
		desk.Book("2026-04-14", "2026-04-17", h.rooms[1])}
	h.invoices = []string{desk.Bill(5000)}
	h.payments = []string{desk.Pay(object{"bookingId": h.bookings[0], "amount": 9000}).Want(201).Text("data", "_id")}
	return h
}

// ask sends a request that may be refused, but only with a 400. It reports whether the request succeeded.
func (h *till) ask(rt *rapid.T, method, path string, body any) (apptest.Answer, bool) {
	rt.Helper()
	a, err := h.desk.Try(method, path, body)
	if err != nil {
		rt.Fatal(err)
	}
	rt.Logf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	if a.Status != 200 && a.Status != 201 && a.Status != 400 {
		rt.Fatalf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
	}
	if a.Status < 400 {
		h.done++
	}
	return a, a.Status < 400
}

// made is ask for a request that creates something, and adds its id to the known ones.
func (h *till) made(rt *rapid.T, path string, body any, known *[]string, id ...any) {
	rt.Helper()
	if a, ok := h.ask(rt, "POST", path, body); ok {
		*known = append(*known, a.Text(append([]any{"data"}, id...)...))
	}
}

// some draws one of these ids. It skips the step if there are none.
func some(rt *rapid.T, what string, ids []string) string {
	if len(ids) == 0 {
		rt.Skip("there is no " + what)
	}
	return rapid.SampledFrom(ids).Draw(rt, what)
}

func amountOf(rt *rapid.T) any {
	return rapid.SampledFrom([]any{0.01, 1, 99.99, 333.33, 1000, 2499.5, 5000, 7500.01, 12000}).Draw(rt, "amount")
}

func methodOf(rt *rapid.T) string {
	return rapid.SampledFrom([]string{"cash", "card", "upi", "bank_transfer", "ota", "other"}).Draw(rt, "method")
}

func (h *till) today() time.Time { return apptest.Noon.AddDate(0, 0, h.days) }

func (h *till) day(offset int) string { return h.today().AddDate(0, 0, offset).Format("2006-01-02") }

func (h *till) book(rt *rapid.T) {
	from := rapid.IntRange(0, 4).Draw(rt, "from")
	body := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": h.day(from),
		"checkOut": h.day(from + rapid.IntRange(1, 3).Draw(rt, "nights")),
		"rooms": []object{{"roomId": some(rt, "room", h.rooms), "roomNumber": "x", "roomType": "x",
			"ratePerNight": rapid.SampledFrom([]float64{999.99, 5000, 7500, 8000.01, 12345.67}).Draw(rt, "rate"), "adults": 2}}}
	if rapid.Bool().Draw(rt, "advance") {
		body["advanceAmount"], body["paymentMethod"] = 500.05, methodOf(rt)
	}
	h.made(rt, "/api/bookings/{org}/create", body, &h.bookings, "bookingId")
}

func (h *till) payBooking(rt *rapid.T) {
	h.made(rt, apptest.Payments+"/create", object{"bookingId": some(rt, "booking", h.bookings), "amount": amountOf(rt),
		"method": methodOf(rt)}, &h.payments, "_id")
}

func (h *till) payInvoice(rt *rapid.T) {
	h.made(rt, apptest.Payments+"/create", object{"invoiceId": some(rt, "invoice", h.invoices), "amount": amountOf(rt),
		"method": methodOf(rt)}, &h.payments, "_id")
}

func (h *till) paySeveral(rt *rapid.T) {
	var parts []object
	paise := int64(0)
	for i := range rapid.IntRange(1, 4).Draw(rt, "parts") {
		amount := amountOf(rt)
		part := object{"amount": amount}
		if number, ok := amount.(int); ok {
			paise += int64(number) * 100
		} else {
			paise += int64(amount.(float64)*100 + 0.5)
		}
		if i%2 == 0 && len(h.invoices) > 0 {
			part["invoiceId"] = some(rt, "invoice", h.invoices)
		} else {
			part["bookingId"] = some(rt, "booking", h.bookings)
		}
		parts = append(parts, part)
	}
	h.made(rt, apptest.Payments+"/create", object{"amount": float64(paise) / 100, "method": methodOf(rt),
		"allocations": parts}, &h.payments, "_id")
}

func (h *till) refund(rt *rapid.T) {
	body := object{"amount": amountOf(rt), "reason": "x"}
	if rapid.Bool().Draw(rt, "another method") {
		body["method"] = methodOf(rt)
	}
	h.made(rt, apptest.Payments+"/"+some(rt, "payment", h.payments)+"/refund", body, &h.payments, "_id")
}

func (h *till) refundLittle(rt *rapid.T) {
	h.made(rt, apptest.Payments+"/"+some(rt, "payment", h.payments)+"/refund", object{"amount": 12.34, "reason": "x"},
		&h.payments, "_id")
}

func (h *till) void(rt *rapid.T) {
	h.ask(rt, "POST", apptest.Payments+"/"+some(rt, "payment", h.payments)+"/void", object{"reason": "x"})
}

func (h *till) apply(rt *rapid.T) {
	body := object{"invoiceId": some(rt, "invoice", h.invoices)}
	if rapid.Bool().Draw(rt, "a part") {
		body["amount"] = amountOf(rt)
	}
	h.ask(rt, "POST", apptest.Payments+"/"+some(rt, "payment", h.payments)+"/apply", body)
}

func (h *till) transfer(rt *rapid.T) {
	h.ask(rt, "POST", "/api/accounts/{org}/transfer", object{"fromAccountId": some(rt, "from", h.accounts),
		"toAccountId": some(rt, "to", h.accounts), "amount": amountOf(rt),
		"date": h.day(-rapid.IntRange(0, 2).Draw(rt, "days ago"))})
}

func (h *till) open(rt *rapid.T) {
	h.ask(rt, "PUT", "/api/accounts/{org}/"+some(rt, "account", h.accounts)+"/update",
		object{"openingBalance": amountOf(rt)})
}

func (h *till) charge(rt *rapid.T) {
	h.ask(rt, "POST", "/api/bookings/{org}/"+some(rt, "booking", h.bookings)+"/charges",
		object{"description": "Tea", "unitPrice": amountOf(rt), "quantity": 1.5})
}

func (h *till) billBooking(rt *rapid.T) {
	h.made(rt, "/api/invoices/{org}/create", object{"bookingId": some(rt, "booking", h.bookings),
		"postedOnly": rapid.Bool().Draw(rt, "posted only"), "issue": rapid.Bool().Draw(rt, "issue")}, &h.invoices, "_id")
}

// billAgain bills lines of a folio that may have been credited.
func (h *till) billAgain(rt *rapid.T) {
	id := some(rt, "booking", h.bookings)
	folio, ok := h.ask(rt, "GET", apptest.BookingPath(id, "/folio"), nil)
	lines := []string{}
	for _, line := range folio.List("data", "lines") {
		if l := line.(map[string]any); ok && l["status"] == "billed" && l["lineId"] != "" && l["credits"] == "" {
			lines = append(lines, l["lineId"].(string))
		}
	}
	h.made(rt, "/api/invoices/{org}/create", object{"bookingId": id, "issue": rapid.Bool().Draw(rt, "issue"),
		"lineIds": []string{some(rt, "line", lines)}}, &h.invoices, "_id")
}

func (h *till) billLines(rt *rapid.T) {
	body := object{"lines": []object{{"description": "Banquet", "unitPrice": amountOf(rt), "quantity": 3}},
		"buyer": object{"name": "Ravi Das"}, "issue": rapid.Bool().Draw(rt, "issue")}
	if len(h.bookings) > 0 && rapid.Bool().Draw(rt, "on a booking") {
		body["bookingId"] = some(rt, "booking", h.bookings)
	}
	h.made(rt, "/api/invoices/{org}/create", body, &h.invoices, "_id")
}

func (h *till) issue(rt *rapid.T) {
	h.ask(rt, "POST", "/api/invoices/{org}/"+some(rt, "invoice", h.invoices)+"/issue", nil)
}

func (h *till) changeDraft(rt *rapid.T) {
	id := some(rt, "invoice", h.invoices)
	path := "/api/invoices/{org}/" + id
	if rapid.IntRange(0, 3).Draw(rt, "delete") == 0 {
		if _, ok := h.ask(rt, "DELETE", path+"/delete", nil); ok {
			h.invoices = slices.DeleteFunc(h.invoices, func(one string) bool { return one == id })
		}
		return
	}
	h.ask(rt, "PUT", path+"/update", object{"notes": "x",
		"lines": []object{{"description": "Banquet", "unitPrice": amountOf(rt)}}})
}

func (h *till) voidInvoice(rt *rapid.T) {
	h.ask(rt, "POST", "/api/invoices/{org}/"+some(rt, "invoice", h.invoices)+"/void", object{"reason": "x"})
}

func (h *till) credit(rt *rapid.T) {
	body := object{"invoiceId": some(rt, "invoice", h.invoices), "reason": "x"}
	switch rapid.IntRange(0, 2).Draw(rt, "credit") {
	case 0:
		body["amount"] = amountOf(rt)
	case 1:
		body["lines"] = []object{{"position": 0, "amount": amountOf(rt)}}
	}
	h.ask(rt, "POST", "/api/credit-notes/{org}/create", body)
}

func (h *till) spend(rt *rapid.T) {
	h.made(rt, "/api/expenses/{org}/create", object{"vendorId": some(rt, "vendor", h.vendors),
		"category": categoryOf(rt), "amount": amountOf(rt), "tax": amountOf(rt), "method": methodOf(rt),
		"date": h.daySpent(rt)}, &h.expense, "_id")
}

func categoryOf(rt *rapid.T) string {
	return rapid.SampledFrom([]string{"Tea", "Linen"}).Draw(rt, "category")
}

func (h *till) daySpent(rt *rapid.T) string {
	return h.day(-rapid.SampledFrom([]int{0, 1, 3, 13, 14, 50}).Draw(rt, "days ago"))
}

func (h *till) changeExpense(rt *rapid.T) {
	at := rapid.IntRange(0, max(len(h.expense)-1, 0)).Draw(rt, "expense")
	if len(h.expense) == 0 {
		rt.Skip("there is no expense")
	}
	path := "/api/expenses/{org}/" + h.expense[at]
	if rapid.Bool().Draw(rt, "delete") {
		if _, ok := h.ask(rt, "DELETE", path+"/delete", nil); ok {
			h.expense = append(h.expense[:at:at], h.expense[at+1:]...)
		}
		return
	}
	h.ask(rt, "PUT", path+"/update", object{"amount": amountOf(rt), "tax": amountOf(rt),
		"accountId": some(rt, "account", h.accounts), "category": categoryOf(rt),
		"vendorId": some(rt, "vendor", h.vendors), "date": h.daySpent(rt)})
}

func (h *till) arrive(rt *rapid.T) {
	h.ask(rt, "POST", apptest.BookingPath(some(rt, "booking", h.bookings), "/arrival"), nil)
}

func (h *till) checkOut(rt *rapid.T) {
	body := object{}
	if rapid.Bool().Draw(rt, "final amount") {
		body["finalAmount"] = amountOf(rt)
	}
	h.ask(rt, "PUT", apptest.BookingPath(some(rt, "booking", h.bookings), "/checkout"), body)
}

func (h *till) cancel(rt *rapid.T) {
	body := object{"reason": "x", "refundMethod": methodOf(rt)}
	if rapid.Bool().Draw(rt, "charge") {
		body["cancellationCharge"] = amountOf(rt)
	}
	if rapid.Bool().Draw(rt, "give back") {
		body["refundAmount"] = amountOf(rt)
	}
	h.ask(rt, "PUT", apptest.BookingPath(some(rt, "booking", h.bookings), "/cancel"), body)
}

func (h *till) reinstate(rt *rapid.T) {
	h.ask(rt, "POST", apptest.BookingPath(some(rt, "booking", h.bookings), "/reinstate"), nil)
}

func (h *till) settings(rt *rapid.T) {
	h.ask(rt, "PUT", "/api/accounts/{org}/settings", object{"pricesIncludeTax": rapid.Bool().Draw(rt, "inclusive"),
		"issueAtCheckout": rapid.Bool().Draw(rt, "issue at checkout"),
		"roundToWhole":    rapid.Bool().Draw(rt, "round"), "dueDays": rapid.IntRange(0, 30).Draw(rt, "due days")})
}

func (h *till) closeDay(rt *rapid.T) {
	h.ask(rt, "POST", "/api/bookings/{org}/night-audit", object{"date": h.day(-rapid.IntRange(0, 1).Draw(rt, "days ago")),
		"markNoShows": rapid.Bool().Draw(rt, "no-shows")})
}

func (h *till) nextDay(rt *rapid.T) {
	if h.days += rapid.SampledFrom([]int{1, 1, 1, 9}).Draw(rt, "days"); h.days > 40 {
		rt.Skip("enough days")
	}
	h.desk.Server.Clock.Set(h.today())
	h.desk = h.desk.Refreshed()
}
