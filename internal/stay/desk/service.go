package desk

import (
	"context"
	"fmt"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/stay/account"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/housekeeping"
	"sarai/internal/stay/lodging"
)

// Service checks in and out, cancels and reinstates.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	rooms    *room.Service
	giveBack GiveBack
	hooks    Hooks
}

// GiveBack refunds money of the booking's payments to the guest, and tells the booking by booking.Receive.
type GiveBack func(books ledger.Locked, sc scope.Scope, bookingID string, amount money.Amount,
	method ledger.Method) error

// Hooks are what packages above do when guests come and go.
type Hooks struct {
	// OnCheckOut is called at the end of each check-out, when the folio is complete and the booking is saved. It asks
	// for the ids of the booking's invoices that are not void.
	OnCheckOut func(books ledger.Locked, sc scope.Scope, b *booking.Booking) (invoiceIDs db.Later[[]string], err error)
	// OnCancel is called when a booking that was cancelled or reinstated is saved. Invoices follow.
	OnCancel func(books ledger.Locked, sc scope.Scope, b *booking.Booking) error
	// PostServices charges the services that a booking has, when its guest arrives or is about to depart.
	PostServices func(tx *db.Tx, sc scope.Scope, b *booking.Booking, departing bool) error
	// HasMoney tells whether anything was ever charged, paid, billed or quoted for the booking: it must stay readable
	// then.
	HasMoney func(tx *db.Tx, sc scope.Scope, bookingID string) (bool, error)
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, giveBack GiveBack) *Service {
	return &Service{db: d, bus: bus, rooms: rooms, giveBack: giveBack}
}

// Connect sets the hooks.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// Arrive checks the guest in, or the parties of some of the rooms; again, it corrects the time or the remarks.
func (s *Service) Arrive(ctx context.Context, sc scope.Scope, bookingID string, a Arrival) (Arrived, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Arrived, error) { return s.arriveIn(tx, sc, bookingID, a) })
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
	return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (Arrived, error) {
		warnings, err := s.arrive(tx, sc, b, a)
		return Arrived{b, warnings}, err
	})
}

func (s *Service) arrive(tx *db.Tx, sc scope.Scope, b *booking.Booking, a Arrival) ([]errs.Warning, error) {
	entries, err := a.arriving(b)
	if err != nil {
		return nil, err
	}
	was := b.Status
	for _, r := range a.apply(b, entries, tx.Now.UnixMilli()) {
		if err := booking.SaveRoom(tx, sc, b, r); err != nil {
			return nil, err
		}
	}
	details := arrivedDetails{Code: b.Code, Rooms: lodging.Numbers(b.Rooms.Ahead(b.Today)),
		ArrivalTime: booking.TimeOf(b.ArrivedAt)}
	if len(entries) == 0 {
		details.Corrected = true
		return nil, b.Publish(tx, s.bus, sc, corrected("arrival", arrived.Of(b.ID, details)))
	}
	rooms := slices.DeleteFunc(b.Rooms.Ahead(b.Today), func(r *lodging.Room) bool {
		return !slices.Contains(entries, r.EntryID)
	})
	h, err := s.loadArrival(tx, sc, b, rooms)
	if err != nil {
		return nil, err
	}
	warnings := h.warnings(b)
	if err := h.heed(sc, warnings, a.Force); err != nil {
		return nil, err
	}
	if err := h.account.Follow(); err != nil {
		return nil, err
	}
	if err := s.hooks.PostServices(tx, sc, b, false); err != nil {
		return nil, err
	}
	if was == booking.CheckedIn {
		return warnings, b.Publish(tx, s.bus, sc, booking.Updated("the party of "+lodging.InWords(rooms)+" has arrived",
			roomsArrived.Of(b.ID, roomsArrivedDetails{b.About(), lodging.Numbers(rooms), lodging.Numbers(b.Expected()),
				errs.Codes(warnings)})))
	}
	details.Rooms, details.Warnings = lodging.Numbers(rooms), errs.Codes(warnings)
	e := arrived.Of(b.ID, details)
	e.Notice = &event.Notice{Type: event.GuestCheckedIn, Title: "Guest checked in",
		Message: b.GuestName + " has arrived in " + lodging.InWords(rooms)}
	return warnings, b.Publish(tx, s.bus, sc, e)
}

// reception is what a check-in needs to know of the hotel.
type reception struct {
	rules    ledger.DeskRules
	cleaning housekeeping.Rules
	account  *account.Account
	entered  []string             // the rooms that the guests go into, by id
	rooms    map[string]room.Room // likewise
	inHouse  map[string]booking.Guest
	missed   int // nights before the stay that aren't free
}

