package offer

import (
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
)

// Against tells what the rates say against a stay in rooms that are booked without an offer: that their category is
// closed or sold up to its limit on a night, or that none of the plans which everybody sees is sold for the stay.
// wanted counts the rooms by category; it is asked only of a hotel that has rates.
func (s *Service) Against(tx *db.Tx, sc scope.Scope, t *tariff.Tariff, checkIn, checkOut date.Date,
	wanted func() (map[string]int, error)) ([]errs.Warning, error) {
	warnings := []errs.Warning{}
	if len(t.Products) == 0 && len(t.Categories) == 0 {
		return warnings, nil
	}
	rooms, err := wanted()
	if err != nil || len(rooms) == 0 {
		return warnings, err
	}
	categories, err := s.categories(tx, sc, checkIn, checkOut)
	if err != nil {
		return warnings, err
	}
	for _, c := range categories {
		if number := rooms[c.ID]; number > 0 {
			reasons := append(limits(c, number), unsold(t, c.ID, checkIn, checkOut)...)
			for _, r := range reasons {
				warnings = append(warnings, errs.Warning{Code: strings.ReplaceAll(r.Code, "_", "-"), Message: c.Name + ": " +
					r.Text()})
			}
		}
	}
	return warnings, nil
}

// limits are the reasons against so many more rooms of the category that hold for it as a whole.
func limits(c tariff.Category, number int) (reasons []tariff.Reason) {
	for _, n := range c.Nights {
		if n.Closed {
			reasons = append(reasons, tariff.Reason{Code: tariff.Closed, Date: n.Date})
			break
		}
	}
	for _, n := range c.Nights {
		if n.Limited && n.Sold+number > n.SellLimit {
			reasons = append(reasons, tariff.Reason{Code: tariff.SellLimit, Needed: n.SellLimit, Date: n.Date})
			break
		}
	}
	return reasons
}

// unsold are the restrictions by which no plan that everybody sees is sold in the category: those of the plan with the
// fewest. There are none where one is sold, and where the category has no such plan.
func unsold(t *tariff.Tariff, categoryID string, checkIn, checkOut date.Date) (fewest []tariff.Reason) {
	public := map[string]bool{}
	for _, p := range t.Plans {
		public[p.ID] = p.Active && p.Sees(tariff.Buyer{})
	}
	wanted := func(p *tariff.Product) bool { return p.CategoryID == categoryID && public[p.PlanID] }
	days := t.Effective(date.Days(checkIn, checkOut.AddDays(1)), wanted)
	for i := range t.Products {
		if !wanted(&t.Products[i]) {
			continue
		}
		reasons := slices.DeleteFunc(tariff.Restrictions(checkIn, days[i]), broughtAlong)
		if len(reasons) == 0 {
			return nil
		}
		if fewest == nil || len(reasons) < len(fewest) {
			fewest = reasons
		}
	}
	return fewest
}

// broughtAlong tells whether the reason is that a night has no price: a booking without an offer brings its own.
func broughtAlong(r tariff.Reason) bool { return r.Code == tariff.NoPrice }
