package rateplan

import (
	"context"
	"fmt"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/tariff"
)

// WeekdaysView is a price for each weekday that has one.
type WeekdaysView struct {
	Sun *money.Number `json:"sun" nullable:"true" doc:"Sundays"`
	Mon *money.Number `json:"mon" nullable:"true" doc:"Mondays"`
	Tue *money.Number `json:"tue" nullable:"true" doc:"Tuesdays"`
	Wed *money.Number `json:"wed" nullable:"true" doc:"Wednesdays"`
	Thu *money.Number `json:"thu" nullable:"true" doc:"Thursdays"`
	Fri *money.Number `json:"fri" nullable:"true" doc:"Fridays"`
	Sat *money.Number `json:"sat" nullable:"true" doc:"Saturdays"`
}

func weekdayView(prices [7]*money.Amount, currency string) (v WeekdaysView) {
	for i, shown := range []**money.Number{&v.Sun, &v.Mon, &v.Tue, &v.Wed, &v.Thu, &v.Fri, &v.Sat} {
		*shown = number(prices[i], currency)
	}
	return v
}

// OccupancyView is how who sleeps there changes the price of a night.
type OccupancyView struct {
	Base           int              `json:"base" doc:"Adults for whom the price is" example:"2"`
	SingleDiscount money.Number     `json:"singleDiscount" doc:"Less a night for one adult alone" example:"500"`
	ExtraAdult     money.Number     `json:"extraAdult" doc:"More a night for each adult beyond base" example:"1200"`
	Children       []ChildPriceView `json:"children" doc:"Children of other bands cost nothing"`
}

// ChildPriceView is what a child of an age band costs a night.
type ChildPriceView struct {
	AgeBandID web.ID       `json:"ageBandId" doc:"The age band"`
	Price     money.Number `json:"price" doc:"A night" example:"600"`
}

func occupancyView(o *tariff.Occupancy, currency string) *OccupancyView {
	if o == nil {
		return nil
	}
	v := OccupancyView{Base: o.Base, SingleDiscount: o.SingleDiscount.Number(currency),
		ExtraAdult: o.ExtraAdult.Number(currency), Children: []ChildPriceView{}}
	for _, c := range o.Children {
		v.Children = append(v.Children, ChildPriceView{web.ID(c.BandID), c.Price.Number(currency)})
	}
	return &v
}

// RuleView is a step of a derived price.
type RuleView struct {
	Op    string       `json:"op" enum:"add,sub" doc:"More, or less"`
	Unit  string       `json:"unit" enum:"percent,amount" doc:"What value is"`
	Value money.Number `json:"value" doc:"How much" example:"10"`
}

func rulesView(rules []tariff.Step, currency string) []RuleView {
	shown := []RuleView{}
	for _, step := range rules {
		v := RuleView{Op: step.Op, Unit: step.Unit, Value: money.Amount(step.Value).Number(currency)}
		if step.Unit == tariff.Percent {
			v.Value = tax.Rate(step.Value).Number()
		}
		shown = append(shown, v)
	}
	return shown
}

// InheritsView says what a derived product takes from its parent.
type InheritsView struct {
	Price             bool `json:"price" doc:"The price, by the rules"`
	MinStay           bool `json:"minStay" doc:"minStayArrival and minStayThrough"`
	MaxStay           bool `json:"maxStay" doc:"The longest stay"`
	ClosedToArrival   bool `json:"closedToArrival" doc:"On which days nobody arrives"`
	ClosedToDeparture bool `json:"closedToDeparture" doc:"On which days nobody departs"`
	Closed            bool `json:"closed" doc:"Which nights are not sold"`
}

