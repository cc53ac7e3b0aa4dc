package schedule

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	schedules       = table.Of[Schedule]("report_schedules", "org_id")
	selectSchedules = `SELECT ` + schedules.Columns("") + ` FROM report_schedules WHERE org_id = $1`

	list = listing.New[listInput](schedules.Scan, listing.Spec{Table: "report_schedules", Key: "schedule_id",
		Columns: schedules.Columns(""), Order: "created_at DESC, schedule_id DESC"})
)

func insert(tx *db.Tx, sc scope.Scope, s Schedule) error {
	return schedules.Insert(tx, []any{sc.Org}, s)
}

func save(tx *db.Tx, sc scope.Scope, s *Schedule) error {
	return schedules.Update(tx, []any{sc.Org}, s)
}

func find(tx *db.Tx, sc scope.Scope, scheduleID string) (Schedule, error) {
	return known(db.One(tx, schedules.Scan, selectSchedules+` AND schedule_id = $2`, sc.Org, scheduleID))
}

// lock reads a schedule that nobody else changes or deletes until the transaction ends.
func lock(tx *db.Tx, sc scope.Scope, scheduleID string) (Schedule, error) {
	return known(db.One(tx, schedules.Scan, `UPDATE report_schedules SET updated_at = updated_at
		WHERE org_id = $1 AND schedule_id = $2 RETURNING `+schedules.Columns(""), sc.Org, scheduleID))
}

func known(s Schedule, err error) (Schedule, error) {
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such schedule.")
	}
	return s, err
}

func remove(tx *db.Tx, sc scope.Scope, scheduleID string) error {
	return tx.Do(`DELETE FROM report_schedules WHERE org_id = $1 AND schedule_id = $2`, sc.Org, scheduleID)
}

// active are the schedules that are on.
func active(tx *db.Tx, sc scope.Scope) ([]Schedule, error) {
	return db.All(tx, schedules.Scan, selectSchedules+` AND is_active ORDER BY created_at, schedule_id`, sc.Org)
}

// claim notes that what was due on the day is sent, and tells whether it wasn't before.
func claim(tx *db.Tx, sc scope.Scope, scheduleID string, due date.Date, to int) (bool, error) {
	changed, err := tx.Exec(`UPDATE report_schedules SET sent_for = $3, sent_at = $4, sent_to = $5
		WHERE org_id = $1 AND schedule_id = $2 AND is_active AND sent_for < $3`,
		sc.Org, scheduleID, string(due), tx.Now.UnixMilli(), to)
	return changed == 1, err
}

// pass notes the due day as done without sending anything.
func pass(tx *db.Tx, sc scope.Scope, scheduleID string, due date.Date) error {
	return tx.Do(`UPDATE report_schedules SET sent_for = $3 WHERE org_id = $1 AND schedule_id = $2`, sc.Org, scheduleID,
		string(due))
}
