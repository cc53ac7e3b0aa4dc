package booking

import (
	"context"
	"fmt"
	"time"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/series"
	"sarai/internal/stay/lodging"
)

// Service does what can be done with bookings.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	rooms  *room.Service
	guests *guest.Service
	ledger *ledger.Service

	// OnCheckOut is called at the end of each check-out, when the folio is complete and the booking is saved. It may be nil.
	OnCheckOut func(books ledger.Locked, sc scope.Scope, b *Booking) error
	// GiveBack returns money of the booking's payments to the guest, and tells the booking by Receive.
	GiveBack func(books ledger.Locked, sc scope.Scope, bookingID string, amount money.Amount, method string) error
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, guests *guest.Service, money *ledger.Service) *Service {
	return &Service{db: d, bus: bus, rooms: rooms, guests: guests, ledger: money}
}

// Create books the rooms: all of them or none, with the guest, the advance and the number.
func (s *Service) Create(ctx context.Context, sc scope.Scope, in CreateBody) (CreatedView, error) {
	order, err := in.check(sc)
	if err != nil {
		return CreatedView{}, err
	}
	return s.place(ctx, sc, in, order)
}

// CreateAtOwnRates is Create for a request that names rooms by their ids only: each has its own rate and one adult.
func (s *Service) CreateAtOwnRates(ctx context.Context, sc scope.Scope, in CreateBody, roomIDs []string) (CreatedView, error) {
	in.Rooms = nil
	order, err := in.check(sc)
	if err != nil {
		return CreatedView{}, err
	}
	order.ownRates, order.field = true, "roomIds[%d]"
	for i, id := range roomIDs {
		order.rooms = append(order.rooms, lodging.Room{Position: i, RoomID: id, Adults: 1, From: in.CheckIn, To: in.CheckOut})
	}
	return s.place(ctx, sc, in, order)
}

// CreateIn is Create inside the caller's transaction.
// Its prices include tax as it was agreed, whatever the books say of new bookings.
func (s *Service) CreateIn(books ledger.Locked, sc scope.Scope, in CreateBody, pricesIncludeTax bool) (*Booking, error) {
	order, err := in.check(sc)
	if err != nil {
		return nil, err
	}
	order.pricesIncludeTax = &pricesIncludeTax
	return s.create(books.Tx(), books, sc, in, order)
}

// place makes the booking once for each Idempotency-Key.
func (s *Service) place(ctx context.Context, sc scope.Scope, in CreateBody, order order) (CreatedView, error) {
	var created CreatedView
	err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
		var books ledger.Locked // needed for an advance only: locking would queue up all bookings of the organization
		if order.advance > 0 {
			if books, err = ledger.Lock(tx, sc); err != nil {
				return err
			}
		}
		created, err = idempotency.Do(tx, sc, func() (CreatedView, error) {
			b, err := s.create(tx, books, sc, in, order)
			if err != nil {
				return CreatedView{}, err
			}
			return createdView(b, sc.Currency), nil
		})
		return err
	})
	return created, err
}

