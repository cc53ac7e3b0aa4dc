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

// CreatePolicy stores a new policy and gives it its ID and times, as the other creations do for theirs.
func (s *Service) CreatePolicy(ctx context.Context, sc scope.Scope, p tariff.Policy) (tariff.Policy, error) {
	return create(ctx, s, policyKind, sc, p)
}

// CreatePlan stores a new rate plan.
func (s *Service) CreatePlan(ctx context.Context, sc scope.Scope, p tariff.Plan) (tariff.Plan, error) {
	return create(ctx, s, planKind, sc, p)
}

// CreateProduct stores a new product of a plan.
func (s *Service) CreateProduct(ctx context.Context, sc scope.Scope, p tariff.Product) (tariff.Product, error) {
	return create(ctx, s, productKind, sc, p)
}

// CreateService stores a new service.
func (s *Service) CreateService(ctx context.Context, sc scope.Scope, v tariff.Service) (tariff.Service, error) {
	return create(ctx, s, serviceKind, sc, v)
}

func get[T, F any](ctx context.Context, s *Service, k *kind[T, F], sc scope.Scope, recordID string) (T, error) {
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
