package extras

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/offer"
)

const (
	listNote = "portions are what the guests have by night, or once for the stay, as the stay is now; what is posted " +
		"stays as it was. toComeAmount is what is still to be posted, with tax; it is no part of balanceDue yet."
	sellNote = "At its present price, for the whole booking. It is charged as its postOn says: when the day of each " +
		"night is closed, at the arrival (of a guest in house at once), or at check-out."
	changeNote = "What is not posted yet follows; what is posted stays, and is corrected on the folio."
	cancelNote = "Nothing more of it is posted; what is posted stays on the folio, where it can be taken back. Again, " +
		"it changes nothing."
	consumeNote = "consumed is how many they have had on the date by now, in all, so that sending it twice counts once."
	dueNote     = "For the kitchen, and whoever else gives it: who has what on the date, and how many they have had. A " +
		"night's service is given on its date, or on the morning after if its nextMorning says so."
)

// Routes are the endpoints of sold services.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}/{bookingId}/services"
	return []web.Route{
		web.Get("/api/services/{orgId}/due", may.View(may.Bookings), s.httpDue, "List what guests have on a day").
			With(dueNote),
		web.Get(base, may.View(may.Bookings), s.httpList, "List a booking's services").With(listNote),
		web.Create(base, may.Update(may.Bookings), s.httpSell, "Sell a service to a booking").With(sellNote),
		web.Put(base+"/{saleId}/update", may.Update(may.Bookings), s.httpChange, "Change a booking's service").
			With(changeNote),
		web.Put(base+"/{saleId}/consumed", may.Update(may.Bookings), s.httpConsume, "Note what guests have had").
			With(consumeNote),
		web.Put(base+"/{saleId}/cancel", may.Update(may.Bookings), s.httpCancel, "Cancel a booking's service").
			With(cancelNote),
	}
}

// PortionView is what a booking has of a service for a night, or once for the stay.
type PortionView struct {
	Night    string    `json:"night" doc:"Empty: once for the stay" example:"2026-04-01"`
	Date     date.Date `json:"date" doc:"The day on which the guests have it" example:"2026-04-02"`
	Quantity int       `json:"quantity" example:"2"`
	Consumed int       `json:"consumed" example:"1"`
	Posted   bool      `json:"posted" doc:"It was charged to the folio" example:"false"`
	Reversed bool      `json:"reversed" doc:"The charge was taken back: quantity is what they have had" example:"false"`
	LineID   string    `json:"lineId" doc:"The folio's line that charges it" example:"665f1c2ab7e4d90012ab34cd"`
}

// View is a service that was sold to a booking.
type View struct {
	ID         web.ID        `json:"saleId"`
	ServiceID  web.ID        `json:"serviceId"`
	Name       string        `json:"name" example:"Breakfast"`
	Department string        `json:"department" example:"Food and beverage"`
	Status     string        `json:"status" enum:"active,cancelled"`
	Per        string        `json:"per" enum:"stay,night,person,personNight,item"`
	PostOn     string        `json:"postOn" enum:"everyNight,arrival,departure"`
	Included   bool          `json:"included" doc:"The price of the nights has it inside" example:"false"`
	Price      money.Number  `json:"price" doc:"Of one; 0 where it is included" example:"450"`
	Inclusive  bool          `json:"priceIncludesTax"`
	Quantity   int           `json:"quantity" doc:"How many times" example:"1"`
	Persons    int           `json:"persons" doc:"0: the party, as it is each night" example:"0"`
	From       string        `json:"from" doc:"The first night; empty: the stay's" example:"2026-04-01"`
	Until      string        `json:"until" doc:"The last night; empty: the stay's" example:""`
	Portions   []PortionView `json:"portions"`
	ToCome     money.Number  `json:"toComeAmount" doc:"Still to be posted, with tax" example:"1890"`
	Reason     string        `json:"cancellationReason" example:""`
	CreatedAt  date.Time     `json:"createdAt"`
}

