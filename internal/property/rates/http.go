package rates

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/tariff"
	"sarai/internal/record/may"
)

const (
	calendarNote = "Each value says where it comes from: cell (set for the date), derived (from the parent product), " +
		"weekday or default (of the product). A restriction that isn't there is left out, and so is a price that isn't " +
		"there. At most 731 days and 50,000 cells. Every change of the rates raises their version: it is the " +
		"changeId of the last one."
	writeNote = "Each field that is left out stays as it is, null goes back to the default, a value is set; false is " +
		"the default of closed and the like. Everything is written, or nothing. What a product derives can't be written."
	bulkNote = writeNote + " from and to are both included; days are weekdays, all where they are left out. Of changes " +
		"for the same date, the last one wins."
	changesNote = "Those after the change whose id is given as `after`, the oldest first. Who mirrors the rates " +
		"elsewhere asks again with the last changeId. cells is empty for changes of plans, products and the like."
)

// Routes are the endpoints of /api/rates.
func (s *Service) Routes() []web.Route {
	const base = "/api/rates/{orgId}"
	return []web.Route{
		web.Get(base+"/calendar", may.View(may.Rooms), s.httpCalendar, "Show prices and restrictions by date").
			With(calendarNote),
		web.Put(base+"/calendar", may.Manage(may.Rooms), s.httpWriteCalendar, "Set single dates").With(writeNote),
		web.Put(base+"/bulk", may.Manage(may.Rooms), s.httpBulk, "Set many dates of many products").With(bulkNote),
		web.Get(base+"/changes", may.View(may.Rooms), s.httpChanges, "List what has changed").With(changesNote),
	}
}

// PriceView is a price and where it comes from.
type PriceView struct {
	Value  money.Number `json:"value" example:"5000"`
	Source string       `json:"source" enum:"cell,derived,weekday,default"`
}

// NightsView is a number of nights and where it comes from.
type NightsView struct {
	Value  int    `json:"value" example:"2"`
	Source string `json:"source" enum:"cell,derived"`
}

// FlagView is a restriction that is on, and where it comes from.
type FlagView struct {
	Value  bool   `json:"value" example:"true"`
	Source string `json:"source" enum:"cell,derived"`
}

// DayView is what is in force for a product on a date.
type DayView struct {
	Date              date.Date   `json:"date"`
	Price             *PriceView  `json:"price,omitempty"`
	MinStayArrival    *NightsView `json:"minStayArrival,omitempty" doc:"For arrivals on the date"`
	MinStayThrough    *NightsView `json:"minStayThrough,omitempty" doc:"For stays over the night"`
	MaxStay           *NightsView `json:"maxStay,omitempty" doc:"For arrivals on the date"`
	ClosedToArrival   *FlagView   `json:"closedToArrival,omitempty"`
	ClosedToDeparture *FlagView   `json:"closedToDeparture,omitempty"`
	Closed            *FlagView   `json:"closed,omitempty" doc:"No stay over the night"`
}

// ProductDaysView is a product's days.
type ProductDaysView struct {
	ProductID  web.ID    `json:"productId"`
	PlanID     web.ID    `json:"planId"`
	PlanCode   string    `json:"planCode" example:"BAR"`
	CategoryID web.ID    `json:"categoryId"`
	Days       []DayView `json:"days"`
}

// CategoryDayView is what was set for a category on a date.
type CategoryDayView struct {
	Date        date.Date `json:"date"`
	Closed      bool      `json:"closed" doc:"No stay over the night"`
	SellLimit   *int      `json:"sellLimit" nullable:"true" doc:"Rooms that may be sold in all; null: no limit"`
	Overbooking int       `json:"overbooking" doc:"Rooms that may be sold beyond those there are"`
}

// CategoryDaysView is a category's days for which something was set.
type CategoryDaysView struct {
	CategoryID web.ID            `json:"categoryId"`
	Days       []CategoryDayView `json:"days"`
}

// CalendarView is what is in force.
type CalendarView struct {
	From       date.Date          `json:"from"`
	To         date.Date          `json:"to" doc:"Included"`
	Version    int64              `json:"version" doc:"Of the hotel's rates; see If-Match" example:"17"`
	Products   []ProductDaysView  `json:"products"`
	Categories []CategoryDaysView `json:"categories" doc:"Only dates for which something was set"`
}

