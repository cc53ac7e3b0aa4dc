package tax

import "sarai/internal/kit/money"

// Rate is a tax rate in hundredths of a percent: 18 % is 1800.
type Rate int64

// whole is the rate of 100 %.
const whole = 10_000

// The kinds of tax that a price can bear. What is nil-rated bears GST of 0 %.
const (
	None   = ""        // no tax, or the hotel isn't registered
	GST    = "gst"     // CGST and SGST
	UTGST  = "utgst"   // CGST and UTGST: in a union territory without a legislature
	Exempt = "exempt"  // under GST, but freed from it by a notification: no tax
	NonGST = "non-gst" // outside GST: liquor with the state's VAT, in one amount, and damages, which are no supply
	Other  = "other"   // one of the organization's own taxes, in one amount
)

// Applied is a price with its tax: Taxable + CGST + SGST + Other = Total. If Kind is UTGST, SGST holds the UTGST.
type Applied struct {
	Name    string       `db:"tax_name"`
	Kind    string       `db:"tax_kind"`
	Rate    Rate         `db:"rate"`
	Taxable money.Amount `db:"taxable"`
	CGST    money.Amount `db:"cgst"`
	SGST    money.Amount `db:"sgst"`
	Other   money.Amount `db:"other_tax"`
	Total   money.Amount `db:"total"`
}

// Tax is the sum of all taxes.
func (a Applied) Tax() money.Amount { return a.CGST + a.SGST + a.Other }

// Minus is the reversal, with the opposite amounts.
func (a Applied) Minus() Applied {
	a.Taxable, a.CGST, a.SGST, a.Other, a.Total = -a.Taxable, -a.CGST, -a.SGST, -a.Other, -a.Total
	return a
}

// Plus adds the other's amounts. Name, kind and rate stay.
func (a Applied) Plus(other Applied) Applied {
	a.Taxable, a.Total = a.Taxable+other.Taxable, a.Total+other.Total
	a.CGST, a.SGST, a.Other = a.CGST+other.CGST, a.SGST+other.SGST, a.Other+other.Other
	return a
}

// Exclusive adds the tax to a value. CGST and SGST are each half the rate on the value, rounded to the minor unit with
// halves away from zero, so they are always equal.
func Exclusive(kind string, rate Rate, value money.Amount) Applied {
	a := Applied{Kind: kind, Rate: rate, Taxable: value}
	switch kind {
	case GST, UTGST:
		a.CGST = value.Times(int64(rate), 2*whole)
		a.SGST = a.CGST
	case Other, NonGST:
		a.Other = value.Times(int64(rate), whole)
	}
	a.Total = a.Taxable + a.Tax()
	return a
}

// Inclusive finds the tax inside a price. It rounds each half as Exclusive does, and the value is the rest, so that
// they add up to the price to the last minor unit. For a total that Exclusive made it finds the same value and tax
// again. Not every price is such a total (at 18 % no value comes to 0.07); for the others, the halves that Exclusive
// makes of the value found here differ from these by at most one minor unit.
func Inclusive(kind string, rate Rate, price money.Amount) Applied {
	a := Applied{Kind: kind, Rate: rate, Total: price}
	switch kind {
	case GST, UTGST:
		a.CGST = price.Times(int64(rate), 2*(whole+int64(rate)))
		a.SGST = a.CGST
	case Other, NonGST:
		a.Other = price.Times(int64(rate), whole+int64(rate))
	}
	a.Taxable = price - a.Tax()
	return a
}
