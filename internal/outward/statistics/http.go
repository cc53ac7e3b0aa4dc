package statistics

import (
	"cmp"
	"context"
	"math"
	"slices"

	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/outward/revenue"
	"sarai/internal/record/may"
	"sarai/internal/stay/frontdesk"
)

const (
	monthSummary = "Guests of a month by nationality, for the authorities"
	monthNote    = "What the tourism department's monthly return and the police ask for, without names: arrivals, " +
		"guests and nights by nationality, purposes, rooms and beds. Of the present month, the days until today."
	lostSummary = "Cancellations and no-shows, by source, company or month"
	lostNote    = "Bookings that were cancelled or whose guests never came, by the day of check-in, with the nights and " +
		"the money lost. From and to are both included, at most 366 days; the default is the thirty days up to yesterday."
)

// Routes are the endpoints of the statistics, which stand below those of analytics.
func (s *Service) Routes() []web.Route {
	const month, lost = "/api/analytics/{orgId}/guest-statistics", "/api/analytics/{orgId}/cancellations"
	bookings, payments := may.View(may.Bookings), may.View(may.Payments)
	return slices.Concat([]web.Route{
		web.Get(month, bookings, s.httpMonth, monthSummary).With(monthNote),
		web.Get(lost, payments, s.httpLost, lostSummary).With(lostNote),
	}, export.Routes(month, bookings, s.exportMonth, monthSummary, monthNote),
		export.Routes(lost, payments, s.exportLost, lostSummary, lostNote))
}

type monthInput struct {
	Month string `query:"month" maxLength:"7" doc:"Default: the month before today's" example:"2026-04"`
}

// GuestStatisticsView is the answer of guest-statistics.
type GuestStatisticsView struct {
	From           date.Date                `json:"from"`
	To             date.Date                `json:"to" doc:"The month's last day, or today"`
	RoomsAvailable int                      `json:"roomsAvailable" example:"600"`
	RoomNights     int                      `json:"roomNights" doc:"Occupied" example:"420"`
	RoomOccupancy  float64                  `json:"roomOccupancy" doc:"roomNights / roomsAvailable × 100" example:"70"`
	BedsAvailable  int                      `json:"bedsAvailable" example:"1200"`
	BedOccupancy   float64                  `json:"bedOccupancy" doc:"guestNights / bedsAvailable × 100" example:"55"`
	AverageStay    float64                  `json:"averageStay" doc:"Nights" example:"2.4"`
	All            VisitorsView             `json:"all"`
	Domestic       VisitorsView             `json:"domestic" doc:"Those of the hotel's country"`
	Foreign        VisitorsView             `json:"foreign" doc:"Those of others"`
	Unknown        VisitorsView             `json:"unknown" doc:"Those whose nationality isn't noted"`
	Nationalities  []VisitorNationView      `json:"nationalities" doc:"Most guests first"`
	Purposes       []VisitPurposeView       `json:"purposes" doc:"Of arrivals, the most frequent first"`
	Definitions    []revenue.DefinitionView `json:"definitions"`
}

// VisitorsView counts guests.
type VisitorsView struct {
	Arrivals    int `json:"arrivals" doc:"Persons" example:"160"`
	Guests      int `json:"guests" doc:"Persons in the house" example:"175"`
	GuestNights int `json:"guestNights" example:"420"`
}

// VisitorNationView counts the guests of a nationality.
type VisitorNationView struct {
	Nationality string `json:"nationality" doc:"ISO 3166 alpha-3 code, or as it was noted; empty: not noted" example:"IND"`
	Country     string `json:"country" doc:"Its name; empty if it isn't known" example:"India"`
	VisitorsView
}

// VisitPurposeView counts the arrivals with a purpose.
type VisitPurposeView struct {
	Purpose  string `json:"purpose" doc:"As it was noted; empty: not noted" example:"Holiday"`
	Arrivals int    `json:"arrivals" doc:"Persons" example:"40"`
}

