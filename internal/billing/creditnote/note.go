package creditnote

import (
	"iter"
	"slices"
	"strings"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/books/mapping"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
)

var errNoNote = errs.NotFound("There is no such credit note.")

// Note is a credit note. Amounts are minor units from zero on, instants UTC milliseconds. What belongs to the invoice
// and its booking is read with the note. Only the functions that say so read its Lines.
type Note struct {
	ID            string `db:"credit_note_id,key"`
	Number        string `db:"number"`
	InvoiceID     string `db:"invoice_id"`
	InvoiceNumber string
	InvoiceDate   date.Date
	BookingID     string `db:"booking_id"`
	BookingCode   string
	GuestID       string
	GuestName     string         `db:"guest_name"`
	Seller        document.Party `db:"seller"`
	Buyer         document.Party
	PlaceOfSupply string
	Date          date.Date    `db:"note_date"`
	PostedOn      date.Date    `db:"posted_on"` // the business day in whose books it is
	Reason        string       `db:"reason"`
	Taxable       money.Amount `db:"taxable"`
	Parts         tax.Parts    `db:"parts"`
	Rounding      money.Amount `db:"rounding"`
	Total         money.Amount `db:"total"`
	SentAt        *int64       `db:"sent_at"`
	CreatedBy     string       `db:"created_by"`
	CreatedAt     int64        `db:"created_at"`
	Lines         []Line
}

// Line is what a note takes off one line of its invoice. Its amounts are below zero where that line reduces it.
type Line struct {
	Position    int            `db:"position,key"`  // of the invoice's line
	FolioLineID string         `db:"folio_line_id"` // "" if it is on no folio
	Kind        string         `db:"kind"`
	Day         date.Date      `db:"day"` // the night, or the day of the service
	RoomID      string         `db:"room_id"`
	RoomNumber  string         `db:"room_number"`
	Description string         `db:"description"`
	SAC         string         `db:"sac"`
	Quantity    folio.Quantity `db:"quantity"`
	tax.Applied
}

// Tax is the sum of all taxes.
func (n Note) Tax() money.Amount { return n.Parts.Sum() }

// Request is what is to be credited of an invoice: Lines, or else Amount, or else all that is left.
type Request struct {
	InvoiceID string
	Reason    string
	Amount    *money.Amount // with the tax inside
	Lines     []LineRequest
	Faults    errs.Fields // amounts that can't be read, to be named beside whatever else is wrong
}

// LineRequest is what is to be credited of one line of the invoice, which its position, its line on the folio or its
// night names.
type LineRequest struct {
	Field    string        // its place in the request, for messages, such as "lines[2]."
	Position *int          // of the line
	LineID   string        // of the folio
	Night    *Night        // credited as a whole
	Amount   *money.Amount // with the tax inside; nil: all that is left
}

// Night is a night that is to be credited, in one of the booking's rooms; "" is the only one that has it.
type Night struct {
	Day    date.Date
	RoomID string
}

// rooms are the rooms of the nights that a booking's folio charges: of each line the one that the line is for, and of
// nights that were charged before the party has moved the one that has the night now.
type rooms struct{ of, now map[string]string }

func (r rooms) add(b *booking.Booking, lines []folio.Line) {
	moved := map[Night]string{}
	for _, n := range b.Rooms.Nights() {
		if n.PostedAs != "" {
			moved[Night{n.Day, n.PostedAs}] = n.RoomID
		}
	}
	for i := range lines {
		l := &lines[i]
		r.of[l.ID] = l.RoomID
		if now, known := moved[Night{l.Day, l.RoomID}]; known && folio.IsNight(l.Kind) {
			r.now[l.ID] = now
		}
	}
}

// share is what is to be credited of the line at the position.
type share struct {
	field    string
	position int
	amount   *money.Amount
}

