package creditnote_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
)

// Two hotels do the same, and one of them rounds its invoices. However invoices are made, voided and credited, and
// whatever becomes of the stay, the hotel that rounds ends where the other one does, but for the rounding of invoices
// of which something is left: what nights, extras and cancelling cost is the same, each line is credited alike, and the
// balance differs by just that rounding. What a dry run tells is what the change then makes.
func TestRoundingChangesNothingElse(t *testing.T) {
	apptest.RapidDefault(t, "checks", "12")
	apptest.RapidDefault(t, "steps", "60")
	apptest.RapidDefault(t, "nofailfile", "true")
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		done := 0
		rapid.Check(t, func(rt *rapid.T) {
			s.Clock.Set(apptest.Noon)
			h := openTwins(rt, owner.Refreshed())
			rt.Repeat(map[string]func(*rapid.T){
				"":                 h.compare,
				"arrive":           func(*rapid.T) { h.both("POST", "/arrival", object{}) },
				"next day":         h.nextDay,
				"close the day":    h.closeDay,
				"stay":             h.stay,
				"price of a night": h.price,
				"charge":           h.charge,
				"pay":              h.pay,
				"pay again":        h.pay,
				"give back":        h.giveBack,
				"bill":             h.bill,
				"bill lines":       h.billLines,
				"bill again":       h.billAgain,
				"issue":            h.issue,
				"void":             h.void,
				"credit amount":    h.creditAmount,
				"credit the rest":  h.creditRest,
				"credit line":      h.creditLine,
				"credit lines":     h.creditLines,
				"credit part":      h.creditPart,
				"credit whole":     h.creditWhole,
				"cancel":           h.cancel,
				"no-show":          h.noShow,
				"reinstate":        h.reinstate,
				"check out":        h.checkOut,
				"leave":            h.checkOut,
			})
			for _, c := range h.hotels {
				apptest.BooksBalance(rt, s.Login(c.Org, c.Email))
			}
			done += h.done
		})
		t.Logf("%d operations were done", done)
	})
}

// twins are two hotels with one booking each. Of lists of two the first is of the hotel that rounds.
type twins struct {
	rt      *rapid.T
	hotels  [2]*apptest.Caller
	booking [2]string
	rooms   [2][]string
	invoice [][2]string
	payment [][2]string
	before  map[string]bool // the invoices that were issued before the booking was cancelled
	apart   bool            // a line that differs was billed or credited: from then on only the books are looked at
	done    int
}

func openTwins(rt *rapid.T, owner *apptest.Caller) *twins {
	h := &twins{rt: rt}
	billing := object{"pricesIncludeTax": rapid.Bool().Draw(rt, "inclusive"),
		"issueAtCheckout": rapid.Bool().Draw(rt, "issue at check-out")}
	rates := []any{paise(rt, "rate", 100_00, 9_000_00), paise(rt, "rate", 100_00, 9_000_00)}
	for n := range h.hotels {
		c := owner.AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"}).Refreshed()
		c.SetBilling(billing.Merged(object{"roundToWhole": n == 0}))
		h.hotels[n], h.rooms[n] = c, c.CreateRooms(2)
		body := apptest.Stay("2026-04-14", "2026-04-17", h.rooms[n]...)
		for i, entry := range body["rooms"].([]object) {
			entry["ratePerNight"] = rates[i]
		}
		h.booking[n] = c.Post("/api/bookings/{org}/create", body).Want(201).Text("data", "bookingId")
	}
	return h
}

// paise draws an amount.
func paise(rt *rapid.T, name string, least, most int64) json.Number {
	return rupees(rapid.Int64Range(least, max(least, most)).Draw(rt, name))
}

func rupees(a int64) json.Number {
	if a < 0 {
		return "-" + rupees(-a)
	}
	return json.Number(fmt.Sprintf("%d.%02d", a/100, a%100))
}

