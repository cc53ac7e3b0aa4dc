package statement

import (
	"context"

	"sarai/internal/books/balance"
	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Follow hears events. The books can't be unlocked as long as a year is closed.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if !events.Unlocked.Is(e) {
		return nil
	}
	_, last, err := previous(tx, sc)
	if err == nil && last != "" {
		err = errs.Conflict("The financial year until %s is closed: reopen it before you unlock the books.", last.Short())
	}
	return err
}

// closeYear carries the result until the last day of the financial year forward: all that no closing before has. Doing
// it again leaves no trace.
func (s *Service) closeYear(ctx context.Context, sc scope.Scope, first, last date.Date, notes string) (
	closedYear, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (y closedYear, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return y, err
		}
		years, newest, err := previous(tx, sc)
		switch {
		case err != nil:
			return y, err
		case newest == last:
			return years[0], nil
		case last < newest:
			return y, errs.InvalidField("year", "must be after that which ends on %s: it is closed", newest.Short())
		case books.Days.Locked < last:
			return y, errs.InvalidField("year", "must be one until whose end, %s, the books are locked: lock them first",
				last.Short())
		}
		all, err := chart.All(tx, sc)
		if err != nil {
			return y, err
		}
		balances, err := balance.Until(tx, sc, last)
		if err != nil {
			return y, err
		}
		y = closedYear{Last: last, First: first, Result: sums(balances).result(all) - retained(years, last), Notes: notes,
			By: sc.User, ByName: sc.UserName, At: tx.Now.UnixMilli()}
		if err := insertYear(books, sc, y); err != nil {
			return y, err
		}
		return y, s.bus.Publish(tx, sc, yearClosed.Of(sc.Org, y.facts(sc.Currency)))
	})
}

// reopenYear takes back the newest closing; NotFound if there is none.
func (s *Service) reopenYear(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return err
		}
		years, newest, err := previous(tx, sc)
		if err != nil {
			return err
		}
		if newest == "" {
			return errs.NotFound("No financial year is closed.")
		}
		if err := removeYear(books, sc, newest); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, yearReopened.Of(sc.Org, years[0].facts(sc.Currency)))
	})
}
