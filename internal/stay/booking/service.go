package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/guest"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
	"sarai/internal/record/series"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/hold"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
)

// Service does what can be done with bookings.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	rooms    *room.Service
	guests   *guest.Service
	ledger   *ledger.Service
	offers   *offer.Service
	holds    *hold.Service
	giveBack GiveBack
	hooks    Hooks
}

// GiveBack refunds money of the booking's payments to the guest, and tells the booking by Receive.
type GiveBack func(books ledger.Locked, sc scope.Scope, bookingID string, amount money.Amount,
	method ledger.Method) error

// Hooks are what packages above do with bookings.
type Hooks struct {
	// OnCheckOut is called at the end of each check-out, when the folio is complete and the booking is saved. It asks
	// for the ids of the booking's invoices that are not void.
	OnCheckOut func(books ledger.Locked, sc scope.Scope, b *Booking) (invoiceIDs *db.Answer[[]string], err error)
	// OnCancel is called when a booking that was cancelled or reinstated is saved. Invoices follow.
	OnCancel func(books ledger.Locked, sc scope.Scope, b *Booking) error
	// SellServices sells services to a booking, new or as a room joins it. Without any it does nothing.
	SellServices func(tx *db.Tx, sc scope.Scope, b *Booking, services []offer.Added) error
	// PostServices charges the services that a booking has, when its guest arrives or is about to depart.
	PostServices func(tx *db.Tx, sc scope.Scope, b *Booking, departing bool) error
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, guests *guest.Service, accounts *ledger.Service,
	offers *offer.Service, holds *hold.Service, giveBack GiveBack) *Service {
	return &Service{db: d, bus: bus, rooms: rooms, guests: guests, ledger: accounts, offers: offers, holds: holds,
		giveBack: giveBack}
}

// Connect sets the hooks.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// Create books the rooms, all of them or none, with the guest, the advance and the number. Once for each
// Idempotency-Key. Invalid names bad values by the fields of the bookings' API; of rooms it is lodging.BadRooms.
func (s *Service) Create(ctx context.Context, sc scope.Scope, r Request) (*Booking, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (*Booking, error) {
		return s.create(tx, sc, r, func() ledger.Lockable { return ledger.AskLock(tx, sc) })
	})
}

// CreateIn is Create inside the caller's transaction, without an Idempotency-Key.
func (s *Service) CreateIn(books ledger.Locked, sc scope.Scope, r Request) (*Booking, error) {
	return s.create(books.Tx(), sc, r, func() ledger.Lockable { return ledger.Held(books) })
}

// create makes the booking. It locks the books only for an advance, and as late as it can, since all of the
// organization's bookings with one wait for each other from then until the commit: after all that it only reads, but
// before the nights, for which other transactions wait while they hold the books.
func (s *Service) create(tx *db.Tx, sc scope.Scope, r Request, lock func() ledger.Lockable) (b *Booking, err error) {
	var fields errs.Fields
	if r.check(&fields); len(fields) > 0 {
		return nil, fields.Err()
	}
	if r.Overbook && !sc.Permissions.Has(may.Bookings, scope.Manage) {
		return nil, errs.Forbidden("Your role does not allow overbook: it needs the permission bookings.manage.")
	}
	terms := s.offers.AskTerms(tx, sc)
	if err := s.redeem(tx, sc, &r); err != nil {
		return nil, err
	}
	b = newBooking(tx, sc, r)
	if err = s.chooseRooms(tx, sc, b, r.Rooms); err != nil {
		return nil, err
	}
	if b.Warnings, err = s.warnOfRates(tx, sc, terms, r); err == nil {
		err = s.giveTo(tx, sc, b, "guestId", r.GuestID)
	}
	if err == nil {
		err = b.agreeOnPrice(r.Total)
	}
	if err == nil {
		err = b.agreeOnTax(terms, r.PricesIncludeTax)
	}
	if err != nil {
		return nil, err
	}
	if most := b.Gross(); b.Advance > most {
		return nil, errs.InvalidField("advanceAmount", "must not be more than the total with its tax, %s",
			most.Number(sc.Currency))
	}
	b.Paid = b.Advance
	var books ledger.Lockable
	if b.Advance > 0 {
		books = lock()
	}
	if err = b.enter(tx, sc, s.ledger, books, r.PaymentMethod); err == nil {
		err = s.publish(tx, sc, b, created(b, sc.Currency))
	}
	if err == nil {
		err = s.hooks.SellServices(tx, sc, b, r.Services)
	}
	if err == nil {
		err = count(tx, sc, b, map[string]int{b.Status: 1})
	}
	return b, err
}

