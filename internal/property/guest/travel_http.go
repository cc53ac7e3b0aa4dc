package guest

import (
	"context"
	"strings"

	"sarai/internal/country"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mrz"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

const (
	travelPath = "/api/guests/{orgId}/{guestId}/travel-documents"

	travelNote = "Numbers are whole for who may manage guests, and masked up to their last four characters for others. " +
		"Of an Aadhaar number nobody has more than the last four digits."
	setTravelNote = "Fields that are left out stay as they are, null empties one. A masked number sent back keeps the " +
		"number. The number of a passport must be one of the country that has issued it, where its rule is known. " +
		"Aadhaar numbers are refused."
	mrzNote = "Both lines of 44 characters (ICAO 9303, TD3 and MRV-A), typed or pasted. Refused if one of the check " +
		"digits is wrong. Nothing is stored."
)

// TravelView is a guest's passport and visa.
type TravelView struct {
	GuestID         web.ID    `json:"guestId"`
	Whole           bool      `json:"whole" doc:"Numbers are whole, since the caller may manage guests"`
	IDType          string    `json:"idType" doc:"Of the guest's record" example:"passport"`
	IDNumber        string    `json:"idNumber" doc:"Of the guest's record" example:"XXXXXXXX4567"`
	Surname         string    `json:"surname" doc:"As in the passport" example:"RAO"`
	GivenNames      string    `json:"givenNames" doc:"As in the passport" example:"ASHA"`
	Sex             string    `json:"sex" enum:",F,M,X" example:"F"`
	SpecialCategory string    `json:"specialCategory" enum:",oci,diplomatic,refugee,other" example:"oci"`
	HomePhone       string    `json:"homePhone" doc:"At home, abroad" example:"+977 1 5970000"`
	PassportNumber  string    `json:"passportNumber" example:"XXXXXXXX4567"`
	PassportCountry string    `json:"passportCountry" doc:"Who issued it: ISO 3166-1 alpha-3, or ICAO's" example:"NPL"`
	PassportPlace   string    `json:"passportPlace" doc:"Where it was issued" example:"Kathmandu"`
	PassportIssued  string    `json:"passportIssued" doc:"YYYY-MM-DD, or empty" example:"2020-01-31"`
	PassportExpires string    `json:"passportExpires" doc:"YYYY-MM-DD, or empty" example:"2030-01-30"`
	VisaNumber      string    `json:"visaNumber" example:"XXXXXXXX3210"`
	VisaType        string    `json:"visaType" example:"Tourist"`
	VisaSubtype     string    `json:"visaSubtype" example:"e-Visa, 30 days"`
	VisaPlace       string    `json:"visaPlace" doc:"Where it was issued" example:"Kathmandu"`
	VisaIssued      string    `json:"visaIssued" doc:"YYYY-MM-DD, or empty" example:"2026-03-01"`
	VisaExpires     string    `json:"visaExpires" doc:"YYYY-MM-DD, or empty" example:"2026-08-31"`
	OrgID           web.ID    `json:"orgId"`
	UpdatedAt       date.Time `json:"updatedAt" doc:"1970 if nothing was ever noted"`
	Version         int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (a Abroad) view(sc scope.Scope) TravelView {
	t := a.Travel
	return TravelView{GuestID: web.ID(a.ID), Whole: mayRead(sc), IDType: a.IDType, IDNumber: a.IDNumber.ReadBy(sc),
		Surname: t.Surname, GivenNames: t.GivenNames, Sex: t.Sex, SpecialCategory: t.SpecialCategory, HomePhone: t.HomePhone,
		PassportNumber: t.PassportNumber.ReadBy(sc), PassportCountry: t.PassportCountry, PassportPlace: t.PassportPlace,
		PassportIssued: string(t.PassportIssued), PassportExpires: string(t.PassportExpires),
		VisaNumber: t.VisaNumber.ReadBy(sc), VisaType: t.VisaType, VisaSubtype: t.VisaSubtype, VisaPlace: t.VisaPlace,
		VisaIssued: string(t.VisaIssued), VisaExpires: string(t.VisaExpires), OrgID: web.ID(sc.Org),
		UpdatedAt: date.Time(t.UpdatedAt), Version: t.Version}
}

func (s api) httpTravel(ctx context.Context, sc scope.Scope, in *GuestPath) (*web.Data[TravelView], error) {
	a, err := s.whole(ctx, sc, in.GuestID.String())
	return web.Reply(a.view(sc), err)
}

// TravelBody is what may be noted of a guest's passport and visa.
type TravelBody struct {
	Surname         web.Optional[string] `json:"surname,omitzero" maxLength:"120" example:"RAO"`
	GivenNames      web.Optional[string] `json:"givenNames,omitzero" maxLength:"120" example:"ASHA"`
	Sex             web.Optional[string] `json:"sex,omitzero" enum:",F,M,X" example:"F"`
	SpecialCategory web.Optional[string] `json:"specialCategory,omitzero" enum:",oci,diplomatic,refugee,other"`
	HomePhone       web.Optional[string] `json:"homePhone,omitzero" maxLength:"25" example:"+977 1 5970000"`
	PassportNumber  web.Optional[string] `json:"passportNumber,omitzero" maxLength:"40" example:"PA0123456"`
	PassportCountry web.Optional[string] `json:"passportCountry,omitzero" maxLength:"60" example:"NPL"`
	PassportPlace   web.Optional[string] `json:"passportPlace,omitzero" maxLength:"120" example:"Kathmandu"`
	PassportIssued  web.Optional[string] `json:"passportIssued,omitzero" maxLength:"10" example:"2020-01-31"`
	PassportExpires web.Optional[string] `json:"passportExpires,omitzero" maxLength:"10" example:"2030-01-30"`
	VisaNumber      web.Optional[string] `json:"visaNumber,omitzero" maxLength:"40" example:"VJ8763210"`
	VisaType        web.Optional[string] `json:"visaType,omitzero" maxLength:"60" example:"Tourist"`
	VisaSubtype     web.Optional[string] `json:"visaSubtype,omitzero" maxLength:"60" example:"e-Visa, 30 days"`
	VisaPlace       web.Optional[string] `json:"visaPlace,omitzero" maxLength:"120" example:"Kathmandu"`
	VisaIssued      web.Optional[string] `json:"visaIssued,omitzero" maxLength:"10" example:"2026-03-01"`
	VisaExpires     web.Optional[string] `json:"visaExpires,omitzero" maxLength:"10" example:"2026-08-31"`
}

func (b TravelBody) apply(t *Travel) {
	t.Surname, t.GivenNames = b.Surname.Or(t.Surname), b.GivenNames.Or(t.GivenNames)
	t.Sex, t.SpecialCategory = b.Sex.Or(t.Sex), b.SpecialCategory.Or(t.SpecialCategory)
	t.HomePhone = b.HomePhone.Or(t.HomePhone)
	t.PassportNumber = IDNumber(b.PassportNumber.Or(string(t.PassportNumber)))
	t.PassportCountry, t.PassportPlace = b.PassportCountry.Or(t.PassportCountry), b.PassportPlace.Or(t.PassportPlace)
	t.PassportIssued = date.Date(b.PassportIssued.Or(string(t.PassportIssued)))
	t.PassportExpires = date.Date(b.PassportExpires.Or(string(t.PassportExpires)))
	t.VisaNumber = IDNumber(b.VisaNumber.Or(string(t.VisaNumber)))
	t.VisaType, t.VisaSubtype = b.VisaType.Or(t.VisaType), b.VisaSubtype.Or(t.VisaSubtype)
	t.VisaPlace = b.VisaPlace.Or(t.VisaPlace)
	t.VisaIssued = date.Date(b.VisaIssued.Or(string(t.VisaIssued)))
	t.VisaExpires = date.Date(b.VisaExpires.Or(string(t.VisaExpires)))
}

type travelInput struct {
	GuestPath
	Body TravelBody `required:"false"`
}

func (s api) httpSetTravel(ctx context.Context, sc scope.Scope, in *travelInput) (*web.Data[TravelView], error) {
	a, err := s.setTravel(ctx, sc, in.GuestID.String(), in.Body.apply)
	return web.Reply(a.view(sc), err)
}

type mrzInput struct {
	Body struct {
		Lines string `json:"lines" minLength:"1" maxLength:"400" doc:"Both lines; they may follow on one line"`
	}
}

// MRZView is what the machine-readable zone says.
type MRZView struct {
	Kind            string `json:"kind" enum:"passport,visa"`
	Name            string `json:"name" doc:"Given names and surname" example:"ASHA RAO"`
	Surname         string `json:"surname" example:"RAO"`
	GivenNames      string `json:"givenNames" example:"ASHA"`
	Number          string `json:"number" doc:"Of the passport or visa" example:"PA0123456"`
	Issuer          string `json:"issuer" doc:"Who issued it: a code" example:"NPL"`
	IssuerName      string `json:"issuerName" doc:"Empty for a code that isn't known" example:"Nepal"`
	Nationality     string `json:"nationality" doc:"A code" example:"NPL"`
	NationalityName string `json:"nationalityName" doc:"Empty for a code that isn't known" example:"Nepal"`
	DateOfBirth     string `json:"dateOfBirth" doc:"YYYY-MM-DD; empty if it isn't known whole" example:"1988-11-02"`
	Sex             string `json:"sex" enum:",F,M" doc:"Empty: unspecified" example:"F"`
	Expires         string `json:"expires" doc:"YYYY-MM-DD" example:"2030-01-30"`
	Expired         bool   `json:"expired" doc:"It is not valid any more today"`
}

func (s api) httpReadMRZ(ctx context.Context, sc scope.Scope, in *mrzInput) (*web.Data[MRZView], error) {
	today, err := s.today(ctx, sc)
	if err != nil {
		return nil, err
	}
	d, err := mrz.Parse(in.Body.Lines, today)
	if err != nil {
		return nil, errs.InvalidField("lines", "%s", err)
	}
	issuer, nation := nationOf(d.Issuer), nationOf(d.Nationality)
	return web.OK(MRZView{Kind: d.Kind, Name: strings.TrimSpace(d.GivenNames + " " + d.Surname), Surname: d.Surname,
		GivenNames: d.GivenNames, Number: d.Number, Issuer: issuer.Code, IssuerName: issuer.Name, Nationality: nation.Code,
		NationalityName: nation.Name, DateOfBirth: string(d.DateOfBirth), Sex: d.Sex, Expires: string(d.Expires),
		Expired: d.Expires < today}), nil
}

// nationOf is the nation of a code; one that isn't known has no name.
func nationOf(code string) country.Nation {
	if n, known := country.NationOf(code); known {
		return n
	}
	return country.Nation{Code: code}
}
