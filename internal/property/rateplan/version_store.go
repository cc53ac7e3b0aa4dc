package rateplan

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Lock keeps others from changing the hotel's rates until the transaction ends.
func Lock(tx *db.Tx, sc scope.Scope) error {
	return tx.Do(`INSERT INTO rate_versions (org_id, version) VALUES ($1, 0)
		ON CONFLICT (org_id) DO UPDATE SET version = rate_versions.version`, sc.Org)
}

// Version is that of the hotel's rates: they are the same as long as it is.
func Version(tx *db.Tx, sc scope.Scope) db.Later[int64] {
	return db.Ask(tx, db.Value[int64],
		`SELECT COALESCE((SELECT version FROM rate_versions WHERE org_id = $1), 0)`, sc.Org)
}

// Note counts the version up for a change that is made under the lock, and keeps what changed. cells is what changed
// of the calendar, as JSON; "" for a change of another record.
func Note(tx *db.Tx, sc scope.Scope, e event.Event, cells string) (version int64, err error) {
	if err := tx.Do(`UPDATE rate_versions SET version = version + 1 WHERE org_id = $1`, sc.Org); err != nil {
		return 0, err
	}
	if version, err = Version(tx, sc).Get(); err != nil {
		return 0, err
	}
	err = tx.Do(`INSERT INTO rate_changes (org_id, version, action, resource_type, resource_id, cells, user_id,
			user_name, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		sc.Org, version, e.Action, e.ResourceType, e.ResourceID, cells, sc.User, sc.UserName, tx.Now.UnixMilli())
	return version, err
}
