package ledger

import (
	"cmp"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/scope"
)

var transferTable = table.Of[Transfer]("account_transfers", "org_id")

// transferMonths keeps how many transfers there are, for the list's totals.
var transferMonths = NewMonthly(Monthly{Table: "transfer_months", Documents: "account_transfers", ID: "transfer_id",
	Day: "business_date", Kinds: []string{"from_account", "to_account"}, Sums: []Sum{{"number", "1"}}})

func insertTransfer(books Locked, sc scope.Scope, t Transfer) error {
	if err := transferTable.Insert(books.Tx(), []any{sc.Org}, t); err != nil {
		return err
	}
	return transferMonths.Add(books, sc, t.ID)
}

// transferFilter narrows the list; zero values match everything.
type transferFilter struct {
	account  string // on either side
	from, to date.Date
}

// count is how many transfers the filter finds.
func (f transferFilter) count(tx *db.Tx, sc scope.Scope) (total int, err error) {
	where := db.Where(sc.Org)
	where.Given(db.Beside("from_account = ? OR to_account = ?"), f.account)
	conditions, args := where.SQL()
	rows, args := transferMonths.Between(conditions, args, f.from, f.to)
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM (`+rows+`) AS counted`, args...).Scan(&total)
	return total, err
}

func listTransfers(tx *db.Tx, sc scope.Scope, f transferFilter, limit, offset int) (
	list []Transfer, total int, err error) {
	if total, err = f.count(tx, sc); err != nil {
		return nil, total, err
	}
	l := db.Listing{Columns: transferTable.Columns(""), Table: "account_transfers", Key: "transfer_id",
		Order: "created_at DESC, transfer_id DESC"}
	among, byDays := total, f.account == "" && f.from+f.to != "" && total <= db.Gathered
	switch {
	case byDays:
		l.KeyOrder = db.Gather(l.Order)
	case f.from+f.to != "":
		if among, err = (transferFilter{account: f.account}).count(tx, sc); err != nil {
			return nil, total, err
		}
	}
	l, limit, offset = l.Near(total, among, limit, offset)
	keys, args := f.keys(tx, sc, l, byDays)
	list, err = db.All(tx, transferTable.Scan, l.Among(keys), append(args, limit, offset)...)
	return list, total, err
}

// keys selects the ids of a page of the transfers in the list's order: gathered by days, or along the order. Those from
// an account and those into it are in that order each, and merged.
func (f transferFilter) keys(tx *db.Tx, sc scope.Scope, l db.Listing, byDays bool) (string, []any) {
	form := db.Beside
	if byDays {
		form = db.Plain
	}
	where := db.Where(sc.Org)
	where.Given(form("business_date >= ?"), f.from)
	where.Given(form("business_date <= ?"), f.to)
	conditions, args := where.SQL()
	if f.account == "" {
		return l.Keys(conditions) + db.Limit(len(args)+1), args
	}
	account := db.Placeholders(len(args)+1, 1)
	side := func(column string) string {
		return `SELECT transfer_id AS page_key, created_at AS page_time FROM account_transfers
			WHERE org_id = $1` + conditions + ` AND ` + column + ` = ` + account
	}
	order := cmp.Or(l.KeyOrder, l.Order)
	order = strings.NewReplacer("transfer_id", "page_key", "created_at", "page_time").Replace(order)
	args = append(args, f.account)
	return db.Merge(tx.Dialect(), order, len(args), side("from_account"), side("to_account")), args
}
