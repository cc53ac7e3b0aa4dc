package hold

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	holdTable   = table.Of[Hold]("holds", "org_id")
	selectHolds = `SELECT ` + holdTable.Columns("") + ` FROM holds WHERE org_id = $1`

	list = listing.New[listInput](holdTable.Scan, listing.Spec{Table: "holds", Key: "hold_id",
		Columns: holdTable.Columns(""), Order: "created_at DESC, hold_id DESC",
		Filters: []listing.Filter{{Name: "status", Of: map[string]listing.Condition{
			Active: {Where: "status = 'active' AND expires_at > {now}", Leads: listing.Own}}}}})
)

func insert(tx *db.Tx, sc scope.Scope, h Hold) error { return holdTable.Insert(tx, []any{sc.Org}, h) }

func find(tx *db.Tx, sc scope.Scope, holdID string) (Hold, error) {
	h, err := db.One(tx, holdTable.Scan, selectHolds+` AND hold_id = $2`, sc.Org, holdID)
	if errors.Is(err, db.ErrNoRows) {
		return h, errNoHold
	}
	return h, err
}

// expired lists the active holds whose time is over.
func expired(tx *db.Tx, sc scope.Scope) ([]Hold, error) {
	return db.All(tx, holdTable.Scan, selectHolds+` AND status = 'active' AND expires_at <= $2
		ORDER BY expires_at, hold_id`, sc.Org, tx.Now.UnixMilli())
}

// end changes the status of an active hold, and reports whether it was one.
func end(tx *db.Tx, sc scope.Scope, holdID, status string) (bool, error) {
	changed, err := tx.Exec(`UPDATE holds SET status = $3, ended_at = $4, version = version + 1
		WHERE org_id = $1 AND hold_id = $2 AND status = 'active'`, sc.Org, holdID, status, tx.Now.UnixMilli())
	return changed == 1, err
}
