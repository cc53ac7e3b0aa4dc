package analytics

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/frontdesk"
)

// Routes are the endpoints of /api/analytics.
func (s *Service) Routes() []web.Route {
	var routes []web.Route
	for _, r := range [][]web.Route{
		report(s, "overview", may.View(may.Bookings), s.overview, exportOverview, "The dashboard's figures of today",
			"Arrivals and departures as the bookings' overview has them. outstandingBalance is what issued invoices still owe, and what bookings in house owe beyond their own invoices."),
		report(s, "occupancy", may.View(may.Bookings), s.occupancy, exportOccupancy, "Occupancy by day, oldest first",
			"The last days, today included. A past night counts rooms held by bookings whose guests came; today counts rooms with guests in them. Both divide by the rooms that are active today."),
		report(s, "revenue", may.View(may.Payments), s.revenue, exportRevenue, "Revenue by day, week or month",
			"Payments received less refunds on the hotel's own days; count is the number of payments. Labels are 2026-04-14, 2026-W16 (ISO) or 2026-04. Every period is there; the first and the last hold only their days within the last days."),
		report(s, "outstanding", may.View(may.Invoices), s.outstanding, exportOutstanding, "What issued invoices still owe",
			"By the days since the due date; what isn't due yet is in 0-30. topInvoices are the ten that owe most."),
		report(s, "expense-revenue", may.View(may.Expenses), s.expenseRevenue, exportExpenseRevenue, "Expenses beside revenue by month",
			"The last days, today included, so the first month may be there in part. Expenses count with their tax."),
		report(s, "calendar", may.View(may.Bookings), s.calendar, exportCalendar, "The room calendar from today on",
			"The rooms in use, by number. A room's day is the first that holds: occupied, reserved, maintenance, checkout, available."),
		report(s, "kpis", may.View(may.Bookings), s.kpis, exportKPIs, "The trade's key figures",
			"Asks for payments.view besides. From and to are both counted; the default is the thirty days up to yesterday. Rooms revenue is charged as nights are: close the day first."),
	} {
		routes = append(routes, r...)
	}
	return routes
}

// report is an endpoint of figures, with the same figures as files.
func report[I, V any](s *Service, name string, need web.Need, read func(context.Context, scope.Scope, *I) (V, error), tables func(scope.Scope, V) export, summary, note string) []web.Route {
	path := "/api/analytics/{orgId}/" + name
	download := func(kind fileKind) web.Handler[I, web.File] {
		return func(ctx context.Context, sc scope.Scope, in *I) (*web.File, error) {
			view, err := read(ctx, sc, in)
			if err != nil {
				return nil, err
			}
			return tables(sc, view).file(name, sc.Today(s.clock.Now()), kind, sc.Currency)
		}
	}
	return []web.Route{
		web.Get(path, need, func(ctx context.Context, sc scope.Scope, in *I) (*web.Data[V], error) {
			return web.Reply(read(ctx, sc, in))
		}, summary).With(note),
		web.Download(path+"/export.xlsx", need, download(xlsx), summary+", as a spreadsheet", xlsx.mediaType).With(note),
		web.Download(path+"/export.csv", need, download(csv), summary+", as CSV", csv.mediaType).
			With(note + " The file is UTF-8 with a byte order mark. Text that a spreadsheet would take for a formula begins with an apostrophe."),
	}
}

// OverviewView is the answer of overview.
type OverviewView struct {
	OccupiedRooms      int          `json:"occupiedRooms" example:"12"`
	TotalRooms         int          `json:"totalRooms" doc:"In use" example:"20"`
	OccupancyRate      float64      `json:"occupancyRate" doc:"occupiedRooms / totalRooms × 100, two decimals" example:"60"`
	CheckInsToday      int          `json:"checkInsToday" doc:"Bookings that arrive today, whether or not they are here" example:"4"`
	CheckOutsToday     int          `json:"checkOutsToday" doc:"Bookings that leave today, whether or not they have left" example:"3"`
	RevenueToday       money.Number `json:"revenueToday" doc:"Payments less refunds" example:"18500.5"`
	OutstandingBalance money.Number `json:"outstandingBalance" example:"42000"`
}

type occupancyInput struct {
	Days int `query:"days" default:"30" minimum:"1" maximum:"366" doc:"Days to look back, today included"`
}

