package bookinglist

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/gueststays"
	"sarai/internal/stay/precheck"
)

// Service lists bookings.
type Service struct {
	db     *db.DB
	guests *guest.Service
}

// New makes the service.
func New(d *db.DB, guests *guest.Service) *Service { return &Service{db: d, guests: guests} }

// entry is a booking in a list, in short or whole.
type entry struct {
	*listed
	whole   *booking.Booking // nil unless it was asked for
	checkin string           // the state of the online check-in
}

// history is what a guest's bookings come to. NotFound when there is no such guest.
func (s *Service) history(ctx context.Context, sc scope.Scope, guestID string) (gueststays.History, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (gueststays.History, error) {
		if _, err := s.guests.Get(tx, sc, guestID); err != nil {
			return gueststays.History{}, err
		}
		return gueststays.HistoryOf(tx, sc, guestID)
	})
}

// list lists bookings, whole ones if asked for. NotFound when it is narrowed by a guest that doesn't exist.
func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, whole bool,
	paging paging.Query) (page listing.Page[entry], err error) {
	var rooms db.Later[[]*listed]
	var bookings db.Later[[]*booking.Booking]
	var checkins db.Later[map[string]precheck.Record]
	found, err := db.Read(ctx, s.db, func(tx *db.Tx) (found listing.Page[*listed], err error) {
		if f.GuestID != "" {
			if _, err := s.guests.Get(tx, sc, f.GuestID); err != nil {
				return found, err
			}
		}
		if found, err = list.Page(tx, sc, f, paging); err != nil {
			return found, err
		}
		ids := make([]string, len(found.Records))
		for i, b := range found.Records {
			ids[i] = b.ID
		}
		rooms, checkins = withRooms(tx, sc, found.Records), precheck.Of(tx, sc, ids)
		if whole {
			bookings = booking.FindAll(tx, sc, ids)
		}
		return found, nil
	})
	if err != nil {
		return page, err
	}
	all, err := bookings.Get()
	if err != nil {
		return page, err
	}
	records, err := checkins.Get()
	if err != nil {
		return page, err
	}
	named, err := rooms.Get()
	entries := make([]entry, len(named))
	for i, b := range named {
		entries[i].listed, entries[i].checkin = b, records[b.ID].State(b.CheckIn, b.CheckOut)
		if all != nil {
			entries[i].whole = all[i]
		}
	}
	return listing.Of(found, entries), err
}
