package statement

import (
	"context"
	"fmt"

	"sarai/internal/books/balance"
	"sarai/internal/books/businessday"
	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/export"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Service makes statements, and closes years.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{d, bus} }

const maxDays = 366

// balanceSheet is as of a day, "" being the business day, and of the ends of the months before, so many in all; with
// lastYear, the same days of the year before follow.
func (s *Service) balanceSheet(ctx context.Context, sc scope.Scope, asOf date.Date, months int, lastYear bool) (
	balanceSheet, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (b balanceSheet, err error) {
		if asOf == "" {
			if asOf, err = businessday.Business(tx, sc); err != nil {
				return b, err
			}
		}
		ends := monthEnds(asOf, months)
		if lastYear {
			for _, day := range ends[:len(ends):len(ends)] {
				ends = append(ends, yearBefore(day))
			}
		}
		return sheetAt(tx, sc, ends)
	})
}

// sheetAt is the balance sheet as of the days, each a column.
func sheetAt(tx *db.Tx, sc scope.Scope, ends []date.Date) (b balanceSheet, err error) {
	all, err := chart.All(tx, sc)
	if err != nil {
		return b, err
	}
	years, err := closedYears(tx, sc)
	if err != nil {
		return b, err
	}
	rules := packs.Of(sc.Country)
	var asked []date.Date
	for _, day := range ends {
		asked = append(asked, day, rules.FirstOfYear(day).AddDays(-1))
	}
	after, err := balance.AfterEach(tx, sc, asked)
	if err != nil {
		return b, err
	}
	var columns []span
	var days []standing
	for _, day := range ends {
		first := rules.FirstOfYear(day)
		d := standing{balances: after[day], retained: retained(years, first)}
		d.result = d.balances.result(all) - sums(after[first.AddDays(-1)]).result(all)
		columns, days = append(columns, span{to: day}), append(days, d)
	}
	return balanceSheetOf(all, columns, days), nil
}

// profitAndLoss is that of the days [from, to]; byMonth adds a column for each of their months, and lastYear the same
// of the year before.
func (s *Service) profitAndLoss(ctx context.Context, sc scope.Scope, from, to date.Date, byMonth, lastYear bool) (
	profitAndLoss, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p profitAndLoss, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return p, err
		}
		var whole span
		if whole.from, whole.to, err = date.Span(from, to, business, maxDays); err != nil {
			return p, err
		}
		columns := []span{whole}
		if byMonth {
			columns = append(columns, whole.months()...)
		}
		if lastYear {
			for _, c := range columns[:len(columns):len(columns)] {
				columns = append(columns, c.lastYear())
			}
		}
		return profitIn(tx, sc, columns)
	})
}

// profitIn is what was earned and spent in each of the columns.
func profitIn(tx *db.Tx, sc scope.Scope, columns []span) (p profitAndLoss, err error) {
	all, err := chart.All(tx, sc)
	if err != nil {
		return p, err
	}
	of := make([]sums, len(columns))
	for i, c := range columns {
		if of[i], err = balance.Between(tx, sc, c.from, c.to); err != nil {
			return p, err
		}
	}
	return profitOf(all, columns, of), nil
}

// entries are those of an account on some days.
type entries struct {
	from, to         date.Date
	opening, closing sums
	list             []ledger.Posted
	names            map[string]string
}

func (s *Service) entries(ctx context.Context, sc scope.Scope, account string, from, to date.Date) (
	entries, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (e entries, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return e, err
		}
		if e.from, e.to, err = date.Span(from, to, business, maxDays); err != nil {
			return e, err
		}
		all, err := chart.All(tx, sc)
		if err != nil {
			return e, err
		}
		e.names = map[string]string{}
		for _, a := range all {
			e.names[a.AccountID] = a.Name
		}
		if e.opening, err = balance.Until(tx, sc, e.from.AddDays(-1)); err != nil {
			return e, err
		}
		if e.closing, err = balance.Until(tx, sc, e.to); err != nil {
			return e, err
		}
		if e.list, err = ledger.Entries(tx, sc, e.from, e.to, account, export.MaxRows+1); err != nil {
			return e, err
		}
		return e, export.CheckRows(len(e.list))
	})
}

// previous are the closed years, and the last day of the newest of them; "" if there is none.
func previous(tx *db.Tx, sc scope.Scope) ([]closedYear, date.Date, error) {
	years, err := closedYears(tx, sc)
	if err != nil || len(years) == 0 {
		return nil, "", err
	}
	return years, years[0].Last, nil
}

func (s *Service) years(ctx context.Context, sc scope.Scope) ([]closedYear, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]closedYear, error) { return closedYears(tx, sc) })
}

// inOrder is the order of entries: of their days, and within a day as they were posted.
var inOrder = listing.Held[ledger.Posted]{Name: "entries",
	Place: func(e ledger.Posted) []any {
		return []any{string(e.Day), e.CreatedAt, fmt.Sprintf("%s/%04d", e.PostingID, e.Position)}
	}}
