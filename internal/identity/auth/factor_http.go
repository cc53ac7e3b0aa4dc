package auth

import (
	"context"

	"sarai/internal/identity/session"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	mfaBeginNote = "The secret goes into an authenticator app; a code of it confirms the set-up. Until then nothing " +
		"changes."
	mfaConfirmNote = "From then on, signing in needs a code. The recovery codes are shown this once; each works once."
)

func (s *Service) factorRoutes() []web.Route {
	const base = "/api/auth/mfa"
	return []web.Route{
		web.Get(base, may.SignedIn, s.httpMFA, "Show whether signing in needs a code"),
		web.Post(base+"/begin", may.SignedIn, s.httpBeginMFA, "Begin to set a second factor up").With(mfaBeginNote),
		web.Post(base+"/confirm", may.SignedIn, s.httpConfirmMFA, "Switch the second factor on").With(mfaConfirmNote),
		web.Post(base+"/disable", may.SignedIn, s.httpDisableMFA, "Switch the second factor off"),
		web.Post(base+"/recovery-codes", may.SignedIn, s.httpRenewRecoveryCodes, "Make new recovery codes").
			With("The old ones stop working."),
	}
}

// MFAStatus is whether the caller has a second factor.
type MFAStatus struct {
	Enabled           bool `json:"enabled"`
	RecoveryCodesLeft int  `json:"recoveryCodesLeft" example:"10"`
}

func (s *Service) httpMFA(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[MFAStatus], error) {
	return web.Reply(s.factorStatus(ctx, sc))
}

type beginMFAInput struct {
	session.KnownDevice
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"1000" example:"correct horse battery"`
	}
}

// MFASetup is what an authenticator app needs.
type MFASetup struct {
	Secret string `json:"secret" doc:"Base32, to be typed in" example:"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"`
	URL    string `json:"url" doc:"The same for a QR code: otpauth://totp/…"`
}

func (s *Service) httpBeginMFA(ctx context.Context, sc scope.Scope, in *beginMFAInput) (*web.Data[MFASetup], error) {
	secret, url, err := s.beginFactor(ctx, sc, proof{password: in.Body.Password, device: in.Device})
	return web.Reply(MFASetup{Secret: secret, URL: url}, err)
}

type confirmMFAInput struct {
	Body struct {
		Code string `json:"code" minLength:"6" maxLength:"6" doc:"What the app shows now" example:"123456"`
	}
}

// RecoveryCodes let somebody in who has lost the device.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes" doc:"Each works once, in place of a code"`
}

func (s *Service) httpConfirmMFA(
	ctx context.Context, sc scope.Scope, in *confirmMFAInput,
) (*web.Data[RecoveryCodes], error) {
	codes, err := s.confirmFactor(ctx, sc, in.Body.Code)
	return web.Reply(RecoveryCodes{codes}, err)
}

type changeMFAInput struct {
	session.KnownDevice
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"1000" example:"correct horse battery"`
		Code     string `json:"code" minLength:"6" maxLength:"30" doc:"Of the app, or a recovery code" example:"123456"`
	}
}

func (in *changeMFAInput) proof() proof { return proof{in.Body.Password, in.Body.Code, in.Device} }

func (s *Service) httpDisableMFA(ctx context.Context, sc scope.Scope, in *changeMFAInput) (*web.Message, error) {
	if err := s.disableFactor(ctx, sc, in.proof()); err != nil {
		return nil, err
	}
	return web.Done("The second factor is switched off."), nil
}

func (s *Service) httpRenewRecoveryCodes(
	ctx context.Context, sc scope.Scope, in *changeMFAInput,
) (*web.Data[RecoveryCodes], error) {
	codes, err := s.renewCodes(ctx, sc, in.proof())
	return web.Reply(RecoveryCodes{codes}, err)
}