func (v visitors) view() VisitorsView { return VisitorsView{v.arrivals, v.guests, v.guestNights} }

func (m month) view(sc scope.Scope) GuestStatisticsView {
	v := GuestStatisticsView{From: m.from, To: m.to, RoomsAvailable: m.roomsAvailable, RoomNights: m.roomNights,
		RoomOccupancy: frontdesk.Percentage(m.roomNights, m.roomsAvailable), BedsAvailable: m.bedsAvailable,
		BedOccupancy: frontdesk.Percentage(m.all.guestNights, m.bedsAvailable),
		AverageStay:  ratio(m.all.guestNights, m.all.guests), All: m.all.view(),
		Nationalities: make([]VisitorNationView, len(m.nations)), Purposes: make([]VisitPurposeView, len(m.aims)),
		Definitions: revenue.Defined(Definitions, "roomsAvailable", "roomNights", "bedsAvailable", "arrivals", "guests",
			"guestNights", "averageStay", "nationality", "purpose")}
	home, _ := country.NationOf(packs.Of(sc.Country).Name)
	var domestic, foreign, unknown visitors
	for i, n := range m.nations {
		found, _ := country.NationOf(n.code)
		v.Nationalities[i] = VisitorNationView{n.code, found.Name, n.view()}
		switch n.code {
		case "":
			unknown.add(n.visitors)
		case home.Code:
			domestic.add(n.visitors)
		default:
			foreign.add(n.visitors)
		}
	}
	v.Domestic, v.Foreign, v.Unknown = domestic.view(), foreign.view(), unknown.view()
	for i, a := range m.aims {
		v.Purposes[i] = VisitPurposeView{a.purpose, a.arrivals}
	}
	return v
}

// ratio is sum ÷ number with two decimals; 0 if number is 0.
func ratio(sum, number int) float64 {
	if number == 0 {
		return 0
	}
	return math.Round(float64(sum)*100/float64(number)) / 100
}

func (s *Service) httpMonth(ctx context.Context, sc scope.Scope, in *monthInput) (*web.Data[GuestStatisticsView],
	error) {
	m, err := s.month(ctx, sc, in.Month)
	return web.Reply(m.view(sc), err)
}

func (s *Service) exportMonth(ctx context.Context, sc scope.Scope, in *monthInput) (export.File, error) {
	m, err := s.month(ctx, sc, in.Month)
	if err != nil {
		return export.File{}, err
	}
	v := m.view(sc)
	house := export.Table{Name: "House", Headings: export.Row("Figure", "Value"), Rows: [][]export.Cell{
		export.Row("From", v.From), export.Row("To", v.To), export.Row("Rooms available", v.RoomsAvailable),
		export.Row("Room nights occupied", v.RoomNights), export.Row("Room occupancy %", v.RoomOccupancy),
		export.Row("Beds available", v.BedsAvailable), export.Row("Beds occupied", v.All.GuestNights),
		export.Row("Bed occupancy %", v.BedOccupancy), export.Row("Average stay (nights)", v.AverageStay)}}
	nations := export.Table{Name: "Guests by nationality",
		Headings: export.Row("Nationality", "Country", "Arrivals", "Guests", "Guest nights")}
	row := func(code, name string, n VisitorsView) {
		nations.Rows = append(nations.Rows, export.Row(code, name, n.Arrivals, n.Guests, n.GuestNights))
	}
	for _, n := range v.Nationalities {
		row(n.Nationality, n.Country, n.VisitorsView)
	}
	row("Domestic", "", v.Domestic)
	row("Foreign", "", v.Foreign)
	row("Not noted", "", v.Unknown)
	row("All", "", v.All)
	purposes := export.Table{Name: "Purposes", Headings: export.Row("Purpose", "Arrivals")}
	for _, p := range v.Purposes {
		purposes.Rows = append(purposes.Rows, export.Row(p.Purpose, p.Arrivals))
	}
	return export.File{Name: "guest-statistics-" + string(m.from[:7]),
		Tables: []export.Table{house, nations, purposes, revenue.DefinedTable(v.Definitions)}}, nil
}

