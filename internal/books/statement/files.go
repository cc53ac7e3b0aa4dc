package statement

import (
	"context"

	"sarai/internal/books/balance"
	"sarai/internal/books/chart"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

func headings(columns []string) []export.Cell {
	row := export.Row("Section", "Code", "Account")
	for _, c := range columns {
		row = append(row, c)
	}
	return row
}

func line(section, code, name string, amounts []money.Amount, currency string) []export.Cell {
	row := export.Row(section, code, name)
	for _, n := range numbers(amounts, currency) {
		row = append(row, n)
	}
	return row
}

// lines are the section's rows, and its total.
func (s section) lines(name, currency string) (rows [][]export.Cell) {
	for _, r := range s.rows {
		rows = append(rows, line(name, r.Code, r.Name, r.amounts, currency))
	}
	return append(rows, line(name, "", "All", s.totals, currency))
}

// sheetFile is the balance sheet as a file.
func (s *Service) sheetFile(ctx context.Context, sc scope.Scope, in *sheetInput) (export.File, error) {
	b, err := s.sheet(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
	return export.File{Name: export.Name("balance-sheet", b.columns[0].to, ""), Tables: []export.Table{b.table(sc)}}, nil
}

func (b balanceSheet) table(sc scope.Scope) export.Table {
	var columns []string
	var financed []money.Amount
	for i, c := range b.columns {
		columns = append(columns, string(c.to)+" "+sc.Currency)
		financed = append(financed, b.liabilities.totals[i]+b.equity.totals[i])
	}
	t := export.Table{Name: "Balance sheet", Headings: headings(columns)}
	t.Rows = append(t.Rows, b.assets.lines("Assets", sc.Currency)...)
	t.Rows = append(t.Rows, b.liabilities.lines("Liabilities", sc.Currency)...)
	t.Rows = append(t.Rows, b.equity.lines("Equity", sc.Currency)...)
	t.Rows = append(t.Rows, line("Liabilities and equity", "", "All", financed, sc.Currency))
	return t
}

var departmentNames = map[string]string{"rooms": "Rooms", "foodAndBeverage": "Food and beverage",
	"otherOperated": "Other operated", "undistributed": "Undistributed"}

// profitFile is profit and loss as a file.
func (s *Service) profitFile(ctx context.Context, sc scope.Scope, in *profitInput) (export.File, error) {
	p, err := s.profit(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
	return export.File{Name: export.Name("profit-and-loss-by-account", p.columns[0].from, p.columns[0].to),
		Tables: []export.Table{p.table(sc)}}, nil
}

func (p profitAndLoss) table(sc scope.Scope) export.Table {
	var columns []string
	for _, c := range p.columns {
		columns = append(columns, string(c.from)+" – "+string(c.to)+" "+sc.Currency)
	}
	t := export.Table{Name: "Profit and loss", Headings: headings(columns)}
	for _, d := range p.departments {
		t.Rows = append(t.Rows, d.income.lines(departmentNames[d.name]+": income", sc.Currency)...)
		t.Rows = append(t.Rows, d.expenses.lines(departmentNames[d.name]+": expenses", sc.Currency)...)
	}
	income, expenses := p.totals()
	t.Rows = append(t.Rows, line("Income", "", "All", income, sc.Currency),
		line("Expenses", "", "All", expenses, sc.Currency), line("Result", "", "All", less(income, expenses), sc.Currency))
	return t
}

// SheetOf is the balance sheet as of the day, beside the year before.
func (s *Service) SheetOf(ctx context.Context, sc scope.Scope, _, day date.Date) (export.File, error) {
	return s.sheetFile(ctx, sc, &sheetInput{AsOf: day, Months: 1, Compare: "last-year"})
}

// ProfitOf is profit and loss by account of the days [from, to], beside the year before; by month if by says so.
func (s *Service) ProfitOf(ctx context.Context, sc scope.Scope, from, to date.Date, by string) (export.File, error) {
	return s.profitFile(ctx, sc, &profitInput{From: from, To: to, By: by, Compare: "last-year"})
}

// OfMonth are the balance sheet of the month that ends with the day, beside the month before and the year before, its
// profit and loss, beside the financial year until then and the year before, and the trial balance, as tables.
func OfMonth(tx *db.Tx, sc scope.Scope, last date.Date) ([]export.Table, error) {
	ends := append(monthEnds(last, 2), yearBefore(last))
	sheet, err := sheetAt(tx, sc, ends)
	if err != nil {
		return nil, err
	}
	month := span{monthOf(last), last}
	profit, err := profitIn(tx, sc, []span{month, {packs.Of(sc.Country).FirstOfYear(last), last}, month.lastYear()})
	if err != nil {
		return nil, err
	}
	trial, err := trialTable(tx, sc, last)
	return []export.Table{sheet.table(sc), profit.table(sc), trial}, err
}

// trialTable is what every account comes to by the end of the day.
func trialTable(tx *db.Tx, sc scope.Scope, last date.Date) (t export.Table, err error) {
	all, err := chart.All(tx, sc)
	if err != nil {
		return t, err
	}
	of, err := balance.Until(tx, sc, last)
	t = export.Table{Name: "Trial balance", Headings: headings([]string{"Debit " + sc.Currency, "Credit " + sc.Currency})}
	var debits, credits money.Amount
	for _, a := range all {
		if sum := of[a.AccountID]; sum != 0 {
			debit, credit := max(sum, 0), -min(sum, 0)
			debits, credits = debits+debit, credits+credit
			t.Rows = append(t.Rows, line(a.Class, a.Code, a.Name, []money.Amount{debit, credit}, sc.Currency))
		}
	}
	t.Rows = append(t.Rows, line("", "", "All", []money.Amount{debits, credits}, sc.Currency))
	return t, err
}