// ProductView is a rate plan in a room category.
type ProductView struct {
	ID           web.ID         `json:"_id"`
	PlanID       web.ID         `json:"planId"`
	CategoryID   web.ID         `json:"categoryId"`
	DefaultPrice *money.Number  `json:"defaultPrice" nullable:"true" doc:"A night's; null: it derives" example:"5000"`
	Weekdays     WeekdaysView   `json:"weekdayPrices" doc:"null: the default price"`
	Occupancy    *OccupancyView `json:"occupancy,omitempty" doc:"Left out: the parent's, or the price is for anybody"`
	ParentID     *string        `json:"parentProductId" nullable:"true" example:"665f1c2ab7e4d90012ab34cd"`
	Rules        []RuleView     `json:"rules" doc:"How the price follows from the parent's"`
	Inherits     InheritsView   `json:"inherits" doc:"What it takes from the parent"`
	Org          web.ID         `json:"orgId"`
	CreatedAt    date.Time      `json:"createdAt"`
	UpdatedAt    date.Time      `json:"updatedAt"`
	Version      int64          `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func productView(sc scope.Scope, p tariff.Product) ProductView {
	return ProductView{ID: web.ID(p.ID), PlanID: web.ID(p.PlanID), CategoryID: web.ID(p.CategoryID),
		DefaultPrice: number(p.Default, sc.Currency), Weekdays: weekdayView(p.Weekdays, sc.Currency),
		Occupancy: occupancyView(p.Occupancy, sc.Currency), ParentID: p.ParentID,
		Rules: rulesView(p.Rules, sc.Currency), Inherits: InheritsView(p.Inherits), Org: web.ID(sc.Org),
		CreatedAt: date.Time(p.CreatedAt), UpdatedAt: date.Time(p.UpdatedAt),
		Version: p.Version}
}

// WeekdaysBody is prices of weekdays in a request; null takes one away.
type WeekdaysBody struct {
	Sun web.Optional[money.Number] `json:"sun,omitzero" minimum:"0" example:"5000"`
	Mon web.Optional[money.Number] `json:"mon,omitzero" minimum:"0" example:"5000"`
	Tue web.Optional[money.Number] `json:"tue,omitzero" minimum:"0" example:"5000"`
	Wed web.Optional[money.Number] `json:"wed,omitzero" minimum:"0" example:"5000"`
	Thu web.Optional[money.Number] `json:"thu,omitzero" minimum:"0" example:"5000"`
	Fri web.Optional[money.Number] `json:"fri,omitzero" minimum:"0" example:"6500"`
	Sat web.Optional[money.Number] `json:"sat,omitzero" minimum:"0" example:"6500"`
}

func (b WeekdaysBody) apply(prices *[7]*money.Amount, currency string, bad *errs.Fields) {
	for i, day := range []struct {
		name  string
		price web.Optional[money.Number]
	}{{"sun", b.Sun}, {"mon", b.Mon}, {"tue", b.Tue}, {"wed", b.Wed}, {"thu", b.Thu}, {"fri", b.Fri}, {"sat", b.Sat}} {
		prices[i] = amountOrKeep(day.price, prices[i], "weekdayPrices."+day.name, currency, bad)
	}
}

// amountOrKeep is the given amount, nil for null, or old when the field was left out.
func amountOrKeep(given web.Optional[money.Number], old *money.Amount, field, currency string,
	bad *errs.Fields) *money.Amount {
	if !given.Set || given.Null {
		return orKeep(web.Optional[money.Amount]{Set: given.Set, Null: given.Null}, old)
	}
	amount := amountOf(given.Value, field, currency, bad)
	return &amount
}

// amountOf reads an amount that can't be negative.
func amountOf(n money.Number, field, currency string, bad *errs.Fields) money.Amount {
	amount, err := n.NotNegative(currency)
	if err != nil {
		bad.Add(field, "%s", err)
	}
	return amount
}

// OccupancyBody is an occupancy in a request.
type OccupancyBody struct {
	Base           int              `json:"base,omitempty" minimum:"1" maximum:"100" default:"2"`
	SingleDiscount money.Number     `json:"singleDiscount,omitempty" minimum:"0" example:"500"`
	ExtraAdult     money.Number     `json:"extraAdult,omitempty" minimum:"0" example:"1200"`
	Children       []ChildPriceBody `json:"children,omitempty" nullable:"false" maxItems:"20"`
}

// ChildPriceBody is the price of a child in a request.
type ChildPriceBody struct {
	AgeBandID web.ID       `json:"ageBandId" doc:"The age band"`
	Price     money.Number `json:"price" minimum:"0" example:"600"`
}

func (b OccupancyBody) occupancy(currency string, bad *errs.Fields) *tariff.Occupancy {
	o := tariff.Occupancy{Base: b.Base, SingleDiscount: optionalAmount(b.SingleDiscount, "singleDiscount", currency, bad),
		ExtraAdult: optionalAmount(b.ExtraAdult, "extraAdult", currency, bad), Children: []tariff.ChildPrice{}}
	for i, c := range b.Children {
		price := amountOf(c.Price, fmt.Sprintf("occupancy.children[%d].price", i), currency, bad)
		o.Children = append(o.Children, tariff.ChildPrice{BandID: c.AgeBandID.String(), Price: price})
	}
	return &o
}

func optionalAmount(n money.Number, field, currency string, bad *errs.Fields) money.Amount {
	if n == "" {
		return 0
	}
	return amountOf(n, "occupancy."+field, currency, bad)
}

// RuleBody is a step of a derived price in a request.
type RuleBody struct {
	Op    string       `json:"op" enum:"add,sub" doc:"More, or less"`
	Unit  string       `json:"unit" enum:"percent,amount" doc:"What value is"`
	Value money.Number `json:"value" minimum:"0" doc:"Percent from 0 to 100, or an amount" example:"10"`
}

func (b RuleBody) step(place, currency string, bad *errs.Fields) tariff.Step {
	step := tariff.Step{Op: b.Op, Unit: b.Unit}
	if b.Unit == tariff.Fixed {
		step.Value = int64(amountOf(b.Value, place+".value", currency, bad))
		return step
	}
	percent, err := tax.RateOf(b.Value)
	if err != nil {
		bad.Add(place+".value", "%s", err)
	}
	step.Value = int64(percent)
	return step
}

// InheritsBody switches off and on what a derived product takes from its parent; null is on.
type InheritsBody struct {
	Price             web.Optional[bool] `json:"price,omitzero"`
	MinStay           web.Optional[bool] `json:"minStay,omitzero"`
	MaxStay           web.Optional[bool] `json:"maxStay,omitzero"`
	ClosedToArrival   web.Optional[bool] `json:"closedToArrival,omitzero"`
	ClosedToDeparture web.Optional[bool] `json:"closedToDeparture,omitzero"`
	Closed            web.Optional[bool] `json:"closed,omitzero"`
}

func (b InheritsBody) apply(i tariff.Inherits) tariff.Inherits {
	for _, flag := range []struct {
		given web.Optional[bool]
		now   *bool
	}{{b.Price, &i.Price}, {b.MinStay, &i.MinStay}, {b.MaxStay, &i.MaxStay}, {b.ClosedToArrival, &i.ClosedToArrival},
		{b.ClosedToDeparture, &i.ClosedToDeparture}, {b.Closed, &i.Closed}} {
		*flag.now = flag.given.Null || flag.given.Or(*flag.now)
	}
	return i
}

// ProductBody is what may be left out of a product.
type ProductBody struct {
	DefaultPrice web.Optional[money.Number]  `json:"defaultPrice,omitzero" minimum:"0" doc:"A night's" example:"5000"`
	Weekdays     web.Optional[WeekdaysBody]  `json:"weekdayPrices,omitzero"`
	Occupancy    web.Optional[OccupancyBody] `json:"occupancy,omitzero" doc:"Replaced as a whole"`
	ParentID     web.Optional[web.ID]        `json:"parentProductId,omitzero"`
	Rules        web.Optional[[]RuleBody]    `json:"rules,omitzero" maxItems:"5" doc:"In their order; replaced together"`
	Inherits     web.Optional[InheritsBody]  `json:"inherits,omitzero"`
}

func (b ProductBody) apply(p *tariff.Product, currency string) error {
	var bad errs.Fields
	p.Default = amountOrKeep(b.DefaultPrice, p.Default, "defaultPrice", currency, &bad)
	if b.Weekdays.Null {
		p.Weekdays = [7]*money.Amount{}
	}
	b.Weekdays.Value.apply(&p.Weekdays, currency, &bad)
	switch {
	case b.Occupancy.Null:
		p.Occupancy = nil
	case b.Occupancy.Set:
		p.Occupancy = b.Occupancy.Value.occupancy(currency, &bad)
	}
	p.ParentID = idOrKeep(b.ParentID, p.ParentID)
	if b.Rules.Set {
		p.Rules = []tariff.Step{}
		for i, rule := range b.Rules.Value {
			p.Rules = append(p.Rules, rule.step(fmt.Sprintf("rules[%d]", i), currency, &bad))
		}
	}
	if b.Inherits.Null {
		p.Inherits = tariff.Everything
	}
	p.Inherits = b.Inherits.Value.apply(p.Inherits)
	return bad.Err()
}

type createProductInput struct {
	PlanID web.ID `path:"planId" doc:"The rate plan's id"`
	Body   struct {
		CategoryID web.ID `json:"categoryId" doc:"A plan has one product in a category"`
		ProductBody
	}
}

func (s *Service) httpCreateProduct(ctx context.Context, sc scope.Scope, in *createProductInput) (
	*web.Data[ProductView], error) {
	p := tariff.Product{PlanID: in.PlanID.String(), CategoryID: in.Body.CategoryID.String(),
		Rules: []tariff.Step{}, Inherits: tariff.Everything}
	if err := in.Body.apply(&p, sc.Currency); err != nil {
		return nil, err
	}
	created, err := s.CreateProduct(ctx, sc, p)
	return web.Reply(productView(sc, created), err)
}

func (s *Service) httpListProducts(ctx context.Context, sc scope.Scope, in *planInput) (
	*web.Data[[]ProductView], error) {
	all, err := s.productsOf(ctx, sc, in.PlanID.String())
	return web.Reply(views(sc, all, productView), err)
}

type productInput struct {
	PlanID    web.ID `path:"planId" doc:"The rate plan's id"`
	ProductID web.ID `path:"productId" doc:"The product's id"`
}

func (s *Service) httpGetProduct(ctx context.Context, sc scope.Scope, in *productInput) (
	*web.Data[ProductView], error) {
	p, err := get(ctx, s, productsIn(in.PlanID.String()), sc, in.ProductID.String())
	return web.Reply(productView(sc, p), err)
}

type updateProductInput struct {
	PlanID    web.ID      `path:"planId" doc:"The rate plan's id"`
	ProductID web.ID      `path:"productId" doc:"The product's id"`
	Body      ProductBody `required:"false"`
}

func (s *Service) httpUpdateProduct(ctx context.Context, sc scope.Scope, in *updateProductInput) (
	*web.Data[ProductView], error) {
	p, err := update(ctx, s, productsIn(in.PlanID.String()), sc, in.ProductID.String(),
		func(p *tariff.Product) error { return in.Body.apply(p, sc.Currency) })
	return web.Reply(productView(sc, p), err)
}

func (s *Service) httpDeleteProduct(ctx context.Context, sc scope.Scope, in *productInput) (*web.Message, error) {
	if err := remove(ctx, s, productsIn(in.PlanID.String()), sc, in.ProductID.String()); err != nil {
		return nil, err
	}
	return web.Done("The product is deleted."), nil
}
