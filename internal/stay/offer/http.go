package offer

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/kit/web"
	"sarai/internal/property/tariff"
	"sarai/internal/record/may"
)

const searchNote = "For one room. Every plan that the buyer may see is among the offers, the cheapest first, or " +
	"among the rejected with every reason; private plans by planCode, a company's by companyId, promotions by " +
	"promoCode. The codes of reasons are closed, closed_to_arrival, closed_to_departure, min_stay, max_stay, " +
	"min_advance (hours), max_advance (days), not_on_sale, outside_stay_window, occupancy (adults), children, no_price " +
	"and sold_out. Each night is taxed by what it costs. offerToken keeps product, nights, prices and policies for 15 " +
	"minutes and holds no room. services are sold with the stay: where the price of the nights has them not inside, by " +
	"the token at the price that the offer shows. Fees are of the prices as they are quoted. Where roomsThroughout is " +
	"less than available, only so many parties can stay in one room all nights: the others would have to move."

// Routes are the endpoints of /api/offers.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Post("/api/offers/{orgId}/search", may.View(may.Bookings), s.httpSearch, "Find what can be sold for a stay").
			With(searchNote),
	}
}

// NightView is a night's price with its tax.
type NightView struct {
	Date   date.Date    `json:"date"`
	Amount money.Number `json:"amount" doc:"As prices are quoted" example:"5000"`
	Tax    money.Number `json:"taxAmount" example:"250"`
	Rate   money.Number `json:"taxRate" doc:"Percent" example:"5"`
	Total  money.Number `json:"totalAmount" doc:"With the tax" example:"5250"`
}

// DeadlineView is what cancelling costs until an instant.
type DeadlineView struct {
	Until *date.Time   `json:"until" nullable:"true" doc:"null: from the deadline before on"`
	Fee   money.Number `json:"fee" example:"0"`
}

// CancellationView is the policy for guests who cancel.
type CancellationView struct {
	Name      string         `json:"name" example:"Flexible"`
	Text      string         `json:"text" example:"Cancelling is free until 48 hours before check-in."`
	Deadlines []DeadlineView `json:"deadlines"`
}

// NoShowView is the policy for guests who never come.
type NoShowView struct {
	Name string       `json:"name" example:"First night"`
	Text string       `json:"text" example:"Who doesn't arrive pays the price of the first night."`
	Fee  money.Number `json:"fee" example:"5000"`
}

// View is an offer.
type View struct {
	Token        string            `json:"offerToken" example:"eyJvcmciOi.c2VhbA"`
	ExpiresAt    date.Time         `json:"expiresAt"`
	PlanID       web.ID            `json:"planId"`
	PlanCode     string            `json:"planCode" example:"BAR"`
	PlanName     string            `json:"planName" example:"Best available rate"`
	MealPlan     string            `json:"mealPlan" enum:"EP,CP,MAP,AP"`
	ProductID    web.ID            `json:"productId"`
	CategoryID   web.ID            `json:"categoryId"`
	CategoryName string            `json:"categoryName" example:"Deluxe"`
	Available    int               `json:"available" doc:"Rooms that can be sold on every night" example:"3"`
	Throughout   int               `json:"roomsThroughout" doc:"Of these, by a room for the whole stay" example:"2"`
	Nights       []NightView       `json:"nights"`
	Amount       money.Number      `json:"amount" doc:"All nights, as prices are quoted" example:"10000"`
	Tax          money.Number      `json:"taxAmount" example:"500"`
	Total        money.Number      `json:"totalAmount" doc:"With the tax" example:"10500"`
	Inclusive    bool              `json:"pricesIncludeTax"`
	Services     []AddedView       `json:"services" doc:"Included, or asked for: the token sells them at these prices"`
	ServicesSum  money.Number      `json:"servicesAmount" doc:"What they cost beside the nights, with tax" example:"1890"`
	Included     []string          `json:"included" doc:"Services that the price has inside" example:"[\"Breakfast\"]"`
	Guarantee    string            `json:"guarantee" enum:"none,card,deposit,prepaid,company"`
	Cancellation *CancellationView `json:"cancellation,omitempty" doc:"Left out: the plan has no policy"`
	NoShow       *NoShowView       `json:"noShow,omitempty" doc:"Left out: the plan has no policy"`
}

// AddedView is a service of an offer.
type AddedView struct {
	ServiceID web.ID       `json:"serviceId"`
	Name      string       `json:"name" example:"Breakfast"`
	Per       string       `json:"per" enum:"stay,night,person,personNight,item"`
	Included  bool         `json:"included" doc:"The price of the nights has it inside" example:"false"`
	Price     money.Number `json:"price" doc:"Of one; 0 where it is included" example:"450"`
	Quantity  int          `json:"quantity" doc:"For the party and the stay" example:"4"`
	Tax       money.Number `json:"taxAmount" example:"90"`
	Total     money.Number `json:"totalAmount" doc:"Of all, with the tax" example:"1890"`
}

