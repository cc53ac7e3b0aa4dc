package rateplan

import (
	"strings"

	"sarai/internal/kit/money"
	"sarai/internal/property/tariff"
	"sarai/internal/record/event"
)

// recorded are the events of a kind of records whose facts are an F.
type recorded[F any] struct {
	created, deleted event.Typed[F]
	updated          event.Typed[changed[F]]
}

type changed[F any] struct {
	Changes event.Changes[F] `json:"changes" doc:"The fields that changed"`
}

// define makes the types of events of a kind of records; a names one of them in a sentence.
func define[F any](resource, a string) recorded[F] {
	return recorded[F]{created: event.Define[F](resource+".created", resource, 1, a+" was added."),
		updated: event.Define[changed[F]](resource+".updated", resource, 1, a+" was changed."),
		deleted: event.Define[F](resource+".deleted", resource, 1, a+" was deleted.")}
}

var (
	planEvents    = define[planFacts]("rate_plan", "A rate plan")
	productEvents = define[productFacts]("rate_product", "A product, a rate plan in a room category,")
	policyEvents  = define[policyFacts]("policy", "A policy for cancellations or no-shows")
	bandEvents    = define[bandFacts]("age_band", "An age band of children")
	serviceEvents = define[serviceFacts]("service", "A service that is sold besides rooms")
)

// planFacts are what events tell of a rate plan.
type planFacts struct {
	Code                 string  `json:"code" doc:"The hotel's code for it" example:"BAR"`
	Name                 string  `json:"name" doc:"The plan's name" example:"Best available rate"`
	MealPlan             string  `json:"mealPlan" doc:"Which meals are inside" example:"CP"`
	Audience             string  `json:"audience" doc:"Who may book it" example:"public"`
	CompanyIDs           string  `json:"companyIds" doc:"The companies that may, with commas between"`
	PromoCodes           string  `json:"promoCodes" doc:"The codes that open it, with commas between" example:"DIWALI"`
	BookFrom             string  `json:"bookFrom" doc:"The first day of sale; empty: none" example:"2026-04-01"`
	BookTo               string  `json:"bookTo" doc:"The last day of sale; empty: none" example:"2026-09-30"`
	StayFrom             string  `json:"stayFrom" doc:"The first night; empty: none" example:"2026-04-01"`
	StayTo               string  `json:"stayTo" doc:"The last night; empty: none" example:"2026-09-30"`
	MinAdvanceHours      int     `json:"minAdvanceHours" doc:"Before check-in; 0: until the last moment" example:"24"`
	MaxAdvanceDays       *int    `json:"maxAdvanceDays" nullable:"true" doc:"Before check-in; null: any" example:"365"`
	Guarantee            string  `json:"guarantee" doc:"What guests have to give for it" example:"card"`
	CancellationPolicyID *string `json:"cancellationPolicyId" nullable:"true" doc:"The policy of who cancels; null: none"`
	NoShowPolicyID       *string `json:"noShowPolicyId" nullable:"true" doc:"The policy of who never comes; null: none"`
	Active               bool    `json:"isActive" doc:"Whether it can be booked"`
}

func factsOfPlan(p tariff.Plan, _ string) planFacts {
	return planFacts{Code: p.Code, Name: p.Name, MealPlan: p.MealPlan, Audience: p.Audience,
		CompanyIDs: strings.Join(p.CompanyIDs, ", "), PromoCodes: strings.Join(p.PromoCodes, ", "),
		BookFrom: string(p.BookFrom), BookTo: string(p.BookTo), StayFrom: string(p.StayFrom), StayTo: string(p.StayTo),
		MinAdvanceHours: p.MinAdvanceHours, MaxAdvanceDays: p.MaxAdvanceDays, Guarantee: p.Guarantee,
		CancellationPolicyID: p.CancellationPolicyID, NoShowPolicyID: p.NoShowPolicyID, Active: p.Active}
}

// productFacts are what events tell of a product.
type productFacts struct {
	PlanID       string         `json:"planId" doc:"Its rate plan"`
	CategoryID   string         `json:"categoryId" doc:"Its room category"`
	DefaultPrice *money.Number  `json:"defaultPrice" nullable:"true" doc:"A night's; null: it derives" example:"5000"`
	Weekdays     WeekdaysView   `json:"weekdayPrices" doc:"null: the default price"`
	Occupancy    *OccupancyView `json:"occupancy" nullable:"true" doc:"null: the parent's, or the price is for anybody"`
	ParentID     *string        `json:"parentProductId" nullable:"true" doc:"The product that it derives from; null: none"`
	Rules        []RuleView     `json:"rules" doc:"How the price follows from the parent's"`
	Inherits     InheritsView   `json:"inherits" doc:"What it takes from the parent"`
}

func factsOfProduct(p tariff.Product, currency string) productFacts {
	return productFacts{PlanID: p.PlanID, CategoryID: p.CategoryID, DefaultPrice: number(p.Default, currency),
		Weekdays: weekdayView(p.Weekdays, currency), Occupancy: occupancyView(p.Occupancy, currency),
		ParentID: p.ParentID, Rules: rulesView(p.Rules, currency), Inherits: InheritsView(p.Inherits)}
}

// policyFacts are what events tell of a policy.
type policyFacts struct {
	Name  string     `json:"name" doc:"The policy's name" example:"Flexible"`
	Kind  string     `json:"kind" doc:"cancellation, or noShow" example:"cancellation"`
	Steps []StepView `json:"steps" doc:"What is owed, the earliest first"`
}

func factsOfPolicy(p tariff.Policy, currency string) policyFacts {
	return policyFacts{p.Name, p.Kind, stepViews(p.Steps, currency)}
}

// bandFacts are what events tell of an age band.
type bandFacts struct {
	Name   string `json:"name" doc:"The band's name" example:"Child"`
	MinAge int    `json:"minAge" doc:"The youngest" example:"6"`
	MaxAge int    `json:"maxAge" doc:"The oldest" example:"11"`
}

func factsOfBand(b tariff.AgeBand, _ string) bandFacts { return bandFacts{b.Name, b.MinAge, b.MaxAge} }

// serviceFacts are what events tell of a service.
type serviceFacts struct {
	Name       string       `json:"name" doc:"The service's name" example:"Breakfast"`
	Price      money.Number `json:"price" doc:"What one costs" example:"450"`
	Per        string       `json:"per" doc:"What one is for" example:"personNight"`
	PostOn     string       `json:"postOn" doc:"When the folio is charged" example:"everyNight"`
	TaxID      *string      `json:"taxId" nullable:"true" doc:"The tax that it bears; null: none"`
	Department string       `json:"department" doc:"Whose revenue it is" example:"Food and beverage"`
	Morning    bool         `json:"nextMorning" doc:"A night's is given on the morning after, as breakfast is"`
	IncludedIn []string     `json:"includedIn" doc:"The ids of products whose price has it inside"`
	Active     bool         `json:"isActive" doc:"Whether it is offered"`
	Minibar    bool         `json:"minibar,omitempty" doc:"Whether it is an item of the minibar"`
}

func factsOfService(v tariff.Service, currency string) serviceFacts {
	return serviceFacts{v.Name, v.Price.Number(currency), v.Per, v.PostOn, v.TaxID, v.Department, v.NextMorning,
		v.IncludedIn, v.Active, v.Minibar}
}
