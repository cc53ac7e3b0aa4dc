package auth

import (
	"context"
	"errors"
	"slices"

	"sarai/internal/identity/attempt"
	"sarai/internal/identity/factor"
	"sarai/internal/identity/invitation"
	"sarai/internal/identity/password"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Config is what the service is made of.
type Config struct {
	DB          *db.DB
	Clock       clock.Clock
	Users       *user.Service
	Directory   *user.Directory
	Invitations *invitation.Service
	Sessions    *session.Service
	Passwords   *password.Service
	Factors     *factor.Service
	Unlimited   bool // switches off the limits on wrong codes
}

// Service signs people in. It is safe for concurrent use.
type Service struct {
	Config
	failures *attempt.Limit // of codes: to set a second factor up and to change it
	guesses  *attempt.Limit // of codes at sign-in
}

// New makes the service.
func New(c Config) *Service {
	s := &Service{Config: c}
	if c.Unlimited {
		return s
	}
	s.failures = attempt.New(c.Clock, codesPerLogin, codesPerLogin, "There were too many wrong codes. "+
		"Wait a while before the next one.")
	s.guesses = attempt.NewForCodes(c.Clock, codesPerLogin, 60, "Others try codes for this login too, and there is a "+
		"line. Try again in a moment, or use a recovery code.")
	return s
}

var errWrongCredentials = errs.Unauthorized("The e-mail address or the password is wrong.")

// signedIn is a session that has just begun.
type signedIn struct {
	session.Grant
	device string
	login  user.Login
	member user.Membership
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
	found, right, err := s.Passwords.Verify(ctx, sc, c.email, c.device, c.password)
	if err != nil {
		return signedIn{}, err
	}
	if !right {
		return signedIn{}, errWrongCredentials
	}
	proves, err := s.proves(ctx, sc, c, found)
	if err != nil {
		return signedIn{}, err
	}
	member, err := s.chooseMembership(ctx, found.ID, c.wantedOrg, proves)
	if err != nil {
		return signedIn{}, err
	}
	known, err := s.Sessions.KnownDevice(ctx, c.email, c.device)
	if err != nil {
		return signedIn{}, err
	}
	var begun signedIn
	err = s.guess(ctx, sc.IP, found.ID, known, c.code, func() error {
		begun, err = s.begin(ctx, sc, c, found, member, proves)
		return err
	})
	if errors.Is(err, factor.ErrWrongCode) {
		return begun, errors.Join(s.Passwords.NoteFailure(ctx, sc, found), err)
	}
	return begun, err
}

// proves reports whether this sign-in, whose password was right, shows for the first time that the login's address is
// the person's: somebody who read its mail has accepted an invitation from the same client.
func (s *Service) proves(ctx context.Context, sc scope.Scope, c credentials, found user.Login) (bool, error) {
	if found.Proved {
		return false, nil
	}
	return db.ReadOne(ctx, s.DB, func(tx *db.Tx) (bool, error) {
		return s.Invitations.Answered(tx, sc, found.Email, c.proof)
	})
}

// begin begins a session of the login, whose password was right, if the code is right too. If that proves the address,
// it lets the login into every organization whose invitation it has accepted.
func (s *Service) begin(
	ctx context.Context, sc scope.Scope, c credentials, found user.Login, member user.Membership, proves bool,
) (signedIn, error) {
	begun := signedIn{Grant: s.Sessions.Begin(sc, found, c.cookieOnly), login: found, member: member}
	store := s.DB.WriteSoon
	if proves {
		store = s.DB.Write // it opens more than this session
	}
	err := store(ctx, func(tx *db.Tx) (err error) {
		begun.device, err = signing{s, c, found, member, proves}.store(tx, found.As(sc))
		if err != nil {
			return err
		}
		return session.Store(tx, begun.Grant)
	})
	if errs.Is(err, errs.KindUnavailable) && !proves {
		begun.device = c.device
		err = s.beginUnstored(ctx, c.code, session.Unstored{Grant: begun.Grant, PasswordHash: found.PasswordHash,
			By: found.As(sc), Org: member.Org}, err)
	}
	return begun, err
}

// beginUnstored begins the session in memory, once the login, read anew, still has the password and the code is right.
// It fails with refused, the reason why the session can't be stored, where that has to be written: for recovery codes.
func (s *Service) beginUnstored(ctx context.Context, code string, u session.Unstored, refused error) error {
	err := s.DB.Read(ctx, func(tx *db.Tx) (err error) {
		present, err := user.LoginByID(tx, u.Login)
		if errors.Is(err, db.ErrNoRows) || err == nil && present.PasswordHash != u.PasswordHash {
			return errWrongCredentials
		}
		if err == nil {
			u.Step, err = s.Factors.Look(tx, u.Login, code, refused)
		}
		return err
	})
	if err == nil && !s.Factors.Spend(u.Login, u.Step) {
		err = factor.ErrWrongCode
	}
	if err == nil && !s.Sessions.Keep(u) {
		err = refused
	}
	return err
}

// signing is a sign-in whose password was right.
type signing struct {
	*Service
	with   credentials
	found  user.Login
	member user.Membership
	proves bool
}

// store stores all of it but its session, if the code is right and the login still has the password. It returns the
// secret of the browser's cookie.
func (s signing) store(tx *db.Tx, sc scope.Scope) (device string, err error) {
	found := s.found
	if s.proves {
		if err := s.Invitations.Finish(tx, sc, found.Email); err != nil {
			return "", err
		}
		if err := user.Prove(tx, found.ID); err != nil {
			return "", err
		}
	}
	held, err := user.LockPassword(tx, found.ID, found.PasswordHash)
	if err != nil {
		return "", err
	}
	if !held {
		return "", errWrongCredentials // the password has been replaced since it was checked
	}
	if err := s.checkCode(tx, sc, found, s.with.code); err != nil {
		return "", err
	}
	if device, err = session.RememberDevice(tx, found.ID, s.with.device); err != nil {
		return "", err
	}
	if err := s.Users.Note(tx, sc, session.SignedIn.Of(found.ID, event.None{})); err != nil {
		return "", err
	}
	return device, user.MarkUsed(tx, found.ID, s.member.Org)
}

// chooseMembership finds where a sign-in leads to; proves says whether it opens what the login has accepted.
func (s *Service) chooseMembership(
	ctx context.Context, loginID, wantedOrg string, proves bool,
) (found user.Membership, err error) {
	active, err := s.Directory.Active(ctx, loginID)
	if err != nil {
		return found, err
	}
	open := slices.DeleteFunc(slices.Clone(active), func(m user.Membership) bool { return !m.Joined && !proves })
	isWanted := func(m user.Membership) bool { return wantedOrg == "" || m.Org == wantedOrg }
	switch at := slices.IndexFunc(open, isWanted); {
	case at >= 0:
		return open[at], nil
	case slices.ContainsFunc(active, isWanted):
		return found, errs.Forbidden("It isn't known yet that this address is yours. " + user.HowToJoin)
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
	active, err := s.Directory.Active(ctx, sc.User)
	open := slices.DeleteFunc(active, func(m user.Membership) bool { return !m.Joined })
	org := s.Sessions.Workplace(sc.Session)
	if at := slices.IndexFunc(open, func(m user.Membership) bool { return m.Org == org }); at > 0 {
		last := open[at]
		open = slices.Insert(slices.Delete(open, at, at+1), 0, last)
	}
	return open, err
}
