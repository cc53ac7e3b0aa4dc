package analytics

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/frontdesk"
)

const (
	noteOverview = "revenueToday and outstandingBalance are null without payments.view. " +
		"Arrivals and departures are the same as in the bookings' overview. outstandingBalance is what " +
		"issued invoices still owe, and what bookings in house owe beyond their own invoices."
	noteOccupancy = "Of the last days, today included. A past night counts rooms held by bookings whose guests came; " +
		"today counts rooms with guests in them. Both divide by the rooms that were in use on that day."
	noteRevenue = "Payments received less refunds, by the hotel's own days; count is the number of payments. Labels are " +
		"2026-04-14, 2026-W16 (ISO) or 2026-04. Every period is listed; the first and the last include only their days " +
		"within the last days."
	noteOutstanding = "By the days since the due date; what isn't due yet is in 0-30. topInvoices are the ten that owe " +
		"most."
	noteExpenseRevenue = "It counts cash: revenue is payments received less refunds, advances and the tax in them " +
		"included, and expenses count with their tax. What was earned is in the accounts' profit-and-loss. Of the last " +
		"days, today included, so the first month may be incomplete."
	noteCalendar = "The rooms in use, by number. A room's day is the first that applies of occupied, reserved, " +
		"maintenance, checkout, available."
	noteKPIs = "Needs payments.view too. From and to are both included; the default is the thirty days up to yesterday. " +
		"Rooms revenue is charged as the night audit posts the nights: close the day first. Closed days have what their " +
		"reports have."
	noteDepartments = "Needs payments.view too. What folios charge, less reversals and credit notes, by the days on " +
		"which it was posted, from and to included; the default is the thirty days up to yesterday. kind rooms is the " +
		"price of the rooms, with the services that it includes; department is what was sold of the services of one; " +
		"other is all else. Rooms are roomsRevenue of the key figures, the others together otherRevenue."
	notePace = "Needs payments.view too. Of the coming nights, tonight included: what is on the books now, and what was " +
		"on them 364 days ago for the night 364 days before: booked by then, and not cancelled by then. Revenue is the " +
		"price of the rooms without tax. Stays count as they were changed last: of nights added, taken off or repriced " +
		"since, and of cancellations that were undone, what there was before is not known."
)

// Routes are the endpoints of /api/analytics.
func (s *Service) Routes() []web.Route {
	bookings, payments := may.View(may.Bookings), may.View(may.Payments)
	invoices, expenses := may.View(may.Invoices), may.View(may.Expenses)
	var routes []web.Route
	for _, r := range [][]web.Route{
		report(s, "overview", bookings, s.httpOverview, exportOverview, "The dashboard's figures of today", noteOverview),
		report(s, "occupancy", bookings, s.httpOccupancy, exportOccupancy, "Occupancy by day, oldest first", noteOccupancy),
		report(s, "revenue", payments, s.httpRevenue, exportRevenue, "Revenue by day, week or month", noteRevenue),
		report(s, "outstanding", invoices, s.httpOutstanding, exportOutstanding, "What issued invoices still owe",
			noteOutstanding),
		report(s, "expense-revenue", expenses, s.httpExpenseRevenue, exportExpenseRevenue,
			"Expenses beside revenue by month, in cash", noteExpenseRevenue),
		report(s, "calendar", bookings, s.httpCalendar, exportCalendar, "The room calendar from today on", noteCalendar),
		report(s, "kpis", bookings, s.httpKPIs, exportKPIs, "The trade's key figures", noteKPIs),
		report(s, "departments", bookings, s.httpDepartments, exportDepartments, "Revenue by department", noteDepartments),
		report(s, "pace", bookings, s.httpPace, exportPace, "What is on the books, beside the year before", notePace),
	} {
		routes = append(routes, r...)
	}
	return routes
}

