package rateplan

import (
	"cmp"
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/tariff"
)

// PlanView is a rate plan.
type PlanView struct {
	ID                   web.ID    `json:"_id"`
	Code                 string    `json:"code" example:"BAR"`
	Name                 string    `json:"name" example:"Best available rate"`
	MealPlan             string    `json:"mealPlan" enum:"EP,CP,MAP,AP"`
	Audience             string    `json:"audience" enum:"public,private,company,promo"`
	CompanyIDs           []web.ID  `json:"companyIds"`
	PromoCodes           []string  `json:"promoCodes" example:"[\"DIWALI\"]"`
	BookFrom             string    `json:"bookFrom" doc:"The first day of sale; empty: none" example:"2026-04-01"`
	BookTo               string    `json:"bookTo" doc:"The last day of sale; empty: none" example:"2026-09-30"`
	StayFrom             string    `json:"stayFrom" doc:"The first night; empty: none" example:"2026-04-01"`
	StayTo               string    `json:"stayTo" doc:"The last night; empty: none" example:"2026-09-30"`
	MinAdvanceHours      int       `json:"minAdvanceHours" doc:"Before check-in; 0: until the last moment" example:"24"`
	MaxAdvanceDays       *int      `json:"maxAdvanceDays" nullable:"true" doc:"Before check-in; null: any" example:"365"`
	Guarantee            string    `json:"guarantee" enum:"none,card,deposit,prepaid,company"`
	CancellationPolicyID *string   `json:"cancellationPolicyId" nullable:"true" example:"665f1c2ab7e4d90012ab34cd"`
	NoShowPolicyID       *string   `json:"noShowPolicyId" nullable:"true" example:"665f1c2ab7e4d90012ab34cd"`
	Active               bool      `json:"isActive" doc:"false: not on sale" example:"true"`
	Org                  web.ID    `json:"orgId"`
	CreatedAt            date.Time `json:"createdAt"`
	UpdatedAt            date.Time `json:"updatedAt"`
	Version              int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func planView(sc scope.Scope, p tariff.Plan) PlanView {
	companies := make([]web.ID, len(p.CompanyIDs))
	for i, companyID := range p.CompanyIDs {
		companies[i] = web.ID(companyID)
	}
	return PlanView{ID: web.ID(p.ID), Code: p.Code, Name: p.Name, MealPlan: p.MealPlan, Audience: p.Audience,
		CompanyIDs: companies, PromoCodes: append([]string{}, p.PromoCodes...), BookFrom: string(p.BookFrom),
		BookTo: string(p.BookTo), StayFrom: string(p.StayFrom), StayTo: string(p.StayTo),
		MinAdvanceHours: p.MinAdvanceHours, MaxAdvanceDays: p.MaxAdvanceDays, Guarantee: p.Guarantee,
		CancellationPolicyID: p.CancellationPolicyID, NoShowPolicyID: p.NoShowPolicyID, Active: p.Active,
		Org: web.ID(sc.Org), CreatedAt: date.Time(p.CreatedAt), UpdatedAt: date.Time(p.UpdatedAt),
		Version: p.Version}
}

// PlanBody is what may be left out of a rate plan.
type PlanBody struct {
	MealPlan        web.Optional[string]    `json:"mealPlan,omitzero" enum:"EP,CP,MAP,AP"`
	Audience        web.Optional[string]    `json:"audience,omitzero" enum:"public,private,company,promo"`
	CompanyIDs      web.Optional[[]web.ID]  `json:"companyIds,omitzero" maxItems:"100" doc:"Who negotiated it"`
	PromoCodes      web.Optional[[]string]  `json:"promoCodes,omitzero" maxItems:"50" minLength:"1" maxLength:"40"`
	BookFrom        web.Optional[date.Date] `json:"bookFrom,omitzero" doc:"The first day of sale"`
	BookTo          web.Optional[date.Date] `json:"bookTo,omitzero" doc:"The last day of sale"`
	StayFrom        web.Optional[date.Date] `json:"stayFrom,omitzero" doc:"The first night"`
	StayTo          web.Optional[date.Date] `json:"stayTo,omitzero" doc:"The last night"`
	MinAdvanceHours web.Optional[int]       `json:"minAdvanceHours,omitzero" minimum:"0" maximum:"17520" example:"24"`
	MaxAdvanceDays  web.Optional[int]       `json:"maxAdvanceDays,omitzero" minimum:"0" maximum:"3650" example:"365"`
	Guarantee       web.Optional[string]    `json:"guarantee,omitzero" enum:"none,card,deposit,prepaid,company"`
	Cancellation    web.Optional[web.ID]    `json:"cancellationPolicyId,omitzero" doc:"A policy of the kind cancellation"`
	NoShow          web.Optional[web.ID]    `json:"noShowPolicyId,omitzero" doc:"A policy of the kind noShow"`
	Active          web.Change[bool]        `json:"isActive,omitzero"`
}

func (b PlanBody) apply(p *tariff.Plan) {
	p.MealPlan, p.Audience = cmp.Or(b.MealPlan.Or(p.MealPlan), "EP"), cmp.Or(b.Audience.Or(p.Audience), tariff.Public)
	p.Guarantee = cmp.Or(b.Guarantee.Or(p.Guarantee), "none")
	if b.CompanyIDs.Set {
		p.CompanyIDs = texts(b.CompanyIDs.Value)
	}
	p.PromoCodes = b.PromoCodes.Or(p.PromoCodes)
	p.BookFrom, p.BookTo = b.BookFrom.Or(p.BookFrom), b.BookTo.Or(p.BookTo)
	p.StayFrom, p.StayTo = b.StayFrom.Or(p.StayFrom), b.StayTo.Or(p.StayTo)
	p.MinAdvanceHours = b.MinAdvanceHours.Or(p.MinAdvanceHours)
	p.MaxAdvanceDays = orKeep(b.MaxAdvanceDays, p.MaxAdvanceDays)
	p.CancellationPolicyID = idOrKeep(b.Cancellation, p.CancellationPolicyID)
	p.NoShowPolicyID = idOrKeep(b.NoShow, p.NoShowPolicyID)
	p.Active = b.Active.Or(p.Active)
}

func texts(ids []web.ID) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = id.String()
	}
	return list
}

