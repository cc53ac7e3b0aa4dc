package session

import (
	"context"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/identity/user"
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
	open, err := db.Read(ctx, s.DB, func(tx *db.Tx) ([]string, error) { return entered(tx, sc.User) })
	if err != nil {
		return Presence{}, err
	}
	return Presence{Login: sc.User, Session: sc.Session, Organizations: open, Expires: claims.Expires}, nil
}

// entered lists the organizations that the login can enter. It fails with Forbidden if there is none.
func entered(tx *db.Tx, loginID string) (open []string, err error) {
	organizations, err := user.BelongsTo(tx, loginID)
	if err != nil {
		return nil, err
	}
	for _, org := range organizations {
		barred, err := organization.Bars(tx, org, loginID)
		if err != nil {
			return nil, err
		}
		if !barred {
			open = append(open, org)
		}
	}
	switch {
	case len(organizations) == 0:
		return nil, errs.Forbidden("You are not a member of any organization.")
	case len(open) == 0:
		return nil, organization.ErrBarred
	}
	return open, nil
}
