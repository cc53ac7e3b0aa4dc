package rateplan

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/tariff"
)

// FeeView is what a guest owes.
type FeeView struct {
	Kind  string       `json:"kind" enum:"percentOfStay,nights,fixed" doc:"What value is"`
	Value money.Number `json:"value" doc:"Percent, nights from the first one on, or an amount" example:"50"`
}

// StepView is the fee of who cancels so early.
type StepView struct {
	UntilHours *int    `json:"untilHoursBeforeCheckIn" nullable:"true" doc:"null: whoever cancels later" example:"48"`
	Fee        FeeView `json:"fee" doc:"What is owed then"`
}

// PolicyView is a policy.
type PolicyView struct {
	ID        web.ID     `json:"_id"`
	Name      string     `json:"name" example:"Flexible"`
	Kind      string     `json:"kind" enum:"cancellation,noShow"`
	Steps     []StepView `json:"steps"`
	Text      string     `json:"text" doc:"In words, made from the steps" example:"Cancelling is free at any time."`
	Org       web.ID     `json:"orgId"`
	CreatedAt date.Time  `json:"createdAt"`
	UpdatedAt date.Time  `json:"updatedAt"`
	Version   int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func stepViews(steps []tariff.PolicyStep, currency string) []StepView {
	shown := make([]StepView, len(steps))
	for i, step := range steps {
		value := money.Number(fmt.Sprint(step.Fee.Value))
		switch step.Fee.Kind {
		case tariff.FeePercent:
			value = tax.Rate(step.Fee.Value).Number()
		case tariff.FeeFixed:
			value = money.Amount(step.Fee.Value).Number(currency)
		}
		shown[i] = StepView{UntilHours: step.UntilHours, Fee: FeeView{step.Fee.Kind, value}}
	}
	return shown
}

func policyView(sc scope.Scope, p tariff.Policy) PolicyView {
	return PolicyView{ID: web.ID(p.ID), Name: p.Name, Kind: p.Kind, Steps: stepViews(p.Steps, sc.Currency),
		Text: p.Text(words.Of(sc), sc.Currency), Org: web.ID(sc.Org), CreatedAt: date.Time(p.CreatedAt),
		UpdatedAt: date.Time(p.UpdatedAt),
		Version:   p.Version}
}

// StepBody is a step of a policy in a request.
type StepBody struct {
	UntilHours *int `json:"untilHoursBeforeCheckIn,omitempty" minimum:"1" maximum:"8760" doc:"The last step has none"`
	Fee        struct {
		Kind  string       `json:"kind" enum:"percentOfStay,nights,fixed" doc:"What value is"`
		Value money.Number `json:"value" minimum:"0" doc:"Percent up to 100, nights up to 365, or an amount" example:"50"`
	} `json:"fee"`
}

func (b StepBody) step(place, currency string, bad *errs.Fields) tariff.PolicyStep {
	step := tariff.PolicyStep{UntilHours: b.UntilHours, Fee: tariff.Fee{Kind: b.Fee.Kind}}
	var err error
	switch b.Fee.Kind {
	case tariff.FeePercent:
		var percent tax.Rate
		percent, err = tax.RateOf(b.Fee.Value)
		step.Fee.Value = int64(percent)
	case tariff.FeeNights:
		nights, notWhole := b.Fee.Value.In("JPY") // which has no decimals
		if step.Fee.Value = int64(nights); notWhole != nil || nights < 0 || nights > 365 {
			err = errors.New("must be a whole number of nights from 0 to 365")
		}
	default:
		step.Fee.Value = int64(amountOf(b.Fee.Value, place+".fee.value", currency, bad))
	}
	if err != nil {
		bad.Add(place+".fee.value", "%s", err)
	}
	return step
}

func stepsOf(list []StepBody, currency string, bad *errs.Fields) []tariff.PolicyStep {
	steps := make([]tariff.PolicyStep, len(list))
	for i, b := range list {
		steps[i] = b.step(fmt.Sprintf("steps[%d]", i), currency, bad)
	}
	return steps
}

type createPolicyInput struct {
	Body struct {
		Name  string     `json:"name" minLength:"1" maxLength:"120" example:"Flexible"`
		Kind  string     `json:"kind" enum:"cancellation,noShow" doc:"It stays what it is"`
		Steps []StepBody `json:"steps" nullable:"false" minItems:"1" maxItems:"10"`
	}
}

func (s *Service) httpCreatePolicy(ctx context.Context, sc scope.Scope, in *createPolicyInput) (
	*web.Data[PolicyView], error) {
	var bad errs.Fields
	p := tariff.Policy{Name: in.Body.Name, Kind: in.Body.Kind, Steps: stepsOf(in.Body.Steps, sc.Currency, &bad)}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	created, err := s.CreatePolicy(ctx, sc, p)
	return web.Reply(policyView(sc, created), err)
}

func (s *Service) httpListPolicies(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]PolicyView], error) {
	all, err := list(ctx, s, sc, Policies)
	return web.Reply(views(sc, all, policyView), err)
}

