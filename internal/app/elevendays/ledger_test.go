package elevendays_test

import "slices"

// ledger is what the hotel's accountant writes down: what was agreed, what was done on which day, and what follows from
// it by the law's text and by the documents of the project. It never reads what the service answers, but for ids.
type ledger struct {
	today, closed string // the calendar day, and the last closed one
	bookings      []*booking
	payments      []*payment
	invoices      []*invoice // with drafts
	notes         []*note
	entries       []entry           // of the double entry books
	since, until  map[string]string // by room: from which day on it is in use, and from which no more
	issued        int               // invoices so far
}

// booking is a stay as the desk has agreed and changed it.
type booking struct {
	id, code, guest, source, meal string
	status                        string
	in, out, booked               string
	inclusive, noShow             bool
	places                        []*place
	nights                        []*night
	lines                         []*line
	gone                          []*line // billed lines of nights that the stay has no more
	rate                          paise   // a night's, where it has no other
	charge, retained              paise
	paid, refunded                paise
	wants                         *buyer // who is billed, where that isn't the guest
	method                        string // how the guest pays
	stale                         bool   // it has changed since its folio was compared
	category                      int    // of rooms that are assigned later
}

// place is a room of a booking, or a part of the stay in it.
type place struct {
	room, from, to string
	left           bool
}

// night is a night in a room at its price, as the booking quotes prices.
type night struct {
	day, room string
	price     paise
	held      bool  // false once it was given back
	line      *line // of the folio; nil until it is posted
	unstayed  bool  // it was given back, and a line charges it
}

// line is a line of a folio. Lines are never changed but for what is noted of them.
type line struct {
	taxed
	kind           string // room-night, service, adjustment or retained
	lodging        bool
	sac, room      string
	of, posted     string // the day that it is of, and the business day on which it was posted
	takes, credits *line  // what a reversal, or a credit note, takes back
	gone           bool   // a reversal has taken it back
	invoice        *invoice
	counted        string // of a night: the day whose report counts it as sold
	id             string // read from the service: documents are asked for by it
}

// entry is one side of a posting in the books.
type entry struct {
	account, day string
	amount       paise
}

// business is the business day: today, or the day after the last closed one if that is later.
func (l *ledger) business() string {
	if l.closed == "" {
		return l.today
	}
	return max(l.today, plus(l.closed, 1))
}

// postedOn is the day on which something of a day is posted: its own while that is open, else the business day.
func (l *ledger) postedOn(of string) string {
	if of > l.closed {
		return of
	}
	return l.business()
}

func (l *ledger) post(b *booking, x *line) *line {
	x.posted = l.postedOn(x.of)
	b.lines = append(b.lines, x)
	b.stale = true
	return x
}

// reverse takes a line back, where it was posted if that day is open.
func (l *ledger) reverse(b *booking, x *line) {
	back := *x
	back.taxed, back.takes, back.invoice, back.id = x.minus(), x, nil, ""
	back.posted = l.postedOn(x.posted)
	if x.counted != "" {
		back.counted = back.posted
	}
	x.gone = true
	b.lines, b.stale = append(b.lines, &back), true
}

// enter writes both sides of a posting.
func (l *ledger) enter(day string, amounts map[string]paise) {
	var sum paise
	for account, amount := range amounts {
		l.entries = append(l.entries, entry{account, day, amount})
		sum += amount
	}
	if sum != 0 {
		panic("the accountant's own entries don't add up")
	}
}

// postNight charges a night to the folio.
func (l *ledger) postNight(b *booking, n *night) {
	n.line = l.post(b, &line{taxed: taxedNight(n.price, b.inclusive), kind: "room-night", lodging: true, sac: "996311",
		room: n.room, of: n.day})
}

// postNights charges the nights until a day, that one included.
func (l *ledger) postNights(b *booking, until string) {
	for _, n := range b.nights {
		if n.held && n.line == nil && n.day <= until {
			l.postNight(b, n)
		}
	}
}

// follow brings the folio of a guest in house up to today.
func (l *ledger) follow(b *booking) {
	b.stale = true
	if b.status == "checked-in" {
		l.postNights(b, l.today)
	}
}

// reprice gives a night another price; what is posted of it is taken back and posted anew.
func (l *ledger) reprice(b *booking, n *night, price paise) {
	if n.price == price {
		return
	}
	n.price, b.stale = price, true
	if n.line != nil {
		l.reverse(b, n.line)
		l.postNight(b, n)
	}
}

// cut takes the nights from a day on off the stay. What is billed of them is a surplus from then on; what was credited
// of them before, as a favour, becomes a part of the rooms' price, by two lines that add up to nothing.
func (l *ledger) cut(b *booking, from string) {
	var stays []*night
	for _, n := range b.nights {
		switch x := n.line; {
		case n.day < from:
			stays = append(stays, n)
		case x != nil && x.invoice != nil:
			b.gone = append(b.gone, x)
			for _, c := range slices.Clone(b.lines) {
				if c.credits == x {
					out, lodged := *c, *c
					out.taxed, lodged.lodging = c.minus(), true
					l.post(b, &out)
					l.post(b, &lodged)
				}
			}
		case x != nil:
			l.reverse(b, x)
		}
	}
	b.nights = stays
}