// each sends a request to both hotels. They must answer alike.
func (h *twins) each(method string, request func(n int) (path string, body any)) (answers [2]apptest.Answer, ok bool) {
	h.rt.Helper()
	for n, c := range h.hotels {
		path, body := request(n)
		a, err := c.Try(method, path, body)
		if err != nil {
			h.rt.Fatal(err)
		}
		h.rt.Logf("%s %s %v: %d %.300s", method, path, body, a.Status, a.Raw)
		if answers[n] = a; a.Status != 200 && a.Status != 201 && a.Status != 400 {
			h.rt.Fatalf("%s %s %v: %d %s", method, path, body, a.Status, a.Raw)
		}
	}
	if answers[0].Status != answers[1].Status && !h.apart {
		h.rt.Fatalf("%s: with rounding %s\nwithout %s", method, answers[0].Raw, answers[1].Raw)
	}
	if ok = max(answers[0].Status, answers[1].Status) < 400; ok && method != "GET" {
		h.done++
	}
	return answers, ok
}

// both sends the same request about the bookings.
func (h *twins) both(method, rest string, body any) ([2]apptest.Answer, bool) {
	h.rt.Helper()
	return h.each(method, func(n int) (string, any) { return apptest.BookingPath(h.booking[n], rest), body })
}

func (h *twins) read(rest string) [2]apptest.Answer {
	h.rt.Helper()
	answers, _ := h.both("GET", rest, nil)
	return answers
}

func (h *twins) readInvoice(at int) [2]apptest.Answer {
	h.rt.Helper()
	answers, ok := h.each("GET", func(n int) (string, any) { return apptest.Invoices + "/" + h.invoice[at][n], nil })
	if !ok {
		h.rt.Fatalf("an invoice is gone: %s", answers[0].Raw)
	}
	return answers
}

// findInvoices notes the invoices that both hotels have, the oldest first.
func (h *twins) findInvoices() {
	h.rt.Helper()
	lists, _ := h.each("GET", func(n int) (string, any) {
		return apptest.Invoices + "/list?limit=100&bookingId=" + h.booking[n], nil
	})
	h.invoice = nil
	made := [2]int{len(lists[0].List("data")), len(lists[1].List("data"))}
	if made[0] != made[1] && !h.apart {
		h.rt.Fatalf("other invoices\nwith rounding %s\nwithout %s", lists[0].Raw, lists[1].Raw)
	}
	for i := range min(made[0], made[1]) {
		h.invoice = append(h.invoice, [2]string{lists[0].Text("data", made[0]-1-i, "_id"),
			lists[1].Text("data", made[1]-1-i, "_id")})
	}
}

// standing is the rounding of an invoice of which something is left, by its lines.
func (h *twins) standing(i apptest.Answer) (rounding int64) {
	h.rt.Helper()
	var sum, credited int64
	for n := range i.List("data", "lines") {
		sum += apptest.Paise(i.At("data", "lines", n, "totalAmount"))
		credited += apptest.Paise(i.At("data", "lines", n, "credited"))
	}
	rounding = (sum+50)/100*100 - sum
	gone := int64(0)
	if credited == sum && i.At("data", "status") != "draft" {
		gone = rounding
	}
	for name, want := range map[string]int64{"rounding": rounding, "totalAmount": sum + rounding,
		"amountCredited": credited + gone} {
		if got := apptest.Paise(i.At("data", name)); got != want {
			h.rt.Fatalf("%s is %d, want %d: %s", name, got, want, i.Raw)
		}
	}
	if status := i.Text("data", "status"); status == "draft" || status == "void" {
		return 0
	}
	return rounding - gone
}

// rounding is what stands of the rounding of all invoices, and of those that were issued before the booking was
// cancelled: what is kept of its payments is so much less where it is rounded.
func (h *twins) rounding() (all, before int64) {
	h.rt.Helper()
	h.findInvoices()
	for at := range h.invoice {
		i := h.readInvoice(at)[0]
		rounding := h.standing(i)
		if all += rounding; h.before[i.Text("data", "_id")] {
			before += rounding
		}
	}
	return all, before
}

// compare compares the two hotels.
func (h *twins) compare(rt *rapid.T) {
	h.rt = rt
	if !h.apart {
		all, before := h.rounding()
		if h.compareBookings(all, before); before == 0 {
			h.compareInvoices()
		}
	}
	for n, c := range h.hotels {
		c.CheckedFolio(h.booking[n])
		apptest.BooksHold(rt, c)
	}
}

