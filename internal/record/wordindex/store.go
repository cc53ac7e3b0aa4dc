package wordindex

import (
	"slices"
	"strconv"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Kind is a kind of record.
type Kind string

// The kinds of records that have words.
const (
	Guest   Kind = "guest"
	Company Kind = "company"
	Booking Kind = "booking"
	Invoice Kind = "invoice"
	Quote   Kind = "quote"
	Expense Kind = "expense"
	Payment Kind = "payment" // with the words that its booking doesn't have
	Group   Kind = "group"
)

// Add gives a record its words. The transaction has made the record or locked it, and it may have some of them already.
func Add(tx *db.Tx, sc scope.Scope, kind Kind, recordID string, words Words) error {
	terms := make([]string, len(words))
	for i, word := range words {
		terms[i] = term(word)
	}
	return add(tx, sc, kind, recordID, terms)
}

// Set gives a record, which the transaction has locked, these words instead of those that it has.
func Set(tx *db.Tx, sc scope.Scope, kind Kind, recordID string, words Words) error {
	present, err := db.All(tx, db.Value[string],
		`SELECT term FROM search_terms WHERE org_id = $1 AND kind = $2 AND record_id = $3`,
		sc.Org, string(kind), recordID)
	if err != nil {
		return err
	}
	var missing []string
	kept := map[string]bool{}
	for _, word := range words {
		t := term(word)
		kept[t] = true
		if !slices.Contains(present, t) {
			missing = append(missing, t)
		}
	}
	for _, t := range present {
		if kept[t] {
			continue
		}
		if err := tx.Do(`DELETE FROM search_terms WHERE org_id = $1 AND kind = $2 AND term = $3 AND record_id = $4`,
			sc.Org, string(kind), t, recordID); err != nil {
			return err
		}
	}
	return add(tx, sc, kind, recordID, missing)
}

func add(tx *db.Tx, sc scope.Scope, kind Kind, recordID string, terms []string) error {
	const columns, most = 4, 20 // rows of a statement, as in table.Insert
	for some := range slices.Chunk(terms, most) {
		args := make([]any, 0, columns*len(some))
		for _, t := range some {
			args = append(args, sc.Org, string(kind), t, recordID)
		}
		if err := tx.Do(`INSERT INTO search_terms (org_id, kind, term, record_id) VALUES `+
			db.Rows(columns, len(some))+` ON CONFLICT (org_id, kind, term, record_id) DO NOTHING`, args...); err != nil {
			return err
		}
	}
	return nil
}

// Forget removes all words of a record.
func Forget(tx *db.Tx, sc scope.Scope, kind Kind, recordID string) error {
	return tx.Do(`DELETE FROM search_terms WHERE org_id = $1 AND kind = $2 AND record_id = $3`, sc.Org, string(kind),
		recordID)
}

const (
	mostTerms    = 100 // different words with the same beginning
	firstRecords = 250 // that are looked at of these words together
	mostRecords  = 2000
	mostFound    = 50
	enough       = 20 // found among the first, so that no more are looked at
)

// selectNewest reads the records with a word in the range [$3, $4), those with the word $3 itself first, then the
// newest. It finds the range's first words one after the other, and takes as many of the newest records of each, $5 in
// all. Further conditions on t follow, then orderNewest.
var selectNewest = `WITH RECURSIVE words (term, number) AS (
		SELECT (SELECT f.term FROM search_terms f WHERE f.org_id = $1 AND f.kind = $2 AND f.term >= $3 AND f.term < $4
			ORDER BY f.term LIMIT 1), 1
		UNION ALL
		SELECT (SELECT n.term FROM search_terms n WHERE n.org_id = $1 AND n.kind = $2 AND n.term > w.term AND n.term < $4
			ORDER BY n.term LIMIT 1), w.number + 1
		FROM words w WHERE w.term IS NOT NULL AND w.number < ` + strconv.Itoa(mostTerms) + `
	), newest (term, since) AS MATERIALIZED (
		SELECT w.term, COALESCE((SELECT o.record_id FROM search_terms o
			WHERE o.org_id = $1 AND o.kind = $2 AND o.term = w.term ORDER BY o.record_id DESC
			LIMIT 1 OFFSET CAST($5 AS BIGINT) / (SELECT COUNT(*) FROM words)), '')
		FROM words w WHERE w.term IS NOT NULL
	)
	SELECT t.record_id FROM newest w CROSS JOIN `

// ofNewest ends selectNewest. CROSS JOIN keeps SQLite from beginning with the records, and OFFSET PostgreSQL, which
// would read all of them until it has statistics.
var ofNewest = map[db.Dialect]string{
	db.SQLite:     termRows,
	db.PostgreSQL: `LATERAL (SELECT t.* FROM ` + termRows + ` OFFSET 0) AS t WHERE TRUE`,
}

const termRows = `search_terms t
	WHERE t.org_id = $1 AND t.kind = $2 AND t.term = w.term AND t.record_id >= w.since`

var orderNewest = ` ORDER BY CASE WHEN t.term = $3 THEN 0 ELSE 1 END, t.record_id DESC LIMIT ` +
	strconv.Itoa(mostFound)

// Find names the records of the kind that the query may find, at most a hundred: those that have a word whole, and the
// newest. The rarest word of the query leads to them.
func Find(tx *db.Tx, sc scope.Scope, kind Kind, q Query) (found []string, err error) {
	rarest := 0
	if len(q.words) > 1 {
		if rarest, _, err = Rarest(tx, sc, kind, q.words, mostRecords); err != nil {
			return nil, err
		}
	}
	for _, most := range []int{firstRecords, mostRecords} {
		if found, err = findAmong(tx, sc, kind, q, rarest, most); err != nil || len(found) >= enough {
			break
		}
	}
	return found, err
}

// findAmong is Find among so many records with one of the query's words.
func findAmong(tx *db.Tx, sc scope.Scope, kind Kind, q Query, leading, most int) (found []string, err error) {
	for _, terms := range Stretches(q.words[leading]) {
		where := db.Where(sc.Org, string(kind), terms.From, terms.Before, most)
		for i, other := range q.words {
			if i != leading {
				condition, values := Has("t.record_id", kind, other)
				where.And(condition, values...)
			}
		}
		conditions, args := where.SQL()
		records, err := db.All(tx, db.Value[string],
			selectNewest+ofNewest[tx.Dialect()]+conditions+orderNewest, args...)
		if err != nil {
			return nil, err
		}
		found = append(found, records...)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// Has is the condition that a record has a word, with its values. It counts, since engines turn EXISTS into joins,
// which begin with the words.
func Has(record string, kind Kind, word string) (condition string, values []any) {
	var ranges []string
	values = []any{kind}
	for _, terms := range Stretches(word) {
		ranges = append(ranges, `a.term >= ? AND a.term < ?`)
		values = append(values, terms.From, terms.Before)
	}
	return `(SELECT COUNT(*) FROM search_terms a WHERE a.org_id = $1 AND a.kind = ? AND a.record_id = ` + record + `
		AND (` + strings.Join(ranges, ` OR `) + `)) > 0`, values
}

// Rarest is the place of the word that the fewest records have, and how many rows of the index that word has; more than
// most count as most.
func Rarest(tx *db.Tx, sc scope.Scope, kind Kind, words []string, most int) (rarest, fewest int, err error) {
	fewest = most + 1
	for i, word := range words {
		number := 0
		for _, terms := range Stretches(word) {
			n, err := countBounded(tx, sc, kind, terms, min(most, fewest))
			if err != nil {
				return 0, 0, err
			}
			number = min(number+n, most)
		}
		if number < fewest {
			rarest, fewest = i, number
		}
	}
	return rarest, fewest, nil
}

func countBounded(tx *db.Tx, sc scope.Scope, kind Kind, terms Stretch, most int) (n int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM (SELECT 1 FROM search_terms
		WHERE org_id = $1 AND kind = $2 AND term >= $3 AND term < $4 LIMIT CAST($5 AS BIGINT)) AS counted`,
		sc.Org, string(kind), terms.From, terms.Before, most).Scan(&n)
	return n, err
}