// enter gives the booking its nights and its number, stores it, and records its advance. The numbers come last: on
// PostgreSQL the rows of the series make an organization's bookings wait for each other. They are asked with the nights
// where no other question follows those.
func (b *Booking) enter(tx *db.Tx, sc scope.Scope, accounts *ledger.Service, books ledger.Lockable,
	method string) (err error) {
	assigned := len(entries(b.Rooms)) == 0
	if !assigned {
		if err := b.take(tx, sc); err != nil {
			return err
		}
	}
	advance := ledger.NewMovement{Kind: ledger.Payment, BookingID: b.ID, Amount: b.Advance,
		Method: ledger.MethodOf(method), Payer: b.GuestName, PayerEmail: b.GuestEmail, OfGuest: true}
	code, payment := series.Ask(tx, sc, series.Booking), ledger.Asked{}
	if b.Advance > 0 {
		payment = ledger.AskRecord(tx, sc, advance)
	}
	if assigned {
		err = b.take(tx, sc)
	}
	if err == nil {
		b.Code, err = code.Get()
	}
	if err == nil {
		err = insert(tx, sc, b)
	}
	if err != nil || b.Advance == 0 {
		return err
	}
	advance.BookingCode = b.Code
	locked, err := books.Get()
	if err == nil {
		_, err = accounts.RecordAsked(locked, sc, payment, advance)
	}
	return err
}

func newBooking(tx *db.Tx, sc scope.Scope, r Request) *Booking {
	now := tx.Now.UnixMilli()
	b := &Booking{ID: id.New(), Status: Confirmed, GuestName: r.GuestName,
		GuestEmail: r.GuestEmail, GuestPhone: r.GuestPhone, CheckIn: r.CheckIn, CheckOut: r.CheckOut,
		Details: r.Details.completed(), Advance: r.Advance, CreatedBy: sc.User, CreatedAt: now, UpdatedAt: now,
		Version: 1, Today: sc.Today(tx.Now), Overbooked: r.Overbook,
		HasServices: len(r.Services) > 0}
	if r.CompanyID != "" {
		b.CompanyID = &r.CompanyID
	}
	return b
}

// chooseRooms gives the booking the rooms asked for, with the hotel's own numbers and categories.
func (s *Service) chooseRooms(tx *db.Tx, sc scope.Scope, b *Booking, wanted []RoomRequest) error {
	ids := make([]string, 0, len(wanted))
	for _, w := range wanted {
		if w.RoomID != "" {
			ids = append(ids, w.RoomID)
		}
	}
	known, err := b.lockRooms(tx, sc, s.rooms, ids)
	if err != nil {
		return err
	}
	var bad lodging.BadRooms
	var fields errs.Fields
	for i, w := range wanted {
		if err := s.checkCategory(tx, sc, &fields, w); err != nil {
			return err
		}
		found, ok := known[w.RoomID]
		if problem := unusable(found, ok); problem != "" && !w.anyRoom() {
			bad = append(bad, lodging.BadRoom{Index: i, Problem: problem})
			continue
		}
		b.Rooms = append(b.Rooms, w.room(&fields, found, i, b.CheckIn, b.CheckOut))
	}
	if len(bad) > 0 {
		return bad
	}
	return fields.Err()
}

// lockRooms reads rooms, which the booking is to have, and keeps them from being made inactive. Days are held by one
// booking at a time.
func (b *Booking) lockRooms(tx *db.Tx, sc scope.Scope, rooms *room.Service,
	ids []string) (map[string]room.Room, error) {
	if b.DayUse() {
		return rooms.LockExclusive(tx, sc, ids)
	}
	return rooms.LockShared(tx, sc, ids)
}