func (h *twins) compareInvoices() {
	h.rt.Helper()
	for at := range h.invoice {
		i := h.readInvoice(at)
		if i[0].At("data", "status") == "draft" != (i[1].At("data", "status") == "draft") {
			h.rt.Fatalf("the status of\n%s\nand\n%s", i[0].Raw, i[1].Raw)
		}
		for n := range i[1].List("data", "lines") {
			for _, name := range []string{"description", "totalAmount", "credited", "taxAmount"} {
				if a, b := i[0].At("data", "lines", n, name), i[1].At("data", "lines", n, name); a != b {
					h.rt.Fatalf("%s of line %d: %v and %v\n%s\n%s", name, n, a, b, i[0].Raw, i[1].Raw)
				}
			}
		}
	}
}

func (h *twins) compareBookings(rounding, before int64) {
	h.rt.Helper()
	b := h.read("")
	less := int64(0)
	if apptest.Paise(b[1].At("data", "retainedAmount")) > 0 {
		less = before
	}
	for name, by := range map[string]int64{"totalAmount": 0, "extrasAmount": rounding, "paidAmount": 0, "refundAmount": 0,
		"cancellationCharge": 0, "retainedAmount": -less, "balanceDue": rounding - less} {
		got, want := apptest.Paise(b[0].At("data", name)), apptest.Paise(b[1].At("data", name))+by
		if got != want {
			h.rt.Fatalf("%s is %d, want %d\nwith rounding %s\nwithout %s", name, got, want, b[0].Raw, b[1].Raw)
		}
	}
	if b[0].At("data", "status") != b[1].At("data", "status") {
		h.rt.Fatalf("the bookings are\n%s\nand\n%s", b[0].Raw, b[1].Raw)
	}
}

func (h *twins) nextDay(*rapid.T) {
	h.hotels[0].Server.Clock.Advance(24 * time.Hour)
	for n, c := range h.hotels {
		h.hotels[n] = c.Refreshed()
	}
}

func (h *twins) closeDay(rt *rapid.T) {
	h.rt = rt
	noShows := rapid.Bool().Draw(rt, "no-shows")
	h.keeping(func() bool {
		_, ok := h.each("POST", func(int) (string, any) { return apptest.NightAudits, object{"markNoShows": noShows} })
		return ok
	})
}

func (h *twins) stay(rt *rapid.T) {
	h.rt = rt
	out := apptest.Date(rapid.IntRange(1, 6).Draw(rt, "to"))
	dry, _ := h.both("PUT", "/stay?dryRun=true", object{"checkOut": out})
	if _, ok := h.both("PUT", "/stay", object{"checkOut": out}); ok {
		h.sameAsTried(dry[0])
	}
}

func (h *twins) sameAsTried(dry apptest.Answer) {
	h.rt.Helper()
	if b := h.read("")[0]; dry.At("data", "balanceDue") != b.At("data", "balanceDue") {
		h.rt.Fatalf("tried was %s\nand made %s", dry.Raw, b.Raw)
	}
}

func (h *twins) price(rt *rapid.T) {
	h.rt = rt
	room, day := rapid.IntRange(0, 1).Draw(rt, "room"), apptest.Date(rapid.IntRange(0, 4).Draw(rt, "night"))
	amount := paise(rt, "price", 50_00, 9_000_00)
	h.each("PUT", func(n int) (string, any) {
		return apptest.BookingPath(h.booking[n], "/nights"), object{"reason": "x",
			"rates": []object{{"roomId": h.rooms[n][room], "date": day, "amount": amount}}}
	})
}

func (h *twins) charge(rt *rapid.T) {
	h.rt = rt
	body := object{"description": "Tea", "unitPrice": paise(rt, "price", 2_00, 900_00)}
	if rapid.IntRange(0, 3).Draw(rt, "allowance") == 0 {
		body = object{"type": "adjustment", "description": "Sorry", "unitPrice": "-" + paise(rt, "off", 2_00, 300_00)}
	}
	h.tick()
	h.both("POST", "/charges", body)
}

func (h *twins) pay(rt *rapid.T) {
	h.rt = rt
	b := h.read("")
	due := min(apptest.Paise(b[0].At("data", "balanceDue")), apptest.Paise(b[1].At("data", "balanceDue")))
	amount := rapid.Int64Range(1_00, 4_000_00).Draw(rt, "amount")
	if due > 0 && rapid.Bool().Draw(rt, "all") {
		amount = due
	}
	if b[0].At("data", "status") == "cancelled" && amount > due {
		rt.Skip("a cancelled booking takes no more than it owes")
	}
	h.tick()
	paid, ok := h.each("POST", func(n int) (string, any) {
		return apptest.Payments + "/create", object{"bookingId": h.booking[n], "amount": rupees(amount), "method": "cash"}
	})
	if ok {
		h.payment = append(h.payment, [2]string{paid[0].Text("data", "_id"), paid[1].Text("data", "_id")})
	}
}

