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
	files := func(name, module string, read tables) schedule.Report {
		return schedule.Report{Name: name, Module: module, Makers: map[string]schedule.Maker{schedule.XLSX: read.workbook}}
	}
	return map[string]schedule.Report{
		"flash": {Name: "Flash Report", Module: may.Payments, Makers: map[string]schedule.Maker{
			schedule.PDF: day.PaperOf, schedule.XLSX: tables(day.FileOf).workbook}},
		"month-papers": {Name: "Papers of the month", Module: may.Accounts, Makers: map[string]schedule.Maker{
			schedule.PDF: month.PapersOf}},
		"balance-sheet":   files("Balance sheet", may.Accounts, statements.SheetOf),
		"profit-and-loss": files("Profit and loss", may.Accounts, statements.ProfitOf),
		"revenue":         files("Revenue", may.Payments, earned.DividedOf),
		"production":      files("Production", may.Payments, earned.ProducedOf),
		"companies":       files("Company production", may.Payments, earned.ProducedByCompanies),
		"cancellations":   files("Cancellations and no-shows", may.Payments, counted.LostOf),
		"guests":          files("Guest statistics", may.Bookings, counted.MonthOf),
		"forecast":        files("Forecast", may.Bookings, expected.Coming),
	}
}

// tables reads a report of some days.
type tables func(ctx context.Context, sc scope.Scope, from, to date.Date) (export.File, error)

func (read tables) workbook(ctx context.Context, sc scope.Scope, from, to date.Date) (*file.File, error) {
	f, err := read(ctx, sc, from, to)
	if err != nil {
		return nil, err
	}
	return f.Workbook(sc)
}
