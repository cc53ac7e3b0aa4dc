package money

import (
	"math"
	"testing"
)

func TestInWords(t *testing.T) {
	for _, test := range []struct {
		amount Amount
		code   string
		words  string
	}{
		{0, "INR", "Rupees Zero Only"},
		{1, "INR", "Rupees Zero and One Paisa Only"},
		{50, "INR", "Rupees Zero and Fifty Paise Only"},
		{100, "INR", "Rupees One Only"},
		{2_019, "INR", "Rupees Twenty and Nineteen Paise Only"},
		{99_999, "INR", "Rupees Nine Hundred Ninety Nine and Ninety Nine Paise Only"},
		{1_25_000_50, "INR", "Rupees One Lakh Twenty Five Thousand and Fifty Paise Only"},
		{12_34_567_00, "INR", "Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven Only"},
		{1_00_00_000_00, "INR", "Rupees One Crore Only"},
		{1_00_00_00_001_00, "INR", "Rupees One Hundred Crore One Only"},
		{Max, "INR", "Rupees Ten Lakh Crore Only"},
		{-1_10_011_00, "INR", "Minus Rupees One Lakh Ten Thousand Eleven Only"},
		{1_250_50, "EUR", "EUR One Thousand Two Hundred Fifty and 50/100 Only"},
		{1_234_567, "JPY", "JPY One Million Two Hundred Thirty Four Thousand Five Hundred Sixty Seven Only"},
		{1_000_005, "KWD", "KWD One Thousand and 005/1000 Only"},
		{2_000_000_000_000_00, "USD", "USD Two Trillion Only"},
	} {
		if got := test.amount.InWords(test.code); got != test.words {
			t.Errorf("%d %s is spelled %q, want %q", test.amount, test.code, got, test.words)
		}
	}
	if Amount(math.MinInt64).InWords("INR") == "" {
		t.Error("the smallest amount has no words")
	}
}

func TestGrouped(t *testing.T) {
	for _, test := range []struct {
		amount Amount
		code   string
		text   string
	}{
		{0, "INR", "0.00"}, {1_25_000_50, "INR", "1,25,000.50"}, {-5, "INR", "-0.05"},
		{-1_23_45_678_00, "INR", "-1,23,45,678.00"},
		{1_250_50, "EUR", "1,250.50"}, {1_234_567, "JPY", "1,234,567"}, {1_234_567, "KWD", "1,234.567"},
	} {
		if got := test.amount.Grouped(test.code); got != test.text {
			t.Errorf("%d %s is grouped %q, want %q", test.amount, test.code, got, test.text)
		}
	}
}
