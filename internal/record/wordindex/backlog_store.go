package wordindex

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// The backlog of a kind is its records from before the index, which the background gives their words, the newest first:
// those whose ids are below the one that is kept.

// Filled tells whether the records of the kind from before the index have their words.
func Filled(tx *db.Tx, sc scope.Scope, kind Kind) (filled bool, err error) {
	err = tx.QueryRow(`SELECT NOT EXISTS (SELECT 1 FROM search_backlog WHERE org_id = $1 AND kind = $2)`, sc.Org,
		string(kind)).Scan(&filled)
	return filled, err
}

// LockBacklog is the id below which records still lack their words. It keeps others from filling them until the
// transaction ends, and tells whether there is a backlog at all.
func LockBacklog(tx *db.Tx, sc scope.Scope, kind Kind) (before string, waiting bool, err error) {
	err = tx.QueryRow(`UPDATE search_backlog SET before_id = before_id WHERE org_id = $1 AND kind = $2
		RETURNING before_id`, sc.Org, string(kind)).Scan(&before)
	if errors.Is(err, db.ErrNoRows) {
		return "", false, nil
	}
	return before, err == nil, err
}

// ShortenBacklog notes that the records from this id on have their words.
func ShortenBacklog(tx *db.Tx, sc scope.Scope, kind Kind, before string) error {
	return tx.Do(`UPDATE search_backlog SET before_id = $3 WHERE org_id = $1 AND kind = $2`, sc.Org, string(kind), before)
}

// EndBacklog notes that every record has its words.
func EndBacklog(tx *db.Tx, sc scope.Scope, kind Kind) error {
	return tx.Do(`DELETE FROM search_backlog WHERE org_id = $1 AND kind = $2`, sc.Org, string(kind))
}
