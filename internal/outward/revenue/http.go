package revenue

import (
	"context"
	"slices"

	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	spanNote = " From and to are both included, at most 366 days; the default is the thirty days up to yesterday."
	byNote   = "What was earned by accrual, without tax: the parts add up to the revenue of the profit and loss. Each " +
		"part's key, with the same by, from and to, opens its lines in …/rows. Invoices of no booking are a part of " +
		"their own (key direct), but for days and months." + spanNote
	rowsNote = "The lines of folios that were posted on the days, of the part with this key or of all, oldest first. " +
		"Invoices of no booking are in the list of invoices. At most 50,000 lines are looked at (400 for more)." + spanNote
	productionNote = "Bookings are counted by check-in; nights and revenue by the days on which they were posted." +
		spanNote
	nationNote = "Guests count by the nationality of their booking's guest, as it is noted now. domestic are those " +
		"of the hotel's country." + spanNote
)

// Routes are the endpoints of divided revenue, which stand below those of analytics.
func (s *Service) Routes() []web.Route {
	const base = "/api/analytics/{orgId}/"
	payments, bookings := may.View(may.Payments), may.View(may.Bookings)
	return slices.Concat(
		[]web.Route{
			web.Get(base+"revenue-by", payments, s.httpBy, "Revenue by department, tax, category, source and more").With(byNote),
			web.Get(base+"revenue-by/rows", payments, s.httpRows, "The lines of a part of the revenue").With(rowsNote),
			web.Get(base+"production", payments, s.httpProduction, "What sources or companies have brought").
				With(productionNote),
			web.Get(base+"guests-by-nationality", bookings, s.httpNationalities, "Where guests came from").With(nationNote),
		},
		export.Routes(base+"revenue-by", payments, s.exportBy, "Revenue by department, tax, category, source and more",
			byNote),
		export.Routes(base+"production", payments, s.exportProduction, "What sources or companies have brought",
			productionNote),
		export.Routes(base+"guests-by-nationality", bookings, s.exportNationalities, "Where guests came from", nationNote))
}

// DefinitionView says what a figure of a report is.
type DefinitionView struct {
	Figure     string `json:"figure" doc:"The name of its field" example:"adr"`
	Definition string `json:"definition" example:"Rooms revenue divided by rooms sold"`
}

// Defined are the definitions of the figures, in their order.
func Defined(definitions map[string]string, figures ...string) []DefinitionView {
	views := make([]DefinitionView, len(figures))
	for i, figure := range figures {
		views[i] = DefinitionView{figure, definitions[figure]}
	}
	return views
}

// DefinedTable is the definitions as a sheet of a file.
func DefinedTable(definitions []DefinitionView) export.Table {
	t := export.Table{Name: "Definitions", Headings: export.Row("Figure", "Definition")}
	for _, d := range definitions {
		t.Rows = append(t.Rows, export.Row(d.Figure, d.Definition))
	}
	return t
}

// ByQuery is a division of days.
type ByQuery struct {
	By string `query:"by" default:"department" enum:"department,tax,category,plan,source,company,nationality,day,month"`
	SpanQuery
}

// SpanQuery is the days that are asked for.
type SpanQuery struct {
	From date.Date `query:"from" doc:"First day; default 29 days before to"`
	To   date.Date `query:"to" doc:"Last day, at most today; default yesterday"`
}

// PartView is a part of the revenue.
type PartView struct {
	Key     string       `json:"key" doc:"Opens its lines. none: no value; direct: invoices of no booking" example:"rooms"`
	Name    string       `json:"name" doc:"As the hotel calls it; empty of none" example:"Rooms"`
	Revenue money.Number `json:"revenue" doc:"Without tax" example:"90000"`
	Rooms   money.Number `json:"roomsRevenue" doc:"Of it, lodging" example:"80000"`
	Tax     money.Number `json:"taxAmount" doc:"On the folios' lines" example:"4500"`
	Nights  int          `json:"nights" doc:"Room-nights posted at a price" example:"18"`
	ADR     money.Number `json:"adr" doc:"roomsRevenue / nights" example:"4444.44"`
}

func (a amount) view(currency string) PartView {
	return PartView{Key: a.key, Name: a.name, Revenue: a.taxable.Number(currency), Rooms: a.rooms.Number(currency),
		Tax: (a.total - a.taxable).Number(currency), Nights: a.nights, ADR: share(a.rooms, a.nights).Number(currency)}
}

// share is amount ÷ number, rounded to the minor unit; 0 if number isn't above 0.
func share(amount money.Amount, number int) money.Amount {
	if number <= 0 {
		return 0
	}
	return amount.Times(1, int64(number))
}

// DividedView is the answer of revenue-by.
type DividedView struct {
	By          string           `json:"by" example:"department"`
	From        date.Date        `json:"from"`
	To          date.Date        `json:"to"`
	Parts       []PartView       `json:"parts" doc:"The largest first; days and months in their order"`
	Total       PartView         `json:"total"`
	Definitions []DefinitionView `json:"definitions"`
}

