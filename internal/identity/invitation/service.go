package invitation

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

// What a mailed link is for.
const (
	PurposeInvite   = "invite"   // accept or decline
	PurposeRegister = "register" // set a password, after accepting
)

// Service issues invitations and takes the answers.
type Service struct {
	db        *db.DB
	bus       *event.Bus
	users     *user.Service
	publicURL string
}

// New makes the service. publicURL is what links in mails begin with.
func New(d *db.DB, bus *event.Bus, users *user.Service, publicURL string) *Service {
	return &Service{db: d, bus: bus, users: users, publicURL: strings.TrimRight(publicURL, "/")}
}

// Invite says who is invited as what. Name may be empty.
type Invite struct {
	Email    string
	Name     string
	RoleID   string
	RoleName string
}

// Issue makes an invitation and its mail. Conflict when the address has an open one already. The caller has
// checked that the role is its to give, and publishes the event.
func (s *Service) Issue(tx *db.Tx, sc scope.Scope, o organization.Organization, invite Invite) (Invitation, error) {
	if err := organization.LockMembers(tx, o.ID); err != nil {
		return Invitation{}, err
	}
	// Every invitation has a login, if only one without a password: events are about it.
	login, err := s.users.EnsureLogin(tx, invite.Email, invite.Name)
	if err != nil {
		return Invitation{}, err
	}
	if err := checkNoOther(tx, o.ID, login.Email, ""); err != nil {
		return Invitation{}, err
	}
	i := Invitation{ID: id.New(), Org: o.ID, Email: login.Email, Name: invite.Name, RoleID: invite.RoleID, Status: Pending,
		InvitedBy: sc.User, InvitedByName: sc.UserName, ExpiresAt: web.TimeOf(tx.Now.Add(lifetime)),
		CreatedAt: web.TimeOf(tx.Now), UpdatedAt: web.TimeOf(tx.Now)}
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

// Peeked is what a link says to whoever holds it.
type Peeked struct {
	Org          string
	OrgName      string
	InvitationID string
	Email        string
	Name         string // as the inviter wrote it, or empty
	RoleName     string
}

// Peek reads a link that can still be used; Invalid, with the reason, for any other.
func (s *Service) Peek(tx *db.Tx, secret, purpose string) (Peeked, error) {
	l, i, o, err := follow(tx, secret, purpose)
	if err != nil {
		return Peeked{}, err
	}
	if purpose == PurposeInvite {
		err = i.checkUnanswered(tx.Now)
	} else {
		err = i.checkOpen(tx.Now)
	}
	if err == nil && l.usedAt != nil {
		err = errLink
	}
	if err != nil {
		return Peeked{}, err
	}
	r, err := role.Get(tx, i.Org, i.RoleID)
	return Peeked{Org: o.ID, OrgName: o.Name, InvitationID: i.ID, Email: i.Email, Name: i.Name, RoleName: r.Name}, err
}

// follow finds what a link leads to; errLink when it leads nowhere.
func follow(tx *db.Tx, secret, purpose string) (l link, i Invitation, o organization.Organization, err error) {
	l, err = linkBySecret(tx, secret)
	if err == nil && l.purpose != purpose {
		err = db.ErrNoRows
	}
	if err == nil {
		o, err = organization.Get(tx, l.org)
	}
	if err == nil {
		i, err = byID(tx, l.org, l.invitation)
	}
	if errors.Is(err, db.ErrNoRows) {
		err = errLink
	}
	return l, i, o, err
}

// Redeem uses an open invitation up for the person who registers with this address; a pending one becomes accepted.
// proved tells whether the person has accepted by the mailed link before. The caller admits the person
// (user.Service.Admit) and publishes the event in the same transaction.
func (s *Service) Redeem(tx *db.Tx, invitationID, email string) (i Invitation, proved bool, err error) {
	org, err := organizationOf(tx, invitationID)
	if errors.Is(err, db.ErrNoRows) {
		return i, false, errGone
	}
	if err != nil {
		return i, false, err
	}
	if err := lock(tx, org, errGone); err != nil {
		return i, false, err
	}
	i, err = byID(tx, org, invitationID)
	if errors.Is(err, db.ErrNoRows) || err == nil && i.Email != user.NormalizeEmail(email) {
		return i, false, errGone
	}
	if err != nil {
		return i, false, err
	}
	if err := i.checkOpen(tx.Now); err != nil {
		return i, false, err
	}
	proved = i.Status == Accepted
	i.answer(tx, Accepted)
	return i, proved, use(tx, &i)
}

// lock is organization.LockMembers for people outside, who are told gone when the organization is.
func lock(tx *db.Tx, org string, gone error) error {
	err := organization.LockMembers(tx, org)
	if errs.Is(err, errs.KindNotFound) {
		return gone
	}
	return err
}

// answer notes the person's answer, once.
func (i *Invitation) answer(tx *db.Tx, status string) {
	now := web.TimeOf(tx.Now)
	if i.RespondedAt == nil {
		i.Status, i.RespondedAt = status, &now
	}
	i.UpdatedAt = now
}

// use ends the invitation and its links because its person has got in.
func use(tx *db.Tx, i *Invitation) error {
	now := web.TimeOf(tx.Now)
	i.UsedAt = &now
	if err := save(tx, *i); err != nil {
		return err
	}
	return useLinks(tx, i.ID)
}

// Status reads what a link and the address it was mailed to are about, answered or not. Invalid when they don't
// belong together or the invitation has timed out.
func (s *Service) Status(
	ctx context.Context, secret, email string,
) (i Invitation, o organization.Organization, r role.Role, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if _, i, o, err = follow(tx, secret, PurposeInvite); err != nil {
			return err
		}
		if i.Email != user.NormalizeEmail(email) {
			return errLink
		}
		if !i.ended() && i.checkOpen(tx.Now) != nil {
			return errExpired
		}
		r, err = role.Get(tx, i.Org, i.RoleID)
		return err
	})
	return i, o, r, err
}

