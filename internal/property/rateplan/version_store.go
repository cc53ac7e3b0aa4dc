package rateplan

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
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
	return version, changes.Insert(tx, []any{sc.Org}, Change{Version: version, Action: e.Action,
		ResourceType: e.ResourceType, ResourceID: e.ResourceID, Cells: cells, UserID: sc.User, UserName: sc.UserName,
		CreatedAt: tx.Now.UnixMilli()})
}

// Change is what made a version of the rates.
type Change struct {
	Version      int64  `db:"version,key"`
	Action       string `db:"action"`
	ResourceType string `db:"resource_type"`
	ResourceID   string `db:"resource_id"`
	Cells        string `db:"cells"` // as JSON; "" for a change of another record
	UserID       string `db:"user_id"`
	UserName     string `db:"user_name"`
	CreatedAt    int64  `db:"created_at"`
}

var changes = table.Of[Change]("rate_changes", "org_id")

// ChangesAfter lists the changes that made the versions after this one, the oldest first.
func ChangesAfter(tx *db.Tx, sc scope.Scope, version int64, limit int) ([]Change, error) {
	return db.All(tx, changes.Scan, `SELECT `+changes.Columns("")+` FROM rate_changes
		WHERE org_id = $1 AND version > $2 ORDER BY version LIMIT CAST($3 AS BIGINT)`, sc.Org, version, limit)
}
