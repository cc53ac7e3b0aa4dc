package tariff

import (
	"fmt"
	"strings"
	"time"

	"sarai/internal/country/words"
	"sarai/internal/kit/money"
)

// The kinds of policies.
const (
	Cancellation = "cancellation"
	NoShow       = "noShow"
)

// Policy says what a guest owes who cancels, or who never comes.
type Policy struct {
	ID    string       `db:"policy_id,key" json:"id"`
	Name  string       `db:"name" json:"name"`
	Kind  string       `db:"kind,fixed" json:"kind"`
	Steps []PolicyStep `db:"steps,json" json:"steps"` // the longest time first; the last one has no end
	Stamp
}

// PolicyStep is the fee of who cancels so early.
type PolicyStep struct {
	UntilHours *int `json:"untilHours"` // before check-in; nil: at any time
	Fee        Fee  `json:"fee"`
}

// The kinds of fees.
const (
	FeePercent = "percentOfStay" // hundredths of a percent of the price of all nights
	FeeNights  = "nights"        // the price of so many nights, from the first one on
	FeeFixed   = "fixed"         // minor units
)

// Fee is what is owed.
type Fee struct {
	Kind  string `json:"kind"`
	Value int64  `json:"value"` // what it counts depends on the kind
}

// Of is the fee for a stay whose nights have these prices: never more than all of them.
func (f Fee) Of(nights []money.Amount) money.Amount {
	var all, first money.Amount
	for i, price := range nights {
		all += price
		if int64(i) < f.Value {
			first += price
		}
	}
	switch f.Kind {
	case FeePercent:
		return all.Times(f.Value, 10_000)
	case FeeNights:
		return first
	}
	return min(money.Amount(f.Value), all)
}

// FeeAt is what is owed at the moment, for a stay in which guests can arrive from an instant on.
func (p Policy) FeeAt(now, arrival time.Time) Fee {
	for _, step := range p.Steps {
		if step.UntilHours == nil || !now.After(arrival.Add(-time.Duration(*step.UntilHours)*time.Hour)) {
			return step.Fee
		}
	}
	return Fee{}
}

// text is the fee in words; "" for none.
func (f Fee) text(language words.Language, currency string) string {
	switch {
	case f.Value == 0:
		return ""
	case f.Kind == FeePercent && f.Value == 10_000:
		return language.Say("the price of the whole stay")
	case f.Kind == FeePercent:
		percent := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%02d", f.Value/100, f.Value%100), "0"), ".")
		return language.Say("%s %% of the price of the stay", percent)
	case f.Kind == FeeNights:
		return language.Count(int(f.Value), "the price of the first night", "the price of the first %d nights")
	}
	return money.Amount(f.Value).Text(currency)
}

// Text is the policy in words, for the guest.
func (p Policy) Text(language words.Language, currency string) string {
	var sentences []string
	for i, step := range p.Steps {
		sentences = append(sentences, p.sentence(i, step, step.Fee.text(language, currency), language))
	}
	return strings.Join(sentences, " ")
}

func (p Policy) sentence(i int, step PolicyStep, fee string, language words.Language) string {
	hours := func() string { return language.Count(*step.UntilHours, "1 hour", "%d hours") }
	switch {
	case p.Kind == NoShow && fee == "":
		return language.Say("Who doesn't arrive pays nothing.")
	case p.Kind == NoShow:
		return language.Say("Who doesn't arrive pays %s.", fee)
	case step.UntilHours != nil && fee == "":
		return language.Say("Cancelling is free until %s before check-in.", hours())
	case step.UntilHours != nil:
		return language.Say("Until %s before check-in, cancelling costs %s.", hours(), fee)
	case fee == "" && i == 0:
		return language.Say("Cancelling is free at any time.")
	case fee == "":
		return language.Say("After that, it is free.")
	case i == 0:
		return language.Say("Cancelling costs %s at any time.", fee)
	}
	return language.Say("After that, it costs %s.", fee)
}
