package money

import (
	"fmt"
	"strings"
)

// InHindi is InWords in Hindi: एक लाख पच्चीस हज़ार रुपये और पचास पैसे मात्र. Other currencies are counted in lakhs and
// crores too: EUR एक हज़ार दो सौ पचास और 50/100 मात्र.
func (a Amount) InHindi(code string) string {
	sign, whole, fraction, digits := a.parts(code)
	text := code + " " + inHindi(whole)
	if code == "INR" {
		text = inHindi(whole) + " " + counted(whole, "रुपया", "रुपये")
	}
	if sign != "" {
		text = "माइनस " + text
	}
	switch {
	case fraction == 0:
	case code == "INR":
		text += " और " + inHindi(fraction) + " " + counted(fraction, "पैसा", "पैसे")
	default:
		text += fmt.Sprintf(" और %0*d/1%s", digits, fraction, strings.Repeat("0", digits))
	}
	return text + " मात्र"
}

func counted(n uint64, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// belowHundred are the numbers from 0 to 99: each has a word of its own.
var belowHundred = strings.Fields(`
	शून्य एक दो तीन चार पाँच छह सात आठ नौ
	दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
	बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
	तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
	चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
	पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
	साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
	सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
	अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
	नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`)

var hindiScales = []scale{{1_00_00_000, "करोड़"}, {1_00_000, "लाख"}, {1_000, "हज़ार"}, {100, "सौ"}}

func inHindi(n uint64) string {
	return spelled(n, hindiScales, func(n uint64) string { return belowHundred[n] })
}
