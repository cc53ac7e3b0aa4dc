package company

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
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

	listing = db.Listing{Columns: companyTable.Columns(""), Table: "companies", Key: "company_id",
		Order: "created_at DESC, company_id DESC"}
)

func scan(row db.Scanner) (Company, error) {
	found, err := companyTable.Scan(row)
	return found.Company, err
}

// filter narrows the list; its zero value takes all.
type filter struct {
	search string
	active *bool
}

// searched is what the list's search looks into.
var searched = wordindex.List{Kind: wordindex.Company, Table: "companies", As: "companies", Key: "company_id"}

// page lists the companies that pass, newest first, and counts them all.
func page(tx *db.Tx, sc scope.Scope, f filter, limit, offset int) (companies []Company, total int, err error) {
	hits, err := searched.Search(tx, sc, f.search)
	if err != nil {
		return nil, 0, err
	}
	where, args := f.where(sc, hits, false)
	err = tx.QueryRow(`SELECT COUNT(*) FROM `+hits.Table("companies")+` WHERE org_id = $1`+where, args...).Scan(&total)
	if err != nil {
		return nil, 0, err
	}
	l, walk := listing, !hits.Few()
	l.KeyTable = hits.Table(l.Table)
	if !walk {
		l.KeyOrder = db.Gather(l.Order)
	}
	where, args = f.where(sc, hits, walk)
	companies, err = db.All(tx, scan, l.Page(where, len(args)), append(args, limit, offset)...)
	return companies, total, err
}

// where returns the conditions that follow the one on the organization, and all arguments.
func (f filter) where(sc scope.Scope, hits *wordindex.Hits, walk bool) (string, []any) {
	c := hits.Where(sc.Org)
	if f.active != nil {
		c.And("is_active = ?", *f.active)
	}
	hits.Narrow(c, walk)
	return c.SQL()
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
		return errs.Conflict("A rate plan was negotiated with %s. Take the company out of its companyIds first, or set "+
			"isActive to false.", c.Name)
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
