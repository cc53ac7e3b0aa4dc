package invitation

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"sarai/internal/identity/onetime"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

// What a mailed link is for.
const (
	PurposeInvite   = "invite"   // accept or decline
	PurposeRegister = "register" // set a password, after accepting
	purposeAnswer   = "answer"   // not mailed: the cookie of the client that accepted
)

// How long a client is taken for the mailbox's after it has accepted: by the cookie, and by its address alone.
const (
	answerLife   = lifetime
	answerNearby = time.Hour
)

// Service issues invitations and takes the answers.
type Service struct {
	db        *db.DB
	bus       *event.Bus
	users     *user.Service
	publicURL string
	outbox    *mail.Outbox
}

// New makes the service. publicURL is what links in mails begin with.
func New(d *db.DB, bus *event.Bus, users *user.Service, outbox *mail.Outbox, publicURL string) *Service {
	return &Service{db: d, bus: bus, users: users, outbox: outbox, publicURL: strings.TrimRight(publicURL, "/")}
}

// Invite says who is invited as what. Name may be empty.
type Invite struct {
	Email    string
	Name     string
	RoleID   string
	RoleName string
}

// Issue makes an invitation and mails it. It fails with Conflict if the address has an open one already. The caller has
// checked that it may give the role, and publishes the event.
func (s *Service) Issue(tx *db.Tx, sc scope.Scope, o organization.Organization, invite Invite) (Invitation, error) {
	if err := organization.LockMembers(tx, o.ID); err != nil {
		return Invitation{}, err
	}
	// Every invitation has a login, even if without a password: events are about it.
	login, err := s.users.EnsureLogin(tx, invite.Email, invite.Name)
	if err != nil {
		return Invitation{}, err
	}
	if err := checkNoOther(tx, o.ID, login.Email, ""); err != nil {
		return Invitation{}, err
	}
	i := Invitation{ID: id.Secret(), Org: o.ID, Email: login.Email, Name: invite.Name, RoleID: invite.RoleID,
		Status: Pending, InvitedBy: sc.User, InvitedByName: sc.UserName, ExpiresAt: tx.Now.Add(lifetime).UnixMilli(),
		CreatedAt: tx.Now.UnixMilli(), UpdatedAt: tx.Now.UnixMilli()}
	if err := insert(tx, i); err != nil {
		return Invitation{}, err
	}
	return i, s.mailInvitation(tx, o, i, invite.RoleName)
}

// checkNoOther refuses a second open invitation, beside the one with this id, for an address.
func checkNoOther(tx *db.Tx, org, email, id string) error {
	invitations, err := unended(tx, org, email)
	for _, i := range invitations {
		if i.ID != id && i.checkOpen(tx.Now) == nil {
			return errs.Conflict("There is an open invitation for %s already: resend it instead.", email)
		}
	}
	return err
}

// Peek reads a link that can still be used. It fails with Invalid, and the reason, for any other.
func (s *Service) Peek(tx *db.Tx, secret, purpose string) (Opened, error) {
	o, err := open(tx, secret, purpose)
	if err != nil {
		return o, err
	}
	if purpose == PurposeInvite {
		err = o.checkUnanswered(tx.Now)
	} else {
		err = o.checkOpen(tx.Now)
	}
	if err == nil && o.link.UsedAt != nil {
		err = errLink
	}
	return o, err
}

// open finds what a link leads to; errLink if it leads nowhere.
func open(tx *db.Tx, secret, purpose string) (o Opened, err error) {
	o.link, err = onetime.BySecret(tx, secret, purpose)
	if err == nil {
		o.Organization, err = organization.Get(tx, o.link.Org).Get()
	}
	if err == nil {
		o.Invitation, err = byID(tx, o.link.Org, o.link.Subject)
	}
	if err == nil {
		o.Role, err = role.Get(tx, o.link.Org, o.RoleID)
	}
	if errors.Is(err, db.ErrNoRows) {
		err = errLink
	}
	return o, err
}

