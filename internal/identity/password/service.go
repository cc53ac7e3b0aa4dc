package password

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"sarai/internal/identity/attempt"
	"sarai/internal/identity/invitation"
	"sarai/internal/identity/onetime"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

const (
	resetLife    = time.Hour
	purposeReset = "reset" // of a one-time token

	// Lengths in characters, for the pages; the API's bodies say the same in their tags.
	minPassword = 8
	maxPassword = 128

	// failureInterval is how often a login's failures to sign in leave an entry in the audit logs, so that an attack
	// doesn't fill them.
	failureInterval = time.Minute
)

// Config is what the service is made of.
type Config struct {
	DB          *db.DB
	Bus         *event.Bus
	Clock       clock.Clock
	Log         *slog.Logger
	Users       *user.Service
	Invitations *invitation.Service
	Sessions    *session.Service
	Outbox      *mail.Outbox
	PublicURL   string // what links in mails begin with
	Unlimited   bool   // switches off the limits on failures and on reset mails
	Strict      bool   // refuses weak passwords, which are taken with a warning otherwise
	Cost        Cost   // zero, the real cost, except in tests
}

// Service checks, sets and resets the passwords of logins. It is safe for concurrent use.
type Service struct {
	Config
	hasher *hasher

	failures *attempt.Limit // to prove who one is
	resets   *attempt.Limit // every request for a reset mail

	registrations *attempt.Limit // failures to register; their e-mail addresses don't matter
}

// New makes the service.
func New(c Config) *Service {
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	s := &Service{Config: c, hasher: newHasher(c.Cost)}
	if c.Unlimited {
		return s
	}
	s.failures = attempt.New(c.Clock, 10, 60, "There were too many failed attempts. "+
		"Wait a while before the next one, or reset your password.")
	s.registrations = attempt.New(c.Clock, 60, 60, "There were too many failed attempts. "+
		"Wait a while before the next one, or ask to be invited again.")
	s.resets = attempt.New(c.Clock, 5, 20, "A password reset was asked for too many times. "+
		"Look into your mailbox, or wait a while.")
	return s
}

// Hash makes the hash of another secret than a password, as those of passwords are made.
func (s *Service) Hash(ctx context.Context, secret string) (string, error) {
	return s.hasher.hash(ctx, secret)
}

// Fits tells whether Hash has made the hash of this secret. It takes as long where there is no hash.
func (s *Service) Fits(ctx context.Context, secret, hash string) (bool, error) {
	return s.hasher.fits(ctx, secret, hash)
}

// Verify finds the login of an address and reports whether the password is its own. After too many wrong ones it takes
// longer, or fails with TooMany for the client's address; the login's known devices are spared both.
func (s *Service) Verify(
	ctx context.Context, sc scope.Scope, email, device, password string,
) (found user.Login, right bool, err error) {
	known, err := s.Sessions.KnownDevice(ctx, email, device)
	if err != nil {
		return user.Login{}, false, err
	}
	attempt, err := s.failures.Begin(email, sc.IP, known)
	if err != nil {
		return user.Login{}, false, err
	}
	if err := attempt.Wait(ctx); err != nil {
		attempt.Cancelled()
		return user.Login{}, false, err
	}
	found, err = db.ReadOne(ctx, s.DB, func(tx *db.Tx) (user.Login, error) { return user.LoginByEmail(tx, email) })
	if err == nil || errors.Is(err, db.ErrNoRows) {
		right, err = s.hasher.fits(ctx, password, found.PasswordHash)
	}
	switch {
	case err != nil:
		attempt.Cancelled()
	case right:
		attempt.Succeeded()
	default:
		err = s.NoteFailure(ctx, sc, found)
	}
	return found, right, err
}

