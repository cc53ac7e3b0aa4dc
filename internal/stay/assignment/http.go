package assignment

import (
	"cmp"
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const note = "For bookings of a category whose guests have not arrived. Rooms that are locked to their party stay " +
	"theirs; others are moved only where more bookings have a room by that. With dryRun nothing is changed."

// Routes are the endpoints of assignment.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Post("/api/bookings/{orgId}/auto-assign", may.Update(may.Bookings), s.httpAssign,
			"Assign rooms to those who arrive").With(note),
	}
}

// AssignedView is an entry that is given a room.
type AssignedView struct {
	BookingID  web.ID    `json:"bookingId"`
	Code       string    `json:"code" example:"BK-17"`
	From       date.Date `json:"from"`
	To         date.Date `json:"to" example:"2026-04-03"`
	CategoryID web.ID    `json:"categoryId"`
	RoomID     web.ID    `json:"roomId"`
	RoomNumber string    `json:"roomNumber" example:"101"`
	Before     string    `json:"roomNumberBefore" doc:"Empty: it had none" example:""`
}

// LeftView is an entry that no room is free for.
type LeftView struct {
	BookingID  web.ID    `json:"bookingId"`
	Code       string    `json:"code" example:"BK-17"`
	From       date.Date `json:"from"`
	To         date.Date `json:"to" example:"2026-04-03"`
	CategoryID web.ID    `json:"categoryId"`
}

// View is what auto-assign does, or would do.
type View struct {
	Assigned   []AssignedView `json:"assigned"`
	Unassigned []LeftView     `json:"unassigned" doc:"No room of the category is free on every night"`
	DryRun     bool           `json:"dryRun" doc:"Nothing was changed" example:"false"`
}

type assignInput struct {
	DryRun bool `query:"dryRun" doc:"Only tell what would be done"`
	Body   struct {
		From date.Date `json:"from,omitempty" doc:"The first day of arrival. Default today"`
		To   date.Date `json:"to,omitempty" doc:"The last day of arrival. Default from" example:"2026-04-03"`
	} `required:"false"`
}

func (s *Service) httpAssign(ctx context.Context, sc scope.Scope, in *assignInput) (*web.Data[View], error) {
	from := cmp.Or(in.Body.From, sc.Today(s.clock.Now()))
	to := cmp.Or(in.Body.To, from)
	if err := date.CheckDays(from, to); err != nil {
		return nil, err
	}
	if from.DaysUntil(to) > mostDays {
		return nil, errs.InvalidField("to", "must be at most %d days after from", mostDays)
	}
	choices, err := s.Assign(ctx, sc, from, to, in.DryRun)
	if err != nil {
		return nil, err
	}
	v := View{Assigned: []AssignedView{}, Unassigned: []LeftView{}, DryRun: in.DryRun}
	for _, c := range choices {
		left := LeftView{web.ID(c.bookingID), c.code, c.from, c.to, web.ID(c.categoryID)}
		if c.RoomID == "" {
			v.Unassigned = append(v.Unassigned, left)
			continue
		}
		v.Assigned = append(v.Assigned, AssignedView{BookingID: left.BookingID, Code: c.code, From: c.from, To: c.to,
			CategoryID: left.CategoryID, RoomID: web.ID(c.RoomID), RoomNumber: c.Number, Before: c.Before})
	}
	return web.OK(v), nil
}

// mostDays is for how many days of arrival one request assigns rooms.
const mostDays = 31
