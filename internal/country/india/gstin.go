package india

import (
	"regexp"
	"strings"
)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

var (
	gstinShape = regexp.MustCompile(`^(0[1-9]|[12][0-9]|3[0-8]|97)[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$`)
	panShape   = regexp.MustCompile(`^[A-Z]{5}[0-9]{4}[A-Z]$`)
)

// NormalizeGSTIN is the number as it is checked and stored: without spaces around it, in capitals. It serves
// PANs too.
func NormalizeGSTIN(s string) string { return strings.ToUpper(strings.TrimSpace(s)) }

// WellFormedGSTIN tells whether a normalized GSTIN has a state, a PAN, an entity, the Z and a check character,
// right or wrong. Profiles of guests and vendors ask for no more: many numbers in circulation, and every sample number
// of the documentation, fail the check rule, and a profile that can't be saved helps nobody. The hotel's own number
// stands on every invoice, so it must be valid.
func WellFormedGSTIN(gstin string) bool { return gstinShape.MatchString(gstin) }

// ValidGSTIN tells whether a normalized GSTIN has a state, a PAN, an entity, the Z and the right check character.
func ValidGSTIN(gstin string) bool {
	return gstinShape.MatchString(gstin) && checkCharacter(gstin[:14]) == gstin[14]
}

var collectorShape = regexp.MustCompile(`^(0[1-9]|[12][0-9]|3[0-8]|97)[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$`)

// ValidTCSGSTIN tells whether a normalized number is that of a tax collector, an e-commerce operator, with the right
// check character.
func ValidTCSGSTIN(gstin string) bool {
	return collectorShape.MatchString(gstin) && checkCharacter(gstin[:14]) == gstin[14]
}

// otherNumbers are the numbers that the law gives to others than ordinary taxpayers. They have layouts of their own,
// and the public search of taxpayers isn't about them.
var otherNumbers = []struct {
	shape *regexp.Regexp
	whose string
}{
	{regexp.MustCompile(`^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]$`), "a UN body or an embassy (UIN)"},
	{regexp.MustCompile(`^99[0-9]{2}[A-Z]{3}[0-9]{5}OS[0-9A-Z]$`), "an online service from abroad (OIDAR)"},
	{regexp.MustCompile(`^[0-9]{4}[A-Z]{3}[0-9]{5}NR[0-9A-Z]$`), "a taxable person who is not a resident"},
	{regexp.MustCompile(`^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$`), "a tax deductor (TDS)"},
	{regexp.MustCompile(`^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$`), "a tax collector (TCS)"},
	{regexp.MustCompile(`^[0-9]{2}[A-Z]{4}[0-9]{5}[A-Z][0-9]Z[0-9]$`), "a government department"},
}

// Mistake says what keeps a normalized number from being a valid GSTIN, as the end of a sentence that begins with
// the field's name; it is empty for a valid one.
func Mistake(gstin string) string {
	switch {
	case ValidGSTIN(gstin):
		return ""
	case WellFormedGSTIN(gstin):
		return "has a wrong check character, so one of its characters is mistyped"
	}
	for _, other := range otherNumbers {
		if other.shape.MatchString(gstin) {
			return "is the number of " + other.whose + "; only ordinary taxpayers' numbers can be looked up"
		}
	}
	if len(gstin) != 15 {
		return "must have 15 characters, such as 27AAPFU0939F1ZV"
	}
	return "must be a state's two digits, a PAN, an entity from 1 to 9 or A to Z, Z and a check character, such as " +
		"27AAPFU0939F1ZV"
}

// checkCharacter is the mod-36 rule: digits weighted 1 and 2 in turn from the left, each product reduced to
// quotient plus remainder by 36.
func checkCharacter(first14 string) byte {
	sum := 0
	for i := range len(first14) {
		product := strings.IndexByte(alphabet, first14[i]) * (1 + i%2)
		sum += product/36 + product%36
	}
	return alphabet[(36-sum%36)%36]
}

// ValidPAN tells whether a normalized PAN has its shape: five letters, four digits, a letter. The rule of its
// last letter isn't public.
func ValidPAN(pan string) bool { return panShape.MatchString(pan) }

// PAN is the taxpayer's PAN inside a valid GSTIN.
func PAN(gstin string) string { return gstin[2:12] }
