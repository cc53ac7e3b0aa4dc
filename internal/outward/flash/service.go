package flash

import (
	"context"
	"slices"

	"sarai/internal/billing/accrual"
	"sarai/internal/books/budget"
	"sarai/internal/books/takings"
	"sarai/internal/country/packs"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/outward/analytics"
	"sarai/internal/paper/document"
	"sarai/internal/property/inventory"
	"sarai/internal/stay/nightaudit"
)

// Service makes the report.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

// mostKept is how many days back closed days are kept that weren't: a year and the one before.
const mostKept = 731

// Keep keeps the figures of the day, which is being closed, and of closed days before it that aren't kept yet.
func Keep(tx *db.Tx, sc scope.Scope, day date.Date) error {
	first, _, err := nightaudit.ClosedDays(tx, sc)
	if err != nil || first == "" {
		return err
	}
	k, err := keptOf(tx, sc)
	if err != nil {
		return err
	}
	from := max(first, day.AddDays(1-mostKept))
	if k.last != "" {
		from = k.last.AddDays(1)
	}
	if from > day {
		return nil
	}
	rows, err := read(tx, sc, from, day)
	if err != nil {
		return err
	}
	nights, err := soldByDay(tx, sc, from, day)
	if err != nil {
		return err
	}
	again, err := k.renew(tx, sc)
	if err != nil {
		return err
	}
	return insert(tx, sc, slices.Concat(rows, nights, again))
}

// keptDays are the days of which figures are kept.
type keptDays struct {
	first, last date.Date   // "" before the first
	changed     []date.Date // of which bookings may say something else by now
}

// keptOf reads which days are kept. Bookings that were written since the last of them began may have changed days.
func keptOf(tx *db.Tx, sc scope.Scope) (k keptDays, err error) {
	if k.first, k.last, err = firstAndLast(tx, sc); err != nil || k.last == "" {
		return k, err
	}
	changed, err := changedDays(tx, sc, k.last.Start(sc.Zone).UnixMilli(), k.last)
	for _, day := range changed {
		if day >= k.first {
			k.changed = append(k.changed, day)
		}
	}
	return k, err
}

// renewed is for how many days back what bookings say is counted again with each closed day: a booking that was moved
// away from a day is no longer found by it.
const renewed = 35

// renew counts again what bookings say of the changed days and of the last, and deletes what was kept of it.
func (k keptDays) renew(tx *db.Tx, sc scope.Scope) ([]kept, error) {
	if k.last == "" {
		return nil, nil
	}
	days := append(date.Days(max(k.first, k.last.AddDays(1-renewed)), k.last.AddDays(1)), k.changed...)
	slices.Sort(days)
	days = slices.Compact(days)
	if err := forget(tx, sc, days); err != nil {
		return nil, err
	}
	return expectedOn(tx, sc, days)
}

