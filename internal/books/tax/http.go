package tax

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/taxes.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Create("/api/taxes/{orgId}/create", may.Create(may.Taxes), s.httpCreate, "Add a tax").
			With("It has either one rate or, for room-nights, slabs by the price of a night before tax. A night takes the newest tax in force that day, GST before other kinds; so a change of the law is a new tax from its day on."),
		web.Get("/api/taxes/{orgId}/list", may.View(may.Taxes), s.httpList, "List the taxes").
			With("Newest first."),
		web.Get("/api/taxes/{orgId}/{taxId}", may.View(may.Taxes), s.httpGet, "Show a tax"),
		web.Put("/api/taxes/{orgId}/{taxId}/update", may.Update(may.Taxes), s.httpUpdate, "Change a tax").
			With("Fields that are left out keep their value. Of a tax that was charged already only sac, to and isActive can change: end it with to and make another. Documents keep the rates with which they were made."),
		web.Delete("/api/taxes/{orgId}/{taxId}/delete", may.Delete(may.Taxes), s.httpDelete, "Delete a tax that was never charged").
			With("A tax that came with the organization, or was charged, is refused: end it with to, or switch it off."),
		web.Post("/api/taxes/{orgId}/calculate", may.View(may.Taxes), s.httpCalculate, "Calculate the tax of a stay").
			With("Each night by its own date and price. Nothing is stored."),
	}
}

// SlabView is a rate and the prices that bear it.
type SlabView struct {
	UpTo *money.Number `json:"upTo" nullable:"true" doc:"The highest price of a night before tax; null: every higher price" example:"7500"`
	Rate money.Number  `json:"rate" doc:"Percent" example:"5"`
}

// View is a tax.
type View struct {
	ID        string        `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Name      string        `json:"name" example:"GST on rooms"`
	Kind      string        `json:"kind" enum:"gst,other" example:"gst"`
	AppliesTo string        `json:"appliesTo" enum:"room-night,service" example:"room-night"`
	Rate      *money.Number `json:"rate" nullable:"true" doc:"Percent; null where slabs have rates of their own" example:"18"`
	Slabs     []SlabView    `json:"slabs" doc:"Empty for a tax with one rate"`
	SAC       string        `json:"sac" doc:"SAC or HSN" example:"996311"`
	From      date.Date     `json:"from" example:"2025-09-22"`
	To        string        `json:"to" doc:"The last day; empty while it has no end" example:"2026-03-31"`
	Active    bool          `json:"isActive" doc:"false: it is charged no more"`
	Seeded    bool          `json:"isSeeded" doc:"It came with the organization"`
	Org       string        `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	CreatedAt web.Time      `json:"createdAt"`
	UpdatedAt web.Time      `json:"updatedAt"`
}

func (r Record) view(sc scope.Scope) View {
	rate, slabs := r.Slabs.view(sc.Currency)
	return View{ID: r.ID, Name: r.Name, Kind: r.Kind, AppliesTo: r.AppliesTo, Rate: rate, Slabs: slabs, SAC: r.SAC, From: r.From, To: string(r.To),
		Active: r.Active, Seeded: r.Seeded, Org: sc.Org, CreatedAt: web.Time(r.CreatedAt), UpdatedAt: web.Time(r.UpdatedAt)}
}

// view is the one rate, or the slabs.
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
	UpTo web.Optional[money.Number] `json:"upTo,omitzero" required:"false" minimum:"0" doc:"The highest price of a night before tax that bears this rate; left out in the last slab" example:"7500"`
	Rate money.Number               `json:"rate" minimum:"0" maximum:"100" doc:"Percent, with at most two decimals" example:"5"`
}

// RatesBody is what a tax takes: one rate, or slabs.
type RatesBody struct {
	Rate  web.Optional[money.Number] `json:"rate,omitzero" required:"false" minimum:"0" maximum:"100" doc:"Percent, with at most two decimals; left out where slabs are given" example:"18"`
	Slabs web.Optional[[]SlabBody]   `json:"slabs,omitzero" required:"false" maxItems:"10" doc:"Rates by the price of a night, the lowest first; only for room-nights"`
}

