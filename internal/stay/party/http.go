package party

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

const (
	listNote = "Room by room, the first guest of each room first. The booking's own guest has the booking's id, and is " +
		"in its first room until somebody says otherwise."
	addNote = "An adult is one of the hotel's guests, or becomes one by the name; a child needs an age alone. warnings " +
		"has more-guests where more are named than the room is booked for."
	updateNote = "Fields that are left out keep their value; null clears a day. Name, telephone and e-mail of the " +
		"booking's own guest are the booking's: see update-guest."
)

// Routes are the endpoints of the guests of a stay.
func (s *Service) Routes() []web.Route {
	const base = "/api/bookings/{orgId}/{bookingId}/guests"
	const one = base + "/{stayGuestId}"
	return []web.Route{
		web.Get(base, may.View(may.Bookings), s.httpGet, "List the guests of a stay").With(listNote),
		web.Create(base, may.Update(may.Bookings), s.httpAdd, "Name a guest of a stay").With(addNote),
		web.Put(one, may.Update(may.Bookings), s.httpUpdate, "Change a guest of a stay").With(updateNote).IfMatch(),
		web.Delete(one, may.Update(may.Bookings), s.httpRemove, "Take a guest off a stay").
			With("The guest's record stays. The booking's own guest can't be taken off it.").IfMatch(),
	}
}

// PersonView is a guest of a stay.
type PersonView struct {
	ID      web.ID     `json:"stayGuestId" doc:"Of the booking's own guest the booking's id"`
	GuestID *web.ID    `json:"guestId" nullable:"true" doc:"The record; null: a child without one"`
	Name    string     `json:"name" doc:"Empty: a child nobody has named" example:"Ravi Rao"`
	Age     *int       `json:"age" nullable:"true" doc:"Of a child, in years; null: an adult" example:"6"`
	Lead    bool       `json:"lead" doc:"The first guest of the room" example:"false"`
	Arrives *date.Date `json:"arrives" nullable:"true" doc:"null: with the room"`
	Departs *date.Date `json:"departs" nullable:"true" doc:"null: with the room" example:"2026-04-03"`
}

// RoomView is a room of a booking with its people.
type RoomView struct {
	booking.RoomShort
	Adults      int          `json:"adults" doc:"That it is booked for" example:"2"`
	Children    int          `json:"children" doc:"That it is booked for" example:"0"`
	ArrivalTime *date.Time   `json:"arrivalTime" nullable:"true" doc:"When its party came; null: it is expected"`
	CheckedOut  bool         `json:"checkedOut" doc:"The room has been left already" example:"false"`
	Guests      []PersonView `json:"guests"`
}

// View is the answer of all endpoints here.
type View struct {
	BookingID string     `json:"bookingId" example:"665f1c2ab7e4d90012ab34cd"`
	Version   int64      `json:"version" doc:"The booking's; see If-Match" example:"3"`
	Rooms     []RoomView `json:"rooms"`
}

func (p Party) view() View {
	v := View{BookingID: p.ID, Version: p.Version, Rooms: []RoomView{}}
	for _, r := range p.Shown() {
		if r.Released == lodging.Moved {
			continue // its people stand in the room that they go on to
		}
		room := RoomView{RoomShort: booking.Short(*r), Adults: r.Adults, Children: r.Children,
			ArrivalTime: booking.TimeOf(r.ArrivedAt), CheckedOut: r.Released == lodging.Left, Guests: []PersonView{}}
		for i, person := range In(p.People, r.EntryID) {
			room.Guests = append(room.Guests, person.view(i == 0))
		}
		v.Rooms = append(v.Rooms, room)
	}
	return v
}

func (p Person) view(lead bool) PersonView {
	v := PersonView{ID: web.ID(p.ID), Name: p.Name, Age: p.Age, Lead: lead, Arrives: dayOf(p.Arrives),
		Departs: dayOf(p.Departs)}
	if p.GuestID != "" {
		v.GuestID = new(web.ID(p.GuestID))
	}
	return v
}

func dayOf(day date.Date) *date.Date {
	if day == "" {
		return nil
	}
	return &day
}

func answer(p Party, err error) (*web.Warned[View], error) {
	if err != nil {
		return nil, err
	}
	return web.Warn(p.view(), p.Warnings), nil
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *booking.Path) (*web.Data[View], error) {
	p, err := s.Get(ctx, sc, in.BookingID.String())
	if err != nil {
		return nil, err
	}
	return web.OK(p.view()), nil
}

type addInput struct {
	booking.Path
	Body struct {
		RoomID  web.ID    `json:"roomId" doc:"The room's id, or the entryId while no room is assigned"`
		GuestID web.ID    `json:"guestId,omitempty" doc:"One of the hotel's guests"`
		Name    string    `json:"name,omitempty" maxLength:"120" doc:"Default that of the guestId" example:"Ravi Rao"`
		Phone   string    `json:"phone,omitempty" maxLength:"24" doc:"Of a new guest" example:"+91 98450 12345"`
		Email   string    `json:"email,omitempty" maxLength:"254" doc:"Of a new guest" example:"ravi@example.com"`
		Age     *int      `json:"age,omitempty" minimum:"0" maximum:"17" doc:"Of a child, in years" example:"6"`
		Arrives date.Date `json:"arrives,omitempty" doc:"Default with the room"`
		Departs date.Date `json:"departs,omitempty" doc:"Default with the room" example:"2026-04-03"`
	}
}

func (s *Service) httpAdd(ctx context.Context, sc scope.Scope, in *addInput) (*web.Warned[View], error) {
	body := in.Body
	return answer(s.Add(ctx, sc, in.BookingID.String(), body.RoomID.String(),
		Person{GuestID: body.GuestID.String(), Name: body.Name, Age: body.Age, Arrives: body.Arrives, Departs: body.Departs},
		Contact{Phone: body.Phone, Email: body.Email}))
}

// PersonPath is the path of one guest of a stay.
type PersonPath struct {
	booking.Path
	StayGuestID web.ID `path:"stayGuestId" doc:"The guest of the stay"`
}

type updateInput struct {
	PersonPath
	Body struct {
		RoomID  web.Change[web.ID]      `json:"roomId,omitzero" doc:"The room's id, or the entryId while none is assigned"`
		Name    web.Change[string]      `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Ravi Rao"`
		Age     web.Optional[int]       `json:"age,omitzero" minimum:"0" maximum:"17" doc:"null: an adult" example:"6"`
		Arrives web.Optional[date.Date] `json:"arrives,omitzero" doc:"null: with the room"`
		Departs web.Optional[date.Date] `json:"departs,omitzero" doc:"null: with the room" example:"2026-04-03"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Warned[View], error) {
	return answer(s.Update(ctx, sc, in.BookingID.String(), in.StayGuestID.String(), func(p *Person) string {
		p.Name, p.Arrives, p.Departs = in.Body.Name.Or(p.Name), in.Body.Arrives.Or(p.Arrives), in.Body.Departs.Or(p.Departs)
		switch {
		case in.Body.Age.Null:
			p.Age = nil
		case in.Body.Age.Set:
			p.Age = &in.Body.Age.Value
		}
		return in.Body.RoomID.Or("").String()
	}))
}

func (s *Service) httpRemove(ctx context.Context, sc scope.Scope, in *PersonPath) (*web.Warned[View], error) {
	return answer(s.Remove(ctx, sc, in.BookingID.String(), in.StayGuestID.String()))
}
