package rateplan

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/property/tariff"
)

var (
	plans          = table.Of[tariff.Plan]("rate_plans", "org_id")
	selectPlans    = `SELECT ` + plans.Columns("") + ` FROM rate_plans WHERE org_id = $1`
	products       = table.Of[tariff.Product]("rate_products", "org_id")
	selectProducts = `SELECT ` + products.Columns("") + ` FROM rate_products WHERE org_id = $1`
	policies       = table.Of[tariff.Policy]("policies", "org_id")
	selectPolicies = `SELECT ` + policies.Columns("") + ` FROM policies WHERE org_id = $1`
	services       = table.Of[tariff.Service]("services", "org_id")
	selectServices = `SELECT ` + services.Columns("") + ` FROM services WHERE org_id = $1`
	bands          = table.Of[tariff.AgeBand]("age_bands", "org_id")
	selectBands    = `SELECT ` + bands.Columns("") + ` FROM age_bands WHERE org_id = $1`
)

// Plans lists all rate plans by their codes, with their companies.
func Plans(tx *db.Tx, sc scope.Scope) ([]tariff.Plan, error) {
	all, err := db.All(tx, plans.Scan, selectPlans+` ORDER BY code`, sc.Org)
	if err != nil {
		return nil, err
	}
	return all, withCompanies(tx, sc, all)
}

// Products lists all products.
func Products(tx *db.Tx, sc scope.Scope) ([]tariff.Product, error) {
	return db.All(tx, products.Scan, selectProducts+` ORDER BY created_at, product_id`, sc.Org)
}

// ProductsByID lists those of the products that there are.
func ProductsByID(tx *db.Tx, sc scope.Scope, ids []string) ([]tariff.Product, error) {
	return db.AllAmong(tx, products.Scan, ids, func(among string) string {
		return selectProducts + ` AND product_id IN ` + among
	}, sc.Org)
}

// Policies lists all policies by their names.
func Policies(tx *db.Tx, sc scope.Scope) ([]tariff.Policy, error) {
	return db.All(tx, policies.Scan, selectPolicies+` ORDER BY name, policy_id`, sc.Org)
}

// Services lists all services by their names.
func Services(tx *db.Tx, sc scope.Scope) ([]tariff.Service, error) {
	return db.All(tx, services.Scan, selectServices+` ORDER BY name, service_id`, sc.Org)
}

// AgeBands lists all age bands, the youngest first.
func AgeBands(tx *db.Tx, sc scope.Scope) ([]tariff.AgeBand, error) {
	return db.All(tx, bands.Scan, selectBands+` ORDER BY min_age, age_band_id`, sc.Org)
}

func findPlan(tx *db.Tx, sc scope.Scope, planID string) (tariff.Plan, error) {
	p, err := found(db.One(tx, plans.Scan, selectPlans+` AND plan_id = $2`, sc.Org, planID))("rate plan")
	if err != nil {
		return p, err
	}
	one := []tariff.Plan{p}
	err = withCompanies(tx, sc, one)
	return one[0], err
}

func findProduct(tx *db.Tx, sc scope.Scope, productID string) (tariff.Product, error) {
	return found(db.One(tx, products.Scan, selectProducts+` AND product_id = $2`, sc.Org, productID))("product")
}

func findPolicy(tx *db.Tx, sc scope.Scope, policyID string) (tariff.Policy, error) {
	return found(db.One(tx, policies.Scan, selectPolicies+` AND policy_id = $2`, sc.Org, policyID))("policy")
}

// FindService reads one service; NotFound when there is none such.
func FindService(tx *db.Tx, sc scope.Scope, serviceID string) (tariff.Service, error) {
	return found(db.One(tx, services.Scan, selectServices+` AND service_id = $2`, sc.Org, serviceID))("service")
}

func findBand(tx *db.Tx, sc scope.Scope, bandID string) (tariff.AgeBand, error) {
	return found(db.One(tx, bands.Scan, selectBands+` AND age_band_id = $2`, sc.Org, bandID))("age band")
}

// found names what is not there.
func found[T any](r T, err error) func(what string) (T, error) {
	return func(what string) (T, error) {
		if errors.Is(err, db.ErrNoRows) {
			return r, errs.NotFound("There is no such " + what + ".")
		}
		return r, err
	}
}

// withCompanies reads the companies of the plans.
func withCompanies(tx *db.Tx, sc scope.Scope, list []tariff.Plan) error {
	of := map[string][]string{}
	rows, err := tx.Query(`SELECT plan_id, company_id FROM rate_plan_companies WHERE org_id = $1
		ORDER BY plan_id, company_id`, sc.Org)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var planID, companyID string
		if err := rows.Scan(&planID, &companyID); err != nil {
			return err
		}
		of[planID] = append(of[planID], companyID)
	}
	for i := range list {
		list[i].CompanyIDs = of[list[i].ID]
	}
	return rows.Err()
}

func insertPlan(tx *db.Tx, sc scope.Scope, p tariff.Plan) error {
	if err := plans.InsertOr(tx, codedPlan, []any{sc.Org}, p); err != nil {
		return err
	}
	return saveCompanies(tx, sc, p)
}

func savePlan(tx *db.Tx, sc scope.Scope, p *tariff.Plan) error {
	if err := plans.UpdateOr(tx, codedPlan, []any{sc.Org}, p); err != nil {
		return err
	}
	return saveCompanies(tx, sc, *p)
}

func codedPlan(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("code", "belongs to another rate plan")
	}
	return err
}

