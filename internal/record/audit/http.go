package audit

import (
	"context"
	"encoding/json"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const listNote = "Newest first. startDate and endDate are both included. A date means the whole day, and a time " +
	"without " +
	"an offset is a time, in the hotel's time zone."

// Routes are the endpoints of /api/audit: all of them only read.
func (s *Service) Routes() []web.Route {
	read := may.View(may.AuditLogs)
	return []web.Route{
		web.Get("/api/audit/{orgId}/logs", read, s.httpList, "List audit log entries").With(listNote),
		web.Get("/api/audit/{orgId}/statistics", read, s.httpStatistics, "Count audit log entries").
			With("By action, by the ten busiest users, and by day over the hotel's last 30 days."),
		web.Get("/api/audit/{orgId}/by-user/{userId}", read, s.httpByUser, "List what a user did").
			With("The id " + Nobody + " stands for the system itself, sign-ups and spreadsheets."),
		web.Get("/api/audit/{orgId}/by-resource/{resourceType}/{resourceId}", read, s.httpByResource,
			"Show a record's trail").
			With("Newest first; empty when nothing was logged about the record."),
		web.Get("/api/audit/{orgId}/{logId}", read, s.httpGet, "Show an audit log entry"),
	}
}

// Entry is one thing that somebody did.
type Entry struct {
	ID           web.ID    `json:"_id"`
	Org          web.ID    `json:"orgId"`
	UserID       web.ID    `json:"userId" doc:"Who did it; all zeros for the system itself, sign-ups and spreadsheets"`
	UserName     string    `json:"userName" doc:"The name at that time" example:"Meera Nair"`
	Action       string    `json:"action" example:"booking.created"`
	ResourceType string    `json:"resourceType" example:"booking"`
	ResourceID   string    `json:"resourceId" example:"665f1c2ab7e4d90012ab34cd"`
	Details      Details   `json:"details"`
	IPAddress    string    `json:"ipAddress" example:"203.0.113.7"`
	UserAgent    string    `json:"userAgent" example:"Mozilla/5.0"`
	CreatedAt    date.Time `json:"createdAt"`
}

func (e entry) view() Entry {
	return Entry{ID: web.ID(e.ID), Org: web.ID(e.Org), UserID: shownUser(e.UserID), UserName: e.UserName,
		Action: e.Action, ResourceType: e.ResourceType, ResourceID: shownResource(e.Org, e.ResourceType, e.ResourceID),
		Details: Details{json.RawMessage(e.Details)}, IPAddress: e.IP, UserAgent: e.UserAgent,
		CreatedAt: date.Time(e.CreatedAt)}
}

func views(entries []entry) []Entry {
	list := make([]Entry, len(entries))
	for i, e := range entries {
		list[i] = e.view()
	}
	return list
}

// shownUser returns an entry's user id as clients see it.
func shownUser(userID string) web.ID {
	if userID == "" {
		return Nobody
	}
	return web.ID(userID)
}

const aboutDetails = "What depends on the action: the schema whose x-event has the entry's action and resourceType " +
	"and, where the action stands for several changes, the details' change."

// Details is the JSON object that the event came with, as it was stored.
type Details struct{ json.RawMessage }

// InJSON describes the type to the API's document.
func (Details) InJSON() (like any, tags string) {
	return struct{}{}, `events:"any" doc:"` + aboutDetails + `" example:"{\"code\":\"BK-42\"}"`
}

// Pagination is the audit log's own pagination object.
type Pagination struct {
	Page  int `json:"page" example:"1"`
	Limit int `json:"limit" example:"50"`
	Total int `json:"total" doc:"Entries on all pages" example:"120"`
	Pages int `json:"pages" doc:"Number of pages" example:"3"`

	NextCursor string `json:"nextCursor,omitempty" doc:"With cursor: the next page's; absent on the last one"`
}

// Paging is web.Paging with the audit log's own default.
type Paging struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Page number, from 1"`
	Limit int `query:"limit" default:"50" minimum:"1" maximum:"100" doc:"Entries a page"`

	Cursor string `query:"cursor" maxLength:"2000" doc:"Instead of page: start, and then each nextCursor"`
}

func pagination(p listing.Page[entry]) Pagination {
	return Pagination{Page: p.Paging.Page, Limit: p.Paging.Limit, Total: p.Number, Pages: p.Paging.Pages(p.Number),
		NextCursor: p.Next}
}

