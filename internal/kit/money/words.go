package money

import (
	"fmt"
	"strings"
)

// InWords spells the amount out for documents: Rupees One Lakh Twenty Five Thousand and Fifty Paise Only. Other
// currencies keep their code and count in thousands: EUR One Thousand Two Hundred Fifty and 50/100 Only.
func (a Amount) InWords(code string) string {
	sign, whole, fraction, digits := a.parts(code)
	text := code + " " + english(whole)
	if code == "INR" {
		text = "Rupees " + indian(whole)
	}
	if sign != "" {
		text = "Minus " + text
	}
	switch {
	case fraction == 0:
	case code == "INR" && fraction == 1:
		text += " and One Paisa"
	case code == "INR":
		text += " and " + indian(fraction) + " Paise"
	default:
		text += fmt.Sprintf(" and %0*d/1%s", digits, fraction, strings.Repeat("0", digits))
	}
	return text + " Only"
}

var small = strings.Fields("Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen " +
	"Fifteen Sixteen Seventeen Eighteen Nineteen")

var tens = strings.Fields("- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety")

// scale is a large number with its word.
type scale struct {
	of   uint64
	word string
}

var (
	indianScales  = []scale{{1_00_00_000, "Crore"}, {1_00_000, "Lakh"}, {1_000, "Thousand"}, {100, "Hundred"}}
	englishScales = []scale{{1_000_000_000_000, "Trillion"}, {1_000_000_000, "Billion"}, {1_000_000, "Million"},
		{1_000, "Thousand"}, {100, "Hundred"}}
)

func indian(n uint64) string  { return spelled(n, indianScales, inEnglish) }
func english(n uint64) string { return spelled(n, englishScales, inEnglish) }

// spelled spells n in its largest scale, and the rest in smaller ones. There can be more than a hundred crores. below
// spells what is below a hundred.
func spelled(n uint64, scales []scale, below func(n uint64) string) string {
	for _, s := range scales {
		if n >= s.of {
			text := spelled(n/s.of, scales, below) + " " + s.word
			if n%s.of > 0 {
				text += " " + spelled(n%s.of, scales, below)
			}
			return text
		}
	}
	return below(n)
}

// inEnglish spells a number below a hundred.
func inEnglish(n uint64) string {
	if n < 20 {
		return small[n]
	}
	if n%10 == 0 {
		return tens[n/10]
	}
	return tens[n/10] + " " + small[n%10]
}
