package cityledger

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

var settlementTable = table.Of[Settlement]("company_settlements", "org_id")

// ofPayment are the settlements that came with a payment, and stand.
func ofPayment(tx *db.Tx, sc scope.Scope, paymentID string) ([]Settlement, error) {
	return db.All(tx, settlementTable.Scan, `SELECT `+settlementTable.Columns("")+` FROM company_settlements
		WHERE org_id = $1 AND payment_id = $2 AND NOT is_void ORDER BY settlement_id`, sc.Org, paymentID)
}

func void(tx *db.Tx, sc scope.Scope, paymentID string) error {
	return tx.Do(`UPDATE company_settlements SET is_void = TRUE WHERE org_id = $1 AND payment_id = $2`, sc.Org, paymentID)
}

// find finds a settlement of the company.
func find(tx *db.Tx, sc scope.Scope, companyID, settlementID string) (Settlement, error) {
	st, err := db.One(tx, settlementTable.Scan, `SELECT `+settlementTable.Columns("")+` FROM company_settlements
		WHERE org_id = $1 AND settlement_id = $2 AND company_id = $3`, sc.Org, settlementID, companyID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("This is no settlement of the company.")
	}
	return st, err
}

func voidOne(tx *db.Tx, sc scope.Scope, settlementID string) error {
	return tx.Do(`UPDATE company_settlements SET is_void = TRUE WHERE org_id = $1 AND settlement_id = $2`, sc.Org,
		settlementID)
}
