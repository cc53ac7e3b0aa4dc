package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
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

	codeLength         = 6
	recoveryCodeLength = 16 // without hyphens
	codesPerLogin      = 10 // wrong ones within attemptsSpan; more are refused, since a code has six digits

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
	failures  *attempts // to set it up and to change it
	guesses   *attempts // at sign-in

	spentLock sync.Mutex
	spent     *lru.Cache[string, int64] // the step of each login's last code that the database couldn't note
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
	step, err := m.stepOf(tx, loginID, f, code)
	if err != nil || step == 0 {
		return false, err
	}
	used, err := useStep(tx, loginID, step)
	if err != nil || !used {
		return false, err
	}
	secret, err := m.box.Open(f.sealed, loginID)
	if err != nil {
		return false, err
	}
	return true, reseal(tx, loginID, m.box.Seal(secret, loginID)) // under the newest key
}

// stepOf is the time step whose code this is, if it is one around now, else 0.
func (m *mfa) stepOf(tx *db.Tx, loginID string, f factor, code string) (int64, error) {
	secret, err := m.box.Open(f.sealed, loginID)
	if err != nil {
		return 0, nil // its key is gone: the recovery codes still work
	}
	now := tx.Now.Unix() / int64(stepLength.Seconds())
	for step := now - stepsAround; step <= now+stepsAround; step++ {
		right, err := hotp.GenerateCode(string(secret), uint64(step))
		if err != nil {
			return 0, err
		}
		if subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			return step, nil
		}
	}
	return 0, nil
}

// guess counts what fails for a wrong code at sign-in, and makes the login's next attempts wait after too many. None is
// refused for what others did, while the line is short: only the password tells who is the owner, and they know it too.
// device is the hash of a device that is known, or empty. A recovery code can't be guessed, so that it waits for nobody
// but those of its own client address: it is the owner's way in beside whoever fills the line.
func (m *mfa) guess(ctx context.Context, ip, loginID, device, code string, do func() error) error {
	if code == "" { // it is only asked for
		return do()
	}
	line := loginID
	if len(plainCode(code)) == recoveryCodeLength {
		line = "recovery " + ip
	}
	attempt, err := m.guesses.begin(line, ip, device)
	if err != nil {
		return err
	}
	if err := attempt.wait(ctx); err != nil {
		attempt.cancelled()
		return err
	}
	if err = do(); !errors.Is(err, errWrongCode) {
		attempt.cancelled()
	}
	return err
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

// takeBack ends what a stranger has begun with a login: its sessions, its devices, and its second factor.
func (m *mfa) takeBack(tx *db.Tx, loginID string) error {
	sc := scope.Scope{UserName: "System"}
	if err := forgetDevices(tx, loginID); err != nil {
		return err
	}
	if err := m.forget(tx, sc, loginID); err != nil {
		return err
	}
	return m.passwords.sessions.endAll(tx, sc, loginID, "", "address proved")
}

// remove is forget for somebody else's hand: it fails with Conflict if there is no second factor, and ends the login's
// sessions.
func (m *mfa) remove(tx *db.Tx, sc scope.Scope, of login) error {
	f, err := factorOf(tx, of.id)
	if err != nil {
		return err
	}
	if !f.confirmed {
		return errs.Conflict("%s has no second factor.", of.email)
	}
	if err := m.forget(tx, sc, of.id); err != nil {
		return err
	}
	return m.passwords.sessions.endAll(tx, sc, of.id, "", "second factor removed")
}

// RemoveFactor takes the second factor of the login with this address away and ends its sessions, for the operator, who
// has made sure of the person. It fails with NotFound and Conflict.
func (s *Service) RemoveFactor(ctx context.Context, email string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		of, err := loginByEmail(tx, user.NormalizeEmail(email))
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound("There is no login with this address.")
		}
		if err != nil {
			return err
		}
		return s.mfa.remove(tx, scope.Scope{UserName: "Operator"}, of)
	})
}

// RemoveMembersFactor is RemoveFactor for the administrator of the only hotel that the login has joined.
func (s *Service) RemoveMembersFactor(tx *db.Tx, sc scope.Scope, loginID string) error {
	of, err := loginByID(tx, loginID)
	if err != nil {
		return err
	}
	return s.mfa.remove(tx, sc, of)
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
		text := rand.Text()[:recoveryCodeLength] // five bits each
		codes[i] = text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
	}
	return codes
}

// plainCode is a recovery code as it is hashed, however it was typed.
func plainCode(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
}
