package auth

import (
	"errors"
	"time"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/token"
)

// tokensKept is how long a one-time token stays after it expired.
const tokensKept = 7 * 24 * time.Hour

// login is a person's way in; passwordHash is empty until the person has set a password. proved is user.Login.Proved.
type login struct {
	id, email, name, passwordHash string
	proved                        bool
	failureNoted                  int64 // UTC milliseconds
}

func scanLogin(row db.Scanner) (l login, err error) {
	err = row.Scan(&l.id, &l.email, &l.name, &l.passwordHash, &l.proved, &l.failureNoted)
	return l, err
}

const selectLogins = `SELECT login_id, email, name, password_hash, proved_at IS NOT NULL, failure_noted_at FROM logins `

func loginByEmail(tx *db.Tx, email string) (login, error) {
	return db.One(tx, scanLogin, selectLogins+`WHERE email = $1`, email)
}

func loginByID(tx *db.Tx, loginID string) (login, error) {
	return db.One(tx, scanLogin, selectLogins+`WHERE login_id = $1`, loginID)
}

// markFailure notes a failure to sign in, unless one was noted within the interval before, and reports whether it did.
func markFailure(tx *db.Tx, loginID string, interval time.Duration) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET failure_noted_at = $2 WHERE login_id = $1 AND failure_noted_at <= $3`,
		loginID, tx.Now.UnixMilli(), tx.Now.Add(-interval).UnixMilli())
	return changed == 1, err
}

// lockPassword reports whether the hash is still the login's. If so, no other transaction replaces it before tx ends.
func lockPassword(tx *db.Tx, loginID, hash string) (bool, error) {
	held, err := tx.Exec(`UPDATE logins SET password_hash = $2 WHERE login_id = $1 AND password_hash = $2`, loginID, hash)
	return held == 1, err
}

// replacePassword sets a new hash if the old one is still in place, and reports whether it was.
func replacePassword(tx *db.Tx, loginID, oldHash, newHash string) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET password_hash = $3, updated_at = $4
		WHERE login_id = $1 AND password_hash = $2`, loginID, oldHash, newHash, tx.Now.UnixMilli())
	return changed == 1, err
}

// setFirstPassword names the login and gives it a password, by an invitation of this organization alone. It reports
// whether it did: it doesn't if the login has, or has ever had, a password.
func setFirstPassword(tx *db.Tx, loginID, name, hash, org string) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET name = $2, password_hash = $3, registered_by = $4, updated_at = $5
		WHERE login_id = $1 AND password_hash = ''
			AND NOT EXISTS (SELECT 1 FROM login_organizations WHERE login_id = $1)`,
		loginID, name, hash, org, tx.Now.UnixMilli())
	return changed == 1, err
}

// setProvedPassword names the login and gives it the password of whoever has read its mail, unless it is proved
// already. It reports whether it did.
func setProvedPassword(tx *db.Tx, loginID, name, hash string) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET name = $2, password_hash = $3, proved_at = $4, updated_at = $4
		WHERE login_id = $1 AND proved_at IS NULL`, loginID, name, hash, tx.Now.UnixMilli())
	return changed == 1, err
}

// prove notes that mailbox and password have met; a second time changes nothing.
func prove(tx *db.Tx, loginID string) error {
	return tx.Do(`UPDATE logins SET proved_at = $2 WHERE login_id = $1 AND proved_at IS NULL`, loginID,
		tx.Now.UnixMilli())
}

// organizationsByUse lists the organizations that a login has joined, the most recently used first.
func organizationsByUse(tx *db.Tx, loginID string) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT org_id FROM login_organizations WHERE login_id = $1
		ORDER BY last_used_at DESC, org_id`, loginID)
}

func markUsed(tx *db.Tx, loginID, org string) error {
	return tx.Do(`UPDATE login_organizations SET last_used_at = $3 WHERE login_id = $1 AND org_id = $2`,
		loginID, org, tx.Now.UnixMilli())
}

// insertResetToken returns the secret of the link to mail.
func insertResetToken(tx *db.Tx, of login, org string) (string, error) {
	secret := token.Random()
	err := tx.Do(`INSERT INTO one_time_tokens (token_hash, purpose, org_id, subject_id, email, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		token.Hash(secret), purposeReset, org, of.id, of.email, tx.Now.Add(resetLife).UnixMilli(), tx.Now.UnixMilli())
	return secret, err
}

