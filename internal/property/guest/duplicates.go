package guest

import (
	"slices"
	"strings"
)

// Pair is two records that may be of one person.
type Pair struct {
	Kept, Duplicate Guest // the older and the newer one
	Score           int   // 0 to 100
	Reasons         []string
}

// Reasons for which two records may be of one person, or may not.
const (
	SameDocument   = "same-document"
	SamePhone      = "same-phone"
	SameEmail      = "same-email"
	SameBirth      = "same-birth" // and the same name
	SameName       = "same-name"
	SimilarName    = "similar-name" // a word of it
	OtherName      = "other-name"
	OtherBirth     = "other-birth"
	OtherDocument  = "other-document"
	LeastSuggested = 50 // the score from which pairs are suggested
)

// weights are what reasons add to a score. A telephone number or an address alone is not enough: families and offices
// share them.
var weights = map[string]int{SameDocument: 60, SamePhone: 35, SameEmail: 40, SameBirth: 50, SameName: 25,
	SimilarName: 15, OtherName: -30, OtherBirth: -60, OtherDocument: -60}

// compare scores two records.
func compare(a, b Guest) (score int, reasons []string) {
	add := func(reason string, holds bool) {
		if holds {
			reasons, score = append(reasons, reason), score+weights[reason]
		}
	}
	same := func(one, other string) bool { return one != "" && one == other }
	add(SameDocument, same(a.DocumentKey, b.DocumentKey))
	add(SameEmail, same(a.EmailKey, b.EmailKey))
	add(SamePhone, same(a.PhoneKey, b.PhoneKey))
	add(SameBirth, same(a.BirthKey, b.BirthKey))
	names, others := nameWords(a.Name), nameWords(b.Name)
	shared := slices.ContainsFunc(names, func(word string) bool { return slices.Contains(others, word) })
	add(SameName, slices.Equal(names, others))
	add(SimilarName, shared && !slices.Equal(names, others))
	add(OtherName, !shared && !slices.Equal(names, others))
	add(OtherBirth, a.DateOfBirth != "" && b.DateOfBirth != "" && a.DateOfBirth != b.DateOfBirth)
	add(OtherDocument, a.DocumentKey != "" && b.DocumentKey != "" && a.DocumentKey != b.DocumentKey &&
		strings.EqualFold(a.IDType, b.IDType))
	return min(100, max(0, score)), reasons
}

// pairUp compares the records of a group that have a key in common, and adds the pairs worth suggesting.
func pairUp(group []Guest, into map[string]Pair) {
	slices.SortFunc(group, older)
	for i, kept := range group {
		for _, duplicate := range group[i+1:] {
			if score, reasons := compare(kept, duplicate); score >= LeastSuggested {
				into[apartKey(kept.ID, duplicate.ID)] = Pair{kept, duplicate, score, reasons}
			}
		}
	}
}

func older(a, b Guest) int {
	if a.CreatedAt != b.CreatedAt {
		return int(min(1, max(-1, a.CreatedAt-b.CreatedAt)))
	}
	return strings.Compare(a.ID, b.ID)
}

// apartKey names a pair, whichever comes first.
func apartKey(a, b string) string { return min(a, b) + " " + max(a, b) }
