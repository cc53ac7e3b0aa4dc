package vendors

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// InUse reports whether other records name the vendor, which then can't be deleted.
type InUse func(tx *db.Tx, sc scope.Scope, vendorID string) (bool, error)

// Service does what can be done with vendors.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	inUse InUse
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, inUse InUse) *Service {
	return &Service{db: d, bus: bus, inUse: inUse}
}

// Create stores a new vendor and gives it its ID and times.
func (s *Service) Create(ctx context.Context, sc scope.Scope, v Vendor) (Vendor, error) {
	v, err := v.checked("")
	if err != nil {
		return v, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Vendor, error) {
		v.ID = id.New()
		v.CreatedAt, v.UpdatedAt, v.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := insert(tx, sc, v); err != nil {
			return v, err
		}
		return v, s.bus.Publish(tx, sc, created.Of(v.ID, named{v.Name, v.Code}))
	})
}

func (s *Service) all(ctx context.Context, sc scope.Scope) ([]Vendor, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]Vendor, error) { return list(tx, sc) })
}

func (s *Service) get(ctx context.Context, sc scope.Scope, vendorID string) (Vendor, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Vendor, error) { return find(tx, sc, vendorID) })
}

func (s *Service) byCode(ctx context.Context, sc scope.Scope, code string) (Vendor, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Vendor, error) { return findByCode(tx, sc, code) })
}

// update edits a vendor. An edit that changes nothing leaves no trace.
func (s *Service) update(ctx context.Context, sc scope.Scope, vendorID string, edit func(*Vendor) error) (
	Vendor, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Vendor, error) {
		before, err := lock(tx, sc, vendorID)
		if err != nil {
			return before, err
		}
		if err := sc.CheckVersion(before.Version); err != nil {
			return before, err
		}
		after := before
		if err := edit(&after); err != nil {
			return before, err
		}
		if after, err = after.checked(before.Email); err != nil || after.sameAs(before) {
			return after, err
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, updated.Of(after.ID,
			updatedDetails{after.Name, after.Code, changedFields(before, after)}))
	})
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, vendorID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		v, err := alone(tx, sc, vendorID)
		if err != nil {
			return err
		}
		used, err := s.inUse(tx, sc, vendorID)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("%s has expenses, so the record must stay.", v.Name)
		}
		if err := remove(tx, sc, vendorID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(v.ID, named{v.Name, v.Code}))
	})
}
