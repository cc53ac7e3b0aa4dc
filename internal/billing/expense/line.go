package expense

import (
	"fmt"
	"slices"

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
	CGST        money.Amount `db:"cgst"`
	SGST        money.Amount `db:"sgst"` // or UTGST
	IGST        money.Amount `db:"igst"`
	InputTax    string       `db:"input_tax"`
	BlockedKind string       `db:"blocked_kind"` // of a blocked line: what section 17(5) names
}

// Tax is the sum of the line's taxes.
func (l Line) Tax() money.Amount { return l.CGST + l.SGST + l.IGST }

// check adds what is wrong with the line to bad.
func (l Line) check(bad *errs.Fields) {
	field := func(name string) string { return fmt.Sprintf("lines[%d].%s", l.Position, name) }
	bad.CheckLine(field("description"), l.Description)
	bad.CheckLine(field("hsn"), l.HSN)
	if l.CGST != l.SGST {
		bad.Add(field("sgst"), "must be as much as cgst: each is half of the tax within a state")
	}
	if l.IGST != 0 && l.CGST != 0 {
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
	e.CGST, e.SGST, e.IGST, e.Claimed, e.NotClaimed = 0, 0, 0, 0, 0
	for _, l := range e.Lines {
		e.CGST, e.SGST, e.IGST = e.CGST+l.CGST, e.SGST+l.SGST, e.IGST+l.IGST
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
	if e.CGST+e.SGST+e.IGST != e.Tax {
		bad.Add("tax", "must be the sum of the lines' taxes, or be left out")
	}
}

// sameLines reports whether both have the same lines.
func (e Expense) sameLines(other Expense) bool { return slices.Equal(e.Lines, other.Lines) }
