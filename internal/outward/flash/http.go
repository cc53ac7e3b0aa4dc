package flash

import (
	"context"

	"sarai/internal/books/budget"
	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/outward/revenue"
	"sarai/internal/record/may"
	"sarai/internal/stay/frontdesk"
)

const flashNote = "The day, its month and its financial year until then, each beside the budget and the same days of " +
	"the year before. Revenue is that of the accrual profit and loss, without tax. What is owed is as it is now. " +
	"The definition of each figure is in the answer."

// Routes are the endpoints of the flash report, which stand below those of analytics.
func (s *Service) Routes() []web.Route {
	const path = "/api/analytics/{orgId}/flash"
	need := may.View(may.Payments)
	return append([]web.Route{
		web.Get(path, need, s.httpReport, "The manager's report of a day").With(flashNote),
		web.Download(path+"/pdf", need, s.httpPaper, "Print the manager's report of a day", "application/pdf").
			With(flashNote),
	}, export.Routes(path, need, s.file, "The manager's report of a day", flashNote)...)
}

type dayInput struct {
	Date date.Date `query:"date" doc:"At most today; default yesterday"`
}

// View is the report.
type View struct {
	Date        date.Date                `json:"date"`
	Closed      bool                     `json:"closed" doc:"Whether the day is closed: its figures won't change"`
	Day         PeriodView               `json:"day"`
	Month       PeriodView               `json:"month" doc:"From the first of the month to the day"`
	Year        PeriodView               `json:"year" doc:"From the first of the financial year to the day"`
	PickUp      PickUpView               `json:"pickUp"`
	Owed        OwedView                 `json:"owed"`
	Definitions []revenue.DefinitionView `json:"definitions"`
}

// PeriodView is a period beside the budget and the year before.
type PeriodView struct {
	Actual   FiguresView `json:"actual"`
	Budget   *BudgetView `json:"budget,omitempty" doc:"Left out where nothing is budgeted"`
	LastYear FiguresView `json:"lastYear"`
}

// FiguresView are what some days come to.
type FiguresView struct {
	From          date.Date               `json:"from"`
	To            date.Date               `json:"to"`
	Available     int                     `json:"roomsAvailable" example:"600"`
	Sold          int                     `json:"roomsSold" example:"420"`
	Complimentary int                     `json:"complimentaryRooms" example:"2"`
	Occupancy     float64                 `json:"occupancy" example:"70"`
	ADR           money.Number            `json:"adr" example:"4500"`
	RevPAR        money.Number            `json:"revPar" example:"3150"`
	TRevPAR       money.Number            `json:"tRevPar" example:"3900"`
	RoomsRevenue  money.Number            `json:"roomsRevenue" example:"1890000"`
	TotalRevenue  money.Number            `json:"totalRevenue" example:"2340000"`
	Departments   []budget.DepartmentView `json:"departments" doc:"rooms, department, other, direct"`
	Arrivals      int                     `json:"arrivals" example:"160"`
	Departures    int                     `json:"departures" example:"158"`
	NoShows       int                     `json:"noShows" example:"2"`
	Cancellations int                     `json:"cancellations" example:"9"`
	Received      money.Number            `json:"received" example:"2100000"`
	Refunded      money.Number            `json:"refunded" example:"12000"`
	Methods       []MethodView            `json:"methods,omitempty" doc:"Of the day and the month, not of others"`
}

// MethodView is what was paid and refunded by a method.
type MethodView struct {
	Method   string       `json:"method" example:"cash"`
	Received money.Number `json:"received" example:"42000"`
	Refunded money.Number `json:"refunded" example:"500"`
}

// BudgetView is what was budgeted.
type BudgetView struct {
	Sold         *int                    `json:"roomsSold" nullable:"true" example:"450"`
	Occupancy    *float64                `json:"occupancy" nullable:"true" example:"75"`
	ADR          *money.Number           `json:"adr" nullable:"true" example:"4600"`
	RevPAR       *money.Number           `json:"revPar" nullable:"true" example:"3450"`
	TRevPAR      *money.Number           `json:"tRevPar" nullable:"true" example:"4100"`
	RoomsRevenue *money.Number           `json:"roomsRevenue" nullable:"true" example:"2070000"`
	TotalRevenue *money.Number           `json:"totalRevenue" nullable:"true" example:"2460000"`
	Departments  []budget.DepartmentView `json:"departments" doc:"Those that are budgeted"`
}

// PickUpView is what was booked on the day.
type PickUpView struct {
	Bookings   int `json:"bookings" doc:"Made on the day, and not cancelled since" example:"7"`
	RoomNights int `json:"roomNights" doc:"Of them, after the day" example:"16"`
	Cancelled  int `json:"cancelled" doc:"Made on the day, and cancelled since" example:"1"`
}

// OwedView is what is owed now.
type OwedView struct {
	Guests    money.Number `json:"guests" example:"30000"`
	Companies money.Number `json:"companies" doc:"Where the booking has a company" example:"12000"`
	Total     money.Number `json:"total" example:"42000"`
}

// ratios are figures with what follows from them.
type ratios struct {
	figures
	Available, Sold, Complimentary int
	occupancy                      float64
	adr, revPar, tRevPar           money.Amount
}

func shown(f figures) ratios {
	return ratios{figures: f, Available: f.available, Sold: f.sold, Complimentary: f.complimentary,
		occupancy: frontdesk.Percentage(f.sold, f.available), adr: share(f.rooms(), f.sold),
		revPar: share(f.rooms(), f.available), tRevPar: share(f.total(), f.available)}
}

