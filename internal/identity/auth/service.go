package auth

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/record/event"
)

const (
	resetLife    = time.Hour
	tokensKept   = 7 * 24 * time.Hour
	purposeReset = "reset"

	// Lengths in characters, for the pages; the API's bodies say the same in their tags.
	minPassword = 8
	maxPassword = 128
	maxName     = 120

	wrongCredentials = "The e-mail address or the password is wrong."
)

// signedIn is a session that has just begun or been refreshed.
type signedIn struct {
	access, refresh string
	login           login
	member          user.Membership
}

// signIn begins a session for whoever knows the password. wantedOrg may be empty: the organization used last.
func (s *Service) signIn(ctx context.Context, sc scope.Scope, email, password, wantedOrg string) (signedIn, error) {
	attempt, err := s.signIns.begin(email, sc.IP)
	if err != nil {
		return signedIn{}, err
	}
	found, fits, err := s.checkPassword(ctx, email, password)
	if err != nil {
		attempt.cancelled()
		return signedIn{}, err
	}
	if !fits {
		return signedIn{}, errs.Unauthorized(wrongCredentials)
	}
	attempt.succeeded()
	member, err := s.chooseMembership(ctx, found.id, wantedOrg)
	if err != nil {
		return signedIn{}, err
	}
	refresh := token.Random()
	sessionID, err := db.Write(ctx, s.DB, func(tx *db.Tx) (string, error) {
		held, err := lockPassword(tx, found.id, found.passwordHash)
		if err != nil {
			return "", err
		}
		if !held {
			return "", errs.Unauthorized(wrongCredentials) // it has been replaced since it was checked
		}
		sessionID, err := insertSession(tx, found.id, refresh, sc.IP, sc.UserAgent)
		if err != nil {
			return "", err
		}
		return sessionID, markUsed(tx, found.id, member.Org)
	})
	if err != nil {
		return signedIn{}, err
	}
	return signedIn{access: s.issue(found.id, sessionID), refresh: refresh, login: found, member: member}, nil
}

func (s *Service) checkPassword(ctx context.Context, email, password string) (found login, fits bool, err error) {
	found, err = db.Read(ctx, s.DB, func(tx *db.Tx) (login, error) { return loginByEmail(tx, email) })
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return found, false, err
	}
	fits, err = s.hasher.fits(ctx, password, found.passwordHash)
	return found, fits, err
}

func (s *Service) issue(loginID, sessionID string) string {
	now := s.Clock.Now()
	return s.Keys.Issue(token.Claims{Login: loginID, Session: sessionID, IssuedAt: now, Expires: now.Add(accessLife)})
}

// memberships lists what the login can enter now, the organization used last first.
func (s *Service) memberships(ctx context.Context, loginID string) ([]user.Membership, error) {
	organizations, err := db.Read(ctx, s.DB, func(tx *db.Tx) ([]string, error) {
		return organizationsByUse(tx, loginID)
	})
	open := []user.Membership{}
	for _, org := range organizations {
		member, found, exists, err := s.Directory.Lookup(ctx, org, loginID)
		if err != nil {
			return nil, err
		}
		if exists && found && member.Active && member.Joined {
			open = append(open, member)
		}
	}
	return open, err
}

func (s *Service) chooseMembership(ctx context.Context, loginID, wantedOrg string) (user.Membership, error) {
	open, err := s.memberships(ctx, loginID)
	if err != nil {
		return user.Membership{}, err
	}
	if len(open) == 0 {
		return user.Membership{}, errs.Forbidden("You are not an active member of any organization. " +
			"Ask the administrator who invited you.")
	}
	for _, member := range open {
		if wantedOrg == "" || member.Org == wantedOrg {
			return member, nil
		}
	}
	return user.Membership{}, errs.InvalidField("orgId",
		"must be the id of an organization that you are an active member of")
}

