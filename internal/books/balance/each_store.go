package balance

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// AfterEach are the balances after each of the days, as Until has them, in one statement: from the sums of whole years
// before the first day, of the months since, and of the days of those months that don't end with one of the days.
func AfterEach(tx *db.Tx, sc scope.Scope, days []date.Date) (map[date.Date]map[string]money.Amount, error) {
	after := map[date.Date]map[string]money.Amount{}
	sorted := slices.Compact(slices.Sorted(slices.Values(days)))
	if len(sorted) == 0 {
		return after, nil
	}
	first, last := sorted[0], sorted[len(sorted)-1]
	query := `SELECT '', account, CAST(SUM(amount) AS BIGINT) FROM account_sums
			WHERE org_id = $1 AND span = 'year' AND start < $2 GROUP BY account
		UNION ALL SELECT start, account, amount FROM account_sums
			WHERE org_id = $1 AND span = 'month' AND start >= $2 AND start <= $3`
	args := []any{sc.Org, string(YearOf(first)), string(monthOf(last))}
	var partly []date.Date
	for _, day := range sorted {
		after[day] = map[string]money.Amount{}
		if monthOf(day.AddDays(1)) == monthOf(day) {
			partly = append(partly, day)
			on, from, to := db.Placeholders(len(args)+1, 1), db.Placeholders(len(args)+2, 1), db.Placeholders(len(args)+3, 1)
			query += ` UNION ALL SELECT CAST(` + on + ` AS TEXT), account, CAST(SUM(amount) AS BIGINT) FROM account_sums
				WHERE org_id = $1 AND span = 'day' AND start >= ` + from + ` AND start <= ` + to + ` GROUP BY account`
			args = append(args, "of "+string(day), string(monthOf(day)), string(day))
		}
	}
	_, err := db.All(tx, func(row db.Scanner) (one struct{}, err error) {
		var start, account string
		var amount money.Amount
		if err = row.Scan(&start, &account, &amount); err != nil {
			return one, err
		}
		for _, day := range sorted {
			whole := date.Date(start) < monthOf(day) || date.Date(start) == monthOf(day) && !slices.Contains(partly, day)
			if start == "of "+string(day) || whole {
				after[day][account] += amount
			}
		}
		return one, nil
	}, query, args...)
	return after, err
}