// loadArrival reads what the check-in of these rooms of a booking needs. Nights before the stay are held as far as they
// are free.
func (s *Service) loadArrival(tx *db.Tx, sc scope.Scope, b *booking.Booking,
	rooms []*lodging.Room) (h reception, err error) {
	h.entered = b.Rooms.Used(rooms, b.Today)
	settings, account := ledger.Read(tx, sc), account.Of(tx, sc, b)
	cleaning := housekeeping.RulesOf(tx, sc)
	guests, entered := booking.RoomsInHouse(tx, sc, b.ID), s.rooms.LockShared(tx, sc, h.entered)
	if h.rooms, err = entered.Get(); err != nil {
		return h, err
	}
	if b.Today < b.CheckIn {
		if h.missed, err = b.HoldEarly(tx, sc, b.Rooms); err != nil {
			return h, err
		}
	}
	if h.inHouse, err = guests.Get(); err != nil {
		return h, err
	}
	books, err := settings.Get()
	if err != nil {
		return h, err
	}
	h.rules = books.DeskRules
	if h.cleaning, err = cleaning.Get(); err != nil {
		return h, err
	}
	h.account, err = account.Get()
	return h, err
}

// change runs one operation that moves money on a booking. It locks the books first.
func change(tx *db.Tx, sc scope.Scope, bookingID string,
	operation func(books ledger.Locked, b *booking.Booking) error) (books ledger.Locked, b *booking.Booking, err error) {
	lock := ledger.Lock(tx, sc)
	b, err = booking.Change(tx, sc, bookingID, func(b *booking.Booking) (*booking.Booking, error) {
		if books, err = lock.Get(); err != nil {
			return nil, err
		}
		return b, operation(books, b)
	})
	return books, b, err
}

// CheckOut ends the stay. Nights from today on are given back; again, it corrects time, amount or remarks.
func (s *Service) CheckOut(ctx context.Context, sc scope.Scope, bookingID string, d Departure) (Departed, error) {
	return db.WriteLater(ctx, s.db, func(tx *db.Tx) (left db.Later[Departed], err error) {
		owed := false
		books, b, err := change(tx, sc, bookingID, func(books ledger.Locked, b *booking.Booking) error {
			if err := s.checkOut(books, sc, b, d); err != nil {
				return err
			}
			owed = b.BalanceDue() > 0
			return nil
		})
		if err != nil {
			return left, err
		}
		invoiceIDs, err := s.hooks.OnCheckOut(books, sc, b)
		if err != nil {
			return left, err
		}
		left = db.Then(booking.Find(tx, sc, bookingID), func(b *booking.Booking) (Departed, error) {
			ids, err := invoiceIDs.Get()
			return Departed{b, ids, warnOfDeparture(b, sc.Currency)}, err
		})
		if books.RefuseBalanceOwed && !owed { // but its invoice may be rounded up
			gone, err := left.Get()
			if err != nil {
				return left, err
			}
			return left, Heed(books.DeskRules, sc, gone.Warnings, d.Force)
		}
		return left, nil
	})
}

func (s *Service) checkOut(books ledger.Locked, sc scope.Scope, b *booking.Booking, d Departure) error {
	tx := books.Tx()
	if b.Status == booking.Cancelled {
		return errs.Conflict("Booking %s is cancelled: there is nobody to check out.", b.Code)
	}
	if err := s.hooks.PostServices(tx, sc, b, true); err != nil {
		return err
	}
	account := account.Of(tx, sc, b)
	was, rooms := b.Status, lodging.Numbers(b.Rooms.Current())
	d.apply(b, tx.Now.UnixMilli())
	if was != booking.CheckedOut {
		if err := b.Leave(tx, sc, s.rooms, b.Rooms.Ahead(b.Today)); err != nil {
			return err
		}
	}
	folio, err := account.Get()
	if err != nil {
		return err
	}
	if err := folio.End(d.FinalAmount); err != nil {
		return err
	}
	warnings := warnOfDeparture(b, sc.Currency)
	e := departed.Of(b.ID, departedDetails{Code: b.Code, Rooms: rooms, CheckoutTime: booking.TimeOf(b.CheckedOutAt),
		TotalAmount: b.Total.Number(sc.Currency), SettlementMethod: b.SettlementMethod, Warnings: errs.Codes(warnings),
		Corrected: was == booking.CheckedOut})
	if was == booking.CheckedOut {
		return b.Publish(tx, s.bus, sc, corrected("check-out", e))
	}
	if err := Heed(books.DeskRules, sc, warnings, d.Force); err != nil {
		return err
	}
	e.Notice = &event.Notice{Type: event.GuestCheckedOut, Title: "Guest checked out", Message: b.GuestName + " has left"}
	return b.Publish(tx, s.bus, sc, e)
}
