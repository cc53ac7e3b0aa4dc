package sheets

import (
	"context"
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/change"
	"sarai/internal/stay/desk"
	"sarai/internal/stay/lodging"
)

// defaultReason is why a booking was cancelled when the spreadsheet doesn't say.
const defaultReason = "Cancelled from the spreadsheet"

const (
	noteLookUp = " The booking is looked up in the key's organization; with the server-wide key, in all of them."
	noteCreate = "Each room is booked at its own rate, for one adult, and a guest record is made. With an " +
		"organization's own key, the orgId of another one is 404."
	noteUpdate = "Like the bookings' stay: refused when a room is taken on one of the new nights." + noteLookUp
	noteDelete = "A booking without payments, charges or documents is removed; its number is not given again. Any other " +
		"is cancelled." + noteLookUp
	noteBookRoom = "At the room's own rate, for one adult, like the bookings' add-room. A room that is in the booking " +
		"already stays as it is." + noteLookUp
	noteTimeOut = "It stays pending, but none of its links works any more. A used or declined one is 400. With the " +
		"server-wide key, it is looked up in all organizations."
	noteMakeKey = "It is shown once and stored hashed, and reaches this organization alone; the key before it is no " +
		"longer valid. The caller also needs bookings.create, bookings.update, bookings.delete and users.update, because " +
		"the key can do what they allow."
)

// Routes are the endpoints for spreadsheets, and those of the organization's own key.
func (s *Service) Routes() []web.Route {
	const base = "/api/sheets"
	const ownKey = "/api/organization/{orgid}/sheet-key"
	return []web.Route{
		web.Create(base+"/create", may.SheetKey, s.httpCreate, "Book rooms from the spreadsheet").With(noteCreate).
			Costly(),
		web.Put(base+"/update/{bookingId}", may.SheetKey, s.httpUpdate, "Change dates or notes from the spreadsheet").
			With(noteUpdate),
		web.Delete(base+"/delete/{bookingId}", may.SheetKey, s.httpDelete, "Delete a booking from the spreadsheet").
			With(noteDelete),
		web.Put(base+"/{bookingId}/{roomId}/status-booked", may.SheetKey, s.httpBookRoom, "Add a room to a booking").
			With(noteBookRoom),
		web.Patch(base+"/invitations/{invitationId}/timeout", may.SheetKey, s.httpTimeOut, "Time out an invitation").
			With(noteTimeOut),
		web.Post(base+"/{orgId}/{bookingId}/cancel", may.SheetKey, s.httpCancel, "Cancel a booking from the spreadsheet").
			With("Like the bookings' cancel, with nothing required."),
		web.Put(base+"/{orgId}/{bookingId}/cancel", may.SheetKey, s.httpCancel, "Cancel a booking from the spreadsheet").
			With("The same as the POST."),
		web.Get(base+"/{orgId}/rooms", may.SheetKey, s.httpRooms, "List the rooms with their ids, by number").
			With("The spreadsheet needs the ids to book; its people know the numbers."),
		web.Create(ownKey, may.Update(may.Organization), s.httpMakeKey, "Make a sheet key for the organization").
			With(noteMakeKey),
		web.Get(ownKey, may.Update(may.Organization), s.httpKey, "Tell whether there is a sheet key"),
		web.Delete(ownKey, may.Update(may.Organization), s.httpDeleteKey, "End the sheet key"),
	}
}

type createInput struct {
	Body struct {
		OrgID      web.ID    `json:"orgId" minLength:"1" maxLength:"40" doc:"The hotel to book in"`
		GuestName  string    `json:"guestName" minLength:"1" maxLength:"120" example:"Asha Rao"`
		GuestEmail string    `json:"guestEmail,omitempty" maxLength:"254" example:"asha@example.com"`
		GuestPhone string    `json:"guestPhone" minLength:"1" maxLength:"24" example:"+91 98450 12345"`
		CheckIn    date.Date `json:"checkIn"`
		CheckOut   date.Date `json:"checkOut" doc:"The day of departure: its night isn't booked" example:"2026-04-03"`
		RoomIDs    []web.ID  `json:"roomIds" minItems:"1" maxItems:"100"`
		Notes      string    `json:"notes,omitempty" maxLength:"2000" example:"Regular guest"`
	}
}

// CreatedView is the answer to create.
type CreatedView struct {
	ID          web.ID `json:"id"`
	BookingCode string `json:"bookingCode" example:"BK-17"`
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[CreatedView], error) {
	body := in.Body
	sc, err := s.enterNamed(ctx, sc, body.OrgID.String())
	if err != nil {
		return nil, err
	}
	r := booking.Request{GuestName: body.GuestName, GuestEmail: body.GuestEmail, GuestPhone: body.GuestPhone,
		CheckIn: body.CheckIn, CheckOut: body.CheckOut, Details: booking.Details{Notes: body.Notes}}
	for _, room := range body.RoomIDs {
		r.Rooms = append(r.Rooms, booking.RoomRequest{RoomID: room.String(), Adults: 1})
	}
	b, err := s.bookings.Create(ctx, sc, r)
	if bad := (lodging.BadRooms)(nil); errors.As(err, &bad) {
		err = bad.Fields("roomIds[%d]")
	}
	if err != nil {
		return nil, err
	}
	return web.Say(CreatedView{ID: web.ID(b.ID), BookingCode: b.Code}, "Booking "+b.Code+" is made."), nil
}

