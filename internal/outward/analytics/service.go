package analytics

import (
	"context"
	"time"

	"sarai/internal/books/tax"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
	"sarai/internal/stay/frontdesk"
	"sarai/internal/stay/nightaudit"
)

// Service answers with figures.
type Service struct {
	db    *db.DB
	clock clock.Clock
	rooms *room.Service
	desk  *frontdesk.Service
}

// New makes the service.
func New(d *db.DB, clock clock.Clock, rooms *room.Service, desk *frontdesk.Service) *Service {
	return &Service{db: d, clock: clock, rooms: rooms, desk: desk}
}

// overview is the front desk's day with the outstanding balance.
type overview struct {
	frontdesk.Overview
	outstanding money.Amount
}

func (s *Service) overview(ctx context.Context, sc scope.Scope) (overview, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (o overview, err error) {
		if o.Overview, err = s.desk.OverviewIn(tx, sc); err != nil {
			return o, err
		}
		o.outstanding, err = outstandingBalance(tx, sc)
		return o, err
	})
}

// outstandingBalance is what issued invoices still owe, and what bookings in house owe beyond their own invoices.
func outstandingBalance(tx *db.Tx, sc scope.Scope) (sum money.Amount, err error) {
	invoices, err := owed(tx, sc)
	if err != nil {
		return 0, err
	}
	for _, o := range invoices {
		sum += o.amount
	}
	balances, err := frontdesk.BalancesInHouse(tx, sc)
	if err != nil {
		return 0, err
	}
	billed, err := owedInHouse(tx, sc)
	for bookingID, balance := range balances {
		sum = min(sum+max(0, balance-billed[bookingID]), money.MaxSum)
	}
	return sum, err
}

// occupied is how many rooms were occupied on a day.
type occupied struct {
	day          date.Date
	rooms, total int // total: in use on it
}

// occupancy is that of the last days, today included.
func (s *Service) occupancy(ctx context.Context, sc scope.Scope, days int) ([]occupied, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]occupied, error) {
		desk, err := s.desk.OverviewIn(tx, sc)
		if err != nil {
			return nil, err
		}
		last := lastDays(sc.Today(tx.Now), days)
		held, err := nightsHeld(tx, sc, span{last.from, last.to.AddDays(-1)})
		if err != nil {
			return nil, err
		}
		inUse, err := inventory.RoomsInService(tx, sc, last.from, last.to)
		if err != nil {
			return nil, err
		}
		held[last.to], inUse[last.to] = desk.Occupied, desk.Total
		list := make([]occupied, 0, days)
		for _, day := range last.days() {
			list = append(list, occupied{day: day, rooms: held[day], total: inUse[day]})
		}
		return list, nil
	})
}

// money is what came in and went out in the last days, today included, by periods of the kind.
func (s *Service) money(ctx context.Context, sc scope.Scope, kind string, days int) ([]period, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]period, error) {
		last := lastDays(sc.Today(tx.Now), days)
		byDay, err := moneyOf(tx, sc, last)
		return sumUp(kind, last, byDay), err
	})
}

// outstanding is what issued invoices still owe.
type outstanding struct {
	today    date.Date
	brackets []bracket
	largest  []debt
}

func (s *Service) outstanding(ctx context.Context, sc scope.Scope) (outstanding, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (outstanding, error) {
		today := sc.Today(tx.Now)
		invoices, err := owed(tx, sc)
		if err != nil {
			return outstanding{}, err
		}
		largest, err := largestDebts(tx, sc)
		return outstanding{today: today, brackets: byAge(today, invoices), largest: largest}, err
	})
}

// calendar is the rooms, by number, and what they are on each date. A room that is available on all of them has no
// cells.
type calendar struct {
	dates []date.Date
	rooms []room.Room
	cells map[string]frontdesk.Days // by the room's id
}

// calendar is that of the next days, today included.
func (s *Service) calendar(ctx context.Context, sc scope.Scope, days int) (calendar, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (c calendar, err error) {
		today := sc.Today(tx.Now)
		c.dates = date.Days(today, today.AddDays(days))
		if c.rooms, err = s.rooms.All(tx, sc); err != nil {
			return c, err
		}
		c.cells, err = frontdesk.Cells(tx, sc, today, today.AddDays(days))
		return c, err
	})
}

const maxKPIDays = 366

// spanOf is the span that the key figures are asked for, each of its days empty for the default: the thirty days up to
// yesterday.
func spanOf(from, to, today date.Date) (span, error) {
	var bad errs.Fields
	if _, err := date.Parse(string(from)); from != "" && err != nil {
		bad.Add("from", "%s", err)
	}
	if _, err := date.Parse(string(to)); to != "" && err != nil {
		bad.Add("to", "%s", err)
	}
	if err := bad.Err(); err != nil {
		return span{}, err
	}
	if to == "" {
		to = max(today.AddDays(-1), from)
	}
	if from == "" {
		from = to.AddDays(-29)
	}
	switch {
	case from > today:
		bad.Add("from", "must not be after today, %s", today.Short())
	case to > today:
		bad.Add("to", "must not be after today, %s: later nights aren't sold yet", today.Short())
	case from > to:
		bad.Add("to", "must not be before from")
	case from.DaysUntil(to) >= maxKPIDays:
		bad.Add("from", "must be at most %d days before to", maxKPIDays-1)
	}
	return span{from, to}, bad.Err()
}

