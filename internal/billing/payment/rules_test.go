package payment

import (
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/money"
)

// A refund takes exactly its amount, no more of any part than it has, and nothing from an invoice before the advance is
// used up.
func TestARefundComesFromTheAdvanceFirst(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var parts []ledger.Part
		var whole money.Amount
		for i := range rapid.IntRange(1, 6).Draw(rt, "parts") {
			p := ledger.Part{Position: i, BookingID: rapid.SampledFrom([]string{"", "b"}).Draw(rt, "booking"),
				InvoiceID: rapid.SampledFrom([]string{"", "i", "j"}).Draw(rt, "invoice"),
				Amount:    money.Amount(rapid.Int64Range(1, 1000).Draw(rt, "amount"))}
			parts, whole = append(parts, p), whole+p.Amount
		}
		wanted := money.Amount(rapid.Int64Range(1, int64(whole)).Draw(rt, "wanted"))
		taken := takeFrom(parts, wanted)
		var sum, billed money.Amount
		for _, p := range taken {
			if p.Amount <= 0 || p.Amount > parts[p.Position].Amount {
				rt.Errorf("%d is taken from %+v", p.Amount, parts[p.Position])
			}
			sum += p.Amount
			if p.InvoiceID != "" {
				billed += p.Amount
			}
		}
		if sum != wanted || billed != max(wanted-advance(parts), 0) {
			rt.Errorf("%d is taken, %d of it from invoices; the advance is %d, want %d", sum, billed, advance(parts),
				wanted)
		}
	})
}

func TestTheLastInvoiceGivesBackFirst(t *testing.T) {
	parts := []ledger.Part{{Position: 0, InvoiceID: "first", Amount: 100}, {Position: 1, Amount: 30},
		{Position: 2, InvoiceID: "second", Amount: 50}}
	for amount, want := range map[money.Amount]string{10: "", 30: "", 31: "second", 80: "second", 81: "first",
		180: "first"} {
		taken := takeFrom(parts, amount)
		if got := taken[len(taken)-1].InvoiceID; got != want {
			t.Errorf("the last part of a refund of %d comes from %q, want %q", amount, got, want)
		}
	}
}
