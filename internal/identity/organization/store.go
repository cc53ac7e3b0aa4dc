package organization

import (
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

var errUnknown = errs.NotFound("There is no such organization.")

// Get reads an organization; db.ErrNoRows when it is unknown or deleted.
func Get(tx *db.Tx, org string) (Organization, error) {
	return db.One(tx, scan, `SELECT org_id, name, email, phone, gstin, pan, address, currency, timezone, logo,
			default_check_in, default_check_out, created_at, updated_at
		FROM organizations WHERE org_id = $1 AND deleted_at IS NULL`, org)
}

// IDs lists the organizations that exist, for who looks a record up by its id alone.
func IDs(tx *db.Tx) ([]string, error) {
	return db.All(tx, func(row db.Scanner) (org string, err error) {
		err = row.Scan(&org)
		return org, err
	}, `SELECT org_id FROM organizations WHERE deleted_at IS NULL ORDER BY org_id`)
}

// Jobs are the scopes, one of each organization, of work that nobody asked for by a request.
func Jobs(tx *db.Tx) ([]scope.Scope, error) {
	return db.All(tx, func(row db.Scanner) (sc scope.Scope, err error) {
		var org, currency, timezone string
		if err := row.Scan(&org, &currency, &timezone); err != nil {
			return sc, err
		}
		zone, err := time.LoadLocation(timezone)
		return scope.ForJob(org, currency, zone), err
	}, `SELECT org_id, currency, timezone FROM organizations WHERE deleted_at IS NULL ORDER BY org_id`)
}

// Any tells whether there has ever been an organization, deleted ones included.
func Any(tx *db.Tx) (bool, error) {
	var any bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM organizations)`).Scan(&any)
	return any, err
}

func scan(row db.Scanner) (o Organization, err error) {
	err = row.Scan(&o.ID, &o.Name, &o.Email, &o.Phone, &o.GSTIN, &o.PAN, &o.Address, &o.Currency, &o.Timezone, &o.Logo,
		&o.DefaultCheckIn, &o.DefaultCheckOut, &o.CreatedAt, &o.UpdatedAt)
	return o, err
}

// LockMembers holds the organization's row to the end of the transaction and moves the version of its members.
// Take it before reading what a rule over all members depends on. NotFound when the organization is gone.
func LockMembers(tx *db.Tx, org string) error {
	held, err := tx.Exec(`UPDATE organizations SET members_version = members_version + 1
		WHERE org_id = $1 AND deleted_at IS NULL`, org)
	if err == nil && held == 0 {
		return errUnknown
	}
	return err
}

func insert(tx *db.Tx, o Organization) error {
	_, err := tx.Exec(`INSERT INTO organizations (org_id, name, email, phone, gstin, pan, address, currency, timezone,
		logo,
			default_check_in, default_check_out, members_version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13, $13)`,
		o.ID, o.Name, o.Email, o.Phone, o.GSTIN, o.PAN, o.Address, o.Currency, o.Timezone, o.Logo,
		o.DefaultCheckIn, o.DefaultCheckOut, int64(o.CreatedAt))
	return err
}

func save(tx *db.Tx, o Organization) error {
	_, err := tx.Exec(`UPDATE organizations SET name = $2, email = $3, phone = $4, gstin = $5, pan = $6, address = $7,
			currency = $8, timezone = $9, logo = $10, default_check_in = $11, default_check_out = $12, updated_at = $13
		WHERE org_id = $1`,
		o.ID, o.Name, o.Email, o.Phone, o.GSTIN, o.PAN, o.Address, o.Currency, o.Timezone, o.Logo,
		o.DefaultCheckIn, o.DefaultCheckOut, int64(o.UpdatedAt))
	return err
}

func markDeleted(tx *db.Tx, org string) error {
	if _, err := tx.Exec(`UPDATE organizations SET deleted_at = $2 WHERE org_id = $1`, org,
		tx.Now.UnixMilli()); err != nil {
		return err
	}
	_, err := tx.Exec(`UPDATE installation SET sign_ups = sign_ups - 1 WHERE singleton = 'sarai'`)
	return err
}

// count adds one to the number of organizations that exist. It is one row for the whole installation, so
// concurrent sign-ups queue here.
func count(tx *db.Tx) error {
	_, err := tx.Exec(`UPDATE installation SET sign_ups = sign_ups + 1 WHERE singleton = 'sarai'`)
	return err
}

// countFirst is count that happens only while no organization exists; it tells whether it did.
func countFirst(tx *db.Tx) (bool, error) {
	counted, err := tx.Exec(`UPDATE installation SET sign_ups = sign_ups + 1 WHERE singleton = 'sarai' AND sign_ups = 0`)
	return counted == 1, err
}
