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
)

type orgQuery struct {
	OrgID string `query:"orgId" maxLength:"100" doc:"The organization to speak of; by default the one used last"`
}

// Me is what a client needs to know about its caller.
type Me struct {
	User          Account               `json:"user"`
	Organizations []MyOrganization      `json:"organizations" doc:"All that the caller can enter, the one used last first"`
	Permissions   map[string]role.Flags `json:"permissions" doc:"By module, in the current organization"`
}

// MyOrganization is one that the caller can enter.
type MyOrganization struct {
	ID   web.ID `json:"_id"`
	Name string `json:"name" example:"Haveli Sagar"`
	Role string `json:"role" doc:"The name of the caller's role in it" example:"Front Desk"`
}

func (s *Service) httpMe(ctx context.Context, sc scope.Scope, in *orgQuery) (*web.Data[Me], error) {
	current, open, err := s.current(ctx, sc, in.OrgID)
	if err != nil {
		return nil, err
	}
	me := Me{Permissions: role.SpellOut(current.Permissions),
		User: Account{ID: sc.User, Email: sc.Email, Name: sc.UserName, Role: current.RoleName, OrgID: current.Org}}
	if current.Org != "" {
		me.User.Name = current.Name
	}
	if me.Organizations, err = s.named(ctx, open); err != nil {
		return nil, err
	}
	return web.OK(me), nil
}

// current returns what the caller is in the organization, or in the one used last when org is empty, and everything
// that the caller can enter. The membership is zero for a caller who can enter none. Forbidden when the caller can't
// enter org.
func (s *Service) current(ctx context.Context, sc scope.Scope, org string) (
	member user.Membership, open []user.Membership, err error) {
	if open, err = s.openTo(ctx, sc); err != nil {
		return member, nil, err
	}
	if org == "" {
		if len(open) > 0 {
			member = open[0]
		}
		return member, open, nil
	}
	at := slices.IndexFunc(open, func(m user.Membership) bool { return m.Org == org })
	if at < 0 {
		return member, open, errs.Forbidden("You are not an active member of this organization.")
	}
	return open[at], open, nil
}

// openTo lists what the caller can enter, the organization that this session worked in last first.
func (s *Service) openTo(ctx context.Context, sc scope.Scope) ([]user.Membership, error) {
	open, err := s.memberships(ctx, sc.User)
	org, _ := s.inUse.Get(sc.Session)
	if at := slices.IndexFunc(open, func(m user.Membership) bool { return m.Org == org }); at > 0 {
		last := open[at]
		open = slices.Insert(slices.Delete(open, at, at+1), 0, last)
	}
	return open, err
}

func (s *Service) named(ctx context.Context, open []user.Membership) ([]MyOrganization, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) ([]MyOrganization, error) {
		list := []MyOrganization{}
		for _, member := range open {
			o, err := organization.Get(tx, member.Org)
			if errors.Is(err, db.ErrNoRows) {
				continue // deleted at this moment
			}
			if err != nil {
				return nil, err
			}
			list = append(list, MyOrganization{ID: web.ID(member.Org), Name: o.Name, Role: member.RoleName})
		}
		return list, nil
	})
}
