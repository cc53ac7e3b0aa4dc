// Package gst knows India's goods and services tax numbers.
package gst

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
// right or wrong. Profiles ask for no more: many numbers in circulation, and every sample number of the
// documentation, fail the check rule, and a profile that can't be saved helps nobody.
func WellFormedGSTIN(gstin string) bool { return gstinShape.MatchString(gstin) }

// ValidGSTIN tells whether a normalized GSTIN has a state, a PAN, an entity, the Z and the right check character.
func ValidGSTIN(gstin string) bool {
	return gstinShape.MatchString(gstin) && checkCharacter(gstin[:14]) == gstin[14]
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
