package vendors

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// stored is a vendor's row.
type stored struct {
	Vendor
	CodeKey string `db:"code_key"`
}

func rowOf(v Vendor) stored { return stored{Vendor: v, CodeKey: codeKey(v.Code)} }

var (
	vendorTable   = table.Of[stored]("vendors", "org_id")
	selectVendors = `SELECT ` + vendorTable.Columns("") + ` FROM vendors WHERE org_id = $1`
)

func scan(row db.Scanner) (Vendor, error) {
	found, err := vendorTable.Scan(row)
	return found.Vendor, err
}

func list(tx *db.Tx, sc scope.Scope) ([]Vendor, error) {
	return db.All(tx, scan, selectVendors+` ORDER BY created_at DESC, vendor_id DESC`, sc.Org)
}

func find(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	return orNotFound(db.One(tx, scan, selectVendors+` AND vendor_id = $2`, sc.Org, vendorID))
}

func findByCode(tx *db.Tx, sc scope.Scope, code string) (Vendor, error) {
	// The index holds only vendors with a code, and serves queries that say so.
	return orNotFound(db.One(tx, scan, selectVendors+` AND code_key = $2 AND code_key <> ''`, sc.Org, codeKey(code)))
}

// LockShared reads a vendor and keeps it from being deleted until the transaction ends; NotFound if there is no such
// vendor.
func LockShared(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	return orNotFound(db.One(tx, scan, selectVendors+` AND vendor_id = $2`+tx.LockShared("vendors"), sc.Org, vendorID))
}

func orNotFound(v Vendor, err error) (Vendor, error) {
	if errors.Is(err, db.ErrNoRows) {
		return v, errNoVendor
	}
	return v, err
}

// lock keeps others from changing or deleting the vendor until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	if err := tx.Do(`UPDATE vendors SET updated_at = updated_at WHERE org_id = $1 AND vendor_id = $2`,
		sc.Org, vendorID); err != nil {
		return Vendor{}, err
	}
	return find(tx, sc, vendorID)
}

// alone reads the vendor once no other transaction keeps it, and lets none keep it until this one ends.
func alone(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	return orNotFound(db.One(tx, scan, selectVendors+` AND vendor_id = $2`+tx.LockExclusive(), sc.Org, vendorID))
}

func insert(tx *db.Tx, sc scope.Scope, v Vendor) error {
	return vendorTable.InsertOr(tx, coded, []any{sc.Org}, rowOf(v))
}

func save(tx *db.Tx, sc scope.Scope, v *Vendor) error {
	row := rowOf(*v)
	err := vendorTable.UpdateOr(tx, coded, []any{sc.Org}, &row)
	v.Version = row.Version
	return err
}

// coded names the field behind a duplicate.
func coded(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("code", "belongs to another vendor")
	}
	return err
}

func remove(tx *db.Tx, sc scope.Scope, vendorID string) error {
	return tx.Do(`DELETE FROM vendors WHERE org_id = $1 AND vendor_id = $2`, sc.Org, vendorID)
}

// Find reads a vendor; NotFound if there is none.
func Find(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) { return find(tx, sc, vendorID) }

// Names are the names of all vendors by their ids.
func Names(tx *db.Tx, sc scope.Scope) (map[string]string, error) {
	names := map[string]string{}
	_, err := db.All(tx, func(row db.Scanner) (id string, err error) {
		var name string
		err = row.Scan(&id, &name)
		names[id] = name
		return id, err
	}, `SELECT vendor_id, name FROM vendors WHERE org_id = $1`, sc.Org)
	return names, err
}
