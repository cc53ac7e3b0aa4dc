package money

import (
	"math"
	"testing"
)

func TestText(t *testing.T) {
	for _, test := range []struct {
		amount Amount
		code   string
		text   string
	}{
		{0, "INR", "₹0.00"}, {5, "INR", "₹0.05"}, {-5, "INR", "-₹0.05"}, {99_999, "INR", "₹999.99"},
		{100_000, "INR", "₹1,000.00"},
		{12_500_050, "INR", "₹1,25,000.50"}, {1_234_567_800, "INR", "₹1,23,45,678.00"},
		{-1_234_567_800, "INR", "-₹1,23,45,678.00"},
		{125_050, "EUR", "EUR 1,250.50"}, {1_234_567, "JPY", "JPY 1,234,567"}, {1_234_567, "KWD", "KWD 1,234.567"},
		{999, "USD", "USD 9.99"},
		{math.MinInt64, "JPY", "-JPY 9,223,372,036,854,775,808"},
	} {
		if got := test.amount.Text(test.code); got != test.text {
			t.Errorf("%d %s is written %s, want %s", test.amount, test.code, got, test.text)
		}
	}
}