// change replaces the caller's password, who knows the present one, and ends the caller's other sessions. It returns
// what is wrong with the new one.
func (s *Service) change(
	ctx context.Context, sc scope.Scope, device, current string, next chosen,
) ([]errs.Warning, error) {
	of, right, err := s.Verify(ctx, sc, sc.Email, device, current)
	if err != nil {
		return nil, err
	}
	if !right {
		return nil, errs.InvalidField("currentPassword", "is not your present password")
	}
	hash, err := s.hasher.hash(ctx, next.password)
	if err != nil {
		return nil, err
	}
	return db.Write(ctx, s.DB, func(tx *db.Tx) ([]errs.Warning, error) {
		warnings, err := s.check(tx, of, next)
		if err != nil {
			return nil, err
		}
		return warnings, s.replace(tx, sc, of, hash, sc.Session)
	})
}

// VerifyOwn is Verify for the caller: it fails with Invalid unless the password is the caller's own.
func (s *Service) VerifyOwn(ctx context.Context, sc scope.Scope, device, password string) (user.Login, error) {
	of, right, err := s.Verify(ctx, sc, sc.Email, device, password)
	if err == nil && !right {
		err = errs.InvalidField("password", "is not your password")
	}
	return of, err
}

// NoteFailure notes that somebody has failed to prove to be this login, at most once in an interval, and not while the
// database takes no writes.
func (s *Service) NoteFailure(ctx context.Context, sc scope.Scope, of user.Login) error {
	if of.ID == "" || s.Clock.Now().Sub(time.UnixMilli(of.FailureNoted)) < failureInterval {
		return nil
	}
	err := s.DB.WriteSoon(ctx, func(tx *db.Tx) error {
		due, err := user.MarkFailure(tx, of.ID, failureInterval)
		if err != nil || !due {
			return err
		}
		return s.Users.Note(tx, sc, refused.Of(of.ID, event.None{}))
	})
	if errs.Is(err, errs.KindUnavailable) {
		return nil
	}
	return err
}

// check is chosen.check for the password that a login gets, in the hotels that it has joined.
func (s *Service) check(tx *db.Tx, of user.Login, next chosen) ([]errs.Warning, error) {
	organizations, err := user.Accepted(tx, of.ID)
	if err != nil {
		return nil, err
	}
	var hotels []string
	for _, org := range organizations {
		o, err := organization.Get(tx, org).Get()
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, err
		}
		hotels = append(hotels, o.Name)
	}
	return next.check(s.Strict, of.Email, hotels...)
}

// replace gives the login another password, and ends its reset links and its sessions except the one to keep.
func (s *Service) replace(tx *db.Tx, sc scope.Scope, of user.Login, hash, keep string) error {
	replaced, err := user.ReplacePassword(tx, of.ID, of.PasswordHash, hash)
	if err != nil {
		return err
	}
	if !replaced {
		return errs.Conflict("Your password was changed by somebody else at this moment. Try again.")
	}
	if err := onetime.DropUnused(tx, of.ID, purposeReset); err != nil {
		return err
	}
	if err := s.Sessions.EndAll(tx, of.As(sc), of.ID, keep, "password changed"); err != nil {
		return err
	}
	return s.Users.Note(tx, of.As(sc), user.PasswordChanged.Of(of.ID, event.None{}))
}

// requestReset mails a link that sets a new password. Links mailed before stop working. After too many mails to an
// address there are no more, and the newest link stays: whoever asks in another's place can't spoil it.
func (s *Service) requestReset(ctx context.Context, sc scope.Scope, email, device string) error {
	known, err := s.Sessions.KnownDevice(ctx, email, device)
	if err != nil {
		return err
	}
	attempt, err := s.resets.Begin(email, sc.IP, known)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		found, err := user.LoginByEmail(tx, email)
		entitled := err == nil
		if entitled && found.PasswordHash == "" {
			entitled, err = s.mayBegin(tx, found)
		}
		if errors.Is(err, db.ErrNoRows) || err == nil && !entitled {
			return errs.NotFound("There is no account with this e-mail address. " +
				"If you were invited, open the link in the invitation to set a password.")
		}
		if err != nil {
			return err
		}
		organizations, err := user.Accepted(tx, found.ID)
		if err != nil {
			return err
		}
		org := strings.Join(organizations[:min(1, len(organizations))], "")
		if attempt.Late() {
			works, err := onetime.Working(tx, found.ID, purposeReset)
			if err != nil || works {
				return err
			}
		}
		if err := onetime.DropUnused(tx, found.ID, purposeReset); err != nil {
			return err
		}
		secret, err := onetime.Make(tx, onetime.Token{Purpose: purposeReset, Org: org, Subject: found.ID,
			Email: found.Email, ExpiresAt: tx.Now.Add(resetLife).UnixMilli()})
		if err != nil {
			return err
		}
		if err := mailReset(tx, s.Outbox, org, found, s.PublicURL, secret); err != nil {
			return err
		}
		return s.Users.Note(tx, sc, resetRequested.Of(found.ID, event.None{}))
	})
}