// AddedBody is a service that is to be sold with a stay.
type AddedBody struct {
	ServiceID web.ID `json:"serviceId" doc:"A service that is offered"`
	Quantity  int    `json:"quantity,omitempty" minimum:"1" maximum:"1000" doc:"How many times. Default 1" example:"1"`
	Persons   int    `json:"persons,omitempty" minimum:"1" maximum:"1000" doc:"Default: the party, as it is each night"`
}

// AddedOf reads services of a request; field is their place in it, such as "services".
func AddedOf(list []AddedBody, field string) (added []Added) {
	for i, b := range list {
		added = append(added, Added{ServiceID: b.ServiceID.String(), Quantity: b.Quantity, Persons: b.Persons,
			Field: fmt.Sprintf("%s[%d].", field, i)})
	}
	return added
}

// ReasonView is why a product isn't sold for the stay.
type ReasonView struct {
	Code    string `json:"code" doc:"As listed above" example:"min_stay"`
	Message string `json:"message" example:"The stay must have at least 2 nights, because of 2026-04-18."`
	Needed  *int   `json:"needed,omitempty" doc:"The number that would be right" example:"2"`
	Date    string `json:"date,omitempty" doc:"The day that it is about" example:"2026-04-18"`
}

// RejectedView is a product that isn't sold for the stay.
type RejectedView struct {
	PlanID       web.ID       `json:"planId"`
	PlanCode     string       `json:"planCode" example:"BAR"`
	ProductID    web.ID       `json:"productId"`
	CategoryID   web.ID       `json:"categoryId"`
	CategoryName string       `json:"categoryName" example:"Deluxe"`
	Reasons      []ReasonView `json:"reasons"`
}

// ExtraView is a service that can be added.
type ExtraView struct {
	ServiceID  web.ID       `json:"serviceId"`
	Name       string       `json:"name" example:"Breakfast"`
	Per        string       `json:"per" enum:"stay,night,person,personNight,item"`
	Price      money.Number `json:"price" doc:"Of one" example:"450"`
	Quantity   int          `json:"quantity" doc:"For the party and the stay" example:"4"`
	Tax        money.Number `json:"taxAmount" example:"90"`
	Total      money.Number `json:"totalAmount" doc:"Of all, with the tax" example:"1890"`
	IncludedIn []string     `json:"includedIn" doc:"Products whose price has it inside already"`
}

// FoundView is what a search found.
type FoundView struct {
	CheckIn  date.Date      `json:"checkIn"`
	CheckOut date.Date      `json:"checkOut" example:"2026-04-03"`
	Offers   []View         `json:"offers"`
	Rejected []RejectedView `json:"rejected"`
	Extras   []ExtraView    `json:"extras"`
}

// view shows the offer and seals it.
func (o Priced) view(sc scope.Scope, seal token.Seal, arrival time.Time) (View, error) {
	o.Org = sc.Org
	text, err := json.Marshal(o.Offer)
	number := func(a money.Amount) money.Number { return a.Number(sc.Currency) }
	v := View{Token: seal.Close(text), ExpiresAt: date.Time(o.ExpiresAt), PlanID: web.ID(o.PlanID), PlanCode: o.PlanCode,
		PlanName: o.plan.Name, MealPlan: o.MealPlan, ProductID: web.ID(o.ProductID), CategoryID: web.ID(o.CategoryID),
		CategoryName: o.category.Name, Available: o.available, Throughout: min(o.available, o.category.Throughout),
		Nights: make([]NightView, len(o.nights)),
		Amount: number(o.Offer.Total()), Tax: number(o.sum.Tax()), Total: number(o.sum.Total), Inclusive: o.Inclusive,
		Included: o.included, Guarantee: o.Guarantee, Services: make([]AddedView, len(o.added)),
		ServicesSum: number(o.addedSum)}
	for i, to := range o.added {
		v.Services[i] = AddedView{ServiceID: web.ID(to.ServiceID), Name: to.Name, Per: to.Per, Included: to.Included,
			Price: number(to.Price), Quantity: to.quantity, Tax: number(to.applied.Tax()), Total: number(to.applied.Total)}
	}
	for n, applied := range o.nights {
		v.Nights[n] = NightView{o.category.Nights[n].Date, number(o.Prices[n]), number(applied.Tax()),
			applied.Rate.Number(), number(applied.Total)}
	}
	if p := o.Cancellation; p != nil {
		v.Cancellation = &CancellationView{p.Name, p.Text(words.Of(sc), sc.Currency), []DeadlineView{}}
		for _, step := range p.Steps {
			v.Cancellation.Deadlines = append(v.Cancellation.Deadlines,
				DeadlineView{deadline(step, arrival), number(step.Fee.Of(o.Prices))})
		}
	}
	if p := o.NoShow; p != nil {
		v.NoShow = &NoShowView{p.Name, p.Text(words.Of(sc), sc.Currency), number(p.Steps[0].Fee.Of(o.Prices))}
	}
	return v, err
}