// refresh prolongs the session of a refresh token and issues an access token in it.
func (s *Service) refresh(ctx context.Context, refresh string) (string, error) {
	if refresh == "" {
		return "", errs.Unauthorized("There is no refresh token in the cookie refreshToken. Sign in.")
	}
	found, err := db.Write(ctx, s.DB, func(tx *db.Tx) (session, error) {
		found, err := sessionByRefreshToken(tx, refresh)
		if err != nil {
			return found, err
		}
		welcome, err := entersAny(tx, found.login)
		if err != nil {
			return found, err
		}
		if !welcome { // such as when the organization was deleted
			return session{}, s.EndSessions(tx, found.login)
		}
		if prolonged, err := prolong(tx, found.id); err != nil || !prolonged {
			return found, cmp.Or(err, db.ErrNoRows)
		}
		return found, s.noteUse(tx, found.login, found.id)
	})
	if errors.Is(err, db.ErrNoRows) || err == nil && found.id == "" {
		return "", errs.Unauthorized("Your refresh token is not valid or has expired. Sign in again.")
	}
	if err != nil {
		return "", err
	}
	return s.issue(found.login, found.id), nil
}

// noteUse writes down which organization the session has worked in last.
func (s *Service) noteUse(tx *db.Tx, loginID, sessionID string) error {
	org, known := s.inUse.Get(sessionID)
	if !known {
		return nil
	}
	return markUsed(tx, loginID, org)
}

// beat notes that the caller is there, at most once a minute, and keeps the session alive.
func (s *Service) beat(ctx context.Context, sc scope.Scope) error {
	alive, found, err := s.sessions.find(ctx, sc.Session)
	if err != nil || found && s.Clock.Now().Sub(alive.seen) < seenInterval {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := markSeen(tx, sc.Session, seenInterval); err != nil {
			return err
		}
		s.sessions.forget(tx, sc.Session)
		return s.noteUse(tx, sc.User, sc.Session)
	})
}

// signOut ends the session of the access token and that of the refresh token, whichever are there.
func (s *Service) signOut(ctx context.Context, sc scope.Scope, refresh string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if sc.Session != "" {
			if _, err := s.sessions.end(tx, sc.User, sc.Session); err != nil {
				return err
			}
		}
		if refresh == "" {
			return nil
		}
		found, err := sessionByRefreshToken(tx, refresh)
		if errors.Is(err, db.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = s.sessions.end(tx, found.login, found.id)
		return err
	})
}

// openSessions lists where the caller is signed in, newest first.
func (s *Service) openSessions(ctx context.Context, sc scope.Scope) ([]session, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) ([]session, error) { return sessionsOf(tx, sc.User) })
}

// endSession ends one of the caller's own sessions.
func (s *Service) endSession(ctx context.Context, sc scope.Scope, sessionID string) error {
	unknown := errs.NotFound("There is no such session among yours.")
	if !id.Valid(sessionID) {
		return unknown
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		ended, err := s.sessions.end(tx, sc.User, sessionID)
		if err == nil && !ended {
			err = unknown
		}
		return err
	})
}

// requestReset mails a link that sets a new password. It ends the links mailed before.
func (s *Service) requestReset(ctx context.Context, sc scope.Scope, email string) error {
	if _, err := s.resets.begin(email, sc.IP); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		found, err := loginByEmail(tx, email)
		if errors.Is(err, db.ErrNoRows) || err == nil && found.passwordHash == "" {
			return errs.NotFound("There is no account with this e-mail address. " +
				"If you were invited, open the link in the invitation to set a password.")
		}
		if err != nil {
			return err
		}
		organizations, err := organizationsByUse(tx, found.id)
		if err != nil {
			return err
		}
		org := strings.Join(organizations[:min(1, len(organizations))], "")
		if err := deleteResetTokens(tx, found.id); err != nil {
			return err
		}
		secret, err := insertResetToken(tx, found, org)
		if err != nil {
			return err
		}
		return s.mailReset(tx, org, found, secret)
	})
}