func dayView(day date.Date, d *tariff.Day, currency string) DayView {
	v := DayView{Date: day, MinStayArrival: nightsView(d.MinStayArrival, d.From.MinStayArrival),
		MinStayThrough:    nightsView(d.MinStayThrough, d.From.MinStayThrough),
		MaxStay:           nightsView(d.MaxStay, d.From.MaxStay),
		ClosedToArrival:   flagView(d.ClosedToArrival, d.From.ClosedToArrival),
		ClosedToDeparture: flagView(d.ClosedToDeparture, d.From.ClosedToDeparture),
		Closed:            flagView(d.Closed, d.From.Closed)}
	if d.Priced {
		v.Price = &PriceView{d.Price.Number(currency), d.From.Price.String()}
	}
	return v
}

func nightsView(nights int, from tariff.Source) *NightsView {
	if from == tariff.None {
		return nil
	}
	return &NightsView{nights, from.String()}
}

func flagView(on bool, from tariff.Source) *FlagView {
	if from == tariff.None {
		return nil
	}
	return &FlagView{on, from.String()}
}

func (c calendar) view(currency string) CalendarView {
	v := CalendarView{From: c.from, To: c.to, Version: c.version, Products: []ProductDaysView{},
		Categories: []CategoryDaysView{}}
	codes := map[string]string{}
	for _, p := range c.Plans {
		codes[p.ID] = p.Code
	}
	for i, p := range c.Products {
		if !c.shows(&p) {
			continue
		}
		days := make([]DayView, len(c.dates))
		for n := range c.dates {
			days[n] = dayView(c.dates[n], &c.days[i][n], currency)
		}
		v.Products = append(v.Products, ProductDaysView{web.ID(p.ID), web.ID(p.PlanID), codes[p.PlanID],
			web.ID(p.CategoryID), days})
	}
	for _, categoryID := range slices.Sorted(maps.Keys(c.Categories)) {
		if c.categoryID == "" || c.categoryID == categoryID {
			days := c.categoryDays(c.Categories[categoryID])
			v.Categories = append(v.Categories, CategoryDaysView{web.ID(categoryID), days})
		}
	}
	return v
}

func (c calendar) categoryDays(ranges tariff.Ranges[tariff.CategoryCell]) []CategoryDayView {
	days := []CategoryDayView{}
	for _, day := range c.dates {
		cell := ranges.On(day)
		if cell == (tariff.CategoryCell{}) {
			continue
		}
		v := CategoryDayView{Date: day, Closed: cell.Closed, Overbooking: cell.Overbooking}
		if cell.Limited {
			v.SellLimit = &cell.SellLimit
		}
		days = append(days, v)
	}
	return days
}

type calendarInput struct {
	From       date.Date `query:"from" doc:"The first date; today by default"`
	To         date.Date `query:"to" doc:"The last date; 30 days later by default"`
	ProductID  web.ID    `query:"productId" maxLength:"100" doc:"Only this product"`
	PlanID     web.ID    `query:"planId" maxLength:"100" doc:"Only products of this rate plan"`
	CategoryID web.ID    `query:"categoryId" maxLength:"100" doc:"Only products of this category"`
}

func (s *Service) httpCalendar(ctx context.Context, sc scope.Scope, in *calendarInput) (
	*web.Data[CalendarView], error) {
	c, err := s.calendar(ctx, sc, asked{from: in.From, to: in.To, productID: in.ProductID.String(),
		planID: in.PlanID.String(), categoryID: in.CategoryID.String()})
	if err != nil {
		return nil, err
	}
	return web.OK(c.view(sc.Currency)), nil
}

// CellBody is what is set for dates of products.
type CellBody struct {
	Price             web.Optional[money.Number] `json:"price,omitzero" minimum:"0" example:"6500"`
	MinStayArrival    web.Optional[int]          `json:"minStayArrival,omitzero" minimum:"1" maximum:"365" example:"2"`
	MinStayThrough    web.Optional[int]          `json:"minStayThrough,omitzero" minimum:"1" maximum:"365" example:"2"`
	MaxStay           web.Optional[int]          `json:"maxStay,omitzero" minimum:"1" maximum:"365" example:"14"`
	ClosedToArrival   web.Optional[bool]         `json:"closedToArrival,omitzero"`
	ClosedToDeparture web.Optional[bool]         `json:"closedToDeparture,omitzero"`
	Closed            web.Optional[bool]         `json:"closed,omitzero"`
}

