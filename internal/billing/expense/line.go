package expense

import (
	"fmt"
	"reflect"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/country/india"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Whether the tax of a line is claimed back.
const (
	ByRule     = "hotel-rule"  // as the hotel's rule says (ledger.Books)
	Claimed    = "claimed"     // it serves only what leaves the credit, such as a spa at 18 %
	NotClaimed = "not-claimed" // it serves only what leaves none, such as rooms at 5 %
	Blocked    = "blocked"     // section 17(5) of the CGST Act bars it
)

// Line is a line of a bill. Amounts are in minor units.
type Line struct {
	Position    int          `db:"position,key"`
	Description string       `db:"description"`
	HSN         string       `db:"hsn"`    // or SAC
	Amount      money.Amount `db:"amount"` // before tax
	Parts       tax.Parts    `db:"parts"`
	InputTax    string       `db:"input_tax"`
	BlockedKind string       `db:"blocked_kind"` // of a blocked line: what section 17(5) names
}

// Tax is the sum of the line's taxes.
func (l Line) Tax() money.Amount { return l.Parts.Sum() }

// check adds what is wrong with the line to bad.
func (l Line) check(bad *errs.Fields) {
	field := func(name string) string { return fmt.Sprintf("lines[%d].%s", l.Position, name) }
	bad.CheckLine(field("description"), l.Description)
	bad.CheckLine(field("hsn"), l.HSN)
	cgst, sgst, igst := l.Parts.Of(india.CGST), l.Parts.Of(india.SGST), l.Parts.Of(india.IGST)
	if cgst != sgst {
		bad.Add(field("sgst"), "must be as much as cgst: each is half of the tax within a state")
	}
	if igst != 0 && cgst != 0 {
		bad.Add(field("igst"), "must be left out beside cgst: a line bears one or the other")
	}
	switch blocked := l.InputTax == Blocked; {
	case blocked && l.BlockedKind == "":
		bad.Add(field("blockedKind"), "must say what bars the credit, as inputTax is blocked")
	case !blocked && l.BlockedKind != "":
		bad.Add(field("blockedKind"), "must be left out unless inputTax is blocked")
	}
}

// addUp sets what the lines add up to.
func (e *Expense) addUp() {
	e.Parts, e.Claimed, e.NotClaimed = nil, 0, 0
	for _, l := range e.Lines {
		e.Parts = e.Parts.Plus(l.Parts)
		switch l.InputTax {
		case Claimed:
			e.Claimed += l.Tax()
		case NotClaimed, Blocked:
			e.NotClaimed += l.Tax()
		}
	}
}

// checkLines adds what is wrong with the lines to bad. They come to the expense's amount and tax.
func (e Expense) checkLines(bad *errs.Fields) {
	if len(e.Lines) == 0 {
		return
	}
	var amount money.Amount
	for _, l := range e.Lines {
		l.check(bad)
		amount += l.Amount
	}
	if amount != e.Amount {
		bad.Add("amount", "must be what the lines come to before tax, or be left out")
	}
	if e.Parts.Sum() != e.Tax {
		bad.Add("tax", "must be the sum of the lines' taxes, or be left out")
	}
}

// sameLines reports whether both have the same lines.
func (e Expense) sameLines(other Expense) bool {
	return slices.EqualFunc(e.Lines, other.Lines, func(a, b Line) bool { return reflect.DeepEqual(a, b) })
}
