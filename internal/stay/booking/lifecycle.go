package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/record/event"
	"sarai/internal/stay/lodging"
)

// Arrive checks the guest in; again, it corrects the time or the remarks.
func (s *Service) Arrive(ctx context.Context, sc scope.Scope, bookingID string, in ArrivalBody) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		if err := b.requireOpen("the guest can't arrive"); err != nil {
			return err
		}
		again := b.Status == CheckedIn
		b.Status = CheckedIn
		if !again || in.ArrivalTime != nil {
			b.ArrivedAt = instant(msOf(in.ArrivalTime), tx.Now)
		}
		if in.Remarks != nil {
			b.ArrivalRemarks = *in.Remarks
		}
		details := map[string]any{"change": "checked-in", "code": b.Code, "rooms": RoomNumbers(b.Shown()), "arrivalTime": timeOf(b.ArrivedAt)}
		if again {
			details["corrected"] = true
			return s.updated(tx, sc, b, "arrival details corrected", details)
		}
		if err := followStay(tx, sc, b); err != nil {
			return err
		}
		return s.publish(tx, sc, b, "booking.updated", event.GuestCheckedIn, "Guest checked in", b.GuestName+" has arrived in "+roomList(b.Shown()), details)
	})
}

// CheckOut ends the stay. Nights from today on are given back; again, it corrects time, amount or remarks.
func (s *Service) CheckOut(ctx context.Context, sc scope.Scope, bookingID string, in CheckoutBody) (b *Booking, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return err
		}
		b, err = Change(tx, sc, bookingID, func(tx *db.Tx, b *Booking) error { return s.checkOut(tx, sc, b, in) })
		if err != nil || s.OnCheckOut == nil {
			return err
		}
		return s.OnCheckOut(books, sc, b)
	})
	return b, err
}

func (s *Service) checkOut(tx *db.Tx, sc scope.Scope, b *Booking, in CheckoutBody) error {
	if b.Status == Cancelled {
		return errs.Conflict("Booking %s is cancelled: there is nobody to check out.", b.Code)
	}
	final, err := amountOr("finalAmount", in.FinalAmount, sc.Currency, b.Total+b.Extras)
	if err != nil {
		return err
	}
	if in.FinalAmount != nil && final < b.Extras {
		return errs.InvalidField("finalAmount", "must not be less than the extras on the folio (%s); take some of them back first", b.Extras.Number(sc.Currency))
	}
	agreed := b.Total
	if in.FinalAmount != nil {
		ms := int64(final)
		b.FinalAmount, b.Total = &ms, final-b.Extras
	}
	again := b.Status == CheckedOut
	if !again || in.CheckoutTime != nil {
		b.CheckedOutAt = instant(msOf(in.CheckoutTime), tx.Now)
	}
	if in.SettlementMethod != nil {
		b.SettlementMethod = *in.SettlementMethod
	}
	if in.Remarks != nil {
		b.CheckoutRemarks = *in.Remarks
	}
	details := map[string]any{"change": "checked-out", "code": b.Code, "rooms": RoomNumbers(b.Rooms.Current()), "checkoutTime": timeOf(b.CheckedOutAt),
		"totalAmount": b.Total.Number(sc.Currency), "settlementMethod": b.SettlementMethod}
	b.Status = CheckedOut
	if again {
		if err := postEnd(tx, sc, b, agreed, b.Rooms); err != nil {
			return err
		}
		details["corrected"] = true
		return s.updated(tx, sc, b, "check-out details corrected", details)
	}
	if err := s.leave(tx, sc, b, agreed, b.Rooms.Ahead(today(tx, sc))); err != nil {
		return err
	}
	return s.publish(tx, sc, b, "booking.updated", event.GuestCheckedOut, "Guest checked out", b.GuestName+" has left", details)
}

