package session

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
)

// rotationGrace is how long a refresh token works on after the next one was given out: a browser may send two requests
// at once, or miss an answer.
const rotationGrace = 30 * time.Second

// rotation makes the refresh tokens of sessions that get another one each time.
type rotation struct{ seal token.Seal }

// of is the refresh token of a generation of a session. It can be made again, and so given out again to a browser that
// missed it, and it says which session it was of long after it has been replaced.
func (r rotation) of(sessionID string, generation int64) string {
	return r.seal.Close([]byte(sessionID + "." + strconv.FormatInt(generation, 10)))
}

// read returns the session and the generation of a refresh token that was made by of; ok is false for any other.
func (r rotation) read(refresh string) (sessionID string, generation int64, ok bool) {
	text, err := r.seal.Open(refresh)
	if err != nil {
		return "", 0, false
	}
	sessionID, number, _ := strings.Cut(string(text), ".")
	generation, err = strconv.ParseInt(number, 10, 64)
	return sessionID, generation, err == nil
}

// refreshed prolongs the session of a refresh token. It fails with Unauthorized if there is none, or if its login can't
// enter any organization any more: then it ends all sessions of the login.
func (s *Service) refreshed(ctx context.Context, sc scope.Scope, refresh string) (Grant, error) {
	if refresh == "" {
		return Grant{}, errs.Unauthorized("There is no refresh token in the cookie refreshToken. Sign in.")
	}
	if u, kept := s.unstored.find(func(u Unstored) bool { return u.Refresh == refresh }); kept {
		if _, alive, err := s.findUnstored(ctx, u); alive || err != nil {
			return u.Grant, err
		}
	}
	var found Grant
	err := s.DB.WriteSoon(ctx, func(tx *db.Tx) (err error) {
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
func (s *Service) prolonged(tx *db.Tx, sc scope.Scope, refresh string) (Grant, error) {
	found, err := s.present(tx, sc, refresh)
	if found.ID == "" || err != nil {
		return Grant{}, err
	}
	ended, err := s.endOrphans(tx, found.Login)
	if ended || err != nil {
		return Grant{}, err
	}
	found.ExpiresAt = s.until(tx.Now, found.Session)
	alive, err := prolong(tx, found.ID, found.ExpiresAt)
	if !alive || err != nil {
		return Grant{}, err
	}
	return found, s.storeWorkplace(tx, found.Login, found.ID)
}

// present finds the session of a refresh token and, if it rotates, gives it the next one. A token that was replaced
// before the grace began has been copied: one of two who have it is a thief, so it ends the session, and none is found.
func (s *Service) present(tx *db.Tx, sc scope.Scope, refresh string) (Grant, error) {
	found, err := sessionByRefreshToken(tx, refresh)
	if err == nil && found.Generation == 0 {
		return Grant{found, refresh}, nil
	}
	if err == nil {
		next := s.rotation.of(found.ID, found.Generation+1)
		if rotated, err := rotate(tx, found.ID, refresh, next); rotated || err != nil {
			return Grant{found, next}, err
		}
	} else if !errors.Is(err, db.ErrNoRows) {
		return Grant{}, err
	}
	sessionID, generation, ok := s.rotation.read(refresh)
	if !ok {
		return Grant{}, db.ErrNoRows
	}
	if found, err = sessionByID(tx, sessionID); err != nil {
		return Grant{}, err
	}
	if generation == found.Generation+1 { // given out while the database took no writes
		_, err := rotate(tx, found.ID, s.rotation.of(found.ID, found.Generation), refresh)
		return Grant{found, refresh}, err
	}
	if inGrace(tx, found, generation) {
		return Grant{found, s.rotation.of(found.ID, found.Generation)}, nil
	}
	_, err = s.end(tx, sc, found.Login, found.ID, "refresh token used again")
	return Grant{}, err
}

// inGrace reports whether the token of this generation was replaced so short a time ago that it still counts.
func inGrace(tx *db.Tx, of Session, generation int64) bool {
	return generation == of.Generation-1 && tx.Now.Sub(time.UnixMilli(of.RotatedAt)) < rotationGrace
}

// refreshedUnstored is refreshed while the database takes no writes: it prolongs nothing. A refresh token that rotates
// is replaced by the next one all the same, because it may be already, by a commit that isn't confirmed.
func (s *Service) refreshedUnstored(ctx context.Context, refresh string) (found Grant, err error) {
	err = s.DB.Read(ctx, func(tx *db.Tx) error {
		if found, err = s.next(tx, refresh); err != nil {
			return err
		}
		organizations, err := user.BelongsTo(tx, found.Login)
		if err == nil && len(organizations) == 0 {
			err = db.ErrNoRows
		}
		return err
	})
	return found, err
}

// next is present without a write.
func (s *Service) next(tx *db.Tx, refresh string) (Grant, error) {
	found, err := sessionByRefreshToken(tx, refresh)
	if err == nil && found.Generation == 0 {
		return Grant{found, refresh}, nil
	}
	if err == nil {
		return Grant{found, s.rotation.of(found.ID, found.Generation+1)}, nil
	}
	sessionID, generation, ok := s.rotation.read(refresh)
	if !ok || !errors.Is(err, db.ErrNoRows) {
		return Grant{}, err
	}
	found, err = sessionByID(tx, sessionID)
	switch {
	case err != nil:
	case generation == found.Generation+1:
		return Grant{found, refresh}, nil
	case inGrace(tx, found, generation):
		return Grant{found, s.rotation.of(found.ID, found.Generation)}, nil
	default:
		err = db.ErrNoRows
	}
	return Grant{}, err
}
