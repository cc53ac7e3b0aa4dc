package auth

import (
	"cmp"
	"context"
	"net/http"

	"sarai/internal/identity/role"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	loginNote = "Without orgId the answer names the organization used last. The refresh token is also set as the " +
		"HTTP-only cookie refreshToken, and with cookieOnly there alone. After 10 failures for an e-mail address within " +
		"15 minutes each further attempt takes up to 2 seconds longer; after 60 from one client address the answer is " +
		"429. The cookie device, which a success sets, spares a browser both. 401 with an error in the field code: the " +
		"password is right, and the second factor's code is missing or wrong."
	verifyNote = "role and orgId are those of the organization orgId, or of the one used last. 403 if the caller is no " +
		"active member of orgId."
)

// Routes are the endpoints of signing in, and of the second factor, under /api/auth.
func (s *Service) Routes() []web.Route {
	return append([]web.Route{
		web.Post("/api/auth/login", may.Anyone, s.httpLogin, "Sign in").With(loginNote).Fails(401, 403),
		web.Get("/api/auth/verify-token", may.SignedIn, s.httpVerifyToken, "Check the access token").With(verifyNote),
		web.Get("/api/auth/me", may.SignedIn, s.httpMe, "Show the caller, the caller's organizations and permissions").
			With("role and permissions are those in the organization orgId, or in the one used last."),
	}, s.factorRoutes()...)
}

type loginInput struct {
	session.KnownDevice
	Proof string `cookie:"accepted" maxLength:"100"` // invitation.ProofCookie
	Body  struct {
		Email    string `json:"email" minLength:"1" maxLength:"254" example:"asha@haveli.example"`
		Password string `json:"password" minLength:"1" maxLength:"1000" example:"correct horse battery"`
		OrgID    web.ID `json:"orgId,omitempty" doc:"The organization to enter; by default the one used last"`

		Code       string `json:"code,omitempty" maxLength:"30" doc:"Of the second factor, or a recovery code"`
		CookieOnly bool   `json:"cookieOnly,omitempty" doc:"Leave refreshToken out of the answer: only the cookie has it"`
	}
}

// Caller is the signed-in person in the current organization.
type Caller struct {
	ID    web.ID `json:"id"`
	Email string `json:"email" example:"asha@haveli.example"`
	Name  string `json:"name" example:"Asha Rathore"`
	Role  string `json:"role" doc:"The role's name" example:"Front Desk"`
	OrgID web.ID `json:"orgId"`
}

type loginData struct {
	Token        string `json:"token" doc:"The access token: PASETO v4.public, 15 minutes"`
	RefreshToken string `json:"refreshToken,omitempty" doc:"30 days from its last use; left out with cookieOnly"`
	User         Caller `json:"user"`
}

type loginAnswer struct {
	web.Data[loginData]
	cookies []http.Cookie
}

func (a *loginAnswer) Cookies() []http.Cookie { return a.cookies }

func (s *Service) httpLogin(ctx context.Context, sc scope.Scope, in *loginInput) (*loginAnswer, error) {
	begun, err := s.signIn(ctx, sc, credentials{email: user.NormalizeEmail(in.Body.Email), password: in.Body.Password,
		wantedOrg: in.Body.OrgID.String(), device: in.Device, proof: in.Proof,
		cookieOnly: in.Body.CookieOnly, code: in.Body.Code})
	if err != nil {
		return nil, err
	}
	web.Identify(ctx, begun.login.As(sc))
	answer := loginData{
		Token: s.Sessions.AccessToken(begun.Session), RefreshToken: begun.Refresh,
		User: Caller{ID: web.ID(begun.login.ID), Email: begun.login.Email, Name: begun.member.Name,
			Role: begun.member.RoleName, OrgID: web.ID(begun.member.Org)},
	}
	if in.Body.CookieOnly {
		answer.RefreshToken = ""
	}
	cookies := []http.Cookie{s.Sessions.Cookie(begun.Grant)}
	if begun.device != "" {
		cookies = append(cookies, s.Sessions.DeviceCookie(begun.device))
	}
	return &loginAnswer{cookies: cookies, Data: *web.OK(answer)}, nil
}

type orgQuery struct {
	OrgID web.ID `query:"orgId" maxLength:"100" doc:"The organization to speak of; by default the one used last"`
}

type verified struct {
	Valid  bool   `json:"valid" doc:"Always true"`
	UserID web.ID `json:"userId"`
	Email  string `json:"email" example:"asha@haveli.example"`
	Role   string `json:"role" doc:"The name of the caller's role in the organization" example:"Front Desk"`
	OrgID  web.ID `json:"orgId" doc:"Empty, and role too, when the caller can enter no organization"`
}

func (s *Service) httpVerifyToken(ctx context.Context, sc scope.Scope, in *orgQuery) (*web.Data[verified], error) {
	current, _, err := s.current(ctx, sc, in.OrgID.String())
	if err != nil {
		return nil, err
	}
	return web.OK(verified{Valid: true, UserID: web.ID(sc.User), Email: sc.Email, Role: current.RoleName,
		OrgID: web.ID(current.Org)}), nil
}

// Me is what a client needs to know about its caller.
type Me struct {
	User          Caller                `json:"user"`
	Organizations []MyOrganization      `json:"organizations" doc:"All that the caller can enter, the one used last first"`
	Permissions   map[string]role.Flags `json:"permissions" doc:"By module, in the current organization"`
}

// MyOrganization is one that the caller can enter.
type MyOrganization struct {
	ID   web.ID `json:"_id"`
	Name string `json:"name" example:"Haveli Sagar"`
	Role string `json:"role" doc:"The name of the caller's role in it" example:"Front Desk"`

	NeedsMFA bool `json:"needsMFA,omitempty" doc:"It lets the caller in once there is a second factor"`
}

func (s *Service) httpMe(ctx context.Context, sc scope.Scope, in *orgQuery) (*web.Data[Me], error) {
	current, open, err := s.current(ctx, sc, in.OrgID.String())
	if err != nil {
		return nil, err
	}
	me := Me{Permissions: role.SpellOut(current.Permissions), Organizations: make([]MyOrganization, len(open)),
		User: Caller{ID: web.ID(sc.User), Email: sc.Email, Name: cmp.Or(current.Name, sc.UserName),
			Role: current.RoleName, OrgID: web.ID(current.Org)}}
	for i, m := range open {
		me.Organizations[i] = MyOrganization{ID: web.ID(m.Org), Name: m.OrgName, Role: m.RoleName,
			NeedsMFA: m.Barred}
	}
	return web.OK(me), nil
}