func (b CellBody) change(place Place, currency string, bad *errs.Fields) CellChange {
	c := CellChange{MinStayArrival: b.MinStayArrival.Pointer(), MinStayThrough: b.MinStayThrough.Pointer(),
		MaxStay: b.MaxStay.Pointer(), ClosedToArrival: b.ClosedToArrival.Pointer(),
		ClosedToDeparture: b.ClosedToDeparture.Pointer(), Closed: b.Closed.Pointer()}
	switch {
	case b.Price.Null:
		c.Price = &Given[money.Amount]{None: true}
	case b.Price.Set:
		price, err := b.Price.Value.NotNegative(currency)
		if err != nil {
			bad.Add(place.field("price"), "%s", err)
		}
		c.Price = &Given[money.Amount]{Value: price}
	}
	return c
}

// CategoryCellBody is what is set for dates of categories.
type CategoryCellBody struct {
	Closed      web.Optional[bool] `json:"closed,omitzero"`
	SellLimit   web.Optional[int]  `json:"sellLimit,omitzero" minimum:"0" maximum:"10000" example:"8"`
	Overbooking web.Optional[int]  `json:"overbooking,omitzero" minimum:"0" maximum:"10000" example:"1"`
}

func (b CategoryCellBody) change(place Place, days Days, categories ...web.ID) CategoryChange {
	c := CategoryChange{Place: place, Days: days, Closed: b.Closed.Pointer(), Overbooking: b.Overbooking.Pointer()}
	for _, categoryID := range categories {
		c.Categories = append(c.Categories, categoryID.String())
	}
	if b.SellLimit.Set {
		c.SellLimit = &Given[int]{Value: b.SellLimit.Value, None: b.SellLimit.Null}
	}
	return c
}

// DatedCellBody is what is set for a date of a product.
type DatedCellBody struct {
	ProductID web.ID    `json:"productId"`
	Date      date.Date `json:"date"`
	CellBody
}

// DatedCategoryBody is what is set for a date of a category.
type DatedCategoryBody struct {
	CategoryID web.ID    `json:"categoryId"`
	Date       date.Date `json:"date"`
	CategoryCellBody
}

type writeCalendarInput struct {
	Body struct {
		Cells      []DatedCellBody     `json:"cells,omitempty" nullable:"false" maxItems:"1000"`
		Categories []DatedCategoryBody `json:"categories,omitempty" nullable:"false" maxItems:"1000"`
	}
}

// WrittenView is what a write did.
type WrittenView struct {
	ChangeID int64 `json:"changeId" doc:"The version of the rates since then" example:"18"`
	Cells    int   `json:"cells" doc:"How many dates of products and categories were named" example:"62"`
}

func (s *Service) httpWriteCalendar(ctx context.Context, sc scope.Scope, in *writeCalendarInput) (
	*web.Data[WrittenView], error) {
	var bad errs.Fields
	var w Write
	for i, cell := range in.Body.Cells {
		place := Place{At: fmt.Sprintf("cells[%d]", i), Single: true}
		w.Changes = append(w.Changes, Change{Place: place, Products: []string{cell.ProductID.String()},
			Days: Days{From: cell.Date, To: cell.Date}, Cell: cell.change(place, sc.Currency, &bad)})
	}
	for i, cell := range in.Body.Categories {
		place := Place{At: fmt.Sprintf("categories[%d]", i), Single: true}
		w.Categories = append(w.Categories, cell.change(place, Days{From: cell.Date, To: cell.Date}, cell.CategoryID))
	}
	if len(w.Changes)+len(w.Categories) == 0 {
		bad.Add("cells", "must have an entry, or categories must")
	}
	return s.reply(ctx, sc, w, bad)
}

func (s *Service) reply(ctx context.Context, sc scope.Scope, w Write, bad errs.Fields) (*web.Data[WrittenView], error) {
	if err := bad.Err(); err != nil {
		return nil, err
	}
	done, err := s.Apply(ctx, sc, w)
	return web.Reply(WrittenView(done), err)
}

