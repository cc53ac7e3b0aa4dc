package preference

import (
	"context"
	"reflect"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Service does what can be done with preferences.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

func (s *Service) get(ctx context.Context, sc scope.Scope) (Preferences, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Preferences, error) { return find(tx, sc) })
}

// update edits the caller's preferences.
func (s *Service) update(ctx context.Context, sc scope.Scope, edit func(*Preferences)) (Preferences, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Preferences, error) {
		before, err := lock(tx, sc)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return before, err
		}
		after := before
		edit(&after)
		if err := after.check(); err != nil || reflect.DeepEqual(before, after) {
			return before, err
		}
		return after, save(tx, sc, &after)
	})
}
