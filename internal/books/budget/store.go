package budget

import (
	"errors"
	"strconv"

	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var (
	budgets       = table.Of[budget]("budgets", "org_id")
	selectBudgets = `SELECT ` + budgets.Columns("") + ` FROM budgets WHERE org_id = $1`
)

// yearOf is the financial year of the day, by the calendar year in which it begins.
func yearOf(sc scope.Scope, day date.Date) int {
	year, _ := strconv.Atoi(string(packs.Of(sc.Country).FirstOfYear(day)[:4]))
	return year
}

func find(tx *db.Tx, sc scope.Scope, year int) (budget, error) {
	b, err := db.One(tx, budgets.Scan, selectBudgets+` AND year = $2`, sc.Org, year)
	if errors.Is(err, db.ErrNoRows) {
		return unset(year), nil
	}
	return b, err
}

// beginning are the budgets of the years [first, last].
func beginning(tx *db.Tx, sc scope.Scope, first, last int) ([]budget, error) {
	return db.All(tx, budgets.Scan, selectBudgets+` AND year >= $2 AND year <= $3`, sc.Org, first, last)
}

// lock keeps others from changing the year's budget until the transaction ends, and reads it. It makes the row if there
// is none.
func lock(tx *db.Tx, sc scope.Scope, year int) (budget, error) {
	if err := tx.Do(`INSERT INTO budgets (org_id, year, months, updated_at, version) VALUES ($1, $2, '[]', 0, $3)
		ON CONFLICT (org_id, year) DO UPDATE SET version = budgets.version`, sc.Org, year, unset(year).Version); err != nil {
		return budget{}, err
	}
	return find(tx, sc, year)
}

func save(tx *db.Tx, sc scope.Scope, b *budget) error { return budgets.Update(tx, []any{sc.Org}, b) }
