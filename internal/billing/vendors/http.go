package vendors

import (
	"context"
	"strings"

	"sarai/internal/books/tax"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	createNote = "gstin and pan are checked when given. So are address.pincode, bankDetails.ifsc and " +
		"bankDetails.accountNumber, as those of India unless address.country is another country: then an IBAN and a " +
		"SWIFT code pass."
	updateNote = "Fields that are left out keep their value, inside address and bankDetails too; null clears. A masked " +
		"account number that is sent back keeps the one that is stored."
	maskNote = "Callers without vendors.update see only the end of the account number."
)

// Routes are the endpoints of /api/vendor.
func (s *Service) Routes() []web.Route {
	const base = "/api/vendor/{orgId}"
	return []web.Route{
		web.Create(base+"/create", may.Create(may.Vendors), s.httpCreate, "Add a vendor").With(createNote),
		web.Get(base+"/list", may.View(may.Vendors), s.httpList, "List the vendors").With("All of them, newest first."),
		web.Get(base+"/by-code/{vendorCode}", may.View(may.Vendors), s.httpByCode, "Find a vendor by its code").
			With("Upper and lower case are the same."),
		web.Get(base+"/{vendorId}", may.View(may.Vendors), s.httpGet, "Show a vendor").With(maskNote),
		web.Put(base+"/{vendorId}/update", may.Update(may.Vendors), s.httpUpdate, "Change a vendor").With(updateNote),
		web.Delete(base+"/{vendorId}/delete", may.Delete(may.Vendors), s.httpDelete, "Delete a vendor"),
	}
}

