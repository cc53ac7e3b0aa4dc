package ledger

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// openings are the document of opening balances: they correct the books, no cash moves by them, and no shift has them.
const openings = "opening"

// checkShifts refuses to move cash in or out of a drawer on which no shift is open, if the hotel wants one to be.
func checkShifts(books Locked, sc scope.Scope, p Posting) error {
	if !books.CashNeedsShift || p.Document == openings || p.Shift != "" {
		return nil
	}
	for _, e := range p.Entries {
		if !id.Valid(e.Account) || e.Amount == 0 {
			continue
		}
		idle, err := db.All(books.Tx(), db.Value[string], `SELECT name FROM accounts WHERE org_id = $1
			AND account_id = $2 AND kind = 'cash' AND NOT is_safe AND shift_id = ''`, sc.Org, e.Account)
		if err != nil {
			return err
		}
		if len(idle) > 0 {
			return errs.Conflict("No shift is open on %s: open one before cash goes in or out of it.", idle[0])
		}
	}
	return nil
}

// noteShift writes to which shift an entry belongs that insertPosting makes: the posting's, or the open one of its
// account, if there is any.
func noteShift(tx *db.Tx, sc scope.Scope, p Posting, posting string, position int) error {
	switch {
	case p.Document == openings:
		return nil
	case p.Shift != "":
		return tx.Do(`INSERT INTO shift_entries (org_id, shift_id, posting_id, position)
			SELECT a.org_id, CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT) FROM accounts a
			WHERE a.org_id = $1 AND a.account_id = $2`,
			sc.Org, p.Entries[position].Account, p.Shift, posting, position)
	}
	return tx.Do(`INSERT INTO shift_entries (org_id, shift_id, posting_id, position)
		SELECT a.org_id, a.shift_id, CAST($3 AS TEXT), CAST($4 AS BIGINT) FROM accounts a
		WHERE a.org_id = $1 AND a.account_id = $2 AND a.shift_id <> ''`,
		sc.Org, p.Entries[position].Account, posting, position)
}

// Drawer is the account with this id, on which a shift may be opened. It fails with Invalid, naming the field
// accountId, for any other.
func Drawer(books Locked, sc scope.Scope, accountID string) (Account, error) {
	a, err := usable(books.Tx(), sc, "accountId", accountID).Get()
	if err == nil && !a.IsDrawer() {
		err = errs.InvalidField("accountId", "must be the id of a drawer: an account of kind cash that is no safe")
	}
	return a, err
}

// OpenShift gives the entries of an account to the shift from now on. It fails with Conflict if a shift is open on it.
func OpenShift(books Locked, sc scope.Scope, a Account, shiftID string) error {
	found, err := books.Tx().Exec(`UPDATE accounts SET shift_id = $3, version = version + 1
		WHERE org_id = $1 AND account_id = $2 AND shift_id = ''`, sc.Org, a.ID, shiftID)
	if err == nil && found == 0 {
		err = errs.Conflict("A shift is open on %s already: close it first.", a.Name)
	}
	return err
}

// CloseShift ends OpenShift. It fails with Conflict if the shift isn't open on the account.
func CloseShift(books Locked, sc scope.Scope, accountID, shiftID string) error {
	found, err := books.Tx().Exec(`UPDATE accounts SET shift_id = '', version = version + 1
		WHERE org_id = $1 AND account_id = $2 AND shift_id = $3`, sc.Org, accountID, shiftID)
	if err == nil && found == 0 {
		err = errs.Conflict("The shift is closed already.")
	}
	return err
}

// InShift is what the entries of a shift add up to.
func InShift(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[money.Amount] {
	return db.Ask(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM shift_entries x
		JOIN ledger_entries e ON e.org_id = x.org_id AND e.posting_id = x.posting_id AND e.position = x.position
		WHERE x.org_id = $1 AND x.shift_id = $2`, sc.Org, shiftID)
}

// ShiftEntry is an entry of a shift.
type ShiftEntry struct {
	Posted
	Method Method `db:"method"` // of a payment or refund; "" of anything else
}

var shiftEntryTable = table.Of[ShiftEntry]("shift_entries", "org_id")

// ShiftEntries are the entries of a shift, the oldest first.
func ShiftEntries(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]ShiftEntry] {
	return db.AskAll(tx, shiftEntryTable.Scan, `SELECT `+entryTable.Columns("e")+`, COALESCE(p.method, '') AS method
		FROM shift_entries x
		JOIN ledger_entries e ON e.org_id = x.org_id AND e.posting_id = x.posting_id AND e.position = x.position
		LEFT JOIN payments p ON p.org_id = e.org_id AND p.payment_id = e.document_id
		WHERE x.org_id = $1 AND x.shift_id = $2 ORDER BY e.created_at, e.posting_id, e.position`, sc.Org, shiftID)
}

// Taking is what somebody's payments and refunds by a method come to.
type Taking struct {
	Method   Method       `db:"method"`
	Payments int          `db:"payments"`
	Received money.Amount `db:"received"`
	Refunds  int          `db:"refunds"`
	Refunded money.Amount `db:"refunded"`
}

var takingTable = table.Of[Taking]("payments", "org_id")

// Takings are a person's payments, without void ones, and refunds of a time, but for those on an account, by method.
// from and to are in UTC milliseconds.
func Takings(tx *db.Tx, sc scope.Scope, person, besides string, from, to int64) db.Later[[]Taking] {
	return db.AskAll(tx, takingTable.Scan, `SELECT method,
			SUM(CASE kind WHEN 'payment' THEN 1 ELSE 0 END) AS payments,
			CAST(SUM(CASE kind WHEN 'payment' THEN amount ELSE 0 END) AS BIGINT) AS received,
			SUM(CASE kind WHEN 'refund' THEN 1 ELSE 0 END) AS refunds,
			CAST(SUM(CASE kind WHEN 'refund' THEN amount ELSE 0 END) AS BIGINT) AS refunded
		FROM payments WHERE org_id = $1 AND created_at >= $2 AND created_at <= $3 AND created_by = $4
			AND account_id <> $5 AND status = 'recorded'
		GROUP BY method ORDER BY method`, sc.Org, from, to, person, besides)
}