func deleteResetTokens(tx *db.Tx, loginID string) error {
	return tx.Do(`DELETE FROM one_time_tokens WHERE subject_id = $1 AND purpose = $2 AND used_at IS NULL`,
		loginID, purposeReset)
}

// hasResetToken reports whether the login has a reset link that works.
func hasResetToken(tx *db.Tx, loginID string) (works bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM one_time_tokens
		WHERE subject_id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3)`,
		loginID, purposeReset, tx.Now.UnixMilli()).Scan(&works)
	return works, err
}

// resetToken is what a reset link stands for.
type resetToken struct {
	login, email string
	expires      time.Time
	used         bool
}

func resetTokenBySecret(tx *db.Tx, secret string) (resetToken, error) {
	return db.One(tx, func(row db.Scanner) (t resetToken, err error) {
		var expires int64
		err = row.Scan(&t.login, &t.email, &expires, &t.used)
		t.expires = time.UnixMilli(expires)
		return t, err
	}, `SELECT subject_id, email, expires_at, used_at IS NOT NULL FROM one_time_tokens
		WHERE token_hash = $1 AND purpose = $2`, token.Hash(secret), purposeReset)
}

// useResetToken uses the token up, and reports whether it still could: of several at once, one wins.
func useResetToken(tx *db.Tx, secret string) (bool, error) {
	changed, err := tx.Exec(`UPDATE one_time_tokens SET used_at = $3
		WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
		token.Hash(secret), purposeReset, tx.Now.UnixMilli())
	return changed == 1, err
}

// enterable lists the organizations that the login is an active member of, also those that it lacks a second factor
// for. It asks one by one: no statement reaches over several organizations.
func enterable(tx *db.Tx, loginID string) (open []string, err error) {
	organizations, err := organizationsByUse(tx, loginID)
	if err != nil {
		return nil, err
	}
	for _, org := range organizations {
		belongs, err := belongs(tx, org, loginID)
		if err != nil {
			return nil, err
		}
		if belongs {
			open = append(open, org)
		}
	}
	return open, nil
}

// Enters reports whether the login can enter the organization: it is an active member, and has the second factor that
// the organization may ask for.
func Enters(tx *db.Tx, org, loginID string) (bool, error) {
	member, err := belongs(tx, org, loginID)
	if err != nil || !member {
		return false, err
	}
	barred, err := organization.Bars(tx, org, loginID)
	return !barred, err
}

// belongs reports whether the login is an active member of the organization, which isn't deleted.
func belongs(tx *db.Tx, org, loginID string) (member bool, err error) {
	err = tx.QueryRow(`SELECT m.is_active AND m.joined_at IS NOT NULL AND o.deleted_at IS NULL
		FROM memberships m JOIN organizations o ON o.org_id = m.org_id
		WHERE m.org_id = $1 AND m.login_id = $2`, org, loginID).Scan(&member)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	return member, err
}

// Sweep deletes expired sessions and devices, and one-time tokens a week after they expired: until then, their pages
// can say that a link has expired instead of calling it wrong. A background job calls it.
func Sweep(tx *db.Tx) error {
	if err := tx.Do(`DELETE FROM sessions WHERE expires_at <= $1`, tx.Now.UnixMilli()); err != nil {
		return err
	}
	if err := tx.Do(`DELETE FROM login_devices WHERE expires_at <= $1`, tx.Now.UnixMilli()); err != nil {
		return err
	}
	return tx.Do(`DELETE FROM one_time_tokens WHERE expires_at <= $1`, tx.Now.Add(-tokensKept).UnixMilli())
}
