package elevendays_test

import (
	"fmt"
	"slices"
	"strings"
)

// buyer is who an invoice is made out to.
type buyer struct{ name, gstin string }

// payment is money that came in, with what it is for now.
type payment struct {
	id, method, posted string
	amount, refunded   paise
	void               bool
	parts              []part
	refundOf           *payment
}

// part is what of a payment is for a booking's invoice, or its advance.
type part struct {
	booking *booking
	invoice *invoice // nil: an advance
	amount  paise
}

// invoice is a draft, an issued or a void invoice.
type invoice struct {
	id, number, date, due string
	status                string // draft, issued or void
	booking               *booking
	buyer                 buyer
	lines                 []*billed
	paid                  paise
	split                 bool // others may pay for the rest of the folio: payments for the booking leave it alone
}

// billed is a line of an invoice, with what credit notes have taken off it.
type billed struct {
	taxed
	of       *line // nil: on no folio
	sac      string
	lodging  bool
	credited taxed
}

// note is a credit note.
type note struct {
	number, date, posted string
	invoice              *invoice
	lines                []*billed // what it takes back, as amounts above zero
}

func (i *invoice) total() (sum paise) {
	for _, x := range i.lines {
		sum += x.total()
	}
	return sum
}

func (i *invoice) creditedTotal() (sum paise) {
	for _, x := range i.lines {
		sum += x.credited.total()
	}
	return sum
}

func (i *invoice) owed() paise {
	if i.status != "issued" {
		return 0
	}
	return i.total() - i.creditedTotal() - i.paid
}

// shown is the status that documents show.
func (i *invoice) shown() string {
	switch {
	case i.status == "issued" && i.owed() == 0:
		return "paid"
	case i.status == "issued" && i.paid > 0:
		return "partially_paid"
	}
	return i.status
}

func (n *note) total() (sum paise) {
	for _, x := range n.lines {
		sum += x.total()
	}
	return sum
}

// accounts are where the money of a method is.
var accounts = map[string]string{"cash": "cash", "other": "cash", "card": "card", "upi": "upi", "ota": "ota",
	"bank_transfer": "bank"}

// pay takes a payment for bookings: each pays its issued invoices first, the oldest due first.
func (l *ledger) pay(id, method string, of ...part) *payment {
	p := &payment{id: id, method: method, posted: l.business()}
	for _, each := range of {
		p.amount += each.amount
		each.booking.paid += each.amount
		each.booking.stale = true
		rest := each.amount
		owing := slices.Clone(l.invoices)
		slices.SortStableFunc(owing, func(a, b *invoice) int { return strings.Compare(a.due, b.due) })
		for _, i := range owing {
			if i.booking == each.booking && !i.split && i.owed() > 0 && rest > 0 {
				now := min(rest, i.owed())
				i.paid, rest = i.paid+now, rest-now
				p.parts = append(p.parts, part{each.booking, i, now})
			}
		}
		if rest > 0 {
			p.parts = append(p.parts, part{each.booking, nil, rest})
		}
	}
	l.payments = append(l.payments, p)
	l.enter(p.posted, map[string]paise{accounts[method]: p.amount, "guests": -p.amount})
	return p
}

// payInvoice takes a payment for an invoice; what it doesn't owe is an advance of its booking, or nobody's.
func (l *ledger) payInvoice(id, method string, i *invoice, amount paise) *payment {
	now := min(amount, i.owed())
	p := &payment{id: id, method: method, posted: l.business(), amount: amount, parts: []part{{i.booking, i, now}}}
	if amount > now {
		p.parts = append(p.parts, part{i.booking, nil, amount - now})
	}
	i.paid += now
	if i.booking != nil {
		i.booking.paid += amount
		i.booking.stale = true
	}
	l.payments = append(l.payments, p)
	l.enter(p.posted, map[string]paise{accounts[method]: amount, "guests": -amount})
	return p
}

// apply uses nobody's advance for an invoice: it becomes a payment of the invoice's booking.
func (l *ledger) apply(p *payment, i *invoice, amount paise) {
	for n := range p.parts {
		if p.parts[n].invoice == nil && p.parts[n].booking == nil {
			p.parts[n].amount -= amount
		}
	}
	p.parts = append(p.parts, part{i.booking, i, amount})
	i.paid += amount
	i.booking.paid += amount
	i.booking.stale = true
}

// voidPayment takes back what was typed wrong.
func (l *ledger) voidPayment(p *payment) {
	for _, each := range p.parts {
		each.booking.paid -= each.amount
		each.booking.stale = true
		if each.invoice != nil {
			each.invoice.paid -= each.amount
		}
	}
	p.void, p.parts = true, nil
	l.enter(p.posted, map[string]paise{accounts[p.method]: -p.amount, "guests": p.amount})
}

// refund gives back a part of a payment: of its advance first, then of what invoices were paid with it.
func (l *ledger) refund(p *payment, amount paise, id, method string) {
	rest := amount
	for _, advances := range []bool{true, false} {
		for i := len(p.parts) - 1; i >= 0; i-- {
			each := &p.parts[i]
			if (each.invoice == nil) != advances {
				continue
			}
			now := min(rest, each.amount)
			each.amount, rest = each.amount-now, rest-now
			each.booking.refunded += now
			each.booking.stale = true
			if each.invoice != nil {
				each.invoice.paid -= now
			}
		}
	}
	p.refunded += amount
	back := &payment{id: id, method: method, posted: l.business(), amount: amount, refundOf: p}
	l.payments = append(l.payments, back)
	l.enter(back.posted, map[string]paise{accounts[method]: -amount, "guests": amount})
}

