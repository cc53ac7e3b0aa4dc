package voucher

import (
	"cmp"
	"context"

	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
)

// Service keeps vouchers.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	maxFiles int64
}

// New makes the service. What is attached to a hotel's vouchers may have maxFiles bytes together; 0: any number.
func New(d *db.DB, bus *event.Bus, maxFiles int64) *Service { return &Service{d, bus, maxFiles} }

// named is something with the names of all accounts that it may be of. Repeated requests are answered from what
// package idempotency keeps of it, hence its fields are exported.
type named[T any] struct {
	Of    T
	Names map[string]string
}

func withNames[T any](tx *db.Tx, sc scope.Scope, of T) (named[T], error) {
	all, err := chart.All(tx, sc)
	names := map[string]string{}
	for _, a := range all {
		names[a.AccountID] = a.Name
	}
	return named[T]{of, names}, err
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Voucher], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, voucherID string) (named[Voucher], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (named[Voucher], error) {
		v, err := find(tx, sc, voucherID)
		if err != nil {
			return named[Voucher]{}, err
		}
		return withNames(tx, sc, v)
	})
}

// create posts a voucher. Its date is today if it has none.
func (s *Service) create(ctx context.Context, sc scope.Scope, wanted Voucher) (named[Voucher], error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (named[Voucher], error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return named[Voucher]{}, err
		}
		v, err := s.Write(books, sc, wanted)
		if err != nil {
			return named[Voucher]{}, err
		}
		return withNames(tx, sc, v)
	})
}

// Write posts a voucher. Its date is today if it has none; without a kind it is a contra if it can be one.
func (s *Service) Write(books ledger.Locked, sc scope.Scope, wanted Voucher) (Voucher, error) {
	tx := books.Tx()
	all, err := chart.All(tx, sc)
	if err != nil {
		return wanted, err
	}
	wanted.Kind = cmp.Or(wanted.Kind, wanted.kindOf(all))
	if err := wanted.check(all, sc.Currency); err != nil {
		return wanted, err
	}
	v, err := post(books, sc, wanted)
	if err != nil {
		return v, err
	}
	return v, s.bus.Publish(tx, sc, posted.Of(v.ID, v.facts(sc)))
}

// post numbers, writes and posts the voucher.
func post(books ledger.Locked, sc scope.Scope, v Voucher) (Voucher, error) {
	tx := books.Tx()
	v.Date = cmp.Or(v.Date, books.Days.Today)
	if err := books.Days.Check("date", v.Date); err != nil {
		return v, err
	}
	v.Date = books.Days.Posting(v.Date)
	v.ID, v.CreatedBy, v.CreatedByName, v.CreatedAt = id.New(), sc.User, sc.UserName, tx.Now.UnixMilli()
	v.Amount, v.Lines = 0, append([]Line(nil), v.Lines...) // this may run again
	for i := range v.Lines {
		v.Lines[i].VoucherID, v.Lines[i].Position = v.ID, i
		v.Amount += max(v.Lines[i].Amount, 0)
	}
	var err error
	if v.Number, err = series.Next(tx, sc, series.Voucher).Get(); err != nil {
		return v, err
	}
	if err := insert(tx, sc, v); err != nil {
		return v, err
	}
	return v, ledger.Post(books, sc, v.posting())
}

// reverse takes a voucher back by one with the opposite lines, and returns that.
func (s *Service) reverse(ctx context.Context, sc scope.Scope, voucherID, reason string, day date.Date) (
	named[Voucher], error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (named[Voucher], error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return named[Voucher]{}, err
		}
		v, err := find(tx, sc, voucherID)
		if err != nil {
			return named[Voucher]{}, err
		}
		if v.ReversalOf != "" {
			return named[Voucher]{}, errs.Conflict("%s takes another voucher back: it can't be reversed itself. "+
				"Write a new voucher.", v.Number)
		}
		if v.ReversedBy != "" {
			return named[Voucher]{}, errs.Conflict("Voucher %s is reversed already.", v.Number)
		}
		if day = cmp.Or(day, books.Days.Today); day < v.Date && v.Date <= books.Days.Today {
			return named[Voucher]{}, errs.InvalidField("date", "must not be before that of the voucher, %s", v.Date.Short())
		}
		r, err := post(books, sc, v.reversal(reason, day))
		if err != nil {
			return named[Voucher]{}, err
		}
		if err := markReversed(tx, sc, v, r.ID); err != nil {
			return named[Voucher]{}, err
		}
		if err := s.bus.Publish(tx, sc, reversed.Of(v.ID, reversedDetails{v.Number, r.ID, r.Number, reason,
			v.Amount.Number(sc.Currency)})); err != nil {
			return named[Voucher]{}, err
		}
		return withNames(tx, sc, r)
	})
}