// Redeem uses an open invitation up for the person who registers with this address; a pending one becomes accepted. The
// caller admits the person (user.Service.Admit) and publishes the event, in the same transaction.
func (s *Service) Redeem(tx *db.Tx, invitationID, email string) (i Invitation, err error) {
	org, err := onetime.OrganizationOf(tx, invitationID, PurposeInvite, PurposeRegister)
	if errors.Is(err, db.ErrNoRows) {
		return i, errGone
	}
	if err != nil {
		return i, err
	}
	if err := lock(tx, org, errGone); err != nil {
		return i, err
	}
	i, err = byID(tx, org, invitationID)
	if errors.Is(err, db.ErrNoRows) || err == nil && i.Email != user.NormalizeEmail(email) {
		return i, errGone
	}
	if err != nil {
		return i, err
	}
	if err := i.checkOpen(tx.Now); err != nil {
		return i, err
	}
	i.answer(tx, Accepted)
	return i, use(tx, &i)
}

// Awaits reports whether an organization waits for somebody with this address, who has accepted, to register.
func (s *Service) Awaits(tx *db.Tx, email string) (bool, error) {
	waiting, err := onetime.WorkingFor(tx, email, PurposeRegister)
	return len(waiting) > 0, err
}

// Finish lets a login, whose address has just been proved, into every organization that it has accepted an invitation
// of. Call it before the login's row is locked: memberships are locked first everywhere.
func (s *Service) Finish(tx *db.Tx, sc scope.Scope, email string) error {
	waiting, err := onetime.WorkingFor(tx, email, PurposeRegister)
	if err != nil {
		return err
	}
	login, err := user.LoginByEmail(tx, email)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		if err := lock(tx, w.Org, errGone); errors.Is(err, errGone) {
			continue
		} else if err != nil {
			return err
		}
		i, err := byID(tx, w.Org, w.Subject)
		if errors.Is(err, db.ErrNoRows) || err == nil && (i.Status != Accepted || i.checkOpen(tx.Now) != nil) {
			continue
		}
		if err != nil {
			return err
		}
		o, err := organization.Get(tx, w.Org).Get()
		if err != nil {
			return err
		}
		if err := s.admit(tx, sc, o, &i, login); err != nil {
			return err
		}
	}
	return s.JoinExpected(tx, sc, login)
}

// JoinExpected is Finish without the organizations that wait for the person to register.
func (s *Service) JoinExpected(tx *db.Tx, sc scope.Scope, login user.Login) error {
	joined, err := s.users.JoinExpected(tx, login.ID)
	if err != nil {
		return err
	}
	for _, org := range joined {
		o, err := organization.Get(tx, org).Get()
		if errors.Is(err, db.ErrNoRows) {
			continue // it is deleted
		}
		if err != nil {
			return err
		}
		own, err := o.Scope(sc)
		if err != nil {
			return err
		}
		if err := s.publishJoined(tx, own, login, cmp.Or(login.Name, login.Email)); err != nil {
			return err
		}
	}
	return nil
}

// publishJoined says that a person is in the scope's organization, as the person's own doing.
func (s *Service) publishJoined(tx *db.Tx, sc scope.Scope, login user.Login, name string) error {
	sc.User, sc.UserName, sc.Email = login.ID, name, login.Email
	return s.bus.Publish(tx, sc, user.Joined.Of(login.ID, user.Who{Name: name, Email: login.Email}))
}

// admit lets in the person of an accepted invitation, whose login has a proved password.
func (s *Service) admit(tx *db.Tx, sc scope.Scope, o organization.Organization, i *Invitation, login user.Login) error {
	if err := use(tx, i); err != nil {
		return err
	}
	sc, err := o.Scope(sc)
	if err != nil {
		return err
	}
	name := cmp.Or(i.Name, login.Name, login.Email)
	err = s.users.Admit(tx, sc,
		user.Member{Login: login.ID, Email: login.Email, Name: name, RoleID: i.RoleID, Active: true})
	if err != nil {
		return err
	}
	return s.publishJoined(tx, sc, login, name)
}

// lock is organization.LockMembers for people outside: it fails with gone if the organization is.
func lock(tx *db.Tx, org string, gone error) error {
	err := organization.LockMembers(tx, org)
	if errs.Is(err, errs.KindNotFound) {
		return gone
	}
	return err
}

// answer notes the person's first answer.
func (i *Invitation) answer(tx *db.Tx, status string) {
	now := tx.Now.UnixMilli()
	if i.RespondedAt == nil {
		i.Status, i.RespondedAt = status, &now
	}
	i.UpdatedAt = now
}

