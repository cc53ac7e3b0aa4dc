package elevendays_test

import (
	"slices"

	"fmt"

	"sarai/internal/app/apptest"
)

// take takes a payment for a booking.
func (h *hotel) take(b *booking, method string, amount paise) *payment {
	h.t.Helper()
	h.tick()
	a := h.desk.Pay(object{"bookingId": b.id, "method": method, "amount": rupees(amount)}).Want(201)
	p := h.pay(a.Text("data", "_id"), method, part{booking: b, amount: amount})
	h.same("the day of a payment", a.At("data", "date"), p.posted)
	h.money("what of it is an advance", a.At("data", "advanceAmount"), p.advance())
	return p
}

// takeForAll takes one payment for several bookings.
func (h *hotel) takeForAll(method string, of []*booking) {
	h.t.Helper()
	h.tick()
	var parts []part
	var allocations []object
	var sum paise
	for _, b := range of {
		amount := b.due()
		parts = append(parts, part{booking: b, amount: amount})
		allocations = append(allocations, object{"bookingId": b.id, "amount": rupees(amount)})
		sum += amount
	}
	a := h.desk.Pay(object{"method": method, "amount": rupees(sum), "allocations": allocations}).Want(201)
	h.pay(a.Text("data", "_id"), method, parts...)
}

// giveBackPart refunds a part of a payment by its own method.
func (h *hotel) giveBackPart(p *payment, amount paise) {
	h.t.Helper()
	h.tick()
	a := h.desk.Post(apptest.Payments+"/"+p.id+"/refund", object{"amount": rupees(amount), "reason": "Left a day early"}).
		Want(201)
	h.refund(p, amount, a.Text("data", "_id"), p.method)
	h.same("the day of a refund", a.At("data", "date"), h.business())
}

// typedWrong takes a payment and voids it.
func (h *hotel) typedWrong(b *booking, method string, amount paise) {
	h.t.Helper()
	p := h.take(b, method, amount)
	h.desk.Post(apptest.Payments+"/"+p.id+"/void", object{"reason": "Typed twice"}).Want(200)
	h.voidPayment(p)
}

// takeFor takes a payment for an invoice.
func (h *hotel) takeFor(i *invoice, method string, amount paise) *payment {
	h.t.Helper()
	h.tick()
	a := h.desk.Pay(object{"invoiceId": i.id, "method": method, "amount": rupees(amount)}).Want(201)
	return h.payInvoice(a.Text("data", "_id"), method, i, amount)
}

// use applies nobody's advance to an invoice.
func (h *hotel) use(p *payment, i *invoice, amount paise) {
	h.t.Helper()
	h.desk.Post(apptest.Payments+"/"+p.id+"/apply", object{"invoiceId": i.id, "amount": rupees(amount)}).Want(200)
	h.apply(p, i, amount)
}

// takeLate enters a payment that was received at noon of a day that is open still.
func (h *hotel) takeLate(b *booking, method string, amount paise, day string) {
	h.t.Helper()
	a := h.desk.Pay(object{"bookingId": b.id, "method": method, "amount": rupees(amount),
		"receivedAt": day + "T12:00:00+05:30"}).Want(201)
	p := h.pay(a.Text("data", "_id"), method, part{booking: b, amount: amount})
	p.posted = day
	for i := range 2 { // both sides of its posting
		h.entries[len(h.entries)-1-i].day = day
	}
}

// send issues a draft, to another buyer if the booking has one.
func (h *hotel) send(i *invoice) {
	h.t.Helper()
	h.tick()
	if i == nil {
		return
	}
	if to := i.booking.wants; to != nil {
		i.buyer = *to
		h.desk.Put(apptest.Invoices+"/"+i.id+"/update", object{"buyer": to.body()}).Want(200)
	}
	a := h.desk.Post(apptest.Invoices+"/"+i.id+"/issue", nil).Want(200)
	h.issue(i)
	h.compareInvoice(a.At("data").(map[string]any), i)
}

