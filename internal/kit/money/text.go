package money

import (
	"fmt"
	"strconv"
	"strings"
)

// Text is the amount as people write it, with all its decimals: ₹1,25,000.50 in Indian rupees, grouped as in India, and
// EUR 1,250.50 or JPY 1,250 elsewhere.
func (a Amount) Text(code string) string {
	digits, _ := Decimals(code)
	sign, rest := "", uint64(a)
	if a < 0 {
		sign, rest = "-", -rest
	}
	scale := uint64(1)
	for range digits {
		scale *= 10
	}
	unit, step := code+" ", 3
	if code == "INR" {
		unit, step = "₹", 2
	}
	text := sign + unit + grouped(strconv.FormatUint(rest/scale, 10), step)
	if digits > 0 {
		text += fmt.Sprintf(".%0*d", digits, rest%scale)
	}
	return text
}

// grouped puts a comma before the last three digits, and before every step digits above them.
func grouped(whole string, step int) string {
	groups, size := []string{}, 3
	for len(whole) > size {
		groups = append([]string{whole[len(whole)-size:]}, groups...)
		whole, size = whole[:len(whole)-size], step
	}
	return strings.Join(append([]string{whole}, groups...), ",")
}