func (h *twins) giveBack(rt *rapid.T) {
	h.rt = rt
	if len(h.payment) == 0 {
		rt.Skip("nothing is paid")
	}
	p := rapid.SampledFrom(h.payment).Draw(rt, "payment")
	void, amount := rapid.IntRange(0, 3).Draw(rt, "void") == 0, paise(rt, "amount", 1_00, 2_000_00)
	h.tick()
	h.each("POST", func(n int) (string, any) {
		if void {
			return apptest.Payments + "/" + p[n] + "/void", object{"reason": "x"}
		}
		return apptest.Payments + "/" + p[n] + "/refund", object{"amount": amount, "reason": "x"}
	})
	h.tooLittleIsKept()
}

// tick lets a moment pass, so that documents have an order.
func (h *twins) tick() { h.hotels[0].Server.Clock.Advance(time.Second) }

// tooLittleIsKept notes that what is kept can't be less by the rounding, since that would be less than nothing, or that
// it is more than what is billed by the rounding alone, for which only the hotel that rounds has an invoice.
func (h *twins) tooLittleIsKept() {
	if h.before != nil && h.differInNumber() {
		h.apart = true
		return
	}
	b := h.read("")
	kept, of := apptest.Paise(b[0].At("data", "retainedAmount")), apptest.Paise(b[1].At("data", "retainedAmount"))
	if _, before := h.rounding(); kept != of && of-before <= 0 {
		h.apart = true
	}
}

// differInNumber tells whether one hotel has more invoices than the other.
func (h *twins) differInNumber() bool {
	lists, _ := h.each("GET", func(n int) (string, any) {
		return apptest.Invoices + "/list?bookingId=" + h.booking[n], nil
	})
	return lists[0].Number("pagination", "total") != lists[1].Number("pagination", "total")
}

// keeping is an operation that may cancel: what is kept of payments is what is left of them beside the extras and the
// rounding of the invoices issued before.
func (h *twins) keeping(operation func() bool) {
	before := map[string]bool{}
	h.findInvoices()
	for at := range h.invoice {
		if i := h.readInvoice(at)[0]; !isDraft(i) {
			before[i.Text("data", "_id")] = true
		}
	}
	was := h.read("")[0].At("data", "status")
	if !operation() {
		return
	}
	if now := h.read("")[0].At("data", "status"); now == "cancelled" && was != now {
		h.before = before
	}
	h.tooLittleIsKept()
}

func (h *twins) bill(rt *rapid.T) {
	h.rt = rt
	h.tick()
	posted, issue := rapid.Bool().Draw(rt, "posted only"), rapid.Bool().Draw(rt, "issue")
	h.each("POST", func(n int) (string, any) {
		return apptest.Invoices + "/create", object{"bookingId": h.booking[n], "postedOnly": posted, "issue": issue}
	})
}

