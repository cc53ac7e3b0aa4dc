package chart

import (
	"context"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Service keeps charts of accounts.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	books *ledger.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, books *ledger.Service) *Service { return &Service{d, bus, books} }

// Follow hears events. An account that is deleted leaves the chart; one that others are under can't be.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if !events.AccountDeleted.Is(e) {
		return nil
	}
	heading, err := isHeading(tx, sc, e.ResourceID)
	if err != nil {
		return err
	}
	if heading {
		return errs.Conflict("Other accounts are under this one in the chart: give them another heading first.")
	}
	return remove(tx, sc, e.ResourceID)
}

func (s *Service) chart(ctx context.Context, sc scope.Scope) ([]Account, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Account, error) { return All(tx, sc) })
}

func (s *Service) get(ctx context.Context, sc scope.Scope, accountID string) (Account, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Account, error) { return find(tx, sc, accountID) })
}

// find is one of the hotel's accounts at its place.
func find(tx *db.Tx, sc scope.Scope, accountID string) (Account, error) {
	all, err := All(tx, sc)
	if err != nil {
		return Account{}, err
	}
	return among(all, accountID)
}

func among(all []Account, accountID string) (Account, error) {
	at := slices.IndexFunc(all, func(a Account) bool { return a.AccountID == accountID })
	if at < 0 {
		return Account{}, errs.NotFound("There is no such account.")
	}
	return all[at], nil
}

// create opens an account at its place in the chart.
func (s *Service) create(ctx context.Context, sc scope.Scope, wanted Wanted) (Account, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Account, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Account{}, err
		}
		all, err := All(tx, sc)
		if err != nil {
			return Account{}, err
		}
		a := ledger.Account{Name: wanted.Name, Kind: wanted.Kind, Active: true, Notes: wanted.Notes}
		if err := wanted.check(a.Class(), all); err != nil {
			return Account{}, err
		}
		opened, err := s.books.Open(books, sc, ledger.Opened{Account: a, Opening: wanted.Opening})
		if err != nil {
			return Account{}, err
		}
		p := wanted.Place
		p.AccountID, p.Version = opened.ID, 1
		return s.place(books, sc, p)
	})
}

// move changes where an account stands. An edit that changes nothing leaves no trace.
func (s *Service) move(ctx context.Context, sc scope.Scope, accountID string, edit func(*Place)) (Account, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Account, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Account{}, err
		}
		all, err := All(tx, sc)
		if err != nil {
			return Account{}, err
		}
		before, err := among(all, accountID)
		if err != nil {
			return before, err
		}
		if before.Own {
			return before, errs.Conflict("%s is one of the books' own accounts: its place in the chart is fixed.", before.Name)
		}
		if err := sc.CheckVersion(before.Version); err != nil {
			return before, err
		}
		after := before.Place
		if edit(&after); after == before.Place {
			return before, nil
		}
		if err := after.check(before.Class, all); err != nil {
			return before, err
		}
		after.Version++
		return s.place(books, sc, after)
	})
}

func (s *Service) place(books ledger.Locked, sc scope.Scope, p Place) (Account, error) {
	if err := save(books, sc, p); err != nil {
		return Account{}, err
	}
	a, err := find(books.Tx(), sc, p.AccountID)
	if err != nil {
		return a, err
	}
	return a, s.bus.Publish(books.Tx(), sc,
		placed.Of(p.AccountID, details{a.Name, p.Code, p.ParentID, a.Department, p.MustBeZero}))
}