// apply gives the record the body's rates, if it has any.
func (b RatesBody) apply(r *Record, currency string, bad *errs.Fields) {
	slabs := b.Slabs.Value
	if b.Rate.Set && !b.Rate.Null {
		rate, err := rateOf(b.Rate.Value)
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
		if slab.Rate, err = rateOf(body.Rate); err != nil {
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

// CreateBody is a tax in a request.
type CreateBody struct {
	Name      string `json:"name" minLength:"1" maxLength:"80" doc:"As documents print it" example:"GST on laundry"`
	Kind      string `json:"kind" enum:"gst,other" doc:"gst: in equal halves, charged only by an organization with a GSTIN; other: in one amount" example:"gst"`
	AppliesTo string `json:"appliesTo" enum:"room-night,service" doc:"room-night: every night takes it by itself; service: charges name it" example:"service"`
	RatesBody
	SAC    string    `json:"sac,omitempty" maxLength:"8" doc:"SAC or HSN, 4 to 8 digits; default 996311 for room-nights" example:"999712"`
	From   date.Date `json:"from,omitempty" doc:"The first day; default today" example:"2026-04-01"`
	To     string    `json:"to,omitempty" maxLength:"10" doc:"The last day, YYYY-MM-DD; left out: it has no end" example:"2027-03-31"`
	Active *bool     `json:"isActive,omitempty" doc:"Default true"`
}

type createInput struct{ Body CreateBody }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	return web.Reply(s.Create(ctx, sc, in.Body))
}

func (b CreateBody) record(sc scope.Scope, today date.Date) (Record, error) {
	var bad errs.Fields
	r := Record{Name: b.Name, Kind: b.Kind, AppliesTo: b.AppliesTo, SAC: b.SAC, From: b.From, To: date.Date(b.To), Active: b.Active == nil || *b.Active}
	if r.From == "" {
		r.From = today
	}
	b.apply(&r, sc.Currency, &bad)
	if len(r.Slabs) == 0 && len(bad) == 0 {
		bad.Add("rate", "must be given, or slabs by the price of a night")
		bad.Add("slabs", "must be given, or rate")
	}
	return r.checked(&bad)
}

type listInput struct {
	web.Paging
	Kind      string    `query:"kind" enum:"gst,other"`
	AppliesTo string    `query:"appliesTo" enum:"room-night,service"`
	On        date.Date `query:"on" doc:"Only taxes that are charged for this day"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[View, web.Pagination], error) {
	if _, err := date.Parse(string(in.On)); err != nil && in.On != "" {
		return nil, errs.InvalidField("on", "%s", err)
	}
	views, number := []View{}, 0
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		records, total, err := page(tx, sc, filter{kind: in.Kind, appliesTo: in.AppliesTo, on: in.On}, in.Limit, in.Offset())
		for _, record := range records {
			views = append(views, record.view(sc))
		}
		number = total
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.PageOf(views, in.Paging, number), nil
}

type taxInput struct {
	TaxID string `path:"taxId" doc:"The tax's id" example:"665f1c2ab7e4d90012ab34cd"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *taxInput) (*web.Data[View], error) {
	var record Record
	err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
		record, err = find(tx, sc, in.TaxID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.OK(record.view(sc)), nil
}

type updateInput struct {
	TaxID string `path:"taxId" doc:"The tax's id" example:"665f1c2ab7e4d90012ab34cd"`
	Body  struct {
		Name      web.Optional[string] `json:"name,omitzero" required:"false" minLength:"1" maxLength:"80" example:"GST on laundry"`
		Kind      web.Optional[string] `json:"kind,omitzero" required:"false" enum:"gst,other" example:"gst"`
		AppliesTo web.Optional[string] `json:"appliesTo,omitzero" required:"false" enum:"room-night,service" example:"service"`
		RatesBody
		SAC    web.Optional[string]    `json:"sac,omitzero" required:"false" maxLength:"8" example:"999712"`
		From   web.Optional[date.Date] `json:"from,omitzero" required:"false" example:"2026-04-01"`
		To     web.Optional[string]    `json:"to,omitzero" required:"false" maxLength:"10" doc:"The last day, YYYY-MM-DD; null or empty: it has no end" example:"2027-03-31"`
		Active web.Optional[bool]      `json:"isActive,omitzero" required:"false"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	return web.Reply(s.change(ctx, sc, in.TaxID, func(r *Record, bad *errs.Fields) {
		for field, null := range map[string]bool{"name": b.Name.Null, "kind": b.Kind.Null, "appliesTo": b.AppliesTo.Null, "from": b.From.Null, "isActive": b.Active.Null} {
			if null {
				bad.Add(field, "can't be empty")
			}
		}
		r.Name, r.Kind, r.AppliesTo = b.Name.Or(r.Name), b.Kind.Or(r.Kind), b.AppliesTo.Or(r.AppliesTo)
		b.apply(r, sc.Currency, bad)
		r.SAC, r.Active = b.SAC.Or(r.SAC), b.Active.Or(r.Active)
		r.From, r.To = b.From.Or(r.From), date.Date(b.To.Or(string(r.To)))
	}))
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *taxInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.TaxID); err != nil {
		return nil, err
	}
	return web.Done("The tax is deleted."), nil
}
