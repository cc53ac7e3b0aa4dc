package balance

import (
	"cmp"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Entry is what a posting adds to an account on a day.
type Entry struct {
	Org     string
	Account string
	Day     date.Date
	Amount  money.Amount // a positive one is a debit
}

// accountSum is what an account's entries of a day, a month or a year add up to: a row of table account_sums, without
// its amount.
type accountSum struct {
	org, span string
	start     date.Date
	account   string
}

// Add adds entries to the sums. It comes at the end of a transaction.
func Add(tx *db.Tx, entries []Entry) error {
	added := map[accountSum]money.Amount{}
	for _, e := range entries {
		added[accountSum{e.Org, "day", e.Day, e.Account}] += e.Amount
		added[accountSum{e.Org, "month", monthOf(e.Day), e.Account}] += e.Amount
		added[accountSum{e.Org, "year", YearOf(e.Day), e.Account}] += e.Amount
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

func monthOf(day date.Date) date.Date { return day[:len("2006-01-")] + "01" }

// YearOf is the first day of the day's year.
func YearOf(day date.Date) date.Date { return day[:len("2006-")] + "01-01" }

// firstFrom is the first day, of those that start makes of the days, which is not before from; "" for "". most is how
// many days there are at most from one such day to the next.
func firstFrom(from date.Date, start func(date.Date) date.Date, most int) date.Date {
	if from == "" || from == start(from) {
		return from
	}
	return start(start(from).AddDays(most))
}

// Until are the balances after the day, of all accounts that have an entry by then.
func Until(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]money.Amount, error) {
	return Between(tx, sc, "", day)
}

// Between are the sums of the entries of the days [from, to], by account; from "" is the first of all. They are
// those of the whole years, of the months before and after them, and of the days before and after those.
func Between(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]money.Amount, error) {
	month, year := firstFrom(from, monthOf, 31), firstFrom(from, YearOf, 366)
	lastMonth, lastYear := monthOf(to), YearOf(to)
	sums := map[string]money.Amount{}
	_, err := db.All(tx, func(row db.Scanner) (e Entry, err error) {
		err = row.Scan(&e.Account, &e.Amount)
		sums[e.Account] = e.Amount
		return e, err
	}, `SELECT account, CAST(SUM(amount) AS BIGINT) FROM (
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
	return sums, err
}
