package wordindex

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Lacking names the records that the index doesn't know by all of their words. Those from before the index which are
// still to be filled in count as known.
func Lacking(tx *db.Tx, sc scope.Scope, kind Kind, records map[string]Words) (lacking []string, err error) {
	for id, words := range records {
		present, err := db.All(tx, db.Value[string],
			`SELECT term FROM search_terms WHERE org_id = $1 AND kind = $2 AND record_id = $3
				UNION ALL SELECT '' FROM search_backlog WHERE org_id = $1 AND kind = $2 AND before_id > $3`,
			sc.Org, string(kind), id)
		if err != nil {
			return nil, err
		}
		known := map[string]bool{}
		for _, t := range present {
			known[t] = true
		}
		for _, word := range words {
			if !known[term(word)] && !known[""] {
				lacking = append(lacking, id)
				break
			}
		}
	}
	return lacking, nil
}
