package rateplan

import (
	"context"
	"slices"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/tariff"
	"sarai/internal/record/event"
)

// Service reads and changes plans, products and what they name.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

func get[T any](ctx context.Context, s *Service, k *kind[T], sc scope.Scope, recordID string) (T, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (T, error) { return k.find(tx, sc, recordID) })
}

func list[T any](ctx context.Context, s *Service, sc scope.Scope,
	read func(*db.Tx, scope.Scope) ([]T, error)) ([]T, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]T, error) { return read(tx, sc) })
}

// productsOf lists the products of a plan.
func (s *Service) productsOf(ctx context.Context, sc scope.Scope, planID string) ([]tariff.Product, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]tariff.Product, error) {
		if _, err := findPlan(tx, sc, planID); err != nil {
			return nil, err
		}
		all, err := Products(tx, sc)
		return slices.DeleteFunc(all, func(p tariff.Product) bool { return p.PlanID != planID }), err
	})
}
