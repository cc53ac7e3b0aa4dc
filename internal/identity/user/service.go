package user

import (
	"context"
	"errors"

	"sarai/internal/identity/role"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

var errUnknown = errs.NotFound("There is no such user.")

// Invite is what a new member is invited to.
type Invite struct {
	Email  string
	Name   string
	RoleID string
}

// Service makes, reads, changes and deletes the users of an organization.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	hooks Hooks
}

// Hooks are what the service needs from packages above it.
type Hooks struct {
	// OnInvite mails an invitation to a new member.
	OnInvite func(tx *db.Tx, sc scope.Scope, invite Invite) error
	// OnEnd is called after a membership was deactivated or deleted: the login's sessions may have to end.
	OnEnd func(tx *db.Tx, login string) error
	// RemoveFactor takes a login's second factor away and ends its sessions. It fails with Conflict if there is none.
	RemoveFactor func(tx *db.Tx, sc scope.Scope, login string) error
}

// New makes the service. Connect its hooks before it serves.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// Connect sets the hooks. It panics if one is missing.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// Person is a member with the role.
type Person struct {
	Member
	Role role.Role
}

func (s *Service) all(ctx context.Context, sc scope.Scope) ([]Person, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (people []Person, err error) {
		members, err := all(tx, sc.Org)
		if err != nil {
			return nil, err
		}
		roles, err := role.ByID(tx, sc.Org)
		for _, m := range members {
			people = append(people, Person{m, roles[m.RoleID]})
		}
		return people, err
	})
}

func (s *Service) overview(ctx context.Context, sc scope.Scope) (Overview, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Overview, error) { return count(tx, sc.Org) })
}

func (s *Service) get(ctx context.Context, sc scope.Scope, login string) (Person, error) {
	if login != sc.User && !sc.Permissions.Has(may.Users, scope.View) {
		return Person{}, errs.Forbidden("Your role does not allow this: it needs the permission users.view. " +
			"Your own record you may read.")
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (Person, error) { return s.person(tx, sc.Org, login) })
}

func (s *Service) person(tx *db.Tx, org, login string) (p Person, err error) {
	p.Member, err = s.Find(tx, org, login)
	if errors.Is(err, db.ErrNoRows) {
		return p, errUnknown
	}
	if err != nil {
		return p, err
	}
	p.Role, err = role.Get(tx, org, p.RoleID)
	return p, err
}

// RoleToGive finds a role that the caller wants to give. It fails with Invalid, for the field role, if the organization
// has no such role, and with Forbidden if the caller may not give it.
func RoleToGive(tx *db.Tx, sc scope.Scope, roleID string) (role.Role, error) {
	r, err := role.Get(tx, sc.Org, roleID)
	if errors.Is(err, db.ErrNoRows) {
		return r, errs.InvalidField("role", "must be the id of one of the hotel's roles")
	}
	if err != nil {
		return r, err
	}
	return r, role.CheckGrant(sc, r)
}

// Create makes a membership and invites its person by mail.
func (s *Service) Create(ctx context.Context, sc scope.Scope, m Member) (Person, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Person, error) {
		sc, err := role.LockMembers(tx, sc, may.Create(may.Users))
		if err != nil {
			return Person{}, err
		}
		r, err := RoleToGive(tx, sc, m.RoleID)
		if err != nil {
			return Person{}, err
		}
		login, err := s.EnsureLogin(tx, m.Email, m.Name)
		if err != nil {
			return Person{}, err
		}
		m.Login, m.Email = login.ID, login.Email
		if m, err = s.Add(tx, sc, m); err != nil {
			return Person{}, err
		}
		if err := s.hooks.OnInvite(tx, sc, Invite{Email: m.Email, Name: m.Name, RoleID: m.RoleID}); err != nil {
			return Person{}, err
		}
		return Person{m, r}, s.bus.Publish(tx, sc, Invited.Of(m.Login, InvitedDetails{m.who(), r.Name}))
	})
}

// edit is what an update asks for. A nil field keeps its value.
type edit struct {
	name, phone, designation *string
	active                   *bool
}

// apply changes the record.
func (m *Member) apply(e edit) {
	set(&m.Name, e.name)
	set(&m.Phone, e.phone)
	set(&m.Designation, e.designation)
	set(&m.Active, e.active)
}

func set[T any](value, wanted *T) {
	if wanted != nil {
		*value = *wanted
	}
}

