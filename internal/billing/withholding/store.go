package withholding

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

var (
	entryTable       = table.Of[Entry]("vendor_tds", "org_id")
	depositTable     = table.Of[Deposit]("tds_deposits", "org_id")
	certificateTable = table.Of[Certificate]("tds_certificates", "org_id")
)

// standing is the entry of the bill that stands; nil if there is none.
func standing(tx *db.Tx, sc scope.Scope, billID string) (*Entry, error) {
	e, err := db.One(tx, entryTable.Scan, `SELECT `+entryTable.Columns("")+` FROM vendor_tds
		WHERE org_id = $1 AND bill_id = $2 AND NOT is_void`, sc.Org, billID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	return &e, err
}

func setVoid(tx *db.Tx, sc scope.Scope, e Entry) error {
	return tx.Do(`UPDATE vendor_tds SET is_void = TRUE WHERE org_id = $1 AND bill_id = $2 AND tds_id = $3`, sc.Org,
		e.BillID, e.ID)
}

func insert(tx *db.Tx, sc scope.Scope, e Entry) error { return entryTable.Insert(tx, []any{sc.Org}, e) }

// sums are the payee's of a financial year under a section.
func sums(tx *db.Tx, sc scope.Scope, payeeID, section string, year int) (Sums, error) {
	return db.One(tx, func(row db.Scanner) (s Sums, err error) { return s, row.Scan(&s.Credited, &s.Base) },
		`SELECT CAST(COALESCE(SUM(credited), 0) AS BIGINT), CAST(COALESCE(SUM(base), 0) AS BIGINT) FROM vendor_tds
		WHERE org_id = $1 AND payee_id = $2 AND section = $3 AND year = $4 AND NOT is_void`, sc.Org, payeeID, section,
		year)
}

// withheld are the entries of a quarter of which tax was withheld, of a section or with "" of all.
func withheld(tx *db.Tx, sc scope.Scope, year, quarter int, section string, most int) ([]Entry, error) {
	of, args := "", []any{sc.Org, year, quarter, most, 0}
	if section != "" {
		of, args = ` AND section = $6`, append(args, section)
	}
	return db.All(tx, entryTable.Scan, `SELECT `+entryTable.Columns("")+` FROM vendor_tds
		WHERE org_id = $1 AND year = $2 AND quarter = $3`+of+` AND amount > 0 AND NOT is_void
		ORDER BY section, day, tds_id`+db.Limit(4), args...)
}

// waiting is what was withheld in a quarter under a section until a day, and not deposited.
func waiting(tx *db.Tx, sc scope.Scope, d Deposit, until date.Date) (money.Amount, error) {
	return db.One(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM vendor_tds
		WHERE org_id = $1 AND year = $2 AND quarter = $3 AND section = $4 AND day <= $5 AND deposit_id = ''
		AND NOT is_void`, sc.Org, d.Year, d.Quarter, d.Section, string(until))
}

// Waiting is what was withheld until a day and is not deposited, by month and section.
func Waiting(tx *db.Tx, sc scope.Scope, until date.Date) ([]Undeposited, error) {
	return db.All(tx, func(row db.Scanner) (u Undeposited, err error) {
		err = row.Scan(&u.Month, &u.Section, &u.Amount)
		u.Month += "-01"
		u.Due = dueOn(u.Month)
		return u, err
	}, `SELECT SUBSTR(day, 1, 7), section, CAST(SUM(amount) AS BIGINT) FROM vendor_tds
		WHERE org_id = $1 AND day <= $2 AND deposit_id = '' AND NOT is_void AND amount > 0
		GROUP BY 1, 2 ORDER BY 1, 2`, sc.Org, string(until))
}

// deposited notes the deposit with all that waited for it.
func deposited(tx *db.Tx, sc scope.Scope, d Deposit, until date.Date) error {
	if err := depositTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("challanNumber", "is entered already for this section, branch and day")
		}
		return err
	}, []any{sc.Org}, d); err != nil {
		return err
	}
	return tx.Do(`UPDATE vendor_tds SET deposit_id = $6 WHERE org_id = $1 AND year = $2 AND quarter = $3
		AND section = $4 AND day <= $5 AND deposit_id = '' AND NOT is_void AND amount > 0`, sc.Org, d.Year, d.Quarter,
		d.Section, string(until), d.ID)
}

// deposits are all of a quarter.
func deposits(tx *db.Tx, sc scope.Scope, year, quarter int) ([]Deposit, error) {
	return db.All(tx, depositTable.Scan, `SELECT `+depositTable.Columns("")+` FROM tds_deposits
		WHERE org_id = $1 AND year = $2 AND quarter = $3 ORDER BY section, paid_date, deposit_id`, sc.Org, year, quarter)
}

// certificates are all of a quarter.
func certificates(tx *db.Tx, sc scope.Scope, year, quarter int) ([]Certificate, error) {
	return db.All(tx, certificateTable.Scan, `SELECT `+certificateTable.Columns("")+` FROM tds_certificates
		WHERE org_id = $1 AND year = $2 AND quarter = $3 ORDER BY payee_id`, sc.Org, year, quarter)
}

func setCertificate(tx *db.Tx, sc scope.Scope, c Certificate) error {
	return tx.Do(`INSERT INTO tds_certificates (org_id, payee_id, year, quarter, number, issued_on)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (org_id, payee_id, year, quarter)
		DO UPDATE SET number = excluded.number, issued_on = excluded.issued_on`, sc.Org, c.PayeeID, c.Year, c.Quarter,
		c.Number, string(c.Date))
}