// CheckOutRooms lets a part of the rooms go while the booking stays open.
func (s *Service) CheckOutRooms(ctx context.Context, sc scope.Scope, bookingID string, in CheckoutRoomsBody) (gone, remaining []string, err error) {
	_, err = s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		if err := b.requireOpen("no room can be checked out"); err != nil {
			return err
		}
		leaving, err := b.chosen(in.RoomIDs)
		if err != nil {
			return err
		}
		if len(leaving) == len(b.Rooms.Current()) {
			return errs.Conflict("These are the last rooms of booking %s: use checkout to end the stay.", b.Code)
		}
		if err := b.requireMovedIn(leaving, today(tx, sc)); err != nil {
			return err
		}
		gone = RoomNumbers(leaving)
		if err := s.leave(tx, sc, b, b.Total, leaving); err != nil {
			return err
		}
		remaining = RoomNumbers(b.Rooms.Current())
		return s.updated(tx, sc, b, "checked out of "+strings.Join(gone, ", "),
			map[string]any{"change": "rooms-checked-out", "rooms": gone, "remainingRooms": remaining, "reason": in.Reason})
	})
	return gone, remaining, err
}

// chosen finds the named rooms among the booking's current ones, each once.
func (b *Booking) chosen(roomIDs []string) ([]*lodging.Room, error) {
	var fields errs.Fields
	var rooms []*lodging.Room
	seen := map[string]bool{}
	for i, roomID := range roomIDs {
		r := b.Rooms.CurrentByID(roomID)
		if r == nil {
			fields.Add(fmt.Sprintf("roomIds[%d]", i), "must be the id of a room of this booking that is not checked out (it has %s)", roomNumbers(b))
		} else if !seen[roomID] {
			seen[roomID] = true
			rooms = append(rooms, r)
		}
	}
	return rooms, fields.Err()
}

// requireMovedIn refuses to check out of rooms into which the party is still to move: they are in another room.
func (b *Booking) requireMovedIn(leaving []*lodging.Room, today date.Date) error {
	for _, r := range leaving {
		if b.Rooms.Awaits(r, today) {
			return errs.Conflict("The party of room %s moves in on %s only: move it back first, or use checkout to end the whole stay.", r.Number, r.From)
		}
	}
	return nil
}

// used are the ids of those rooms in which the party has been, if it has come at all.
func (b *Booking) used(rooms []*lodging.Room, today date.Date) []string {
	var ids []string
	for _, r := range rooms {
		if !b.Rooms.Awaits(r, today) {
			ids = append(ids, r.RoomID)
		}
	}
	return ids
}

// leave ends the rooms' part of the stay now: their nights from today on are free again, and they are dirty.
// Who ends the whole stay also leaves the rooms from which a move was still to come. agreed was the total before.
func (s *Service) leave(tx *db.Tx, sc scope.Scope, b *Booking, agreed money.Amount, leaving []*lodging.Room) error {
	before := slices.Clone(b.Rooms)
	day := today(tx, sc)
	dirty := b.used(leaving, day)
	for _, r := range leaving {
		if r.Released == "" {
			r.Released, r.CheckedOutAt = lodging.Left, instant(nil, tx.Now)
		}
		r.CutAt(day)
	}
	if err := s.rooms.MarkDirty(tx, sc, dirty); err != nil { // before the nights, as blocks do it
		return err
	}
	if err := inventory.Exchange(tx, sc, inventory.Booking, b.ID, stays(before), stays(b.Rooms)); err != nil {
		return err
	}
	if err := saveRooms(tx, sc, b); err != nil {
		return err
	}
	return postEnd(tx, sc, b, agreed, before)
}

// Cancel gives all nights back and, if asked, money. Again, it corrects the reason and the amounts; what was
// given back already stays given back.
func (s *Service) Cancel(ctx context.Context, sc scope.Scope, bookingID string, in CancelBody) (*Booking, error) {
	return s.settle(ctx, sc, bookingID, func(books ledger.Locked, b *Booking) error { return s.cancel(books, sc, b, in, false) })
}

// NoShow cancels the booking of a guest who never came.
func (s *Service) NoShow(ctx context.Context, sc scope.Scope, bookingID string, in CancelBody) (*Booking, error) {
	return s.settle(ctx, sc, bookingID, func(books ledger.Locked, b *Booking) error { return s.cancel(books, sc, b, in, true) })
}

