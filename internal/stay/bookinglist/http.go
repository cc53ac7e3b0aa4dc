package bookinglist

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/precheck"
)

// Routes are the endpoints that list bookings.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/bookings/{orgId}/list", may.View(may.Bookings), s.httpList, "List bookings, newest first").Kept(),
		web.Get("/api/guests/{orgId}/{guestId}/stays", may.View(may.Guests), s.httpStays,
			"List a guest's stays, newest first"),
		web.Get("/api/guests/{orgId}/{guestId}/history", may.View(may.Guests), s.httpHistory,
			"Show what a guest's bookings come to").Kept(),
	}
}

// ListedView is a booking as the list shows it.
type ListedView struct {
	BookingID   string       `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Code        string       `json:"code" example:"BK-17"`
	GuestName   string       `json:"guestName" example:"Asha Rao"`
	CheckIn     date.Date    `json:"checkIn"`
	CheckOut    date.Date    `json:"checkOut" example:"2026-04-03"`
	Status      string       `json:"status" enum:"confirmed,checked-in,checked-out,cancelled" example:"confirmed"`
	Rooms       []string     `json:"rooms" doc:"Room numbers" example:"[\"101\"]"`
	TotalAmount money.Number `json:"totalAmount" example:"10001"`
	Version     int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`

	OnlineCheckin string `json:"onlineCheckin,omitempty" enum:"started,complete,verified" doc:"Left out: not begun"`
}

type listInput struct {
	web.Paging
	Status string    `query:"status" enum:"confirmed,checked-in,checked-out,cancelled"`
	From   date.Date `query:"from" doc:"Check-in on or after"`
	To     date.Date `query:"to" doc:"Check-in on or before"`
	Search string    `query:"search" maxLength:"120" doc:"Part of the guest's name, the code or the phone number"`

	CheckOutFrom date.Date `query:"checkOutFrom" doc:"Check-out on or after"`
	CheckOutTo   date.Date `query:"checkOutTo" doc:"Check-out on or before"`
	StayFrom     date.Date `query:"stayFrom" doc:"With a night on or after"`
	StayTo       date.Date `query:"stayTo" doc:"With a night on or before; with stayFrom: stays that overlap"`
	UpdatedSince string    `query:"updatedSince" maxLength:"40" doc:"Changed at or after this instant (ISO 8601)"`
	Source       string    `query:"source" enum:"walk-in,phone,online,ota"`
	Channel      string    `query:"channel" maxLength:"60" doc:"The system that they came by"`
	ExternalRef  string    `query:"externalReference" maxLength:"100" doc:"The reference there, as a whole"`
	RoomID       web.ID    `query:"roomId" maxLength:"100" doc:"With this room"`
	CreatedBy    web.ID    `query:"createdBy" maxLength:"100" doc:"Made by this user"`
	CompanyID    web.ID    `query:"companyId" maxLength:"100" doc:"For this company"`
	GroupID      web.ID    `query:"groupId" maxLength:"100" doc:"Of this group"`
	InHouse      string    `query:"inHouse" enum:"true" doc:"Only guests who are in the house"`
	BalanceOwed  string    `query:"balanceOwed" enum:"true" doc:"Only bookings that owe something"`
	InPart       string    `query:"inPart" enum:"true" doc:"Only parties of which some have come, and some are expected"`
	Overbooked   string    `query:"overbooked" enum:"true" doc:"Only bookings that no room is free for"`
	Sort         string    `query:"sort" enum:"newest,oldest,updated,checkIn,-checkIn,checkOut,-checkOut" default:"newest"`
	Fields       string    `query:"fields" enum:"summary,full" default:"summary" doc:"full: as the booking's own read"`
}

