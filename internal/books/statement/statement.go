package statement

import (
	"time"

	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// span are the days [from, to] of a column; of a balance sheet from is "", the first of all.
type span struct{ from, to date.Date }

// row is an account in a statement, or what equity has of results, with an amount for each column.
type row struct {
	chart.Account
	amounts   []money.Amount
	subtotals []money.Amount // of a heading: with all that is under it
}

// section are the rows of one side, and what they add up to.
type section struct {
	rows   []row
	totals []money.Amount
}

// sums are what accounts add up to, by account; a positive amount is a debit.
type sums map[string]money.Amount

// result is what the income of the sums is more than the expenses.
func (s sums) result(all []chart.Account) (profit money.Amount) {
	for _, a := range all {
		if chart.Departmental(a.Class) {
			profit -= s[a.AccountID]
		}
	}
	return profit
}

// side is the accounts that belong to a section, by what amount makes of their sums. Accounts with nothing in any
// column, neither of their own nor under them, are left out.
func side(all []chart.Account, columns []sums, belongs func(chart.Account) bool,
	amount func(chart.Account, money.Amount) money.Amount) section {
	s := section{totals: make([]money.Amount, len(columns))}
	var rows []row
	at := map[string]int{}
	for _, a := range all {
		if !belongs(a) {
			continue
		}
		r := row{Account: a, amounts: make([]money.Amount, len(columns)), subtotals: make([]money.Amount, len(columns))}
		for i, column := range columns {
			r.amounts[i] = amount(a, column[a.AccountID])
			s.totals[i] += r.amounts[i]
		}
		at[a.AccountID] = len(rows)
		rows = append(rows, r)
	}
	matters := make([]bool, len(rows))
	for i := range rows {
		for under, n := i, 0; n <= len(rows); n++ { // up through the headings, which never go round
			for c, amount := range rows[i].amounts {
				rows[under].subtotals[c] += amount
				matters[under] = matters[under] || amount != 0
			}
			parent, there := at[rows[under].ParentID]
			if !there {
				break
			}
			under = parent
		}
	}
	for i, r := range rows {
		if matters[i] {
			s.rows = append(s.rows, r)
		}
	}
	return s
}

// balanceSheet is how the hotel stands at the end of each column's last day.
type balanceSheet struct {
	columns                     []span
	assets, liabilities, equity section
}

// standing is what a balance sheet is made of for a day.
type standing struct {
	balances sums
	result   money.Amount // of the day's financial year, until the day
	retained money.Amount // of years before that are closed
}

func balanceSheetOf(all []chart.Account, columns []span, days []standing) balanceSheet {
	balances := make([]sums, len(days))
	for i, d := range days {
		balances[i] = d.balances
	}
	b := balanceSheet{columns: columns}
	b.assets = side(all, balances, func(a chart.Account) bool { return a.Class == ledger.Asset },
		func(a chart.Account, debit money.Amount) money.Amount {
			if a.BothSides {
				return max(debit, 0)
			}
			return debit
		})
	b.liabilities = side(all, balances,
		func(a chart.Account) bool { return a.Class == ledger.Liability || a.BothSides },
		func(a chart.Account, debit money.Amount) money.Amount {
			if a.BothSides {
				return -min(debit, 0)
			}
			return -debit
		})
	b.equity = side(all, balances, func(a chart.Account) bool { return a.Class == ledger.Equity },
		func(_ chart.Account, debit money.Amount) money.Amount { return -debit })
	b.addResults(all, days)
	return b
}

// addResults adds what was earned to equity: by years that are closed, by others before the column's, and by that one.
func (b *balanceSheet) addResults(all []chart.Account, days []standing) {
	retained := row{Account: named("retained-earnings", "Retained earnings")}
	earlier := row{Account: named("earlier-results", "Results of earlier years, not closed")}
	result := row{Account: named("result", "Result of the year")}
	for i, d := range days {
		total := d.balances.result(all)
		retained.amounts = append(retained.amounts, d.retained)
		earlier.amounts = append(earlier.amounts, total-d.result-d.retained)
		result.amounts = append(result.amounts, d.result)
		b.equity.totals[i] += total
	}
	b.equity.rows = append(b.equity.rows, retained, earlier, result)
}

func named(account, name string) chart.Account {
	return chart.Account{Place: chart.Place{AccountID: account}, Name: name, Class: ledger.Equity}
}

// department is what one has earned and spent.
type department struct {
	name             string
	income, expenses section
}

// profitAndLoss is what was earned and spent in each column.
type profitAndLoss struct {
	columns     []span
	departments []department
}

func profitOf(all []chart.Account, columns []span, of []sums) profitAndLoss {
	p := profitAndLoss{columns: columns}
	for _, name := range chart.Departments {
		belongs := func(class string) func(chart.Account) bool {
			return func(a chart.Account) bool { return a.Class == class && a.Department == name }
		}
		p.departments = append(p.departments, department{name,
			side(all, of, belongs(ledger.Income), func(_ chart.Account, debit money.Amount) money.Amount { return -debit }),
			side(all, of, belongs(ledger.Expense), func(_ chart.Account, debit money.Amount) money.Amount { return debit })})
	}
	return p
}

// totals are the sums of all departments.
func (p profitAndLoss) totals() (income, expenses []money.Amount) {
	income, expenses = make([]money.Amount, len(p.columns)), make([]money.Amount, len(p.columns))
	for _, d := range p.departments {
		for i := range p.columns {
			income[i] += d.income.totals[i]
			expenses[i] += d.expenses.totals[i]
		}
	}
	return income, expenses
}

func less(a, b []money.Amount) []money.Amount {
	list := make([]money.Amount, len(a))
	for i := range a {
		list[i] = a[i] - b[i]
	}
	return list
}

func monthOf(day date.Date) date.Date { return day[:8] + "01" }

// monthEnds are the day, and the last days of the months before, newest first: so many in all.
func monthEnds(day date.Date, months int) []date.Date {
	days := []date.Date{day}
	for len(days) < months {
		day = monthOf(day).AddDays(-1)
		days = append(days, day)
	}
	return days
}

// yearBefore is the same day of the year before; of a month's last day the last of that month.
func yearBefore(day date.Date) date.Date {
	t := day.Time()
	if next := t.AddDate(0, 0, 1); next.Day() == 1 {
		return date.Date(time.Date(next.Year()-1, next.Month(), 0, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
	}
	return date.Date(time.Date(t.Year()-1, t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
}

// lastYear are the same days of the year before.
func (s span) lastYear() span {
	return span{yearBefore(s.from.AddDays(-1)).AddDays(1), yearBefore(s.to)}
}

// months are the months of a span, each within it.
func (s span) months() (list []span) {
	for from := s.from; from <= s.to; {
		next := monthOf(monthOf(from).AddDays(31))
		list = append(list, span{from, min(next.AddDays(-1), s.to)})
		from = next
	}
	return list
}

// closedYear is a financial year whose result is carried forward.
type closedYear struct {
	Last   date.Date    `db:"last_day,key"`
	First  date.Date    `db:"first_day"`
	Result money.Amount `db:"result"` // of all that no closing before has
	Notes  string       `db:"notes"`
	By     string       `db:"closed_by"`
	ByName string       `db:"closed_by_name"`
	At     int64        `db:"closed_at"` // UTC milliseconds
}

// retained is what years that were closed before the day have carried forward.
func retained(years []closedYear, before date.Date) (sum money.Amount) {
	for _, y := range years {
		if y.Last < before {
			sum += y.Result
		}
	}
	return sum
}
