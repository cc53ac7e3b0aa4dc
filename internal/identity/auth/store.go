package auth

import (
	"errors"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/token"
)

// login is a person's way in; passwordHash is empty until the person has set a password.
type login struct {
	id, email, name, passwordHash string
}

func scanLogin(row db.Scanner) (l login, err error) {
	err = row.Scan(&l.id, &l.email, &l.name, &l.passwordHash)
	return l, err
}

func loginByEmail(tx *db.Tx, email string) (login, error) {
	return db.One(tx, scanLogin, `SELECT login_id, email, name, password_hash FROM logins WHERE email = $1`, email)
}

func loginByID(tx *db.Tx, loginID string) (login, error) {
	return db.One(tx, scanLogin, `SELECT login_id, email, name, password_hash FROM logins WHERE login_id = $1`, loginID)
}

// lockPassword tells whether the hash is still the login's, and keeps it so until tx has ended: no other
// transaction can replace it meanwhile.
func lockPassword(tx *db.Tx, loginID, hash string) (bool, error) {
	held, err := tx.Exec(`UPDATE logins SET password_hash = $2 WHERE login_id = $1 AND password_hash = $2`, loginID, hash)
	return held == 1, err
}

// replacePassword sets a new hash where the old one is still in place, and tells whether it was.
func replacePassword(tx *db.Tx, loginID, oldHash, newHash string) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET password_hash = $3, updated_at = $4 WHERE login_id = $1
		AND password_hash = $2`,
		loginID, oldHash, newHash, tx.Now.UnixMilli())
	return changed == 1, err
}

// setFirstPassword names the login and gives it a password, and tells whether it had none. proved: a mailed link
// was used, so the address is the person's own.
func setFirstPassword(tx *db.Tx, loginID, name, hash string, proved bool) (bool, error) {
	changed, err := tx.Exec(`UPDATE logins SET name = $2, password_hash = $3, updated_at = $4 WHERE login_id = $1
		AND password_hash = ''`,
		loginID, name, hash, tx.Now.UnixMilli())
	if err == nil && changed == 1 && proved {
		err = prove(tx, loginID)
	}
	return changed == 1, err
}

// prove notes that the person has used a link mailed to the login's address.
func prove(tx *db.Tx, loginID string) error {
	_, err := tx.Exec(`UPDATE logins SET proved_at = $2 WHERE login_id = $1`, loginID, tx.Now.UnixMilli())
	return err
}

// organizationsByUse lists the organizations that a login has joined, the one used last first.
func organizationsByUse(tx *db.Tx, loginID string) ([]string, error) {
	return db.All(tx, scanText, `SELECT org_id FROM login_organizations WHERE login_id = $1
		ORDER BY last_used_at DESC, org_id`, loginID)
}

func markUsed(tx *db.Tx, loginID, org string) error {
	_, err := tx.Exec(`UPDATE login_organizations SET last_used_at = $3 WHERE login_id = $1 AND org_id = $2`,
		loginID, org, tx.Now.UnixMilli())
	return err
}

func scanText(row db.Scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// session is one place where a login is signed in.
type session struct {
	id, login, email, name, ip, userAgent string
	created, used, seen, expires          time.Time
}

const selectSession = `SELECT s.session_id, s.login_id, l.email, l.name, s.ip, s.user_agent, s.created_at, s.used_at,
	s.seen_at, s.expires_at
	FROM sessions s JOIN logins l ON l.login_id = s.login_id `

func scanSession(row db.Scanner) (s session, err error) {
	var created, used, seen, expires int64
	err = row.Scan(&s.id, &s.login, &s.email, &s.name, &s.ip, &s.userAgent, &created, &used, &seen, &expires)
	s.created, s.used, s.seen, s.expires = time.UnixMilli(created), time.UnixMilli(used), time.UnixMilli(seen),
		time.UnixMilli(expires)
	return s, err
}

func sessionByID(tx *db.Tx, sessionID string) (session, error) {
	return db.One(tx, scanSession, selectSession+`WHERE s.session_id = $1 AND s.expires_at > $2`, sessionID,
		tx.Now.UnixMilli())
}

func sessionByRefreshToken(tx *db.Tx, refresh string) (session, error) {
	return db.One(tx, scanSession, selectSession+`WHERE s.refresh_hash = $1 AND s.expires_at > $2`,
		token.Hash(refresh), tx.Now.UnixMilli())
}

func sessionsOf(tx *db.Tx, loginID string) ([]session, error) {
	return db.All(tx, scanSession, selectSession+`WHERE s.login_id = $1 AND s.expires_at > $2
		ORDER BY s.created_at DESC, s.session_id DESC`, loginID, tx.Now.UnixMilli())
}

// insertSession begins a session and returns its id.
func insertSession(tx *db.Tx, loginID, refresh, ip, userAgent string) (string, error) {
	sessionID, now := id.New(), tx.Now.UnixMilli()
	_, err := tx.Exec(`INSERT INTO sessions (session_id, login_id, refresh_hash, ip, user_agent, created_at, used_at,
		seen_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $7)`,
		sessionID, loginID, token.Hash(refresh), ip, userAgent, now, tx.Now.Add(sessionLife).UnixMilli())
	return sessionID, err
}

// prolong counts the session's life anew. It tells whether the session is still there.
func prolong(tx *db.Tx, sessionID string) (bool, error) {
	now := tx.Now.UnixMilli()
	changed, err := tx.Exec(`UPDATE sessions SET used_at = $2, seen_at = $2, expires_at = $3 WHERE session_id = $1
		AND expires_at > $2`,
		sessionID, now, tx.Now.Add(sessionLife).UnixMilli())
	return changed == 1, err
}

// markSeen notes that the person is there, unless that was noted within the interval before.
func markSeen(tx *db.Tx, sessionID string, interval time.Duration) error {
	_, err := tx.Exec(`UPDATE sessions SET seen_at = $2, expires_at = $4 WHERE session_id = $1 AND seen_at <= $3`,
		sessionID, tx.Now.UnixMilli(), tx.Now.Add(-interval).UnixMilli(), tx.Now.Add(sessionLife).UnixMilli())
	return err
}

// deleteSession deletes the session if it is the login's, and reports whether it was.
func deleteSession(tx *db.Tx, loginID, sessionID string) (bool, error) {
	deleted, err := tx.Exec(`DELETE FROM sessions WHERE session_id = $1 AND login_id = $2`, sessionID, loginID)
	return deleted > 0, err
}

// deleteSessions deletes every session of the login except one (empty: none), and returns the ids.
func deleteSessions(tx *db.Tx, loginID, except string) ([]string, error) {
	return db.All(tx, scanText, `DELETE FROM sessions WHERE login_id = $1 AND session_id <> $2 RETURNING session_id`,
		loginID, except)
}

func insertResetToken(tx *db.Tx, of login, org string) (string, error) {
	secret := token.Random()
	_, err := tx.Exec(`INSERT INTO one_time_tokens (token_hash, purpose, org_id, subject_id, email, expires_at, used_at,
		created_at)
		VALUES ($1, $2, $3, $4, $5, $6, NULL, $7)`,
		token.Hash(secret), purposeReset, org, of.id, of.email, tx.Now.Add(resetLife).UnixMilli(), tx.Now.UnixMilli())
	return secret, err
}

func deleteResetTokens(tx *db.Tx, loginID string) error {
	_, err := tx.Exec(`DELETE FROM one_time_tokens WHERE subject_id = $1 AND purpose = $2 AND used_at IS NULL`, loginID,
		purposeReset)
	return err
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
	}, `SELECT subject_id, email, expires_at, used_at IS NOT NULL FROM one_time_tokens WHERE token_hash = $1
		AND purpose = $2`,
		token.Hash(secret), purposeReset)
}

// useResetToken uses the token up and tells whether it still could be used: of several at once one wins.
func useResetToken(tx *db.Tx, secret string) (bool, error) {
	changed, err := tx.Exec(`UPDATE one_time_tokens SET used_at = $3
		WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
		token.Hash(secret), purposeReset, tx.Now.UnixMilli())
	return changed == 1, err
}

