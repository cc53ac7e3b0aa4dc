package desk

import (
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// Arrival says when the guest arrived; nil is now, or keeps what a correction leaves out.
type Arrival struct {
	At      *int64 // UTC milliseconds
	Remarks *string
	Force   bool // also against warnings that the hotel's settings refuse
}

// Departure says how the stay ended; nil is now or no final amount, or keeps what a correction leaves out.
type Departure struct {
	At               *int64        // UTC milliseconds
	FinalAmount      *money.Amount // the whole bill, with extras and tax: the rest becomes the price of the rooms
	SettlementMethod *string
	Remarks          *string
	Force            bool // as in Arrival
}

// Cancellation says why a booking is cancelled, and what becomes of its money. Nil keeps what a correction leaves out.
type Cancellation struct {
	Reason       string
	Charge       *money.Amount // what the guest owes for cancelling
	Refund       *money.Amount // given back in all
	RefundMethod string        // "" is cash
	NoShow       bool          // the guest never came
	// DefaultReason is the reason of a booking that has none yet and is given none.
	DefaultReason string
}

// Arrived is a booking after its check-in, with what to look at.
type Arrived struct {
	*booking.Booking
	Warnings []errs.Warning
}

// Departed is a booking after its check-out, with the ids of its invoices that are not void, and with what to look at.
type Departed struct {
	*booking.Booking
	InvoiceIDs []string
	Warnings   []errs.Warning
}

// mayArrive refuses a check-in of a booking that is closed, or without a room to go to.
func mayArrive(b *booking.Booking) error {
	if err := b.RequireOpen("the guest can't arrive"); err != nil {
		return err
	}
	if b.Overbooked {
		return errs.Conflict("Booking %s is overbooked: assign it rooms, or change its stay.", b.Code)
	}
	for _, r := range b.Rooms.Current() {
		if !r.Assigned() {
			return errs.Conflict("Booking %s has a room that is not assigned yet: assign it one first.", b.Code)
		}
	}
	return nil
}

// mayCancel refuses to cancel what can't be cancelled any more.
func mayCancel(b *booking.Booking, noShow bool) error {
	switch {
	case b.Status == booking.CheckedOut:
		return errs.Conflict("Booking %s is checked out: it can't be cancelled any more.", b.Code)
	case noShow && b.Status == booking.CheckedIn:
		return errs.Conflict("The guest of booking %s has arrived: it can't be a no-show.", b.Code)
	case noShow && b.Status == booking.Cancelled && !b.NoShow:
		return errs.Conflict("Booking %s is cancelled already.", b.Code)
	}
	return nil
}

// apply notes that the guest has arrived. now is in UTC milliseconds.
func (a Arrival) apply(b *booking.Booking, now int64) {
	if b.Status != booking.CheckedIn || a.At != nil {
		b.ArrivedAt = given(a.At, now)
	}
	if a.Remarks != nil {
		b.ArrivalRemarks = *a.Remarks
	}
	b.Status = booking.CheckedIn
}

// apply notes how the stay ended. now is in UTC milliseconds.
func (d Departure) apply(b *booking.Booking, now int64) {
	if d.FinalAmount != nil {
		b.FinalAmount = d.FinalAmount
	}
	if b.Status != booking.CheckedOut || d.At != nil {
		b.CheckedOutAt = given(d.At, now)
	}
	if d.SettlementMethod != nil {
		b.SettlementMethod = *d.SettlementMethod
	}
	if d.Remarks != nil {
		b.CheckoutRemarks = *d.Remarks
	}
	b.Status = booking.CheckedOut
}

// given is the instant, or now.
func given(at *int64, now int64) *int64 {
	if at != nil {
		return at
	}
	return &now
}

// corrected is the event of an act that was done again, to correct its details or only to repeat it.
func corrected(what string, e event.Event) event.Event {
	return booking.Updated(what+" details corrected", e)
}
