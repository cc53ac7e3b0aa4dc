package auth

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
)

const (
	accessLife  = 15 * time.Minute
	sessionLife = 30 * 24 * time.Hour // from the last use

	// trustSpan is how long this node believes that a session it found alive still is. Other nodes notice within that
	// time that this one has ended a session.
	trustSpan = 2 * time.Second
	// rememberedSessions bounds the memory to a few megabytes.
	rememberedSessions = 16_384

	seenInterval = time.Minute

	signedOut = "signed out" // as the audit log says it

	// rotationGrace is how long a refresh token works on after the next one was given out: a browser may send two requests
	// at once, or miss an answer.
	rotationGrace = 30 * time.Second
)

// sessions begins, remembers and ends sessions. Most requests learn from it without the database that theirs is alive.
type sessions struct {
	db       *db.DB
	trail    trail
	clock    clock.Clock
	seal     token.Seal    // of the refresh tokens that rotate
	lifetime time.Duration // of a session however much it is used; 0: no end
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
	session
	readAt time.Time
}

func newSessions(c Config) *sessions {
	return &sessions{db: c.DB, trail: trail{c.Bus}, clock: c.Clock,
		seal: c.Keys.Seal("refresh token", ""), lifetime: c.SessionLifetime,
		known:     newCache[knownSession](rememberedSessions),
		unstored:  newAntechamber(),
		workplace: newCache[string](rememberedSessions)}
}

func newCache[V any](size int) *lru.Cache[string, V] {
	cache, err := lru.New[string, V](size)
	if err != nil {
		panic(err) // only for a size below one
	}
	return cache
}

// make makes a session of the login and its refresh token; nothing is stored yet. One that rotates gets another token
// each time it is refreshed.
func (s *sessions) make(sc scope.Scope, of login, rotates bool) (begun session, refresh string) {
	now := s.clock.Now().UTC()
	begun = session{ID: id.New(), Login: of.id, IP: sc.IP, UserAgent: sc.UserAgent, CreatedAt: now.UnixMilli(),
		UsedAt: now.UnixMilli(), SeenAt: now.UnixMilli(), Email: of.email, Name: of.name}
	begun.ExpiresAt = s.until(now, begun)
	refresh = token.Random()
	if rotates {
		begun.Generation = 1
		refresh = s.rotating(begun.ID, begun.Generation)
	}
	return begun, refresh
}

// until is when the session ends if it is used now and not again.
func (s *sessions) until(now time.Time, of session) int64 {
	until := now.Add(sessionLife).UnixMilli()
	if s.lifetime > 0 {
		until = min(until, of.CreatedAt+s.lifetime.Milliseconds())
	}
	return until
}

// rotating is the refresh token of a generation of a session. It can be made again, and so given out again to a browser
// that missed it, and it says which session it was of long after it has been replaced.
func (s *sessions) rotating(sessionID string, generation int64) string {
	return s.seal.Close([]byte(sessionID + "." + strconv.FormatInt(generation, 10)))
}

// rotated returns the session and the generation of a refresh token that rotating has made; ok is false for any other.
func (s *sessions) rotated(refresh string) (sessionID string, generation int64, ok bool) {
	text, err := s.seal.Open(refresh)
	if err != nil {
		return "", 0, false
	}
	sessionID, number, _ := strings.Cut(string(text), ".")
	generation, err = strconv.ParseInt(number, 10, 64)
	return sessionID, generation, err == nil
}

// find returns a session that is alive; found is false if there is none.
func (s *sessions) find(ctx context.Context, sessionID string) (alive session, found bool, err error) {
	now := s.clock.Now()
	s.mu.Lock()
	known, ok := s.known.Get(sessionID)
	ended := s.ended
	s.mu.Unlock()
	if age := now.Sub(known.readAt); ok && age >= 0 && age < trustSpan && now.UnixMilli() < known.ExpiresAt {
		return known.session, true, nil
	}
	if u, kept := s.unstored.get(sessionID); kept {
		return s.findUnstored(ctx, u)
	}
	alive, err = db.ReadOne(ctx, s.db, func(tx *db.Tx) (session, error) { return sessionByID(tx, sessionID) })
	if errors.Is(err, db.ErrNoRows) {
		return session{}, false, nil
	}
	if err != nil {
		return session{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == ended {
		s.known.Add(sessionID, knownSession{session: alive, readAt: now})
	}
	return alive, true, nil
}

// forget makes this node ask the database about these sessions again, as soon as tx has committed.
func (s *sessions) forget(tx *db.Tx, sessionIDs ...string) {
	tx.AfterCommit(func() { s.drop(sessionIDs) })
}

func (s *sessions) drop(sessionIDs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended++
	for _, sessionID := range sessionIDs {
		s.known.Remove(sessionID)
	}
}

// list returns where the caller is signed in, newest first.
func (s *sessions) list(ctx context.Context, sc scope.Scope) ([]session, error) {
	stored, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]session, error) { return sessionsOf(tx, sc.User) })
	return append(s.unstored.of(sc.User), stored...), err
}

