package till

import (
	"errors"
	"math/big"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// rateUnit is a rate of 1: rates are counted in millionths.
const rateUnit = 1_000_000

// smallestRate is what rates are multiples of: they have four decimals, as banks quote them.
const smallestRate = 100

// maxRate bounds rates, in whole units.
const maxRate = 1_000_000

// Rate is what the hotel gives for one unit of a foreign currency on a day. The last of a day holds.
type Rate struct {
	Day       date.Date `db:"day,key"`
	Currency  string    `db:"currency,key"`
	Number    int64     `db:"number,key"` // of the currency's rates of the day: 1, 2, 3 …
	Rate      int64     `db:"rate"`       // of the hotel's currency, in millionths
	CreatedBy string    `db:"created_by"`
	CreatedAt int64     `db:"created_at"` // UTC milliseconds
}

// readRate reads a rate as people write it. The error's text completes a sentence that begins with the field's name.
func readRate(n money.Number) (int64, error) {
	value, ok := new(big.Rat), false
	if len(n) <= 40 && !strings.ContainsAny(string(n), "eE") {
		value, ok = value.SetString(string(n))
	}
	if !ok {
		return 0, errors.New("must be a plain number such as 83.45")
	}
	value.Mul(value, big.NewRat(rateUnit, 1))
	switch {
	case value.Sign() <= 0:
		return 0, errors.New("must be above zero")
	case value.Cmp(big.NewRat(maxRate*rateUnit, 1)) > 0:
		return 0, errors.New("must be at most 1000000")
	case !new(big.Rat).Quo(value, big.NewRat(smallestRate, 1)).IsInt():
		return 0, errors.New("must have at most 4 decimals")
	}
	return value.Num().Int64(), nil
}

// rateNumber is a rate as people write it.
func rateNumber(rate int64) money.Number {
	text := new(big.Rat).SetFrac64(rate, rateUnit).FloatString(6)
	return money.Number(strings.TrimSuffix(strings.TrimRight(text, "0"), "."))
}

// exchanged is what foreign cash comes to in the hotel's currency, rounded down to a multiple of the smallest coin.
// More than money.Max is returned as one more than that.
func exchanged(foreign money.Amount, currency string, rate int64, own string, coin money.Amount) money.Amount {
	from, _ := money.Decimals(currency)
	to, _ := money.Decimals(own)
	ten := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
	value := new(big.Int).Mul(big.NewInt(int64(foreign)), big.NewInt(rate))
	value.Mul(value, ten(to))
	value.Quo(value, new(big.Int).Mul(ten(from), big.NewInt(rateUnit)))
	if value.Cmp(big.NewInt(int64(money.Max))) > 0 {
		return money.Max + 1
	}
	return money.Amount(value.Int64()) / coin * coin
}

// The accounts of the books that foreign cash has to itself.
const (
	foreignCash   = "foreign-cash"   // what the notes in drawers have cost
	exchangeGains = "exchange-gains" // what banks gave for them beyond that
)

// The kinds of entries of foreign cash.
const (
	exchangeKind = "exchange" // a guest has given notes
	reversalKind = "reversal" // an exchange was typed wrong
	countKind    = "count"    // the notes were counted
	saleKind     = "sale"     // a bank or money changer has bought notes
)

// Foreign is what went into a drawer or out of it in foreign notes. Entries are never changed.
type Foreign struct {
	ID        string        `db:"entry_id,key"`
	ShiftID   string        `db:"shift_id"`
	AccountID string        `db:"account_id"` // the drawer
	Kind      string        `db:"kind"`
	Currency  string        `db:"currency"`
	Amount    money.Amount  `db:"foreign_amount"` // into the drawer, in minor units of Currency
	Rate      int64         `db:"rate"`           // of an exchange, in millionths
	Worth     money.Amount  `db:"worth"`          // of Amount in the books
	Paid      money.Amount  `db:"paid"`           // to the guest; below zero: by who bought
	Counted   *money.Amount `db:"counted"`        // of a count
	ToID      string        `db:"to_id"`          // of a sale, the account that got what was paid
	Guest     string        `db:"guest"`
	Reference string        `db:"reference"`
	Notes     string        `db:"notes"`
	Reverses  *string       `db:"reverses"` // of a reversal, the exchange
	Day       date.Date     `db:"business_date"`
	CreatedBy string        `db:"created_by"`
	CreatedAt int64         `db:"created_at"` // UTC milliseconds
}

// stock are the notes of a currency in a drawer.
type stock struct {
	amount money.Amount
	worth  money.Amount // in the books
}

// part is what so many of the notes are worth in the books: all of it for all notes, so that none is left without them.
func (s stock) part(amount money.Amount) money.Amount {
	if amount == s.amount {
		return s.worth
	}
	return s.worth.Times(int64(amount), int64(s.amount))
}

// ForeignSum is what the entries of a shift come to in a currency.
type ForeignSum struct {
	Currency   string       `db:"currency"`
	Exchanged  money.Amount `db:"exchanged"` // taken from guests, less what was taken back
	Paid       money.Amount `db:"paid"`      // for it, in the hotel's currency
	Sold       money.Amount `db:"sold"`
	Difference money.Amount `db:"difference"` // of counts; below zero it was missing
	Counts     int          `db:"counts"`
}
