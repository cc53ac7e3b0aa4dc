package frontdesk

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/room"
	"sarai/internal/property/tariff"
	"sarai/internal/record/may"
)

const overviewNote = "Arrivals, departures and stayovers count bookings; available and occupied count rooms; " +
	"revenue is payments less refunds on the hotel's own days, and null without payments.view."

const categoriesNote = "For the nights from `from` up to, not including, `to`: at most 366. held counts bookings, " +
	"holds and blocks; free also leaves out rooms whose guests should have left. sellable is what is free, up to what " +
	"sellLimit leaves; nothing of a closed category."

// Routes are the front desk's endpoints.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}"
	return []web.Route{
		web.Get(base+"/overview", may.View(may.Bookings), s.httpOverview, "The front desk's day").With(overviewNote),
		web.Post(base+"/check-availability", may.View(may.Bookings), s.httpCheckAvailability,
			"List the rooms that are free for a stay"),
		web.Get("/api/availability/{orgId}/categories", may.View(may.Bookings), s.httpCategories,
			"Show by room category and night what is free").With(categoriesNote),
		web.Get(base+"/stays", may.View(may.Bookings), s.httpStays, "Show who has which room").With(staysNote),
	}
}

// TodayView counts today's bookings, and the rooms that can still be sold tonight.
type TodayView struct {
	Arrivals   int `json:"arrivals"`
	Departures int `json:"departures"`
	Stayovers  int `json:"stayovers"`
	Available  int `json:"available"`
}

// OccupancyView counts rooms.
type OccupancyView struct {
	Occupied   int     `json:"occupied"`
	Total      int     `json:"total"`
	Percentage float64 `json:"percentage" doc:"occupied / total × 100, two decimals" example:"62.5"`
}

// RevenueView is payments less refunds; null for who may not see payments.
type RevenueView struct {
	Today *money.Number `json:"today" nullable:"true" doc:"null without payments.view"`
	Month *money.Number `json:"month" nullable:"true" doc:"Since the first of the month; null without payments.view"`
}

// OverviewView is the answer of overview.
type OverviewView struct {
	Today     TodayView     `json:"today"`
	Occupancy OccupancyView `json:"occupancy"`
	Revenue   RevenueView   `json:"revenue"`
}

func (s *Service) httpOverview(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[OverviewView], error) {
	o, err := s.Overview(ctx, sc)
	if err != nil {
		return nil, err
	}
	return web.OK(OverviewView{
		Today:     TodayView{Arrivals: o.Arrivals, Departures: o.Departures, Stayovers: o.Stayovers, Available: o.Available},
		Occupancy: OccupancyView{Occupied: o.Occupied, Total: o.Total, Percentage: o.Percentage},
		Revenue:   RevenueView{Today: ShownMoney(sc, o.RevenueToday), Month: ShownMoney(sc, o.RevenueMonth)},
	}), nil
}

// ShownMoney is what the hotel has taken or is owed; nil for who may not see payments.
func ShownMoney(sc scope.Scope, amount money.Amount) *money.Number {
	if !sc.Permissions.Has(may.Payments, scope.View) {
		return nil
	}
	shown := amount.Number(sc.Currency)
	return &shown
}

