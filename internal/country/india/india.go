package india

import (
	"fmt"
	"strconv"
	"time"

	"sarai/internal/country"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// The codes of kinds and parts of GST, as they are stored.
const (
	GST   = "gst"   // CGST and SGST
	UTGST = "utgst" // CGST and UTGST: in a union territory without a legislature
	CGST  = "cgst"
	SGST  = "sgst"
	IGST  = "igst" // on what is bought from another state; a hotel's own supplies never bear it
)

var (
	central   = country.Part{Code: CGST, Title: "CGST", Account: "cgst"}
	state     = country.Part{Code: SGST, Title: "SGST", Account: "sgst"}
	territory = country.Part{Code: UTGST, Title: "UTGST", Account: "sgst"}
)

// yearStarts is the month with which India's financial year begins.
const yearStarts = time.April

// LodgingSAC is the service accounting code of rooms in hotels.
const LodgingSAC = "996311"

// Country is India.
var Country = country.Country{
	Code: "IN", Name: "India", Currency: "INR", Timezone: "Asia/Kolkata",
	Cash: []money.Amount{500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00},
	Kinds: []country.Kind{
		{Code: GST, Parts: []country.Share{{Part: central, Of: 1, Out: 2}, {Part: state, Of: 1, Out: 2}}, Registered: true},
		{Code: UTGST, Parts: []country.Share{{Part: central, Of: 1, Out: 2}, {Part: territory, Of: 1, Out: 2}},
			Registered: true},
		country.Other, country.Exempt, country.NonGST,
	},
	Taxes: taxes,
	Local: func(kind, state string) string {
		if kind == GST && UnionTerritory(state) {
			return UTGST
		}
		return kind
	},
	LodgingCode: LodgingSAC, TaxLaw: "GST",
	TaxNumber: country.Identifier{Title: "GSTIN", Shape: "must be a GSTIN of 15 characters such as 27AAPFU0939F1ZV",
		Mistyped:  "has a wrong check character, so one of its characters is mistyped",
		Normalize: NormalizeGSTIN, WellFormed: WellFormedGSTIN, Valid: ValidGSTIN, State: StateOf, Person: PAN},
	States:     states,
	YearStarts: yearStarts, LongestCode: 16, // rule 46(b)
	Documents: country.Documents{Invoice: "Tax Invoice", Bill: "Bill of Supply",
		Unregistered: "The supplier is not registered under GST: no GST is charged.", Outside: "Outside GST",
		PlaceOf: "Place of supply", ServiceCode: "SAC", Reverse: true, NamedFrom: 50_000_00, Creditable: CreditableUntil,
		KeptUntil: KeptUntil, KeptBy: "Section 36 of the CGST Act has accounts and documents kept for 72 months from the " +
			"due date of the year's annual return."},
	Rounding: country.Rounding{
		Registered: "Each line's CGST and SGST or UTGST are rounded by themselves to the minor unit, halves away from " +
			"zero, and are equal. ",
		Plain: "Each line is rounded to the minor unit, halves away from zero. "},
	Registration: country.Registration{
		Asked: []country.Question{{Name: "Arriving from", Sixths: 3}, {Name: "Going to", Sixths: 3},
			{Name: "Purpose of the visit", Sixths: 2}, {Name: "Vehicle number", Sixths: 2}},
		Whom: "GUESTS FROM ABROAD, ALSO OCI CARDHOLDERS",
		Abroad: []country.Question{{Name: "Passport: number, issued at, valid until", Sixths: 3},
			{Name: "Visa: number, type, valid until", Sixths: 3}, {Name: "Arrived in India: date and place", Sixths: 3},
			{Name: "Employed in India", Sixths: 1}, {Name: "Phone at home", Sixths: 2}},
		Law: "I know that the law has the hotel keep this record, show it to the authorities, and report the arrival and " +
			"departure of guests from abroad, also of OCI cardholders, within 24 hours (Form III).",
		KeptDays: 365, KeptBy: "The register of guests is kept for a year (rule 17 of the Immigration and Foreigners " +
			"Rules, 2025, and the police rules of the states)."},
}

// CreditableUntil is 30 November after the end of the invoice's financial year (CGST Act, section 34(2)).
func CreditableUntil(day date.Date) date.Date {
	return country.FirstOfYear(yearStarts, day).AddDays(366)[:4] + "-11-30"
}

// KeptUntil is the end of 72 months from the due date of the annual return of the day's financial year, which is 31
// December after its end (CGST Act, section 36).
func KeptUntil(day date.Date) date.Date {
	const years = 6
	ends, _ := strconv.Atoi(string(country.FirstOfYear(yearStarts, day).AddDays(366)[:4]))
	return date.Date(fmt.Sprintf("%04d-12-31", ends+years))
}

// limit is the price of a night, ₹7,500, up to which a room bears the low rate.
const limit money.Amount = 7_500_00

// What food and the minibar bear (notification 5/2025).
const (
	FoodSAC                   = "996332"
	PlainFood    country.Rate = 500
	PremisesFood country.Rate = 1800 // at specified premises
)

// taxes are what every hotel charges: GST on rooms by notification 4/2022 from 2022-07-18 and 15/2025 from 2025-09-22.
// Liquor isn't among the services: each state has a VAT of its own on it.
var taxes = []country.Tax{
	service("Food and beverages", GST, FoodSAC, PlainFood),
	service("Minibar", GST, FoodSAC, PlainFood),
	service("Laundry", GST, "999712", 1800),
	service("Transport", GST, "996412", 500),
	service("Damages", country.NonGST.Code, "", 0),
	{Name: "GST on rooms", Kind: GST, Rooms: true, Code: LodgingSAC, From: "2022-07-18", To: "2025-09-21",
		Slabs: []country.Slab{{UpTo: limit, Rate: 1200}, {Rate: 1800}}},
	{Name: "GST on rooms", Kind: GST, Rooms: true, Code: LodgingSAC, From: "2025-09-22",
		Slabs: []country.Slab{{UpTo: limit, Rate: 500}, {Rate: 1800}}},
}

func service(name, kind, sac string, rate country.Rate) country.Tax {
	return country.Tax{Name: name, Kind: kind, Code: sac, From: "2019-10-01", Slabs: []country.Slab{{Rate: rate}}}
}

// StateOf is the code of the state in a GSTIN; "" without one.
func StateOf(gstin string) string {
	if len(gstin) < 2 {
		return ""
	}
	return gstin[:2]
}
