package role

import (
	"context"
	"errors"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

var errUnknown = errs.NotFound("There is no such role.")

// Service makes, reads, changes and deletes roles.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// Seed gives the organization the default roles whose names it lacks and returns those names. It doesn't ask
// what the caller holds: a new organization has no caller who holds anything.
func Seed(tx *db.Tx, org string) ([]string, error) {
	lacking, err := lacking(tx, org)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, r := range lacking {
		if err := insert(tx, r); err != nil {
			return nil, err
		}
		names = append(names, r.Name)
	}
	return names, nil
}

// lacking are the default roles that the organization has no role of the same name for.
func lacking(tx *db.Tx, org string) ([]Role, error) {
	present, err := All(tx, org)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, r := range present {
		taken[nameKey(r.Name)] = true
	}
	var roles []Role
	for _, s := range standards() {
		if !taken[nameKey(s.name)] {
			roles = append(roles, Role{ID: id.New(), Org: org, Name: s.name, Description: s.description, Permissions: s.permissions,
				IsDefault: true, IsAdministrator: s.administrator, CreatedAt: web.TimeOf(tx.Now), UpdatedAt: web.TimeOf(tx.Now)})
		}
	}
	return roles, nil
}

// seed is Seed for a caller: the roles must be theirs to give.
func (s *Service) seed(ctx context.Context, sc scope.Scope) (seeded Seeded, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) (err error) {
		seeded, err = idempotency.Do(tx, sc, func() (Seeded, error) { return s.seedIn(tx, sc) })
		return err
	})
	return seeded, err
}

func (s *Service) seedIn(tx *db.Tx, sc scope.Scope) (Seeded, error) {
	if err := organization.LockMembers(tx, sc.Org); err != nil { // two seeds at once make each role once
		return Seeded{}, err
	}
	roles, err := lacking(tx, sc.Org)
	if err != nil {
		return Seeded{}, err
	}
	for _, r := range roles {
		if err := CheckGrant(sc, r); err != nil {
			return Seeded{}, err
		}
	}
	names, err := Seed(tx, sc.Org)
	if err != nil || len(names) == 0 {
		return Seeded{Names: names}, err
	}
	return Seeded{Number: len(names), Names: names}, s.bus.Publish(tx, sc, event.Event{Action: "role.seeded",
		ResourceType: "role", ResourceID: sc.Org, Details: map[string]any{"roles": names}})
}

func (s *Service) all(ctx context.Context, sc scope.Scope) (roles []Role, members map[string]int, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if roles, err = All(tx, sc.Org); err != nil {
			return err
		}
		members, err = memberCounts(tx, sc.Org)
		return err
	})
	return roles, members, err
}

func (s *Service) get(ctx context.Context, sc scope.Scope, id string) (r Role, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		r, err = found(tx, sc.Org, id)
		return err
	})
	return r, err
}

func found(tx *db.Tx, org, id string) (Role, error) {
	r, err := Get(tx, org, id)
	if errors.Is(err, db.ErrNoRows) {
		return r, errUnknown
	}
	return r, err
}

func (s *Service) create(ctx context.Context, sc scope.Scope, name, description string, permissions scope.Permissions) (view View, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) (err error) {
		view, err = idempotency.Do(tx, sc, func() (View, error) {
			r := Role{ID: id.New(), Org: sc.Org, Name: name, Description: description, Permissions: permissions,
				CreatedAt: web.TimeOf(tx.Now), UpdatedAt: web.TimeOf(tx.Now)}
			if err := CheckGrant(sc, r); err != nil {
				return View{}, err
			}
			if err := insert(tx, r); err != nil {
				return View{}, err
			}
			return r.view(), s.publish(tx, sc, "role.created", r, map[string]any{"name": r.Name, "permissions": written(r.Permissions)})
		})
		return err
	})
	return view, err
}

// edit is what an update asks for; nil keeps.
type edit struct {
	name, description *string
	permissions       scope.Permissions
}

func (s *Service) update(ctx context.Context, sc scope.Scope, id string, e edit) (r Role, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if err := organization.LockMembers(tx, sc.Org); err != nil { // two changes at once must not undo each other
			return err
		}
		if r, err = found(tx, sc.Org, id); err != nil {
			return err
		}
		if err := CheckGrant(sc, r); err != nil {
			return err
		}
		changes, err := r.apply(e)
		if err != nil || len(changes) == 0 {
			return err
		}
		if err := CheckGrant(sc, r); err != nil {
			return err
		}
		r.UpdatedAt = web.TimeOf(tx.Now)
		if err := save(tx, r); err != nil {
			return err
		}
		return s.publish(tx, sc, "role.updated", r, map[string]any{"name": r.Name, "changes": changes})
	})
	return r, err
}

func (s *Service) remove(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := organization.LockMembers(tx, sc.Org); err != nil { // nobody is given the role meanwhile
			return err
		}
		r, err := found(tx, sc.Org, id)
		if err != nil {
			return err
		}
		if r.IsAdministrator {
			return errs.Conflict("The role Administrator can't be deleted.")
		}
		if err := CheckGrant(sc, r); err != nil {
			return err
		}
		if err := checkUnused(tx, r); err != nil {
			return err
		}
		if err := remove(tx, sc.Org, id); err != nil {
			return err
		}
		return s.publish(tx, sc, "role.deleted", r, map[string]any{"name": r.Name})
	})
}

func checkUnused(tx *db.Tx, r Role) error {
	members, invitations, err := inUse(tx, r.Org, r.ID)
	switch {
	case err != nil:
		return err
	case members > 0:
		return errs.Conflict("The role %s is in use: users have it (%d). Give them another role first.", r.Name, members)
	case invitations > 0:
		return errs.Conflict("The role %s is in use: open invitations promise it (%d). Delete them first.", r.Name, invitations)
	}
	return nil
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, action string, r Role, details map[string]any) error {
	return s.bus.Publish(tx, sc, event.Event{Action: action, ResourceType: "role", ResourceID: r.ID, Details: details})
}
