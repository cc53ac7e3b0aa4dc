package organization

import "sarai/internal/kit/db"

// unanswered lists sign-ups whose time is over, as many as one sweep takes.
func unanswered(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string],
		`SELECT org_id FROM organizations WHERE unanswered AND deleted_at IS NULL AND created_at <= $1
		ORDER BY created_at, org_id LIMIT 500`, tx.Now.Add(-answerTime).UnixMilli())
}

// lockUnanswered is LockMembers for a sign-up, which it takes off the list: whoever isn't deleted now is in use. It
// reports whether the organization was on it.
func lockUnanswered(tx *db.Tx, org string) (bool, error) {
	held, err := tx.Exec(`UPDATE organizations SET members_version = members_version + 1, unanswered = FALSE
		WHERE org_id = $1 AND unanswered AND deleted_at IS NULL`, org)
	return held == 1, err
}

// erase deletes an organization of which nothing else is left.
func erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "organizations") }

// uncount takes an organization off those that were ever made. It locks the row of the whole installation.
func uncount(tx *db.Tx) error {
	return tx.Do(`UPDATE installation SET sign_ups = sign_ups - 1 WHERE singleton = 'sarai'`)
}
