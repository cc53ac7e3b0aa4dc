package company

import (
	"slices"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("company.created", "company", 1, "A company was added.")

	updated = event.Define[updatedDetails]("company.updated", "company", 1, "A company was changed.")

	deleted = event.Define[facts]("company.deleted", "company", 1, "A company without bookings was deleted.")
)

// facts are what events tell of a company.
type facts struct {
	Name    string          `json:"name" doc:"The company's name" example:"Aravalli Tours"`
	Code    string          `json:"code" doc:"The hotel's own code for it" example:"ARAVALLI"`
	GSTIN   string          `json:"gstin" doc:"Its GSTIN" example:"27AAPFU0939F1ZV"`
	Email   string          `json:"email" doc:"Its address for mail" example:"desk@aravalli.example"`
	Phone   string          `json:"phone" doc:"Its phone number" example:"+91 294 2345678"`
	Address contact.Address `json:"address" doc:"Where it is"`
	Notes   string          `json:"notes" doc:"What is noted about it" example:"Pays by the month"`
	Active  bool            `json:"isActive" doc:"Whether new bookings can be for it"`

	LegalName    string        `json:"legalName,omitempty" doc:"As it is registered" example:"Aravalli Tours LLP"`
	GSTTreatment string        `json:"gstTreatment,omitempty" doc:"How it stands to GST" example:"regular"`
	Contacts     []string      `json:"contacts,omitempty" doc:"Its people" example:"Meera Rao, Accounts"`
	PAN          string        `json:"pan,omitempty" doc:"Its PAN" example:"AAPFU0939F"`
	InvoiceEmail string        `json:"invoicingEmail,omitempty" doc:"Where invoices go" example:"bills@aravalli.example"`
	Days         *int64        `json:"paymentTermsDays,omitempty" doc:"Days from an invoice until it is due" example:"30"`
	Limit        *money.Number `json:"creditLimit,omitempty" doc:"What it may owe" example:"200000"`
	OnHold       bool          `json:"onHold,omitempty" doc:"Whether nothing more goes on its account" example:"false"`
	MayOwe       bool          `json:"canLeaveOnAccount,omitempty" doc:"Whether its guests may leave on account"`
	PORequired   bool          `json:"poRequired,omitempty" doc:"Whether invoices need a purchase order"`
	TCSGSTIN     string        `json:"tcsGstin,omitempty" doc:"Its number as a tax collector" example:"27AAACM3025E1CA"`
}

func (c Company) facts(sc scope.Scope) facts {
	return facts{c.Name, c.Code, c.GSTIN, c.Email, c.Phone, c.Address, c.Notes, c.Active, c.LegalName,
		c.GSTTreatment, c.people(), c.PAN,
		c.InvoiceEmail, c.Days, c.limit(sc), c.OnHold, c.MayOwe, c.PORequired, c.TCSGSTIN}
}

// people are the contacts, a line each.
func (c Company) people() (list []string) {
	for _, p := range c.Contacts {
		said := slices.DeleteFunc([]string{p.Name, p.Role, p.Email, p.Phone}, func(s string) bool { return s == "" })
		list = append(list, strings.Join(said, ", "))
	}
	return list
}

// limit is the limit as it is shown; nil without one.
func (c Company) limit(sc scope.Scope) *money.Number {
	if c.Limit == nil {
		return nil
	}
	return new(c.Limit.Number(sc.Currency))
}

type updatedDetails struct {
	Name    string               `json:"name" doc:"The company's name now" example:"Aravalli Tours"`
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}
