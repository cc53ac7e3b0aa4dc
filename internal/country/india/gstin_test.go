package india

import (
	"strings"
	"testing"
)

func TestGSTIN(t *testing.T) {
	for gstin, want := range map[string]bool{
		"27AAPFU0939F1ZV":    true,
		"27AAACR5055K1Z7":    true,
		"22AAAAA0000A1ZC":    true,
		"":                   false,
		"22AAAAA0000A1Z5":    false, // the commonest placeholder: a wrong check character
		"27AAPFU0939F1Z5":    false,
		"27AAACR5055KIZ7":    false, // the letter I where the check was made for 1
		"27AAACR5055K0Z7":    false, // entity 0
		"27AAACR5055K1Y7":    false, // no Z
		"00AAAAA0000A1ZI":    false, // state 00
		"39AAACR5055K1Z4":    false, // state 39
		"27AAACR5055K1Z":     false,
		"27AAACR5055K1Z77":   false,
		"27AAAC15055K1Z7":    false, // a digit among the PAN's letters
		"27AAACR505OK1Z7":    false, // a letter among its digits
		"27-AACR5055K1Z7":    false,
		"27aaacr5055k1z7":    false, // not normalized
		"27AAACR5055K1Z7\n":  false,
		"２7AAACR5055K1Z7":    false,
		" 27AAACR5055K1Z7  ": false,
	} {
		if got := ValidGSTIN(gstin); got != want {
			t.Errorf("ValidGSTIN(%q) = %v, want %v", gstin, got, want)
		}
	}
	if got := NormalizeGSTIN(" 27aaacr5055k1z7 "); !ValidGSTIN(got) || PAN(got) != "AAACR5055K" || !ValidPAN(PAN(got)) {
		t.Errorf("NormalizeGSTIN gave %q", got)
	}
}

func FuzzGSTIN(f *testing.F) {
	f.Add("27AAPFU0939F1ZV")
	f.Add("22AAAAA0000A1Z5")
	f.Fuzz(func(t *testing.T, s string) {
		if ValidGSTIN(NormalizeGSTIN(s)) && !ValidPAN(PAN(NormalizeGSTIN(s))) {
			t.Errorf("%q is valid but holds no PAN", s)
		}
	})
}

func TestMistakes(t *testing.T) {
	for gstin, words := range map[string]string{
		"27AAPFU0939F1ZV":  "",
		"38AAACL0000J1Z1":  "",
		"97AAACO0000K1ZS":  "",
		"22AAAAA0000A1Z5":  "check character",
		"27AAPFU0939F1Z":   "15 characters",
		"":                 "15 characters",
		"27AAPFU0939F1ZVV": "15 characters",
		"39AAAAA0000A1Z5":  "two digits",
		"27AAPFU0939F0ZV":  "two digits",
		"06DELI09652G1DA":  "TDS",
		"27AAFT56212B1DO":  "TDS",
		"0717UNO00157UNO":  "UIN",
		"2317UNO00001UND":  "UIN",
		"9917SGP29001OST":  "OIDAR",
		"9917USA29016OS6":  "OIDAR",
		"27AAICA3918J1CT":  "TCS",
		"0917ABC29016NR6":  "not a resident",
		"33DELI09652G1Z5":  "government department",
	} {
		if got := Mistake(gstin); (got == "") != (words == "") || !strings.Contains(got, words) {
			t.Errorf("%q: %q, want %q", gstin, got, words)
		}
	}
}
