package payable

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

var lineTable = table.Of[Line]("vendor_entries", "org_id")

// Before is what the vendor's lines before a day come to.
func Before(tx *db.Tx, sc scope.Scope, vendorID string, day date.Date) (money.Amount, error) {
	return db.One(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM vendor_entries
		WHERE org_id = $1 AND vendor_id = $2 AND business_date < $3`, sc.Org, vendorID, string(day))
}

// Lines are the vendor's of the days [from, to], the oldest first, but at most as many.
func Lines(tx *db.Tx, sc scope.Scope, vendorID string, from, to date.Date, most int) ([]Line, error) {
	return db.All(tx, lineTable.Scan, `SELECT `+lineTable.Columns("")+` FROM vendor_entries
		WHERE org_id = $1 AND vendor_id = $2 AND business_date >= $3 AND business_date <= $4
		ORDER BY business_date, created_at, entry_id`+db.Limit(5), sc.Org, vendorID, string(from), string(to), most, 0)
}

// InUse tells whether the vendor's account has a line.
func InUse(tx *db.Tx, sc scope.Scope, vendorID string) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM vendor_entries WHERE org_id = $1 AND vendor_id = $2)`,
		sc.Org, vendorID)
}

// Due is what of a vendor's account is due on a day, or is an advance if the day is "".
type Due struct {
	VendorID string
	Day      date.Date
	Amount   money.Amount
}

// ScanDue reads a vendor, a day and an amount.
func ScanDue(row db.Scanner) (d Due, err error) { return d, row.Scan(&d.VendorID, &d.Day, &d.Amount) }

// DuesAfter are what has happened to the accounts after a day, by the days on which it is due.
func DuesAfter(tx *db.Tx, sc scope.Scope, day date.Date) ([]Due, error) {
	return db.All(tx, ScanDue, `SELECT vendor_id, due_date, CAST(SUM(amount) AS BIGINT) FROM vendor_entries
		WHERE org_id = $1 AND business_date > $2 GROUP BY vendor_id, due_date`, sc.Org, string(day))
}
