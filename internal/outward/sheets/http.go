package sheets

import (
	"context"
	"errors"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
)

// defaultReason is why a booking was cancelled when the spreadsheet doesn't say.
const defaultReason = "Cancelled from the spreadsheet"

// Routes are the endpoints for spreadsheets, and those of the organization's own key.
func (s *Service) Routes() []web.Route {
	const ownKey = "/api/organization/{orgid}/sheet-key"
	const whose = "The booking is looked up in the key's organization; with the server-wide key, in all of them."
	return []web.Route{
		web.Create("/api/sheets/create", may.SheetKey, s.create, "Book rooms from the spreadsheet").
			With("Each room is booked at its own rate, for one adult; a guest record is made. Another orgId than that of an organization's own key is 404."),
		web.Put("/api/sheets/update/{bookingId}", may.SheetKey, s.update, "Change dates or notes from the spreadsheet").
			With("As the bookings' stay: refused when a room is taken on one of the new nights. " + whose),
		web.Delete("/api/sheets/delete/{bookingId}", may.SheetKey, s.delete, "Delete a booking from the spreadsheet").
			With("A booking for which no money was recorded is removed; its number is not given again. Any other is cancelled. " + whose),
		web.Put("/api/sheets/{bookingId}/{roomId}/status-booked", may.SheetKey, s.bookRoom, "Make a room part of a booking").
			With("At the room's own rate, for one adult, as the bookings' add-room. A room that is part of it already stays as it is. " + whose),
		web.Patch("/api/sheets/invitations/{invitationId}/timeout", may.SheetKey, s.timeOut, "End an invitation's time").
			With("It stays pending, and no link of it works any more. A used or declined one is 400. The invitation is looked up as bookings are."),
		web.Post("/api/sheets/{orgId}/{bookingId}/cancel", may.SheetKey, s.cancel, "Cancel a booking from the spreadsheet").
			With("As the bookings' cancel, with nothing required."),
		web.Put("/api/sheets/{orgId}/{bookingId}/cancel", may.SheetKey, s.cancel, "Cancel a booking from the spreadsheet").
			With("The same as the POST."),
		web.Get("/api/sheets/{orgId}/rooms", may.SheetKey, s.listRooms, "List the rooms with their ids, by number").
			With("The spreadsheet needs the ids to book; its people know the numbers."),
		web.Create(ownKey, may.Update(may.Organization), s.postKey, "Make a sheet key of the organization's own").
			With("Shown once and stored hashed; the one before ends. It reaches this organization alone. Asks for bookings.create, bookings.update, bookings.delete and users.update besides, since the key can do what they allow."),
		web.Get(ownKey, may.Update(may.Organization), s.showKey, "Tell whether there is a sheet key"),
		web.Delete(ownKey, may.Update(may.Organization), s.endKey, "End the sheet key"),
	}
}

type createInput struct {
	Body struct {
		OrgID      string    `json:"orgId" minLength:"1" maxLength:"40" doc:"The organization; an own key's, if the key is one" example:"665f1c2ab7e4d90012ab34cd"`
		GuestName  string    `json:"guestName" minLength:"1" maxLength:"120" example:"Asha Rao"`
		GuestEmail string    `json:"guestEmail,omitempty" maxLength:"254" example:"asha@example.com"`
		GuestPhone string    `json:"guestPhone" minLength:"1" maxLength:"24" example:"+91 98450 12345"`
		CheckIn    date.Date `json:"checkIn"`
		CheckOut   date.Date `json:"checkOut" doc:"The day of departure; its night is not part of the stay" example:"2026-04-03"`
		RoomIDs    []string  `json:"roomIds" minItems:"1" maxItems:"100" maxLength:"40" example:"[\"665f1c2ab7e4d90012ab34ce\"]"`
		Notes      string    `json:"notes,omitempty" maxLength:"2000" example:"Regular guest"`
	}
}

// CreatedView is the answer to create.
type CreatedView struct {
	ID          string `json:"id" example:"665f1c2ab7e4d90012ab34cf"`
	BookingCode string `json:"bookingCode" example:"BK-17"`
}

func (s *Service) create(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[CreatedView], error) {
	body := in.Body
	sc, err := s.enterNamed(ctx, sc, body.OrgID)
	if err != nil {
		return nil, err
	}
	r := booking.Request{GuestName: body.GuestName, GuestEmail: body.GuestEmail, GuestPhone: body.GuestPhone,
		CheckIn: body.CheckIn, CheckOut: body.CheckOut, Notes: body.Notes}
	for _, id := range body.RoomIDs {
		r.Rooms = append(r.Rooms, booking.RoomRequest{RoomID: id, Adults: 1})
	}
	b, err := s.bookings.Create(ctx, sc, r)
	if bad := (booking.BadRooms)(nil); errors.As(err, &bad) {
		err = bad.Fields("roomIds[%d]")
	}
	if err != nil {
		return nil, err
	}
	return web.Say(CreatedView{ID: b.BookingID, BookingCode: b.Code}, "Booking "+b.Code+" is made."), nil
}

// BookingPath is the path of the endpoints of one booking.
type BookingPath struct {
	BookingID string `path:"bookingId" example:"665f1c2ab7e4d90012ab34cf"`
}

