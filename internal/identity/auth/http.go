package auth

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/role"
	"sarai/internal/identity/user"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	createUserNote = "The e-mail address must be the invited one. This accepts an invitation that is still pending. " +
		"The token of the registration mail proves that the address is the caller's: it takes back a login that " +
		"somebody else has registered without it, and who has a proved password keeps it. Without the " +
		"token, who has a password already is refused, and the password opens this organization alone until the address " +
		"is proved: by a mailed token, or by a sign-in from the client that accepted an invitation."
	loginNote = "Without orgId the answer names the organization used last. The refresh token is also set as the " +
		"HTTP-only cookie refreshToken, and with cookieOnly there alone. After 10 failures for an e-mail address within " +
		"15 minutes each further attempt takes up to 2 seconds longer; after 60 from one client address the answer is " +
		"429. The cookie device, which a success sets, spares a browser both. 401 with an error in the field code: the " +
		"password is right, and the second factor's code is missing or wrong."
	forgotNote = "The link in it works once, within an hour; a newer one replaces it. After 5 mails to an address " +
		"within 15 minutes there are no more, and the newest link works on."
	logoutNote = "Ends the session of the access token and that of the cookie, and clears the cookie. An access token " +
		"that has expired does no harm beside the cookie."
	refreshNote = "Reads the cookie refreshToken and restarts its 30 days. 401 if it is missing, not valid or expired. " +
		"A session begun with cookieOnly gets another refresh token each time, in the cookie; the one before works for " +
		"30 seconds more, and later ends the session."
	verifyNote = "role and orgId are those of the organization orgId, or of the one used last. 403 if the caller is no " +
		"active member of orgId."
)

// Routes are the endpoints of /api/auth.
func (s *Service) Routes() []web.Route {
	hook.Require(s.sessions.hooks)
	return append([]web.Route{
		web.Create("/api/auth/create-user", may.Anyone, s.httpCreateUser, "Set name and password with an invitation").
			With(createUserNote).Takes(64 << 10),
		web.Post("/api/auth/login", may.Anyone, s.httpLogin, "Sign in").With(loginNote).Fails(401, 403),
		web.Post("/api/auth/logout", may.Optional, s.httpLogout, "Sign out").With(logoutNote).OrCookie(cookieName),
		web.Post("/api/auth/refresh-token", may.Anyone, s.httpRefreshToken, "Get a new access token").
			With(refreshNote).Fails(401),
		web.Post("/api/auth/forgot-password", may.Anyone, s.httpForgotPassword, "Ask for a mail to set a new password").
			With(forgotNote),
		web.Post("/api/auth/reset-password", may.Anyone, s.httpResetPassword,
			"Set a new password with a reset mail's token").With("Ends every session of the login."),
		web.Post("/api/auth/change-password", may.SignedIn, s.httpChangePassword, "Change one's own password").
			With("Ends the caller's other sessions."),
		web.Get("/api/auth/verify-token", may.SignedIn, s.httpVerifyToken, "Check the access token").With(verifyNote),
		web.Get("/api/auth/verify-token-forgot", may.Anyone, s.httpVerifyReset, "Check a reset mail's token"),
		web.Get("/api/auth/verify-token-register", may.Anyone, s.httpVerifyRegister, "Check a registration mail's token"),
		web.Get("/api/auth/verify-token-invite", may.Anyone, s.httpVerifyInvite, "Check an invitation mail's token"),
		web.Post("/api/auth/heartbeat", may.SignedIn, s.httpHeartbeat, "Say that the caller is still there").
			With("Keeps the session alive."),
		web.Get("/api/auth/me", may.SignedIn, s.httpMe, "Show the caller, the caller's organizations and permissions").
			With("role and permissions are those in the organization orgId, or in the one used last."),
		web.Get("/api/auth/sessions", may.SignedIn, s.httpListSessions, "List where the caller is signed in"),
		web.Delete("/api/auth/sessions/{sessionId}", may.SignedIn, s.httpDeleteSession,
			"Sign one of the caller's sessions out"),
	}, s.mfa.routes()...)
}

// cookieName is the contract's name of the refresh token's cookie.
const cookieName = "refreshToken"

// cookie carries the refresh token of a session that ends then, in UTC milliseconds.
func (s *Service) cookie(refresh string, ends int64) http.Cookie {
	return web.SecretCookie(s.PublicURL, cookieName, refresh, time.UnixMilli(ends).Sub(s.Clock.Now()))
}

type cookieInput struct {
	Refresh string `cookie:"refreshToken"`
}

