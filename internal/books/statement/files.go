package statement

import (
	"context"

	"sarai/internal/kit/date"
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
	return export.File{Name: export.Name("balance-sheet", b.columns[0].to, ""), Tables: []export.Table{t}}, nil
}

var departmentNames = map[string]string{"rooms": "Rooms", "foodAndBeverage": "Food and beverage",
	"otherOperated": "Other operated", "undistributed": "Undistributed"}

// profitFile is profit and loss as a file.
func (s *Service) profitFile(ctx context.Context, sc scope.Scope, in *profitInput) (export.File, error) {
	p, err := s.profit(ctx, sc, in)
	if err != nil {
		return export.File{}, err
	}
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
	return export.File{Name: export.Name("profit-and-loss-by-account", p.columns[0].from, date.Date(p.columns[0].to)),
		Tables: []export.Table{t}}, nil
}
