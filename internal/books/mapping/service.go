package mapping

import (
	"context"
	"slices"

	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Service keeps mappings.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{d, bus} }

// Follow hears events. An account that something is posted to stays, and stays in use.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if !events.AccountDeleted.Is(e) && !events.AccountUpdated.Is(e) {
		return nil
	}
	k, err := read(tx, sc).Get()
	if err != nil || !slices.Contains(k.Mapping.accounts(), e.ResourceID) {
		return err
	}
	const text = "Sales or expenses are posted to this account: map them to another one first."
	if events.AccountDeleted.Is(e) {
		return errs.Conflict(text)
	}
	all, err := chart.All(tx, sc)
	if err == nil && slices.ContainsFunc(all, func(a chart.Account) bool {
		return a.AccountID == e.ResourceID && !a.Active
	}) {
		err = errs.InvalidField("isActive", "must stay true: sales or expenses are posted to this account. Map them to "+
			"another one first")
	}
	return err
}

// named is the mapping with the names of all accounts.
type named struct {
	stored
	names map[string]string
}

func (s *Service) get(ctx context.Context, sc scope.Scope) (named, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (named, error) {
		k, err := read(tx, sc).Get()
		if err != nil {
			return named{}, err
		}
		all, err := chart.All(tx, sc)
		return k.named(all), err
	})
}

func (k stored) named(all []chart.Account) named {
	names := map[string]string{}
	for _, a := range all {
		names[a.AccountID] = a.Name
	}
	return named{k, names}
}

// set edits the mapping. An edit that changes nothing leaves no trace.
func (s *Service) set(ctx context.Context, sc scope.Scope, edit func(*Mapping)) (named, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (named, error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return named{}, err
		}
		k, err := read(tx, sc).Get()
		if err != nil {
			return named{}, err
		}
		if err := sc.CheckVersion(k.Version); err != nil {
			return named{}, err
		}
		all, err := chart.All(tx, sc)
		if err != nil {
			return named{}, err
		}
		before := k.Mapping
		edit(&k.Mapping)
		if err := k.Mapping.check(all); err != nil || before.same(k.Mapping) {
			return k.named(all), err
		}
		k.Version++
		if err := save(tx, sc, k); err != nil {
			return named{}, err
		}
		return k.named(all), s.bus.Publish(tx, sc, changed.Of(sc.Org, k.Mapping.facts()))
	})
}
