package desk

import (
	"cmp"
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/hotel"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// Cancel gives all nights back and, if asked, money. Again, it corrects the reason and the amounts; what was refunded
// already stays refunded.
func (s *Service) Cancel(ctx context.Context, sc scope.Scope, bookingID string,
	c Cancellation) (*booking.Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*booking.Booking, error) { return s.cancelIn(tx, sc, bookingID, c) })
}

// TryCancel tells what Cancel would make of a booking, and changes nothing.
func (s *Service) TryCancel(ctx context.Context, sc scope.Scope, bookingID string,
	c Cancellation) (booking.Trial, error) {
	return booking.Try(ctx, s.db, sc, bookingID, func(tx *db.Tx) (*booking.Booking, error) {
		return s.cancelIn(tx, sc, bookingID, c)
	})
}

func (s *Service) cancelIn(tx *db.Tx, sc scope.Scope, bookingID string, c Cancellation) (*booking.Booking, error) {
	return s.follow(tx, sc, bookingID, func(books ledger.Locked, b *booking.Booking) error {
		return s.cancel(books, sc, b, c)
	})
}

// follow runs one operation that cancels or reinstates, lets invoices follow, and reads the booking again at the end,
// since payments write to it too.
func (s *Service) follow(tx *db.Tx, sc scope.Scope, bookingID string,
	operation func(books ledger.Locked, b *booking.Booking) error) (*booking.Booking, error) {
	books, b, err := change(tx, sc, bookingID, operation)
	if err != nil {
		return nil, err
	}
	if err := s.hooks.OnCancel(books, sc, b); err != nil {
		return nil, err
	}
	return booking.Find(tx, sc, bookingID).Get()
}

// MarkNoShow cancels, as a no-show, a confirmed booking that the caller has locked. It refunds nothing, and charges
// what was promised; without a promise, what was paid is kept.
func (s *Service) MarkNoShow(books ledger.Locked, sc scope.Scope, b *booking.Booking, reason string) error {
	was := b.Status
	if err := s.cancel(books, sc, b, Cancellation{Reason: reason, NoShow: true}); err != nil {
		return err
	}
	if err := booking.Save(books.Tx(), sc, b, was); err != nil {
		return err
	}
	return s.hooks.OnCancel(books, sc, b)
}

func (s *Service) cancel(books ledger.Locked, sc scope.Scope, b *booking.Booking, c Cancellation) error {
	tx, was := books.Tx(), b.Status
	if err := mayCancel(b, c.NoShow); err != nil {
		return err
	}
	if err := s.refund(books, sc, b, c); err != nil {
		return err
	}
	if was == booking.Confirmed && c.Charge == nil && c.Refund == nil {
		charge, err := promisedFee(tx, sc, b, c.NoShow)
		if err != nil {
			return err
		}
		c.Charge = charge
	}
	if c.Charge != nil {
		b.CancellationCharge, b.Retained = *c.Charge, 0
	}
	b.CancellationReason = cmp.Or(c.Reason, b.CancellationReason, c.DefaultReason)
	if was != booking.Cancelled {
		if err := vacate(tx, sc, s.rooms, b); err != nil {
			return err
		}
		b.StatusBeforeCancel, b.Status, b.NoShow = b.Status, booking.Cancelled, c.NoShow
		b.CancelledAt = new(tx.Now.UnixMilli())
	}
	folio, err := account.Of(tx, sc, b).Get()
	if err != nil {
		return err
	}
	if err := folio.CallOff(); err != nil {
		return err
	}
	// Money of a guest who never came is kept; of one who cancels, once it is said how much is given back.
	if c.Charge == nil && b.CancellationCharge == 0 && (c.Refund != nil || c.NoShow && was != booking.Cancelled) {
		if err := folio.Retain(money.Max, 0); err != nil {
			return err
		}
	}
	details := CancelledDetails{About: b.About(), Reason: b.CancellationReason, NoShow: b.NoShow,
		Charge: b.CancellationCharge.Number(sc.Currency), RefundAmount: b.Refunded.Number(sc.Currency),
		RetainedAmount: b.Retained.Number(sc.Currency)}
	if was == booking.Cancelled {
		return b.Publish(tx, s.bus, sc, corrected("cancellation",
			cancellationCorrected.Of(b.ID, correctedCancellation{details, true})))
	}
	title, message := "Booking cancelled", "the booking of "+b.GuestName+" is cancelled"
	if c.NoShow {
		title, message = "No-show", b.GuestName+" did not arrive"
	}
	e := cancelled.Of(b.ID, details)
	e.Notice = &event.Notice{Type: event.BookingCancelled, Title: title, Message: message}
	return b.Publish(tx, s.bus, sc, e)
}

