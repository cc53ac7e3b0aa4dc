package company

import (
	"context"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

// Routes are the endpoints of /api/companies.
func (s *Service) Routes() []web.Route {
	const base = "/api/companies/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Guests), s.httpCreate, "Add a company").
			With("Rate plans name the companies that negotiated them. The gstin is checked with its check character. " +
				"tcsGstin is the number under which an e-commerce operator collects tax at source (section 52): table 14 of " +
				"GSTR-1 is by it."),
		web.Get(base+"/list", may.View(may.Guests), s.httpList, "List the companies, newest first"),
		web.Get(base+"/{companyId}", may.View(may.Guests), s.httpGet, "Show a company"),
		web.Put(base+"/{companyId}/update", may.Update(may.Guests), s.httpUpdate, "Change a company").
			With("Fields that are left out keep their value, inside address too; null clears."),
		web.Delete(base+"/{companyId}/delete", may.Delete(may.Guests), s.httpDelete, "Delete a company").
			With("Refused while a rate plan names it, or a booking is for it."),
	}
}

// PlanView is a rate plan that the company has negotiated.
type PlanView struct {
	ID   web.ID `json:"_id"`
	Code string `json:"code" example:"CORP"`
	Name string `json:"name" example:"Corporate rate"`
}

// View is a company.
type View struct {
	ID        web.ID          `json:"_id"`
	Name      string          `json:"name" example:"Rao Textiles"`
	Code      string          `json:"code" example:"RAO"`
	GSTIN     string          `json:"gstin" example:"27AAPFU0939F1ZV"`
	Email     string          `json:"email" example:"travel@rao.example"`
	Phone     string          `json:"phone" example:"+91 22 2345 0101"`
	Address   contact.Address `json:"address"`
	Notes     string          `json:"notes" example:"Invoices to the head office"`
	Plans     []PlanView      `json:"negotiatedPlans" doc:"Rate plans that name the company"`
	Active    bool            `json:"isActive" example:"true"`
	Org       web.ID          `json:"orgId"`
	CreatedAt date.Time       `json:"createdAt"`
	UpdatedAt date.Time       `json:"updatedAt"`
	Version   int64           `json:"version" doc:"Every change raises it; see If-Match" example:"3"`

	LegalName    string        `json:"legalName,omitempty" example:"Rao Textiles Private Limited"`
	GSTTreatment string        `json:"gstTreatment,omitempty" example:"regular"`
	PAN          string        `json:"pan,omitempty" example:"AAPFU0939F"`
	Contacts     []Contact     `json:"contacts,omitempty"`
	InvoiceEmail string        `json:"invoicingEmail,omitempty" example:"accounts@rao.example"`
	Days         *int64        `json:"paymentTermsDays,omitempty" doc:"From an invoice's date; absent: the hotel's own"`
	Limit        *money.Number `json:"creditLimit,omitempty" doc:"Absent: no limit" example:"200000"`
	Status       string        `json:"creditStatus,omitempty" enum:"ok,hold" doc:"Only if it may leave on account"`
	MayOwe       bool          `json:"canLeaveOnAccount,omitempty" example:"true"`
	PORequired   bool          `json:"poRequired,omitempty" example:"true"`
	TCSGSTIN     string        `json:"tcsGstin,omitempty" doc:"As an e-commerce operator" example:"27AAACM3025E1CA"`
}

func (c with) view(sc scope.Scope) View {
	plans := []PlanView{}
	for _, p := range c.plans {
		plans = append(plans, PlanView{web.ID(p.ID), p.Code, p.Name})
	}
	status := ""
	if c.OnHold {
		status = hold
	} else if c.MayOwe {
		status = "ok"
	}
	return View{LegalName: c.LegalName, GSTTreatment: c.GSTTreatment, PAN: c.PAN, Contacts: c.Contacts,
		InvoiceEmail: c.InvoiceEmail, Days: c.Days, Limit: c.limit(sc), Status: status, MayOwe: c.MayOwe,
		PORequired: c.PORequired, TCSGSTIN: c.TCSGSTIN, ID: web.ID(c.ID), Name: c.Name, Code: c.Code,
		GSTIN: c.GSTIN, Email: c.Email, Phone: c.Phone, Address: c.Address, Notes: c.Notes, Plans: plans, Active: c.Active,
		Org:       web.ID(sc.Org),
		CreatedAt: date.Time(c.CreatedAt), UpdatedAt: date.Time(c.UpdatedAt),
		Version: c.Version}
}

// DetailsBody is what may be left out of a company.
type DetailsBody struct {
	Code    web.Optional[string]              `json:"code,omitzero" maxLength:"40" doc:"Unique" example:"RAO"`
	GSTIN   web.Optional[string]              `json:"gstin,omitzero" maxLength:"15" example:"27AAPFU0939F1ZV"`
	Email   web.Optional[string]              `json:"email,omitzero" maxLength:"254" example:"travel@rao.example"`
	Phone   web.Optional[string]              `json:"phone,omitzero" maxLength:"25" example:"+91 22 2345 0101"`
	Address web.Optional[contact.AddressBody] `json:"address,omitzero"`
	Notes   web.Optional[string]              `json:"notes,omitzero" maxLength:"2000" example:"Wants quiet rooms"`
	Active  web.Change[bool]                  `json:"isActive,omitzero"`
	TermsBody
}

