package folio

import (
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// The kinds of lines. The tax of a line is shown as a line of its own, of kind "tax".
const (
	RoomNight  = "room-night"
	DayUse     = "day-use" // of a room: charged as a night is, but no night sold
	Service    = "service"
	Adjustment = "adjustment"
	Retained   = "retained" // what is kept of a stay that was called off: lodging, but no night sold
	Tax        = "tax"
)

// Quantity counts thousandths: 1500 is 1.5.
type Quantity int64

// One is the quantity of a single thing; MostQuantity is the largest that a line can have.
const (
	One          Quantity = 1000
	MostQuantity          = 1_000_000 * One
)

// Charge is what a line, whether of a folio, an invoice or a quote, charges.
type Charge struct {
	Kind        string       `db:"kind"`
	Lodging     bool         `db:"lodging"` // the price of the rooms: counts as rooms revenue
	RoomID      string       `db:"room_id"`
	RoomNumber  string       `db:"room_number"`
	Day         date.Date    `db:"day"` // the night, or the business day of the service
	Description string       `db:"description"`
	SAC         string       `db:"sac"` // service accounting code or HSN
	Quantity    Quantity     `db:"quantity"`
	UnitPrice   money.Amount `db:"unit_price"` // as it was quoted: with tax inside if prices include it
	Discount    money.Amount `db:"discount"`
	tax.Applied
}

// IsNight tells whether lines of the kind charge a room for one date: its night or its day use.
func IsNight(kind string) bool { return kind == RoomNight || kind == DayUse }

// Line is a charge on a booking's folio.
type Line struct {
	ID        string `db:"line_id,key"`
	BookingID string
	Position  int       `db:"position"`
	PostedOn  date.Date `db:"posted_on"` // the business day whose report has the line; Day while that is open
	// SoldOn is the business day in whose report a night counts as sold, or as complimentary; "" until the guest has slept
	// it and the day is closed. A reversal of a night that was counted takes it back on its own day.
	SoldOn date.Date `db:"sold_on"`
	Charge
	Credits    string `db:"credits"`     // the line that this one takes back for a credit note, whole or in part
	Rounding   bool   `db:"rounding"`    // of the total of its invoice, or what a credit note takes back of that
	Reverses   string `db:"reverses"`    // the line that this one reverses
	ReversedBy string `db:"reversed_by"` // the line that reverses this one
	InvoiceID  string `db:"invoice_id"`  // the invoice, draft or issued, that bills it
	Payer      string `db:"payer"`       // "": the guest; OfCompany; or the group whose master account pays it
	CreatedBy  string `db:"created_by"`
	CreatedAt  int64  `db:"created_at"` // UTC milliseconds
}

// OpenOf are those of the lines that no invoice bills yet, and that are of the payer.
func OpenOf(lines []Line, payer string) (open []Line) {
	for i := range lines {
		if lines[i].Open() && lines[i].Payer == payer {
			open = append(open, lines[i])
		}
	}
	return open
}

// PayerIn is whose lines a bill of the folio of that name has: own, company or, for "", own unless only the company's
// are open.
func PayerIn(lines []Line, name string) string {
	if name == "" && len(OpenOf(lines, "")) == 0 && len(OpenOf(lines, OfCompany)) > 0 {
		return OfCompany
	}
	return Named(name)
}

// OnCompany tells whether the booking's company pays the line.
func (l Line) OnCompany() bool { return l.Payer == OfCompany }

// OnMaster tells whether a group's master account pays the line.
func (l Line) OnMaster() bool { return l.Payer != "" && l.Payer != OfCompany }

// Open tells whether the line counts and is not billed yet.
func (l Line) Open() bool { return l.Reverses == "" && l.ReversedBy == "" && l.InvoiceID == "" }

// Credit is a charge, below zero, that takes back a line of the folio for a credit note.
type Credit struct {
	Charge
	LineID string // "" of the rounding of an invoice
	Payer  string // of the line, or of the invoice
}

// Credited are the lines by which credit notes take back others, by the ids of those.
type Credited map[string][]Line

// CreditsIn finds the credits among the lines of a folio.
func CreditsIn(lines []Line) Credited {
	credited := Credited{}
	for i := range lines {
		if id := lines[i].Credits; id != "" {
			credited[id] = append(credited[id], lines[i])
		}
	}
	return credited
}

// Of are those that take back the line while it is on its invoice.
func (c Credited) Of(l *Line) (credits []Line) {
	for _, credit := range c[l.ID] {
		if l.InvoiceID != "" && credit.InvoiceID == l.InvoiceID {
			credits = append(credits, credit)
		}
	}
	return credits
}

// OfNamed are those that take back the lines with these ids, in the order of the lines.
func (c Credited) OfNamed(lines []Line, lineIDs []string) (credits []Line) {
	named := map[string]bool{}
	for _, id := range lineIDs {
		named[id] = true
	}
	for i := range lines {
		if named[lines[i].ID] {
			credits = append(credits, c.Of(&lines[i])...)
		}
	}
	return credits
}

// Whole tells whether credit notes have taken back all of the line, so that it can be billed again.
func (c Credited) Whole(l *Line) bool {
	credits := c.Of(l)
	return len(credits) > 0 && Gross(credits) == -l.Total
}

// Price is quantity × unit price, rounded to the minor unit.
func (q Quantity) Price(unit money.Amount) money.Amount {
	if q < 0 {
		return -(-q).Price(unit)
	}
	return unit.Times(int64(q), int64(One))
}

// Reversed is the charge that reverses this one, with the reason in its description.
func (c Charge) Reversed(why string) Charge {
	c.Description = "Reversal: " + c.Description
	if why != "" {
		c.Description += " (" + why + ")"
	}
	c.Quantity, c.Discount, c.Applied = -c.Quantity, -c.Discount, c.Applied.Minus()
	return c
}
