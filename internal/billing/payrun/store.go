package payrun

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	runTable   = table.Of[Run]("payment_runs", "org_id")
	lineTable  = table.Of[Line]("payment_run_lines", "org_id", "run_id")
	payeeTable = table.Of[Payee]("payment_run_payees", "org_id", "run_id")

	runs = listing.New[listInput](runTable.Scan, listing.Spec{Table: "payment_runs", Key: "run_id",
		Columns: runTable.Columns(""), Order: "created_at DESC, run_id DESC"})
)

// find reads a run; NotFound if there is none.
func find(tx *db.Tx, sc scope.Scope, runID string) (w Whole, err error) {
	w.Run, err = db.One(tx, runTable.Scan, `SELECT `+runTable.Columns("")+` FROM payment_runs
		WHERE org_id = $1 AND run_id = $2`, sc.Org, runID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such payment run.")
	}
	if err != nil {
		return w, err
	}
	if w.Lines, err = db.All(tx, lineTable.Scan, `SELECT `+lineTable.Columns("")+` FROM payment_run_lines
		WHERE org_id = $1 AND run_id = $2 ORDER BY position`, sc.Org, runID); err != nil {
		return w, err
	}
	w.Payees, err = db.All(tx, payeeTable.Scan, `SELECT `+payeeTable.Columns("")+` FROM payment_run_payees
		WHERE org_id = $1 AND run_id = $2 ORDER BY vendor_payment_id`, sc.Org, runID)
	return w, err
}

func insert(tx *db.Tx, sc scope.Scope, w Whole) error {
	if err := runTable.Insert(tx, []any{sc.Org}, w.Run); err != nil {
		return err
	}
	return lineTable.Insert(tx, []any{sc.Org, w.ID}, w.Lines...)
}

// save stores what has become of a draft.
func save(tx *db.Tx, sc scope.Scope, w Whole) error {
	if err := runTable.Update(tx, []any{sc.Org}, &w.Run); err != nil {
		return err
	}
	return payeeTable.Insert(tx, []any{sc.Org, w.ID}, w.Payees...)
}
