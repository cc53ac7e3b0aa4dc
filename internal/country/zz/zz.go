// Package zz is a small country for tests, which show with it that nothing above package country is made for one land.
// It has one value added tax, of 10 % on rooms and services; a city's levy for each person and night, which hotels pass
// on; numbers with a check digit; and a financial year that is the calendar's. Its code is one that ISO 3166 gives to
// nobody.
package zz

import (
	"strings"
	"time"

	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/kit/money"
)

// Country is the country.
var Country = country.Country{
	Code: "ZZ", Name: "Zedland", Currency: "EUR", Timezone: "Europe/Vienna",
	Cash: []money.Amount{200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1},
	Kinds: []country.Kind{
		{Code: "vat", Registered: true, Parts: []country.Share{
			{Part: country.Part{Code: "vat", Title: "VAT", Account: "other-tax"}, Of: 1, Out: 1}}},
		{Code: "levy", Levy: true, Parts: []country.Share{
			{Part: country.Part{Code: "city-tax", Title: "City tax", Account: "other-tax"}, Of: 1, Out: 1}}},
		country.Other, country.Exempt, country.NonGST,
	},
	Taxes: []country.Tax{
		{Name: "VAT on services", Kind: "vat", From: "2020-01-01", Slabs: []country.Slab{{Rate: 1000}}},
		{Name: "City tax", Kind: "levy", From: "2020-01-01", Slabs: []country.Slab{{}}},
		{Name: "VAT on rooms", Kind: "vat", Rooms: true, From: "2020-01-01", Slabs: []country.Slab{{Rate: 1000}}},
	},
	TaxLaw: "the tax code",
	TaxNumber: country.Identifier{Title: "VAT no.", Shape: "must be ZZ and five digits, such as ZZ12344",
		Mistyped:   "has a wrong check digit",
		Normalize:  func(number string) string { return strings.ToUpper(strings.TrimSpace(number)) },
		WellFormed: wellFormed,
		Valid:      func(number string) bool { return wellFormed(number) && digitsOf(number)%7 == 0 },
		State:      func(string) string { return "" },
		Person:     func(string) string { return "" }},
	YearStarts: time.January, LongestCode: 24,
	Documents: country.Documents{Invoice: "Invoice", Bill: "Bill", Unregistered: "No VAT is charged.",
		Outside: "Outside VAT", ServiceCode: "Code"},
	Rounding: country.Rounding{Registered: "VAT is rounded by line. ", Plain: "Each line is rounded. "},
	Registration: country.Registration{Asked: []country.Question{{Name: "Home town", Sixths: 4}},
		Whom:   "GUESTS FROM ABROAD",
		Abroad: []country.Question{{Name: "Passport", Sixths: 6}},
		Law:    "I know that the law has the hotel keep this record."},
}

func init() { packs.All = append(packs.All, &Country) }

func wellFormed(number string) bool {
	return len(number) == 7 && strings.HasPrefix(number, "ZZ") && strings.Trim(number[2:], "0123456789") == ""
}

func digitsOf(number string) (value int) {
	for _, digit := range number[2:] {
		value = value*10 + int(digit-'0')
	}
	return value
}
