package chart

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// stored is a place's row.
type stored struct {
	Place
	CodeKey string `db:"code_key"`
}

var placeTable = table.Of[stored]("chart_places", "org_id")

// All is the whole chart, in its order.
func All(tx *db.Tx, sc scope.Scope) ([]Account, error) {
	accounts, err := ledger.Every(tx, sc)
	if err != nil {
		return nil, err
	}
	rows, err := db.All(tx, placeTable.Scan, `SELECT `+placeTable.Columns("")+` FROM chart_places WHERE org_id = $1`,
		sc.Org)
	if err != nil {
		return nil, err
	}
	places, headings := map[string]Place{}, map[string]bool{}
	for _, row := range rows {
		places[row.AccountID], headings[row.ParentID] = row.Place, true
	}
	all := ownAccounts()
	for _, a := range accounts {
		account := shown(a, places[a.ID])
		account.Heading = headings[a.ID]
		all = append(all, account)
	}
	return sorted(all), nil
}

// coded turns a duplicate into Invalid, naming the field.
func coded(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("code", "belongs to another account")
	}
	return err
}

// save writes the account's place, whether it has one or not. The books are locked.
func save(books ledger.Locked, sc scope.Scope, p Place) error {
	tx := books.Tx()
	if err := remove(tx, sc, p.AccountID); err != nil {
		return err
	}
	return placeTable.InsertOr(tx, coded, []any{sc.Org}, stored{p, codeKey(p.Code)})
}

func remove(tx *db.Tx, sc scope.Scope, accountID string) error {
	return tx.Do(`DELETE FROM chart_places WHERE org_id = $1 AND account_id = $2`, sc.Org, accountID)
}

func isHeading(tx *db.Tx, sc scope.Scope, accountID string) (heading bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM chart_places WHERE org_id = $1 AND parent_id = $2)`, sc.Org,
		accountID).Scan(&heading)
	return heading, err
}
