package money

import (
	"slices"
	"strings"
	"testing"
)

func TestInHindi(t *testing.T) {
	for _, test := range []struct {
		amount Amount
		code   string
		words  string
	}{
		{0, "INR", "शून्य रुपये मात्र"},
		{1, "INR", "शून्य रुपये और एक पैसा मात्र"},
		{50, "INR", "शून्य रुपये और पचास पैसे मात्र"},
		{100, "INR", "एक रुपया मात्र"},
		{2_019, "INR", "बीस रुपये और उन्नीस पैसे मात्र"},
		{99_999, "INR", "नौ सौ निन्यानवे रुपये और निन्यानवे पैसे मात्र"},
		{10_000_00, "INR", "दस हज़ार रुपये मात्र"},
		{1_25_000_50, "INR", "एक लाख पच्चीस हज़ार रुपये और पचास पैसे मात्र"},
		{12_34_567_00, "INR", "बारह लाख चौंतीस हज़ार पाँच सौ सड़सठ रुपये मात्र"},
		{78_69_089_79, "INR", "अठहत्तर लाख उनहत्तर हज़ार नवासी रुपये और उनासी पैसे मात्र"},
		{1_00_00_000_00, "INR", "एक करोड़ रुपये मात्र"},
		{1_00_00_00_001_00, "INR", "एक सौ करोड़ एक रुपये मात्र"},
		{Max, "INR", "दस लाख करोड़ रुपये मात्र"},
		{-1_10_011_00, "INR", "माइनस एक लाख दस हज़ार ग्यारह रुपये मात्र"},
		{1_250_50, "EUR", "EUR एक हज़ार दो सौ पचास और 50/100 मात्र"},
		{12_34_567, "JPY", "JPY बारह लाख चौंतीस हज़ार पाँच सौ सड़सठ मात्र"},
	} {
		if got := test.amount.InHindi(test.code); got != test.words {
			t.Errorf("%d %s is spelled %q, want %q", test.amount, test.code, got, test.words)
		}
	}
}

// Hindi counts to a hundred without a rule, but the numbers of a decade end alike, except where they anticipate the
// next one.
func TestHindiHasAWordForEachNumberBelowAHundred(t *testing.T) {
	if len(belowHundred) != 100 {
		t.Fatalf("there are %d words", len(belowHundred))
	}
	if sorted := slices.Sorted(slices.Values(belowHundred)); len(slices.Compact(sorted)) != 100 {
		t.Error("two numbers have the same word")
	}
	ends := map[int][]string{1: {"ह"}, 2: {"ईस", "ीस"}, 3: {"तीस"}, 4: {"लीस"}, 5: {"वन", "पन"}, 6: {"सठ"},
		7: {"हत्तर"}, 8: {"ासी"}, 9: {"नवे"}}
	for decade, allowed := range ends {
		for n := decade*10 + 1; n < decade*10+9; n++ {
			ok := slices.ContainsFunc(allowed, func(end string) bool { return strings.HasSuffix(belowHundred[n], end) })
			if !ok {
				t.Errorf("%d is %s", n, belowHundred[n])
			}
		}
		if next := belowHundred[decade*10+9]; decade < 8 && !strings.HasPrefix(next, "उन") {
			t.Errorf("%d is %s", decade*10+9, next)
		}
	}
}