type createUserInput struct {
	Body struct {
		Email        string `json:"email" minLength:"1" maxLength:"254" example:"asha@haveli.example"`
		Password     string `json:"password" minLength:"8" maxLength:"128" example:"correct horse battery"`
		Name         string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rathore"`
		InvitationID web.ID `json:"invitationId" minLength:"1" maxLength:"100"`
		Strict       bool   `json:"strict,omitempty" doc:"Refuse a weak password, whatever the server's setting"`
		Token        string `json:"token,omitempty" maxLength:"100" doc:"Of the registration mail: it proves the address"`
	}
}

// Registered is a person who has just set name and password.
type Registered struct {
	UserID string `json:"userId" example:"665f1c2ab7e4d90012ab34ce"`
	Email  string `json:"email" example:"asha@haveli.example"`
	Name   string `json:"name" example:"Asha Rathore"`

	PasswordKept bool `json:"passwordKept,omitempty" doc:"The login has a proved password, which stays"`
}

func (s *Service) httpCreateUser(
	ctx context.Context, sc scope.Scope, in *createUserInput,
) (*web.Warned[Registered], error) {
	done, err := s.Register(ctx, sc, Registration{Email: user.NormalizeEmail(in.Body.Email), Password: in.Body.Password,
		Name: in.Body.Name, InvitationID: in.Body.InvitationID.String(), Token: in.Body.Token,
		Strict: in.Body.Strict})
	if err != nil {
		return nil, err
	}
	answer := web.Warn(done.Registered, done.Warnings)
	answer.Message = done.welcome()
	return answer, nil
}

// welcome tells which password to sign in with.
func (r Registered) welcome() string {
	if r.PasswordKept {
		return "You are a member now. Sign in with the password that you have."
	}
	return "Your account is ready. Sign in."
}

// KnownDevice is the cookie of a browser that somebody has signed in with before.
type KnownDevice struct {
	Device string `cookie:"device" maxLength:"100"`
}

type loginInput struct {
	KnownDevice
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
	web.Identify(ctx, by(sc, begun.login))
	answer := loginData{
		Token: begun.access, RefreshToken: begun.refresh,
		User: Caller{ID: web.ID(begun.login.id), Email: begun.login.email, Name: begun.member.Name,
			Role: begun.member.RoleName, OrgID: web.ID(begun.member.Org)},
	}
	if in.Body.CookieOnly {
		answer.RefreshToken = ""
	}
	cookies := []http.Cookie{s.cookie(begun.refresh, begun.expires)}
	if begun.device != "" {
		cookies = append(cookies, web.SecretCookie(s.PublicURL, deviceCookie, begun.device, deviceLife))
	}
	return &loginAnswer{cookies: cookies, Data: *web.OK(answer)}, nil
}

type messageAnswer struct {
	web.Message
	cookies []http.Cookie
}

func (a *messageAnswer) Cookies() []http.Cookie { return a.cookies }

