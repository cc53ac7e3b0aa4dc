package money

import (
	"fmt"
	"strconv"
	"strings"
)

// Text formats the amount for people, with all its decimals: ₹1,25,000.50 in Indian rupees, grouped as in India, and
// EUR 1,250.50 or JPY 1,250 elsewhere.
func (a Amount) Text(code string) string {
	unit, sign, digits := code+" ", "", a.Grouped(code)
	if code == "INR" {
		unit = "₹"
	}
	if a < 0 {
		sign, digits = "-", digits[1:]
	}
	return sign + unit + digits
}

// Grouped formats the amount with all its decimals and without its currency: 1,25,000.50 for rupees, 1,250.50
// elsewhere.
func (a Amount) Grouped(code string) string {
	sign, whole, fraction, digits := a.parts(code)
	step := 3
	if code == "INR" {
		step = 2
	}
	text := sign + grouped(strconv.FormatUint(whole, 10), step)
	if digits > 0 {
		text += fmt.Sprintf(".%0*d", digits, fraction)
	}
	return text
}

// parts returns the amount's sign, major and minor units, and the number of digits of the minor units.
func (a Amount) parts(code string) (sign string, whole, fraction uint64, digits int) {
	digits, _ = Decimals(code)
	size := uint64(a)
	if a < 0 {
		sign, size = "-", -size
	}
	scale := uint64(1)
	for range digits {
		scale *= 10
	}
	return sign, size / scale, size % scale, digits
}

// grouped inserts a comma before the last three digits, and before every step digits above them.
func grouped(whole string, step int) string {
	groups, size := []string{}, 3
	for len(whole) > size {
		groups = append([]string{whole[len(whole)-size:]}, groups...)
		whole, size = whole[:len(whole)-size], step
	}
	return strings.Join(append([]string{whole}, groups...), ",")
}
