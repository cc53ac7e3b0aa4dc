package deskpaper

import (
	"context"
	"errors"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
	"sarai/internal/stay/booking"
)

// Service reads what is printed, and keeps what is signed.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	guests *guest.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, guests *guest.Service) *Service {
	return &Service{db: d, bus: bus, guests: guests}
}

// Card is a booking's registration card.
func (s *Service) Card(ctx context.Context, sc scope.Scope, bookingID string) (document.Card, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (card document.Card, err error) {
		found, err := find(tx, sc, bookingID)
		if err != nil {
			return card, err
		}
		b := found[0]
		var g guest.Guest // nobody, for who may not view guests
		if sc.Permissions.Has(may.Guests, scope.View) {
			if g, err = s.guests.Get(tx, sc, b.GuestID); err != nil {
				return card, err
			}
		}
		o, err := organization.Get(tx, sc.Org).Get()
		if err != nil {
			return card, err
		}
		card = document.Card{Number: b.Code, Printed: clockTime(tx.Now, sc), Created: tx.Now,
			Sections: sections(b, g, o, sc), Terms: terms(o)}
		signed, err := signature(tx, sc, b.ID)
		if err == nil {
			card.Signature, card.SignedOn = signed.Content, signed.signedOn(sc)
		} else if !errors.Is(err, db.ErrNoRows) {
			return card, err
		}
		if card.Seller, err = document.Seller(tx, sc); err != nil {
			return card, err
		}
		card.Logo, err = document.LogoOf(tx, sc, card.Seller)
		return card, err
	})
}

// Arrivals is the list of those who arrive on a day, "" being the business day. Invalid names a bad day as date.
func (s *Service) Arrivals(ctx context.Context, sc scope.Scope, day date.Date) (document.List, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (list document.List, err error) {
		if day == "" {
			if day, err = businessday.Business(tx, sc); err != nil {
				return list, err
			}
		}
		if _, err := date.Parse(string(day)); err != nil {
			return list, errs.InvalidField("date", "%s", err)
		}
		ids, err := arriving(tx, sc, day)
		if err != nil {
			return list, err
		}
		bookings, err := find(tx, sc, ids...)
		if err != nil {
			return list, err
		}
		list = arrivals(bookings, sc)
		list.Date, list.Printed, list.Created = day, clockTime(tx.Now, sc), tx.Now
		list.Seller, err = document.Seller(tx, sc)
		return list, err
	})
}

// find reads the bookings, with the categories' names as the types of rooms that aren't assigned.
func find(tx *db.Tx, sc scope.Scope, ids ...string) ([]*booking.Booking, error) {
	names, err := categories(tx, sc)
	if err != nil {
		return nil, err
	}
	list := make([]*booking.Booking, len(ids))
	for i, id := range ids {
		if list[i], err = booking.Find(tx, sc, id).Get(); err != nil {
			return nil, err
		}
		for _, r := range list[i].Shown() {
			if !r.Assigned() {
				r.Type = names[r.CategoryID]
			}
		}
	}
	return list, nil
}

func clockTime(t time.Time, sc scope.Scope) string { return words.Of(sc).Moment(t.In(sc.Zone)) }
