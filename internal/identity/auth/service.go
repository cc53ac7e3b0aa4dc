package auth

import (
	"context"
	"errors"
	"slices"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
)

var errWrongCredentials = errs.Unauthorized("The e-mail address or the password is wrong.")

// signedIn is a session that has just begun.
type signedIn struct {
	access, refresh, device string
	expires                 int64 // UTC milliseconds
	login                   login
	member                  user.Membership
}

// credentials are what somebody signs in with.
type credentials struct {
	email, password string
	wantedOrg       string // the organization to enter; empty: the one used last
	device          string // the secret of the browser's cookie; empty: none
	proof           string // the secret of the cookie that accepting an invitation has set; empty: none
	code            string // of the second factor; empty: none
	cookieOnly      bool   // no script sees the refresh token, which rotates then
}

// signIn begins a session for whoever knows the password.
func (s *Service) signIn(ctx context.Context, sc scope.Scope, c credentials) (signedIn, error) {
	found, right, err := s.passwords.verify(ctx, sc, c.email, c.device, c.password)
	if err != nil {
		return signedIn{}, err
	}
	if !right {
		return signedIn{}, errWrongCredentials
	}
	proves, err := s.passwords.proves(ctx, sc, c, found)
	if err != nil {
		return signedIn{}, err
	}
	member, err := s.chooseMembership(ctx, found.id, c.wantedOrg, proves)
	if err != nil {
		return signedIn{}, err
	}
	known, err := s.passwords.knownDevice(ctx, c.email, c.device)
	if err != nil {
		return signedIn{}, err
	}
	var begun signedIn
	err = s.mfa.guess(ctx, sc.IP, found.id, known, c.code, func() error {
		begun, err = s.begin(ctx, sc, c, found, member, proves)
		return err
	})
	if errors.Is(err, errWrongCode) {
		return begun, errors.Join(s.passwords.noteFailure(ctx, sc, found), err)
	}
	return begun, err
}

// proves reports whether this sign-in, whose password was right, shows for the first time that the login's address is
// the person's: somebody who read its mail has accepted an invitation from the same client.
func (p *passwords) proves(ctx context.Context, sc scope.Scope, c credentials, found login) (bool, error) {
	if found.proved {
		return false, nil
	}
	return db.ReadOne(ctx, p.db, func(tx *db.Tx) (bool, error) {
		return p.invitations.Answered(tx, sc, found.email, c.proof)
	})
}

// begin begins a session of the login, whose password was right, if the code is right too. If that proves the address,
// it lets the login into every organization whose invitation it has accepted.
func (s *Service) begin(
	ctx context.Context, sc scope.Scope, c credentials, found login, member user.Membership, proves bool,
) (signedIn, error) {
	session, refresh := s.sessions.make(sc, found, c.cookieOnly)
	begun := signedIn{login: found, member: member, access: s.issue(found.id, session.ID), refresh: refresh,
		expires: session.ExpiresAt}
	store := s.DB.WriteSoon
	if proves {
		store = s.DB.Write // it opens more than this session
	}
	err := store(ctx, func(tx *db.Tx) (err error) {
		begun.device, err = signing{s, c, found, member, proves}.store(tx, by(sc, found))
		if err != nil {
			return err
		}
		return insertSession(tx, session, refresh)
	})
	if errs.Is(err, errs.KindUnavailable) && !proves {
		begun.device = c.device
		err = s.mfa.beginUnstored(ctx, s.sessions, c, unstored{session: session, refresh: refresh,
			passwordHash: found.passwordHash, by: by(sc, found), org: member.Org}, err)
	}
	return begun, err
}

// signing is a sign-in whose password was right.
type signing struct {
	*Service
	with   credentials
	found  login
	member user.Membership
	proves bool
}

// store stores all of it but its session, if the code is right and the login still has the password. It returns the
// secret of the browser's cookie.
func (s signing) store(tx *db.Tx, sc scope.Scope) (device string, err error) {
	found := s.found
	if s.proves {
		if err := s.Invitations.Finish(tx, sc, found.email); err != nil {
			return "", err
		}
		if err := prove(tx, found.id); err != nil {
			return "", err
		}
	}
	held, err := lockPassword(tx, found.id, found.passwordHash)
	if err != nil {
		return "", err
	}
	if !held {
		return "", errWrongCredentials // the password has been replaced since it was checked
	}
	if err := s.mfa.check(tx, sc, found, s.with.code); err != nil {
		return "", err
	}
	if device, err = rememberDevice(tx, found.id, s.with.device); err != nil {
		return "", err
	}
	if err := s.passwords.trail.note(tx, sc, found.id, signedInAction, nil); err != nil {
		return "", err
	}
	return device, markUsed(tx, found.id, s.member.Org)
}

// issue makes an access token.
func (s *Service) issue(loginID, sessionID string) string {
	now := s.Clock.Now()
	return s.Keys.Issue(token.Claims{Login: loginID, Session: sessionID, IssuedAt: now, Expires: now.Add(accessLife)})
}

// memberships lists what the login can enter now, the organization used last first.
func (s *Service) memberships(ctx context.Context, loginID string) ([]user.Membership, error) {
	accepted, err := s.accepted(ctx, loginID)
	return slices.DeleteFunc(accepted, func(m user.Membership) bool { return !m.Joined }), err
}

// accepted lists the login's active memberships, those that open once its address is proved too.
func (s *Service) accepted(ctx context.Context, loginID string) ([]user.Membership, error) {
	organizations, err := db.ReadOne(ctx, s.DB, func(tx *db.Tx) ([]string, error) {
		return organizationsByUse(tx, loginID)
	})
	if err != nil {
		return nil, err
	}
	active := []user.Membership{}
	for _, org := range organizations {
		member, err := s.Directory.Lookup(ctx, org, loginID)
		if err != nil {
			return nil, err
		}
		if member.Active {
			active = append(active, member)
		}
	}
	return active, nil
}

// chooseMembership finds where a sign-in leads to; proves says whether it opens what the login has accepted.
func (s *Service) chooseMembership(
	ctx context.Context, loginID, wantedOrg string, proves bool,
) (found user.Membership, err error) {
	accepted, err := s.accepted(ctx, loginID)
	if err != nil {
		return found, err
	}
	open := slices.DeleteFunc(slices.Clone(accepted), func(m user.Membership) bool { return !m.Joined && !proves })
	isWanted := func(m user.Membership) bool { return wantedOrg == "" || m.Org == wantedOrg }
	switch at := slices.IndexFunc(open, isWanted); {
	case at >= 0:
		return open[at], nil
	case slices.ContainsFunc(accepted, isWanted):
		return found, errs.Forbidden("It isn't known yet that this address is yours. " + howToJoin)
	case len(open) == 0:
		return found, errs.Forbidden("You are not an active member of any organization. " +
			"Ask the administrator who invited you.")
	}
	return found, errs.InvalidField("orgId", "must be the id of an organization that you are an active member of")
}

// current returns the caller's membership in org, or in the organization used last if org is empty, and every
// organization that the caller can enter. The membership is zero for a caller who can enter none. It fails with
// Forbidden if the caller can't enter org.
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
	org, _ := s.sessions.workplace.Get(sc.Session)
	if at := slices.IndexFunc(open, func(m user.Membership) bool { return m.Org == org }); at > 0 {
		last := open[at]
		open = slices.Insert(slices.Delete(open, at, at+1), 0, last)
	}
	return open, err
}