// ListedView is a vendor in the list.
type ListedView struct {
	ID        string    `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Name      string    `json:"name" example:"Lake City Linen"`
	Code      string    `json:"code" example:"LCL"`
	Email     string    `json:"email" example:"sales@linen.example"`
	Phone     string    `json:"phone" example:"+91 294 242 0101"`
	GSTIN     string    `json:"gstin" example:"08AAPFU0939F1ZV"`
	CreatedAt date.Time `json:"createdAt"`
}

// View is a whole vendor.
type View struct {
	ListedView
	PAN       string          `json:"pan" example:"AAPFU0939F"`
	Address   contact.Address `json:"address"`
	Bank      BankDetails     `json:"bankDetails"`
	Notes     string          `json:"notes" example:"Delivers on Tuesdays"`
	Days      *int64          `json:"paymentTermsDays,omitempty" doc:"Left out if nothing is agreed" example:"30"`
	Section   string          `json:"tdsSection,omitempty" doc:"Under which tax is withheld" example:"194C"`
	Rate      *float64        `json:"tdsRate,omitempty" doc:"Percent; left out: the section's own" example:"2"`
	Org       string          `json:"orgId" example:"665f1c2ab7e4d90012ab34cd"`
	UpdatedAt date.Time       `json:"updatedAt"`
	Version   int64           `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (v Vendor) listed() ListedView {
	return ListedView{ID: v.ID, Name: v.Name, Code: v.Code, Email: v.Email, Phone: v.Phone, GSTIN: v.GSTIN,
		CreatedAt: date.Time(v.CreatedAt)}
}

// view is the vendor as this caller may see it.
func (v Vendor) view(sc scope.Scope) View {
	if !sc.Permissions.Has(may.Vendors, scope.Update) {
		v.Bank = v.Bank.masked()
	}
	var rate *float64
	if v.TDSRate != nil {
		percent := float64(*v.TDSRate) / 100
		rate = &percent
	}
	return View{Section: v.TDSSection, Rate: rate,
		ListedView: v.listed(), PAN: v.PAN, Address: v.Address, Bank: v.Bank, Notes: v.Notes, Days: v.Days,
		Org: sc.Org, UpdatedAt: date.Time(v.UpdatedAt), Version: v.Version}
}

func reply(sc scope.Scope, v Vendor, err error) (*web.Data[View], error) {
	return web.Reply(v.view(sc), err)
}

// BankBody is bank details in a request: fields that are left out keep their value.
type BankBody struct {
	AccountName   web.Optional[string] `json:"accountName,omitzero" maxLength:"120" example:"Lake City Linen"`
	AccountNumber web.Optional[string] `json:"accountNumber,omitzero" maxLength:"42" example:"30021234321"`
	BankName      web.Optional[string] `json:"bankName,omitzero" maxLength:"120" example:"State Bank of India"`
	IFSC          web.Optional[string] `json:"ifsc,omitzero" maxLength:"11" example:"SBIN0001234"`
	Branch        web.Optional[string] `json:"branch,omitzero" maxLength:"120" example:"Udaipur Main"`
}

func (b BankDetails) changed(asked web.Optional[BankBody]) BankDetails {
	if asked.Null {
		return BankDetails{}
	}
	body := asked.Value
	number := body.AccountNumber.Or(b.AccountNumber)
	if number == b.masked().AccountNumber {
		number = b.AccountNumber
	}
	return BankDetails{AccountName: body.AccountName.Or(b.AccountName), AccountNumber: number,
		BankName: body.BankName.Or(b.BankName), IFSC: body.IFSC.Or(b.IFSC), Branch: body.Branch.Or(b.Branch)}
}

// DetailsBody is what may be left out of a vendor.
type DetailsBody struct {
	Code    web.Optional[string]              `json:"code,omitzero" maxLength:"40" example:"LCL"`
	Email   web.Optional[string]              `json:"email,omitzero" maxLength:"254" example:"sales@linen.example"`
	Phone   web.Optional[string]              `json:"phone,omitzero" maxLength:"25" example:"+91 294 242 0101"`
	GSTIN   web.Optional[string]              `json:"gstin,omitzero" maxLength:"15" example:"08AAPFU0939F1ZV"`
	PAN     web.Optional[string]              `json:"pan,omitzero" maxLength:"10" example:"AAPFU0939F"`
	Address web.Optional[contact.AddressBody] `json:"address,omitzero"`
	Bank    web.Optional[BankBody]            `json:"bankDetails,omitzero"`
	Notes   web.Optional[string]              `json:"notes,omitzero" maxLength:"2000" example:"Delivers on Tuesdays"`
	Days    web.Optional[int64]               `json:"paymentTermsDays,omitzero" minimum:"0" maximum:"365" doc:"Of bills"`
	Section web.Optional[Section]             `json:"tdsSection,omitzero"`
	Rate    web.Optional[money.Number]        `json:"tdsRate,omitzero" minimum:"0" maximum:"30" doc:"null: the section's"`
}

// Section is a section of the Income-tax Act under which tax is withheld.
type Section string

// InJSON describes the type to the API's document.
func (Section) InJSON() (like any, tags string) {
	return "", `enum:"none,194C,194H,194I(a),194I(b),194J(a),194J(b),194Q" example:"194C"`
}

// apply fails with Invalid for a rate with more than two decimals.
func (d DetailsBody) apply(v *Vendor) error {
	v.Code, v.Email, v.Phone = d.Code.Or(v.Code), d.Email.Or(v.Email), d.Phone.Or(v.Phone)
	v.GSTIN, v.PAN, v.Notes = d.GSTIN.Or(v.GSTIN), d.PAN.Or(v.PAN), d.Notes.Or(v.Notes)
	v.Address = contact.ChangeAddress(v.Address, d.Address)
	v.Bank = v.Bank.changed(d.Bank)
	if d.Section.Set {
		v.TDSSection = strings.TrimPrefix(string(d.Section.Value), "none")
	}
	if d.Rate.Set {
		v.TDSRate = nil
		if !d.Rate.Null {
			rate, err := tax.RateOf(d.Rate.Value)
			if err != nil {
				return errs.InvalidField("tdsRate", "%s", err)
			}
			v.TDSRate = (*int64)(&rate)
		}
	}
	if d.Days.Set {
		v.Days = nil
		if !d.Days.Null {
			v.Days = &d.Days.Value
		}
	}
	return nil
}

type createInput struct {
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"120" example:"Lake City Linen"`
		DetailsBody
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	v := Vendor{Name: in.Body.Name}
	if err := in.Body.apply(&v); err != nil {
		return nil, err
	}
	created, err := s.Create(ctx, sc, v)
	return reply(sc, created, err)
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]ListedView], error) {
	all, err := s.all(ctx, sc)
	if err != nil {
		return nil, err
	}
	views := make([]ListedView, len(all))
	for i, v := range all {
		views[i] = v.listed()
	}
	return web.OK(views), nil
}

type codeInput struct {
	Code string `path:"vendorCode" doc:"The vendor's code in any case; a slash in it is sent as %2F" example:"LCL"`
}

func (s *Service) httpByCode(ctx context.Context, sc scope.Scope, in *codeInput) (*web.Data[View], error) {
	v, err := s.byCode(ctx, sc, in.Code)
	return reply(sc, v, err)
}

type vendorInput struct {
	VendorID web.ID `path:"vendorId" doc:"The vendor's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *vendorInput) (*web.Data[View], error) {
	v, err := s.get(ctx, sc, in.VendorID.String())
	return reply(sc, v, err)
}

type updateInput struct {
	VendorID web.ID `path:"vendorId" doc:"The vendor's id"`
	Body     struct {
		Name web.Change[string] `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Lake City Linen"`
		DetailsBody
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	v, err := s.update(ctx, sc, in.VendorID.String(), func(v *Vendor) error {
		v.Name = in.Body.Name.Or(v.Name)
		return in.Body.apply(v)
	})
	return reply(sc, v, err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *vendorInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.VendorID.String()); err != nil {
		return nil, err
	}
	return web.Done("The vendor is deleted."), nil
}
