package booking

import (
	"cmp"
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/record/series"
	"sarai/internal/stay/lodging"
)

// Create books the rooms, all of them or none, with the guest, the advance and the number. Once for each
// Idempotency-Key. Invalid names bad values by the fields of the bookings' API; of rooms it is lodging.BadRooms.
func (s *Service) Create(ctx context.Context, sc scope.Scope, r Request) (*Booking, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (*Booking, error) {
		return s.create(tx, sc, r, func() db.Later[ledger.Locked] { return ledger.Lock(tx, sc) })
	})
}

// CreateIn is Create inside the caller's transaction, without an Idempotency-Key.
func (s *Service) CreateIn(books ledger.Locked, sc scope.Scope, r Request) (*Booking, error) {
	return s.create(books.Tx(), sc, r, func() db.Later[ledger.Locked] { return db.Known(books, nil) })
}

func (s *Service) create(tx *db.Tx, sc scope.Scope, r Request,
	lock func() db.Later[ledger.Locked]) (*Booking, error) {
	if err := r.check(sc); err != nil {
		return nil, err
	}
	hotel, err := s.load(tx, sc, &r)
	if err != nil {
		return nil, err
	}
	b, err := r.decide(sc, hotel)
	if err != nil {
		return nil, err
	}
	return b, s.enter(tx, sc, b, r, lock)
}

// hotel is what a new booking needs to know of the hotel.
type hotel struct {
	now      int64 // UTC milliseconds
	settings ledger.Books
	rules    *tax.Rules
	rooms    map[string]room.Room // those that the request names, by id
	foreign  errs.Fields          // categories that aren't the hotel's
	warnings []errs.Warning       // of the rates, and of a guest who gets no room any more
}

// load reads what the request needs, with what its offers and its hold have promised. The rooms that it names, and its
// guest, stay as they are from then on.
func (s *Service) load(tx *db.Tx, sc scope.Scope, r *Request) (h hotel, err error) {
	settings, rules, rates := ledger.Read(tx, sc), tax.Load(tx, sc), s.offers.Tariff(tx, sc)
	if err := s.redeem(tx, sc, r); err != nil {
		return h, err
	}
	if err := r.join(tx, sc); err != nil {
		return h, err
	}
	shunned := guest.NotToRent(tx, sc, r.GuestID, r.GuestPhone, r.GuestEmail)
	rooms := lockRooms(tx, sc, s.rooms, r.DayUse, r.roomIDs())
	for _, w := range r.Rooms {
		if err := s.checkCategory(tx, sc, &h.foreign, w); err != nil {
			return h, err
		}
	}
	if h.rooms, err = rooms.Get(); err != nil {
		return h, err
	}
	if h.settings, err = settings.Get(); err != nil {
		return h, err
	}
	if h.rules, err = rules.Get(); err != nil {
		return h, err
	}
	if h.warnings, err = s.warnOfRates(tx, sc, rates, *r); err != nil {
		return h, err
	}
	warnings, err := heedDoNotRent(sc, h.settings.DeskRules, shunned, r.Force)
	if err != nil {
		return h, err
	}
	h.warnings = append(h.warnings, warnings...)
	h.now = tx.Now.UnixMilli()
	return h, s.lockGuest(tx, sc, "guestId", r.GuestID)
}

// decide makes the booking that is asked for. Nobody has it yet.
func (r Request) decide(sc scope.Scope, h hotel) (*Booking, error) {
	b := &Booking{ID: id.New(), Status: Confirmed, GuestID: r.GuestID, GuestName: r.GuestName,
		GuestEmail: r.GuestEmail, GuestPhone: r.GuestPhone, CheckIn: r.CheckIn, CheckOut: r.CheckOut,
		Details: r.Details.Completed(), Advance: r.Advance, Paid: r.Advance, CreatedBy: sc.User, CreatedAt: h.now,
		UpdatedAt: h.now, Version: 1, Today: businessday.Of(sc, h.now), Overbooked: r.Overbook,
		HasServices: len(r.Services) > 0, Warnings: h.warnings, PricesIncludeTax: h.settings.PricesIncludeTax,
		ExpectedArrival: r.ExpectedArrival, GroupID: r.GroupID, GroupRef: r.GroupRef, Routing: r.groups,
		pickedUp: r.PickedUp, try: r.Try}
	if r.CompanyID != "" {
		b.CompanyID = &r.CompanyID
	}
	if r.Routing != nil {
		b.Routing, b.RoutingOwn = *r.Routing, true
	}
	var fields errs.Fields
	if b.Routing.Check(b.Folios(), "routing.", &fields); len(fields) > 0 {
		return nil, fields.Err()
	}
	if r.PricesIncludeTax != nil {
		b.PricesIncludeTax = *r.PricesIncludeTax
	}
	var err error
	if b.Rooms, err = r.chooseRooms(h); err != nil {
		return nil, err
	}
	if b.Rooms.TooDear() {
		return nil, errs.InvalidField("rooms", "cost more together than an amount can be")
	}
	if b.Total = b.Rooms.Price(); r.Total != nil && *r.Total != b.Total {
		b.Total = *r.Total
		b.Rooms.Spread(b.Total, b.Rooms.Nights())
	}
	b.RoomTax = b.Terms().Reconcile(nil).ComingTax(h.rules, b.Today)
	b.Routed = b.RoutedOf(nil)
	if most := b.Gross(); b.Advance > most {
		return nil, errs.InvalidField("advanceAmount", "must not be more than the total with its tax, %s",
			most.Number(sc.Currency))
	}
	return b, nil
}

