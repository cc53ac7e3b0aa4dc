package auth

import (
	"context"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/scope"
)

// Presence is somebody who stays connected: who it is, in which session, until when the token lasts, and the
// organizations that the person can enter now.
type Presence struct {
	Login         string
	Session       string
	Organizations []string
	Expires       time.Time
}

// Presence finds who connects with this access token. It fails as Authenticate does, and with Forbidden for a
// person who can't enter any organization.
func (s *Service) Presence(ctx context.Context, accessToken string) (p Presence, err error) {
	if accessToken == "" {
		return p, errs.Unauthorized("Sign in first: connect with auth: {token: <ACCESS_TOKEN>}.")
	}
	sc, err := s.Authenticate(ctx, accessToken, "", scope.Scope{})
	if err != nil {
		return p, err
	}
	claims, err := s.Keys.Verify(accessToken, s.Clock.Now())
	if err != nil { // it has expired at this very moment
		return p, errExpired
	}
	p = Presence{Login: sc.User, Session: sc.Session, Expires: claims.Expires}
	err = s.DB.Read(ctx, func(tx *db.Tx) error {
		p.Organizations, err = enterable(tx, p.Login)
		return err
	})
	if err == nil && len(p.Organizations) == 0 {
		err = errs.Forbidden("You are not a member of any organization.")
	}
	return p, err
}

// enterable lists the organizations that the login can enter. It asks one by one: no statement reaches over
// several organizations.
func enterable(tx *db.Tx, loginID string) (open []string, err error) {
	organizations, err := organizationsByUse(tx, loginID)
	if err != nil {
		return nil, err
	}
	for _, org := range organizations {
		enters, err := Enters(tx, org, loginID)
		if err != nil {
			return nil, err
		}
		if enters {
			open = append(open, org)
		}
	}
	return open, nil
}

// Hooks are what the service needs from packages above it.
type Hooks struct {
	// OnSessionsEnd is told of every session that is ended, in the transaction that ends it.
	OnSessionsEnd func(tx *db.Tx, sessionIDs []string)
}

// Connect sets the hooks. It panics when one is missing.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.sessions.hooks = h
}

// Forget makes this node ask the database about these sessions again: another node has ended them.
func (s *Service) Forget(sessionIDs []string) { s.sessions.drop(sessionIDs) }
