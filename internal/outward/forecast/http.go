package forecast

import (
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/outward/revenue"
	"sarai/internal/record/may"
)

const note = "Of each night: the rooms to sell, what is on the books, what came in after the same lead time for the " +
	"same season and weekday of the two years before, the forecast, and how many rooms the same method was off in the " +
	"last four weeks. Without history the forecast is what is on the books (basis books). From and to are both " +
	"included; the default is the thirty nights from tonight on."

// Routes are the endpoints of the forecast, which stand below those of analytics.
func (s *Service) Routes() []web.Route {
	const path, summary = "/api/analytics/{orgId}/forecast", "Forecast of occupancy"
	need := may.View(may.Bookings)
	return slices.Concat([]web.Route{web.Get(path, need, s.httpForecast, summary).With(note)},
		export.Routes(path, need, s.export, summary, note))
}

type input struct {
	From date.Date `query:"from" doc:"First night, today or later; default tonight"`
	To   date.Date `query:"to" doc:"Last night, at most 365 days ahead; default 29 days after from"`
}

// ForecastView is the answer of forecast.
type ForecastView struct {
	From        date.Date                `json:"from"`
	To          date.Date                `json:"to"`
	Basis       string                   `json:"basis" enum:"history,books" doc:"books: no night has reference nights"`
	Nights      []ForecastNightView      `json:"nights"`
	Definitions []revenue.DefinitionView `json:"definitions"`
}

// ForecastNightView is the forecast of a night.
type ForecastNightView struct {
	Date           date.Date `json:"date"`
	RoomsToSell    int       `json:"roomsToSell" doc:"In use, less blocked ones" example:"20"`
	OnTheBooks     int       `json:"onTheBooks" doc:"Rooms booked now" example:"9"`
	ExpectedPickUp *float64  `json:"expectedPickUp" nullable:"true" doc:"Rooms; null without references" example:"3.5"`
	References     int       `json:"referenceNights" doc:"Nights of the years before that it is the mean of" example:"6"`
	Forecast       float64   `json:"forecast" doc:"Rooms" example:"12.5"`
	Occupancy      float64   `json:"occupancy" doc:"forecast / roomsToSell × 100" example:"62.5"`
	Error          *float64  `json:"error" nullable:"true" doc:"Rooms, mean absolute; null if untested" example:"1.25"`
	Tested         int       `json:"testedNights" doc:"Past nights that the error is the mean of" example:"28"`
	Basis          string    `json:"basis" enum:"history,books" doc:"books: without reference nights"`
}

const (
	byHistory = "history"
	byBooks   = "books"
)

func (c coming) view() ForecastNightView {
	v := ForecastNightView{Date: c.day, RoomsToSell: c.sell, OnTheBooks: c.books, References: c.references,
		Forecast: rounded(c.rooms), Tested: c.tested, Basis: byBooks}
	if c.references > 0 {
		pickUp := rounded(c.pickUp)
		v.ExpectedPickUp, v.Basis = &pickUp, byHistory
	}
	if c.tested > 0 {
		off := rounded(c.off)
		v.Error = &off
	}
	if c.sell > 0 {
		v.Occupancy = rounded(c.rooms / float64(c.sell) * 100)
	}
	return v
}

func (a ahead) view() ForecastView {
	v := ForecastView{From: a.from, To: a.to, Basis: byBooks, Nights: make([]ForecastNightView, len(a.nights)),
		Definitions: revenue.Defined(Definitions, "roomsToSell", "onTheBooks", "expectedPickUp", "forecast", "occupancy",
			"error")}
	for i, night := range a.nights {
		v.Nights[i] = night.view()
		if night.references > 0 {
			v.Basis = byHistory
		}
	}
	return v
}

func (s *Service) httpForecast(ctx context.Context, sc scope.Scope, in *input) (*web.Data[ForecastView], error) {
	a, err := s.ahead(ctx, sc, in.From, in.To)
	return web.Reply(a.view(), err)
}

func (s *Service) export(ctx context.Context, sc scope.Scope, in *input) (export.File, error) {
	a, err := s.ahead(ctx, sc, in.From, in.To)
	view := a.view()
	nights := export.Table{Name: "Forecast", Headings: export.Row("Night", "Rooms to sell", "On the books",
		"Expected pick-up", "Forecast", "Occupancy %", "Error (rooms)", "Reference nights", "Tested nights", "Basis")}
	for _, n := range view.Nights {
		nights.Rows = append(nights.Rows, export.Row(n.Date, n.RoomsToSell, n.OnTheBooks, known(n.ExpectedPickUp),
			n.Forecast, n.Occupancy, known(n.Error), n.References, n.Tested, n.Basis))
	}
	return export.File{Name: export.Name("forecast", a.from, a.to),
		Tables: []export.Table{nights, revenue.DefinedTable(view.Definitions)}}, err
}

// known is a figure as a cell, which is empty without one.
func known(figure *float64) export.Cell {
	if figure == nil {
		return nil
	}
	return *figure
}

// Coming is the forecast of the thirty nights from tonight on, whatever days a schedule is of.
func (s *Service) Coming(ctx context.Context, sc scope.Scope, _, _ date.Date) (export.File, error) {
	return s.export(ctx, sc, &input{})
}
