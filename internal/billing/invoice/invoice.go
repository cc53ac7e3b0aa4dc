package invoice

import (
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/stay/folio"
)

// The statuses of an invoice. Paid is one that owes nothing any more, by payments or by credit notes.
const (
	Draft         = "draft"
	Issued        = "issued"
	PartiallyPaid = "partially_paid"
	Paid          = "paid"
	Void          = "void"
)

// What every document says of how it was rounded.
const (
	gstRule = "Each line's CGST and SGST or UTGST are rounded by themselves to the minor unit, halves away from " +
		"zero, and are equal. "
	plainRule = "Each line is rounded to the minor unit, halves away from zero. "
	sumRule   = "The total is the sum of the lines."
	wholeRule = " The total is then rounded to the nearest whole unit of the currency."
)

var errNoInvoice = errs.NotFound("There is no such invoice.")

// Invoice is an invoice as it is stored. Amounts are minor units, instants UTC milliseconds. Lines are there only where
// the function that reads it says so.
type Invoice struct {
	ID               string
	Number           string // "" while it is a draft
	Status           string
	Document         string // tax_invoice or bill_of_supply; of a draft: what it would be
	BookingID        string
	BookingCode      string
	GuestID          string
	GuestName        string
	Seller           document.Party // of a draft: as it was when the draft was last written
	Buyer            document.Party
	PlaceOfSupply    string    // the code of the state; "" without GST
	Date             date.Date // of issue; "" for a draft
	DueDate          date.Date
	Notes            string
	PricesIncludeTax bool // of the lines' unit prices
	RoundingRule     string
	Totals
	Paid       money.Amount
	Credited   money.Amount
	AtCheckOut bool // drafted by the check-out of its booking
	VoidReason string
	VoidedAt   *int64
	IssuedAt   *int64
	SentAt     *int64
	CreatedBy  string
	CreatedAt  int64
	UpdatedAt  int64
	Lines      []Line
}

// Line is one line of an invoice. Its FolioLineID is "" for a free line.
type Line struct {
	Position    int
	FolioLineID string
	TaxID       string // that a free line names
	folio.Charge
	Credited money.Amount // what credit notes have taken off its total, with the line's sign
}

// Left is what credit notes can still take off the line.
func (l Line) Left() money.Amount { return l.Total - l.Credited }

// Totals are the sums of a document's lines.
type Totals struct {
	Discount money.Amount // in the terms of the prices
	Taxable  money.Amount
	CGST     money.Amount
	SGST     money.Amount // or UTGST
	OtherTax money.Amount
	Rounding money.Amount
	Total    money.Amount
}

// Tax is the whole of the taxes.
func (t Totals) Tax() money.Amount { return t.CGST + t.SGST + t.OtherTax }

// Due is what is still owed; nothing of a draft or a void invoice is.
func (i Invoice) Due() money.Amount {
	if i.Status == Draft || i.Status == Void {
		return 0
	}
	return i.Total - i.Credited - i.Paid
}

// Name is what messages call the invoice.
func (i Invoice) Name() string {
	if i.Number == "" {
		return "this draft"
	}
	return "invoice " + i.Number
}

// total sums up lines; unit is the number of minor units to whose multiples the total is rounded, 1 for none.
func total(lines []Line, unit money.Amount) Totals {
	var t Totals
	for _, l := range lines {
		t.Discount += l.Discount
		t.Taxable += l.Taxable
		t.CGST += l.CGST
		t.SGST += l.SGST
		t.OtherTax += l.Other
		t.Total += l.Total
	}
	exact := t.Total
	t.Total = exact.Times(1, int64(unit)) * unit
	t.Rounding = t.Total - exact
	return t
}

// add sums up the invoice's lines under the books' rule of rounding, in a currency.
func (i *Invoice) add(books ledger.Books, currency string) {
	unit := money.Amount(1)
	i.RoundingRule = plainRule + sumRule
	if i.Document == string(document.TaxInvoice) {
		i.RoundingRule = gstRule + sumRule
	}
	if books.RoundToWhole {
		digits, _ := money.Decimals(currency)
		for range digits {
			unit *= 10
		}
		i.RoundingRule += wholeRule
	}
	i.Totals = total(i.Lines, unit)
}

// statusAfter is the status of an issued invoice of which this much is paid and credited.
func statusAfter(total, paid, credited money.Amount) string {
	switch {
	case paid+credited >= total:
		return Paid
	case paid > 0:
		return PartiallyPaid
	}
	return Issued
}

// searchText is what the list's search looks into.
func (i Invoice) searchText() string {
	return strings.ToLower(strings.Join([]string{i.Number, i.GuestName, i.Buyer.Name, i.Buyer.GSTIN, i.BookingCode}, "\n"))
}