// use ends the invitation and its links because its person has got in.
func use(tx *db.Tx, i *Invitation) error {
	now := tx.Now.UnixMilli()
	i.UsedAt = &now
	if err := save(tx, *i); err != nil {
		return err
	}
	return onetime.UseAll(tx, i.ID)
}

// Status reads what a link is about, answered or not. It fails with Invalid if the link wasn't mailed to this address,
// or if the invitation has expired.
func (s *Service) Status(ctx context.Context, secret, email string) (Opened, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Opened, error) {
		o, err := open(tx, secret, PurposeInvite)
		switch {
		case err != nil:
			return o, err
		case o.Email != user.NormalizeEmail(email):
			return o, errLink
		case !o.ended() && o.checkOpen(tx.Now) != nil:
			return o, errExpired
		}
		return o, nil
	})
}

// Answered is an invitation that has just been accepted or declined.
type Answered struct {
	Invitation
	// Token is the secret of the registration mail; empty for who is in or has declined. It is for the page of whoever
	// opened the invitation's link, who goes on at once.
	Token string
	// Proof is the secret of a cookie that takes its client for the mailbox's, at its next sign-in: Answered. It is empty
	// unless it can prove something.
	Proof string
}

// Respond accepts or declines. A person who accepts and has a password is a member at once; anybody else is mailed a
// link to set one. If the address isn't proved yet, a password that somebody set with the id of another organization's
// invitation opens this one only once it is (Login.Opens).
func (s *Service) Respond(
	ctx context.Context, sc scope.Scope, secret, email string, accept bool,
) (Answered, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Answered, error) {
		l, err := onetime.BySecret(tx, secret, PurposeInvite)
		if errors.Is(err, db.ErrNoRows) || err == nil && l.Email != user.NormalizeEmail(email) {
			return Answered{}, errLink
		}
		if err != nil {
			return Answered{}, err
		}
		if err := lock(tx, l.Org, errLink); err != nil {
			return Answered{}, err
		}
		return s.respond(tx, sc, secret, accept)
	})
}

// respond is Respond once the organization's members are locked.
func (s *Service) respond(tx *db.Tx, sc scope.Scope, secret string, accept bool) (answered Answered, err error) {
	opened, err := open(tx, secret, PurposeInvite)
	if err != nil {
		return answered, err
	}
	i, o := opened.Invitation, opened.Organization
	if err := i.checkUnanswered(tx.Now); err != nil {
		return answered, err
	}
	unused, err := onetime.Use(tx, secret, PurposeInvite)
	if err != nil {
		return answered, err
	}
	if !unused {
		return answered, errLink
	}
	login, err := user.LoginByEmail(tx, i.Email)
	if err != nil {
		return answered, err
	}
	if sc, err = o.Scope(sc); err != nil {
		return answered, err
	}
	sc.User, sc.UserName = login.ID, cmp.Or(login.Name, login.Email) // the audit log shows the person as the actor
	happened := declined
	if accept {
		happened = accepted
		i.answer(tx, Accepted)
		if answered.Token, err = s.enter(tx, sc, o, &i, login); err == nil && !login.Proved {
			answered.Proof, err = newToken(tx, i, onetime.Token{Purpose: purposeAnswer, Client: sc.Network,
				ExpiresAt: tx.Now.Add(answerLife).UnixMilli()})
		}
	} else {
		i.answer(tx, Declined)
		err = save(tx, i)
	}
	if err != nil {
		return answered, err
	}
	answered.Invitation = i
	return answered, s.bus.Publish(tx, sc, happened.Of(login.ID, i.who()))
}

// enter lets in a person who has accepted, or asks for a password first: then it returns the secret of the mail.
func (s *Service) enter(
	tx *db.Tx, sc scope.Scope, o organization.Organization, i *Invitation, login user.Login,
) (secret string, err error) {
	if !login.HasPassword() {
		if err := save(tx, *i); err != nil {
			return "", err
		}
		return s.mailRegistration(tx, o, *i)
	}
	if err := use(tx, i); err != nil {
		return "", err
	}
	m := user.Member{Login: login.ID, Email: login.Email, Name: login.Name, RoleID: i.RoleID, Active: true}
	if !login.Opens(o.ID) {
		return "", s.users.Expect(tx, sc, m)
	}
	return "", s.users.Admit(tx, sc, m)
}