// CancelFor is Cancel with a reason for a booking that has none yet and is given none.
func (s *Service) CancelFor(ctx context.Context, sc scope.Scope, bookingID string, in CancelBody, reason string) (*Booking, error) {
	return s.settle(ctx, sc, bookingID, func(books ledger.Locked, b *Booking) error {
		given := in // the operation may run again
		given.Reason = cmp.Or(in.Reason, b.CancellationReason, reason)
		return s.cancel(books, sc, b, given, false)
	})
}

// MarkNoShow is NoShow for a confirmed booking that the caller has locked. It charges and refunds nothing.
func (s *Service) MarkNoShow(books ledger.Locked, sc scope.Scope, b *Booking, reason string) error {
	was := b.Status
	if err := s.cancel(books, sc, b, CancelBody{Reason: reason}, true); err != nil {
		return err
	}
	return save(books.Tx(), sc, b, was)
}

func (s *Service) cancel(books ledger.Locked, sc scope.Scope, b *Booking, in CancelBody, noShow bool) error {
	tx := books.Tx()
	if err := mayCancel(b, noShow); err != nil {
		return err
	}
	again := b.Status == Cancelled
	charge, err := amountOr("cancellationCharge", in.CancellationCharge, sc.Currency, b.CancellationCharge)
	if err != nil {
		return err
	}
	if err := s.refund(books, sc, b, in); err != nil {
		return err
	}
	b.CancellationCharge = charge
	if in.Reason != "" {
		b.CancellationReason = in.Reason
	}
	if !again {
		if err := s.vacate(tx, sc, b); err != nil {
			return err
		}
		b.StatusBeforeCancel, b.Status, b.NoShow = b.Status, Cancelled, noShow
		b.CancelledAt = instant(nil, tx.Now)
	}
	if err := postCancellation(tx, sc, b); err != nil {
		return err
	}
	details := map[string]any{"change": "cancelled", "code": b.Code, "reason": b.CancellationReason, "noShow": b.NoShow,
		"cancellationCharge": charge.Number(sc.Currency), "refundAmount": b.Refunded.Number(sc.Currency)}
	if again {
		details["corrected"] = true
		return s.updated(tx, sc, b, "cancellation details corrected", details)
	}
	title, message := "Booking cancelled", "the booking of "+b.GuestName+" is cancelled"
	if noShow {
		title, message = "No-show", b.GuestName+" did not arrive"
	}
	return s.publish(tx, sc, b, "booking.deleted", event.BookingCancelled, title, message, details)
}

// vacate gives every night of the booking back; the rooms of a guest in house need cleaning.
func (s *Service) vacate(tx *db.Tx, sc scope.Scope, b *Booking) error {
	if day := today(tx, sc); b.Status == CheckedIn {
		if err := s.rooms.MarkDirty(tx, sc, b.used(b.Rooms.Ahead(day), day)); err != nil {
			return err
		}
	}
	return inventory.ReleaseAll(tx, sc, b.ID)
}

// Delete removes a booking that has no money on it (no payment, no line on its folio, no invoice) and of no quote, so that
// only the audit log knows of it; its number is not given again. Any other booking is cancelled for the reason. It tells
// which of the two happened.
func (s *Service) Delete(ctx context.Context, sc scope.Scope, bookingID, reason string) (removed bool, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return err
		}
		b, err := Lock(tx, sc, bookingID)
		if err != nil {
			return err
		}
		was := b.Status
		kept, err := hasMoney(tx, sc, b.ID)
		if err != nil {
			return err
		}
		if removed = !kept; removed {
			return s.remove(tx, sc, b)
		}
		if err := s.cancel(books, sc, b, CancelBody{Reason: cmp.Or(b.CancellationReason, reason)}, false); err != nil {
			return err
		}
		return save(tx, sc, b, was)
	})
	return removed, err
}

