package role

import (
	"context"
	"errors"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

var errUnknown = errs.NotFound("There is no such role.")

// Service makes, reads, changes and deletes roles.
type Service struct {
	db  *db.DB
	bus *event.Bus

	invitations Invitations
}

// Invitations are what the service needs of those that promise a role.
type Invitations struct {
	Open   func(tx *db.Tx, org, roleID string) (int, error) // how many may still be answered
	Forget func(tx *db.Tx, org, roleID string) error        // deletes the others
}

// New makes the service. It panics if a function is missing.
func New(d *db.DB, bus *event.Bus, invitations Invitations) *Service {
	hook.Require(invitations)
	return &Service{db: d, bus: bus, invitations: invitations}
}

// LockMembers is organization.LockMembers for a caller who changes what people may do. It returns sc with what the
// caller may do now. Who has lost the need since the request began is refused with Forbidden, however close the two
// were.
func LockMembers(tx *db.Tx, sc scope.Scope, need scope.Need) (scope.Scope, error) {
	if err := organization.LockMembers(tx, sc.Org); err != nil || sc.User == "" { // a job has no permissions
		return sc, err
	}
	var err error
	sc.Permissions, err = held(tx, sc.Org, sc.User)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return sc, errs.Forbidden("You are not an active member of this organization any more.")
	case err == nil && need.Module != "" && !sc.Permissions.Has(need.Module, need.Flag):
		return sc, need.Missing()
	case err != nil:
		return sc, err
	}
	barred, err := organization.Bars(tx, sc.Org, sc.User)
	if err == nil && barred {
		err = organization.ErrBarred
	}
	return sc, err
}

// Seed gives the organization the default roles whose names it lacks, and returns those names. It doesn't check what
// the caller holds, since nobody holds anything in a new organization.
func Seed(tx *db.Tx, org string) ([]string, error) {
	roles, err := lacking(tx, org)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, r := range roles {
		if err := insert(tx, r); err != nil {
			return nil, err
		}
		names = append(names, r.Name)
	}
	return names, nil
}

// Erase deletes the roles of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "roles") }

// lacking returns the default roles whose names no role of the organization has.
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
	now := tx.Now.UnixMilli()
	for _, s := range standards() {
		if !taken[nameKey(s.name)] {
			roles = append(roles, Role{ID: id.New(), Org: org, Name: s.name, Description: s.description,
				Permissions: s.permissions, IsDefault: true, IsAdministrator: s.administrator, CreatedAt: now, UpdatedAt: now,
				Version: 1})
		}
	}
	return roles, nil
}

// seed is Seed for a caller, who must be allowed to give the roles.
func (s *Service) seed(ctx context.Context, sc scope.Scope) ([]string, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) ([]string, error) {
		// Two seeds at once make each role once.
		sc, err := LockMembers(tx, sc, may.Create(may.Roles))
		if err != nil {
			return nil, err
		}
		roles, err := lacking(tx, sc.Org)
		if err != nil {
			return nil, err
		}
		for _, r := range roles {
			if err := CheckGrant(sc, r); err != nil {
				return nil, err
			}
		}
		names, err := Seed(tx, sc.Org)
		if err != nil || len(names) == 0 {
			return names, err
		}
		return names, s.bus.Publish(tx, sc, seeded.Of(sc.Org, seededDetails{names}))
	})
}

// counted is a role with the number of members who have it.
type counted struct {
	Role
	members int
}

func (s *Service) list(ctx context.Context, sc scope.Scope) ([]counted, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]counted, error) {
		roles, err := All(tx, sc.Org)
		if err != nil {
			return nil, err
		}
		members, err := memberCounts(tx, sc.Org)
		list := make([]counted, len(roles))
		for i, r := range roles {
			list[i] = counted{r, members[r.ID]}
		}
		return list, err
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, roleID string) (Role, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Role, error) { return find(tx, sc.Org, roleID) })
}

func find(tx *db.Tx, org, roleID string) (Role, error) {
	r, err := Get(tx, org, roleID)
	if errors.Is(err, db.ErrNoRows) {
		return r, errUnknown
	}
	return r, err
}

// create stores a new role and gives it its ids and times.
func (s *Service) create(ctx context.Context, sc scope.Scope, r Role) (Role, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Role, error) {
		sc, err := LockMembers(tx, sc, may.Create(may.Roles))
		if err != nil {
			return r, err
		}
		r.ID, r.Org, r.Version = id.New(), sc.Org, 1
		r.CreatedAt, r.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
		if err := CheckGrant(sc, r); err != nil {
			return r, err
		}
		if err := insert(tx, r); err != nil {
			return r, err
		}
		return r, s.bus.Publish(tx, sc, created.Of(r.ID, createdDetails{r.Name, SpellOut(r.Permissions)}))
	})
}

// update edits a role. It stores and publishes nothing if nothing differs.
func (s *Service) update(ctx context.Context, sc scope.Scope, roleID string, e edit) (Role, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Role, error) {
		// Two changes at once must not undo each other.
		sc, err := LockMembers(tx, sc, may.Update(may.Roles))
		if err != nil {
			return Role{}, err
		}
		r, err := find(tx, sc.Org, roleID)
		if err != nil {
			return r, err
		}
		if err := CheckGrant(sc, r); err != nil {
			return r, err
		}
		if err := sc.CheckVersion(r.Version); err != nil {
			return r, err
		}
		before := r
		if err := r.apply(e); err != nil {
			return r, err
		}
		changes := event.Changes[facts]{Before: before.facts(), After: r.facts()}
		if changes.None() {
			return r, nil
		}
		if err := CheckGrant(sc, r); err != nil {
			return r, err
		}
		r.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, &r); err != nil {
			return r, err
		}
		return r, s.bus.Publish(tx, sc, updated.Of(r.ID, updatedDetails{r.Name, changes}))
	})
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, roleID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		// Nobody is given the role meanwhile.
		sc, err := LockMembers(tx, sc, may.Delete(may.Roles))
		if err != nil {
			return err
		}
		r, err := find(tx, sc.Org, roleID)
		if err != nil {
			return err
		}
		if r.IsAdministrator {
			return errs.Conflict("The role Administrator can't be deleted.")
		}
		if err := CheckGrant(sc, r); err != nil {
			return err
		}
		if err := s.checkUnused(tx, r); err != nil {
			return err
		}
		if err := s.invitations.Forget(tx, sc.Org, roleID); err != nil {
			return err
		}
		if err := remove(tx, sc.Org, roleID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(r.ID, deletedDetails{r.Name}))
	})
}

func (s *Service) checkUnused(tx *db.Tx, r Role) error {
	members, err := members(tx, r.Org, r.ID)
	if err != nil {
		return err
	}
	open, err := s.invitations.Open(tx, r.Org, r.ID)
	switch {
	case err != nil:
		return err
	case members > 0:
		return errs.Conflict("The role %s is in use: users have it (%d). Give them another role first.", r.Name, members)
	case open > 0:
		return errs.Conflict("The role %s is in use: open invitations promise it (%d). Delete them first.", r.Name, open)
	}
	return nil
}
