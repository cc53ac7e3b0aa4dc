package guest

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

// Service does what can be done with guest records.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	inUse InUse
}

// InUse tells whether a booking or an invoice refers to the guest, whose record then has to stay.
type InUse func(tx *db.Tx, sc scope.Scope, guestID string) (bool, error)

// New makes the service. It panics without inUse, which packages above know.
func New(d *db.DB, bus *event.Bus, inUse InUse) *Service {
	if inUse == nil {
		panic("guest.New: inUse is nil")
	}
	return &Service{db: d, bus: bus, inUse: inUse}
}

// Create stores a new guest and gives its id; the guest's ID and times are set here. The operation that calls it
// has checked the fields, and publishes the event.
func (s *Service) Create(tx *db.Tx, sc scope.Scope, g Guest) (guestID string, err error) {
	if g.IDNumber, err = identity(g.IDType, string(g.IDNumber), ""); err != nil {
		return "", errs.InvalidField("idNumber", "%s", err)
	}
	g.ID = id.New()
	g.CreatedAt, g.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
	return g.ID, insert(tx, sc, g)
}

// Get reads a guest; NotFound when the organization has none of that id.
func (s *Service) Get(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	return find(tx, sc, guestID)
}

// Keep reads a guest and keeps the record from being changed or deleted until the transaction ends; NotFound when the
// organization has none of that id.
func (s *Service) Keep(tx *db.Tx, sc scope.Scope, guestID string) (Guest, error) {
	if _, err := tx.Exec(`UPDATE guests SET updated_at = updated_at WHERE org_id = $1 AND guest_id = $2`, sc.Org, guestID); err != nil {
		return Guest{}, err
	}
	return find(tx, sc, guestID)
}

// SetIdentity notes the document that the guest has shown; what is left out stays, null and an empty text clear. The
// operation that calls it publishes the event.
func (s *Service) SetIdentity(tx *db.Tx, sc scope.Scope, guestID string, idType, idNumber web.Optional[string]) error {
	g, err := lock(tx, sc, guestID)
	if err != nil {
		return err
	}
	g.IDType = idType.Or(g.IDType)
	if g.IDNumber, err = identity(g.IDType, idNumber.Or(g.IDNumber.Masked()), g.IDNumber); err != nil {
		return errs.InvalidField("idNumber", "%s", err)
	}
	return save(tx, sc, g)
}

// add stores the guest that fill makes of an empty one.
func (s *Service) add(ctx context.Context, sc scope.Scope, fill func(tx *db.Tx, g *Guest) error) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		view, err = idempotency.Do(tx, sc, func() (View, error) {
			var g Guest
			if err := fill(tx, &g); err != nil {
				return View{}, err
			}
			guestID, err := s.Create(tx, sc, g)
			if err != nil {
				return View{}, err
			}
			if g, err = find(tx, sc, guestID); err != nil {
				return View{}, err
			}
			return g.view(sc), s.publish(tx, sc, "created", g, map[string]any{"name": g.Name})
		})
		return err
	})
	return view, err
}

// Update changes a guest's record as the body asks.
func (s *Service) Update(ctx context.Context, sc scope.Scope, guestID string, in *UpdateBody) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		before, err := lock(tx, sc, guestID)
		if err != nil {
			return err
		}
		after := before
		if err := in.apply(sc.Today(tx.Now), &after); err != nil {
			return err
		}
		if err := save(tx, sc, after); err != nil {
			return err
		}
		view = after.view(sc)
		return s.publish(tx, sc, "updated", after, map[string]any{"name": after.Name, "changed": changedFields(before, after)})
	})
	return view, err
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, guestID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		g, err := lock(tx, sc, guestID)
		if err != nil {
			return err
		}
		used, err := s.inUse(tx, sc, guestID)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("%s has bookings or invoices, so the record must stay.", g.Name)
		}
		if err := remove(tx, sc, guestID); err != nil {
			return err
		}
		return s.publish(tx, sc, "deleted", g, map[string]any{"name": g.Name})
	})
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, verb string, g Guest, details map[string]any) error {
	return s.bus.Publish(tx, sc, event.Event{Action: "guest." + verb, ResourceType: "guest", ResourceID: g.ID, Details: details})
}