// create makes the booking. The books need to be locked only if there is an advance.
func (s *Service) create(tx *db.Tx, books ledger.Locked, sc scope.Scope, in CreateBody, order order) (*Booking, error) {
	b := newBooking(tx, sc)
	in.fill(b, order)
	if err := s.describeRooms(tx, sc, b, order); err != nil {
		return nil, err
	}
	if err := s.giveGuest(tx, sc, b, "guestId", in.GuestID); err != nil {
		return nil, err
	}
	if err := inventory.Hold(tx, sc, inventory.Booking, b.ID, stays(b.Rooms)); err != nil {
		return nil, err
	}
	b.Total = b.Rooms.Price()
	if order.total != nil {
		b.Total = *order.total
	}
	if b.Rooms.TooDear() {
		return nil, errs.InvalidField("rooms", "cost more together than an amount can be")
	}
	if b.Advance > b.Total {
		return nil, errs.InvalidField("advanceAmount", "must not be more than the total of %s", b.Total.Number(sc.Currency))
	}
	b.Paid = b.Advance
	if err := b.agreeOnTax(tx, sc, order.pricesIncludeTax); err != nil {
		return nil, err
	}
	// The number comes last: on PostgreSQL the series row makes an organization's bookings wait for each other.
	var err error
	if b.Code, err = series.Next(tx, sc, series.Booking); err != nil {
		return nil, err
	}
	if err := insert(tx, sc, b); err != nil {
		return nil, err
	}
	if b.Advance > 0 {
		advance := ledger.Instruction{Kind: ledger.Payment, BookingID: b.ID, BookingCode: b.Code, Amount: b.Advance, Method: ledger.Method(in.PaymentMethod),
			Payer: b.GuestName, PayerEmail: b.GuestEmail}
		if _, err := s.ledger.Record(books, sc, advance); err != nil {
			return nil, err
		}
	}
	err = s.publish(tx, sc, b, "booking.created", event.BookingCreated, "New booking",
		fmt.Sprintf("%s booked %s from %s to %s", b.GuestName, roomList(b.Rooms.Current()), b.CheckIn, b.CheckOut),
		map[string]any{"code": b.Code, "guestId": b.GuestID, "guestName": b.GuestName, "checkIn": b.CheckIn, "checkOut": b.CheckOut, "rooms": RoomNumbers(b.Rooms.Current()), "totalAmount": b.Total.Number(sc.Currency)})
	if err != nil {
		return nil, err
	}
	return b, count(tx, sc, map[string]int{b.Status: 1})
}

// agreeOnTax settles for good whether the booking's prices include tax: as agreed, or as the books say. Where they don't,
// it adds the tax on the rooms.
func (b *Booking) agreeOnTax(tx *db.Tx, sc scope.Scope, agreed *bool) error {
	if agreed == nil {
		books, err := ledger.Read(tx, sc)
		if err != nil {
			return err
		}
		agreed = &books.PricesIncludeTax
	}
	if b.PricesIncludeTax = *agreed; b.PricesIncludeTax {
		return nil
	}
	rules, err := tax.Load(tx, sc)
	if err != nil {
		return err
	}
	b.RoomTax = b.terms().Survey(nil).ComingTax(rules)
	return nil
}

// describeRooms gives the booked rooms the hotel's own numbers and categories, whatever the request called them.
func (s *Service) describeRooms(tx *db.Tx, sc scope.Scope, b *Booking, order order) error {
	ids := make([]string, 0, len(order.rooms))
	for _, r := range order.rooms {
		ids = append(ids, r.RoomID)
	}
	known, err := s.rooms.LockShared(tx, sc, ids)
	if err != nil {
		return err
	}
	var fields errs.Fields
	for i, r := range order.rooms {
		found, ok := known[r.RoomID]
		if !ok {
			fields.Add(fmt.Sprintf(order.field, i), "must be the id of one of the hotel's rooms")
			continue
		}
		if !found.Active {
			fields.Add(fmt.Sprintf(order.field, i), "names room %s, which is not in use", found.Number)
		}
		r.Number, r.Type = found.Number, found.Category
		if order.ownRates {
			r.Rate = found.Rate
		}
		b.Rooms = append(b.Rooms, r)
	}
	return fields.Err()
}

// giveGuest links the booking to the guest with this id, or to a new one made of the booking's own details.
func (s *Service) giveGuest(tx *db.Tx, sc scope.Scope, b *Booking, field, guestID string) error {
	if guestID == "" {
		made, err := s.guests.Create(tx, sc, guest.Guest{Name: b.GuestName, Email: b.GuestEmail, Phone: b.GuestPhone})
		b.GuestID = made
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

// change runs one operation on an existing booking: the row is this transaction's own from the start, and
// what the operation changed in it is saved at the end.
func (s *Service) change(ctx context.Context, sc scope.Scope, bookingID string, operation func(tx *db.Tx, b *Booking) error) (b *Booking, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		b, err = Change(tx, sc, bookingID, operation)
		return err
	})
	return b, err
}

// settle is change for what moves money: the books come first.
func (s *Service) settle(ctx context.Context, sc scope.Scope, bookingID string, operation func(books ledger.Locked, b *Booking) error) (b *Booking, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := ledger.Lock(tx, sc)
		if err != nil {
			return err
		}
		b, err = Change(tx, sc, bookingID, func(_ *db.Tx, b *Booking) error { return operation(books, b) })
		return err
	})
	return b, err
}

