package voucher

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	voucherTable = table.Of[Voucher]("vouchers", "org_id")
	lineTable    = table.Of[Line]("voucher_lines", "org_id")

	list = listing.New[listInput](voucherTable.Scan, listing.Spec{Table: "vouchers", Key: "voucher_id",
		Columns: voucherTable.Columns(""), Order: "created_at DESC, voucher_id DESC",
		Filters: []listing.Filter{
			listing.Few("account",
				`SELECT DISTINCT voucher_id || '' AS own_id FROM voucher_lines WHERE org_id = $1 AND account = ?`),
			listing.By("kind", listing.Along, "kind = ?"),
			listing.From("from", "business_date"), listing.To("to", "business_date"),
		}})
)

func insert(tx *db.Tx, sc scope.Scope, v Voucher) error {
	if err := voucherTable.Insert(tx, []any{sc.Org}, v); err != nil {
		return err
	}
	return lineTable.Insert(tx, []any{sc.Org}, v.Lines...)
}

// find reads a voucher with its lines; NotFound if there is none.
func find(tx *db.Tx, sc scope.Scope, voucherID string) (Voucher, error) {
	v, err := db.One(tx, voucherTable.Scan, `SELECT `+voucherTable.Columns("")+` FROM vouchers
		WHERE org_id = $1 AND voucher_id = $2`, sc.Org, voucherID)
	if errors.Is(err, db.ErrNoRows) {
		return v, errs.NotFound("There is no such voucher.")
	}
	if err != nil {
		return v, err
	}
	v.Lines, err = db.All(tx, lineTable.Scan, `SELECT `+lineTable.Columns("")+` FROM voucher_lines
		WHERE org_id = $1 AND voucher_id = $2 ORDER BY position`, sc.Org, voucherID)
	return v, err
}

// markReversed names the voucher that takes this one back. It fails with Conflict if another one has.
func markReversed(tx *db.Tx, sc scope.Scope, v Voucher, by string) error {
	found, err := tx.Exec(`UPDATE vouchers SET reversed_by = $3
		WHERE org_id = $1 AND voucher_id = $2 AND reversed_by = ''`, sc.Org, v.ID, by)
	if err == nil && found == 0 {
		err = errs.Conflict("Voucher %s is reversed already.", v.Number)
	}
	return err
}
