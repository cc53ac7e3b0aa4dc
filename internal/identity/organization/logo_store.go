package organization

import (
	"encoding/base64"
	"errors"

	"sarai/internal/kit/db"
)

// LogoID returns the id of the current picture, "" if there is none.
func LogoID(tx *db.Tx, org string) (string, error) {
	logoID, err := db.One(tx, db.Value[string],
		`SELECT logo_id FROM organization_logos WHERE org_id = $1 AND is_current = $2`, org, true)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return logoID, err
}

// StoredLogo reads a picture of the organization, whether it is the current one or not; db.ErrNoRows if there is none.
func StoredLogo(tx *db.Tx, org, logoID string) (Logo, error) {
	return db.One(tx, func(row db.Scanner) (Logo, error) {
		var encoded string
		l := Logo{ID: logoID}
		if err := row.Scan(&l.Type, &encoded); err != nil {
			return l, err
		}
		var err error
		l.Content, err = base64.StdEncoding.DecodeString(encoded)
		return l, err
	}, `SELECT type, content FROM organization_logos WHERE org_id = $1 AND logo_id = $2`, org, logoID)
}

// dropLogo makes no picture the current one. Documents that were issued with one keep it.
func dropLogo(tx *db.Tx, org string) error {
	return tx.Do(`UPDATE organization_logos SET is_current = $2 WHERE org_id = $1 AND is_current = $3`,
		org, false, true)
}

// saveLogo makes the picture the current one, which it may have been before.
func saveLogo(tx *db.Tx, org string, logo Logo) error {
	stored, err := tx.Exec(`UPDATE organization_logos SET is_current = $3 WHERE org_id = $1 AND logo_id = $2`,
		org, logo.ID, true)
	if err != nil || stored > 0 {
		return err
	}
	return tx.Do(`INSERT INTO organization_logos (org_id, logo_id, type, content, is_current, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		org, logo.ID, logo.Type, base64.StdEncoding.EncodeToString(logo.Content), true, tx.Now.UnixMilli())
}
