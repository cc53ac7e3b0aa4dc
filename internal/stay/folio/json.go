package folio

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// UnmarshalJSON reads a number. One with more than three decimals, or far too large, becomes a quantity that no charge
// can have, so that it is refused by its field's name.
func (q *Quantity) UnmarshalJSON(data []byte) error {
	var number json.Number
	if len(data) == 0 || data[0] == '"' || len(data) > 20 || strings.ContainsAny(string(data), "eE") {
		return errors.New("must be a number such as 1.5")
	}
	if err := json.Unmarshal(data, &number); err != nil {
		return errors.New("must be a number such as 1.5")
	}
	value, ok := new(big.Rat).SetString(string(number))
	if !ok {
		return errors.New("must be a number such as 1.5")
	}
	value.Mul(value, big.NewRat(int64(One), 1))
	if *q = -1; value.IsInt() && value.Num().IsInt64() {
		*q = Quantity(value.Num().Int64())
	}
	return nil
}

// MarshalJSON writes the number without needless decimals.
func (q Quantity) MarshalJSON() ([]byte, error) {
	text := fmt.Sprintf("%d.%03d", q/One, max(q%One, -(q%One)))
	if q < 0 && q > -One {
		text = "-" + text
	}
	return []byte(strings.TrimSuffix(strings.TrimRight(text, "0"), ".")), nil
}

// InJSON describes the type to the API's document; in a reversal it is below zero.
func (Quantity) InJSON() (like any, tags string) { return 0.0, `example:"1.5"` }

// SAC is a service accounting code or HSN in a request; it may be empty.
type SAC string

// InJSON describes the type to the API's document.
func (SAC) InJSON() (like any, tags string) {
	return "", `maxLength:"8" pattern:"^([0-9]{4,8})?$" patternDescription:"a SAC or HSN of 4 to 8 digits" ` +
		`example:"999712"`
}