// FreeRoomView is a room that is free for a stay.
type FreeRoomView struct {
	RoomID       string       `json:"roomId" example:"665f1c2ab7e4d90012ab34cd"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	RoomType     string       `json:"roomType" example:"Deluxe"`
	RatePerNight money.Number `json:"ratePerNight"`
	Status       string       `json:"status" enum:"available" doc:"Free on every night of the stay" example:"available"`
}

// AvailabilityView is the answer of check-availability.
type AvailabilityView struct {
	Available bool           `json:"available" doc:"There is at least one free room"`
	Rooms     []FreeRoomView `json:"rooms" doc:"The free rooms"`
	ByMoving  []string       `json:"roomTypesByMoving,omitempty" doc:"Free in no room all nights" example:"[\"Suite\"]"`
}

// AvailabilityBody asks which rooms are free.
type AvailabilityBody struct {
	CheckIn  date.Date `json:"checkIn"`
	CheckOut date.Date `json:"checkOut" example:"2026-04-03"`
	RoomType string    `json:"roomType,omitempty" maxLength:"120" doc:"A category's name" example:"Deluxe"`
	DayUse   bool      `json:"dayUse,omitempty" doc:"In the daytime of checkIn, which is checkOut then"`
	Booking  web.ID    `json:"bookingId,omitempty" doc:"A room kept for this booking's categories is free for it"`
}

type availabilityInput struct{ Body AvailabilityBody }

func (s *Service) httpCheckAvailability(ctx context.Context, sc scope.Scope,
	in *availabilityInput) (*web.Data[AvailabilityView], error) {
	b := in.Body
	a, err := s.Available(ctx, sc, Wanted{CheckIn: b.CheckIn, CheckOut: b.CheckOut, RoomType: b.RoomType,
		DayUse: b.DayUse, BookingID: string(b.Booking)})
	if err != nil {
		return nil, err
	}
	return web.OK(AvailabilityView{Available: len(a.Rooms) > 0, Rooms: freeViews(a.Rooms, sc.Currency),
		ByMoving: a.ByMoving}), nil
}

func freeViews(free []room.Room, currency string) []FreeRoomView {
	views := []FreeRoomView{}
	for _, r := range free {
		views = append(views, FreeRoomView{
			RoomID: r.ID, RoomNumber: r.Number, RoomType: r.Category, RatePerNight: r.Rate.Number(currency), Status: Available,
		})
	}
	return views
}

// CategoryNightView is how far a category is sold on a night.
type CategoryNightView struct {
	Date        date.Date `json:"date"`
	Rooms       int       `json:"rooms" doc:"In use" example:"8"`
	Held        int       `json:"held" doc:"By bookings, holds and blocks" example:"5"`
	Free        int       `json:"free" example:"3"`
	SellLimit   *int      `json:"sellLimit" nullable:"true" doc:"Rooms that may be sold in all" example:"6"`
	Overbooking int       `json:"overbooking" doc:"Rooms that may be sold beyond those there are"`
	Closed      bool      `json:"closed"`
	Sellable    int       `json:"sellable" doc:"Without overbooking" example:"1"`
}

// CategoryView is a category and its nights.
type CategoryView struct {
	CategoryID web.ID              `json:"categoryId"`
	Name       string              `json:"name" example:"Deluxe"`
	Nights     []CategoryNightView `json:"nights"`
}

type nightsInput struct {
	From date.Date `query:"from" required:"true" doc:"The first night"`
	To   date.Date `query:"to" required:"true" doc:"The day after the last night" example:"2026-04-08"`
}

func (in nightsInput) check() error {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return err
	}
	if nights := in.From.DaysUntil(in.To); nights < 1 || nights > 366 {
		return errs.InvalidField("to", "must be 1 to 366 days after from")
	}
	return nil
}

func (s *Service) httpCategories(ctx context.Context, sc scope.Scope, in *nightsInput) (
	*web.Data[[]CategoryView], error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	list, err := s.Categories(ctx, sc, in.From, in.To)
	if err != nil {
		return nil, err
	}
	views := make([]CategoryView, len(list))
	for i, c := range list {
		views[i] = CategoryView{web.ID(c.ID), c.Name, make([]CategoryNightView, len(c.Nights))}
		for j, n := range c.Nights {
			views[i].Nights[j] = categoryNightView(n)
		}
	}
	return web.OK(views), nil
}

func categoryNightView(n tariff.CategoryNight) CategoryNightView {
	v := CategoryNightView{Date: n.Date, Rooms: n.Rooms, Held: n.Held, Free: n.Free, Overbooking: n.Overbooking,
		Closed: n.Closed, Sellable: n.Sellable()}
	if n.Limited {
		v.SellLimit = &n.SellLimit
	}
	if n.Closed {
		v.Sellable = 0
	}
	return v
}