// beat keeps the caller's session alive. It notes at most once a minute that the caller is there, if the database takes
// it.
func (s *sessions) beat(ctx context.Context, sc scope.Scope) error {
	alive, found, err := s.find(ctx, sc.Session)
	if err != nil || found && s.clock.Now().Sub(time.UnixMilli(alive.SeenAt)) < seenInterval {
		return err
	}
	return unlessUnavailable(s.db.WriteSoon(ctx, func(tx *db.Tx) error {
		if err := markSeen(tx, sc.Session, seenInterval, s.until(tx.Now, alive)); err != nil {
			return err
		}
		s.forget(tx, sc.Session)
		return s.storeWorkplace(tx, sc.User, sc.Session)
	}))
}

// unlessUnavailable is the error, or nil if it says that the database takes no writes: of what may be left out.
func unlessUnavailable(err error) error {
	if errs.Is(err, errs.KindUnavailable) {
		return nil
	}
	return err
}

// storeWorkplace stores which organization the session worked in last.
func (s *sessions) storeWorkplace(tx *db.Tx, loginID, sessionID string) error {
	org, known := s.workplace.Get(sessionID)
	if !known {
		return nil
	}
	return markUsed(tx, loginID, org)
}

// prolonged is a session that has just been refreshed, with the refresh token that it has now.
type prolonged struct {
	session
	refresh string
}

// refreshed prolongs the session of a refresh token. It fails with Unauthorized if there is none, or if its login can't
// enter any organization any more: then it ends all sessions of the login.
func (s *sessions) refreshed(ctx context.Context, sc scope.Scope, refresh string) (prolonged, error) {
	if refresh == "" {
		return prolonged{}, errs.Unauthorized("There is no refresh token in the cookie refreshToken. Sign in.")
	}
	if u, kept := s.unstored.find(func(u unstored) bool { return u.refresh == refresh }); kept {
		if _, alive, err := s.findUnstored(ctx, u); alive || err != nil {
			return prolonged{u.session, refresh}, err
		}
	}
	var found prolonged
	err := s.db.WriteSoon(ctx, func(tx *db.Tx) (err error) {
		found, err = s.prolonged(tx, sc, refresh)
		return err
	})
	if errs.Is(err, errs.KindUnavailable) {
		found, err = s.refreshedUnstored(ctx, refresh)
	}
	if errors.Is(err, db.ErrNoRows) || err == nil && found.ID == "" {
		return found, errs.Unauthorized("Your refresh token is not valid or has expired. Sign in again.")
	}
	return found, err
}

// prolonged prolongs the session of a refresh token; it is empty if there is none any more.
func (s *sessions) prolonged(tx *db.Tx, sc scope.Scope, refresh string) (prolonged, error) {
	found, err := s.present(tx, sc, refresh)
	if found.ID == "" || err != nil {
		return prolonged{}, err
	}
	ended, err := s.endOrphans(tx, found.Login)
	if ended || err != nil {
		return prolonged{}, err
	}
	found.ExpiresAt = s.until(tx.Now, found.session)
	alive, err := prolong(tx, found.ID, found.ExpiresAt)
	if !alive || err != nil {
		return prolonged{}, err
	}
	return found, s.storeWorkplace(tx, found.Login, found.ID)
}

// present finds the session of a refresh token and, if it rotates, gives it the next one. A token that was replaced
// before the grace began has been copied: one of two who have it is a thief, so it ends the session, and none is found.
func (s *sessions) present(tx *db.Tx, sc scope.Scope, refresh string) (prolonged, error) {
	found, err := sessionByRefreshToken(tx, refresh)
	if err == nil && found.Generation == 0 {
		return prolonged{found, refresh}, nil
	}
	if err == nil {
		next := s.rotating(found.ID, found.Generation+1)
		if rotated, err := rotate(tx, found.ID, refresh, next); rotated || err != nil {
			return prolonged{found, next}, err
		}
	} else if !errors.Is(err, db.ErrNoRows) {
		return prolonged{}, err
	}
	sessionID, generation, ok := s.rotated(refresh)
	if !ok {
		return prolonged{}, db.ErrNoRows
	}
	if found, err = sessionByID(tx, sessionID); err != nil {
		return prolonged{}, err
	}
	if generation == found.Generation+1 { // given out while the database took no writes
		_, err := rotate(tx, found.ID, s.rotating(found.ID, found.Generation), refresh)
		return prolonged{found, refresh}, err
	}
	if s.inGrace(tx, found, generation) {
		return prolonged{found, s.rotating(found.ID, found.Generation)}, nil
	}
	_, err = s.end(tx, sc, found.Login, found.ID, "refresh token used again")
	return prolonged{}, err
}

