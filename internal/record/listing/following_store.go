package listing

import (
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

// found is a record and what it says.
type found struct{ id, said string }

// following is search for records that follow others, by the same rules where the hits are few. Words that many have
// are looked for, each anywhere, in what all the records say: what these come to would have to be read from the records
// anyway.
func (s *searched) following(tx *db.Tx, sc scope.Scope, wanted string, issued wordindex.Numbers) (*Hits, error) {
	h := &Hits{searched: s, texts: []string{wanted}}
	q, err := wordindex.Parse(wanted)
	if err != nil {
		return h, nil
	}
	for _, kind := range []wordindex.Kind{s.Of, s.Kind} {
		if filled, err := wordindex.Filled(tx, sc, kind); err != nil || !filled {
			return h, err
		}
	}
	words := q.Words()
	leading, number, err := s.rarest(tx, sc, words, issued)
	if err != nil {
		return nil, err
	}
	if number >= few {
		h.texts = strings.Fields(wanted)
		return h, nil
	}
	candidates, err := s.candidates(tx, sc, words[leading], issued)
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
func (s *searched) rarest(tx *db.Tx, sc scope.Scope, words []string,
	issued wordindex.Numbers) (rarest, fewest int, err error) {
	fewest = few + 1
	for i, word := range words {
		numbers, any := issued.Found(word, few)
		number := len(numbers)
		if !any {
			number = few
		}
		for _, kind := range s.kinds(word) {
			_, n, err := wordindex.Rarest(tx, sc, kind, []string{word}, few)
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
func (s *searched) kinds(word string) (kinds []wordindex.Kind) {
	if s.Kind != "" {
		kinds = append(kinds, s.Kind)
	}
	if !s.Names || strings.Trim(word, "0123456789") != "" {
		kinds = append(kinds, s.Of)
	}
	return kinds
}

// candidates are the records that the word may find.
func (s *searched) candidates(tx *db.Tx, sc scope.Scope, word string,
	issued wordindex.Numbers) (all []found, err error) {
	of := s.table + ` ` + s.as
	for _, kind := range s.kinds(word) {
		by := s.By
		if kind == s.Kind {
			by = s.key
		}
		for _, terms := range wordindex.Stretches(word) {
			some, err := db.All(tx, scanFound, `SELECT `+s.column(s.key)+`, `+s.said()+`
				FROM search_terms t CROSS JOIN `+of+` WHERE t.org_id = $1 AND t.kind = $2 AND t.term >= $3 AND t.term < $4
					AND `+s.as+`.org_id = $1 AND `+s.column(by)+` = t.record_id`, sc.Org, string(kind), terms.From,
				terms.Before)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
	}
	numbers, _ := issued.Found(word, few)
	args := []any{sc.Org}
	for _, number := range padded(numbers) {
		args = append(args, number)
	}
	numbered, err := db.All(tx, scanFound, `SELECT `+s.column(s.key)+`, `+s.said()+`
		FROM `+rowsOf(of, s.as, s.Number, len(args)-1)+` WHERE `+s.as+`.org_id = $1`, args...)
	return append(all, numbered...), err
}

func scanFound(row db.Scanner) (f found, err error) {
	err = row.Scan(&f.id, &f.said)
	return f, err
}

// saidWords are the words of what a record says, each line and word of which may be a number.
func saidWords(said string) (words wordindex.Words) {
	words.Text(said)
	for line := range strings.Lines(said) {
		words.Number(line)
	}
	for _, word := range strings.Fields(said) {
		words.Number(word)
	}
	return words
}
