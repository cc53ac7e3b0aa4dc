package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"strings"
	"time"

	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
)

const (
	stepLength    = 30 * time.Second // of a code (RFC 6238)
	stepsAround   = 1                // clocks may differ by one step
	recoveryCodes = 10
	codesPerLogin = 10 // wrong ones within attemptsSpan; more are refused, since a code has six digits

	mfaNewCodes = "login.mfa_recovery_codes"
	mfaRecovery = "login.mfa_recovery_code_used"
)

// An answer that names the field code asks for one: the password was right.
var (
	errCodeNeeded = codeError("Enter the code that your authenticator app shows, or one of your recovery codes.")
	errWrongCode  = codeError("The code is wrong, or it has been used. Wait for the next one, or use a recovery code.")
)

func codeError(message string) error {
	return &errs.Error{Kind: errs.KindUnauthorized, Message: message,
		Fields: []errs.Field{{Field: "code", Message: "must be the present code of the authenticator app"}}}
}

// mfa keeps the second factors of logins: codes by time (TOTP, RFC 6238), and recovery codes.
type mfa struct {
	db        *db.DB
	box       *seal.Box
	trail     trail
	passwords *passwords
	failures  *attempts
}

// check lets a login pass that has no second factor, or whose code is right. It uses the code up in tx.
func (m *mfa) check(tx *db.Tx, sc scope.Scope, of login, code string) error {
	f, err := factorOf(tx, of.id)
	if err != nil || !f.confirmed {
		return err
	}
	if code == "" {
		return errCodeNeeded
	}
	return m.use(tx, sc, of.id, f, code)
}

// use uses a code of the app or a recovery code up; errWrongCode if it is neither.
func (m *mfa) use(tx *db.Tx, sc scope.Scope, loginID string, f factor, code string) error {
	right, err := m.useTimed(tx, loginID, f, code)
	if err != nil || right {
		return err
	}
	right, err = useRecoveryCode(tx, loginID, plainCode(code))
	if err != nil {
		return err
	}
	if !right {
		return errWrongCode
	}
	return m.trail.note(tx, sc, loginID, mfaRecovery, nil)
}

// useTimed uses a code of the app up, and reports whether it was one that works now.
func (m *mfa) useTimed(tx *db.Tx, loginID string, f factor, code string) (bool, error) {
	secret, err := m.box.Open(f.sealed, loginID)
	if err != nil {
		return false, nil // its key is gone: the recovery codes still work
	}
	now := tx.Now.Unix() / int64(stepLength.Seconds())
	for step := now - stepsAround; step <= now+stepsAround; step++ {
		right, err := hotp.GenerateCode(string(secret), uint64(step))
		if err != nil {
			return false, err
		}
		if subtle.ConstantTimeCompare([]byte(right), []byte(code)) != 1 {
			continue
		}
		used, err := useStep(tx, loginID, step)
		if err != nil || !used {
			return false, err
		}
		return true, reseal(tx, loginID, m.box.Seal(secret, loginID)) // under the newest key
	}
	return false, nil
}

// guarded counts what fails for a wrong code, and refuses the login's next attempts after too many. device is the hash
// of a device that is known, or empty.
func (m *mfa) guarded(loginID, device string, do func() error) error {
	// The login stands in the place of the client's address: what is too much from it is refused, not delayed.
	attempt, err := m.failures.begin(loginID, loginID, device)
	if err != nil {
		return err
	}
	if err = do(); !errors.Is(err, errWrongCode) {
		attempt.cancelled()
	}
	return err
}

// status tells whether the caller has a second factor, and how many recovery codes are left.
func (m *mfa) status(ctx context.Context, sc scope.Scope) (enabled bool, left int, err error) {
	err = m.db.Read(ctx, func(tx *db.Tx) error {
		f, err := factorOf(tx, sc.User)
		if err != nil || !f.confirmed {
			return err
		}
		enabled = true
		left, err = recoveryCodesLeft(tx, sc.User)
		return err
	})
	return enabled, left, err
}

// proof is what somebody must give to change the second factor.
type proof struct{ password, code, device string }

// begin makes a secret for the caller's app, to be confirmed by a code. It returns the otpauth URL that has it.
func (m *mfa) begin(ctx context.Context, sc scope.Scope, by proof) (secret, url string, err error) {
	of, err := m.passwords.verifyOwn(ctx, sc, by)
	if err != nil {
		return "", "", err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "Sarai", AccountName: of.email})
	if err != nil {
		return "", "", err
	}
	return key.Secret(), key.URL(), m.db.Write(ctx, func(tx *db.Tx) error {
		begun, err := beginFactor(tx, of.id, m.box.Seal([]byte(key.Secret()), of.id))
		if err == nil && !begun {
			err = errs.Conflict("You have a second factor already. Switch it off to set up another.")
		}
		return err
	})
}