// Respond accepts or declines. An accepting person whose login has a password is a member at once; anybody else
// is mailed a link to set one.
func (s *Service) Respond(
	ctx context.Context, sc scope.Scope, secret, email string, accept bool,
) (Invitation, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Invitation, error) {
		l, err := linkBySecret(tx, secret)
		if errors.Is(err, db.ErrNoRows) || err == nil && l.email != user.NormalizeEmail(email) {
			return Invitation{}, errLink
		}
		if err != nil {
			return Invitation{}, err
		}
		if err := lock(tx, l.org, errLink); err != nil {
			return Invitation{}, err
		}
		return s.respond(tx, sc, secret, accept)
	})
}

// respond does it; the organization's members are locked.
func (s *Service) respond(tx *db.Tx, sc scope.Scope, secret string, accept bool) (Invitation, error) {
	l, i, o, err := follow(tx, secret, PurposeInvite)
	if err != nil {
		return i, err
	}
	if err := i.checkUnanswered(tx.Now); err != nil {
		return i, err
	}
	unused, err := useLink(tx, l.hash)
	if err != nil {
		return i, err
	}
	if !unused {
		return i, errLink
	}
	login, err := s.users.LoginByEmail(tx, i.Email)
	if err != nil {
		return i, err
	}
	if sc, err = o.Scope(sc); err != nil {
		return i, err
	}
	sc.User, sc.UserName = login.ID, cmp.Or(login.Name, login.Email) // whose doing it is, in the audit log
	action := "user.invitation_declined"
	if accept {
		action = "user.invitation_accepted"
		i.answer(tx, Accepted)
		err = s.enter(tx, sc, o, &i, login)
	} else {
		i.answer(tx, Declined)
		err = save(tx, i)
	}
	if err != nil {
		return i, err
	}
	return i, s.publish(tx, sc, action, login.ID, i, nil)
}