// promisedFee is what the offers by which the rooms were booked charge who cancels now or, as a no-show, never came. It
// is nil if none of them has a policy for it.
func promisedFee(tx *db.Tx, sc scope.Scope, b *booking.Booking, noShow bool) (*money.Amount, error) {
	promised := b.Rooms.Promised(noShow)
	if len(promised) == 0 {
		return nil, nil
	}
	place, err := hotel.Of(tx, sc.Org).Get()
	if err != nil {
		return nil, err
	}
	arrival := offer.Arrival(b.CheckIn, place.DefaultCheckIn, sc.Zone)
	return new(lodging.PromisedFee(promised, noShow, tx.Now, arrival)), nil
}

// vacate gives every night of the booking back; the rooms of a guest in house need cleaning.
func vacate(tx *db.Tx, sc scope.Scope, rooms *room.Service, b *booking.Booking) error {
	if day := sc.Today(tx.Now); b.Status == booking.CheckedIn {
		if err := b.MarkDirty(tx, sc, rooms, b.Rooms.Used(b.Rooms.Ahead(day), day)); err != nil {
			return err
		}
	}
	return b.Release(tx, sc)
}

// Delete removes a booking that has no money on it (no payment, no line on its folio, no invoice) and of no quote, so
// that only the audit log knows of it; its number is not given again. Any other booking is cancelled for the reason. It
// tells which of the two happened.
func (s *Service) Delete(ctx context.Context, sc scope.Scope, bookingID, reason string) (removed bool, err error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (bool, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return false, err
		}
		b, err := booking.Lock(tx, sc, bookingID).Get()
		if err != nil {
			return false, err
		}
		needed, err := s.hooks.HasMoney(tx, sc, b.ID)
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
		if err := booking.Save(tx, sc, b, was); err != nil {
			return false, err
		}
		return false, s.hooks.OnCancel(books, sc, b)
	})
}

func (s *Service) remove(tx *db.Tx, sc scope.Scope, b *booking.Booking) error {
	if err := vacate(tx, sc, s.rooms, b); err != nil {
		return err
	}
	e := removed.Of(b.ID, removedDetails{About: b.About(), Status: b.Status, GuestID: b.GuestID, GuestName: b.GuestName,
		CheckIn: b.CheckIn, CheckOut: b.CheckOut, Rooms: lodging.Numbers(b.Rooms.Ahead(b.Today)),
		TotalAmount: b.Total.Number(sc.Currency)})
	e.Notice = &event.Notice{Type: event.BookingCancelled, Title: "Booking removed",
		Message: "the booking of " + b.GuestName + " is removed"}
	if err := b.Publish(tx, s.bus, sc, e); err != nil {
		return err
	}
	return booking.Erase(tx, sc, b)
}

// refund gives back what is asked for beyond what was given back before.
func (s *Service) refund(books ledger.Locked, sc scope.Scope, b *booking.Booking, c Cancellation) error {
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
func (s *Service) Reinstate(ctx context.Context, sc scope.Scope, bookingID string) (*booking.Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*booking.Booking, error) {
		return s.follow(tx, sc, bookingID, func(_ ledger.Locked, b *booking.Booking) error {
			if b.Status != booking.Cancelled {
				return errs.Conflict("Booking %s is %s: only a cancelled booking can be reinstated.", b.Code, b.Status)
			}
			if _, err := b.InUse(tx, sc, s.rooms, b.Rooms); err != nil {
				return err
			}
			if _, err := b.Take(tx, sc).Get(); err != nil {
				return err
			}
			b.Status, b.StatusBeforeCancel = b.StatusBeforeCancel, ""
			b.NoShow, b.CancelledAt, b.CancellationReason, b.CancellationCharge, b.Retained = false, nil, "", 0, 0
			if _, err := b.HoldEarly(tx, sc, b.Rooms); err != nil {
				return err
			}
			folio, err := account.Of(tx, sc, b).Get()
			if err != nil {
				return err
			}
			if err := folio.Reinstate(); err != nil {
				return err
			}
			return b.Publish(tx, s.bus, sc, booking.Updated("the booking of "+b.GuestName+" is back",
				reinstated.Of(b.ID, reinstatedDetails{b.About(), b.Status})))
		})
	})
}
