package tax

import (
	"context"
	"reflect"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Service does what can be done with taxes.
type Service struct {
	db  *db.DB
	bus *event.Bus

	// InUse tells whether a document or a folio has a line with this tax.
	InUse func(tx *db.Tx, sc scope.Scope, r Record) (bool, error)
}

// New makes the service; InUse is to be set.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// Follow gives an organization that changes its currency, which it may before it has bookings, its country's taxes.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if e.Action != "settings.updated" || e.ResourceType != "organization" {
		return nil
	}
	o, err := organization.Get(tx, sc.Org)
	if err != nil || o.Currency == sc.Currency {
		return err
	}
	records, err := all(tx, sc)
	for _, record := range records {
		if record.Seeded {
			return nil
		}
	}
	if err != nil {
		return err
	}
	return Seed(tx, sc.Org, o.Currency)
}

// Create adds a tax of the organization's own.
func (s *Service) Create(ctx context.Context, sc scope.Scope, in CreateBody) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		view, err = idempotency.Do(tx, sc, func() (View, error) {
			record, err := in.record(sc, sc.Today(tx.Now))
			if err != nil {
				return View{}, err
			}
			record.ID, record.CreatedAt, record.UpdatedAt = id.New(), tx.Now.UnixMilli(), tx.Now.UnixMilli()
			if err := insert(tx, sc.Org, record); err != nil {
				return View{}, err
			}
			return record.view(sc), s.publish(tx, sc, "created", record, record.byField(sc.Currency))
		})
		return err
	})
	return view, err
}

// change applies edit to the record. Nothing is written or published when nothing differs. What a charged tax says of
// the charges made stays as it is.
func (s *Service) change(ctx context.Context, sc scope.Scope, taxID string, edit func(r *Record, bad *errs.Fields)) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		before, err := lock(tx, sc, taxID)
		if err != nil {
			return err
		}
		after, bad := before, errs.Fields{}
		edit(&after, &bad)
		if after, err = after.checked(&bad); err != nil {
			return err
		}
		changes := before.changesTo(after, sc.Currency)
		view = before.view(sc)
		if len(changes) == 0 {
			return nil
		}
		if err := s.keepCharged(tx, sc, before, changes); err != nil {
			return err
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		view = after.view(sc)
		if err := save(tx, sc, after); err != nil {
			return err
		}
		return s.publish(tx, sc, "updated", after, map[string]any{"name": after.Name, "changes": changes})
	})
	return view, err
}

// keepCharged refuses changes of what a line with this tax was made by.
func (s *Service) keepCharged(tx *db.Tx, sc scope.Scope, before Record, changes map[string]any) error {
	var bad errs.Fields
	for _, field := range []string{"name", "kind", "appliesTo", "rate", "slabs", "from"} {
		if changes[field] != nil {
			bad.Add(field, "must stay as it is, since this tax was charged already; end it with to and make another")
		}
	}
	if len(bad) == 0 {
		return nil
	}
	used, err := s.InUse(tx, sc, before)
	if err != nil || !used {
		return err
	}
	return bad.Err()
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, taxID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		record, err := lock(tx, sc, taxID)
		if err != nil {
			return err
		}
		if record.Seeded {
			return errs.Conflict("%s came with the organization and can't be deleted. End it with to, or switch it off with isActive.", record.Name)
		}
		used, err := s.InUse(tx, sc, record)
		if err != nil {
			return err
		}
		if used {
			return errs.Conflict("%s was charged already and can't be deleted. End it with to, or switch it off with isActive.", record.Name)
		}
		if err := remove(tx, sc, taxID); err != nil {
			return err
		}
		return s.publish(tx, sc, "deleted", record, record.byField(sc.Currency))
	})
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, verb string, r Record, details map[string]any) error {
	return s.bus.Publish(tx, sc, event.Event{Action: "tax." + verb, ResourceType: "tax", ResourceID: r.ID, Details: details})
}

// changesTo lists what differs in after, by the names of the fields: what the audit log keeps.
func (r Record) changesTo(after Record, currency string) map[string]any {
	before, now, changes := r.byField(currency), after.byField(currency), map[string]any{}
	for field, old := range before {
		if !reflect.DeepEqual(old, now[field]) {
			changes[field] = map[string]any{"old": old, "new": now[field]}
		}
	}
	return changes
}

func (r Record) byField(currency string) map[string]any {
	rate, slabs := r.Slabs.view(currency)
	return map[string]any{"name": r.Name, "kind": r.Kind, "appliesTo": r.AppliesTo, "rate": rate, "slabs": slabs, "sac": r.SAC,
		"from": r.From, "to": r.To, "isActive": r.Active}
}
