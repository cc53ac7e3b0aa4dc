package session

import (
	"context"
	"net/http"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	logoutNote = "Ends the session of the access token and that of the cookie, and clears the cookie. An access token " +
		"that has expired does no harm beside the cookie."
	refreshNote = "Reads the cookie refreshToken and restarts its 30 days. 401 if it is missing, not valid or expired. " +
		"A session begun with cookieOnly gets another refresh token each time, in the cookie; the one before works for " +
		"30 seconds more, and later ends the session."
)

// Routes are the endpoints of sessions under /api/auth.
func (s *Service) Routes() []web.Route {
	hook.Require(s.hooks)
	return []web.Route{
		web.Post("/api/auth/logout", may.Optional, s.httpLogout, "Sign out").With(logoutNote).OrCookie(cookieName),
		web.Post("/api/auth/refresh-token", may.Anyone, s.httpRefreshToken, "Get a new access token").
			With(refreshNote).Fails(401),
		web.Post("/api/auth/heartbeat", may.SignedIn, s.httpHeartbeat, "Say that the caller is still there").
			With("Keeps the session alive."),
		web.Get("/api/auth/sessions", may.SignedIn, s.httpListSessions, "List where the caller is signed in"),
		web.Delete("/api/auth/sessions/{sessionId}", may.SignedIn, s.httpDeleteSession,
			"Sign one of the caller's sessions out"),
	}
}

// cookieName is the contract's name of the refresh token's cookie.
const cookieName = "refreshToken"

// Cookie carries the refresh token as long as the session lasts.
func (s *Service) Cookie(of Grant) http.Cookie {
	return web.SecretCookie(s.PublicURL, cookieName, of.Refresh, time.UnixMilli(of.ExpiresAt).Sub(s.Clock.Now()))
}

type cookieInput struct {
	Refresh string `cookie:"refreshToken"`
}

// KnownDevice is the cookie of a browser that somebody has signed in with before.
type KnownDevice struct {
	Device string `cookie:"device" maxLength:"100"`
}

// DeviceCookie carries the secret of a device.
func (s *Service) DeviceCookie(secret string) http.Cookie {
	return web.SecretCookie(s.PublicURL, deviceCookie, secret, deviceLife)
}

type messageAnswer struct {
	web.Message
	cookies []http.Cookie
}

func (a *messageAnswer) Cookies() []http.Cookie { return a.cookies }

func (s *Service) httpLogout(ctx context.Context, sc scope.Scope, in *cookieInput) (*messageAnswer, error) {
	if err := s.signOut(ctx, sc, in.Refresh); err != nil {
		return nil, err
	}
	cleared := web.SecretCookie(s.PublicURL, cookieName, "", -time.Second)
	return &messageAnswer{Message: *web.Done("You are signed out."), cookies: []http.Cookie{cleared}}, nil
}

type tokenData struct {
	Token string `json:"token" doc:"The access token: PASETO v4.public, 15 minutes"`
}

type tokenAnswer struct {
	web.Data[tokenData]
	cookies []http.Cookie
}

func (a *tokenAnswer) Cookies() []http.Cookie { return a.cookies }

func (s *Service) httpRefreshToken(ctx context.Context, sc scope.Scope, in *cookieInput) (*tokenAnswer, error) {
	found, err := s.refreshed(ctx, sc, in.Refresh)
	if err != nil {
		return nil, err
	}
	return &tokenAnswer{Data: *web.OK(tokenData{Token: s.AccessToken(found.Session)}),
		cookies: []http.Cookie{s.Cookie(found)}}, nil
}

type heartbeatInput struct {
	Body struct {
		UserID web.ID `json:"userid" minLength:"1" maxLength:"100" doc:"The caller's own id"`
	}
}

func (s *Service) httpHeartbeat(ctx context.Context, sc scope.Scope, in *heartbeatInput) (*web.Message, error) {
	if in.Body.UserID.String() != sc.User {
		return nil, errs.Forbidden("The userid must be your own.")
	}
	if err := s.beat(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("Your session is alive."), nil
}

// SessionView is one place where the caller is signed in.
type SessionView struct {
	ID         web.ID    `json:"_id"`
	CreatedAt  date.Time `json:"createdAt"`
	LastUsedAt date.Time `json:"lastUsedAt"`
	IP         string    `json:"ip" doc:"The address it was begun from" example:"203.0.113.7"`
	UserAgent  string    `json:"userAgent" doc:"The program it was begun with, in its own words" example:"Mozilla/5.0"`
	Current    bool      `json:"current" doc:"Whether it is the session of this request"`
}

func (s *Service) httpListSessions(
	ctx context.Context, sc scope.Scope, _ *struct{},
) (*web.Data[[]SessionView], error) {
	sessions, err := s.list(ctx, sc)
	if err != nil {
		return nil, err
	}
	views := make([]SessionView, len(sessions))
	for i, one := range sessions {
		views[i] = SessionView{ID: web.ID(one.ID), CreatedAt: date.Time(one.CreatedAt),
			LastUsedAt: date.Time(max(one.UsedAt, one.SeenAt)), IP: one.IP, UserAgent: one.UserAgent,
			Current: one.ID == sc.Session}
	}
	return web.OK(views), nil
}

type sessionInput struct {
	SessionID web.ID `path:"sessionId"`
}

func (s *Service) httpDeleteSession(ctx context.Context, sc scope.Scope, in *sessionInput) (*web.Message, error) {
	if err := s.endOwn(ctx, sc, in.SessionID.String()); err != nil {
		return nil, err
	}
	return web.Done("The session is signed out."), nil
}
