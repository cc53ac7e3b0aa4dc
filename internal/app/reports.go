package app

import (
	"context"

	"sarai/internal/books/statement"
	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/outward/flash"
	"sarai/internal/outward/forecast"
	"sarai/internal/outward/monthend"
	"sarai/internal/outward/revenue"
	"sarai/internal/outward/schedule"
	"sarai/internal/outward/statistics"
	"sarai/internal/record/may"
)

// reports are what hotels can schedule.
func reports(statements *statement.Service, day *flash.Service, month *monthend.Service,
	earned *revenue.Service, expected *forecast.Service, counted *statistics.Service) map[string]schedule.Report {
	divided := func(name, module string, read dividedTables, by ...string) schedule.Report {
		return schedule.Report{Name: name, Module: module, Divisions: by,
			Makers: map[string]schedule.Maker{schedule.XLSX: read.workbook}}
	}
	files := func(name, module string, read tables) schedule.Report { return divided(name, module, read.undivided) }
	return map[string]schedule.Report{
		"flash": {Name: "Flash Report", Module: may.Payments, Makers: map[string]schedule.Maker{
			schedule.PDF: paper(day.PaperOf), schedule.XLSX: dividedTables(tables(day.FileOf).undivided).workbook}},
		"month-papers": {Name: "Papers of the month", Module: may.Accounts, Makers: map[string]schedule.Maker{
			schedule.PDF: paper(month.PapersOf)}},
		"balance-sheet":   files("Balance sheet", may.Accounts, statements.SheetOf),
		"profit-and-loss": divided("Profit and loss", may.Accounts, statements.ProfitOf, "month"),
		"revenue":         divided("Revenue", may.Payments, earned.DividedOf, revenue.Divisions...),
		"production":      files("Production", may.Payments, earned.ProducedOf),
		"companies":       files("Company production", may.Payments, earned.ProducedByCompanies),
		"cancellations":   divided("Cancellations and no-shows", may.Payments, counted.LostOf, "source", "company", "month"),
		"guests":          files("Guest statistics", may.Bookings, counted.MonthOf),
		"forecast":        files("Forecast", may.Bookings, expected.Coming),
	}
}

// tables reads a report of some days.
type tables func(ctx context.Context, sc scope.Scope, from, to date.Date) (export.File, error)

// undivided reads it whatever it is to be divided by: it has no divisions.
func (read tables) undivided(ctx context.Context, sc scope.Scope, from, to date.Date, _ string) (export.File, error) {
	return read(ctx, sc, from, to)
}

// dividedTables reads a report of some days that can be divided; "" is its usual division.
type dividedTables func(ctx context.Context, sc scope.Scope, from, to date.Date, by string) (export.File, error)

func (read dividedTables) workbook(ctx context.Context, sc scope.Scope, asked schedule.Asked) (*file.File, error) {
	f, err := read(ctx, sc, asked.From, asked.To, asked.By)
	if err != nil {
		return nil, err
	}
	return f.Workbook(sc)
}

// paper makes the PDF of a report of some days.
func paper(draw func(ctx context.Context, sc scope.Scope, from, to date.Date) (*file.File, error)) schedule.Maker {
	return func(ctx context.Context, sc scope.Scope, asked schedule.Asked) (*file.File, error) {
		return draw(ctx, sc, asked.From, asked.To)
	}
}
