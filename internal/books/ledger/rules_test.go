package ledger

import (
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Parts for the same booking and invoice become one, and nothing is lost.
func TestJoinedPartsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var parts []Part
		for range rapid.IntRange(0, 12).Draw(rt, "parts") {
			parts = append(parts, Part{BookingID: rapid.SampledFrom([]string{"", "a", "b"}).Draw(rt, "booking"),
				InvoiceID: rapid.SampledFrom([]string{"", "i"}).Draw(rt, "invoice"),
				Amount:    money.Amount(rapid.Int64Range(1, 100).Draw(rt, "amount"))})
		}
		all := joined(parts)
		if sum(all) != sum(parts) {
			rt.Errorf("%d becomes %d", sum(parts), sum(all))
		}
		seen := map[[2]string]bool{}
		for i, p := range all {
			key := [2]string{p.BookingID, p.InvoiceID}
			if seen[key] || p.Position != i {
				rt.Errorf("%+v is at %d, or there twice", p, i)
			}
			seen[key] = true
		}
	})
}

func TestCheckVoidable(t *testing.T) {
	const today date.Date = "2026-04-14"
	payment := Movement{Kind: Payment, Status: Recorded, Amount: 100, Date: today}
	for name, c := range map[string]struct {
		change func(*Movement)
		may    bool
	}{
		"today's":   {func(*Movement) {}, true},
		"yesterday": {func(m *Movement) { m.Date = "2026-04-13" }, false},
		"void":      {func(m *Movement) { m.Status = Void }, false},
		"refunded":  {func(m *Movement) { m.Refunded = 1 }, false},
		"a refund":  {func(m *Movement) { m.Kind = Refund }, false},
	} {
		m := payment
		c.change(&m)
		if err := m.checkVoidable(today); (err == nil) != c.may || err != nil && !errs.Is(err, errs.KindConflict) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMethodOf(t *testing.T) {
	for written, want := range map[string]Method{"": "cash", "Credit Card": "card", "debit-card": "card", "UPI": "upi",
		"NEFT": "bank_transfer", "bank transfer": "bank_transfer", "Cheque": "other", "ota": "ota"} {
		if got := MethodOf(written); got != want || kindOf[got] == "" {
			t.Errorf("%q is %s (an account of kind %q), want %s", written, got, kindOf[got], want)
		}
	}
}

func TestMethodText(t *testing.T) {
	for method, want := range map[Method]string{UPI: "UPI", OTA: "OTA", BankTransfer: "Bank transfer", Cash: "Cash"} {
		if got := method.Text(); got != want {
			t.Errorf("%s is written %s, want %s", method, got, want)
		}
	}
}

// Money moves only under the lock: a Locked that Lock didn't make panics.
func TestBooksThatAreNotLockedPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a posting went through without the lock")
		}
	}()
	_ = Post(Locked{}, scope.Scope{}, Posting{})
}
