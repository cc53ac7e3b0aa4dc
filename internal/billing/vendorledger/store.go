package vendorledger

import (
	"errors"

	"sarai/internal/billing/payable"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	paymentTable = table.Of[Payment]("vendor_payments", "org_id")

	payments = listing.New[listInput](paymentTable.Scan, listing.Spec{Table: "vendor_payments", Key: "vendor_payment_id",
		Columns: paymentTable.Columns(""), Order: "created_at DESC, vendor_payment_id DESC",
		Filters: []listing.Filter{listing.By("vendorId", listing.Along, "vendor_id = ?")}})
)

// find reads a payment; NotFound if there is none.
func find(tx *db.Tx, sc scope.Scope, paymentID string) (Payment, error) {
	p, err := db.One(tx, paymentTable.Scan, `SELECT `+paymentTable.Columns("")+` FROM vendor_payments
		WHERE org_id = $1 AND vendor_payment_id = $2`, sc.Org, paymentID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such payment to a vendor.")
	}
	return p, err
}

func save(tx *db.Tx, sc scope.Scope, p *Payment) error {
	return paymentTable.Update(tx, []any{sc.Org}, p)
}

// unapplied are the advances of all vendors, as sums below zero.
func unapplied(tx *db.Tx, sc scope.Scope) ([]payable.Due, error) {
	return db.All(tx, payable.ScanDue, `SELECT vendor_id, '', CAST(-SUM(unapplied) AS BIGINT) FROM vendor_payments
		WHERE org_id = $1 AND unapplied > 0 GROUP BY vendor_id`, sc.Org)
}

// advancesOf are the payments to the vendor of which something is for no bill yet, the oldest first.
func advancesOf(tx *db.Tx, sc scope.Scope, vendorID string) ([]Payment, error) {
	return db.All(tx, paymentTable.Scan, `SELECT `+paymentTable.Columns("")+` FROM vendor_payments
		WHERE org_id = $1 AND vendor_id = $2 AND unapplied > 0 ORDER BY vendor_payment_id`, sc.Org, vendorID)
}
