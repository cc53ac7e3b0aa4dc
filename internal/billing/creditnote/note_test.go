package creditnote

import (
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/tax"
	"sarai/internal/kit/money"
	"sarai/internal/stay/folio"
)

// anyInvoice draws an issued invoice of mixed rates, with or without rounding, some of whose lines may reduce it.
func anyInvoice(rt *rapid.T) invoice.Invoice {
	i := invoice.Invoice{Status: invoice.Issued}
	for n := range rapid.IntRange(1, 8).Draw(rt, "lines") {
		price := money.Amount(rapid.Int64Range(0, rapid.SampledFrom([]int64{9, 999, 9_999_999}).Draw(rt, "size")).Draw(rt,
			"price"))
		if n > 0 && rapid.IntRange(0, 4).Draw(rt, "reduces") == 0 {
			price = -price
		}
		kind := rapid.SampledFrom([]string{tax.None, tax.GST, tax.UTGST, tax.Other}).Draw(rt, "kind")
		rate := tax.Rate(rapid.SampledFrom([]int64{1, 333, 500, 1200, 1800, 2800}).Draw(rt, "rate"))
		applied := tax.Exclusive(kind, rate, price)
		if rapid.Bool().Draw(rt, "inclusive") {
			applied = tax.Inclusive(kind, rate, price)
		}
		i.Lines = append(i.Lines, invoice.Line{Position: n, Lodging: n%2 == 0, Quantity: 2 * folio.One, Applied: applied})
		i.Taxable, i.Parts, i.Total = i.Taxable+applied.Taxable, i.Parts.Plus(applied.Parts), i.Total+applied.Total
	}
	if rapid.Bool().Draw(rt, "rounded") {
		exact := i.Total
		i.Total = exact.Times(1, 100) * 100
		i.Rounding = i.Total - exact
	}
	return i
}

// credit lets the invoice follow the note, as the transaction does.
func credit(i *invoice.Invoice, n Note) {
	for _, l := range n.Lines {
		i.Lines[l.Position].Credited += l.Total
	}
	i.Credited += n.Total
}

// However an invoice is credited, its notes never come to more than it, and when nothing is left they are it, in every
// column to the last minor unit.
func TestNotesAddUpToTheirInvoice(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		i := anyInvoice(rt)
		if i.Total <= 0 {
			return
		}
		var sum Note
		for i.Creditable() > 0 || linesLeft(i) != 0 {
			var r Request
			switch how := rapid.IntRange(0, 9).Draw(rt, "how"); {
			case how == 0:
			case how < 4:
				r.Lines = anyLine(rt, i)
			default:
				r.Amount = new(money.Amount(rapid.Int64Range(1, int64(max(i.Creditable(), linesLeft(i)))).Draw(rt, "amount")))
			}
			shares, amount, err := r.shares(i, rooms{}, "INR")
			if err != nil {
				if r.Lines == nil {
					rt.Fatalf("%+v of %+v: %v", r, i, err)
				}
				continue
			}
			n := Note{}
			n.write(i, shares, amount)
			checkNote(rt, i, n)
			credit(&i, n)
			sum.Taxable, sum.Parts = sum.Taxable+n.Taxable, sum.Parts.Plus(n.Parts)
			sum.Rounding, sum.Total = sum.Rounding+n.Rounding, sum.Total+n.Total
			if sum.Total > i.Total || i.Creditable() != i.Total-sum.Total {
				rt.Fatalf("%d of %d is credited", sum.Total, i.Total)
			}
			if (i.Creditable() == 0 || linesLeft(i) == 0) && i.Creditable() != linesLeft(i) {
				rt.Fatalf("%d is left, and %d of the lines", i.Creditable(), linesLeft(i))
			}
		}
		if sum.Taxable != i.Taxable || !sameParts(sum.Parts, i.Parts) ||
			sum.Rounding != i.Rounding {
			rt.Fatalf("the notes add up to %+v, the invoice is %+v", sum, i.Totals)
		}
		for _, l := range i.Lines {
			if l.Creditable() != 0 {
				rt.Fatalf("%d is left of the line %+v", l.Creditable(), l)
			}
		}
	})
}

// anyLine asks for a part of a line, or for all that is left of it.
func anyLine(rt *rapid.T, i invoice.Invoice) []LineRequest {
	l := i.Lines[rapid.IntRange(0, len(i.Lines)-1).Draw(rt, "line")]
	part := money.Amount(rapid.Int64Range(1, max(1, int64(l.Creditable()))).Draw(rt, "part"))
	return []LineRequest{{Field: "lines[0].", Position: &l.Position, Amount: &part}}
}

// checkNote checks a note against itself and the invoice before it.
func checkNote(rt *rapid.T, i invoice.Invoice, n Note) {
	var lines money.Amount
	for _, l := range n.Lines {
		lines += l.Total
		line := i.Lines[l.Position]
		after := line.Credited + l.Total
		if l.Taxable+l.Tax() != l.Total || l.Parts.Of("cgst") != l.Parts.Of("sgst")+l.Parts.Of("utgst") ||
			line.Total >= 0 && (l.Total < 0 || after > line.Total) ||
			line.Total < 0 && (l.Total > 0 || after < line.Total) {
			rt.Fatalf("the share %+v of the line %+v", l, line)
		}
	}
	if n.Total != n.Taxable+n.Tax()+n.Rounding || lines+n.Rounding != n.Total {
		rt.Fatalf("the note %+v doesn't add up", n)
	}
	var posted, charged money.Amount
	for _, entry := range n.posting(i).Entries {
		posted += entry.Amount
	}
	for _, c := range n.credits(i) {
		charged += c.Total
	}
	if posted != 0 || charged != -n.Total {
		rt.Fatalf("the books have %d, the folio %d of %d", posted, charged, n.Total)
	}
}

// sameParts tells whether both have the same amount of every part.
func sameParts(a, b tax.Parts) bool {
	for _, code := range []string{"cgst", "sgst", "utgst", "other"} {
		if a.Of(code) != b.Of(code) {
			return false
		}
	}
	return a.Sum() == b.Sum()
}
