package precheck

import (
	"cmp"
	"context"
	"net/url"

	"sarai/internal/country"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mrz"
)

// readLines is what the form with the lines asks for, which is no step.
const readLines = "lines"

var errLines = errs.InvalidField("lines", "must be both lines as they are printed: something is mistyped or missing")

// linesRead reads the machine-readable lines of a passport or visa, and is the page with what they say, for the guest
// to look at and save. Nothing is stored.
func (s pages) linesRead(ctx context.Context, who visitor, f *form, p page) page {
	v, err := s.look(ctx, who)
	if err == nil {
		err = v.mayChange()
	}
	if err != nil {
		p.problem = err
		return p
	}
	d, err := mrz.Parse(f.check("lines", f.values.Get("lines"), maxLines, true), v.b.Today)
	if err != nil {
		p.problem = errLines
		return p
	}
	p.typed = fieldsOf(d)
	p.read = p.Say("Look at what was read, add what is missing, and save it.")
	if d.Expires < v.b.Today {
		p.read = p.Say("This document is no longer valid. Ask the hotel what to do.")
	}
	return p
}

const maxLines = 400 // characters

// fieldsOf are the form's fields that a document's lines fill in.
func fieldsOf(d mrz.Document) url.Values {
	fields := url.Values{"surname": {d.Surname}, "givenNames": {d.GivenNames}, "sex": {d.Sex},
		"nationality": {nameOf(d.Nationality)}, "dateOfBirth": {string(d.DateOfBirth)}}
	if d.Kind == mrz.Visa {
		fields.Set("visaNumber", d.Number)
		fields.Set("visaExpires", string(d.Expires))
		return fields
	}
	fields.Set("passportNumber", d.Number)
	fields.Set("passportCountry", nameOf(d.Issuer))
	fields.Set("passportExpires", string(d.Expires))
	return fields
}

// nameOf is what a code's nation is called; a code that isn't known stays as it is.
func nameOf(code string) string {
	n, _ := country.NationOf(code)
	return cmp.Or(n.Name, code)
}
