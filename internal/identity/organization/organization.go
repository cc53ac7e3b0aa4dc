package organization

import (
	"net/url"
	"strings"
	"time"

	"sarai/internal/country"
	"sarai/internal/country/india"
	"sarai/internal/country/packs"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Profile is what a hotel says about itself. Texts are empty where nothing is known.
type Profile struct {
	Name            string          `db:"name"`
	Email           string          `db:"email"`
	Phone           string          `db:"phone"`
	GSTIN           string          `db:"gstin"`
	PAN             string          `db:"pan"`
	Address         contact.Address `db:"address"`
	Country         string          `db:"country"`           // ISO 3166 code: whose rules hold
	Currency        string          `db:"currency"`          // ISO 4217 code
	Timezone        string          `db:"timezone"`          // IANA time zone name
	Logo            string          `db:"logo"`              // URL of a picture
	DefaultCheckIn  string          `db:"default_check_in"`  // HH:mm
	DefaultCheckOut string          `db:"default_check_out"` // HH:mm
	RequiresMFA     bool            `db:"requires_mfa"`      // whether only people with a second factor get in
}

// Organization is a profile with an id.
type Organization struct {
	ID string `db:"org_id,key"`
	Profile
	CreatedAt int64 `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64 `db:"updated_at"`       // UTC milliseconds
	Version   int64 `db:"version,version"`  // every change raises it
}

// Scope is sc placed in the organization: its id, currency and time zone.
func (o Organization) Scope(sc scope.Scope) (scope.Scope, error) {
	zone, err := time.LoadLocation(o.Timezone)
	if err != nil {
		return sc, err
	}
	sc.Org, sc.Country, sc.Currency, sc.Zone = o.ID, o.Country, o.Currency, zone
	return sc, nil
}

// withDefaults fills in what a new organization may leave out.
func (p Profile) withDefaults() Profile {
	c := packs.Named(p.Address.Country)
	for field, value := range map[*string]string{
		&p.Currency: c.Currency, &p.Timezone: c.Timezone, &p.DefaultCheckIn: "14:00", &p.DefaultCheckOut: "11:00",
	} {
		if *field == "" {
			*field = value
		}
	}
	return p
}

// checked is the profile as it is stored, or an error that names every bad field. What stood before, in a zero profile
// nothing, stays.
func (p Profile) checked(before Profile) (Profile, error) {
	var bad errs.Fields
	c := packs.Named(p.Address.Country)
	p.Country, p.GSTIN, p.PAN = c.Code, c.TaxNumber.Normalize(p.GSTIN), india.NormalizeGSTIN(p.PAN)
	p.Currency = strings.ToUpper(p.Currency)
	p.checkIdentity(&bad, before)
	p.checkTax(&bad, before, c.TaxNumber)
	p.checkCalendar(&bad)
	return p, bad.Err()
}

func (p Profile) checkIdentity(bad *errs.Fields, before Profile) {
	bad.RequireLine("name", p.Name)
	if p.Email == "" || p.Email != before.Email {
		contact.RequireEmail(bad, "email", p.Email)
	}
	contact.CheckPhone(bad, "phone", p.Phone)
	logo, err := url.Parse(p.Logo)
	if p.Logo != "" && (err != nil || logo.Host == "" || logo.Scheme != "http" && logo.Scheme != "https") {
		bad.Add("logo", "must be a web address that begins with https:// or http://")
	}
}

// checkTax takes any well-formed GSTIN at the sign-up, as the contract does, and later only one whose check character
// is right: it is printed on every invoice.
func (p Profile) checkTax(bad *errs.Fields, before Profile, number country.Identifier) {
	switch {
	case p.GSTIN == "" || p.GSTIN == before.GSTIN:
	case !number.WellFormed(p.GSTIN):
		bad.Add("gstin", "%s", number.Shape)
	case before.Name != "" && !number.Valid(p.GSTIN):
		bad.Add("gstin", "%s", number.Mistyped)
	}
	if p.PAN != "" && !india.ValidPAN(p.PAN) {
		bad.Add("pan", "must be a PAN such as AAPFU0939F")
	}
}

func (p Profile) checkCalendar(bad *errs.Fields) {
	if _, known := money.Decimals(p.Currency); !known {
		bad.Add("currency", "must be an ISO 4217 currency code such as INR")
	}
	if !knownTimezone(p.Timezone) {
		bad.Add("timezone", "must be an IANA time zone name such as Asia/Kolkata")
	}
	if _, err := date.ParseClock(p.DefaultCheckIn); err != nil {
		bad.Add("defaultCheckInTime", "%v", err)
	}
	if _, err := date.ParseClock(p.DefaultCheckOut); err != nil {
		bad.Add("defaultCheckOutTime", "%v", err)
	}
}
