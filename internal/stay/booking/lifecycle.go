package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

// Arrive checks the guest in; again, it corrects the time or the remarks.
func (s *Service) Arrive(ctx context.Context, sc scope.Scope, bookingID string, a Arrival) (Arrived, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Arrived, error) { return s.arriveIn(tx, sc, bookingID, a) })
}

// Arrived is a booking after its check-in, with what to look at.
type Arrived struct {
	*Booking
	Warnings []web.Warning
}

// ArriveAll is Arrive for a party: for all of the bookings or, if one's guests can't arrive, for none.
func (s *Service) ArriveAll(ctx context.Context, sc scope.Scope, bookingIDs []string, a Arrival) ([]Arrived, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) ([]Arrived, error) {
		arrived := make([]Arrived, len(bookingIDs))
		// In the order of their ids, so that two such requests don't wait for each other.
		for _, bookingID := range slices.Sorted(slices.Values(bookingIDs)) {
			i := slices.Index(bookingIDs, bookingID)
			b, err := s.arriveIn(tx, sc, bookingID, a)
			if err != nil {
				return nil, errs.In(fmt.Sprintf("bookingIds[%d]", i), err)
			}
			arrived[i] = b
		}
		return arrived, nil
	})
}

func (s *Service) arriveIn(tx *db.Tx, sc scope.Scope, bookingID string, a Arrival) (Arrived, error) {
	return Change(tx, sc, bookingID, func(b *Booking) (Arrived, error) {
		warnings, err := s.arrive(tx, sc, b, a)
		return Arrived{b, warnings}, err
	})
}

func (s *Service) arrive(tx *db.Tx, sc scope.Scope, b *Booking, a Arrival) ([]web.Warning, error) {
	if err := b.requireOpen("the guest can't arrive"); err != nil {
		return nil, err
	}
	if err := b.requireRooms(); err != nil {
		return nil, err
	}
	was := b.Status
	b.Status = CheckedIn
	if was != CheckedIn || a.At != nil {
		b.ArrivedAt = instant(a.At, tx.Now)
	}
	if a.Remarks != nil {
		b.ArrivalRemarks = *a.Remarks
	}
	rooms := b.Rooms.Ahead(b.Today)
	details := map[string]any{"change": "checked-in", "rooms": lodging.Numbers(rooms), "arrivalTime": timeOf(b.ArrivedAt)}
	if was == CheckedIn {
		return nil, s.publish(tx, sc, b, corrected("arrival", details))
	}
	settings, asked := ledger.AskSettings(tx, sc), askFolio(tx, sc, b)
	warnings, err := warnOfArrival(tx, sc, s.rooms, b)
	if err != nil {
		return nil, err
	}
	rules, err := settings.Get()
	if err != nil {
		return nil, err
	}
	if err := lodging.Heed(rules.DeskRules, sc, warnings, a.Force); err != nil {
		return nil, err
	}
	if err := asked.follow(tx, sc); err != nil {
		return nil, err
	}
	if err := s.hooks.PostServices(tx, sc, b, false); err != nil {
		return nil, err
	}
	details["warnings"] = web.Codes(warnings)
	return warnings, s.publish(tx, sc, b, event.Event{Action: "booking.updated", Details: details, Notice: &event.Notice{
		Type: event.GuestCheckedIn, Title: "Guest checked in",
		Message: b.GuestName + " has arrived in " + lodging.InWords(rooms)}})
}

// corrected is the event of a transition that was made again, to correct its details or only to repeat it.
func corrected(what string, details map[string]any) event.Event {
	details["corrected"] = true
	return updated(what+" details corrected", details)
}

// Departed is a booking after its check-out, with the ids of its invoices that are not void, and with what to look at.
type Departed struct {
	*Booking
	InvoiceIDs []string
	Warnings   []web.Warning
}

