package sheets

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// storedKey is an organization's own key as it is kept.
type storedKey struct {
	hash, org string
	createdAt int64
	usedAt    *int64 // to the minute; nil: never
}

func scanKey(row db.Scanner) (k storedKey, err error) {
	err = row.Scan(&k.hash, &k.org, &k.createdAt, &k.usedAt)
	return k, err
}

func keyByHash(tx *db.Tx, hash string) (storedKey, error) {
	return db.One(tx, scanKey, `SELECT key_hash, org_id, created_at, used_at FROM sheet_keys WHERE key_hash = $1`, hash)
}

func keyOf(tx *db.Tx, sc scope.Scope) (storedKey, error) {
	return db.One(tx, scanKey, `SELECT key_hash, org_id, created_at, used_at FROM sheet_keys WHERE org_id = $1`, sc.Org)
}

// saveKey gives the organization this key and tells whether it had another.
func saveKey(tx *db.Tx, sc scope.Scope, hash string) (replaced bool, err error) {
	inserted, err := tx.Exec(`INSERT INTO sheet_keys (key_hash, org_id, created_by, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id) DO NOTHING`, hash, sc.Org, sc.User, tx.Now.UnixMilli())
	if err != nil || inserted == 1 {
		return false, err
	}
	_, err = tx.Exec(`UPDATE sheet_keys SET key_hash = $2, created_by = $3, created_at = $4, used_at = NULL WHERE org_id = $1`,
		sc.Org, hash, sc.User, tx.Now.UnixMilli())
	return true, err
}

func noteUse(tx *db.Tx, org, hash string) error {
	_, err := tx.Exec(`UPDATE sheet_keys SET used_at = $3 WHERE org_id = $1 AND key_hash = $2`, org, hash, tx.Now.UnixMilli())
	return err
}

func deleteKey(tx *db.Tx, sc scope.Scope) (bool, error) {
	deleted, err := tx.Exec(`DELETE FROM sheet_keys WHERE org_id = $1`, sc.Org)
	return deleted == 1, err
}
