package preference

import (
	"context"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const updateNote = "Fields that are left out keep their value. filters are merged by screen: one that is given is " +
	"replaced whole, null forgets it, and null for filters forgets all."

// Routes are the endpoints of /api/preferences.
func (s *Service) Routes() []web.Route {
	const base = "/api/preferences/{orgId}"
	return []web.Route{
		web.Get(base, may.Member, s.httpGet, "Show how the caller likes the console").
			With("Each member has their own in each organization."),
		web.Put(base, may.Member, s.httpUpdate, "Change how the caller likes the console").With(updateNote),
	}
}

// View is a person's preferences.
type View struct {
	Language   string            `json:"language" doc:"A BCP 47 tag; empty: the browser's" example:"hi-IN"`
	Density    string            `json:"density" enum:"comfortable,compact"`
	Theme      string            `json:"theme" enum:"system,light,dark,contrast"`
	SingleKeys bool              `json:"singleKeys" doc:"Whether a key alone is a shortcut"`
	Filters    map[string]Filter `json:"filters" doc:"What each screen remembers, by its name"`
	Version    int64             `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (p Preferences) view() View {
	return View{Language: p.Language, Density: p.Density, Theme: p.Theme, SingleKeys: p.SingleKeys, Filters: p.Filters,
		Version: p.Version}
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[View], error) {
	p, err := s.get(ctx, sc)
	return web.Reply(p.view(), err)
}

type updateInput struct {
	Body struct {
		Language   web.Optional[string]            `json:"language,omitzero" maxLength:"35" doc:"BCP 47" example:"hi-IN"`
		Density    web.Change[string]              `json:"density,omitzero" enum:"comfortable,compact"`
		Theme      web.Change[string]              `json:"theme,omitzero" enum:"system,light,dark,contrast"`
		SingleKeys web.Change[bool]                `json:"singleKeys,omitzero" doc:"Whether a key alone is a shortcut"`
		Filters    web.Optional[map[string]Filter] `json:"filters,omitzero" doc:"By screen; at most 50 screens and 8 KB"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	p, err := s.update(ctx, sc, func(p *Preferences) {
		p.Language, p.Density, p.Theme = in.Body.Language.Or(p.Language), in.Body.Density.Or(p.Density),
			in.Body.Theme.Or(p.Theme)
		p.SingleKeys = in.Body.SingleKeys.Or(p.SingleKeys)
		if in.Body.Filters.Null {
			p.Filters = map[string]Filter{}
		}
		p.Filters = merged(p.Filters, in.Body.Filters.Value)
	})
	return web.Reply(p.view(), err)
}
