package organization

import (
	"cmp"
	"net/url"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/hotel"
)

// Profile is what an organization says about itself. Texts are empty where nothing is known.
type Profile struct {
	Name        string `db:"name"`
	Email       string `db:"email"`
	Phone       string `db:"phone"`
	Currency    string `db:"currency"`     // ISO 4217 code
	Logo        string `db:"logo"`         // URL of a picture
	RequiresMFA bool   `db:"requires_mfa"` // whether only people with a second factor get in
}

// Details are an organization's profile, and its hotel.
type Details struct {
	Profile
	hotel.Hotel
}

// Organization is a hotel with an id.
type Organization struct {
	ID string
	Details
	CreatedAt int64 // UTC milliseconds
	UpdatedAt int64 // UTC milliseconds
	Version   int64 // every change raises it
}

// Scope is sc placed in the organization: its id, country, currency and time zone.
func (o Organization) Scope(sc scope.Scope) (scope.Scope, error) {
	sc.Org, sc.Currency = o.ID, o.Currency
	return o.Hotel.Scope(sc)
}

// withDefaults fills in what a new organization may leave out.
func (d Details) withDefaults() Details {
	d.Hotel = d.Hotel.WithDefaults()
	d.Currency = cmp.Or(d.Currency, d.Rules().Currency)
	return d
}

// checked are the details as they are stored, or an error that names every bad field. before is what they were, nil for
// a new organization: what stood there stays.
func (d Details) checked(before *Details) (Details, error) {
	var bad errs.Fields
	d.Currency = strings.ToUpper(d.Currency)
	if before == nil {
		d.Profile.check(&bad, "")
		d.Hotel = d.Hotel.Checked(&bad, nil)
	} else {
		d.Profile.check(&bad, before.Email)
		d.Hotel = d.Hotel.Checked(&bad, &before.Hotel)
	}
	return d, bad.Err()
}

// check adds what is wrong to bad; emailBefore stays, whatever it is.
func (p Profile) check(bad *errs.Fields, emailBefore string) {
	bad.RequireLine("name", p.Name)
	if p.Email == "" || p.Email != emailBefore {
		contact.RequireEmail(bad, "email", p.Email)
	}
	contact.CheckPhone(bad, "phone", p.Phone)
	logo, err := url.Parse(p.Logo)
	if p.Logo != "" && (err != nil || logo.Host == "" || logo.Scheme != "http" && logo.Scheme != "https") {
		bad.Add("logo", "must be a web address that begins with https:// or http://")
	}
	if _, known := money.Decimals(p.Currency); !known {
		bad.Add("currency", "must be an ISO 4217 currency code such as INR")
	}
}
