package waitlist

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "For rooms of a category, or of any. As soon as they can be had, the entry is open, and members are " +
		"told. It holds no room. Who came first comes first: one room that becomes free opens one entry."
	listNote   = "Who came first is first. live are those that are waiting or open."
	updateNote = "Fields that are left out keep their value; null clears. An entry that asks for other rooms than " +
		"before waits anew, and keeps its place."
	cancelNote = "Its record stays."
)

// Routes are the endpoints of /api/waitlist.
func (s *Service) Routes() []web.Route {
	const base = "/api/waitlist/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Bookings), s.httpCreate, "Put a guest on the waitlist").
			With(createNote),
		web.Get(base+"/list", may.View(may.Bookings), s.httpList, "List the waitlist").With(listNote),
		web.Get(base+"/{waitlistId}", may.View(may.Bookings), s.httpGet, "Show an entry of the waitlist"),
		web.Put(base+"/{waitlistId}/update", may.Update(may.Bookings), s.httpUpdate, "Change an entry of the waitlist").
			With(updateNote),
		web.Put(base+"/{waitlistId}/cancel", may.Update(may.Bookings), s.httpCancel, "Take a guest off the waitlist").
			With(cancelNote),
	}
}

// View is an entry of the waitlist.
type View struct {
	ID         string     `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Status     string     `json:"status" enum:"waiting,open,booked,cancelled,past" doc:"open: rooms can be had now"`
	GuestID    *web.ID    `json:"guestId" nullable:"true" doc:"null: the guest has no record yet"`
	GuestName  string     `json:"guestName" example:"Asha Rao"`
	GuestPhone string     `json:"guestPhone" example:"+91 98450 12345"`
	GuestEmail string     `json:"guestEmail" example:"asha@example.com"`
	CheckIn    date.Date  `json:"checkIn"`
	CheckOut   date.Date  `json:"checkOut" example:"2026-04-03"`
	CategoryID *web.ID    `json:"categoryId" nullable:"true" doc:"null: any"`
	RoomType   string     `json:"roomType" doc:"The category's name; empty: any" example:"Deluxe"`
	Rooms      int        `json:"rooms" example:"1"`
	Adults     int        `json:"adults" doc:"In all rooms together" example:"2"`
	Children   int        `json:"children" doc:"In all rooms together" example:"0"`
	Notes      string     `json:"notes" example:"Would take a twin room"`
	OpenedAt   *date.Time `json:"openedAt" nullable:"true" doc:"Since when its rooms can be had"`
	BookingID  *web.ID    `json:"bookingId" nullable:"true" doc:"What it has become"`
	CreatedBy  string     `json:"createdBy" example:"665f1c2ab7e4d90012ab34cd"`
	Org        string     `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt  date.Time  `json:"createdAt"`
	UpdatedAt  date.Time  `json:"updatedAt"`
	Version    int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (e Entry) view(sc scope.Scope) View {
	return View{ID: e.ID, Status: e.Status, GuestID: known(e.GuestID), GuestName: e.GuestName, GuestPhone: e.GuestPhone,
		GuestEmail: e.GuestEmail, CheckIn: e.CheckIn, CheckOut: e.CheckOut, CategoryID: known(e.CategoryID),
		RoomType: e.Category, Rooms: e.Rooms, Adults: e.Adults, Children: e.Children, Notes: e.Notes,
		OpenedAt: (*date.Time)(e.OpenedAt), BookingID: known(e.BookingID), CreatedBy: e.CreatedBy, Org: sc.Org,
		CreatedAt: date.Time(e.CreatedAt), UpdatedAt: date.Time(e.UpdatedAt), Version: e.Version}
}

func known(id string) *web.ID {
	if id == "" {
		return nil
	}
	return new(web.ID(id))
}

func reply(sc scope.Scope, e Entry, err error) (*web.Data[View], error) {
	return web.Reply(e.view(sc), err)
}

// DetailsBody is what may be left out of an entry.
type DetailsBody struct {
	GuestID    web.Optional[web.ID] `json:"guestId,omitzero" doc:"The guest's record, if there is one"`
	GuestPhone web.Optional[string] `json:"guestPhone,omitzero" maxLength:"24" example:"+91 98450 12345"`
	GuestEmail web.Optional[string] `json:"guestEmail,omitzero" maxLength:"254" example:"asha@example.com"`
	CategoryID web.Optional[web.ID] `json:"categoryId,omitzero" doc:"Left out: any category"`
	Rooms      web.Change[int]      `json:"rooms,omitzero" minimum:"1" maximum:"100" doc:"Default 1" example:"1"`
	Adults     web.Change[int]      `json:"adults,omitzero" minimum:"1" maximum:"1000" doc:"Default 1" example:"2"`
	Children   web.Change[int]      `json:"children,omitzero" minimum:"0" maximum:"1000" example:"0"`
	Notes      web.Optional[string] `json:"notes,omitzero" maxLength:"2000" example:"Would take a twin room"`
}

func (b DetailsBody) apply(e *Entry) {
	e.GuestID, e.CategoryID = idOr(b.GuestID, e.GuestID), idOr(b.CategoryID, e.CategoryID)
	e.GuestPhone, e.GuestEmail = b.GuestPhone.Or(e.GuestPhone), b.GuestEmail.Or(e.GuestEmail)
	e.Rooms, e.Adults, e.Children = b.Rooms.Or(e.Rooms), b.Adults.Or(e.Adults), b.Children.Or(e.Children)
	e.Notes = b.Notes.Or(e.Notes)
}

func idOr(asked web.Optional[web.ID], old string) string { return asked.Or(web.ID(old)).String() }

// CreateBody puts a guest on the waitlist.
type CreateBody struct {
	GuestName string    `json:"guestName" minLength:"1" maxLength:"120" example:"Asha Rao"`
	CheckIn   date.Date `json:"checkIn"`
	CheckOut  date.Date `json:"checkOut" doc:"The day of departure, without its night" example:"2026-04-03"`
	DetailsBody
}

type createInput struct{ Body CreateBody }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	e := Entry{GuestName: in.Body.GuestName, CheckIn: in.Body.CheckIn, CheckOut: in.Body.CheckOut, Rooms: 1, Adults: 1}
	in.Body.apply(&e)
	made, err := s.Create(ctx, sc, e)
	return reply(sc, made, err)
}