// confirm switches the caller's second factor on, once the app shows the right code, and returns the recovery codes.
func (m *mfa) confirm(ctx context.Context, sc scope.Scope, code string) (codes []string, err error) {
	err = m.guarded(sc.User, "", func() error {
		return m.db.Write(ctx, func(tx *db.Tx) error {
			f, err := factorOf(tx, sc.User)
			if err != nil {
				return err
			}
			if f.sealed == "" || f.confirmed {
				return errs.InvalidField("code", "has no set-up to confirm: begin one first")
			}
			right, err := m.useTimed(tx, sc.User, f, code)
			if err != nil {
				return err
			}
			if !right {
				return errWrongCode
			}
			if err := confirmFactor(tx, sc.User); err != nil {
				return err
			}
			codes = newRecoveryCodes()
			if err := replaceRecoveryCodes(tx, sc.User, codes); err != nil {
				return err
			}
			return m.trail.note(tx, sc, sc.User, user.FactorAdded, nil)
		})
	})
	if errors.Is(err, errWrongCode) {
		err = errs.InvalidField("code", "must be the code that the app shows now")
	}
	return codes, err
}

// change does something to the caller's second factor, who gives the password and a code.
func (m *mfa) change(ctx context.Context, sc scope.Scope, by proof, action string, do func(tx *db.Tx) error) error {
	of, err := m.passwords.verifyOwn(ctx, sc, by)
	if err != nil {
		return err
	}
	err = m.guarded(of.id, "", func() error {
		return m.db.Write(ctx, func(tx *db.Tx) error {
			f, err := factorOf(tx, of.id)
			if err != nil {
				return err
			}
			if !f.confirmed {
				return errs.Conflict("You have no second factor.")
			}
			if err := m.use(tx, sc, of.id, f, by.code); err != nil {
				return err
			}
			if err := do(tx); err != nil {
				return err
			}
			return m.trail.note(tx, sc, of.id, action, nil)
		})
	})
	if errors.Is(err, errWrongCode) {
		return errs.InvalidField("code", "must be a code that the app shows now, or a recovery code, that wasn't used yet")
	}
	return err
}

// disable takes the caller's second factor away, also where an organization asks for one: it lets the caller in again
// as soon as there is another, as on a new phone.
func (m *mfa) disable(ctx context.Context, sc scope.Scope, by proof) error {
	return m.change(ctx, sc, by, user.FactorRemoved, func(tx *db.Tx) error { return removeFactor(tx, sc.User) })
}

// forget takes a login's second factor away without its proof.
func (m *mfa) forget(tx *db.Tx, sc scope.Scope, loginID string) error {
	f, err := factorOf(tx, loginID)
	if err != nil {
		return err
	}
	if err := removeFactor(tx, loginID); err != nil || !f.confirmed {
		return err
	}
	return m.trail.note(tx, sc, loginID, user.FactorRemoved, nil)
}

// RemoveFactor takes the second factor of the login with this address away and ends its sessions, for the operator, who
// has made sure who asks. It fails with NotFound if there is no such login, and with Conflict if it has none.
func (s *Service) RemoveFactor(ctx context.Context, email string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		of, err := loginByEmail(tx, user.NormalizeEmail(email))
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound("There is no login with this address.")
		}
		if err != nil {
			return err
		}
		f, err := factorOf(tx, of.id)
		if err != nil {
			return err
		}
		if !f.confirmed {
			return errs.Conflict("%s has no second factor.", of.email)
		}
		sc := scope.Scope{UserName: "Operator"}
		if err := s.mfa.forget(tx, sc, of.id); err != nil {
			return err
		}
		return s.sessions.endAll(tx, sc, of.id, "", "second factor removed")
	})
}

func (m *mfa) renew(ctx context.Context, sc scope.Scope, by proof) (codes []string, err error) {
	codes = newRecoveryCodes()
	return codes, m.change(ctx, sc, by, mfaNewCodes, func(tx *db.Tx) error {
		return replaceRecoveryCodes(tx, sc.User, codes)
	})
}

// newRecoveryCodes makes codes of 80 random bits each, such as ABCD-EFGH-JKLM-NPQR.
func newRecoveryCodes() []string {
	codes := make([]string, recoveryCodes)
	for i := range codes {
		text := rand.Text()[:16] // five bits each
		codes[i] = text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
	}
	return codes
}

// plainCode is a recovery code as it is hashed, however it was typed.
func plainCode(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
}