// entersAny tells whether there is an organization that the login can enter. It asks one by one: no statement
// reaches over several organizations.
func entersAny(tx *db.Tx, loginID string) (bool, error) {
	organizations, err := organizationsByUse(tx, loginID)
	if err != nil {
		return false, err
	}
	for _, org := range organizations {
		if enters, err := Enters(tx, org, loginID); enters || err != nil {
			return enters, err
		}
	}
	return false, nil
}

// Enters tells whether the login is an active member of the organization, and the organization there.
func Enters(tx *db.Tx, org, loginID string) (enters bool, err error) {
	err = tx.QueryRow(`SELECT m.is_active AND m.joined_at IS NOT NULL AND o.deleted_at IS NULL
		FROM memberships m JOIN organizations o ON o.org_id = m.org_id WHERE m.org_id = $1 AND m.login_id = $2`, org,
		loginID).Scan(&enters)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	return enters, err
}

// Sweep deletes expired sessions, and one-time tokens a week after they expired: until then their pages can say that a
// link came too late, not only that it is wrong. A background job calls it.
func Sweep(tx *db.Tx) error {
	if _, err := tx.Exec(`DELETE FROM sessions WHERE expires_at <= $1`, tx.Now.UnixMilli()); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM one_time_tokens WHERE expires_at <= $1`, tx.Now.Add(-tokensKept).UnixMilli())
	return err
}
