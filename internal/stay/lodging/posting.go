package lodging

import (
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// Terms are what a booking owes for its rooms, as far as the charges on its folio follow from it.
type Terms struct {
	Rooms            Rooms
	Owed             money.Amount // the price of the rooms; of a cancelled booking, what cancelling costs
	PricesIncludeTax bool
	Cancelled        bool // no night is to come
	NoShow           bool
}

// priceOf is the charge's price as the terms quote prices.
func (t Terms) priceOf(c folio.Charge) money.Amount {
	if t.PricesIncludeTax {
		return c.Total
	}
	return c.Taxable
}

func (t Terms) priceOfLines(lines []folio.Line) (sum money.Amount) {
	for _, line := range lines {
		sum += t.priceOf(line.Charge)
	}
	return sum
}

// Posting is what a folio needs: lines reversed, nights charged, and an amount charged that is no night, at the rates
// of the nights that it stands for.
type Posting struct {
	Reverse []folio.Line

	nights []NightOf
	amount money.Amount
	basis  []NightOf // what the amount stands for
	what   string    // describes the amount
	kind   string    // of the lines that charge it
}

// Charges tells whether the posting charges anything, so that it needs the rules of tax.
func (p Posting) Charges() bool { return len(p.nights) > 0 || p.amount != 0 }

// UpTo posts the nights until day, that one included, that are not posted yet; "" posts none. It reverses the nights
// that are no part of the stay any more, and posts those anew that cost something else by now.
func (s Reconciliation) UpTo(day date.Date) Posting {
	p := Posting{Reverse: s.astray}
	for i := range s.nights {
		c := &s.nights[i]
		switch {
		case c.Held && c.line == nil && c.Day <= day:
			p.nights = append(p.nights, c.NightOf)
		case c.line != nil && !c.billed() && (s.terms.priceOf(c.line.Charge) != c.Price || s.wanted(c)):
			p.Reverse, p.nights = append(p.Reverse, *c.line), append(p.nights, s.again(c))
		}
	}
	return p
}

// Reinstate reverses what cancelling cost.
func (s Reconciliation) Reinstate() Posting { return Posting{Reverse: s.other} }

// End posts what the end of a stay leaves to be posted: the nights held as nights, and what is owed beyond them, such
// as nights given back, as one amount.
func (s Reconciliation) End() Posting {
	held := s.which(func(c *charged) bool { return c.Held && !c.billed() })
	p := s.UpTo(lastDay)
	due := max(s.terms.Owed-s.billed-priceOf(held), 0)
	if s.terms.priceOfLines(s.other) == due {
		return p
	}
	p.Reverse, p.amount = append(p.Reverse, s.other...), due
	p.what, p.kind = "Nights not stayed", folio.Adjustment
	p.basis = s.which(func(c *charged) bool { return !c.Held && !c.billed() })
	if len(p.basis) == 0 {
		p.basis, p.what = oneRoom(s.terms.Rooms.Nights()), "Adjustment of the total"
	}
	return p
}

// lastDay is later than any night.
const lastDay date.Date = "9999-12-31"

// Leave posts what the end of some of the rooms leaves to be posted: their nights not stayed, as one amount. before are
// the rooms with the nights that they held until now.
func (t Terms) Leave(before Rooms, lines []folio.Line) Posting {
	s := t.Reconcile(lines)
	p := s.UpTo("")
	p.basis = s.which(func(c *charged) bool { return !c.Held && !c.billed() && c.Day < before[c.row].To })
	p.amount, p.what, p.kind = priceOf(p.basis), "Nights not stayed", folio.Adjustment
	return p
}

// Allowance tells whether the line was put on the folio to lower what the guest owes.
func Allowance(line folio.Line) bool {
	return line.Kind == folio.Adjustment && !line.Lodging && line.Total < 0
}

// CallOff reverses what is not billed of a stay that is cancelled, the allowances on it with it, and charges what
// cancelling costs.
func (t Terms) CallOff(lines []folio.Line) Posting {
	s := t.Reconcile(lines)
	p := Posting{Reverse: s.astray, basis: oneRoom(t.Rooms.Nights()), what: "Cancellation charge", kind: folio.Retained}
	if t.NoShow {
		p.what = "No-show charge"
	}
	for i := range s.nights {
		if c := &s.nights[i]; c.line != nil && !c.billed() {
			p.Reverse = append(p.Reverse, *c.line)
		}
	}
	for _, line := range lines {
		if line.Open() && Allowance(line) {
			p.Reverse = append(p.Reverse, line)
		}
	}
	if due := max(t.Owed-s.billed, 0); t.priceOfLines(s.other) != due {
		p.Reverse, p.amount = append(p.Reverse, s.other...), due
	}
	return p
}

// Kept is what a hotel that keeps what it has received for a cancelled booking keeps of it for the rooms: not what the
// extras are, taken as at least this much, nor what is left of the rounding of invoices issued before the booking was
// cancelled, which was paid with them.
func Kept(received money.Amount, lines []folio.Line, leastExtras money.Amount, cancelledAt int64) money.Amount {
	before := folio.RoundedBefore(lines, cancelledAt)
	paidWith := money.Amount(0)
	for _, line := range lines {
		if line.Rounding && before[line.InvoiceID] {
			paidWith += line.Total
		}
	}
	extras := folio.Gross(lines) - folio.Lodging(lines) - folio.Rounding(lines)
	kept := received - max(extras, leastExtras)
	if kept <= 0 {
		return 0 // also where a rounding would leave something of nothing
	}
	return max(kept-paidWith, 0)
}

// Released is the rounding that a credit note takes back of an invoice issued before the booking was cancelled.
func Released(lines []folio.Line, credits []folio.Credit, invoiceID string, cancelledAt int64) (sum money.Amount) {
	if !folio.RoundedBefore(lines, cancelledAt)[invoiceID] {
		return 0
	}
	for _, c := range credits {
		if c.LineID == "" {
			sum -= c.Total
		}
	}
	return sum
}

// Covered tells whether the allowances on a folio aren't more than what it charges beside them on no invoice, with what
// is still to be posted.
func Covered(lines []folio.Line, unposted money.Amount) bool {
	rest, given := max(unposted, 0), false
	for _, line := range lines {
		if line.Open() {
			rest, given = rest+line.Total, given || Allowance(line)
		}
	}
	return !given || rest >= 0
}

// Settle makes the rooms cost the total: first by the nights given back, then by the others that no invoice has.
func (s Reconciliation) Settle(total money.Amount) {
	rest := total - s.terms.Rooms.Price()
	for _, nights := range [][]NightOf{
		s.which(func(c *charged) bool { return !c.Held && !c.billed() }),
		s.which(func(c *charged) bool { return c.Held && !c.billed() }),
		s.which((*charged).billed),
	} {
		if rest == 0 || len(nights) == 0 {
			continue
		}
		sum := priceOf(nights) + rest
		s.terms.Rooms.Spread(max(sum, 0), nights)
		rest = min(sum, 0)
	}
}

// IncludeTax turns the prices of the nights, which are before tax, into such as include it.
func (s Reconciliation) IncludeTax(rules *tax.Rules) {
	for i := range s.nights {
		c := &s.nights[i]
		applied := rules.Night(c.Day, c.Price, false)
		if c.line != nil {
			applied = c.line.Applied
		}
		night := s.terms.Rooms.stored(c.NightOf)
		night.Price, night.Discount = applied.Total, 0
	}
}

// Lines are the charges of the posting, taxed by the rules: each night at its own rate, and the amount on today at
// those of the nights that it stands for. inclusive says that prices have the tax inside, language in which words the
// lines are.
func (p Posting) Lines(rules *tax.Rules, inclusive bool, today date.Date, language words.Language) []folio.Charge {
	var list []folio.Charge
	for _, n := range p.nights {
		list = append(list, folio.Charge{Kind: n.kind(), Lodging: true, RoomID: n.RoomID, RoomNumber: n.RoomNumber,
			Day: n.Day, Description: n.words(language), SAC: rules.LodgingCode(), Quantity: folio.One,
			UnitPrice: n.Price + n.Discount,
			Discount:  n.Discount, Applied: rules.Night(n.Day, n.Price, inclusive)})
	}
	for _, c := range p.retained(rules, inclusive, today) {
		c.Description = language.Say(c.Description)
		list = append(list, c)
	}
	return list
}

func (n NightOf) kind() string {
	if n.DayUse {
		return folio.DayUse
	}
	return folio.RoomNight
}

// words describes the night on a folio, such as "Room 101, night of Tue, 14 Apr 2026, extra bed".
func (n NightOf) words(language words.Language) string {
	what := language.Say("Night of %s", language.Weekday(n.Day))
	switch {
	case n.DayUse && n.RoomNumber != "":
		what = language.Say("Room %s, day use on %s", n.RoomNumber, language.Weekday(n.Day))
	case n.DayUse:
		what = language.Say("Day use on %s", language.Weekday(n.Day))
	case n.RoomNumber != "":
		what = language.Say("Room %s, night of %s", n.RoomNumber, language.Weekday(n.Day))
	}
	if n.Note != "" {
		what += ", " + n.Note
	}
	return what
}

// oneRoom forgets the rooms of nights that are of several, so that what stands for them isn't divided by room.
func oneRoom(basis []NightOf) []NightOf {
	for _, n := range basis {
		if n.RoomNumber != basis[0].RoomNumber {
			for i := range basis {
				basis[i].RoomID, basis[i].RoomNumber = "", ""
			}
			break
		}
	}
	return basis
}

// group is the nights of one room that bear the same tax.
type group struct {
	like   tax.Burden
	night  NightOf
	each   money.Amount // the price of one night, which decides the rate
	weight int64
}

// grouped puts the nights that the amount stands for together by room and tax.
func (p Posting) grouped(rules *tax.Rules, inclusive bool, today date.Date) []group {
	var groups []group
	for _, n := range p.basis {
		like := rules.Lodging(today, n.Price, n.Price, inclusive).Burden()
		i := slices.IndexFunc(groups, func(g group) bool { return g.like == like && g.night.RoomID == n.RoomID })
		if i < 0 {
			i, groups = len(groups), append(groups, group{like: like, night: n, each: n.Price})
		}
		groups[i].weight += int64(n.Price)
	}
	if len(groups) == 0 {
		groups = []group{{each: p.amount}}
	}
	return groups
}

// retained charges the amount that is no night: one line a room and a tax that the nights it stands for would bear.
func (p Posting) retained(rules *tax.Rules, inclusive bool, today date.Date) []folio.Charge {
	if p.amount == 0 {
		return nil
	}
	groups := p.grouped(rules, inclusive, today)
	weights := make([]int64, len(groups))
	for i, g := range groups {
		weights[i] = g.weight
	}
	var list []folio.Charge
	for i, amount := range p.amount.Apportion(weights) {
		if amount == 0 {
			continue
		}
		g := groups[i]
		list = append(list, folio.Charge{Kind: p.kind, Lodging: true, RoomID: g.night.RoomID,
			RoomNumber: g.night.RoomNumber, Day: today, Description: p.what, SAC: rules.LodgingCode(), Quantity: folio.One,
			UnitPrice: amount, Applied: rules.Lodging(today, amount, g.each, inclusive)})
	}
	return list
}
