package factor

import (
	"crypto/rand"
	"crypto/subtle"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/seal"
	"sarai/internal/kit/token"
)

// StepLength is how long a code is shown (RFC 6238).
const StepLength = 30 * time.Second

const (
	stepsAround   = 1 // clocks may differ by one step
	recoveryCodes = 10

	codeLength         = 6
	recoveryCodeLength = 16 // without hyphens

	rememberedLogins = 16_384 // bounds the memory of spent codes
)

// An answer that names the field code asks for one: the password was right.
var (
	errCodeNeeded = codeError("Enter the code that your authenticator app shows, or one of your recovery codes.")
	// ErrWrongCode refuses a code that is wrong or was used before.
	ErrWrongCode = codeError("The code is wrong, or it has been used. Wait for the next one, or use a recovery code.")
)

func codeError(message string) error {
	return &errs.Error{Kind: errs.KindUnauthorized, Message: message,
		Fields: []errs.Field{{Field: "code", Message: "must be the present code of the authenticator app"}}}
}

// Service keeps second factors. It is safe for concurrent use.
type Service struct {
	box *seal.Box

	spentLock sync.Mutex
	spent     *lru.Cache[string, int64] // the step of each login's last code that the database couldn't note
}

// New makes the service. Secrets are sealed with a key that is made of keys.
func New(keys *token.Keys) *Service {
	spent, err := lru.New[string, int64](rememberedLogins)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &Service{box: keys.Box("second factor"), spent: spent}
}

// Status tells whether the login has a second factor, and how many recovery codes are left.
func Status(tx *db.Tx, loginID string) (enabled bool, left int, err error) {
	f, err := factorOf(tx, loginID)
	if err != nil || !f.confirmed {
		return false, 0, err
	}
	left, err = recoveryCodesLeft(tx, loginID)
	return true, left, err
}

// Check lets a login pass that has no second factor, or whose code is right. It uses the code up, and reports whether
// it was a recovery code.
func (s *Service) Check(tx *db.Tx, loginID, code string) (recovery bool, err error) {
	f, err := factorOf(tx, loginID)
	if err != nil || !f.confirmed {
		return false, err
	}
	if code == "" {
		return false, errCodeNeeded
	}
	return s.use(tx, loginID, f, code)
}

// Use is Check for a login that must have a second factor: it fails with Conflict if it has none.
func (s *Service) Use(tx *db.Tx, loginID, code string) (recovery bool, err error) {
	f, err := factorOf(tx, loginID)
	if err != nil {
		return false, err
	}
	if !f.confirmed {
		return false, errs.Conflict("You have no second factor.")
	}
	return s.use(tx, loginID, f, code)
}

// use uses a code of the app or a recovery code up; ErrWrongCode if it is neither.
func (s *Service) use(tx *db.Tx, loginID string, f factor, code string) (recovery bool, err error) {
	right, err := s.useTimed(tx, loginID, f, code)
	if err != nil || right {
		return false, err
	}
	right, err = useRecoveryCode(tx, loginID, plainCode(code))
	if err == nil && !right {
		err = ErrWrongCode
	}
	return right, err
}

// useTimed uses a code of the app up, and reports whether it was one that works now.
func (s *Service) useTimed(tx *db.Tx, loginID string, f factor, code string) (bool, error) {
	step, err := s.stepOf(tx, loginID, f, code)
	if err != nil || step == 0 {
		return false, err
	}
	used, err := UseStep(tx, loginID, step)
	if err != nil || !used {
		return false, err
	}
	secret, err := s.box.Open(f.sealed, loginID)
	if err != nil {
		return false, err
	}
	return true, reseal(tx, loginID, s.box.Seal(secret, loginID)) // under the newest key
}

// stepOf is the time step whose code this is, if it is one around now, else 0.
func (s *Service) stepOf(tx *db.Tx, loginID string, f factor, code string) (int64, error) {
	secret, err := s.box.Open(f.sealed, loginID)
	if err != nil {
		return 0, nil // its key is gone: the recovery codes still work
	}
	now := tx.Now.Unix() / int64(StepLength.Seconds())
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

// Look is Check for a database that takes no writes: it finds the step of the code, which it doesn't use up, or 0 for a
// login without a second factor. It fails with refused, the reason why nothing can be written, where a code has to be
// used up there: for recovery codes.
func (s *Service) Look(tx *db.Tx, loginID, code string, refused error) (step int64, err error) {
	f, err := factorOf(tx, loginID)
	if err != nil || !f.confirmed {
		return 0, err
	}
	if code == "" {
		return 0, errCodeNeeded
	}
	if len(code) != codeLength {
		return 0, refused
	}
	if step, err = s.stepOf(tx, loginID, f, code); err != nil {
		return 0, err
	}
	fresh, err := isUnusedStep(tx, loginID, step)
	if err == nil && !fresh {
		err = ErrWrongCode
	}
	return step, err
}

// Spend reports whether this node has seen no code of this step or a later one while the database took no writes.
func (s *Service) Spend(loginID string, step int64) bool {
	if step == 0 {
		return true
	}
	s.spentLock.Lock()
	defer s.spentLock.Unlock()
	if last, _ := s.spent.Get(loginID); last >= step {
		return false
	}
	s.spent.Add(loginID, step)
	return true
}

// NewSecret makes a secret for an authenticator app, and the otpauth URL that has it.
func NewSecret(email string) (secret, url string, err error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "Sarai", AccountName: email})
	if err != nil {
		return "", "", err
	}
	return key.Secret(), key.URL(), nil
}

// Begin stores a secret, to be confirmed by a code. It fails with Conflict if the login has a second factor.
func (s *Service) Begin(tx *db.Tx, loginID, secret string) error {
	begun, err := beginFactor(tx, loginID, s.box.Seal([]byte(secret), loginID))
	if err == nil && !begun {
		err = errs.Conflict("You have a second factor already. Switch it off to set up another.")
	}
	return err
}

// Confirm makes the secret that was begun the login's second factor, once the app shows the right code, and returns the
// recovery codes.
func (s *Service) Confirm(tx *db.Tx, loginID, code string) (codes []string, err error) {
	f, err := factorOf(tx, loginID)
	if err != nil {
		return nil, err
	}
	if f.sealed == "" || f.confirmed {
		return nil, errs.InvalidField("code", "has no set-up to confirm: begin one first")
	}
	right, err := s.useTimed(tx, loginID, f, code)
	if err != nil {
		return nil, err
	}
	if !right {
		return nil, ErrWrongCode
	}
	if err := confirmFactor(tx, loginID); err != nil {
		return nil, err
	}
	return NewCodes(tx, loginID)
}

// NewCodes replaces the login's recovery codes by new ones of 80 random bits each, such as ABCD-EFGH-JKLM-NPQR.
func NewCodes(tx *db.Tx, loginID string) ([]string, error) {
	codes := make([]string, recoveryCodes)
	for i := range codes {
		text := rand.Text()[:recoveryCodeLength] // five bits each
		codes[i] = text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
	}
	return codes, replaceRecoveryCodes(tx, loginID, codes)
}

// Remove takes the login's second factor away, and reports whether it had one.
func Remove(tx *db.Tx, loginID string) (had bool, err error) {
	f, err := factorOf(tx, loginID)
	if err != nil {
		return false, err
	}
	return f.confirmed, removeFactor(tx, loginID)
}

// IsRecoveryCode reports whether the code is as long as a recovery code.
func IsRecoveryCode(code string) bool { return len(plainCode(code)) == recoveryCodeLength }

// plainCode is a recovery code as it is hashed, however it was typed.
func plainCode(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
}
