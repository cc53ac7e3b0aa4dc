package offer

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/property/tariff"
)

// Asked is what somebody looks for.
type Asked struct {
	CheckIn, CheckOut date.Date
	Party             tariff.Party
	CategoryID        string // "" for any
	Buyer             tariff.Buyer
	Most              int // offers; 0: all
}

// hotel is what a search reads of a hotel.
type hotel struct {
	*tariff.Tariff
	rules      *tax.Rules
	inclusive  bool
	categories []tariff.Category // with the nights of the stay
	at         tariff.Moment
	arrival    time.Time // from which on guests can arrive
}

// Found is what a search found.
type Found struct {
	Offers   []Priced // the cheapest first
	Rejected []Rejected
	Extras   []Extra

	arrival time.Time // from which on guests can arrive
}

// Priced is an offer with the tax of each night.
type Priced struct {
	Offer
	plan      tariff.Plan
	category  tariff.Category
	nights    []tax.Applied
	sum       tax.Applied
	available int // rooms that can be sold on every night
	included  []string
}

// Rejected is a product that isn't sold for the stay.
type Rejected struct {
	product  tariff.Product
	plan     tariff.Plan
	category tariff.Category
	reasons  []tariff.Reason
}

// Extra is a service that can be added, for the whole party and stay.
type Extra struct {
	tariff.Service
	quantity int
	applied  tax.Applied
}

// search computes offers. A plan that the buyer may not see, and one that is not active, is left out.
func (h hotel) search(a Asked) Found {
	dates := date.Days(a.CheckIn, a.CheckOut.AddDays(1)) // the departure date's restrictions count
	nights := dates[:len(dates)-1]
	plans := map[string]planFound{}
	for _, p := range h.Plans {
		if p.Active && p.Sees(a.Buyer) {
			plans[p.ID] = planFound{p, p.Windows(h.at, nights, h.arrival)}
		}
	}
	categories := map[string]tariff.Category{}
	for _, c := range h.categories {
		if a.CategoryID == "" || a.CategoryID == c.ID {
			categories[c.ID] = c
		}
	}
	days := h.Effective(dates, func(p tariff.Product) bool {
		_, sold := plans[p.PlanID]
		_, wanted := categories[p.CategoryID]
		return sold && wanted
	})
	found := Found{Extras: h.extras(a, len(nights)), arrival: h.arrival}
	for i, p := range h.Products {
		plan, sold := plans[p.PlanID]
		category, wanted := categories[p.CategoryID]
		if !sold || !wanted {
			continue
		}
		reasons := slices.Concat(plan.reasons, tariff.Restrictions(a.CheckIn, days[i]), house(category, a.Party))
		if len(reasons) > 0 {
			found.Rejected = append(found.Rejected, Rejected{p, plan.Plan, category, reasons})
			continue
		}
		found.Offers = append(found.Offers, h.price(i, a, plan.Plan, category, days[i]))
	}
	slices.SortStableFunc(found.Offers, func(a, b Priced) int {
		return cmp.Or(cmp.Compare(a.sum.Total, b.sum.Total), strings.Compare(a.PlanCode, b.PlanCode))
	})
	if a.Most > 0 {
		found.Offers = found.Offers[:min(a.Most, len(found.Offers))]
	}
	for i := range found.Offers {
		found.Offers[i].included = h.included(found.Offers[i].ProductID)
	}
	return found
}

// planFound is a plan that the buyer sees, and why it isn't sold for the stay.
type planFound struct {
	tariff.Plan
	reasons []tariff.Reason
}

// house are the reasons that lie in the category: who fits into its rooms, and whether one is left.
func house(c tariff.Category, party tariff.Party) (reasons []tariff.Reason) {
	if party.Adults > c.MaxAdults {
		reasons = append(reasons, tariff.Reason{Code: tariff.TooManyAdults, Needed: c.MaxAdults})
	}
	if len(party.ChildAges) > c.MaxChildren {
		reasons = append(reasons, tariff.Reason{Code: tariff.TooManyChildren, Needed: c.MaxChildren})
	}
	for _, n := range c.Nights {
		if n.Closed {
			reasons = append(reasons, tariff.Reason{Code: tariff.Closed, Date: n.Date})
			break
		}
	}
	for _, n := range c.Nights {
		if n.Sellable() < 1 {
			reasons = append(reasons, tariff.Reason{Code: tariff.SoldOut, Date: n.Date})
			break
		}
	}
	return reasons
}

// price makes an offer of the product with this index.
func (h hotel) price(i int, a Asked, plan tariff.Plan, c tariff.Category, days []tariff.Day) Priced {
	nights := len(days) - 1
	o := Priced{plan: plan, category: c, nights: make([]tax.Applied, nights), available: c.Nights[0].Sellable()}
	o.Offer = Offer{PlanID: plan.ID, PlanCode: plan.Code, MealPlan: plan.MealPlan, ProductID: h.Products[i].ID,
		CategoryID: c.ID, CheckIn: a.CheckIn, Prices: make([]money.Amount, nights), Inclusive: h.inclusive,
		Adults: a.Party.Adults, ChildAges: a.Party.ChildAges, Guarantee: plan.Guarantee,
		Cancellation: h.policy(plan.CancellationPolicyID), NoShow: h.policy(plan.NoShowPolicyID),
		ExpiresAt: h.at.Now.Add(keptFor).UnixMilli()}
	switch plan.Audience {
	case tariff.Company:
		o.CompanyID = a.Buyer.CompanyID
	case tariff.Promo:
		o.PromoCode = a.Buyer.PromoCode
	}
	for n := range nights {
		o.Prices[n] = h.ForParty(i, days[n].Price, a.Party)
		o.nights[n] = h.rules.Night(c.Nights[n].Date, o.Prices[n], h.inclusive)
		o.sum = o.sum.Plus(o.nights[n])
		o.available = min(o.available, c.Nights[n].Sellable())
	}
	return o
}

func (h hotel) policy(id *string) *tariff.Policy {
	if id == nil {
		return nil
	}
	p := h.Policies[*id]
	p.CreatedAt, p.UpdatedAt = 0, 0
	return &p
}

// included are the names of the services that the product's price has inside.
func (h hotel) included(productID string) []string {
	names := []string{}
	for _, service := range h.Services {
		if service.Active && slices.Contains(service.IncludedIn, productID) {
			names = append(names, service.Name)
		}
	}
	return names
}

// extras are the services that are offered. One whose tax can't be charged on the arrival date is not.
func (h hotel) extras(a Asked, nights int) []Extra {
	list := []Extra{}
	for _, service := range h.Services {
		quantity := service.Quantity(nights, a.Party.Persons())
		if !service.Active || service.Price > money.Max/money.Amount(quantity) {
			continue
		}
		taxID := ""
		if service.TaxID != nil {
			taxID = *service.TaxID
		}
		applied, _, err := h.rules.Charge(taxID, a.CheckIn, service.Price*money.Amount(quantity), h.inclusive)
		if err == nil {
			list = append(list, Extra{service, quantity, applied})
		}
	}
	return list
}
