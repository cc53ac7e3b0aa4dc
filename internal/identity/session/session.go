package session

import (
	"context"
	"errors"
	"time"

	"sarai/internal/identity/user"
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
)

// Grant is a session with the refresh token that it has now.
type Grant struct {
	Session
	Refresh string
}

// Begin makes a session of the login; nothing is stored yet. If it rotates, it gets another refresh token each time it
// is refreshed.
func (s *Service) Begin(sc scope.Scope, of user.Login, rotates bool) Grant {
	now := s.Clock.Now().UTC()
	begun := Session{ID: id.New(), Login: of.ID, IP: sc.IP, UserAgent: sc.UserAgent, CreatedAt: now.UnixMilli(),
		UsedAt: now.UnixMilli(), SeenAt: now.UnixMilli(), Email: of.Email, Name: of.Name}
	begun.ExpiresAt = s.until(now, begun)
	if !rotates {
		return Grant{begun, token.Random()}
	}
	begun.Generation = 1
	return Grant{begun, s.rotation.of(begun.ID, begun.Generation)}
}

// until is when the session ends if it is used now and not again.
func (s *Service) until(now time.Time, of Session) int64 {
	until := now.Add(sessionLife).UnixMilli()
	if s.Lifetime > 0 {
		until = min(until, of.CreatedAt+s.Lifetime.Milliseconds())
	}
	return until
}

// list returns where the caller is signed in, newest first.
func (s *Service) list(ctx context.Context, sc scope.Scope) ([]Session, error) {
	stored, err := db.ReadOne(ctx, s.DB, func(tx *db.Tx) ([]Session, error) { return sessionsOf(tx, sc.User) })
	return append(s.unstored.of(sc.User), stored...), err
}

// beat keeps the caller's session alive. It notes at most once a minute that the caller is there, if the database takes
// it.
func (s *Service) beat(ctx context.Context, sc scope.Scope) error {
	alive, found, err := s.find(ctx, sc.Session)
	if err != nil || found && s.Clock.Now().Sub(time.UnixMilli(alive.SeenAt)) < seenInterval {
		return err
	}
	err = s.DB.WriteSoon(ctx, func(tx *db.Tx) error {
		if err := markSeen(tx, sc.Session, seenInterval, s.until(tx.Now, alive)); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.Forget([]string{sc.Session}) })
		return s.storeWorkplace(tx, sc.User, sc.Session)
	})
	if errs.Is(err, errs.KindUnavailable) {
		return nil
	}
	return err
}

// storeWorkplace stores which organization the session worked in last.
func (s *Service) storeWorkplace(tx *db.Tx, loginID, sessionID string) error {
	org, known := s.workplace.Get(sessionID)
	if !known {
		return nil
	}
	return user.MarkUsed(tx, loginID, org)
}

// end ends the session if it is the login's, and reports whether it was. The reason is for the audit log.
func (s *Service) end(tx *db.Tx, sc scope.Scope, loginID, sessionID, reason string) (bool, error) {
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

// EndAll ends every session of the login except the one to keep; "" keeps none.
func (s *Service) EndAll(tx *db.Tx, sc scope.Scope, loginID, keep, reason string) error {
	endedIDs, err := deleteSessions(tx, loginID, keep)
	tx.AfterCommit(func() { s.endUnstored(loginID, func(other string) bool { return other != keep }) })
	if err != nil || len(endedIDs) == 0 {
		return err
	}
	return s.tellEnd(tx, sc, loginID, endedIDs, reason)
}

// tellEnd tells everyone that sessions of a login have ended.
func (s *Service) tellEnd(tx *db.Tx, sc scope.Scope, loginID string, sessionIDs []string, reason string) error {
	tx.AfterCommit(func() { s.Forget(sessionIDs) })
	s.hooks.OnSessionsEnd(tx, sessionIDs)
	return s.Users.Note(tx, sc, ended.Of(loginID, endedDetails{len(sessionIDs), reason}))
}

// EndOrphans ends a login's sessions if it can't enter any organization any more. Call it after switching off or
// deleting a membership.
func (s *Service) EndOrphans(tx *db.Tx, loginID string) error {
	_, err := s.endOrphans(tx, loginID)
	return err
}

// endOrphans ends every session of a login that can't enter any organization, and reports whether that is so.
func (s *Service) endOrphans(tx *db.Tx, loginID string) (bool, error) {
	organizations, err := user.BelongsTo(tx, loginID)
	if err != nil || len(organizations) > 0 {
		return false, err
	}
	return true, s.EndAll(tx, scope.Scope{}, loginID, "", "") // it has no audit log any more
}

// endUnstored ends sessions of the login that aren't stored yet, and reports whether there were any.
func (s *Service) endUnstored(loginID string, fits func(sessionID string) bool) bool {
	ended := s.unstored.end(loginID, fits)
	if len(ended) > 0 {
		s.Forget(ended)
	}
	return len(ended) > 0
}

// signOut ends the session of the access token and that of the refresh token, whichever there are.
func (s *Service) signOut(ctx context.Context, sc scope.Scope, refresh string) error {
	err := s.DB.Write(ctx, func(tx *db.Tx) error {
		if sc.Session != "" {
			if _, err := s.end(tx, sc, sc.User, sc.Session, signedOut); err != nil {
				return err
			}
		}
		if refresh == "" {
			return nil
		}
		found, err := sessionByRefreshToken(tx, refresh)
		if sessionID, _, ok := s.rotation.read(refresh); ok && errors.Is(err, db.ErrNoRows) {
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
func (s *Service) endOwn(ctx context.Context, sc scope.Scope, sessionID string) error {
	unknown := errs.NotFound("There is no such session among yours.")
	if !id.Valid(sessionID) {
		return unknown
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		ended, err := s.end(tx, sc, sc.User, sessionID, signedOut)
		if err == nil && !ended {
			err = unknown
		}
		return err
	})
}