// CheckOut ends the stay. Nights from today on are given back; again, it corrects time, amount or remarks.
func (s *Service) CheckOut(ctx context.Context, sc scope.Scope, bookingID string, d Departure) (Departed, error) {
	var invoiceIDs *db.Answer[[]string]
	var left Asked // as its invoice has left it
	gone, err := db.Write(ctx, s.db, func(tx *db.Tx) (gone Departed, err error) {
		lock := ledger.AskLock(tx, sc)
		var books ledger.Locked
		gone, err = Change(tx, sc, bookingID, func(b *Booking) (gone Departed, err error) {
			if books, err = lock.Get(); err != nil {
				return gone, err
			}
			warnings, err := s.checkOut(books, sc, b, d)
			return Departed{Booking: b, Warnings: warnings}, err
		})
		if err == nil {
			invoiceIDs, err = s.hooks.OnCheckOut(books, sc, gone.Booking)
			left = ask(tx, sc, selectByID, bookingID)
		}
		if err == nil && books.RefuseBalanceOwed && len(gone.Warnings) == 0 { // but its invoice may be rounded up
			if gone.Booking, err = left.Get(); err == nil {
				err = lodging.Heed(books.DeskRules, sc, gone.warnOfDeparture(sc.Currency), d.Force)
			}
		}
		return gone, err
	})
	if err == nil {
		gone.InvoiceIDs, err = invoiceIDs.Get()
	}
	if err == nil {
		gone.Booking, err = left.Get()
	}
	if err == nil {
		gone.Warnings = gone.warnOfDeparture(sc.Currency)
	}
	return gone, err
}

func (s *Service) checkOut(books ledger.Locked, sc scope.Scope, b *Booking, d Departure) ([]web.Warning, error) {
	tx := books.Tx()
	if b.Status == Cancelled {
		return nil, errs.Conflict("Booking %s is cancelled: there is nobody to check out.", b.Code)
	}
	if err := s.hooks.PostServices(tx, sc, b, true); err != nil {
		return nil, err
	}
	was, rooms := b.Status, lodging.Numbers(b.Rooms.Current())
	b.depart(d, instant(d.At, tx.Now))
	asked := askFolio(tx, sc, b)
	if was != CheckedOut {
		if err := leave(tx, sc, s.rooms, b, b.Rooms.Ahead(b.Today)); err != nil {
			return nil, err
		}
	}
	if err := asked.postEnd(tx, sc, d.FinalAmount); err != nil {
		return nil, err
	}
	warnings := b.warnOfDeparture(sc.Currency)
	details := map[string]any{"change": "checked-out", "rooms": rooms, "checkoutTime": timeOf(b.CheckedOutAt),
		"totalAmount": b.Total.Number(sc.Currency), "settlementMethod": b.SettlementMethod,
		"warnings": web.Codes(warnings)}
	if was == CheckedOut {
		return warnings, s.publish(tx, sc, b, corrected("check-out", details))
	}
	if err := lodging.Heed(books.DeskRules, sc, warnings, d.Force); err != nil {
		return nil, err
	}
	return warnings, s.publish(tx, sc, b, event.Event{Action: "booking.updated", Details: details, Notice: &event.Notice{
		Type: event.GuestCheckedOut, Title: "Guest checked out", Message: b.GuestName + " has left"}})
}

// depart notes how the stay ended.
func (b *Booking) depart(d Departure, at *int64) {
	if d.FinalAmount != nil {
		b.FinalAmount = d.FinalAmount
	}
	if b.Status != CheckedOut || d.At != nil {
		b.CheckedOutAt = at
	}
	if d.SettlementMethod != nil {
		b.SettlementMethod = *d.SettlementMethod
	}
	if d.Remarks != nil {
		b.CheckoutRemarks = *d.Remarks
	}
	b.Status = CheckedOut
}

// LeaveRooms lets some of the rooms go while the booking stays open. Before the arrival it takes them off the booking:
// nothing is charged for them. In house, their nights not stayed are charged.
type LeaveRooms struct {
	RoomIDs []string
	Reason  string
}