// peekReset tells whose password a reset link sets; a link that can't be used is Invalid and says why.
func peekReset(tx *db.Tx, secret string) (resetToken, error) {
	found, err := resetTokenBySecret(tx, secret)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return found, errs.Invalid("This link to reset a password is not valid, or a newer one has been sent. " +
			"Use the newest, or ask for another.")
	case err != nil:
		return found, err
	case found.used:
		return found, errs.Invalid("This link to reset a password has been used already. Ask for a new one.")
	case !tx.Now.Before(found.expires):
		return found, errs.Invalid("This link to reset a password has expired. Ask for a new one.")
	}
	return found, nil
}

// resetPassword sets a new password for the holder of a reset link and ends every session of the login.
func (s *Service) resetPassword(ctx context.Context, sc scope.Scope, secret, password string) error {
	// The cheap question first, so that a wrong token costs no hashing.
	if _, err := s.openReset(ctx, secret); err != nil {
		return err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	found, err := db.Write(ctx, s.DB, func(tx *db.Tx) (resetToken, error) {
		found, err := takeReset(tx, secret)
		if err != nil {
			return found, err
		}
		of, err := loginByID(tx, found.login)
		if err != nil {
			return found, err
		}
		if err := prove(tx, of.id); err != nil {
			return found, err
		}
		return found, s.setPassword(tx, sc, of, hash, "")
	})
	if err != nil {
		return err
	}
	s.signIns.forgive(found.email)
	return nil
}

// openReset tells whose password a reset link sets, and changes nothing.
func (s *Service) openReset(ctx context.Context, secret string) (resetToken, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) (resetToken, error) { return peekReset(tx, secret) })
}

// takeReset uses a reset token up.
func takeReset(tx *db.Tx, secret string) (resetToken, error) {
	taken, err := useResetToken(tx, secret)
	if err != nil {
		return resetToken{}, err
	}
	if !taken {
		if _, err := peekReset(tx, secret); err != nil {
			return resetToken{}, err
		}
		return resetToken{}, errs.Conflict("This link to reset a password has just been used. Ask for a new one.")
	}
	return resetTokenBySecret(tx, secret)
}

// changePassword sets a new password for the caller, who knows the present one, and ends the other sessions.
func (s *Service) changePassword(ctx context.Context, sc scope.Scope, current, password string) error {
	attempt, err := s.signIns.begin(sc.Email, sc.IP)
	if err != nil {
		return err
	}
	of, fits, err := s.checkPassword(ctx, sc.Email, current)
	if err != nil {
		attempt.cancelled()
		return err
	}
	if !fits {
		return errs.InvalidField("currentPassword", "is not your present password")
	}
	attempt.succeeded()
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error { return s.setPassword(tx, sc, of, hash, sc.Session) })
}

// setPassword replaces the login's password by hash, and ends its reset links and its sessions but the one to keep.
func (s *Service) setPassword(tx *db.Tx, sc scope.Scope, of login, hash, keep string) error {
	replaced, err := replacePassword(tx, of.id, of.passwordHash, hash)
	if err != nil {
		return err
	}
	if !replaced {
		return errs.Conflict("Your password was changed by somebody else at this moment. Try again.")
	}
	if err := deleteResetTokens(tx, of.id); err != nil {
		return err
	}
	if err := s.sessions.endAll(tx, of.id, keep); err != nil {
		return err
	}
	organizations, err := organizationsByUse(tx, of.id)
	if err != nil || len(organizations) == 0 {
		return err // no organization whose audit log it could be written in
	}
	sc.Org, sc.User, sc.UserName, sc.Email = organizations[0], of.id, of.name, of.email
	return s.Bus.Publish(tx, sc,
		event.Event{Action: "user.password_changed", ResourceType: "user", ResourceID: of.id})
}