// BookingPath is the path of the endpoints of one booking.
type BookingPath struct {
	BookingID web.ID `path:"bookingId"`
}

type updateInput struct {
	BookingPath
	Body struct {
		CheckIn  web.Change[date.Date] `json:"checkIn,omitzero"`
		CheckOut web.Change[date.Date] `json:"checkOut,omitzero" example:"2026-04-03"`
		Notes    web.Optional[string]  `json:"notes,omitzero" maxLength:"2000" example:"Regular guest"`
	}
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Message, error) {
	sc, err := s.enterForBooking(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	edit := change.NewStay{CheckIn: in.Body.CheckIn.Value, CheckOut: in.Body.CheckOut.Value,
		Edit: func(d *booking.Details) { d.Notes = in.Body.Notes.Or(d.Notes) }}
	b, err := s.changes.Make(ctx, sc, in.BookingID.String(), edit)
	if err != nil {
		return nil, err
	}
	return web.Done("Booking " + b.Code + " is updated."), nil
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *BookingPath) (*web.Message, error) {
	sc, err := s.enterForBooking(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	removed, err := s.desk.Delete(ctx, sc, in.BookingID.String(), defaultReason)
	if err != nil {
		return nil, err
	}
	if !removed {
		return web.Done("The booking has payments, charges or documents, so it is cancelled instead of deleted."), nil
	}
	return web.Done("The booking is deleted."), nil
}

type bookRoomInput struct {
	BookingPath
	RoomID web.ID `path:"roomId"`
}

func (s *Service) httpBookRoom(ctx context.Context, sc scope.Scope, in *bookRoomInput) (*web.Message, error) {
	sc, err := s.enterForBooking(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	b, err := s.changes.IncludeRoom(ctx, sc, in.BookingID.String(), in.RoomID.String())
	if err != nil {
		return nil, err
	}
	return web.Done("The room is booked for " + b.Code + "."), nil
}

type invitationInput struct {
	InvitationID web.ID `path:"invitationId"`
}

func (s *Service) httpTimeOut(ctx context.Context, sc scope.Scope, in *invitationInput) (*web.Message, error) {
	sc, err := s.enterForInvitation(ctx, sc, in.InvitationID.String())
	if err != nil {
		return nil, err
	}
	if err := s.invitations.TimeOut(ctx, sc, in.InvitationID.String()); err != nil {
		return nil, err
	}
	return web.Done("The invitation has timed out."), nil
}

type cancelInput struct {
	BookingPath
	Body desk.NoShowBody
}

func (s *Service) httpCancel(ctx context.Context, sc scope.Scope, in *cancelInput) (*web.Message, error) {
	c, err := in.Body.Cancellation(sc, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	c.DefaultReason = defaultReason
	b, err := s.desk.Cancel(ctx, sc, in.BookingID.String(), c)
	if err != nil {
		return nil, err
	}
	return web.Done("Booking " + b.Code + " is cancelled."), nil
}

// RoomView is a room that the spreadsheet can book.
type RoomView struct {
	ID           web.ID       `json:"_id"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	RoomType     string       `json:"roomType" doc:"The category's name" example:"Deluxe"`
	RatePerNight money.Number `json:"ratePerNight"`
}

func (s *Service) httpRooms(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]RoomView], error) {
	rooms, err := s.activeRooms(ctx, sc)
	views := make([]RoomView, len(rooms))
	for i, r := range rooms {
		views[i] = RoomView{ID: web.ID(r.ID), RoomNumber: r.Number, RoomType: r.Category,
			RatePerNight: r.Rate.Number(sc.Currency)}
	}
	return web.Reply(views, err)
}

// KeyView is a new key.
type KeyView struct {
	Key       string    `json:"key" doc:"Shown in this answer only" example:"kZJ0rXb1u2T7wq3mYc8sVn4dLh6pRf9aGeKiOtUxBzE"`
	CreatedAt date.Time `json:"createdAt"`
}

func (s *Service) httpMakeKey(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[KeyView], error) {
	key, at, err := s.makeKey(ctx, sc)
	if err != nil {
		return nil, err
	}
	return web.Say(KeyView{Key: key, CreatedAt: date.TimeOf(at)},
		"Copy the key into the spreadsheet now: it is not shown again."), nil
}

// KeyStateView tells about the key without showing it.
type KeyStateView struct {
	Exists     bool       `json:"exists" doc:"Whether there is a key"`
	CreatedAt  *date.Time `json:"createdAt" nullable:"true"`
	LastUsedAt *date.Time `json:"lastUsedAt" nullable:"true" doc:"To the minute"`
}

func (s *Service) httpKey(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[KeyStateView], error) {
	k, err := s.key(ctx, sc)
	if errors.Is(err, errNoKey) {
		return web.OK(KeyStateView{}), nil
	}
	view := KeyStateView{Exists: true, CreatedAt: (*date.Time)(&k.CreatedAt), LastUsedAt: (*date.Time)(k.UsedAt)}
	return web.Reply(view, err)
}

func (s *Service) httpDeleteKey(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Message, error) {
	if err := s.deleteKey(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("The sheet key is no longer valid."), nil
}
