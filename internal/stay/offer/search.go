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

// Enquiry is what somebody looks for.
type Enquiry struct {
	CheckIn, CheckOut date.Date
	Party             tariff.Party
	CategoryID        string // "" for any
	Buyer             tariff.Buyer
	Most              int     // offers; 0: all
	Added             []Added // the services that are to be sold with the stay
}

// market is what a search reads of a hotel.
type market struct {
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
	plan      *tariff.Plan
	category  *tariff.Category
	nights    []tax.Applied
	sum       tax.Applied
	available int // rooms that can be sold on every night
	included  []string
	added     []addedTo
	addedSum  money.Amount // what the services cost, with their tax
}

// Rejected is a product that isn't sold for the stay.
type Rejected struct {
	product  *tariff.Product
	plan     *tariff.Plan
	category *tariff.Category
	reasons  []tariff.Reason
}

// Extra is a service that can be added, for the whole party and stay.
type Extra struct {
	tariff.Service
	quantity int
	applied  tax.Applied
}

// search computes offers. A plan that the buyer may not see, and one that is not active, is left out.
func (h market) search(a Enquiry) Found {
	dates := date.Days(a.CheckIn, a.CheckOut.AddDays(1)) // the departure date's restrictions count
	plans, categories := h.plansFor(a, dates[:len(dates)-1]), h.categoriesFor(a)
	days := h.Effective(dates, func(p *tariff.Product) bool {
		return plans[p.PlanID].plan != nil && categories[p.CategoryID].category != nil
	})
	found := Found{Extras: h.extras(a, len(dates)-1), arrival: h.arrival}
	var sold []candidate
	for i := range h.Products {
		p := &h.Products[i]
		if days[i] == nil || plans[p.PlanID].plan == nil || categories[p.CategoryID].category == nil {
			continue // it is only what another one derives from
		}
		c := candidate{product: i, planFound: plans[p.PlanID], category: categories[p.CategoryID].category, days: days[i]}
		reasons := slices.Concat(c.reasons, tariff.Restrictions(a.CheckIn, c.days), categories[p.CategoryID].reasons)
		if len(reasons) > 0 {
			found.Rejected = append(found.Rejected, Rejected{p, c.plan, c.category, reasons})
			continue
		}
		_, services := h.added(p.ID, a)
		c.total = h.total(c, a.Party) + services
		sold = append(sold, c)
	}
	slices.SortFunc(sold, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.total, b.total), strings.Compare(a.plan.Code, b.plan.Code),
			strings.Compare(a.category.Name, b.category.Name))
	})
	if a.Most > 0 {
		sold = sold[:min(a.Most, len(sold))]
	}
	for _, c := range sold {
		found.Offers = append(found.Offers, h.price(c, a))
	}
	return found
}

// planFound is a plan that the buyer sees, and why it isn't sold for the stay.
type planFound struct {
	plan    *tariff.Plan
	reasons []tariff.Reason
}

func (h market) plansFor(a Enquiry, nights []date.Date) map[string]planFound {
	plans := map[string]planFound{}
	for i := range h.Plans {
		if p := &h.Plans[i]; p.Active && p.Sees(a.Buyer) {
			plans[p.ID] = planFound{p, p.Windows(h.at, nights, h.arrival)}
		}
	}
	return plans
}

// categoryFound is a category that is asked for, and why none of its rooms is sold for the stay.
type categoryFound struct {
	category *tariff.Category
	reasons  []tariff.Reason
}

func (h market) categoriesFor(a Enquiry) map[string]categoryFound {
	categories := map[string]categoryFound{}
	for i := range h.categories {
		if c := &h.categories[i]; a.CategoryID == "" || a.CategoryID == c.ID {
			categories[c.ID] = categoryFound{c, house(c, a.Party)}
		}
	}
	return categories
}

// candidate is a product that is sold for the stay.
type candidate struct {
	planFound
	product  int // its index
	category *tariff.Category
	days     []tariff.Day // the last one is the departure date
	total    money.Amount // with the tax and the services
}

// total is what all nights cost the party with their tax.
func (h market) total(c candidate, party tariff.Party) (sum money.Amount) {
	for n, night := range c.category.Nights {
		sum += h.rules.Night(night.Date, h.ForParty(c.product, c.days[n].Price, party), h.inclusive).Total
	}
	return sum
}

// house are the reasons that lie in the category: who fits into its rooms, and whether one is left.
func house(c *tariff.Category, party tariff.Party) (reasons []tariff.Reason) {
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

// price makes the candidate an offer.
func (h market) price(c candidate, a Enquiry) Priced {
	nights := len(c.category.Nights)
	o := Priced{plan: c.plan, category: c.category, nights: make([]tax.Applied, nights),
		available: c.category.Nights[0].Sellable(), included: h.included(h.Products[c.product].ID)}
	o.Offer = Offer{PlanID: c.plan.ID, PlanCode: c.plan.Code, MealPlan: c.plan.MealPlan,
		ProductID: h.Products[c.product].ID, CategoryID: c.category.ID, CheckIn: a.CheckIn,
		Prices: make([]money.Amount, nights), Inclusive: h.inclusive, Adults: a.Party.Adults, ChildAges: a.Party.ChildAges,
		Guarantee: c.plan.Guarantee, Cancellation: h.policy(c.plan.CancellationPolicyID),
		NoShow: h.policy(c.plan.NoShowPolicyID), ExpiresAt: h.at.Now.Add(keptFor).UnixMilli()}
	o.added, o.addedSum = h.added(o.ProductID, a)
	for _, to := range o.added {
		o.Added = append(o.Added, to.Added)
	}
	switch c.plan.Audience {
	case tariff.Company:
		o.CompanyID = a.Buyer.CompanyID
	case tariff.Promo:
		o.PromoCode = a.Buyer.PromoCode
	}
	for n, night := range c.category.Nights {
		o.Prices[n] = h.ForParty(c.product, c.days[n].Price, a.Party)
		o.nights[n] = h.rules.Night(night.Date, o.Prices[n], h.inclusive)
		o.sum = o.sum.Plus(o.nights[n])
		o.available = min(o.available, night.Sellable())
	}
	return o
}

func (h market) policy(id *string) *tariff.Policy {
	if id == nil {
		return nil
	}
	p := h.Policies[*id]
	p.Stamp = tariff.Stamp{}
	return &p
}

// included are the names of the services that the product's price has inside.
func (h market) included(productID string) []string {
	names := []string{}
	for _, service := range h.Services {
		if service.Active && slices.Contains(service.IncludedIn, productID) {
			names = append(names, service.Name)
		}
	}
	return names
}

// extras are the services that are offered. One whose tax can't be charged on the arrival date is not.
func (h market) extras(a Enquiry, nights int) []Extra {
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