// anyRoom tells whether any room of the category is asked for.
func (r RoomRequest) anyRoom() bool { return r.RoomID == "" && r.CategoryID != "" }

// checkCategory adds to fields a category that isn't the hotel's.
func (s *Service) checkCategory(tx *db.Tx, sc scope.Scope, fields *errs.Fields, r RoomRequest) error {
	if r.CategoryID == "" {
		return nil
	}
	_, err := s.rooms.FindCategory(tx, sc, r.Field+"categoryId", r.CategoryID)
	if errs.Is(err, errs.KindInvalid) {
		*fields = append(*fields, errs.FieldsOf(err)...)
		return nil
	}
	return err
}

// unusable says what is wrong with a room that was asked for; "" is nothing.
func unusable(found room.Room, known bool) string {
	switch {
	case !known:
		return "must be the id of one of the hotel's rooms"
	case !found.Active:
		return fmt.Sprintf("names room %s, which is not in use", found.Number)
	}
	return ""
}

// room is the found room as it joins a booking. It adds to fields what is wrong with its rates.
func (r RoomRequest) room(fields *errs.Fields, found room.Room, position int, from, to date.Date) lodging.Room {
	joins := lodging.Room{Position: position, RoomID: cmp.Or(found.ID, id.New()), CategoryID: r.CategoryID,
		Locked: found.ID != "" && r.CategoryID == "", Number: found.Number, Type: found.Category, Rate: found.Rate,
		Adults: r.Adults, Children: r.Children, Sold: r.Sold, DayUse: from == to}
	if joins.DayUse && found.ID == "" {
		fields.Add(r.Field+"roomId", "is required for a day use, which has a room from the start")
	}
	if r.Rate != nil {
		joins.Rate = *r.Rate
	}
	joins = joins.Priced(from, to)
	if r.Rates != nil {
		joins.PriceNights(fields, r.Field+"rates", r.Rates)
	}
	return joins
}

// giveTo links the booking to the guest with this id, or with "" to a new one made of the booking's own details.
func (s *Service) giveTo(tx *db.Tx, sc scope.Scope, b *Booking, field, guestID string) (err error) {
	if guestID == "" {
		b.GuestID, err = s.guests.Create(tx, sc, guest.Guest{Name: b.GuestName, Email: b.GuestEmail, Phone: b.GuestPhone})
		return err
	}
	if _, err := s.guests.Lock(tx, sc, guestID); errs.Is(err, errs.KindNotFound) {
		return errs.InvalidField(field, "must be the id of one of the hotel's guests, or be left out")
	} else if err != nil {
		return err
	}
	b.GuestID = guestID
	return nil
}

// agreeOnPrice sets the total: what the nights cost, or as agreed, which the nights then share.
func (b *Booking) agreeOnPrice(agreed *money.Amount) error {
	if b.Rooms.TooDear() {
		return errs.InvalidField("rooms", "cost more together than an amount can be")
	}
	if b.Total = b.Rooms.Price(); agreed != nil && *agreed != b.Total {
		b.Total = *agreed
		b.Rooms.Spread(b.Total, b.Rooms.Nights())
	}
	return nil
}

// agreeOnTax decides whether the booking's prices include tax, as agreed or as the books say, and finds the tax.
func (b *Booking) agreeOnTax(t offer.Terms, agreed *bool) error {
	books, rules, err := t.Get()
	if err != nil {
		return err
	}
	b.PricesIncludeTax = books.PricesIncludeTax
	if agreed != nil {
		b.PricesIncludeTax = *agreed
	}
	b.RoomTax = b.terms().Reconcile(nil).ComingTax(rules, b.Today)
	return nil
}

// change runs one operation on an existing booking: the row is this transaction's own from the start, and what the
// operation changed in it is saved at the end.
func (s *Service) change(ctx context.Context, sc scope.Scope, bookingID string,
	operation func(tx *db.Tx, b *Booking) error) (*Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*Booking, error) {
		return Change(tx, sc, bookingID, func(b *Booking) (*Booking, error) { return b, operation(tx, b) })
	})
}

