package expense

import (
	"slices"

	"sarai/internal/billing/payable"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// partRow is a payment of a bill with the bill.
type partRow struct {
	BillID string `db:"expense_id"`
	Payment
}

var (
	openTable = table.Of[OpenBill]("expenses", "org_id")
	partTable = table.Of[partRow]("expense_payments", "org_id")
)

// atOnce bounds how many bills one statement names.
const atOnce = 100

// OpenBills are the bills on which something is owed to a vendor, or with "" to all, the first due first.
func OpenBills(tx *db.Tx, sc scope.Scope, vendorID string) ([]OpenBill, error) {
	query, args := `SELECT `+openTable.Columns("")+` FROM expenses WHERE org_id = $1 AND open_due <> ''`, []any{sc.Org}
	if vendorID != "" {
		query, args = query+` AND vendor_id = $2`, append(args, vendorID)
	}
	return db.All(tx, openTable.Scan, query+` ORDER BY open_due, expense_id`, args...)
}

// Dues are what is owed on all bills by vendors and days on which it is due.
func Dues(tx *db.Tx, sc scope.Scope) ([]payable.Due, error) {
	return db.All(tx, payable.ScanDue, `SELECT vendor_id, open_due, CAST(SUM(amount + tax - paid) AS BIGINT) FROM expenses
		WHERE org_id = $1 AND open_due <> '' GROUP BY vendor_id, open_due`, sc.Org)
}

func insertParts(tx *db.Tx, sc scope.Scope, rows []partRow) error {
	return partTable.Insert(tx, []any{sc.Org}, rows...)
}

// partsOf are what a payment to a vendor pays of bills, as these are now.
func partsOf(tx *db.Tx, sc scope.Scope, vendorPaymentID string) ([]Part, error) {
	return db.All(tx, func(row db.Scanner) (p Part, err error) {
		err = row.Scan(append(openTable.Pointers(&p.Bill), &p.Bill.Due, &p.Amount)...)
		return p, err
	}, `SELECT `+openTable.Columns("e")+`, e.due_date, p.amount FROM expense_payments p
		JOIN expenses e ON e.org_id = p.org_id AND e.expense_id = p.expense_id
		WHERE p.org_id = $1 AND p.vendor_payment_id = $2 AND p.vendor_payment_id <> '' AND p.status = 'recorded'
		ORDER BY p.expense_id, p.payment_id`, sc.Org, vendorPaymentID)
}

func voidParts(tx *db.Tx, sc scope.Scope, vendorPaymentID, reason string) error {
	return tx.Do(`UPDATE expense_payments SET status = 'void', void_reason = $3, voided_at = $4
		WHERE org_id = $1 AND vendor_payment_id = $2 AND vendor_payment_id <> ''`, sc.Org, vendorPaymentID, reason,
		tx.Now.UnixMilli())
}

// addPaid adds the parts to what is paid of their bills.
func addPaid(tx *db.Tx, sc scope.Scope, parts []Part) error {
	sums, order := map[string]money.Amount{}, []string(nil)
	for _, p := range parts {
		if _, known := sums[p.Bill.ID]; !known {
			order = append(order, p.Bill.ID)
		}
		sums[p.Bill.ID] += p.Amount
	}
	slices.Sort(order)
	for some := range slices.Chunk(order, atOnce) {
		args, cases := []any{sc.Org, tx.Now.UnixMilli()}, ""
		for _, id := range some {
			args = append(args, id)
		}
		for i, id := range some {
			cases += " WHEN " + db.Placeholders(3+i, 1) + " THEN CAST(" + db.Placeholders(len(args)+1, 1) + " AS BIGINT)"
			args = append(args, int64(sums[id]))
		}
		more := `CASE expense_id` + cases + ` END`
		if err := tx.Do(`UPDATE expenses SET paid = paid + `+more+`, updated_at = $2, version = version + 1,
			open_due = CASE WHEN amount + tax > paid + `+more+` THEN due_date ELSE '' END
			WHERE org_id = $1 AND expense_id IN (`+db.Placeholders(3, len(some))+`)`, args...); err != nil {
			return err
		}
	}
	return nil
}
