package chain_test

import (
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/chain"
)

// Chains of years ago must still verify: these values were computed by the first version.
func TestLinksNeverChange(t *testing.T) {
	first := chain.Link("", 1, "organization", "created", "")
	second := chain.Link(first, 2, "organization", "Søn & <Co>")
	if first != "l2t9pZql_qxxXxs23NJVdgbAp0Z6TFQCIJzEgjeGU1k" || second != "m9gmh1rG8-Ev42Mqkzhhg-ECUBaDbkBnKRq40xszhNM" {
		t.Errorf("the links are %s and %s", first, second)
	}
}

// No two different records have the same link, however their fields are cut.
func TestEveryFieldCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fields := rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "fields")
		others := rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "others")
		same := len(fields) == len(others)
		for i := 0; same && i < len(fields); i++ {
			same = fields[i] == others[i]
		}
		if got := chain.Link("x", 7, fields...) == chain.Link("x", 7, others...); got != same {
			t.Fatalf("%q and %q: the same link %v", fields, others, got)
		}
	})
	if chain.Link("ab", 1, "c") == chain.Link("a", 1, "bc") || chain.Link("a", 1, "b") == chain.Link("a", 2, "b") {
		t.Error("the link before and the number don't count")
	}
}