// positionsOf finds the lines that are asked for. What is wrong is added to fields.
func positionsOf(i invoice.Invoice, billed rooms, asked []LineRequest, fields *errs.Fields) []share {
	var list []share
	known := registerOf(i)
	for _, one := range asked {
		field, what, found := one.among(known, billed)
		switch {
		case len(found) == 1:
			list = append(list, share{field, found[0], one.Amount})
		case len(found) > 1:
			fields.Add(one.Field+"roomId", "must be given, since %d rooms have this night on the invoice", len(found))
		default:
			fields.Add(field, "must be %s of the invoice, each once", what)
		}
	}
	return list
}

// register has an invoice's lines by what a request may name them by: either may have thousands.
type register struct {
	at     map[int]bool // by position
	onDay  map[date.Date][]invoice.Line
	posted map[string][]int // positions, by the folio's ids
}

func registerOf(i invoice.Invoice) register {
	known := register{at: map[int]bool{}, onDay: map[date.Date][]invoice.Line{}, posted: map[string][]int{}}
	for _, l := range i.Lines {
		known.at[l.Position] = true
		known.posted[l.FolioLineID] = append(known.posted[l.FolioLineID], l.Position)
		if folio.IsNight(l.Kind) {
			known.onDay[l.Day] = append(known.onDay[l.Day], l)
		}
	}
	return known
}

// among finds the positions of the lines that may be meant, and tells the field that names them.
func (r LineRequest) among(known register, billed rooms) (field, what string, found []int) {
	switch {
	case r.Night != nil:
		for _, l := range known.onDay[r.Night.Day] {
			if r.Night.RoomID == "" || r.Night.RoomID == billed.of[l.FolioLineID] ||
				r.Night.RoomID == billed.now[l.FolioLineID] {
				found = append(found, l.Position)
			}
		}
		return r.Field + "date", "a night", found
	case r.Position == nil:
		return r.Field + "lineId", "the folio's id of a line", known.posted[r.LineID]
	case known.at[*r.Position]:
		found = []int{*r.Position}
	}
	return r.Field + "position", "the position of a line", found
}

// everything is all that is left of each line, by its position.
func everything(i invoice.Invoice) map[int]money.Amount {
	shares := map[int]money.Amount{}
	for _, l := range i.Lines {
		shares[l.Position] = l.Creditable()
	}
	return shares
}

// linesLeft is what is left of all lines together, without the rounding.
func linesLeft(i invoice.Invoice) (sum money.Amount) {
	for _, l := range i.Lines {
		sum += l.Creditable()
	}
	return sum
}

// spread divides an amount, less than what is left, among the lines by what is left of each. Lines that reduce the
// invoice bear nothing of it.
func spread(i invoice.Invoice, amount money.Amount) map[int]money.Amount {
	var weights []int64
	for _, l := range i.Lines {
		weights = append(weights, max(int64(l.Creditable()), 0))
	}
	shares := map[int]money.Amount{}
	for n, share := range amount.Apportion(weights) {
		shares[i.Lines[n].Position] = share
	}
	return shares
}

// write makes the note's lines and sums of its shares of the invoice's lines; lines without a share are left out. What
// the lines don't take of amount is the rounding's.
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
		n.Lines = append(n.Lines, Line{Position: l.Position, FolioLineID: l.FolioLineID, Kind: l.Kind, Day: l.Day,
			RoomNumber: l.RoomNumber, Description: l.Description, SAC: l.SAC, Quantity: quantity, Applied: part})
		n.Taxable += part.Taxable
		n.Parts = n.Parts.Plus(part.Parts)
		n.Rounding -= part.Total
	}
}

// partOf is the next share of the line's total, with the tax inside it, after what was credited before.
func partOf(l invoice.Line, share money.Amount) tax.Applied {
	before, after := upTo(l, l.Credited), upTo(l, l.Credited+share)
	part := after
	part.Taxable, part.Total = after.Taxable-before.Taxable, after.Total-before.Total
	part.Parts = after.Parts.Plus(before.Parts.Minus())
	return part
}

