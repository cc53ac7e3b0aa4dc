package elevendays_test

import "time"

// paise is an amount of money, a hundredth of a rupee each.
type paise = int64

// taxed is what a price comes to under the law: the value, and on it two equal halves of GST, or the state's VAT.
type taxed struct {
	kind  string // gst, non-gst or exempt; none where no tax is named
	rate  int64  // percent
	value paise
	half  paise // CGST, and as much SGST
	vat   paise
}

func (t taxed) tax() paise   { return 2*t.half + t.vat }
func (t taxed) total() paise { return t.value + t.tax() }

func (t taxed) minus() taxed {
	t.value, t.half, t.vat = -t.value, -t.half, -t.vat
	return t
}

func (t taxed) less(other taxed) taxed {
	t.value, t.half, t.vat = t.value-other.value, t.half-other.half, t.vat-other.vat
	return t
}

// divided is a ÷ b, rounded to the nearest whole, halves away from zero. b is above zero.
func divided(a, b int64) int64 {
	if a < 0 {
		return -divided(-a, b)
	}
	return (2*a + b) / (2 * b)
}

// charged is a price under a tax. Each half is rounded by itself, so both are equal; with the tax inside, the value is
// what they leave.
func charged(price paise, inclusive bool, kind string, rate int64) taxed {
	t := taxed{kind: kind, rate: rate, value: price}
	over := int64(100) // what the price is, in hundredths of the value
	if inclusive {
		over += rate
	}
	switch kind {
	case "gst":
		t.half = divided(price*rate, 2*over)
	case "non-gst":
		t.vat = divided(price*rate, over)
	}
	if inclusive {
		t.value = price - t.tax()
	}
	return t
}

// lowLimit is the highest value of a room's day that bears 5 % (notification 15/2025).
const lowLimit paise = 7_500_00

// nightRate is the rate that a night of this price bears. A price with the tax inside bears 5 % as long as the value
// that it would leave is within the limit.
func nightRate(price paise, inclusive bool) int64 {
	limit := lowLimit
	if inclusive {
		limit = lowLimit * 105 / 100
	}
	if price <= limit {
		return 5
	}
	return 18
}

// night is a night's price under the law.
func taxedNight(price paise, inclusive bool) taxed {
	return charged(price, inclusive, "gst", nightRate(price, inclusive))
}

// plus is the date so many days later.
func plus(day string, days int) string {
	return dayOf(day).AddDate(0, 0, days).Format(time.DateOnly)
}

func dayOf(day string) time.Time {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return t
}

// between is the number of days from one date to another.
func between(from, to string) int { return int(dayOf(to).Sub(dayOf(from)).Hours() / 24) }

// days are the dates from one to another, the last one left out.
func days(from, to string) (list []string) {
	for day := from; day < to; day = plus(day, 1) {
		list = append(list, day)
	}
	return list
}

// weekend tells whether the night is one of those that cost more.
func weekend(day string) bool {
	w := dayOf(day).Weekday()
	return w == time.Friday || w == time.Saturday
}

// percent is part ÷ whole × 100 with two decimals.
func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(divided(int64(part)*10000, int64(whole))) / 100
}