func (s *Service) httpLogout(ctx context.Context, sc scope.Scope, in *cookieInput) (*messageAnswer, error) {
	if err := s.sessions.signOut(ctx, sc, in.Refresh); err != nil {
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
	found, err := s.sessions.refreshed(ctx, sc, in.Refresh)
	if err != nil {
		return nil, err
	}
	return &tokenAnswer{Data: *web.OK(tokenData{Token: s.issue(found.Login, found.ID)}),
		cookies: []http.Cookie{s.cookie(found.refresh, found.ExpiresAt)}}, nil
}

type forgotInput struct {
	KnownDevice
	Body struct {
		Email string `json:"email" minLength:"1" maxLength:"254" example:"asha@haveli.example"`
	}
}

func (s *Service) httpForgotPassword(ctx context.Context, sc scope.Scope, in *forgotInput) (*web.Message, error) {
	email := user.NormalizeEmail(in.Body.Email)
	var bad errs.Fields
	if !contact.Written(email) {
		bad.Add("email", "must be an e-mail address such as asha@example.com")
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if err := s.passwords.requestReset(ctx, sc, email, in.Device); err != nil {
		return nil, err
	}
	return web.Done("A mail with a link to set a new password is on its way. " +
		"The link works once, within an hour."), nil
}

type resetInput struct {
	Body struct {
		Token       string `json:"token" minLength:"1" maxLength:"100" doc:"From the reset mail's link"`
		NewPassword string `json:"newPassword" minLength:"8" maxLength:"128" example:"correct horse battery"`
		Strict      bool   `json:"strict,omitempty" doc:"Refuse a weak password, whatever the server's setting"`
	}
}

func (s *Service) httpResetPassword(
	ctx context.Context, sc scope.Scope, in *resetInput,
) (*web.Warned[*web.Null], error) {
	next := chosen{in.Body.NewPassword, in.Body.Strict, "newPassword"}
	warnings, err := s.passwords.reset(ctx, sc, in.Body.Token, next)
	return passwordSet("Your new password is set, and you are signed out everywhere. Sign in with it.", warnings, err)
}

// passwordSet answers with a sentence, and what is wrong with a new password.
func passwordSet(message string, warnings []web.Warning, err error) (*web.Warned[*web.Null], error) {
	if err != nil {
		return nil, err
	}
	answer := web.Warn[*web.Null](nil, warnings)
	answer.Message = message
	return answer, nil
}

type changeInput struct {
	KnownDevice
	Body struct {
		CurrentPassword string `json:"currentPassword" minLength:"1" maxLength:"1000" example:"correct horse battery"`
		NewPassword     string `json:"newPassword" minLength:"8" maxLength:"128" example:"staple battery correct horse"`
		Strict          bool   `json:"strict,omitempty" doc:"Refuse a weak password, whatever the server's setting"`
	}
}

func (s *Service) httpChangePassword(
	ctx context.Context, sc scope.Scope, in *changeInput,
) (*web.Warned[*web.Null], error) {
	next := chosen{in.Body.NewPassword, in.Body.Strict, "newPassword"}
	warnings, err := s.passwords.change(ctx, sc, in.Device, in.Body.CurrentPassword, next)
	return passwordSet("Your new password is set. Your other sessions are signed out.", warnings, err)
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

type linkInput struct {
	Token string `query:"token" required:"true" minLength:"1" maxLength:"100" doc:"From the mailed link"`
}

// VerifiedLink says that a mailed link can be used, and whose it is.
type VerifiedLink struct {
	Valid bool   `json:"valid" doc:"Always true"`
	Email string `json:"email" example:"asha@haveli.example"`
}

func (s *Service) httpVerifyReset(ctx context.Context, _ scope.Scope, in *linkInput) (*web.Data[VerifiedLink], error) {
	found, err := s.passwords.openReset(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	return web.OK(VerifiedLink{Valid: true, Email: found.email}), nil
}

func (s *Service) httpVerifyRegister(
	ctx context.Context, _ scope.Scope, in *linkInput,
) (*web.Data[VerifiedLink], error) {
	found, err := s.peek(ctx, in.Token, invitation.PurposeRegister)
	if err != nil {
		return nil, err
	}
	return web.OK(VerifiedLink{Valid: true, Email: found.Email}), nil
}

type verifiedInvite struct {
	VerifiedLink
	OrgName string `json:"orgName" example:"Haveli Sagar"`
	Role    string `json:"role" doc:"The name of the role invited to" example:"Front Desk"`
}

func (s *Service) httpVerifyInvite(
	ctx context.Context, _ scope.Scope, in *linkInput,
) (*web.Data[verifiedInvite], error) {
	found, err := s.peek(ctx, in.Token, invitation.PurposeInvite)
	if err != nil {
		return nil, err
	}
	return web.OK(verifiedInvite{VerifiedLink: VerifiedLink{Valid: true, Email: found.Email},
		OrgName: found.Organization.Name, Role: found.Role.Name}), nil
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
	if err := s.sessions.beat(ctx, sc); err != nil {
		return nil, err
	}
	return web.Done("Your session is alive."), nil
}

// SessionView is one place where the caller is signed in.
type SessionView struct {
	ID         web.ID   `json:"_id"`
	CreatedAt  web.Time `json:"createdAt"`
	LastUsedAt web.Time `json:"lastUsedAt"`
	IP         string   `json:"ip" doc:"The address it was begun from" example:"203.0.113.7"`
	UserAgent  string   `json:"userAgent" doc:"The program it was begun with, in its own words" example:"Mozilla/5.0"`
	Current    bool     `json:"current" doc:"Whether it is the session of this request"`
}

func (s *Service) httpListSessions(
	ctx context.Context, sc scope.Scope, _ *struct{},
) (*web.Data[[]SessionView], error) {
	sessions, err := s.sessions.list(ctx, sc)
	if err != nil {
		return nil, err
	}
	views := make([]SessionView, len(sessions))
	for i, one := range sessions {
		views[i] = SessionView{ID: web.ID(one.ID), CreatedAt: web.Time(one.CreatedAt),
			LastUsedAt: web.Time(max(one.UsedAt, one.SeenAt)), IP: one.IP, UserAgent: one.UserAgent,
			Current: one.ID == sc.Session}
	}
	return web.OK(views), nil
}

type sessionInput struct {
	SessionID web.ID `path:"sessionId"`
}

func (s *Service) httpDeleteSession(ctx context.Context, sc scope.Scope, in *sessionInput) (*web.Message, error) {
	if err := s.sessions.endOwn(ctx, sc, in.SessionID.String()); err != nil {
		return nil, err
	}
	return web.Done("The session is signed out."), nil
}