func (s *Service) httpBy(ctx context.Context, sc scope.Scope, in *ByQuery) (*web.Data[DividedView], error) {
	d, err := s.by(ctx, sc, in.By, in.From, in.To)
	v := DividedView{By: in.By, From: d.from, To: d.to, Parts: make([]PartView, len(d.parts)),
		Total:       d.all.view(sc.Currency),
		Definitions: Defined(Definitions, "revenue", "roomsRevenue", "nights", "adr")}
	for i, a := range d.parts {
		v.Parts[i] = a.view(sc.Currency)
	}
	return web.Reply(v, err)
}

func (s *Service) exportBy(ctx context.Context, sc scope.Scope, in *ByQuery) (export.File, error) {
	d, err := s.by(ctx, sc, in.By, in.From, in.To)
	t := export.Table{Name: "Revenue by " + in.By, Headings: export.Row("Key", "Name", "Revenue "+sc.Currency,
		"Of it rooms "+sc.Currency, "Tax "+sc.Currency, "Nights", "ADR "+sc.Currency)}
	d.all.key = "All"
	for _, a := range append(d.parts, d.all) {
		v := a.view(sc.Currency)
		t.Rows = append(t.Rows, export.Row(v.Key, v.Name, v.Revenue, v.Rooms, v.Tax, v.Nights, v.ADR))
	}
	return export.File{Name: export.Name("revenue-by-"+in.By, d.from, d.to), Tables: []export.Table{t}}, err
}

type rowsInput struct {
	web.Paging
	ByQuery
	Key string `query:"key" maxLength:"200" doc:"A part's; all of them unless given" example:"rooms"`
}