// filter reads the query, and names what is wrong with it.
func (in *listInput) read() (filter, error) {
	f := filter{Status: in.Status, Search: in.Search, From: in.From, To: in.To, Source: in.Source,
		Channel: in.Channel, ExternalRef: in.ExternalRef, RoomID: in.RoomID.String(), CreatedBy: in.CreatedBy.String(),
		CompanyID:    in.CompanyID.String(),
		GroupID:      in.GroupID.String(),
		CheckOutFrom: in.CheckOutFrom, CheckOutTo: in.CheckOutTo, StayFrom: in.StayFrom, StayTo: in.StayTo,
		InHouse: in.InHouse != "", BalanceOwed: in.BalanceOwed != "", InPart: in.InPart != "",
		Overbooked: in.Overbooked != "", Sort: in.Sort}
	if err := date.CheckDays(in.From, in.To); err != nil {
		return f, err
	}
	var bad errs.Fields
	for _, day := range []struct {
		name  string
		value date.Date
	}{{"checkOutFrom", in.CheckOutFrom}, {"checkOutTo", in.CheckOutTo}, {"stayFrom", in.StayFrom}, {"stayTo", in.StayTo}} {
		if _, err := date.Parse(string(day.value)); day.value != "" && err != nil {
			bad.Add(day.name, "%s", err)
		}
	}
	if in.CheckOutTo != "" && in.CheckOutFrom > in.CheckOutTo {
		bad.Add("checkOutTo", "must not be before checkOutFrom")
	}
	if in.StayTo != "" && in.StayFrom > in.StayTo {
		bad.Add("stayTo", "must not be before stayFrom")
	}
	if in.UpdatedSince != "" {
		since, err := date.ParseTime(in.UpdatedSince)
		if f.UpdatedSince = int64(since); err != nil {
			bad.Add("updatedSince", "%s", err)
		}
	}
	return f, bad.Err()
}

// ListEntry is a booking in a list: in short or, with fields=full, whole.
type ListEntry = web.Either[ListedView, booking.View]

func (s *Service) httpList(ctx context.Context, sc scope.Scope,
	in *listInput) (*web.Page[ListEntry, web.Pagination], error) {
	f, err := in.read()
	if err != nil {
		return nil, err
	}
	return s.page(ctx, sc, f, in.Fields == "full", in.Paging)
}

func (s *Service) page(ctx context.Context, sc scope.Scope, f filter, whole bool,
	paging web.Paging) (*web.Page[ListEntry, web.Pagination], error) {
	found, err := s.list(ctx, sc, f, whole, paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(e entry) ListEntry { return e.view(sc) }), nil
}

func (e entry) view(sc scope.Scope) ListEntry {
	if e.whole != nil {
		shown := booking.ViewOf(e.whole, sc)
		return ListEntry{Second: &shown}
	}
	b := e.listed
	shown := ListedView{BookingID: b.ID, Code: b.Code, GuestName: b.GuestName, CheckIn: b.CheckIn,
		CheckOut: b.CheckOut, Status: b.Status, Rooms: b.Rooms, TotalAmount: b.Total.Number(sc.Currency),
		Version: b.Version}
	if e.checkin != precheck.None {
		shown.OnlineCheckin = e.checkin
	}
	return ListEntry{First: shown}
}

type staysInput struct {
	web.Paging
	GuestID web.ID `path:"guestId"`
}

func (s *Service) httpStays(ctx context.Context, sc scope.Scope,
	in *staysInput) (*web.Page[ListEntry, web.Pagination], error) {
	return s.page(ctx, sc, filter{GuestID: in.GuestID.String()}, false, in.Paging)
}

// HistoryView is what a guest's bookings come to. Days are empty where there is no such stay.
type HistoryView struct {
	Bookings  int          `json:"bookings" example:"6"`
	Stays     int          `json:"stays" doc:"That have begun" example:"4"`
	Nights    int          `json:"nights" doc:"Of these stays until today; several rooms count once" example:"9"`
	Revenue   money.Number `json:"revenue" doc:"Payments received less refunds" example:"48000"`
	NoShows   int          `json:"noShows" example:"1"`
	Cancelled int          `json:"cancelled" doc:"Without the no-shows" example:"1"`
	FirstStay string       `json:"firstStay" doc:"Its check-in" example:"2024-11-02"`
	LastStay  string       `json:"lastStay" doc:"The check-in of the last stay that has begun" example:"2026-02-11"`
	NextStay  string       `json:"nextStay" doc:"The check-in of the next one" example:"2026-08-01"`
}

func (s *Service) httpHistory(ctx context.Context, sc scope.Scope,
	in *guest.GuestPath) (*web.Data[HistoryView], error) {
	h, err := s.history(ctx, sc, in.GuestID.String())
	return web.Reply(HistoryView{h.Bookings, h.Stays, h.Nights, h.Revenue.Number(sc.Currency), h.NoShows, h.Cancelled,
		string(h.FirstStay), string(h.LastStay), string(h.NextStay)}, err)
}
