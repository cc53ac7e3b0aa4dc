package invitation

import (
	"time"

	"sarai/internal/identity/onetime"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/role"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// How far an invitation has come.
const (
	Pending  = "pending"
	Accepted = "accepted"
	Declined = "declined"
)

const lifetime = 7 * 24 * time.Hour

// Invitation is one person's way into one organization. Times are UTC milliseconds.
type Invitation struct {
	Org           string `db:"org_id,key"`
	ID            string `db:"invitation_id,key"`
	Email         string `db:"email,fixed"` // in lower case
	Name          string `db:"name,fixed"`  // as the inviter wrote it, or empty
	RoleID        string `db:"role_id"`
	Status        string `db:"status"`
	InvitedBy     string `db:"invited_by,fixed"` // a login, or empty for the system
	InvitedByName string `db:"invited_by_name,fixed"`
	ExpiresAt     int64  `db:"expires_at"`
	RespondedAt   *int64 `db:"responded_at"` // nil until the person has accepted or declined
	UsedAt        *int64 `db:"used_at"`      // nil until the person has got in
	CreatedAt     int64  `db:"created_at,fixed"`
	UpdatedAt     int64  `db:"updated_at"`
}

// Promise is an invitation with its role.
type Promise struct {
	Invitation
	Role role.Role
}

// visible reports whether the caller may see the invitation; the package's doc says who may.
func (p Promise) visible(sc scope.Scope) bool { return p.ended() || role.CheckGrant(sc, p.Role) == nil }

// IsMakers reports whether it is for who has made the organization: nobody of it has invited them.
func (p Promise) IsMakers() bool { return p.InvitedBy == "" && p.Role.IsAdministrator }

// Opened is what a mailed link leads to.
type Opened struct {
	Promise
	Organization organization.Organization

	link onetime.Token
}

var (
	errUnknown = errs.NotFound("There is no such invitation.")
	errLink    = errs.Invalid("This link is not valid, or a newer one has been sent. Open the newest mail, or ask to " +
		"be invited again.")
	errGone    = errs.Invalid("This invitation is not valid or has ended. Ask to be invited again.")
	errExpired = errs.Invalid("This invitation has expired. Ask for it to be sent again.")
	errUsed    = errs.Invalid("This invitation has been used already. Sign in instead.")
)

// ended reports whether the invitation lets nobody in any more, even if it is sent again.
func (i Invitation) ended() bool { return i.Status == Declined || i.UsedAt != nil }

// checkOpen fails with Invalid, and the reason, if the invitation lets nobody in now.
func (i Invitation) checkOpen(now time.Time) error {
	switch {
	case i.UsedAt != nil:
		return errUsed
	case i.Status == Declined:
		return errs.Invalid("This invitation was declined. Ask to be invited again.")
	case i.ExpiresAt <= now.UnixMilli():
		return errExpired
	}
	return nil
}

// checkUnanswered is checkOpen for answering, which is possible once.
func (i Invitation) checkUnanswered(now time.Time) error {
	if i.Status != Pending {
		return errs.Invalid("This invitation was already " + i.Status + ".")
	}
	return i.checkOpen(now)
}