type policyInput struct {
	PolicyID web.ID `path:"policyId" doc:"The policy's id"`
}

func (s *Service) httpGetPolicy(ctx context.Context, sc scope.Scope, in *policyInput) (*web.Data[PolicyView], error) {
	p, err := get(ctx, s, policyKind, sc, in.PolicyID.String())
	return web.Reply(policyView(sc, p), err)
}

type updatePolicyInput struct {
	PolicyID web.ID `path:"policyId" doc:"The policy's id"`
	Body     struct {
		Name  web.Change[string]     `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Flexible"`
		Steps web.Change[[]StepBody] `json:"steps,omitzero" minItems:"1" maxItems:"10"`
	} `required:"false"`
}

func (s *Service) httpUpdatePolicy(ctx context.Context, sc scope.Scope, in *updatePolicyInput) (
	*web.Data[PolicyView], error) {
	p, err := update(ctx, s, policyKind, sc, in.PolicyID.String(), func(p *tariff.Policy) error {
		var bad errs.Fields
		if p.Name = in.Body.Name.Or(p.Name); in.Body.Steps.Set {
			p.Steps = stepsOf(in.Body.Steps.Value, sc.Currency, &bad)
		}
		return bad.Err()
	})
	return web.Reply(policyView(sc, p), err)
}

func (s *Service) httpDeletePolicy(ctx context.Context, sc scope.Scope, in *policyInput) (*web.Message, error) {
	if err := remove(ctx, s, policyKind, sc, in.PolicyID.String()); err != nil {
		return nil, err
	}
	return web.Done("The policy is deleted."), nil
}

// BandView is an age band.
type BandView struct {
	ID        web.ID    `json:"_id"`
	Name      string    `json:"name" example:"Child"`
	MinAge    int       `json:"minAge" example:"6"`
	MaxAge    int       `json:"maxAge" doc:"Included" example:"11"`
	Org       web.ID    `json:"orgId"`
	CreatedAt date.Time `json:"createdAt"`
	UpdatedAt date.Time `json:"updatedAt"`
	Version   int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func bandView(sc scope.Scope, b tariff.AgeBand) BandView {
	return BandView{ID: web.ID(b.ID), Name: b.Name, MinAge: b.MinAge, MaxAge: b.MaxAge, Org: web.ID(sc.Org),
		CreatedAt: date.Time(b.CreatedAt), UpdatedAt: date.Time(b.UpdatedAt),
		Version: b.Version}
}

type createBandInput struct {
	Body struct {
		Name   string `json:"name" minLength:"1" maxLength:"120" example:"Child"`
		MinAge int    `json:"minAge" minimum:"0" maximum:"17" example:"6"`
		MaxAge int    `json:"maxAge" minimum:"0" maximum:"17" doc:"Included" example:"11"`
	}
}

func (s *Service) httpCreateBand(ctx context.Context, sc scope.Scope, in *createBandInput) (
	*web.Data[BandView], error) {
	created, err := create(ctx, s, bandKind, sc,
		tariff.AgeBand{Name: in.Body.Name, MinAge: in.Body.MinAge, MaxAge: in.Body.MaxAge})
	return web.Reply(bandView(sc, created), err)
}

func (s *Service) httpListBands(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]BandView], error) {
	all, err := list(ctx, s, sc, AgeBands)
	return web.Reply(views(sc, all, bandView), err)
}