// TermsBody is what is agreed about paying later.
type TermsBody struct {
	LegalName web.Optional[string] `json:"legalName,omitzero" maxLength:"200" example:"Rao Textiles Pvt Ltd"`

	Treatment web.Optional[string] `json:"gstTreatment,omitzero" enum:"regular,composition,unregistered,sez,overseas"`

	PAN          web.Optional[string]    `json:"pan,omitzero" maxLength:"10" example:"AAPFU0939F"`
	TCSGSTIN     web.Optional[string]    `json:"tcsGstin,omitzero" maxLength:"15" example:"27AAACM3025E1CA"`
	Contacts     web.Optional[[]Contact] `json:"contacts,omitzero" maxItems:"20"`
	InvoiceEmail web.Optional[string]    `json:"invoicingEmail,omitzero" maxLength:"254" example:"bills@rao.example"`

	Days web.Optional[int64] `json:"paymentTermsDays,omitzero" minimum:"0" maximum:"365" doc:"null: the hotel's"`

	Limit      limit              `json:"creditLimit,omitzero" doc:"Of what it owes; null: none" example:"200000"`
	Status     web.Change[string] `json:"creditStatus,omitzero" enum:"ok,hold" doc:"hold: nothing on account"`
	MayOwe     web.Change[bool]   `json:"canLeaveOnAccount,omitzero" doc:"Invoices may move to its account"`
	PORequired web.Change[bool]   `json:"poRequired,omitzero" doc:"They need a purchase order's number"`
}

type limit = web.Optional[money.Number]

const hold = "hold"

// read finds what the limit says. Its error names the field.
func (b TermsBody) read(sc scope.Scope) (*money.Amount, error) {
	if !b.Limit.Set || b.Limit.Null {
		return nil, nil
	}
	amounts := money.Reader{Currency: sc.Currency}
	limit := amounts.Read("creditLimit", b.Limit.Value)
	if limit < 0 {
		amounts.Fields.Add("creditLimit", "must not be below 0")
	}
	return &limit, amounts.Fields.Err()
}

func (b TermsBody) apply(t *Terms, limit *money.Amount) {
	t.LegalName, t.GSTTreatment, t.PAN = b.LegalName.Or(t.LegalName), b.Treatment.Or(t.GSTTreatment), b.PAN.Or(t.PAN)
	t.TCSGSTIN = b.TCSGSTIN.Or(t.TCSGSTIN)
	t.Contacts, t.InvoiceEmail = b.Contacts.Or(t.Contacts), b.InvoiceEmail.Or(t.InvoiceEmail)
	t.MayOwe, t.PORequired = b.MayOwe.Or(t.MayOwe), b.PORequired.Or(t.PORequired)
	if b.Days.Set {
		t.Days = nil
		if !b.Days.Null {
			t.Days = &b.Days.Value
		}
	}
	if b.Limit.Set {
		t.Limit = limit
	}
	if b.Status.Set {
		t.OnHold = b.Status.Value == hold
	}
}

func (d DetailsBody) apply(c *Company, limit *money.Amount) {
	d.TermsBody.apply(&c.Terms, limit)
	c.Code, c.GSTIN = d.Code.Or(c.Code), d.GSTIN.Or(c.GSTIN)
	c.Email, c.Phone, c.Notes = d.Email.Or(c.Email), d.Phone.Or(c.Phone), d.Notes.Or(c.Notes)
	c.Address, c.Active = contact.ChangeAddress(c.Address, d.Address), d.Active.Or(c.Active)
}

type createInput struct {
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"120" example:"Rao Textiles"`
		DetailsBody
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	limit, err := in.Body.read(sc)
	if err != nil {
		return nil, err
	}
	c := Company{Name: in.Body.Name, Active: true}
	in.Body.apply(&c, limit)
	created, err := s.Create(ctx, sc, c)
	return web.Reply(with{Company: created}.view(sc), err)
}

type listInput struct {
	web.Paging
	Search   string `query:"search" maxLength:"100" doc:"Part of the name, code, GSTIN, e-mail address or phone number"`
	IsActive string `query:"isActive" enum:"true,false"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(c with) View { return c.view(sc) }), nil
}

type companyInput struct {
	CompanyID web.ID `path:"companyId" doc:"The company's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *companyInput) (*web.Data[View], error) {
	c, err := s.get(ctx, sc, in.CompanyID.String())
	return web.Reply(c.view(sc), err)
}

type updateInput struct {
	CompanyID web.ID `path:"companyId" doc:"The company's id"`
	Body      struct {
		Name web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Rao Textiles"`
		DetailsBody
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	limit, err := in.Body.read(sc)
	if err != nil {
		return nil, err
	}
	c, err := s.update(ctx, sc, in.CompanyID.String(), func(c *Company) {
		c.Name = in.Body.Name.Or(c.Name)
		in.Body.apply(c, limit)
	})
	return web.Reply(c.view(sc), err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *companyInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.CompanyID.String()); err != nil {
		return nil, err
	}
	return web.Done("The company is deleted."), nil
}
