package organization

import (
	"strings"
	"time"

	"sarai/internal/identity/factor"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
)

var errUnknown = errs.NotFound("There is no such organization.")

// created is the row of a new organization.
type created struct {
	Organization
	MembersVersion int64 `db:"members_version"`
	Unanswered     bool  `db:"unanswered"` // a stranger has signed it up, and nobody is known to have come in
}

var (
	organizationTable = table.Of[Organization]("organizations")
	inserts           = table.Of[created]("organizations")
)

// Get reads an organization; db.ErrNoRows if it is unknown or deleted.
func Get(tx *db.Tx, org string) db.Later[Organization] {
	return db.Ask(tx, organizationTable.Scan, `SELECT `+organizationTable.Columns("")+` FROM organizations
		WHERE org_id = $1 AND deleted_at IS NULL`, org)
}

// Taxation is what an organization's tax depends on, besides its taxes.
type Taxation struct {
	GSTIN   string `db:"gstin"`       // "": it is not registered
	Country string `db:"country"`     // as in Profile
	Edition string `db:"tax_edition"` // of its taxes: those that were read with the same one are the same
}

var taxation = table.Of[Taxation]("organizations")

// TaxationOf is what an organization's tax depends on.
func TaxationOf(tx *db.Tx, org string) db.Later[Taxation] {
	return db.Ask(tx, taxation.Scan, `SELECT `+taxation.Columns("")+` FROM organizations
		WHERE org_id = $1 AND deleted_at IS NULL`, org)
}

// NewTaxEdition notes that the organization's taxes change in this transaction.
func NewTaxEdition(tx *db.Tx, org string) error {
	return tx.Do(`UPDATE organizations SET tax_edition = $2 WHERE org_id = $1`, org, id.New())
}

// IDs lists the organizations that exist, for callers that look a record up by its id alone.
func IDs(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT org_id FROM organizations WHERE deleted_at IS NULL ORDER BY org_id`)
}

// Jobs returns a scope for each organization, for background work.
func Jobs(tx *db.Tx) ([]scope.Scope, error) {
	return db.All(tx, func(row db.Scanner) (sc scope.Scope, err error) {
		var org, currency, land, timezone string
		if err := row.Scan(&org, &currency, &land, &timezone); err != nil {
			return sc, err
		}
		zone, err := time.LoadLocation(timezone)
		sc = scope.ForJob(org, currency, zone)
		sc.Country = land
		return sc, err
	}, `SELECT org_id, currency, country, timezone FROM organizations WHERE deleted_at IS NULL ORDER BY org_id`)
}

// Any reports whether there has ever been an organization. Deleted ones count.
func Any(tx *db.Tx) (bool, error) {
	var any bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM organizations)`).Scan(&any)
	return any, err
}

// First is the id of the oldest organization, since ids count; empty if there is none. A deleted one stays the first.
func First(tx *db.Tx) (string, error) {
	ids, err := db.All(tx, db.Value[string], `SELECT org_id FROM organizations ORDER BY org_id LIMIT 1`)
	return strings.Join(ids, ""), err
}

// LockMembers locks the organization's row until the transaction ends, and changes the version of its members. Take it
// before reading what a rule over all members depends on. It fails with NotFound if the organization is gone.
func LockMembers(tx *db.Tx, org string) error {
	held, err := tx.Exec(`UPDATE organizations SET members_version = members_version + 1
		WHERE org_id = $1 AND deleted_at IS NULL`, org)
	if err == nil && held == 0 {
		return errUnknown
	}
	return err
}

// Bars reports whether the organization asks for a second factor that the login doesn't have.
func Bars(tx *db.Tx, org, login string) (bool, error) {
	var required bool
	err := tx.QueryRow(`SELECT requires_mfa FROM organizations WHERE org_id = $1`, org).Scan(&required)
	if err != nil || !required {
		return false, err
	}
	has, err := factor.Has(tx, login)
	return !has, err
}

func insert(tx *db.Tx, o Organization, unanswered bool) error {
	return inserts.Insert(tx, nil, created{Organization: o, Unanswered: unanswered})
}

func save(tx *db.Tx, o *Organization) error {
	return organizationTable.Update(tx, nil, o)
}

func markDeleted(tx *db.Tx, org string) error {
	err := tx.Do(`UPDATE organizations SET deleted_at = $2 WHERE org_id = $1`, org, tx.Now.UnixMilli())
	if err != nil {
		return err
	}
	return tx.Do(`UPDATE installation SET sign_ups = sign_ups - 1 WHERE singleton = 'sarai'`)
}

// count adds one to the number of organizations that exist. The whole installation has one row for it, so concurrent
// sign-ups queue here.
func count(tx *db.Tx) error {
	return tx.Do(`UPDATE installation SET sign_ups = sign_ups + 1 WHERE singleton = 'sarai'`)
}

// signUps counts the organizations that were ever made.
func signUps(tx *db.Tx) (int64, error) {
	return db.One(tx, db.Value[int64], `SELECT sign_ups FROM installation WHERE singleton = 'sarai'`)
}

// countFirst is count if no organization exists yet, and reports whether it counted.
func countFirst(tx *db.Tx) (bool, error) {
	counted, err := tx.Exec(`UPDATE installation SET sign_ups = sign_ups + 1 WHERE singleton = 'sarai' AND sign_ups = 0`)
	return counted == 1, err
}