type listInput struct {
	web.Paging
	Status string    `query:"status" enum:"live,waiting,open,booked,cancelled,past"`
	From   date.Date `query:"from" doc:"Who would arrive on or after"`
	To     date.Date `query:"to" doc:"Who would arrive on or before"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(e Entry) View { return e.view(sc) }), nil
}

type entryInput struct {
	WaitlistID web.ID `path:"waitlistId" doc:"The entry's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *entryInput) (*web.Data[View], error) {
	e, err := s.get(ctx, sc, in.WaitlistID.String())
	return reply(sc, e, err)
}

type updateInput struct {
	WaitlistID web.ID `path:"waitlistId" doc:"The entry's id"`
	Body       struct {
		GuestName web.Change[string]    `json:"guestName,omitzero" minLength:"1" maxLength:"120" example:"Asha Rao"`
		CheckIn   web.Change[date.Date] `json:"checkIn,omitzero"`
		CheckOut  web.Change[date.Date] `json:"checkOut,omitzero" example:"2026-04-03"`
		DetailsBody
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	e, err := s.update(ctx, sc, in.WaitlistID.String(), func(e *Entry) {
		e.GuestName = in.Body.GuestName.Or(e.GuestName)
		e.CheckIn, e.CheckOut = in.Body.CheckIn.Or(e.CheckIn), in.Body.CheckOut.Or(e.CheckOut)
		in.Body.apply(e)
	})
	return reply(sc, e, err)
}

func (s *Service) httpCancel(ctx context.Context, sc scope.Scope, in *entryInput) (*web.Data[View], error) {
	e, err := s.cancel(ctx, sc, in.WaitlistID.String())
	return reply(sc, e, err)
}