// Answered reports whether somebody who read the address's mail has accepted an invitation from this client: with the
// cookie that holds the secret, or from the same network within the last hour.
func (s *Service) Answered(tx *db.Tx, sc scope.Scope, email, secret string) (bool, error) {
	return onetime.Proves(tx, email, purposeAnswer, secret, sc.Network, answerNearby)
}

// newToken makes a token about the invitation and returns its secret.
func newToken(tx *db.Tx, i Invitation, t onetime.Token) (secret string, err error) {
	t.Org, t.Subject, t.Email = i.Org, i.ID, i.Email
	return onetime.Make(tx, t)
}

// Follow listens on the event bus. A deleted user's invitations end. Those of a user who is given another role before
// joining are for that role from then on, and under another id: whoever could give the old role may know the old id,
// and could use it to register with a role that they may not give.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	gone, isGone := user.Deleted.In(e)
	changed, isChanged := user.RoleChanged.In(e)
	if !isGone && !isChanged {
		return nil
	}
	invitations, err := unended(tx, sc.Org, cmp.Or(gone.Email, changed.Email))
	if err != nil || len(invitations) == 0 {
		return err
	}
	if isGone {
		return each(invitations, func(i Invitation) error { return remove(tx, i) })
	}
	member, err := s.users.Find(tx, sc.Org, e.ResourceID)
	if err != nil {
		return err
	}
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil {
		return err
	}
	return each(invitations, func(i Invitation) error {
		i.RoleID = member.RoleID
		if err := save(tx, i); err != nil {
			return err
		}
		if err := changeID(tx, &i); err != nil || i.Status != Accepted || i.checkOpen(tx.Now) != nil {
			return err
		}
		if err := onetime.Drop(tx, i.ID); err != nil { // the registration mail has the old id
			return err
		}
		_, err = s.mailRegistration(tx, o, i)
		return err
	})
}

func each(invitations []Invitation, do func(Invitation) error) error {
	for _, i := range invitations {
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

// List returns the invitations that the caller may see, newest first.
func (s *Service) List(ctx context.Context, sc scope.Scope) ([]Promise, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Promise, error) {
		invitations, err := all(tx, sc.Org)
		if err != nil {
			return nil, err
		}
		roles, err := role.ByID(tx, sc.Org)
		promises := []Promise{}
		for _, i := range invitations {
			if p := (Promise{i, roles[i.RoleID]}); p.visible(sc) {
				promises = append(promises, p)
			}
		}
		return promises, err
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, id string) (Promise, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Promise, error) { return findVisible(tx, sc, id) })
}

// findVisible reads an invitation; NotFound if there is none that the caller may see.
func findVisible(tx *db.Tx, sc scope.Scope, id string) (p Promise, err error) {
	p.Invitation, err = byID(tx, sc.Org, id)
	if errors.Is(err, db.ErrNoRows) {
		return p, errUnknown
	}
	if err != nil {
		return p, err
	}
	if p.Role, err = role.Get(tx, sc.Org, p.RoleID); err == nil && !p.visible(sc) {
		err = errUnknown
	}
	return p, err
}

// create invites somebody to a role. name may be empty.
func (s *Service) create(ctx context.Context, sc scope.Scope, email, name, roleID string) (Promise, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Promise, error) {
		sc, err := role.LockMembers(tx, sc, may.Create(may.Users))
		if err != nil {
			return Promise{}, err
		}
		o, err := organization.Get(tx, sc.Org).Get()
		if err != nil {
			return Promise{}, err
		}
		r, err := user.RoleToGive(tx, sc, roleID)
		if err != nil {
			return Promise{}, err
		}
		login, err := s.users.EnsureLogin(tx, email, name)
		if err != nil {
			return Promise{}, err
		}
		if err := s.checkInvitable(tx, sc, login, r); err != nil {
			return Promise{}, err
		}
		i, err := s.Issue(tx, sc, o, Invite{Email: login.Email, Name: name, RoleID: r.ID, RoleName: r.Name})
		if err != nil {
			return Promise{}, err
		}
		return Promise{i, r}, s.bus.Publish(tx, sc, user.Invited.Of(login.ID,
			user.InvitedDetails{Who: i.who(), Role: r.Name}))
	})
}

