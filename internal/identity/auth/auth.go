package auth

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
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
	PublicURL   string // what links in mails begin with, without a slash at its end
	// Unlimited switches off the limits on attempts to sign in and on reset mails.
	Unlimited bool
	// PasswordCost is left at zero, the real cost, except by tests.
	PasswordCost PasswordCost
}

// Service is package auth at work. It is safe for concurrent use.
type Service struct {
	Config
	hasher   *hasher
	sessions *sessions
	signIns  *attempts // failures only
	resets   *attempts // every request for a reset mail
	// inUse is the organization that each session worked in last. It is stored when the session is refreshed or heard
	// of anyway, so that reading costs no write.
	inUse *lru.Cache[string, string]
}

// New makes the service.
func New(c Config) *Service {
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	inUse, err := lru.New[string, string](rememberedSessions)
	if err != nil {
		panic(err) // only for a size below one
	}
	s := &Service{Config: c, hasher: newHasher(c.PasswordCost), sessions: newSessions(c.DB, c.Clock), inUse: inUse}
	if !c.Unlimited {
		s.signIns = newAttempts(c.Clock, 10, 60, "There were too many failed attempts. "+
			"Wait a while before the next one, or reset your password.")
		s.resets = newAttempts(c.Clock, 5, 20, "A password reset was asked for too many times. "+
			"Look into your mailbox, or wait a while.")
	}
	return s
}

var errExpired = errs.Unauthorized("Your access token has expired. " +
	"Get a new one from POST /api/auth/refresh-token, or sign in again.")

// Authenticate returns sc with the caller of this access token and, unless org is empty, with what the caller is in
// that organization. It fails with Unauthorized for a bad token or an ended session, with NotFound for an unknown
// organization, and with Forbidden for a caller who is not an active member of it.
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
	if !found || alive.login != claims.Login {
		return sc, errs.Unauthorized("Your session has ended. Sign in again.")
	}
	sc.User, sc.Email, sc.UserName, sc.Session = alive.login, alive.email, alive.name, alive.id
	if org == "" {
		return sc, nil
	}
	return s.enter(ctx, org, sc)
}

// enter adds to sc what the signed-in caller is in the organization.
func (s *Service) enter(ctx context.Context, org string, sc scope.Scope) (scope.Scope, error) {
	member, found, exists, err := s.Directory.Lookup(ctx, org, sc.User)
	switch {
	case err != nil:
		return sc, err
	case !exists:
		return sc, errs.NotFound("There is no such organization.")
	case !found || !member.Joined:
		return sc, errs.Forbidden("You are not a member of this organization.")
	case !member.Active:
		return sc, errs.Forbidden("Your access to this organization has been switched off. Ask its administrator.")
	}
	sc.Org, sc.UserName, sc.RoleID, sc.RoleName = org, member.Name, member.RoleID, member.RoleName
	sc.Permissions, sc.Currency, sc.Zone = member.Permissions, member.Currency, member.Zone
	s.inUse.Add(sc.Session, org)
	return sc, nil
}

// EndSessions ends every session of a login.
func (s *Service) EndSessions(tx *db.Tx, loginID string) error {
	return s.sessions.endAll(tx, loginID, "")
}

// EndOrphanSessions ends a login's sessions if it can't enter any organization any more. Call it after switching off or
// deleting a membership.
func (s *Service) EndOrphanSessions(tx *db.Tx, loginID string) error {
	welcome, err := entersAny(tx, loginID)
	if welcome || err != nil {
		return err
	}
	return s.EndSessions(tx, loginID)
}
