package change

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// Service changes stays.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	rooms    *room.Service
	bookings *booking.Service
	sell     booking.SellServices
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, bookings *booking.Service, sell booking.SellServices) *Service {
	return &Service{db: d, bus: bus, rooms: rooms, bookings: bookings, sell: sell}
}

// Change is a change of rooms, nights or prices, that Make makes and Try only tries.
type Change interface {
	apply(s *Service, tx *db.Tx, sc scope.Scope, b *booking.Booking) error
}

// Make changes a booking's stay.
func (s *Service) Make(ctx context.Context, sc scope.Scope, bookingID string, c Change) (*booking.Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*booking.Booking, error) { return s.MakeIn(tx, sc, bookingID, c) })
}

// MakeIn is Make inside the caller's transaction.
func (s *Service) MakeIn(tx *db.Tx, sc scope.Scope, bookingID string, c Change) (*booking.Booking, error) {
	return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (*booking.Booking, error) {
		return b, c.apply(s, tx, sc, b)
	})
}

// makeAfter is Make after another booking has given way, if one is to.
func (s *Service) makeAfter(ctx context.Context, sc scope.Scope, way *GiveWay, bookingID string,
	c Change) (*booking.Booking, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (*booking.Booking, error) { return s.after(tx, sc, way, bookingID, c) })
}

// tryAfter tells what makeAfter would make of a booking, and changes nothing.
func (s *Service) tryAfter(ctx context.Context, sc scope.Scope, way *GiveWay, bookingID string,
	c Change) (booking.Trial, error) {
	return booking.Try(ctx, s.db, sc, bookingID, func(tx *db.Tx) (*booking.Booking, error) {
		return s.after(tx, sc, way, bookingID, c)
	})
}
