package password

import (
	"context"
	"crypto/sha256"
	"strings"

	"sarai/internal/identity/factor"
	"sarai/internal/identity/invitation"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Registration is what an invited person says to get in.
type Registration struct {
	Email, Password, Name, InvitationID string
	Token                               string // of the registration mail; may be empty
	Strict                              bool   // refuse a weak password, whatever the setting
}

// Admitted is a person who has just set name and password, and what is wrong with the password.
type Admitted struct {
	Registered
	Warnings []errs.Warning
}

// Register sets name and password of an invited person and makes the person a member. Failures are limited by the
// client's address, so that invitations can't be guessed nor the cores kept busy.
func (s *Service) Register(ctx context.Context, sc scope.Scope, r Registration) (done Admitted, err error) {
	var bad errs.Fields
	bad.CheckLine("name", r.Name)
	if err := bad.Err(); err != nil {
		return done, err
	}
	attempt, err := s.registrations.Begin(r.Email, sc.IP, "")
	if err != nil {
		return done, err
	}
	defer func() {
		if err == nil {
			attempt.Succeeded()
		} else if !errs.Is(err, errs.KindInvalid) {
			attempt.Cancelled()
		}
	}()
	if sc.Idempotency.Key != "" {
		if sc.Idempotency.Fingerprint, err = s.fingerprint(ctx, r); err != nil {
			return done, err
		}
	}
	hash, err := s.hasher.hash(ctx, r.Password)
	if err != nil {
		return done, err
	}
	return idempotency.Write(ctx, s.DB, sc, func(tx *db.Tx) (Admitted, error) { return s.admit(tx, sc, r, hash) })
}

// fingerprint identifies a repeated registration. It is stored, and so it must be as costly to try passwords
// against as the password's own hash; the one that package web makes of the body is not.
func (s *Service) fingerprint(ctx context.Context, r Registration) (string, error) {
	salt := sha256.Sum256([]byte(strings.Join([]string{r.Email, r.Name, r.InvitationID, r.Token}, "\x00")))
	return s.hasher.hashWith(ctx, r.Password, salt[:])
}

func (s *Service) admit(tx *db.Tx, sc scope.Scope, r Registration, hash string) (done Admitted, err error) {
	if r.Token != "" {
		link, err := s.Invitations.Peek(tx, r.Token, invitation.PurposeRegister)
		if err != nil {
			return done, err
		}
		if link.ID != r.InvitationID {
			return done, errs.InvalidField("token", "belongs to another invitation")
		}
	}
	redeemed, err := s.Invitations.Redeem(tx, r.InvitationID, r.Email)
	if err != nil {
		return done, err
	}
	o, err := organization.Get(tx, redeemed.Org).Get()
	if err != nil {
		return done, err
	}
	of, err := s.Users.EnsureLogin(tx, r.Email, r.Name)
	if err != nil {
		return done, err
	}
	if r.Token != "" {
		if err := s.Invitations.JoinExpected(tx, sc, of); err != nil {
			return done, err
		}
	}
	done.Warnings, err = chosen{r.Password, r.Strict, "password"}.check(s.Strict, of.Email, o.Name)
	if err != nil {
		return done, err
	}
	set, err := s.setPassword(tx, of, r, hash, o.ID)
	if err != nil {
		return done, err
	}
	if sc, err = o.Scope(sc); err != nil {
		return done, err
	}
	sc.User, sc.UserName, sc.Email = of.ID, r.Name, of.Email // whose doing it is, in the audit log
	err = s.Users.Admit(tx, sc,
		user.Member{Login: of.ID, Email: of.Email, Name: r.Name, RoleID: redeemed.RoleID, Active: true})
	if err != nil {
		return done, err
	}
	done.Registered = Registered{UserID: of.ID, Email: of.Email, Name: r.Name, PasswordKept: !set}
	return done, s.Bus.Publish(tx, sc, user.Joined.Of(of.ID, user.Who{Name: r.Name, Email: of.Email}))
}

// setPassword gives the login its password, and reports whether it did. The mailed token proves the address: it takes
// back a login that somebody has registered without it, and lets in who has a proved password, which stays. Without it,
// only a login that never had a password gets one, which opens this organization alone.
func (s *Service) setPassword(
	tx *db.Tx, of user.Login, r Registration, hash, org string,
) (set bool, err error) {
	if r.Token == "" {
		set, err = user.SetFirstPassword(tx, of.ID, r.Name, hash, org)
		if err == nil && !set {
			err = errs.Invalid("You have an account with a password already. To accept, open the link in the invitation " +
				"mail or in the registration mail.")
		}
		return set, err
	}
	if set, err = user.SetProvedPassword(tx, of.ID, r.Name, hash); err == nil && set && of.HasPassword() {
		err = s.takeBack(tx, of.ID)
	}
	return set, err
}

// takeBack ends what a stranger has begun with a login: its sessions, its devices, and its second factor.
func (s *Service) takeBack(tx *db.Tx, loginID string) error {
	sc := scope.Scope{UserName: "System"}
	if err := session.ForgetDevices(tx, loginID); err != nil {
		return err
	}
	had, err := factor.Remove(tx, loginID)
	if err != nil {
		return err
	}
	if had {
		if err := s.Users.Note(tx, sc, factor.Removed.Of(loginID, event.None{})); err != nil {
			return err
		}
	}
	return s.Sessions.EndAll(tx, sc, loginID, "", "address proved")
}

func (s *Service) peek(ctx context.Context, secret, purpose string) (invitation.Opened, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) (invitation.Opened, error) {
		return s.Invitations.Peek(tx, secret, purpose)
	})
}
