package rateplan

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
)

var planKind = &kind[tariff.Plan, planFacts]{
	events:  planEvents,
	stamp:   func(p *tariff.Plan) (*string, *tariff.Stamp) { return &p.ID, &p.Stamp },
	checked: checkedPlan,
	facts:   factsOfPlan,
	find:    findPlan, insert: insertPlan, save: savePlan, remove: removePlan,
}

var planCode = regexp.MustCompile(`^[A-Z0-9-]{1,20}$`)

func checkedPlan(tx *db.Tx, sc scope.Scope, _ *tariff.Plan, p tariff.Plan) (tariff.Plan, error) {
	var bad errs.Fields
	p.Code = strings.ToUpper(p.Code)
	if !planCode.MatchString(p.Code) {
		bad.Add("code", "must be 1 to 20 letters A to Z, digits and hyphens, such as BAR")
	}
	bad.RequireLine("name", p.Name)
	checkDays(&bad, "book", p.BookFrom, p.BookTo)
	checkDays(&bad, "stay", p.StayFrom, p.StayTo)
	p.PromoCodes = checkedPromoCodes(&bad, p)
	if err := checkCompanies(tx, sc, &bad, &p); err != nil {
		return p, err
	}
	if err := checkPolicies(tx, sc, &bad, p); err != nil {
		return p, err
	}
	return p, bad.Err()
}

// checkDays checks the window whose bounds are <name>From and <name>To.
func checkDays(bad *errs.Fields, name string, from, to date.Date) {
	sound := true
	for _, bound := range []struct {
		field string
		day   date.Date
	}{{name + "From", from}, {name + "To", to}} {
		if _, err := date.Parse(string(bound.day)); bound.day != "" && err != nil {
			bad.Add(bound.field, "%s", err)
			sound = false
		}
	}
	if sound && from != "" && to != "" && to < from {
		bad.Add(name+"To", "must not be before %sFrom", name)
	}
}

// checkedPromoCodes are the codes in capitals, each once. A plan that is for who knows one must have one.
func checkedPromoCodes(bad *errs.Fields, p tariff.Plan) []string {
	codes := []string{}
	for i, code := range p.PromoCodes {
		if code = strings.ToUpper(code); !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
		bad.RequireLine(fmt.Sprintf("promoCodes[%d]", i), code)
	}
	if p.Audience == tariff.Promo && len(codes) == 0 {
		bad.Add("promoCodes", "must have a code, since the plan is for who knows one")
	}
	return codes
}

func checkCompanies(tx *db.Tx, sc scope.Scope, bad *errs.Fields, p *tariff.Plan) error {
	if p.Audience == tariff.Company && len(p.CompanyIDs) == 0 {
		bad.Add("companyIds", "must name a company, since the plan is for companies")
	}
	var once []string
	for i, companyID := range p.CompanyIDs {
		known, err := isCompany(tx, sc, companyID)
		if err != nil {
			return err
		}
		if !known {
			bad.Add(fmt.Sprintf("companyIds[%d]", i), "must be the id of one of the organization's companies")
		}
		if !slices.Contains(once, companyID) {
			once = append(once, companyID)
		}
	}
	slices.Sort(once)
	p.CompanyIDs = once
	return nil
}

func checkPolicies(tx *db.Tx, sc scope.Scope, bad *errs.Fields, p tariff.Plan) error {
	for _, named := range []struct {
		field, kind string
		id          *string
	}{{"cancellationPolicyId", tariff.Cancellation, p.CancellationPolicyID},
		{"noShowPolicyId", tariff.NoShow, p.NoShowPolicyID}} {
		if named.id == nil {
			continue
		}
		policy, err := findPolicy(tx, sc, *named.id)
		if err != nil && !errs.Is(err, errs.KindNotFound) {
			return err
		}
		if err != nil || policy.Kind != named.kind {
			bad.Add(named.field, "must be the id of a policy of the kind %s", named.kind)
		}
	}
	return nil
}