// read are the rooms available on the days [from, to], and what they have earned, day by day.
func read(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]kept, error) {
	rows, err := departmentsByDay(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	own, err := accrual.Direct(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	stays, err := expectedBetween(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	rows = append(rows, stays...)
	rooms, err := inventory.RoomsInService(tx, sc, from, to)
	for _, day := range date.Days(from, to.AddDays(1)) {
		rows = append(rows, kept{Day: day, Figure: available, Amount: money.Amount(rooms[day])})
		if own[day] != 0 {
			rows = append(rows, kept{Day: day, Figure: budget.Direct, Amount: own[day]})
		}
	}
	return rows, err
}

// figuresOf are what the days [from, to] come to, none of them after today: of kept days as they are kept.
func (k keptDays) figuresOf(tx *db.Tx, sc scope.Scope, from, to date.Date) (figures, error) {
	f := figures{from: from, to: to, revenue: map[budget.Department]money.Amount{}}
	open := [][2]date.Date{{from, to}}
	if begins, ends := max(from, k.first), min(to, k.last); k.first != "" && begins <= ends {
		changed := slices.DeleteFunc(slices.Clone(k.changed), func(d date.Date) bool { return d < begins || d > ends })
		rows, err := keptSums(tx, sc, begins, ends, changed)
		if err != nil {
			return f, err
		}
		again, err := expectedOn(tx, sc, changed)
		if err != nil {
			return f, err
		}
		f.add(append(rows, again...))
		open = [][2]date.Date{{from, begins.AddDays(-1)}, {ends.AddDays(1), to}}
	}
	for _, days := range open {
		if days[0] > days[1] {
			continue
		}
		rows, err := read(tx, sc, days[0], days[1])
		if err != nil {
			return f, err
		}
		f.add(rows)
		nights, err := analytics.NightsSold(tx, sc, days[0], days[1])
		if err != nil {
			return f, err
		}
		f.sold, f.complimentary = f.sold+nights.Rooms, f.complimentary+nights.Complimentary
	}
	return f, moneyOf(tx, sc, &f)
}

// periodOf is the days [from, to] beside the budget and the year before.
func (k keptDays) periodOf(tx *db.Tx, sc scope.Scope, from, to, fromBefore date.Date) (p period, err error) {
	if p.now, err = k.figuresOf(tx, sc, from, to); err != nil {
		return p, err
	}
	if p.before, err = k.figuresOf(tx, sc, fromBefore, yearBefore(to)); err != nil {
		return p, err
	}
	p.budget, err = budget.Between(tx, sc, from, to)
	return p, err
}

// of is the report of a day, "" being yesterday.
func (s *Service) of(ctx context.Context, sc scope.Scope, day date.Date) (report, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (report, error) { return reportOf(tx, sc, day) })
}

func reportOf(tx *db.Tx, sc scope.Scope, day date.Date) (r report, err error) {
	today := sc.Today(tx.Now)
	if day == "" {
		day = today.AddDays(-1)
	}
	if _, err := date.Parse(string(day)); err != nil {
		return r, errs.InvalidField("date", "%s", err)
	}
	if day > today || day < "1990-01-01" {
		return r, errs.InvalidField("date", "must not be after today, %s, nor before 1990", today.Short())
	}
	r.day = day
	first, last, err := nightaudit.ClosedDays(tx, sc)
	if err != nil {
		return r, err
	}
	r.closed = first != "" && first <= day && day <= last
	kept, err := keptOf(tx, sc)
	if err != nil {
		return r, err
	}
	if r.on, err = kept.periodOf(tx, sc, day, day, yearBefore(day)); err != nil {
		return r, err
	}
	month := day[:8] + "01"
	if r.month, err = kept.periodOf(tx, sc, month, day, yearBefore(month)); err != nil {
		return r, err
	}
	rules := packs.Of(sc.Country)
	if r.year, err = kept.periodOf(tx, sc, rules.FirstOfYear(day), day, rules.FirstOfYear(yearBefore(day))); err != nil {
		return r, err
	}
	for _, f := range []*figures{&r.on.now, &r.month.now} {
		if f.methods, err = takings.ByMethod(tx, sc, f.from, f.to); err != nil {
			return r, err
		}
	}
	return r, r.addNow(tx, sc)
}

// addNow adds what was booked on the day, and what is owed now.
func (r *report) addNow(tx *db.Tx, sc scope.Scope) (err error) {
	begins, ends := r.day.Start(sc.Zone), r.day.AddDays(1).Start(sc.Zone)
	if r.pickUp, err = pickUpOf(tx, sc, r.day, begins.UnixMilli(), ends.UnixMilli()); err != nil {
		return err
	}
	all, err := analytics.Owed(tx, sc)
	if err != nil {
		return err
	}
	r.companies, err = owedByCompanies(tx, sc)
	r.guests = all - r.companies
	return err
}

// paper is the report as the list that is printed.
func (s *Service) paper(ctx context.Context, sc scope.Scope, day date.Date) (document.List, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (list document.List, err error) {
		r, err := reportOf(tx, sc, day)
		if err != nil {
			return list, err
		}
		list = paperOf(r, sc)
		list.Date, list.Printed, list.Created = r.day, words.Of(sc).Moment(tx.Now.In(sc.Zone)), tx.Now
		list.Seller, err = document.Seller(tx, sc)
		return list, err
	})
}