// report is an endpoint of figures, and the two that answer the same figures as a file.
func report[I, V any](s *Service, name string, need scope.Need, read func(context.Context, scope.Scope, *I) (V, error),
	tables func(scope.Scope, V) []export.Table, summary, note string) []web.Route {
	path := "/api/analytics/{orgId}/" + name
	shown := web.Get(path, need, func(ctx context.Context, sc scope.Scope, in *I) (*web.Data[V], error) {
		return web.Reply(read(ctx, sc, in))
	}, summary).With(note)
	return append([]web.Route{shown}, export.Routes(path, need,
		func(ctx context.Context, sc scope.Scope, in *I) (export.File, error) {
			view, err := read(ctx, sc, in)
			if err != nil {
				return export.File{}, err
			}
			return export.File{Name: export.Name(name, sc.Today(s.clock.Now()), ""), Tables: tables(sc, view)}, nil
		}, summary, note)...)
}

// OverviewView is the answer of overview.
type OverviewView struct {
	OccupiedRooms  int     `json:"occupiedRooms" example:"12"`
	TotalRooms     int     `json:"totalRooms" doc:"In use" example:"20"`
	OccupancyRate  float64 `json:"occupancyRate" doc:"occupiedRooms / totalRooms × 100" example:"60"`
	CheckInsToday  int     `json:"checkInsToday" doc:"Bookings that arrive today, come or not" example:"4"`
	CheckOutsToday int     `json:"checkOutsToday" doc:"Bookings that leave today, gone or not" example:"3"`
	// Both are nil without payments.view.
	RevenueToday       *money.Number `json:"revenueToday" nullable:"true" doc:"Payments less refunds" example:"18500.5"`
	OutstandingBalance *money.Number `json:"outstandingBalance" nullable:"true" example:"42000"`
}

func (s *Service) httpOverview(ctx context.Context, sc scope.Scope, _ *struct{}) (OverviewView, error) {
	o, err := s.overview(ctx, sc)
	return OverviewView{OccupiedRooms: o.Occupied, TotalRooms: o.Total, OccupancyRate: o.Percentage,
		CheckInsToday: o.Arrivals, CheckOutsToday: o.Departures, RevenueToday: frontdesk.ShownMoney(sc, o.RevenueToday),
		OutstandingBalance: frontdesk.ShownMoney(sc, o.outstanding)}, err
}

type occupancyInput struct {
	Days int `query:"days" default:"30" minimum:"1" maximum:"366" doc:"Days to look back, today included"`
}

// OccupancyView is one day of occupancy.
type OccupancyView struct {
	Date      date.Date `json:"date"`
	Occupancy float64   `json:"occupancy" doc:"occupied / total × 100, two decimals" example:"62.5"`
	Occupied  int       `json:"occupied" example:"10"`
	Total     int       `json:"total" doc:"Rooms in use on that day" example:"16"`
}

func (s *Service) httpOccupancy(ctx context.Context, sc scope.Scope, in *occupancyInput) ([]OccupancyView, error) {
	days, err := s.occupancy(ctx, sc, in.Days)
	views := make([]OccupancyView, len(days))
	for i, d := range days {
		views[i] = OccupancyView{Date: d.day, Occupancy: frontdesk.Percentage(d.rooms, d.total), Occupied: d.rooms,
			Total: d.total}
	}
	return views, err
}

type revenueInput struct {
	Period string `query:"period" default:"daily" enum:"daily,weekly,monthly"`
	Days   int    `query:"days" default:"30" minimum:"1" maximum:"1830" doc:"Days to look back, today included"`
}

// RevenueView is the revenue of one period.
type RevenueView struct {
	Label  string       `json:"label" example:"2026-04-14"`
	Amount money.Number `json:"amount" doc:"Payments less refunds" example:"18500.5"`
	Count  int          `json:"count" doc:"Payments received" example:"7"`
}

func (s *Service) httpRevenue(ctx context.Context, sc scope.Scope, in *revenueInput) ([]RevenueView, error) {
	periods, err := s.money(ctx, sc, in.Period, in.Days)
	views := make([]RevenueView, len(periods))
	for i, p := range periods {
		views[i] = RevenueView{Label: p.label, Amount: p.revenue().Number(sc.Currency), Count: p.payments}
	}
	return views, err
}

// OutstandingView is the answer of outstanding.
type OutstandingView struct {
	TotalOutstanding money.Number  `json:"totalOutstanding" example:"42000"`
	Brackets         []BracketView `json:"brackets"`
	TopInvoices      []DebtView    `json:"topInvoices"`
}