// upTo is what is credited of the line in all once this much of its total is.
func upTo(l invoice.Line, credited money.Amount) tax.Applied {
	a := tax.Applied{Name: l.Name, Kind: l.Applied.Kind, Rate: l.Rate, Total: credited}
	if credited != 0 {
		of, whole := max(int64(credited), -int64(credited)), max(int64(l.Total), -int64(l.Total))
		a.Parts = l.Parts.Times(of, whole)
	}
	a.Taxable = a.Total - a.Tax()
	return a
}

// sharesOf are the shares that are asked for, by the lines' positions, and their sum. What is wrong is added to fields.
func sharesOf(i invoice.Invoice, asked []share, currency string, fields *errs.Fields) (map[int]money.Amount,
	money.Amount) {
	shares, sum := map[int]money.Amount{}, money.Amount(0)
	left := everything(i)
	for _, one := range asked {
		amountField := one.field[:strings.LastIndex(one.field, ".")+1] + "amount"
		if _, twice := shares[one.position]; twice {
			fields.Add(one.field, "names a line that is there already: each must be there once")
			continue
		}
		rest := left[one.position]
		share := rest
		if one.amount != nil {
			share = *one.amount
			if share == 0 {
				fields.Add(amountField, "must be above 0")
			}
		}
		switch {
		case rest < 0:
			fields.Add(one.field, "is a line that reduces the invoice: it can only be taken back with all that is left")
		case rest == 0:
			fields.Add(one.field, "is a line of which nothing is left to credit")
		case share > rest:
			fields.Add(amountField, "must not be more than what is left of the line (%s)", rest.Number(currency))
		}
		shares[one.position] = share
		sum += share
	}
	return shares, sum
}

// taxed are the lines' amounts with the codes of what they take back.
func (n Note) taxed() iter.Seq2[string, tax.Applied] {
	return func(yield func(string, tax.Applied) bool) {
		for _, l := range n.Lines {
			if !yield(l.SAC, l.Applied) {
				return
			}
		}
	}
}

// posting is the note in the books: the opposite of its invoice.
func (n Note) posting(i invoice.Invoice) mapping.Posting {
	lodging := map[int]bool{}
	for _, l := range i.Lines {
		lodging[l.Position] = l.Lodging
	}
	p := mapping.Posting{Posting: ledger.Posting{Document: "credit_note", DocumentID: n.ID, Number: n.Number, Day: n.Date,
		Note: n.Reason, Entries: slices.Concat([]ledger.Entry{{Account: ledger.Guests, Amount: -n.Total}},
			n.Parts.Entries(1), []ledger.Entry{{Account: ledger.Rounding, Amount: n.Rounding}})}}
	for _, l := range n.Lines {
		p.Sell(l.Position, lodging[l.Position], l.SAC, l.Taxable)
	}
	return p
}

// credits are the note on the booking's folio.
func (n Note) credits(i invoice.Invoice) []folio.Credit {
	var credits []folio.Credit
	language := n.Seller.Language
	add := func(lineID, description, sac, room string, a tax.Applied) {
		unit := -a.Total
		if !i.PricesIncludeTax {
			unit = -a.Taxable
		}
		credits = append(credits, folio.Credit{LineID: lineID, Charge: folio.Charge{Kind: folio.Adjustment, Day: n.Date,
			RoomNumber: room, Description: language.Say("Credit note %s: %s", n.Number, description), SAC: sac,
			Quantity: folio.One, UnitPrice: unit, Applied: a.Minus()}})
	}
	for _, l := range n.Lines {
		add(l.FolioLineID, l.Description, l.SAC, l.RoomNumber, l.Applied)
	}
	if n.Rounding != 0 {
		add("", language.Say("rounding"), "", "", tax.Exclusive(tax.None, 0, n.Rounding))
	}
	return credits
}

// taken is what the note takes off each line of its invoice.
func (n Note) taken() map[int]money.Amount {
	lines := map[int]money.Amount{}
	for _, l := range n.Lines {
		lines[l.Position] = l.Total
	}
	return lines
}
