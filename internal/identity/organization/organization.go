package organization

import (
	"net/url"
	"strings"
	"time"
	"unicode"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/gst"
)

// Profile is what a hotel says about itself.
type Profile struct {
	Name            string          `json:"name" example:"Haveli Sagar"`
	Email           string          `json:"email" example:"desk@haveli.example"`
	Phone           string          `json:"phone" example:"+91 141 222 0101"`
	GSTIN           string          `json:"gstin" example:"27AAPFU0939F1ZV"`
	PAN             string          `json:"pan" example:"AAPFU0939F"`
	Address         contact.Address `json:"address"`
	Currency        string          `json:"currency" doc:"ISO 4217 code" example:"INR"`
	Timezone        string          `json:"timezone" doc:"IANA time zone name" example:"Asia/Kolkata"`
	Logo            string          `json:"logo" doc:"URL of a picture" example:"https://haveli.example/logo.png"`
	DefaultCheckIn  string          `json:"defaultCheckInTime" doc:"HH:mm" example:"14:00"`
	DefaultCheckOut string          `json:"defaultCheckOutTime" doc:"HH:mm" example:"11:00"`
}

// Organization is a profile with an id.
type Organization struct {
	ID string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Profile
	CreatedAt web.Time `json:"createdAt"`
	UpdatedAt web.Time `json:"updatedAt"`
}

// Scope is sc placed in the organization: its id, currency and time zone.
func (o Organization) Scope(sc scope.Scope) (scope.Scope, error) {
	zone, err := time.LoadLocation(o.Timezone)
	if err != nil {
		return sc, err
	}
	sc.Org, sc.Currency, sc.Zone = o.ID, o.Currency, zone
	return sc, nil
}

// withDefaults fills in what a new organization may leave out.
func (p Profile) withDefaults() Profile {
	for field, value := range map[*string]string{
		&p.Currency: "INR", &p.Timezone: "Asia/Kolkata", &p.DefaultCheckIn: "14:00", &p.DefaultCheckOut: "11:00",
	} {
		if *field == "" {
			*field = value
		}
	}
	return p
}

// checked is the profile as it is stored, or an error that names every bad field.
func (p Profile) checked() (Profile, error) {
	var bad errs.Fields
	p.GSTIN, p.PAN, p.Currency = gst.NormalizeGSTIN(p.GSTIN), gst.NormalizeGSTIN(p.PAN), strings.ToUpper(p.Currency)
	p.checkIdentity(&bad)
	p.checkTax(&bad)
	p.checkCalendar(&bad)
	return p, bad.Err()
}

func (p Profile) checkIdentity(bad *errs.Fields) {
	if p.Name == "" || strings.ContainsFunc(p.Name, unicode.IsControl) {
		bad.Add("name", "must be one line of text")
	}
	if !contact.Email(p.Email) {
		bad.Add("email", "must be an e-mail address such as desk@haveli.example")
	}
	if p.Phone != "" && !contact.Phone(p.Phone) {
		bad.Add("phone", "must be a phone number such as +91 141 222 0101")
	}
	if logo, err := url.Parse(p.Logo); p.Logo != "" && (err != nil || logo.Host == "" || logo.Scheme != "http" &&
		logo.Scheme != "https") {
		bad.Add("logo", "must be a web address that begins with https:// or http://")
	}
}

func (p Profile) checkTax(bad *errs.Fields) {
	if p.GSTIN != "" && !gst.WellFormedGSTIN(p.GSTIN) {
		bad.Add("gstin", "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV")
	}
	if p.PAN != "" && !gst.ValidPAN(p.PAN) {
		bad.Add("pan", "must be a PAN such as AAPFU0939F")
	}
}

func (p Profile) checkCalendar(bad *errs.Fields) {
	if _, known := money.Decimals(p.Currency); !known {
		bad.Add("currency", "must be an ISO 4217 currency code such as INR")
	}
	// LoadLocation takes "" for UTC and "Local" for the server's own zone.
	if _, err := time.LoadLocation(p.Timezone); err != nil || p.Timezone == "" || p.Timezone == "Local" {
		bad.Add("timezone", "must be an IANA time zone name such as Asia/Kolkata")
	}
	if _, err := date.ParseClock(p.DefaultCheckIn); err != nil {
		bad.Add("defaultCheckInTime", "%v", err)
	}
	if _, err := date.ParseClock(p.DefaultCheckOut); err != nil {
		bad.Add("defaultCheckOutTime", "%v", err)
	}
}

// changesTo lists what differs in after, by the contract's field names: what the audit log keeps.
func (p Profile) changesTo(after Profile) map[string]any {
	before, now := p.byField(), after.byField()
	changes := map[string]any{}
	for field, old := range before {
		if old != now[field] {
			changes[field] = map[string]any{"old": old, "new": now[field]}
		}
	}
	return changes
}

func (p Profile) byField() map[string]any {
	return map[string]any{
		"name": p.Name, "email": p.Email, "phone": p.Phone, "gstin": p.GSTIN, "pan": p.PAN, "address": p.Address,
		"currency": p.Currency, "timezone": p.Timezone, "logo": p.Logo,
		"defaultCheckInTime": p.DefaultCheckIn, "defaultCheckOutTime": p.DefaultCheckOut,
	}
}
