package rateplan

import (
	"fmt"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
)

var productKind = &kind[tariff.Product, productFacts]{
	events:  productEvents,
	stamp:   func(p *tariff.Product) (*string, *tariff.Stamp) { return &p.ID, &p.Stamp },
	checked: checkedProduct,
	facts:   factsOfProduct,
	find:    findProduct, insert: insertProduct, save: saveProduct, remove: removeProduct,
}

// productsIn is the kind of products, of which only those of the plan are found.
func productsIn(planID string) *kind[tariff.Product, productFacts] {
	of := *productKind
	of.find = func(tx *db.Tx, sc scope.Scope, productID string) (tariff.Product, error) {
		p, err := findProduct(tx, sc, productID)
		if err == nil && p.PlanID != planID {
			return p, errs.NotFound("There is no such product.")
		}
		return p, err
	}
	return &of
}

func checkedProduct(tx *db.Tx, sc scope.Scope, before *tariff.Product, p tariff.Product) (tariff.Product, error) {
	var bad errs.Fields
	if before == nil {
		if _, err := findPlan(tx, sc, p.PlanID); err != nil {
			return p, err
		}
		known, err := isCategory(tx, sc, p.CategoryID)
		if err != nil {
			return p, err
		}
		if !known {
			return p, errNoCategory
		}
	}
	if p.ParentID == nil {
		if len(p.Rules) > 0 {
			bad.Add("rules", "must be left out where there is no parentProductId")
		}
		p.Inherits = tariff.Everything
	} else if err := checkParent(tx, sc, &bad, p); err != nil {
		return p, err
	}
	checkPrices(&bad, p)
	if err := checkOccupancy(tx, sc, &bad, p.Occupancy); err != nil {
		return p, err
	}
	return p, bad.Err()
}

// checkParent refuses a parent that isn't there, that derives from the product itself, or that is too deep.
func checkParent(tx *db.Tx, sc scope.Scope, bad *errs.Fields, p tariff.Product) error {
	all, err := Products(tx, sc)
	if err != nil {
		return err
	}
	parents := map[string]*string{}
	for _, other := range all {
		parents[other.ID] = other.ParentID
	}
	if _, known := parents[*p.ParentID]; !known {
		bad.Add("parentProductId", "must be the id of one of the hotel's products")
		return nil
	}
	parents[p.ID] = p.ParentID
	for _, other := range append(all, p) {
		depth := 0
		for at := parents[other.ID]; at != nil; at = parents[*at] {
			if depth++; depth > tariff.MaxDepth {
				break
			}
		}
		if depth > tariff.MaxDepth {
			bad.Add("parentProductId", "must not make products derive from each other in a circle, or more than %d deep",
				tariff.MaxDepth)
			return nil
		}
	}
	return nil
}

// checkPrices: a product has prices of its own, or derives them.
func checkPrices(bad *errs.Fields, p tariff.Product) {
	own := p.Default != nil || slices.ContainsFunc(p.Weekdays[:], func(a *money.Amount) bool { return a != nil })
	switch derived := p.Derives().Price; {
	case derived && own:
		field := "defaultPrice"
		if p.Default == nil {
			field = "weekdayPrices"
		}
		bad.Add(field, "must be left out where the price derives from product %s", *p.ParentID)
	case !derived && p.Default == nil:
		bad.Add("defaultPrice", "must be given, unless the price derives from a parent")
	case !derived && len(p.Rules) > 0:
		bad.Add("rules", "must be left out where inherits.price is false")
	}
}

func checkOccupancy(tx *db.Tx, sc scope.Scope, bad *errs.Fields, o *tariff.Occupancy) error {
	if o == nil || len(o.Children) == 0 {
		return nil
	}
	known, err := AgeBands(tx, sc)
	if err != nil {
		return err
	}
	for i, child := range o.Children {
		place := fmt.Sprintf("occupancy.children[%d].ageBandId", i)
		if !slices.ContainsFunc(known, func(b tariff.AgeBand) bool { return b.ID == child.BandID }) {
			bad.Add(place, "must be the id of one of the hotel's age bands")
		}
		if slices.ContainsFunc(o.Children[:i], func(c tariff.ChildPrice) bool { return c.BandID == child.BandID }) {
			bad.Add(place, "must not be named twice")
		}
	}
	return nil
}

// removeProduct refuses while others derive from the product, or a service is included in it.
func removeProduct(tx *db.Tx, sc scope.Scope, p tariff.Product) error {
	all, err := Services(tx, sc)
	if err != nil {
		return err
	}
	for _, service := range all {
		if slices.Contains(service.IncludedIn, p.ID) {
			return errs.Conflict("%s is included in this product. Take the product out of its includedIn first.", service.Name)
		}
	}
	return deleteProduct(tx, sc, p)
}

// number is an amount that may be missing as the API writes it.
func number(a *money.Amount, currency string) *money.Number {
	if a == nil {
		return nil
	}
	n := a.Number(currency)
	return &n
}
