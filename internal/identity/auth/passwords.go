package auth

import (
	"context"
	"errors"
	"strings"
	"time"

	"sarai/internal/identity/invitation"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

const (
	resetLife    = time.Hour
	purposeReset = "reset"

	// Lengths in characters, for the pages; the API's bodies say the same in their tags.
	minPassword = 8
	maxPassword = 128
)

// passwords checks, changes and resets the passwords of logins.
type passwords struct {
	db        *db.DB
	clock     clock.Clock
	trail     trail
	outbox    *mail.Outbox
	publicURL string
	hasher    *hasher
	sessions  *sessions

	invitations *invitation.Service
	strict      bool // refuse weak passwords

	failures *attempts // to prove who one is
	resets   *attempts // every request for a reset mail

	registrations *attempts // failures to register; their e-mail addresses don't matter
}

// verify finds the login of an address and reports whether the password is its own. After too many wrong ones it takes
// longer, or fails with TooMany for the client's address; the login's known devices are spared both.
func (p *passwords) verify(
	ctx context.Context, sc scope.Scope, email, device, password string,
) (found login, right bool, err error) {
	known, err := p.knownDevice(ctx, email, device)
	if err != nil {
		return login{}, false, err
	}
	attempt, err := p.failures.begin(email, sc.IP, known)
	if err != nil {
		return login{}, false, err
	}
	if err := attempt.wait(ctx); err != nil {
		attempt.cancelled()
		return login{}, false, err
	}
	found, err = db.ReadOne(ctx, p.db, func(tx *db.Tx) (login, error) { return loginByEmail(tx, email) })
	if err == nil || errors.Is(err, db.ErrNoRows) {
		right, err = p.hasher.fits(ctx, password, found.passwordHash)
	}
	switch {
	case err != nil:
		attempt.cancelled()
	case right:
		attempt.succeeded()
	default:
		err = p.noteFailure(ctx, sc, found)
	}
	return found, right, err
}

// change replaces the caller's password, who knows the present one, and ends the caller's other sessions. It returns
// what is wrong with the new one.
func (p *passwords) change(
	ctx context.Context, sc scope.Scope, device, current string, next chosen,
) ([]web.Warning, error) {
	of, right, err := p.verify(ctx, sc, sc.Email, device, current)
	if err != nil {
		return nil, err
	}
	if !right {
		return nil, errs.InvalidField("currentPassword", "is not your present password")
	}
	hash, err := p.hasher.hash(ctx, next.password)
	if err != nil {
		return nil, err
	}
	return db.Write(ctx, p.db, func(tx *db.Tx) ([]web.Warning, error) {
		warnings, err := p.check(tx, of, next)
		if err != nil {
			return nil, err
		}
		return warnings, p.replace(tx, sc, of, hash, sc.Session)
	})
}

// verifyOwn finds the caller's login, and fails with Invalid unless the password is its own.
func (p *passwords) verifyOwn(ctx context.Context, sc scope.Scope, by proof) (login, error) {
	of, right, err := p.verify(ctx, sc, sc.Email, by.device, by.password)
	if err == nil && !right {
		err = errs.InvalidField("password", "is not your password")
	}
	return of, err
}

// check is chosen.check for the password that a login gets, in the hotels that it has joined.
func (p *passwords) check(tx *db.Tx, of login, next chosen) ([]web.Warning, error) {
	organizations, err := organizationsByUse(tx, of.id)
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
	return next.check(p.strict, of.email, hotels...)
}

// replace gives the login another password, and ends its reset links and its sessions except the one to keep.
func (p *passwords) replace(tx *db.Tx, sc scope.Scope, of login, hash, keep string) error {
	replaced, err := replacePassword(tx, of.id, of.passwordHash, hash)
	if err != nil {
		return err
	}
	if !replaced {
		return errs.Conflict("Your password was changed by somebody else at this moment. Try again.")
	}
	if err := deleteResetTokens(tx, of.id); err != nil {
		return err
	}
	if err := p.sessions.endAll(tx, by(sc, of), of.id, keep, "password changed"); err != nil {
		return err
	}
	return p.trail.publish(tx, by(sc, of),
		event.Event{Action: passwordChanged, ResourceType: "user", ResourceID: of.id})
}

// requestReset mails a link that sets a new password. Links mailed before stop working. After too many mails to an
// address there are no more, and the newest link stays: whoever asks in another's place can't spoil it.
func (p *passwords) requestReset(ctx context.Context, sc scope.Scope, email, device string) error {
	known, err := p.knownDevice(ctx, email, device)
	if err != nil {
		return err
	}
	attempt, err := p.resets.begin(email, sc.IP, known)
	if err != nil {
		return err
	}
	return p.db.Write(ctx, func(tx *db.Tx) error {
		found, err := loginByEmail(tx, email)
		entitled := err == nil
		if entitled && found.passwordHash == "" {
			entitled, err = p.mayBegin(tx, found)
		}
		if errors.Is(err, db.ErrNoRows) || err == nil && !entitled {
			return errs.NotFound("There is no account with this e-mail address. " +
				"If you were invited, open the link in the invitation to set a password.")
		}
		if err != nil {
			return err
		}
		organizations, err := organizationsByUse(tx, found.id)
		if err != nil {
			return err
		}
		org := strings.Join(organizations[:min(1, len(organizations))], "")
		if attempt.late() {
			works, err := hasResetToken(tx, found.id)
			if err != nil || works {
				return err
			}
		}
		if err := deleteResetTokens(tx, found.id); err != nil {
			return err
		}
		secret, err := insertResetToken(tx, found, org)
		if err != nil {
			return err
		}
		if err := mailReset(tx, p.outbox, org, found, p.publicURL, secret); err != nil {
			return err
		}
		return p.trail.note(tx, sc, found.id, resetAction, nil)
	})
}

// mayBegin reports whether somebody without a password may set one by a reset mail: who has joined an organization, and
// who has accepted an invitation.
func (p *passwords) mayBegin(tx *db.Tx, l login) (bool, error) {
	organizations, err := organizationsByUse(tx, l.id)
	if err != nil || len(organizations) > 0 {
		return true, err
	}
	return p.invitations.Awaits(tx, l.email)
}

// openReset returns whose password a reset link sets, and changes nothing. It fails with Invalid, and the reason, if
// the link can't be used.
func (p *passwords) openReset(ctx context.Context, secret string) (resetToken, error) {
	return db.ReadOne(ctx, p.db, func(tx *db.Tx) (resetToken, error) { return peekReset(tx, secret) })
}

func peekReset(tx *db.Tx, secret string) (resetToken, error) {
	found, err := resetTokenBySecret(tx, secret)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return found, errs.Invalid("This link to reset a password is not valid, or a newer one has been sent. " +
			"Use the newest, or ask for another.")
	case err != nil:
		return found, err
	case found.used:
		return found, errs.Invalid("This link to reset a password has been used already. Ask for a new one.")
	case !tx.Now.Before(found.expires):
		return found, errs.Invalid("This link to reset a password has expired. Ask for a new one.")
	}
	return found, nil
}

