package master

import (
	"sarai/internal/books/ledger"
	"sarai/internal/books/takings"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/group"
)

// The kinds of moves.
const (
	OfCharge  = "charge"
	OfPayment = "payment"
)

// Move is a charge or a payment that went from one payer to another.
type Move struct {
	ID        string       `db:"move_id,key"`
	BookingID string       `db:"booking_id"` // whose charge or payment it is
	GroupID   string       `db:"group_id"`   // whose master account it went to or came from
	Kind      string       `db:"kind"`
	RecordID  string       `db:"record_id"` // the line, or the payment
	Text      string       `db:"text"`      // the line's description, or the payment's number
	From      string       `db:"from_payer"`
	To        string       `db:"to_payer"`
	Amount    money.Amount `db:"amount"`
	Reason    string       `db:"reason"`
	By        string       `db:"moved_by"`
	At        int64        `db:"moved_at"` // UTC milliseconds
}

// Folio is a group's master folio as it is read.
type Folio struct {
	Group    group.Group
	Bookings map[string]*booking.Booking // by id
	Members  []*booking.Booking          // the same, by the day of arrival
	Lines    []folio.Line
	Payments []takings.Share
	Moves    []Move
	Coming   money.Amount // what of rooms is still to be posted to it; below zero, to be credited
}

// Charged is what the lines come to, with tax, in minor units.
func (f Folio) Charged() money.Amount { return folio.Gross(f.Lines) }

// Billed is what of the lines is on invoices, with drafts, less credit notes.
func (f Folio) Billed() (sum money.Amount) {
	for i := range f.Lines {
		if f.Lines[i].InvoiceID != "" {
			sum += f.Lines[i].Total
		}
	}
	return sum
}

// member is what the master account has of a booking, in minor units: its lines, and what of them is billed.
func (f Folio) member(bookingID string) (charged, billed money.Amount) {
	for i := range f.Lines {
		if l := &f.Lines[i]; l.BookingID == bookingID {
			if charged += l.Total; l.InvoiceID != "" {
				billed += l.Total
			}
		}
	}
	return charged, billed
}

// paid is what was received and given back.
func (f Folio) paid() (received, refunded money.Amount) {
	for _, p := range f.Payments {
		if p.Kind == ledger.Refund {
			refunded += p.Share
		} else {
			received += p.Share
		}
	}
	return received, refunded
}

// Outcome is what rules have done, or would do.
type Outcome struct {
	Routing  folio.Routing
	Own      bool // of a booking: it doesn't follow its group
	Moved    []Moved
	Bookings int // that have the rules now
}

// Wanted is which lines of a booking are to go to which of its folios: OfCompany, OfMaster, or "" for the guest's own.
type Wanted struct {
	BookingID string
	LineIDs   []string
	To        string
	Reason    string
}

// Moved is a line of a booking that got another payer.
type Moved struct {
	Booking *booking.Booking
	Line    folio.Line // as it was
	To      string
}

// requireMovable refuses lines that stay with their payer.
func requireMovable(b *booking.Booking, l folio.Line) error {
	switch {
	case l.Kind == folio.Retained && b.Retained > 0:
		return errs.Conflict("The line %q is kept of what the guest has paid: it can't be moved.", l.Description)
	case l.Reverses != "":
		return errs.Conflict("The line %q takes another one back: it can't be moved.", l.Description)
	case l.ReversedBy != "":
		return errs.Conflict("The line %q is reversed already.", l.Description)
	case l.InvoiceID != "":
		return errs.Conflict("The line %q is on an invoice: credit it, or delete the draft, before it is moved.",
			l.Description)
	}
	return nil
}