func saveCompanies(tx *db.Tx, sc scope.Scope, p tariff.Plan) error {
	if err := tx.Do(`DELETE FROM rate_plan_companies WHERE org_id = $1 AND plan_id = $2`, sc.Org, p.ID); err != nil {
		return err
	}
	for _, companyID := range p.CompanyIDs {
		err := tx.DoOr(noCompany, `INSERT INTO rate_plan_companies (org_id, plan_id, company_id) VALUES ($1, $2, $3)`,
			sc.Org, p.ID, companyID)
		if err != nil {
			return err
		}
	}
	return nil
}

func noCompany(err error) error {
	if db.IsForeignKey(err) {
		return errs.InvalidField("companyIds", "must be ids of the organization's companies")
	}
	return err
}

func removePlan(tx *db.Tx, sc scope.Scope, p tariff.Plan) error {
	_, err := tx.Exec(`DELETE FROM rate_plans WHERE org_id = $1 AND plan_id = $2`, sc.Org, p.ID)
	if db.IsForeignKey(err) {
		return errs.Conflict("The plan %s has products. Delete them first, or set isActive to false.", p.Code)
	}
	return err
}

func insertProduct(tx *db.Tx, sc scope.Scope, p tariff.Product) error {
	return products.InsertOr(tx, func(err error) error {
		switch {
		case db.IsUnique(err):
			return errs.InvalidField("categoryId", "has a product of this plan already")
		case db.IsForeignKey(err):
			return errNoCategory
		}
		return err
	}, []any{sc.Org}, p)
}

func saveProduct(tx *db.Tx, sc scope.Scope, p *tariff.Product) error {
	return products.Update(tx, []any{sc.Org}, p)
}

func deleteProduct(tx *db.Tx, sc scope.Scope, p tariff.Product) error {
	_, err := tx.Exec(`DELETE FROM rate_products WHERE org_id = $1 AND product_id = $2`, sc.Org, p.ID)
	if db.IsForeignKey(err) {
		return errs.Conflict("Other products derive from this one. Delete them or give them another parent first.")
	}
	return err
}

func insertPolicy(tx *db.Tx, sc scope.Scope, p tariff.Policy) error {
	return policies.Insert(tx, []any{sc.Org}, p)
}

func savePolicy(tx *db.Tx, sc scope.Scope, p *tariff.Policy) error {
	return policies.Update(tx, []any{sc.Org}, p)
}

func removePolicy(tx *db.Tx, sc scope.Scope, p tariff.Policy) error {
	_, err := tx.Exec(`DELETE FROM policies WHERE org_id = $1 AND policy_id = $2`, sc.Org, p.ID)
	if db.IsForeignKey(err) {
		return errs.Conflict("A rate plan has the policy %s. Give it another one first.", p.Name)
	}
	return err
}

func insertService(tx *db.Tx, sc scope.Scope, v tariff.Service) error {
	return services.InsertOr(tx, taxed, []any{sc.Org}, v)
}

func saveService(tx *db.Tx, sc scope.Scope, v *tariff.Service) error {
	return services.UpdateOr(tx, taxed, []any{sc.Org}, v)
}

func taxed(err error) error {
	if db.IsForeignKey(err) {
		return errs.InvalidField("taxId", "must be the id of one of the organization's taxes")
	}
	return err
}

func removeService(tx *db.Tx, sc scope.Scope, v tariff.Service) error {
	_, err := tx.Exec(`DELETE FROM services WHERE org_id = $1 AND service_id = $2`, sc.Org, v.ID)
	if db.IsForeignKey(err) {
		return errs.Conflict("Bookings have %s. Make it inactive instead, and it is offered no more.", v.Name)
	}
	return err
}

func insertBand(tx *db.Tx, sc scope.Scope, b tariff.AgeBand) error {
	return bands.Insert(tx, []any{sc.Org}, b)
}

func saveBand(tx *db.Tx, sc scope.Scope, b *tariff.AgeBand) error {
	return bands.Update(tx, []any{sc.Org}, b)
}

func deleteBand(tx *db.Tx, sc scope.Scope, b tariff.AgeBand) error {
	return tx.Do(`DELETE FROM age_bands WHERE org_id = $1 AND age_band_id = $2`, sc.Org, b.ID)
}

var errNoCategory = errs.InvalidField("categoryId", "must be the id of one of the hotel's room categories")

func isCategory(tx *db.Tx, sc scope.Scope, categoryID string) (bool, error) {
	return exists(tx, `SELECT COUNT(*) FROM room_categories WHERE org_id = $1 AND category_id = $2`, sc, categoryID)
}

func isCompany(tx *db.Tx, sc scope.Scope, companyID string) (bool, error) {
	return exists(tx, `SELECT COUNT(*) FROM companies WHERE org_id = $1 AND company_id = $2`, sc, companyID)
}

func exists(tx *db.Tx, query string, sc scope.Scope, recordID string) (bool, error) {
	var n int
	err := tx.QueryRow(query, sc.Org, recordID).Scan(&n)
	return n > 0, err
}

// OfCompanies lists the plans that were negotiated with companies, by the company's id.
func OfCompanies(tx *db.Tx, sc scope.Scope) (map[string][]company.Plan, error) {
	of := map[string][]company.Plan{}
	rows, err := tx.Query(`SELECT c.company_id, p.plan_id, p.code, p.name FROM rate_plan_companies c
		JOIN rate_plans p ON p.org_id = c.org_id AND p.plan_id = c.plan_id WHERE c.org_id = $1 ORDER BY p.code`, sc.Org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var companyID string
		var p company.Plan
		if err := rows.Scan(&companyID, &p.ID, &p.Code, &p.Name); err != nil {
			return nil, err
		}
		of[companyID] = append(of[companyID], p)
	}
	return of, rows.Err()
}
