package auth

import (
	"context"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Presence is somebody who stays connected: who it is, in which session, until when the token is valid, and the
// organizations that the person can enter now.
type Presence struct {
	Login         string
	Session       string
	Organizations []string
	Expires       time.Time
}

// Presence finds who connects with this access token. It fails as Authenticate does, and with Forbidden for a person
// who can't enter any organization.
func (s *Service) Presence(ctx context.Context, accessToken string) (Presence, error) {
	if accessToken == "" {
		return Presence{}, errs.Unauthorized("Sign in first: connect with auth: {token: <ACCESS_TOKEN>}.")
	}
	sc, err := s.Authenticate(ctx, accessToken, "", scope.Scope{})
	if err != nil {
		return Presence{}, err
	}
	claims, err := s.Keys.Verify(accessToken, s.Clock.Now())
	if err != nil {
		return Presence{}, errExpired // at this very moment
	}
	open, err := db.Read(ctx, s.DB, func(tx *db.Tx) ([]string, error) { return enterable(tx, sc.User) })
	if err != nil {
		return Presence{}, err
	}
	if len(open) == 0 {
		return Presence{}, errs.Forbidden("You are not a member of any organization.")
	}
	return Presence{Login: sc.User, Session: sc.Session, Organizations: open, Expires: claims.Expires}, nil
}
