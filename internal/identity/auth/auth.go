package auth

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/record/event"
)

// Config is what the service is made of.
type Config struct {
	DB          *db.DB
	Bus         *event.Bus
	Clock       clock.Clock
	Log         *slog.Logger
	Keys        *token.Keys
	Directory   *user.Directory
	Users       *user.Service
	Invitations *invitation.Service
	Outbox      *mail.Outbox
	PublicURL   string // what links in mails begin with
	// Unlimited switches off the limits on failures to sign in and on reset mails.
	Unlimited bool
	// SessionLifetime is how long a session lasts however much it is used; 0: as long as it is used.
	SessionLifetime time.Duration
	// StrictPasswords refuses weak passwords, which are taken with a warning otherwise.
	StrictPasswords bool
	// PasswordCost is zero, the real cost, except in tests.
	PasswordCost PasswordCost
}

// Hooks are what the service needs from packages above it.
type Hooks struct {
	// OnSessionsEnd is told of every session that is ended, in the transaction that ends it.
	OnSessionsEnd func(tx *db.Tx, sessionIDs []string)
}

// Service authenticates callers and serves /api/auth. It is safe for concurrent use.
type Service struct {
	Config
	sessions  *sessions
	passwords *passwords
	mfa       *mfa
}

// New makes the service. Connect its hooks before it serves.
func New(c Config) *Service {
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	s := &Service{Config: c, sessions: newSessions(c)}
	s.passwords = &passwords{db: c.DB, clock: c.Clock, trail: trail{c.Bus}, outbox: c.Outbox, publicURL: c.PublicURL,
		hasher:   newHasher(c.PasswordCost),
		sessions: s.sessions, invitations: c.Invitations, strict: c.StrictPasswords}
	s.mfa = &mfa{db: c.DB, box: c.Keys.Box("second factor"), trail: trail{c.Bus}, passwords: s.passwords,
		spent: newCache[int64](rememberedSessions)}
	if !c.Unlimited {
		s.mfa.failures = newAttempts(c.Clock, codesPerLogin, codesPerLogin, "There were too many wrong codes. "+
			"Wait a while before the next one.")
		s.mfa.guesses = newCodeAttempts(c.Clock, "Others try codes for this login too, and there is a line. "+
			"Try again in a moment, or use a recovery code.")
		s.passwords.failures = newAttempts(c.Clock, 10, 60, "There were too many failed attempts. "+
			"Wait a while before the next one, or reset your password.")
		s.passwords.registrations = newAttempts(c.Clock, 60, 60, "There were too many failed attempts. "+
			"Wait a while before the next one, or ask to be invited again.")
		s.passwords.resets = newAttempts(c.Clock, 5, 20, "A password reset was asked for too many times. "+
			"Look into your mailbox, or wait a while.")
	}
	return s
}

// Connect sets the hooks. It panics if one is missing.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.sessions.hooks = h
}

var errExpired = errs.Unauthorized("Your access token has expired. " +
	"Get a new one from POST /api/auth/refresh-token, or sign in again.")

// Authenticate returns sc with the caller of this access token and, unless org is empty, with what the caller is in
// that organization. It fails with Unauthorized for a bad token or an ended session, with NotFound for an unknown
// organization, and with Forbidden for a caller who is not an active member of it or lacks the second factor that it
// asks for.
func (s *Service) Authenticate(ctx context.Context, accessToken, org string, sc scope.Scope) (scope.Scope, error) {
	claims, err := s.Keys.Verify(accessToken, s.Clock.Now())
	if errors.Is(err, token.ErrExpired) {
		return sc, errExpired
	}
	if err != nil {
		return sc, errs.Unauthorized("Your access token is not valid. Sign in again.")
	}
	alive, found, err := s.sessions.find(ctx, claims.Session)
	if err != nil {
		return sc, err
	}
	if !found || alive.Login != claims.Login {
		return sc, errs.Unauthorized("Your session has ended. Sign in again.")
	}
	sc.User, sc.Email, sc.UserName, sc.Session = alive.Login, alive.Email, alive.Name, alive.ID
	if org == "" {
		return sc, nil
	}
	return s.enter(ctx, org, sc)
}

// Session returns the session that this access token was issued in, if the token is genuine and hasn't expired. It asks
// no database: the session may have ended.
func (s *Service) Session(accessToken string) (session string, genuine bool) {
	claims, err := s.Keys.Verify(accessToken, s.Clock.Now())
	return claims.Session, err == nil
}

// howToJoin tells whom an organization awaits what is still to be done.
const howToJoin = "Open the link in the invitation mail and accept. If you have, sign in on the device where you " +
	"did, or ask for a mail to set a new password: either shows that the address is yours."

// enter adds to sc what the signed-in caller is in the organization.
func (s *Service) enter(ctx context.Context, org string, sc scope.Scope) (scope.Scope, error) {
	member, err := s.Directory.Lookup(ctx, org, sc.User)
	switch {
	case err != nil:
		return sc, err
	case member.Org == "":
		return sc, errs.NotFound("There is no such organization.")
	case member.Login == "":
		return sc, errs.Forbidden("You are not a member of this organization.")
	case !member.Joined:
		return sc, errs.Forbidden("You are not a member of this organization yet. " + howToJoin)
	case !member.Active:
		return sc, errs.Forbidden("Your access to this organization has been switched off. Ask its administrator.")
	case member.Barred:
		return sc, organization.ErrBarred
	}
	sc.Org, sc.UserName, sc.RoleID, sc.RoleName = org, member.Name, member.RoleID, member.RoleName
	sc.Permissions, sc.Currency, sc.Zone = member.Permissions, member.Currency, member.Zone
	s.sessions.workplace.Add(sc.Session, org)
	return sc, nil
}

// EndOrphanSessions ends a login's sessions if it can't enter any organization any more. Call it after switching off or
// deleting a membership.
func (s *Service) EndOrphanSessions(tx *db.Tx, loginID string) error {
	_, err := s.sessions.endOrphans(tx, loginID)
	return err
}

// Forget makes this node ask the database about these sessions again, which another node has ended.
func (s *Service) Forget(sessionIDs []string) { s.sessions.drop(sessionIDs) }
