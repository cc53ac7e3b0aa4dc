package country

import (
	"fmt"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Rate is a tax rate in hundredths of a percent: 18 % is 1800.
type Rate int64

// Whole is the rate of 100 %.
const Whole Rate = 10_000

// Number is the rate as people write it: 18 for 18 %, 2.5 for 2.5 %.
func (r Rate) Number() money.Number {
	text := strings.TrimRight(fmt.Sprintf("%d.%02d", r/100, r%100), "0")
	return money.Number(strings.TrimSuffix(text, "."))
}

// Kind is a kind of tax: what a price under it bears, as parts that go to different receivers.
type Kind struct {
	Code       string // as it is stored, such as "gst"
	Parts      []Share
	Registered bool // only who has a tax number collects it
	Levy       bool // the price itself is the tax, such as a city's for a person and a night; nothing is its value
	Outside    bool // it is none of the country's general tax: shown apart on documents
}

// Share is a part of a tax, which bears Of/Out of the tax's rate.
type Share struct {
	Part
	Of, Out int64
}

// Part is what one receiver gets of a tax.
type Part struct {
	Code    string // as it is stored, such as "cgst"
	Title   string // as documents name it, such as "CGST"; "": by the tax's own name
	Account string // the account in the books that collects it
}

// The kinds that every country has. What is nil-rated bears the general tax at 0 %.
var (
	None    = Kind{Code: ""}                                   // no tax, or the hotel isn't registered
	Exempt  = Kind{Code: "exempt"}                             // under the general tax, but freed from it
	NonGST  = Kind{Code: "non-gst", Parts: own, Outside: true} // outside the general tax, with a tax of its own or none
	Other   = Kind{Code: "other", Parts: own, Outside: true}   // one of the hotel's own taxes, in one amount
	OwnPart = Part{Code: "other", Account: "other-tax"}
)

var own = []Share{{OwnPart, 1, 1}}

// Tax is a tax that every new organization of a country gets.
type Tax struct {
	Name, Kind string
	Rooms      bool   // on room-nights; else on services
	Code       string // service accounting code, HSN, or what the country has in their place
	From, To   date.Date
	Slabs      []Slab
	Premises   bool // Slabs are other ones at specified premises: PremisesRate
}

// Slab is the rate for prices up to a limit.
type Slab struct {
	UpTo money.Amount `json:"upTo,omitempty"` // the highest price before tax; 0: no limit
	Rate Rate         `json:"rate"`
}