func (s *Service) remove(tx *db.Tx, sc scope.Scope, b *Booking) error {
	if err := s.vacate(tx, sc, b); err != nil {
		return err
	}
	err := s.publish(tx, sc, b, "booking.deleted", event.BookingCancelled, "Booking removed", "the booking of "+b.GuestName+" is removed",
		map[string]any{"change": "removed", "code": b.Code, "status": b.Status, "guestId": b.GuestID, "guestName": b.GuestName,
			"checkIn": b.CheckIn, "checkOut": b.CheckOut, "rooms": RoomNumbers(b.Shown()), "totalAmount": b.Total.Number(sc.Currency)})
	if err != nil {
		return err
	}
	return erase(tx, sc, b)
}

func mayCancel(b *Booking, noShow bool) error {
	switch {
	case b.Status == CheckedOut:
		return errs.Conflict("Booking %s is checked out: it can't be cancelled any more.", b.Code)
	case noShow && b.Status == CheckedIn:
		return errs.Conflict("The guest of booking %s has arrived: it can't be a no-show.", b.Code)
	case noShow && b.Status == Cancelled && !b.NoShow:
		return errs.Conflict("Booking %s is cancelled already.", b.Code)
	}
	return nil
}

// refund gives back what the request asks for beyond what was given back before.
func (s *Service) refund(books ledger.Locked, sc scope.Scope, b *Booking, in CancelBody) error {
	wanted, err := amountOr("refundAmount", in.RefundAmount, sc.Currency, b.Refunded)
	if err != nil {
		return err
	}
	if wanted > b.Paid {
		return errs.InvalidField("refundAmount", "must not be more than was paid (%s)", b.Paid.Number(sc.Currency))
	}
	if wanted < b.Refunded {
		return errs.InvalidField("refundAmount", "must not be less than was given back already (%s)", b.Refunded.Number(sc.Currency))
	}
	back := wanted - b.Refunded
	if back == 0 {
		return nil
	}
	b.Refunded = wanted
	method := ledger.Method(in.RefundMethod)
	if s.GiveBack != nil {
		return s.GiveBack(books, sc, b.ID, back, method)
	}
	if _, err = s.ledger.RefundBooking(books, sc, ledger.Instruction{BookingID: b.ID, BookingCode: b.Code, Amount: back, Method: method}); err != nil {
		return err
	}
	return Receive(books, sc, b.ID, 0, back)
}

// Reinstate undoes a cancellation or no-show when its nights are still free. Money that was given back stays so.
func (s *Service) Reinstate(ctx context.Context, sc scope.Scope, bookingID string) (*Booking, error) {
	return s.change(ctx, sc, bookingID, func(tx *db.Tx, b *Booking) error {
		if b.Status != Cancelled {
			return errs.Conflict("Booking %s is %s: only a cancelled booking can be reinstated.", b.Code, b.Status)
		}
		if err := s.requireInUse(tx, sc, b.Rooms); err != nil {
			return err
		}
		if err := inventory.Hold(tx, sc, inventory.Booking, b.ID, withNights(b.Rooms)); err != nil {
			return err
		}
		b.Status, b.StatusBeforeCancel = b.StatusBeforeCancel, ""
		b.NoShow, b.CancelledAt, b.CancellationReason, b.CancellationCharge = false, nil, "", 0
		if err := postReinstatement(tx, sc, b); err != nil {
			return err
		}
		return s.updated(tx, sc, b, "the booking of "+b.GuestName+" is back", map[string]any{"change": "reinstated", "status": b.Status})
	})
}

// requireInUse refuses rooms that were made inactive and would hold nights from today on.
func (s *Service) requireInUse(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms) error {
	var ids []string
	for _, r := range rooms {
		if r.From < r.To && r.To > today(tx, sc) {
			ids = append(ids, r.RoomID)
		}
	}
	known, err := s.rooms.LockShared(tx, sc, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if r := known[id]; !r.Active {
			return errs.Conflict("Room %s is not in use any more.", r.Number)
		}
	}
	return nil
}

func withNights(rooms lodging.Rooms) []inventory.Stay {
	return slices.DeleteFunc(stays(rooms), func(s inventory.Stay) bool { return s.From >= s.To })
}
