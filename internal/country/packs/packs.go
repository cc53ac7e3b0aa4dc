// Package packs lists the countries that Sarai knows.
package packs

import (
	"strings"

	"sarai/internal/country"
	"sarai/internal/country/india"
)

// All are the countries that Sarai knows. Tests add theirs before anything else runs.
var All = []*country.Country{&india.Country}

// Of is the country with this code: India for one that Sarai doesn't know.
func Of(code string) *country.Country {
	for _, c := range All {
		if c.Code == code {
			return c
		}
	}
	return &india.Country
}

// Named is the country that an address names, by its name or code: India for one that Sarai doesn't know, or none.
func Named(name string) *country.Country {
	for _, c := range All {
		if name = strings.TrimSpace(name); strings.EqualFold(name, c.Name) || strings.EqualFold(name, c.Code) {
			return c
		}
	}
	return &india.Country
}

// Part is the part of a tax with this code, of whichever country; country.OwnPart if there is none.
func Part(code string) country.Part {
	for _, c := range All {
		if part := c.Part(code); part.Code == code {
			return part
		}
	}
	return country.OwnPart
}

// Kind is the kind of tax with this code, of whichever country; country.None if there is none.
func Kind(code string) country.Kind {
	for _, c := range All {
		if kind := c.Kind(code); kind.Code == code {
			return kind
		}
	}
	return country.None
}
