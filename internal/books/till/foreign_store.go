package till

import (
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	rateTable       = table.Of[Rate]("exchange_rates", "org_id")
	foreignTable    = table.Of[Foreign]("foreign_cash", "org_id")
	foreignSumTable = table.Of[ForeignSum]("foreign_cash", "org_id")

	foreignList = listing.New[entriesInput](foreignTable.Scan, listing.Spec{Table: "foreign_cash", Key: "entry_id",
		Columns: foreignTable.Columns(""), Order: "created_at DESC, entry_id DESC",
		Filters: []listing.Filter{listing.By("shiftId", listing.Narrow, "shift_id = ?")}})
)

func insertRate(tx *db.Tx, sc scope.Scope, r Rate) error {
	return rateTable.Insert(tx, []any{sc.Org}, r)
}

// ratesOf are a day's, the last of each currency last.
func ratesOf(tx *db.Tx, sc scope.Scope, day date.Date) ([]Rate, error) {
	return db.All(tx, rateTable.Scan, `SELECT `+rateTable.Columns("")+` FROM exchange_rates
		WHERE org_id = $1 AND day = $2 ORDER BY currency, number`, sc.Org, string(day))
}

// rateOf is the rate of a currency that holds on a day; number 0: there is none.
func rateOf(tx *db.Tx, sc scope.Scope, day date.Date, currency string) (Rate, error) {
	r, err := db.One(tx, rateTable.Scan, `SELECT `+rateTable.Columns("")+` FROM exchange_rates
		WHERE org_id = $1 AND day = $2 AND currency = $3 ORDER BY number DESC LIMIT 1`, sc.Org, string(day), currency)
	if errors.Is(err, db.ErrNoRows) {
		err = nil
	}
	return r, err
}

func insertForeign(tx *db.Tx, sc scope.Scope, f Foreign) error {
	return foreignTable.InsertOr(tx, func(err error) error {
		if db.IsUnique(err) {
			return errs.Conflict("The exchange is taken back already.")
		}
		return err
	}, []any{sc.Org}, f)
}

func findExchange(tx *db.Tx, sc scope.Scope, entryID string) (Foreign, error) {
	f, err := db.One(tx, foreignTable.Scan, `SELECT `+foreignTable.Columns("")+` FROM foreign_cash
		WHERE org_id = $1 AND entry_id = $2 AND kind = 'exchange'`, sc.Org, entryID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("There is no such exchange.")
	}
	return f, err
}

// stockOf are the notes of a currency in a drawer.
func stockOf(tx *db.Tx, sc scope.Scope, accountID, currency string) (stock, error) {
	return db.One(tx, func(row db.Scanner) (s stock, err error) { return s, row.Scan(&s.amount, &s.worth) },
		`SELECT CAST(COALESCE(SUM(foreign_amount), 0) AS BIGINT), CAST(COALESCE(SUM(worth), 0) AS BIGINT)
		FROM foreign_cash WHERE org_id = $1 AND account_id = $2 AND currency = $3`, sc.Org, accountID, currency)
}

// foreignSums are those of a shift's currencies.
func foreignSums(tx *db.Tx, sc scope.Scope, shiftID string) db.Later[[]ForeignSum] {
	return db.AskAll(tx, foreignSumTable.Scan, `SELECT currency,
			CAST(SUM(CASE WHEN kind IN ('exchange', 'reversal') THEN foreign_amount ELSE 0 END) AS BIGINT) AS exchanged,
			CAST(SUM(CASE WHEN kind IN ('exchange', 'reversal') THEN paid ELSE 0 END) AS BIGINT) AS paid,
			CAST(SUM(CASE WHEN kind = 'sale' THEN -foreign_amount ELSE 0 END) AS BIGINT) AS sold,
			CAST(SUM(CASE WHEN kind = 'count' THEN foreign_amount ELSE 0 END) AS BIGINT) AS difference,
			COUNT(counted) AS counts
		FROM foreign_cash WHERE org_id = $1 AND shift_id = $2 GROUP BY currency ORDER BY currency`, sc.Org, shiftID)
}

// neverForeign is what foreign cash must never hold.
var neverForeign = db.Never{
	"foreign cash that the books don't have": `SELECT f.worth, l.amount FROM
			(SELECT COALESCE(SUM(worth), 0) AS worth FROM foreign_cash WHERE org_id = $1) f,
			(SELECT COALESCE(SUM(amount), 0) AS amount FROM ledger_entries
				WHERE org_id = $1 AND account = 'foreign-cash') l
		WHERE f.worth <> l.amount`,
	"a drawer with foreign cash below zero, or worth something without notes": `SELECT account_id, currency
		FROM foreign_cash WHERE org_id = $1 GROUP BY account_id, currency
		HAVING SUM(foreign_amount) < 0 OR SUM(worth) < 0 OR SUM(foreign_amount) = 0 AND SUM(worth) <> 0`,
}
