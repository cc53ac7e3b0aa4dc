package auth

import (
	"context"
	"errors"

	"sarai/internal/identity/factor"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// codesPerLogin is how many wrong codes count before more are refused or wait, since a code has six digits.
const codesPerLogin = 10

// checkCode lets a login pass that has no second factor, or whose code is right. It uses the code up in tx.
func (s *Service) checkCode(tx *db.Tx, sc scope.Scope, of user.Login, code string) error {
	recovery, err := s.Factors.Check(tx, of.ID, code)
	if err != nil || !recovery {
		return err
	}
	return s.noteRecovery(tx, sc, of.ID)
}

// noteRecovery notes that a recovery code was used up.
func (s *Service) noteRecovery(tx *db.Tx, sc scope.Scope, loginID string) error {
	return s.Users.Note(tx, sc, recoveryCodeUsed.Of(loginID, event.None{}))
}

// guess counts what fails for a wrong code at sign-in, and makes the login's next attempts wait after too many. None is
// refused for what others did, while the line is short: only the password tells who is the owner, and they know it too.
// device is the hash of a device that is known, or empty. A recovery code can't be guessed, so that it waits for nobody
// but those of its own client address: it is the owner's way in beside whoever fills the line.
func (s *Service) guess(ctx context.Context, ip, loginID, device, code string, do func() error) error {
	if code == "" { // it is only asked for
		return do()
	}
	line := loginID
	if factor.IsRecoveryCode(code) {
		line = "recovery " + ip
	}
	begun, err := s.guesses.Begin(line, ip, device)
	if err != nil {
		return err
	}
	if err := begun.Wait(ctx); err != nil {
		begun.Cancelled()
		return err
	}
	if err = do(); !errors.Is(err, factor.ErrWrongCode) {
		begun.Cancelled()
	}
	return err
}

// guarded counts what fails for a wrong code, and refuses the login's next attempts after too many.
func (s *Service) guarded(loginID string, do func() error) error {
	// The login stands in the place of the client's address: what is too much from it is refused, not delayed.
	begun, err := s.failures.Begin(loginID, loginID, "")
	if err != nil {
		return err
	}
	if err = do(); !errors.Is(err, factor.ErrWrongCode) {
		begun.Cancelled()
	}
	return err
}

// factorStatus tells whether the caller has a second factor, and how many recovery codes are left.
func (s *Service) factorStatus(ctx context.Context, sc scope.Scope) (status MFAStatus, err error) {
	err = s.DB.Read(ctx, func(tx *db.Tx) (err error) {
		status.Enabled, status.RecoveryCodesLeft, err = factor.Status(tx, sc.User)
		return err
	})
	return status, err
}

// proof is what somebody must give to change the second factor.
type proof struct{ password, code, device string }

// beginFactor makes a secret for the caller's app, to be confirmed by a code. It returns the otpauth URL that has it.
func (s *Service) beginFactor(ctx context.Context, sc scope.Scope, by proof) (secret, url string, err error) {
	of, err := s.Passwords.VerifyOwn(ctx, sc, by.device, by.password)
	if err != nil {
		return "", "", err
	}
	if secret, url, err = factor.NewSecret(of.Email); err != nil {
		return "", "", err
	}
	return secret, url, s.DB.Write(ctx, func(tx *db.Tx) error { return s.Factors.Begin(tx, of.ID, secret) })
}

// confirmFactor switches the caller's second factor on, once the app shows the right code, and returns the recovery
// codes.
func (s *Service) confirmFactor(ctx context.Context, sc scope.Scope, code string) (codes []string, err error) {
	err = s.guarded(sc.User, func() error {
		return s.DB.Write(ctx, func(tx *db.Tx) (err error) {
			if codes, err = s.Factors.Confirm(tx, sc.User, code); err != nil {
				return err
			}
			return s.Users.Note(tx, sc, factor.Added.Of(sc.User, event.None{}))
		})
	})
	if errors.Is(err, factor.ErrWrongCode) {
		err = errs.InvalidField("code", "must be the code that the app shows now")
	}
	return codes, err
}

// changeFactor does something to the caller's second factor, who gives the password and a code.
func (s *Service) changeFactor(
	ctx context.Context, sc scope.Scope, by proof, done event.Typed[event.None], do func(tx *db.Tx) error,
) error {
	of, err := s.Passwords.VerifyOwn(ctx, sc, by.device, by.password)
	if err != nil {
		return err
	}
	err = s.guarded(of.ID, func() error {
		return s.DB.Write(ctx, func(tx *db.Tx) error {
			recovery, err := s.Factors.Use(tx, of.ID, by.code)
			if err == nil && recovery {
				err = s.noteRecovery(tx, sc, of.ID)
			}
			if err != nil {
				return err
			}
			if err := do(tx); err != nil {
				return err
			}
			return s.Users.Note(tx, sc, done.Of(of.ID, event.None{}))
		})
	})
	if errors.Is(err, factor.ErrWrongCode) {
		return errs.InvalidField("code", "must be a code that the app shows now, or a recovery code, that wasn't used yet")
	}
	return err
}

// disableFactor takes the caller's second factor away, also where an organization asks for one: it lets the caller in
// again as soon as there is another, as on a new phone.
func (s *Service) disableFactor(ctx context.Context, sc scope.Scope, by proof) error {
	return s.changeFactor(ctx, sc, by, factor.Removed, func(tx *db.Tx) error {
		_, err := factor.Remove(tx, sc.User)
		return err
	})
}

// renewCodes replaces the caller's recovery codes.
func (s *Service) renewCodes(ctx context.Context, sc scope.Scope, by proof) (codes []string, err error) {
	err = s.changeFactor(ctx, sc, by, recoveryCodesRenewed, func(tx *db.Tx) (err error) {
		codes, err = factor.NewCodes(tx, sc.User)
		return err
	})
	return codes, err
}

// RemoveFactor takes the second factor of the login with this address away and ends its sessions, for the operator, who
// has made sure of the person. It fails with NotFound and Conflict.
func (s *Service) RemoveFactor(ctx context.Context, email string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		of, err := user.LoginByEmail(tx, email)
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound("There is no login with this address.")
		}
		if err != nil {
			return err
		}
		return s.removeFactor(tx, scope.Scope{UserName: "Operator"}, of)
	})
}

// RemoveMembersFactor is RemoveFactor for the administrator of the only hotel that the login has joined.
func (s *Service) RemoveMembersFactor(tx *db.Tx, sc scope.Scope, loginID string) error {
	of, err := user.LoginByID(tx, loginID)
	if err != nil {
		return err
	}
	return s.removeFactor(tx, sc, of)
}

func (s *Service) removeFactor(tx *db.Tx, sc scope.Scope, of user.Login) error {
	had, err := factor.Remove(tx, of.ID)
	if err != nil {
		return err
	}
	if !had {
		return errs.Conflict("%s has no second factor.", of.Email)
	}
	if err := s.Users.Note(tx, sc, factor.Removed.Of(of.ID, event.None{})); err != nil {
		return err
	}
	return s.Sessions.EndAll(tx, sc, of.ID, "", "second factor removed")
}
