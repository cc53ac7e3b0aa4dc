package company

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
	"sarai/internal/record/wordindex"
)

// stored is a company's row.
type stored struct {
	Company
	CodeKey    string `db:"code_key"`
	SearchText string `db:"search_text"`
}

func rowOf(c Company) stored {
	return stored{Company: c, CodeKey: codeKey(c.Code), SearchText: c.searchText()}
}

var (
	companyTable    = table.Of[stored]("companies", "org_id")
	selectCompanies = `SELECT ` + companyTable.Columns("") + ` FROM companies WHERE org_id = $1`

	list = listing.New[listInput](scan, listing.Spec{Table: "companies", Key: "company_id",
		Columns: companyTable.Columns(""), Order: "created_at DESC, company_id DESC",
		Filters: []listing.Filter{{Name: "isActive", Of: map[string]listing.Condition{
			"true":  {Where: "is_active = TRUE", Leads: listing.Plain},
			"false": {Where: "is_active = FALSE", Leads: listing.Plain}}}},
		Words: &listing.Words{Kind: wordindex.Company}})
)

func scan(row db.Scanner) (Company, error) {
	found, err := companyTable.Scan(row)
	return found.Company, err
}

// Find reads a company; NotFound when there is none such.
func Find(tx *db.Tx, sc scope.Scope, companyID string) (Company, error) {
	c, err := db.One(tx, scan, selectCompanies+` AND company_id = $2`, sc.Org, companyID)
	if errors.Is(err, db.ErrNoRows) {
		return c, errNoCompany
	}
	return c, err
}

// lock keeps others from changing or deleting the company until the transaction ends, and reads it.
func lock(tx *db.Tx, sc scope.Scope, companyID string) (Company, error) {
	if err := tx.Do(`UPDATE companies SET updated_at = updated_at WHERE org_id = $1 AND company_id = $2`,
		sc.Org, companyID); err != nil {
		return Company{}, err
	}
	return Find(tx, sc, companyID)
}

func insert(tx *db.Tx, sc scope.Scope, c Company) error {
	if err := companyTable.InsertOr(tx, coded, []any{sc.Org}, rowOf(c)); err != nil {
		return err
	}
	return wordindex.Add(tx, sc, wordindex.Company, c.ID, c.Words())
}

func save(tx *db.Tx, sc scope.Scope, c *Company) error {
	row := rowOf(*c)
	if err := companyTable.UpdateOr(tx, coded, []any{sc.Org}, &row); err != nil {
		return err
	}
	*c = row.Company
	return wordindex.Set(tx, sc, wordindex.Company, c.ID, c.Words())
}

// coded names the field behind a duplicate.
func coded(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("code", "belongs to another company")
	}
	return err
}

func remove(tx *db.Tx, sc scope.Scope, c Company) error {
	_, err := tx.Exec(`DELETE FROM companies WHERE org_id = $1 AND company_id = $2`, sc.Org, c.ID)
	if db.IsForeignKey(err) {
		return errs.Conflict("A rate plan was negotiated with %s, or it has an account. Take the company out of the "+
			"plan's companyIds first, or set isActive to false.", c.Name)
	}
	if err != nil {
		return err
	}
	return wordindex.Forget(tx, sc, wordindex.Company, c.ID)
}

// RequireActive refuses, as Invalid naming companyId, what is none of the organization's active companies.
func RequireActive(tx *db.Tx, sc scope.Scope, companyID string) error {
	var active bool
	err := tx.QueryRow(`SELECT is_active FROM companies WHERE org_id = $1 AND company_id = $2`, sc.Org, companyID).
		Scan(&active)
	if errors.Is(err, db.ErrNoRows) {
		err = nil
	}
	if err == nil && !active {
		err = errs.InvalidField("companyId", "must be the id of one of the organization's active companies")
	}
	return err
}

// NamesOf are those of some companies, by their ids.
func NamesOf(tx *db.Tx, sc scope.Scope, ids []string) (map[string]string, error) {
	names := map[string]string{}
	_, err := db.AllAmong(tx, func(row db.Scanner) (id string, err error) {
		var name string
		err = row.Scan(&id, &name)
		names[id] = name
		return id, err
	}, ids, func(among string) string {
		return `SELECT company_id, name FROM companies WHERE org_id = $1 AND company_id IN ` + among
	}, sc.Org)
	return names, err
}

// Collector is a company that collects tax at source as an e-commerce operator.
type Collector struct{ Name, GSTIN string }

// Collectors are the companies that have a number for it, by their ids.
func Collectors(tx *db.Tx, sc scope.Scope) (map[string]Collector, error) {
	found := map[string]Collector{}
	_, err := db.All(tx, func(row db.Scanner) (c Collector, err error) {
		var id string
		err = row.Scan(&id, &c.Name, &c.GSTIN)
		found[id] = c
		return c, err
	}, `SELECT company_id, name, tcs_gstin FROM companies WHERE org_id = $1 AND tcs_gstin <> ''`, sc.Org)
	return found, err
}

// Names are those of all companies, by their ids.
func Names(tx *db.Tx, sc scope.Scope) (map[string]string, error) {
	names := map[string]string{}
	_, err := db.All(tx, func(row db.Scanner) (struct{}, error) {
		var id, name string
		err := row.Scan(&id, &name)
		names[id] = name
		return struct{}{}, err
	}, `SELECT company_id, name FROM companies WHERE org_id = $1`, sc.Org)
	return names, err
}
