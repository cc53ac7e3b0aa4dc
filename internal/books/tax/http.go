package tax

import (
	"cmp"
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "It has one rate or, for room-nights, slabs by the price of a night before tax. A night bears the " +
		"newest tax in force that day, GST before other kinds; so a change of the law is a new tax that starts on its day."
	updateNote = "Fields that are left out keep their value. Once a tax was charged, only sac, to and isActive can " +
		"change: end it with to and make another. Documents keep the rates under which they were made."
	deleteNote = "Taxes that came with the organization or were charged can't be deleted: end them with to, or switch " +
		"them off."
)

// Routes are the endpoints of /api/taxes.
func (s *Service) Routes() []web.Route {
	const base = "/api/taxes/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Taxes), s.httpCreate, "Add a tax").With(createNote),
		web.Get(base+"/list", may.View(may.Taxes), s.httpList, "List the taxes").With("Newest first."),
		web.Get(base+"/{taxId}", may.View(may.Taxes), s.httpGet, "Show a tax"),
		web.Put(base+"/{taxId}/update", may.Update(may.Taxes), s.httpUpdate, "Change a tax").With(updateNote),
		web.Delete(base+"/{taxId}/delete", may.Delete(may.Taxes), s.httpDelete, "Delete a tax that was never charged").
			With(deleteNote),
		web.Post(base+"/calculate", may.View(may.Taxes), s.httpCalculate, "Calculate the tax of a stay").
			With("Each night by its own date and price. Nothing is stored."),
	}
}

// SlabView is a slab in a response.
type SlabView struct {
	UpTo *money.Number `json:"upTo" nullable:"true" doc:"The highest price before tax; null: no limit" example:"7500"`
	Rate money.Number  `json:"rate" doc:"Percent" example:"5"`
}

// View is a tax in a response.
type View struct {
	ID        string        `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Name      string        `json:"name" example:"GST on rooms"`
	Kind      string        `json:"kind" enum:"gst,vat,levy,exempt,non-gst,other" example:"gst"`
	AppliesTo string        `json:"appliesTo" enum:"room-night,service" example:"room-night"`
	Rate      *money.Number `json:"rate" nullable:"true" doc:"Percent; null for a tax with slabs" example:"18"`
	Slabs     []SlabView    `json:"slabs" doc:"Empty for a tax with one rate"`
	SAC       string        `json:"sac" doc:"SAC or HSN" example:"996311"`
	From      date.Date     `json:"from" example:"2025-09-22"`
	To        string        `json:"to" doc:"The last day; empty if it has no end" example:"2026-03-31"`
	Active    bool          `json:"isActive" doc:"false: no longer charged"`
	Seeded    bool          `json:"isSeeded" doc:"It came with the organization"`
	Org       string        `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt date.Time     `json:"createdAt"`
	UpdatedAt date.Time     `json:"updatedAt"`
	Version   int64         `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (r Record) view(sc scope.Scope) View {
	rate, slabs := r.Slabs.view(sc.Currency)
	return View{ID: r.ID, Name: r.Name, Kind: r.Kind, AppliesTo: r.AppliesTo, Rate: rate, Slabs: slabs, SAC: r.SAC,
		From: r.From, To: string(r.To), Active: r.Active, Seeded: r.Seeded, Org: sc.Org, CreatedAt: date.Time(r.CreatedAt),
		UpdatedAt: date.Time(r.UpdatedAt), Version: r.Version}
}

// view is the one rate, or else the slabs.
func (s Slabs) view(currency string) (*money.Number, []SlabView) {
	slabs := []SlabView{}
	if len(s) == 1 {
		rate := s[0].Rate.Number()
		return &rate, slabs
	}
	for _, slab := range s {
		shown := SlabView{Rate: slab.Rate.Number()}
		if slab.UpTo != 0 {
			upTo := slab.UpTo.Number(currency)
			shown.UpTo = &upTo
		}
		slabs = append(slabs, shown)
	}
	return nil, slabs
}

// SlabBody is a slab in a request.
type SlabBody struct {
	UpTo web.Optional[money.Number] `json:"upTo,omitzero" minimum:"0" doc:"The last slab has none" example:"7500"`
	Rate money.Number               `json:"rate" minimum:"0" maximum:"100" doc:"Percent" example:"5"`
}

// RatesBody is one rate, or slabs.
type RatesBody struct {
	Rate  web.Optional[money.Number] `json:"rate,omitzero" minimum:"0" maximum:"100" doc:"Percent" example:"18"`
	Slabs web.Optional[[]SlabBody]   `json:"slabs,omitzero" maxItems:"10" doc:"Rates by a night's price, the lowest first"`
}

// apply sets the record's rates if the body has any.
func (b RatesBody) apply(r *Record, currency string, bad *errs.Fields) {
	slabs := b.Slabs.Value
	if b.Rate.Set && !b.Rate.Null {
		rate, err := RateOf(b.Rate.Value)
		if err != nil {
			bad.Add("rate", "%s", err)
		}
		if len(slabs) > 0 {
			bad.Add("rate", "must be left out where slabs are given: a tax has one rate or slabs")
			bad.Add("slabs", "must be left out where rate is given")
		}
		r.Slabs = Slabs{{Rate: rate}}
	}
	if len(slabs) > 0 {
		r.Slabs = Slabs{}
	}
	for i, body := range slabs {
		slab := Slab{}
		var err error
		if slab.Rate, err = RateOf(body.Rate); err != nil {
			bad.Add(fmt.Sprintf("slabs[%d].rate", i), "%s", err)
		}
		if body.UpTo.Set && !body.UpTo.Null {
			if slab.UpTo, err = body.UpTo.Value.NotNegative(currency); err != nil {
				bad.Add(fmt.Sprintf("slabs[%d].upTo", i), "%s", err)
			}
		}
		r.Slabs = append(r.Slabs, slab)
	}
}

type createInput struct {
	Body struct {
		Name      string `json:"name" minLength:"1" maxLength:"80" doc:"As documents print it" example:"GST on laundry"`
		Kind      string `json:"kind" enum:"gst,vat,levy,exempt,non-gst,other" doc:"non-gst: liquor, damages" example:"gst"`
		AppliesTo string `json:"appliesTo" enum:"room-night,service" doc:"service: for lines that name it" example:"service"`
		RatesBody
		SAC    string    `json:"sac,omitempty" maxLength:"8" doc:"Default for room-nights: 996311" example:"999712"`
		From   date.Date `json:"from,omitempty" doc:"The first day; default today" example:"2026-04-01"`
		To     string    `json:"to,omitempty" maxLength:"10" doc:"The last day; default: no end" example:"2027-03-31"`
		Active *bool     `json:"isActive,omitempty" doc:"Default true"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	created, err := s.Create(ctx, sc, func(r *Record, bad *errs.Fields) {
		r.Name, r.Kind, r.AppliesTo, r.SAC, r.To = b.Name, b.Kind, b.AppliesTo, b.SAC, date.Date(b.To)
		r.From = cmp.Or(b.From, r.From)
		if b.Active != nil {
			r.Active = *b.Active
		}
		b.apply(r, sc.Currency, bad)
		if len(r.Slabs) == 0 && len(*bad) == 0 {
			bad.Add("rate", "must be given, or slabs by the price of a night")
			bad.Add("slabs", "must be given, or rate")
		}
	})
	return reply(sc, created, err)
}

