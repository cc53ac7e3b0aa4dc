package company

import (
	"strings"

	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/record/wordindex"
)

// Company is a business that books rooms. Texts are empty where nothing is known.
type Company struct {
	ID        string          `db:"company_id,key"`
	Name      string          `db:"name"`
	Code      string          `db:"code"`
	GSTIN     string          `db:"gstin"`
	Email     string          `db:"email"`
	Phone     string          `db:"phone"`
	Address   contact.Address `db:"address"`
	Notes     string          `db:"notes"`
	Active    bool            `db:"is_active"`
	CreatedAt int64           `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64           `db:"updated_at"`       // UTC milliseconds
	Version   int64           `db:"version,version"`  // every change raises it
}

// Plan is a rate plan that the company has negotiated.
type Plan struct{ ID, Code, Name string }

var errNoCompany = errs.NotFound("There is no such company.")

// checked is the company as it is stored, or an error that names every bad field. The address that it had before, ""
// for a new one, stays.
func (c Company) checked(emailBefore string) (Company, error) {
	var bad errs.Fields
	c.GSTIN = india.NormalizeGSTIN(c.GSTIN)
	bad.RequireLine("name", c.Name)
	bad.CheckLine("code", c.Code)
	contact.CheckNewEmail(&bad, "email", emailBefore, c.Email)
	contact.CheckPhone(&bad, "phone", c.Phone)
	if c.GSTIN != "" && !india.ValidGSTIN(c.GSTIN) {
		bad.Add("gstin", "must be a GSTIN of 15 characters with its check character, such as 27AAPFU0939F1ZV")
	}
	return c, bad.Err()
}

// Words are what the company is searched by.
func (c Company) Words() (words wordindex.Words) {
	words.Text(c.Name)
	words.Number(c.Code)
	words.Text(c.GSTIN)
	words.Email(c.Email)
	words.Phone(c.Phone)
	return words
}

func (c Company) searchText() string {
	return contact.SearchText(c.Phone, c.Name, c.Code, c.GSTIN, c.Email)
}

func codeKey(code string) string { return strings.ToLower(code) }
