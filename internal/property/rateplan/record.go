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
type kind[T any] struct {
	word string // what events call it
	// stamp gives the record's own fields for these.
	stamp func(*T) (recordID *string, stamp *tariff.Stamp)
	// checked is the record as it is stored, or an error that names every bad field. before is nil for a new one.
	checked   func(tx *db.Tx, sc scope.Scope, before *T, after T) (T, error)
	described func(r T, currency string) map[string]any // by the names of the API's fields
	find      func(tx *db.Tx, sc scope.Scope, recordID string) (T, error)
	insert    func(tx *db.Tx, sc scope.Scope, r T) error
	save      func(tx *db.Tx, sc scope.Scope, r *T) error
	remove    func(tx *db.Tx, sc scope.Scope, r T) error
}

func create[T any](ctx context.Context, s *Service, k *kind[T], sc scope.Scope, r T) (T, error) {
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
		return r, publish(tx, s, k, sc, "created", r, k.described(r, sc.Currency))
	})
}

// update edits a record. An edit that changes nothing leaves no trace.
func update[T any](ctx context.Context, s *Service, k *kind[T], sc scope.Scope, recordID string,
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
		changes := event.Changes(k.described(before, sc.Currency), k.described(after, sc.Currency))
		if len(changes) == 0 {
			return before, nil
		}
		_, stamp = k.stamp(&after)
		stamp.UpdatedAt = tx.Now.UnixMilli()
		if err := k.save(tx, sc, &after); err != nil {
			return after, err
		}
		return after, publish(tx, s, k, sc, "updated", after, map[string]any{"changes": changes})
	})
}

func remove[T any](ctx context.Context, s *Service, k *kind[T], sc scope.Scope, recordID string) error {
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
		return publish(tx, s, k, sc, "deleted", r, k.described(r, sc.Currency))
	})
}

func publish[T any](tx *db.Tx, s *Service, k *kind[T], sc scope.Scope, verb string, r T, details map[string]any) error {
	recordID, _ := k.stamp(&r)
	e := event.Event{Action: k.word + "." + verb, ResourceType: k.word, ResourceID: *recordID, Details: details}
	if _, err := Note(tx, sc, e, ""); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, e)
}
