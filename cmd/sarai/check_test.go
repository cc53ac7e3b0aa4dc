package main_test

import (
	"strings"
	"testing"
)

// Whatever is kept about rows, and is made to differ from them, is found by the check, and nothing else is.
// damage is a change that check must find, by these words.
type damage struct{ change, back, words string }

func words(together []damage) (all []string) {
	for _, one := range together {
		all = append(all, one.words)
	}
	return all
}

func TestCheckFindsWhatDiffers(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		demo := p.start("demo")
		<-demo.over // four months of a hotel, which a busy machine takes longer for than anything else
		if demo.wait() != 0 {
			t.Fatal("no demo hotel")
		}
		if said := p.mustRun("check"); !strings.Contains(said, "all its 1 organizations are as they must be") {
			t.Fatalf("of the demo hotel it says %q", said)
		}
		for _, together := range [][]damage{{
			{"UPDATE account_sums SET amount = amount + 1 WHERE span = 'month'",
				"UPDATE account_sums SET amount = amount - 1 WHERE span = 'month'", "an account's month"},
			{"UPDATE accounts SET balance = balance + 1", "UPDATE accounts SET balance = balance - 1",
				"an account whose balance"},
			{"UPDATE daily_money SET received = received + 1", "UPDATE daily_money SET received = received - 1",
				"a day whose payments"},
			{"UPDATE payment_months SET number = number + 1", "UPDATE payment_months SET number = number - 1",
				"payment_months"},
			{"UPDATE invoice_months SET total = total + 1", "UPDATE invoice_months SET total = total - 1",
				"invoice_months"},
			{"UPDATE expense_months SET tax = tax + 1", "UPDATE expense_months SET tax = tax - 1", "expense_months"},
			{"UPDATE booking_counts SET number = number + 1", "UPDATE booking_counts SET number = number - 1",
				"booking_counts"},
			{"UPDATE invoice_lines SET total = total + 1", "UPDATE invoice_lines SET total = total - 1",
				"an invoice that isn't its lines"},
			{"UPDATE search_terms SET term = term || '!' WHERE kind = 'guest'",
				"UPDATE search_terms SET term = substr(term, 1, LENGTH(term) - 1) WHERE kind = 'guest'",
				"a guest that not all of its words find"},
			{"UPDATE audit_entries SET details = details || ' ' WHERE number = 3",
				"UPDATE audit_entries SET details = substr(details, 1, LENGTH(details) - 1) WHERE number = 3",
				"its audit log is not whole"},
		}, {
			// It falsifies what others are compared with, too.
			{"UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'guests'",
				"UPDATE ledger_entries SET amount = amount - 1 WHERE account = 'guests'", "books whose debits"},
		}} {
			for _, one := range together {
				p.change(one.change)
			}
			p.start("check").damaged(words(together)...)
			for _, one := range together {
				p.change(one.back)
			}
		}
		p.mustRun("check")
		p.change("DELETE FROM credit_note_lines")
		p.start("check").damaged("a credit note that isn't its lines")
	})
}

func TestCheckNeedsThisVersionsSchema(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		if p.onSQLite() {
			p.start("check").ended("there is no database")
		} else {
			p.start("check").ended("run sarai migrate first")
		}
		p.mustRun("migrate")
		p.mustRun("check")
	})
}
