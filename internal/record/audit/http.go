package audit

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/audit: all of them only read.
func (s *Service) Routes() []web.Route {
	read := may.View(may.AuditLogs)
	return []web.Route{
		web.Get("/api/audit/{orgId}/logs", read, s.logs, "List audit log entries").
			With("Newest first. startDate and endDate are both included; a date means the whole day in the hotel's time zone."),
		web.Get("/api/audit/{orgId}/statistics", read, s.statistics, "Count audit log entries").
			With("By action, by the ten busiest users, and by day over the hotel's last 30 days."),
		web.Get("/api/audit/{orgId}/by-user/{userId}", read, s.byUser, "List what a user did"),
		web.Get("/api/audit/{orgId}/by-resource/{resourceType}/{resourceId}", read, s.byResource, "Show a record's trail").
			With("Newest first; empty when nothing was logged about the record."),
		web.Get("/api/audit/{orgId}/{logId}", read, s.show, "Show an audit log entry"),
	}
}

// Entry is one thing that somebody did.
type Entry struct {
	ID           string   `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Org          string   `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	UserID       string   `json:"userId" doc:"Who did it; empty for the system itself" example:"665f1c2ab7e4d90012ab34cd"`
	UserName     string   `json:"userName" doc:"The name at that time" example:"Meera Nair"`
	Action       string   `json:"action" example:"booking.created"`
	ResourceType string   `json:"resourceType" example:"booking"`
	ResourceID   string   `json:"resourceId" example:"665f1c2ab7e4d90012ab34cd"`
	Details      Details  `json:"details"`
	IPAddress    string   `json:"ipAddress" example:"203.0.113.7"`
	UserAgent    string   `json:"userAgent" example:"Mozilla/5.0"`
	CreatedAt    web.Time `json:"createdAt"`
}

// Details is the JSON object that the event came with, as it was stored.
type Details struct{ json.RawMessage }

// Schema describes the type in the OpenAPI document.
func (Details) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: "What depends on the action",
		Examples: []any{map[string]any{"code": "BK-42"}}}
}

// Pagination is the audit log's own pagination object.
type Pagination struct {
	Page  int `json:"page" example:"1"`
	Limit int `json:"limit" example:"50"`
	Total int `json:"total" doc:"Entries on all pages" example:"120"`
	Pages int `json:"pages" doc:"Number of pages" example:"3"`
}

// Paging is web.Paging with the audit log's own default.
type Paging struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Page number, from 1"`
	Limit int `query:"limit" default:"50" minimum:"1" maximum:"100" doc:"Entries a page"`
}

type logsInput struct {
	Paging
	Action       string `query:"action" maxLength:"100" doc:"Only this action" example:"booking.created"`
	UserID       string `query:"userId" maxLength:"100" doc:"Only what this user did"`
	ResourceType string `query:"resourceType" maxLength:"100" doc:"Only about records of this kind" example:"booking"`
	StartDate    string `query:"startDate" maxLength:"40" doc:"From this date or instant on, ISO 8601" example:"2026-04-01"`
	EndDate      string `query:"endDate" maxLength:"40" doc:"Up to and including this date or instant, ISO 8601" example:"2026-04-30"`
}

func (s *Service) logs(ctx context.Context, sc scope.Scope, in *logsInput) (*web.Page[Entry, Pagination], error) {
	where := inOrganization(sc)
	where.equal("action", in.Action)
	where.equal("user_id", in.UserID)
	where.equal("resource_type", in.ResourceType)
	if err := where.between(in.StartDate, in.EndDate, sc.Zone); err != nil {
		return nil, err
	}
	answer := &web.Page[Entry, Pagination]{Success: true}
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		answer.Data, answer.Pagination, err = page(tx, where, web.Paging(in.Paging))
		return err
	})
	return answer, err
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
	UserID   string `json:"userId" example:"665f1c2ab7e4d90012ab34cd"`
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

func (s *Service) statistics(ctx context.Context, sc scope.Scope, _ *struct{}) (*statisticsAnswer, error) {
	answer := &statisticsAnswer{Success: true}
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		answer.Statistics, err = statistics(tx, sc)
		return err
	})
	return answer, err
}

// Actor is the user whose entries are listed.
type Actor struct {
	ID   string `json:"id" example:"665f1c2ab7e4d90012ab34cd"`
	Name string `json:"name" example:"Meera Nair"`
}

type byUserInput struct {
	Paging
	UserID string `path:"userId" example:"665f1c2ab7e4d90012ab34cd"`
}

type byUserAnswer struct {
	Success    bool       `json:"success" doc:"Always true"`
	User       Actor      `json:"user"`
	Data       []Entry    `json:"data"`
	Pagination Pagination `json:"pagination"`
}

func (s *Service) byUser(ctx context.Context, sc scope.Scope, in *byUserInput) (*byUserAnswer, error) {
	answer := &byUserAnswer{Success: true, User: Actor{ID: in.UserID}}
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		if answer.User.Name, err = nameOf(tx, sc, in.UserID); err != nil {
			return err
		}
		where := inOrganization(sc)
		where.equal("user_id", in.UserID)
		answer.Data, answer.Pagination, err = page(tx, where, web.Paging(in.Paging))
		return err
	})
	return answer, err
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

func (s *Service) byResource(ctx context.Context, sc scope.Scope, in *byResourceInput) (*byResourceAnswer, error) {
	answer := &byResourceAnswer{Success: true, Resource: Resource{Type: in.ResourceType, ID: in.ResourceID}}
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		answer.Data, err = trail(tx, sc, in.ResourceType, in.ResourceID)
		return err
	})
	return answer, err
}

type showInput struct {
	LogID string `path:"logId" example:"665f1c2ab7e4d90012ab34cd"`
}

type showAnswer struct {
	Success bool  `json:"success" doc:"Always true"`
	Log     Entry `json:"log"`
}

func (s *Service) show(ctx context.Context, sc scope.Scope, in *showInput) (*showAnswer, error) {
	answer := &showAnswer{Success: true}
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		answer.Log, err = entry(tx, sc, in.LogID)
		return err
	})
	return answer, err
}