// chooseRooms are the rooms asked for, with the hotel's own numbers and categories.
func (r Request) chooseRooms(h hotel) (rooms lodging.Rooms, err error) {
	var bad lodging.BadRooms
	fields := h.foreign
	for i, w := range r.Rooms {
		found, ok := h.rooms[w.RoomID]
		if problem := unusable(found, ok); problem != "" && !w.anyRoom() {
			bad = append(bad, lodging.BadRoom{Index: i, Problem: problem})
			continue
		}
		joins := w.room(&fields, found, i, r.CheckIn, r.CheckOut)
		if r.GroupID != "" {
			joins.CategoryID = cmp.Or(joins.CategoryID, found.CategoryID) // it counts for the block
		}
		rooms = append(rooms, joins)
	}
	if len(bad) > 0 {
		return nil, bad
	}
	return rooms, fields.Err()
}

// enter gives the booking its guest, its number and its nights, stores it, and records its advance. It locks the books
// only for an advance, and as late as it can, since all of the organization's bookings with one wait for each other
// from then until the commit: after all that is only read. The row of a series makes all of its bookings wait, so the
// number comes late too, but before the nights: who has a night may not wait for who wants it.
func (s *Service) enter(tx *db.Tx, sc scope.Scope, b *Booking, r Request,
	lock func() db.Later[ledger.Locked]) (err error) {
	if b.GuestID == "" {
		if err := s.makeGuest(tx, sc, b); err != nil {
			return err
		}
	}
	var books db.Later[ledger.Locked]
	if b.Advance > 0 {
		books = lock()
	}
	if b.CheckIn < b.Today {
		businessday.Hold(tx, sc) // its rooms are in use from then on: the days come before the number, too
	}
	code, advance := series.Next(tx, sc, series.Booking), ledger.Prepared{}
	if b.Advance > 0 {
		advance = b.advance(r).Prepare(tx, sc)
	}
	if _, err := b.Take(tx, sc).Get(); err != nil {
		return err
	}
	if b.Code, err = code.Get(); err != nil {
		return err
	}
	if err := insert(tx, sc, b); err != nil {
		return err
	}
	if b.Advance > 0 {
		advance.BookingCode = b.Code
		if err := s.record(sc, books, advance); err != nil {
			return err
		}
	}
	if err := b.Publish(tx, s.bus, sc, created(b, sc.Currency)); err != nil {
		return err
	}
	if r.WaitlistID != "" {
		if err := s.waits.Book(tx, sc, r.WaitlistID, b.ID, b.Code); err != nil {
			return err
		}
	}
	if err := s.sell(tx, sc, b, r.Services); err != nil {
		return err
	}
	return count(tx, sc, b, map[string]int{b.Status: 1})
}

// advance is the payment that is taken when the booking is made.
func (b *Booking) advance(r Request) ledger.NewMovement {
	return ledger.NewMovement{Kind: ledger.Payment, BookingID: b.ID, Amount: b.Advance, Reference: r.PaymentReference,
		Method: ledger.MethodOf(r.PaymentMethod), Payer: b.GuestName, PayerEmail: b.GuestEmail, OfGuest: true}
}

func (s *Service) record(sc scope.Scope, books db.Later[ledger.Locked], payment ledger.Prepared) error {
	locked, err := books.Get()
	if err == nil {
		_, err = s.ledger.Record(locked, sc, payment)
	}
	return err
}

// makeGuest links the booking to a new guest, made of its own details.
func (s *Service) makeGuest(tx *db.Tx, sc scope.Scope, b *Booking) (err error) {
	b.GuestID, err = s.guests.Create(tx, sc, guest.Guest{Name: b.GuestName, Email: b.GuestEmail, Phone: b.GuestPhone})
	return err
}

// lockGuest keeps the guest that a booking is to be of; "" is none. Invalid names one that isn't the hotel's by the
// field.
func (s *Service) lockGuest(tx *db.Tx, sc scope.Scope, field, guestID string) error {
	if guestID == "" {
		return nil
	}
	g, err := s.guests.Lock(tx, sc, guestID)
	if errs.Is(err, errs.KindNotFound) || err == nil && g.ErasedAt != nil {
		return errs.InvalidField(field, "must be the id of one of the hotel's guests, or be left out")
	}
	return err
}
