package statement

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var yearTable = table.Of[closedYear]("closed_years", "org_id")

// closedYears are all of them, the newest first.
func closedYears(tx *db.Tx, sc scope.Scope) ([]closedYear, error) {
	return db.All(tx, yearTable.Scan, `SELECT `+yearTable.Columns("")+` FROM closed_years WHERE org_id = $1
		ORDER BY last_day DESC`, sc.Org)
}

func insertYear(books ledger.Locked, sc scope.Scope, y closedYear) error {
	return yearTable.Insert(books.Tx(), []any{sc.Org}, y)
}

func removeYear(books ledger.Locked, sc scope.Scope, last date.Date) error {
	return books.Tx().Do(`DELETE FROM closed_years WHERE org_id = $1 AND last_day = $2`, sc.Org, string(last))
}
