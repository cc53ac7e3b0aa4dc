package analytics

import (
	"context"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
	"sarai/internal/stay/frontdesk"
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

// overview is the dashboard's first row.
func (s *Service) overview(ctx context.Context, sc scope.Scope, _ *struct{}) (view OverviewView, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		desk, err := s.desk.OverviewIn(tx, sc)
		if err != nil {
			return err
		}
		outstanding, err := outstandingBalance(tx, sc)
		view = OverviewView{OccupiedRooms: desk.Occupied, TotalRooms: desk.Total, OccupancyRate: desk.Percentage, CheckInsToday: desk.Arrivals,
			CheckOutsToday: desk.Departures, RevenueToday: desk.RevenueToday.Number(sc.Currency), OutstandingBalance: outstanding.Number(sc.Currency)}
		return err
	})
	return view, err
}

// outstandingBalance is what issued invoices still owe, and what bookings in house owe beyond their own.
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
		sum += max(0, balance-billed[bookingID])
	}
	return sum, err
}

func (s *Service) occupancy(ctx context.Context, sc scope.Scope, in *occupancyInput) (views []OccupancyView, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		desk, err := s.desk.OverviewIn(tx, sc)
		if err != nil {
			return err
		}
		days := lastDays(sc.Today(tx.Now), in.Days)
		held, err := nightsHeld(tx, sc, span{days.from, days.to.AddDays(-1)})
		if err != nil {
			return err
		}
		held[days.to] = desk.Occupied
		views = make([]OccupancyView, 0, in.Days)
		for _, day := range days.days() {
			views = append(views, OccupancyView{Date: day, Occupancy: percent(held[day], desk.Total), Occupied: held[day], Total: desk.Total})
		}
		return nil
	})
	return views, err
}

func (s *Service) revenue(ctx context.Context, sc scope.Scope, in *revenueInput) (views []RevenueView, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		days := lastDays(sc.Today(tx.Now), in.Days)
		money, err := moneyOf(tx, sc, days)
		views = []RevenueView{}
		for _, p := range periods(in.Period, days, money) {
			views = append(views, RevenueView{Label: p.label, Amount: (p.received - p.refunded).Number(sc.Currency), Count: p.payments})
		}
		return err
	})
	return views, err
}

func (s *Service) outstanding(ctx context.Context, sc scope.Scope, _ *struct{}) (view OutstandingView, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		invoices, err := owed(tx, sc)
		if err != nil {
			return err
		}
		top, err := debts(tx, sc)
		view = outstandingView(sc, sc.Today(tx.Now), invoices, top)
		return err
	})
	return view, err
}

func (s *Service) expenseRevenue(ctx context.Context, sc scope.Scope, in *expenseRevenueInput) (view ExpenseRevenueView, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		days := lastDays(sc.Today(tx.Now), in.Days)
		money, err := moneyOf(tx, sc, days)
		view = expenseRevenueView(sc, periods(Monthly, days, money))
		return err
	})
	return view, err
}

func (s *Service) calendar(ctx context.Context, sc scope.Scope, in *calendarInput) (view CalendarView, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		today := sc.Today(tx.Now)
		rooms, err := s.rooms.All(tx, sc)
		if err != nil {
			return err
		}
		cells, err := frontdesk.Cells(tx, sc, today, today.AddDays(in.Days))
		view = calendarView(date.Days(today, today.AddDays(in.Days)), rooms, cells)
		return err
	})
	return view, err
}

// maxKPIDays bounds the span of kpis.
const maxKPIDays = 366

// span reads the days that are asked for: the thirty days up to yesterday where the query doesn't say.
func (in *kpisInput) span(today date.Date) (span, error) {
	var fields errs.Fields
	days := span{in.From, in.To}
	if _, err := date.Parse(string(in.From)); in.From != "" && err != nil {
		fields.Add("from", "%s", err)
	}
	if _, err := date.Parse(string(in.To)); in.To != "" && err != nil {
		fields.Add("to", "%s", err)
	}
	if err := fields.Err(); err != nil {
		return days, err
	}
	if days.to == "" {
		days.to = max(today.AddDays(-1), days.from)
	}
	if days.from == "" {
		days.from = days.to.AddDays(-29)
	}
	switch {
	case days.from > today:
		fields.Add("from", "must not be after today, %s", today)
	case days.to > today:
		fields.Add("to", "must not be after today, %s: what comes isn't sold yet", today)
	case days.from > days.to:
		fields.Add("to", "must not be before from")
	case days.from.DaysUntil(days.to) >= maxKPIDays:
		fields.Add("from", "must be at most %d days before to", maxKPIDays-1)
	}
	return days, fields.Err()
}

// kpis are the trade's key figures. They tell what was earned, so bookings.view alone isn't enough.
func (s *Service) kpis(ctx context.Context, sc scope.Scope, in *kpisInput) (view KPIView, err error) {
	if !sc.Permissions.Has(may.Payments, scope.View) {
		return view, errs.Forbidden("You need the permission payments.view besides, since the key figures show revenue.")
	}
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		days, err := in.span(sc.Today(tx.Now))
		if err != nil {
			return err
		}
		rooms, err := activeRooms(tx, sc)
		if err != nil {
			return err
		}
		sold, complimentary, err := nightsSold(tx, sc, days)
		if err != nil {
			return err
		}
		revenue, err := lodging(tx, sc, days)
		if err != nil {
			return err
		}
		guests, err := arrivals(tx, sc, days)
		available := rooms * len(days.days())
		view = kpiView(guests)
		view.From, view.To, view.RoomsAvailable, view.RoomsSold, view.ComplimentaryRooms = days.from, days.to, available, sold, complimentary
		view.RoomsRevenue = revenue.Number(sc.Currency)
		view.ADR, view.RevPAR = share(revenue, sold).Number(sc.Currency), share(revenue, available).Number(sc.Currency)
		view.Occupancy = percent(sold, available)
		return err
	})
	return view, err
}