// checkInvitable refuses to invite who is in already, or who waits with another role: the membership's role counts.
func (s *Service) checkInvitable(tx *db.Tx, sc scope.Scope, login user.Login, r role.Role) error {
	member, err := s.users.Find(tx, sc.Org, login.ID)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return nil
	case err != nil:
		return err
	case member.Joined() && member.Active:
		return errs.Conflict("%s is a user of the hotel already.", login.Email)
	case member.Joined():
		return errs.Conflict("%s is a user of the hotel already, and deactivated. Activate the user instead.", login.Email)
	case member.RoleID != r.ID:
		return errs.InvalidField("role", "must not be another role than %s was added with; change the user's role first",
			login.Email)
	}
	return nil
}

// resend mails a new link that works for 7 more days. Links mailed before stop working. Who has accepted, and has set a
// proved password in another organization since, is let in.
func (s *Service) resend(ctx context.Context, sc scope.Scope, id string) (Promise, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Promise, error) {
		sc, err := role.LockMembers(tx, sc, may.Create(may.Users))
		if err != nil {
			return Promise{}, err
		}
		p, err := findVisible(tx, sc, id)
		if err != nil {
			return p, err
		}
		if p.ended() {
			return p, p.checkOpen(tx.Now)
		}
		err = s.resendIn(tx, sc, &p)
		return p, err
	})
}

func (s *Service) resendIn(tx *db.Tx, sc scope.Scope, p *Promise) error {
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil {
		return err
	}
	if err := checkNoOther(tx, sc.Org, p.Email, p.ID); err != nil {
		return err
	}
	login, err := user.LoginByEmail(tx, p.Email)
	if err != nil {
		return err
	}
	// Since this invitation expired, its person may have been added, or let in by another one.
	if err := s.checkInvitable(tx, sc, login, p.Role); err != nil {
		return err
	}
	p.ExpiresAt, p.UpdatedAt = tx.Now.Add(lifetime).UnixMilli(), tx.Now.UnixMilli()
	if err := save(tx, p.Invitation); err != nil {
		return err
	}
	if err := onetime.Drop(tx, p.ID); err != nil {
		return err
	}
	switch {
	case p.Status != Accepted:
		err = s.mailInvitation(tx, o, p.Invitation, p.Role.Name)
	case login.HasPassword() && login.Proved:
		if err = s.admit(tx, sc, o, &p.Invitation, login); err == nil {
			err = s.mailWelcome(tx, o, p.Invitation)
		}
	default:
		_, err = s.mailRegistration(tx, o, p.Invitation)
	}
	if err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, resent.Of(login.ID, p.who()))
}

func (s *Service) remove(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		sc, err := role.LockMembers(tx, sc, may.Delete(may.Users))
		if err != nil {
			return err
		}
		p, err := findVisible(tx, sc, id)
		if err != nil {
			return err
		}
		if err := remove(tx, p.Invitation); err != nil {
			return err
		}
		login, err := user.LoginByEmail(tx, p.Email)
		if err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, deleted.Of(login.ID, deletedDetails{p.who(), p.Status}))
	})
}

// TimeOut makes an invitation expire now, so that none of its links works; its status stays. One that has expired stays
// as it is. Sending it again revives it.
func (s *Service) TimeOut(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := organization.LockMembers(tx, sc.Org); err != nil {
			return err
		}
		i, err := byID(tx, sc.Org, id)
		switch {
		case errors.Is(err, db.ErrNoRows):
			return errUnknown
		case err != nil:
			return err
		case i.UsedAt != nil:
			return errs.Conflict("This invitation has been used already: its person is a user of the hotel.")
		case i.Status == Declined:
			return errs.Conflict("This invitation was declined already.")
		case i.checkOpen(tx.Now) != nil:
			return nil
		}
		i.ExpiresAt, i.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
		if err := save(tx, i); err != nil {
			return err
		}
		login, err := user.LoginByEmail(tx, i.Email)
		if err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, timedOut.Of(login.ID, i.who()))
	})
}
