package ledger

import (
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

var (
	transferTable = table.Of[Transfer]("account_transfers", "org_id")

	// transferMonths keeps how many transfers there are, for the list's totals.
	transferMonths = NewMonthly(listing.Sums{Table: "transfer_months", Documents: "account_transfers", ID: "transfer_id",
		Day: "business_date", Kinds: []string{"from_account", "to_account"},
		Adds: []listing.Sum{{Column: "number", Of: "1"}}})

	transferList = listing.New[transfersInput](transferTable.Scan, listing.Spec{
		Table: "account_transfers", Key: "transfer_id", Columns: transferTable.Columns(""),
		Order: "created_at DESC, transfer_id DESC",
		Filters: []listing.Filter{
			listing.Sides("accountId", "from_account = ?", "to_account = ?").Sum("from_account = ? OR to_account = ?"),
			listing.From("from", "business_date"),
			listing.To("to", "business_date"),
		},
		Sums: &transferMonths.Sums,
	})
)

func insertTransfer(books Locked, sc scope.Scope, t Transfer) error {
	if err := transferTable.Insert(books.Tx(), []any{sc.Org}, t); err != nil {
		return err
	}
	return transferMonths.Add(books, sc, t.ID)
}
