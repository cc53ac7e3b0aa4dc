package listing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/series"
	"sarai/internal/record/wordindex"
)

// Words are what a list's search looks into: the words of its records, whose table has a column created_at.
type Words struct {
	Kind wordindex.Kind // "": the records have no words of their own
	Said string         // what a record says, in lower case; "": its column search_text

	// Of is the kind of the records that these ones follow: they say what those say, and are found by those; a payment by
	// the words of its booking, a credit note by those of its invoice. Beside these they are found by their numbers, and
	// by words of their own. What is found so is held against what the record itself says. "": they follow none.
	Of     wordindex.Kind
	By     string // the column with that one's id
	Number string // the column with the record's own number, which Series issues
	Series string
	Names  bool // leaves digits to the records' own words: they repeat names, not the phone number that stands beside them
}

// Hits are what the search of a list has found. Nil is no search, which doesn't narrow a list.
type Hits struct {
	*searched
	texts []string // that all records are searched for, if neither of the following leads to them
	ids   []string // all records, if they are few
	words []string // find the records, if they are many

	stretches [][]stretch // of each word, if they are many
	common    int         // how many they are, if it has been counted
}

// searched is a list that is searched.
type searched struct {
	Words
	table, as, key string // the table without its alias, the alias, the key's column
}

// stretch is where the terms with a beginning stand in the index. Where it is one term, its records are in order, and
// engines count and compare them without gathering them.
type stretch struct{ first, last string }

const (
	// few is how many records a list's search names by their ids.
	few = 1500
	// newestOfList is how many of a list's records are searched for any part of what they say.
	newestOfList = 1000
)

// search is what the request's text finds.
func (r *request) search() (*Hits, error) {
	s := r.searched()
	if s.Of != "" {
		issued, err := series.Issued(r.tx, r.sc, s.Series)
		if err != nil {
			return nil, err
		}
		return s.following(r.tx, r.sc, r.text, issued)
	}
	return s.search(r.tx, r.sc, r.text)
}

func (s *Spec) searched() *searched {
	as := s.alias()
	table, _, _ := strings.Cut(s.Table, " ")
	return &searched{Words: *s.Words, table: table, as: as, key: strings.TrimPrefix(s.Key, as+".")}
}

func (s *searched) column(name string) string { return s.as + "." + name }

func (s *searched) said() string { return cmp.Or(s.Said, s.column("search_text")) }

// search finds the records that have all words of the text: beginnings of words, and ends of numbers. Where these are
// few, it also finds the text anywhere in what the newest records say. A text without a letter or digit is looked for
// as it is in all records, and so is every text until the records from before the index have their words.
func (s *searched) search(tx *db.Tx, sc scope.Scope, wanted string) (*Hits, error) {
	h := &Hits{searched: s, texts: []string{wanted}}
	q, err := wordindex.Parse(wanted)
	if err != nil {
		return h, nil
	}
	if filled, err := wordindex.Filled(tx, sc, s.Kind); err != nil || !filled {
		return h, err
	}
	leading, number, err := wordindex.Rarest(tx, sc, s.Kind, q.Words(), few)
	if err != nil {
		return nil, err
	}
	h.words = q.Words()
	if number < few {
		found, err := h.ledTo(tx, sc, leading)
		if err != nil {
			return nil, err
		}
		return h, h.name(tx, sc, found)
	}
	for _, word := range h.words {
		stretches, err := stretchesOf(tx, sc, s.Kind, word)
		if err != nil {
			return nil, err
		}
		h.stretches = append(h.stretches, stretches)
	}
	if len(h.words) > 1 {
		err = h.nameCommon(tx, sc)
	}
	return h, err
}

// nameCommon counts the records that have several words, each of which many have, and names them if they are few.
func (h *Hits) nameCommon(tx *db.Tx, sc scope.Scope) error {
	number, err := h.count(tx, sc).Get()
	if h.common = int(number); err != nil || h.common >= few {
		return err
	}
	records, args := h.selected(sc)
	common, err := db.All(tx, db.Value[string], records, args...)
	if err != nil {
		return err
	}
	return h.name(tx, sc, common)
}

// name keeps the ids of the records that were found, and of the newest with the text anywhere.
func (h *Hits) name(tx *db.Tx, sc scope.Scope, found []string) error {
	newest, err := h.amongNewest(tx, sc)
	h.ids = padded(append(found, newest...))
	return err
}

// ledTo are the ids of the records to which one of the words leads and which have the others, some more than once.
func (h *Hits) ledTo(tx *db.Tx, sc scope.Scope, leading int) (found []string, err error) {
	for _, terms := range wordindex.Stretches(h.words[leading]) {
		where := db.Where(sc.Org, string(h.Kind), terms.From, terms.Before)
		for i, word := range h.words {
			if i != leading {
				and(where)(wordindex.Has("t.record_id", h.Kind, word))
			}
		}
		conditions, args := where.SQL()
		indexed, err := db.All(tx, db.Value[string], `SELECT t.record_id FROM search_terms t
			WHERE t.org_id = $1 AND t.kind = $2 AND t.term >= $3 AND t.term < $4`+conditions, args...)
		if err != nil {
			return nil, err
		}
		found = append(found, indexed...)
	}
	return found, nil
}

// padded are the ids, each once, and enough empty ones that there are few different statements; never none.
func padded(ids []string) []string {
	slices.Sort(ids)
	ids = slices.Compact(append(ids, ""))
	for n := len(ids); n&(n-1) != 0; n++ {
		ids = append(ids, "")
	}
	return ids
}

