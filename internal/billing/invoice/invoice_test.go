package invoice

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/stay/folio"
)

// anyLines draws lines as folios and requests make them: with any tax, quantity and discount, some of them below zero.
func anyLines(rt *rapid.T) []Line {
	var lines []Line
	for n := range rapid.IntRange(0, 12).Draw(rt, "lines") {
		unit := money.Amount(rapid.Int64Range(0, 9_999_999).Draw(rt, "unit price"))
		quantity := folio.Quantity(rapid.Int64Range(1, 9_999).Draw(rt, "quantity"))
		price := quantity.Price(unit)
		discount := money.Amount(rapid.Int64Range(0, int64(price)).Draw(rt, "discount"))
		charged := price - discount
		if rapid.IntRange(0, 5).Draw(rt, "reduces") == 0 {
			charged, unit = -charged, -unit
		}
		kind := rapid.SampledFrom([]string{tax.None, tax.GST, tax.UTGST, tax.Other}).Draw(rt, "kind")
		rate := tax.Rate(0)
		if kind != tax.None {
			rate = tax.Rate(rapid.Int64Range(1, 4000).Draw(rt, "rate"))
		}
		applied := tax.Exclusive(kind, rate, charged)
		if rapid.Bool().Draw(rt, "inclusive") {
			applied = tax.Inclusive(kind, rate, charged)
		}
		lines = append(lines, Line{Position: n, Kind: folio.Service, Lodging: rapid.Bool().Draw(rt, "lodging"),
			Quantity: quantity, UnitPrice: unit, Discount: discount, Applied: applied})
	}
	return lines
}

// The lines always add up to the totals, column by column, the halves are equal, and the rounding is at most half a
// unit.
func TestTotalsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		i := Invoice{Lines: anyLines(rt)}
		whole := rapid.Bool().Draw(rt, "whole")
		currency := rapid.SampledFrom([]string{"INR", "JPY", "KWD"}).Draw(rt, "currency")
		i.sumUp(ledger.Books{RoundToWhole: whole}, scope.ForJob("", currency, time.UTC))
		unit := map[string]money.Amount{"INR": 100, "JPY": 1, "KWD": 1000}[currency]
		var taxable, cgst, sgst, other, sum money.Amount
		for _, l := range i.Lines {
			taxable, cgst, sgst = taxable+l.Taxable, cgst+l.Parts.Of("cgst"), sgst+l.Parts.Of("sgst")+l.Parts.Of("utgst")
			other, sum = other+l.Parts.Of("other"), sum+l.Total
		}
		if i.Taxable != taxable || i.Parts.Of("cgst") != cgst ||
			i.Parts.Of("sgst")+i.Parts.Of("utgst") != sgst || i.Parts.Of("other") != other || cgst != sgst {
			rt.Fatalf("the totals are %+v", i.Totals)
		}
		if i.Total != i.Taxable+i.Tax()+i.Rounding || i.Total-i.Rounding != sum {
			rt.Fatalf("%d is not %d and %d and %d", i.Total, i.Taxable, i.Tax(), i.Rounding)
		}
		switch {
		case !whole && i.Rounding != 0:
			rt.Fatalf("rounded by %d, though it should not be", i.Rounding)
		case whole && (i.Total%unit != 0 || 2*max(i.Rounding, -i.Rounding) > unit):
			rt.Fatalf("%d is rounded by %d to %d", sum, i.Rounding, i.Total)
		case whole && 2*max(i.Rounding, -i.Rounding) == unit && (i.Rounding > 0) != (sum > 0):
			rt.Fatalf("half of a unit of %d is rounded towards zero", sum)
		}
	})
}

// An invoice's posting adds up to zero, and its opposite takes it back.
func TestPostingsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		i := Invoice{Lines: anyLines(rt)}
		i.sumUp(ledger.Books{RoundToWhole: rapid.Bool().Draw(rt, "whole")}, scope.ForJob("", "INR", time.UTC))
		posted, back := i.posting("", 1), i.posting("", -1)
		var sum money.Amount
		for n, entry := range posted.Entries {
			sum += entry.Amount
			if back.Entries[n].Account != entry.Account || back.Entries[n].Amount != -entry.Amount {
				rt.Fatalf("%v is taken back by %v", entry, back.Entries[n])
			}
		}
		if sum != 0 || posted.Entries[0].Amount != i.Total {
			rt.Fatalf("the entries %v add up to %d", posted.Entries, sum)
		}
	})
}

func TestTheStatusFollowsWhatIsPaidAndCredited(t *testing.T) {
	for _, c := range []struct {
		total, paid, credited money.Amount
		want                  string
	}{{100, 0, 0, Issued}, {100, 1, 0, PartiallyPaid}, {100, 99, 0, PartiallyPaid}, {100, 100, 0, Paid},
		{100, 0, 99, Issued}, {100, 0, 100, Paid}, {100, 40, 59, PartiallyPaid}, {100, 40, 60, Paid}, {0, 0, 0, Paid}} {
		if got := statusAfter(c.total, c.paid, c.credited); got != c.want {
			t.Errorf("%+v is %s", c, got)
		}
	}
	for _, status := range []string{Draft, Void} {
		if due := (Invoice{Status: status, Totals: Totals{Total: 100}}).Due(); due != 0 {
			t.Errorf("%s owes %d", status, due)
		}
	}
}
