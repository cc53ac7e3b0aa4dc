package minibar

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/room"
	"sarai/internal/stay/housekeeping"
)

const (
	planNote = "Replaces what is set for the category, or for the room: exactly one of categoryId and roomId is given. " +
		"What is set for a room goes before its category's, item by item; 0 is none in this room. Without items nothing " +
		"is set any more."
	refillsNote = "The rooms in use that hold less of something than they are to, in the order of their numbers, and " +
		"what to load for all of them. A minibar of which nothing was told is empty."
	stockNote = "For phones that may have been without a line, as a posting: with a key it is written down once. " +
		"refilled puts items in; spoiled takes out what expired, broke or is gone, and needs a reason; counted sets " +
		"what is there; returned puts back what was charged by mistake (saleId), and no more of it than was taken. " +
		"It changes no folio: the charge is reversed there, and an item that the guest has had stays out. A count " +
		"holds until something is moved after it, in the order of at."
)

// HeldView is an item of a room's minibar.
type HeldView struct {
	ServiceID web.ID `json:"serviceId"`
	Name      string `json:"name" example:"Cola"`
	Par       int    `json:"par" doc:"How many are to be there" example:"2"`
	OnHand    int    `json:"onHand" doc:"How many are there" example:"1"`
	Refill    int    `json:"refill" doc:"How many are missing" example:"1"`
}

func heldViews(list []Held) []HeldView {
	views := make([]HeldView, len(list))
	for i, h := range list {
		views[i] = HeldView{web.ID(h.ServiceID), h.Name, h.Par, h.OnHand, h.Refill()}
	}
	return views
}

// ParBody is how many of an item are to be there.
type ParBody struct {
	ServiceID web.ID `json:"serviceId"`
	Par       int    `json:"par" minimum:"0" maximum:"100" example:"2"`
}

type planInput struct {
	Body struct {
		CategoryID web.ID    `json:"categoryId,omitempty" doc:"For all its rooms"`
		RoomID     web.ID    `json:"roomId,omitempty" doc:"For one that differs from its category"`
		Items      []ParBody `json:"items" maxItems:"100"`
	}
}

// ParView is how many of an item are to be there.
type ParView struct {
	ServiceID web.ID `json:"serviceId"`
	Name      string `json:"name" example:"Cola"`
	Par       int    `json:"par" example:"2"`
}

// PlanView is what the minibars of a category's rooms, or of one room, are to hold.
type PlanView struct {
	CategoryID web.ID    `json:"categoryId,omitempty" doc:"Left out: it is for one room"`
	RoomID     web.ID    `json:"roomId,omitempty" doc:"Left out: it is for a category"`
	Name       string    `json:"name" doc:"The category's, or the room's number" example:"Deluxe"`
	Items      []ParView `json:"items"`
}

func replyPlan(places []Place, err error) (*web.Data[[]PlanView], error) {
	views := make([]PlanView, len(places))
	for i, p := range places {
		views[i] = PlanView{CategoryID: web.ID(p.ID), Name: p.Name, Items: make([]ParView, len(p.Items))}
		if p.IsRoom {
			views[i].CategoryID, views[i].RoomID = "", web.ID(p.ID)
		}
		for j, h := range p.Items {
			views[i].Items[j] = ParView{web.ID(h.ServiceID), h.Name, h.Par}
		}
	}
	return web.Reply(views, err)
}

func (s *Service) httpPlan(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]PlanView], error) {
	return replyPlan(s.Plan(ctx, sc))
}

func (s *Service) httpSetPlan(ctx context.Context, sc scope.Scope, in *planInput) (*web.Data[[]PlanView], error) {
	b := in.Body
	if (b.CategoryID == "") == (b.RoomID == "") {
		var bad errs.Fields
		bad.Add("categoryId", "must be given unless roomId is, and not beside it")
		bad.Add("roomId", "must be given unless categoryId is, and not beside it")
		return nil, bad.Err()
	}
	list, counts := make([]Par, len(b.Items)), make([]Item, len(b.Items))
	for i, item := range b.Items {
		list[i] = Par{ServiceID: item.ServiceID.String(), Par: item.Par}
		counts[i] = Item{item.ServiceID.String(), item.Par}
	}
	var bad errs.Fields
	if checkItems(&bad, counts); len(bad) > 0 {
		return nil, bad.Err()
	}
	return replyPlan(s.SetPlan(ctx, sc, b.CategoryID.String()+b.RoomID.String(), b.RoomID != "", list))
}

type refillsInput struct {
	Assignee web.ID `query:"assignee" maxLength:"100" doc:"me, none, or a user's id"`
	Floor    string `query:"floor" maxLength:"20" doc:"Only rooms on this floor"`
}

// RoomRefillView is what is to be put into a room's minibar.
type RoomRefillView struct {
	RoomID     web.ID                     `json:"roomId"`
	RoomNumber string                     `json:"roomNumber" example:"101"`
	Floor      string                     `json:"floor" example:"1"`
	Category   room.CategoryName          `json:"category"`
	Occupancy  string                     `json:"occupancy" enum:"vacant,arrival,occupied,stayover,due-out,out-of-order"`
	Assignee   *housekeeping.AssigneeView `json:"assignee,omitempty" doc:"Who cleans the room; left out: nobody"`
	Items      []HeldView                 `json:"items" doc:"What is missing"`
}

// LoadView is how many of an item the rooms need together.
type LoadView struct {
	ServiceID web.ID `json:"serviceId"`
	Name      string `json:"name" example:"Cola"`
	Count     int    `json:"count" example:"12"`
}

