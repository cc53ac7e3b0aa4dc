// Package scope says on whose behalf something is done: the organization, the person, what the person may
// do, and the hotel's clock and currency. It is an explicit argument of every operation; only package auth
// (and jobs and tests, by ForJob) makes one.
package scope

import (
	"time"

	"sarai/internal/kit/date"
)

// Flag is one of the five things that a role may allow in a module.
type Flag uint8

// The five flags; Manage grants the four others.
const (
	View Flag = 1 << iota
	Create
	Update
	Delete
	Manage
)

// Permissions maps a module's name to the flags held in it.
type Permissions map[string]Flag

// Has tells whether the flag is held, by itself or through Manage.
func (p Permissions) Has(module string, flag Flag) bool {
	return p[module]&(flag|Manage) != 0
}

// Within tells whether every flag of p is held by holder too: what holder may give away.
func (p Permissions) Within(holder Permissions) bool {
	for module, flags := range p {
		for flag := View; flag <= Manage; flag <<= 1 {
			if flags&flag != 0 && !holder.Has(module, flag) {
				return false
			}
		}
	}
	return true
}

// Scope is the reach of one request or job. A request without a token has only IP, UserAgent and
// Idempotency set.
type Scope struct {
	Org         string
	User        string // the login's id; empty for jobs
	UserName    string
	Email       string
	Session     string
	RoleID      string
	RoleName    string
	Permissions Permissions
	Currency    string
	Zone        *time.Location
	IP          string
	UserAgent   string
	Idempotency Idempotency
}

// Idempotency is what identifies a repeated request; Key is empty when the client sent none.
type Idempotency struct {
	Key         string
	Fingerprint string // of method, path, caller and body
}

// Today is the date that the hotel's calendar shows at now.
func (s Scope) Today(now time.Time) date.Date { return date.Of(now, s.Zone) }

// ForJob is the scope of work that no request asked for: the system itself, in one organization.
func ForJob(org, currency string, zone *time.Location) Scope {
	return Scope{Org: org, UserName: "System", Currency: currency, Zone: zone}
}