// body names the buyer. Who has no GSTIN says so, or the one of the booking's guest or company would stay.
func (b buyer) body() object {
	body := object{"name": b.name, "gstin": nil}
	if b.gstin != "" {
		body["gstin"] = b.gstin
	}
	return body
}

// billLines makes an invoice of some lines of a folio to somebody, and issues it.
func (h *hotel) billLines(b *booking, to buyer, lines []*line) *invoice {
	h.t.Helper()
	h.tick()
	var ids []string
	for _, x := range lines {
		ids = append(ids, x.id)
	}
	a := h.desk.CreateInvoice(object{"bookingId": b.id, "lineIds": ids, "buyer": to.body(), "issue": true,
		"applyAdvances": true}) // the group's advance is for its first invoice
	left := slices.ContainsFunc(b.lines, func(x *line) bool {
		return x.takes == nil && !x.gone && x.credits == nil && !slices.Contains(lines, x)
	})
	i := h.draft(b, a.Text("data", "_id"), to, lines)
	i.split = left
	h.issue(i)
	h.compareInvoice(a.At("data").(map[string]any), i)
	return i
}

// billAhead makes an invoice of a whole stay, nights to come among them, and issues it.
func (h *hotel) billAhead(b *booking, to buyer) *invoice {
	h.t.Helper()
	h.tick()
	a := h.desk.CreateInvoice(object{"bookingId": b.id, "buyer": to.body(), "issue": true})
	h.postNights(b, b.out)
	i := h.draft(b, a.Text("data", "_id"), to, b.openLines())
	h.issue(i)
	h.compareInvoice(a.At("data").(map[string]any), i)
	return i
}

// billHall bills something without a booking: lines with the tax inside.
func (h *hotel) billHall(to buyer, price paise) *invoice {
	h.t.Helper()
	h.tick()
	a := h.desk.CreateInvoice(object{"buyer": to.body(), "issue": true, "lines": []object{{"description": "Banquet",
		"unitPrice": rupees(price), "taxId": h.taxes[dinner.tax]}}})
	i := &invoice{id: a.Text("data", "_id"), status: "draft", buyer: to,
		lines: []*billed{{taxed: charged(price, true, dinner.kind, dinner.rate), sac: dinner.sac}}}
	h.invoices = append(h.invoices, i)
	h.issue(i)
	h.compareInvoice(a.At("data").(map[string]any), i)
	return i
}

// annul voids an invoice, and leaves its lines to be billed again.
func (h *hotel) annul(i *invoice) {
	h.t.Helper()
	h.desk.Post(apptest.Invoices+"/"+i.id+"/void", object{"reason": "Billed to the wrong company"}).Want(200)
	h.voidInvoice(i)
}

// creditNote credits an invoice as the body says, and compares the note.
func (h *hotel) creditNote(i *invoice, body object, takes []take) {
	h.t.Helper()
	h.tick()
	body = body.Merged(object{"invoiceId": i.id, "reason": "The air conditioning failed"})
	a := h.desk.Post("/api/credit-notes/{org}/create", body).Want(201)
	n := h.credit(i, takes)
	h.compareNote(a.At("data").(map[string]any), n)
}

// creditNights credits nights of an invoice as a whole.
func (h *hotel) creditNights(i *invoice, nights ...*night) {
	var named []object
	var takes []take
	for _, n := range nights {
		named = append(named, object{"date": n.day, "roomId": n.room})
		x := i.lineOf(n.line)
		takes = append(takes, take{x, x.total() - x.credited.total()})
	}
	h.creditNote(i, object{"lines": []object{{"nights": named}}}, takes)
}

// creditLine credits a line of a folio as a whole.
func (h *hotel) creditLine(i *invoice, x *line) {
	h.creditNote(i, object{"lines": []object{{"lineId": x.id}}}, []take{{i.lineOf(x), x.total()}})
}

