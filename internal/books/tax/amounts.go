package tax

import (
	"sarai/internal/country"
	"sarai/internal/country/india"
	"sarai/internal/country/packs"
	"sarai/internal/kit/money"
)

// Rate is a tax rate in hundredths of a percent: 18 % is 1800.
type Rate = country.Rate

// The kinds of tax that a price can bear, as they are stored. What is nil-rated bears the general tax at 0 %.
const (
	None   = ""          // no tax, or the hotel isn't registered
	GST    = india.GST   // CGST and SGST
	UTGST  = india.UTGST // CGST and UTGST: in a union territory without a legislature
	Exempt = "exempt"    // under GST, but freed from it by a notification: no tax
	NonGST = "non-gst"   // outside GST: liquor with the state's VAT, in one amount, and damages, which are no supply
	Other  = "other"     // one of the organization's own taxes, in one amount
)

// Applied is a price with its tax: Taxable and Parts make Total.
type Applied struct {
	Name    string       `db:"tax_name"`
	Kind    string       `db:"tax_kind"`
	Rate    Rate         `db:"rate"`
	Taxable money.Amount `db:"taxable"`
	Parts   Parts        `db:"parts"`
	Total   money.Amount `db:"total"`
}

// Burden is which tax a price bears, whatever it comes to.
type Burden struct {
	Name, Kind string
	Rate       Rate
}

// Burden is which tax the price bears.
func (a Applied) Burden() Burden { return Burden{a.Name, a.Kind, a.Rate} }

// Tax is the sum of all parts.
func (a Applied) Tax() money.Amount { return a.Parts.Sum() }

// Minus is the reversal, with the opposite amounts.
func (a Applied) Minus() Applied {
	a.Taxable, a.Parts, a.Total = -a.Taxable, a.Parts.Minus(), -a.Total
	return a
}

// Plus adds the other's amounts. Name, kind and rate stay.
func (a Applied) Plus(other Applied) Applied {
	a.Taxable, a.Total = a.Taxable+other.Taxable, a.Total+other.Total
	a.Parts = a.Parts.Plus(other.Parts)
	return a
}

// Times is the price so many times over.
func (a Applied) Times(n int) Applied {
	a.Taxable, a.Total = a.Taxable*money.Amount(n), a.Total*money.Amount(n)
	a.Parts = a.Parts.Times(int64(n), 1)
	return a
}

// Exclusive adds the tax to a value. Each part is its share of the rate on the value, rounded to the minor unit with
// halves away from zero; so CGST and SGST are always equal.
func Exclusive(kind string, rate Rate, value money.Amount) Applied {
	k := packs.Kind(kind)
	if k.Levy {
		return levy(k, rate, value)
	}
	a := Applied{Kind: kind, Rate: rate, Taxable: value, Parts: partsOf(k, rate, value, country.Whole)}
	a.Total = a.Taxable + a.Tax()
	return a
}

// Inclusive finds the tax inside a price. It rounds each part as Exclusive does, and the value is the rest, so that
// they add up to the price to the last minor unit. For a total that Exclusive made it finds the same value and tax
// again. Not every price is such a total (at 18 % no value comes to 0.07); for the others, the parts that Exclusive
// makes of the value found here differ from these by at most one minor unit.
func Inclusive(kind string, rate Rate, price money.Amount) Applied {
	k := packs.Kind(kind)
	if k.Levy {
		return levy(k, rate, price)
	}
	a := Applied{Kind: kind, Rate: rate, Total: price, Parts: partsOf(k, rate, price, country.Whole+rate)}
	a.Taxable = price - a.Tax()
	return a
}

// levy is a price that is all tax: whoever charges it passes it on.
func levy(k country.Kind, rate Rate, price money.Amount) Applied {
	return Applied{Kind: k.Code, Rate: rate, Total: price,
		Parts: Parts{{Code: k.Parts[0].Code, Amount: price}}}
}

// partsOf are the parts of a tax at the rate on a price that is base to country.Whole of the value.
func partsOf(k country.Kind, rate Rate, price money.Amount, base Rate) Parts {
	if len(k.Parts) == 0 {
		return nil
	}
	parts := make(Parts, len(k.Parts))
	for i, share := range k.Parts {
		parts[i] = Part{Code: share.Code, Rate: PartRate(int64(rate) * 10 * share.Of / share.Out),
			Amount: price.Times(int64(rate)*share.Of, share.Out*int64(base))}
	}
	return parts
}