type lostInput struct {
	By string `query:"by" default:"source" enum:"source,company,month"`
	revenue.SpanQuery
}

// CancellationsView is the answer of cancellations.
type CancellationsView struct {
	By          string                   `json:"by" example:"source"`
	From        date.Date                `json:"from"`
	To          date.Date                `json:"to"`
	Parts       []LostView               `json:"parts" doc:"The largest loss first; months in their order"`
	Total       LostView                 `json:"total"`
	Definitions []revenue.DefinitionView `json:"definitions"`
}

// LostView is the bookings of a part that were cancelled, or whose guests never came.
type LostView struct {
	Key           string       `json:"key" doc:"The source, the company's id or the month; none: no company" example:"ota"`
	Name          string       `json:"name" doc:"The company's; empty of others" example:""`
	Cancellations int          `json:"cancellations" example:"9"`
	NoShows       int          `json:"noShows" example:"2"`
	RoomNights    int          `json:"roomNights" doc:"Of both" example:"24"`
	Lost          money.Number `json:"lost" doc:"What they would have cost" example:"108000"`
	Kept          money.Number `json:"kept" doc:"What is charged all the same" example:"9000"`
	Notice        float64      `json:"averageNotice" doc:"Days from cancellation to check-in" example:"6.5"`
}

func (l lost) view(currency, name string) LostView {
	return LostView{l.key, name, l.cancellations, l.noShows, l.nights, l.total.Number(currency), l.kept.Number(currency),
		ratio(l.notice, l.cancellations)}
}

func (s *Service) lostView(ctx context.Context, sc scope.Scope, in *lostInput) (CancellationsView, error) {
	l, err := s.losses(ctx, sc, in.By, in.From, in.To)
	v := CancellationsView{By: in.By, From: l.from, To: l.to, Parts: make([]LostView, len(l.parts)),
		Total: l.all.view(sc.Currency, ""), Definitions: revenue.Defined(Definitions, "cancellations", "noShows", "lost",
			"kept", "averageNotice")}
	for i, part := range l.parts {
		v.Parts[i] = part.view(sc.Currency, l.names[part.key])
	}
	return v, err
}

func (s *Service) httpLost(ctx context.Context, sc scope.Scope, in *lostInput) (*web.Data[CancellationsView], error) {
	return web.Reply(s.lostView(ctx, sc, in))
}

func (s *Service) exportLost(ctx context.Context, sc scope.Scope, in *lostInput) (export.File, error) {
	v, err := s.lostView(ctx, sc, in)
	t := export.Table{Name: "Cancellations by " + in.By, Headings: export.Row("Key", "Name", "Cancellations", "No-shows",
		"Room nights", "Lost "+sc.Currency, "Charged "+sc.Currency, "Notice (days)")}
	v.Total.Key = "All"
	for _, p := range append(v.Parts, v.Total) {
		t.Rows = append(t.Rows, export.Row(p.Key, p.Name, p.Cancellations, p.NoShows, p.RoomNights, p.Lost, p.Kept, p.Notice))
	}
	return export.File{Name: export.Name("cancellations-by-"+in.By, v.From, v.To),
		Tables: []export.Table{t, revenue.DefinedTable(v.Definitions)}}, err
}

// MonthOf is the guests of a day's month.
func (s *Service) MonthOf(ctx context.Context, sc scope.Scope, _, day date.Date) (export.File, error) {
	return s.exportMonth(ctx, sc, &monthInput{string(day[:7])})
}

// LostOf is the cancellations and no-shows of the days [from, to], by source unless by says company or month.
func (s *Service) LostOf(ctx context.Context, sc scope.Scope, from, to date.Date, by string) (export.File, error) {
	return s.exportLost(ctx, sc, &lostInput{cmp.Or(by, "source"), revenue.SpanQuery{From: from, To: to}})
}
