package revenue

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/billing/accrual"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/outward/analytics"
	"sarai/internal/record/listing"
)

// Service divides what a hotel has earned.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

// divided is the revenue of the days [from, to] by a division.
type divided struct {
	from, to date.Date
	parts    []amount
	all      amount
}

// by divides the revenue of the days [from, to]. Both may be empty for the default.
func (s *Service) by(ctx context.Context, sc scope.Scope, by string, from, to date.Date) (divided, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (d divided, err error) {
		if d.from, d.to, err = analytics.Span(from, to, sc.Today(tx.Now)); err != nil {
			return d, err
		}
		d.parts, err = of(tx, sc, by, d.from, d.to)
		for _, a := range d.parts {
			d.all.taxable, d.all.total = d.all.taxable+a.taxable, d.all.total+a.total
			d.all.rooms, d.all.nights = d.all.rooms+a.rooms, d.all.nights+a.nights
		}
		return d, err
	})
}

// of is the revenue of the days [from, to] by a division: of folios, and of invoices of no booking, which are a part of
// their own but for days and months.
func of(tx *db.Tx, sc scope.Scope, by string, from, to date.Date) ([]amount, error) {
	list, err := onFolios(tx, sc, by, from, to)
	if err != nil {
		return nil, err
	}
	own, err := accrual.Direct(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	for day, earned := range own {
		key := direct
		switch by {
		case "day":
			key = string(day)
		case "month":
			key = string(day[:7])
		}
		list = append(list, amount{key: key, taxable: earned, total: earned})
	}
	if by == "company" {
		names, err := companies(tx, sc)
		if err != nil {
			return nil, err
		}
		for i := range list {
			list[i].name = names[list[i].key]
		}
	}
	return gather(list, naming(by), by == "day" || by == "month"), nil
}

// rowsOf are the lines of folios that a part of a division adds up, "" being all of them.
type rowsOf struct {
	By, Key  string
	From, To date.Date
}

var byDay = listing.Held[line]{Name: "revenue",
	Place: func(l line) []any { return []any{string(l.day), l.bookingID, l.lineID} }}

// rows are the lines of folios that a part of a division adds up.
func (s *Service) rows(ctx context.Context, sc scope.Scope, asked rowsOf, page paging.Query) (
	listing.Page[line], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (found listing.Page[line], err error) {
		if asked.From, asked.To, err = analytics.Span(asked.From, asked.To, sc.Today(tx.Now)); err != nil {
			return found, err
		}
		list, err := linesOf(tx, sc, asked.By, asked.From, asked.To)
		if err != nil {
			return found, err
		}
		if len(list) > mostLines {
			return found, errs.InvalidField("from", "must be chosen with to so that at most %d lines are looked at", mostLines)
		}
		named := naming(asked.By)
		list = slices.DeleteFunc(list, func(l line) bool {
			key, _ := named(amount{key: l.division})
			return asked.Key != "" && key != asked.Key
		})
		return byDay.Page(sc, asked, list, page)
	})
}

// production is what sources or companies have brought on the days [from, to].
type production struct {
	from, to date.Date
	list     []produced
}

func (s *Service) production(ctx context.Context, sc scope.Scope, by string, from, to date.Date) (production, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p production, err error) {
		if p.from, p.to, err = analytics.Span(from, to, sc.Today(tx.Now)); err != nil {
			return p, err
		}
		earned, err := of(tx, sc, by, p.from, p.to)
		if err != nil {
			return p, err
		}
		counted, err := expected(tx, sc, by, p.from, p.to)
		if err != nil {
			return p, err
		}
		names, err := companies(tx, sc)
		for _, a := range earned {
			if a.key != direct {
				p.list = append(p.list, produced{amount: a})
			}
		}
		for _, c := range counted {
			key := cmp.Or(c.key, none)
			i := slices.IndexFunc(p.list, func(have produced) bool { return have.key == key })
			if i < 0 {
				_, name := naming(by)(amount{key: c.key, name: names[c.key]})
				i, p.list = len(p.list), append(p.list, produced{amount: amount{key: key, name: name}})
			}
			have := &p.list[i]
			have.bookings, have.arrivals, have.cancellations, have.noShows = c.bookings, c.arrivals, c.cancellations, c.noShows
		}
		return p, err
	})
}

// nationalities are the guests who came on the days [from, to], by nationality.
type nationalities struct {
	from, to date.Date
	list     []origin
}

func (s *Service) nationalities(ctx context.Context, sc scope.Scope, from, to date.Date) (nationalities, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (n nationalities, err error) {
		if n.from, n.to, err = analytics.Span(from, to, sc.Today(tx.Now)); err != nil {
			return n, err
		}
		rooms, err := stays(tx, sc, n.from, n.to)
		n.list = origins(rooms)
		return n, err
	})
}