// BracketView is what is owed from min to max days after the due date.
type BracketView struct {
	Label string       `json:"label" enum:"0-30,31-60,61-90,91+" example:"31-60"`
	Min   int          `json:"min" doc:"Days past the due date" example:"31"`
	Max   *int         `json:"max" nullable:"true" doc:"null for the last" example:"60"`
	Count int          `json:"count" doc:"Invoices" example:"2"`
	Total money.Number `json:"total" example:"12000"`
}

// DebtView is an invoice that still owes.
type DebtView struct {
	InvoiceID     web.ID       `json:"invoiceId"`
	InvoiceNumber string       `json:"invoiceNumber" example:"INV-17"`
	GuestName     string       `json:"guestName" example:"Asha Rao"`
	Amount        money.Number `json:"amount" doc:"Still owed" example:"9000"`
	DueDate       date.Date    `json:"dueDate"`
	DaysOverdue   int          `json:"daysOverdue" doc:"0 before the due date" example:"35"`
}

func (s *Service) httpOutstanding(ctx context.Context, sc scope.Scope, _ *struct{}) (OutstandingView, error) {
	o, err := s.outstanding(ctx, sc)
	view := OutstandingView{Brackets: make([]BracketView, len(o.brackets)), TopInvoices: make([]DebtView, len(o.largest))}
	var sum money.Amount
	for i, b := range o.brackets {
		view.Brackets[i] = BracketView{Label: b.label, Min: b.min, Count: b.count, Total: b.total.Number(sc.Currency)}
		if b.most >= 0 {
			view.Brackets[i].Max = &b.most
		}
		sum += b.total
	}
	for i, d := range o.largest {
		view.TopInvoices[i] = DebtView{InvoiceID: web.ID(d.id), InvoiceNumber: d.number, GuestName: d.guest,
			Amount: d.amount.Number(sc.Currency), DueDate: d.due, DaysOverdue: overdue(d.due, o.today)}
	}
	view.TotalOutstanding = sum.Number(sc.Currency)
	return view, err
}

type expenseRevenueInput struct {
	Days int `query:"days" default:"180" minimum:"1" maximum:"1830" doc:"Days to look back, today included"`
}

// ExpenseRevenueView is the answer of expense-revenue.
type ExpenseRevenueView struct {
	Data    []MonthView `json:"data"`
	Summary SummaryView `json:"summary"`
}

// MonthView is one month of expenses and revenue.
type MonthView struct {
	Month   string       `json:"month" example:"2026-04"`
	Revenue money.Number `json:"revenue" doc:"Cash: payments less refunds" example:"420000"`
	Expense money.Number `json:"expense" doc:"Cash: with tax" example:"180000"`
}

// SummaryView is what the months add up to.
type SummaryView struct {
	TotalRevenue money.Number `json:"totalRevenue" example:"2400000"`
	TotalExpense money.Number `json:"totalExpense" example:"1100000"`
	NetProfit    money.Number `json:"netProfit" doc:"Cash: totalRevenue − totalExpense" example:"1300000"`
}

func (s *Service) httpExpenseRevenue(
	ctx context.Context, sc scope.Scope, in *expenseRevenueInput,
) (ExpenseRevenueView, error) {
	months, err := s.money(ctx, sc, monthly, in.Days)
	view := ExpenseRevenueView{Data: make([]MonthView, len(months))}
	var revenue, expense money.Amount
	for i, m := range months {
		view.Data[i] = MonthView{Month: m.label, Revenue: m.revenue().Number(sc.Currency),
			Expense: m.spent.Number(sc.Currency)}
		revenue += m.revenue()
		expense += m.spent
	}
	view.Summary = SummaryView{TotalRevenue: revenue.Number(sc.Currency), TotalExpense: expense.Number(sc.Currency),
		NetProfit: (revenue - expense).Number(sc.Currency)}
	return view, err
}

type calendarInput struct {
	Days int `query:"days" default:"14" minimum:"1" maximum:"366" doc:"Days to look ahead, today included"`
}

// CalendarView is the answer of calendar.
type CalendarView struct {
	Dates []date.Date        `json:"dates"`
	Rooms []CalendarRoomView `json:"rooms"`
}