// share is amount ÷ number, rounded to the minor unit; 0 if number isn't above 0.
func share(amount money.Amount, number int) money.Amount {
	if number <= 0 {
		return 0
	}
	return amount.Times(1, int64(number))
}

// planned are the budget's figures with what follows from them; nil is not budgeted.
type planned struct {
	sold                 *int
	occupancy            *float64
	adr, revPar, tRevPar *money.Amount
	rooms                *money.Amount
}

func (p period) planned() planned {
	b := planned{sold: p.budget.Rooms}
	if revenue, is := p.budget.Revenue[budget.Department{Kind: budget.Rooms}]; is {
		b.rooms = &revenue
	}
	part := func(amount *money.Amount, number int) *money.Amount {
		if amount == nil || number <= 0 {
			return nil
		}
		each := share(*amount, number)
		return &each
	}
	if b.sold != nil {
		occupancy := frontdesk.Percentage(*b.sold, p.now.available)
		b.occupancy, b.adr = &occupancy, part(b.rooms, *b.sold)
	}
	b.revPar, b.tRevPar = part(b.rooms, p.now.available), part(p.budget.Total(), p.now.available)
	return b
}

func (f figures) view(p period, currency string) FiguresView {
	r := shown(f)
	v := FiguresView{From: f.from, To: f.to, Available: f.available, Sold: f.sold, Complimentary: f.complimentary,
		Occupancy: r.occupancy, ADR: r.adr.Number(currency), RevPAR: r.revPar.Number(currency),
		TRevPAR: r.tRevPar.Number(currency), RoomsRevenue: f.rooms().Number(currency),
		TotalRevenue: f.total().Number(currency),
		Arrivals:     f.arrivals, Departures: f.departures, NoShows: f.noShows, Cancellations: f.cancellations,
		Received: f.received.Number(currency), Refunded: f.refunded.Number(currency),
		Departments: []budget.DepartmentView{}}
	for _, d := range p.departments() {
		v.Departments = append(v.Departments, budget.DepartmentView{Kind: d.Kind, Department: d.Name,
			Revenue: f.revenue[d].Number(currency)})
	}
	for _, m := range f.methods {
		v.Methods = append(v.Methods, MethodView{string(m.Method), m.Received.Number(currency), m.Refunded.Number(currency)})
	}
	return v
}

func (p period) view(currency string) PeriodView {
	v := PeriodView{Actual: p.now.view(p, currency), LastYear: p.before.view(p, currency)}
	if p.budget.Rooms == nil && len(p.budget.Revenue) == 0 {
		return v
	}
	number := func(amount *money.Amount) *money.Number {
		if amount == nil {
			return nil
		}
		n := amount.Number(currency)
		return &n
	}
	b := p.planned()
	v.Budget = &BudgetView{Sold: b.sold, Occupancy: b.occupancy, ADR: number(b.adr), RevPAR: number(b.revPar),
		TRevPAR: number(b.tRevPar), RoomsRevenue: number(b.rooms), TotalRevenue: number(p.budget.Total()),
		Departments: []budget.DepartmentView{}}
	for _, d := range p.departments() {
		if amount, is := p.budget.Revenue[d]; is {
			v.Budget.Departments = append(v.Budget.Departments, budget.DepartmentView{Kind: d.Kind, Department: d.Name,
				Revenue: amount.Number(currency)})
		}
	}
	return v
}

func (s *Service) httpReport(ctx context.Context, sc scope.Scope, in *dayInput) (*web.Data[View], error) {
	r, err := s.of(ctx, sc, in.Date)
	return web.Reply(View{Date: r.day, Closed: r.closed, Day: r.on.view(sc.Currency), Month: r.month.view(sc.Currency),
		Year: r.year.view(sc.Currency), PickUp: PickUpView{r.pickUp.bookings, r.pickUp.nights, r.pickUp.cancelled},
		Owed: OwedView{r.guests.Number(sc.Currency), r.companies.Number(sc.Currency),
			(r.guests + r.companies).Number(sc.Currency)},
		Definitions: revenue.Defined(definitions, "roomsAvailable", "roomsSold", "occupancy", "adr", "revPar", "tRevPar",
			"roomsRevenue", "totalRevenue", "arrivals", "departures", "noShows", "cancellations", "received", "pickUp", "owed",
			"budget", "lastYear")}, err)
}

func (s *Service) httpPaper(ctx context.Context, sc scope.Scope, in *dayInput) (*file.File, error) {
	return s.PaperOf(ctx, sc, "", in.Date)
}

// PaperOf prints the report of the day.
func (s *Service) PaperOf(ctx context.Context, sc scope.Scope, _, day date.Date) (*file.File, error) {
	list, err := s.paper(ctx, sc, day)
	if err != nil {
		return nil, err
	}
	return list.File() // drawn outside of the transaction
}

func (s *Service) file(ctx context.Context, sc scope.Scope, in *dayInput) (export.File, error) {
	return s.FileOf(ctx, sc, "", in.Date)
}

// FileOf is the report of the day as tables.
func (s *Service) FileOf(ctx context.Context, sc scope.Scope, _, day date.Date) (export.File, error) {
	r, err := s.of(ctx, sc, day)
	return export.File{Name: export.Name("flash", r.day, ""), Tables: tables(r, sc)}, err
}