func (l LeaveRooms) change(s *Service, tx *db.Tx, sc scope.Scope, b *Booking) error {
	if err := b.requireOpen("no room can be checked out"); err != nil {
		return err
	}
	leaving, err := b.Rooms.Chosen(l.RoomIDs)
	if err != nil {
		return err
	}
	if len(leaving) == len(b.Rooms.Current()) {
		return errs.Conflict("These are the last rooms of booking %s: use checkout to end the stay.", b.Code)
	}
	if err := b.Rooms.RequireMovedIn(leaving, sc.Today(tx.Now)); err != nil {
		return err
	}
	left := lodging.Numbers(leaving)
	if b.Status == Confirmed {
		err = b.drop(tx, sc, leaving)
	} else {
		err = l.leave(s, tx, sc, b, leaving)
	}
	if err != nil {
		return err
	}
	return s.publish(tx, sc, b, updated("checked out of "+strings.Join(left, ", "), map[string]any{
		"change": "rooms-checked-out", "rooms": left, "remainingRooms": lodging.Numbers(b.Rooms.Current()),
		"reason": l.Reason}))
}

func (l LeaveRooms) leave(s *Service, tx *db.Tx, sc scope.Scope, b *Booking, leaving []*lodging.Room) error {
	before := b.Rooms.Clone()
	if err := leave(tx, sc, s.rooms, b, leaving); err != nil {
		return err
	}
	return askFolio(tx, sc, b).postPlanned(tx, sc, stayChanged,
		func(t lodging.Terms, lines []folio.Line) lodging.Posting { return t.Leave(before, lines) })
}

// drop takes rooms off a booking whose guest has not arrived.
func (b *Booking) drop(tx *db.Tx, sc scope.Scope, leaving []*lodging.Room) error {
	rooms := b.Rooms.Clone()
	for _, r := range leaving {
		gone := &rooms[r.Position]
		gone.Released, gone.CheckedOutAt = lodging.Left, instant(nil, tx.Now)
		gone.To, gone.Nights = gone.From, nil
	}
	return b.rearrange(tx, sc, rooms, stayChanged)
}

// leave ends the rooms' part of the stay now: their nights from today on are free again, and they are dirty. Ending the
// whole stay also leaves the rooms from which a move was still to come. Callers must post the end.
func leave(tx *db.Tx, sc scope.Scope, rooms *room.Service, b *Booking, leaving []*lodging.Room) error {
	before := b.Rooms.Clone()
	day := sc.Today(tx.Now)
	dirty := b.Rooms.Used(leaving, day)
	for _, r := range leaving {
		if r.Released == "" {
			r.Released, r.CheckedOutAt = lodging.Left, instant(nil, tx.Now)
		}
		r.CutAt(day)
	}
	if err := b.markDirty(tx, sc, rooms, dirty); err != nil { // before the nights, as blocks do it
		return err
	}
	if err := b.exchange(tx, sc, before, b.Rooms); err != nil {
		return err
	}
	return saveRooms(tx, sc, b)
}

// Cancel gives all nights back and, if asked, money. Again, it corrects the reason and the amounts; what was refunded
// already stays refunded.
func (s *Service) Cancel(ctx context.Context, sc scope.Scope, bookingID string, c Cancellation) (*Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*Booking, error) { return s.cancelIn(tx, sc, bookingID, c) })
}

// TryCancel tells what Cancel would make of a booking, and changes nothing.
func (s *Service) TryCancel(ctx context.Context, sc scope.Scope, bookingID string, c Cancellation) (Trial, error) {
	return try(ctx, s.db, sc, bookingID, func(tx *db.Tx) (*Booking, error) { return s.cancelIn(tx, sc, bookingID, c) })
}

func (s *Service) cancelIn(tx *db.Tx, sc scope.Scope, bookingID string, c Cancellation) (*Booking, error) {
	return s.changeLocked(tx, sc, bookingID, func(books ledger.Locked, b *Booking) error {
		return s.cancel(books, sc, b, c)
	})
}

