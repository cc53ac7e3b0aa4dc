package nightaudit

import (
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const closeNote = "Posts the night of every guest in house, marks no-shows if told so, and keeps the day's report. " +
	"Open days before it are closed first; the first day that is ever closed is at most 366 days back. " +
	"A closed day answers its report again, unchanged. With markNoShows it also requires bookings.delete."

// Routes are the endpoints of the night audit.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}/night-audit"
	return []web.Route{
		web.Post(base, may.Update(may.Bookings), s.httpClose, "Close a business day").With(closeNote),
		web.Get(base, may.View(may.Bookings), s.httpGet, "Read the report of a closed day"),
		web.Get(base+"/list", may.View(may.Bookings), s.httpList, "List the closed days, newest first"),
	}
}

// HeadView is a closed day in a list.
type HeadView struct {
	Date     date.Date `json:"date"`
	ClosedAt date.Time `json:"closedAt"`
	ClosedBy string    `json:"closedBy" doc:"System: the job" example:"Meera Nair"`
	FiguresView
}

// FiguresView is what a closed day is summed up to.
type FiguresView struct {
	RoomsTotal       int          `json:"roomsTotal" doc:"Rooms in use" example:"40"`
	RoomsSold        int          `json:"roomsSold" doc:"Slept in; complimentary ones apart" example:"31"`
	Complimentary    int          `json:"complimentary" doc:"Slept in for nothing" example:"1"`
	DayUses          int          `json:"dayUses" doc:"Rooms in day use, posted less taken back; no nights" example:"2"`
	Occupancy        float64      `json:"occupancy" doc:"roomsSold / roomsTotal × 100" example:"77.5"`
	RoomNightsPosted int          `json:"roomNightsPosted" doc:"To folios, less those taken back" example:"32"`
	RoomNightsAmount money.Number `json:"roomNightsAmount" doc:"What they charge, tax included" example:"155000"`
	RoomNightsTax    money.Number `json:"roomNightsTax" doc:"The tax of it" example:"7380.95"`
	OtherCharges     money.Number `json:"otherCharges" doc:"Other charges posted, tax included" example:"4200"`
	RoomsRevenue     money.Number `json:"roomsRevenue,omitempty" doc:"As kpis; not in older reports" example:"147619.05"`
	Received         money.Number `json:"received" example:"90000"`
	Refunded         money.Number `json:"refunded" example:"1500"`
	Revenue          money.Number `json:"revenue" doc:"received − refunded" example:"88500"`
}

func headView(h Head) HeadView {
	return HeadView{h.Date, date.TimeOf(h.ClosedAt), h.ClosedBy, FiguresView(h.Figures)}
}

// ProgressView counts what was to happen on a day, and what of it happened.
type ProgressView struct {
	Expected int `json:"expected" example:"12"`
	Done     int `json:"done" example:"11"`
}

// BookingView is a booking in a day's report.
type BookingView struct {
	BookingID string    `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code      string    `json:"code" example:"BK-17"`
	GuestName string    `json:"guestName" example:"Asha Rao"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" example:"2026-04-03"`
	Rooms     []string  `json:"rooms" doc:"Room numbers" example:"[\"101\"]"`
}

// LatePostingView is a line of a folio of a day that was closed before it was posted.
type LatePostingView struct {
	BookingID   string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code        string       `json:"code" example:"BK-17"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	LineID      string       `json:"lineId" example:"665f1c2ab7e4d90012ab34ce"`
	Type        string       `json:"type" enum:"room-night,day-use,service,adjustment,retained" example:"room-night"`
	RoomNumber  string       `json:"roomNumber" example:"101"`
	Description string       `json:"description" example:"Room 101, night of Tue, 14 Apr 2026"`
	Date        date.Date    `json:"date" doc:"The night, or the day of the charge"`
	TotalAmount money.Number `json:"totalAmount" doc:"Below zero: taken back" example:"5000"`
}

// MethodView is what moved by one method.
type MethodView struct {
	Method   ledger.Method `json:"method"`
	Payments int           `json:"payments" example:"7"`
	Received money.Number  `json:"received" example:"42000"`
	Refunds  int           `json:"refunds" example:"0"`
	Refunded money.Number  `json:"refunded" example:"0"`
}

// ReportView is the report of a closed day.
type ReportView struct {
	HeadView
	Arrivals          ProgressView  `json:"arrivals" doc:"Bookings with check-in on the day, except cancelled ones"`
	Departures        ProgressView  `json:"departures" doc:"Bookings with check-out on the day, except cancelled ones"`
	OverdueArrivals   []BookingView `json:"overdueArrivals" doc:"Expected by the day and not here; of a party that has come in part, the rooms still to come"`
	OverdueDepartures []BookingView `json:"overdueDepartures" doc:"Still here: extend their stay or check them out"`
	NoShows           []BookingView `json:"noShows" doc:"Marked when the day was closed"`
	Payments          []MethodView  `json:"payments" doc:"By method, except void ones; empty without payments.view"`

	LatePostings []LatePostingView `json:"latePostings" doc:"Of days closed before; the sums include them"`
}

// CloseBody says which day to close.
type CloseBody struct {
	Date        date.Date `json:"date,omitempty" doc:"Default today; not in the future"`
	MarkNoShows bool      `json:"markNoShows,omitempty" doc:"Cancel bookings of guests who have not come" example:"true"`
}

type closeInput struct{ Body CloseBody }

func (s *Service) httpClose(ctx context.Context, sc scope.Scope, in *closeInput) (*web.Data[ReportView], error) {
	if in.Body.MarkNoShows && !sc.Permissions.Has(may.Bookings, scope.Delete) {
		return nil, errs.Forbidden("You need the permission bookings.delete besides, " +
			"since marking no-shows cancels bookings.")
	}
	report, err := s.Close(ctx, sc, in.Body.Date, in.Body.MarkNoShows)
	return web.Reply(view(sc, report), err)
}

// view leaves out how guests paid unless the caller may see payments. What the day took in all is no secret of theirs:
// the bookings' overview tells it too.
func view(sc scope.Scope, r Report) ReportView {
	v := ReportView{HeadView: headView(r.Head), Arrivals: ProgressView(r.Arrivals), Departures: ProgressView(r.Departures),
		OverdueArrivals: bookingViews(r.OverdueArrivals), OverdueDepartures: bookingViews(r.OverdueDepartures),
		NoShows: bookingViews(r.NoShows), Payments: []MethodView{}, LatePostings: []LatePostingView{}}
	for _, p := range r.LatePostings {
		v.LatePostings = append(v.LatePostings, LatePostingView(p))
	}
	if sc.Permissions.Has(may.Payments, scope.View) {
		for _, m := range r.Payments {
			v.Payments = append(v.Payments, MethodView(m))
		}
	}
	return v
}

func bookingViews(list []Booking) []BookingView {
	views := make([]BookingView, 0, len(list))
	for _, b := range list {
		views = append(views, BookingView(b))
	}
	return views
}

type getInput struct {
	Date date.Date `query:"date" doc:"Default the last day that was closed"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *getInput) (*web.Data[ReportView], error) {
	report, err := s.Get(ctx, sc, in.Date)
	return web.Reply(view(sc, report), err)
}

type listInput struct{ web.Paging }

func (s *Service) httpList(ctx context.Context, sc scope.Scope,
	in *listInput) (*web.Page[HeadView, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(day closedDay) HeadView { return headView(day.Report.Head) }), nil
}
