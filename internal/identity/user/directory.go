package user

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/identity/factor"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

const (
	// freshness is how old an answer may be. What this node changes is dropped at once; the age bounds what another node
	// has changed.
	freshness = 2 * time.Second
	// remembered is how many memberships are remembered; at about 1 kB each this stays under 10 MB.
	remembered = 8192
)

// Membership is what a request needs to know about its caller in an organization.
type Membership struct {
	Org         string // empty if there is no such organization
	OrgName     string
	Login       string // empty if the login is no member
	Email       string
	Name        string
	RoleID      string
	RoleName    string
	Permissions scope.Permissions // shared between requests: not to be changed
	Country     string
	Language    string
	Currency    string
	Zone        *time.Location
	Active      bool
	Joined      bool
	Barred      bool // the organization asks for a second factor that the login doesn't have
}

// Enters reports whether the login gets in.
func (m Membership) Enters() bool { return m.Active && m.Joined && !m.Barred }

// Directory answers who a login is in an organization. It is safe for concurrent use.
type Directory struct {
	db    *db.DB
	clock clock.Clock

	mu      sync.Mutex
	entries *lru.Cache[directoryKey, directoryEntry]
	changes uint64 // how often anything was forgotten: an answer read before a change isn't kept after it
}

type directoryKey struct{ org, login string }

type directoryEntry struct {
	membership Membership
	readAt     time.Time
}

// NewDirectory makes an empty directory.
func NewDirectory(d *db.DB, c clock.Clock) *Directory {
	entries, err := lru.New[directoryKey, directoryEntry](remembered)
	if err != nil {
		panic(err) // only for a size that isn't positive
	}
	return &Directory{db: d, clock: c, entries: entries}
}

// Lookup finds the login's membership of the organization, whether it is active and joined or not. See Membership for
// how it looks if there is none.
func (d *Directory) Lookup(ctx context.Context, org, login string) (Membership, error) {
	key, now := directoryKey{org, login}, d.clock.Now()
	d.mu.Lock()
	entry, known := d.entries.Get(key)
	changes := d.changes
	d.mu.Unlock()
	if known && now.Sub(entry.readAt).Abs() < freshness {
		return entry.membership, nil
	}
	m, err := d.read(ctx, org, login)
	if err != nil || m.Login == "" {
		return m, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changes == changes {
		d.entries.Add(key, directoryEntry{m, now})
	}
	return m, nil
}

// HowToJoin tells whom an organization awaits what is still to be done.
const HowToJoin = "Open the link in the invitation mail and accept. If you have, sign in on the device where you " +
	"did, or ask for a mail to set a new password: either shows that the address is yours."

// Enter returns sc with what its user, who is known to be that, is in the organization. It fails with NotFound for an
// unknown organization, and with Forbidden for a user who is not an active member of it or lacks the second factor that
// it asks for.
func (d *Directory) Enter(ctx context.Context, org string, sc scope.Scope) (scope.Scope, error) {
	member, err := d.Lookup(ctx, org, sc.User)
	switch {
	case err != nil:
		return sc, err
	case member.Org == "":
		return sc, errs.NotFound("There is no such organization.")
	case member.Login == "":
		return sc, errs.Forbidden("You are not a member of this organization.")
	case !member.Joined:
		return sc, errs.Forbidden("You are not a member of this organization yet. " + HowToJoin)
	case !member.Active:
		return sc, errs.Forbidden("Your access to this organization has been switched off. Ask its administrator.")
	case member.Barred:
		return sc, organization.ErrBarred
	}
	sc.Org, sc.UserName, sc.RoleID, sc.RoleName = org, member.Name, member.RoleID, member.RoleName
	sc.Permissions, sc.Country, sc.Currency, sc.Zone = member.Permissions, member.Country, member.Currency, member.Zone
	sc.Language = member.Language
	return sc, nil
}

// Active lists the login's active memberships, those that it hasn't joined too, the organization used last first.
func (d *Directory) Active(ctx context.Context, loginID string) ([]Membership, error) {
	organizations, err := db.ReadOne(ctx, d.db, func(tx *db.Tx) ([]string, error) { return Accepted(tx, loginID) })
	if err != nil {
		return nil, err
	}
	active := []Membership{}
	for _, org := range organizations {
		member, err := d.Lookup(ctx, org, loginID)
		if err != nil {
			return nil, err
		}
		if member.Active {
			active = append(active, member)
		}
	}
	return active, nil
}

// read asks the database, and asks for a second factor only where an organization does.
func (d *Directory) read(ctx context.Context, org, login string) (Membership, error) {
	m, err := db.ReadOne(ctx, d.db, func(tx *db.Tx) (Membership, error) { return membership(tx, org, login) })
	if errors.Is(err, db.ErrNoRows) {
		return Membership{}, nil
	}
	if err != nil || !m.Barred {
		return m, err
	}
	has, err := db.ReadOne(ctx, d.db, func(tx *db.Tx) (bool, error) { return factor.Has(tx, login) })
	m.Barred = !has
	return m, err
}

// ChangesMemberships reports whether the event can have changed a Membership of its organization, which every node then
// has to Drop.
func ChangesMemberships(e event.Event) bool {
	switch e.ResourceType {
	case "user", "role", "organization", "settings", "invitation":
		return true
	}
	return factor.Changes(e)
}

// Drop forgets the organization's memberships. The node that has changed them calls it at the commit.
func (d *Directory) Drop(org string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.changes++
	for _, key := range d.entries.Keys() {
		if key.org == org {
			d.entries.Remove(key)
		}
	}
}
