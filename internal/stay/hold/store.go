package hold

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var (
	holdTable   = table.Of[Hold]("holds", "org_id")
	selectHolds = `SELECT ` + holdTable.Columns("") + ` FROM holds WHERE org_id = $1`
)

func insert(tx *db.Tx, sc scope.Scope, h Hold) error { return holdTable.Insert(tx, []any{sc.Org}, h) }

func find(tx *db.Tx, sc scope.Scope, holdID string) (Hold, error) {
	h, err := db.One(tx, holdTable.Scan, selectHolds+` AND hold_id = $2`, sc.Org, holdID)
	if errors.Is(err, db.ErrNoRows) {
		return h, errNoHold
	}
	return h, err
}

// page lists the holds, newest first, and counts them all. Active ones are those whose time isn't over.
func page(tx *db.Tx, sc scope.Scope, active bool, limit, offset int) (holds []Hold, total int, err error) {
	c := db.Where(sc.Org)
	if active {
		c.And("status = 'active' AND expires_at > ?", tx.Now.UnixMilli())
	}
	where, args := c.SQL()
	if err := tx.QueryRow(`SELECT COUNT(*) FROM holds WHERE org_id = $1`+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	l := db.Listing{Columns: holdTable.Columns(""), Table: "holds", Key: "hold_id", Order: "created_at DESC, hold_id DESC"}
	if active { // they are few
		l.KeyOrder = db.Gather(l.Order)
	}
	holds, err = db.All(tx, holdTable.Scan, l.Page(where, len(args)), append(args, limit, offset)...)
	return holds, total, err
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