// reset sets a new password for whoever holds a reset link, and ends every session of the login. Invitations that the
// person has accepted let them in. A second factor stays: the mailbox alone isn't enough.
func (p *passwords) reset(ctx context.Context, sc scope.Scope, secret string, next chosen) ([]web.Warning, error) {
	// This check is cheap, so a wrong link costs no hashing.
	link, err := p.openReset(ctx, secret)
	if err != nil {
		return nil, err
	}
	hash, err := p.hasher.hash(ctx, next.password)
	if err != nil {
		return nil, err
	}
	warnings, err := db.Write(ctx, p.db, func(tx *db.Tx) ([]web.Warning, error) {
		used, err := takeReset(tx, secret)
		if err != nil {
			return nil, err
		}
		if err := p.invitations.Finish(tx, sc, used.email); err != nil {
			return nil, err
		}
		of, err := loginByID(tx, used.login)
		if err != nil {
			return nil, err
		}
		warnings, err := p.check(tx, of, next)
		if err != nil {
			return nil, err
		}
		if err := prove(tx, of.id); err != nil {
			return nil, err
		}
		if err := forgetDevices(tx, of.id); err != nil {
			return nil, err
		}
		return warnings, p.replace(tx, sc, of, hash, "")
	})
	if err == nil {
		p.failures.forgive(link.email)
	}
	return warnings, err
}

// takeReset uses a reset link up.
func takeReset(tx *db.Tx, secret string) (resetToken, error) {
	taken, err := useResetToken(tx, secret)
	if err != nil {
		return resetToken{}, err
	}
	if !taken {
		if _, err := peekReset(tx, secret); err != nil {
			return resetToken{}, err
		}
		return resetToken{}, errs.Conflict("This link to reset a password has just been used. Ask for a new one.")
	}
	return resetTokenBySecret(tx, secret)
}
