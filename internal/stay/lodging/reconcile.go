package lodging

import (
	"cmp"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// share is a night with its share of the price, and the open line that charges it already.
type share struct {
	night
	price money.Amount
	line  *folio.Line
}

// Reconciliation is what a folio charges for the rooms, seen beside the rooms' nights.
type Reconciliation struct {
	// Surplus is what is charged beyond what is owed, if nothing is done.
	Surplus money.Amount

	billed money.Amount // on invoices, less what credit notes took back: it stays as it is
	shares []share      // the nights that no invoice has, by day
	other  []folio.Line // open lines that charge no night: cancellation charges, nights not stayed
	astray []folio.Line // open nights that are no part of the stay any more
}

// Reconcile sets the folio's lines against the nights of the rooms, and shares what is not charged yet among the nights
// that are not charged yet, by their rates.
func (t Terms) Reconcile(lines []folio.Line) Reconciliation { return t.reconcileAt(t.Owed, lines) }

// reconcileAt is Reconcile at another price of the rooms than what is owed now.
func (t Terms) reconcileAt(price money.Amount, lines []folio.Line) Reconciliation {
	var s Reconciliation
	billed, open := map[roomNight]folio.Line{}, map[roomNight]folio.Line{}
	charged := money.Amount(0)
	for _, line := range lines {
		if !line.Lodging || line.Reverses != "" || line.ReversedBy != "" {
			continue
		}
		switch {
		case line.InvoiceID != "":
			s.billed += t.priceOf(line.Charge)
			if line.Kind == folio.RoomNight {
				billed[roomNight{line.RoomID, line.Day}] = line
			}
		case line.Kind == folio.RoomNight:
			open[roomNight{line.RoomID, line.Day}] = line
		default:
			s.other = append(s.other, line)
			charged += t.priceOf(line.Charge)
		}
	}
	var missing []night
	for _, n := range t.Rooms.nights() {
		if _, done := billed[n.roomNight()]; done {
			delete(billed, n.roomNight())
		} else if line, done := open[n.roomNight()]; done {
			s.shares = append(s.shares, share{n, t.priceOf(line.Charge), &line})
			delete(open, n.roomNight())
		} else {
			missing = append(missing, n)
		}
	}
	missing = s.follow(t, missing, billed, open)
	charged += priceOfAll(s.shares)
	rest := price - s.billed - charged
	s.shares = append(s.shares, apportion(max(rest, 0), missing)...)
	slices.SortStableFunc(s.shares, func(x, y share) int { return cmp.Compare(x.day, y.day) })
	s.Surplus = max(-rest, 0)
	return s
}

// follow lets nights that were charged for a room which the party has since moved out of stand for those of the room
// that it moved into. It returns the nights that are still not charged.
func (s *Reconciliation) follow(t Terms, missing []night, billed, open map[roomNight]folio.Line) []night {
	departed := map[string]bool{}
	for _, r := range t.Rooms {
		departed[r.RoomID] = departed[r.RoomID] || r.Released == Left
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
			s.shares = append(s.shares, share{n, t.priceOf(line.Charge), &line})
		} else {
			s.astray = append(s.astray, line)
		}
	}
	return missing
}

func byPosition(lines map[roomNight]folio.Line) []folio.Line {
	list := make([]folio.Line, 0, len(lines))
	for _, line := range lines {
		list = append(list, line)
	}
	slices.SortFunc(list, func(a, b folio.Line) int { return cmp.Compare(a.Position, b.Position) })
	return list
}

// ComingTax is the tax, on top of their prices, of the nights that are not posted yet.
func (s Reconciliation) ComingTax(rules *tax.Rules) (sum money.Amount) {
	for _, each := range s.shares {
		if each.line == nil {
			applied := rules.Night(each.day, each.price, false)
			sum += applied.Tax()
		}
	}
	return sum
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

func priceOfAll(shares []share) (sum money.Amount) {
	for _, s := range shares {
		sum += s.price
	}
	return sum
}

// split divides the shares into those of nights that the rooms still have and those that they have no more.
func split(shares []share, rooms Rooms) (has, lost []share) {
	held := map[roomNight]bool{}
	for _, n := range rooms.nights() {
		held[n.roomNight()] = true
	}
	for _, s := range shares {
		if held[s.roomNight()] {
			has = append(has, s)
		} else {
			lost = append(lost, s)
		}
	}
	return has, lost
}
