package search

import (
	"context"
	"fmt"

	"sarai/internal/billing/invoice"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/record/may"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
)

// Service searches.
type Service struct {
	db    *db.DB
	rooms *room.Service
}

// New makes the service.
func New(d *db.DB, rooms *room.Service) *Service { return &Service{db: d, rooms: rooms} }

// search finds what the caller may view. Invalid names q when there is nothing to search for.
func (s *Service) search(ctx context.Context, sc scope.Scope, text string) (found, error) {
	q, err := wordindex.Parse(text)
	if err != nil {
		return found{}, errs.InvalidField("q", "%s", err)
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (f found, err error) {
		for _, kind := range []struct {
			module string
			search func(*found, *db.Tx, scope.Scope, wordindex.Query) error
		}{{may.Guests, s.searchGuests}, {may.Guests, s.searchCompanies}, {may.Bookings, s.searchBookings},
			{may.Bookings, s.searchGroups},
			{may.Rooms, s.searchRooms}, {may.Invoices, s.searchInvoices}} {
			if !sc.Permissions.Has(kind.module, scope.View) {
				continue
			}
			if err := kind.search(&f, tx, sc, q); err != nil {
				return f, err
			}
		}
		return f, nil
	})
}

func (s *Service) searchGuests(f *found, tx *db.Tx, sc scope.Scope, q wordindex.Query) error {
	guests, err := lookUp(tx, sc, wordindex.Guest, q, guestsByID, guest.Guest.Words, guestOrder)
	if err != nil {
		return err
	}
	stays, err := lastStays(tx, sc, guests)
	f.guests = []visitor{}
	for _, g := range guests {
		f.guests = append(f.guests, visitor{g, stays[g.ID]})
	}
	return err
}

func (s *Service) searchCompanies(f *found, tx *db.Tx, sc scope.Scope, q wordindex.Query) (err error) {
	f.companies, err = lookUp(tx, sc, wordindex.Company, q, companiesByID, company.Company.Words, companyOrder)
	return err
}

func (s *Service) searchBookings(f *found, tx *db.Tx, sc scope.Scope, q wordindex.Query) (err error) {
	f.bookings, err = lookUp(tx, sc, wordindex.Booking, q, bookingsByID, (*booking.Booking).Words, bookingOrder)
	return err
}

func (s *Service) searchGroups(f *found, tx *db.Tx, sc scope.Scope, q wordindex.Query) (err error) {
	f.groups, err = lookUp(tx, sc, wordindex.Group, q, group.All, group.Group.Words, groupOrder)
	return err
}

func (s *Service) searchRooms(f *found, tx *db.Tx, sc scope.Scope, q wordindex.Query) error {
	rooms, err := s.rooms.All(tx, sc)
	f.rooms = best(q, rooms, roomWords, asListed)
	return err
}

func (s *Service) searchInvoices(f *found, tx *db.Tx, sc scope.Scope, q wordindex.Query) (err error) {
	f.invoices, err = lookUp(tx, sc, wordindex.Invoice, q, invoicesByID, invoice.Invoice.Words, invoiceOrder)
	return err
}

// lookUp reads the records that the index names, and takes the best of them.
func lookUp[T any](tx *db.Tx, sc scope.Scope, kind wordindex.Kind, q wordindex.Query,
	read func(*db.Tx, scope.Scope, []string) ([]T, error), words func(T) wordindex.Words,
	order func(a, b T) int) ([]T, error) {
	ids, err := wordindex.Find(tx, sc, kind, q)
	if err != nil || len(ids) == 0 {
		return []T{}, err
	}
	records, err := read(tx, sc, ids)
	return best(q, records, words, order), err
}

// Fill gives the organization's records from before the index their words, batch by batch until none is left or ctx
// ends.
func (s *Service) Fill(ctx context.Context, sc scope.Scope) error {
	for _, kind := range backlogs {
		for more := true; more; {
			var err error
			if more, err = db.Write(ctx, s.db, func(tx *db.Tx) (bool, error) { return kind.fillBatch(tx, sc) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// Check describes the records that their words don't find.
func (s *Service) Check(ctx context.Context, sc scope.Scope) (faults []string, err error) {
	for _, kind := range backlogs {
		for before, more := lastID, true; more && err == nil; {
			err = s.db.Read(ctx, func(tx *db.Tx) (err error) {
				var lacking []string
				if lacking, before, err = kind.checkBatch(tx, sc, before); err != nil {
					return err
				}
				for _, id := range lacking {
					faults = append(faults, fmt.Sprintf("a %s that not all of its words find: %s", kind.kind, id))
				}
				more = before != ""
				return nil
			})
		}
	}
	return faults, err
}
