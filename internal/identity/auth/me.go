package auth

import (
	"context"
	"errors"
	"slices"

	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

type meInput struct {
	OrgID string `query:"orgId" maxLength:"100" doc:"The organization whose role and permissions to show; the one used last if left out"`
}

// Me is what a client needs to know about its caller.
type Me struct {
	User          Account               `json:"user"`
	Organizations []MyOrganization      `json:"organizations" doc:"All that the caller can enter, the one used last first"`
	Permissions   map[string]role.Flags `json:"permissions" doc:"What the caller may do in the current organization, by module; manage grants the four others"`
}

// MyOrganization is one that the caller can enter.
type MyOrganization struct {
	ID   string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Name string `json:"name" example:"Haveli Sagar"`
	Role string `json:"role" doc:"The name of the caller's role in it" example:"Front Desk"`
}

func (s *Service) me(ctx context.Context, sc scope.Scope, in *meInput) (*web.Data[Me], error) {
	open, err := s.openTo(ctx, sc)
	if err != nil {
		return nil, err
	}
	var current user.Membership
	if len(open) > 0 {
		current = open[0]
	}
	if in.OrgID != "" {
		at := slices.IndexFunc(open, func(m user.Membership) bool { return m.Org == in.OrgID })
		if at < 0 {
			return nil, errs.Forbidden("You are not an active member of this organization.")
		}
		current = open[at]
	}
	me := Me{Permissions: spellOut(current.Permissions),
		User: Account{ID: sc.User, Email: sc.Email, Name: sc.UserName, Role: current.RoleName, OrgID: current.Org}}
	if current.Org != "" {
		me.User.Name = current.Name
	}
	me.Organizations, err = s.named(ctx, open)
	if err != nil {
		return nil, err
	}
	return web.OK(me), nil
}

// openTo lists what the caller can enter; the organization that this session has worked in last comes first.
func (s *Service) openTo(ctx context.Context, sc scope.Scope) ([]user.Membership, error) {
	open, err := s.memberships(ctx, sc.User)
	org, _ := s.inUse.Get(sc.Session)
	if at := slices.IndexFunc(open, func(m user.Membership) bool { return m.Org == org }); at > 0 {
		last := open[at]
		open = slices.Insert(slices.Delete(open, at, at+1), 0, last)
	}
	return open, err
}

// current is what the caller is in the organization used last; zero when there is none to enter.
func (s *Service) current(ctx context.Context, sc scope.Scope) (user.Membership, error) {
	open, err := s.openTo(ctx, sc)
	if err != nil || len(open) == 0 {
		return user.Membership{}, err
	}
	return open[0], nil
}

func (s *Service) named(ctx context.Context, open []user.Membership) ([]MyOrganization, error) {
	list := []MyOrganization{}
	err := s.DB.Read(ctx, func(tx *db.Tx) error {
		for _, member := range open {
			o, err := organization.Get(tx, member.Org)
			if errors.Is(err, db.ErrNoRows) {
				continue // deleted at this moment
			}
			if err != nil {
				return err
			}
			list = append(list, MyOrganization{ID: member.Org, Name: o.Name, Role: member.RoleName})
		}
		return nil
	})
	return list, err
}

// spellOut writes permissions as the contract does: five booleans for every module.
func spellOut(held scope.Permissions) map[string]role.Flags {
	modules := make(map[string]role.Flags, len(may.Modules))
	for _, module := range may.Modules {
		has := func(flag scope.Flag) bool { return held[module]&flag != 0 }
		modules[module] = role.Flags{View: has(scope.View), Create: has(scope.Create), Update: has(scope.Update),
			Delete: has(scope.Delete), Manage: has(scope.Manage)}
	}
	return modules
}
