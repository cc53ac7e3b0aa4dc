package changes

import (
	"encoding/json"
	"errors"

	"sarai/internal/kit/db"
)

// Revision is that of the organization's last change. Whatever else the transaction reads includes all changes up to
// it.
func Revision(tx *db.Tx, org string) (revision int64, err error) {
	err = tx.QueryRow(`SELECT revision FROM revisions WHERE org_id = $1`, org).Scan(&revision)
	if errors.Is(err, db.ErrNoRows) {
		return 0, nil
	}
	return revision, err
}

// nextRevisions takes the organization's next revisions, and asks for the last of them.
func nextRevisions(tx *db.Tx, org string, number int) db.Later[int64] {
	return db.Ask(tx, db.Value[int64], `INSERT INTO revisions (org_id, revision) VALUES ($1, $2)
		ON CONFLICT (org_id) DO UPDATE SET revision = revisions.revision + excluded.revision RETURNING revision`,
		org, number)
}

// insert writes the changes, which have the revisions up to the last.
func insert(tx *db.Tx, org string, last int64, list []Change) error {
	var args []any
	for i, c := range list {
		ids, err := json.Marshal(append([]string{}, c.IDs...))
		if err != nil {
			return err
		}
		args = append(args, org, last-int64(len(list)-1-i), c.Kind, string(ids), tx.Now.UnixMilli())
	}
	return tx.Do(`INSERT INTO changes (org_id, revision, kind, ids, changed_at) VALUES `+db.Rows(5, len(list)), args...)
}

// Since lists the organization's changes after the revision, at most this many, the oldest first.
func Since(tx *db.Tx, org string, revision int64, most int) ([]Change, error) {
	return db.All(tx, func(row db.Scanner) (c Change, err error) {
		var ids []byte
		if err := row.Scan(&c.Revision, &c.Kind, &ids); err != nil {
			return c, err
		}
		return c, json.Unmarshal(ids, &c.IDs)
	}, `SELECT revision, kind, ids FROM changes WHERE org_id = $1 AND revision > $2
		ORDER BY revision LIMIT CAST($3 AS BIGINT)`, org, revision, most)
}

func sweep(tx *db.Tx, org string, before int64) error {
	return tx.Do(`DELETE FROM changes WHERE org_id = $1 AND changed_at < $2`, org, before)
}

// Erase deletes the changes of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "changes", "revisions") }
