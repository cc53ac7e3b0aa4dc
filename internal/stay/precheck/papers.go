package precheck

import (
	"cmp"
	"strings"

	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/property/guest"
)

var gaps = strings.NewReplacer(" ", "", "-", "")

// apply changes the record by what is given. Invalid names bad values.
func (given papers) apply(g *guest.Guest, today date.Date) error {
	var bad errs.Fields
	if birth := given.record.DateOfBirth; birth != "" {
		if _, err := date.Parse(string(birth)); err != nil {
			bad.Add("dateOfBirth", "%s", err)
		} else if birth >= today {
			bad.Add("dateOfBirth", "must be in the past")
		}
	}
	fill(&g.Nationality, given.record.Nationality)
	fill(&g.DateOfBirth, given.record.DateOfBirth)
	if a := given.record.Address; a.Line1 != "" || a.City != "" {
		g.Address = a
	}
	if given.record.IDType != aadhaar && india.IsAadhaar(gaps.Replace(given.number)) {
		bad.Add("idNumber", "must not be an Aadhaar number, unless you choose Aadhaar above")
	} else if given.number != "" {
		if err := g.Identify(cmp.Or(given.record.IDType, g.IDType), given.number); err != nil {
			bad = append(bad, errs.FieldsOf(err)...)
		}
	}
	return bad.Err()
}

// travelInto changes passport and visa by what is given.
func (given papers) travelInto(t *guest.Travel) {
	n := given.travel
	fill(&t.Surname, n.Surname)
	fill(&t.GivenNames, n.GivenNames)
	fill(&t.Sex, n.Sex)
	fill(&t.HomePhone, n.HomePhone)
	fill(&t.PassportNumber, n.PassportNumber)
	fill(&t.PassportCountry, n.PassportCountry)
	fill(&t.PassportPlace, n.PassportPlace)
	fill(&t.PassportIssued, n.PassportIssued)
	fill(&t.PassportExpires, n.PassportExpires)
	fill(&t.VisaNumber, n.VisaNumber)
	fill(&t.VisaType, n.VisaType)
	fill(&t.VisaPlace, n.VisaPlace)
	fill(&t.VisaIssued, n.VisaIssued)
	fill(&t.VisaExpires, n.VisaExpires)
}

func fill[T ~string](field *T, given T) { *field = cmp.Or(given, *field) }