// changeLocked is change for cancelling and reinstating, which move money: it locks the books first, lets invoices
// follow, and reads the booking again at the end, since payments write to it too.
func (s *Service) changeLocked(tx *db.Tx, sc scope.Scope, bookingID string,
	operation func(books ledger.Locked, b *Booking) error) (*Booking, error) {
	lock := ledger.AskLock(tx, sc)
	var books ledger.Locked
	b, err := Change(tx, sc, bookingID, func(b *Booking) (_ *Booking, err error) {
		if books, err = lock.Get(); err != nil {
			return nil, err
		}
		return b, operation(books, b)
	})
	if err != nil {
		return nil, err
	}
	if err := s.hooks.OnCancel(books, sc, b); err != nil {
		return nil, err
	}
	return Find(tx, sc, bookingID)
}

// Change runs one operation on an existing booking inside the caller's transaction: it locks the booking, saves what
// the operation changed in it, and returns what the operation returns. Transactions that move money lock the books
// first.
func Change[T any](tx *db.Tx, sc scope.Scope, bookingID string, operation func(b *Booking) (T, error)) (T, error) {
	var none T
	b, err := Lock(tx, sc, bookingID)
	if err == nil {
		err = sc.CheckVersion(b.Version)
	}
	if err != nil {
		return none, err
	}
	was := b.copy()
	result, err := operation(b)
	if err != nil {
		return none, err
	}
	if b.is(was) {
		return result, nil
	}
	if words := b.Words(); !slices.Equal(words, was.Words()) {
		if err := wordindex.Set(tx, sc, wordindex.Booking, b.ID, words); err != nil {
			return none, err
		}
	}
	return result, save(tx, sc, b, was.Status)
}

// publish publishes an event of the booking; a notice's message is completed to a sentence that begins with the code.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, b *Booking, e event.Event) error {
	e.ResourceType, e.ResourceID, e.Details["code"] = "booking", b.ID, b.Code
	if len(b.Warnings) > 0 {
		e.Details["warnings"] = web.Codes(b.Warnings)
	}
	e.Touched = map[string][]string{"housekeeping": b.dirtied}
	if e.Notice != nil {
		e.Notice.Message = b.Code + ": " + e.Notice.Message + "."
		e.Notice.Unreachable = b.GuestEmail == ""
	}
	return s.bus.Publish(tx, sc, e)
}

func created(b *Booking, currency string) event.Event {
	rooms := b.Rooms.Current()
	return event.Event{Action: "booking.created",
		Notice: &event.Notice{Type: event.BookingCreated, Title: "New booking",
			Message: fmt.Sprintf("%s booked %s from %s to %s", b.GuestName, lodging.InWords(rooms), b.CheckIn.Text(),
				b.CheckOut.Text())},
		Details: map[string]any{"guestId": b.GuestID, "guestName": b.GuestName, "checkIn": b.CheckIn,
			"checkOut": b.CheckOut, "rooms": lodging.Numbers(rooms), "totalAmount": b.Total.Number(currency)}}
}

// updated is the event of a change that has no notice type of its own.
func updated(message string, details map[string]any) event.Event {
	return event.Event{Action: "booking.updated", Details: details,
		Notice: &event.Notice{Type: event.BookingUpdated, Title: "Booking changed", Message: message}}
}

// Get reads one booking by its id.
func (s *Service) Get(ctx context.Context, sc scope.Scope, bookingID string) (*Booking, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (*Booking, error) { return Find(tx, sc, bookingID) })
}

// GetByCode reads one booking by its number.
func (s *Service) GetByCode(ctx context.Context, sc scope.Scope, code string) (*Booking, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (*Booking, error) { return ask(tx, sc, selectByCode, code).Get() })
}

func stays(rooms lodging.Rooms) []inventory.Stay {
	list := make([]inventory.Stay, 0, len(rooms))
	for _, r := range rooms {
		if r.Assigned() {
			list = append(list, inventory.Stay{RoomID: r.RoomID, RoomNumber: r.Number, From: r.From, To: r.To,
				DayUse: r.DayUse && len(r.Nights) > 0})
		}
	}
	return list
}

// instant is the given time, or now.
func instant(given *int64, now time.Time) *int64 {
	if given != nil {
		return given
	}
	return new(now.UnixMilli())
}