// enter lets a person who has accepted in, or asks for a password first. A password that was set without the
// mailbox is not the person's: it may be that of whoever knew the invitation's id.
func (s *Service) enter(tx *db.Tx, sc scope.Scope, o organization.Organization, i *Invitation, login user.Login) error {
	if login.HasPassword && !login.Proved {
		login.HasPassword = false
		if err := s.users.Reclaim(tx, login.ID); err != nil {
			return err
		}
	}
	if !login.HasPassword {
		if err := save(tx, *i); err != nil {
			return err
		}
		return s.mailRegistration(tx, o, *i)
	}
	if err := use(tx, i); err != nil {
		return err
	}
	return s.users.Admit(tx, sc, user.Member{Login: login.ID, Email: login.Email, Name: login.Name, RoleID: i.RoleID,
		Active: true})
}

// publish tells what happened to an invitation as something that happened to its person: the invitation's own id
// would let whoever reads the audit log register in the person's place.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, action, login string, i Invitation, details map[string]any) error {
	if details == nil {
		details = map[string]any{}
	}
	details["name"], details["email"] = i.Name, i.Email
	return s.bus.Publish(tx, sc, event.Event{Action: action, ResourceType: "user", ResourceID: login, Details: details})
}

// Follow is a listener of events. A deleted user's invitations end; those of a user who has got another role, and
// hasn't joined yet, are for that role. They get another id too: whoever could give the old role may know the
// old one, and could register by it with a role that is not theirs to give.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if e.Action != "user.deleted" && e.Action != "user.role_changed" {
		return nil
	}
	email, _ := e.Details["email"].(string)
	invitations, err := unended(tx, sc.Org, email)
	if err != nil || len(invitations) == 0 {
		return err
	}
	if e.Action == "user.deleted" {
		return each(invitations, func(i Invitation) error { return remove(tx, i) })
	}
	member, err := s.users.Find(tx, sc.Org, e.ResourceID)
	if err != nil {
		return err
	}
	o, err := organization.Get(tx, sc.Org)
	if err != nil {
		return err
	}
	return each(invitations, func(i Invitation) error {
		i.RoleID = member.RoleID
		if err := save(tx, i); err != nil {
			return err
		}
		if err := rename(tx, &i); err != nil || i.Status != Accepted || i.checkOpen(tx.Now) != nil {
			return err
		}
		if err := dropLinks(tx, i.ID); err != nil { // the registration mail named the old id
			return err
		}
		return s.mailRegistration(tx, o, i)
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

// promise is an invitation with its role.
type promise struct {
	Invitation
	role role.Role
}

// visible tells whether the caller may see the invitation: see the package's rules.
func (p promise) visible(sc scope.Scope) bool { return p.ended() || role.CheckGrant(sc, p.role) == nil }

func (s *Service) all(ctx context.Context, sc scope.Scope) ([]promise, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (promises []promise, err error) {
		invitations, err := all(tx, sc.Org)
		if err != nil {
			return nil, err
		}
		roles, err := role.ByID(tx, sc.Org)
		for _, inv := range invitations {
			if p := (promise{inv, roles[inv.RoleID]}); p.visible(sc) {
				promises = append(promises, p)
			}
		}
		return promises, err
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, id string) (promise, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (promise, error) { return found(tx, sc, id) })
}

func found(tx *db.Tx, sc scope.Scope, id string) (p promise, err error) {
	p.Invitation, err = byID(tx, sc.Org, id)
	if errors.Is(err, db.ErrNoRows) {
		return p, errUnknown
	}
	if err != nil {
		return p, err
	}
	if p.role, err = role.Get(tx, sc.Org, p.RoleID); err == nil && !p.visible(sc) {
		err = errUnknown
	}
	return p, err
}

func (s *Service) create(ctx context.Context, sc scope.Scope, email, name, roleID string) (View, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (View, error) {
		return s.createIn(tx, sc, email, name, roleID)
	})
}

func (s *Service) createIn(tx *db.Tx, sc scope.Scope, email, name, roleID string) (View, error) {
	if err := organization.LockMembers(tx, sc.Org); err != nil {
		return View{}, err
	}
	o, err := organization.Get(tx, sc.Org)
	if err != nil {
		return View{}, err
	}
	r, err := user.RoleToGive(tx, sc, roleID)
	if err != nil {
		return View{}, err
	}
	login, err := s.users.EnsureLogin(tx, email, name)
	if err != nil {
		return View{}, err
	}
	if err := s.checkInvitable(tx, sc, login, r); err != nil {
		return View{}, err
	}
	i, err := s.Issue(tx, sc, o, Invite{Email: login.Email, Name: name, RoleID: r.ID, RoleName: r.Name})
	if err != nil {
		return View{}, err
	}
	return promise{i, r}.view(), s.publish(tx, sc, "user.invited", login.ID, i, map[string]any{"role": r.Name})
}

// checkInvitable refuses to invite who is in already, or who waits in another role: the membership's counts.
func (s *Service) checkInvitable(tx *db.Tx, sc scope.Scope, login user.Login, r role.Role) error {
	member, err := s.users.Find(tx, sc.Org, login.ID)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return nil
	case err != nil:
		return err
	case member.Joined && member.Active:
		return errs.Conflict("%s is a user of the hotel already.", login.Email)
	case member.Joined:
		return errs.Conflict("%s is a user of the hotel already, and deactivated. Activate the user instead.", login.Email)
	case member.RoleID != r.ID:
		return errs.InvalidField("role", "must not be another role than %s was added with; change the user's role first",
			login.Email)
	}
	return nil
}

