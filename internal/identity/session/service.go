package session

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
)

// Config is what the service is made of.
type Config struct {
	DB        *db.DB
	Clock     clock.Clock
	Keys      *token.Keys
	Users     *user.Service
	Directory *user.Directory
	PublicURL string // of the cookies
	// Lifetime is how long a session lasts however much it is used; 0: as long as it is used.
	Lifetime time.Duration
}

// Hooks are what the service needs from packages above it.
type Hooks struct {
	// OnSessionsEnd is told of every session that is ended, in the transaction that ends it.
	OnSessionsEnd func(tx *db.Tx, sessionIDs []string)
}

// Service begins, remembers and ends sessions. Most requests learn from it without the database that theirs is alive.
// It is safe for concurrent use.
type Service struct {
	Config
	rotation rotation
	hooks    Hooks

	mu    sync.Mutex
	ended uint64 // counts endings, so that a session read before one isn't remembered after it
	known *lru.Cache[string, knownSession]

	unstored *antechamber

	// workplace is the organization that each session worked in last. It is stored when the session is refreshed or seen
	// anyway, so that reading costs no write.
	workplace *lru.Cache[string, string]
}

type knownSession struct {
	Session
	readAt time.Time
}

// New makes the service. Connect its hooks before it serves.
func New(c Config) *Service {
	return &Service{Config: c, rotation: rotation{c.Keys.Seal("refresh token", "")}, unstored: newAntechamber(),
		known: remembered[knownSession](), workplace: remembered[string]()}
}

func remembered[V any]() *lru.Cache[string, V] {
	cache, err := lru.New[string, V](rememberedSessions)
	if err != nil {
		panic(err) // only for a size below one
	}
	return cache
}

// Connect sets the hooks. It panics if one is missing.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

var errExpired = errs.Unauthorized("Your access token has expired. " +
	"Get a new one from POST /api/auth/refresh-token, or sign in again.")

// Authenticate returns sc with the caller of this access token and, unless org is empty, with what the caller is in
// that organization. It fails with Unauthorized for a bad token or an ended session, and as user.Directory.Enter does.
func (s *Service) Authenticate(ctx context.Context, accessToken, org string, sc scope.Scope) (scope.Scope, error) {
	claims, err := s.Keys.Verify(accessToken, s.Clock.Now())
	if errors.Is(err, token.ErrExpired) {
		return sc, errExpired
	}
	if err != nil {
		return sc, errs.Unauthorized("Your access token is not valid. Sign in again.")
	}
	alive, found, err := s.find(ctx, claims.Session)
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
	if sc, err = s.Directory.Enter(ctx, org, sc); err == nil {
		s.workplace.Add(sc.Session, org)
	}
	return sc, err
}

// SessionOf returns the session that this access token was issued in, if the token is genuine and hasn't expired. It
// asks no database: the session may have ended.
func (s *Service) SessionOf(accessToken string) (session string, genuine bool) {
	claims, err := s.Keys.Verify(accessToken, s.Clock.Now())
	return claims.Session, err == nil
}

// AccessToken makes an access token of the session.
func (s *Service) AccessToken(of Session) string {
	now := s.Clock.Now()
	return s.Keys.Issue(token.Claims{Login: of.Login, Session: of.ID, IssuedAt: now, Expires: now.Add(accessLife)})
}

// Workplace is the organization that the session worked in last, as far as this node remembers; else it is empty.
func (s *Service) Workplace(sessionID string) string {
	org, _ := s.workplace.Get(sessionID)
	return org
}

// find returns a session that is alive; found is false if there is none.
func (s *Service) find(ctx context.Context, sessionID string) (alive Session, found bool, err error) {
	now := s.Clock.Now()
	s.mu.Lock()
	known, ok := s.known.Get(sessionID)
	ended := s.ended
	s.mu.Unlock()
	if age := now.Sub(known.readAt); ok && age >= 0 && age < trustSpan && now.UnixMilli() < known.ExpiresAt {
		return known.Session, true, nil
	}
	if u, kept := s.unstored.get(sessionID); kept {
		return s.findUnstored(ctx, u)
	}
	alive, err = db.ReadOne(ctx, s.DB, func(tx *db.Tx) (Session, error) { return sessionByID(tx, sessionID) })
	if errors.Is(err, db.ErrNoRows) {
		return Session{}, false, nil
	}
	if err != nil {
		return Session{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == ended {
		s.known.Add(sessionID, knownSession{Session: alive, readAt: now})
	}
	return alive, true, nil
}

// Forget makes this node ask the database about these sessions again. Every node is told which have ended.
func (s *Service) Forget(sessionIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended++
	for _, sessionID := range sessionIDs {
		s.known.Remove(sessionID)
	}
}
