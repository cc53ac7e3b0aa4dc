package booking

import (
	"cmp"
	"context"
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/stay/hold"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/offer"
	"sarai/internal/stay/waitlist"
)

// Service does what can be done with bookings.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	rooms  *room.Service
	guests *guest.Service
	ledger *ledger.Service
	offers *offer.Service
	holds  *hold.Service
	waits  *waitlist.Service
	sell   SellServices
}

// SellServices sells services to a booking, new or as a room joins it. Without any it does nothing.
type SellServices func(tx *db.Tx, sc scope.Scope, b *Booking, services []offer.Added) error

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, guests *guest.Service, accounts *ledger.Service,
	offers *offer.Service, holds *hold.Service, waits *waitlist.Service, sell SellServices) *Service {
	return &Service{db: d, bus: bus, rooms: rooms, guests: guests, ledger: accounts, offers: offers, holds: holds,
		waits: waits, sell: sell}
}

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

// Joining is the room that joins the booking for the nights [from, to), and the room's own rate. Invalid names it by
// the field.
func (s *Service) Joining(tx *db.Tx, sc scope.Scope, b *Booking, field string, r RoomRequest,
	from, to date.Date) (joins lodging.Room, own money.Amount, err error) {
	var fields errs.Fields
	if err := s.checkCategory(tx, sc, &fields, r); err != nil || len(fields) > 0 {
		return joins, 0, cmp.Or(err, fields.Err())
	}
	if r.anyRoom() {
		joins = r.room(&fields, room.Room{}, 0, from, to)
		return joins, 0, fields.Err()
	}
	known, err := b.LockRooms(tx, sc, s.rooms, []string{r.RoomID}).Get()
	if err != nil {
		return joins, 0, err
	}
	found, ok := known[r.RoomID]
	problem := unusable(found, ok)
	if problem == "" && b.Rooms.CurrentByName(found.ID) != nil {
		problem = fmt.Sprintf("names room %s, which is part of this booking already", found.Number)
	}
	if problem != "" {
		return joins, 0, errs.InvalidField(field, "%s", problem)
	}
	joins = r.room(&fields, found, 0, from, to)
	return joins, found.Rate, fields.Err()
}

// Get reads one booking by its id.
func (s *Service) Get(ctx context.Context, sc scope.Scope, bookingID string) (*Booking, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (*Booking, error) { return Find(tx, sc, bookingID).Get() })
}

// GetByCode reads one booking by its number.
func (s *Service) GetByCode(ctx context.Context, sc scope.Scope, code string) (*Booking, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (*Booking, error) { return find(tx, sc, selectByCode, code).Get() })
}