// inGrace reports whether the token of this generation was replaced so short a time ago that it still counts.
func (s *sessions) inGrace(tx *db.Tx, of session, generation int64) bool {
	return generation == of.Generation-1 && tx.Now.Sub(time.UnixMilli(of.RotatedAt)) < rotationGrace
}

// end ends the session if it is the login's, and reports whether it was. The reason is for the audit log.
func (s *sessions) end(tx *db.Tx, sc scope.Scope, loginID, sessionID, reason string) (bool, error) {
	deleted, err := deleteSession(tx, loginID, sessionID)
	if err != nil {
		return false, err
	}
	if u, kept := s.unstored.get(sessionID); !deleted && (!kept || u.ended || u.Login != loginID) {
		return false, nil
	}
	tx.AfterCommit(func() { s.endUnstored(loginID, func(other string) bool { return other == sessionID }) })
	return true, s.tellEnd(tx, sc, loginID, []string{sessionID}, reason)
}

// endAll ends every session of the login except the one to keep; "" keeps none.
func (s *sessions) endAll(tx *db.Tx, sc scope.Scope, loginID, keep, reason string) error {
	endedIDs, err := deleteSessions(tx, loginID, keep)
	tx.AfterCommit(func() { s.endUnstored(loginID, func(other string) bool { return other != keep }) })
	if err != nil || len(endedIDs) == 0 {
		return err
	}
	return s.tellEnd(tx, sc, loginID, endedIDs, reason)
}

// tellEnd tells everyone that sessions of a login have ended.
func (s *sessions) tellEnd(tx *db.Tx, sc scope.Scope, loginID string, sessionIDs []string, reason string) error {
	s.forget(tx, sessionIDs...)
	s.hooks.OnSessionsEnd(tx, sessionIDs)
	return s.trail.note(tx, sc, loginID, endedAction, map[string]any{"sessions": len(sessionIDs), "reason": reason})
}

// endOrphans ends every session of a login that can't enter any organization, and reports whether that is so.
func (s *sessions) endOrphans(tx *db.Tx, loginID string) (bool, error) {
	organizations, err := enterable(tx, loginID)
	if err != nil || len(organizations) > 0 {
		return false, err
	}
	return true, s.endAll(tx, scope.Scope{}, loginID, "", "") // it has no audit log any more
}

// endUnstored ends sessions of the login that aren't stored yet, and reports whether there were any.
func (s *sessions) endUnstored(loginID string, fits func(sessionID string) bool) bool {
	ended := s.unstored.end(loginID, fits)
	if len(ended) > 0 {
		s.drop(ended)
	}
	return len(ended) > 0
}

// signOut ends the session of the access token and that of the refresh token, whichever there are.
func (s *sessions) signOut(ctx context.Context, sc scope.Scope, refresh string) error {
	err := s.db.Write(ctx, func(tx *db.Tx) error {
		if sc.Session != "" {
			if _, err := s.end(tx, sc, sc.User, sc.Session, signedOut); err != nil {
				return err
			}
		}
		if refresh == "" {
			return nil
		}
		found, err := sessionByRefreshToken(tx, refresh)
		if sessionID, _, ok := s.rotated(refresh); ok && errors.Is(err, db.ErrNoRows) {
			found, err = sessionByID(tx, sessionID)
		}
		if errors.Is(err, db.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		sc.User, sc.UserName, sc.Email = found.Login, found.Name, found.Email
		_, err = s.end(tx, sc, found.Login, found.ID, signedOut)
		return err
	})
	own := func(other string) bool { return other == sc.Session }
	if errs.Is(err, errs.KindUnavailable) && s.endUnstored(sc.User, own) {
		return nil // it was in this node's memory alone
	}
	return err
}

// endOwn ends one of the caller's own sessions; NotFound if it is none of them.
func (s *sessions) endOwn(ctx context.Context, sc scope.Scope, sessionID string) error {
	unknown := errs.NotFound("There is no such session among yours.")
	if !id.Valid(sessionID) {
		return unknown
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		ended, err := s.end(tx, sc, sc.User, sessionID, signedOut)
		if err == nil && !ended {
			err = unknown
		}
		return err
	})
}
