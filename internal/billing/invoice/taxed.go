package invoice

import (
	"sarai/internal/books/tax"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Taxed tells whether an invoice's line of a day on which the tax was in force has a tax of its name.
func Taxed(tx *db.Tx, sc scope.Scope, r tax.Record) (taxed bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = $1 AND day >= $2 AND day <= $3 AND tax_name = $4)`,
		sc.Org, string(r.From), string(r.LastDay()), r.Name).Scan(&taxed)
	return taxed, err
}