// draft puts the lines of a folio on an invoice.
func (l *ledger) draft(b *booking, id string, to buyer, lines []*line) *invoice {
	i := &invoice{id: id, status: "draft", booking: b, buyer: to}
	i.bill(lines)
	l.invoices = append(l.invoices, i)
	b.stale = true
	return i
}

func (i *invoice) bill(lines []*line) {
	for _, x := range lines {
		x.invoice = i
		i.lines = append(i.lines, &billed{taxed: x.taxed, of: x, sac: x.sac, lodging: x.lodging})
	}
}

// books are the invoice in the books, or with a sign of -1 what takes it back.
func (i *invoice) books(sign int64) map[string]paise {
	all := map[string]paise{}
	for _, x := range i.lines {
		add(all, x.taxed, x.lodging, sign)
	}
	return all
}

func add(all map[string]paise, t taxed, lodging bool, sign int64) {
	sales := "other-sales"
	if lodging {
		sales = "room-sales"
	}
	all["guests"] += sign * t.total()
	all[sales] -= sign * t.value
	all["cgst"] -= sign * t.half
	all["sgst"] -= sign * t.half
	all["other-tax"] -= sign * t.vat
}

// dueDays are how long guests have to pay.
const dueDays = 7

// issue gives a draft its number, and uses the advances of its booking, the oldest first.
func (l *ledger) issue(i *invoice) {
	l.issued++
	i.number, i.status, i.date, i.due = fmt.Sprint("INV-", l.issued), "issued", l.today, plus(l.today, dueDays)
	for _, p := range l.payments {
		for n := range p.parts {
			each := &p.parts[n]
			now := min(each.amount, i.owed())
			if each.invoice != nil || each.booking != i.booking || i.booking == nil || now <= 0 {
				continue
			}
			each.amount -= now
			i.paid += now
			p.parts = append(p.parts, part{i.booking, i, now})
		}
	}
	l.enter(l.postedOn(i.date), i.books(1))
	if i.booking != nil {
		i.booking.stale = true
	}
}

// voidInvoice takes an unpaid invoice back, and opens its lines.
func (l *ledger) voidInvoice(i *invoice) {
	i.status = "void"
	for _, x := range i.lines {
		x.of.invoice = nil
	}
	i.booking.stale = true
	l.enter(l.business(), i.books(-1))
}

// take is how much of a line of an invoice a note takes back, with the tax inside.
type take struct {
	line   *billed
	amount paise
}

// credit makes a credit note. After c of a line's total t, its tax × c ÷ t is credited.
func (l *ledger) credit(i *invoice, takes []take) *note {
	n := &note{number: fmt.Sprint("CN-", len(l.notes)+1), date: l.today, posted: l.business(), invoice: i}
	all := map[string]paise{}
	for _, each := range takes {
		x := each.line
		c, t := x.credited.total()+each.amount, x.total()
		after := taxed{kind: x.kind, rate: x.rate, half: divided(x.half*c, t), vat: divided(x.vat*c, t)}
		after.value = c - after.tax()
		now := after.less(x.credited)
		x.credited = after
		n.lines = append(n.lines, &billed{taxed: now, of: x.of, sac: x.sac, lodging: x.lodging})
		add(all, now, x.lodging, -1)
		if x.of != nil {
			surplus, _ := i.booking.surplus()
			tooMuch := slices.Contains(i.booking.gone, x.of) && surplus > 0
			l.post(i.booking, &line{taxed: now.minus(), kind: "adjustment", lodging: tooMuch, sac: x.sac, room: x.of.room,
				of: max(n.date, x.of.posted), credits: x.of, invoice: i})
		}
	}
	l.notes = append(l.notes, n)
	l.enter(n.posted, all)
	l.unapply(i, -min(0, i.owed()))
	return n
}

// unapply makes what was paid beyond what an invoice still owes an advance again, the newest payment first.
func (l *ledger) unapply(i *invoice, surplus paise) {
	for _, p := range slices.Backward(l.payments) {
		for n := range p.parts {
			if now := min(surplus, p.parts[n].amount); p.parts[n].invoice == i && now > 0 {
				p.parts[n].amount -= now
				i.paid, surplus = i.paid-now, surplus-now
				p.parts = append(p.parts, part{p.parts[n].booking, nil, now})
			}
		}
	}
}

// billAgain opens lines that were credited as a whole: what credits them is taken back.
func (l *ledger) billAgain(b *booking, lines []*line) {
	for _, x := range lines {
		x.invoice = nil
		for _, c := range slices.Clone(b.lines) {
			if c.credits == x && c.takes == nil && !c.gone {
				l.reverse(b, c)
			}
		}
	}
}

// advance is what of a payment no invoice has.
func (p *payment) advance() (sum paise) {
	for _, each := range p.parts {
		if each.invoice == nil {
			sum += each.amount
		}
	}
	return sum
}

// spend pays a bill of a supplier; with a sign of -1 the posting is taken back. The tax is claimed back.
func (l *ledger) spend(day, method string, amount, tax paise, sign int64) {
	l.enter(l.postedOn(day), map[string]paise{"expenses": sign * amount, "input-tax": sign * tax,
		accounts[method]: -sign * (amount + tax)})
}
