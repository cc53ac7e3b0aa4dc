package invoice

import (
	"cmp"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/country/packs"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/folio"
)

// The statuses of an invoice. A paid one owes nothing more, whether it was paid or credited.
const (
	Draft         = "draft"
	Issued        = "issued"
	PartiallyPaid = "partially_paid"
	Paid          = "paid"
	Void          = "void"
)

// What every invoice says about how it was rounded, after the country's own words.
const (
	sumRule   = "The total is the sum of the lines."
	wholeRule = " The total is then rounded to the nearest whole unit of the currency."
)

var errNoInvoice = errs.NotFound("There is no such invoice.")

// Invoice is an invoice as it is stored. Amounts are minor units, instants UTC milliseconds. Only the functions that
// say so read its Lines.
type Invoice struct {
	ID               string         `db:"invoice_id,key"`
	Number           string         `db:"number"` // "" while it is a draft
	Status           string         `db:"status"`
	Document         string         `db:"document"` // tax_invoice or bill_of_supply; of a draft: what it would be
	BookingID        string         `db:"booking_id,fixed"`
	BookingCode      string         // of the booking; "" without one
	GroupID          string         `db:"group_id,fixed"` // whose master account pays it, over many stays; "": none
	GuestID          string         `db:"guest_id,fixed"`
	GuestName        string         `db:"guest_name,fixed"`
	Sharers          string         `db:"sharers"` // who else had the stay's rooms when it was issued, for a list
	Seller           document.Party `db:"seller"`  // of a draft: as it was when the draft was last written
	Buyer            document.Party `db:"buyer"`
	PlaceOfSupply    string         `db:"place_of_supply"` // the state's code; "" without GST
	Date             date.Date      `db:"invoice_date"`    // of issue; "" for a draft
	DueDate          date.Date      `db:"due_date"`
	Notes            string         `db:"notes"`
	PricesIncludeTax bool           `db:"prices_include_tax,fixed"` // the lines' unit prices do
	RoundingRule     string         `db:"rounding_rule"`
	Totals
	Paid       money.Amount `db:"paid"`
	Credited   money.Amount `db:"credited"`
	AtCheckOut bool         `db:"at_checkout,fixed"` // drafted by the check-out of its booking
	Split      bool         `db:"split"`             // its lines were chosen: others may pay for the rest of the folio
	VoidReason string       `db:"void_reason"`
	VoidedAt   *int64       `db:"voided_at"`
	IssuedAt   *int64       `db:"issued_at"`
	SentAt     *int64       `db:"sent_at"`
	CreatedBy  string       `db:"created_by,fixed"`
	CreatedAt  int64        `db:"created_at,fixed"`
	UpdatedAt  int64        `db:"updated_at"`
	Version    int64        `db:"version,version"` // every change raises it
	Lines      []Line

	unknownBuyer bool         // of a read draft of a check-out: Service.unknown
	given        money.Amount // the discount of lines that are new to the books, by this change
	guestPays    bool         // of a new draft: it bills what is left to the guest of a stay that a company pays
}

// Line is one line of an invoice: a folio.Charge, and what the invoice knows about it.
type Line struct {
	Position    int            `db:"position,key"`
	FolioLineID string         `db:"folio_line_id"` // "" if it is on no folio
	BookingID   string         `db:"booking_id"`    // of a group's invoice: whose folio that is
	TaxID       string         `db:"tax_id"`        // the tax that a line on no folio asked for
	Kind        string         `db:"kind"`
	Lodging     bool           `db:"lodging"`
	RoomNumber  string         `db:"room_number"`
	Day         date.Date      `db:"day"`
	Description string         `db:"description"`
	SAC         string         `db:"sac"`
	Quantity    folio.Quantity `db:"quantity"`
	UnitPrice   money.Amount   `db:"unit_price"`
	Discount    money.Amount   `db:"discount"`
	tax.Applied
	Credited money.Amount `db:"credited"` // what credit notes took off its total, with the line's sign
}

// lineOf is the charge as a line without a place.
func lineOf(c folio.Charge) Line {
	return Line{Kind: c.Kind, Lodging: c.Lodging, RoomNumber: c.RoomNumber, Day: c.Day, Description: c.Description,
		SAC: c.SAC, Quantity: c.Quantity, UnitPrice: c.UnitPrice, Discount: c.Discount, Applied: c.Applied}
}