func view(v Sold, currency string) View {
	shown := View{ID: web.ID(v.ID), ServiceID: web.ID(v.ServiceID), Name: v.Name, Department: v.Department,
		Status: "active", Per: v.Per, PostOn: v.PostOn, Included: v.Included, Price: v.Price.Number(currency),
		Inclusive: v.Inclusive, Quantity: v.Quantity, Persons: v.Persons,
		From: string(v.FromNight), Until: string(v.UntilNight),
		Portions: make([]PortionView, len(v.Portions)), ToCome: v.ToCome.Number(currency), Reason: v.CancelReason,
		CreatedAt: date.Time(v.CreatedAt)}
	if v.CancelledAt != nil {
		shown.Status = "cancelled"
	}
	for i, p := range v.Portions {
		shown.Portions[i] = PortionView{string(p.Night), p.Given, p.Quantity, p.Consumed, p.isPosted(),
			p.Reversed, p.LineID}
	}
	return shown
}

func reply(sc scope.Scope, v Sold, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	return web.OK(view(v, sc.Currency)), nil
}

// ListView is all services of a booking.
type ListView struct {
	Services []View       `json:"services"`
	ToCome   money.Number `json:"toComeAmount" doc:"Of all, still to be posted, with tax" example:"1890"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[ListView], error) {
	list, err := s.list(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	v, sum := ListView{Services: make([]View, len(list))}, money.Amount(0)
	for i, one := range list {
		v.Services[i], sum = view(one, sc.Currency), sum+one.ToCome
	}
	v.ToCome = sum.Number(sc.Currency)
	return web.OK(v), nil
}

type sellInput struct {
	booking.Path
	Body struct {
		offer.AddedBody
		From  date.Date `json:"from,omitempty" doc:"The first night. Default the stay's, or tonight in house"`
		Until date.Date `json:"until,omitempty" doc:"The last night. Default the stay's"`
	}
}

func (s *Service) httpSell(ctx context.Context, sc scope.Scope, in *sellInput) (*web.Data[View], error) {
	b := in.Body
	sold, err := s.Sell(ctx, sc, in.BookingID.String(), Request{From: b.From, Until: b.Until,
		Added: offer.Added{ServiceID: b.ServiceID.String(), Quantity: b.Quantity, Persons: b.Persons}})
	return reply(sc, sold, err)
}

// SalePath is the path parameters of the endpoints of one sale.
type SalePath struct {
	booking.Path
	SaleID web.ID `path:"saleId"`
}

type changeInput struct {
	SalePath
	Body struct {
		Quantity web.Change[int]         `json:"quantity,omitzero" minimum:"1" maximum:"1000" example:"1"`
		Persons  web.Change[int]         `json:"persons,omitzero" minimum:"0" maximum:"1000" doc:"0: the party"`
		From     web.Optional[date.Date] `json:"from,omitzero" doc:"null: the stay's first night"`
		Until    web.Optional[date.Date] `json:"until,omitzero" doc:"null: the stay's last night"`
	}
}

func (s *Service) httpChange(ctx context.Context, sc scope.Scope, in *changeInput) (*web.Data[View], error) {
	b, e := in.Body, Edit{From: in.Body.From.Pointer(), Until: in.Body.Until.Pointer()}
	if b.Quantity.Set {
		e.Quantity = &b.Quantity.Value
	}
	if b.Persons.Set {
		e.Persons = &b.Persons.Value
	}
	sold, err := s.Change(ctx, sc, in.BookingID.String(), in.SaleID.String(), e)
	return reply(sc, sold, err)
}

type consumeInput struct {
	SalePath
	Body struct {
		Date     date.Date `json:"date,omitempty" doc:"Default today"`
		Consumed int       `json:"consumed" minimum:"0" maximum:"1000000" example:"2"`
	}
}

func (s *Service) httpConsume(ctx context.Context, sc scope.Scope, in *consumeInput) (*web.Data[View], error) {
	sold, err := s.Consume(ctx, sc, in.BookingID.String(), in.SaleID.String(), in.Body.Date, in.Body.Consumed)
	return reply(sc, sold, err)
}

type cancelInput struct {
	SalePath
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"200" example:"The guest doesn't want it"`
	}
}