// lines draws lines of the folio that have this status.
func (h *twins) lines(rt *rapid.T, status string, most int) (picked [][2]string) {
	folios, found := h.read("/folio"), []int{}
	for n := range folios[1].List("data", "lines") {
		line := folios[1].At("data", "lines", n).(map[string]any)
		if line["status"] == status && line["lineId"] != "" {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		rt.Skip("no line is " + status)
	}
	texts := func(f apptest.Answer) (all []string) {
		seen := map[string]int{}
		for at := range f.List("data", "lines") {
			text := fmt.Sprint(f.At("data", "lines", at, "description"), f.At("data", "lines", at, "date"),
				f.At("data", "lines", at, "totalAmount"), f.At("data", "lines", at, "status"))
			all = append(all, fmt.Sprint(text, seen[text])) // of lines alike the same one: both folios have one order
			seen[text]++
		}
		return all
	}
	for _, at := range rapid.SliceOfNDistinct(rapid.SampledFrom(found), 1, most, rapid.ID).Draw(rt, "lines") {
		same := slices.Index(texts(folios[0]), texts(folios[1])[at])
		if same < 0 {
			rt.Skip("what is kept differs")
		}
		picked = append(picked, [2]string{folios[0].Text("data", "lines", same, "lineId"),
			folios[1].Text("data", "lines", at, "lineId")})
	}
	return picked
}

func (h *twins) billNamed(rt *rapid.T, lines [][2]string) {
	h.tick()
	issue := rapid.Bool().Draw(rt, "issue")
	h.each("POST", func(n int) (string, any) {
		ids := []string{}
		for _, l := range lines {
			ids = append(ids, l[n])
		}
		return apptest.Invoices + "/create", object{"bookingId": h.booking[n], "lineIds": ids, "issue": issue}
	})
}

func (h *twins) billLines(rt *rapid.T) {
	h.rt = rt
	h.billNamed(rt, h.lines(rt, "open", 2))
}

func (h *twins) billAgain(rt *rapid.T) {
	h.rt = rt
	h.billNamed(rt, h.lines(rt, "billed", 1))
}

// some draws an invoice with one of these statuses, and reads it.
func (h *twins) some(rt *rapid.T, wanted func(i apptest.Answer) bool) (at int, invoices [2]apptest.Answer) {
	h.rt = rt
	h.findInvoices()
	found := []int{}
	for at := range h.invoice {
		if wanted(h.readInvoice(at)[1]) && wanted(h.readInvoice(at)[0]) {
			found = append(found, at)
		}
	}
	if len(found) == 0 {
		rt.Skip("there is no such invoice")
	}
	at = rapid.SampledFrom(found).Draw(rt, "invoice")
	invoices = h.readInvoice(at)
	if h.apart && len(invoices[0].List("data", "lines")) != len(invoices[1].List("data", "lines")) {
		rt.Skip("other lines were billed")
	}
	return at, invoices
}

func isDraft(i apptest.Answer) bool { return i.At("data", "status") == "draft" }

func isIssued(i apptest.Answer) bool { return !isDraft(i) && i.At("data", "status") != "void" }

func (h *twins) issue(rt *rapid.T) {
	at, _ := h.some(rt, isDraft)
	h.tick()
	h.each("POST", func(n int) (string, any) { return apptest.Invoices + "/" + h.invoice[at][n] + "/issue", nil })
}

func (h *twins) void(rt *rapid.T) {
	at, i := h.some(rt, isIssued)
	if i[0].At("data", "amountPaid") == 0.0 != (i[1].At("data", "amountPaid") == 0.0) {
		rt.Skip("the advances pay one that is nothing when rounded")
	}
	kept := apptest.Paise(h.read("")[1].At("data", "retainedAmount")) != 0
	h.tick()
	_, ok := h.each("POST", func(n int) (string, any) {
		return apptest.Invoices + "/" + h.invoice[at][n] + "/void", object{"reason": "x"}
	})
	if ok && kept && h.before[i[0].Text("data", "_id")] {
		h.apart = true
	}
}

func (h *twins) credit(at int, body object) { h.creditEach(at, [2]object{body, body}) }

func (h *twins) creditEach(at int, bodies [2]object) {
	h.rt.Helper()
	h.tick()
	// A credit that takes back a rounding which was paid before the cancellation changes what is kept: it may find too
	// much billed by it, or leave a draft of the difference. Only the books are compared from here.
	if _, before := h.rounding(); before != 0 {
		h.apart = true
	}
	h.each("POST", func(n int) (string, any) {
		return ofNotes + "/create", object{"invoiceId": h.invoice[at][n], "reason": "x"}.Merged(bodies[n])
	})
	// Lines that are worth as much as the rounded total leave nothing of others worth some paise.
	i := h.readInvoice(at)
	if apptest.Paise(i[0].At("data", "amountCredited")) == apptest.Paise(i[0].At("data", "totalAmount")) {
		rest := apptest.Paise(i[1].At("data", "totalAmount")) - apptest.Paise(i[1].At("data", "amountCredited"))
		h.apart = h.apart || rest != 0 && rest <= 50
	}
}

// creditRest credits, by its amount, all that is left: where it is rounded, of the lines or of the total.
func (h *twins) creditRest(rt *rapid.T) {
	at, i := h.some(rt, isIssued)
	total := func(n int) int64 {
		return apptest.Paise(i[n].At("data", "totalAmount")) - apptest.Paise(i[n].At("data", "amountCredited"))
	}
	lines := int64(0)
	for n := range i[0].List("data", "lines") {
		lines += left(i[0], n)
	}
	if total(1) <= 0 || min(total(0), lines) <= 0 {
		rt.Skip("nothing is left")
	}
	rest := rapid.Int64Range(min(total(0), lines), max(total(0), lines)).Draw(rt, "rest")
	h.creditEach(at, [2]object{{"amount": rupees(rest)}, {"amount": rupees(total(1))}})
}

func left(i apptest.Answer, line int) int64 {
	return apptest.Paise(i.At("data", "lines", line, "totalAmount")) -
		apptest.Paise(i.At("data", "lines", line, "credited"))
}

func (h *twins) creditAmount(rt *rapid.T) {
	at, i := h.some(rt, isIssued)
	most := min(apptest.Paise(i[0].At("data", "totalAmount"))-apptest.Paise(i[0].At("data", "amountCredited")),
		apptest.Paise(i[1].At("data", "totalAmount"))-apptest.Paise(i[1].At("data", "amountCredited")))
	if most < 3_00 {
		rt.Skip("too little is left")
	}
	h.credit(at, object{"amount": paise(rt, "amount", 1_00, most-2_00)})
}

func (h *twins) creditLine(rt *rapid.T) {
	at, i := h.some(rt, isIssued)
	line := rapid.IntRange(0, len(i[1].List("data", "lines"))-1).Draw(rt, "line")
	h.credit(at, object{"lines": []object{{"position": line}}})
}

func (h *twins) creditLines(rt *rapid.T) {
	at, i := h.some(rt, isIssued)
	var lines []object
	for n := range i[1].List("data", "lines") {
		if left(i[1], n) > 0 && rapid.IntRange(0, 3).Draw(rt, "left out") > 0 {
			lines = append(lines, object{"position": n})
		}
	}
	h.credit(at, object{"lines": lines})
}

func (h *twins) creditPart(rt *rapid.T) {
	at, i := h.some(rt, isIssued)
	line := rapid.IntRange(0, len(i[1].List("data", "lines"))-1).Draw(rt, "line")
	if left(i[1], line) < 4_00 || left(i[0], line) < 4_00 {
		rt.Skip("too little is left")
	}
	h.credit(at, object{"lines": []object{{"position": line, "amount": paise(rt, "part", 1_00,
		min(left(i[0], line), left(i[1], line))-2_00)}}})
}

func (h *twins) creditWhole(rt *rapid.T) {
	at, _ := h.some(rt, isIssued)
	h.credit(at, object{})
}

func (h *twins) cancel(rt *rapid.T) {
	h.rt = rt
	body := object{"reason": "x"}
	if rapid.Bool().Draw(rt, "charged") {
		body["cancellationCharge"] = paise(rt, "charge", 10_00, 2_000_00)
	} else if rapid.Bool().Draw(rt, "said") {
		body["refundAmount"] = paise(rt, "refund", 0, 1_000_00)
	}
	h.called("PUT", "/cancel", body)
}

func (h *twins) noShow(rt *rapid.T) {
	h.rt = rt
	h.called("POST", "/no-show", object{})
}

func (h *twins) called(method, path string, body object) {
	h.rt.Helper()
	h.tick()
	h.keeping(func() bool {
		dry, _ := h.both(method, path+"?dryRun=true", body)
		_, ok := h.both(method, path, body)
		if ok {
			h.sameAsTried(dry[0])
		}
		return ok
	})
}

func (h *twins) reinstate(rt *rapid.T) {
	h.rt = rt
	h.tick()
	if _, ok := h.both("POST", "/reinstate", nil); ok {
		h.before = nil
	}
}

func (h *twins) checkOut(rt *rapid.T) {
	h.rt = rt
	bodies := [2]object{{}, {}}
	if rapid.Bool().Draw(rt, "final") && !h.apart {
		amount, by := rapid.Int64Range(500_00, 30_000_00).Draw(rt, "amount"), [2]int64{}
		by[0], _ = h.rounding() // the whole bill has it
		for n := range bodies {
			bodies[n]["finalAmount"] = rupees(amount + by[n])
		}
	}
	h.tick()
	h.each("PUT", func(n int) (string, any) { return apptest.BookingPath(h.booking[n], "/checkout"), bodies[n] })
}
