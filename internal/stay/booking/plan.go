package booking

import (
	"cmp"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// What follows decides, without a database, what a folio must charge for the rooms. Prices are in the booking's own
// terms: with the tax inside where its prices include it, else before tax. All of it keeps one rule: what is charged for
// lodging and what is still to be charged add up to what the booking owes for its rooms.

// night is one room on one night of the stay.
type night struct {
	roomID, number string
	day            date.Date
	rate           money.Amount
}

// share is a night with its share of the price, and the open line that charges it already.
type share struct {
	night
	price money.Amount
	line  *folio.Line
}

// lodging is what a folio charges for the rooms, seen beside the rooms' nights.
type lodging struct {
	fixed   money.Amount // on invoices, less what credit notes took back: it stays as it is
	shares  []share      // the nights that no invoice has, by day
	other   []folio.Line // open lines that charge no night: cancellation charges, nights not stayed
	astray  []folio.Line // open nights that are no part of the stay any more
	surplus money.Amount // what is charged beyond what is owed, if nothing is done
}

// nights lists the nights of these rooms by day, and on a day in the order of the rooms.
func nights(rooms []Room) []night {
	var list []night
	for _, r := range rooms {
		for _, day := range date.Days(r.From, r.To) {
			list = append(list, night{r.RoomID, r.Number, day, r.Rate})
		}
	}
	slices.SortStableFunc(list, func(a, b night) int { return cmp.Compare(a.day, b.day) })
	return list
}

// place names a room's night.
type place struct {
	roomID string
	day    date.Date
}

func (n night) place() place { return place{n.roomID, n.day} }

// priceOf is the line's price in the booking's own terms.
func (b *Booking) priceOf(l folio.Line) money.Amount {
	if b.PricesIncludeTax {
		return l.Total
	}
	return l.Taxable
}

// owed is the price of the rooms: of a cancelled booking, what cancelling costs.
func (b *Booking) owed() money.Amount {
	if b.Status == Cancelled {
		return b.CancellationCharge
	}
	return b.Total
}

// survey lays the folio's lines beside the nights of the rooms, and shares what is not charged yet among the nights that
// are not charged yet, by their rates.
func (b *Booking) survey(rooms []Room, lines []folio.Line) lodging {
	return b.surveyAt(b.owed(), rooms, lines)
}

// surveyAt is survey at another price of the rooms than the present one.
func (b *Booking) surveyAt(owed money.Amount, rooms []Room, lines []folio.Line) lodging {
	var l lodging
	billed, open := map[place]folio.Line{}, map[place]folio.Line{}
	charged := money.Amount(0)
	for _, line := range lines {
		if !line.Lodging || line.Reverses != "" || line.ReversedBy != "" {
			continue
		}
		switch {
		case line.InvoiceID != "":
			l.fixed += b.priceOf(line)
			if line.Kind == folio.RoomNight {
				billed[place{line.RoomID, line.Day}] = line
			}
		case line.Kind == folio.RoomNight:
			open[place{line.RoomID, line.Day}] = line
		default:
			l.other = append(l.other, line)
			charged += b.priceOf(line)
		}
	}
	var missing []night
	for _, n := range nights(rooms) {
		if _, done := billed[n.place()]; done {
			delete(billed, n.place())
		} else if line, done := open[n.place()]; done {
			l.shares = append(l.shares, share{n, b.priceOf(line), &line})
			delete(open, n.place())
		} else {
			missing = append(missing, n)
		}
	}
	missing = l.follow(b, rooms, missing, billed, open)
	for _, s := range l.shares {
		charged += s.price
	}
	rest := owed - l.fixed - charged
	l.shares = append(l.shares, apportion(max(rest, 0), missing)...)
	slices.SortStableFunc(l.shares, func(x, y share) int { return cmp.Compare(x.day, y.day) })
	l.surplus = max(-rest, 0)
	return l
}

// follow lets nights that were charged for a room which the party has moved out of since stand for those of the room
// that it moved into. It returns the nights that are still not charged.
func (l *lodging) follow(b *Booking, rooms []Room, missing []night, billed, open map[place]folio.Line) []night {
	departed := map[string]bool{}
	for _, r := range rooms {
		departed[r.RoomID] = departed[r.RoomID] || r.Released == left
	}
	takes := func(line folio.Line) (night, bool) {
		if departed[line.RoomID] {
			return night{}, false
		}
		best := -1
		for i, n := range missing {
			if n.day == line.Day && (best < 0 || n.rate == line.UnitPrice && missing[best].rate != line.UnitPrice) {
				best = i
			}
		}
		if best < 0 {
			return night{}, false
		}
		n := missing[best]
		missing = slices.Delete(missing, best, best+1)
		return n, true
	}
	for _, line := range byPosition(billed) {
		takes(line)
	}
	for _, line := range byPosition(open) {
		if n, ok := takes(line); ok {
			l.shares = append(l.shares, share{n, b.priceOf(line), &line})
		} else {
			l.astray = append(l.astray, line)
		}
	}
	return missing
}

func byPosition(lines map[place]folio.Line) []folio.Line {
	list := make([]folio.Line, 0, len(lines))
	for _, line := range lines {
		list = append(list, line)
	}
	slices.SortFunc(list, func(a, b folio.Line) int { return cmp.Compare(a.Position, b.Position) })
	return list
}

// apportion shares an amount among nights by their rates; where none has a rate, in equal parts.
func apportion(amount money.Amount, list []night) []share {
	weights, all := make([]int64, len(list)), int64(0)
	for i, n := range list {
		weights[i] = int64(n.rate)
		all += weights[i]
	}
	for i := range weights {
		if all == 0 {
			weights[i] = 1
		}
	}
	shares := make([]share, len(list))
	for i, price := range amount.Apportion(weights) {
		shares[i] = share{night: list[i], price: price}
	}
	return shares
}

func priceOfAll(shares []share) (sum money.Amount) {
	for _, s := range shares {
		sum += s.price
	}
	return sum
}

// posting is what a folio needs: lines taken back, nights charged, and an amount charged that is no night, at the rates
// of the nights that it stands for.
type posting struct {
	reverse []folio.Line
	nights  []share
	amount  money.Amount
	basis   []share
	what    string // is said of the amount
}

// upTo posts the nights until day, that one included, that are not posted yet.
func (l lodging) upTo(day date.Date) posting {
	p := posting{reverse: l.astray}
	for _, s := range l.shares {
		if s.line == nil && s.day <= day {
			p.nights = append(p.nights, s)
		}
	}
	return p
}

// ending posts what the end of a stay leaves to be posted: the nights stayed as nights, and what is charged beyond them as
// one amount. agreed is the total before the end changed it. Where the total is another now, the nights stayed keep their
// prices as long as there are nights not stayed to bear the difference; else they share the total anew.
func (b *Booking) ending(agreed money.Amount, before, after []Room, lines []folio.Line) posting {
	l := b.surveyAt(agreed, before, lines)
	stayed, gone := split(l.shares, after)
	p := posting{reverse: l.astray, what: "Nights not stayed"}
	due := max(b.owed()-l.fixed, 0)
	gonePrice := priceOfAll(gone)
	for _, line := range l.other {
		gonePrice += b.priceOf(line)
	}
	switch stays := priceOfAll(stayed); {
	case due == stays+gonePrice:
		p.amount, p.basis = priceOfAll(gone), gone
	case len(stayed) > 0 && (due < stays || len(gone)+len(l.other) == 0):
		p.reverse = append(p.reverse, l.other...)
		stayed = reprice(stayed, due)
	default:
		p.reverse = append(p.reverse, l.other...)
		p.amount, p.basis = due-stays, gone
	}
	if len(p.basis) == 0 {
		p.basis = oneRoom(apportion(agreed, b.booked(before)))
		p.what = "Adjustment of the total"
	}
	p.settle(b, stayed, gone)
	return p
}

// booked are the nights of these rooms as they were booked: those that were given back by leaving early are among them.
func (b *Booking) booked(rooms []Room) []night {
	whole := slices.Clone(rooms)
	for i := range whole {
		if whole[i].Released == left {
			whole[i].To = max(whole[i].To, b.CheckOut)
		}
	}
	return nights(whole)
}

// settle reverses the lines that charge what they no longer should, and charges what no line does.
func (p *posting) settle(b *Booking, stayed, gone []share) {
	for _, s := range stayed {
		if s.line != nil && b.priceOf(*s.line) == s.price {
			continue
		}
		if s.line != nil {
			p.reverse = append(p.reverse, *s.line)
		}
		p.nights = append(p.nights, s)
	}
	for _, s := range gone {
		if s.line != nil {
			p.reverse = append(p.reverse, *s.line)
		}
	}
}

// leaving posts what the end of a part of the rooms leaves to be posted: their nights not stayed as one amount.
func (b *Booking) leaving(before, after []Room, lines []folio.Line) posting {
	l := b.survey(before, lines)
	_, gone := split(l.shares, after)
	p := posting{reverse: l.astray, amount: priceOfAll(gone), basis: gone, what: "Nights not stayed"}
	p.settle(b, nil, gone)
	return p
}

// allowance tells whether the line was put on the folio to lower what the guest owes.
func allowance(line folio.Line) bool {
	return line.Kind == folio.Adjustment && !line.Lodging && line.Total < 0
}

// calledOff takes back what is not billed of a stay that is cancelled, the allowances on it with it, and charges what
// cancelling costs.
func (b *Booking) calledOff(lines []folio.Line) posting {
	l := b.survey(b.Rooms, lines)
	due := max(b.owed()-l.fixed, 0)
	p := posting{reverse: l.astray, basis: oneRoom(apportion(b.Total, nights(b.Rooms))), what: "Cancellation charge"}
	if b.NoShow {
		p.what = "No-show charge"
	}
	p.settle(b, nil, l.shares)
	for _, line := range lines {
		if line.Open() && allowance(line) {
			p.reverse = append(p.reverse, line)
		}
	}
	var charged money.Amount
	for _, line := range l.other {
		charged += b.priceOf(line)
	}
	if charged != due {
		p.reverse, p.amount = append(p.reverse, l.other...), due
	}
	return p
}

// reprice shares the amount anew among nights, by their rates.
func reprice(shares []share, amount money.Amount) []share {
	list := make([]night, len(shares))
	for i, s := range shares {
		list[i] = s.night
	}
	again := apportion(amount, list)
	for i := range again {
		again[i].line = shares[i].line
	}
	return again
}

// split divides the shares into those of nights that the rooms still have and those that they have no more.
func split(shares []share, rooms []Room) (has, lost []share) {
	held := map[place]bool{}
	for _, n := range nights(rooms) {
		held[n.place()] = true
	}
	for _, s := range shares {
		if held[s.place()] {
			has = append(has, s)
		} else {
			lost = append(lost, s)
		}
	}
	return has, lost
}

// charges are the lines of the posting, taxed by the rules: each night at its own rate, and the amount on today at those
// of the nights that it stands for.
func (p posting) charges(rules *tax.Rules, inclusive bool, today date.Date) []folio.Charge {
	var list []folio.Charge
	for _, s := range p.nights {
		list = append(list, folio.Charge{Kind: folio.RoomNight, Lodging: true, RoomID: s.roomID, RoomNumber: s.number, Day: s.day,
			Description: "Room " + s.number + ", night of " + s.day.Text(), SAC: tax.LodgingSAC, Quantity: folio.One, UnitPrice: s.price,
			Applied: rules.Night(s.day, s.price, inclusive)})
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

// retained charges the amount that is no night: one line a room and a tax that the nights it stands for would bear.
func (p posting) retained(rules *tax.Rules, inclusive bool, today date.Date) []folio.Charge {
	if p.amount == 0 {
		return nil
	}
	type group struct {
		like   tax.Applied
		night  night
		each   money.Amount
		weight int64
	}
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
	weights := make([]int64, len(groups))
	for i, g := range groups {
		weights[i] = g.weight
	}
	var list []folio.Charge
	for i, amount := range p.amount.Apportion(weights) {
		if amount != 0 {
			list = append(list, folio.Charge{Kind: folio.Adjustment, Lodging: true, RoomID: groups[i].night.roomID, RoomNumber: groups[i].night.number, Day: today, Description: p.what, SAC: tax.LodgingSAC,
				Quantity: folio.One, UnitPrice: amount, Applied: rules.Lodging(today, amount, groups[i].each, inclusive)})
		}
	}
	return list
}
