package deskpaper

import (
	"context"
	"time"

	"sarai/internal/books/businessday"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/stay/registration"
)

// Service reads what is printed.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

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
		bookings, err := registration.Find(tx, sc, ids...)
		if err != nil {
			return list, err
		}
		list = arrivals(bookings, sc)
		list.Date, list.Printed, list.Created = day, clockTime(tx.Now, sc), tx.Now
		list.Seller, err = document.Seller(tx, sc)
		return list, err
	})
}

func clockTime(t time.Time, sc scope.Scope) string { return words.Of(sc).Moment(t.In(sc.Zone)) }