// MarkNoShow cancels, as a no-show, a confirmed booking that the caller has locked. It refunds nothing, and charges
// what was promised; without a promise, what was paid is kept.
func (s *Service) MarkNoShow(books ledger.Locked, sc scope.Scope, b *Booking, reason string) error {
	was := b.Status
	if err := s.cancel(books, sc, b, Cancellation{Reason: reason, NoShow: true}); err != nil {
		return err
	}
	if err := save(books.Tx(), sc, b, was); err != nil {
		return err
	}
	return s.hooks.OnCancel(books, sc, b)
}

func (s *Service) cancel(books ledger.Locked, sc scope.Scope, b *Booking, c Cancellation) error {
	tx, was := books.Tx(), b.Status
	if err := b.mayCancel(c.NoShow); err != nil {
		return err
	}
	if err := s.refund(books, sc, b, c); err != nil {
		return err
	}
	if was == Confirmed && c.Charge == nil && c.Refund == nil {
		charge, err := b.promisedFee(tx, sc, c.NoShow)
		if err != nil {
			return err
		}
		c.Charge = charge
	}
	if c.Charge != nil {
		b.CancellationCharge, b.Retained = *c.Charge, 0
	}
	b.CancellationReason = cmp.Or(c.Reason, b.CancellationReason, c.DefaultReason)
	if was != Cancelled {
		if err := vacate(tx, sc, s.rooms, b); err != nil {
			return err
		}
		b.StatusBeforeCancel, b.Status, b.NoShow = b.Status, Cancelled, c.NoShow
		b.CancelledAt = instant(nil, tx.Now)
	}
	if err := postCancellation(tx, sc, b); err != nil {
		return err
	}
	// Money of a guest who never came is kept; of one who cancels, once it is said how much is given back.
	if c.Charge == nil && b.CancellationCharge == 0 && (c.Refund != nil || c.NoShow && was != Cancelled) {
		if err := retain(tx, sc, b, money.Max, 0); err != nil {
			return err
		}
	}
	details := map[string]any{"change": "cancelled", "reason": b.CancellationReason, "noShow": b.NoShow,
		"cancellationCharge": b.CancellationCharge.Number(sc.Currency), "refundAmount": b.Refunded.Number(sc.Currency),
		"retainedAmount": b.Retained.Number(sc.Currency)}
	if was == Cancelled {
		return s.publish(tx, sc, b, corrected("cancellation", details))
	}
	title, message := "Booking cancelled", "the booking of "+b.GuestName+" is cancelled"
	if c.NoShow {
		title, message = "No-show", b.GuestName+" did not arrive"
	}
	return s.publish(tx, sc, b, event.Event{Action: "booking.deleted", Details: details,
		Notice: &event.Notice{Type: event.BookingCancelled, Title: title, Message: message}})
}

// markDirty records that the rooms need cleaning; the event of the change tells it.
func (b *Booking) markDirty(tx *db.Tx, sc scope.Scope, rooms *room.Service, ids []string) error {
	b.dirtied = append(b.dirtied, ids...)
	return rooms.MarkDirty(tx, sc, ids)
}

// vacate gives every night of the booking back; the rooms of a guest in house need cleaning.
func vacate(tx *db.Tx, sc scope.Scope, rooms *room.Service, b *Booking) error {
	if day := sc.Today(tx.Now); b.Status == CheckedIn {
		if err := b.markDirty(tx, sc, rooms, b.Rooms.Used(b.Rooms.Ahead(day), day)); err != nil {
			return err
		}
	}
	return inventory.ReleaseAll(tx, sc, b.ID)
}

// Delete removes a booking that has no money on it (no payment, no line on its folio, no invoice) and of no quote, so
// that only the audit log knows of it; its number is not given again. Any other booking is cancelled for the reason. It
// tells which of the two happened.
func (s *Service) Delete(ctx context.Context, sc scope.Scope, bookingID, reason string) (removed bool, err error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (bool, error) {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return false, err
		}
		b, err := Lock(tx, sc, bookingID)
		if err != nil {
			return false, err
		}
		needed, err := hasMoney(tx, sc, b.ID)
		if err != nil {
			return false, err
		}
		if !needed {
			return true, s.remove(tx, sc, b)
		}
		was := b.Status
		if err := s.cancel(books, sc, b, Cancellation{DefaultReason: reason}); err != nil {
			return false, err
		}
		if err := save(tx, sc, b, was); err != nil {
			return false, err
		}
		return false, s.hooks.OnCancel(books, sc, b)
	})
}

