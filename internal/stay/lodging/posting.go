package lodging

import (
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// Terms are what a booking owes for its rooms, as far as the charges on its folio follow from it.
type Terms struct {
	Rooms            Rooms
	CheckOut         date.Date    // the day on which the stay was booked to end
	Agreed           money.Amount // the price of the rooms before it was cancelled, or its end changed the price
	Owed             money.Amount // the price of the rooms now; of a cancelled booking, what cancelling costs
	PricesIncludeTax bool
	NoShow           bool
}

// priceOf is the charge's price as the terms quote prices.
func (t Terms) priceOf(c folio.Charge) money.Amount {
	if t.PricesIncludeTax {
		return c.Total
	}
	return c.Taxable
}

// Posting is what a folio needs: lines reversed, nights charged, and an amount charged that is no night, at the rates
// of the nights that it stands for.
type Posting struct {
	Reverse []folio.Line

	nights []share
	amount money.Amount
	basis  []share // what the amount stands for
	what   string  // describes the amount
}

// Charges tells whether the posting charges anything, so that it needs the rules of tax.
func (p Posting) Charges() bool { return len(p.nights) > 0 || p.amount != 0 }

// UpTo posts the nights until day, that one included, that are not posted yet; "" posts none. It reverses the nights
// that are no part of the stay any more.
func (s Reconciliation) UpTo(day date.Date) Posting {
	p := Posting{Reverse: s.astray}
	for _, each := range s.shares {
		if each.line == nil && each.day <= day {
			p.nights = append(p.nights, each)
		}
	}
	return p
}

// Reinstate reverses what cancelling cost.
func (s Reconciliation) Reinstate() Posting { return Posting{Reverse: s.other} }

// End posts what the end of a stay leaves to be posted: the nights stayed as nights, and what is charged beyond them as
// one amount. The terms have the rooms before the end, after are the rooms with the nights stayed. Where the price is
// another now than what was agreed, the nights stayed keep their prices as long as there are nights not stayed to bear
// the difference; else they share the price anew.
func (t Terms) End(after Rooms, lines []folio.Line) Posting {
	s := t.reconcileAt(t.Agreed, lines)
	stayed, gone := split(s.shares, after)
	p := Posting{Reverse: s.astray, what: "Nights not stayed"}
	due := max(t.Owed-s.billed, 0)
	gonePrice := priceOfAll(gone)
	for _, line := range s.other {
		gonePrice += t.priceOf(line.Charge)
	}
	switch stays := priceOfAll(stayed); {
	case due == stays+gonePrice:
		p.amount, p.basis = priceOfAll(gone), gone
	case len(stayed) > 0 && (due < stays || len(gone)+len(s.other) == 0):
		p.Reverse = append(p.Reverse, s.other...)
		stayed = reprice(stayed, due)
	default:
		p.Reverse = append(p.Reverse, s.other...)
		p.amount, p.basis = due-stays, gone
	}
	if len(p.basis) == 0 {
		p.basis = oneRoom(apportion(t.Agreed, t.booked()))
		p.what = "Adjustment of the total"
	}
	p.replace(t, stayed, gone)
	return p
}

// booked are the nights of the rooms as they were booked: those given back by leaving early are among them.
func (t Terms) booked() []night {
	whole := slices.Clone(t.Rooms)
	for i := range whole {
		if whole[i].Released == Left {
			whole[i].To = max(whole[i].To, t.CheckOut)
		}
	}
	return whole.nights()
}

// replace reverses the lines that charge what they no longer should, and charges what no line does.
func (p *Posting) replace(t Terms, stayed, gone []share) {
	for _, s := range stayed {
		if s.line != nil && t.priceOf(s.line.Charge) == s.price {
			continue
		}
		if s.line != nil {
			p.Reverse = append(p.Reverse, *s.line)
		}
		p.nights = append(p.nights, s)
	}
	for _, s := range gone {
		if s.line != nil {
			p.Reverse = append(p.Reverse, *s.line)
		}
	}
}

// Leave posts what the end of some of the rooms leaves to be posted: their nights not stayed, as one amount. The terms
// have the rooms before, after are the rooms with the nights that remain.
func (t Terms) Leave(after Rooms, lines []folio.Line) Posting {
	s := t.Reconcile(lines)
	_, gone := split(s.shares, after)
	p := Posting{Reverse: s.astray, amount: priceOfAll(gone), basis: gone, what: "Nights not stayed"}
	p.replace(t, nil, gone)
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
	due := max(t.Owed-s.billed, 0)
	p := Posting{Reverse: s.astray, basis: oneRoom(apportion(t.Agreed, t.Rooms.nights())), what: "Cancellation charge"}
	if t.NoShow {
		p.what = "No-show charge"
	}
	p.replace(t, nil, s.shares)
	for _, line := range lines {
		if line.Open() && Allowance(line) {
			p.Reverse = append(p.Reverse, line)
		}
	}
	var charged money.Amount
	for _, line := range s.other {
		charged += t.priceOf(line.Charge)
	}
	if charged != due {
		p.Reverse, p.amount = append(p.Reverse, s.other...), due
	}
	return p
}

// Lines are the charges of the posting, taxed by the rules: each night at its own rate, and the amount on today at
// those of the nights that it stands for. inclusive says that prices have the tax inside.
func (p Posting) Lines(rules *tax.Rules, inclusive bool, today date.Date) []folio.Charge {
	var list []folio.Charge
	for _, s := range p.nights {
		list = append(list, folio.Charge{Kind: folio.RoomNight, Lodging: true, RoomID: s.roomID, RoomNumber: s.number,
			Day: s.day, Description: "Room " + s.number + ", night of " + s.day.Text(), SAC: tax.LodgingSAC,
			Quantity: folio.One, UnitPrice: s.price, Applied: rules.Night(s.day, s.price, inclusive)})
	}
	return append(list, p.retained(rules, inclusive, today)...)
}

// oneRoom forgets the rooms of nights that are of several, so that what stands for them isn't divided by room.
func oneRoom(basis []share) []share {
	for _, s := range basis {
		if s.number != basis[0].number {
			for i := range basis {
				basis[i].roomID, basis[i].number = "", ""
			}
			break
		}
	}
	return basis
}

// group is the nights of one room that bear the same tax.
type group struct {
	like   tax.Applied // name, kind and rate
	night  night
	each   money.Amount // the price of one night, which decides the rate
	weight int64
}

// grouped puts the nights that the amount stands for together by room and tax.
func (p Posting) grouped(rules *tax.Rules, inclusive bool, today date.Date) []group {
	var groups []group
	for _, s := range p.basis {
		bears := rules.Lodging(today, s.price, s.price, inclusive)
		like := tax.Applied{Name: bears.Name, Kind: bears.Kind, Rate: bears.Rate}
		i := slices.IndexFunc(groups, func(g group) bool { return g.like == like && g.night.roomID == s.roomID })
		if i < 0 {
			i, groups = len(groups), append(groups, group{like: like, night: s.night, each: s.price})
		}
		groups[i].weight += int64(s.price)
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
		list = append(list, folio.Charge{Kind: folio.Adjustment, Lodging: true, RoomID: g.night.roomID,
			RoomNumber: g.night.number, Day: today, Description: p.what, SAC: tax.LodgingSAC, Quantity: folio.One,
			UnitPrice: amount, Applied: rules.Lodging(today, amount, g.each, inclusive)})
	}
	return list
}
