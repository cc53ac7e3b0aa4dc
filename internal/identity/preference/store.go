package preference

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

var preferenceTable = table.Of[Preferences]("preferences", "org_id")

// find reads the caller's preferences.
func find(tx *db.Tx, sc scope.Scope) (Preferences, error) {
	p, err := db.One(tx, preferenceTable.Scan, `SELECT `+preferenceTable.Columns("")+` FROM preferences
		WHERE org_id = $1 AND login_id = $2`, sc.Org, sc.User)
	if errors.Is(err, db.ErrNoRows) {
		return unset(sc.User), nil
	}
	return p, err
}

// lock keeps the caller's other requests from changing the preferences until the transaction ends, and reads them. It
// makes the row if there is none.
func lock(tx *db.Tx, sc scope.Scope) (Preferences, error) {
	p := unset(sc.User)
	_, err := tx.Exec(`INSERT INTO preferences (org_id, login_id, language, density, theme, single_keys, filters, version)
		VALUES ($1, $2, $3, $4, $5, $6, '{}', $7) ON CONFLICT (org_id, login_id) DO UPDATE SET version = preferences.version`,
		sc.Org, p.Login, p.Language, p.Density, p.Theme, p.SingleKeys, p.Version)
	if db.IsForeignKey(err) { // the membership has just ended
		err = errs.Forbidden("You are not a member of this organization.")
	}
	if err != nil {
		return p, err
	}
	return find(tx, sc)
}

func save(tx *db.Tx, sc scope.Scope, p *Preferences) error {
	return preferenceTable.Update(tx, []any{sc.Org}, p)
}
