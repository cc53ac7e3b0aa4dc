package sheets

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

// storedKey is an organization's own key as it is stored.
type storedKey struct {
	Hash      string `db:"key_hash"`
	Org       string `db:"org_id"`
	CreatedAt int64  `db:"created_at"`
	UsedAt    *int64 `db:"used_at"` // to the minute; nil: never
}

var (
	keyTable   = table.Of[storedKey]("sheet_keys")
	selectKeys = `SELECT ` + keyTable.Columns("") + ` FROM sheet_keys`
)

func keyByHash(tx *db.Tx, hash string) (storedKey, error) {
	return db.One(tx, keyTable.Scan, selectKeys+` WHERE key_hash = $1`, hash)
}

func keyOf(tx *db.Tx, sc scope.Scope) (storedKey, error) {
	return db.One(tx, keyTable.Scan, selectKeys+` WHERE org_id = $1`, sc.Org)
}

// saveKey gives the organization this key, and reports whether it replaced another.
func saveKey(tx *db.Tx, sc scope.Scope, hash string) (replaced bool, err error) {
	inserted, err := tx.Exec(`INSERT INTO sheet_keys (key_hash, org_id, created_by, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id) DO NOTHING`, hash, sc.Org, sc.User, tx.Now.UnixMilli())
	if err != nil || inserted == 1 {
		return false, err
	}
	err = tx.Do(`UPDATE sheet_keys SET key_hash = $2, created_by = $3, created_at = $4, used_at = NULL
		WHERE org_id = $1`, sc.Org, hash, sc.User, tx.Now.UnixMilli())
	return true, err
}

func saveUse(tx *db.Tx, k storedKey) error {
	return tx.Do(`UPDATE sheet_keys SET used_at = $3 WHERE org_id = $1 AND key_hash = $2`,
		k.Org, k.Hash, tx.Now.UnixMilli())
}

func removeKey(tx *db.Tx, sc scope.Scope) (bool, error) {
	removed, err := tx.Exec(`DELETE FROM sheet_keys WHERE org_id = $1`, sc.Org)
	return removed == 1, err
}