// CalendarRoomView is a room's days.
type CalendarRoomView struct {
	RoomID     web.ID    `json:"roomId"`
	RoomNumber string    `json:"roomNumber" example:"101"`
	Category   string    `json:"category" example:"Deluxe"`
	Days       []DayView `json:"days"`
}

// DayView is what a room is on one day.
type DayView struct {
	Date      date.Date `json:"date"`
	Status    string    `json:"status" enum:"available,occupied,reserved,checkout,maintenance" example:"reserved"`
	GuestName *string   `json:"guestName" nullable:"true" example:"Asha Rao"`
}

// httpCalendar shows the rooms in use, and those out of use that somebody is still in.
func (s *Service) httpCalendar(ctx context.Context, sc scope.Scope, in *calendarInput) (CalendarView, error) {
	c, err := s.calendar(ctx, sc, in.Days)
	view := CalendarView{Dates: c.dates, Rooms: make([]CalendarRoomView, 0, len(c.rooms))}
	days := make([]DayView, 0, len(c.rooms)*len(c.dates)) // of all rooms, in one piece
	for _, r := range c.rooms {
		cells := c.cells[r.ID]
		if !r.Active && cells == nil {
			continue
		}
		first := len(days)
		for i, day := range c.dates {
			shown := DayView{Date: day, Status: frontdesk.Available}
			if cells != nil && cells[i].Status != "" {
				shown.Status = cells[i].Status
				if cells[i].GuestName != "" {
					shown.GuestName = &cells[i].GuestName
				}
			}
			days = append(days, shown)
		}
		view.Rooms = append(view.Rooms, CalendarRoomView{RoomID: web.ID(r.ID), RoomNumber: r.Number, Category: r.Category,
			Days: days[first:]})
	}
	return view, err
}

type spanInput struct {
	From date.Date `query:"from" doc:"First day; default 29 days before to"`
	To   date.Date `query:"to" doc:"Last day, at most today; default yesterday"`
}

// DepartmentView is the revenue of one department.
type DepartmentView struct {
	Kind       string       `json:"kind" enum:"rooms,department,other"`
	Department string       `json:"department" doc:"Empty but of kind department" example:"Food and beverage"`
	Revenue    money.Number `json:"revenue" doc:"Without tax" example:"9000"`
	Tax        money.Number `json:"taxAmount" example:"450"`
	Total      money.Number `json:"totalAmount" example:"9450"`
}

func (s *Service) httpDepartments(ctx context.Context, sc scope.Scope, in *spanInput) ([]DepartmentView, error) {
	list, err := s.departments(ctx, sc, in.From, in.To)
	views := make([]DepartmentView, len(list))
	for i, d := range list {
		views[i] = DepartmentView{Kind: d.kind(), Department: d.name, Revenue: d.taxable.Number(sc.Currency),
			Tax: (d.total - d.taxable).Number(sc.Currency), Total: d.total.Number(sc.Currency)}
	}
	return views, err
}

// KPIView is the answer of kpis.
type KPIView struct {
	From               date.Date      `json:"from"`
	To                 date.Date      `json:"to"`
	RoomsAvailable     int            `json:"roomsAvailable" doc:"Rooms in use today × days, blocked or not" example:"600"`
	RoomsSold          int            `json:"roomsSold" doc:"Room-nights that guests who came paid for" example:"420"`
	ComplimentaryRooms int            `json:"complimentaryRooms" doc:"Room-nights that cost nothing" example:"2"`
	DayUses            int            `json:"dayUses" doc:"Rooms in day use, which is no night" example:"3"`
	RoomsRevenue       money.Number   `json:"roomsRevenue" doc:"Lodging without tax, less credit notes" example:"1890000"`
	OtherRevenue       money.Number   `json:"otherRevenue" doc:"All else on folios, likewise" example:"9000"`
	ADR                money.Number   `json:"adr" doc:"roomsRevenue / roomsSold" example:"4500"`
	RevPAR             money.Number   `json:"revPar" doc:"roomsRevenue / roomsAvailable" example:"3150"`
	Occupancy          float64        `json:"occupancy" doc:"roomsSold / roomsAvailable × 100" example:"70"`
	Arrivals           int            `json:"arrivals" doc:"Bookings whose guests came, by check-in day" example:"160"`
	AverageStay        float64        `json:"averageStay" doc:"Nights, until the last room is left" example:"2.63"`
	AverageLeadTime    float64        `json:"averageLeadTime" doc:"Days from booking to check-in" example:"12.4"`
	Cancellations      int            `json:"cancellations" doc:"By check-in day, without no-shows" example:"9"`
	NoShows            int            `json:"noShows" doc:"By check-in day" example:"2"`
	SourceMix          []SourceView   `json:"sourceMix" doc:"Of the arrivals, the most frequent first"`
	MealPlanMix        []MealPlanView `json:"mealPlanMix" doc:"Of the arrivals, the most frequent first"`
}