// orKeep is the given value, nil for null, or old when the field was left out.
func orKeep[T any](given web.Optional[T], old *T) *T {
	switch {
	case !given.Set:
		return old
	case given.Null:
		return nil
	}
	return &given.Value
}

// idOrKeep is orKeep for a reference to another record, which "" takes away.
func idOrKeep(given web.Optional[web.ID], old *string) *string {
	if given.Set && given.Value == "" {
		return nil
	}
	if !given.Set {
		return old
	}
	id := given.Value.String()
	return &id
}

type createPlanInput struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"20" doc:"A to Z, 0 to 9 and -; unique" example:"BAR"`
		Name string `json:"name" minLength:"1" maxLength:"120" example:"Best available rate"`
		PlanBody
	}
}

func (s *Service) httpCreatePlan(ctx context.Context, sc scope.Scope, in *createPlanInput) (
	*web.Data[PlanView], error) {
	p := tariff.Plan{Code: in.Body.Code, Name: in.Body.Name, Active: true}
	in.Body.apply(&p)
	created, err := s.CreatePlan(ctx, sc, p)
	return web.Reply(planView(sc, created), err)
}

func (s *Service) httpListPlans(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]PlanView], error) {
	all, err := list(ctx, s, sc, Plans)
	return web.Reply(views(sc, all, planView), err)
}

// views are the views of all records.
func views[T, V any](sc scope.Scope, records []T, view func(scope.Scope, T) V) []V {
	shown := make([]V, len(records))
	for i, r := range records {
		shown[i] = view(sc, r)
	}
	return shown
}

type planInput struct {
	PlanID web.ID `path:"planId" doc:"The rate plan's id"`
}

func (s *Service) httpGetPlan(ctx context.Context, sc scope.Scope, in *planInput) (*web.Data[PlanView], error) {
	p, err := get(ctx, s, planKind, sc, in.PlanID.String())
	return web.Reply(planView(sc, p), err)
}

type updatePlanInput struct {
	PlanID web.ID `path:"planId" doc:"The rate plan's id"`
	Body   struct {
		Code web.Change[string] `json:"code,omitzero" minLength:"1" maxLength:"20" example:"BAR"`
		Name web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Best available rate"`
		PlanBody
	} `required:"false"`
}

func (s *Service) httpUpdatePlan(ctx context.Context, sc scope.Scope, in *updatePlanInput) (
	*web.Data[PlanView], error) {
	p, err := update(ctx, s, planKind, sc, in.PlanID.String(), func(p *tariff.Plan) error {
		p.Code, p.Name = in.Body.Code.Or(p.Code), in.Body.Name.Or(p.Name)
		in.Body.apply(p)
		return nil
	})
	return web.Reply(planView(sc, p), err)
}

func (s *Service) httpDeletePlan(ctx context.Context, sc scope.Scope, in *planInput) (*web.Message, error) {
	if err := remove(ctx, s, planKind, sc, in.PlanID.String()); err != nil {
		return nil, err
	}
	return web.Done("The rate plan is deleted."), nil
}
