package wordindex

import (
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Following is a list of records that say what other records say, and are found by those: a payment by the words of its
// booking, a credit note by those of its invoice. Beside these they are found by their numbers, and by words of their
// own if List has a kind. What is found so is held against what the record itself says.
type Following struct {
	List
	Of     Kind   // whose words find them
	By     string // the column with that one's id
	Number string // the column with the record's own number

	// Names leaves digits to the records' own words: they repeat names, not the phone number that stands beside them.
	Names bool
}

// Digits are the words of a name that digits may find. A record that repeats a name needs these itself if what it
// follows is asked for Names.
func Digits(name Words) (words Words) {
	for _, word := range name {
		if word[0] >= '0' && word[0] <= '9' {
			words = append(words, word)
		}
	}
	return words
}

// found is a record and what it says.
type found struct{ id, said string }

// Search is List.Search, by the same rules where the hits are few. Words that many have are looked for, each anywhere,
// in what all the records say: what these come to would have to be read from the records anyway.
func (f Following) Search(tx *db.Tx, sc scope.Scope, wanted string, issued Numbers) (*Hits, error) {
	if wanted == "" {
		return nil, nil
	}
	h := &Hits{list: f.List, texts: []string{wanted}}
	q, err := Parse(wanted)
	if err != nil {
		return h, nil
	}
	for _, kind := range []Kind{f.Of, f.Kind} {
		if filled, err := filled(tx, sc, kind); err != nil || !filled {
			return h, err
		}
	}
	leading, number, err := f.rarest(tx, sc, q, issued)
	if err != nil {
		return nil, err
	}
	if number >= few {
		h.texts = strings.Fields(wanted)
		return h, nil
	}
	candidates, err := f.candidates(tx, sc, q.words[leading], issued)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range candidates {
		if _, matches := q.Matches(saidWords(c.said)); matches {
			ids = append(ids, c.id)
		}
	}
	return h, h.name(tx, sc, ids)
}

// rarest is the place of the word by which the fewest rows of the index and numbers are found, and how many these are;
// more than few count as few.
func (f Following) rarest(tx *db.Tx, sc scope.Scope, q Query, issued Numbers) (rarest, fewest int, err error) {
	fewest = few + 1
	for i, word := range q.words {
		numbers, any := issued.found(word, few)
		number := len(numbers)
		if !any {
			number = few
		}
		for _, kind := range f.kinds(word) {
			_, n, err := rarestOf(tx, sc, kind, Query{[]string{word}}, few)
			if err != nil {
				return 0, 0, err
			}
			number = min(number+n, few)
		}
		if number < fewest {
			rarest, fewest = i, number
		}
	}
	return rarest, fewest, nil
}

// kinds are those whose words may find records.
func (f Following) kinds(word string) (kinds []Kind) {
	if f.Kind != "" {
		kinds = append(kinds, f.Kind)
	}
	if !f.Names || strings.Trim(word, "0123456789") != "" {
		kinds = append(kinds, f.Of)
	}
	return kinds
}

// candidates are the records that the word may find.
func (f Following) candidates(tx *db.Tx, sc scope.Scope, word string, issued Numbers) (all []found, err error) {
	of := f.Table + ` ` + f.As
	for _, kind := range f.kinds(word) {
		by := f.By
		if kind == f.Kind {
			by = f.Key
		}
		for _, beginning := range beginnings(word) {
			some, err := db.All(tx, scanFound, `SELECT `+f.column(f.Key)+`, `+f.said()+`
				FROM search_terms t CROSS JOIN `+of+` WHERE t.org_id = $1 AND t.kind = $2 AND t.term >= $3 AND t.term < $4
					AND `+f.As+`.org_id = $1 AND `+f.column(by)+` = t.record_id`, sc.Org, string(kind), term(beginning),
				term(beginning)+afterTerms)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
	}
	numbers, _ := issued.found(word, few)
	args := []any{sc.Org}
	for _, number := range padded(numbers) {
		args = append(args, number)
	}
	numbered, err := db.All(tx, scanFound, `SELECT `+f.column(f.Key)+`, `+f.said()+`
		FROM `+rowsOf(of, f.As, f.Number, len(args)-1)+` WHERE `+f.As+`.org_id = $1`, args...)
	return append(all, numbered...), err
}

func scanFound(row db.Scanner) (f found, err error) {
	err = row.Scan(&f.id, &f.said)
	return f, err
}

// saidWords are the words of what a record says, each line and word of which may be a number.
func saidWords(said string) (words Words) {
	words.Text(said)
	for line := range strings.Lines(said) {
		words.Number(line)
	}
	for _, word := range strings.Fields(said) {
		words.Number(word)
	}
	return words
}
