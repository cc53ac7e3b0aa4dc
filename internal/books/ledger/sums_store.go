package ledger

import (
	"cmp"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/lockorder"
)

// accountSum is what an account's entries of a day, a month or a year add up to: a row of table account_sums, without
// its amount.
type accountSum struct {
	org, span string
	start     date.Date
	account   string
}

// posted is an entry as the sums take it.
type posted struct {
	sc  scope.Scope
	day date.Date
	Entry
}

// atEnd counts what a transaction has posted, as its last act: one statement of each kind for all its postings.
var atEnd = db.NewAtEnd(lockorder.Sums, func(tx *db.Tx, entries []posted) (func() error, error) {
	return addToTurnover(tx, entries), addToSums(tx, entries)
})

// addToTurnover adds what was moved to the turnover of the books, which the transaction has locked. It fails with
// Invalid for more than money.MaxSum.
func addToTurnover(tx *db.Tx, entries []posted) (then func() error) {
	moved := map[string]money.Amount{}
	for _, e := range entries {
		moved[e.sc.Org] += max(e.Amount, 0)
	}
	counted := map[string]db.Later[int64]{}
	for _, e := range entries {
		org := e.sc.Org
		if _, asked := counted[org]; !asked {
			counted[org] = db.AskChanged(tx, `UPDATE books SET turnover = turnover + $2 WHERE org_id = $1 AND turnover <= $3`,
				org, int64(moved[org]), int64(money.MaxSum-moved[org]))
		}
	}
	return func() error {
		for _, e := range entries {
			if books, err := counted[e.sc.Org].Get(); err != nil {
				return err
			} else if books == 0 {
				return errs.InvalidField("amount", "is too large: with it, the hotel's books would add up to more than %s %s",
					money.MaxSum.Number(e.sc.Currency), e.sc.Currency)
			}
		}
		return nil
	}
}

func addToSums(tx *db.Tx, entries []posted) error {
	added := map[accountSum]money.Amount{}
	for _, e := range entries {
		added[accountSum{e.sc.Org, "day", e.day, e.Account}] += e.Amount
		added[accountSum{e.sc.Org, "month", monthOf(e.day), e.Account}] += e.Amount
		added[accountSum{e.sc.Org, "year", yearOf(e.day), e.Account}] += e.Amount
	}
	sums := make([]accountSum, 0, len(added))
	for s := range added {
		sums = append(sums, s)
	}
	slices.SortFunc(sums, func(a, b accountSum) int { // all transactions lock the rows in one order
		return cmp.Or(cmp.Compare(a.org, b.org), cmp.Compare(a.span, b.span), cmp.Compare(a.start, b.start),
			cmp.Compare(a.account, b.account))
	})
	const columns, most = 5, 24 // rows of a statement: more than a posting has
	for some := range slices.Chunk(sums, most) {
		args := make([]any, 0, columns*len(some))
		for _, s := range some {
			args = append(args, s.org, s.span, string(s.start), s.account, int64(added[s]))
		}
		if err := tx.Do(`INSERT INTO account_sums (org_id, span, start, account, amount)
			VALUES `+db.Rows(columns, len(some))+` ON CONFLICT (org_id, span, start, account)
			DO UPDATE SET amount = account_sums.amount + excluded.amount`, args...); err != nil {
			return err
		}
	}
	return nil
}

// monthOf and yearOf are the first days of the day's month and year.
func monthOf(day date.Date) date.Date { return day[:len("2006-01-")] + "01" }
func yearOf(day date.Date) date.Date  { return day[:len("2006-")] + "01-01" }

// firstFrom is the first day, of those that start makes of the days, which is not before from; "" for "". most is how
// many days there are at most from one such day to the next.
func firstFrom(from date.Date, start func(date.Date) date.Date, most int) date.Date {
	if from == "" || from == start(from) {
		return from
	}
	return start(start(from).AddDays(most))
}

// sumsUntil are the balances after the day, of all accounts that have an entry by then.
func sumsUntil(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]money.Amount, error) {
	return sumsBetween(tx, sc, "", day)
}

// sumsBetween are the sums of the entries of the days [from, to], by account; from "" is the first of all. They are
// those of the whole years, of the months before and after them, and of the days before and after those.
func sumsBetween(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]money.Amount, error) {
	month, year := firstFrom(from, monthOf, 31), firstFrom(from, yearOf, 366)
	lastMonth, lastYear := monthOf(to), yearOf(to)
	list, err := db.All(tx, scanEntry, `SELECT account, CAST(SUM(amount) AS BIGINT) FROM (
			SELECT account, amount FROM account_sums
				WHERE org_id = $1 AND span = 'day' AND start >= $2 AND start < $3 AND start <= $10
			UNION ALL SELECT account, amount FROM account_sums
				WHERE org_id = $1 AND span = 'month' AND start >= $3 AND start < $4
			UNION ALL SELECT account, amount FROM account_sums
				WHERE org_id = $1 AND span = 'year' AND start >= $5 AND start < $6
			UNION ALL SELECT account, amount FROM account_sums
				WHERE org_id = $1 AND span = 'month' AND start >= $7 AND start < $8
			UNION ALL SELECT account, amount FROM account_sums
				WHERE org_id = $1 AND span = 'day' AND start >= $9 AND start <= $10) AS sums
		GROUP BY account`, sc.Org, string(from), string(month), string(min(year, lastMonth)), string(year), string(lastYear),
		string(max(year, lastYear)), string(lastMonth), string(max(month, lastMonth)), string(to))
	sums := map[string]money.Amount{}
	for _, sum := range list {
		sums[sum.Account] = sum.Amount
	}
	return sums, err
}
