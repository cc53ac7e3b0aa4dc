package schedule

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

var (
	keptReports = table.Of[Kept]("kept_reports", "org_id")
	selectKept  = `SELECT ` + keptReports.Columns("") + ` FROM kept_reports WHERE org_id = $1`
)

func insertKept(tx *db.Tx, sc scope.Scope, k Kept) error {
	return keptReports.InsertOr(tx, named, []any{sc.Org}, k)
}

func saveKept(tx *db.Tx, sc scope.Scope, k *Kept) error {
	return keptReports.UpdateOr(tx, named, []any{sc.Org}, k)
}

// named names the field behind a duplicate.
func named(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("name", "belongs to another report that is kept already")
	}
	return err
}

func removeKept(tx *db.Tx, sc scope.Scope, keptID string) error {
	return tx.Do(`DELETE FROM kept_reports WHERE org_id = $1 AND kept_id = $2`, sc.Org, keptID)
}

// keptSeen are the caller's own kept reports, and those that are shared.
func keptSeen(tx *db.Tx, sc scope.Scope) ([]Kept, error) {
	return db.All(tx, keptReports.Scan, selectKept+` AND (owner_id = $2 OR is_shared)`, sc.Org, sc.User)
}

// findKept reads a kept report, whoever keeps it.
func findKept(tx *db.Tx, sc scope.Scope, keptID string) (Kept, error) {
	return knownKept(db.One(tx, keptReports.Scan, selectKept+` AND kept_id = $2`, sc.Org, keptID))
}

// lockKept reads a kept report that nobody else changes, deletes or schedules until the transaction ends. It comes
// before the locks of schedules.
func lockKept(tx *db.Tx, sc scope.Scope, keptID string) (Kept, error) {
	return knownKept(db.One(tx, keptReports.Scan, `UPDATE kept_reports SET updated_at = updated_at
		WHERE org_id = $1 AND kept_id = $2 RETURNING `+keptReports.Columns(""), sc.Org, keptID))
}

func knownKept(k Kept, err error) (Kept, error) {
	if errors.Is(err, db.ErrNoRows) {
		err = errNoKept
	}
	return k, err
}

var errNoKept = errs.NotFound("There is no such kept report.")

// using are the schedules that mail the kept report.
func using(tx *db.Tx, sc scope.Scope, keptID string) ([]Schedule, error) {
	return db.All(tx, schedules.Scan, selectSchedules+` AND kept_report_id = $2 AND kept_report_id <> ''
		ORDER BY schedule_id`, sc.Org, keptID)
}
