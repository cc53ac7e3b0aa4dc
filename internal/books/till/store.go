package till

import (
	"errors"
	"maps"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// dropRow is a drop as it is stored.
type dropRow struct {
	Key string `db:"bag_key,key"`
	Drop
}

var (
	shiftTable      = table.Of[Shift]("shifts", "org_id")
	dropTable       = table.Of[dropRow]("shift_drops", "org_id")
	correctionTable = table.Of[Correction]("shift_corrections", "org_id")

	shiftList = listing.New[listInput](shiftTable.Scan, listing.Spec{
		Table: "shifts", Key: "shift_id", Columns: shiftTable.Columns(""), Order: "opened_at DESC, shift_id DESC",
		Filters: []listing.Filter{
			listing.By("accountId", listing.Narrow, "account_id = ?"),
			listing.By("cashierId", listing.Narrow, "cashier_id = ?"),
			listing.By("state", listing.Plain, "state = ?"),
			listing.From("from", "opened_on"),
			listing.To("to", "opened_on"),
		},
	})
)

func insert(tx *db.Tx, sc scope.Scope, s Shift) error {
	return shiftTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.Conflict("A shift is open on this drawer already: close it first.")
		}
		return err
	}, []any{sc.Org}, s)
}

func save(tx *db.Tx, sc scope.Scope, s *Shift) error { return shiftTable.Update(tx, []any{sc.Org}, s) }

func find(tx *db.Tx, sc scope.Scope, shiftID string) (Shift, error) {
	s, err := db.One(tx, shiftTable.Scan, `SELECT `+shiftTable.Columns("")+` FROM shifts
		WHERE org_id = $1 AND shift_id = $2`, sc.Org, shiftID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such shift.")
	}
	return s, err
}

// nextNumber is the number of the drawer's next shift.
func nextNumber(tx *db.Tx, sc scope.Scope, accountID string) (int64, error) {
	return db.One(tx, db.Value[int64], `SELECT COALESCE(MAX(number), 0) + 1 FROM shifts
		WHERE org_id = $1 AND account_id = $2`, sc.Org, accountID)
}

// following is the shift of the drawer that came after this one. It fails with db.ErrNoRows if none has.
func following(tx *db.Tx, sc scope.Scope, s Shift) (Shift, error) {
	return db.One(tx, shiftTable.Scan, `SELECT `+shiftTable.Columns("")+` FROM shifts
		WHERE org_id = $1 AND account_id = $2 AND number = $3`, sc.Org, s.AccountID, s.Number+1)
}

func insertDrop(tx *db.Tx, sc scope.Scope, d Drop) error {
	return dropTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("bagNumber", "was given to another bag: every bag has a number of its own")
		}
		return err
	}, []any{sc.Org}, dropRow{bagKey(d.BagNumber), d})
}

func dropsOf(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]dropRow] {
	return db.AskAll(tx, dropTable.Scan, `SELECT `+dropTable.Columns("")+` FROM shift_drops
		WHERE org_id = $1 AND shift_id = $2 ORDER BY created_at, drop_id`, sc.Org, shiftID)
}

func insertCorrection(tx *db.Tx, sc scope.Scope, c Correction) error {
	return correctionTable.Insert(tx, []any{sc.Org}, c)
}

func correctionsOf(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]Correction] {
	return db.AskAll(tx, correctionTable.Scan, `SELECT `+correctionTable.Columns("")+` FROM shift_corrections
		WHERE org_id = $1 AND shift_id = $2 ORDER BY created_at, correction_id`, sc.Org, shiftID)
}

// correctedBy is what the corrections of a shift have changed so far.
func correctedBy(tx *db.Tx, sc scope.Scope, shiftID string) (money.Amount, error) {
	return db.One(tx, db.Value[money.Amount], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM shift_corrections
		WHERE org_id = $1 AND shift_id = $2`, sc.Org, shiftID)
}

// Never is what a hotel's shifts must never hold.
func Never() db.Never {
	all := maps.Clone(neverForeign)
	maps.Copy(all, never)
	return all
}

var never = db.Never{
	"a closed shift whose count isn't its float and entries": `SELECT s.shift_id, s.counted FROM shifts s
		WHERE s.org_id = $1 AND s.state = 'closed' AND s.counted
			+ (SELECT COALESCE(SUM(c.amount), 0) FROM shift_corrections c
				WHERE c.org_id = $1 AND c.shift_id = s.shift_id)
			<> s.float_amount + (SELECT COALESCE(SUM(x.amount), 0) FROM shift_entries x
				WHERE x.org_id = $1 AND x.shift_id = s.shift_id AND x.in_drawer)`,
	"an open shift whose float and entries aren't its drawer's balance": `SELECT s.shift_id, a.balance FROM shifts s
		JOIN accounts a ON a.org_id = s.org_id AND a.account_id = s.account_id
		WHERE s.org_id = $1 AND s.state = 'open' AND a.balance <> s.float_amount
			+ (SELECT COALESCE(SUM(x.amount), 0) FROM shift_entries x
				WHERE x.org_id = $1 AND x.shift_id = s.shift_id AND x.in_drawer)`,
	"an open shift that isn't noted as open": `SELECT s.shift_id FROM shifts s WHERE s.org_id = $1
		AND s.state = 'open' AND NOT EXISTS (SELECT 1 FROM open_shifts o WHERE o.org_id = $1
		AND o.account_id = s.account_id AND o.shift_id = s.shift_id AND o.cashier_id = s.cashier_id)`,
	"a shift noted as open which isn't": `SELECT o.shift_id FROM open_shifts o WHERE o.org_id = $1
		AND NOT EXISTS (SELECT 1 FROM shifts s WHERE s.org_id = $1
		AND s.shift_id = o.shift_id AND s.state = 'open')`,
	"an entry of a shift that isn't one of the books": `SELECT x.entry_id FROM shift_entries x
		WHERE x.org_id = $1 AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.org_id = $1
		AND e.posting_id = x.posting_id AND e.position = x.position AND e.account = x.account
		AND e.amount = x.amount AND e.document = x.document AND e.document_id = x.document_id)`,
	"an entry of a shift in the drawer of another": `SELECT x.entry_id FROM shift_entries x
		JOIN shifts s ON s.org_id = x.org_id AND s.shift_id = x.shift_id
		WHERE x.org_id = $1 AND x.in_drawer <> (x.account = s.account_id)`,
}
