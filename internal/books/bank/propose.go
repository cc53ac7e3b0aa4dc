package bank

import (
	"cmp"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/money"
)

// Entries are proposed that were posted so many days before or after the bank has booked a line.
const (
	daysBefore = 45
	daysAfter  = 15
	mostAsked  = 5000 // entries among which proposals are looked for
	mostShown  = 10
	mostPairs  = 400 // entries of which sums of two are proposed
)

// proposal is what a line may be: entries, or a voucher with an account.
type proposal struct {
	kind    string // byMatching or byBooking
	entries []ledger.Posted
	account string // of byBooking
	score   int
	why     []string
}

// The reasons of proposals.
const (
	byAmount    = "amount"
	byReference = "reference"
	byDate      = "date"
	bySum       = "sum"
	byRule      = "learned"
)

// propose ranks what the line may be, best first. references are those of payments, by their ids.
func propose(l Line, entries []ledger.Posted, references map[string]string, rules []Rule) []proposal {
	var list []proposal
	for _, e := range entries {
		if e.Amount == l.Amount {
			list = append(list, l.single(e, references[e.DocumentID], rules))
		}
	}
	list = append(list, l.days(entries)...)
	list = append(list, l.pairs(entries)...)
	for _, r := range rules {
		if r.Kind == byBooking {
			list = append(list, proposal{kind: byBooking, account: r.Target, score: 40 + min(r.Uses, 10),
				why: []string{byRule}})
		}
	}
	slices.SortStableFunc(list, func(a, b proposal) int { return cmp.Compare(b.score, a.score) })
	return list[:min(len(list), mostShown)]
}

func distance(l Line, e ledger.Posted) int {
	days := e.Day.DaysUntil(l.Day)
	return max(days, -days)
}

func (l Line) single(e ledger.Posted, reference string, rules []Rule) proposal {
	away := distance(l, e)
	p := proposal{kind: byMatching, entries: []ledger.Posted{e}, score: 50 - min(away, 30), why: []string{byAmount}}
	if l.names(reference) || l.names(e.Number) {
		p.score, p.why = p.score+40, append(p.why, byReference)
	}
	if away <= 3 {
		p.score, p.why = p.score+5, append(p.why, byDate)
	}
	if slices.ContainsFunc(rules, func(r Rule) bool { return r.Kind == byMatching && r.Target == e.Document }) {
		p.score, p.why = p.score+10, append(p.why, byRule)
	}
	return p
}

// names tells whether the bank's words have the reference in them.
func (l Line) names(reference string) bool {
	reference = squeezed(reference)
	return len(reference) >= 4 && strings.Contains(squeezed(l.Text+" "+l.Reference), reference)
}

// days are all entries of a day together, as providers pay them out.
func (l Line) days(entries []ledger.Posted) (list []proposal) {
	for start := 0; start < len(entries); {
		end := start
		for end < len(entries) && entries[end].Day == entries[start].Day {
			end++
		}
		if of := entries[start:end]; len(of) > 1 && sumOf(of) == l.Amount {
			list = append(list, proposal{kind: byMatching, entries: of, score: 35 - min(distance(l, of[0]), 30),
				why: []string{bySum}})
		}
		start = end
	}
	return list
}

// pairs are two entries that add up to the line.
func (l Line) pairs(entries []ledger.Posted) (list []proposal) {
	if len(entries) > mostPairs {
		return nil
	}
	first := map[money.Amount]int{}
	for i, e := range entries {
		if at, ok := first[l.Amount-e.Amount]; ok && len(list) < mostShown {
			of := []ledger.Posted{entries[at], e}
			list = append(list, proposal{kind: byMatching, entries: of, why: []string{bySum},
				score: 25 - min(max(distance(l, of[0]), distance(l, of[1])), 25)})
		}
		first[e.Amount] = i
	}
	return list
}
