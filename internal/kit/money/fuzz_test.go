package money_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"sarai/internal/kit/money"
)

// Every amount that is taken is exactly the number that was sent, within bounds, and comes back the same.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"5000.5", "0", "-0", "0.01", "0.001", "1e2", "1E-2", "1e999", "1e-999",
		"999999999999999.99", "10000000000000.00", "1000000000000000000",
		"-1", "\"5\"", "null", "true", "01", "+1", ".5", "5.", "0x10", "1_000", "1/3", "NaN", "Infinity", " 5 ", "1e30",
		"1e-30", "0.1e1", "9223372036854775807", "9223372036854775808", "-9223372036854775808"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var number money.Number
		if json.Unmarshal([]byte(text), &number) != nil {
			return
		}
		if written, err := json.Marshal(number); err != nil || !json.Valid(written) {
			t.Fatalf("%q is answered as %s: %v", text, written, err)
		}
		for code, scale := range map[string]int64{"INR": 100, "JPY": 1, "KWD": 1000} {
			amount, err := number.In(code)
			if err != nil {
				if err.Error() == "" {
					t.Fatal("an error without words")
				}
				continue
			}
			sent, ok := new(big.Rat).SetString(string(number))
			if !ok || sent.Mul(sent, big.NewRat(scale, 1)).Cmp(big.NewRat(int64(amount), 1)) != 0 {
				t.Fatalf("%s %s is taken for %d", code, number, amount)
			}
			if amount > money.Max || amount < -money.Max {
				t.Fatalf("%s %s is beyond the bound", code, number)
			}
			if again, err := amount.Number(code).In(code); err != nil || again != amount {
				t.Fatalf("%d %s is answered as %s and taken back as %d: %v", amount, code, amount.Number(code), again, err)
			}
			if _, err := number.NotNegative(code); (err == nil) != (amount >= 0) {
				t.Fatalf("%s: %d: %v", number, amount, err)
			}
		}
	})
}