// OccupancyView is one day of occupancy.
type OccupancyView struct {
	Date      date.Date `json:"date"`
	Occupancy float64   `json:"occupancy" doc:"occupied / total × 100, two decimals" example:"62.5"`
	Occupied  int       `json:"occupied" example:"10"`
	Total     int       `json:"total" doc:"Rooms in use today" example:"16"`
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

// OutstandingView is the answer of outstanding.
type OutstandingView struct {
	TotalOutstanding money.Number  `json:"totalOutstanding" example:"42000"`
	Brackets         []BracketView `json:"brackets"`
	TopInvoices      []DebtView    `json:"topInvoices"`
}

// BracketView is what is owed for so many days past the due date.
type BracketView struct {
	Label string       `json:"label" enum:"0-30,31-60,61-90,91+" example:"31-60"`
	Min   int          `json:"min" doc:"Days past the due date" example:"31"`
	Max   *int         `json:"max" nullable:"true" doc:"null for the last" example:"60"`
	Count int          `json:"count" doc:"Invoices" example:"2"`
	Total money.Number `json:"total" example:"12000"`
}

// DebtView is an invoice that still owes.
type DebtView struct {
	InvoiceID     string       `json:"invoiceId" example:"665f1c2ab7e4d90012ab34cd"`
	InvoiceNumber string       `json:"invoiceNumber" example:"INV-17"`
	GuestName     string       `json:"guestName" example:"Asha Rao"`
	Amount        money.Number `json:"amount" doc:"Still owed" example:"9000"`
	DueDate       date.Date    `json:"dueDate"`
	DaysOverdue   int          `json:"daysOverdue" doc:"0 before the due date" example:"35"`
}

func outstandingView(sc scope.Scope, today date.Date, invoices []owing, top []debt) OutstandingView {
	view := OutstandingView{Brackets: []BracketView{}, TopInvoices: []DebtView{}}
	var sum money.Amount
	for _, b := range age(today, invoices) {
		shown := BracketView{Label: b.label, Min: b.min, Count: b.count, Total: b.total.Number(sc.Currency)}
		if b.most >= 0 {
			shown.Max = &b.most
		}
		view.Brackets = append(view.Brackets, shown)
		sum += b.total
	}
	for _, d := range top {
		view.TopInvoices = append(view.TopInvoices, DebtView{InvoiceID: d.id, InvoiceNumber: d.number, GuestName: d.guest, Amount: d.amount.Number(sc.Currency),
			DueDate: d.due, DaysOverdue: overdue(d.due, today)})
	}
	view.TotalOutstanding = sum.Number(sc.Currency)
	return view
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
	Revenue money.Number `json:"revenue" doc:"Payments less refunds" example:"420000"`
	Expense money.Number `json:"expense" doc:"With tax" example:"180000"`
}

// SummaryView is what the months add up to.
type SummaryView struct {
	TotalRevenue money.Number `json:"totalRevenue" example:"2400000"`
	TotalExpense money.Number `json:"totalExpense" example:"1100000"`
	NetProfit    money.Number `json:"netProfit" doc:"totalRevenue − totalExpense" example:"1300000"`
}

func expenseRevenueView(sc scope.Scope, months []period) ExpenseRevenueView {
	view := ExpenseRevenueView{Data: []MonthView{}}
	var revenue, expense money.Amount
	for _, m := range months {
		view.Data = append(view.Data, MonthView{Month: m.label, Revenue: (m.received - m.refunded).Number(sc.Currency), Expense: m.spent.Number(sc.Currency)})
		revenue += m.received - m.refunded
		expense += m.spent
	}
	view.Summary = SummaryView{TotalRevenue: revenue.Number(sc.Currency), TotalExpense: expense.Number(sc.Currency), NetProfit: (revenue - expense).Number(sc.Currency)}
	return view
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
	RoomID     string    `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
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

// calendarView shows the rooms in use, and one that is not where somebody still is in it.
func calendarView(dates []date.Date, rooms []room.Room, cells map[string]frontdesk.Days) CalendarView {
	view := CalendarView{Dates: dates, Rooms: make([]CalendarRoomView, 0, len(rooms))}
	days := make([]DayView, 0, len(rooms)*len(dates))
	for _, r := range rooms {
		known := cells[r.ID]
		if !r.Active && known == nil {
			continue
		}
		first := len(days)
		for i, day := range dates {
			shown := DayView{Date: day, Status: frontdesk.Available}
			if known != nil && known[i].Status != "" {
				shown.Status = known[i].Status
				if known[i].GuestName != "" {
					shown.GuestName = &known[i].GuestName
				}
			}
			days = append(days, shown)
		}
		view.Rooms = append(view.Rooms, CalendarRoomView{RoomID: r.ID, RoomNumber: r.Number, Category: r.Category, Days: days[first:]})
	}
	return view
}

type kpisInput struct {
	From date.Date `query:"from" doc:"First day; default 29 days before to"`
	To   date.Date `query:"to" doc:"Last day, at most today; default yesterday"`
}

// KPIView is the answer of kpis.
type KPIView struct {
	From               date.Date      `json:"from"`
	To                 date.Date      `json:"to"`
	RoomsAvailable     int            `json:"roomsAvailable" doc:"Rooms in use today × days, blocked ones included" example:"600"`
	RoomsSold          int            `json:"roomsSold" doc:"Room nights held by guests who came, complimentary ones apart" example:"420"`
	ComplimentaryRooms int            `json:"complimentaryRooms" doc:"Room nights that cost nothing" example:"2"`
	RoomsRevenue       money.Number   `json:"roomsRevenue" doc:"Lodging without tax, less credit notes" example:"1890000"`
	ADR                money.Number   `json:"adr" doc:"roomsRevenue / roomsSold" example:"4500"`
	RevPAR             money.Number   `json:"revPar" doc:"roomsRevenue / roomsAvailable" example:"3150"`
	Occupancy          float64        `json:"occupancy" doc:"roomsSold / roomsAvailable × 100" example:"70"`
	Arrivals           int            `json:"arrivals" doc:"Bookings whose guests came, by their check-in day" example:"160"`
	AverageStay        float64        `json:"averageStay" doc:"Nights of an arrival, from check-in until the last room is left" example:"2.63"`
	AverageLeadTime    float64        `json:"averageLeadTime" doc:"Days of an arrival from booking to check-in" example:"12.4"`
	Cancellations      int            `json:"cancellations" doc:"Cancelled bookings by their check-in day, no-shows apart" example:"9"`
	NoShows            int            `json:"noShows" doc:"By their check-in day" example:"2"`
	SourceMix          []SourceView   `json:"sourceMix" doc:"Of the arrivals, the most frequent first"`
	MealPlanMix        []MealPlanView `json:"mealPlanMix" doc:"Of the arrivals, the most frequent first"`
}

// SourceView is the part of the arrivals that came by one source.
type SourceView struct {
	Source   string  `json:"source" enum:"walk-in,phone,online,ota" example:"phone"`
	Bookings int     `json:"bookings" example:"40"`
	Share    float64 `json:"share" doc:"Percent of the arrivals" example:"25"`
}

// MealPlanView is the part of the arrivals with one meal plan.
type MealPlanView struct {
	MealPlan string  `json:"mealPlan" enum:"EP,CP,MAP,AP" example:"CP"`
	Bookings int     `json:"bookings" example:"40"`
	Share    float64 `json:"share" doc:"Percent of the arrivals" example:"25"`
}

// kpiView shows what the arrivals tell.
func kpiView(guests []arrival) KPIView {
	view := KPIView{SourceMix: []SourceView{}, MealPlanMix: []MealPlanView{}}
	nights, lead := 0, 0
	for _, a := range guests {
		switch {
		case a.came():
			view.Arrivals++
			nights += a.checkIn.DaysUntil(a.left)
			lead += max(0, a.booked.DaysUntil(a.checkIn))
		case a.noShow:
			view.NoShows++
		case a.status == booking.Cancelled:
			view.Cancellations++
		}
	}
	view.AverageStay, view.AverageLeadTime = mean(nights, view.Arrivals), mean(lead, view.Arrivals)
	for _, g := range mix(guests, func(a arrival) string { return a.source }) {
		view.SourceMix = append(view.SourceMix, SourceView{Source: g.name, Bookings: g.bookings, Share: g.share})
	}
	for _, g := range mix(guests, func(a arrival) string { return a.mealPlan }) {
		view.MealPlanMix = append(view.MealPlanMix, MealPlanView{MealPlan: g.name, Bookings: g.bookings, Share: g.share})
	}
	return view
}
