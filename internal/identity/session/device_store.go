package session

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/token"
)

// isKnownDevice reports whether the login of the address has signed in with the device.
func isKnownDevice(tx *db.Tx, email, hash string) (known bool, err error) {
	err = tx.QueryRow(`SELECT d.expires_at > $3 FROM login_devices d JOIN logins l ON l.login_id = d.login_id
		WHERE d.device_hash = $1 AND l.email = $2`, hash, email, tx.Now.UnixMilli()).Scan(&known)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	return known, err
}

// RememberDevice notes that the login has signed in with the device, and returns the secret for its cookie: the one
// that it has, if this server made it, else a new one.
func RememberDevice(tx *db.Tx, loginID, secret string) (string, error) {
	now := tx.Now.UnixMilli()
	var ours bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM login_devices WHERE device_hash = $1 AND expires_at > $2)`,
		token.Hash(secret), now).Scan(&ours)
	if err != nil {
		return "", err
	}
	if !ours {
		secret = token.Random()
	}
	err = tx.Do(`INSERT INTO login_devices (device_hash, login_id, created_at, used_at, expires_at)
		VALUES ($1, $2, $3, $3, $4)
		ON CONFLICT (device_hash, login_id) DO UPDATE SET used_at = excluded.used_at, expires_at = excluded.expires_at`,
		token.Hash(secret), loginID, now, tx.Now.Add(deviceLife).UnixMilli())
	if err != nil {
		return "", err
	}
	// Those that came back stay before those that were seen once.
	err = tx.Do(`DELETE FROM login_devices WHERE login_id = $1 AND device_hash NOT IN (
		SELECT device_hash FROM login_devices WHERE login_id = $1
		ORDER BY CASE WHEN device_hash = $2 THEN 0 WHEN used_at > created_at THEN 1 ELSE 2 END, used_at DESC, device_hash
		LIMIT $3)`, loginID, token.Hash(secret), devicesKept)
	return secret, err
}

// ForgetDevices makes every device of the login unknown.
func ForgetDevices(tx *db.Tx, loginID string) error {
	return tx.Do(`DELETE FROM login_devices WHERE login_id = $1`, loginID)
}