type updateInput struct {
	BookingPath
	Body struct {
		CheckIn  web.Change[date.Date] `json:"checkIn,omitzero"`
		CheckOut web.Change[date.Date] `json:"checkOut,omitzero" example:"2026-04-03"`
		Notes    web.Optional[string]  `json:"notes,omitzero" maxLength:"2000" example:"Regular guest"`
	}
}

func (s *Service) update(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Message, error) {
	sc, err := s.enterForBooking(ctx, sc, in.BookingID)
	if err != nil {
		return nil, err
	}
	b, err := s.bookings.ChangeStay(ctx, sc, in.BookingID, booking.StayChange{CheckIn: in.Body.CheckIn.Value,
		CheckOut: in.Body.CheckOut.Value, Notes: in.Body.Notes.Pointer()})
	if err != nil {
		return nil, err
	}
	return web.Done("Booking " + b.Code + " is updated."), nil
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, in *BookingPath) (*web.Message, error) {
	sc, err := s.enterForBooking(ctx, sc, in.BookingID)
	if err != nil {
		return nil, err
	}
	removed, err := s.bookings.Delete(ctx, sc, in.BookingID, defaultReason)
	switch {
	case err != nil:
		return nil, err
	case !removed:
		return web.Done("The booking has payments, charges or documents, so it is cancelled instead of deleted."), nil
	}
	return web.Done("The booking is deleted."), nil
}

type bookRoomInput struct {
	BookingPath
	RoomID string `path:"roomId" example:"665f1c2ab7e4d90012ab34ce"`
}

func (s *Service) bookRoom(ctx context.Context, sc scope.Scope, in *bookRoomInput) (*web.Message, error) {
	sc, err := s.enterForBooking(ctx, sc, in.BookingID)
	if err != nil {
		return nil, err
	}
	b, err := s.bookings.IncludeRoom(ctx, sc, in.BookingID, in.RoomID)
	if err != nil {
		return nil, err
	}
	return web.Done("The room is booked for " + b.Code + "."), nil
}

type invitationInput struct {
	InvitationID string `path:"invitationId" example:"665f1c2ab7e4d90012ab34d0"`
}

func (s *Service) timeOut(ctx context.Context, sc scope.Scope, in *invitationInput) (*web.Message, error) {
	sc, err := s.enterForInvitation(ctx, sc, in.InvitationID)
	if err != nil {
		return nil, err
	}
	if err := s.invitations.TimeOut(ctx, sc, in.InvitationID); err != nil {
		return nil, err
	}
	return web.Done("The invitation has timed out."), nil
}

type cancelInput struct {
	BookingPath
	Body booking.NoShowBody
}

func (s *Service) cancel(ctx context.Context, sc scope.Scope, in *cancelInput) (*web.Message, error) {
	c, err := in.Body.Cancellation(sc, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	c.DefaultReason = defaultReason
	b, err := s.bookings.Cancel(ctx, sc, in.BookingID, c)
	if err != nil {
		return nil, err
	}
	return web.Done("Booking " + b.Code + " is cancelled."), nil
}

// RoomView is a room that the spreadsheet can book.
type RoomView struct {
	ID           string       `json:"_id" example:"665f1c2ab7e4d90012ab34ce"`
	RoomNumber   string       `json:"roomNumber" example:"101"`
	RoomType     string       `json:"roomType" doc:"The category's name" example:"Deluxe"`
	RatePerNight money.Number `json:"ratePerNight"`
}

func (s *Service) listRooms(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]RoomView], error) {
	var rooms []room.Room
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		rooms, err = s.rooms.All(tx, sc)
		return err
	})
	views := []RoomView{}
	for _, r := range rooms {
		if r.Active {
			views = append(views, RoomView{ID: r.ID, RoomNumber: r.Number, RoomType: r.Category, RatePerNight: r.Rate.Number(sc.Currency)})
		}
	}
	return web.Reply(views, err)
}

// KeyView is a new key.
type KeyView struct {
	Key       string   `json:"key" doc:"Shown in this answer only" example:"kZJ0rXb1u2T7wq3mYc8sVn4dLh6pRf9aGeKiOtUxBzE"`
	CreatedAt web.Time `json:"createdAt"`
}

func (s *Service) postKey(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[KeyView], error) {
	made, err := s.makeKey(ctx, sc)
	if err != nil {
		return nil, err
	}
	return web.Say(made, "Copy the key into the spreadsheet now: it is not shown again."), nil
}

// KeyStateView tells about the key without showing it.
type KeyStateView struct {
	Exists     bool      `json:"exists" doc:"There is a key"`
	CreatedAt  *web.Time `json:"createdAt" nullable:"true"`
	LastUsedAt *web.Time `json:"lastUsedAt" nullable:"true" doc:"To the minute"`
}

func (s *Service) showKey(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[KeyStateView], error) {
	var state KeyStateView
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		k, err := keyOf(tx, sc)
		if err == nil {
			state = KeyStateView{Exists: true, CreatedAt: (*web.Time)(&k.createdAt), LastUsedAt: (*web.Time)(k.usedAt)}
		}
		return err
	})
	if errors.Is(err, db.ErrNoRows) {
		err = nil
	}
	return web.Reply(state, err)
}

func (s *Service) endKey(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Message, error) {
	if err := s.removeKey(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("The sheet key works no more."), nil
}