// Change runs one operation on an existing booking inside the caller's transaction: it locks the booking, and saves what
// the operation changed in it.
func Change(tx *db.Tx, sc scope.Scope, bookingID string, operation func(tx *db.Tx, b *Booking) error) (*Booking, error) {
	b, err := Lock(tx, sc, bookingID)
	if err != nil {
		return nil, err
	}
	was := b.Status
	if err := operation(tx, b); err != nil {
		return nil, err
	}
	return b, save(tx, sc, b, was)
}

// publish tells what happened: an audit entry always, a notification when noticeType is given.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, b *Booking, action string, noticeType event.NoticeType, title, message string, details map[string]any) error {
	e := event.Event{Action: action, ResourceType: "booking", ResourceID: b.ID, Details: details}
	if !noticeType.IsZero() {
		e.Notice = &event.Notice{Type: noticeType, Title: title, Message: b.Code + ": " + message + "."}
	}
	return s.bus.Publish(tx, sc, e)
}

func (s *Service) updated(tx *db.Tx, sc scope.Scope, b *Booking, message string, details map[string]any) error {
	details["code"] = b.Code
	return s.publish(tx, sc, b, "booking.updated", event.BookingUpdated, "Booking changed", message, details)
}

// Get reads one booking by its id.
func (s *Service) Get(ctx context.Context, sc scope.Scope, bookingID string) (b *Booking, err error) {
	err = s.db.ReadOne(ctx, func(tx *db.Tx) error {
		b, err = find(tx, sc, "booking_id", bookingID)
		return err
	})
	return b, err
}

// GetByCode reads one booking by its number.
func (s *Service) GetByCode(ctx context.Context, sc scope.Scope, code string) (b *Booking, err error) {
	err = s.db.ReadOne(ctx, func(tx *db.Tx) error {
		b, err = find(tx, sc, "code", code)
		return err
	})
	return b, err
}

// GuestInUse tells whether any booking is the guest's.
func GuestInUse(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
	var used bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM bookings WHERE org_id = $1 AND guest_id = $2)`, sc.Org, guestID).Scan(&used)
	return used, err
}

// Any tells whether the organization has any booking at all.
func Any(tx *db.Tx, org string) (bool, error) {
	var any bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM bookings WHERE org_id = $1)`, org).Scan(&any)
	return any, err
}

func stays(rooms lodging.Rooms) []inventory.Stay {
	list := make([]inventory.Stay, 0, len(rooms))
	for _, r := range rooms {
		list = append(list, inventory.Stay{RoomID: r.RoomID, RoomNumber: r.Number, From: r.From, To: r.To})
	}
	return list
}

func roomList(rooms []*lodging.Room) string {
	if len(rooms) == 1 {
		return "room " + rooms[0].Number
	}
	return fmt.Sprintf("%d rooms", len(rooms))
}

// instant is the given time, or now.
func instant(given *int64, now time.Time) *int64 {
	if given != nil {
		return given
	}
	ms := now.UnixMilli()
	return &ms
}

// replaceRooms gives the booking other rooms or nights, and the total the difference in price.
func (b *Booking) replaceRooms(tx *db.Tx, sc scope.Scope, rooms lodging.Rooms) error {
	for i := range rooms {
		rooms[i].Position = i
	}
	if err := rooms.CheckApart(); err != nil {
		return err
	}
	if err := inventory.Exchange(tx, sc, inventory.Booking, b.ID, stays(b.Rooms), stays(rooms)); err != nil {
		return err
	}
	b.Total += rooms.Price() - b.Rooms.Price()
	if rooms.TooDear() || b.Total > money.Max {
		return errs.Conflict("This would make the booking cost more than an amount can be.")
	}
	b.Total = max(b.Total, 0)
	b.Rooms = rooms
	return saveRooms(tx, sc, b)
}

func today(tx *db.Tx, sc scope.Scope) date.Date { return sc.Today(tx.Now) }
