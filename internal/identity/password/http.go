package password

import (
	"context"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/errs"
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
	forgotNote = "The link in it works once, within an hour; a newer one replaces it. After 5 mails to an address " +
		"within 15 minutes there are no more, and the newest link works on."
)

// Routes are the endpoints of passwords and of mailed links under /api/auth.
func (s *Service) Routes() []web.Route {
	return []web.Route{
		web.Create("/api/auth/create-user", may.Anyone, s.httpCreateUser, "Set name and password with an invitation").
			With(createUserNote).Takes(64 << 10),
		web.Post("/api/auth/forgot-password", may.Anyone, s.httpForgotPassword, "Ask for a mail to set a new password").
			With(forgotNote),
		web.Post("/api/auth/reset-password", may.Anyone, s.httpResetPassword,
			"Set a new password with a reset mail's token").With("Ends every session of the login."),
		web.Post("/api/auth/change-password", may.SignedIn, s.httpChangePassword, "Change one's own password").
			With("Ends the caller's other sessions."),
		web.Get("/api/auth/verify-token-forgot", may.Anyone, s.httpVerifyReset, "Check a reset mail's token"),
		web.Get("/api/auth/verify-token-register", may.Anyone, s.httpVerifyRegister, "Check a registration mail's token"),
		web.Get("/api/auth/verify-token-invite", may.Anyone, s.httpVerifyInvite, "Check an invitation mail's token"),
	}
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

type forgotInput struct {
	session.KnownDevice
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
	if err := s.requestReset(ctx, sc, email, in.Device); err != nil {
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
	warnings, err := s.reset(ctx, sc, in.Body.Token, next)
	return passwordSet("Your new password is set, and you are signed out everywhere. Sign in with it.", warnings, err)
}

// passwordSet answers with a sentence, and what is wrong with a new password.
func passwordSet(message string, warnings []errs.Warning, err error) (*web.Warned[*web.Null], error) {
	if err != nil {
		return nil, err
	}
	answer := web.Warn[*web.Null](nil, warnings)
	answer.Message = message
	return answer, nil
}

type changeInput struct {
	session.KnownDevice
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
	warnings, err := s.change(ctx, sc, in.Device, in.Body.CurrentPassword, next)
	return passwordSet("Your new password is set. Your other sessions are signed out.", warnings, err)
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
	found, err := s.openReset(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	return web.OK(VerifiedLink{Valid: true, Email: found.Email}), nil
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