func (s *Service) remove(tx *db.Tx, sc scope.Scope, b *Booking) error {
	if err := vacate(tx, sc, s.rooms, b); err != nil {
		return err
	}
	err := s.publish(tx, sc, b, event.Event{Action: "booking.deleted",
		Notice: &event.Notice{Type: event.BookingCancelled, Title: "Booking removed",
			Message: "the booking of " + b.GuestName + " is removed"},
		Details: map[string]any{"change": "removed", "status": b.Status, "guestId": b.GuestID, "guestName": b.GuestName,
			"checkIn": b.CheckIn, "checkOut": b.CheckOut, "rooms": lodging.Numbers(b.Rooms.Ahead(b.Today)),
			"totalAmount": b.Total.Number(sc.Currency)}})
	if err != nil {
		return err
	}
	return erase(tx, sc, b)
}

// refund gives back what is asked for beyond what was given back before.
func (s *Service) refund(books ledger.Locked, sc scope.Scope, b *Booking, c Cancellation) error {
	if c.Refund == nil || *c.Refund == b.Refunded {
		return nil
	}
	wanted := *c.Refund
	if wanted > b.Paid {
		return errs.InvalidField("refundAmount", "must not be more than was paid (%s)", b.Paid.Number(sc.Currency))
	}
	if wanted < b.Refunded {
		return errs.InvalidField("refundAmount", "must not be less than was given back already (%s)",
			b.Refunded.Number(sc.Currency))
	}
	back := wanted - b.Refunded
	b.Refunded = wanted
	return s.giveBack(books, sc, b.ID, back, ledger.MethodOf(c.RefundMethod))
}

// Reinstate undoes a cancellation or no-show when its nights are still free. Money that was given back stays so.
func (s *Service) Reinstate(ctx context.Context, sc scope.Scope, bookingID string) (*Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*Booking, error) {
		return s.changeLocked(tx, sc, bookingID, func(_ ledger.Locked, b *Booking) error {
			if b.Status != Cancelled {
				return errs.Conflict("Booking %s is %s: only a cancelled booking can be reinstated.", b.Code, b.Status)
			}
			if _, err := inUse(tx, sc, s.rooms, b, b.Rooms); err != nil {
				return err
			}
			if err := b.take(tx, sc); err != nil {
				return err
			}
			b.Status, b.StatusBeforeCancel = b.StatusBeforeCancel, ""
			b.NoShow, b.CancelledAt, b.CancellationReason, b.CancellationCharge, b.Retained = false, nil, "", 0, 0
			if _, err := b.holdEarly(tx, sc, b.Rooms); err != nil {
				return err
			}
			if err := postReinstatement(tx, sc, b); err != nil {
				return err
			}
			return s.publish(tx, sc, b, updated("the booking of "+b.GuestName+" is back",
				map[string]any{"change": "reinstated", "status": b.Status}))
		})
	})
}

// inUse reads the rooms that would hold nights or a day from today on, by id. It refuses those that were made inactive.
func inUse(tx *db.Tx, sc scope.Scope, rooms *room.Service, b *Booking,
	held lodging.Rooms) (map[string]room.Room, error) {
	today := sc.Today(tx.Now)
	var ids []string
	for _, r := range held {
		if r.Assigned() && (r.From < r.To && r.To > today || r.DayUse && r.From >= today) {
			ids = append(ids, r.RoomID)
		}
	}
	known, err := b.lockRooms(tx, sc, rooms, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if r := known[id]; !r.Active {
			return nil, errs.Conflict("Room %s is not in use any more.", r.Number)
		}
	}
	return known, nil
}