// where begins a list's conditions, whose statement is about table.
func (h *Hits) where(org string) *db.Conditions {
	args := []any{org}
	if h.Few() {
		for _, id := range h.ids {
			args = append(args, id)
		}
	}
	return db.Where(args...)
}

// from is the list's table with its alias or, if few records have been found, these rows of it: led to by their keys,
// since SQLite would rather look at all of a hotel's in an index that has all columns.
func (h *Hits) from(table string) string {
	if !h.Few() {
		return table
	}
	return rowsOf(table, h.as, h.key, len(h.ids))
}

// rowsOf selects the table's rows that have one of the values $2, $3 … in the column.
func rowsOf(table, as, column string, values int) string {
	list := strings.ReplaceAll(db.Placeholders(2, values), ",", "), (")
	return `(SELECT ` + as + `.* FROM (VALUES (` + list + `)) AS hits CROSS JOIN ` + table + `
		WHERE ` + as + `.org_id = $1 AND ` + as + `.` + column + ` = hits.column1) AS ` + as
}

// amongNewest are the ids of the newest records with the text anywhere.
func (h *Hits) amongNewest(tx *db.Tx, sc scope.Scope) ([]string, error) {
	where := db.Where(sc.Org)
	contact.Search(where, "said", h.texts[0])
	conditions, args := where.SQL()
	return db.All(tx, db.Value[string], `SELECT record_id FROM (
			SELECT `+h.as+`.org_id, `+h.column(h.key)+` AS record_id, `+h.said()+` AS said
			FROM `+h.searched.table+` `+h.as+` WHERE `+h.as+`.org_id = $1
			ORDER BY `+h.column("created_at")+` DESC, `+h.column(h.key)+` DESC
			LIMIT `+strconv.Itoa(newestOfList)+`) AS newest
		WHERE org_id = $1`+conditions, args...)
}

// narrow adds to the conditions of where that the search finds the record. A list that walks along an order until its
// page is full asks each record; another one begins with those that are found.
func (h *Hits) narrow(where *db.Conditions, each bool) {
	switch {
	case h == nil || h.Few(): // from has these alone
	case h.words == nil:
		for _, text := range h.texts {
			contact.Search(where, h.said(), text)
		}
	case each:
		for _, word := range h.words {
			and(where)(wordindex.Has(h.column(h.key), h.Kind, word))
		}
	default:
		records, values := h.records()
		where.And(h.column(h.key)+` IN (`+records+`)`, values...)
	}
}

// Few tells whether the search has found so few records that they are gathered by their ids and sorted, since they may
// be far apart along an index.
func (h *Hits) Few() bool { return h != nil && h.ids != nil }

// Many tells whether the search has found many records, which count counts in the index alone.
func (h *Hits) Many() bool { return h != nil && h.ids == nil && h.words != nil }

// count is how many records have been found by a search that has found many.
func (h *Hits) count(tx *db.Tx, sc scope.Scope) db.Later[int64] {
	if h.common > 0 {
		return db.Known(int64(h.common), nil)
	}
	records, args := h.selected(sc)
	return db.Ask(tx, db.Value[int64], `SELECT COUNT(DISTINCT record_id) FROM (`+records+`) AS found`, args...)
}

// selected is records as a statement with its arguments.
func (h *Hits) selected(sc scope.Scope) (query string, args []any) {
	where := db.Where(sc.Org)
	and(where)(h.records())
	condition, args := where.SQL()
	return strings.TrimPrefix(condition, " AND "), args // it is no condition, but has the values' numbers
}

// records selects the records that the words find, some of them more than once.
func (h *Hits) records() (query string, values []any) {
	var each []string
	for _, stretches := range h.stretches {
		var either []string
		for _, s := range stretches {
			condition, terms := "t.term = ?", []any{s.first}
			if s.first != s.last {
				condition, terms = "t.term >= ? AND t.term <= ?", []any{s.first, s.last}
			}
			either = append(either, `SELECT t.record_id FROM search_terms t
				WHERE t.org_id = $1 AND t.kind = ? AND `+condition)
			values = append(append(values, h.Kind), terms...)
		}
		each = append(each, `SELECT record_id FROM (`+strings.Join(either, ` UNION ALL `)+`) AS either`)
	}
	return strings.Join(each, ` INTERSECT `), values
}

// stretchesOf are the stretches of the terms that begin as the word does: one at least if any record has the word.
func stretchesOf(tx *db.Tx, sc scope.Scope, kind wordindex.Kind, word string) (stretches []stretch, err error) {
	const within = ` FROM search_terms WHERE org_id = $1 AND kind = $2 AND term >= $3 AND term < $4)`
	for _, terms := range wordindex.Stretches(word) {
		var s stretch
		err := tx.QueryRow(`SELECT COALESCE((SELECT MIN(term)`+within+`, ''),
			COALESCE((SELECT MAX(term)`+within+`, '')`, sc.Org, string(kind), terms.From, terms.Before).Scan(&s.first, &s.last)
		if err != nil {
			return nil, err
		}
		if s.first != "" {
			stretches = append(stretches, s)
		}
	}
	return stretches, nil
}

// and adds a condition with its values.
func and(where *db.Conditions) func(condition string, values []any) {
	return func(condition string, values []any) { where.And(condition, values...) }
}