// creditPart credits a part of one line, which its position names.
func (h *hotel) creditPart(i *invoice, at int, amount paise) {
	h.creditNote(i, object{"lines": []object{{"position": at, "amount": rupees(amount)}}},
		[]take{{i.lines[at], amount}})
}

// creditAmount credits an amount over all lines, which must be alike.
func (h *hotel) creditAmount(i *invoice, amount paise) {
	h.t.Helper()
	var takes []take
	for _, x := range i.lines {
		takes = append(takes, take{x, amount / int64(len(i.lines))})
		if x.taxed != i.lines[0].taxed || amount%int64(len(i.lines)) != 0 {
			h.t.Fatal("the script spreads a credit over lines that differ")
		}
	}
	h.creditNote(i, object{"amount": rupees(amount)}, takes)
}

// creditAll credits all that is left of an invoice.
func (h *hotel) creditAll(i *invoice) {
	var takes []take
	for _, x := range i.lines {
		if rest := x.total() - x.credited.total(); rest != 0 {
			takes = append(takes, take{x, rest})
		}
	}
	h.creditNote(i, object{}, takes)
}

func (i *invoice) lineOf(x *line) *billed {
	for _, each := range i.lines {
		if each.of == x {
			return each
		}
	}
	panic("the invoice doesn't have the line")
}

// expense is a supplier's bill.
type expense struct {
	id, day, posted, method string
	amount, tax             paise
}

// buy enters a supplier's bill of a day.
func (h *hotel) buy(category, day, method string, amount, tax paise) *expense {
	h.t.Helper()
	a := h.desk.Post("/api/expenses/{org}/create", object{"category": category, "date": day, "method": method,
		"amount": rupees(amount), "tax": rupees(tax)}).Want(201)
	h.same("the day of an expense", a.At("data", "postedOn"), h.postedOn(day))
	h.spend(day, method, amount, tax, 1)
	return &expense{a.Text("data", "_id"), day, h.postedOn(day), method, amount, tax}
}

// correct gives a bill other amounts: the old posting is taken back and a new one made.
func (h *hotel) correct(e *expense, amount, tax paise) {
	h.t.Helper()
	h.desk.Put("/api/expenses/{org}/"+e.id+"/update", object{"amount": rupees(amount), "tax": rupees(tax)}).Want(200)
	h.spend(e.posted, e.method, e.amount, e.tax, -1)
	h.spend(e.day, e.method, amount, tax, 1)
	e.posted, e.amount, e.tax = h.postedOn(e.day), amount, tax
}

// drop deletes a bill.
func (h *hotel) drop(e *expense) {
	h.t.Helper()
	h.desk.Delete("/api/expenses/{org}/" + e.id + "/delete").Want(200)
	h.spend(e.posted, e.method, e.amount, e.tax, -1)
}

// transfer moves money from one account to another.
func (h *hotel) transfer(from, to string, amount paise) {
	h.t.Helper()
	h.desk.Post("/api/accounts/{org}/transfer", object{"fromAccountId": h.account[from], "toAccountId": h.account[to],
		"amount": rupees(amount)}).Want(201)
	h.enter(h.business(), map[string]paise{from: -amount, to: amount})
}

// figure is something that is compared, by name.
type figure struct {
	name string
	want any
}

// same compares a figure. After many differences the rest wouldn't tell more.
func (h *hotel) same(name string, got, want any) {
	h.t.Helper()
	h.compared++
	if fmt.Sprint(got) == fmt.Sprint(want) {
		return
	}
	h.t.Errorf("%s on %s: %v, but by the ledger %v", name, h.today, got, want)
	if h.wrong++; h.wrong == 25 {
		h.t.Fatal("and so on")
	}
}

// money compares an amount.
func (h *hotel) money(name string, got any, want paise) {
	h.t.Helper()
	number, ok := got.(float64)
	if !ok {
		h.t.Fatalf("%s is no amount: %v", name, got)
	}
	h.same(name, apptest.Paise(number), want)
}
