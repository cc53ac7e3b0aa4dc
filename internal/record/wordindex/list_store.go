package wordindex

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// List is a list of the records of a kind: their table, which has the columns org_id and created_at, its name in the
// list's statements, and the column of their ids.
type List struct {
	Kind           Kind
	Table, As, Key string
	Said           string // what a record says, in lower case; "": column search_text
}

func (l List) column(name string) string { return l.As + "." + name }

func (l List) said() string { return cmp.Or(l.Said, l.column("search_text")) }

// Hits are what the search of a list has found. Nil is no search, which doesn't narrow a list.
type Hits struct {
	list  List
	texts []string // that all records are searched for, if neither of the following leads to them
	ids   []string // all records, if they are few
	query Query    // finds the records, if they are many

	stretches [][]stretch // of each word of the query, if they are many
	common    int         // how many they are, if it has been counted
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

// Search finds the records that have all words of the text: beginnings of words, and ends of numbers. Where these are
// few, it also finds the text anywhere in what the newest records say. A text without a letter or digit is looked for
// as it is in all records, and so is every text until the records from before the index have their words.
func (l List) Search(tx *db.Tx, sc scope.Scope, wanted string) (*Hits, error) {
	if wanted == "" {
		return nil, nil
	}
	h := &Hits{list: l, texts: []string{wanted}}
	q, err := Parse(wanted)
	if err != nil {
		return h, nil
	}
	if filled, err := filled(tx, sc, l.Kind); err != nil || !filled {
		return h, err
	}
	leading, number, err := rarestOf(tx, sc, l.Kind, q, few)
	if err != nil {
		return nil, err
	}
	h.query = q
	if number < few {
		found, err := h.ledTo(tx, sc, leading)
		if err != nil {
			return nil, err
		}
		return h, h.name(tx, sc, found)
	}
	for _, word := range q.words {
		stretches, err := stretchesOf(tx, sc, l.Kind, word)
		if err != nil {
			return nil, err
		}
		h.stretches = append(h.stretches, stretches)
	}
	if len(q.words) > 1 {
		err = h.nameCommon(tx, sc)
	}
	return h, err
}

// nameCommon counts the records that have several words, each of which many have, and names them if they are few.
func (h *Hits) nameCommon(tx *db.Tx, sc scope.Scope) (err error) {
	if h.common, err = h.Count(tx, sc); err != nil || h.common >= few {
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

// filled tells whether the records of the kind from before the index have their words.
func filled(tx *db.Tx, sc scope.Scope, kind Kind) (filled bool, err error) {
	err = tx.QueryRow(`SELECT NOT EXISTS (SELECT 1 FROM search_backlog WHERE org_id = $1 AND kind = $2)`, sc.Org,
		string(kind)).Scan(&filled)
	return filled, err
}

// ledTo are the ids of the records to which one of the query's words leads and which have the others, some more than
// once.
func (h *Hits) ledTo(tx *db.Tx, sc scope.Scope, leading int) (found []string, err error) {
	for _, beginning := range beginnings(h.query.words[leading]) {
		from := term(beginning)
		where := db.Where(sc.Org, string(h.list.Kind), from, from+afterTerms)
		for i, word := range h.query.words {
			if i != leading {
				and(where)(has("t.record_id", h.list.Kind, word))
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

// Where begins a list's conditions, whose statement is about Table.
func (h *Hits) Where(org string) *db.Conditions {
	args := []any{org}
	if h.Few() {
		for _, id := range h.ids {
			args = append(args, id)
		}
	}
	return db.Where(args...)
}

// Table is the list's table with its alias or, if few records have been found, these rows of it: led to by their keys,
// since SQLite would rather look at all of a hotel's in an index that has all columns.
func (h *Hits) Table(table string) string {
	if !h.Few() {
		return table
	}
	return rowsOf(table, h.list.As, h.list.Key, len(h.ids))
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
			SELECT `+h.list.As+`.org_id, `+h.list.column(h.list.Key)+` AS record_id, `+h.list.said()+` AS said
			FROM `+h.list.Table+` `+h.list.As+` WHERE `+h.list.As+`.org_id = $1
			ORDER BY `+h.list.column("created_at")+` DESC, `+h.list.column(h.list.Key)+` DESC
			LIMIT `+strconv.Itoa(newestOfList)+`) AS newest
		WHERE org_id = $1`+conditions, args...)
}

// Narrow adds to the conditions of Where that the search finds the record. A list that walks along an order until its
// page is full asks each record; another one begins with those that are found.
func (h *Hits) Narrow(where *db.Conditions, walk bool) {
	switch {
	case h == nil || h.Few(): // Table has these alone
	case h.query.words == nil:
		for _, text := range h.texts {
			contact.Search(where, h.list.said(), text)
		}
	case walk:
		for _, word := range h.query.words {
			and(where)(has(h.list.column(h.list.Key), h.list.Kind, word))
		}
	default:
		records, values := h.records()
		where.And(h.list.column(h.list.Key)+` IN (`+records+`)`, values...)
	}
}

// Few tells whether the search has found so few records that they are gathered by their ids and sorted, since they may
// be far apart along an index.
func (h *Hits) Few() bool { return h != nil && h.ids != nil }

// Many tells whether the search has found many records, which Count counts in the index alone.
func (h *Hits) Many() bool { return h != nil && h.ids == nil && h.query.words != nil }

// Count is how many records have been found by a search that has found many.
func (h *Hits) Count(tx *db.Tx, sc scope.Scope) (number int, err error) {
	if h.common > 0 {
		return h.common, nil
	}
	records, args := h.selected(sc)
	err = tx.QueryRow(`SELECT COUNT(DISTINCT record_id) FROM (`+records+`) AS found`, args...).Scan(&number)
	return number, err
}

// selected is records as a statement with its arguments.
func (h *Hits) selected(sc scope.Scope) (query string, args []any) {
	where := db.Where(sc.Org)
	and(where)(h.records())
	condition, args := where.SQL()
	return strings.TrimPrefix(condition, " AND "), args // it is no condition, but has the values' numbers
}

// records selects the records that the query finds, some of them more than once.
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
			values = append(append(values, h.list.Kind), terms...)
		}
		each = append(each, `SELECT record_id FROM (`+strings.Join(either, ` UNION ALL `)+`) AS either`)
	}
	return strings.Join(each, ` INTERSECT `), values
}

// stretchesOf are the stretches of the terms that begin as the word does: one at least if any record has the word.
func stretchesOf(tx *db.Tx, sc scope.Scope, kind Kind, word string) (stretches []stretch, err error) {
	const within = ` FROM search_terms WHERE org_id = $1 AND kind = $2 AND term >= $3 AND term < $4)`
	for _, beginning := range beginnings(word) {
		var s stretch
		from := term(beginning)
		err := tx.QueryRow(`SELECT COALESCE((SELECT MIN(term)`+within+`, ''),
			COALESCE((SELECT MAX(term)`+within+`, '')`, sc.Org, string(kind), from, from+afterTerms).Scan(&s.first, &s.last)
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

// has is the condition that a record has a word. It counts, since engines turn EXISTS into joins, which begin with the
// words.
func has(record string, kind Kind, word string) (condition string, values []any) {
	ranges, values := inRanges("a.term", word)
	return `(SELECT COUNT(*) FROM search_terms a WHERE a.org_id = $1 AND a.kind = ? AND a.record_id = ` + record + `
		AND ` + ranges + `) > 0`, append([]any{kind}, values...)
}

// inRanges is the condition that a term begins as the word does.
func inRanges(column, word string) (condition string, values []any) {
	var ranges []string
	for _, beginning := range beginnings(word) {
		ranges = append(ranges, column+` >= ? AND `+column+` < ?`)
		values = append(values, term(beginning), term(beginning)+afterTerms)
	}
	return `(` + strings.Join(ranges, ` OR `) + `)`, values
}
