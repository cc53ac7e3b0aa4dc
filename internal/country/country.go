package country

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Country is what Sarai knows of a country.
type Country struct {
	Code     string // ISO 3166-1 alpha-2
	Name     string
	Currency string         // ISO 4217; hotels that have another one get none of Taxes
	Timezone string         // IANA name, of a hotel that names none
	Cash     []money.Amount // notes and coins of Currency in minor units, the largest first

	Kinds []Kind // of taxes, those of the general tax first
	Taxes []Tax  // of a new hotel, services first
	// Local is the kind that a tax of the kind is in the state; nil: the same everywhere.
	Local       func(kind, state string) string
	LodgingCode string     // of rooms, as the documents' ServiceCode; "" where there is none
	TaxLaw      string     // as people call it: "GST"
	TaxNumber   Identifier // under which hotels collect the general tax
	States      States

	YearStarts   time.Month // of the financial year, on its first day
	LongestCode  int        // the longest number of a document that the law allows
	Documents    Documents
	Registration Registration
	Rounding     Rounding
}

// Identifier is a number that an authority gives.
type Identifier struct {
	Title      string // such as "GSTIN"
	Shape      string // what is right, as the end of a sentence: "must be a GSTIN of 15 characters such as …"
	Mistyped   string // what is wrong with one that is well formed and not valid
	Normalize  func(number string) string
	WellFormed func(number string) bool
	Valid      func(number string) bool   // well formed, and its check digits are right
	State      func(number string) string // the code of the state that it names; "" if it names none
	Person     func(number string) string // the number of the person in it; "" if there is none
}

// Documents are the words of documents.
type Documents struct {
	Invoice      string // the title with the tax number, such as "Tax Invoice"
	Bill         string // the title without
	Unregistered string // what a bill says in small print
	Outside      string // how the sum of what is outside the general tax is called
	PlaceOf      string // how the place of supply is called; "" where documents don't name it
	ServiceCode  string // the heading of the column with codes of services, such as "SAC"
	Reverse      bool   // documents say whether the buyer owes the tax
	// NamedFrom is the value from which an invoice names its buyer's address and state; 0: none does.
	NamedFrom money.Amount
	// Creditable is the last day on which a credit note on an invoice of the day lowers the tax; nil: any.
	Creditable func(day date.Date) date.Date
	// KeptUntil is the last day on which the law has documents of the day kept, and KeptBy which law; nil: none has.
	KeptUntil func(day date.Date) date.Date
	KeptBy    string // as a sentence
}

// Registration is what a registration card asks its guest for beside what a booking knows, and why.
type Registration struct {
	Asked  []Question
	Abroad []Question // of guests from abroad
	Whom   string     // the heading above Abroad
	Law    string     // what the guest signs to know of the law, in a sentence
	// KeptDays is for how many days after the departure a guest is kept in the register, and KeptBy why; 0: not at all.
	KeptDays int
	KeptBy   string // as a sentence
}

// Question is a field of a card.
type Question struct {
	Name   string
	Sixths int // of the card's width
}

// Rounding is how the country's taxes are rounded, in the words of documents.
type Rounding struct {
	Registered string // on invoices that bear the general tax
	Plain      string // on others
}

// States are a country's states by their codes; none where it has none that matter to tax.
type States map[string]string

// Name is the state with this code; "" if there is none.
func (s States) Name(code string) string { return s[code] }

// Code is the first code of the state with this name; "" if there is none.
func (s States) Code(name string) (first string) {
	for code, known := range s {
		if strings.EqualFold(known, strings.TrimSpace(name)) && (first == "" || code < first) {
			first = code
		}
	}
	return first
}

// IsNamed tells whether an address of this country is one in it: one that names none is.
func (c *Country) IsNamed(country string) bool {
	country = strings.TrimSpace(country)
	return country == "" || strings.EqualFold(country, c.Name) || strings.EqualFold(country, c.Code)
}

// Kind is the kind with this code; None if the country has no such kind.
func (c *Country) Kind(code string) Kind {
	for _, kind := range c.Kinds {
		if kind.Code == code {
			return kind
		}
	}
	return None
}

// CreditableUntil is the last day on which a credit note on an invoice of the day lowers the tax.
func (c *Country) CreditableUntil(day date.Date) date.Date {
	if c.Documents.Creditable == nil {
		return "9999-12-31"
	}
	return c.Documents.Creditable(day)
}

// DocumentsKeptUntil is the last day on which the law has documents of the day kept; "" if none has.
func (c *Country) DocumentsKeptUntil(day date.Date) date.Date {
	if c.Documents.KeptUntil == nil || day == "" {
		return ""
	}
	return c.Documents.KeptUntil(day)
}

// GuestsKeptUntil is the last day on which the register has a guest who left on the day; "" if there is no register.
func (c *Country) GuestsKeptUntil(left date.Date) date.Date {
	if c.Registration.KeptDays == 0 {
		return ""
	}
	return left.AddDays(c.Registration.KeptDays)
}

// In is the kind that a tax of the kind is in the state.
func (c *Country) In(kind, state string) string {
	if c.Local == nil {
		return kind
	}
	return c.Local(kind, state)
}

// General tells whether the kind is the country's general tax, which only hotels with a tax number collect.
func (c *Country) General(kind string) bool { return c.Kind(kind).Registered }

// Part is the part with this code, of whichever kind; OwnPart if there is none.
func (c *Country) Part(code string) Part {
	for _, kind := range c.Kinds {
		for _, share := range kind.Parts {
			if share.Code == code {
				return share.Part
			}
		}
	}
	return OwnPart
}

// Collects tells whether the part is one of the country's general tax.
func (c *Country) Collects(part string) bool {
	for _, kind := range c.Kinds {
		for _, share := range kind.Parts {
			if kind.Registered && share.Code == part {
				return true
			}
		}
	}
	return false
}

// FirstOfYear is the first day of the financial year that the day is in.
func (c *Country) FirstOfYear(day date.Date) date.Date { return FirstOfYear(c.YearStarts, day) }

// Year are the first and the last day of the financial year that begins in the calendar's.
func (c *Country) Year(year int) (first, last date.Date) {
	first = c.FirstOfYear(date.Date(fmt.Sprintf("%04d-12-31", year)))
	return first, c.FirstOfYear(first.AddDays(370)).AddDays(-1)
}

// FirstOfYear is the first day of the year that the day is in, if years start with the month.
func FirstOfYear(starts time.Month, day date.Date) date.Date {
	month := fmt.Sprintf("%02d", int(starts))
	year, _ := strconv.Atoi(string(day[:4]))
	if string(day[5:7]) < month {
		year--
	}
	return date.Date(fmt.Sprintf("%04d-%s-01", year, month))
}

// FinancialYear is the financial year of the day as numbers show it: 26-27, or 2026 where it is the calendar's.
func (c *Country) FinancialYear(day date.Date) string {
	first := string(c.FirstOfYear(day))
	begins, _ := strconv.Atoi(first[:4])
	if c.YearStarts == time.January {
		return first[:4]
	}
	return fmt.Sprintf("%02d-%02d", begins%100, (begins+1)%100)
}