type bandInput struct {
	BandID web.ID `path:"ageBandId" doc:"The age band's id"`
}

func (s *Service) httpGetBand(ctx context.Context, sc scope.Scope, in *bandInput) (*web.Data[BandView], error) {
	b, err := get(ctx, s, bandKind, sc, in.BandID.String())
	return web.Reply(bandView(sc, b), err)
}

type updateBandInput struct {
	BandID web.ID `path:"ageBandId" doc:"The age band's id"`
	Body   struct {
		Name   web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Child"`
		MinAge web.Change[int]    `json:"minAge,omitzero" minimum:"0" maximum:"17" example:"6"`
		MaxAge web.Change[int]    `json:"maxAge,omitzero" minimum:"0" maximum:"17" example:"11"`
	} `required:"false"`
}

func (s *Service) httpUpdateBand(ctx context.Context, sc scope.Scope, in *updateBandInput) (
	*web.Data[BandView], error) {
	b, err := update(ctx, s, bandKind, sc, in.BandID.String(), func(b *tariff.AgeBand) error {
		b.Name = in.Body.Name.Or(b.Name)
		b.MinAge, b.MaxAge = in.Body.MinAge.Or(b.MinAge), in.Body.MaxAge.Or(b.MaxAge)
		return nil
	})
	return web.Reply(bandView(sc, b), err)
}

func (s *Service) httpDeleteBand(ctx context.Context, sc scope.Scope, in *bandInput) (*web.Message, error) {
	if err := remove(ctx, s, bandKind, sc, in.BandID.String()); err != nil {
		return nil, err
	}
	return web.Done("The age band is deleted."), nil
}