// SourceView is the arrivals from one source.
type SourceView struct {
	Source   string  `json:"source" enum:"walk-in,phone,online,ota" example:"phone"`
	Bookings int     `json:"bookings" example:"40"`
	Share    float64 `json:"share" doc:"Percent of the arrivals" example:"25"`
}

// MealPlanView is the arrivals with one meal plan.
type MealPlanView struct {
	MealPlan string  `json:"mealPlan" enum:"EP,CP,MAP,AP" example:"CP"`
	Bookings int     `json:"bookings" example:"40"`
	Share    float64 `json:"share" doc:"Percent of the arrivals" example:"25"`
}

func (s *Service) httpKPIs(ctx context.Context, sc scope.Scope, in *spanInput) (KPIView, error) {
	k, err := s.kpis(ctx, sc, in.From, in.To)
	view := KPIView{
		From: k.from, To: k.to, RoomsAvailable: k.available, RoomsSold: k.sold, ComplimentaryRooms: k.complimentary,
		DayUses:      k.dayUses,
		RoomsRevenue: k.revenue.Number(sc.Currency),
		OtherRevenue: k.otherRevenue.Number(sc.Currency),
		ADR:          share(k.revenue, k.sold).Number(sc.Currency),
		RevPAR:       share(k.revenue, k.available).Number(sc.Currency),
		Occupancy:    frontdesk.Percentage(k.sold, k.available),
		Arrivals:     k.arrivals, AverageStay: mean(k.nights, k.stays), AverageLeadTime: mean(k.leadDays, k.arrivals),
		Cancellations: k.cancellations, NoShows: k.noShows,
		SourceMix: make([]SourceView, len(k.sources)), MealPlanMix: make([]MealPlanView, len(k.mealPlans)),
	}
	for i, g := range k.sources {
		view.SourceMix[i] = SourceView{Source: g.name, Bookings: g.bookings, Share: g.share}
	}
	for i, g := range k.mealPlans {
		view.MealPlanMix[i] = MealPlanView{MealPlan: g.name, Bookings: g.bookings, Share: g.share}
	}
	return view, err
}

type paceInput struct {
	Days int `query:"days" default:"90" minimum:"1" maximum:"366" doc:"Nights ahead, tonight included"`
}

// PaceView is what is on the books for a night, and what was a year ago.
type PaceView struct {
	Date            date.Date    `json:"date"`
	Rooms           int          `json:"rooms" doc:"Booked for the night" example:"14"`
	Revenue         money.Number `json:"revenue" doc:"Their price without tax" example:"63000"`
	LastYearDate    date.Date    `json:"lastYearDate" doc:"364 days before: the same day of the week" example:"2025-04-02"`
	LastYearRooms   int          `json:"lastYearRooms" doc:"Booked for that night by 364 days ago" example:"11"`
	LastYearRevenue money.Number `json:"lastYearRevenue" example:"48000"`
}

func (s *Service) httpPace(ctx context.Context, sc scope.Scope, in *paceInput) ([]PaceView, error) {
	nights, err := s.pace(ctx, sc, in.Days)
	views := make([]PaceView, len(nights))
	for i, n := range nights {
		views[i] = PaceView{Date: n.day, Rooms: n.now.rooms, Revenue: n.now.revenue.Number(sc.Currency),
			LastYearDate: n.dayBefore, LastYearRooms: n.before.rooms,
			LastYearRevenue: n.before.revenue.Number(sc.Currency)}
	}
	return views, err
}
