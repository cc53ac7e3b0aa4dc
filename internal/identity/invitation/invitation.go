package invitation

import (
	"time"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/web"
)

// How far an invitation has come.
const (
	Pending  = "pending"
	Accepted = "accepted"
	Declined = "declined"
)

const lifetime = 7 * 24 * time.Hour

// Invitation is one person's way into one organization.
type Invitation struct {
	ID            string
	Org           string
	Email         string // in lower case
	Name          string // as the inviter wrote it, or empty
	RoleID        string
	Status        string
	InvitedBy     string // a login, or empty for the system
	InvitedByName string
	ExpiresAt     web.Time
	RespondedAt   *web.Time
	UsedAt        *web.Time
	CreatedAt     web.Time
	UpdatedAt     web.Time
}

var (
	errUnknown = errs.NotFound("There is no such invitation.")
	errLink    = errs.Invalid("This link is not valid, or a newer one has been sent. Open the newest mail, or ask to be " +
		"invited again.")
	errGone    = errs.Invalid("This invitation is not valid or has ended. Ask to be invited again.")
	errExpired = errs.Invalid("This invitation has expired. Ask for it to be sent again.")
	errUsed    = errs.Invalid("This invitation has been used already. Sign in instead.")
)

// ended tells whether the invitation can let nobody in any more, not even when it is sent again.
func (i Invitation) ended() bool { return i.Status == Declined || i.UsedAt != nil }

// checkOpen is an error that says why the invitation lets nobody in now; nil when it does.
func (i Invitation) checkOpen(now time.Time) error {
	switch {
	case i.UsedAt != nil:
		return errUsed
	case i.Status == Declined:
		return errs.Invalid("This invitation was declined. Ask to be invited again.")
	case int64(i.ExpiresAt) <= now.UnixMilli():
		return errExpired
	}
	return nil
}

// checkUnanswered is checkOpen for answering, which can be done once.
func (i Invitation) checkUnanswered(now time.Time) error {
	if i.Status != Pending {
		return errs.Invalid("This invitation was already " + i.Status + ".")
	}
	return i.checkOpen(now)
}