// update edits a membership. It stores and publishes nothing if nothing differs.
func (s *Service) update(ctx context.Context, sc scope.Scope, login string, e edit) (Person, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Person, error) {
		sc, err := role.LockMembers(tx, sc, may.Member)
		if err != nil {
			return Person{}, err
		}
		mayAll := sc.Permissions.Has(may.Users, scope.Update)
		if login != sc.User && !mayAll {
			return Person{}, errs.Forbidden("Your role does not allow this: it needs the permission users.update. " +
				"Of your own record you may change name and phone.")
		}
		p, err := s.person(tx, sc.Org, login)
		if err != nil {
			return p, err
		}
		if err := sc.CheckVersion(p.Version); err != nil {
			return p, err
		}
		before := p
		p.apply(e)
		changes := event.Changes[facts]{Before: before.facts(), After: p.facts()}
		if changes.None() {
			return p, nil
		}
		if (before.Designation != p.Designation || before.Active != p.Active) && !mayAll {
			return p, errs.Forbidden("Of your own record you may change name and phone. " +
				"Anything else needs the permission users.update.")
		}
		if login != sc.User {
			if err := role.CheckGrant(sc, before.Role); err != nil {
				return p, err
			}
		}
		if before.Active && !p.Active {
			if err := checkNotLast(tx, sc.Org, before, "deactivated"); err != nil {
				return p, err
			}
		}
		p.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc.Org, &p.Member); err != nil {
			return p, err
		}
		if before.Active && !p.Active {
			if err := s.hooks.OnEnd(tx, p.Login); err != nil {
				return p, err
			}
		}
		return p, s.bus.Publish(tx, sc, Updated.Of(p.Login, UpdatedDetails{p.who(), changes}))
	})
}

// checkNotLast refuses to take away the last Administrator who can get in. The caller has taken LockMembers.
func checkNotLast(tx *db.Tx, org string, p Person, verb string) error {
	if !p.Role.IsAdministrator || !p.Active || !p.Joined() {
		return nil
	}
	administrators, err := enterable(tx, org, p.RoleID)
	if err == nil && administrators <= 1 {
		return errs.Conflict("%s is the hotel's last active Administrator and can't be %s. Make somebody else "+
			"Administrator first.", p.Name, verb)
	}
	return err
}

func (s *Service) changeRole(ctx context.Context, sc scope.Scope, login, roleID string) (Person, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Person, error) {
		sc, p, err := s.lockMember(tx, sc, may.Update(may.Users), login)
		if err != nil {
			return p, err
		}
		if err := sc.CheckVersion(p.Version); err != nil {
			return p, err
		}
		next, err := RoleToGive(tx, sc, roleID)
		if err != nil || next.ID == p.RoleID {
			return p, err
		}
		if err := checkNotLast(tx, sc.Org, p, "given another role"); err != nil {
			return p, err
		}
		before := p.Role
		p.RoleID, p.Role, p.UpdatedAt = next.ID, next, tx.Now.UnixMilli()
		if err := save(tx, sc.Org, &p.Member); err != nil {
			return p, err
		}
		return p, s.bus.Publish(tx, sc, RoleChanged.Of(p.Login,
			RoleChangedDetails{p.who(), roleRef(before), roleRef(next)}))
	})
}

func (s *Service) remove(ctx context.Context, sc scope.Scope, login string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		sc, p, err := s.lockMember(tx, sc, may.Delete(may.Users), login)
		if err != nil {
			return err
		}
		if err := checkNotLast(tx, sc.Org, p, "deleted"); err != nil {
			return err
		}
		if err := remove(tx, sc.Org, login); err != nil {
			return err
		}
		if err := s.hooks.OnEnd(tx, login); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, Deleted.Of(login, DeletedDetails{p.who(), p.Role.Name}))
	})
}

// lockMember locks the members, and finds one whose role gives nothing that the caller doesn't have. The scope is as
// the caller's role is now.
func (s *Service) lockMember(tx *db.Tx, sc scope.Scope, need scope.Need, login string) (scope.Scope, Person, error) {
	sc, err := role.LockMembers(tx, sc, need)
	if err != nil {
		return sc, Person{}, err
	}
	p, err := s.person(tx, sc.Org, login)
	if err != nil {
		return sc, Person{}, err
	}
	return sc, p, role.CheckGrant(sc, p.Role)
}

// removeFactor takes a member's second factor away, so that the person gets in without the lost phone. A login that has
// said yes to another organization is that one's too: there it is left to the person or the operator.
func (s *Service) removeFactor(ctx context.Context, sc scope.Scope, login string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		sc, p, err := s.lockMember(tx, sc, may.Update(may.Users), login)
		if err != nil {
			return err
		}
		if p.Login == sc.User {
			return errs.Conflict("Switch your own second factor off in your account: that takes your password and a code.")
		}
		alone, err := belongsHereAlone(tx, sc.Org, login)
		if err != nil {
			return err
		}
		if !alone {
			return errs.Forbidden("This login isn't this hotel's alone. Whoever runs the server can remove its second factor.")
		}
		return s.hooks.RemoveFactor(tx, sc, login)
	})
}
