package lodging

import (
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// Credits are the charges of a credit note, below zero, of which up to surplus takes lodging back and the rest lowers
// the extras.
func (t Terms) Credits(charges []folio.Charge, surplus money.Amount) []folio.Charge {
	var list []folio.Charge
	for _, c := range charges {
		c.Kind, c.Lodging = folio.Adjustment, false
		price := -t.priceOf(c)
		switch {
		case price <= 0 || surplus == 0:
			list = append(list, c)
		case price <= surplus:
			c.Lodging = true
			list, surplus = append(list, c), surplus-price
		default:
			lodging, rest := t.cut(c, surplus, price)
			list, surplus = append(list, lodging, rest), 0
		}
	}
	return list
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
	Out, Lodged folio.Charge
}

// Absorb lets what credit notes took off the rooms before the booking was cancelled stand for what cancelling takes off
// them; without it the guest would be given the same money twice. The lines are those after the cancellation was
// posted.
func (t Terms) Absorb(lines []folio.Line) []Transfer {
	surplus := t.Reconcile(lines).Surplus
	var list []Transfer
	for _, credit := range t.credited(lines) {
		price := -t.priceOf(credit.Charge)
		if surplus == 0 || price <= 0 {
			continue
		}
		lodged := credit.Charge
		lodged.Lodging = true
		if price > surplus {
			lodged, _ = t.cut(credit.Charge, surplus, price)
			price = surplus
		}
		out := lodged
		out.Lodging, out.UnitPrice, out.Applied = false, -lodged.UnitPrice, lodged.Minus()
		list = append(list, Transfer{InvoiceID: credit.InvoiceID, Out: out, Lodged: lodged})
		surplus -= price
	}
	return list
}

// credited is what credit notes have taken off the rooms as extras, in one line for each invoice and tax.
func (t Terms) credited(lines []folio.Line) []folio.Line {
	var list []folio.Line
	for _, line := range lines {
		if line.Lodging || line.Kind != folio.Adjustment || line.InvoiceID == "" || line.SAC != tax.LodgingSAC {
			continue
		}
		at := slices.IndexFunc(list, func(l folio.Line) bool {
			return l.InvoiceID == line.InvoiceID && l.Name == line.Name && l.Applied.Kind == line.Applied.Kind &&
				l.Rate == line.Rate
		})
		if at < 0 {
			line.Description, line.Quantity, line.Discount = "Credited before the booking was cancelled", folio.One, 0
			line.RoomID, line.RoomNumber = "", ""
			list = append(list, line)
		} else {
			list[at].Applied = list[at].Plus(line.Applied)
		}
	}
	for i := range list {
		list[i].UnitPrice = t.priceOf(list[i].Charge)
	}
	return list
}
