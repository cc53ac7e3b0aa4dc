package company

import (
	"context"
	"reflect"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Plans lists the rate plans that companies have negotiated, by the company's id.
type Plans func(tx *db.Tx, sc scope.Scope) (map[string][]Plan, error)

// InUse tells whether a booking is for the company, or a guest is its own.
type InUse func(tx *db.Tx, sc scope.Scope, companyID string) (bool, error)

// Service does what can be done with companies.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	plans Plans
	inUse InUse
}

// New makes the service. It panics without plans and inUse, which packages above know.
func New(d *db.DB, bus *event.Bus, plans Plans, inUse InUse) *Service {
	if plans == nil || inUse == nil {
		panic("company.New: plans or inUse is nil")
	}
	return &Service{db: d, bus: bus, plans: plans, inUse: inUse}
}

// with is a company and the plans that it has negotiated.
type with struct {
	Company
	plans []Plan
}

// Create stores a new company and gives it its ID and times.
func (s *Service) Create(ctx context.Context, sc scope.Scope, c Company) (Company, error) {
	c, err := c.checked("")
	if err != nil {
		return c, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Company, error) {
		c.ID = id.New()
		c.CreatedAt, c.UpdatedAt, c.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := insert(tx, sc, c); err != nil {
			return c, err
		}
		return c, s.bus.Publish(tx, sc, created.Of(c.ID, c.facts(sc)))
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[with], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[with], error) {
		found := list.Ask(tx, sc, *in, in.Paging)
		plans, err := s.plans(tx, sc)
		if err != nil {
			return listing.Page[with]{}, err
		}
		page, err := found.Get()
		companies := make([]with, len(page.Records))
		for i, c := range page.Records {
			companies[i] = with{c, plans[c.ID]}
		}
		return listing.Of(page, companies), err
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, companyID string) (with, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (with, error) {
		c, err := Find(tx, sc, companyID)
		if err != nil {
			return with{}, err
		}
		return s.withPlans(tx, sc, c)
	})
}

func (s *Service) withPlans(tx *db.Tx, sc scope.Scope, c Company) (with, error) {
	plans, err := s.plans(tx, sc)
	return with{c, plans[c.ID]}, err
}

// update edits a company. An edit that changes nothing leaves no trace.
func (s *Service) update(ctx context.Context, sc scope.Scope, companyID string, edit func(*Company)) (with, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (with, error) {
		before, err := lock(tx, sc, companyID)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return with{}, err
		}
		after := before
		edit(&after)
		if after, err = after.checked(before.Email); err != nil {
			return with{}, err
		}
		if reflect.DeepEqual(after, before) {
			return s.withPlans(tx, sc, before)
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &after); err != nil {
			return with{}, err
		}
		changes := event.Changes[facts]{Before: before.facts(sc), After: after.facts(sc)}
		if err := s.bus.Publish(tx, sc, updated.Of(after.ID, updatedDetails{after.Name, changes})); err != nil {
			return with{}, err
		}
		return s.withPlans(tx, sc, after)
	})
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, companyID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		c, err := lock(tx, sc, companyID)
		if err != nil {
			return err
		}
		used, err := s.inUse(tx, sc, companyID)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("There are bookings or guests of %s. Set isActive to false instead.", c.Name)
		}
		if err := remove(tx, sc, c); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(c.ID, c.facts(sc)))
	})
}
