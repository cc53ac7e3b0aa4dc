package series

import (
	"context"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/series.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Get("/api/series/{orgId}/list", may.View(may.Series), s.httpList, "List the numbering series"),
		web.Get("/api/series/{orgId}/{module}", may.View(may.Series), s.httpGet, "Show the series of a module"),
		web.Get("/api/series/{orgId}/{module}/preview", may.View(may.Series), s.httpPreview,
			"Preview the next document number").
			With("Takes no number: asking twice answers the same."),
		web.Put("/api/series/{orgId}/{module}/update", may.Update(may.Series), s.httpUpdate, "Change a series").
			With("Fields that are left out stay as they are. A change that would lead to a number that was issued before is " +
				"refused. Switching yearly on or off begins, or goes on after, the numbers of that form, unless another " +
				"nextNumber is given."),
	}
}

// Numbering is how a series makes its next number.
type Numbering struct {
	Module     string `json:"module" enum:"booking,invoice,quote,payment,expense,credit_note" example:"booking"`
	Prefix     string `json:"prefix" example:"BK"`
	Separator  string `json:"separator" example:"-"`
	NextNumber int64  `json:"nextNumber" doc:"The number that the next document receives" example:"42"`
	Yearly     bool   `json:"yearly" doc:"The numbers have the financial year in them, and begin with 1 each 1 April"`
}

// View is a whole series.
type View struct {
	ID string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Numbering
	Org       string   `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt web.Time `json:"createdAt"`
	UpdatedAt web.Time `json:"updatedAt" doc:"When its settings were changed last; taking a number doesn't count"`
}

// Entry is a series in the list.
type Entry struct {
	ID string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Preview
}

// Preview shows the number that the next document receives.
type Preview struct {
	Numbering
	Preview string `json:"preview" doc:"The whole number of the next document" example:"BK-42"`
}

func (s series) numbering() Numbering {
	return Numbering{Module: s.module, Prefix: s.prefix, Separator: s.separator, NextNumber: s.next, Yearly: s.yearly}
}

func (s series) view() View {
	return View{ID: s.id, Numbering: s.numbering(), Org: s.org, CreatedAt: web.Time(s.createdAt),
		UpdatedAt: web.Time(s.updatedAt)}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]Entry], error) {
	all, err := s.all(ctx, sc)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(all))
	for i, one := range all {
		entries[i] = Entry{ID: one.id, Preview: Preview{Numbering: one.numbering(), Preview: one.preview()}}
	}
	return web.OK(entries), nil
}

type moduleInput struct {
	Module string `path:"module" doc:"booking, invoice, quote, payment, expense or credit_note" example:"booking"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *moduleInput) (*web.Data[View], error) {
	found, err := s.one(ctx, sc, in.Module)
	if err != nil {
		return nil, err
	}
	return web.OK(found.view()), nil
}

func (s *Service) httpPreview(ctx context.Context, sc scope.Scope, in *moduleInput) (*web.Data[Preview], error) {
	found, err := s.one(ctx, sc, in.Module)
	if err != nil {
		return nil, err
	}
	return web.OK(Preview{Numbering: found.numbering(), Preview: found.preview()}), nil
}

type updateInput struct {
	Module string `path:"module" doc:"booking, invoice, quote, payment, expense or credit_note" example:"booking"`
	Body   struct {
		Prefix     web.Optional[string] `json:"prefix,omitzero" maxLength:"10" pattern:"^[A-Z0-9/-]*$" patternDescription:"made of uppercase letters A-Z, digits, / and - only" doc:"What numbers begin with; may be empty" example:"BK"`
		Separator  web.Optional[string] `json:"separator,omitzero" maxLength:"1" pattern:"^[/-]?$" patternDescription:"empty, - or /" doc:"What stands between prefix and number: empty, - or /" example:"-"`
		NextNumber web.Change[int64]    `json:"nextNumber,omitzero" minimum:"1" maximum:"999999999999999" doc:"The number that the next document receives" example:"42"`
		Yearly     web.Change[bool]     `json:"yearly,omitzero" doc:"true: numbers have the financial year in them, such as INV/26-27/1, and begin with 1 each 1 April of the hotel's calendar"`
	}
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	changed, err := s.change(ctx, sc, in.Module, func(present *series) {
		present.prefix = in.Body.Prefix.Or(present.prefix)
		present.separator = in.Body.Separator.Or(present.separator)
		present.next = in.Body.NextNumber.Or(present.next)
		present.yearly = in.Body.Yearly.Or(present.yearly)
	})
	if err != nil {
		return nil, err
	}
	return web.OK(changed.view()), nil
}