// giveBack frees the nights of a room, or with "" of all rooms, from today on.
func (l *ledger) giveBack(b *booking, room string) {
	for _, n := range b.nights {
		if n.day < l.today || !n.held || room != "" && n.room != room {
			continue
		}
		n.held = false
		if n.line != nil && n.line.invoice == nil {
			l.reverse(b, n.line)
			n.line = nil
		}
	}
	for _, p := range b.places {
		if !p.left && (room == "" || p.room == room) {
			p.left, p.to = true, min(p.to, max(l.today, p.from))
		}
	}
}

// chargeUnstayed charges the nights given back that nothing charges yet: one line a room and a rate, of today.
func (l *ledger) chargeUnstayed(b *booking) {
	type group struct {
		room string
		rate int64
	}
	sums := map[group]paise{}
	var order []group
	for _, n := range b.nights {
		if n.held || n.unstayed || n.line != nil {
			continue
		}
		g := group{n.room, nightRate(n.price, b.inclusive)}
		if !slices.Contains(order, g) {
			order = append(order, g)
		}
		sums[g] += n.price
		n.unstayed = true
	}
	for _, g := range order {
		if sums[g] != 0 {
			l.post(b, &line{taxed: charged(sums[g], b.inclusive, "gst", g.rate), kind: "adjustment", lodging: true,
				sac: "996311", room: g.room, of: l.today})
		}
	}
}

// includeTax turns the prices of a booking into such as include tax.
func (l *ledger) includeTax(b *booking) {
	if b.inclusive {
		return
	}
	for _, n := range b.nights {
		n.price = taxedNight(n.price, false).total()
	}
	b.inclusive = true
}

// settle makes the whole bill the final amount: what it leaves beside the extras is the price of the nights given back,
// and of the others if those are not enough.
func (l *ledger) settle(b *booking, final paise) {
	l.includeTax(b)
	rest := final - b.extras() - b.total()
	for _, held := range []bool{false, true} {
		var nights []*night
		for _, n := range b.nights {
			if n.held == held {
				nights = append(nights, n)
			}
		}
		if rest != 0 && len(nights) > 0 {
			rest = l.spread(b, nights, rest)
		}
	}
}

// spread changes the nights' prices by an amount, in proportion to them, and returns what is beyond them. It takes only
// amounts that divide evenly, since which night bears a paisa more is nobody's rule.
func (l *ledger) spread(b *booking, nights []*night, amount paise) paise {
	var sum paise
	for _, n := range nights {
		sum += n.price
	}
	if sum+amount <= 0 {
		for _, n := range nights {
			l.reprice(b, n, 0)
		}
		return sum + amount
	}
	for _, n := range nights {
		if n.price*amount%sum != 0 {
			panic("the script spreads an amount that doesn't divide evenly")
		}
		l.reprice(b, n, n.price+n.price*amount/sum)
	}
	return 0
}

// total is the price of the rooms as it is quoted.
func (b *booking) total() (sum paise) {
	for _, n := range b.nights {
		sum += n.price
	}
	return sum
}

func (b *booking) open() bool { return b.status == "confirmed" || b.status == "checked-in" }

// toCome are the nights of an open booking that are still to be posted.
func (b *booking) toCome() (sum, tax paise) {
	for _, n := range b.nights {
		if b.open() && n.held && n.line == nil {
			t := taxedNight(n.price, b.inclusive)
			sum, tax = sum+t.total(), tax+t.tax()
		}
	}
	return sum, tax
}

// roomTax is the tax on the rooms, posted or to come, without that of what was billed too much.
func (b *booking) roomTax() paise {
	_, sum := b.toCome()
	_, tooMuch := b.surplus()
	sum -= tooMuch
	for _, x := range b.lines {
		if x.lodging {
			sum += x.tax()
		}
	}
	return sum
}

func (b *booking) charged() (sum paise) {
	for _, x := range b.lines {
		sum += x.total()
	}
	return sum
}

// extras are what the folio charges beside the rooms, less what credit notes took back.
func (b *booking) extras() (sum paise) {
	for _, x := range b.lines {
		if !x.lodging {
			sum += x.total()
		}
	}
	return sum
}

// surplus is what invoices have of the rooms beyond what the booking owes for them.
func (b *booking) surplus() (sum, tax paise) {
	for _, x := range b.gone {
		sum, tax = sum+x.total(), tax+x.tax()
		for _, c := range b.lines {
			if c.credits == x && c.lodging {
				sum, tax = sum+c.total(), tax+c.tax()
			}
		}
	}
	return sum, tax
}

// toBePosted is what of the rooms' price is still to come, less what was billed too much.
func (b *booking) toBePosted() paise {
	coming, _ := b.toCome()
	surplus, _ := b.surplus()
	return coming - surplus
}

func (b *booking) due() paise { return b.charged() + b.toBePosted() - b.paid + b.refunded }

// openLines are the lines that an invoice of the folio would bill.
func (b *booking) openLines() (list []*line) {
	for _, x := range b.lines {
		if x.takes == nil && !x.gone && x.credits == nil && x.invoice == nil {
			list = append(list, x)
		}
	}
	return list
}

// came tells whether the guest was ever in the house and stayed.
func (b *booking) came() bool { return b.status == "checked-in" || b.status == "checked-out" }
