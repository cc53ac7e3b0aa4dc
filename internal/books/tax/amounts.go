package tax

import "sarai/internal/kit/money"

// Rate is a tax rate in hundredths of a percent: 18 % is 1800.
type Rate int64

// whole is the rate of 100 %.
const whole = 10_000

// The kinds of tax that a charge can bear.
const (
	None  = ""      // none is due, or the hotel is not registered
	GST   = "gst"   // CGST and SGST
	UTGST = "utgst" // CGST and UTGST: in a union territory without a legislature
	Other = "other" // a tax of the organization's own, in one amount
)

// Applied is a charge with its tax. Taxable + CGST + SGST + Other = Total, always; SGST holds UTGST where the kind says so.
type Applied struct {
	Name    string
	Kind    string
	Rate    Rate
	Taxable money.Amount
	CGST    money.Amount
	SGST    money.Amount
	Other   money.Amount
	Total   money.Amount
}

// Tax is the whole of the tax.
func (a Applied) Tax() money.Amount { return a.CGST + a.SGST + a.Other }

// Minus is the same charge taken back.
func (a Applied) Minus() Applied {
	a.Taxable, a.CGST, a.SGST, a.Other, a.Total = -a.Taxable, -a.CGST, -a.SGST, -a.Other, -a.Total
	return a
}

// Plus is the sum of the amounts; name, kind and rate stay.
func (a Applied) Plus(other Applied) Applied {
	a.Taxable, a.CGST, a.SGST, a.Other, a.Total = a.Taxable+other.Taxable, a.CGST+other.CGST, a.SGST+other.SGST, a.Other+other.Other, a.Total+other.Total
	return a
}

// Exclusive adds the tax to a value. CGST and SGST are each half of the rate of the value, rounded to the minor unit
// (halves away from zero), so they are equal always.
func Exclusive(kind string, rate Rate, value money.Amount) Applied {
	a := Applied{Kind: kind, Rate: rate, Taxable: value}
	switch kind {
	case GST, UTGST:
		a.CGST = value.Times(int64(rate), 2*whole)
		a.SGST = a.CGST
	case Other:
		a.Other = value.Times(int64(rate), whole)
	}
	a.Total = a.Taxable + a.Tax()
	return a
}

// Inclusive finds the tax inside a price: each half is rounded as Exclusive does it, and the value is what is left, so
// that the whole is the price to the last minor unit. Of what Exclusive made it finds the same value and tax again. Not
// every price is the total of a value (at 18 % no value has 0.07): of the others' values, Exclusive makes halves that
// differ by one minor unit at most.
func Inclusive(kind string, rate Rate, price money.Amount) Applied {
	a := Applied{Kind: kind, Rate: rate, Total: price}
	switch kind {
	case GST, UTGST:
		a.CGST = price.Times(int64(rate), 2*(whole+int64(rate)))
		a.SGST = a.CGST
	case Other:
		a.Other = price.Times(int64(rate), whole+int64(rate))
	}
	a.Taxable = price - a.Tax()
	return a
}
