package creditnote

import (
	"fmt"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/stay/folio"
)

var errNoNote = errs.NotFound("There is no such credit note.")

// Note is a credit note. Amounts are minor units above zero, instants UTC milliseconds. What is of the invoice is read
// with it; Lines are there only where the function that reads it says so.
type Note struct {
	ID            string
	Number        string
	InvoiceID     string
	InvoiceNumber string
	InvoiceDate   date.Date
	BookingID     string
	BookingCode   string
	GuestID       string
	GuestName     string
	Seller        document.Party
	Buyer         document.Party
	PlaceOfSupply string
	Date          date.Date
	Reason        string
	Taxable       money.Amount
	CGST          money.Amount
	SGST          money.Amount // or UTGST
	OtherTax      money.Amount
	Rounding      money.Amount
	Total         money.Amount
	SentAt        *int64
	CreatedBy     string
	CreatedAt     int64
	Lines         []Line
}

// Line is what a note takes off one line of its invoice. A line of the invoice that reduces it is taken back with
// amounts below zero.
type Line struct {
	Position    int // of the invoice's line
	Description string
	SAC         string
	Quantity    folio.Quantity
	tax.Applied
}

// Tax is the whole of the taxes.
func (n Note) Tax() money.Amount { return n.CGST + n.SGST + n.OtherTax }

// left is what notes can still take off the invoice.
func left(i invoice.Invoice) money.Amount { return i.Total - i.Credited }

// everything is what is left of each line.
func everything(i invoice.Invoice) map[int]money.Amount {
	shares := map[int]money.Amount{}
	for _, l := range i.Lines {
		shares[l.Position] = l.Left()
	}
	return shares
}

// spread divides an amount over the lines by what is left of each. Lines that reduce the invoice bear nothing of it
// until everything is taken back; what no line can bear is the rounding's.
func spread(i invoice.Invoice, amount money.Amount) map[int]money.Amount {
	if amount == left(i) {
		return everything(i)
	}
	var weights []int64
	var bearable money.Amount
	for _, l := range i.Lines {
		weights = append(weights, max(int64(l.Left()), 0))
		bearable += max(l.Left(), 0)
	}
	shares := map[int]money.Amount{}
	for n, share := range min(amount, bearable).Apportion(weights) {
		shares[i.Lines[n].Position] = share
	}
	return shares
}

// write makes the note's lines and sums of its shares in the invoice's lines. The rounding's share is what is left of
// amount beside them. Lines without a share are left out.
func (n *Note) write(i invoice.Invoice, shares map[int]money.Amount, amount money.Amount) {
	n.Total, n.Rounding = amount, amount
	for _, l := range i.Lines {
		share := shares[l.Position]
		if share == 0 {
			continue
		}
		part := partOf(l, share)
		quantity := folio.One
		if share == l.Total {
			quantity = l.Quantity
		}
		n.Lines = append(n.Lines, Line{Position: l.Position, Description: l.Description, SAC: l.SAC, Quantity: quantity,
			Applied: part})
		n.Taxable += part.Taxable
		n.CGST += part.CGST
		n.SGST += part.SGST
		n.OtherTax += part.Other
		n.Rounding -= part.Total
	}
}

// partOf is the next share of the line's total with the tax inside it, after what was credited before.
func partOf(l invoice.Line, share money.Amount) tax.Applied {
	before, after := upTo(l, l.Credited), upTo(l, l.Credited+share)
	part := after
	part.Taxable, part.CGST, part.SGST = after.Taxable-before.Taxable, after.CGST-before.CGST, after.SGST-before.SGST
	part.Other, part.Total = after.Other-before.Other, after.Total-before.Total
	return part
}

// upTo is what of the line is credited in all once this much of its total is.
func upTo(l invoice.Line, credited money.Amount) tax.Applied {
	a := tax.Applied{Name: l.Name, Kind: l.Applied.Kind, Rate: l.Rate, Total: credited}
	if credited != 0 {
		of, whole := max(int64(credited), -int64(credited)), max(int64(l.Total), -int64(l.Total))
		a.CGST, a.SGST, a.Other = l.CGST.Times(of, whole), l.SGST.Times(of, whole), l.Other.Times(of, whole)
	}
	a.Taxable = a.Total - a.Tax()
	return a
}

