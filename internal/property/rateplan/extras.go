package rateplan

import (
	"fmt"
	"slices"

	"sarai/internal/books/tax"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
)

var policyKind = &kind[tariff.Policy, policyFacts]{
	events:  policyEvents,
	stamp:   func(p *tariff.Policy) (*string, *tariff.Stamp) { return &p.ID, &p.Stamp },
	checked: checkedPolicy,
	facts:   factsOfPolicy,
	find:    findPolicy, insert: insertPolicy, save: savePolicy, remove: removePolicy,
}

func checkedPolicy(_ *db.Tx, _ scope.Scope, _ *tariff.Policy, p tariff.Policy) (tariff.Policy, error) {
	var bad errs.Fields
	bad.RequireLine("name", p.Name)
	if p.Kind == tariff.NoShow && len(p.Steps) != 1 {
		bad.Add("steps", "must have one step in a policy for guests who never come")
	}
	last := len(p.Steps) - 1
	for i, step := range p.Steps {
		place := fmt.Sprintf("steps[%d].untilHoursBeforeCheckIn", i)
		switch {
		case i == last && step.UntilHours != nil:
			bad.Add(place, "must be left out of the last step, which is for all who cancel later")
		case i < last && step.UntilHours == nil:
			bad.Add(place, "must be given: only the last step has no end")
		case i > 0 && i < last && p.Steps[i-1].UntilHours != nil && *step.UntilHours >= *p.Steps[i-1].UntilHours:
			bad.Add(place, "must be less than that of the step before")
		}
	}
	return p, bad.Err()
}

var bandKind = &kind[tariff.AgeBand, bandFacts]{
	events:  bandEvents,
	stamp:   func(b *tariff.AgeBand) (*string, *tariff.Stamp) { return &b.ID, &b.Stamp },
	checked: checkedBand,
	facts:   factsOfBand,
	find:    findBand, insert: insertBand, save: saveBand, remove: removeBand,
}

func checkedBand(tx *db.Tx, sc scope.Scope, _ *tariff.AgeBand, b tariff.AgeBand) (tariff.AgeBand, error) {
	var bad errs.Fields
	bad.RequireLine("name", b.Name)
	if b.MaxAge < b.MinAge {
		bad.Add("maxAge", "must not be less than minAge")
	}
	others, err := AgeBands(tx, sc)
	if err != nil {
		return b, err
	}
	for _, other := range others {
		if other.ID != b.ID && b.MinAge <= other.MaxAge && other.MinAge <= b.MaxAge {
			field := "minAge"
			if b.MinAge < other.MinAge {
				field = "maxAge"
			}
			bad.Add(field, "must not be within %s, which is from %d to %d", other.Name, other.MinAge, other.MaxAge)
			break
		}
	}
	return b, bad.Err()
}

// removeBand refuses while a product has a price for the band.
func removeBand(tx *db.Tx, sc scope.Scope, b tariff.AgeBand) error {
	all, err := Products(tx, sc)
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.Occupancy != nil && slices.ContainsFunc(p.Occupancy.Children,
			func(c tariff.ChildPrice) bool { return c.BandID == b.ID }) {
			return errs.Conflict("Products have prices for %s. Take it out of their occupancy first.", b.Name)
		}
	}
	return deleteBand(tx, sc, b)
}

var serviceKind = &kind[tariff.Service, serviceFacts]{
	events:  serviceEvents,
	stamp:   func(v *tariff.Service) (*string, *tariff.Stamp) { return &v.ID, &v.Stamp },
	checked: checkedService,
	facts:   factsOfService,
	find:    FindService, insert: insertService, save: saveService, remove: removeService,
}

func checkedService(tx *db.Tx, sc scope.Scope, _ *tariff.Service, v tariff.Service) (tariff.Service, error) {
	var bad errs.Fields
	bad.RequireLine("name", v.Name)
	bad.CheckLine("department", v.Department)
	if v.Minibar && v.Per != tariff.PerItem {
		bad.Add("minibar", "must be false unless per is item: what is taken from a minibar is counted")
	}
	if v.TaxID != nil {
		if err := checkTax(tx, sc, &bad, *v.TaxID); err != nil {
			return v, err
		}
	}
	once := []string{}
	for i, productID := range v.IncludedIn {
		_, err := findProduct(tx, sc, productID)
		if errs.Is(err, errs.KindNotFound) {
			bad.Add(fmt.Sprintf("includedIn[%d]", i), "must be the id of one of the hotel's products")
		} else if err != nil {
			return v, err
		}
		if !slices.Contains(once, productID) {
			once = append(once, productID)
		}
	}
	v.IncludedIn = once
	return v, bad.Err()
}

// checkTax refuses what could never be charged with the service.
func checkTax(tx *db.Tx, sc scope.Scope, bad *errs.Fields, taxID string) error {
	rules, err := tax.Load(tx, sc).Get()
	if err != nil {
		return err
	}
	if _, _, err := rules.Charge(taxID, sc.Today(tx.Now), 0, false); err != nil {
		for _, field := range errs.FieldsOf(err) {
			bad.Add(field.Field, "%s", field.Message)
		}
	}
	return nil
}
