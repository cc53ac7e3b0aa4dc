package payment

import (
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
)

// Service takes, refunds, voids and applies payments.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	ledger *ledger.Service
	outbox *mail.Outbox
	hooks  Hooks
}

// Hooks are what packages above do with payments.
type Hooks struct {
	// OnRefund is called when money of a booking was given back. What is kept of a cancelled one follows.
	OnRefund func(books ledger.Locked, sc scope.Scope, bookingID string) error
}

// Connect sets the hooks.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, books *ledger.Service, outbox *mail.Outbox) *Service {
	return &Service{db: d, bus: bus, ledger: books, outbox: outbox}
}

// Follow hears events. A booking whose guest gets another name leaves its payments the names of those who paid.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if !booking.GuestChanged.Is(e) && !booking.GuestCorrected.Is(e) {
		return nil
	}
	return ledger.KeepPayers(tx, sc, e.ResourceID)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, paymentID string) (Payment, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Payment, error) { return Read(tx, sc, paymentID) })
}

// Read reads a payment or refund; NotFound if there is none.
func Read(tx *db.Tx, sc scope.Scope, paymentID string) (Payment, error) {
	m, err := ledger.Get(tx, sc, paymentID)
	if err != nil {
		return Payment{}, err
	}
	return named(tx, sc, m)
}

func (s *Service) list(ctx context.Context, sc scope.Scope, q ListQuery, p paging.Query) (
	listing.Page[Payment], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[Payment], error) {
		found, err := list.Page(tx, sc, q, p)
		if err != nil {
			return listing.Page[Payment]{}, err
		}
		payments, err := allNamed(tx, sc, found.Records)
		return listing.Of(found, payments), err
	})
}

// named reads the names that go with a movement.
func named(tx *db.Tx, sc scope.Scope, m ledger.Movement) (Payment, error) {
	all, err := allNamed(tx, sc, []ledger.Movement{m})
	if err != nil {
		return Payment{}, err
	}
	return all[0], nil
}

func allNamed(tx *db.Tx, sc scope.Scope, movements []ledger.Movement) ([]Payment, error) {
	payments := make([]Payment, len(movements))
	if len(movements) == 0 {
		return payments, nil
	}
	names := ledger.Names(tx, sc)
	parts, err := partsOf(tx, sc, movements)
	if err != nil {
		return nil, err
	}
	accounts, err := names.Get()
	if err != nil {
		return nil, err
	}
	for i, m := range movements {
		payments[i] = Payment{Movement: m, AccountName: accounts[m.AccountID], Parts: parts[m.ID]}
	}
	return payments, nil
}