// kpis are the trade's key figures. They show what was earned, so the caller needs payments.view too.
func (s *Service) kpis(ctx context.Context, sc scope.Scope, from, to date.Date) (kpis, error) {
	if !sc.Permissions.Has(may.Payments, scope.View) {
		return kpis{}, errs.Forbidden("The key figures show revenue, so you also need the permission payments.view.")
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (k kpis, err error) {
		if k.span, err = spanOf(from, to, sc.Today(tx.Now)); err != nil {
			return k, err
		}
		rooms, err := inventory.RoomsInService(tx, sc, k.from, k.to)
		if err != nil {
			return k, err
		}
		for _, number := range rooms {
			k.available += number
		}
		sold, err := nightsSold(tx, sc, k.span)
		if err != nil {
			return k, err
		}
		k.sold, k.complimentary = sold.Rooms, sold.Complimentary
		if k.dayUses, err = nightaudit.DayUses(tx, sc, k.from, k.to); err != nil {
			return k, err
		}
		if k.revenue, k.otherRevenue, err = nightaudit.Revenue(tx, sc, k.from, k.to); err != nil {
			return k, err
		}
		visits, err := visitsOf(tx, sc, k.span)
		k.count(visits)
		return k, err
	})
}

// departments are what each department has earned. They show revenue, so the caller needs payments.view too.
func (s *Service) departments(ctx context.Context, sc scope.Scope, from, to date.Date) ([]department, error) {
	if !sc.Permissions.Has(may.Payments, scope.View) {
		return nil, errs.Forbidden("Departments show revenue, so you also need the permission payments.view.")
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]department, error) {
		in, err := spanOf(from, to, sc.Today(tx.Now))
		if err != nil {
			return nil, err
		}
		return departmentsOf(tx, sc, in)
	})
}

// nightsSold counts the nights of the span that were sold: of closed days as their reports count them, with those of
// earlier days that were posted late, else as guests have slept them.
func nightsSold(tx *db.Tx, sc scope.Scope, in span) (nightaudit.Sold, error) {
	first, last, err := nightaudit.ClosedDays(tx, sc)
	if err != nil {
		return nightaudit.Sold{}, err
	}
	if first == "" {
		return nightsSlept(tx, sc, in)
	}
	sold, err := nightaudit.NightsSold(tx, sc, max(in.from, first), min(in.to, last))
	if err != nil {
		return sold, err
	}
	before, err := nightsSlept(tx, sc, span{in.from, min(in.to, first.AddDays(-1))})
	if err != nil {
		return sold, err
	}
	after, err := nightsSlept(tx, sc, span{max(in.from, last.AddDays(1)), in.to})
	return sold.Plus(before).Plus(after), err
}

// Span is the days [from, to] that a report of figures is asked for, each empty for the default: the thirty days up to
// yesterday. It fails with Invalid, naming from or to, for days after today and for more than 366.
func Span(from, to, today date.Date) (first, last date.Date, err error) {
	s, err := spanOf(from, to, today)
	return s.from, s.to, err
}

// NightsSold counts the nights [from, to] that were sold, as the key figures do.
func NightsSold(tx *db.Tx, sc scope.Scope, from, to date.Date) (nightaudit.Sold, error) {
	return nightsSold(tx, sc, span{from, to})
}

// Owed is what issued invoices still owe, and what bookings in house owe beyond their own: the overview's balance.
func Owed(tx *db.Tx, sc scope.Scope) (money.Amount, error) { return outstandingBalance(tx, sc) }

// pace is what is on the books for the coming nights, tonight included, beside what was on them a year ago. It shows
// what will be earned, so the caller needs payments.view too.
func (s *Service) pace(ctx context.Context, sc scope.Scope, days int) ([]paced, error) {
	if !sc.Permissions.Has(may.Payments, scope.View) {
		return nil, errs.Forbidden("The pace shows revenue, so you also need the permission payments.view.")
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]paced, error) {
		rules, err := tax.Load(tx, sc).Get()
		if err != nil {
			return nil, err
		}
		on := func(in span, at time.Time) (map[date.Date]books, error) {
			rooms, err := promisedIn(tx, sc, in, at)
			return onTheBooks(rooms, at, rules), err
		}
		today := sc.Today(tx.Now)
		coming := span{today, today.AddDays(days - 1)}
		now, err := on(coming, tx.Now)
		if err != nil {
			return nil, err
		}
		before, err := on(span{coming.from.AddDays(-yearBefore), coming.to.AddDays(-yearBefore)},
			tx.Now.In(sc.Zone).AddDate(0, 0, -yearBefore))
		list := make([]paced, 0, days)
		for _, day := range coming.days() {
			then := day.AddDays(-yearBefore)
			list = append(list, paced{day: day, dayBefore: then, now: now[day], before: before[then]})
		}
		return list, err
	})
}
