package lodging

import (
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// Credits are what a credit note takes back, below zero. Of each line it takes back lodging as far as the line charges
// more than the stay owes for it; of what the rest charges too much, it takes back as much if it names no lines. All
// else lowers the extras.
func (s Reconciliation) Credits(asked []folio.Credit, named bool) []folio.Credit {
	shares := make([]share, len(asked))
	for i, c := range asked {
		shares[i] = share{lineID: c.LineID, price: -s.terms.priceOf(c.Charge)}
	}
	s.divide(shares, !named)
	var list []folio.Credit
	for i, c := range asked {
		c.Kind, c.Lodging = folio.Adjustment, false
		switch lodged, price := shares[i].lodged, shares[i].price; {
		case lodged == 0:
			list = append(list, c)
		case lodged == price:
			c.Lodging = true
			list = append(list, c)
		default:
			lodging, rest := c, c
			lodging.Charge, rest.Charge = s.terms.cut(c.Charge, lodged, price)
			list = append(list, lodging, rest)
		}
	}
	return list
}

// SurplusTax is the tax inside the surplus, or on top of it: credit notes take it back with the surplus.
func (s Reconciliation) SurplusTax(lines []folio.Line) (sum money.Amount) {
	if s.Surplus == 0 {
		return 0
	}
	var charges []folio.Charge
	var shares []share
	credited := folio.CreditsIn(lines)
	for i := range lines {
		line := &lines[i]
		if !line.Lodging || line.InvoiceID == "" || line.Credits != "" || line.ReversedBy != "" {
			continue
		}
		charge := line.Charge
		for _, c := range credited.Of(line) {
			if c.Lodging {
				charge.Applied = charge.Plus(c.Applied)
			}
		}
		charges = append(charges, charge)
		shares = append(shares, share{lineID: line.ID, price: s.terms.priceOf(charge)})
	}
	s.divide(shares, true)
	for i, share := range shares {
		if share.lodged > 0 {
			sum += charges[i].Tax().Times(int64(share.lodged), int64(share.price))
		}
	}
	return sum
}

// share is a part of a billed line, and how much of it is surplus.
type share struct {
	lineID        string
	price, lodged money.Amount
}

// divide gives the surplus to the shares: to each what its own line charges too much, and then, if others is set, what
// is left of the surplus, in their order. The rounding of an invoice, which is of no line, is no price of the rooms.
func (s Reconciliation) divide(shares []share, others bool) {
	surplus, excess := s.Surplus, s.excess()
	give := func(to *share, most money.Amount) money.Amount {
		part := max(min(to.price-to.lodged, most, surplus), 0)
		to.lodged, surplus = to.lodged+part, surplus-part
		return part
	}
	for i := range shares {
		lineID := shares[i].lineID
		excess[lineID] -= give(&shares[i], excess[lineID])
	}
	for i := range shares {
		if others && shares[i].lineID != "" {
			give(&shares[i], surplus)
		}
	}
}

// excess is what each billed line charges beyond what the stay owes for it: of a night that the stay has no more, all
// that credit notes have left of it.
func (s Reconciliation) excess() map[string]money.Amount {
	excess := map[string]money.Amount{}
	for id, price := range s.prices {
		excess[id] = price + s.lodged[id]
	}
	for i := range s.nights {
		if n := &s.nights[i]; n.billed() && !s.terms.Cancelled {
			excess[n.line.ID] -= n.Price
		}
	}
	return excess
}

// cut divides a credit of this price into a part that takes lodging back, of exactly the surplus, and the rest.
func (t Terms) cut(c folio.Charge, surplus, price money.Amount) (lodging, rest folio.Charge) {
	lodging, rest = c, c
	lodging.Lodging = true
	lodging.Parts = c.Parts.Times(int64(surplus), int64(price))
	if t.PricesIncludeTax {
		lodging.Total = -surplus
		lodging.Taxable = lodging.Total - lodging.Tax()
	} else {
		lodging.Taxable = -surplus
		lodging.Total = lodging.Taxable + lodging.Tax()
	}
	rest.Applied = rest.Applied.Plus(lodging.Minus())
	for _, half := range []*folio.Charge{&lodging, &rest} {
		half.Quantity, half.UnitPrice, half.Discount = folio.One, t.priceOf(*half), 0
	}
	return lodging, rest
}

// Transfer is a credit that is moved from the extras to lodging, by two charges that add up to nothing.
type Transfer struct {
	InvoiceID   string // the credited invoice
	Out, Lodged folio.Credit
}

// Absorb lets what credit notes took off the rooms before the booking was cancelled stand for what cancelling takes off
// them; without it the guest would be given the same money twice. The lines are those after the cancellation was
// posted.
func (t Terms) Absorb(lines []folio.Line) []Transfer {
	return t.transfers(lines, "Credited before the booking was cancelled",
		func(string) money.Amount { return money.Max })
}

// AbsorbCharge is Absorb for a booking that is reinstated: what was credited of what cancelling cost is given up with
// it.
func (t Terms) AbsorbCharge(lines []folio.Line) []Transfer {
	charges := map[string]bool{}
	for _, line := range lines {
		charges[line.ID] = line.Kind == folio.Retained
	}
	return t.transfers(lines, "Credited before the booking was reinstated", func(lineID string) money.Amount {
		if charges[lineID] {
			return money.Max
		}
		return 0
	})
}

// AbsorbChange is Absorb for a stay whose nights have changed, night by night: what was credited of a night stands for
// what the change takes off its price. before are the rooms before the change.
func (t Terms) AbsorbChange(before Rooms, lines []folio.Line) []Transfer {
	if len(t.favours(lines)) == 0 {
		return nil
	}
	was := t
	was.Rooms = before
	old, now := was.Reconcile(lines).billedPrices(), t.Reconcile(lines).billedPrices()
	return t.transfers(lines, "Credited before the stay was changed",
		func(lineID string) money.Amount { return old[lineID] - now[lineID] })
}

// transfers moves credits of lodging from the extras to lodging: of each credited line up to most, and together up to
// the surplus.
func (t Terms) transfers(lines []folio.Line, what string, most func(lineID string) money.Amount) []Transfer {
	surplus := t.Reconcile(lines).Surplus
	var list []Transfer
	for _, credit := range t.favours(lines) {
		all := -t.priceOf(credit.Charge)
		price := min(all, most(credit.Credits), surplus)
		if price <= 0 {
			continue
		}
		lodged := credit.Charge
		if lodged.Description, lodged.Lodging = what, true; price < all {
			lodged, _ = t.cut(lodged, price, all)
		}
		out := lodged
		out.Lodging, out.UnitPrice, out.Applied = false, -lodged.UnitPrice, lodged.Minus()
		list = append(list, Transfer{InvoiceID: credit.InvoiceID, Out: folio.Credit{Charge: out, LineID: credit.Credits},
			Lodged: folio.Credit{Charge: lodged, LineID: credit.Credits}})
		surplus -= price
	}
	return list
}

// favours are what credit notes have taken off the rooms as extras, in one line for each line that they credit.
func (t Terms) favours(lines []folio.Line) []folio.Line {
	var list []folio.Line
	credited := folio.CreditsIn(lines)
	for i := range lines {
		line := &lines[i]
		if !line.Lodging || line.InvoiceID == "" || line.Credits != "" {
			continue
		}
		var sum folio.Line
		for _, c := range credited.Of(line) {
			if c.Lodging {
				continue
			}
			if sum.ID == "" {
				sum = c
			} else {
				sum.Applied = sum.Plus(c.Applied)
			}
		}
		if sum.ID != "" {
			sum.Quantity, sum.Discount, sum.UnitPrice = folio.One, 0, t.priceOf(sum.Charge)
			list = append(list, sum)
		}
	}
	return list
}
