package organization

import (
	"strings"
	"time"

	"sarai/internal/identity/factor"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/hotel"
)

var errUnknown = errs.NotFound("There is no such organization.")

// row is an organization as its own table has it.
type row struct {
	ID string `db:"org_id,key"`
	Profile
	CreatedAt int64 `db:"created_at,fixed"`
	UpdatedAt int64 `db:"updated_at"`
	Version   int64 `db:"version,version"`
}

func rowOf(o Organization) row { return row{o.ID, o.Profile, o.CreatedAt, o.UpdatedAt, o.Version} }

// created is the row of a new organization.
type created struct {
	row
	MembersVersion int64 `db:"members_version"`
	Unanswered     bool  `db:"unanswered"` // a stranger has signed it up, and nobody is known to have come in
}

var (
	organizationTable = table.Of[row]("organizations")
	inserts           = table.Of[created]("organizations")
)

// Get reads an organization; db.ErrNoRows if it is unknown or deleted.
func Get(tx *db.Tx, org string) db.Later[Organization] {
	asked := db.Ask(tx, organizationTable.Scan, `SELECT `+organizationTable.Columns("")+` FROM organizations
		WHERE org_id = $1 AND deleted_at IS NULL`, org)
	place := hotel.Of(tx, org)
	return db.Then(asked, func(r row) (Organization, error) {
		h, err := place.Get()
		return Organization{r.ID, Details{r.Profile, h}, r.CreatedAt, r.UpdatedAt, r.Version}, err
	})
}

// Ever lists the ids of all organizations, deleted ones too.
func Ever(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT org_id FROM organizations`)
}

// IDs lists the organizations that exist, for callers that look a record up by its id alone.
func IDs(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT org_id FROM organizations WHERE deleted_at IS NULL ORDER BY org_id`)
}

// Job returns the scope of an organization for what nobody signed in has asked for; NotFound if there is none.
func Job(tx *db.Tx, org string) (sc scope.Scope, err error) {
	o, err := Get(tx, org).Get()
	if err != nil {
		return sc, err
	}
	return o.Scope(scope.ForJob(org, o.Currency, nil))
}

// Jobs returns a scope for each organization, for background work.
func Jobs(tx *db.Tx) ([]scope.Scope, error) {
	return db.All(tx, func(row db.Scanner) (sc scope.Scope, err error) {
		var org, currency, land, language, timezone string
		if err := row.Scan(&org, &currency, &land, &language, &timezone); err != nil {
			return sc, err
		}
		zone, err := time.LoadLocation(timezone)
		sc = scope.ForJob(org, currency, zone)
		sc.Country, sc.Language = land, language
		return sc, err
	}, `SELECT o.org_id, o.currency, h.country, h.document_language, h.timezone
		FROM organizations o JOIN hotels h ON h.org_id = o.org_id
		WHERE o.deleted_at IS NULL ORDER BY o.org_id`)
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
	if err := inserts.Insert(tx, nil, created{row: rowOf(o), Unanswered: unanswered}); err != nil {
		return err
	}
	return hotel.Insert(tx, o.ID, o.Hotel)
}

func save(tx *db.Tx, o *Organization) error {
	r := rowOf(*o)
	if err := organizationTable.Update(tx, nil, &r); err != nil {
		return err
	}
	o.Version = r.Version
	return hotel.Save(tx, o.ID, &o.Hotel)
}

func markDeleted(tx *db.Tx, org string) error {
	err := tx.Do(`UPDATE organizations SET deleted_at = $2 WHERE org_id = $1`, org, tx.Now.UnixMilli())
	if err != nil {
		return err
	}
	return uncount(tx)
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
