package elevendays_test

import "sarai/internal/app/apptest"

// cancellation is what is said when a booking is cancelled; nil of an amount is silence.
type cancellation struct {
	noShow         bool
	charge, refund *paise
}

func said(amount paise) *paise { return &amount }

// cancel cancels a booking, or marks it as a no-show.
func (h *hotel) cancel(b *booking, c cancellation) {
	h.t.Helper()
	body, method, path := object{"reason": "Change of plans"}, "PUT", "/cancel"
	if c.noShow {
		method, path = "POST", "/no-show"
	}
	if c.charge != nil {
		body["cancellationCharge"] = rupees(*c.charge)
	}
	if c.refund != nil {
		body["refundAmount"], body["refundMethod"] = rupees(*c.refund), "upi"
	}
	a := h.desk.Do(method, apptest.BookingPath(b.id, path), body).Want(200)
	if c.refund != nil {
		h.giveBackMoney(b, *c.refund-b.refunded)
	}
	h.callOff(b, c)
	h.money(b.code+" cancelled, charge", a.At("data", "cancellationCharge"), b.charge)
	h.money(b.code+" cancelled, retained", a.At("data", "retainedAmount"), b.retained)
	h.money(b.code+" cancelled, refunded", a.At("data", "refundAmount"), b.refunded)
	h.followRetained(b)
}

// callOff takes the nights of a cancelled booking back, and charges what cancelling costs.
func (l *ledger) callOff(b *booking, c cancellation) {
	for _, n := range b.nights {
		if n.line != nil {
			l.reverse(b, n.line)
			n.line = nil
		}
	}
	for _, x := range b.openLines() {
		if x.kind == "adjustment" && !x.lodging && x.total() < 0 { // an allowance
			l.reverse(b, x)
		}
	}
	for _, p := range b.places {
		p.left = true
	}
	b.status, b.noShow, b.stale = "cancelled", c.noShow, true
	if c.charge != nil {
		b.charge = *c.charge
		l.chargeRetained(b, *c.charge)
		return
	}
	if kept := max(0, b.paid-b.refunded-max(0, b.extras())); (c.noShow || c.refund != nil) && kept > 0 {
		l.includeTax(b)
		b.retained = kept
		l.chargeRetained(b, kept)
	}
}

// chargeRetained charges what is kept at the rates of the nights that it stands for: in proportion to their prices, a
// line for each rate. It knows two rates, since the law has no more.
func (l *ledger) chargeRetained(b *booking, kept paise) {
	room, first := b.nights[0].room, nightRate(b.nights[0].price, b.inclusive)
	var all, ofFirst paise
	other := first
	for _, n := range b.nights {
		if all += n.price; nightRate(n.price, b.inclusive) == first {
			ofFirst += n.price
		} else {
			other = nightRate(n.price, b.inclusive)
		}
		if n.room != room {
			room = "" // of several rooms it names none
		}
	}
	part := divided(kept*ofFirst, all)
	for _, each := range []struct {
		amount paise
		rate   int64
	}{{part, first}, {kept - part, other}} {
		if each.amount != 0 {
			l.post(b, &line{taxed: charged(each.amount, b.inclusive, "gst", each.rate), kind: "retained", lodging: true,
				sac: "996311", room: room, of: l.today})
		}
	}
}

// giveBackMoney refunds what a booking has paid, the newest payment first, by UPI.
func (h *hotel) giveBackMoney(b *booking, amount paise) {
	refunds := h.desk.Get(apptest.Payments + "/list?bookingId=" + b.id + "&limit=100").Want(200)
	known := len(h.payments)
	for i := known - 1; i >= 0 && amount > 0; i-- {
		p := h.payments[i]
		for _, each := range p.parts {
			if now := min(amount, each.amount); each.booking == b && now > 0 {
				h.refund(p, now, refundOf(refunds, p.id), "upi")
				amount -= now
			}
		}
	}
}

// refundOf is the id of the refund, in an answered list, that gave a payment back.
func refundOf(list apptest.Answer, payment string) string {
	for i := range list.List("data") {
		if list.At("data", i, "refundOf") == payment {
			return list.Text("data", i, "_id")
		}
	}
	list.T.Fatalf("there is no refund of %s: %s", payment, list.Raw)
	return ""
}

// followRetained notes the draft of what was retained.
func (h *hotel) followRetained(b *booking) {
	h.t.Helper()
	if len(b.openLines()) == 0 {
		return
	}
	var ids []any
	list := h.desk.InvoicesOf(b.id)
	for i := range list.List("data") {
		if list.At("data", i, "status") != "void" {
			ids = append(ids, list.At("data", i, "_id"))
		}
	}
	h.drafted(b, ids)
}

// reinstate undoes a cancellation for which nothing was kept.
func (h *hotel) reinstate(b *booking) {
	h.desk.Post(apptest.BookingPath(b.id, "/reinstate"), object{}).Want(200)
	b.status, b.noShow, b.stale = "confirmed", false, true
	for _, p := range b.places {
		p.left = false
	}
}

// keepLess refunds a part of a payment of a no-show: what is retained falls, and its draft with it; what was issued is
// credited.
func (h *hotel) keepLess(b *booking, p *payment, amount paise) {
	h.t.Helper()
	h.giveBackPart(p, amount)
	b.retained -= amount
	for _, x := range b.lines {
		if x.kind != "retained" || x.gone || x.takes != nil {
			continue
		}
		i := x.invoice
		if i.status == "issued" {
			b.gone = append(b.gone, x)
			h.credit(i, []take{{i.lineOf(x), amount}})
			b.gone = nil
			return
		}
		x.invoice, i.lines = nil, nil
		h.reverse(b, x)
		h.chargeRetained(b, b.retained)
		i.bill(b.openLines())
		return
	}
}