type listInput struct {
	Paging
	Action       string `query:"action" maxLength:"100" doc:"Only this action" example:"booking.created"`
	UserID       string `query:"userId" maxLength:"100" doc:"Only what this user did"`
	ResourceType string `query:"resourceType" maxLength:"100" doc:"Only records of this kind" example:"booking"`
	StartDate    string `query:"startDate" maxLength:"40" doc:"From this date or time on, ISO 8601" example:"2026-04-01"`
	EndDate      string `query:"endDate" maxLength:"40" doc:"Up to and including it, ISO 8601" example:"2026-04-30"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[Entry, Pagination], error) {
	f := filter{action: in.Action, userID: in.UserID, resourceType: in.ResourceType}
	if err := f.between(in.StartDate, in.EndDate, sc.Zone); err != nil {
		return nil, err
	}
	found, err := s.list(ctx, sc, f, web.Paging(in.Paging))
	if err != nil {
		return nil, err
	}
	return &web.Page[Entry, Pagination]{Success: true, Data: views(found.Records),
		Pagination: pagination(found)}, nil
}

// Statistics counts the entries in several ways.
type Statistics struct {
	TotalLogs       int           `json:"totalLogs" example:"120"`
	ActionBreakdown []ActionCount `json:"actionBreakdown" doc:"The most frequent first"`
	TopActors       []ActorCount  `json:"topActors" doc:"The ten busiest users, the busiest first"`
	DailyTrend      []DayCount    `json:"dailyTrend" doc:"The hotel's last 30 days up to today"`
}

// ActionCount is how often an action happened.
type ActionCount struct {
	Action string `json:"action" example:"booking.created"`
	Count  int    `json:"count" example:"40"`
}

// ActorCount is how many entries a user made.
type ActorCount struct {
	UserID   web.ID `json:"userId"`
	UserName string `json:"userName" example:"Meera Nair"`
	Count    int    `json:"count" example:"40"`
}

// DayCount is how many entries a day has.
type DayCount struct {
	Date  date.Date `json:"date" doc:"A day of the hotel's calendar" example:"2026-04-01"`
	Count int       `json:"count" example:"12"`
}

type statisticsAnswer struct {
	Success    bool       `json:"success" doc:"Always true"`
	Statistics Statistics `json:"statistics"`
}

func (s *Service) httpStatistics(ctx context.Context, sc scope.Scope, _ *struct{}) (*statisticsAnswer, error) {
	figures, err := s.statistics(ctx, sc)
	if err != nil {
		return nil, err
	}
	return &statisticsAnswer{Success: true, Statistics: figures}, nil
}

// Actor is the user whose entries are listed.
type Actor struct {
	ID   web.ID `json:"id"`
	Name string `json:"name" example:"Meera Nair"`
}

type byUserInput struct {
	Paging
	UserID web.ID `path:"userId"`
}

type byUserAnswer struct {
	Success    bool       `json:"success" doc:"Always true"`
	User       Actor      `json:"user"`
	Data       []Entry    `json:"data"`
	Pagination Pagination `json:"pagination"`
}

func (s *Service) httpByUser(ctx context.Context, sc scope.Scope, in *byUserInput) (*byUserAnswer, error) {
	did, err := s.byUser(ctx, sc, in.UserID.String(), web.Paging(in.Paging))
	if err != nil {
		return nil, err
	}
	return &byUserAnswer{Success: true, User: Actor{ID: in.UserID, Name: did.userName}, Data: views(did.Records),
		Pagination: pagination(did.Page)}, nil
}

// Resource is the record whose trail is shown.
type Resource struct {
	Type string `json:"type" example:"booking"`
	ID   string `json:"id" example:"665f1c2ab7e4d90012ab34cd"`
}

type byResourceInput struct {
	ResourceType string `path:"resourceType" example:"booking"`
	ResourceID   string `path:"resourceId" example:"665f1c2ab7e4d90012ab34cd"`
}

type byResourceAnswer struct {
	Success  bool     `json:"success" doc:"Always true"`
	Resource Resource `json:"resource"`
	Data     []Entry  `json:"data"`
}

func (s *Service) httpByResource(
	ctx context.Context, sc scope.Scope, in *byResourceInput,
) (*byResourceAnswer, error) {
	entries, err := s.byResource(ctx, sc, in.ResourceType, in.ResourceID)
	if err != nil {
		return nil, err
	}
	shown := Resource{Type: in.ResourceType, ID: shownResource(sc.Org, in.ResourceType, in.ResourceID)}
	return &byResourceAnswer{Success: true, Resource: shown, Data: views(entries)}, nil
}

type getInput struct {
	LogID web.ID `path:"logId"`
}

type getAnswer struct {
	Success bool  `json:"success" doc:"Always true"`
	Log     Entry `json:"log"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *getInput) (*getAnswer, error) {
	e, err := s.get(ctx, sc, in.LogID.String())
	if err != nil {
		return nil, err
	}
	return &getAnswer{Success: true, Log: e.view()}, nil
}

// LastChange is who changed the record in the last day, or nil. Whoever may change a record may know that.
func (s *Service) LastChange(ctx context.Context, sc scope.Scope, recordID string) (*web.LastChange, error) {
	e, err := s.last(ctx, sc, recordID)
	if err != nil || e.UserName == "" {
		return nil, err
	}
	return &web.LastChange{By: e.UserName, At: date.Time(e.CreatedAt)}, nil
}