func (s *Service) httpCancel(ctx context.Context, sc scope.Scope, in *cancelInput) (*web.Data[View], error) {
	var fields errs.Fields
	if fields.RequireLine("reason", in.Body.Reason); len(fields) > 0 {
		return nil, fields.Err()
	}
	sold, err := s.Cancel(ctx, sc, in.BookingID.String(), in.SaleID.String(), in.Body.Reason)
	return reply(sc, sold, err)
}

// DueView is what one booking has of a service on the day.
type DueView struct {
	BookingID  web.ID   `json:"bookingId"`
	Code       string   `json:"code" example:"BK-17"`
	GuestName  string   `json:"guestName" example:"Asha Rao"`
	Status     string   `json:"status" enum:"confirmed,checked-in,checked-out"`
	Rooms      []string `json:"rooms" doc:"Numbers, of those that it is for" example:"[\"101\"]"`
	Notes      string   `json:"notes" doc:"The booking's"`
	SaleID     web.ID   `json:"saleId"`
	Name       string   `json:"name" example:"Breakfast"`
	Department string   `json:"department" example:"Food and beverage"`
	Included   bool     `json:"included"`
	Quantity   int      `json:"quantity" example:"2"`
	Consumed   int      `json:"consumed" example:"1"`
}

// DueSum is what all guests have of a service on the day.
type DueSum struct {
	Name       string `json:"name" example:"Breakfast"`
	Department string `json:"department" example:"Food and beverage"`
	Quantity   int    `json:"quantity" example:"20"`
	Consumed   int    `json:"consumed" example:"12"`
}

// DueListView is what guests have on a day.
type DueListView struct {
	Date     date.Date `json:"date"`
	Services []DueSum  `json:"services"`
	Bookings []DueView `json:"bookings" doc:"By service, then by room"`
}

type dueInput struct {
	Date date.Date `query:"date" doc:"Default today"`
}

func (s *Service) httpDue(ctx context.Context, sc scope.Scope, in *dueInput) (*web.Data[DueListView], error) {
	day, list, err := s.due(ctx, sc, in.Date)
	if err != nil {
		return nil, err
	}
	v := DueListView{Date: day, Services: []DueSum{}, Bookings: make([]DueView, len(list))}
	for i, due := range list {
		v.Bookings[i] = due.view()
		at := slices.IndexFunc(v.Services, func(sum DueSum) bool {
			return sum.Name == due.Name && sum.Department == due.Department
		})
		if at < 0 {
			at, v.Services = len(v.Services), append(v.Services, DueSum{Name: due.Name, Department: due.Department})
		}
		v.Services[at].Quantity += due.portion.Quantity
		v.Services[at].Consumed += due.Consumed
	}
	slices.SortFunc(v.Services, func(a, b DueSum) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Department, b.Department))
	})
	slices.SortStableFunc(v.Bookings, func(a, b DueView) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), slices.Compare(a.Rooms, b.Rooms))
	})
	return web.OK(v), nil
}

func (d dueFor) view() DueView {
	v := DueView{BookingID: web.ID(d.BookingID), Code: d.Code, GuestName: d.GuestName, Status: d.visit.Status,
		Rooms: []string{}, Notes: d.Notes, SaleID: web.ID(d.Sale.ID), Name: d.Name, Department: d.Department,
		Included: d.Included, Quantity: d.portion.Quantity, Consumed: d.Consumed}
	for _, r := range d.Rooms.Shown(d.Given) {
		if d.isFor(*r) && r.Assigned() {
			v.Rooms = append(v.Rooms, r.Number)
		}
	}
	return v
}
