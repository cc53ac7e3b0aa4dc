package expense

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var (
	lineTable    = table.Of[Line]("expense_lines", "org_id", "expense_id")
	paymentTable = table.Of[Payment]("expense_payments", "org_id", "expense_id")
)

// withParts reads the expense's lines and payments.
func withParts(tx *db.Tx, sc scope.Scope, e Expense) (Expense, error) {
	lines, err := db.All(tx, lineTable.Scan, `SELECT `+lineTable.Columns("")+` FROM expense_lines
		WHERE org_id = $1 AND expense_id = $2 ORDER BY position`, sc.Org, e.ID)
	if err != nil {
		return e, err
	}
	e.Lines = lines
	if !e.IsBill() {
		return e, nil
	}
	e.Payments, err = db.All(tx, paymentTable.Scan, `SELECT `+paymentTable.Columns("")+` FROM expense_payments
		WHERE org_id = $1 AND expense_id = $2 ORDER BY created_at, payment_id`, sc.Org, e.ID)
	return e, err
}

func insertLines(tx *db.Tx, sc scope.Scope, e Expense) error {
	if len(e.Lines) == 0 {
		return nil
	}
	return lineTable.Insert(tx, []any{sc.Org, e.ID}, e.Lines...)
}

func replaceLines(tx *db.Tx, sc scope.Scope, e Expense) error {
	if err := tx.Do(`DELETE FROM expense_lines WHERE org_id = $1 AND expense_id = $2`, sc.Org, e.ID); err != nil {
		return err
	}
	return insertLines(tx, sc, e)
}

func insertPayment(tx *db.Tx, sc scope.Scope, expenseID string, p Payment) error {
	return paymentTable.Insert(tx, []any{sc.Org, expenseID}, p)
}

func savePayment(tx *db.Tx, sc scope.Scope, expenseID string, p *Payment) error {
	return paymentTable.Update(tx, []any{sc.Org, expenseID}, p)
}
