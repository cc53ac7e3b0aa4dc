package minibar

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const postNote = "For phones that may have been without a line: at says when it was taken, and decides whose it is. " +
	"With a key, the phone's own, it is charged once, however often and however late it is sent; the answer is then " +
	"that of the first time. Items are services with minibar: true (GET /api/services/{orgId}/list). If the guest " +
	"has left, it is refused, and the message names the booking to which the desk can post a late charge."

// Routes are the endpoints of minibars.
func (s *Service) Routes() []web.Route {
	const base = "/api/housekeeping/{orgId}/minibar"
	return []web.Route{
		web.Create(base, may.Update(may.Rooms), s.httpPost,
			"Charge what was taken from a room's minibar").With(postNote),
		web.Create(base+"/stock", may.Update(may.Rooms), s.httpStock,
			"Note what was put into a room's minibar, or taken out of it").With(stockNote),
		web.Get(base+"/refills", may.View(may.Rooms), s.httpRefills, "List what minibars are to be refilled with").
			With(refillsNote),
		web.Get(base+"/rooms/{roomId}", may.View(may.Rooms), s.httpRoom, "Show what a room's minibar holds"),
		web.Get(base+"/pars", may.View(may.Rooms), s.httpPlan, "Show what minibars are to hold"),
		web.Put(base+"/pars", may.Manage(may.Rooms), s.httpSetPlan, "Set what minibars are to hold").With(planNote).
			AnyVersion(),
	}
}

// ItemBody is how many of an item were taken.
type ItemBody struct {
	ServiceID web.ID `json:"serviceId"`
	Count     int    `json:"count" minimum:"1" maximum:"100" example:"2"`
}

type postInput struct {
	Body struct {
		Key    string     `json:"key,omitempty" minLength:"8" maxLength:"100" doc:"The phone's" example:"7f3a-0001"`
		RoomID web.ID     `json:"roomId"`
		Items  []ItemBody `json:"items" minItems:"1" maxItems:"50"`
		At     *date.Time `json:"at,omitempty" doc:"When it was taken; default now. 30 days ago at most"`
	}
}

// LineView is what was charged of an item.
type LineView struct {
	ServiceID web.ID       `json:"serviceId"`
	SaleID    web.ID       `json:"saleId" doc:"The booking's service"`
	LineID    string       `json:"lineId" doc:"The folio's line" example:"665f1c2ab7e4d90012ab34cd"`
	Name      string       `json:"name" example:"Cola"`
	Count     int          `json:"count" example:"2"`
	Price     money.Number `json:"price" doc:"Of one" example:"100"`
}

// View is what was charged.
type View struct {
	Key        string       `json:"key" doc:"The phone's, or one that was made for it" example:"7f3a-0001"`
	RoomID     web.ID       `json:"roomId"`
	RoomNumber string       `json:"roomNumber" example:"101"`
	BookingID  web.ID       `json:"bookingId"`
	Code       string       `json:"bookingCode" example:"BK-42"`
	Date       date.Date    `json:"date" doc:"The business day"`
	Items      []LineView   `json:"items"`
	Total      money.Number `json:"totalAmount" doc:"With tax" example:"236"`
}

func (s *Service) httpPost(ctx context.Context, sc scope.Scope, in *postInput) (*web.Data[View], error) {
	r := Request{Key: in.Body.Key, RoomID: in.Body.RoomID.String(), At: (*int64)(in.Body.At)}
	for _, item := range in.Body.Items {
		r.Items = append(r.Items, Item{item.ServiceID.String(), item.Count})
	}
	p, err := s.Post(ctx, sc, r)
	if err != nil {
		return nil, err
	}
	v := View{Key: p.Key, RoomID: web.ID(p.RoomID), RoomNumber: p.RoomNumber, BookingID: web.ID(p.BookingID),
		Code: p.Code, Date: p.Date, Items: make([]LineView, len(p.Lines)), Total: p.Total.Number(sc.Currency)}
	for i, l := range p.Lines {
		v.Items[i] = LineView{web.ID(l.ServiceID), web.ID(l.SaleID), l.LineID, l.Name, l.Count,
			l.Price.Number(sc.Currency)}
	}
	return web.OK(v), nil
}
