package booking

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// DayHead is a closed day in a list.
type DayHead struct {
	Date             date.Date    `json:"date"`
	ClosedAt         web.Time     `json:"closedAt"`
	ClosedBy         string       `json:"closedBy" doc:"System: the job" example:"Meera Nair"`
	RoomsTotal       int          `json:"roomsTotal" doc:"Rooms in use" example:"40"`
	RoomsSold        int          `json:"roomsSold" doc:"Rooms whose night a guest in house, or one who has left since, held; complimentary ones apart" example:"31"`
	Complimentary    int          `json:"complimentary" doc:"Rooms held for nothing" example:"1"`
	Occupancy        float64      `json:"occupancy" doc:"roomsSold / roomsTotal × 100, two decimals" example:"77.5"`
	RoomNightsPosted int          `json:"roomNightsPosted" doc:"Nights of this day on folios" example:"32"`
	RoomNightsAmount money.Number `json:"roomNightsAmount" doc:"What they charge, tax included" example:"155000"`
	RoomNightsTax    money.Number `json:"roomNightsTax" doc:"The tax of it" example:"7380.95"`
	OtherCharges     money.Number `json:"otherCharges" doc:"What else folios charge on this day, tax included" example:"4200"`
	Received         money.Number `json:"received" example:"90000"`
	Refunded         money.Number `json:"refunded" example:"1500"`
	Revenue          money.Number `json:"revenue" doc:"received − refunded" example:"88500"`
}

// DoneView counts what was to happen on a day, and what of it happened.
type DoneView struct {
	Expected int `json:"expected" example:"12"`
	Done     int `json:"done" example:"11"`
}

// BookingShort is a booking in a day's report.
type BookingShort struct {
	BookingID string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code      string    `json:"code" example:"BK-17"`
	GuestName string    `json:"guestName" example:"Asha Rao"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" example:"2026-04-03"`
	Rooms     []string  `json:"rooms" doc:"Room numbers" example:"[\"101\"]"`
}

// MethodView is what moved by one method.
type MethodView struct {
	Method   string       `json:"method" example:"upi"`
	Payments int          `json:"payments" example:"7"`
	Received money.Number `json:"received" example:"42000"`
	Refunds  int          `json:"refunds" example:"0"`
	Refunded money.Number `json:"refunded" example:"0"`
}

// DayReport is the report of a closed day.
type DayReport struct {
	DayHead
	Arrivals          DoneView       `json:"arrivals" doc:"Bookings with check-in on the day, but cancelled ones"`
	Departures        DoneView       `json:"departures" doc:"Bookings with check-out on the day, but cancelled ones"`
	OverdueArrivals   []BookingShort `json:"overdueArrivals" doc:"Expected by the day and not here"`
	OverdueDepartures []BookingShort `json:"overdueDepartures" doc:"Should have left by the day and are still here: extend their stay or check them out"`
	NoShows           []BookingShort `json:"noShows" doc:"Marked when the day was closed"`
	Payments          []MethodView   `json:"payments" doc:"By method, void ones left out; empty for a caller without payments.view"`
}

// CloseBody says which day to close.
type CloseBody struct {
	Date        date.Date `json:"date,omitempty" doc:"Default today; not in the future"`
	MarkNoShows bool      `json:"markNoShows,omitempty" doc:"Cancel, as no-shows, the bookings of guests who were expected by the day and have not come" example:"true"`
}

type closeInput struct{ Body CloseBody }

func (s *Service) close(ctx context.Context, sc scope.Scope, in *closeInput) (*web.Data[DayReport], error) {
	if in.Body.MarkNoShows && !sc.Permissions.Has(may.Bookings, scope.Delete) {
		return nil, errs.Forbidden("You need the permission bookings.delete besides, since marking no-shows cancels bookings.")
	}
	return forCaller(sc)(s.CloseDay(ctx, sc, in.Body.Date, in.Body.MarkNoShows))
}

// forCaller leaves out of a report how guests paid unless the caller may see payments. What the day took in all is no
// secret of theirs: the bookings' overview tells it too.
func forCaller(sc scope.Scope) func(DayReport, error) (*web.Data[DayReport], error) {
	return func(r DayReport, err error) (*web.Data[DayReport], error) {
		if !sc.Permissions.Has(may.Payments, scope.View) {
			r.Payments = []MethodView{}
		}
		return web.Reply(r, err)
	}
}

type dayInput struct {
	Date date.Date `query:"date" doc:"Default the last day that was closed"`
}

func (s *Service) dayReport(ctx context.Context, sc scope.Scope, in *dayInput) (*web.Data[DayReport], error) {
	return forCaller(sc)(s.DayReportOn(ctx, sc, in.Date))
}

type daysInput struct{ web.Paging }

func (s *Service) dayReports(ctx context.Context, sc scope.Scope, in *daysInput) (*web.Page[DayHead, web.Pagination], error) {
	heads, total, err := s.DayReports(ctx, sc, in.Limit, in.Offset())
	return web.PageOf(heads, in.Paging, total), err
}