// RowView is a line of a folio.
type RowView struct {
	Date        date.Date    `json:"date" doc:"The business day on which it was posted"`
	BookingID   string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	BookingCode string       `json:"bookingCode" example:"BK-17"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	LineID      string       `json:"lineId" doc:"Of the booking's folio" example:"665f1c2ab7e4d90012ab34ce"`
	Description string       `json:"description" example:"Room 101, night of 14 Apr 2026"`
	Revenue     money.Number `json:"revenue" doc:"Without tax" example:"4500"`
	Tax         money.Number `json:"taxAmount" example:"225"`
}

func (s *Service) httpRows(ctx context.Context, sc scope.Scope, in *rowsInput) (*web.Page[RowView, web.Pagination],
	error) {
	page, err := s.rows(ctx, sc, rowsOf{in.By, in.Key, in.From, in.To}, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(l line) RowView {
		return RowView{Date: l.day, BookingID: l.bookingID, BookingCode: l.code, GuestName: l.guest, LineID: l.lineID,
			Description: l.description, Revenue: l.taxable.Number(sc.Currency), Tax: (l.total - l.taxable).Number(sc.Currency)}
	}), nil
}

type productionInput struct {
	By string `query:"by" default:"source" enum:"source,company"`
	SpanQuery
}

// ProductionView is the answer of production.
type ProductionView struct {
	By          string           `json:"by" example:"source"`
	From        date.Date        `json:"from"`
	To          date.Date        `json:"to"`
	Parts       []ProducedView   `json:"parts" doc:"The largest revenue first"`
	Definitions []DefinitionView `json:"definitions"`
}

// ProducedView is what a source or a company has brought.
type ProducedView struct {
	PartView
	Bookings      int `json:"bookings" doc:"By check-in, of any status" example:"40"`
	Arrivals      int `json:"arrivals" example:"36"`
	Cancellations int `json:"cancellations" example:"3"`
	NoShows       int `json:"noShows" example:"1"`
}

func (p produced) view(currency string) ProducedView {
	return ProducedView{p.amount.view(currency), p.bookings, p.arrivals, p.cancellations, p.noShows}
}

func (s *Service) httpProduction(ctx context.Context, sc scope.Scope, in *productionInput) (*web.Data[ProductionView],
	error) {
	p, err := s.production(ctx, sc, in.By, in.From, in.To)
	v := ProductionView{By: in.By, From: p.from, To: p.to, Parts: make([]ProducedView, len(p.list)),
		Definitions: Defined(Definitions, "revenue", "roomsRevenue", "nights", "adr", "bookings", "arrivals", "cancellations",
			"noShows")}
	for i, one := range p.list {
		v.Parts[i] = one.view(sc.Currency)
	}
	return web.Reply(v, err)
}

func (s *Service) exportProduction(ctx context.Context, sc scope.Scope, in *productionInput) (export.File, error) {
	p, err := s.production(ctx, sc, in.By, in.From, in.To)
	t := export.Table{Name: "Production by " + in.By, Headings: export.Row("Key", "Name", "Bookings", "Arrivals",
		"Cancellations", "No-shows", "Nights", "Revenue "+sc.Currency, "Of it rooms "+sc.Currency, "ADR "+sc.Currency)}
	for _, one := range p.list {
		v := one.view(sc.Currency)
		t.Rows = append(t.Rows, export.Row(v.Key, v.Name, v.Bookings, v.Arrivals, v.Cancellations, v.NoShows, v.Nights,
			v.Revenue, v.Rooms, v.ADR))
	}
	return export.File{Name: export.Name("production-by-"+in.By, p.from, p.to), Tables: []export.Table{t}}, err
}

// NationalitiesView is the answer of guests-by-nationality.
type NationalitiesView struct {
	From        date.Date         `json:"from"`
	To          date.Date         `json:"to"`
	Domestic    OriginView        `json:"domestic" doc:"Those of the hotel's country"`
	Foreign     OriginView        `json:"foreign" doc:"Those of others"`
	Unknown     OriginView        `json:"unknown" doc:"Those whose nationality isn't noted"`
	Countries   []NationalityView `json:"nationalities" doc:"Most guests first"`
	Definitions []DefinitionView  `json:"definitions"`
}

// OriginView counts guests.
type OriginView struct {
	Bookings    int `json:"bookings" example:"12"`
	Guests      int `json:"guests" doc:"Who came" example:"25"`
	GuestNights int `json:"guestNights" example:"61"`
	RoomNights  int `json:"roomNights" example:"30"`
}

// NationalityView counts the guests of a nationality.
type NationalityView struct {
	Nationality string `json:"nationality" doc:"ISO 3166 alpha-3 code, or as it was noted; empty: not noted" example:"IND"`
	OriginView
}

func (v *OriginView) add(o origin) {
	v.Bookings, v.Guests = v.Bookings+o.bookings, v.Guests+o.guests
	v.GuestNights, v.RoomNights = v.GuestNights+o.guestNights, v.RoomNights+o.roomNights
}

func (n nationalities) view(sc scope.Scope) NationalitiesView {
	v := NationalitiesView{From: n.from, To: n.to, Countries: make([]NationalityView, len(n.list)),
		Definitions: Defined(Definitions, "guests", "guestNights")}
	home, _ := country.NationOf(packs.Of(sc.Country).Name)
	for i, o := range n.list {
		v.Countries[i].Nationality = o.nationality
		v.Countries[i].add(o)
		switch {
		case o.nationality == "":
			v.Unknown.add(o)
		case o.nationality == home.Code:
			v.Domestic.add(o)
		default:
			v.Foreign.add(o)
		}
	}
	return v
}

func (s *Service) httpNationalities(ctx context.Context, sc scope.Scope, in *SpanQuery) (*web.Data[NationalitiesView],
	error) {
	n, err := s.nationalities(ctx, sc, in.From, in.To)
	return web.Reply(n.view(sc), err)
}

func (s *Service) exportNationalities(ctx context.Context, sc scope.Scope, in *SpanQuery) (export.File, error) {
	n, err := s.nationalities(ctx, sc, in.From, in.To)
	t := export.Table{Name: "Guests by nationality", Headings: export.Row("Nationality", "Bookings", "Guests",
		"Guest nights", "Room nights")}
	view := n.view(sc)
	for _, c := range append(view.Countries, NationalityView{"Domestic", view.Domestic},
		NationalityView{"Foreign", view.Foreign}, NationalityView{"Not noted", view.Unknown}) {
		t.Rows = append(t.Rows, export.Row(c.Nationality, c.Bookings, c.Guests, c.GuestNights, c.RoomNights))
	}
	return export.File{Name: export.Name("guests-by-nationality", n.from, n.to), Tables: []export.Table{t}}, err
}

// Divisions are what revenue is divided by.
var Divisions = []string{"department", "tax", "category", "plan", "source", "company", "nationality", "day", "month"}

// DividedOf is the revenue of the days [from, to] by one of Divisions, or, for "", by department, source and company.
func (s *Service) DividedOf(ctx context.Context, sc scope.Scope, from, to date.Date, by string) (export.File, error) {
	if by != "" {
		return s.exportBy(ctx, sc, &ByQuery{by, SpanQuery{from, to}})
	}
	whole := export.File{Name: export.Name("revenue", from, to)}
	for _, by := range []string{"department", "source", "company"} {
		f, err := s.exportBy(ctx, sc, &ByQuery{by, SpanQuery{from, to}})
		if err != nil {
			return whole, err
		}
		whole.Tables = append(whole.Tables, f.Tables...)
	}
	return whole, nil
}

// ProducedOf is what sources have brought on the days [from, to].
func (s *Service) ProducedOf(ctx context.Context, sc scope.Scope, from, to date.Date) (export.File, error) {
	return s.exportProduction(ctx, sc, &productionInput{"source", SpanQuery{from, to}})
}

// ProducedByCompanies is what companies have brought on the days [from, to].
func (s *Service) ProducedByCompanies(ctx context.Context, sc scope.Scope, from, to date.Date) (export.File, error) {
	return s.exportProduction(ctx, sc, &productionInput{"company", SpanQuery{from, to}})
}
