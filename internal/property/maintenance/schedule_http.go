package maintenance

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

// ScheduleView is a schedule.
type ScheduleView struct {
	ID         web.ID      `json:"_id"`
	Title      string      `json:"title" example:"Clean the filters"`
	Text       string      `json:"text" example:"Both of them"`
	Priority   string      `json:"priority" enum:"low,normal,high,urgent"`
	Assignee   *MemberView `json:"assignee,omitempty" doc:"Left out: nobody"`
	RoomID     string      `json:"roomId" doc:"Empty: it isn't for one room" example:""`
	RoomNumber string      `json:"roomNumber" example:""`
	CategoryID string      `json:"categoryId" doc:"All of its rooms; empty: none" example:"665f1c2ab7e4d90012ab34cd"`
	Place      string      `json:"place" doc:"Empty: it is for rooms" example:""`
	Every      int         `json:"every" example:"3"`
	Unit       string      `json:"unit" enum:"day,week,month"`
	First      date.Date   `json:"firstDay" doc:"The day that it counts from"`
	Next       date.Date   `json:"nextDay" doc:"When it makes its next ticket"`
	Active     bool        `json:"isActive" doc:"false: it makes none" example:"true"`
	Org        web.ID      `json:"orgId"`
	CreatedAt  date.Time   `json:"createdAt"`
	UpdatedAt  date.Time   `json:"updatedAt"`
	Version    int64       `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (s Schedule) view(sc scope.Scope) ScheduleView {
	return ScheduleView{ID: web.ID(s.ID), Title: s.Title, Text: s.Text, Priority: s.Priority,
		Assignee: member(s.AssigneeID, s.AssigneeName), RoomID: s.RoomID, RoomNumber: s.RoomNumber,
		CategoryID: s.CategoryID, Place: s.Place, Every: s.Every, Unit: s.Unit, First: s.First, Next: s.Next,
		Active: s.Active, Org: web.ID(sc.Org), CreatedAt: date.Time(s.CreatedAt), UpdatedAt: date.Time(s.UpdatedAt),
		Version: s.Version}
}

// ScheduleBody is what may be left out of a schedule.
type ScheduleBody struct {
	Text       web.Optional[string] `json:"text,omitzero" maxLength:"2000" example:"Both of them"`
	Priority   web.Change[string]   `json:"priority,omitzero" enum:"low,normal,high,urgent" doc:"Default normal"`
	AssigneeID web.Optional[web.ID] `json:"assigneeId,omitzero" doc:"A user; null: nobody"`
	RoomID     web.Optional[web.ID] `json:"roomId,omitzero" doc:"Or else categoryId or place"`
	CategoryID web.Optional[web.ID] `json:"categoryId,omitzero" doc:"Each room in use of it"`
	Place      web.Optional[string] `json:"place,omitzero" maxLength:"120" example:"Lift"`
	Active     web.Change[bool]     `json:"isActive,omitzero" doc:"Default true"`
}

func (b ScheduleBody) apply(s *Schedule) {
	s.Text, s.Priority, s.Active = b.Text.Or(s.Text), b.Priority.Or(s.Priority), b.Active.Or(s.Active)
	s.AssigneeID = b.AssigneeID.Or(web.ID(s.AssigneeID)).String()
	s.RoomID = b.RoomID.Or(web.ID(s.RoomID)).String()
	s.CategoryID = b.CategoryID.Or(web.ID(s.CategoryID)).String()
	s.Place = b.Place.Or(s.Place)
}

type createScheduleInput struct {
	Body struct {
		Title string    `json:"title" minLength:"1" maxLength:"120" example:"Clean the filters"`
		Every int       `json:"every" minimum:"1" maximum:"366" example:"3"`
		Unit  string    `json:"unit" enum:"day,week,month"`
		First date.Date `json:"firstDay" doc:"The day that it counts from"`
		ScheduleBody
	}
}

func (s planner) httpCreateSchedule(ctx context.Context, sc scope.Scope, in *createScheduleInput) (
	*web.Data[ScheduleView], error) {
	b := in.Body
	wanted := Schedule{Title: b.Title, Priority: normal, Every: b.Every, Unit: b.Unit, First: b.First, Active: true}
	b.apply(&wanted)
	made, err := s.createSchedule(ctx, sc, wanted)
	return web.Reply(made.view(sc), err)
}

func (s planner) httpListSchedules(ctx context.Context, sc scope.Scope, _ *struct{}) (
	*web.Data[[]ScheduleView], error) {
	all, err := s.schedules(ctx, sc)
	list := make([]ScheduleView, len(all))
	for i, one := range all {
		list[i] = one.view(sc)
	}
	return web.Reply(list, err)
}

type scheduleInput struct {
	ScheduleID web.ID `path:"scheduleId" doc:"The schedule's id"`
}

func (s planner) httpSchedule(ctx context.Context, sc scope.Scope, in *scheduleInput) (
	*web.Data[ScheduleView], error) {
	one, err := s.schedule(ctx, sc, in.ScheduleID.String())
	return web.Reply(one.view(sc), err)
}

type updateScheduleInput struct {
	ScheduleID web.ID `path:"scheduleId" doc:"The schedule's id"`
	Body       struct {
		Title web.Change[string]    `json:"title,omitzero" minLength:"1" maxLength:"120" example:"Clean the filters"`
		Every web.Change[int]       `json:"every,omitzero" minimum:"1" maximum:"366" example:"3"`
		Unit  web.Change[string]    `json:"unit,omitzero" enum:"day,week,month"`
		First web.Change[date.Date] `json:"firstDay,omitzero" doc:"The day that it counts from"`
		ScheduleBody
	} `required:"false"`
}

func (s planner) httpUpdateSchedule(ctx context.Context, sc scope.Scope, in *updateScheduleInput) (
	*web.Data[ScheduleView], error) {
	b := in.Body
	one, err := s.updateSchedule(ctx, sc, in.ScheduleID.String(), func(one *Schedule) {
		one.Title, one.Every, one.Unit = b.Title.Or(one.Title), b.Every.Or(one.Every), b.Unit.Or(one.Unit)
		one.First = b.First.Or(one.First)
		b.apply(one)
	})
	return web.Reply(one.view(sc), err)
}

func (s planner) httpDeleteSchedule(ctx context.Context, sc scope.Scope, in *scheduleInput) (*web.Message, error) {
	if err := s.deleteSchedule(ctx, sc, in.ScheduleID.String()); err != nil {
		return nil, err
	}
	return web.Done("The maintenance schedule is deleted."), nil
}
