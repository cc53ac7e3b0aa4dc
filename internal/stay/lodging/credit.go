package lodging

import (
	"slices"

	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// Credits are what a credit note takes back, below zero. Of them, up to the surplus takes lodging back, that of nights
// first which the stay has no more, or at a lower price; the rest lowers the extras. So does the credit of a night that
// stands, if its line was named.
func (s Reconciliation) Credits(asked []folio.Credit, named bool) []folio.Credit {
	var list []folio.Credit
	surplus, t, standing := s.Surplus, s.terms, s.standingNights()
	first := slices.DeleteFunc(slices.Clone(asked), func(c folio.Credit) bool { return standing[c.LineID] })
	then := slices.DeleteFunc(slices.Clone(asked), func(c folio.Credit) bool { return !standing[c.LineID] })
	for _, c := range slices.Concat(first, then) {
		c.Kind, c.Lodging = folio.Adjustment, false
		price := -t.priceOf(c.Charge)
		switch {
		case price <= 0 || surplus == 0 || named && standing[c.LineID]:
			list = append(list, c)
		case price <= surplus:
			c.Lodging = true
			list, surplus = append(list, c), surplus-price
		default:
			lodging, rest := c, c
			lodging.Charge, rest.Charge = t.cut(c.Charge, surplus, price)
			list, surplus = append(list, lodging, rest), 0
		}
	}
	return list
}

// SurplusTax is the tax inside the surplus, or on top of it: credit notes take it back with the surplus, the nights
// first that the stay has no more.
func (s Reconciliation) SurplusTax(lines []folio.Line) (sum money.Amount) {
	rest, standing := s.Surplus, s.standingNights()
	for _, stands := range []bool{false, true} {
		for _, line := range lines {
			if !line.Lodging || line.InvoiceID == "" || line.Credits != "" || line.ReversedBy != "" ||
				standing[line.ID] != stands {
				continue
			}
			charge := line.Charge
			for _, c := range line.CreditsOf(lines) {
				if c.Lodging {
					charge.Applied = charge.Plus(c.Applied)
				}
			}
			price := s.terms.priceOf(charge)
			if part := min(price, rest); part > 0 {
				sum, rest = sum+charge.Tax().Times(int64(part), int64(price)), rest-part
			}
		}
	}
	return sum
}

// standingNights are the lines of billed nights that the stay has still, at the price that was billed.
func (s Reconciliation) standingNights() map[string]bool {
	standing := map[string]bool{}
	for _, n := range s.nights {
		if n.billed() && !s.terms.Cancelled && n.Price >= s.terms.priceOf(n.line.Charge) {
			standing[n.line.ID] = true
		}
	}
	return standing
}

// cut divides a credit of this price into a part that takes lodging back, of exactly the surplus, and the rest.
func (t Terms) cut(c folio.Charge, surplus, price money.Amount) (lodging, rest folio.Charge) {
	lodging, rest = c, c
	part := func(a money.Amount) money.Amount { return a.Times(int64(surplus), int64(price)) }
	lodging.Lodging = true
	lodging.CGST, lodging.SGST, lodging.Other = part(c.CGST), part(c.SGST), part(c.Other)
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
	for _, line := range lines {
		if !line.Lodging || line.InvoiceID == "" || line.Credits != "" {
			continue
		}
		var sum folio.Line
		for _, c := range line.CreditsOf(lines) {
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
