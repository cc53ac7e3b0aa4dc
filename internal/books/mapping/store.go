package mapping

import (
	"encoding/json"
	"maps"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// stored is a hotel's mapping, and the version of it.
type stored struct {
	Mapping Mapping `db:"mapping,json"`
	Version int64   `db:"version"`
}

var storedTable = table.Of[stored]("account_mappings", "org_id")

func read(tx *db.Tx, sc scope.Scope) db.Later[stored] {
	rows := db.AskAll(tx, storedTable.Scan, `SELECT `+storedTable.Columns("")+` FROM account_mappings
		WHERE org_id = $1`, sc.Org)
	return db.Then(rows, func(list []stored) (stored, error) {
		if len(list) == 0 {
			return stored{Version: 1}, nil
		}
		return list[0], nil
	})
}

func save(tx *db.Tx, sc scope.Scope, k stored) error {
	text, err := json.Marshal(k.Mapping)
	if err != nil {
		return err
	}
	return tx.Do(`INSERT INTO account_mappings (org_id, mapping, updated_at, version) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at,
			version = excluded.version`, sc.Org, string(text), tx.Now.UnixMilli(), k.Version)
}

// target is the account of a document's line.
type target struct {
	DocumentID string `db:"document_id,key"`
	Position   int    `db:"position,key"`
	Account    string `db:"account"`
}

var targetTable = table.Of[target]("mapped_lines", "org_id")

// keep writes down the accounts of a document's lines, in the place of those that it had.
func keep(tx *db.Tx, sc scope.Scope, documentID string, to map[int]string) error {
	if err := tx.Do(`DELETE FROM mapped_lines WHERE org_id = $1 AND document_id = $2`, sc.Org, documentID); err != nil {
		return err
	}
	list := []target{}
	for _, position := range slices.Sorted(maps.Keys(to)) {
		list = append(list, target{documentID, position, to[position]})
	}
	return targetTable.Insert(tx, []any{sc.Org}, list...)
}

// kept are the accounts of a document's lines, by their positions, where they aren't the books' own.
func kept(tx *db.Tx, sc scope.Scope, documentID string) (map[int]string, error) {
	to := map[int]string{}
	list, err := db.All(tx, targetTable.Scan, `SELECT `+targetTable.Columns("")+` FROM mapped_lines
		WHERE org_id = $1 AND document_id = $2`, sc.Org, documentID)
	for _, t := range list {
		to[t.Position] = t.Account
	}
	return to, err
}

func addSum(tx *db.Tx, sc scope.Scope, own string, day date.Date, amount money.Amount) error {
	if amount == 0 {
		return nil
	}
	return tx.Do(`INSERT INTO mapped_sums (org_id, own, day, amount) VALUES ($1, $2, $3, $4)
		ON CONFLICT (org_id, own, day) DO UPDATE SET amount = mapped_sums.amount + excluded.amount`, sc.Org, own,
		string(day), int64(amount))
}

// Between is what documents have posted to other accounts on the days [from, to], by the books' own account that it
// would have been.
func Between(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]money.Amount, error) {
	sums := map[string]money.Amount{}
	_, err := db.All(tx, func(row db.Scanner) (own string, err error) {
		var amount money.Amount
		err = row.Scan(&own, &amount)
		sums[own] = amount
		return own, err
	}, `SELECT own, CAST(SUM(amount) AS BIGINT) FROM mapped_sums
		WHERE org_id = $1 AND own IN ('room-sales', 'other-sales', 'expenses') AND day >= $2 AND day <= $3 GROUP BY own`,
		sc.Org, string(from), string(to))
	return sums, err
}
