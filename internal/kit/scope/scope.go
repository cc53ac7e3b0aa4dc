// Package scope says on whose behalf something is done: in which organization, by whom, with which permissions, and
// in which currency and time zone. A Scope is an explicit argument of every operation. Only
// the packages that find out who calls make one; jobs and tests use ForJob.
package scope

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
)

// Flag is something that a role may allow in a module. Flags combine by bit.
type Flag uint8

// The five flags. Manage includes the other four.
const (
	View Flag = 1 << iota
	Create
	Update
	Delete
	Manage
)

// Permissions maps the name of a module to the flags held in it.
type Permissions map[string]Flag

// Value stores the permissions as JSON text.
func (p Permissions) Value() (driver.Value, error) {
	text, err := json.Marshal(p)
	return string(text), err
}

// Scan reads what Value stored.
func (p *Permissions) Scan(stored any) error {
	switch stored := stored.(type) {
	case string:
		return json.Unmarshal([]byte(stored), p)
	case []byte:
		return json.Unmarshal(stored, p)
	}
	return fmt.Errorf("permissions are stored as text, not as %T", stored)
}

// Has reports whether the flag is held, by itself or through Manage.
func (p Permissions) Has(module string, flag Flag) bool {
	return p[module]&(flag|Manage) != 0
}

// Within reports whether holder holds every flag of p, and so may give p to others.
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

// Scope is the reach of one request or job. A request without a token has only IP, Network, UserAgent and
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
	Country     string // ISO 3166 code of the country whose rules hold for the organization
	Currency    string
	Language    string // ISO 639-1 code of the language of the organization's papers
	Zone        *time.Location
	IP          string
	// Network is, of a request without a token, the IP or the /64 of an IPv6 one; empty if it may be a proxy's.
	Network     string
	UserAgent   string
	Idempotency Idempotency
	Expected    int64 // the version of the record that an update was made from, by If-Match; 0: any
	Consent     *Consent
}

// Consent is a second person's yes to what a request does, where it needs one.
type Consent struct {
	By Scope // who gives it
	Of any   // what it is given to, as who asks for consent keeps it
}

// CheckVersion fails with Invalid if the request was made from another version of the record that it changes. Callers
// have locked the record, so that the present version stays what it is.
func (s Scope) CheckVersion(present int64) error {
	if s.Expected == 0 || s.Expected == present {
		return nil
	}
	return errs.InvalidField("If-Match", "must name the present version of the record, which is %d: "+
		"it was changed since version %d was read. Read it again", present, s.Expected)
}

// Idempotency identifies a repeated request. Key is empty if the client sent none.
type Idempotency struct {
	Key         string
	Fingerprint string // a hash of method, path, caller and body
}

// Today is the date in the hotel's time zone at now.
func (s Scope) Today(now time.Time) date.Date { return date.Of(now, s.Zone) }

// ForJob is the scope of work that no request asked for: what the system itself does in an organization.
func ForJob(org, currency string, zone *time.Location) Scope {
	return Scope{Org: org, UserName: "System", Currency: currency, Zone: zone}
}

// Job is the scope of work that follows from what the scope's person has done, and nobody asked for.
func (s Scope) Job() Scope { return ForJob(s.Org, s.Currency, s.Zone) }
