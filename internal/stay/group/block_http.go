package group

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// BlockNightView is a night of a category in a block.
type BlockNightView struct {
	CategoryID web.ID        `json:"categoryId"`
	RoomType   string        `json:"roomType" example:"Deluxe"`
	Date       date.Date     `json:"date"`
	Blocked    int           `json:"blocked" example:"12"`
	PickedUp   int           `json:"pickedUp" doc:"By bookings; may be more than was blocked" example:"5"`
	Held       int           `json:"held" doc:"Kept for bookings to come" example:"7"`
	Released   bool          `json:"released" doc:"What was not picked up is free for all"`
	Rate       *money.Number `json:"rate" nullable:"true" doc:"null: the group's bookings name their own"`
}

// BlockView is what is kept for a group.
type BlockView struct {
	GroupID string           `json:"groupId" example:"665f1c2ab7e4d90012ab34cd"`
	Status  string           `json:"status" enum:"tentative,definite,cancelled"`
	Nights  []BlockNightView `json:"nights" doc:"By category and date"`
	Version int64            `json:"version" doc:"The group's; see If-Match" example:"3"`
}

func (b Block) view(sc scope.Scope) BlockView {
	v := BlockView{GroupID: b.ID, Status: b.Status, Nights: []BlockNightView{}, Version: b.Version}
	type key struct {
		categoryID string
		night      date.Date
	}
	rates := map[key]money.Number{}
	for _, r := range b.Rates {
		rates[key{r.CategoryID, r.Night}] = r.Price.Number(sc.Currency)
	}
	for _, n := range b.Nights {
		night := BlockNightView{CategoryID: web.ID(n.CategoryID), RoomType: b.Categories[n.CategoryID], Date: n.Night,
			Blocked: n.Blocked, PickedUp: n.Picked, Held: n.Held(), Released: n.Released}
		if rate, priced := rates[key{n.CategoryID, n.Night}]; priced {
			night.Rate = &rate
		}
		v.Nights = append(v.Nights, night)
	}
	return v
}

func (s *Service) httpBlock(ctx context.Context, sc scope.Scope, in *groupInput) (*web.Data[BlockView], error) {
	b, err := s.block(ctx, sc, in.GroupID.String())
	return web.Reply(b.view(sc), err)
}

// SetBody is what is to be changed on some nights of a category.
type SetBody struct {
	CategoryID web.ID        `json:"categoryId"`
	From       date.Date     `json:"from" doc:"The first night"`
	To         date.Date     `json:"to" doc:"The day after the last one" example:"2026-04-03"`
	Rooms      *int          `json:"rooms,omitempty" minimum:"0" maximum:"5000" doc:"Blocked each night" example:"12"`
	Rate       *money.Number `json:"rate,omitempty" doc:"What a night costs" example:"4500"`
}

type blockInput struct {
	GroupID web.ID `path:"groupId" doc:"The group's id"`
	Body    struct {
		Nights []SetBody `json:"nights" minItems:"1" maxItems:"400"`
	}
}

func (s *Service) httpSetBlock(ctx context.Context, sc scope.Scope, in *blockInput) (*web.Data[BlockView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	var sets []Set
	for i, b := range in.Body.Nights {
		field := fmt.Sprintf("nights[%d].", i)
		sets = append(sets, Set{Field: field, CategoryID: b.CategoryID.String(), From: b.From, To: b.To, Rooms: b.Rooms,
			Rate: amounts.Optional(field+"rate", b.Rate)})
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	b, err := s.SetBlock(ctx, sc, in.GroupID.String(), sets)
	return web.Reply(b.view(sc), err)
}

// FreedView is a block after rooms were taken off it.
type FreedView struct {
	RoomNights int `json:"roomNights" doc:"How many were taken off" example:"12"`
	BlockView
}

type washInput struct {
	GroupID web.ID `path:"groupId" doc:"The group's id"`
	Body    struct {
		Percent    int       `json:"percent" minimum:"1" maximum:"100" example:"20"`
		CategoryID web.ID    `json:"categoryId,omitempty" doc:"Left out: all"`
		From       date.Date `json:"from,omitempty" doc:"The first night; left out: the next"`
		To         date.Date `json:"to,omitempty" doc:"The day after the last one; left out: all" example:"2026-04-03"`
	}
}

func (s *Service) httpWash(ctx context.Context, sc scope.Scope, in *washInput) (*web.Data[FreedView], error) {
	b, number, err := s.wash(ctx, sc, in.GroupID.String(), Washing{CategoryID: in.Body.CategoryID.String(),
		From: in.Body.From, To: in.Body.To, Percent: in.Body.Percent})
	return web.Reply(FreedView{number, b.view(sc)}, err)
}

func (s *Service) httpRelease(ctx context.Context, sc scope.Scope, in *groupInput) (*web.Data[FreedView], error) {
	b, number, err := s.release(ctx, sc, in.GroupID.String())
	return web.Reply(FreedView{number, b.view(sc)}, err)
}

// FiguresView are room-nights.
type FiguresView struct {
	Blocked  int `json:"blocked" example:"36"`
	PickedUp int `json:"pickedUp" example:"20"`
}

// NightFiguresView are the rooms of one night, of all categories.
type NightFiguresView struct {
	Date     date.Date   `json:"date"`
	Now      FiguresView `json:"now"`
	LastWeek FiguresView `json:"lastWeek"`
}

// PickUpView is the pick-up of a group.
type PickUpView struct {
	LastWeekOn date.Date          `json:"lastWeekOn" doc:"The day at whose end the figures of last week stood"`
	Now        FiguresView        `json:"now" doc:"Room-nights of all nights"`
	LastWeek   FiguresView        `json:"lastWeek"`
	Nights     []NightFiguresView `json:"nights"`
}

func (s *Service) httpPickUp(ctx context.Context, sc scope.Scope, in *groupInput) (*web.Data[PickUpView], error) {
	p, err := s.pickUp(ctx, sc, in.GroupID.String())
	v := PickUpView{LastWeekOn: p.Since, Now: FiguresView{p.Now.Blocked, p.Now.Picked},
		LastWeek: FiguresView{p.Before.Blocked, p.Before.Picked}, Nights: []NightFiguresView{}}
	for _, n := range p.Nights {
		v.Nights = append(v.Nights, NightFiguresView{n.Night, FiguresView{n.Now.Blocked, n.Now.Picked},
			FiguresView{n.Before.Blocked, n.Before.Picked}})
	}
	return web.Reply(v, err)
}