// DaysBody is the dates of a change.
type DaysBody struct {
	From date.Date `json:"from"`
	To   date.Date `json:"to" doc:"Included"`
	Days []string  `json:"days,omitempty" nullable:"false" maxItems:"7" enum:"sun,mon,tue,wed,thu,fri,sat" doc:"Weekdays"`
}

func (b DaysBody) days() Days { return Days{b.From, b.To, tariff.WeekdaysOf(b.Days)} }

// ChangeBody is what is set for dates of products.
type ChangeBody struct {
	ProductIDs []web.ID `json:"productIds" nullable:"false" minItems:"1" maxItems:"2000"`
	DaysBody
	CellBody
}

// CategoryChangeBody is what is set for dates of categories.
type CategoryChangeBody struct {
	CategoryIDs []web.ID `json:"categoryIds" nullable:"false" minItems:"1" maxItems:"500"`
	DaysBody
	CategoryCellBody
}

type bulkInput struct {
	Body struct {
		Changes    []ChangeBody         `json:"changes,omitempty" nullable:"false" maxItems:"200"`
		Categories []CategoryChangeBody `json:"categories,omitempty" nullable:"false" maxItems:"200"`
	}
}

func (s *Service) httpBulk(ctx context.Context, sc scope.Scope, in *bulkInput) (*web.Data[WrittenView], error) {
	var bad errs.Fields
	var w Write
	for i, asked := range in.Body.Changes {
		c := Change{Place: Place{At: fmt.Sprintf("changes[%d]", i)}, Days: asked.days()}
		for _, productID := range asked.ProductIDs {
			c.Products = append(c.Products, productID.String())
		}
		c.Cell = asked.change(c.Place, sc.Currency, &bad)
		w.Changes = append(w.Changes, c)
	}
	for i, asked := range in.Body.Categories {
		place := Place{At: fmt.Sprintf("categories[%d]", i)}
		w.Categories = append(w.Categories, asked.change(place, asked.days(), asked.CategoryIDs...))
	}
	if len(w.Changes)+len(w.Categories) == 0 {
		bad.Add("changes", "must have an entry, or categories must")
	}
	return s.reply(ctx, sc, w, bad)
}

// ChangedCellsView is a part of a change.
type ChangedCellsView struct {
	ProductIDs  []string  `json:"productIds"`
	CategoryIDs []string  `json:"categoryIds"`
	From        date.Date `json:"from"`
	To          date.Date `json:"to" doc:"Included"`
}

// ChangeView is one change.
type ChangeView struct {
	ChangeID     int64              `json:"changeId" example:"18"`
	Action       string             `json:"action" example:"rates.updated"`
	ResourceType string             `json:"resourceType" example:"rates"`
	ResourceID   web.ID             `json:"resourceId"`
	Cells        []ChangedCellsView `json:"cells"`
	UserID       string             `json:"userId" example:"665f1c2ab7e4d90012ab34cd"`
	UserName     string             `json:"userName" example:"Asha Rao"`
	CreatedAt    date.Time          `json:"createdAt"`
}

type changesInput struct {
	After string `query:"after" maxLength:"18" pattern:"^[0-9]*$" doc:"A changeId; 0 or none: from the first change on"`
	Limit int    `query:"limit" default:"100" minimum:"1" maximum:"100" doc:"Changes at once"`
}

func (s *Service) httpChanges(ctx context.Context, sc scope.Scope, in *changesInput) (*web.Data[[]ChangeView], error) {
	after, _ := strconv.ParseInt(in.After, 10, 64) // the pattern lets only digits pass, and "" is 0
	list, err := s.changes(ctx, sc, after, in.Limit)
	if err != nil {
		return nil, err
	}
	views := make([]ChangeView, len(list))
	for i, c := range list {
		views[i] = ChangeView{ChangeID: c.Version, Action: c.Action, ResourceType: c.ResourceType,
			ResourceID: web.ID(c.ResourceID), Cells: []ChangedCellsView{}, UserID: c.UserID, UserName: c.UserName,
			CreatedAt: date.Time(c.CreatedAt)}
		if c.Cells == "" {
			continue
		}
		if err := json.Unmarshal([]byte(c.Cells), &views[i].Cells); err != nil {
			return nil, err
		}
	}
	return web.OK(views), nil
}