// charge is what the line charges.
func (l Line) charge() folio.Charge {
	return folio.Charge{Kind: l.Kind, Lodging: l.Lodging, RoomNumber: l.RoomNumber, Day: l.Day,
		Description: l.Description, SAC: l.SAC, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Discount: l.Discount,
		Applied: l.Applied}
}

// Creditable is how much of the line's total credit notes can still take off, with the line's sign.
func (l Line) Creditable() money.Amount { return l.Total - l.Credited }

// credited tells whether a credit note has taken something off the line. Of an invoice that its rounding makes nothing,
// such a note is of nothing, too.
func (l Line) credited() bool { return l.Credited != 0 }

// Totals are the sums of an invoice's lines.
type Totals struct {
	Discount money.Amount `db:"discount"` // in the terms of the unit prices
	Taxable  money.Amount `db:"taxable"`
	Parts    tax.Parts    `db:"parts"`
	Rounding money.Amount `db:"rounding"`
	Total    money.Amount `db:"total"`
}

// Tax is the sum of all taxes.
func (t Totals) Tax() money.Amount { return t.Parts.Sum() }

// Account is the booking, or else the group, whose advances pay the invoice; "" if it is of neither.
func (i Invoice) Account() string { return cmp.Or(i.BookingID, i.GroupID) }

// folios are the bookings whose folios the invoice bills, by their ids.
func (i *Invoice) folios() []string {
	ids := []string{i.BookingID}
	for _, l := range i.Lines {
		ids = append(ids, l.BookingID)
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" })
}

// RoundedOn is the booking on whose folio the rounding of the total is: of a group's invoice, that of its first line.
func (i *Invoice) RoundedOn() string {
	if i.GroupID == "" {
		return i.BookingID
	}
	return i.Lines[0].BookingID
}

// Due is what is still owed on the invoice; drafts and void invoices owe nothing.
func (i Invoice) Due() money.Amount {
	if i.Status == Draft || i.Status == Void {
		return 0
	}
	return i.Total - i.Credited - i.Paid
}

// Creditable is how much of the total credit notes can still take off.
func (i Invoice) Creditable() money.Amount { return i.Total - i.Credited }

// sumUp adds up the invoice's lines and rounds the total as the books say, in minor units of the currency.
func (i *Invoice) sumUp(books ledger.Books, sc scope.Scope) {
	unit, rule := money.Amount(1), packs.Of(sc.Country).Rounding
	language, how := words.Of(sc), rule.Plain
	if i.Document == string(document.TaxInvoice) {
		how = rule.Registered
	}
	i.RoundingRule = language.Say(how) + language.Say(sumRule)
	if books.RoundToWhole {
		digits, _ := money.Decimals(sc.Currency)
		for range digits {
			unit *= 10
		}
		i.RoundingRule += language.Say(wholeRule)
	}
	i.Totals = totalsOf(i.Lines, unit)
}

// totalsOf sums up lines. The total is rounded to a multiple of unit minor units; 1 leaves it exact.
func totalsOf(lines []Line, unit money.Amount) Totals {
	var t Totals
	for _, l := range lines {
		t.Discount += l.Discount
		t.Taxable += l.Taxable
		t.Parts = t.Parts.Plus(l.Parts)
		t.Total += l.Total
	}
	exact := t.Total
	t.Total = exact.Times(1, int64(unit)) * unit
	t.Rounding = t.Total - exact
	return t
}

// outsideGST is what the lines that are outside GST come to, with their own tax.
func (i Invoice) outsideGST() (sum money.Amount) {
	for _, l := range i.Lines {
		if l.Applied.Kind == tax.NonGST {
			sum += l.Total
		}
	}
	return sum
}

// statusAfter is the status of an issued invoice once this much of it is paid and credited.
func statusAfter(total, paid, credited money.Amount) string {
	switch {
	case paid+credited >= total:
		return Paid
	case paid > 0:
		return PartiallyPaid
	}
	return Issued
}

// Words are what the invoice is searched by.
func (i Invoice) Words() (words wordindex.Words) {
	words.Number(i.Number)
	words.Text(i.GuestName)
	words.Text(i.Buyer.Name)
	words.Text(i.Buyer.GSTIN)
	words.Number(i.BookingCode)
	return words
}

// searchText is what the list's search looks through, in lower case.
func (i Invoice) searchText() string {
	return strings.ToLower(strings.Join([]string{i.Number, i.GuestName, i.Buyer.Name, i.Buyer.GSTIN, i.BookingCode}, "\n"))
}