// mayBegin reports whether somebody without a password may set one by a reset mail: who has joined an organization, and
// who has accepted an invitation.
func (s *Service) mayBegin(tx *db.Tx, l user.Login) (bool, error) {
	organizations, err := user.Accepted(tx, l.ID)
	if err != nil || len(organizations) > 0 {
		return true, err
	}
	return s.Invitations.Awaits(tx, l.Email)
}

// openReset returns whose password a reset link sets, and changes nothing. It fails with Invalid, and the reason, if
// the link can't be used.
func (s *Service) openReset(ctx context.Context, secret string) (onetime.Token, error) {
	return db.ReadOne(ctx, s.DB, func(tx *db.Tx) (onetime.Token, error) { return peekReset(tx, secret) })
}

func peekReset(tx *db.Tx, secret string) (onetime.Token, error) {
	found, err := onetime.BySecret(tx, secret, purposeReset)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return found, errs.Invalid("This link to reset a password is not valid, or a newer one has been sent. " +
			"Use the newest, or ask for another.")
	case err != nil:
		return found, err
	case found.UsedAt != nil:
		return found, errs.Invalid("This link to reset a password has been used already. Ask for a new one.")
	case found.ExpiresAt <= tx.Now.UnixMilli():
		return found, errs.Invalid("This link to reset a password has expired. Ask for a new one.")
	}
	return found, nil
}

// reset sets a new password for whoever holds a reset link, and ends every session of the login. Invitations that the
// person has accepted let them in. A second factor stays: the mailbox alone isn't enough.
func (s *Service) reset(ctx context.Context, sc scope.Scope, secret string, next chosen) ([]errs.Warning, error) {
	// This check is cheap, so a wrong link costs no hashing.
	link, err := s.openReset(ctx, secret)
	if err != nil {
		return nil, err
	}
	hash, err := s.hasher.hash(ctx, next.password)
	if err != nil {
		return nil, err
	}
	warnings, err := db.Write(ctx, s.DB, func(tx *db.Tx) ([]errs.Warning, error) {
		used, err := takeReset(tx, secret)
		if err != nil {
			return nil, err
		}
		if err := s.Invitations.Finish(tx, sc, used.Email); err != nil {
			return nil, err
		}
		of, err := user.LoginByID(tx, used.Subject)
		if err != nil {
			return nil, err
		}
		warnings, err := s.check(tx, of, next)
		if err != nil {
			return nil, err
		}
		if err := user.Prove(tx, of.ID); err != nil {
			return nil, err
		}
		if err := session.ForgetDevices(tx, of.ID); err != nil {
			return nil, err
		}
		return warnings, s.replace(tx, sc, of, hash, "")
	})
	if err == nil {
		s.failures.Forgive(link.Email)
	}
	return warnings, err
}

// takeReset uses a reset link up.
func takeReset(tx *db.Tx, secret string) (onetime.Token, error) {
	taken, err := onetime.Use(tx, secret, purposeReset)
	if err != nil {
		return onetime.Token{}, err
	}
	if !taken {
		if _, err := peekReset(tx, secret); err != nil {
			return onetime.Token{}, err
		}
		return onetime.Token{}, errs.Conflict("This link to reset a password has just been used. Ask for a new one.")
	}
	return onetime.BySecret(tx, secret, purposeReset)
}
