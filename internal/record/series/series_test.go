package series

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLowestNext(t *testing.T) {
	for _, test := range []struct {
		stem     string
		issued   map[string]int64
		lowest   int64
		blocking string
	}{
		{"BK-", nil, 1, ""},
		{"BK-", map[string]int64{"BK-": 41}, 42, "BK-41"},
		{"BK-", map[string]int64{"INV-": 41}, 1, ""},
		{"BK-", map[string]int64{"BK/": 41, "BK-A": 7, "BK": 9}, 1, ""},
		// The new stem continues the old one with digits.
		{"A1", map[string]int64{"A": 9}, 1, ""},
		{"A1", map[string]int64{"A": 10}, 1, ""},
		{"A1", map[string]int64{"A": 11}, 2, "A11"},
		{"A1", map[string]int64{"A": 19}, 10, "A19"},
		{"A1", map[string]int64{"A": 25}, 10, "A25"},
		{"A1", map[string]int64{"A": 119}, 20, "A119"},
		{"A99", map[string]int64{"A": 1000}, 10, "A1000"},
		{"A99", map[string]int64{"A": 999}, 10, "A999"},
		{"1", map[string]int64{"": 15}, 6, "15"},
		// The old stem continued the new one.
		{"A", map[string]int64{"A1": 1}, 12, "A11"},
		{"A", map[string]int64{"A9": 5, "A": 5}, 96, "A95"},
		{"BK-", map[string]int64{"BK-2026": 3}, 20264, "BK-20263"},
		// Numbers have no leading zeros, so these never meet.
		{"A", map[string]int64{"A0": 7}, 1, ""},
		{"A0", map[string]int64{"A": 700}, 1, ""},
	} {
		lowest, blocking := lowestNext(test.stem, test.issued)
		if lowest != test.lowest || blocking != test.blocking {
			t.Errorf("lowestNext(%q, %v) = %d, %q; want %d, %q", test.stem, test.issued, lowest, blocking, test.lowest,
				test.blocking)
		}
	}
}

// Against every single code: the lowest number allowed is the one after the last code that is taken.
func TestLowestNextAgainstEveryCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stems := rapid.StringMatching(`A?[01259]{0,2}-?[01259]{0,1}`)
		stem := stems.Draw(t, "stem")
		issued := rapid.MapOfN(stems, rapid.Int64Range(1, 130), 0, 4).Draw(t, "issued")
		want := int64(1)
		for other, highest := range issued {
			for n := int64(1); n <= highest; n++ {
				digits, ok := strings.CutPrefix(code(other, n), stem)
				if taken, err := strconv.ParseInt(digits, 10, 64); ok && err == nil && code(stem, taken) == code(other, n) {
					want = max(want, taken+1)
				}
			}
		}
		if lowest, _ := lowestNext(stem, issued); lowest != want {
			t.Fatalf("lowestNext(%q, %v) = %d, want %d", stem, issued, lowest, want)
		}
	})
}