func deadline(step tariff.PolicyStep, arrival time.Time) *date.Time {
	if step.UntilHours == nil {
		return nil
	}
	until := date.TimeOf(arrival.Add(-time.Duration(*step.UntilHours) * time.Hour))
	return &until
}

func (r Rejected) view() RejectedView {
	v := RejectedView{PlanID: web.ID(r.plan.ID), PlanCode: r.plan.Code, ProductID: web.ID(r.product.ID),
		CategoryID: web.ID(r.category.ID), CategoryName: r.category.Name, Reasons: []ReasonView{}}
	for _, reason := range r.reasons {
		shown := ReasonView{Code: reason.Code, Message: reason.Text(), Date: string(reason.Date)}
		switch reason.Code {
		case tariff.MinStay, tariff.MaxStay, tariff.MinAdvance, tariff.MaxAdvance, tariff.TooManyAdults,
			tariff.TooManyChildren:
			shown.Needed = &reason.Needed
		}
		v.Reasons = append(v.Reasons, shown)
	}
	return v
}

func (e Extra) view(currency string) ExtraView {
	return ExtraView{ServiceID: web.ID(e.ID), Name: e.Name, Per: e.Per, Price: e.Price.Number(currency),
		Quantity: e.quantity, Tax: e.applied.Tax().Number(currency), Total: e.applied.Total.Number(currency),
		IncludedIn: append([]string{}, e.IncludedIn...)}
}

type searchInput struct {
	Body struct {
		CheckIn    date.Date `json:"checkIn"`
		CheckOut   date.Date `json:"checkOut" example:"2026-04-03"`
		Adults     int       `json:"adults,omitempty" minimum:"1" maximum:"100" default:"2"`
		ChildAges  []int     `json:"childAges,omitempty" nullable:"false" maxItems:"20" minimum:"0" maximum:"17"`
		CategoryID web.ID    `json:"categoryId,omitempty" doc:"Only this category"`
		PlanCode   string    `json:"planCode,omitempty" maxLength:"20" doc:"Of a private plan" example:"FRIENDS"`
		PromoCode  string    `json:"promoCode,omitempty" maxLength:"40" example:"DIWALI"`
		CompanyID  web.ID    `json:"companyId,omitempty" doc:"Whose negotiated plans are shown too"`
		// Services are sold with the stay by the tokens of the offers.
		Services []AddedBody `json:"services,omitempty" maxItems:"20" nullable:"false"`
		Limit    int         `json:"limit,omitempty" minimum:"1" maximum:"1000" doc:"Only the cheapest; all by default"`
	}
}

func (s *Service) httpSearch(ctx context.Context, sc scope.Scope, in *searchInput) (*web.Data[FoundView], error) {
	b := in.Body
	found, err := s.Search(ctx, sc, Enquiry{CheckIn: b.CheckIn, CheckOut: b.CheckOut,
		Party: tariff.Party{Adults: b.Adults, ChildAges: b.ChildAges}, CategoryID: b.CategoryID.String(), Most: b.Limit,
		Added: AddedOf(b.Services, "services"),
		Buyer: tariff.Buyer{PlanCode: b.PlanCode, PromoCode: b.PromoCode, CompanyID: b.CompanyID.String()}})
	if err != nil {
		return nil, err
	}
	v := FoundView{CheckIn: b.CheckIn, CheckOut: b.CheckOut, Offers: make([]View, len(found.Offers)),
		Rejected: make([]RejectedView, len(found.Rejected)), Extras: make([]ExtraView, len(found.Extras))}
	seal := s.keys.Seal(purpose, sc.Org)
	for i, o := range found.Offers {
		if v.Offers[i], err = o.view(sc, seal, found.arrival); err != nil {
			return nil, err
		}
	}
	for i, r := range found.Rejected {
		v.Rejected[i] = r.view()
	}
	for i, e := range found.Extras {
		v.Extras[i] = e.view(sc.Currency)
	}
	return web.OK(v), nil
}
