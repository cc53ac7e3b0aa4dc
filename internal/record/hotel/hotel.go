package hotel

import (
	"cmp"
	"slices"
	"time"

	"sarai/internal/country"
	"sarai/internal/country/india"
	"sarai/internal/country/packs"
	"sarai/internal/country/words"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Hotel is a hotel as a place. Texts are empty where nothing is known.
type Hotel struct {
	Address         contact.Address `db:"address"`
	Country         string          `db:"country"`           // ISO 3166 code: whose rules hold
	Timezone        string          `db:"timezone"`          // IANA time zone name
	DefaultCheckIn  string          `db:"default_check_in"`  // HH:mm
	DefaultCheckOut string          `db:"default_check_out"` // HH:mm
	GSTIN           string          `db:"gstin"`             // the tax number, whatever the country calls it
	PAN             string          `db:"pan"`
	Language        words.Language  `db:"document_language"` // of its papers
}

// Rules are those of the country that the address names.
func (h Hotel) Rules() *country.Country { return packs.Named(h.Address.Country) }

// Scope is sc in the hotel's country and time zone.
func (h Hotel) Scope(sc scope.Scope) (scope.Scope, error) {
	zone, err := time.LoadLocation(h.Timezone)
	sc.Country, sc.Language, sc.Zone = h.Country, string(h.Language), zone
	return sc, err
}

// WithDefaults fills in what a new hotel may leave out.
func (h Hotel) WithDefaults() Hotel {
	for field, value := range map[*string]string{
		&h.Timezone: h.Rules().Timezone, &h.DefaultCheckIn: "14:00", &h.DefaultCheckOut: "11:00",
	} {
		if *field == "" {
			*field = value
		}
	}
	h.Language = cmp.Or(h.Language, words.English)
	return h
}

// Checked is the hotel as it is stored; what is wrong is added to bad. before is what it was, nil for a new one: what
// stood there stays.
func (h Hotel) Checked(bad *errs.Fields, before *Hotel) Hotel {
	c := h.Rules()
	h.Country, h.GSTIN, h.PAN = c.Code, c.TaxNumber.Normalize(h.GSTIN), india.NormalizeGSTIN(h.PAN)
	h.checkTax(bad, before, c.TaxNumber)
	h.checkTimes(bad)
	if !slices.Contains(words.Known, h.Language) {
		bad.Add("documentLanguage", "must be en or hi")
	}
	return h
}

// checkTax takes any well-formed GSTIN at the sign-up, as the contract does, and later only one whose check character
// is right: it is printed on every invoice.
func (h Hotel) checkTax(bad *errs.Fields, before *Hotel, number country.Identifier) {
	switch {
	case h.GSTIN == "" || before != nil && h.GSTIN == before.GSTIN:
	case !number.WellFormed(h.GSTIN):
		bad.Add("gstin", "%s", number.Shape)
	case before != nil && !number.Valid(h.GSTIN):
		bad.Add("gstin", "%s", number.Mistyped)
	}
	if h.PAN != "" && !india.ValidPAN(h.PAN) {
		bad.Add("pan", "must be a PAN such as AAPFU0939F")
	}
}

func (h Hotel) checkTimes(bad *errs.Fields) {
	if !knownTimezone(h.Timezone) {
		bad.Add("timezone", "must be an IANA time zone name such as Asia/Kolkata")
	}
	if _, err := date.ParseClock(h.DefaultCheckIn); err != nil {
		bad.Add("defaultCheckInTime", "%v", err)
	}
	if _, err := date.ParseClock(h.DefaultCheckOut); err != nil {
		bad.Add("defaultCheckOutTime", "%v", err)
	}
}
