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

// Service does what can be done with vendors.
type Service struct {
	db  *db.DB
	bus *event.Bus
	// InUse tells whether other records name the vendor, which then can't be deleted; set before serving.
	InUse func(tx *db.Tx, sc scope.Scope, vendorID string) (bool, error)
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// Create stores a new vendor; its ID and times are set here.
func (s *Service) Create(ctx context.Context, sc scope.Scope, v Vendor) (view View, err error) {
	if v, err = v.checked(); err != nil {
		return view, err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		// The whole record is kept for repetitions of the request; what of it is shown depends on who repeats it.
		created, err := idempotency.Do(tx, sc, func() (Vendor, error) {
			v.ID = id.New()
			v.CreatedAt, v.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
			if err := insert(tx, sc, v); err != nil {
				return v, err
			}
			return v, s.publish(tx, sc, "created", v, map[string]any{"name": v.Name, "code": v.Code})
		})
		view = created.view(sc)
		return err
	})
	return view, err
}

func (s *Service) all(ctx context.Context, sc scope.Scope) (vendors []Vendor, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		vendors, err = list(tx, sc)
		return err
	})
	return vendors, err
}

func (s *Service) get(ctx context.Context, sc scope.Scope, vendorID string) (view View, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		v, err := find(tx, sc, vendorID)
		view = v.view(sc)
		return err
	})
	return view, err
}

func (s *Service) byCode(ctx context.Context, sc scope.Scope, code string) (view View, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		v, err := findByCode(tx, sc, code)
		view = v.view(sc)
		return err
	})
	return view, err
}

func (s *Service) change(ctx context.Context, sc scope.Scope, vendorID string, edit func(*Vendor)) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		before, err := lock(tx, sc, vendorID)
		if err != nil {
			return err
		}
		after := before
		edit(&after)
		if after, err = after.checked(); err != nil {
			return err
		}
		if err := save(tx, sc, after); err != nil {
			return err
		}
		view = after.view(sc)
		return s.publish(tx, sc, "updated", after, map[string]any{"name": after.Name, "code": after.Code, "changed": changedFields(before, after)})
	})
	return view, err
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, vendorID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		v, err := alone(tx, sc, vendorID)
		if err != nil {
			return err
		}
		used, err := s.InUse(tx, sc, vendorID)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("%s has expenses, so the record must stay.", v.Name)
		}
		if err := remove(tx, sc, vendorID); err != nil {
			return err
		}
		return s.publish(tx, sc, "deleted", v, map[string]any{"name": v.Name, "code": v.Code})
	})
}

// Keep reads a vendor and keeps it from being deleted until the transaction ends; NotFound when there is none such.
func Keep(tx *db.Tx, sc scope.Scope, vendorID string) (Vendor, error) {
	return orNotFound(db.One(tx, scan, selectVendors+` AND vendor_id = $2`+tx.Keep("vendors"), sc.Org, vendorID))
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, verb string, v Vendor, details map[string]any) error {
	return s.bus.Publish(tx, sc, event.Event{Action: "vendor." + verb, ResourceType: "vendor", ResourceID: v.ID, Details: details})
}
