// Package money stores amounts as whole counts of a currency's minor unit and exchanges them in JSON as plain numbers
// (5000.5), exact in both directions.
package money

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// Amount is a count of a currency's minor unit: paise for INR, yen for JPY.
type Amount int64

// Max bounds every amount that is accepted: larger than any hotel's bill, and exact in a JSON number.
const Max Amount = 1_000_000_000_000_000

// MaxSum bounds what many amounts may add up to: a thousand of the largest. An int64 holds nine times as much.
const MaxSum = 1000 * Max

// Decimals returns the number of decimals of the currency (ISO 4217); ok is false for an unknown code.
func Decimals(code string) (digits int, ok bool) {
	if code == "INR" {
		return 2, true // the usual case, without parsing
	}
	unit, err := currency.ParseISO(code)
	if err != nil || len(code) != 3 || strings.ToUpper(code) != code {
		return 0, false
	}
	digits, _ = currency.Standard.Rounding(unit)
	return digits, true
}

// Number is a JSON number as it was written, so that no digit is lost on the way in or out.
type Number string

// UnmarshalJSON accepts a JSON number and nothing else, not even a number in a string.
func (n *Number) UnmarshalJSON(data []byte) error {
	var number json.Number
	if len(data) > 0 && data[0] == '"' {
		return errors.New("expected number")
	}
	if err := json.Unmarshal(data, &number); err != nil {
		return err
	}
	*n = Number(number)
	return nil
}

// MarshalJSON writes the number unchanged; the zero value is 0.
func (n Number) MarshalJSON() ([]byte, error) {
	if n == "" {
		return []byte("0"), nil
	}
	return []byte(n), nil
}

// InJSON describes the type to the API's document: see kit/web/openapi.
func (Number) InJSON() (like any, tags string) { return 0.0, `example:"5000.5"` }

// In converts the number to an amount of the currency. It fails if the number has more decimals than the currency or
// exceeds Max. The error's text completes a sentence that begins with the field's name.
func (n Number) In(code string) (Amount, error) {
	amount, err := n.Sum(code)
	if err == nil && (amount > Max || amount < -Max) {
		return 0, errTooLarge
	}
	return amount, err
}

var errTooLarge = errors.New("is too large")

// Sum is In for what our own amounts add up to, which may exceed Max.
func (n Number) Sum(code string) (Amount, error) {
	digits, ok := Decimals(code)
	if !ok {
		return 0, fmt.Errorf("is in the unknown currency %q", code)
	}
	if len(n) > 40 {
		return 0, errors.New("must be a number of at most 40 characters")
	}
	if e := strings.IndexAny(string(n), "eE"); e >= 0 {
		if exp, err := strconv.Atoi(string(n[e+1:])); err != nil || exp > 30 || exp < -30 {
			return 0, errors.New("must be a plain number such as 5000.5")
		}
	}
	value, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return 0, errors.New("must be a number such as 5000.5")
	}
	value.Mul(value, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)))
	if !value.IsInt() {
		return 0, fmt.Errorf("must have at most %d decimals, as %s has", digits, code)
	}
	if !value.Num().IsInt64() {
		return 0, errTooLarge
	}
	return Amount(value.Num().Int64()), nil
}

// NotNegative is In for amounts that can't be negative.
func (n Number) NotNegative(code string) (Amount, error) {
	amount, err := n.In(code)
	if err == nil && amount < 0 {
		return 0, errors.New("must not be negative")
	}
	return amount, err
}

// Number returns the amount in major units without trailing zeros: 500050 paise are 5000.5.
func (a Amount) Number(code string) Number {
	digits, _ := Decimals(code)
	sign, rest := "", int64(a)
	if rest < 0 {
		sign, rest = "-", -rest
	}
	scale := int64(1)
	for range digits {
		scale *= 10
	}
	whole, fraction := rest/scale, rest%scale
	text := sign + strconv.FormatInt(whole, 10)
	if fraction != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%0*d", digits, fraction), "0")
	}
	return Number(text)
}
