package user

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/identity/role"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

const (
	// How old an answer may be. This process forgets at once what it changes itself; the age bounds what another
	// node has changed.
	freshness = 2 * time.Second
	// How many memberships are remembered; at about 1 kB each this stays under 10 MB.
	remembered = 8192
)

// Membership is what a request needs to know about its caller in an organization.
type Membership struct {
	Org         string
	Login       string
	Email       string
	Name        string
	RoleID      string
	RoleName    string
	Permissions scope.Permissions // shared between requests: not to be changed
	Currency    string
	Zone        *time.Location
	Active      bool
	Joined      bool
}

// Directory answers who a login is in an organization. It is safe for use by many goroutines.
type Directory struct {
	db    *db.DB
	clock clock.Clock

	mu      sync.Mutex
	entries *lru.Cache[directoryKey, directoryEntry]
	changes uint64 // how often anything was forgotten: an answer read before a change must not be kept after it
}

type directoryKey struct{ org, login string }

type directoryEntry struct {
	membership Membership
	read       time.Time
}

// NewDirectory makes an empty directory.
func NewDirectory(d *db.DB, c clock.Clock) *Directory {
	entries, err := lru.New[directoryKey, directoryEntry](remembered)
	if err != nil {
		panic(err) // only for a size that isn't positive
	}
	return &Directory{db: d, clock: c, entries: entries}
}

// Lookup finds the login's membership. orgExists is false for an organization that is unknown or deleted; found
// is false for a login that is no member. An inactive or not yet joined member is found.
func (d *Directory) Lookup(ctx context.Context, org, login string) (m Membership, found, orgExists bool, err error) {
	key, now := directoryKey{org, login}, d.clock.Now()
	d.mu.Lock()
	entry, known := d.entries.Get(key)
	changes := d.changes
	d.mu.Unlock()
	if known && now.Sub(entry.read).Abs() < freshness {
		return entry.membership, true, true, nil
	}
	if m, found, orgExists, err = d.read(ctx, org, login); err != nil || !found {
		return m, found, orgExists, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changes == changes {
		d.entries.Add(key, directoryEntry{m, now})
	}
	return m, true, true, nil
}

func (d *Directory) read(ctx context.Context, org, login string) (m Membership, found, orgExists bool, err error) {
	m = Membership{Org: org, Login: login}
	var timezone string
	var email, name, roleID, roleName, permissions sql.NullString
	var active, administrator sql.NullBool
	var joined sql.NullInt64
	err = d.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT o.currency, o.timezone, m.email, m.name, m.is_active, m.joined_at, r.role_id, r.name,
			r.permissions, r.is_administrator
			FROM organizations o
			LEFT JOIN memberships m ON m.org_id = o.org_id AND m.login_id = $2
			LEFT JOIN roles r ON r.org_id = m.org_id AND r.role_id = m.role_id
			WHERE o.org_id = $1 AND o.deleted_at IS NULL`, org, login).
			Scan(&m.Currency, &timezone, &email, &name, &active, &joined, &roleID, &roleName, &permissions, &administrator)
	})
	if errors.Is(err, db.ErrNoRows) {
		return m, false, false, nil
	}
	if err != nil || !email.Valid {
		return m, false, err == nil, err
	}
	m.Email, m.Name, m.RoleID, m.RoleName = email.String, name.String, roleID.String, roleName.String
	m.Active, m.Joined = active.Bool, joined.Valid
	if m.Zone, err = time.LoadLocation(timezone); err != nil {
		return m, false, true, err
	}
	m.Permissions, err = role.ParsePermissions(permissions.String, administrator.Bool)
	return m, err == nil, true, err
}

// Forget is a listener of events: once the transaction is committed, what is remembered of the organization is
// dropped if the event can have changed it.
func (d *Directory) Forget(tx *db.Tx, sc scope.Scope, e event.Event) error {
	switch e.ResourceType {
	case "user", "role", "organization", "settings", "invitation":
		tx.AfterCommit(func() { d.drop(sc.Org) })
	}
	return nil
}

func (d *Directory) drop(org string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.changes++
	for _, key := range d.entries.Keys() {
		if key.org == org {
			d.entries.Remove(key)
		}
	}
}
