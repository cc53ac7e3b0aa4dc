package vendors

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

const selectVendors = `SELECT vendor_id, name, code, email, phone, gstin, pan, address, bank_details, notes, created_at, updated_at
	FROM vendors WHERE org_id = $1`

func scan(row db.Scanner) (v Vendor, err error) {
	err = row.Scan(&v.ID, &v.Name, &v.Code, &v.Email, &v.Phone, &v.GSTIN, &v.PAN, &v.Address, &v.Bank, &v.Notes, &v.CreatedAt, &v.UpdatedAt)
	return v, err
}

func list(tx *db.Tx, sc scope.Scope) ([]Vendor, error) {
	return db.All(tx, scan, selectVendors+` ORDER BY created_at DESC, vendor_id DESC`, sc.Org)
}

func find(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	return orNotFound(db.One(tx, scan, selectVendors+` AND vendor_id = $2`, sc.Org, vendorID))
}

func findByCode(tx *db.Tx, sc scope.Scope, code string) (Vendor, error) {
	// The index holds only vendors with a code, and is used where the condition says so.
	return orNotFound(db.One(tx, scan, selectVendors+` AND code_key = $2 AND code_key <> ''`, sc.Org, codeKey(code)))
}

func orNotFound(v Vendor, err error) (Vendor, error) {
	if errors.Is(err, db.ErrNoRows) {
		return v, errNoVendor
	}
	return v, err
}

// lock keeps others from changing or deleting the vendor until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	if _, err := tx.Exec(`UPDATE vendors SET updated_at = $3 WHERE org_id = $1 AND vendor_id = $2`,
		sc.Org, vendorID, tx.Now.UnixMilli()); err != nil {
		return Vendor{}, err
	}
	return find(tx, sc, vendorID)
}

// alone reads the vendor when nothing that is being made names it, and lets nothing name it until the transaction ends.
func alone(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	return orNotFound(db.One(tx, scan, selectVendors+` AND vendor_id = $2`+tx.Alone(), sc.Org, vendorID))
}

func insert(tx *db.Tx, sc scope.Scope, v Vendor) error {
	_, err := tx.Exec(`INSERT INTO vendors (org_id, vendor_id, name, code, code_key, email, phone, gstin, pan, address,
			bank_details, notes, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
		sc.Org, v.ID, v.Name, v.Code, codeKey(v.Code), v.Email, v.Phone, v.GSTIN, v.PAN, v.Address, v.Bank, v.Notes, v.CreatedAt)
	return coded(err)
}

func save(tx *db.Tx, sc scope.Scope, v Vendor) error {
	_, err := tx.Exec(`UPDATE vendors SET name = $3, code = $4, code_key = $5, email = $6, phone = $7, gstin = $8, pan = $9,
			address = $10, bank_details = $11, notes = $12
		WHERE org_id = $1 AND vendor_id = $2`,
		sc.Org, v.ID, v.Name, v.Code, codeKey(v.Code), v.Email, v.Phone, v.GSTIN, v.PAN, v.Address, v.Bank, v.Notes)
	return coded(err)
}

func coded(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("code", "belongs to another vendor")
	}
	return err
}

func remove(tx *db.Tx, sc scope.Scope, vendorID string) error {
	_, err := tx.Exec(`DELETE FROM vendors WHERE org_id = $1 AND vendor_id = $2`, sc.Org, vendorID)
	return err
}