// named are the shares that a request gives by lines, and their sum.
func named(i invoice.Invoice, bodies []LineBody, currency string) (map[int]money.Amount, money.Amount, error) {
	var fields errs.Fields
	shares, sum := map[int]money.Amount{}, money.Amount(0)
	for n, body := range bodies {
		field := fmt.Sprintf("lines[%d].", n)
		at := slices.IndexFunc(i.Lines, func(l invoice.Line) bool { return l.Position == body.Position })
		if _, twice := shares[body.Position]; at < 0 || twice {
			fields.Add(field+"position", "must be the position of a line of the invoice, each once")
			continue
		}
		rest := i.Lines[at].Left()
		share := rest
		if body.Amount != nil {
			given, err := body.Amount.NotNegative(currency)
			if err != nil {
				fields.Add(field+"amount", "%s", err)
			} else if given == 0 {
				fields.Add(field+"amount", "must be above 0")
			}
			share = given
		}
		switch {
		case rest < 0:
			fields.Add(field+"position", "is a line that reduces the invoice: it can only be taken back with all that is left")
		case rest == 0:
			fields.Add(field+"position", "is a line of which nothing is left to credit")
		case share > rest:
			fields.Add(field+"amount", "must not be more than what is left of the line (%s)", rest.Number(currency))
		}
		shares[body.Position] = share
		sum += share
	}
	if sum == left(i) {
		shares = everything(i)
	}
	return shares, sum, fields.Err()
}

// posting is the note in the books: the opposite of its invoice.
func (n Note) posting(i invoice.Invoice) ledger.Posting {
	lodging := map[int]bool{}
	for _, l := range i.Lines {
		lodging[l.Position] = l.Lodging
	}
	var rooms money.Amount
	for _, l := range n.Lines {
		if lodging[l.Position] {
			rooms += l.Taxable
		}
	}
	return ledger.Posting{Document: "credit_note", DocumentID: n.ID, Number: n.Number, Day: n.Date, Note: n.Reason,
		Entries: []ledger.Entry{
			{Account: ledger.Guests, Amount: -n.Total},
			{Account: ledger.RoomSales, Amount: rooms},
			{Account: ledger.OtherSales, Amount: n.Taxable - rooms},
			{Account: ledger.CGST, Amount: n.CGST},
			{Account: ledger.SGST, Amount: n.SGST},
			{Account: ledger.OtherTax, Amount: n.OtherTax},
			{Account: ledger.Rounding, Amount: n.Rounding},
		}}
}

// charges are the note on the booking's folio.
func (n Note) charges(i invoice.Invoice) []folio.Charge {
	var charges []folio.Charge
	add := func(description, sac, room string, a tax.Applied) {
		unit := -a.Total
		if !i.PricesIncludeTax {
			unit = -a.Taxable
		}
		charges = append(charges, folio.Charge{Kind: folio.Adjustment, Day: n.Date, RoomNumber: room,
			Description: "Credit note " + n.Number + ": " + description, SAC: sac,
			Quantity: folio.One, UnitPrice: unit, Applied: a.Minus()})
	}
	rooms := map[int]string{}
	for _, l := range i.Lines {
		rooms[l.Position] = l.RoomNumber
	}
	for _, l := range n.Lines {
		add(l.Description, l.SAC, rooms[l.Position], l.Applied)
	}
	if n.Rounding != 0 {
		add("rounding", "", "", tax.Exclusive(tax.None, 0, n.Rounding))
	}
	return charges
}

// taken is what the note takes off each line of its invoice.
func (n Note) taken() map[int]money.Amount {
	lines := map[int]money.Amount{}
	for _, l := range n.Lines {
		lines[l.Position] = l.Total
	}
	return lines
}