// RefillsView is what is to be refilled on a day.
type RefillsView struct {
	Date  date.Date        `json:"date"`
	Rooms []RoomRefillView `json:"rooms"`
	Load  []LoadView       `json:"load" doc:"What all of these rooms need"`
}

func (s *Service) httpRefills(ctx context.Context, sc scope.Scope, in *refillsInput) (*web.Data[RefillsView], error) {
	r, err := s.Refills(ctx, sc, housekeeping.Filter{Floor: in.Floor, Assignee: in.Assignee.String()})
	v := RefillsView{Date: r.Date, Rooms: make([]RoomRefillView, len(r.Rooms)), Load: make([]LoadView, len(r.Load))}
	for i, one := range r.Rooms {
		v.Rooms[i] = RoomRefillView{RoomID: web.ID(one.ID), RoomNumber: one.Number, Floor: one.Floor,
			Category: room.CategoryName{ID: web.ID(one.CategoryID), Name: one.Category}, Occupancy: one.Occupancy,
			Items: heldViews(one.Items)}
		if one.Assignee != nil {
			v.Rooms[i].Assignee = &housekeeping.AssigneeView{ID: web.ID(one.Assignee.ID), Name: one.Assignee.Name}
		}
	}
	for i, h := range r.Load {
		v.Load[i] = LoadView{web.ID(h.ServiceID), h.Name, h.Par}
	}
	return web.Reply(v, err)
}

// MoveView is what was put into a minibar or taken out of it.
type MoveView struct {
	ID        web.ID    `json:"_id"`
	ServiceID web.ID    `json:"serviceId"`
	Name      string    `json:"name" doc:"Empty: it is no item any more" example:"Cola"`
	Kind      string    `json:"kind" enum:"taken,refilled,spoiled,returned,counted"`
	Amount    int       `json:"amount" doc:"Below zero: taken out. Of a count, what was there" example:"-1"`
	Reason    string    `json:"reason" example:"Expired"`
	SaleID    web.ID    `json:"saleId,omitempty" doc:"The booking's service that was charged for it"`
	At        date.Time `json:"at"`
	By        string    `json:"by" doc:"Who has done it" example:"Kamla Meghwal"`
}

// InRoomView is a room's minibar.
type InRoomView struct {
	RoomID     web.ID     `json:"roomId"`
	RoomNumber string     `json:"roomNumber" example:"101"`
	Items      []HeldView `json:"items" doc:"What it holds or is to hold"`
	Moves      []MoveView `json:"moves" doc:"The last 50, the last one first"`
}

type roomInput struct {
	RoomID web.ID `path:"roomId"`
}

func (s *Service) httpRoom(ctx context.Context, sc scope.Scope, in *roomInput) (*web.Data[InRoomView], error) {
	r, err := s.Room(ctx, sc, in.RoomID.String())
	v := InRoomView{RoomID: web.ID(r.Room.ID), RoomNumber: r.Room.Number, Items: heldViews(r.Items),
		Moves: make([]MoveView, len(r.Moves))}
	for i, m := range r.Moves {
		v.Moves[i] = MoveView{web.ID(m.ID), web.ID(m.ServiceID), r.Names[m.ServiceID], m.Kind, m.Amount, m.Reason,
			web.ID(m.SaleID), date.Time(m.At), m.ByName}
	}
	return web.Reply(v, err)
}

// CountBody is how many of an item were moved, or are there.
type CountBody struct {
	ServiceID web.ID `json:"serviceId"`
	Count     int    `json:"count" minimum:"0" maximum:"100" example:"2"`
}

type stockInput struct {
	Body struct {
		Key    string      `json:"key,omitempty" minLength:"8" maxLength:"100" doc:"The phone's" example:"7f3a-0002"`
		RoomID web.ID      `json:"roomId"`
		Kind   string      `json:"kind" enum:"refilled,spoiled,returned,counted"`
		Items  []CountBody `json:"items" minItems:"1" maxItems:"50"`
		Reason string      `json:"reason,omitempty" maxLength:"200" doc:"Needed for spoiled" example:"Expired"`
		SaleID web.ID      `json:"saleId,omitempty" doc:"Needed for returned: the booking's service"`
		At     *date.Time  `json:"at,omitempty" doc:"When it was done; default now. 30 days ago at most"`
	}
}

// WrittenView is what was written down.
type WrittenView struct {
	Key        string     `json:"key" doc:"The phone's, or one that was made for it" example:"7f3a-0002"`
	RoomID     web.ID     `json:"roomId"`
	RoomNumber string     `json:"roomNumber" example:"101"`
	Kind       string     `json:"kind" enum:"refilled,spoiled,returned,counted"`
	Items      []HeldView `json:"items" doc:"As they are now"`
}

func (s *Service) httpStock(ctx context.Context, sc scope.Scope, in *stockInput) (*web.Data[WrittenView], error) {
	b := in.Body
	r := StockRequest{Key: b.Key, RoomID: b.RoomID.String(), Kind: b.Kind, SaleID: b.SaleID.String(), Reason: b.Reason,
		At: (*int64)(b.At)}
	for _, item := range b.Items {
		r.Items = append(r.Items, Item{item.ServiceID.String(), item.Count})
	}
	w, err := s.Write(ctx, sc, r)
	return web.Reply(WrittenView{w.Key, web.ID(w.RoomID), w.RoomNumber, w.Kind, heldViews(w.Items)}, err)
}
