package demo

import (
	"context"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	bookers "sarai/internal/property/company"
	"sarai/internal/property/rates"
	"sarai/internal/property/tariff"
)

// The hotel's rate plans. Its best available rate is the base rate by season, weekends dearer; others follow from it.
const (
	ratesAhead      = 365   // days from today for which rates are set
	prepaidDiscount = 10_00 // hundredths of a percent
	companyDiscount = 15_00
	holidayMinStay  = 3
)

var (
	twoDays  = 48
	flexible = tariff.Policy{Name: "Flexible", Kind: tariff.Cancellation, Steps: []tariff.PolicyStep{
		{UntilHours: &twoDays, Fee: tariff.Fee{Kind: tariff.FeeFixed}},
		{Fee: tariff.Fee{Kind: tariff.FeeNights, Value: 1}}}}
	strict = tariff.Policy{Name: "Non-refundable", Kind: tariff.Cancellation, Steps: []tariff.PolicyStep{
		{Fee: tariff.Fee{Kind: tariff.FeePercent, Value: 100_00}}}}
	firstNight = tariff.Policy{Name: "First night", Kind: tariff.NoShow, Steps: []tariff.PolicyStep{
		{Fee: tariff.Fee{Kind: tariff.FeeNights, Value: 1}}}}

	breakfast = tariff.Service{Name: "Breakfast", Price: 450 * rupee, Per: tariff.PerPersonNight, PostOn: "everyNight",
		Active: true}
)

// sellRates sells every category by three plans: the best available rate, 10 % less for who can't cancel, and 15 % less
// for the people of a company.
func (h *hotel) sellRates(ctx context.Context) error {
	sc, policies := h.staff[manager], map[string]*string{}
	for _, p := range []tariff.Policy{flexible, strict, firstNight} {
		made, err := h.app.RatePlans.CreatePolicy(ctx, sc, p)
		if err != nil {
			return err
		}
		policies[p.Name] = &made.ID
	}
	c := companies[0]
	booker, err := h.app.Companies.Create(ctx, sc,
		bookers.Company{Name: c.name, Code: "KONKAN", GSTIN: c.gstin, Address: c.address, Active: true})
	if err != nil {
		return err
	}
	plan := func(p tariff.Plan) (tariff.Plan, error) {
		p.NoShowPolicyID, p.Active = policies[firstNight.Name], true
		return h.app.RatePlans.CreatePlan(ctx, sc, p)
	}
	bar, err := plan(tariff.Plan{Code: "BAR", Name: "Best available rate", MealPlan: "EP", Audience: tariff.Public,
		Guarantee: "card", CancellationPolicyID: policies[flexible.Name]})
	if err != nil {
		return err
	}
	prepaid, err := plan(tariff.Plan{Code: "BAR-NR", Name: "Non-refundable", MealPlan: "EP", Audience: tariff.Public,
		Guarantee: "prepaid", CancellationPolicyID: policies[strict.Name]})
	if err != nil {
		return err
	}
	corporate, err := plan(tariff.Plan{Code: "CORP", Name: "Corporate rate with breakfast", MealPlan: "CP",
		Audience: tariff.Company, CompanyIDs: []string{booker.ID}, Guarantee: "company",
		CancellationPolicyID: policies[flexible.Name]})
	if err != nil {
		return err
	}
	return h.priceRates(ctx, bar, prepaid, corporate)
}

// priceRates makes the products, and sets the prices and the least stays of the seasons.
func (h *hotel) priceRates(ctx context.Context, bar, prepaid, corporate tariff.Plan) error {
	sc := h.staff[manager]
	var w rates.Write
	meal := breakfast
	for _, c := range categories {
		weekend := c.BaseRate * weekendPercent / 100
		sold := tariff.Product{PlanID: bar.ID, CategoryID: h.kinds[c.Name], Default: &c.BaseRate, Rules: []tariff.Step{},
			Inherits: tariff.Everything, Occupancy: &tariff.Occupancy{Base: 2, SingleDiscount: 300 * rupee,
				ExtraAdult: 1200 * rupee, Children: []tariff.ChildPrice{}}}
		sold.Weekdays[time.Friday], sold.Weekdays[time.Saturday] = &weekend, &weekend
		sold, err := h.app.RatePlans.CreateProduct(ctx, sc, sold)
		if err != nil {
			return err
		}
		for _, derived := range []struct {
			plan     tariff.Plan
			discount int64
		}{{prepaid, prepaidDiscount}, {corporate, companyDiscount}} {
			p, err := h.app.RatePlans.CreateProduct(ctx, sc, tariff.Product{PlanID: derived.plan.ID,
				CategoryID: sold.CategoryID, ParentID: &sold.ID, Inherits: tariff.Everything,
				Rules: []tariff.Step{{Op: tariff.Sub, Unit: tariff.Percent, Value: derived.discount}}})
			if err != nil {
				return err
			}
			if derived.plan.ID == corporate.ID {
				meal.IncludedIn = append(meal.IncludedIn, p.ID)
			}
		}
		w.Changes = append(w.Changes, h.seasonChanges(sold.ID, c.BaseRate)...)
	}
	tax := h.taxes[food]
	meal.TaxID = &tax
	if _, err := h.app.RatePlans.CreateService(ctx, sc, meal); err != nil {
		return err
	}
	_, err := h.app.Rates.Apply(ctx, sc, w)
	return err
}

// seasonChanges set a product's prices, season by season, and the least stay over the holidays.
func (h *hotel) seasonChanges(productID string, base money.Amount) (changes []rates.Change) {
	last := h.today.AddDays(ratesAhead)
	for from := h.today.AddDays(founded); from <= last; {
		to := from
		for to < last && seasonPercent(to.AddDays(1)) == seasonPercent(from) {
			to = to.AddDays(1)
		}
		price := base * money.Amount(seasonPercent(from)) / 100
		weekdays := []string{"sun", "mon", "tue", "wed", "thu"}
		changes = append(changes, priced(productID, from, to, weekdays, toStep(price, 50*rupee)),
			priced(productID, from, to, []string{"fri", "sat"}, toStep(price*weekendPercent/100, 50*rupee)))
		if seasonPercent(from) == seasons[0].percent { // Christmas and New Year
			minStay := rates.CellChange{MinStayArrival: new(holidayMinStay)}
			changes = append(changes, rates.Change{Products: []string{productID}, Days: rates.Days{From: from, To: to},
				Cell: minStay})
		}
		from = to.AddDays(1)
	}
	return changes
}

func priced(productID string, from, to date.Date, days []string, price money.Amount) rates.Change {
	return rates.Change{Products: []string{productID},
		Days: rates.Days{From: from, To: to, Weekdays: tariff.WeekdaysOf(days)},
		Cell: rates.CellChange{Price: &rates.Given[money.Amount]{Value: price}}}
}