// resend mails a new link, for 7 more days; the old ones are dead.
func (s *Service) resend(ctx context.Context, sc scope.Scope, id string) (promise, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (promise, error) {
		if err := organization.LockMembers(tx, sc.Org); err != nil {
			return promise{}, err
		}
		p, err := found(tx, sc, id)
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

func (s *Service) resendIn(tx *db.Tx, sc scope.Scope, p *promise) error {
	o, err := organization.Get(tx, sc.Org)
	if err != nil {
		return err
	}
	if err := checkNoOther(tx, sc.Org, p.Email, p.ID); err != nil {
		return err
	}
	login, err := s.users.LoginByEmail(tx, p.Email)
	if err != nil {
		return err
	}
	// Since this invitation timed out, its person may have been added or let in by another one.
	if err := s.checkInvitable(tx, sc, login, p.role); err != nil {
		return err
	}
	p.ExpiresAt, p.UpdatedAt = web.TimeOf(tx.Now.Add(lifetime)), web.TimeOf(tx.Now)
	if err := save(tx, p.Invitation); err != nil {
		return err
	}
	if err := dropLinks(tx, p.ID); err != nil {
		return err
	}
	if p.Status == Accepted {
		err = s.mailRegistration(tx, o, p.Invitation)
	} else {
		err = s.mailInvitation(tx, o, p.Invitation, p.role.Name)
	}
	if err != nil {
		return err
	}
	return s.publish(tx, sc, "user.invitation_resent", login.ID, p.Invitation, nil)
}

func (s *Service) remove(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := organization.LockMembers(tx, sc.Org); err != nil {
			return err
		}
		p, err := found(tx, sc, id)
		if err != nil {
			return err
		}
		if err := remove(tx, p.Invitation); err != nil {
			return err
		}
		login, err := s.users.LoginByEmail(tx, p.Email)
		if err != nil {
			return err
		}
		return s.publish(tx, sc, "user.invitation_deleted", login.ID, p.Invitation, map[string]any{"status": p.Status})
	})
}

// TimeOut ends the time of an invitation now, so that no link of it works; its status stays. One that has timed out
// stays as it is. Sending it again brings it back.
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
		i.ExpiresAt, i.UpdatedAt = web.TimeOf(tx.Now), web.TimeOf(tx.Now)
		if err := save(tx, i); err != nil {
			return err
		}
		login, err := s.users.LoginByEmail(tx, i.Email)
		if err != nil {
			return err
		}
		return s.publish(tx, sc, "user.invitation_timed_out", login.ID, i, nil)
	})
}
