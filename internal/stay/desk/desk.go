package desk

import (
	"slices"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
)

// Arrival says when the guest arrived; nil is now, or keeps what a correction leaves out.
type Arrival struct {
	Rooms   []string // the rooms whose parties have come, by name; none: all that haven't come yet
	At      *int64   // UTC milliseconds
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

// arriving are the entries whose parties come: of the named rooms, or all. None comes where they all have come before.
// It refuses a booking that is closed, and parties without a room to go to.
func (a Arrival) arriving(b *booking.Booking) (entries []string, err error) {
	if err := b.RequireOpen("the guest can't arrive"); err != nil {
		return nil, err
	}
	coming := b.Expected()
	if len(a.Rooms) > 0 {
		named, err := lodging.Chosen(b.Rooms.Ahead(b.Today), a.Rooms)
		if err != nil {
			return nil, err
		}
		coming = slices.DeleteFunc(named, func(r *lodging.Room) bool { return r.Arrived() })
	}
	for _, r := range coming {
		entries = append(entries, r.EntryID)
	}
	for _, r := range b.Rooms.Current() {
		if r.Assigned() || !slices.Contains(entries, r.EntryID) {
			continue
		}
		if b.Overbooked {
			return nil, errs.Conflict("Booking %s is overbooked: assign it rooms, or change its stay.", b.Code)
		}
		return nil, errs.Conflict("Booking %s has a room that is not assigned yet: assign it one first.", b.Code)
	}
	return entries, nil
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

// apply notes that the parties of these entries have arrived; without any, it corrects when those of the named rooms,
// or the first, arrived. now is in UTC milliseconds. The booking's guest arrived when the first of the rooms did. It
// returns the rooms that it changed.
func (a Arrival) apply(b *booking.Booking, entries []string, now int64) (changed []*lodging.Room) {
	first := b.Rooms.FirstArrival()
	for i := range b.Rooms {
		r := &b.Rooms[i]
		corrected := len(entries) == 0 && a.At != nil && r.Arrived() &&
			(slices.Contains(a.Rooms, r.Name()) || len(a.Rooms) == 0 && *r.ArrivedAt == *first)
		if corrected || slices.Contains(entries, r.EntryID) {
			r.ArrivedAt = given(a.At, now)
			changed = append(changed, r)
		}
	}
	b.ArrivedAt = b.Rooms.FirstArrival()
	if a.Remarks != nil {
		b.ArrivalRemarks = *a.Remarks
	}
	b.Status = booking.CheckedIn
	return changed
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
