package deposit

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	depositTable = table.Of[Deposit]("deposits", "org_id")
	endTable     = table.Of[End]("deposit_ends", "org_id")

	list = listing.New[listInput](depositTable.Scan, listing.Spec{Table: "deposits", Key: "deposit_id",
		Columns: depositTable.Columns(""), Order: "created_at DESC, deposit_id DESC",
		Filters: []listing.Filter{
			listing.By("bookingId", listing.Along, "booking_id = ?"),
			listing.By("state", listing.Along, "state = ?"),
		}})
)

// find reads a deposit; NotFound if there is none.
func find(tx *db.Tx, sc scope.Scope, depositID string) (Deposit, error) {
	d, err := db.One(tx, depositTable.Scan, `SELECT `+depositTable.Columns("")+` FROM deposits
		WHERE org_id = $1 AND deposit_id = $2`, sc.Org, depositID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such deposit.")
	}
	return d, err
}

func endsOf(tx *db.Tx, sc scope.Scope, depositID string) ([]End, error) {
	return db.All(tx, endTable.Scan, `SELECT `+endTable.Columns("")+` FROM deposit_ends
		WHERE org_id = $1 AND deposit_id = $2 ORDER BY end_id`, sc.Org, depositID)
}

func insert(tx *db.Tx, sc scope.Scope, d Deposit) error {
	return depositTable.Insert(tx, []any{sc.Org}, d)
}

// end writes what was given back or kept, and takes it off the deposit. The books are locked.
func end(tx *db.Tx, sc scope.Scope, d *Deposit, e End) error {
	if e.Kind == kept {
		d.Kept += e.Amount
	} else {
		d.Returned += e.Amount
	}
	if d.left() == 0 {
		d.State = settled
	}
	if err := endTable.Insert(tx, []any{sc.Org}, e); err != nil {
		return err
	}
	changed, err := tx.Exec(`UPDATE deposits SET returned = $3, kept = $4, state = $5
		WHERE org_id = $1 AND deposit_id = $2 AND returned + kept + $6 <= amount`, sc.Org, d.ID, int64(d.Returned),
		int64(d.Kept), d.State, int64(e.Amount))
	if err == nil && changed == 0 {
		err = errs.Conflict("Less than that is left of deposit %s. Read it again.", d.Number)
	}
	return err
}
