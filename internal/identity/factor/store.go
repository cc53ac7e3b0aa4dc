package factor

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/token"
)

// factor is a login's second factor as it is stored; the zero value is none.
type factor struct {
	sealed    string
	confirmed bool
}

func factorOf(tx *db.Tx, loginID string) (f factor, err error) {
	err = tx.QueryRow(`SELECT secret, confirmed_at IS NOT NULL FROM login_mfa WHERE login_id = $1`, loginID).
		Scan(&f.sealed, &f.confirmed)
	if errors.Is(err, db.ErrNoRows) {
		return factor{}, nil
	}
	return f, err
}

// Has reports whether the login has a second factor.
func Has(tx *db.Tx, loginID string) (bool, error) {
	f, err := factorOf(tx, loginID)
	return f.confirmed, err
}

// beginFactor stores the secret of a factor that is being set up, and reports whether it did: a confirmed one stays.
func beginFactor(tx *db.Tx, loginID, sealed string) (bool, error) {
	changed, err := tx.Exec(`INSERT INTO login_mfa (login_id, secret, last_step, created_at) VALUES ($1, $2, 0, $3)
		ON CONFLICT (login_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = excluded.created_at
		WHERE login_mfa.confirmed_at IS NULL`, loginID, sealed, tx.Now.UnixMilli())
	return changed == 1, err
}

func confirmFactor(tx *db.Tx, loginID string) error {
	return tx.Do(`UPDATE login_mfa SET confirmed_at = $2 WHERE login_id = $1`, loginID, tx.Now.UnixMilli())
}

// UseStep uses the code of a time step up, and reports whether neither it nor a later one was used before.
func UseStep(tx *db.Tx, loginID string, step int64) (bool, error) {
	changed, err := tx.Exec(`UPDATE login_mfa SET last_step = $2 WHERE login_id = $1 AND last_step < $2`, loginID, step)
	return changed == 1, err
}

// isUnusedStep reports whether UseStep would use the step up.
func isUnusedStep(tx *db.Tx, loginID string, step int64) (unused bool, err error) {
	err = tx.QueryRow(`SELECT last_step < $2 FROM login_mfa WHERE login_id = $1`, loginID, step).Scan(&unused)
	return unused, err
}

// reseal stores the secret under another key.
func reseal(tx *db.Tx, loginID, sealed string) error {
	return tx.Do(`UPDATE login_mfa SET secret = $2 WHERE login_id = $1`, loginID, sealed)
}

// useRecoveryCode uses a recovery code up, and reports whether it still could.
func useRecoveryCode(tx *db.Tx, loginID, code string) (bool, error) {
	changed, err := tx.Exec(`UPDATE login_recovery_codes SET used_at = $3
		WHERE login_id = $1 AND code_hash = $2 AND used_at IS NULL`, loginID, token.Hash(code), tx.Now.UnixMilli())
	return changed == 1, err
}

// replaceRecoveryCodes stores these codes in place of all that the login had.
func replaceRecoveryCodes(tx *db.Tx, loginID string, codes []string) error {
	if err := tx.Do(`DELETE FROM login_recovery_codes WHERE login_id = $1`, loginID); err != nil {
		return err
	}
	for _, code := range codes {
		err := tx.Do(`INSERT INTO login_recovery_codes (login_id, code_hash) VALUES ($1, $2)`, loginID,
			token.Hash(plainCode(code)))
		if err != nil {
			return err
		}
	}
	return nil
}

func recoveryCodesLeft(tx *db.Tx, loginID string) (left int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM login_recovery_codes WHERE login_id = $1 AND used_at IS NULL`, loginID).
		Scan(&left)
	return left, err
}

func removeFactor(tx *db.Tx, loginID string) error {
	if err := tx.Do(`DELETE FROM login_mfa WHERE login_id = $1`, loginID); err != nil {
		return err
	}
	return replaceRecoveryCodes(tx, loginID, nil)
}