type listInput struct {
	web.Paging
	Kind      string    `query:"kind" enum:"gst,exempt,non-gst,other"`
	AppliesTo string    `query:"appliesTo" enum:"room-night,service"`
	On        date.Date `query:"on" doc:"Only taxes in force on this day"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	if _, err := date.Parse(string(in.On)); err != nil && in.On != "" {
		return nil, errs.InvalidField("on", "%s", err)
	}
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(r Record) View { return r.view(sc) }), nil
}

type taxInput struct {
	TaxID web.ID `path:"taxId" doc:"The tax's id"`
}

func reply(sc scope.Scope, r Record, err error) (*web.Data[View], error) {
	return web.Reply(r.view(sc), err)
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *taxInput) (*web.Data[View], error) {
	record, err := s.get(ctx, sc, in.TaxID.String())
	return reply(sc, record, err)
}

type updateInput struct {
	TaxID web.ID `path:"taxId" doc:"The tax's id"`
	Body  struct {
		Name      web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"80" example:"GST on laundry"`
		Kind      web.Change[string] `json:"kind,omitzero" enum:"gst,vat,levy,exempt,non-gst,other" example:"gst"`
		AppliesTo web.Change[string] `json:"appliesTo,omitzero" enum:"room-night,service" example:"service"`
		RatesBody
		SAC    web.Optional[string]  `json:"sac,omitzero" maxLength:"8" example:"999712"`
		From   web.Change[date.Date] `json:"from,omitzero" example:"2026-04-01"`
		To     web.Optional[string]  `json:"to,omitzero" maxLength:"10" doc:"null: no end" example:"2027-03-31"`
		Active web.Change[bool]      `json:"isActive,omitzero"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	changed, err := s.update(ctx, sc, in.TaxID.String(), func(r *Record, bad *errs.Fields) {
		r.Name, r.Kind, r.AppliesTo = b.Name.Or(r.Name), b.Kind.Or(r.Kind), b.AppliesTo.Or(r.AppliesTo)
		b.apply(r, sc.Currency, bad)
		r.SAC, r.Active = b.SAC.Or(r.SAC), b.Active.Or(r.Active)
		r.From, r.To = b.From.Or(r.From), date.Date(b.To.Or(string(r.To)))
	})
	return reply(sc, changed, err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *taxInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.TaxID.String()); err != nil {
		return nil, err
	}
	return web.Done("The tax is deleted."), nil
}