// ServiceView is a service.
type ServiceView struct {
	ID         web.ID       `json:"_id"`
	Name       string       `json:"name" example:"Breakfast"`
	Price      money.Number `json:"price" example:"450"`
	Per        string       `json:"per" enum:"stay,night,person,personNight,item"`
	PostOn     string       `json:"postOn" enum:"everyNight,arrival,departure" doc:"When the folio is charged"`
	TaxID      *string      `json:"taxId" nullable:"true" example:"665f1c2ab7e4d90012ab34cd"`
	Department string       `json:"department" doc:"Whose revenue it is" example:"Food and beverage"`
	Morning    bool         `json:"nextMorning" doc:"A night's is given on the morning after, as breakfast is"`
	IncludedIn []string     `json:"includedIn" doc:"Products whose price has it inside"`
	Active     bool         `json:"isActive" doc:"false: not offered" example:"true"`
	Minibar    bool         `json:"minibar,omitempty" doc:"An item of the minibar, posted from a phone; left out: no"`
	Org        web.ID       `json:"orgId"`
	CreatedAt  date.Time    `json:"createdAt"`
	UpdatedAt  date.Time    `json:"updatedAt"`
	Version    int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func serviceView(sc scope.Scope, v tariff.Service) ServiceView {
	return ServiceView{ID: web.ID(v.ID), Name: v.Name, Price: v.Price.Number(sc.Currency), Per: v.Per, PostOn: v.PostOn,
		TaxID: v.TaxID, Department: v.Department, Morning: v.NextMorning, IncludedIn: append([]string{}, v.IncludedIn...),
		Active: v.Active, Minibar: v.Minibar, Org: web.ID(sc.Org), CreatedAt: date.Time(v.CreatedAt),
		UpdatedAt: date.Time(v.UpdatedAt), Version: v.Version}
}

// ServiceBody is what may be left out of a service.
type ServiceBody struct {
	Per        web.Optional[string]   `json:"per,omitzero" enum:"stay,night,person,personNight,item"`
	PostOn     web.Optional[string]   `json:"postOn,omitzero" enum:"everyNight,arrival,departure"`
	TaxID      web.Optional[web.ID]   `json:"taxId,omitzero" doc:"A tax on services"`
	Department web.Optional[string]   `json:"department,omitzero" maxLength:"60" example:"Food and beverage"`
	Morning    web.Change[bool]       `json:"nextMorning,omitzero" doc:"Given on the morning after the night"`
	IncludedIn web.Optional[[]web.ID] `json:"includedIn,omitzero" maxItems:"500" doc:"Products"`
	Active     web.Change[bool]       `json:"isActive,omitzero"`
	Minibar    web.Change[bool]       `json:"minibar,omitzero" doc:"An item of the minibar: its per is item"`
}

func (b ServiceBody) apply(v *tariff.Service) {
	v.Per, v.PostOn = cmp.Or(b.Per.Or(v.Per), tariff.PerItem), cmp.Or(b.PostOn.Or(v.PostOn), tariff.PostOnArrival)
	v.TaxID = idOrKeep(b.TaxID, v.TaxID)
	v.Department, v.NextMorning = b.Department.Or(v.Department), b.Morning.Or(v.NextMorning)
	if b.IncludedIn.Set {
		v.IncludedIn = texts(b.IncludedIn.Value)
	}
	v.Active, v.Minibar = b.Active.Or(v.Active), b.Minibar.Or(v.Minibar)
}

type createServiceInput struct {
	Body struct {
		Name  string       `json:"name" minLength:"1" maxLength:"120" example:"Breakfast"`
		Price money.Number `json:"price" minimum:"0" example:"450"`
		ServiceBody
	}
}

func (s *Service) httpCreateService(ctx context.Context, sc scope.Scope, in *createServiceInput) (
	*web.Data[ServiceView], error) {
	price, err := in.Body.Price.NotNegative(sc.Currency)
	if err != nil {
		return nil, errs.InvalidField("price", "%s", err)
	}
	v := tariff.Service{Name: in.Body.Name, Price: price, Active: true}
	in.Body.apply(&v)
	created, err := s.CreateService(ctx, sc, v)
	return web.Reply(serviceView(sc, created), err)
}

func (s *Service) httpListServices(ctx context.Context, sc scope.Scope, _ *struct{}) (
	*web.Data[[]ServiceView], error) {
	all, err := list(ctx, s, sc, Services)
	return web.Reply(views(sc, all, serviceView), err)
}

type serviceInput struct {
	ServiceID web.ID `path:"serviceId" doc:"The service's id"`
}

func (s *Service) httpGetService(ctx context.Context, sc scope.Scope, in *serviceInput) (
	*web.Data[ServiceView], error) {
	v, err := get(ctx, s, serviceKind, sc, in.ServiceID.String())
	return web.Reply(serviceView(sc, v), err)
}

type updateServiceInput struct {
	ServiceID web.ID `path:"serviceId" doc:"The service's id"`
	Body      struct {
		Name  web.Change[string]       `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Breakfast"`
		Price web.Change[money.Number] `json:"price,omitzero" minimum:"0" example:"450"`
		ServiceBody
	} `required:"false"`
}

func (s *Service) httpUpdateService(ctx context.Context, sc scope.Scope, in *updateServiceInput) (
	*web.Data[ServiceView], error) {
	v, err := update(ctx, s, serviceKind, sc, in.ServiceID.String(), func(v *tariff.Service) error {
		v.Name = in.Body.Name.Or(v.Name)
		in.Body.apply(v)
		if !in.Body.Price.Set {
			return nil
		}
		price, err := in.Body.Price.Value.NotNegative(sc.Currency)
		if err != nil {
			return errs.InvalidField("price", "%s", err)
		}
		v.Price = price
		return nil
	})
	return web.Reply(serviceView(sc, v), err)
}

func (s *Service) httpDeleteService(ctx context.Context, sc scope.Scope, in *serviceInput) (*web.Message, error) {
	if err := remove(ctx, s, serviceKind, sc, in.ServiceID.String()); err != nil {
		return nil, err
	}
	return web.Done("The service is deleted."), nil
}
