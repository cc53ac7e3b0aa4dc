package approval

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// hasCode tells whether the caller has a code.
func (s *Service) hasCode(ctx context.Context, sc scope.Scope) (bool, error) {
	c, err := db.Read(ctx, s.db, func(tx *db.Tx) (code, error) { return codeOf(tx, sc, sc.User) })
	return c.Hash != "", err
}

// setCode gives the caller a code to approve with at somebody's desk.
func (s *Service) setCode(ctx context.Context, sc scope.Scope, secret string) error {
	if !approves(sc.Permissions) {
		return errs.Forbidden("Your role does not allow you to approve anything, so a code would be of no use.")
	}
	hash, err := s.hash.Hash(ctx, secret)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := saveCode(tx, sc, hash); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, codeSet.Of(sc.User, event.None{}))
	})
}

func (s *Service) dropCode(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		removed, err := removeCode(tx, sc)
		if err != nil || !removed {
			return err
		}
		return s.bus.Publish(tx, sc, codeRemoved.Of(sc.User, event.None{}))
	})
}

// Approver is a member who may approve acts of some kinds by a code.
type Approver struct {
	ID, Name string
	Kinds    []string
}

// approvers are those who may approve by a code what the caller asks for, by their names.
func (s *Service) approvers(ctx context.Context, sc scope.Scope) (list []Approver, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		list = nil
		limits, err := limitsOf(tx, sc).Get()
		if err != nil {
			return err
		}
		permissions, err := user.PermissionsIn(tx, sc.Org)
		if err != nil {
			return err
		}
		members, err := withCode(tx, sc)
		if err != nil {
			return err
		}
		for _, member := range members {
			kinds := managed(permissions[member])
			if len(kinds) == 0 || member == sc.User && !limits.OwnActs {
				continue
			}
			name, err := user.ActiveName(tx, sc.Org, member)
			if err != nil {
				return err
			}
			list = append(list, Approver{member, name, kinds})
		}
		return nil
	})
	slices.SortFunc(list, func(a, b Approver) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return list, err
}

const errLocked = "There were too many wrong codes for this member. Wait an hour, or approve it on another screen."

// countersign is the consent of a member by its code, to what the caller asks for. It fails with Forbidden for a wrong
// code and for who may not approve it, and with TooMany after several wrong ones.
func (s *Service) countersign(ctx context.Context, sc scope.Scope, a Approval, by, secret string) (
	*scope.Consent, error) {
	member, err := s.directory.Enter(ctx, sc.Org, scope.Scope{User: by, IP: sc.IP, UserAgent: sc.UserAgent})
	if errs.Is(err, errs.KindForbidden) {
		return nil, errs.InvalidField("approval.by", "must be an active member of the organization")
	}
	if err != nil {
		return nil, err
	}
	limits, err := s.limits(ctx, sc)
	if err != nil {
		return nil, err
	}
	if !mayApprove(member.Permissions, a.Acts) || by == sc.User && !limits.OwnActs {
		return nil, errs.InvalidField("approval.by", "must be another member who may approve this")
	}
	if err := s.prove(ctx, sc, by, secret); err != nil {
		return nil, err
	}
	a.ByCode = true
	return &scope.Consent{By: member, Of: a}, nil
}

// prove compares a code with the member's. A try counts as wrong until it turns out to be right.
func (s *Service) prove(ctx context.Context, sc scope.Scope, by, secret string) error {
	c, err := db.Write(ctx, s.db, func(tx *db.Tx) (code, error) {
		counted, err := countTry(tx, sc, by)
		if err != nil {
			return code{}, err
		}
		c, err := codeOf(tx, sc, by)
		if err == nil && c.Hash != "" && !counted {
			err = errs.TooMany(errLocked, max(lockedFor(c, tx.Now), time.Second))
		}
		return c, err
	})
	if err != nil {
		return err
	}
	right, err := s.hash.Fits(ctx, secret, c.Hash)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if right {
			return forgiveTries(tx, sc, by)
		}
		if c.Hash == "" {
			return nil
		}
		return s.bus.Publish(tx, sc, codeRefused.Of(by, refusedDetails{c.Failures, c.LockedUntil > 0}))
	})
	if err != nil || right {
		return err
	}
	return errs.Forbidden("This is not the code of that member, or it has none. Nothing was done.")
}
