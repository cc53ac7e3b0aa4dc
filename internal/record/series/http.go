package series

import (
	"context"
	"fmt"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const updateNote = "Fields that are left out keep their value. A change that would lead to a number that was issued " +
	"before is refused. Switching yearly on or off begins the numbers of that form, or goes on after them, unless " +
	"another nextNumber is given."

// Routes are the endpoints of /api/series.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/series/{orgId}/list", may.View(may.Series), s.httpList, "List the numbering series"),
		web.Get("/api/series/{orgId}/{module}", may.View(may.Series), s.httpGet, "Show the series of a module"),
		web.Get("/api/series/{orgId}/{module}/preview", may.View(may.Series), s.httpPreview,
			"Preview the next document number").With("Takes no number: asking twice answers the same."),
		web.Put("/api/series/{orgId}/{module}/update", may.Update(may.Series), s.httpUpdate, "Change a series").
			With(updateNote),
	}
}

// Module is that of a series, in an answer.
type Module string

// InJSON describes the type to the API's document.
func (Module) InJSON() (like any, tags string) {
	return "", fmt.Sprintf(`enum:%q example:%q`, strings.Join(modules, ","), Booking)
}

// Numbering is how a series makes its next number.
type Numbering struct {
	Module     Module `json:"module"`
	Prefix     string `json:"prefix" example:"BK"`
	Separator  string `json:"separator" enum:"-,/," example:"-"`
	NextNumber int64  `json:"nextNumber" doc:"The number that the next document receives" example:"42"`
	Yearly     bool   `json:"yearly" doc:"The numbers have the financial year in them, and start at 1 each 1 April"`
}

// View is a whole series.
type View struct {
	ID web.ID `json:"_id"`
	Numbering
	Org       web.ID    `json:"orgId"`
	CreatedAt date.Time `json:"createdAt"`
	UpdatedAt date.Time `json:"updatedAt" doc:"When its settings were changed last; taking a number doesn't count"`
	Version   int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// Entry is a series in the list.
type Entry struct {
	ID web.ID `json:"_id"`
	Preview
}

// Preview shows the number that the next document receives.
type Preview struct {
	Numbering
	Preview string `json:"preview" doc:"The whole number of the next document" example:"BK-42"`
}

func (s series) numbering() Numbering {
	return Numbering{Module: Module(s.Module), Prefix: s.Prefix, Separator: s.Separator, NextNumber: s.Next,
		Yearly: s.Yearly}
}

func (s series) view() View {
	return View{ID: web.ID(s.ID), Numbering: s.numbering(), Org: web.ID(s.Org), CreatedAt: date.Time(s.CreatedAt),
		UpdatedAt: date.Time(s.UpdatedAt), Version: s.Version}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]Entry], error) {
	all, err := s.all(ctx, sc)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(all))
	for i, one := range all {
		entries[i] = Entry{ID: web.ID(one.ID), Preview: Preview{Numbering: one.numbering(), Preview: one.preview()}}
	}
	return web.OK(entries), nil
}

// ModulePath is the path of the endpoints of one series.
type ModulePath struct {
	Module string `path:"module" doc:"As in the list, such as credit_note" example:"booking"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *ModulePath) (*web.Data[View], error) {
	found, err := s.one(ctx, sc, in.Module)
	return web.Reply(found.view(), err)
}

func (s *Service) httpPreview(ctx context.Context, sc scope.Scope, in *ModulePath) (*web.Data[Preview], error) {
	found, err := s.one(ctx, sc, in.Module)
	return web.Reply(Preview{Numbering: found.numbering(), Preview: found.preview()}, err)
}

// Prefix is what the numbers begin with, in a request.
type Prefix string

// InJSON describes the type to the API's document.
func (Prefix) InJSON() (like any, tags string) {
	return "", `maxLength:"10" pattern:"^[A-Z0-9/-]*$" doc:"What numbers begin with; may be empty" example:"BK" ` +
		`patternDescription:"made of uppercase letters A-Z, digits, / and - only"`
}

// Separator is what stands between prefix and number, in a request.
type Separator string

// InJSON describes the type to the API's document.
func (Separator) InJSON() (like any, tags string) {
	return "", `maxLength:"1" pattern:"^[/-]?$" patternDescription:"empty, - or /" example:"-" ` +
		`doc:"What stands between prefix and number: empty, - or /"`
}

type updateInput struct {
	ModulePath
	Body struct {
		Prefix     web.Optional[Prefix]    `json:"prefix,omitzero"`
		Separator  web.Optional[Separator] `json:"separator,omitzero"`
		NextNumber web.Change[int64]       `json:"nextNumber,omitzero" minimum:"1" maximum:"999999999999999" example:"42"`
		Yearly     web.Change[bool]        `json:"yearly,omitzero" doc:"Whether numbers are such as INV/26-27/1"`
	}
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	changed, err := s.change(ctx, sc, in.Module, func(present *series) {
		present.Prefix = string(in.Body.Prefix.Or(Prefix(present.Prefix)))
		present.Separator = string(in.Body.Separator.Or(Separator(present.Separator)))
		present.Next = in.Body.NextNumber.Or(present.Next)
		present.Yearly = in.Body.Yearly.Or(present.Yearly)
	})
	return web.Reply(changed.view(), err)
}
