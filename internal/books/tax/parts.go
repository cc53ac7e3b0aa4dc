package tax

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/money"
)

// PartRate is the rate of a part in thousandths of a percent, in which the half of every Rate is a whole number: 2.5 %
// is 2500.
type PartRate int64

// Number is the rate as people write it: 2.5 for 2.5 %.
func (r PartRate) Number() money.Number {
	text := strings.TrimRight(fmt.Sprintf("%d.%03d", r/1000, r%1000), "0")
	return money.Number(strings.TrimSuffix(text, "."))
}

// Part is what one receiver gets of a tax.
type Part struct {
	Code   string       `json:"code"`           // as the country calls it (country.Part)
	Rate   PartRate     `json:"rate,omitempty"` // 0 of a sum over several rates
	Amount money.Amount `json:"amount"`
}

// Parts are a tax in its parts, each once, in the order in which documents show them. Nobody changes Parts that another
// may have; all that follows makes new ones.
type Parts []Part

// Sum is all of it.
func (p Parts) Sum() (sum money.Amount) {
	for _, part := range p {
		sum += part.Amount
	}
	return sum
}

// Of is the amount of the part with this code; 0 without it.
func (p Parts) Of(code string) money.Amount {
	for _, part := range p {
		if part.Code == code {
			return part.Amount
		}
	}
	return 0
}

// General tells whether any of it is the country's general tax.
func (p Parts) General(c *country.Country) bool {
	return slices.ContainsFunc(p, func(part Part) bool { return part.Amount != 0 && c.Collects(part.Code) })
}

// Entries are the parts in the accounts that collect them, with their amounts times sign.
func (p Parts) Entries(sign money.Amount) (entries []ledger.Entry) {
	for _, part := range p {
		account := packs.Part(part.Code).Account
		i := slices.IndexFunc(entries, func(e ledger.Entry) bool { return e.Account == account })
		if i < 0 {
			i, entries = len(entries), append(entries, ledger.Entry{Account: account})
		}
		entries[i].Amount += sign * part.Amount
	}
	return entries
}

// Plus adds others, part by part. A part that has another rate there is one of several rates.
func (p Parts) Plus(others Parts) Parts {
	if len(others) == 0 {
		return p
	}
	sum := slices.Clone(p)
	for _, other := range others {
		i := slices.IndexFunc(sum, func(part Part) bool { return part.Code == other.Code })
		if i < 0 {
			sum = append(sum, other)
			continue
		}
		if sum[i].Amount += other.Amount; sum[i].Rate != other.Rate {
			sum[i].Rate = 0
		}
	}
	return sum
}

// Minus are the opposite amounts.
func (p Parts) Minus() Parts {
	parts := slices.Clone(p)
	for i := range parts {
		parts[i].Amount = -parts[i].Amount
	}
	return parts
}

// Times is each part times n/out, rounded to the minor unit with halves away from zero. n is not negative, out is above
// zero.
func (p Parts) Times(n, out int64) Parts {
	parts := slices.Clone(p)
	for i := range parts {
		parts[i].Amount = parts[i].Amount.Times(n, out)
	}
	return parts
}

// Value stores the parts as JSON text.
func (p Parts) Value() (driver.Value, error) {
	if len(p) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(p)
	return string(text), err
}

// Scan reads what Value stored.
func (p *Parts) Scan(stored any) error {
	*p = nil
	switch stored := stored.(type) {
	case string:
		return p.scan([]byte(stored))
	case []byte:
		return p.scan(stored)
	}
	return fmt.Errorf("parts of a tax are stored as text, not as %T", stored)
}

func (p *Parts) scan(text []byte) error {
	if string(text) == "[]" {
		return nil
	}
	return json.Unmarshal(text, p)
}
