package hold

import (
	"errors"

	"sarai/internal/kit/date"
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

func save(tx *db.Tx, sc scope.Scope, h *Hold) error { return holdTable.Update(tx, []any{sc.Org}, h) }

// lock keeps others from changing the hold until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, holdID string) (Hold, error) {
	if err := tx.Do(`UPDATE holds SET notes = notes WHERE org_id = $1 AND hold_id = $2`, sc.Org, holdID); err != nil {
		return Hold{}, err
	}
	return find(tx, sc, holdID)
}

// endingBy lists the active holds whose time is over by the instant and that are kept for longer than a day, of which
// the desk was not told.
func endingBy(tx *db.Tx, sc scope.Scope, instant int64) ([]Hold, error) {
	return db.All(tx, holdTable.Scan, selectHolds+` AND status = 'active' AND expires_at > $2 AND expires_at <= $3
		AND created_at < expires_at - $4 AND reminded_at IS NULL ORDER BY expires_at, hold_id`,
		sc.Org, tx.Now.UnixMilli(), instant, remindBefore.Milliseconds())
}

// remind notes that the desk is told when a hold ends, and reports whether it was not.
func remind(tx *db.Tx, sc scope.Scope, h Hold) (bool, error) {
	changed, err := tx.Exec(`UPDATE holds SET reminded_at = $3 WHERE org_id = $1 AND hold_id = $2
		AND status = 'active' AND expires_at = $4 AND reminded_at IS NULL`,
		sc.Org, h.ID, tx.Now.UnixMilli(), h.ExpiresAt)
	return changed == 1, err
}

// Between lists the holds that keep rooms now, for nights between the days, which both count as ends of stays do.
func Between(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Hold, error) {
	return db.All(tx, holdTable.Scan, selectHolds+` AND status = 'active' AND expires_at > $2 AND check_in < $3
		AND check_out >= $4 ORDER BY expires_at, hold_id`, sc.Org, tx.Now.UnixMilli(), string(to), string(from))
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
