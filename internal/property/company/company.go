package company

import (
	"fmt"
	"strings"

	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/wordindex"
)

// Company is a business that books rooms. Texts are empty where nothing is known.
type Company struct {
	ID      string          `db:"company_id,key"`
	Name    string          `db:"name"`
	Code    string          `db:"code"`
	GSTIN   string          `db:"gstin"`
	Email   string          `db:"email"`
	Phone   string          `db:"phone"`
	Address contact.Address `db:"address"`
	Notes   string          `db:"notes"`
	Active  bool            `db:"is_active"`
	Terms
	CreatedAt int64 `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64 `db:"updated_at"`       // UTC milliseconds
	Version   int64 `db:"version,version"`  // every change raises it
}

// Terms are what it has agreed with the hotel about paying later.
type Terms struct {
	LegalName    string        `db:"legal_name"` // as it is registered
	GSTTreatment string        `db:"gst_treatment"`
	PAN          string        `db:"pan"`
	TCSGSTIN     string        `db:"tcs_gstin"` // under which it collects tax as an e-commerce operator; "": it doesn't
	Contacts     []Contact     `db:"contacts,json"`
	InvoiceEmail string        `db:"invoicing_email"`
	Days         *int64        `db:"payment_terms"` // from an invoice's date until it is due; nil: as the hotel's
	Limit        *money.Amount `db:"credit_limit"`  // of what it may owe; nil: none
	OnHold       bool          `db:"on_hold"`       // nothing more goes on its account
	MayOwe       bool          `db:"may_owe"`       // its guests may leave on account
	PORequired   bool          `db:"po_required"`   // an invoice on its account needs the number of a purchase order
}

// Contact is a person of the company.
type Contact struct {
	Name  string `json:"name" minLength:"1" maxLength:"120" example:"Meera Rao"`
	Role  string `json:"role,omitempty" maxLength:"80" example:"Accounts"`
	Email string `json:"email,omitempty" maxLength:"254" example:"accounts@rao.example"`
	Phone string `json:"phone,omitempty" maxLength:"25" example:"+91 22 2345 0102"`
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
	c.Terms = c.Terms.checked(&bad)
	return c, bad.Err()
}

func (t Terms) checked(bad *errs.Fields) Terms {
	t.PAN = india.NormalizeGSTIN(t.PAN)
	t.TCSGSTIN = india.NormalizeGSTIN(t.TCSGSTIN)
	if t.TCSGSTIN != "" && !india.ValidTCSGSTIN(t.TCSGSTIN) {
		bad.Add("tcsGstin", "must be the number of a tax collector, with C as its 14th character and its check character, "+
			"such as 27AAACM3025E1CA")
	}
	bad.CheckLine("legalName", t.LegalName)
	if t.PAN != "" && !india.ValidPAN(t.PAN) {
		bad.Add("pan", "must be a PAN such as AAPFU0939F")
	}
	contact.CheckEmail(bad, "invoicingEmail", t.InvoiceEmail)
	for n, c := range t.Contacts {
		at := fmt.Sprintf("contacts[%d].", n)
		bad.RequireLine(at+"name", c.Name)
		bad.CheckLine(at+"role", c.Role)
		contact.CheckEmail(bad, at+"email", c.Email)
		contact.CheckPhone(bad, at+"phone", c.Phone)
	}
	return t
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
