package businessday

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/lockorder"
)

// row is what is stored of an organization's days.
type row struct {
	Closed date.Date `db:"closed_day"`
	Period
}

var (
	rows       = table.Of[row]("business_days", "org_id")
	selectDays = `SELECT ` + rows.Columns("") + ` FROM business_days WHERE org_id = $1`
)

// Seed gives a new organization its days: none is closed, and nothing is locked.
func Seed(tx *db.Tx, org string) error {
	return rows.Insert(tx, []any{org}, row{Period: Period{Version: 1}})
}

// Erase deletes the days of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "business_days") }

// Read reads the organization's days. Nobody can close one while the books are locked.
func Read(tx *db.Tx, sc scope.Scope) db.Later[Days] { return ask(tx, sc, "") }

// Hold reads the organization's days, and keeps all of them from being closed until the transaction ends: what it
// posts is in the report of its day. Others may hold them too. Transactions that lock a booking hold the days before;
// those that lock the books have no need to.
func Hold(tx *db.Tx, sc scope.Scope) db.Later[Days] {
	tx.Locks(lockorder.Days, sc.Org)
	return ask(tx, sc, tx.LockShared("business_days"))
}

// Lock waits until nobody holds the organization's days, and keeps others from holding them. Whoever closes a day, with
// the books locked, does so before anything else: all that was posted on the day is there to be counted.
func Lock(tx *db.Tx, sc scope.Scope) db.Later[Days] {
	tx.Locks(lockorder.Days, sc.Org)
	return ask(tx, sc, tx.LockExclusive())
}

func ask(tx *db.Tx, sc scope.Scope, lock string) db.Later[Days] {
	return db.Ask(tx, func(scanner db.Scanner) (Days, error) {
		stored, err := rows.Scan(scanner)
		return Days{Closed: stored.Closed, Period: stored.Period, Today: sc.Today(tx.Now)}, err
	}, selectDays+lock, sc.Org)
}

// Business is the present business day, for reading.
func Business(tx *db.Tx, sc scope.Scope) (date.Date, error) {
	days, err := Read(tx, sc).Get()
	return days.Business(), err
}

// Close closes the day and every day before it. The days must be locked.
func Close(tx *db.Tx, sc scope.Scope, day date.Date) error {
	return tx.Do(`UPDATE business_days SET closed_day = $2 WHERE org_id = $1 AND closed_day < $2`, sc.Org, string(day))
}

// SavePeriod writes the locked period. The days must be locked.
func SavePeriod(tx *db.Tx, sc scope.Scope, p Period) error {
	return tx.Do(`UPDATE business_days SET locked_day = $2, lock_reason = $3, locked_by = $4, locked_by_name = $5,
		locked_at = $6, lock_version = $7 WHERE org_id = $1`, sc.Org, string(p.Locked), p.Reason, p.LockedBy,
		p.LockedByName, p.LockedAt, p.Version)
}
