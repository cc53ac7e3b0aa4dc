package rateplan

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
	"sarai/internal/record/event"
)

// kind is one of the kinds of records here, which are created, changed and deleted in the same way.
// Events tell of a T by an F.
type kind[T, F any] struct {
	events recorded[F]
	// stamp gives the record's own fields for these.
	stamp func(*T) (recordID *string, stamp *tariff.Stamp)
	// checked is the record as it is stored, or an error that names every bad field. before is nil for a new one.
	checked func(tx *db.Tx, sc scope.Scope, before *T, after T) (T, error)
	facts   func(r T, currency string) F
	find    func(tx *db.Tx, sc scope.Scope, recordID string) (T, error)
	insert  func(tx *db.Tx, sc scope.Scope, r T) error
	save    func(tx *db.Tx, sc scope.Scope, r *T) error
	remove  func(tx *db.Tx, sc scope.Scope, r T) error
}

func create[T, F any](ctx context.Context, s *Service, k *kind[T, F], sc scope.Scope, r T) (T, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (T, error) {
		if err := Lock(tx, sc); err != nil {
			return r, err
		}
		r, err := k.checked(tx, sc, nil, r)
		if err != nil {
			return r, err
		}
		recordID, stamp := k.stamp(&r)
		*recordID, *stamp = id.New(), tariff.Stamp{CreatedAt: tx.Now.UnixMilli(), UpdatedAt: tx.Now.UnixMilli(), Version: 1}
		if err := k.insert(tx, sc, r); err != nil {
			return r, err
		}
		return r, s.publish(tx, sc, k.events.created.Of(*recordID, k.facts(r, sc.Currency)))
	})
}

// update edits a record. An edit that changes nothing leaves no trace.
func update[T, F any](ctx context.Context, s *Service, k *kind[T, F], sc scope.Scope, recordID string,
	edit func(*T) error) (T, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (T, error) {
		if err := Lock(tx, sc); err != nil {
			return *new(T), err
		}
		before, err := k.find(tx, sc, recordID)
		if err != nil {
			return before, err
		}
		_, stamp := k.stamp(&before)
		if err := sc.CheckVersion(stamp.Version); err != nil {
			return before, err
		}
		after := before
		if err := edit(&after); err != nil {
			return after, err
		}
		if after, err = k.checked(tx, sc, &before, after); err != nil {
			return after, err
		}
		changes := event.Changes[F]{Before: k.facts(before, sc.Currency), After: k.facts(after, sc.Currency)}
		if changes.None() {
			return before, nil
		}
		_, stamp = k.stamp(&after)
		stamp.UpdatedAt = tx.Now.UnixMilli()
		if err := k.save(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.publish(tx, sc, k.events.updated.Of(recordID, changed[F]{changes}))
	})
}

func remove[T, F any](ctx context.Context, s *Service, k *kind[T, F], sc scope.Scope, recordID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := Lock(tx, sc); err != nil {
			return err
		}
		r, err := k.find(tx, sc, recordID)
		if err != nil {
			return err
		}
		if err := k.remove(tx, sc, r); err != nil {
			return err
		}
		return s.publish(tx, sc, k.events.deleted.Of(recordID, k.facts(r, sc.Currency)))
	})
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if _, err := Note(tx, sc, e, ""); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, e)
}
