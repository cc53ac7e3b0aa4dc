package deposit

import (
	"cmp"
	"context"
	"errors"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
	"sarai/internal/stay/booking"
)

// Service keeps deposits.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{d, bus} }

// whole is a deposit with what has come of it. Repeated requests are answered from what package idempotency keeps of
// it, hence its fields are exported.
type whole struct {
	Deposit
	Ends []End
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Deposit], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, depositID string) (whole, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (whole, error) {
		d, err := find(tx, sc, depositID)
		if err != nil {
			return whole{}, err
		}
		ends, err := endsOf(tx, sc, depositID)
		return whole{d, ends}, err
	})
}

// take takes a deposit. Its date is today if it has none.
func (s *Service) take(ctx context.Context, sc scope.Scope, d Deposit) (whole, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (whole, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return whole{}, err
		}
		d := d // this may run again
		d.Date = cmp.Or(d.Date, books.Days.Today)
		if err := books.Days.Check("date", d.Date); err != nil {
			return whole{}, err
		}
		d.Date = books.Days.Posting(d.Date)
		account, err := ledger.AccountFor(tx, sc, d.AccountID, d.Method).Get()
		if err != nil {
			return whole{}, err
		}
		if d.BookingID != "" {
			b, err := booking.Find(tx, sc, d.BookingID).Get()
			if errs.Is(err, errs.KindNotFound) || errors.Is(err, db.ErrNoRows) {
				err = errs.InvalidField("bookingId", "must be the id of one of the hotel's bookings")
			}
			if err != nil {
				return whole{}, err
			}
			d.Payer = cmp.Or(d.Payer, b.GuestName)
		}
		d.ID, d.State, d.AccountID = id.New(), open, account.ID
		d.CreatedBy, d.CreatedByName, d.CreatedAt = sc.User, sc.UserName, tx.Now.UnixMilli()
		if d.Number, err = series.Next(tx, sc, series.Deposit).Get(); err != nil {
			return whole{}, err
		}
		if err := insert(tx, sc, d); err != nil {
			return whole{}, err
		}
		if err := ledger.Post(books, sc, d.taken()); err != nil {
			return whole{}, err
		}
		return whole{Deposit: d}, s.bus.Publish(tx, sc, takenEvent.Of(d.ID, d.facts(sc)))
	})
}

// finish gives a part of a deposit back, or keeps it; an amount of zero is all that is left. Money goes back as it has
// come unless e says otherwise.
func (s *Service) finish(ctx context.Context, sc scope.Scope, depositID string, e End) (whole, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (whole, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return whole{}, err
		}
		d, err := find(tx, sc, depositID)
		if err != nil {
			return whole{}, err
		}
		e := e // this may run again
		if err := e.fit(books, sc, d); err != nil {
			return whole{}, err
		}
		if e.Kind == returned {
			if e.Method == "" {
				e.Method, e.AccountID = d.Method, cmp.Or(e.AccountID, d.AccountID)
			}
			account, err := ledger.AccountFor(tx, sc, e.AccountID, e.Method).Get()
			if err != nil {
				return whole{}, err
			}
			e.AccountID = account.ID
		}
		if err := end(tx, sc, &d, e); err != nil {
			return whole{}, err
		}
		if err := ledger.Post(books, sc, d.ended(e)); err != nil {
			return whole{}, err
		}
		told := returnedEvent
		if e.Kind == kept {
			told = keptEvent
		}
		if err := s.bus.Publish(tx, sc, told.Of(d.ID, e.facts(sc, d))); err != nil {
			return whole{}, err
		}
		ends, err := endsOf(tx, sc, d.ID)
		return whole{d, ends}, err
	})
}

// fit fills in what isn't said, and refuses more than is left and days that are over.
func (e *End) fit(books ledger.Locked, sc scope.Scope, d Deposit) error {
	if d.left() == 0 {
		return errs.Conflict("Nothing is left of deposit %s.", d.Number)
	}
	if e.Amount = cmp.Or(e.Amount, d.left()); e.Amount > d.left() {
		return errs.InvalidField("amount", "must be at most what is left of the deposit, %s", d.left().Text(sc.Currency))
	}
	e.Date = cmp.Or(e.Date, books.Days.Today)
	if err := books.Days.Check("date", e.Date); err != nil {
		return err
	}
	if e.Date < d.Date && d.Date <= books.Days.Today {
		return errs.InvalidField("date", "must not be before that of the deposit, %s", d.Date.Short())
	}
	tx := books.Tx()
	e.Date, e.DepositID, e.ID = books.Days.Posting(e.Date), d.ID, id.New()
	e.CreatedBy, e.CreatedByName, e.CreatedAt = sc.User, sc.UserName, tx.Now.UnixMilli()
	return nil
}
