package bookinglist

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
)

// Service lists bookings.
type Service struct {
	db     *db.DB
	guests *guest.Service
}

// New makes the service.
func New(d *db.DB, guests *guest.Service) *Service { return &Service{db: d, guests: guests} }

// found is one page of a list, and how many bookings the filter finds in all.
type found struct {
	bookings []*listed
	whole    []*booking.Booking // the same, if they were asked for
	total    int
}

// list lists bookings, whole ones too if asked for. NotFound when it is narrowed by a guest that doesn't exist.
func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, whole bool, limit, offset int) (found, error) {
	var asked named
	page, err := db.Read(ctx, s.db, func(tx *db.Tx) (page found, err error) {
		if f.GuestID != "" {
			if _, err := s.guests.Get(tx, sc, f.GuestID); err != nil {
				return page, err
			}
		}
		if f.hits, err = searched.Search(tx, sc, f.Search); err != nil {
			return page, err
		}
		way, err := f.wayOf(tx, sc, offset+limit)
		if err != nil {
			return page, err
		}
		page.total = way.found
		if asked, err = pageOf(tx, sc, f, way, limit, offset); err != nil || !whole {
			return page, err
		}
		for _, one := range asked.bookings {
			b, err := booking.Find(tx, sc, one.ID).Get()
			if err != nil {
				return page, err
			}
			page.whole = append(page.whole, b)
		}
		return page, nil
	})
	if err == nil {
		page.bookings, err = asked.get()
	}
	return page, err
}
